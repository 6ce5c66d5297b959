"""`rulewright migrate`: take a playthrough over to rules that have changed since it was written."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import click

from ..interpreter.playthroughs.runner import Runner
from .files import write_whole
from .replay import path_argument
from .scripts import open_rules, read_file


@click.command(epilog="Example: rulewright migrate old_game.play --dry-run")
@path_argument
@click.option("--dry-run", is_flag=True, help="Show the change, and write nothing.")
def command(file: str, dry_run: bool) -> None:
    """Rewrite what can be rewritten in FILE without guessing.

    When every move and expectation still holds, the new rules are noted in its head. When a move
    is refused now, or something else comes of it, the line is named with the clause, nothing is
    written, and the exit code is 1.
    """
    path = Path(file)
    playthrough = read_file(path)
    if playthrough.problems:
        raise click.ClickException(f"{file}:{playthrough.problems[0].line}: {playthrough.problems[0].message}")
    rules = open_rules(playthrough)
    result = Runner(rules, playthrough, read_file).run()
    if result.failures:
        for failure in result.failures:
            click.echo(f"{file}:{failure.line}: {failure.message}; {failure.actual}")
        raise SystemExit(1)
    if playthrough.rules == rules.hash:
        click.echo(f"{file} is written for these rules already")
        return
    before = playthrough.text
    if playthrough.rules is None:
        after = re.sub(r"(?m)^(game .*\n)", rf"\g<1>rules {rules.hash}\n", before, count=1)
    else:
        after = re.sub(rf"(?m)^rules {re.escape(playthrough.rules)}", f"rules {rules.hash}", before, count=1)
    click.echo("".join(difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), file,
                                            f"{file} (migrated)")), nl=False)
    if not dry_run:
        write_whole(path, after)
