"""Sentences of two texts are paired, whatever the languages, in their order or not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from rulewright.dsl.source.diagnostics import RulebookError
from rulewright.dsl.source.span import Source
from rulewright.translation.pairs import align, in_order
from rulewright.translation.pairs.link import Link
from rulewright.translation.pairs.reading import Features, read_for_pairs
from rulewright.translation.pairs.saved_pairs import links_of, parsed, saved_pairs, written
from rulewright.translation.pairs.sections import in_order_of
from rulewright.translation.pairs.side_by_side import side_by_side
from rulewright.translation.pairs.similarity import UNALIKE, Similarity
from rulewright.translation.pairs.strangers import exchanged, independent, unrelated

from .development import original
from .ferries import LANGUAGES, beside, read_as, text_in

COUNT = 34


def pairs_of(text: str, code: str, original: str = "en") -> set[tuple[int, int]]:
    return {(own, other) for link in beside(text, code, original).links for own in link.original for other in link.translation}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("original", LANGUAGES)
def test_sentences_in_the_same_order_are_paired_one_by_one(code: str, original: str) -> None:
    assert pairs_of(text_in(code), code, original) == {(place, place) for place in range(COUNT)}


def test_sentences_that_share_no_content_are_less_alike_than_the_alignment_counts_on() -> None:
    texts = beside(text_in("de"), "de")
    similarity = Similarity(texts.own, texts.other, texts.lexicon)
    apart = [similarity.alike((own.index,), (other.index,)) for own in texts.own for other in texts.other
             if not similarity.content((own.index,), (other.index,))]
    assert UNALIKE - 0.05 < max(apart) < UNALIKE


@pytest.mark.parametrize("near", [range(COUNT), range(5, 12), range(9, 9)])
def test_content_is_the_same_for_each_sentence_in_whatever_range_it_is_looked_for(near: range) -> None:
    texts = beside(text_in("de"), "de")
    similarity = Similarity(texts.own, texts.other, texts.lexicon)
    for own in range(COUNT):
        found = similarity.contents(own, near)
        assert found == {other: similarity.content((own,), (other,)) for other in near
                         if similarity.content((own,), (other,))}


def test_texts_that_are_read_otherwise_are_aligned_from_where_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = beside(text_in("de"), "de")
    found = align.aligned(texts.own, texts.other)
    bands, filled = list[int](), in_order._filled

    def counted(table: in_order._Table, band: Sequence[range], groups: Sequence[tuple[int, int, float]]) -> in_order._Steps:
        bands.append(len(groups))
        return filled(table, band, groups)

    monkeypatch.setattr(in_order, "_filled", counted)
    again = align.aligned(texts.own, texts.other, begun=found)
    # One pass near the path, and no search for a rough one, which has no groups and takes longest.
    assert again.links == found.links
    assert bands == [len(in_order.GROUPS)]
    align.aligned(texts.own, texts.other)
    assert bands[1] == 0


def test_a_sentence_that_only_a_homonym_paired_is_paired_anew() -> None:
    texts = beside(text_in("de"), "de")
    found = align.aligned(texts.own, texts.other)
    wrong = [Link(link.original, (link.translation[0] + 1,)) if link.original == (4,) else
             Link(link.original, (link.translation[0] - 1,)) if link.original == (5,) else link for link in found.last_pass]
    assert align.aligned(texts.own, texts.other, begun=evolve(found, last_pass=wrong)).links == found.links


def test_where_a_half_only_seemed_to_have_moved_its_sentences_are_looked_for_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = (read_for_pairs(original("glass", code)) for code in ("en", "de"))
    right, ordered, asked = align.aligned(own, other), in_order_of, list[int]()

    def at_first_exchanged(own: Sequence[Features], other: Sequence[Features], similarity: Similarity) -> list[int]:
        asked.append(len(other) // 2)
        halves = [*range(asked[0], len(other)), *range(asked[0])]
        return halves if len(asked) == 1 else ordered(own, other, similarity)

    monkeypatch.setattr(align, "in_order_of", at_first_exchanged)
    assert align.aligned(own, other).links == right.links


def test_a_section_that_has_moved_is_paired_where_it_stands() -> None:
    head, *sections = text_in("de").split("\n## ")
    moved = [head, *sections[:2], sections[3], sections[2], *sections[4:]]
    found = beside("\n## ".join(moved), "de")
    titles = {found.original.sentences[own].text: found.translation.sentences[other].text
              for own, other in pairs_of("\n## ".join(moved), "de")}
    assert titles["The storm"] == "Der Sturm"
    assert titles["After eight rounds the storm comes."] == "Nach acht Runden kommt der Sturm."


def test_a_sentence_that_is_cut_in_two_is_paired_with_both() -> None:
    text = text_in("de").replace("entscheidet, wer beginnt; danach", "entscheidet, wer das Spiel beginnt. Danach")
    assert {(8, 8), (8, 9)} <= pairs_of(text, "de")


def test_two_sentences_that_are_made_one_are_paired_with_it() -> None:
    text = text_in("de").replace("werden. Kisten wechseln nie", "werden, und Kisten wechseln nie")
    assert {(14, 14), (15, 14)} <= pairs_of(text, "de")


def test_what_a_person_has_paired_stays_and_is_found_again_after_an_edit() -> None:
    texts = beside(text_in("de"), "de")
    link = Link((3,), (5,), 1.0, confirmed=True)
    file = written(saved_pairs("ferry", texts.original, texts.translation, [link]))
    assert "crates" not in file
    assert "Kisten" not in file
    edited = read_as(text_in("de").replace("# Die Fähre", "# Die Fähre\n\nEine neue Zeile steht hier oben."), "de")
    assert links_of(parsed(Source("de.pairs", file)), texts.original, edited) == ((Link((3,), (6,), 1.0, confirmed=True),), 0)


def test_a_pair_stays_with_its_sentence_where_a_neighbour_is_more_like_what_the_sentence_was() -> None:
    was = """# Der Pfad

Die Brücke auf Feld S6 zieht einen Stein vor, auf Feld S12.

Die Grube auf Feld S25 zieht einen Stein vor, auf Feld S15.

Wer wirft, der zieht."""
    original = read_as("# The Path\n\nThe bridge on S6.\n\nThe pit on S25.\n\nWho throws moves.", "en")
    file = written(saved_pairs("path", original, read_as(was, "de"), [Link((2,), (2,), 1.0, confirmed=True)]))
    now = read_as(was.replace("S25 zieht einen Stein vor, auf", "S25 wirft ihn zurück auf"), "de")
    assert links_of(parsed(Source("de.pairs", file)), original, now) == ((Link((2,), (2,), 1.0, confirmed=True),), 0)


def test_a_pair_of_a_sentence_that_stands_twice_is_that_of_its_place() -> None:
    english = read_as("# Wall\n\nDraw a card.\n\nPlay a card.\n\nDraw a card.", "en")
    german = read_as("# Mauer\n\nZieh eine Karte.\n\nSpiel eine Karte.\n\nZieh eine Karte.", "de")
    link = Link((3,), (3,), 1.0, confirmed=True)
    file = written(saved_pairs("wall", english, german, [link]))
    assert links_of(parsed(Source("de.pairs", file)), english, german) == ((link,), 0)


@pytest.mark.parametrize(("row", "message"), [
    ('{"original": [7], "translation": []}', "7 is the place of no sentence"),
    ('{"original": [-1], "translation": []}', "-1 is the place of no sentence"),
    ('{"original": ["0"], "translation": []}', "'0' is the place of no sentence"),
])
def test_a_pair_of_no_sentence_is_not_read(row: str, message: str) -> None:
    head, *_ = written(saved_pairs("wall", read_as("Draw a card.", "en"), read_as("Zieh eine Karte.", "de"), [])).splitlines()
    with pytest.raises(RulebookError, match=message):
        parsed(Source("de.pairs", f"{head}\n{row}\n"))


def test_pairs_of_other_texts_are_not_found_again() -> None:
    texts = beside(text_in("de"), "de")
    file = saved_pairs("ferry", texts.original, texts.translation, [Link((3,), (3,), 1.0, confirmed=True)])
    assert links_of(file, texts.original, read_as(text_in("it"), "it")) == ((), 1)


def test_texts_that_are_exchanged_are_known_by_their_languages() -> None:
    german, english = text_in("de"), text_in("en")
    assert exchanged(read_as(german, "en"), read_as(english, "de")) is not None
    assert exchanged(read_as(english, "en"), read_as(german, "de")) is None


# Sentences that share no number and no turn of phrase, in words that recur.
ENGLISH = {"cat": "katze", "dog": "hund", "bird": "vogel", "horse": "pferd", "sees": "sieht", "hears": "hört",
           "washes": "wäscht"}
SAID = [("cat", "sees", "bird"), ("dog", "hears", "cat"), ("horse", "washes", "dog"), ("bird", "sees", "horse"),
        ("cat", "hears", "horse"), ("dog", "washes", "bird"), ("horse", "sees", "cat"), ("bird", "hears", "dog"),
        ("cat", "washes", "dog"), ("dog", "sees", "horse"), ("horse", "hears", "bird"), ("bird", "washes", "cat")]


def test_a_translation_that_shares_no_signs_with_its_original_is_no_text_of_another_game() -> None:
    english = "\n\n".join(" ".join(words).capitalize() + "." for words in SAID)
    german = "\n\n".join(" ".join(ENGLISH[word] for word in words).capitalize() + "." for words in SAID)
    assert unrelated(side_by_side(read_as(english, "en"), read_as(german, "de"))) is None


OTHER = """# Brot backen

Mischt das Mehl mit lauwarmem Wasser und knetet den Teig gut durch.

Deckt die Schüssel mit einem Tuch zu und stellt sie an einen warmen Ort.

Heizt den Ofen vor und fettet das Blech ein.

Formt aus dem Teig einen runden Laib und schneidet ihn kreuzweise ein.

Besprüht die Wände des Ofens, damit die Kruste knusprig wird.

Lasst das Brot auf einem Gitter auskühlen, bevor ihr es anschneidet.

Altes Brot schmeckt geröstet mit Butter und Salz."""


def test_texts_of_two_games_are_no_original_and_translation() -> None:
    assert unrelated(beside(OTHER, "de")) is not None
    for code in LANGUAGES:
        if code != "en":
            assert unrelated(beside(text_in(code), code)) is None


def test_a_text_with_many_sentences_of_its_own_is_hardly_a_translation() -> None:
    # The baker's sentences stand between those of the translation, so that a fifth has no original.
    translated, baked = (text.split("\n\n") for text in (text_in("de"), OTHER))
    own = dict(zip(range(4, len(translated), 5), baked, strict=False))
    mixed = "\n\n".join(block for place, text in enumerate(translated) for block in (text, own.get(place)) if block)
    message = independent(beside(mixed, "de"))
    assert "perhaps no translation of it" in (message or "")
    assert unrelated(beside(mixed, "de")) is None
    for code in LANGUAGES:
        if code != "en":
            assert independent(beside(text_in(code), code)) is None


