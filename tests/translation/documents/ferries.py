"""The Ferry, a small game, and its printed rulebook in six languages, all written for these tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rulewright.dsl.load.loader import Files, read
from rulewright.dsl.statements.glossary import Glossary, glossary_of
from rulewright.translation.alignment.aligned import AlignedDocument, align_document
from rulewright.translation.alignment.targets import Target, targets
from rulewright.translation.alignment.wording import wording_in
from rulewright.translation.checks import checked
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import Document, document
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.facts.facts import RulebookFacts, facts_of
from rulewright.translation.lock.lock import Lock

HERE = Path(__file__).parent
GAME = HERE / "ferry" / "ferry.rules"
LANGUAGES = ("de", "en", "es", "fr", "it", "ru")
# The sentence that states each clause is the same in every language.
STATED = {"crates_on_shore": 3, "boat_each": 4, "begin": 5, "turn_of": 7, "load": 8, "never_unloaded": 10, "full_boat": 12,
          "storm": 13, "three_boats": 15}


@cache
def files() -> Files:
    return read(GAME)


@cache
def facts() -> RulebookFacts:
    return facts_of(files())


@cache
def glossary(code: str) -> Glossary | None:
    return glossary_of(files(), code)


def printed(code: str) -> str:
    """The printed rulebook in a language."""
    return (HERE / "printed" / f"ferry.{code}.md").read_text(encoding="utf-8")


def read_as(text: str, code: str) -> Document:
    return document("ferry", text, code, glossary(code))


def aligned(text: str, code: str, lock: Lock | None = None, others: Sequence[Lock] = ()) -> AlignedDocument:
    """A text held against the rules of the game."""
    return align_read(read_as(text, code), code, lock, others)


def align_read(found: Document, code: str, lock: Lock | None = None, others: Sequence[Lock] = ()) -> AlignedDocument:
    """A document that is read already, held against them."""
    if not others:
        return align_document(found, facts(), aims_of(found.reader, code), lock)
    wording = wording_in(files(), facts(), glossary(code), code)
    return align_document(found, facts(), targets(facts(), found.reader, wording, others=others), lock)


@cache
def aims_of(reader: EvidenceReader, code: str) -> tuple[Target, ...]:
    """The clauses that a document states: the same for all documents with one reader, such as those with seeded errors."""
    return targets(facts(), reader, wording_in(files(), facts(), glossary(code), code))


def findings(text: str, code: str, lock: Lock | None = None) -> tuple[Finding, ...]:
    return checked(aligned(text, code, lock))
