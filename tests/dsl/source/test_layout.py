"""Files with the same remainder, without comments and empty lines, have the same declarations."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.dsl.parse import parse
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.layout import without_remarks
from rulewright.dsl.source.search_path import find
from rulewright.dsl.source.span import Source

REMARKS = ("# a remark", "    # every", "", "        ", "# (", '# "', "    # p in players", "# \u202e", "\t")
# The places of nodes, which remarks change.
_PLACE = re.compile(r"Span\([^()]*\)")
FILES = [find(name).with_name(file) for name, file in (
    ("carolus_magnus", "regions.rules"), ("emperor_4", "invariants.rules"), ("emperor_4", "magic.rules"), ("pig", "pig.rules"))]


def parsed(text: str) -> tuple[str, bool]:
    """The declarations of a text without their places, and whether it has mistakes."""
    diagnostics = Diagnostics()
    items = parse(Source("a.rules", text), diagnostics)
    return _PLACE.sub("", repr(items)), bool(diagnostics.sorted())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_remainder_declares_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert parsed(without_remarks(text.encode()).decode()) == parsed(text)


@pytest.mark.parametrize("times", [4, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_text_with_remarks_that_has_the_same_remainder_declares_the_same(path: Path, times: int) -> None:
    text = path.read_text(encoding="utf-8")
    expected, dice, same = parsed(text), random.Random(path.stem), 0
    for _ in range(times):
        lines = text.split("\n")
        for _ in range(3):
            at = dice.randrange(len(lines) + 1)
            lines[at:at] = [dice.choice(REMARKS)] if dice.random() < 0.7 else []
            lines[at - 1] += dice.choice(("", "  # a remark", " # every"))
        edited = "\n".join(lines)
        if without_remarks(edited.encode()) == without_remarks(text.encode()):
            same += 1
            assert parsed(edited) == expected, edited
    assert same


@pytest.mark.parametrize(("edited", "plain"), [
    ("a = (every # here\n p in players: p.ready)", "a = (every\n p in players: p.ready)"),
    ("a = (every p # here\n in players: p.ready)", "a = (every p\n in players: p.ready)"),
    ("a = count # here\n p in players", "a = count\n p in players"),
    ("a = 2 # \u202e", "a = 2"), ("a = 2\n\t# b", "a = 2"), ('a = "# b"', 'a = "'),
    (f"a = 2 # {'b' * 20_000}", "a = 2"), ("a = 2\n" + "# a remark\n" * 60_000, "a = 2"),
], ids=lambda text: text[:20])
def test_a_remark_that_could_matter_is_kept(edited: str, plain: str) -> None:
    assert without_remarks(edited.encode()) != without_remarks(plain.encode())
