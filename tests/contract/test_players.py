"""What must hold of every registered player on every game it plays.

Add one to the registry and it is tested here: legal moves, seeds, limits, stopping and closing,
complete stats, and the two mistakes that no player may make: to miss a win in one, or not to stop
one.
"""

import dataclasses
import math
import threading
import time
import typing

import pytest

import inarow
from inarow.player import Proven
from inarow.players import LEVELS
from inarow.players import PLAYERS as TYPES
from inarow.players.registry import player_type
from tests import fakes
from tests.busy_machine import once_within

PLAYERS = [*TYPES, *(player_type(level.name) for level in LEVELS)]
SPECS = [
    "tictactoe",
    "4x3x3",
    "5x1x2",
    "5x5x4:rule=standard",
    "7x7x5",
    "gomoku",
    "20x20x5",
    "ultimate",
]
EVERY = [
    pytest.param(player, spec, id=f"{player.name}-{spec}")
    for player in PLAYERS
    for spec in SPECS
    if player.plays(inarow.load_game(spec))
]
QUICK = inarow.Limits(time=0.1)
REPEATABLE = inarow.Limits(nodes=500, sims=100)
HEARD = inarow.Limits(nodes=4000)

# (game, moves so far, moves of which one must be played): the player to move can win at once.
WINS = [
    ("tictactoe", "a1 a2 b1 b2", "c1"),
    ("tictactoe", "a1 a2 b1 b2 a3", "c2"),
    ("4x4x3", "a1 a2 b1 d4", "c1"),
    ("7x7x5", "a1 a7 b1 b7 c1 c7 d1 d7", "e1"),
    ("7x7x5", "a1 a7 b1 b7 c1 c7 d1 d7 g4", "e7 e1"),
    ("gomoku", "h8 a1 i9 a3 j10 a5 k11 a7", "g7 l12"),
    ("gomoku", "h8 a1 i9 b1 j10 c1 o15 d1 o13", "e1"),
    ("20x20x5:rule=standard", "c3 t1 d3 t3 e3 t5 f3 t7", "b3 g3"),
]
# The player to move would lose at once if it played elsewhere.
BLOCKS = [
    ("tictactoe", "a1 b2 b1", "c1"),
    ("tictactoe", "a1 b2 c3 c1", "a3"),
    ("7x7x5", "a1 d4 b1 d6 c1 f2 d1", "e1"),
    ("gomoku", "h8 g7 i9 a3 j10 a5 k11", "l12"),
    ("gomoku", "g7 h8 a3 i9 a5 j10 c12 k11", "l12"),
]


class Somebody:
    """A player of somebody else, whose search is one of ours."""

    def __init__(self, game, seed):
        self._player = inarow.load_player("deepening", game, seed)
        self.act, self.stop = self._player.act, self._player.stop


# How players are loaded that cannot be without parameters: those of other people, by good ones.
EXAMPLES = {
    "external": fakes.spec("good"),
    # Alpha-beta can be stopped, and sees what comes in two plies.
    "openspiel": "openspiel:bot=alphabeta,depth=2",
    "python": f"python:class={__name__}.{Somebody.__name__}",
}

# A small game of a player that does not play tic-tac-toe.
OWN_GAME = {"external": "5x5x5"}


def load(player, spec, seed=1):
    game = inarow.load_game(spec)
    description = EXAMPLES.get(player.name, player.name)
    if player.name == "external" and game.kind == "ultimate":
        description = fakes.spec("ultimate")  # a protocol of its own
    return inarow.load_player(description, game, seed=seed)


def played(rows):
    """Every player but the random one with every row whose game it plays."""
    return [
        pytest.param(player, *row, id=f"{player.name}-{'-'.join(row)}")
        for player in PLAYERS
        for row in rows
        if player.name != "random" and player.plays(inarow.load_game(row[0]))
    ]


@pytest.mark.parametrize(("player", "spec"), EVERY)
def test_decisions_are_complete_and_leave_the_state_alone(player, spec):
    someone = load(player, spec)
    state = inarow.load_game(spec).new_initial_state()
    for _ in range(3):
        before = state.history()
        decision = someone.act(state, QUICK)
        assert state.history() == before
        assert state.is_legal(decision.action)
        assert decision.value is None or -1 <= decision.value <= 1
        check_stats(decision.stats)
        if decision.policy:
            assert set(decision.policy) <= set(state.legal_actions())
            assert sum(decision.policy.values()) == pytest.approx(1, abs=1e-6)
        check_figures(decision, state)
        line = state.clone()
        for action in decision.pv:
            line.apply_action(action)
        if decision.pv:
            assert decision.pv[0] == decision.action
        state.apply_action(decision.action)
        if state.is_terminal():
            break


def check_stats(stats):
    """All keys are there, and nothing else."""
    assert set(stats) == set(inarow.Stats.__required_keys__)
    for key in ("nodes", "depth", "selective_depth", "sims"):
        assert type(stats[key]) is int
        assert stats[key] >= 0
    assert type(stats["seconds"]) is float
    assert 0 <= stats["seconds"] < math.inf
    assert stats["proven"] in (None, *typing.get_args(Proven))


def check_figures(decision, state):
    """Figures are of different legal moves, say something, and lead with the best."""
    actions = [figure.action for figure in decision.moves]
    assert len(set(actions)) == len(actions)
    assert set(actions) <= set(state.legal_actions())
    for action, visits, prior, value in decision.moves:
        assert visits is None or visits >= 0
        assert prior is None or 0 <= prior <= 1
        assert value is None or -1 <= value <= 1
        assert (visits, prior, value) != (None, None, None)
        if action == decision.action:
            assert value == decision.value
    if decision.moves:
        assert actions[0] == decision.action
    elif decision.value is not None:
        pytest.fail("a value without the figures of the move")


@pytest.mark.parametrize("player", PLAYERS, ids=lambda p: p.name)
def test_stop_and_close_are_harmless_at_any_time(player):
    spec = OWN_GAME.get(player.name, "tictactoe")
    state = inarow.load_game(spec).new_initial_state()
    with load(player, spec) as someone:
        assert isinstance(someone, inarow.Player)
        someone.stop()
        assert state.is_legal(someone.act(state, REPEATABLE).action)
        someone.stop()
        assert state.is_legal(someone.act(state, REPEATABLE).action)
        someone.close()
        someone.close()
        assert state.is_legal(someone.analyse(state, REPEATABLE, thorough=True).action)
    someone.stop()
    someone.close()


@pytest.mark.parametrize(("player", "spec"), EVERY)
def test_a_listener_changes_nothing(player, spec):
    game = inarow.load_game(spec)
    state = game.state_from(game.new_initial_state().legal_actions()[1:2])
    alone, heard = load(player, spec, seed=5), load(player, spec, seed=5)
    for _ in range(3):
        quiet = alone.act(state, HEARD)
        told = heard.analyse(state, HEARD, on_progress=lambda progress: None)
        assert without_time(quiet) == without_time(told)
        state.apply_action(quiet.action)
        if state.is_terminal():
            break


def without_time(decision):
    stats = {key: value for key, value in decision.stats.items() if key != "seconds"}
    return dataclasses.replace(decision, stats=stats)


@pytest.mark.parametrize(("player", "spec"), EVERY)
def test_seed_and_limit_decide_the_move(player, spec):
    game = inarow.load_game(spec)
    state = game.state_from(game.new_initial_state().legal_actions()[1:2])
    decisions = [load(player, spec, seed=5).act(state, REPEATABLE) for _ in range(2)]
    assert decisions[0].action == decisions[1].action
    assert decisions[0].value == decisions[1].value
    assert decisions[0].policy == decisions[1].policy
    assert decisions[0].stats["nodes"] == decisions[1].stats["nodes"] <= 500


@pytest.mark.parametrize(("player", "spec"), [case for case in EVERY if not case.values[0].seeded])
def test_a_player_without_seeds_plays_alike_with_any(player, spec):
    game = inarow.load_game(spec)
    someone = inarow.load_player("random", game, seed=1)
    state = game.new_initial_state()
    for _ in range(6):
        decisions = [load(player, spec, seed=seed).act(state, REPEATABLE) for seed in (1, 2)]
        assert without_time(decisions[0]) == without_time(decisions[1])
        state.apply_action(someone.act(state).action)
        if state.is_terminal():
            break


@pytest.mark.parametrize(("player", "spec"), EVERY)
def test_the_last_empty_cell(player, spec):
    """Whatever is left of a long game, somebody must still answer."""
    game = inarow.load_game(spec)
    for seed in range(20):
        state = game.new_initial_state()
        randomness = inarow.load_player("random", game, seed=seed)
        while not state.is_terminal():
            state.apply_action(randomness.act(state).action)
        state.undo_action()
        decision = load(player, spec).act(state, QUICK)
        assert state.is_legal(decision.action)
        if len(state.legal_actions()) == 1:
            break


@pytest.mark.parametrize(("player", "spec", "moves", "wins"), played(WINS))
def test_a_win_in_one_is_taken(player, spec, moves, wins):
    game = inarow.load_game(spec)
    state = game.state_from(moves)
    decision = load(player, spec).act(state, inarow.Limits(time=10, sims=300))
    assert game.action_to_string(decision.action) in wins.split()


@pytest.mark.parametrize(("player", "spec", "moves", "blocks"), played(BLOCKS))
def test_a_loss_in_one_is_stopped(player, spec, moves, blocks):
    game = inarow.load_game(spec)
    state = game.state_from(moves)
    decision = load(player, spec).act(state, inarow.Limits(time=10, sims=300))
    assert game.action_to_string(decision.action) in blocks.split()


@pytest.mark.parametrize("player", PLAYERS, ids=lambda p: p.name)
@pytest.mark.parametrize(
    ("spec", "moves"),
    [
        ("tictactoe", "c1 b1 b2"),
        ("7x7x5", "b4 a7 c4 c7 d4 e7 e4"),
        ("gomoku", "h8 a1 i8 a3 j8 a5 k8"),
        ("gomoku:rule=standard", "a1 h8 a3 i8 a5 j8 o15 k8"),
    ],
)
def test_a_lost_position_is_still_played(player, spec, moves):
    state = inarow.load_game(spec).state_from(moves)
    if not player.plays(state.game):
        pytest.skip("it does not play this game")
    decision = load(player, spec).act(state, inarow.Limits(time=0.1, sims=100))
    assert state.is_legal(decision.action)
    assert decision.stats["proven"] in (None, "loss")


@pytest.mark.parametrize(("player", "spec"), EVERY)
def test_stop_is_obeyed_at_once(player, spec):
    someone = load(player, spec)
    if player.name == "external":
        pytest.skip("the protocol has no stop: it is killed, see tests/protocols")
    state = inarow.load_game(spec).new_initial_state()
    assert once_within(0.05, lambda: seconds_to_stop(someone, state))


def seconds_to_stop(player, state):
    """From the call of stop() to the answer; 0 if the answer came first."""
    stopped_at = []

    def stop():
        stopped_at.append(time.perf_counter())
        player.stop()

    timer = threading.Timer(0.15, stop)
    timer.start()
    player.act(state, inarow.Limits(time=20, sims=10**9))
    answered = time.perf_counter()
    timer.join()
    return max(0.0, answered - stopped_at[0])


@pytest.mark.parametrize("player", PLAYERS, ids=lambda p: p.name)
def test_finished_and_foreign_games_and_other_things_are_refused(player):
    own = OWN_GAME.get(player.name, "tictactoe")
    foreign = "4x3x3" if own == "tictactoe" else "gomoku"
    someone = load(player, own)
    finished = inarow.load_game(own).new_initial_state()
    while not finished.is_terminal():
        finished.apply_action(finished.legal_actions()[0])
    with pytest.raises(inarow.GameOver):
        someone.act(finished)
    if player.name != "random":
        with pytest.raises(inarow.BadSpec, match=f"made for .*, not for {foreign}"):
            someone.act(inarow.load_game(foreign).new_initial_state())
    with pytest.raises(inarow.BadSpec, match="needs the state of a game"):
        someone.act(None)


def test_two_players_search_at_once_in_two_threads():
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 i9")
    alone = inarow.load_player("deepening", game, seed=1).act(state, inarow.Limits(nodes=20_000))
    found = []

    def search():
        player = inarow.load_player("deepening", game, seed=1)
        found.append(player.act(state, inarow.Limits(nodes=20_000)))

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [decision.action for decision in found] == [alone.action] * 4
    assert [decision.stats["nodes"] for decision in found] == [alone.stats["nodes"]] * 4
