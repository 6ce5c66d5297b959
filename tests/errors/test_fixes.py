"""A fix mends the mistake that it is for: what it changes is not reported any more, and still parses."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.commands.check import as_json
from rulewright.cli.shared.sarif import sarif_log
from rulewright.dsl.source import disk
from rulewright.dsl.source.diagnostics import Diagnostic, RulebookError
from rulewright.dsl.source.fixes import Fix

from .test_errors import CASES, told_now, told_of

# Cases in which the right fix leads on to the next mistake, or leaves the same one in another place, and why.
LEAD_ON = {
    "E206_histories": "a field called like the type that it lacks",
    "E307_said": "the name that is meant is not known before play either",
    "E701_targets": "what the change takes away is reported when its target is there",
    "E101_letters": "the other quote of a text is a character of the same kind",
    "E101_edits": "what the change takes away is reported when it parses",
}
# Codes that have a fix in some case, so that none is lost.
FIXED = {"E101", "E102", "E201", "E204", "E206", "E207", "E301", "E302", "E306", "E402", "E405", "E407", "E601", "E602", "E603",
         "E604", "E701", "E703", "E704", "E705", "E801", "E802", "W402"}


def applied(text: str, fix: Fix) -> str:
    """A text with a fix in it."""
    lines, at = text.split("\n"), fix.span
    before = "\n".join([*lines[: at.line - 1], lines[at.line - 1][: at.column - 1]])
    return before + fix.text + "\n".join([lines[at.end_line - 1][at.end_column - 1 :], *lines[at.end_line :]])


def after(path: Path, fix: Fix) -> tuple[Diagnostic, ...]:
    """What is told about a case once a fix is made."""
    there = Path(fix.span.source.name)
    text = applied(there.read_text(encoding="utf-8"), fix)
    with disk.looking_at(disk.laid_over({disk.resolved(there): text.encode()})):
        try:
            return told_now(path)
        except RulebookError as error:
            return error.diagnostics


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_fix_mends_what_it_is_for(path: Path) -> None:
    told = told_of(path)
    for diagnostic in told:
        for fix in diagnostic.fixes:
            if not Path(fix.span.source.name).is_file():
                continue
            left = after(path, fix)
            again = [found for found in left if (found.code, found.message) == (diagnostic.code, diagnostic.message)]
            before = [found for found in told if (found.code, found.message) == (diagnostic.code, diagnostic.message)]
            if path.stem not in LEAD_ON:
                assert len(again) < len(before), (diagnostic.message, fix.title)
                unparsed = {found.message for found in left if found.code == "E101"}
                assert unparsed <= {found.message for found in told if found.code == "E101"}, (diagnostic.message, fix.title)


def test_codes_that_have_fixes() -> None:
    assert {diagnostic.code for path in CASES for diagnostic in told_of(path) if diagnostic.fixes} >= FIXED


def test_a_did_you_mean_has_a_fix() -> None:
    """But for parts of a name that does not stand there as a whole."""
    # These have no place of their own: a name that is given on the command line or in a line of several.
    placeless = {("E308_parameters", "did you mean `markers`? it takes draw_game, markers"),
                 ("E701_parts", "did you mean `size`?")}
    without = {(path.stem, diagnostic.help) for path in CASES for diagnostic in told_of(path)
               if (diagnostic.help or "").startswith("did you mean") and not diagnostic.fixes}
    assert without <= placeless


def test_fixes_are_in_json_and_sarif() -> None:
    path = next(path for path in CASES if path.stem == "E402_order" or path.stem.startswith("E402"))
    found = next(diagnostic for diagnostic in told_of(path) if diagnostic.fixes)
    (fix,) = found.fixes
    assert as_json(found)["fixes"] == [{
        "title": fix.title, "file": str(path), "line": fix.span.line, "column": fix.span.column, "end_line": fix.span.end_line,
        "end_column": fix.span.end_column, "text": fix.text}]
    runs = sarif_log([found])["runs"]
    assert isinstance(runs, list)
    (change,) = runs[0]["results"][0]["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{
        "deletedRegion": {"startLine": fix.span.line, "startColumn": fix.span.column, "endLine": fix.span.end_line,
                          "endColumn": fix.span.end_column}, "insertedContent": {"text": fix.text}}]
