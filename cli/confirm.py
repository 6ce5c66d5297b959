"""`rulewright confirm`: that clauses are stated where `anchor` says."""

from __future__ import annotations

import click

from ..dsl.documents.relock import confirmed, current
from .documents import Job, locking_options


@click.command(epilog="Example: rulewright confirm carolus_magnus setup_ring --document rules.txt --lang ru")
@locking_options
@click.argument("clauses", nargs=-1, metavar="CLAUSE...")
@click.option("--at-least", type=click.FloatRange(0, 1), metavar="SHARE",
              help="Confirm all clauses that are as certain as this, for example 0.6.")
@click.option("--suspects", is_flag=True, help="Confirm the clauses whose sentences have changed.")
def command(job: Job, clauses: tuple[str, ...], at_least: float | None, suspects: bool) -> None:
    """Confirm that the document states these clauses where `anchor` says. It is kept in the lock, without any words."""
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
    if nowhere:  # of a sentence that is gone, only a person knows where it went
        raise click.UsageError(f"no sentence is found for {', '.join(nowhere)}; `rulewright move` gives a clause its sentences")
    places = {id: held.anchors[id].sentences for id in chosen}
    job.write_lock(confirmed(held, current(held, job.facts.name), places))
    click.echo(f"{len(chosen)} confirmed in {job.places.lock}")
