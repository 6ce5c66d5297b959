"""`check` after each of many edits reports what it reports without anything kept: in a new process, and in this one."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import cache
from rulewright.cli.main import main
from rulewright.dsl.source.cache import SWITCH, CacheStore
from rulewright.dsl.source.search_path import find

from ...dsl.incremental.edited import NEW
from .conftest import Report

SIGN = re.compile(r"(?<= )(<=|>=|<|>|=|!=|[+-])(?= )")
WORD = re.compile(r"[^\W\d]\w*")
NUMBER = re.compile(r"\d+")
TYPE = re.compile(r"(?<=: )(?:\d+\.\.\w+|flag|player)")
SAID = re.compile(r"(?<=\").*\w.*(?=\")")
# Each edit is checked by a new process, which loads the compiler anew.
CASES = [("tic_tac_toe", 1, 1), pytest.param("pig", 2, 12, marks=pytest.mark.slow),
         pytest.param("carolus_magnus", 3, 6, marks=pytest.mark.slow)]


# Declarations of a name that no rulebook has.
DECLARED = (
    "state\n    NEW: 0..9 = 3\n\n", "each player has\n    NEW: flag\n\n", 'parameter NEW: 0..9 = 3\n    "It is {NEW}."\n\n',
    'event NEW(p: player)\n    "{p} did it."\n\n', 'section NEW\n    "New"\n\n', 'note NEW\n    "Nothing more."\n\n',
    'function NEW(p: player): flag\n    "Whether it is so."\n    gives yes\n\n', 'constants\n    NEW = 4 "It is four."\n\n',
    'rule NEW(p: player)\n    "{p} does nothing."\n    announce NEW_too(p)\n\nevent NEW_too(p: player)\n    "{p} did it."\n\n')
VARIANTS = {"pig": ("variants/two_dice.rules",)}


def copied(name: str, folder: Path) -> list[Path]:
    """Copy a shipped rulebook with its variants, texts, glossaries and playthroughs; return the files."""
    main = find(name)
    own = main.stem == main.parent.name
    patterns = ("*.rules", "variants/*", "text/*", "playthroughs/*") if own else (
        f"{name}.rules", *VARIANTS.get(name, ()), f"text/{name}.*", "text/*.csv", f"playthroughs/{name}*")
    files = [path for pattern in patterns for path in sorted(main.parent.glob(pattern))]
    for path in files:
        there = folder / path.relative_to(main.parent)
        there.parent.mkdir(exist_ok=True)
        shutil.copy(path, there)
    return [folder / path.relative_to(main.parent) for path in files]


def edited(text: str, words: list[str], dice: random.Random) -> str:
    """Return a text with a line, a word or a number changed."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    found = list(WORD.finditer(lines[at]))
    match dice.choice(("number", "number", "sign", "word", "name", "said", "drop", "double", "remark", "declaration", "broken",
                       "type")):
        case "sign" if SIGN.search(text):
            hit = dice.choice(list(SIGN.finditer(text)))
            return text[:hit.start()] + dice.choice(("<", "<=", "=", "!=", "+", "-")) + text[hit.end():]
        case "declaration":
            return _with_declarations(text, words, dice)
        case "number":
            return NUMBER.sub(lambda hit: str(int(hit[0]) + 1), text, count=1) if dice.random() < 0.1 else "\n".join(
                [*lines[:at], NUMBER.sub(lambda hit: str(int(hit[0]) % 9 + 1), lines[at]), *lines[at + 1:]])
        case "word" if found:
            hit = dice.choice(found)
            lines[at] = lines[at][:hit.start()] + dice.choice(words) + lines[at][hit.end():]
        case "name" if found:
            # A name that no rulebook has, at its first place or in all of the file.
            name = dice.choice(found)[0]
            return re.sub(rf"\b{name}\b", f"{name}_{NEW}", text, count=dice.choice((0, 0, 1)))
        case "said" if SAID.search(text):
            said = dice.choice(list(SAID.finditer(text)))
            hit = dice.choice([*WORD.finditer(text, said.start(), said.end()), said])
            return text[:hit.start()] + dice.choice(words) + text[hit.end():]
        case "broken":
            between = dice.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:between] + dice.choice("()=x ") + lines[at][between:]
        case "type" if TYPE.search(text):
            hit = dice.choice(list(TYPE.finditer(text)))
            return text[:hit.start()] + dice.choice(("flagg", "9..1", f"0..{dice.choice(words)}")) + text[hit.end():]
        case "drop":
            del lines[at]
        case "double":
            lines.insert(at, lines[at])
        case _:
            lines.insert(at, "# a remark")
    return "\n".join(lines)


def _with_declarations(text: str, words: list[str], dice: random.Random) -> str:
    """Return a text with a declaration left out, doubled, moved, or with another name, or with one that is new."""
    parts = re.split(r"(?m)^(?=\w)", text)
    at = dice.randrange(len(parts))
    match dice.choice(("out", "twice", "moved", "renamed", "new")):
        case "new":
            parts.insert(at, dice.choice(DECLARED).replace("NEW", f"a_{NEW}"))
        case "out":
            del parts[at]
        case "twice":
            parts.insert(at, parts[at])
        case "moved":
            parts.insert(dice.randrange(len(parts)), parts.pop(at))
        case _:
            parts[at] = WORD.sub(lambda hit: dice.choice(words), parts[at], count=2)
    return "".join(parts)


def check(folder: Path, name: str) -> str:
    """Return the report of a new process on a rulebook and its playthroughs, with a cache folder of its own."""
    given = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "LOCALAPPDATA": str(folder / "cache")}
    given.pop(SWITCH, None)
    done = subprocess.run([sys.executable, "-m", "rulewright", "check", f"{name}.rules", "playthroughs"], cwd=folder,
                          env=given, capture_output=True, encoding="utf-8", check=False)
    assert "Traceback" not in done.stderr
    return done.stdout


def from_scratch(name: str) -> str:
    """Return the report of this process on the same files in the current folder, from nothing that was kept."""
    return CliRunner().invoke(main, ["check", "--no-cache", f"{name}.rules", "playthroughs"], catch_exceptions=False).stdout


@pytest.mark.parametrize(("name", "seed", "edits"), CASES)
def test_a_process_reports_after_an_edit_what_it_reports_from_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                      name: str, seed: int, edits: int) -> None:
    monkeypatch.chdir(tmp_path)
    files, dice = copied(name, tmp_path), random.Random(seed)
    first = {path: path.read_text(encoding="utf-8") for path in files}
    words = sorted({word for text in first.values() for word in WORD.findall(text)})
    check(tmp_path, name)
    for _ in range(edits):
        path = dice.choice([file for file in files if file.suffix != ".play"] if dice.random() < 0.9 else files)
        now = path.read_text(encoding="utf-8")
        path.write_text(edited(now if dice.random() < 0.5 else first[path], words, dice), encoding="utf-8")
        assert check(tmp_path, name) == from_scratch(name), path
        if dice.random() < 0.4:
            path.write_text(first[path], encoding="utf-8")


VARIANT = """variant few_dice of dice

because "Fewer."
    replace state
        left: 0..5 = 5
"""
DICE = """rulebook dice
    "Dice"
    players 2

state
    left: 0..9 = 5

play
    "Players roll."
    repeat
        turn_of(P1)

rule turn_of(p: player)
    "{p} rolls."
    roll die from 1..6
    left becomes min(5, die)
    check over

end over
    "It is over."
    when left = 1
    draw
"""


def test_a_mistake_with_a_variant_alone_is_reported_where_the_variant_is(tmp_path: Path,
                                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "user_store", lambda kind, most: CacheStore(tmp_path / "cache" / kind, most))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "few_dice.rules").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "dice.rules").write_text(DICE, encoding="utf-8")

    def report(*more: str) -> str:
        return CliRunner().invoke(main, ["check", *more, "dice.rules"], catch_exceptions=False).output

    assert "no mistakes" in report()
    for now in ("min(7, die)", "min(5, dies)", "7"):
        (tmp_path / "dice.rules").write_text(DICE.replace("min(5, die)", now), encoding="utf-8")
        assert report() == report("--no-cache"), now
    assert "with this change" in report()


def test_a_fault_in_short_games_leaves_what_is_kept(tmp_path: Path, report: Report) -> None:
    # The fault is in a rule that has not changed, of which no place is kept.
    rulebook = DICE.replace("left becomes min(5, die)", "left becomes 1\n    more()") + (
        'rule more\n    "More."\n    left gains 4\n')
    assert "no mistakes" in report(rulebook)
    kept = set((tmp_path / "cache" / "rulebooks").iterdir())
    faulty = rulebook.replace("becomes 1", "becomes 8")
    assert "rulebook fault" in report(faulty)
    assert report(faulty) == report(faulty, "--no-cache")
    assert set((tmp_path / "cache" / "rulebooks").iterdir()) == kept


def test_a_fault_of_a_clause_leaves_what_is_kept(tmp_path: Path, report: Report) -> None:
    # The fault is no statement's but its clause's, and no clause is kept.
    rulebook = DICE.replace("    roll die from 1..6\n    left becomes min(5, die)\n", (
        '    choose going by p\n        "They go."\n        move "goes {n}" for n in 1..9 where n < 10\n'
        "            left becomes 1\n        otherwise\n            left becomes 5\n"))
    assert "no mistakes" in report(rulebook)
    kept = set((tmp_path / "cache" / "rulebooks").iterdir())
    endless = rulebook.replace("n < 10", "n > 9")
    assert "the rules loop without a choice" in report(endless)
    assert report(endless) == report(endless, "--no-cache")
    assert set((tmp_path / "cache" / "rulebooks").iterdir()) == kept


REALM = """rulebook realm
    "The realm"
    players 2

constants
    most = 9 "At most {most}."

board earth: ring of land L0 .. L5 merging into zone

each zone has
    owner: player or none, merge keeps
    men: 0..most = 2, merge adds

state
    moves: 0..5

play
    "Players take zones."
    repeat
        for each p in players
            take(p)
            moves gains 1
            check ends

rule take(p: player)
    "{p} takes a zone, which grows."
    choose taking by p
        "{p} takes a zone."
        move "takes {z}" for z in zone where z.owner = none
            z.owner becomes p
            for each n in neighbours(z) where n.owner = p
                merge z with n

end taken
    "After four moves it is over."
    when moves = 4
    draw
"""
# What is written, in place of what, so that short games come to a fault: no rule that they come to differs.
FAULTY = {
    "a field that merges beyond its range": ("    men: ", "    huts: 0..3 = 2, merge adds\n    men: "),
    "a range for less than what merges": ("most = 9", "most = 3"),
    "an end that does not come": ("moves = 4", "moves = 0"),
}


@pytest.mark.parametrize("edit", FAULTY)
def test_short_games_come_to_a_fault_outside_the_rules_that_they_call(report: Report, edit: str) -> None:
    assert "error" not in report(REALM)
    now = REALM.replace(*FAULTY[edit])
    assert "rulebook fault" in report(now)
    assert report(now) == report(now, "--no-cache")


def test_a_parameter_that_is_set_has_to_be_there(report: Report, left_alone: list[bool]) -> None:
    with_one = DICE.replace("state\n", 'parameter least: 1..5 = 2\n    "At least {least}."\n\nstate\n').replace(
        "    left becomes", "    left becomes least\n    left becomes")
    assert "no mistakes" in report(with_one, "--set", "least=2")
    assert "unknown parameter `least`" in report(DICE, "--set", "least=2")
    assert "no mistakes" in report(with_one)
    assert "no mistakes" in report(DICE)
    assert left_alone == [False, True]


def test_a_parameter_that_is_set_keeps_its_value(report: Report) -> None:
    before = DICE.replace("state\n", 'parameter least: 1..9 = 3\n    "At least {least}."\n\nstate\n').replace(
        "    left becomes", "    left becomes 9 - least\n    left becomes").replace("0..9 = 5", "0..6 = 5")
    now = before.replace("= 3\n", "= 5\n").replace("9 - least", "10 - least")
    assert "no mistakes" in report(before, "--set", "least=3")
    assert "no mistakes" in report(now)
    assert "rulebook fault" in report(now, "--set", "least=3")


AHEAD = DICE.replace("    check over\n", "    if can ask(p)\n        left becomes 2\n    ask(p)\n    check over\n") + """
rule ask(p: player)
    "{p} is asked."
    choose asking by p
        "They answer."
        move again "again"
            "Once more."
            left becomes 3
        move no "no"
            "No more."
            left becomes 4
"""


def test_what_is_kept_stays_where_a_check_asks_for_more(tmp_path: Path, report: Report, left_alone: list[bool]) -> None:
    assert "no mistakes" in report(AHEAD)
    kept = set((tmp_path / "cache" / "rulebooks").iterdir())
    # What looks ahead needs all of the choice that it looks at. With a mistake, nothing else is kept in its place.
    ahead = AHEAD.replace("left becomes min(5, die)", "left becomes min(5, dice_there)")
    assert report(ahead) == report(ahead, "--no-cache")
    assert left_alone == []
    assert set((tmp_path / "cache" / "rulebooks").iterdir()) == kept
    other = AHEAD.replace("left = 1", "left = 2")
    assert report(other) == report(other, "--no-cache")
    assert left_alone == [True]


STATEMENT = "{p} and {player_count} stones roll."
# Other words of the statement: whether the rest of the rulebook is left alone, and what is reported of it.
REWORDED = {
    "other words": (STATEMENT, "{p} and {player_count} stones run.", True, "W503"),
    "a concept more": (STATEMENT, "{p} and {player_count} stones roll a die.", True, "W503"),
    "another concept that a number counts": (STATEMENT, "{p} and {player_count} dice roll.", True, "W504"),
    "a concept further from its number": (STATEMENT, "{p} and {player_count}: stones roll.", True, "W503"),
    "a term that is forbidden": (STATEMENT, "{p} and {player_count} cubes roll.", True, "W506"),
    "a term of the same concept that is forbidden": (STATEMENT, "{p} and {player_count} pebbles roll.", True, "W506"),
    "an expression less": (STATEMENT, "{player_count} stones roll.", False, "W503"),
    "no words": (STATEMENT, "", False, "W501"),
    "a concept that nothing counts": ("It is over.", "A die is over.", True, "W502"),
    "a forbidden term in a statement without numbers": ("It is over.", "A cube is over.", True, "W506"),
}


@pytest.mark.parametrize("edit", REWORDED)
def test_other_words_of_a_statement_are_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool],
                                                                 edit: str) -> None:
    rulebook = DICE.replace("{p} rolls.", STATEMENT)
    (tmp_path / "text").mkdir()
    for name, text in {
            "text/dice.en.glossary.csv": "die,die,preferred,pl=dice,\ndie,cube,forbidden,pl=cubes,\n"
            "stone,stone,preferred,pl=stones,\nstone,pebble,forbidden,pl=pebbles,\n",
            "text/dice.ru.glossary.csv":
            "die,кость,preferred,pl=кости,\nstone,камень,preferred,pl=камни,\n"}.items():
        (tmp_path / name).write_text("concept,term,status,forms,note\n" + text, encoding="utf-8")
    (tmp_path / "text" / "dice.ru.texts").write_text(
        'texts of dice in ru\n\nturn_of\n    "{p} и {player_count}: камни катятся."\n', encoding="utf-8")
    report(rulebook)
    before, statement, is_alone, code = REWORDED[edit]
    now = rulebook.replace(before, statement)
    assert report(now) == report(now, "--no-cache")
    assert left_alone == [is_alone]
    assert code in report(now)


@pytest.mark.parametrize(("name", "seed", "edits", "least"), [
    ("pig", 4, 2, 0), pytest.param("pig", 5, 60, 1, marks=pytest.mark.slow),
    pytest.param("carolus_magnus", 6, 25, 1, marks=pytest.mark.slow),
    pytest.param("lancaster", 7, 15, 1, marks=pytest.mark.slow),
    pytest.param("emperor_4", 11, 12, 1, marks=pytest.mark.slow)])
def test_a_session_of_edits_is_reported_as_from_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_alone: list[bool],
                                                        name: str, seed: int, edits: int, least: int) -> None:
    files, dice = copied(name, tmp_path), random.Random(seed)
    files = [path for path in files if path.suffix != ".play"]
    first = {path: path.read_text(encoding="utf-8") for path in files}
    words = sorted({word for text in first.values() for word in WORD.findall(text)})
    monkeypatch.setattr(cache, "user_store", lambda kind, most: CacheStore(tmp_path / "cache" / kind, most))
    monkeypatch.chdir(tmp_path)

    def report(*more: str) -> str:
        return CliRunner().invoke(main, ["check", *more, f"{name}.rules"], catch_exceptions=False).output

    report()
    for _ in range(edits):
        path = dice.choice(files if dice.random() < 0.4 else [file for file in files if file.suffix == ".rules"])
        now = path.read_text(encoding="utf-8")
        path.write_text(edited(now if dice.random() < 0.3 else first[path], words, dice), encoding="utf-8")
        assert report() == report("--no-cache"), path
        if dice.random() < 0.6:
            path.write_text(first[path], encoding="utf-8")
    assert left_alone.count(True) >= least
