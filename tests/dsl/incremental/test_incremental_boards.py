"""Maps with other letters, and fields that a board gives first values: what lies on the spaces is known without the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from .edited import after, all_names, cached, compared

RULEBOOK = """rulebook forest
    "Forest"
    players 2

enum growth: wood, water, sand

constants
    most = 3 "At most {most} are felled."

board country: hex of land
    "The country."
    growth: growth
    height: 0..5 = 1
    depth: 0..5 = 0
    legend H is home: growth = sand, felled = 1
    legend W in woods: growth = wood, felled = 2, height = 3
    legend L in lakes: growth = water
    legend S in sands: growth = sand, open = no, depth = 2
    map
        "W W L S"
        " L H W "
        "S W L W"
    at c1: felled = 3, height = 4
    shown as "{land.felled}" when land in sands

symmetry country_turned: land turned half
    "The country looks the same from both sides."

table tool
    "Tools."
    reach: 0..5
    row axe: 2
    row saw: 3

each land has
    felled: 0..5
    wet: 0..3
    open: flag = yes
    mark: 0..9 = land.depth

each player has
    logs: 0..20
    held: set of growth, seen by owner

state
    round: 0..30

function near_home(h: land): 0..30
    "What lies near."
    gives h.wet + h.height + home.height + (1 if home.growth = sand and h in woods else 0)

function least(h: land): 0..20
    "The least."
    gives 1 if h.felled > 1 else 2
    exception high: home.height > 2
        "High up it is more."
        gives 3
    exception higher: home.height > 3
        "Higher up it is most."
        gives 4

function waters(): 0..20
    "The lakes."
    gives count h in lakes where h.growth = water

note lakes_in_all
    "There are {count h in woods where h.height > 2} woods."

play
    "It begins."
    repeat
        round gains 1
        for each p in players
            turn(p)

rule turn(p: player)
    "{p} fells."
    roll g from growth as "{p} sees {g}" seen by p
    p.held gains g
    choose felling by p
        "{p} fells."
        move fell "fells {h}" for h in woods where h.felled < most
            "Wood is felled."
            fell_at(p, h)
        move rest "rests"
            p.logs becomes min(20, waters() + least(home))
    check over

rule fell_at(p: player, h: land)
    "It falls."
    h.felled gains 1
    if h.growth = wood and h.open
        p.logs becomes min(20, p.logs + near_home(h) + h.mark)
    else if h.growth = sand
        h.wet becomes 1

invariant felled_where_wood_is: every h in lakes: h.felled < 5 or h.open
    "Nothing is felled in lakes."

invariant few_are_held: every p in players: size(p.held) < 4
    "There are three growths."

invariant something_falls of each step: not applied(fell) or some h in land: h.felled > 0
    "What falls is felled."

end over
    "It is over."
    when round >= 20 or every h in woods: h.felled >= most
    draw
"""


MAP = """        "W W L S"
        " L H W "
        "S W L W"
"""


def _map(first: str, second: str = " L H W ", third: str = "S W L W") -> str:
    return "".join(f'        "{row}"\n' for row in (first, second, third))


# What is written now, in place of what: whether the rest of what was found holds.
EDITS = {
    "two letters that change places": (MAP, _map("W L W S"), True),
    "one letter less and one more": (MAP, _map("W W W S"), True),
    "a space with a name that lies elsewhere": (MAP, _map("W H L S", " L W W "), True),
    "a space with a name that lies where two exceptions hold": (MAP, _map("W W L S", " L W W ", "S H L W"), False),
    "a letter of a value by which others begin": (MAP, _map("W W S L"), False),
    "a letter that is not in the legend": (MAP, _map("W W X S"), False),
    "two spaces with one name": (MAP, _map("W H L S"), False),
    "no space with a name": (MAP, _map("W W L S", " L L W "), False),
    "a space less": (MAP, _map("W W L S", " L H   "), False),
    "spaces that lie elsewhere": (MAP, _map(" W W L S", "L H W", " S W L W"), False),
    "a board in other words": ('"The country."', '"The land."', True),
    "a board in other words, with another map": (
        RULEBOOK[RULEBOOK.index('    "The country."'):RULEBOOK.index(MAP) + len(MAP)],
        RULEBOOK[RULEBOOK.index('    "The country."'):RULEBOOK.index(MAP)].replace("country", "land") + _map("W L W S"), False),
    "what a letter gives to a field": ("felled = 2", "felled = 1", False),
    "what a letter gives to a column": ("height = 3", "height = 4", False),
    "a first value of what the map gives a value": ("felled: 0..5", "felled: 0..5 = 2", True),
    "a first value of what one letter alone leaves": ("open: flag = yes", "open: flag", True),
    "a first value that the map gives beyond its range": ("felled: 0..5", "felled: 0..2", False),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_board_with_another_map_is_checked_without_the_rest(tmp_path: Path, edit: str) -> None:
    main = tmp_path / "forest.rules"
    main.write_text(RULEBOOK, encoding="utf-8")
    after(main, main, EDITS[edit])


VARIANT = """variant wild of forest
    "Wild"

because "All is wild."
    replace invariant something_falls of each step: not applied(fell) or some h in woods: h.felled > 0
        "What falls is felled in woods."
"""


def test_what_a_variant_changes_is_checked_as_it_stands_there(tmp_path: Path) -> None:
    main = tmp_path / "forest.rules"
    main.write_text(RULEBOOK, encoding="utf-8")
    (tmp_path / "wild.rules").write_text(VARIANT, encoding="utf-8")
    # The check of `applied` quotes the names in it, which stand in the file of the variant.
    after(main, main, EDITS["two letters that change places"], ("wild",))


def test_games_begin_with_what_lies_on_a_map_now(tmp_path: Path) -> None:
    main = tmp_path / "forest.rules"
    main.write_text(RULEBOOK, encoding="utf-8")
    before, now, _ = EDITS["one letter less and one more"]
    both = compared(cached(main, (), all_names(main)), main, main, RULEBOOK.replace(before, now))
    assert both is not None
    assert both[0].is_played
    [[rechecked], [program]] = [rechecked.program for rechecked in both[0].programs], both[1][1]
    assert rechecked.start == program.start
    assert rechecked.boards == program.boards
    assert rechecked.columns == program.columns


# A letter without a set, and one that only differs from another in what it gives to a field.
LETTERS = "    legend D: growth = water, depth = 2\n    legend V in woods: growth = wood, felled = 1, height = 3\n    map\n"
LETTERED = RULEBOOK.replace("    map\n", LETTERS).replace(MAP, _map("W W L S", " L H D ", "S V L W"))
# What is written now on the map, and behind it: whether the rest of what was found holds.
OF_LETTERS = {
    "a column alone differs, by which fields begin": (_map("W W D S", " L H L ", "S V L W"), "", "", False),
    "first values alone differ": (_map("V W L S", " L H D ", "S W L W"), "", "", True),
    "another range of a field too": (_map("V W L S", " L H D ", "S W L W"), "felled: 0..5", "felled: 0..6", False),
    "another number of a state too": (_map("V W L S", " L H D ", "S W L W"), "round: 0..30", "round: 0..29", False),
}


@pytest.mark.parametrize("edit", OF_LETTERS)
def test_letters_without_sets_are_checked_as_well(tmp_path: Path, edit: str) -> None:
    main = tmp_path / "forest.rules"
    main.write_text(LETTERED, encoding="utf-8")
    drawn, before, now, holds = OF_LETTERS[edit]
    text = LETTERED.replace(_map("W W L S", " L H D ", "S V L W"), drawn).replace(before or now, now)
    both = compared(cached(main, (), all_names(main)), main, main, text)
    assert (both is not None) == holds
    # Games begin otherwise, whatever they come to.
    assert both is None or both[0].is_played
