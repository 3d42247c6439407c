"""The C++ core of inarow. Use the inarow package, which wraps it."""

from collections.abc import Callable
import enum
from typing import Annotated, Any, Self, SupportsIndex

import numpy
import numpy.typing
from numpy.typing import NDArray


def set_leak_warnings(on: bool) -> None:
    """
    Whether objects that are still used when Python ends are reported on standard error.
    """

isa: str = ...

class Rules:
    """The rules of one game."""

    def new_state(self, state_class: type[State], game: object, /) -> Any:
        """The empty board, as an instance of a class derived from State."""

    def symmetries(self) -> list[tuple[str, int, list[int]]]:
        """(name, inverse, cell map) of each symmetry."""

    def encodings(self) -> list[tuple[str, list[str]]]:
        """(name, planes) of each observation; the default first."""

def mnk_rules(rows: int, cols: int, k: int, exact: bool) -> Rules: ...

def ultimate_rules(most_boards_break_ties: bool) -> Rules: ...

class State:
    """A position and the moves that led to it."""

    def _random_playouts(self, count: int, seed: int) -> tuple[int, int, int]: ...

    def _perft_by_move(self, depth: int, threads: int, progress: object | None) -> list[tuple[int, int, int]]: ...

    def _plain_perft(self, depth: int) -> tuple[int, int]: ...

    def _census(self, max_classes: int, progress: object | None) -> tuple[int, int, int] | None: ...

    @property
    def _game(self, /) -> Any: ...

    def apply_action(self, action: SupportsIndex, /) -> None:
        """Play a legal action for the player to move."""

    def _undo(self) -> bool:
        """Take back the last action; False if there is none."""

    def clone(self) -> Self:
        """An independent copy, history included."""

    def legal_actions(self) -> list[int]:
        """All legal actions, ascending; empty once the game is over."""

    def is_legal(self, action: object, /) -> bool:
        """Whether an action may be played now."""

    def legal_actions_mask(self) -> numpy.typing.NDArray[numpy.bool_]:
        """True for each legal action, by action number."""

    def current_player(self) -> int:
        """The player to move, 0 or 1; TERMINAL (-4) once the game is over."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def returns(self) -> list[float]:
        """
        What each player has won: 1.0, -1.0, or 0.0 for a draw or an unfinished game.
        """

    def history(self) -> list[int]:
        """The actions so far, the first one first."""

    def move_number(self) -> int:
        """How many actions have been played."""

    def board(self) -> numpy.typing.NDArray[numpy.int8]:
        """
        rows x columns: 1 for the first player's stones, -1 for the second's, 0 if empty.
        """

    def key(self) -> int:
        """64-bit Zobrist key: equal positions of one game have equal keys."""

    def winning_line(self) -> list[int]:
        """
        The actions whose stones form the winning line; empty if nobody has one.
        """

    def __eq__(self, other: object, /) -> bool:
        """Same rules and same position, whatever the order of moves."""

    def _encode(self, encoding: int, player: int) -> numpy.typing.NDArray[numpy.float32]: ...

    def _transformed(self, symmetry: int) -> Self: ...

    def _canonical_symmetry(self) -> int: ...

    def _forced_board(self) -> int | None: ...

    def _local_outcomes(self) -> list[int]: ...

class GameVector:
    """Many games that are played at once."""

    def __init__(self, rules: Rules, count: int, encoding: int, seed: int) -> None: ...

    @staticmethod
    def bytes_per_game(rules: Rules, encoding: int) -> int:
        """The memory that each game takes."""

    def observations(self) -> numpy.typing.NDArray[numpy.float32]: ...

    def final_observations(self) -> numpy.typing.NDArray[numpy.float32]: ...

    def masks(self) -> numpy.typing.NDArray[numpy.bool_]: ...

    def current_players(self) -> numpy.typing.NDArray[numpy.int8]: ...

    def move_numbers(self) -> numpy.typing.NDArray[numpy.int32]: ...

    def step(self, actions: numpy.typing.NDArray[numpy.int64], rewards: numpy.typing.NDArray[numpy.float32], ended: numpy.typing.NDArray[numpy.bool_]) -> int:
        """
        Play an action in each game; the number of the first game whose action is illegal, or the number of games if all were played.
        """

    def random_actions(self, actions: numpy.typing.NDArray[numpy.int64]) -> None:
        """Write a random legal action for each game."""

    def seed(self, seed: int) -> None: ...

    def reset(self) -> None:
        """Start all games anew."""

    def copy_state_to(self, index: int, state: State) -> None:
        """Copy the state of a game into one of the same rules."""

    def set_state(self, index: int, state: State) -> bool:
        """Continue a game from a state; False if it is over or of another game."""

class Search:
    """A search, made for one game."""

    def decide(self, state: State, seconds: float | None, nodes: int | None, sims: int | None, depth: int | None, most_seconds: float = 0.0, lines: int = 1, thorough: bool = False, listener: Callable[[dict[str, Any]], None] | None = None) -> dict[str, Any]:
        """Choose a move within the limits."""

    def stop(self) -> None:
        """Make a running search answer now; from any thread."""

def minimax(start: State, seed: int, *, table: bool = ..., depth: int = ...) -> Search: ...

def alphabeta(start: State, seed: int, *, depth: int = ..., order: bool = ...) -> Search: ...

def cached(start: State, seed: int, *, depth: int = ..., mb: int = ...) -> Search: ...

def deepening(start: State, seed: int, *, mb: int = ...) -> Search: ...

def greedy(start: State, seed: int) -> Search: ...

def negamax(start: State, seed: int, *, depth: int = ..., range: int = ...) -> Search: ...

def threat(start: State, seed: int, *, depth: int = ..., b: int = ..., vcf: int = ..., mb: int = ...) -> Search: ...

class Force(enum.IntEnum):
    """How a move presses the opponent."""

    quiet = 0

    builds_two = 1

    builds_three = 2

    builds_twos = 3

    builds_three_two = 4

    makes_open_three = 5

    makes_three_plus = 6

    makes_double_three = 7

    makes_four = 8

    makes_four_plus = 9

    makes_four_three = 10

    makes_open_four = 11

    makes_five = 12

class LineNetwork:
    def __init__(self, file: bytes) -> None: ...

    def evaluate(self, state: State) -> tuple[int, list[tuple[int, int]]]:
        """
        The evaluation for the player to move, and the policy of each empty cell.
        """

    magic: bytes = ...

    channels: int = ...

    hidden: int = ...

    one: int = ...

    weight_one: int = ...

    most: int = ...

    cells_shift: int = ...

    row_limit: int = ...

    weight_limit: int = ...

    layer_bias_limit: int = ...

    policy_limit: int = ...

    window_radius: int = ...

    own: int = ...

    other: int = ...

    outside: int = ...

def game_codes(start: State, moves: list[int]) -> numpy.typing.NDArray[numpy.int16]: ...

def line_window_table() -> tuple[list[int], list[int], list[tuple[int, int]], list[bool]]: ...

def code_table() -> list[tuple[list[int], int]]: ...

def find_victory(state: State, other: bool, threes: bool, proof_numbers: bool, nodes: int, seconds: float | None) -> dict[str, Any]: ...

def threat_marks(state: State) -> list[tuple[str, int, int, tuple[int, ...]]]: ...

class SharedSearch(Search):
    """A search whose graph is kept over games."""

    def graph(self) -> bytes:
        """The graph as bytes."""

    def set_graph(self, bytes: bytes) -> None:
        """Replace the graph; ValueError if the bytes are no graph of this game."""

    def positions(self) -> int:
        """How many positions the graph holds."""

    def set_seed(self, seed: int) -> None:
        """Begin the random numbers anew."""

    def set_temperature(self, temperature: float) -> None:
        """How far the choice of a move strays from the most visited one."""

def mcts(start: State, seed: int, *, c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> Search: ...

def knowledge_mcts(start: State, seed: int, *, c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> Search: ...

def heuristic_mcts(start: State, seed: int, *, c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> Search: ...

def shared_mcts(start: State, seed: int, *, c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> SharedSearch: ...

class ResidualNetwork:
    """The residual network of alphazero with 8-bit integers."""

    def __init__(self, arrays: dict[str, numpy.typing.NDArray[numpy.float32] | numpy.typing.NDArray[numpy.int8]]) -> None: ...

    def evaluate(self, planes: numpy.typing.NDArray[numpy.float32], portably: bool = False) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]:
        """
        Logits (n x cells) and values (n) of positions (n x planes x rows x columns); `portably`: without the instructions that make it fast, and with the same result.
        """

    is_fast: bool = ...

class Network:
    """A network that searches ask about batches of positions."""

    def __init__(self, evaluate: Callable[[numpy.typing.NDArray[numpy.float32]], tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]], encoding: str = '') -> None:
        """
        `evaluate` gets the planes of a batch of positions, and returns a logit for each action and a value for each position.
        """

    @staticmethod
    def residual(network: ResidualNetwork, encoding: str = ...) -> Network:
        """Asks a network of the core, without Python."""

    @staticmethod
    def uniform(encoding: str = ...) -> Network:
        """Finds all actions and positions alike."""

class BatchedSearch:
    """
    Monte-Carlo searches of several games, whose leaves are evaluated together.
    """

    def decide(self, states: list[State], evaluate: Callable[[numpy.typing.NDArray[numpy.float32]], tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]], seconds: float | None, nodes: int | None, sims: int | None, depth: int | None) -> list[dict[str, Any]]:
        """
        Choose a move in each state. `evaluate` gets the planes of a batch of positions, and returns a logit for each action and a value for each position.
        """

    def set_temperature(self, temperature: float) -> None:
        """How far the choice of a move strays from the most visited one."""

    def stop(self) -> None:
        """
        Make a running search answer after the batch that it waits for; from any thread.
        """

def batched_search(start: State, seed: int, games: int, batch: int, *, c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> BatchedSearch: ...

def alphazero(start: State, seed: int, *, network: Network = ..., batch: int = ..., images: int = ..., considered: int = ..., vcf: int = ..., cache: int = ..., c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> Search: ...

def line_mcts(start: State, seed: int, *, network: LineNetwork | None = ..., vcf: int = ..., c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> Search: ...

class SelfPlay:
    """Games of a network against itself, many at once."""

    def play(self, seed: int, first: int, count: int) -> dict[str, Any]:
        """
        Play games by their numbers: moves, results and samples to learn from, as arrays.
        """

    def stop(self) -> None:
        """End running games with a RuntimeError; from any thread."""

def self_play(start: State, *, network: Network = ..., at_once: int = ..., images: int = ..., sims: int = ..., fast_sims: int = ..., full_share: float = ..., considered: int = ..., value_scale: float = ..., random_plies: int = ..., temperature_plies: int = ..., prune: bool = ..., vcf: int = ..., cache: int = ..., c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> SelfPlay: ...

def replay_planes(start: State, moves: numpy.typing.NDArray[numpy.uint16], lengths: numpy.typing.NDArray[numpy.int32], sample_games: numpy.typing.NDArray[numpy.int32], sample_plies: numpy.typing.NDArray[numpy.int32], encoding: str) -> numpy.typing.NDArray[numpy.int8]:
    """The planes of positions of games, for the player to move."""

class ValueTable:
    """The values of positions, one by one."""

    def __init__(self, keys: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], folds: bool, looks_ahead: bool) -> None: ...

    def keys(self) -> numpy.typing.NDArray[numpy.uint64]: ...

    def values(self) -> numpy.typing.NDArray[numpy.float32]:
        """For the player to move, in the order of the keys."""

    @property
    def folds(self) -> bool: ...

    @property
    def looks_ahead(self) -> bool: ...

    def __len__(self) -> int: ...

class TabularLearner:
    """Learns a table of values by self-play."""

    def __init__(self, start: State, seed: int, table: ValueTable, *, alpha: float, epsilon: float, epsilon_decay: float, least_epsilon: float, learns_played: bool) -> None: ...

    def play(self, first: int, count: int) -> dict[str, float]:
        """Play games by their numbers, and learn from each."""

    def table(self) -> ValueTable:
        """A copy of the table as it is now."""

def tabular(start: State, seed: int, *, table: ValueTable = ...) -> Search: ...

class TupleWeights:
    """The weights of n-tuples for one game."""

    def __init__(self, values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], paper: bool) -> None: ...

    def values(self) -> numpy.typing.NDArray[numpy.float32]: ...

    @property
    def paper(self) -> bool: ...

def tuple_classes(start: State, paper: bool) -> list[tuple[str, int]]:
    """
    The classes of the tuples of a game: name and number of weights, in their order.
    """

class TdLearner:
    """Learns the weights of n-tuples by self-play."""

    def __init__(self, start: State, seed: int, weights: TupleWeights, *, alpha: float, trace: float, discount: float, epsilon: float, epsilon_decay: float, least_epsilon: float) -> None: ...

    def play(self, first: int, count: int) -> dict[str, float]:
        """Play games by their numbers, and learn from each."""

    def weights(self) -> TupleWeights:
        """A copy of the weights as they are now."""

    def coherence(self) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32]]:
        """The changes each weight was asked for, summed up, and their sizes."""

    def restore(self, weights: TupleWeights, asked: numpy.typing.NDArray[numpy.float32], asked_size: numpy.typing.NDArray[numpy.float32]) -> None:
        """Go on with these."""

def td(start: State, seed: int, *, weights: TupleWeights = ...) -> Search: ...

def td_alphabeta(start: State, seed: int, *, weights: TupleWeights = ..., depth: int = ..., width: int = ..., mb: int = ...) -> Search: ...

def td_mcts(start: State, seed: int, *, weights: TupleWeights = ..., spread: float = ..., c: float = ..., fold: int = ..., mb: int = ..., temperature: float = ..., noise: float = ..., fpu: float = ..., reuse: bool = ...) -> Search: ...

def solve(state: State, mb: int, seconds: float | None, nodes: int | None) -> dict[str, Any]: ...

class UltimateNetwork:
    """A learned evaluation of ultimate."""

    def __init__(self, weights: dict[str, numpy.typing.NDArray[numpy.float32]]) -> None: ...

    @staticmethod
    def shapes() -> dict[str, tuple[int, ...]]:
        """The arrays of a network: their names and shapes."""

    def evaluate(self, state: State) -> float:
        """The value for the player to move, in [-1, 1]."""

    def evaluate_many(self, state: State, count: int) -> int:
        """
        For benchmarks: play, evaluate and undo so many actions; the sum of the outputs.
        """

    weight_limit: float = ...

def random(start: State, seed: int) -> Search: ...

def engine(start: State, seed: int, *, mb: int = ..., threads: int = ..., network: LineNetwork | None = ..., ultimate_network: UltimateNetwork | None = ...) -> Search: ...

class Duel:
    """Two searches that play games against each other."""

    def __init__(self, start: State, first: Search, second: Search, limits_first: tuple[float | None, int | None, int | None, int | None], limits_second: tuple[float | None, int | None, int | None, int | None], margin: float) -> None: ...

    def play(self, games: list[tuple[list[int], int, tuple[int, int]]]) -> tuple[list[tuple[int, bool, bool, int]], tuple[tuple[int, float, float], tuple[int, float, float]]]:
        """
        Play games (opening, which search moves first, seeds); see cpp/bindings/engine.cpp.
        """

    def stop(self) -> None:
        """End all games now; from any thread."""
