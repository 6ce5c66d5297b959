"""The Python of a rulebook that is opened again is read from disk, and plays as if it had been written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulebookFault
from rulewright.dsl.driver.compilation import Compilation
from rulewright.dsl.load.loader import read_text
from rulewright.dsl.source.cache import CacheStore
from rulewright.dsl.source.span import Source
from rulewright.interpreter.backends.python import script, script_cache
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.runtime.chance import Dice

from ...imports import import_graph

RACE = """rulebook race
    "A race"
    players 2

each player has
    at: 0..20 = 0

function left(p: player): 0..20
    "The steps that {p} has before them."
    gives 20 - p.at

play
    repeat
        for each p in players
            choose step by p
                "They go some steps."
                move "go {n}" for n in 1..3
                    require stay: n <= left(p)
                        "it is too far"
                    p.at gains n
            check home

end home
    "Who is home wins."
    when some p in players: p.at = 20
    winners p in players where p.at = 20
"""
GO_ON = """
rule go_on(p: player, n: 1..3)
    "{p} goes on."
    p.at gains n
"""


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CacheStore:
    """A store of the test's own, in which scripts of any size are kept."""
    store = CacheStore(tmp_path / "scripts", 10)
    monkeypatch.setattr(script_cache, "scripts", lambda: store)
    monkeypatch.setattr(script_cache, "LARGE", 0)
    return store


def opened(text: str = RACE, name: str = "race.rules", keep: bool = True) -> Rules:
    return Rules(Compilation(read_text(name, text), 2, {}), keep=keep)


def played(rules: Rules) -> list[object]:
    """All that a game shows: positions, what is noted, a condition on each, a refusal."""
    shown: list[object] = []
    state, dice = rules.initial(), Dice(3)
    closer = rules.expressions.condition("left(P1) < left(P2)", Source("case", ""), 1, 1)
    while not state.is_over:
        state, trace = rules.recording.step(state, rules.random_choice(state, dice))
        shown += [state.slots, trace.clauses, closer(state), rules.explainer.explain(state, "go 3")]
    return shown


def test_what_is_kept_plays_the_same_and_is_not_written_again(monkeypatch: pytest.MonkeyPatch, store: CacheStore) -> None:
    anew = played(opened(keep=False))
    assert not store.folder.exists()
    assert played(opened()) == anew
    assert len(list(store.folder.iterdir())) == 2
    monkeypatch.setattr(script, "generate", None)
    assert played(opened()) == anew
    assert played(opened(name="elsewhere/race.rules")) == anew


@pytest.mark.parametrize(("old", "new"), [
    ("n in 1..3", "n in 1..2"), ("n <= left(p)", "n <= left(p) and n != 2"),
    ("some p in players: p.at = 20", "some p in players: p.at >= 19")])
def test_other_rules_are_written_anew(old: str, new: str) -> None:
    played(opened())
    assert old in RACE
    changed = RACE.replace(old, new)
    assert played(opened(changed)) == played(opened(changed, keep=False)) != played(opened())


def test_what_cannot_be_used_is_written_anew(store: CacheStore) -> None:
    anew = played(opened())
    for path in store.folder.iterdir():
        store.write(path.name, b"no script")
    assert played(opened()) == anew


def test_random_games_by_what_is_kept_name_the_clauses_of_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody is ever home, and who goes on leaves the race, by a rule that is called in the loop of random choices.
    faulty = RACE.replace("n <= left(p)", "n <= 3 or n <= left(p)").replace("p.at = 20", "p.at > 20").replace(
        "p.at gains n", "go_on(p, n)") + GO_ON
    told = list[tuple[str, tuple[str, ...]]]()
    for keep in (False, True, True):
        if told[1:]:
            monkeypatch.setattr(script, "generate", None)
        play = opened(faulty, keep=keep).machines.random_play
        assert play.run is not None
        with pytest.raises(RulebookFault) as fault:
            play.play_out(Dice(3), 1000)
        told.append((str(fault.value), fault.value.clauses))
    assert told[0][1] == ("play", "step", "go_on")
    assert told == [told[0]] * 3


def test_what_is_kept_is_forgotten_when_any_code_that_writes_it_changes() -> None:
    graph, writers = import_graph(), {"interpreter/backends/python/parts/module.py"}
    reached: set[str] = set()
    while writers - reached:
        reached |= writers
        writers = {other for name in writers for other in graph[name]}
    assert {name.rpartition("/")[0] for name in reached} <= set(script_cache.MAKERS)
