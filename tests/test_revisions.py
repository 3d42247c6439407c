"""The comparison of two revisions: it sees every difference, and none where there is none."""

import io
import json
import subprocess
import sys
from contextlib import redirect_stdout

import pytest
from benchmarks import cases, decisions, speed
from benchmarks.cases import Match, Question
from benchmarks.decisions import Case, Comparison, ask_match, ask_players, differences
from benchmarks.revision import Failed, Version
from benchmarks.worker import Worker
from rich.console import Console

from inarow.games import load_game
from inarow.players import LEVELS, PLAYERS, load_player, player_type

INSTALLED = Version("installed", "-")
NAMES = [player.name for player in PLAYERS if player.name not in cases.FOREIGN]

ANSWER = {
    "player": "mcts",
    "action": 4,
    "value": 0.1,
    "proven": None,
    "pv": ["b2", "a1"],
    "policy": {"a1": 0.25, "b2": 0.75},
    "nodes": 500,
    "seconds": 0.5,
    "speed": 1000.0,
    "lines": [{"move": "b2", "value": 0.1, "depth": 3}],
    "threats": [],
}

# An inarow of three lines: mcts plays the move MOVE, crash ends the process, others do not fit.
FAKE = """
import json, os, sys
def main(words):
    if words[0] == "players":
        return print(json.dumps([{"name": "mcts"}, {"name": "external"}]))
    players = [word for before, word in zip(words, words[1:]) if before == "--player"]
    if "crash" in players:
        os._exit(3)
    if any(player != "mcts" for player in players):
        sys.exit(print("no such player", file=sys.stderr) or 2)
    if words[0] == "match":
        sys.exit(print("no matches", file=sys.stderr) or 2)
    print(json.dumps({"threats": [], "players": [{"player": p, "action": MOVE} for p in players]}))
"""


def fake(folder, move):
    package = folder / "src" / "inarow" / "cli"
    package.mkdir(parents=True)
    for each in (package.parent, package):
        (each / "__init__.py").touch()
    (package / "main.py").write_text(FAKE.replace("MOVE", str(move)))
    return Version(folder.name, str(folder))


def changed(**values):
    return list(differences("", {**ANSWER, **values}, ANSWER))


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ({"action": 5}, "action"),
        ({"value": 0.1 + 1e-16}, "value"),
        ({"value": None}, "value"),
        ({"proven": "draw"}, "proven"),
        ({"pv": ["b2", "a2"]}, "pv.1"),
        ({"pv": ["b2"]}, "pv.1"),
        ({"policy": {"a1": 0.5, "b2": 0.5}}, "policy.a1"),
        ({"nodes": 501}, "nodes"),
        ({"nodes": 500.0}, "nodes"),
        ({"lines": [{"move": "b2", "value": 0.2, "depth": 3}]}, "lines.0.value"),
        ({"lines": []}, "lines.0"),
        ({"threats": [{"kind": "vcf"}]}, "threats.0"),
        ({"new": None}, "new"),
    ],
)
def test_every_change_of_an_answer_is_seen(values, place):
    assert [each.key for each in changed(**values)] == [place]


def test_a_key_that_is_gone_is_seen():
    without = {key: value for key, value in ANSWER.items() if key != "proven"}
    assert [each.key for each in differences("", without, ANSWER)] == ["proven"]


def test_time_makes_no_difference():
    assert not changed(seconds=9.0, speed=1.0, policy={"b2": 0.75, "a1": 0.25})


def test_a_difference_is_one_line_that_shows_where():
    assert str(changed(nodes=501)[0]) == ": nodes 500 -> 501"
    words = [f"{'so ' * 100}{end}" for end in ("one", "two")]
    (difference,) = differences("inarow x", {"error": words[0]}, {"error": words[1]})
    text = str(difference)
    assert text.startswith("inarow x: error …")
    assert 'so two" -> …' in text
    assert len(text) < 200


def test_counts_of_a_comparison():
    comparison = Comparison("a", "b")
    one, two, gone = Case("mcts", "one"), Case("mcts", "two"), Case("mcts", "gone")
    refusal = {"status": 2, "error": "no"}
    comparison.add({one: ANSWER, two: refusal}, {one: ANSWER, two: refusal})
    assert comparison.equal
    comparison.add({one: {**ANSWER, "nodes": 1}}, {one: ANSWER, gone: ANSWER})
    count = comparison.counts["mcts"]
    assert (count.answers, count.refused, count.different) == (4, 1, 2)
    assert not comparison.equal


def test_an_error_may_be_worded_differently_if_asked():
    case = Case("mcts", "x")
    ours, theirs = ({case: {"status": 2, "error": text}} for text in ("This.", "That."))
    for any_wording in (False, True):
        comparison = Comparison("a", "b", any_wording=any_wording)
        comparison.add(ours, theirs)
        assert comparison.equal == any_wording
    comparison.add({case: ANSWER}, theirs)
    assert not comparison.equal


def test_two_revisions_that_decide_differently(tmp_path):
    one, same, other = (
        fake(tmp_path / name, move) for name, move in (("one", 4), ("same", 4), ("other", 5))
    )
    console = Console(file=io.StringIO())
    assert decisions.compare(one, same, console, quick=True).equal
    comparison = decisions.compare(one, other, console, quick=True)
    assert not comparison.equal
    count = comparison.counts["mcts"]
    assert count.different == count.answers - count.refused > 0
    assert comparison.counts["master"].refused > 0
    assert {(each.key, each.ours, each.theirs) for each in comparison.differences} == {
        ("action", 4, 5)
    }
    decisions.show(comparison, console)
    assert "--player mcts --nodes 1500 --seed 1 --json: action 5 -> 4" in console.file.getvalue()


def test_players_that_do_not_fit_are_asked_alone(tmp_path):
    question = Question("tictactoe", "", ("mcts", "a", "mcts", "b", "crash"), "--nodes 5")
    with Worker(fake(tmp_path, 4)) as worker:
        answers = ask_players(worker, question)
    by_row = {case.row: answer for case, answer in answers.items()}
    assert by_row["mcts"]["action"] == 4
    assert by_row["a"] == by_row["b"] == {"status": 2, "error": "no such player\n"}
    assert by_row["crash"]["status"] == 3
    assert [case.command for case in answers if case.row == "a"] == [
        "inarow analyse tictactoe --player a --nodes 5 --json"
    ]


def test_what_is_installed_decides_like_itself():
    questions = [
        Question(game, moves, players, limits)
        for game, moves in cases.positions(quick=True)[:2]
        for players, limits in (
            (cases.settings(NAMES), "--nodes 100 --seed 1"),
            (("mcts", "shared-mcts:temperature=1"), "--sims 50 --seed 2"),
        )
    ]
    match = Match("mcts", "shared-mcts", "tictactoe", 2, "--sims 20")
    comparison = Comparison("a", "b")
    with Worker(INSTALLED) as worker, Worker(INSTALLED) as peer:
        for question in questions:
            comparison.add(ask_players(worker, question), ask_players(peer, question))
        ours = ask_match(worker, match)
        comparison.add(ours, ask_match(peer, match))
    assert comparison.differences == []
    assert comparison.counts.keys() == {*NAMES, "matches"}
    (answer,) = ours.values()
    assert len(answer["records"]) == 2
    assert answer["records"][0]["moves"]


def test_another_seed_is_another_decision():
    with Worker(INSTALLED) as worker:
        answers = [
            ask_players(worker, Question("gomoku", "h8", ("mcts",), f"--sims 50 --seed {seed}"))
            for seed in (1, 2)
        ]
    (one,), (two,) = (answer.values() for answer in answers)
    assert {"action", "policy"} <= {each.key.split(".")[0] for each in differences("", one, two)}


def test_every_player_is_compared_and_every_setting_is_valid():
    assert cases.SETTINGS.keys() <= set(NAMES)
    assert set(cases.LEVELS) == {level.name for level in LEVELS}
    gomoku, small = load_game("gomoku"), load_game("tictactoe")
    asked = {spec for question in cases.questions(NAMES) for spec in question.players}
    assert {spec.split(":")[0] for spec in asked} == {*NAMES, *cases.LEVELS}
    for spec in asked:
        game = gomoku if player_type(spec).plays(gomoku) else small
        load_player(spec, game, seed=1)


def test_positions_are_legal_and_open():
    positions = cases.positions()
    assert len(set(positions)) == len(positions)
    assert set(cases.positions(quick=True)) <= set(positions)
    for game, moves in positions:
        assert not load_game(game).state_from(moves).is_terminal(), (game, moves)


def test_speeds_are_compared_in_turns(monkeypatch):
    monkeypatch.setattr(speed, "ROUNDS", 2)
    console = Console(file=io.StringIO())
    wanted = [
        speed.Measure(each.name, each.unit, each.rate, amount)
        for each in speed.measures()
        for name, amount in (
            ("mcts, tictactoe", 1),
            ("bench engine", 20),
            ("match greedy greedy, gomoku", 2),
        )
        if each.name == name
    ]
    rows = speed.compare_speed(INSTALLED, INSTALLED, wanted, passes=1, console=console)
    assert [row.name for row in rows] == [measure.name for measure in wanted]
    assert all(row.ratio > 0 and row.target == 0.97 for row in rows)
    speed.show(rows, "tree", console)
    assert "mcts, tictactoe" in console.file.getvalue()


def test_a_version_that_cannot_run_it_is_named(tmp_path):
    with Worker(Version("broken", str(tmp_path))) as worker:
        with pytest.raises(Failed, match="mcts on tictactoe fails in broken"):
            worker.sims_per_second("tictactoe", "mcts", 10, 1)
        with pytest.raises(Failed, match=r"inarow players --json fails in broken: .* status 1"):
            decisions.player_names(worker)


@pytest.mark.parametrize(
    ("module", "arguments", "message"),
    [
        ("decisions", ["--against", "no-such-thing"], "There is no revision 'no-such-thing'"),
        ("decisions", ["--slow"], "unrecognized arguments: --slow"),
        ("speed", ["--against", "tree", "--only", "chess"], "no row contains 'chess'"),
        ("speed", ["--against", "tree", "--passes", "0"], "--passes must be above 0"),
    ],
)
def test_a_wrong_command_is_one_sentence_and_status_2(module, arguments, message):
    command = [sys.executable, "-m", f"benchmarks.{module}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_the_exit_status_and_json(tmp_path, monkeypatch):
    versions = [fake(tmp_path / name, move) for name, move in (("one", 4), ("two", 5))]
    for theirs, status in ((versions[0], 0), (versions[1], 1)):
        monkeypatch.setattr(
            decisions, "both_versions", lambda options, theirs=theirs: (versions[0], theirs)
        )
        printed = io.StringIO()
        with redirect_stdout(printed):
            assert decisions.main(["--quick", "--json"]) == status
        report = json.loads(printed.getvalue())
        assert report["equal"] == (status == 0)
        assert (report["differences"] == []) == report["equal"]
