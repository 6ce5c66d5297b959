"""Mistakes in the rules of the large games break plain statements, and the playthrough that shows it is short.

Hypothesis looks for the shortest game, which takes minutes; the games are drawn as in the tests of the statements.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, find, settings

from rulewright.cli.commands.test import run_file
from rulewright.testing import PlayedGame, games

from .carolus_magnus.test_carolus_magnus_statements import assert_as_told
from .mistakes import Mistake, changed
from .test_counts_statements import emperor_4_holds, lancaster_holds

LONG = settings(max_examples=400, deadline=None, database=None, phases=[Phase.generate, Phase.shrink],
                suppress_health_check=[HealthCheck.too_slow])

Case = tuple[str, Callable[[PlayedGame], None], Mistake, int]


def mistake(game: str, holds: Callable[[PlayedGame], None], most: int, file: str, old: str, new: str) -> Case:
    """A mistake in a file of a game, and the most steps of a playthrough that shows it."""
    return game, holds, Mistake(file, old, new, ()), most


# To set Carolus Magnus up takes 30 steps. Shortening that is broken off after five minutes has left 138 steps of its turns, 116
# of its discs and 155 of its regions, 96 of Lancaster and 152 of Emperor-4; games are drawn with 300.
MISTAKES = [
    mistake("carolus_magnus", assert_as_told, 160, "turn", "q.court[c] >= p.court[c]", "q.court[c] > p.court[c]"),
    mistake("carolus_magnus", assert_as_told, 160, "discs", "every e in p.hand: some q", "some e in p.hand: some q"),
    mistake("carolus_magnus", assert_as_told, 220, "regions", "where n.owner = r.owner\n        merge",
            "where n.owner = r.owner and n.castles < 2\n        merge"),
    mistake("lancaster", lancaster_holds, 150, "households", "    transfer n from p.gold to gold_left\n",
            "    p.gold loses n\n"),
    mistake("lancaster", lancaster_holds, 250, "households", "    c.nobles loses 1\n    x.owner", "    x.owner"),
    mistake("emperor_4", emperor_4_holds, 220, "turn", "    announce turn_begins(p)\n",
            "    announce turn_begins(p)\n    for each h in fields where h.holder = none\n        h.face_down becomes yes\n"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "holds", "mistake", "most"), MISTAKES)
def test_a_mistake_is_shown_by_a_short_playthrough(
        game: str, holds: Callable[[PlayedGame], None], mistake: Mistake, most: int, tmp_path: Path) -> None:
    rulebook = changed(game, [mistake], tmp_path / game)

    def breaks(played: PlayedGame) -> bool:
        try:
            holds(played)
        except AssertionError:
            return True
        return False

    played = find(games(rulebook, players=2, steps=300), breaks, settings=LONG)
    path = tmp_path / "shown.play"
    path.write_text(played.text, encoding="utf-8")
    print(played.text)  # pytest shows it with -rP
    # It replays; the mistake may also break an invariant of the rulebook.
    messages = [failure.message for failure in run_file(str(path)).failures]
    assert all(message.startswith("the invariant ") for message in messages), messages
    assert len(played.codes) <= most
