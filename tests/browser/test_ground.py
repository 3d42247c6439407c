"""What the other browser tests stand on: the page opens, and faults do not go unseen."""

from playwright.sync_api import expect


def test_the_page_opens_and_asks_nobody_else(page):
    page.goto("/")
    expect(page.locator("#app")).not_to_be_empty()
    expect(page).to_have_title("inarow")


def test_errors_on_a_page_are_seen(page, faults):
    page.goto("/")
    page.evaluate("console.error('a stone fell off')")
    page.evaluate("setTimeout(() => { throw new Error('the board broke') })")
    page.evaluate("new Promise(r => setTimeout(r, 50))")
    assert [fault.split(":")[0] for fault in faults.left()] == ["console", "error of the page"]
    faults.allow("a stone fell off|the board broke")
    assert faults.left() == []


def test_requests_to_somewhere_else_are_seen_and_fail(page, faults):
    page.goto("/")
    assert page.evaluate("fetch('http://inarow.example/x.js').catch(() => 'refused')") == "refused"
    assert any("inarow.example" in fault for fault in faults.left())
    faults.allow(r"inarow\.example|Content Security Policy")


def test_each_page_is_another_person(open_page):
    pages = [open_page(), open_page()]
    for page in pages:
        page.goto("/")
    pages[0].evaluate("localStorage.setItem('who', 'first')")
    assert pages[1].evaluate("localStorage.getItem('who')") is None


def test_axe_sees_a_fault(page, axe):
    page.goto("/")
    page.evaluate("document.body.append(document.createElement('button'))")
    assert any("button-name" in violation for violation in axe(page))
