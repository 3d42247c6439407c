"""What notebooks show of decisions and of match results."""

import re
from html.parser import HTMLParser

import pytest

import inarow
from inarow import Candidate, Decision, Line, search_stats
from inarow.arena import Entrant, play_match


class Table(HTMLParser):
    """The cells of all tables, by row, and the tags that are still open."""

    VOID = ("br", "rect", "circle", "path", "line")

    def __init__(self, html):
        super().__init__()
        self.rows, self.open, self.text = [], [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_startendtag(self, tag, attributes):
        assert tag in self.VOID

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def read(html):
    table = Table(html)
    assert table.open == []
    return table


@pytest.fixture
def state():
    return inarow.load_game("tictactoe").state_from("b2")


def test_a_decision_alone_is_a_table_of_actions():
    decision = Decision(
        0,
        value=0.24,
        pv=(0, 8),
        stats=search_stats(sims=1200, seconds=0.5),
        moves=(Candidate(0, 900, 0.5, 0.24), Candidate(2, 300, 0.1, -0.5)),
    )
    table = read(decision._repr_html_())
    assert table.rows == [
        ["Action", "Win", "Share", "Visits", "Prior", "Line"],
        ["0", "62 %", "75 %", "900", "50 %", "0 8"],
        ["2", "25 %", "25 %", "300", "10 %", ""],
    ]
    assert "1,200 simulations, 0.5 s" in table.text


def test_with_its_state_moves_have_names_and_a_heat_map(state):
    decision = Decision(0, value=0.24, pv=(0, 8), policy={2: 0.2, 0: 0.8})
    html = decision.show(state)._repr_html_()
    table = read(html)
    assert table.rows == [
        ["Move", "Win", "Share", "Line"],
        ["a1", "62 %", "80 %", "a1 c3"],
        ["c1", "", "20 %", ""],
    ]
    assert re.findall(r'fill-opacity="(0\.\d+)"', html) == ["0.9", "0.33"]


def test_a_search_of_several_lines_shows_each(state):
    lines = tuple(Line(value, (action, 8), 4, 6) for action, value in ((0, 1.0), (2, 0.0)))
    decision = Decision(0, 1.0, lines=lines, stats=search_stats(proven="win", depth=4))
    table = read(decision.show(state).html)
    assert table.rows[1:] == [["a1", "100 %", "a1 c3"], ["c1", "50 %", "c1 c3"]]
    assert "a1, a proven win, depth 4" in table.text


def test_a_bare_decision_has_its_move(state):
    assert read(Decision(0).show(state).html).rows == [["Move"], ["a1"]]
    assert read(Decision(0)._repr_html_()).rows == [["Action"], ["0"]]


@pytest.mark.parametrize("spec", ["random", "mcts", "engine", "greedy", "alphabeta"])
def test_decisions_of_players_can_be_shown(spec, state):
    decision = inarow.load_player(spec, state.game, seed=1).act(state, inarow.Limits(sims=50))
    name = state.game.action_to_string(decision.action)
    assert read(decision.show(state).html).rows[1][0] == name


def test_long_tables_are_cut_and_few_cells_have_labels():
    state = inarow.load_game("gomoku").new_initial_state()
    decision = Decision(0, policy=dict.fromkeys(range(225), 1 / 225))
    html = decision.show(state).html
    assert len(read(html).rows) == 11
    assert html.count("fill-opacity") == 225  # shaded
    assert html.count('font-weight="600"') == 12  # and labelled


def test_a_match_shows_score_elo_and_pairs():
    result = play_match("greedy", "random", game="5x5x4", games=40, seed=1)
    table = read(result._repr_html_())
    rows = dict(table.rows)
    counts = result.counts
    assert rows["Score"].startswith(f"{counts.points:g} : {40 - counts.points:g} (")
    assert rows["Elo"].startswith("+") or rows["Elo"].startswith("above +")
    assert "95 %" in rows["Elo"]
    assert rows["Superior"] == f"{100 * result.elo.los:.1f} %"
    pairs = [int(part.split(": ")[1]) for part in rows["Pairs by points"].split(", ")]
    assert pairs == list(result.pairs)
    assert "greedy v random, 5x5x4" in table.text
    assert f"{counts.wins} wins, {counts.draws} draws, {counts.losses} losses" in table.text
    assert "SPRT" not in rows


def test_a_match_shows_its_sequential_test():
    result = play_match("greedy", "random", game="5x5x4", seed=1, sprt="elo0=0,elo1=100")
    assert dict(read(result._repr_html_()).rows)["SPRT"].endswith("H1 accepted")


def test_names_of_players_are_escaped():
    odd = Entrant("<script>&", lambda game, seed: inarow.load_player("random", game, seed))
    result = play_match(odd, "random", game="tictactoe", games=2)
    html = result._repr_html_()
    assert "<script>" not in html
    assert "<script>& v random" in read(html).text
