"""``inarow train``: train a player by self-play or on recorded games."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from inarow.cli.completion import complete_game
from inarow.cli.help import Command
from inarow.cli.output import JsonOption, console, print_json
from inarow.cli.train_view import TrainView
from inarow.errors import BadSpec
from inarow.learning.registry import LEARNERS, load_learner
from inarow.learning.run import HEAD, Learner, LearnerType
from inarow.runlog import COMMON, Event, read_toml
from inarow.spec import value_text

FILES = (
    "DIR contains the settings (settings.toml), what happened (events.jsonl), the checkpoints "
    "(checkpoints/), the data to learn from (data/, if the learner keeps any) and the trained "
    "player (model.*). A run that was stopped or killed continues with --resume."
)
"""What a run writes, for the help."""

app = typer.Typer(help="Train a player by self-play or on games.", no_args_is_help=True)


@app.callback()
def _learners() -> None:
    """Train a player by self-play or on games."""


def _train(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="The game to learn; default: tictactoe.",
            autocompletion=complete_game,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the run; it must be new.")
    ] = None,
    games: Annotated[int | None, typer.Option(metavar="N", help="Games in total.")] = None,
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="Seconds of training in total.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed, to repeat a training.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings as in a settings.toml.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting; may be given several times."),
    ] = None,
    init: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Weights to start from: an exported model, a checkpoint, or the folder of a run.",
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Ray cluster: auto, or HOST:PORT of its head."
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR.")] = False,
    json: JsonOption = False,
) -> None:
    name = ctx.info_name or ""
    if out is None:
        raise BadSpec("train needs --out DIR: the folder of the run.")
    head, given = _config(config, name)
    given |= dict(map(_setting, set_ or []))
    options = {"games": games, "time": time, "cluster": cluster}
    given |= {key: value for key, value in options.items() if value is not None}
    if resume:
        head.pop("init", None)  # it had its effect when the run began
    chosen = {"game": game, "seed": seed, "init": init}
    head |= {key: value for key, value in chosen.items() if value is not None}
    learner = load_learner(name, out=out, resume=resume, **head, **given)
    view = TrainView(learner)
    with _stopped_by_ctrl_c(learner, view), view:
        learner.learn(view.show)
    if view.is_stopping:
        _say_done(learner, out, "; go on with --resume")
        raise KeyboardInterrupt
    if json:
        print_json(_as_dict(learner, out))
    else:
        _say_done(learner, out)


def _say_done(learner: Learner, out: Path, rest: str = "") -> None:
    done = f"{out}: {learner.games:,} games in {learner.seconds:.1f} s{rest}"
    console.print(done, soft_wrap=True, markup=False)


def _as_dict(learner: Learner, out: Path) -> dict[str, object]:
    """The run with its last figures; read from its events, since it may have been done before."""
    trained: Event = {}
    evaluated: dict[str, Event] = {}
    for event in learner.folder.events():
        if event["kind"] == "train":
            trained = event
        else:
            evaluated[event["opponent"]] = event
    return {
        "learner": learner.kind.name,
        "game": learner.game.spec,
        "folder": str(out),
        "games": learner.games,
        "step": learner.step,
        "seconds": learner.seconds,
        "figures": {key: value for key, value in trained.items() if key not in COMMON},
        "evaluations": list(evaluated.values()),
    }


@contextmanager
def _stopped_by_ctrl_c(learner: Learner, view: TrainView) -> Iterator[None]:
    """The first Ctrl-C ends the training after the present games, the second at once."""

    def stop(*_: object) -> None:
        if view.is_stopping:
            raise KeyboardInterrupt
        view.is_stopping = True
        learner.stop()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise BadSpec(f"--set {text} cannot be read: write --set KEY=VALUE.")
    return key.strip(), value.strip()


def _config(path: Path | None, learner: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file says of the game, the seed and the start, and its settings."""
    if path is None:
        return {}, {}
    given = read_toml(path)
    if given.pop("learner", learner) != learner:
        raise BadSpec(f"{path} has the settings of another learner.")
    head = {key: given.pop(key) for key in HEAD if key in given}
    for key, value in head.items():
        if not isinstance(value, HEAD[key]):
            raise BadSpec(f"{path} has {key} {value!r:.40}, which cannot be.")
    return head, given


def _epilog(kind: LearnerType) -> str:
    lines = [
        f"{each.name}={value_text(each.default)}: {each.help} ({each.describe()})"
        for each in kind.parameters
    ]
    return "Settings for --set, with their defaults:\n\n" + "\n\n".join(lines)


for _kind in LEARNERS:
    app.command(
        _kind.name,
        cls=Command,
        help=f"Train {_kind.name}: {_kind.summary}.\n\n{FILES}",
        epilog=_epilog(_kind),
    )(_train)
