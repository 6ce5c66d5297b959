"""The hash of the rules: everything that changes play changes it, and nothing else does."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text

RULEBOOK = """rulebook small
    players 2..3
enum colour: red, blue
table card
    "The cards."
    value: 1..9
    weight: 1..9
    row ace:  1, 3
    row king: 9, 5
board track: line of field F0 .. F5
    shown as "{field.men}"
each field has
    men: 0..9
each player has
    gold: 0..9
state
    n: 0..9
function twice(i: 0..9): 0..18
    "Twice {i}."
    gives i * 2
function weight_of(c: card): 1..9
    "The weight of {c}."
    gives c.weight
play
    repeat
        choose number by P1
            "Somebody says a number."
            move "says {k}" for k in 0..9
                require small: twice(k) < 12 or (some c in card: c.value = k)
                    "{k} is too much"
                    exception even: k mod 2 = 0
                        "Even numbers may be greater."
                n becomes k
                if k = 7
                    announce seven(k)
                F1.men becomes k
                P2.gold becomes rank(P2 among q in players by (q.gold, n))
                F3.men becomes after empty(): least()
                F2.men becomes min(distance(F0, F5 through f in field where f.men = 0), 9)
        check over
function least: 0..9
    "The smaller of two."
    gives min(n, F1.men)
rule empty
    "Nobody is there."
    F1.men becomes 0
rule unused after seven(k)
    "Seven is lucky."
    must k = 7 "it is {k} of {weight_of(ace)}"
event seven(k: 0..9)
    "A seven is said."
end over
    "The ninth ends it."
    when n = 9
    ranking p in players by n
score p in players: n
"""

COUNTED = "{sum c in card: c.weight}, {count i in 0..9 where twice(i) > 3} and {weight_of(king)}"
SAID = [
    ('"{k} is too much"', '"{k} is more than ' + COUNTED + '"'),
    ('"Somebody says a number."', '"Somebody says a number, of {count i in 0..9 where i > 3} or more."'),
    ("it is {k}", "it is {max c in card: c.value}, not {k},"),
    ('"Even numbers may be greater."', '"Even numbers are free."'),
    ('"Twice {i}."', '"Double."'),
    ("some c in card: c.value = k", "some one in card: one.value = k"),
    ("    row ace:  1, 3", "    row ace:  1, 4"),
    ('shown as "{field.men}"', 'shown as "{field.men} men"'),
    ("players 2..3", "players 2..4"),
]
DONE = [
    ("twice(k) < 12", "twice(k) < 10"),
    ("gives i * 2", "gives i * 3"),
    ("after empty(): least()", "after empty(): least() mod 9"),
    ("gives min(n, F1.men)", "gives max(n, F1.men)"),
    ("    row ace:  1, 3", "    row ace:  2, 3"),
    ("k mod 2 = 0", "k mod 2 = 1"),
    ("exception even", "exception odd"),
    ('"says {k}"', '"calls {k}"'),
    ("ranking p in players by n", "ranking p in players by n ascending"),
    ("score p in players: n", "score p in players: n + 1"),
    ("n becomes k\n", "n becomes 9 - k\n"),
    ("must k = 7", "must k = 8"),
    ("state\n    n: 0..9", "state\n    n: 0..9 = 1"),
    ("announce seven(k)", "announce seven(6)"),
    ("F0 .. F5", "F0 .. F6"),
    ("among q in players by (q.gold, n)", "among q in players by (n, q.gold)"),
    ("among q in players by", "among q in players where q.gold < 3 by"),
    ("through f in field where f.men = 0", "through f in field where f.men = 1"),
    ("through f in field where", "through f in {F1, F2, F3, F4} where"),
]


def hash_of(text: str) -> str:
    return open_files(read_text("small.rules", text)).rules(2).analyses.hash


@pytest.mark.parametrize(("old", "new"), SAID)
def test_what_is_only_said_leaves_the_hash_as_it_is(old: str, new: str) -> None:
    assert old in RULEBOOK
    assert hash_of(RULEBOOK.replace(old, new)) == hash_of(RULEBOOK)


@pytest.mark.parametrize(("old", "new"), DONE)
def test_what_is_done_changes_the_hash(old: str, new: str) -> None:
    assert old in RULEBOOK
    assert hash_of(RULEBOOK.replace(old, new)) != hash_of(RULEBOOK)
