"""Each rule of findings is met by a mistake planted for it in a rulebook of our own, and not without the mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from attrs import evolve

from rulewright.dsl.source.span import Source
from rulewright.dsl.statements.glossary import Glossary, Status
from rulewright.translation.alignment.aligned import AlignedDocument
from rulewright.translation.checks import PlaythroughNumbers, checked
from rulewright.translation.decisions.findings import RULES, Finding
from rulewright.translation.decisions.reading import parsed, read_with
from rulewright.translation.decisions.relock import confirmed, current, marked
from rulewright.translation.document.document import Document
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.lock.lock import Lock

from ..alignment.test_locks import lock_of
from ..ferries import STATED, align_read, aligned, glossary, printed, read_as

Found = Sequence[Finding]
# Rules of a document alone: tests/translation/pairs plants a mistake for those of pairs; `clause-perhaps` needs no lock.
ALONE = tuple(rule for rule in RULES if not rule.startswith("pair/") and rule != "accuracy/clause-perhaps")
LOCK = lock_of("en")
PLAY = PlaythroughNumbers("figure_2_load", frozenset({3}), {})


def text(old: str = "", new: str = "") -> str:
    """The English rulebook with one thing changed."""
    assert old in printed("en")
    return printed("en").replace(old, new, 1) if old else printed("en")


def changed(old: str, new: str, lock: Lock | None = LOCK) -> AlignedDocument:
    return aligned(text(old, new), "en", lock)


def without(clause: str) -> str:
    """The rulebook without the sentence that states a clause."""
    parts = printed("en").split("\n\n")
    return "\n\n".join(parts[: STATED[clause] - 1] + parts[STATED[clause] :])


def told(line: str) -> Found:
    """What a reading with this line says."""
    document = aligned(printed("en"), "en", LOCK)
    reading = parsed(Source("en.reading", f"reading en of ferry\n{line}\n"), [aim.id for aim in document.targets])
    return read_with(checked(document), reading, document, False)


def with_term(concept: str, text: str, status: Status) -> AlignedDocument:
    """The rulebook, read with one more term."""
    own = glossary("en")
    assert own is not None
    term = evolve(next(item for item in own.terms if item.concept == concept), text=text, status=status, forms={})
    found = read_as(printed("en"), "en")
    reader = EvidenceReader(found.language, Glossary("en", (*own.terms, term), own.source))
    evidence = tuple(reader.read(sentence.text) for sentence in found.sentences)
    read = Document(found.name, found.text, found.language, reader, found.sentences, known_evidence=evidence)
    return align_read(read, "en", LOCK)


def outdated() -> AlignedDocument:
    """The rulebook with a lock in which a clause meant something else."""
    entries = tuple(evolve(entry, clauses=dict.fromkeys(entry.clauses, "00000000")) for entry in LOCK.entries)
    return aligned(printed("en"), "en", evolve(LOCK, entries=entries))


def moved() -> AlignedDocument:
    """The rulebook with its last sentence in front."""
    parts = printed("en").rstrip().split("\n\n")
    return aligned("\n\n".join([parts[0], parts[-1], *parts[1:-1]]), "en", LOCK)


def example() -> Found:
    sentence = "In fig. 2 a player loads 4 crates."
    return checked(aligned(f"{printed('en')}\n\n{sentence}\n", "en", LOCK), (PLAY,))


PLANTED: dict[str, Callable[[], AlignedDocument | Found]] = {
    "accuracy/number-missing": lambda: changed("has 11 crates", "has crates", None),
    "accuracy/number-substituted": lambda: changed("has 11 crates", "has 12 crates"),
    "accuracy/number-unit": lambda: changed("throws 2 dice", "throws dice onto 2 boats"),
    "accuracy/number-changed": lambda: changed("(not 11)", "(not 12)"),
    "accuracy/term-substituted": lambda: changed("has 11 crates", "has 11 dice"),
    "accuracy/number-unknown": lambda: aligned(printed("en") + "\n\nPut 16 crates aside.\n", "en", LOCK),
    "accuracy/clause-missing": lambda: aligned(without("storm"), "en", LOCK),
    "accuracy/clause-weak": lambda: aligned(printed("en").replace("storm", "boat").replace("eight rounds", "that"), "en"),
    "accuracy/contradiction": lambda: changed("at most four", "at least four"),
    "accuracy/turn-changed": lambda: changed("wins at once", "wins"),
    "accuracy/untranslated": lambda: changed("Each player takes a boat of one colour.",
                                             "Ogni giocatore prende una barca di un colore."),
    "accuracy/anchor-suspect": lambda: changed("Each player takes", "Every player takes"),
    "accuracy/anchor-outdated": outdated,
    "example/number": example,
    "terminology/forbidden": lambda: with_term("load", "choice", "forbidden"),
    "terminology/inconsistent": lambda: with_term("boat", "the", "allowed"),
    "terminology/ambiguous": lambda: with_term("shore", "crate", "allowed"),
    "terminology/required-missing": lambda: changed("has 11 crates", "has 11"),
    "terminology/changed": lambda: changed("onto his boat", "onto his raft"),
    "fluency/garbled": lambda: changed("has 11 crates", "has $y$ crates"),
    "structure/figure": lambda: aligned(printed("en") + "\n\nLook at fig. 2.\n\nfig. 3\n", "en", LOCK),
    "structure/reference": lambda: aligned(printed("en") + "\n\nThis is told elsewhere (see \"Unloading\").\n", "en", LOCK),
    "structure/numbering": lambda: aligned(printed("en") + "\n\n## Day 1: Rain\n\n## Day 3: Wind\n", "en", LOCK),
    "structure/sum": lambda: aligned(printed("en") + "\n\n9 flags (4 red, 3 blue, 3 green).\n", "en", LOCK),
    "structure/players": lambda: aligned(text("# The Ferry", "# The Ferry for 2 players").split("# The game for 3")[0], "en"),
    "structure/moved": moved,
    "reading/departs": lambda: told('departs storm\n    "Nine rounds."'),
    "reading/partly": lambda: told('partly storm\n    "When it ends is not said."'),
    "reading/unreadable": lambda: told("unreadable storm"),
    "reading/contradicts": lambda: told('contradicts storm\n    "Eight rounds, and then nine."'),
    "reading/silent": lambda: told("silent storm"),
    "coverage/unclaimed": lambda: aligned(printed("en") + "\n\nThe river is wide and slow.\n", "en", LOCK),
}


def rules_of(found: AlignedDocument | Found) -> set[str]:
    return {finding.rule for finding in (checked(found) if isinstance(found, AlignedDocument) else found)}


def test_every_rule_has_a_mistake_of_its_own() -> None:
    assert list(PLANTED) == list(ALONE)


@pytest.mark.parametrize("rule", ALONE)
def test_a_mistake_is_found_under_its_rule(rule: str) -> None:
    assert rule in rules_of(PLANTED[rule]())


def test_without_a_mistake_no_rule_is_met() -> None:
    document = aligned(printed("en"), "en", LOCK)
    lock = marked(document, confirmed(document, LOCK, {}), [0], "flavour")
    assert rules_of(aligned(printed("en"), "en", lock)) == set()


# ---- Examples that are played --------------------------------------------------------------------

LOADING = "Bob loads 3 crates of 5."


def example_of(play: str) -> Lock:
    """The lock of the rulebook with an example at its end, which tells of a playthrough."""
    document = aligned(f"{printed('en')}\n\n{LOADING}\n", "en")
    return marked(document, current(document, "ferry"), [len(document.document.sentences) - 1], "example", play)


def test_a_number_of_an_example_that_has_changed_is_an_error_even_if_the_playthrough_has_it_elsewhere() -> None:
    lock = example_of(PLAY.name)
    played = evolve(PLAY, values=frozenset({3, 5}))
    for said, levels in ((LOADING, []), (LOADING.replace("3", "5"), ["error"])):
        found = checked(aligned(f"{printed('en')}\n\n{said}\n", "en", lock), (played,))
        assert [finding.level for finding in found if finding.rule == "accuracy/number-changed"] == levels


def test_a_reading_says_that_an_example_contradicts_itself_where_the_example_stands() -> None:
    document = aligned(f"{printed('en')}\n\n{LOADING}\n", "en", example_of(PLAY.name))
    source = Source("en.reading", f'reading en of ferry\ncontradicts play {PLAY.name}\n    "Three, and then five."\n')
    said, = (each for each in read_with((), parsed(source, []), document, False))
    assert (said.rule, said.clause, said.message) == ("reading/contradicts", None, "Three, and then five.")
    assert said.sentence == len(document.document.sentences)


def test_a_turn_that_is_turned_round_is_told_once() -> None:
    # The sentence had both turns when it was confirmed, so that the other one has not come.
    entries = tuple(
        evolve(entry, turns=(*entry.turns, "at_least")) if "at_most" in entry.turns else entry for entry in LOCK.entries
    )
    turned = aligned(text("at most four", "at least four"), "en", evolve(LOCK, entries=entries))
    told_of_turns = [
        finding.rule for finding in checked(turned) if finding.rule in ("accuracy/contradiction", "accuracy/turn-changed")
    ]
    assert told_of_turns == ["accuracy/contradiction"]
