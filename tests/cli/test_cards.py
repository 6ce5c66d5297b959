"""Rows of tables in pictures: those that lie somewhere, what stands on them, and what they say."""

from __future__ import annotations

import io

from rich.console import Console

import rulewright
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


def shown(text: str, viewer: Viewer | None = None, *moves: str) -> list[str]:
    """The lines of the picture of the position after these moves."""
    rules = rulewright.open_files(read_text("fair.rules", text)).rules(2)
    state: State = rules.initial()
    for move in moves:
        state = rules.step(state, move)
    out = io.StringIO()
    Console(file=out, width=100).print(picture(rules, state, viewer))
    return [" ".join(line.split()) for line in out.getvalue().splitlines()]


def test_rows_that_lie_in_a_list_or_have_pieces_on_them_are_told() -> None:
    lines = shown(RULES.replace(", seen by HIDDEN", ""))
    assert "swing 3 x P1 no, P1 yes A ride costs 2." in lines
    assert "slide A ride costs 1 only." in lines
    assert not any("wheel" in line for line in lines)


def test_all_rows_of_a_table_with_fields_are_told() -> None:
    lines = shown(RULES.replace(", seen by HIDDEN", ""))
    assert "bear 0 A bear of plush." in lines
    assert "rose 0 A paper rose." in lines


def test_where_a_piece_stands_is_told_to_nobody_who_may_not_see_it() -> None:
    text = RULES.replace("HIDDEN", "nobody")
    assert not any("x P1" in line for line in shown(text, 0))
    assert any("3 x P1 no" in line for line in shown(text))


def test_fields_of_the_same_name_are_told_apart() -> None:
    text = RULES.replace(", seen by HIDDEN", "").replace("state\n", "each booth has\n    won: 0..3 per prize\n\nstate\n")
    lines = shown(text.replace("x.won gains 1", "x.won gains 1\n            slide.won[x] gains 2"), None, "gives rose")
    assert "rose 1 A paper rose." in lines
    assert "slide rose 2 A ride costs 1 only." in lines
