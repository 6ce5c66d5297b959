"""What nothing uses of declarations more or less, or after the last use of another, is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import all_names, cached, compared, report
from .heap import AT, NEW, RULEBOOK, with_more

# What is written before an end, and what before a statement of a rule: whether the rest of what was found holds.
UNUSED = {
    "a function": (NEW["function"], "", True),
    "a function, where a rule differs": (NEW["function"], "p.marks[2] becomes 2", True),
    "a function that uses a function that is new": (NEW["function of a function"], "", True),
    "a function that rules use, and one that nothing uses": (
        NEW["function"] + NEW["hidden function"], "p.marks[2] becomes 1 if spare(p) > 2 else 0", True),
    "a function of what is hidden": (NEW["hidden function"], "", True),
    "a function with a mistake": (NEW["function"].replace("p.stones - 3", "p.stanes - 3"), "", False),
    "a function that calls itself": (NEW["function"].replace("max(0, p.stones - 3)", "spare(p)"), "", False),
    "a function with a word of no type": (NEW["function"].replace("0..20", "0..20 or playr"), "", False),
    "a function, and a mistake in a rule": (NEW["function"], "p.stanes becomes 2", False),
    "a function, and a line that is never reached": (NEW["function"], "leave\n    leave", False),
    "a rule": (NEW["rule"], "", True),
    "a rule that waits": (NEW["waiting rule"], "", True),
    "a rule that carries out one that waits": (
        NEW["waiting rule"] + NEW["rule"].replace("        p.stones loses 1\n    exc", "        ask_for(p)\n    exc"),
        "", True),
    "a rule with a line that is never reached": (
        NEW["rule"].replace("    if p.stones > 2", "    repeat 2 times\n        leave\n        leave\n    if p.stones > 2"),
        "", False),
    "a rule that goes round": (NEW["rule"].replace("if p.stones > 2", "pay_up(p)\n    if p.stones > 2"), "", False),
    "a rule with two moves of one notation": (
        NEW["waiting rule"].replace('"They agree."\n', '"They agree."\n        move no "agree"\n            "No."\n'),
        "", True),
    "a loop that waits, of a rule that waits": (
        NEW["waiting rule"] + NEW["rule"].replace("    if p.stones > 2\n", "    repeat\n", 1).replace(
            "        p.stones loses 1\n    exc", "        ask_for(p)\n    exc"), "", True),
    "a loop that does not wait": (NEW["rule"].replace("    if p.stones > 2\n", "    repeat\n", 1), "", True),
    "a rule, and one that waits in a rule that did not": (NEW["rule"] + NEW["waiting rule"], "ask_for(p)", False),
    "a constant": (NEW["constant"].replace("{levy}", "two"), "", True),
    "a parameter": (NEW["parameter"].replace("{levy}", "two"), "", True),
    "a parameter, where an event happens": (
        NEW["parameter"].replace("{levy}", "two") + NEW["event"], "announce paid(p, 2)", True),
    "an enum, and a function of it": (
        NEW["enum"] + NEW["function"].replace("p.stones - 3", "1 if pale = dark else 2"), "", True),
    "a constant, and an invariant": (NEW["constant"].replace("{levy}", "two") + NEW["invariant"], "", True),
}


@pytest.mark.parametrize("more", UNUSED)
def test_what_nothing_uses_of_declarations_more_is_reported(main: Path, more: str) -> None:
    *text, holds = UNUSED[more]
    declarations, statement = map(str, text)
    both = compared(cached(main, (), all_names(main)), main, main, with_more(declarations, statement))
    assert (both is not None) == holds
    assert both is None or both[0].mistakes


def test_what_only_a_declaration_that_is_gone_used_is_reported(main: Path) -> None:
    note = 'note about_bonus\n    "It is {bonus + lot}."\n\n'
    text = RULEBOOK.replace(AT, 'constants\n    lot = 2 "Two."\n\n' + note + AT)
    main.write_text(text, encoding="utf-8")
    now = text.replace(note, "")
    assert check_again(cached(main), {str(main): now}) is None
    main.write_text(now, encoding="utf-8")
    assert any("`lot`" in str(line) for line in report(main)[0])


@pytest.mark.parametrize(("declared", "used", "instead", "word"), [
    (NEW["parameter"].replace("{levy}", "two"), "p.stones becomes levy", "p.stones becomes p.marks[1]", "levy"),
    (NEW["constant"].replace("{levy}", "two"), "p.stones becomes levy", "p.stones becomes p.marks[1]", "levy"),
    ("", "var who: player or playr = p\n    if who = playr\n        left becomes 3",
     "var who: player or playr = p\n    if who = P1\n        left becomes 3", "playr")])
def test_the_last_use_of_what_was_there_is_missed(main: Path, declared: str, used: str, instead: str, word: str) -> None:
    main.write_text(with_more(declared, used), encoding="utf-8")
    rulebook = cached(main, (), all_names(main))
    now = with_more(declared, instead)
    assert check_again(rulebook, {str(main): now}) is None
    main.write_text(now, encoding="utf-8")
    assert any(f"nothing uses the {kind} `{word}`" in diagnostic.message for diagnostic in report(main)[0]
               for kind in ("parameter", "constant", "word"))
