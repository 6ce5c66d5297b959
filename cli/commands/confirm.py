"""`rulewright confirm`: that clauses are stated where `anchor` says."""

from __future__ import annotations

import click
from attrs import evolve

from ...translation.alignment.aligned import Held
from ...translation.decisions.relock import confirmed, current, seen
from ..documents.document import Job, locking_options
from ..shared.options import Decimal

# A sentence that is less certain than this is a guess.
GUESS = 0.5


@click.command(epilog="Example: rulewright confirm carolus_magnus setup_ring --document rules.txt --lang ru")
@locking_options
@click.argument("clauses", nargs=-1, metavar="CLAUSE...")
@click.option("--at-least", type=Decimal(0, 1), metavar="SHARE",
              help="Confirm all clauses that are as certain as this, for example 0.6.")
@click.option("--suspects", is_flag=True, help="Confirm what has changed: clauses of such sentences, and what marked ones are.")
def command(job: Job, clauses: tuple[str, ...], at_least: float | None, suspects: bool) -> None:
    """Confirm that the document states these clauses where `anchor` says first. It is kept in the lock, without any words.

    Where several sentences state a clause, `move` says so.
    """
    held = job.held
    chosen = dict.fromkeys(map(job.clause, clauses))
    if at_least is not None:
        chosen |= dict.fromkeys(aim.id for aim in held.targets
                                if not held.is_locked(aim.id) and held.anchors[aim.id].sentences
                                and held.anchors[aim.id].certainty >= at_least)
    if suspects:
        chosen |= dict.fromkeys(id for index, entry in held.entries.items() for id in entry.clauses
                                if not held.is_confirmed(index) and id in held.anchors)
    if not chosen and not suspects and at_least is None:
        raise click.UsageError("name the clauses that are right, or say --at-least or --suspects")
    nowhere = [id for id in chosen if not held.anchors[id].sentences]
    if nowhere:
        raise click.UsageError(f"no sentence is found for {', '.join(nowhere)}; `rulewright move` gives a clause its sentences")
    # Of sentences that a clause may be stated by, the likeliest; that several state it, `move` says.
    places = {id: held.anchors[id].sentences[: None if held.is_locked(id) else 1] for id in chosen}
    lock = confirmed(held, current(held, job.facts.name), places)
    others = _marked(held) if suspects else []
    for index in others:
        lock = evolve(lock, entries=(*lock.entries[:index], seen(held, index, lock.entries[index]), *lock.entries[index + 1 :]))
    job.write_lock(lock)
    for id in chosen:
        _tell_guess(job, id)
    click.echo(f"{len(chosen) + len(others)} confirmed in {job.places.lock}")


def _tell_guess(job: Job, id: str) -> None:
    """Say which sentence a clause has now, where it was not sure to be this one."""
    anchor = job.held.anchors[id]
    if not job.held.is_locked(id) and anchor.certainty < GUESS:
        sentence = job.document.sentences[anchor.sentences[0]]
        click.echo(f"warning: `{id}` is stated by sentence {sentence.number} (line {sentence.line}) now, which was only "
                   f"{anchor.certainty:.0%} certain; `rulewright move` gives it another, or none", err=True)


def _marked(held: Held) -> list[int]:
    """The sentences that state nothing, and have changed since a person said what they are."""
    return [index for index, entry in held.entries.items()
            if entry.mark is not None and not entry.clauses and entry.status != "open" and not held.is_confirmed(index)]
