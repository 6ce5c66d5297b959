"""The text of a playthrough before a place -> the kind of the place, and the parts of what is written there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from attrs import frozen

from ....dsl.source.span import code_of
from ....interpreter.playthroughs.lines.head import NAME
from ....interpreter.playthroughs.lines.rows import parts_of
from ....interpreter.playthroughs.lines.syntax import Part
from ....interpreter.playthroughs.running.results import PlaythroughState
from ..files.names import RulebookNames
from ..files.plays import OpenPlaythrough
from ..files.rulebooks import OpenRulebook


class LinePlace(Enum):
    """A kind of place, as a pattern of the text before it in its line; an offer replaces the group `rest`.

    The first that matches counts. In the lines that set a position up there are three: `PART`, `SET` and `VALUE`.
    """

    BECAUSE = rf"\s*refuse\s+(?P<seat>{NAME})\s*:\s*(?P<move>.+?)\s+because\s+(?P<rest>\w*)"
    REFUSED = rf"\s*refuse\s+(?P<seat>{NAME})\s*:\s*(?P<rest>.*)"
    REFUSING = r"\s*refuse\s+(?P<rest>\w*)"
    MARKED = r"\s*back\s+to\s+(?P<rest>.*)"
    BACK = r"\s*back\s+(?P<rest>.*)"
    VARIANT = r"variant\s+(?:.*,\s*)?(?P<rest>\w*)"
    PARAMETER = r"set\s+(?P<rest>\w*)"
    CHOICES = r"\s*expect\s+choices\s+(?:include|exclude)\s+(?:.*,\s*)?(?P<rest>.*)"
    ALL_CHOICES = r"\s*expect\s+choices\s+(?P<rest>.*)"
    OVER = r"\s*expect\s+over\s+by\s+(?P<rest>\w*)"
    SCORE = r"\s*expect\s+score\s+(?P<rest>.*)"
    EVENTS = r"\s*expect\s+events\s+(?:include\s+)?(?P<rest>.*)"
    APPLIED = r"\s*expect\s+(?:not\s+)?applied\s+(?:.*,\s*)?(?P<rest>\w*)"
    AT = r"\s*expect\s+at\s+(?P<rest>\w*)"
    EXPECTATION = r"\s*expect\s+(?P<rest>\w*)"
    BEHIND_A_WORD = rf"\s*expect\s+(?P<seat>{NAME})\s+(?P<rest>\w*)"
    MOVE = rf"\s*(?P<seat>{NAME})\s*:\s*(?P<rest>.*)"
    PART = rf".*?(?P<owner>{NAME})\.(?P<rest>\w*)"
    CONDITION = r"\s*(?:expect|play\s+until)\s+.*?(?P<rest>\w*)"
    SET = r"\s+(?P<rest>\w*)"
    VALUE = r"\s+.*?(?P<rest>\w*)"
    BEGINNING = r"\s*(?P<rest>\w*)"
    MOVE_OF_CHANCE = r"\s*(?P<rest>.*)"


# The places in the lines that set a position up.
_SETTING_UP, _ONLY_THERE = (LinePlace.PART, LinePlace.SET, LinePlace.VALUE), (LinePlace.SET, LinePlace.VALUE)


@frozen
class UnfinishedLine:
    """A line that is being written: what stands before the place, by groups, and where the game stands there."""

    play: OpenPlaythrough
    opened: OpenRulebook | None
    line: int
    parts: Mapping[str, str]
    current: PlaythroughState | None
    # The text before the place in its line.
    before: str

    def __getitem__(self, group: str) -> str:
        return self.parts[group]

    @property
    def names(self) -> RulebookNames | None:
        return None if self.opened is None else self.opened.names


def place_in(text: str, line: int, column: int) -> tuple[LinePlace, re.Match[str]]:
    """Return the kind of a place in a playthrough, counted from 1, and the parts of the text before it."""
    lines = text.split("\n")
    before = lines[line - 1][: column - 1]
    kinds = _SETTING_UP if _sets_up(lines[: line - 1], before) else (place for place in LinePlace if place not in _ONLY_THERE)
    matches = ((place, re.fullmatch(place.value, before)) for place in kinds)
    return next((place, match) for place, match in matches if match is not None)


def _sets_up(above: list[str], begun: str) -> bool:
    """Return whether a line sets something of a position: it is indented below one."""
    indent = len(begun) - len(begun.lstrip())
    around = next((row for row in reversed(above) if code_of(row).strip() and len(row) - len(row.lstrip()) < indent), "")
    return around.split()[:1] == ["position"]


def replaced(text: str, line: int, column: int) -> int:
    """Return how many characters before a place an offer replaces."""
    place, match = place_in(text, line, column)
    if place is LinePlace.MOVE:
        done, _ = begun_move(match["rest"])
        return len(match["rest"]) - done
    return len(match["rest"])


def begun_move(rest: str) -> tuple[int, tuple[Part, ...]]:
    """Return where the move that is being written begins in the moves of a line, and the moves before it."""
    parts = parts_of(f"{rest}-", 1)
    begin = parts[-1].column - 1
    return begin, tuple(parts[:-1])
