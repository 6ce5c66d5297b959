"""Sessions with the client of pytest-lsp, as three real editors announce themselves.

The client warns of results that the editor cannot show; here a warning is an error. The editors count the characters of a line
in three ways: Visual Studio Code by UTF-16, Neovim by UTF-8, Emacs by characters. Each server is a process of its own.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import pytest
from attrs import field, frozen
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcRequestCancelled
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from ...sampled import sampled
from ..client import PATIENCE, uri_of
from ..pig import PIG

SERVER = [sys.executable, "-m", "rulewright", "lsp"]
EDITORS = {"neovim": "utf-8", "visual-studio-code": "utf-16-le", "emacs": "utf-32-le"}
# Behind the die, each way to count gives another number.
SHOWN = PIG.replace('"The player who first has', '"\N{GAME DIE} The player who first has').replace('"Pig"', '"Pig 🐖"')
WRONG = SHOWN.replace("at_stake gains d", "at_stak gains d")
# On disk the parameter has another name: what plays with this text plays with what the editor shows.
PLAY = "game pig\nplayers Anna, Boris\nset goal = 20\n\nrolls 4\n"


@frozen
class Session:
    """An editor that has started a server, and the versions of the texts that it shows."""

    client: LanguageClient
    started: lsp.InitializeResult
    encoding: str
    versions: dict[str, int] = field(factory=dict)

    async def opened(self, path: Path, text: str, language: str = "rulewright") -> tuple[str, list[lsp.Diagnostic]]:
        """Open a text in place of that of a file; return its URI and its diagnostics."""
        uri = uri_of(path)
        self.versions[uri] = 1
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, text)))
        return uri, await self._diagnostics(uri)

    async def changed(self, uri: str, text: str) -> list[lsp.Diagnostic]:
        """Put another text in place of a whole file; return its diagnostics."""
        self.versions[uri] += 1
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri), [lsp.TextDocumentContentChangeWholeDocument(text)]))
        return await self._diagnostics(uri)

    async def _diagnostics(self, uri: str) -> list[lsp.Diagnostic]:
        while True:
            sent: lsp.PublishDiagnosticsParams = await self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            if (sent.uri, sent.version) == (uri, self.versions[uri]):
                return list(sent.diagnostics)

    async def fixes(self, uri: str, mistake: lsp.Diagnostic) -> dict[str, lsp.WorkspaceEdit]:
        """Return the quick fixes of a mistake by their titles."""
        context = lsp.CodeActionContext([mistake], [lsp.CodeActionKind.QuickFix])
        offered = await self.client.text_document_code_action_async(
            lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), mistake.range, context)) or ()
        return {each.title: each.edit for each in offered if isinstance(each, lsp.CodeAction) and each.edit is not None}

    # -- places in the units of the editor --------------------------------------------------------

    def units(self, text: str) -> int:
        """Return the length of a text."""
        return len(text.encode(self.encoding)) // len(" ".encode(self.encoding))

    def at(self, text: str, marked: str) -> lsp.Position:
        """Return the position of the `|` in a piece of a text that stands there once."""
        before, _, after = marked.partition("|")
        assert text.count(before + after) == 1, marked
        lines = text[: text.index(before + after) + len(before)].split("\n")
        return lsp.Position(len(lines) - 1, self.units(lines[-1]))

    def place(self, text: str, position: lsp.Position) -> int:
        """Return the number of characters before a position."""
        lines = text.split("\n")
        unit = len(" ".encode(self.encoding))
        before = lines[position.line].encode(self.encoding)[: position.character * unit].decode(self.encoding)
        return sum(len(line) + 1 for line in lines[: position.line]) + len(before)

    def shown(self, text: str, there: lsp.Range) -> str:
        """Return the part of a text in a range."""
        return text[self.place(text, there.start) : self.place(text, there.end)]

    def applied(self, text: str, edits: Sequence[lsp.TextEdit]) -> str:
        """Return a text with edits."""
        for edit in sorted(edits, key=lambda edit: self.place(text, edit.range.start), reverse=True):
            text = text[: self.place(text, edit.range.start)] + edit.new_text + text[self.place(text, edit.range.end) :]
        return text


def edits_in(proposed: lsp.WorkspaceEdit | None) -> Mapping[str, Sequence[lsp.TextEdit]]:
    """Return the edits of existing files by their URIs, in whichever of its two forms the protocol has them."""
    assert proposed is not None
    out: dict[str, Sequence[lsp.TextEdit]] = {**(proposed.changes or {})}
    for change in proposed.document_changes or ():
        assert isinstance(change, lsp.TextDocumentEdit)
        out[change.text_document.uri] = [edit for edit in change.edits if isinstance(edit, lsp.TextEdit)]
    return out


def run(folder: Path, editor: str, talk: Callable[[Session], Awaitable[None]], capfd: pytest.CaptureFixture[str]) -> None:
    """Start a server for a folder, talk to it, and let it end; it reports no error anywhere."""
    async def in_time() -> None:
        client = await ClientServerConfig(SERVER).start()
        assert isinstance(client, LanguageClient)
        process = client._server
        assert process is not None
        try:
            async with asyncio.timeout(PATIENCE):
                await _talked(client, folder, editor, talk)
        finally:
            if process.returncode is None:
                process.kill()
        assert process.returncode == 0

    asyncio.run(in_time())
    assert capfd.readouterr().err == ""


async def _talked(client: LanguageClient, folder: Path, editor: str, talk: Callable[[Session], Awaitable[None]]) -> None:
    registered: list[lsp.Registration] = []
    client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda params: registered.extend(params.registrations))
    started = await client.initialize_session(lsp.InitializeParams(
        client_capabilities(editor), root_uri=uri_of(folder), process_id=None))
    try:
        await talk(Session(client, started, EDITORS[editor]))
    finally:
        await client.shutdown_session()
        # Others read what the process writes until it has ended.
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
    assert client.error is None
    assert (client.messages, client.log_messages) == ([], [])
    assert {each.method for each in registered} <= {lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a rulebook; in its text on disk, a parameter has another name than in the one that the editor shows."""
    (tmp_path / "pig.rules").write_text(re.sub(r"\bgoal\b", "aim", PIG), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("editor", sampled([*EDITORS], every=len(EDITORS)))
def test_a_rulebook_is_written(folder: Path, editor: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def talk(session: Session) -> None:
        client, at = session.client, session.at
        uri, (mistake,) = await session.opened(folder / "pig.rules", WRONG)
        document = lsp.TextDocumentIdentifier(uri)
        assert mistake.code == "E201"
        assert session.shown(WRONG, mistake.range) == "at_stak"
        fixes = await session.fixes(uri, mistake)
        assert session.applied(WRONG, edits_in(fixes["Write `at_stake`"])[uri]) == SHOWN
        assert await session.changed(uri, SHOWN) == []

        offers = await client.text_document_completion_async(
            lsp.CompletionParams(document, at(SHOWN, "p.score gains |at_stake")))
        assert isinstance(offers, list)
        assert {"at_stake", "goal", "faces", "p"} <= {offer.label for offer in offers}

        declared, use = at(SHOWN, "parameter |goal"), at(SHOWN, "first has {|goal}")
        hover = await client.text_document_hover_async(lsp.HoverParams(document, use))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "who first has 100 points wins" in hover.contents.value
        there = await client.text_document_definition_async(lsp.DefinitionParams(document, use))
        assert isinstance(there, lsp.Location)
        assert (there.uri, there.range.start) == (uri, declared)

        found = await client.text_document_references_async(
            lsp.ReferenceParams(lsp.ReferenceContext(True), document, use)) or ()
        assert {each.uri for each in found} == {uri}
        assert {session.shown(SHOWN, each.range) for each in found} == {"goal"}
        begins = [each.range.start for each in found]
        assert [there for there in (declared, use, at(SHOWN, "at_stake >= |goal")) if there not in begins] == []

        renamed = session.applied(SHOWN, edits_in(await client.text_document_rename_async(
            lsp.RenameParams(document, use, "mark")))[uri])
        assert renamed.count("mark") == len(found)
        assert await session.changed(uri, renamed) == []
        again = await client.text_document_rename_async(lsp.RenameParams(document, at(renamed, "first has {|mark}"), "goal"))
        assert session.applied(renamed, edits_in(again)[uri]) == SHOWN

        untidy = SHOWN.replace("at_stake gains d", "at_stake   gains  d").replace(' = 100\n', '  =  100\n')
        assert await session.changed(uri, untidy) == []
        edits = await client.text_document_formatting_async(
            lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True))) or ()
        assert session.applied(untidy, edits) == SHOWN
        assert await session.changed(uri, SHOWN) == []

        colours = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert colours is not None
        kinds = kinds_of(session, SHOWN, colours)
        assert [kind for name, there, kind in kinds if name == "goal" and there in (declared, use)] == ["parameter"] * 2
        assert ("keep", at(SHOWN, "rule |keep"), "method") in kinds

    run(folder, editor, talk, capfd)


def kinds_of(session: Session, text: str, colours: lsp.SemanticTokens) -> list[tuple[str, lsp.Position, str]]:
    """Return each name that the server colours, with its place and kind."""
    offered = session.started.capabilities.semantic_tokens_provider
    assert offered is not None
    out = []
    line = character = 0
    for lines, characters, length, kind, _ in zip(*[iter(colours.data)] * 5, strict=True):
        line, character = line + lines, characters + (0 if lines else character)
        there = lsp.Range(lsp.Position(line, character), lsp.Position(line, character + length))
        out.append((session.shown(text, there), there.start, offered.legend.token_types[kind]))
    return out


@pytest.mark.parametrize("editor", sampled([*reversed(EDITORS)], every=len(EDITORS)))
def test_a_playthrough_is_written(folder: Path, editor: str, capfd: pytest.CaptureFixture[str]) -> None:
    async def talk(session: Session) -> None:
        client = session.client
        await session.opened(folder / "pig.rules", SHOWN)
        begun = f"{PLAY}Anna: "
        uri, _ = await session.opened(folder / "first.play", begun, "rulewright-play")
        document = lsp.TextDocumentIdentifier(uri)
        offers = await client.text_document_completion_async(
            lsp.CompletionParams(document, lsp.Position(5, session.units("Anna: "))))
        assert isinstance(offers, list)
        assert [offer.label for offer in offers] == ["roll", "hold"]
        edit = offers[1].text_edit
        assert isinstance(edit, lsp.TextEdit)
        held = session.applied(begun, [edit])
        assert held == f"{PLAY}Anna: hold"
        assert await session.changed(uri, held) == []

        wrong = f"{held}\nrolls 6\nexpect at_stake = 5\n"
        (mistake,) = await session.changed(uri, wrong)
        assert session.shown(wrong, mistake.range).strip() == "expect at_stake = 5"
        fixes = await session.fixes(uri, mistake)
        mended = session.applied(wrong, edits_in(fixes["Write `expect at_stake = 6`"])[uri])
        assert await session.changed(uri, mended) == []

        hover = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(5, 0)))
        assert hover is not None
        assert isinstance(hover.contents, lsp.MarkupContent)
        assert "Anna" in hover.contents.value

        (refused,) = await session.changed(uri, mended.replace("Anna: hold", "Boris: hold"))
        assert refused.range.start.line == 5
        assert "Boris" in refused.message

    run(folder, editor, talk, capfd)


def test_a_search_that_is_cancelled_ends(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # All games that would be tried take hours. A server that goes on with them does not end in time.
    endless = SHOWN.replace("        at_stake gains d\n", """        at_stake gains d
        if (count i in 1..200 where (count k in 1..200 where i * k > d) > 150) = 0
            lose_the_turn(p)
            lose_all(p)
""") + '\nrule lose_all(p: player)\n    "It never comes to this."\n    p.score becomes 0\n'

    async def talk(session: Session) -> None:
        uri, found = await session.opened(folder / "pig.rules", endless)
        assert found == []
        sent = session.client.protocol.send_request_async(  # type: ignore[no-untyped-call]  # the client gives it no types
            lsp.WORKSPACE_EXECUTE_COMMAND, lsp.ExecuteCommandParams("rulewright.exercise", [uri, "lose_all"]), "search")
        asked = asyncio.ensure_future(sent)
        outline = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri))
        assert await session.client.text_document_document_symbol_async(outline)
        assert not asked.done()
        session.client.protocol.notify(lsp.CANCEL_REQUEST, lsp.CancelParams("search"))
        with pytest.raises(JsonRpcRequestCancelled):
            await asked
        assert await session.client.text_document_document_symbol_async(outline)

    run(folder, "visual-studio-code", talk, capfd)
