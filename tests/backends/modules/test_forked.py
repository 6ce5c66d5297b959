"""A process that is forked after wasmtime has run: it plays in Python, and ends."""

from __future__ import annotations

import os
import sys

import pytest

from rulewright.interpreter.analysis.playouts.faster import Unavailable, faster, random_games
from tests.shipped import shipped_rules


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is forked there")
def test_a_forked_process_plays_the_same_games_in_python() -> None:
    rules = shipped_rules("nim")
    played = random_games(rules, 7, range(5))
    assert faster(rules).simulate(range(5), 7).playouts
    child = os.fork()
    if child == 0:
        try:
            with pytest.raises(Unavailable, match="forked"):
                faster(rules)
            os._exit(0 if random_games(rules, 7, range(5)) == played else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
