"""What is told of a document, and in which forms: pages, logs for code hosts, tables."""

from __future__ import annotations

import csv
import json
import re
import shutil
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

from ....sarif import faults
from ..desk import ask, confirm_all, report


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
    result = next(record for record in log["runs"][0]["results"] if record["level"] == "error")
    assert result["ruleId"] == "accuracy/number-substituted"
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 23, "startColumn": 1}
    assert result["locations"][0]["logicalLocations"] == [{"name": "full_boat", "kind": "clause"}]
    assert log["version"] == "2.1.0"


def test_in_sarif_a_path_is_a_reference_and_what_is_accepted_is_suppressed(desk: Path) -> None:
    confirm_all(desk)
    (error,) = [record for record in report(desk)["findings"] if record["level"] == "error"]
    ask(desk, "document accept", str(error["id"]), "--reason", "twelve it is")
    copy = str(shutil.copy(desk / "rules.md", desk / "rules of Èze.md"))
    arguments = ["validate", str(desk / "ferry"), "--document", copy, "--lang", "it", "--format", "sarif"]
    (run,) = json.loads(CliRunner().invoke(main, arguments).stdout)["runs"]
    (result,) = [record for record in run["results"] if record["level"] == "error"]
    assert result["suppressions"] == [{"kind": "external", "justification": "twelve it is"}]
    assert str(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]).endswith("/rules%20of%20%C3%88ze.md")
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


@pytest.mark.parametrize("how", [[], ["--all"]])
def test_the_log_is_as_the_standard_asks(desk: Path, how: list[str]) -> None:
    confirm_all(desk)
    (error,) = [record for record in report(desk)["findings"] if record["level"] == "error"]
    ask(desk, "document accept", str(error["id"]), "--reason", "twelve it is")
    log = json.loads(ask(desk, "validate", "--format", "sarif", *how).stdout)
    assert faults(log) == []
    assert any("suppressions" in record for record in log["runs"][0]["results"])


def test_planted_errors_are_counted(desk: Path) -> None:
    assert ask(desk, "document confirm", "--min-score", "0.2").exit_code == 0
    rows = json.loads(ask(desk, "validate", "--self-test", "3", "--json").stdout)["self_test"]
    dropped = next(row for row in rows if row["operator"] == "sentence_dropped")
    assert (dropped["planted"], dropped["errors"], dropped["found"]) == (3, 3, 3)


def test_questions_are_a_table_without_words_of_the_document(desk: Path) -> None:
    confirm_all(desk)
    rows = list(csv.DictReader(StringIO(ask(desk, "document questions").stdout)))
    assert not any("{" in row["question"] for row in rows)
    assert not any("{" in str(record["expected"]) for record in report(desk, "--all")["findings"])
    assert [(row["clause"], row["sentence"]) for row in rows] == [("full_boat", "12")]
    assert "casse" not in rows[0]["question"]


def test_terms_are_listed(desk: Path) -> None:
    terms = json.loads(ask(desk, "document terms", "--json").stdout)
    assert terms["terms"]["boat"] == {"barca": 6}
    assert "load" not in terms["missing"]


def test_anchors_are_listed_the_least_certain_first(desk: Path) -> None:
    shown = json.loads(ask(desk, "document align", "--json").stdout)["anchors"]
    assert [record["certainty"] for record in shown] == sorted(record["certainty"] for record in shown)
    assert {record["clause"]: record["sentences"][:1] for record in shown}["boat_each"] == [4]


def test_a_page_is_not_written_over_the_document(desk: Path) -> None:
    before = (desk / "rules.md").read_bytes()
    result = ask(desk, "validate", "--html", str(desk / "rules.md"))
    assert (result.exit_code, (desk / "rules.md").read_bytes()) == (2, before)
    assert "exists already and was not written by `validate`" in " ".join(result.stderr.split())


def test_a_page_is_written_over_an_older_one_only(desk: Path) -> None:
    other = desk / "other.html"
    other.write_text("<!doctype html>\n", encoding="utf-8")
    assert ask(desk, "validate", "--html", str(other)).exit_code == 2
    assert other.read_text(encoding="utf-8") == "<!doctype html>\n"
    made = desk / "made.html"
    for _ in range(2):
        assert ask(desk, "validate", "--html", str(made)).exit_code < 2


def test_a_warning_without_a_line_is_printed_beside_notes_that_say_the_same(desk: Path) -> None:
    (desk / "ferry" / "text" / "it.glossary.csv").unlink()
    found = [record for record in report(desk)["findings"] if record["level"] == "warning"]
    printed_lines = ask(desk, "validate").stdout
    assert found
    assert all(str(record["id"]) in printed_lines for record in found)


def test_what_is_accepted_is_told_with_its_reason_and_counts_as_no_error(desk: Path) -> None:
    confirm_all(desk)
    error = next(record for record in report(desk)["findings"] if record["level"] == "error")
    assert ask(desk, "document accept", str(error["id"]), "--reason", "twelve it is").exit_code == 0
    result = ask(desk, "validate", "--all")
    assert (result.exit_code, result.stdout.splitlines()[-1].partition(",")[0]) == (0, "0 errors")
    page = ask(desk, "validate", "--format", "html").stdout
    assert "<h2>Accepted</h2>" in page
    assert "twelve it is" in page
    line = next(line for line in result.stdout.splitlines() if str(error["id"]) in line)
    assert ":23: accepted error: full_boat: the rules state 11 crates, and this sentence says 12" in line
    assert line.endswith("(twelve it is)")
    assert [record["why"] for record in report(desk)["accepted"]] == ["twelve it is"]


def test_every_link_of_the_page_leads_somewhere_and_levels_and_places_are_said_in_words(desk: Path) -> None:
    confirm_all(desk)
    terms = desk / "ferry" / "text" / "it.glossary.csv"
    terms.write_text(terms.read_text(encoding="utf-8") + "river,traghetto,forbidden,,\n", encoding="utf-8")
    error = next(record for record in report(desk)["findings"] if record["level"] == "error")
    ask(desk, "document accept", str(error["id"]), "--reason", "twelve it is")
    page = ask(desk, "validate", "--format", "html").stdout
    ids = re.findall(' id="([^"]+)"', page)
    assert set(re.findall("""href=["']#([^"']+)""", page)) <= set(ids)
    assert len(ids) == len(set(ids))
    assert all(level == said for level, said in re.findall('<li class="([a-z]+)"><small>([a-z]+)</small>', page))
    assert page.count('<li class="') == len(re.findall('<li class="[a-z]+"><small>', page)) > 1
    assert "terminology/forbidden" in page, "in a heading"
    assert "<small>1 <span>line 1</span></small>" in page


STONES = """rulebook stones
    players 2
state
    n: 0..9 = 9
    turn: player = P1

play
    repeat
        take_one(turn)
        turn becomes next(turn)
        check over

rule take_one(p: player)
    "A player takes 1 or 2 stones."
    choose taking by p
        move "take {k}" for k in 1..2
            n loses k

example example_first from "playthroughs/first.play"
    "The first player takes two stones."

end over
    "The player who takes the last stone wins."
    when n = 0
    winners p in players where p != turn
"""


def test_an_example_stands_with_its_positions_beside_the_sentence_that_tells_of_it(tmp_path: Path) -> None:
    (tmp_path / "stones" / "playthroughs").mkdir(parents=True)
    (tmp_path / "stones" / "stones.rules").write_text(STONES)
    (tmp_path / "stones" / "playthroughs" / "first.play").write_text("game stones\nP1: take 2\n")
    document, page = tmp_path / "rules.md", tmp_path / "page.html"
    document.write_text("Un giocatore prende 1 o 2 pietre.\n\nPer esempio: il primo prende due pietre.\n", encoding="utf-8")
    common = [str(tmp_path / "stones"), "--document", str(document), "--lang", "it"]
    marked = CliRunner().invoke(main, ["document", "assign", common[0], "example", "2", "--play", "first", *common[1:]])
    assert marked.exit_code == 0, marked.output
    CliRunner().invoke(main, ["validate", *common, "--html", str(page)])
    (row,) = re.findall(r'(?s)<tbody class="title example" id="example_first">.*?</tbody>', page.read_text(encoding="utf-8"))
    assert row.count("<svg") == 2
    assert "n: 9" in row
    assert "n: 7" in row
    assert "Per esempio: il primo prende due pietre." in row
