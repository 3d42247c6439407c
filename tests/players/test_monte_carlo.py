"""The Monte-Carlo players: tactics, proofs, limits and memory."""

import random
import resource
import threading
import time

import pytest

import inarow
from inarow import Limits
from tests.busy_machine import TRIES, once_within

PLAYERS = ["mcts", "knowledge-mcts", "heuristic-mcts", "shared-mcts"]


def wins(state):
    """The actions that win at once."""
    player = state.current_player()
    children = ((action, state.child(action)) for action in state.legal_actions())
    return [action for action, child in children if child.returns()[player] > 0]


def safe(state):
    """The actions after which the opponent cannot win at once, nor has won."""
    player = state.current_player()
    children = ((action, state.child(action)) for action in state.legal_actions())
    return [
        action
        for action, child in children
        if not child.returns()[player] < 0 and (child.is_terminal() or not wins(child))
    ]


def random_states(game, seed, count):
    """Every state of some random games that is not over."""
    choice = random.Random(seed).choice
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state.clone()
            state.apply_action(choice(state.legal_actions()))


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    ("spec", "games"),
    [("tictactoe", 15), ("4x4x3", 10), ("6x5x4:rule=standard", 6), ("5x1x2", 10), ("ultimate", 5)],
)
@pytest.mark.parametrize("sims", [1, 200])
def test_wins_and_blocks_in_one(name, spec, games, sims):
    seen = set()
    game = inarow.load_game(spec)
    player = inarow.load_player(name, game, seed=3)
    for state in random_states(game, 11, games):
        winning = wins(state)
        holding = safe(state)
        if not winning and (not holding or len(holding) == len(state.legal_actions())):
            continue
        decision = player.act(state, Limits(sims=sims))
        assert decision.action in (winning or holding), str(state)
        if winning:
            assert decision.stats["proven"] == "win"
        seen.add((state.current_player(), bool(winning)))
    assert len(seen) == 4 or spec == "5x1x2"


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("spec", ["gomoku", "gomoku:size=20", "gomoku:rule=standard"])
@pytest.mark.parametrize("filler", ["", "j9 "])  # one more stone gives the row to the other colour
def test_rows_of_four(name, spec, filler):
    game = inarow.load_game(spec)
    e1 = game.string_to_action("e1")
    for moves in ("a1 k5 b1 m5 c1 o7 d1 k9", "a1 k5 b1 m5 c1 o7 d1"):
        player = inarow.load_player(name, game, seed=1)
        assert player.act(game.state_from(filler + moves), Limits(sims=50)).action == e1


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    "spec", ["tictactoe", "4x4x4", "7x7x4", "gomoku:rule=standard", "ultimate"]
)
def test_same_seed_same_decision(name, spec):
    game = inarow.load_game(spec)
    for state in list(random_states(game, 5, 1))[::7]:
        decisions = [
            inarow.load_player(name, game, seed=9).act(state, limits)
            for limits in (Limits(sims=150), Limits(sims=150), Limits(nodes=150))
        ]
        assert len({(d.action, d.value, d.pv, tuple(d.policy.items())) for d in decisions}) == 1
        assert sum(decisions[0].policy.values()) == pytest.approx(1)
        assert decisions[0].pv[0] == decisions[0].action
        line = state.clone()
        for action in decisions[0].pv:
            line.apply_action(action)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    ("spec", "empty"),
    [("tictactoe", 9), ("4x3x3", 12), ("4x4x4", 9), ("5x4x4:rule=standard", 9), ("5x5x4", 10)],
)
@pytest.mark.parametrize("parameters", ["", "mb=1"])
def test_never_a_wrong_proof(name, spec, empty, parameters):
    game = inarow.load_game(spec)
    exact = inarow.load_player("cached:depth=400,mb=8", game, seed=0)
    # Shared players go through all positions with one graph.
    player = inarow.load_player(f"{name}:{parameters}" if parameters else name, game, seed=2)
    proofs = 0
    for state in random_states(game, 7, 25):
        if len(state.legal_actions()) > empty:
            continue
        decision = player.act(state, Limits(sims=1500))
        truth = exact.act(state).stats["proven"]
        if decision.stats["proven"] is not None:
            proofs += 1
            assert decision.stats["proven"] == truth, str(state)
            assert decision.value == {"win": 1, "draw": 0, "loss": -1}[truth]
    assert proofs >= 60


def test_never_a_wrong_proof_in_ultimate():
    game = inarow.load_game("ultimate")
    exact = inarow.load_player("cached:depth=81", game, seed=0)
    late = [s for s in random_states(game, 7, 12) if s.board().astype(bool).sum() > 52]
    assert len(late) > 20
    for name in PLAYERS:
        player = inarow.load_player(name, game, seed=2)
        for state in late:
            proven = player.act(state, Limits(sims=500)).stats["proven"]
            if proven is not None:
                assert proven == exact.act(state, Limits(time=5)).stats["proven"]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("filler", ["", "g7 "])  # one more stone gives the rows to the other colour
def test_values_are_for_the_player_to_move(name, filler):
    """One side has three stones in the middle, the other has them in corners."""
    game = inarow.load_game("7x7x5")  # too large for a proof
    for moves, sign in (("d4 a1 e4 a7 d5 g1", 1), ("d4 a1 e4 a7 d5", -1)):
        player = inarow.load_player(name, game, seed=1)
        decision = player.act(game.state_from(filler + moves), Limits(sims=10000))
        assert sign * decision.value > 0.1


@pytest.fixture(scope="module")
def perfect():
    """Tic-tac-toe, and by position the actions that minimax finds best, all of them."""
    game = inarow.load_game("tictactoe")
    minimax = inarow.load_player("minimax", game, seed=0)
    values = {}
    known = {}

    def value(state):
        if state.is_terminal():
            return -abs(state.returns()[0])  # whoever is to move then has lost, or it is a draw
        if state.key() not in values:
            values[state.key()] = minimax.act(state).value
        return values[state.key()]

    def best(state):
        if state.key() not in known:
            scored = [(-value(state.child(a)), a) for a in state.legal_actions()]
            known[state.key()] = [a for score, a in scored if score == max(scored)[0]]
        return known[state.key()]

    return game, best


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("side", [0, 1])
def test_never_loses_to_perfect_play(name, side, perfect):
    game, best_actions = perfect
    for seed in range(150):
        choice = random.Random(seed).choice
        player = inarow.load_player(name, game, seed=seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == side:
                state.apply_action(player.act(state).action)
            else:
                state.apply_action(choice(best_actions(state)))
        assert state.returns() == [0, 0], state.history()


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("spec", ["20x20x5", "ultimate", "4x4x4"])
def test_memory_is_bounded(name, spec):
    game = inarow.load_game(spec)
    player = inarow.load_player(f"{name}:mb=1", game, seed=1)
    state = game.new_initial_state()
    player.act(state, Limits(sims=10))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sims, searches = 0, 0
    while sims <= 1000 and searches < TRIES:  # one search does, unless the machine is busy
        decision = player.act(state, Limits(sims=10**9, time=0.7))
        assert decision.action in state.legal_actions()
        sims, searches = sims + decision.stats["sims"], searches + 1
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 8 * 1024  # KB
    assert sims > 1000


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("spec", ["20x20x5", "ultimate"])
def test_stops_when_told(name, spec):
    game = inarow.load_game(spec)
    player = inarow.load_player(name, game, seed=1)
    state = game.new_initial_state()

    def seconds_late():
        done = []
        search = threading.Thread(
            target=lambda: done.append(player.act(state, Limits(time=30)).action)
        )
        search.start()
        time.sleep(0.1)
        told = time.perf_counter()
        player.stop()
        search.join()
        assert done[0] in state.legal_actions()
        return time.perf_counter() - told

    assert once_within(0.05, seconds_late)


@pytest.mark.parametrize("name", PLAYERS)
def test_limits(name):
    game = inarow.load_game("gomoku")
    player = inarow.load_player(f"{name}:sims=30", game, seed=1)
    state = game.new_initial_state()
    assert player.act(state).stats["sims"] == 30
    assert player.act(state, Limits(sims=40)).stats["sims"] == 40
    assert player.act(state, Limits(nodes=20)).stats["sims"] == 20
    assert any(player.act(state, Limits(time=0.05)).stats["sims"] > 40 for _ in range(TRIES))
    assert player.act(state, Limits(depth=1)).stats["depth"] == 1
    assert player.act(state, Limits(time=0.0)).action in state.legal_actions()


def test_shared_graph_grows_over_games():
    game = inarow.load_game("5x5x4")
    player = inarow.load_player("shared-mcts", game, seed=1)
    sizes = []
    for _ in range(3):
        player.act(game.new_initial_state(), Limits(sims=300))
        sizes.append(player.positions())
    assert sizes == sorted(set(sizes))
