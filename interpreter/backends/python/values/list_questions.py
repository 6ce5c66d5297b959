"""Questions about lists of the rulebook -> questions about their entries, which take less time in play.

    some l in lines: every c in l: mark[c] = turn

asks about `c_0`, `c_1` and `c_2` of each line, and where the lines are few, about each of their entries by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

from attrs import evolve

from .....dsl import ir
from ....canonical.free_temps import free_temps
from ...plan.rebuild import replaced, substituted
from .derived import DerivedTables, has_own
from .expressions import CodeNames

# Lists of no more entries are written out.
MAX_ENTRIES = 8
# Lists have at least two entries left, when one of them is not asked about.
MIN_OTHERS = 2
# Of lists with fewer entries in all, each entry is asked about in an expression of its own.
MAX_WRITTEN_OUT = 32
# The names that have the values of slots.
NameOfSlot = Mapping[ir.Slot, str]


class ListQuestions:
    """Asks about entries instead of lists.

    `fails` says whether working out an expression may be a fault; `derived` makes tables of those of the program, where that is
    wanted.
    """

    def __init__(self, names: CodeNames, fails: Callable[[ir.Expr], bool], derived: DerivedTables | None) -> None:
        self.names, self.fails, self.derived = names, fails, derived

    def by_entries(self, node: ir.Gather, slot_names: NameOfSlot) -> ir.Gather:
        """A loop over lists of the rulebook that are equally long, which asks about all entries of each: over their entries.

        `some l in lines: every c in l: mark[c] = turn` becomes `for c_0, c_1, c_2 in lines: if ... and ... and ...`.
        """
        match node:
            case ir.Gather("some" | "every" | "no", row, ir.ListDomain(ir.Lookup(table) as lookup), None, None, _, ir.Gather(
                    "some" | "every" | "no" as kind, name, ir.ListDomain(ir.Temp(inner)), None, None, _, body)) \
                    if inner == row and body is not None and row not in free_temps(body):
                entries = self._length_of_rows(table)
                if entries is None or self.names.record or self.names.budget.is_long(node):
                    return node
                table, less = self._others(lookup, name, kind, body, slot_names) if entries > MIN_OTHERS else (table, 0)
                table, body = self._moved(table, name, body)
                names = [f"{name}_{i}" for i in range(entries - less)]
                parts = [substituted(body, {name: ir.Temp(item)}) for item in names]
                joined = reduce(ir.Both if kind == "every" else ir.Either, parts)
                return evolve(node, name=", ".join(names), domain=ir.ListDomain(evolve(lookup, table=table)),
                              body=ir.Not(joined) if kind == "no" else joined)
            case _:
                # Any other loop stays as it is.
                return node

    def list_by_list(self, node: ir.Gather) -> ir.Expr | None:
        """A question about all entries of a few known lists, list by list; None for other questions."""
        match node:
            case ir.Gather("some" | "every" | "no" as outer, row, ir.ListDomain(ir.Lookup(table, ir.Const(index))), None, None,
                           _, ir.Gather("some" | "every" | "no" as kind, name, ir.ListDomain(ir.Temp(inner)), None, None, _,
                                        body)) if inner == row and body is not None and row not in free_temps(body):
                rows = self.names.cells[table][index] if 0 <= index < len(self.names.cells[table]) else ()
            case _:
                # Other questions are no question about lists in a list.
                return None
        if not isinstance(rows, tuple) or self.names.record or self.names.budget.is_long(node):
            return None
        total = sum(len(entries) if isinstance(entries, tuple) else MAX_WRITTEN_OUT for entries in rows)
        if not 0 < total < MAX_WRITTEN_OUT:
            return None

        def asked(kind: ir.GatherKind, parts: list[ir.Expr]) -> ir.Expr:
            joined = reduce(ir.Both if kind == "every" else ir.Either, parts) if parts else ir.Const(int(kind == "every"))
            return ir.Not(joined) if kind == "no" else joined

        if outer == "some" and kind == "every" and not self.fails(body):
            asked_of = {entry: substituted(body, {name: ir.Const(entry)}) for entries in rows for entry in entries}
            return _one_of([frozenset(entries) for entries in rows], asked_of)
        return asked(outer, [
            asked(kind, [substituted(body, {name: ir.Const(entry)}) for entry in entries]) for entries in rows])

    def _others(self, lookup: ir.Lookup, name: str, kind: ir.GatherKind, body: ir.Expr,
                slot_names: NameOfSlot) -> tuple[str, int]:
        """The table of lists to ask about, and how many entries it has less in each list than that of `lookup`.

        Where each list has the place that it is looked up by, and the question is known to hold of that, only others are asked.
        """
        index = lookup.index
        place = ir.Temp(slot_names[index]) if isinstance(index, ir.Slot) and index in slot_names else index
        if self.derived is None or kind != "every" or not has_own(self.names.cells[lookup.table]):
            return lookup.table, 0
        match substituted(body, {name: place}):
            case ir.Compare("=", ir.Slot() as left, ir.Slot() as right) if left in slot_names \
                    and slot_names[left] == slot_names.get(right):
                return self.derived.without_own(lookup.table), 1
            case _:
                # It is for play to find out.
                return lookup.table, 0

    def _moved(self, table: str, name: str, body: ir.Expr) -> tuple[str, ir.Expr]:
        """A table of lists with the places of slots in its lists, and what is asked of an entry then; else both as they are.

        The entries of the lists stand for nothing but the places of slots in the question.
        """
        slots = {item for item in ir.inside(body) if isinstance(item, ir.Slot) and name in free_temps(item)}
        if self.derived is None or len(slots) != 1 or not all(isinstance(cell, tuple) for cell in self.names.cells[table]):
            return table, body
        (slot,) = slots
        match slot.steps:
            case (ir.Step(ir.Temp(index), low, _, 1),) if index == name and name not in free_temps(
                    replaced(body, slot, ir.Const(0))):
                by = slot.base - low
            case _:
                # Another place is more than the entry and a number.
                return table, body
        if not by:
            return table, body
        return self.derived.moved(table, by), replaced(body, slot, evolve(slot, base=low))

    def _length_of_rows(self, table: str) -> int | None:
        """Return the length of the lists in the lists of a table, if all are of one length, and short."""
        rows = [row for cell in self.names.cells[table] if isinstance(cell, tuple) for row in cell]
        lengths = {len(row) if isinstance(row, tuple) else 0 for row in rows}
        return lengths.pop() if len(lengths) == 1 and lengths <= set(range(2, MAX_ENTRIES + 1)) else None


def _one_of(lists: list[frozenset[int]], questions: Mapping[int, ir.Expr]) -> ir.Expr:
    """The condition that what is `questions` of an entry holds for all entries of one of some lists.

    An entry of many lists is asked about first, once for all of them: where it does not hold, none of them does.
    """
    if any(not entries for entries in lists):
        return ir.Const(1)
    parts = list[ir.Expr]()
    while lists:
        # The first of those in the most lists, so that the text is always the same.
        most = max(questions, key=lambda entry: sum(entry in entries for entries in lists))
        rest = [entries - {most} for entries in lists if most in entries]
        lists = [entries for entries in lists if most not in entries]
        inner = _one_of(rest, questions)
        parts.append(questions[most] if inner == ir.Const(1) else ir.Both(questions[most], inner))
    return reduce(ir.Either, parts)
