"""Lists in columns: their order, values that they name twice, going through them, and what is wrong with them."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright import RulebookError, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.faults import RulebookFault

SHOP = '''
rulebook shop
    "The shop"
    players 2
    seats anna, boris

enum good: wood, wool, corn

board road: line of stage S0 .. S2
    signs: list of good up to 2 = [corn]

table stall
    "The stalls."
    sells: list of good up to 3
    days: list of 1..7 up to 4 = []
    row baker: [corn]
    row weaver: [wool, wood, wool]
        days = [2, 4]

each player has
    has: 0..9 per good

play
    repeat
        choose deed by anna
            move take "takes {g} from {x}" for x in stall, g in x.sells
                anna.has[g] gains 1
            move look "looks for the entry {n} of {x}" for x in stall, n in 1..3
                anna.has[x.sells[n]] gains 1
            move all_of "takes all from {x}" for x in stall
                for each g in x.sells
                    anna.has[g] gains 1
            otherwise
                check never

end never
    "It never ends."
    when 1 = 2
    draw
'''


@cache
def shop() -> Rules:
    return open_files(read_text("shop.rules", SHOP)).rules()


def test_a_value_that_a_list_names_twice_is_one_choice() -> None:
    offered = [choice.notation for choice in shop().decisions.choices(shop().initial()) if choice.clause == "take"]
    assert offered == ["takes corn from baker", "takes wool from weaver", "takes wood from weaver"]


def test_going_through_a_list_comes_to_each_of_its_entries() -> None:
    state = shop().step(shop().initial(), "takes all from weaver")
    assert [shop().cells.value(state, f"anna.has[{good}]") for good in ("wood", "wool", "corn")] == ["1", "2", "0"]


@pytest.mark.parametrize(("text", "holds"), [
    ("weaver.sells = [wool, wood, wool]", True), ("weaver.sells = [wool, wool, wood]", False), ("size(baker.days) = 0", True),
    ("4 in weaver.days", True), ("3 in weaver.days", False), ("weaver.sells[2] = wood", True), ("S1.signs = [corn]", True),
    ("(sum d in weaver.days: d) = 6", True)])
def test_conditions_speak_of_lists_in_columns(text: str, holds: bool) -> None:
    assert shop().expressions.condition(text, read_text("x", text).sources[0])(shop().initial()) is holds


def test_an_entry_that_a_list_does_not_have_is_a_fault() -> None:
    with pytest.raises(RulebookFault, match="there is no entry 2 in a list of 1"):
        shop().step(shop().initial(), "looks for the entry 2 of baker")


def test_a_row_whose_list_is_read_is_exercised() -> None:
    _, trace = shop().recording.step(shop().initial(), "takes all from baker")
    assert {clause for clause in trace.clauses if clause.startswith("stall.")} == {"stall.baker"}


@pytest.mark.parametrize(("right", "wrong", "message"), [
    ("row baker: [corn]", "row baker: [corn, corn, corn, corn]", "4 values in a list of at most 3"),
    ("days = [2, 4]", "days = [2, 8]", "8 is not in 1..7"),
    ("row baker: [corn]", "row baker: [milk]", "unknown name `milk`"),
    ("row baker: [corn]", "row baker: corn", "list of good")])
def test_a_list_that_does_not_fit_is_a_mistake(right: str, wrong: str, message: str) -> None:
    with pytest.raises(RulebookError, match=message):
        open_files(read_text("shop.rules", SHOP.replace(right, wrong))).rules()
