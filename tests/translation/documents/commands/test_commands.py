"""The day of somebody who works on a translation, at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ..desk import ask, confirm_all, report
from ..ferries import STATED, printed


def test_a_mistake_is_found_accepted_and_found_again_when_it_is_another(desk: Path) -> None:
    confirm_all(desk)
    errors = [record for record in report(desk)["findings"] if record["level"] == "error"]
    assert [(error["rule"], error["clause"], error["line"], error["expected"], error["found"]) for error in errors] == [
        ("accuracy/number-substituted", "full_boat", 23, "11 crate", "12 crate")]
    assert ask(desk, "validate").exit_code == 1
    assert ask(desk, "document accept", str(errors[0]["id"]), "--reason", "the publisher wants twelve").exit_code == 0
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
    assert "boat_each" in ask(desk, "document update").stdout
    assert "accuracy/anchor-suspect" in {record["rule"] for record in report(desk)["findings"]}
    assert ask(desk, "document confirm", "--changed").stdout.startswith("1 confirmed")
    assert "accuracy/anchor-suspect" not in {record["rule"] for record in report(desk)["findings"]}


def test_a_clause_that_has_lost_its_sentence_ends_in_exit_code_one(desk: Path) -> None:
    confirm_all(desk)
    lines = (desk / "rules.md").read_text(encoding="utf-8").split("\n\n")
    (desk / "rules.md").write_text("\n\n".join(line for line in lines if "tempesta" not in line), encoding="utf-8")
    result = ask(desk, "document update", "--dry-run")
    assert result.exit_code == 1
    assert "gone: storm has no sentence any more" in result.stdout
    assert ("accuracy/clause-missing", "storm") in {(record["rule"], record["clause"]) for record in report(desk)["findings"]}


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
    result = ask(desk, "validate", "--json", "--editions")
    found = json.loads(result.stdout)
    assert ("reading/departs", "full_boat") in {(record["rule"], record["clause"]) for record in found["findings"]}
    assert result.exit_code == 0
    assert found["plays"] == [{"departs": ["full_boat"], "causes": ["full_boat"], "playthroughs": ["eleven"],
                               "message": "by the rules `over by full_boat, won by Anna`, by the edition `the game goes on`"}]
    assert "reading/departs" not in {record["rule"] for record in report(desk, "--variant", "twelve")["findings"]}


def test_a_reading_speaks_of_several_clauses_and_rows_at_once_but_not_of_what_has_changed_or_is_gone(desk: Path) -> None:
    confirm_all(desk)
    with (desk / "ferry" / "ferry.rules").open("a", encoding="utf-8") as rules:
        rules.write('\n\ntable boat_kind\n    "The boats."\n    row punt\n        "A flat boat."\n')
    (desk / "ferry" / "documents" / "it.reading").write_text(
        'reading it of ferry\nedition none\n\ndeparts storm boat_kind.punt\n    "Otherwise."\n', "utf-8")
    said = {(record["rule"], record["clause"]) for record in report(desk)["findings"]}
    assert {("reading/departs", "storm"), ("reading/departs", "boat_kind.punt")} <= said
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(text.replace("otto giri", "nove giri"), encoding="utf-8")
    assert ("accuracy/number-changed", "error") in {(record["rule"], record["level"]) for record in report(desk)["findings"]}
    lines = text.split("\n\n")
    (desk / "rules.md").write_text("\n\n".join(line for line in lines if "tempesta" not in line), encoding="utf-8")
    assert ("accuracy/clause-missing", "storm") in {(record["rule"], record["clause"]) for record in report(desk)["findings"]}


def test_one_lock_serves_all_editions(desk: Path) -> None:
    (desk / "ferry" / "variants").mkdir()
    (desk / "ferry" / "variants" / "calm.rules").write_text(
        'variant calm of ferry\n    "No storm"\n\nreplace note boat_each\n    "Each player takes a boat of any colour."\n\n'
        'note no_storm\n    "There is no storm."\n', "utf-8")
    confirm_all(desk)
    number = str(STATED["storm"])
    ask(desk, "document assign", "no_storm", number, "--variant", "calm")
    ask(desk, "document assign", "storm", "2")
    base, calm = report(desk, "--all"), report(desk, "--variant", "calm")
    for found in (base, calm):
        assert "accuracy/anchor-outdated" not in {record["rule"] for record in found["findings"]}
    assert number not in {str(record["sentence"]) for record in base["findings"] if record["rule"] == "coverage/unclaimed"}
    rules = (desk / "ferry" / "ferry.rules").read_text(encoding="utf-8")
    (desk / "ferry" / "ferry.rules").write_text(rules.replace("note never_unloaded", "note never_taken_off"), encoding="utf-8")
    assert ("accuracy/anchor-outdated", "never_unloaded") in {
        (record["rule"], record["clause"]) for record in report(desk)["findings"]
    }


def test_a_reading_with_mistakes_is_explained(desk: Path) -> None:
    (desk / "ferry" / "documents").mkdir()
    (desk / "ferry" / "documents" / "it.reading").write_text(
        "reading it of ferry\ndeparts full_boats\nsays nothing\nsilent storm\ndeparts storm\ncontradicts play full\n", "utf-8")
    result = ask(desk, "validate")
    assert result.exit_code == 1
    assert "there is no clause `full_boats`" in result.stderr
    assert "did you mean `full_boat`?" in result.stderr
    assert "this is not a line of a reading" in result.stderr
    assert "`storm` has a line already" in result.stderr
    assert "there is no playthrough `full`" in result.stderr
    assert "4 mistakes" in result.stderr


def test_a_clause_whose_sentence_is_gone_stays_an_error_until_somebody_says_where_it_is(desk: Path) -> None:
    confirm_all(desk)
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text("\n\n".join(word for word in text.split("\n\n") if "tempesta" not in word), encoding="utf-8")
    assert "gone: storm has no sentence any more; it stood behind line 23" in ask(desk, "document update").stdout
    for _ in range(2):
        assert [
            (record["rule"], record["clause"], record["line"])
            for record in report(desk)["findings"]
            if record["clause"] == "storm"
        ] == [("accuracy/clause-missing", "storm", 23)]
        assert ask(desk, "document confirm", "load").exit_code == 0
    assert "its sentence is gone, it stood behind line 23; perhaps " in ask(desk, "document align").stdout
    assert "no sentence states storm" in ask(desk, "document confirm", "storm").stderr
    (desk / "rules.md").write_text(text, encoding="utf-8")
    assert not [record for record in report(desk)["findings"] if record["clause"] == "storm"], "it is there again"
    (desk / "rules.md").write_text(text.replace("tempesta", "fine").replace("otto giri", "un pezzo"), encoding="utf-8")
    assert ask(desk, "document assign", "storm").exit_code == 0
    assert not [record for record in report(desk)["findings"] if record["clause"] == "storm"]


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
        assert [
            (record["rule"], record["expected"], record["found"])
            for record in report(desk)["findings"]
            if record["clause"] == "full_boat" and record["level"] == "error" and "changed" not in str(record["rule"])
        ] == found


def test_one_mistake_is_one_finding(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it"), encoding="utf-8")
    confirm_all(desk)
    ask(desk, "document assign", "three_boats", "12", "15")
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
        assert [(record["rule"], record["clause"]) for record in report(desk)["findings"] if record["level"] != "note"] == found


def test_a_clause_with_too_little_to_go_by_is_shown_where_it_perhaps_is(desk: Path) -> None:
    text = (desk / "rules.md").read_text(encoding="utf-8").replace("la tempesta", "la fine").replace("otto giri", "un pezzo")
    (desk / "rules.md").write_text(text.replace("con più casse", "migliore"), encoding="utf-8")
    anchors = json.loads(ask(desk, "document align", "--json").stdout)["anchors"]
    (storm,) = [record for record in anchors if record["clause"] == "storm"]
    assert (storm["sentences"], storm["certainty"]) == ([], 0.0)
    shown = ask(desk, "document align").stdout
    assert f"storm  ->  no sentence; perhaps {storm['perhaps'][0]}" in shown
    assert "no sentence states storm" in ask(desk, "document confirm", "storm").stderr


def test_only_the_likeliest_sentence_is_confirmed_and_an_error_stays_one(desk: Path) -> None:
    text = printed("it").replace("ha 11 casse", "ha 12 casse") + "\nUna barca con 11 casse è piena.\n"
    (desk / "rules.md").write_text(text, encoding="utf-8")
    anchors = json.loads(ask(desk, "document align", "--json").stdout)["anchors"]
    assert any(len(anchor["sentences"]) > 1 for anchor in anchors)
    assert ask(desk, "document confirm", "--min-score", "0.2").exit_code == 0
    kept = json.loads(ask(desk, "document align", "--all", "--json").stdout)["anchors"]
    assert {len(record["sentences"]) for record in kept if record["confirmed"]} == {1}


def test_a_guess_that_is_confirmed_is_told(desk: Path) -> None:
    lines = printed("it").split("\n\n")
    (desk / "rules.md").write_text("\n\n".join([*lines[:4], *[lines[3]] * 3, *lines[4:]]), encoding="utf-8")
    anchors = {record["clause"]: record for record in json.loads(ask(desk, "document align", "--json").stdout)["anchors"]}
    guess = min(anchors, key=lambda id: (not anchors[id]["sentences"], anchors[id]["certainty"]))
    sure = max(anchors, key=lambda id: anchors[id]["certainty"])
    assert anchors[guess]["certainty"] < 0.5 < anchors[sure]["certainty"]
    message = ask(desk, "document confirm", guess, sure).stderr
    sentence, line = anchors[guess]["sentences"][0], anchors[guess]["lines"][0]
    assert f"`{guess}` is now confirmed in sentence {sentence} (line {line})" in message
    assert f"`{sure}`" not in message
    assert ask(desk, "document confirm", guess).stderr == ""


def test_what_is_marked_and_changed_and_what_is_new_are_told(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it") + "\nSi veda come carica il Nero.\n", encoding="utf-8")
    confirm_all(desk)
    ask(desk, "document assign", "advice", "16")
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(text.replace("il Nero", "il Bianco") + "\nUna barca può affondare.\n", encoding="utf-8")
    told = ("accuracy/anchor-suspect", "the sentence has changed since a person marked it as advice", "warning")
    new = ("coverage/unclaimed", "no clause claims this sentence, and it was not there when a person confirmed the document",
           "warning")
    assert {told, new} <= {(record["rule"], record["message"], record["level"]) for record in report(desk)["findings"]}
    assert "nothing claims 17 (line 34): Una barca" in ask(desk, "document align").stdout
    assert ask(desk, "document update").exit_code == 0
    assert told in {(record["rule"], record["message"], record["level"]) for record in report(desk)["findings"]}
    assert ask(desk, "document confirm", "--changed").stdout.startswith("1 confirmed")
    assert told not in {(record["rule"], record["message"], record["level"]) for record in report(desk)["findings"]}


def test_a_constant_can_be_given_a_sentence_of_its_own(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it") + "\nLa tempesta dura otto giri.\n", encoding="utf-8")
    confirm_all(desk)
    assert ask(desk, "document assign", "storm_rounds", "16").exit_code == 0
    assert [record for record in report(desk)["findings"] if record["level"] == "error"] == []
    text = (desk / "rules.md").read_text(encoding="utf-8").replace("dura otto", "dura nove")
    (desk / "rules.md").write_text(text, encoding="utf-8")
    assert [(record["rule"], record["clause"]) for record in report(desk)["findings"] if record["level"] == "error"] == [
        ("accuracy/number-substituted", "storm_rounds")]
    assert "there is no clause `storms`" in ask(desk, "document assign", "storms", "16").stderr


def test_numbers_of_sections_for_other_players_are_not_asked_for(desk: Path) -> None:
    (desk / "rules.md").write_text(printed("it").replace("# Il traghetto", "# Il traghetto per 2 giocatori"), encoding="utf-8")
    confirm_all(desk)
    for players in ("2", "3"):
        assert [record for record in report(desk, "--players", players)["findings"] if record["level"] == "error"] == []


def test_a_sentence_with_an_open_finding_is_not_confirmed_until_the_finding_is_accepted(desk: Path) -> None:
    error = next(finding for finding in report(desk)["findings"] if finding["rule"] == "accuracy/number-substituted")
    refused = ask(desk, "document confirm", "full_boat")
    assert refused.exit_code == 2
    assert f"`full_boat` cannot be confirmed, because its sentence has an open finding: {error['message']}" in refused.stderr
    assert not (desk / "ferry" / "documents" / "it.lock").exists()
    assert f"not confirmed: full_boat, because of an open finding: {error['message']}" in ask(
        desk, "document confirm", "--min-score", "0.1").stderr
    assert error["id"] in {finding["id"] for finding in report(desk)["findings"]}
    assert ask(desk, "document accept", str(error["id"]), "--reason", "as in the errata").exit_code == 0
    assert ask(desk, "document confirm", "full_boat").exit_code == 0
