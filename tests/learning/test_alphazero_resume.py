"""AlphaZero after a kill or a lost cluster: no game that was played is lost, none counts twice."""

from __future__ import annotations

import pytest

from inarow.errors import InarowError
from inarow.learning import load_learner
from inarow.learning.jobs import InProcess
from inarow.runlog import EVENTS_FILE
from inarow.shards import JOB_SUFFIX
from tests.contract.test_learners import everything_in

pytest.importorskip("torch")

from inarow.learning.alphazero import games, training

TINY = {
    "games": 48,
    "rate_games": 48,
    "report_every": 16,
    "checkpoint_every": 48,
    "evaluate_every": 0,
    "sims": 8,
    "fast_sims": 4,
    "blocks": 2,
    "channels": 8,
    "batch": 32,
    "job_games": 4,
    "workers": 1,
    "int8": False,
}
JOBS = 12


class Recorded(InProcess):
    """Counts the jobs that it runs, and fails after some of them."""

    def __init__(self, played, fails_after, error):
        super().__init__()
        self._played, self._fails_after, self._error = played, fails_after, error

    def run(self, jobs, networks, on_done=None):
        def done(job, shard):
            self._played.append(job.first)
            on_done(job, shard)
            if len(self._played) == self._fails_after:
                raise self._error

        return super().run(jobs, networks, done)


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """Starts a run, or goes on with it; returns it and the list of games that jobs begin with."""

    def start(name, *, fails_after=0, error=None, **settings):
        played = []
        backend = Recorded(played, fails_after, error)
        monkeypatch.setattr(games, "backend_for", lambda workers, cluster: backend)
        folder = tmp_path / name
        resume = folder.exists()
        given = settings if resume else TINY | settings
        made = load_learner("alphazero", "4x4x3", out=folder, seed=2, resume=resume, **given)
        return made, played

    return start


@pytest.fixture
def expected(begin, tmp_path):
    """All files of a run that was not disturbed."""
    whole, played = begin("whole")
    whole.learn()
    assert len(played) == JOBS
    return everything_in(tmp_path / "whole")


@pytest.mark.parametrize("fails_after", [1, 4, 11])
def test_after_a_kill_only_the_missing_jobs_are_played(fails_after, begin, expected, tmp_path):
    killed, played = begin("run", fails_after=fails_after, error=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        killed.learn()
    assert not killed.folder.checkpoints()  # like a kill: nothing was saved
    again, rest = begin("run")
    again.learn()
    assert sorted(played + rest) == list(range(0, 48, 4))  # none is played twice
    assert everything_in(tmp_path / "run") == expected


def test_a_kill_while_it_trains_plays_no_game_again(begin, expected, tmp_path, monkeypatch):
    killed, played = begin("run")
    steps = []

    def step(self, rng, of=training.AlphaZeroAlgorithm._step):
        steps.append(of(self, rng))
        if len(played) == 8:  # in the second iteration
            raise KeyboardInterrupt
        return steps[-1]

    with monkeypatch.context() as patched:
        patched.setattr(training.AlphaZeroAlgorithm, "_step", step)
        with pytest.raises(KeyboardInterrupt):
            killed.learn()
    again, rest = begin("run")
    again.learn()
    assert (len(played), len(rest)) == (8, JOBS - 8)
    assert everything_in(tmp_path / "run") == expected


def test_a_lost_cluster_leaves_a_checkpoint_and_what_was_played(begin, tmp_path):
    lost, _ = begin("run", fails_after=6, error=InarowError("The cluster was lost."))
    with pytest.raises(InarowError, match=r"^The cluster was lost\.$"):
        lost.learn()
    (checkpoint,) = lost.folder.checkpoints()
    assert (checkpoint.games, lost.games) == (16, 16)
    kept = [path.name for path in (tmp_path / "run" / "data").glob(f"*{JOB_SUFFIX}")]
    assert len(kept) == 2  # of the jobs of the second iteration that were done
    again, rest = begin("run")
    assert again.games == 16
    again.learn()
    assert len(rest) == JOBS - 6
    whole, _ = begin("whole")
    whole.learn()
    last = [run.folder.checkpoints()[-1] for run in (again, whole)]
    assert last[0].checksums == last[1].checksums
    assert last[0].shards == last[1].shards
    assert not list((tmp_path / "run" / "data").glob(f"*{JOB_SUFFIX}"))


def test_a_disk_that_is_full_too_does_not_hide_the_first_error(begin, monkeypatch):
    lost, _ = begin("run", fails_after=6, error=InarowError("The cluster was lost."))

    def full(*_, **__):
        raise InarowError("No space left on device.")

    monkeypatch.setattr(lost.folder, "save_checkpoint", full)
    with pytest.raises(InarowError, match=r"^The cluster was lost\.$"):
        lost.learn()


def test_an_error_in_the_middle_of_training_saves_nothing(begin, monkeypatch):
    """Half of an iteration is no state to go on from."""
    broken, _ = begin("run", checkpoint_every=16)

    def step(self, rng, of=training.AlphaZeroAlgorithm._step):
        if broken.games == 16:
            raise InarowError("It broke.")
        return of(self, rng)

    monkeypatch.setattr(training.AlphaZeroAlgorithm, "_step", step)
    with pytest.raises(InarowError, match="It broke"):
        broken.learn()
    assert [each.games for each in broken.folder.checkpoints()] == [16]


def test_games_that_will_not_come_again_are_deleted_at_the_end(begin, tmp_path):
    killed, _ = begin("run", fails_after=11, error=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        killed.learn()
    shorter, rest = begin("run", games=20)
    shorter.learn()
    assert rest == []
    data = sorted(path.name for path in (tmp_path / "run" / "data").iterdir())
    assert data == sorted(shorter.folder.checkpoints()[-1].shards)
    assert len(data) == 5
    assert (tmp_path / "run" / EVENTS_FILE).exists()
