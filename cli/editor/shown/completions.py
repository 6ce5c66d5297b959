"""A place in a rulebook or playthrough -> what can stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from ....dsl import syntax as ast
from ....dsl.source.span import Source
from ....dsl.symbols.symbols import Constant, Local
from ....dsl.types.types import EnumType, Type
from ...explanations import function_names
from ...highlight import keywords
from ..files.names import Declared, Names
from ..files.rulebooks import Opened
from .expected import expected_at, is_expected, is_owner_expected, is_type_expected, type_of, words_expected

# A name that nobody writes.
UNWRITTEN = "unwritten__"
_WORD = re.compile(r"[^\W\d]\w*$")
_SUBJECT = re.compile(r"([^\W\d]\w*)\.\w*$")
# Kinds of clauses that nothing asks for by name: they stand in no expression.
NO_VALUES = frozenset({"play", "invariant", "symmetry", "score", "section", "note", "example"})
# Words that types are made with.
OF_TYPES = ("flag", "set of", "list of", "history of", "or", "none")


@frozen
class Offer:
    """Something that can stand at a place: its text, its kind (as of names, or `keyword`, `move`), and a remark.

    It `fits` where its type is the one that is expected there.
    """

    text: str
    kind: str
    detail: str = ""
    fits: bool = False


def with_a_name(text: str, line: int, column: int) -> str:
    """Return a text with a name at a place where one is about to be typed, so that the declaration around it can be read."""
    lines = text.split("\n")
    before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
    if not _WORD.search(before) and not after[:1].isalnum():
        lines[line - 1] = before + UNWRITTEN + after
    return "\n".join(lines)


def in_rulebook(opened: Opened, source: Source, line: int, column: int) -> tuple[Offer, ...]:
    """Return the completions at a place of a rulebook: parts of the name before a dot, else all names that are known there."""
    # A name inside a rule is known once for each number of players.
    offers: dict[str, Offer] = {}
    for offer in _in_rulebook(opened, source, line, column):
        offers.setdefault(offer.text, offer)
    return tuple(offers.values())


def _in_rulebook(opened: Opened, source: Source, line: int, column: int) -> Iterator[Offer]:
    before = source.line(line)[: column - 1]
    subject, names = _SUBJECT.search(before), opened.names
    if subject is not None:
        whole = source.line(line)[: column - 1 - len(subject[0])]
        expected = expected_at(names, source, line, len(whole) + 1)
        yield from _parts(names, str(source.name), line, subject[1], expected)
        return
    if is_owner_expected(source, line, column):
        yield from _owning(names)
        return
    if is_type_expected(source, line, column):
        yield from _types(names)
        return
    expected = expected_at(names, source, line, column)
    yield from (Offer(word, "word", str(expected), True) for word in words_expected(expected))
    for thing, local in names.known_at(source.name, line):
        yield Offer(thing.name, local.kind, str(local.type), is_expected(local.type, expected))
    for thing in names.declared.values():
        if expected is not None and thing.kind in NO_VALUES:
            continue
        if thing.id.rpartition(".")[0] in ("", "state") or thing.kind in ("word", "row", "space", "seat"):
            yield Offer(thing.name, thing.kind, thing.id, expected is not None and is_expected(type_of(names, thing), expected))
    yield from (Offer(name, "function of the language") for name in function_names())
    yield from (Offer(word, "keyword") for word in keywords())


def _owning(names: Names) -> Iterator[Offer]:
    """Yield the names of what can have fields."""
    for compiled in names.rulebooks:
        known = {} if compiled.symbols is None else compiled.symbols.names.types
        yield from (Offer(name, "type", fits=True) for name, type_ in known.items() if isinstance(type_, EnumType))


def _types(names: Names) -> Iterator[Offer]:
    """Yield the names of types, the words that types are made with, and what a range may begin or end with."""
    for compiled in names.rulebooks:
        known = () if compiled.symbols is None else compiled.symbols.names.types
        yield from (Offer(name, "type", fits=True) for name in known)
    yield from (Offer(word, "keyword") for word in OF_TYPES)
    for thing in names.declared.values():
        if thing.kind in ("constant", "parameter"):
            yield Offer(thing.name, thing.kind, thing.id)


def _parts(names: Names, file: str, line: int, subject: str, expected: Type | None) -> Iterator[Offer]:
    """Yield the fields, columns and effects of what a name before a dot stands for."""
    locals_ = {thing.name: local for thing, local in names.known_at(file, line)}
    yield from parts_of(names, *_owners(names, subject, locals_.get(subject)), expected=expected)


def parts_of(names: Names, *owners: str, expected: Type | None = None) -> Iterator[Offer]:
    """Yield the fields, columns and effects of types, or of what has a name; those of the expected type fit."""
    known = {*owners, *(owner for name in owners for owner in _owners(names, name, None)), *_types_of(names, owners)}
    for thing in names.declared.values():
        owner, dot, _ = thing.id.rpartition(".")
        if dot and owner in known and thing.kind in ("field", "column", "effect"):
            fits = expected is not None and is_expected(type_of(names, thing), expected)
            yield Offer(thing.name, thing.kind, _type_text(thing), fits)


def _types_of(names: Names, subjects: tuple[str, ...]) -> Iterator[str]:
    """Yield the names of the types of constants, such as those of the spaces that a board makes."""
    for compiled in names.rulebooks:
        known = {} if compiled.symbols is None else compiled.symbols.names.globals
        for subject in subjects:
            meaning = known.get(subject)
            if isinstance(meaning, Constant):
                yield from _type_names(meaning.type)


def _owners(names: Names, subject: str, local: Local | None) -> Iterator[str]:
    """Yield the names of the types whose parts a subject has."""
    if local is not None:
        yield from _type_names(local.type)
        return
    thing = names.by_name.get(subject)
    if thing is not None:
        yield thing.id.rpartition(".")[0] or thing.name
    yield subject


def _type_names(type_: Type) -> Iterator[str]:
    if isinstance(type_, EnumType):
        yield type_.name
    else:
        yield str(type_).partition(" or ")[0]


def _type_text(thing: Declared) -> str:
    return thing.node.type.span.text if isinstance(thing.node, ast.Field | ast.Column) else ""


def replaced(before: str) -> int:
    """Return how many characters before a place an offer replaces: the word that is begun."""
    word = _WORD.search(before)
    return len(word[0]) if word else 0
