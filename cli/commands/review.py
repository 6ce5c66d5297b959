"""`rulewright review`: a desk in the browser for a translator: original, document, rules, findings and decisions."""

from __future__ import annotations

import click

from ..documents.document import Job
from ..documents.options import document_options
from ..shared.process.serving import require_extra, run, serving_options


@click.command(epilog="Example: rulewright review carolus_magnus --document rules.de.md --lang de --source rules.it.txt "
                      "--source-lang it")
@document_options
@serving_options
def command(job: Job, host: str, port: int | None) -> None:
    """Review a printed rulebook in the browser, beside its original and the rules of GAME.

    The page lists each clause with its sentences and findings. Confirm, assign, accept with a reason, record a question
    to the publisher, pair sentences, or edit one. The server writes each decision to its file at once, as the commands
    of `document` do, and can undo it. The page follows the document when another program changes it.
    """
    require_extra()
    from ..desk.application import NAME, Pages
    from ..desk.desk import Desk
    from ..desk.desk_link import token_of

    job.findings.of_document  # noqa: B018 - what is wrong with the files is reported before the page opens
    pages = Pages(Desk(job), token=token_of(job.text.path, host))
    run([pages.application()], host, port, f"/{NAME}/{pages.token}")
