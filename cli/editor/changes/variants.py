"""A clause -> a variant that changes it: a file that is made, or one that gets one more change, with the right verb."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from ....dsl import syntax as ast
from ....dsl.load.loader import read as read_rulebook
from ....dsl.parse import items_of
from ....dsl.source import disk
from ....dsl.source.span import Source, Span
from ....dsl.variants import named
from ..display.hovers import values_of
from ..files.names import DeclaredName
from ..files.rulebooks import OpenRulebook, variants_beside
from .edits import Edit, changed_texts, laid_out
from .mentions import read

NEW = "house"
REASON = "why it is changed"
# What stands in a rule: its own name says which it is. Anything else is replaced as it is declared.
REPLACED = (ast.Rule, ast.Function, ast.End, ast.Event, ast.Invariant, ast.Choose, ast.Move, ast.Require, ast.RuleException,
            ast.FunctionException, ast.RequireException, ast.Enum, ast.Board, ast.Table, ast.Pieces, ast.Score, ast.Symmetry,
            ast.Note, ast.Example)


@frozen
class VariantChange:
    """A change of one file: its title, the edit, and whether the file is to be made first."""

    title: str
    path: Path
    edit: Edit
    is_new: bool

    @property
    def reason(self) -> tuple[int, int, int]:
        """The line, the first column and the end of the reason in the changed file, from 0."""
        above, line = self.edit.text.partition(REASON)[0].split("\n"), self.edit.span.line - 1
        # The edit begins at the end of a line; its reason stands on a later one.
        return line + len(above) - 1, len(above[-1]), len(above[-1]) + len(REASON)


def in_variants(opened: OpenRulebook, declared: DeclaredName) -> Iterator[VariantChange]:
    """Yield the changes of a clause in each variant beside its rulebook, and in a new one."""
    written = change_of(opened, declared)
    if written is None or opened.key.variants:
        return
    for key in variants_beside(opened.key.main):
        source = read(key.main)
        if source is None or key.main == opened.key.main or not _leaves(source, declared):
            continue
        edit = _at_end(source, written)
        if _stands(key.main, edit):
            yield VariantChange(f"Change `{declared.name}` in the variant {key.main.stem}", key.main, edit, False)
    path = free(opened.key.main.parent / "variants", NEW, ".rules")
    game = opened.key.main.stem
    head = f'variant {path.stem} of {game}\n    "{path.stem.replace("_", " ").capitalize()}"\n'
    empty = Span(Source(str(path), ""), 1, 1, 1, 1)
    yield VariantChange(f"Change `{declared.name}` in a new variant", path, Edit(empty, head + written), True)


def _leaves(source: Source, declared: DeclaredName) -> bool:
    """Return whether a variant replaces, sets or removes neither a clause, nor a part of it, nor what it is part of."""
    parts = {declared.id} if declared.node is None else {declared.id, *(part.id for part in named((declared.node,)))}
    return parts.isdisjoint(_changed(items_of(source)))


def _changed(items: Iterable[ast.Item]) -> Iterator[str]:
    """Yield the ids of what a variant replaces, sets or removes, with those of all that its replacements declare."""
    for item in items:
        match item:
            case ast.Because(parts=parts):
                yield from _changed(parts)
            case ast.Replace(parts=parts):
                yield from (part.id for part in named(parts))
            case ast.SetValue(target=target) | ast.Remove(target=target):
                yield target.name
            case _:  # some additions go together with the change of a clause; `_stands` finds those that do not
                pass


def _stands(variant: Path, edit: Edit) -> bool:
    """Return whether a change at the end of a variant goes together with all that it and the variants below it change."""
    with disk.looking_at(disk.laid_over(changed_texts((edit,)))):
        after = _errors(variant)
    return not after or not after - _errors(variant)


def _errors(variant: Path) -> Counter[tuple[str, str]]:
    """Return the errors of a variant on top of its rulebook, with their counts."""
    diagnostics = read_rulebook(variant).diagnostics.sorted()
    return Counter((diagnostic.code, diagnostic.message) for diagnostic in diagnostics if diagnostic.level == "error")


def change_of(opened: OpenRulebook, declared: DeclaredName) -> str | None:
    """Return the lines of a variant that change a thing to what it is now; None for what variants do not reach."""
    node = declared.node
    if isinstance(node, ast.Constant | ast.Parameter):
        change = _set(declared.name, node, values_of(opened, declared))
    elif isinstance(node, REPLACED) and declared.span is not None and declared.kind != "spaces":
        change = ["replace " + line if number == 0 else line for number, line in enumerate(_written(node.span))]
    elif isinstance(node, ast.Field | ast.Row):
        owner = declared.id.rpartition(".")[0]
        head = f"rows of {owner}" if isinstance(node, ast.Row) else "state" if owner == "state" else f"each {owner} has"
        change = [f"replace {head}", *(f"    {line}" for line in _written(node.span))]
    else:
        change = None
    return None if change is None else f'\nbecause "{REASON}"\n' + "".join(f"    {line}".rstrip() + "\n" for line in change)


def _set(name: str, node: ast.Constant | ast.Parameter, values: list[tuple[str, str]]) -> list[str] | None:
    """Return the lines that set a constant or parameter to its present values, each with its number of players."""
    if len({value for _, value in values}) == 1:
        return [f"set {name} = {values[0][1]}"]
    if isinstance(node, ast.Parameter):
        # A parameter has one value for all numbers of players, so what it is computed from stays.
        written = node.value.span.text
        return None if "\n" in written else [f"set {name} = {written}"]
    if not values:
        return None
    players, row = (" ".join(column) for column in zip(*values, strict=True))
    table = laid_out("", f"set by players {players}\n    {name} {row}\n")
    return None if table is None else table.splitlines()


def _written(span: Span) -> list[str]:
    """Return the lines of a declaration, as far to the left as they go."""
    lines = [span.source.line(number) for number in range(span.line, span.end_line + 1)]
    indent = len(lines[0]) - len(lines[0].lstrip())
    while lines and not lines[-1].strip():
        lines.pop()
    return [line[indent:] if not line[:indent].strip() else line.lstrip() for line in lines]


def _at_end(source: Source, written: str) -> Edit:
    """Return the edit that writes at the end of a file, behind one blank line."""
    last = len(source.lines)
    line = source.lines[-1]
    # Some editors end a new file with a blank line of their own.
    if last > 1 and not line and not source.lines[-2].strip():
        written = written.removeprefix("\n")
    return Edit(Span(source, last, len(line) + 1, last, len(line) + 1), written if not line else f"\n{written}")


def free(folder: Path, name: str, ending: str) -> Path:
    """Return the path of a file that is not there, by this name or one with a number behind it.

    It lies in the folder, or, where that is not there, beside it: not every editor makes the folder of a new file.
    """
    folder = folder if disk.is_folder(folder) else folder.parent
    stem = re.sub(r"\W+", "_", name)
    paths = (folder / f"{stem}{'' if number == 1 else f'_{number}'}{ending}" for number in range(1, 1000))
    return next(path for path in paths if not disk.exists(path))
