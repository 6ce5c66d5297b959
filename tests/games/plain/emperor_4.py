"""What the printed rules of Emperor-4 say of figures, chips, cards, wounds and tokens."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from attrs import frozen

from rulewright.interpreter.game.state import State

from .cells import numbers, word, words

PLAYERS = ("north", "south")
FIGURES = {**dict.fromkeys(("spearman", "swordsman", "man_at_arms", "archer", "horse_archer", "knight"), 4),
           **dict.fromkeys(("giant", "giant_archer", "troll", "dragon", "catapult"), 2), "ram": 1}
CREATURES = ("unicorn", "air_elemental", "water_elemental", "golem", "fire_elemental", "bone_warrior")
MONSTERS = {**dict.fromkeys(("centaur", "witch", "basilisk", "hydra", "vampire"), 1), "wolf": 3,
            **dict.fromkeys(("bear", "spider", "griffin", "orc_crossbow", "ogre", "skeleton"), 2)}
# The wounds by which each of these falls; all others fall by the first, but for the dragon.
TWO = {"giant", "giant_archer", "troll", *CREATURES, *MONSTERS} - {"spider", "orc_crossbow", "skeleton"}
CHIPS = {"gold": 20, "mana": 20, "wood": 10, "stone": 10}
FINDS = {"purse": 2, "crystals": 2, "potion": 1, "sword": 1, "amulet": 1, "tome": 1, "scroll": 1, "whip": 1, "boots": 1,
         "powder": 1}
# How many share a hex; in the pocket version one less.
FOOT = frozenset({"spearman", "swordsman", "man_at_arms", "archer"})
STACKS = {FOOT: 4, frozenset({"knight"}): 2, frozenset({"horse_archer"}): 3}
MOST_MANA = MOST_ACTIONS = 2


@frozen
class Stand:
    """The units on a hex, each with its wounds, and whose they are."""

    holder: str
    units: tuple[tuple[str, int], ...]
    face_down: bool


@frozen
class Map:
    """A position as it lies on the table: the hexes by name; `pocket` in the pocket version."""

    state: State
    hexes: dict[str, Stand]
    pocket: bool

    def of(self, holder: str) -> Counter[str]:
        """How many units of each kind a player has, or nobody."""
        return Counter(kind for stand in self.hexes.values() if stand.holder == holder for kind, _ in stand.units)


def hexes_of(state: State) -> list[str]:
    """The names of the hexes."""
    return [name.removesuffix(".holder") for name in state.rules.cells if name.endswith(".holder")]


def map_of(state: State, names: list[str], pocket: bool) -> Map:
    """What lies on the table."""
    return Map(state, {name: _stand(state, name) for name in names}, pocket)


def _stand(state: State, name: str) -> Stand:
    holder, units = word(state, f"{name}.holder"), []
    for i, wounds in enumerate(numbers(state, [f"{name}.wounds[{i}]" for i in range(1, 5)]), 1):
        kind = word(state, f"{name}.unit[{i}]")
        if kind != "none" or wounds:
            units.append((kind, wounds))
    return Stand(holder, tuple(units), word(state, f"{name}.face_down") == "yes")


# ---- Every position ------------------------------------------------------------------------------


def figures_suffice(table: Map) -> None:
    """Each player has 4, 2 or 1 figures of a kind, and one creature for each card that summons it."""
    for player in PLAYERS:
        own = table.of(player)
        assert all(own[kind] <= most for kind, most in FIGURES.items()), own
        assert all(own[kind] <= 1 for kind in CREATURES), own
    everywhere = table.of("north") + table.of("south") + table.of("neutral")
    assert all(everywhere[kind] <= most for kind, most in MONSTERS.items()), everywhere


def units_on_a_hex_are_alike(table: Map) -> None:
    """On a hex stand units of one owner: foot warriors, knights or horse archers up to the limit, or one of another kind."""
    for name, stand in table.hexes.items():
        assert (stand.holder == "none") == (not stand.units), name
        assert not (stand.units and stand.face_down), name
        kinds = {kind for kind, _ in stand.units}
        if stand.holder in PLAYERS and len(stand.units) > 1:
            limits = [most for stack, most in STACKS.items() if kinds <= stack]
            assert len(stand.units) <= max(limits, default=1) - table.pocket, (name, kinds)


def wounds_stay_below_health(table: Map) -> None:
    """A unit has fewer wounds than health, and nobody has wounds where nobody stands."""
    for name, stand in table.hexes.items():
        for kind, wounds in stand.units:
            assert kind != "none", name
            assert wounds < (3 if kind == "dragon" else 2 if kind in TWO else 1), (name, kind)


def chips_add_up(table: Map) -> None:
    """No more chips are with the players, or paid for good, than there are."""
    for chip, most in CHIPS.items():
        cells = [f"{player}.{where}[{chip}]" for player in PLAYERS for where in ("has", "spent")]
        if cells[0] in table.state.rules.cells:
            held = sum(numbers(table.state, cells))
            assert held <= most, chip
            # Gold and mana end the game when none is left.
            assert held < most or chip in ("wood", "stone") or table.state.is_over, chip


def cards_add_up(table: Map) -> None:
    """Finds are in the deck, in hands or gone; spells that a player knows are of the own school, and cost what a turn has."""
    held = Counter(find for player in PLAYERS for find in words(table.state, f"{player}.hand"))
    for find, most in FINDS.items():
        assert held[find] + numbers(table.state, [f"{find}.gone"])[0] <= most, find
    for player in PLAYERS:
        learned, school = words(table.state, f"{player}.learned"), word(table.state, f"{player}.school")
        assert {spell.partition("_")[0] for spell in learned} <= {school}, player
        assert numbers(table.state, [f"{player}.mana_spent"])[0] <= MOST_MANA
    assert numbers(table.state, ["actions"])[0] <= MOST_ACTIONS


POSITIONS = (figures_suffice, units_on_a_hex_are_alike, wounds_stay_below_health, chips_add_up, cards_add_up)


# ---- Steps ---------------------------------------------------------------------------------------


def tokens_stay_open(before: Map, after: Map) -> None:
    """A token that was turned up is never turned down again."""
    assert all(before.hexes[name].face_down for name, stand in after.hexes.items() if stand.face_down)


def the_gone_stay_gone(before: Map, after: Map) -> None:
    """Finds that were used up stay out of the game, and spells stay learned."""
    cells = [f"{find}.gone" for find in FINDS]
    assert all(new >= old for old, new in zip(numbers(before.state, cells), numbers(after.state, cells), strict=True))
    for player in PLAYERS:
        assert set(words(before.state, f"{player}.learned")) <= set(words(after.state, f"{player}.learned"))


def nobody_is_wounded_twice(before: Map, after: Map) -> None:
    """Of the units that stay where they are one is wounded at most in a step, and by one wound."""
    more = 0
    for name, stand in after.hexes.items():
        old = before.hexes[name]
        if stand.holder == old.holder and [kind for kind, _ in stand.units] == [kind for kind, _ in old.units]:
            more += sum(max(0, new - then) for (_, then), (_, new) in zip(old.units, stand.units, strict=True))
    assert more <= 1


STEPS = (tokens_stay_open, the_gone_stay_gone, nobody_is_wounded_twice)


def holds(states: tuple[State, ...], pocket: bool) -> None:
    """Check every position of a game, and every step of it."""
    names = hexes_of(states[0])
    tables = [map_of(state, names, pocket) for state in states]
    for table in tables:
        for stated in POSITIONS:
            stated(table)
    for before, after in pairwise(tables):
        for told in STEPS:
            told(before, after)
