"""Locks keep what a person has confirmed, hold no words, and find it again when the document has changed."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.source.diagnostics import RulebookError
from rulewright.dsl.source.span import Source
from rulewright.translation.decisions.relock import confirmed, current, marked
from rulewright.translation.document.fingerprints import fingerprint, similarity
from rulewright.translation.document.words import folded_words
from rulewright.translation.lock import realign
from rulewright.translation.lock.lock import Lock, parsed, written
from rulewright.translation.lock.realign import ALIKE, SentencePlacement, realigned, with_foreign, with_rewritten

from .. import trails
from ..ferries import LANGUAGES, STATED, aligned, findings, printed


@cache
def lock_of(code: str) -> Lock:
    """The lock of a document in which every clause that is stated is confirmed."""
    document = aligned(printed(code), code)
    places = {clause: [number - 1] for clause, number in STATED.items()}
    return confirmed(document, current(document, "ferry"), {**places, "enough_on_shore": [], "loading": [8]})


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lock_is_read_back_as_it_was_written(code: str) -> None:
    lock = lock_of(code)
    assert parsed(Source("x.lock", written(lock))) == lock


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_lock_holds_no_word_of_its_document(code: str) -> None:
    names = {"lock", "game", "language", "document", "sentences", "status", "confirmed", "open", "clauses", "mark", "heading",
             "said", "turns", "concepts", "silent", "ferry", "n", "h"}
    codes = {word for target in aligned(printed(code), code).targets for word in (*target.id.split("_"), *target.concepts)}
    turns = {word for entry in lock_of(code).entries for turn in (*entry.turns, *entry.concepts) for word in turn.split("_")}
    strange = {word for word in folded_words(printed(code)) if len(word) > 3 and not word.isdigit()} - names - codes - turns
    kept = {part for word in folded_words(written(lock_of(code))) for part in word.split("_")}
    assert kept & strange == set()


@pytest.mark.parametrize(("text", "line", "message"), [
    ("", 1, "this is not a lock of format 1"),
    ('{"lock": 2}\n', 1, "this is not a lock of format 1"),
    ('{"lock": 1, "game": "x"}\n{"n": 1\n', 2, "this is not JSON"),
    ('{"lock": 1, "game": "x"}\n[1]\n', 2, "this is not a JSON object"),
    ('{"lock": 1, "game": "x"}\n{"n": 1, "h": ["a", "b"], "status": "open"}\n', 2, "this is not a line of a lock"),
    *((f'{{"lock": 1, "game": "x"}}\n{{"n": 1, "h": {hashes}, "status": "open"}}\n', 2,
       "`h` is not a fingerprint of a sentence")
      for hashes in (f'["{"a" * 8}", "{"b" * 16}", "{"c" * 30}", 3]', f'["{"a" * 8}", "", "{"c" * 32}", 3]',
                     f'["{"a" * 8}", "{"b" * 15}-", "{"c" * 32}", 3]', f'["{"a" * 8}", "{"b" * 16}", "{"c" * 32}", -1]',
                     f'["{"a" * 7}", "{"b" * 16}", "{"c" * 32}", 3]')),
    ('{"lock": 1, "game": "x"}\n' + '{"silent": "x"}\n' * 10_001, 1, "a lock is of at most 5,000 sentences"),
    ('{"lock": 1, "game": "x"}\n{"n": 1, "h": ["aa", "bb", "cc", 3], "status": "odd"}\n', 2, "a sentence is not `odd`"),
])
def test_a_lock_that_cannot_be_read_is_explained(text: str, line: int, message: str) -> None:
    with pytest.raises(RulebookError) as caught:
        parsed(Source("x.lock", text))
    first = caught.value.diagnostics[0]
    assert (first.code, first.span.line) == ("E107", line)
    assert message in first.message


def test_where_too_many_would_be_compared_only_what_is_unchanged_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = ([fingerprint(f"{word} goes home, and {n} stay") for n in range(3)] for word in ("One", "Nobody"))
    both = [*old, fingerprint("The end.")], [*new, fingerprint("The end.")]
    assert [place.how for place in realigned(*both)] == ["changed", "changed", "changed", "exact"]
    monkeypatch.setattr(realign, "MOST_PAIRS", 8)
    assert [place.how for place in realigned(*both)] == ["lost", "lost", "lost", "exact"]


def test_an_edited_sentence_is_found_again_and_suspect_and_a_dropped_one_is_gone() -> None:
    lock = lock_of("en")
    text = printed("en").replace("wins at once", "wins the game at once").replace(
        "Each player takes a boat of one colour.\n", "").replace("## The end", "An added sentence stands here.\n\n## The end")
    found = {(finding.rule, finding.clause) for finding in findings(text, "en", lock)}
    assert ("accuracy/anchor-suspect", "full_boat") in found
    assert ("accuracy/clause-missing", "boat_each") in found
    again = current(aligned(text, "en", lock), "ferry")
    assert [entry.status for entry in again.entries if "full_boat" in entry.clauses] == ["suspect"]
    assert [entry.status for entry in again.entries if "storm" in entry.clauses] == ["confirmed"]


def test_what_a_sentence_is_instead_is_kept() -> None:
    document = aligned(printed("en"), "en")
    lock = marked(document, current(document, "ferry"), [8], "advice")
    assert parsed(Source("x.lock", written(lock))).entries[8].mark == "advice"
    assert "coverage/unclaimed" not in {each.rule for each in findings(printed("en"), "en", lock)}


def test_an_example_may_state_clauses_too_and_nothing_else_may() -> None:
    document = aligned(printed("en"), "en")
    lock = marked(document, current(document, "ferry"), [8], "example", "eleven")
    lock = marked(document, lock, [1], "advice")
    lock = confirmed(document, lock, {"load": [8], "boat_each": [1]})
    assert (lock.entries[8].mark, lock.entries[8].play, list(lock.entries[8].clauses)) == ("example", "eleven", ["load"])
    assert (lock.entries[1].mark, list(lock.entries[1].clauses)) == (None, ["boat_each"])
    again = marked(document, marked(document, lock, [8], "example", "twelve"), [1], "flavour")
    assert (again.entries[8].play, list(again.entries[8].clauses)) == ("twelve", ["load"])
    assert not again.entries[1].clauses


def test_what_is_marked_stays_confirmed_when_a_clause_is_moved() -> None:
    document = aligned(printed("en"), "en")
    lock = confirmed(document, marked(document, current(document, "ferry"), [1], "advice"), {"load": [8]})
    assert lock.entries[1].status == "confirmed"
    assert confirmed(document, lock, {"load": []}).entries[8].status == "open"


@pytest.mark.parametrize(("placed", "strange", "expected"), [
    (["0", None, "2"], {1}, [0, 1, 2]),
    (["0", None, None, "3"], {1, 2}, [0, 1, 2, 3]),
    (["0", None, "2"], {1, 3}, [0, 1, 2]),
    (["0", None, "3"], {1, 2}, [0, None, 3]),
    (["5 moved", None, "10", "3 moved", None, "12"], {7}, [5, 7, 10, 3, None, 12]),
    ([None], {4}, [4]),
])
def test_a_lost_sentence_is_where_one_in_another_language_stands_and_none_twice(
        placed: list[str | None], strange: set[int], expected: list[int | None]) -> None:
    before = [SentencePlacement(None, "lost", 0.0) if text is None else
              SentencePlacement(int(text.split()[0]), "moved" if "moved" in text else "exact", 1.0) for text in placed]
    assert [place.index for place in with_foreign(before, strange)] == expected


def at(text: str, lock: Lock, sentence: int) -> set[tuple[str, str, str]]:
    """What is told of a sentence of the English rulebook that is no note, by its id."""
    here = (finding for finding in findings(text, "en", lock) if finding.sentence == sentence)
    return {(finding.rule, finding.level, finding.id) for finding in here if finding.level != "note"}


@pytest.mark.parametrize(("once", "twice"), [("wins the game at once", "wins no game at once"), ("wins", "wins it"),
                                             ("must win at once", "must surely win at once")])
def test_what_was_accepted_of_a_changed_sentence_is_told_again_when_it_changes_again(once: str, twice: str) -> None:
    lock, number = lock_of("en"), STATED["full_boat"]
    first, second = (at(printed("en").replace("wins at once", new), lock, number) for new in (once, twice))
    assert first
    assert second
    assert not {id for _, _, id in first} & {id for _, _, id in second}
    moved = printed("en").replace("wins at once", once).replace("# The Ferry\n", "# The Ferry\n\n\n")
    assert at(moved, lock, number) == first


def test_signs_between_digits_have_no_hash_and_are_noticed_all_the_same() -> None:
    changed = printed("en").replace("has 11 crates", "has 1-1 crates")
    assert fingerprint("has 11 crates") == fingerprint("has 1-1 crates")
    assert [(rule, level) for rule, level, _ in at(changed, lock_of("en"), STATED["full_boat"])] == [
        ("accuracy/number-substituted", "error")]


def test_each_sentence_of_a_clause_is_asked_for_turns_that_say_the_opposite() -> None:
    text = printed("en").replace("off it again.", "off it again. It may be taken off then.")
    document = aligned(text, "en")
    stated = {"never_unloaded": [STATED["never_unloaded"] - 1, STATED["never_unloaded"]]}
    lock = confirmed(document, current(document, "ferry"), stated)
    told = [(each.level, each.sentence) for each in findings(text, "en", lock) if each.rule == "accuracy/contradiction"]
    assert told == [("note", STATED["never_unloaded"] + 1)]


def test_numbers_that_change_places_have_changed_where_the_lock_knows_their_order() -> None:
    text = printed("en").replace("at most four crates", "at most 4 of the 20 crates")
    document = aligned(text, "en")
    lock = confirmed(document, current(document, "ferry"), {"load": [STATED["load"] - 1]})
    bag = evolve(lock, entries=tuple(evolve(each, numbers=tuple(sorted(each.numbers, reverse=True)), in_order=False)
                                     for each in lock.entries))
    changed = text.replace("4 of the 20", "20 of the 4")
    told = [{(rule, level) for rule, level, _ in at(changed, known, STATED["load"])} for known in (bag, lock)]
    assert told == [{("accuracy/anchor-suspect", "warning")}, {("accuracy/number-changed", "warning")}]
    again = current(aligned(text, "en", bag), "ferry")
    assert [each.numbers for each in again.entries if each.in_order] == [(4, 20)]


def test_a_sentence_that_alone_says_something_of_a_clause_is_missed_though_others_state_it() -> None:
    more = "A player need not load in every turn."
    text = printed("en").replace("onto his boat.", f"onto his boat. {more}")
    document = aligned(text, "en")
    lock = confirmed(document, current(document, "ferry"), {"load": [STATED["load"] - 1, STATED["load"]]})
    dropped = {"alone": "He may load at most four crates from the shore onto his boat. ", "too": f" {more}"}
    found = {which: findings(text.replace(words, ""), "en", lock) for which, words in dropped.items()}
    levels = {which: [each.level for each in some if (each.rule, each.clause) == ("accuracy/clause-missing", "load")]
              for which, some in found.items()}
    assert levels == {"alone": ["error"], "too": ["warning"]}


DIE = "Le dé a six faces."


def with_die(sentence: str) -> str:
    """The printed rulebook of the Trail in French, with a sentence on the die between two others."""
    return f"{trails.text('fr')}\n{sentence}\n\nBonne route.\n"


def found_on_die(sentence: str) -> set[tuple[str, str | None, str | None, str | None]]:
    lock = trails.lock_of("fr", with_die(DIE), {**trails.STATED, "faces": [4]})
    return {
        (finding.rule, finding.clause, finding.expected, finding.actual)
        for finding in trails.findings(with_die(sentence), "fr", lock)
        if finding.level != "note"
    }


def test_a_short_sentence_in_which_a_number_has_changed_is_the_same_sentence() -> None:
    changed = "Le dé a huit faces."
    assert similarity(fingerprint(DIE), fingerprint(changed)) < ALIKE
    assert found_on_die(changed) == {("accuracy/number-substituted", "faces", "6", "8")}
    lock = trails.lock_of("fr", with_die(DIE), {**trails.STATED, "faces": [4]})
    again = current(trails.aligned(with_die(changed), "fr", lock), "trail")
    assert [(entry.number, entry.status) for entry in again.entries if "faces" in entry.clauses] == [(5, "suspect")]
    assert again.gone == ()


@pytest.mark.parametrize("other", ["Bonne chance à tous.", "Qui a gagné commence la partie suivante sur la case du départ."])
def test_another_sentence_in_its_place_is_not_the_same(other: str) -> None:
    assert [rule for rule, clause, *_ in found_on_die(other) if clause == "faces"] == ["accuracy/clause-missing"]


def test_only_where_as_many_are_new_as_are_lost_one_is_the_other() -> None:
    exact, lost = [SentencePlacement(index, "exact", 1.0) for index in range(5)], SentencePlacement(None, "lost", 0.0)
    assert [placement.index for placement in with_rewritten((exact[0], lost, exact[2]), 3, lambda place, index: 0.2)] == [
        0,
        1,
        2,
    ]
    assert [placement.index for placement in with_rewritten((exact[0], lost, exact[3]), 4, lambda place, index: 0.2)] == [
        0,
        None,
        3,
    ]
    assert [placement.index for placement in with_rewritten((exact[0], lost, exact[2]), 3, lambda place, index: None)] == [
        0,
        None,
        2,
    ]


# ---- Fingerprints --------------------------------------------------------------------------------


@given(st.text(), st.text())
def test_likeness_is_the_same_both_ways_and_whole_for_the_same_text(a: str, b: str) -> None:
    item, other = fingerprint(a), fingerprint(b)
    assert similarity(item, other) == similarity(other, item)
    assert similarity(item, item) == 1
    assert 0 <= similarity(item, other) <= 1


def test_case_and_punctuation_do_not_count() -> None:
    assert fingerprint("A boat -- with 11 crates!") == fingerprint("a boat, with 11 Crates.")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seed", range(3))
def test_sentences_are_found_again_after_edits(code: str, seed: int) -> None:
    random = Random(seed)
    before = [sentence.text for sentence in aligned(printed(code), code).document.sentences]
    after: list[str] = []
    where: list[int | None] = []
    for text in before:
        if random.random() < 0.1:
            where.append(None)
            continue
        words = text.split()
        if random.random() < 0.4 and len(words) > 4:
            words[random.randrange(len(words))] = "replacement"
        where.append(len(after))
        after.append(" ".join(words))
    placed = realigned([fingerprint(word) for word in before], [fingerprint(word) for word in after])
    wrong = [i for i, place in enumerate(placed) if place.index is not None and place.index != where[i]]
    lost = [i for i, place in enumerate(placed) if place.index is None and where[i] is not None]
    assert len(wrong) + len(lost) <= 1
