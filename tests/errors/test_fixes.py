"""A fix mends the mistake that it is for: what it changes is not reported any more, and still parses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli.commands.check import as_json
from rulewright.cli.shared.formats.sarif import sarif_log
from rulewright.dsl.parse import parse
from rulewright.dsl.source import disk
from rulewright.dsl.source.diagnostics import Diagnostic, Diagnostics, RulebookError
from rulewright.dsl.source.fixes import Fix
from rulewright.dsl.source.span import Source
from rulewright.interpreter.playthroughs.lines.reader import read as read_playthrough

from .test_errors import CASES, reported_for, reported_now

# Cases in which the right fix leads on to the next mistake, or leaves the same one in another place, and why.
LEAD_ON = {
    "E206_histories": "a field called like the type that it lacks",
    "E307_said": "the name that is meant is not known before play either",
    "E701_targets": "what the change takes away is reported when its target is there",
    "E101_letters": "the other quote of a text is a character of the same kind",
    "E101_joined": "the word before it fits, and then the value behind it does not",
    "E101_edits": "what the change takes away is reported when it parses",
}
# Cases of mistakes that the parser finds, each by the declaration that it is in.
PARSED_ALONE = "E101_guesses"
# Codes whose help says what to think of, not what to write: only the author can choose.
BY_THE_AUTHOR = {
    "E106": "what is smaller plays otherwise",
    "E202": "the author finds the other name",
    "E308": "the value stands on the command line, or in a line of a playthrough that the compiler does not see",
    "E403": "only the author knows how often at most",
    "E404": "a circle can be cut at any of its rules",
    "E406": "the end of a game is a rule of it",
    "E408": "a symmetry that does not hold has no nearest one that does",
    "E410": "the question can be asked of another rule only",
    "E606": "another file is needed",
    "E702": "two changes are made one by hand",
    "E803": "who else chooses is a rule of the game",
    "E804": "what was before needs a name, and a place before the choice",
    "E901": "the rule has to be written in another way",
    "W401": "a variant may have set the wrong column",
    "W403": "either the range or what is counted is meant",
    "W404": "what writes to the field goes with it, or a rule is missing that reads it",
    "W405": "the steps or the cards are fewer by a rule of the game",
    "W501": "the statement is the author's sentence",
    "W607": "the command `migrate` plays the game again before it writes the new hash",
    "W608": "what goes back to the name means one of the two",
}


NAMES = re.compile(r"`[^`]*`|\d+")


def applied(text: str, fix: Fix) -> str:
    """A text with a fix in it."""
    lines, at = text.split("\n"), fix.span
    before = "\n".join([*lines[: at.line - 1], lines[at.line - 1][: at.column - 1]])
    return before + fix.text + "\n".join([lines[at.end_line - 1][at.end_column - 1 :], *lines[at.end_line :]])


def around(text: str, line: int) -> tuple[int, int]:
    """The first line, and that behind the last, of the declaration that a line is in, and of the one above it."""
    begins = [number for number, written in enumerate(text.split("\n"), 1) if written[:1].strip(" #")]
    above = [number for number in begins if number <= line]
    return above[-2] if len(above) > 1 else 1, next((number for number in begins if number > line), text.count("\n") + 2)


def after(path: Path, fix: Fix, first: int, end: int) -> tuple[Diagnostic, ...]:
    """What is told about these lines of a case once a fix is made."""
    there = Path(fix.span.source.name)
    lines = there.read_text(encoding="utf-8").split("\n")
    text = applied("\n".join(line if first <= number < end else "" for number, line in enumerate(lines, 1)), fix)
    with disk.looking_at(disk.laid_over({disk.resolved(there): text.encode()})):
        try:
            return reported_now(path)
        except RulebookError as error:
            return error.diagnostics


def fixes_of(path: Path, are_all: bool) -> Iterator[tuple[Diagnostic, Fix]]:
    """The fixes of a case, or the first one of each kind: those with the same words, but for names and numbers.

    Each guess is a row of a table: of these there is every third.
    """
    kinds = Counter[object]()
    for diagnostic in reported_for(path):
        for fix in diagnostic.fixes:
            words = tuple(NAMES.sub("", text) for text in (diagnostic.message, fix.title))
            kind = diagnostic.code, words
            is_taken = kinds[kind] % 3 == 0 if "guesses" in path.stem else kinds[kind] == 0
            kinds[kind] += 1
            if (are_all or is_taken) and Path(fix.span.source.name).is_file():
                yield diagnostic, fix


@pytest.mark.parametrize("are_all", [pytest.param(False, id="some"), pytest.param(True, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_fix_mends_what_it_is_for(path: Path, are_all: bool) -> None:
    reported = reported_for(path)
    for diagnostic, fix in fixes_of(path, are_all):
        # Guesses are lines of declarations that have nothing to do with each other: to parse all of them again for each
        # takes most of the time of the quick tests.
        text = Path(fix.span.source.name).read_text(encoding="utf-8")
        first, end = around(text, fix.span.line) if path.stem.startswith(PARSED_ALONE) else (1, text.count("\n") + 2)
        left = after(path, fix, first, end)
        again = [other for other in left if (other.code, other.message) == (diagnostic.code, diagnostic.message)]
        before = [other for other in reported if (other.code, other.message) == (diagnostic.code, diagnostic.message)
                  and first <= other.span.line < end]
        if path.stem not in LEAD_ON:
            assert len(again) < len(before), (diagnostic.message, fix.title)
            unparsed = {other.message for other in left if other.code == "E101"}
            assert unparsed <= {other.message for other in reported if other.code == "E101"}, (diagnostic.message, fix.title)


def test_a_help_that_says_what_to_write_has_a_fix() -> None:
    """Each code with a help has a fix in some case, or only the author can choose."""
    reported = [diagnostic for path in CASES for diagnostic in reported_for(path)]
    fixed = {diagnostic.code for diagnostic in reported if diagnostic.fixes}
    assert {diagnostic.code for diagnostic in reported if diagnostic.help} - fixed == set(BY_THE_AUTHOR)


def test_a_did_you_mean_has_a_fix() -> None:
    """But for parts of a name that does not stand there as a whole."""
    # These have no place of their own: a name that is given on the command line or in a line of several.
    placeless = {("E308_parameters", "did you mean `markers`? it takes draw_game, markers"),
                 ("E701_parts", "did you mean `size`?")}
    without = {(path.stem, diagnostic.help) for path in CASES for diagnostic in reported_for(path)
               if (diagnostic.help or "").startswith("did you mean") and not diagnostic.fixes}
    assert without <= placeless


def test_fixes_are_in_json_and_sarif() -> None:
    path = next(path for path in CASES if path.stem == "E402_order" or path.stem.startswith("E402"))
    fixable = next(diagnostic for diagnostic in reported_for(path) if diagnostic.fixes)
    (fix,) = fixable.fixes
    assert as_json(fixable)["fixes"] == [{
        "title": fix.title, "file": str(path), "line": fix.span.line, "column": fix.span.column, "end_line": fix.span.end_line,
        "end_column": fix.span.end_column, "text": fix.text}]
    runs = sarif_log([fixable])["runs"]
    assert isinstance(runs, list)
    (change,) = runs[0]["results"][0]["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{
        "deletedRegion": {"startLine": fix.span.line, "startColumn": fix.span.column, "endLine": fix.span.end_line,
                          "endColumn": fix.span.end_column}, "insertedContent": {"text": fix.text}}]


def test_an_unknown_rule_is_declared_with_the_values_of_its_call(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    path.write_text('rulebook case\n    "Case"\n    players 2\n\nplay\n    repeat\n        for each p in players\n'
                    '            take_turn(p, 3)\n\nend over\n    "Over."\n    when yes\n    draw\n')
    (unknown,) = reported_now(path)
    (new,) = unknown.fixes
    assert new.title == "declare `rule take_turn(p: player, n: 0..9)`"
    path.write_text(applied(path.read_text(), new))
    (never,) = (diagnostic for diagnostic in reported_now(path) if diagnostic.code == "E401")
    path.write_text(applied(path.read_text(), never.fixes[0]))
    assert path.read_text().split("\n")[7:9] == ["            take_turn(p, 3)", "        check ends"]
    assert "E401" not in {diagnostic.code for diagnostic in reported_now(path)}


def test_an_unknown_end_is_declared(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    path.write_text('rulebook case\n    "Case"\n    players 2\n\nplay\n    check board_full\n')
    (unknown,) = (diagnostic for diagnostic in reported_now(path) if diagnostic.level == "error")
    (new,) = unknown.fixes
    assert new.title == "declare `end board_full`"
    path.write_text(applied(path.read_text(), new))
    assert reported_now(path) == ()


def test_a_quantifier_is_put_in_parentheses_with_what_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "case.rules"
    for condition, mended in (("3 = count p in players where yes", "3 = (count p in players where yes)"),
                              ("(1 + count p in players where yes) = 3", "(1 + (count p in players where yes)) = 3")):
        path.write_text('rulebook case\n    "Case"\n    players 2\n\nplay\n    check ends\n\n'
                        f'end over\n    "Over."\n    when {condition} # so\n    draw\n')
        (wrong,) = reported_now(path)
        (fix,) = wrong.fixes
        assert f"when {mended} # so\n" in applied(path.read_text(), fix)


def test_a_block_that_stands_too_deep_is_indented_as_a_whole() -> None:
    right = """rulebook case
    players 2

each player has
    gold: 0..9
    wood: 0..9  # so

    iron: 0..9
    tin: 0..9

rule f(p: player)
    p.gold becomes 1
    if p.gold = 2
        p.tin becomes 1
    # so
    p.tin becomes 2
    p.wood becomes 3
"""
    deep = right.replace("    wood: 0..9  # so\n\n    iron", "        wood: 0..9  # so\n\n        iron").replace(
        "    if p.gold = 2\n        p.tin becomes 1\n    # so\n    p.tin",
        "      if p.gold = 2\n          p.tin becomes 1\n    # so\n      p.tin")
    for _ in range(2):
        source, diagnostics = Source("case.rules", deep), Diagnostics()
        parse(source, diagnostics)
        (fix,) = diagnostics.sorted()[0].fixes
        deep = applied(deep, fix)
    assert deep == right


@pytest.mark.parametrize("line", ["or heap = 4", "for n in 1..3", "if heap = 2 else 3", "where heap = 2"])
def test_a_line_that_goes_on_is_not_indented_as_one_of_its_own(line: str) -> None:
    diagnostics = Diagnostics()
    parse(Source("case.rules", f"rule f\n    heap becomes 3\n        {line}\n"), diagnostics)
    (diagnostic,) = diagnostics.sorted()
    assert diagnostic.message == "a deeper indentation does not fit here"
    assert diagnostic.fixes == ()


@pytest.mark.parametrize("more", ["", 'end board_full\n    "Full."\n    when yes\n    draw\n'])
def test_what_happens_in_a_game_is_declared(tmp_path: Path, more: str) -> None:
    path = tmp_path / "case.rules"
    path.write_text(f'rulebook case\n    "Case"\n    players 2\n\n{more}')
    (missing,) = reported_now(path)
    (new,) = missing.fixes
    assert new.title == "declare `play`"
    path.write_text(applied(path.read_text(), new))
    assert reported_now(path) == ()


def test_branches_without_an_end_are_closed() -> None:
    text = 'game pig\nplayers 2\n\nbranch "a"\n    rolls 4\n    branch "b"\n        rolls 3\n'
    for _ in range(2):
        text = applied(text, read_playthrough("case.play", text).problems[-1].fixes[0])
    assert read_playthrough("case.play", text).problems == ()
    assert text.split("\n")[3:] == ['branch "a"', "    rolls 4", '    branch "b"', "        rolls 3", "    end", "end", ""]


@pytest.mark.parametrize(("value", "is_taken"), [
    ("a1.row", True), ("turn.next", True), ("sky.next", False), ("a1.next", False), ("turn.row", False)])
def test_a_function_is_offered_for_a_part_of_what_it_takes_alone(tmp_path: Path, value: str, is_taken: bool) -> None:
    path = tmp_path / "case.rules"
    path.write_text('''rulebook case
    "Case"
    players 2

board pond: square 3 by 3 of cell

enum mood: calm, wild

state
    turn: player = P1
    sky: mood = calm

play
    if VALUE = VALUE
        turn becomes next(turn)
    check over

end over
    "Over."
    when sky = wild
    draw
'''.replace("VALUE", value))
    fixes = [fix for diagnostic in reported_now(path) for fix in diagnostic.fixes]
    of, _, part = value.partition(".")
    assert {fix.text for fix in fixes} == ({f"{part}({of})"} if is_taken else set())
    for fix in sorted(fixes, key=lambda fix: -fix.span.column):
        path.write_text(applied(path.read_text(), fix))
    assert any(diagnostic.level == "error" for diagnostic in reported_now(path)) != is_taken
