"""`rulewright document assign`: assign sentences to a clause, or mark them as something that is no rule."""

from __future__ import annotations

import click
from attrs import evolve

from ....dsl.source.diagnostics import counted
from ....translation.decisions.relock import confirmed, current, marked
from ....translation.lock.lock import MARKS
from ...documents.document import Job, locking_options


@click.command(epilog="Example: rulewright document assign carolus_magnus setup_ring 45 46 --document rules.txt --lang ru")
@locking_options
@click.argument("clause_or_mark", metavar="CLAUSE|MARK")
@click.argument("numbers", nargs=-1, type=int, metavar="[SENTENCE]...")
@click.option("--play", metavar="NAME", help="With `example`: the playthrough that the example describes.")
def command(job: Job, clause_or_mark: str, numbers: tuple[int, ...], play: str | None) -> None:
    """Assign these sentences, and no others, to CLAUSE. Without a sentence, the document is silent on it.

    CLAUSE may also be a constant, a parameter or a function. Give a MARK in place of a clause for sentences that
    state no rule: flavour, example, strategy, advice, component, unreadable, credit, heading or caption.
    SENTENCE is a number, as `document align` and `validate` print it.
    """
    indices = [job.sentence(number) for number in numbers]
    lock = current(job.aligned, job.facts.name)
    if clause_or_mark in MARKS:
        if not indices:
            raise click.UsageError(f"name the sentences to mark as {clause_or_mark}")
        if play is not None and play not in [playthrough.name for playthrough in job.plays]:
            raise click.UsageError(f"there is no playthrough `{play}`")
        lock = marked(job.aligned, lock, indices, clause_or_mark, play)
        message = f"marked {counted(len(indices), 'sentence')} as {clause_or_mark}"
    else:
        if not job.aligned.has(clause_or_mark):
            job = evolve(job, also=(clause_or_mark,))
        lock = confirmed(job.aligned, lock, {job.clause(clause_or_mark): indices})
        stating = f"is stated by {', '.join(map(str, numbers))}"
        message = f"{clause_or_mark} {stating}" if numbers else f"the document is silent on {clause_or_mark}"
    job.write_lock(lock)
    click.echo(f"{message}; written to {job.places.lock}")
