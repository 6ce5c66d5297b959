"""`rulewright accept`: let findings on a document stand, with the reason."""

from __future__ import annotations

import click

from ...translation.decisions.baseline import Accepted, written
from ..documents.document import Job, document_options


@click.command(epilog="Example: rulewright accept nim 1f2e3d4c --why 'said in the list' --document rules.txt --lang ru")
@document_options
@click.argument("findings", nargs=-1, required=True, metavar="FINDING...")
@click.option("--why", required=True, metavar="REASON", help="Why it is let stand.")
def command(job: Job, findings: tuple[str, ...], why: str) -> None:
    """Accept findings by the ids that `validate` prints; it does not report them again while they stay the same."""
    if not why.strip():
        raise click.UsageError("--why says why the finding is let stand")
    found = {finding.id: finding for finding in job.findings(job.held)}
    unknown = [id for id in findings if id not in found]
    if unknown:
        raise click.UsageError(f"`validate` finds nothing with the id {', '.join(unknown)}")
    new = tuple(Accepted(id, found[id].rule, found[id].clause, why.strip()) for id in dict.fromkeys(findings))
    kept = tuple(accepted for accepted in job.known.accepted if accepted.id not in findings)
    job.put(job.places.accepted, written((*kept, *new)))
    click.echo(f"{len(new)} accepted in {job.places.accepted}")
