"""The translator's desk in Chromium: decisions by keys and buttons, undo, editing in place, a file that changes on disk."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ..desk.ferries import laid_out
from .conftest import NARROW

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid_out(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="module")
def page(chromium: Browser, document: Path) -> Iterator[Page]:
    """One page for all tests of this file, which follow each other as a translator's work does."""
    command = [sys.executable, "-m", "rulewright", "review", str(document.parent / "ferry"), "--document", str(document),
               "--lang", "it", "--port", "0"]
    wrong: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        page = chromium.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.goto(server.stdout.readline().removeprefix("Open ").strip())
        page.wait_for_selector("article.here")
        yield page
        page.close()
        server.terminate()
    assert wrong == []


def go(page: Page, key: str) -> None:
    """Go to a row, whatever is listed, and leave the keys to it."""
    page.locator("[data-view=every]").click()
    page.locator(f"#{key} h2").click()
    expect(page.locator(f"#{key}")).to_have_class(re.compile(r"\bhere\b"))


def test_a_clause_is_confirmed_and_another_is_not_here_and_both_are_undone(page: Page) -> None:
    go(page, "c-load")
    page.keyboard.press("c")
    expect(page.locator("#said")).to_have_text("load confirmed")
    expect(page.locator("#c-load .state")).to_contain_text("confirmed")
    go(page, "c-storm")
    page.keyboard.press("n")
    expect(page.locator("#said")).to_have_text("the document is silent on storm")
    expect(page.locator("#c-storm .state")).to_contain_text("silent")
    page.keyboard.press("u")
    expect(page.locator("#c-storm .state")).not_to_contain_text("silent")
    page.locator("[data-do=undo]").click()
    expect(page.locator("#c-load .state")).to_contain_text("guess")


def test_a_clause_that_is_not_here_keeps_its_sentence_in_sight_and_is_found_again(page: Page) -> None:
    page.locator("[data-view=todo]").click()
    row = page.locator("#c-storm")
    row.locator("h2").click()
    sentence = row.locator(".document p span").first.inner_text()
    page.keyboard.press("n")
    expect(row.locator(".state")).to_contain_text("silent")
    expect(row.locator(".document")).to_contain_text(sentence)
    page.keyboard.press("j")
    expect(row).to_be_hidden()
    page.keyboard.press("b")
    expect(row).to_have_class(re.compile(r"\bhere\b"))
    page.keyboard.press("j")
    page.locator("#see").click()
    expect(row).to_have_class(re.compile(r"\bhere\b"))
    page.keyboard.press("j")
    page.keyboard.press("u")
    expect(row).to_have_class(re.compile(r"\bhere\b"))
    expect(row).to_be_in_viewport()
    expect(row.locator(".state")).to_contain_text("guess")
    expect(row.locator(".document")).to_contain_text(sentence)


def test_no_guess_is_shown_as_certain(page: Page) -> None:
    page.locator("[data-view=every]").click()
    guesses = page.locator("article.guess .state").all_inner_texts()
    assert [guess for guess in guesses if re.fullmatch(r"guess [1-9]?\d%", guess) is None] == []
    assert "guess 99%" in guesses


def test_a_key_that_does_nothing_on_a_row_says_why(page: Page) -> None:
    go(page, "s-1")
    for key, why in (("c", "no clause belongs to this row"), ("n", "no clause belongs"), ("w", "nothing to withdraw"),
                     ("a", "no open finding"), ("p", "there is no original")):
        page.keyboard.press(key)
        expect(page.locator("#wrong")).to_contain_text(why)


def test_a_finding_is_accepted_with_a_reason_and_shown_among_the_decisions_until_it_is_withdrawn(page: Page) -> None:
    go(page, "c-full_boat")
    page.keyboard.press("a")
    page.keyboard.type("as the publisher wants it")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#c-full_boat .accepted")).to_contain_text("as the publisher wants it")
    page.reload()
    page.wait_for_selector("article.here")
    page.locator("[data-view=decided]").click()
    expect(page.locator("article").locator("visible=true")).to_have_count(1)
    page.locator("#c-full_boat .accepted [data-do=withdraw]").click()
    expect(page.locator("#c-full_boat .accepted")).to_have_count(0)


def test_a_sentence_is_edited_in_its_place_and_the_page_follows_the_file(page: Page, document: Path) -> None:
    go(page, "c-full_boat")
    expect(page.locator("#c-full_boat li.error, #c-full_boat li.warning")).not_to_have_count(0)
    page.keyboard.press("e")
    field = page.locator("#c-full_boat form textarea")
    field.fill(field.input_value().replace("12 casse", "11 casse"))
    page.keyboard.press("Control+Enter")
    expect(page.locator("#c-full_boat li.error")).to_have_count(0)
    assert "ha 11 casse" in document.read_text(encoding="utf-8")
    document.write_text(document.read_text(encoding="utf-8").replace("ha 11 casse", "ha 13 casse"), encoding="utf-8")
    expect(page.locator("#c-full_boat .document")).to_contain_text("13 casse")
    page.keyboard.press("u")
    expect(page.locator("#wrong")).to_contain_text("changed by another program")


def test_a_row_of_a_table_is_edited_as_its_line(page: Page, document: Path) -> None:
    line = "| casse di una barca | 12 | 15 |"
    text = document.read_text(encoding="utf-8")
    document.write_text(f"{text}\n| | due | tre |\n| --- | --- | --- |\n{line}\n", encoding="utf-8")
    row = page.locator("article", has=page.locator(".document p", has_text="casse di una barca; 12; 15"))
    row.locator("h2").click()
    page.keyboard.press("e")
    expect(row.locator("form textarea")).to_have_value(line)
    row.locator("form textarea").fill(line.replace("12", "11"))
    page.keyboard.press("Control+Enter")
    expect(page.locator("#said")).to_contain_text("edited")
    assert document.read_text(encoding="utf-8").endswith("| casse di una barca | 11 | 15 |\n")
    document.write_text(text, encoding="utf-8")
    expect(page.locator(".document p", has_text="casse di una barca")).to_have_count(0)


def test_the_desk_needs_no_sideways_scrolling_on_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]  # a size of two numbers
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    # The header scrolls away there, and what a key gives is still seen.
    go(page, "c-storm")
    page.keyboard.press("w")
    page.keyboard.press("w")
    expect(page.locator("#wrong")).to_contain_text("nothing to withdraw")
    expect(page.locator("#wrong")).to_be_in_viewport()


def test_the_row_that_one_goes_to_is_not_under_the_header(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 700})
    page.locator("[data-view=every]").click()
    for key in "jjjjjjkkkk":
        page.keyboard.press(key)
        assert page.evaluate("document.querySelector('article.here').getBoundingClientRect().top"
                             " >= document.querySelector('header').getBoundingClientRect().bottom")


def test_what_is_being_written_stays_with_the_cursor_in_it_when_its_row_changes(page: Page, document: Path) -> None:
    go(page, "c-full_boat")
    page.keyboard.press("q")
    page.keyboard.type("Is it ")
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("ha 13 casse", "ha 14 casse"), encoding="utf-8")
    expect(page.locator("#c-full_boat .document")).to_contain_text("14 casse")
    # Each of these letters is a key of the desk where no field has the cursor.
    page.keyboard.type("nice")
    expect(page.locator("#c-full_boat form textarea")).to_have_value("Is it nice")
    expect(page.locator("#c-full_boat .state")).not_to_contain_text("silent")
    page.keyboard.press("Escape")
    expect(page.locator("#c-full_boat form")).to_have_count(0)


def test_what_is_being_written_stays_with_its_sentence_when_others_get_another_number(page: Page, document: Path) -> None:
    go(page, "s-14")
    text = document.read_text(encoding="utf-8")
    page.keyboard.press("s")
    page.locator("#s-14 form input").first.fill("adv")
    document.write_text(text.replace("# Il gioco", "Tocca poi al vicino.\n\n# Il gioco"), encoding="utf-8")
    expect(page.locator("#s-14 h2")).to_contain_text("sentence 15")
    expect(page.locator("#s-14 .document p span").first).to_contain_text("Il gioco")
    page.keyboard.type("ice")
    expect(page.locator("#s-14 form input").first).to_have_value("advice")
    page.keyboard.press("Escape")
    document.write_text(text, encoding="utf-8")
    expect(page.locator("#s-14 h2")).to_contain_text("sentence 14")


def test_where_a_row_is_gone_one_goes_on_with_the_next(page: Page, document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("\n\n", "\n\nTocca poi al vicino.\n\n", 1), encoding="utf-8")
    page.locator("[data-view=every]").click()
    made = page.locator("article", has=page.locator(".document p", has_text="Tocca poi al vicino"))
    made.locator("h2").click()
    key = page.locator("article.here + article").get_attribute("id")
    document.write_text(text, encoding="utf-8")
    expect(made).to_have_count(0)
    expect(page.locator("article.here")).to_have_id(str(key))


def test_why_a_key_did_nothing_is_not_told_of_another_row(page: Page) -> None:
    go(page, "s-1")
    page.keyboard.press("c")
    expect(page.locator("#wrong")).to_contain_text("nothing to confirm")
    page.keyboard.press("j")
    expect(page.locator("#wrong")).to_have_text("")


def test_a_sentence_that_is_assigned_is_followed_to_the_row_of_its_clause(page: Page) -> None:
    go(page, "s-11")
    page.keyboard.press("s")
    page.locator("#s-11 form input").first.fill("storm")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#c-storm")).to_have_class(re.compile(r"\bhere\b"))
    expect(page.locator("#c-storm .state")).to_contain_text("confirmed")
    expect(page.locator("#c-storm")).to_be_in_viewport()
    page.keyboard.press("u")
    expect(page.locator("#c-storm .state")).to_contain_text("guess")


def test_a_candidate_is_chosen_by_its_button(page: Page) -> None:
    go(page, "c-enough_on_shore")
    row = page.locator("#c-enough_on_shore")
    chosen = row.locator(".document .soft").first
    number = re.findall(r"or (\d+):", chosen.inner_text())[0]
    chosen.get_by_role("button", name="states it").click()
    expect(row.locator(".state")).to_contain_text("confirmed")
    expect(row.locator(".document [data-sentence]")).to_have_attribute("data-sentence", number)
    page.keyboard.press("u")
    expect(row.locator(".state")).to_contain_text("guess")


def test_the_sentence_that_the_finding_is_about_is_edited_first(page: Page) -> None:
    go(page, "c-full_boat")
    row = page.locator("#c-full_boat")
    page.keyboard.press("s")
    row.locator("form input").last.fill("3 12")
    page.keyboard.press("Control+Enter")
    # The finding on the first of the two sentences is accepted, and one on the second is left.
    expect(row.locator("li.error").first).to_contain_text("(sentence 3)")
    page.keyboard.press("a")
    page.keyboard.type("another number")
    page.keyboard.press("Control+Enter")
    expect(row.locator(".accepted")).to_contain_text("another number")
    page.keyboard.press("e")
    expect(row.locator("form label")).to_contain_text("Sentence 12 ")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(row.locator(".state")).to_contain_text("guess")


def test_keys_work_on_a_cyrillic_keyboard(page: Page) -> None:
    go(page, "c-load")
    press = "([key, code]) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, code, bubbles: true}))"
    page.evaluate(press, ["\u0441", "KeyC"])
    expect(page.locator("#c-load .state")).to_contain_text("confirmed")
    page.evaluate(press, ["\u0433", "KeyU"])
    expect(page.locator("#c-load .state")).to_contain_text("guess")
    # On a French keyboard the letter decides, and not its place.
    go(page, "c-load")
    page.evaluate(press, ["a", "KeyQ"])
    expect(page.locator("#wrong")).to_contain_text("nothing to accept")


def test_what_is_found_is_gone_to_and_no_key_acts_on_a_row_that_is_not_seen(page: Page) -> None:
    go(page, "c-load")
    page.locator("#find").fill("tempesta")
    expect(page.locator("#c-load")).to_be_hidden()
    page.locator("#counted").click()
    page.keyboard.press("n")
    expect(page.locator("#wrong")).to_contain_text("no row is chosen")
    page.locator("#find").press("Enter")
    expect(page.locator("article.here")).to_contain_text("tempesta")
    page.locator("#find").press("Escape")
    expect(page.locator("#c-load .state")).to_contain_text("guess")


def test_what_is_begun_while_something_else_is_being_saved_is_not_disturbed(page: Page) -> None:
    """The answers of the server come late: after the rows that they change, and when the next text is being written."""
    go(page, "c-load")
    page.evaluate("""() => {
        const send = rulewright.send, waiting = [];
        let free = 0;
        rulewright.send = async (...given) => {
            const answer = await send(...given);
            await new Promise(done => { if (free > 0) { free -= 1; done(); } else waiting.push(done); });
            return answer;
        };
        window.letThrough = () => { if (waiting.length > 0) waiting.shift()(); else free += 1; };
        window.sendAgain = () => { rulewright.send = send; };
    }""")
    row = page.locator("#c-load")
    for text, said in (("How many?", "the question about load is kept"), ("", "the question about load is removed")):
        page.keyboard.press("q")
        row.locator("form:visible textarea").fill(text)
        page.keyboard.press("Control+Enter")
        page.keyboard.press("s")
        page.keyboard.type(" 1")
        expect(row.locator(".question")).to_have_count(1 if text else 0)
        page.keyboard.type("2")
        page.evaluate("window.letThrough()")
        expect(page.locator("#said")).to_have_text(said)
        page.keyboard.type("3")
        expect(row.locator("form input").last).to_have_value("8 123")
        page.keyboard.press("Escape")
    # What is refused meanwhile comes back into its field, and takes the cursor from no other.
    page.keyboard.press("s")
    row.locator("form:visible input").first.fill("nonsense")
    page.keyboard.press("Control+Enter")
    go(page, "c-storm")
    page.keyboard.press("q")
    page.keyboard.type("Is ")
    page.evaluate("window.letThrough()")
    expect(page.locator("#wrong")).to_contain_text("nonsense")
    page.keyboard.type("it nice?")
    expect(page.locator("#c-storm form textarea")).to_have_value("Is it nice?")
    expect(row.locator("form input").first).to_have_value("nonsense")
    page.keyboard.press("Escape")
    page.evaluate("window.sendAgain()")
    go(page, "c-load")
    row.locator("form input").first.press("Escape")


def test_what_is_refused_can_be_mended(page: Page) -> None:
    go(page, "c-load")
    page.keyboard.press("s")
    page.locator("#c-load form input").first.fill("no such clause")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#wrong")).not_to_have_text("")
    expect(page.locator("#said")).to_have_text("")
    expect(page.locator("#c-load form input").first).to_have_value("no such clause")
    expect(page.locator("#c-load form input").last).to_be_focused()
    page.keyboard.press("Escape")
