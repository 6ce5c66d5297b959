"""Emperor-4: all that its rules page says of every position and step is declared, holds in random games, and can be broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.shared.games.loading import load
from rulewright.interpreter.analysis.playouts.simulate import play_out
from rulewright.interpreter.analysis.properties import LAWS
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice

from ..mistakes import Mistake, changed, unnoticed

FOLDER = Path(__file__).parents[3] / "games" / "emperor_4"
VARIANTS = {"base": (), "pocket": ("pocket",), "extended": ("extended",), "taxes": ("taxes",),
            "all": ("pocket", "extended", "taxes")}
# By what each numbered sentence of the rules page is held: an invariant, an end, or a law of every game.
HELD_BY: dict[int, tuple[str, ...]] = {
    1: ("figures_suffice",),
    2: ("chips_are_conserved", "nothing_is_lost"),
    3: ("finds_are_conserved", "spells_of_the_own_school"),
    4: ("monsters_are_accounted_for",),
    5: ("wounds_below_health",),
    6: ("units_stay_what_they_are", "only_the_tamed_change_sides"),
    7: ("held_by_who_stands_there", "one_class_on_a_hex", "stacks_within_limits"),
    8: ("nobody_on_hidden_tokens", "wild_units_stay"),
    9: ("nobody_on_hire_buildings",),
    10: ("open_stays_open", "some_tokens_are_left_over", "tokens_are_drawn"),
    11: ("owner_follows_units", "markers_follow_units"),
    12: ("walls_where_they_belong", "what_breaks_walls", "what_raises_walls"),
    13: ("wild_units_stay",),
    14: ("actions_of_a_turn", "turns_begin_with_all_actions", "deeds_take_an_action", "learning_takes_actions",
         "the_free_takes_no_action", "free_deeds_take_no_action", "taxes_take_all_actions", "building_takes_an_action"),
    15: ("mana_of_a_turn", "mana_is_counted", "spent_is_spent"),
    16: ("once_a_turn", "used_for_the_turn", "a_harvest_is_a_chip", "gathered_once_a_turn"),
    17: ("training_of_a_turn", "training_is_counted", "training_in_buildings_is_counted", "trained_with_two_actions"),
    18: ("others_only_answer", "only_who_has_the_turn_moves", "who_has_the_turn_attacks"),
    19: ("others_are_refused", "steps_are_pure"),
    20: ("a_wound_at_most", "each_strikes_once"),
    21: ("blows_in_their_order", "blows_are_counted"),
    22: ("the_dead_do_not_strike", "the_dead_break_no_walls", "nobody_answers_shots", "shooters_stay"),
    23: ("hits_follow_the_defence",),
    24: ("walls_give_five",),
    25: ("winners_move_in", "occupied_hexes_are_won"),
    26: ("shots_spare_lairs", "bolts_spare_lairs"),
    27: ("only_the_living_heal_vampires", "wounds_below_health"),
    28: ("games_repeat", "steps_are_pure"),
    29: ("secrets_are_kept",),
    30: ("symmetries_hold",),
    31: ("someone_can_move",),
    32: ("homes_are_safe_until_taken", "a_home_is_lost_at_once", "three_sources_win_at_once"),
    33: ("an_empty_bank_ends_the_game", "nothing_else_runs_out"),
    34: ("no_two_ahead", "draws_are_even"),
    35: ("an_open_map_ends_the_game",),
    36: ("rounds_follow_each_other", "turns_take_turns", "standstill"),
}


def rules_of(name: str) -> Rules:
    return load("emperor_4", variants=VARIANTS[name]).rules()


# The game itself and all its variants together are played by the laws, as those of every game are.
@pytest.mark.parametrize("name", ["pocket", "extended", "taxes"])
def test_a_random_game_keeps_all_that_is_declared(name: str) -> None:
    assert play_out(rules_of(name), Dice(0), invariants=True).end is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_random_games_keep_all_that_is_declared(name: str) -> None:
    rules = rules_of(name)
    assert all(play_out(rules, Dice(seed), invariants=True).end is not None for seed in range(1, 41))


def test_every_sentence_of_the_rules_page_is_held_by_something() -> None:
    assert list(HELD_BY) == list(range(1, 37))
    everywhere = {law.id for law in LAWS}
    declared = {
        clause.id for name in VARIANTS for clause in rules_of(name).program.clauses if clause.kind in ("invariant", "end")
    }
    assert {id for held_by in HELD_BY.values() for id in held_by} - everywhere - declared == set()


def test_no_invariant_is_declared_that_holds_no_sentence() -> None:
    declared = {id for name in VARIANTS for program in [rules_of(name).program]
                for id, _ in (*program.invariants, *program.step_invariants)}
    of_tokens_seen = {"tokens_within_their_kinds", "looked_at_as_the_back_shows", "looked_at_and_left", "looked_at_the_same"}
    assert declared - {id for held_by in HELD_BY.values() for id in held_by} == of_tokens_seen


# ---- Mistakes in the rules ---------------------------------------------------------------------------


BEGIN = "    announce turn_begins(p)\n"
SPENT = "    \"An action is spent.\"\n    actions loses 1\n"
BLOW = "    announce blow(f, order_of(f), hit, k, l, g, least_miss(f, g) + 1)\n"
WON = "    if to.holder = none and h.holder = p\n        victory(p, h, to, lair)\n"
# What can be played together without one mistake hiding the other.
MISTAKES = [
    [
        Mistake("turn", BEGIN, BEGIN + "    for each h in fields where h.holder = none\n        h.face_down becomes yes\n",
                ("open_stays_open",)),
        Mistake("combat", "    if hit\n        wound(stand_of", "    if not hit\n        wound(stand_of", ("a_wound_at_most",)),
        Mistake("movement", "choose who_acts by p\n", "choose who_acts by next(p)\n", ("others_only_answer",)),
    ],
]
MORE_MISTAKES = [
    [
        Mistake("magic", "    p.mana_spent gains cost\n", "", ("mana_is_counted",)),
        Mistake("terms", "    to.unit[j] becomes from.unit[i]\n",
                "    to.unit[j] becomes swordsman if from.unit[i] = spearman else from.unit[i]\n",
                ("units_stay_what_they_are",)),
        Mistake("turn", BEGIN, BEGIN + "    nothing.turned_up becomes min(12, nothing.turned_up + 1)\n",
                ("tokens_are_drawn", "some_tokens_are_left_over")),
        Mistake("turn", "    actions becomes actions_in_a_turn\n", "    actions becomes actions_in_a_turn - 1\n",
                ("turns_begin_with_all_actions",)),
        Mistake("castles", "most) times\n        place_unit(p, k, home_of(p))\n        trained gains 1\n",
                "most) times\n        place_unit(p, k, home_of(p))\n", ("training_is_counted",)),
        Mistake("emperor_4", "        round gains 1\n", "        round becomes min(last_round, round + 2)\n",
                ("rounds_follow_each_other", "turns_take_turns")),
        Mistake("combat", BLOW, "    announce blow(f, order_of(f), hit, l, l, g, least_miss(f, g) + 1)\n",
                ("the_dead_do_not_strike",)),
    ],
    [
        Mistake("turn", BEGIN, BEGIN + """    north_home.wall becomes p = north
    for each h in sources where h.holder = next(p)
        h.holder becomes p
""", ("what_breaks_walls", "what_raises_walls", "only_the_tamed_change_sides", "only_who_has_the_turn_moves",
      "occupied_hexes_are_won")),
        Mistake("movement", "        h.owner becomes p\n", "        h.owner becomes next(p)\n", ("markers_follow_units",)),
        Mistake("magic", "    p.mana_spent gains cost\n", "    p.mana_spent gains cost\n    actions becomes 0\n",
                ("the_free_takes_no_action", "free_deeds_take_no_action")),
        Mistake("terms", "    p.has[r] gains min(n, in_bank(r))\n",
                "    p.has[r] gains min(n, in_bank(r))\n    p.mana_spent becomes 0\n", ("spent_is_spent",)),
        Mistake("turn", "                trained_in_buildings gains 1\n", "", ("training_in_buildings_is_counted",)),
        Mistake("movement", "        taken_by becomes p\n", "        halted becomes yes\n", ("a_home_is_lost_at_once",)),
    ],
    [
        Mistake("turn", "actions loses s.level\n", "actions loses 1\n", ("learning_takes_actions",)),
        Mistake("castles", "    h.used becomes yes\n    spend_action()\n", "    h.used becomes yes\n",
                ("deeds_take_an_action",)),
        Mistake("turn", "gain(p, (the h.source).bears, 1)\n", "gain(p, (the h.source).bears, 2)\n",
                ("a_harvest_is_a_chip",)),
        Mistake("ends", "when in_bank(gold) = 0 or in_bank(mana) = 0\n", "when in_bank(gold) <= 17\n",
                ("nothing_else_runs_out",)),
        Mistake("turn", SPENT, SPENT + "    for each h in place\n        h.used becomes no\n",
                ("used_for_the_turn", "once_a_turn")),
        Mistake("combat", "            or (the unit_of(f)).attack != by_stone) by (order_of(f), f)",
                "            or (the unit_of(f)).attack != by_stone) by (30 - order_of(f), f)", ("blows_in_their_order",)),
        Mistake("combat", "f in fighter where f.attacks and fighting(f) by", "f in fighter where fighting(f) by",
                ("nobody_answers_shots",)),
        Mistake("combat", WON, WON + "    else if h.holder = p\n        move_party(h, to)\n", ("winners_move_in",)),
        Mistake("combat", "    strike_in_order()\n    exception", "    strike_in_order()\n    strike_in_order()\n    exception",
                ("each_strikes_once",)),
        Mistake("turn", """                require not_in_its_lair: not in_lair(to)
                    "a monster hides in its lair"
""", "", ("shots_spare_lairs",)),
        Mistake("targets", "monster_is_in_its_lair if in_lair(h) else none\n    exception", "none\n    exception",
                ("bolts_spare_lairs",)),
    ],
    [
        Mistake("castles", "most) times\n        place_unit(p, k, home_of(p))\n        trained gains 1\n",
                "most) times\n        place_unit(p, k, home_of(p))\n        trained gains 2\n", ("trained_with_two_actions",)),
        Mistake("combat", "    muster(h, to, p, owner_of_units(to))\n    for each f in fighter where not f.attacks",
                "    muster(h, to, next(p), p)\n    for each f in fighter where not f.attacks", ("who_has_the_turn_attacks",)),
        Mistake("turn", BEGIN, BEGIN + "    for each h in lair_hexes where in_lair(h)\n        h.unit[1] becomes wolf\n",
                ("wild_units_stay",)),
        Mistake("ends", "            and p.has[gold] > q.has[gold])\n", "            and p.has[gold] > q.has[gold] + 1)\n",
                ("draws_are_even",)),
        Mistake("buildings", "    gold_in_all = 20 ", "    gold_in_all = 1 ", ()),
        Mistake("ends", "when in_bank(gold) = 0 or in_bank(mana) = 0\n", "when in_bank(gold) = 0 and in_bank(mana) = 0\n",
                ("an_empty_bank_ends_the_game",)),
    ],
    [
        Mistake("turn", BEGIN, BEGIN + "    for each h in sources\n        h.holder becomes p\n",
                ("three_sources_win_at_once",)),
        Mistake("map", "    face_down: flag = yes\n", "    face_down: flag\n", ()),
        Mistake("ends", "and hidden_tokens() = 0\n", "and hidden_tokens() = 0 and round > 50\n",
                ("an_open_map_ends_the_game",)),
    ],
]

# What random games seldom come to, and playthroughs do.
PLAYED = {"combat": (), "castles": (), "extended": ("extended",), "taxes": ("taxes",)}
MISTAKES_PLAYED = [
    Mistake("combat", "    f.struck_at becomes order_of(f)\n    announce blow(", "    f.struck becomes 0\n    announce blow(",
            ("blows_are_counted",)),
    Mistake("combat", "announce blow_at_wall(f, order_of(f), hit, k)", "announce blow_at_wall(f, order_of(f), hit, archer)",
            ("the_dead_break_no_walls",)),
    Mistake("combat", "            name_victim(f, targets)\n    disband()\n",
            "            name_victim(f, targets)\n    party becomes {1, 2}\n    move_party(h, h)\n    disband()\n",
            ("shooters_stay",)),
    Mistake("combat", "        if l.living and (k.vampiric or f.thirsty)\n            heal(stand_of(f), f.post, 1)\n",
            "        if not l.living\n            announce unit_heals(k, stand_of(f))\n", ("only_the_living_heal_vampires",)),
    Mistake("variants/extended", "            spend_action()\n            g.building becomes b\n",
            "            g.building becomes b\n", ("building_takes_an_action",)),
    Mistake("variants/extended", "            h.used becomes yes\n", "", ("gathered_once_a_turn",)),
    Mistake("variants/taxes", "            actions becomes 0\n", "            actions becomes 1\n",
            ("taxes_take_all_actions",)),
]


@pytest.mark.parametrize("mistakes", MISTAKES)
def test_mistakes_in_the_rules_break_what_is_declared(mistakes: list[Mistake], tmp_path: Path) -> None:
    assert unnoticed("emperor_4", mistakes, tmp_path / "emperor_4") == set()


@pytest.mark.slow
@pytest.mark.parametrize("mistakes", MORE_MISTAKES)
def test_more_mistakes_in_the_rules_break_what_is_declared(mistakes: list[Mistake], tmp_path: Path) -> None:
    # A home is rarely taken in random games: in the second list it is from the game with this seed on.
    first = 160 if mistakes is MORE_MISTAKES[1] else 0
    assert unnoticed("emperor_4", mistakes, tmp_path / "emperor_4", first=first) == set()


@pytest.mark.slow
def test_mistakes_break_what_is_declared_in_playthroughs(tmp_path: Path) -> None:
    path, broken = changed("emperor_4", MISTAKES_PLAYED, tmp_path / "emperor_4"), set[str]()
    for name, variants in PLAYED.items():
        rules = load(path, variants=variants).rules().seated(("Anna", "Boris"))
        text = (FOLDER / "playthroughs" / f"{name}.play").read_text(encoding="utf-8")
        runner = PlaythroughRunner(rules, read(f"{name}.play", text))
        runner.run()
        broken |= runner.session.broken
    assert {id for mistake in MISTAKES_PLAYED for id in mistake.breaks} - broken == set()
