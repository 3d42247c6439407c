"""See it think: evaluation, live figures, heat, lines, threats, and what every player says."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, open_game

# X has an open three at h8 i8 j8, and it is X's turn.
THREE = "h8a1i8a2j8a3"
# What the panel keeps in the browser: short thinking.
QUICK = """localStorage.setItem('inarow.think',
  JSON.stringify({time: 0.3, askTime: 0.3, reviewTime: 0.1, ...%s}))"""


def analyse(page, address, settings="{}"):
    page.add_init_script(QUICK % settings)
    page.goto(address)
    expect(page.get_by_test_id("insight")).to_be_visible()
    return Table(page)


def test_a_machine_is_seen_thinking(page):
    table = open_game(page, "gomoku", "me", "engine", seconds=20)
    table.place("h8", "X")
    figures = page.get_by_test_id("figures")
    expect(figures).to_have_attribute("data-live", "true")
    for name in ("depth", "nodes", "speed"):
        expect(figures.get_by_test_id(f"figure-{name}")).to_have_text(re.compile(r"\d"))
    before = figures.get_by_test_id("figure-time").inner_text()
    expect(figures.get_by_test_id("figure-time")).not_to_have_text(before)  # it goes on
    bar = page.get_by_role("meter", name="Chance of X")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"\d"))
    expect(page.get_by_test_id("lines").get_by_test_id("line").first).to_be_visible()
    table.press("Move now")
    expect(table.stones).to_have_count(2)
    expect(figures).to_have_attribute("data-live", "false")


def test_what_a_quick_machine_thought_is_told_with_its_move(page):
    table = open_game(page, "tictactoe", "me", "mcts:sims=50")
    for name in ("b2", "a1"):
        if table.look()[name] == "empty":
            table.place(name, "X")
            assert table.my_turn()
    move = page.get_by_test_id("moves").get_by_role("button").last.inner_text()
    chosen = page.get_by_test_id("candidates").locator("tr.chosen")
    expect(chosen).to_contain_text(move)
    expect(page.get_by_test_id("figure-sims")).to_have_text(re.compile(r"\d"))


def test_analysis_shows_heat_lines_and_figures_of_simulations(page):
    table = analyse(page, f"/analyse?game=gomoku&moves={THREE}", "{player: 'heuristic-mcts'}")
    page.get_by_test_id("toggle-analysis").click()
    candidates = page.get_by_test_id("candidates")
    for column in ("Move", "Visits", "Prior", "Value"):
        expect(candidates.get_by_role("columnheader", name=column)).to_be_visible()
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "false")
    assert candidates.get_by_test_id("candidate").count() > 1
    best = candidates.get_by_test_id("candidate").first
    expect(best.get_by_role("cell").first).to_have_text(re.compile(r"\d"))
    heat = table.board.locator(".heat")
    assert heat.count() > 0
    page.get_by_test_id("toggle-heat").click()
    expect(heat).to_have_count(0)

    line = page.get_by_test_id("lines").get_by_test_id("line").first
    line.hover()
    ghosts = table.board.locator("[data-ghost]")
    expect(ghosts.first).to_have_attribute("data-ghost", "1")
    expect(ghosts.first).to_contain_text("1")
    page.get_by_role("heading", name="Gomoku").first.hover()
    expect(ghosts).to_have_count(0)
    line.focus()  # the keyboard shows them too
    expect(ghosts.first).to_be_visible()
    expect(page.get_by_test_id("evaluation-words")).to_contain_text("X")


def test_threats_are_marked(page):
    table = analyse(page, f"/analyse?game=gomoku&moves={THREE}")
    page.get_by_test_id("toggle-threats").click()
    expect(page.get_by_test_id("victory")).to_contain_text(re.compile("X wins by fours"))
    for name in ("g8", "k8", "f8", "l8", "a4", "a5"):  # where either side makes four
        expect(table.cell(name)).to_have_attribute("aria-label", re.compile("four"))
    expect(table.board.locator("[data-mark=four]")).to_have_count(6)
    expect(page.get_by_test_id("threats")).to_contain_text("open four at g8, k8")
    page.get_by_test_id("victory").get_by_role("button").hover()
    expect(table.board.locator("[data-ghost]").first).to_be_visible()


def test_the_graph_of_a_game(page):
    table = analyse(page, f"/analyse?game=gomoku&moves={THREE}")
    page.get_by_test_id("review-run").click()
    expect(page.get_by_test_id("review-run")).to_be_visible()  # it is done
    graph = page.get_by_role("slider", name="Chance of X over the game")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"6\. a3: .*\d|6\. a3: .*wins"))
    graph.press("Home")
    expect(table.stones).to_have_count(0)
    graph.press("ArrowRight")
    expect(table.stones).to_have_count(1)
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"1\. h8"))
    box = graph.bounding_box()
    graph.click(position={"x": box["width"] - 10, "y": box["height"] / 2})
    expect(table.stones).to_have_count(6)
    # O never answered the row, and is told so.
    expect(page.get_by_test_id("mistakes").get_by_role("button").first).to_be_visible()


@pytest.mark.parametrize(
    ("game", "moves"), [("gomoku", THREE), ("ultimate", "e5d4")], ids=["gomoku", "ultimate"]
)
def test_every_player_is_asked(page, game, moves):
    table = analyse(page, f"/analyse?game={game}&moves={moves}")
    able = page.request.get("/api/games/info", params={"game": game}).json()["players"]
    page.get_by_test_id("ask-everyone").click()
    answers = page.get_by_test_id("answer")
    expect(page.locator("[data-testid=answer][data-done=true]")).to_have_count(
        len(able), timeout=60_000
    )
    assert sorted(
        one.get_attribute("data-player").split(":")[0] for one in answers.all()
    ) == sorted(able)
    legal = {name for name, held in table.look().items() if held == "empty"}
    for answer in answers.all():
        assert answer.get_by_test_id("answer-move").inner_text() in legal
        assert answer.get_by_test_id("answer-why").inner_text()
    camps = page.get_by_test_id("camps").get_by_role("button")
    camps.first.hover()
    expect(table.board.locator("[data-ghost]")).to_have_count(1)
    page.get_by_role("button", name="Close the answers").click()
    expect(page.get_by_test_id("ask")).to_have_count(0)


def test_analyses_tell_the_notes_of_their_players(page):
    analyse(page, "/analyse?game=9x9x5&moves=e5d4", "{player: 'td'}")
    page.get_by_test_id("toggle-analysis").click()
    note = "Plays 9x9x5 with weights learned on 10x10x5."
    expect(page.get_by_test_id("analysis-note")).to_have_text(note)
    page.get_by_test_id("ask-everyone").click()
    expect(page.get_by_test_id("ask-note")).to_have_text(f"td, td-alphabeta, td-mcts: {note}")
