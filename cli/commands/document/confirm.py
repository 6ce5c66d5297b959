"""`rulewright document confirm`: write to the lock that clauses are stated where `document align` shows first."""

from __future__ import annotations

from pathlib import Path

import click

from ....translation.alignment.aligned import AlignedDocument
from ...documents import decide
from ...documents.document import Job
from ...documents.many import decisions
from ...documents.options import locking_options
from ...shared.games.options import Decimal

# A sentence with a lower score than this is a guess.
GUESS = 0.5


@click.command(epilog="Example: rulewright document confirm carolus_magnus setup_ring --document rules.txt --lang ru")
@locking_options
@click.argument("clauses", nargs=-1, metavar="CLAUSE...")
@click.option("--min-score", type=Decimal(0, 1), metavar="SCORE",
              help="Confirm every clause with at least this score, for example 0.6.")
@click.option("--from", "listed", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Confirm many at once: each line of FILE has a CLAUSE.")
@click.option("--changed", is_flag=True, help="Confirm every sentence that has changed, with its clauses or its mark.")
def command(job: Job, clauses: tuple[str, ...], min_score: float | None, listed: Path | None, changed: bool) -> None:
    """Confirm that the document states each CLAUSE in the sentence that `document align` shows first.

    The lock records this, without the words of the document. Use `document assign` for a clause that several sentences
    state. The command refuses a sentence with an open finding of `validate`: mend the sentence, or accept the finding
    first.
    """
    aligned = job.alignment.aligned
    clauses += _named_in(job, listed)
    chosen = dict.fromkeys(map(job.alignment.clause, clauses))
    if min_score is not None:
        chosen |= dict.fromkeys(aim.id for aim in aligned.targets
                                if not aligned.is_locked(aim.id) and aligned.anchors[aim.id].sentences
                                and aligned.certainty(aim.id) >= min_score)
    if changed:
        chosen |= dict.fromkeys(id for index, entry in aligned.entries.items() for id in entry.clauses
                                if not aligned.is_confirmed(index) and id in aligned.anchors)
    if not chosen and not changed and min_score is None:
        raise click.UsageError("name the clauses to confirm, or give --min-score, --from or --changed")
    named = set(map(job.alignment.clause, clauses))
    refused = {id: finding for id, finding in decide.refusals(job, chosen).items() if id not in named}
    left = [id for id in chosen if id not in refused]
    others = _marked(aligned) if changed else []
    decide.confirm(job, left, others)
    for id in left:
        _warn_of_guess(job, id)
    for id, finding in refused.items():
        click.echo(f"not confirmed: {id}, because of an open finding: {finding.message} [{finding.rule} {finding.id}]",
                   err=True)
    count = len(left) + len(others)
    click.echo(f"{count} confirmed in {job.files.places.lock}" if count or aligned.lock is not None
               else "0 confirmed; no lock is written")


def _named_in(job: Job, path: Path | None) -> tuple[str, ...]:
    """The clauses in a file. A usage error for a line with a clause that is not there, or with numbers of sentences."""
    listed = decisions(path) if path is not None else ()
    for decision in listed:
        if decision.numbers or not job.alignment.aligned.has(decision.what):
            raise click.UsageError(f"`{path}`, line {decision.line}: `{decision.what}` "
                                   + ("has numbers of sentences, which `document assign --from` takes" if decision.numbers
                                      else "is not a clause"))
    return tuple(decision.what for decision in listed)


def _warn_of_guess(job: Job, id: str) -> None:
    """Warn of a clause that was confirmed in a sentence with a low score."""
    aligned = job.alignment.aligned
    if aligned.certainty(id) < GUESS:
        sentence = job.text.document.sentences[aligned.anchors[id].sentences[0]]
        click.echo(f"warning: `{id}` is now confirmed in sentence {sentence.number} (line {sentence.line}), although its "
                   f"score was only {aligned.percent(id)}; use `rulewright document assign` to correct it", err=True)


def _marked(aligned: AlignedDocument) -> list[int]:
    """The sentences that state no clause and have changed since they were marked."""
    return [index for index, entry in aligned.entries.items()
            if entry.mark is not None and not entry.clauses and entry.status != "open" and not aligned.is_confirmed(index)]
