"""`rulewright validate`: compare a printed rulebook with the rules and report the findings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...translation.checks.coverage import DocumentCoverage, coverage_of
from ...translation.checks.error_seeding import OPERATORS, SeedingScore, tested
from ...translation.decisions.baseline import AcceptedFinding, without
from ...translation.decisions.findings import LEVELS, RULES, Finding, Rule
from ...translation.document.document import Document
from ..documents.alignment import ClauseAlignment
from ..documents.document import Job
from ..documents.exports import noted, table_of
from ..documents.options import document_options
from ..documents.page import is_page, page
from ..documents.sarif import sarif_of
from ..shared.files.files import write_new, write_whole
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.process.progress import Progress

if TYPE_CHECKING:
    from ..documents.editions import PlayDivergence

# Notes of these rules are only counted, unless --all lists them.
COLLAPSED: tuple[Rule, ...] = ("coverage/unclaimed", "accuracy/number-unknown", "terminology/inconsistent")


@frozen
class DocumentReport:
    """The result of checking a document.

    `findings` are those that are not accepted, `cautions` the warnings about the whole run.
    """

    coverage: DocumentCoverage
    findings: tuple[Finding, ...]
    accepted: tuple[tuple[Finding, AcceptedFinding], ...]
    stale: tuple[AcceptedFinding, ...]
    cautions: tuple[str, ...] = ()


@click.command(epilog="Example: rulewright validate carolus_magnus --document rules.txt --lang it --html report.html")
@document_options
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif", "html", "csv"]), default="text",
              show_default=True,
              help="Choose the format of the findings; `html` prints the page of --html, `csv` a table for a spreadsheet.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as --format json does.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE",
              help="Also write a page with clauses and sentences side by side. It contains the text of the document.")
@click.option("--notes", type=OUTPUT_FILE, metavar="FILE",
              help="Also write the XLIFF or PO document to a new FILE, with each finding as a note on its unit.")
@click.option("--all", "everything", is_flag=True, help="List every note, and the accepted findings.")
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@click.option("--editions", "plays", is_flag=True,
              help="Also list the playthroughs that the document's edition plays differently.")
@click.option("--self-test", "seeded_errors", type=click.IntRange(min=1), metavar="N",
              help="Seed up to N errors of each kind in the document, and count those that the checks find.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed the random choice of errors for --self-test.")
def command(job: Job, form: str, as_json: bool, html: Path | None, notes: Path | None, everything: bool, strict: bool,
            plays: bool, seeded_errors: int | None, seed: int) -> None:
    """Compare a printed rulebook in any language with the clauses of GAME.

    Report wrong numbers, missing clauses, contradictions, untranslated or garbled sentences and inconsistent terms.
    Exit with 1 if there are unaccepted errors.
    """
    if seeded_errors is not None:
        self_test(job, seeded_errors, seed, as_json or form == "json")
        return
    # Before the document is checked, which may take long: a page takes
    # the place of one that was made here, and of nothing else.
    if html is not None and html.exists() and not is_page(html):
        raise click.UsageError(f"`{html}` exists already and was not written by `validate`")
    report = reported(job)
    divergences = _play_divergences(job) if plays else None
    if notes is not None:
        write_new(notes, noted(job.text, report.findings))
    if html is not None:
        write_whole(html, _page(job, report))
    if as_json or form == "json":
        click.echo(json.dumps(as_record(report, divergences, job.alignment), indent=2, ensure_ascii=False))
    elif form == "html":
        click.echo(_page(job, report), nl=False)
    elif form == "csv":
        accepted = [(finding, acceptance.why) for finding, acceptance in report.accepted]
        click.echo(table_of(job.alignment, report.findings, accepted), nl=False)
    elif form == "sarif":
        accepted = [(finding, acceptance.why) for finding, acceptance in report.accepted]
        log = sarif_of(report.findings, job.text.path, accepted, report.cautions, job.alignment.place)
        click.echo(json.dumps(log, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join([*_text(report, job.alignment, everything), *_played(divergences)]))
    bad = any(finding.level == "error" or (strict and finding.level == "warning") for finding in report.findings)
    raise SystemExit(1 if bad else 0)


def _play_divergences(job: Job) -> Sequence[PlayDivergence]:
    from ..documents.editions import play_divergences  # what plays games is loaded only where games are played

    return play_divergences(job)


def reported(job: Job) -> DocumentReport:
    """Check the document, and separate the accepted findings."""
    findings = job.findings.of_document
    left, stale = without(findings, job.decisions.known.accepted)
    why = {acceptance.id: acceptance for acceptance in job.decisions.known.accepted}
    accepted = tuple((finding, why[finding.id]) for finding in findings if finding.id in why)
    return DocumentReport(coverage_of(job.alignment.aligned), left, accepted, stale, job.cautions)


def _page(job: Job, report: DocumentReport) -> str:
    accepted = [(finding, acceptance.why) for finding, acceptance in report.accepted]
    from ..booklet.figures import figures_of  # what plays games is loaded only where games are played
    from ..shared.games.looks import look_beside
    from ..words.narrator import describer_of, with_rows

    rulebook = job.rulebook
    game = job.rulebook.request.game()
    describer = describer_of(rulebook.files, game.fewest, dict(job.rulebook.request.parameters), job.text.code)
    look = with_rows(look_beside(Path(rulebook.files.path), job.text.code), describer)
    figures = figures_of(rulebook.files, game, look, job.text.code)
    return page(job.alignment.aligned, report.findings, rulebook.facts.title, rulebook.statement, report.cautions, accepted,
                figures, job.comparison.texts)


# ---- Text ----------------------------------------------------------------------------------------


def _text(report: DocumentReport, alignment: ClauseAlignment, everything: bool) -> Iterator[str]:
    shown = [finding for finding in report.findings if everything or finding.level != "note" or finding.rule not in COLLAPSED]
    # Many clauses without a sentence would be as many lines with the same words: they become one line that lists the clauses.
    alike = {} if everything else _alike(shown)
    for finding in shown:
        if finding.level != "note" or len(alike.get((finding.rule, finding.message), ())) < 2 or finding.sentence is not None:
            yield _line(finding, alignment.text.path)
    for finding, acceptance in report.accepted if everything else ():
        yield f"{_line(finding, alignment.text.path, 'accepted ')} ({acceptance.why})"
    for (rule, message), clauses in alike.items():
        if len(clauses) > 1:
            yield f"{alignment.text.path}:1: note: {len(clauses)} clauses: {message} [{rule}] {', '.join(clauses)}"
    counts = Counter(finding.level for finding in report.findings)
    if not everything:
        notes = [finding for finding in report.findings if finding.level == "note" and finding.rule in COLLAPSED]
        hidden: Counter[Rule] = Counter(finding.rule for finding in notes)
        for rule, count in sorted(hidden.items()):
            yield f"note: {count} time{'s' if count > 1 else ''}: {RULES[rule][1]} [{rule}]"
    for stale in report.stale:
        yield f"note: accepted finding {stale.id} ({stale.rule}, {stale.clause or 'no clause'}) is not found any more"
    if everything and alignment.aligned.lock is not None and alignment.aligned.lock.silent:
        yield f"note: the document is known to be silent on {', '.join(alignment.aligned.lock.silent)}"
    covered = report.coverage
    yield (f"{covered.anchored} of {covered.clauses} clauses have a sentence ({covered.confirmed} confirmed), the document is "
           f"known to be silent on {covered.silent}; {covered.claimed} of {covered.sentences} sentences are claimed, "
           f"{covered.marked} marked as something else, {covered.open} open")
    accepted = f"; {len(report.accepted)} accepted" if report.accepted else ""
    yield ", ".join(f"{counts[level]} {level}{'s' if counts[level] != 1 else ''}" for level in LEVELS) + accepted


def _alike(findings: Sequence[Finding]) -> dict[tuple[str, str], list[str]]:
    """The clauses of notes without a place, by rule and message."""
    out: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        if finding.level == "note" and finding.sentence is None and finding.clause is not None:
            out.setdefault((finding.rule, finding.message), []).append(finding.clause)
    return out


def _line(finding: Finding, path: Path, accepted: str = "") -> str:
    """A finding on one line. Without a line of its own it gets the first, so that editors can follow it."""
    clause = f" {finding.clause}:" if finding.clause is not None else ""
    sentence = f" (sentence {finding.sentence})" if finding.sentence is not None else ""
    place = f"{path}:{finding.line or 1}: {accepted}{finding.level}"
    return f"{place}:{clause} {finding.message}{sentence} [{finding.rule} {finding.id}]"


def _played(divergences: Sequence[PlayDivergence] | None) -> Iterator[str]:
    if divergences is None:
        return
    if not divergences:
        yield "the document's edition plays every playthrough as the rules do"
    for divergence in divergences:
        causes = f"no clause of the reading ({', '.join(divergence.causes)})"
        about = ", ".join(divergence.departs) if divergence.departs else causes
        yield f"plays otherwise: {about}: {divergence.words}; in {', '.join(divergence.playthroughs)}"


# ---- JSON ----------------------------------------------------------------------------------------


def as_record(report: DocumentReport, divergences: Sequence[PlayDivergence] | None,
              alignment: ClauseAlignment) -> dict[str, object]:
    """A report for JSON."""
    coverage = report.coverage
    record: dict[str, object] = {
        "cautions": list(report.cautions),
        "coverage": {
            "clauses": coverage.clauses,
            "anchored": coverage.anchored,
            "sentences": coverage.sentences,
            "claimed": coverage.claimed,
            "confirmed": coverage.confirmed,
            "silent": coverage.silent,
            "marked": coverage.marked,
            "open": coverage.open,
        },
        "findings": [_finding(finding, alignment) for finding in report.findings],
        "accepted": [{**_finding(finding, alignment), "why": acceptance.why} for finding, acceptance in report.accepted],
    }
    if divergences is not None:
        record["plays"] = [{"departs": list(divergence.departs), "causes": list(divergence.causes), "message": divergence.words,
                            "playthroughs": list(divergence.playthroughs)} for divergence in divergences]
    return record


def _finding(finding: Finding, alignment: ClauseAlignment) -> dict[str, object]:
    """A finding; a whole clause that is expected is given with its values."""
    aligned, place = alignment.aligned, alignment.place(finding)
    target = aligned.target(finding.clause) if finding.clause is not None and aligned.has(finding.clause) else None
    # A finding holds the bare statement. JSON gives it with the numbers filled in, as a booklet says it.
    whole = target is not None and finding.expected == target.clause.statement
    expected = alignment.rulebook.statement(target.clause) if target is not None and whole else finding.expected
    return {
        "rule": finding.rule,
        "level": finding.level,
        "clause": finding.clause,
        "line": finding.line,
        "column": None if place is None else place.column,
        "sentence": finding.sentence,
        "message": finding.message,
        "expected": expected,
        "found": finding.actual,
        "id": finding.id,
    }


# ---- Seeded errors -------------------------------------------------------------------------------


def self_test(job: Job, most: int, seed: int, as_json: bool) -> None:
    """Seed errors and print how many of each kind are found."""
    scores: dict[str, list[SeedingScore]] = {operator: [] for operator in OPERATORS}
    alignment, glossary = job.alignment, job.text.vocabulary.glossary
    with Progress(most * len(OPERATORS), "Seeding errors") as progress:
        def check(document: Document) -> tuple[Finding, ...]:
            return job.findings.of(alignment.align(document))

        for score in tested(alignment.aligned, glossary, check, most, seed):
            scores[score.seeded.operator].append(score)
            progress.update(1)
    rows = [{"operator": operator, "planted": len(some), "errors": sum(score.as_error for score in some),
             "found": sum(score.at_all for score in some), "collateral": sum(score.collateral for score in some)}
            for operator, some in scores.items()]
    if as_json:
        click.echo(json.dumps({"self_test": rows}, indent=2))
        return
    click.echo(f"{'planted':<20}{'number':>8}{'as error':>10}{'at all':>8}{'elsewhere':>11}")
    for row in rows:
        click.echo(f"{row['operator']:<20}{row['planted']:>8}{row['errors']:>10}{row['found']:>8}{row['collateral']:>11}")
