"""Each diagnostic that names an unknown word says which known word is near it, in every kind of file."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli.editor.files.names import NameUse
from rulewright.cli.editor.files.problems import Depth, problems_of
from rulewright.cli.editor.files.rulebooks import RulebookKey, Rulebooks
from rulewright.dsl.source import disk
from rulewright.dsl.source.search_path import find

from ..translation.texts.games import worded

CASES = sorted((Path(__file__).parents[1] / "backends" / "cases").glob("*.rules"))
# Words of chained names and of made rows are looked up before all names are known.
LEFT_OUT = {("made_words", "copies")}

PLAY = """game orchard
variant house
players Anna, Boris
set many = 3

chance: wind in the apple
Anna: picks 1 apple
refuse Anna: picks 2 pear because enough
expect at fruits
expect applied pick
expect Anna sees tree
expect Anna to move
expect over by bare
expect events picked_fruit
expect tree[apple] = 2
mark "early"
back to "early"
position
    tree = apple 2, pear 1
    Anna.eaten = 3
    goes = Anna
    best = pear
    worm of Anna: 1 with hunger = 2
    at pick p = Anna
use "other.play"
"""
RULES_MORE = """
each player has
    eaten: 0..9 = 0

state
    goes: player or none = none
    best: fruit = apple

rule turn_over
    "The turn is over."
    if many > 4
        goes becomes none
    check bare

pieces worm of each player
    "Worms."
    2

each worm has
    hunger: 0..5

event picked_fruit(f: fruit)

parameter many: 1..5 = 2
"""
VARIANT = """variant house of orchard
    "House"

set picked = 3
remove rest
add to fruit: plum
add to pick
    exception early: many > 3
        "It is early."
add before turn_over
    check bare
"""


def misspelt(word: str) -> str:
    """A word with a letter too much, or one too few."""
    return f"{word[:-1]}{word[-1]}{word[-1]}" if len(word) < 5 else word[: len(word) // 2] + word[len(word) // 2 + 1 :]


def without_help(path: Path, text: str, word: str, rulebooks: Rulebooks, depth: Depth) -> list[str]:
    """The messages about a misspelt word, when a file has this text, whose help does not name the word that is meant."""
    with disk.looking_at(disk.Overlay({disk.resolved(path): text.encode("utf-8")})):
        problems = problems_of(path, rulebooks, depth)
    wrong = misspelt(word)
    named = [problem for problem in problems if wrong in problem.message]
    assert named, f"nothing names `{wrong}`: {[problem.message for problem in problems]}"
    return [f"{problem.code}: {problem.message} ({problem.help})" for problem in named if word not in (problem.help or "")]


def some_uses(main: Path, rulebooks: Rulebooks, most: int) -> Iterator[NameUse]:
    """Some names of a rulebook, where they are used."""
    opened = rulebooks.open(RulebookKey(main))
    uses = [use for use in opened.names.uses if not use.is_declaration and len(use.span.text) > 3
            and (main.stem, use.span.text) not in LEFT_OUT]
    random.Random(main.stem).shuffle(uses)
    return iter(uses[:most])


def check_names(main: Path, most: int) -> None:
    rulebooks, lacking = Rulebooks(), list[str]()
    for use in list(some_uses(main, rulebooks, most)):
        lines, at = list(use.span.source.lines), use.span
        line = lines[at.line - 1]
        lines[at.line - 1] = line[: at.column - 1] + misspelt(at.text) + line[at.end_column - 1 :]
        with disk.looking_at(disk.Overlay({disk.resolved(main): "\n".join(lines).encode("utf-8")})):
            diagnostics = rulebooks.open(RulebookKey(main)).diagnostics
        lacking += [f"{problem.span}: {problem.message} ({problem.help})" for problem in diagnostics
                    if f"`{misspelt(at.text)}`" in problem.message and at.text not in (problem.help or "")]
    assert lacking == []


@pytest.mark.parametrize("main", CASES[::6], ids=lambda main: main.stem)
def test_a_misspelt_name_of_a_rulebook_has_the_near_one(main: Path) -> None:
    check_names(main, 2)


@pytest.mark.slow
@pytest.mark.parametrize("main", [*CASES, *(find(game) for game in ("pig", "nim", "race", "carolus_magnus"))],
                         ids=lambda main: main.stem)
def test_all_misspelt_names_of_a_rulebook_have_the_near_ones(main: Path) -> None:
    check_names(main, 60)


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rulebook with all kinds of files beside it."""
    folder = tmp_path_factory.mktemp("orchard")
    files = worded(folder)
    main = Path(files.path)
    text = main.read_text(encoding="utf-8").replace("\nplay\n", f"{RULES_MORE}\nplay\n")
    main.write_text(text.replace("            check bare", "            turn_over()"), encoding="utf-8")
    (folder / "house.rules").write_text(VARIANT, encoding="utf-8")
    (folder / "other.play").write_text("game orchard\nplayers Anna, Boris\n", encoding="utf-8")
    for name, text in (("evaluations/orchard.evaluation", "2 * me.eaten\n"),
                       ("look/orchard.look", "colour apple red\nsymbol worm circle\n")):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "game.play").write_text(PLAY, encoding="utf-8")
    return main


@pytest.mark.parametrize(("name", "line", "word"), [
    *(("game.play", line, word) for line, word in (
        ("variant house", "house"), ("set many", "many"), ("because enough", "enough"), ("at fruits", "fruits"),
        ("applied pick", "pick"), ("sees tree", "tree"), ("Anna to move", "Anna"), ("by bare", "bare"),
        ("events picked_fruit", "picked_fruit"), ("expect tree[apple]", "apple"), ("expect tree[apple]", "tree"),
        ('back to "early"', "early"), ("    tree = apple 2", "tree"), ("Anna.eaten", "eaten"), ("goes = Anna", "Anna"),
        ("best = pear", "pear"), ("worm of Anna: 1 with hunger", "hunger"), ("at pick", "pick"), ("chance: wind", "chance"),
        ("game orchard", "orchard"), ("Anna: picks", "Anna"), ("picks 1 apple", "picks"))),
    *(("house.rules", line, word) for line, word in (
        ("of orchard", "orchard"), ("set picked", "picked"), ("remove rest", "rest"), ("add to fruit", "fruit"),
        ("add to pick", "pick"), ("before turn_over", "turn_over"), ("check bare", "bare"))),
    ("text/ru.texts", "of basket}", "basket"), ("text/ru.texts", "{grass", "grass"), ("text/ru.texts", "picked}", "picked"),
    ("text/ru.texts", "fruit.gen.pl", "gen.pl"), ("text/ru.texts", "shade ", "shade"),
    ("text/ru.glossary.csv", "basket,корзина", "basket"),
    ("text/ru.glossary.csv", "лукошко,forbidden", "forbidden"),
    ("evaluations/orchard.evaluation", "me.eaten", "eaten"), ("look/orchard.look", "apple", "apple"),
    ("look/orchard.look", "symbol worm", "worm"),
    ("look/orchard.look", "colour", "colour"), ("look/orchard.look", "red", "red"), ("look/orchard.look", "circle", "circle"),
])
def test_a_misspelt_word_of_a_file_beside_a_rulebook_has_the_near_one(orchard: Path, name: str, line: str, word: str) -> None:
    path = orchard.parent / name
    text = path.read_text(encoding="utf-8")
    at = text.index(line) + line.index(word)
    wrong = text[:at] + misspelt(word) + text[at + len(word) :]
    assert without_help(path, wrong, word, Rulebooks(), Depth.TEXTS) == []
