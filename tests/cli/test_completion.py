"""Completion: what is offered after a line, and that Tab does so in the shells of people."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

from tests.cli.test_commands import COMMAND
from tests.missing import missing

PATIENCE = 120.0
HOME_KEY = "\x01"  # Ctrl-A: to the beginning of the line
WORDS = re.compile(r"<inarow>(?:<[^<>]*>)+")
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()].|[=>])")


def completed(line):
    """What bash is offered after a line."""
    words = line.split(" ")
    environment = {
        **os.environ,
        "_INAROW_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("inarow ma", ["match"]),
        ("inarow play go", ["gomoku"]),
        ("inarow match greedy --game ult", ["ultimate"]),
        ("inarow match heu", ["heuristic-mcts"]),
        ("inarow play --second hu", ["human"]),
        ("inarow play --second cas", ["casual"]),
        ("inarow train tab", ["tabular"]),
        ("inarow tournament --format kn", ["knockout"]),
    ],
)
def test_names_are_completed(line, offers):
    assert completed(line) == offers


class Terminal:
    """A shell as a person has it: what is typed, and what it has written."""

    def __init__(self, file):
        self._file = file
        self.written = ""

    def type(self, keys):
        self.written = ""
        os.write(self._file, keys.encode())

    def wait_for(self, pattern):
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, ESCAPES.sub("", self.written))):
            assert time.monotonic() < end, self.written
            if select.select([self._file], [], [], 0.1)[0]:
                self.written += os.read(self._file, 65536).decode(errors="replace")
        return found[0]


@contextmanager
def terminal(shell, home):
    """An interactive shell in a terminal of its own, with this folder as its home."""
    master, slave = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key in ("LANG", "LC_ALL")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {"HOME": str(home), "PATH": path, "TERM": "xterm", "SHELL": which(shell), **kept}
    with subprocess.Popen(
        ["setsid", "--ctty", shell, "-i"],  # a terminal that controls it
        cwd=home,
        env=environment,
        stdin=slave,
        stdout=slave,
        stderr=slave,
    ) as process:
        os.close(slave)
        opened = Terminal(master)
        try:
            opened.wait_for(r"[\w~][#$%>] ")  # zsh begins with a lone %
            yield opened
        finally:
            process.kill()
            os.close(master)


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab_completes_once_it_is_installed(shell, tmp_path):
    if which(shell) is None:
        missing(f"needs {shell}")
    # Else zsh completes nothing while there is more to read, and here all keys come at once.
    (tmp_path / ".zshrc").write_text("zstyle ':completion:*' insert-tab false\n")
    with terminal(shell, tmp_path) as first:
        first.type("inarow --install-completion\n")
        first.wait_for("restart the terminal")
    (tmp_path / "games.jsonl").touch()
    with terminal(shell, tmp_path) as person:
        for line, words in (
            ("inarow ma", "<match>"),  # the first Tab of the shell
            ("inarow play --game=gom", "<play><--game=gomoku>"),
            ("inarow match greedy heu", "<match><greedy><heuristic-mcts>"),
            ("inarow match mcts:sims=9 gree", "<match><mcts:sims=9><greedy>"),
            ("inarow match threat:dep\t4,can", "<match><threat:depth=4,candidates=>"),
            ('inarow solve --moves "a1 b2" tict', "<solve><--moves><a1 b2><tictactoe>"),
            (
                "inarow match greedy mcts --resume gam",
                "<match><greedy><mcts><--resume><games.jsonl>",
            ),
        ):
            # Nothing is run: the words of the line are printed. Keys are read one after the other.
            person.type(f"{line}\t{HOME_KEY}printf '<%s>' \n")
            assert person.wait_for(WORDS) == f"<inarow>{words}"


def test_completion_can_be_installed():
    text = subprocess.run([*COMMAND, "-h"], capture_output=True, text=True, check=True).stdout
    assert "--install-completion" in text
    assert "--show-completion" in text
