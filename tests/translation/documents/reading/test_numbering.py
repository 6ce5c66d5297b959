"""The numbers of sections and lists are counted, and references to sections by number are looked up."""

from __future__ import annotations

import pytest

from rulewright.translation.checks.structure.numbering import check
from rulewright.translation.document.document import document

from ..ferries import findings, printed

PLAIN = ("1. Setting up\n\nWords stand here.\n\n2. A turn\n\n1. A crate is loaded.\n2. The boat sails.\n\n"
         "3. The storm\n\nIt comes.\n\n4. The end\n")
MARKED = ("# Rules\n\n## 1 Boats\n\n### 1.1 Crates\n\n### 1.2 Sails\n\n### 1.3 Flags\n\n"
          "## 2. Storms\n\n### 2.1 Rain\n\n### 2.2 Wind\n")
WORDED = ("# Rules\n\n## Phase 1: Loading\n\n## Phase 2: Sailing\n\n## Phase 3: Selling\n\n"
          "## For two players\n\n## Phase 1: Loading\n")


def told(text: str, code: str = "en") -> list[tuple[str, str]]:
    return [(finding.rule.partition("/")[2], finding.message) for finding in check(document("rules", text, code))]


@pytest.mark.parametrize("text", [
    PLAIN, MARKED, WORDED, "# Rules\n\n## 3 players\n\n## 2 players\n", "# Rules\n\n## 2. Boats\n\n## 3. Crates\n",
    "- 1. A crate is loaded, and this is not a title.\n\n2. Sailing\n\nWords.\n\n3. Selling\n",
    "# A\n\n1. A crate.\n2. A boat.\n\n# B\n\n2. A crate.\n"])
def test_numbers_that_count_on_are_no_finding(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(("text", "old", "new", "message"), [
    (PLAIN, "3. The storm", "2. The storm", "number 2 stands where 3 should"),
    (PLAIN, "3. The storm", "4. The storm", "number 4 stands where 3 should"),
    (PLAIN, "4. The end", "6. The end", "number 4 is missing before 6"),
    (PLAIN, "2. The boat", "3. The boat", "number 2 is missing before 3"),
    (PLAIN, "2. The boat sails.", "2. The boat sails.\n2. It comes back.", "number 2 stands where 3 should"),
    (MARKED, "1.3 Flags", "1.2 Flags", "number 1.2 stands where 1.3 should"),
    (MARKED, "2.2 Wind", "2.4 Wind", "number 2.2 is missing before 2.4"),
    (WORDED, "Phase 2", "Phase 3", "number 3 stands where 2 should"),
    (WORDED, "Phase 3", "Phase 4", "number 3 is missing before 4"),
])
def test_a_number_that_is_doubled_missing_or_out_of_order_is_told_once(text: str, old: str, new: str, message: str) -> None:
    assert old in text
    assert told(text.replace(old, new)) == [("numbering", message)]


@pytest.mark.parametrize(("code", "there", "not_there"), [
    ("en", "See section 3.", "See section 5."), ("en", "Chapter 2 says more.", "Chapter 9 says more."),
    ("it", "Vedere la sezione 3.", "Vedere la sezione 5."), ("ru", "Это сказано в разделе 3.", "Это сказано в разделе 5."),
    ("ru", "Разделите 12 ящиков, см. п. 2.", "Разделите ящики, см. пункт 12."),
    ("fr", "Voir la section 3.", "Voir la section 5."), ("es", "Véase el apartado 3.", "Véase el apartado 5."),
    ("de", "Siehe Abschnitt 3.", "Siehe Kapitel 5."), ("en", "See section 4.", "See section 2.3."),
])
def test_a_section_that_is_referred_to_by_a_number_has_to_be_there(code: str, there: str, not_there: str) -> None:
    assert told(f"{PLAIN}\n{there}\n", code) == []
    assert [rule for rule, _ in told(f"{PLAIN}\n{not_there}\n", code)] == ["reference"]
    bare = "\n\n".join(line for line in PLAIN.split("\n\n") if not line[:1].isdigit())
    assert told(f"{bare}\n\n{not_there}\n", code) == []


def test_the_number_of_a_section_is_no_count() -> None:
    text = printed("en").replace("# The game for 3 players", "See section 9 crates.\n\n# The game for 3 players")
    assert "accuracy/number-unknown" not in {finding.rule for finding in findings(text, "en")}
