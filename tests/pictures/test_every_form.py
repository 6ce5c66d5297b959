"""Every form of boards that a rulebook can ask for has pictures: at the terminal, and as SVG."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from rulewright.cli.table.drawing.picture import picture as at_terminal
from rulewright.dsl.boards.forms import DRAWN, FORMS, RIMS
from rulewright.dsl.driver.compilation import Compilation
from rulewright.dsl.load.loader import read_text
from rulewright.interpreter.game.rules import Rules
from rulewright.pictures.painting.painter import picture

# What stands behind the name of a form that is not drawn.
WRITTEN = {"ring": "ring of cell S1 .. S6", "line": "line of cell S1 .. S6", "graph": "graph of cell\n    S1 - S2 - S3"}
RULES = """rulebook boards
    "Boards"
    players 2

board field: {board}

each cell has
    holder: player or none = none

play
    repeat
        for each p in players
            choose put by p
                "They put a stone on a free cell."
                move "{{c}}" for c in cell
                    require free: c.holder = none
                        "it is taken"
                    c.holder becomes p
            check full

end full
    "All cells are taken."
    when every c in cell: c.holder != none
    winners p in players where some c in cell: c.holder = p
"""


@pytest.mark.parametrize("form", [name for name in FORMS if name not in RIMS])
def test_a_form_has_pictures(form: str) -> None:
    board = f"{form} 4 by 3 of cell" if form in DRAWN else WRITTEN[form]
    rules = Rules(Compilation(read_text("boards.rules", RULES.format(board=board)), 2, {}))
    state = rules.initial()
    names, drawn = rules.program.boards[0].space.members, picture(state)
    assert names
    assert [name for name in names if f'data-value="{name}"' not in drawn] == []
    text = StringIO()
    Console(width=100, file=text, color_system=None).print(at_terminal(rules, state))
    # The columns and rows of a grid stand at its edge; spaces of other boards that are alike are one line, from .. to.
    expected = ("a", "b", "1", "2") if form in DRAWN else (names[0], names[-1])
    assert [name for name in expected if name not in text.getvalue()] == []
