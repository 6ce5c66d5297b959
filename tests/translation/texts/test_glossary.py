"""Glossaries: terms with their forms, finding them in texts, and what is told about faulty lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.statements.glossary import Glossary, glossaries_of, glossary_of, read_glossary
from rulewright.dsl.statements.languages import PLURALS, Language
from rulewright.translation.document.language import languages

from .games import ENGLISH, RUSSIAN, written


@pytest.fixture
def russian(tmp_path: Path) -> Glossary:
    glossary = glossary_of(written(tmp_path, ru__glossary__csv=RUSSIAN), "ru")
    assert glossary is not None
    return glossary


def test_the_preferred_term_comes_first(russian: Glossary) -> None:
    assert [(term.text, term.status) for term in russian.terms_of("basket")] == [("корзина", "preferred"),
                                                                                 ("лукошко", "forbidden")]
    assert russian.terms_of("lake") == ()
    assert russian.preferred("lake") is None


def test_a_term_is_found_in_all_its_forms(russian: Glossary) -> None:
    text = "Игроки ставят 4 корзины под деревом, у дерева."
    assert [(occurrence.term.concept, text[occurrence.begin:occurrence.end]) for occurrence in russian.matches_in(text)] == [
        ("player", "Игроки"), ("basket", "корзины"), ("tree", "дерева")]


def test_a_part_of_a_word_is_no_term(russian: Glossary) -> None:
    assert list(russian.matches_in("безыгроковый")) == []


def test_the_glossaries_of_a_game_are_those_in_its_folder(tmp_path: Path) -> None:
    files = written(tmp_path, ru__glossary__csv=RUSSIAN, en__glossary__csv=ENGLISH)
    assert [glossary.language for glossary in glossaries_of(files)] == ["en", "ru"]
    assert glossary_of(files, "it") is None


def test_a_rulebook_that_shares_its_folder_may_have_a_glossary_of_its_own(tmp_path: Path) -> None:
    files = written(tmp_path, ru__glossary__csv=RUSSIAN)
    own = f"{Path(files.path).stem}.ru.glossary.csv"
    for name, term in ((own, "дом"), ("another.ru.glossary.csv", "двор"), ("another.it.glossary.csv", "casa")):
        (tmp_path / "text" / name).write_text(f"concept,term\nhouse,{term}\n", encoding="utf-8")
    assert [[term.text for term in glossary.terms] for glossary in glossaries_of(files) if glossary.language == "ru"] == [
        ["дом"]
    ]
    assert "it" not in [glossary.language for glossary in glossaries_of(files)]


@pytest.mark.parametrize(("line", "message"), [
    ("tree,,preferred,pl=trees,", "a line gives a concept, in one word, and a term for it"),
    ("apple tree,tree,preferred,,", "a line gives a concept, in one word, and a term for it"),
    ("tree,tree,prefered,,", "`prefered` is not a status of a term"),
    ("tree,tree,preferred,trees,", "`trees` is not a form of a term"),
    ("at_once,subito,preferred,,", "`at_once` is a concept of every game, with words of its own in each language"),
    ("bush,bush,preferred,,\nbush,bush,allowed,,", "`bush` is a term of `bush` already"),
    ('tree,"tree,preferred,,', "this line cannot be read: unexpected end of data"),
    (f"tree,{'t' * 200_000},preferred,,", "this line cannot be read: field larger than field limit (131072)"),
    ("bush,bush,preferred,,\nbush,shrub,preferred,,", "`bush` has a preferred term already"),
])
def test_a_faulty_line_is_told_and_the_others_count(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "it.glossary.csv"
    path.write_text(f"concept,term,status,forms,note\n# a remark\ngrass,erba,preferred,,\n{line}\n", encoding="utf-8")
    diagnostics = Diagnostics()
    glossary = read_glossary(path, diagnostics)
    told = [(diagnostic.code, diagnostic.message, diagnostic.span.line) for diagnostic in diagnostics.sorted()]
    assert told == [("E504", message, 3 + len(line.split("\n")))]
    assert glossary.terms[0].concept == "grass"


def test_a_head_and_a_language_that_are_not_known(tmp_path: Path) -> None:
    path = tmp_path / "xx.glossary.csv"
    path.write_text("concept,word\ngrass,erba\n", encoding="utf-8")
    diagnostics = Diagnostics()
    read_glossary(path, diagnostics)
    assert [diagnostic.message for diagnostic in diagnostics.sorted()] == [
        "the language `xx` is not known", "the first line names the columns, and `word` is none"]


def test_a_glossary_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "it.glossary.csv"
    path.write_bytes(b"concept,term\ncaf\xe9,x\n")
    diagnostics = Diagnostics()
    assert read_glossary(path, diagnostics).terms == ()
    assert [diagnostic.code for diagnostic in diagnostics.sorted()] == ["E103"]


@pytest.mark.parametrize(("language", "forms"), [
    ("ru", ["gen.pl", "", "gen", "gen.pl", "gen.pl", "", "gen"]),
    ("pl", ["gen.pl", "", "pl", "gen.pl", "gen.pl", "gen.pl", "pl"]),
    ("it", ["pl", "", "pl", "pl", "pl", "pl", "pl"]),
    ("fr", ["", "", "pl", "pl", "pl", "pl", "pl"]),
    ("ja", ["", "", "", "", "", "", ""]),
])
def test_the_form_behind_a_number(language: str, forms: list[str]) -> None:
    assert [Language(language).counted_form(n, "")[-1] for n in (0, 1, 2, 5, 11, 21, 22)] == forms


def test_romanian_counts_a_few_up_to_nineteen_and_again_behind_hundreds() -> None:
    forms = [Language("ro").counted_form(n, "")[0] for n in (0, 1, 2, 19, 20, 100, 101, 119, 120)]
    assert forms == ["few", "one", "few", "few", "other", "other", "few", "few", "other"]


@pytest.mark.parametrize(("language", "categories"), [
    ("sl", "other one two few other other other one two"), ("hr", "other one few few other other one few other"),
    ("lt", "other one few few few other one few other"), ("lv", "zero one other other other zero one other zero"),
    ("ca", "other one other other other other other other other")])
def test_the_category_of_a_number(language: str, categories: str) -> None:
    numbers = (0, 1, 2, 3, 5, 11, 21, 22, 110) if language != "sl" else (0, 1, 2, 3, 5, 11, 21, 101, 102)
    assert [PLURALS[language](n) for n in numbers] == categories.split()


def test_a_dual_is_a_form_of_its_own() -> None:
    assert Language("sl").counted_form(2, "") == ("two", "pl")


def test_each_language_of_documents_is_one_of_texts() -> None:
    assert set(languages()) <= PLURALS.keys()
