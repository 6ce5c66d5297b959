"""After a change of one declaration, each pass behind the check finds what it finds of the whole rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.incremental.again import check_again

from .edited import all_names, alone, cached, compared, report

OPEN = """rulebook passes
    "Passes"
    players 2

constants
    few = 2

each player has
    stones: 0..20 = 9
    marks: 0..9

state
    left: 0..99 = 20
    rounds: 0..99

event taken(p: player)
    "{p} takes."

function most(): 0..20
    "The most stones."
    gives max p in players: p.stones

function half(n: 0..20): 0..20
    "Half of a number."
    gives n div 2

play
    "Players take turns."
    repeat
        for each p in players
            turn_of(p)
            think(p)
            check empty, full

rule turn_of(p: player)
    "{p} takes stones."
    let before = left
    choose taking by p
        "One may take a few."
        move take "take {n}" for n in 1..3
            "They take some."
            require enough: n <= left
                "too few"
            left loses n
            announce taken(p)
        move rest "rest"
            "They rest."
            spend(p)
    if before > few
        rounds becomes min(99, before)

rule think(p: player)
    "{p} thinks."
    choose thinking by p
        "One may use some up."
        move use "use {n}" for n in 1..3
            "They use some."
            require not_all: after use_up(n): left >= 1
                "nothing would be left"
            use_up(n)
        move wait "wait" as pass

rule use_up(n: 1..3)
    "Some are used up."
    left becomes max(0, left - n)

rule first_one after taken(p)
    "The first."
    p.stones becomes half(most())

rule second_one after taken(p)
    "The second."
    p.marks becomes 3
    repeat while p.marks < 2 at most 9 times
        p.marks gains 1

rule spend(p: player)
    "They spend."
    p.stones becomes 3
    exception poor: p.stones < 2
        "The poor keep it."
        p.marks becomes 1
    exception rich: p.stones > 5
        "The rich lose."
        p.marks becomes 2

end empty
    "The game ends when nothing is left."
    when left <= 1 or rounds > 98
    winners p in players where p.stones > 3

end full
    "The game ends when all have nine."
    when every p in players: p.marks = 9
    draw
"""
HIDING = """rulebook hides
    "Hides"
    players 2

constants
    dealer = P1 "One is the dealer."

table card
    "Cards."
    worth: 0..9
    effect boast(p: player)
    row ace: 1
        boast
            p.points becomes total(p, ace.worth)
            if ace.worth < 3 or size(p.hand) > 1
                p.points becomes 0
            p.hand loses ace
    row king: 2
        boast
            p.hand loses king
    row ten: 3
        boast
            p.hand loses ten

each player has
    hand: set of card, seen by owner
    shown: card or none
    points: 0..99

state
    deck: set of card = all, seen by nobody
    round: 0..9

event shown_to_all(n: 0..9)
    "Shown."

function total(p: player, n: 0..9): 0..99
    "The total."
    gives n

function sum_of(n: 0..9, m: 0..9): 0..99
    "A sum."
    gives n + m * 0

function held(p: player): 0..3
    "How many cards they hold."
    gives size(p.hand)

play
    "Cards."
    repeat 3 times
        round gains 1
        for each p in players
            turn_of(p)
    deal()
    check over

rule deal()
    "The dealer deals."
    choose dealing by P1
        "One deals."
        move deal_it "deals"
            require has_cards: size(dealer.hand) >= 0
                "no cards"
            round becomes 3
        move "deals not" as pass

rule turn_of(p: player)
    "They draw and show."
    if size(open(deck)) > 0
        draw c from open(deck)
        deck loses c
        take(p, c)
    king.boast(p)
    let own = held(p)
    choose showing by p
        "One shows."
        move "shows {c}" for c in card
            require is_there: c in p.hand or own = 0
                "it is not there"
            p.shown becomes c
        move "shows none" as pass
    note_round(p, round)
    p.points becomes min(99, p.points + total(p, round) + sum_of(round, 1))

rule take(p: player, c: card)
    "A card is taken."
    p.hand gains c
    p.shown becomes c

rule note_round(p: player, n: 0..9)
    "The round is noted."
    p.points becomes n
    announce shown_to_all(n)

rule look after shown_to_all(n)
    "Nothing."
    round becomes n

function all_points(): 0..198
    "The points of all."
    gives sum p in players: p.points

invariant few_points: all_points() < 199
    "There are not many points."

end over
    "Over."
    when round > 2 or some p in players: p.shown = ace
    draw
"""
# What is written now, in place of what, and the code that a whole check reports then. Without a code nothing is wrong, and the
# declaration is checked alone; it is not where the rest depends on it: there the rulebook is checked `whole`.
EDITS = {
    "a constant loses its use": (OPEN, "before > few", "before > 2", "E405"),
    "a function loses its use": (OPEN, "half(most())", "half(3)", "E405"),
    "a field loses its last reader": (OPEN, "or rounds > 98", "or left > 98", "W404"),
    "an end loses its check": (OPEN, "check empty, full", "check empty", "E401"),
    "a rule is reached no more": (OPEN, "            spend(p)\n", "            p.stones becomes 3\n", "E401"),
    "a rule waits no more": (OPEN, "            turn_of(p)\n", "", "E401"),
    "a rule carries out itself": (OPEN, "    p.stones becomes half(most())", "    announce taken(p)", "E404"),
    "a function calls itself": (OPEN, "gives n div 2", "gives half(n)", "E404"),
    "a rule calls itself by an event": (HIDING, "    round becomes n\n\n", "    note_round(P1, n)\n\n", "E404"),
    "a function calls itself where nothing looks ahead": (HIDING, "    gives n\n", "    gives total(p, n)\n", "E404"),
    "a rule waits from now on": (OPEN, "    p.stones becomes 3\n    exc",
        "    roll n from 1..6\n    p.stones becomes n\n    exc", "whole"),
    "what is looked ahead to is another": (OPEN, "left becomes max(0, left - n)", "left becomes max(0, left - 1)", "whole"),
    "something is hidden from now on": (OPEN, "choose taking by p\n", "choose taking by p seen by p\n", "E802"),
    "more goes out of a rule": (HIDING, "take(p, c)\n", "take(p, ace)\n", "W801"),
    "less goes out of a rule": (HIDING, "note_round(p, round)", "note_round(p, 3)", None),
    "a draw that others show": (HIDING, "    take(p, c)\n", "    take(p, c)\n        p.points becomes c.worth\n", None),
    "a loop may go on for ever": (OPEN, "repeat while p.marks < 2 at most 9 times", "repeat while p.marks < 2", "E403"),
    "a line is never reached": (OPEN, "    left becomes max(0, left - n)",
        "    repeat 2 times\n        stop\n        left becomes 2", "E401"),
    "two exceptions apply at once": (OPEN, "poor: p.stones < 2", "poor: p.stones < 2 or p.stones > 5", None),
    "two exceptions apply wherever one does": (OPEN, "rich: p.stones > 5", "rich: p.stones < 2 and p.marks = 1", "E402"),
    "two reactions set one place": (OPEN, "p.marks becomes 3", "p.stones becomes 3", "E402"),
    "what is looked ahead to waits": (OPEN, "left becomes max(0, left - n)",
        "left becomes max(0, left - n)\n    check empty", "E410"),
    "a name that is no longer told": (OPEN, "\"take {n}\" for n in 1..3", "\"take {n}\" for n in 1..3, m in 1..2", "E407"),
    "a statement more": (OPEN, "            left loses n\n",
        "            left loses n\n            p.stones becomes 4\n", None),
    "a statement less": (OPEN, "            left loses n\n", "", None),
    "another rule is called": (HIDING, "        take(p, c)\n", "        take(p, c)\n        note_round(p, 3)\n", None),
    "a choice in a block more": (OPEN, "    if before > few\n", "    roll die from 1..6\n    if before > few + die\n", None),
    "a choice by what is hidden": (HIDING, "own = 0", "size(next(p).hand) = 0", "E801"),
    "a hidden value is handed on": (HIDING, "note_round(p, round)", "note_round(p, own)", "E802"),
    "a hidden value comes to an open place": (HIDING, "p.points becomes n\n", "p.points becomes size(p.hand)\n", "E802"),
    "a function says more": (HIDING, "    gives n\n", "    gives size(p.hand)\n", "E802"),
    "a draw goes to a hidden place alone": (HIDING, "    p.shown becomes c\n\n", "\n", "W801"),
    "a rule is carried out under what is hidden": (HIDING, "    note_round(p, round)",
        "    if own > 1\n        note_round(p, round)", "E802"),
    "an end by what is hidden": (HIDING, "p.shown = ace", "p.shown = ace and ace in p.hand", "E802"),
    "a value where something hidden is": (HIDING, "row ace: 1", "row ace: 2", None),
    "a value by which something hidden counts": (HIDING, "row ace: 1", "row ace: 3", "E802"),
    "a player who decides by what another hides": (HIDING, "dealer = P1", "dealer = P2", "E801"),
    "a function that an invariant alone calls": (
        HIDING, "gives sum p in players: p.points", "gives max p in players: p.points", None),
    "an end by what a function hides": (HIDING, "p.shown = ace", "p.shown = ace and held(p) > 1", "E802"),
    "an end by what is opened": (HIDING, "p.shown = ace", "p.shown = ace and size(open(deck)) < 3", None),
    "a function that hides the same": (HIDING, "gives size(p.hand)", "gives 3 if ace in p.hand else size(p.hand)", None),
    "a function that hides what another has": (HIDING, "gives size(p.hand)", "gives size(next(p).hand)", "E801"),
    "a function that hides what nobody sees": (HIDING, "gives size(p.hand)", "gives size(p.hand - deck)", "E801"),
    "a function that hides nothing any more": (HIDING, "gives size(p.hand)", "gives min(3, round)", "whole"),
    "another open value": (HIDING, "note_round(p, round)", "note_round(p, 9 - round)", None),
    "a function with another parameter": (HIDING, "gives n + m * 0", "gives n * 0 + m", None),
    "a statement where nothing hidden comes to": (HIDING, "p.points becomes n\n",
        "p.points becomes n\n    round becomes n\n", None),
    "a statement in a rule that a draw comes to": (
        HIDING, "    p.hand gains c\n", "    p.hand gains c\n    round becomes 3\n", None),
    "a statement in a rule with a draw": (HIDING, "        deck loses c\n",
        "        deck loses c\n        round becomes 3\n", None),
}


# The edits after which a pass finds a mistake in the declaration by itself: it is reported without a check of the whole.
IN_ONE_DECLARATION = ("a loop may go on for ever", "two exceptions apply wherever one does",
                      "a name that is no longer told")


def _after(name: str) -> str:
    rulebook, before, now, _ = EDITS[name]
    return rulebook.replace(before, now)


ASKING = OPEN.replace("every p in players: p.marks = 9", "every p in players: p.marks = 9 or not can turn_of(p)")


def test_code_that_asks_for_the_moves_of_a_rule_is_made_again_with_the_rule(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    main.write_text(ASKING, encoding="utf-8")
    now = {str(main): ASKING.replace("require enough: n <= left", "require enough: n < left")}
    assert check_again(cached(main, called=all_names(main)), now) is None
    assert check_again(cached(main, called=None), now) is not None


# What hides the same, or nothing, in its new text: whether the rest of what was found holds.
WITH_RANGES = {
    "a function that hides the same": ("gives size(p.hand)", "gives 3 if ace in p.hand else size(p.hand)", True),
    "a function that hides more": ("gives size(p.hand)", "gives size(p.hand - deck)", False),
    "an end by what is opened": ("p.shown = ace", "p.shown = ace and size(open(deck)) < 3", True),
    "an end by what is hidden": ("p.shown = ace", "p.shown = ace and ace in p.hand", False),
}


@pytest.mark.parametrize("edit", WITH_RANGES)
@pytest.mark.parametrize(("head", "other"), [
    ("round: 0..9", "round: 0..12"), ("total(p: player, n: 0..9)", "total(p: player, n: 0..8)")])
def test_beside_what_is_hidden_other_ranges_hide_nothing_else(tmp_path: Path, edit: str, head: str, other: str) -> None:
    main = tmp_path / "main.rules"
    main.write_text(HIDING, encoding="utf-8")
    before, now, holds = WITH_RANGES[edit]
    assert HIDING.count(before) == HIDING.count(head) == 1
    text = HIDING.replace(before, now).replace(head, other)
    assert (compared(cached(main, called=all_names(main)), main, main, text) is not None) == holds


def test_a_rule_that_something_looks_ahead_to_parses_no_more(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    for rulebook, before, now in ((ASKING, "n <= left", "n <= <= left"), (OPEN, "max(0, left - n)", "max(0, left - - n))")):
        main.write_text(rulebook, encoding="utf-8")
        assert check_again(cached(main, called=all_names(main)), {str(main): rulebook.replace(before, now)}) is None


def test_a_wrong_name_hides_no_mistake_that_looking_ahead_finds(tmp_path: Path) -> None:
    main, now = tmp_path / "main.rules", OPEN.replace("max(0, left - n)", "max(0, left - no_such)\n    check empty")
    main.write_text(OPEN, encoding="utf-8")
    assert compared(cached(main, called=all_names(main)), main, main, now) is None
    main.write_text(now, encoding="utf-8")
    assert {diagnostic.code for diagnostic in report(main)[0]} == {"E201", "E410"}


def test_what_is_said_of_a_wrong_name_may_depend_on_the_types_before_it(tmp_path: Path) -> None:
    main = tmp_path / "main.rules"
    text = OPEN.replace("    p.stones becomes 3\n", (
        "    var who: player or idle = p\n    if who = idle\n        p.stones becomes 3\n"))
    main.write_text(text, encoding="utf-8")
    rulebook = cached(main, called=all_names(main))
    for name, holds in (("idle", False), ("idol", True)):
        now = text.replace("left loses n\n", f"left becomes {name}\n")
        assert (compared(rulebook, main, main, now) is not None) == holds
        main.write_text(now, encoding="utf-8")
        assert [diagnostic.code for diagnostic in report(main)[0]] == ["E201"]


@pytest.fixture(params=EDITS)
def edit(request: pytest.FixtureRequest, folder: Path) -> tuple[Path, str, str, str | None]:
    """A rulebook, a text of it with one change, and the code that a whole check reports."""
    rulebook, before, now, code = EDITS[request.param]
    assert rulebook.count(before) == 1
    main = alone(folder, "main.rules", rulebook)
    return main, rulebook, rulebook.replace(before, now), code


def test_a_change_is_found_to_be_what_a_whole_check_finds(edit: tuple[Path, str, str, str | None]) -> None:
    main, _, now, code = edit
    # Whether short games came to the declaration or not.
    rulebooks = cached(main, called=all_names(main)), cached(main, called=None)
    # A pass finds a mistake with a code, and the check of the declaration does not.
    holds = code is None or now in {_after(name) for name in IN_ONE_DECLARATION}
    assert [compared(rulebook, main, main, now) is not None for rulebook in rulebooks] == [holds] * 2
    main.write_text(now, encoding="utf-8")
    codes = {diagnostic.code for diagnostic in report(main)[0]}
    assert code in codes if codes else code in (None, "whole")
