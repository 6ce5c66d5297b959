"""A word that is a concept of glossaries is renamed in all of them, and in what names the concept."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.checking.file_checks import check_file, compiled
from rulewright.cli.checking.result import CheckedFile
from rulewright.cli.editor.changes.concepts import is_in_others
from rulewright.cli.editor.changes.edits import changed_texts
from rulewright.cli.editor.changes.renames import CannotRename, renamed
from rulewright.cli.editor.files import rulebooks
from rulewright.cli.editor.files.plays import OpenPlaythroughs
from rulewright.cli.editor.files.rulebooks import RulebookKey, Rulebooks
from rulewright.cli.main import main as cli
from rulewright.dsl.source.search_path import find
from rulewright.dsl.variants import named
from rulewright.interpreter.playthroughs.running.runner import PlaythroughRunner
from rulewright.translation.facts.meaning import fingerprint

from ..pig import PIG
from .problems import mentioned_problems

LOCK = '{"n": 1, "mark": "disc", "clauses": {"turn": "0badcafe"}, "concepts": ["disc", "player"]}\n{"silent": "disc"}\n'

# The word, a column, and a word that the notation of a move says by itself.
BANK = """rulebook bank
    "Bank"
    players 2
    seats Anna, Boris

enum metal: gold, iron
    "What the bank holds."

table vault
    "The vaults."
    gold: 0..9
    row north: 3
        "The vault in the north."

state
    kept: metal or none
    taken: 0..9

play
    choose take by Anna
        "Anna sells or waits."
        move sell "sells 2 gold"
            "A player sells what is in the north."
            kept becomes gold
            taken becomes north.gold
        move wait "waits"
            "A player may wait."
            kept becomes none
            taken becomes 1
    check sold

end sold
    "The game ends when something is sold."
    when taken > 0 and kept != iron
    draw
"""
PLAY = "game bank\nplayers Anna, Boris\n\nAnna: sells 2 gold\nexpect kept = gold and taken = north.gold\n"


# The same words in moves, values, events, positions and clauses, beside those that another thing has.
MARKET = """rulebook market
    "Market"
    players 2
    seats Anna, Boris

enum metal: gold, iron
    "What is sold."

event sold(m: metal, p: player)

state
    kept: metal or none
    gold_rush: 0..9

each player has
    store: 0..9 per metal

play
    repeat
        check ends
        choose trade by Anna
            "Anna trades."
            move buy "buys {m}" for m in metal
                "A player buys metal."
                require not_yet: kept != m
                    "it is kept already"
                kept becomes m
                Anna.store[m] becomes 3
                announce sold(m, Anna)
            move wait "sells 2 gold"
                "A player may sell."
                gold_rush becomes 2
            move end "ends"
                "A player may end it."
                gold_rush becomes 9

end done
    "The game ends when it is ended."
    when gold_rush > 2 or Anna.store[iron] > 5
    draw
"""
MARKET_PLAY = """game market
players Anna, Gold

# gold stays in a comment
Anna: sells 2 gold, buys gold, sells 2 gold
expect events include sold(gold, Anna)
expect kept = gold and gold_rush = 2 and Anna.store[gold] = 3
refuse Anna: buys gold because not_yet
expect choices include buys iron, sells 2 gold
expect choices exclude buys gold
mark "gold"
position "of gold"
    kept = gold
    Anna.store = gold 4, iron 1
    Gold.store[gold] = 2
    at trade
expect Gold.store[gold] = 2 and Anna.store[gold] = 4
expect Gold sees Anna.store[gold]
branch "gold"
    Anna: sells 2 gold, buys iron
    expect applied buy
end
back to "gold"
"""


CAPTION = 'caption ru metal "металл"'


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """A copy of a shipped rulebook with its texts, glossaries and playthroughs, and a lock; no other rulebook beside it."""
    there = find("connect_four").parent
    for path in (*there.glob("connect_four.rules"), *there.glob("text/connect_four.*"), *there.glob("text/*.csv"),
                 *there.glob("playthroughs/connect_four*")):
        (tmp_path / path.relative_to(there)).parent.mkdir(exist_ok=True)
        shutil.copy(path, tmp_path / path.relative_to(there))
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "ru.lock").write_text(LOCK)
    return tmp_path / "connect_four.rules"


def rename(main: Path, old: str, new: str) -> Counter[str]:
    """Rename what a rulebook calls by a name, on disk; return the number of edits of each file."""
    opened = Rulebooks().open(RulebookKey(main))
    edits = renamed(opened, opened.names.by_name[old], new)
    for path, text in changed_texts(edits).items():
        path.write_bytes(text)
    return Counter(Path(edit.span.source.name).name for edit in edits)


def reported(main: Path) -> list[str]:
    return sorted(f"{found.code} {found.message}" for found in check_file(CheckedFile(str(main), (), (), 0)).diagnostics)


def mistakes(main: Path) -> list[str]:
    """The mistakes that compiling finds in a rulebook or variant."""
    return [found.message for found in Rulebooks().open(RulebookKey(main)).diagnostics]


def test_a_concept_is_renamed_in_all_glossaries_texts_and_locks(four: Path) -> None:
    before = reported(four)
    edits = rename(four, "disc", "stone")
    assert reported(four) == before
    assert edits["en.glossary.csv"] == edits["ru.glossary.csv"] == 1
    assert "\nstone,disc,preferred" in (four.parent / "text" / "en.glossary.csv").read_text()
    assert (four.parent / "documents" / "ru.lock").read_text() == LOCK.replace('["disc"', '["stone"').replace(
        '"silent": "disc"', '"silent": "stone"')


def test_a_concept_that_another_rulebook_writes_too_keeps_its_name(four: Path) -> None:
    (four.parent / "other.rules").write_text(four.read_text().replace("rulebook connect_four", "rulebook other"))
    edits = rename(four, "disc", "stone")
    assert not {"en.glossary.csv", "ru.glossary.csv"} & edits.keys()
    assert '["disc"' in (four.parent / "documents" / "ru.lock").read_text()


@pytest.mark.parametrize(("below", "is_other"), [("pig", False), ("other", True)])
def test_a_concept_that_a_variant_writes_is_that_of_the_rulebook_below_it(pig: Path, below: str, is_other: bool) -> None:
    (pig.parent / "other.rules").write_text("rulebook other\n")
    (pig.parent / "variants").mkdir()
    (pig.parent / "variants" / "poor.rules").write_text(
        f"variant poor of {below}\n\nreplace each player has\n    coins: 0..9\n")
    assert is_in_others(pig, "coins") is is_other


def test_a_name_that_is_a_concept_already_is_refused(four: Path) -> None:
    with pytest.raises(CannotRename, match="`heap` is a concept of the glossary already"):
        rename(four, "disc", "heap")


def test_a_word_of_a_notation_and_a_column_of_the_same_name_stay(tmp_path: Path) -> None:
    main, play = tmp_path / "bank.rules", tmp_path / "bank.play"
    main.write_text(BANK)
    play.write_text(PLAY)
    assert reported(main) == reported(play) == []
    rename(main, "gold", "silver")
    assert play.read_text() == PLAY.replace("kept = gold", "kept = silver")
    assert reported(main) == reported(play) == []


@pytest.fixture
def market(tmp_path: Path) -> Path:
    main = tmp_path / "market.rules"
    main.write_text(MARKET)
    (tmp_path / "market.play").write_text(MARKET_PLAY)
    assert passes(main)
    return main


def passes(main: Path) -> bool:
    """Whether a rulebook has no mistakes, and its playthrough comes out as expected."""
    play = main.with_suffix(".play")
    opened = OpenPlaythroughs().of(play, play.read_text())
    return reported(main) == reported(play) == [] and opened is not None and opened.failures() == ()


def test_each_line_of_a_playthrough_means_the_same_without_being_played(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlaythroughRunner, "run", None)
    rename(market, "gold", "silver")
    monkeypatch.undo()
    assert passes(market)
    left = [line for line in market.with_suffix(".play").read_text().splitlines() if "gold" in line.casefold()]
    assert left == ["players Anna, Gold", "# gold stays in a comment", "Anna: sells 2 gold, buys silver, sells 2 gold",
                    "expect kept = silver and gold_rush = 2 and Anna.store[silver] = 3",
                    "expect choices include buys iron, sells 2 gold", 'mark "gold"', 'position "of gold"',
                    "    Gold.store[silver] = 2", "expect Gold.store[silver] = 2 and Anna.store[silver] = 4",
                    "expect Gold sees Anna.store[silver]", 'branch "gold"', "    Anna: sells 2 gold, buys iron",
                    'back to "gold"']


@pytest.mark.parametrize(("old", "new"), [("buy", "purchase"), ("not_yet", "kept_already"), ("sold", "traded"),
                                          ("store", "heap"), ("trade", "barter"), ("gold_rush", "rush"), ("done", "over_now")])
def test_clauses_events_and_fields_are_renamed_in_playthroughs(market: Path, old: str, new: str) -> None:
    rename(market, old, new)
    assert passes(market)
    assert new in market.read_text()


@pytest.mark.parametrize(("id", "left"), [
    ("metal", [CAPTION, CAPTION.replace("metal", "heap"), "colour heap.gold #d4a017", "show player.metal beside"]),
    ("player.metal", [CAPTION, CAPTION.replace("metal", "heap"), "colour metal.gold #d4a017", "show player.heap beside"]),
    ("metal.gold", [CAPTION, "colour metal.heap #d4a017", "show player.metal beside"])])
def test_a_look_file_draws_two_things_of_one_name_as_before(tmp_path: Path, id: str, left: list[str]) -> None:
    main, look = tmp_path / "market.rules", tmp_path / "look" / "market.look"
    look.parent.mkdir()
    main.write_text(MARKET.replace("store", "metal"))
    look.write_text(f"{CAPTION}\ncolour metal.gold #d4a017\nshow player.metal beside\n", encoding="utf-8")
    opened = Rulebooks().open(RulebookKey(main))
    for path, text in changed_texts(renamed(opened, opened.names.declared[id], "heap")).items():
        path.write_bytes(text)
    assert look.read_text(encoding="utf-8").splitlines() == left
    assert reported(look) == []


def test_a_name_by_which_a_look_file_would_draw_another_thing_is_refused(tmp_path: Path) -> None:
    main, look = tmp_path / "market.rules", tmp_path / "look" / "market.look"
    look.parent.mkdir()
    main.write_text(MARKET)
    look.write_text(CAPTION, encoding="utf-8")
    with pytest.raises(CannotRename, match="mentions `store`"):
        rename(main, "store", "metal")


def test_a_name_that_would_mean_something_else_in_a_playthrough_is_refused(market: Path) -> None:
    with pytest.raises(CannotRename):
        rename(market, "gold", "kept")


def test_a_rename_can_be_stopped_before_each_rulebook_that_it_compiles(market: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[str]()

    def noted(*given: Any) -> Any:
        done.append("compiled")
        return compiled(*given)

    monkeypatch.setattr(rulebooks, "compiled", noted)
    (market.parent / "rush.rules").write_text("variant rush of market\n\nremove not_yet\n")
    opened = Rulebooks().open(RulebookKey(market))
    done.clear()
    assert renamed(opened, opened.names.by_name["gold"], "silver", lambda: done.append("asked"))
    assert done.count("compiled") >= 4
    assert all(before == "asked" for before, then in pairwise(done) if then == "compiled")


@pytest.mark.parametrize(("game", "variant", "name"), [
    ("pig", "two_dice", "player.score"), ("pig", "two_dice", "hold"), ("nim", "marienbad", "heaps")])
def test_what_a_variant_replaces_and_sets_is_renamed(tmp_path: Path, game: str, variant: str, name: str) -> None:
    there, files = find(game).parent, (tmp_path / f"{game}.rules", tmp_path / f"{variant}.rules")
    files[0].write_text(PIG if game == "pig" else find(game).read_text())
    shutil.copy(there / "variants" / f"{variant}.rules", files[1])
    opened = Rulebooks().open(RulebookKey(files[0]))
    for path, text in changed_texts(renamed(opened, opened.names.declared[name], "quite_new")).items():
        path.write_bytes(text)
    assert [mistakes(path) for path in files] == [[], []]
    assert all("quite_new" in path.read_text() for path in files)


BROKEN = """variant other of market

set most = 4

add to buy
    require is_calm kept != iron
        "{p} says that the rush is on, but {gold_rush}"
"""


@pytest.mark.parametrize(("old", "new", "word"), [("kept", "held", "kept"), ("gold_rush", "rush", "gold_rush"),
                                                 ("done", "is_calm", "is_calm")])
def test_a_name_that_a_variant_with_mistakes_mentions_is_refused(tmp_path: Path, old: str, new: str, word: str) -> None:
    main = tmp_path / "market.rules"
    main.write_text(MARKET)
    (tmp_path / "other.rules").write_text(BROKEN)
    with pytest.raises(CannotRename, match=f"`other.rules` has mistakes, and mentions `{word}`"):
        rename(main, old, new)


def test_a_variant_with_mistakes_elsewhere_is_followed(tmp_path: Path) -> None:
    main, variant = tmp_path / "market.rules", tmp_path / "other.rules"
    main.write_text(MARKET.replace("event sold", "parameter most: 1..9 = 9\n\nevent sold").replace("> 5", "> most"))
    variant.write_text(BROKEN)
    rename(main, "most", "limit")
    assert variant.read_text() == BROKEN.replace("set most", "set limit")


CHANGES = """variant other of market
    "Other"

set most = 4
set by players 2
    most_of_all 3

add to metal: tin

add before wait
    gold_rush becomes 1

replace each player has
    store: 0..most per metal

remove not_yet

add to buy
    require rush_is_over: gold_rush = 0 and most_of_all > 1 and kept != m
        "not in a rush"
"""


def test_every_kind_of_change_names_what_it_changes(tmp_path: Path) -> None:
    main, variant = tmp_path / "market.rules", tmp_path / "other.rules"
    declared = "parameter most: 1..9 = 9\n\nconstants\n    most_of_all = 5\n\nevent sold"
    used = "gold_rush > 2 or Anna.store[iron] > most or most_of_all < 2"
    main.write_text(MARKET.replace("event sold", declared).replace("gold_rush > 2 or Anna.store[iron] > 5", used))
    variant.write_text(CHANGES)
    assert mistakes(variant) == []
    names = ("most", "most_of_all", "metal", "wait", "store", "not_yet", "buy", "gold_rush")
    for name in names:
        rename(main, name, f"{name}_then")
        assert mistakes(main) == mistakes(variant) == [], name
    assert not re.search(rf"\b(?:{'|'.join(names)})\b", variant.read_text())


TWO = """rulebook two
    "Two"
    players 2
    seats Anna, Boris

table left
    "The left."
    {left}: 0..9
    row west: 1
        "West has {{{left}}}."

table right
    "The right."
    {right}: 0..9
    row east: 2
        "East has {{{right}}}."

pieces man of each player
    "Men."
    2

each man has
    west: flag = no

play
    choose go by Anna
        "Anna goes."
        move far "goes {{n}}" for n in 1..west.{left} + east.{right}
            "A player goes."
            for each m in man
                m.west becomes n > 2
    check over

end over
    "It is over."
    when (some m in man: m.west) or (no k in man: k.west)
    draw
"""


def test_a_word_that_two_tables_and_a_field_have_is_renamed_where_it_means_the_same(tmp_path: Path) -> None:
    main, texts = tmp_path / "two.rules", tmp_path / "text" / "ru.texts"
    texts.parent.mkdir()
    main.write_text(TWO.format(left="worth", right="worth"))
    opened = Rulebooks().open(RulebookKey(main))
    marks = {thing.id: fingerprint(thing.node) for thing in named(opened.files.declarations)}
    texts.write_text(f'texts of two in ru\n\nleft.west {marks["left.west"]}\n    "Слева {{worth}}."\n\n'
                     f'right.east {marks["right.east"]}\n    "Справа {{worth}}."\n', encoding="utf-8")
    before = mentioned_problems(main)
    for path, text in changed_texts(renamed(opened, opened.names.declared["left.worth"], "cost")).items():
        path.write_bytes(text)
    assert main.read_text() == TWO.format(left="cost", right="worth")
    opened = Rulebooks().open(RulebookKey(main))
    for path, text in changed_texts(renamed(opened, opened.names.declared["left.west"], "lee")).items():
        path.write_bytes(text)
    assert "m.west becomes" in main.read_text()
    assert "row lee" in main.read_text()
    assert mentioned_problems(main) == before


def test_words_of_the_language_are_no_names(tmp_path: Path) -> None:
    main = tmp_path / "market.rules"
    main.write_text(MARKET)
    with pytest.raises(CannotRename, match="`play` is a name of the language"):
        rename(main, "play", "game")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gold", "dragon_lair", "strike_wall", "kind.shells", "captured"])
def test_a_large_game_passes_after_a_rename(tmp_path: Path, name: str) -> None:
    shutil.copytree(find("emperor_4").parent, tmp_path / "emperor_4")
    main = tmp_path / "emperor_4" / "emperor_4.rules"
    opened = Rulebooks().open(RulebookKey(main))
    thing = opened.names.declared.get(name) or opened.names.by_name[name]
    for path, text in changed_texts(renamed(opened, thing, "quite_new")).items():
        path.write_bytes(text)
    result = CliRunner().invoke(cli, ["test", str(main.parent)])
    assert result.exit_code == 0, result.output
