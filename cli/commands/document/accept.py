"""`rulewright document accept`: keep findings as accepted, each with a reason."""

from __future__ import annotations

import click

from ....translation.decisions.baseline import Accepted, written
from ...documents.document import Job, document_options


@click.command(epilog="Example: rulewright document accept nim 1f2e3d4c --reason 'see errata' --document rules.txt --lang ru")
@document_options
@click.argument("findings", nargs=-1, required=True, metavar="FINDING...")
@click.option("--reason", required=True, metavar="TEXT", help="The reason for accepting the findings.")
def command(job: Job, findings: tuple[str, ...], reason: str) -> None:
    """Accept findings by the ids that `validate` prints.

    `validate` does not report an accepted finding again until it changes.
    """
    if not reason.strip():
        raise click.UsageError("--reason is empty")
    by_id = {finding.id: finding for finding in job.findings(job.aligned)}
    unknown = [id for id in findings if id not in by_id]
    if unknown:
        raise click.UsageError(f"`validate` reports no finding with the id {', '.join(unknown)}")
    new = tuple(Accepted(id, by_id[id].rule, by_id[id].clause, reason.strip()) for id in dict.fromkeys(findings))
    kept = tuple(accepted for accepted in job.known.accepted if accepted.id not in findings)
    job.put(job.places.accepted, written((*kept, *new)))
    click.echo(f"{len(new)} accepted in {job.places.accepted}")
