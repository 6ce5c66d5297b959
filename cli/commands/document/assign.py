"""`rulewright document assign`: assign sentences to a clause, or mark them as something that is no rule."""

from __future__ import annotations

from pathlib import Path

import click

from ...documents import decide
from ...documents.document import Job
from ...documents.many import ListedDecision, decisions
from ...documents.options import locking_options


@click.command(epilog="Example: rulewright document assign carolus_magnus setup_ring 45 46 --document rules.txt --lang ru")
@locking_options
@click.argument("clause_or_mark", metavar="CLAUSE|MARK", required=False)
@click.argument("numbers", nargs=-1, type=int, metavar="[SENTENCE]...")
@click.option("--play", metavar="NAME", help="With `example`: the playthrough that the example describes.")
@click.option("--from", "listed", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Assign many at once: each line of FILE has CLAUSE or MARK, the sentences, and perhaps play=NAME.")
def command(job: Job, clause_or_mark: str | None, numbers: tuple[int, ...], play: str | None, listed: Path | None) -> None:
    """Assign these sentences, and no others, to CLAUSE. Without a sentence, the document is silent on it.

    CLAUSE may also be a constant, a parameter or a function. Give a MARK in place of a clause for sentences that
    state no rule: flavour, example, strategy, advice, component, unreadable, credit, heading or caption.
    SENTENCE is a number, as `document align` and `validate` print it. With --from, all lines are assigned or none.
    """
    if (listed is None) == (clause_or_mark is None):
        raise click.UsageError("name a clause or a mark, or give --from, and not both")
    if listed is not None and play is not None:
        raise click.UsageError("write play=NAME behind the sentences in the file of --from")
    # All or none: a file with a wrong line can be corrected and given again.
    assigned = decisions(listed) if listed is not None else (ListedDecision(clause_or_mark or "", numbers, play, 0),)
    try:
        message = decide.assign(job, assigned)
    except click.UsageError as error:
        raise error if listed is None else click.UsageError(f"`{listed}`, {error.message}") from None
    click.echo(f"{message if listed is None else f'{len(assigned)} lines assigned'}; written to {job.files.places.lock}")
