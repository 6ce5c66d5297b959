"""Put each noun of an English sentence in the form that the number before it asks for."""

from __future__ import annotations

import re
from functools import partial

import attrs

from ..source.clauses import Clause
from .glossary import Glossary
from .languages import Language

_NUMBER = re.compile(r"(?<![\w.-])\d+(?= )")


def noun_behind(glossary: Glossary, count: int, behind: str) -> tuple[str, str] | None:
    """Return the noun that follows a number, in its form, and the rest; None where no term of the glossary follows."""
    match = next(glossary.matches_in(behind), None)
    if match is None or behind[: match.begin].strip() or not match.begin:
        return None
    forms = Language("en").counted_form(count, "")
    noun = match.term.forms.get(forms[-1], match.term.text) if forms[-1] else match.term.text
    written = behind[match.begin : match.end]
    # The author has used another form, such as a genitive: only singular and plural follow the number.
    if written not in (match.term.text, match.term.forms.get("pl")):
        noun = written
    return noun, behind[match.end :]


def in_number(text: str, glossary: Glossary) -> str:
    """Return a sentence in which every noun right behind a number agrees with it."""
    out = ""
    # The rest is searched from behind each noun, so a number that a noun holds is not taken for a count.
    while (number := _NUMBER.search(text)) is not None:
        out, behind = out + text[: number.end()], text[number.end() :]
        counted = noun_behind(glossary, int(number[0]), behind)
        if counted is not None:
            out, behind = f"{out} {counted[0]}", counted[1]
        text = behind
    return out + text


def clause_in_number(clause: Clause, glossary: Glossary) -> Clause:
    """Return a clause whose sentence agrees with its numbers, which a variant may have set, or which play fills in."""
    pieces = tuple(piece if i % 2 else in_number(piece, glossary) for i, piece in enumerate(clause.pieces))
    return attrs.evolve(clause, statement=in_number(clause.statement, glossary), pieces=pieces,
                        in_number=partial(in_number, glossary=glossary))
