"""What is asked of games besides how they go is answered the same by both machines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import open_files
from rulewright.dsl.load.loader import find, read_text
from rulewright.dsl.source.span import Source
from rulewright.interpreter.analysis.playouts.counts import Pattern
from rulewright.interpreter.analysis.playouts.faster import faster
from rulewright.interpreter.analysis.playouts.figures import figures_of
from rulewright.interpreter.analysis.playouts.questions import Questions
from rulewright.interpreter.analysis.playouts.search import GreedyPlayer, evaluator_of
from rulewright.interpreter.analysis.playouts.simulate import MAX_STEPS, Policy, Report, simulate
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.faults import RulebookFault

from ...interpreter.machine.test_step_invariants import INVARIANTS, rules_with
from ...shipped import shipped_rules

pytest.importorskip("wasmtime", reason="wasmtime is not installed")

from rulewright.interpreter.backends.low.layout import note_places
from rulewright.interpreter.backends.wasm import watched as watched_games
from rulewright.interpreter.backends.wasm.watched import WatchedCalls


def told(report: Report) -> str:
    """A report as text, without what depends on the computer."""
    found = report.as_json()
    return json.dumps({name: found[name] for name in found if "second" not in name})


def both(rules: Rules, asked: Questions, games: int = 8, limit: int = MAX_STEPS, policy: Policy = "kinds",
         seed: int = 1) -> tuple[str, str]:
    """What Python and a module say of some games: the report, or the fault."""
    compiled = faster(rules, keep=False, questions=asked)

    def by_python() -> Report:
        return simulate(rules, range(games), seed, limit, asked.invariants, asked.figures, asked.patterns, asked.player, policy)

    def by_module() -> Report:
        return compiled.simulate(range(games), seed, limit, policy)

    return said_of(by_python), said_of(by_module)


def said_of(play: Callable[[], Report]) -> str:
    try:
        return told(play())
    except RulebookFault as fault:
        return f"{fault} {fault.clauses}"


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that modules hand over to Python."""
    found: list[int] = []
    plain = WatchedCalls.call

    def call(calls: WatchedCalls, seed: int, first: int, count: int, limit: int) -> tuple[int, bool]:
        done, over = plain(calls, seed, first, count, limit)
        if over:
            found.append(first + done)
        return done, over

    monkeypatch.setattr(WatchedCalls, "call", call)
    return found


@pytest.mark.parametrize(("name", "holding", "broken"), INVARIANTS, ids=[pair[0] for pair in INVARIANTS])
def test_invariants_of_steps_hold_and_break_alike(name: str, holding: str, broken: str, handed: list[int]) -> None:
    python, module = both(rules_with(f'invariant {name} of each step: {holding}\n    "It holds."'), Questions(invariants=True))
    assert module == python
    assert not handed, "the module decides by itself"
    python, module = both(rules_with(f'invariant {name} of each step: {broken}\n    "It breaks."'), Questions(invariants=True))
    assert module == python
    assert "It breaks" in module


SMALL = '''
function small(p: player): 0..12
    "A purse that is too small."
    gives p.gold

invariant used: anna.gold > 12 or small(anna) >= 0
    "It is used."
'''


@pytest.mark.parametrize(("condition", "holds"), [
    ("anna.gold + boris.gold < 60", True), ("anna.gold < 12", False), ("small(anna) < 90", False),
])
def test_invariants_of_positions_hold_and_break_alike(condition: str, holds: bool) -> None:
    rules = rules_with(SMALL, f'invariant limited: {condition}\n    "Limited."')
    python, module = both(rules, Questions(invariants=True), games=20)
    assert module == python
    assert module.startswith("{") == holds


# `richest` is a function: a module does not note that it is called, and only some kinds of steps call it.
FOLLOWED = (("applied(richest) or richest() >= before(richest()) - 1", True, False),
            ("not applied(richest) or anna.gold >= 0", True, False),
            ("not applied(richest)", False, True),
            ("robber = before(robber) or not applied(richest) and not applied(fine)", False, True),
            ("small(anna) > 0 and not applied(richest)", False, False))


@pytest.mark.parametrize(("condition", "holds", "is_noted"), FOLLOWED)
def test_steps_that_a_module_does_not_decide_are_left_to_python(condition: str, holds: bool, is_noted: bool) -> None:
    rules = rules_with(SMALL, f'invariant followed of each step: {condition}\n    "Followed."')
    asked = Questions(invariants=True)
    python, module = both(rules, asked)
    assert module == python
    assert module.startswith("{") == holds
    with faster(rules, keep=False, questions=asked)._spares.borrowed() as games:
        list(games.play(1, range(1), MAX_STEPS, lambda: 0.0))
        assert bool(games.watch.notes) == is_noted


def test_more_events_than_a_module_notes_are_left_to_python(monkeypatch: pytest.MonkeyPatch, handed: list[int]) -> None:
    monkeypatch.setattr(note_places, "MOST_EVENTS", 1)
    monkeypatch.setattr("rulewright.interpreter.backends.low.lowering.happened.MOST_EVENTS", 1)
    rules = rules_with('invariant few of each step: (count paid(p, n)) <= 2\n    "Few."')
    python, module = both(rules, Questions(invariants=True))
    assert module == python
    assert handed


COUNTED = '''
rulebook counted
    "Counted"
    players 2
state
    n: 0..99
    last: player = P1
play
    repeat 12 times
        draw p from players as "{p} is asked"
        last becomes p
        choose act by p
            move "takes {k}" for k in 1..3
                n gains k
            move "takes {n + k} in all" for k in 1..2
                n gains k
            move "passes"
                n becomes n
    check over
function small(): 0..20
    "A number that is too small for what it counts."
    gives n
invariant used: n > 20 or small() >= 0
    "It is used."
end over
    "It is over."
    when yes
    ranking p in players by (1 if p = last else 0)
'''
PATTERNS = ("takes {}", "takes {} ...", "{} is asked", "{}", "takes {} in all", "other {}")


def counted() -> Rules:
    return open_files(read_text("counted.rules", COUNTED)).rules()


@pytest.mark.parametrize("policy", ["kinds", "uniform"])
def test_moves_and_rolls_are_counted_alike(policy: Policy, handed: list[int]) -> None:
    for patterns in (PATTERNS, PATTERNS[2:4], PATTERNS[:1]):
        asked = Questions(patterns=tuple(map(Pattern, patterns)))
        for limit in (MAX_STEPS, 7):
            python, module = both(counted(), asked, games=40, limit=limit, policy=policy)
            assert module == python
            assert '"made"' in module
    assert not handed


def test_notes_that_do_not_fit_are_taken_in_parts_or_by_python(monkeypatch: pytest.MonkeyPatch, handed: list[int]) -> None:
    asked = Questions(patterns=(Pattern("takes {} ..."),))
    for room, is_handed in ((40 * 88, False), (9 * 88, True)):
        monkeypatch.setattr(watched_games, "MOST_NOTES", room)
        python, module = both(counted(), asked, games=40)
        assert module == python
        assert bool(handed) == is_handed


def test_figures_that_go_wrong_do_so_alike() -> None:
    rules = counted()
    for text, is_fault in (("n=n + 1", False), ("n=small()", True)):
        python, module = both(rules, Questions(figures_of(rules, [text])), games=60)
        assert module == python
        assert module.startswith("{") != is_fault


EVALUATIONS = ("2 * me.gold - (sum p in players: p.gold)\n1 if robber = me else 0\n", "small(me)\n")


@pytest.mark.parametrize("text", EVALUATIONS)
def test_players_who_look_ahead_choose_alike(text: str) -> None:
    rules = rules_with(SMALL, 'invariant few of each step: (count paid(p, n)) <= 2\n    "Few."')
    asked = Questions(patterns=(Pattern("takes {}"),), player=GreedyPlayer(rules, evaluator_of(rules, Source("worth", text))),
                      invariants=True)
    python, module = both(rules, asked, games=12)
    assert module == python
    assert module.startswith("{") == (text == EVALUATIONS[0])


LONG = [pytest.param(name, marks=pytest.mark.slow) for name in ("lancaster", "emperor_4", "emperor_4:extended")]


@pytest.mark.parametrize("name", ["carolus_magnus", "nim", "race", *LONG])
def test_invariants_of_games_that_ship_are_tested_by_the_module_alone(name: str, handed: list[int]) -> None:
    python, module = both(shipped_rules(name), Questions(invariants=True), games=3, limit=60)
    assert module == python
    assert not handed


@pytest.mark.slow
def test_players_of_a_large_game_look_ahead_alike(handed: list[int]) -> None:
    rules = shipped_rules("emperor_4")
    path = Path(find("emperor_4")).parent / "evaluations" / "warlike.evaluation"
    source = Source(path.name, path.read_text(encoding="utf-8"))
    python, module = both(rules, Questions(player=GreedyPlayer(rules, evaluator_of(rules, source))), games=4)
    assert module == python
    assert not handed
