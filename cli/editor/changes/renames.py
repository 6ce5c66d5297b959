"""A name changed everywhere: in a rulebook, its variants, and the files beside it, where it means the same as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from attrs import Factory, field, frozen

from ....dsl.ir import Program
from ....dsl.source import disk
from ....dsl.source.search_path import rulebook_below
from ....dsl.source.span import Source, Span
from ....dsl.syntax import Node
from ....dsl.variants import named
from ....translation.facts.meaning import NOTATIONS, fingerprint, notations
from ..files.family import family_of, named_in
from ..files.names import OWNED, DeclaredName
from ..files.plays import OpenPlaythroughs
from ..files.problems import Depth, problems_of
from ..files.rulebooks import OpenRulebook, Rulebooks, key_of
from .concepts import concept_edits, is_in_others, reports, sharing
from .edits import Edit, changed_texts
from .look_edits import looked
from .mentions import files_beside, is_concept_of_lock, mentions, mentions_in_texts, read
from .playthrough_edits import NewName, followed

_NAME = re.compile(r"[^\W\d]\w*")
_FINGERPRINT = re.compile(r"\b[0-9a-f]{8}\b")
# A line of a playthrough with a move: what stands between the actor and the clause that refuses it.
_MOVE = re.compile(r"\s*(?!expect\b|position\b)(?:refuse\s+)?[\w ]+:\s(?P<move>(?:(?!\sbecause\s)[^#])*)")


class CannotRename(Exception):
    """The error for a name that cannot be changed everywhere with the rules the same; the message is the reason."""


@frozen(eq=False)
class _Rename:
    """A name that is being changed, and the rulebooks compiled before and after the change."""

    opened: OpenRulebook
    declared: DeclaredName
    name: NewName
    go_on: Callable[[], None]
    before: Rulebooks = field(default=Factory(lambda self: Rulebooks(self.go_on), takes_self=True))
    after: Rulebooks = field(default=Factory(lambda self: self.before.like(), takes_self=True))

    @property
    def main(self) -> Path:
        """The main file of the rulebook, below all variants."""
        return family_of(self.opened.key)[0].main


@frozen
class _FingerprintChanges:
    """The clauses whose fingerprints change with a name: each fingerprint with the new one, and the ids of the clauses.

    `programs` are those of the rulebooks before and after the change.
    """

    marks: dict[str, str] = field(factory=dict)
    ids: set[str] = field(factory=set)
    programs: list[tuple[Program, Program]] = field(factory=list)


def renamed(opened: OpenRulebook, declared: DeclaredName, name: str, go_on: Callable[[], None] = lambda: None) -> tuple[Edit,
                                                                                                                        ...]:
    """Return the edits that change a name everywhere in a rulebook, its variants, and the files beside it.

    The work calls `go_on` again and again; an error that this raises ends the work.
    Raises CannotRename where the rules, or what a file beside them says, would not be the same.
    """
    if _NAME.fullmatch(name) is None:
        raise CannotRename(f"`{name}` is not a name")
    if not declared.has_name:
        raise CannotRename(f"`{declared.name}` is a name of the language")
    if not opened.compiles:
        raise CannotRename("the rulebook has mistakes; mend them first")
    work = _Rename(opened, declared, NewName(declared.name, name), go_on)
    before = [work.before.open(key) for key in family_of(opened.key)]
    edits = [Edit(span, name) for span in named_in(before, declared)]
    _require_known(work, before, edits)
    texts = changed_texts(edits)
    moved = _require_same(work, before, texts)
    refused: list[CannotRename] = []
    for concept in _ways(work):
        try:
            return (*edits, *concept, *_with_concept(work, texts, moved, concept))
        except CannotRename as error:
            refused.append(error)
    # The first way is the likeliest, so its cause says most.
    raise refused[0]


def _ways(work: _Rename) -> list[tuple[Edit, ...]]:
    """Return the edits of glossaries to try, the likeliest first: those of the concept of this name, and none.

    A concept stands for all that has its name. So it is left alone first where something else has the name too.
    """
    main, declared, name = work.main, work.declared, work.name.new
    # A value inside a rule is no concept, though one may have its name.
    concept = () if declared.is_local else concept_edits(main, declared.name, name)
    if not concept:
        return [()]
    if concept_edits(main, name, name):
        raise CannotRename(f"`{name}` is a concept of the glossary already")
    others = [other for other in work.opened.names.declared.values() if other.name == declared.name and other != declared]
    return [(), concept] if others or is_in_others(main, declared.name) else [concept, ()]


def _with_concept(work: _Rename, texts: dict[Path, bytes], moved: _FingerprintChanges, concept: tuple[Edit, ...]
                  ) -> tuple[Edit, ...]:
    """Return the edits of the files beside a rulebook, if with those of a concept all texts are reported as before."""
    all_texts = {**texts, **changed_texts(concept)}
    old, name = work.declared.name, work.name.new
    every_edit = _edits_of_files(work, all_texts, moved, bool(concept))
    edits = tuple(edit for edit in every_edit if concept or not is_concept_of_lock(edit.span))
    if concept:
        keys = sharing(work.main)
        before = reports(work.before, keys, {old: name})
        with disk.looking_at(disk.laid_over({**all_texts, **changed_texts(edits)})):
            after = reports(work.after, keys)
        if after != before:
            wrong = next((text for text in after if text not in before), "something is not reported any more")
            raise CannotRename(f"`{old}` is a concept of the glossaries, and more than this rulebook needs it: {wrong}")
    return edits


def _require_known(work: _Rename, before: Iterable[OpenRulebook], edits: Iterable[Edit]) -> None:
    """Require that a variant with mistakes mentions neither of the names where it is not known which thing they name."""
    known = {str(edit.span) for edit in edits}
    compiled = {source.name for opened in before if opened.compiles for source in opened.files.sources}
    wrong = (source for opened in before if not opened.compiles
             for source in opened.files.sources if source.name not in compiled)
    for source in wrong:
        for name in (work.name.old, work.name.new):
            if any(str(span) not in known for span in mentions(source, name)):
                raise CannotRename(f"`{Path(source.name).name}` has mistakes, and mentions `{name}`; mend them first")


def _require_same(work: _Rename, before: Iterable[OpenRulebook], texts: Mapping[Path, bytes]) -> _FingerprintChanges:
    """Compile rulebooks with other texts, and require that they do the same but for a name.

    Return the clauses whose fingerprints change with the name.
    """
    moved = _FingerprintChanges()
    with disk.looking_at(disk.laid_over(texts)):
        pairs = [(opened, work.after.open(opened.key)) for opened in before if opened.compiles]
    for opened, changed in pairs:
        if not changed.compiles:
            first = next(diagnostic for diagnostic in changed.diagnostics if diagnostic.level == "error")
            raise CannotRename(f"{first.message} ({first.span})")
        for old_rules, new_rules in zip(opened.rulebooks, changed.rulebooks, strict=True):
            assert old_rules.program is not None, "asked before"
            assert new_rules.program is not None, "asked before"
            if not work.name.is_all(old_rules.program, new_rules.program):
                raise CannotRename("the name means something else somewhere; the rules would change")
            moved.programs.append((old_rules.program, new_rules.program))
        # The same declarations in the same order: nothing but a name has changed.
        for place, after in zip(named(opened.files.declarations), named(changed.files.declarations), strict=True):
            marks = zip(_fingerprints(place.node), _fingerprints(after.node), strict=True)
            other = {mark: mark_now for mark, mark_now in marks if mark != mark_now}
            if other:
                moved.marks.update(other)
                moved.ids.add(place.id)
    return moved


def _fingerprints(node: Node) -> list[str]:
    """Return the fingerprints of what may be named, and of the texts by which its moves and rolls are written."""
    return [fingerprint(part) for part in (node, *(text for kind in NOTATIONS for text in notations(node, kind)))]


# ---- Files beside the rulebook -------------------------------------------------------------------


def _edits_of_files(work: _Rename, texts: dict[Path, bytes], moved: _FingerprintChanges, is_concept: bool) -> Iterator[Edit]:
    """Yield the edits of the files beside a rulebook. Of each file, they are those that leave its diagnostics as they were.

    The texts of other rulebooks in the folder only mention what is a concept of their glossary too.
    """
    declared, name = work.declared, work.name.new
    for path in files_beside(work.main):
        work.go_on()
        source = read(path)
        spans = () if source is None else tuple(_spans(source, declared, moved))
        marks = [] if source is None else list(_marks(source, moved.marks))
        if path.suffix == ".look":
            yield from () if source is None else _in_look(work, path, source, texts, moved)
            continue
        if source is None or not (spans or marks) or not (is_concept or _is_of(path, work.main)):
            continue
        new_edits = [Edit(span, name) for span in spans]
        edits: Iterable[Edit] | None = None
        if path.suffix == ".play":
            edits = followed(source, texts, tuple(new_edits), work.name)
        if edits is None:
            before = _problems(work, path)
            tries = _tries(source, declared, new_edits, marks)
            edits = next((edits for edits in tries if _problems_with(work, path, {**texts, **changed_texts(edits)}) == before),
                         None)
            if edits is None:
                edits = _narrowed(work, path, texts, before, [*new_edits, *marks])
        if edits is None:
            raise _not_followed(source, declared)
        yield from edits


def _in_look(work: _Rename, path: Path, source: Source, texts: Mapping[Path, bytes],
             moved: _FingerprintChanges) -> Iterable[Edit]:
    """Return the edits of a look file, by which it draws the same."""
    if work.declared.is_local or not work.name.is_in(source.text) or not _is_of(path, work.main):
        return ()
    edits = looked(source, moved.programs)
    if edits is None or _problems_with(work, path, {**texts, **changed_texts(edits)}) != _problems(work, path):
        raise _not_followed(source, work.declared)
    return edits


def _not_followed(source: Source, declared: DeclaredName) -> CannotRename:
    return CannotRename(f"`{source.name}` mentions `{declared.name}` in a way that cannot be followed")


def _spans(source: Source, declared: DeclaredName, moved: _FingerprintChanges) -> Iterator[Span]:
    """Return the places where a file mentions a thing. Only the texts of a clause know the names inside its rules."""
    return mentions_in_texts(source, declared.name, moved.ids) if declared.is_local else mentions(source, declared.id)


def _is_of(path: Path, main: Path) -> bool:
    """Return whether a file belongs to a rulebook or one of its variants, and not to another in the folder."""
    key = key_of(path)
    below = None if key is None else rulebook_below(key.main)
    return below is None or disk.resolved(below) == disk.resolved(main)


def _marks(source: Source, moved: Mapping[str, str]) -> Iterator[Edit]:
    """Yield the edits of the fingerprints of clauses in a file of texts or a lock."""
    if Path(source.name).suffix in (".texts", ".lock"):
        for number, line in enumerate(source.lines, 1):
            yield from (Edit(Span(source, number, hit.start() + 1, number, hit.end() + 1), moved[hit[0]])
                        for hit in _FINGERPRINT.finditer(line) if hit[0] in moved)


def _tries(source: Source, declared: DeclaredName, needed: list[Edit], marks: list[Edit]) -> Iterator[list[Edit]]:
    """Yield the edits of a file that may be the right ones, each once: of all mentions first, and of none last."""
    fitting = [edit for edit in needed if _is_behind_dot(source, edit) == (declared.kind in OWNED)]
    attempts = list[list[Edit]]()
    for edits in (needed, fitting, _outside_moves(source, needed), _outside_moves(source, fitting),
                  _by_id(source, declared, needed), []):
        if edits not in attempts:
            attempts.append(edits)
            yield [*edits, *marks]


def _narrowed(work: _Rename, path: Path, texts: Mapping[Path, bytes], before: list[str], edits: list[Edit]
              ) -> list[Edit] | None:
    """Return the edits of a file without those of lines that are reported for them; None where that helps nothing.

    So a file may mention two things of one name, each in lines of its own.
    """
    while edits:
        with disk.looking_at(disk.laid_over({**texts, **changed_texts(edits)})):
            statements = list(_stated(path, work.after))
        if sorted(text for text, _ in statements) == before:
            return edits
        wrong = {line for text, line in statements if text not in before}
        # Each round leaves out an edit, or it is the last.
        fewer = [edit for edit in edits if edit.span.line not in wrong]
        edits = fewer if len(fewer) < len(edits) else []
    return None


def _is_behind_dot(source: Source, edit: Edit) -> bool:
    """Return whether a name stands behind a dot, as columns do; another thing of the same name does not."""
    return source.line(edit.span.line)[: edit.span.column - 1].endswith(".")


def _outside_moves(source: Source, edits: list[Edit]) -> list[Edit]:
    """Return the edits of a playthrough outside the text of moves, where a word may be one of the notation's own."""
    if Path(source.name).suffix != ".play":
        return edits
    moves = {edit.span.line: hit.span("move") for edit in edits if (hit := _MOVE.match(source.line(edit.span.line)))}
    return [edit for edit in edits if edit.span.line not in moves
            or not moves[edit.span.line][0] < edit.span.column <= moves[edit.span.line][1]]


def _by_id(source: Source, declared: DeclaredName, edits: list[Edit]) -> list[Edit]:
    """Return the edits where a clause is named by its whole id, or behind a word that asks for one."""
    asks = re.compile(r"(?:because|applied|by|at|from|\bout)\s+(?:[\w.]+\s*,?\s*)*$")
    return [edit for edit in edits if "." in declared.id or asks.search(source.line(edit.span.line)[: edit.span.column - 1])]


def _problems(work: _Rename, path: Path) -> list[str]:
    """Return the diagnostics of a file as they will be after the change."""
    name = re.compile(rf"\b{re.escape(work.name.old)}\b")
    return sorted(name.sub(work.name.new, text) for text, _ in _stated(path, work.before))


def _problems_with(work: _Rename, path: Path, texts: Mapping[Path, bytes]) -> list[str]:
    with disk.looking_at(disk.laid_over(texts)):
        return sorted(text for text, _ in _stated(path, work.after))


def _stated(path: Path, rulebooks: Rulebooks) -> Iterator[tuple[str, int]]:
    """Yield the mistakes of a file, each with its line."""
    # The rules of a playthrough are compiled apart from these rulebooks.
    rulebooks.go_on()
    for problem in problems_of(path, rulebooks, Depth.TEXTS):
        # Fingerprints change with the name, and a message that differs in one alone is the same.
        yield f"{problem.code} {_FINGERPRINT.sub('', problem.message)}", problem.span.line
    if path.suffix == ".play":
        play = OpenPlaythroughs().of(path, disk.content(path, 2_000_000).decode("utf-8"))
        yield from () if play is None else ((f"line {failure.line}", failure.line) for failure in play.failures())
