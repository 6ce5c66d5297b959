"""The extension in a real Visual Studio Code: mistakes and their fixes, moves, variants, the debugger and the commands.

Run `pytest -m browser tests/browser/test_vscode.py`, with CODE_SERVER as `code_server` says; otherwise these tests are skipped.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from .code_server import Window, code_server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAY = "playthroughs/pig_complete_game.play"
# Below a roll, where Anna is to move.
EMPTY_LINE = 14
# In milliseconds. A debugger, for one, starts two processes before it shows something.
PATIENCE = 15_000


@pytest.fixture(scope="module")
def shared(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One window for all tests of this file: starting the editor takes longer than most of them."""
    folder = tmp_path_factory.mktemp("code")
    with code_server(folder) as address:
        context = chromium.new_context(viewport={"width": 1100, "height": 720})
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        page = context.new_page()
        page.goto(address)
        page.locator(".statusbar-item").first.wait_for(timeout=120_000)
        window = Window(page, folder / "games")
        # The server has started when the editor shows the declaration around the cursor.
        window.open("pig.rules", 30)
        page.locator(".monaco-breadcrumb-item", has_text="turn_of").wait_for()
        window.begin_again()
        yield window
        expect.set_options(timeout=None)
        context.close()


@pytest.fixture
def window(shared: Window, request: pytest.FixtureRequest) -> Iterator[Window]:
    """The window, as it is at first; its picture is kept where `RULEWRIGHT_SCREENS` names a folder."""
    yield shared
    if "RULEWRIGHT_SCREENS" in os.environ:
        shared.page.screenshot(path=f"{os.environ['RULEWRIGHT_SCREENS']}/{request.node.name}.png")
    shared.begin_again()


def test_a_mistake_is_marked_and_mended(window: Window) -> None:
    window.open("pig.rules", 36, 9)
    window.press("Shift+End")
    window.write("at_stak gains d")
    window.press("Escape", "Home")
    window.page.locator(".squiggly-error").first.wait_for()
    expect(window.hover()).to_contain_text("did you mean `at_stake`?")
    window.press("Escape", "Control+.")
    window.page.locator(".action-widget", has_text="Write `at_stake`").wait_for()
    window.press("Enter")
    window.page.locator(".squiggly-error").first.wait_for(state="detached")
    assert "        at_stake gains d\n" in window.text("pig.rules")


def test_a_note_is_shown_once(window: Window) -> None:
    window.open("pig.rules", 20)
    window.press("End", "Enter")
    window.write("at_stake: 0..5")
    window.press("Escape", "Home")
    window.page.locator(".squiggly-error").first.wait_for()
    hover = window.hover()
    expect(hover).to_contain_text("is declared already")
    assert hover.inner_text().count("it is declared here") == 1


def test_a_hover_states_a_rule_with_its_numbers(window: Window) -> None:
    window.open("pig.rules", 34, 18)
    expect(window.hover()).to_contain_text("A player who rolls a 1 keeps their score")


def test_a_constant_shows_its_value_and_declarations_fold(window: Window) -> None:
    window.open("pig.rules", 12)
    window.press("End", "Enter")
    window.write('twice = 2 * faces "Twice as many."')
    window.press("Escape")
    lines = window.page.locator(".view-lines")
    expect(lines).to_contain_text(re.compile(r"twice\W*=\s12\W*=\W*2"))
    window.command("Fold All")
    expect(lines).to_contain_text(re.compile(r"rule\skeep"))
    expect(lines).not_to_contain_text(re.compile(r"check\sgoal_reached"))


def test_a_call_shows_what_it_takes(window: Window) -> None:
    window.open("pig.rules", 50)
    window.press("End", "Enter")
    window.write("lose_the_turn(")
    expect(window.page.locator(".parameter-hints-widget.visible")).to_contain_text("lose_the_turn(p: player)")


def test_a_file_is_laid_out(window: Window) -> None:
    window.open("pig.rules", 36, 9)
    window.press("Shift+End")
    window.write("at_stake   gains    d")
    window.press("Escape")
    window.command("Format Document")
    window.page.wait_for_timeout(1000)
    assert "        at_stake gains d\n" in window.text("pig.rules")


def test_the_line_below_the_head_of_a_block_is_indented(window: Window) -> None:
    window.open("pig.rules", 17)
    window.press("End", "Enter", "Enter", "Shift+Tab")
    for line in ("each player has", "luck: 0..5"):
        window.write(line)
        window.press("Escape", "Enter")
    assert "\n\neach player has\n    luck: 0..5\n    \n" in window.text("pig.rules")


def test_a_branch_of_a_playthrough_is_indented_up_to_its_end(window: Window) -> None:
    window.open(PLAY, EMPTY_LINE)
    for line in ('branch "more"', "Anna: roll", "end"):
        window.write(line)
        # The list has the word that stands there; the key for a new line does not wait for the list to be gone.
        window.page.wait_for_timeout(1000)
        window.press("Enter")
    assert '\nbranch "more"\n    Anna: roll\nend\n\n' in window.text(PLAY)


def test_a_blank_lists_the_legal_moves(window: Window) -> None:
    window.open(PLAY, EMPTY_LINE)
    window.write("Anna: ")
    expect(window.offers()).to_have_count(2)
    assert [offer.split("\n")[0] for offer in window.offers().all_inner_texts()] == ["roll", "hold"]


def test_a_hover_in_a_playthrough_is_a_picture(window: Window) -> None:
    window.open(PLAY, 16, 3)
    window.hover().locator("img").wait_for()


def test_a_wrong_expectation_is_updated_by_its_lens(window: Window) -> None:
    window.open(PLAY, 8)
    window.press("End", "Enter")
    window.write("expect at_stake = 7")
    window.press("Escape")
    window.go(1)
    window.page.locator(".codelens-decoration a", has_text="Update 1 expectation").click()
    window.page.locator(".codelens-decoration a", has_text="Update").wait_for(state="detached")
    assert window.text(PLAY).count("expect at_stake = 4\n") == 2


def test_the_lens_runs_a_playthrough(window: Window) -> None:
    window.open(PLAY)
    window.page.locator(".codelens-decoration a", has_text="Run").click()
    window.page.locator(".notification-toast", has_text="all is as expected").wait_for()
    window.command("Notifications: Clear All Notifications")


def test_a_change_in_a_variant_opens_at_its_reason(window: Window) -> None:
    window.open("pig.rules", 54, 8)
    window.press("Control+.")
    window.page.locator(".action-widget", has_text="in the variant two_dice").wait_for()
    window.press("Enter")
    window.page.locator(".tab.active[data-resource-name='two_dice.rules']").wait_for()
    window.page.wait_for_timeout(1500)
    window.write("fewer points are lost")
    assert 'because "fewer points are lost"\n    replace rule lose_the_turn' in window.text("variants/two_dice.rules")


def test_a_field_is_renamed_in_all_files(window: Window) -> None:
    window.open("pig.rules", 30, 8)
    window.press("F2")
    window.page.locator(".rename-box input").first.wait_for()
    window.press("Control+a")
    window.write("stake")
    window.press("Enter")
    window.page.wait_for_timeout(6000)
    window.command("File: Save All Files")
    assert "        stake gains d\n" in window.text("pig.rules")
    assert "expect stake = 4\n" in window.text(PLAY)


def test_a_playthrough_is_stepped_through(window: Window) -> None:
    window.open("pig.rules", 51)
    window.press("F9")
    window.open(PLAY)
    window.press("F5")
    stack = window.page.locator(".debug-call-stack")
    expect(stack).to_contain_text("rolls 4")
    window.press("F5")
    expect(stack).to_contain_text("keep")
    expect(stack).to_contain_text("Boris: hold")
    expect(window.page.locator(".debug-variables")).to_contain_text(re.compile(r"p =\s*Boris"))
    window.press("Shift+F5")
    window.page.locator(".debug-toolbar").wait_for(state="hidden")


def test_the_terminal_of_a_command_stays(window: Window) -> None:
    window.open(PLAY)
    window.command("Rulewright: Run the playthroughs")
    expect(window.page.locator(".xterm-rows").last).to_contain_text("1 passed, 0 failed")


def test_coverage_stays_when_another_file_was_shown(window: Window) -> None:
    window.open("pig.rules", 34)
    window.command("Rulewright: Show the coverage of clauses")
    marks = window.page.locator(".glyph-margin-widgets [class*='ced-']")
    marks.first.wait_for()
    window.open("nim.rules")
    marks.first.wait_for(state="detached")
    window.open("pig.rules", 34)
    marks.first.wait_for()


def test_the_position_is_drawn_beside_the_text(window: Window) -> None:
    window.open(PLAY, 21)
    window.command("Rulewright: Show the position beside the text")
    shown = window.page.frame_locator("iframe.webview.ready").last.frame_locator("#active-frame")
    expect(shown.locator("svg").first).to_contain_text("Pig")


def test_a_program_that_is_not_found_is_named(window: Window) -> None:
    """The editor itself ends a debugger's session without a word. This test is the last: it breaks the setting."""
    settings = window.folder.parent / "data" / "Machine" / "settings.json"
    settings.write_text(json.dumps({"rulewright.command": ["no_such_program"]}), encoding="utf-8")
    window.page.wait_for_timeout(2000)
    window.open(PLAY)
    window.press("F5")
    said = window.page.locator(".notification-toast, .monaco-dialog-box", has_text="see the setting rulewright.command")
    said.first.wait_for()
    window.press("Escape")
