"""Parts of programs are alike where only names of temporaries and numbers of places differ."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulewright.dsl import ir
from rulewright.dsl.driver.compile import program_for
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.backends.python.compared.parts import Changes, FunctionParts
from rulewright.interpreter.canonical.alike import are_alike

from ...shipped import shipped_rules

ZERO = ir.Const(0)
RULEBOOK = """rulebook shop
    players 2

table stall
    price: 0..9
    row bread: 2
    row wine: 5

state
    paid: 0..99
    seen: 0..9

play
    repeat
        for each p in players
            choose buying by p
                move "buys {x}" for x in stall
                    require cheap: price_of(x) < 9
                    paid becomes min(99, paid + price_of(x))
                    look()
                move "waits"
                    seen becomes 1
            check last

function price_of(x: stall): 0..9
    gives x.price

function plain(): 0..9
    gives seen

rule look
    seen becomes 1 if (some x in stall: x.price > plain()) else 2

end last
    when paid > 20
    draw
"""


def gather(name: str, read: str, site: int = 0) -> ir.Expr:
    body = ir.Within(ir.Temp(read), 0, 3, site)
    return ir.Gather("sum", name, ir.RangeDomain(ZERO, ir.Const(3)), None, None, False, body)


@pytest.mark.parametrize(("a", "b", "wanted"), [
    (gather("x_1", "x_1"), gather("x_7", "x_7", 5), True),
    (gather("x_1", "x_1"), gather("x_7", "x_1"), False),
    (gather("x_1", "y_1"), gather("y_1", "y_1"), False),
    (gather("x_1", "x_1"), gather("y_1", "y_1"), False),
    # Two names of the one are one of the other.
    (ir.Tuple((ir.Temp("x_1"), ir.Temp("x_2"))), ir.Tuple((ir.Temp("x_1"), ir.Temp("x_1"))), False),
    (ir.Tuple((ir.Temp("x_1"), ir.Temp("x_1"))), ir.Tuple((ir.Temp("x_1"), ir.Temp("x_2"))), False),
    # Functions and tables have names too, and these may end in numbers.
    (ir.CallFunction("worth_1", ()), ir.CallFunction("worth_2", ()), False),
    (ir.Lookup("stall.price_1", ZERO), ir.Lookup("stall.price_2", ZERO), False),
    (ir.Touch("rule_1"), ir.Touch("rule_2"), False),
    ((ZERO, ZERO), (ZERO,), False),
    (ir.Const(1), ir.Const(2), False),
])
def test_only_names_of_temporaries_and_places_make_no_difference(a: object, b: object, wanted: bool) -> None:
    assert are_alike(a, b) is wanted
    assert are_alike(b, a) is wanted
    assert are_alike(a, a)


def parts(text: str) -> FunctionParts:
    files = read_text("shop.rules", text)
    return FunctionParts(program_for(files.declarations, 2, {}, files.diagnostics))


def changes(text: str) -> frozenset[str]:
    """The functions and tables that are others in another rulebook."""
    own = parts(RULEBOOK)
    found = Changes(own, parts(text))
    return frozenset(name for name in (*own.of, *own.tables) if found.has(name))


def changed(old: str, new: str) -> frozenset[str]:
    """The functions that are others when a piece of the rulebook is replaced, without those of choices."""
    assert RULEBOOK.count(old) == 1
    return frozenset(name for name in changes(RULEBOOK.replace(old, new)) if name[:2] in ("f_", "r0", "e0") or name[0] == "T")


def test_nothing_has_changed_in_the_same_rulebook() -> None:
    assert changes(RULEBOOK) == frozenset()


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("row wine: 5", "row wine: 4", {"T0", "f_price_of", "r0"}),
    ("gives seen", "gives 3", {"f_plain", "r0"}),
    ("gives x.price", "gives 9 - x.price", {"f_price_of"}),
    ("paid > 20", "paid > 21", {"e0"}),
    # One more quantifier changes the numbers of all names and places behind it, and nothing else.
    ("seen becomes 1\n", "seen becomes 1 if (some y in stall: y.price > 3) else 0\n", set()),
])
def test_what_uses_a_change_has_changed(old: str, new: str, wanted: set[str]) -> None:
    assert changed(old, new) == wanted


def test_a_block_has_changed_with_what_is_written_into_it() -> None:
    """The block of `buys` goes on into what comes after the choice, and so to the end."""
    entered = next(block for block in parts(RULEBOOK).program.blocks if block.enters is not None)
    assert f"b{entered.id}" in changes(RULEBOOK.replace("paid > 20", "paid > 21"))


def test_all_has_changed_where_spaces_have_other_neighbours() -> None:
    """Functions of boards are in no program, and any function may ask them."""
    program = shipped_rules("race").program
    tables = tuple((name, values[::-1] if name.startswith("near.") else values) for name, values in program.tables)
    own = FunctionParts(program)
    found = Changes(own, FunctionParts(evolve(program, tables=tables)))
    assert tables != program.tables
    assert all(map(found.has, own.of))
