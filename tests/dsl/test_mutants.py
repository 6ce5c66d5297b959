"""Small steps: what each kind changes, at its place, and a rulebook that stays the same elsewhere."""

from __future__ import annotations

import pytest

from rulewright.dsl.load.loader import read_text
from rulewright.dsl.syntax.walk import nodes_in
from rulewright.dsl.tools.mutation_operators import KINDS, mutants, mutated

RULEBOOK = """rulebook small
    players 2
constants
    most = 3 "At most {most}."
enum colour: red, blue
state
    sum: 0..99
    left: 0..9 per colour = 5
each player has
    points: 0..99
    done: flag = no
play
    repeat
        for each p in players
            turn(p)
        check enough
rule turn(p: player)
    "{p} takes."
    choose taking by p
        "{p} takes some."
        move "takes {n} {c}" for n in 1..most, c in colour where left[c] > 0
            require there: n <= left[c]
                "{n} are too many"
                exception rich: p.points >= 9 and not p.done
                    "The rich may."
            left[c] loses min(n, left[c])
            sum gains n
            p.points gains n * 2 if c = red else n + 1
        otherwise
            sum becomes 99
    if sum > 5
        draw k from colour weighted by left[k] + 1
        sum gains 1
    exception asleep: p.done
        "Whoever is done rests."
        sum gains 2
end enough
    "When much is taken, the best wins."
    when sum >= 20 or every p in players: p.done
    ranking p in players by (p.points, p.done) ascending
end all_asleep
    "When all are done, whoever has nine points wins, if nobody else has."
    when every p in players: p.done
    winners p in players where p.points >= 9
    draw when tied
"""

STEPS = [
    ("number", "most = 3 \"At most {most}.\"", "most = 4 \"At most {most}.\"", "most"),
    ("number", "left: 0..9 per colour = 5", "left: 0..9 per colour = 4", "state.left"),
    ("flag", "done: flag = no", "done: flag = yes", "player.done"),
    ("order", "for each p in players", "for each p in players by p descending", "play"),
    ("condition", 'move "takes {n} {c}" for n in 1..most, c in colour where left[c] > 0',
     'move "takes {n} {c}" for n in 1..most, c in colour', "taking"),
    ("requirement", "require there: n <= left[c]", "", "there"),
    ("comparison", "require there: n <= left[c]", "require there: n < left[c]", "there"),
    ("exception", "exception rich: p.points >= 9 and not p.done", "", "rich"),
    ("connective", "exception rich: p.points >= 9 and not p.done", "exception rich: p.points >= 9 or not p.done", "rich"),
    ("condition", "exception rich: p.points >= 9 and not p.done", "exception rich: p.points >= 9 and p.done", "rich"),
    ("quantifier", "left[c] loses min(n, left[c])", "left[c] loses max(n, left[c])", "taking"),
    ("change", "left[c] loses min(n, left[c])", "left[c] gains min(n, left[c])", "taking"),
    ("effect", "sum gains n", "", "taking"),
    ("order of effects", "left[c] loses min(n, left[c]); sum gains n", "sum gains n; left[c] loses min(n, left[c])", "taking"),
    ("condition", "p.points gains n * 2 if c = red else n + 1", "p.points gains n + 1 if c = red else n * 2", "taking"),
    ("arithmetic", "p.points gains n * 2 if c = red else n + 1", "p.points gains n + 2 if c = red else n + 1", "taking"),
    ("condition", "if sum > 5", "if not (sum > 5)", "turn"),
    ("weight", "draw k from colour weighted by left[k] + 1", "draw k from colour", "turn"),
    ("exception", "exception asleep: p.done", "", "asleep"),
    ("quantifier", "when sum >= 20 or every p in players: p.done", "when sum >= 20 or some p in players: p.done", "enough"),
    ("order", "ranking p in players by (p.points, p.done) ascending", "ranking p in players by (p.points, p.done) descending",
     "enough"),
    ("tie", "ranking p in players by (p.points, p.done) ascending", "ranking p in players by p.points ascending", "enough"),
    ("tie", "ranking p in players by (p.points, p.done) ascending", "ranking p in players by (p.points, -p.done) ascending",
     "enough"),
    ("tie", "ranking p in players by (p.points, p.done) ascending",
     "ranking p in players by (p.points, p.done) ascending; draw when tied", "enough"),
    ("tie", "draw when tied", "", "all_asleep"),
]


@pytest.mark.parametrize(("kind", "before", "after", "clause"), STEPS)
def test_a_small_step_is_made_at_its_place(kind: str, before: str, after: str, clause: str) -> None:
    made = {
        (mutant.kind, mutant.before, mutant.after, mutant.clause)
        for mutant in mutants(read_text("small.rules", RULEBOOK).declarations)
    }
    assert (kind, before, after, clause) in made


def test_every_mutant_differs_from_the_rulebook_in_its_own_declaration_only() -> None:
    declarations = read_text("small.rules", RULEBOOK).declarations
    made = mutants(declarations)
    assert len({mutant.key for mutant in made}) == len(made)
    assert {mutant.kind for mutant in made} <= set(KINDS)
    for mutant in made:
        changed = [(old, new) for old, new in zip(declarations, mutated(declarations, mutant), strict=True) if old is not new]
        assert len(changed) == 1, mutant
        assert any(node is mutant.step.changes[0][0] for node in nodes_in(changed[0][0])), mutant


def test_the_order_of_players_is_turned_only_where_it_matters() -> None:
    made = [mutant.before for mutant in mutants(read_text("small.rules", RULEBOOK).declarations)
            if mutant.kind == "order" and mutant.after.endswith("by p descending")]
    assert made == ["for each p in players"]
