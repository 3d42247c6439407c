"""``inarow train``: train a player by self-play or on recorded games."""

from __future__ import annotations

import signal
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, cast

import typer
from rich.progress import MofNCompleteColumn, TextColumn

from inarow.cli.output import console
from inarow.cli.progress_view import progress_bar
from inarow.errors import BadFile, BadSpec, InarowError
from inarow.games import load_game
from inarow.learning.registry import LEARNERS, load_learner
from inarow.learning.run import HEAD, LearnerType
from inarow.learning.shared_mcts import CheckpointKeeper, self_play
from inarow.players import load_player
from inarow.players.shared_mcts import SharedPlayer
from inarow.runlog import COMMON, Event, read_toml
from inarow.spec import value_text

app = typer.Typer(help="Train a player by self-play or on games.", no_args_is_help=True)


@app.callback()
def _learners() -> None:
    """Train a player by self-play or on games."""


def _train(
    ctx: typer.Context,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game to learn; default: tictactoe.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder of the run; it must be new.")
    ] = None,
    games: Annotated[int | None, typer.Option(help="Games in total.")] = None,
    time: Annotated[float | None, typer.Option(help="Seconds of training in total.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed, to repeat a training.")] = None,
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
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in DIR.")] = False,
) -> None:
    name = ctx.info_name or ""
    if out is None:
        raise BadSpec("train needs --out DIR: the folder of the run.")
    given = {**_config(config, name), **dict(map(_setting, set_ or []))}
    limits = {"games": games, "time": time}
    given |= {key: value for key, value in limits.items() if value is not None}
    learner = load_learner(name, game, out=out, seed=seed, init=init, resume=resume, **given)
    with progress_bar(name, MofNCompleteColumn(), TextColumn("{task.description}")) as progress:
        task = progress.add_task("", total=learner.settings.games, completed=learner.games)

        def show(event: Event) -> None:
            progress.update(task, completed=event["games"], description=event_text(event))

        before = signal.signal(signal.SIGINT, lambda *_: learner.stop())
        try:
            learner.learn(show)
        finally:
            signal.signal(signal.SIGINT, before)
    stopped = learner.games < learner.settings.games and not learner.settings.time
    console.print(f"{out}: {learner.games:,} games in {learner.seconds:.1f} s", soft_wrap=True)
    if stopped:
        raise KeyboardInterrupt


def event_text(event: Event) -> str:
    """The figures of an event in one line.

    >>> event_text({"kind": "train", "step": 1, "games": 10, "seconds": 0.1, "change": 0.25})
    'change 0.25'
    """
    figures = {key: value for key, value in event.items() if key not in COMMON}
    return "  ".join(
        f"{key.replace('_', ' ')} {value:.4g}" if isinstance(value, float) else f"{key} {value}"
        for key, value in figures.items()
    )


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise BadSpec(f"--set {text} cannot be read: write --set KEY=VALUE.")
    return key.strip(), value.strip()


def _config(path: Path | None, learner: str) -> dict[str, Any]:
    if path is None:
        return {}
    given = read_toml(path)
    if given.pop("learner", learner) != learner:
        raise BadSpec(f"{path} has the settings of another learner.")
    return {key: value for key, value in given.items() if key not in HEAD}


def _epilog(kind: LearnerType) -> str:
    lines = [
        f"{each.name}={value_text(each.default)}: {each.help} ({each.describe()})"
        for each in kind.parameters
    ]
    return "Settings for --set, with their defaults:\n\n" + "\n\n".join(lines)


for _kind in LEARNERS:
    app.command(_kind.name, help=f"Train {_kind.name}: {_kind.summary}.", epilog=_epilog(_kind))(
        _train
    )


@app.command("shared-mcts")
def shared_mcts(
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write.")],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game to learn.")] = "tictactoe",
    games: Annotated[int, typer.Option(min=1, help="Games of self-play in total.")] = 1000,
    sims: Annotated[int, typer.Option(min=1, help="Simulations for each move.")] = 200,
    mb: Annotated[int, typer.Option(min=1, max=4096, help="Size of the graph in MB.")] = 64,
    seed: Annotated[int | None, typer.Option(help="Seed, to repeat a training.")] = None,
    save_every: Annotated[float, typer.Option(min=0.0, help="Seconds between saves.")] = 20.0,
    checkpoints: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep checkpoints in DIR, for inarow ladder DIR."),
    ] = None,
    checkpoint_every: Annotated[
        int | None, typer.Option(min=1, help="Games between checkpoints; default: ten checkpoints.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue FILE.")] = False,
) -> None:
    """Grow the graph of shared-mcts. Ctrl-C saves the graph; --resume continues it.

    A run that is killed loses only what came after its last save.

    Then play with it: inarow play tictactoe --second shared-mcts:file=FILE
    """
    loaded = load_game(game)
    player = cast("SharedPlayer", load_player(f"shared-mcts:mb={mb}", loaded, seed))
    if resume:
        player.load(out)
    elif out.exists():
        raise BadFile(f"{out} exists: continue it with --resume, or give another name.")
    elif not out.parent.is_dir():
        raise BadFile(f"{out} cannot be written: there is no directory {out.parent}.")
    keep = None
    if checkpoints is not None:
        every = checkpoint_every or max(1, games // 10)
        keep = CheckpointKeeper(player, checkpoints, sims=sims, mb=mb, every=every)
    stopped = False
    with progress_bar("self-play", MofNCompleteColumn()) as progress:
        task = progress.add_task("games", total=games, completed=player.games)
        try:
            saved_at = monotonic()
            for _ in self_play(loaded, player, games, sims):
                progress.update(task, completed=player.games)
                if keep is not None:
                    keep.after_game()
                if monotonic() - saved_at >= save_every:
                    player.save(out)
                    saved_at = monotonic()
        except KeyboardInterrupt:
            stopped = True
    player.save(out)
    console.print(
        f"{out}: {player.positions():,} positions from {player.games:,} games", soft_wrap=True
    )
    if stopped:
        raise KeyboardInterrupt


@app.command("linenet")
def linenet(
    games: Annotated[
        list[Path], typer.Argument(metavar="GAMES...", help="Files of games to learn from.")
    ],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The directory of the network.")],
    epochs: Annotated[int, typer.Option(min=1, help="Passes over all positions.")] = 5,
    batch: Annotated[int, typer.Option(min=1, help="Positions for each step.")] = 512,
    rate: Annotated[float, typer.Option(min=0.0, help="Highest learning rate.")] = 3e-3,
    thoughts: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Weight of searched values; the rest is for results.",
        ),
    ] = 0.5,
    seed: Annotated[int, typer.Option(help="Seed, to repeat a training.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads for PyTorch.")] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Continue DIR.")] = False,
) -> None:
    """Train the Gomoku engine's evaluation on games of five in a row.

    Needs PyTorch: pip install 'inarow[train]'. Each epoch is saved; --resume continues a stopped
    run after its last epoch.

    Then play with it: inarow play gomoku --second engine:network=DIR
    """
    try:
        import torch  # noqa: PLC0415

        from inarow.learning.linenet.positions import read_positions  # noqa: PLC0415
        from inarow.learning.linenet.training import (  # noqa: PLC0415
            MODEL_FILE,
            TrainingSettings,
            train,
        )
    except ModuleNotFoundError:
        raise InarowError("Training needs PyTorch: pip install 'inarow[train]'.") from None
    torch.set_num_threads(threads)
    settings = TrainingSettings(epochs=epochs, batch=batch, rate=rate, thoughts=thoughts, seed=seed)
    if not resume and out.exists() and any(out.iterdir()):
        raise BadFile(f"{out} is not empty: continue it with --resume, or give another name.")
    positions = list(read_positions(games).values())
    out.mkdir(parents=True, exist_ok=True)
    console.print(f"{sum(map(len, positions)):,} positions")
    with progress_bar("training", MofNCompleteColumn()) as progress:
        task = progress.add_task("steps", total=None)
        for report in train(
            positions,
            out,
            settings,
            resume=resume,
            step=lambda done, total: progress.update(task, completed=done, total=total),
        ):
            progress.console.print(
                f"epoch {report.epoch}: on games held out, cross entropy {report.loss:.4f}, names "
                f"the winner in {report.right:.1%}, the move in {report.policy:.1%}",
                soft_wrap=True,
            )
    console.print(f"{out / MODEL_FILE}", soft_wrap=True)
