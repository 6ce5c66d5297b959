"""Free but right wording in the development texts and in two booklets that were read is no finding; mistakes there are."""

from __future__ import annotations

from functools import cache

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.side_by_side import side_by_side

from .development import TEXTS, but_slow, found_in, text_in

BOOKLETS = TEXTS.parent / "texts"
NATURAL = [
    ("train", "fr", 25, "pair/term"),  # the telegrams of another player: those of the others
    ("train", "fr", 26, "fluency/garbled"),  # an adverb
    ("train", "es", 27, "pair/condition"),  # every station but the last: except the last
    ("train", "es", 28, "pair/order"),  # was last on a train: was on a train most recently
    ("train", "es", 40, "pair/number-added"),  # the three phases are listed in the original
    ("train", "fr", 41, "pair/number-missing"),  # all three: after that
    ("train", "es", 46, "pair/negation"),  # without one: if there is none
    ("train", "fr", 46, "pair/negation"),
    ("train", "fr", 49, "pair/quantifier"),  # only: `ne ... que`
    ("train", "fr", 50, "pair/negation"),  # with nothing: empty-handed
    ("train", "es", 57, "pair/comparison"),  # the higher and the lower one: the highest and the lowest
    ("train", "fr", 65, "pair/negation"),  # is cancelled: there is none
    ("train", "es", 80, "pair/negation"),  # stays where it is: does not move
    ("train", "fr", 83, "pair/negation"),  # nobody may ... until: no ... before
    ("train", "es", 84, "pair/quantifier"),  # together: between the two
    ("train", "fr", 94, "pair/negation"),  # finds nobody: `ne trouve personne`
    ("train", "es", 99, "pair/negation"),  # otherwise none: two words, one denial
    ("train", "es", 104, "pair/negation"),  # more than anyone else: more than nobody
    ("train", "es", 109, "pair/comparison"),  # about: more or less
    ("train", "fr", 111, "pair/negation"),  # unchanged: nothing changes
    ("auction", "es", 38, "pair/term"),  # clockwise: as the hands of the clock go
    ("abbey", "nl", 25, "pair/comparison"),  # the lowest step: the one at the bottom
    ("glass", "de", 39, "pair/term"),  # any number of apprentices: any number
    ("glass", "de", 66, "pair/term"),  # what you have made: the pieces that you have made
    ("glass", "de", 67, "pair/modality"),  # takes first: may take first
    ("glass", "de", 69, "pair/condition"),  # though never: but never
    ("glass", "de", 87, "pair/condition"),  # except those: only those are not
    ("glass", "de", 107, "pair/negation"),  # worthless: counts nothing
    ("glass", "es", 91, "pair/term"),  # fulfils such an order: fulfils one of them; `se lleva` is a verb
    ("abbey", "nl", 37, "pair/modality"),  # takes the first turn: may be first
    ("ferry", "pl", 6, "pair/order"),  # when the river freezes: before it does
]
# Right wording of the booklets from Italian that is no error, and mostly no finding.
RIGHT = [
    ("carolus_magnus_3", "es", "puede ser negro", "pair/modality", ("warning", "error")),  # `which may be` lists what it is
    ("carolus_magnus_3", "es", "la que se jugó antes", "pair/comparison", ("warning", "error")),  # `il più basso`
    ("carolus_magnus_3", "es", "Un simple empate", "pair/negation", ("warning", "error")),  # `pareggio`, `non cambia`
    ("carolus_magnus_3", "es", "ya no está en el montón", "pair/negation", ("warning", "error")),  # `if` does not explain `not`
    ("carolus_magnus_3", "es", "No se tienen en cuenta", "pair/negation", ("warning", "error")),  # ignored: not counted
    ("carolus_magnus", "de", "Übriges Material", "pair/direction", ("warning", "error")),  # `avanza` is left over
    ("carolus_magnus", "de", "etwas Abstand", "pair/quantifier", ("warning", "error")),  # `fra l'uno e l'altro` is not both
    ("carolus_magnus", "de", "wieder so groß wie zuvor", "pair/order", ("warning", "error")),  # `infine` is last, and not after
    ("carolus_magnus", "de", "kein einziger", "pair/quantifier", ("warning", "error")),  # not a single one: not `only`
    ("carolus_magnus", "de", "mehr als beide zusammen", "pair/comparison", ("warning", "error")),  # need not have more: at most
    ("carolus_magnus", "de", "aber nicht weit", "pair/negation", ("warning", "error")),  # not far: `poco lontano`
    ("carolus_magnus", "de", "aber nicht weit", "fluency/garbled", ("warning", "error")),  # `früh` is a form of `früher`
    ("carolus_magnus", "de", "bisher leeren Hof", "pair/term", ("error",)),  # the court is `alla sua` in the original
    ("carolus_magnus", "de", "das Reich bilden", "pair/term", ("warning", "error")),  # a verb is no term
    ("carolus_magnus", "de", "früher gespielte", "pair/term", ("warning", "error")),
    ("carolus_magnus_3", "es", "pasar directamente", "pair/term", ("warning", "error")),
]
MISTAKES = [
    ("train", "es", "Terminadas las tres", "Terminadas las cuatro", 41, "pair/number", "error"),
    ("train", "es", "cuatro platos", "nueve platos", 64, "pair/number", "error"),
    ("abbey", "nl", "tussen 1 en 6", "tussen 3 en 6", 70, "pair/number", "error"),
    ("auction", "es", "Mezclad los lotes", "Mezclad los libros", 19, "pair/term", "warning"),  # `lot` is also an everyday word
    ("auction", "es", "más que un lote", "más que un martillo", 46, "pair/term", "warning"),
    ("auction", "fr", "le lot retourne", "le sac retourne", 42, "pair/term", "warning"),
    ("abbey", "nl", "5 abten", "5 boomgaarden", 13, "pair/term", "error"),  # a form whose stem is another
    ("train", "es", "trozo de carbón de su estufa", "trozo de tramo de su estufa", 69, "pair/term", "error"),  # mass nouns
    ("glass", "de", "kostet einen Sack Sand", "kostet einen Sack Feuer", 64, "pair/term", "error"),
    ("glass", "de", "erfüllt genau einen Auftrag", "erfüllt genau einen Ofen", 75, "pair/term", "error"),
    ("train", "fr", "Personne n'a le droit", "Tout le monde a le droit", 25, "pair/negation", "error"),
]
# In other texts there is a mistake of each kind besides, and in the other booklet right wording.
SLOW = {("auction", "fr"), ("train", "fr")}
SLOW_BOOKLETS = {("carolus_magnus_3", "es")}


@cache
def with_mistakes(name: str, code: str) -> str:
    """A text with all its mistakes, which stand in different lines."""
    text = text_in(name, code)
    for other, language, was, now, *_ in MISTAKES:
        text = text.replace(was, now) if (other, language) == (name, code) else text
    return text


@pytest.mark.parametrize(("name", "code", "line", "rule"), NATURAL)
def test_natural_wording_is_no_finding(name: str, code: str, line: int, rule: str) -> None:
    found = found_in(name, "en", code, text_in(name, code))
    assert [finding.message for finding in found
            if (finding.line, finding.rule) == (line, rule) and finding.level != "note"] == []


@cache
def found_in_booklet(name: str, code: str) -> tuple[Finding, ...]:
    own, other = ((BOOKLETS / f"{name}.{lang}.md").read_text(encoding="utf-8") for lang in ("it", code))
    return compared(side_by_side(document("there.md", own, "it"), document("here.md", other, code)))


@pytest.mark.parametrize(("name", "code", "words", "rule", "levels"), but_slow(RIGHT, SLOW_BOOKLETS))
def test_right_wording_of_a_booklet_is_no_such_finding(name: str, code: str, words: str, rule: str,
                                                       levels: tuple[str, ...]) -> None:
    lines = (BOOKLETS / f"{name}.{code}.md").read_text(encoding="utf-8").splitlines()
    place, = (number for number, line in enumerate(lines, 1) if words in line)
    assert [finding.message for finding in found_in_booklet(name, code)
            if (finding.line, finding.rule) == (place, rule) and finding.level in levels] == []


@pytest.mark.parametrize(("name", "code", "was", "now", "line", "rule", "level"), but_slow(MISTAKES, SLOW))
def test_a_mistake_beside_it_is_reported(name: str, code: str, was: str, now: str, line: int, rule: str, level: str) -> None:
    assert was in text_in(name, code)
    found = found_in(name, "en", code, with_mistakes(name, code))
    assert level in [finding.level for finding in found if (finding.line, finding.rule) == (line, rule)]
