"""What is fuzzed: each target has inputs, and a check that must hold of every one of them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import inarow
from inarow import _core
from inarow.errors import InarowError
from inarow.models import ultimate_net
from inarow.models.graph import graph_from_bytes, graph_to_bytes
from inarow.models.linenet import network_from_bytes
from inarow.models.ntuple import tuples_for, tuples_from_bytes
from inarow.models.tabular import table_from_bytes
from inarow.models.weights import weights_file, with_checksum
from inarow.players.shared_mcts import SharedPlayer
from inarow.protocols.formats import FORMATS
from inarow.protocols.gomocup.brain import Brain
from inarow.protocols.processes.loop import LONGEST_LINE
from inarow.protocols.record import GameRecord
from inarow.protocols.validation import outcome
from inarow.server.schema.play import LiveEvent
from inarow.server.schema.search import AnalysisEvent
from inarow.time_manager import turn_time
from tests.fuzz.mutations import mutated
from tests.protocols.test_brain import ALLOWED, Simple
from tests.server.live import PATIENCE, machine, serving

Check = Callable[[bytes], None]


@dataclass(frozen=True)
class Target:
    """``session`` prepares what the check needs, once for all inputs."""

    name: str
    about: str
    inputs: st.SearchStrategy[bytes]
    session: Callable[[], AbstractContextManager[Check]]


# Records ---------------------------------------------------------------------------------------


def _games() -> list[bytes]:
    """A finished game, a short one and one with a name to escape, in every format."""
    found = []
    for spec, moves in (
        ("tictactoe", "a1 b2 a2 b3 a3"),
        ("gomoku", "h8 i9 g7 h9 i8 g8"),
        ("ultimate", "a9 a7 b2"),
    ):
        state = inarow.load_game(spec).state_from(moves)
        result, end = outcome(state)
        record = GameRecord(
            game=spec,
            moves=tuple(state.history()),
            players=("one", 'a]b[c\\ "two" 五'),
            result=result,
            end=end,
        )
        for entry in FORMATS:
            try:
                found.append(entry.encode(record))
            except InarowError:
                continue  # it has no such game
    return found


def check_records(content: bytes) -> None:
    """Every format reads it or refuses it; what was read can be written and read again."""
    for entry in FORMATS:
        try:
            games = list(entry.read(io.BufferedReader(io.BytesIO(content))))
        except InarowError as error:
            _check_sentence(error)
            continue
        for record in games:
            again = list(entry.read(io.BufferedReader(io.BytesIO(entry.encode(record)))))
            # A game without moves is only a comment in a file of coordinates.
            assert ([each.moves for each in again] or [()]) == [record.moves]


def _check_sentence(error: InarowError) -> None:
    """A refusal is a sentence on one line."""
    assert str(error).endswith(".")
    assert "\n" not in str(error)


# Protocol lines --------------------------------------------------------------------------------

SCRIPTS = [
    b"START 15\nBEGIN\nTURN 7,8\nTAKEBACK 7,8\nEND\n",
    b"RECTSTART 10,8\nINFO timeout_turn 100\nINFO rule 1\nBOARD\n1,1,1\n2,2,2\nDONE\n",
    b"START 20\nSWAP2BOARD\nDONE\nRESTART\nABOUT\nINFO max_node 5\nPLAY 3,4\n",
    b"START 15\nSWAP2BOARD\n7,7\n8,8\n7,9\nDONE\nINFO time_left 0\nTURN 0,0\n",
]


def check_protocol(content: bytes) -> None:
    """Whatever a manager sends, each answer has a form of the protocol, and no error is ours."""
    said: list[str] = []
    brain = Brain(lambda game, memory: (Simple(), ""), turn_time, said.append, about='name="x"')
    for line in content.splitlines():
        brain.obey(line[:LONGEST_LINE].decode("ascii", "replace"))
    for answer in said:
        assert ALLOWED.fullmatch(answer), answer
        assert "in the engine" not in answer, answer


# Weights ---------------------------------------------------------------------------------------

PATH = Path("fuzzed.file")
BOARD = inarow.load_game("tictactoe")


def _new_shared() -> SharedPlayer:
    search = _core.shared_mcts(BOARD.new_initial_state(), 1, mb=1)
    return SharedPlayer(search, BOARD, sims=20)


def _weights() -> list[bytes]:
    """Files of every kind that we parse ourselves."""
    shared = _new_shared()
    shared.act(BOARD.new_initial_state())
    names = ("tictactoe.td", "tictactoe.tabular", "gomoku.linenet", "ultimate.ultimatenet")
    return [graph_to_bytes(shared.graph()), *(weights_file(name).read_bytes() for name in names)]


def check_weights(content: bytes) -> None:
    """A file is refused in a sentence, or it plays a legal move."""
    for sealed in (content, _sealed(content)):
        for use in (_use_graph, _use_tuples, _use_table, _use_network, _use_ultimate_network):
            try:
                use(sealed)
            except InarowError as error:
                _check_sentence(error)


def _sealed(content: bytes) -> bytes:
    """With the right checksum at its end: whoever wants to do harm can make one."""
    return with_checksum(content[:-4])


def _use_graph(content: bytes) -> None:
    player = _new_shared()
    player.set_graph(PATH, graph_from_bytes(PATH, content))
    _play(player)
    player.set_graph(PATH, player.graph())


def _use_tuples(content: bytes) -> None:
    weights = tuples_for(PATH, tuples_from_bytes(PATH, content), BOARD)
    start = BOARD.new_initial_state()
    chosen = _core.td(start, 1, weights=weights).decide(start, None, None, None, 1)
    assert start.is_legal(chosen["action"])


def _use_table(content: bytes) -> None:
    table, _ = table_from_bytes(PATH, content)
    start = BOARD.new_initial_state()
    chosen = _core.tabular(start, 1, table=table).decide(start, None, None, None, 1)
    assert start.is_legal(chosen["action"])


def _use_network(content: bytes) -> None:
    network = network_from_bytes(PATH, content)
    state = inarow.load_game("gomoku").state_from("h8 i9 g7")
    _, policy = network.evaluate(state)
    assert len(policy) == 222


def _use_ultimate_network(content: bytes) -> None:
    network = ultimate_net.network_from_bytes(PATH, content)
    assert -1 <= network.evaluate(inarow.load_game("ultimate").state_from("e5 e4")) <= 1


def _play(player: inarow.Player) -> None:
    state = BOARD.new_initial_state()
    while not state.is_terminal():
        state.apply_action(player.act(state).action)


# Socket messages -------------------------------------------------------------------------------

END = "fuzz-end"  # no command: the answer to it shows that all before were read
POLICY_VIOLATION, TOO_BIG = 1008, 1009


class _Errors(logging.Handler):
    """What the server logs as an error of its own."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def check_sockets() -> Iterator[Check]:
    """Whatever a page sends, the server answers in its own words, and the game can be read."""
    errors = _Errors()
    with TemporaryDirectory() as folder, serving(Path(folder), sockets_of_one=10**6) as site:
        logging.getLogger("inarow").addHandler(errors)
        person = site.person()
        game = person.new_game(second=machine("random"))
        events: dict[str, TypeAdapter[Any]] = {
            f"/api/games/{game}/live": TypeAdapter(LiveEvent),
            "/api/analysis/live": TypeAdapter(AnalysisEvent),
        }

        def check(content: bytes) -> None:
            messages = content.decode("utf-8", "replace").splitlines()
            for path, adapter in events.items():
                address = f"ws://127.0.0.1:{site.port}{path}"
                with connect(address, additional_headers={"Cookie": person.cookie()}) as socket:
                    _converse(socket, messages, adapter)
            assert person.get(f"/api/games/{game}").status_code == 200
            assert not errors.found, errors.found

        try:
            yield check
        finally:
            logging.getLogger("inarow").removeHandler(errors)


def _converse(socket: ClientConnection, messages: list[str], events: TypeAdapter[Any]) -> None:
    try:
        for message in [*messages, json.dumps({"type": END})]:
            socket.send(message)
        text = ""
        while END not in text:
            text = str(socket.recv(PATIENCE))
            events.validate_json(text)
    except ConnectionClosed as closed:
        if closed.rcvd is None or closed.rcvd.code not in (POLICY_VIOLATION, TOO_BIG):
            raise


def _lines(*messages: dict[str, object]) -> bytes:
    return "\n".join(json.dumps(message) for message in messages).encode()


POSITION = {"game": "tictactoe", "moves": [4, 0]}
CONVERSATIONS = [
    _lines({"type": "move", "action": 4, "ply": 0}, {"type": "undo"}, {"type": "redo"}),
    _lines({"type": "claim", "seat": 1, "name": "Ann"}, {"type": "resign"}, {"type": "hint"}),
    _lines({"type": "offer", "kind": "draw"}, {"type": "accept", "kind": "draw", "ply": 2}),
    _lines({"type": "goto", "ply": 0}, {"type": "delay", "delay": 0.5}, {"type": "stop"}),
    _lines({"type": "name", "seat": 0, "name": "五"}, {"type": "switch"}),
    _lines({"type": "analyse", **POSITION, "request": 1, "player": "mcts:sims=20", "lines": 2}),
    _lines({"type": "analyse", **POSITION, "request": 1, "nodes": 50}, {"type": "stop"}),
    _lines({"type": "ask", **POSITION, "request": 2, "time": 0.01}),
    _lines({"type": "threats", "game": "gomoku", "moves": [112], "request": 3}),
]

TARGETS = (
    Target(
        "records",
        "files of games: JSON lines, SGF, PSQ, coordinates",
        mutated(_games()),
        lambda: nullcontext(check_records),
    ),
    Target(
        "protocol",
        "lines of the Gomocup protocol",
        mutated(SCRIPTS),
        lambda: nullcontext(check_protocol),
    ),
    Target(
        "sockets",
        "messages on the sockets of a server",
        mutated(CONVERSATIONS),
        check_sockets,
    ),
    Target(
        "weights",
        "files of graphs, tables, tuples and line networks",
        mutated(_weights()),
        lambda: nullcontext(check_weights),
    ),
)
