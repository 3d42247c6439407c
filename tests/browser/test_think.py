"""See it think: evaluation, live figures, heat, lines, threats, and what every player says."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table, find_better, missed_win, open_game

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


def unfold_thoughts(page):
    """See what a machine of the game thinks, which is folded at first."""
    expect(page.get_by_test_id("thoughts")).to_be_visible()
    expect(page.get_by_test_id("figures")).to_be_hidden()
    page.get_by_test_id("thoughts").locator("summary").click()
    expect(page.get_by_test_id("figures")).to_be_visible()


def test_a_machine_is_seen_thinking(page):
    table = open_game(page, "gomoku", "me", "engine", seconds=20)
    table.place("h8", "X")
    figures = page.get_by_test_id("figures")
    unfold_thoughts(page)
    expect(figures).to_have_attribute("data-live", "true")
    for name in ("depth", "nodes", "speed"):
        expect(figures.get_by_test_id(f"figure-{name}")).to_have_text(re.compile(r"\d"))
    before = figures.get_by_test_id("figure-time").inner_text()
    expect(figures.get_by_test_id("figure-time")).not_to_have_text(before)  # it goes on
    bar = page.get_by_role("meter", name="Chance of Black")
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"\d"))
    expect(page.get_by_test_id("lines").get_by_test_id("line").first).to_be_visible()
    table.press("Move now")
    expect(table.stones).to_have_count(2)
    expect(figures).to_have_attribute("data-live", "false")


def test_the_bar_is_the_engine_s_and_the_opponent_s_opinion_a_footnote(page):
    table = open_game(page, "gomoku", "me", "level:beginner")
    table.place("h8", "X")
    assert table.my_turn()
    expect(page.get_by_test_id("evaluation-source")).to_have_text(re.compile("^Engine, depth"))
    expect(page.get_by_test_id("own-opinion")).to_have_text(
        re.compile(r"^Beginner, after \d+ simulations?: White")
    )
    bar = page.get_by_test_id("evaluation")
    black, white = (float(one) for one in re.findall(r"([\d.]+) %", bar.inner_text())[:2])
    assert black + white == pytest.approx(100)
    assert black > 50  # after one move each, Black is not lost
    # Beginner's candidates, each of which wins after one simulation, are not beside the bar.
    expect(page.get_by_test_id("thoughts")).to_contain_text("What Beginner thought before")
    expect(page.get_by_test_id("candidates")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 720})
    box = bar.bounding_box()
    assert box["y"] + box["height"] < 720  # above the fold
    table.press("Hint")
    hint = page.get_by_test_id("hint-text")
    expect(hint).to_contain_text("you (Black)")
    told = float(re.search(r"([\d.]+) %", hint.inner_text())[1])
    # The hint's search is the longer one, and the bar follows it.
    expect(bar).to_contain_text(f"{told:.1f} %")


def test_people_who_play_each_other_get_no_analysis_until_the_end(page):
    table = open_game(page, "tictactoe", "me", "me")
    told = "Engine analysis is available after the game"
    expect(page.get_by_test_id("no-analysis")).to_have_text(told)
    for hidden in ("evaluation", "review", "toggle-analysis"):
        expect(page.get_by_test_id(hidden)).to_have_count(0)
    expect(page.get_by_role("link", name="Open in analysis")).to_have_count(0)
    later = page.get_by_role("button", name="Open in analysis")
    expect(later).to_be_disabled()
    expect(later).to_have_attribute("title", told)
    expect(table.tools.get_by_role("button", name="Hint")).to_have_count(0)
    for name, stone in [("b2", "X"), ("a1", "O"), ("b1", "X"), ("a2", "O"), ("b3", "X")]:
        table.place(name, stone)
    expect(page.get_by_test_id("evaluation")).to_be_visible()
    expect(page.get_by_role("link", name="Open in analysis")).to_be_visible()


def test_a_game_is_reviewed_and_the_better_move_found(page):
    # White never answered the row at h8; g8 wins.
    moves = tuple(7 * 15 + 7 + n if i % 2 == 0 else 2 * n for n in range(4) for i in range(2))
    table = open_game(page, "gomoku", "me", "random", moves=moves)
    expect(page.get_by_test_id("mistakes")).to_have_count(0)  # nothing is told during the game
    evaluation = page.get_by_test_id("evaluation")
    place = pytest.approx(evaluation.bounding_box(), abs=1)
    table.place("g8", "X")
    expect(table.result).to_contain_text("Black has five in a row")
    expect(page.get_by_test_id("player-0")).to_contain_text("winner")
    assert evaluation.bounding_box() == place
    expect(table.result).to_have_class(re.compile("won"))
    expect(page.get_by_test_id("evaluation-words")).to_have_text("Black has won")
    graph = page.get_by_role("slider", name="Chance of Black over the game")
    page.keyboard.press("ArrowLeft")  # the end of the graph stays, wherever one looks
    expect(page.get_by_test_id("viewed-position")).to_contain_text("Viewing move 8")
    graph.hover(position={"x": graph.bounding_box()["width"] - 9, "y": 50})
    expect(page.get_by_test_id("review")).to_contain_text("9. g8: Black wins")
    page.keyboard.press("ArrowRight")
    page.get_by_test_id("review-game").click()
    mistake = page.get_by_test_id("mistake").first
    expect(mistake).to_be_visible(timeout=60_000)
    expect(mistake).not_to_contain_text("better")  # that is to be found
    expect(page.get_by_test_id("moves").locator(".mistake, .blunder").first).to_be_visible()
    page.get_by_test_id("find-better").first.click()
    task = page.get_by_test_id("better-move")
    expect(task).to_contain_text("White played")
    expect(page.get_by_test_id("viewed-position")).to_contain_text("Viewing")
    table.cell("o15").click()
    expect(task).to_have_attribute("data-verdict", "wrong")
    expect(task).to_contain_text("o15 does not hold")
    task.get_by_role("button", name="Show it").click()
    better = table.board.locator("[data-ghost='1']")
    expect(better).to_be_visible()


def test_a_review_that_was_stopped_is_started_again_by_the_same_button(page):
    page.add_init_script(QUICK % "{reviewTime: 3}")
    missed_win(page)
    button = page.get_by_test_id("review-game")
    for _ in range(2):
        button.click()
        page.get_by_test_id("review-stop").click()
        expect(page.get_by_test_id("review-run")).to_be_visible()
    button.click()
    expect(page.get_by_test_id("review-stop")).to_be_visible()


def test_every_move_that_wins_at_once_is_the_better_move(page):
    table = missed_win(page)
    expect(table.result).to_contain_text("White won \N{EN DASH} five in a row")
    task = find_better(page, "9. a15")
    expect(task).to_contain_text("Black played a15")
    table.cell("h8").click()  # this is no move: nothing is judged
    expect(table.explanation).to_contain_text("h8 is taken by Black")
    expect(task).to_have_attribute("data-verdict", "ask")
    verdicts = set()
    for name in ("d8", "i8"):
        table.cell(name).click()
        expect(task).to_contain_text(re.compile(rf"(Yes! |Well done: ){name}"))
        verdicts.add(task.get_attribute("data-verdict"))
    assert verdicts == {"best", "good"}


def test_what_a_quick_machine_thought_is_told_with_its_move(page):
    table = open_game(page, "tictactoe", "me", "mcts:sims=50")
    for name in ("b2", "a1"):
        if table.look()[name] == "empty":
            table.place(name, "X")
            assert table.my_turn()
    move = page.get_by_test_id("moves").get_by_role("button").last.inner_text().split()[-1]
    unfold_thoughts(page)
    chosen = page.get_by_test_id("candidates").locator("tr.chosen")
    expect(chosen).to_contain_text(move)
    expect(page.get_by_test_id("figure-sims")).to_have_text(re.compile(r"\d"))


def test_analysis_shows_heat_lines_and_figures_of_simulations(page):
    table = analyse(page, f"/analyse?game=gomoku&moves={THREE}", "{player: 'heuristic-mcts'}")
    page.get_by_test_id("toggle-analysis").click()
    candidates = page.get_by_test_id("candidates")
    for column in ("Move", "Visits", "Prior", "Black wins"):
        expect(candidates.get_by_role("columnheader", name=column)).to_be_visible()
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "false")
    assert candidates.get_by_test_id("candidate").count() > 1
    best = candidates.get_by_test_id("candidate").first
    expect(best.get_by_role("cell").first).to_have_text(re.compile(r"\d"))
    heat = table.board.locator(".heat")
    assert heat.count() > 0
    source = page.get_by_test_id("source")
    expect(source).to_have_text("Analysis by Heuristic MCTS · on the board: visits")
    page.get_by_test_id("think-options").locator("summary").click()
    page.get_by_test_id("heat-labels").select_option("value")
    expect(source).to_contain_text("on the board: chance of Black")
    numbers = table.board.get_by_test_id("overlay").locator("text")
    expect(numbers.first).to_have_text(re.compile(r"^(\d+\.\d%|>99.9|<0.1%)$"))
    cell = table.cell("h8").bounding_box()["width"]
    assert max(one.bounding_box()["width"] for one in numbers.all()) <= cell
    page.get_by_test_id("toggle-heat").click()
    expect(heat).to_have_count(0)
    expect(source).to_have_text("Analysis by Heuristic MCTS")

    line = page.get_by_test_id("lines").get_by_test_id("line").first
    line.hover()
    ghosts = table.board.locator("[data-ghost]")
    expect(ghosts.first).to_have_attribute("data-ghost", "1")
    expect(ghosts.first).to_contain_text("1")
    page.get_by_role("heading", name="Gomoku").first.hover()
    expect(ghosts).to_have_count(0)
    line.focus()  # the keyboard shows them too
    expect(ghosts.first).to_be_visible()
    expect(page.get_by_test_id("evaluation-words")).to_contain_text("Black")


@pytest.mark.parametrize("game", ["ultimate", "ultimate:tiebreak=boards"])
def test_the_engine_shows_bar_heat_and_lines_on_ultimate(page, game):
    # The next move must be in the local board at the top left: a7 to c9.
    table = analyse(page, f"/analyse?game={game}&moves=e5d6", "{player: 'engine'}")
    page.get_by_test_id("toggle-analysis").click()
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "false")
    expect(page.get_by_test_id("source")).to_contain_text("Analysis by Engine")
    expect(page.get_by_test_id("evaluation-bar")).to_be_visible()
    expect(page.get_by_test_id("evaluation")).to_contain_text("%")

    heat = table.board.locator(".heat")
    corner = [table.cell(name).bounding_box() for name in ("a9", "c7")]
    assert 0 < heat.count() <= 9
    for box in (each.bounding_box() for each in heat.all()):
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert corner[0]["x"] < x < corner[1]["x"] + corner[1]["width"]
        assert corner[0]["y"] < y < corner[1]["y"] + corner[1]["height"]

    lines = page.get_by_test_id("lines").get_by_test_id("line")
    expect(lines).to_have_count(3)
    lines.nth(1).hover()
    ghosts = table.board.locator("[data-ghost]")
    expect(ghosts.first).to_have_attribute("data-ghost", "1")
    assert ghosts.count() > 2


def test_a_hint_says_the_same_as_the_bar_and_is_about_its_position_only(page):
    page.goto("/analyse?game=gomoku&moves=h8i9h9h10j8")
    page.get_by_test_id("hint").click()
    hint = page.get_by_test_id("hint-text")
    expect(hint).to_contain_text("you (White)")
    page.get_by_test_id("toggle-analysis").click()  # a longer search, which the bar follows
    figures = page.get_by_test_id("figures")
    expect(figures).to_have_attribute("data-live", "false")
    told = re.search(r"[\d.]+ %", hint.inner_text())[0]
    expect(page.get_by_test_id("evaluation")).to_contain_text(told)

    table = open_game(page, "gomoku", "me", "greedy")
    table.place("h8", "X")
    assert table.my_turn()
    table.press("Hint")
    expect(hint).to_be_visible()
    table.press("Undo")
    expect(table.stones).to_have_count(0)
    table.place("a15", "X")
    assert table.my_turn()
    expect(table.stones).to_have_count(2)  # as many as there were, but others
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 960, 390])
def test_a_hint_on_the_analysis_board_lets_nothing_jump(page, width):
    page.set_viewport_size({"width": width, "height": 720})
    page.goto("/analyse?game=gomoku&moves=h8i9h9h10j8")
    review = page.get_by_test_id("review-run")
    expect(page.get_by_test_id("graph")).to_be_visible()
    expect(page.get_by_test_id("evaluation-source")).to_contain_text("depth")
    review.scroll_into_view_if_needed()
    place = review.evaluate("one => one.getBoundingClientRect().top + window.scrollY")
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hint-text")).to_contain_text("you (White)")
    assert review.evaluate("one => one.getBoundingClientRect().top + window.scrollY") == place
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("hint-text")).to_have_count(0)
    assert review.evaluate("one => one.getBoundingClientRect().top + window.scrollY") == place


def test_the_graph_stays_where_it_is_while_positions_are_analysed(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    analyse(page, "/analyse?game=gomoku&moves=h8i9h9h10")
    page.get_by_test_id("toggle-analysis").click()
    figures = page.get_by_test_id("figures")
    expect(figures).to_have_attribute("data-live", "false")
    expect(page.get_by_test_id("line")).to_have_count(3)
    graph = page.get_by_test_id("graph")
    place = pytest.approx(graph.bounding_box(), abs=1)  # lines of text may round otherwise
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("figures")).to_have_count(0)  # nothing is found there yet
    assert graph.bounding_box() == place
    expect(page.get_by_test_id("line")).to_have_count(3)
    assert graph.bounding_box() == place
    page.keyboard.press("Home")
    expect(page.get_by_test_id("line")).to_have_count(1)  # all others are alike
    assert graph.bounding_box() == place


def test_the_graph_stays_where_it_is_at_the_end_of_the_game(page):
    page.set_viewport_size({"width": 1280, "height": 720})
    analyse(page, "/analyse?game=tictactoe&moves=b2a1b1a2b3")
    graph = page.get_by_test_id("graph")
    expect(graph).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.get_by_test_id("toggle-analysis").click()
    expect(page.get_by_test_id("figures")).to_have_attribute("data-live", "false")
    expect(page.get_by_test_id("line").first).to_be_visible()
    place = pytest.approx(graph.bounding_box(), abs=1)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("figures")).to_have_count(0)  # there is nothing to search
    assert graph.bounding_box() == place


def test_threats_are_marked(page):
    table = analyse(page, f"/analyse?game=gomoku&moves={THREE}")
    page.get_by_test_id("toggle-threats").click()
    expect(page.get_by_test_id("victory")).to_contain_text(re.compile("Black wins by fours"))
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
    graph = page.get_by_role("slider", name="Chance of Black over the game")
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
    # Everything is seen, without scrolling to the side.
    assert page.get_by_test_id("ask").evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    camps = page.get_by_test_id("camps").get_by_role("button")
    camps.first.hover()
    expect(table.board.locator("[data-ghost]")).to_have_count(1)
    page.get_by_role("button", name="Close the answers").click()
    expect(page.get_by_test_id("ask")).to_have_count(0)


def test_analyses_tell_the_notes_of_their_players(page):
    analyse(page, "/analyse?game=9x9x5&moves=e5d4", "{player: 'td'}")
    page.get_by_test_id("toggle-analysis").click()
    note = "Uses weights learned on another board: 10 x 10, 5 in a row."
    expect(page.get_by_test_id("analysis-note")).to_have_text(note)
    page.get_by_test_id("ask-everyone").click()
    expect(page.get_by_test_id("ask-note")).to_have_text(f"TD alpha-beta, TD MCTS, TD: {note}")
