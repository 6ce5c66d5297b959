"""Text that people read -> the idioms in it that have a plain word, with the place of each: like a spelling check."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import click
import pytest
from attrs import frozen

from rulewright.cli.main import main

from .imports import modules, statements_in
from .imports import text as text_of

ROOT = Path(__file__).parent.parent


@frozen
class Idiom:
    """A way to speak that the project avoids, and what to write in its place."""

    name: str
    pattern: re.Pattern[str]
    instead: str
    # A rulebook may say `somebody`: the words of a game are its author's.
    of_rulebooks: bool = True
    # Whether docstrings, messages and comments of the code avoid it too, or only pages and help.
    of_code: bool = True

    def found(self, text: str) -> bool:
        """Return whether a text speaks so, on one line or across the end of one."""
        return self.pattern.search(" ".join(text.split())) is not None


def idiom(name: str, pattern: str, instead: str, of_rulebooks: bool = True, of_code: bool = True) -> Idiom:
    return Idiom(name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE), instead, of_rulebooks, of_code)


IDIOMS = (
    idiom("told", r"(?:un|re)?told", "reported, shown, printed, or name the actor: `the compiler reports X`"),
    # Also where a few words stand between the two.
    idiom("hold against", r"(?:hold|holds|held|holding)\s(?:[^\s.;:]+\s){0,8}?against", "check against, compare with"),
    idiom("whoever", "whoever|whomever", "the player who, a user who, anyone who"),
    idiom("so many", "so many", "N, up to N, this many, or the number's name"),
    idiom("he", "he|him|his|himself", "they, them, their, or the noun: `the player`"),
    idiom("somebody", "somebody", "a player, a user, a caller, or the role", of_rulebooks=False),
    idiom("anew", "anew", "again, or the verb: rewrite, overwrite, replace", of_rulebooks=False),
    idiom("what comes of", r"what (?:comes|came|becomes|became) of", "the result, the effect", of_rulebooks=False),
    idiom("what there is", r"what there (?:is|are|was|were)", "the noun: the names, the known ones", of_rulebooks=False),
    # `All the same` is fine where it means that things are equal.
    idiom("all the same", r"(?<!are )(?<!be )(?<!is )(?<!were )all the same", "anyway, still", of_rulebooks=False),
    # Behind `no` it is a word of the language, in the list of reserved ones; in code it is one in backticks.
    idiom("nobody", r"(?<!\bno )nobody", "the player cannot, no player, no one, or the actor: `you have not`",
          of_rulebooks=False, of_code=False),
    # To look ahead, and to look something up, are terms of the field.
    idiom("look at", r"look(?:s|ed|ing)? at", "read, check, compare, test, see", of_rulebooks=False, of_code=False),
    idiom("goes wrong", r"go(?:es)? wrong", "a fault occurs, raises a fault", of_rulebooks=False),
    idiom("says so", r"(?:say|says|said) so", "report, mark, mention, or the thing itself", of_rulebooks=False, of_code=False),
)

# The first line of a docstring does not begin with a question, or with a verb and `what`. Only a property is "Whether ...".
QUESTION = re.compile(r"(?:What|Where|Which|When|Why|Who|How|That|\w+ what)\b")

DOCUMENT_COMMANDS = {"document", "review", "validate"}
DOCUMENT_FOLDERS = ("cli/documents/", "cli/booklet/", "cli/commands/document")


@frozen
class Text:
    """A text that people read, and where it stands."""

    place: str
    text: str


# ---- Where the texts are ---------------------------------------------------------------------


def is_of_documents(path: str) -> bool:
    """Return whether a module of the command line belongs to printed rulebooks."""
    return path.startswith(DOCUMENT_FOLDERS) or path in {f"cli/commands/{name}.py" for name in DOCUMENT_COMMANDS}


# To parse all modules takes long: one without any of these words, and where none stands behind a break of a line or in
# parts of a string, is not parsed. Between `hold` and `against` the idiom has eight words at most.
SUSPECT = re.compile(r"(?:un|re)?told|(?:hold|holds|held|holding)\b(?s:.{0,1000}?)\bagainst|whoever|whomever"
                     r"|so\W+(?:\w{1,2}\W+)?many|he|him|his|himself"
                     r"|somebody|anew|what\W+(?:\w{1,2}\W+)?(?:comes|came|becomes|became|there)|all\W+(?:\w{1,2}\W+)?the\W+(?:\w{1,2}\W+)?same")
WHOLE = re.compile(rf"\b(?:{SUSPECT.pattern})\b")
# A docstring that begins with a question, unless it is that of a property.
ASKING = re.compile(r"""["']\s*(?:What|Where|Which|When|Why|Who|How|That|Whether|\w+ what)\b""")


def is_suspect(code: str) -> bool:
    """Return whether a string of a module may speak in one of the idioms."""
    return WHOLE.search(re.sub(r"\\[a-z]", " ", code.lower())) is not None


@cache
def strings_in(folder: str) -> tuple[Text, ...]:
    """Return docstrings, messages and parts of f-strings of those modules in a folder that may have an idiom."""
    return tuple(text for path in modules(folder) if is_suspect(text_of(path))
                 for text in strings_of(path.relative_to(ROOT).as_posix(), text_of(path)))


def strings_of(name: str, code: str) -> Iterator[Text]:
    """Yield the strings of a module that have more than one word; a single word is a key or an option."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.JoinedStr():
                yield Text(f"{name}:{node.lineno}", joined(node))
            case ast.Constant(value=str(text)) if len(text.split()) > 1:
                yield Text(f"{name}:{node.lineno}", text)
            case _:
                pass


def comments_in(folder: str) -> Iterator[Text]:
    """Yield the comments of those modules in a folder that may have an idiom behind a `#`; a comment is on one line."""
    for path in modules(folder):
        if any(WHOLE.search(line) for line in re.findall("#.*", text_of(path).lower())):
            for token in tokenize.generate_tokens(StringIO(text_of(path)).readline):
                if token.type == tokenize.COMMENT:
                    yield Text(f"{path.relative_to(ROOT).as_posix()}:{token.start[0]}", token.string)


def questions_of(name: str, code: str) -> Iterator[str]:
    """Yield the docstrings of a module that begin with a question, with their places."""
    if ASKING.search(code) is None:
        return
    module = ast.parse(code)
    for node in (module, *statements_in(module)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            first = (ast.get_docstring(node) or "").partition("\n")[0]
            if QUESTION.match(first) or (first.startswith("Whether ") and not is_property(node)):
                yield f"{name}:{node.body[0].lineno}: {first}"


def is_property(node: ast.Module | ast.ClassDef | ast.FunctionDef) -> bool:
    """Return whether a node of a module is a property."""
    return isinstance(node, ast.FunctionDef) and any("property" in ast.unparse(decorator) for decorator in node.decorator_list)


def joined(node: ast.JoinedStr) -> str:
    """The fixed parts of an f-string, with `X` for its values."""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)


def paragraphs_of(path: Path) -> Iterator[Text]:
    """Yield the paragraphs of a page of Markdown, without code; statements of rulebooks in blocks are their authors'."""
    text = re.sub(r"^```.*?^```$", lambda block: "\n" * block.group().count("\n"), path.read_text(encoding="utf-8"),
                  flags=re.MULTILINE | re.DOTALL)
    for match in re.finditer(r"(?:.+\n?)+", text):
        line = text.count("\n", 0, match.start()) + 1
        yield Text(f"{path.relative_to(ROOT).as_posix()}:{line}", re.sub(r"`[^`\n]+`", "`code`", match.group()))


# What a rulebook says in English: texts in quotes, on one line or on several, and comments. Where a text of another language
# stands, its file says so by its name.
QUOTED = re.compile(r'"[^"\n]*"(?:\s*\n\s*"[^"\n]*")*|#.*')
ENGLISH = re.compile(r".*\.(?:rules|evaluation)|(?:\w+\.)?en(?:\.\w+)?\.texts")


def texts_of_rulebooks(folder: Path) -> Iterator[Text]:
    """Yield the texts and comments of the rulebooks, variants, English texts and templates in a folder."""
    for path in sorted(path for path in folder.rglob("*") if ENGLISH.fullmatch(path.name)):
        code = path.read_text(encoding="utf-8")
        for match in QUOTED.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            yield Text(f"{path.relative_to(ROOT).as_posix()}:{line}", re.sub(r'"\s*\n\s*"', " ", match.group()))


# Programs of the browser and of an editor. A comment in them begins a line, or stands behind a statement.
SCRIPTS = sorted([*(ROOT / "cli" / "templates").glob("*.js"), *(ROOT / "docs" / "scripts").glob("*.js"),
                  *(ROOT / "editors" / "vscode" / "src").glob("*.ts")])
SCRIPT_COMMENT = re.compile(r"(?:^|[\s;{}])//(.*)|/\*([\s\S]*?)\*/", re.MULTILINE)


def comments_of_script(path: Path) -> Iterator[Text]:
    """Yield the comments of a program in JavaScript or TypeScript."""
    code = path.read_text(encoding="utf-8")
    for match in SCRIPT_COMMENT.finditer(code):
        line = code.count("\n", 0, match.start(match.lastindex or 0)) + 1
        yield Text(f"{path.relative_to(ROOT).as_posix()}:{line}", match[match.lastindex or 0])


# Idioms in names of code: a part of a name between underscores.
IN_NAMES = re.compile(r"(?<![a-z])(?:(?:un|re)?told|anew|whoever|whomever|somebody|so_many|hold\w*_against)(?![a-z])")


def names_in(path: Path) -> Iterator[str]:
    """Yield the names in a module that have an idiom in them, with their lines."""
    if IN_NAMES.search(text_of(path).lower()) is not None:
        for token in tokenize.generate_tokens(StringIO(text_of(path)).readline):
            if token.type == tokenize.NAME and IN_NAMES.search(token.string.lower()):
                yield f"{path.name}:{token.start[0]}: {token.string}"


def help_pages(command: click.Command, name: str = "rulewright") -> Iterator[Text]:
    """Yield the page of `--help` of a command and of the commands in it."""
    context = click.Context(command, info_name=name)
    yield Text(f"{name} --help", command.get_help(context))
    if isinstance(command, click.Group):
        for nested in command.list_commands(context):
            below = command.get_command(context, nested)
            assert below is not None
            yield from help_pages(below, f"{name} {nested}")


@cache
def pages() -> tuple[Text, ...]:
    """The pages of `--help` of all commands."""
    return tuple(help_pages(main))


def help_of_documents(text: Text) -> bool:
    return text.place.split()[1] in DOCUMENT_COMMANDS


# Modules that look for these words in the statements of authors.
LOOKED_FOR = {"dsl/statements/languages.py", "dsl/statements/placeholders.py"}


def texts_of(area: str) -> list[Text]:
    """The texts of an area."""
    match area:
        case "cli":
            return [text for text in strings_in("cli") if not is_of_documents(text.place.partition(":")[0])]
        case "cli of documents":
            return [text for text in strings_in("cli") if is_of_documents(text.place.partition(":")[0])]
        case "help":
            return [text for text in pages() if not help_of_documents(text)]
        case "help of documents":
            return [text for text in pages() if help_of_documents(text)]
        case "docs":
            return [text for path in sorted((ROOT / "docs").rglob("*.md")) for text in paragraphs_of(path)]
        case "explanations":
            return [text for path in sorted((ROOT / "cli" / "explanations").rglob("*.md")) for text in paragraphs_of(path)]
        case "scripts":
            return [text for path in SCRIPTS for text in comments_of_script(path)]
        case "games" | "cli/templates":
            return list(texts_of_rulebooks(ROOT / area))
        case "README.md" | "CONTRIBUTING.md" | "CHANGELOG.md" | "bench/README.md" | "editors/vscode/README.md":
            return list(paragraphs_of(ROOT / area))
        case _:
            return [text for text in strings_in(area) if text.place.partition(":")[0] not in LOOKED_FOR]


AREAS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "bench/README.md", "editors/vscode/README.md", "explanations",
         "scripts", "help", "help of documents", "docs", "dsl", "interpreter", "translation", "pictures", "web", "cli",
         "cli of documents", "src/rulewright", "games", "cli/templates")

PAGES_AND_HELP = AREAS[:AREAS.index("dsl")]


# ---- The tests -------------------------------------------------------------------------------


def idioms_in(texts: list[Text], idioms: tuple[Idiom, ...] = IDIOMS) -> list[str]:
    """The idioms in some texts: where each is, and what to write instead."""
    return [f"{text.place}: `{idiom.name}`; write {idiom.instead}"
            for text in texts for idiom in idioms if idiom.found(text.text)]


@pytest.mark.parametrize("area", AREAS)
def test_an_area_has_none_of_the_idioms(area: str) -> None:
    texts = texts_of(area)
    assert texts or modules(area.removesuffix(" of documents"))
    avoided = tuple(idiom for idiom in IDIOMS
                    if (idiom.of_rulebooks or area != "games") and (idiom.of_code or area in PAGES_AND_HELP))
    found = idioms_in(texts, avoided)
    assert found == [], "\n".join(found)


FOLDERS = ("dsl", "interpreter", "translation", "pictures", "web", "cli", "src/rulewright/adapters", "src/rulewright/testing")


@pytest.mark.parametrize("folder", [*FOLDERS, "bench"])
def test_comments_have_none_of_the_idioms(folder: str) -> None:
    found = idioms_in(list(comments_in(folder)), tuple(idiom for idiom in IDIOMS if idiom.of_code))
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_speak_of_faults(folder: str) -> None:
    wrong = [f"{path.relative_to(ROOT).as_posix()}: {docstring}"
             for path in modules(folder) for node in ast.walk(ast.parse(text_of(path)))
             if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
             and (docstring := ast.get_docstring(node)) is not None and re.search(r"\bgo(?:es)?\s+wrong\b", docstring)]
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("folder", [*FOLDERS, "docs/hooks"])
def test_names_have_none_of_the_idioms(folder: str) -> None:
    assert modules(folder)
    assert [name for path in modules(folder) for name in names_in(path)] == []


def test_a_name_with_an_idiom_is_found(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_text("def is_told(): pass\nmade_anew = 1\nfolder = manoeuvre = 'told'\nclass Told: pass\n", "utf-8")
    assert list(names_in(path)) == ["m.py:1: is_told", "m.py:2: made_anew", "m.py:4: Told"]


def test_comments_of_scripts_are_read_with_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_prose.ROOT", tmp_path)
    path = tmp_path / "a.js"
    path.write_text("// It is told.\nconst a = 'http://told'; // retold\n/* plain\n   so many */\n", "utf-8")
    found = list(comments_of_script(path))
    assert [text.place for text in found if idioms_in([text])] == ["a.js:1", "a.js:2", "a.js:3"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_begin_with_an_imperative_or_a_noun(folder: str) -> None:
    paths = modules(folder)
    assert paths
    found = [place for path in paths for place in questions_of(path.relative_to(ROOT).as_posix(), text_of(path))]
    assert found == [], "\n".join(found)


def test_docstrings_that_begin_with_a_question_are_found() -> None:
    code = """
'What a module says.'
class C:
    'Return whether.'
    def f(self): 'Return what it is.'
    def g(self): 'Whether it is.'
    @property
    def h(self): 'Whether it is.'
    @cached_property
    def i(self): 'How it is.'
"""
    assert {place.partition(": ")[2] for place in questions_of("m.py", code)} == {
        "What a module says.", "Return what it is.", "Whether it is.", "How it is."}


# Names that commands and options had; each is another one now, or means something else.
OLD_NAMES = re.compile(r"`reanchor\b|\brulewright (?:anchor|move|confirm|accept|reanchor|terms|questions)\b"
                       r"|(?<![\w-])--(?:worth|figure|why|each-option|suspects|at-least|state)\b")
WRITTEN = [*sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "cli" / "explanations").rglob("*.md")), ROOT / "README.md",
           ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "bench" / "README.md"]


def test_pages_and_messages_name_commands_and_options_as_they_are_now() -> None:
    written = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in WRITTEN}
    modules_of = {path.relative_to(ROOT).as_posix(): text_of(path) for folder in FOLDERS for path in modules(folder)}
    old = {name: OLD_NAMES.findall(text) for name, text in {**written, **modules_of}.items()}
    assert {name: names for name, names in old.items() if names} == {}
    commands = {name.removeprefix("rulewright ").removesuffix(" --help") for name in (page.place for page in pages())}
    assert {"document update", "document assign", "validate"} <= commands
    assert not commands & {"anchor", "move", "confirm", "accept", "reanchor", "terms", "questions"}


@pytest.mark.parametrize("text", ["run `reanchor`", "rulewright move nim", "`--why TEXT`", "--each-option"])
def test_an_old_name_is_found(text: str) -> None:
    assert OLD_NAMES.search(text)


def test_help_pages_show_no_bounds_of_many_digits() -> None:
    assert [page.place for page in pages() if re.search(r"\d{10}", page.text)] == []


def test_help_pages_of_nested_commands_are_read() -> None:
    inner = click.Command("inner", help="It is told.")
    found = list(help_pages(click.Group("outer", commands=[click.Group("middle", commands=[inner])]), "outer"))
    assert [page.place for page in found] == ["outer --help", "outer middle --help", "outer middle inner --help"]
    assert len(idioms_in(found[2:])) == 1


@pytest.mark.parametrize(("text", "name"), [
    ("A mistake is told once.", "told"),
    ("They are all\nretold here.", "told"),
    ("Hold a printed rulebook in any\nlanguage against the rules.", "hold against"),
    ("positions held against the second", "hold against"),
    ("Whoever looks sees it.", "whoever"),
    ("Stop after so many choices.", "so many"),
    ("The player must move if he can.", "he"),
    ("It is up to the player himself.", "he"),
    ("Somebody has to move.", "somebody"),
    ("The list is made anew.", "anew"),
    ("It returns what came of it.", "what comes of"),
    ("The help says what there is.", "what there is"),
    ("It counts all the same.", "all the same"),
    ("If nobody meets it, no player wins.", "nobody"),
    ("Look at the games that ship.", "look at"),
    ("Play shows where rules go\nwrong.", "goes wrong"),
    ("The report says\nso.", "says so"),
])
def test_an_idiom_is_found(text: str, name: str) -> None:
    assert [idiom.name for idiom in IDIOMS if idiom.found(text)] == [name]


@pytest.mark.parametrize("text", [
    "The file holds games. They are played against each other.", "Several commands hold a lock.",
    "the history of this, then the", "They may move if they can.", "as many as there are",
    "These games are all the same.", "There is what it needs.", "must no nobody none not", "No one wins.",
    "A look ahead at a move.", "The player who looks ahead.", "It says something.",
])
def test_plain_text_has_no_idiom(text: str) -> None:
    assert [idiom.name for idiom in IDIOMS if idiom.found(text)] == []


def test_texts_of_rulebooks_are_read_with_their_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_prose.ROOT", tmp_path)
    rules = '# It is told.\nrule told\n    "The player holds"\n    "a coin against the light."\n'
    (tmp_path / "toy.rules").write_text(rules, "utf-8")
    (tmp_path / "toy.en.texts").write_text('told\n    "as he likes"\n', "utf-8")
    (tmp_path / "toy.ru.texts").write_text('told\n    "so many"\n', "utf-8")
    found = [text.place for text in texts_of_rulebooks(tmp_path) if idioms_in([text])]
    assert found == ["toy.en.texts:2", "toy.rules:1", "toy.rules:3"]


@pytest.mark.parametrize("code", [
    'f"""Return what\nis told."""', '"so "  "many"', '"so "\n    f"many {x}"', r'"A line\nhe wrote"',
    "'Hold it'\n    \"against\"", 'f"{x} retold {y}"'])
def test_a_module_with_an_idiom_is_parsed(code: str) -> None:
    assert is_suspect(code)


def test_strings_of_code_are_read_with_their_lines() -> None:
    code = 'KEY = "told"\n\n\ndef f(x):\n    """Return what is told."""\n    return f"{x} told {x}"\n'
    assert sorted(text.place for text in strings_of("m.py", code) if idioms_in([text])) == ["m.py:5", "m.py:6"]
