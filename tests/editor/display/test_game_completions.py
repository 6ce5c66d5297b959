"""The completions of the line of a playthrough that names its game."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from ..client import Editor, session, uri_of


@pytest.fixture
def folder(pig: Path) -> Path:
    """A folder for playthroughs below that of a rulebook, which has a variant."""
    pig.rename(pig.with_name("own_game.rules"))
    pig.with_name("short.rules").write_text("variant short of own_game\n")
    beside = pig.with_name("playthroughs")
    beside.mkdir()
    return beside


def offered(folder: Path, marked: str, typed: str | None = None) -> list[tuple[str, str]]:
    """Return what is offered at the `|` of a playthrough, each with the whole line that it makes."""
    before, _, after = marked.partition("|")
    context = None if typed is None else lsp.CompletionContext(lsp.CompletionTriggerKind.TriggerCharacter, typed)

    async def talk(editor: Editor) -> list[tuple[str, str]]:
        uri = editor.open_document(uri_of(folder / "game.play"), before + after, "rulewright-play")
        line = before.split("\n")[-1]
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), lsp.Position(before.count("\n"), len(line)), context=context))
        assert isinstance(offers, list)
        edits = [offer.text_edit for offer in sorted(offers, key=lambda offer: offer.sort_text or "")]
        return [(edit.new_text, line[: edit.range.start.character] + edit.new_text)
                for edit in edits if isinstance(edit, lsp.TextEdit)]

    return session(folder, talk)


@pytest.mark.parametrize("marked", [
    "game |", "# A game.\n\ngame ow|\nplayers Anna, Boris\n", "game ow|n_game\nplayers Anna, Boris\n\nrolls 4\n"])
def test_rulebooks_near_a_playthrough_come_before_those_that_ship(folder: Path, marked: str) -> None:
    offers = offered(folder, marked)
    assert offers[0] == ("own_game", "game own_game")
    names = [name for name, _ in offers]
    assert {"pig", "nim"} <= set(names[1:])
    assert "short" not in names
    assert len(names) == len(set(names))


def test_a_blank_behind_the_word_lists_them(folder: Path) -> None:
    assert offered(folder, "game |", " ")[0] == ("own_game", "game own_game")
    assert offered(folder, "players |", " ") == []


def test_a_file_without_a_game_begins_with_the_word(folder: Path) -> None:
    assert offered(folder, "|") == [("game", "game")]
    assert offered(folder, "# A game.\nga|\n") == [("game", "game")]
    assert len(offered(folder, "game own_game\n|")) > 1


def test_the_line_of_another_word_has_no_rulebooks(folder: Path) -> None:
    assert "own_game" not in [name for name, _ in offered(folder, "game own_game\nplayers Anna, Boris\n\nAnna: |")]
