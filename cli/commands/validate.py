"""`rulewright validate`: hold a printed rulebook against the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from ...translation.checks.coverage import Coverage, coverage_of
from ...translation.checks.error_seeding import OPERATORS, Score, tested
from ...translation.decisions.baseline import Accepted, without
from ...translation.decisions.findings import LEVELS, RULES, Finding
from ..documents.document import Job, document_options
from ..documents.page import is_page, page
from ..documents.sarif import sarif_of
from ..shared.files import write_whole
from ..shared.outputs import OUTPUT_FILE
from ..shared.progress import Progress

if TYPE_CHECKING:
    from ..documents.editions import Parted

# Notes of these rules are told by their number only, unless all are asked for.
COLLAPSED = ("coverage/unclaimed", "accuracy/number-unknown", "terminology/inconsistent")


@frozen
class Report:
    """What came of holding a document against the rules.

    `findings` are those that nobody has accepted, `cautions` what has to be known of them all.
    """

    coverage: Coverage
    findings: tuple[Finding, ...]
    accepted: tuple[tuple[Finding, Accepted], ...]
    stale: tuple[Accepted, ...]
    cautions: tuple[str, ...] = ()


@click.command(epilog="Example: rulewright validate carolus_magnus --document rules.txt --lang it --html report.html")
@document_options
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif", "html"]), default="text", show_default=True,
              help="How to print what is found; `html` is the page of --html.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE",
              help="Also write a page with clauses and sentences side by side. It holds the document's text.")
@click.option("--all", "everything", is_flag=True, help="List every note, and what was accepted.")
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@click.option("--plays", is_flag=True, help="Also name the playthroughs in which the document's edition parts from the rules.")
@click.option("--self-test", "plants", type=click.IntRange(min=1), metavar="N",
              help="Plant up to N errors of each kind in the document, and tell which of them are found.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which errors are planted.")
def command(job: Job, form: str, as_json: bool, html: Path | None, everything: bool, strict: bool, plays: bool,
            plants: int | None, seed: int) -> None:
    """Hold a printed rulebook in any language against GAME, clause by clause.

    Says which sentence states something else, which clause is missing, what is not translated or garbled, and which
    terms go astray. Exit code 1 when there are errors that nobody has accepted.
    """
    if plants is not None:
        self_test(job, plants, seed, as_json or form == "json")
        return
    if html is not None and html.exists() and not is_page(html):
        raise click.UsageError(f"`{html}` is there already, and is no page that `validate` made")
    report = reported(job)
    parted = _parted(job) if plays else None
    if html is not None:
        write_whole(html, _page(job, report))
    if as_json or form == "json":
        click.echo(json.dumps(as_record(report, parted, job), indent=2, ensure_ascii=False))
    elif form == "html":
        click.echo(_page(job, report), nl=False)
    elif form == "sarif":
        accepted = [(finding, kept.why) for finding, kept in report.accepted]
        click.echo(json.dumps(sarif_of(report.findings, job.path, accepted, report.cautions), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join([*_text(report, job, everything), *_played(parted)]))
    bad = any(finding.level == "error" or (strict and finding.level == "warning") for finding in report.findings)
    raise SystemExit(1 if bad else 0)


def _parted(job: Job) -> Sequence[Parted]:
    from ..documents.editions import divergences  # what plays games is loaded only where games are played

    return divergences(job)


def reported(job: Job) -> Report:
    """The findings on a document, those apart that are accepted."""
    found = job.findings(job.held)
    left, stale = without(found, job.known.accepted)
    why = {acceptance.id: acceptance for acceptance in job.known.accepted}
    accepted = tuple((finding, why[finding.id]) for finding in found if finding.id in why)
    return Report(coverage_of(job.held), left, accepted, stale, job.cautions)


def _page(job: Job, report: Report) -> str:
    accepted = [(finding, kept.why) for finding, kept in report.accepted]
    return page(job.held, report.findings, job.facts.title, job.said, report.cautions, accepted)


# ---- Text ----------------------------------------------------------------------------------------


def _text(report: Report, job: Job, everything: bool) -> Iterator[str]:
    shown = [finding for finding in report.findings if everything or finding.level != "note" or finding.rule not in COLLAPSED]
    alike = {} if everything else _alike(shown)
    for finding in shown:
        if finding.level != "note" or len(alike.get((finding.rule, finding.message), ())) < 2 or finding.line is not None:
            yield _line(finding, job)
    for finding, kept in report.accepted if everything else ():
        yield f"{_line(finding, job, 'accepted ')} ({kept.why})"
    for (rule, message), clauses in alike.items():
        if len(clauses) > 1:
            yield f"{job.path}:1: note: {len(clauses)} clauses: {message} [{rule}] {', '.join(clauses)}"
    counts = Counter(finding.level for finding in report.findings)
    if not everything:
        hidden = Counter(finding.rule for finding in report.findings if finding.level == "note" and finding.rule in COLLAPSED)
        for rule, count in sorted(hidden.items()):
            yield f"note: {count} time{'s' if count > 1 else ''}: {RULES[rule][1]} [{rule}]"
    for stale in report.stale:
        yield f"note: accepted finding {stale.id} ({stale.rule}, {stale.clause or 'no clause'}) is not found any more"
    if everything and job.held.lock is not None and job.held.lock.silent:
        yield f"note: the document is known to be silent on {', '.join(job.held.lock.silent)}"
    covered = report.coverage
    yield (f"{covered.anchored} of {covered.clauses} clauses have a sentence ({covered.confirmed} confirmed), the document is "
           f"known to be silent on {covered.silent}; {covered.claimed} of {covered.sentences} sentences are claimed, "
           f"{covered.marked} marked as something else, {covered.open} open")
    accepted = f"; {len(report.accepted)} accepted" if report.accepted else ""
    yield ", ".join(f"{counts[level]} {level}{'s' if counts[level] != 1 else ''}" for level in LEVELS) + accepted


def _alike(found: Sequence[Finding]) -> dict[tuple[str, str], list[str]]:
    """The clauses of notes without a place, by what is said of them."""
    out: dict[tuple[str, str], list[str]] = {}
    for finding in found:
        if finding.level == "note" and finding.line is None and finding.clause is not None:
            out.setdefault((finding.rule, finding.message), []).append(finding.clause)
    return out


def _line(finding: Finding, job: Job, accepted: str = "") -> str:
    """A finding on a line. What has no line of its own is told at the first, so that editors can follow it."""
    clause = f" {finding.clause}:" if finding.clause is not None else ""
    sentence = f" (sentence {finding.sentence})" if finding.sentence is not None else ""
    place = f"{job.path}:{finding.line or 1}: {accepted}{finding.level}"
    return f"{place}:{clause} {finding.message}{sentence} [{finding.rule} {finding.id}]"


def _played(parted: Sequence[Parted] | None) -> Iterator[str]:
    if parted is None:
        return
    if not parted:
        yield "the document's edition plays every playthrough as the rules do"
    for item in parted:
        about = ", ".join(item.departs) if item.departs else f"no clause of the reading ({', '.join(item.causes)})"
        yield f"plays otherwise: {about}: {item.words}; in {', '.join(item.playthroughs)}"


# ---- JSON ----------------------------------------------------------------------------------------


def as_record(report: Report, parted: Sequence[Parted] | None, job: Job) -> dict[str, object]:
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
        "findings": [_finding(each, job) for each in report.findings],
        "accepted": [{**_finding(each, job), "why": kept.why} for each, kept in report.accepted],
    }
    if parted is not None:
        record["plays"] = [{"departs": list(each.departs), "causes": list(each.causes), "message": each.words,
                            "playthroughs": list(each.playthroughs)} for each in parted]
    return record


def _finding(finding: Finding, job: Job) -> dict[str, object]:
    """A finding; what is expected of a whole clause is told with its values."""
    whole = (
        finding.clause is not None
        and job.held.has(finding.clause)
        and finding.expected == job.held.target(finding.clause).clause.statement
    )
    expected = job.said(job.held.target(finding.clause).clause) if whole and finding.clause is not None else finding.expected
    return {
        "rule": finding.rule,
        "level": finding.level,
        "clause": finding.clause,
        "line": finding.line,
        "sentence": finding.sentence,
        "message": finding.message,
        "expected": expected,
        "found": finding.found,
        "id": finding.id,
    }


# ---- Planted errors ------------------------------------------------------------------------------


def self_test(job: Job, most: int, seed: int, as_json: bool) -> None:
    """Plant errors and print how many of each kind are found."""
    scores: dict[str, list[Score]] = {operator: [] for operator in OPERATORS}
    with Progress(most * len(OPERATORS), "Planting errors") as progress:
        for score in tested(job.held, job.glossary, lambda document: job.findings(job.hold(document)), most, seed):
            scores[score.planted.operator].append(score)
            progress.update(1)
    rows = [{"operator": operator, "planted": len(some), "errors": sum(item.as_error for item in some),
             "found": sum(item.at_all for item in some), "collateral": sum(item.collateral for item in some)}
            for operator, some in scores.items()]
    if as_json:
        click.echo(json.dumps({"self_test": rows}, indent=2))
        return
    click.echo(f"{'planted':<20}{'number':>8}{'as error':>10}{'at all':>8}{'elsewhere':>11}")
    for row in rows:
        click.echo(f"{row['operator']:<20}{row['planted']:>8}{row['errors']:>10}{row['found']:>8}{row['collateral']:>11}")
