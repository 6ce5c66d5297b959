"""Mistakes as values: a diagnostic, the registry of its codes, and how one is written out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from attrs import frozen

from .fixes import Fix, Meant, Redundant
from .letters import difference, looks_like
from .span import Source, Span

# INVARIANT: a code is never reused for another mistake; tools suppress and count by code.
CODES: dict[str, str] = {
    # E1: reading and parsing
    "E101": "the text does not parse",
    "E102": "indentation that does not fit",
    "E103": "a file that cannot be read",
    "E104": "files that use each other in a circle, or lie outside their rulebook",
    "E105": "a rulebook without its header, or with two",
    "E106": "a limit on size or nesting is passed",
    "E107": "a lock, a reading or a list of accepted findings that cannot be read",
    # E2: names
    "E201": "unknown name",
    "E202": "a name declared twice",
    "E203": "a clause id used twice",
    "E204": "a name that means something else here",
    "E205": "a case of players that is missing or impossible",
    "E206": "a part that does not belong where it stands",
    "E207": "a part that is missing",
    "E208": "a drawn map that does not fit together",
    # E3: types
    "E301": "types that do not fit",
    "E302": "a value that may be missing is used as if it were there",
    "E303": "a number outside its range",
    "E304": "a domain that is empty or unbounded",
    "E305": "the wrong number of arguments",
    "E306": "something that is not a value, or not a place to write to",
    "E307": "a value that must be known when the rulebook is compiled",
    "E308": "a parameter that cannot be set, or not to this value",
    # E4: the rules as a whole
    "E401": "a clause that nothing reaches",
    "E402": "two exceptions that apply together, with no priority between them",
    "E403": "a loop that may never end",
    "E404": "rules that call each other in a circle",
    "E405": "a constant, parameter, function or word that nothing uses",
    "E406": "a game that cannot end",
    "E407": "two moves of one choice with the same notation",
    "E408": "a symmetry that a board or the seats do not have",
    "E409": "a random game that met a fault",
    "E410": "a look ahead that would not end, or would reach chance, a choice or a secret",
    # E5: texts and glossaries
    "E501": "a line of a file of texts that cannot be read",
    "E502": "a text of an unknown clause, word or row",
    "E503": "an unknown name in a text",
    "E504": "a line of a glossary that cannot be read",
    "E505": "a text without a number that its clause states",
    # E6: playthroughs, evaluation files and look files
    "E601": "a line of a playthrough that cannot be read",
    "E602": "a head of a playthrough that does not fit",
    "E603": "an unknown name in a playthrough",
    "E604": "a text that is no move of the game",
    "E605": "a position that cannot be set up",
    "E606": "a playthrough that cannot be used by another",
    "E607": "an evaluation file that gives no value to a position",
    "E611": "a line of a look file that cannot be read",
    "E612": "an unknown name in a look file",
    "E613": "a colour, shape, path or number that a look file cannot have",
    "E614": "a property that a look file sets twice",
    # E7: variants
    "E701": "a variant changes an unknown clause, field, row or word",
    "E702": "two changes of the same clause",
    "E703": "a clause that a replacement drops without naming it",
    "E704": "a variant whose rulebook cannot be found",
    "E705": "variants, or changes, where they do not belong",
    # E8: who may know what
    "E801": "a choice that depends on a value that is hidden from its player",
    "E802": "something that players see depends on a value that is hidden from them",
    "E803": "a secret choice of one player alone",
    "E804": "a secret choice that reads what it has not revealed yet",
    # E9: known to the grammar, not yet to the compiler
    "E901": "not supported yet",
    # W: lint
    "W401": "a value that a variant sets, and nothing reads",
    "W402": "an open value that a notation names only inside a function",
    "W403": "a count that may be greater than what is declared for it",
    "W404": "a field that nothing reads",
    "W405": "a chain that may be too long to list",
    "W501": "a clause without a statement",
    "W502": "clauses without a text in a language",
    "W503": "a text older than its clause",
    "W504": "a text without a term that its clause needs",
    "W505": "a number that a text writes out",
    "W506": "a term that a glossary forbids, or does not have",
    "W607": "a playthrough written for other rules",
    "W608": "a name given to two positions of a playthrough",
    "W801": "a draw that all see, and that only hidden fields keep",
}


@frozen
class Diagnostic:
    """One mistake in a rulebook: what is wrong, where, and what would help.

    `message` and `help` are in lower case, without a full stop, the author's own words in
    backticks. `clause` is the id of the clause the place belongs to, where there is one. `fixes` are
    changes of the text that would help, each alone.
    """

    code: str
    message: str
    span: Span
    help: str | None = None
    clause: str | None = None
    related: tuple[tuple[str, Span], ...] = ()
    fixes: tuple[Fix, ...] = ()

    @property
    def level(self) -> str:
        """`error` or `warning`, by the first letter of the code."""
        return "warning" if self.code.startswith("W") else "error"


class Diagnostics:
    """The diagnostics of a compilation, each recorded once, in the order they were found."""

    def __init__(self) -> None:
        self._recorded: dict[tuple[str, str, int, int, str], Diagnostic] = {}

    def add(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        help: str | None = None,
        clause: str | None = None,
        related: tuple[tuple[str, Span], ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        """Record a mistake, unless the same one is recorded for the same place already.

        A help that names the text to write (`Meant`), or the line to leave out (`Redundant`), is a fix by itself.
        """
        assert code in CODES, f"{code} is not in the registry"
        key = (code, span.source.name, span.line, span.column, message)
        if key not in self._recorded:
            known = fixes or (help.fixes(span) if isinstance(help, Meant | Redundant) else ())
            self._recorded[key] = Diagnostic(code, message, span, None if help is None else str(help), clause, related, known)

    def extend(self, more: Iterable[Diagnostic]) -> None:
        """Record each of these."""
        for diagnostic in more:
            self.add(diagnostic.code, diagnostic.message, diagnostic.span, help=diagnostic.help, clause=diagnostic.clause,
                     related=diagnostic.related, fixes=diagnostic.fixes)

    def sorted(self) -> tuple[Diagnostic, ...]:
        """Return all of them by file, line and column."""
        return tuple(
            sorted(self._recorded.values(),
                   key=lambda d: (d.span.source.name, d.span.line, d.span.column, d.code))
        )

    @property
    def failed(self) -> bool:
        """Whether any of them is an error."""
        return any(diagnostic.level == "error" for diagnostic in self._recorded.values())


class RulebookError(Exception):
    """A rulebook that does not compile. `diagnostics` says why, all of it."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("\n".join(render(diagnostic) for diagnostic in diagnostics))
        self.diagnostics = diagnostics


MAX_LINE = 10_000


def is_too_long(line: str, number: int, source: Source, diagnostics: Diagnostics) -> bool:
    """Return whether a line is longer than the limit; recorded where it is."""
    if len(line) > MAX_LINE:
        diagnostics.add("E106", f"a line longer than {MAX_LINE} characters", Span(source, number, 1, number, MAX_LINE + 1))
    return len(line) > MAX_LINE


def counted(count: int, noun: str) -> str:
    """Return a number and what is counted: `1 value`, `2 values`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def did_you_mean(name: str, known: Iterable[str]) -> Meant | None:
    """Return a help line that names the nearest of the known names, or None if none is near."""
    names = sorted(set(known))
    alike = [text for text in names if looks_like(name, text)]
    if alike:
        return Meant(f"did you mean `{alike[0]}`? {difference(name, alike[0])}", name, alike[0])
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    return Meant(f"did you mean `{near[0]}`?", name, near[0]) if near else None


# A line that is longer is shown in part, with so much of it before the place.
WIDEST, BEFORE = 320, 60
# So much of a message is shown: a name in it may be as long as a file.
LONGEST = 2_000
# What tells a terminal to do something is not said to it.
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def render(diagnostic: Diagnostic) -> str:
    """Return the diagnostic as text: message, place, the line with its faulty part underlined, help."""
    out = [f"{diagnostic.level}[{diagnostic.code}]: {_shown(diagnostic.message)}"]
    out += _excerpt(diagnostic.span)
    for message, span in diagnostic.related:
        out.append(f"  note: {_shown(message)}")
        out += _excerpt(span)
    if diagnostic.help:
        out.append(f"   = help: {_shown(diagnostic.help)}")
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", "\n".join(out))


def _shown(message: str) -> str:
    return message if len(message) <= LONGEST else f"{message[:LONGEST]}..."


def _excerpt(span: Span) -> list[str]:
    line = span.source.line(span.line)
    number = str(span.line)
    gutter = " " * len(number)
    out = [f"{gutter} --> {span}"]
    if line:
        begin = max(0, span.column - 1 - BEFORE) if len(line) > WIDEST else 0
        shown = line[begin : begin + WIDEST].replace("\t", " ")
        place = span.column - 1 - begin
        width = max(1, min(span.first_end - span.column, len(shown) - place))
        cut = ("..." if begin else "", "..." if begin + WIDEST < len(line) else "")
        out += [
            f"{gutter} |",
            f"{number} | {cut[0]}{shown}{cut[1]}",
            f"{gutter} | {' ' * (place + len(cut[0]))}{'^' * width}",
        ]
    return out
