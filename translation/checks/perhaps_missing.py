"""Clauses that are perhaps missing: little is left for them once each sentence is given away only once.

Without a lock, a clause that no sentence states mostly finds another sentence, which states other clauses. So each sentence is
given to the clauses that it states best, as many as it has room for, and a clause that comes too late gets less.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..alignment.align import MISSING
from ..alignment.aligned import AlignedDocument
from ..decisions.findings import Finding
from .clauses import crowded_out

# A sentence has room for one clause, and for one more for every N words.
WORDS = 12
# A clause is listed for which less than this is left, from 0 to 1.
LITTLE = 0.3


def check(aligned: AlignedDocument) -> Iterator[Finding]:
    """Findings on clauses that are perhaps missing; nothing where a lock says what is where, or `clause-missing` says it."""
    if aligned.lock is not None:
        return
    for clause, left in sorted(left_for(aligned).items(), key=lambda item: item[1]):
        if left < LITTLE and aligned.anchors[clause].score >= MISSING and crowded_out(aligned, aligned.target(clause)) is None:
            yield Finding("accuracy/clause-perhaps", "perhaps no sentence states this clause, since other clauses need the "
                          "sentences that may state it; the likeliest to be missing come first", clause, rank=left)


def left_for(aligned: AlignedDocument) -> dict[str, float]:
    """Return the certainty that is left for each clause: that of its best sentence that still has room for it."""
    room = [1 + len(shown.words) // WORDS for shown in aligned.document.evidence]
    likely = sorted(((share * min(1.0, anchor.score), anchor.clause, index) for anchor in aligned.anchors.values()
                     for index, share in anchor.shares.items()), key=lambda row: (-row[0], row[1], row[2]))
    out: dict[str, float] = {}
    for value, clause, index in likely:
        if clause not in out and room[index]:
            out[clause] = value
            room[index] -= 1
    return {clause: out.get(clause, 0.0) for clause in aligned.anchors}
