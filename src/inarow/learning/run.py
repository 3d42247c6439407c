"""The frame of all learners: the loop, events, evaluations, checkpoints, stopping and resuming.

A learner (``Algorithm``) plays games by their numbers and learns from them; all else is done here.
What it does must depend on its settings, its seed and the games so far alone. Then a run that was
killed and resumed has the same events, checkpoints and model as one that was not, but for the
seconds.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, cast

from inarow.arena import Entrant, play_match
from inarow.arena.statistics.elo import score_interval
from inarow.errors import BadFile, BadSpec, InarowError
from inarow.extras import needs
from inarow.files import expand_home
from inarow.games import Game, load_game
from inarow.learning.settings import Settings, toml_value
from inarow.learning.tensorboard import check_installed, writing_scalars
from inarow.models.weights import find_weights
from inarow.player import Limits, Player
from inarow.players import check_trusted, load_player, player_type
from inarow.protocols.record import GameRecord
from inarow.runlog import PER_SECOND, SAMPLE, Event, RunFolder, files_to_start_from, is_model
from inarow.shards import Shards
from inarow.spec import Parameter, Value

Figures = Mapping[str, float]

HEAD = {"learner": str, "game": str, "seed": int, "init": str}
"""What a run's settings begin with, before those of the learner."""

SEEDS = 1 << 63
"""Seeds there are: as many as a number in TOML can hold."""

MAY_CHANGE = frozenset(
    {"games", "time", "keep", "tensorboard", "device", "threads", "workers", "cluster"}
)
"""Settings that may be others when a run goes on."""
SHORTEST = 1e-6
"""Seconds: what was faster is shown as if it had taken so long."""


class Algorithm(ABC):
    """A way to learn a game."""

    limits: Limits | None = None
    """Of each move of an evaluation; None: as the players have them."""

    @abstractmethod
    def train(self, first: int, count: int) -> Figures:
        """Play games ``first`` to ``first + count - 1`` and learn; returns figures about them."""

    @abstractmethod
    def model(self) -> tuple[str, bytes]:
        """The file that a player loads: its name, ``model.`` and a suffix, and its content."""

    @property
    def is_whole(self) -> bool:
        """Whether it can be saved after ``train`` raised an error, as it was before that call."""
        return False

    def save(self) -> dict[str, bytes]:
        """What is needed to go on besides the model, as the contents of files by name."""
        return {}

    @abstractmethod
    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on from what ``save`` and ``model`` returned."""

    @abstractmethod
    def start_from(self, files: Mapping[str, bytes]) -> None:
        """Take over weights of another run, perhaps of another game: a checkpoint's or a model.

        BadFile if they do not fit.
        """

    @abstractmethod
    def player(self, seed: int) -> Player:
        """A player with what is learned so far, which does not change with further learning."""

    def close(self) -> None:  # noqa: B027 (nothing to do is a proper default)
        """Release what it holds, such as processes; ``train`` may be called again."""


def model_of(files: Mapping[str, bytes]) -> tuple[Path, bytes]:
    """The model among the files that a learner starts from: the only one, or that of a checkpoint.

    >>> model_of({"state.safetensors": b"", "model.graph": b"g"})
    (PosixPath('model.graph'), b'g')
    """
    name = next((name for name in files if is_model(name)), next(iter(files)))
    return Path(name), files[name]


@dataclass(frozen=True)
class LearnerType:
    """A learner that can be loaded: its settings, and the games it can learn."""

    name: str
    summary: str
    settings: type[Settings]
    make: Callable[[Game, Settings, int, Shards], Algorithm]
    player: Callable[[Settings], str]
    """The description of the player that it makes, with ``runlog.MODEL_PLACE``."""
    refuses: Callable[[Game], str] = lambda game: ""
    """Why it cannot learn a game; empty if it can."""
    needs_torch: bool = False
    web: bool = False
    """Whether the web may start it: it needs no files, and its memory is bounded."""

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its settings."""
        return self.settings.parameters()

    def as_dict(self) -> dict[str, object]:
        """The entry as JSON can hold it."""
        return {
            "name": self.name,
            "summary": self.summary,
            "parameters": [parameter.as_dict() for parameter in self.parameters],
        }


class Learner:
    """A learner with its run: made by ``load_learner``."""

    def __init__(
        self,
        kind: LearnerType,
        game: Game,
        folder: RunFolder,
        seed: int,
        settings: Settings,
        init: str = "",
    ) -> None:
        self.kind, self.game, self.seed, self.settings = kind, game, seed, settings
        self.folder, self.init = folder, init
        self.games = self.step = 0
        self.seconds = 0.0
        self._score: float | None = None
        if settings.tensorboard:
            check_installed()
        self._algorithm = _make(kind, game, settings, seed, folder.shards)
        self._stopped = False

    def stop(self) -> None:
        """End ``learn`` after the games that it plays now, or before it begins.

        May be called from any thread.
        """
        self._stopped = True

    def player(self, seed: int = 0) -> Player:
        """A player with what is learned so far."""
        return self._algorithm.player(seed)

    def save(self) -> None:
        """Write a checkpoint, and what players load."""
        name, model = self._algorithm.model()
        self.folder.save_checkpoint(
            {name: model, **self._algorithm.save()},
            games=self.games,
            step=self.step,
            seconds=self.seconds,
            player=self.kind.player(self.settings),
            score=self._score,
        )
        self.folder.publish(self.settings.keep)

    def start(self) -> None:
        """Take over the weights that the run starts from, if there are any."""
        if self.init:
            path = expand_home(self.init)
            files = files_to_start_from(path if path.is_dir() else find_weights(self.init))
            try:
                self._algorithm.start_from(files)
            except BadFile as error:
                raise BadFile(f"{self.init} cannot be started from: {error}") from None

    def resume(self) -> None:
        """Go on from the last checkpoint, or from the start if there is none."""
        checkpoints = self.folder.checkpoints()
        if not checkpoints:
            self.folder.cut_events(0)
            self.folder.shards.restore({})
            self.start()
            return
        last = checkpoints[-1]
        files = last.files()
        self.folder.shards.restore(last.shards)
        try:
            self._algorithm.restore(files)
        except KeyError as error:
            raise BadFile(f"{last.path} is not complete: it has no {error}.") from None
        self.games, self.step, self.seconds = last.games, last.step, last.seconds
        self._score = last.score
        self.folder.cut_events(last.events_bytes)
        self.folder.publish(self.settings.keep)

    def learn(self, on_event: Callable[[Event], None] | None = None) -> None:
        """Learn until the games or the time of the settings are over, or ``stop`` is called.

        ``on_event`` is called with each event after it was written.
        """
        with self.folder.claimed(), ExitStack() as opened:
            opened.callback(self._algorithm.close)
            if self.settings.tensorboard:
                on_event = opened.enter_context(
                    writing_scalars(self.folder, self.games, self.seconds, on_event)
                )
            begun = time.monotonic() - self.seconds
            if self.init and not self.folder.checkpoints():
                self.save()  # from now on, nobody needs what it started from
            done = self._is_done()
            while not done:
                first = self.games
                count = self._next_stop() - first
                started = time.monotonic()
                try:
                    figures = self._algorithm.train(first, count)
                except InarowError:
                    self._save_after_error()
                    raise
                speed = count / max(time.monotonic() - started, SHORTEST)
                self.games += count
                self.step += 1
                self.seconds = time.monotonic() - begun
                self._score = None
                self._tell("train", {**figures, f"games{PER_SECOND}": speed}, on_event)
                if self._is_at(self.settings.evaluate_every):
                    points = [
                        self._tell("evaluation", self._evaluate(opponent), on_event)["points"]
                        for opponent in self.settings.opponents.split()
                    ]
                    self._score = sum(points) / len(points) if points else None
                    self.seconds = time.monotonic() - begun
                evaluated = self._score is not None
                done = self._is_done()  # asked once, so that it never ends without a save
                if evaluated or self._is_at(self.settings.checkpoint_every) or done:
                    self.save()
            self._stopped = False
            if self.games >= self.settings.games:
                self.folder.shards.forget_kept()

    def _save_after_error(self) -> None:
        """Save what was learned before it, for example before a cluster was lost."""
        last = self.folder.checkpoints()[-1:]
        if self._algorithm.is_whole and self.games > (last[0].games if last else 0):
            with suppress(InarowError):  # the disk may be full: the first error is the one to tell
                self.save()

    def _is_done(self) -> bool:
        limit = self.settings.time
        over = self.games >= self.settings.games or (limit > 0 and self.seconds >= limit)
        return over or self._stopped

    def _next_stop(self) -> int:
        """The number of games after the next event: never beyond a checkpoint or evaluation."""
        settings = self.settings
        every = (settings.report_every, settings.checkpoint_every, settings.evaluate_every)
        stops = [(self.games // each + 1) * each for each in every if each]
        return min(*stops, settings.games)

    def _is_at(self, every: int) -> bool:
        return every > 0 and (self.games % every == 0 or self.games == self.settings.games)

    def _tell(
        self, kind: str, figures: Mapping[str, Any], on_event: Callable[[Event], None] | None
    ) -> Event:
        event = {
            "kind": kind,
            "step": self.step,
            "games": self.games,
            "seconds": round(self.seconds, 3),
            **figures,
        }
        self.folder.add_event(event)
        if on_event is not None:
            on_event(event)
        return event

    def _evaluate(self, opponent: str) -> dict[str, Any]:
        """Points per side against an opponent, with 95 % intervals, and the first game as first."""
        # The games are played in several threads, and an algorithm is for one at a time.
        one_at_a_time = Lock()

        def player(_: Game, seed: int) -> Player:
            with one_at_a_time:
                return self._algorithm.player(seed)

        ours = Entrant(self.kind.name, player)
        games = self.settings.evaluation_games
        records: list[GameRecord] = []
        result = play_match(
            ours,
            opponent,
            game=self.game,
            games=games,
            limits=self._algorithm.limits,
            seed=self.seed + 1,
            on_game=records.append,
        )
        points = (result.as_first.points + result.as_second.points) / result.games
        figures: dict[str, Any] = {"opponent": opponent, "points": points}
        for side, counts in (("first", result.as_first), ("second", result.as_second)):
            low, high = score_interval(counts)
            figures |= {
                f"{side}_wins": counts.wins,
                f"{side}_draws": counts.draws,
                f"{side}_losses": counts.losses,
                f"{side}_points": counts.points / counts.games,
                f"{side}_low": low,
                f"{side}_high": high,
            }
        own = [record for record in records if record.players[0] == ours.name]
        if own:  # they end in any order
            sample = min(own, key=lambda record: cast("int", record.event["number"]))
            figures[SAMPLE] = self.game.format_moves(sample.moves)
        return figures


def _check_seed(seed: int) -> None:
    if not 0 <= seed < SEEDS:
        raise BadSpec(f"seed={seed!s:.40} is out of range: seed must be from 0 to {SEEDS - 1}.")


def _check_game(kind: LearnerType, game: Game) -> None:
    if reason := kind.refuses(game):
        raise BadSpec(f"{kind.name} cannot learn {game.spec}: {reason}.")


def _make(
    kind: LearnerType, game: Game, settings: Settings, seed: int, shards: Shards
) -> Algorithm:
    with needs(kind.name, "train"):
        return kind.make(game, settings, seed, shards)


def settings_text(kind: LearnerType, game: Game, seed: int, init: str, settings: Settings) -> str:
    """The content of ``settings.toml``."""
    values: tuple[Value, ...] = (kind.name, game.spec, seed, init)
    lines = [f"{key} = {toml_value(value)}" for key, value in zip(HEAD, values, strict=True)]
    return "\n".join(lines) + "\n\n" + settings.as_toml()


def usual_opponents(kind: LearnerType, game: Game) -> str:
    """The default players of the evaluation that play a game."""
    names = str(kind.settings.model_fields["opponents"].default).split()
    return " ".join(name for name in names if player_type(name).plays(game))


def new_run(
    kind: LearnerType,
    game: Game,
    folder: RunFolder,
    *,
    seed: int,
    init: str = "",
    given: Mapping[str, Any],
) -> Learner:
    """A learner with a new folder."""
    folder.check_new()
    _check_seed(seed)
    _check_game(kind, game)
    settings = kind.settings.read(kind.name, {"opponents": usual_opponents(kind, game), **given})
    for opponent in settings.opponents.split():
        load_player(opponent, game).close()
    learner = Learner(kind, game, folder, seed, settings, init)
    learner.start()
    folder.create(settings_text(kind, game, seed, init, settings))
    return learner


def resume_run(
    kind: LearnerType,
    folder: RunFolder,
    *,
    game: Game | None = None,
    seed: int | None = None,
    given: Mapping[str, Any],
) -> Learner:
    """A learner that goes on in its folder. What is given must be as before, but for the limits."""
    own = folder.settings()
    head = {key: own.pop(key, None) for key in HEAD}
    wanted = {
        "learner": kind.name,
        "game": head["game"] if game is None else game.spec,
        "seed": head["seed"] if seed is None else seed,
        "init": head["init"],
    }
    for key, kind_of_value in HEAD.items():
        if head[key] != wanted[key] or not isinstance(head[key], kind_of_value):
            raise BadFile(f"{folder.path} has {key} {head[key]!r:.40}, not {wanted[key]!r:.40}.")
    _check_seed(head["seed"])
    loaded = load_game(head["game"])
    _check_game(kind, loaded)
    before = kind.settings.read(kind.name, own)
    settings = kind.settings.read(kind.name, {**own, **given})
    changed = {
        name for name, value in before.model_dump().items() if getattr(settings, name) != value
    }
    if fixed := sorted(changed - MAY_CHANGE):
        raise BadSpec(f"A run keeps its settings: {fixed[0]} cannot change with --resume.")
    again = kind.settings.read(kind.name, given).players()
    for spec in settings.players():
        check_trusted(spec, again, "give it again by --set to allow it")
    seed, init = head["seed"], head["init"]
    with folder.claimed():
        learner = Learner(kind, loaded, folder, seed, settings, init)
        learner.resume()
        folder.write_settings(settings_text(kind, loaded, seed, init, settings))
    return learner
