"""The pattern network: its features follow the rules, its sums the formula, and it learns."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow.learning import load_learner
from inarow.learning.selfplay import SLIPS
from inarow.learning.ultimate_net.features import (
    FREE,
    IMAGES,
    LIVE_PATTERNS,
    OUTCOME,
    PLACE,
    SWAPPED,
    image,
    replay,
    wins_in_one,
)
from inarow.learning.ultimate_net.positions import join, positions_of
from inarow.models.ultimate_net import SHAPES, read_network
from inarow.protocols.record import GameRecord

torch = pytest.importorskip("torch")
from inarow.learning.ultimate_net.model import UltimateNet, inputs  # noqa: E402

ULTIMATE = inarow.load_game("ultimate")
TIEBREAK = inarow.load_game("ultimate:tiebreak=boards")


def random_game(seed, game=ULTIMATE, plies=81):
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def states_of(final):
    """The state before each move of a game."""
    state = final.game.new_initial_state()
    for move in final.history():
        yield state
        state.apply_action(move)


def patterns_by_hand(state):
    """Cell by cell, as the player to move sees it."""
    board = state.board() * (1 if state.current_player() == 0 else -1)
    digit = {0: 0, 1: 1, -1: 2}
    return [
        sum(digit[int(board[row + cell // 3, column + cell % 3])] * 3**cell for cell in range(9))
        for row in (0, 3, 6)
        for column in (0, 3, 6)
    ]


def replayed(*games):
    moves = np.array([move for game in games for move in game.history()], np.uint8)
    return replay(moves, np.array([game.move_number() for game in games], np.int32))


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=3))
def test_replayed_positions_are_those_of_the_core(seeds):
    games = [random_game(seed) for seed in seeds]
    patterns, forced = replayed(*games)
    won = wins_in_one(patterns, forced)
    states = (state for game in games for state in states_of(game))
    for number, state in enumerate(states):
        assert patterns[number].tolist() == patterns_by_hand(state)
        board = state.forced_board()
        assert forced[number] == (FREE if board is None else board)
        mover = state.current_player()
        names = {".": 0, "X": 1 + mover, "O": 2 - mover, "=": 3}
        outcomes = OUTCOME[patterns[number]].tolist()
        assert outcomes == [names[each] for each in state.local_boards()]
        assert won[number] == wins_by_a_line(state)


def wins_by_a_line(state):
    for action in state.legal_actions():
        state.apply_action(action)
        has_won = bool(state.winning_line())
        state.undo_action()
        if has_won:
            return True
    return False


def test_there_are_as_many_live_patterns_as_the_core_has():
    assert len(LIVE_PATTERNS) == 11_093
    assert (SWAPPED[SWAPPED] == np.arange(3**9)).all()


@given(st.integers(0, 10**6), st.integers(0, 7))
def test_images_are_positions_of_turned_games(seed, symmetry):
    game = random_game(seed, plies=60)
    patterns, forced = replayed(game)
    seen = image(patterns, forced, np.full(len(patterns), symmetry))
    grid = np.arange(81).reshape(9, 9)
    turned = np.rot90(grid, symmetry % 4)
    turned = (np.fliplr(turned) if symmetry >= 4 else turned).ravel()
    there = np.argsort(turned)  # where each cell is in the image
    final = ULTIMATE.new_initial_state()
    for move in game.history():
        final.apply_action(int(there[move]))
    expected = replayed(final)
    assert (seen[0] == expected[0]).all()
    assert (seen[1] == expected[1]).all()


def test_the_eight_images_are_different():
    assert len({tuple(each) for each in IMAGES}) == 8
    pattern = np.array([[1 * PLACE[0] + 2 * PLACE[1]] + [0] * 8], np.uint16)
    seen = image(np.repeat(pattern, 8, 0), np.full(8, FREE, np.uint8), np.arange(8))
    assert len({tuple(each) for each in seen[0].tolist()}) == 8


def plain_value(arrays, state):
    """The formula, board by board, in double precision."""

    def layer(name, x):
        return arrays[f"{name}.weight"].astype(float) @ x + arrays[f"{name}.bias"]

    mover = state.current_player()
    board, local = state.board(), state.local_boards()
    forced = state.forced_board()
    views = []
    for viewer in (mover, 1 - mover):
        own = board * (1 if viewer == 0 else -1)
        total = arrays["accumulator.bias"].astype(float)
        for number in range(9):
            row, column = 3 * (number // 3), 3 * (number % 3)
            cells = own[row : row + 3, column : column + 3].ravel()
            if local[number] == ".":
                x = np.array([[each == 1, each == -1, each == 0] for each in cells]).ravel()
                for depth in range(3):
                    x = np.maximum(layer(f"encoder.{depth}", x.astype(float)), 0)
                total = total + arrays["projection"][number] @ x
            else:
                outcome = 2 if local[number] == "=" else int(local[number] != "XO"[viewer])
                total = total + arrays["decided"][number, outcome]
        total = total + arrays["forced"][int(viewer != mover), FREE if forced is None else forced]
        views.append(np.clip(total, 0, 1))
    x = np.concatenate(views)
    x = np.clip(layer("head.0", x), 0, 1)
    x = np.clip(layer("head.1", x), 0, 1)
    return np.tanh(layer("head.2", x))


def test_the_model_computes_the_formula():
    torch.manual_seed(1)
    net = UltimateNet()
    with torch.no_grad():
        for parameter in net.parameters():  # biases, too
            parameter.add_(0.05 * torch.randn_like(parameter))
    assert {name: array.shape for name, array in net.arrays().items()} == dict(SHAPES)
    for seed in range(3):
        game = random_game(seed)
        patterns, forced = replayed(game)
        with torch.no_grad():
            values = torch.tanh(net(*map(torch.from_numpy, inputs(patterns, forced)))).numpy()
        for value, state in zip(values, states_of(game), strict=True):
            assert value == pytest.approx(plain_value(net.arrays(), state), abs=1e-5)


def test_gradients_are_those_of_the_formula():
    """The backward pass of the sum of rows is our own."""
    torch.manual_seed(2)
    net = UltimateNet()
    patterns, forced = replayed(random_game(5))
    seen = list(map(torch.from_numpy, inputs(patterns, forced)))
    net(*seen).square().sum().backward()
    for name, place in (("decided", (4, 1, 7)), ("projection", (3, 5, 9)), ("forced", (1, 9, 2))):
        parameter = dict(net.named_parameters())[name]
        step = 1e-2
        ends = []
        for sign in (1, -1):
            with torch.no_grad():
                parameter[place] += sign * step
                ends.append(net(*seen).square().sum().item())
                parameter[place] -= sign * step
        slope = (ends[0] - ends[1]) / (2 * step)
        assert parameter.grad[place].item() == pytest.approx(slope, abs=0.02, rel=0.1)


def record_of(state, opening=2, slips=()):
    values = [None] * opening + [0.5] * (state.move_number() - opening)
    result = state.returns()
    return GameRecord(
        game=state.game.spec,
        players=("a", "a"),
        moves=tuple(state.history()),
        opening=opening,
        result=(result[0], result[1]),
        values=tuple(values),
        event={SLIPS: list(slips)} if slips else {},
    )


def test_positions_have_the_result_as_the_player_to_move_sees_it():
    won = {random_game(seed).returns()[0]: random_game(seed) for seed in range(50)}
    for result, state in won.items():
        positions = positions_of([record_of(state)], first=7)
        quiet = [
            ply
            for ply, each in enumerate(states_of(state))
            if ply >= 2 and not wins_by_a_line(each)
        ]
        assert len(positions) == len(quiet)
        assert positions.results.tolist() == [result * (-1) ** ply for ply in quiet]
        assert set(positions.games.tolist()) == {7}
    assert set(won) == {1.0, 0.0, -1.0}


def test_results_count_only_after_the_last_random_move():
    state = random_game(1)
    positions = positions_of([record_of(state, slips=(10, 20))])
    known = ~np.isnan(positions.results)
    assert known.sum() == len(positions) - known.argmax() < len(positions)
    whole = positions_of([record_of(state)])
    assert not np.isnan(whole.results).any()
    assert (whole.results[known] == positions.results[known]).all()


def test_both_rules_are_told_apart_and_other_games_refused():
    parts = [positions_of([record_of(random_game(3, game))]) for game in (ULTIMATE, TIEBREAK)]
    assert [set(part.rules.tolist()) for part in parts] == [{0}, {1}]
    assert len(join(parts)) == sum(map(len, parts))
    assert len(join([])) == 0
    gomoku = GameRecord(game="gomoku", players=("a", "a"), moves=(1, 2))
    with pytest.raises(inarow.BadFile, match="A game of gomoku cannot be learned from"):
        positions_of([gomoku])


SMALL = {
    "teacher": "mcts:sims=30,mb=1",
    "nodes": 50,
    "games": 8,
    "generation": 4,
    "report_every": 4,
    "evaluate_every": 0,
    "batch": 64,
}


def test_games_do_not_depend_on_workers_and_have_both_rules(tmp_path):
    for workers in (1, 3):
        load_learner(
            "ultimate-net", "ultimate", out=tmp_path / str(workers), workers=workers, **SMALL
        ).learn()
    one, three = ((tmp_path / name / "data") for name in ("1", "3"))
    names = sorted(path.name for path in one.iterdir())
    assert names == ["000000000.jsonl", "000000004.jsonl"]
    players = []
    for name in names:
        assert (one / name).read_bytes() == (three / name).read_bytes()
        records = [json.loads(line) for line in (one / name).read_text().splitlines()]
        assert [record["game"] for record in records] == [ULTIMATE.spec, TIEBREAK.spec] * 2
        players += {record["players"][0] for record in records}
    assert players[0] == SMALL["teacher"]
    assert players[1].startswith("engine with the network")


def test_a_tiny_run_learns_who_wins(tmp_path):
    """The network alone, without a search, and for both colours."""
    settings = {"games": 40, "generation": 40, "report_every": 40, "passes": 60, "batch": 512}
    teacher = {"teacher": "mcts:sims=100,mb=1", "evaluate_every": 0}
    learner = load_learner("ultimate-net", "ultimate", out=tmp_path / "run", **settings, **teacher)
    learner.learn()
    network = read_network(learner.folder.checkpoints()[-1].model)
    values = {(mover, sign): [] for mover in (0, 1) for sign in (1, -1)}
    for seed in range(200):
        state = random_game(seed)
        if state.returns()[0]:
            state.undo_action()
            values[state.current_player(), 1].append(network.evaluate(state))
            state.undo_action()  # the other has just given it away, or could not help it
            values[state.current_player(), -1].append(network.evaluate(state))
    means = {case: np.mean(some) for case, some in values.items()}
    assert means[0, 1] > means[0, -1] + 0.1
    assert means[1, 1] > means[1, -1] + 0.1


def test_old_generations_are_dropped(tmp_path):
    settings = SMALL | {"games": 16, "window": 2, "checkpoint_every": 4}
    learner = load_learner("ultimate-net", "ultimate", out=tmp_path / "run", **settings)
    learner.learn()
    names = sorted(path.name for path in (tmp_path / "run" / "data").iterdir())
    assert names == ["000000008.jsonl", "000000012.jsonl"]


def test_recorded_games_can_be_learned_from(tmp_path):
    load_learner("ultimate-net", "ultimate", out=tmp_path / "a", **SMALL).learn()
    events = []
    learner = load_learner(
        "ultimate-net",
        "ultimate",
        out=tmp_path / "b",
        **SMALL | {"data": str(tmp_path / "a" / "data"), "games": 8, "generation": 8},
    )
    learner.learn(events.append)
    assert events[-1]["positions"] > 100
    (tmp_path / "a" / "data" / "000000000.jsonl").write_text("")
    with pytest.raises(inarow.BadFile, match="have changed since the run began"):
        load_learner("ultimate-net", out=tmp_path / "b", resume=True)


def test_what_cannot_be_learned_is_refused(tmp_path):
    with pytest.raises(inarow.BadSpec, match="cannot learn gomoku: it is for ultimate"):
        load_learner("ultimate-net", "gomoku", out=tmp_path / "run")
    with pytest.raises(inarow.InarowError, match="no player 'nobody'"):
        load_learner("ultimate-net", "ultimate", out=tmp_path / "run", teacher="nobody")
    assert not (tmp_path / "run").exists()
