"""Games of a player against itself, to learn from.

Every game starts from other random stones, so that none is played twice. Game ``n`` of a seed is
the same whenever it is played, and on however many threads.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from inarow.arena.fixture import limits_dict
from inarow.arena.openings.opening_sets import load_openings
from inarow.arena.pool import run_tasks
from inarow.games import Game, State
from inarow.player import Limits, Player
from inarow.players import load_player
from inarow.protocols.record import GameRecord

MOST_STONES = 8  # of an opening
DRAWN_AFTER = 120  # plies; what is undecided by then teaches little
PLAYER_SEED = 1
SLIPS = "slips"
"""In the event of a record: the plies at which a random move was made, if there are any."""


class SelfPlayGame(ABC):
    """A game to be played, as a task of a pool; derived classes say how it begins."""

    def __init__(
        self,
        game: Game,
        name: str,
        load: Callable[[], Player],
        limits: Limits,
        seed: int,
        number: int,
    ) -> None:
        self._game, self._name, self._load, self._limits = game, name, load, limits
        self._seed, self._number = seed, number
        self._player: Player | None = None
        self._stopped = False

    @abstractmethod
    def opening(self) -> Sequence[int]:
        """The moves that it begins with."""

    def slip(self, state: State) -> int | None:
        """A move to make instead of the player's, who has searched the state; None: no other."""
        return None

    def run(self) -> GameRecord:
        """Play it; the record has the value of each move."""
        opening = self.opening()
        state = self._game.new_initial_state()
        for move in opening:
            state.apply_action(move)
        values: list[float | None] = [None] * len(opening)
        slips = []
        with self._load() as self._player:
            while not (state.is_terminal() or state.move_number() >= DRAWN_AFTER or self._stopped):
                decision = self._player.act(state, self._limits)
                values.append(decision.value)
                slip = self.slip(state)
                if slip is not None:
                    slips.append(state.move_number())
                state.apply_action(decision.action if slip is None else slip)
        result = state.returns() if state.is_terminal() else (0.0, 0.0)
        return GameRecord(
            game=self._game.spec,
            players=(self._name, self._name),
            moves=tuple(state.history()),
            opening=len(opening),
            result=(result[0], result[1]),
            values=tuple(values),
            limits=limits_dict(self._limits),
            event={
                "selfplay": self._seed,
                "number": self._number,
                **({SLIPS: slips} if slips else {}),
            },
        )

    def stop(self) -> None:
        """End it after a move that comes soon; nobody waits for the record any more."""
        self._stopped = True
        if self._player is not None:
            self._player.stop()


class _GameOfStonesNearEachOther(SelfPlayGame):
    def opening(self) -> Sequence[int]:
        plies = random.Random(f"{self._seed} {self._number}").randint(2, MOST_STONES)
        openings = load_openings(f"random:plies={plies},near=2", self._game, self._seed)
        return openings.opening(self._number)


def self_play(
    game: Game, spec: str, limits: Limits, seed: int, numbers: range, workers: int
) -> list[GameRecord]:
    """Games of a player from stones near each other, by their numbers."""

    def load() -> Player:
        return load_player(spec, game, PLAYER_SEED)

    return play_games(
        (_GameOfStonesNearEachOther(game, spec, load, limits, seed, each) for each in numbers),
        workers,
    )


def play_games(games: Iterator[SelfPlayGame], workers: int) -> list[GameRecord]:
    """The records of games in the order of their numbers, ``workers`` of them played at once."""
    records = list(run_tasks(games, workers))
    return sorted(records, key=lambda record: int(str(record.event["number"])))
