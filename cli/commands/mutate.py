"""`rulewright mutate`: mutation testing: which small rule changes does no playthrough detect?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from ...dsl.tools.mutation_operators import KINDS
from ..mutants.runs import planned_run
from ..mutants.verdicts import Verdicts
from ..playthroughs.naming import named_here
from ..shared.files.outputs import OUTPUT_FILE
from ..shared.formats.json_values import json_values
from ..shared.games.machines import MachineOption, machine_options
from ..shared.games.names import shown_place
from ..shared.games.options import GAMES, PERCENT, GameRequest, game_options_all_players, json_option, seed_option
from ..shared.process.progress import Progress
from ..tasks.work import Work, where_options


@click.command(epilog="Example: rulewright mutate tic_tac_toe --jobs 2")
@game_options_all_players
@seed_option
@json_option
@machine_options
@where_options
@click.option("--games", "-g", type=GAMES, default=40, show_default=True,
              metavar="N", help="Play N random games to see whether a mutant changes play.")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="Test only mutants of this clause; repeatable.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), metavar="KIND",
              help="Test only this kind of mutant; repeatable.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N",
              help="Test a sample of N mutants, drawn by --seed.")
@click.option("--resume", type=OUTPUT_FILE, metavar="FILE",
              help="Keep the verdicts in this file, and resume from it.")
@click.option("--fail-under", type=PERCENT, metavar="PERCENT",
              help="Exit with 1 if the playthroughs detect fewer mutants.")
def command(request: GameRequest, seed: int | None, as_json: bool, work: Work, games: int, clauses: tuple[str, ...],
            kinds: tuple[str, ...], sample: int | None, resume: Path | None, fail_under: float | None,
            machine: MachineOption) -> None:
    """Mutation testing: change one small part of GAME at a time, and run its playthroughs and invariants.

    A mutant does not count if it does not compile, is equivalent to the rulebook, or changes no random game. For each
    mutant that survives, the command prints its file and line, and a playthrough that would detect it. `validate
    --self-test N` does the same for the checks of printed rulebooks.
    """
    run = planned_run(request, games, seed or 0, clauses, kinds, sample, resume, machine)
    with Progress(len(run.mutants), "testing mutants") as bar:
        for _ in run.verdicts(work):
            bar.update(1)
    verdicts = run.result()
    data = {"game": verdicts.name, "set": json_values(dict(request.parameters)), **verdicts.as_json()}
    click.echo(json.dumps(data, indent=2, ensure_ascii=False) if as_json else "\n".join(_text(verdicts)))
    if fail_under is not None and verdicts.percent is not None and verdicts.percent < fail_under:
        click.echo(f"{verdicts.percent:.1f} % of the mutants are noticed, less than {fail_under:g} %", err=True)
        raise SystemExit(1)


def _text(verdicts: Verdicts) -> Iterator[str]:
    for mutant, verdict in verdicts.of("survived"):
        yield f"survived: {mutant.kind} in {mutant.clause} ({shown_place(mutant.span)})"
        yield f"    - {mutant.before}"
        yield f"    + {mutant.after or '(left out)'}"
        if verdict.playthrough is None:
            yield f"    seen in {verdict.by}; no playthrough can show it"
        else:
            yield from (f"    | {line}".rstrip() for line in named_here(verdict.playthrough).rstrip().split("\n"))
        yield ""
    for mutant, verdict in verdicts.of("failed"):
        yield f"not tried: {mutant.kind} in {mutant.clause} ({shown_place(mutant.span)})"
        yield f"    - {mutant.before}"
        yield f"    + {mutant.after or '(left out)'}"
        yield f"    {verdict.by}"
        yield ""
    yield from verdicts.lines()
