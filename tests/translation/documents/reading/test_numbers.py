"""Numbers are found in digits and in words, in six languages."""

from __future__ import annotations

import pytest

from rulewright.translation.document.language import NoSuchLanguage, language, languages
from rulewright.translation.document.numbers import NumberMatch, numbers_in
from rulewright.translation.document.words import words


def found(code: str, text: str) -> tuple[NumberMatch, ...]:
    return numbers_in(text, words(text), language(code))


def values(code: str, text: str) -> list[int]:
    return [occurrence.value for occurrence in found(code, text)]


@pytest.mark.parametrize(("code", "text", "expected"), [
    ("en", "twenty-one cards, three of them red, both runners, 12 more", [21, 3, 2, 12]),
    ("ru", "двадцатью одной картой, пятерых бегунов, обоим, 12 ещё", [21, 5, 2, 12]),
    ("ru", "3мя картами, 2х игроков, 5ти цветах, 7ми, по 1му", [3, 2, 5, 7, 1]),
    ("it", "ventuno carte, entrambi i corridori, trentatré, 12 altre", [21, 2, 33, 12]),
    ("fr", "vingt et un jetons, quatre-vingt-dix, soixante-dix-sept", [21, 90, 77]),
    ("es", "treinta y un cartas, veintidós, ambos jugadores", [31, 22, 2]),
    ("de", "einundzwanzig Karten, zweimal, dreißig", [21, 2, 30]),
    ("ru", "бросает девять кубиков 3x3 и 3х3", [9, 3, 3, 3, 3]),
    ("en", "no numbers at all", []),
    ("en", "one hundred and twenty cards, a hundred and five, two dozen, three thousand, two hundred and fifty-one",
     [120, 105, 24, 3000, 251]),
    ("ru", "ста двадцати карт, двумястами пятьюдесятью, тысяча двести, две дюжины, сорока пяти", [120, 250, 1200, 24, 45]),
    ("it", "centoventi, cento venti, duecentocinquanta, milleduecento, due dozzine", [120, 120, 250, 1200, 24]),
    ("fr", "cent vingt, deux cent cinquante, mille deux cents, trois mille, deux douzaines", [120, 250, 1200, 3000, 24]),
    ("es", "ciento veinte, doscientos cincuenta, mil doscientos, doscientas, dos docenas", [120, 250, 1200, 200, 24]),
    ("de", "hundertzwanzig, zweihundertfünfzig, eintausendzweihundert, hundertfünf, zwei Dutzend", [120, 250, 1200, 105, 24]),
    ("en", "cards 100, 20 and 3, one hundred, and five", [100, 20, 3, 100, 5]),
    ("ru", "двести, пятьдесят", [200, 50]),
    ("ru", "треть монет, тройка, вдвое", [3, 3, 2]),
    ("ro", "șapte cărți, şapte cărţi, șaizeci și șase, a șaptesprezecea", [7, 7, 66, 17]),
    ("it", "da trent'anni e cent’uomini, un'altra", [30, 100, 1]),
    # A cardinal and an ordinal that make one number, in a language whose ordinals its file lists; and two that do not.
    ("cs", "dvacet třetí tah, dvacátého třetího tahu, tři třetí tahy", [23, 23, 3, 3]),
])
def test_values_are_read(code: str, text: str, expected: list[int]) -> None:
    assert values(code, text) == expected


@pytest.mark.parametrize(("code", "text", "kinds"), [
    ("en", "the third card, the 3rd card, three", ["ordinal", "ordinal", "cardinal"]),
    ("it", "dopo il 5° turno, il terzo", ["ordinal", "ordinal"]),
    ("ru", "после пятого раунда, рис. 2, стр. 7", ["ordinal", "figure", "page"]),
    ("de", "Abb. 3 und Seite 4", ["figure", "page"]),
    ("fr", "le 2e tour, figure 3", ["ordinal", "figure"]),
    ("en", "the hundred and twentieth card", ["ordinal"]),
])
def test_each_has_its_kind(code: str, text: str, kinds: list[str]) -> None:
    assert [occurrence.kind for occurrence in found(code, text)] == kinds


@pytest.mark.parametrize(("code", "text"), [("it", "secondo la regola, prima di tutto, un passo"),
                                            ("ru", "один из игроков первым"), ("en", "the second one")])
def test_words_that_may_be_no_numbers_are_weak(code: str, text: str) -> None:
    assert all(occurrence.weak for occurrence in found(code, text))
    assert found(code, text)


@pytest.mark.parametrize("code", languages())
def test_every_number_up_to_a_hundred_is_read_back_as_it_is_spelled(code: str) -> None:
    from unicode_rbnf import RbnfEngine

    engine = RbnfEngine.for_language(language(code).spelling)
    spelled = [engine.format_number(value).text.replace("\xad", "") for value in range(2, 101)]
    assert [values(code, text) for text in spelled] == [[value] for value in range(2, 101)]


def test_a_language_without_data_is_named_with_those_that_have_some() -> None:
    with pytest.raises(NoSuchLanguage, match=
            "documents in `xx` cannot be read; there is cs, da, de, en, es, fr, it, ja, nb, nl, pl, pt, ro, ru, sv"):
        language("xx")
