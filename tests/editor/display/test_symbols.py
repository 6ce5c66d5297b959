"""Declarations by their names: in all rulebooks of a folder, and in the outline of a playthrough."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.cli.editor.display import symbols
from rulewright.cli.editor.display.play_outline import outline_of
from rulewright.cli.editor.display.symbols import symbols_in
from rulewright.cli.editor.server.server import RequestCancelled
from rulewright.dsl.parse import items_of
from rulewright.dsl.source import disk
from rulewright.dsl.source.span import Source
from rulewright.dsl.syntax import Item
from rulewright.interpreter.playthroughs.lines.reader import read

from ..client import Editor, session, uri_of

RULES = """rulebook {name}
    players 2

# basket
state
    basket_of_{name}: 0..9

play
    "A basket."
    grow()

rule grow
    choose what by P1
        move pick_{name} "picks"
            basket_of_{name} gains 1

rule broken(
"""
PLAY = """game small
players Anna, Boris

position "begun"
    basket_of_small = 2
mark "here"
branch "what if"
    Anna: picks
    mark "there"
    branch "deeper"
        Anna: picks
    end
end
back to "here"
position
    basket_of_small = 3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write two rulebooks to folders of a folder, and one where no author has written anything."""
    for place, name in (("a", "small"), ("b/c", "large"), ("node_modules", "foreign"), (".hidden", "hidden")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / f"{name}.rules").write_text(RULES.format(name=name))
    return tmp_path


def found(folder: Path, letters: str) -> list[tuple[str, str, int]]:
    """Return the names with these letters, with what is around them and their lines."""
    return [(symbol.entry.name, symbol.around, symbol.entry.span.line)
            for symbol in symbols_in([folder], letters, lambda: None)]


def test_a_file_is_parsed_once_for_all_its_declarations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = list[str]()

    def noted(source: Source) -> tuple[Item, ...]:
        parsed.append(source.text)
        return items_of(source)

    monkeypatch.setattr(symbols, "items_of", noted)
    assert {around.partition(",")[0] for _, around, _ in found(folder, "")} == {"small", "large"}
    assert parsed == [RULES.format(name=name) for name in ("small", "large")]
    assert found(folder, "no such name") == []
    assert len(parsed) == 2


@pytest.mark.parametrize(("letters", "names"), [
    ("basket", [("basket_of_small", "small", 6), ("basket_of_large", "large", 6)]),
    ("BskL", [("basket_of_small", "small", 6), ("basket_of_large", "large", 6)]),
    ("pick_l", [("pick_small", "small, grow, what", 14), ("pick_large", "large, grow, what", 14)]),
    ("pick_lg", [("pick_large", "large, grow, what", 14)]),
    ("kcip", []), ("foreign", []), ("hidden", []),
])
def test_names_are_found_by_their_letters_in_order(folder: Path, letters: str, names: list[tuple[str, str, int]]) -> None:
    assert found(folder, letters) == names


def test_all_names_are_found_without_letters(folder: Path) -> None:
    assert [name for name, around, _ in found(folder, "") if around.startswith("small")] == [
        "basket_of_small", "play", "grow", "what", "pick_small"]


def test_the_text_that_an_editor_shows_counts(folder: Path) -> None:
    shown = {disk.resolved(folder / "new.rules"): b"rule shown\n    grow()\n"}
    with disk.looking_at(disk.Overlay(shown)):
        assert found(folder, "shown") == [("shown", "new", 1)]


def test_a_search_stops_when_it_is_cancelled(folder: Path) -> None:
    def go_on() -> None:
        raise RequestCancelled

    with pytest.raises(RequestCancelled):
        list(symbols_in([folder], "basket", go_on))


def test_a_playthrough_has_an_outline() -> None:
    outer = outline_of(read("game.play", PLAY))
    assert [(entry.name, entry.kind, entry.whole.line, entry.whole.end_line) for entry in outer] == [
        ("begun", "position", 4, 5), ("here", "mark", 6, 6), ("what if", "branch", 7, 13), ("position", "position", 15, 16)]
    assert [entry.name for entry in outer[2].inside] == ["there", "deeper"]


def test_an_editor_asks_for_names_of_its_folder_and_of_a_playthrough(folder: Path) -> None:
    async def talk(editor: Editor) -> tuple[object, list[str]]:
        names = await editor.workspace_symbol_async(lsp.WorkspaceSymbolParams("pick_lg"))
        uri = editor.open(folder / "game.play", PLAY)
        outline = await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri)))
        return names, [entry.name for entry in outline or ()]

    names, outline = session(folder, talk)
    assert isinstance(names, list)
    assert [(name.name, name.container_name, name.location.uri, name.location.range.start) for name in names] == [
        ("pick_large", "large, grow, what", uri_of(folder / "b" / "c" / "large.rules"), lsp.Position(13, 13))]
    assert outline == ["begun", "here", "what if", "position"]
