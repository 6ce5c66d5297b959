"""Case files of faulty rulebooks and playthroughs: each states beside the faulty line what the compiler must report about it.

    place paladn in court   # error[E201] `paladn`: unknown name `paladn`; help: did you mean `paladin`?

The test always compares the code and the underlined text with the compiler, the message and the help
where a case states them. An expectation on a line of its own belongs to the line of code above it;
`error[E201]@40` is about line 40 of another file.
The compiler must report nothing that a case does not expect; warnings only count in cases that expect one. The test
reads a variant with the rulebook beside it, and with the other variants that a line `# with NAME` names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from rulewright.cli.checking.file_checks import check_playthrough
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import Files, read
from rulewright.dsl.resolve import MAX_PLAYERS
from rulewright.dsl.source.diagnostics import CODES, Diagnostic, Diagnostics
from rulewright.dsl.syntax import Rulebook

FOLDER = Path(__file__).parent / "cases"
CASES = sorted([*FOLDER.glob("**/*.rules"), *FOLDER.glob("**/*.play")])
ELSEWHERE = {"E103": "test_files.py", "E104": "test_files.py", "E107": "documents", "E501": "texts", "E502": "texts",
             "E503": "texts", "E504": "texts", "E505": "texts", "W502": "texts", "W503": "texts", "W504": "texts",
             "W505": "texts", "W506": "texts", "E607": "cli/check/test_evaluation_files.py",
             "E409": "cli/check/test_games_tried.py",
             "E611": "pictures", "E612": "pictures", "E613": "pictures", "E614": "pictures"}
EXPECTED = re.compile(
    r"# (?:error|warning)\[(?P<code>\w+)\](?:@(?P<line>\d+))? `(?P<text>[^`]*)`"
    r"(?:: (?P<message>.*?))?(?:; note: (?P<note>.*?))?(?:; help: (?P<help>.*))?$")


@frozen
class Expectation:
    """A diagnostic that a case asks for; message, note and help are None where they are left open."""

    line: int
    code: str
    text: str
    message: str | None
    note: str | None
    help: str | None


def expectations(text: str) -> Iterator[Expectation]:
    """What the comments of a case ask for, from the first line on."""
    line = 0
    for number, content in enumerate(text.split("\n"), 1):
        if content.strip() and not content.lstrip().startswith("#"):
            line = number
        written = EXPECTED.search(content)
        if written is not None:
            at = int(written["line"]) if written["line"] else line
            yield Expectation(at, written["code"], written["text"], written["message"], written["note"], written["help"])


def case(path: Path) -> Files:
    """The rulebook of a case file."""
    return read(path, tuple(re.findall(r"^# with (\w+)$", path.read_text(), re.MULTILINE)))


@cache
def reported_for(path: Path) -> tuple[Diagnostic, ...]:
    """What is told about a case file as it lies on the disk."""
    return reported_now(path)


def reported_now(path: Path) -> tuple[Diagnostic, ...]:
    """What is told about a case file as it is read now."""
    return check_playthrough(str(path)) if path.suffix == ".play" else diagnostics_of(case(path))


def diagnostics_of(files: Files) -> tuple[Diagnostic, ...]:
    """What is told about a rulebook with any number of players that it allows."""
    reported = Diagnostics()
    header = next((declaration for declaration in files.declarations if isinstance(declaration, Rulebook)), None)
    counts = range(header.fewest, min(header.most, MAX_PLAYERS) + 1) if header is not None else range(2, 3)
    for players in counts or range(2, 3):
        diagnostics = Diagnostics()
        diagnostics.extend(files.diagnostics.sorted())
        reported.extend(analyse(files.declarations, players, {}, diagnostics).diagnostics)
    return reported.sorted()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_reports_exactly_what_it_expects(path: Path) -> None:
    wanted = list(expectations(path.read_text()))
    diagnostics = reported_for(path)
    if not any(expectation.code.startswith("W") for expectation in wanted):
        diagnostics = tuple(diagnostic for diagnostic in diagnostics if diagnostic.level == "error")
    actual = Counter((diagnostic.span.line, diagnostic.code, diagnostic.span.text) for diagnostic in diagnostics)
    assert actual == Counter((expectation.line, expectation.code, expectation.text) for expectation in wanted)
    for expectation in wanted:
        alike = [
            d for d in diagnostics
            if (d.span.line, d.code, d.span.text) == (expectation.line, expectation.code, expectation.text)
        ]
        assert expectation.message is None or expectation.message in [d.message for d in alike]
        assert expectation.note is None or expectation.note in [note for d in alike for note, _ in d.related]
        assert expectation.help is None or expectation.help in [d.help for d in alike]


def test_every_code_has_a_case() -> None:
    written = {expectation.code for path in CASES for expectation in expectations(path.read_text())}
    assert written | set(ELSEWHERE) == set(CODES)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_messages_are_lower_case_without_a_full_stop(path: Path) -> None:
    for diagnostic in reported_for(path):
        for text in (diagnostic.message, diagnostic.help, *(message for message, _ in diagnostic.related)):
            if text:
                assert not text.endswith("."), text
                assert text[0] == "`" or text[0] == text[0].lower(), text
