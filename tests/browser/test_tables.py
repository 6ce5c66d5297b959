"""Games clicked, typed and played by keys in Chromium, by one and by several browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import rulewright
from rulewright.interpreter.game.rules import Rules, State
from rulewright.interpreter.game.table.decisions import CHANCE
from rulewright.interpreter.playthroughs.lines.writer import header, line_of
from rulewright.interpreter.playthroughs.running.results import PlaythroughStep
from rulewright.interpreter.runtime.chance import Dice

from .conftest import NARROW, TABLET, Tables

pytestmark = pytest.mark.browser
# A game of Carolus Magnus takes up to 450 clicks.
MOST_CLICKS = 1_500


def thing(page: Page, type_: str, value: str) -> str:
    """A drawn thing."""
    return f'#picture [data-type="{type_}"][data-value="{value}"]'


def click(page: Page, type_: str, value: str) -> None:
    page.locator(thing(page, type_, value)).first.click()


def step_count(page: Page) -> int:
    return int(page.locator("#log li").first.get_attribute("value") or 0) if page.locator("#log li").count() else 0


def test_a_game_of_carolus_magnus_is_clicked_to_its_end(tables: Tables) -> None:
    saved = tables.folder / "clicked.play"
    # The dice of this game bring it to its end in about a hundred clicks; with others they are up to three hundred.
    saved.write_text(header(rulewright.load("carolus_magnus").rules(2, ("Anna", "Boris")), "carolus_magnus", seed=4))
    page = tables.open(tables.load(saved.name)["all"])
    page.wait_for_selector(".next, #moves button")
    # All is done by clicks, by lot on what is lit on the board or on a move of the list.
    page.evaluate("""async most => {
        const wait = ms => new Promise(done => setTimeout(done, ms));
        const last = () => document.querySelector("#log li")?.value || 0;
        let clicks = 0, seed = 1;
        const pick = list => list[(seed = seed * 48271 % 2147483647) % list.length];
        while (!document.querySelector("#over p") && ++clicks < most) {
            const before = last() + "|" + document.querySelector("#moves").innerHTML;
            const ways = ["#picture .next > path", "#moves [data-move]"]
                .map(way => [...document.querySelectorAll(way)]).filter(way => way.length);
            if (!ways.length) { await wait(5); continue; }
            const target = pick(pick(ways));
            target.dispatchEvent(new MouseEvent("click", {bubbles: true}));
            for (let i = 0; i < 400 && before === last() + "|" + document.querySelector("#moves").innerHTML; i++) await wait(5);
        }
        window.clicks = clicks;
    }""", MOST_CLICKS)
    expect(page.locator("#over")).to_contain_text(re.compile("wins|Nobody"))
    assert 50 < page.evaluate("clicks") < MOST_CLICKS
    assert len(saved.read_text().splitlines()) > 100


def test_a_page_of_a_table_that_is_closed_does_not_hold_the_server_for_lost(tables: Tables) -> None:
    links = tables.begin("nim", "Anna", "Boris")
    page, host = tables.open(links["all"]), tables.open(links["host"])
    host.on("dialog", lambda dialog: dialog.accept())
    host.locator("[data-act=close]").click()
    expect(page.locator("#lost")).to_contain_text("leads nowhere any more")
    # The browser reports each request that finds nothing.
    tables.wrong[:] = [message for message in tables.wrong if "404" not in message]


def test_edges_of_a_board_are_tapped_on_a_tablet(tables: Tables) -> None:
    page = tables.open(tables.begin("dots_and_boxes", "Anna", "Boris")["all"], TABLET, is_touched=True)
    for number in range(1, 5):
        free = page.locator("#picture .next[data-type=line]")
        # A tap reaches what lies on top at the middle of an edge, as a finger does.
        free.nth(number).tap()
        expect(page.locator("#log li").first).to_have_attribute("value", str(number))
    drawn = page.locator("#picture .no[data-type=line]")
    expect(drawn).to_have_count(4)
    drawn.first.tap()
    expect(page.locator("#why .refusal").first).to_contain_text("drawn")


def test_numbers_are_tapped_as_buttons_and_a_whole_move_is_made_beside_what_is_chosen(tables: Tables) -> None:
    nim = tables.open(tables.begin("nim", "Anna", "Boris")["all"], NARROW, is_touched=True)
    nim.locator("#tray button", has_text="heap 1").tap()
    expect(nim.locator("#chosen")).to_contain_text("heap 1")
    nim.locator("#tray button", has_text="take 3").tap()
    expect(nim.locator("#log li").first).to_contain_text("heap 1 take 3")
    (tables.folder / "bend.play").write_text(at_the_paladins())
    page = tables.open(tables.load("bend.play")["all"])
    court = page.locator("#moves [data-move$='to court']").first
    notation = str(court.get_attribute("data-move"))
    click(page, "clan", notation.partition(" ")[0])
    make = page.locator("#chosen button", has_text=f"make the move: {notation}")
    make.press("Enter")
    expect(page.locator("#log li").first).to_contain_text(notation)


def at_the_paladins() -> str:
    """A game of Carolus Magnus that stands where a paladin goes to a court or to a region."""
    rules: Rules = rulewright.load("carolus_magnus").rules(2, ("Anna", "Boris"))
    state: State = rules.initial()
    text, dice = header(rules, "carolus_magnus", seed=3), Dice(3)
    while not any(choice.notation.endswith("to court") for choice in rules.decisions.choices(state)):
        mover = rules.decisions.to_move(state)
        state, trace = rules.recording.step(state, choice := rules.random_choice(state, dice))
        text += line_of(rules.seats, PlaythroughStep(None if mover is CHANCE else mover, trace.written(choice), trace, state))  # type: ignore[arg-type]  # a seat
    return text


def before_a_vote(folder: Path) -> str:
    """Save a game of Lancaster that stands before a secret vote; return the name of its file."""
    rules: Rules = rulewright.load("lancaster").rules(2, ("Anna", "Boris"))
    state: State = rules.initial()
    text, dice = header(rules, "lancaster", seed=3), Dice(3)
    while (point := rules.decisions.point(state)) is not None and point.clause != "ballot_cast":
        mover = rules.decisions.to_move(state)
        state, trace = rules.recording.step(state, choice := rules.random_choice(state, dice))
        text += line_of(rules.seats, PlaythroughStep(None if mover is CHANCE else mover, trace.written(choice), trace, state))  # type: ignore[arg-type]  # a seat
    (folder / "vote.play").write_text(text)
    return "vote.play"


def test_two_browsers_vote_in_secret_at_a_table_of_lancaster(tables: Tables) -> None:
    links = tables.load(before_a_vote(tables.folder))
    pages = {name: tables.open(links[name]) for name in ("Anna", "Boris", "spectator")}
    first = next(name for name in ("Anna", "Boris") if pages[name].locator("#moves [data-move]").count())
    second = "Boris" if first == "Anna" else "Anna"
    vote = pages[first].locator("#moves [data-move]").first
    said = str(vote.get_attribute("data-move"))
    vote.click()
    expect(pages[second].locator("#moves [data-move]").first).to_be_visible()
    expect(pages[first].locator("#log li").first).to_contain_text(said)
    for name in (second, "spectator"):
        expect(pages[name].locator("#log li").first).to_contain_text("(secret)")
    assert said not in pages["spectator"].content()
    pages[second].locator("#moves [data-move]").last.click()
    expect(pages["spectator"].locator("#log")).to_contain_text(f"{first}: {said}")


def test_what_is_dim_says_which_clause_forbids_it(tables: Tables) -> None:
    page = tables.open(tables.begin("breakthrough", "Anna", "Boris")["Anna"])
    page.locator(thing(page, "square", "a1")).first.hover()
    expect(page.locator("#why")).to_contain_text("Anna has a pawn of their own on a2")
    expect(page.locator("#why button.clause").first).to_have_text("own_pawns_block")
    page.locator("#why button.clause").first.click()
    expect(page.locator("#rules .shown")).to_be_visible()
    expect(page.locator("#rules .at-hand").first).to_be_attached()
    click(page, "square", "b2")
    expect(page.locator(".chosen")).to_have_count(1)
    click(page, "square", "b5")
    expect(page.locator("#why")).to_contain_text("b2-b5")
    page.locator("#move").fill("why a2-a4")
    page.locator("#typed button").click()
    expect(page.locator("#why")).to_contain_text("a2-a4")


def test_undo_and_a_reload_in_the_middle_and_a_lost_connection(tables: Tables) -> None:
    links = tables.begin("tic_tac_toe", "Anna", "Boris")
    anna, boris = tables.open(links["Anna"]), tables.open(links["Boris"])
    click(anna, "cell", "b2")
    expect(boris.locator("#moves [data-move]")).to_have_count(8)
    boris.reload()
    expect(boris.locator("#moves [data-move]")).to_have_count(8)
    expect(boris.locator("#log li")).to_have_count(1)
    anna.get_by_role("button", name="undo", exact=True).click()
    expect(boris.locator("#moves [data-move]")).to_have_count(0)
    expect(anna.locator("#moves [data-move]")).to_have_count(9)
    anna.get_by_role("button", name="redo", exact=True).click()
    expect(boris.locator("#moves [data-move]")).to_have_count(8)
    boris.context.set_offline(True)
    tables.wrong.clear()
    boris.locator("#moves [data-move]").first.click()
    expect(boris.locator("#why")).to_contain_text("cannot be reached")
    expect(boris.locator("#lost")).to_be_visible()
    boris.context.set_offline(False)
    expect(boris.locator("#lost")).to_be_hidden()
    boris.locator("#moves [data-move]").first.click()
    expect(anna.locator("#log li")).to_have_count(2)
    # A second device with the same link shows the same.
    expect(tables.open(links["Boris"]).locator("#log li")).to_have_count(2)


def test_a_game_is_begun_and_played_by_keys_alone(tables: Tables) -> None:
    page = tables.open(tables.address)
    page.wait_for_selector("#players")
    page.keyboard.press("Tab")
    expect(page.locator("#game")).to_be_focused()
    page.keyboard.type("Breakthrough")
    page.wait_for_selector("[name=name]")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.type") == "submit":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("#host a")
    link = str(page.get_by_role("link", name="all people at one screen").get_attribute("href"))
    page.goto(tables.address.partition("/tables")[0] + link)
    page.wait_for_selector("#picture .next")
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('#picture') !== null"):
            break
    name = "document.activeElement.getAttribute('aria-label')"
    page.keyboard.press("Home")
    first = page.evaluate(name)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(name) != first
    page.keyboard.press("Enter")
    expect(page.locator(".chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator(".chosen")).to_have_count(1)
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#log li")).to_have_count(1)


def test_the_map_of_emperor_4_is_clicked(tables: Tables) -> None:
    links = tables.begin("emperor_4", "Anna", "Boris")
    page = tables.open(links["all"])
    for _ in range(60):
        if page.locator("#gate-button").is_visible() and "alone" in page.locator("#gate-button").inner_text():
            page.locator("#gate-button").click()
        page.wait_for_selector("#moves [data-move]", state="attached")
        if page.locator("#picture .next[data-type=place]").count():
            break
        before = page.locator("#log").inner_html()
        page.locator("#moves [data-move]").first.evaluate("button => button.click()")
        page.wait_for_function("before => document.getElementById('log').innerHTML !== before", arg=before)
    page.locator("#picture .next[data-type=place]").first.click()
    expect(page.locator("#chosen")).to_contain_text("Chosen:")
    page.locator("#picture .no[data-type=place]").first.click()
    expect(page.locator("#why .clause").first).to_be_visible()


# axe takes ten seconds for a page: of the games with a map the largest, and one with cards.
PAGES = [("emperor_4", 2), ("goofspiel", 2),
         *(pytest.param(game, players, marks=pytest.mark.slow) for game, players in (("carolus_magnus", 2), ("lancaster", 3)))]


@pytest.mark.parametrize(("game", "players"), PAGES)
def test_a_narrow_page_needs_no_sideways_scrolling_and_axe_finds_nothing_serious(
        tables: Tables, shown: Callable[[Page, str], None], game: str, players: int) -> None:
    links = tables.begin(game, *("Anna", "Boris", "Clara")[:players])
    for who in ("host", "Anna"):
        for size, wide in ((NARROW, "390"), (None, "1280")):
            page = tables.open(links[who], size)
            page.wait_for_selector("#picture svg")
            if size is None:
                page.wait_for_selector("#rules .at-hand", state="attached")
            overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert overflow <= 0, (game, who, wide)
            shown(page, f"{game}_{who}_{wide}")
            assert serious(page) == [], (game, who, wide)
            page.context.close()


def test_on_paper_a_table_and_a_replay_are_black_on_white_and_without_controls(tables: Tables) -> None:
    page = tables.open(tables.begin("tic_tac_toe", "Anna", "Boris")["host"])
    on_paper(page)
    assert page.locator("#host, #choose, #rules-box, button").locator("visible=true").count() == 0
    assert page.locator("#picture, #seats").locator("visible=true").count() == 2
    page.goto(f"{page.url}/replay")
    on_paper(page)
    assert page.locator("nav, #log, footer span, button").locator("visible=true").count() == 0
    assert page.locator("#picture svg").first.is_visible()


def on_paper(page: Page) -> None:
    """Print a page of a reader whose system is dark; its ink must be dark on white."""
    page.wait_for_selector("#picture svg")
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate("""[[document.body, "color"], [document.querySelector("svg.rw .ink"), "fill"],
        [document.body, "backgroundColor"]].map(([node, part]) => getComputedStyle(node)[part])""")
    assert colours == ["rgb(0, 0, 0)", "rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_a_narrow_page_shows_a_refusal_below_what_stays_at_its_top(tables: Tables) -> None:
    page = tables.open(tables.begin("carolus_magnus", "Anna", "Boris", "Clara")["all"], NARROW)
    page.locator("#move").fill("banana")
    page.locator("#move").press("Enter")
    expect(page.locator("#why")).to_contain_text("is not possible")
    top = "element => element.getBoundingClientRect().top"
    bottom = "element => element.getBoundingClientRect().bottom"
    assert page.locator("#why").evaluate(top) >= page.locator("#top").evaluate(bottom)


def test_axe_finds_nothing_serious_on_the_page_that_begins_games(tables: Tables, shown: Callable[[Page, str], None]) -> None:
    for size, wide in ((NARROW, "390"), (None, "1280")):
        page = tables.open(tables.address, size)
        page.wait_for_selector("#players")
        shown(page, f"lobby_{wide}")
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert serious(page) == []


def serious(page: Page) -> list[str]:
    """The findings of axe-core that are serious or worse."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found if each["impact"] in ("serious", "critical")
            for node in each["nodes"][:3]]
