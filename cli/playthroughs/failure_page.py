"""Results of playthroughs -> a page: each failure with the position in which it comes, as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from ...dsl.source.diagnostics import RulebookError, counted
from ...interpreter.playthroughs.results import Failure
from ...pictures.painting.painter import picture
from ..shared.looks import look_beside
from ..shared.pages import named_values, page
from .file_result import FileResult
from .places import standing_at
from .scripts import WrongPlaythrough, main_file_of, open_rules, read_file


def failure_page(results: Iterable[FileResult]) -> str:
    """Return the page of all failures."""
    bad = [result for result in results if result.failures]
    failures = sum(len(result.failures) for result in bad)
    title = f"{counted(failures, 'failure')} in {counted(len(bad), 'playthrough')}"
    body = "\n".join(part for place, result in enumerate(bad) for part in _failures(place, result))
    return page(title, body or "<p>Every expectation holds.</p>", "test")


def _failures(place: int, result: FileResult) -> Iterator[str]:
    for number, failure in enumerate(result.failures):
        yield f"<section><h2>{escape(f'{failure.file}:{failure.line}: {failure.message}')}</h2>"
        yield f"<pre>{escape(_line(failure))}</pre>"
        yield named_values([("expected", failure.expected), ("actual", failure.actual),
                            ("after", " / ".join(failure.last_moves)), ("clauses", ", ".join(failure.applied))])
        drawn = _drawn(result, failure, f"f{place}n{number}") if failure.file == result.file else ""
        yield f"<figure>{drawn}</figure></section>" if drawn else "</section>"


def _line(failure: Failure) -> str:
    try:
        lines = Path(failure.file).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return ""
    return lines[failure.line - 1] if 0 < failure.line <= len(lines) else ""


def _drawn(result: FileResult, failure: Failure, prefix: str) -> str:
    """The position at a failure; nothing if the playthrough cannot be opened."""
    try:
        playthrough = read_file(Path(result.file))
        found = standing_at(playthrough, open_rules(playthrough), failure.line)
    except (OSError, WrongPlaythrough, RulebookError):
        return ""
    if found is None:
        return ""
    before, state = found
    return picture(state, None, before, look_beside(main_file_of(playthrough)), prefix=prefix, alone=False)
