"""A rulebook checked without a mistake, and its files now -> the declarations that differ, if all that was found holds.

It holds where each declaration that differs can be checked alone, and is alike (`alike`), or else all passes behind the check
find what they found (`passes`). All else is left to a check of the whole rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, assert_never

from attrs import evolve

from .. import syntax as ast
from ..check.rulebook import check_alone, check_text_alone
from ..check.scope.typing import Unit
from ..source.diagnostics import Diagnostic, Diagnostics
from ..symbols.symbols import EffectInfo, Local, SymbolTable
from ..syntax.alone import Alone, EffectWay, key_of, name_of
from . import environment
from .alike import CheckedDeclaration, are_alike, have_same_form, have_same_notations, have_same_rules
from .besides import infos_of, names_with
from .boards import program_with_drawings, with_drawings
from .cached import CachedRulebook, is_there, parts_alone
from .differences import Differences
from .differing import find_differences
from .heads import begin_otherwise, have_other_cells, merge_otherwise, with_heads
from .holders import MemberUsers
from .members import members_now, program_with_members, with_members
from .recheck import Recheck, RecheckedProgram
from .users import is_shown, part_with
from .values import program_with, with_values

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from ..lower.again import CachedCode
    from .pairs import CheckedPair, MoreOrLess
    from .summaries import Summaries


def check_again(cached: CachedRulebook, texts: Mapping[str, str]) -> Recheck | None:
    """Check the declarations that differ if these files have other texts now; None where the rulebook has to be checked whole.

    Raises AttributeError where a check asks for more than is kept.
    """
    # To read the tables takes longer than to find that another head, or a new declaration, asks for a check of the whole.
    read = cache(lambda: [environment.read(table) for table in cached.tables])
    differences = find_differences(cached, lambda: read()[0][0], texts)
    if differences is None:
        return None
    # With a mistake in a change of a variant nothing is compiled. Whatever else differs is left to a check of the whole.
    broken = () if differences.loaded is None else differences.loaded[1].diagnostics.sorted()
    if broken:
        return Recheck(differences, broken=broken) if all(
            isinstance(change.new, ast.Table) and have_same_rules(change.old, change.new)
            for change in differences.reworded) and (
            len(differences.pairs) == len(differences.reworded) and differences.by_members is None) else None
    if differences.by_members is not None:
        return _with_members(cached, differences, differences.by_members)
    # Most edits are no mistakes. To load what looks at one takes longer than to look for it.
    if differences.faulty is not None:
        from .mistaken import are_silenced

        return Recheck(differences, mistakes=differences.faulty.mistakes) if all(
            are_silenced(before, summaries, differences.faulty, differences.users) for before, summaries in read()) else None
    if differences.named:
        from .mistaken import with_unknown

        return with_unknown(cached, texts, differences, read())
    # What checks ends stays as it was: it is looked at only to be lowered with the ends of now.
    users, checks_ends = ((), differences.users.parts) if differences.ends else (differences.users.parts, ())
    more_or_less = (*differences.new, *differences.gone)
    names_differ = bool(differences.has_values or differences.has_heads or more_or_less)
    # Where no name means something else, the check finds the same of declarations in which only words of statements differ.
    pairs = [*((reworded.old, reworded.new) for reworded in differences.differing
               if names_differ or not have_same_rules(reworded.old, reworded.new)),
             *((user, user) for user in users)]
    if not pairs and not names_differ:
        symmetries = [reworded.new for reworded in differences.reworded if isinstance(reworded.new, ast.Symmetry)]
        return Recheck(differences) if all(_has_rules(symbols, node) for node in symmetries for symbols, _ in read()) else None
    known = read()
    # A function checks what it is given, if any call may give it too much: also one in a text.
    if differences.with_params and differences.users.texts:
        return None
    # What is new is played where something calls it that differs. Trial games ask for no invariants.
    # The games begin otherwise, if there were any, or regions merge otherwise, in rules that name none of their fields.
    everywhere = bool(cached.played) and (bool(differences.redrawn) or any(
        begin_otherwise(reworded.old, reworded.new) or merge_otherwise(reworded.new) for reworded in differences.retyped))
    is_played = everywhere or any(
        key_of(old) in cached.played and (old is new or not have_same_rules(old, new)) for old, new in pairs) or any(
        key_of(part) in cached.played for part in checks_ends)
    programs: list[RecheckedProgram] = []
    tables: list[tuple[SymbolTable, SymbolTable]] = []
    mistakes, warnings, wrong = Diagnostics(), Diagnostics(), 0
    for (before, summaries), code in zip(known, cached.code, strict=True):
        own_diagnostics, wrong_values, wrong_heads = Diagnostics(), Diagnostics(), Diagnostics()
        symbols = before if not differences.revalued else with_values(
            before, [(reworded.old, reworded.new) for reworded in differences.revalued], wrong_values)
        if symbols is not None and differences.redrawn:
            symbols = with_drawings(symbols, [reworded.new for reworded in differences.redrawn])
        if symbols is not None and differences.has_heads:
            symbols = with_heads(symbols, summaries, [(reworded.old, reworded.new) for reworded in differences.retyped],
                                 differences.with_params,
                                 () if differences.loaded is None else differences.loaded[1].declarations, wrong_heads)
        if symbols is not None and more_or_less:
            symbols = names_with(symbols, differences.new, differences.gone, differences.ends)
        cells = () if symbols is None or not differences.retyped else frozenset(have_other_cells(before, symbols))
        if cells and is_shown(cached, cells, (reworded.new for reworded in differences.shown)):
            return None
        if symbols is None or not all(_has_rules(symbols, reworded.new) for reworded in differences.reworded):
            return None
        tables += [(before, symbols)] if differences.has_values or differences.retyped else []
        checked = [(old, new, check_alone(before, old), check_alone(symbols, new, own_diagnostics))
                   for old, new in pairs if is_there(new, symbols)]
        if not all(check_text_alone(names, *text) for text in differences.users.texts for names in (before, symbols)):
            return None
        if own_diagnostics.failed or wrong_values.failed or wrong_heads.failed:
            # Mistakes that a variant brings about in what stays as it was are reported where the variant is.
            has_new_types = differences.has_values or differences.has_heads
            elsewhere = has_new_types and own_diagnostics.failed and differences.loaded is not None
            # Some passes that warn do not come to a rulebook with a mistake.
            from .mistaken import are_all

            if cached.warned or elsewhere or more_or_less or not are_all(own_diagnostics, summaries, symbols, checked):
                return None
            mistakes.extend((*wrong_values.sorted(), *wrong_heads.sorted(), *own_diagnostics.sorted()))
            wrong += 1
            continue
        others = [pair for pair in checked if not _are_alike(*pair, differences.moved)]
        besides = _checked_besides(before, symbols, differences) if more_or_less else None
        counting = [(new, is_) for _, new, _, is_ in checked] if differences.redrawn else []
        behind = _mistakes_now(summaries, symbols, others, besides, differences, cached, counting) if (
            others or besides or counting) else ()
        unread = () if besides is None else _unread(symbols, differences, checked, besides)
        if behind is None or unread is None:
            return None
        warnings.extend(unread)
        if behind:
            mistakes.extend(behind)
            wrong += 1
            continue
        # A rule that waits may have more blocks than before, or fewer, if it is not alike. None that waits is new, or gone.
        if is_played or any(_waits(new, summaries) for _, new, _, _ in others):
            again = [(part, part, unit, unit) for part in checks_ends if is_there(part, symbols)
                     for unit in (check_alone(symbols, part),)]
            program = _program(cached, symbols, summaries, environment.read_code(code), [*checked, *again], differences,
                               besides)
            if program is None:
                return None
            programs.append(program)
    # Of mistakes with some numbers of players only, later passes look at the others.
    if wrong not in (0, len(cached.tables)):
        return None
    moved_mistakes = _moved(mistakes, cached, texts)
    return None if moved_mistakes is None else Recheck(differences, tuple(programs), is_played, moved_mistakes, tuple(tables),
                                                       warnings.sorted())


def _moved(mistakes: Diagnostics, cached: CachedRulebook, texts: Mapping[str, str]) -> tuple[Diagnostic, ...] | None:
    """Return mistakes where they are now: what stays as it was stands in a file as it was read before."""
    if not mistakes.failed:
        return ()
    from .relocation import moved

    return moved(mistakes.sorted(), cached.texts, texts)


def _with_members(cached: CachedRulebook, differences: Differences, users: MemberUsers) -> Recheck | None:
    """Check all uses of types with other members; return None where the rulebook has to be checked whole.

    It stays as it was, so that its mistakes would stand where it was read before: with one the rulebook is checked whole.
    """
    from .pairs import MoreOrLess
    from .passes import mistakes_now

    is_played = any(key_of(user) in cached.played for user in users.parts)
    programs, tables = list[RecheckedProgram](), list[tuple[SymbolTable, SymbolTable]]()
    mistakes, wrong = Diagnostics(), 0
    for table, code in zip(cached.tables, cached.code, strict=True):
        before, _ = environment.read(table)
        members = members_now(before, differences.grown)
        if members is None:
            return None
        read, summaries = environment.read(table, members)
        symbols = with_members(read, before, differences.grown, users)
        if symbols is None or any(
                name_of(way) in summaries.looked_at for old, _ in differences.grown for way in parts_alone(old)):
            return None
        checked = [(user, user, check_alone(before, user), check_alone(symbols, user))
                   for user in users.parts if is_there(user, symbols)]
        if not all(are_alike(CheckedDeclaration(user, was), CheckedDeclaration(user, is_), members, dict(zip(
                _params_of(before, user), _params_of(symbols, user), strict=True))) for user, _, was, is_ in checked):
            return None
        besides = _checked_besides(before, symbols, differences) if differences.new or differences.gone else MoreOrLess()
        behind = mistakes_now(summaries, symbols, (), besides, False, False, cached.warned, cached.columns,
                              [(user, is_) for user, _, _, is_ in checked])
        if behind is None:
            return None
        tables.append((before, symbols))
        if behind:
            mistakes.extend(behind)
            wrong += 1
            continue
        # Of all code that of effects alone has more blocks for more members.
        again = checked if is_played else [pair for pair in checked if _waits(pair[0], summaries) and any(
            isinstance(meaning, EffectInfo) and meaning.owner.name in members for meaning in pair[3].typing.meanings.values())]
        if again:
            program = _program(cached, symbols, summaries, environment.read_code(code, members), again, differences, besides)
            if program is None:
                return None
            programs.append(program)
    if wrong not in (0, len(cached.tables)):
        return None
    return Recheck(differences, tuple(programs), is_played, mistakes.sorted(), tuple(tables))


def _params_of(symbols: SymbolTable, part: Alone) -> tuple[Local, ...]:
    """Return the parameters of a part that can be checked alone."""
    match part:
        case ast.Function():
            return symbols.functions[part.name].params
        case ast.Rule():
            return () if part.kind == "play" else symbols.rules[part.name].params
        case EffectWay():
            return symbols.effect_of(part).params
        case ast.End() | ast.Invariant():
            return ()
        case _:
            assert_never(part)


def _has_rules(symbols: SymbolTable, item: ast.Item) -> bool:
    """Return whether all rules outside of a symmetry are there, if it holds with this number of players."""
    return not isinstance(item, ast.Symmetry) or all(node.name != item.name for node in symbols.symmetries) or all(
        word.name in symbols.rules for word in item.outside)


def _checked_besides(before: SymbolTable, symbols: SymbolTable, differences: Differences) -> MoreOrLess:
    """Return the declarations that are new or gone, with what the check finds of those that have a body."""
    # Most edits change no more than bodies.
    from .pairs import MoreOrLess

    return MoreOrLess(tuple((part, check_alone(symbols, part)) for item in differences.new for part in parts_alone(item)
                            if is_there(part, symbols)),
                      tuple((part, check_alone(before, part)) for item in differences.gone for part in parts_alone(item)
                            if is_there(part, before)),
                      differences.new, differences.gone, differences.play)


def _unread(symbols: SymbolTable, differences: Differences, checked: Sequence[CheckedPair], besides: MoreOrLess
            ) -> tuple[Diagnostic, ...] | None:
    """Return the warnings of fields that are new and that nothing reads; None where that cannot be said."""
    infos = infos_of(symbols, differences.new)
    if not infos:
        return ()
    # Most declarations that are new are no fields.
    from .in_use import unread_among

    units = [*((new, unit) for _, new, _, unit in checked), *besides.new]
    return unread_among(symbols, infos, units, [item for item in differences.new if not isinstance(item, ast.Fields)])


def _program(cached: CachedRulebook, symbols: SymbolTable, summaries: Summaries, code: CachedCode,
             checked: Sequence[CheckedPair], differences: Differences, besides: MoreOrLess | None) -> RecheckedProgram | None:
    """Return the program with declarations as they are now; None where that cannot be said."""
    # Most edits change no program.
    from ..lower.again import lower_again
    from .slots import program_with_fields, program_with_starts, program_with_types

    # The code of what looks ahead has parts of what it looks at.
    if any(name_of(new) in summaries.looked_at for _, new, _, _ in checked):
        return None
    if differences.new or differences.gone:
        code = evolve(code, program=program_with_fields(code.program, symbols))
    if differences.has_values or differences.has_heads:
        program = program_with(program_with_types(code.program, symbols), symbols)
        program = program_with_starts(program, symbols, [(pair.old, pair.new) for pair in differences.retyped],
                                      differences.users.boards)
        code = evolve(code, program=program_with_drawings(
            program, symbols, [pair.new for pair in differences.redrawn], differences.on_boards))
    if differences.by_members is not None:
        grown = program_with_members(code.program, symbols, differences.by_members)
        if grown is None:
            return None
        code = evolve(code, program=program_with(grown, symbols))

    def function(name: str) -> tuple[ast.Function, Unit] | None:
        node = part_with(cached, (ast.Function.__name__, name))
        return (node, check_alone(symbols, node)) if isinstance(node, ast.Function) else None

    lowered = lower_again(code, symbols, [(new, was, is_) for _, new, was, is_ in checked],
                       () if besides is None else besides.new, () if besides is None else [node for node, _ in besides.gone],
                       frozenset(new.name for _, new in differences.with_params if isinstance(new, ast.Function)), function)
    return None if lowered is None else RecheckedProgram(symbols, lowered.program, lowered.blocks, lowered.before)


def _are_alike(old: Alone, new: Alone, was: Unit, is_: Unit, moved: frozenset[str]) -> bool:
    return have_same_form(old, new) and are_alike(CheckedDeclaration(old, was), CheckedDeclaration(new, is_), moved) and (
        have_same_notations(old, new) or _tell_apart(new, is_))


def _tell_apart(node: Alone, unit: Unit) -> bool:
    # Most edits leave moves written as they are.
    from .passes import tell_moves_apart

    return tell_moves_apart(node, unit)


def _mistakes_now(summaries: Summaries, symbols: SymbolTable, pairs: Sequence[CheckedPair], besides: MoreOrLess | None,
                  differences: Differences, cached: CachedRulebook, counting: Sequence[tuple[Alone, Unit]]
                  ) -> tuple[Diagnostic, ...] | None:
    """Return the mistakes that the passes find in new declarations; None where they may find more.

    In those that are `counting`, spaces may lie in other sets. To load the passes takes longer than to compare declarations of
    one form.
    """
    from .pairs import MoreOrLess
    from .passes import mistakes_now

    return mistakes_now(summaries, symbols, pairs, besides or MoreOrLess(), differences.has_heads, differences.has_values,
                        cached.warned, cached.columns, counting)


def _waits(node: Alone, summaries: Summaries) -> bool:
    return isinstance(node, ast.Rule | EffectWay) and name_of(node) in summaries.suspending
