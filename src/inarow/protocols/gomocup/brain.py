"""The engine side of the Gomocup protocol: it reads commands, keeps a board and writes answers.

The protocol is described at https://plastovicka.github.io/protocl2en.htm. Where the description is
not complete, this follows the practice of managers:

- a refused command is answered with one ``ERROR`` and changes nothing, with one exception: a
  ``TURN`` that ends the game leaves its stone on the board, so that ``TAKEBACK`` can remove it;
- limits and rules may come before or after ``START``; a rule that is not supported is refused by
  the first command that needs a move, because ``INFO`` has no answer and may be sent again;
- ``BOARD`` and ``SWAP2BOARD`` are answered once, at ``DONE``; another command in between cancels
  them;
- ``BEGIN`` asks for a move on any board where it can be our turn;
- ``INFO max_node``, ``max_depth`` and ``show_detail`` are extensions that other engines know:
  limits of a move besides time, and a ``MESSAGE`` about the search before each move.

The board is stored as stones with their owners, not as a history: ``BOARD`` may name stones in any
order, and ``TAKEBACK`` may remove any of them. In five in a row it does not matter who moved first,
so the state can be made from any legal order of the stones.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from inarow.errors import InarowError
from inarow.games import Game, State
from inarow.games.arrange import Unreachable, arrange
from inarow.player import MOST_DEPTH, Decision, Limits, Player
from inarow.protocols.gomocup import swap2
from inarow.protocols.gomocup.clock import QUICK, Clock, Share
from inarow.protocols.gomocup.notation import board_game, parse_point, point_text

MakePlayer = Callable[[Game, int], tuple[Player, str]]
"""Makes a player for a game, with a memory limit in bytes for the whole process; 0 is no limit.

The text is a message to the manager, for example that the limit cannot be kept; it may be empty."""

Describe = Callable[[Decision, Game], str]
"""A search as text for people, with points of the protocol."""

LONGEST_ANSWER = 200
"""Characters; managers may cut longer lines."""

OURS, THEIRS = 1, 2
"""The owners of stones in the lines of ``BOARD``."""

_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_SIZES = re.compile(r"(\d{1,9})\s*,\s*(\d{1,9})", re.ASCII)
_FIELD = re.compile(r"(.*),\s*(\d)", re.ASCII)


class CommandRefused(InarowError):
    """A command that is refused; the message follows ``ERROR``."""


@dataclass
class Block:
    """The lines after ``BOARD`` or ``SWAP2BOARD``, until ``DONE``."""

    command: str
    lines: list[str] = field(default_factory=list)


class Brain:
    """An engine that executes the commands of a manager.

    ``share`` gives the part of a game clock for a move (``inarow.time_manager.turn_time``),
    ``longest`` the most for a hard move; ``about`` is the answer to ``ABOUT``; ``seed`` is for the
    openings that it offers; ``describe`` gives the text of ``INFO show_detail``.
    """

    def __init__(
        self,
        make_player: MakePlayer,
        share: Share,
        write: Callable[[str], None],
        *,
        about: str,
        seed: int | None = None,
        longest: Share | None = None,
        describe: Describe = lambda decision, game: "",
    ) -> None:
        self.hurry = False  # set at the end: all answers must be quick
        self.ended = False  # END was received
        self._make_player = make_player
        self._describe = describe
        self._write = write
        self._about = about
        self._random = Random(seed)
        self._clock = Clock(share, longest)
        self._memory = 0
        self._nodes = self._depth = 0  # limits of extensions; 0 is none
        self._shows_detail = False
        self._rule = 0
        self._size: tuple[int, int] | None = None
        self._stones: dict[int, bool] = {}  # their owners: True is us
        self._player: Player | None = None
        self._made_for: tuple[Game, int] | None = None
        self._notices: list[str] = []  # to be sent before the next move
        self._block: Block | None = None
        self._received = 0.0
        self._commands: dict[str, Callable[[str], str | None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "TAKEBACK": self._takeback,
            "BOARD": lambda _: self._open_block("BOARD"),
            "SWAP2BOARD": lambda _: self._open_block("SWAP2BOARD"),
            "DONE": self._done,
            "INFO": self._info,
            "ABOUT": lambda _: self._about,
            "END": self._end,
        }

    def obey(self, line: str, received: float | None = None) -> None:
        """Execute a line, and write the answer.

        ``received`` is the time of its arrival by ``time.monotonic``; default: now.
        """
        self._received = time.monotonic() if received is None else received
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        command = self._commands.get(word.upper())
        if self._block is not None:
            if command is None:
                self._block.lines.append(line.strip())
                return
            if word.upper() not in ("DONE", "INFO", "END"):
                self._answer(f"ERROR {self._block.command} was not ended by DONE")
                self._block = None
        if command is None:
            self._answer(f"UNKNOWN command {word}")
            return
        stones = dict(self._stones)
        try:
            answer = command(rest.strip())
        except InarowError as error:
            answer = f"ERROR {error}"
        except Exception as error:  # the manager gets an answer in any case
            self._stones = stones
            answer = f"ERROR {type(error).__name__} in the engine: {error}"
        if answer is not None:
            self._answer(answer)

    def stop(self) -> None:
        """Stop the running search; may be called from any thread."""
        player = self._player
        if player is not None:
            player.stop()

    def close(self) -> None:
        """Release the player."""
        if self._player is not None:
            self._player.close()
        self._player = None

    def stones(self) -> dict[str, bool]:
        """The points with stones, in the order of their arrival; True is ours."""
        if self._size is None:
            return {}
        game = board_game(*self._size, 0)
        return {point_text(action, game): ours for action, ours in self._stones.items()}

    def _answer(self, text: str) -> None:
        line = " ".join(text.split()).encode("ascii", "replace").decode()
        self._write("".join(c if c.isprintable() else "?" for c in line[:LONGEST_ANSWER]))

    # The commands. Each gets its arguments, and returns the answer, or None for no answer.

    def _start(self, rest: str) -> str:
        if not _WHOLE.fullmatch(rest):
            raise CommandRefused("START needs the size of the board, as in START 15")
        return self._new_board(int(rest), int(rest))

    def _rectstart(self, rest: str) -> str:
        sizes = _SIZES.fullmatch(rest)
        if sizes is None:
            raise CommandRefused("RECTSTART needs width and height, as in RECTSTART 15,20")
        return self._new_board(int(sizes[1]), int(sizes[2]))

    def _restart(self, rest: str) -> str:
        return self._new_board(*self._started())

    def _new_board(self, width: int, height: int) -> str:
        board_game(width, height, 0)  # refuses a wrong size; the rule may still change
        size, made_for = self._size, self._made_for
        self._size, self._made_for = (width, height), None
        try:
            if self._plays_rule():
                self._ready()
        except Exception:
            self._size, self._made_for = size, made_for
            raise
        self._stones = {}
        self._clock.new_match()
        return "OK"

    def _begin(self, rest: str) -> str:
        return self._move(self._position(our_turn=True))

    def _turn(self, rest: str) -> str:
        self._game()  # first an error if there is no board or its rule is not supported
        action = self._free_point(rest)
        state = self._position(our_turn=False)
        state.apply_action(action)
        self._stones[action] = False
        self._check_not_over(state)
        return self._move(state)

    def _play(self, rest: str) -> str:
        self._game()
        action = self._free_point(rest)
        self._position(our_turn=True)
        self._stones[action] = True
        return point_text(action, self._game())

    def _takeback(self, rest: str) -> str:
        action = self._point(rest)
        if action not in self._stones:
            raise CommandRefused(f"there is no stone on {rest} to take back")
        del self._stones[action]
        return "OK"

    def _open_block(self, command: str) -> None:
        self._block = Block(command)

    def _done(self, rest: str) -> str:
        block, self._block = self._block, None
        if block is None:
            raise CommandRefused("DONE ends BOARD or SWAP2BOARD, and neither was sent")
        return self._board(block.lines) if block.command == "BOARD" else self._swap2(block.lines)

    def _board(self, lines: list[str]) -> str:
        self._game()
        stones: dict[int, bool] = {}
        for line in lines:
            match = _FIELD.fullmatch(line)
            owner = int(match[2]) if match else 0
            if match is None or owner not in (OURS, THEIRS):
                raise CommandRefused(
                    f"BOARD takes lines x,y,1 (own) or x,y,2 (opponent), not {line}"
                )
            action = self._point(match[1])
            if action in stones:
                raise CommandRefused(f"BOARD names {match[1]} twice")
            stones[action] = owner == OURS
        before, self._stones = self._stones, stones
        try:
            return self._move(self._position(our_turn=True))
        except Exception:
            self._stones = before
            raise

    def _swap2(self, lines: list[str]) -> str:
        game = self._game()
        laid = [self._point(line) for line in lines]
        if len(set(laid)) != len(laid) or len(laid) not in (0, 3, 5):
            raise CommandRefused(
                "SWAP2BOARD takes no stones, three or five, each on a point of its own"
            )
        player = self._ready()
        limits = self._limits(plies=len(laid))
        self._tell_notices()
        if not laid:
            offered = swap2.propose(player, game, limits, self._random)
            self._spend()
            return " ".join(point_text(action, game) for action in offered)
        decision = swap2.choose(player, game.state_from(laid), limits, self._random)
        self._spend()
        # Most managers send BOARD next; for those that send TURN, store the owners.
        black = decision is None
        self._stones = {action: (ply % 2 == 0) == black for ply, action in enumerate(laid)}
        if decision is None:
            return "SWAP"
        self._stones[decision.action] = True
        return point_text(decision.action, game)

    def _info(self, rest: str) -> None:
        key, _, value = rest.partition(" ")
        value = value.strip()
        keys: dict[str, Callable[[int], None]] = {
            "timeout_turn": self._clock.set_turn,
            "timeout_match": self._clock.set_match,
            "time_left": self._clock.set_left,
            "time_increment": self._clock.set_increment,
            "max_memory": self._set_memory,
            "rule": self._set_rule,
            # Extensions, with the names that other engines use.
            "max_node": self._set_nodes,
            "max_depth": self._set_depth,
            "show_detail": self._set_detail,
        }
        # Other keys (game_type, evaluate, folder and unknown ones) have no effect.
        if key.lower() in keys and _WHOLE.fullmatch(value):
            keys[key.lower()](int(value))

    def _end(self, rest: str) -> None:
        self.ended = True

    def _set_memory(self, size: int) -> None:
        self._memory = max(0, size)

    def _set_rule(self, rule: int) -> None:
        self._rule = rule

    def _set_nodes(self, nodes: int) -> None:
        self._nodes = max(0, nodes)

    def _set_depth(self, depth: int) -> None:
        self._depth = max(0, min(depth, MOST_DEPTH))

    def _set_detail(self, level: int) -> None:
        self._shows_detail = level > 0

    # Helpers of the commands.

    def _started(self) -> tuple[int, int]:
        if self._size is None:
            raise CommandRefused("there is no board yet: send START first")
        return self._size

    def _game(self) -> Game:
        return board_game(*self._started(), self._rule)

    def _plays_rule(self) -> bool:
        try:
            self._game()
        except InarowError:
            return False
        return True

    def _point(self, text: str) -> int:
        width, height = self._started()
        action = parse_point(text, board_game(width, height, 0))
        if action is None:
            raise CommandRefused(
                f"{text or 'nothing'} is not a point x,y of a {width} x {height} board"
            )
        return action

    def _free_point(self, text: str) -> int:
        action = self._point(text)
        if action in self._stones:
            raise CommandRefused(f"{text} is taken")
        return action

    def _position(self, *, our_turn: bool) -> State:
        """The state of the board, if it can be that player's turn and the game is not over."""
        ours = [action for action, own in self._stones.items() if own]
        theirs = [action for action, own in self._stones.items() if not own]
        mover, waiting = (ours, theirs) if our_turn else (theirs, ours)
        game = self._game()
        if len(waiting) - len(mover) not in (0, 1):
            raise CommandRefused(
                f"{'the engine' if our_turn else 'the opponent'} is not to move: of the stones "
                f"{len(ours)} are the engine's and {len(theirs)} the opponent's"
            )
        begun = (waiting, mover) if len(waiting) > len(mover) else (mover, waiting)
        try:
            state = game.state_from(arrange(game, *begun))
        except Unreachable:
            raise CommandRefused("the game is over: there are five in a row") from None
        self._check_not_over(state)
        return state

    def _check_not_over(self, state: State) -> None:
        if state.is_terminal():
            how = "there are five in a row" if any(state.returns()) else "the board is full"
            raise CommandRefused(f"the game is over: {how}")

    def _ready(self) -> Player:
        """The player for this game and memory; a new one if either has changed."""
        game = self._game()
        if self._player is None or self._made_for != (game, self._memory):
            self.close()  # free its memory before the next one measures the rest
            self._player, notice = self._make_player(game, self._memory)
            self._notices = [text for text in (notice, self._player.note) if text]
            self._made_for = (game, self._memory)
        return self._player

    def _limits(self, plies: int) -> Limits:
        width, height = self._started()
        waited = time.monotonic() - self._received
        seconds = self._clock.think_time(waited, plies, width * height)
        most = self._clock.most_time(waited, plies, width * height)
        if self.hurry:
            seconds = most = min(seconds, QUICK)
        return Limits(time=seconds, most=most, nodes=self._nodes or None, depth=self._depth or None)

    def _spend(self) -> None:
        self._clock.spend(time.monotonic() - self._received)

    def _tell_notices(self) -> None:
        for notice in self._notices:
            self._answer(f"MESSAGE {notice}")
        self._notices = []

    def _move(self, state: State) -> str:
        """Search, place the stone, and return its point."""
        player = self._ready()
        self._tell_notices()
        decision = player.act(state, self._limits(plies=state.move_number()))
        action = decision.action
        if action not in state.legal_actions():
            raise RuntimeError(f"the player chose {action}, which is not legal")
        self._stones[action] = True
        self._spend()
        if self._shows_detail and (detail := self._describe(decision, state.game)):
            self._answer(f"MESSAGE {detail}")
        return point_text(action, self._game())
