"""Loops that go on for too long are a fault that names the clause; short ones are not even counted."""

from __future__ import annotations

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.backends.python.functions import PythonFunctions
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime import step_counter
from rulewright.interpreter.runtime.faults import RulebookFault

RULEBOOK = '''
rulebook long
    players 2

state
    n: 0..1000 = 1000
    done: flag

rule begin()
    done becomes no

play
    begin()
    repeat
        choose going by P1
            move "goes on"
                require far: n > 0
                done becomes yes
            move "stays {k}" for k in 1..2
        check over

end over
    "It is over."
    when done
    draw
'''
FAR = "every a in 1..9000: every b in 1..9000: every c in 1..9000: a + b + c + n > 0"
LOOPS = "for each a in 1..n\n        for each b in 1..n\n            for each c in 1..n\n                done becomes no"

CALLS = "function f0(a: 0..9): 0..9\n    gives a\n" + "".join(
    f"function f{i + 1}(a: 0..9): 0..9\n    gives max({', '.join([f'f{i}(a)'] * 10)})\n" for i in range(9))

# What is written instead of what, and the clause that is told.
TOO_LONG = [
    ("rule begin()\n    done becomes no", f"{CALLS}rule begin()\n    done becomes f9(1) < 0", "f"),
    ("    done becomes no", f"    {LOOPS}", "begin"),
    ("    done becomes no", f"    done becomes {FAR}", "begin"),
    ("    done becomes no", "    repeat 10000 times\n        repeat 10000 times\n            done becomes no", "begin"),
    ("    done becomes no", "    let many = [a in 1..1000]\n    done becomes "
     "every a in many: every b in many: every c in many: every d in many: a + b + c + d > 0", "begin"),
    ("far: n > 0", f"far: {FAR}", "going"),
    ("for k in 1..2", "for k in 1..9000 where (every a in 1..9000: a + k > 0)", "going"),
    ("when done", f"when ({FAR}) and done", "over"),
]


def rules_of(text: str) -> Rules:
    return open_files(read_text("long.rules", text)).rules()


def played(rules: Rules) -> None:
    """Everything that the rules do up to a choice, and after it."""
    state = rules.initial()
    rules.step(state, rules.decisions.choices(state)[0])


@pytest.mark.parametrize(("old", "new", "clause"), TOO_LONG, ids=range(len(TOO_LONG)))
def test_what_would_go_on_for_ever_is_a_fault_of_its_clause(old: str, new: str, clause: str,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_counter, "MAX_PASSES", 5_000)
    assert RULEBOOK.count(old) == 1
    rules = rules_of(RULEBOOK.replace(old, new))
    with pytest.raises(RulebookFault, match="more than 200,000 passes of loops in one transition") as caught:
        played(rules)
    assert caught.value.clauses[-1].rstrip("0123456789") == clause


def test_a_condition_of_a_playthrough_does_not_go_on_for_ever_either() -> None:
    rules = rules_of(RULEBOOK)
    condition = rules.expressions.condition(FAR, Source("far.play", FAR))
    with pytest.raises(RulebookFault, match="passes of loops"):
        condition(rules.initial())


def test_passes_are_counted_anew_in_every_transition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_counter, "MAX_PASSES", 5_000)
    rules = rules_of(RULEBOOK.replace("for k in 1..2", "for k in 1..2 where (every a in 1..2000: a + k > 0)")
                     .replace("when done", "when no a in 1..2000: a < 0"))
    for _ in range(4):
        state = rules.initial()
        assert [choice.notation for choice in rules.decisions.choices(state)] == ["goes on", "stays 1", "stays 2"]
        assert rules.explainer.explain(state, "stays 9") is not None
        rules.invariants.broken(rules.step(state, "stays 2"))


def test_short_loops_are_not_counted() -> None:
    machine = rules_of(RULEBOOK).machines.plain
    assert isinstance(machine.functions, PythonFunctions)
    assert not any(word in machine.functions.script.text for word in ("each(", "once_more(", "begin("))
