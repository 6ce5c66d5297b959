"""`rulewright reanchor`: take a lock over to a document that has changed."""

from __future__ import annotations

from collections import Counter

import click

from ...translation.decisions.relock import current
from ..documents.document import Job, document_options


@click.command(epilog="Example: rulewright reanchor carolus_magnus --document rules.txt --lang ru")
@document_options
@click.option("--dry-run", is_flag=True, help="Only tell what would come of it.")
@click.option("--force", is_flag=True, help="Rewrite the lock even where most of its sentences are not there.")
def command(job: Job, dry_run: bool, force: bool) -> None:
    """Find the sentences of the lock again after the document was edited, and rewrite the lock.

    What is unchanged stays confirmed. What has changed is suspect until it is confirmed again. A clause that has lost
    all its sentences is an error of `validate` until `move` says where it is stated now, or that it is not. Exit
    code 1 when there is one.
    """
    held = job.held
    if held.lock is None:
        raise click.UsageError(f"there is no lock `{job.places.lock}`; `rulewright confirm` makes one")
    lock = current(held, job.facts.name)
    before = {index for index, entry in held.entries.items() if entry.status == "suspect"}
    suspect = [item for item in lock.entries if item.status == "suspect"]
    known = sum(entry.gone for entry in held.lost)
    how = Counter(place.how for place in held.placed.values())
    gone = sorted(aim.id for aim in held.targets if held.is_gone(aim.id))
    for entry in suspect:
        click.echo(f"suspect: sentence {entry.number}, {', '.join(entry.clauses) or f'marked as {entry.mark}'}")
    for id in gone:
        click.echo(f"gone: {id} has no sentence any more; {held.stood(held.gone(id)[0])}")
    click.echo(f"{how['exact']} sentences as before, {how['changed']} changed, {how['moved']} moved, "
               f"{len(held.lost)} gone ({known} of them before), "
               f"{len(lock.entries) - len(held.entries)} new; {len(suspect)} to confirm ({len(before)} of them before)")
    if job.is_strange and not dry_run and not force:
        raise click.UsageError(f"`{job.places.lock}` stays as it is, because most of its sentences are not in `{job.path}`; "
                               "--force rewrites it all the same")
    if not dry_run:
        job.write_lock(lock)
    raise SystemExit(1 if gone else 0)
