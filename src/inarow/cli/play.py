"""``inarow play``: a game in the terminal."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import Annotated

import typer
from rich.text import Text

from inarow.cli.board import draw
from inarow.cli.output import GameArgument, MovesOption, console
from inarow.cli.search_text import decision_text, line_text
from inarow.errors import InarowError
from inarow.games import Game, State, load_game
from inarow.games.text import PLAYERS
from inarow.player import Decision, Limits, Player, close_all
from inarow.players import LEVELS, load_player

HUMAN = "human"
WHO = f"human, a level ({LEVELS[0].name} … {LEVELS[-1].name}), or a player"
HELP = """\
  h8        play a cell: a letter for the column, a number for the row
  u, undo   take back your last move (and the answer to it)
  m, moves  list the moves so far
  i, hint   what the engine would play here
  n, new    start again
  ?, help   this help
  q, quit   leave"""


def play(
    game: GameArgument = "tictactoe",
    first: Annotated[str, typer.Option(help=f"Who plays X: {WHO}.")] = HUMAN,
    second: Annotated[str, typer.Option(help=f"Who plays O: {WHO}.")] = "engine",
    moves: MovesOption = "",
    time: Annotated[float, typer.Option(min=0.0, help="Seconds for each move of a machine.")] = 1.0,
    seed: Annotated[int | None, typer.Option(help="Seed of the players, to repeat a game.")] = None,
) -> None:
    """Play a game in the terminal. Type ? there for help.

    Examples: inarow play ultimate; inarow play gomoku --first casual --second human.
    """
    loaded = load_game(game)
    players = [
        None if spec == HUMAN else load_player(spec, loaded, seed) for spec in (first, second)
    ]
    terminal = TerminalGame(loaded, players, (first, second), moves, Limits(time=time))
    try:
        terminal.run()
    except KeyboardInterrupt:
        console.print()
    finally:
        close_all(players)


class TerminalGame:
    """One game at the terminal: the position, the players, and the note to show next."""

    def __init__(
        self,
        game: Game,
        players: list[Player | None],
        names: tuple[str, str],
        moves: str,
        limits: Limits,
    ) -> None:
        self.game = game
        self.players = players
        self.limits = limits
        self.names = names
        self.opening = moves
        self.state = game.state_from(moves)
        example = game.action_to_string(game.rows // 2 * game.columns + game.columns // 2)
        self.note = f"Type a move such as {example}, or ? for help." if self._has_human else ""

    def run(self) -> None:
        """Play until the end, or until a person quits."""
        self._show_players()
        while True:
            player = self._to_move()
            if player is not None:
                decision = player.act(self.state, self.limits)
                self._remember(decision)
                self.state.apply_action(decision.action)
                if not self._has_human:
                    self._show()
                continue
            if not self._has_human:
                return
            # After the end of the game, a person may still take a move back.
            self._show()
            line = self._ask()
            if line is None or line in ("q", "quit", "exit"):
                return
            self._obey(line)

    @property
    def _has_human(self) -> bool:
        return None in self.players

    def _to_move(self) -> Player | None:
        if self.state.is_terminal():
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
                console.print(Text(f"{side}: {player.note}", style="dim"), soft_wrap=True)

    def _show(self) -> None:
        if console.is_terminal and self._has_human:
            console.clear()
            self._show_players()
        console.print()
        console.print(draw(self.state))
        if self.note:
            console.print(self.note, markup=False, soft_wrap=True)
        self.note = ""

    def _ask(self) -> str | None:
        prompt = "(n)ew, (u)ndo or (q)uit" if self.state.is_terminal() else "move"
        console.print(f"{prompt}> ", end="", markup=False)
        line = sys.stdin.readline()
        if not console.is_terminal or not line:
            console.print()
        return line.strip().lower() if line else None

    def _obey(self, line: str) -> None:
        if line in ("", "?", "h", "help"):
            self.note = HELP if line else "Type a move, or ? for help."
        elif line in ("u", "undo"):
            self._undo()
        elif line in ("n", "new"):
            self.state = self.game.state_from(self.opening)
        elif line in ("m", "moves"):
            self.note = self.game.format_moves(self.state.history()) or "No moves yet."
        elif line in ("i", "hint"):
            self._hint()
        else:
            try:
                self.state.apply_action(self.game.string_to_action(line))
            except InarowError as error:
                self.note = str(error)

    def _hint(self) -> None:
        if self.state.is_terminal():
            self.note = "The game is over."
            return
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
        """Take back moves until it is a person's turn again; if it never is, take back none."""
        before: State = self.state.clone()
        while self.state.move_number() > 0:
            self.state.undo_action()
            if self._to_move() is None:
                return
        self.state = before
        self.note = "There is no move of yours to take back."
