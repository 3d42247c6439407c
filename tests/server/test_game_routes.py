"""Whole games over REST and sockets, on each kind of database."""

import pytest

from inarow.protocols.formats import FORMATS
from inarow.server.schema.search import Thought
from tests.server.live import HUMAN, OPEN, machine, serving


@pytest.fixture
def site(tmp_path, database_url):
    with serving(tmp_path, database_url) as running:
        yield running


@pytest.fixture(scope="module")
def plain_site(tmp_path_factory):
    """For what has nothing to do with the database; each test has people of its own."""
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


def test_a_game_of_one_person(site):
    ann = site.person()
    game = ann.new_game()
    with ann.watch(game) as watch:
        for ply, cell in enumerate(["a1", "a2", "b1", "b2", "c1"]):
            watch.until_ply(ply)
            watch.move(cell)
        over = watch.until_over()
        assert over["result"] == {"winner": 0, "end": "line", "text": "X wins: three in a row"}
        assert over["position"]["winning_line"] == [0, 1, 2]
        assert over["names"] == ["a1", "a2", "b1", "b2", "c1"]
        assert watch.you == {"type": "you", "seats": [0, 1], "owner": True}
    assert ann.get(f"/api/games/{game}").json()["moves"] == [0, 3, 1, 4, 2]


@pytest.mark.parametrize(
    ("spec", "player"),
    [
        ("tictactoe", "greedy"),
        ("gomoku:size=15,rule=standard", "greedy"),
        ("ultimate", "random"),
        ("7x6x4", "random"),
    ],
)
def test_a_game_against_a_machine(plain_site, spec, player):
    ann = plain_site.person()
    with ann.watch(ann.new_game(HUMAN, machine(player), spec)) as watch:
        while True:
            game = watch.until(lambda g: g["result"] is not None or g["position"]["to_move"] == 0)
            if game["result"] is not None:
                break
            ply = game["ply"]
            watch.move(game["position"]["legal"][-1])
            watch.until(lambda g, ply=ply: g["ply"] > ply)
        assert not watch.errors
        assert len(game["values"]) == game["ply"] == len(game["names"])
        seats = game["seats"]
        assert (seats[0]["kind"], seats[1]["spec"]) == ("human", player)


def test_a_machine_begins_and_its_thought_is_kept(site):
    ann = site.person()
    game = ann.new_game(machine("mcts:sims=50"), HUMAN, time=5)
    with ann.watch(game) as watch:
        first = watch.until(lambda g: g["ply"] == 1 and not g["thinking"])
        assert first["values"][0] is not None
        while watch.thought is None or watch.thought["action"] is None:
            assert watch.receive()
        told = watch.thought
    thought = ann.get(f"/api/games/{game}/thoughts/0").json()
    assert Thought.model_validate(told) == Thought.model_validate(thought)
    assert thought["action"] == first["moves"][0]
    assert thought["sims"] >= 50
    assert thought["candidates"]
    missing = ann.get(f"/api/games/{game}/thoughts/1")
    assert (missing.status_code, missing.json()["error"]) == (404, "not-found")


def test_levels_play(plain_site):
    ann = plain_site.person()
    level = {"kind": "level", "level": "beginner"}
    with ann.watch(ann.new_game(level, HUMAN)) as watch:
        game = watch.until_ply(1)
        assert game["seats"][0]["level"] == "beginner"
        assert game["seats"][0]["name"] == "Beginner"
        assert game["seats"][0]["spec"]


CORNERS = ("h8", "a1", "o1", "a15", "o15", "a8")
"""What a person plays in each game: the first of these that is free."""

TURNS = 3


def answers(watch):
    """Play the same moves in every game; what stands on the board then."""
    for turn in range(TURNS):
        taken = watch.until_ply(2 * turn)["names"][: 2 * turn]  # the rest was taken back
        watch.move(next(cell for cell in CORNERS if cell not in taken))
    return watch.until_ply(2 * TURNS)["names"]


MOST_REMATCHES = 20  # four games that are equally likely: fewer than three in so many are unlikely


def level(name):
    return {"kind": "level", "level": name}


@pytest.mark.parametrize(
    "opponent",
    [
        *map(level, ("beginner", "casual", "club", "expert")),
        *map(machine, ("mcts:sims=30", "threat:depth=2", "greedy")),
    ],
    ids=str,
)
def test_a_machine_does_not_replay_a_game_in_its_rematches(plain_site, opponent):
    """Beginner answered h8 by e5 in every game: all had the same player with the same seed.

    ``threat`` and others draw no random numbers; they did the same when chosen by name.
    """
    ann = plain_site.person()
    game = ann.new_game(HUMAN, opponent, "gomoku")
    played = set()
    for _ in range(MOST_REMATCHES):
        with ann.watch(game) as watch:
            played.add(tuple(answers(watch)))
        if len(played) > 2:
            return
        game = ann.post(f"/api/games/{game}/rematch", {"swap": False}).json()["id"]
    pytest.fail(f"only {played}")


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_a_level_goes_on_alike_after_a_restart(site, level):
    ann = site.person()
    game = ann.new_game(HUMAN, {"kind": "level", "level": level}, "gomoku")
    with ann.watch(game) as watch:
        before = answers(watch)
    site.restart()
    with ann.watch(game) as watch:
        watch.until_ply(2 * TURNS)
        for left in reversed(range(TURNS)):
            watch.send("undo")
            watch.until_ply(2 * left)
        assert answers(watch) == before


def test_a_restart_in_the_middle_of_a_game(site):
    ann = site.person()
    game = ann.new_game(HUMAN, machine("greedy"))
    with ann.watch(game) as watch:
        watch.move("b2")
        before = watch.until_ply(2)
        site.restart()
        assert watch.until_closed() == 1012
    with ann.watch(game) as watch:
        after = watch.until_ply(2)
        assert after["moves"] == before["moves"]
        assert after["version"] > before["version"]
        watch.move(after["position"]["legal"][0])
        watch.until(lambda g: g["ply"] >= 3)


def test_a_machine_to_move_goes_on_after_a_restart(site):
    ann = site.person()
    game = ann.new_game(HUMAN, machine("mcts"), "gomoku", time=20)
    with ann.watch(game) as watch:
        watch.move("h8")
        watch.until(lambda g: g["ply"] == 1 and g["thinking"])
    site.restart()
    with ann.watch(game) as watch:
        assert watch.until_ply(1)["thinking"]
        watch.send("stop")
        assert watch.until_ply(2)["moves"][0] == 112


def test_two_people_on_one_game(site):
    ann, bob, eve = site.person(), site.person(), site.person()
    game = ann.new_game(HUMAN, OPEN)
    with ann.watch(game) as hers, bob.watch(game) as his, eve.watch(game) as others:
        assert his.until_you()["seats"] == []
        assert his.until(lambda _: True)["seats"][1]["open"]
        hers.move("b2")
        his.until_ply(1)
        assert his.refused("move", action=0, ply=1)["error"] == "not-yours"
        his.send("claim", seat=1)
        his.until(lambda g: not g["seats"][1]["open"])
        his.until_you()
        while his.you["seats"] != [1]:
            his.receive()
        assert others.refused("claim", seat=1)["message"] == "This seat is taken."
        assert others.refused("move", action=0, ply=1)["error"] == "not-yours"
        assert hers.refused("move", action=0, ply=1)["error"] == "not-now"
        his.move("a1", ply=1)
        for watch in (hers, his, others):
            assert watch.until_ply(2)["names"] == ["b2", "a1"]
        for command in ("undo", "redo"):
            assert "Another person plays" in hers.refused(command)["message"]
        assert "Another person plays" in hers.refused("goto", ply=0)["message"]
        assert "Another person plays" in hers.refused("swap")["message"]
        assert others.refused("undo")["error"] == "not-yours"
        assert others.refused("resign")["error"] == "not-yours"
        his.send("resign")
        over = hers.until_over()
        assert over["result"] == {"winner": 0, "end": "resign rule", "text": "X wins: O resigned"}
        assert hers.refused("move", action=3, ply=2)["error"] == "not-now"
    assert [(g["id"], g["you"]) for g in bob.get("/api/games").json()["games"]] == [(game, [1])]
    assert eve.get("/api/games").json()["games"] == []


def test_a_rematch_goes_on_elsewhere_with_sides_changed(site):
    ann, bob, eve = site.person(), site.person(), site.person()
    game = ann.new_game(HUMAN, OPEN, moves=[4])
    with ann.watch(game) as hers, bob.watch(game) as his:
        his.send("claim", seat=1)
        his.until(lambda g: not g["seats"][1]["open"])
        assert eve.post(f"/api/games/{game}/rematch", {}).status_code == 403
        # The other player is asked first.
        asked = bob.post(f"/api/games/{game}/rematch", {"swap": True})
        assert (asked.status_code, asked.json()["error"]) == (409, "not-now")
        his.send("resign")
        his.until_over()
        his.send("offer", kind="rematch")
        hers.until(lambda g: g["offer"] == {"kind": "rematch", "by": 1})
        hers.send("accept", kind="rematch", ply=1)
        new = his.until(lambda g: g["rematch"])["rematch"]
        assert hers.until(lambda g: g["rematch"])["rematch"] == new != game
        assert hers.game["offer"] is None
        assert "rematch already" in hers.refused("offer", kind="rematch")["message"]
    assert ann.get(f"/api/games/{new}").json()["moves"] == [4]
    with ann.watch(new) as hers, bob.watch(new) as his:
        assert his.until_you()["seats"] == [0]
        assert hers.until_you()["seats"] == [1]
        hers.move(0)
        his.until_ply(2)


def test_the_list_and_the_records(plain_site):
    ann = plain_site.person()
    game = ann.new_game(HUMAN, machine("greedy"), "gomoku")
    other = ann.new_game()
    with ann.watch(game) as watch:
        watch.move("h8")
        watch.until_ply(2)
        watch.send("resign")
        watch.until_over()
    listed = ann.get("/api/games").json()["games"]
    assert [entry["id"] for entry in listed] == [game, other]
    assert listed[0]["title"].startswith("Gomoku")
    assert listed[0]["you"] == [0]
    assert listed[0]["board"] == {"rows": 15, "columns": 15, "block": None, "in_a_row": 5}
    assert listed[0]["result"]["end"] == "resign rule"
    assert listed[1]["result"] is None
    for entry in FORMATS:
        answer = ann.get(f"/api/games/{game}/record", params={"format": entry.name})
        assert answer.status_code == 200
        suffix = entry.suffixes[0]
        disposition = answer.headers["content-disposition"]
        assert disposition.startswith('attachment; filename="inarow-gomoku-')
        assert disposition.endswith(f'{suffix}"')
        assert entry.looks.match(answer.content)
        if entry.name == "jsonl":
            assert answer.json()["end"] == listed[0]["result"]["end"]
    wrong = ann.get(f"/api/games/{game}/record", params={"format": "exe"})
    assert wrong.status_code == 400
    assert "There is no format 'exe'" in wrong.json()["message"]
    assert ann.get(f"/api/games/{other}/record?format=psq").status_code == 400  # not five in a row


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"game": "gomoku:size=1000"}, "size must be a whole number from 1 to 20, not 1000."),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seats": [HUMAN, machine("external:cmd=ls")]}, "external is not allowed"),
        ({"seats": [HUMAN, machine("alphabeta:depth=1000000")]}, "depth must be a whole"),
        ({"seats": [HUMAN, machine("engine:network=x")]}, "network"),
        ({"seats": [HUMAN, machine("deepmind")]}, "There is no player"),
        ({"seats": [HUMAN, {"kind": "level", "level": "god"}]}, "There is no level"),
        ({"seats": [HUMAN]}, "seats"),
        ({"time": 1e9}, "time"),
        ({"time": 59}, "30 seconds at most"),
        ({"moves": [0, 0]}, "Move 2 does not fit"),
        ({"moves": [0, 3, 1, 4, 2]}, "over before it begins"),
        ({"moves": [0] * 500}, "moves"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_games_that_cannot_be(plain_site, body, says):
    ann = plain_site.person()
    whole = {"game": "tictactoe", "seats": [HUMAN, machine("greedy")], **body}
    answer = ann.post("/api/games", whole)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"] == "bad-request"
    assert says in answer.json()["message"]
    assert ann.get("/api/games").json()["games"] == []


def test_no_such_game(plain_site):
    ann = plain_site.person()
    for path in ("/api/games/nothing", "/api/games/nothing/record", "/api/games/x/thoughts/0"):
        assert ann.get(path).status_code == 404
    assert ann.post("/api/games/nothing/rematch", {}).status_code == 404
    watch = ann.watch("nothing")
    assert watch.refused()["error"] == "not-found"
    assert watch.until_closed() == 1008


def test_a_flood_of_new_games_is_refused(tmp_path):
    with serving(tmp_path, new_games_of_one=(0.01, 3)) as site:
        ann, bob = site.person(), site.person()
        body = {"game": "tictactoe", "seats": [HUMAN, HUMAN]}
        codes = [ann.post("/api/games", body).status_code for _ in range(6)]
        assert codes == [201, 201, 201, 429, 429, 429]
        assert bob.post("/api/games", body).status_code == 201
        assert len(ann.get("/api/games").json()["games"]) == 3
    with serving(tmp_path, new_games_of_address=(0.01, 3)) as site:
        codes = [site.person().post("/api/games", body).status_code for _ in range(6)]
        assert codes == [201, 201, 201, 429, 429, 429]


@pytest.mark.parametrize(
    ("second", "title"),
    [
        (machine("greedy"), "Tic-tac-toe: Human v Greedy"),
        (OPEN, "Tic-tac-toe: you are invited to play"),
    ],
)
def test_a_link_to_a_game_says_what_it_is(plain_site, second, title):
    ann = plain_site.person()
    page = ann.get(f"/games/{ann.new_game(HUMAN, second)}").text
    assert f'<meta property="og:title" content="{title}" />' in page
    usual = '<meta property="og:title" content="inarow" />'
    assert usual in ann.get("/games/nothing").text
    assert usual in ann.get("/").text
