"""A name in an editor: what it means, where it is declared and used, what value it has, and its new name everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.cli.editor.display.hints import _stand_there

from ..client import Editor, at, session, uri_of

CASES = Path(__file__).parents[2] / "backends" / "cases"


def test_a_name_is_explained_found_and_renamed(pig: Path) -> None:
    text = pig.read_text()

    async def talk(editor: Editor) -> tuple[lsp.Hover | None, object, int, lsp.WorkspaceEdit | None]:
        uri = editor.open(pig)
        document = lsp.TextDocumentIdentifier(uri)
        place = at(text, "if d = unlu|cky")
        hover = await editor.text_document_hover_async(lsp.HoverParams(document, place))
        definition = await editor.text_document_definition_async(lsp.DefinitionParams(document, place))
        found = await editor.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), document, place))
        new = lsp.RenameParams(text_document=document, position=place, new_name="bad_luck")
        edit = await editor.text_document_rename_async(new)
        return hover, definition, len(found or []), edit

    hover, definition, uses, edit = session(pig.parent, talk)
    assert hover is not None
    assert "A 1 ends the turn" in str(hover.contents)
    assert isinstance(definition, lsp.Location)
    assert definition.range.start == at(text, "    |unlucky = 1")
    assert edit is not None
    assert edit.changes is not None
    (changes,) = edit.changes.values()
    assert len(changes) == uses == text.count("unlucky")


def test_the_hover_of_a_function_shows_the_values_that_it_takes(worth: Path) -> None:
    text = worth.read_text()

    async def talk(editor: Editor) -> tuple[str, ...]:
        uri = editor.open(worth)
        hovers = [await editor.text_document_hover_async(lsp.HoverParams(lsp.TextDocumentIdentifier(uri), at(text, where)))
                  for where in ("function wor|th", "by wor|th(p)", "rule sh|ow")]
        return tuple(str(hover.contents) if hover is not None else "" for hover in hovers)

    declared, used, rule = session(worth.parent, talk)
    assert "`worth(p: player): 0..9`" in declared
    assert "`worth(p: player): 0..9`" in used
    assert "`show(p: player)`" in rule


def test_values_of_constants_and_calls_are_hinted(pig: Path) -> None:
    text = pig.read_text().replace("unlucky = 1", "unlucky = faces - 5").replace("keep(p)", "keep(", 1)

    async def talk(editor: Editor) -> tuple[list[str], lsp.SignatureHelp | None]:
        uri = editor.open(pig, text.replace("keep(\n", "keep(p)\n", 1))
        document = lsp.TextDocumentIdentifier(uri)
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(200, 0))
        hints = await editor.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
        editor.change(uri, text)
        signature = await editor.text_document_signature_help_async(
            lsp.SignatureHelpParams(document, at(text, "keep(|\n")))
        return [str(hint.label) for hint in hints or ()], signature

    hints, signature = session(pig.parent, talk)
    assert hints == [" = 1"]
    assert signature is not None
    assert signature.signatures[0].label == "keep(p: player)"


@pytest.mark.parametrize(("line", "values", "stand"), [
    ("    paladins_played 3 4 3", ["3", "4", "3"], True), ("    paladins_played 3 4 3   # of clans", ["3", "4", "3"], True),
    ("    paladins_played 3 4 n", ["3", "4", "3"], False), ("    goal = 100", ["100", "100"], True),
    ("    goal = 10 * 10", ["100", "100"], False),
])
def test_values_that_stand_there_have_no_hint(line: str, values: list[str], stand: bool) -> None:
    assert _stand_there(line, values) is stand


@pytest.mark.parametrize(("place", "new", "places"), [
    ("share|[r]", "gift", 8), ("share[r|]", "other", 2), ("amount of g| in good from 0..min", "kind", 2),
])
def test_the_name_of_an_amount_is_renamed_in_its_own_range_too(tmp_path: Path, place: str, new: str, places: int) -> None:
    path = tmp_path / "amounts.rules"
    path.write_text((CASES / "amounts.rules").read_text(encoding="utf-8"), encoding="utf-8")
    text = path.read_text(encoding="utf-8")

    async def talk(editor: Editor) -> lsp.WorkspaceEdit | None:
        uri = editor.open(path)
        return await editor.text_document_rename_async(lsp.RenameParams(lsp.TextDocumentIdentifier(uri), at(text, place), new))

    edit = session(tmp_path, talk)
    assert edit is not None
    assert edit.changes is not None
    assert len(edit.changes[uri_of(path)]) == places


def test_a_rename_follows_playthroughs_and_is_refused_where_it_would_change_them(pig: Path) -> None:
    text = pig.read_text()
    play = pig.parent / "game.play"
    play.write_text("game pig\nplayers Anna, Boris\nseed 3\n\nAnna: hold\nexpect Anna.score = 2 # score\n")

    async def talk(editor: Editor) -> lsp.WorkspaceEdit | None:
        uri = editor.open(pig)
        return await editor.text_document_rename_async(lsp.RenameParams(
            lsp.TextDocumentIdentifier(uri), at(text, "    |score: 0"), "points"))

    edit = session(pig.parent, talk)
    assert edit is not None
    assert edit.changes is not None
    (change,) = edit.changes[uri_of(play)]
    assert change.range.start == lsp.Position(5, len("expect Anna."))
    assert change.new_text == "points"


def test_a_name_in_a_file_beside_the_rulebook_leads_to_its_declaration(pig: Path) -> None:
    (pig.parent / "text").mkdir()
    texts, play = pig.parent / "text" / "en.texts", pig.parent / "game.play"
    texts.write_text('texts of pig in en\n\nunlucky\n    "A {unlucky} is bad."\n')
    play.write_text("game pig\nplayers Anna, Boris\n\nexpect Anna.score = 0\n")
    rules = pig.read_text()

    async def talk(editor: Editor) -> list[tuple[object, int]]:
        out = list[tuple[object, int]]()
        for path, marked in ((texts, "unl|ucky\n"), (texts, "{unl|ucky}"), (play, "Anna.sc|ore")):
            document, place = lsp.TextDocumentIdentifier(editor.open(path)), at(path.read_text(), marked)
            found = await editor.text_document_definition_async(lsp.DefinitionParams(document, place))
            highlights = await editor.text_document_document_highlight_async(lsp.DocumentHighlightParams(document, place))
            assert isinstance(found, lsp.Location)
            assert found.uri == uri_of(pig)
            out.append((found.range.start, len(highlights or ())))
        return out

    constant, field = at(rules, "    |unlucky = 1"), at(rules, "|score: ")
    assert session(pig.parent, talk) == [(constant, 2), (constant, 2), (field, 1)]


def test_the_page_of_a_function_is_shown_as_markdown(pig: Path) -> None:
    text = pig.read_text().replace("keep(p)", "keep(next(p))", 1)

    async def talk(editor: Editor) -> str:
        hover = await editor.text_document_hover_async(lsp.HoverParams(
            lsp.TextDocumentIdentifier(editor.open(pig, text)), at(text, "keep(ne|xt(p))")))
        return str(hover.contents) if hover is not None else ""

    shown = session(pig.parent, talk)
    assert "next" in shown
    # What stands behind the language of an example tells how the example is tested.
    assert "rules part" not in shown
