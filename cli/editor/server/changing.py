"""Changes that the server proposes: a file laid out, a new name everywhere, what a diagnostic advises, variants."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified

from ....dsl.source.diagnostics import Diagnostic
from ....dsl.source.span import Span
from ..changes.edits import Edit, fixes, laid_out
from ..changes.exercise import can_be_exercised
from ..changes.glossaries import added
from ..changes.renames import CannotRename, renamed
from ..changes.stubs import to_word
from ..changes.variants import in_variants
from ..files.problems import Depth, problems_of
from .diagnostics import diagnostic_of
from .playing import EXERCISE, SHOW, unplayed_at, updated
from .server import Server


def answer_changes(server: Server) -> None:
    """Propose changes: a file laid out, a new name everywhere, what a diagnostic advises."""

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        source = server.documents.source(params.text_document.uri)
        if not source.name.endswith(".rules"):
            return None
        # A file of some thousand lines takes seconds, in which the server answers other questions.
        text = await server.in_background(lambda go_on: laid_out(source.name, source.text))
        if text is None or text == source.text or server.documents.source(params.text_document.uri).text != source.text:
            return None
        whole = Span(source, 1, 1, len(source.lines), len(source.lines[-1]) + 1)
        return [lsp.TextEdit(server.documents.range(whole), text)]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        with server.documents.as_shown():
            opened_and_use = server.use_at(params.text_document.uri, params.position)
            if opened_and_use is None or not opened_and_use[1].of.has_name:
                return None
            return server.documents.range(opened_and_use[1].span)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    async def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        with server.documents.as_shown():
            opened_and_use = server.use_at(params.text_document.uri, params.position)
        if opened_and_use is None:
            return None
        opened, use = opened_and_use
        asked_of = server.documents.texts()
        try:
            edits = await server.in_background(lambda go_on: renamed(opened, use.of, params.new_name, go_on))
        except CannotRename as error:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(error)))
            return None
        # The edits are places in the texts as they were. What was written meanwhile may also mention the old name.
        if server.documents.texts() != asked_of:
            raise JsonRpcContentModified("the text has changed since the rename was asked for")
        return server.workspace_edits.of(edits)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(
        [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorRewrite]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        with server.documents.as_shown():
            return [*_mended(server, params), *_of_clause(server, params), *_of_expectation(server, params)]


def _mended(server: Server, params: lsp.CodeActionParams) -> Iterator[lsp.CodeAction]:
    """Yield the changes that diagnostics propose."""
    path = server.documents.path(params.text_document.uri)
    problems = [(problem, server.documents.range(problem.span)) for problem in problems_of(path, server.rulebooks, Depth.TEXTS)]
    # The cursor need not stand on the very word: where it is on no mistake, those of its line count.
    problems_here = [problem for problem, range_ in problems if _touches(range_, params.range)] or [
        problem for problem, range_ in problems if _touches(_lines(range_), _lines(params.range))]
    for problem in problems_here:
        for title, edit in _that_mend(server, params.text_document.uri, problem):
            diagnostic = diagnostic_of(problem, server.documents, server.features)
            yield lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, [diagnostic], edit=server.workspace_edits.of((edit,)))


def _that_mend(server: Server, uri: str, problem: Diagnostic) -> Iterator[tuple[str, Edit]]:
    """Yield the changes that a diagnostic proposes and that leave fewer mistakes, each with its title."""
    path = server.documents.path(uri)
    move = unplayed_at(server, uri, problem.span.line)
    for title, edit in fixes(problem):
        is_illegal = move is not None and edit.span == move.span and move.has_better_than(edit.text)
        if not is_illegal and server.attempts.mends(path, problem, edit, server.rulebooks):
            yield title, edit
    opened = server.opened(path)
    if opened is not None:
        # A line without a term, and a remark without a text, are still reported, until a translator has filled them in.
        yield from added(opened, problem)
        yield from to_word(opened, problem)


def _of_clause(server: Server, params: lsp.CodeActionParams) -> Iterator[lsp.CodeAction]:
    """Yield the changes of the clause at a place: it is changed in a variant, or a game is found that exercises it."""
    opened_and_use = server.use_at(params.text_document.uri, params.range.start)
    if opened_and_use is None or not opened_and_use[1].is_declaration or not opened_and_use[0].compiles:
        return
    opened, declared = opened_and_use[0], opened_and_use[1].of
    for change in in_variants(opened, declared):
        edits = server.workspace_edits
        edit = edits.new_file(change.path, change.edit.text) if change.is_new else edits.of((change.edit,))
        # What changes is in another file, which the author wants to look at, and whose reason they write.
        shown = lsp.Command(change.title, SHOW, arguments=[server.documents.uri(change.path), *change.reason])
        yield lsp.CodeAction(change.title, lsp.CodeActionKind.RefactorRewrite, edit=edit, command=shown)
    if any(can_be_exercised(compiled, declared.id) for compiled in opened.rulebooks):
        title = f"Make a playthrough that exercises `{declared.id}`"
        arguments = [params.text_document.uri, declared.id]
        yield lsp.CodeAction(title, lsp.CodeActionKind.RefactorRewrite,
                             command=lsp.Command(title, EXERCISE, arguments=arguments))


def _of_expectation(server: Server, params: lsp.CodeActionParams) -> Iterator[lsp.CodeAction]:
    """Yield the changes of a line that fails: of an expectation to what is so, of a move to a legal one or to a refusal."""
    uri, line = params.text_document.uri, params.range.start.line + 1
    edit, move = updated(server, uri, line), unplayed_at(server, uri, line)
    for mended in (*(() if edit is None else (edit,)), *(() if move is None else move.instead())):
        title, edits = f"Write `{mended.text.strip()}`", server.workspace_edits.of((mended,))
        yield lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, edit=edits)


def _lines(range_: lsp.Range) -> lsp.Range:
    """Return the range of the lines that a range touches, but for their ends."""
    return lsp.Range(lsp.Position(range_.start.line, 0), lsp.Position(range_.end.line, 0))


def _touches(a: lsp.Range, b: lsp.Range) -> bool:
    return (a.start.line, a.start.character) <= (b.end.line, b.end.character) and (
        b.start.line, b.start.character) <= (a.end.line, a.end.character)
