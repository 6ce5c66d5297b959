"""How well printed rulebooks are checked against the rules: anchors, findings, planted errors, edits, time.

    python bench/documents/locked.py [DOCUMENT...] [--rulebooks FOLDER] [--most N] [--without N] [--seed S] [--json]

The printed rulebooks are not part of the project. FOLDER (by default `shared/rulebooks` beside the checkout) holds
them as `GAME.LANG.txt`; those for which there is a lock in `games/GAME/documents` are measured. The lock is what a
person has confirmed, so it is the measure of what is found without one. Which findings on the intact documents
are true was judged by hand: `bench/documents/locked.judged`, a line for each with its id. Progress is printed on the
way, and if the measuring is broken off, the figures of the documents that are done are printed all the same.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from attrs import asdict, evolve, frozen

from rulewright.cli.documents.document import Job
from rulewright.cli.shared.games.options import GameRequest
from rulewright.translation.alignment.aligned import AlignedDocument, align_document
from rulewright.translation.alignment.targets import targets
from rulewright.translation.checks import checked
from rulewright.translation.checks.coverage import coverage_of
from rulewright.translation.checks.error_seeding import (
    OPERATORS,
    SeededError,
    SeedingScore,
    replaced,
    sampled,
    scored,
    seeded_errors,
)
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document
from rulewright.translation.document.fingerprints import fingerprint
from rulewright.translation.lock.realign import realigned

ROOT = Path(__file__).parents[2]
JUDGED = Path(__file__).with_suffix(".judged")
# The shares of sentences that are changed, and of those that are deleted and inserted.
EDITS = ((0.1, 0.02), (0.3, 0.05), (0.6, 0.1))
SEEDS = 5
Row = dict[str, object]
Align = Callable[[Document], AlignedDocument]


@frozen(eq=False)
class Way:
    """A way to hold a document against the rules, and how findings are made of that."""

    name: str
    align: Align
    findings: Callable[[AlignedDocument], Sequence[Finding]]


def jobs(folder: Path, names: Sequence[str] = ()) -> Iterator[Job]:
    """The documents that have a lock, or those of these names."""
    for path in sorted(folder.glob("*.*.txt")):
        game, code = path.name.split(".")[:2]
        job = Job.of(GameRequest(game, (), (), None), path, code)
        if (not names or path.name in names) and (ROOT / "games" / game).is_dir() and job.files.places.lock.is_file():
            yield job


def ways(job: Job) -> tuple[Way, ...]:
    """With the lock and the reading; without either; and, where there is another document, with the lock of that."""
    bare = targets(job.rulebook.facts, job.text.document.reader, job.text.vocabulary.wording)
    first = Way("no lock", lambda item: align_document(item, job.rulebook.facts, bare, editions=lambda: job.alignment.editions),
                lambda aligned: checked(aligned, job.rulebook.plays))
    with_lock = Way("lock", job.alignment.align, job.findings.of)
    if not job.files.others:
        return with_lock, first
    return with_lock, first, evolve(
        first, name="other lock", align=lambda item: align_document(item, job.rulebook.facts, job.alignment.targets,
                                                                    editions=lambda: job.alignment.editions))


def measured(job: Job, most: Mapping[str, int], seed: int) -> dict[str, object]:
    """All figures of one document, with this number of planted errors of each kind, for each way to check it."""
    all_ways = ways(job)
    aligned = {way.name: way.align(job.text.document) for way in all_ways}
    return {
        "document": f"{job.rulebook.facts.title}, {job.text.code}",
        "coverage": asdict(coverage_of(job.alignment.aligned)), "seconds": seconds(job),
        "anchors": {name: anchor_hits(job.alignment.aligned, item) for name, item in aligned.items() if name != "lock"},
        "precision": {way.name: precision(job, way.findings(aligned[way.name])) for way in all_ways
                      if way.name != "other lock"},
        "planted": {way.name: by_operator(job, way, most[way.name], seed) for way in all_ways if way.name in most},
        "reworded": reworded(job, most["lock"], seed),
        "edits": [edited(job.text.document, changed, gone) for changed, gone in EDITS],
    }


def tell(job: Job, what: str) -> None:
    """Say on the way what is measured."""
    print(f"{time.process_time():6.0f} s  {job.text.path.name}: {what}", file=sys.stderr, flush=True)


def seconds(job: Job) -> Row:
    """The processor time of each step, by a fresh job; the rulebook is read anew as well."""
    fresh, out = Job.of(job.rulebook.request, job.text.path, job.text.code), {}
    vocabulary = fresh.text.vocabulary
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("rulebook", lambda: (fresh.rulebook.facts, vocabulary.glossary, fresh.decisions.known, vocabulary.wording,
                              fresh.rulebook.plays)),
        ("document", lambda: fresh.text.document), ("with a lock", lambda: fresh.findings.of(fresh.alignment.aligned)),
        ("without", lambda: checked(held_without_lock(fresh), fresh.rulebook.plays)))
    for name, step in steps:
        start = time.process_time()
        step()
        out[name] = round(time.process_time() - start, 2)
    return dict(out)


def held_without_lock(job: Job) -> AlignedDocument:
    """A document checked against the rules as on the first day."""
    aims = targets(job.rulebook.facts, job.text.document.reader, job.text.vocabulary.wording)
    return align_document(job.text.document, job.rulebook.facts, aims, editions=lambda: job.alignment.editions)


# ---- Anchors and findings ------------------------------------------------------------------------


def anchor_hits(confirmed: AlignedDocument, found: AlignedDocument) -> Row:
    """For how many clauses one of the sentences that a person gave them is shown, without knowing of it."""
    # A constant has a sentence only where a lock gives it one.
    stated = [aim.id for aim in confirmed.targets if confirmed.is_locked(aim.id) and aim.id in found.anchors]
    true = {id: set(confirmed.anchors[id].sentences) for id in stated}
    shown = {id: found.anchors[id].shown for id in stated}
    hits = [id for id in stated if true[id] & set(shown[id])]
    best = [id for id in stated if true[id] & set(shown[id][:1])]
    links = sum(len(shown[id]) for id in stated)
    right = sum(len(true[id] & set(shown[id])) for id in stated)
    return {"clauses": len(stated), "hit": share(len(hits), len(stated)), "best": share(len(best), len(stated)),
            "links right": share(right, links), "missed": [id for id in stated if id not in hits]}


def precision(job: Job, found: Sequence[Finding]) -> dict[str, Row]:
    """How many findings were judged true, at each level; those that nobody has judged are listed.

    What a person has written into the reading is counted apart (`read`).

    Whether a clause is stated is judged by the lock, which tells on which clauses the document is silent.
    """
    silent = set(job.alignment.aligned.lock.silent) if job.alignment.aligned.lock is not None else set()
    judged = {item.id: item.clause in silent for item in found if item.rule == "accuracy/clause-missing"}
    judged |= dict(judgements(job.text.path.name))
    out: dict[str, Row] = {}
    for level in ("error", "warning"):
        here = [item for item in found if item.level == level and not item.rule.startswith("reading/")]
        known = [judged[item.id] for item in here if item.id in judged]
        unjudged = [f"{item.id} {item.rule} {item.clause} {item.sentence}" for item in here if item.id not in judged]
        out[level] = {"findings": len(here), "judged": len(known), "true": sum(known),
                      "read": sum(item.level == level and item.rule.startswith("reading/") for item in found),
                      "precision": share(sum(known), len(known)), "not judged": unjudged}
    return out


def judgements(name: str) -> Iterator[tuple[str, bool]]:
    """The findings on a document that were judged by hand: id, and whether it is true."""
    for line in JUDGED.read_text(encoding="utf-8").splitlines() if JUDGED.is_file() else ():
        words = line.split("#")[0].split()
        if len(words) > 2 and words[0] == name:
            yield words[1], words[2] == "true"


# ---- Planted errors and edits --------------------------------------------------------------------


def by_operator(job: Job, way: Way, most: int, seed: int) -> dict[str, Row]:
    """For each kind of error, planted where the lock says that a clause is stated: how many are found, and what else."""
    before = way.findings(way.align(job.text.document))
    out: dict[str, Row] = {}
    for operator in OPERATORS:
        tell(job, f"{operator}, {way.name}")
        seeded = list(seeded_errors(job.alignment.aligned, job.text.vocabulary.glossary, operator))
        for kind, errors in kinds(seeded, operator, most, seed):
            out[kind] = told([scored(error, before, way.findings(way.align(error.document))) for error in errors])
    return out


def kinds(errors: Sequence[SeededError], operator: str, most: int, seed: int) -> Iterator[tuple[str, Sequence[SeededError]]]:
    """Errors of one kind; of changed numbers those apart that a clause states with their noun, which are all tried."""
    if operator != "number_changed":
        yield operator, sampled(errors, most, seed)
        return
    yield f"{operator}, stated", [error for error in errors if error.stated]
    yield f"{operator}, other", sampled([error for error in errors if not error.stated], most, seed)


def reworded(job: Job, most: int, seed: int) -> Row:
    """How many sentences make an error when they are put in our own words, which say the same, with the lock."""
    tell(job, "sentences in other words")
    before = {finding.id for finding in job.findings.of(job.alignment.aligned)}
    sites = [(clauses[0], index) for index, clauses in sorted(job.alignment.aligned.claimed.items())
             if len(clauses) == 1 and job.alignment.aligned.target(clauses[0]).wording is not None]
    chosen = Random(seed).sample(sites, min(most, len(sites)))
    wrong = []
    for clause, index in chosen:
        wording = job.alignment.aligned.target(clause).wording
        document = replaced(job.text.document, index, wording.text if wording is not None else "")
        found = job.findings.of(job.alignment.align(document))
        if any(finding.level == "error" and finding.id not in before for finding in found):
            wrong.append(f"{clause} {index + 1}")
    return {"sentences": len(chosen), "error": share(len(wrong), len(chosen)), "which": wrong}


def told(scores: Sequence[SeedingScore]) -> Row:
    """How planted errors fared."""
    return {
        "planted": len(scores),
        "error": share(sum(score.as_error for score in scores), len(scores)),
        "any": share(sum(score.at_all for score in scores), len(scores)),
        "collateral": share(sum(score.collateral for score in scores), len(scores)),
        "escaped": [
            f"{score.seeded.clause} {score.seeded.index + 1} {score.seeded.what}" for score in scores if not score.at_all
        ],
    }


def edited(found: Document, changed: float, gone: float) -> Row:
    """How many sentences are found again after random edits, over some seeds."""
    right = wrong = lost = dropped = known_gone = 0
    before = [fingerprint(sentence.text) for sentence in found.sentences]
    for seed in range(SEEDS):
        texts, where = _edited([sentence.text for sentence in found.sentences], changed, gone, Random(seed))
        placed = realigned(before, [fingerprint(text) for text in texts])
        for item, place in zip(placed, where, strict=True):
            right += place is not None and item.index == place
            lost += place is not None and item.index is None
            wrong += item.index is not None and item.index != place
            dropped += place is None
            known_gone += place is None and item.index is None
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


# ---- The table -----------------------------------------------------------------------------------

WAYS = {"lock": "with the lock", "no lock": "without"}
KINDS = {"number_changed, stated": "a number that a clause states changed", "number_changed, other": "another number changed",
         "number_garbled": "a number garbled", "sentence_dropped": "a sentence dropped",
         "sentences_swapped": "two sentences swapped", "term_swapped": "a term swapped",
         "turn_flipped": "a turn of phrase turned round", "untranslated": "a sentence left untranslated"}


def table(figures: Sequence[Mapping[str, object]]) -> Iterator[str]:
    """The figures of all documents as the table of `bench/README.md`, a column for each."""
    rows = [[label, *(_joined(figure, places) for figure in figures)] for label, places in _rows()]
    yield f"| | {' | '.join(str(figure['document']) for figure in figures)} |"
    yield "|---" * (len(figures) + 1) + "|"
    for row in rows:
        if any(cell != "-" for cell in row[1:]):
            yield f"| {' | '.join(row)} |"


Place = tuple[str | int, ...]


def _rows() -> Iterator[tuple[str, list[Place]]]:
    """What stands in each row, and where in the figures of a document it is."""
    yield "clauses: stated / silent", [("coverage", "confirmed"), ("coverage", "silent")]
    yield "sentences: claimed / marked / open", [("coverage", name) for name in ("claimed", "marked", "open")]
    for way, words in (("no lock", "without any lock"), ("other lock", "with the other language's lock")):
        yield f"clauses right, {words}: one of at most four / the first", [("anchors", way, name) for name in ("hit", "best")]
    for way, words in WAYS.items():
        for level in ("error", "warning"):
            yield (f"{level}s on the intact document, {words}: all / judged / true / said by its reading",
                   [("precision", way, level, name) for name in ("findings", "judged", "true", "read")])
    for way, words in WAYS.items():
        for kind, label in KINDS.items():
            yield (f"{label}, {words}: planted / as error / at any level / elsewhere",
                   [("planted", way, kind, name) for name in ("planted", "error", "any", "collateral")])
    yield "a sentence in our own words, with the lock: tried / an error", [("reworded", "sentences"), ("reworded", "error")]
    for place, (changed, _) in enumerate(EDITS):
        yield (f"found again, {changed:.0%} of the sentences edited: right / wrong / lost",
               [("edits", place, name) for name in ("right", "wrong", "lost")])
        yield f"gone, and known to be, {changed:.0%} edited", [("edits", place, "gone and known to be")]
    yield ("seconds: the rulebook / the document / held with the lock / without",
           [("seconds", name) for name in ("rulebook", "document", "with a lock", "without")])


def _joined(item: Mapping[str, object], places: Sequence[Place]) -> str:
    cells = [_cell(item, place) for place in places]
    return "-" if set(cells) == {"-"} else " / ".join(cells)


def _cell(item: object, keys: Place) -> str:
    for key in keys:
        if isinstance(item, Mapping):
            item = item.get(key)
        elif isinstance(item, Sequence) and isinstance(key, int):
            item = item[key]
    return "-" if item is None else str(item)


def main() -> None:
    """Measure every document there is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", help="names of files in FOLDER; all that have a lock, if there are none")
    parser.add_argument("--rulebooks", type=Path, default=ROOT.parent / "shared" / "rulebooks")
    parser.add_argument("--most", type=int, default=40, help="errors of each kind to plant")
    parser.add_argument("--without", type=int, help="the same where there is no lock, which takes longer; by default as many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true",
                        help="print everything, with what escaped and what nobody has judged; the table goes to standard error")
    options = parser.parse_args()
    most = {"lock": options.most, "no lock": options.most if options.without is None else options.without}
    figures: list[dict[str, object]] = []
    try:
        figures.extend(measured(job, most, options.seed) for job in jobs(options.rulebooks, options.documents))
    finally:
        if options.json:
            print(json.dumps(figures, indent=1, ensure_ascii=False))
        print("\n".join(table(figures)), file=sys.stderr if options.json else sys.stdout)


if __name__ == "__main__":
    main()
