"""The referee: every way a game can end, and whose fault it was."""

import pytest

import inarow
from inarow.arena.adjudication import Adjudicator, Draw, Resign
from inarow.arena.referee import MatchConditions, Referee, Stopped
from inarow.errors import PlayerFailed
from inarow.player import Decision, Limits, Player, search_stats
from inarow.protocols.record import End

GAME = inarow.load_game("tictactoe")


class Scripted(Player):
    """Plays the moves it was given; a callable among them is called instead."""

    def __init__(self, *moves, value=None):
        self.moves, self.value, self.seen = list(moves), value, []

    def act(self, state, limits=None):
        self.seen.append(limits)
        move = self.moves.pop(0)
        if callable(move):
            move = move(state)
        action = GAME.string_to_action(move) if isinstance(move, str) else move
        return Decision(action=action, value=self.value, stats=search_stats(nodes=3))


class Clock:
    """Stands still but for the players that take their time."""

    now = 0.0

    def __call__(self):
        return self.now


CLOCK = Clock()


def play(first, second, opening="", **conditions):
    referee = Referee(GAME, (first, second), MatchConditions(**conditions), CLOCK)
    return referee.play(GAME.parse_moves(opening))


def test_a_line_wins():
    played = play(Scripted("a1", "b1", "c1"), Scripted("a2", "b2"))
    assert (played.result, played.end) == ((1.0, -1.0), End.LINE)
    assert GAME.format_moves(played.moves) == "a1 a2 b1 b2 c1"
    assert len(played.times) == len(played.values) == len(played.nodes) == 5
    assert all(seconds >= 0 for seconds in played.times)
    assert played.nodes == (3,) * 5


def test_a_full_board_is_a_draw():
    played = play(Scripted("c3"), Scripted(), opening="b2 a1 a2 c2 b3 b1 c1 a3")
    assert (played.result, played.end) == ((0.0, 0.0), End.FULL)
    assert played.times[:8] == (None,) * 8


def slow(state):
    CLOCK.now += 0.15
    return "b1"


def boom(state):
    raise RuntimeError("out of ideas")


def gives_up(state):
    raise PlayerFailed("stall", "It said nothing.", seconds=2.5)


def gives_up_in_words_of_its_own(state):
    raise PlayerFailed("line", "It has lost its line of thought.")


def cheats(state):
    state.apply_action(8)
    return "b1"


@pytest.mark.parametrize(
    ("move", "end", "detail"),
    [
        ("a1", End.ILLEGAL, "a1 is not a legal move."),
        (99, End.ILLEGAL, "99 is not a move."),
        (-1, End.ILLEGAL, "-1 is not a move."),
        (None, End.ILLEGAL, "None is not a move."),
        (slow, End.TIMEOUT, "had 0.020 s for a move"),
        (boom, End.CRASH, "RuntimeError: out of ideas"),
        (gives_up, End.STALL, "It said nothing."),
        (gives_up_in_words_of_its_own, End.CRASH, "its line of thought"),
    ],
)
@pytest.mark.parametrize("loser", [0, 1])
def test_faults_lose(loser, move, end, detail):
    bad, good = Scripted("a1", move), Scripted("a2", "b2", "c2")
    seats = (bad, good) if loser == 0 else (good, bad)
    if loser == 1:
        good.moves = ["a2", "b2", "c3"]
    played = play(*seats, limits=Limits(time=0.02), margin=0.05)
    assert played.result == ((-1.0, 1.0), (1.0, -1.0))[loser]
    assert played.end == end
    assert detail in played.detail
    assert len(played.times) == len(played.moves)
    late = {End.TIMEOUT: pytest.approx(0.15), End.STALL: 2.5}
    assert played.late == late.get(end)


def test_a_player_cannot_change_the_position():
    played = play(Scripted("a1", cheats, "c1"), Scripted("a2", "b2"))
    assert GAME.format_moves(played.moves) == "a1 a2 b1 b2 c1"


@pytest.mark.parametrize("answer", [None, 3, "h8"])
def test_an_answer_that_is_no_decision_loses(answer):
    class Careless(Player):
        def act(self, state, limits=None):
            return answer

    played = play(Careless(), Scripted("a1"))
    assert (played.result, played.end) == ((-1.0, 1.0), End.ILLEGAL)
    assert played.detail == f"It answered {answer!r}, which is not a Decision."


@pytest.mark.parametrize(
    "stats",
    [
        *(None, 3, {}),
        *({"seconds": told} for told in ("soon", None, -1.0, float("nan"), 10**400)),
        *({"nodes": told} for told in ("many", None, -1, float("nan"))),
    ],
)
def test_a_player_that_keeps_its_own_time_badly_is_timed_by_us(stats):
    class Vague(Player):
        is_timed = True

        def act(self, state, limits=None):
            return Decision(action=state.legal_actions()[0], stats=stats)

    played = play(Vague(), Vague())
    assert played.end == End.LINE
    assert all(seconds is not None and 0 <= seconds < 30 for seconds in played.times)
    not_told = isinstance(stats, dict) and "nodes" not in stats
    assert set(played.nodes) == {0 if not_told else None}


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        *((0.5, 0.5), (7.0, 1.0), (-7, -1.0), (10**400, 1.0)),
        *((float("nan"), None), (float("inf"), None), ("good", None), (None, None)),
    ],
)
def test_strange_values_are_put_right(said, kept):
    played = play(Scripted("a1", "b1", "c1", value=said), Scripted("a2", "b2"))
    assert played.values[0] == kept


def test_the_margin_is_forgiven():
    played = play(
        Scripted("a1", slow, "c1"), Scripted("a2", "b2"), limits=Limits(time=0.02), margin=5
    )
    assert played.end == End.LINE


def test_the_game_clock_runs_and_is_topped_up():
    first = Scripted("a1", slow, "c1")
    play(first, Scripted("a2", "b2"), limits=Limits(left=1.0, increment=0.25))
    left = [limits.left for limits in first.seen]
    assert left == pytest.approx([1.0, 1.25, 1.25 - 0.15 + 0.25])


def test_the_game_clock_ends():
    played = play(
        Scripted("a1", slow, slow), Scripted("a2", "b2"), limits=Limits(left=0.05), margin=0.02
    )
    assert (played.end, played.result) == (End.TIMEOUT, (-1.0, 1.0))
    assert "the rest of the game" in played.detail


def test_the_resign_rule():
    judge = Adjudicator(resign=Resign(moves=2, value=0.9))
    played = play(
        Scripted("a1", "b1", "c1", value=1.0), Scripted("a2", "b2", value=-0.95), adjudicator=judge
    )
    assert (played.end, played.result) == (End.RESIGN_RULE, (1.0, -1.0))
    assert GAME.format_moves(played.moves) == "a1 a2 b1"


def test_the_draw_rule():
    judge = Adjudicator(draw=Draw(moves=1, value=0.1, after=4))
    played = play(
        Scripted("a1", "b1", "c1", value=0.0),
        Scripted("a2", "b2", value=0.0),
        adjudicator=judge,
    )
    assert (played.end, played.result) == (End.DRAW_RULE, (0.0, 0.0))
    assert len(played.moves) == 4


@pytest.mark.parametrize(("most", "moves"), [(1, 1), (4, 4), (5, 5), (9, 5)])
def test_a_game_of_so_many_moves_is_a_draw(most, moves):
    judge = Adjudicator(max_moves=most)
    players = Scripted("a1", "b1", "c1"), Scripted("a2", "b2")
    played = play(*players, adjudicator=judge)
    assert len(played.moves) == moves
    if most < 5:
        assert (played.end, played.result) == (End.DRAW_RULE, (0.0, 0.0))
        assert played.detail == f"No result after {most} moves."
    else:  # the last move was a line
        assert (played.end, played.result, played.detail) == (End.LINE, (1.0, -1.0), "")


def test_moves_of_the_opening_count():
    judge = Adjudicator(max_moves=3)
    played = play(Scripted("c3"), Scripted(), opening="a1 a2", adjudicator=judge)
    assert (played.end, len(played.moves)) == (End.DRAW_RULE, 3)


def test_each_player_has_its_own_limits():
    first, second = Scripted("a1", slow, "c1"), Scripted("a2", slow)
    limits = (Limits(left=10.0, increment=1.0), Limits(time=0.02, nodes=7))
    conditions = MatchConditions(limits=Limits(depth=3), margin=0.05)
    referee = Referee(GAME, (first, second), conditions, CLOCK, limits)
    played = referee.play(())
    assert [seen.left for seen in first.seen] == pytest.approx([10.0, 11.0])
    assert second.seen == [Limits(time=0.02, nodes=7)] * 2
    assert (played.end, played.result) == (End.TIMEOUT, (1.0, -1.0))
    assert len(played.moves) == 3


def test_stopping_is_no_result():
    referee = None

    def stops(state):
        referee.stop()
        return "b1"

    referee = Referee(GAME, (Scripted("a1", stops), Scripted("a2")), MatchConditions())
    with pytest.raises(Stopped):
        referee.play(())
