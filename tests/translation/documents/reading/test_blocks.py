"""Documents are cut into headings, paragraphs, items and captions, and these into sentences."""

from __future__ import annotations

import time

import pytest

from rulewright.translation.document.blocks import blocks
from rulewright.translation.document.language import language
from rulewright.translation.document.sentences import Sentence, sentences


def cut(text: str, code: str = "en") -> tuple[Sentence, ...]:
    return sentences(blocks(text, language(code)), language(code))


def texts(text: str, code: str = "en") -> list[str]:
    return [sentence.text for sentence in cut(text, code)]


def kinds(text: str, code: str = "en") -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks(text, language(code))]


def test_a_short_line_alone_is_a_heading_and_marks_of_lists_are_taken_away() -> None:
    text = "The turn\n\n- 1. Move the runner.\n- Roll two dice.\n\n(a) Or stay.\n\nfig. 2\n\n| piece | 3 |\n|---|---|\n"
    assert kinds(text) == [("heading", "The turn"), ("item", "Move the runner."), ("item", "Roll two dice."),
                           ("item", "Or stay."), ("caption", "fig. 2"), ("row", "piece; 3")]


def test_a_quotation_has_blocks_as_the_rest_has() -> None:
    text = "> **Example.** Anna plays\n> two discs.\n>\n> - disc 3\n>\n> | before | after |\n> | --- | --- |\n> | 9 | 10 |\n>\n"
    assert kinds(text) == [("paragraph", "Example. Anna plays two discs."), ("item", "disc 3"), ("row", "before; after"),
                           ("row", "9; 10")]
    assert kinds("A >3 B\n") == [("heading", "A >3 B")]


def test_a_short_line_alone_with_a_number_is_a_heading_too_and_one_in_a_list_is_none() -> None:
    text = "1. The goal\n\nWin ten points.\n\n1. A die\n\n2. A card\n\n3. Rolling\nRoll the die.\n\n4. Move on.\n"
    assert kinds(text) == [("heading", "The goal"), ("paragraph", "Win ten points."), ("item", "A die"), ("item", "A card"),
                           ("item", "Rolling"), ("paragraph", "Roll the die."), ("item", "Move on.")]
    text = "Words.\n\n(2) The turn\n\n- a die\n\nWords.\n"
    assert kinds(text)[1:3] == [("heading", "The turn"), ("item", "a die")]
    assert [sentence.mark for sentence in cut(text)] == ["", "(2)", "-", ""]


@pytest.mark.parametrize("line", ["." * 3_990 + "x", "# " + "#" * 3_990 + "x", f"Goal {'.' * 3_990}x", "A. " + ".!?…" * 990])
def test_a_line_of_nothing_but_signs_is_read_at_once(line: str) -> None:
    began = time.process_time()
    texts(f"{line}\n\n" * 20)
    assert time.process_time() - began < 1.0


def test_in_markdown_only_marked_lines_are_headings() -> None:
    assert kinds("# Rules #\n\n**Short line**\n\nA *whole* sentence.") == [
        ("heading", "Rules"), ("paragraph", "Short line"), ("paragraph", "A whole sentence.")]


def test_a_paragraph_that_a_picture_breaks_is_one_again() -> None:
    text = "Il corridore si ferma nella sua\n\nfigura 3\n\ncasa e vi resta.\n"
    assert kinds(text, "it") == [("paragraph", "Il corridore si ferma nella sua casa e vi resta."), ("caption", "figura 3")]


def test_lines_of_a_paragraph_are_joined_and_a_cut_word_is_made_whole() -> None:
    text = "The runner goes round the whole track, and the play-\ner who comes home first has won it. The\nothers go on.\n"
    assert texts(text) == ["The runner goes round the whole track, and the player who comes home first has won it.",
                           "The others go on."]
    assert [sentence.line for sentence in cut(text)] == [1, 2]


@pytest.mark.parametrize(("code", "text", "count"), [
    ("en", "See fig. 2 for this. Then go on.", 2),
    ("en", "Take a card, e.g. A. Then stop.", 2),
    ("ru", "Смотри рис. 2. Затем ходите. Это важно, т.к. ход один.", 3),
    ("it", "La fig. 1 mostra la casa. Il corridore si ferma in A. Il nero vince!", 3),
    ("it", "Ogni turno ha tre parti: 1) si tira; 2) si muove; 3) si conta.", 4),
    ("de", "Das gilt z.B. für Karten. Abb. 3 zeigt es.", 2),
    ("fr", "Voir p. 4 pour cela. Puis continuez.", 2),
    ("es", "Véase la pág. 4 ahora. Después se sigue.", 2),
    ("en", "He stops. (See below.) Then he goes on… and wins.", 3),
])
def test_a_sentence_ends_where_a_reader_ends_it(code: str, text: str, count: int) -> None:
    assert len(texts(text, code)) == count


def test_sections_say_for_how_many_players_they_are() -> None:
    text = "Rules for 2 players\n\nThe goal\n\nWin ten points.\n\nRules for three players\n\nWin eight points.\n"
    found = cut(text)
    assert [(sentence.text, sentence.players) for sentence in found if sentence.kind == "paragraph"] == [
        ("Win ten points.", (2,)), ("Win eight points.", (3,))]
    assert found[2].section is not None
    assert found[2].section.title == "The goal"


def test_a_heading_that_leads_on_does_not_change_for_how_many_players_a_section_is() -> None:
    found = cut("# Rules for 2 players\n\n## Use the rules for 4 players, with these changes:\n\nNobody begins.\n\n"
                "## For 3 players:\n\nAnybody begins.\n")
    assert [sentence.players for sentence in found if sentence.text.endswith("begins.")] == [(2,), (3,)]


def test_sentences_are_numbered_with_headings_and_know_their_lines() -> None:
    found = cut("Goal\n\nFirst one. Second one.\n\nThird one here.\n")
    assert [(sentence.number, sentence.line) for sentence in found] == [(1, 1), (2, 3), (3, 3), (4, 5)]


def test_only_the_sign_before_a_line_is_that_of_a_quotation() -> None:
    assert texts("> > From 1 -> 2 you pay if 5 > 3.\n\nMove 1 -> 2.\n") == ["From 1 -> 2 you pay if 5 > 3.", "Move 1 -> 2."]
