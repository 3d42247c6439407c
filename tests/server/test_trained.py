"""Checkpoints as players: ``trained:run=ID,games=N`` finds a file, and never names one."""

import json

import pytest

import inarow
from inarow.errors import BadSpec, InarowError
from inarow.runlog import CHECKPOINT_FILE, CHECKPOINTS
from inarow.server.config import Config
from inarow.server.edge.refusals import Refused
from inarow.server.search.allowed import check_player, search_limits
from inarow.server.search.trained import loadable_spec
from tests.server.live import HUMAN, machine, serving, wait_until

TICTACTOE = inarow.load_game("tictactoe")
TRAINING = {"learner": "tabular", "game": "tictactoe", "games": 2000, "seed": 1}


def train(person, **changes):
    answer = person.post("/api/lab/trainings", TRAINING | changes)
    assert answer.status_code == 201, answer.text
    run = answer.json()["id"]
    wait_until(lambda: person.get(f"/api/lab/runs/{run}").json()["run"]["state"] == "finished")
    return run


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("trained")) as site:
        yield site


@pytest.fixture(scope="module")
def owner(site):
    return site.person()


@pytest.fixture(scope="module")
def run(owner):
    return train(owner)


@pytest.fixture
def config(site, run):
    return site.services.config


def best_of(person, run):
    checkpoints = person.get(f"/api/lab/runs/{run}").json()["training"]["checkpoints"]
    return next(each["player"] for each in checkpoints if each["best"])


def test_a_checkpoint_is_played_against(site, owner, run):
    spec = best_of(owner, run)
    person = site.person()  # anybody may
    game = person.new_game(HUMAN, machine(spec))
    with person.watch(game) as watch:
        watch.move("b2")
        seen = watch.until_ply(2)
        assert seen["seats"][1]["spec"] == spec
    thought = person.get(f"/api/games/{game}/thoughts/1").json()
    assert thought["player"] == spec
    record = person.get(f"/api/games/{game}/record", params={"format": "jsonl"}).text
    assert spec in record
    for text in (record, json.dumps(seen), json.dumps(thought)):
        assert str(site.services.config.folder) not in text
        assert ".tabular" not in text


def test_a_checkpoint_that_searches_has_its_own_simulations(site):
    person = site.person()
    few = {"sims": 20, "evaluation_games": 2}
    run = train(person, learner="shared-mcts", games=20, settings=few)
    spec = f"trained:run={run},games=20"
    assert search_limits(spec, 1.0, site.services.config).sims == 20
    with person.watch(person.new_game(HUMAN, machine(spec))) as watch:
        watch.move("b2")
        watch.until_ply(2)
        assert watch.thought is None or watch.thought["player"] == spec


def test_weights_are_trained_and_played_against(site):
    person = site.person()
    run = train(person, learner="td", game="8x8x6", games=40, settings={"evaluation_games": 2})
    seats = [HUMAN, machine(f"trained:run={run},games=40")]
    answer = person.post("/api/games", {"game": "8x8x6", "seats": seats})
    assert answer.status_code == 201, answer.text
    with person.watch(answer.json()["id"]) as watch:
        watch.move("b2")
        assert watch.until_ply(2)["game"]["notes"] == {}


def test_it_plays_on_after_a_restart(tmp_path):
    with serving(tmp_path) as site:
        person = site.person()
        spec = best_of(person, train(person))
        game = person.new_game(HUMAN, machine(spec))
        site.restart()
        with person.watch(game) as watch:
            watch.move("b2")
            watch.until_ply(2)


def test_it_analyses(site, owner, run):
    # The same check as for the seats of games, so this is enough.
    spec = check_player(best_of(owner, run), TICTACTOE, site.services.config)
    assert search_limits(spec, 60.0, site.services.config).time == 30.0


def test_a_deleted_run_is_one_sentence(site):
    person = site.person()
    run = train(person, games=40)
    spec = f"trained:run={run},games=40"
    game = person.new_game(HUMAN, machine(spec))
    assert person.http.delete(f"/api/lab/runs/{run}").status_code == 204
    answer = person.post("/api/games", {"game": "tictactoe", "seats": [HUMAN, machine(spec)]})
    assert answer.status_code == 400
    gone = f"Run {run} has no checkpoint after 40 games: it may have been deleted."
    assert answer.json()["message"] == gone
    with person.watch(game) as watch:  # the game can still be seen
        watch.move("b2")
        assert watch.refused()["message"] == gone
        assert watch.game["seats"][1]["name"] == spec
    assert person.get("/api/games").json()["games"][0]["id"] == game


def test_a_damaged_file_is_one_sentence(site):
    person = site.person()
    run = train(person, games=40)
    folder = site.services.config.lab_folder / run / CHECKPOINTS / "000000040"
    (model,) = folder.glob("model.*")
    model.write_bytes(model.read_bytes()[:-1])
    spec = f"trained:run={run},games=40"
    game = person.new_game(HUMAN, machine(spec))
    with person.watch(game) as watch:
        watch.move("b2")
        assert watch.refused()["message"] == f"{spec} cannot be loaded: it is damaged."


def test_a_description_gets_short(config, run):
    spec = f"trained:run={run},games=2000"
    assert check_player(f" Trained : games=2_000 , run={run}", TICTACTOE, config) == spec


@pytest.mark.parametrize(
    "id",
    [
        "..",
        ".",
        "../lab/RUN",
        "RUN/",
        "./RUN",
        "/etc",
        "RUN/checkpoints/000000100",
        '"RUN,games=5"',
        '""',
        '" RUN"',
        "RUN\0",
        '"RUN\n"',
        "a" * 65,
        "~root",
        "*",
        "R\u00dcN",
    ],
)
def test_what_is_no_id_is_refused(config, run, id):  # noqa: A002
    spec = f"trained:run={id.replace('RUN', run)},games=2000"
    with pytest.raises(BadSpec, match="is not the id of a run"):
        check_player(spec, TICTACTOE, config)
    with pytest.raises(BadSpec):
        loadable_spec(spec, config.lab_folder)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("trained", "trained needs run"),
        ("trained:run=RUN", "trained needs games"),
        ("trained:games=2000", "trained needs run"),
        ("trained:run=RUN,games=last", "games=last is not valid"),
        ("trained:run=RUN,games=-1", "out of range"),
        ("trained:run=RUN,games=1e3", "not valid"),
        ("trained:run=RUN,games=2000,games=2000", "twice"),
        ("trained:run=RUN,games=2000,file=/etc/passwd", "has no parameter 'file'"),
        ("trained:run=RUN,games=2000,sims=9", "has no parameter 'sims'"),
        ("trained:run=RUN,games=99", "has no checkpoint after 99 games"),
        ("trained:run=RUN,games=100000000000", "has no checkpoint"),
        ("trained:run=nobody,games=2000", "Run nobody has no checkpoint"),
    ],
)
def test_what_is_wrong_is_explained(config, run, spec, says):
    with pytest.raises(InarowError, match=says) as error:
        check_player(spec.replace("RUN", run), TICTACTOE, config)
    assert str(config.folder) not in str(error.value)


def test_a_checkpoint_plays_its_own_game_only(site, owner, run, config):
    with pytest.raises(Refused, match=f"Run {run} does not learn 4 . 4, 3 in a row"):
        check_player(f"trained:run={run},games=2000", inarow.load_game("4x4x3"), config)
    tournament = owner.post("/api/lab/tournaments", {"players": ["random", "greedy"], "games": 1})
    with pytest.raises(Refused, match="has no checkpoint"):
        check_player(f"trained:run={tournament.json()['id']},games=0", TICTACTOE, config)


def test_a_checkpoint_is_not_for_tournaments(owner, run):
    players = ["random", f"trained:run={run},games=2000"]
    answer = owner.post("/api/lab/tournaments", {"players": players, "games": 1})
    assert answer.status_code == 400
    assert "cannot take part in a tournament" in answer.json()["message"]


def test_a_checkpoint_runs_no_program(tmp_path):
    """Whatever its file says: it may have been copied from somewhere."""
    config = Config(folder=tmp_path)
    folder = config.lab_folder / "copied" / CHECKPOINTS / "000000005"
    folder.mkdir(parents=True)
    about = {
        "version": 1,
        "games": 5,
        "step": 1,
        "seconds": 1.0,
        "events_bytes": 0,
        "player": "external:cmd=/bin/true",
        "score": None,
        "files": {"model.x": ""},
        "shards": {},
    }
    (folder / CHECKPOINT_FILE).write_text(json.dumps(about))
    with pytest.raises(BadSpec, match="runs a program"):
        loadable_spec("trained:run=copied,games=5", config.lab_folder)
