"""What had to be assumed in the games that ship: a variant can set every value, and replace every clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from attrs import frozen

import rulewright
from rulewright.dsl.ir import ColumnShape
from rulewright.dsl.source.clauses import Clause
from rulewright.dsl.source.span import Source
from rulewright.dsl.types.types import IntType, PerType
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.cells import write

FOLDERS = sorted(path for path in (Path(__file__).parents[2] / "games").iterdir()
                 if any("assumed " in file.read_text(encoding="utf-8") for file in path.glob("*.rules")))
# What is assumed as a whole is no value that could be set: a ruling on what the text leaves open, in words or steps.
WHOLE = {
    "note": "says in words what the rules do, and is removed",
    "rule": "says in steps what happens, and is replaced",
    "function": "says how something is worked out, and is replaced",
    "end": "says when the game ends, and is replaced",
    "board": "is drawn, and is replaced",
}

# What nothing uses any more when all values are other ones.
UNUSED = {"emperor_4": "", "lancaster": ""}


@frozen
class Value:
    """A value that is assumed: its name in a variant, the words it is set to, and where it then stands."""

    name: str
    words: str
    column: tuple[str, int] | None


def assumed(rules: Rules) -> list[Clause]:
    return [clause for clause in rules.program.clauses if clause.assumed is not None]


def values(rules: Rules) -> Iterator[Value]:
    """Every constant, parameter and cell that is assumed, numbers with another value than they have."""
    marked = {clause.id: clause.kind for clause in assumed(rules)}
    for name, kind in marked.items():
        if kind in ("constant", "parameter"):
            yield Value(name, setting(rules, name), None)
    for column in rules.program.columns:
        table = column.owner.name
        for place, row in enumerate(column.owner.members):
            if table in marked or f"{table}.{row}" in marked:
                yield Value(f"{table}.{row}.{column.name}", cell(rules, column, place), (column.name, place))


def setting(rules: Rules, name: str) -> str:
    """A constant or parameter as it is set: the value that it has."""
    clause = rules.clauses[name]
    if clause.kind == "constant":
        return str(rules.expressions.number(name, Source(name, name))(rules.initial()))
    return clause.span.source.text.splitlines()[clause.span.line - 1].partition("= ")[2]


def cell(rules: Rules, column: ColumnShape, place: int) -> str:
    """What a row has in a column; a number is another one."""
    of, wide = column.type, len(column.values) // len(column.owner.members)
    held = column.values[place * wide:(place + 1) * wide]
    if isinstance(of, IntType):
        return str(held[0] - 1 if held[0] > of.low else min(held[0] + 1, of.high))
    if isinstance(of, PerType):
        return "{" + ", ".join(f"{write(of.index, i, rules.seats)}: {n}" for i, n in enumerate(held)) + "}"
    return write(of, held[0], rules.seats)


def replaced(clause: Clause) -> str:
    """A clause that is assumed as a whole, put in place of itself without the mark, as in a variant."""
    if clause.kind == "note":
        return f"remove {clause.id}"
    lines = clause.span.source.text.split("\n")[clause.span.line - 1:]
    whole = lines[:lines.index("")] if "" in lines else lines
    kept = [line.partition(" assumed ")[0] for line in whole[1:] if not line.strip().startswith("assumed")]
    return "\n".join(["replace " + whole[0], *kept])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_variant_can_set_every_assumed_value_and_replace_every_assumed_clause(folder: Path, tmp_path: Path) -> None:
    before = rulewright.load(folder.name).rules()
    wanted, whole = list(values(before)), [clause for clause in assumed(before) if clause.kind in WHOLE]
    assert {clause.kind for clause in assumed(before)} <= {*WHOLE, "constant", "parameter", "row", "table"}
    variant = tmp_path / "known.rules"
    variant.write_text(
        "\n\n".join(
            [
                f"variant known of {folder.name}",
                *(f"set {value.name} = {value.words}" for value in wanted),
                *map(replaced, whole),
                UNUSED[folder.name],
            ]
        )
        + "\n",
        encoding="utf-8",
    )
    after = rulewright.load(str(variant)).rules()
    shapes: Mapping[tuple[str, str], ColumnShape] = {
        (column_shape.owner.name, column_shape.name): column_shape for column_shape in after.program.columns
    }
    for value in wanted:
        if value.column is not None:
            column, place = value.column
            assert value.words == written(after, shapes[value.name.partition(".")[0], column], place), value.name
    assert {clause.id for clause in whole} & {clause.id for clause in assumed(after)} == set()


def written(rules: Rules, column: ColumnShape, place: int) -> str:
    of, wide = column.type, len(column.values) // len(column.owner.members)
    held = column.values[place * wide:(place + 1) * wide]
    if isinstance(of, PerType):
        return cell(rules, column, place)
    return write(of, held[0], rules.seats)
