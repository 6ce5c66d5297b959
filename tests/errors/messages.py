"""Error cases to the messages that `explain` shows: `python -m tests.errors.messages` writes them to a file of `cli`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from .test_errors import CASES, expectations

FILE = Path(__file__).parents[2] / "cli" / "explanations" / "messages.json"
MOST = 5
COMMENT = re.compile(r"\s*# (error|warning)\[.*$")


def messages() -> dict[str, list[dict[str, str | None]]]:
    """Return up to MOST messages for each code, in the order of the cases; of messages that differ only in names, the first."""
    by_code: dict[str, list[dict[str, str | None]]] = {}
    forms: set[tuple[str, str]] = set()
    for path in CASES:
        lines = path.read_text(encoding="utf-8").split("\n")
        for case in expectations("\n".join(lines)):
            form = (case.code, re.sub(r"`[^`]*`|\d+", "", case.message or ""))
            shown = by_code.setdefault(case.code, [])
            if case.message is None or case.text == "" or form in forms or len(shown) == MOST or case.line > len(lines):
                continue
            forms.add(form)
            line = COMMENT.sub("", lines[case.line - 1]).strip()
            shown.append({"line": line, "text": case.text, "message": case.message, "help": case.help})
    return {code: shown for code, shown in sorted(by_code.items()) if shown}


def written() -> str:
    """Return the text of the file, one message a line."""
    codes = [f'"{code}": [\n' + ",\n".join(json.dumps(message, ensure_ascii=False) for message in shown) + "]"
             for code, shown in messages().items()]
    return "{" + ",\n".join(codes) + "}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
