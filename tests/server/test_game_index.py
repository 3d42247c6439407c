"""The index of a file of games grows with the file."""

from inarow.arena.tournament import GAMES_FILE
from inarow.server.lab.game_index import GameIndex


def test_an_index_takes_up_what_is_added(tmp_path):
    line = (
        '{"game": "tictactoe", "players": ["a", "b"], "moves": "b2", "result": [1, -1], '
        '"end": "crash"}'
    )
    index = GameIndex(tmp_path / GAMES_FILE)
    assert index.extend() == []
    with index.path.open("w") as file:
        for _ in range(3):
            file.write(line + "\n" + line[:20])
            file.flush()
            assert len(index.extend()) == 1
            assert index.extend() == []
            file.seek(file.tell() - 20)
    assert len(index) == 3
    assert [index.record(number) is None for number in range(5)] == [True, *[False] * 3, True]
    assert index.record(1).players == ("a", "b")
