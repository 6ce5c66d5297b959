"""Other values of constants, parameters and rows are checked without the rest, where nothing but bodies uses them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.checking.file_checks import compiled
from rulewright.dsl.check.scope.typing import Unit
from rulewright.dsl.incremental import again
from rulewright.dsl.incremental.again import check_again
from rulewright.dsl.incremental.cached import CachedRulebook, cached_rulebook
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.syntax.alone import Alone

from .edited import after, all_names, cached, compared, contents, report

RULEBOOK = """rulebook market
    "Market"
    players 2..3

enum colour: red, blue

parameter bonus: 1..5 = 2
    "The bonus is {bonus}."

constants
    fee = 1 "The fee is {fee}."
    half = 2 "Half of them: {12 div half}."
    rebate = 1 "The rebate is {rebate}."
    place = 1 "The place is {place}."

constants by players 2 3
    shares  4 3

table good
    "Goods."
    worth: 1..9
    tint: colour
    sizes: set of 1..3
    effect buy(p: player)
    row tea: 3, red, {1}
        "Tea is worth a {12 div worth}th."
        buy
            p.gold becomes tea.worth + fee
    row salt: 2, blue, {2, 3}
        "Salt."
        buy
            choose salting by p
                "One may salt."
                move salt_it "salt"
                    p.gold becomes 2 + fee
                move leave_it "leave"
                    require poor: p.held < 9
                        "{p} is rich"
                    p.gold becomes 4
    row silk: 5, blue, {2} when player_count = 3
        "Silk."
        buy
            p.gold becomes 6

table card
    "Cards."
    points: 0..9
    row low "low_{c}": 2 for c in colour

note worth_in_all
    "All are worth {sum g in good: g.worth}."

each player has
    gold: 0..99 = 1
    marks: 0..3 per 1..3
    held: 0..9 = 0, seen by owner

play
    "Players buy."
    repeat
        for each p in players
            turn_of(p)

rule turn_of(p: player)
    "{p} buys."
    roll g from good as "{p} gets {g}"
    p.gold becomes (the g.worth) + bonus if (the g.tint) = red else shares
    p.marks[place] becomes 1
    p.gold gains sum c in card: c.points
    if 2 in g.sizes
        p.gold gains 1
    if salt.tint = blue
        p.gold gains 1
    g.buy(p)
    p.held becomes 3
    check over
    exception poor_turn: p.gold < rebate
        "The poor get nothing."
        check over

end over
    "It is over."
    when every p in players: p.gold > 5 + half or p.marks[2] > 2
    draw
"""
# What is written now, in place of what: whether the rest of what was found holds.
EDITS = {
    "a column that a rule reads": ("row tea: 3, red", "row tea: 4, red", True),
    "a column with a value beyond its range": ("row tea: 3, red", "row tea: 30, red", True),
    "a column with an unknown word": ("row tea: 3, red", "row tea: 3, rod", False),
    "a column with the name of a rule": ("row tea: 3, red", "row tea: turn_of, red", False),
    "a column by a name of before": ("row silk: 5", "row silk: 4 + fee", False),
    "a constant by the number of rows": ("fee = 1", "fee = size(good)", False),
    "a constant by a value of a row": ("fee = 1", "fee = tea.worth", False),
    "a constant by more of itself": ("half = 2", "half = 2 * 2 - 1", True),
    "a column with a value of another type": ("row tea: 3, red", "row tea: red, red", True),
    "two columns with wrong values": ("row tea: 3, red", "row tea: 30, 2", True),
    "a wrong value where a row is there with some numbers of players": ("silk: 5", "silk: 50", False),
    "a column of words": ("row tea: 3, red", "row tea: 3, blue", True),
    "a column of sets": ("{2, 3}", "{1, 3}", True),
    "a column that a statement divides by": ("row tea: 3, red", "row tea: 2, red", True),
    "a constant that a statement divides by": ("half = 2", "half = 0", False),
    "a constant that a statement uses": ("half = 2", "half = 3", True),
    "a constant": ("fee = 1", "fee = 2", True),
    "a constant of players": ("4 3", "4 2", True),
    "a constant of no players": ("4 3", "4", False),
    "a parameter": ("bonus: 1..5 = 2", "bonus: 1..5 = 3", True),
    "a constant in a condition of an exception": ("rebate = 1", "rebate = 2", True),
    "a place": ("place = 1", "place = 2", True),
    "no place": ("place = 1", "place = 4", True),
    "a line of several rows": (": 2 for c", ": 3 for c", False),
    "a row that is there with some numbers of players": ("p.gold becomes 6", "p.gold becomes 7", True),
    "its value": ("silk: 5", "silk: 6", True),
    "a way that shows what is hidden": ("p.gold becomes 6", "p.gold becomes next(p).held", False),
    "a way with a hidden value": ("p.gold becomes 6", "p.held becomes 4", False),
    "a way with a line that is never reached": (
        "p.gold becomes 6", "repeat 2 times\n                leave\n                p.gold becomes 6", False),
    "a way that never stops": ("p.gold becomes 6", "repeat\n                p.gold becomes 6", False),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_value_has_the_program_of_a_whole_compilation(main: Path, edit: str) -> None:
    both = after(main, main, EDITS[edit])
    if both is not None:
        recheck, (_, programs) = both
        assert recheck.programs or recheck.mistakes
        for put, program in zip(recheck.programs, programs, strict=True):
            assert contents(put.program) == contents(program)
            assert (put.program.columns, put.program.parameters) == (program.columns, program.parameters)


def test_games_that_use_a_value_are_played_again(main: Path) -> None:
    text = {str(main): RULEBOOK.replace("fee = 1", "fee = 2")}

    def is_played(*called: str) -> bool:
        recheck = check_again(cached(main, called=frozenset(called)), text)
        assert recheck is not None
        return recheck.is_played

    assert is_played("good.tea.buy")
    assert not is_played("good.silk.buy", "turn_of")


def test_a_way_that_waits_may_have_more_blocks(main: Path) -> None:
    # Where something is hidden, a draw more in a way is followed through the whole rulebook.
    text = RULEBOOK.replace(", seen by owner", "")
    main.write_text(text, encoding="utf-8")
    now = text.replace("p.gold becomes 4\n", "roll die from 1..6\n                    p.gold becomes die\n")
    recheck = check_again(cached(main, called=frozenset()), {str(main): now})
    assert recheck is not None
    assert not recheck.is_played
    assert [rechecked.blocks - rechecked.before for rechecked in recheck.programs] != [0, 0]
    main.write_text(now, encoding="utf-8")
    assert [rechecked.blocks for rechecked in recheck.programs] == [len(program.blocks) for program in report(main)[1]]


@pytest.mark.parametrize(("edit", "alike"), [
    (("fee = 1", "fee = 2"), {True}), (("place = 1", "place = 2"), {False}), (("row tea: 3, red", "row tea: 3, blue"), {False}),
    (("row salt: 2, blue", "row salt: 2, red"), {False}), (("rebate = 1", "rebate = 2"), {False}),
    (("bonus: 1..5 = 2", "bonus: 1..5 = 3"), {True}), (("fee = 1", "fee = 1  # no more"), set())])
def test_a_value_is_another_number_only_where_it_counts(main: Path, monkeypatch: pytest.MonkeyPatch, edit: tuple[str, str],
                                                        alike: set[bool]) -> None:
    verdicts, compare = list[bool](), again._are_alike

    def noted(old: Alone, new: Alone, was: Unit, is_: Unit, moved: frozenset[str]) -> bool:
        verdicts.append(compare(old, new, was, is_, moved))
        return verdicts[-1]

    monkeypatch.setattr(again, "_are_alike", noted)
    check_again(cached(main, called=frozenset()), {str(main): RULEBOOK.replace(*edit)})
    assert set(verdicts) == alike


def test_a_parameter_that_is_set_has_its_own_value_no_more(main: Path) -> None:
    def kept_with(parameters: dict[str, str]) -> CachedRulebook:
        files = read(main)
        return cached_rulebook(files, compiled(files, parameters, Diagnostics()), frozenset())

    now = {str(main): RULEBOOK.replace("bonus: 1..5 = 2", "bonus: 1..5 = 3")}
    assert check_again(kept_with({}), now) is not None
    assert check_again(kept_with({"bonus": "4"}), now) is None


def add_dear(main: Path, *statements: str) -> None:
    """Write a variant of the rulebook that adds statements to the move that a way of a row offers."""
    (main.parent / "variants").mkdir()
    (main.parent / "variants" / "dear.rules").write_text(
        'variant dear of market\n\nbecause "Dear."\n    add after salt_it\n'
        + "".join(f"        {statement}\n" for statement in statements), encoding="utf-8")


def test_a_value_is_looked_at_where_a_variant_uses_it(main: Path) -> None:
    add_dear(main, "p.gold gains 6 div (fee + 1)", "p.gold gains 6 div (4 - half)")
    rulebook, alone = cached(main, ("dear",), all_names(main, ("dear",))), cached(main)
    for now, mistakes in (("half = 3", []), ("half = 4", ["E303"])):
        text = RULEBOOK.replace("half = 2", now)
        assert check_again(alone, {str(main): text}) is not None
        both = compared(rulebook, main, main, text, ("dear",))
        assert both is not None
        assert [mistake.code for mistake in both[0].mistakes] == mistakes


def test_what_a_variant_leaves_of_a_declaration_is_looked_at_with_what_it_changes(main: Path) -> None:
    add_dear(main, "p.gold gains 2")
    both = after(main, main, ("fee = 1", "fee = 2", True), ("dear",))
    assert both is not None
    recheck, whole = both
    assert [contents(rechecked.program) for rechecked in recheck.programs] == [contents(program) for program in whole[1]]
