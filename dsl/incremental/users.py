"""Names that mean something else -> all that uses them: declarations that can be checked alone, statements and fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import evolve

from .. import syntax as ast
from ..parse import source_of
from ..source.span import Source
from ..syntax.alone import Alone, Key, key_of
from ..syntax.walk import nodes_in
from . import environment
from .boards import without_own
from .cached import CachedRulebook, parts_alone, place
from .changed import chunks_of, items_in
from .differences import Differences, TypeChange, Users
from .heads import without_types, words_in_types
from .values import Word, uses_of

_WORD = re.compile(r"\w+")
# Files in which names were looked for.
FILES_KEPT = 256

def with_users(differences: Differences, words: frozenset[Word], users_of: Callable[[frozenset[Word]], Users | None]
                ) -> Differences | None:
    """Return the differences with all uses of these words; None where one is in a part that cannot be checked alone."""
    users = users_of(words)
    if users is None:
        return None
    if users.fields:
        # Fields of which the types have other values in them have other ranges. What uses those may name no such value.
        more = {word for node in users.fields for word in words_in_types(node, words)}
        written = {pair.old for pair in differences.retyped}
        others = tuple(TypeChange(node, node) for node in users.fields if node not in written)
        differences = evolve(differences, retyped=(*differences.retyped, *others))
        users = users_of(words | more)
        if users is None:
            return None
    # A part that differs itself is checked in its new text: as a user it would be checked a second time in its old one.
    known_parts = {key_of(pair.old) for pair in differences.differing}
    parts = tuple(user for user in users.parts if key_of(user) not in known_parts)
    return evolve(differences, users=evolve(users, parts=parts))


def users_in(cached: CachedRulebook, words: frozenset[Word], shown: bool = True) -> Users | None:
    """Return the uses of values and heads that differ; None where one is in a part that cannot be checked alone.

    If what differs is not `shown`, examples show the same as before.
    """
    if not words:
        return Users()
    # What a variant changes is looked at as the variant leaves it.
    left = (item for item in naming(cached, words) if place(item) in cached.unchanged)
    items = (*left, *altered(cached, frozenset(word for _, word in words)))
    return _users_among(items if shown else [
        evolve(item, shows=()) if isinstance(item, ast.Example) else item for item in items], words)


def altered(cached: CachedRulebook, words: frozenset[str] | None = None) -> tuple[ast.Item, ...]:
    """Return the declarations that variants change, as they leave them; those with one of these words in them, if any."""
    files = tuple(source_of(name, text) for name, text in cached.texts.items())
    return tuple(environment.read_item(declaration.item, files) for declaration in cached.altered
                 if words is None or not words.isdisjoint(declaration.words))


def part_with(cached: CachedRulebook, key: Key) -> Alone | None:
    """Return a part that can be checked alone, as it was, by its form and name."""
    # The name of a way has those of its table and row in it.
    words = frozenset(key[1].split("."))
    left = (item for item in naming(cached, frozenset(("word", word) for word in words)) if place(item) in cached.unchanged)
    parts = (part for item in (*left, *altered(cached, words)) for part in parts_alone(item))
    # Two with one form and name would be a mistake.
    return next((part for part in parts if key_of(part) == key), None)


def naming(cached: CachedRulebook, words: frozenset[Word]) -> Iterator[ast.Item]:
    """Yield the declarations of files in whose text one of these words stands: others use no such name."""
    names = frozenset(word for _, word in words)
    for name, text in cached.texts.items():
        yield from _naming_in(source_of(name, text), names)


@lru_cache(maxsize=FILES_KEPT)
def _naming_in(source: Source, names: frozenset[str]) -> tuple[ast.Item, ...]:
    """Return the declarations of a file in which one of these names stands: variants of a rulebook have the same files."""
    named = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names)))})\b")
    if not named.search(source.text):
        return ()
    return tuple(item for chunk in chunks_of(source) if named.search(chunk.text) for item in items_in(source, chunk))


def _users_among(items: Iterable[ast.Item], words: frozenset[Word]) -> Users | None:
    """Return the uses of values in declarations; None where one is in a part that cannot be checked alone."""
    out: list[Alone] = []
    texts: list[tuple[str, ast.Text]] = []
    fields: list[ast.Fields] = []
    boards: list[ast.Board] = []
    for item in items:
        if isinstance(item, ast.Board):
            plain = without_own(item, words)
            if plain is None:
                return None
            boards += [item] if any(("setting", setting.column.name) in words for mark in item.marks
                                    for setting in mark.settings if setting.column is not None) else []
            item = plain
        if isinstance(item, ast.Fields) and words_in_types(item, words):
            fields.append(item)
            item = without_types(item)
        alone = parts_alone(item)
        uses = [uses_of(part, words) for part in alone]
        rest = () if item in alone else (uses_of(item, words),)
        if any(use.elsewhere for use in (*uses, *rest)):
            return None
        out += (part for part, use in zip(alone, uses, strict=True) if use.in_body)
        texts += (text for use in rest for text in use.texts)
    return Users(tuple(out), tuple(texts), tuple(fields), tuple(boards))


def are_stated(cached: CachedRulebook, words: frozenset[Word], besides: Sequence[ast.Item]) -> bool:
    """Return whether a text has one of some names alone in its braces: of values such a text is no use.

    Texts of declarations `besides` are not looked at.
    """
    names = frozenset(word for _, word in words)
    left = (item for item in naming(cached, words) if place(item) in cached.unchanged)
    return any(isinstance(part, ast.Name) and part.name in names
               for item in (*left, *altered(cached, names)) if item not in besides
               for node in nodes_in(item) if isinstance(node, ast.Text)
               for part in (*node.parts, *(mention.value for mention in node.says)))


def is_shown(cached: CachedRulebook, fields: frozenset[str], current: Iterable[ast.Example]) -> bool:
    """Return whether an example shows cells of one of some fields, or of any field by a number.

    Some examples are otherwise `current`. They count as they were too.
    """
    known = (*naming(cached, frozenset({("word", "example")})), *altered(cached))
    examples = (*current, *(item for item in known if isinstance(item, ast.Example)))
    words = {word for example in examples for shown in example.shows for word in _WORD.findall(shown.span.text)}
    return any(word in fields or word.isdecimal() for word in words)


def fields_on(cached: CachedRulebook, differences: Differences) -> tuple[ast.Fields, ...]:
    """Return all fields of the spaces of boards with another drawing."""
    spaces = frozenset(pair.new.space.name for pair in differences.redrawn)
    if differences.loaded is not None:
        items: Iterable[ast.Item] = differences.loaded[1].declarations
    else:
        words = frozenset[Word](("word", name) for name in spaces)
        left = (item for item in naming(cached, words) if place(item) in cached.unchanged)
        items = (*left, *altered(cached, spaces))
    return tuple(item for item in items if isinstance(item, ast.Fields) and item.owner is not None
                 and item.owner.name in spaces)
