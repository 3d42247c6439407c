"""Files of games, and folders of tournaments and runs, are given as text or as any kind of path."""

import os
from pathlib import Path

import pytest

from inarow import load_game
from inarow.arena import play_match, play_tournament, resume_tournament
from inarow.arena.ladder import Ladder, play_ladder, read_ladder
from inarow.arena.records import GameLog, complete_size, read_log
from inarow.arena.tournament import (
    read_settings,
    tournament_report,
    write_settings,
    write_tournament_report,
)
from inarow.errors import BadFile
from inarow.learning.replay import records_of
from inarow.protocols.formats import FORMATS, format_of_path, read_games, write_games
from inarow.protocols.record import GameRecord
from inarow.runlog import RunFolder


class OtherPath(os.PathLike):
    """A path of another library."""

    def __init__(self, path):
        self._path = str(path)

    def __fspath__(self):
        return self._path


GAME = GameRecord(game="gomoku", players=("ann", "bob"), moves=(112, 113))


@pytest.fixture(params=[str, Path, OtherPath])
def kind(request):
    return request.param


@pytest.mark.parametrize("name", ["games.jsonl", "games.sgf", "games.psq", "games.txt"])
def test_records_are_written_and_read(kind, name, tmp_path):
    path = kind(tmp_path / name)
    write_games(path, [GAME])
    assert [game.moves for game in read_games(path, game=load_game("gomoku"))] == [GAME.moves]
    assert format_of_path(path).suffixes[0] == Path(name).suffix


def test_the_log_of_a_match(kind, tmp_path):
    path = kind(tmp_path / "log.jsonl")
    with GameLog.create(path) as log:
        log.append(GAME)
    with GameLog.resume(path) as log:
        assert log.games == 1
    assert list(read_log(path)) == [GAME]
    assert complete_size(path) == (tmp_path / "log.jsonl").stat().st_size


def test_a_match(kind, tmp_path):
    path = kind(tmp_path / "match.jsonl")
    play_match("random", "random", games=2, seed=1, out=path)
    assert play_match("random", "random", games=4, seed=1, resume=path).games == 4


def test_a_tournament(kind, tmp_path):
    where = kind(tmp_path / "cup")
    state = play_tournament(["random", "greedy"], where, games=2, seed=1, concurrency=1)
    settings = read_settings(where)
    write_settings(where, settings)
    assert resume_tournament(where, concurrency=1).settings == settings
    assert write_tournament_report(where, state).is_file()
    assert "greedy" in tournament_report(where)


def test_a_run_and_its_ladder(kind, tmp_path):
    run = RunFolder(kind(tmp_path))
    assert run.path == tmp_path
    assert read_ladder(kind(tmp_path)) is None
    with pytest.raises(BadFile, match="is not the folder of a training run"):
        play_ladder(kind(tmp_path))
    Ladder((), {}).draw(kind(tmp_path / "plots"))
    with pytest.raises(BadFile, match=r"shard cannot be read"):
        list(records_of(kind(tmp_path / "shard")))


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "games.psq"
    write_games(path, [GAME])
    before = path.read_bytes()
    with pytest.raises(BadFile, match="contains one game"):
        write_games(path, [GAME, GAME])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_format_is_given_or_known_by_the_suffix(tmp_path):
    for entry in FORMATS:
        path = tmp_path / f"games-{entry.name}"
        with pytest.raises(BadFile, match="say which format it is"):
            write_games(path, [GAME])
        write_games(path, [GAME], format=entry.name)
        assert path.read_bytes() == entry.encode(GAME)
