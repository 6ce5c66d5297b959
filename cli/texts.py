"""`rulewright texts`: how far a rulebook is worded in a language, and what is to be done."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ..dsl.contents import text_in
from ..dsl.diagnostics import Diagnostics
from ..dsl.library import Files
from ..dsl.texts import facts_of
from ..dsl.texts.facts import RulebookFacts
from ..dsl.texts.languages import PLURALS
from ..dsl.texts.update import Worded, accepted, heading, stubs, text_path, worded
from ..dsl.texts.wordings import read_wordings
from .files import write_whole
from .options import asked_for, game_argument, json_option, variant_option
from .outputs import inside


@click.command(epilog="Example: rulewright texts carolus_magnus --lang ru")
@game_argument
@variant_option
@json_option
@click.option("--lang", "language", metavar="LANG", required=True, help="The language, as `ru` or `it`.")
@click.option("--write", "writes", is_flag=True, help="Add what is missing to the file of texts, as remarks to be worded.")
@click.option("--accept", "ids", multiple=True, metavar="CLAUSE",
              help="Say that the text of this clause fits the clause as it is now; may be given several times.")
def command(game: str, variants: tuple[str, ...], as_json: bool, language: str, writes: bool, ids: tuple[str, ...]) -> None:
    """List the clauses of GAME with their texts in a language: worded, older than the clause, or missing.

    Exit code 1 when a text is missing or older than its clause.
    """
    if language not in PLURALS:
        raise click.BadParameter(f"`{language}` is not known; there are {', '.join(sorted(PLURALS))}", param_hint="--lang")
    files = asked_for(game, None, variants, ()).files()
    facts = facts_of(files)
    if ids:
        accept(files, facts, language, ids)
    if writes:
        add_missing(files, facts, language)
    everything = list(worded(files, facts, language))
    if as_json:
        click.echo(json.dumps({"texts": [as_record(one) for one in everything]}, indent=2, ensure_ascii=False))
    else:
        show(everything, language)
    raise SystemExit(1 if any(one.state != "worded" for one in everything) else 0)


def show(everything: list[Worded], language: str) -> None:
    """What is not worded, clause by clause, and how many there are of each."""
    for one in everything:
        if one.state != "worded":
            click.echo(f"{one.state}: {one.clause.id}  ({one.clause.kind}, {one.clause.span})")
            click.echo(f"    {one.clause.statement}")
            if one.wording is not None:
                click.echo(f"    {one.wording.raw}")
    counts = {state: sum(one.state == state for one in everything) for state in ("worded", "older", "missing")}
    click.echo(f"{language}: " + ", ".join(f"{count} {state}" for state, count in counts.items()))


def add_missing(files: Files, facts: RulebookFacts, language: str) -> None:
    """Add what is missing to the file of texts, which is made where there is none."""
    path = inside(Path(files.path).parent, text_path(files, language))
    before = text_in(path) if path.exists() else heading(files, facts, language)
    more = stubs(files, facts, language)
    if more:
        path.parent.mkdir(exist_ok=True)
        write_whole(path, before + "".join(more))
        click.echo(f"{path}: {len(more)} to word", err=True)


def accept(files: Files, facts: RulebookFacts, language: str, ids: tuple[str, ...]) -> None:
    """Write the present fingerprints of clauses beside their texts. A usage error for a clause without a text there."""
    path = inside(Path(files.path).parent, text_path(files, language))
    layer = read_wordings(path, Path(files.path).stem, Diagnostics()) if path.exists() else None
    for id in ids:
        if layer is None or ("clause", id) not in layer.entries:
            raise click.BadParameter(f"`{id}` has no text in `{path}`", param_hint="--accept")
    assert layer is not None
    write_whole(path, accepted(text_in(path), layer, facts, ids))


def as_record(one: Worded) -> dict[str, object]:
    """A clause with its text for JSON."""
    text = None if one.wording is None else one.wording.raw
    return {"clause": one.clause.id, "kind": one.clause.kind, "state": one.state, "statement": one.clause.statement,
            "text": text, "fingerprint": one.clause.fingerprint}
