"""Levels: each plays every game, and each beats the one below; how clearly is in docs/levels.md."""

import pytest

import inarow
from inarow.arena import play_match
from inarow.errors import BadSpec, UnknownPlayer
from inarow.player import Decision, Limits, Player
from inarow.players import LEVELS, find_level, load_player
from inarow.players.levels import SMALL_CELLS, LevelPlayer, group_of, within

NAMES = ["beginner", "casual", "club", "expert", "master"]
GAMES = ["tictactoe", "1x1x1", "5x5x4", "7x7x4", "gomoku", "20x20x5:rule=standard", "ultimate"]


def test_there_are_five_with_words():
    assert [level.name for level in LEVELS] == NAMES
    assert all(level.title and level.summary for level in LEVELS)
    assert find_level(" Master ").name == "master"
    with pytest.raises(BadSpec, match="did you mean expert"):
        find_level("expart")


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("spec", GAMES)
def test_every_level_plays_every_game(level, spec):
    game = inarow.load_game(spec)
    state = game.new_initial_state()
    player = load_player(level, game, seed=1)
    for _ in range(3):
        if not state.is_terminal():
            state.apply_action(player.act(state, Limits(time=0.05)).action)


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize(
    ("spec", "moves", "wanted"),
    [
        ("tictactoe", "a1 a2 b1 b2", "c1"),  # it can win
        ("tictactoe", "a1 b2 b1", "c1"),  # it must stop a win
        ("gomoku", "h8 a1 i9 a3 j10 a5 k11 a7", "g7 l12"),
        ("gomoku", "h8 g7 i9 a3 j10 a5 k11", "l12"),
        ("7x7x5", "a1 d4 b1 d6 c1 f2 d1", "e1"),
    ],
)
def test_no_level_makes_silly_mistakes(level, spec, moves, wanted):
    game = inarow.load_game(spec)
    for seed in range(5):
        decision = load_player(level, game, seed=seed).act(game.state_from(moves), Limits(time=0.1))
        assert game.action_to_string(decision.action) in wanted.split()


def test_limits_of_a_level_hold_beside_others():
    both = within(Limits(time=1.0, nodes=500), Limits(nodes=1000, sims=7))
    assert both == Limits(time=1.0, nodes=500, sims=7)
    game = inarow.load_game("ultimate")
    club = find_level("club").setting(game)
    player = load_player("club", game, seed=1)
    decision = player.act(game.new_initial_state(), Limits(time=60.0))
    assert decision.stats["sims"] == club.limits.sims
    quick = player.act(game.new_initial_state(), Limits(sims=3))
    assert quick.stats["sims"] == 3


def test_equal_seeds_play_alike():
    game = inarow.load_game("5x5x4")
    one, two = (load_player("club", game, seed=9) for _ in range(2))
    state = game.new_initial_state()
    assert one.act(state).action == two.act(state).action


def test_levels_take_no_parameters_and_are_named_when_a_name_is_wrong():
    game = inarow.load_game("gomoku")
    with pytest.raises(BadSpec, match="it takes none"):
        load_player("master:depth=3", game)
    with pytest.raises(UnknownPlayer, match="did you mean beginner"):
        load_player("begginner", game)


class Slow(Player):
    """Somebody's player, which notes how it is called."""

    version, is_timed = "Slow 1.0", True
    note = "Takes its time."

    def __init__(self):
        self.calls = []

    def act(self, state, limits=None):
        self.calls.append(("act", limits))
        return Decision(state.legal_actions()[0])

    def analyse(self, state, limits=None, **options):
        self.calls.append(("analyse", limits, options))
        return Decision(state.legal_actions()[0])

    def stop(self):
        self.calls.append(("stop",))

    def close(self):
        self.calls.append(("close",))


def test_a_level_may_be_any_player():
    player = Slow()
    level = LevelPlayer(player, Limits(sims=7))
    state = inarow.load_game("tictactoe").new_initial_state()
    with level:
        assert level.act(state).action == 0
        options = {"lines": 2, "thorough": True, "on_progress": print}
        assert level.analyse(state, Limits(time=1.0, sims=9), **options).action == 0
        level.stop()
    assert player.calls == [
        ("act", Limits(sims=7)),
        ("analyse", Limits(time=1.0, sims=7), options),
        ("stop",),
        ("close",),
    ]
    assert (level.version, level.is_timed) == ("Slow 1.0", True)
    assert level.note == "Takes its time."


def test_kinds_of_games():
    assert group_of(inarow.load_game("5x5x4")) == "small"
    assert group_of(inarow.load_game("6x6x4")) == "rows"
    assert group_of(inarow.load_game("ultimate:tiebreak=boards")) == "others"
    assert SMALL_CELLS < 36


@pytest.mark.parametrize("spec", ["5x5x4", "gomoku", "ultimate"])
@pytest.mark.parametrize(("better", "worse"), [("casual", "beginner"), ("club", "casual")])
def test_a_level_beats_the_one_below(better, worse, spec):
    result = play_match(better, worse, game=spec, games=20, seed=1)
    assert result.counts.points > 11  # of 20
