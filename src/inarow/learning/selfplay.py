"""Games of a player against itself, to learn from.

Every game starts from other random stones near each other, so that none is played twice. Game ``n``
of a seed is the same whenever it is played, and on however many threads.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from inarow.arena.fixture import limits_dict
from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.pool import run_tasks
from inarow.games import Game
from inarow.player import Limits, Player
from inarow.players import load_player
from inarow.protocols.record import GameRecord

MOST_STONES = 8  # of an opening
DRAWN_AFTER = 120  # plies; what is undecided by then teaches little
PLAYER_SEED = 1


class _SelfPlayGame:
    """A game to be played, as a task of a pool."""

    def __init__(self, game: Game, spec: str, limits: Limits, seed: int, number: int) -> None:
        self._game, self._spec, self._limits = game, spec, limits
        self._seed, self._number = seed, number
        self._player: Player | None = None
        self._stopped = False

    def run(self) -> GameRecord:
        """Play it; the record has the value of each move."""
        opening = self._opening()
        state = self._game.new_initial_state()
        for move in opening:
            state.apply_action(move)
        values: list[float | None] = [None] * len(opening)
        with load_player(self._spec, self._game, PLAYER_SEED) as self._player:
            while not (state.is_terminal() or state.move_number() >= DRAWN_AFTER or self._stopped):
                decision = self._player.act(state, self._limits)
                values.append(decision.value)
                state.apply_action(decision.action)
        result = state.returns() if state.is_terminal() else (0.0, 0.0)
        return GameRecord(
            game=self._game.spec,
            players=(self._spec, self._spec),
            moves=tuple(state.history()),
            opening=len(opening),
            result=(result[0], result[1]),
            values=tuple(values),
            limits=limits_dict(self._limits),
            event={"selfplay": self._seed, "number": self._number},
        )

    def stop(self) -> None:
        """End it after a move that comes soon; nobody waits for the record any more."""
        self._stopped = True
        if self._player is not None:
            self._player.stop()

    def _opening(self) -> Sequence[int]:
        plies = random.Random(f"{self._seed} {self._number}").randint(2, MOST_STONES)
        openings = load_openings(f"random:plies={plies},near=2", self._game, self._seed)
        return openings.opening(self._number)


def self_play(
    game: Game, spec: str, limits: Limits, seed: int, numbers: range, workers: int
) -> list[GameRecord]:
    """Games by their numbers, ``workers`` of them at once."""
    tasks = (_SelfPlayGame(game, spec, limits, seed, number) for number in numbers)
    records = list(run_tasks(tasks, workers))
    return sorted(records, key=lambda record: int(str(record.event["number"])))
