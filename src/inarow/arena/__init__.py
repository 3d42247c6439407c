"""The arena: matches, tournaments, openings and ratings."""

from inarow.arena.adjudication import Draw, Resign
from inarow.arena.entrant import Entrant
from inarow.arena.match import MatchResult, play_match
from inarow.arena.statistics.sprt import Sprt
from inarow.arena.tournament import play_tournament, resume_tournament
from inarow.arena.tournament_state import TournamentState

__all__ = [
    "Draw",
    "Entrant",
    "MatchResult",
    "Resign",
    "Sprt",
    "TournamentState",
    "play_match",
    "play_tournament",
    "resume_tournament",
]
