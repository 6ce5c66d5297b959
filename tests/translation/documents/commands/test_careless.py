"""What somebody meets who asks for what cannot be, at the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

from ..desk import ask, confirm_all
from ..ferries import GAME, HERE, printed


@pytest.mark.parametrize(("command", "arguments", "message"), [
    ("document confirm", [], "name the clauses to confirm"),
    ("document confirm", ["full_boats"], "did you mean `full_boat`"),
    ("document assign", ["full_boat", "99"], "there is no sentence 99"),
    ("document assign", ["example"], "name the sentences to mark as example"),
    ("document accept", ["12345678", "--reason", "x"], "`validate` reports no finding with the id 12345678"),
    ("document update", [], "there is no lock"),
    ("validate", ["--editions"], "--editions needs a reading that names an edition"),
    ("validate", ["--lang", "xx"], "documents in `xx` cannot be read; there is cs, da, de, en"),
    ("document terms", ["--lang", "xx"], "documents in `xx` cannot be read"),
    ("validate", ["--lock", "none.lock"],
     "there is no lock `none.lock`; make one with `rulewright document confirm` or `document assign`"),
    ("document questions", ["--lock", "none.lock"], "there is no lock `none.lock`"),
])
def test_wrong_usage_is_explained(desk: Path, command: str, arguments: list[str], message: str) -> None:
    game = str(desk / "ferry")
    lang = [] if "--lang" in arguments else ["--lang", "it"]
    result = CliRunner().invoke(main, [*command.split(), game, *arguments, "--document", str(desk / "rules.md"), *lang])
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_without_the_packages_for_texts_it_is_said_what_to_install(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'snowballstemmer'", name="snowballstemmer")

    monkeypatch.setattr("rulewright.cli.documents.text.document", missing)
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
    ("accepted", '{"finding": 1}', "this is not an accepted finding"),
])
def test_a_file_of_another_document_is_refused(desk: Path, ending: str, content: str, message: str) -> None:
    (desk / "ferry" / "documents").mkdir()
    (desk / "ferry" / "documents" / f"it.{ending}").write_text(content + "\n", encoding="utf-8")
    result = ask(desk, "validate")
    assert result.exit_code == 1
    assert message in result.stderr


def test_a_game_without_a_glossary_in_the_language_says_so_first_and_is_certain_of_nothing(desk: Path) -> None:
    (desk / "ferry" / "text" / "it.glossary.csv").unlink()
    said = "warning: the game has no glossary in `it` (`text/it.glossary.csv` beside the rulebook) and no texts"
    for command in ("validate", "document align", "document questions"):
        assert ask(desk, command).stderr.startswith(said)
    anchors = json.loads(ask(desk, "document align", "--json").stdout)["anchors"]
    nowhere = [record for record in anchors if not record["sentences"]]
    assert nowhere
    assert {record["certainty"] for record in nowhere} == {0.0}
    assert len(json.loads(ask(desk, "validate", "--json").stdout)["cautions"]) == 1


def test_a_lock_of_the_game_under_another_name_is_told(desk: Path) -> None:
    confirm_all(desk)
    documents = desk / "ferry" / "documents"
    (documents / "it.lock").rename(documents / "boat.it.lock")
    assert "under another name than `it.lock`" in ask(desk, "validate").stderr
    (documents / "boat.it.lock").rename(documents / "it.lock")
    assert "under another name" not in ask(desk, "validate").stderr


def test_without_the_english_glossary_it_is_said_that_no_concept_is_known(desk: Path) -> None:
    (desk / "ferry" / "text" / "en.glossary.csv").unlink()
    assert ask(desk, "validate").stderr.startswith("warning: the game has no glossary in `en`")


def test_rulebooks_that_share_a_folder_have_locks_of_their_own(desk: Path) -> None:
    rules = GAME.read_text(encoding="utf-8").replace("rulebook ferry", "rulebook raft")
    (desk / "ferry" / "raft.rules").write_text(rules, encoding="utf-8")
    arguments = ["--document", str(desk / "rules.md"), "--lang", "it"]
    confirmed = CliRunner().invoke(main, ["document", "confirm", str(desk / "ferry" / "raft.rules"), "storm", *arguments])
    assert confirmed.exit_code == 0
    assert ask(desk, "document confirm", "storm").exit_code == 0
    assert sorted(path.name for path in (desk / "ferry" / "documents").iterdir()) == ["it.lock", "raft.it.lock"]


def test_a_lock_of_another_text_is_told(desk: Path) -> None:
    confirm_all(desk)
    (desk / "rules.md").write_text("# Un altro gioco\n\n" + "Si pesca una carta e si scarta.\n\n" * 9, encoding="utf-8")
    assert "perhaps it is the lock of another document" in ask(desk, "validate").stderr


def test_files_are_taken_from_a_lock_of_another_name(desk: Path) -> None:
    assert ask(desk, "document confirm", "storm", "--lock", str(desk / "second.lock")).exit_code == 0
    assert (desk / "second.lock").is_file()
    assert not (desk / "ferry" / "documents").exists()
    assert HERE.is_dir()


def test_a_lock_is_not_taken_over_to_another_document_unless_it_is_forced(desk: Path) -> None:
    confirm_all(desk)
    lock = desk / "ferry" / "documents" / "it.lock"
    before = lock.read_bytes()
    text = "# Il gatto\n\nIl gatto dorme sul tetto della casa.\n\nLa notte non piove mai.\n"
    (desk / "rules.md").write_text(text, encoding="utf-8")
    refused = ask(desk, "document update")
    assert (refused.exit_code, lock.read_bytes()) == (2, before)
    assert "most of its sentences are missing from" in refused.stderr
    assert ask(desk, "document update", "--dry-run").exit_code == 1
    assert lock.read_bytes() == before
    assert ask(desk, "document update", "--force").exit_code == 1
    assert lock.read_bytes() != before


def test_a_document_is_held_against_rules_for_players_that_there_can_be_and_not_written_over(desk: Path) -> None:
    refused = ask(desk, "validate", "--players", "9")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "ferry is for 2, 3 players, not 9" in refused.stderr
    before = (desk / "rules.md").read_bytes()
    assert ask(desk, "document questions", "--output", str(desk / "rules.md"), "--force").exit_code == 2
    assert (desk / "rules.md").read_bytes() == before


def test_the_self_test_can_drop_a_sentence_of_a_document_that_ends_with_a_heading(desk: Path) -> None:
    text = (desk / "rules.md").read_text(encoding="utf-8")
    (desk / "rules.md").write_text(f"{text}\n# Buona fortuna\n", encoding="utf-8")
    result = ask(desk, "validate", "--self-test", "3")
    assert (result.exit_code, result.exception) == (0, None)
