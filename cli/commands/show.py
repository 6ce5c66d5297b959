"""`rulewright show`: list the clauses of a rulebook."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click

from ...dsl.source.clauses import Clause
from ...dsl.syntax import Parameter
from ...interpreter.game.rules import Rules
from ..colours.terminal import coloured_clause
from ..shared.formats.json_values import json_value
from ..shared.games.names import shown_place, unknown_clause
from ..shared.games.options import GameRequest, game_options, json_option


@click.command(epilog="Example: rulewright show carolus_magnus --clause equal_disc_exception")
@game_options
@json_option
@click.option("--clause", "clause_id", metavar="ID", help="Show only this clause and the clauses in it.")
@click.option("--parameters", "only_parameters", is_flag=True,
              help="Show only the parameters: the values of each, and its condition.")
@click.option("--assumed", is_flag=True, help="Show only the clauses marked as assumed, with the reason.")
def command(request: GameRequest, as_json: bool, clause_id: str | None, only_parameters: bool, assumed: bool) -> None:
    """List the clauses of GAME: id, kind, statement, file and line."""
    rules = request.rules()
    if only_parameters:
        show_parameters(request, rules, as_json)
        return
    chosen = [clause for clause in rules.program.clauses if not assumed or clause.assumed is not None]
    if clause_id is not None:
        if clause_id not in rules.clauses:
            raise click.UsageError(unknown_clause(clause_id, list(rules.clauses)))
        chosen = [clause for clause in chosen if belongs(clause, clause_id, dict(rules.clauses))]
    values = dict(rules.program.parameters)
    if as_json:
        record = {"title": rules.program.title, "clauses": [as_record(clause, values) for clause in chosen]}
        click.echo(json.dumps(record, indent=2, ensure_ascii=False))
        return
    if clause_id is None and not assumed:
        click.echo(f"{rules.program.title} ({request.name})")
    for clause in chosen:
        indent = "  " * depth(clause, dict(rules.clauses))
        value = f" = {values[clause.id]}" if clause.id in values else ""
        click.echo(coloured_clause(f"{indent}{clause.id}{value}  ({clause.kind}, {shown_place(clause.span)})"))
        if clause.statement:
            click.echo(f"{indent}    {clause.statement}")
        if clause.assumed is not None:
            click.echo(f"{indent}    assumed: {clause.assumed}")


def show_parameters(request: GameRequest, rules: Rules, as_json: bool) -> None:
    """Print the parameters with their types, values and conditions, as text or JSON."""
    values = dict(rules.program.parameters)
    # From the declarations: the program holds the values, but not the types and conditions as the author wrote them.
    rows = [{
        "name": node.name, "type": node.type.span.text, "value": values.get(node.name),
        "help": rules.clauses[node.name].statement, "when": node.condition.span.text if node.condition else None,
        "set_by_variant": node.set_by is not None,
    } for node in request.files().declarations if isinstance(node, Parameter) and node.name in rules.clauses]
    if as_json:
        parameters = [{**row, "value": None if row["value"] is None else json_value(str(row["value"]))} for row in rows]
        click.echo(json.dumps({"parameters": parameters}, indent=2, ensure_ascii=False))
        return
    for row in rows:
        closed = "  (set by a variant)" if row["set_by_variant"] else ""
        click.echo(f"{row['name']}: {row['type']} = {row['value']}{closed}")
        click.echo(f"    {row['help']}" + (f" Only when {row['when']}." if row["when"] else ""))


def belongs(clause: Clause, to: str, clauses: dict[str, Clause]) -> bool:
    """Return whether a clause is another or lies in it."""
    current: Clause | None = clause
    while current is not None:
        if current.id == to:
            return True
        current = clauses.get(current.parent) if current.parent else None
    return False


def depth(clause: Clause, clauses: dict[str, Clause]) -> int:
    """Return the number of clauses that a clause lies in."""
    levels = 0
    while clause.parent is not None and clause.parent in clauses:
        clause = clauses[clause.parent]
        levels += 1
    return levels


def as_record(clause: Clause, values: Mapping[str, object]) -> dict[str, object]:
    """Convert a clause to JSON; a parameter with its value."""
    return {"id": clause.id, "kind": clause.kind, "statement": clause.statement, "file": clause.span.source.name,
            "line": clause.span.line, "parent": clause.parent, "assumed": clause.assumed,
            **({"value": json_value(str(values[clause.id]))} if clause.id in values else {})}
