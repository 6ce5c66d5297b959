"""A word that is a concept of glossaries is renamed in all of them, and in what names the concept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulewright.cli.checking.checked import check_file
from rulewright.cli.checking.result import CheckedFile
from rulewright.cli.editor.changes.edits import changed_texts
from rulewright.cli.editor.changes.renames import CannotRename, renamed
from rulewright.cli.editor.files.rulebooks import Asked, Rulebooks
from rulewright.dsl.source.search_path import find

LOCK = '{"n": 1, "mark": "disc", "clauses": {"turn": "0badcafe"}, "concepts": ["disc", "player"]}\n{"silent": "disc"}\n'

# The word, a column, and a word that the notation of a move says by itself.
BANK = """rulebook bank
    "Bank"
    players 2
    seats Anna, Boris

enum metal: gold, iron
    "What the bank holds."

table vault
    "The vaults."
    gold: 0..9
    row north: 3
        "The vault in the north."

state
    kept: metal or none
    taken: 0..9

play
    choose take by Anna
        "Anna sells or waits."
        move sell "sells 2 gold"
            "A player sells what is in the north."
            kept becomes gold
            taken becomes north.gold
        move wait "waits"
            "A player may wait."
            kept becomes none
            taken becomes 1
    check sold

end sold
    "The game ends when something is sold."
    when taken > 0 and kept != iron
    draw
"""
PLAY = "game bank\nplayers Anna, Boris\n\nAnna: sells 2 gold\nexpect kept = gold and taken = north.gold\n"


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """A copy of a shipped rulebook with its texts, glossaries and playthroughs, and a lock; no other rulebook beside it."""
    there = find("connect_four").parent
    for path in (*there.glob("connect_four.rules"), *there.glob("text/connect_four.*"), *there.glob("text/*.csv"),
                 *there.glob("playthroughs/connect_four*")):
        (tmp_path / path.relative_to(there)).parent.mkdir(exist_ok=True)
        shutil.copy(path, tmp_path / path.relative_to(there))
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ru.lock").write_text(LOCK)
    return tmp_path / "connect_four.rules"


def rename(main: Path, old: str, new: str) -> Counter[str]:
    """Rename what a rulebook calls by a name, on disk; return the number of edits of each file."""
    opened = Rulebooks().open(Asked(main))
    edits = renamed(opened, opened.names.by_name[old], new)
    for path, text in changed_texts(edits).items():
        path.write_bytes(text)
    return Counter(Path(edit.span.source.name).name for edit in edits)


def reported(main: Path) -> list[str]:
    return sorted(f"{found.code} {found.message}" for found in check_file(CheckedFile(str(main), (), (), 0)).diagnostics)


def test_a_concept_is_renamed_in_all_glossaries_texts_and_locks(four: Path) -> None:
    before = reported(four)
    edits = rename(four, "disc", "stone")
    assert reported(four) == before
    assert edits["en.glossary.csv"] == edits["ru.glossary.csv"] == 1
    assert "\nstone,disc,preferred" in (four.parent / "text" / "en.glossary.csv").read_text()
    assert (four.parent / "documents" / "ru.lock").read_text() == LOCK.replace('["disc"', '["stone"').replace(
        '"silent": "disc"', '"silent": "stone"')


def test_a_concept_that_another_rulebook_writes_too_keeps_its_name(four: Path) -> None:
    (four.parent / "other.rules").write_text(four.read_text().replace("rulebook connect_four", "rulebook other"))
    edits = rename(four, "disc", "stone")
    assert not {"en.glossary.csv", "ru.glossary.csv"} & edits.keys()
    assert '["disc"' in (four.parent / "documents" / "ru.lock").read_text()


def test_a_name_that_is_a_concept_already_is_refused(four: Path) -> None:
    with pytest.raises(CannotRename, match="`heap` is a concept of the glossary already"):
        rename(four, "disc", "heap")


def test_a_word_of_a_notation_and_a_column_of_the_same_name_stay(tmp_path: Path) -> None:
    main, play = tmp_path / "bank.rules", tmp_path / "bank.play"
    main.write_text(BANK)
    play.write_text(PLAY)
    assert reported(main) == reported(play) == []
    rename(main, "gold", "silver")
    assert play.read_text() == PLAY.replace("kept = gold", "kept = silver")
    assert reported(main) == reported(play) == []


def test_the_types_of_the_protocol_are_known_before_a_thread_begins() -> None:
    code = ("import rulewright.cli.editor.server.server, attrs\nfrom lsprotocol import types as lsp\n"
            "print(attrs.fields(lsp.Location).range.type is lsp.Range)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout == "True\n"
