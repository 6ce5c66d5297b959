"""Whatever is in a file, its reader reads it or says in its own way what is wrong, and says it soon."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from io import BufferedReader, FileIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.cli.main import main
from rulewright.cli.mutants.state import StateHead, memory
from rulewright.cli.playthroughs.scripts import read_file
from rulewright.cli.shared.games.evaluation import evaluation_in
from rulewright.dsl.driver.compile import analyse
from rulewright.dsl.load.loader import read, read_text
from rulewright.dsl.source.chunks import MAX_FILE
from rulewright.dsl.source.diagnostics import Diagnostics, RulebookError, render
from rulewright.dsl.source.read_limited import text_in
from rulewright.dsl.source.span import Source
from rulewright.dsl.statements.glossary import read_glossary
from rulewright.interpreter.analysis.playouts.search import WrongEvaluation, evaluator_of
from rulewright.interpreter.game.rules import Rules
from rulewright.interpreter.game.viewing.state_text import BadState
from rulewright.interpreter.playthroughs.checking import check
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.interpreter.runtime.faults import RulebookFault
from rulewright.pictures.look.reader import read_look
from rulewright.translation.checks import checked
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.decisions.paths import DocumentPaths, known_document
from rulewright.translation.decisions.relock import confirmed, current
from rulewright.translation.document.document import Document
from rulewright.translation.lock.lock import written as written_lock
from rulewright.translation.wording.wordings import read_wordings

from ..strategies import ROOT, hostile_bytes
from ..translation.documents.ferries import STATED, align_read, aligned, printed, read_as

GAMES = ROOT / "games"
BOOKS = GAMES / "carolus_magnus"
PRINTED = ROOT / "tests" / "translation" / "documents" / "printed" / "ferry.ru.md"
# Seconds of this process in which any file is read.
SOON = 20.0


@cache
def rules(name: str) -> Rules:
    return rulewright.load(name).rules(2, ("Anna", "Boris"))


def reads_rulebook(path: Path) -> None:
    files = read(path)
    diagnostics = Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    for diagnostic in analyse(files.declarations, 2, {}, diagnostics).diagnostics:
        assert render(diagnostic)


def reads_variant(path: Path) -> None:
    files = read_text("pig.rules", text(GAMES / "tutorial" / "pig.rules"), path.read_bytes().decode("utf-8", "replace"))
    diagnostics = Diagnostics()
    diagnostics.extend(files.diagnostics.sorted())
    for diagnostic in analyse(files.declarations, 2, {}, diagnostics).diagnostics:
        assert render(diagnostic)


def reads_playthrough(path: Path) -> None:
    playthrough = read_file(path)
    diagnostics = Diagnostics()
    check(rules("pig"), playthrough, None, diagnostics)
    PlaythroughRunner(rules("pig"), playthrough).run()
    assert all(diagnostic.message for diagnostic in (*playthrough.problems, *diagnostics.sorted()))


def reads_state(path: Path) -> None:
    with suppress(BadState):
        state = rules("pig").state_from_text(path.read_bytes().decode("utf-8", "replace"))
        assert rules("pig").state_from_text(str(state)) == state


def reads_evaluation(path: Path) -> None:
    with suppress(click.BadParameter, WrongEvaluation, RulebookError, RulebookFault):
        evaluator_of(rules("pig"), evaluation_in(path)).to(0, rules("pig").initial())


def reads_look(path: Path) -> None:
    with suppress(OSError, UnicodeDecodeError):
        read_look(Source(str(path), text_in(path)), Diagnostics())


def reads_wordings(path: Path) -> None:
    read_wordings(path, "carolus_magnus", Diagnostics())


def reads_glossary(path: Path) -> None:
    read_glossary(path, Diagnostics())


def reads_beside(path: Path) -> None:
    nothing = path.with_name("nothing")
    places = {kind: path if path.suffix == f".{kind}" else nothing for kind in ("lock", "reading", "accepted", "questions")}
    with suppress(RulebookError):
        known_document(DocumentPaths(**places), ("setup", "turn"), "nim", "en")


@cache
def edited() -> Document:
    return read_as(printed("ru").replace("2 кости", "3 кости").replace("сразу ", ""), "ru")


def reads_lock(path: Path) -> None:
    nothing = path.with_name("nothing")
    with suppress(RulebookError):
        found = known_document(DocumentPaths(path, nothing, nothing, nothing), (), "ferry", "ru").lock
        assert {*map(type, checked(align_read(edited(), "ru", found)))} == {Finding}


@cache
def confirmed_lock() -> str:
    document = aligned(printed("ru"), "ru")
    return written_lock(
        confirmed(document, current(document, "ferry"), {clause: [number - 1] for clause, number in STATED.items()})
    )


def reads_document(path: Path) -> None:
    result = CliRunner().invoke(main, ["validate", "nim", "--document", str(path), "--lang", "ru"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception


def reads_tried_mutants(path: Path) -> None:
    with suppress(click.UsageError):
        memory(path, MUTANTS)


def reads_saved_game(path: Path) -> None:
    for asked in (("play", "--load", str(path), "--save", str(path.with_name("on.play"))), ("migrate", str(path)),
                  ("legal", str(path))):
        result = CliRunner().invoke(main, asked, input="quit\n")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code in (0, 1, 2), result.output


EXAMPLE = '\nexample shown from "playthroughs/shown.play" at "here"\n    "So it goes."\n    shows score\n'
EVALUATION = "# Points.\n3 * me.score + at_stake\nmax p in players where p != me: p.score\n    + 5\n5 if me.score > 3 else 2\n"


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


SAVED = "game pig\nplayers Anna, Boris\nseed 1\n\nchance: rolls 1, rolls 6\nBoris: hold\nchance: rolls 3\nAnna: roll\n"
MUTANTS = StateHead("nim", "0123456789ab", frozenset({"ba9876543210"}))
TRIED = f'{MUTANTS.line}\n["heaps | number | heaps = 3 | heaps = 4", "noticed", "x.play", null, "playthrough"]\n'


def first_state() -> str:
    return str(rules("pig").initial())


# Each reader: the name of its file, and texts that it reads; those that take long to make are made when a test asks for them.
READERS: dict[str, tuple[Callable[[Path], None], str, tuple[str | Callable[[], str], ...]]] = {
    "rulebook": (reads_rulebook, "x.rules", (
        text(GAMES / "tutorial" / "nim.rules"), text(GAMES / "tutorial" / "pig.rules") + EXAMPLE)),
    "variant": (reads_variant, "x.rules", (text(GAMES / "tutorial" / "variants" / "two_dice.rules"),)),
    "playthrough": (reads_playthrough, "x.play", tuple(
        text(path) for path in sorted((GAMES / "tutorial" / "playthroughs").glob("pig*.play")))),
    "state": (reads_state, "x.state", (first_state,)),
    "evaluation": (reads_evaluation, "x.evaluation", (EVALUATION,)),
    "look": (reads_look, "x.look", (text(BOOKS / "look" / "carolus_magnus.look"),)),
    "wordings": (reads_wordings, "ru.texts", (text(BOOKS / "text" / "ru.texts")[:4_000] + "\nleave out setup turn\n",)),
    "glossary": (reads_glossary, "ru.glossary.csv", (text(BOOKS / "text" / "ru.glossary.csv")[:4_000],)),
    "lock": (reads_lock, "x.lock", (confirmed_lock,)),
    "reading": (reads_beside, "x.reading", (text(BOOKS / "documents" / "ru.reading")[:4_000],)),
    "accepted": (reads_beside, "x.accepted", (text(BOOKS / "documents" / "it.accepted")[:4_000],)),
    "questions": (reads_beside, "x.questions", ('{"about": "load", "question": "Four, or five?"}\n',)),
    "document": (reads_document, "x.md", (text(PRINTED),)),
    "saved": (reads_saved_game, "saved.play", (SAVED, SAVED + "chance: ro")),
    "tried": (reads_tried_mutants, "x.state", (TRIED,)),
}


def texts_of(reader: str) -> tuple[str, ...]:
    """Texts that a reader reads."""
    return tuple(given if isinstance(given, str) else given() for given in READERS[reader][2])


@contextmanager
def written(name: str, data: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        yield path


def read_soon(reader: str, data: bytes, soon: float = SOON) -> None:
    reads, name, _ = READERS[reader]
    with written(name, data) as path:
        began = time.process_time()
        reads(path)
        assert time.process_time() - began < soon


@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=4, deadline=None)
@given(data=st.data())
def test_any_bytes_are_read_or_explained(reader: str, data: st.DataObject) -> None:
    read_soon(reader, data.draw(hostile_bytes(*texts_of(reader))))


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=3_000, deadline=None)
@given(data=st.data())
def test_any_bytes_for_long(reader: str, data: st.DataObject) -> None:
    read_soon(reader, data.draw(hostile_bytes(*texts_of(reader))))


@pytest.mark.parametrize("reader", READERS)
def test_what_is_right_is_read(reader: str) -> None:
    for right in texts_of(reader):
        read_soon(reader, right.encode())


def lock_without_hash(place: int) -> bytes:
    """A lock in which one of the hashes of each sentence is empty."""
    return re.sub(rf'("h": \[(?:"\w+", ){{{place}}}")\w+', r"\1", confirmed_lock()).encode()


# What has made a reader fall over.
FELL: list[tuple[str, bytes | Callable[[], bytes]]] = [
    ("accepted", b'{"finding": ' + b"9" * 5_000 + b"}\n"),
    ("accepted", b"[" * 100_000 + b"\n"),
    ("questions", b'{"about": ' + b"9" * 5_000 + b"}\n"),
    ("questions", b"[" * 100_000 + b"\n"),
    ("lock", b'{"lock": 1}\n{"n": 1, "h": ["a", "", "", 1e999], "status": "open"}\n'),
    ("lock", b'{"lock": 1, "game": ' + b"[" * 100_000 + b"}\n"),
    ("lock", b'{"lock": 1}\xff\n'),
    *(("lock", partial(lock_without_hash, place)) for place in range(3)),
    ("tried", b"\xff\xfe"),
]


@pytest.mark.parametrize(("reader", "data"), FELL, ids=range(len(FELL)))
def test_what_made_a_reader_fall_over_is_explained(reader: str, data: bytes | Callable[[], bytes]) -> None:
    read_soon(reader, data if isinstance(data, bytes) else data())


# Documents that are one line, one word, one table.
LONG = {"numbers": "9 1 ", "a word": "а", "signs": "*[|", "rows": "| а | б |\n", "captions": "Рис. 1\n",
        "conditions": "если х 2 ", "links": "[а](б ", "lines": "и так\n",
        "stops": "." * 3_990 + "x\n", "hashes": "# " + "#" * 3_990 + "x\n", "brackets": "(1", "letters": "А. "}


def test_a_document_that_is_one_line_of_numbers_is_read_soon() -> None:
    read_soon("document", b"9 1 " * 5_000, SOON / 4)


@pytest.mark.slow
@pytest.mark.parametrize("of", LONG)
def test_a_document_is_read_in_a_time_that_grows_as_it_does(of: str) -> None:
    read_soon("document", LONG[of].encode() * (300_000 // len(LONG[of])))


@pytest.mark.parametrize("reader", ["rulebook", "playthrough", "evaluation", "look", "wordings", "glossary", "lock", "reading",
                                    "accepted"])
def test_no_more_of_a_file_is_read_than_a_reader_can_take(reader: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads, name, _ = READERS[reader]
    taken: list[int] = []
    read = BufferedReader.read

    class Counting(BufferedReader):
        def read(self, size: int | None = -1, /) -> bytes:
            data = read(self, size)
            taken.append(len(data))
            return data

    with written(name, b"#" * (3 * MAX_FILE)) as path, suppress(OSError):
        monkeypatch.setattr(Path, "open", lambda path, *_, **__: Counting(FileIO(path)))
        monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail("a reader without a limit"))
        monkeypatch.setattr(Path, "read_text", lambda path, *_, **__: pytest.fail("a reader without a limit"))
        reads(path)
    assert taken == [MAX_FILE + 1]
