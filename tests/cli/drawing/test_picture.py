"""Boards as pictures in text."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from rulewright import State, load, open_files
from rulewright.cli.table.drawing.grids import Grid
from rulewright.cli.table.drawing.picture import picture
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules

LAND = '''
rulebook land
    "A land"
    players 2

enum ground: hill, sea

table card
    row ace
    row king

board land: hex of place
    ground: ground
    legend h: ground = hill
    legend "~": ground = sea
    map
        " h h ~ "
        "h ~ ~ h"
    {shown}

each place has
    men: 0..{men}
    secret: 0..9, seen by nobody
    flags: set of 1..3
    lord: player or none

play
    choose placing by P1
        "The first player puts his men on a place."
        move "{{n}} on {{s}}" for s in place, n in 1..{men}
            s.men becomes n
            s.secret becomes n
            s.flags gains {{1, 3}}
    check over

end over
    "Over."
    when yes
    draw
'''

LINKS = '''
rulebook links
    "Links"
    players 2

board land: graph of place
    lake - forest - hill

each place has
    men: 0..9

play
    repeat
        choose placing by P1
            "The first player puts a man on a place."
            move "a man on {s}" for s in place
                s.men gains 1
        check over

end over
    "A place is full."
    when some s in place: s.men = 9
    draw
'''


def rules_of(shown: str, men: int) -> Rules:
    return open_files(read_text("land", LAND.format(shown=shown, men=men))).rules()


def drawn(rules: Rules, state: State, width: int = 100, viewer: int | None = None, encoding: str = "utf-8",
          whole: bool = False) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    Console(file=out, width=width, color_system=None).print(picture(rules, state, viewer, whole))
    out.seek(0)
    return out.read().split("\n\n")[0]


def test_a_hex_board_with_signs_stands_in_rows_above_its_letters() -> None:
    rules = rules_of('shown as "{place.men}"', 9)
    assert drawn(rules, rules.step(rules.initial(), "3 on c1")).splitlines() == [
        "  2     .   .   .",
        "  1   .   3   .   .",
        "      a b c d e f g"]


def test_a_hex_board_with_words_stands_in_boxes() -> None:
    rules = rules_of('shown as "{place.ground} {place.men}"', 9)
    assert drawn(rules, rules.step(rules.initial(), "3 on c1"), 44).splitlines() == [
        "         a   b   c   d   e   f   g",
        "         ┌───────┬───────┬───────┐",
        "  2      │b2     │d2     │f2     │",
        "         │hill 0 │hill 0 │sea 0  │",
        "     ┌───┴───┬───┴───┬───┴───┬───┴───┐",
        "  1  │a1     │c1     │e1     │g1     │",
        "     │hill 0 │sea 3  │sea 0  │hill 0 │",
        "     └───────┴───────┴───────┴───────┘",
        "         a   b   c   d   e   f   g"]


def test_what_is_not_there_and_the_braces_of_sets_are_not_drawn() -> None:
    rules = rules_of('shown as "{place.lord} {place.ground} {place.flags}"', 9)
    assert drawn(rules, rules.step(rules.initial(), "3 on c1"), 60).splitlines()[4] == (
        "  1  │a1 hill    │c1 sea 1, 3│e1 sea     │g1 hill    │")


def test_rows_of_boxes_are_as_high_as_their_texts() -> None:
    rules = rules_of('shown as "{place.ground} with {place.flags} men in it"', 9)
    lines = drawn(rules, rules.step(rules.initial(), "3 on c1"), 50).splitlines()
    assert [i for i, line in enumerate(lines) if "─" in line] == [1, 5, 9]


def test_boxes_fit_the_terminal_and_its_letters() -> None:
    rules = rules_of('shown as "{place.ground} with no more than {place.men} men"', 9)
    assert drawn(rules, rules.initial(), 60, encoding="ascii").splitlines() == [
        "           a     b     c     d     e     f     g",
        "           +-----------+-----------+-----------+",
        "  2        |b2         |d2         |f2         |",
        "           |hill with  |hill with  |sea with no|",
        "           |no more    |no more    |more than 0|",
        "           |than 0 men |than 0 men |men        |",
        "     +-----+-----+-----+-----+-----+-----+-----+-----+",
        "  1  |a1         |c1         |e1         |g1         |",
        "     |hill with  |sea with no|sea with no|hill with  |",
        "     |no more    |more than 0|more than 0|no more    |",
        "     |than 0 men |men        |men        |than 0 men |",
        "     +-----------+-----------+-----------+-----------+",
        "           a     b     c     d     e     f     g"]


def test_without_a_text_of_its_own_a_space_shows_its_letter_and_its_first_field() -> None:
    rules = rules_of("", 9)
    assert drawn(rules, rules.step(rules.initial(), "3 on c1")).splitlines() == [
        "  2     h   h   ~",
        "  1   h  ~ 3  ~   h",
        "      a b c d e f g"]


def test_what_a_viewer_may_not_see_is_not_drawn() -> None:
    rules = rules_of('shown as "{place.secret}"', 9)
    state = rules.step(rules.initial(), "3 on c1")
    assert "3" in drawn(rules, state)
    assert "3" not in drawn(rules, state, viewer=1)


def test_a_long_line_shows_what_stands_where_and_folds_what_is_empty() -> None:
    rules = load("race").rules(2)
    state = rules.initial()
    for notation in ("rolls 4", "left", "rolls 1"):
        state = rules.step(state, notation)
    assert [line.split() for line in drawn(rules, state).splitlines()][1:5] == [
        ["S0", "P1", "right,", "P2", "left,", "P2", "right"], ["S1", "to", "S3"], ["S4", "P1", "left"], ["S5", "to", "S30"]]


def test_numbers_and_regions_stand_nowhere() -> None:
    rules = load("carolus_magnus").rules(2)
    ring = drawn(rules, rules.initial()).splitlines()
    assert ring[1].split("│")[1:4] == ["T0     ", "T1     ", "T2     "]
    assert ring[2].split() == ["│emperor│", *"│" * 7]


def test_a_graph_says_what_is_next_to_what() -> None:
    rules = open_files(read_text("links", LINKS)).rules()
    assert drawn(rules, rules.initial()).splitlines() == [
        "place   men  next to     ",
        "lake         forest      ",
        "forest       lake, hill  ",
        "hill         forest      "]


def test_the_text_of_a_space_stands_in_place_of_the_fields_that_it_says() -> None:
    text = LINKS.replace("    lake - forest - hill", '    lake - forest - hill\n    shown as "<{place.men}>"').replace(
        "    men: 0..9", "    men: 0..9 = 2\n    wolves: 0..9 = 1")
    rules = open_files(read_text("links", text)).rules()
    assert [line.split() for line in drawn(rules, rules.initial()).splitlines()] == [
        ["place", "wolves", "next", "to"], ["lake", "<2>", "1", "forest"], ["forest", "<2>", "1", "lake,", "hill"],
        ["hill", "<2>", "1", "forest"]]


def test_a_long_word_is_shortened_where_it_would_not_fit_or_a_line_is_saved() -> None:
    text = LAND.format(shown='shown as "{place.ground}"', men=9).replace("hill", "grassy_hill")
    rules = open_files(read_text("land", text)).rules()
    assert drawn(rules, rules.initial(), 60).splitlines()[2] == "  2        │b2 gra.hill│d2 gra.hill│f2 sea     │"
    assert drawn(rules, rules.initial(), 44).splitlines()[2:4] == [
        "  2      │b2     │d2     │f2     │", "         │gra.hil│gra.hil│sea    │"]


def test_a_long_word_is_whole_where_its_row_is_high_enough() -> None:
    def told(*texts: str) -> list[list[str]]:
        return Grid(("a1", "b1"), ((1, 1), (2, 1)), texts, staggered=False, longest=30).box_lines(11)

    beside = "one two three four five"
    assert told("knight_for_hire", beside) == [["a1", "knight_for_", "hire"], ["b1 one two", "three four", "five"]]
    assert told("troll_cave", beside)[0] == ["a1", "troll_cave"]
    assert told("knight_for_hire", "one") == [["a1 kn.fo.hi"], ["b1 one"]]


def test_rows_that_are_named_several_times_are_counted() -> None:
    text = LAND.format(shown='shown as "{place.one} {place.two} {place.men}"', men=9).replace(
        "    secret:", "    one: card or none = ace\n    two: card or none = ace\n    secret:")
    rules = open_files(read_text("land", text)).rules()
    assert "2 ace 0" in drawn(rules, rules.initial(), 60)


POND = '''
rulebook pond
    "Pond"
    players 2

board pond: square {size} of pad
    {shown}

each pad has
    frog: player or none
    lord: player or none
    flies: 0..9

play
    choose landing by P1
        "A frog lands."
        move "{{s}} {{n}}" for s in pad, n in 0..9
            s.flies becomes n
            s.frog becomes P1
    check over

end over
    "Over."
    when yes
    draw
'''


def pond(*shown: str, size: str = "2 by 2") -> Rules:
    lines = "\n    ".join(f"shown as {text}" for text in shown)
    return open_files(read_text("pond", POND.format(shown=lines, size=size))).rules()


def test_values_that_are_not_there_leave_nothing_behind_where_they_touch() -> None:
    rules = pond('"{pad.flies}{pad.frog}{pad.lord}"')
    assert drawn(rules, rules.step(rules.initial(), "a1 3")).splitlines() == [
        "  2   .   .",
        "  1  3P1  .",
        "      a   b"]


def test_of_several_texts_the_first_whose_condition_holds_is_shown() -> None:
    rules = pond('"{pad.frog}!" when pad.flies > 3', '"{pad.frog}?" when pad.frog != none')
    assert drawn(rules, rules.step(rules.initial(), "a1 3")).splitlines()[1] == "  1  P1?  ."
    assert drawn(rules, rules.step(rules.initial(), "b2 4")).splitlines()[0] == "  2   .  P1!"


def test_a_board_that_is_wider_than_the_screen_says_so() -> None:
    rules = pond('"{pad.frog} with {pad.flies} flies"', size="9 by 1")
    assert "cut" not in drawn(rules, rules.initial(), 78)
    assert drawn(rules, rules.initial(), 60).splitlines()[-1] == "(cut: it is 78 columns wide, with room for 60)"


def test_a_board_in_letters_that_is_wider_than_the_screen_says_so() -> None:
    rules = open_files(read_text("meadow", MEADOW)).rules()
    shown = drawn(rules, rules.step(rules.initial(), "c1"), 60)
    assert "(cut: it is 103 columns wide, with room for 60)" in shown.splitlines()
    assert shown.splitlines()[-1].endswith("a_meadow_with_very_many_flowers")


MEADOW = '''
rulebook meadow
    players 1

enum plant: a_meadow_with_very_many_flowers, a_wood

board land: square 25 by 1 of spot
    shown as "{spot.grown}"

each spot has
    grown: plant or none

play
    choose planting by P1
        "A meadow grows."
        move "{s}" for s in spot
            s.grown becomes a_meadow_with_very_many_flowers
    check over

end over
    "Over."
    when yes
    draw
'''


def test_below_a_drawn_board_stand_the_fields_of_its_regions() -> None:
    rules = load(str(Path(__file__).parents[2] / "playthroughs" / "cases" / "seats.rules")).rules(2)
    out = io.StringIO()
    Console(file=out, width=100, color_system=None).print(picture(rules, rules.step(rules.initial(), "takes a1")))
    assert "realm   a1 (herd 3)" in out.getvalue()


CARDS = """rulebook cards
    players 2

enum suit: coins, cups, swords

enum face: one, two, three, four, five, knave, king

pieces card
    "The cards."
    suit: suit
    face: face
    1 with suit = s, face = f for s in suit, f in face

each card has
    held_by: player or none

play
    "The players take cards."
    repeat
        for each p in players
            choose taking by p
                "{p} takes a card."
                move "takes {c.suit} {c.face}" for c in card where c.held_by = none
                    c.held_by becomes p
            check all_taken

end all_taken
    "All cards are taken."
    when every c in card: c.held_by != none
    draw
"""


def test_many_different_pieces_that_lie_nowhere_are_counted() -> None:
    rules = open_files(read_text("cards", CARDS)).rules(2)
    state = rules.step(rules.initial(), "takes cups knave")
    assert "21 different ones" in drawn(rules, rules.initial())
    shown = drawn(rules, state)
    assert "P1 cups knave" in shown
    assert "20 different ones" in shown
    assert "coins five" in drawn(rules, state, whole=True)
