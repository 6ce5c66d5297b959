"""Mistakes in declarations that differ, and in all that names them -> whether a whole check finds these and no others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from ..check.rulebook import check_alone, check_text_alone
from ..resolve.again import with_and_without
from ..source.diagnostics import Diagnostics
from ..symbols.symbols import SymbolTable
from ..syntax.alone import name_of
from .cached import CachedRulebook, is_there, parts_alone
from .changed import FaultyChange
from .differences import Differences, Users
from .pairs import CheckedPair
from .passes import all_stop
from .recheck import Recheck
from .relocation import moved

if TYPE_CHECKING:
    # Loading the rest of the compiler takes longer than a check of one declaration.
    from .summaries import Summaries


def are_all(mistakes: Diagnostics, summaries: Summaries, symbols: SymbolTable, checked: Sequence[CheckedPair]) -> bool:
    """Return whether a whole check finds these mistakes and no others."""
    # A whole check comes to declarations in their order, and what it says of a name may depend on the types that it has seen.
    symbols.names.words.clear()
    again = Diagnostics()
    for _, new, _, _ in checked:
        check_alone(symbols, new, again)
    return again.sorted() == mistakes.sorted() and all_stop(summaries, symbols, checked)


def are_silenced(before: SymbolTable, summaries: Summaries, faulty: FaultyChange, users: Users) -> bool:
    """Return whether nothing is reported of what uses a declaration that does not parse: its names count as wrong there."""
    if any(name_of(part) in summaries.looked_at for item in faulty.old for part in parts_alone(item)):
        return False
    symbols = with_and_without(before, (), faulty.old, Diagnostics())
    symbols = evolve(symbols, names=evolve(symbols.names, faulty=(faulty.new,)))
    own_diagnostics = Diagnostics()
    checked = [(user, user, check_alone(before, user), check_alone(symbols, user, own_diagnostics))
               for user in users.parts if is_there(user, symbols)]
    return not own_diagnostics.sorted() and all(check_text_alone(symbols, *text) for text in users.texts) and all_stop(
        summaries, symbols, checked)


def with_unknown(cached: CachedRulebook, texts: Mapping[str, str], differences: Differences,
                 read: Iterable[tuple[SymbolTable, Summaries]]) -> Recheck | None:
    """Return the mistakes in all that names declarations which are gone; None where there are none, or more.

    It stays as it was, in files that may have other lines now.
    """
    mistakes = Diagnostics()
    for before, summaries in read:
        symbols, own_diagnostics = with_and_without(before, (), differences.gone, Diagnostics()), Diagnostics()
        checked = [(user, user, check_alone(before, user), check_alone(symbols, user, own_diagnostics))
                   for user in differences.users.parts if is_there(user, symbols)]
        if not own_diagnostics.failed or cached.warned or not all(
                check_text_alone(symbols, *text) for text in differences.users.texts) or not are_all(
                own_diagnostics, summaries, symbols, checked):
            return None
        mistakes.extend(own_diagnostics.sorted())
    current = moved(mistakes.sorted(), cached.texts, texts)
    return None if current is None else Recheck(differences, mistakes=current)
