"""DQN: a network says what each move is worth, and learns from the games that it plays.

Q(s, a) is the value of action a for the player to move, in [-1, 1]. After the move it is the
opponent's turn, and what is good for them is bad for us:

    Q(s, a) <- reward                                      if the move ends the game
    Q(s, a) <- -gamma max over actions b of Q'(s', b)      otherwise

Q' is the target network, an older copy of Q: else every change of Q would change its own targets.
Steps are stored in a replay memory and learned in random batches, since those of one game are too
much alike. With probability epsilon, which falls during the training, a move is random. Many games
are played at once, so that the network is asked about all of them together.

(Mnih et al., "Human-level control through deep reinforcement learning", 2015.)
The text: docs/algorithms/dqn.md.
"""

from __future__ import annotations

import copy
import random
import sys
from collections import deque

import torch
from torch import nn

import inarow

GAMES_AT_ONCE, MEMORY, BATCH = 32, 500, 4  # memory and batch: moves of all games
DISCOUNT, RATE, TARGET_EVERY = 0.99, 1e-3, 100  # updates from one target network to the next


class Dqn:
    """The networks and the memory of one game."""

    def __init__(self, game: inarow.Game, seed: int = 0) -> None:
        torch.manual_seed(seed)
        self.random = random.Random(seed)
        self.games = inarow.vector(game, GAMES_AT_ONCE, seed=seed)
        planes, rows, columns = game.observation_tensor_shape()
        self.network = nn.Sequential(
            nn.Flatten(),
            nn.Linear(planes * rows * columns, 128),
            nn.ReLU(),
            nn.Linear(128, 128),
            nn.ReLU(),
            nn.Linear(128, game.num_distinct_actions()),
            nn.Tanh(),
        )
        self.target = copy.deepcopy(self.network)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE)
        self.memory = deque[tuple[torch.Tensor, ...]](maxlen=MEMORY)

    def train(self, updates: int) -> None:
        """Play a move in each game and learn a batch, so many times."""
        for update in range(updates):
            self.play(epsilon=max(0.1, 1 - 2 * update / updates))
            self.learn()
            if update % TARGET_EVERY == 0:
                self.target.load_state_dict(self.network.state_dict())

    def play(self, epsilon: float) -> None:
        """Play a move in each game, and store the steps."""
        planes, masks = torch.tensor(self.games.observations), torch.tensor(self.games.masks)
        explores = torch.rand(len(planes)) < epsilon
        drawn = torch.from_numpy(self.games.random_actions())
        actions = torch.where(explores, drawn, self.best_actions(planes, masks))
        rewards, ended = map(torch.from_numpy, self.games.step(actions.numpy()))
        # Games that have ended show a new start, which is not used.
        after = torch.tensor(self.games.observations), torch.tensor(self.games.masks)
        self.memory.append((planes, actions, rewards, ended, *after))

    def learn(self) -> None:
        """Move the values of some stored steps to their targets."""
        steps = zip(*self.random.choices(self.memory, k=BATCH), strict=True)
        planes, actions, rewards, ended, next_planes, next_masks = map(torch.cat, steps)
        with torch.no_grad():
            replies = self.target(next_planes).masked_fill(~next_masks, -torch.inf).amax(1)
            targets = torch.where(ended, rewards, -DISCOUNT * replies)
        values = self.network(planes).gather(1, actions[:, None])[:, 0]
        self.optimizer.zero_grad()
        nn.functional.mse_loss(values, targets).backward()
        self.optimizer.step()

    @torch.no_grad()
    def best_actions(self, planes: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """The legal action with the largest value in each position."""
        values: torch.Tensor = self.network(planes)
        return values.masked_fill(~masks, -torch.inf).argmax(1)

    def act(self, state: inarow.State) -> int:
        """The same for one position."""
        planes, mask = state.observation_tensor(), state.legal_actions_mask()
        return int(self.best_actions(torch.tensor(planes)[None], torch.tensor(mask)[None]))


def main() -> None:
    """Learn tic-tac-toe, then play against random moves."""
    torch.set_num_threads(1)
    game = inarow.load_game("tictactoe")
    learner, opponent = Dqn(game, seed=1), inarow.load_player("random", game, seed=1)
    learner.train(updates=int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
    results = []
    for number in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            mine = state.current_player() == number % 2
            state.apply_action(learner.act(state) if mine else opponent.act(state).action)
        results.append(state.returns()[number % 2])
    print(f"{results.count(1)} wins, {results.count(0)} draws, {results.count(-1)} losses")


if __name__ == "__main__":
    main()
