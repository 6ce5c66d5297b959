"""A kept rulebook and the texts of its files now -> the declarations that differ, as they were and as they are.

Files are compared declaration by declaration (`changed`). Where a variant comes between, the rulebook is loaded with it twice,
as it was and as it is: what a variant changes differs too if what it changes it from differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import evolve, frozen

from .. import syntax as ast
from ..load.loader import Files, read
from ..parse import items_of, source_of
from ..source import disk
from ..symbols.symbols import SymbolTable
from ..syntax.alone import Alone, key_of
from ..syntax.walk import nodes_in
from ..variants import named
from . import environment
from .alike import are_the_same, have_same_outline, have_same_rules
from .besides import Besides, are_by_themselves, are_in_no_text, is_besides
from .changed import Changed, Faulty, Pair, changes_in, chunks_of, items_in
from .heads import (
    ParamsPair,
    differ_in_types,
    is_params_pair,
    without_types,
    words_in_types,
    words_of_head,
)
from .holders import Grown, GrownPair, MemberUsers, users_of_members
from .kept import Headed, KeptRulebook, Valued, Worded, is_headed, is_valued, is_worded, parts_alone, place
from .members import apart, differ_in_members, names_apart
from .values import EFFECTS, Word, differ_in_values, uses_of, words_of_values

# The parts in which a function or a rule may have another head.
HEADS = ("params", "type")
Names = Callable[[], SymbolTable]
# Besides words: ways are looked at by themselves, and of the rules outside of a symmetry `again` asks whether they are there.
_REWORDED: Mapping[type[ast.Node], str] = {**EFFECTS, ast.Symmetry: "outside"}
_PLAY = re.compile(r"(?m)^play\b")


@frozen
class Differing:
    """A declaration, or the way of a row, as it was checked, and as it is now."""

    old: Alone
    new: Alone


@frozen
class Reworded:
    """A declaration as it was checked, and as it is now, with other words in its statements."""

    old: Worded
    new: Worded


@frozen
class Revalued:
    """A constant, a parameter or a table as it was checked, and as it is now, with other values."""

    old: Valued
    new: Valued


@frozen
class Retyped:
    """Fields or a table as they were checked, and as they are now, with other ranges in their types."""

    old: Headed
    new: Headed


@frozen
class Regrown:
    """An enum or a table as it was checked, and as it is now, with words or rows more or less."""

    old: Grown
    new: Grown


@frozen
class Shown:
    """An example as it was checked, and as it is now, of the same playthrough: it begins or shows something else."""

    old: ast.Example
    new: ast.Example


@frozen
class Users:
    """The uses of values and heads that differ: parts that can be checked alone, and statements with expressions.

    Each statement comes with its clause. `fields` are those in whose types a value stands.
    """

    parts: tuple[Alone, ...] = ()
    texts: tuple[tuple[str, ast.Text], ...] = ()
    fields: tuple[ast.Fields, ...] = ()


@frozen
class Differences:
    """The declarations that differ; `users` are those besides that use a value that differs.

    Those that are `new` were not there before, and those that are `gone` are not there now. If an end is among them, `ends` are
    all ends in their order, what checks ends is among the `users`, and `play` is the first rule of the game.

    `loaded` is the rulebook as it was and as it is, if it had to be loaded. If one is `faulty`, no other differs.

    `regrown` are types with other members; then the `new` and the `gone` are their rows, and nothing else differs.
    `by_members` are the uses of these types, of which the parts are among the `users`.
    """

    differing: tuple[Differing, ...] = ()
    reworded: tuple[Reworded, ...] = ()
    revalued: tuple[Revalued, ...] = ()
    retyped: tuple[Retyped, ...] = ()
    users: Users = Users()
    new: tuple[Besides, ...] = ()
    gone: tuple[Besides, ...] = ()
    ends: tuple[str, ...] = ()
    play: ast.Rule | None = None
    loaded: tuple[Files, Files] | None = None
    faulty: Faulty | None = None
    shown: tuple[Shown, ...] = ()
    regrown: tuple[Regrown, ...] = ()
    by_members: MemberUsers | None = None

    @property
    def pairs(self) -> tuple[Differing | Reworded | Revalued | Retyped | Shown, ...]:
        """All declarations that differ, but for types with other members: what is named in both is named in the same order."""
        return (*self.differing, *self.reworded, *self.revalued, *self.retyped, *self.shown)

    @property
    def grown(self) -> tuple[GrownPair, ...]:
        """The types with other members."""
        return tuple((both.old, both.new) for both in self.regrown)

    @property
    def with_params(self) -> tuple[ParamsPair, ...]:
        """The functions and rules with another head."""
        return tuple(pair for both in self.differing if is_params_pair(pair := (both.old, both.new)))

    @property
    def has_heads(self) -> bool:
        """Whether a declaration has another head."""
        return bool(self.retyped or self.with_params)


def differences(kept: KeptRulebook, symbols: Names, texts: Mapping[str, str]) -> Differences | None:
    """Return the differences if these files have other texts now; None where they cannot be checked without the rest.

    `symbols` returns the names of the rulebook with some number of players.
    """
    # What another text of a variant comes to is known only where it is loaded.
    if not any(variant.span.source.name in texts for variant in kept.variants):
        changed = changes_in(kept.texts, texts)
        if changed is None:
            return None
        if changed.faulty is not None:
            return _with_faulty(kept, changed.faulty)
        if all(place(one) in kept.unchanged for one in (*(one for one, _ in changed.pairs), *changed.gone)):
            found = _sorted(kept, changed.pairs, None)
            if found is None:
                return None
            if found.regrown:
                return None if changed.new or changed.gone else _with_regrown(kept, texts, found)
            if changed.new or changed.gone:
                return _with_more_or_less(kept, symbols, texts, found, changed)
            return _with_users(found, _words(symbols, found), lambda words: _users(kept, words))
        if changed.new or changed.gone:
            return None
    return _between_variants(kept, symbols, texts) if len(kept.variants) == 1 else None


def _between_variants(kept: KeptRulebook, symbols: Names, texts: Mapping[str, str]) -> Differences | None:
    """Return the differences in a rulebook with its variant, by loading both."""
    files = Path(kept.variants[0].span.source.name)
    before = {disk.resolved(Path(name)): text for name, text in kept.texts.items()}
    now = before | {disk.resolved(Path(name)): text for name, text in texts.items()}
    loaded = read(files, (), before), read(files, (), now)
    old, new = (_declared(one) for one in loaded)
    if any(one.diagnostics.sorted() for one in loaded) or len(old) != len(new):
        return None
    again = _written_again(kept, texts)
    # Declarations are matched by their order, since neither side has one more. Two that changed places count as two that
    # differ.
    pairs = [(one, other) for one, other in zip(old, new, strict=True)
             if other is not one and other is not again.get(one) and not are_the_same(one, other)]
    found = _sorted(kept, pairs, loaded)
    if found is not None and found.regrown:
        return _with_regrown(kept, texts, found)
    if found is None or not (found.revalued or found.has_heads):
        return found
    return _with_users(found, _words(symbols, found), lambda words: _users(kept, words))


def _written_again(kept: KeptRulebook, texts: Mapping[str, str]) -> dict[ast.Item, ast.Item]:
    """Return the declarations with the same text in files that have another text now, as they were and as they are."""
    out: dict[ast.Item, ast.Item] = {}
    for name, text in texts.items():
        old, new = source_of(name, kept.texts[name]), source_of(name, text)
        for one, other in zip(chunks_of(old), chunks_of(new), strict=False):
            if one.text == other.text:
                out |= zip(items_in(old, one), items_in(new, other), strict=True)
    return out


def _declared(files: Files) -> list[ast.Declaration]:
    """Return the declarations of a rulebook without what its variants did."""
    return [declaration for declaration in files.declarations if not isinstance(declaration, ast.Alterations)]


def _sorted(kept: KeptRulebook, pairs: Iterable[Pair], loaded: tuple[Files, Files] | None) -> Differences | None:
    """Return declarations that differ by what differs in them; None where any of them differs in more."""
    differing, reworded, revalued, retyped = list[Differing](), list[Reworded](), list[Revalued](), list[Retyped]()
    shown, regrown = list[Shown](), list[Regrown]()
    for old, new in pairs:
        if isinstance(old, ast.Enum | ast.Table) and isinstance(new, ast.Enum | ast.Table) and differ_in_members(old, new):
            regrown.append(Regrown(old, new))
            continue
        parts = _parts_differing(kept, old, new)
        if parts is None:
            return None
        differing += parts
        if old in parts_alone(old):
            continue
        # Words come first: constants, parameters and tables are of both kinds. Where only words differ, no use of a value has
        # to be checked again.
        if is_worded(old) and is_worded(new) and have_same_rules(old, new, _REWORDED):
            reworded.append(Reworded(old, new))
        elif is_valued(old) and is_valued(new) and not _is_set(kept, old) and differ_in_values(old, new):
            revalued.append(Revalued(old, new))
        elif is_headed(old) and is_headed(new) and differ_in_types(old, new):
            retyped.append(Retyped(old, new))
        elif isinstance(old, ast.Example) and isinstance(new, ast.Example) and old.path == new.path:
            shown.append(Shown(old, new))
        else:
            return None
    return Differences(tuple(differing), tuple(reworded), tuple(revalued), tuple(retyped), loaded=loaded, shown=tuple(shown),
                       regrown=tuple(regrown))


def _is_set(kept: KeptRulebook, item: ast.Item) -> bool:
    """Return whether a parameter is set for this check: it has to be there, and its own value does not count."""
    return isinstance(item, ast.Parameter) and item.name in kept.chosen


def _parts_differing(kept: KeptRulebook, old: ast.Item, new: ast.Item) -> list[Differing] | None:
    """Return the parts of a declaration that can be checked alone and differ; None where one of them differs in more."""
    parts, others = parts_alone(old), parts_alone(new)
    if list(map(key_of, parts)) != list(map(key_of, others)):
        return None
    out = [Differing(part, other) for part, other in zip(parts, others, strict=True)
           if part is old or not are_the_same(part, other)]
    alone = all(key_of(both.old) in kept.alone and have_same_outline(both.old, both.new, besides=HEADS) for both in out)
    return out if alone else None


# ---- Declarations more or less ---------------------------------------------------------------------


def _with_more_or_less(kept: KeptRulebook, symbols: Names, texts: Mapping[str, str], found: Differences, changed: Changed
                       ) -> Differences | None:
    """Return the differences with declarations that are new or gone; None where others may mean something else by them."""
    new, gone = [item for item in changed.new if is_besides(item)], [item for item in changed.gone if is_besides(item)]
    # What uses a value is looked for in the declarations that were there. An example may show a field that is new.
    if len(new) < len(changed.new) or len(gone) < len(changed.gone) or found.revalued or found.has_heads or found.shown:
        return None
    if any(_is_set(kept, item) for item in gone) or not all(
            _has_columns(kept, item) for item in new if isinstance(item, ast.Table)):
        return None
    now = {**kept.texts, **texts}
    if not are_by_themselves(new, kept.texts.values()) or not are_by_themselves(gone, now.values()):
        return None
    found = evolve(found, new=tuple(new), gone=tuple(gone))
    return _with_ends(kept, symbols, texts, found) if any(isinstance(item, ast.End) for item in (*new, *gone)) else found


def _with_regrown(kept: KeptRulebook, texts: Mapping[str, str], found: Differences) -> Differences | None:
    """Return the differences with all uses of types with other members; None where more differs, or one is named elsewhere."""
    if found.pairs:
        return None
    new = {name for both in found.regrown for name in names_apart(both.new, both.old)}
    gone = {name for both in found.regrown for name in names_apart(both.old, both.new)}
    now = {**kept.texts, **texts}
    if not are_in_no_text(new, kept.texts.values()) or not are_in_no_text(gone, now.values()):
        return None

    def naming(words: frozenset[Word]) -> Iterator[ast.Item]:
        yield from (item for item in _naming(kept, words) if place(item) in kept.unchanged)
        yield from _altered(kept, frozenset(word for _, word in words))

    users = users_of_members(found.grown, naming)
    if users is None or not all(key_of(user) in kept.alone for user in users.parts):
        return None
    return evolve(found, users=Users(users.parts), by_members=users,
                  new=tuple(part for both in found.regrown if (part := apart(both.new, both.old)) is not None),
                  gone=tuple(part for both in found.regrown if (part := apart(both.old, both.new)) is not None))


def _has_columns(kept: KeptRulebook, columns: ast.Table) -> bool:
    """Return whether a variant leaves all columns of a table as they are, and adds none: those that are new come last."""
    def places(items: Iterable[ast.Item]) -> list[list[tuple[str, int]]]:
        return [[(column.span.source.name, column.span.line) for column in item.columns] for item in items
                if isinstance(item, ast.Table) and item.name == columns.name and not item.continues]

    altered = places(_altered(kept))
    return not altered or altered == places(_naming(kept, frozenset({("word", columns.name)})))


def _with_ends(kept: KeptRulebook, symbols: Names, texts: Mapping[str, str], found: Differences) -> Differences | None:
    """Return the differences with all ends in their order, and with what checks ends; None where the order is not sure."""
    known = [end.name for end in symbols().ends]
    order = list(known)
    for name, text in texts.items():
        items = items_of(source_of(name, text))
        was, is_ = ([item.name for item in here if isinstance(item, ast.End)] for here in (
            items_of(source_of(name, kept.texts[name])), items))
        if was == is_:
            continue
        # A file that uses another has the ends of that one among its own.
        at = order.index(was[0]) if was and was[0] in order else -1
        if at < 0 or order[at:at + len(was)] != was or any(isinstance(item, ast.Use) for item in items):
            return None
        order[at:at + len(was)] = is_
    if {*order} != {*known, *(item.name for item in found.new if isinstance(item, ast.End))} - {
            item.name for item in found.gone if isinstance(item, ast.End)}:
        return None
    altered, out = _altered(kept), list[Alone]()
    for item in (*(item for item in _naming(kept, frozenset({("word", "check")})) if place(item) in kept.unchanged), *altered):
        out += (part for part in parts_alone(item) if any(isinstance(node, ast.Check) for node in nodes_in(part)))
    begins = [item for name, text in {**kept.texts, **texts}.items() if _PLAY.search(text)
              for item in items_of(source_of(name, text)) if isinstance(item, ast.Rule) and item.kind == "play"]
    if len(begins) != 1 or any(isinstance(item, ast.Rule) and item.kind == "play" for item in altered):
        return None
    known_parts = {key_of(part) for part in (*(both.old for both in found.differing), *(
        part for item in found.gone for part in parts_alone(item)))}
    users = tuple(user for user in out if key_of(user) not in known_parts)
    if not all(key_of(user) in kept.alone for user in users):
        return None
    return evolve(found, ends=tuple(order), play=begins[0], users=Users(users))


def _with_faulty(kept: KeptRulebook, faulty: Faulty) -> Differences | None:
    """Return the differences with a declaration that does not parse; None where more than bodies use it."""
    if not all(place(item) in kept.unchanged for item in faulty.old):
        return None
    words = frozenset[Word](("word", inner.id) for inner in named(faulty.old))
    users = _users(kept, words)
    if users is None or users.fields:
        return None
    own = {key_of(part) for item in faulty.old for part in parts_alone(item)}
    parts = tuple(user for user in users.parts if key_of(user) not in own)
    return Differences(users=evolve(users, parts=parts), faulty=faulty)


# ---- What uses a value -----------------------------------------------------------------------------


def _with_users(found: Differences, words: frozenset[Word], users_of: Callable[[frozenset[Word]], Users | None]
                ) -> Differences | None:
    """Return the differences with all uses of these words; None where one is in a part that cannot be checked alone."""
    users = users_of(words)
    if users is None:
        return None
    if users.fields:
        # Fields of which the types have other values in them have other ranges. What uses those may name no such value.
        more = {word for node in users.fields for word in words_in_types(node, words)}
        written = {both.old for both in found.retyped}
        others = tuple(Retyped(node, node) for node in users.fields if node not in written)
        found = evolve(found, retyped=(*found.retyped, *others))
        users = users_of(words | more)
        if users is None:
            return None
    # A part that differs itself is checked in its new text: as a user it would be checked a second time in its old one.
    known_parts = {key_of(both.old) for both in found.differing}
    parts = tuple(user for user in users.parts if key_of(user) not in known_parts)
    return evolve(found, users=evolve(users, parts=parts))


def _words(symbols: Names, found: Differences) -> frozenset[Word]:
    """Return the names of values and heads that differ."""
    heads = [*((both.old, both.new) for both in found.retyped), *found.with_params]
    words = frozenset(word for pair in heads for word in words_of_head(*pair))
    return words | {word for both in found.revalued for word in words_of_values(both.old, both.new, symbols())}


def _users(kept: KeptRulebook, words: frozenset[Word]) -> Users | None:
    """Return the uses of values and heads that differ; None where one is in a part that cannot be checked alone."""
    if not words:
        return Users()
    # What a variant changes is looked at as the variant leaves it.
    naming = (item for item in _naming(kept, words) if place(item) in kept.unchanged)
    return _users_among((*naming, *_altered(kept, frozenset(word for _, word in words))), words)


def _altered(kept: KeptRulebook, words: frozenset[str] | None = None) -> tuple[ast.Item, ...]:
    """Return the declarations that variants change, as they leave them; those with one of these words in them, if any."""
    return tuple(environment.read_item(one.item) for one in kept.altered if words is None or not words.isdisjoint(one.words))


def function_named(kept: KeptRulebook, name: str) -> ast.Function | None:
    """Return a function that stays as it was."""
    naming = (item for item in _naming(kept, frozenset({("word", name)})) if place(item) in kept.unchanged)
    found = [item for item in (*naming, *_altered(kept, frozenset({name})))
             if isinstance(item, ast.Function) and item.name == name and key_of(item) in kept.alone]
    return found[0] if len(found) == 1 else None


def _naming(kept: KeptRulebook, words: frozenset[Word]) -> Iterator[ast.Item]:
    """Yield the declarations of files in whose text one of these words stands: others use no such name."""
    named = re.compile(rf"\b(?:{'|'.join(sorted({re.escape(word) for _, word in words}))})\b")
    for name, text in kept.texts.items():
        if named.search(text):
            source = source_of(name, text)
            yield from (item for chunk in chunks_of(source) if named.search(chunk.text) for item in items_in(source, chunk))


def _users_among(items: Iterable[ast.Item], words: frozenset[Word]) -> Users | None:
    """Return the uses of values in declarations; None where one is in a part that cannot be checked alone."""
    out: list[Alone] = []
    texts: list[tuple[str, ast.Text]] = []
    fields: list[ast.Fields] = []
    for item in items:
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
    return Users(tuple(out), tuple(texts), tuple(fields))
