"""A playthrough in an editor: its moves and positions, its colours and folds, and the lenses above it."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from rulewright.cli.editor.display.outline import TOKENS

from ..client import Editor, at, session


def test_what_fails_above_a_line_that_is_being_written_stays_marked(tmp_path: Path) -> None:
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nexpect choices 7\nBoris: \nexpect choices 1\n"

    async def talk(editor: Editor) -> tuple[list[int], list[str]]:
        uri = editor.open(tmp_path / "game.play", text)
        found = await editor.diagnostics(uri)
        here = lsp.Range(lsp.Position(4, 0), lsp.Position(4, 0))
        actions = await editor.text_document_code_action_async(lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), here, lsp.CodeActionContext([])))
        return sorted(problem.range.start.line for problem in found), [action.title for action in actions or ()]

    # What is expected below depends on the move that is not there yet.
    assert session(tmp_path, talk) == ([4, 5], ["Write `expect choices 8`"])


def test_a_playthrough_is_not_selected_as_declarations(tmp_path: Path) -> None:
    text = "rule r\n    stop\n"

    async def talk(editor: Editor) -> list[bool]:
        uris = [editor.open(tmp_path / name, text) for name in ("game.rules", "game.play")]
        found = [await editor.text_document_selection_range_async(lsp.SelectionRangeParams(
            lsp.TextDocumentIdentifier(uri), [lsp.Position(1, 5)])) for uri in uris]
        return [bool(ranges and ranges[0].parent) for ranges in found]

    assert session(tmp_path, talk) == [True, False]


def test_words_and_blocks_of_a_playthrough_have_kinds_and_folds(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = ('game tic_tac_toe\nplayers Anna, Boris\n\n# First\n# moves\nAnna: b2\nrefuse Boris: b2 because cell_is_empty\n'
            'branch "what if"\n    Boris: a1\nend\nexpect choices 8\n')
    play.write_text(text)

    async def talk(editor: Editor) -> tuple[list[int], list[tuple[int, int]]]:
        document = lsp.TextDocumentIdentifier(editor.open(play))
        found = await editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        folds = await editor.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        assert found is not None
        return list(found.data), [(fold.start_line, fold.end_line) for fold in folds or ()]

    data, folds = session(tmp_path, talk)
    assert sorted(folds) == [(3, 4), (7, 9)]
    words, line, character = [], 0, 0
    for down, right, length, kind, _ in zip(*(iter(data),) * 5, strict=True):
        line, character = line + down, right + (0 if down else character)
        words.append((text.split("\n")[line][character : character + length], TOKENS[kind]))
    assert words[:1] == [("game", "keyword")]
    assert words[2:11] == [
        ("Anna", "enumMember"), ("b2", "event"), ("refuse", "keyword"), ("Boris", "enumMember"), ("b2", "event"),
        ("because", "keyword"), ("cell_is_empty", "method"), ("branch", "keyword"), ('"what if"', "string")]


def test_legal_moves_are_offered_in_a_playthrough(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nBoris: \n"

    async def talk(editor: Editor) -> tuple[list[lsp.CompletionItem], lsp.Hover | None, list[lsp.Diagnostic]]:
        play.write_text(text)
        uri = editor.open(play)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, "Boris: |")))
        # Editors ask as soon as the colon is typed; the blank behind it comes with the move.
        early = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, "Boris:| ")))
        assert isinstance(early, list)
        assert {"a1", "c3"} <= {offer.label for offer in early}
        assert {edit.new_text[0] for offer in early if isinstance(edit := offer.text_edit, lsp.TextEdit)} == {" "}
        hover = await editor.text_document_hover_async(lsp.HoverParams(
            lsp.TextDocumentIdentifier(uri), at(text, "Bo|ris: ")))
        # What cannot be read fails too when it is played, and is reported once.
        editor.change(uri, text.replace("Boris: ", "Boris: z9"))
        assert [wrong.range.start.line for wrong in await editor.diagnostics(uri)] == [4]
        editor.change(uri, text.replace("Boris: ", "Boris: b2"))
        assert isinstance(offers, list)
        return offers, hover, await editor.diagnostics(uri)

    offers, hover, wrong = session(tmp_path, talk)
    moves = [offer.label for offer in offers if offer.kind == lsp.CompletionItemKind.Event]
    assert len(moves) == 8
    assert "b2" not in moves
    assert hover is not None
    assert "Boris to move" in str(hover.contents)
    assert "2   .   Anna  ." in str(hover.contents)
    assert len(wrong) == 1
    assert wrong[0].range.start.line == 4


def test_lenses_run_update_and_go_on(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nexpect choices 7\n"

    async def talk(editor: Editor) -> list[str]:
        play.write_text(text)
        uri = editor.open(play)
        document = lsp.TextDocumentIdentifier(uri)
        lenses = await editor.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert lenses is not None
        commands = [lens.command for lens in lenses if lens.command is not None]
        for command in commands:
            await editor.workspace_execute_command_async(lsp.ExecuteCommandParams(command.command, command.arguments))
        return [command.title for command in commands]

    editors: list[Editor] = []

    async def kept(editor: Editor) -> list[str]:
        editors.append(editor)
        return await talk(editor)

    assert session(tmp_path, kept) == ["Run", "Update 1 expectation", "Go on at random"]
    assert any("1 failed; first line 5" in message for message in editors[0].messages)
    first, second = (applied.edit.changes for applied in editors[0].applied)
    assert first is not None
    assert second is not None
    ((blessed,),) = first.values()
    ((longer,),) = second.values()
    assert "expect choices 8" in blessed.new_text
    assert longer.new_text.startswith(text)
    assert longer.new_text.count(":") > text.count(":")
    assert play.read_text() == text


def test_the_position_is_a_picture_where_the_editor_shows_pictures(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\n"

    async def talk(editor: Editor) -> str:
        play.write_text(text)
        hover = await editor.text_document_hover_async(lsp.HoverParams(
            lsp.TextDocumentIdentifier(editor.open(play)), at(text, "An|na: ")))
        return str(hover.contents) if hover is not None else ""

    assert "data:image/svg+xml;base64," in session(tmp_path, talk, {"pictures": True})
