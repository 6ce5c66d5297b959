"""The extension for VS Code fits the program: its grammars, snippets, commands and files."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.editor.server.start import make_server
from rulewright.cli.main import main
from rulewright.dsl.load.loader import read_text

from ... import tmlanguage

ROOT = Path(__file__).parents[3] / "editors" / "vscode"
GAMES = Path(__file__).parents[3] / "games"
MANIFEST: dict[str, Any] = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
SNIPPETS = {(file, snippet["prefix"]): snippet for file in ("rulewright", "play") for snippet in json.loads(
    (ROOT / "snippets" / f"{file}.json").read_text(encoding="utf-8")).values()}


def filled(body: list[str]) -> str:
    """The text of a snippet with its first suggestions."""
    text = re.sub(r"\$\{\d+:([^}]*)\}|\$\{\d+\|([^,|]*)[^}]*\}", lambda hit: hit[1] or hit[2] or "", "\n".join(body))
    return re.sub(r"\$\d+", "", text).replace("\\}", "}").replace("\\$", "$").replace("\t", "    ") + "\n"


def test_the_grammars_are_those_of_the_language() -> None:
    for path, text in tmlanguage.written().items():
        assert path.read_text(encoding="utf-8") == text, "run `python -m tests.tmlanguage`"


@pytest.mark.parametrize("name", [name for file, name in SNIPPETS if file == "rulewright"])
def test_a_snippet_parses(name: str) -> None:
    found = read_text("snippet.rules", filled(SNIPPETS["rulewright", name]["body"])).diagnostics.sorted()
    assert [(problem.code, problem.message) for problem in found] == []


def test_the_snippet_of_a_rulebook_is_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "my_game.rules"
    path.write_text(filled(SNIPPETS["rulewright", "rulebook"]["body"]), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(path)])
    assert result.exit_code == 0, result.output


def followed(folder: Path, ending: str) -> list[tuple[str, bool]]:
    """Return each line of the files in a folder, without empty lines and comments, and whether the next one stands deeper."""
    found = []
    for path in folder.rglob(f"*{ending}"):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if re.match(r" *[^ #]", line)]
        depths = [len(line) - len(line.lstrip()) for line in lines]
        found += list(zip(lines, (below > depth for depth, below in zip(depths, [*depths[1:], 0], strict=True)), strict=True))
    return found


def test_the_line_below_the_head_of_a_block_is_indented() -> None:
    """A text may stand below a row and below an enum with its words, and a board need not have anything below."""
    configuration = json.loads((ROOT / "language-configuration.json").read_text(encoding="utf-8"))
    heads = re.compile(configuration["onEnterRules"][0]["beforeText"])
    lines = followed(GAMES / "tutorial", ".rules")
    assert len(lines) > 100
    unsure = re.compile(r" *row |enum .*:|board ")
    assert [line for line, is_head in lines if is_head is not bool(heads.search(line)) and not unsure.match(line)] == []


def test_the_line_below_a_branch_or_position_is_indented() -> None:
    rules = json.loads((ROOT / "play-configuration.json").read_text(encoding="utf-8"))["indentationRules"]
    lines = followed(GAMES, ".play")
    assert len(lines) > 100
    assert [line for line, is_head in lines if is_head is not bool(re.search(rules["increaseIndentPattern"], line))] == []
    ends = [(before, line) for (before, _), (line, _) in pairwise(lines) if re.search(rules["decreaseIndentPattern"], line)]
    assert ends
    assert [line for before, line in ends if len(before) - len(before.lstrip()) <= len(line) - len(line.lstrip())] == []


def test_all_files_that_the_manifest_names_are_there() -> None:
    contributes = MANIFEST["contributes"]
    named = [MANIFEST["icon"], *(grammar["path"] for grammar in contributes["grammars"]),
             *(snippets["path"] for snippets in contributes["snippets"]),
             *(language["configuration"] for language in contributes["languages"]),
             *(language["icon"]["light"] for language in contributes["languages"] if "icon" in language)]
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_extension_registers_the_commands_that_it_offers() -> None:
    source = (ROOT / "src" / "extension.ts").read_text(encoding="utf-8")
    for command in MANIFEST["contributes"]["commands"]:
        assert f'"{command["command"]}"' in source


def test_the_extension_calls_commands_and_options_that_exist() -> None:
    source = (ROOT / "src" / "extension.ts").read_text(encoding="utf-8")
    called = re.findall(r'\[\.\.\.rest, ("[^"]+"(?:, (?:"[^"]+"|[.\w]+))*)\]', source)
    assert {"lsp", "dap", "play", "test"} <= {words.split('"')[1] for words in called}
    for words in called:
        command, *options = list(re.findall(r'"([^"]+)"', words))
        page = CliRunner().invoke(main, [command, "--help"]).output
        assert [option for option in options if option.startswith("--") and option not in page] == []


def test_the_extension_asks_the_server_for_commands_that_it_has() -> None:
    source = (ROOT / "src" / "extension.ts").read_text(encoding="utf-8")
    called = re.findall(r'asked<\w+>\("([^"]+)"', source)
    assert called
    assert set(called) <= make_server().protocol.fm.commands.keys()
