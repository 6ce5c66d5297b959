"""`rulewright document ask`: keep a question to the publisher about a clause or a finding."""

from __future__ import annotations

import click

from ...documents import decide
from ...documents.document import Job
from ...documents.options import document_options


@click.command(epilog="Example: rulewright document ask nim takes 'May a player take none?' --document rules.txt --lang ru")
@document_options
@click.argument("about", metavar="CLAUSE|FINDING")
@click.argument("question", metavar="TEXT")
def command(job: Job, about: str, question: str) -> None:
    """Record a question to the publisher, which `document questions` lists first.

    CLAUSE is an id that `document align` prints, FINDING one that `validate` prints. A new question
    replaces the old one about the same; an empty TEXT removes it.
    """
    click.echo(f"{decide.ask(job, about, question)}; written to {job.files.places.questions}")
