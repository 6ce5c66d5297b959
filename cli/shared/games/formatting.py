"""Format rulebook files: their new texts, with the proof that the rules stay the same."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve, frozen

from ....dsl.load.loader import Files, read, read_text
from ....dsl.source.diagnostics import Diagnostics, RulebookError
from ....dsl.source.read_limited import bytes_in
from ....dsl.source.span import Source, Span
from ....dsl.tools.format import Mismatch, formatted
from ..process.progress import Progress
from .loading import open_files

OUR_MISTAKE = "this is a bug of the formatter: please report it with the file, which was not changed"
# The byte order mark that some editors put before a text.
MARK = "\ufeff"


@frozen
class FormatResult:
    """The result for one file: its text before and after, and the reason if it is skipped."""

    name: str
    before: str
    after: str
    problem: str | None = None

    @property
    def changed(self) -> bool:
        """Return whether there is something to write."""
        return self.problem is None and self.before != self.after


def lay_out_files(paths: list[Path]) -> list[FormatResult]:
    """Format files; write nothing."""
    results = []
    with Progress(len(paths), "Laying out") as progress:
        for path in paths:
            results.append(_lay_out_file(path))
            progress.update(1)
    return _with_the_same_rules(results)


def lay_out_text(name: str, data: bytes) -> FormatResult:
    """Format a text."""
    result = _lay_out(name, data)
    texts = [result.before.removeprefix(MARK), result.after] if result.changed else []
    return result if len({_rules(read_text(name, text)) for text in texts}) < 2 else _with_other_rules(result)


def _lay_out_file(path: Path) -> FormatResult:
    try:
        return _lay_out(str(path), bytes_in(path))
    except OSError as error:
        return FormatResult(str(path), "", "", f"Error: {path} cannot be read: {(error.strerror or str(error)).lower()}")


def _lay_out(name: str, data: bytes) -> FormatResult:
    try:
        before = data.decode("utf-8")
    except UnicodeDecodeError as error:
        diagnostics = Diagnostics()
        diagnostics.add("E103", f"`{name}` is not text in UTF-8 (byte {error.start})", Span(Source(name, ""), 1, 1, 1, 1))
        return FormatResult(name, "", "", str(RulebookError(diagnostics.sorted())))
    try:
        return FormatResult(name, before, formatted(Source(name, before.removeprefix(MARK))))
    except RulebookError as error:
        return FormatResult(name, before, before, str(error))
    except Mismatch as error:
        return FormatResult(name, before, before, f"Error: {error}; {OUR_MISTAKE}")


# ---- The same rules --------------------------------------------------------------------------


def _with_the_same_rules(results: list[FormatResult]) -> list[FormatResult]:
    """Return the results; those that would change the rules of a rulebook become problems."""
    texts = {Path(result.name).resolve(): result.after for result in results if result.changed}
    wrong: set[Path] = set()
    mains = [Path(result.name) for result in results if result.problem is None] if texts else []
    with Progress(len(mains), "Comparing the rules") as progress:
        for main in mains:
            before = read(main)
            changed = {Path(source.name).resolve() for source in before.sources} & set(texts)
            if changed and _rules(before) != _rules(read(main, texts=texts)):
                wrong |= changed
            progress.update(1)
    return [_with_other_rules(result) if result.changed and Path(result.name).resolve() in wrong else result
            for result in results]


def _with_other_rules(result: FormatResult) -> FormatResult:
    return evolve(result, problem=f"Error: {result.name} would be played by other rules; {OUR_MISTAKE}")


def _rules(files: Files) -> tuple[str, ...]:
    """Return the hash of a rulebook's rules for each number of players; nothing if it does not compile."""
    try:
        game = open_files(files)
        return tuple(game.rules(players).analyses.hash for players in range(game.fewest, game.most + 1))
    except RulebookError:
        return ()
