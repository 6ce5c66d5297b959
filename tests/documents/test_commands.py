"""The day of somebody who works on a translation, at the command line."""

from __future__ import annotations

import csv
import json
import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

from ..sarif import faults
from .ferries import GAME, HERE, STATED, printed


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the game and a printed rulebook in Italian with a mistake: twelve crates for eleven."""
    shutil.copytree(GAME.parent, tmp_path / "ferry")
    (tmp_path / "rules.md").write_text(printed("it").replace("ha 11 casse", "ha 12 casse"), encoding="utf-8")
    return tmp_path


def ask(desk: Path, command: str, *arguments: str) -> Result:
    """What a command on the document says."""
    game = str(desk / "ferry")
    return CliRunner().invoke(main, [command, game, *arguments, "--document", str(desk / "rules.md"), "--lang", "it"])


def report(desk: Path, *arguments: str) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(ask(desk, "validate", "--json", *arguments).stdout)
    return found


def confirm_all(desk: Path) -> None:
    assert ask(desk, "confirm", "--at-least", "0.5").exit_code == 0
    assert ask(desk, "move", "full_boat", "12").exit_code == 0
    assert ask(desk, "move", "enough_on_shore").exit_code == 0


def test_a_mistake_is_found_accepted_and_found_again_when_it_is_another(desk: Path) -> None:
    confirm_all(desk)
    errors = [one for one in report(desk)["findings"] if one["level"] == "error"]
    assert [(one["rule"], one["clause"], one["line"], one["expected"], one["found"]) for one in errors] == [
        ("accuracy/number-substituted", "full_boat", 23, "11 crate", "12 crate")]
    assert ask(desk, "validate").exit_code == 1
    assert ask(desk, "accept", str(errors[0]["id"]), "--why", "the publisher wants twelve").exit_code == 0
    assert ask(desk, "validate").exit_code == 0
    assert "1 accepted" in ask(desk, "validate").stdout
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(text.replace("ha 12 casse", "ha 13 casse"), encoding="utf-8")
    assert ask(desk, "validate").exit_code == 1


def test_after_an_edit_the_lock_is_taken_over_and_what_changed_is_confirmed_again(desk: Path) -> None:
    confirm_all(desk)
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(text.replace("Ogni giocatore prende", "Ciascun giocatore prende").replace(
        "## La fine", "Si gioca in silenzio.\n\n## La fine"), encoding="utf-8")
    assert "boat_each" in ask(desk, "reanchor").stdout
    assert "accuracy/anchor-suspect" in {one["rule"] for one in report(desk)["findings"]}
    assert ask(desk, "confirm", "--suspects").stdout.startswith("1 confirmed")
    assert "accuracy/anchor-suspect" not in {one["rule"] for one in report(desk)["findings"]}


def test_a_clause_that_has_lost_its_sentence_ends_in_exit_code_one(desk: Path) -> None:
    confirm_all(desk)
    lines = (desk / "rules.md").read_text(encoding="utf-8").split("\n\n")
    (desk / "rules.md").write_text("\n\n".join(one for one in lines if "tempesta" not in one), encoding="utf-8")
    result = ask(desk, "reanchor", "--dry-run")
    assert result.exit_code == 1
    assert "gone: storm has no sentence any more" in result.stdout
    assert ("accuracy/clause-missing", "storm") in {(one["rule"], one["clause"]) for one in report(desk)["findings"]}


def test_a_reading_speaks_for_its_clauses_and_its_edition_is_played(desk: Path) -> None:
    confirm_all(desk)
    (desk / "ferry" / "documents" / "it.reading").write_text(
        'reading it of ferry\nedition twelve\n\ndeparts full_boat\n    "Twelve crates win."\nsilent enough_on_shore\n', "utf-8")
    (desk / "ferry" / "variants").mkdir()
    (desk / "ferry" / "variants" / "twelve.rules").write_text(
        'variant twelve of ferry\n    "With twelve"\n\nreplace end full_boat\n'
        '    "A player whose boat has twelve crates wins at once."\n    when some p in players: p.boat >= 12\n'
        '    winners p in players where p.boat >= 12\n', "utf-8")
    (desk / "ferry" / "playthroughs").mkdir()
    (desk / "ferry" / "playthroughs" / "eleven.play").write_text(
        "game ferry\nplayers Anna, Boris\n\nAnna begins\n"
        + "Anna: load 4\nBoris: load 0\n" * 2 + "Anna: load 3\nexpect over by full_boat\n", "utf-8")
    result = ask(desk, "validate", "--json", "--plays")
    found = json.loads(result.stdout)
    assert ("reading/departs", "full_boat") in {(one["rule"], one["clause"]) for one in found["findings"]}
    assert result.exit_code == 0
    assert found["plays"] == [{"departs": ["full_boat"], "causes": ["full_boat"], "playthroughs": ["eleven"],
                               "message": "by the rules `over by full_boat, won by Anna`, by the edition `the game goes on`"}]
    assert "reading/departs" not in {one["rule"] for one in report(desk, "--variant", "twelve")["findings"]}


def test_a_reading_speaks_of_several_clauses_and_rows_at_once_but_not_of_what_has_changed_or_is_gone(desk: Path) -> None:
    confirm_all(desk)
    with (desk / "ferry" / "ferry.rules").open("a", encoding="utf-8") as rules:
        rules.write('\n\ntable boat_kind\n    "The boats."\n    row punt\n        "A flat boat."\n')
    (desk / "ferry" / "documents" / "it.reading").write_text(
        'reading it of ferry\nedition none\n\ndeparts storm boat_kind.punt\n    "Otherwise."\n', "utf-8")
    said = {(one["rule"], one["clause"]) for one in report(desk)["findings"]}
    assert {("reading/departs", "storm"), ("reading/departs", "boat_kind.punt")} <= said
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(text.replace("otto giri", "nove giri"), encoding="utf-8")
    assert ("accuracy/number-changed", "error") in {(one["rule"], one["level"]) for one in report(desk)["findings"]}
    lines = text.split("\n\n")
    (desk / "rules.md").write_text("\n\n".join(one for one in lines if "tempesta" not in one), encoding="utf-8")
    assert ("accuracy/clause-missing", "storm") in {(one["rule"], one["clause"]) for one in report(desk)["findings"]}


def test_one_lock_serves_all_editions(desk: Path) -> None:
    (desk / "ferry" / "variants").mkdir()
    (desk / "ferry" / "variants" / "calm.rules").write_text(
        'variant calm of ferry\n    "No storm"\n\nreplace note boat_each\n    "Each player takes a boat of any colour."\n\n'
        'note no_storm\n    "There is no storm."\n', "utf-8")
    confirm_all(desk)
    number = str(STATED["storm"])
    ask(desk, "move", "no_storm", number, "--variant", "calm")
    ask(desk, "move", "storm", "2")
    base, calm = report(desk, "--all"), report(desk, "--variant", "calm")
    for found in (base, calm):
        assert "accuracy/anchor-outdated" not in {one["rule"] for one in found["findings"]}
    assert number not in {str(one["sentence"]) for one in base["findings"] if one["rule"] == "coverage/unclaimed"}
    rules = (desk / "ferry" / "ferry.rules").read_text(encoding="utf-8")
    (desk / "ferry" / "ferry.rules").write_text(rules.replace("note never_unloaded", "note never_taken_off"), encoding="utf-8")
    assert ("accuracy/anchor-outdated", "never_unloaded") in {(one["rule"], one["clause"]) for one in report(desk)["findings"]}


def test_a_reading_with_mistakes_is_explained(desk: Path) -> None:
    (desk / "ferry" / "documents").mkdir()
    (desk / "ferry" / "documents" / "it.reading").write_text(
        "reading it of ferry\ndeparts full_boats\nsays nothing\nsilent storm\ndeparts storm\ncontradicts play full\n", "utf-8")
    result = ask(desk, "validate")
    assert result.exit_code == 1
    assert "there is no clause `full_boats`" in result.stderr
    assert "did you mean `full_boat`?" in result.stderr
    assert "this is no line of a reading" in result.stderr
    assert "`storm` is spoken of already" in result.stderr
    assert "there is no playthrough `full`" in result.stderr
    assert "4 mistakes" in result.stderr


def test_the_page_stands_alone_and_shows_clause_wording_sentence_and_finding(desk: Path) -> None:
    confirm_all(desk)
    ask(desk, "validate", "--html", str(desk / "page.html"))
    assert not re.search(r"<td><p>[^<]*\{", (desk / "page.html").read_text(encoding="utf-8"))
    text = (desk / "page.html").read_text(encoding="utf-8")
    assert "ha 12 casse" in text
    assert "accuracy/number-substituted" in text
    assert 'id="full_boat"' in text
    assert "http" not in text


def test_sarif_names_rule_line_and_clause(desk: Path) -> None:
    confirm_all(desk)
    log = json.loads(ask(desk, "validate", "--format", "sarif").stdout)
    result = next(one for one in log["runs"][0]["results"] if one["level"] == "error")
    assert result["ruleId"] == "accuracy/number-substituted"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 23}
    assert result["locations"][0]["logicalLocations"] == [{"name": "full_boat", "kind": "clause"}]
    assert log["version"] == "2.1.0"


def test_in_sarif_a_path_is_a_reference_and_what_is_accepted_is_suppressed(desk: Path) -> None:
    confirm_all(desk)
    (error,) = [one for one in report(desk)["findings"] if one["level"] == "error"]
    ask(desk, "accept", str(error["id"]), "--why", "twelve it is")
    copy = str(shutil.copy(desk / "rules.md", desk / "rules of Èze.md"))
    arguments = ["validate", str(desk / "ferry"), "--document", copy, "--lang", "it", "--format", "sarif"]
    (run,) = json.loads(CliRunner().invoke(main, arguments).stdout)["runs"]
    (result,) = [one for one in run["results"] if one["level"] == "error"]
    assert result["suppressions"] == [{"kind": "external", "justification": "twelve it is"}]
    assert str(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]).endswith("/rules%20of%20%C3%88ze.md")
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


@pytest.mark.parametrize("how", [[], ["--all"]])
def test_the_log_is_as_the_standard_asks(desk: Path, how: list[str]) -> None:
    confirm_all(desk)
    (error,) = [one for one in report(desk)["findings"] if one["level"] == "error"]
    ask(desk, "accept", str(error["id"]), "--why", "twelve it is")
    log = json.loads(ask(desk, "validate", "--format", "sarif", *how).stdout)
    assert faults(log) == []
    assert any("suppressions" in one for one in log["runs"][0]["results"])


def test_planted_errors_are_counted(desk: Path) -> None:
    assert ask(desk, "confirm", "--at-least", "0.2").exit_code == 0
    rows = json.loads(ask(desk, "validate", "--self-test", "3", "--json").stdout)["self_test"]
    dropped = next(row for row in rows if row["operator"] == "sentence_dropped")
    assert (dropped["planted"], dropped["errors"], dropped["found"]) == (3, 3, 3)


def test_questions_are_a_table_without_words_of_the_document(desk: Path) -> None:
    confirm_all(desk)
    rows = list(csv.DictReader(StringIO(ask(desk, "questions").stdout)))
    assert not any("{" in row["question"] for row in rows)
    assert not any("{" in str(one["expected"]) for one in report(desk, "--all")["findings"])
    assert [(row["clause"], row["sentence"]) for row in rows] == [("full_boat", "12")]
    assert "casse" not in rows[0]["question"]


def test_terms_are_listed(desk: Path) -> None:
    terms = json.loads(ask(desk, "terms", "--json").stdout)
    assert terms["terms"]["boat"] == {"barca": 6}
    assert "load" not in terms["missing"]


def test_anchors_are_listed_the_least_certain_first(desk: Path) -> None:
    shown = json.loads(ask(desk, "anchor", "--json").stdout)["anchors"]
    assert [one["certainty"] for one in shown] == sorted(one["certainty"] for one in shown)
    assert {one["clause"]: one["sentences"][:1] for one in shown}["boat_each"] == [4]


@pytest.mark.parametrize(("command", "arguments", "message"), [
    ("confirm", [], "name the clauses that are right"),
    ("confirm", ["full_boats"], "did you mean `full_boat`"),
    ("move", ["full_boat", "99"], "there is no sentence 99"),
    ("move", ["example"], "name the sentences that are example"),
    ("accept", ["12345678", "--why", "x"], "`validate` finds nothing with the id 12345678"),
    ("reanchor", [], "there is no lock"),
    ("validate", ["--plays"], "--plays needs a reading that names an edition"),
    ("validate", ["--lang", "xx"], "documents in `xx` cannot be read; there is de, en, es, fr, it, ru"),
    ("terms", ["--lang", "xx"], "documents in `xx` cannot be read"),
    ("validate", ["--lock", "none.lock"], "there is no lock `none.lock`; `rulewright confirm` and `move` make one"),
    ("questions", ["--lock", "none.lock"], "there is no lock `none.lock`"),
])
def test_wrong_usage_is_explained(desk: Path, command: str, arguments: list[str], message: str) -> None:
    game = str(desk / "ferry")
    lang = [] if "--lang" in arguments else ["--lang", "it"]
    result = CliRunner().invoke(main, [command, game, *arguments, "--document", str(desk / "rules.md"), *lang])
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_without_the_packages_for_texts_it_is_said_what_to_install(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'snowballstemmer'", name="snowballstemmer")

    monkeypatch.setattr("rulewright.cli.documents.document.document", missing)
    result = ask(desk, "validate")
    assert result.exit_code == 1
    assert "pip install 'rulewright[texts]'" in result.stderr


@pytest.mark.parametrize(("content", "message"), [
    (b"\xff\xfe\x00", "is not text in UTF-8"),
    (b"\x00\x01 casse\n", "is not text: it has zero bytes"),
    (b"", "has no sentence"),
    (b"\n---\n  \n", "has no sentence"),
    (printed("de").encode(), "seems to be in `de`, and not in `it`"),
])
def test_a_document_that_is_no_text_is_told(desk: Path, content: bytes, message: str) -> None:
    (desk / "rules.md").write_bytes(content)
    result = ask(desk, "validate")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


@pytest.mark.parametrize(("ending", "content", "message"), [
    ("lock", '{"lock": 1, "game": "chess", "language": "it"}', "this is a lock of `chess` in `it`, not of `ferry` in `it`"),
    ("lock", '{"lock": 1, "game": "ferry", "language": "fr"}', "this is a lock of `ferry` in `fr`, not of `ferry` in `it`"),
    ("reading", "reading it of chess\nsilent check", "this is a reading of `chess` in `it`, not of `ferry` in `it`"),
    ("lock", "rubbish", "this is not JSON"),
    ("accepted", '{"finding": 1}', "this is no accepted finding"),
])
def test_a_file_of_another_document_is_refused(desk: Path, ending: str, content: str, message: str) -> None:
    (desk / "ferry" / "documents").mkdir()
    (desk / "ferry" / "documents" / f"it.{ending}").write_text(content + "\n", encoding="utf-8")
    result = ask(desk, "validate")
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_clause_whose_sentence_is_gone_stays_an_error_until_somebody_says_where_it_is(desk: Path) -> None:
    confirm_all(desk)
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text("\n\n".join(one for one in text.split("\n\n") if "tempesta" not in one), encoding="utf-8")
    assert "gone: storm has no sentence any more; it stood behind line 23" in ask(desk, "reanchor").stdout
    for _ in range(2):
        assert [(one["rule"], one["clause"], one["line"]) for one in report(desk)["findings"] if one["clause"] == "storm"] == [
            ("accuracy/clause-missing", "storm", 23)]
        assert ask(desk, "confirm", "load").exit_code == 0
    assert "its sentence is gone, it stood behind line 23; perhaps " in ask(desk, "anchor").stdout
    assert "no sentence is found for storm" in ask(desk, "confirm", "storm").stderr
    (desk / "rules.md").write_text(text, encoding="utf-8")
    assert not [one for one in report(desk)["findings"] if one["clause"] == "storm"], "it is there again"
    (desk / "rules.md").write_text(text.replace("tempesta", "fine").replace("otto giri", "un pezzo"), encoding="utf-8")
    assert ask(desk, "move", "storm").exit_code == 0
    assert not [one for one in report(desk)["findings"] if one["clause"] == "storm"]


@pytest.mark.parametrize("locked", [True, False])
def test_another_number_than_that_of_a_constant_that_a_clause_uses_is_an_error(desk: Path, locked: bool) -> None:
    rules = (desk / "ferry" / "ferry.rules").read_text(encoding="utf-8")
    rules = rules.replace("boat has {crates_to_win} crates wins", "boat is full wins")
    (desk / "ferry" / "ferry.rules").write_text(rules, encoding="utf-8")
    if locked:
        confirm_all(desk)
    text = (desk / "rules.md").read_text(encoding="utf-8").replace("casse (non 11)", "casse")
    for number, found in (("12", [("accuracy/number-substituted", "11 crate", "12 crate")]), ("11", []), ("le", [])):
        (desk / "rules.md").write_text(text.replace("ha 12 casse", f"ha {number} casse"), encoding="utf-8")
        assert [(one["rule"], one["expected"], one["found"]) for one in report(desk)["findings"]
                if one["clause"] == "full_boat" and one["level"] == "error" and "changed" not in str(one["rule"])] == found


def test_one_mistake_is_one_finding(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it"), encoding="utf-8")
    confirm_all(desk)
    ask(desk, "move", "three_boats", "12", "15")
    for old, new, found in (
            ("ha 11 casse", "ha 12 casse", [("accuracy/number-substituted", "full_boat")]),
            ("Ogni giocatore prende una barca di un colore.", "Each player takes a boat of one colour.",
             [("accuracy/untranslated", "boat_each")]),
            ("Ogni giocatore prende", "Ogni giocatore sempre prende", [("accuracy/turn-changed", "boat_each")]),
            ("2 dadi.", "3 dadi.", [("accuracy/number-substituted", "turn_of")]),
            ("non può esserne tolta", "può esserne tolta", [("accuracy/contradiction", "never_unloaded")]),
            ("In tre giocatori vince una barca con 7 casse (non 11).\n", "", [("accuracy/clause-missing", "three_boats")]),
            ("Quante casse", "Quante casse due volte", [("accuracy/number-changed", "loading")])):
        assert old in printed("it")
        (desk / "rules.md").write_text(printed("it").replace(old, new), encoding="utf-8")
        assert [(one["rule"], one["clause"]) for one in report(desk)["findings"] if one["level"] != "note"] == found


def test_a_game_without_a_glossary_in_the_language_says_so_first_and_is_certain_of_nothing(desk: Path) -> None:
    (desk / "ferry" / "text" / "it.glossary.csv").unlink()
    said = "warning: the game has no glossary in `it` (`text/it.glossary.csv` beside the rulebook) and no texts"
    for command in ("validate", "anchor", "questions"):
        assert ask(desk, command).stderr.startswith(said)
    nowhere = [one for one in json.loads(ask(desk, "anchor", "--json").stdout)["anchors"] if not one["sentences"]]
    assert nowhere
    assert {one["certainty"] for one in nowhere} == {0.0}
    assert len(json.loads(ask(desk, "validate", "--json").stdout)["cautions"]) == 1


def test_a_clause_with_too_little_to_go_by_is_shown_where_it_perhaps_is(desk: Path) -> None:
    text = (desk / "rules.md").read_text(encoding="utf-8").replace("la tempesta", "la fine").replace("otto giri", "un pezzo")
    (desk / "rules.md").write_text(text.replace("con più casse", "migliore"), encoding="utf-8")
    (storm,) = [one for one in json.loads(ask(desk, "anchor", "--json").stdout)["anchors"] if one["clause"] == "storm"]
    assert (storm["sentences"], storm["certainty"]) == ([], 0.0)
    shown = ask(desk, "anchor").stdout
    assert f"storm  ->  no sentence; perhaps {storm['perhaps'][0]}" in shown
    assert "no sentence is found for storm" in ask(desk, "confirm", "storm").stderr


def test_only_the_likeliest_sentence_is_confirmed_and_an_error_stays_one(desk: Path) -> None:
    text = printed("it").replace("ha 11 casse", "ha 12 casse") + "\nUna barca con 11 casse è piena.\n"
    (desk / "rules.md").write_text(text, encoding="utf-8")
    anchors = json.loads(ask(desk, "anchor", "--json").stdout)["anchors"]
    assert any(len(one["sentences"]) > 1 for one in anchors)
    assert ask(desk, "confirm", "--at-least", "0.2").exit_code == 0
    kept = json.loads(ask(desk, "anchor", "--all", "--json").stdout)["anchors"]
    assert {len(one["sentences"]) for one in kept if one["confirmed"]} == {1}


def test_a_guess_that_is_confirmed_is_told(desk: Path) -> None:
    lines = printed("it").split("\n\n")
    (desk / "rules.md").write_text("\n\n".join([*lines[:4], *[lines[3]] * 3, *lines[4:]]), encoding="utf-8")
    anchors = {one["clause"]: one for one in json.loads(ask(desk, "anchor", "--json").stdout)["anchors"]}
    guess = min(anchors, key=lambda id: (not anchors[id]["sentences"], anchors[id]["certainty"]))
    sure = max(anchors, key=lambda id: anchors[id]["certainty"])
    assert anchors[guess]["certainty"] < 0.5 < anchors[sure]["certainty"]
    told = ask(desk, "confirm", guess, sure).stderr
    assert f"`{guess}` is stated by sentence {anchors[guess]['sentences'][0]} (line {anchors[guess]['lines'][0]}) now" in told
    assert f"`{sure}`" not in told
    assert ask(desk, "confirm", guess).stderr == ""


def test_a_lock_of_the_game_under_another_name_is_told(desk: Path) -> None:
    confirm_all(desk)
    documents = desk / "ferry" / "documents"
    (documents / "it.lock").rename(documents / "boat.it.lock")
    assert "under another name than `it.lock`" in ask(desk, "validate").stderr
    (documents / "boat.it.lock").rename(documents / "it.lock")
    assert "under another name" not in ask(desk, "validate").stderr


def test_what_is_marked_and_changed_and_what_is_new_are_told(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it") + "\nSi veda come carica il Nero.\n", encoding="utf-8")
    confirm_all(desk)
    ask(desk, "move", "advice", "16")
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(text.replace("il Nero", "il Bianco") + "\nUna barca può affondare.\n", encoding="utf-8")
    told = ("accuracy/anchor-suspect", "the sentence has changed since it was marked as advice", "warning")
    new = ("coverage/unclaimed", "no clause claims this sentence, and it was not there when the document was confirmed",
           "warning")
    assert {told, new} <= {(one["rule"], one["message"], one["level"]) for one in report(desk)["findings"]}
    assert "nothing claims 17 (line 34): Una barca" in ask(desk, "anchor").stdout
    assert ask(desk, "reanchor").exit_code == 0
    assert told in {(one["rule"], one["message"], one["level"]) for one in report(desk)["findings"]}
    assert ask(desk, "confirm", "--suspects").stdout.startswith("1 confirmed")
    assert told not in {(one["rule"], one["message"], one["level"]) for one in report(desk)["findings"]}


def test_a_constant_can_be_given_a_sentence_of_its_own(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it") + "\nLa tempesta dura otto giri.\n", encoding="utf-8")
    confirm_all(desk)
    assert ask(desk, "move", "storm_rounds", "16").exit_code == 0
    assert [one for one in report(desk)["findings"] if one["level"] == "error"] == []
    text = (desk / "rules.md").read_text(encoding="utf-8").replace("dura otto", "dura nove")
    (desk / "rules.md").write_text(text, encoding="utf-8")
    assert [(one["rule"], one["clause"]) for one in report(desk)["findings"] if one["level"] == "error"] == [
        ("accuracy/number-substituted", "storm_rounds")]
    assert "there is no clause `storms`" in ask(desk, "move", "storms", "16").stderr


def test_a_page_is_not_written_over_the_document(desk: Path) -> None:
    before = (desk / "rules.md").read_bytes()
    result = ask(desk, "validate", "--html", str(desk / "rules.md"))
    assert (result.exit_code, (desk / "rules.md").read_bytes()) == (2, before)
    assert "is there already, and is no page that `validate` made" in " ".join(result.stderr.split())


def test_a_page_is_written_over_an_older_one_only(desk: Path) -> None:
    other = desk / "other.html"
    other.write_text("<!doctype html>\n", encoding="utf-8")
    assert ask(desk, "validate", "--html", str(other)).exit_code == 2
    assert other.read_text(encoding="utf-8") == "<!doctype html>\n"
    made = desk / "made.html"
    for _ in range(2):
        assert ask(desk, "validate", "--html", str(made)).exit_code < 2


def test_numbers_of_sections_for_other_players_are_not_asked_for(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it").replace("# Il traghetto", "# Il traghetto per 2 giocatori"), encoding="utf-8")
    confirm_all(desk)
    for players in ("2", "3"):
        assert [one for one in report(desk, "--players", players)["findings"] if one["level"] == "error"] == []


def test_a_warning_without_a_line_is_printed_beside_notes_that_say_the_same(desk: Path) -> None:
    (desk / "ferry" / "text" / "it.glossary.csv").unlink()
    found = [one for one in report(desk)["findings"] if one["level"] == "warning"]
    printed_lines = ask(desk, "validate").stdout
    assert found
    assert all(str(one["id"]) in printed_lines for one in found)


def test_without_the_english_glossary_it_is_said_that_no_concept_is_known(desk: Path) -> None:
    (desk / "ferry" / "text" / "en.glossary.csv").unlink()
    assert ask(desk, "validate").stderr.startswith("warning: the game has no glossary in `en`")


def test_rulebooks_that_share_a_folder_have_locks_of_their_own(desk: Path) -> None:
    rules = GAME.read_text(encoding="utf-8").replace("rulebook ferry", "rulebook raft")
    (desk / "ferry" / "raft.rules").write_text(rules, encoding="utf-8")
    arguments = ["--document", str(desk / "rules.md"), "--lang", "it"]
    confirmed = CliRunner().invoke(main, ["confirm", str(desk / "ferry" / "raft.rules"), "storm", *arguments])
    assert confirmed.exit_code == 0
    assert ask(desk, "confirm", "storm").exit_code == 0
    assert sorted(path.name for path in (desk / "ferry" / "documents").iterdir()) == ["it.lock", "raft.it.lock"]


def test_what_is_accepted_is_told_with_its_reason_and_counts_as_no_error(desk: Path) -> None:
    confirm_all(desk)
    error = next(one for one in report(desk)["findings"] if one["level"] == "error")
    assert ask(desk, "accept", str(error["id"]), "--why", "twelve it is").exit_code == 0
    result = ask(desk, "validate", "--all")
    assert (result.exit_code, result.stdout.splitlines()[-1].partition(",")[0]) == (0, "0 errors")
    page = ask(desk, "validate", "--format", "html").stdout
    assert "<h2>Accepted</h2>" in page
    assert "twelve it is" in page
    line = next(line for line in result.stdout.splitlines() if str(error["id"]) in line)
    assert ":23: accepted error: full_boat: the rules state 11 crates, and here it is 12" in line
    assert line.endswith("(twelve it is)")
    assert [one["why"] for one in report(desk)["accepted"]] == ["twelve it is"]


def test_a_lock_of_another_text_is_told(desk: Path) -> None:
    confirm_all(desk)
    (desk / "rules.md").write_text("# Un altro gioco\n\n" + "Si pesca una carta e si scarta.\n\n" * 9, encoding="utf-8")
    assert "perhaps it is the lock of another document" in ask(desk, "validate").stderr


def test_files_are_taken_from_a_lock_of_another_name(desk: Path) -> None:
    assert ask(desk, "confirm", "storm", "--lock", str(desk / "second.lock")).exit_code == 0
    assert (desk / "second.lock").is_file()
    assert not (desk / "ferry" / "documents").exists()
    assert HERE.is_dir()


def test_a_lock_is_not_taken_over_to_another_document_unless_it_is_forced(desk: Path) -> None:
    confirm_all(desk)
    lock = desk / "ferry" / "documents" / "it.lock"
    before = lock.read_bytes()
    text = "# Il gatto\n\nIl gatto dorme sul tetto della casa.\n\nLa notte non piove mai.\n"
    (desk / "rules.md").write_text(text, encoding="utf-8")
    refused = ask(desk, "reanchor")
    assert (refused.exit_code, lock.read_bytes()) == (2, before)
    assert "most of its sentences are not in" in refused.stderr
    assert ask(desk, "reanchor", "--dry-run").exit_code == 1
    assert lock.read_bytes() == before
    assert ask(desk, "reanchor", "--force").exit_code == 1
    assert lock.read_bytes() != before


def test_a_document_is_held_against_rules_for_players_that_there_can_be_and_not_written_over(desk: Path) -> None:
    refused = ask(desk, "validate", "--players", "9")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "ferry is for 2, 3 players, not 9" in refused.stderr
    before = (desk / "rules.md").read_bytes()
    assert ask(desk, "questions", "--output", str(desk / "rules.md"), "--force").exit_code == 2
    assert (desk / "rules.md").read_bytes() == before


def test_the_self_test_can_drop_a_sentence_of_a_document_that_ends_with_a_heading(desk: Path) -> None:
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(f"{text}\n# Buona fortuna\n", encoding="utf-8")
    result = ask(desk, "validate", "--self-test", "3")
    assert (result.exit_code, result.exception) == (0, None)
