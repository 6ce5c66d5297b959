"""Clauses find the sentences that state them, in six languages, without anybody's help."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulewright.dsl.load.loader import read
from rulewright.translation.alignment.aligned import CarriedSentences, align_document
from rulewright.translation.alignment.clause_coverage import strength
from rulewright.translation.alignment.context import ContextFeatures
from rulewright.translation.alignment.scores import DocumentView, alignment_scores
from rulewright.translation.alignment.targets import targets
from rulewright.translation.alignment.wording import wording_in
from rulewright.translation.checks import error_seeding
from rulewright.translation.decisions.relock import confirmed, current
from rulewright.translation.facts.facts import facts_of
from rulewright.translation.pairs.judge import carried
from rulewright.translation.pairs.side_by_side import side_by_side

from ..ferries import GAME, LANGUAGES, STATED, align_read, aligned, facts, files, glossary, printed, read_as
from .test_locks import lock_of


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_clause_is_anchored_to_the_sentence_that_states_it(code: str) -> None:
    anchors = aligned(printed(code), code).anchors
    assert {clause: anchors[clause].sentences[0] + 1 for clause in STATED} == STATED


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_order_of_the_rules_is_no_condition(code: str) -> None:
    lines = printed(code).split("\n\n")
    setup, turn = lines[1:5], lines[5:10]
    anchors = aligned("\n\n".join([lines[0], *turn, *setup, *lines[10:]]), code).anchors
    moved = {clause: number + 5 if 2 <= number <= 5 else number - 4 if 6 <= number <= 10 else number
             for clause, number in STATED.items()}
    hits = [clause for clause, number in moved.items() if number - 1 in anchors[clause].sentences]
    assert len(hits) >= len(STATED) - 1


def test_what_a_person_has_chosen_is_not_weighed_again() -> None:
    document = aligned(printed("it"), "it")
    lock = confirmed(document, current(document, "ferry"), {"storm": [3], "load": []})
    again = aligned(printed("it"), "it", lock)
    assert again.anchors["storm"].sentences == (3,)
    assert again.is_locked("storm")
    assert again.anchors["load"].sentences == ()
    assert again.lock is not None
    assert again.lock.silent == ("load",)


def test_a_clause_that_nothing_states_has_no_sentence() -> None:
    text = "\n\n".join(part for part in printed("it").split("\n\n") if "tempesta" not in part)
    assert aligned(text, "it").anchors["storm"].sentences == ()


def test_where_another_document_states_a_clause_is_evidence() -> None:
    lines = printed("it").split("\n\n")
    lines[STATED["storm"] - 1] = "E poi tutto si decide."
    alone, helped = (aligned("\n\n".join(lines), "it", others=others) for others in ([], [lock_of("fr")]))
    found, shown, place = alone.document.sentences, alone.document.evidence, STATED["storm"] - 1
    view = DocumentView(found, shown)
    aims = [document.target("storm") for document in (alone, helped)]
    likely = [alignment_scores([aim], view)[0][place] for aim in aims]
    strong = [strength(aim, found[place], shown[place], view) for aim in aims]
    assert (likely[0] < likely[1], strong[0] < strong[1]) == (True, True)


def test_of_two_sentences_that_say_the_same_a_clause_has_the_one_near_what_stands_by_it_in_the_rules() -> None:
    lines = printed("en").split("\n\n")
    twice = "A crate stays on its boat."
    lines[STATED["never_unloaded"] - 1] = twice
    anchors = aligned("\n\n".join([lines[0], twice, *lines[1:]]), "en").anchors
    assert anchors["never_unloaded"].sentences[0] == STATED["never_unloaded"]
    turned = aligned("\n\n".join([*lines, twice]), "en").anchors
    assert turned["never_unloaded"].sentences[0] == STATED["never_unloaded"] - 1


def test_a_sentence_is_likelier_near_those_of_the_clauses_that_use_a_clause() -> None:
    document = aligned(printed("en"), "en")
    places = {aim.id: place for place, aim in enumerate(document.targets)}
    size = len(document.document.sentences)
    rows = [[1 / size] * size for _ in document.targets]
    rows[places["turn_of"]] = [float(place == 3) for place in range(size)]
    helps = ContextFeatures(document.targets).helps(rows, range(len(rows)))[places["load"]]["users"]
    assert [place for place, value in enumerate(helps) if value == max(helps)] == [3]
    assert "users" not in ContextFeatures(document.targets).helps(rows, range(len(rows)))[places["boat_each"]]


def test_words_that_mean_the_same_are_one_in_every_language() -> None:
    english, italian = (read_as(printed(code), code).reader for code in ("en", "it"))
    assert {"~give_back", "~all"} <= english.read("All of it is returned.").codes
    assert {"~give_back", "~all"} <= italian.read("Tutto torna indietro.").codes


def test_a_function_or_parameter_is_stated_by_a_sentence_of_its_own_if_a_line_below_it_asks_for_that(tmp_path: Path) -> None:
    rules = """

parameter evenings: 1..3 = 2
    "The game is played on {evenings} evenings."
    says must

function crates_of(p: player): 0..20
    "The crates of {p} are those on his boat."
    says crate
    gives p.boat

function crates_there: 0..20
    "The crates on the shore."
    mentions crate
    gives shore
"""
    (tmp_path / "ferry.rules").write_text(GAME.read_text(encoding="utf-8").rstrip() + rules, encoding="utf-8")
    (tmp_path / "text").mkdir()
    for path in (GAME.parent / "text").glob("*.csv"):
        (tmp_path / "text" / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    facts = facts_of(read(tmp_path / "ferry.rules"))
    aims = {target.id for target in targets(facts, read_as(printed("en"), "en").reader, lambda clause, players: None)}
    assert "crates_of" in aims
    assert not aims & {"evenings", "crates_there"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_clause_that_is_left_out_is_certain_nowhere_and_one_that_is_stated_is(code: str) -> None:
    whole, certain = aligned(printed(code), code), 0.75
    stated = [whole.anchors[clause].certainty >= certain for clause in STATED]
    assert stated.count(True) >= len(STATED) - 1
    for clause in STATED:
        blank = error_seeding.replaced(whole.document, whole.anchors[clause].sentences[0], "...")
        assert align_read(blank, code).anchors[clause].certainty < certain


def test_only_what_is_hardly_in_doubt_is_carried_to_the_translation() -> None:
    """The sentence on three players, of another edition, is the nearest one to a victory that the original leaves out."""
    parts = [part for part in printed("en").split("\n\n") if not part.startswith("A player whose boat")]
    found = read_as("\n\n".join(parts), "en")
    wording = wording_in(files(), facts(), glossary("en"), "en")
    original = align_document(found, facts(), targets(facts(), found.reader, wording, 2))
    assert original.is_sure("full_boat")
    assert (original.anchors["full_boat"].sentences, original.believed_of("full_boat")) == ((13,), ())
    assert 13 not in original.believed
    texts = side_by_side(found, read_as(printed("it"), "it"))
    kept = carried(texts, original)
    assert "full_boat" not in kept
    assert kept["load"].indices == (STATED["load"] - 1,)
    # It is no surer than the original is of its clause, and than the two sentences are of each other.
    (own,) = original.believed_of("load")
    assert kept["load"].certainty == original.certainty("load") * texts.partners[own].alike < 1


def test_only_what_a_person_has_confirmed_is_certain() -> None:
    """Shares of nearly one and clauses that an original hands on are guesses too, in every number that a person reads."""
    guessed = align_read(read_as(printed("it"), "it"), "it")
    assert max(anchor.certainty for anchor in guessed.anchors.values()) > 0.995
    assert max(guessed.certainty(clause) for clause in guessed.anchors) < 1
    assert max(int(guessed.percent(clause).removesuffix("%")) for clause in guessed.anchors) == 99
    handed = evolve(guessed, carried={"load": CarriedSentences((7,), 0.807)})
    assert handed.percent("load") == handed.percent("load", 7) == "80%"
    assert handed.certainty("load") == guessed.anchors["load"].certainty * 0.807
    lock = confirmed(guessed, current(guessed, "ferry"), {"load": (7,)})
    assert align_read(guessed.document, "it", lock).percent("load") == "100%"
