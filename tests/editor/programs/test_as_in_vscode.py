"""What a real VS Code asks for: notes once, a list at a blank, a change shown where its reason stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types as lsp

from ..client import Editor, at, session, uri_of

TWICE = "    at_stake: 0..goal + faces\n"
SHOWS = lsp.ClientCapabilities(window=lsp.WindowClientCapabilities(show_document=lsp.ShowDocumentClientCapabilities(True)))


@pytest.mark.parametrize(("options", "ends"), [({"notes": True}, "already"), ({}, "\nnote: it is declared here: line 20")])
def test_notes_stand_in_the_message_where_the_editor_does_not_show_them(pig: Path, options: object, ends: str) -> None:
    async def talk(editor: Editor) -> lsp.Diagnostic:
        uri = editor.open(pig, pig.read_text().replace(TWICE, TWICE + TWICE))
        return (await editor.diagnostics(uri))[0]

    found = session(pig.parent, talk, options)
    assert found.message == f"`at_stake` is declared already{ends.removeprefix('already')}"
    assert [note.message for note in found.related_information or ()] == ["it is declared here"]


@pytest.mark.parametrize(("begun", "is_listed"), [
    ("Anna: |", True), ("refuse Boris: |", True), ("expect |", True), ("rolls |", False), ("# Anna: |", False)])
def test_a_blank_lists_moves_and_expectations_and_nothing_else(pig: Path, begun: str, is_listed: bool) -> None:
    text = f"game pig\nplayers Anna, Boris\n\nrolls 4\n{begun}"

    async def talk(editor: Editor) -> list[str]:
        uri = editor.open_document(uri_of(pig.with_name("game.play")), text.replace("|", ""), "rulewright-play")
        typed = lsp.CompletionContext(lsp.CompletionTriggerKind.TriggerCharacter, " ")
        offers = await editor.text_document_completion_async(
            lsp.CompletionParams(lsp.TextDocumentIdentifier(uri), at(text.replace("|", ""), begun), context=typed))
        assert isinstance(offers, list)
        return [offer.label for offer in offers]

    assert (session(pig.parent, talk) != []) is is_listed


def test_a_blank_in_a_rulebook_lists_nothing(pig: Path) -> None:
    async def talk(editor: Editor) -> object:
        uri = editor.open(pig)
        typed = lsp.CompletionContext(lsp.CompletionTriggerKind.TriggerCharacter, " ")
        return await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(pig.read_text(), "p.score gains |at_stake"), context=typed))

    assert session(pig.parent, talk) == []


def test_clauses_that_nothing_names_are_not_listed_where_a_value_stands(pig: Path) -> None:
    async def talk(editor: Editor) -> set[str]:
        uri = editor.open(pig)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(pig.read_text(), "p.score gains |at_stake")))
        assert isinstance(offers, list)
        return {offer.label for offer in offers}

    listed = session(pig.parent, talk)
    assert {"at_stake", "goal", "faces", "p"} <= listed
    assert listed.isdisjoint({"one_winner", "stake_only_in_play", "seats_alike"})


@pytest.mark.parametrize("has_variant", [False, True])
def test_a_change_in_a_variant_is_shown_with_its_reason_selected(pig: Path, has_variant: bool) -> None:
    if has_variant:
        pig.with_name("short.rules").write_text('variant short of pig\n    "Short"\n\nset goal = 20')
    text = pig.read_text()

    async def talk(editor: Editor) -> tuple[str, lsp.Range | None]:
        uri = editor.open(pig)
        place = at(text, "|lose_the_turn(p: player)")
        actions = await editor.text_document_code_action_async(lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), lsp.Range(place, place), lsp.CodeActionContext([])))
        assert actions
        action = actions[0]
        assert isinstance(action, lsp.CodeAction)
        assert action.command is not None
        assert action.edit is not None
        await editor.workspace_execute_command_async(lsp.ExecuteCommandParams(action.command.command, action.command.arguments))
        ((written,),) = (action.edit.changes or {}).values()
        before = pig.with_name("short.rules").read_text() if has_variant else ""
        return before + written.new_text, editor.selections[-1]

    after, selected = session(pig.parent, talk, can=SHOWS)
    assert selected is not None
    line = after.split("\n")[selected.start.line]
    assert line[selected.start.character : selected.end.character] == "why it is changed"
