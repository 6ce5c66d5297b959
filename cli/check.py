"""`rulewright check`: compile rulebooks for every number of players and explain every mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from ..dsl.compile import analyse
from ..dsl.diagnostics import Diagnostic, Diagnostics, render
from ..dsl.library import NoSuchRulebook, find, parted, variants_of
from ..dsl.syntax import Rulebook
from .options import Asked, asked_for, complete_game, set_option, variant_option
from .sarif import sarif_log


@click.command(epilog="Example: rulewright check carolus_magnus games/tutorial/pig.rules")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_game)
@variant_option
@set_option
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True,
              help="How to print what is found.")
@click.option("--strict", is_flag=True, help="Let warnings count as mistakes.")
def command(paths: tuple[str, ...], variants: tuple[str, ...], settings: tuple[str, ...], form: str, strict: bool) -> None:
    """Check rulebooks: names, types, ranges, loops, ends, and whether every clause is reached.

    Each PATH is a rulebook's file or folder, or the name of one that ships. All mistakes are
    reported in one run. Exit code 1 when there are any.
    """
    everything = Diagnostics()
    lines = []
    try:
        for path in expanded(paths, with_variants=not variants and not settings):
            one = check_rulebook(asked_for(path, None, variants, settings))
            everything.extend(one)
            lines.append(f"{path}: {_summary(one)}")
    except NoSuchRulebook as error:
        raise click.UsageError(str(error)) from None
    found = everything.sorted()
    if form == "json":
        click.echo(json.dumps({"diagnostics": [as_json(one) for one in found]}, indent=2, ensure_ascii=False))
    elif form == "sarif":
        click.echo(json.dumps(sarif_log(found), indent=2, ensure_ascii=False))
    else:
        for diagnostic in found:
            click.echo(render(diagnostic) + "\n")
        for line in lines:
            click.echo(line)
    bad = any(one.level == "error" or strict for one in found)
    raise SystemExit(1 if bad else 0)


def expanded(paths: tuple[str, ...], with_variants: bool) -> Iterator[str]:
    """The rulebooks meant, and the variants of each; a folder with several rulebooks stands for all."""
    for path in paths:
        folder = Path(path)
        mains = sorted(folder.glob("*.rules")) if folder.is_dir() else []
        own = folder / f"{folder.resolve().name}.rules"
        for main in map(str, mains) if len(mains) > 1 and own not in mains else [path]:
            yield main
            if with_variants and parted(main) == (main, ()):
                yield from map(str, variants_of(find(main)).values())


def check_rulebook(asked: Asked) -> tuple[Diagnostic, ...]:
    """What is wrong with a rulebook, for all its numbers of players together."""
    files = asked.files()
    found = Diagnostics()
    found.extend(files.diagnostics.sorted())
    header = next((one for one in files.declarations if isinstance(one, Rulebook)), None)
    counts = range(header.fewest, min(header.most, header.fewest + 20) + 1) if header else range(2, 3)
    for players in counts:
        analyse(files.declarations, players, dict(asked.settings), found)
    return found.sorted()


def as_json(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic with the fields that `check --format json` promises."""
    span = diagnostic.span
    return {
        "code": diagnostic.code, "level": diagnostic.level, "message": diagnostic.message, "help": diagnostic.help,
        "file": span.source.name, "line": span.line, "column": span.column, "end_line": span.end_line,
        "end_column": span.end_column, "clause": diagnostic.clause,
        "related": [{"message": message, "file": at.source.name, "line": at.line, "column": at.column}
                    for message, at in diagnostic.related],
    }


def _summary(found: tuple[Diagnostic, ...]) -> str:
    errors = sum(one.level == "error" for one in found)
    warnings = len(found) - errors
    parts = [f"{count} {word}{'s' if count != 1 else ''}" for count, word in
             ((errors, "error"), (warnings, "warning")) if count]
    return ", ".join(parts) or "no mistakes"
