"""A rulebook of stones on a heap, and what may be written in it besides: declarations, a statement, a variant."""

from __future__ import annotations

from pathlib import Path

from .test_incremental import RULEBOOK as HEAP

NEW = {
    "function": 'function spare(p: player): 0..20\n    "The stones to spare of {p}."\n    gives max(0, p.stones - 3)\n\n',
    "function of a function": 'function thrice(n: 0..9): 0..40\n    "Three times."\n    gives twice(n) + n\n\n'
    'function more_often(n: 0..9): 0..80\n    "Six times."\n    gives thrice(n) + thrice(n)\n\n',
    "rule": 'rule pay_up(p: player)\n    "{p} pays."\n    if p.stones > 2\n        p.stones loses 1\n'
    '    exception destitute: p.marks[1] > 2\n        "Nobody with marks pays."\n        p.marks[1] loses 1\n\n',
    "waiting rule": 'rule ask_for(p: player)\n    "{p} is asked."\n    choose asking by p\n        "They answer."\n'
    '        move agreed "agree" as pass\n            "They agree."\n\n',
    "constant": 'constants\n    levy = 2 "The levy is {levy}."\n\n',
    "invariant": 'invariant marks_suffice: every p in players: p.marks[1] < 4\n    "There are enough marks."\n\n',
    "step": 'invariant one_by_one of each step: left <= before(left) + 1\n    "Little by little."\n\n',
    "note": 'note who_ends\n    "The last one ends."\n\n',
    "parameter": 'parameter levy: 0..9 = 2\n    "The levy is {levy}."\n\n',
    "event": 'event paid(p: player, n: 0..9)\n    "{p} paid {n}."\n\n',
    "section": 'section the_heap\n    "The heap"\n\n',
    "field": "state\n    rest: 0..9 = 5\n\n",
    "field of players": "each player has\n    rest: 0..9 = 1\n\n",
    "end": 'end too_soon\n    "Soon."\n    when left > 97\n    draw\n\n',
    "enum": 'enum hue: pale, dark\n\n',
    "hidden function": 'function concealed(p: player): 0..20\n    "What nobody knows."\n    gives p.held\n\n',
}
# A rule to which nothing hidden comes.
RULEBOOK = HEAP.replace("            turn_of(p)\n", "            tidy_up(p)\n            turn_of(p)\n") + """
rule tidy_up(p: player)
    "{p} tidies up."
    p.marks[3] becomes 0
"""
AT, BODY = "end empty\n", "    p.marks[3] becomes 0\n"


def with_more(declarations: str, statement: str) -> str:
    """The rulebook with declarations more, and a statement that may use them."""
    assert RULEBOOK.count(AT) == RULEBOOK.count(BODY) == 1
    text = RULEBOOK.replace(BODY, f"    {statement}\n{BODY}") if statement else RULEBOOK
    return text.replace(AT, declarations + AT)


def write_variant(main: Path, changes: str) -> None:
    """Write a variant of the rulebook."""
    (main.parent / "variants").mkdir()
    (main.parent / "variants" / "more.rules").write_text(f"variant more of heap\n\n{changes}", encoding="utf-8")
