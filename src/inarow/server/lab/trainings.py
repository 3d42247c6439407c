"""New trainings: what the web may ask of a learner, and the folder in which it will learn."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from inarow.errors import BadSpec
from inarow.games import Game
from inarow.learning import LEARNERS
from inarow.learning.run import LearnerType, settings_text, usual_opponents
from inarow.learning.settings import Settings, value_text_of
from inarow.runlog import RunFolder
from inarow.server.config import Config
from inarow.server.lab.cost import CHECKPOINTS, EVENTS, TRAINING_SECONDS, check_training_cost
from inarow.server.play.catalogue import parameter_info
from inarow.server.schema.lab import MOST_SEED, LearnerInfo, LearnerList, NewTraining
from inarow.server.search.allowed import check_closed, check_game, web_parameters
from inarow.server.search.shown_names import shown_player, shown_title
from inarow.spec import Value, closest, read_parameters


@dataclass(frozen=True)
class Training:
    """A training that may begin."""

    learner: LearnerType
    game: Game
    seed: int
    settings: Settings

    @property
    def title(self) -> str:
        """For people."""
        return f"{shown_player(self.learner.name)} learns {shown_title(self.game)}"

    def write(self, directory: Path) -> None:
        """Make the folder of the run, in which a worker then goes on."""
        text = settings_text(self.learner, self.game, self.seed, "", self.settings)
        RunFolder(directory).create(text)


def list_learners(config: Config) -> LearnerList:
    """The learners that may be started, with the settings that may be given."""
    return LearnerList(
        learners=[
            LearnerInfo(
                name=learner.name,
                summary=learner.summary,
                parameters=[parameter_info(p) for p in web_parameters(learner.parameters, config)],
                presets={name: dict(usual) for name, usual in learner.settings.presets.items()},
            )
            for learner in _learners()
        ],
        longest_seconds=TRAINING_SECONDS,
    )


def read_training(new: NewTraining, config: Config) -> Training:
    """The training that was asked for, if it may be started here."""
    learners = {learner.name: learner for learner in _learners()}
    learner = learners.get(new.learner)
    if learner is None:
        raise BadSpec(f"There is no learner {new.learner[:40]!r}: {closest(new.learner, learners)}")
    game = check_game(new.game)
    if reason := learner.refuses(game):
        raise BadSpec(f"{shown_player(learner.name)} cannot learn {shown_title(game)}: {reason}.")
    if "games" in new.settings:
        raise BadSpec(f"{learner.name} gets games twice.")
    given = {"games": new.games, **new.settings}
    allowed = web_parameters(learner.parameters, config)
    check_closed(learner.name, learner.parameters, allowed, given)
    texts = {key: value_text_of(key, value) for key, value in given.items()}
    read_parameters(learner.name, allowed, texts)
    settings = learner.settings.read(learner.name, {**given, **_ours(learner, game, new.games)})
    check_training_cost(settings, game, network=learner.needs_torch)
    seed = secrets.randbelow(MOST_SEED + 1) if new.seed is None else new.seed
    return Training(learner, game, seed, settings)


def _learners() -> list[LearnerType]:
    return [
        learner
        for learner in LEARNERS
        if learner.web and not (learner.needs_torch and find_spec("torch") is None)
    ]


def _ours(learner: LearnerType, game: Game, games: int) -> Mapping[str, Value]:
    """Settings that bound what a training writes and how long it takes."""
    between = -(-games // CHECKPOINTS)
    return {
        "time": TRAINING_SECONDS,
        "report_every": -(-games // EVENTS),
        "checkpoint_every": between,
        "evaluate_every": between,
        "opponents": usual_opponents(learner, game),
        "keep": CHECKPOINTS,
    }
