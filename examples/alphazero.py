"""AlphaZero: a tree search with a network that learns from the games of the search.

The network looks at a position and says which moves are worth a look (the policy P) and who is
likely to win (the value). A simulation goes from the root down, by the move with the largest

    U = Q + c P sqrt(sum of visits) / (1 + visits)         Q: the mean value of the move so far

until it meets a new position, whose value is the network's. The search plays better than the policy
alone, so the network learns from it: the shares of the visits, and how the games ended.
The text: docs/algorithms/alphazero.md. The search in C++: cpp/search/mcts/alphazero.h.
"""

from __future__ import annotations

import math
import sys
from collections import deque

import torch
from torch import nn

import inarow

C, NOISE, SIMS = 1.5, 0.35, 25
RATE, STEPS, BATCH, MEMORY = 2e-3, 10, 128, 2000  # steps of learning after each game


class Node:
    """A move in the tree; its values are for the player who makes it."""

    def __init__(self, prior: float) -> None:
        self.prior, self.visits, self.total = prior, 0, 0.0
        self.children: dict[int, Node] = {}  # by action

    def bound(self, parent: Node) -> float:
        """U; the first visit of the parent found its moves."""
        spread = C * self.prior * math.sqrt(max(1, parent.visits - 1))
        return self.total / max(1, self.visits) + spread / (1 + self.visits)


class AlphaZero:
    """The network of one game, and the learner that trains it."""

    def __init__(self, game: inarow.Game, seed: int = 0) -> None:
        torch.manual_seed(seed)
        self.game, self.actions, self.images = game, game.num_distinct_actions(), game.symmetries()
        inputs = math.prod(game.observation_tensor_shape())
        layers = nn.Flatten(), nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU()
        self.network = nn.Sequential(*layers, nn.Linear(128, self.actions + 1))  # policy and value
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE)
        self.memory = deque[tuple[torch.Tensor, ...]](maxlen=MEMORY)  # planes, policies, results

    @torch.no_grad()
    def search(self, state: inarow.State, sims: int, noise: float = 0.0) -> dict[int, Node]:
        """The moves of a position after so many simulations; noise makes games differ."""
        root = Node(1.0)
        self.simulate(root, state.clone())  # finds the moves
        drawn = torch.distributions.Dirichlet(torch.ones(len(root.children))).sample().tolist()
        for child, share in zip(root.children.values(), drawn, strict=True):
            child.prior += noise * (share - child.prior)
        for _ in range(sims):
            self.simulate(root, state.clone())
        return root.children

    def simulate(self, node: Node, state: inarow.State) -> float:
        """One simulation; returns the value for the player to move."""
        if state.is_terminal():
            value = state.returns()[state.move_number() % 2]
        elif not node.children:  # a new position
            outputs = self.network(torch.tensor(state.observation_tensor())[None])[0]
            legal = state.legal_actions()
            priors = outputs[legal].softmax(0).tolist()
            node.children = {a: Node(prior) for a, prior in zip(legal, priors, strict=True)}
            value = math.tanh(outputs[-1])
        else:
            action = max(node.children, key=lambda a: node.children[a].bound(node))
            state.apply_action(action)
            value = -self.simulate(node.children[action], state)
        node.visits += 1
        node.total -= value
        return value

    def play_game(self) -> None:
        """Play against oneself, store what was found out, and learn."""
        state, found = self.game.new_initial_state(), []
        while not state.is_terminal():
            moves = self.search(state, SIMS, NOISE)
            shares = [moves[a].visits / SIMS if a in moves else 0.0 for a in range(self.actions)]
            found.append((torch.tensor(state.observation_tensor()), torch.tensor(shares)))
            state.apply_action(int(torch.tensor(shares).multinomial(1)))
        for ply, sample in enumerate(found):
            self.memory.append((*sample, torch.tensor(state.returns()[ply % 2])))
        for _ in range(STEPS):
            self.learn()

    def learn(self) -> None:
        """Learn a batch of positions, turned by a symmetry: one corner teaches about all four."""
        chosen = [self.memory[i] for i in torch.randint(len(self.memory), (BATCH,)).tolist()]
        planes, policies, results = map(torch.stack, zip(*chosen, strict=True))
        turn = self.images[int(torch.randint(len(self.images), ()))]
        planes, policies = (torch.tensor(turn.apply(each.numpy())) for each in (planes, policies))
        outputs = self.network(planes)
        loss = nn.functional.mse_loss(outputs[:, -1].tanh(), results)
        self.optimizer.zero_grad()
        (loss + nn.functional.cross_entropy(outputs[:, :-1], policies)).backward()
        self.optimizer.step()


def main() -> None:
    """Learn tic-tac-toe, and show what is known about the replies to a corner."""
    torch.set_num_threads(1)
    learner = AlphaZero(game := inarow.load_game("tictactoe"), seed=1)
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        learner.play_game()
    for action, move in learner.search(game.state_from("a1"), sims=100).items():
        print(f"{game.action_to_string(action)}: prior {move.prior:.2f}, {move.visits} visits")


if __name__ == "__main__":
    main()
