"""Many games at once, compared with the same games played one by one."""

import gc
import threading
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inarow
from tests.games import SAMPLE_SPECS, any_spec, states

ARRAYS = ("observations", "masks", "current_players", "move_numbers", "final_observations")


def assert_shows(games, singles):
    """Every row of every array is what its state shows, bit for bit."""
    for i, state in enumerate(singles):
        planes = state.observation_tensor(games.encoding)
        assert games.observations[i].tobytes() == planes.tobytes()
        assert games.masks[i].tobytes() == state.legal_actions_mask().tobytes()
        assert games.current_players[i] == state.current_player()
        assert games.move_numbers[i] == state.move_number()


def play_both(spec, encoding, n, seed, steps, choose):
    games = inarow.vector(spec, n, seed=seed, encoding=encoding)
    start = games.game.new_initial_state()
    singles = [start.clone() for _ in range(n)]
    assert_shows(games, singles)
    for _ in range(steps):
        actions = choose(games, singles)
        rewards, ended = games.step(actions)
        for i, state in enumerate(singles):
            mover = state.current_player()
            state.apply_action(actions[i])
            assert ended[i] == state.is_terminal()
            assert rewards[i] == state.player_return(mover)
            if ended[i]:
                final = state.observation_tensor(games.encoding)
                assert games.final_observations[i].tobytes() == final.tobytes()
                singles[i] = start.clone()
        assert_shows(games, singles)


@settings(max_examples=40)
@given(spec=any_spec, n=st.integers(1, 5), randomness=st.randoms(use_true_random=False))
def test_a_vector_plays_like_single_games(spec, n, randomness):
    game = inarow.load_game(spec)
    encoding = randomness.choice(list(game.encodings()))
    steps = min(2 * game.max_game_length(), 120)

    def choose(_, singles):
        return [randomness.choice(state.legal_actions()) for state in singles]

    play_both(spec, encoding, n, 1, steps, choose)


@pytest.mark.parametrize("spec", SAMPLE_SPECS)
def test_random_actions_play_whole_games(spec):
    game = inarow.load_game(spec)
    for encoding in game.encodings():
        choose = lambda games, _: games.random_actions()  # noqa: E731
        play_both(game, encoding, 3, 5, game.max_game_length() + 5, choose)


def test_the_player_who_moves_last_may_lose_on_the_tiebreak():
    games = inarow.vector("ultimate:tiebreak=boards", 64, seed=1)
    seen = set()
    for _ in range(1000):
        rewards, ended = games.step(games.random_actions())
        assert not rewards[~ended].any()
        seen |= set(rewards[ended].tolist())
    assert seen == {1.0, 0.0, -1.0}


def test_random_actions_are_uniform_and_seeded():
    games = inarow.vector("tictactoe", 9000, seed=3)
    counts = np.bincount(games.random_actions(), minlength=9)
    assert (abs(counts - 1000) < 150).all()  # five standard deviations

    twins = [inarow.vector("ultimate", 8, seed=seed) for seed in (7, 7, 8)]
    drawn = [[twin.random_actions().tolist() for _ in range(3)] for twin in twins]
    assert drawn[0] == drawn[1] != drawn[2]
    twins[2].reset(seed=7)
    assert [twins[2].random_actions().tolist() for _ in range(3)] == drawn[0]
    unseeded = [inarow.vector("ultimate", 8).random_actions().tolist() for _ in range(2)]
    assert unseeded[0] != unseeded[1]


@pytest.mark.parametrize("bad", [4, -1, 9, 400, 2**40, -(2**63)])
def test_an_illegal_action_changes_nothing(bad):
    games = inarow.vector("tictactoe", 3)
    games.step([4, 4, 4])
    before = [getattr(games, name).tobytes() for name in ARRAYS]
    with pytest.raises(inarow.IllegalMove, match=r"^Game 1: (b2 is taken|Action .* is not on)"):
        games.step([0, bad, 4])  # the first one is named
    assert [getattr(games, name).tobytes() for name in ARRAYS] == before
    games.step([0, 1, 2])


def test_a_number_above_all_integers_of_the_core_is_named_as_given():
    games = inarow.vector("tictactoe", 2)
    with pytest.raises(inarow.IllegalMove, match=f"Game 1: Action {2**64 - 1} is not"):
        games.step(np.array([0, 2**64 - 1], np.uint64))


@pytest.mark.parametrize(
    "bad",
    [
        [0, 1],
        [0, 1, 2, 3],
        [[0], [1], [2]],
        0,
        [],
        [0.0, 1.0, 2.0],
        [True, False, True],
        ["a1", "b1", "c1"],
        [0, 1, 2**70],
        [0, 1, None],
        None,
    ],
)
def test_what_is_not_an_action_for_each_game_is_refused(bad):
    games = inarow.vector("tictactoe", 3)
    with pytest.raises(inarow.IllegalMove, match="A step needs 3 whole numbers"):
        games.step(bad)
    assert not games.move_numbers.any()


@pytest.mark.parametrize(
    "actions",
    [
        [2, 1, 0],
        (2, 1, 0),
        range(2, -1, -1),
        np.array([2, 1, 0], np.uint8),
        np.array([2, 1, 0], ">i4"),
        np.arange(3)[::-1],
        np.array([[2, 9], [1, 9], [0, 9]])[:, 0],
    ],
)
def test_actions_of_any_integer_type_and_layout(actions):
    games = inarow.vector("tictactoe", 3)
    games.step(actions)
    assert [games.state(i).history() for i in range(3)] == [[2], [1], [0]]


def test_arrays_are_views_that_steps_write_to():
    games = inarow.vector("gomoku", 4, seed=1)
    arrays = [getattr(games, name) for name in ARRAYS]
    again = [getattr(games._games, name)() for name in ARRAYS]
    addresses = [array.ctypes.data for array in arrays]
    for _ in range(300):
        games.step(games.random_actions())
    for name, array, other, address in zip(ARRAYS, arrays, again, addresses, strict=True):
        assert getattr(games, name) is array
        assert array.ctypes.data == address
        assert np.shares_memory(array, other)
        assert not array.flags.writeable
        assert array.flags.c_contiguous
        assert (array == other).all()
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_results_of_a_step_are_not_overwritten_by_the_next():
    games = inarow.vector("1x1x1", 2)
    rewards, ended = games.step([0, 0])
    longer = inarow.vector("tictactoe", 2)
    kept = longer.step([0, 0])
    longer.step([1, 1])
    assert rewards.tolist() == [1.0, 1.0]
    assert ended.all()
    assert not kept[1].any()


def test_arrays_outlive_the_vector():
    games = inarow.vector(inarow.load_game("tictactoe"), 50)
    games.step([4] * 50)
    arrays = {name: getattr(games, name) for name in ARRAYS}
    part = games.masks[10:20]
    del games
    gc.collect()
    _ = [inarow.vector("tictactoe", 50) for _ in range(20)]  # would reuse the memory
    assert not part[:, 4].any()
    assert part.sum() == 80
    assert arrays["observations"][:, 1, 1, 1].all()
    assert arrays["move_numbers"].tolist() == [1] * 50


def test_pytorch_shares_the_memory_or_copies_it():
    torch = pytest.importorskip("torch")
    games = inarow.vector("tictactoe", 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shared = torch.from_dlpack(games.observations)
        copied = torch.tensor(games.observations)
    games.step([4, 4])
    assert shared[0, 1, 1, 1] == 1
    assert copied[0, 1, 1, 1] == 0
    del games
    gc.collect()
    assert shared[0, 1, 1, 1] == 1


@settings(max_examples=40)
@given(state=states(), index=st.integers(0, 2))
def test_states_go_in_and_come_out(state, index):
    games = inarow.vector(state.game, 3, seed=1)
    singles = [state.game.new_initial_state() for _ in range(3)]
    if state.is_terminal():
        with pytest.raises(inarow.BadSpec, match="is over"):
            games.set_state(index, state)
    else:
        games.set_state(index, state)
        singles[index] = state
    assert_shows(games, singles)
    for i, single in enumerate(singles):
        copy = games.state(i)
        assert copy == single
        assert copy.history() == single.history()
        assert type(copy) is type(single)
        assert copy.game is games.game
    games.reset()
    assert_shows(games, [state.game.new_initial_state()] * 3)


def test_a_copied_state_is_independent():
    games = inarow.vector("tictactoe", 1)
    games.step([4])
    state = games.state(0)
    del games
    gc.collect()
    state.apply_action(0)
    assert state.history() == [4, 0]


def test_states_of_other_games_are_refused():
    games = inarow.vector("tictactoe", 2)
    for spec in ("ultimate", "4x4x3", "3x3x2"):
        state = inarow.load_game(spec).new_initial_state()
        with pytest.raises(inarow.BadSpec, match="is not a state of tictactoe"):
            games.set_state(0, state)
    same_rules_loaded_again = inarow.load_game("tictactoe").state_from("b2")
    games.set_state(1, same_rules_loaded_again)
    del same_rules_loaded_again
    gc.collect()
    assert games.state(1).history() == [4]
    for index in (-1, 2, 10**9):
        with pytest.raises(IndexError, match="games are 0 to 1"):
            games.state(index)
        with pytest.raises(IndexError, match="games are 0 to 1"):
            games.set_state(index, games.state(0))


def test_the_core_checks_what_python_passes():
    games = inarow.vector("tictactoe", 2)._games
    good = np.zeros(2, np.int64), np.zeros(2, np.float32), np.zeros(2, np.bool_)
    for i in range(3):
        short = [array[: 2 - (i == j)] for j, array in enumerate(good)]
        with pytest.raises(ValueError, match="each game"):
            games.step(*short)
    with pytest.raises(TypeError):
        games.step(np.zeros(2), *good[1:])
    with pytest.raises(ValueError, match="each game"):
        games.random_actions(np.zeros(3, np.int64))
    other = inarow.load_game("tictactoe").new_initial_state()
    with pytest.raises(ValueError, match="other rules"):
        games.copy_state_to(0, other)
    with pytest.raises(IndexError):
        games.set_state(2, other)


@pytest.mark.parametrize("n", [0, -1, 10**9, 2**70])
def test_a_senseless_number_of_games_is_refused(n):
    with pytest.raises(inarow.BadSpec, match=r"^A vector cannot have .* it can have 1 to \d+\.$"):
        inarow.vector("gomoku", n)


def test_other_bad_arguments_are_refused():
    for seed in (1.5, float("nan"), "1"):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            inarow.vector("tictactoe", 1, seed=seed)
    for seed in (-1, 2**64):
        with pytest.raises(inarow.BadSpec, match="no seed of a vector"):
            inarow.vector("tictactoe", 1, seed=seed)
        with pytest.raises(inarow.BadSpec, match="no seed of a vector"):
            inarow.vector("tictactoe", 1).reset(seed=seed)
    with pytest.raises(inarow.BadSpec, match="paper, rich"):
        inarow.vector("ultimate", 1, encoding="deluxe")
    with pytest.raises(inarow.UnknownGame):
        inarow.vector("chess", 1)
    with pytest.raises(TypeError):
        inarow.vector("tictactoe", 1.5)


def test_threads_may_share_a_vector():
    """Their actions may be illegal by the time they arrive; the games stay whole."""
    games = inarow.vector("ultimate", 64, seed=1)
    start = threading.Barrier(3)
    steps, failures = [0, 0], []

    def play(player):
        start.wait()
        for _ in range(300):
            try:
                games.step(games.random_actions())
                steps[player] += 1
            except inarow.IllegalMove:
                pass
            except Exception as error:
                failures.append(error)

    threads = [threading.Thread(target=play, args=(player,)) for player in range(2)]
    for thread in threads:
        thread.start()
    start.wait()
    for thread in threads:
        thread.join()
    assert not failures
    assert sum(steps) > 0
    assert_shows(games, [games.state(i) for i in range(64)])


def test_its_text():
    assert repr(inarow.vector("tictactoe", 7)) == "<7 games of tictactoe>"
    assert len(inarow.vector("tictactoe", 7)) == 7
