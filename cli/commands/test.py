"""`rulewright test`: run playthroughs, report failed expectations, measure coverage of clauses."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ...dsl.source.diagnostics import Diagnostic, RulebookError, counted
from ...interpreter.canonical.effects import exercised
from ...interpreter.game.rules import Rules
from ...interpreter.playthroughs.difference import difference
from ...interpreter.playthroughs.lines.rewriting import rewritten
from ...interpreter.playthroughs.lines.syntax import Playthrough
from ...interpreter.playthroughs.running.results import Failure
from ...interpreter.playthroughs.running.runner import PlaythroughRunner
from ..playthroughs.coverage import PlaythroughCoverage, coverage_of
from ..playthroughs.file_result import FileResult
from ..playthroughs.junit import junit_xml
from ..playthroughs.scripts import WrongPlaythrough, open_rules, playthrough_files, read_file
from ..shared.files.files import diff_of, write_whole
from ..shared.files.outputs import OUTPUT_FILE, leads_out
from ..shared.games.options import PERCENT, json_option
from ..shared.process.workers import Workers


@click.command(epilog="Example: rulewright test games/carolus_magnus --coverage")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@json_option
@click.option("--coverage", is_flag=True, help="List the clauses with the playthroughs that exercise them.")
@click.option("--fail-under", type=PERCENT, metavar="PERCENT",
              help="Exit with 1 if playthroughs exercise fewer clauses.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="Use N processes.")
@click.option("--junit", type=OUTPUT_FILE, metavar="FILE", help="Write JUnit XML to this file too.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE", help="Write the failures to this page too, each with its position.")
@click.option("--bless", is_flag=True, help="Update failed expectations if possible, and show the change.")
def command(paths: tuple[str, ...], as_json: bool, coverage: bool, fail_under: float | None, jobs: int,
            junit: Path | None, html: Path | None, bless: bool) -> None:
    """Run playthroughs: files, or folders with `.play` files.

    Print a line for each file, and details of the failures. For a playthrough of other rules, name the first
    clause that differs. Exit with 1 if an expectation fails.
    """
    files = [str(path) for path in playthrough_files(paths)]
    if not files:
        raise click.UsageError(f"no `.play` files in {', '.join(paths)}")
    results = []
    with Workers(jobs) as workers:
        for result in workers.map(run_file, files):
            results.append(result)
            if not as_json:
                click.echo(_line(result))
    covered = coverage_of(results)
    if html is not None:
        # Loaded only here: a page needs all that draws positions.
        from ..playthroughs.failure_page import failure_page

        write_whole(html, failure_page(results))
    if bless:
        for result in results:
            _bless(result, to_stderr=as_json)
    failed = sum(bool(result.failures) for result in results)
    if as_json:
        click.echo(json.dumps(_report(results, covered), indent=2, ensure_ascii=False))
    else:
        _print_failures(results)
        if coverage or fail_under is not None:
            _print_coverage(covered, everything=coverage)
        click.echo(f"{len(results) - failed} passed, {failed} failed")
    short = [game for game in covered if fail_under is not None and covered[game].percent < fail_under]
    for game in short:
        click.echo(f"{game}: {covered[game].percent:.1f} % of the clauses are exercised, "
                   f"less than {fail_under:g} %", err=True)
    # The report is printed, also where this file cannot be written.
    if junit is not None:
        write_whole(junit, junit_xml(results))
    raise SystemExit(1 if failed or short else 0)


# ---- Running -------------------------------------------------------------------------------


def run_file(name: str) -> FileResult:
    """Run one playthrough; each mistake in it is a failure.

    The lines that can be read are played, even if others cannot.
    """
    try:
        playthrough = read_file(Path(name))
    except OSError as error:
        message = f"the file cannot be read: {(error.strerror or '').lower()}"
        return FileResult(name, (Failure(name, 1, message, "a playthrough", ""),))
    wrong = [_failure_of(problem) for problem in playthrough.problems]
    if playthrough.head.game is None:
        return FileResult(name, tuple(wrong), cut_off=playthrough.cut_off)
    try:
        rules = open_rules(playthrough)
    except WrongPlaythrough as error:
        wrong += [_failure_of(diagnostic) for diagnostic in error.diagnostics]
    except RulebookError as error:
        first = next(diagnostic for diagnostic in error.diagnostics if diagnostic.level == "error")
        wrong.append(Failure(name, 1, f"the rulebook does not compile: {first.message} ({first.span})",
                             "a rulebook without mistakes", ""))
    else:
        if all(problem.code != "E602" for problem in playthrough.problems):
            return _played(playthrough, rules, wrong)
    return FileResult(name, tuple(sorted(wrong, key=lambda failure: failure.line)), cut_off=playthrough.cut_off)


def _failure_of(problem: Diagnostic) -> Failure:
    expected = problem.help or "a playthrough without mistakes"
    return Failure(problem.span.source.name, problem.span.line, problem.message, expected, "")


def _played(playthrough: Playthrough, rules: Rules, wrong: list[Failure]) -> FileResult:
    result = PlaythroughRunner(rules.seated(tuple(rules.seats), notes=True), playthrough, read_file).run()
    failures = sorted([*wrong, *result.failures], key=lambda failure: (failure.file != playthrough.name, failure.line))
    done = exercised(result.clauses, result.did, rules.analyses.doers)
    return FileResult(playthrough.name, tuple(failures), result.checks, result.moves, rules.program.name, done,
                      rules.analyses.coverable, difference(result, rules), playthrough.cut_off)


# ---- What is printed -----------------------------------------------------------------------


def _line(result: FileResult) -> str:
    word = click.style("FAILED", fg="red") if result.failures else click.style("ok", fg="green")
    note = f"  ({result.note})" if result.note else ""
    return f"{result.file}: {word}, {counted(result.moves, 'move')}, {counted(result.checks, 'expectation')}{note}"


def _print_failures(results: list[FileResult]) -> None:
    for result in results:
        for failure in result.failures:
            click.echo(f"\n{failure.file}:{failure.line}: {failure.message}")
            click.echo(f"    expected: {failure.expected}")
            if failure.actual:
                click.echo(f"    actual:   {failure.actual}")
            if failure.last_moves:
                click.echo(f"    after:    {' / '.join(failure.last_moves)}")
    if any(result.failures for result in results):
        click.echo()


def _print_coverage(covered: dict[str, PlaythroughCoverage], everything: bool) -> None:
    for game, coverage in covered.items():
        click.echo(f"\n{game}: {len(coverage.clauses) - len(coverage.missing)} of {len(coverage.clauses)} clauses exercised "
                   f"({coverage.percent:.1f} %)")
        for line in coverage.lines() if everything else coverage.lines_missing():
            click.echo(line)
    click.echo()


def _report(results: list[FileResult], covered: dict[str, PlaythroughCoverage]) -> dict[str, object]:
    return {
        "files": len(results), "passed": sum(not result.failures for result in results),
        "failed": sum(bool(result.failures) for result in results),
        "failures": [_as_json(failure) for result in results for failure in result.failures],
        "notes": {result.file: result.note for result in results if result.note},
        "rules_differ": {result.file: result.difference.as_json() for result in results if result.difference is not None},
        "coverage": {
            "clauses": sum(len(coverage.clauses) for coverage in covered.values()),
            "covered": sum(len(coverage.clauses) - len(coverage.missing) for coverage in covered.values()),
            "missing": [clause for coverage in covered.values() for clause in coverage.missing],
            "games": {game: coverage.as_json() for game, coverage in covered.items()},
        },
    }


def _as_json(failure: Failure) -> dict[str, object]:
    refused = failure.refused
    return {
        "file": failure.file, "line": failure.line, "expected": failure.expected, "actual": failure.actual,
        "message": failure.message, "last_moves": list(failure.last_moves), "kind": failure.kind,
        "move": str(refused) if refused is not None else None,
        "clauses": [refusal.clause for refusal in refused.refusals] if refused is not None else list(failure.applied),
        "nearest": list(refused.nearest) if refused is not None else [],
    }


def _bless(result: FileResult, to_stderr: bool) -> None:
    """Update the failed expectations of a file, and show the change."""
    changes = {
        failure.line: (failure.blessed,)
        for failure in result.failures
        if failure.blessed is not None and failure.file == result.file
    }
    if not changes:
        return
    path = Path(result.file)
    out = leads_out(path)
    if out is not None:
        click.echo(f"Error: `{path}` {out}", err=True)
        return
    before = read_file(path).text
    after = rewritten(before, changes)
    write_whole(path, after)
    click.echo(diff_of(before, after, result.file, f"{result.file} (blessed)"), nl=False, err=to_stderr)
