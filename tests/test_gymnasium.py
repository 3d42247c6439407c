"""The Gymnasium vector environment, by its spaces, by the rules and under Gymnasium's wrappers."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import inarow

SPECS = ["tictactoe", "gomoku", "4x3x3", "ultimate"]


@pytest.mark.parametrize("spec", SPECS)
def test_spaces_hold_what_is_returned(spec):
    envs = inarow.vector_env(spec, 3)
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    assert envs.num_envs == 3
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert envs.observation_space == batch_space(envs.single_observation_space, 3)
    assert envs.action_space == batch_space(envs.single_action_space, 3)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    ends = 0
    for _ in range(2 * envs.games.game.max_game_length()):
        actions = envs.random_actions()
        assert actions in envs.action_space
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert observations in envs.observation_space
        assert rewards.shape == terminations.shape == truncations.shape == (3,)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not truncations.any()
        assert infos["current_player"].tolist() == envs.games.current_players.tolist()
        assert ("final_obs" in infos) == terminations.any()
        for i in np.flatnonzero(terminations):
            ends += 1
            assert infos["_final_obs"][i]
            assert infos["final_obs"][i] in envs.single_observation_space
            assert not infos["final_obs"][i]["action_mask"].any()
            assert observations["action_mask"][i].all()  # a new game
    assert ends > 0
    envs.close()


def test_it_follows_the_rules():
    envs = inarow.vector_env("tictactoe", 2)
    envs.reset()
    state = inarow.load_game("tictactoe").new_initial_state()
    for action in (0, 3, 1, 4, 2):
        observations, rewards, terminations, _, infos = envs.step([action, 8 - action])
        state.apply_action(action)
        if not state.is_terminal():
            assert (observations["observation"][0] == state.observation_tensor()).all()
            assert (observations["action_mask"][0] == state.legal_actions_mask()).all()
    assert rewards.tolist() == [1.0, 1.0]
    assert terminations.all()
    assert (infos["final_obs"][0]["observation"] == state.observation_tensor()).all()
    with pytest.raises(inarow.IllegalMove, match="Game 1"):
        envs.step([0, 9])


def test_equal_seeds_give_equal_games():
    runs = []
    for _ in range(2):
        envs = inarow.vector_env("ultimate", 4, encoding="rich")
        run = [envs.reset(seed=5)[0]["observation"]]
        run += [envs.step(envs.random_actions())[0]["observation"] for _ in range(100)]
        runs.append(np.stack(run))
    assert runs[0].shape == (101, 4, 7, 9, 9)
    assert (runs[0] == runs[1]).all()


def test_observations_are_copies_unless_views_are_wanted():
    for copy in (True, False):
        envs = inarow.vector_env("tictactoe", 2, copy=copy)
        first, _ = envs.reset()
        envs.step([4, 4])
        assert (first["action_mask"][0, 4] == 1) == copy
        for array, own in (
            (first["observation"], envs.games.observations),
            (first["action_mask"], envs.games.masks),
        ):
            assert np.shares_memory(array, own) != copy


def test_gymnasiums_wrappers_take_it():
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(inarow.vector_env("tictactoe", 8))
    envs.reset(seed=1)
    lengths = []
    for _ in range(40):
        _, _, terminations, _, infos = envs.step(envs.unwrapped.random_actions())
        if terminations.any():
            lengths += infos["episode"]["l"][terminations].tolist()
    assert lengths
    assert set(lengths) <= set(range(5, 10))


def test_a_game_may_be_given_as_to_a_vector():
    game = inarow.load_game("4x3x3")
    envs = inarow.vector_env(game, np.int64(2))
    assert (envs.games.game, envs.num_envs, type(envs.num_envs)) == (game, 2, int)


def test_a_reset_of_some_games_is_refused():
    envs = inarow.vector_env("tictactoe", 2)
    with pytest.raises(inarow.BadSpec, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(options={})
