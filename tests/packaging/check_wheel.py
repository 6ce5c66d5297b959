"""Check what a wheel holds: the code, the grammar and the games, and nothing that is not ours to ship."""

from __future__ import annotations

import sys
import zipfile

NEEDED = (
    "rulewright/__init__.py", "rulewright/__main__.py", "rulewright/py.typed", "rulewright/grammar/rulebook.lark",
    "rulewright/dsl/driver/compile.py", "rulewright/interpreter/machine/machine.py", "rulewright/cli/main.py",
    "rulewright/testing/__init__.py", "rulewright/pictures/painting/painter.py", "rulewright/cli/editor/files/problems.py",
    "rulewright/translation/pairs/align.py", "rulewright/web/server.py", "rulewright/web/static/base.js",
    "rulewright/games/carolus_magnus/carolus_magnus.rules", "rulewright/games/tutorial/tic_tac_toe.rules",
    "rulewright/games/tutorial/variants/marienbad.rules", "rulewright/cli/templates/game.rules",
    "rulewright/cli/templates/document.html", "rulewright/cli/explanations/E801.md",
    "rulewright/cli/explanations/messages.json", "rulewright/cli/explanations/functions/ray.md",
    "rulewright/translation/document/languages/ru.toml", "rulewright/translation/document/languages/ja.toml",
)
FOREIGN = ("tests/", "docs/", "bench/", ".pyc", "rulewright.egg-info")


def main(path: str) -> int:
    """Exit code 0 when the wheel holds what it should."""
    names = zipfile.ZipFile(path).namelist()
    missing = [name for name in NEEDED if name not in names]
    foreign = [name for name in names if any(part in name for part in FOREIGN)]
    for name in missing:
        print(f"missing: {name}")
    for name in foreign:
        print(f"does not belong here: {name}")
    print(f"{len(names)} files in the wheel")
    return 1 if missing or foreign else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
