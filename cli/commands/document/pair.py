"""`rulewright document pair`: say which sentences of a document are which of its original."""

from __future__ import annotations

import re

import click

from ....dsl.source.diagnostics import counted
from ....translation.pairs.link import Link
from ...documents import decide
from ...documents.document import Job
from ...documents.options import document_options

_NUMBERS = re.compile(r"\d+(\+\d+)*")
NONE, GUESS = "none", "guess"


@click.command(epilog="Example: rulewright document pair nim 12+13 11 --document rules.de.md --lang de --source rules.md "
                      "--source-lang en")
@document_options
@click.argument("original", metavar="ORIGINAL")
@click.argument("translation", metavar="SENTENCES")
def command(job: Job, original: str, translation: str) -> None:
    """Pair sentences of the ORIGINAL with SENTENCES of the document, and record the pair.

    Both are numbers, as `document pairs` prints them, with `+` between several; `none` says that the other side has no
    sentence for these. `guess` in the place of one side withdraws the recorded pairs of the other. The file of pairs,
    beside the lock, contains no word of either text.
    """
    job.comparison.required()
    if GUESS in (original, translation):
        own, other = (() if text == GUESS else _indices(text) for text in (original, translation))
        click.echo(f"{counted(decide.unpair(job, Link(own, other, 1.0)), 'pair')} withdrawn; written to {job.files.pairs}")
        return
    decide.pair(job, Link(_indices(original), _indices(translation), 1.0, confirmed=True))
    click.echo(f"{original} -> {translation}; written to {job.files.pairs}")


def _indices(text: str) -> tuple[int, ...]:
    """The indices of sentences by their numbers. A usage error if the text has other signs."""
    if text == NONE:
        return ()
    if not _NUMBERS.fullmatch(text):
        raise click.UsageError(f"`{text}` is not a sentence: give numbers with `+` between them, or `{NONE}`")
    # In the order of the text and each once, so that `12+11` and `11+12` are one group.
    return tuple(sorted({int(number) - 1 for number in text.split("+")}))
