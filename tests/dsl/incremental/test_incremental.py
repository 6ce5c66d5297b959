"""Declarations that differ are checked alone, where all that was found of the rest of the rulebook holds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rulewright.cli.checking.file_checks import compiled
from rulewright.dsl import syntax as ast
from rulewright.dsl.analyses.information_flow import expressions
from rulewright.dsl.driver import compile
from rulewright.dsl.incremental import alike
from rulewright.dsl.incremental.again import check_again
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.search_path import find, variants_of

from .edited import after, cached, compare, copied, parsed

RULEBOOK = """rulebook heap
    "Heap"
    players 2

parameter hidden: 0..1 = 1
    "Whether stones are hidden."

parameter first_marks: 0..3 = 1
    "Marks at first."

parameter bonus: 1..3 = 1
    "The bonus is {bonus}."

constants
    marks_for_all = 3 "Those with {marks_for_all} stones win."
    most = 19 "Nobody has {most} stones."
    room = 20 "There is room for {room} stones."
    extra = room - 1 "Some stones."

each player has
    stones: 0..20 = 9
    marks: 0..3 per 1..3
    held: 0..9 = 0, seen by owner

state
    left: 0..99 = room
    right: 0..9 = first_marks

note who_begins
    "The youngest begins."

table tool
    "Tools."
    worth: 0..9
    cost: 0..9
    weight: 0..9
    effect swing(p: player)
    effect drop(p: player)
    row axe: 3, 4, 5
        "An axe is worth {worth}."
        swing
            if p.stones < axe.worth + 9
                p.stones gains bonus
        drop
            choose dropping by p
                "They may drop it."
                move let_go "let go"
                    p.stones becomes axe.worth + 1
                move hold "hold"
                    p.stones becomes 2
    row saw: 5
        "A saw."
        cost = 2
        swing
            p.stones becomes 5
        drop
            p.stones becomes 6
        weight = worth_of_saw

constants
    worth_of_saw = 1 "A saw is worth {worth_of_saw + 1}."

function twice(n: 0..9): 0..20
    "Twice a number."
    says factor
    gives n * 2
    exception small: n < 2
        "A small number counts once."
        gives n

function more_of(n: 0..9): 0..20
    "One more."
    assumed "nobody says so"
    let more = n + 1
    gives more

function some_tool(p: player): tool
    "The tool that a player has."
    gives axe if p.stones < 7 else saw

play
    "Players take turns."
    repeat
        for each p in players
            turn_of(p)
            check empty

rule turn_of(p: player)
    "{p} takes stones."
    choose taking by p
        "One may take a few."
        move take "take {n}" for n in 1..3
            "They take some."
            require enough: n <= left and p.stones + n < 19
                "there are only {left}"
            require open_or_few: hidden = 1 or next(p).held < 4
                "too many"
            left loses n
            p.marks[2] becomes 1
            if twice(n) > more_of(2)
                p.stones gains 1
            p.held becomes 3
            if p.stones < most + bonus and (some t in tool: t.weight > 4 and t.cost < extra)
                p.stones gains saw.cost
            some_tool(p).swing(p)
            axe.drop(p)
            check ends

end empty
    "The game ends when nothing is left."
    when left <= 1 or every p in players: p.stones = 20 or p.marks[1] > 2
    winners p in players where p.stones > marks_for_all + first_marks

end nobody_wins
    "Nobody wins where too many are left."
    when left > 98 or right > 8
    draw

end stuck
    "Nobody wins where all have stones."
    when every p in players: p.stones > 17
    draw

invariant few: left <= 99
    "There are few stones."
"""
# What is written now, in place of what: whether the rest of what was found holds.
EDITS = {
    "a number that is compared": ("p.stones + n < 19", "p.stones + n < 17", True),
    "a sign of comparison": ("n <= left", "n < left", True),
    "a number that is added": ("gains 1", "gains 2", True),
    "a sign of calculation": ("n + 1\n", "n * 1\n", True),
    "a number in an end": ("when left <= 1", "when left <= 3", True),
    "a number in an end without winners": ("when left > 98", "when left > 97", True),
    "a number in an invariant": ("few: left <= 99", "few: left <= 90", True),
    "a remark inside": ("                \"too many\"", "                \"too many\" # for now", True),
    "a number beyond what fits": ("p.held becomes 3", "p.held becomes 30", True),
    "a number in a function": ("n * 2", "n * 1", True),
    "a number whose code has one check more": ("n * 2", "n * 9", True),
    "a number of a type": ("function more_of(n: 0..9)", "function more_of(n: 0..8)", True),
    "a number in a condition of an exception": ("small: n < 2", "small: n < 3", True),
    "brackets in a condition of an exception": ("small: n < 2", "small: (n < 2)", True),
    "a number that is handed on": ("more_of(2)", "more_of(3)", True),
    "a number of a place": ("p.marks[2]", "p.marks[3]", True),
    "a number that settles a condition": ("hidden = 1 or", "hidden = 0 or", False),
    "a sign that settles a condition": ("hidden = 1 or", "hidden != 1 or", False),
    "a first value": ("stones: 0..20 = 9", "stones: 0..20 = 8", True),
    "a name": ("p.stones gains 1", "p.held gains 1", True),
    "a word of the language": ("n <= left and", "n <= left or", True),
    "the words of a statement": ("\"too many\"", "\"too much\"", True),
    "the words of the statement of a rule": ("{p} takes stones.", "{p} takes some stones away.", True),
    "the words of the statement of an exception": ("A small number counts once.", "Small numbers count once.", True),
    "the words of the statement of an invariant": ("There are few stones.", "Stones are few.", True),
    "the words of a note": ("The youngest begins.", "The oldest begins.", True),
    "the words of a row": ("An axe is worth {worth}.", "Axes are worth {worth}.", True),
    "the words of a table": ('"Tools."', '"All tools."', True),
    "the words of a parameter": ("Whether stones are hidden.", "Are stones hidden?", True),
    "a value of a constant": ("most = 19", "most = 17", True),
    "a value of a constant in an end": ("marks_for_all = 3", "marks_for_all = 4", True),
    "a value of a constant that another uses": ("room = 20", "room = 19", False),
    "a value that uses another": ("extra = room - 1", "extra = room - 2", True),
    "a value of a constant that a first value uses": ("room = 20", "room = 30", False),
    "a value of a constant that is no number": ("most = 19", "most = P1", True),
    "a name of a constant": ("    most = 19", "    mist = 19", False),
    "a value of a constant that a row uses": ("worth_of_saw = 1", "worth_of_saw = 2", False),
    "a value of a constant too great": ("most = 19", "most = 9999999999", False),
    "a value of a constant with an unknown name": ("most = 19", "most = some_name", False),
    "a value of a parameter": ("bonus: 1..3 = 1", "bonus: 1..3 = 2", True),
    "a value of a parameter that settles a condition": ("hidden: 0..1 = 1", "hidden: 0..1 = 0", False),
    "a value of a parameter that a first value uses": ("first_marks: 0..3 = 1", "first_marks: 0..3 = 2", False),
    "a value of a parameter that does not fit": ("hidden: 0..1 = 1", "hidden: 0..1 = 2", False),
    "a type of a parameter": ("hidden: 0..1 = 1", "hidden: 0..2 = 1", False),
    "a value of a row by its place": ("row axe: 3, 4, 5", "row axe: 3, 7, 5", True),
    "a value of a row by its name": ("cost = 2", "cost = 3", True),
    "a value of a row that uses a constant": ("weight = worth_of_saw", "weight = worth_of_saw + 2", True),
    "a value of a row that does not fit": ("row axe: 3, 4, 5", "row axe: 3, 4, 50", True),
    "a value of a row that its statement says": ("row axe: 3, 4, 5", "row axe: 2, 4, 5", True),
    "a row with a value less": ("row axe: 3, 4, 5", "row axe: 3, 4", False),
    "values of two columns": ("row axe: 3, 4, 5", "row axe: 3, 5, 4", True),
    "a number in the way of a row": ("p.stones becomes 5", "p.stones becomes 4", True),
    "a number in the way of a row that waits": ("p.stones becomes 2", "p.stones becomes 3", True),
    "a statement more in the way of a row": (
        "p.stones becomes 6\n", "p.stones becomes 6\n            p.stones gains 1\n", True),
    "a choice less in the way of a row": (
        '                move hold "hold"\n                    p.stones becomes 2\n', "", False),
    "an effect of another name": (
        "        swing\n            p.stones becomes 5", "        swong\n            p.stones becomes 5", False),
    "a mistake in the way of a row": ("p.stones becomes 5", "p.stanes becomes 5", True),
    "a value in the way of a row": ("p.stones becomes 5", "p.stones becomes saw.cost", True),
    "a way of a row, and a value of another": ("p.stones becomes axe.worth + 1", "p.stones becomes axe.cost", True),
    "an expression less in a row": ("An axe is worth {worth}.", "An axe is worth three.", False),
    "no words of a note": ('"The youngest begins."', '""', False),
    "a statement of nothing": ("\"Twice a number.\"", "\"\"", False),
    "a statement without words": ("\"Twice a number.\"", "\" \"", False),
    "a line below a statement": ("says factor", "says number", False),
    "a reason below a statement": ("nobody says so", "somebody says so", True),
    "no reason below a statement": ('    assumed "nobody says so"\n', "", True),
    "a reason behind a value": ("row axe: 3, 4, 5", 'row axe: 3, 4 assumed "it is lost", 5', True),
    "a reason behind a constant": ("most = 19", 'most = 19 assumed "it is lost"', True),
    "an expression less in a statement": ("{p} takes stones.", "Someone takes stones.", False),
    "how a move is written": ("\"take {n}\"", "\"grab {n}\"", True),
    "two moves that are written alike": ("move hold \"hold\"", "move hold \"let go\"", True),
    "a number in a text": ("\"there are only {left}\"", "\"there are only {left + 0}\"", False),
    "one statement more": (
        "            p.held becomes 3\n", "            p.held becomes 3\n            p.held becomes 2\n", True),
    "a declaration less": (
        "invariant few: left <= 99\n    \"There are few stones.\"\n", "", False),
    "a name of a declaration": ("invariant few", "invariant some", False),
    "a mistake": ("n <= left", "n <= lift", True),
    "what does not parse": ("n <= left", "n <= <= left", True),
    "a bracket that is not closed": ("every p in players: p.stones > 17", "every p in players: (p.stones > 17", False),
    "a function that does not parse, and what calls it": ("n * 2\n", "n * * 2\n", True),
    "a function that does not parse, with an open bracket": ("n * 2\n", "(n * 2\n", True),
    "a head that does not parse": ("function more_of(n: 0..9)", "function more_of(n: 0..", True),
    "an end that does not parse": ("when left > 98", "when left > >", False),
    "an invariant that does not parse": ("few: left <= 99", "few: left <=", True),
    "a note that does not parse": ("note who_begins", "note who begins", True),
    "a parameter that does not parse": ("parameter bonus: 1..3 = 1", "parameter bonus: 1..3 = = 1", False),
    "a constant that does not parse": ("    most = 19", "    most = = 19", False),
    "a table that does not parse": ("row axe: 3, 4, 5", "row axe: 3, 4, ,", False),
    "the first rule that does not parse": ("    repeat\n        for", "    repeat repeat\n        for", False),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_declaration_that_differs_is_checked_alone_where_the_rest_holds(main: Path, edit: str) -> None:
    after(main, main, EDITS[edit])


def test_a_rule_that_the_short_games_came_to_is_played_again(main: Path) -> None:
    texts = {name: RULEBOOK.replace(*edit) for name, edit in {
        "rule": ("n < 19", "n < 18"), "function": ("n + 1\n", "n + 2\n"), "invariant": ("left <= 99", "left <= 98"),
        "words": ("One may take a few.", "One may take some."), "remark": ("gains 1\n", "gains 1  # one\n")}.items()}

    def played(called: frozenset[str] | None) -> list[str]:
        rechecks = {name: check_again(cached(main, called=called), {str(main): text}) for name, text in texts.items()}
        assert None not in rechecks.values()
        return [name for name, recheck in rechecks.items() if recheck is not None and recheck.is_played]

    assert played(None) == played(frozenset()) == []
    # The moves of a rule are planned by the functions that it names.
    assert played(frozenset({"take"})) == ["rule", "function"]
    assert played(frozenset({"more_of", "few"})) == ["function", "invariant"]


VARIANT = """variant more of heap

because "More."
    replace invariant few: left <= 98
        "Fewer."
    set most = 17
    set marks_for_all = 4 "Those with {marks_for_all} stones have enough."
    replace require enough: n <= left and p.stones + n < 18
        "there are {left} only"
    set tool.axe.cost = 8

rule one_more(p: player)
    "{p} loses one of {bonus} stones."
    p.stones loses 1

because "Another end."
    replace end stuck
        "Nobody wins where all have stones."
        when every p in players: p.stones > 16
        draw
    add after take
        one_more(p)
"""
# Whether what was found of the rulebook with its variant holds, after a change of the rulebook (R) or of the variant (V).
EDITS_WITH_VARIANT = {
    "what the variant replaces": ("R", "left <= 99", "left <= 97", True),
    "what replaces it": ("V", "left <= 98", "left <= 97", True),
    "a value that the variant sets": ("R", "most = 19", "most = 18", True),
    "the value that it is set to": ("V", "most = 17", "most = 16", True),
    "the value that it is set to, in other words": ("V", "have enough", "win", True),
    "another value of a row that the variant changes": ("R", "row axe: 3, 4, 5", "row axe: 3, 4, 6", True),
    "a value of a row that it sets": ("V", "axe.cost = 8", "axe.cost = 7", True),
    "a value that a declaration of the variant states": ("R", "bonus: 1..3 = 1", "bonus: 1..3 = 2", True),
    "a rule that the variant changes": ("R", "gains 1", "gains 2", True),
    "a requirement of the variant": ("V", "p.stones + n < 18", "p.stones + n < 17", True),
    "a rule of the variant": ("V", "loses 1", "loses 2", True),
    "an end of the variant": ("V", "p.stones > 16", "p.stones > 15", True),
    "a statement that the variant adds": ("V", "one_more(p)\n", "one_more(next(p))\n", True),
    "a reason": ("V", "Another end.", "An end.", True),
    "what it changes": ("V", "replace end stuck", "replace end empty", False),
    "a value that is none": ("V", "most = 17", "most = P1", False),
    "a mistake": ("V", "p.stones + n < 18", "p.stones + m < 18", True),
    "a clause that is not there": ("V", "require enough", "require enugh", False),
    "a value that is not there": ("V", "set most = 17", "set mist = 17", False),
    "what does not parse": ("V", "p.stones > 16", "p.stones > > 16", False),
    "what the variant changes does not parse": ("R", "n <= left and", "n <= <= left and", False),
    "what the variant leaves alone does not parse": ("R", "n * 2", "n * * 2", True),
    "a declaration of the variant does not parse": ("V", "p.stones loses 1", "p.stones loses loses 1", False),
    "an unknown type": ("R", "left: 0..99 = room", "left: numbr = room", True),
    "another first value": ("R", "stones: 0..20 = 9", "stones: 0..20 = 8", True),
    "a type that is wrong": ("R", "gains 1", "gains p", True),
}


@pytest.mark.parametrize("edit", EDITS_WITH_VARIANT)
def test_what_a_variant_changes_is_checked_as_the_variant_leaves_it(main: Path, edit: str) -> None:
    (main.parent / "variants").mkdir()
    variant = main.parent / "variants" / "more.rules"
    variant.write_text(VARIANT, encoding="utf-8")
    where, before, now, holds = EDITS_WITH_VARIANT[edit]
    after(main, main if where == "R" else variant, (before, now, holds), ("more",))


def test_how_a_move_is_written_is_no_statement(main: Path) -> None:
    texts = RULEBOOK, RULEBOOK.replace("take {n}", "grab {n}"), RULEBOOK.replace("They take some", "They grab some")
    rule, written, spoken = (next(item for items in parsed(main, text) for item in items
                                  if isinstance(item, ast.Rule) and item.name == "turn_of") for text in texts)
    assert alike.have_same_rules(rule, spoken)
    assert not alike.have_same_rules(rule, written)
    assert not alike.have_same_notations(rule, written)
    assert alike.have_same_form(rule, written)
    assert alike.have_same_notations(rule, spoken)


# ---- Random edits ----------------------------------------------------------------------------------

@pytest.mark.parametrize("count", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_what_holds_after_an_edit_is_what_a_whole_check_finds(main: Path, count: int) -> None:
    assert compare(main.parent, main, (), random.Random(1), count) > 5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("pig", 40), ("carolus_magnus", 30), ("lancaster", 20), ("emperor_4", 4)])
def test_what_holds_after_an_edit_of_a_game_is_what_a_whole_check_finds(tmp_path: Path, name: str, count: int) -> None:
    main = copied(name, tmp_path)
    dice = random.Random(name)
    assert compare(tmp_path, main, (), dice, count)
    for variant in variants_of(main):
        compare(tmp_path, main, (variant,), dice, max(1, count // 8))


# ---- What later passes read --------------------------------------------------------------------------


def open_numbers(node: object, above: ast.Node | None = None) -> Iterator[ast.Integer]:
    """The numbers in a declaration that may differ."""
    if isinstance(node, tuple):
        for part in node:
            yield from open_numbers(part, above)
    elif isinstance(node, ast.Integer) and isinstance(above, alike._COUNTS):
        yield node
    elif isinstance(node, ast.Node):
        for name in alike._OPEN.get(type(node), ()):
            yield from open_numbers(getattr(node, name), node)


@pytest.mark.parametrize("name", ["pig", "hearts", "carolus_magnus", pytest.param("lancaster", marks=pytest.mark.slow)])
def test_no_later_pass_reads_a_number_that_may_differ(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    files = read(find(name))
    numbers = {number for declaration in files.declarations for number in open_numbers(declaration)}
    asked, watched = set[ast.Integer](), [False]
    value = ast.Integer.__dict__["value"]

    def noted(number: ast.Integer) -> int:
        asked.update({number} & numbers if watched[-1] else ())
        value_: int = value.__get__(number)
        return value_

    def during(module: ModuleType, called: str, watching: bool) -> None:
        done = getattr(module, called)

        def wrapped(*arguments: object, **named: object) -> object:
            watched.append(watching)
            try:
                return done(*arguments, **named)
            finally:
                watched.pop()

        monkeypatch.setattr(module, called, wrapped)

    for called in ("call_graph", "look_ahead", "verify", "unread", "flows"):
        during(compile, called, watching=True)
    # The outcome of conditions that constants settle is compared.
    during(expressions, "fold", watching=False)
    monkeypatch.setattr(ast.Integer, "value", property(noted, lambda number, now: value.__set__(number, now)))
    compiled(files, {}, Diagnostics())
    assert numbers
    assert not asked, sorted(str(number.span) for number in asked)
