"""`rulewright anchor`: where a document states each clause, the least certain first."""

from __future__ import annotations

import json

import click

from ...translation.alignment.align import Anchor
from ...translation.alignment.aligned import Held
from ..documents.document import Job, document_options
from ..shared.options import json_option

EXCERPT = 100


@click.command(epilog="Example: rulewright anchor carolus_magnus --document rules.txt --lang ru")
@document_options
@json_option
@click.option("--all", "everything", is_flag=True, help="List the clauses that are confirmed, too.")
def command(job: Job, as_json: bool, everything: bool) -> None:
    """Show which sentence of a document states which clause of GAME, as far as evidence tells.

    The least certain come first. `confirm` what is right, `move` what is not; both are kept in the lock.
    """
    held = job.held
    anchors = [held.anchors[aim.id] for aim in held.targets if everything or not held.is_locked(aim.id)]
    silent = set(held.lock.silent) if held.lock is not None else set()
    shown = sorted((one for one in anchors if one.clause not in silent), key=lambda one: one.certainty)
    if as_json:
        click.echo(json.dumps({"anchors": [_record(job, one) for one in shown]}, indent=2, ensure_ascii=False))
        return
    for one in shown:
        click.echo(f"{one.certainty:4.0%}  {one.clause}  ->  {_places(held, one)}")
        click.echo(f"      says: {job.said(held.target(one.clause).clause)}")
        for index in one.shown:
            sentence = job.document.sentences[index]
            share = "" if held.is_locked(one.clause) else f", {one.shares.get(index, 0.0):.0%}"
            click.echo(f"      {index + 1} (line {sentence.line}{share}): {_excerpt(sentence.text)}")
    for index, sentence in enumerate(job.document.sentences):
        if index not in held.claimed and held.mark(index) is None and sentence.kind not in ("heading", "caption"):
            click.echo(f"nothing claims {index + 1} (line {sentence.line}): {_excerpt(sentence.text)}")
    locked = sum(held.is_locked(aim.id) for aim in held.targets)
    click.echo(f"{len(shown)} to look at; {locked} of {len(held.targets)} confirmed, {len(silent)} known to be silent")


def _places(held: Held, one: Anchor) -> str:
    """Where a clause is stated, and where it perhaps is."""
    joint = " and " if held.is_locked(one.clause) else " or "
    there = joint.join(str(index + 1) for index in one.sentences) or "no sentence"
    if held.is_gone(one.clause):
        there = f"its sentence is gone, {held.stood(held.gone(one.clause)[0])}"
    perhaps = " or ".join(str(index + 1) for index in one.perhaps)
    return f"{there}; perhaps {perhaps}" if perhaps else there


def _excerpt(text: str) -> str:
    return text[:EXCERPT] + ("..." if len(text) > EXCERPT else "")


def _record(job: Job, one: Anchor) -> dict[str, object]:
    return {"clause": one.clause, "certainty": round(one.certainty, 3), "confirmed": job.held.is_locked(one.clause),
            "sentences": [index + 1 for index in one.sentences], "perhaps": [index + 1 for index in one.perhaps],
            "lines": [job.document.sentences[index].line for index in one.sentences]}
