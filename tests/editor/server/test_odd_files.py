"""The server answers for files with odd names, line ends and letters, and for files that are gone, broken or too large."""

from __future__ import annotations

from collections.abc import Awaitable
from itertools import product
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.dsl.source.chunks import MAX_FILE

from ...sampled import sampled
from ..client import Editor, at, session, uri_of
from ..pig import PIG

# Characters that end a line for Python, and for no editor.
NO_LINE_ENDS = "\u2028\x85"
UNITS = {lsp.PositionEncodingKind.Utf8: "utf-8", lsp.PositionEncodingKind.Utf16: "utf-16-le",
         lsp.PositionEncodingKind.Utf32: "utf-32-le"}


@pytest.mark.parametrize("name", ["имя с пробелом", "100% # of it?"])
def test_files_have_diagnostics_in_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "pig.rules").write_text(PIG)

    async def talk(editor: Editor) -> list[lsp.Diagnostic]:
        uri = editor.open(folder / "pig.rules")
        assert await editor.twice(uri) == []
        editor.change(uri, PIG.replace("unlucky = 1", "unlucky = goall"))
        wrong = await editor.twice(uri)
        # Both checks name the file as the editor does.
        assert list(editor.published) == [uri]
        return wrong

    assert [found.code for found in session(folder, talk)] == ["E201"]


# The ordinary run has each end of a line, and each way to count.
@pytest.mark.parametrize(("ends", "encoding"), sampled(list(product(("\n", "\r\n"), UNITS)), every=2))
def test_places_are_counted_as_the_editor_counts(tmp_path: Path, encoding: lsp.PositionEncodingKind, ends: str) -> None:
    text = PIG.replace("# A folk game", f"# A{NO_LINE_ENDS} folk game")
    text = text.replace('"The die has', '"\U0001f3b2 \u00e9 The die has {unlucy}')
    path = tmp_path / "pig.rules"
    path.write_text(PIG)
    lines = text.split("\n")
    row = next(number for number, line in enumerate(lines) if "{unlucy}" in line)

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], lsp.Hover | None]:
        assert editor.started is not None
        assert editor.started.capabilities.position_encoding == encoding
        assert editor.started.capabilities.text_document_sync == lsp.TextDocumentSyncOptions(
            open_close=True, change=lsp.TextDocumentSyncKind.Full, save=True)
        uri = editor.open(path, text.replace("\n", ends))
        found = await editor.diagnostics(uri)
        mended = [line.replace("{unlucy}", "{unlucky}") for line in lines]
        editor.change(uri, ends.join(mended))
        before = mended[row][: mended[row].index("unlucky")].encode(UNITS[encoding])
        place = lsp.Position(row, len(before) // _width(encoding) + 1)
        return found, await editor.text_document_hover_async(lsp.HoverParams(lsp.TextDocumentIdentifier(uri), place))

    can = lsp.ClientCapabilities(general=lsp.GeneralClientCapabilities(position_encodings=[encoding]))
    (wrong,), hover = session(tmp_path, talk, can=can)
    units = lines[row].encode(UNITS[encoding])
    width = _width(encoding)
    assert units[wrong.range.start.character * width : wrong.range.end.character * width].decode(UNITS[encoding]) == "unlucy"
    assert wrong.range.start.line == row
    assert hover is not None


def _width(encoding: lsp.PositionEncodingKind) -> int:
    """The bytes in one unit."""
    return len("a".encode(UNITS[encoding]))


def test_a_file_with_other_line_ends_is_laid_out_already(tmp_path: Path) -> None:
    path = tmp_path / "pig.rules"
    path.write_bytes(PIG.replace("\n", "\r\n").encode())

    async def talk(editor: Editor) -> object:
        uri = editor.open(path, path.read_bytes().decode())
        return await editor.text_document_formatting_async(lsp.DocumentFormattingParams(
            lsp.TextDocumentIdentifier(uri), lsp.FormattingOptions(4, True)))

    assert session(tmp_path, talk) is None


def test_a_file_that_is_deleted_while_it_is_open_stays(tmp_path: Path) -> None:
    path = tmp_path / "pig.rules"
    path.write_text(PIG)

    async def talk(editor: Editor) -> lsp.WorkspaceEdit | None:
        uri = editor.open(path)
        await editor.diagnostics(uri)
        path.unlink()
        editor.change(uri, f"{PIG}# more\n")
        assert await editor.twice(uri) == []
        return await editor.text_document_rename_async(lsp.RenameParams(
            position=at(PIG, "if d = unlu|cky"), new_name="bad_luck", text_document=lsp.TextDocumentIdentifier(uri)))

    renamed = session(tmp_path, talk)
    assert renamed is not None
    assert list(renamed.changes or ()) == [uri_of(path)]


def test_questions_about_a_file_that_nobody_has_are_answered(tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "broken.rules").write_bytes(b"rulebook \xff\xfe\n")

    async def talk(editor: Editor) -> list[object]:
        return [await answer for name in ("nothing.rules", "folder.rules", "broken.rules", "folder.rules/a.play")
                for answer in _asked(editor, uri_of(tmp_path / name))]

    assert [answer for answer in session(tmp_path, talk) if answer] == []


def test_a_document_whose_address_is_no_path_does_not_stop_others(pig: Path) -> None:
    async def talk(editor: Editor) -> lsp.Hover | None:
        strange = f"{uri_of(pig.parent)}/%00pig.rules"
        editor.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(strange, "rulewright", 1, PIG)))
        for answer in _asked(editor, strange):
            await answer
        uri = editor.open(pig)
        await editor.diagnostics(uri)
        assert list(editor.published) == [uri]
        return await editor.text_document_hover_async(lsp.HoverParams(
            lsp.TextDocumentIdentifier(uri), at(PIG, "if d = unlu|cky")))

    assert session(pig.parent, talk) is not None


def _asked(editor: Editor, uri: str) -> list[Awaitable[object]]:
    """The questions that editors ask of themselves, or where the pointer rests."""
    document, place = lsp.TextDocumentIdentifier(uri), lsp.Position(3, 2)
    return [editor.text_document_hover_async(lsp.HoverParams(document, place)),
            editor.text_document_definition_async(lsp.DefinitionParams(document, place)),
            editor.text_document_folding_range_async(lsp.FoldingRangeParams(document)),
            editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
            editor.text_document_code_lens_async(lsp.CodeLensParams(document)),
            editor.text_document_code_action_async(lsp.CodeActionParams(
                document, lsp.Range(place, place), lsp.CodeActionContext([])))]


def test_broken_and_large_files_beside_a_rulebook_do_not_stop_its_check(tmp_path: Path) -> None:
    path, large = tmp_path / "pig.rules", tmp_path / "large.rules"
    path.write_text(PIG)
    (tmp_path / "broken.rules").write_bytes(b"variant broken of pig\n    \"\xff\xfe\"\n")
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "text" / "en.glossary.csv").mkdir(parents=True)
    large.write_text("rulebook large\n" + "# more\n" * (MAX_FILE // 7 + 1))

    async def talk(editor: Editor) -> list[list[lsp.Diagnostic]]:
        first = editor.open(path)
        second = editor.open(large)
        found = [await editor.diagnostics(second), await editor.diagnostics(first)]
        editor.change(first, PIG.replace("unlucky = 1", "unlucky = goall"))
        return [*found, await editor.twice(first)]

    of_large, of_pig, wrong = session(tmp_path, talk)
    assert [found.message for found in of_large] == [f"`{large}` is larger than {MAX_FILE} bytes"]
    assert of_pig == []
    assert [found.code for found in wrong] == ["E201"]
