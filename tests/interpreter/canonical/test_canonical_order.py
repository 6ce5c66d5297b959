"""Programs in a standard order: what may be done in any order makes no difference, and everything else does."""

from __future__ import annotations

from typing import get_args

import pytest
from attrs import evolve, fields

from rulewright import open_files
from rulewright.dsl import ir
from rulewright.dsl.load.loader import find, read, read_text
from rulewright.dsl.source.diagnostics import RulebookError
from rulewright.dsl.tools.mutation_operators import ORDER_OF_EFFECTS, mutants, mutated
from rulewright.interpreter.analysis.divergence import ReferenceGames
from rulewright.interpreter.canonical.canonical_order import canonical_order
from rulewright.interpreter.canonical.fingerprint import fingerprint
from rulewright.interpreter.game.rules import Rules

RULEBOOK = """rulebook small
    players 2
board track: line of field F0 .. F5
each field has
    men: 0..9
each player has
    gold: 0..9
state
    n: 0..9
    m: 0..9
    seen: list of 0..9 up to 9
    marks: set of 0..9
play
    repeat
        choose number by P1
            "Somebody says a number."
            move "says {k}" for k in 0..5
                BODY
            move "does everything"
                count_up()
                pay(P1)
                double_up()
                stop_at_nine()
                m becomes min(twice(), 9)
        check over
rule count_up
    "One more."
    n becomes n + 1 if n < 9 else 0
rule double_up
    "As much gold as the number."
    P1.gold becomes n
rule pay(p: player)
    "A player pays."
    p.gold becomes 0
    announce paid(p)
rule stop_at_nine
    "It may end."
    check over
function twice: 0..18
    "Twice as much."
    gives n * 2
event paid(p: player)
    "A player has paid."
end over
    "The ninth ends it."
    when n = 9
    ranking p in players by p.gold
invariant small: n <= 9
    "No number is greater."
"""


def rules(body: str) -> Rules:
    return open_files(read_text("small.rules", RULEBOOK.replace("BODY", body.replace("\n", "\n" + " " * 16)))).rules(2)


def order(item: Rules, events: bool = True) -> str:
    return fingerprint(canonical_order(item.program, events), whole=events)


@pytest.mark.parametrize(("text", "other"), [
    ("n becomes k", "m becomes k"),
    ("n becomes k", "P1.gold becomes 1"),
    ("count_up()", "F1.men becomes k"),
    ("count_up()", "pay(P1)"),
    ("announce paid(P1)", "n becomes 1"),
    ("seen gains k", "marks gains k"),
    ("must n < 9 \"too many\"", "m becomes 0"),
    ("for each f in field: f.men becomes 0", "n becomes 1"),
    ("if k > 2: n becomes 1", "if k > 3: m becomes 2"),
])
def test_what_is_apart_may_be_exchanged(text: str, other: str) -> None:
    body = [rules(f"{_block(first)}\n{_block(second)}") for first, second in ((text, other), (other, text))]
    assert body[0].analyses.hash != body[1].analyses.hash
    assert order(body[0]) == order(body[1])


@pytest.mark.parametrize(("text", "other"), [
    ("n becomes k", "m becomes n"),
    ("n becomes k", "n becomes 1"),
    ("n becomes k", "m becomes min(twice(), 9)"),
    ("count_up()", "m becomes n"),
    ("count_up()", "n becomes 0"),
    ("pay(P1)", "P2.gold becomes 1"),
    ("pay(P1)", "announce paid(P2)"),
    ("stop_at_nine()", "m becomes 1"),
    ("must n < 9 \"too many\"", "n becomes 0"),
    ("seen gains k", "m becomes size(seen)"),
    ("for each f in field: f.men becomes n", "n becomes 1"),
    ("if n > 2: m becomes 1", "n becomes 3"),
    ("m becomes after count_up(): n", "n becomes k"),
    ("m becomes after double_up(): P1.gold", "n becomes k"),
])
def test_what_is_not_apart_stays_as_it_is(text: str, other: str) -> None:
    body = [rules(f"{_block(first)}\n{_block(second)}") for first, second in ((text, other), (other, text))]
    assert order(body[0]) != order(body[1])


def _block(line: str) -> str:
    """A statement that has another in it, over two lines."""
    return line.replace(": ", "\n    ", 1) if line.startswith(("for", "if")) else line


def test_without_events_those_that_are_announced_make_no_difference() -> None:
    item, other = rules("n becomes k\nannounce paid(P1)"), rules("n becomes k")
    assert order(item) != order(other)
    assert order(item, events=False) == order(other, events=False)
    assert order(rules("n becomes k\npay(P1)"), events=False) != order(other, events=False)


def test_what_is_asked_and_said_counts_as_well() -> None:
    plain = rules("n becomes k")
    for old, new in (("Somebody says a number", "Somebody counts"), ("small: n <= 9", "small: n < 10")):
        changed = open_files(read_text("small.rules", RULEBOOK.replace("BODY", "n becomes k").replace(old, new))).rules(2)
        assert plain.analyses.hash == changed.analyses.hash
        assert order(plain) != order(changed)


# Of the large game every second mutant is compared, and all of them in the slow run.
@pytest.mark.parametrize(("name", "each"), [
    ("carolus_magnus", 2), ("goofspiel", 1), pytest.param("carolus_magnus", 1, marks=pytest.mark.slow)])
def test_rulebooks_in_which_only_such_things_are_exchanged_play_alike(name: str, each: int) -> None:
    files = read(find(name), ())
    own = open_files(files).rules(2)
    kept, same = ReferenceGames(own, seed=1), 0
    for mutant in [mutant for mutant in mutants(files.declarations) if mutant.kind == ORDER_OF_EFFECTS][::each]:
        try:
            other = open_files(evolve(files, declarations=mutated(files.declarations, mutant))).rules(2)
        except RulebookError:
            continue
        if order(other) == order(own) and other.analyses.hash != own.analyses.hash:
            same += 1
            assert all(kept.is_alike(number, other) for number in range(3)), mutant.key
    assert same


# Expressions and domains that read more than their parts: by the name of a function, a rule or a board, or the position itself.
# The others read what their parts read. `canonical_order.reads`, `coverable` and `machine.dependencies` rely on it.
READING_MORE = {"Applied", "CallFunction", "Decider", "Happened", "Paths", "Primitive", "RegionDomain", "RegionOf", "Slot",
                "Supposed", "Temp"}
READING_BY_PARTS = {
    "Arith", "Before", "Both", "Compare", "Const", "Either", "EntriesWithin", "Gather", "IfElse", "ItemAt", "JointDomain",
    "ListDomain", "Lookup", "MakeList", "MakeSet", "Member", "Negate", "Not", "Opened", "PickException", "Present",
    "RangeDomain", "Ranked", "ReadList", "RotatedDomain", "SetArith", "SetDomain", "SizeOf",
    "Tuple", "Values", "Within", "WordDomain"}


def test_of_every_expression_it_is_known_whether_it_reads_more_than_its_parts() -> None:
    every = {node.__name__: node for node in (*get_args(ir.Expr), *get_args(ir.Domain))}
    assert set(every) == READING_MORE | READING_BY_PARTS
    naming = {name for name, node in every.items() if {"function", "rule"} & {field.name for field in fields(node)}}
    assert naming == {"CallFunction", "Supposed"}
