"""Shipping the network of a run: what is told of it, and what is not."""

import csv
import json

from experiments.alphazero import publish

from inarow.arena.ladder import Ladder, LadderPoint


def test_only_the_facts_of_one_entry_change():
    manifest = json.dumps(
        {name: {"time": "a day", "bytes": 1, "made_by": ["x"]} for name in ("a", "b", "c")}
    )
    changed = json.loads(publish.with_facts(manifest, "b", {"bytes": 27, "time": "1 minute"}))
    assert changed.pop("b") == {"time": "1 minute", "bytes": 27, "made_by": ["x"]}
    before = json.loads(manifest)
    assert changed == {name: before[name] for name in ("a", "c")}


def test_the_folder_of_what_a_run_started_from_is_not_told():
    settings = 'game = "gomoku"\ninit = "/home/somebody/runs/first"\ngames = 5\n'
    assert publish.INIT.sub('init = "', settings) == settings.replace("/home/somebody/runs/", "")
    assert publish.INIT.sub('init = "', 'init = ""\n') == 'init = ""\n'


def test_a_ladder_is_a_table(tmp_path):
    points = (LadderPoint("alphazero:file=/home/somebody/model", 256, 90.0, 12.4, -3.0, 30.2),)
    publish.write_ladder(Ladder(points, {"greedy": 0.0}), tmp_path / "ladder.csv")
    rows = list(csv.DictReader((tmp_path / "ladder.csv").open()))
    assert [row["player"] for row in rows] == ["greedy", "checkpoint"]
    assert {key: rows[1][key] for key in ("games", "minutes", "elo", "low", "high")} == {
        "games": "256",
        "minutes": "1.5",
        "elo": "12",
        "low": "-3",
        "high": "30",
    }
