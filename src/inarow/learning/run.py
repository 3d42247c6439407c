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
from dataclasses import dataclass
from typing import Any

from inarow.arena import Entrant, play_match
from inarow.arena.statistics.elo import score_interval
from inarow.errors import BadFile, BadSpec
from inarow.games import Game, load_game
from inarow.learning.settings import Settings, toml_value
from inarow.player import Player
from inarow.runlog import Event, RunFolder
from inarow.spec import Parameter, Value

Figures = Mapping[str, float]

HEAD = {"learner": str, "game": str, "seed": int}
"""What a run's settings begin with, before those of the learner."""

MAY_CHANGE = frozenset({"games", "time"})
"""Settings that may be others when a run goes on."""


class Algorithm(ABC):
    """A way to learn a game."""

    @abstractmethod
    def train(self, first: int, count: int) -> Figures:
        """Play games ``first`` to ``first + count - 1`` and learn; returns figures about them."""

    @abstractmethod
    def save(self) -> dict[str, bytes]:
        """All that is needed to go on, as the contents of files by name."""

    @abstractmethod
    def restore(self, files: Mapping[str, bytes]) -> None:
        """Go on from what ``save`` returned."""

    @abstractmethod
    def model(self) -> tuple[str, bytes]:
        """The name and content of the file that a player loads."""

    @abstractmethod
    def player(self, seed: int) -> Player:
        """A player with what is learned so far, which does not change with further learning."""


@dataclass(frozen=True)
class LearnerType:
    """A learner that can be loaded: its settings, and the games it can learn."""

    name: str
    summary: str
    settings: type[Settings]
    make: Callable[[Game, Settings, int], Algorithm]
    refuses: Callable[[Game], str] = lambda game: ""
    """Why it cannot learn a game; empty if it can."""

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
    ) -> None:
        self.kind, self.game, self.seed, self.settings = kind, game, seed, settings
        self.folder = folder
        self.games = self.step = 0
        self.seconds = 0.0
        self._algorithm = kind.make(game, settings, seed)
        self._stopped = False

    def stop(self) -> None:
        """End ``learn`` after the games that it plays now; may be called from any thread."""
        self._stopped = True

    def player(self, seed: int = 0) -> Player:
        """A player with what is learned so far."""
        return self._algorithm.player(seed)

    def save(self) -> None:
        """Write a checkpoint and the model."""
        self.folder.save_checkpoint(
            self._algorithm.save(), games=self.games, step=self.step, seconds=self.seconds
        )
        self.folder.write_model(*self._algorithm.model())

    def resume(self) -> None:
        """Go on from the last checkpoint, or from the start if there is none."""
        checkpoints = self.folder.checkpoints()
        if not checkpoints:
            self.folder.cut_events(0)
            return
        last = checkpoints[-1]
        self._algorithm.restore(last.files())
        self.games, self.step, self.seconds = last.games, last.step, last.seconds
        self.folder.cut_events(last.events_bytes)

    def learn(self, on_event: Callable[[Event], None] | None = None) -> None:
        """Learn until the games or the time of the settings are over, or ``stop`` is called.

        ``on_event`` is called with each event after it was written.
        """
        with self.folder.claimed():
            self._stopped = False
            begun = time.monotonic() - self.seconds
            while not self._is_done():
                first = self.games
                count = self._next_stop() - first
                figures = self._algorithm.train(first, count)
                self.games += count
                self.step += 1
                self.seconds = time.monotonic() - begun
                self._tell("train", figures, on_event)
                if self._is_at(self.settings.evaluate_every):
                    for opponent in self.settings.opponents.split():
                        self._tell("evaluation", self._evaluate(opponent), on_event)
                    self.seconds = time.monotonic() - begun
                if self._is_at(self.settings.checkpoint_every) or self._is_done():
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
    ) -> None:
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

    def _evaluate(self, opponent: str) -> dict[str, Any]:
        """Points per side against an opponent, from 0 to 1, with 95 % intervals."""
        ours = Entrant(self.kind.name, lambda game, seed: self._algorithm.player(seed))
        games = self.settings.evaluation_games
        result = play_match(ours, opponent, game=self.game, games=games, seed=self.seed + 1)
        figures: dict[str, Any] = {"opponent": opponent}
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
        return figures


def settings_text(kind: LearnerType, game: Game, seed: int, settings: Settings) -> str:
    """The content of ``settings.toml``."""
    values: tuple[Value, ...] = (kind.name, game.spec, seed)
    lines = [f"{key} = {toml_value(value)}" for key, value in zip(HEAD, values, strict=True)]
    return "\n".join(lines) + "\n\n" + settings.as_toml()


def new_run(
    kind: LearnerType,
    game: Game,
    folder: RunFolder,
    *,
    seed: int,
    given: Mapping[str, Any],
) -> Learner:
    """A learner with a new folder."""
    if reason := kind.refuses(game):
        raise BadSpec(f"{kind.name} cannot learn {game.name}: {reason}.")
    settings = kind.settings.read(kind.name, given)
    learner = Learner(kind, game, folder, seed, settings)
    folder.create(settings_text(kind, game, seed, settings))
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
    }
    for key, kind_of_value in HEAD.items():
        if head[key] != wanted[key] or not isinstance(head[key], kind_of_value):
            raise BadFile(f"{folder.path} has {key} {head[key]!r:.40}, not {wanted[key]!r:.40}.")
    loaded = load_game(head["game"])
    before = kind.settings.read(kind.name, own)
    settings = kind.settings.read(kind.name, {**own, **given})
    changed = {
        name for name, value in before.model_dump().items() if getattr(settings, name) != value
    }
    if fixed := sorted(changed - MAY_CHANGE):
        raise BadSpec(f"A run keeps its settings: {fixed[0]} cannot change with --resume.")
    learner = Learner(kind, loaded, folder, head["seed"], settings)
    with folder.claimed():
        folder.write_settings(settings_text(kind, loaded, head["seed"], settings))
        learner.resume()
    return learner
