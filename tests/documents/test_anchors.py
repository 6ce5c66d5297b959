"""Clauses find the sentences that state them, in six languages, without anybody's help."""

from __future__ import annotations

import pytest

from rulewright.dsl.documents.anchors import Scale, score
from rulewright.dsl.documents.relock import confirmed, current

from .ferries import LANGUAGES, STATED, held, printed
from .test_locks import lock_of


@pytest.mark.parametrize("code", LANGUAGES)
def test_each_clause_is_anchored_to_the_sentence_that_states_it(code: str) -> None:
    anchors = held(printed(code), code).anchors
    assert {clause: anchors[clause].sentences[0] + 1 for clause in STATED} == STATED


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_order_of_the_rules_is_no_condition(code: str) -> None:
    lines = printed(code).split("\n\n")
    setup, turn = lines[1:5], lines[5:10]
    anchors = held("\n\n".join([lines[0], *turn, *setup, *lines[10:]]), code).anchors
    moved = {clause: number + 5 if 2 <= number <= 5 else number - 4 if 6 <= number <= 10 else number
             for clause, number in STATED.items()}
    hits = [clause for clause, number in moved.items() if number - 1 in anchors[clause].sentences]
    assert len(hits) >= len(STATED) - 1


def test_what_a_person_has_chosen_is_not_weighed_again() -> None:
    one = held(printed("it"), "it")
    lock = confirmed(one, current(one, "ferry"), {"storm": [3], "load": []})
    again = held(printed("it"), "it", lock)
    assert again.anchors["storm"].sentences == (3,)
    assert again.is_locked("storm")
    assert again.anchors["load"].sentences == ()
    assert again.lock is not None
    assert again.lock.silent == ("load",)


def test_a_clause_that_nothing_states_has_no_sentence() -> None:
    text = "\n\n".join(part for part in printed("it").split("\n\n") if "tempesta" not in part)
    assert held(text, "it").anchors["storm"].sentences == ()


def test_where_another_document_states_a_clause_is_evidence() -> None:
    lines = printed("it").split("\n\n")
    lines[STATED["storm"] - 1] = "E poi tutto si decide."
    alone, helped = (held("\n\n".join(lines), "it", others=others) for others in ([], [lock_of("fr")]))
    scale, place = Scale(alone.document.evidence), STATED["storm"] - 1
    scores = [score(one.target("storm"), one.document.sentences[place], one.document.evidence[place], scale)
              for one in (alone, helped)]
    assert scores[0] < scores[1]
