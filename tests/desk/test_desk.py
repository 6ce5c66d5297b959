"""Decisions at the desk: each is in its file at once, changes the rows, and can be undone to the byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
import pytest

from rulewright.cli.desk.application import decided
from rulewright.cli.desk.desk import Desk
from rulewright.cli.desk.edits import passages
from rulewright.cli.desk.rows import DeskRow
from rulewright.translation.decisions.findings import Finding
from rulewright.translation.pairs.link import Link

from ..translation.pairs.ferries import text_in
from .ferries import desk_of, job_of, laid_out


@pytest.fixture
def document(tmp_path: Path) -> Path:
    return laid_out(tmp_path)


@pytest.fixture
def desk(document: Path) -> Desk:
    return desk_of(document)


def row(desk: Desk, key: str) -> DeskRow:
    return next(row for row in desk.rows if row.key == key)


def rules_of(some: DeskRow) -> set[str]:
    return {finding.rule for finding in some.findings}


def wrong(work: Callable[[], object]) -> str:
    with pytest.raises(click.UsageError) as raised:
        work()
    return raised.value.message


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_rows_are_clauses_with_their_sentences_and_sentences_without_a_clause_in_the_order_of_the_document(desk: Desk) -> None:
    keys = [row.key for row in desk.rows]
    assert len(set(keys)) == len(keys)
    places = [row.stated[0] for row in desk.rows if row.stated]
    assert places == sorted(places)
    assert {index for row in desk.rows for index in row.stated} == set(range(len(desk.job.text.document.sentences)))
    assert rules_of(row(desk, "c-full_boat")) >= {"accuracy/number-substituted"}
    assert row(desk, "c-load").state == "guess"
    assert not row(desk, "c-full_boat").is_done


def test_every_finding_is_in_one_row_which_shows_its_sentence(desk: Desk) -> None:
    def is_beside_its_sentence(row: DeskRow, finding: Finding) -> bool:
        return finding.sentence is None or finding.sentence - 1 in row.shown

    for clause in ("full_boat", "storm"):
        shown = [(finding.id, is_beside_its_sentence(row, finding)) for row in desk.rows for finding in row.findings]
        assert sorted(shown) == sorted((finding.id, True) for finding in desk.job.findings.of_document)
        desk.assign(clause, ())
    (finding,) = (finding for finding in desk.job.findings.of_document if finding.rule == "accuracy/number-unknown")
    desk.accept(finding.id, "as printed")
    (kept,) = (row for row in desk.rows if row.accepted)
    assert is_beside_its_sentence(kept, finding)


def test_a_clause_that_is_not_here_stays_beside_the_sentence_that_was_rejected(document: Path) -> None:
    original = document.with_name("rules.en.md")
    original.write_text(text_in("en"), encoding="utf-8")
    for desk in (desk_of(document), Desk(job_of(document, original))):
        before = row(desk, "c-storm")
        (rejected,) = before.stated
        desk.assign("storm", ())
        after = row(desk, "c-storm")
        assert (after.stated, after.candidates, after.place) == ((), (rejected,), before.place)
        assert after.original == before.original
        keys = [each.key for each in desk.rows]
        # What the sentence still says is looked at next.
        assert keys[keys.index("c-storm") + 1] == f"s-{rejected + 1}"
        desk.undo()
        assert row(desk, "c-storm") == before


def test_a_sentence_that_is_missing_is_written_behind_the_one_before_it(document: Path) -> None:
    original = document.with_name("rules.en.md")
    original.write_text(text_in("en"), encoding="utf-8")
    whole = document.read_text(encoding="utf-8")
    dropped = desk_of(document).job.text.document.sentences[9].text
    document.write_text(whole.replace(dropped, ""), encoding="utf-8")
    desk = Desk(job_of(document, original))
    gaps = [each for each in desk.rows if "pair/sentence-missing" in rules_of(each)]
    assert {(each.state, len(each.original), each.stated) for each in gaps} == {("missing", 1, ())}
    # The ferry leaves out sentences at the beginning too.
    assert {None, 8, 13} <= {each.behind for each in gaps}
    assert row(desk, "c-never_unloaded").behind == 8
    before = passage_of(desk, 9)
    assert before is not None
    desk.edit(9, before, f"{before} {dropped}")
    assert "pair/sentence-missing" not in rules_of(row(desk, "c-never_unloaded"))


def test_a_sentence_that_a_clause_has_only_as_a_candidate_is_a_row_without_a_decision_of_its_own(desk: Desk) -> None:
    desk.assign("load", (9,))
    left = row(desk, "s-8")
    assert (left.state, left.perhaps_of) == ("candidate", ("crates_on_shore", "enough_on_shore"))
    assert (left.is_done, left.is_todo) == (False, False)
    assert all(left.stated[0] in row(desk, f"c-{clause}").candidates for clause in left.perhaps_of)


def test_the_desk_says_which_row_a_decision_and_its_undo_are_about(desk: Desk) -> None:
    decided(desk, {"do": "silent", "id": "storm", "row": "c-storm"})
    decided(desk, {"do": "confirm", "id": "load", "row": "c-load"})
    assert decided(desk, {"do": "undo"}) == "undone: load confirmed"
    assert desk.row == "c-load"
    decided(desk, {"do": "undo"})
    assert desk.row == "c-storm"
    # A sentence that states a clause is in the row of that clause.
    decided(desk, {"do": "assign", "what": "storm", "numbers": "11", "row": "s-11"})
    assert desk.row == "c-storm"
    decided(desk, {"do": "assign", "what": "advice", "numbers": "2", "row": "s-2"})
    assert desk.row == "s-2"


def test_a_clause_is_confirmed_in_the_lock_and_its_row_is_done(desk: Desk) -> None:
    assert desk.confirm("load") == "load confirmed"
    lines = desk.job.files.places.lock.read_text(encoding="utf-8").splitlines()
    assert sum("load" in json.loads(line).get("clauses", ()) for line in lines) == 1
    assert row(desk, "c-load").state == "confirmed"
    assert row(desk, "c-load").is_done


def test_a_sentence_with_an_open_finding_is_not_confirmed(desk: Desk, document: Path) -> None:
    before = content(document.parent)
    message = wrong(lambda: desk.confirm("full_boat"))
    assert "cannot be confirmed, because its sentence has an open finding" in message
    # What a person does about it is named as the page has it, and not as the command line has.
    assert "or accept the finding with the button Accept (key a)" in message
    assert "rulewright" not in message
    assert content(document.parent) == before
    assert desk.undoable is None


def test_a_clause_is_not_here_or_assigned_or_a_sentence_is_marked(desk: Desk) -> None:
    desk.assign("storm", ())
    assert row(desk, "c-storm").state == "silent"
    desk.assign("full_boat", (12, 15))
    assert (row(desk, "c-full_boat").state, row(desk, "c-full_boat").stated) == ("confirmed", (11, 14))
    desk.assign("advice", (13,))
    assert (row(desk, "s-13").state, row(desk, "s-13").mark) == ("marked", "advice")
    assert "there is no sentence 99" in wrong(lambda: desk.assign("storm", (99,)))
    assert "nonsense" in wrong(lambda: desk.assign("nonsense", (1,)))


def test_a_finding_is_accepted_with_a_reason_and_reported_again_when_that_is_withdrawn(desk: Desk) -> None:
    finding = row(desk, "c-full_boat").findings[0]
    assert wrong(lambda: desk.accept(finding.id, "  ")) == "the reason is empty"
    desk.accept(finding.id, "the publisher's own number")
    kept = row(desk, "c-full_boat")
    assert finding not in kept.findings
    assert kept.accepted == ((finding, "the publisher's own number"),)
    desk.withdraw(finding.id)
    assert finding in row(desk, "c-full_boat").findings


def test_a_confirmed_clause_is_withdrawn_from_the_lock(desk: Desk) -> None:
    desk.confirm("load")
    desk.withdraw("load")
    assert row(desk, "c-load").state == "guess"
    assert "nothing was decided about `load`" in wrong(lambda: desk.withdraw("load"))


def test_a_clause_whose_sentence_has_changed_is_confirmed_again(desk: Desk, document: Path) -> None:
    desk.confirm("load")
    assert not row(desk, "c-load").has_changed
    text = document.read_text(encoding="utf-8")
    document.write_text(text.replace("al massimo quattro casse", "al massimo quattro casse nuove"), encoding="utf-8")
    desk.reload()
    changed = row(desk, "c-load")
    assert (changed.state, changed.has_changed) == ("confirmed", True)
    assert rules_of(changed) == {"accuracy/anchor-suspect"}
    desk.confirm("load")
    assert not row(desk, "c-load").has_changed
    assert rules_of(row(desk, "c-load")) == set()
    desk.undo()
    assert row(desk, "c-load") == changed


def test_an_accepted_finding_whose_id_has_no_letter_is_withdrawn(desk: Desk, document: Path) -> None:
    desk.accept(row(desk, "c-full_boat").findings[0].id, "as printed")
    path = desk.job.files.places.accepted
    kept = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(kept | {"finding": "53205630"}) + "\n", encoding="utf-8")
    assert desk_of(document).withdraw("53205630") == "53205630 is not accepted any more"
    assert path.read_text(encoding="utf-8") == ""


def test_what_was_withdrawn_is_said_as_it_was_decided(desk: Desk) -> None:
    desk.assign("storm", ())
    assert desk.withdraw("storm") == "the document is not silent on storm any more"
    desk.confirm("load")
    assert desk.withdraw("load") == "load is not confirmed any more"


def test_decisions_of_an_earlier_run_are_shown_and_withdrawn(desk: Desk, document: Path) -> None:
    desk.assign("storm", ())
    desk.assign("advice", (13,))
    desk.ask("load", "How many?")
    (finding, *_) = row(desk, "c-full_boat").findings
    desk.accept(finding.id, "as printed")
    later = desk_of(document)
    decided = {each.key for each in later.rows if each.is_decided}
    assert decided == {"c-storm", "s-13", "c-load", "c-full_boat"}
    assert "nothing was decided about sentence 12" in wrong(lambda: later.withdraw("12"))
    for what in ("storm", "13", finding.id):
        later.withdraw(what)
    later.ask("load", "")
    assert not [each for each in later.rows if each.is_decided]
    assert later.job.alignment.aligned.mark(12) is None


def test_a_question_is_kept_replaced_and_removed(desk: Desk) -> None:
    finding = row(desk, "c-full_boat").findings[0]
    desk.ask(finding.id, "Eleven,\nor twelve?")
    desk.ask("load", "At most four?")
    assert row(desk, "c-full_boat").questions == {finding.id: "Eleven, or twelve?"}
    desk.ask(finding.id, "Twelve?")
    assert row(desk, "c-full_boat").questions == {finding.id: "Twelve?"}
    desk.ask(finding.id, "")
    desk.ask("load", "")
    assert desk.job.files.places.questions.read_text(encoding="utf-8") == ""
    assert "there is no question about `load`" in wrong(lambda: desk.ask("load", ""))
    assert "nonsense" in wrong(lambda: desk.ask("nonsense", "?"))


@pytest.mark.parametrize("decide", [
    lambda desk: desk.confirm("load"), lambda desk: desk.assign("storm_rounds", ()), lambda desk: desk.assign("advice", (9,)),
    lambda desk: desk.ask("load", "?"), lambda desk: desk.accept(row(desk, "c-full_boat").findings[0].id, "so be it"),
    lambda desk: desk.edit(8, desk.job.text.document.sentences[7].text, "Carica.")])
def test_each_decision_is_undone_to_the_byte(desk: Desk, document: Path, decide: Callable[[Desk], str]) -> None:
    desk.confirm("begin")
    before, rows = content(document.parent), desk.rows
    said = decide(desk)
    assert content(document.parent) != before
    assert desk.undoable == said
    assert desk.undo() == f"undone: {said}"
    assert content(document.parent) == before
    assert desk.rows == rows
    desk.undo()
    assert not desk.job.files.places.lock.exists()
    assert wrong(desk.undo) == "there is nothing to undo"


def test_nothing_is_undone_over_the_work_of_another_program(desk: Desk) -> None:
    desk.confirm("load")
    lock = desk.job.files.places.lock
    lock.write_bytes(lock.read_bytes() + b"\n")
    changed = lock.read_bytes()
    assert "was changed by another program" in wrong(desk.undo)
    assert lock.read_bytes() == changed


def test_a_sentence_is_edited_in_its_place_and_the_finding_is_gone(desk: Desk, document: Path) -> None:
    before = document.read_text(encoding="utf-8")
    sentence = desk.job.text.document.sentences[11].text
    desk.edit(12, sentence, sentence.replace("12", "11"))
    assert document.read_text(encoding="utf-8") == before.replace("ha 12 casse", "ha 11 casse")
    assert "accuracy/number-substituted" not in rules_of(row(desk, "c-full_boat"))


def test_nothing_is_decided_by_numbers_that_sentences_do_not_have_any_more(document: Path) -> None:
    original = document.with_name("rules.en.md")
    original.write_text(text_in("en"), encoding="utf-8")
    desk = Desk(job_of(document, original))
    desk.assign("advice", (11,))
    seen, before = desk.numbering, document.read_text(encoding="utf-8")
    document.write_text(before.replace("## La fine", "Tocca al vicino.\n\n## La fine"), encoding="utf-8")
    by_number: tuple[dict[str, object], ...] = (
        {"do": "assign", "what": "storm", "numbers": "13"}, {"do": "pair", "original": "20", "numbers": "13"},
        {"do": "withdraw", "id": "12"}, {"do": "confirm", "id": "load", "numbers": "8"})
    for record in by_number:
        assert "other numbers now" in wrong(partial(decided, desk, {**record, "numbering": seen}))
    # What is no number is decided, and a change of words alone changes no number.
    decided(desk, {"do": "ask", "id": "load", "text": "Four?", "numbering": seen})
    seen = desk.numbering
    document.write_text(document.read_text(encoding="utf-8").replace("tempesta", "bufera"), encoding="utf-8")
    for record in by_number[:3]:
        decided(desk, {**record, "numbering": seen})


def test_a_clause_is_confirmed_only_in_the_sentence_that_was_shown(desk: Desk) -> None:
    assert "another sentence than the page showed" in wrong(lambda: desk.confirm("load", (9,)))
    assert desk.confirm("load", (8,)) == "load confirmed"


def test_a_sentence_that_states_another_clause_when_it_is_edited_is_found_in_the_row_of_that_clause(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    rule = "Un giocatore la cui barca ha 12 casse vince subito."
    document.write_text(text.replace(rule, "Sul fiume soffia sempre un bel vento."), encoding="utf-8")
    desk = desk_of(document)
    before = next(each for each in desk.rows if 11 in each.stated)
    assert before.clause is None
    decided(desk, {"do": "edit", "number": 12, "was": passage_of(desk, 12), "text": rule, "row": before.key})
    assert desk.row == "c-full_boat"
    decided(desk, {"do": "undo"})
    assert desk.row == before.key


def test_a_sentence_whose_number_is_another_meanwhile_is_edited(desk: Desk, document: Path) -> None:
    sentence = desk.job.text.document.sentences[11].text
    text = document.read_text(encoding="utf-8").replace("## La fine", "Tocca al vicino.\n\n## La fine")
    document.write_text(text, encoding="utf-8")
    assert desk.edit(12, sentence, sentence.replace("12", "11")) == "sentence 13 edited"
    assert document.read_text(encoding="utf-8") == text.replace("12 casse", "11 casse")
    # Where it stands twice only its number tells which one is meant.
    document.write_text(f"{text}\n{sentence}\n", encoding="utf-8")
    assert "edit the file" in wrong(lambda: desk.edit(12, sentence, "Altro."))
    desk.edit(13, sentence, sentence.replace("12", "10"))
    assert document.read_text(encoding="utf-8") == f"{text.replace('12 casse', '10 casse')}\n{sentence}\n"


@pytest.mark.parametrize("before", ["\ufeff", "\r\n"])
def test_marks_and_line_ends_of_the_document_stay(document: Path, before: str) -> None:
    text = document.read_text(encoding="utf-8")
    text = before + text if before == "\ufeff" else text.replace("\n", before)
    document.write_bytes(text.encode())
    desk = desk_of(document)
    sentence = desk.job.text.document.sentences[11].text
    desk.edit(12, sentence, sentence.replace("12", "11"))
    assert document.read_bytes() == text.replace("ha 12 casse", "ha 11 casse").encode()


def test_a_row_of_a_table_is_edited_as_the_line_that_it_is(document: Path) -> None:
    text = document.read_text(encoding="utf-8") + "\n| Giocatori | 2 | 3 |\n| --- | --- | --- |\n|  casse  | 11 |  | 9 |\n"
    document.write_text(text, encoding="utf-8")
    desk = desk_of(document)
    line = "|  casse  | 11 |  | 9 |"
    number = next(sentence.number for sentence in desk.job.text.document.sentences if sentence.text == "casse; 11; 9")
    assert passage_of(desk, number) == line
    assert "as it is shown" in wrong(lambda: desk.edit(number, "casse; 11; 9", "casse; 11; 8"))
    assert "as it is shown" in wrong(lambda: desk.edit(number, line.replace("  ", " "), "| casse | 11 | 8 |"))
    desk.edit(number, line, "|  casse  | 11 |\n | 8 |")
    assert document.read_text(encoding="utf-8") == text.replace(line, "|  casse  | 11 | | 8 |")


@pytest.mark.parametrize(("printed", "passage"), [
    ("Prima. Ogni barca ha **undici** casse *nuove*. Poi.", "Ogni barca ha **undici** casse *nuove*."),
    ("Prima. **Ogni barca** ha undici casse nuove. Poi.", "**Ogni barca** ha undici casse nuove."),
    ("Prima. «Ogni barca ha undici casse nuove». Poi.", "«Ogni barca ha undici casse nuove»."),
    ("> Prima. Ogni barca ha undici\n> casse nuove. Poi.", "Ogni barca ha undici\n> casse nuove."),
    ("- Ogni barca ha undici cas-\n  se nuove.", "Ogni barca ha undici cas-\n  se nuove."),
    ("## Ogni barca ha undici casse nuove", "Ogni barca ha undici casse nuove")])
def test_a_sentence_is_edited_with_the_marks_and_lines_that_the_file_has(document: Path, printed: str, passage: str) -> None:
    text = document.read_text(encoding="utf-8") + "\n" + printed + "\n"
    document.write_bytes(text.replace("\n", "\r\n").encode())
    desk = desk_of(document)
    number = next(sentence.number for sentence in desk.job.text.document.sentences
                  if "barca ha undici casse nuove" in sentence.text)
    assert passage_of(desk, number) == passage
    desk.edit(number, passage.replace("\n", "\r\n"), passage.replace("nuove", "vecchie"))
    assert document.read_bytes() == text.replace("nuove", "vecchie").replace("\n", "\r\n").encode()


def passage_of(desk: Desk, number: int) -> str | None:
    passage = passages(desk.job.text)[number - 1]
    return None if passage is None else passage.text


def test_a_sentence_that_is_found_only_together_with_words_of_another_is_not_edited(document: Path) -> None:
    """The word that is cut at the end of a line stands whole in the next sentence, where it must not be taken for it."""
    document.write_text(document.read_text(encoding="utf-8") + "\nOgni ces-\nta verde. La cesta rossa.\n", encoding="utf-8")
    desk = desk_of(document)
    first, second = (sentence.number for sentence in desk.job.text.document.sentences[-2:])
    assert (passage_of(desk, first), passage_of(desk, second)) == (None, None)
    before = document.read_bytes()
    assert "edit the file" in wrong(lambda: desk.edit(first, "Ogni cesta verde.", "Ogni barca verde."))
    assert document.read_bytes() == before


def test_a_sentence_that_is_not_as_it_was_shown_is_not_edited(desk: Desk, document: Path) -> None:
    before = document.read_bytes()
    assert "as it is shown: edit the file" in wrong(lambda: desk.edit(12, "Something else.", "Nothing."))
    assert "write a sentence" in wrong(lambda: desk.edit(12, desk.job.text.document.sentences[11].text, " "))
    assert document.read_bytes() == before


def test_a_document_in_another_format_is_not_edited(document: Path) -> None:
    html = document.with_suffix(".html")
    body = "<p>Mettete le venti casse sulla riva.</p><p>Ogni giocatore prende una barca di un colore.</p>"
    html.write_text(f"<!doctype html><html><body>{body}</body></html>", encoding="utf-8")
    desk = Desk(job_of(html))
    assert "is not plain text" in wrong(lambda: desk.edit(1, desk.job.text.document.sentences[0].text, "Casse."))


def test_the_desk_follows_the_files(desk: Desk, document: Path) -> None:
    assert not desk.reload()
    document.write_text(document.read_text(encoding="utf-8").replace("12 casse", "11 casse"), encoding="utf-8")
    assert desk.reload()
    assert "accuracy/number-substituted" not in rules_of(row(desk, "c-full_boat"))


def test_a_document_that_cannot_be_read_any_more_stays_on_the_desk_as_it_was(desk: Desk, document: Path) -> None:
    rows, text = desk.rows, document.read_bytes()
    document.write_bytes(b"\0\0")
    assert desk.reload()
    assert desk.problem is not None
    assert "zero bytes" in desk.problem
    assert desk.rows == rows
    assert "zero bytes" in wrong(lambda: desk.confirm("load"))
    document.write_bytes(text)
    desk.confirm("load")
    assert desk.problem is None


def test_a_document_that_is_away_for_a_while_is_followed_again(desk: Desk, document: Path) -> None:
    rows, text = desk.rows, document.read_bytes()
    document.unlink()
    assert desk.reload()
    assert "No such file" in str(desk.problem)
    assert desk.rows == rows
    assert not desk.reload()
    document.write_bytes(text.replace(b"12 casse", b"11 casse"))
    assert desk.reload()
    assert desk.problem is None
    assert "accuracy/number-substituted" not in rules_of(row(desk, "c-full_boat"))


def test_a_lock_that_another_program_breaks_is_reported_and_not_overwritten(desk: Desk) -> None:
    desk.confirm("load")
    lock = desk.job.files.places.lock
    lock.write_bytes(b"nonsense\n")
    assert wrong(lambda: desk.confirm("begin"))
    assert lock.read_bytes() == b"nonsense\n"


def test_rows_have_the_sentences_of_the_original_and_a_pair_is_kept(document: Path) -> None:
    original = document.with_name("rules.en.md")
    original.write_text(text_in("en"), encoding="utf-8")
    desk = Desk(job_of(document, original))
    texts = desk.job.comparison.texts_of(desk.job.text.document)
    assert texts is not None
    paired = next(row for row in desk.rows if row.key == "c-load")
    own = paired.original
    assert "four crates" in texts.original.sentences[own[0]].text
    desk.pair(Link(own, (8,), 1.0, confirmed=True))
    kept = desk.job.comparison.texts_of(desk.job.text.document)
    assert kept is not None
    assert [link.translation for link in kept.links if link.original == own] == [(8,)]
    desk.undo()
    assert not desk.job.files.pairs.exists()


@pytest.mark.parametrize(("own", "other"), [("999", "8"), ("8", "999"), ("0", "8"), ("8", "0")])
def test_a_pair_of_a_sentence_that_is_not_there_is_refused_in_words(document: Path, own: str, other: str) -> None:
    original = document.with_name("rules.en.md")
    original.write_text(text_in("en"), encoding="utf-8")
    desk = Desk(job_of(document, original))
    with pytest.raises(click.UsageError, match=r"there is no sentence (999|0); the text has "):
        decided(desk, {"do": "pair", "id": "", "original": own, "numbers": other})
    assert not desk.job.files.pairs.exists()
