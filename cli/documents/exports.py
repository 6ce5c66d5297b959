"""Findings -> what a translator's own programs open: notes in the XLIFF or PO that was checked, a table for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

import click

from ...translation.decisions.findings import Finding, Rule
from ...translation.formats.read_document import UnreadableDocument
from ...translation.formats.recognise import kind_of_units
from ...translation.formats.units import with_notes
from .alignment import ClauseAlignment
from .text import DocumentText

MISSING: Rule = "pair/sentence-missing"
COLUMNS = ("level", "rule", "clause", "line", "column", "sentence", "message", "expected", "found", "id", "accepted because")
# Signs with which a spreadsheet takes a cell for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def noted(text: DocumentText, findings: Sequence[Finding]) -> bytes:
    """The document with each finding as a note on its unit; those without a place are on the first one.

    A usage error if its format has no room for notes.
    """
    kind = kind_of_units(text.data)
    if kind is None:
        raise click.UsageError(f"--notes needs a document in XLIFF or PO, and `{text.path}` is neither")
    pairs = {pair.row: pair for pair in text.content.pairs}
    notes: dict[str, list[str]] = {}
    for finding in findings:
        if finding.level != "note":
            pair = pairs[_row(text, finding, min(pairs))]
            notes.setdefault(pair.id, []).append(_note(finding, pair.form))
    try:
        return with_notes(text.data, kind, notes)
    except UnreadableDocument as error:
        raise click.UsageError(f"`{text.path}` {error}") from None


def _row(text: DocumentText, finding: Finding, first: int) -> int:
    """The row of the unit that a finding is about; of a sentence that is missing, that of its original."""
    number, document = finding.sentence or finding.behind, text.document
    original = text.original
    if finding.rule == MISSING and finding.sentence is None and original is not None and original.bilingual_part is not None:
        document = original.document
        # Where the original says one thing twice, the line tells which of the two is missing.
        number = next((own.number for own, known in zip(document.sentences, document.prints, strict=True)
                       if known.whole == finding.place and finding.expected == f"line {own.line}"), number)
    return first if number is None or document.rows is None else document.rows[number - 1]


def _note(finding: Finding, form: str) -> str:
    """The text of a note; `form` is what the file calls the form of a plural that it is about, if the unit has several."""
    about = f"{form}: " if form else ""
    clause = f"{finding.clause}: " if finding.clause is not None else ""
    return f"{about}{finding.level}: {clause}{finding.message} [{finding.rule} {finding.id}]"


def table_of(alignment: ClauseAlignment, findings: Iterable[Finding], accepted: Iterable[tuple[Finding, str]]) -> str:
    """Findings as CSV, a line for each; accepted ones with their reason. No cell is a formula of a spreadsheet."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for finding, why in (*((finding, "") for finding in findings), *accepted):
        place = alignment.place(finding)
        cells = (finding.level, finding.rule, finding.clause, finding.line, None if place is None else place.column,
                 finding.sentence, finding.message, finding.expected, finding.actual, finding.id, why)
        writer.writerow(["" if cell is None else _plain(str(cell)) for cell in cells])
    return text.getvalue()


def _plain(cell: str) -> str:
    # The advice of OWASP on CSV injection: spreadsheets show a cell that begins with an apostrophe as text.
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
