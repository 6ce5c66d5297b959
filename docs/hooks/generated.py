"""The code to pages of the reference: diagnostics, functions, grammar, commands, and the index of words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module, resources
from pathlib import Path

import click
from markdown_sections import Section, sections

from rulewright.cli.colours.lexers import keywords
from rulewright.cli.explanations import FUNCTIONS, function_names, page_of_code
from rulewright.dsl.source.diagnostics import CODES

FAMILIES = {
    "E1": "Reading and parsing", "E2": "Names", "E3": "Types and ranges", "E4": "The rules as a whole",
    "E5": "Texts and glossaries", "E6": "Playthroughs, evaluation files and look files", "E7": "Variants",
    "E8": "Who may know what", "E9": "Not supported yet", "W4": "Warnings about rules", "W5": "Warnings about texts",
    "W6": "Warnings about playthroughs", "W8": "Warnings about secrets",
}
GROUPS = {
    "Numbers, sets and players": ("min", "max", "abs", "size", "next", "previous", "rank", "share"),
    "Boards: steps and ways": ("neighbours", "surrounding", "diagonals", "distance", "reachable", "within", "clockwise",
                               "anticlockwise"),
    "Boards: directions and lines": ("column", "row", "at", "shift", "directions", "direction", "ray", "between", "lines",
                                     "lines_through"),
    "Boards: edges and corners": ("edges", "corners", "edge", "corner"),
    "Tiles": ("side_of", "turned", "opposite"),
    "Regions that merge": ("region", "spaces"),
    "Secrets": ("open",),
    "Steps, in invariants": ("before", "applied", "decider"),
}
GLOSSARY = "reference/glossary.md"
MOST_PLACES = 4
NOT_INDEXED = ("reference/commands.md", "reference/grammar.md", "architecture.md")
# Pages that say what words of the language mean.
LANGUAGE = ("reference/", "howto/", "tutorial.md", "variants.md")

ON_DIAGNOSTICS = """# Diagnostics

The compiler reports each mistake with its place, a code, and where possible what would help:

```text
error[E201]: unknown name `appel`
  --> orchard.rules:27:33
   |
27 |             require enough: n <= tree[appel]
   |                                       ^^^^^
   = help: did you mean `apple`?
```

`E` is an error: the rulebook is not played. `W` is a warning. `rulewright explain E201` prints what this
page says of a code."""
ON_FUNCTIONS = """# Functions of the language

These names are there in every rulebook. `rulewright explain ray` prints what this page says of a function. In the forms,
`s`, `a` and `b` are spaces of a board, `d` is a direction, `n` a number, `p` a player, `r` a region and `D` a domain."""
ON_GRAMMAR = """# Grammar

This is the grammar that the parser reads, in the notation of Lark. `[x]` may be left out, `x*` and `x+` repeat, `|` separates
alternatives, and `->` names what a rule makes. `_INDENT` and `_DEDENT` begin and end a block, and `_NL` ends a line."""
ON_COMMANDS = """# Commands

The pages that `rulewright COMMAND --help` prints. Exit code 0 is success. Exit code 1 says that the input fell short: mistakes
in a rulebook, or a failed expectation. Exit code 2 is wrong usage."""


def pages(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the generated pages by path; `texts` are the written pages, in the order of the navigation."""
    made = {
        "reference/diagnostics.md": diagnostics(),
        "reference/functions.md": functions(),
        "reference/grammar.md": grammar(),
        "reference/commands.md": commands(),
    }
    return made | {"reference/words.md": words({**texts, **made})}


def diagnostics() -> str:
    """Return the page of all codes, family by family."""
    out = [ON_DIAGNOSTICS, "| code | meaning |\n|---|---|\n" + "\n".join(
               f"| [`{code}`](#{code.lower()}) | {meaning} |" for code, meaning in CODES.items())]
    for family, title in FAMILIES.items():
        out.append(f"## {title}")
        for code in (code for code in CODES if code.startswith(family)):
            _, body = page_of_code(code).split("\n\n", 1)
            out += [f"### {code}", f"*{CODES[code]}*", body.strip()]
    return "\n\n".join(out) + "\n"


def functions() -> str:
    """Return the page of all functions of the language, group by group."""
    out = [ON_FUNCTIONS]
    grouped = {name for names in GROUPS.values() for name in names}
    others = {"Others": tuple(name for name in function_names() if name not in grouped)}
    for title, names in (GROUPS | others if others["Others"] else GROUPS).items():
        out.append(f"## {title}")
        out += [f"### {name}\n\n{(FUNCTIONS / f'{name}.md').read_text(encoding='utf-8').strip()}" for name in names]
    return "\n\n".join(out) + "\n"


def grammar() -> str:
    """Return the grammar of rulebooks, part by part, and the words that it uses."""
    text = resources.files("rulewright").joinpath("grammar", "rulebook.lark").read_text(encoding="utf-8")
    out = [ON_GRAMMAR, "## Words of the language", " ".join(f"`{word}`" for word in keywords())]
    for part in re.split(r"^(?=// ---- )", text, flags=re.MULTILINE):
        title = re.match(r"// ---- (.+?) -+\n", part)
        body = part[title.end():].strip() if title else part.strip()
        if body:
            out += [f"## {title[1] if title else 'Files'}", f"```text\n{body}\n```"]
    return "\n\n".join(out) + "\n"


def commands() -> str:
    """Return the page of all commands, as `--help` prints them."""
    main: click.Group = import_module("rulewright.cli.main").main
    out = [ON_COMMANDS]
    out += _command(main, "rulewright")
    return "\n\n".join(out) + "\n"


def _command(command: click.Command, path: str) -> list[str]:
    """The help of a command, and of those of its group."""
    out: list[str] = []
    with click.Context(command, info_name=path.rsplit(" ", 1)[-1], max_content_width=100, terminal_width=100) as context:
        if path != "rulewright":
            out += [f"## {path.removeprefix('rulewright ')}", f"```text\n{command.get_help(context)}\n```"]
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                assert below is not None
                out += _command(below, f"{path} {name}")
    return out


def words(texts: Mapping[str, str]) -> str:
    """Return the index: headings of all pages, and for words of the language the sections that show them in code."""
    entries: dict[str, list[str]] = {}
    parts = [(path, section) for path, text in texts.items() if path not in NOT_INDEXED for section in sections(text)]
    for path, section in parts:
        if section.depth > 1:
            _add(entries, re.sub(r"^(A|An|The|\d+\.) ", "", section.title.replace("`", "")), path, section)
    parts = sorted(((path, section) for path, section in parts if path.startswith(LANGUAGE)), key=lambda place: _rank(place[0]))
    # Most sections lack a word. Only the lines of the others are searched for it as code or in bold.
    small = ["\n".join(section.lines).lower() for _, section in parts]
    for word in keywords():
        pattern = re.compile(rf"`(?:[^`]* )?{word}\b[^`]*`|\*\*`?(?i:{word})\b")
        shown = [place for place, text in zip(parts, small, strict=True)
                 if word in text and any(pattern.search(line) for line in place[1].lines)]
        first = [place for place in shown if any(re.search(rf"`{word}\b|\*\*`?(?i:{word})\b", line) for line in place[1].lines)]
        for path, section in [*first, *(place for place in shown if place not in first)][:MOST_PLACES]:
            _add(entries, word, path, section)
    for term in re.findall(r"^\| \*\*(.+?)\*\* \|", texts.get(GLOSSARY, ""), re.MULTILINE):
        entries.setdefault(term, []).append(f"[Glossary]({Path(GLOSSARY).name})")
    out = ["# Index", "Headings of all pages and words of the language, with the sections that speak of them."]
    for letter in sorted({entry[0].upper() for entry in entries if entry[0].isalpha()}):
        out.append(f"## {letter}")
        out.append("\n".join(f"- {entry}: {', '.join(dict.fromkeys(places))}" for entry, places in sorted(
            entries.items(), key=lambda item: item[0].lower()) if entry[0].upper() == letter))
    return "\n\n".join(out) + "\n"


def _rank(path: str) -> int:
    """Chapters of the language come before the lists of the reference, and these before other pages."""
    lists = ("functions", "diagnostics", "glossary", "cheat_sheet")
    return 2 if not path.startswith("reference/") else 1 if Path(path).stem in lists else 0


def _add(entries: dict[str, list[str]], entry: str, path: str, section: Section) -> None:
    link = path.removeprefix("reference/") if path.startswith("reference/") else f"../{path}"
    entries.setdefault(entry, []).append(f"[{section.title}]({link}#{section.anchor})")
