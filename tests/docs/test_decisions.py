"""Records of decisions have one form, are short, and stand in the index and the navigation in their order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
# A longer record is a diary: measurements belong into bench/README.md, details into the modules.
MOST_LINES = 60


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_has_its_four_parts(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["Context", "Decision", "Alternatives", "Consequences"]
    assert text.count("\n") <= MOST_LINES


def test_records_are_numbered_and_listed() -> None:
    numbers = [int(record.name[:2]) for record in RECORDS]
    assert numbers == list(range(1, len(RECORDS) + 1))
    titles = [re.match(r"# (\d+)\. (.+)", record.read_text(encoding="utf-8")) for record in RECORDS]
    assert [title and int(title[1]) for title in titles] == numbers
    rows = [f"| [{number}]({record.name}) | [{title and title[2]}]({record.name}) |"
            for number, record, title in zip(numbers, RECORDS, titles, strict=True)]
    assert re.findall(r"^\| \[.*$", (FOLDER / "index.md").read_text(encoding="utf-8"), re.MULTILINE) == rows
    listed = re.findall(r"- decisions/(\d\w+\.md)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert listed == [record.name for record in RECORDS]
