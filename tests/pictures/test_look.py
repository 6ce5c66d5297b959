"""Look files: each case file is reported exactly as its comments say, and what a look says is drawn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.checking.file_checks import check_look_file
from rulewright.cli.main import main
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.source.span import Source
from rulewright.pictures.look.colours import PALETTE, ink_on, luminance
from rulewright.pictures.look.reader import FORMS, read_look

from ..errors.test_errors import expectations

FOLDER = Path(__file__).parent / "looks"
# The other looks are checked with their games by `.ci/run`.
SHIPPED = sorted((Path(__file__).parents[2] / "games" / "tutorial").rglob("look/*.look"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("look/*.look")), ids=lambda path: path.stem)
def test_a_look_file_is_reported_as_its_comments_say(path: Path) -> None:
    wanted = list(expectations(path.read_text(encoding="utf-8")))
    diagnostics = check_look_file(path)
    assert Counter((d.code, d.span.line, d.span.text) for d in diagnostics) == Counter((e.code, e.line, e.text) for e in wanted)
    for expectation in wanted:
        here = (expectation.code, expectation.line, expectation.text)
        alike = [d for d in diagnostics if (d.code, d.span.line, d.span.text) == here]
        assert expectation.message in [d.message for d in alike]
        assert expectation.help is None or expectation.help in [d.help for d in alike]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_looks_that_ship_have_no_mistakes(path: Path) -> None:
    assert check_look_file(path) == ()


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_the_forms_that_help_names_can_be_read(form: str) -> None:
    diagnostics = Diagnostics()
    read_look(Source("x.look", form), diagnostics)
    assert diagnostics.sorted() == ()


def test_check_takes_a_folder_of_looks(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["check", str(FOLDER / "look")])
    assert result.exit_code == 1
    assert "town.look: no mistakes" in result.output
    (tmp_path / "look").mkdir()
    (tmp_path / "look" / "lost.look").write_text("size board 30\n")
    result = CliRunner().invoke(main, ["check", str(tmp_path / "look")])
    assert "a look file is named after its rulebook in the folder above, and there is none" in result.output


def test_any_bytes_are_read_without_an_exception() -> None:
    for text in ('"', 'symbol "', "colour # #", 'caption en x "', "\x00\x01 \u2028", "show show show", "symbol x path", "#"):
        diagnostics = Diagnostics()
        read_look(Source("x.look", text), diagnostics)


def test_ink_has_contrast_on_every_colour_of_the_palette() -> None:
    for colour in PALETTE:
        light, ink = luminance(colour), luminance(ink_on(colour))
        assert (max(light, ink) + 0.05) / (min(light, ink) + 0.05) >= 4
