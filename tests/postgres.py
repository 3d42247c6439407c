"""A real PostgreSQL for tests, from Debian's package, and an empty database for each test."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import psycopg
import pytest

from tests.missing import missing

DEBIAN = Path("/usr/lib/postgresql")
START_SECONDS = 60  # it takes about one; noisy machines take longer
STOP_SECONDS = 30

# PostgreSQL refuses to run as root; Debian's package brings this user.
USER = "postgres"

# For tests: nothing survives a power cut, and little memory is taken.
SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "listen_addresses": "",  # a socket in its own folder is enough
}

# Runs its arguments until standard input ends: when the tests are gone, however they went, the
# server stops too. INT asks PostgreSQL to stop at once and cleanly.
UNTIL_INPUT_ENDS = '"$@" & server=$!; read -r _; kill -s INT $server; wait $server'


def programs() -> Path | None:
    """The folder of the newest PostgreSQL on this machine."""
    debian = [path.parent for path in DEBIAN.glob("*/bin/postgres")]
    if debian:
        return max(debian, key=lambda path: [int(n) for n in re.findall(r"\d+", path.parent.name)])
    found = shutil.which("postgres")
    return Path(found).resolve().parent if found else None


class Postgres:
    """A server with a folder of its own, reached by a socket in that folder."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._as_user: dict[str, object] = {}
        # Not pytest's folder, which the other user cannot enter; and a socket's name must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="inarow-postgres-", dir="/tmp"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, USER, USER)
            self._as_user = {"user": USER, "group": USER, "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Make its data and run it; returns when it answers."""
        data = self.folder / "data"
        self._run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        settings = [f"-c{key}={value}" for key, value in SETTINGS.items()]
        command = [self._programs / "postgres", "-D", data, "-k", self.folder, *settings]
        with (self.folder / "log").open("wb") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", UNTIL_INPUT_ENDS, "sh", *command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,  # Ctrl-C is for the tests, which then end its input
                **self._as_user,  # type: ignore[call-overload]
            )
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError as error:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    said = (self.folder / "log").read_text(errors="replace")
                    raise RuntimeError(f"PostgreSQL did not start: {error}\n{said}") from error
                time.sleep(0.1)
            else:
                return

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **self._as_user,  # type: ignore[call-overload]
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stderr}")

    def url(self, database: str) -> str:
        """The address of a database, as SQLAlchemy and psycopg read it."""
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def command(self, sql: str) -> None:
        """Run one command outside of a transaction."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sql.encode())

    def new_database(self) -> str:
        """Make an empty database and give its name."""
        name = f"test_{uuid.uuid4().hex}"
        self.command(f"CREATE DATABASE {name}")
        return name

    def drop_database(self, name: str) -> None:
        """Remove a database, whoever still uses it."""
        self.command(f"DROP DATABASE {name} WITH (FORCE)")

    def stop(self) -> None:
        """Stop the server and remove all that it wrote."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres():
    """A running PostgreSQL, one for each process of the test run."""
    found = programs()
    if found is None:
        missing("there is no PostgreSQL here; on Debian: apt install postgresql")
    server = Postgres(found)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture
def postgres_url(postgres):
    """The address of an empty PostgreSQL database, for one test."""
    name = postgres.new_database()
    yield postgres.url(name)
    postgres.drop_database(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    """The address of an empty database, for one test; each test runs on both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'inarow.db'}"
    return request.getfixturevalue("postgres_url")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared_database_url(request, tmp_path_factory):
    """The address of a database for all tests of a file; each runs on both kinds."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('database') / 'inarow.db'}"
        return
    server = request.getfixturevalue("postgres")
    name = server.new_database()
    yield server.url(name)
    server.drop_database(name)
