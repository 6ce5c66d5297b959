"""Results of playthroughs -> a page: each failure with the position in which it comes, as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from shlex import quote

from ...dsl.source.clauses import Clause
from ...dsl.source.diagnostics import RulebookError, counted
from ...interpreter.game.rules import Rules
from ...interpreter.playthroughs.lines.syntax import Playthrough
from ...interpreter.playthroughs.running.results import Failure
from ...pictures.painting.painter import picture
from ..shared.formats.pages import named_values, page
from ..shared.games.looks import look_beside
from .file_result import FileResult
from .places import positions_at
from .scripts import WrongPlaythrough, main_file_of, open_rules, read_file

# The lines that a page shows before that of a failure.
LINES_BEFORE = 3
LEADS_ON = "Statement by statement:"


def failure_page(results: Iterable[FileResult]) -> str:
    """Return the page of all failures."""
    bad = [result for result in results if result.failures]
    failures = sum(len(result.failures) for result in bad)
    title = f"{counted(failures, 'failure')} in {counted(len(bad), 'playthrough')}"
    body = "\n".join(part for place, result in enumerate(bad) for part in _failures(place, result))
    return page(title, body or "<p>Every expectation holds.</p>", "test")


def _failures(place: int, result: FileResult) -> Iterator[str]:
    opened = _opened(result)
    for number, failure in enumerate(result.failures):
        yield f"<section><h2>{escape(f'{failure.file}:{failure.line}: {failure.message}')}</h2>"
        yield f"<pre>{_lines(failure)}</pre>"
        yield named_values([("expected", failure.expected), ("actual", failure.actual),
                            ("after", " / ".join(failure.last_moves))])
        is_own = failure.file == result.file and opened is not None
        drawn = _drawn(*opened, failure, f"f{place}n{number}") if is_own and opened is not None else ""
        yield f'<figure tabindex="0">{drawn}</figure>' if drawn else ""
        if opened is not None:
            yield _clauses(opened[1].clauses, failure)
        yield f"<p>{LEADS_ON} <code>{escape(_command(failure))}</code></p></section>"


def _command(failure: Failure) -> str:
    """The command that shows how the moves were carried out, or which requirement refuses one."""
    if failure.refused is None or failure.line < 2:
        return f"rulewright trace {quote(failure.file)}"
    # One line earlier: the move of the failing line is what is traced.
    return f"rulewright trace {quote(failure.file)} {quote(failure.refused.text)} --at {failure.line - 1}"


def _lines(failure: Failure) -> str:
    """The line of a failure with those before it, each with its number."""
    try:
        lines = Path(failure.file).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return ""
    shown = list(enumerate(lines, start=1))[max(0, failure.line - 1 - LINES_BEFORE) : failure.line]
    plain = [f"{number:>4}  {escape(line)}" for number, line in shown]
    return "\n".join([*plain[:-1], *(f"<mark>{line}</mark>" for line in plain[-1:])])


def _clauses(clauses: Mapping[str, Clause], failure: Failure) -> str:
    """The clauses that a failure is about, each with its place in the rulebook and what it says."""
    ids = failure.applied if failure.refused is None else [refusal.clause for refusal in failure.refused.refusals]
    known = [clauses[id] for id in dict.fromkeys(ids) if id in clauses]
    if not known:
        return ""
    head = "applied by the last moves" if failure.refused is None else "refused by"
    listed = "".join(f"<li><code>{escape(clause.id)}</code> <small>{escape(_place(clause))}</small> "
                     f"{escape(clause.statement)}</li>" for clause in known)
    return f"<p>{head}:</p><ul>{listed}</ul>"


def _place(clause: Clause) -> str:
    return f"{Path(clause.span.source.name).name}:{clause.span.line}"


def _opened(result: FileResult) -> tuple[Playthrough, Rules] | None:
    """The playthrough and its rules; nothing if it cannot be opened."""
    try:
        playthrough = read_file(Path(result.file))
        return playthrough, open_rules(playthrough)
    except (OSError, WrongPlaythrough, RulebookError):
        return None


def _drawn(playthrough: Playthrough, rules: Rules, failure: Failure, prefix: str) -> str:
    """The position at a failure; nothing if no line leads there."""
    positions = positions_at(playthrough, rules, failure.line)
    if positions is None:
        return ""
    before, state = positions
    return picture(state, None, before, look_beside(main_file_of(playthrough)), prefix=prefix, alone=False)
