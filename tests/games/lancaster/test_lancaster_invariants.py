"""What must hold in every position of Lancaster, or of every step: each statement, and where it is held.

A statement is held by an invariant of the rulebook, by a rule with a `must`, or by a test. Random games with
all invariants tested after every step are in test_lancaster.py.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from ...shipped import shipped_rules
from ..mistakes import Mistake, unnoticed
from . import test_lancaster, test_lancaster_secrets

HELD = {
    "1 each colour has 3, 2, 1, 1 knights": ("knights_complete", "test_each_colour_has_three_two_one_and_one_knights"),
    "2 gold, squires and markers are conserved": ("gold_conserved", "squires_conserved", "votes_conserved"),
    "3 a county holds one strong enough knight, and squires only beside one":
        ("one_knight_in_a_county", "strong_enough_for_county", "squires_with_knights"),
    "4 each holder of a county is stronger than the one before": ("stronger_takes_a_county",),
    "5 a castle place holds a knight or a tile, and tiles stay":
        ("castle_places_single", "castle_places_closed", "tile_from_the_start", "tiles_are_kept"),
    "6 places of a conflict are filled from the top, each by one party": ("conflict_places_filled", "one_party_on_a_place"),
    "7 each conflict is in one place, and the first row is empty after the battles":
        ("conflicts_conserved", "rows_of_conflicts", "prepare_next_round"),
    "8 as many favours are turned down as knights earned one": ("favours_counted",),
    "9 each law is in one place, three are in force, three are proposed when a round begins and none after the votes":
        ("laws_conserved", "three_laws_in_force", "play", "parliament"),
    "10 nobles are conserved, and companies do not shrink": ("nobles_conserved", "companies_are_kept"),
    "11 nobody keeps markers after the third vote, and a castle brings one for each noble and one more":
        ("parliament", "votes_for_company"),
    "12 a law is approved by at least as many votes as are against it": ("vote",),
    "13 points are never lost, and those of the end come at the end": ("points_are_kept", "final_points_at_the_end"),
    "14 a battle pays no more than its card": ("score_battle",),
    "15 the placement ends when nobody can place a knight": ("placement",),
    "16 after the battles knights are out in conflicts only":
        ("battles", "places_in_conflicts_only", "knights_in_open_conflicts"),
    "17 a knighthood is weakened by capture only": ("weakened_by_capture_only",),
    "18 a comparison pays no more than its prizes": ("compare_knighthoods", "compare_castles"),
    "19 the start player changes in Surrey only": ("surrey_names_the_start",),
    "20 gold, squires and ballots of others are hidden with three to five players":
        ("test_gold_and_squires_are_hidden_from_others_with_three_to_five_and_open_with_two",
         "test_views_of_a_whole_game_depend_on_nothing_hidden"),
    "21 all seats are alike": ("test_a_game_is_the_same_when_all_move_on_by_one_seat",),
    "22 an ally holds knights only": ("knights_in_own_castle", "tiles_on_own_castle"),
    "23 somebody can always move until the game is over":
        ("test_random_games_end_after_the_last_round_and_keep_all_invariants",),
}


def text_of(rule: str) -> str:
    """The lines of a rule or phase, up to the first empty one."""
    span = shipped_rules("lancaster").clauses[rule].span
    lines = span.source.text.split("\n")[span.line - 1:]
    return "\n".join(lines[:lines.index("")])


def is_held(name: str) -> bool:
    if name.startswith("test_"):
        return any(inspect.isfunction(getattr(module, name, None)) for module in (test_lancaster, test_lancaster_secrets))
    clause = shipped_rules("lancaster").clauses.get(name)
    return clause is not None and (clause.kind == "invariant" or " must " in text_of(name))


def test_every_statement_is_held_somewhere() -> None:
    assert [int(statement.split()[0]) for statement in HELD] == list(range(1, 24))
    assert [name for names in HELD.values() for name in names if not is_held(name)] == []


def test_every_invariant_of_the_rulebook_belongs_to_a_statement() -> None:
    declared = {clause.id for clause in shipped_rules("lancaster").program.clauses if clause.kind == "invariant"}
    assert declared - {name for names in HELD.values() for name in names} == set()


STRONGER = """            require stronger_than_holder: k.strength + n > force(c)
                "{c} is held with strength {force(c)}, and {k.strength + n} is not more"
"""
CAPTIVES = "    k.post becomes court\n    k.place becomes 0\n"
MISTAKES = [
    [
        Mistake("placement", STRONGER, "", ("stronger_takes_a_county",)),
        Mistake("households", "p.points[from] gains n\n", "p.points[from_counties] becomes 0\n    p.points[from] gains n\n",
                ("points_are_kept",)),
        Mistake("households", "    scores(p, from_laws, n)\n", "    scores(p, from_castle, n)\n    start becomes p\n",
                ("final_points_at_the_end", "surrey_names_the_start")),
    ],
    [
        Mistake("households", "    x.owner.company gains c\n", "    x.owner.company becomes {c}\n", ("companies_are_kept",)),
        Mistake("households", "    p.extensions gains x\n", "    p.extensions becomes {x}\n", ("tiles_are_kept",)),
        Mistake("battles", CAPTIVES, CAPTIVES.replace("court", "reserve"), ("weakened_by_capture_only",)),
    ],
]


# The seed of a game that comes to all mistakes of each list soon.
SEED = 5


@pytest.mark.parametrize("mistakes", MISTAKES)
def test_mistakes_in_the_rules_break_what_is_declared_of_steps(mistakes: list[Mistake], tmp_path: Path) -> None:
    assert unnoticed("lancaster", mistakes, tmp_path / "lancaster", 3, SEED) == set()
