"""`rulewright check`: compile rulebooks for every number of players, read playthroughs, and explain every mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from ...dsl.source import disk
from ...dsl.source.diagnostics import Diagnostic, Diagnostics, render
from ...dsl.source.search_path import NoSuchRulebook
from ...dsl.source.span import Source, Span
from ..checking.cache import result_of
from ..checking.paths import expanded, is_main, is_no_file
from ..checking.result import CheckedFile, CheckResult
from ..colours.terminal import coloured
from ..shared.games.options import complete_game, set_option, variant_option


@click.command(epilog="Example: rulewright check carolus_magnus games/tutorial/pig.rules games/tutorial/playthroughs")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_game)
@variant_option
@set_option
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True,
              help="Choose the format of the report.")
@click.option("--strict", is_flag=True, help="Count warnings as mistakes.")
@click.option("--no-cache", is_flag=True, help="Check everything again; neither read nor write results on disk.")
def command(paths: tuple[str, ...], variants: tuple[str, ...], parameters: tuple[str, ...], form: str, strict: bool,
            no_cache: bool) -> None:
    """Check rulebooks: names, types, ranges, loops, ends, and clauses that no rule reaches.

    Then play a few short random games with each number of players, the same games in every run, and report faults. The
    command does not play the variants of a large rulebook; to play a variant, name its file as a PATH.

    Each PATH is a rulebook or the name of one that ships, a playthrough, an evaluation file (`.evaluation`), or a look
    file (`.look`). It may also be a folder with any of these. The command checks a playthrough without playing it: head,
    names, forms of moves, conditions, positions. One run reports all mistakes. Exit with 1 if there are any.

    The command keeps results in your cache folder. After an edit it checks only the changed parts and the parts that
    use them, wherever the rest of the result cannot change.
    """
    try:
        # A rulebook and its variants have most of their files in common.
        with disk.asked_once():
            results = list(_results(paths, variants, parameters, keep=not no_cache))
    except NoSuchRulebook as error:
        raise click.UsageError(str(error)) from None
    # Together, since a file that two rulebooks use is read for both: a mistake in it is reported once.
    everything = Diagnostics()
    for _, result in results:
        everything.extend(result.diagnostics)
    diagnostics = everything.sorted()
    _print(form, diagnostics, results)
    raise SystemExit(1 if any(diagnostic.level == "error" or strict for diagnostic in diagnostics) else 0)


def _results(paths: tuple[str, ...], variants: tuple[str, ...], parameters: tuple[str, ...],
             keep: bool) -> Iterator[tuple[str, CheckResult]]:
    """Yield the result of each file that the paths name. Raises NoSuchRulebook."""
    blocks = 0
    for path in expanded(paths, with_variants=not variants and not parameters):
        # A rulebook begins the count of blocks again, by which the variants beside a large one are not played.
        if path in paths or (not is_no_file(path) and is_main(path)):
            blocks = 0
        is_loose = is_no_file(path) and path not in paths
        file = CheckedFile(path, variants, parameters, blocks)
        result = CheckResult(_unreadable(path)) if is_loose else _of_variants(file, result_of(file, keep))
        blocks += 0 if result.skipped else result.blocks
        yield path, result


def _of_variants(file: CheckedFile, result: CheckResult) -> CheckResult:
    """Return a result in which errors name the variants that they come with."""
    if not any(diagnostic.level == "error" for diagnostic in result.diagnostics):
        return result
    # Most checks find no error, and what follows is not loaded for them.
    from ..checking.with_variants import with_variants

    return CheckResult(with_variants(file, result.diagnostics), result.blocks, result.skipped)


def _print(form: str, diagnostics: tuple[Diagnostic, ...], results: list[tuple[str, CheckResult]]) -> None:
    """Print the diagnostics in a form; as text with a line for each file."""
    if form == "json":
        click.echo(json.dumps({"diagnostics": list(map(as_json, diagnostics))}, indent=2, ensure_ascii=False))
    elif form == "sarif":
        from ..shared.formats.sarif import sarif_log

        click.echo(json.dumps(sarif_log(diagnostics), indent=2, ensure_ascii=False))
    else:
        for diagnostic in diagnostics:
            click.echo(coloured(render(diagnostic)) + "\n")
        for path, result in results:
            click.echo(f"{path}: {_summary(result.diagnostics)}" + (", no games played" if result.skipped else ""))


def _unreadable(path: str) -> tuple[Diagnostic, ...]:
    diagnostics = Diagnostics()
    diagnostics.add("E103", f"`{path}` is a link that leads to no file", Span(Source(path, ""), 1, 1, 1, 1))
    return diagnostics.sorted()


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """Convert a diagnostic to the fields that `check --format json` promises."""
    span = diagnostic.span
    return {
        "code": diagnostic.code, "level": diagnostic.level, "message": diagnostic.message, "help": diagnostic.help,
        "file": span.source.name, "line": span.line, "column": span.column, "end_line": span.end_line,
        "end_column": span.end_column, "clause": diagnostic.clause,
        "related": [{"message": message, "file": place.source.name, "line": place.line, "column": place.column}
                    for message, place in diagnostic.related],
        "fixes": [{"title": fix.title, "file": fix.span.source.name, "line": fix.span.line, "column": fix.span.column,
                   "end_line": fix.span.end_line, "end_column": fix.span.end_column, "text": fix.text}
                  for fix in diagnostic.fixes],
    }


def _summary(diagnostics: tuple[Diagnostic, ...]) -> str:
    errors = sum(diagnostic.level == "error" for diagnostic in diagnostics)
    warnings = len(diagnostics) - errors
    parts = [f"{count} {word}{'s' if count != 1 else ''}" for count, word in
             ((errors, "error"), (warnings, "warning")) if count]
    return ", ".join(parts) or "no mistakes"
