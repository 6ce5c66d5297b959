"""The language server answers as `check` and the rules do, in sessions with a real client."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from lsprotocol import types as lsp

from rulewright.cli.checking.checked import check_file
from rulewright.cli.checking.result import CheckedFile
from rulewright.cli.editor.files.problems import Depth, problems_of
from rulewright.cli.editor.files.rulebooks import Rulebooks
from rulewright.cli.editor.server import changing
from rulewright.cli.editor.server import server as server_module
from rulewright.cli.editor.server.start import make_server
from rulewright.cli.editor.shown.outline import TOKENS
from rulewright.cli.main import main
from rulewright.dsl.source import disk
from rulewright.dsl.source.diagnostics import Diagnostic
from rulewright.dsl.source.search_path import find

from .client import Editor, at, session, uri_of

CASES = Path(__file__).parents[1] / "backends" / "cases"

WORTH = """rulebook worth
    players 2

each player has
    gold: 0..9

play
    for each p in players
        show(p)
    check ends

rule show(p: player)
    "{p} shows what they have."
    choose share by p
        "The player keeps it, or not."
        move "keeps it"
            require enough: p.gold < 9
                "that is too much"
            p.gold gains 1

function worth(p: player): 0..9
    "What {p} has."
    gives p.gold

end shown
    "The richest wins."
    when every p in players: p.gold > 0
    ranking p in players by worth(p)
"""


def test_diagnostics_come_while_typing(pig: Path) -> None:
    text = pig.read_text()

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], ...]:
        uri = editor.open(pig)
        clean = await editor.diagnostics(uri)
        editor.change(uri, text.replace("unlucky = 1", "unlucky = goall"))
        wrong = await editor.diagnostics(uri)
        editor.change(uri, text)
        return clean, wrong, await editor.diagnostics(uri)

    clean, wrong, again = session(pig.parent, talk)
    assert clean == again == []
    assert wrong[0].code == "E201"
    assert pig.read_text() == text


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


def offered(pig: Path, text: str, marked: str) -> dict[str, str]:
    """What is offered at a mark when the rulebook has this text: labels, and by what they are sorted."""

    async def talk(editor: Editor) -> list[lsp.CompletionItem]:
        uri = editor.open(pig)
        editor.change(uri, text)
        await editor.diagnostics(uri)
        offers = await editor.text_document_completion_async(lsp.CompletionParams(
            lsp.TextDocumentIdentifier(uri), at(text, marked)))
        assert isinstance(offers, list)
        return offers

    offers = session(pig.parent, talk)
    assert len({offer.label for offer in offers}) == len(offers)
    return {offer.label: offer.sort_text or "" for offer in offers}


def test_parts_are_offered_behind_a_dot(pig: Path) -> None:
    text = pig.read_text().replace("p.score + at_stake >= goal", "p. + at_stake >= goal")
    assert "score" in offered(pig, text, "p.| + at_stake")


def test_what_fits_by_its_type_is_offered_first(pig: Path) -> None:
    text = pig.read_text().replace("p.score + at_stake >= goal", "p.score + at_stake >= g")
    places = offered(pig, text, "at_stake >= g|")
    assert places["goal"] < places["p"]
    assert places["at_stake"] < places["turn_of"]


def test_types_are_offered_where_a_type_stands(pig: Path) -> None:
    for old, new, marked in (("    at_stake: 0..", "    at_stake: \n    more: 0..", "at_stake: |"),
                             ("rule keep(p: player)", "rule keep(p: )", "keep(p: |)")):
        text = pig.read_text().replace(old, new)
        assert text != pig.read_text()
        offers = offered(pig, text, marked)
        assert {"player", "set of", "goal"} <= offers.keys()
        assert offers["player"] < offers["goal"]
        assert not {"score", "keep", "at_stake", "adjacent"} & offers.keys()


def test_an_expectation_that_fails_is_put_right(tmp_path: Path) -> None:
    play = tmp_path / "game.play"
    text = "game tic_tac_toe\nplayers Anna, Boris\n\nAnna: b2\nexpect choices 7\nexpect choices 8\n"
    play.write_text(text)

    async def talk(editor: Editor) -> list[list[str]]:
        uri = editor.open(play)
        await editor.diagnostics(uri)
        out = []
        for line in (4, 5):
            here = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))
            actions = await editor.text_document_code_action_async(lsp.CodeActionParams(
                lsp.TextDocumentIdentifier(uri), here, lsp.CodeActionContext([])))
            out.append([action.title for action in actions or ()])
        return out

    assert session(tmp_path, talk) == [["Write `expect choices 8`"], []]


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


# ---- Playthroughs --------------------------------------------------------------------------------


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


def test_the_hover_of_a_function_shows_the_values_that_it_takes(tmp_path: Path) -> None:
    path = tmp_path / "worth.rules"
    path.write_text(WORTH)

    async def talk(editor: Editor) -> tuple[str, ...]:
        uri = editor.open(path)
        hovers = [await editor.text_document_hover_async(lsp.HoverParams(lsp.TextDocumentIdentifier(uri), at(WORTH, where)))
                  for where in ("function wor|th", "by wor|th(p)", "rule sh|ow")]
        return tuple(str(hover.contents) if hover is not None else "" for hover in hovers)

    declared, used, rule = session(tmp_path, talk)
    assert "`worth(p: player): 0..9`" in declared
    assert "`worth(p: player): 0..9`" in used
    assert "`show(p: player)`" in rule


def test_a_diagnostic_names_the_lines_of_its_notes(tmp_path: Path) -> None:
    path = tmp_path / "worth.rules"
    text = WORTH.replace("gold: 0..9", "gold: 0..9, seen by nobody")
    path.write_text(text)

    async def talk(editor: Editor) -> list[lsp.Diagnostic]:
        return await editor.diagnostics(editor.open(path))

    messages = [problem.message for problem in session(tmp_path, talk)]
    assert any("\nnote: nobody sees `gold`: line 5" in message for message in messages), messages


# ---- What the server can play --------------------------------------------------------------------


def test_a_clause_is_changed_in_a_variant_and_exercised_by_a_playthrough(pig: Path) -> None:
    text = pig.read_text()
    (pig.parent / "variants").mkdir()
    (pig.parent / "variants" / "short.rules").write_text('variant short of pig\n    "Short"\n\nset goal = 20\n\n')

    async def talk(editor: Editor) -> tuple[list[lsp.CodeAction], Editor]:
        uri = editor.open(pig)
        place = at(text, "|unlucky = 1")
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), lsp.Range(place, place), lsp.CodeActionContext([]))
        found = await editor.text_document_code_action_async(asked)
        place = at(text, "move |hold ")
        asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), lsp.Range(place, place), lsp.CodeActionContext([]))
        hold = await editor.text_document_code_action_async(asked)
        assert "Make a playthrough that exercises `hold`" in [action.title for action in hold or ()]
        await editor.workspace_execute_command_async(lsp.ExecuteCommandParams("rulewright.exercise", [uri, "hold"]))
        return [action for action in found or () if isinstance(action, lsp.CodeAction)], editor

    actions, editor = session(pig.parent, talk)
    titles = [action.title for action in actions]
    assert titles[:2] == ["Change `unlucky` in the variant short", "Change `unlucky` in a new variant"]
    assert actions[0].edit is not None
    assert actions[0].edit.changes is not None
    ((_, (added,)),) = actions[0].edit.changes.items()
    assert added.new_text.startswith("because")
    assert actions[1].edit is not None
    assert actions[1].edit.changes is not None
    ((name, (made,)),) = actions[1].edit.changes.items()
    assert name.endswith("variants/house.rules")
    variant = pig.parent / "variants" / "house.rules"
    variant.write_text(made.new_text)
    assert check_file(CheckedFile(str(variant), (), (), 0)).diagnostics == ()
    assert editor.applied[0].edit.changes is not None
    ((name, (found,)),) = editor.applied[0].edit.changes.items()
    # There is no folder for playthroughs, and not every editor makes one.
    assert Path(name).parent.name == pig.parent.name
    assert name.endswith("/hold.play")
    play = pig.parent / "hold.play"
    play.write_text(found.new_text)
    assert found.new_text.count("hold") >= 2
    result = CliRunner().invoke(main, ["test", str(play)])
    assert result.exit_code == 0, result.output


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


def test_changes_that_were_not_saved_are_gone_with_their_file(tmp_path: Path) -> None:
    main, part = tmp_path / "pig.rules", tmp_path / "part.rules"
    main.write_text(find("pig").read_text().replace("# A folk game", 'use "part.rules"\n\n# A folk game'))
    part.write_text("# nothing more\n")

    async def talk(editor: Editor) -> tuple[list[lsp.Diagnostic], ...]:
        uri, beside = editor.open(main), editor.open(part)
        clean = await editor.diagnostics(uri)
        editor.change(beside, "constants\n    goal = 3\n")
        while clean == list(editor.published[uri].diagnostics):
            await asyncio.sleep(0.05)
        wrong = list(editor.published[uri].diagnostics)
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(beside)))
        async with asyncio.timeout(30):
            while wrong == list(editor.published[uri].diagnostics):
                await asyncio.sleep(0.05)
        return clean, list(editor.published[uri].diagnostics)

    clean, again = session(tmp_path, talk)
    assert clean == again == []


def test_a_file_is_laid_out_while_the_server_answers(pig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = threading.Event(), threading.Event()

    def slowly(name: str, text: str) -> str:
        begun.set()
        assert done.wait(30), "the server answers nothing else"
        return text.replace("Pig", "Big")

    monkeypatch.setattr(changing, "laid_out", slowly)

    async def talk(editor: Editor) -> list[lsp.TextEdit]:
        document = lsp.TextDocumentIdentifier(editor.open(pig))
        asked = asyncio.ensure_future(editor.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True))))
        await asyncio.to_thread(begun.wait)
        await editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        done.set()
        return list(await asked or ())

    (edit,) = session(pig.parent, talk)
    assert edit.new_text == pig.read_text().replace("Pig", "Big")


def test_behind_changes_of_several_files_each_open_file_is_checked_once(pig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = list[tuple[str, Depth]]()

    def noted(path: Path, rulebooks: Rulebooks, depth: Depth) -> tuple[Diagnostic, ...]:
        checked.append((path.name, depth))
        return problems_of(path, rulebooks, depth)

    monkeypatch.setattr(server_module, "problems_of", noted)
    files = [pig, *(pig.with_name(f"other_{number}.rules") for number in range(3))]
    for path in files[1:]:
        path.write_text(f'variant {path.stem} of pig\n\nset goal = 50\n')

    async def talk(editor: Editor) -> None:
        await editor.settled([editor.open(path) for path in files][-1])
        checked.clear()
        for path in files:
            editor.change(uri_of(path), f"{path.read_text()}\n# a remark\n")
        await editor.settled(uri_of(files[-1]))

    session(pig.parent, talk)
    for path in files:
        assert checked.count((path.name, Depth.COMPILED)) == checked.count((path.name, Depth.TEXTS)) == 1


def test_a_request_that_is_cancelled_stops() -> None:
    server = make_server()
    asked = threading.Event()

    def work(go_on: Callable[[], None]) -> None:
        while True:
            asked.set()
            go_on()

    async def talk() -> None:
        task = asyncio.ensure_future(server.in_background(work))
        await asyncio.to_thread(asked.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with disk.looking_at(disk.Disk()):
        server.as_shown = contextlib.nullcontext  # type: ignore[method-assign,assignment]  # no editor is there to show a text
        asyncio.run(talk())
    assert threading.active_count() < 20


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
