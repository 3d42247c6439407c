"""The learners in Python beside the core's players, with the same weights, graphs and networks.

What is learned differs, since random numbers do. But what follows from it must not: values of the
same weights, the next simulation in the same graph, targets and visits by the same network.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
import torch
from examples import dqn
from examples.alphazero import AlphaZero, C
from examples.dqn import Dqn
from examples.shared_mcts import Move, SharedMcts
from examples.td import Td

import inarow
from inarow import _core
from inarow.models.graph import StoredGraph
from inarow.players.alphazero import alphazero_player
from inarow.players.dqn import TWO_PLIES, DqnPlayer
from inarow.players.shared_mcts import SharedPlayer
from inarow.players.td import td_player

TICTACTOE = inarow.load_game("tictactoe")
Floats = npt.NDArray[np.float32]


def positions(game: inarow.Game) -> Iterator[inarow.State]:
    """All positions in which there is a move, one of each class up to symmetry."""
    seen, waiting = set[int](), [game.new_initial_state()]
    while waiting:
        state = waiting.pop(0).canonical()[0]
        if not state.is_terminal() and state.key() not in seen:
            seen.add(state.key())
            waiting += [state.child(action) for action in state.legal_actions()]
            yield state


class Model:
    """The network of an example, as the players ask one: Q values, or policy and value."""

    def __init__(self, game: inarow.Game, network: torch.nn.Module) -> None:
        self._network = network.eval()
        self.about = {"encoding": next(iter(game.encodings()))}

    def evaluate(self, planes: Floats) -> tuple[Floats, Floats]:
        with torch.no_grad():
            outputs = self._network(torch.tensor(np.array(planes))).numpy()
        return outputs[:, : planes[0][0].size].copy(), np.tanh(outputs[:, -1])

    def for_search(self) -> _core.Network:
        return _core.Network(self.evaluate, self.about["encoding"])


def test_the_weights_of_td_give_the_same_values():
    """Any weights of the core's tuples are weights of the example's, in all positions at once.

    Values are sums. So for each position, what the example's tuples hold is a row of a system of
    linear equations for its weights, with the core's sum on the right. There are twice as many
    equations as unknowns: other tuples, or classes that share other weights, have no solution.
    """
    random = np.random.default_rng(1)
    parts = []
    for _, size in _core.tuple_classes(TICTACTOE.new_initial_state(), False):
        parts.append(random.normal(0, 0.2, size).astype(np.float32))
        parts[-1][0] = 0  # of tuples without stones
    player = td_player(TICTACTOE, _core.TupleWeights(np.concatenate(parts), False), seed=1)
    learner = Td(TICTACTOE)
    expected = [
        (state, move.action, move.value)
        for state in positions(TICTACTOE)
        for move in player.act(state).moves
        # Ends of games, and what two plies decide, have other values than their weights.
        if move.value is not None and abs(move.value) < 1
        if not state.child(move.action).is_terminal()
    ]
    rows = np.zeros((len(expected), len(learner.weights)))
    for row, (state, action, _) in zip(rows, expected, strict=True):
        np.add.at(row, learner.numbers(state.child(action)), 1)
    used = rows.any(axis=0)
    sums = np.arctanh([value for _, _, value in expected])
    solution, _, rank, _ = np.linalg.lstsq(rows[:, used], sums, rcond=None)
    assert len(expected) > 1.9 * rank > 500
    learner.weights[used] = solution
    for state, action, value in expected:
        # Of moves that are equal to 1e-4 the core tells the best one's value.
        assert learner.values(state)[action] == pytest.approx(value, abs=2e-4)


def graph_of(key: int, moves: dict[int, Move], symmetry: inarow.Symmetry) -> bytes:
    """A graph of one position, as cpp/search/mcts/graph_bytes.h says; moves with visits first."""
    tried = sorted(moves, key=lambda action: moves[action].visits == 0)
    visits = [move.visits for move in moves.values()]
    known = sum(each > 0 for each in visits)
    content = struct.pack("<QQIHHB", 1, key, sum(visits), len(moves), known, 0)
    for action in tried:
        move = moves[action]
        mean = move.points / max(1, move.visits)
        content += struct.pack("<IfhB", move.visits, mean, symmetry.action(action), 0)
    return content


def test_the_graph_of_shared_mcts_is_followed_alike():
    """The core reads what the example knows of a position, and its next simulation goes there."""
    game = inarow.load_game("4x3x3")
    shared = SharedMcts(game, seed=1)
    for _ in range(30):
        shared.play_game(game, sims=40)
    player = inarow.load_player("shared-mcts", game, seed=1)
    assert isinstance(player, SharedPlayer)
    untried = bounds_compared = 0
    for state in positions(game):
        moves = shared.graph.get(state.key(), {})
        images = {state.transformed(each).key(): each for each in game.symmetries()}
        if not moves or len(images) < len(game.symmetries()):  # equal moves are one in the core
            continue
        key = min(images)  # of the image that the core stores
        image, symmetry = state.transformed(images[key]), images[key]
        total = sum(move.visits for move in moves.values())
        bounds = sorted((move.bound(max(1, total)) for move in moves.values()), reverse=True)
        if len(bounds) > 1 and math.isfinite(bounds[0]) and bounds[0] - bounds[1] < 1e-5:
            continue
        graph = graph_of(key, moves, symmetry)
        player.set_graph(Path("example"), StoredGraph(game.spec, 0, graph))
        decision = player.act(image, inarow.Limits(sims=1))
        found = {symmetry.inverse_action(move.action): move for move in decision.moves}
        if decision.stats["proven"] or found.keys() != moves.keys():
            continue  # a win, or a threat that must be stopped, needs no simulation in the core
        (chosen,) = (action for action in found if found[action].visits != moves[action].visits)
        assert chosen == max(moves, key=lambda action: moves[action].bound(max(1, total)))
        untried += moves[chosen].visits == 0
        bounds_compared += moves[chosen].visits > 0
        for action, move in moves.items():
            if action != chosen and move.visits:
                assert found[action].value == pytest.approx(
                    2 * move.points / move.visits - 1, abs=1e-6
                )
    assert untried > 100
    assert bounds_compared > 100


def test_dqn_plays_as_the_player_with_its_network():
    learner = Dqn(TICTACTOE, seed=1)
    player = DqnPlayer(TICTACTOE, Model(TICTACTOE, learner.network))
    assert all(learner.act(state) == player.act(state).action for state in positions(TICTACTOE))


def test_the_targets_of_dqn_are_values_of_two_plies(monkeypatch):
    """Without a discount, the target of a step is the value that the player finds for it."""
    learner = Dqn(TICTACTOE, seed=1)
    player = DqnPlayer(TICTACTOE, Model(TICTACTOE, learner.target), TWO_PLIES)
    monkeypatch.setattr(dqn, "DISCOUNT", 1.0)
    learned: list[tuple[torch.Tensor, torch.Tensor]] = []

    def loss(values: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        learned.append((values.detach(), targets))
        return (values - targets).square().mean()

    monkeypatch.setattr(dqn.nn.functional, "mse_loss", loss)
    monkeypatch.setattr(learner.random, "choices", lambda memory, k: [memory[-1]])
    ended = 0
    for _ in range(12):
        before = [learner.games.state(number) for number in range(len(learner.games))]
        asked = Model(TICTACTOE, learner.network).evaluate(learner.games.observations)[0]
        learner.play(epsilon=1.0)
        actions = learner.memory[-1][1].tolist()
        ended += int(learner.memory[-1][3].sum())
        learner.learn()
        values, targets = learned[-1]
        for number, (state, action) in enumerate(zip(before, actions, strict=True)):
            (expected,) = (m.value for m in player.act(state).moves if m.action == action)
            assert float(targets[number]) == pytest.approx(expected, abs=1e-6)
            assert float(values[number]) == pytest.approx(float(asked[number, action]), abs=1e-6)
    assert ended > 32


@pytest.mark.parametrize("sims", [2, 30, 200])
def test_alphazero_visits_as_the_search_of_the_core_does(sims):
    """Far from the end of the game, where the core has no proofs that the example lacks."""
    game = inarow.load_game("7x7x5")
    learner = AlphaZero(game, seed=3)
    for parameter in learner.network[-1].parameters():
        parameter.data *= 10  # what has learned nothing finds all moves alike
    player = alphazero_player(
        game, Model(game, learner.network), 1, sims, c=C, fpu=-1.0, batch=1, cache=0
    )
    random = Random(1)
    for stones in range(5):
        moves = random.sample(range(game.num_distinct_actions()), stones)
        state = game.state_from(game.format_moves(moves))
        found = {move.action: move.visits for move in player.act(state).moves if move.visits}
        searched = learner.search(state, sims)
        assert found == {action: node.visits for action, node in searched.items() if node.visits}
    player.close()
