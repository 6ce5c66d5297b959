"""A rulebook checked without a mistake, and its files now -> the declarations that differ, if all that was found holds.

It holds where each declaration that differs can be checked alone, and is alike (`alike`), or else all passes behind the check
find what they found (`passes`). All else is left to a check of the whole rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from .. import syntax as ast
from ..check.rulebook import check_alone, check_text_alone
from ..check.scope.typing import Unit
from ..source.diagnostics import Diagnostic, Diagnostics
from ..symbols.symbols import SymbolTable
from ..syntax.alone import Alone, Way, key_of, name_of
from . import environment
from .alike import Checked, are_alike, have_same_form, have_same_notations, have_same_rules
from .besides import infos_of, names_with
from .changed import Faulty
from .differing import Differences, Users, differences
from .heads import begin_otherwise, merge_otherwise, program_with_fields, program_with_starts, program_with_types, with_heads
from .kept import KeptRulebook, parts_alone
from .values import program_with, with_values

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .. import ir
    from .passes import MoreOrLess
    from .summaries import Summaries


@frozen
class Program:
    """A program with declarations as they are now, and its names.

    `blocks` says how many a whole compilation makes, and `before` made: the length of trial games depends on it.
    """

    symbols: SymbolTable
    program: ir.Program
    blocks: int
    before: int


@frozen
class Found:
    """The differences, and the programs with them, if they may have other blocks or trial games: all or none.

    `is_played` says whether the trial games came to one of the declarations. If there are `mistakes`, nothing is played.
    `names` are those of the rulebook as they were and as they are, for each number of players, if values differ. `warnings`
    are those of fields that are new.
    """

    differences: Differences
    programs: tuple[Program, ...] = ()
    is_played: bool = False
    mistakes: tuple[Diagnostic, ...] = ()
    names: tuple[tuple[SymbolTable, SymbolTable], ...] = ()
    warnings: tuple[Diagnostic, ...] = ()


# A declaration as it was and as it is, and what the check finds of both.
_Pair = tuple[Alone, Alone, Unit, Unit]


def check_again(kept: KeptRulebook, texts: Mapping[str, str]) -> Found | None:
    """Check the declarations that differ if these files have other texts now; None where the rulebook has to be checked whole.

    Raises AttributeError where a check asks for more than is kept.
    """
    # To read the tables takes longer than to find that another head, or a new declaration, asks for a check of the whole.
    read = cache(lambda: [environment.read(table) for table in kept.tables])
    found = differences(kept, lambda: read()[0][0], texts)
    if found is None:
        return None
    if found.faulty is not None:
        return Found(found, mistakes=found.faulty.mistakes) if all(
            _are_silenced(before, summaries, found.faulty, found.users) for before, summaries in read()) else None
    # What checks ends stays as it was: it is looked at only to be lowered with the ends of now.
    users, checks_ends = ((), found.users.parts) if found.ends else (found.users.parts, ())
    more_or_less = (*found.new, *found.gone)
    names_differ = bool(found.revalued or found.has_heads or more_or_less)
    # Where no name means something else, the check finds the same of declarations in which only words of statements differ.
    pairs = [*((both.old, both.new) for both in found.differing if names_differ or not have_same_rules(both.old, both.new)),
             *((user, user) for user in users)]
    if not pairs and not names_differ:
        symmetries = [both.new for both in found.reworded if isinstance(both.new, ast.Symmetry)]
        return Found(found) if all(_has_rules(symbols, node) for node in symmetries for symbols, _ in read()) else None
    known = read()
    # A function checks what it is given, if any call may give it too much: also one in a text.
    if found.with_params and found.users.texts:
        return None
    # What is new is played where something calls it that differs. Trial games ask for no invariants.
    # The games begin otherwise, if there were any, or regions merge otherwise, in rules that name none of their fields.
    everywhere = bool(kept.played) and any(begin_otherwise(both.old, both.new) or merge_otherwise(both.new)
                                           for both in found.retyped)
    is_played = everywhere or any(
        key_of(old) in kept.played and (old is new or not have_same_rules(old, new)) for old, new in pairs) or any(
        key_of(part) in kept.played for part in checks_ends)
    programs: list[Program] = []
    tables: list[tuple[SymbolTable, SymbolTable]] = []
    mistakes, warnings, wrong = Diagnostics(), Diagnostics(), 0
    for (before, summaries), code in zip(known, kept.code, strict=True):
        here, wrong_values, wrong_heads = Diagnostics(), Diagnostics(), Diagnostics()
        symbols = before if not found.revalued else with_values(
            before, [(both.old, both.new) for both in found.revalued], wrong_values)
        if symbols is not None and found.has_heads:
            symbols = with_heads(symbols, summaries, [(both.old, both.new) for both in found.retyped],
                                 found.with_params, () if found.loaded is None else found.loaded[1].declarations,
                                 wrong_heads)
        if symbols is not None and more_or_less:
            symbols = names_with(symbols, found.new, found.gone, found.ends)
        if symbols is None or not all(_has_rules(symbols, both.new) for both in found.reworded):
            return None
        tables += [(before, symbols)] if found.revalued or found.retyped else []
        checked = [(old, new, check_alone(before, old), check_alone(symbols, new, here))
                   for old, new in pairs if _is_there(new, symbols)]
        if not all(check_text_alone(names, *text) for text in found.users.texts for names in (before, symbols)):
            return None
        if here.failed or wrong_values.failed or wrong_heads.failed:
            # What uses a value stands in a file as it was read before: its mistakes would be reported there.
            # Some passes that warn do not come to a rulebook with a mistake.
            elsewhere = (found.revalued or found.has_heads) and here.failed
            if kept.warned or elsewhere or more_or_less or not _are_all(here, summaries, symbols, checked):
                return None
            mistakes.extend((*wrong_values.sorted(), *wrong_heads.sorted(), *here.sorted()))
            wrong += 1
            continue
        others = [one for one in checked if not _are_alike(*one)]
        besides = _checked_besides(before, symbols, found) if more_or_less else None
        behind = _mistakes_now(summaries, symbols, others, besides, found, kept) if others or besides else ()
        unread = () if besides is None else _unread(symbols, found, checked, besides)
        if behind is None or unread is None:
            return None
        warnings.extend(unread)
        if behind:
            mistakes.extend(behind)
            wrong += 1
            continue
        # A rule that waits may have more blocks than before, or fewer, if it is not alike. None that waits is new, or gone.
        if is_played or any(_waits(new, summaries) for _, new, _, _ in others):
            again = [(part, part, unit, unit) for part in checks_ends if _is_there(part, symbols)
                     for unit in (check_alone(symbols, part),)]
            made = _program(symbols, summaries, code, [*checked, *again], found, besides)
            if made is None:
                return None
            programs.append(made)
    # Of mistakes with some numbers of players only, later passes look at the others.
    if wrong not in (0, len(kept.tables)):
        return None
    return Found(found, tuple(programs), is_played, mistakes.sorted(), tuple(tables), warnings.sorted())


def _has_rules(symbols: SymbolTable, item: ast.Item) -> bool:
    """Return whether all rules outside of a symmetry are there, if it holds with this number of players."""
    return not isinstance(item, ast.Symmetry) or all(node.name != item.name for node in symbols.symmetries) or all(
        word.name in symbols.rules for word in item.outside)


def _are_silenced(before: SymbolTable, summaries: Summaries, faulty: Faulty, users: Users) -> bool:
    """Return whether nothing is reported of what uses a declaration that does not parse: its names count as wrong there."""
    from ..resolve.again import with_and_without
    from .passes import all_stop

    if any(name_of(part) in summaries.looked_at for item in faulty.old for part in parts_alone(item)):
        return False
    symbols = with_and_without(before, (), faulty.old, Diagnostics())
    symbols = evolve(symbols, names=evolve(symbols.names, faulty=(faulty.new,)))
    here = Diagnostics()
    checked = [(user, user, check_alone(before, user), check_alone(symbols, user, here))
               for user in users.parts if _is_there(user, symbols)]
    return not here.sorted() and all(check_text_alone(symbols, *text) for text in users.texts) and all_stop(
        summaries, symbols, checked)


def _checked_besides(before: SymbolTable, symbols: SymbolTable, found: Differences) -> MoreOrLess:
    """Return the declarations that are new or gone, with what the check finds of those that have a body."""
    # Most edits change no more than bodies.
    from .passes import MoreOrLess

    return MoreOrLess(tuple((part, check_alone(symbols, part)) for item in found.new for part in parts_alone(item)),
                      tuple((part, check_alone(before, part)) for item in found.gone for part in parts_alone(item)),
                      found.new, found.gone, found.play)


def _unread(symbols: SymbolTable, found: Differences, checked: Sequence[_Pair], besides: MoreOrLess
            ) -> tuple[Diagnostic, ...] | None:
    """Return the warnings of fields that are new and that nothing reads; None where that cannot be said."""
    infos = infos_of(symbols, found.new)
    if not infos:
        return ()
    # Most declarations that are new are no fields.
    from .passes import unread_among

    units = [*((new, unit) for _, new, _, unit in checked), *besides.new]
    return unread_among(symbols, infos, units, [item for item in found.new if not isinstance(item, ast.Fields)])


def _program(symbols: SymbolTable, summaries: Summaries, code: bytes, checked: Sequence[_Pair], found: Differences,
             besides: MoreOrLess | None) -> Program | None:
    """Return the program with declarations as they are now; None where that cannot be said."""
    # Most edits change no program.
    from ..lower.again import lower_again

    # The code of what looks ahead has parts of what it looks at.
    if any(name_of(new) in summaries.looked_at for _, new, _, _ in checked):
        return None
    kept = environment.read_code(code)
    if found.new or found.gone:
        kept = evolve(kept, program=program_with_fields(kept.program, symbols))
    if found.revalued or found.retyped:
        program = program_with(program_with_types(kept.program, symbols), symbols)
        kept = evolve(kept, program=program_with_starts(program, symbols, [(both.old, both.new) for both in found.retyped]))
    made = lower_again(kept, symbols, [(new, was, is_) for _, new, was, is_ in checked],
                       () if besides is None else besides.new, () if besides is None else [node for node, _ in besides.gone],
                       frozenset(new.name for _, new in found.with_params if isinstance(new, ast.Function)))
    return None if made is None else Program(symbols, made.program, made.blocks, made.before)


def _are_all(found: Diagnostics, summaries: Summaries, symbols: SymbolTable, checked: Sequence[_Pair]) -> bool:
    """Return whether a whole check finds these mistakes and no others."""
    from .passes import all_stop

    # A whole check comes to declarations in their order, and what it says of a name may depend on the types that it has seen.
    symbols.names.words.clear()
    again = Diagnostics()
    for _, new, _, _ in checked:
        check_alone(symbols, new, again)
    return again.sorted() == found.sorted() and all_stop(summaries, symbols, checked)


def _are_alike(old: Alone, new: Alone, was: Unit, is_: Unit) -> bool:
    return have_same_form(old, new) and are_alike(Checked(old, was), Checked(new, is_)) and (
        have_same_notations(old, new) or _tell_apart(new, is_))


def _tell_apart(node: Alone, unit: Unit) -> bool:
    # Most edits leave moves written as they are.
    from .passes import tell_moves_apart

    return tell_moves_apart(node, unit)


def _mistakes_now(summaries: Summaries, symbols: SymbolTable, pairs: Sequence[_Pair], besides: MoreOrLess | None,
                  found: Differences, kept: KeptRulebook) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes that the passes find in new declarations; None where they may find more.

    To load them takes longer than to compare declarations of one form.
    """
    from .passes import MoreOrLess, mistakes_now

    return mistakes_now(summaries, symbols, pairs, besides or MoreOrLess(), found.has_heads, bool(found.revalued), kept.warned,
                        kept.columns)


def _waits(node: Alone, summaries: Summaries) -> bool:
    return isinstance(node, ast.Rule | Way) and name_of(node) in summaries.suspending


def _is_there(node: Alone, symbols: SymbolTable) -> bool:
    """Return whether a part is there with this number of players: a row may not be."""
    return not isinstance(node, Way) or node.row in symbols.effect_of(node).owner.members
