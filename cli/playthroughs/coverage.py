"""Measure coverage: the clauses of a game that playthroughs exercise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from attrs import define, field


class Exercise(Protocol):
    """The part of the result of a file that coverage needs."""

    @property
    def file(self) -> str: ...
    @property
    def game(self) -> str | None: ...
    @property
    def covered(self) -> frozenset[str]: ...
    @property
    def clauses(self) -> Mapping[str, str]: ...


@define
class PlaythroughCoverage:
    """The clauses of one game with their kinds, each with the playthroughs that exercised it, in order."""

    clauses: dict[str, str] = field(factory=dict)
    covered: dict[str, list[str]] = field(factory=dict)

    @property
    def missing(self) -> list[str]:
        """The clauses that no playthrough exercised."""
        return sorted(set(self.clauses) - set(self.covered))

    @property
    def percent(self) -> float:
        """The share of clauses that were exercised, in percent."""
        return 100.0 * (len(self.clauses) - len(self.missing)) / max(1, len(self.clauses))

    def lines(self) -> Iterator[str]:
        """Yield each clause with its first playthrough and the number of others; then the clauses without any."""
        width = max(map(len, self.covered), default=0)
        for clause, files in sorted(self.covered.items()):
            others = f" and {len(files) - 1} more" if len(files) > 1 else ""
            yield f"    {clause:{width}}  {files[0]}{others}"
        yield from self.lines_missing()

    def lines_missing(self) -> Iterator[str]:
        """Yield the clauses that no playthrough exercised, with their kinds."""
        for clause in self.missing:
            yield f"    missing: {clause} ({self.clauses[clause]})"

    def as_json(self) -> dict[str, object]:
        """Return the clauses by id: kind, number of playthroughs, the first one, and all."""
        return {
            "clauses": len(self.clauses), "missing": self.missing, "percent": round(self.percent, 1),
            "covered": {clause: self.covered[clause] for clause in sorted(self.covered)},
            "by": {clause: {"kind": self.clauses[clause], "playthroughs": len(files), "first": files[0]}
                   for clause, files in sorted(self.covered.items())},
        }


def coverage_of(results: Iterable[Exercise]) -> dict[str, PlaythroughCoverage]:
    """The coverage of each game by these results."""
    out: dict[str, PlaythroughCoverage] = {}
    for result in results:
        if result.game is not None:
            coverage = out.setdefault(result.game, PlaythroughCoverage())
            coverage.clauses |= result.clauses
            # Only clauses of this game: a file that is used may apply clauses of a variant that it is played with.
            for clause in sorted(result.covered & set(result.clauses)):
                coverage.covered.setdefault(clause, []).append(result.file)
    return out
