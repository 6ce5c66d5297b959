"""`rulewright test`: run playthroughs, report what is not so, count what was exercised."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

import click
from attrs import define, field, frozen

from ..dsl.diagnostics import RulebookError
from ..dsl.library import NoSuchRulebook
from ..interpreter.game import WrongPlayers
from ..interpreter.playthroughs.runner import Failure, Runner
from .files import write_whole
from .junit import junit_xml
from .options import json_option
from .scripts import open_rules, playthrough_files, read_file

T = TypeVar("T")
R = TypeVar("R")


@frozen
class FileResult:
    """What came of one file: failures, how much was checked, the clauses exercised and all there are."""

    file: str
    failures: tuple[Failure, ...]
    checks: int
    steps: int
    note: str | None
    game: str | None
    covered: frozenset[str]
    clauses: frozenset[str]


@define
class Coverage:
    """The clauses of one game that playthroughs exercised, and by which file each."""

    clauses: set[str] = field(factory=set)
    covered: dict[str, list[str]] = field(factory=dict)

    @property
    def missing(self) -> list[str]:
        """The clauses that nothing exercised."""
        return sorted(self.clauses - set(self.covered))

    @property
    def percent(self) -> float:
        """The share of clauses that were exercised, in percent."""
        return 100.0 * (len(self.clauses) - len(self.missing)) / max(1, len(self.clauses))


@click.command(epilog="Example: rulewright test games/carolus_magnus --coverage")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@json_option
@click.option("--coverage", is_flag=True, help="List the clauses that no playthrough exercised.")
@click.option("--fail-under", type=click.FloatRange(0, 100), metavar="PERCENT",
              help="Fail when less of the clauses is exercised.")
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--junit", type=click.Path(dir_okay=False), metavar="FILE", help="Also write JUnit XML.")
@click.option("--bless", is_flag=True, help="Rewrite expectations that are not so, where that can be said; shows the change.")
def command(paths: tuple[str, ...], as_json: bool, coverage: bool, fail_under: float | None, jobs: int,
            junit: str | None, bless: bool) -> None:
    """Run playthroughs: files, or folders with `.play` files in them.

    A line per file, details of what fails, exit code 1 if anything does.
    """
    files = [str(path) for path in playthrough_files(paths)]
    if not files:
        raise click.UsageError(f"no `.play` files in {', '.join(paths)}")
    results = []
    with ProcessPoolExecutor(jobs) if jobs > 1 else _Here() as pool:
        for result in pool.map(run_file, files):
            results.append(result)
            if not as_json:
                click.echo(_line(result))
    covered = coverage_of(results)
    if bless:
        for result in results:
            _bless(result, to_stderr=as_json)
    if junit is not None:
        write_whole(Path(junit), junit_xml(results))
    failed = sum(bool(one.failures) for one in results)
    if as_json:
        click.echo(json.dumps(_report(results, covered), indent=2, ensure_ascii=False))
    else:
        _print_details(results, covered, coverage or fail_under is not None)
        click.echo(f"{len(results) - failed} passed, {failed} failed")
    short = [game for game, one in covered.items() if fail_under is not None and one.percent < fail_under]
    for game in short:
        click.echo(f"{game}: {covered[game].percent:.1f} % of the clauses are exercised, "
                   f"less than {fail_under:g} %", err=True)
    raise SystemExit(1 if failed or short else 0)


class _Here:
    """Runs things one after another, in this process."""

    def __enter__(self) -> _Here:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def map(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        return map(function, items)


def run_file(name: str) -> FileResult:
    """Run one playthrough; whatever is wrong with it is a failure of it."""
    path = Path(name)

    def failed(line: int, message: str, expected: str) -> FileResult:
        return FileResult(name, (Failure(name, line, message, expected, ""),), 0, 0, None, None, frozenset(), frozenset())

    try:
        playthrough = read_file(path)
    except OSError as error:
        return failed(1, f"the file cannot be read: {(error.strerror or '').lower()}", "a playthrough")
    if playthrough.problems:
        failures = tuple(Failure(name, one.line, one.message, one.help or "a line of a playthrough", "")
                         for one in playthrough.problems)
        return FileResult(name, failures, 0, 0, None, None, frozenset(), frozenset())
    try:
        rules = open_rules(playthrough)
    except NoSuchRulebook as error:
        return failed(1, str(error), "the name of a rulebook")
    except RulebookError as error:
        first = error.diagnostics[0]
        return failed(1, f"the rulebook does not compile: {first.message} ({first.span})", "a rulebook without mistakes")
    except WrongPlayers as error:
        return failed(1, str(error), "a number of players that the game allows")
    result = Runner(rules, playthrough, read_file).run()
    note = None
    if playthrough.rules is not None and playthrough.rules != rules.hash:
        note = _rules_changed(result.failures)
    if playthrough.cut_off and result.failures:
        note = "the last line has no end; the file may have been cut off"
    return FileResult(name, tuple(result.failures), result.checks, len(result.steps), note, rules.program.name,
                      frozenset(result.clauses), rules.countable)


def _rules_changed(failures: list[Failure]) -> str:
    if not failures:
        return "written for other rules, and all of it still holds; `rulewright migrate` takes the new ones over"
    return f"written for other rules; they first differ at line {failures[0].line}"


def coverage_of(results: list[FileResult]) -> dict[str, Coverage]:
    """The coverage of each game by these results."""
    out: dict[str, Coverage] = {}
    for one in results:
        if one.game is not None:
            coverage = out.setdefault(one.game, Coverage())
            coverage.clauses |= one.clauses
            for clause in sorted(one.covered & one.clauses):
                coverage.covered.setdefault(clause, []).append(one.file)
    return out


# ---- What is printed -----------------------------------------------------------------------


def _line(result: FileResult) -> str:
    word = click.style("FAILED", fg="red") if result.failures else click.style("ok", fg="green")
    note = f"  ({result.note})" if result.note else ""
    return f"{result.file}: {word}, {result.steps} moves, {result.checks} expectations{note}"


def _print_details(results: list[FileResult], covered: dict[str, Coverage], coverage: bool) -> None:
    for result in results:
        for failure in result.failures:
            click.echo(f"\n{failure.file}:{failure.line}: {failure.message}")
            click.echo(f"    expected: {failure.expected}")
            if failure.actual:
                click.echo(f"    actual:   {failure.actual}")
            if failure.last_moves:
                click.echo(f"    after:    {' / '.join(failure.last_moves)}")
    if coverage:
        for game, one in covered.items():
            click.echo(f"\n{game}: {len(one.clauses) - len(one.missing)} of {len(one.clauses)} clauses exercised "
                       f"({one.percent:.1f} %)")
            for clause in one.missing:
                click.echo(f"    missing: {clause}")
    if any(result.failures for result in results) or coverage:
        click.echo()


def _report(results: list[FileResult], covered: dict[str, Coverage]) -> dict[str, object]:
    failures = [{"file": one.file, "line": one.line, "expected": one.expected, "actual": one.actual,
                 "message": one.message, "last_moves": list(one.last_moves)}
                for result in results for one in result.failures]
    return {
        "files": len(results), "passed": sum(not one.failures for one in results),
        "failed": sum(bool(one.failures) for one in results), "failures": failures,
        "notes": {one.file: one.note for one in results if one.note},
        "coverage": {
            "clauses": sum(len(one.clauses) for one in covered.values()),
            "covered": sum(len(one.clauses) - len(one.missing) for one in covered.values()),
            "missing": [clause for one in covered.values() for clause in one.missing],
            "games": {game: {"clauses": len(one.clauses), "missing": one.missing, "covered": one.covered}
                      for game, one in covered.items()},
        },
    }


def _bless(result: FileResult, to_stderr: bool) -> None:
    """Rewrite the lines of a file that say what is not so, and show the change."""
    changes = {one.line: one.blessed for one in result.failures if one.blessed is not None and one.file == result.file}
    if not changes:
        return
    path = Path(result.file)
    before = path.read_text(encoding="utf-8").splitlines(keepends=True)
    after = list(before)
    for line, text in changes.items():
        old = before[line - 1]
        indent = old[: len(old) - len(old.lstrip())]
        comment = "  " + old[old.index(" #"):].strip() if " #" in old else ""
        end = old[len(old.rstrip("\r\n")):]
        after[line - 1] = f"{indent}{text}{comment}{end}"
    write_whole(path, "".join(after))
    click.echo("".join(difflib.unified_diff(before, after, result.file, f"{result.file} (blessed)")), nl=False, err=to_stderr)
