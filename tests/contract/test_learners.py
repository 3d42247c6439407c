"""What must hold of every learner: it learns, resumes exactly, and refuses what it cannot use."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from statistics import fmean

import pytest

import inarow
from inarow.learning import LEARNERS, load_learner
from inarow.runlog import EVENTS_FILE, PER_SECOND, SETTINGS_FILE, RunFolder


@dataclass(frozen=True)
class Small:
    """A run of some seconds, and what shows that it has learned something true."""

    games: int
    report_every: int
    learned: dict[str, float]
    """Least points against random, as first and as second player."""
    game: str = "tictactoe"
    settings: dict[str, object] = field(default_factory=dict)

    def all_settings(self):
        return {
            "report_every": self.report_every,
            "checkpoint_every": 2 * self.report_every,
            "evaluate_every": 8 * self.report_every,
            "evaluation_games": 10,
            **self.settings,
        }


SMALL = {
    "tabular": Small(40_000, 500, {"first": 0.9, "second": 0.75}),
    "td": Small(40_000, 500, {"first": 0.9, "second": 0.75}),
    "alphazero": Small(
        512,
        32,
        {"first": 0.9, "second": 0.75},
        settings={
            "sims": 16,
            "blocks": 1,
            "channels": 16,
            "batch": 64,
            "job_games": 16,
            "rate_games": 512,
            "int8": False,  # quantising takes longer than the games; test_alphazero.py has it
        },
    ),
    "dqn": Small(
        512,
        32,
        {"first": 0.85, "second": 0.75},
        settings={
            "blocks": 1,
            "channels": 16,
            "batch": 128,
            "reuse": 20.0,
            "rate": 2e-3,
            "average": 0.95,
            "epsilon_decay": 0.999,
            "least_epsilon": 0.1,
            "past_every": 128,
            "memory": 2000,
            "immediate": 3.0,
            "rate_games": 512,
            "int8": False,  # as above; test_dqn.py has it
        },
    ),
    "shared-mcts": Small(
        4000, 100, {"first": 0.9, "second": 0.75}, settings={"sims": 30, "cool_games": 4000}
    ),
    "linenet": Small(
        48,
        4,
        {"first": 1.0, "second": 1.0},
        game="gomoku:size=9",
        settings={"nodes": 100, "batch": 64, "rate_games": 48, "player": "engine:mb=4"},
    ),
    "ultimate-net": Small(
        96,
        4,
        {"first": 0.75, "second": 0.75},
        game="ultimate",
        settings={"teacher": "mcts:sims=50,mb=1", "nodes": 100, "batch": 256, "generation": 24},
    ),
}
"""Every learner must be here."""

EVERY = pytest.mark.parametrize("kind", LEARNERS, ids=lambda kind: kind.name)

KILLS = os.environ.get("INAROW_TEST_KILLS")
RUNS = int(os.environ.get("INAROW_TEST_KILLED_RUNS", "1"))
"""``make test-kills`` kills all learners ten times, and those without PyTorch in twenty runs."""


@pytest.fixture(autouse=True)
def _torch(request):
    if "kind" in request.fixturenames and request.getfixturevalue("kind").needs_torch:
        pytest.importorskip("torch")


def small_learner(kind, out, *, games=None, **settings):
    small = SMALL[kind.name]
    return load_learner(
        kind.name,
        small.game,
        out=out,
        seed=3,
        games=games or small.games,
        **small.all_settings() | settings,
    )


TRAIN = """
import sys
from inarow.learning import load_learner
from inarow.learning.registry import find_learner
from tests.contract.test_learners import small_learner
name, out, resume = sys.argv[1:]
if resume == "True":
    load_learner(name, out=out, resume=True).learn()
else:
    small_learner(find_learner(name), out).learn()
"""


def start(kind, out, *, resume):
    return subprocess.Popen([sys.executable, "-c", TRAIN, kind.name, str(out), str(resume)])


def everything_in(folder):
    """All that a run leaves, without the seconds and what depends on them."""
    events = [
        {
            key: value
            for key, value in event.items()
            if key != "seconds" and not key.endswith(PER_SECOND)
        }
        for event in RunFolder(folder).events()
    ]
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or path.name == "events.jsonl":
            continue
        content = path.read_bytes()
        if path.name == "checkpoint.json":
            about = json.loads(content)
            del about["seconds"], about["events_bytes"]  # its length depends on the seconds
            content = json.dumps(about).encode()
        # A digest: pytest would look for hours for the differences of long bytes.
        files[str(path.relative_to(folder))] = hashlib.sha256(content).hexdigest()
    return events, files


@EVERY
def test_a_killed_run_ends_like_an_undisturbed_one(kind, tmp_path):
    whole = tmp_path / "whole"
    assert start(kind, whole, resume=False).wait() == 0
    size = (whole / EVENTS_FILE).stat().st_size
    expected = everything_in(whole)
    kills = int(KILLS or (2 if kind.needs_torch else 10))
    for number in range(1 if kind.needs_torch else RUNS):
        rng = random.Random(number)
        out = tmp_path / f"killed-{number}"
        # By what it has written, not by the clock: so each kill hits a run that is on its way. The
        # first comes before the first event.
        for share in [None, *sorted(rng.uniform(0.0, 0.9) for _ in range(kills - 1))]:
            run = start(kind, out, resume=(out / SETTINGS_FILE).exists())
            events = out / (SETTINGS_FILE if share is None else EVENTS_FILE)
            least = 0 if share is None else share * size
            while run.poll() is None and not (events.exists() and events.stat().st_size > least):
                time.sleep(0.0005)
            run.send_signal(signal.SIGKILL)
            assert run.wait() == -signal.SIGKILL
        assert start(kind, out, resume=True).wait() == 0
        assert everything_in(out) == expected
        assert not list(out.rglob("*.part"))


@EVERY
def test_resume_goes_on_to_a_larger_number(kind, tmp_path):
    every = SMALL[kind.name].report_every
    small_learner(kind, tmp_path / "a", games=2 * every, evaluate_every=0).learn()
    longer = load_learner(kind.name, out=tmp_path / "a", resume=True, games=4 * every)
    assert (longer.games, longer.game.spec) == (2 * every, SMALL[kind.name].game)
    longer.learn()
    small_learner(kind, tmp_path / "b", games=4 * every, evaluate_every=0).learn()
    assert everything_in(tmp_path / "a") == everything_in(tmp_path / "b")


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """A small run of each learner, made once: the learner and its events."""
    made = {}

    def run_of(kind):
        if kind.name not in made:
            out = tmp_path_factory.mktemp(kind.name) / "run"
            learner = small_learner(kind, out, evaluation_games=40)
            events = []
            learner.learn(events.append)
            made[kind.name] = learner, events
        return made[kind.name]

    return run_of


@EVERY
def test_it_learns_something_true_in_seconds(kind, learned):
    _, events = learned(kind)
    last = [event for event in events if event.get("opponent") == "random"][-1]
    for side, least in SMALL[kind.name].learned.items():
        assert last[f"{side}_points"] >= least
        assert last[f"{side}_low"] <= last[f"{side}_points"] <= last[f"{side}_high"]


@EVERY
def test_what_it_exports_plays_alike(kind, learned):
    learner, _ = learned(kind)
    last = learner.folder.checkpoints()[-1]
    assert last.games == learner.games
    exported = inarow.load_player(last.spec(), learner.game, seed=5)
    same = learner.player(seed=5)
    state = learner.game.new_initial_state()
    limits = inarow.Limits(nodes=100)
    while not state.is_terminal():
        action = exported.act(state, limits).action
        assert same.act(state, limits).action == action
        state.apply_action(action)
    (model,) = learner.folder.path.glob("model.*")
    assert model.read_bytes() == last.model.read_bytes()
    assert list(learner.folder.path.glob("best.*"))


ENDS = 32  # positions of each kind


def ends_of_games(game, seed):
    """Positions a move or two before a decision: who moves, and whether they win or lose."""
    rng = random.Random(seed)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        if state.returns()[0] == 0:
            continue
        state.undo_action()
        yield state.clone(), 1
        state.undo_action()
        if all(can_win_after(state, action) for action in state.legal_actions()):
            yield state.clone(), -1


def can_win_after(state, action):
    state.apply_action(action)
    try:
        return not state.is_terminal() and any(wins(state, each) for each in state.legal_actions())
    finally:
        state.undo_action()


def wins(state, action):
    mover = state.current_player()
    state.apply_action(action)
    try:
        return state.is_terminal() and state.returns()[mover] > 0
    finally:
        state.undo_action()


@EVERY
def test_the_sign_of_its_value_is_right_for_both_colours(kind, learned):
    """On average: a network that has seen a few hundred games may err in a position."""
    learner, _ = learned(kind)
    player = learner.player()
    found = {(mover, sign): [] for mover in (0, 1) for sign in (1, -1)}
    for state, sign in ends_of_games(learner.game, 1):
        values = found[state.current_player(), sign]
        if len(values) < ENDS:
            values.append(player.act(state, inarow.Limits(nodes=200)).value * sign)
        if all(len(each) == ENDS for each in found.values()):
            break
    for case, values in found.items():
        assert fmean(values) > 0.2, (case, values)


@EVERY
def test_it_starts_from_a_model_and_from_a_checkpoint(kind, learned, tmp_path):
    learner, _ = learned(kind)
    folder = learner.folder
    (model,) = folder.path.glob("model.*")
    checkpoint = folder.checkpoints()[-1].path
    for number, init in enumerate((folder.path, checkpoint, model)):
        begun = small_learner(kind, tmp_path / str(number), init=init, games=2)
        state = begun.game.new_initial_state()
        limits = inarow.Limits(nodes=100)
        now, before = (each.player(5).act(state, limits) for each in (begun, learner))
        assert (now.action, now.value) == (before.action, before.value)
        assert begun.games == 0
        begun.learn()
        start = RunFolder(tmp_path / str(number)).checkpoints()[0]
        assert start.games == 0
    with pytest.raises(inarow.InarowError, match="--init is for a new one"):
        load_learner(kind.name, out=tmp_path / "0", init=model, resume=True)
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(inarow.BadFile):
        small_learner(kind, tmp_path / "new", init=tmp_path / "other")
    assert not (tmp_path / "new").exists()


@EVERY
def test_stop_ends_it_and_keeps_what_is_learned(kind, tmp_path):
    every = SMALL[kind.name].report_every
    learner = small_learner(kind, tmp_path / "run", games=10**9)
    learner.learn(lambda event: learner.stop() if event["games"] >= 2 * every else None)
    assert learner.games == 2 * every
    assert RunFolder(tmp_path / "run").checkpoints()[-1].games == learner.games
    learner = load_learner(kind.name, out=tmp_path / "run", resume=True, time=0.001)
    learner.learn()
    assert list((tmp_path / "run").glob("model.*"))


@EVERY
@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"games": 0}, "games=0 is out of range: games must be a whole number from 1 to 1e"),
        ({"gamez": 5}, "has no parameter 'gamez': it takes games, time,"),
        ({"games": "many"}, "games=many is not valid"),
        ({"time": float("nan")}, "time=nan is out of range"),
        ({"opponents": ["random"]}, "opponents=.* must be a number or a text"),
    ],
)
def test_bad_settings_are_refused_before_anything_is_written(kind, settings, sentence, tmp_path):
    with pytest.raises(inarow.BadSpec, match=sentence):
        load_learner(kind.name, SMALL[kind.name].game, out=tmp_path / "run", **settings)
    assert not (tmp_path / "run").exists()


@EVERY
def test_a_run_of_something_else_is_refused(kind, tmp_path):
    out, game = tmp_path / "run", SMALL[kind.name].game
    small_learner(kind, out, games=8).learn()
    before = everything_in(out)
    with pytest.raises(inarow.BadFile, match="exists: go on with --resume"):
        load_learner(kind.name, game, out=out)
    with pytest.raises(inarow.BadFile, match=f"has game '{game}', not '7x7x5'"):
        load_learner(kind.name, "7x7x5", out=out, resume=True)
    with pytest.raises(inarow.BadFile, match="has seed 3, not 2"):
        load_learner(kind.name, out=out, seed=2, resume=True)
    with pytest.raises(inarow.BadSpec, match="report_every cannot change"):
        load_learner(kind.name, out=out, resume=True, report_every=7)
    others = [each.name for each in LEARNERS if each is not kind]
    with pytest.raises(inarow.BadFile, match=f"has learner '{kind.name}', not '{others[0]}'"):
        load_learner(others[0], out=out, resume=True)
    assert everything_in(out) == before
    with pytest.raises(inarow.BadSpec, match="did you mean"):
        load_learner(kind.name[:-1], game, out=tmp_path / "other")


@EVERY
def test_a_changed_checkpoint_is_refused(kind, tmp_path):
    out = tmp_path / "run"
    small_learner(kind, out, games=8).learn()
    last = RunFolder(out).checkpoints()[-1]
    for name in last.checksums:
        content = (last.path / name).read_bytes()
        (last.path / name).write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        before = everything_in(out)
        with pytest.raises(inarow.BadFile, match="has changed"):
            load_learner(kind.name, out=out, resume=True)
        assert everything_in(out) == before
        (last.path / name).write_bytes(content)
    load_learner(kind.name, out=out, resume=True)
