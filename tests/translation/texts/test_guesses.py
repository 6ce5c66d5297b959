"""Lines of text files as newcomers guess them have a help, and a change after which the file is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.source.diagnostics import Diagnostic, Diagnostics
from rulewright.translation.wording import guesses
from rulewright.translation.wording.wordings import read_wordings

from ...errors.test_fixes import applied

HEADER = "texts of orchard in it\n\n"
TEXT = '\n    "Testo."'
# A guess, and how it is written.
GUESSES = (
    ('shade: "Testo."', f"shade{TEXT}"),
    ('shade = "Testo."', f"shade{TEXT}"),
    ('shade "Testo."', f"shade{TEXT}"),
    ('shade 4be1c70a "Testo."', f"shade 4be1c70a{TEXT}"),
    ('move pick: "Testo."', f"move pick{TEXT}"),
    ('title: "Testo."', f"title{TEXT}"),
    (f"shade:{TEXT}", f"shade{TEXT}"),
    (f"move pick 4be1c70a:{TEXT}", f"move pick 4be1c70a{TEXT}"),
    (f"shade ={TEXT}", f"shade{TEXT}"),
    (f"rule shade{TEXT}", f"shade{TEXT}"),
    (f"end shade 4be1c70a{TEXT}", f"shade 4be1c70a{TEXT}"),
    (f"clause shade{TEXT}", f"shade{TEXT}"),
    (f"constant shade{TEXT}", f"shade{TEXT}"),
    ("omit shade", "leave out shade"),
    ("skip shade", "leave out shade"),
    ("hide shade", "leave out shade"),
    ("leave shade out", "leave out shade"),
    ("leave out shade, sun", "leave out shade sun"),
    ("leave out shade and sun", "leave out shade sun"),
    ("// later", "# later"),
    ("-- later", "# later"),
    ("; later", "# later"),
    ("shade\n    Testo.", f"shade{TEXT}"),
    ("shade\n    'Testo.'", f"shade{TEXT}"),
    ("shade\n    «Testo.»", f"shade{TEXT}"),
    ("shade\n    “Testo.”", f"shade{TEXT}"),
    ('shade\n    "Testo.', f"shade{TEXT}"),
)
HEADERS = ("texts of orchard", "texts for orchard in it", "text of orchard in it", "language it", "texts of orchard in Italian")


def told(text: str) -> tuple[Diagnostic, ...]:
    """Write a file, and read it."""
    diagnostics, path = Diagnostics(), Path("text/orchard.it.texts")
    path.write_text(text, encoding="utf-8")
    read_wordings(path, "orchard", diagnostics)
    return diagnostics.sorted()


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").mkdir()
    monkeypatch.chdir(tmp_path)


def mended(text: str) -> str:
    """Write a file, make the only change that is offered, and read the file again."""
    (problem,) = told(text)
    (fix,) = problem.fixes
    assert problem.code == "E501"
    right = applied(text, fix)
    assert told(right) == ()
    return right


@pytest.mark.parametrize(("line", "right"), GUESSES)
def test_a_guess_has_a_change(line: str, right: str) -> None:
    assert mended(f"{HEADER}{line}\n") == f"{HEADER}{right}\n"


@pytest.mark.parametrize("line", HEADERS)
def test_a_guessed_header_is_replaced(line: str) -> None:
    assert mended(f"{line}\n\nshade{TEXT}\n") == f"{HEADER}shade{TEXT}\n"


def test_a_missing_header_is_put_above() -> None:
    assert mended(f"shade{TEXT}\n") == f"{HEADER}shade{TEXT}\n"


def test_each_row_has_a_guess() -> None:
    lines = [line.split("\n")[0] for line, _ in GUESSES]
    assert [row for row in guesses.ROWS if not any(row[0].fullmatch(line) for line in lines)] == []
