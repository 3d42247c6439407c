"""The PettingZoo environment, by PettingZoo's own tests and by the rules."""

import pickle
import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import inarow

SPECS = ["tictactoe", "gomoku", "4x3x3", "ultimate"]


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_tests(spec):
    with warnings.catch_warnings():
        # It would rather see arrays than the dictionaries that its own masked games use.
        warnings.simplefilter("ignore", UserWarning)
        api_test(inarow.env(spec), num_cycles=300)
    seed_test(lambda: inarow.env(spec), num_cycles=100)


@pytest.mark.parametrize("spec", SPECS)
def test_rewards_and_masks_follow_the_rules(spec):
    randomness = random.Random(3)
    env = inarow.env(spec)
    for _ in range(5):
        env.reset()
        state = inarow.load_game(spec).new_initial_state()
        rewards = {}
        for agent in env.agent_iter():
            observation, reward, over, truncated, _ = env.last()
            assert not truncated
            assert over == state.is_terminal()
            player = env.possible_agents.index(agent)
            if over:
                rewards[player] = reward
                assert not observation["action_mask"].any()
                env.step(None)
                continue
            assert reward == 0
            assert player == state.current_player()
            assert np.flatnonzero(observation["action_mask"]).tolist() == state.legal_actions()
            assert (observation["observation"] == state.observation_tensor()).all()
            waiting = env.observe(env.possible_agents[1 - player])
            assert not waiting["action_mask"].any()
            action = randomness.choice(state.legal_actions())
            state.apply_action(action)
            env.step(action)
        assert [rewards[0], rewards[1]] == state.returns()


def test_an_illegal_move_loses_or_raises():
    env = inarow.env("tictactoe")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1.0}
    assert all(env.terminations.values())

    strict = inarow.env("tictactoe", illegal="raise")
    strict.reset()
    strict.step(4)
    with pytest.raises(inarow.IllegalMove, match="b2 is taken"):
        strict.step(4)
    strict.step(3)  # nothing was lost


def test_the_fast_path_plays_the_same_and_raises():
    wrapped, fast = inarow.env("tictactoe"), inarow.env("tictactoe").unwrapped
    for env in (wrapped, fast):
        env.reset()
        for action in (0, 3, 1, 4):
            env.step(action)
    for key, array in wrapped.last()[0].items():
        assert (fast.last()[0][key] == array).all()
    with pytest.raises(inarow.IllegalMove, match="a1 is taken"):
        fast.step(0)
    fast.step(2)
    assert fast.rewards == {"player_0": 1.0, "player_1": -1.0}


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("action", [-1, 9, 2**70, "b2", 1.5, None])
def test_what_is_no_action_raises(illegal, action):
    env = inarow.env("tictactoe", illegal=illegal)
    env.reset()
    with pytest.raises(inarow.IllegalMove):
        env.step(action)
    env.step(4)


def test_rendering():
    env = inarow.env("ultimate", render_mode="rgb_array")
    env.reset()
    env.step(40)
    image = env.render()
    assert image.shape == (290, 290, 3)
    assert image.dtype == np.uint8
    env = inarow.env("ultimate", render_mode="ansi")
    env.reset()
    assert "X to move" in env.render()


def test_bad_options_name_the_valid_ones():
    with pytest.raises(inarow.BadSpec, match="ansi or rgb_array"):
        inarow.env("tictactoe", render_mode="human")
    with pytest.raises(inarow.BadSpec, match="lose or raise"):
        inarow.env("tictactoe", illegal="shrug")
    with pytest.raises(inarow.BadSpec, match="paper, rich"):
        inarow.env("ultimate", encoding="deluxe")
    with pytest.raises(inarow.UnknownGame):
        inarow.env("chess")


def test_the_rich_encoding_and_copies():
    env = inarow.env("ultimate", encoding="rich")
    env.reset()
    assert env.observe("player_0")["observation"].shape == (7, 9, 9)
    assert pickle.loads(pickle.dumps(env.unwrapped)).encoding == "rich"
