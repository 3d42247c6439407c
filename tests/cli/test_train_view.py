"""What a training shows while it runs: never wider than the terminal, and short in a pipe."""

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from inarow.cli import train_view
from inarow.cli.train_view import STOPPING, TrainView
from inarow.learning import load_learner


@pytest.fixture
def console(monkeypatch):
    def make(columns=80, *, terminal=True):
        made = Console(
            file=io.StringIO(), force_terminal=terminal, width=columns, color_system=None
        )
        monkeypatch.setattr(train_view, "progress_console", made)
        return made

    return make


@pytest.fixture
def learner(tmp_path):
    return load_learner("tabular", "tictactoe", out=tmp_path / "run", games=20_000, time=100.0)


def trained(games, seconds, **figures):
    return {"kind": "train", "step": 1, "games": games, "seconds": seconds, **figures}


def evaluated(opponent, first, second, games=1000, seconds=2.0):
    return {
        "kind": "evaluation",
        "step": 1,
        "games": games,
        "seconds": seconds,
        "opponent": opponent,
        "first_points": first,
        "second_points": second,
    }


def shown(console, view):
    console.file.truncate(0)
    console.file.seek(0)
    console.print(view.picture())
    return console.file.getvalue().splitlines()


def test_a_game_of_the_last_evaluation_is_shown(console, learner):
    screen = console(60)
    view = TrainView(learner)
    assert not any("a game" in line for line in shown(screen, view))
    view.show(evaluated("random", 1.0, 1.0) | {"sample": "b2 a1 c3"})
    view.show(evaluated("greedy", 1.0, 1.0) | {"sample": " ".join(["b2", "a1"] * 40)})
    (line,) = [line for line in shown(screen, view) if "a game" in line]
    assert line.startswith("a game against greedy: b2 a1 b2")
    assert len(line) <= 60


def test_speed_time_left_points_and_figures_are_shown(console, learner):
    screen = console(100)
    view = TrainView(learner)
    assert shown(screen, view)[0].split()[-2:] == ["0/20,000", "games"]
    view.show(trained(1000, 2.0, mean_loss=0.12345, positions=12345))
    view.show(evaluated("random", 0.98, 0.914))
    view.show(evaluated("greedy", 0.71, 0.55))
    bar, points, figures = shown(screen, view)
    assert bar.startswith("tabular ━")
    assert bar.rstrip().endswith("1,000/20,000 games  500 games/s  0:00:38 left")
    assert points == "random 0.98/0.91  greedy 0.71/0.55"
    assert figures == "mean loss 0.123  positions 12,345"


def test_the_limit_that_ends_first_gives_the_time_left(console, learner):
    screen = console(100)
    view = TrainView(learner)
    view.show(trained(100, 40.0))
    assert "0:01:00 left" in shown(screen, view)[0]  # by the games it would be over two hours
    view.show(trained(200, 101.0))
    assert "0:00:00 left" in shown(screen, view)[0]


def test_the_speed_is_that_of_the_last_half_minute(console, learner):
    screen = console(100)
    view = TrainView(learner)
    for second in range(1, 61):
        view.show(trained(100 * second if second <= 30 else 3000 + 10 * (second - 30), second))
    assert "  10 games/s  " in shown(screen, view)[0]


@pytest.mark.parametrize("columns", [8, 20, 40, 61, 80, 200])
def test_nothing_is_wider_than_the_terminal(console, learner, columns):
    screen = console(columns)
    view = TrainView(learner)
    view.show(trained(12_345, 61.0, **{f"figure_{n}": 123.456 for n in range(30)}))
    view.show(evaluated("mcts:sims=1000,c=1.4", 0.5, 0.5))
    view.show(evaluated("名前" * 50, 0.5, 0.5))
    for view.is_stopping in (False, True):
        lines = shown(screen, view)
        assert len(lines) == 3
        assert max(map(cell_len, lines)) <= columns


def test_ctrl_c_is_answered_on_the_screen(console, learner):
    screen = console(120)
    view = TrainView(learner)
    view.is_stopping = True
    assert STOPPING in shown(screen, view)[0]


def test_a_pipe_gets_a_line_for_each_evaluation(console, learner):
    pipe = console(terminal=False)
    with TrainView(learner) as view:
        for games in (1000, 2000):
            view.show(trained(games, games / 500, change=0.5))
            for opponent in learner.settings.opponents.split():
                view.show(evaluated(opponent, 0.98, 0.91, games, games / 500))
    assert pipe.file.getvalue().splitlines() == [
        "1,000/20,000 games  500 games/s  0:00:38 left  random 0.98/0.91  greedy 0.98/0.91  "
        "change 0.5",
        "2,000/20,000 games  500 games/s  0:00:36 left  random 0.98/0.91  greedy 0.98/0.91  "
        "change 0.5",
    ]


def test_a_terminal_is_left_clean(console, learner):
    screen = console()
    with TrainView(learner) as view:
        view.show(trained(1000, 2.0))
    assert screen.file.getvalue().count("\x1b[?25l") == screen.file.getvalue().count("\x1b[?25h")
