"""Tabular learning: how quickly it is safe, the paper's rule, and the tables that are shipped."""

import statistics
import time

import pytest

import inarow
from inarow.learning import load_learner
from inarow.models.weights import weights_file
from tests.exhaustive import is_safe, worst_result

ASKED_GAMES = 1000
SEEDS = 20
STEP = 100


def games_until_safe(folder, seed: int, most: int) -> int:
    game = inarow.load_game("tictactoe")
    for games in range(STEP, most + 1, STEP):
        learner = load_learner(
            "tabular",
            game,
            out=folder,
            seed=seed,
            resume=games > STEP,
            games=games,
            **({} if games > STEP else {"checkpoint_every": STEP, "evaluate_every": 0}),
        )
        learner.learn()
        if is_safe(learner.player(), game):
            return games
    return most + STEP


def test_it_is_safe_on_3x3_after_a_thousand_games(tmp_path):
    needed = [games_until_safe(tmp_path / str(seed), seed, 3000) for seed in range(SEEDS)]
    assert statistics.median(needed) <= ASKED_GAMES
    assert max(needed) <= 3000


def test_an_untrained_table_is_not_safe(tmp_path):
    game = inarow.load_game("tictactoe")
    player = load_learner("tabular", game, out=tmp_path / "run").player()
    assert not is_safe(player, game)


def test_many_games_take_seconds(tmp_path):
    learner = load_learner(
        "tabular",
        "tictactoe",
        out=tmp_path / "run",
        games=100_000,
        evaluate_every=0,
        checkpoint_every=100_000,
    )
    begun = time.process_time()
    learner.learn()
    assert time.process_time() - begun < 5
    assert is_safe(learner.player(), learner.game)


def test_the_papers_rule_learns_and_differs(tmp_path):
    paper = load_learner("tabular", "tictactoe", out=tmp_path / "paper", preset="paper", games=3000)
    assert (paper.settings.fold, paper.settings.target) == (False, "played")
    events = []
    paper.learn(events.append)
    tests = [event for event in events if event["kind"] == "evaluation"]
    assert tests[-1]["opponent"] == "greedy"
    against_random = [event for event in tests if event["opponent"] == "random"]
    assert against_random[-1]["first_points"] > 0.8
    # Without folding there are several positions for each of ours.
    assert events[-3]["positions"] > 1000


@pytest.mark.parametrize(
    ("moves", "value"), [("a1 a2 b1 b2", 1), ("a1 b2 b1 a3", 1), ("a1 b2 c3", 0)]
)
def test_values_have_the_right_sign_for_both_sides(moves, value):
    game = inarow.load_game("tictactoe")
    player = inarow.load_player("tabular", game, seed=1)
    assert player.act(game.state_from(moves)).value == pytest.approx(value)


@pytest.mark.parametrize("moves", ["a1 c3 c1 b1", "a1 b2 c3"])
def test_a_finished_game_is_worth_its_result_to_both(moves):
    """The value after a move is the negative of the value before it, up to the end."""
    game = inarow.load_game("tictactoe")
    player = inarow.load_player("tabular", game, seed=1)
    state = game.state_from(moves)
    values = []
    while not state.is_terminal():
        decision = player.act(state)
        values.append(decision.value * (1 if state.current_player() == 0 else -1))
        state.apply_action(decision.action)
    assert values == pytest.approx([state.returns()[0]] * len(values))


def test_shipped_tables_play_perfectly():
    three, four = inarow.load_game("tictactoe"), inarow.load_game("4x4x3")
    assert is_safe(inarow.load_player("tabular", three, seed=1), three)
    player = inarow.load_player("tabular", four, seed=1)
    assert worst_result(player, four.new_initial_state(), 0) == 1  # a won game


def test_a_table_of_another_game_is_refused(tmp_path):
    path = weights_file("tictactoe.tabular")
    for spec in ("4x4x3", "gomoku"):
        with pytest.raises(inarow.BadFile, match="is a table of tictactoe"):
            inarow.load_player(f"tabular:file={path}", inarow.load_game(spec))
    with pytest.raises(inarow.BadSpec, match="does not play gomoku"):
        inarow.load_player("tabular", inarow.load_game("gomoku"))
    with pytest.raises(
        inarow.BadSpec, match="has no weights for 4x3x3: learn them by inarow train"
    ):
        inarow.load_player("tabular", inarow.load_game("4x3x3"))


def test_any_flipped_bit_is_refused(tmp_path):
    content = bytearray(weights_file("tictactoe.tabular").read_bytes())
    path = tmp_path / "changed.tabular"
    game = inarow.load_game("tictactoe")
    for bit in range(0, 8 * len(content), 8 * len(content) // 300):
        content[bit // 8] ^= 1 << bit % 8
        path.write_bytes(content)
        with pytest.raises(inarow.BadFile):
            inarow.load_player(f"tabular:file={path}", game)
        content[bit // 8] ^= 1 << bit % 8
