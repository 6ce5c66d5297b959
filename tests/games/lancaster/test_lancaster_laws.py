"""Every law of Lancaster is carried out by the playthroughs of laws, with an effect and without one.

Whether a law had an effect is read from what is announced between it and the next: who gained what.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.commands.test import run_file
from rulewright.dsl.load.loader import read
from rulewright.dsl.syntax import Table
from rulewright.interpreter.playthroughs.running import results, runner, session

GAME = Path(__file__).parents[3] / "games" / "lancaster"
PLAYTHROUGHS = sorted((GAME / "playthroughs").glob("laws_*.play"))
CARRIED_OUT = re.compile(r"law_carried_out\((\w+)\)")
# What is announced in parliament and gives nobody anything.
NO_EFFECT = ("law_carried_out", "law_approved", "law_rejected", "parliament_rises")


def laws() -> list[str]:
    """The rows of the table of laws, read from the rulebook."""
    (table,) = (
        declaration
        for declaration in read(GAME / "lancaster.rules").declarations
        if isinstance(declaration, Table) and declaration.name == "law"
    )
    return [row.name for row in table.rows]


@cache
def stream() -> tuple[str, ...]:
    """All events of the playthroughs of laws in their order; `begins` where a position is set up."""
    events: list[str] = []

    def kept(*parts: Any) -> results.PlaythroughStep:
        step = results.PlaythroughStep(*parts)
        events.extend(step.trace.events)
        return step

    class Begun(results.PlaythroughState):
        def begin(self, start: Any, line: int) -> None:
            events.append("begins")
            super().begin(start, line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "PlaythroughStep", kept)
        patch.setattr(runner, "PlaythroughState", Begun)
        for path in PLAYTHROUGHS:
            assert run_file(str(path)).failures == ()
    return tuple(events)


def effects(events: tuple[str, ...]) -> dict[str, set[bool]]:
    """For each law that was carried out to its end, whether somebody gained something: in some plays, in others not."""
    out: dict[str, set[bool]] = {}
    law, gained = None, False
    for event in events:
        if event == "begins":
            law = None
        elif event.startswith(("law_carried_out", "parliament_rises")):
            if law is not None:
                out.setdefault(law, set()).add(gained)
            found = CARRIED_OUT.match(event)
            law, gained = found[1] if found else None, False
        else:
            gained = gained or not event.startswith(NO_EFFECT)
    return out


def test_every_law_is_carried_out_with_and_without_effect() -> None:
    found = effects(stream())
    assert {law: found.get(law, set()) for law in laws()} == {law: {True, False} for law in laws()}


def test_what_a_law_did_is_told_apart_from_what_came_after_it() -> None:
    events = ("begins", "law_carried_out(levy)", "knight_recruited(P1, 1)", "law_carried_out(shires)", "parliament_rises()",
              "squires_gained(P1, 2)", "begins", "law_carried_out(glory)", "begins", "points_scored(P1, 2, from_laws)")
    assert effects(events) == {"levy": {True}, "shires": {False}}
