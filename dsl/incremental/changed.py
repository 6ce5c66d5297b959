"""The texts of files as they were and as they are -> the declarations in them that differ.

Files are cut into declarations, and those with another text are parsed. They are matched by their names, so that some may be
new, and some be gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from attrs import frozen

from .. import syntax as ast
from ..parse import items_of, parse_part, renumbered, source_of
from ..source.chunks import MAX_FILES, Chunk, cut
from ..source.diagnostics import Diagnostic, Diagnostics
from ..source.span import Source
from .alike import are_the_same
from .besides import Besides, columns_behind, fields_apart, fields_in_both, is_besides

Pair = tuple[ast.Item, ast.Item]
# Changes that are kept: a rulebook and its variants are checked one after the other.
CHANGES_KEPT = 16
# Of these a whole check reports the mistakes of the parser alone, if one does not parse.
_ALONE = (ast.Function, ast.Rule, ast.Invariant, ast.Note)


@frozen
class FaultyChange:
    """A declaration that does not parse any more, with its mistakes; `old` is what stood there."""

    old: tuple[Besides, ...]
    new: ast.Faulty
    mistakes: tuple[Diagnostic, ...]


@frozen
class ItemChanges:
    """The items of files that have another text, as they were and as they are; those that are new, and those that are gone.

    One that is `faulty` is the only one.
    """

    pairs: tuple[Pair, ...] = ()
    new: tuple[ast.Item, ...] = ()
    gone: tuple[ast.Item, ...] = ()
    faulty: FaultyChange | None = None


def changes_in(before: Mapping[str, str], texts: Mapping[str, str]) -> ItemChanges | None:
    """Return the declarations that have another text; None where files or declarations cannot be read.

    `texts` are what the files with these names are now, and `before` what all files were.
    """
    return _changes(tuple((name, before[name], text) for name, text in texts.items()))


@lru_cache(maxsize=CHANGES_KEPT)
def _changes(texts: tuple[tuple[str, str, str], ...]) -> ItemChanges | None:
    """Return the changes in files, each with its name and its texts: each variant of a rulebook has the same."""
    out: list[ItemChanges] = []
    for name, before_text, text in texts:
        old, new = source_of(name, before_text), source_of(name, text)
        diagnostics = Diagnostics()
        before, current = cut(old, diagnostics), cut(new, diagnostics)
        other = [(was, is_) for differs, was, is_ in runs(before, current) if differs]
        if len(texts) == len(other) == 1 and (faulty := _faulty(old, new, *other[0], diagnostics)) is not None:
            return ItemChanges(faulty=faulty)
        if diagnostics.sorted() or not current:
            return None
        for was, is_ in other:
            changed = _matched(old, new, was, is_)
            if changed is None:
                return None
            out.append(changed)
    return ItemChanges(tuple(pair for part in out for pair in part.pairs), tuple(item for part in out for item in part.new),
                       tuple(item for part in out for item in part.gone))


def _faulty(old: Source, new: Source, before: Sequence[Chunk], current: Sequence[Chunk], brackets: Diagnostics
            ) -> FaultyChange | None:
    """Return the only declaration that differs, if it does not parse; `brackets` are its mistakes in brackets."""
    if not len(before) == len(current) == 1 or _renumbered(old, new, before[0], current[0]):
        return None
    was = items_in(old, before[0])
    match _parsed(new.name, new.text, current[0]):
        case (ast.Faulty() as item,), mistakes:
            diagnostics = Diagnostics()
            diagnostics.extend(mistakes)
            gone = tuple(part for part in was if is_besides(part) and isinstance(part, _ALONE))
            diagnostics.extend(brackets.sorted())
            return FaultyChange(gone, item, diagnostics.sorted()) if len(gone) == len(was) == 1 else None
        case _:
            # It parses, or several declarations come of it.
            return None


def runs(before: Sequence[Chunk], current: Sequence[Chunk]) -> Iterator[tuple[bool, Sequence[Chunk], Sequence[Chunk]]]:
    """Yield the declarations of a file in runs, as they were and as they are, with whether they differ.

    INVARIANT: the declarations of a run that does not differ have the same text, and stand in the same order.
    """
    if len(before) == len(current):
        yield from ((old.text != new.text, [old], [new]) for old, new in zip(before, current, strict=True))
        return
    texts = [chunk.text for chunk in before], [chunk.text for chunk in current]
    for what, begin, end, begin_now, end_now in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        yield what != "equal", before[begin:end], current[begin_now:end_now]


def _matched(old: Source, new: Source, before: Sequence[Chunk], current: Sequence[Chunk]) -> ItemChanges | None:
    """Return the items in a run of declarations that differ; None where they cannot be read, or have changed places."""
    was = [item for chunk in before for item in items_in(old, chunk)]
    again = _renumbered(old, new, before[0], current[0]) if len(before) == len(current) == 1 else None
    parsed = [_parsed(new.name, new.text, chunk) for chunk in current] if again is None else [(again, ())]
    is_ = [item for items, _ in parsed for item in items]
    if any(mistakes for _, mistakes in parsed) or (before and not was) or (current and not is_):
        return None
    names, others = [_name_of(item) for item in was], [_name_of(item) for item in is_]
    if names == others:
        pairs = list(zip(was, is_, strict=True))
        return _changed_among(pairs if len(pairs) == 1 else [pair for pair in pairs if not are_the_same(*pair)])
    known, new_names = dict(zip(names, was, strict=True)), set(others)
    if len(known) < len(was) or len(new_names) < len(is_) or (
            [name for name in names if name in new_names] != [name for name in others if name in known]):
        return None
    matches = ((known[name], item) for name, item in zip(others, is_, strict=True) if name in known)
    changed = _changed_among([pair for pair in matches if not are_the_same(*pair)])
    added = (item for name, item in zip(others, is_, strict=True) if name not in known)
    missing = (item for name, item in known.items() if name not in new_names)
    return ItemChanges(changed.pairs, (*changed.new, *added), (*changed.gone, *missing))


def _changed_among(pairs: Iterable[Pair]) -> ItemChanges:
    """Return the items that differ, with fields and columns that are new or gone besides."""
    out, new, gone = list[Pair](), list[ast.Item](), list[ast.Item]()
    for old, is_ in pairs:
        if isinstance(old, ast.Fields) and isinstance(is_, ast.Fields):
            more, less = fields_apart(is_, old), fields_apart(old, is_)
            new += [] if more is None else [more]
            gone += [] if less is None else [less]
            was, current = fields_in_both(old, is_)
            if not more and not less:
                out.append((old, is_))
            elif not all(map(are_the_same, was.fields, current.fields)):
                out.append((was, current))
        elif isinstance(old, ast.Table) and isinstance(is_, ast.Table) and (columns := columns_behind(is_, old)) is not None:
            new.append(columns)
        elif isinstance(old, ast.Table) and isinstance(is_, ast.Table) and (columns := columns_behind(old, is_)) is not None:
            gone.append(columns)
        else:
            out.append((old, is_))
    return ItemChanges(tuple(out), tuple(new), tuple(gone))


@lru_cache(maxsize=MAX_FILES)
def _parsed(name: str, text: str, chunk: Chunk) -> tuple[tuple[ast.Item, ...], tuple[Diagnostic, ...]]:
    """Return the items of a chunk of a file, and the mistakes in it: each variant of a rulebook has the same."""
    diagnostics = Diagnostics()
    return parse_part(source_of(name, text), chunk, diagnostics), diagnostics.sorted()


def _renumbered(old: Source, new: Source, before: Chunk, current: Chunk) -> tuple[ast.Item, ...] | None:
    """Return the items of a chunk of a file now, if only numbers, flags and words differ."""
    return renumbered(items_in(old, before), before, current, new)


def _name_of(item: ast.Item) -> tuple[type[ast.Item], object]:
    """Return the form and the name of an item by which it is known again; `state` and what each thing has go by their owner."""
    owner = item.owner if isinstance(item, ast.Fields) else None
    return type(item), getattr(item, "name", None) if owner is None else owner.name


def items_in(source: Source, chunk: Chunk) -> tuple[ast.Item, ...]:
    """Return the items of a chunk of a file."""
    ends = chunk.line + chunk.text.count("\n")
    return tuple(item for item in items_of(source) if chunk.line <= item.span.line < ends)


@lru_cache(maxsize=MAX_FILES)
def chunks_of(source: Source) -> tuple[Chunk, ...]:
    """Return the declarations of a file, which a rulebook has with each of its variants."""
    return tuple(cut(source, Diagnostics()))
