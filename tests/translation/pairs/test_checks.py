"""Each check of pairs: a mistake that it reports, and natural wording that it does not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from rulewright.translation.decisions.findings import ordered
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .ferries import LANGUAGES, beside, compared_with, levels, line_of, new, read_as, text_in, usual
from .planted import planted

# A mistake in a translation: its language, the words as they are, the words with the mistake, the rule, and the level.
MISTAKES = [
    ("de", "2 Würfel und", "3 Würfel und", "pair/number", "error"),
    ("fr", "Après huit manches", "Après sept manches", "pair/number", "error"),
    ("it", "porta 11 casse", "porta 12 casse", "pair/number", "error"),
    ("de", "Nach acht Runden", "Nach Runden", "pair/number-missing", "warning"),
    ("fr", "quatre caisses de la rive", "caisses de la rive", "pair/number-missing", "warning"),
    ("fr", "joue dans le sens", "joue 5 fois dans le sens", "pair/number-added", "error"),
    ("it", "20 casse di legno, 3 barche di colori diversi, 2 dadi", "3 casse di legno, 20 barche di colori diversi, 2 dadi",
     "pair/number-order", "error"),
    ("de", "höchstens vier", "mindestens vier", "pair/comparison", "error"),
    ("fr", "au plus quatre", "au moins quatre", "pair/comparison", "error"),
    ("it", "esattamente una", "al massimo una", "pair/comparison", "error"),
    ("fr", "qui a le moins de caisses", "qui a le plus de caisses", "pair/comparison", "error"),
    ("de", "danach geht es im Uhrzeigersinn", "danach geht es gegen den Uhrzeigersinn", "pair/direction", "error"),
    ("it", "alla tua sinistra", "alla tua destra", "pair/direction", "error"),
    ("fr", "en dernier gagne", "en premier gagne", "pair/order", "error"),
    ("de", "Zu Beginn deines Zuges", "Am Ende deines Zuges", "pair/order", "error"),
    ("de", "darf nicht wieder", "darf wieder", "pair/negation", "error"),
    ("it", "non può affondare", "può affondare", "pair/negation", "error"),
    ("fr", "porte 11 caisses gagne aussitôt", "porte 11 caisses ne gagne pas aussitôt", "pair/negation", "error"),
    ("de", "darfst du sie ein zweites Mal", "musst du sie ein zweites Mal", "pair/modality", "error"),
    ("it", "ma devi caricarne", "ma puoi caricarne", "pair/modality", "error"),
    ("de", "wirfst du beide Würfel", "wirfst du die Würfel", "pair/quantifier", "note"),
    ("it", "tira entrambi i dadi", "tira uno dei dadi", "pair/quantifier", "error"),
    ("fr", "sauf si un joueur", "même si un joueur", "pair/condition", "error"),
    ("it", "anche se escono due sei", "a meno che escano due sei", "pair/condition", "error"),
    ("it", "perde esattamente una", "vince esattamente una", "pair/actor", "error"),
    ("fr", "joue dans le sens", "joue (dans le sens", "pair/marks", "warning"),
    ("fr", "la boîte, sauf", "la boîte boîte, sauf", "pair/doubled-word", "warning"),
    ("it", "Quando hai caricato le tue casse, passa i dadi al giocatore alla tua sinistra.",
     "When you have loaded your crates, pass the dice to the player on your left.", "accuracy/untranslated", "error"),
    ("de", "Der Spieler mit den wenigsten Kisten wird verschont, jeder andere Spieler verliert genau eine Kiste.",
     "Der Reilsep mit den nwengestis Ksinet wird vnteorhcs, jeder danree Srepiel vrereliit genau eine Kiste.",
     "fluency/garbled", "warning"),
    ("de", "Wenn du deine Kisten geladen hast, gib die Würfel an den Spieler zu deiner Linken weiter.",
     "Gib die Würfel danach weiter.",
     "pair/sentence-short", "error"),
    ("de", "Ein Boot ohne Kisten kann", "Ein Boot ohne Würfel kann", "pair/term", "warning"),
]


@pytest.mark.parametrize(("code", "was", "now", "rule", "level"), MISTAKES,
                         ids=[f"{code}-{rule}-{now[:20]}" for code, _, now, rule, _ in MISTAKES])
def test_a_mistake_is_reported_on_its_line(code: str, was: str, now: str, rule: str, level: str) -> None:
    # A term in the place of another is known by the words around it, so it is planted alone.
    others = [] if rule == "pair/term" else of_language(MISTAKES, code)
    text = planted(text_in(code), [*others, (was, now)], (was, now))
    line = line_of(code, was[:30])
    assert rule not in {finding.rule for finding in usual(code, "en") if finding.line == line}
    assert {finding.level for finding in compared_with(text, code) if (finding.rule, finding.line) == (rule, line)} == {level}


def of_language(rows: Sequence[tuple[str, ...]], code: str) -> list[tuple[str, str]]:
    """What is planted in the texts of a language: the words as they are, and other words."""
    return [(was, now) for other, was, now, *_ in rows if other == code]


# What another translator might write: the words as they are, and others that say the same.
SAME = [
    ("de", "höchstens vier", "bis zu vier"),
    ("de", "danach geht es im Uhrzeigersinn weiter", "danach spielt man im Uhrzeigersinn"),
    ("fr", "au plus quatre", "au maximum quatre"),
    ("fr", "Posez les vingt caisses", "Posez les 20 caisses"),
    ("it", "Nella scatola ci sono 20 casse", "Nella scatola ci sono venti casse"),
    ("it", "tira entrambi i dadi", "tira i due dadi"),
    ("it", "vince immediatamente", "vince subito"),
    ("de", "genau eine Kiste", "exakt eine Kiste"),
    ("de", "Anna hat 9 Kisten", "Anna besitzt 9 Kisten"),
]


@pytest.mark.parametrize(("code", "was", "now"), SAME, ids=[f"{code}-{now[:20]}" for code, _, now in SAME])
def test_other_words_for_the_same_are_no_mistake(code: str, was: str, now: str) -> None:
    text = planted(text_in(code), of_language(SAME, code), (was, now))
    known = {(finding.rule, finding.line) for finding in usual(code, "en")}
    assert [finding.message for finding in compared_with(text, code)
            if finding.level != "note" and (finding.rule, finding.line) not in known] == []


# The ordinary run has each language on both sides; other tests read the translations from English besides.
ORDINARY = {("de", "fr"), ("fr", "it"), ("it", "en")}


@pytest.mark.parametrize(("original", "code"), [
    pytest.param(*two, marks=[] if two[0] == "en" or two in ORDINARY else [pytest.mark.slow])
    for two in permutations(LANGUAGES, 2)])
def test_a_natural_translation_has_hardly_a_false_finding(original: str, code: str) -> None:
    found = usual(code, original)
    assert [finding.message for finding in found if finding.level == "error"] == []
    assert len([finding for finding in found if finding.level == "warning"]) <= 1


def test_a_missing_sentence_is_an_error_with_the_line_behind_which_it_should_stand() -> None:
    was = "Un joueur dont le bateau porte 11 caisses gagne aussitôt.\n\n"
    (finding,) = [finding for finding in new("fr", was, "") if finding.rule == "pair/sentence-missing"]
    assert (finding.level, finding.sentence, finding.line) == ("error", None, line_of("fr", "## La fin"))
    assert f"line {line_of('en', 'boat has 11')}" in finding.message
    # It stands behind the end of a sentence, where a paragraph has several.
    assert finding.behind is not None
    assert read_as(text_in("fr"), "fr").sentences[finding.behind - 1].text == "La fin"


def test_the_id_of_a_missing_sentence_does_not_depend_on_lines() -> None:
    was = "Un joueur dont le bateau porte 11 caisses gagne aussitôt.\n\n"
    longer = read_as(text_in("en").replace("\n", "\n\n\n", 1), "en")
    ids = {finding.id for original in (read_as(text_in("en"), "en"), longer)
           for finding in compared(side_by_side(original, read_as(text_in("fr").replace(was, ""), "fr")))
           if finding.rule == "pair/sentence-missing"}
    assert len(ids) == 1


def test_the_codes_of_a_drawn_map_are_not_untranslated() -> None:
    for drawn, rules in (("b9 L  d9 F  f9 1  h9 F  j9 L", set()),
                         ("Luck favours the prepared ferryman.", {"accuracy/untranslated"})):
        english, french = (read_as(f"{text_in(code)}\n\n```text\n{drawn}\n```\n", code) for code in ("en", "fr"))
        found = {finding.rule for finding in compared(side_by_side(english, french))}
        assert found & {"accuracy/untranslated"} == rules


def test_a_sentence_that_the_original_does_not_have_is_a_warning() -> None:
    was = "Ein Boot ohne Kisten"
    more = "Der jüngste Spieler bekommt einen Keks und ein Glas Milch."
    assert levels("de", was, f"{more}\n\n{was}")["pair/sentence-added"] == "warning"


def test_a_sentence_that_stands_twice_is_reported_as_repeated() -> None:
    was = "Ein Spieler, dessen Boot 11 Kisten trägt, gewinnt sofort."
    assert levels("de", was, f"{was}\n\n{was}") == {"pair/sentence-repeated": "warning"}


def test_sentences_in_each_others_places_have_moved() -> None:
    text = text_in("it")
    a = "Una barca senza casse non può affondare, anche se escono due sei."
    b = "Si tira a sorte chi comincia; dopo si gioca in senso orario."
    swapped = text.replace(a, "@").replace(b, a).replace("@", b)
    moved = [finding.line for finding in compared(beside(swapped, "it")) if finding.rule == "pair/sentence-moved"]
    assert sorted(line for line in moved if line is not None) == sorted((line_of("it", a), line_of("it", b)))


def test_two_new_words_that_are_each_a_little_odd_are_garbled_and_one_alone_is_not() -> None:
    was = "Une fois vos caisses chargées, passez les dés au joueur à votre gauche."
    odd, odd_too, lost = was.replace("caisses", "caksses"), ("gauche", "gauxhe"), ("fois", "fis")
    assert levels("fr", was, odd) == {}
    assert levels("fr", was, odd.replace(*odd_too))["fluency/garbled"] == "warning"
    assert levels("fr", was, odd.replace(*lost))["fluency/garbled"] == "warning"


PAWNS = ("The pawn may not pass the finish.", "The pawn goes forward.", "The pawn stops at the finish.",
         "A pawn that is at the finish may not be moved.")
PIONKI = ("Pionek nie może minąć mety.", "Pionek idzie naprzód.", "Pionek staje u mety.",
          "{}, który jest na mecie, nie wolno ruszać.")


@pytest.mark.parametrize(("word", "rules"), [("Pionka", set()), ("Pinek", {"fluency/garbled"})])
def test_a_form_that_lacks_a_fleeting_vowel_is_not_garbled(word: str, rules: set[str]) -> None:
    texts = side_by_side(read_as("\n\n".join(PAWNS), "en"), read_as("\n\n".join(PIONKI).format(word), "pl"))
    assert {finding.rule for finding in compared(texts) if finding.rule == "fluency/garbled"} == rules


@pytest.mark.parametrize("kept", [slice(4, None), slice(None, -5)])
def test_sentences_that_are_missing_at_one_place_come_in_their_order(kept: slice) -> None:
    """At the beginning and at the end of the text there is one line for all of them, whatever their clauses are called."""
    left = "\n\n".join(text_in("de").rstrip().split("\n\n")[kept]) + "\n"
    original = read_as(text_in("en"), "en")
    clauses = {index: [f"clause_{99 - index}"] for index in range(len(original.sentences))}
    found = [finding for finding in ordered(compared(side_by_side(original, read_as(left, "de"), clauses=clauses)))
             if finding.rule == "pair/sentence-missing"]
    for level in ("error", "warning"):
        lines = [int((finding.expected or "").removeprefix("line ")) for finding in found if finding.level == level]
        assert lines == sorted(lines)
        assert len(lines) > 1
    assert {finding.line for finding in found} == {1 if kept.stop is None else len(left.splitlines())}
