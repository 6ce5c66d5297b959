"""`rulewright document update`: find the sentences of a lock again in an edited document."""

from __future__ import annotations

from collections import Counter

import click

from ....translation.decisions.relock import current
from ...documents.document import Job
from ...documents.options import document_options


@click.command(epilog="Example: rulewright document update carolus_magnus --document rules.txt --lang ru")
@document_options
@click.option("--dry-run", is_flag=True, help="Print the result and write nothing.")
@click.option("--force", is_flag=True, help="Rewrite the lock even if most of its sentences are missing.")
def command(job: Job, dry_run: bool, force: bool) -> None:
    """Find the sentences of the lock again after an edit of the document, and rewrite the lock.

    Unchanged sentences stay confirmed. Changed sentences are suspect until you confirm them again. If a clause has lost
    all its sentences, `validate` reports an error until `document assign` gives it new ones or none. Exit with 1 if there
    is such a clause.
    """
    aligned = job.alignment.aligned
    if aligned.lock is None:
        raise click.UsageError(f"there is no lock `{job.files.places.lock}`; make one with `rulewright document confirm`")
    lock = current(aligned, job.rulebook.facts.name)
    before = {index for index, entry in aligned.entries.items() if entry.status == "suspect"}
    suspect = [entry for entry in lock.entries if entry.status == "suspect"]
    known = sum(entry.gone for entry in aligned.lost)
    how = Counter(place.how for place in aligned.placed.values())
    gone = sorted(aim.id for aim in aligned.targets if aligned.is_gone(aim.id))
    for entry in suspect:
        click.echo(f"suspect: sentence {entry.number}, {', '.join(entry.clauses) or f'marked as {entry.mark}'}")
    for id in gone:
        click.echo(f"gone: {id} has no sentence any more; {aligned.stood(aligned.gone(id)[0])}")
    click.echo(f"{how['exact']} sentences as before, {how['changed']} changed, {how['moved']} moved, "
               f"{len(aligned.lost)} gone ({known} of them before), "
               f"{len(lock.entries) - len(aligned.entries)} new; {len(suspect)} to confirm ({len(before)} of them before)")
    # A lock holds the decisions of a person; with the path of another document, nearly all would be lost.
    if job.alignment.is_strange and not dry_run and not force:
        raise click.UsageError(f"`{job.files.places.lock}` was not changed, because most of its sentences are missing from "
                               f"`{job.text.path}`; --force rewrites it")
    if not dry_run:
        job.files.write_lock(lock)
    raise SystemExit(1 if gone else 0)
