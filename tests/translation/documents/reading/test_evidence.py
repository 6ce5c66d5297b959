"""What a text shows: numbers with what they count, turns of phrase, and signs that are meant."""

from __future__ import annotations

import pytest

from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.document.language import language

from ..ferries import findings, glossary, printed


@pytest.mark.parametrize(("code", "text", "counted"), [
    ("en", "A player loads three of his seven crates.", [3, 7]),
    ("it", "Il giocatore carica tre delle sue sette casse.", [3, 7]),
    ("ru", "Игрок грузит 3 из своих 7ми ящиков.", [3, 7]),
])
def test_a_part_and_its_whole_count_the_same(code: str, text: str, counted: list[int]) -> None:
    shown = EvidenceReader(language(code), glossary(code)).read(text)
    assert [number.value for number in shown.numbers if number.concepts == ("crate",)] == counted


@pytest.mark.parametrize(("code", "text", "values"), [
    ("fr", "Un 2 met fin au tour.", [2]), ("it", "Un 2 finisce il turno.", [2]), ("fr", "Un, 2 ou trois dés.", [1, 2, 3])])
def test_an_article_before_a_number_is_none(code: str, text: str, values: list[int]) -> None:
    assert [number.value for number in EvidenceReader(language(code)).read(text).numbers] == values


@pytest.mark.parametrize(("code", "text", "turns"), [
    ("en", "If a player cannot load, he must pass.", {"must"}),
    ("it", "Se un giocatore non può caricare, deve passare.", {"must"}),
    ("ru", "Если игрок не может грузить, он должен пропустить ход.", {"must"}),
    ("en", "A player may not load if the boat is full.", {"must_not"}),
    ("en", "Nobody has to load.", {"may"}),
    ("ru", "Никто не обязан грузить.", {"may"}),
    ("de", "Er muss nicht laden.", {"may"}),
    ("fr", "Il n'est pas obligé de charger.", {"may"}),
    ("es", "No tiene que cargar.", {"may"}),
])
def test_what_may_be_and_must_is_what_a_rule_says_and_not_its_condition(code: str, text: str, turns: set[str]) -> None:
    assert EvidenceReader(language(code)).read(text).turns == turns


@pytest.mark.parametrize(("code", "text"), [
    ("en", "The crates stay until the end of the game."), ("it", "Le casse restano fino alla fine."),
    ("fr", "Les caisses restent jusqu'à la fin."), ("es", "Las cajas se quedan hasta el final."),
    ("de", "Die Kisten bleiben bis zum Ende."), ("ru", "Ящики остаются до конца игры.")])
def test_until_the_end_is_not_before_it_nor_at_most(code: str, text: str) -> None:
    assert EvidenceReader(language(code)).read(text).turns == {"to_the_end"}


@pytest.mark.parametrize(("text", "garbled"), [("2 x 3 crates and 4 х boats.", False), ("He plays on x and goes there.", True)])
def test_a_letter_for_the_sign_of_multiplication_is_meant(text: str, garbled: bool) -> None:
    found = findings(f"{printed('en')}\n\n{text}\n", "en")
    assert any(finding.rule == "fluency/garbled" for finding in found) is garbled


@pytest.mark.parametrize(("text", "garbled"), [
    ("The cr]tes lie on the shore.", {"cr]tes"}), ("The crates& lie on the shore.", {"crates&"}),
    ("The [blue] crates and the[ir] shore.", set())])
def test_words_with_a_bracket_that_only_closes_or_an_ampersand_are_garbled(text: str, garbled: set[str]) -> None:
    found = findings(f"{printed('en')}\n\n{text}\n", "en")
    assert {finding.actual for finding in found if finding.rule == "fluency/garbled"} == garbled
