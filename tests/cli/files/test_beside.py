"""What lies beside a rulebook is read, or it is told why not; nothing of what cannot be read whole is written anew."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.documents import text
from rulewright.cli.main import main

FERRY = Path(__file__).parents[2] / "translation" / "documents" / "ferry"
PRINTED = FERRY.parent / "printed" / "ferry.ru.md"
TEXTS = 'texts of ferry in ru\n\nstorm\n    "Буря."\n\ngone_clause\n    "Было."\n'
ACCEPTED = '{"finding": "356530bf", "rule": "accuracy/number-missing", "clause": "storm", "why": "так и надо"}\n'


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    home = tmp_path / "ferry"
    shutil.copytree(FERRY, home)
    (home / "documents").mkdir()
    return home


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def on_document(home: Path, command: str, *arguments: str) -> Result:
    document = home.parent / "printed.md"
    document.write_text(PRINTED.read_text(encoding="utf-8").replace("2 кости", "3 кости"), encoding="utf-8")
    return run(*command.split(), str(home / "ferry.rules"), *arguments, "--document", str(document), "--lang", "ru")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent / "nothing")


@pytest.mark.parametrize(("name", "make"), [
    ("text/ru.texts", Path.mkdir), ("text/ru.glossary.csv", os.mkfifo), ("text/ru.texts", link_to_nothing),
    ("documents/ru.lock", os.mkfifo), ("documents/ru.lock", link_to_itself), ("documents/ru.accepted", Path.mkdir)])
def test_what_lies_in_the_place_of_a_file_is_told(ferry: Path, name: str, make: Callable[[Path], None]) -> None:
    (ferry / name).unlink(missing_ok=True)
    make(ferry / name)
    found = run("check", str(ferry)) if name.startswith("text") else on_document(ferry, "validate")
    assert (found.exit_code, f"{name}` cannot be read: " in found.output) == (1, True), found.output


def test_a_playthrough_that_is_a_link_to_nothing_is_told(ferry: Path) -> None:
    (ferry / "playthroughs").mkdir()
    link_to_nothing(ferry / "playthroughs" / "game.play")
    found = run("test", str(ferry))
    assert (found.exit_code, "game.play" in found.output) == (1, True), found.output


@pytest.mark.parametrize("arguments", [("--write",), ("--accept", "storm")])
def test_texts_in_another_encoding_are_not_written_anew(ferry: Path, arguments: tuple[str, ...]) -> None:
    path = ferry / "text" / "ru.texts"
    path.write_bytes(TEXTS.encode("cp1251"))
    found = run("texts", str(ferry / "ferry.rules"), "--lang", "ru", *arguments)
    assert (found.exit_code, "is not text in UTF-8 (byte" in found.output) == (1, True), found.output
    assert path.read_bytes() == TEXTS.encode("cp1251")


def test_a_text_of_a_clause_that_is_gone_cannot_be_accepted(ferry: Path) -> None:
    (ferry / "text" / "ru.texts").write_text(TEXTS, encoding="utf-8")
    found = run("texts", str(ferry / "ferry.rules"), "--lang", "ru", "--accept", "gone_clause")
    assert (found.exit_code, "the rules have no clause `gone_clause` any more" in found.output) == (2, True), found.output


def test_texts_of_a_rulebook_with_mistakes_are_left_alone(ferry: Path) -> None:
    rulebook = ferry / "ferry.rules"
    rulebook.write_text(rulebook.read_text(encoding="utf-8") + "\nrule broken(\n", encoding="utf-8")
    found = run("texts", str(rulebook), "--lang", "de", "--write")
    assert (found.exit_code, "error[E1" in found.output) == (1, True), found.output
    assert not (ferry / "text" / "de.texts").exists()


def test_reasons_in_another_encoding_are_not_lost(ferry: Path) -> None:
    path = ferry / "documents" / "ru.accepted"
    path.write_bytes(ACCEPTED.encode("cp1251"))
    found = on_document(ferry, "document accept", "84bf1100", "--reason", "so it is")
    assert (found.exit_code, "is not text in UTF-8 (byte" in found.output) == (1, True), found.output
    assert path.read_bytes() == ACCEPTED.encode("cp1251")


def test_a_glossary_that_cannot_be_read_is_told_before_what_is_found(ferry: Path) -> None:
    path = ferry / "text" / "ru.glossary.csv"
    path.write_text(path.read_text(encoding="utf-8") + 'storm,"буря\n', encoding="utf-8")
    (ferry / "text" / "ru.texts").write_text(TEXTS, encoding="utf-8")
    for found in (on_document(ferry, "validate"), run("rulebook", str(ferry / "ferry.rules"), "--lang", "ru"),
                  run("texts", str(ferry / "ferry.rules"), "--lang", "ru")):
        assert f"warning: 1 mistake in `{path}`" in found.stderr, found.stderr


def test_a_printed_rulebook_that_is_too_long_is_not_read(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "MOST_CHARACTERS", 500)
    assert "is longer than 500 characters" in on_document(ferry, "document terms").output
    monkeypatch.setattr(text, "MOST_CHARACTERS", 50_000)
    monkeypatch.setattr(text, "MOST_SENTENCES", 5)
    found = on_document(ferry, "document terms")
    assert (found.exit_code, "has more than 5 sentences" in found.output) == (2, True), found.output


def test_nothing_is_said_to_the_terminal(ferry: Path) -> None:
    (ferry / "documents" / "ru.lock").write_text("\x1b[2J\x07{\n", encoding="utf-8")
    found = on_document(ferry, "validate")
    assert (found.exit_code, "\N{REPLACEMENT CHARACTER}[2J" in found.output, "\x1b" in found.output) == (1, True, False)
