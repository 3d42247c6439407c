"""Players for the tests of the commands."""

import pytest

from tests.ntuples import write_tuples


@pytest.fixture
def foreign(tmp_path):
    """A player whose weights were learned on tictactoe."""
    return f"td:file={write_tuples(tmp_path / 'small.td', 'tictactoe')}"
