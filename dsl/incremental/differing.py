"""A kept rulebook and the texts of its files now -> the declarations that differ, as they were and as they are.

Files are compared declaration by declaration (`changed`). Where a variant comes between, the rulebook is loaded with it twice,
as it was and as it is: what a variant changes differs too if what it changes it from differs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from .. import syntax as ast
from ..load.loader import Files, read
from ..parse import items_of, source_of
from ..source import disk
from ..symbols.symbols import SymbolTable
from ..syntax.alone import Alone, key_of
from ..syntax.walk import nodes_in
from ..variants import named
from .alike import are_the_same, have_same_outline, have_same_rules
from .besides import Besides, are_by_themselves, are_in_no_text, is_besides, names_of
from .boards import differ_in_drawing, with_drawings, words_of_drawings
from .cached import CachedRulebook, is_headed, is_valued, is_worded, parts_alone, place
from .changed import FaultyChange, ItemChanges, Pair, changes_in, chunks_of, items_in
from .differences import (
    BodyChange,
    Differences,
    DrawingChange,
    ExampleChange,
    MemberChange,
    TypeChange,
    Users,
    ValueChange,
    WordingChange,
)
from .heads import differ_in_types, words_of_head
from .holders import users_of_members
from .members import apart, differ_in_members, names_apart
from .users import altered, are_stated, fields_on, naming, users_in, with_users
from .values import EFFECTS, Word, differ_in_values, words_of_values

# The parts in which a function or a rule may have another head.
HEADS = ("params", "type")
Names = Callable[[], SymbolTable]
# Besides words: ways are looked at by themselves, and of the rules outside of a symmetry `again` asks whether they are there.
_REWORDED: Mapping[type[ast.Node], str] = {**EFFECTS, ast.Symmetry: "outside"}
_PLAY = re.compile(r"(?m)^play\b")
# Of these nothing is made but names that bodies use.
_CALLED = (ast.Fields, ast.Function, ast.Rule, ast.Constant)
# A change of what is not there, which leaves all as it is.
_OF_CHANGES = ("E701",)


def find_differences(cached: CachedRulebook, symbols: Names, texts: Mapping[str, str]) -> Differences | None:
    """Return the differences if these files have other texts now; None where they cannot be checked without the rest.

    `symbols` returns the names of the rulebook with some number of players.
    """
    # What another text of a variant comes to is known only where it is loaded.
    if not any(variant.span.source.name in texts for variant in cached.variants):
        changed = changes_in(cached.texts, texts)
        if changed is None:
            return None
        if changed.faulty is not None:
            return _with_faulty(cached, changed.faulty)
        if all(place(item) in cached.unchanged for item in (*(item for item, _ in changed.pairs), *changed.gone)):
            differences = _sorted(cached, changed.pairs, None)
            if differences is None:
                return None
            if differences.regrown:
                return None if changed.new or changed.gone else _with_regrown(cached, texts, differences)
            if changed.new or changed.gone:
                return _with_more_or_less(cached, symbols, texts, differences, changed)
            return _with_all_users(cached, symbols, differences)
        if changed.new or changed.gone:
            return None
    return _between_variants(cached, symbols, texts) if len(cached.variants) == 1 else None


def _between_variants(cached: CachedRulebook, symbols: Names, texts: Mapping[str, str]) -> Differences | None:
    """Return the differences in a rulebook with its variant, by loading both."""
    files = Path(cached.variants[0].span.source.name)
    before = {disk.resolved(Path(name)): text for name, text in cached.texts.items()}
    current = before | {disk.resolved(Path(name)): text for name, text in texts.items()}
    loaded = read(files, (), before), read(files, (), current)
    old, new = (_declared(side) for side in loaded)
    if loaded[0].diagnostics.sorted() or not _is_read(loaded[1]) or len(old) != len(new):
        return None
    again = _written_again(cached, texts)
    # Declarations are matched by their order, since neither side has one more. Two that changed places count as two that
    # differ.
    pairs = [(was, is_) for was, is_ in zip(old, new, strict=True)
             if is_ is not was and is_ is not again.get(was) and not are_the_same(was, is_)]
    differences = _sorted(cached, pairs, loaded)
    if differences is not None and differences.regrown:
        return _with_regrown(cached, texts, differences)
    return None if differences is None else _with_all_users(cached, symbols, differences)


def _is_read(files: Files) -> bool:
    """Return whether all that is wrong in files is a change of a variant: its words are read, and say what cannot be done."""
    return all(diagnostic.code in _OF_CHANGES for diagnostic in files.diagnostics.sorted()) and not any(
        isinstance(declaration, ast.Faulty) for declaration in files.declarations)


def _with_all_users(cached: CachedRulebook, symbols: Names, differences: Differences) -> Differences | None:
    """Return the differences with all that uses what differs; None where more than bodies and statements do."""
    # A board gives its spaces their first values by the types that are kept of them.
    if differences.redrawn and (differences.revalued or differences.has_heads):
        return None
    words = _words(symbols, differences)
    if words is None:
        return None
    if differences.redrawn:
        differences = evolve(differences, on_boards=fields_on(cached, differences))
    # An example shows cells. Their names say nothing of a value, of the range of a number, or of what lies on a space.
    return with_users(differences, words, lambda words: users_in(cached, words, shown=False))


def _written_again(cached: CachedRulebook, texts: Mapping[str, str]) -> dict[ast.Item, ast.Item]:
    """Return the declarations with the same text in files that have another text now, as they were and as they are."""
    out: dict[ast.Item, ast.Item] = {}
    for name, text in texts.items():
        old, new = source_of(name, cached.texts[name]), source_of(name, text)
        for chunk, chunk_now in zip(chunks_of(old), chunks_of(new), strict=False):
            if chunk.text == chunk_now.text:
                out |= zip(items_in(old, chunk), items_in(new, chunk_now), strict=True)
    return out


def _declared(files: Files) -> list[ast.Declaration]:
    """Return the declarations of a rulebook without what its variants did."""
    return [declaration for declaration in files.declarations if not isinstance(declaration, ast.Alterations)]


def _sorted(cached: CachedRulebook, pairs: Iterable[Pair], loaded: tuple[Files, Files] | None) -> Differences | None:
    """Return declarations that differ by what differs in them; None where any of them differs in more."""
    differing, reworded, revalued, retyped = list[BodyChange](), list[WordingChange](), list[ValueChange](), list[TypeChange]()
    shown, regrown, redrawn = list[ExampleChange](), list[MemberChange](), list[DrawingChange]()
    for old, new in pairs:
        if isinstance(old, ast.Enum | ast.Table) and isinstance(new, ast.Enum | ast.Table) and differ_in_members(old, new):
            regrown.append(MemberChange(old, new))
            continue
        parts = _parts_differing(cached, old, new)
        if parts is None:
            return None
        differing += parts
        if old in parts_alone(old):
            continue
        # Words come first: constants, parameters and tables are of both kinds. Where only words differ, no use of a value has
        # to be checked again.
        if is_worded(old) and is_worded(new) and have_same_rules(old, new, _REWORDED):
            reworded.append(WordingChange(old, new))
        elif is_valued(old) and is_valued(new) and not _is_set(cached, old) and differ_in_values(old, new):
            revalued.append(ValueChange(old, new))
        elif is_headed(old) and is_headed(new) and differ_in_types(old, new):
            retyped.append(TypeChange(old, new))
        elif isinstance(old, ast.Example) and isinstance(new, ast.Example):
            shown.append(ExampleChange(old, new))
        elif isinstance(old, ast.Board) and isinstance(new, ast.Board) and differ_in_drawing(old, new):
            redrawn.append(DrawingChange(old, new))
        else:
            return None
    return Differences(tuple(differing), tuple(reworded), tuple(revalued), tuple(retyped), loaded=loaded, shown=tuple(shown),
                       regrown=tuple(regrown), redrawn=tuple(redrawn))


def _is_set(cached: CachedRulebook, item: ast.Item) -> bool:
    """Return whether a parameter is set for this check: it has to be there, and its own value does not count."""
    return isinstance(item, ast.Parameter) and item.name in cached.chosen


def _parts_differing(cached: CachedRulebook, old: ast.Item, new: ast.Item) -> list[BodyChange] | None:
    """Return the parts of a declaration that can be checked alone and differ; None where one of them differs in more."""
    parts, others = parts_alone(old), parts_alone(new)
    if list(map(key_of, parts)) != list(map(key_of, others)):
        return None
    out = [BodyChange(part, other) for part, other in zip(parts, others, strict=True)
           if part is old or not are_the_same(part, other)]
    alone = all(key_of(pair.old) in cached.alone and have_same_outline(pair.old, pair.new, besides=HEADS) for pair in out)
    return out if alone else None


def _words(symbols: Names, differences: Differences) -> frozenset[Word] | None:
    """Return the names of values and heads that differ; None where a drawing has other spaces, or a mistake."""
    heads = [*((change.old, change.new) for change in differences.retyped), *differences.with_params]
    words = frozenset(word for pair in heads for word in words_of_head(*pair))
    if differences.redrawn:
        drawn = with_drawings(symbols(), [change.new for change in differences.redrawn])
        if drawn is None:
            return None
        words |= words_of_drawings(symbols(), drawn)
    return words | {word for change in differences.revalued for word in words_of_values(change.old, change.new, symbols())}


# ---- Declarations more or less ---------------------------------------------------------------------


def _with_more_or_less(cached: CachedRulebook, symbols: Names, texts: Mapping[str, str], differences: Differences,
                       changed: ItemChanges) -> Differences | None:
    """Return the differences with declarations that are new or gone; None where others may mean something else by them."""
    new, gone = [item for item in changed.new if is_besides(item)], [item for item in changed.gone if is_besides(item)]
    # What uses a value is looked for in the declarations that were there. An example may show a field that is new.
    if len(new) < len(changed.new) or len(gone) < len(changed.gone):
        return None
    if differences.has_values or differences.has_heads or differences.shown:
        return None
    if any(_is_set(cached, item) for item in gone) or not all(
            _has_columns(cached, item) for item in new if isinstance(item, ast.Table)):
        return None
    current = {**cached.texts, **texts}
    if not are_by_themselves(new, cached.texts.values()):
        return None
    if not are_by_themselves(gone, current.values()):
        return None if new or differences.pairs else _with_named(cached, gone)
    differences = evolve(differences, new=tuple(new), gone=tuple(gone))
    has_ends = any(isinstance(item, ast.End) for item in (*new, *gone))
    return _with_ends(cached, symbols, texts, differences) if has_ends else differences


def _with_regrown(cached: CachedRulebook, texts: Mapping[str, str], differences: Differences) -> Differences | None:
    """Return the differences with all uses of types with other members; None where more differs, or one is named elsewhere."""
    if differences.pairs:
        return None
    new = {name for pair in differences.regrown for name in names_apart(pair.new, pair.old)}
    gone = {name for pair in differences.regrown for name in names_apart(pair.old, pair.new)}
    current = {**cached.texts, **texts}
    if not are_in_no_text(new, cached.texts.values()) or not are_in_no_text(gone, current.values()):
        return None

    def items_naming(words: frozenset[Word]) -> Iterator[ast.Item]:
        yield from (item for item in naming(cached, words) if place(item) in cached.unchanged)
        yield from altered(cached, frozenset(word for _, word in words))

    users = users_of_members(differences.grown, items_naming)
    if users is None or not all(key_of(user) in cached.alone for user in users.parts):
        return None
    return evolve(differences, users=Users(users.parts), by_members=users,
                  new=tuple(part for pair in differences.regrown if (part := apart(pair.new, pair.old)) is not None),
                  gone=tuple(part for pair in differences.regrown if (part := apart(pair.old, pair.new)) is not None))


def _has_columns(cached: CachedRulebook, columns: ast.Table) -> bool:
    """Return whether a variant leaves all columns of a table as they are, and adds none: those that are new come last."""
    def places(items: Iterable[ast.Item]) -> list[list[tuple[str, int]]]:
        return [[(column.span.source.name, column.span.line) for column in item.columns] for item in items
                if isinstance(item, ast.Table) and item.name == columns.name and not item.continues]

    left = places(altered(cached))
    return not left or left == places(naming(cached, frozenset({("word", columns.name)})))


def _with_ends(cached: CachedRulebook, symbols: Names, texts: Mapping[str, str], differences: Differences
               ) -> Differences | None:
    """Return the differences with all ends in their order, and with what checks ends; None where the order is not sure."""
    known = [end.name for end in symbols().ends]
    order = list(known)
    for name, text in texts.items():
        items = items_of(source_of(name, text))
        was, is_ = ([item.name for item in declared if isinstance(item, ast.End)] for declared in (
            items_of(source_of(name, cached.texts[name])), items))
        if was == is_:
            continue
        # A file that uses another has the ends of that one among its own.
        index = order.index(was[0]) if was and was[0] in order else -1
        if index < 0 or order[index:index + len(was)] != was or any(isinstance(item, ast.Use) for item in items):
            return None
        order[index:index + len(was)] = is_
    if {*order} != {*known, *(item.name for item in differences.new if isinstance(item, ast.End))} - {
            item.name for item in differences.gone if isinstance(item, ast.End)}:
        return None
    left, out = altered(cached), list[Alone]()
    for item in (*(item for item in naming(cached, frozenset({("word", "check")})) if place(item) in cached.unchanged), *left):
        out += (part for part in parts_alone(item) if any(isinstance(node, ast.Check) for node in nodes_in(part)))
    begins = [item for name, text in {**cached.texts, **texts}.items() if _PLAY.search(text)
              for item in items_of(source_of(name, text)) if isinstance(item, ast.Rule) and item.kind == "play"]
    if len(begins) != 1 or any(isinstance(item, ast.Rule) and item.kind == "play" for item in left):
        return None
    known_parts = {key_of(part) for part in (*(pair.old for pair in differences.differing), *(
        part for item in differences.gone for part in parts_alone(item)))}
    users = tuple(user for user in out if key_of(user) not in known_parts)
    if not all(key_of(user) in cached.alone for user in users):
        return None
    return evolve(differences, ends=tuple(order), play=begins[0], users=Users(users))


def _with_named(cached: CachedRulebook, gone: Sequence[Besides]) -> Differences | None:
    """Return the differences with declarations that are gone, and all that names them; None where more than bodies do."""
    if not all(isinstance(item, _CALLED) for item in gone):
        return None
    words = frozenset[Word](("word", name) for item in gone for name in (
        *names_of(item), *(inner.id for inner in named((item,)))))
    users = users_in(cached, words)
    if users is None or users.fields or are_stated(cached, words, gone):
        return None
    own = {key_of(part) for item in gone for part in parts_alone(item)}
    parts = tuple(user for user in users.parts if key_of(user) not in own)
    return Differences(users=evolve(users, parts=parts), gone=tuple(gone), named=True)


def _with_faulty(cached: CachedRulebook, faulty: FaultyChange) -> Differences | None:
    """Return the differences with a declaration that does not parse; None where more than bodies use it."""
    if not all(place(item) in cached.unchanged for item in faulty.old):
        return None
    words = frozenset[Word](("word", inner.id) for inner in named(faulty.old))
    users = users_in(cached, words)
    if users is None or users.fields:
        return None
    own = {key_of(part) for item in faulty.old for part in parts_alone(item)}
    parts = tuple(user for user in users.parts if key_of(user) not in own)
    return Differences(users=evolve(users, parts=parts), faulty=faulty)
