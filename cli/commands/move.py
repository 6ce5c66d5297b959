"""`rulewright move`: say which sentences state a clause, that none does, or what a sentence is instead."""

from __future__ import annotations

import click
from attrs import evolve

from ...dsl.source.diagnostics import counted
from ...translation.decisions.relock import confirmed, current, marked
from ...translation.lock.lock import MARKS
from ..documents.document import Job, locking_options


@click.command(epilog="Example: rulewright move carolus_magnus first_chooser_by_lot 45 46 --document rules.txt --lang ru")
@locking_options
@click.argument("what", metavar="CLAUSE|MARK")
@click.argument("numbers", nargs=-1, type=int, metavar="[SENTENCE]...")
@click.option("--play", metavar="NAME", help="With `example`: the playthrough that the example tells.")
def command(job: Job, what: str, numbers: tuple[int, ...], play: str | None) -> None:
    """Say that these sentences of the document state CLAUSE, and no others do. Without any, the document is silent on it.

    A constant, a parameter or a function can be given a sentence, too. In place of a clause stands what sentences are that
    state no rule: flavour, example, strategy, advice, component, unreadable, credit, heading or caption.
    Sentences are named by their numbers, as `anchor` and `validate` tell them.
    """
    indices = [job.sentence(number) for number in numbers]
    lock = current(job.held, job.facts.name)
    if what in MARKS:
        if not indices:
            raise click.UsageError(f"name the sentences that are {what}")
        if play is not None and play not in [item.name for item in job.plays]:
            raise click.UsageError(f"there is no playthrough `{play}`")
        lock = marked(job.held, lock, indices, what, play)
        said = f"{counted(len(indices), 'sentence')} marked as {what}"
    else:
        if not job.held.has(what):
            job = evolve(job, also=(what,))
        lock = confirmed(job.held, lock, {job.clause(what): indices})
        said = f"{what} is stated by {', '.join(map(str, numbers))}" if numbers else f"the document is silent on {what}"
    job.write_lock(lock)
    click.echo(f"{said}; kept in {job.places.lock}")
