"""The databases that other tests run on are real, and empty each time."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, inspect, text

ROOT = Path(__file__).parent.parent

# Starts a server, says where, and is then killed.
SCRIPT = """
import time
from tests.postgres import Postgres, programs
server = Postgres(programs())
server.start()
print(server.folder, flush=True)
time.sleep(600)
"""


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_is_a_real_postgresql(postgres_url):
    with psycopg.connect(postgres_url) as connection:
        (version,) = connection.execute("SELECT version()").fetchone()
    assert version.startswith("PostgreSQL ")


@pytest.mark.parametrize("time_of", ["first", "second"])
def test_a_database_is_empty_and_keeps_what_is_written(database_url, time_of):
    engine = create_engine(database_url)
    assert inspect(engine).get_table_names() == []
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE stones (name TEXT)"))
        connection.execute(text("INSERT INTO stones VALUES ('h8 ● ◯')"))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT name FROM stones")).all() == [("h8 ● ◯",)]
    # Left open on purpose: a test that forgets its connections must not break the next one.


def test_the_server_ends_with_the_tests_even_if_they_are_killed(postgres):
    starter = subprocess.Popen(
        [sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    try:
        folder = Path(starter.stdout.readline().strip())
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
    finally:
        os.kill(starter.pid, signal.SIGKILL)
        starter.communicate()
    deadline = time.monotonic() + 60
    while runs(server) and time.monotonic() < deadline:
        time.sleep(0.1)
    shutil.rmtree(folder)
    assert not runs(server)
