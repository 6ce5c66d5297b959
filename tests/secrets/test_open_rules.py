"""Rules that nothing hidden reaches are not walked; walking them would add nothing to what is found of the others."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.dsl.analyses.call_graph import call_graph
from rulewright.dsl.analyses.information_flow import HiddenValues, flows
from rulewright.dsl.analyses.information_flow.rules import RuleWalks
from rulewright.dsl.driver.compile import Compiled, analyse
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostic, Diagnostics
from rulewright.dsl.tools.mutation_operators import mutants, mutated

ROOT = Path(__file__).parent.parent.parent
SECRETIVE = sorted([*(ROOT / "tests" / "secrets" / "rulebooks").glob("*.rules"), ROOT / "games" / "gallery" / "hearts.rules",
                    ROOT / "games" / "tutorial" / "goofspiel.rules"])


def found(compiled: Compiled) -> tuple[HiddenValues, tuple[Diagnostic, ...]]:
    """All that the analysis finds in a rulebook, but for the rules and functions that it did not look into."""
    assert compiled.symbols is not None
    assert compiled.typing is not None
    diagnostics = Diagnostics()
    calls = call_graph(compiled.symbols, compiled.typing, Diagnostics())
    hidden = flows(compiled.symbols, compiled.typing, calls, diagnostics)
    labels = None if hidden.labels is None else evolve(hidden.labels, functions={}, shown_by={})
    return evolve(hidden, labels=labels, open_rules=frozenset(), open_functions={}), diagnostics.sorted()


def compared(path: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare both ways for a rulebook and some small changes of it, as far as they have no mistakes before."""
    files = read(path)
    dice, all_of = random.Random(path.stem), mutants(files.declarations)
    changes = [mutated(files.declarations, mutant) for mutant in dice.sample(all_of, min(count, len(all_of)))]
    for declarations in (files.declarations, *changes):
        compiled = analyse(declarations, 4 if path.stem == "hearts" else 2, {}, Diagnostics(), lowered=False)
        if compiled.typing is None or any(problem.code[:2] in ("E1", "E2", "E3", "E4") for problem in compiled.diagnostics):
            continue
        skipping = found(compiled)
        with monkeypatch.context() as patch:
            patch.setattr(RuleWalks, "_open_rules", lambda self: iter(()))
            assert found(compiled) == skipping


@pytest.mark.parametrize("path", SECRETIVE, ids=lambda path: path.stem)
def test_rules_that_nothing_hidden_reaches_need_no_walk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared(path, 3, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("path", [*SECRETIVE, ROOT / "games" / "emperor_4" / "emperor_4.rules",
                                  ROOT / "games" / "lancaster" / "lancaster.rules"], ids=lambda path: path.stem)
def test_no_small_change_makes_a_rule_need_a_walk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared(path, 150, monkeypatch)
