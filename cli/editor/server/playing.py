"""Playthroughs: code lenses, and commands that run, update and go on, and that find games."""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol import types as lsp

from ....dsl.source.span import Span
from ....interpreter.game.viewing.event_log import PlayedStep
from ....interpreter.playthroughs.lines.rewriting import rewritten
from ....interpreter.playthroughs.lines.writer import lines_of
from ....interpreter.playthroughs.running.results import Failure
from ....interpreter.playthroughs.running.runner import drawn_by
from ....interpreter.runtime.faults import RulebookFault
from ...shared.games.loading import game_of
from ..changes.edits import Edit
from ..changes.exercise import can_be_exercised, exercising, home_of
from ..changes.unplayable_moves import UnplayableMove, unplayed
from ..changes.variants import free
from ..files.plays import OpenPlaythrough
from ..files.rulebooks import OpenRulebook
from .diagnostics import TEST_PLAYS_ALL
from .server import Server

RUN, BLESS, GO_ON, EXERCISE, SHOW = (
    "rulewright.run", "rulewright.bless", "rulewright.goOn", "rulewright.exercise", "rulewright.show")
# The choices and rolls that one command to go on adds.
MORE = 10


def answer_playing(server: Server) -> None:
    """Offer lenses above playthroughs, and carry their commands out."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lenses(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return _lenses(server, params.text_document.uri)

    @server.command(RUN)
    def run(uri: str) -> str:
        return _run(server, uri)

    @server.command(BLESS)
    async def bless(uri: str) -> None:
        await _bless(server, uri)

    @server.command(GO_ON)
    async def go_on(uri: str) -> None:
        await _go_on(server, uri)

    @server.command(EXERCISE)
    async def exercise(uri: str, clause: str) -> None:
        await _exercise(server, uri, clause)

    @server.command(SHOW)
    async def show(uri: str, line: int, begin: int, end: int) -> None:
        await server.show(uri, lsp.Range(lsp.Position(line, begin), lsp.Position(line, end)))


# ---- A playthrough that is there -----------------------------------------------------------------


def _lenses(server: Server, uri: str) -> list[lsp.CodeLens]:
    """Return the lenses above a playthrough; one without mistakes has some."""
    play = _play(server, uri)
    if play is None or play.playthrough.problems:
        return []
    with server.documents.as_shown():
        wrong = play.failures()
    count = sum(failure.blessed is not None for failure in wrong)
    titles = [("Run", RUN), *([(f"Update {count} expectation{'s' if count > 1 else ''}", BLESS)] if count else []),
              ("Go on at random", GO_ON)]
    top = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    return [lsp.CodeLens(top, lsp.Command(title, name, arguments=[uri])) for title, name in titles]


def _run(server: Server, uri: str) -> str:
    """Play a playthrough, and show how it comes out."""
    play = _play(server, uri)
    if play is None:
        return _show_message(server, "this playthrough cannot be played", wrong=True)
    with server.documents.as_shown():
        return _show_message(server, _result(play), wrong=any(failure.kind != "limit" for failure in play.failures()))


async def _bless(server: Server, uri: str) -> None:
    """Propose what is so in the place of each expectation that fails."""
    play = _play(server, uri)
    if play is not None:
        with server.documents.as_shown():
            wrong = play.failures()
        await _apply(server, uri, "Update expectations", rewritten(server.documents.text(uri), _blessed(wrong)))


def updated(server: Server, uri: str, line: int) -> Edit | None:
    """Return the change of an expectation on a line of a playthrough, from 1, to what is so; None where it holds."""
    play = _play(server, uri)
    if play is None:
        return None
    blessed = _blessed(tuple(failure for failure in play.failures() if failure.line == line))
    source = server.documents.source(uri)
    changed = rewritten(source.line(line), {1: blessed[line]}) if line in blessed else source.line(line)
    if changed == source.line(line):
        return None
    return Edit(Span(source, line, 1, line, len(source.line(line)) + 1), changed)


def unplayed_at(server: Server, uri: str, line: int) -> UnplayableMove | None:
    """Return the move on a line of a playthrough, from 1, that cannot be made, if there is one."""
    play = _play(server, uri)
    return None if play is None else unplayed(play, line)


async def _go_on(server: Server, uri: str) -> None:
    """Propose more choices and rolls at the end of a playthrough."""
    play = _play(server, uri)
    if play is not None:
        with server.documents.as_shown():
            more = _more(play)
        text = server.documents.text(uri)
        await _apply(server, uri, "Go on at random", text if not more else f"{text.rstrip()}\n\n{more}")


# ---- A new playthrough ---------------------------------------------------------------------------


async def _exercise(server: Server, uri: str, clause: str) -> None:
    """Propose a new playthrough that exercises a clause, if one is found."""
    with server.documents.as_shown():
        opened = server.opened(server.documents.path(uri))
    if opened is None or not opened.compiles:
        return
    text = await server.in_background(lambda go_on: _exercised(opened, clause, go_on))
    if text is None:
        _show_message(server, f"neither the setup nor a random game that was tried exercises `{clause}`", wrong=True)
        return
    path = free(home_of(opened.key.main).folder, clause, ".play")
    edit = server.workspace_edits.new_file(path, text)
    done = await server.workspace_apply_edit_async(
        lsp.ApplyWorkspaceEditParams(edit, f"A playthrough that exercises {clause}"))
    if done.applied:
        await server.show(server.documents.uri(path))


def _exercised(opened: OpenRulebook, clause: str, go_on: Callable[[], None]) -> str | None:
    """Return a playthrough that exercises a clause, for the first number of players for which one is found."""
    game, home = game_of(opened.files), home_of(opened.key.main)
    for compiled in opened.rulebooks:
        if compiled.program is not None and can_be_exercised(compiled, clause):
            playthrough = exercising(game.rules(compiled.program.players), clause, home, go_on)
            if playthrough is not None:
                return playthrough
    return None


def _play(server: Server, uri: str) -> OpenPlaythrough | None:
    if server.documents.path(uri).suffix != ".play":
        return None
    with server.documents.as_shown():
        return server.plays.of(server.documents.path(uri), server.documents.text(uri))


def _show_message(server: Server, text: str, wrong: bool) -> str:
    kind = lsp.MessageType.Error if wrong else lsp.MessageType.Info
    server.window_show_message(lsp.ShowMessageParams(kind, text))
    return text


def _result(play: OpenPlaythrough) -> str:
    """Return how a playthrough comes out, in one line."""
    moves, failures = play.result().moves, play.failures()
    played = f"{moves} move{'' if moves == 1 else 's'}"
    if not failures:
        return f"{played} played, all is as expected"
    wrong = [failure for failure in failures if failure.kind != "limit"]
    if not wrong:
        return f"{played} played; line {failures[0].line}: {failures[0].message}; {TEST_PLAYS_ALL}"
    return f"{played} played, {len(wrong)} failed; first line {wrong[0].line}: {wrong[0].message}"


def _blessed(wrong: tuple[Failure, ...]) -> dict[int, tuple[str, ...]]:
    return {failure.line: (failure.blessed,) for failure in wrong if failure.blessed is not None}


def _more(play: OpenPlaythrough) -> str:
    """Return the lines of more choices and rolls from the end of a playthrough, at random."""
    final = play.result().final
    if final is None:
        return ""
    # The number of steps is the seed: a file that has not changed goes on in the same way.
    state, dice, steps = final.state, drawn_by(len(final.steps)), list[PlayedStep]()
    try:
        while not state.is_over and len(steps) < MORE:
            choice = play.rules.random_choice(state, dice, written=True)
            state, trace = play.rules.recording.step(state, choice)
            steps.append(PlayedStep(choice.player, choice.notation, trace))
    except RulebookFault:
        pass
    return lines_of(play.rules.seats, steps)


async def _apply(server: Server, uri: str, label: str, text: str) -> None:
    """Let the editor put another text in place of a whole file."""
    source = server.documents.source(uri)
    if text == source.text:
        return
    whole = Span(source, 1, 1, len(source.lines), len(source.lines[-1]) + 1)
    edit = server.workspace_edits.of((Edit(whole, text),))
    await server.workspace_apply_edit_async(lsp.ApplyWorkspaceEditParams(edit, label))
