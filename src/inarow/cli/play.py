"""``inarow play``: a game in the terminal."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from random import Random, SystemRandom
from typing import Annotated

import typer
from rich.text import Text

from inarow.arena.fixture import limits_dict
from inarow.arena.records import GameLog
from inarow.cli.board import draw
from inarow.cli.completion import HUMAN, complete_seat
from inarow.cli.output import console
from inarow.cli.parameters import GameArgument, MovesOption
from inarow.cli.search_text import decision_text, line_text
from inarow.errors import InarowError
from inarow.games import Game, State, load_game
from inarow.games.text import PLAYERS
from inarow.player import Decision, Limits, Player, close_all
from inarow.players import LEVELS, load_player
from inarow.protocols.record import End, GameRecord
from inarow.protocols.validation import loss_for_mover, outcome

THINKING = "{} is thinking …"
WHO = f"human, a level ({LEVELS[0].name} … {LEVELS[-1].name}), or a player"
HELP = """\
  {cell:10} play a cell: a letter for the column, a number for the row
  u, undo    take back your last move (and the answer to it)
  r, resign  give up this game
  m, moves   list the moves so far
  i, hint    what the engine would play here
  n, new     start again
  ?, help    this help
  q, quit    leave"""


def play(
    game: GameArgument = "tictactoe",
    first: Annotated[
        str,
        typer.Option(metavar="WHO", help=f"Who plays X: {WHO}.", autocompletion=complete_seat),
    ] = HUMAN,
    second: Annotated[
        str,
        typer.Option(metavar="WHO", help=f"Who plays O: {WHO}.", autocompletion=complete_seat),
    ] = "engine",
    moves: MovesOption = "",
    time: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.0, help="Seconds for each move of a machine."),
    ] = 1.0,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed of the players, to repeat a game.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Append each game to this file (JSON lines) when you start another or leave.",
        ),
    ] = None,
) -> None:
    """Play a game in the terminal. Type ? there for help.

    No file is written without --out.

    \b
    inarow play ultimate
    inarow play gomoku --first casual --second human
    inarow play gomoku --out my-games.jsonl
    """
    loaded = load_game(game)
    with GameLog.resume(out) if out is not None else nullcontext() as log:
        terminal = TerminalGame(loaded, (first, second), moves, Limits(time=time), seed, log)
        try:
            terminal.run()
        except KeyboardInterrupt:
            console.print()
            raise
        finally:
            terminal.close()


class TerminalGame:
    """One game at the terminal: the position, the players, and the note to show next."""

    def __init__(
        self,
        game: Game,
        names: tuple[str, str],
        moves: str,
        limits: Limits,
        seed: int | None,
        log: GameLog | None = None,
    ) -> None:
        self.game = game
        self.limits = limits
        self.names = names
        self.opening = moves
        self.state = game.state_from(moves)
        self.resigned: int | None = None
        """The side that has resigned."""
        self._started = datetime.now(UTC)
        self._log = log
        # Each new game has seeds of its own; with --seed they repeat, in the same order.
        self._seeds = Random(seed) if seed is not None else SystemRandom()
        self.players = self._load_players()
        self.example = game.action_to_string(game.rows // 2 * game.columns + game.columns // 2)
        self.note = f"Type a move such as {self.example}, or ? for help." if self._has_human else ""

    def run(self) -> None:
        """Play until the end, or until a person quits."""
        self._show_players()
        while True:
            player = self._to_move()
            if player is not None:
                self._let_move(player)
                continue
            if not self._has_human:
                return
            # After the end of the game, a person may still take a move back.
            self._show()
            line = self._ask()
            if line is None or line in ("q", "quit", "exit"):
                return
            self._obey(line)

    def _let_move(self, player: Player) -> None:
        """Show the position, your last stone in it, while the machine thinks about its move."""
        if self._has_human:
            self._show()
        side = PLAYERS[self.state.current_player()]
        with console.status(THINKING.format(side)):  # drawn on a terminal only
            if self._has_human and not console.is_terminal:
                console.print(THINKING.format(side))
            decision = player.act(self.state, self.limits)
        self._remember(decision)
        self.state.apply_action(decision.action)
        if not self._has_human:
            self._show()

    @property
    def _has_human(self) -> bool:
        return None in self.players

    @property
    def _is_over(self) -> bool:
        return self.resigned is not None or self.state.is_terminal()

    def _to_move(self) -> Player | None:
        if self._is_over:
            return None
        return self.players[self.state.current_player()]

    def _remember(self, decision: Decision) -> None:
        """Note the machine's move and search, to show with the next board."""
        played = self.game.action_to_string(decision.action)
        thought = decision_text(decision, line_text(self.game, decision.pv[1:]))
        name = PLAYERS[self.state.current_player()]
        self.note = f"{name} plays {played}" + (f": {thought}" if thought else "")

    def _show_players(self) -> None:
        """The game, who plays, and what the players say about themselves."""
        title = " v ".join(f"{p} {n}" for p, n in zip(PLAYERS, self.names, strict=True))
        console.print(f"[bold]{self.game}[/]: {title}")
        for side, player in zip(PLAYERS, self.players, strict=True):
            if player is not None and player.note:
                console.print(Text(f"{side}: {player.note}", style="dim"))

    def _show(self) -> None:
        if console.is_terminal and self._has_human:
            console.clear()
            self._show_players()
        console.print()
        console.print(draw(self.state, console.width, self._resignation()))
        if self.note:
            console.print(self.note, markup=False)
        self.note = ""

    def _ask(self) -> str | None:
        prompt = "(n)ew, (u)ndo or (q)uit" if self._is_over else "move"
        console.print(f"{prompt}> ", end="", markup=False)
        line = sys.stdin.readline()
        if not console.is_terminal or not line:
            console.print()
        return line.strip().lower() if line else None

    def _obey(self, line: str) -> None:
        if line in ("", "?", "h", "help"):
            self.note = HELP.format(cell=self.example) if line else "Type a move, or ? for help."
        elif line in ("u", "undo"):
            self._undo()
        elif line in ("r", "resign"):
            self._resign()
        elif line in ("n", "new"):
            self._start_again()
        elif line in ("m", "moves"):
            self.note = self.game.format_moves(self.state.history()) or "No moves yet."
            if self.resigned is not None:
                self.note += f"\n{self._resignation()}"
        elif line in ("i", "hint"):
            self._hint()
        elif self.resigned is not None:
            self.note = f"{self._resignation()}: start again, or take that back."
        else:
            try:
                self.state.apply_action(self.game.string_to_action(line))
            except InarowError as error:
                self.note = str(error)

    def _load_players(self) -> list[Player | None]:
        seed = self._seeds.getrandbits(63)
        return [
            None if name == HUMAN else load_player(name, self.game, seed) for name in self.names
        ]

    def _start_again(self) -> None:
        self.close()
        self.players = self._load_players()
        self.state = self.game.state_from(self.opening)
        self.resigned = None
        self._started = datetime.now(UTC)

    def close(self) -> None:
        """Release the players, and write the game if there is a file for it."""
        close_all(self.players)
        given = len(self.game.state_from(self.opening).history())
        if self._log is not None and (self.state.move_number() > given or self._is_over):
            self._log.append(self.record(given))

    def record(self, given: int) -> GameRecord:
        """The record of the game; its first moves were given."""
        result, end = outcome(self.state)
        if self.resigned is not None:
            result, end = loss_for_mover(self.state), End.RESIGN_RULE
        first, second = self.names
        return GameRecord(
            game=self.game.spec,
            players=(first, second),
            moves=tuple(self.state.history()),
            opening=given,
            result=result,
            end=end,
            detail="" if self.resigned is None else f"{PLAYERS[self.resigned]} resigned.",
            limits=limits_dict(self.limits),
            started=self._started.isoformat(timespec="seconds"),
        )

    def _resign(self) -> None:
        """Give up for the person to move."""
        if self._is_over:
            self.note = "The game is over."
        else:
            self.resigned = self.state.current_player()

    def _resignation(self) -> str:
        """Who has resigned, or an empty text."""
        if self.resigned is None:
            return ""
        return f"{PLAYERS[1 - self.resigned]} wins: {PLAYERS[self.resigned]} resigned"

    def _hint(self) -> None:
        if self._is_over:
            self.note = "The game is over."
            return
        with console.status("thinking …"):
            decision = self.advisor.act(self.state, self.limits)
        move = self.game.action_to_string(decision.action)
        self.note = f"The engine would play {move}: " + decision_text(
            decision, line_text(self.game, decision.pv)
        )

    @cached_property
    def advisor(self) -> Player:
        """The player that gives hints."""
        return load_player("engine", self.game)

    def _undo(self) -> None:
        """Take back moves until it is a person's turn again; if it never is, take back none.

        After a resignation, only that is taken back.
        """
        if self.resigned is not None:
            self.resigned = None
            return
        before: State = self.state.clone()
        while self.state.move_number() > 0:
            self.state.undo_action()
            if self._to_move() is None:
                return
        self.state = before
        self.note = "There is no move of yours to take back."
