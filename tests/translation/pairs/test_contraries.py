"""Words in the place of their contraries, parts that have exchanged what they say, bounds with their borders, denials."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared, parted, replaced, turns
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import Pair, SideBySide, side_by_side

# Each sentence in English and German, what a mistake puts for which words, and the rule of what is found then.
SENTENCES = [
    ("The board shows the castle and the village.", "Der Spielplan zeigt die Burg und das Dorf.", None),
    ("Each player takes seven knights and a horse.", "Jeder Spieler nimmt sieben Ritter und ein Pferd.", None),
    ("The attacker rolls the dice.", "Der Angreifer wirft die Würfel.", ("Angreifer", "Verteidiger", "pair/actor")),
    ("The knights sit opposite each other.", "Die Ritter sitzen einander gegenüber.",
     ("einander gegenüber", "nebeneinander", "pair/direction")),
    ("Only the castle scores points.", "Nur die Burg bringt Punkte.", ("Nur die Burg", "Auch die Burg", "pair/quantifier")),
    ("The knight reaches the village with an exact roll of the dice.",
     "Der Ritter erreicht das Dorf mit genau passendem Wurf der Würfel.",
     ("genau passendem Wurf", "beliebigem Wurf", "pair/comparison")),
    ("The horse stays in the village until the end.", "Das Pferd bleibt bis zum Ende im Dorf.",
     ("bis zum Ende", "bis zum nächsten Zug", "pair/order")),
    ("The castle falls to whoever has more than four knights there.",
     "Die Burg fällt an den, der dort mehr als vier Ritter hat.", ("mehr als vier", "mindestens vier", "pair/comparison")),
    ("The horse is fed when fewer than three knights stand in the village.",
     "Das Pferd wird gefüttert, wenn weniger als drei Ritter im Dorf stehen.",
     ("weniger als drei", "höchstens drei", "pair/comparison")),
    ("Put the knights on the board, move the horse to the village, and roll the dice.",
     "Setzt die Ritter auf den Spielplan, zieht das Pferd in das Dorf und werft die Würfel.",
     ("Setzt die Ritter auf den Spielplan, zieht das Pferd in das Dorf", "Zieht das Pferd in das Dorf, setzt die Ritter auf den"
      " Spielplan", "pair/order")),
    ("The knight stands near the village, the horse towards the castle.",
     "Der Ritter steht nahe beim Dorf, das Pferd in Richtung der Burg.",
     ("nahe beim Dorf, das Pferd in Richtung der Burg", "in Richtung der Burg, das Pferd nahe beim Dorf", "pair/order")),
    ("It does not matter which horse the player moves.", "Es ist gleichgültig, welches Pferd der Spieler zieht.",
     ("ist gleichgültig", "spielt eine Rolle", "pair/negation")),
    ("The knights ride back to the castle.", "Die Ritter reiten zurück zur Burg.",
     ("Ritter reiten", "Ritter dürfen", "pair/modality")),
    ("Castles score points even if no knight stands there.", "Burgen bringen Punkte, auch wenn dort kein Ritter steht.", None),
    ("The village is north of the castle.", "Das Dorf liegt nördlich der Burg.", ("nördlich", "südlich", "pair/direction")),
    ("The player buys a horse in the village.", "Der Spieler kauft im Dorf ein Pferd.", ("kauft", "verkauft", "pair/actor")),
    ("Knights and horses return to the box.", "Ritter und Pferde kommen zurück in die Schachtel.", None),
]
MISTAKES = [(place, *mistake) for place, (_, _, mistake) in enumerate(SENTENCES) if mistake is not None]


def _text(side: int, wrong: bool = False) -> str:
    rows = []
    for original, translated, mistake in SENTENCES:
        sentence = translated if side else original
        assert not wrong or mistake is None or mistake[0] in sentence
        rows.append(sentence.replace(mistake[0], mistake[1]) if wrong and mistake is not None else sentence)
    return "\n\n".join(rows) + "\n"


@cache
def _found(wrong: bool) -> tuple[Finding, ...]:
    return compared(side_by_side(document("there.md", _text(0), "en"), document("here.md", _text(1, wrong), "de")))


def _rules(wrong: bool, place: int) -> set[str]:
    return {str(finding.rule) for finding in _found(wrong) if finding.line == 2 * place + 1 and finding.level != "note"}


@pytest.mark.parametrize(("place", "right", "wrong", "rule"), MISTAKES)
def test_a_mistake_is_found(place: int, right: str, wrong: str, rule: str) -> None:
    assert rule not in _rules(False, place), right
    assert rule in _rules(True, place), wrong


def test_words_that_always_stand_together_have_exchanged_nothing() -> None:
    english = ("The opponent keeps the coal, and both ships stay in the harbour.\n\n"
               "The opponent keeps the timber, and both ships stay in the harbour.\n")
    german = ("Der Gegner behält die Kohle, und beide Schiffe bleiben im Hafen.\n\n"
              "Der Gegner behält das Holz, und beide Schiffe bleiben im Hafen.\n")
    texts = side_by_side(document("there.md", english, "en"), document("here.md", german, "de"))

    assert list(parted.check(texts)) == []


class _Walked(tuple[Pair, ...]):
    """Pairs that count how often they are walked to the end."""

    times = 0

    def __iter__(self) -> Iterator[Pair]:
        yield from super().__iter__()
        self.times += 1


def _walks(check: Callable[[SideBySide], Iterator[Finding]], rows: Sequence[tuple[str, str]], to: str) -> int:
    """Return how often a check walks all pairs of an English text and its translation."""
    english, translated = ("\n\n".join(some) for some in zip(*rows, strict=True))
    texts = side_by_side(document("there.md", english, "en"), document("here.md", translated, to))
    pairs = texts.pairs = _Walked(texts.pairs)
    list(check(texts))
    return pairs.times


def _turned(times: int) -> list[tuple[str, str]]:
    """Return sentences with the same two mistakes, this number of times."""
    return [(f"You may not move the coal{number}. The attacker takes the coal{number}.",
             f"El jugador no debe mover coal{number}. El defensor toma coal{number}.") for number in range(times)]


def _replaced(times: int) -> list[tuple[str, str]]:
    """Return sentences in which this number of terms stand once in the place of another."""
    letters = "bdfgklmnprstvwz"[:2 * times]
    right = [(f"Each player takes the {one}ami{one}o card from the table.",
              f"Jeder Spieler nimmt die Karte der {one}urk{one}e vom Tisch.") for one in letters]
    wrong = [(f"Then the {one}ami{one}o goes to the box.", f"Danach geht die {other}urk{other}e in die Schachtel.")
             for one, other in zip(letters[::2], letters[1::2], strict=False)]
    return [*right * 5, *wrong]


def test_a_long_text_is_walked_no_more_often_than_a_short_one() -> None:
    assert len({_walks(turns.check, _turned(times), "es") for times in (1, 2, 12)}) == 1
    assert len({_walks(replaced.check, _replaced(times), "de") for times in (2, 4, 6)}) == 1


def test_a_condition_of_both_sides_explains_no_denial() -> None:
    # `If they win, they do not begin before the roll` and `if they win, they begin`: the `if` is no `only if`.
    own, other = Counter({"if": 1}), Counter({"if": 1, "not": 1, "before": 1})

    assert differences(own, other).explained == (0, 0)
    assert differences(Counter({"only": 1, "if": 1}), other).explained == (0, 1)


def test_the_same_denied_is_not_different_where_both_deny() -> None:
    changed = differences(Counter({"not": 1, "different": 1}), Counter({"not": 1, "same": 1}))

    assert (changed.lost["different"], changed.come["same"]) == (1, 1)


@pytest.mark.parametrize(("lang", "text"), [
    ("en", "It does not matter."), ("de", "Es spielt keine Rolle."), ("fr", "Peu importe."), ("es", "Da igual."),
    ("it", "È indifferente."), ("nl", "Het maakt niet uit."), ("pl", "Nie ma znaczenia."), ("cs", "Nezáleží na tom."),
    ("pt", "É indiferente."), ("ro", "Nu contează."), ("ru", "Не важно."), ("sv", "Det spelar ingen roll."),
    ("da", "Det er ligegyldigt.")])
def test_what_does_not_matter_is_free_and_denies_nothing(lang: str, text: str) -> None:
    signals = read_for_pairs(document("here.md", text, lang))[0].signals

    assert "any" in signals
    assert "not" not in signals
