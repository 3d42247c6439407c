"""The learners there are, and the one way to get one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from inarow.errors import BadSpec
from inarow.games import Game, as_game, load_game
from inarow.learning.alphazero.learner import ALPHAZERO
from inarow.learning.dqn.learner import DQN
from inarow.learning.linenet.learner import LINENET
from inarow.learning.run import Learner, LearnerType, new_run, resume_run
from inarow.learning.shared_mcts import SHARED_MCTS
from inarow.learning.tabular import TABULAR
from inarow.learning.td import TD
from inarow.learning.ultimate_net.learner import ULTIMATE_NET
from inarow.runlog import RunFolder
from inarow.spec import closest

LEARNERS = (TABULAR, TD, DQN, ALPHAZERO, SHARED_MCTS, LINENET, ULTIMATE_NET)

DEFAULT_GAME = "tictactoe"
DEFAULT_SEED = 1


def find_learner(name: str) -> LearnerType:
    """Find a learner by its name."""
    for each in LEARNERS:
        if each.name == name.strip().lower():
            return each
    raise BadSpec(f"There is no learner {name!r}: {closest(name, [e.name for e in LEARNERS])}")


def load_learner(
    name: str,
    game: str | Game | None = None,
    *,
    out: str | Path,
    seed: int | None = None,
    init: str | Path | None = None,
    resume: bool = False,
    **settings: Any,
) -> Learner:
    """A learner whose run is in the folder ``out``: a new one, or with ``resume`` an existing one.

    ``init`` is what a new one starts from: the folder of a run, a checkpoint or an exported model.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     learner = load_learner("tabular", "tictactoe", out=folder, games=200, evaluate_every=0)
    ...     learner.learn()
    ...     learner.games
    200
    """
    kind, folder = find_learner(name), RunFolder(Path(out))
    loaded = None if game is None else as_game(game)
    if resume:
        if init:
            raise BadSpec("A run that goes on has its own weights: --init is for a new one.")
        return resume_run(kind, folder, game=loaded, seed=seed, given=settings)
    return new_run(
        kind,
        loaded or load_game(DEFAULT_GAME),
        folder,
        seed=DEFAULT_SEED if seed is None else seed,
        init=str(init or ""),
        given=settings,
    )
