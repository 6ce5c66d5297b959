"""Notes sum up: a sentence of another clause may state one, where its own likeliest sentence does not."""

from __future__ import annotations

import pytest

from rulewright.dsl.load.loader import read_text
from rulewright.translation.alignment.align import MISSING, _anchor
from rulewright.translation.alignment.scores import DocumentView
from rulewright.translation.alignment.targets import targets
from rulewright.translation.document.document import document
from rulewright.translation.facts.facts import facts_of

POND = """rulebook pond
    players 2..3

constants
    goal = 7 "The game is about {goal} fish."

note the_aim
    "The player who first has {goal} fish wins."

each player has
    fish: 0..30

play
    repeat
        for each p in players
            roll n from 1..3
            p.fish gains n
            check full

end full
    "A player who has {goal} fish wins at once."
    when some p in players: p.fish >= goal
    winners p in players where p.fish >= goal
"""
TEXT = """# The Pond

The sun shines on {last}.
"""


@pytest.mark.parametrize(("last", "stated"), [
    ("the pond. A player who has 7 fish wins at once", (2,)), ("the pond. The water is cold", (1,)),
])
def test_a_note_is_stated_by_the_sentence_of_another_clause(last: str, stated: tuple[int, ...]) -> None:
    facts = facts_of(read_text("pond.rules", POND))
    found = document("pond", TEXT.format(last=last), "en", None, facts.numbered)
    (aim,) = [aim for aim in targets(facts, found.reader, lambda clause, players: None) if aim.id == "the_aim"]
    view = DocumentView(found.sentences, found.evidence, found.examples)
    # The sentence on the sun is taken for the likeliest: the last one belongs to the end of the game.
    anchor = _anchor(aim, (0.1, 0.8, 0.1), None, view)
    assert anchor.sentences[:1] == stated
    assert (anchor.score < MISSING) == (stated == (1,))
