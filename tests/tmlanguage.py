"""The TextMate grammars of the extension for VS Code, made from the words of the Lark grammar.

    python -m tests.tmlanguage

writes them; a test fails when they are not as the grammar is.
"""

from __future__ import annotations

import json
from pathlib import Path

from rulewright.cli.colours.lexers import DECLARATIONS, EXPECTED, HEAD, PLAYED, keywords

FOLDER = Path(__file__).parents[1] / "editors" / "vscode" / "syntaxes"
NAME = r"[A-Za-z_][A-Za-z0-9_]*"
Grammar = dict[str, object]


def words(which: tuple[str, ...]) -> str:
    """A pattern for any of some words."""
    return rf"\b({'|'.join(sorted(which))})\b"


def matched(pattern: str, scope: str) -> dict[str, str]:
    return {"match": pattern, "name": scope}


def captured(pattern: str, *scopes: str) -> dict[str, object]:
    return {"match": pattern, "captures": {str(number): {"name": scope} for number, scope in enumerate(scopes, 1)}}


COMMENT = matched(r"#.*$", "comment.line.number-sign.rulewright")
NUMBER = matched(r"\b\d+\b", "constant.numeric.rulewright")
OPERATOR = matched(r"\.\.|!=|<=|>=|[=<>+*-]", "keyword.operator.rulewright")
FIELD = captured(rf"(\.)({NAME})", "punctuation.accessor.rulewright", "variable.other.member.rulewright")
TEXT = {
    "begin": '"', "end": '"|$', "name": "string.quoted.double.rulewright",
    "patterns": [{"begin": r"\{", "end": r"\}|$", "name": "meta.interpolation.rulewright",
                  "patterns": [NUMBER, OPERATOR, FIELD, matched(NAME, "variable.other.rulewright")]}],
}


def rules() -> Grammar:
    """The grammar of rulebooks."""
    return {
        "name": "Rulewright", "scopeName": "source.rulewright", "fileTypes": ["rules"],
        "patterns": [
            COMMENT, TEXT,
            captured(rf"{words(DECLARATIONS)}\s+({NAME})", "storage.type.rulewright", "entity.name.function.rulewright"),
            FIELD,
            matched(rf"\b(yes|no|none|all)\b(?!\s+{NAME}\s+in\b)", "constant.language.rulewright"),
            matched(rf"{words(keywords())}(?!\s*\()", "keyword.control.rulewright"),
            captured(rf"({NAME})(?=\()", "entity.name.function.call.rulewright"),
            matched(rf"\b{NAME}\b", "variable.other.rulewright"),
            NUMBER, OPERATOR,
        ],
    }


def plays() -> Grammar:
    """The grammar of playthroughs."""
    return {
        "name": "Rulewright playthrough", "scopeName": "source.rulewright.play", "fileTypes": ["play"],
        "patterns": [
            COMMENT, matched(r'"[^"]*"', "string.quoted.double.rulewright"),
            captured(rf"^({'|'.join(HEAD)})\b", "storage.type.rulewright"),
            captured(rf"^\s*({'|'.join(sorted(PLAYED))})\b", "keyword.control.rulewright"),
            captured(rf"^\s*({NAME})(:)", "entity.name.tag.rulewright", "punctuation.separator.rulewright"),
            matched(words((*PLAYED, *EXPECTED)), "keyword.control.rulewright"),
            FIELD, matched(rf"\b{NAME}\b", "variable.other.rulewright"), NUMBER, OPERATOR,
        ],
    }


def written() -> dict[Path, str]:
    """The text of each grammar, by its file."""
    made = {"rulewright": rules(), "play": plays()}
    return {FOLDER / f"{name}.tmLanguage.json": json.dumps(grammar, indent=2) + "\n" for name, grammar in made.items()}


if __name__ == "__main__":
    for path, text in written().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
