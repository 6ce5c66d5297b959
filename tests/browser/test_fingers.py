"""What can be tapped on a phone is as large as a finger: things on the board, buttons in place of small ones, and controls."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from rulewright.cli.main import main
from rulewright.cli.shared.formats.pages import page as report
from rulewright.cli.shared.games.names import offered_names
from rulewright.pictures.painting.painter import picture

from ..desk.ferries import laid_out
from ..shipped import shipped_rules
from .conftest import NARROW, Tables

pytestmark = pytest.mark.browser
# Tokens on a ring, hands of small signs, a drawn map, edges, a wide board. The others follow with `-m "browser and slow"`.
EACH_KIND = ("carolus_magnus", "hearts", "hex", "dots_and_boxes", "backgammon")
NAMES, PLAYERS, SECRET = ("Anna", "Boris", "Clara", "Dora"), {"hearts": 4}, ("hearts", "goofspiel", "lancaster", "emperor_4")
GAMES = [pytest.param(game, marks=() if game in EACH_KIND else pytest.mark.slow) for game in offered_names()]

# A tap reaches a thing if it does so in its middle and 21 px to each side: 44 px, less what is lost to rounding. What comes
# later may lie around what comes next; then its own size counts.
CONTROLS = """
    const wrong = [document.documentElement.scrollWidth - screen.width].filter(wide => wide > 0);
    const least = 43.5, reaches = 21, size = box => Math.min(box.width, box.height);
    for (const each of document.querySelectorAll("button, select, input, summary, a")) {
        const box = (each.closest("label") || each).getBoundingClientRect();
        if (box.width && size(box) < least) wrong.push(`${each.outerHTML.slice(0, 60)} ${box.width} x ${box.height}`);
    }
"""
SMALL = "() => {" + CONTROLS + """
    const middle = (at, of, size) => at + of / 2 - size / 2;
    const isReached = (thing, key) => {
        const shape = shapeOf(thing), scroll = thing.closest(".scroll");
        let box = shape.getBoundingClientRect();
        if (thing.matches(".later")) return size(box) >= least;
        if (scroll) scroll.scrollLeft += middle(box.x, box.width, innerWidth);
        scrollBy(0, middle(box.y, box.height, innerHeight));
        box = shape.getBoundingClientRect();
        const x = box.x + box.width / 2, y = box.y + box.height / 2;
        return [[0, 0], [reaches, 0], [-reaches, 0], [0, reaches], [0, -reaches]].every(([right, down]) => {
            const at = {clientX: x + right, clientY: y + down}, target = document.elementFromPoint(at.clientX, at.clientY);
            const found = target?.closest("#picture") && meant(aimed({target, ...at}));
            return found && keysOf(found).includes(key);
        });
    };
    let tried = 0;
    for (const key of offer ? [...offer.next, ...offer.later] : []) {
        if (document.querySelector(`#tray [data-thing="${CSS.escape(key)}"]`)) { tried++; continue; }
        const drawn = things().filter(thing => thing.matches(".next, .later") && keysOf(thing).includes(key));
        tried += drawn.length;
        if (!drawn.length || drawn.some(thing => isReached(thing, key))) continue;
        wrong.push(`${key} ${size(shapeOf(drawn[0]).getBoundingClientRect())}`);
    }
    return {wrong, tried};
}"""


def on_phone(tables: Tables, game: str) -> Page:
    """Begin a game, and open it where its first player can move, on a phone."""
    # The phases of Lancaster are longest in Russian.
    links = tables.begin(game, *NAMES[:PLAYERS.get(game, 2)], language="ru" if game == "lancaster" else "en")
    page = tables.open(links["Anna" if game in SECRET else "all"], NARROW, is_touched=True)
    page.wait_for_selector("#picture svg")
    return page


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_tapped_on_a_phone_is_as_large_as_a_finger(tables: Tables, game: str) -> None:
    page = on_phone(tables, game)
    found = page.evaluate(SMALL)
    assert found["wrong"] == []
    assert found["tried"] or game not in EACH_KIND
    match game:
        case "lancaster":
            the_question_is_in_sight(page)
        case "hearts":
            a_small_sign_is_chosen_by_its_button(page)
        case "hex":
            a_whole_board_grows_where_it_is_tapped(page)


def a_small_sign_is_chosen_by_its_button(page: Page) -> None:
    page.locator("#tray .is-next").first.tap()
    expect(page.locator("#chosen")).to_contain_text("Chosen:")


def the_question_is_in_sight(page: Page) -> None:
    bottom = "element => element.getBoundingClientRect().bottom"
    assert page.locator("#status p b").evaluate(bottom) <= page.locator("#top").evaluate(bottom)


def a_whole_board_grows_where_it_is_tapped(page: Page) -> None:
    width = "document.querySelector('.scroll').scrollWidth"
    large = page.evaluate(width)
    page.get_by_role("button", name="show the whole board").tap()
    assert page.evaluate(width) < large
    page.locator("#picture .next").last.tap()
    assert page.evaluate(width) == large
    assert page.locator("#log li").count() == 0
    page.locator("#picture .next").last.tap()
    expect(page.locator("#log li")).to_have_count(1)


def test_a_host_on_a_phone_has_the_links_first_and_a_long_name_takes_no_more_than_its_width(tables: Tables) -> None:
    links = tables.begin("tic_tac_toe", "Maximiliana_Konstantinopolska_of_Ravenna", "B")
    page = tables.open(links["host"], NARROW, is_touched=True)
    page.wait_for_selector("#host a")
    assert page.evaluate(SMALL)["wrong"] == []
    assert page.locator("#host").bounding_box()["y"] < page.locator("#picture").bounding_box()["y"]  # type: ignore[index]  # shown


def test_the_picture_of_a_report_can_be_read_on_a_phone(chromium: Browser) -> None:
    drawn = picture(shipped_rules("carolus_magnus").initial(), alone=False)
    page = chromium.new_page(viewport=NARROW)  # type: ignore[arg-type]  # a size of two numbers
    body = f'<section><pre>{"a long line " * 20}</pre><figure tabindex="0">{drawn}</figure></section>'
    page.set_content(report("Failures", body, "test"))
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    assert page.locator("pre").evaluate("each => each.scrollWidth <= each.clientWidth")
    # The letters of a picture are 11 to 16 units high; at two thirds of its width they can be read.
    assert page.locator("svg.rw").evaluate("each => each.getBoundingClientRect().width / each.viewBox.baseVal.width") > 0.65
    page.close()


def test_the_controls_of_pages_that_are_only_read_are_as_large_as_a_finger(chromium: Browser, tmp_path: Path) -> None:
    document = laid_out(tmp_path)
    play = tmp_path / "two.play"
    play.write_text("game tic_tac_toe\nx: b2\no: a1\n")
    ferry = str(document.parent / "ferry")
    for command in (("replay", str(play), "--output"), ("rulebook", "race", "--lang", "ru", "--format", "html", "--output"),
                    ("validate", ferry, "--document", str(document), "--lang", "it", "--html")):
        written = tmp_path / f"{command[0]}.html"
        CliRunner().invoke(main, [*command, str(written)])
        page = chromium.new_page(viewport=NARROW)  # type: ignore[arg-type]  # a size of two numbers
        page.goto(written.as_uri())
        assert page.locator("nav a, nav button").count() > 1, command
        assert page.evaluate("() => {" + CONTROLS + "return wrong}") == [], command
        page.close()
