"""Databases are made, brought up to date, kept private, and refused in one clear sentence."""

import os
import sqlite3
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import inspect, text

from inarow.server.schema.search import Thought
from inarow.server.storage import StorageFailed, Store, StoredMove
from inarow.server.storage.database import open_engines, open_for_upgrade, read_url
from inarow.server.storage.migrations import alembic_config, differences
from tests.server.stored import new_game, with_store

NOBODY = 65534  # a user that every Linux has


async def nothing(_store):
    pass


def change(url, *statements):
    engine = open_engines(read_url(url))[1]
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def refusal(url):
    """The one sentence with which a database is refused."""
    with pytest.raises(StorageFailed) as caught:
        Store.open(url)
    said = str(caught.value)
    assert said.endswith(".")
    assert "\n" not in said
    return said


def test_the_revisions_make_the_tables_of_today(database_url):
    with_store(database_url, nothing)
    engine = open_engines(read_url(database_url))[1]
    with engine.begin() as connection:
        assert differences(connection) == []
        connection.execute(text("DROP INDEX ix_games_creator"))
        connection.execute(text("ALTER TABLE moves ADD COLUMN more INTEGER"))
        assert len(differences(connection)) == 2
    engine.dispose()


def test_the_revisions_can_be_taken_back(database_url):
    with_store(database_url, nothing)
    engine = open_engines(read_url(database_url))[1]
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()
    with_store(database_url, lambda store: store.games.create(new_game()))


def test_a_table_can_be_changed_without_losing_what_hangs_on_it(database_url):
    game = new_game(moves=[StoredMove(4), StoredMove(0)], ply=2)
    with_store(database_url, lambda store: store.games.create(game))
    engine = open_for_upgrade(read_url(database_url))
    with engine.begin() as connection:
        operations = Operations(MigrationContext.configure(connection))
        with operations.batch_alter_table("games", recreate="auto") as games:
            games.alter_column("game", new_column_name="rules")
        with operations.batch_alter_table("games", recreate="auto") as games:
            games.alter_column("rules", new_column_name="game")
    engine.dispose()
    assert with_store(database_url, lambda store: store.games.load("g")) == game


def test_thoughts_of_an_older_database_get_the_names_of_today(database_url):
    """Revision 0001 stored candidates under ``moves``; all else of a thought stays."""
    candidates = [{"action": 4, "share": 0.25, "visits": 12, "prior": 1e-05}, {"action": 0}]
    old = {"player": "mcts", "ply": 0, "action": 4, "value": -0.12346, "moves": candidates}
    plain = {"player": "'ü' ◯", "ply": 1, "action": 0, "proven": None}
    game = new_game(moves=[StoredMove(4, thought=old), StoredMove(0, thought=plain)], ply=2)
    with_store(database_url, lambda store: store.games.create(game))
    engine = open_for_upgrade(read_url(database_url))
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0002")
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    engine.dispose()

    async def read(store):
        new = {"candidates": candidates} | {key: old[key] for key in old if key != "moves"}
        assert await store.games.load_thought("g", 0) == new
        assert Thought.model_validate(new).candidates[0].visits == 12
        assert await store.games.load_thought("g", 1) == plain
        game = await store.games.load("g")
        assert (len(game.moves), game.agreed) == (2, False)

    with_store(database_url, read)
    engine = open_for_upgrade(read_url(database_url))
    with engine.begin() as connection:
        command.downgrade(alembic_config(connection), "0001")
    engine.dispose()
    change(database_url, "UPDATE alembic_version SET version_num = '0002'")  # do not upgrade again
    assert with_store(database_url, lambda store: store.games.load_thought("g", 0)) == old


def test_a_newer_database_is_left_alone(database_url):
    with_store(database_url, nothing)
    change(database_url, "UPDATE alembic_version SET version_num = '9999'")
    said = refusal(database_url)
    assert "newer inarow" in said
    assert "9999" in said


def test_the_file_and_its_folder_are_private(tmp_path):
    tmp_path.chmod(0o755)
    path = tmp_path / "new" / "folder" / "games.db"

    async def look(store):
        await store.games.create(new_game())
        files = list(path.parent.iterdir())
        assert len(files) == 3  # with what SQLite writes ahead
        return [stat.S_IMODE(file.stat().st_mode) for file in [*files, *path.parents[:2]]]

    umask = os.umask(0o022)
    try:
        assert with_store(f"sqlite:///{path}", look) == [0o600] * 3 + [0o700] * 2
    finally:
        os.umask(umask)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755  # was there before


def test_a_folder_that_cannot_be_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    said = refusal(f"sqlite:///{tmp_path}/file/games.db")
    assert said.startswith(f"The database {tmp_path}/file/games.db cannot be written: ")
    assert "cannot be written" in refusal(f"sqlite:///{tmp_path}")


@contextmanager
def not_root():
    """Be nobody for a while, if we are root, who may write everywhere."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_may_not_be_written_is_refused(there):
    # Not pytest's folder, which nobody else may enter.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if there:  # the file alone is not enough: SQLite writes beside it
            with_store(f"sqlite:///{folder}/games.db", nothing)
            (folder / "games.db").chmod(0o666)
        folder.chmod(0o555)
        with not_root():
            said = refusal(f"sqlite:///{folder}/games.db")
        assert said.startswith(f"The database {folder}/games.db cannot be ")
        folder.chmod(0o755)


def test_another_file_is_not_touched(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 200)
    assert refusal(f"sqlite:///{path}").startswith(f"{path} is not a SQLite database")
    assert path.read_text() == "Dear Ann, " * 200


def test_another_program_s_database_is_not_touched(tmp_path):
    path = tmp_path / "theirs.db"
    with sqlite3.connect(path) as theirs:
        theirs.execute("CREATE TABLE moves (house TEXT)")
    theirs.close()
    assert "already exists" in refusal(f"sqlite:///{path}")
    with sqlite3.connect(path) as theirs:
        names = theirs.execute("SELECT name FROM sqlite_master").fetchall()
    theirs.close()
    assert names == [("moves",)]


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/games", "cannot be reached"),
        ("postgresql+psycopg://ann:secret@127.0.0.1:1/games", "cannot be reached"),
        ("postgresql://127.0.0.1:1/games?user=ann&password=secret", "cannot be reached"),
        ("postgresql://ann:secret@/games?host=/no/such/folder", "cannot be reached"),
        ("postgresql://ann:secret@127.0.0.1:1/games?colour=red", "colour"),
        ("postgresql://ann:p@secret@127.0.0.1:1/games", "%40"),
        ("postgresql://ann:secret@127.0.0.1:port/games", "postgresql://USER:PASSWORD@HOST"),
        ("mysql://ann:secret@127.0.0.1/games", "not mysql"),
        ("ann:secret", "this one is not"),
        ("", "this one is not"),
        ("sqlite://", "must be a file"),
        ("sqlite:///:memory:", "must be a file"),
        ("sqlite:///file:games?mode=memory&uri=true", "must be a file"),
    ],
)
def test_what_cannot_be_opened_is_refused_without_its_password(url, says):
    said = refusal(url)
    assert says in said
    assert "secret" not in said


def test_a_wrong_password_or_database_is_refused(postgres_url):
    with_store(postgres_url, nothing)
    start, query = postgres_url.split("?")
    said = refusal(f"{start}_not?{query}")
    assert "does not exist" in said
