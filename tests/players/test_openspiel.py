"""The bots of OpenSpiel as players: what they choose, what they are told, what is refused."""

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python import rl_agent_policy
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.pytorch import policy_gradient

import inarow
from inarow.arena import Entrant, play_match
from inarow.players.openspiel_rules import openspiel_name, openspiel_state, our_action
from inarow.protocols.record import End

GAMES = ["tictactoe", "4x3x3", "7x6x4", "gomoku", "20x20x5", "ultimate"]
MCTS, ALPHABETA = "openspiel", "openspiel:bot=alphabeta"


class Scripted(pyspiel.Bot):
    """Takes the first legal action, and notes what it is told."""

    def __init__(self, answer=None):
        pyspiel.Bot.__init__(self)
        self.calls = []
        self._answer = answer

    def restart(self):
        self.calls.append("restart")

    def inform_action(self, state, player, action):
        assert state.current_player() == player
        self.calls.append((player, action))

    def step(self, state):
        self.calls.append("step")
        return state.legal_actions()[0] if self._answer is None else self._answer


@settings(max_examples=30)
@given(spec=st.sampled_from(GAMES), randomness=st.randoms(use_true_random=False))
def test_positions_are_the_same(spec, randomness):
    game = inarow.load_game(spec)
    state = game.new_initial_state()
    for _ in range(randomness.randrange(game.max_game_length())):
        if state.is_terminal():
            break
        state.apply_action(randomness.choice(state.legal_actions()))
    theirs = openspiel_state(state)
    assert theirs.is_terminal() == state.is_terminal()
    assert theirs.returns() == state.returns()
    if state.is_terminal():
        return
    assert theirs.current_player() == state.current_player()
    if spec == "ultimate" and state.forced_board() is None:
        pairs = ((b, c) for b in theirs.legal_actions() for c in theirs.child(b).legal_actions())
    else:
        pairs = ((action,) for action in theirs.legal_actions())
    assert sorted(our_action(state, list(pair)) for pair in pairs) == state.legal_actions()


@pytest.mark.parametrize("spec", [spec for spec in GAMES if spec != "20x20x5"])  # slow there
def test_mcts_tells_what_it_found(spec):
    game = inarow.load_game(spec)
    state = game.state_from(game.new_initial_state().legal_actions()[:1])
    player = inarow.load_player(MCTS, game, seed=3)
    for _ in range(3):
        decision = player.act(state, inarow.Limits(sims=500))
        legal = set(state.legal_actions())
        assert decision.action in legal
        assert decision.stats["sims"] == 500 or decision.stats["proven"]
        assert decision.moves[0][:2] == (decision.action, decision.moves[0].visits)
        assert decision.moves[0].value == decision.value
        assert {each.action for each in decision.moves} == set(decision.policy) <= legal
        assert sum(decision.policy.values()) == pytest.approx(1)
        state.apply_action(decision.action)


def test_mcts_is_on_the_side_of_the_mover():
    game = inarow.load_game("tictactoe")
    for moves, action in (("a1 a2 b1 b2", "c1"), ("a1 a2 b1 b2 a3", "c2")):
        decision = inarow.load_player(MCTS, game, seed=1).act(game.state_from(moves))
        assert game.action_to_string(decision.action) == action
        assert (decision.value, decision.stats["proven"]) == (1.0, "win")


def test_its_seed_and_its_number_of_simulations():
    game = inarow.load_game("gomoku")
    state = game.state_from("h8 i9")

    def shares(spec, seed):
        decision = inarow.load_player(spec, game, seed=seed).act(state)
        return decision.policy, decision.stats["sims"]

    assert shares("openspiel:sims=300", 1) == shares("openspiel:sims=300", 1)
    assert shares("openspiel:sims=300", 1) != shares("openspiel:sims=300", 2)
    assert shares("openspiel:sims=300", 1)[1] == 300


@pytest.mark.parametrize("spec", [MCTS, ALPHABETA])
@pytest.mark.parametrize("limits", [{"time": 0.0}, {"sims": 0, "nodes": 0}, {"sims": 1}])
def test_limits_that_allow_nothing_still_give_a_move(spec, limits):
    if limits == {"sims": 1} and spec == ALPHABETA:
        limits = {"depth": 0}
    for name in ("ultimate", "gomoku"):
        game = inarow.load_game(name)
        state = game.new_initial_state()
        decision = inarow.load_player(spec, game, seed=1).act(state, inarow.Limits(**limits))
        assert state.is_legal(decision.action)


@pytest.mark.parametrize("spec", [MCTS, ALPHABETA])
def test_the_time_is_kept(spec):
    game = inarow.load_game("gomoku")
    limits = inarow.Limits(left=1.0)
    decision = inarow.load_player(spec, game, seed=1).act(game.new_initial_state(), limits)
    assert decision.stats["seconds"] < 0.9
    assert decision.stats["nodes"] > 10


@pytest.mark.parametrize(
    ("moves", "proven"),
    [("", "draw"), ("a1 a2 b1", None), ("a1 a2 b1 b2", "win"), ("c1 b1 b2", "loss")],
)
def test_alphabeta_agrees_with_the_core(moves, proven):
    game = inarow.load_game("tictactoe")
    state = game.state_from(moves)
    ours = inarow.load_player("alphabeta", game, seed=1).act(state, inarow.Limits(depth=9))
    theirs = inarow.load_player(ALPHABETA, game).act(state, inarow.Limits(depth=9))
    assert theirs.stats["proven"] == ours.stats["proven"]
    assert theirs.value == ours.value
    if proven is not None:
        assert theirs.stats["proven"] == proven


def test_a_lost_position_is_defended_as_long_as_the_search_saw_no_loss():
    game = inarow.load_game("tictactoe")
    state = game.state_from("c1 b1 b2")  # X threatens a3; then wins anyway
    decision = inarow.load_player(ALPHABETA, game).act(state)
    assert decision.stats["proven"] == "loss"
    assert game.action_to_string(decision.action) == "a3"


def test_without_a_limit_alphabeta_ends():
    game = inarow.load_game("7x7x5")
    decision = inarow.load_player(ALPHABETA, game).act(
        game.new_initial_state(), inarow.Limits(sims=10)
    )
    assert decision.stats["seconds"] < 20
    assert decision.value is None  # nothing is known, which is not a draw


def test_a_bot_is_told_of_the_moves_of_others():
    game = inarow.load_game("tictactoe")
    bot = Scripted()
    player = inarow.openspiel_player(bot, game)
    state = game.state_from("c3")
    state.apply_action(player.act(state).action)
    assert bot.calls == ["restart", (0, 8), "step"]
    state.apply_action(7)
    player.act(state)
    assert bot.calls[3:] == [(0, 7), "step"]
    player.act(game.state_from("b2"))  # another game
    assert bot.calls[5:] == ["restart", (0, 4), "step"]


def test_each_side_can_have_a_bot_of_its_own():
    game = inarow.load_game("tictactoe")
    bots = Scripted(), Scripted()
    player = inarow.openspiel_player(bots, game)
    player.act(game.new_initial_state())
    player.act(game.state_from("c3"))
    assert bots[0].calls == ["restart", "step"]
    assert bots[1].calls == ["restart", (0, 8), "step"]


def test_a_free_choice_in_ultimate_is_two_steps_of_a_bot():
    game = inarow.load_game("ultimate")
    bot = Scripted()
    state = game.new_initial_state()
    decision = inarow.openspiel_player(bot, game).act(state)
    assert bot.calls == ["restart", "step", "step"]
    assert game.action_to_string(decision.action) == "a1"


def test_answers_that_are_not_legal_lose():
    game = inarow.load_game("tictactoe")
    player = inarow.openspiel_player(Scripted(answer=4), game)
    with pytest.raises(inarow.PlayerFailed, match="4, which is not a legal action") as failure:
        player.act(game.state_from("b2"))
    assert failure.value.end == End.ILLEGAL


def test_a_bot_that_fails_is_one_sentence():
    class Broken(Scripted):
        def step(self, state):
            raise RuntimeError("out of order")

    game = inarow.load_game("tictactoe")
    with pytest.raises(inarow.PlayerFailed, match="Broken failed: RuntimeError: out of order"):
        inarow.openspiel_player(Broken(), game).act(game.new_initial_state())


def test_its_bots_play_matches():
    def uniform(game, seed):
        generator = np.random.RandomState(seed % 2**32)
        bots = [uniform_random.UniformRandomBot(side, generator) for side in (0, 1)]
        return inarow.openspiel_player(bots, game)

    random = Entrant("uniform", uniform)
    result = play_match(
        "openspiel:sims=200", random, game="tictactoe", games=10, seed=1, concurrency=1
    )
    assert result.counts.points >= 8
    assert not any(result.faults)


def test_a_search_with_a_network_of_its_own():
    class Central(mcts.Evaluator):
        """Stands for a network: it likes the middle."""

        def evaluate(self, state):
            return np.zeros(2)

        def prior(self, state):
            legal = state.legal_actions()
            shares = np.array([5.0 if action == 4 else 1.0 for action in legal])
            return list(zip(legal, shares / shares.sum(), strict=True))

    game = inarow.load_game("tictactoe")
    bot = mcts.MCTSBot(
        pyspiel.load_game(openspiel_name(game)),
        2.0,
        30,
        Central(),
        random_state=np.random.RandomState(1),
        child_selection_fn=mcts.SearchNode.puct_value,
    )
    assert inarow.openspiel_player(bot, game).act(game.new_initial_state()).action == 4


def test_a_network_of_policy_gradients():
    game = inarow.load_game("4x3x3")
    theirs = pyspiel.load_game(openspiel_name(game))
    size = theirs.observation_tensor_size()
    actions = theirs.num_distinct_actions()
    agents = {
        side: policy_gradient.PolicyGradient(side, size, actions, hidden_layers_sizes=(8,))
        for side in (0, 1)
    }
    policy = rl_agent_policy.JointRLAgentPolicy(theirs, agents, use_observation=True)
    player = inarow.openspiel_player(policy, game)
    state = game.new_initial_state()
    while not state.is_terminal():
        decision = player.act(state)
        assert max(decision.policy, key=decision.policy.get) == decision.action
        state.apply_action(decision.action)


def test_a_policy_plays_its_most_probable_action():
    game = inarow.load_game("tictactoe")
    policy = UniformRandomPolicy(pyspiel.load_game("tic_tac_toe"))
    decision = inarow.openspiel_player(policy, game).act(game.state_from("b2"))
    assert decision.action == 0  # all are alike
    assert decision.policy == pytest.approx(dict.fromkeys([0, 1, 2, 3, 5, 6, 7, 8], 1 / 8))


@pytest.mark.parametrize(
    "spec", ["gomoku:rule=standard", "5x5x4:rule=standard", "ultimate:tiebreak=boards"]
)
def test_rules_that_openspiel_does_not_have_are_refused(spec):
    game = inarow.load_game(spec)
    for make in (
        lambda: inarow.load_player("openspiel", game),
        lambda: inarow.openspiel_player(Scripted(), game),
    ):
        with pytest.raises(inarow.BadSpec, match=r"openspiel does not play .*, on the games that"):
            make()


@pytest.mark.parametrize("bot", ["mcts", None, [Scripted()], (Scripted(), 7)])
def test_only_bots_and_policies_are_players(bot):
    with pytest.raises(inarow.BadSpec, match=r"\w is neither a bot nor a policy of OpenSpiel\."):
        inarow.openspiel_player(bot, inarow.load_game("tictactoe"))
