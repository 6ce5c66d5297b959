"""Emperor-4: the scenarios of its rules page, and the data the rules are played with."""

from __future__ import annotations

import io
import os
import re
from itertools import product
from pathlib import Path

import pytest
from rich.console import Console

from rulewright.cli.shared.games.loading import load
from rulewright.cli.table.drawing.picture import picture
from rulewright.dsl.source.span import Source
from rulewright.dsl.types.types import IntType
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

FOLDER = Path(__file__).parents[3] / "games" / "emperor_4"
VARIANTS = {"base": (), "pocket": ("pocket",), "extended": ("extended",), "taxes": ("taxes",),
            "all": ("pocket", "extended", "taxes")}
# The scenarios of the rules page, which leaves the other numbers out, and where each is played.
SCENARIOS = {
    "moving": (1, 2, 3, 5, 7, 8, 9, 11, 12, 13),
    "pocket": (7, 8),
    "exploring": (15, 17, 19, 21, 23, 67),
    "castles": (25, 27, 29, 31, 33, 55),
    "magic": (35, 37, 39),
    "combat": (41, 43, 45, 47, 49, 51, 53),
    "ends": (57, 59, 61),
    "extended": (63, 65),
    "setup": (69,),
}


def rules_of(name: str) -> Rules:
    return load("emperor_4", variants=VARIANTS[name]).rules()


def _rows(rules: Rules, table: str) -> list[str]:
    return [clause.id.partition(".")[2] for clause in rules.program.clauses if clause.kind == "row" and clause.parent == table]


def test_the_map_has_as_many_hexes_of_each_kind_as_it_should() -> None:
    letters = rules_of("base").program.boards[0].letters
    assert {letter: letters.count(letter) for letter in "12RCLF"} == {"1": 1, "2": 1, "R": 3, "C": 6, "L": 18, "F": 20}


@pytest.mark.parametrize(("name", "fields"), [("base", 21), ("extended", 21)])
def test_the_box_holds_what_it_should(name: str, fields: int) -> None:
    rules = rules_of(name)
    cells = {name: [int(str(value)) for value in values] for name, values in rules.program.tables
             if name.startswith(("field_token.", "building.number", "source.number", "kind.", "find.", "spell."))
             and all(isinstance(value, int) for value in values)}
    assert sum(cells["field_token.number"]) == fields
    assert sum(cells["building.number"]) == 8
    assert sum(cells["source.number"]) == 4
    assert sum(cells["kind.in_lairs"]) == 20
    assert sum(cells["find.number"]) == 12
    spells = list(zip(cells["spell.school"], cells["spell.level"], strict=True))
    assert {spell: spells.count(spell) for spell in spells} == {
        (school, level): 4 if level == 1 else 2 for school in range(6) for level in (1, 2)}
    assert {mana for (_, level), mana in zip(spells, cells["spell.mana"], strict=True) if level == 2} == {2}


@pytest.mark.parametrize(("file", "number"), [(file, number) for file, numbers in SCENARIOS.items() for number in numbers])
def test_a_scenario_is_played(file: str, number: int) -> None:
    text = (FOLDER / "playthroughs" / f"{file}.play").read_text(encoding="utf-8")
    played = re.search(rf"^# S{number:02}: .*\n((?:(?!#).*\n)*)", text, re.MULTILINE)
    assert played is not None
    assert re.search("^(expect|refuse) ", played[1], re.MULTILINE)


def test_no_scenario_is_played_that_is_not_in_the_table() -> None:
    found = {(path.stem, int(number)) for path in FOLDER.glob("playthroughs/*.play")
             for number in re.findall(r"^# S(\d\d):", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert found == {(file, number) for file, numbers in SCENARIOS.items() for number in numbers}


def rows_of(table: str) -> list[str]:
    """The rows of a table, those of the extended version included."""
    return _rows(rules_of("all"), table) + (_rows(rules_of("base"), table) if table == "field_token" else [])


def words_played() -> set[str]:
    """The words of all moves and draws of the playthroughs, of what they expect to happen, and of units on hexes."""
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("playthroughs/*.play")]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    played = " ".join(line for line in lines if re.match(r"(\w+: |expect events |[a-k][1-9]\.unit = )", line))
    return set(re.findall(r"\w+", played))


@pytest.mark.parametrize("table", ["kind", "building", "source", "field_token", "spell", "find", "fighter"])
def test_every_row_stands_on_a_hex_or_is_named_in_a_move_or_draw_of_a_playthrough(table: str) -> None:
    words = words_played()
    assert [row for row in rows_of(table) if row not in words] == []


def test_something_is_aimed_in_each_way_in_a_playthrough() -> None:
    rules, words = rules_of("base"), words_played()
    cells, aims = dict(rules.program.tables), rows_of("aim")
    used = {aims[int(str(aim))] for table in ("spell", "find")
            for row, aim in zip(rows_of(table), cells[f"{table}.aim"], strict=True) if row in words}
    assert used == set(aims)


# Who strikes whom behind what, whether the other strikes first, the dice, and the highest number that misses.
BLOWS = [
    ("swordsman", "swordsman", "no", 0, 2, 3),
    ("swordsman", "man_at_arms", "no", 0, 2, 4),
    ("swordsman", "archer", "yes", 1, 2, 5),
    ("fire_elemental", "man_at_arms", "yes", 0, 2, 3),
    ("catapult", "man_at_arms", "yes", 0, 2, 3),
    ("knight", "giant", "no", 0, 3, 4),
]


@pytest.mark.parametrize(("striker", "target", "wall", "first", "dice", "misses"), BLOWS)
def test_a_blow_hits_as_often_as_its_dice_and_the_defence_say(
        striker: str, target: str, wall: str, first: int, dice: int, misses: int) -> None:
    lines = f"""\
game emperor_4
players north, south
position "a blow"
    at turn p = north
    d5.face_down = no
    d5.building = fortress
    d5.wall = {wall}
    d5.holder = south
    d5.owner = south
    d5.unit = 1 {target}
    fortress.turned_up = 1
    e6.face_down = no
    e6.holder = north
    e6.unit = 1 {striker}
north: e6 {"shoots at" if striker == "catapult" else "attacks"} d5
"""
    result = PlaythroughRunner(rules_of("base"), read("blow.play", lines)).run()
    assert result.failures == []
    assert result.final is not None
    state = result.final.state
    for _ in range(first):
        state = state.rules.step(state, "roll 1")
    throws = list(product(range(1, 7), repeat=dice))
    assert sum(is_hit(state, throw) for throw in throws) == len(throws) - misses ** dice


def is_hit(state: State, throw: tuple[int, ...]) -> bool:
    """Whether the blow of the attacker hits with this throw."""
    told: list[str] = []
    for die in throw:
        state, trace = state.rules.recording.step(state, f"roll {die}")
        told += trace.events
    return any(re.fullmatch(r"blow\(A1, \d+, yes, .*\)", text) for text in told)


def test_the_picture_names_every_hex_once_and_shows_the_first_units() -> None:
    rules = rules_of("base")
    state = rules.initial()
    for text in ("studies fire", "studies life", "opens fire_arrow", "opens life_heal", "north begins"):
        state = rules.step(state, text)
    out = io.StringIO()
    Console(file=out, width=120, color_system=None).print(picture(rules, state))
    board = out.getvalue().split("\n\n")[0]
    assert max(map(len, board.splitlines())) <= 120
    words = board.replace("│", " ").replace(",", " ").split()
    assert [name for name in rules.program.boards[0].space.members if words.count(name) != 1] == []
    assert words.count("spearman") == words.count("swordsman") == 2
    assert sum(word in ("source_hex", "castle", "lair", "field") for word in words) == 47


PAGE = (FOLDER.parents[1] / "docs" / "change_a_unit.md").read_text(encoding="utf-8")


def test_the_page_for_designers_names_every_column() -> None:
    shapes = rules_of("base").program.columns
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert [shape.name for shape in shapes if shape.owner.name in ("kind", "spell", "find", "field_token", "building")
            and shape.name not in named] == []


def test_the_variant_of_the_page_is_played_as_it_says(tmp_path: Path) -> None:
    text = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert text is not None
    path = tmp_path / "mine.rules"
    path.write_text(text[1], encoding="utf-8")
    rules = load(str(path)).rules()
    values = re.findall(r"set (?:\w+\.)?(\w+\.\w+|\w+) = (\d+)", text[1])
    assert len(values) == 7
    for name, value in values:
        assert rules.expressions.number(name, Source("page", name))(rules.initial()) == int(value)
    assert rules.clauses["spell.fire_arrow"].statement.startswith("Fire Arrow: a bolt with 3 dice")


# What stays as it is: without dice that fall below six nobody is ever hit, on three hexes nobody comes far in a turn,
# and schools have two levels, whose mana has a limit.
NOT_DOUBLED = {("kind", "defence"), ("kind", "speed"), ("spell", "level"), ("spell", "mana")}


def doubled(rules: Rules) -> str:
    """A variant in which every other number of a table is twice as large, as far as its column has room."""
    lines = ["variant doubled of emperor_4"]
    for column in rules.program.columns:
        if not isinstance(column.type, IntType) or column.owner.kind != "row":
            continue
        if (column.owner.name, column.name) in NOT_DOUBLED:
            continue
        for row, (name, value) in enumerate(zip(column.owner.members, column.values, strict=True)):
            twice = min(2 * value, column.type.high)
            if column.is_given(row) and twice != value:
                lines.append(f"set {column.owner.name}.{name}.{column.name} = {twice}")
    return "\n".join([lines[0], "", *lines[1:], ""])


def test_a_game_in_which_numbers_of_the_tables_are_doubled_goes_on_to_its_end_without_a_fault(tmp_path: Path) -> None:
    (tmp_path / "doubled.rules").write_text(doubled(rules_of("base")).replace(
        "of emperor_4", f'of "{os.path.relpath(FOLDER / "emperor_4.rules", tmp_path)}"'))
    rules = load(str(tmp_path / "doubled.rules")).rules()
    assert rules.clauses["kind.giant"].statement != rules_of("base").clauses["kind.giant"].statement
    assert play_out(rules, Dice(5), limit=300).choices > 100
