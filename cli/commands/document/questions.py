"""`rulewright document questions`: list what to ask the publisher about a document, as CSV."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TextIO

import click

from ....translation.alignment.aligned import AlignedDocument
from ....translation.decisions.baseline import without
from ....translation.decisions.findings import Finding, Rule
from ...ambiguities.report import ReportedQuestion, read_again
from ...documents.alignment import ClauseAlignment
from ...documents.document import Job
from ...documents.options import document_options
from ...shared.files.files import write_new
from ...shared.files.outputs import OUTPUT_FILE

COLUMNS = ("clause", "sentence", "line", "question", "finding")
# Findings that the translator mends, without asking the publisher.
OWN: tuple[Rule, ...] = (
    "accuracy/anchor-suspect", "accuracy/anchor-outdated", "structure/moved", "accuracy/turn-changed", "terminology/changed")


@click.command(epilog="Example: rulewright document questions nim --document rules.txt --lang ru --output questions.csv")
@document_options
@click.option("--weighed", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Ask first what matters most, by this report of `rulewright ambiguities GAME --json`.")
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="FILE",
              help="Write to this file instead of standard output.")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(job: Job, weighed: Path | None, output: Path | None, force: bool) -> None:
    """List the questions that the document leaves open, as CSV.

    The columns are clause, sentence number, line, question and finding. The list contains no words of the document. The
    questions that you record with `document ask` come first. With --weighed, also list the open questions of the
    rulebook, those that matter most in play first. Behind each stands what the document leaves open of its clause.
    """
    request = [] if weighed is None else read_again(weighed, job.rulebook.request.name)
    left, _ = without(job.findings.of_document, job.decisions.known.accepted)
    inquiries = {inquiry.about: inquiry.text for inquiry in job.decisions.known.inquiries}
    alignment = job.alignment
    rows = [
        _row(finding, alignment)
        for finding in left
        if finding.level != "note" and finding.rule not in OWN and not _is_stated(finding, alignment.aligned)
        and finding.id not in inquiries
    ]
    rows = [*_by_person(job), *_by_weight(rows, request)]
    if output is None:
        _write(sys.stdout, rows)
        return
    if output.exists() and output.samefile(job.text.path):
        raise click.UsageError(f"`{output}` is the document itself")
    text = StringIO()
    _write(text, rows)
    write_new(output, text.getvalue(), force)
    click.echo(f"{len(rows)} questions in {output}")


def _by_person(job: Job) -> Iterator[tuple[object, ...]]:
    """The questions that a person has written, with the places of what they are about."""
    findings = {finding.id: finding for finding in job.findings.of_document}
    for inquiry in job.decisions.known.inquiries:
        finding = findings.get(inquiry.about)
        if finding is not None:
            yield finding.clause or "", finding.sentence or "", finding.line or "", inquiry.text, finding.id
        else:
            anchor = job.alignment.aligned.anchors.get(inquiry.about)
            index = anchor.sentences[0] if anchor is not None and anchor.sentences else None
            line = "" if index is None else job.text.document.sentences[index].line
            yield inquiry.about, "" if index is None else index + 1, line, inquiry.text, ""


def _by_weight(rows: list[tuple[object, ...]], questions: list[ReportedQuestion]) -> list[tuple[object, ...]]:
    """Return the rows with the open questions of the rulebook, each before the rows of its clause, and then the other rows."""
    out: list[tuple[object, ...]] = []
    for question in questions:
        out.append((question.clause, "", "", question.text, f"ambiguity/{question.clause}"))
        out += [row for row in rows if row[0] == question.clause]
    return out + [row for row in rows if row not in out]


def _is_stated(finding: Finding, aligned: AlignedDocument) -> bool:
    """Return whether a sentence of the clause is gone and another one still states it."""
    return finding.rule == "accuracy/clause-missing" and finding.clause is not None and aligned.is_locked(finding.clause)


def _write(file: TextIO, rows: list[tuple[object, ...]]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows)


def _row(finding: Finding, alignment: ClauseAlignment) -> tuple[object, ...]:
    known = finding.clause is not None and finding.clause in alignment.aligned.anchors
    target = alignment.aligned.target(finding.clause) if known and finding.clause is not None else None
    statement = f' The rules say: "{alignment.rulebook.statement(target.clause)}"' if target is not None else ""
    return finding.clause or "", finding.sentence or "", finding.line or "", f"{_asked(finding)}{statement}", finding.id


def _asked(finding: Finding) -> str:
    match finding.rule:
        case "accuracy/clause-missing" | "reading/silent":
            return "Does the document leave this rule out on purpose?"
        case "reading/departs":
            return f"Does the document differ on purpose? {finding.message}"
        case "reading/unreadable":
            return f"What should stand here? {finding.message}"
        case "fluency/garbled":
            signs = ", ".join(f"`{sign}`" for sign in (finding.actual or "").split() if len(sign) == 1)
            return f"What should stand here?{' There is ' + signs + '.' if signs else ''} The author can hardly mean it."
        case _:
            return f"Is this right? {finding.message}."
