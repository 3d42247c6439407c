"""Files of graphs: written and read again, and refused when they are damaged or others."""

import os
import random

import pytest

import inarow
from inarow import Limits
from inarow.errors import BadFile
from inarow.models.graph import HEADER, graph_to_bytes
from inarow.models.weights import with_checksum, without_checksum


def random_states(game, seed, count):
    """Every state of some random games that is not over."""
    rng = random.Random(seed)
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


def save(player, path):
    path.write_bytes(graph_to_bytes(player.graph()))


@pytest.fixture
def trained(tmp_path):
    game = inarow.load_game("4x3x3")
    player = inarow.load_player("shared-mcts:sims=100", game, seed=1)
    for state in random_states(game, 1, 3):
        player.act(state)
    path = tmp_path / "graph"
    player.games = 3
    save(player, path)
    return game, player, path


def test_a_graph_comes_back(trained):
    game, player, path = trained
    loaded = inarow.load_player(f"shared-mcts:file={path}", game, seed=1)
    assert loaded.positions() == player.positions() > 100
    assert loaded.games == 3
    again = path.with_name("again")
    save(loaded, again)
    assert again.read_bytes() == path.read_bytes()
    assert [file.name for file in sorted(path.parent.iterdir())] == ["again", "graph"]
    # It remembers: without a simulation it knows what it knew.
    state = game.new_initial_state()
    first, second = (p.act(state, Limits(nodes=0)) for p in (player, loaded))
    assert (first.action, first.value, first.policy) == (second.action, second.value, second.policy)
    assert first.policy


def test_players_of_one_file_do_not_share_the_graph_that_grows(tmp_path):
    game, path = inarow.load_game("5x5x4"), tmp_path / "graph"
    save(inarow.load_player("shared-mcts", game, seed=1), path)
    os.utime(path, (0, 0))  # old enough to be kept
    one, other = (inarow.load_player(f"shared-mcts:file={path}", game, seed=1) for _ in range(2))
    known = other.positions()
    one.act(game.new_initial_state(), Limits(sims=2000))
    assert one.positions() > known == other.positions()
    assert inarow.load_player(f"shared-mcts:file={path}", game, seed=1).positions() == known


def test_damaged_files_are_refused(trained):
    game, _, path = trained
    good = path.read_bytes()
    randomness = random.Random(1)
    damaged = [good[:length] for length in (0, 5, HEADER.size, len(good) // 2, len(good) - 1)]
    damaged += [good + b"\0", b"\x80\x04pickle", b"x" * len(good)]
    for _ in range(200):
        place = randomness.randrange(len(good))
        flipped = bytes([good[place] ^ 1 << randomness.randrange(8)])
        damaged.append(good[:place] + flipped + good[place + 1 :])
    for content in damaged:
        path.write_bytes(content)
        with pytest.raises(BadFile, match="graph"):
            inarow.load_player(f"shared-mcts:file={path}", game)


def test_forged_files_do_no_harm(trained):
    """With a checksum that fits, a damaged graph is refused or plays legal moves."""
    game, _, path = trained
    good = without_checksum(path, path.read_bytes())
    randomness = random.Random(2)
    refused = 0
    for _ in range(300):
        forged = bytearray(good)
        for _ in range(randomness.choice([1, 3, 30])):
            forged[randomness.randrange(HEADER.size, len(forged))] = randomness.randrange(256)
        path.write_bytes(with_checksum(bytes(forged)))
        try:
            player = inarow.load_player(f"shared-mcts:file={path}", game, seed=1)
        except BadFile:
            refused += 1
            continue
        for state in random_states(game, 3, 1):
            assert player.act(state, Limits(sims=50)).action in state.legal_actions()
    assert 0 < refused < 300


def test_file_of_another_game(trained, tmp_path):
    _, _, path = trained
    with pytest.raises(BadFile, match="is a graph of 4x3x3, not of tictactoe"):
        inarow.load_player(f"shared-mcts:file={path}", inarow.load_game("tictactoe"))
    with pytest.raises(BadFile, match="cannot be read"):
        inarow.load_player(f"shared-mcts:file={tmp_path}/none", inarow.load_game("tictactoe"))
