"""Rows of tables in pictures: those that lie somewhere, what stands on them, and what they say."""

from __future__ import annotations

import io

from rich.console import Console

import rulewright
from rulewright.cli.asked import asked_about
from rulewright.cli.details import Detail
from rulewright.cli.picture import picture
from rulewright.dsl.library import read_text
from rulewright.interpreter.observation import Viewer
from rulewright.interpreter.state import State

RULES = """
rulebook fair
    players 2

table booth
    "The booths."
    price: 0..9
    row swing: 2
        "A ride costs {price}."
    row slide: 1
        "A ride costs {price} only."
    row wheel: 3
        "Nobody has seen the wheel, which costs {price}."

table prize
    "The prizes."
    row bear
        "A bear of plush."
    row rose
        "A paper rose."

pieces child of each player
    "Each player has two tall children and a small one."
    tall: flag = yes
    3 with tall = no
    1

each child has
    at: booth or home = home, seen by HIDDEN

each prize has
    won: 0..3

state
    open_booths: list of booth up to 3

play
    open_booths gains slide
    for each k in child where k.owner = P1
        k.at becomes swing
    choose anything by P1
        "He does something."
        move "gives {x}" for x in prize
            x.won gains 1
    check over

end over
    "It is over."
    when yes
    draw
"""


def shown(text: str, viewer: Viewer | None = None, *moves: str, asking: bool = False) -> list[str]:
    """The lines of the picture of the position after these moves, perhaps with what is asked there."""
    rules = rulewright.open_files(read_text("fair.rules", text)).rules(2)
    state: State = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    out = io.StringIO()
    Console(file=out, width=100).print(picture(rules, state, viewer, asked=asked_about(rules, state) if asking else None))
    return [" ".join(line.split()) for line in out.getvalue().splitlines()]


def test_rows_that_lie_in_a_list_or_have_pieces_on_them_are_told() -> None:
    lines = shown(RULES.replace(", seen by HIDDEN", ""))
    assert "booth lies in child tall" in lines
    assert "swing P1 3 x no, yes A ride costs 2." in lines
    assert "slide open_booths A ride costs 1 only." in lines
    assert not any("wheel" in line for line in lines)


def test_rows_of_a_table_with_fields_are_told_once_something_is_so_of_them() -> None:
    text = RULES.replace(", seen by HIDDEN", "")
    assert not any("rose" in line for line in shown(text))
    lines = shown(text, None, "gives rose")
    assert "rose 1 A paper rose." in lines
    assert not any("bear" in line for line in lines)


def test_rows_that_are_asked_about_are_told_with_their_values() -> None:
    text = RULES.replace(", seen by HIDDEN", "").replace("row rose", "row rose: 2")
    text = text.replace('    "The prizes."', '    "The prizes."\n    worth: 0..9 = 1')
    lines = shown(text, asking=True)
    place = lines.index("prize")
    assert lines[place + 1 : place + 3] == ["bear A bear of plush. (worth 1)", "rose A paper rose. (worth 2)"]


def test_where_a_piece_stands_is_told_to_nobody_who_may_not_see_it() -> None:
    text = RULES.replace("HIDDEN", "nobody")
    assert not any("P1 3 x no" in line for line in shown(text, 0))
    assert any("swing P1 3 x no" in line for line in shown(text))


def test_fields_of_the_same_name_are_told_apart() -> None:
    text = RULES.replace(", seen by HIDDEN", "").replace("state\n", "each booth has\n    won: 0..3 per prize\n\nstate\n")
    lines = shown(text.replace("x.won gains 1", "x.won gains 1\n            slide.won[x] gains 2"), None, "gives rose")
    assert "rose 1 A paper rose." in lines
    assert "slide open_booths rose 2 A ride costs 1 only." in lines


def told(detail: Detail) -> list[str]:
    """The first lines of a picture in which nothing is asked at 50 columns, with as much of it as is said."""
    rules = rulewright.open_files(read_text("fair.rules", RULES.replace(", seen by HIDDEN", ""))).rules(2)
    out = io.StringIO()
    Console(file=out, width=50).print(picture(rules, rules.initial(), detail=detail))
    return [" ".join(line.split()) for line in out.getvalue().splitlines()][:3]


def test_where_there_is_less_room_rows_are_told_in_a_line_or_by_name() -> None:
    assert told(Detail.FULL)[1:] == ["slide open_booths A ride costs 1", "only."]
    assert told(Detail.SHORT)[1:] == ["slide open_booths A ride costs …", "swing P1 3 x no, yes A ride costs …"]
    assert told(Detail.BRIEF)[:2] == ["booth slide (open_booths)", "swing (P1 3 x no, yes)"]
