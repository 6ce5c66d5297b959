"""A long session of random edits with the server: it shows what `check` reports, logs no exception, and stays small."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from rulewright.cli.checking.file_checks import check_file
from rulewright.cli.checking.result import CheckedFile
from rulewright.dsl.source import disk

from ...strategies import with_an_edit
from ..client import Editor, session_of_process, uri_of
from ..pig import PIG

VARIANT = 'variant short of pig\n    "Short"\n\nbecause "a short game"\n    set goal = 50\n'
PLAY = "game pig\nplayers Anna, Boris\nseed 3\n\nAnna: hold\nexpect Anna.score = 2\n"
WORDS = ("goal", "p", "roll", "becomes", "(", ")", '"', ":", "\n    ", "keep", "\t", "\N{GAME DIE}", "hold", "{", "}", "use")
# The server may grow by this number of megabytes in a session.
MOST_GROWTH = 150


def megabytes(process: int) -> float:
    """The memory of a process; 0 where the system does not say."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def stated(path: Path) -> list[tuple[str, int]]:
    """What `check` reports in a file, by code and line."""
    here = disk.resolved(path)
    found = check_file(CheckedFile(str(path), (), (), 0)).diagnostics
    return sorted((problem.code, problem.span.line) for problem in found
                  if disk.resolved(Path(problem.span.source.name)) == here and problem.code != "E409")


@pytest.mark.parametrize(("seed", "edits"), [(1, 8), pytest.param(2, 300, marks=pytest.mark.slow)])
def test_a_session_of_random_edits_agrees_with_check(tmp_path: Path, seed: int, edits: int) -> None:
    texts = {tmp_path / "pig.rules": PIG, tmp_path / "short.rules": VARIANT, tmp_path / "game.play": PLAY}
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")
    dice, sizes, messages = random.Random(seed), list[float](), list[str]()

    async def talk(editor: Editor) -> None:
        process = editor._server.pid  # type: ignore[union-attr]  # pygls names the process nowhere else
        for path in texts:
            await editor.diagnostics(editor.open(path))
        for number in range(edits):
            path = dice.choice(list(texts))
            texts[path] = with_an_edit(texts[path], WORDS, dice)
            editor.change(uri_of(path), texts[path])
            if number % 4 == 3:
                await editor.text_document_document_symbol_async(
                    lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri_of(path))))
                sizes.append(megabytes(process))
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
            editor.change(uri_of(path), text)
        for path in (tmp_path / "pig.rules", tmp_path / "short.rules"):
            shown = [(str(each.code), each.range.start.line + 1) for each in await editor.settled(uri_of(path))]
            assert sorted(shown) == stated(path), path.name
        messages.extend(editor.messages)

    session_of_process(tmp_path, talk)
    assert [message for message in messages if "Traceback" in message] == []
    assert max(sizes) - min(sizes) < MOST_GROWTH
    assert sys.platform != "linux" or min(sizes) > 0
