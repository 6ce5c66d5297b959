"""`rulewright document align`: list the sentences that state each clause, the least certain first."""

from __future__ import annotations

import json

import click

from ....translation.alignment.align import Anchor
from ....translation.alignment.aligned import AlignedDocument
from ...documents.document import Job
from ...documents.options import document_options
from ...shared.games.options import json_option

EXCERPT = 100


@click.command(epilog="Example: rulewright document align carolus_magnus --document rules.txt --lang ru")
@document_options
@json_option
@click.option("--all", "everything", is_flag=True, help="Also list confirmed clauses.")
def command(job: Job, as_json: bool, everything: bool) -> None:
    """Show which sentence of a document states which clause of GAME, by the evidence in both.

    The least certain clauses come first. `document confirm` keeps a right sentence in the lock; `document assign` corrects
    a wrong one.
    """
    aligned = job.alignment.aligned
    anchors = [aligned.anchors[aim.id] for aim in aligned.targets if everything or not aligned.is_locked(aim.id)]
    silent = set(aligned.lock.silent) if aligned.lock is not None else set()
    shown = sorted((anchor for anchor in anchors if anchor.clause not in silent),
                   key=lambda anchor: aligned.certainty(anchor.clause))
    if as_json:
        click.echo(json.dumps({"anchors": [_record(job, anchor) for anchor in shown]}, indent=2, ensure_ascii=False))
        return
    for anchor in shown:
        click.echo(f"{aligned.percent(anchor.clause):>4}  {anchor.clause}  ->  {_places(aligned, anchor)}")
        click.echo(f"      says: {job.rulebook.statement(aligned.target(anchor.clause).clause)}")
        for index in anchor.shown:
            sentence = job.text.document.sentences[index]
            is_guess = not aligned.is_locked(anchor.clause) and anchor.sentences
            share = f", {aligned.percent(anchor.clause, index)}" if is_guess else ""
            click.echo(f"      {index + 1} (line {sentence.line}{share}): {_excerpt(sentence.text)}")
    for index, sentence in enumerate(job.text.document.sentences):
        if index not in aligned.claimed and aligned.mark(index) is None and sentence.kind not in ("heading", "caption"):
            click.echo(f"nothing claims {index + 1} (line {sentence.line}): {_excerpt(sentence.text)}")
    locked = sum(aligned.is_locked(aim.id) for aim in aligned.targets)
    click.echo(f"{len(shown)} to check; {locked} of {len(aligned.targets)} confirmed, {len(silent)} known to be silent")


def _places(aligned: AlignedDocument, anchor: Anchor) -> str:
    """Name the sentences that state a clause, and those that perhaps do."""
    # What a person has confirmed says one thing together; what evidence suggests is one guess beside another.
    joint = " and " if aligned.is_locked(anchor.clause) else " or "
    numbers = joint.join(str(index + 1) for index in anchor.sentences) or "no sentence"
    if aligned.is_gone(anchor.clause):
        numbers = f"its sentence is gone, {aligned.stood(aligned.gone(anchor.clause)[0])}"
    perhaps = " or ".join(str(index + 1) for index in anchor.perhaps)
    return f"{numbers}; perhaps {perhaps}" if perhaps else numbers


def _excerpt(text: str) -> str:
    return text[:EXCERPT] + ("..." if len(text) > EXCERPT else "")


def _record(job: Job, anchor: Anchor) -> dict[str, object]:
    aligned = job.alignment.aligned
    return {"clause": anchor.clause, "certainty": round(aligned.certainty(anchor.clause), 3),
            "confirmed": aligned.is_locked(anchor.clause),
            "sentences": [index + 1 for index in anchor.sentences], "perhaps": [index + 1 for index in anchor.perhaps],
            "lines": [job.text.document.sentences[index].line for index in anchor.sentences]}
