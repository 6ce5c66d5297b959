"""A place in a rulebook or playthrough -> what can stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from attrs import evolve, frozen

from ....dsl import syntax as ast
from ....dsl.source.span import Source, code_of, indent_of
from ....dsl.symbols.symbols import BoardInfo, Constant, DomainOf, Local, LocalKind, SpaceSet
from ....dsl.types.types import DomainType, EnumType, ListType, SetType, Type, UnknownType
from ...colours.lexers import keywords
from ...explanations import function_names
from ..files.names import DeclaredKind, DeclaredName, RulebookNames
from .expected_types import expected_at, is_expected, is_owner_expected, is_type_expected, type_of, words_expected
from .places import UNWRITTEN, NameRole, RulebookPlace, accepted_in, place_at

_WORD = re.compile(r"[^\W\d]\w*$")
_REST = re.compile(r"\w*")
_SUBJECT = re.compile(r"([^\W\d]\w*)\.\w*$")
# The kinds of what can be written: names, and what is no name.
OfferKind = DeclaredKind | LocalKind | Literal[
    "keyword", "move", "clause", "expectation", "mark", "rulebook", "variant", "type"]
# Kinds of clauses that nothing asks for by name: they stand in no expression.
NO_VALUES: frozenset[DeclaredKind] = frozenset({"play", "invariant", "symmetry", "score", "section", "note", "example"})
# Declarations that stand in no value either, but may begin a statement.
RULES: frozenset[DeclaredKind] = frozenset({"rule", "phase"})
# Names of clauses and of what happens: places of their own ask for them.
_NO_NAMES: frozenset[DeclaredKind] = frozenset({
    "move", "requirement", "exception", "choice", "end", "event", "otherwise part", "symmetry"})
# Kinds of names that stand for one thing of a type.
_SINGLE: tuple[DeclaredKind, ...] = ("word", "row", "space", "seat")
# The kinds of declarations that some places ask for.
_DECLARED: Mapping[NameRole | None, frozenset[DeclaredKind]] = {
    NameRole.RULE: RULES, NameRole.END: frozenset({"end"}), NameRole.EVENT: frozenset({"event"}),
    NameRole.HISTORY: frozenset({"field"})}
# The names of those who take part.
_SEATS = ("players", "sides")
# Words of the language that are values.
VALUES = ("yes", "no")
# What a file begins with, and what only variants say.
HEADERS = ("rulebook", "variant")
CHANGES = ("add", "because", "remove", "replace", "set")
# What statements begin with that have a block below them.
_WITH_BLOCK = ("if", "else", "for", "repeat")
_CLOSED = {"(": ")", "[": "]", "{": "}"}
_STRING = re.compile(r'"[^"]*"')
# Words that types are made with.
OF_TYPES = ("flag", "set of", "list of", "history of", "or", "none")


@frozen
class Completion:
    """Something that can stand at a place: its text, its kind, and a remark.

    It `fits` where its type is the one that is expected there.
    """

    text: str
    kind: OfferKind
    detail: str = ""
    fits: bool = False


def with_a_name(text: str, line: int, column: int) -> str:
    """Return a text with a name that nobody writes at a place, instead of the word there.

    So the declaration around it can be read, and the checker notes what can stand there.
    """
    lines = text.split("\n")
    row = lines[line - 1]
    begin = column - 1 - replaced(row[: column - 1])
    after = _REST.sub("", row[begin:], count=1)
    lines[line - 1] = row[:begin] + UNWRITTEN + _closing(row[:begin], after) + after
    return "\n".join(lines)


def as_if_finished(text: str, line: int, column: int) -> str:
    """Return a text as `with_a_name`, in which what is begun ends there: brackets are closed, and a block has a statement."""
    lines = with_a_name(text, line, column).split("\n")
    before = lines[line - 1].partition(UNWRITTEN)[0]
    code = _STRING.sub("", before)
    lines[line - 1] = before + UNWRITTEN + closing_brackets(code)
    indent = indent_of(before)
    below = next((row for row in lines[line:] if code_of(row).strip()), "")
    if code.split()[:1] and code.split()[0] in _WITH_BLOCK and indent_of(below) <= indent:
        lines.insert(line, f"{' ' * (indent + 4)}skip")
    return "\n".join(lines)


def closing_brackets(code: str) -> str:
    """Return the brackets that close those that a text leaves open."""
    left: list[str] = []
    for sign in code:
        if sign in _CLOSED:
            left.append(_CLOSED[sign])
        elif left and sign == left[-1]:
            left.pop()
    return "".join(reversed(left))


def _closing(before: str, after: str) -> str:
    """Return the brace that closes an expression in a text, where it is still missing."""
    is_text = before.count('"') % 2
    return "}" if is_text and before.rfind("{") > before.rfind("}") and "}" not in after.partition('"')[0] else ""


def in_rulebook(open_with: Callable[[str], tuple[RulebookNames, Source] | None], text: str,
                line: int, column: int) -> tuple[Completion, ...]:
    """Return the completions at a place of a rulebook; `open_with` compiles it with another text of the file."""
    offers: dict[str, Completion] = {}
    column -= replaced(text.split("\n")[line - 1][: column - 1])
    for read in (with_a_name, as_if_finished):
        shown = read(text, line, column)
        accepted = accepted_in(Source("", shown), line, column)
        if accepted is not None and not accepted.name:
            return _of_file(tuple(_keywords(RulebookPlace(None, accepted))), shown)
        names_and_source = open_with(shown)
        if names_and_source is None:
            return ()
        place = place_at(*names_and_source, line, accepted)
        # A name inside a rule is known once for each number of players.
        offers = {offer.text: offer for offer in reversed(tuple(_in_rulebook(*names_and_source, line, column, place)))}
        if place.role is not None or not offers:
            break
    return tuple(reversed(offers.values()))


def _in_rulebook(names: RulebookNames, source: Source, line: int, column: int, place: RulebookPlace) -> Iterator[Completion]:
    if any(declared.name == UNWRITTEN for declared in (*names.declared.values(), *names.locals.values())):
        # A new name is being declared.
        return
    before = source.line(line)[: column - 1]
    subject = _SUBJECT.search(before)
    if place.role is NameRole.PART or subject is not None:
        whole = before if subject is None else before[: -len(subject[0])]
        yield from _parts(names, place, source, line, "" if subject is None else subject[1], len(whole) + 1)
    elif is_owner_expected(source, line, column):
        yield from _owning(names)
    elif place.role is NameRole.TYPE or is_type_expected(source, line, column):
        yield from _types(names)
    else:
        # The checker knows more of the place than its line shows, and the line takes longer.
        is_open = place.expected is None and place.role in (None, NameRole.VALUE)
        written = expected_at(names, source, line, column) if is_open else None
        yield from named_at(names, place, _known(names, place, source, line), written)
        yield from _keywords(place)


def _known(names: RulebookNames, place: RulebookPlace, source: Source, line: int) -> tuple[Local, ...]:
    """Return the names in scope; where a mistake hides the scope, all those of the declaration."""
    if place.scope is not None:
        return place.known
    return tuple(local for _, local in names.known_at(source.name, line))


def named_at(names: RulebookNames, place: RulebookPlace, known: tuple[Local, ...],
             written: Type | None = None) -> Iterator[Completion]:
    """Yield the names that can stand at a place, those in scope first; `written` is the type that the text asks for."""
    expected = place.expected or written
    yield from (Completion(word, "word", str(expected), True) for word in words_expected(expected))
    for local in known if place.role not in _DECLARED else ():
        yield Completion(local.name, local.kind, str(local.type), _fits(names, place, local.type, expected) or (
            place.role is NameRole.STATEMENT and local.kind == "var"))
    if place.role in (NameRole.DOMAIN, NameRole.SEATS):
        yield from _domains(names, place.role is NameRole.SEATS)
    candidates = [declared for declared in names.declared.values() if _can_stand(declared, place, expected)]
    # A word stands for itself alone: where no type is expected, other names are likelier.
    for declared in sorted(candidates, key=lambda candidate: candidate.kind in _SINGLE):
        # Only `times` and `size` take a history.
        type_ = None if _is_history(declared) else type_of(names, declared)
        fits = place.role in _DECLARED or (
            place.role is NameRole.STATEMENT and (declared.kind in RULES or declared.id.startswith("state."))) or _fits(
            names, place, type_, expected)
        yield Completion(declared.name, declared.kind, declared.id, fits)
    if place.role in (None, NameRole.VALUE, NameRole.DOMAIN, NameRole.SEATS, NameRole.PART):
        yield from (Completion(name, "function of the language") for name in function_names())


def _can_stand(declared: DeclaredName, place: RulebookPlace, expected: Type | None) -> bool:
    """Return whether a declared name can stand at a place, without a dot before it."""
    if place.role in _DECLARED:
        return declared.kind in _DECLARED[place.role] and (place.role is not NameRole.HISTORY or _is_history(declared))
    if declared.id.rpartition(".")[0] not in ("", "state") and declared.kind not in _SINGLE:
        return False
    if place.role is None:
        return expected is None or declared.kind not in NO_VALUES
    return declared.kind not in NO_VALUES and declared.kind not in _NO_NAMES and (
        place.role is NameRole.STATEMENT or declared.kind not in RULES)


def _is_history(declared: DeclaredName) -> bool:
    return isinstance(declared.node, ast.Field) and isinstance(declared.node.type, ast.HistoryType)


def _fits(names: RulebookNames, place: RulebookPlace, type_: Type | None, expected: Type | None) -> bool:
    """Return whether a value of a type is what a place asks for."""
    match place.role:
        case NameRole.DOMAIN:
            return isinstance(type_, DomainType | SetType | ListType)
        case NameRole.STATEMENT:
            return type_ is not None and next(parts_of(names, *type_names(type_)), None) is not None
        case _:
            return is_expected(type_, expected)


def _domains(names: RulebookNames, are_seats: bool) -> Iterator[Completion]:
    """Yield the names of what has values to go through: types, boards, and spaces with a name together.

    Where they are seats, only players and sides fit.
    """
    for compiled in names.rulebooks:
        known = {} if compiled.symbols is None else compiled.symbols.names.globals
        for name, meaning in known.items():
            if isinstance(meaning, DomainOf | BoardInfo | SpaceSet):
                declared = names.by_name.get(name)
                yield Completion(name, "type" if declared is None else declared.kind, fits=not are_seats or name in _SEATS)


def _keywords(place: RulebookPlace) -> Iterator[Completion]:
    """Yield the words of the language that can stand at a place; where that is not known, all."""
    if place.accepted is None:
        yield from (Completion(word, "keyword") for word in keywords())
        return
    fits = not place.accepted.name or place.role in (NameRole.STATEMENT, NameRole.END)
    yield from (Completion(word, "keyword", fits=fits and word not in VALUES) for word in sorted(place.accepted.words))


def _of_file(offers: tuple[Completion, ...], text: str) -> tuple[Completion, ...]:
    """Return words with those first that a file asks for where declarations begin: its header, or what stands below that."""
    if not any(offer.text == HEADERS[0] for offer in offers):
        return offers
    header = next((row for row in text.split("\n") if code_of(row).strip()), "")
    if header.startswith(UNWRITTEN):
        fitting = {*HEADERS}
    else:
        fitting = {offer.text for offer in offers} - {*HEADERS, *(() if header.startswith(HEADERS[1]) else CHANGES)}
    # What does not fit comes last: the author may be about to write the header.
    return tuple(sorted((evolve(offer, fits=offer.text in fitting) for offer in offers), key=lambda offer: not offer.fits))


def _owning(names: RulebookNames) -> Iterator[Completion]:
    """Yield the names of what can have fields."""
    for compiled in names.rulebooks:
        known = {} if compiled.symbols is None else compiled.symbols.names.types
        yield from (Completion(name, "type", fits=True) for name, type_ in known.items() if isinstance(type_, EnumType))


def _types(names: RulebookNames) -> Iterator[Completion]:
    """Yield the names of types, the words that types are made with, and what a range may begin or end with."""
    for compiled in names.rulebooks:
        known = () if compiled.symbols is None else compiled.symbols.names.types
        yield from (Completion(name, "type", fits=True) for name in known)
    yield from (Completion(word, "keyword") for word in OF_TYPES)
    for declared in names.declared.values():
        if declared.kind in ("constant", "parameter"):
            yield Completion(declared.name, declared.kind, declared.id)


def _parts(names: RulebookNames, place: RulebookPlace, source: Source, line: int, subject: str,
           column: int) -> Iterator[Completion]:
    """Yield the fields, columns and effects of what stands before a dot."""
    expected = expected_at(names, source, line, column)
    if place.subject is not None and not isinstance(place.subject, UnknownType):
        owners: tuple[str, ...] = tuple(type_names(place.subject))
    else:
        known = {local.name: local for local in _known(names, place, source, line)}
        owners = tuple(_owners(names, subject, known.get(subject)))
    yield from parts_of(names, *owners, expected=expected)


def parts_of(names: RulebookNames, *owners: str, expected: Type | None = None) -> Iterator[Completion]:
    """Yield the fields, columns and effects of types, or of what has a name; those of the expected type fit."""
    known = {*owners, *(owner for name in owners for owner in _owners(names, name, None)), *_types_of(names, owners)}
    for declared in names.declared.values():
        owner, dot, _ = declared.id.rpartition(".")
        if dot and owner in known and declared.kind in ("field", "column", "effect"):
            fits = expected is not None and is_expected(type_of(names, declared), expected)
            yield Completion(declared.name, declared.kind, _type_text(declared), fits)


def _types_of(names: RulebookNames, subjects: tuple[str, ...]) -> Iterator[str]:
    """Yield the names of the types of constants, such as those of the spaces that a board makes."""
    for compiled in names.rulebooks:
        known = {} if compiled.symbols is None else compiled.symbols.names.globals
        for subject in subjects:
            meaning = known.get(subject)
            if isinstance(meaning, Constant):
                yield from type_names(meaning.type)


def _owners(names: RulebookNames, subject: str, local: Local | None) -> Iterator[str]:
    """Yield the names of the types whose parts a subject has."""
    if local is not None:
        yield from type_names(local.type)
        return
    declared = names.by_name.get(subject)
    if declared is not None:
        yield declared.id.rpartition(".")[0] or declared.name
    yield subject


def type_names(type_: Type) -> Iterator[str]:
    if isinstance(type_, EnumType):
        yield type_.name
    else:
        yield str(type_).partition(" or ")[0]


def _type_text(declared: DeclaredName) -> str:
    return declared.node.type.span.text if isinstance(declared.node, ast.Field | ast.Column) else ""


def replaced(before: str) -> int:
    """Return how many characters before a place an offer replaces: the word that is begun."""
    word = _WORD.search(before)
    return len(word[0]) if word else 0
