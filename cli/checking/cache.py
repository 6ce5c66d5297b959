"""Results of `check`, kept with all that they depend on: a file for which nothing has changed is not checked again."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import evolve

from ...dsl.source import disk
from ...dsl.source.cache import CacheStore, digest_of, user_store, version_of_code
from .result import CheckedFile, CheckResult

RESULTS = 2048
# Of a rulebook all is kept that its declarations need to be checked one by one: a few hundred kilobytes.
RULEBOOKS = 256


def result_of(file: CheckedFile, keep: bool) -> CheckResult:
    """Return the result of checking a file: what was kept of it, if all that it depends on is as it was.

    Where only declarations have changed that can be checked alone, the rest of what was found is kept too. Raises
    NoSuchRulebook.
    """
    store, rulebooks = (user_store("checked", RESULTS), user_store("rulebooks", RULEBOOKS)) if keep else (None, None)
    if store is None or rulebooks is None:
        return _checked(file)
    key = _key(file)
    # What is kept of a rulebook serves whatever was played before it: that may change with each change of its size.
    of_rulebook = _key(evolve(file, blocks=0))
    known = _cached_result(store, key) or _again(rulebooks, of_rulebook, file, store, key)
    if known is not None:
        return known
    with disk.recorded() as answers:
        result, rulebook = _checked_to_keep(file)
    store.write(key, pickle.dumps((answers, result), pickle.HIGHEST_PROTOCOL))
    if rulebook is not None:
        rulebooks.write(of_rulebook, pickle.dumps((answers, result, rulebook), pickle.HIGHEST_PROTOCOL))
    return result


def _key(file: CheckedFile) -> str:
    return digest_of(_program(), os.fsencode(Path.cwd()), repr(file).encode("utf-8", "surrogateescape"))


def _checked(file: CheckedFile) -> CheckResult:
    # Loading the compiler takes longer than all that a kept result needs.
    from .file_checks import check_file

    return check_file(file)


def _checked_to_keep(file: CheckedFile) -> tuple[CheckResult, object]:
    # As above.
    from .file_checks import check_and_keep

    return check_and_keep(file)


def _cached_result(store: CacheStore, key: str) -> CheckResult | None:
    payload = store.read(key)
    if payload is None:
        return None
    try:
        answers, result = pickle.loads(payload)
        return result if isinstance(result, CheckResult) and _is_still_so(answers, result) else None
    except Exception:  # a pickle of other code may raise anything; the file is checked instead
        store.forget(key)
        return None


def _is_still_so(answers: Mapping[disk.Question, str], result: CheckResult) -> bool:
    """Return whether a result holds. Where nothing stands in it, it holds wherever the declarations stand."""
    return disk.still_so(answers) if result.diagnostics else disk.still_declared(answers)


def _again(rulebooks: CacheStore, rulebook_key: str, file: CheckedFile, store: CacheStore, key: str) -> CheckResult | None:
    """Return the result of a rulebook that was kept, where the declarations that differ can be checked alone; keep it."""
    payload = rulebooks.read(rulebook_key)
    if payload is None:
        return None
    try:
        # Loading what checks a declaration takes longer than all that a kept result needs.
        from .rechecks import checked_again

        checked = checked_again(file.blocks, *pickle.loads(payload))
    except AttributeError:  # a check asks for more than is kept; after another edit it may not
        return None
    except Exception:  # a pickle of other code may raise anything
        rulebooks.forget(rulebook_key)
        return None
    if checked is None:
        return None
    store.write(key, pickle.dumps(checked, pickle.HIGHEST_PROTOCOL))
    return checked[1]


@cache
def _program() -> bytes:
    return version_of_code()
