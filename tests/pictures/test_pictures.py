"""Pictures of positions: the same bytes, nothing hidden, every space once, no two over each other, safe markup."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import rulewright
from rulewright import SPECTATOR, State
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source
from rulewright.dsl.types.types import Scalar, values
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice
from rulewright.pictures.layout.graphs import places
from rulewright.pictures.layout.outlines import Polygon
from rulewright.pictures.layout.panels import group_blocks
from rulewright.pictures.layout.plan import PathShape, Sign, Thing, number
from rulewright.pictures.layout.shapes import plan_board
from rulewright.pictures.look.reader import read_look
from rulewright.pictures.look.syntax import Look, Place, Symbol
from rulewright.pictures.painting.painter import picture
from rulewright.pictures.scene.changes import marked
from rulewright.pictures.scene.letters import letters_for
from rulewright.pictures.scene.making import scene_of
from rulewright.pictures.scene.model import Appearance, Scene, Stands, Token
from rulewright.pictures.svg.writer import thing

from ..shipped import shipped, shipped_rules

HERE = Path(__file__).parent
TOWN = str(HERE / "looks" / "town.rules")
GAMES = [("tic_tac_toe", 2), ("connect_four", 2), ("breakthrough", 2), ("race", 3), ("nim", 2), ("goofspiel", 3), ("pig", 4),
         ("shut_the_box", 2), ("carolus_magnus", 2), ("carolus_magnus", 4), ("lancaster", 3), ("emperor_4", 2), (TOWN, 2)]
SVG = "{http://www.w3.org/2000/svg}"


def played(rules: Rules, steps: int, seed: int = 3) -> tuple[State, State]:
    """The last two positions of a random game of at most so many steps."""
    state = before = rules.initial()
    dice = Dice(seed)
    for _ in range(steps):
        if state.is_over:
            break
        before, state = state, rules.step(state, rules.random_choice(state, dice))
    return before, state


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_picture_is_well_formed_and_the_same_for_the_same_position(game: str, players: int) -> None:
    before, state = played(shipped_rules(game, players), 60)
    drawn = state.picture(None, before)
    assert drawn == State(state.rules, tuple(state.slots)).picture(None, State(before.rules, tuple(before.slots)))
    root = ET.fromstring(drawn)
    ids = Counter(node.attrib["id"] for node in root.iter() if "id" in node.attrib)
    assert [id for id, count in ids.items() if count > 1] == []
    assert root.attrib["aria-labelledby"].split() == [root[0].attrib["id"], root[1].attrib["id"]]
    assert [root[0].tag, root[1].tag] == [SVG + "title", SVG + "desc"]
    assert root[1].text


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_space_is_drawn_once(game: str, players: int) -> None:
    _, state = played(shipped_rules(game, players), 120)
    scene = scene_of(state)
    drawn = ET.fromstring(state.picture())
    for board, shape in zip(scene.boards, state.rules.program.boards, strict=True):
        members = [member for space in board.spaces for member in space.members]
        assert sorted(members) == list(range(len(shape.space.members)))
        spaces = [node.attrib["data-value"] for node in drawn.iter(SVG + "g")
                  if node.attrib.get("class") == "of-space" and node.attrib["data-type"] == board.spaces[0].stands.type]
        assert spaces == [space.stands.value for space in board.spaces]


def inside(point: tuple[float, float], polygon: Polygon) -> bool:
    """Whether a point lies in a polygon (ray casting)."""
    x, y = point
    out = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            out = not out
    return out


@pytest.mark.parametrize("game", ["tic_tac_toe", "breakthrough", "race", "carolus_magnus", "emperor_4", TOWN])
def test_no_two_spaces_lie_over_each_other_and_all_lie_on_the_board(game: str) -> None:
    for board in scene_of(shipped_rules(game).initial()).boards:
        plan = plan_board(board)
        boxes = [(box.x, box.y) for box in plan.boxes]
        assert all(0 <= x <= plan.width and 0 <= y <= plan.height for outline in plan.outlines for x, y in outline)
        assert all(inside(box, outline) for box, outline in zip(boxes, plan.outlines, strict=True))
        for (a, outline), (b, other) in combinations(enumerate(plan.outlines), 2):
            middle = [(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
                      for points in (outline, other)]
            drawn_in = [(x * 0.98 + middle[1][0] * 0.02, y * 0.98 + middle[1][1] * 0.02) for x, y in other]
            assert not any(inside(point, outline) for point in drawn_in), (board.names[a], board.names[b])


def test_the_cards_of_a_table_are_as_high_as_the_highest_of_them() -> None:
    scene = scene_of(shipped_rules("lancaster", 3).initial())
    groups = [group_blocks(group) for group in scene.groups]
    assert [len({block.height for block in blocks}) for blocks in groups] == [1] * len(groups)
    assert len({block.height for blocks in groups for block in blocks}) > 1
    for block in (block for blocks in groups for block in blocks):
        frame = block.things[0].items[0]
        assert isinstance(frame, PathShape)
        assert f"v{number(block.height - 3 - 14)}" in frame.path


def test_the_note_of_a_changed_piece_stands_below_the_ring_around_it() -> None:
    looks = Appearance("#d7301f")
    drawn = [thing(Thing("space", Stands("cell", "a1"), "", (Sign(Token(Stands("", ""), looks, "", "", note="red",
             is_changed=is_changed), 0, 0, 100),)), "") for is_changed in (False, True)]
    notes = [float(text.rpartition('y="')[2].partition('"')[0]) for text in drawn]
    assert notes[0] < 109 + 32 * 0.75 < notes[1]


# ---- Secrets -----------------------------------------------------------------------------------


def otherwise(state: State, hidden: frozenset[str]) -> State:
    """The same position with other values in the cells that are hidden."""
    slots = list(state.slots)
    for name in hidden:
        cell = state.rules.cells[name]
        if isinstance(cell.type, Scalar):
            others = [value for value in values(cell.type) if value != slots[cell.base]]
            slots[cell.base] = others[-1] if others else slots[cell.base]
        else:
            slots[cell.base] = 0 if slots[cell.base] else 1
    return State(state.rules, tuple(slots))


@pytest.mark.parametrize(("game", "players", "steps"), [("lancaster", 3, 90), ("emperor_4", 2, 260), (TOWN, 2, 12)])
def test_what_a_viewer_may_not_see_changes_nothing_in_their_picture(game: str, players: int, steps: int) -> None:
    rules = shipped_rules(game, players)
    before, state = played(rules, steps)
    for viewer in (SPECTATOR, *range(players)):
        hidden = rules.observer.hidden(viewer)
        assert hidden
        same = picture(otherwise(state, hidden), viewer, otherwise(before, hidden))
        assert same == picture(state, viewer, before), viewer
    assert picture(otherwise(state, rules.observer.hidden(SPECTATOR))) != picture(state)


def test_a_secret_choice_is_drawn_as_made_and_not_as_what_it_is() -> None:
    rules = shipped_rules("goofspiel", 2)
    state = rules.step(rules.initial(), "prize 7")
    bids = [rules.step(state, f"bids {n}") for n in (3, 11)]
    assert bids[0].picture(1) == bids[1].picture(1)
    assert "chosen secretly" in bids[0].picture(1)
    assert bids[0].picture(0) != bids[1].picture(0)


# ---- What is drawn -----------------------------------------------------------------------------


def test_pieces_cards_counts_and_tracks_are_there() -> None:
    rules = shipped_rules(TOWN)
    state = rules.initial()
    for move in ("post north.guard2 at mill", "lay red at mill", "lay red at mill", "draw king", "walk"):
        before, state = state, rules.step(state, move)
    scene = marked(scene_of(before), scene_of(state))
    streets, road = scene.boards
    mill = streets.spaces[0]
    assert [(token.says, token.count) for token in mill.tokens] == [("2 of red", 2), ("north guard strength 2 (tired)", None)]
    assert mill.owner is not None
    assert [[token.stands.of for token in space.tokens] for space in road.spaces] == [["south"], ["north"], [], [], []]
    assert changed(scene) == {"L1", "L2", "north: gold", "in the middle: turn"}
    entries = {entry.caption: [token.name for token in entry.tokens] for panel in scene.panels for entry in panel.entries}
    assert entries["hand"] == ["king"]
    assert "The second highest card." in state.picture()


def test_a_look_says_where_fields_are_drawn() -> None:
    rules = shipped_rules(TOWN)
    state = rules.step(rules.initial(), "lay red at mill")
    drawn: dict[Place | None, tuple[int, int]] = {None: (1, 0), "board": (1, 0), "beside": (0, 1), "nowhere": (0, 0)}
    for place, (on_board, off_board) in drawn.items():
        scene = scene_of(state, None, Look() if place is None else Look(places={"coins": place}))
        tokens = [token for space in scene.boards[0].spaces for token in space.tokens]
        entries = [entry.caption for panel in scene.panels for entry in panel.entries if "coins" in entry.caption]
        assert (len(tokens), entries) == (on_board, ["mill: coins"] * off_board)


def changed(scene: Scene) -> set[str]:
    spaces = {space.label for board in scene.boards for space in board.spaces if space.is_changed}
    entries = {f"{panel.caption}: {entry.caption}" for panel in scene.panels for entry in panel.entries if entry.is_changed}
    return spaces | entries


def test_regions_that_have_merged_are_one_outline() -> None:
    state = rulewright.load("carolus_magnus").rules(2).initial()
    board = state.rules.program.boards[0]
    assert board.roots is not None
    slots = list(state.slots)
    slots[board.roots + 1] = slots[board.roots + 2] = 0
    space = scene_of(State(state.rules, tuple(slots))).boards[0].spaces[0]
    assert (space.members, space.label) == ((0, 1, 2), "T0 T1 T2")
    drawn = State(state.rules, tuple(slots)).picture()
    assert 'data-members="T0 T1 T2"' in drawn
    assert drawn.count('class="of-space"') == len(board.space.members) - 2


def test_seats_have_outlines_of_their_own() -> None:
    scene = scene_of(shipped_rules("race", 4).initial())
    looks = [panel.looks for panel in scene.panels if panel.stands.type == "player"]
    assert len({look.shape for look in looks if look is not None}) == 4
    assert len({look.letters for look in looks if look is not None}) == 4


def test_partners_have_the_colour_of_their_side_and_outlines_of_their_own() -> None:
    scene = scene_of(shipped_rules("carolus_magnus", 4).initial())
    looks = [panel.looks for panel in scene.panels if panel.looks is not None]
    assert [look.fill for look in looks[:4]] == [looks[4].fill, looks[5].fill] * 2
    assert len({look.shape for look in looks[:4]}) == 4


def test_keys_keep_their_letters_under_the_outline_of_their_field() -> None:
    rules = shipped_rules(TOWN)
    state = rules.initial()
    for move in ("lay red at mill", "lay blue at mill"):
        state = rules.step(state, move)
    look = Look(symbols={"coins": Symbol(shape="house", letters="c")})
    tokens = scene_of(state, None, look).boards[0].spaces[0].tokens
    assert [(token.looks.shape, token.looks.letters) for token in tokens] == [("house", "R"), ("house", "B")]


def test_letters_tell_names_apart() -> None:
    names = ("spearman", "swordsman", "man_at_arms", "archer", "giant", "giant_archer", "spider", "golem", "griffin")
    letters = letters_for(names)
    assert len({letter.casefold() for letter in letters}) == len(names)
    assert all(1 <= len(letter) <= 3 for letter in letters)


def test_a_small_picture_is_what_it_was() -> None:
    golden = HERE / "golden" / "tic_tac_toe.svg"
    state = shipped_rules("tic_tac_toe").initial()
    for move in ("b2", "a1"):
        before, state = state, shipped_rules("tic_tac_toe").step(state, move)
    assert state.picture(None, before) == golden.read_text(encoding="utf-8")


def test_a_notebook_and_names_of_viewers() -> None:
    state = shipped("lancaster").rules(3, ("Anna", "Boris", "Clara")).initial()
    assert state._repr_svg_() == state.picture()
    assert state.picture("Boris") == state.picture(1)
    with pytest.raises(ValueError, match="Nobody"):
        state.picture("Nobody")


def test_names_are_escaped_everywhere() -> None:
    seats = ('<script>alert("1")</script>', "a\"' onload='x' & \u202e\x07")
    drawn = shipped("tic_tac_toe").rules(2, seats).initial().picture()
    root = ET.fromstring(drawn)
    assert not [node for node in root.iter() if node.tag == SVG + "script" or any(key.startswith("on") for key in node.attrib)]
    assert "<script" not in drawn


# ---- Graphs ------------------------------------------------------------------------------------

GRID = tuple(tuple(other for other in range(12) if abs(other % 4 - i % 4) + abs(other // 4 - i // 4) == 1) for i in range(12))


@pytest.mark.parametrize("with_library", [True, False])
def test_places_of_a_graph_lie_apart(with_library: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not with_library:
        monkeypatch.setitem(sys.modules, "networkx", None)
    places.cache_clear()
    centres = places(GRID, 100)
    places.cache_clear()
    assert centres == places(GRID, 100)
    assert min((ax - bx) ** 2 + (ay - by) ** 2 for (ax, ay), (bx, by) in combinations(centres, 2)) >= 99.5**2
    places.cache_clear()


def test_of_a_large_board_the_part_in_use_is_shown_with_the_names_of_its_spaces() -> None:
    rules = rulewright.load(str(HERE.parent / "backends" / "cases" / "tiles.rules")).rules()
    before, state = played(rules, 4)
    (board,) = scene_of(state).boards
    used = [space for space in board.spaces if space.tokens]
    places = [board.places[space.members[0]] for space in used]
    assert len(used) == 3
    assert "aj36" in {board.names[space.members[0]] for space in used}
    # The empty spaces around the tiles are in use too: they can be built on.
    assert min(column for column, _ in places) - min(column for column, _ in board.places) == 3
    assert max(row for _, row in board.places) - max(row for _, row in places) == 3
    # Only spaces that were there before and differ now are marked, though they are counted anew.
    changed = [space for space in marked(scene_of(before), scene_of(state)).boards[0].spaces if space.is_changed]
    assert 0 < len(changed) < 5


# ---- What look files lay out -------------------------------------------------------------------


def test_a_look_file_lays_out_a_board_in_rows_and_what_it_leaves_out_lies_below() -> None:
    look = read_look(Source("x.look", "row streets mill . gate\nrow streets . market .\n"), Diagnostics())
    board = scene_of(shipped_rules(TOWN).initial(), look=look).boards[0]
    assert dict(zip(board.names, board.rows, strict=True)) == {"mill": (0, 0), "gate": (2, 0), "market": (1, 1), "well": (0, 2)}
    plan = plan_board(board)
    at = {name: (box.x, box.y) for name, box in zip(board.names, plan.boxes, strict=True)}
    assert at["mill"][1] == at["gate"][1] < at["market"][1] < at["well"][1]
    assert at["mill"][0] == at["well"][0] < at["market"][0] < at["gate"][0]
    assert len(plan.links) == 4
