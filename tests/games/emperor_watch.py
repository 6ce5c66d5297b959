"""Games of Emperor-4, watched step by step: what may change in a step, and by which clauses."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from attrs import define, field

from rulewright.interpreter.cells import Cell, write
from rulewright.interpreter.chance import Dice
from rulewright.interpreter.record import Trace
from rulewright.interpreter.rules import Rules
from rulewright.interpreter.state import Choice, State

PLAYERS = ("north", "south")
OTHER: dict[str, str] = {"north": "south", "south": "north"}
# What a deed costs; what is not here, costs nothing. A spell that is learned costs its level, the end of the turn and
# taxes all that is left.
ONE_ACTION = {"step", "ride", "fly", "assault", "shell", "storm_wall", "harvest", "train_in_home", "train_both_in_home",
              "train", "hire_unit", "restore", "gather", "build", "build_engine"}
ALL_ACTIONS = {"end_of_turn", "tax"}
NO_ACTION = {"turn_up_castle", "take_on", "cast_at_unit", "cast_at_place", "cast_plain", "play_at_unit", "play_at_place",
             "play_plain"}
# What a player may be asked in the turn of the other.
ANSWERS = {"victim", "cast_at_fighter", "cast_for_force", "play_in_battle", "add_nothing", "flight", "play_at_wound",
           "take_wound"}
BOLTS = {"air_lightning", "water_ice", "fire_arrow", "death_touch"}
ARRIVALS = {"stand", "garrison", "turn_up"}
ROUNDS, DEEDS = 60, 240


@define
class Words:
    """Where the fields of a rulebook lie, and how their values are written: worked out once for all positions."""

    rules: Rules
    written: dict[tuple[int, int], str] = field(factory=dict)
    columns: dict[str, tuple[tuple[str, Cell], ...]] = field(factory=dict)

    @cached_property
    def hexes(self) -> tuple[str, ...]:
        return tuple(self.rules.program.boards[0].space.members)

    def word(self, cell: Cell, value: int) -> str:
        if (cell.base, value) not in self.written:
            self.written[cell.base, value] = write(cell.type, value, self.rules.seats)
        return self.written[cell.base, value]

    def column(self, of: str) -> tuple[tuple[str, Cell], ...]:
        """The hexes, and this field of each."""
        if of not in self.columns:
            self.columns[of] = tuple((h, self.rules.cells[f"{h}.{of}"]) for h in self.hexes)
        return self.columns[of]


@define
class Hexes:
    """A position, hex by hex, and what the players have."""

    words: Words
    state: State

    def told(self, cell: str) -> str:
        one = self.words.rules.cells[cell]
        return self.words.word(one, self.state.slots[one.base])

    def of(self, of: str) -> dict[str, str]:
        return {h: self.words.word(one, self.state.slots[one.base]) for h, one in self.words.column(of)}

    @cached_property
    def holder(self) -> dict[str, str]:
        return self.of("holder")

    @cached_property
    def owner(self) -> dict[str, str]:
        return self.of("owner")

    @cached_property
    def walls(self) -> set[str]:
        return {h for h, there in self.of("wall").items() if there == "yes"}

    @cached_property
    def hidden(self) -> set[str]:
        return {h for h, there in self.of("face_down").items() if there == "yes"}

    @cached_property
    def units(self) -> dict[tuple[str, int], str]:
        return {(h, i): kind for i in (1, 2, 3, 4) for h, kind in self.of(f"unit[{i}]").items() if kind != "none"}

    @cached_property
    def men(self) -> Counter[tuple[str, str]]:
        """How many units of a kind each owner has on the map."""
        return Counter((self.holder[h], kind) for (h, _), kind in self.units.items())

    def wounds(self) -> int:
        return sum(int(self.told(f"{h}.wounds[{i}]")) for h, i in self.units)

    def chips(self, player: str, resource: str) -> int:
        return int(self.told(f"{player}.has[{resource}]"))

    def sources(self, player: str) -> int:
        return sum(self.holder[h] == player and there != "none" for h, there in self.of("source").items())

    def bank(self, resource: str) -> int:
        paid = sum(int(self.told(f"{player}.spent[{resource}]")) for player in PLAYERS)
        return 20 - sum(self.chips(player, resource) for player in PLAYERS) - paid

    def ahead(self, player: str) -> bool:
        """Whether a player wins the comparison at the end, reckoned here anew."""
        ours, theirs = self.sources(player), self.sources(OTHER[player])
        more = [self.chips(player, r) > self.chips(OTHER[player], r) for r in ("gold", "mana")]
        return ours > theirs or (ours == theirs and all(more))


@define
class Watch:
    """Looks at each step of a game; `broken` are the sentences that were not true, with the step."""

    rules: Rules
    words: Words = field(init=False)
    broken: list[str] = field(factory=list)
    begun: bool = False
    deeds: int = 0
    deed: str = ""
    done_this_turn: Counter[str] = field(factory=Counter)
    blows: list[tuple[int, bool, str]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.words = Words(self.rules)

    def play(self, seed: int, most: int | None = None) -> State:
        """A random game, or its first steps."""
        dice, here, steps = Dice(seed), Hexes(self.words, self.rules.initial()), 0
        while not here.state.is_over and (most is None or steps < most):
            choice = self.rules.random_choice(here.state, dice)
            state, trace = self.rules.traced_step(here.state, choice)
            after = Hexes(self.words, state)
            self.step(here, choice, after, trace)
            here, steps = after, steps + 1
        if here.state.is_over:
            self.at_end(here)
        return here.state

    def expect(self, holds: bool, sentence: str, choice: Choice) -> None:
        if not holds:
            self.broken.append(f"{sentence}: {choice.notation} [{choice.clause}]")

    def step(self, before: Hexes, choice: Choice, after: Hexes, trace: Trace) -> None:
        self.expect(not trace.broken, f"invariants {trace.broken}", choice)
        self.who_chooses(before, choice)
        self.actions(before, choice, after, trace)
        self.units(before, choice, after, trace)
        self.map(before, choice, after, trace)
        self.battle(before, choice, after, trace)
        self.ends(choice, after)

    def who_chooses(self, before: Hexes, choice: Choice) -> None:
        if not self.begun or choice.player is None:
            return
        active = before.told("active")
        self.expect(self.rules.seats[choice.player] == active or choice.clause in ANSWERS,
                    "in the turn of the other a player only answers", choice)
        words = choice.notation.split()
        at = words[-1] if choice.clause == "shell" or (choice.clause == "cast_at_unit" and words[1] in BOLTS) else None
        self.expect(at is None or not (before.holder[at] == "neutral" and before.told(f"{at}.building") == "none"),
                    "a monster in its lair is no target of a shot or bolt", choice)

    def actions(self, before: Hexes, choice: Choice, after: Hexes, trace: Trace) -> None:
        left = int(before.told("actions"))
        now = int(after.told("actions"))
        if any(one.name == "turn_begins" for one in trace.happened):
            self.begun, self.done_this_turn = True, Counter()
            self.expect(now == 2, "a turn begins with two actions", choice)
            return
        cost = 0
        if choice.clause == "learn":
            cost = 2 if choice.notation.split()[-1] in self.level_two else 1
        elif choice.clause in ALL_ACTIONS:
            cost = left
        elif choice.clause in ONE_ACTION:
            cost = 1
        self.deeds += cost > 0 and choice.clause not in ALL_ACTIONS
        self.expect(left - now == cost or after.state.is_over, "a deed costs what it should", choice)
        if choice.clause in ONE_ACTION | ALL_ACTIONS | NO_ACTION | {"learn", "step_for_nothing"}:
            self.deed, self.blows = choice.clause, []
        if choice.clause in ("harvest", "train", "hire_unit", "gather"):
            place = re.findall(r"\b[a-k][1-9]\b", choice.notation)[0]
            self.done_this_turn[f"{choice.clause} {place}"] += 1
        if choice.clause in ("train_in_home", "train_both_in_home"):
            self.done_this_turn["home"] += 1
        self.expect(max(self.done_this_turn.values(), default=0) <= 1, "once a turn and place", choice)

    @cached_property
    def level_two(self) -> set[str]:
        cells = dict(self.rules.program.tables)["spell.level"]
        names = [one.id.partition(".")[2] for one in self.rules.program.clauses if one.kind == "row" and one.parent == "spell"]
        return {name for name, level in zip(names, cells, strict=True) if level == 2}

    def units(self, before: Hexes, choice: Choice, after: Hexes, trace: Trace) -> None:
        fallen = Counter(one.values[0] for one in trace.happened if one.name == "unit_falls")
        gone, new = before.men - after.men, after.men - before.men
        changed_sides = [kind for holder, kind in gone if holder == "neutral" and any(new[player, kind] for player in PLAYERS)]
        if changed_sides:
            self.expect("tame" in trace.clauses and len(changed_sides) == 1, "only tamed monsters change sides", choice)
            return
        self.expect(Counter(kind for _, kind in gone.elements()) == fallen - Counter(kind for _, kind in new.elements()),
                    "a unit goes only when it falls", choice)
        self.expect(not new or bool(ARRIVALS & trace.clauses), "a unit comes only by the rules for it", choice)
        # Who gets his units onto more hexes: the one whose turn it is, or who flees.
        for h, holder in after.holder.items():
            if self.begun and holder in PLAYERS and before.holder[h] != holder and holder != before.told("active"):
                self.expect(choice.clause == "flight" or any(one.name == "turn_begins" for one in trace.happened),
                            "only who has the turn moves", choice)
            taken_from = before.holder[h]
            if taken_from != "none" and holder not in (taken_from, "none"):
                self.expect(bool({"victory", "tame", "change_places"} & trace.clauses),
                            "an occupied hex is entered by a victory only", choice)
            if holder == "neutral" != taken_from:
                self.expect(h not in after.hidden and "turn_up" in trace.clauses, "wild units never move", choice)

    def map(self, before: Hexes, choice: Choice, after: Hexes, trace: Trace) -> None:
        self.expect(after.hidden <= before.hidden, "what is turned up stays so", choice)
        for h in before.walls - after.walls:
            self.expect(f"wall_breaks({h})" in trace.events, "walls break with an event", choice)
        if before.walls - after.walls:
            self.expect(bool({"strike_wall", "spell.earth_quake", "find.powder"} & trace.clauses), "what breaks walls", choice)
        if after.walls - before.walls:
            self.expect(bool({"restore", "spell.earth_mend", "garrison", "build"} & trace.clauses), "what makes walls", choice)
        for h, owner in after.owner.items():
            if owner != before.owner[h]:
                self.expect(after.holder[h] == owner or "build" in trace.clauses, "markers change by moving in", choice)

    def battle(self, before: Hexes, choice: Choice, after: Hexes, trace: Trace) -> None:
        damage = after.wounds() - before.wounds()
        fallen = sum(one.name == "unit_falls" for one in trace.happened)
        self.expect(max(damage, 0) + fallen <= 1, "a blow makes one wound at most", choice)
        self.expect(max(damage, 0) + fallen == 0 or bool({"wound", "take_wound"} & trace.clauses),
                    "wounds come by blows and bolts", choice)
        for one in trace.happened:
            if one.name not in ("blow", "blow_at_wall"):
                continue
            fighter, order = one.values[0], int(one.values[1])
            key = (order, fighter.startswith("D"), fighter)
            self.expect(not self.blows or self.blows[-1] < key, "blows in their order, and one for each unit", choice)
            self.blows.append(key)
            stands = before.told("attackers_at" if fighter.startswith("A") else "defenders_at")
            self.expect(stands == "none" or (stands, int(fighter[1])) in before.units, "the dead do not strike", choice)
            self.expect(self.deed != "shell" or fighter.startswith("A"), "nobody answers a shot", choice)
        self.expect(self.deed != "shell" or not any(after.holder[h] not in (before.holder[h], "none") for h in after.holder),
                    "who shoots stays", choice)

    def ends(self, choice: Choice, after: Hexes) -> None:
        if after.state.is_over:
            return
        homes = {"f9": "north", "f1": "south"}
        taken = any(after.holder[h] == OTHER[owner] for h, owner in homes.items())
        self.expect(not taken, "a home that is taken ends the game", choice)
        self.expect(all(after.sources(player) < 3 for player in PLAYERS), "three sources end the game", choice)
        self.expect(after.bank("gold") > 0 and after.bank("mana") > 0, "a bank that is empty ends the game", choice)
        self.expect(int(after.told("round")) <= ROUNDS, "the game ends with its last round", choice)
        if not after.hidden and self.rules.to_move(after.state) is not None:
            self.expect(self.asked(after) != "deed", "an open map ends the game after the action", choice)

    def asked(self, after: Hexes) -> str:
        point = self.rules.point(after.state)
        assert point is not None
        return point.clause

    def at_end(self, end: Hexes) -> None:
        outcome = self.rules.outcome(end.state)
        assert outcome is not None
        assert self.rules.choices(end.state) == ()
        winners = {self.rules.seats[seat] for seat in outcome.winners}
        compared = outcome.clause in ("resource_runs_out", "map_is_open", "standstill")
        if compared and (winners != {player for player in PLAYERS if end.ahead(player)} or len(winners) > 1):
            self.broken.append(f"who is ahead wins: {winners}")
        if self.deeds > DEEDS:
            self.broken.append(f"at most {DEEDS} actions: {self.deeds}")
