"""A readable rulebook in one language beside the one in another: what both print is no difference."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from rulewright.cli.documents import text as texts_read
from rulewright.cli.documents.readable import ReadableRulebook, readable
from rulewright.cli.main import main
from rulewright.dsl.load.loader import Files
from rulewright.interpreter.game.game import Game
from rulewright.translation.document.document import document
from rulewright.translation.facts.facts import RulebookFacts
from rulewright.translation.pairs.checks import compared, replaced
from rulewright.translation.pairs.side_by_side import side_by_side

DEVELOPMENT = Path(__file__).parents[3] / "bench" / "pairs" / "development"
GAME = "carolus_magnus"


@pytest.fixture(scope="module", autouse=True)
def _a_readable_rulebook_is_made_once() -> Iterator[None]:
    """Make the readable rulebook of each language once for all commands: its examples are played, and come out the same."""
    known: dict[tuple[str, int], ReadableRulebook] = {}

    def readable_once(files: Files, facts: RulebookFacts, code: str, players: int, settings: Mapping[str, str],
                      game: Callable[[], Game], length: int) -> ReadableRulebook:
        if (code, length) not in known:
            known[code, length] = readable(files, facts, code, players, settings, game, length)
        return known[code, length]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts_read, "readable", readable_once)
        yield


@pytest.fixture(scope="module")
def italian() -> str:
    """The Italian readable rulebook of Carolus Magnus, with its examples."""
    return CliRunner().invoke(main, ["rulebook", GAME, "--lang", "it"]).stdout


@cache
def all_found_in(text: str) -> list[dict[str, object]]:
    """The findings on an Italian document beside the English readable rulebook."""
    with TemporaryDirectory() as folder:
        return _all_found_in(Path(folder) / "rules.it.md", text)


def _all_found_in(path: Path, text: str) -> list[dict[str, object]]:
    path.write_text(text, encoding="utf-8")
    asked = ["validate", GAME, "--document", str(path), "--lang", "it", "--source", "rules", "--source-lang", "en", "--json"]
    found: list[dict[str, object]] = json.loads(CliRunner().invoke(main, asked).stdout)["findings"]
    return found


def found_in(text: str) -> list[dict[str, object]]:
    """The errors and warnings on an Italian document beside the English readable rulebook."""
    return [finding for finding in all_found_in(text) if finding["level"] != "note"]


def with_mistakes(italian: str) -> str:
    """The rulebook with another number in its table of castles, and behind that without a rule."""
    castles = next(line for line in italian.splitlines() if "T10, castelli" in line)
    by_lot = next(line for line in italian.splitlines() if line.startswith("Per sorteggio si decide"))
    return italian.replace(castles, castles.replace("3", "7")).replace(by_lot + "\n", "")


def whole(italian: str) -> str:
    return italian


# To compare two editions takes two seconds: the ordinary run asks nearly all of one, which has two mistakes.
EDITIONS = [pytest.param(whole, marks=pytest.mark.slow), with_mistakes]


@pytest.mark.parametrize("edition", EDITIONS)
def test_examples_labels_and_a_title_that_the_original_prints_too_are_no_findings(
        italian: str, edition: Callable[[str], str]) -> None:
    assert ">" in italian
    rules = {str(finding["rule"]) for finding in found_in(edition(italian))}
    assert not {"pair/sentence-added", "pair/sentence-repeated", "fluency/garbled", "accuracy/untranslated"} & rules


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_clause_is_missing_that_the_original_does_not_state(italian: str, edition: Callable[[str], str]) -> None:
    missing = {finding["clause"] for finding in all_found_in(edition(italian)) if finding["rule"] == "accuracy/clause-missing"}
    assert missing <= ({"first_chooser_by_lot"} if edition is with_mistakes else set())


def test_mistakes_in_an_example_and_in_a_rule_are_reported(italian: str) -> None:
    line = next(line for line in italian.splitlines() if "T10, castelli" in line)
    changed = with_mistakes(italian)
    new = [finding for finding in found_in(changed) if finding["rule"] == "pair/number"]
    assert [changed.splitlines()[int(str(finding["line"])) - 1] for finding in new] == [line.replace("3", "7")]
    lost = [finding for finding in all_found_in(changed) if finding["level"] == "error"]
    assert ("pair/sentence-missing", "first_chooser_by_lot") in {(finding["rule"], finding["clause"]) for finding in lost}


def test_a_document_without_the_examples_is_compared_without_them(italian: str) -> None:
    bare = "\n".join(line for line in italian.splitlines() if not line.startswith(">"))
    assert "pair/sentence-missing" not in {finding["rule"] for finding in found_in(bare)}


def test_a_copy_of_a_readable_rulebook_has_no_findings_and_each_change_in_it_has_one(italian: str) -> None:
    """Compare the Italian rulebook with itself; its glossary lets one word stand for two concepts, as it stands in both."""
    with TemporaryDirectory() as folder:
        changed = Path(folder) / "rules.it.md"
        asked = ["validate", GAME, "--document", str(changed), "--lang", "it", "--source", "rules", "--source-lang", "it"]
        found = []
        for text in (italian, italian.replace(" non ", " ", 1)):
            changed.write_text(text, encoding="utf-8")
            findings = json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)["findings"]
            found.append([(one["rule"], one["level"]) for one in findings if one["level"] != "note"])
    assert found == [[], [("pair/negation", "error")]]


ROWS = """# Laws

{rows}
"""
NUMBERS = ((3, 2), (5, 3), (8, 3), (4, 2))
ENGLISH = [*(f"| law {place} | Each player scores {points} points for every {sets} counties. |"
             for place, (points, sets) in enumerate(NUMBERS)),
           *(f"| right {place} | The king gives {place} points. |" for place in range(2, 7)),
           *(f"| duty {place} | A knight visits {place} counties. |" for place in range(2, 7))]
GERMAN = [*(f"| Gesetz {place} | Für je {sets} Grafschaften erhält jeder Spieler {points} Punkte. |"
            for place, (points, sets) in enumerate(NUMBERS)),
          *(f"| Recht {place} | Der König gibt {place} Punkte. |" for place in range(2, 7)),
          *(f"| Pflicht {place} | Ein Ritter besucht {place} Grafschaften. |" for place in range(2, 7))]


def orders(german: list[str], what: str = "line") -> list[object]:
    """The lines of a German table with numbers in another order than in the English one; or the messages on them."""
    own, other = (document("table.md", ROWS.format(rows="\n".join(rows)), code)
                  for rows, code in ((ENGLISH, "en"), (german, "de")))
    return [getattr(finding, what) for finding in compared(side_by_side(own, other)) if finding.rule == "pair/number-order"]


def test_numbers_in_a_cell_of_words_may_stand_in_another_order_and_those_of_columns_may_not() -> None:
    assert orders(GERMAN) == []
    assert orders([*GERMAN[:2], "| Gesetz 2 | Für je 8 Grafschaften erhält jeder Spieler 3 Punkte. |", *GERMAN[3:]]) == [5]
    own, other = (document("table.md", ROWS.format(rows=f"| {word} | 2 | 5 | 3 |\n| {more} | 4 | {two} | {three} |"), code)
                  for word, more, two, three, code in (("gold", "silver", 7, 6, "en"), ("Gold", "Silber", 6, 7, "de")))
    assert [finding.line for finding in compared(side_by_side(own, other)) if finding.rule == "pair/number-order"] == [4]


def test_the_message_on_exchanged_words_says_the_numbers_as_the_sentence_does() -> None:
    """Both texts say 8 before 3, so that a message on their order would name one that the sentence does not have."""
    turned = [*GERMAN[:2], "| Gesetz 2 | Für je 8 Grafschaften erhält jeder Spieler 3 Punkte. |", *GERMAN[3:]]
    assert orders(turned, what="message") == [
        "by the words beside them, this sentence says 3 for 8 and 8 for 3 (line 5 of the original)"]


def test_exchanged_words_beside_numbers_in_words_are_a_note_and_beside_digits_a_warning() -> None:
    turned = [*GERMAN[:2], "| Gesetz 2 | Für je 8 Grafschaften erhält jeder Spieler 3 Punkte. |", *GERMAN[3:]]
    assert orders(turned, what="level") == ["warning"]
    in_words = [line.replace("8", "acht").replace("3", "drei") if "Gesetz 2" in line else line for line in turned]
    assert orders(in_words, what="level") == ["note"]


def test_the_fence_of_a_drawing_is_no_sentence() -> None:
    found = document("map.md", "# Map\n\n```text\na1 b1\n```\n\nThe map has two fields.\n", "en")
    assert [sentence.text for sentence in found.sentences] == ["Map", "a1 b1", "The map has two fields."]


def test_terms_are_warnings_in_a_text_with_free_wording(monkeypatch: pytest.MonkeyPatch) -> None:
    german = (DEVELOPMENT / "glass.de.md").read_text(encoding="utf-8")
    planted = german.replace("kostet einen Sack Sand", "kostet einen Sack Feuer")
    original = (DEVELOPMENT / "glass.en.md").read_text(encoding="utf-8")
    texts = side_by_side(document("glass.md", original, "en"), document("glass.md", planted, "de"))
    levels = [finding.level for finding in replaced.check(texts) if finding.rule == "pair/term"]
    assert levels.count("error") == 1
    monkeypatch.setattr(replaced, "FREELY", 0)
    monkeypatch.setattr(replaced, "FREE", 0.0)
    assert [finding.level for finding in replaced.check(texts) if finding.rule == "pair/term"] == [
        "warning" if level == "error" else level for level in levels]
