"""`rulewright mutate`: rulebooks changed one small step at a time, and what notices each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from ...dsl.tools.mutation_operators import KINDS
from ..mutants.fates import Fates
from ..mutants.trials import on_trial
from ..shared.names import shown_place
from ..shared.options import GAMES, PERCENT, Asked, game_options, json_option, seed_option
from ..shared.outputs import OUTPUT_FILE
from ..shared.progress import Progress


@click.command(epilog="Example: rulewright mutate tic_tac_toe --jobs 2")
@game_options
@seed_option
@json_option
@click.option("--jobs", "-j", type=click.IntRange(min=1), default=1, show_default=True, help="Processes to use.")
@click.option("--games", "-g", type=GAMES, default=40, show_default=True,
              help="Random games that decide whether play changes at all.")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="Only mutants of this clause; may be repeated.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), metavar="KIND",
              help="Only this kind of small step; may be repeated.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N",
              help="Only so many mutants, drawn from all by --seed.")
@click.option("--state", type=OUTPUT_FILE, metavar="FILE",
              help="Keep what is found in this file, and go on from there the next time.")
@click.option("--fail-under", type=PERCENT, metavar="PERCENT",
              help="Fail when less of the mutants is noticed.")
def command(asked: Asked, seed: int | None, as_json: bool, jobs: int, games: int, clauses: tuple[str, ...],
            kinds: tuple[str, ...], sample: int | None, state: Path | None, fail_under: float | None) -> None:
    """Change GAME by one small step at a time, and see whether its playthroughs and invariants notice.

    Mutants that do not compile, that are played as the rulebook is, or that change no random game, do not
    count. Each that nothing notices is shown with its place and a playthrough that would have noticed it.
    What notices mistakes in a printed rulebook is tried by `validate --self-test N`.
    """
    trial = on_trial(asked, games, seed or 0, clauses, kinds, sample, state)
    with Progress(len(trial.mutants), "trying mutants") as bar:
        for _ in trial.tried(jobs):
            bar.update(1)
    fates = trial.fates()
    click.echo(json.dumps(fates.as_json(), indent=2, ensure_ascii=False) if as_json else "\n".join(_text(fates)))
    if fail_under is not None and fates.percent is not None and fates.percent < fail_under:
        click.echo(f"{fates.percent:.1f} % of the mutants are noticed, less than {fail_under:g} %", err=True)
        raise SystemExit(1)


def _text(fates: Fates) -> Iterator[str]:
    for mutant, verdict in fates.of("survived"):
        yield f"survived: {mutant.kind} in {mutant.clause} ({shown_place(mutant.span)})"
        yield f"    - {mutant.before}"
        yield f"    + {mutant.after or '(left out)'}"
        if verdict.playthrough is None:
            yield f"    seen in {verdict.by}; no playthrough can show it"
        else:
            yield from (f"    | {line}".rstrip() for line in verdict.playthrough.rstrip().split("\n"))
        yield ""
    for mutant, verdict in fates.of("failed"):
        yield f"not tried: {mutant.kind} in {mutant.clause} ({mutant.span.source.name}:{mutant.span.line})"
        yield f"    - {mutant.before}"
        yield f"    + {mutant.after or '(left out)'}"
        yield f"    {verdict.by}"
        yield ""
    yield from fates.lines()
