"""The Trail, a small game whose spaces are called by numbers, and sentences of its printed rulebook in six languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from rulewright.dsl.load.loader import Files, read
from rulewright.dsl.statements.glossary import glossary_of
from rulewright.translation.alignment.aligned import AlignedDocument, align_document
from rulewright.translation.alignment.targets import targets
from rulewright.translation.checks import checked
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.decisions.relock import confirmed, current
from rulewright.translation.document.document import document
from rulewright.translation.facts.facts import RulebookFacts, facts_of
from rulewright.translation.lock.lock import Lock

GAME = Path(__file__).parent / "trail" / "trail.rules"
# What states the bridge, the inns and the meadow, as sentences 2, 3 and 4.
PRINTED = {
    "en": ("A walker who stops on space 6 crosses the bridge and goes on to space 12.", "Spaces 9 and 15 are inns.",
           "The spaces 3 to 5 are a meadow."),
    "ru": ("Путник, который остановился на клетке 6, идёт по мосту до клетки № 12.", "Клетки 9 и 15 — таверны.",
           "Клетки с 3 по 5 — это луг."),
    "it": ("Un viandante che si ferma sulla casella 6 passa il ponte fino alla casella n. 12.",
           "Le caselle 9 e 15 sono locande.",
           "Le caselle dalla 3 alla 5 sono un prato."),
    "fr": ("Un marcheur qui s'arrête sur la case 6 prend le pont jusqu'à la case n° 12.",
           "Les cases 9 et 15 sont des auberges.",
           "Les cases 3 à 5 sont un pré."),
    "es": ("Un caminante que se para en la casilla 6 cruza el puente hasta la casilla n.º 12.",
           "Las casillas 9 y 15 son posadas.", "Las casillas de la 3 a la 5 son un prado."),
    "de": ("Wer auf dem Feld 6 stehen bleibt, geht als Wanderer über die Brücke bis zum Feld Nr. 12.",
           "Die Felder 9 und 15 haben ein Gasthaus.", "Die Felder 3 bis 5 sind eine Wiese."),
}
LANGUAGES = tuple(PRINTED)
STATED: Mapping[str, Sequence[int]] = {"bridge.footbridge": [1], "inn": [2], "inn.boar": [2], "inn.crown": [2], "meadow": [3]}


@cache
def files() -> Files:
    return read(GAME)


@cache
def facts() -> RulebookFacts:
    return facts_of(files())


def text(code: str, changes: Mapping[str, str] | None = None) -> str:
    """The printed rulebook in a language, some of its words changed."""
    out = "\n\n".join(("# The Trail", *PRINTED[code])) + "\n"
    for old, new in (changes or {}).items():
        assert old in out
        out = out.replace(old, new)
    return out


def aligned(printed: str, code: str, lock: Lock | None = None) -> AlignedDocument:
    found = document("trail", printed, code, glossary_of(files(), code), facts().numbered)
    given = () if lock is None else {id for entry in lock.in_order for id in entry.clauses}
    return align_document(found, facts(), targets(facts(), found.reader, lambda clause, players: None, also=given), lock)


def lock_of(code: str, printed: str | None = None, stated: Mapping[str, Sequence[int]] = STATED) -> Lock:
    """The lock of a document in which what its sentences state is confirmed."""
    bare = aligned(printed or text(code), code)
    aims = targets(facts(), bare.document.reader, lambda clause, players: None, also=stated)
    item = align_document(bare.document, facts(), aims)
    return confirmed(item, current(item, "trail"), stated)


def findings(printed: str, code: str, lock: Lock | None = None) -> tuple[Finding, ...]:
    return checked(aligned(printed, code, lock))
