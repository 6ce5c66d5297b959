"""What translators of three more invented rulebooks say otherwise is a note at most, and slips in such sentences are found."""

from __future__ import annotations

import pytest

from rulewright.translation.document.document import document
from rulewright.translation.document.language import language
from rulewright.translation.document.words import Phrases, words
from rulewright.translation.pairs.reading import read_for_pairs

from .development import levels_of

# The rule, the text, the language of the translation, and words of it.
NATURAL = [
    # `Blind`, `unseen` and `without looking`; `at the earliest` and `not before`; `if one is left` and `unless none is`.
    ("pair/negation", "puppets", "de", "zieht blind vier Puppen"),
    ("pair/negation", "puppets", "pl", "i nie patrząc, losuje"),
    ("pair/negation", "puppets", "de", "darfst du frühestens"),
    ("pair/negation", "vineyard", "fr", "sans le regarder, tout ce qui ne sert pas"),
    # What is begun, and played to its end; `no choice` is `must`.
    ("pair/order", "puppets", "de", "Der angebrochene Tag"),
    ("pair/negation", "puppets", "de", "hat keine Wahl"),
    # `May only` is `must only`; a participle with a prefix that denies.
    ("pair/modality", "circus", "it", "vanno messi soltanto"),
    ("pair/negation", "bakery", "pl", "Towar niesprzedany"),
    ("pair/negation", "puppets", "pl", "Nierozdane miedziaki"),
    # The two ends of a height are the lowest and the highest.
    ("pair/comparison", "circus", "ru", "самое нижнее из свободных"),
    # `Also if` is written as `even if` is in Italian, and two as double.
    ("pair/condition", "circus", "it", "Finisce anche se"), ("pair/number-missing", "circus", "pt", "conta a dobrar"),
    # One side sells what the other buys.
    ("pair/modality", "circus", "ru", "Сколько понадобится"),
    # Words that have what says them on the other side, and a verb before its object.
    ("pair/term", "puppets", "de", "für die Narren noch einmal zwei"), ("pair/term", "bakery", "de", "Chloe bloß eine"),
    ("pair/term", "puppets", "it", "la mette in scena con una strega"),
    # Things of many games, in whatever form.
    ("pair/sentence-short", "bakery", "pl", "ulicą i torem reputacji"), ("pair/sentence-short", "circus", "cs", "V noci hrají"),
]
# The same with a slip: words, and what stands in their place.
SLIPS = [
    ("pair/modality", "puppets", "de", "hat keine Wahl", "hat die Wahl"),
    ("pair/comparison", "circus", "ru", "самое нижнее из свободных мест, жёлтые — самое верхнее",
     "самое верхнее из свободных мест, жёлтые — самое нижнее"),
    ("pair/term", "puppets", "de", "für die Narren noch einmal", "für die Ritter noch einmal"),
]


@pytest.mark.parametrize(("rule", "text", "code", "words_there"), NATURAL)
def test_free_wording_is_a_note_at_most(rule: str, text: str, code: str, words_there: str) -> None:
    assert {*levels_of(rule, text, "en", code, words_there)} <= {"note"}


@pytest.mark.parametrize(("rule", "text", "code", "was", "now"), SLIPS)
def test_a_slip_is_found(rule: str, text: str, code: str, was: str, now: str) -> None:
    assert {*levels_of(rule, text, "en", code, was, now)} & {"error", "warning"}


def test_a_star_may_stand_within_a_word() -> None:
    phrases = Phrases({"undone": ("nie*any",), "done": ("nie*",)}, whole_first=True)
    assert phrases.within([word.folded for word in words("niesprzedany nieany niech sprzedany")]) == {
        "undone": [0, 1], "done": [2]}
    assert "without" in read_for_pairs(document("here.md", "Niewykorzystane karty.\n", "pl"))[0].signals
    assert "any" in language("pl").signals.codes_at("nieograniczony")


@pytest.mark.parametrize(("code", "text", "turns"), [
    ("ru", "Фонари не стоят ничего, если не стоят на номере.", {"not", "if"}),
    ("en", "It has not gone as far as that.", {"fewer"}), ("sv", "Den har inte hunnit lika långt.", {"fewer"}),
    ("en", "Only if a lamp is left.", {"only", "if"}), ("en", "The dragon stands there.", set[str]()),
])
def test_turns_of_phrase_are_read(code: str, text: str, turns: set[str]) -> None:
    shown, = read_for_pairs(document("text.md", f"{text}\n", code))
    assert set(shown.turns) == turns
    assert "pull" not in shown.contraries
