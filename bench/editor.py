"""How long an editor waits: the language server is asked through its protocol about a large rulebook and a playthrough of it.

    python bench/editor.py [carolus_magnus/turn/game_ten_castles emperor_4/turn/game_extended ...]

Each argument names a game, a file of its rulebook, and a playthrough. The server runs in a process of its own; of each question
the table has the seconds until the answer came, and the CPU seconds of the server. Where a key is pressed, the pause that the
server waits for is taken off. Run it where nothing else runs: on a busy machine only the CPU seconds mean something.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from attrs import frozen
from lsprotocol import types as lsp

from rulewright.cli.editor.server.checks import PAUSE
from rulewright.dsl.source.search_path import find
from tests.editor.client import Editor, session_of_process

SUBJECTS = ("carolus_magnus/turn/game_ten_castles", "emperor_4/turn/game_extended")
KEYS = 5


@frozen
class Watched:
    """An editor whose server is watched, and the game that it is asked about."""

    editor: Editor
    process: int
    game: str

    def cpu(self) -> float:
        """Return the CPU seconds that the server has used."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def timed(self, what: str, answer: Awaitable[object], pause: float = 0) -> None:
        """Wait for an answer, and print how long it took."""
        begun, used = time.perf_counter(), self.cpu()
        await answer
        print(f"{self.game:15} {what:30} {time.perf_counter() - begun - pause:6.2f} {self.cpu() - used:6.2f}", flush=True)


async def of_rulebook(watched: Watched, path: Path) -> None:
    """Ask all that an editor asks about a file of a rulebook."""
    editor, text = watched.editor, path.read_text(encoding="utf-8")
    uri = editor.open(path)
    await watched.timed("opened: diagnostics", editor.diagnostics(uri), PAUSE)
    lines = text.split("\n")
    places = [number for number, line in enumerate(lines) if "becomes" in line]
    for key in range(KEYS):
        await editor.settled(uri)
        number = places[key % len(places)]
        editor.change(uri, "\n".join([*lines[:number], lines[number] + " + 1" * (key + 1), *lines[number + 1 :]]))
        await watched.timed("a key: diagnostics", editor.diagnostics(uri), PAUSE)
    editor.change(uri, text)
    await editor.settled(uri)
    for what, answer in about(editor, uri, lsp.Position(places[0], lines[places[0]].index("becomes") - 2)):
        await watched.timed(what, answer)


def about(editor: Editor, uri: str, at: lsp.Position) -> Iterator[tuple[str, Awaitable[object]]]:
    """Yield the questions about a place of a rulebook, each with its answer to come."""
    it, whole = lsp.TextDocumentIdentifier(uri), lsp.Range(lsp.Position(0, 0), lsp.Position(9999, 0))
    behind = lsp.Position(at.line, at.character + 10)
    yield "hover", editor.text_document_hover_async(lsp.HoverParams(it, at))
    yield "definition", editor.text_document_definition_async(lsp.DefinitionParams(it, at))
    yield "references", editor.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), it, at))
    yield "highlights", editor.text_document_document_highlight_async(lsp.DocumentHighlightParams(it, at))
    yield "completion", editor.text_document_completion_async(lsp.CompletionParams(it, behind))
    yield "signature", editor.text_document_signature_help_async(lsp.SignatureHelpParams(it, at))
    yield "hints", editor.text_document_inlay_hint_async(lsp.InlayHintParams(it, whole))
    yield "colours", editor.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(it))
    yield "outline", editor.text_document_document_symbol_async(lsp.DocumentSymbolParams(it))
    yield "folds", editor.text_document_folding_range_async(lsp.FoldingRangeParams(it))
    yield "formatting", editor.text_document_formatting_async(lsp.DocumentFormattingParams(it, lsp.FormattingOptions(4, True)))
    yield "code actions", editor.text_document_code_action_async(
        lsp.CodeActionParams(it, lsp.Range(at, at), lsp.CodeActionContext([])))
    yield "rename", editor.text_document_rename_async(lsp.RenameParams(text_document=it, position=at, new_name="quite_new"))


async def of_playthrough(watched: Watched, path: Path) -> None:
    """Ask all that an editor asks about a playthrough, at its last move."""
    editor, text = watched.editor, path.read_text(encoding="utf-8")
    uri, lines = editor.open(path), text.split("\n")
    it = lsp.TextDocumentIdentifier(uri)
    await watched.timed("playthrough opened", editor.diagnostics(uri), PAUSE)
    await editor.settled(uri)
    last = max(number for number, line in enumerate(lines) if line.partition(":")[0].isalpha() and ":" in line)
    at = lsp.Position(last, lines[last].index(":") + 2)
    await watched.timed("legal moves", editor.text_document_completion_async(lsp.CompletionParams(it, at)))
    await watched.timed("position", editor.text_document_hover_async(lsp.HoverParams(it, at)))
    await watched.timed("lenses", editor.text_document_code_lens_async(lsp.CodeLensParams(it)))
    await watched.timed("code actions of a playthrough", editor.text_document_code_action_async(
        lsp.CodeActionParams(it, lsp.Range(at, at), lsp.CodeActionContext([]))))
    editor.change(uri, "\n".join([*lines[:last], lines[last][:-1], *lines[last + 1 :]]))
    await watched.timed("a key in a playthrough", editor.diagnostics(uri), PAUSE)


def measure(game: str, file: str, play: str) -> None:
    """Measure the answers about a game."""
    main = find(game)

    async def talk(editor: Editor) -> None:
        server = editor._server
        assert server is not None, "the session has started it"
        watched = Watched(editor, server.pid, game)
        await of_rulebook(watched, main.parent / f"{file}.rules")
        await of_playthrough(watched, main.parent / "playthroughs" / f"{play}.play")

    session_of_process(main.parent, talk)


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser("editor.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subjects", nargs="*", default=SUBJECTS, metavar="GAME/FILE/PLAYTHROUGH")
    subjects = parser.parse_args().subjects
    print(f"{'game':15} {'question':30} {'wall':>6} {'cpu':>6}")
    for subject in subjects:
        measure(*subject.split("/"))


if __name__ == "__main__":
    main()
