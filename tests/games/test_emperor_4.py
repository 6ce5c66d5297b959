"""Emperor-4: what holds between positions, in every variant, and the data the rules are played with."""

from __future__ import annotations

import io
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from rulewright.cli.loading import load
from rulewright.cli.picture import picture
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.rules import Rules
from rulewright.interpreter.simulate import play_out
from rulewright.interpreter.state import State

FOLDER = Path(__file__).parents[2] / "games" / "emperor_4"
VARIANTS = {"base": (), "pocket": ("pocket",), "extended": ("extended",), "taxes": ("taxes",),
            "all": ("pocket", "extended", "taxes")}
# The scenarios of the rules page; the page leaves the other numbers out.
SCENARIOS = {1, 2, 3, 5, 7, 8, 9, 11, 12, 13, *range(15, 70, 2)}
POOLS = {"castle": "building", "source_hex": "source", "lair": "kind", "field": "field_token"}


def rules_of(name: str) -> Rules:
    return load("emperor_4", variants=VARIANTS[name]).rules()


class Position:
    """What a position shows, hex by hex."""

    def __init__(self, rules: Rules, state: State) -> None:
        def written(cell: str) -> str:
            return rules.written(state, cell)

        board = rules.program.boards[0]
        self.hexes = board.space.members
        self.ground = {h: _ground(rules, i) for i, h in enumerate(self.hexes)}
        self.hidden = {h for h in self.hexes if written(f"{h}.face_down") == "yes"}
        self.holder = {h: written(f"{h}.holder") for h in self.hexes}
        self.units = {h: sorted(kind for i in "1234" if (kind := written(f"{h}.unit[{i}]")) != "none") for h in self.hexes}
        self.wall = {h for h in self.hexes if written(f"{h}.wall") == "yes"}
        self.owner = {h: written(f"{h}.owner") for h in self.hexes}
        self.turned_up = {ground: sum(int(written(f"{row}.turned_up")) for row in _rows(rules, table))
                          for ground, table in POOLS.items()}
        self.actions = int(written("actions"))
        self.in_battle = written("defenders_at") != "none"


def _ground(rules: Rules, space: int) -> str:
    grounds = dict(rules.program.tables)["place.ground"]
    names = ("home", "source_hex", "castle", "lair", "field")
    place = grounds[space]
    assert isinstance(place, int)
    return names[place]


def _rows(rules: Rules, table: str) -> list[str]:
    return [one.id.partition(".")[2] for one in rules.program.clauses if one.kind == "row" and one.parent == table]


def positions(rules: Rules, seed: int, every: int = 1) -> list[Position]:
    kept: list[Position] = []
    seen = 0

    def keep(state: State) -> None:
        nonlocal seen
        seen += 1
        if seen % every == 0:
            kept.append(Position(rules, state))

    play_out(rules, Dice(seed), watch=keep)
    return kept


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_end_and_break_no_invariant(name: str) -> None:
    check_random_games(rules_of(name), range(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_random_games_end_and_break_no_invariant(name: str) -> None:
    check_random_games(rules_of(name), range(1, 60))


def check_random_games(rules: Rules, seeds: range) -> None:
    for seed in seeds:
        broken: set[str] = set()

        def look(state: State, into: set[str] = broken) -> None:
            into.update(rules.broken_invariants(state))

        assert play_out(rules, Dice(seed), watch=look).end is not None
        assert broken == set()


def test_what_is_turned_up_stays_so_and_nobody_moves_but_who_has_the_turn() -> None:
    rules = rules_of("base")
    wild_once: set[str] = set()
    for before, after in pairwise(positions(rules, 5)):
        assert after.hidden <= before.hidden
        assert 0 <= after.actions <= 2
        # Wild units never move: they come to a hex once, when its token is turned up.
        new = {h for h in after.hexes if after.holder[h] == "neutral" != before.holder[h]}
        assert not new & wild_once
        assert all(before.units[h] == [] for h in new)
        wild_once |= new
        # Markers change only by moving in.
        assert all(after.holder[h] == after.owner[h] for h in after.hexes if after.owner[h] != before.owner[h])


def test_as_many_tokens_are_turned_up_as_hexes_are_open() -> None:
    rules = rules_of("base")
    for position in positions(rules, 11, every=10):
        for ground in POOLS:
            opened = [h for h in position.hexes if position.ground[h] == ground and h not in position.hidden]
            # One that is just being turned up is open, and not drawn yet.
            assert len(opened) - position.turned_up[ground] in (0, 1)


def test_the_map_looks_the_same_when_it_is_turned_round() -> None:
    board = rules_of("base").program.boards[0]
    letters = dict(zip(board.places, board.letters, strict=True))
    turned = {(12 - column, 10 - row): "12".replace(letter, "") if letter in "12" else letter
              for (column, row), letter in letters.items()}
    assert letters == turned
    assert {letter: list(letters.values()).count(letter) for letter in "12RCLF"} == {
        "1": 1, "2": 1, "R": 3, "C": 6, "L": 18, "F": 20}


def mirrored(text: str) -> str:
    """A move as it is for the other player, on the map turned round."""
    players = {"north": "south", "south": "north"}

    def turned(match: re.Match[str]) -> str:
        word = match[0]
        if re.fullmatch(r"[a-k][1-9]", word):
            return chr(ord("a") + ord("k") - ord(word[0])) + str(10 - int(word[1]))
        return players.get(word, word)

    return re.sub(r"\w+", turned, text)


@pytest.mark.parametrize("name", ["base", "all"])
def test_the_game_is_the_same_for_both_players(name: str) -> None:
    rules, chance = rules_of(name), random.Random(3)
    here = there = rules.initial()
    for ours, theirs in (("studies fire", "studies life"), ("studies life", "studies fire"),
                         ("opens fire_arrow", "opens life_heal"), ("opens life_heal", "opens fire_arrow"),
                         ("north begins", "south begins")):
        here, there = rules.step(here, ours), rules.step(there, theirs)
    while not here.is_over:
        offered = {one.notation for one in rules.choices(here)}
        assert {mirrored(text) for text in offered} == {one.notation for one in rules.choices(there)}
        text = chance.choice(sorted(offered))
        here, there = rules.step(here, text), rules.step(there, mirrored(text))
    ended, turned_round = rules.outcome(here), rules.outcome(there)
    assert ended is not None
    assert turned_round is not None
    assert turned_round.clause == ended.clause
    assert sorted(turned_round.winners) == sorted(1 - seat for seat in ended.winners)


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
    assert {one: spells.count(one) for one in spells} == {
        (school, level): 4 if level == 1 else 2 for school in range(6) for level in (1, 2)}
    assert {mana for (_, level), mana in zip(spells, cells["spell.mana"], strict=True) if level == 2} == {2}


def test_every_scenario_has_a_playthrough() -> None:
    numbers = {int(number) for path in FOLDER.glob("playthroughs/*.play")
               for number in re.findall(r"^# S(\d\d):", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert numbers == SCENARIOS


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
    assert sum(word.startswith("hidden_") for word in words) == 47
