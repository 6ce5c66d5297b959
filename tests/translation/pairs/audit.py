"""What is found in the sentences of `audited/LANG.toml`, which are freely translated, and in the same with slips.

    python -m tests.translation.pairs.audit LANG

prints what is found in right translations, and the slips that are not seen. Twenty sentences at a time make a text, so that
there are words that come again; every other one has its slip, in one text, and the rest in another.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

AUDITED = Path(__file__).parent / "audited"
SENTENCES = 20


@frozen
class Audited:
    """A sentence, its translation, the same with a slip, if any, and what is wrongly found in the right translation."""

    en: str
    other: str
    slip: str | None = None
    known: tuple[str, ...] = ()


@frozen
class Read:
    """A sentence, what is found in its right translation, and what its slip adds to that; none is `None`."""

    pair: Audited
    found: tuple[Finding, ...]
    by_slip: tuple[Finding, ...] | None


@cache
def audited(code: str) -> tuple[int, tuple[Audited, ...]]:
    """How many slips are seen in a language, at least, and its sentences."""
    data = tomllib.loads((AUDITED / f"{code}.toml").read_text(encoding="utf-8"))
    return data["seen"], tuple(Audited(**{**row, "known": tuple(row.get("known", ()))}) for row in data["pair"])


def read(code: str) -> Iterator[Read]:
    """What is found in each sentence of a language."""
    every = audited(code)[1]
    for pairs in (every[start:start + SENTENCES] for start in range(0, len(every), SENTENCES)):
        plain = _found([pair.en for pair in pairs], [pair.other for pair in pairs], code)
        slips = [_found([pair.en for pair in pairs], [pair.slip or pair.other if place % 2 == parity else pair.other
                                                      for place, pair in enumerate(pairs)], code) for parity in (0, 1)]
        for place, pair in enumerate(pairs):
            before = [(finding.rule, finding.level, finding.expected, finding.actual) for finding in plain[place]]
            added = [finding for finding in slips[place % 2][place]
                     if (finding.rule, finding.level, finding.expected, finding.actual) not in before]
            yield Read(pair, plain[place], None if pair.slip is None else tuple(added))


def _found(there: Sequence[str], here: Sequence[str], code: str) -> list[tuple[Finding, ...]]:
    """The errors and warnings of each sentence of a text."""
    found = compared(side_by_side(document("there.md", "\n\n".join(there), "en"),
                                  document("here.md", "\n\n".join(here), code)))
    return [tuple(finding for finding in found if finding.line == 2 * place + 1 and finding.level in ("error", "warning"))
            for place in range(len(here))]


def main() -> None:
    """Print what is found wrongly, and what is not seen."""
    rows = list(read(sys.argv[1]))
    for row in rows:
        for finding in row.found:
            print(f"{finding.level} {finding.rule}: {finding.message}\n    {row.pair.en}\n    {row.pair.other}")
    for row in rows:
        if row.by_slip == ():
            print(f"not seen: {row.pair.en}\n    {row.pair.slip}")
    slips = [row for row in rows if row.by_slip is not None]
    print(f"{len(rows)} sentences, {sum(finding.level == 'error' for row in rows for finding in row.found)} errors, "
          f"{sum(finding.level == 'warning' for row in rows for finding in row.found)} warnings; "
          f"{sum(bool(row.by_slip) for row in slips)} of {len(slips)} slips seen")


if __name__ == "__main__":
    main()
