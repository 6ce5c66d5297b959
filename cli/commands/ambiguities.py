"""`rulewright ambiguities`: rank the open questions of a rulebook by how much each matters in play."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..ambiguities.alternatives import Alternative, alternatives, untried
from ..ambiguities.report import Question, json_report, questions_of, text_report, with_files
from ..ambiguities.weights import Weight, weighed
from ..playthroughs.naming import named_for
from ..shared.files.files import new_folder, write_new
from ..shared.files.outputs import OUTPUT_FOLDER, free_name
from ..shared.games.machines import MachineOption, machine_options
from ..shared.games.names import unknown_clause
from ..shared.games.options import MOST_GAMES, GameRequest, game_options, json_option, seed_option
from ..shared.process.progress import Progress
from ..tasks.subjects import TaskSubject
from ..tasks.work import Work, work_options


@click.command(epilog="Example: rulewright ambiguities nim --games 20")
@game_options
@seed_option
@json_option
@machine_options
@click.option("--games", "-g", type=click.IntRange(1, MOST_GAMES), default=20, show_default=True, metavar="N",
              help="Play N random games with each other value.")
@click.option("--only", multiple=True, metavar="ID", help="Try only the values of this clause; repeatable.")
@work_options
@click.option("--output", "-o", type=OUTPUT_FOLDER, metavar="FOLDER",
              help="Write the playthrough of each other value to this folder.")
def command(request: GameRequest, seed: int | None, as_json: bool, games: int, only: tuple[str, ...], work: Work,
            output: Path | None, machine: MachineOption) -> None:
    """Rank the open questions of GAME: parameters, assumed values and readings of printed rulebooks.

    The command sets each question to its other values, and plays both games side by side with the same choices and
    rolls. It plays each game to its end with the same seed, and puts first the question for which most games have
    another winner. Then it compares the shares of games in which a legal move differs. A shrunk playthrough shows
    each difference: it passes in GAME and fails with the other value. Without --players, the command uses the minimum
    of the game.
    """
    every_alternative = alternatives(request)
    known = list(dict.fromkeys(alternative.clause for alternative in every_alternative))
    unknown = next((clause for clause in only if clause not in known), None)
    if unknown is not None:
        raise click.UsageError(unknown_clause(unknown, known))
    chosen = [alternative for alternative in every_alternative if not only or alternative.clause in only]
    tasks = [(request, alternative, games, seed or 0, machine) for alternative in chosen]
    weights: list[tuple[Alternative, Weight]] = []
    # The rules of each other value too: a worker that has other rules would weigh another game.
    subjects = [TaskSubject(request, None), *(TaskSubject(alternative.request, alternative.players) for alternative in chosen)]
    with work.tasks(subjects) as work_tasks, Progress(len(tasks), "playing") as bar:
        for alternative, weight in zip(chosen, work_tasks.map(weighed, tasks), strict=True):
            weights.append((alternative, weight))
            bar.update(1)
    questions = questions_of(weights)
    if output is not None:
        questions = [_written_out(question, output) for question in questions]
    rest = [] if only else untried(request, every_alternative)
    if as_json:
        click.echo(json.dumps(json_report(request, games, seed or 0, questions, rest), indent=2, ensure_ascii=False))
        return
    lines = list(text_report(questions, rest))
    click.echo("\n".join(lines) if lines else "no parameter, no assumed value and no reading")


def _written_out(question: Question, folder: Path) -> Question:
    """Write the playthroughs of a question under free names; return it with their files."""
    return with_files(question, [_file_of(alternative, weight, folder) for alternative, weight in question.answers])


def _file_of(alternative: Alternative, weight: Weight, folder: Path) -> str | None:
    if weight.text is None:
        return None
    path = free_name(folder, alternative.clause.replace(".", "_"), ".play")
    with new_folder(folder):
        write_new(path, named_for(weight.text, path))
    return str(path)
