"""`rulewright document assign`: assign sentences to a clause, or mark them as something that is no rule."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import evolve

from ....dsl.source.diagnostics import counted
from ....translation.decisions.relock import confirmed, current, marked
from ....translation.lock.lock import MARKS, Lock
from ...documents.document import Job, locking_options
from ...documents.many import Decision, decisions


@click.command(epilog="Example: rulewright document assign carolus_magnus setup_ring 45 46 --document rules.txt --lang ru")
@locking_options
@click.argument("clause_or_mark", metavar="CLAUSE|MARK", required=False)
@click.argument("numbers", nargs=-1, type=int, metavar="[SENTENCE]...")
@click.option("--play", metavar="NAME", help="With `example`: the playthrough that the example describes.")
@click.option("--from", "listed", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Assign many at once: each line of FILE has CLAUSE or MARK, the sentences, and perhaps play=NAME.")
def command(job: Job, clause_or_mark: str | None, numbers: tuple[int, ...], play: str | None, listed: Path | None) -> None:
    """Assign these sentences, and no others, to CLAUSE. Without a sentence, the document is silent on it.

    CLAUSE may also be a constant, a parameter or a function. Give a MARK in place of a clause for sentences that
    state no rule: flavour, example, strategy, advice, component, unreadable, credit, heading or caption.
    SENTENCE is a number, as `document align` and `validate` print it. With --from, all lines are assigned or none.
    """
    if (listed is None) == (clause_or_mark is None):
        raise click.UsageError("name a clause or a mark, or give --from, and not both")
    if listed is not None and play is not None:
        raise click.UsageError("write play=NAME behind the sentences in the file of --from")
    made = decisions(listed) if listed is not None else (Decision(clause_or_mark or "", numbers, play, 0),)
    also = tuple(decision.what for decision in made if decision.what not in MARKS and not job.aligned.has(decision.what))
    job = evolve(job, also=also) if also else job
    lock, messages = current(job.aligned, job.facts.name), []
    for decision in made:
        try:
            lock, message = _assigned(job, lock, decision)
        except click.UsageError as error:
            raise error if listed is None else click.UsageError(f"`{listed}`, line {decision.line}: {error.message}") from None
        messages.append(message)
    job.write_lock(lock)
    click.echo(f"{messages[0] if listed is None else f'{len(made)} lines assigned'}; written to {job.places.lock}")


def _assigned(job: Job, lock: Lock, decision: Decision) -> tuple[Lock, str]:
    """The lock with one decision, and what was decided in words."""
    indices = [job.sentence(number) for number in decision.numbers]
    if decision.what in MARKS:
        if not indices:
            raise click.UsageError(f"name the sentences to mark as {decision.what}")
        if decision.play is not None and decision.play not in [playthrough.name for playthrough in job.plays]:
            raise click.UsageError(f"there is no playthrough `{decision.play}`")
        lock = marked(job.aligned, lock, indices, decision.what, decision.play)
        return lock, f"marked {counted(len(indices), 'sentence')} as {decision.what}"
    lock = confirmed(job.aligned, lock, {job.clause(decision.what): indices})
    stating = f"is stated by {', '.join(map(str, decision.numbers))}"
    return lock, f"{decision.what} {stating}" if indices else f"the document is silent on {decision.what}"
