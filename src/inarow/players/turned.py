"""A player that sees the board turned or reflected: as strong as before, in games that differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Self

from inarow.games import Game, State
from inarow.games.symmetry import Symmetry
from inarow.player import Candidate, Decision, Limits, Line, Player, Progress, check_turn
from inarow.players.wrapper import PlayerWrapper


class TurnedPlayer(PlayerWrapper):
    """Shows a player the image of each position by a symmetry of the game.

    What it answers is mapped back. A search without random numbers then has several answers to the
    same moves, one for each symmetry.

    >>> import inarow
    >>> game = inarow.load_game("gomoku")
    >>> engine, state = inarow.load_player("engine", game), game.state_from("h8")
    >>> images = [TurnedPlayer(engine, game, symmetry) for symmetry in game.symmetries()]
    >>> len({player.act(state, Limits(nodes=1000)).action for player in images}) > 2
    True
    """

    def __init__(self, player: Player, game: Game, symmetry: Symmetry) -> None:
        super().__init__(player)
        self._game = game
        self._symmetry = symmetry

    @classmethod
    def by_seed(cls, player: Player, game: Game, seed: int) -> Self:
        """A player turned by one of the symmetries: which one, the seed of its game decides."""
        return cls(player, game, Random(f"{seed}").choice(game.symmetries()))

    def act(self, state: State, limits: Limits | None = None) -> Decision:
        """Let the player choose."""
        return self._decision(self._player.act(self._turn(state), limits))

    def analyse(
        self,
        state: State,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        thorough: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Decision:
        """Let the player choose and tell more."""
        decision = self._player.analyse(
            self._turn(state),
            limits,
            lines=lines,
            thorough=thorough,
            on_progress=on_progress and (lambda progress: on_progress(self._progress(progress))),
        )
        return self._decision(decision)

    def _turn(self, state: State) -> State:
        check_turn(state, self._game)
        return state.transformed(self._symmetry)

    # What the player says, as it is on the real board.

    def _decision(self, decision: Decision) -> Decision:
        action = self._symmetry.inverse_action
        return replace(
            decision,
            action=action(decision.action),
            policy={action(each): share for each, share in decision.policy.items()},
            pv=self._pv(decision.pv),
            lines=self._lines(decision.lines),
            moves=self._moves(decision.moves),
        )

    def _progress(self, progress: Progress) -> Progress:
        lines, moves = self._lines(progress.lines), self._moves(progress.moves)
        return replace(progress, lines=lines, moves=moves)

    def _lines(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(replace(line, pv=self._pv(line.pv)) for line in lines)

    def _moves(self, moves: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        action = self._symmetry.inverse_action
        return tuple(move._replace(action=action(move.action)) for move in moves)

    def _pv(self, pv: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(self._symmetry.inverse_action, pv))
