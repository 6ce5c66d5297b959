"""Files of texts brought up to date: what is missing is added to be worded, what has been looked at is accepted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from ...dsl.load.loader import Files
from ...dsl.source.diagnostics import Diagnostics
from ...dsl.source.span import Span
from ...dsl.statements.glossary import glossary_of
from ..facts.facts import ClauseFacts, RulebookFacts
from ..facts.meaning import fingerprint, written_notations
from .check import texts_in, to_word
from .wordings import Wording, Wordings, texts_path, wordings_of


@frozen(eq=False)
class ClauseText:
    """A clause and its text in a language: `worded`, `older` than the clause, or `missing`."""

    clause: ClauseFacts
    wording: Wording | None
    state: str

    @property
    def key(self) -> str:
        """Its key in a file of texts."""
        return self.clause.id

    @property
    def what(self) -> str:
        """The kind of the clause."""
        return self.clause.kind

    @property
    def english(self) -> str:
        """The statement of the rulebook."""
        return self.clause.statement

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the clause as it is now."""
        return self.clause.fingerprint

    @property
    def span(self) -> Span:
        """The span of the clause."""
        return self.clause.span


def text_path(files: Files, language: str) -> Path:
    """The file with the texts of a rulebook, or of the topmost variant it is read with."""
    return texts_path(files, language, files.variants[-1].name if files.variants else None)


def worded(files: Files, facts: RulebookFacts, language: str) -> Iterator[ClauseText]:
    """Every clause that needs a text, in the order of the printed rules."""
    layers = wordings_of(files, language, Diagnostics())
    for clause in to_word(facts, glossary_of(files, "en")):
        best = next(texts_in(layers, clause), None)
        # English has the statements of the rulebook.
        without = "worded" if language == "en" else "missing"
        state = without if best is None else "worded" if best.fingerprint == clause.fingerprint else "older"
        yield ClauseText(clause, best, state)


@frozen(eq=False)
class NotationText:
    """The notation of a move or roll, and its text in a language, as with `ClauseText`."""

    key: str
    english: str
    fingerprint: str
    span: Span
    wording: Wording | None
    state: str
    what: str = "notation"


def worded_notations(files: Files, language: str) -> Iterator[NotationText]:
    """Every way to write a move or roll that has words in it; English has those of the rulebook."""
    layers = wordings_of(files, language, Diagnostics())
    for kind, id, notation in written_notations(files.declarations):
        own = [wording for layer in layers if (wording := layer.entries.get((kind, id))) is not None]
        current = fingerprint(notation)
        best = next((wording for wording in own if wording.fingerprint == current), own[0] if own else None)
        without = "worded" if language == "en" else "missing"
        state = without if best is None else "worded" if best.fingerprint == current else "older"
        yield NotationText(f"{kind} {id}", notation.raw, current, notation.span, best, state)


def heading(files: Files, facts: RulebookFacts, language: str) -> str:
    """The first line of a file of texts."""
    whose = ":".join((facts.name, *(variant.name for variant in files.variants[-1:])))
    return f"texts of {whose} in {language}\n"


def stubs(files: Files, facts: RulebookFacts, language: str) -> tuple[str, ...]:
    """Return the additions to a file of texts, as remarks: the title, clauses without a text, moves and rolls.

    What stands in the file as a remark already is not added again.
    """
    path = text_path(files, language)
    own = next((wording for wording in wordings_of(files, language, Diagnostics()) if wording.source.name == str(path)), None)
    own_text, known = ("", set()) if own is None else (own.source.text, set(own.entries))
    # The file of a variant gets only clauses: the title, moves and rolls stand in the file of its rulebook.
    missing = [] if files.variants or ("title", "title") in known else [("title", facts.title)]
    missing += [(f"{wording.clause.id} {wording.clause.fingerprint}", wording.clause.statement)
               for wording in worded(files, facts, language)
               if wording.state == "missing" or (files.variants and wording.state == "older")]
    if not files.variants:
        missing += [(f"{kind} {id} {fingerprint(text)}", text.raw) for kind, id, text in written_notations(files.declarations)
                   if (kind, id) not in known]
    return tuple(f'\n# {head}\n#     "{english}"\n' for head, english in missing if f"\n# {head}\n" not in own_text)


def accepted(text: str, layer: Wordings, facts: RulebookFacts, ids: Iterable[str]) -> str:
    """A file of texts in which the texts of these clauses are said to be written for the clauses as they are now."""
    lines = text.split("\n")
    for id in ids:
        wording = layer.entries["clause", id]
        lines[wording.span.line - 1] = f"{id} {facts.clause(id).fingerprint}"
    return "\n".join(lines)
