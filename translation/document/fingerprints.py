"""Fingerprints: what is kept of a sentence in place of its words, so that it is found again after it was edited.

Three hashes: one of the whole, which any change changes; and two of its groups of three letters, which
change little when it changes little: Charikar's simhash (2002) and Broder's minhash (1997).
"""

from __future__ import annotations

import struct
from functools import cache, lru_cache
from hashlib import blake2b, sha256
from operator import eq

from attrs import frozen

from .words import fold

SIM_BITS = 64
SAMPLES = 16
# How many digits each of the hashes has: of the whole, of its groups in one number, and in samples.
HASHES = (8, SIM_BITS // 4, 2 * SAMPLES)


@frozen
class Fingerprint:
    """The hashes of a sentence, in hexadecimal, and how many letters and digits it has."""

    whole: str
    sim: str
    samples: str
    length: int


@lru_cache(maxsize=4096)
def fingerprint(text: str) -> Fingerprint:
    """The fingerprint of a text. Case, spaces and punctuation do not count."""
    bare = _bare(text)
    groups = {bare[i : i + 3] for i in range(max(1, len(bare) - 2))}
    rows = [_hashes(group) for group in sorted(groups)]
    sums = sum(row[0] for row in rows)
    fields = [(sums >> (16 * bit)) & 0xFFFF for bit in range(SIM_BITS)]
    sim = sum(1 << bit for bit, count in enumerate(fields) if 2 * count > len(rows))
    samples = bytes(least & 0xFF for least in map(min, zip(*(row[1] for row in rows), strict=True)))
    return Fingerprint(whole(text), f"{sim:016x}", samples.hex(), len(bare))


@lru_cache(maxsize=4096)
def whole(text: str) -> str:
    """The hash of the whole in the fingerprint of a text. Findings know their sentences by it alone."""
    return blake2b(_bare(text).encode(), digest_size=4).hexdigest()


def _bare(text: str) -> str:
    return "".join(word for word in fold(text) if word.isalnum())


@cache
def _hashes(group: str) -> tuple[int, tuple[int, ...]]:
    """The bits of a group's hash, each in a field of 16 so that they can be added up; and its samples."""
    digest = blake2b(group.encode(), digest_size=64).digest()
    bits = format(int.from_bytes(digest[:8], "big"), "064b")
    return int("".join("0001" if bit == "1" else "0000" for bit in bits), 16), struct.unpack("<16I", digest)


@lru_cache(maxsize=4096)
def _decoded(sim: str, samples: str) -> tuple[int, bytes]:
    """The hashes of a sentence as numbers: each is compared with those of many others."""
    return int(sim, 16), bytes.fromhex(samples)


def similarity(a: Fingerprint, b: Fingerprint) -> float:
    """Return how alike two sentences are, from 0 to 1, by their fingerprints."""
    if a.whole == b.whole:
        return 1.0
    (sim, samples), (other, others) = _decoded(a.sim, a.samples), _decoded(b.sim, b.samples)
    apart = (sim ^ other).bit_count()
    equal: int = sum(map(eq, samples, others))
    # Hashes of texts that have nothing in common differ in half of their bits.
    near = max(0.0, 1 - apart / (SIM_BITS / 2))
    size = min(a.length, b.length) / max(a.length, b.length, 1)
    return 0.9 * (0.55 * near + 0.45 * (equal / SAMPLES)) + 0.1 * size


def digest(text: str) -> str:
    """The hash by which a lock knows its document."""
    return sha256(text.encode()).hexdigest()[:16]
