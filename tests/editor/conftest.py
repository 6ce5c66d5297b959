"""What several tests of the editor begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from .pig import PIG

WORTH = """rulebook worth
    players 2

each player has
    gold: 0..9

play
    for each p in players
        show(p)
    check ends

rule show(p: player)
    "{p} shows what they have."
    choose share by p
        "The player keeps it, or not."
        move "keeps it"
            require enough: p.gold < 9
                "that is too much"
            p.gold gains 1

function worth(p: player): 0..9
    "What {p} has."
    gives p.gold

end shown
    "The richest wins."
    when every p in players: p.gold > 0
    ranking p in players by worth(p)
"""


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """Write a rulebook that ships, for fewer players, to a folder of its own."""
    main = tmp_path / "pig.rules"
    main.write_text(PIG, encoding="utf-8")
    return main


@pytest.fixture
def worth(tmp_path: Path) -> Path:
    """A rulebook in which a function decides the winner, and a rule that somebody carries out for each player."""
    main = tmp_path / "worth.rules"
    main.write_text(WORTH)
    return main
