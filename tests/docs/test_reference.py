"""What is generated for the reference and for `explain` says all that the code has."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner
from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Literal, Name, Number

from rulewright.cli.colours.lexers import DRAWN, LOOKS, WORDED, EvaluationLexer, LookLexer, PlayLexer, RulesLexer, TextsLexer
from rulewright.cli.commands.document import command as document
from rulewright.cli.explanations import FOLDER, function_names, page_of
from rulewright.cli.main import COMMANDS, main
from rulewright.dsl.source.diagnostics import CODES
from rulewright.dsl.symbols.symbols import Builtin
from rulewright.pictures.look.reader import FORMS as LINES_OF_LOOKS
from rulewright.pictures.look.syntax import PLACES, ROLES, SHAPES
from rulewright.translation.wording.wordings import KINDS as WORDED_KINDS

from ..errors.messages import FILE, written
from .blocks import framed
from .examples import BLOCKS, compiled
from .hooks import generated

ROOT = Path(__file__).parents[2]
# What is no name in every rulebook, and has a page all the same: special forms, and the function that a board names.
FORMS = {"rank", "share", "before", "applied", "decider", "direction", "region", "open", "edges", "corners", "edge", "corner",
         "side_of", "turned", "opposite"}


def explained(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["explain", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(code: str) -> None:
    page = explained(code)
    assert page.startswith(f"{'warning' if code[0] == 'W' else 'error'} {code}: {CODES[code]}\n")
    assert "\nTo mend it: " in page
    assert "```" not in page


def test_every_page_is_of_a_code_or_a_function() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == set(CODES)


def test_every_function_of_the_language_has_a_page() -> None:
    symbols = compiled(BLOCKS[0], framed("", "top"))[0].symbols
    assert symbols is not None
    functions = {name for name, meaning in symbols.names.globals.items() if isinstance(meaning, Builtin)}
    assert functions - {"open"} <= set(function_names())
    assert set(function_names()) - functions == FORMS - functions
    for name in function_names():
        assert re.search(rf"`{name}[(`]", page_of(name) or ""), name


def test_a_small_letter_does_as_well() -> None:
    assert explained("e302") == explained("E302")


def test_without_a_name_all_codes_and_functions_are_listed() -> None:
    listed = explained()
    assert [code for code in CODES if f"{code}  " not in listed] == []
    assert "lines_through" in listed


@pytest.mark.parametrize(("name", "hint"), [
    ("E99", "Did you mean `E9"), ("E8011", "Did you mean `E801`?"), ("neighbors", "Did you mean `neighbours`?"),
    ("xyzzy", "`rulewright explain` lists")])
def test_an_unknown_code_is_wrong_usage(name: str, hint: str) -> None:
    result = CliRunner().invoke(main, ["explain", name])
    assert result.exit_code == 2
    assert f"There is no code or function `{name}`." in result.output
    assert hint in result.output


def test_the_messages_of_the_pages_are_those_of_the_error_cases() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), "run `python -m tests.errors.messages`"


def test_the_reference_names_every_code_function_command_and_part_of_the_grammar() -> None:
    diagnostics, functions = generated()["reference/diagnostics.md"], generated()["reference/functions.md"]
    assert [code for code in CODES if f"### {code}\n" not in diagnostics] == []
    assert [name for name in function_names() if f"### {name}\n" not in functions] == []
    assert [name for name in COMMANDS if f"## {name}\n" not in generated()["reference/commands.md"]] == []
    grammar = (ROOT / "grammar" / "rulebook.lark").read_text(encoding="utf-8")
    lines = set(generated()["reference/grammar.md"].splitlines())
    assert [line for line in grammar.splitlines() if line and not line.startswith("// ----") and line not in lines] == []


def test_the_readme_names_every_command_and_every_extra_of_users() -> None:
    readme, installing = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/install.md"))
    assert [name for name in COMMANDS if not re.search(rf"^\| `rulewright {name}[ `]", readme, re.MULTILINE)] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].keys() - {"dev", "browser"}
    assert [name for name in sorted(extras) if f"[{name}]" not in readme or f"[{name}]" not in installing] == []


def test_the_page_on_translations_names_every_language_and_every_command_on_documents() -> None:
    page = (ROOT / "docs" / "translations.md").read_text(encoding="utf-8")
    languages = {path.stem for path in (ROOT / "translation" / "document" / "languages").glob("*.toml")}
    listed = next(line for line in page.splitlines() if line.startswith("Languages are "))
    assert set(re.findall(r"`(\w+)`", listed)) == languages
    commands = document.list_commands(click.Context(document))
    assert [name for name in commands if not re.search(rf"^\|.*`document {name}[ `].*\|.*\|$", page, re.MULTILINE)] == []


@pytest.mark.parametrize(("entry", "place"), [
    ("ray", "functions.md#ray"), ("secretly", "choices.md"), ("Loops", "statements.md#loops")])
def test_the_index_leads_to_the_place(entry: str, place: str) -> None:
    line = next(line for line in generated()["reference/words.md"].splitlines() if line.startswith(f"- {entry}: "))
    assert place in line


# ---- Colours -----------------------------------------------------------------------------------


def coloured(lexer: Lexer, text: str) -> list[tuple[object, str]]:
    return [(kind, part) for kind, part in lexer.get_tokens(text) if part.strip()]


FILES = sorted([*(ROOT / "games" / "tutorial").rglob("*.rules"), *(ROOT / "games" / "tutorial").rglob("*.play"),
                *(ROOT / "tests" / "fragments").glob("*.rules"), *(ROOT / "games").rglob("*.look"),
                *(ROOT / "games").rglob("*.evaluation"), *(ROOT / "games" / "carolus_magnus").rglob("*.texts")])
LEXERS: dict[str, type[Lexer]] = {
    ".rules": RulesLexer, ".play": PlayLexer, ".texts": TextsLexer, ".look": LookLexer, ".evaluation": EvaluationLexer}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_coloured_without_rest(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tokens = list(LEXERS[path.suffix]().get_tokens(text))
    assert [part for kind, part in tokens if kind is Error] == []
    assert "".join(part for _, part in tokens).strip() == text.strip()


def test_words_names_texts_and_numbers_have_their_colours() -> None:
    text = 'rule sow(from_house: hole)  # a remark\n    "Of {n} seeds."\n    p.first gains max(3, n)\n'
    tokens = coloured(RulesLexer(), text)
    assert tokens[:2] == [(Keyword.Declaration, "rule"), (Name.Function, "sow")]
    assert (Comment.Single, "# a remark") in tokens
    assert (Literal.String.Interpol, "{n}") in tokens
    assert (Name.Attribute, "first") in tokens
    assert (Keyword, "gains") in tokens
    assert (Name.Function, "max") in tokens
    assert (Literal.Number.Integer, "3") in tokens


def test_a_line_of_a_playthrough_says_who_moves() -> None:
    tokens = coloured(PlayLexer(), "game pig\n\nAnna: hold\nexpect Boris to move\n")
    assert tokens[0] == (Keyword.Declaration, "game")
    assert (Name.Tag, "Anna") in tokens
    assert (Keyword, "expect") in tokens


def test_a_text_has_its_clause_its_values_and_conditions() -> None:
    text = ('# a remark\ntexts of pig:it in ru\n\nleave out goal faces when player_count > 2\n\n'
            'move hold 09ab12cd\n    "{p} waits[ and {n of point} when n > 0]"\ntitle\n    "Pig # 1"\n')
    tokens = coloured(TextsLexer(), text)
    assert tokens[:3] == [(Comment.Single, "# a remark"), (Keyword.Declaration, "texts"), (Keyword, "of")]
    for found in ((Keyword, "leave out"), (Name.Function, "goal"), (Keyword, "move"), (Name.Function, "hold"),
                  (Number.Hex, "09ab12cd"), (Literal.String.Interpol, "{p}"), (Literal.String, " waits"), (Keyword, "when"),
                  (Literal.String.Interpol, " n > 0"), (Name.Function, "title"), (Literal.String, "Pig # 1")):
        assert found in tokens


def test_a_look_file_has_colours_and_remarks() -> None:
    tokens = coloured(LookLexer(), 'colour red #d7301f # a remark\nsymbol guard shield "#G"\nsize board 80 # more\n')
    assert [kind for kind, part in tokens if part in ("colour", "#d7301f", "# a remark", '"#G"', "80", "# more")] == [
        Keyword.Declaration, Number.Hex, Comment.Single, Literal.String, Number, Comment.Single]


def test_an_evaluation_speaks_of_me() -> None:
    tokens = coloured(EvaluationLexer(), "# a remark\n-2 * (count x in place where x.owner = me)\n")
    assert (Name.Builtin.Pseudo, "me") in tokens
    assert (Keyword, "count") in tokens


def test_the_lexers_know_the_words_of_their_files() -> None:
    assert set(LOOKS) == set(LINES_OF_LOOKS)
    assert set(DRAWN) == {*PLACES, *SHAPES, *ROLES, "path", "from"}
    assert set(WORDED) == set(WORDED_KINDS)


def test_pygments_finds_the_lexers_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name, place in project["entry-points"]["pygments.lexers"].items():
        module, kind = place.split(":")
        assert name in getattr(importlib.import_module(module), kind).aliases


# ---- The tab key -------------------------------------------------------------------------------


def test_the_tab_key_completes_commands() -> None:
    completed = BashComplete(main, {}, "rulewright", "_RULEWRIGHT_COMPLETE").get_completions([], "expl")
    assert [item.value for item in completed] == ["explain"]
    assert isinstance(main, click.Group)
