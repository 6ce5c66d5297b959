"""Declarations that differ in numbers and operators alone are checked alone; all that was found of the rulebook holds."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli.checking.checked import compiled
from rulewright.dsl.incremental.again import KeptRulebook, differing, keep
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostic, Diagnostics
from rulewright.dsl.source.search_path import find, variants_of

RULEBOOK = """rulebook heap
    "Heap"
    players 2

parameter hidden: 0..1 = 1
    "Whether stones are hidden."

each player has
    stones: 0..20 = 9
    marks: 0..3 per 1..3
    held: 0..9 = 0, seen by owner

state
    left: 0..99 = 20

function twice(n: 0..9): 0..20
    "Twice a number."
    gives n * 2
    exception small: n < 2
        "A small number counts once."
        gives n

function more_of(n: 0..9): 0..20
    "One more."
    let more = n + 1
    gives more

play
    "Players take turns."
    repeat
        for each p in players
            turn_of(p)
            check empty

rule turn_of(p: player)
    "{p} takes stones."
    choose taking by p
        "One may take a few."
        move take "take {n}" for n in 1..3
            "They take some."
            require enough: n <= left and p.stones + n < 19
                "there are only {left}"
            require open_or_few: hidden = 1 or next(p).held < 4
                "too many"
            left loses n
            p.marks[2] becomes 1
            if twice(n) > more_of(2)
                p.stones gains 1
            p.held becomes 3
            check empty

end empty
    "The game ends when nothing is left."
    when left <= 1 or every p in players: p.stones = 20 or p.marks[1] > 2
    winners p in players where p.stones > 3

invariant few: left <= 99
    "There are few stones."
"""
# What is written now, in place of what: whether the rest of what was found holds.
EDITS = {
    "a number that is compared": ("p.stones + n < 19", "p.stones + n < 17", True),
    "a sign of comparison": ("n <= left", "n < left", True),
    "a number that is added": ("gains 1", "gains 2", True),
    "a sign of calculation": ("n + 1\n", "n * 1\n", True),
    "a number in an end": ("when left <= 1", "when left <= 3", True),
    "a number in an invariant": ("few: left <= 99", "few: left <= 90", True),
    "numbers in two declarations": ("n < 19", "n < 18", True),
    "a remark inside": ("                \"too many\"", "                \"too many\" # for now", True),
    "a number beyond what fits": ("p.held becomes 3", "p.held becomes 30", False),
    "a number in a function": ("n * 2", "n * 9", True),
    "a number of a type": ("function more_of(n: 0..9)", "function more_of(n: 0..8)", False),
    "a number in a condition of an exception": ("small: n < 2", "small: n < 3", False),
    "brackets in a condition of an exception": ("small: n < 2", "small: (n < 2)", False),
    "a number that is handed on": ("more_of(2)", "more_of(3)", False),
    "a number of a place": ("p.marks[2]", "p.marks[3]", False),
    "a number that settles a condition": ("hidden = 1 or", "hidden = 0 or", False),
    "a sign that settles a condition": ("hidden = 1 or", "hidden != 1 or", False),
    "a first value": ("stones: 0..20 = 9", "stones: 0..20 = 8", False),
    "a name": ("p.stones gains 1", "p.held gains 1", False),
    "a word of the language": ("n <= left and", "n <= left or", False),
    "a text": ("\"too many\"", "\"too much\"", False),
    "a number in a text": ("\"there are only {left}\"", "\"there are only {left + 0}\"", False),
    "one statement more": (
        "            p.held becomes 3\n", "            p.held becomes 3\n            p.held becomes 2\n", False),
    "a declaration less": (
        "invariant few: left <= 99\n    \"There are few stones.\"\n", "", False),
    "a name of a declaration": ("invariant few", "invariant some", False),
    "a mistake": ("n <= left", "n <= lift", False),
    "what does not parse": ("n <= left", "n <= <= left", False),
}


def kept(main: Path, variants: tuple[str, ...] = (), called: frozenset[str] | None = None) -> KeptRulebook:
    """What is kept of a rulebook without mistakes."""
    files, diagnostics = read(main, variants), Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, {}, diagnostics)
    assert not diagnostics.failed, diagnostics.sorted()
    return keep(files, [(rulebook.symbols, rulebook.typing) for rulebook in rulebooks
                        if rulebook.symbols is not None and rulebook.typing is not None], called)


def report(main: Path, variants: tuple[str, ...] = ()) -> tuple[tuple[tuple[str, str], ...], int]:
    """What a whole check finds of a rulebook: its diagnostics without their places, and the size of its program."""
    files, diagnostics = read(main, variants), Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    rulebooks = compiled(files, {}, diagnostics)
    blocks = sum(0 if rulebook.program is None else len(rulebook.program.blocks) for rulebook in rulebooks)
    return tuple(map(_said, diagnostics.sorted())), blocks


def _said(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


@pytest.fixture
def main(tmp_path: Path) -> Path:
    path = tmp_path / "heap.rules"
    path.write_text(RULEBOOK, encoding="utf-8")
    return path


@pytest.mark.parametrize("edit", EDITS)
def test_only_numbers_and_operators_that_no_later_pass_reads_may_differ(main: Path, edit: str) -> None:
    before, now, holds = EDITS[edit]
    assert RULEBOOK.count(before) == 1
    found = differing(kept(main), {str(main): RULEBOOK.replace(before, now)})
    assert (found is not None) == holds


def test_a_rule_that_the_trial_games_came_to_is_not_checked_alone(main: Path) -> None:
    texts = {name: RULEBOOK.replace(*edit) for name, edit in {
        "rule": ("n < 19", "n < 18"), "function": ("n + 1\n", "n + 2\n"), "invariant": ("left <= 99", "left <= 98")}.items()}

    def holds(called: frozenset[str]) -> list[str]:
        return [name for name, text in texts.items() if differing(kept(main, called=called), {str(main): text}) is not None]

    assert holds(frozenset()) == ["rule", "function", "invariant"]
    # The moves of a rule are planned by the functions that it names.
    assert holds(frozenset({"take"})) == ["invariant"]
    assert holds(frozenset({"more_of", "few"})) == ["rule"]


def test_what_a_variant_changes_is_not_checked_alone(main: Path) -> None:
    (main.parent / "variants").mkdir()
    (main.parent / "variants" / "more.rules").write_text(
        'variant more of heap\n\nbecause "More."\n    replace invariant few: left <= 98\n        "Fewer."\n', encoding="utf-8")
    rulebook = kept(main, ("more",))
    assert differing(rulebook, {str(main): RULEBOOK.replace("left <= 99", "left <= 97")}) is None
    assert differing(rulebook, {str(main): RULEBOOK.replace("n < 19", "n < 18")}) is not None


# ---- Random edits ----------------------------------------------------------------------------------

NUMBER, SIGN = re.compile(r"(?<![\w.])\d+(?![\w.])"), re.compile(r"(?<= )(<=|>=|<|>|=|!=|\+|-)(?= )")
SIGNS = ("<", "<=", ">", ">=", "=", "!=", "+", "-")


def edits(text: str, dice: random.Random, count: int) -> Iterator[str]:
    """A text with a number or a sign changed, anywhere in it."""
    places = [*NUMBER.finditer(text), *SIGN.finditer(text)]
    for place in dice.sample(places, min(count, len(places))):
        now = dice.choice(SIGNS) if place[0] in SIGNS else str(max(0, int(place[0]) + dice.choice((-1, 1, 2))))
        yield text[:place.start()] + now + text[place.end():]


def compare(folder: Path, main: Path, variants: tuple[str, ...], dice: random.Random, count: int) -> int:
    """Compare a whole check with what was kept, after each of some edits; return the number of edits after which it holds."""
    rulebook, before, held = kept(main, variants), report(main, variants), 0
    for file in sorted(folder.glob("*.rules")):
        text = file.read_text(encoding="utf-8")
        for now in edits(text, dice, count):
            if str(file) in rulebook.texts and differing(rulebook, {str(file): now}) is not None:
                held += 1
                file.write_text(now, encoding="utf-8")
                assert report(main, variants) == before, now
        file.write_text(text, encoding="utf-8")
    return held


def copied(name: str, folder: Path) -> Path:
    """Copy a rulebook that ships, with the files that it uses and its variants."""
    main = find(name)
    for path in (*main.parent.glob("*.rules"), *main.parent.glob("variants/*.rules")):
        (folder / path.relative_to(main.parent)).parent.mkdir(exist_ok=True)
        (folder / path.relative_to(main.parent)).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return folder / main.name


def test_what_holds_after_an_edit_is_what_a_whole_check_finds(main: Path) -> None:
    assert compare(main.parent, main, (), random.Random(1), 30) > 5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("pig", 40), ("carolus_magnus", 30), ("lancaster", 20), ("emperor_4", 4)])
def test_what_holds_after_an_edit_of_a_game_is_what_a_whole_check_finds(tmp_path: Path, name: str, count: int) -> None:
    main = copied(name, tmp_path)
    dice = random.Random(name)
    assert compare(tmp_path, main, (), dice, count)
    for variant in variants_of(main):
        compare(tmp_path, main, (variant,), dice, max(1, count // 8))
