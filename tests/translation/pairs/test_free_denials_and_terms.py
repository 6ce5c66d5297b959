"""Translations that rightly deny, compare or name things in another way than their original: those are no errors."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.translation.decisions.findings import Finding
from rulewright.translation.document.document import document
from rulewright.translation.pairs.checks import compared
from rulewright.translation.pairs.checks.noun_tagger import NounTagger
from rulewright.translation.pairs.checks.word_links import WordLinks
from rulewright.translation.pairs.equivalents import differences
from rulewright.translation.pairs.reading import read_for_pairs
from rulewright.translation.pairs.side_by_side import SideBySide, side_by_side

# A caravan's rulebook, an English sentence and its Russian one in a row.
CARAVAN = (
    ("Each trader has five camels and a tent.", "У каждого купца пять верблюдов и шатёр."),
    ("A camel carries two sacks of salt.", "Верблюд несёт два мешка соли."),
    ("The trader moves one camel along the road.", "Купец ведёт одного верблюда по дороге."),
    ("A tent stands at the well.", "Шатёр стоит у колодца."),
    ("Every trader sells salt at the market.", "Каждый купец продаёт соль на рынке."),
    ("The well gives water to each camel.", "Колодец даёт воду каждому верблюду."),
    ("The market pays three coins for a sack of salt.", "Рынок платит три монеты за мешок соли."),
    ("The trader with the most coins wins the game.", "Побеждает купец, у которого больше всего монет."),
)


def beside(rows: list[tuple[str, str]]) -> SideBySide:
    """The caravan's rulebook in both languages, with more rows behind it."""
    own, other = ("\n\n".join(texts) + "\n" for texts in zip(*CARAVAN, *rows, strict=True))
    return side_by_side(document("there.md", own, "en"), document("here.md", other, "ru"))


def found_in(rows: list[tuple[str, str]]) -> list[Finding]:
    """The errors and warnings in the rows behind the caravan's rulebook."""
    first = 2 * len(CARAVAN)
    return [finding for finding in compared(beside(rows)) if finding.level != "note" and (finding.line or 0) > first]


# ---- Denials -------------------------------------------------------------------------------------


def test_cannot_is_no_homonym_where_the_other_text_only_denies() -> None:
    rows = [("A camel cannot swim.", "Верблюд не плавает."), ("The trader cannot sell a tent.", "Купец шатёр не продаёт."),
            ("A sack cannot be split.", "Мешок не делится."), ("The well cannot be moved.", "Колодец не сдвинуть."),
            ("A tent cannot be bought.", "Шатёр не покупают.")]
    assert [pair.signals(0)["must_not"] for pair in beside(rows).pairs[len(CARAVAN):]] == [1, 1, 1, 1, 1]


def test_need_not_is_no_homonym_where_the_other_text_only_denies() -> None:
    rows = [("The camel with no tent.", "Верблюд, шатёр не нужен."), ("The well with no coin.", "Колодец, монета не нужна."),
            ("The market with no salt.", "Рынок, соль не нужна."), ("The road with no tent.", "Дорога, шатёр не нужен."),
            ("The sack with no coin.", "Мешок, монета не нужна.")]
    assert [pair.signals(1)["need_not"] for pair in beside(rows).pairs[len(CARAVAN):]] == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(("own", "other"), [
    ("The trader sells salt until no camel has a sack.", "Купец продаёт соль, пока у верблюдов есть мешки."),
    ("The trader sells salt until they cannot.", "Купец продаёт соль, пока может."),
    ("A trader who cannot place any tent is passed over.", "Купец, которому негде поставить шатёр, пропускает ход."),
    ("A trader without camels is passed over.", "Купец, у которого нет верблюдов, пропускает ход."),
    ("When no coin is left at the well or at the market, the game ends.",
     "Если ни у колодца, ни на рынке не осталось монет, игра кончается."),
    ("Two sacks are the most that a camel carries.", "Больше двух мешков верблюд не несёт."),
    ("the camel: neutral", "верблюд: ничей"),
])
def test_a_denial_that_is_said_otherwise_is_no_error(own: str, other: str) -> None:
    assert [finding.message for finding in found_in([(own, other)]) if finding.level == "error"] == []


@pytest.mark.parametrize(("own", "other"), [
    ("A camel carries no tent.", "Верблюд несёт шатёр."), ("The trader does not sell the camel.", "Купец продаёт верблюда."),
    ("The well gives water to each camel.", "Колодец не даёт воду каждому верблюду.")])
def test_a_denial_that_is_lost_or_new_is_an_error(own: str, other: str) -> None:
    assert ("pair/negation", "error") in {(finding.rule, finding.level) for finding in found_in([(own, other)])}


def test_one_denial_more_among_several_is_no_error() -> None:
    several = [("*Refused:* the camel has no sack; the well gives no water; no trader is at the market",
                "*Отказ:* купцу некого вести: у верблюда нет мешка; колодец не даёт воды; на рынке нет купца")]
    assert {finding.level for finding in found_in(several) if finding.rule == "pair/negation"} == {"warning"}


@pytest.mark.parametrize(("own", "other", "explained"), [
    (Counter(must_not=1, until=1), Counter({"may": 1, "while": 1}), (1, 0)),
    (Counter({"while": 1}), Counter({"not": 1, "until": 1}), (0, 1)),
    (Counter({"not": 1, "more": 1}), Counter(highest=1), (1, 0)),
    (Counter({"not": 1, "fewer": 1}), Counter(lowest=1), (1, 0)),
])
def test_a_denial_with_another_turn_says_what_a_third_one_says(own: Counter[str], other: Counter[str],
                                                               explained: tuple[int, int]) -> None:
    found = differences(own, other)
    assert (found.explained, +found.lost, +found.come) == (explained, Counter(), Counter())


# ---- Comparisons and numbers ---------------------------------------------------------------------


def test_numbers_behind_their_nouns_have_not_changed_places() -> None:
    rows = [("The trader counts the camels.", "Купец считает верблюдов."),
            ("A trader buys sacks at the market.", "Купец покупает мешков на рынке много."),
            ("There are coins at the well.", "У колодца есть монеты."),
            ("Coins stay at the market.", "Монеты остаются на рынке."),
            ("The goods of a camel lie in the camp.", "Товары верблюда лежат в лагере."),
            ("Nobody takes the coins of the camp.", "Никто не берёт монет лагеря."),
            ("Goods are sold for coins.", "Товары продают за монеты."), ("The camp has goods.", "В лагере есть товары."),
            ("Wells lie along the road.", "Колодцы лежат вдоль дороги."),
            ("A well is closed in winter.", "Зимой колодец закрыт."),
            ("There are 8 tokens of camels, 20 of goods in their camps, 21 of coins and 4 of wells.",
             "Жетоны: верблюдов 8, товаров для лагерей 20, монет 21, колодцев 4.")]
    assert [finding.message for finding in found_in(rows) if finding.rule == "pair/number-order"] == []


# ---- Terms ---------------------------------------------------------------------------------------


def test_forms_with_and_without_a_fleeting_vowel_are_one_word() -> None:
    shown = read_for_pairs(document("text", "Купец ставит замок.\n\nУ купца пять замков.\n\nЗамки стоят у дороги.\n", "ru"))
    stems = [{stem for stem in some.stems.values() if stem.startswith("зам")} for some in shown]
    assert stems == [{"замк"}, {"замк"}, {"замк"}]


def test_a_word_without_such_forms_keeps_its_stem() -> None:
    shown, = read_for_pairs(document("text", "Купец ставит замок.", "ru"))
    assert "замок" in shown.stems.values()


def test_a_verb_is_no_noun_though_the_other_language_has_no_determiners() -> None:
    rows = [("A camel carries salt.", "Верблюд везёт соль."), ("The trader carries water.", "Купец везёт воду."),
            ("The camel that carries a sack rests.", "Верблюд, который везёт мешок, отдыхает.")]
    texts = beside(rows)
    tagger = NounTagger(WordLinks(texts, ({}, {}), ({"carri": {"вез": 4}, "camel": {"верблюд": 8}}, {})))
    assert [tagger.is_noun(0, stem, texts.pairs[-1]) for stem in ("carri", "camel")] == [False, True]


def test_what_stands_behind_who_or_that_is_no_noun_for_it() -> None:
    texts = beside([("The camel that rests drinks.", "Верблюд, который отдыхает, пьёт."),
                    ("A camel that rests is free.", "Верблюд, который отдыхает, свободен.")])
    tagger = NounTagger(WordLinks(texts, ({}, {}), ({}, {})))
    assert tagger.is_noun(0, "rest", texts.pairs[-1]) is False


def test_a_pair_of_another_length_than_usual_shows_it() -> None:
    texts = beside([("Salt.", "Соль, которую купец продаёт на рынке и везёт на верблюде по дороге от колодца к колодцу.")])
    lengths = [texts.length(pair) for pair in texts.pairs]
    assert max(lengths[:-1]) < 1.6 < lengths[-1]
