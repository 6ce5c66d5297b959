"""Which clauses of a game playthroughs exercise, and by which playthrough each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from attrs import define, field


class Exercise(Protocol):
    """What came of one file, as far as coverage needs it."""

    @property
    def file(self) -> str: ...
    @property
    def game(self) -> str | None: ...
    @property
    def covered(self) -> frozenset[str]: ...
    @property
    def clauses(self) -> Mapping[str, str]: ...


@define
class Coverage:
    """The clauses of one game with their kinds, and the playthroughs that exercised each, in their order."""

    clauses: dict[str, str] = field(factory=dict)
    covered: dict[str, list[str]] = field(factory=dict)

    @property
    def missing(self) -> list[str]:
        """The clauses that nothing exercised."""
        return sorted(set(self.clauses) - set(self.covered))

    @property
    def percent(self) -> float:
        """The share of clauses that were exercised, in percent."""
        return 100.0 * (len(self.clauses) - len(self.missing)) / max(1, len(self.clauses))

    def lines(self) -> Iterator[str]:
        """Each clause with the first playthrough that exercised it, and how many others did; then those that none did."""
        width = max(map(len, self.covered), default=0)
        for clause, files in sorted(self.covered.items()):
            others = f" and {len(files) - 1} more" if len(files) > 1 else ""
            yield f"    {clause:{width}}  {files[0]}{others}"
        yield from self.lines_missing()

    def lines_missing(self) -> Iterator[str]:
        """The clauses that nothing exercised, with their kinds."""
        for clause in self.missing:
            yield f"    missing: {clause} ({self.clauses[clause]})"

    def as_json(self) -> dict[str, object]:
        """The clauses by id: kind, how many playthroughs exercised them, the first one, and all."""
        return {
            "clauses": len(self.clauses), "missing": self.missing, "percent": round(self.percent, 1),
            "covered": {clause: self.covered[clause] for clause in sorted(self.covered)},
            "by": {clause: {"kind": self.clauses[clause], "playthroughs": len(files), "first": files[0]}
                   for clause, files in sorted(self.covered.items())},
        }


def coverage_of(results: Iterable[Exercise]) -> dict[str, Coverage]:
    """The coverage of each game by these results."""
    out: dict[str, Coverage] = {}
    for result in results:
        if result.game is not None:
            coverage = out.setdefault(result.game, Coverage())
            coverage.clauses |= result.clauses
            for clause in sorted(result.covered & set(result.clauses)):
                coverage.covered.setdefault(clause, []).append(result.file)
    return out
