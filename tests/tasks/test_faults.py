"""Faults of rulebooks and refused choices come whole from other processes."""

from __future__ import annotations

import pickle

import pytest

from rulewright.dsl.source.span import Source, Span
from rulewright.interpreter.runtime.faults import BrokenInvariant, IllegalChoice, RulebookFault

SPAN = Span(Source("a.rules", "rulebook a\n"), 1, 1, 1, 9)


@pytest.mark.parametrize("error", [
    RulebookFault("no player can move here", SPAN, ("play", "turn")), BrokenInvariant("too many", SPAN, ("conserved",)),
    IllegalChoice("placing", "the space is taken", SPAN), IllegalChoice("placing", "no such move", None),
], ids=lambda error: type(error).__name__)
def test_an_error_of_play_is_the_same_in_another_process(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert {name: str(part) for name, part in vars(again).items()} == {name: str(part) for name, part in vars(error).items()}
