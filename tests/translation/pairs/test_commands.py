"""A translator's work with an original at hand, at the command line."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.translation.pairs import side_by_side
from rulewright.translation.pairs.align import Alignment, aligned
from rulewright.translation.pairs.link import Link
from rulewright.translation.pairs.reading import Features

from ..documents.ferries import GAME
from .ferries import HERE, line_of, text_in

DEVELOPMENT = Path(__file__).parents[3] / "bench" / "pairs" / "development"
RULES = ("--source", "rules", "--source-lang", "en")


@pytest.fixture(scope="module", autouse=True)
def _the_same_texts_are_aligned_once() -> Iterator[None]:
    """Align two texts once for all commands: that takes most of the time of each, and gives the same for the same texts."""
    known: dict[object, Alignment] = {}

    def aligned_once(own: Sequence[Features], other: Sequence[Features], fixed: Sequence[Link] = (),
                     pairs: Sequence[tuple[str, str]] = (), begun: Alignment | None = None) -> Alignment:
        texts = tuple((shown.language.code, shown.sentence.text) for shown in (*own, *other))
        asked = len(own), texts, tuple(fixed), tuple(pairs), begun
        if asked not in known:
            known[asked] = aligned(own, other, fixed, pairs, begun)
        return known[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(side_by_side, "aligned", aligned_once)
        yield


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with the game, an English rulebook, and a German translation with eleven crates for nine and `mindestens`."""
    shutil.copytree(GAME.parent, tmp_path / "ferry")
    (tmp_path / "rules.en.md").write_text(text_in("en"), encoding="utf-8")
    german = text_in("de").replace("dessen Boot 11 Kisten", "dessen Boot 9 Kisten").replace("höchstens vier", "mindestens vier")
    (tmp_path / "rules.de.md").write_text(german, encoding="utf-8")
    return tmp_path


def ask(desk: Path, command: str, *arguments: str, source: str = "rules.en.md", code: str = "en") -> Result:
    """What a command on the translation says."""
    own = source if source == "rules" else str(desk / source)
    return CliRunner().invoke(main, [*command.split(), str(desk / "ferry"), *arguments, "--document", str(desk / "rules.de.md"),
                                     "--lang", "de", "--source", own, "--source-lang", code])


def of_pairs(desk: Path, **options: str) -> dict[str, dict[str, object]]:
    found = json.loads(ask(desk, "validate", "--json", **options).stdout)["findings"]
    return {record["rule"]: record for record in found if record["rule"].startswith("pair/")}


def test_mistakes_are_errors_on_the_lines_of_the_translation_with_their_clause(desk: Path) -> None:
    found = of_pairs(desk)
    assert {rule for rule, record in found.items() if record["level"] == "error"} == {"pair/number", "pair/comparison"}
    assert [found["pair/number"][key] for key in ("level", "clause", "line", "expected", "found")] == [
        "error", "full_boat", line_of("de", "Ein Spieler, dessen"), "11", "9"]
    assert found["pair/comparison"]["line"] == line_of("de", "höchstens vier")
    assert ask(desk, "validate").exit_code == 1


def test_a_sentence_that_differs_from_its_original_is_not_confirmed_until_that_is_accepted(desk: Path) -> None:
    id = str(of_pairs(desk)["pair/number"]["id"])
    refused = ask(desk, "document confirm", "full_boat")
    assert refused.exit_code == 2
    assert "`full_boat` cannot be confirmed, because its sentence has an open finding" in " ".join(refused.stderr.split())
    assert "not confirmed: full_boat, because of an open finding" in ask(desk, "document confirm", "--min-score", "0").stderr
    assert ask(desk, "document accept", id, "--reason", "the publisher wants nine").exit_code == 0
    assert ask(desk, "document confirm", "full_boat").exit_code == 0


@pytest.mark.parametrize("original", ["as it was", "without it", "rules"])
def test_a_confirmed_victory_that_is_gone_is_one_error_whatever_the_original_has(desk: Path, original: str) -> None:
    (desk / "rules.de.md").write_text(text_in("de"), encoding="utf-8")
    assert ask(desk, "document confirm", "full_boat").exit_code == 0
    (desk / "rules.de.md").write_text(_without(text_in("de"), "Ein Spieler, dessen"), encoding="utf-8")
    if original == "without it":
        (desk / "rules.en.md").write_text(_without(text_in("en"), "A player whose boat"), encoding="utf-8")
    source = "rules" if original == "rules" else "rules.en.md"
    found = json.loads(ask(desk, "validate", "--json", source=source).stdout)["findings"]
    levels = [record["level"] for record in found if record["clause"] == "full_boat" and record["rule"] in
              ("accuracy/clause-missing", "pair/sentence-missing")]
    assert levels == ["error"]


def _without(text: str, begin: str) -> str:
    """A text without the paragraph that begins so."""
    assert text.count(f"\n\n{begin}") == 1
    return "\n\n".join(part for part in text.split("\n\n") if not part.startswith(begin))


def test_where_nothing_is_confirmed_no_lock_is_made(desk: Path) -> None:
    (desk / "cake.md").write_text("# Der Kuchen\n\nDer Kuchen wird im Ofen gebacken.\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["document", "confirm", str(desk / "ferry"), "--min-score", "1", "--document",
                                       str(desk / "cake.md"), "--lang", "de"])
    assert (result.exit_code, result.stdout) == (0, "0 confirmed; no lock is written\n")
    assert not list((desk / "ferry").rglob("*.lock"))


def test_the_rules_say_which_of_the_two_texts_is_wrong(desk: Path) -> None:
    assert str(of_pairs(desk)["pair/number"]["message"]).endswith("the rules agree with the original")
    (desk / "rules.de.md").write_text(text_in("de"), encoding="utf-8")
    (desk / "rules.en.md").write_text(text_in("en").replace("boat has 11 crates", "boat has 9 crates"), encoding="utf-8")
    found = of_pairs(desk)
    assert "pair/number" not in found
    assert found["pair/original"]["level"] == "warning"
    assert str(found["pair/original"]["message"]).endswith("the rules agree with this sentence, so the original is wrong")


def test_where_both_texts_depart_alike_from_the_rules_it_is_an_edition(desk: Path) -> None:
    (desk / "rules.de.md").write_text(text_in("de").replace("zwanzig", "vierundzwanzig"), encoding="utf-8")
    (desk / "rules.en.md").write_text(text_in("en").replace("all twenty crates", "all twenty-four crates"), encoding="utf-8")
    found = json.loads(ask(desk, "validate", "--json").stdout)["findings"]
    assert [record for record in found if record["level"] != "note"] == []


def test_a_finding_of_a_pair_can_be_accepted_and_is_reported_again_when_the_sentence_changes(desk: Path) -> None:
    id = str(of_pairs(desk)["pair/number"]["id"])
    assert ask(desk, "document accept", id, "--reason", "the publisher wants nine").exit_code == 0
    assert "pair/number" not in of_pairs(desk)
    text = (desk / "rules.de.md").read_text(encoding="utf-8")
    (desk / "rules.de.md").write_text(text.replace("9 Kisten trägt", "8 Kisten trägt"), encoding="utf-8")
    assert "pair/number" in of_pairs(desk)


def test_the_readable_rulebook_is_an_original_too(desk: Path) -> None:
    (desk / "rules.de.md").write_text(READABLE, encoding="utf-8")
    found = of_pairs(desk, source="rules")
    assert [found["pair/number"][key] for key in ("clause", "line", "expected", "found")] == ["crates_on_shore", 7, "20", "30"]


READABLE = """# Die Fähre

für 2 Spieler

## Vorbereitung

Am Ufer liegen 30 Kisten.

Jeder Spieler nimmt ein Boot einer Farbe.

Das Los entscheidet, wer beginnt; die Züge gehen im Uhrzeigersinn.

## Der Zug

In seinem Zug wirft ein Spieler 2 Würfel.

Er darf höchstens 4 Kisten vom Ufer auf sein Boot laden.

Wie viele Kisten der Spieler lädt, ist seine Wahl.

Eine Kiste, die auf einem Boot ist, darf nicht wieder herunter.

## Das Ende

Ein Spieler, dessen Boot 11 Kisten hat, gewinnt sofort.

Nach 8 Runden kommt der Sturm, und das Boot mit den meisten Kisten gewinnt.
"""


def test_a_pair_is_corrected_and_kept_without_a_word_of_either_text(desk: Path) -> None:
    shown = ask(desk, "document pairs").stdout
    assert "10 -> 10" in shown
    assert "of 34 pairs shown; 0 confirmed" in shown
    alike = [int(line.split("%")[0]) for line in ask(desk, "document pairs", "--all").stdout.splitlines() if " -> " in line]
    assert (len(alike), max(alike)) == (34, 100)
    result = ask(desk, "document pair", "7+8", "7")
    assert result.exit_code == 0
    kept = (desk / "ferry" / "documents" / "de.en.pairs").read_text(encoding="utf-8")
    assert "crate" not in kept
    assert "Kiste" not in kept
    pairs = json.loads(ask(desk, "document pairs", "--all", "--json").stdout)["pairs"]
    assert [pair["translation"] for pair in pairs if pair["original"] == [7, 8] and pair["confirmed"]] == [[7]]
    assert ask(desk, "document pair", "8", "8").exit_code == 0
    pairs = json.loads(ask(desk, "document pairs", "--all", "--json").stdout)["pairs"]
    assert [pair["translation"] for pair in pairs if pair["confirmed"]] == [[8]]


def test_a_recorded_pair_is_withdrawn_by_a_sentence_of_either_text(desk: Path) -> None:
    def recorded() -> list[tuple[list[int], list[int]]]:
        pairs = json.loads(ask(desk, "document pairs", "--all", "--json").stdout)["pairs"]
        return [(pair["original"], pair["translation"]) for pair in pairs if pair["confirmed"]]

    for own, other in (("7+8", "7"), ("9", "none"), ("10", "11")):
        assert ask(desk, "document pair", own, other).exit_code == 0
    assert "1 pair withdrawn" in ask(desk, "document pair", "guess", "7").stdout
    assert recorded() == [([9], []), ([10], [11])]
    assert "2 pairs withdrawn" in ask(desk, "document pair", "9+10", "guess").stdout
    assert recorded() == []
    again = ask(desk, "document pair", "9", "guess")
    assert again.exit_code == 2
    assert "no pair of these sentences is recorded" in again.stderr


def test_the_words_of_both_texts_are_proposed_for_a_glossary(desk: Path) -> None:
    assert "boat: boot" in ask(desk, "document pairs", "--words").stdout


def test_the_findings_of_pairs_are_in_every_form(desk: Path) -> None:
    log = json.loads(ask(desk, "validate", "--format", "sarif").stdout)
    assert "pair/number" in {record["ruleId"] for record in log["runs"][0]["results"]}
    page = ask(desk, "validate", "--format", "html").stdout
    assert "pair/number" in page
    assert "A player whose boat has 11 crates wins at once." in page
    assert "[pair/number " in ask(desk, "validate").stdout


@pytest.mark.parametrize(("arguments", "message"), [
    (("document pair", "7+8"), "Missing argument"),
    (("document pair", "99", "7"), "there is no sentence 99"),
    (("document pair", "none", "none"), "one of the two sides"),
    (("document pair", "seven", "7"), "is not a sentence"),
])
def test_a_wrong_pair_is_refused(desk: Path, arguments: tuple[str, ...], message: str) -> None:
    result = ask(desk, *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert not (desk / "ferry" / "documents").exists()


def test_texts_that_do_not_belong_together_get_one_message(desk: Path) -> None:
    (desk / "rules.en.md").write_text(BREAD, encoding="utf-8")
    result = ask(desk, "validate")
    assert result.exit_code == 2
    assert "they seem to be texts of two games" in result.output
    (desk / "rules.en.md").write_text(text_in("de"), encoding="utf-8")
    (desk / "rules.de.md").write_text(text_in("en"), encoding="utf-8")
    assert "are the original and the translation exchanged?" in ask(desk, "validate").output


@pytest.mark.parametrize(("game", "document", "beside", "is_of_it"), [
    (GAME, HERE / "ferry.de.md", RULES, True),
    ("carolus_magnus", DEVELOPMENT / "embassy.de.md", RULES, False),
    ("carolus_magnus", DEVELOPMENT / "wells.it.md", (), False),
    (GAME, HERE / "ferry.de.md", ("--source", str(HERE / "ferry.en.md"), "--source-lang", "en"), True),
    ("carolus_magnus", DEVELOPMENT / "wells.de.md", ("--source", str(DEVELOPMENT / "wells.en.md"), "--source-lang", "en"),
     False),
])
def test_a_document_of_another_game_than_the_rules_gets_one_message(game: object, document: Path, beside: tuple[str, ...],
                                                                    is_of_it: bool) -> None:
    result = CliRunner().invoke(main, ["validate", str(game), "--document", str(document), "--lang",
                                       document.name.split(".")[1], *beside])
    # The message names the booklet as it was named: by `--source rules`, or as that of the game.
    refusal = f"hardly a word in common with {'those of `rules`' if beside is RULES else f'the booklet of `{game}`'}"
    assert (refusal in " ".join(result.output.split())) == (result.exit_code == 2) == (not is_of_it)


BREAD = """# Baking bread

Mix the flour with warm water and knead the dough well.

Cover the bowl with a cloth and leave it in a warm place.

Heat the oven and grease the tray.

Shape the dough into a round loaf and cut a cross into it.

Spray the walls of the oven, so that the crust becomes crisp.

Let the bread cool on a rack before it is sliced.

Stale bread tastes good when it is toasted with butter and salt.
"""


def test_the_glossary_to_fill_in_proposes_the_terms_of_the_two_texts_in_its_notes(desk: Path) -> None:
    path = desk / "ferry" / "text" / "de.glossary.csv"
    path.unlink(missing_ok=True)
    assert "propose terms of the two texts" in ask(desk, "document terms", "--write").stdout
    rows = {row["concept"]: row for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines())}
    assert (rows["crate"]["term"], rows["crate"]["note"]) == ("", "crate; perhaps: kisten")
    assert rows["boat"]["note"] == "boat; perhaps: boot"
    path.unlink()
    (desk / "given.csv").write_text("en,de\ncrate,Kiste\n", encoding="utf-8")
    ask(desk, "document terms", "--write", "--from", str(desk / "given.csv"))
    assert "crate,Kiste,preferred,,crate\n" in path.read_text(encoding="utf-8")


def test_a_term_that_the_english_glossary_forbids_is_not_offered(desk: Path) -> None:
    path = desk / "ferry" / "text" / "de.glossary.csv"
    english = path.with_name("en.glossary.csv")
    for status, note, terms in (("allowed", "boat; dice; perhaps: boot, würfel", ["Boot", "Würfel"]),
                                ("forbidden", "boat; not dice; perhaps: boot", ["Boot"])):
        lines = (line for line in english.read_text(encoding="utf-8").splitlines() if ",dice," not in line)
        english.write_text("\n".join([*lines, f"boat,dice,{status},,"]) + "\n", encoding="utf-8")
        path.unlink(missing_ok=True)
        ask(desk, "document terms", "--write")
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        assert [row["note"] for row in rows if row["concept"] == "boat"] == [note]
        path.unlink()
        (desk / "given.csv").write_text("en,de\nboat,Boot\ndice,Würfel\n", encoding="utf-8")
        ask(desk, "document terms", "--write", "--from", str(desk / "given.csv"))
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        assert [row["term"] for row in rows if row["concept"] == "boat"] == terms


def test_an_alignment_of_other_texts_is_refused(desk: Path) -> None:
    (desk / "ferry" / "documents").mkdir()
    kept = desk / "ferry" / "documents" / "de.en.pairs"
    kept.write_text('{"pairs": 1, "game": "nim", "original": "en", "translation": "de"}\n', encoding="utf-8")
    assert "this is an alignment of `nim`" in ask(desk, "validate").output
    kept.write_text("not JSON\n", encoding="utf-8")
    assert "this is not JSON" in ask(desk, "validate").output


@pytest.mark.parametrize(("options", "message"), [
    (["--source", "rules"], "go together"),
    (["--source-lang", "en"], "go together"),
    (["--source", "nowhere.md", "--source-lang", "en"], "there is no file"),
    (["--source", "rules", "--source-lang", "xx"], "cannot be read"),
    (["--source", "rules", "--source-lang", "fr"], "has no texts in `fr`"),
])
def test_an_original_that_is_not_there_is_refused(desk: Path, options: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["validate", str(desk / "ferry"), "--document", str(desk / "rules.de.md"), "--lang", "de",
                                       *options])
    assert result.exit_code == 2
    assert message in result.output
