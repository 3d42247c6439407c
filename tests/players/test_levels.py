"""Levels: each plays every game, and each beats the one below; how clearly is in docs/levels.md."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inarow
from inarow.arena import play_match
from inarow.errors import BadSpec, UnknownPlayer
from inarow.player import Candidate, Decision, Limits, Player
from inarow.players import LEVELS, find_level, load_player
from inarow.players.level_player import LevelPlayer, within
from inarow.players.levels import SMALL_CELLS, Variety, group_of

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


def winning(state):
    """The moves that end the game with a win."""
    mover = state.current_player()
    after = {action: state.child(action) for action in state.legal_actions()}
    return [a for a, child in after.items() if child.is_terminal() and child.winner() == mover]


def needed(state):
    """The moves of which one must be played: those that win, else those that stop a win.

    Empty if any move will do, or none helps.
    """
    wins, legal = winning(state), state.legal_actions()
    if wins:
        return wins
    safe = [a for a in legal if state.child(a).is_terminal() or not winning(state.child(a))]
    return safe if len(safe) < len(legal) else []


def sharp_positions(game, random):
    """The positions of a game at random, near the stones, in which one of few moves is needed."""
    state, found = game.new_initial_state(), []
    while not state.is_terminal():
        wanted = needed(state)
        if wanted:
            found.append((state.clone(), wanted))
        row, column = divmod(
            (state.history() or [game.num_distinct_actions() // 2])[-1], game.columns
        )
        legal = [
            action
            for action in state.legal_actions()
            if max(abs(action // game.columns - row), abs(action % game.columns - column)) <= 2
        ]
        state.apply_action(random.choice(legal or state.legal_actions()))
    return found


@settings(max_examples=150, deadline=None)
@given(
    level=st.sampled_from(NAMES),
    spec=st.sampled_from(
        ["tictactoe", "5x5x4", "7x7x4", "8x8x5", "gomoku:size=9,rule=standard", "ultimate"]
    ),
    seed=st.integers(0, 2**32),
)
def test_no_level_misses_a_win_or_a_row_to_be_stopped(level, spec, seed):
    game, random = inarow.load_game(spec), Random(seed)
    positions = sharp_positions(game, random)
    assume(positions)
    player = load_player(level, game, seed=seed)
    for state, wanted in random.sample(positions, min(3, len(positions))):
        decision = player.act(state, Limits(nodes=10_000))
        assert decision.action in wanted, (str(state), game.action_to_string(decision.action))


@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize(
    ("spec", "moves"),
    [("gomoku", "h8"), ("7x7x4", "d4"), ("5x5x4", "c3"), ("tictactoe", "b2"), ("ultimate", "e5")],
)
def test_a_level_has_several_answers(level, spec, moves):
    """Beginner answered h8 by e5 in every game, club by f6."""
    game = inarow.load_game(spec)
    state = game.state_from(moves)
    players = [load_player(level, game, seed=seed) for seed in range(12)]
    answers = {player.act(state, Limits(nodes=3000)).action for player in players}
    assert len(answers) >= 3
    again = [load_player(level, game, seed=seed).act(state, Limits(nodes=3000)) for seed in (3, 3)]
    assert again[0].action == again[1].action


@pytest.mark.parametrize("level", NAMES[:-1])
@pytest.mark.parametrize("spec", ["gomoku", "7x7x5", "ultimate"])
def test_levels_below_the_top_vary_in_a_lopsided_position(level, spec):
    """Where turning the board alone changes nothing, because a search finds the same move."""
    game = inarow.load_game(spec)
    answers = []
    for number in range(4):
        state = game.new_initial_state()
        someone = load_player("casual", game, seed=number)
        for _ in range(4):
            state.apply_action(someone.act(state).action)
        players = [load_player(level, game, seed=seed) for seed in range(8)]
        answers.append(len({player.act(state, Limits(nodes=10_000)).action for player in players}))
    assert max(answers) >= 2, answers


def test_a_choice_does_not_depend_on_earlier_moves():
    """A game that was interrupted goes on alike."""
    game = inarow.load_game("gomoku")
    for level in ("beginner", "casual"):
        state, whole = game.new_initial_state(), load_player(level, game, seed=4)
        for _ in range(6):
            action = whole.act(state).action
            assert load_player(level, game, seed=4).act(state).action == action
            state.apply_action(action)


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


def test_all_searches_for_a_move_keep_the_limits_together():
    game = inarow.load_game("gomoku")
    state, player = game.state_from("h8"), load_player("expert", game, seed=1)
    alone = find_level("expert").setting(game).limits.nodes
    assert alone < player.act(state).stats["nodes"]  # alternatives were searched, too
    for most in (300, alone, 2 * alone, 10 * alone):
        assert player.act(state, Limits(nodes=most)).stats["nodes"] <= most


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
    game = inarow.load_game("tictactoe")
    level = LevelPlayer(player, game, 1, Limits(sims=7))
    state = game.new_initial_state()
    with level:
        assert state.is_legal(level.act(state).action)
        level.analyse(state, Limits(time=1.0, sims=9), lines=2, thorough=True)
        level.stop()
    assert player.calls == [
        ("act", Limits(sims=7)),
        (
            "analyse",
            Limits(time=1.0, sims=7),
            {"lines": 2, "thorough": True, "on_progress": None},
        ),
        ("stop",),
        ("close",),
    ]
    assert (level.version, level.is_timed) == ("Slow 1.0", True)
    assert level.note == "Takes its time."


class Sure(Player):
    """Always prefers one move, and values a position by the last move, for whoever made it."""

    def __init__(self, game, best, values, seconds=0.0, **stats):
        self.game, self.best, self.values = game, best, values
        self.stats = inarow.search_stats(nodes=10, seconds=seconds, **stats)
        self.asked = []

    def act(self, state, limits=None):
        names = [self.game.action_to_string(action) for action in state.history()]
        self.asked.append(names)
        value = self.values.get(names[-1]) if len(names) > 1 else self.values["h8"]
        self.on_act()
        value = None if value is None else -value
        return Decision(self.best, value=value, pv=(self.best,), stats=self.stats)

    def on_act(self):
        """Whatever happens while it searches."""


def varied(game, seed, near=0.1, limits=None, *, stops=False, worth=None, **more):
    """The answer to h8 of a level whose player values g8 at 0, most others at -0.5."""
    best = game.string_to_action("g8")
    values = {
        game.action_to_string(action): -0.5 for action in range(game.num_distinct_actions())
    } | {"h8": 0.0, "g8": 0.0, "g7": -0.05, "i9": -0.2, **(worth or {})}
    player = Sure(game, best, values, **more)
    level = LevelPlayer(player, game, seed, Limits(), Variety(share=0.3, near=near))
    # The same player on a board that is not turned, so that the names stay.
    level._player = player
    if stops:
        player.on_act = level.stop
    decision = level.act(game.state_from("h8"), limits)
    return game.action_to_string(decision.action), decision, player


def test_only_moves_whose_values_are_near_are_chosen():
    game = inarow.load_game("gomoku")
    answers = {varied(game, seed)[0] for seed in range(60)}
    assert answers == {"g8", "g7"}
    assert {varied(game, seed, near=0.3)[0] for seed in range(60)} == {"g8", "g7", "i9"}
    for seed in range(60):
        name, decision, player = varied(game, seed)
        assert len(player.asked) == 5  # the position, and that after the best and three others
        assert decision.stats["nodes"] == 50
        assert decision.moves == () or decision.moves[0].action == decision.action
        if name == "g7":
            assert decision.value == -0.05
            assert Candidate(game.string_to_action("g8"), value=0.0) in decision.moves


def test_no_variety_where_the_result_is_certain_or_the_time_is_up():
    game = inarow.load_game("gomoku")
    for more in (
        {"stops": True},
        {"worth": {"h8": None}},  # the search had no time for a value
        {"worth": {"h8": 0.95}},
        {"proven": "win"},
        {"proven": "loss"},
        {"seconds": 0.3, "limits": Limits(time=1.0)},
        {"seconds": 0.3, "limits": Limits(left=20.0)},
        {"limits": Limits(nodes=30)},
    ):
        for seed in range(20):
            name, _, player = varied(game, seed, near=2.0, **more)
            assert (name, len(player.asked)) == ("g8", 1)


def test_a_move_without_a_value_is_no_alternative():
    game = inarow.load_game("gomoku")
    unknown = {"g7": None}
    assert {varied(game, seed, worth=unknown)[0] for seed in range(60)} == {"g8"}
    unknown = {"g8": None}
    assert {varied(game, seed, worth=unknown)[0] for seed in range(60)} == {"g8"}


def test_a_search_that_ends_before_it_has_a_value():
    """Expert failed where 1,000 positions did not suffice for a value."""
    game = inarow.load_game("gomoku")
    values = []
    for seed in range(4):
        state, player = game.new_initial_state(), load_player("expert", game, seed=seed)
        while not state.is_terminal():
            decision = player.act(state, Limits(nodes=120))
            values.append(decision.value)
            state.apply_action(decision.action)
    assert None in values


class Tree(Player):
    """A tree search with these moves: visits and values by name."""

    def __init__(self, game, moves):
        self.moves = tuple(
            Candidate(game.string_to_action(name), visits, 0.1, value)
            for name, visits, value in moves
        )

    def act(self, state, limits=None):
        best = self.moves[0]
        return Decision(best.action, best.value, pv=(best.action,), moves=self.moves)


def test_of_a_tree_search_moves_with_enough_visits_and_value_are_chosen():
    game = inarow.load_game("ultimate")
    tree = Tree(game, [("e5", 100, 0.1), ("d4", 80, 0.09), ("f6", 69, 0.3), ("a1", 90, 0.0)])
    chosen = set()
    for seed in range(60):
        level = LevelPlayer(tree, game, seed, Limits(), Variety(share=0.7, near=0.02))
        level._player = tree
        decision = level.act(game.new_initial_state())
        assert decision.moves[0].action == decision.pv[0] == decision.action
        assert decision.value == decision.moves[0].value
        assert len(decision.moves) == 4
        chosen.add(game.action_to_string(decision.action))
    assert chosen == {"e5", "d4"}


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
