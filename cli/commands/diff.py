"""`rulewright diff`: compare two rulebooks by clause, and find where their games diverge."""

from __future__ import annotations

import json
from pathlib import Path

import click
from attrs import evolve

from ..diff.diff_report import as_json_report, text_report
from ..diff.side_by_side import DivergenceGroup, PlayReport, compared, played
from ..playthroughs.naming import named_for
from ..shared.files.files import new_folder, write_new, write_whole
from ..shared.files.outputs import OUTPUT_FILE, OUTPUT_FOLDER, free_name
from ..shared.games.machines import MachineOption, machine_options
from ..shared.games.options import MOST_GAMES, complete_game, game_request, json_option, seed_option
from ..tasks.work import Work, work_options


@click.command(epilog="Example: rulewright diff nim nim:marienbad --plays 200")
@click.argument("a", metavar="A", shell_complete=complete_game)
@click.argument("b", metavar="B", shell_complete=complete_game)
@click.option("--players", "-n", type=click.IntRange(min=1), metavar="N",
              help="Compare for this number of players.", show_default="every number that both allow")
@click.option("--plays", type=click.IntRange(0, MOST_GAMES), default=0, metavar="N",
              help="Play both side by side: the playthroughs of A, and N random games.", show_default=True)
@seed_option
@work_options
@click.option("--output", "-o", type=OUTPUT_FOLDER, metavar="FOLDER",
              help="Write a playthrough for each divergence to this folder.")
@click.option("--html", type=OUTPUT_FILE, metavar="FILE",
              help="With --plays, write a page with both positions of each divergence too.")
@machine_options
@json_option
def command(a: str, b: str, players: int | None, plays: int, seed: int | None, work: Work, output: Path | None,
            html: Path | None, machine: MachineOption, as_json: bool) -> None:
    """Compare two rulebooks, variants or editions, clause by clause.

    A and B are names, names with variants (`nim:marienbad`), or paths. --plays N plays both with the same
    choices and the same rolls. For each divergence it prints a short playthrough that passes in A and
    fails in B. Exit with 1 if the two differ.
    """
    if output is not None and not plays:
        raise click.UsageError("--output needs --plays N")
    if html is not None and not plays:
        raise click.UsageError("--html needs --plays N")
    comparison = compared(game_request(a, players, (), ()), game_request(b, players, (), ()))
    result = played(comparison, plays, seed or 0, work, machine) if plays else None
    if output is not None and result is not None:
        result = _written_out(result, output)
    if html is not None and result is not None:
        # Loaded only here: a page needs all that draws positions.
        from ..diff.diff_page import diff_page

        write_whole(html, diff_page(comparison, result))
    if as_json:
        click.echo(json.dumps(as_json_report(comparison, result), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(text_report(comparison, result)))
    raise SystemExit(1 if comparison.changes or (result is not None and (result.groups or result.failed)) else 0)


def _written_out(result: PlayReport, folder: Path) -> PlayReport:
    """Write the playthroughs to a folder, under free names; return the result with their files."""
    return evolve(result, groups=tuple(_file_of(group, folder) for group in result.groups))


def _file_of(group: DivergenceGroup, folder: Path) -> DivergenceGroup:
    if group.text is None:
        return group
    # Named by what diverges, so that a folder of playthroughs can be read like a list.
    stem = "_".join(group.example.divergence.causes[:2]).replace(".", "_") or group.example.divergence.kind
    path = free_name(folder, stem, ".play")
    with new_folder(folder):
        write_new(path, named_for(group.text, path))
    return evolve(group, file=str(path))
