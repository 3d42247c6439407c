"""Whatever fits, or nearly fits, the OpenAPI description is answered as the description says."""

import dataclasses

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    response_schema_conformance,
)

from inarow.server.app import create_app
from inarow.server.config import Config
from inarow.server.schema.base import SPEC_LENGTH
from tests.server.live import PATIENCE, machine, serving

ENDLESS = (1e9, 10**9)
TOO_LARGE = 413
EXAMPLES = 40  # of each operation, good and bad ones

GAMES = ("tictactoe", "4x4x3", "ultimate", "gomoku:size=15,rule=standard", "gomoku:size=99", None)
PLAYERS = ("random", "greedy", "mcts:sims=10", "external:cmd=ls", "minimax:depth=1000000", None)

schema = schemathesis.openapi.from_dict(create_app(Config()).openapi())
real_ids = []  # of games and runs that are there


@schema.hook
def map_body(context, body):
    """Mostly name games and players that there are: else nothing gets past the first look."""
    if isinstance(body, dict):
        pick = len(str(body))
        if _fits(body.get("game"), SPEC_LENGTH):
            body["game"] = GAMES[pick % len(GAMES)] or body["game"]
        players = body.get("players")
        if isinstance(players, list) and "games" in body:
            body["players"] = [
                (PLAYERS[(pick + number) % len(PLAYERS)] or name)
                if _fits(name, SPEC_LENGTH)
                else name
                for number, name in enumerate(players)
            ]
        for seat in body["seats"] if isinstance(body.get("seats"), list) else ():
            if isinstance(seat, dict) and _fits(seat.get("spec"), SPEC_LENGTH):
                seat["spec"] = PLAYERS[pick % len(PLAYERS)] or seat["spec"]
        if _fits(body.get("learner"), SPEC_LENGTH) and pick % 4:
            body["learner"] = "tabular"
        if _fits(body.get("format"), 20) and pick % 4:
            body["format"] = ("psq", "sgf", "coords", "knockout")[pick // 4 % 4]
    return body


def _fits(text, most):
    """Whether it fits the description: what does not shall be sent as it is."""
    return isinstance(text, str) and 1 <= len(text) <= most


@schema.hook
def map_path_parameters(context, path_parameters):
    if path_parameters and "id" in path_parameters and len(str(path_parameters)) % 3:
        path_parameters["id"] = real_ids[len(str(path_parameters)) % len(real_ids)]
    return path_parameters


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server that counts no requests: it is not floods that are tried here."""
    free = {
        field.name: ENDLESS
        for field in dataclasses.fields(Config)
        if isinstance(field.default, tuple)
    }
    with serving(tmp_path_factory.mktemp("described"), **free) as site:
        person = site.person()
        tournament = {"players": ["random", "greedy"], "games": 2}
        run = person.post("/api/lab/tournaments", tournament).json()
        training = person.post("/api/lab/trainings", {"learner": "tabular", "games": 20}).json()
        game = person.new_game(second=machine("greedy"))
        real_ids[:] = [game, run["id"], training["id"]]
        yield site


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_described(case, site):
    response = case.call(base_url=site.url, timeout=PATIENCE)
    # A description says that a game is a text, not which texts are games.
    excluded = [positive_data_acceptance]
    if response.status_code == TOO_LARGE:  # which the check does not know to be a refusal
        excluded.append(negative_data_rejection)
    if case.operation.path.startswith("/api/lab/runs/{id}/games"):
        # Schemathesis cannot read the description of a pair of texts there; FastAPI checks it.
        excluded.append(response_schema_conformance)
    case.validate_response(response, excluded_checks=excluded)
