"""Rulebooks that go wrong in play say where, and in which clause; never with a traceback of ours."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve

from rulewright import RulebookFault, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.backends.backend import MAX_BLOCKS, Vector
from rulewright.interpreter.game.move_patterns import written_with
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.state import State
from rulewright.interpreter.game.viewing.state_text import BadState
from rulewright.interpreter.machine import machine
from rulewright.interpreter.machine.rounds import FEW_BLOCKS, CycleSearch
from rulewright.interpreter.runtime.chance import Dice

FRAME = """rulebook small
    players 2
board grid: square 4 by 4 of cell
board ring: ring of spot S0 .. S5 merging into area
each area has
    men: 0..9 = 6, merge adds
function small(i: 0..3): 0..3
    "As it is."
    gives i
invariant small_is_itself: small(n) = n
    "It is as it is."
state
    box: 0..3 per 1..3
    where: cell = a1
    n: 0..3
    left: list of 1..3 up to 2
    maybe: 1..3 or none
play
    repeat
        choose move by P1
            "Somebody moves."
            move "go"
{body}
        check over
end over
    "Never."
    when n = 3
    draw
"""


def rules(body: str, extra: str = "") -> Rules:
    indented = "\n".join(" " * 16 + line for line in body.splitlines())
    return open_files(read_text("small.rules", FRAME.format(body=indented) + extra)).rules()


@pytest.mark.parametrize(("body", "message"), [
    ("n loses 1", "a value out of range: -1"),
    ("n becomes n + 2\nn becomes n + 2", "a value out of range: 4"),
    ("maybe becomes n - 1", "a value out of range: -1"),
    ("left gains 1\nleft gains 1\nleft gains 1", "the list is full"),
    ("n becomes left[1]", "the list has no such entry"),
    ("n becomes the maybe", "`maybe` is missing"),
    ("n becomes 2\nn becomes box[n + 2]", "a number out of range: 4"),
    ("n becomes 2\nbox[n + 2] becomes 1", "a number out of range: 4"),
    ("for each i in 2..5\n    where becomes at(grid, i, 1)", "a number out of range: 5"),
    ("merge S0 with S1", "regions that cannot merge: 12"),
    ("for each i in 1..9\n    n becomes small(i)", "a value out of range: 4"),
    ('must n = 1 "n is {n}"', "what must hold does not: n is 0"),
])
def test_a_fault_names_its_place(body: str, message: str) -> None:
    small = rules(body)
    with pytest.raises(RulebookFault) as raised:
        small.step(small.initial(), "go")
    assert message in str(raised.value)
    assert raised.value.span.source.name == "small.rules"
    assert raised.value.clauses


def test_a_space_stands_for_the_region_it_lies_in() -> None:
    body = "merge S0 with S1\nif S1.men = 2 and on = S0 and on = S1\n    n becomes 2"
    text = FRAME.format(body="\n".join(" " * 16 + line for line in body.splitlines()))
    text = text.replace("men: 0..9 = 6", "men: 0..9 = 1") + "\nstate\n    on: area = S1\n"
    small = open_files(read_text("small.rules", text)).rules()
    assert small.cells.value(small.step(small.initial(), "go"), "n") == "2"


def test_stop_in_a_choice_of_each_player_ends_the_asking() -> None:
    body = 'choose more by each p in players\n    "More."\n    move "more"\n        n gains 1\n        stop'
    small = rules(body)
    state = small.step(small.step(small.initial(), "go"), "more")
    assert small.cells.value(state, "n") == "1"
    assert small.decisions.to_move(state) == 0


def test_two_exceptions_that_apply_are_a_fault_that_names_both() -> None:
    extra = """
function worth: 0..3
    "What it is worth."
    gives 1
    exception when_low: n < 2
        "Low."
        gives 2
    exception when_even: n mod 2 = 0
        "Even."
        gives 3
"""
    small = rules("n becomes worth()", extra)
    with pytest.raises(RulebookFault) as raised:
        small.step(small.initial(), "go")
    assert "`when_low`" in str(raised.value)
    assert "`when_even`" in str(raised.value)


def test_a_choice_without_a_legal_move_is_a_fault() -> None:
    text = FRAME.format(body="                require never: n > 2\n                    \"Never.\"")
    small = open_files(read_text("small.rules", text))
    with pytest.raises(RulebookFault, match="no player can move here"):
        small.choices(small.initial())


def test_rules_that_go_round_without_a_choice_are_stopped() -> None:
    text = FRAME.format(body="                n becomes n").replace(
        "        choose move by P1", "        if n = 1\n            skip\n        n becomes 1\n        choose move by P1")
    small = open_files(read_text("small.rules", text))
    with pytest.raises(RulebookFault, match="loop without a choice"):
        small.step(small.initial(), "go")


ROUNDS = """rulebook rounds
    players 2
constants
    steps = {steps} "There are {{steps}} steps."
    begins = {begins} "The round begins after {{begins}} steps."
state
    here: 0..steps
    gone: 0..begins
play
    choose move by P1
        "One begins."
        move "go"
            gone becomes 0
    repeat
        going()
        check never_comes
rule going()
    "Everybody goes round."
    if gone < begins
        gone gains 1
        choose odd by P1
            "Never."
            move "odd"
                require never: here < 0
                    "never"
            otherwise
                gone becomes gone
    else
        here becomes (here + 1) mod steps
        choose even by P1
            "Never."
            move "even"
                require not_either: here < 0
                    "never"
            otherwise
                here becomes here
        further()
rule further()
    "Further."
    if here = 0
        choose third by P1
            "Never."
            move "third"
                require nor_now: here < 0
                    "never"
            otherwise
                here becomes here
end never_comes
    "Never."
    when here > steps
    draw
"""


@pytest.mark.parametrize(("steps", "begins"), [(1, 2_000), (3, 1), (97, 2_000), (600, 1)])
def test_rules_that_go_round_are_stopped_at_the_same_clause_however_soon_that_is_seen(
        monkeypatch: pytest.MonkeyPatch, steps: int, begins: int) -> None:
    small = open_files(read_text("rounds.rules", ROUNDS.format(steps=steps, begins=begins)))
    carried_out, looked = [0], CycleSearch.without_repeats

    def counted(self: CycleSearch, left: int, block: int, s: Vector, budget: int) -> int:
        carried_out[0] += 1
        return looked(self, left, block, s, budget)

    monkeypatch.setattr(CycleSearch, "without_repeats", counted)
    faults = []
    for few in (FEW_BLOCKS, MAX_BLOCKS):
        monkeypatch.setattr(machine, "FEW_BLOCKS", few)
        with pytest.raises(RulebookFault, match="loop without a choice") as raised:
            small.step(small.initial(), "go")
        faults.append((raised.value.clauses, raised.value.span))
        if len(faults) == 1:
            assert carried_out[0] < MAX_BLOCKS / 4
    assert faults[0] == faults[1]


def test_the_end_of_play_without_an_end_of_the_game_is_a_fault() -> None:
    text = FRAME.format(body="                n becomes n").replace("    repeat\n", "    if n = 0\n")
    small = open_files(read_text("small.rules", text))
    with pytest.raises(RulebookFault, match="no end of the game has come"):
        small.step(small.initial(), "go")


def test_a_condition_that_goes_wrong_in_a_function_names_the_place_in_the_function() -> None:
    extra = """
function shaky: 0..3
    "One less."
    gives n - 1
invariant shaky_is_small: n = 0 or shaky() < 3
    "It is small."
"""
    text = "shaky() = 2"
    small = rules("n becomes 1", extra)
    condition = small.expressions.condition(text, Source("asked.play", text))
    with pytest.raises(RulebookFault) as raised:
        condition(small.initial())
    assert "a value out of range: -1" in str(raised.value)
    assert (raised.value.span.source.name, raised.value.clauses) == ("small.rules", ("shaky",))


def test_a_fault_in_an_invariant_names_the_same_clauses_in_a_recorded_step() -> None:
    extra = """
function shaky: 0..3
    "One less."
    gives n - 1
invariant shaky_is_small: n = 3 or shaky() < 3
    "It is small."
"""
    small = rules("n becomes 0", extra)
    start = small.initial()
    after = small.step(start, "go")
    with pytest.raises(RulebookFault) as asked:
        small.invariants.broken(after)
    with pytest.raises(RulebookFault) as recorded:
        small.recording.step(start, "go")
    assert asked.value.clauses == recorded.value.clauses == ("shaky_is_small", "shaky")


@pytest.mark.parametrize("ask", [lambda small, state: small.step(state, "take 2"),
                                 lambda small, state: small.explainer.explain(state, "take 2"),
                                 lambda small, state: small.explainer.explain(state, "take 3")])
def test_a_requirement_that_goes_wrong_is_a_fault_also_when_a_move_is_typed(ask: Callable[[Rules, State], object]) -> None:
    move = """            move "take {k}" for k in 1..3
                require there: box[n + k - 1] = 0
                    "no"
"""
    text = FRAME.format(body=" " * 16 + "n becomes 1").replace('            move "go"\n', move)
    small = open_files(read_text("small.rules", text)).rules()
    with pytest.raises(RulebookFault) as raised:
        ask(small, small.initial())
    assert "there" in raised.value.clauses


@pytest.mark.parametrize("ask", [lambda small, state: small.decisions.choices(state),
                                 lambda small, state: small.step(state, "box 3"),
                                 lambda small, state: small.explainer.explain(state, "box 3"),
                                 lambda small, state: small.random_choice(state, Dice(1))])
def test_a_notation_of_a_legal_move_that_goes_wrong_is_a_fault(ask: Callable[[Rules, State], object]) -> None:
    text = FRAME.format(body=" " * 16 + "n becomes 1").replace('move "go"', 'move "box {box[n + k]}" for k in 0..0')
    small = open_files(read_text("small.rules", text)).rules()
    with pytest.raises(RulebookFault) as raised:
        ask(small, small.initial())
    assert "move" in raised.value.clauses


MOVES = """            move "takes {m.men}" for m in area or none where m != none
                n becomes 1
            move "swaps {maybe_men(i)} for {i}" for i in area or none
                n becomes 1
"""
MAYBE_MEN = """
function maybe_men(i: area or none): 0..9
    "The men of an area."
    gives 0 if i = none else i.men
"""


def test_a_word_that_a_condition_leaves_out_is_written_as_nothing() -> None:
    text = FRAME.format(body=" " * 16 + "n becomes 1").replace('            move "go"\n                n becomes 1\n', MOVES)
    small = open_files(read_text("small.rules", text + MAYBE_MEN)).rules()
    state = small.initial()
    point = small.decisions.point(state)
    assert point is not None
    takes, swaps = point.kinds
    s = list(state.slots)
    # The last code of each kind stands for `none`, which the first kind leaves out, and the second does not.
    with pytest.raises(RulebookFault):
        takes.written(s, takes.count - 1)
    assert swaps.written(s, swaps.count - 1) == "swaps 0 for none"


def test_a_bug_in_generated_code_is_not_taken_for_a_text_that_is_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    def buggy(s: list[int], code: int) -> str:
        raise IndexError("a bug of the generator")

    small = rules("n becomes 1")
    state = small.initial()
    point = small.decisions.point(state)
    assert point is not None
    points = [None if item is None else evolve(item, kinds=tuple(evolve(kind, written=buggy) for kind in item.kinds))
              for item in small.machines.plain.points]
    monkeypatch.setattr(small.machines.plain, "points", points)
    for ask in (small.explainer.explain, small.step):
        with pytest.raises(IndexError):
            ask(state, "go")
    with pytest.raises(IndexError):
        list(written_with(state, ["go"]))


def test_a_notation_of_another_place_is_written_with_values_of_its_types() -> None:
    body = """n becomes 1
if n = 1
    let kinds = {2, 3}
    let first = 2
    choose again by P1
        "Once more."
        move "{k} of {kinds} at {first}" for k in 2..3
            require one: k in {first}
                "no"
            n becomes 2
        otherwise
            n becomes 2"""
    small = rules(body)
    # The rule has worked out nothing yet, and its notation is asked for all the same.
    assert small.notations.is_known("2 of {} at 2")
    assert not small.notations.is_known("2 of {} at 0")


def test_a_state_that_lacks_what_a_rule_has_worked_out_is_no_state() -> None:
    body = """n becomes 1
let first = n + 1
choose again by P1
    "Once more."
    move "{k}" for k in 2..3
        require one: k in {first}
            "no"
        n becomes 2
    otherwise
        n becomes 2"""
    small = rules(body)
    text = str(small.step(small.initial(), "go"))
    assert "play.first = 2" in text
    assert str(small.state_from_text(text)) == text
    with pytest.raises(BadState, match=r"the value of `play.first` is missing"):
        small.state_from_text(text.replace("play.first = 2\n", ""))
