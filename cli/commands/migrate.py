"""`rulewright migrate`: take a playthrough over to rules that have changed since it was written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from ...interpreter.playthroughs.migration import Migration, migrate
from ...interpreter.playthroughs.results import Failure
from ..playthroughs.replay import path_argument
from ..playthroughs.scripts import open_file, read_file
from ..shared.files import diff_of, write_bytes, write_new, write_whole
from ..shared.options import json_option
from ..shared.outputs import OUTPUT_FILE, leads_out


@click.command(epilog="Example: rulewright migrate old_game.play --output new_game.play")
@path_argument
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="NEW",
              help="Write to this file, also when something had to be left out.")
@click.option("--force", is_flag=True, help="Write over NEW if it is there already.")
@click.option("--bless", is_flag=True, help="Let expectations say what is so by the new rules.")
@click.option("--dry-run", is_flag=True, help="Show the change, and write nothing.")
@json_option
def command(file: str, output: Path | None, force: bool, bless: bool, dry_run: bool, as_json: bool) -> None:
    """Rewrite what can be rewritten in FILE without guessing.

    When every move and expectation holds, the new rules are noted in its head. A move that is
    refused is left out, with what was played from there; what is left out stays as a comment with
    the clause. Such a result goes to --output only; FILE itself is changed when nothing is lost,
    and its old text is kept beside it. Exit code 1 when something is left out or does not hold.
    """
    cut_off = read_file(Path(file)).cut_off
    playthrough, rules = open_file(Path(file))
    migration = migrate(rules, playthrough, read_file, bless)
    written, kept = None, None
    if migration.holds and not dry_run:
        if output is not None:
            write_new(output, migration.text, force)
            written = output
        elif migration.is_whole and not cut_off and migration.text != playthrough.text:
            out = leads_out(Path(file))
            if out is not None:
                raise click.UsageError(f"`{file}` {out}")
            kept = _set_aside(Path(file))
            write_whole(Path(file), migration.text)
            written = Path(file)
    if as_json:
        click.echo(json.dumps(_report(file, migration, written, kept), indent=2, ensure_ascii=False))
    else:
        click.echo(diff_of(playthrough.text, migration.text, file, f"{file} (migrated)"), nl=False)
        _print(file, migration, written, kept)
        if migration.text == playthrough.text and migration.holds:
            click.echo(f"{file} is written for these rules already")
    if cut_off and written is None:
        click.echo("nothing is written, because the last line has no end (end it, or give `--output NEW`)", err=True)
    raise SystemExit(0 if migration.is_whole and not cut_off else 1)


def _set_aside(path: Path) -> Path:
    """Copy a file to a name beside it that nothing has yet. Raises OSError."""
    names = (path.with_name(f"{path.name}.old{number}") for number in ("", *range(2, 1_000_000)))
    kept = next(name for name in names if not os.path.lexists(name))
    write_bytes(kept, path.read_bytes())
    return kept


def _print(file: str, migration: Migration, written: Path | None, kept: Path | None) -> None:
    """What was changed and left, on the screen; where it was written, on standard error."""
    for change in migration.changes:
        click.echo(f"{file}:{change.line}: {change.kind}: `{change.old}`; {change.why}")
    for failure in (*migration.open, *migration.broken):
        click.echo(f"{failure.file}:{failure.line}: {failure.message}" + (f"; {failure.actual}" if failure.actual else ""))
    if migration.open:
        click.echo("nothing is written, because these expectations do not hold (`--bless` lets them say what is so)", err=True)
    elif migration.broken:
        click.echo("nothing is written, because a file that is used does not hold; migrate that first", err=True)
    elif written is None and not migration.is_whole:
        click.echo("nothing is written, because something is left out (`--output NEW` writes it to a new file)", err=True)
    if written is not None:
        click.echo(f"written to {written}" + (f"; the old text is kept in {kept}" if kept is not None else ""), err=True)


def _report(file: str, migration: Migration, written: Path | None, kept: Path | None) -> dict[str, object]:
    def failed(failure: Failure) -> dict[str, object]:
        return {"file": failure.file, "line": failure.line, "message": failure.message, "actual": failure.actual}

    return {
        "file": file,
        "holds": migration.holds,
        "whole": migration.is_whole,
        "changes": [
            {"line": change.line, "kind": change.kind, "old": change.old, "why": change.why} for change in migration.changes
        ],
        "open": [failed(item) for item in migration.open],
        "broken": [failed(item) for item in migration.broken],
        "written": str(written) if written is not None else None,
        "kept": str(kept) if kept is not None else None,
    }
