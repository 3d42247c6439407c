"""Damaged SQLite files are recognised at the start, and a database can be copied at any time."""

import asyncio
import sqlite3
import stat
import subprocess
from contextlib import closing

import pytest

from inarow.errors import BadFile
from inarow.server.storage import StorageFailed, Store, StoredMove
from inarow.server.storage.sqlite_file import back_up, check_file
from tests.server.live import serving
from tests.server.stored import new_game, with_store
from tests.server.test_serve import COMMAND

PAGE = 4096  # SQLite's default size


@pytest.fixture
def database(tmp_path):
    """A file with some hundred moves, on many pages."""
    path = tmp_path / "games.db"

    async def fill(store):
        for number in range(100):
            moves = [StoredMove(action) for action in range(9)]
            await store.games.create(new_game(f"g{number}", moves=moves, ply=9))

    with_store(f"sqlite:///{path}", fill)
    return path


def cut(content):
    return content[: len(content) // 2]


def overwrite(content):
    """Every page but the first, which says what kind of file it is."""
    return content[:PAGE] + b"\xa5" * (len(content) - PAGE)


def damage_one_page(content):
    """A page in the middle, as a broken sector would."""
    at = len(content) // PAGE // 2 * PAGE
    return content[:at] + b"\xff" * PAGE + content[at + PAGE :]


@pytest.mark.parametrize("damage", [cut, overwrite, damage_one_page])
def test_a_damaged_file_is_refused_in_one_sentence_and_left_as_it_is(database, damage):
    broken = damage(database.read_bytes())
    database.write_bytes(broken)
    with pytest.raises(StorageFailed) as caught:
        Store.open(f"sqlite:///{database}")
    said = str(caught.value)
    assert said.startswith(f"The database {database} is damaged (")
    assert said.endswith(
        "): put a backup in its place, or give another file; this one was not changed."
    )
    assert "\n" not in said
    assert database.read_bytes() == broken
    with pytest.raises(StorageFailed) as caught:
        back_up(f"sqlite:///{database}", database.with_name("copy.db"))
    assert str(caught.value).startswith(f"The database {database} is damaged (")
    assert not database.with_name("copy.db").exists()


def test_a_whole_file_passes_and_a_large_one_is_not_read_for_ever(database, monkeypatch):
    check_file(database)
    monkeypatch.setattr("inarow.server.storage.sqlite_file.CHECK_EVERY", 1)
    database.write_bytes(damage_one_page(database.read_bytes()))
    check_file(database, seconds=-1)  # the time is over before the damage is found


def test_a_copy_beside_a_running_server(tmp_path):
    """What was stored before is in the copy, which is whole and private; the server goes on."""
    with serving(tmp_path / "data") as site:
        game = site.person().new_game()
        copy = tmp_path / "copy.db"
        done = subprocess.run(
            [*COMMAND, "--data", str(tmp_path / "data"), "--backup", str(copy)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"Copied {tmp_path}/data/inarow.db to {copy}\n"
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        later = site.person().new_game()
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert opened.execute("SELECT id FROM games").fetchall() == [(game,)]
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.db"]

    async def load(store):
        return [await store.games.load(each) is not None for each in (game, later)]

    assert with_store(f"sqlite:///{copy}", load) == [True, False]


def test_what_cannot_be_copied(database, tmp_path):
    url = f"sqlite:///{database}"
    (tmp_path / "there.db").write_text("mine")
    with pytest.raises(BadFile, match=r"there\.db exists already: give the name of a new file\."):
        back_up(url, tmp_path / "there.db")
    assert (tmp_path / "there.db").read_text() == "mine"
    with pytest.raises(StorageFailed, match=r"There is no database .*none\.db to copy\."):
        back_up(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    with pytest.raises(StorageFailed, match="pg_dump") as caught:
        back_up("postgresql://me:secret@localhost/games", tmp_path / "copy.db")
    assert "secret" not in str(caught.value)
    with pytest.raises(StorageFailed, match="not a SQLite database"):
        back_up(f"sqlite:///{tmp_path}/there.db", tmp_path / "copy.db")
    with pytest.raises(BadFile, match=r"there\.db/copy\.db cannot be written: "):
        back_up(url, tmp_path / "there.db" / "copy.db")
    assert {file.name for file in tmp_path.iterdir()} == {"games.db", "there.db"}


def test_a_copy_while_moves_are_written(database, tmp_path):
    """The copy is of one moment: a game and its moves fit together."""

    async def play(store):
        async def write():
            for ply in range(9, 60):
                await store.games.add_move("g0", ply, StoredMove(0))

        writing = asyncio.create_task(write())
        await asyncio.sleep(0)
        await asyncio.to_thread(back_up, f"sqlite:///{database}", tmp_path / "copy.db")
        await writing

    with_store(f"sqlite:///{database}", play)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        (ply,) = copy.execute("SELECT ply FROM games WHERE id = 'g0'").fetchone()
        (count,) = copy.execute("SELECT count(*) FROM moves WHERE game_id = 'g0'").fetchone()
    assert ply == count
