"""The heuristic family: greedy, negamax and threat."""

from __future__ import annotations

import json
import random
import threading
import time
from pathlib import Path

import pytest

import inarow
from inarow.analysis.problems import load_problems
from inarow.player import Limits
from tests.busy_machine import once_within
from tests.golden.make_vcf import random_position
from tests.reference.threats import reference_board
from tests.reference.vcf import Board, solve

PLAYERS = ["greedy", "negamax", "negamax:depth=2", "threat", "threat:depth=1,b=3,vcf=0"]
SEARCHES = ["negamax", "threat"]
SOON = Limits(nodes=20_000)
PROBLEMS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "golden" / "vcf.jsonl").read_text().splitlines()
] + [
    {
        "game": problem.game,
        "moves": list(problem.moves),
        "winner": len(problem.moves) % 2,
        "solution": list(problem.solution),
    }
    for problem in load_problems("vcf")[::4]
]


def play(game: inarow.Game, actions: list[int]) -> inarow.State:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def winning_actions(state: inarow.State, player: int) -> set[int]:
    """Where this player would win at once, whoever is to move, by the slow rules."""
    board, columns = reference_board(state), state.game.columns
    return {row * columns + column for row, column in board.winning_spots(player)}


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    "spec",
    ["1x1x1", "1x1x2", "5x1x2", "1x20x3", "2x2x3", "3x4x9", "20x20x20", "6x7x4:rule=standard"],
)
def test_any_board_is_played_to_its_end(player: str, spec: str) -> None:
    game = inarow.load_game(spec)
    players = [inarow.load_player(player, game, seed=i) for i in (0, 1)]
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 60:
        decision = players[state.current_player()].act(state, Limits(nodes=300))
        assert decision.action in state.legal_actions()
        state.apply_action(decision.action)


@pytest.mark.parametrize("player", ["greedy", "negamax", "threat"])
def test_only_mnk_games_are_played(player: str) -> None:
    with pytest.raises(inarow.BadSpec, match="does not play ultimate"):
        inarow.load_player(player, inarow.load_game("ultimate"))


@pytest.mark.parametrize(
    "spec", ["tictactoe", "gomoku", "gomoku:rule=standard", "5x6x4", "9x9x7:rule=standard"]
)
def test_wins_are_taken_and_losses_blocked(spec: str) -> None:
    """On random positions of both colours: a win in one is played, else the opponent's is taken."""
    game = inarow.load_game(spec)
    randomness = random.Random(spec)
    searchers = [inarow.load_player(player, game, seed=1) for player in PLAYERS]
    seen = {(who, what): 0 for who in (0, 1) for what in ("win", "block")}
    while min(seen.values()) < 4:
        state = random_position(game, randomness)
        me = state.current_player()
        mine, theirs = winning_actions(state, me), winning_actions(state, 1 - me)
        what = "win" if mine else "block"
        if not (mine or len(theirs) == 1) or seen[me, what] >= 12:
            continue
        seen[me, what] += 1
        for searcher in searchers:
            decision = searcher.act(state, Limits(nodes=2_000))
            assert decision.action in (mine or theirs), str(state)
            if mine:
                assert decision.stats["proven"] == "win"
                assert decision.value == 1


@pytest.mark.parametrize("player", PLAYERS)
def test_equal_seeds_and_limits_decide_alike(player: str) -> None:
    game = inarow.load_game("gomoku")
    state = play(game, [112, 113, 97, 127, 98, 96, 128])
    decisions = [inarow.load_player(player, game, seed=5).act(state, SOON) for _ in range(2)]
    first, second = ((d.action, d.value, d.pv, d.policy, d.stats["nodes"]) for d in decisions)
    assert first == second
    assert decisions[0].stats["nodes"] <= 20_000


@pytest.mark.parametrize("player", SEARCHES)
def test_a_search_stops_when_told(player: str) -> None:
    game = inarow.load_game("gomoku:size=20")
    state = play(game, [210, 211, 190, 170, 231, 189, 228])
    searcher = inarow.load_player(f"{player}:depth=40", game, seed=0)

    def seconds_late() -> float:
        told: list[float] = []
        timer = threading.Timer(0.1, lambda: (told.append(time.perf_counter()), searcher.stop()))
        timer.start()
        decision = searcher.act(state, Limits(time=20))
        answered = time.perf_counter()
        timer.join()
        assert decision.action in state.legal_actions()
        return answered - told[0]

    assert once_within(0.05, seconds_late)


@pytest.mark.parametrize("player", SEARCHES)
def test_time_limits_are_kept(player: str) -> None:
    game = inarow.load_game("gomoku")
    state = play(game, [112, 113, 97, 127, 98, 96, 128])
    searcher = inarow.load_player(f"{player}:depth=30", game, seed=0)
    assert once_within(0.15, lambda: searcher.act(state, Limits(time=0.1)).stats["seconds"])


def test_greedy_has_a_policy_and_draws_lots() -> None:
    game = inarow.load_game("gomoku")
    state = play(game, [112])
    actions = set()
    for seed in range(40):
        decision = inarow.load_player("greedy", game, seed=seed).act(state)
        assert set(decision.policy) == set(state.legal_actions())
        assert sum(decision.policy.values()) == pytest.approx(1)
        assert decision.policy[decision.action] == max(decision.policy.values())
        actions.add(decision.action)
    assert len(actions) > 4


def test_greedy_joins_the_longest_row() -> None:
    game = inarow.load_game("gomoku")
    # X has three in a row at 112..114, O two at 20 and 21.
    state = play(game, [112, 20, 113, 21, 114, 200])
    assert inarow.load_player("greedy", game, seed=0).act(state).action in {111, 115}


@pytest.mark.parametrize("player", ["negamax", "threat"])
def test_perfect_play_is_held_to_a_draw(player: str) -> None:
    """On 3x3 against minimax that draws lots among its best moves, both sides."""
    game = inarow.load_game("tictactoe")
    perfect = inarow.load_player("minimax", game, seed=0)
    values: dict[str, float | None] = {}

    def value(state: inarow.State) -> float:
        """Of a state for whoever has just moved."""
        if state.is_terminal():
            return abs(state.returns()[0])
        text = str(state.board().tolist())
        if text not in values:
            values[text] = perfect.act(state, Limits(depth=9)).value
        return -round(values[text] or 0)

    randomness = random.Random(7)
    for number in range(300):
        searcher = inarow.load_player(player, game, seed=number)
        mine = number % 2
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == mine:
                state.apply_action(searcher.act(state, Limits(depth=9)).action)
                continue
            after = {}
            for action in state.legal_actions():
                child = state.clone()
                child.apply_action(action)
                after[action] = value(child)
            best = max(after.values())
            state.apply_action(randomness.choice([a for a, v in after.items() if v == best]))
        assert state.returns()[mine] == 0, str(state)


@pytest.mark.parametrize("player", ["greedy", *SEARCHES, "negamax:range=1", "threat:b=4"])
def test_what_is_called_proven_is_true(player: str) -> None:
    """On boards that are solved: a claim is what the exact search says, whatever the depth."""
    randomness = random.Random(11)
    claims = 0
    for spec in ["4x4x3", "4x4x4", "5x4x4:rule=standard", "6x3x3:rule=standard", "5x4x3"]:
        game = inarow.load_game(spec)
        exact = inarow.load_player("cached", game, seed=0)
        for _ in range(40):
            state = game.new_initial_state()
            for _ in range(randomness.randrange(3, 9)):
                state.apply_action(randomness.choice(state.legal_actions()))
                if state.is_terminal():
                    state.undo_action()
                    break
            depth = randomness.randrange(1, 12)
            found = inarow.load_player(player, game, seed=0).act(state, Limits(depth=depth))
            if found.stats["proven"] is not None:
                claims += 1
                truth = exact.act(state, Limits(depth=99))
                assert found.stats["proven"] == truth.stats["proven"], str(state)
    assert claims > 20


def check_line(state: inarow.State, line: list[int], attacker: int) -> None:
    """Replay a victory by fours: every move threatens, every answer but the last is forced."""
    state = state.clone()
    for index, action in enumerate(line):
        assert not state.is_terminal()
        if index % 2 == 1:
            threats = winning_actions(state, attacker)
            assert not winning_actions(state, 1 - attacker)
            assert action in threats
            assert len(threats) > (index == len(line) - 2)
            if index < len(line) - 2:
                assert threats == {action}
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns()[attacker] == 1


def test_there_are_enough_problems() -> None:
    assert len(PROBLEMS) >= 50
    assert len({json.dumps(problem["moves"]) for problem in PROBLEMS}) == len(PROBLEMS)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: f"{p['game']}-{len(p['moves'])}")
def test_victories_by_fours_are_found(problem: dict[str, object]) -> None:
    game = inarow.load_game(problem["game"])
    state = play(game, problem["moves"])
    attacker = problem["winner"]
    assert state.current_player() == attacker
    check_line(state, problem["solution"], attacker)
    decision = inarow.load_player("threat", game, seed=0).act(state, Limits(time=5))
    assert decision.stats["proven"] == "win"
    check_line(state, list(decision.pv), attacker)
    # Some milliseconds at most; unlike time, nodes do not depend on how busy the machine is.
    assert decision.stats["nodes"] < 5_000


def test_four_four_open_four() -> None:
    """The kind of win of the paper's Fig. 4: two fours that are blocked build an open four."""
    game = inarow.load_game("gomoku")
    rows = [
        "...............",
        "...............",
        ".....x..x......",
        "...............",
        ".....o..o......",
        ".....o..o......",
        ".....o..o......",
        ".......o.......",
        ".....x..x......",
    ]
    mine = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "o"]
    theirs = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == "x"]
    theirs += [(14, 2 * i) for i in range(len(mine) - len(theirs))]
    moves = [spot[0] * 15 + spot[1] for pair in zip(mine, theirs, strict=True) for spot in pair]
    state = play(game, moves)
    assert solve(reference_board(state), 0, 2) is None
    decision = inarow.load_player("threat", game, seed=0).act(state)
    assert decision.stats["proven"] == "win"
    assert len(decision.pv) == 7
    check_line(state, list(decision.pv), 0)


def test_threat_and_the_reference_agree_on_wins_by_fours() -> None:
    """Where the slow search finds none, threat claims none that begins with a four, and back."""
    randomness = random.Random(3)
    for spec in ["7x7x4", "6x8x4:rule=standard", "8x8x5"]:
        game = inarow.load_game(spec)
        for _ in range(40):
            state = random_position(game, randomness)
            me = state.current_player()
            board: Board = reference_board(state)
            expected = solve(board, me, 3)
            found = inarow.load_player("threat:depth=1,vcf=3", game, seed=0).act(state)
            if expected is not None:
                assert found.stats["proven"] == "win", str(state)
            if found.stats["proven"] == "win" and len(found.pv) > 1:
                check_line(state, list(found.pv), me)


def test_parameters_have_a_readable_and_a_short_name() -> None:
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 i9 h9 g8 i8")
    long, short = (
        inarow.load_player(spec, game, seed=1).act(state, inarow.Limits(depth=3))
        for spec in ("threat:candidates=4,vcf_depth=0", "threat:b=4,vcf=0")
    )
    wide = inarow.load_player("threat", game, seed=1).act(state, inarow.Limits(depth=3))
    assert (long.action, long.value, long.stats["nodes"]) == (
        short.action,
        short.value,
        short.stats["nodes"],
    )
    assert long.stats["nodes"] < wide.stats["nodes"]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("threat:b=4,candidates=4", "gets candidates twice: b is another name of it"),
        ("threat:b=0", "b=0 is out of range: b must be a whole number from 1 to 400"),
        ("threat:vcf_depth=x", "vcf_depth=x is not valid"),
        ("threat:width=3", r"it takes depth, candidates \(or b\), vcf_depth \(or vcf\), mb"),
    ],
)
def test_errors_speak_of_the_name_that_was_given(spec: str, says: str) -> None:
    with pytest.raises(inarow.BadSpec, match=says):
        inarow.load_player(spec, inarow.load_game("gomoku"))
