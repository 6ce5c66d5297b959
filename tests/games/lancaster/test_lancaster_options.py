"""Rulings of Lancaster that are parameters, and values that had to be assumed: each can be set, and it shows."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.cli.commands.test import run_file
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.clauses import Clause
from rulewright.dsl.source.span import Source
from rulewright.dsl.syntax import Parameter
from rulewright.interpreter.game.rules import Rules

from ...shipped import shipped_rules

ROOT = Path(__file__).parents[3]
GAME = ROOT / "games" / "lancaster"
PLAYTHROUGHS = sorted((GAME / "playthroughs").glob("*.play"))
RULINGS = (ROOT / "docs" / "lancaster_rulings.md").read_text()
SETTING = re.compile(r"^set (\w+) = (\w+)\n", re.MULTILINE)
SETTINGS = [(path, *setting) for path in PLAYTHROUGHS for setting in SETTING.findall(path.read_text())]


@cache
def parameters() -> dict[str, set[str]]:
    """The parameters with the values that are not their own, as far as these are words; `other` for a number."""
    out = {}
    for node in read(GAME / "lancaster.rules").declarations:
        if isinstance(node, Parameter):
            kind, value = node.type.span.text, dict(shipped_rules("lancaster").program.parameters)[node.name]
            words = {"flag": {"yes", "no"}}.get(kind) or set(_members(kind)) or {value, "other"}
            out[node.name] = words - {value}
    return out


def _members(kind: str) -> list[str]:
    """The words of an enum, by its name."""
    found = re.search(rf"^enum {kind}: (.*)$", "\n".join(path.read_text() for path in GAME.glob("*.rules")), re.MULTILINE)
    return found[1].split(", ") if found else []


def test_every_other_value_of_every_parameter_is_set_in_a_playthrough() -> None:
    words = {word for values in parameters().values() for word in values} - {"other"}
    tried: dict[str, set[str]] = {name: set() for name in parameters()}
    for _, name, value in SETTINGS:
        tried[name].add(value if value in words else "other")
    assert tried == parameters()


def fails_without(path: Path, settings: list[str], folder: Path) -> bool:
    """Whether a playthrough fails when these lines of its head are left out."""
    text = path.read_text()
    for name in settings:
        text = re.sub(rf"^set {name} = .*\n", "", text, flags=re.MULTILINE)
    (folder / path.name).write_text(text)
    return run_file(str(folder / path.name)).failures != ()


@pytest.mark.parametrize("path", sorted({path for path, _, _ in SETTINGS}), ids=lambda path: path.stem)
def test_a_playthrough_of_options_does_not_hold_without_them(path: Path, tmp_path: Path) -> None:
    assert fails_without(path, [name for record, name, _ in SETTINGS if record == path], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "name"), [(path, name) for path, name, _ in SETTINGS], ids=lambda part: Path(part).stem)
def test_a_playthrough_of_options_needs_each_of_them(path: Path, name: str, tmp_path: Path) -> None:
    assert fails_without(path, [name], tmp_path)


def test_the_page_of_rulings_has_every_ruling_and_every_parameter() -> None:
    rows = dict(re.findall(r"^\| (R\d+) \| .* \| (.*) \|$", RULINGS, re.MULTILINE))
    assert list(rows) == [f"R{i}" for i in range(1, 53)]
    named = {name for text in rows.values() for name in re.findall(r"`(\w+)`", text)}
    assert set(parameters()) - {"rounds"} <= named
    assert named <= set(shipped_rules("lancaster").clauses)
    assert [ruling for ruling, text in rows.items() if not text.strip()] == []


# ---- Assumed values ------------------------------------------------------------------------------


@cache
def assumed() -> list[Clause]:
    return [clause for clause in shipped_rules("lancaster").program.clauses if clause.assumed is not None]


def assumed_numbers() -> dict[str, str]:
    """What is assumed number by number, in the words of a variant and in those of the rules: cells of tables, constants."""
    out = {clause.id: clause.id for clause in assumed() if clause.kind == "constant"}
    for row in (clause for clause in assumed() if clause.kind == "row"):
        numbers = re.findall(r"(\w+) = \d+", str(row.assumed))
        out |= {f"{row.id}.{column}": f"{row.id.rpartition('.')[2]}.{column}" for column in numbers}
    return out


def number(rules: Rules, text: str) -> int:
    return rules.expressions.number(text, Source("test", text))(rules.initial())


def replaced(clause: Clause) -> str:
    """A clause that is assumed as a whole, put in place of itself without the mark, as in a variant."""
    if clause.kind == "note":
        return f"remove {clause.id}"
    lines = clause.span.source.text.split("\n")[clause.span.line - 1:]
    whole = lines[:lines.index("")]
    return "\n".join(["replace " + whole[0], *(line for line in whole[1:] if not line.strip().startswith("assumed"))])


def test_a_variant_can_set_every_assumed_value_and_replace_every_assumed_clause(tmp_path: Path) -> None:
    before = {name: number(shipped_rules("lancaster"), text) for name, text in assumed_numbers().items()}
    after = {name: value - 1 if value > 1 else 2 for name, value in before.items()}
    variant = tmp_path / "known.rules"
    variant.write_text("\n\n".join([
        "variant known of lancaster", *(f"set {name} = {value}" for name, value in after.items()),
        *(replaced(clause) for clause in assumed() if clause.kind not in ("row", "constant"))]) + "\n")
    rules = rulewright.load(str(variant)).rules(2)
    assert {name: number(rules, text) for name, text in assumed_numbers().items()} == after
    kept = {clause.id for clause in rules.program.clauses if clause.assumed is not None}
    assert len(before) >= 60
    assert {clause.id for clause in assumed() if clause.kind not in ("row", "constant")} & kept == set()
