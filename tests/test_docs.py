"""The documentation names only what exists: links, files, Python names, commands, parameters.

Examples with ``>>>`` run as doctests, and what the README promises is in ``test_readme.py``.
"""

from __future__ import annotations

import ast
import json
import pydoc
import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from inarow.cli.main import app
from inarow.learning import LEARNERS
from inarow.learning.settings import NetworkSettings, Settings
from inarow.players import PLAYERS
from inarow.spec import value_text

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
        *(ROOT / "experiments").rglob("*.md"),
    ]
)
SOURCES = (
    "cpp",
    "src",
    "tests",
    "web/src",
    "examples",
    "experiments",
    "benchmarks",
    "docs",
    "weights",
)
PLACEHOLDERS = ("NAME", "DIR", "FILE", "settings.toml")

FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
SOURCE_FILE = re.compile(r"[\w./-]*\w\.(?:py|h|cpp|ts|svelte|toml)")
FOLDER = re.compile(rf"(?:{'|'.join(SOURCES)})/[\w./-]*")
PYTHON_NAME = re.compile(r"(inarow(?:\.\w+)+)")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def inline_code(page: Path) -> list[str]:
    """What stands in backticks in the running text."""
    return INLINE.findall(FENCE.sub("", text_of(page)))


def blocks(page: Path) -> list[str]:
    """The code blocks."""
    return [code for _, code in FENCE.findall(text_of(page))]


def anchors(page: Path) -> set[str]:
    """The headings as GitHub makes addresses of them."""
    headings = HEADING.findall(FENCE.sub("", text_of(page)))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.fixture(scope="module")
def files() -> set[str]:
    """Every path in the tree, also without its first folders: ``games/base.h``, ``base.h``."""
    found = {path.name for path in ROOT.iterdir()}
    for folder in SOURCES:
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT).parts
            if "__pycache__" not in parts:
                found |= {"/".join(parts[start:]) for start in range(len(parts))}
    return found


each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@each_page
def test_links_lead_somewhere(page):
    for link in LINK.findall(FENCE.sub("", text_of(page))):
        if ":" in link:
            continue  # another site
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target), link


@each_page
def test_files_that_are_named_exist(page, files):
    for code in inline_code(page):
        if SOURCE_FILE.fullmatch(code) and not any(word in code for word in PLACEHOLDERS):
            assert code in files, code
        elif FOLDER.fullmatch(code) and not any(word in code for word in PLACEHOLDERS):
            assert (ROOT / code).exists(), code


@each_page
def test_python_names_exist(page):
    for code in inline_code(page):
        if name := PYTHON_NAME.match(code):
            assert pydoc.locate(name[1]) is not None, name[1]


@each_page
def test_what_examples_import_exists(page):
    for code in blocks(page):
        for line in re.findall(r"^(?:>>> |\.\.\. )?\s*(from inarow\S* import .+)$", code, re.M):
            statement = ast.parse(line).body[0]
            assert isinstance(statement, ast.ImportFrom)
            for alias in statement.names:
                name = f"{statement.module}.{alias.name}"
                assert pydoc.locate(name) is not None, name


def commands(page: Path) -> list[str]:
    """Every ``inarow …`` of a page, without the explanation beside it."""
    lines = "\n".join(blocks(page)).replace("\\\n", " ").splitlines()
    found = [re.split(r"\s{3,}", line)[0] for line in [*lines, *inline_code(page)]]
    return [command for command in found if re.match(r"inarow [a-z]", command)]


@each_page
def test_commands_and_their_options_exist(page):
    for line in commands(page):
        command, words = get_command(app), shlex.split(line)[1:]
        while words and (subcommands := getattr(command, "commands", None)):
            assert words[0] in subcommands, line
            command = subcommands[words.pop(0)]
        options = {name for parameter in command.params for name in parameter.opts}
        for word in words:
            if word.startswith("--"):
                assert word in options | {"--help"}, line


@each_page
def test_make_targets_exist(page):
    makefile = text_of(ROOT / "Makefile")
    code = [*inline_code(page), *"\n".join(blocks(page)).splitlines()]
    for target in (match[1] for line in code if (match := re.match(r"make ([a-z-]+)", line))):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_parameters_of_a_player_are_on_its_page_with_their_defaults(player):
    if not player.parameters:
        return
    pages = {
        "external": "external-engines.md",
        "openspiel": "openspiel.md",
        "python": "add-a-player.md",
    }
    page = ROOT / "docs" / pages.get(player.name, f"algorithms/{player.name}.md")
    rows = re.findall(r"^\| (`.+?) \| (.*?) \|", text_of(page), re.MULTILINE)
    defaults: dict[str, str] = {}
    for names, values in reversed(rows):  # the first table counts
        defaults |= dict(zip(INLINE.findall(names), values.split(", "), strict=False))
    for parameter in player.parameters:
        assert parameter.name in defaults, parameter.name
        if not isinstance(parameter.default, str):
            assert json.loads(defaults[parameter.name]) == parameter.default, parameter.name


def table_of_settings(parameters) -> str:
    rows = [f"| `{each.name}` | {value_text(each.default)} | {each.help} |" for each in parameters]
    return "\n".join(["| setting | default | meaning |", "|---|---|---|", *rows])


def test_settings_of_all_learners_are_on_the_page_of_training():
    page = text_of(ROOT / "docs" / "training.md")
    common = Settings.parameters()
    assert table_of_settings(common) in page
    with_network = [each for each in NetworkSettings.parameters() if each not in common]
    assert table_of_settings(with_network) in page


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_settings_of_a_learner_are_on_its_page(learner):
    page = text_of(ROOT / "docs" / "algorithms" / f"{learner.name}.md")
    common = NetworkSettings.parameters()
    own = [each for each in learner.parameters if each not in common]
    assert table_of_settings(own) in page
    assert f"algorithms/{learner.name}.md" in text_of(ROOT / "docs" / "training.md")


def test_every_page_is_in_the_index():
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link).resolve() for link in LINK.findall(text_of(index))}
    algorithms = index.parent / "algorithms"
    linked |= {algorithms / link for link in LINK.findall(text_of(algorithms / "README.md"))}
    for paper in (index.parent / "papers").glob("*.md"):  # they link the results
        linked |= {(paper.parent / link).resolve() for link in LINK.findall(text_of(paper))}
    missing = {page for page in PAGES if page not in linked} - {index, ROOT / "README.md"}
    assert not missing, missing
