"""Rows of tables in pictures: those that lie somewhere, what stands on them, and what they say."""

from __future__ import annotations

import io

from rich.console import Console

import rulewright
from rulewright.cli.table.drawing.picture import picture
from rulewright.cli.table.questions.choice_rows import rows_in_question
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.viewing.observation import Viewer

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
    rows = rows_in_question(state) if asking else None
    Console(file=out, width=100).print(picture(rules, state, viewer, rows_in_question=rows))
    return [" ".join(line.split()) for line in out.getvalue().splitlines()]


def test_rows_that_lie_in_a_list_or_have_pieces_on_them_are_told() -> None:
    lines = shown(RULES.replace(", seen by HIDDEN", ""))
    assert "booth lies in price child tall" in lines
    assert "swing 2 P1 3 x no, yes A ride costs 2." in lines
    assert "slide open booths 1 A ride costs 1 only." in lines
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
    assert lines[place + 1 : place + 3] == ["bear A bear of plush.", "rose A paper rose. (worth 2)"]


def test_where_a_piece_stands_is_told_to_nobody_who_may_not_see_it() -> None:
    text = RULES.replace("HIDDEN", "nobody")
    assert not any("P1 3 x no" in line for line in shown(text, 0))
    assert any("swing 2 P1 3 x no" in line for line in shown(text))


def test_fields_of_the_same_name_are_told_apart() -> None:
    text = RULES.replace(", seen by HIDDEN", "").replace("state\n", "each booth has\n    won: 0..3 per prize\n\nstate\n")
    lines = shown(text.replace("x.won gains 1", "x.won gains 1\n            slide.won[x] gains 2"), None, "gives rose")
    assert "rose 1 A paper rose." in lines
    assert "slide open booths 1 rose 2 A ride costs 1 only." in lines


def told(room: int | None, text: str = "", width: int = 60) -> list[str]:
    """The lines of a picture that has so many lines to stand in."""
    rules = rulewright.open_files(read_text("fair.rules", text or LONG)).rules(2)
    out = io.StringIO()
    Console(file=out, width=width).print(picture(rules, rules.initial(), room=room))
    return [" ".join(line.split()) for line in out.getvalue().splitlines()]


LONG = RULES.replace(", seen by HIDDEN", "").replace("{price} only.", "{price} only, and nothing else at all.")


def test_where_there_is_less_room_rows_are_told_in_a_line_or_by_name_or_not_at_all() -> None:
    assert told(None)[1:4] == ["slide open booths 1", "A ride costs 1 only, and nothing else at all.", "swing 2 P1 3 x no, yes"]
    assert told(6)[1:3] == ["slide open booths 1", "swing 2 P1 3 x no, yes A ride costs 2."]
    assert told(5)[:2] == ["booth slide (open booths; price 1)", "swing (price 2; P1 3 x no, yes)"]
    assert told(6)[-1] == told(5)[-1] == "(shortened: booth; `board all` shows all of it)"
    assert told(4)[0] == "child tall"
    assert told(4)[-1] == "(left out: booth; `board all` shows all of it)"


def test_a_sentence_that_is_cut_comes_after_the_numbers_in_it() -> None:
    text = LONG.replace("row wheel: 3", "row round: 3\n        \"It turns round and round.\"\n    row wheel: 3")
    text = text.replace("nothing else", "nothing else, however long it may last and whoever sits in it,")
    text = text.replace("open_booths gains slide", "open_booths gains slide\n    open_booths gains round")
    assert told(7, text, 75)[1:3] == ["slide open booths price 1: A ride costs 1 only, and …",
                                      "round open booths It turns round and round."]


def test_a_picture_that_has_room_has_all_of_it_and_one_that_has_not_no_more_lines_than_it_may() -> None:
    whole = told(None)
    assert told(len(whole)) == whole
    assert [len(told(room)) for room in (7, 6, 5)] == [7, 6, 5]


def test_rows_that_are_not_shown_of_a_table_that_is_asked_about_are_named() -> None:
    text = RULES.replace(", seen by HIDDEN", "").replace("for x in prize", "for x in prize where x = rose")
    assert "and bear" in shown(text, asking=True)


def test_rows_that_say_nothing_are_told_by_their_columns() -> None:
    text = RULES.replace(", seen by HIDDEN", "").replace("        \"A ride costs {price}.\"\n", "").replace(
        "        \"A ride costs {price} only.\"\n", "")
    assert "swing 2 P1 3 x no, yes" in shown(text)
