"""`rulewright document accept`: keep findings as accepted, each with a reason."""

from __future__ import annotations

import click

from ...documents import decide
from ...documents.document import Job
from ...documents.options import document_options


@click.command(epilog="Example: rulewright document accept nim 1f2e3d4c --reason 'see errata' --document rules.txt --lang ru")
@document_options
@click.argument("findings", nargs=-1, required=True, metavar="FINDING...")
@click.option("--reason", required=True, metavar="TEXT", help="State the reason for accepting the findings.")
def command(job: Job, findings: tuple[str, ...], reason: str) -> None:
    """Accept findings by the ids that `validate` prints.

    `validate` does not report an accepted finding again until it changes.
    """
    number = decide.accept(job, findings, reason)
    click.echo(f"{number} accepted in {job.files.places.accepted}")
