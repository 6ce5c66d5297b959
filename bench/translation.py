"""How well printed rulebooks are held against the rules: anchors, findings, planted errors, edits, time.

    python bench/translation.py [--rulebooks FOLDER] [--most N] [--seed S] [--json]

The printed rulebooks are not part of the project. FOLDER (by default `shared/rulebooks` beside the checkout) holds
them as `GAME.LANG.txt`; those for which there is a lock in `games/GAME/documents` are measured. The lock is what a
person has confirmed, so it is the measure of what is found without one. Which findings on the intact documents
are true was judged by hand: `bench/translation.judged`, a line for each with its id.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from rulewright.cli.documents import Job
from rulewright.cli.options import Asked
from rulewright.dsl.documents.checks import checked
from rulewright.dsl.documents.document import Document
from rulewright.dsl.documents.findings import Finding
from rulewright.dsl.documents.fingerprints import fingerprint
from rulewright.dsl.documents.held import Held, hold
from rulewright.dsl.documents.planting import Score, tested
from rulewright.dsl.documents.reanchor import reanchored
from rulewright.dsl.documents.targets import targets

ROOT = Path(__file__).parents[1]
JUDGED = Path(__file__).with_suffix(".judged")
# The shares of sentences that are changed, and of those that are deleted and inserted.
EDITS = ((0.1, 0.02), (0.3, 0.05), (0.6, 0.1))
SEEDS = 5
Figures = dict[str, object]


def jobs(folder: Path) -> Iterator[Job]:
    """The documents that have a lock."""
    for path in sorted(folder.glob("*.*.txt")):
        game, code = path.name.split(".")[:2]
        job = Job(Asked(game, (), (), None), path, code, None)
        if (ROOT / "games" / game).is_dir() and job.places.lock.is_file():
            yield job


def held_without_lock(job: Job, document: Document) -> Held:
    """A document held against the rules as on the first day."""
    return hold(document, job.facts, targets(job.facts, document.reader, job.wording))


def measured(job: Job, most: int, seed: int) -> Figures:
    """All figures of one document."""
    start = time.process_time()
    first = held_without_lock(job, job.document)
    checked(first, job.plays)
    seconds = time.process_time() - start
    with_lock = list(tested(job.held, job.glossary, lambda one: job.findings(job.hold(one)), most, seed))
    without = list(tested(first, job.glossary, lambda one: checked(held_without_lock(job, one), job.plays), most, seed))
    return {
        "document": job.path.name, "seconds": round(seconds, 2),
        "anchors": anchor_hits(job.held, first),
        "precision": {"with a lock": precision(job, job.findings(job.held)),
                      "without": precision(job, checked(first, job.plays))},
        "planted": {"with a lock": by_operator(with_lock), "without": by_operator(without)},
        "edits": [edited(job.document, changed, gone) for changed, gone in EDITS],
    }


def anchor_hits(confirmed: Held, found: Held) -> Figures:
    """How many clauses find one of the sentences that a person gave them, without knowing of it."""
    stated = [aim.id for aim in confirmed.targets if confirmed.is_locked(aim.id)]
    hits = [id for id in stated
            if set(found.anchors[id].sentences) & set(confirmed.anchors[id].sentences)]
    best = [id for id in stated
            if found.anchors[id].sentences[:1] and found.anchors[id].sentences[0] in confirmed.anchors[id].sentences]
    return {"clauses": len(stated), "hit": share(len(hits), len(stated)), "best is right": share(len(best), len(stated)),
            "missed": [id for id in stated if id not in hits]}


def precision(job: Job, found: Sequence[Finding]) -> Figures:
    """How many findings were judged true, at each level; those that nobody has judged are listed."""
    judged = dict(judgements(job.path.name))
    out: Figures = {}
    for level in ("error", "warning"):
        here = [one for one in found if one.level == level]
        known = [judged[one.id] for one in here if one.id in judged]
        unjudged = [f"{one.id} {one.rule} {one.clause} {one.sentence}" for one in here if one.id not in judged]
        out[level] = {"findings": len(here), "true": sum(known), "precision": share(sum(known), len(known)),
                      "not judged": unjudged}
    return out


def judgements(document: str) -> Iterator[tuple[str, bool]]:
    """The findings on a document that were judged by hand: id, and whether it is true."""
    for line in JUDGED.read_text(encoding="utf-8").splitlines() if JUDGED.is_file() else ():
        words = line.split("#")[0].split()
        if len(words) == 3 and words[0] == document:
            yield words[1], words[2] == "true"


def by_operator(scores: Sequence[Score]) -> dict[str, Figures]:
    """For each kind of planted error how many there were, how many were found, and what came up elsewhere."""
    out: dict[str, Figures] = {}
    for operator, count in Counter(one.planted.operator for one in scores).items():
        some = [one for one in scores if one.planted.operator == operator]
        out[operator] = {"planted": count, "as error": share(sum(one.as_error for one in some), count),
                         "at all": share(sum(one.at_all for one in some), count),
                         "collateral": round(sum(one.collateral for one in some) / count, 3)}
    return out


def edited(document: Document, changed: float, gone: float) -> Figures:
    """How many sentences are found again after random edits, over some seeds."""
    right = wrong = lost = dropped = known_gone = 0
    before = [fingerprint(one.text) for one in document.sentences]
    for seed in range(SEEDS):
        texts, where = _edited([one.text for one in document.sentences], changed, gone, Random(seed))
        placed = reanchored(before, [fingerprint(text) for text in texts])
        for one, place in zip(placed, where, strict=True):
            right += place is not None and one.index == place
            lost += place is not None and one.index is None
            wrong += one.index is not None and one.index != place
            dropped += place is None
            known_gone += place is None and one.index is None
    kept = SEEDS * len(before) - dropped
    return {"changed": changed, "deleted and inserted": gone, "right": share(right, kept), "wrong": share(wrong, kept),
            "lost": share(lost, kept), "gone and known to be": share(known_gone, dropped)}


def _edited(texts: Sequence[str], changed: float, gone: float, random: Random) -> tuple[list[str], list[int | None]]:
    """The sentences after edits, and where each of the old ones is."""
    vocabulary = [word for text in texts for word in text.split()]
    out: list[str] = []
    where: list[int | None] = []
    for text in texts:
        if random.random() < gone:
            out.append(" ".join(random.choice(vocabulary) for _ in range(random.randint(5, 15))))
        if random.random() < gone:
            where.append(None)
            continue
        words = text.split()
        if random.random() < changed:
            for _ in range(max(1, round(len(words) * random.uniform(0.1, 0.4)))):
                words[random.randrange(len(words))] = random.choice(vocabulary)
        where.append(len(out))
        out.append(" ".join(words))
    return out, where


def share(part: int, whole: int) -> float | None:
    """A share, None of nothing."""
    return round(part / whole, 3) if whole else None


def main() -> None:
    """Measure every document there is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebooks", type=Path, default=ROOT.parent / "shared" / "rulebooks")
    parser.add_argument("--most", type=int, default=40, help="errors of each kind to plant")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for job in jobs(options.rulebooks):
        print(json.dumps(measured(job, options.most, options.seed), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
