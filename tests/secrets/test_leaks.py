"""Each way to tell a secret: the compiler finds it, and where it does not look, the law does."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.analyses.information_flow import HiddenValues
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.interpreter.analysis.properties import BrokenLaw, hold, shrunk, written
from rulewright.interpreter.analysis.properties.secrets.noninterference import SECRETS_ARE_KEPT
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner

from ..sampled import sampled

FRAME = '''
rulebook leaky
    players 3

enum suit: clubs, hearts

state
    marks: 0..1 per suit
    rounds: 0..40
    active: player = P1

each player has
    vote: 0..9 = 4, seen by side
    gold: 0..9 = 4, seen by owner
    card: suit or none, seen by owner
    score: 0..400

event told(n: 0..9)

event told_to(p: player, n: 0..9 seen by p)

function gold_of(p: player): 0..9
    gives p.gold

function most(p: player): player or none
    gives first q in players where q != p by q.gold descending

play
    for each p in players
        draw s from suit as "draws {s}" seen by p
        p.card becomes s
    repeat 12 times
        rounds gains 1
        for each p in players
            turn(p, next(p))
    ask(P1)
    announce told(0)
    announce told_to(P1, 0)
    must gold_of(P1) >= 0 and most(P1) != P1
    check over

rule turn(p: player, q: player)
BODY
rule ask(p: player)
    choose other_answer by p
        move "yes"
        move "no"

end over
    when yes
    ranking p in players by p.score
'''


def choice(require: str = "", domain: str = "", notation: str = "", says: str = "") -> str:
    """A choice between yes and no, with something in it that tells a secret."""
    lines = ["    choose answer by p", f"        {says}", f'        move "says yes{notation}"{domain}',
             f"            {require}", '        move "says no"']
    return "\n".join(line for line in lines if line.strip()) + "\n"


# What each leak is, the body of the rule (or the end, or a picture), and the code that it has.
LEAKS: dict[str, tuple[str, str]] = {
    "a requirement": (choice("require poor: q.gold < 4"), "E801"),
    "an exception to a requirement": (
        choice("require never: no\n                exception rich: q.gold > 4"), "E801"),
    "why a move beyond the first ones is refused": (
        choice("require not_too_many: n < 80 or q.gold > 4\n            require few: n < 3",
               domain=" for n in 1..90", notation=" {n}"), "E801"),
    "a message": (choice('require never: no\n                "{q} has {q.gold}"'), "E801"),
    "a domain": (choice(domain=" for n in 0..q.gold", notation=" {n}"), "E801"),
    "a condition of a domain": (choice(domain=" for s in suit where s != q.card", notation=" {s}"), "E801"),
    "a notation": (choice(notation=" to {p.card}"), "E802"),
    "what the choice is about": (choice(says='"{q} has {q.gold}"'), "E801"),
    "a function": (choice("require poor: gold_of(q) < 4"), "E801"),
    "a name": ("    let theirs = q.gold\n" + choice("require poor: theirs < 4"), "E801"),
    "a name that changes": ("    var rich: flag\n    if q.gold > 3\n        rich becomes yes\n"
                            + choice("require poor: not rich"), "E801"),
    "a quantifier": (choice("require poor: no other in players: other.gold > 5"), "E801"),
    "who is asked": ("    if q.gold > 4\n        ask(p)", "E802"),
    "who chooses": ("    let richest = most(p)\n    if open(richest != none)\n        ask(the richest)", "E802"),
    "in which order": ("    for each r in players by r.gold\n        ask(r)", "E802"),
    "how often": ("    repeat q.gold times\n        ask(p)", "E802"),
    "when to stop": ("    for each r in players\n        if r.gold > 4\n            stop\n        ask(r)", "E802"),
    "whom not to ask": ("    for each r in players\n        if r.gold > 4\n            skip\n        ask(r)", "E802"),
    "whether he can move": (
        "    choose answer by p\n        move \"pays\"\n            require rich: p.gold > 4\n        otherwise\n"
        "            rounds becomes 0", "E802"),
    "an open field": ("    p.score gains p.gold", "E802"),
    "an open field under a condition": ("    if p.gold > 4\n        p.score gains 1", "E802"),
    "an open part": ("    if p.card != none\n        marks[p.card] becomes 1", "E802"),
    "another's field": ("    q.gold becomes p.gold", "E802"),
    "another side's field": ("    q.vote becomes p.vote", "E802"),
    "a secret of whose turn it was": (
        "    active becomes p\n    let theirs = active.gold\n    active becomes q\n    choose answer by active\n"
        "        move \"says yes\"\n            require poor: theirs < 4\n        move \"says no\"", "E801"),
    "an event": ("    announce told(p.gold)", "E802"),
    "an event told to another": ("    announce told_to(q, p.gold)", "E802"),
    "that an event happens": ("    if p.gold > 4\n        announce told(1)", "E802"),
    "that something is drawn": ("    if p.gold > 4\n        roll d from 1..6", "E802"),
    "how a roll is written": ('    roll d from 1..6 as "{d} for {p.gold}"', "E802"),
    "what was drawn": ('    draw d from 1..6 as "draws {d}" seen by p\n    p.score gains d', "E802"),
    "what was chosen": ('    choose bid by p for n in 1..3 seen by p\n        move "hides {n}"\n'
                        "            p.score gains n", "E802"),
    "which kind was chosen": ('    choose bid by p seen by p\n        move "hides"\n            p.score gains 1\n'
                              '        move "waits"', "E802"),
    "a transfer": ("    transfer min(3, p.gold) from p.gold to p.score", "E802"),
}


def rulebook(body: str) -> str:
    return FRAME.replace("BODY", body)


def codes(text: str) -> list[str]:
    diagnostics = Diagnostics()
    analyse(read_text("leaky.rules", text).declarations, 3, {}, diagnostics)
    return [diagnostic.code for diagnostic in diagnostics.sorted() if diagnostic.level == "error"]


@pytest.mark.parametrize("what", LEAKS)
def test_the_compiler_finds_the_leak(what: str) -> None:
    body, code = LEAKS[what]
    assert codes(rulebook(body)) == [code]


@pytest.mark.parametrize("what", sampled(tuple(LEAKS), every=3))
def test_the_law_finds_the_leak(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dsl.driver.compile.flows", lambda *_: HiddenValues())
    rules = open_files(read_text("leaky.rules", rulebook(LEAKS[what][0]))).rules(3)
    broken = tells(rules)
    assert broken is not None
    shorter = shrunk(rules, broken)
    assert len(shorter.steps) <= len(broken.steps)
    playthrough = read("leak.play", written(rules, shorter, "leaky"))
    assert playthrough.problems == ()
    assert PlaythroughRunner(rules, playthrough).run().failures == []


def tells(rules: Rules, games: int = 40) -> BrokenLaw | None:
    """A game in which somebody can tell two positions apart that are the same to him."""
    return next(
        (broken for held in hold(rules, [SECRETS_ARE_KEPT], range(games), seed=1) for broken in held.broken.values()), None
    )


def test_what_is_allowed_is_found_by_neither() -> None:
    body = choice("require rich: p.gold > 2\n                \"{p} has only {p.gold}\"") + (
        "    let most_gold = max r in players: r.gold\n"
        "    for each r in players where open(r.gold = most_gold)\n"
        "        r.score gains 1\n"
        "        ask(r)\n")
    assert codes(rulebook(body)) == []
    assert not tells(open_files(read_text("leaky.rules", rulebook(body))).rules(3), games=8)


@pytest.mark.parametrize(("condition", "told"), [
    ("player_count = 2 and q.gold > 4", False),
    ("player_count = 3 and q.gold > 4", True),
    ("not (player_count = 3 or q.gold > 4)", False),
    ("not (player_count = 2 or q.gold > 4)", True),
    ("q.gold > 4 and player_count = 2", True),
])
def test_what_numbers_alone_decide_reads_nothing_after_it(condition: str, told: bool) -> None:
    assert codes(rulebook(f"    if {condition}\n        ask(p)\n    else\n        ask(q)")) == (["E802"] if told else [])
