"""`rulewright document withdraw`: undo a decision about a clause, a finding or a sentence."""

from __future__ import annotations

import click

from ...documents import decide
from ...documents.document import Job
from ...documents.options import document_options


@click.command(epilog="Example: rulewright document withdraw carolus_magnus setup_ring --document rules.txt --lang ru")
@document_options
@click.argument("what", metavar="CLAUSE|FINDING|SENTENCE")
def command(job: Job, what: str) -> None:
    """Undo a decision: report an accepted FINDING again, take CLAUSE out of the lock, or the mark off a SENTENCE.

    The clause is then neither confirmed nor silent, and `validate` finds its sentence by evidence again. SENTENCE is
    the number of a marked sentence.
    """
    click.echo(decide.withdraw(job, what))
