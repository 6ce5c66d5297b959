"""Playthroughs -> how a document's edition plays differently from the rules, by the departing clauses of its reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
from attrs import evolve, frozen

from ...interpreter.analysis.divergence import Divergence
from ..diff.side_by_side import RulebookComparison, compared, followed
from .document import Job

# What is said of what the rules, or the edition, have in each kind of divergence.
WORDS = {"choices": " can be chosen", "turn": " comes next", "end": "", "chance": " may come by chance",
         "odds": " is how likely it is", "position": " holds then", "fault": ""}
SHOWN = 3


@frozen
class PlayDivergence:
    """One way in which the edition of a document and the rules diverge in play.

    `departs` are the clauses of the reading that it comes from, or else `causes`, what differs between the two;
    `rules` and `edition` are what only the one and only the other has there, for example the moves that it allows.
    """

    departs: tuple[str, ...]
    causes: tuple[str, ...]
    kind: str
    rules: tuple[str, ...]
    edition: tuple[str, ...]
    playthroughs: tuple[str, ...]

    @property
    def words(self) -> str:
        """The difference in words."""
        does = WORDS[self.kind]
        if self.rules and self.edition:
            return f"by the rules {_listed(self.rules)}{does}, by the edition {_listed(self.edition)}"
        text, other = ("rules", "edition") if self.rules else ("edition", "rules")
        return f"by the {text} {_listed(self.rules or self.edition)}{does}, by the {other} not"


def play_divergences(job: Job) -> tuple[PlayDivergence, ...]:
    """Play the playthroughs of the game by the rules and by the edition of the reading, and compare."""
    reading, request = job.decisions.known.reading, job.rulebook.request
    if reading is None or reading.edition is None:
        raise click.UsageError("--editions needs a reading that names an edition; there is none in "
                               f"`{job.files.places.reading}`")
    comparison = compared(request, evolve(request, variants=(*request.variants, reading.edition)))
    departing = [remark.clause for remark in reading.remarks if remark.kind == "departs" and remark.clause is not None]
    above = {clause.id: clause.parent for clause in job.rulebook.facts.clauses}
    return tuple(_together(comparison, departing, above))


def _together(comparison: RulebookComparison, departing: Sequence[str],
              above: Mapping[str, str | None]) -> Iterator[PlayDivergence]:
    """The ways to part, one for each kind and cause."""
    out: dict[tuple[str, tuple[str, ...]], PlayDivergence] = {}
    for sightings in followed(comparison).distinct():
        divergence, games = sightings.divergence, {Path(playthrough).stem for playthrough in sightings.playthroughs}
        key = divergence.kind, divergence.causes
        if key not in out:
            departs = _departing(comparison, divergence, departing, above)
            out[key] = PlayDivergence(departs, divergence.causes, divergence.kind, divergence.a, divergence.b, ())
        out[key] = evolve(out[key], playthroughs=tuple(sorted({*out[key].playthroughs, *games})))
    yield from out.values()


def _departing(comparison: RulebookComparison, divergence: Divergence, departing: Sequence[str],
               above: Mapping[str, str | None]) -> tuple[str, ...]:
    """The clauses of a reading that differ, use what differs or hold it; else those that lie beside it."""
    about = {*divergence.causes, *divergence.clauses}
    about |= {parent for id in about if (parent := above.get(id)) is not None}
    direct = tuple(text for text in departing if text in about or about & set(comparison.changed.get(text, ())))
    # Only where no departing clause is named: a neighbour of the cause is a guess.
    return direct or tuple(text for text in departing if above.get(text) in about)


def _listed(some: Sequence[str]) -> str:
    more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
    return ", ".join(f"`{text}`" for text in some[:SHOWN]) + more
