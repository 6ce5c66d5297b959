"""Each language is one file of data: what is read with it, and the command that says how good it is."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.dsl.source.cache import CacheStore
from rulewright.translation.document import language as languages_module
from rulewright.translation.document.features import EvidenceReader
from rulewright.translation.document.foreign import spoken
from rulewright.translation.document.language import language, languages
from rulewright.translation.document.language_test import aspects
from rulewright.translation.document.words import Stemmer, fold, stem

from ..ferries import printed, read_as

# A sentence: its numbers, its turns of phrase and its bounds.
SENTENCES = [
    ("pl", "Gracz może załadować co najwyżej cztery skrzynie.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("pl", "Gra toczy się zgodnie z ruchem wskazówek zegara; we trzech trwa pięciu rund.", [3, 5], {"clockwise"}, set()),
    ("pl", "Skrzyni z łodzi nie wolno zabrać.", [], {"must_not"}, set()),
    ("cs", "Hráč smí naložit nejvýše čtyři bedny.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("cs", "Bednu nelze vzít; ve třech vyhrává sedm beden ze třinácti.", [3, 7, 13], {"must_not"}, set()),
    ("nl", "Hij mag hoogstens vier kisten laden.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("nl", "Met zijn drieën gaat het tegen de klok in.", [3], {"counterclockwise"}, set()),
    ("pt", "Pode carregar no máximo quatro caixas.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("pt", "Não se pode tirar a caixa; a três, joga-se no sentido horário.", [3], {"must_not", "clockwise"}, set()),
    ("ro", "Poate încărca cel mult patru lăzi.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("ro", "Lada nu poate fi luată; în trei, fiecare ia douăsprezece lăzi.", [3, 12], {"must_not"}, set()),
    ("da", "Man må højst laste fire kasser.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("da", "Kassen må ikke tages; toogtyve kasser går mod uret.", [22], {"must_not", "counterclockwise"}, set()),
    ("nb", "Man kan laste høyst fire kasser.", [4], {"at_most", "may"}, {("at_most", 4)}),
    ("nb", "Kassen må ikke tas; tjueto kasser går mot klokka, tyve opp.", [22, 20], {"must_not", "counterclockwise"},
     set()),
    ("ja", "プレイヤーは木箱を3個以上取らなければならない。", [3], {"at_least", "must"}, {("at_least", 3)}),
    ("ja", "船から木箱を取ることはできない。十二個の木箱がある。", [12], {"must_not"}, set()),
]


@pytest.mark.parametrize(("code", "text", "numbers", "turns", "bounds"), SENTENCES)
def test_a_sentence_is_read(code: str, text: str, numbers: list[int], turns: set[str], bounds: set[tuple[str, int]]) -> None:
    shown = EvidenceReader(language(code)).read(text)
    assert [number.value for number in shown.numbers if not number.match.weak] == numbers
    assert shown.turns == turns
    assert shown.bounds == bounds


@pytest.mark.parametrize(("code", "text", "ordinals"), [
    ("cs", "Třetí hráč, po páté kartě, dvacátého třetího kola.", [3, 5, 23]), ("cs", "V pátek hrají tři druhy karet.", []),
    ("pl", "W trzeciej rundzie, piąta karta, dwudziestym trzecim razem.", [3, 5, 23]),
    ("pl", "W piątek pierwszeństwo mają dwie z szóstek.", []),
    ("ro", "Al treilea jucător, a patra rundă, a noua carte.", [3, 4, 9]),
    ("ru", "Третью карту, в пятом раунде, третьими.", [3, 5, 3]), ("pt", "As terceiras cartas, os sextos dados.", [3, 6]),
    ("fr", "La seconde carte, la troisième.", [2, 3]), ("nb", "Det syvende kortet.", [7]),
    ("de", "Im dritten Zug, des vierten Spielers.", [3, 4]), ("es", "El tercer turno, las quintas cartas.", [3, 5]),
    ("it", "Il terzo turno, le quarte carte.", [3, 4]), ("nl", "De derde kaart.", [3]),
    # An ordinal behind tens that are an ordinal too is one number with it only where both are in words.
    ("cs", "Ve 20. třetí kartu.", [3])])
def test_ordinals_are_read_in_all_cases(code: str, text: str, ordinals: list[int]) -> None:
    assert [number.value for number in EvidenceReader(language(code)).read(text).numbers
            if number.match.kind == "ordinal"] == ordinals


@pytest.mark.parametrize(("text", "kind"), [("Viz s. 6.", "page"), ("S 6 kostkami.", "cardinal"), ("Viz str. 6.", "page"),
                                            ("Viz str 6.", "page")])
def test_a_word_for_a_page_that_is_a_preposition_too_needs_its_full_stop(text: str, kind: str) -> None:
    assert [number.match.kind for number in EvidenceReader(language("cs")).read(text).numbers] == [kind]


@pytest.mark.parametrize(("code", "forms"), [
    ("pl", ["rycerz", "rycerza", "rycerzy", "rycerzem"]), ("cs", ["rytíř", "rytíře", "rytířů"]), ("nl", ["ridder", "ridders"]),
    ("pt", ["cavaleiro", "cavaleiros"]), ("ro", ["paladin", "paladini", "paladinii"]), ("ja", ["箱"]),
    ("da", ["ridder", "riddere", "ridderen", "ridderne"]),
    ("nb", ["terning", "terningen", "terninger", "terningene"]), ("pt", ["região", "regiões"]), ("pt", ["anel", "anéis"]),
    ("nl", ["stad", "steden"]), ("nl", ["mogelijkheid", "mogelijkheden"]), ("en", ["die", "dice"]), ("es", ["luz", "luces"]),
    ("fr", ["jeu", "jeux"]), ("it", ["luogo", "luoghi"]), ("ro", ["cetate", "cetăți"]), ("sv", ["bok", "böcker"])])
def test_forms_of_a_word_have_one_stem(code: str, forms: list[str]) -> None:
    assert len({stem(fold(form), language(code).stemmer) for form in forms}) == 1


def test_a_language_without_a_stemmer_may_have_its_lemmas_looked_up() -> None:
    # Of the languages without a stemmer of Snowball this is one whose lemmas are read fast.
    latvian = Stemmer("simplemma:lv")
    assert stem("kauliņiem", latvian) == stem("kauliņu", latvian) == "kauliņš"
    # A base form that is listed is a lemma itself.
    listed = Stemmer("simplemma:lv", (("kartes", "kauliņu"),))
    assert stem("kartes", listed) == stem("kauliņu", listed) == "kauliņu"


@pytest.mark.parametrize("code", languages())
def test_the_data_of_each_language_that_ships_is_good(code: str) -> None:
    found = aspects(code)
    assert [(aspect.name, aspect.lacking) for aspect in found if aspect.is_mistake] == []
    assert sum(aspect.share for aspect in found) / len(found) >= 0.95


JAPANESE = """# 渡し船

木箱を二十個、岸に置きます。

各プレイヤーは1色の船を1隻取ります。

プレイヤーは自分の手番に、岸から最大4個の木箱を自分の船に積むことができます。

船に11個の木箱があるプレイヤーは、ただちに勝ちます。

8ラウンドの後に嵐が来て、最も多い木箱を持つ船が勝ちます。
"""


def test_japanese_is_cut_into_sentences_and_is_not_foreign_to_itself() -> None:
    found = read_as(JAPANESE, "ja")
    assert [sentence.kind for sentence in found.sentences] == ["heading", *["paragraph"] * 5]
    assert len(read_as("木箱を置く。船を取る！積む。", "ja").sentences) == 3
    assert found.strange == {}
    assert spoken(found.sentences, language("ja")) == "ja"
    assert spoken(read_as(printed("de"), "ja").sentences, language("ja")) == "de"
    mixed = read_as(JAPANESE + "\nA player whose boat has 11 crates wins at once.\n", "ja")
    assert list(mixed.strange.values()) == ["en"]


def test_a_japanese_rulebook_is_compared_with_the_rules_by_characters(desk: Path) -> None:
    folder = desk / "ferry" / "text"
    (folder / "ja.glossary.csv").write_text(
        "concept,term,status,forms,note\ncrate,木箱,preferred,,\nboat,船,preferred,,\nshore,岸,preferred,,\n"
        "player,プレイヤー,preferred,,\nround,ラウンド,preferred,,\nstorm,嵐,preferred,,\nturn,手番,preferred,,\n"
        "colour,色,preferred,,\nwin,勝,preferred,,\nload,積,preferred,,\n", encoding="utf-8")
    for number, errors in (("11", set()), ("12", {"12 crate"})):
        (desk / "rules.md").write_text(JAPANESE.replace("11", number), encoding="utf-8")
        result = run("validate", str(desk / "ferry"), "--document", str(desk / "rules.md"), "--lang", "ja", "--json")
        found = json.loads(result.stdout)["findings"]
        assert {each["found"] for each in found if each["level"] == "error"} == errors
        assert [each for each in found if each["rule"] == "fluency/garbled"] == []


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def test_the_command_says_how_good_the_data_is_and_what_a_document_has_besides(desk: Path) -> None:
    result = run("document", "language", "pl")
    assert result.exit_code == 0
    assert "100%   199 of 199   numbers from 2 to 200 in words" in result.stdout
    wrong = run("document", "language", "pl", "--document", str(desk / "rules.md"))
    assert wrong.exit_code == 1
    assert "wrong: it seems to be in it" in wrong.stdout
    records = json.loads(run("document", "language", "it", "--document", str(desk / "rules.md"), "--json").stdout)["aspects"]
    assert {record["name"]: record["good"] for record in records}["the document is in this language"] == 1
    assert run("document", "language", "xx").exit_code == 2


def test_data_with_mistakes_is_told_apart_from_data_that_lacks_something(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phrases that another code has too, one with a letter of another script, and an opposite without its other half."""
    folder = languages_module._folder()
    data = (folder / "nl.toml").read_text(encoding="utf-8")
    (tmp_path / "nl.toml").write_text(data.replace('exactly = ["precies"', 'exactly = ["hoogstens"').replace(
        'always = ["altijd"]', 'always = ["аltijd"]').replace('never = ["nooit"]\n', "").replace(
        'nor = ["', 'nor = ["niet", "'), encoding="utf-8")
    for name in ("en", "de"):
        (tmp_path / f"{name}.toml").write_text((folder / f"{name}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(languages_module, "_folder", lambda: tmp_path)
    language.cache_clear()
    try:
        wrong = {aspect.name: aspect.lacking for aspect in aspects("nl") if aspect.is_mistake}
    finally:
        monkeypatch.undo()
        language.cache_clear()
    assert wrong == {"opposites with words of their own": ("always and never", "at_most and exactly"),
                     "opposites between two texts that share no phrase": ("niet (not and nor)",),
                     "words spelled with letters of the alphabet": ("аltijd",)}


def test_entries_for_the_comparison_with_an_original_are_listed_where_they_are_lacking(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = languages_module._folder()
    lines = (folder / "nl.toml").read_text(encoding="utf-8").splitlines(keepends=True)
    gone = ("upward = ", "auction = ", "horizontal = ")
    (tmp_path / "nl.toml").write_text("".join(line for line in lines if not line.startswith(gone)), encoding="utf-8")
    (tmp_path / "en.toml").write_text((folder / "en.toml").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(languages_module, "_folder", lambda: tmp_path)
    language.cache_clear()
    try:
        found = aspects("nl")
    finally:
        monkeypatch.undo()
        language.cache_clear()
    lacking = [aspect.lacking for aspect in found if aspect.lacking and not aspect.name.endswith("as other languages have")]
    assert lacking == [("upward",), ("auction",), ("horizontal",)]
    assert not any(aspect.is_mistake for aspect in found)


def test_the_data_of_a_file_is_kept_until_the_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(text: str) -> dict[str, Any]:
        asked.append(text)
        return loads(text)

    asked, loads, text = list[str](), tomllib.loads, (languages_module._folder() / "pl.toml").read_text(encoding="utf-8")
    monkeypatch.setattr(languages_module, "_store", lambda: CacheStore(tmp_path / "kept", 100))
    monkeypatch.setattr("tomllib.loads", read)
    changed = f"{text}# Changed.\n"
    data = [languages_module._data(text) for text in (text, text, changed)]
    assert data == [loads(text)] * 3
    assert asked == [text, changed]
    # The order of words decides which of two phrases counts.
    assert json.dumps(data[1]) == json.dumps(data[0])
    for kept in (tmp_path / "kept").iterdir():
        kept.write_bytes(b"damaged")
    assert languages_module._data(text) == data[0]
    assert asked == [text, changed, text]


def test_a_copied_file_that_is_not_translated_is_a_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = languages_module._folder()
    swedish = (folder / "sv.toml").read_text(encoding="utf-8")
    (tmp_path / "fi.toml").write_text(swedish.replace('stemmer = "swedish"', 'stemmer = "finnish"'), encoding="utf-8")
    for name in ("en", "sv"):
        (tmp_path / f"{name}.toml").write_text((folder / f"{name}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(languages_module, "_folder", lambda: tmp_path)
    language.cache_clear()
    try:
        wrong = [aspect.lacking for aspect in aspects("fi") if aspect.is_mistake]
    finally:
        monkeypatch.undo()
        language.cache_clear()
    assert wrong == [("100% of the small words are those of sv", "100% of the turns of phrase are those of sv",
                      "100% of the turns of phrase between two texts are those of sv")]


@pytest.mark.parametrize(("code", "word", "thing"), [
    ("de", "karawanenkarten", "card"), ("de", "karten", "card"), ("sv", "bräde", "board"),
    ("pl", "kostkami", "die"), ("es", "tablero", "board"), ("ru", "монеты", "coin")])
def test_a_form_names_its_thing(code: str, word: str, thing: str) -> None:
    assert thing in language(code).things.codes_at(word)
    assert thing not in language(code).things.codes_at("horse")
