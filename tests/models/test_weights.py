"""The weights that come with inarow are those that their manifest tells of."""

import hashlib
import json

import pytest

from inarow.errors import BadFile
from inarow.models.weights import weights_file

MANIFEST = json.loads(weights_file("manifest.json").read_text(encoding="utf-8"))
MOST_BYTES = 10_000_000


@pytest.mark.parametrize("name", MANIFEST)
def test_a_file_is_the_one_that_was_measured(name):
    content = weights_file(name).read_bytes()
    assert len(content) == MANIFEST[name]["bytes"] <= MOST_BYTES
    assert hashlib.sha256(content).hexdigest() == MANIFEST[name]["sha256"]
    assert {"games", "made_by", "time", "strength"} <= MANIFEST[name].keys()


def test_every_file_is_told_of():
    folder = weights_file("manifest.json").parent
    assert {path.name for path in folder.iterdir()} == {"manifest.json", *MANIFEST}


def test_what_is_missing_is_named():
    with pytest.raises(BadFile, match=r"none\.such"):
        weights_file("none.such")
