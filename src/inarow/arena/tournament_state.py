"""The settings of a tournament and its state."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from inarow.arena.adjudication import Draw, Resign
from inarow.arena.counts import GameCounter, batch_of, named_warnings
from inarow.arena.referee import MARGIN
from inarow.arena.schedule import schedule_of
from inarow.arena.statistics.cross_table import CrossTable
from inarow.arena.statistics.ratings import Ratings, fit_ratings
from inarow.errors import BadSpec
from inarow.player import Limits
from inarow.protocols.record import GameRecord


@dataclass(frozen=True)
class TournamentSettings:
    """The settings of a tournament: equal settings give equal games."""

    players: tuple[str, ...]
    game: str = "tictactoe"
    format: str = "round-robin"
    games: int = 10
    """Games of each pairing."""
    rounds: int | None = None
    """Rounds of a Swiss tournament; None for as many as a knockout would have."""
    limits: Limits = field(default_factory=Limits)
    openings: str = "none"
    seed: int = 0
    margin: float = MARGIN
    resign: Resign | None = None
    draw: Draw | None = None
    max_moves: int | None = None
    """A game without a result after so many moves is a draw."""

    def __post_init__(self) -> None:
        """Refuse invalid settings."""
        if len(self.players) < 2:
            raise BadSpec("A tournament needs at least two players.")
        twice = [name for name, number in Counter(self.players).items() if number > 1]
        if twice:
            raise BadSpec(f"{twice[0]} is given twice: the players of a tournament must differ.")
        if self.games < 1 or (self.rounds is not None and self.rounds < 1):
            raise BadSpec("A pairing needs at least one game, and a tournament at least one round.")
        if self.rounds is not None and self.format != "swiss":
            raise BadSpec("rounds is for Swiss tournaments only: give format swiss, or no rounds.")
        schedule_of(self.format)

    def as_dict(self) -> dict[str, Any]:
        """The settings as JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, fields: dict[str, Any]) -> TournamentSettings:
        """The settings that ``as_dict`` returned; they may come from a file of somebody else."""
        for name, kinds in _KINDS.items():
            if name in fields and not isinstance(fields[name], kinds):
                raise TypeError(f"{name} is of a wrong type")
        return cls(
            **{
                **fields,
                "players": tuple(fields["players"]),
                "limits": Limits(**fields["limits"]),
                "resign": fields["resign"] and Resign(**fields["resign"]),
                "draw": fields["draw"] and Draw(**fields["draw"]),
            }
        )


_KINDS: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "format": str,
    "games": int,
    "rounds": (int, type(None)),
    "openings": str,
    "seed": int,
    "margin": (int, float),
    "max_moves": (int, type(None)),
}


@dataclass
class TournamentState:
    """The state of a tournament, in memory that does not grow with the number of games."""

    settings: TournamentSettings
    counter: GameCounter[str] = field(init=False)
    round: int = 1
    scheduled: int = 0
    """Games of the rounds that are known so far."""
    seconds: float = 0.0
    winner: str | None = None
    """The winner of a finished knockout."""

    def __post_init__(self) -> None:
        """Start with no games."""
        self.counter = GameCounter(self.settings.players)

    @property
    def games(self) -> int:
        """Games that were played."""
        return self.counter.games

    @property
    def warnings(self) -> list[str]:
        """Warnings to readers of the ratings."""
        return named_warnings(self.counter)

    def table(self) -> CrossTable:
        """The scores of the players against each other."""
        table = CrossTable(self.settings.players)
        for (first, second), counts in self.counter.scores().items():
            table.add_counts(first, second, counts)
        return table

    def ratings(self) -> Ratings:
        """Ratings by maximum likelihood; their mean is 0."""
        return fit_ratings(self.table())

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        self.counter.add(batch_of(record, record.players))

    def as_dict(self) -> dict[str, Any]:
        """The results as JSON."""
        table = self.table()
        ratings, faults = fit_ratings(table), self.counter.faults()
        players = self.settings.players
        rows = []
        for rating in ratings.players:
            total = table.total(rating.name)
            thinking = self.counter.thinking[rating.name]
            rows.append(
                {
                    "name": rating.name,
                    "note": self.counter.notes.get(rating.name, ""),
                    "elo": rating.elo,
                    "elo_low": rating.low,
                    "elo_high": rating.high,
                    "games": total.games,
                    "points": total.points,
                    **total._asdict(),
                    "mean_move_seconds": thinking.mean,
                    "worst_move_seconds": thinking.worst,
                    "faults": faults[rating.name],
                }
            )
        return {
            "format": self.settings.format,
            "game": self.settings.game,
            "games": self.games,
            "distinct": self.counter.distinct.count(),
            "players": rows,
            "crosstable": {
                a: {b: list(table.between(a, b)) for b in players if b != a} for a in players
            },
            "superiority": {
                a: {b: ratings.superiority[a, b] for b in players if b != a} for a in players
            },
            "first_move_elo": [
                ratings.advantage.elo,
                ratings.advantage.low,
                ratings.advantage.high,
            ],
            "draw_rate": ratings.draw_rate,
            "winner": self.winner,
            "seconds": self.seconds,
            "warnings": self.warnings,
        }
