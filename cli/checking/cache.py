"""Results of `check`, kept with all that they depend on: a file for which nothing has changed is not checked again."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ...dsl.source import disk
from ...dsl.source.cache import Store, digest_of, user_store, version_of_code
from .result import CheckedFile, Result

RESULTS = 2048


def result_of(asked: CheckedFile, keep: bool) -> Result:
    """Return the result of checking a file: what was kept of it, if all that it depends on is as it was.

    Raises NoSuchRulebook.
    """
    store = user_store("checked", RESULTS) if keep else None
    if store is None:
        return _checked(asked, keep=False)
    key = digest_of(_program(), os.fsencode(Path.cwd()), repr(asked).encode("utf-8", "surrogateescape"))
    known = _kept(store, key)
    if known is not None:
        return known
    with disk.recorded() as answers:
        result = _checked(asked, keep=True)
    store.write(key, pickle.dumps((answers, result), pickle.HIGHEST_PROTOCOL))
    return result


def _checked(asked: CheckedFile, keep: bool) -> Result:
    # Loading the compiler takes longer than all that a kept result needs.
    from .checked import check_file

    return check_file(asked, keep)


def _kept(store: Store, key: str) -> Result | None:
    payload = store.read(key)
    if payload is None:
        return None
    try:
        answers, result = pickle.loads(payload)
        return result if isinstance(result, Result) and _is_still_so(answers, result) else None
    except Exception:  # a pickle of other code may raise anything; the file is checked instead
        store.forget(key)
        return None


def _is_still_so(answers: Mapping[disk.Question, str], result: Result) -> bool:
    """Return whether a result holds. Where nothing stands in it, it holds wherever the declarations stand."""
    return disk.still_so(answers) if result.diagnostics else disk.still_declared(answers)


@cache
def _program() -> bytes:
    return version_of_code()
