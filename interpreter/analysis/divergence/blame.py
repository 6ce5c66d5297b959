"""Clauses that were applied to those that explain a difference, and to what differs between the rulebooks in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property

from ....dsl import ir
from .changed_clauses import ChangedClauses, changed_clauses

Changed = Mapping[str, tuple[str, ...]]
"""The ids of what differs between two rulebooks, or uses what differs, each with what that is."""

Applied = tuple[frozenset[str], frozenset[str]]


class Blame:
    """The clauses that explain the differences between two programs of one number of players.

    What differs, what uses it, and which clauses do something else because of it; worked out when it is first asked for.
    """

    def __init__(self, a: ir.Program, b: ir.Program, changed: Changed) -> None:
        self.a, self.b, self.changed = a, b, changed
        self._acts_by_id: dict[str, bool] = {}

    @cached_property
    def differing(self) -> ChangedClauses:
        """The clauses that the two programs carry out differently."""
        return changed_clauses(self.a, self.b)

    @cached_property
    def parents(self) -> Mapping[str, str | None]:
        """The clause in which each clause lies."""
        return dict(_parents(self.b)) | dict(_parents(self.a))

    def acts(self, id: str) -> bool:
        """Return whether a clause uses or is what differs, and something else is carried out.

        An exception whose own text is another one shows in the rule around it.
        """
        if id not in self._acts_by_id:
            self._acts_by_id[id] = self._acts(id)
        return self._acts_by_id[id]

    def _acts(self, id: str) -> bool:
        clauses = self.differing.clauses
        is_applied = id in clauses or (id in self.changed.get(id, ()) and self.parents.get(id) in clauses)
        return is_applied and bool(self.roots((id,)))

    def roots(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Return the changed clauses among these, or among those that they use; else among their parents."""
        return tuple(dict.fromkeys(root for id in ids for root in self._roots(id)))

    def narrowed(self, roots: tuple[str, ...], applied: Set[str]) -> tuple[str, ...]:
        """Of several rows of one table that differ, only those that were applied, if any of them was."""
        used = {self.parents.get(root) for root in roots if root in self.rows and root in applied}
        return tuple(root for root in roots if root not in self.rows or root in applied or self.parents.get(root) not in used)

    @cached_property
    def rows(self) -> frozenset[str]:
        """The clauses that are rows of tables."""
        return frozenset(clause.id for program in (self.a, self.b) for clause in program.clauses if clause.kind == "row")

    def _roots(self, id: str) -> tuple[str, ...]:
        above: str | None = id
        while above is not None:
            # A clause further out explains a difference only if something else is carried out by it.
            if above in self.changed and (above == id or above in self.differing.clauses):
                return self.changed[above]
            above = self.parents.get(above)
        return ()

    def of_step(self, applied: Applied) -> tuple[str, ...]:
        """The clauses that explain a difference after a step, by name."""
        # The surest first: clauses that act otherwise, else those that only one game applied, else all. So there is always a
        # name.
        return tuple(sorted(self._explaining(applied[0] | applied[1]) or applied[0] ^ applied[1] or applied[0] | applied[1]))

    def of_fields(self, fields: Set[str], applied: Applied, at_start: bool) -> tuple[str, ...]:
        """The clauses that explain why fields differ after a step, by name; `at_start`, what they begin with too."""
        begun = {text for text in fields & self.differing.fields if self.changed.get(text)} if at_start else set()
        if begun == fields:
            return tuple(sorted(begun))
        explaining = self._explaining(applied[0] | applied[1])
        writing = {text for text in explaining if self.differing.writes.get(text, frozenset()) & (fields - begun)}
        return tuple(sorted(begun | writing)) or self.of_step(applied)

    def of_end(self, ends: Set[str], applied: Applied) -> tuple[str, ...]:
        """The clauses that explain why only one game has ended, or why they ended in two ways, by name."""
        explaining = self._explaining(ends) or self._explaining(applied[0] | applied[1])
        return tuple(sorted(explaining or ends))

    def of_refusals(self, clauses: tuple[str, ...]) -> str:
        """Of the clauses that refuse a move in one of the games, the one that explains it."""
        return next((clause for clause in clauses if self.acts(clause)), None) or next(
            (clause for clause in clauses if self.roots((clause,))), clauses[0])

    def of_faults(self, faults: Iterable[tuple[str, ...]], applied: Applied) -> tuple[str, ...]:
        """The clauses that explain why one game raises a fault, by name; each fault is named by the clauses being applied."""
        chains = list(faults)
        # The innermost clause that differs is the nearest to the fault.
        innermost = {text for chain in chains for text in [word for word in chain if self.acts(word)][-1:]}
        return tuple(sorted(innermost or self._explaining(applied[0] | applied[1]) or {chain[-1] for chain in chains}))

    def _explaining(self, clauses: Set[str]) -> set[str]:
        """Those of some clauses that act; if none does, those inside them that do.

        A choice that is passed over, because no move meets its requirements, is not applied itself.
        """
        return {clause for clause in clauses if self.acts(clause)} or {
            text for text in self.changed if self.acts(text) and not clauses.isdisjoint(self._around(text))}

    def _around(self, id: str) -> Iterator[str]:
        above = self.parents.get(id)
        while above is not None:
            yield above
            above = self.parents.get(above)


def _parents(program: ir.Program) -> Iterator[tuple[str, str | None]]:
    return ((clause.id, clause.parent) for clause in program.clauses)
