"""What pictures say of cards, tiles, sets and scores, in small rulebooks of their own."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import get_args

import rulewright
from rulewright import SPECTATOR
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source
from rulewright.interpreter.game.state import State
from rulewright.pictures.layout.plan import ShapeRole, Sign, Thing, WordsRole
from rulewright.pictures.look.reader import read_look
from rulewright.pictures.look.syntax import SHAPES
from rulewright.pictures.scene.making import scene_of
from rulewright.pictures.scene.model import Appearance, Stands, Token
from rulewright.pictures.svg.style import style
from rulewright.pictures.svg.symbols import OUTLINES
from rulewright.pictures.svg.writer import thing
from rulewright.pictures.visible_state import VisibleState

from ..shipped import shipped_rules

LINKS = str(Path(__file__).parent.parent / "playthroughs" / "cases" / "links.rules")
SVG = "{http://www.w3.org/2000/svg}"

CARDS = """rulebook cards
    players 2
enum suit: clubs, hearts
enum rank: nine, ten
pieces card
    "Cards."
    suit: suit
    rank: rank
    shown as "{suit}_{rank}"
    1 with suit = s, rank = r for s in suit, r in rank
each player has
    hand: set of card
state
    turn: player = P1
    left: set of card
play
    left becomes all
    repeat
        choose drawing by turn
            move "take {c}" for c in left
                turn.hand gains c
                left loses c
        turn becomes next(turn)
        check over
end over
    when size(left) = 0
    draw
"""


def test_a_card_in_a_hand_says_what_is_fixed_about_it_and_is_not_shown_again_beside(tmp_path: Path) -> None:
    (tmp_path / "cards.rules").write_text(CARDS)
    look = read_look(Source("x.look", 'symbol hearts "♥"\nsymbol ten "10"\ncolour suit.hearts #d7301f\n'), Diagnostics())
    rules = rulewright.load(str(tmp_path / "cards.rules")).rules()
    scene = scene_of(rules.step(rules.initial(), "take hearts_ten"), look=look)
    entries = [entry for panel in scene.panels for entry in panel.entries]
    (card,) = next(entry.tokens for entry in entries if entry.stands.field == "hand" and entry.tokens)
    assert (card.looks.letters, card.looks.fill) == ("♥10", "#d7301f")
    shown = [token.stands.value for entry in entries for token in entry.tokens]
    assert sorted(value for value in shown if value.startswith(("clubs", "hearts"))) == [
        "clubs_nine", "clubs_ten", "hearts_nine", "hearts_ten"]


def test_the_number_of_things_without_letters_stands_in_the_middle_of_them() -> None:
    def drawn(letters: str) -> str:
        token = Token(Stands("", ""), Appearance("#f7f7f7", "circle", letters=letters), "", "", count=11)
        return thing(Thing("space", Stands("cell", "a1"), "", (Sign(token, 0, 0, 100),)), "")

    assert 'class="disc"' in drawn("H")
    assert 'class="disc"' not in drawn("")
    assert '<text x="50"' in drawn("")


TILE = """rulebook tiles
    "Tiles"
    players 2

enum ground: hedge, ditch

board garden: square 2 by 1 of field
    shown as "{field.tile}" when field.tile != none

table tile
    "The tiles."
    around: sides of ground on garden
    row pond: [ditch, hedge, hedge, hedge]

each field has
    tile: tile or none
    turn: quarter_turn or none

play
    "Both players lay tiles."
    repeat
        choose place_for_tile by P1
            "P1 lays a tile."
            move "{f} {t}" for f in field where f.tile = none, t in quarter_turn
                f.tile becomes pond
                f.turn becomes t
        check all_laid

end all_laid
    "The game ends with the last tile."
    when every f in field: f.tile != none
    draw
"""


def test_sides_are_drawn_as_the_tile_is_turned_also_where_the_turn_may_be_missing() -> None:
    """The side up of a tile that is turned once is the right one."""
    looks = []
    look = read_look(Source("tiles.look", "colour hedge #6a9a4a\ncolour ditch #4a8ac0\n"), Diagnostics())
    for kind in ("quarter_turn or none", "quarter_turn = turn0"):
        rules = rulewright.open_files(read_text("tiles", TILE.replace("quarter_turn or none", kind))).rules(2)
        state = rules.step(rules.initial(), "a1 turn90")
        [board] = scene_of(state, look=look).boards
        looks.append([side.fill for side in board.spaces[0].sides])
    assert looks[0] == looks[1] == ["#6a9a4a", "#4a8ac0", "#6a9a4a", "#6a9a4a"]


SECRET = """rulebook purses
    "Purses"
    players 2

enum coin: one, two, three

each player has
    purse: set of coin = all, seen by owner
    drawn: list of coin up to 3, seen by owner

state
    turns: 0..2

play
    "Each player lays a coin aside."
    repeat
        for each p in players
            lay_aside(p)
        turns gains 1
        check all_done

rule lay_aside(p: player)
    "{p} lays a coin aside."
    choose coin_to_lay by p for c in p.purse seen by p
        "Nobody else sees it."
        move "lays {c}"
            p.purse loses c
            p.drawn gains c

end all_done
    "The game ends after two turns."
    when turns = 2
    ranking p in players by worth(p)

function worth(p: player): -3..9
    "Coins that are left count 1, and the first coin laid aside 3 if it is the last word."
    gives size(p.purse) + (count c in p.drawn where c = three)

score p in players: worth(p)
"""


def test_a_score_that_rests_on_hidden_sets_and_lists_is_shown_only_at_the_end() -> None:
    rules = rulewright.open_files(read_text("purses", SECRET)).rules(2)
    state = rules.initial()
    for _ in range(3):
        state = rules.step(state, rules.decisions.choices(state)[0])
    assert VisibleState(rules, state, SPECTATOR).scores() is None
    assert VisibleState(rules, state, None).scores() == rules.endings.scores(state)
    over = rules.step(state, rules.decisions.choices(state)[0])
    assert VisibleState(rules, over, SPECTATOR).scores() == rules.endings.scores(over) == (1, 1)


MEMBERS = """rulebook bets
    "Bets"
    players 2

enum suit: red, blue

state
    bets: set of (suit or lost or none) = {red, lost, none}
    card_row: list of suit or none up to 3 = [red, none, blue]
    numbers: list of 0..4 up to 3 = [0, 3]
    missing: suit or none

play
    "The first player adds to what lies there."
    choose adding by P1
        "The first player adds a number."
        move "adds {n}" for n in 1..2
            bets loses none
            numbers gains n
            card_row loses missing
    check all_done

end all_done
    "The game ends at once."
    when size(bets) + size(numbers) + size(card_row) > 0
    draw
"""


def test_nothing_and_zero_are_shown_where_a_set_or_list_holds_them() -> None:
    rules = rulewright.open_files(read_text("bets", MEMBERS)).rules(2)
    entries = [entry for panel in scene_of(rules.initial()).panels for entry in panel.entries]
    shown = {entry.stands.field: [token.says for token in entry.tokens] for entry in entries if entry.tokens}
    assert shown == {"bets": ["none", "lost", "red"], "card_row": ["red", "none", "blue"], "numbers": ["0", "3"]}


def test_a_link_is_drawn_between_its_two_spaces() -> None:
    rules = rulewright.load(LINKS).rules(2)
    drawn = ET.fromstring(rules.step(rules.initial(), "joins elm and cedar").picture())
    things = [node.attrib for node in drawn.iter(SVG + "g") if node.attrib.get("data-type") == "road"]
    assert [link["data-value"] for link in things] == ["ash_beech", "ash_cedar", "beech_cedar", "cedar_elm", "elm_oak"]


def test_a_field_has_changed_where_it_is_not_as_at_the_beginning_whichever_is_asked_for_first() -> None:
    rules = shipped_rules("lancaster")
    start, state = State(rules, tuple(rules.program.start)), rules.initial()
    for _ in range(12):
        state = rules.step(state, rules.decisions.choices(state)[0])
    seen, changed = VisibleState(rules, state, None), set()
    asked = [(field, owner) for field in seen.fields
             for owner in ([None] if field.owner is None else range(len(field.owner.members)))]
    for field, owner in asked:
        if any(rules.cells.value(state, cell.name) != rules.cells.value(start, cell.name) for cell in seen.cells(field, owner)):
            changed.add((field.base, owner))
    assert 0 < len(changed) < len(asked)
    for order in (asked, asked[::-1]):
        seen = VisibleState(rules, state, None)
        assert {(field.base, owner) for field, owner in order if seen.has_changed(field, owner)} == changed


def test_each_outline_has_a_path_and_each_part_of_a_picture_a_style() -> None:
    assert set(OUTLINES) == set(SHAPES)
    parts = {name for role in (*get_args(ShapeRole), *get_args(WordsRole)) for name in role.split()}
    assert {name for name in parts if f".rw .{name}{{" not in style()} == set()
