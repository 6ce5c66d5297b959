"""What `check emperor_4` costs after an edit of one line, for each kind of line.

    python bench/speed/check_again.py                 # all kinds, the least of three runs each: some minutes
    python bench/speed/check_again.py --runs 1 field  # the kinds with `field` in their names, once
    python bench/speed/check_again.py --lines 60      # 60 lines drawn from all rulebook files of the game

In a line that is drawn, a number, an operator or a word of a quoted text changes, whichever is drawn. Each run starts a new
process with what an earlier `check` of the game has kept. `whole` says that the compiler was loaded: then at least one
rulebook, variant or other file was checked from its beginning.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

GAME = Path(__file__).parent.parent.parent / "games" / "emperor_4"
# `check` in a process of its own, which says last whether it has loaded the passes.
CHECK = """
import sys
from rulewright.__main__ import run
try:
    run()
finally:
    print("whole" if "rulewright.cli.checking.file_checks" in sys.modules else "kept", file=sys.stderr)
"""


@frozen
class Edit:
    """An edit of one line: the kind of line, its file, what stands there first, and what stands there then.

    `path` is what is checked, if not the game: a file in its folder.
    """

    kind: str
    file: str
    old: str
    new: str
    path: str = ""


_TERMS, _SPELLS, _TOKENS, _TURN = "terms.rules", "spells.rules", "tokens.rules", "turn.rules"
EDITS = (
    # Bodies.
    Edit("body of a function", _TERMS, "gives count h in place where h.face_down",
         "gives count h in place where not h.face_down"),
    Edit("body of a rule", _TERMS, "h.wounds[i] becomes max(0, h.wounds[i] - n)", "h.wounds[i] becomes max(0, n)"),
    Edit("number in a rule", _TERMS, "p.has[r] loses n\n", "p.has[r] loses n + 1\n"),
    Edit("requirement of a move", _TURN, "require action_for_step: actions > 0", "require action_for_step: actions > 1"),
    Edit("message of a requirement", _TURN,
         '"nobody stops on {to}"\n                require step_finds', '"nobody stays on {to}"\n'
         "                require step_finds"),
    Edit("statement of a move", _TURN, '"A force moves one hex."', '"A force moves by one hex."'),
    Edit("text of a move", _TURN, 'move step "{h} to {to}"', 'move step "{h} onto {to}"'),
    Edit("exception of a function", _TERMS, "exception limit_of_knights: k.class = rider",
         "exception limit_of_knights: k.class != on_foot"),
    Edit("condition of an end", "ends.rules", "when round = last_round", "when round >= last_round"),
    Edit("invariant", "invariants.rules", "actions <= actions_in_a_turn", "actions < actions_in_a_turn + 1"),
    Edit("way of a row", _TOKENS, "found(p, h, gold, gold_2.chips)", "found(p, h, gold, gold_1.chips)"),
    Edit("the first rule", "emperor_4.rules", "round gains 1", "round gains 2"),
    # Statements.
    Edit("statement of a rule", _TERMS, '"Wounds are healed."', '"Wounds heal."'),
    Edit("note", "setup.rules", "beside the map at the start.", "beside the map at first."),
    Edit("section", "emperor_4.rules", '"The goal"', '"The aim"'),
    Edit("why something is assumed", _TERMS, '"joining is no action"', '"to join is no action"'),
    # Values.
    Edit("constant", _SPELLS, "health_to_tame = 2", "health_to_tame = 1"),
    Edit("constant in a type", _TERMS, "last_round = 60", "last_round = 61"),
    Edit("default of a parameter", _TERMS, "parameter monsters_follow: flag = no", "parameter monsters_follow: flag = yes"),
    Edit("value of a row", _TOKENS, "row gold_1: 3, none", "row gold_1: 2, none"),
    Edit("value of a row by its name", _TOKENS, "        chips = 1\n        obey\n            found(p, h, gold",
         "        chips = 3\n        obey\n            found(p, h, gold"),
    # Types.
    Edit("range of a field of the state", _TERMS, "    trained: 0..4, aside", "    trained: 0..5, aside"),
    Edit("range of a field of players", _TERMS, "    hand_size: 0..24", "    hand_size: 0..25"),
    Edit("range of a field of spaces", "map.rules", "    wounds: 0..5 per 1..4", "    wounds: 0..6 per 1..4"),
    Edit("range of a column", _TOKENS, "    chips: 0..6 = 0\n    effect obey", "    chips: 0..7 = 0\n    effect obey"),
    Edit("range that a function gives", _TERMS, "function finds_left(): 0..24", "function finds_left(): 0..25"),
    Edit("first value of a field", _TERMS, "active: player = north", "active: player = south"),
    Edit("first value of a field that the map gives too", "map.rules", "face_down: flag = yes", "face_down: flag = no"),
    Edit("`aside` of a field", _TERMS, "    halted: flag, aside", "    halted: flag"),
    # Heads.
    Edit("parameter of a rule, renamed", _TERMS, "rule place_unit(p: player, k: kind, h: place)\n"
         '    "A free figure is put on the map."\n    stand(p, k, h)\n    announce unit_comes(k, h)',
         "rule place_unit(p: player, k: kind, there: place)\n"
         '    "A free figure is put on the map."\n    stand(p, k, there)\n    announce unit_comes(k, there)'),
    Edit("range of a rule's parameter", _TERMS, "rule pay(p: player, r: resource, n: 0..20)",
         "rule pay(p: player, r: resource, n: 0..21)"),
    Edit("range of a function's parameter", _TERMS, "function own_near(p: player, h: place, n: 0..12)",
         "function own_near(p: player, h: place, n: 0..11)"),
    Edit("parameter of a function, renamed", _TERMS, "function in_bank(r: resource): 0..20\n"
         '    "What the players have not, nor have paid out of the game, is in the bank."\n'
         "    gives max(0, chips(r) - (sum p in players: p.has[r] + p.spent[r]))", "function in_bank(c: resource): 0..20\n"
         '    "What the players have not, nor have paid out of the game, is in the bank."\n'
         "    gives max(0, chips(c) - (sum p in players: p.has[c] + p.spent[c]))"),
    Edit("range of an effect's parameter", "finds.rules", "i: 1..4)", "i: 0..4)"),
    Edit("parameter of an event, renamed", _TERMS, "event quicksand_holds(h: place)\n    \"Quicksand holds units on {h}.\"",
         "event quicksand_holds(x: place)\n    \"Quicksand holds units on {x}.\""),
    # More or less.
    Edit("function more", _TERMS, "function finds_left()", "function all_finds(): 0..24\n"
         '    "How many finds there are."\n    gives sum f in find: f.number\n\nfunction finds_left()'),
    Edit("function more that something uses", _TERMS, "function finds_left(): 0..24\n"
         '    "How many finds are left in the deck: all but those in hands and out of the game."\n'
         "    gives max(0, (sum f in find: f.number - f.gone) -", "function finds_there(): 0..24\n"
         '    "How many finds there are."\n    gives sum f in find: f.number - f.gone\n\nfunction finds_left(): 0..24\n'
         '    "How many finds are left in the deck: all but those in hands and out of the game."\n'
         "    gives max(0, finds_there() -"),
    Edit("invariant more", "invariants.rules", "invariant actions_of_a_turn:", "invariant rounds_end: round <= last_round\n"
         '    "The rounds end."\n\ninvariant actions_of_a_turn:'),
    Edit("note more", "setup.rules", "note finds_at_the_start", 'note dice_at_the_start\n    "Dice lie beside the map."\n\n'
         "note finds_at_the_start"),
    Edit("note less", "setup.rules", 'note finds_at_the_start\n    "The finds are shuffled and lie beside the map."\n\n', ""),
    Edit("constant more", _SPELLS, "    anywhere = 12\n", "    anywhere = 12\n    nowhere_at_all = 13\n"),
    Edit("field more that nothing uses", _TERMS, "    halted: flag, aside\n",
         "    halted: flag, aside\n    halted_here: flag, aside\n"),
    Edit("field more", _TERMS, "    halted: flag, aside\n", "    halted: flag, aside\n    heals_so_far: 0..9, aside\n"),
    Edit("field less", _TERMS, "    scroll_read: flag\n", ""),
    Edit("row more", _TOKENS, "    row spearman_joins: 1, spearman\n", "    row gold_3: 1, none\n"
         '        "Found: {chips} gold; the token is discarded."\n        chips = 3\n        obey\n'
         "            found(p, h, gold, gold_3.chips)\n    row spearman_joins: 1, spearman\n"),
    Edit("row less", _TOKENS, "    row gold_2: 1, none\n"
         '        "Found: {chips} gold; the token is discarded."\n        chips = 2\n        obey\n'
         "            found(p, h, gold, gold_2.chips)\n", ""),
    Edit("column more", _TOKENS, "    chips: 0..6 = 0\n    effect obey",
         "    chips: 0..6 = 0\n    shine: 0..6 = 0\n    effect obey"),
    Edit("enum more", _TERMS, "enum reading:", "enum weather: sunny, rainy\nenum reading:"),
    Edit("enum less", _TERMS, "enum reading: literal, generous\n", ""),
    Edit("member of an enum more", "map.rules", "in_quicksand, in_fog", "in_quicksand, in_fog, in_mist"),
    Edit("member of an enum less", "map.rules", "in_quicksand, in_fog", "in_quicksand"),
    Edit("event more", _TERMS, "event captured(h: place, p: player)", 'event freed(h: place)\n    "{h} is free."\n\n'
         "event captured(h: place, p: player)"),
    Edit("parameter more", _TERMS, "parameter schools: start_rule", 'parameter mild: flag = no\n    "Whether it is mild."\n'
         '    assumed "nothing is said"\n\nparameter schools: start_rule'),
    Edit("end more", "ends.rules", "end map_is_open",
         'end long_game\n    "It is long."\n    when round = 59\n    draw\n\nend map_is_open'),
    Edit("section more", "emperor_4.rules", "section the_terms", 'section the_story\n    "The story"\n\nsection the_terms'),
    Edit("line of a drawn map", "map.rules", '"F L F L F C"', '"F L F L C F"'),
    Edit("symmetry", "map.rules", "except in choose_schools, open_first_spells", "except in choose_schools"),
    Edit("example", "castles.rules", "    shows e6, d5, Anna.has", "    shows e6, d5"),
    # Mistakes.
    Edit("unknown name in a body", _TERMS, "where h.face_down", "where h.face_dow"),
    Edit("unknown name in a head", _TERMS, "function finds_left(): 0..24", "function finds_left(): 0..twentyfour"),
    Edit("unknown type of a field", _TERMS, "    halted: flag, aside", "    halted: flagg, aside"),
    Edit("what does not parse, in a body", _TERMS, "        h.wounds[i] becomes max(0, h.wounds[i] - n)",
         "        h.wounds[i] becomes max(0, h.wounds[i] -"),
    Edit("what does not parse, in a head", _TERMS, "function finds_left(): 0..24", "function finds_left(: 0..24"),
    # Remarks.
    Edit("comment at the top", _TERMS, "# The words of the rules", "# One remark more.\n# The words of the rules"),
    Edit("blank line at the top", "combat.rules", "", "\n"),
    Edit("comment within a rule", _TERMS, "    p.has[r] loses n\n", "    # Paid.\n    p.has[r] loses n\n"),
    # Variants.
    Edit("value that a variant sets", "variants/extended.rules", "set field_token.nothing.number = 1",
         "set field_token.nothing.number = 2"),
    Edit("body in a variant", "variants/taxes.rules", "            actions becomes 0", "            actions becomes 1"),
    Edit("statement in a variant", "variants/taxes.rules", '"One gold for both actions of a turn."',
         '"One gold for all actions."'),
    Edit("comment in a variant", "variants/taxes.rules", 'because "By', '# A remark.\nbecause "By'),
    # Texts.
    Edit("sentence of a text", "text/ru.texts", '"Комплект игры"', '"Комплект"'),
    Edit("sentence of an English text", "text/en.texts", "# What players with figures", "# What people with figures"),
    Edit("text of a variant", "text/ru.taxes.texts", "За оба действия", "За два действия"),
    Edit("line of a glossary", "text/en.glossary.csv", "hex,hex,preferred,pl=hexes,", "hex,hex,preferred,pl=hexes,a place"),
    # Files beside.
    Edit("evaluation file", "evaluations/warlike.evaluation", "30 * sources_of(me)", "31 * sources_of(me)",
         "evaluations/warlike.evaluation"),
    Edit("look file", "look/emperor_4.look", "colour home #d9c2e8", "colour home #d9c2e9", "look/emperor_4.look"),
    Edit("playthrough", "playthroughs/setup.play", "Anna: studies fire\n", "Anna: studies water\n", "playthroughs/setup.play"),
    Edit("comment in a playthrough", "playthroughs/setup.play", "# Before", "# A remark.\n# Before", "playthroughs/setup.play"),
)


# What may stand in a line for a part of it that changes: a quoted text first, which is no number and no operator.
PART = re.compile(r'"[^"]*"|\b\d+\b|(?<= )(?:<=|<|>=|>|\+|-|and|or|yes|no)(?= )|#.*')
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "and": "or", "or": "and", "yes": "no", "no": "yes"}


def changes(line: str) -> Iterator[tuple[str, str]]:
    """Yield what may change in a line of a rulebook: the kind of change, and the line then."""
    for part in PART.finditer(line):
        old, before, after = part[0], line[: part.start()], line[part.end():]
        if old.isdecimal():
            yield "number", f"{before}{int(old) + 1}{after}"
        elif old in OTHER:
            yield "operator", f"{before}{OTHER[old]}{after}"
        elif old.startswith('"'):
            # A word that no brace holds, as names stand there.
            for word in re.finditer(r"(?<![\w{])[^\W\d_]{4,}(?=[ .,;])(?![^{]*\})", old):
                yield "word", f"{before}{old[: word.start()]}certain{old[word.end():]}{after}"


def drawn_lines(game: Path, number: int, seed: int) -> Iterator[Edit]:
    """Yield edits of lines that are drawn from all rulebook files of a game, each with one change that is drawn."""
    lines = [(file.relative_to(game).as_posix(), row, line)
             for file in sorted(game.rglob("*.rules"))
             for row, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)]
    draw = random.Random(seed)
    draw.shuffle(lines)
    for file, row, line in lines:
        found = list(changes(line))
        if found and (game / file).read_text(encoding="utf-8").count(f"{line}\n") == 1:
            kind, new = draw.choice(found)
            yield Edit(f"{kind}, {file}:{row}", file, f"{line}\n", f"{new}\n")
            number -= 1
        if number == 0:
            return


def checked(folder: Path, cache: Path, path: str, *options: str) -> tuple[float, bool, str]:
    """Check a game or a file of it in a new process; return its user CPU seconds, whether it was whole, and its report."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([sys.executable, "-c", CHECK, "check", *options, path], cwd=folder.parent, check=False,
                          capture_output=True, text=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    assert "Traceback" not in done.stderr, done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return after - before, done.stderr.rstrip().endswith("whole"), done.stdout


def measured(edit: Edit, folder: Path, kept: Path, runs: int, compare: bool) -> tuple[float, bool]:
    """Return the least CPU seconds of some runs after an edit, and whether they were whole. Raises AssertionError.

    To `compare` means that the report must be that of a check which reads nothing kept.
    """
    file = folder / edit.file
    before = file.read_text(encoding="utf-8")
    if edit.old not in before or edit.old == edit.new:
        raise AssertionError(f"{edit.kind}: nothing to edit in {edit.file}")
    path = str(Path(folder.name, edit.path)) if edit.path else f"{folder.name}/{folder.name}.rules"
    file.write_text(before.replace(edit.old, edit.new, 1), encoding="utf-8")
    try:
        times, whole, reports = [], False, set[str]()
        for _ in range(runs):
            cache = kept.parent / "cache"
            shutil.rmtree(cache, ignore_errors=True)
            shutil.copytree(kept, cache)
            seconds, whole, report = checked(folder, cache, path)
            times.append(seconds)
            reports.add(report)
        if compare:
            reports.add(checked(folder, kept, path, "--no-cache")[2])
        if len(reports) > 1:
            raise AssertionError(f"{edit.kind}: the reports differ")
        return min(times), whole
    finally:
        file.write_text(before, encoding="utf-8")


def main() -> None:
    """Print a line for each kind of line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="parts of the names of kinds; all kinds if there are none")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--lines", type=int, default=0, help="draw up to N lines, besides the kinds that are named")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare", action="store_true", help="also check from nothing kept, and compare the reports")
    asked = parser.parse_args()
    edits = [edit for edit in EDITS if any(part in edit.kind for part in asked.kinds) or not (asked.kinds or asked.lines)]
    edits += drawn_lines(GAME, asked.lines, asked.seed) if asked.lines else ()
    with tempfile.TemporaryDirectory() as name:
        folder, kept = Path(name, GAME.name), Path(name, "kept")
        shutil.copytree(GAME, folder)
        beside = [GAME.name] if any(edit.path for edit in edits) else []
        for path in (f"{GAME.name}/{GAME.name}.rules", *beside):
            print(f"| with nothing kept: `check {path}` | {checked(folder, kept, path)[0]:.2f} | whole |", flush=True)
        print("| kind of line | CPU s | |\n|---|---|---|", flush=True)
        for edit in edits:
            seconds, whole = measured(edit, folder, kept, asked.runs, asked.compare)
            print(f"| {edit.kind} | {seconds:.2f} | {'whole' if whole else ''} |", flush=True)


if __name__ == "__main__":
    main()
