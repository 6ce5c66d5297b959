"""Mistakes in the rules of the large games break plain statements, and the playthrough that shows it is short.

Hypothesis looks for the shortest game, which takes minutes; the games are drawn as in the tests of the statements.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, settings

from rulewright.cli.commands.test import run_file
from rulewright.interpreter.faults import RulebookFault
from rulewright.testing import PlayedGame, games

from .mistakes import Mistake, changed
from .test_carolus_magnus_statements import assert_as_told
from .test_counts_statements import emperor_4_holds, lancaster_holds

QUICKLY = settings(max_examples=500, deadline=None, database=None, phases=[Phase.generate, Phase.shrink],
                   suppress_health_check=list(HealthCheck))

# A mistake, and the most steps of the playthrough that shows it; setting up Carolus Magnus takes 30.
MISTAKES: list[tuple[str, Callable[[PlayedGame], None], Mistake, int]] = [
    ("carolus_magnus", assert_as_told, Mistake("turn", "q.court[c] >= p.court[c]", "q.court[c] > p.court[c]", ()), 70),
    ("carolus_magnus", assert_as_told, Mistake("discs", "every e in p.hand: some q", "some e in p.hand: some q", ()), 45),
    ("carolus_magnus", assert_as_told, Mistake("regions", "    r.castles becomes 1\n", "    r.castles becomes 2\n", ()), 90),
    ("carolus_magnus", assert_as_told, Mistake(
        "regions", "        merge r with n\n", "        r.paladins[red] becomes 0\n        merge r with n\n", ()), 200),
    ("lancaster", lancaster_holds, Mistake("households", "    transfer n from p.gold to gold_left\n", "    p.gold loses n\n", ()), 120),
    ("lancaster", lancaster_holds, Mistake("households", "    c.nobles loses 1\n    x", "    x", ()), 120),
    ("emperor_4", emperor_4_holds, Mistake("combat", "    if hit\n        wound(stand_of", "    if not hit\n        wound(stand_of", ()), 60),
]
