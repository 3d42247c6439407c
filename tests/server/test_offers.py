"""Two people at one game: offers and their answers, names, and who is present."""

from contextlib import ExitStack

import pytest

from tests.server.live import HUMAN, OPEN, machine, serving, wait_until


@pytest.fixture(scope="module")
def site(tmp_path_factory, shared_database_url):
    with serving(tmp_path_factory.mktemp("offers"), shared_database_url) as running:
        yield running


class Pair:
    """Ann has X, Bob has O, and Eve watches."""

    def __init__(self, site, stack, game="tictactoe"):
        self.site = site
        self.ann, self.bob, self.eve = (site.person() for _ in range(3))
        self.id = self.ann.new_game(HUMAN, OPEN, game)
        self.hers, self.his, self.others = (
            stack.enter_context(person.watch(self.id)) for person in (self.ann, self.bob, self.eve)
        )
        self.his.send("claim", seat=1)
        self.all(lambda g: not g["seats"][1]["open"])

    def all(self, condition):
        for watch in (self.hers, self.his, self.others):
            watch.until(condition)

    def play(self, *names):
        for ply, name in enumerate(names):
            (self.hers, self.his)[ply % 2].move(name, ply)
            self.all(lambda g, ply=ply: g["ply"] == ply + 1)

    def offer(self, watch, kind):
        watch.send("offer", kind=kind)
        by = 0 if watch is self.hers else 1
        self.all(lambda g: g["offer"] == {"kind": kind, "by": by})


@pytest.fixture
def pair(site):
    with ExitStack() as stack:
        yield Pair(site, stack)


@pytest.mark.parametrize(
    ("moves", "by", "left"),
    [(("b2",), 0, 0), (("b2", "a1"), 0, 0), (("b2", "a1"), 1, 1), (("b2", "a1", "c3"), 1, 1)],
)
def test_a_take_back_leads_to_ones_own_last_move(pair, moves, by, left):
    pair.play(*moves)
    asking, answering = (pair.hers, pair.his) if by == 0 else (pair.his, pair.hers)
    pair.offer(asking, "undo")
    assert asking.game["ply"] == len(moves)  # nothing happens before it is accepted
    answering.send("accept", kind="undo", ply=len(moves))
    pair.all(lambda g: g["ply"] == left and g["offer"] is None)


def test_a_draw_by_agreement_is_a_result_that_lasts(site, pair):
    pair.play("b2", "a1")
    pair.offer(pair.his, "draw")
    pair.hers.send("accept", kind="draw", ply=2)
    draw = {"winner": None, "end": "agreement", "text": "Draw by agreement"}
    pair.all(lambda g: g["result"] == draw)
    assert pair.hers.refused("move", action=8, ply=2)["error"] == "not-now"
    assert pair.hers.refused("offer", kind="undo")["error"] == "not-now"
    assert pair.ann.get("/api/games").json()["games"][0]["result"] == draw
    record = pair.ann.get(f"/api/games/{pair.id}/record?format=jsonl").json()
    assert (record["end"], record["result"]) == ("agreement", [0, 0])
    sgf = pair.ann.get(f"/api/games/{pair.id}/record?format=sgf").text
    assert "RE[0]" in sgf
    read = pair.ann.post("/api/import", {"text": sgf}).json()["games"][0]
    assert read["text"] == "draw: agreement"


def test_an_agreed_draw_survives_a_restart(tmp_path):
    with serving(tmp_path) as own_site:
        with ExitStack() as stack:
            pair = Pair(own_site, stack)
            pair.offer(pair.hers, "draw")
            pair.his.send("accept", kind="draw", ply=0)
            pair.all(lambda g: g["result"])
        own_site.restart()
        again = pair.ann.get(f"/api/games/{pair.id}").json()
        assert again["result"]["end"] == "agreement"


def test_sides_change_when_both_want_it(pair):
    pair.play("b2")
    pair.offer(pair.his, "swap")
    pair.hers.send("accept", kind="swap", ply=1)
    while pair.hers.until_you()["seats"] != [1]:
        pair.hers.receive()
    pair.hers.until(lambda g: g["offer"] is None)
    pair.hers.move("a1")  # it is O's turn, which is Ann now
    pair.all(lambda g: g["ply"] == 2)


def test_the_same_offer_of_both_is_an_agreement(pair):
    pair.offer(pair.hers, "draw")
    pair.his.send("offer", kind="draw")
    pair.all(lambda g: g["result"])


def test_offers_are_declined_and_withdrawn(pair):
    pair.play("b2", "a1")
    pair.offer(pair.hers, "draw")
    assert "already" in pair.hers.refused("offer", kind="draw")["message"]
    assert "first" in pair.his.refused("offer", kind="undo")["message"]
    pair.his.send("decline", kind="draw", ply=2)
    pair.all(lambda g: g["offer"] is None)
    while pair.hers.declined is None:
        pair.hers.receive()
    assert pair.hers.declined == {"kind": "draw", "by": 0}
    # The same again would be a nuisance; another offer is not, nor is his.
    assert "declined" in pair.hers.refused("offer", kind="draw")["message"]
    pair.offer(pair.hers, "undo")
    pair.offer(pair.hers, "swap")  # replaces it
    pair.hers.send("decline", kind="swap", ply=2)
    pair.all(lambda g: g["offer"] is None)
    pair.offer(pair.hers, "swap")  # withdrawn is not declined
    pair.hers.move("c3")
    pair.all(lambda g: g["ply"] == 3 and g["offer"] is None)
    assert pair.his.game["result"] is None
    pair.offer(pair.hers, "draw")  # in another position


def test_an_offer_that_is_gone_cannot_be_accepted(pair):
    assert "not there" in pair.his.refused("accept", kind="draw", ply=0)["message"]
    pair.offer(pair.hers, "draw")
    assert "not there" in pair.his.refused("accept", kind="swap", ply=0)["message"]
    assert "not there" in pair.his.refused("accept", kind="draw", ply=1)["message"]
    assert "your own" in pair.hers.refused("accept", kind="draw", ply=0)["message"]
    pair.hers.move("b2")
    pair.all(lambda g: g["ply"] == 1)
    for type_ in ("accept", "decline"):
        assert pair.his.refused(type_, kind="draw", ply=0)["error"] == "not-now"
    assert pair.his.game["result"] is None


def test_what_cannot_be_had_cannot_be_offered(pair):
    assert "no move" in pair.hers.refused("offer", kind="undo")["message"]
    assert "not over" in pair.hers.refused("offer", kind="rematch")["message"]
    pair.play("b2")
    assert "no move" in pair.his.refused("offer", kind="undo")["message"]
    assert pair.hers.refused("offer", kind="dance")["error"] == "bad-request"
    pair.hers.send("resign")
    pair.all(lambda g: g["result"])
    for kind in ("undo", "draw", "swap"):
        assert pair.hers.refused("offer", kind=kind)["error"] == "not-now"


def test_watchers_neither_offer_nor_answer(pair):
    pair.offer(pair.hers, "draw")
    assert pair.others.refused("offer", kind="draw")["error"] == "not-yours"
    for type_ in ("accept", "decline"):
        assert pair.others.refused(type_, kind="draw", ply=0)["error"] == "not-yours"
    assert pair.others.refused("name", seat=0, name="Eve")["error"] == "not-yours"
    assert pair.hers.game["offer"]


def test_who_plays_alone_needs_no_offers(site):
    ann = site.person()
    with ann.watch(ann.new_game(HUMAN, HUMAN)) as watch:
        assert watch.refused("offer", kind="swap")["error"] == "not-now"
        watch.send("offer", kind="draw")
        assert watch.until_over()["result"]["end"] == "agreement"
        watch.send("undo")  # takes back the draw, and no move
        watch.until(lambda g: g["result"] is None)
    for other in (machine("random"), OPEN):
        with ann.watch(ann.new_game(HUMAN, other)) as watch:
            assert watch.refused("offer", kind="draw")["error"] == "not-now"


def test_a_rematch_too_many_leaves_the_offer(tmp_path):
    with serving(tmp_path, new_games_of_one=(0.0001, 1)) as own_site, ExitStack() as stack:
        pair = Pair(own_site, stack)
        pair.hers.send("resign")
        pair.all(lambda g: g["result"])
        pair.offer(pair.his, "rematch")
        assert pair.hers.refused("accept", kind="rematch", ply=0)["error"] == "too-many"
        assert pair.ann.get(f"/api/games/{pair.id}").json()["offer"] == {"kind": "rematch", "by": 1}


# Names -----------------------------------------------------------------------------------------


def test_names_are_shown_stored_and_in_records(site):
    ann, bob = site.person(), site.person()
    game = ann.new_game(HUMAN, OPEN, "gomoku")
    with ann.watch(game) as hers, bob.watch(game) as his:
        assert [s["name"] for s in his.until(lambda _: True)["seats"]] == ["", ""]
        hers.send("name", seat=0, name="  Ann   Lee ")
        his.until(lambda g: g["seats"][0]["name"] == "Ann Lee")
        his.send("claim", seat=1, name="Bob]\\; 五")
        hers.until(lambda g: g["seats"][1]["name"] == "Bob]\\; 五")
        hers.send("name", seat=0, name="Ann")
        his.until(lambda g: g["seats"][0]["name"] == "Ann")
        assert his.refused("name", seat=0, name="Eve")["error"] == "not-yours"
    record = ann.get(f"/api/games/{game}/record?format=jsonl").json()
    assert record["players"] == ["Ann", "Bob]\\; 五"]
    for name in ("sgf", "psq"):
        text = ann.get(f"/api/games/{game}/record?format={name}").text
        read = ann.post("/api/import", {"text": text}).json()["games"][0]
        assert read["players"][0] == "Ann"
    with ann.watch(game) as hers:
        hers.send("name", seat=0, name="")
        hers.until(lambda g: g["seats"][0]["name"] == "")
    assert ann.get(f"/api/games/{game}/record?format=jsonl").json()["players"][0] == "human"


@pytest.mark.parametrize(
    "name",
    ["x" * 25, "two\nlines", "\x00", "\x1b[1m", "\u202eAnn", "\u2066", "\u200b", "\u0301", 7, None],
)
def test_hostile_names_are_refused(site, name):
    ann = site.person()
    with ann.watch(ann.new_game(HUMAN, OPEN)) as watch:
        assert watch.refused("claim", seat=1, name=name)["error"] == "bad-request"
        assert watch.refused("name", seat=0, name=name)["error"] == "bad-request"
        assert watch.game["seats"][0]["name"] == ""


def test_names_go_with_their_people_into_the_rematch(pair):
    pair.his.send("name", seat=1, name="Bob")
    pair.his.send("resign")
    pair.all(lambda g: g["result"])
    pair.offer(pair.hers, "rematch")
    pair.his.send("accept", kind="rematch", ply=0)
    new = pair.his.until(lambda g: g["rematch"])["rematch"]
    seats = pair.bob.get(f"/api/games/{new}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Bob", ""]


# Presence --------------------------------------------------------------------------------------


def test_everybody_sees_who_is_present(pair):
    pair.all(lambda g: g["present"] == [True, True])
    with pair.bob.watch(pair.id) as second_screen:
        assert second_screen.until(lambda _: True)["watchers"] == 1  # eve
        audience = pair.site.services.rooms._rooms[pair.id]._audience
        pair.his.close()
        wait_until(lambda: len(audience) == 3)
        pair.hers.until(lambda g: g["version"] == audience.version)
        assert pair.hers.game["present"] == [True, True]
    pair.hers.until(lambda g: g["present"] == [True, False])
    with pair.bob.watch(pair.id):
        pair.hers.until(lambda g: g["present"] == [True, True])
