"""`rulewright migrate`: adapt a playthrough to rules that have changed since it was written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from ...interpreter.playthroughs.migration import Migration, migrate
from ...interpreter.playthroughs.running.results import Failure
from ..playthroughs.replay import path_argument
from ..playthroughs.scripts import open_file, read_file
from ..shared.files.files import diff_of, write_bytes, write_new, write_whole
from ..shared.files.outputs import OUTPUT_FILE, leads_out
from ..shared.games.options import json_option


@click.command(epilog="Example: rulewright migrate old_game.play --output new_game.play")
@path_argument
@click.option("--output", "-o", type=OUTPUT_FILE, metavar="NEW",
              help="Write to this file, also if the result leaves out moves.")
@click.option("--force", is_flag=True, help="Overwrite NEW if it exists.")
@click.option("--bless", is_flag=True, help="Update expectations to the results by the new rules.")
@click.option("--dry-run", is_flag=True, help="Show the change; write nothing.")
@json_option
def command(file: str, output: Path | None, force: bool, bless: bool, dry_run: bool, as_json: bool) -> None:
    """Adapt FILE to the present rules without guessing.

    If every move is legal and every expectation passes, the command writes the fingerprint of the new rules into the
    head of FILE. It keeps the old text beside FILE. A refused move and the moves after it become comments with the
    clause; such a result goes to --output only. Exit with 1 if the result leaves out a move, or if an expectation
    fails.
    """
    # The last line of a file that a game is being saved to may be half a move.
    cut_off = read_file(Path(file)).cut_off
    playthrough, rules = open_file(Path(file))
    migration = migrate(rules, playthrough, read_file, bless)
    written, backup = None, None
    if migration.holds and not dry_run:
        if output is not None:
            write_new(output, migration.text, force)
            written = output
        elif migration.is_whole and not cut_off and migration.text != playthrough.text:
            # A file that lies elsewhere, behind a link, is not changed without being named.
            out = leads_out(Path(file))
            if out is not None:
                raise click.UsageError(f"`{file}` {out}")
            # First the copy, then the new text: a command that is killed in between leaves both or the old file.
            backup = _set_aside(Path(file))
            write_whole(Path(file), migration.text)
            written = Path(file)
    if as_json:
        click.echo(json.dumps(_report(file, migration, written, backup), indent=2, ensure_ascii=False))
    else:
        click.echo(diff_of(playthrough.text, migration.text, file, f"{file} (migrated)"), nl=False)
        _print(file, migration, written, backup)
        if not migration.is_whole and (drawn := playthrough.drawn):
            lines = ", ".join(map(str, drawn))
            click.echo(f"{file}: `auto` in line {lines} may play on otherwise than in earlier versions: "
                       "its chance is now that of game 0 of the series with its seed")
        if migration.text == playthrough.text and migration.holds:
            click.echo(f"{file} is written for these rules already")
    if cut_off and written is None:
        click.echo("not written: the last line is incomplete (complete it, or use --output NEW)", err=True)
    raise SystemExit(0 if migration.is_whole and not cut_off else 1)


def _set_aside(path: Path) -> Path:
    """Copy a file to a free name beside it. Raises OSError."""
    # Never over an older copy: each migration may be the one to go back to.
    names = (path.with_name(f"{path.name}.old{number}") for number in ("", *range(2, 1_000_000)))
    backup = next(name for name in names if not os.path.lexists(name))
    write_bytes(backup, path.read_bytes())
    return backup


def _print(file: str, migration: Migration, written: Path | None, backup: Path | None) -> None:
    """Print the changes and failures; print the name of the written file to standard error."""
    for change in migration.changes:
        click.echo(f"{file}:{change.line}: {change.kind}: `{change.old}`; {change.why}")
    for failure in (*migration.open, *migration.broken):
        click.echo(f"{failure.file}:{failure.line}: {failure.message}" + (f"; {failure.actual}" if failure.actual else ""))
    if migration.open:
        click.echo("not written: these expectations fail (use --bless to update them)", err=True)
    elif migration.broken:
        click.echo("not written: a file that this one uses fails; migrate that file first", err=True)
    elif written is None and not migration.is_whole:
        click.echo("not written: moves were left out (use --output NEW to write a new file)", err=True)
    if written is not None:
        click.echo(f"written to {written}" + (f"; the old text is kept in {backup}" if backup is not None else ""), err=True)


def _report(file: str, migration: Migration, written: Path | None, backup: Path | None) -> dict[str, object]:
    def failed(failure: Failure) -> dict[str, object]:
        return {"file": failure.file, "line": failure.line, "message": failure.message, "actual": failure.actual}

    return {
        "file": file,
        "holds": migration.holds,
        "whole": migration.is_whole,
        "changes": [
            {"line": change.line, "kind": change.kind, "old": change.old, "why": change.why} for change in migration.changes
        ],
        "open": [failed(failure) for failure in migration.open],
        "broken": [failed(failure) for failure in migration.broken],
        "written": str(written) if written is not None else None,
        "kept": str(backup) if backup is not None else None,
    }
