"""Invariants of steps: what each asks of a step, who holds them, and what is told when one breaks."""

from __future__ import annotations

import pytest

from rulewright import RulebookError, open_files
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.analysis.mutation.mutation import Verdict, wrong_in_play
from rulewright.interpreter.analysis.playouts.simulate import simulate
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.playthroughs.lines.reader import read
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.chance import Dice
from rulewright.interpreter.runtime.faults import BrokenInvariant

PURSE = '''
rulebook purse
    "The purse"
    players 2
    seats anna, boris

event paid(p: player, n: 0..9)
    "{p} is paid {n}."

event robbed(p: player)
    "{p} is robbed."

state
    robber: player or none

each player has
    gold: 0..40 = 3
    court: 0..9 per 1..2

play
    repeat 6 times
        for each p in players
            turn(p)
    check the_end

rule turn(p: player)
    "{p} takes gold, or robs the other."
    choose act by p
        "A player takes or robs."
        move take "takes {n}" for n in 1..3
            p.gold gains n
            p.court[1] becomes n
            announce paid(p, n)
        move rob "robs"
            roll d from 1..3 as "rolls {d}"
            robber becomes p
            if d = 3
                fine(p)

rule fine(p: player)
    "Whoever is lucky takes 1 from the other, in two halves of nothing and one."
    let q = anna if p = boris else boris
    transfer up to 1 from q.gold to p.gold
    announce paid(p, 0)
    announce paid(p, 1)
    announce robbed(q)

function richest(): 0..40
    "The most gold that somebody has."
    gives max p in players: p.gold

end the_end
    "After six rounds who has most wins."
    when yes
    ranking p in players by p.gold - richest()
'''
# What holds, and for each of these something like it that does not.
INVARIANTS = [
    ("before", "every p in players: p.gold - before(p.gold) <= 3", "every p in players: p.gold - before(p.gold) <= 2"),
    ("before_function", "richest() >= before(richest()) - 1", "richest() > before(richest()) - 1"),
    ("before_loop", "before(some p in players: p.gold = richest())", "before(every p in players: p.gold = richest())"),
    ("before_amounts", "anna.court = before(anna.court) or decider = anna and before(anna.court[1]) != anna.court[1]",
     "anna.court = before(anna.court)"),
    ("then_and_now", "before(robber) = none or before(robber.gold) <= before(robber).gold + 1",
     "before(robber) = none or before(robber.gold) = before(robber).gold"),
    ("some_event", "richest() = before(richest()) or some paid(p, n): n > 0", "some paid(p, n): n > 0"),
    ("every_event", "every paid(p, n) where n > 0: p.gold = before(p.gold) + n or before(min(anna.gold, boris.gold)) = 0",
     "every paid(p, n) where n > 0: p.gold = before(p.gold) + 1"),
    ("no_event", "no paid(p, n): n > 3", "no paid(p, n): n = 3"),
    ("count_events", "(count paid(p, n)) <= 2", "(count paid(p, n)) <= 1"),
    ("sum_events", "(sum paid(p, n): n) <= 3", "(sum paid(p, n): n) <= 2"),
    ("max_events", "(max paid(p, n): n) <= 3", "(max paid(p, n): n) <= 2"),
    ("applied", "robber = before(robber) or applied(rob)", "robber = before(robber) or applied(take)"),
    ("applied_any", "richest() = before(richest()) or applied(fine, take)",
     "richest() = before(richest()) or applied(fine, rob)"),
    ("applied_event", "not applied(robbed) or applied(fine)", "not applied(fine) or applied(paid) and not applied(robbed)"),
    ("decider", "decider = none or not applied(take) or decider.gold > before(decider.gold)",
     "decider = none or decider.gold > before(decider.gold)"),
    ("by_chance", "not applied(fine) or decider = none", "not applied(fine) or decider != none"),
]


def rules_with(*invariants: str) -> Rules:
    """The rules of the purse with invariants."""
    return open_files(read_text("purse.rules", PURSE + "\n" + "\n\n".join(invariants) + "\n")).rules()


@pytest.mark.parametrize(("name", "holding", "broken"), INVARIANTS, ids=[pair[0] for pair in INVARIANTS])
def test_an_invariant_of_steps_holds_or_breaks(name: str, holding: str, broken: str) -> None:
    rules = rules_with(f'invariant {name} of each step: {holding}\n    "It holds."')
    assert simulate(rules, range(8), 1, invariants=True).as_json()["finished"] == 8
    rules = rules_with(f'invariant {name} of each step: {broken}\n    "It breaks."')
    with pytest.raises(BrokenInvariant, match="It breaks"):
        simulate(rules, range(8), 1, invariants=True)


def test_an_invariant_after_an_event_holds_of_each_such_event() -> None:
    rules = rules_with('invariant little after paid(p, n): n <= 3 and (p = decider or decider = none)\n    "Little."')
    assert simulate(rules, range(8), 1, invariants=True).as_json()["finished"] == 8
    rules = rules_with('invariant much after paid(p, n): n > 0\n    "Much."')
    with pytest.raises(BrokenInvariant) as broken:
        simulate(rules, range(8), 1, invariants=True)
    assert broken.value.clauses == ("much",)


def test_phases_are_counted_alike_where_invariants_of_steps_are_held() -> None:
    text = PURSE.replace("rule turn", "phase turn") + '\ninvariant fine_steps of each step: yes\n    "Fine."\n'
    rules = open_files(read_text("purse.rules", text)).rules()
    plain, held = (simulate(rules, range(3), 1, invariants=item) for item in (False, True))
    assert (plain.phase_entries, plain.playouts) == (held.phase_entries, held.playouts)
    assert plain.phase_entries["turn"] == 36


def test_a_playthrough_tells_the_step_that_breaks_an_invariant_and_what_it_changed() -> None:
    rules = rules_with('invariant two_at_most of each step: boris.gold <= before(boris.gold) + 2\n    "At most two."')
    lines = "game purse\nplayers anna, boris\nanna: takes 2\nboris: takes 3\nanna: takes 3\n"
    failures = PlaythroughRunner(rules, read("purse.play", lines)).run().failures
    assert [(failure.line, failure.message, failure.expected) for failure in failures] == [
        (4, "the invariant `two_at_most` does not hold", "At most two.")]
    assert failures[0].actual.startswith("`takes 3`, which changed boris.gold from 3 to 6, boris.court[1] from 0 to 3, ")


def test_a_mutant_is_noticed_by_an_invariant_of_steps() -> None:
    rules = rules_with('invariant two_at_most of each step: boris.gold <= before(boris.gold) + 2\n    "At most two."')
    assert wrong_in_play(rules, range(4), 1, 500) == Verdict("noticed", "two_at_most", way="invariant")


def test_a_position_that_is_set_up_has_no_step_before_it() -> None:
    rules = rules_with('invariant always_more of each step: richest() > before(richest())\n    "Always more."')
    lines = "game purse\nplayers anna, boris\nposition\n    anna.gold = 9\nexpect invariants\nanna: takes 1\n"
    assert PlaythroughRunner(rules, read("purse.play", lines)).run().failures == []


def test_what_invariants_of_steps_call_is_no_clause_of_the_step_they_look_at() -> None:
    first = 'invariant first_one of each step: richest() >= 0\n    "It calls a function."'
    second = 'invariant second_one of each step: not applied(richest)\n    "Nobody else calls it."'
    rules = rules_with(first, 'invariant in_positions: richest() >= 0\n    "It calls it as well."', second)
    state = rules.initial()
    for text in ("takes 1", "takes 2"):
        state, trace = rules.recording.step(state, text)
        assert trace.broken == ()


def test_rules_play_the_same_with_and_without_invariants_of_steps() -> None:
    assert rules_with().analyses.hash == rules_with('invariant fine_steps of each step: yes\n    "Fine."').analyses.hash


def test_a_variant_that_removes_what_an_invariant_asks_for_is_told() -> None:
    purse = PURSE + "\ninvariant fined of each step: anna.gold >= before(anna.gold) or applied(fine)\n"
    kind = 'variant kind of purse\nbecause "None."\n    remove fine\n    replace move rob "robs"\n        robber becomes p\n'
    with pytest.raises(RulebookError) as told:
        open_files(read_text("purse.rules", purse, kind)).rules()
    message = "with this change, there is no clause `fine`"
    assert [
        (diagnostic.code, diagnostic.span.line) for diagnostic in told.value.diagnostics if diagnostic.message == message
    ] == [("E201", 3)]
    replaced = kind + '    replace invariant fined of each step: anna.gold >= before(anna.gold)\n        "None is lost."\n'
    rules = open_files(read_text("purse.rules", purse, replaced)).rules()
    assert [invariant for invariant, _ in rules.program.step_invariants] == ["fined"]


@pytest.mark.parametrize(("invariant", "noted"), [
    ('invariant none_is_poor: every p in players: p.gold <= 40\n    "It holds."', False),
    ('invariant none_is_rich: richest() <= 40\n    "It holds."', True),
    ('invariant all_stay of each step: richest() >= before(richest()) - 1\n    "It holds."', True)])
def test_the_clauses_of_a_step_are_those_of_its_trace(invariant: str, noted: bool) -> None:
    rules = rules_with(invariant)
    state, dice = rules.initial(), Dice(1)
    while not state.is_over:
        choice = rules.random_choice(state, dice)
        after, trace = rules.recording.step(state, choice)
        assert rules.recording.clauses(state, choice) == trace.clauses
        assert ("richest" in trace.clauses) == noted or after.is_over
        state = after
