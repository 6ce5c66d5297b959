"""Rows of tables and words of enums more or less: what is of their type is checked and lowered again, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.checking.file_checks import compiled
from rulewright.dsl.incremental.again import check_again
from rulewright.dsl.incremental.recheck import Recheck
from rulewright.dsl.load.loader import read
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.symbols.symbols import ColumnInfo, Constant, SymbolTable

from .edited import Edit, Report, after, all_names, cached, compared, report

RULEBOOK = """rulebook caravan
    "Caravan"
    players 2..3

enum colour: red, blue
enum weather: sunny, rainy
enum mood: calm, cross
enum season: spring, autumn

parameter temper: mood = cross
    "How all are: {temper}."

constants
    dear = 4 "What is dear is worth {dear}."
    usual = rainy "The weather is {usual} mostly."

table good
    "Goods."
    worth: 1..9
    tint: colour
    effect buy(p: player)
    effect ask(p: player)
    row tea: 3, red
        "Tea is worth {worth}."
        buy
            p.gold becomes tea.worth
        ask
            choose asking by p
                "One may ask."
                move accept "accept"
                    p.gold becomes 2
                move decline "decline"
                    p.gold becomes 1
    row salt: 2, blue
        "Salt is worth {worth}."
        buy
            p.gold becomes min(20, p.gold + 1)
        ask
            p.gold becomes 3
    row silk: 5, blue when player_count = 3
        "Silk is worth {worth}."
        buy
            p.gold becomes 5
        ask
            p.gold becomes 4

table stall
    "Stalls."
    sells: good
    row first_stall: tea
    row second_stall: tea

table animal
    "Animals."
    speed: 1..9 = 3
    eats: good or none = none
    hauls: set of good = {}
    weather_liked: weather = rainy
    row camel: 4, tea, {tea}
    row donkey

each good has
    sold: 0..9

each player has
    gold: 0..20
    likes: good or none = none
    load: set of good
    stock: 0..9 per good
    hand: set of animal, seen by owner
    sky: weather = sunny

state
    rounds: 0..99
    best: good or animal or none = donkey
    offers: list of good up to 4
    price: 0..9 = 2

event bought(p: player, g: good)
    "{p} buys {g}."

function worth_of(g: good, plus: 0..3): 0..20
    "What {g} is worth."
    gives g.worth + plus
    exception red_is_cheap: g.tint = red
        "What is red is cheap."
        gives 1
    exception rain_is_dear: rounds > 50
        "Late it is dear."
        gives 9

function first_of(p: player): good or none
    "The first good that a player has."
    gives p.likes if p.likes in good and size(p.load) > 1 else none

function kept_by(x: good or animal or none): 0..3
    "How it is kept."
    gives 1 if x in good else 2 if x in animal and (some a in animal: a.eats = tea or tea in a.hauls) else 0

function fair(w: weather): flag
    "Whether it is fair."
    gives w = sunny or (temper = cross and usual = sunny)

function plain(n: 0..9): 0..9
    "A number."
    gives n

play
    "Players trade."
    repeat 9 times
        rounds gains 1
        for each p in players
            trade(p)
            sky_changes(p)
            check ends

rule trade(p: player)
    "{p} trades."
    choose trading by p
        "One buys something, or rests."
        move buy_it "buy {g}" for g in good where p.stock[g] < 9
            "They buy it."
            require wanted: p.likes != g
                "they have it"
            take(p, g)
        move rest "rest"
            "They rest."
            price becomes plain(price)

rule take(p: player, g: good)
    "{p} takes it."
    p.likes becomes g
    p.load gains g
    p.stock[g] gains 1
    g.sold becomes min(9, g.sold + 1)
    best becomes g
    g.buy(p)
    g.ask(p)
    announce bought(p, g)
    p.gold becomes min(20, worth_of(g, 2) + kept_by(best))

rule noting after bought(p, g)
    "It is noted."
    if size(offers) < 4
        offers gains g

rule sky_changes(p: player)
    "The sky changes."
    if fair(p.sky) or donkey.weather_liked = p.sky and (some s in stall: s.sells = p.likes)
        p.sky becomes rainy
    else
        p.sky becomes sunny

invariant sums: (sum g in good: g.sold) <= 99
    "No more is sold than {dear} and some."

invariant hands: every p in players: size(p.hand) < 9
    "Hands are small."

end late
    "The game ends late."
    when rounds > 8 or some p in players: first_of(p) = tea and p.gold > 18
    winners p in players where p.gold > 3
"""
NEW_ROW = """    row wool: 4, red
        "Wool is worth {worth}."
        buy
            p.gold becomes wool.worth
        ask
            p.gold becomes 3
"""
SALT = """    row salt: 2, blue
        "Salt is worth {worth}."
        buy
            p.gold becomes min(20, p.gold + 1)
        ask
            p.gold becomes 3
"""
# Of each edit what stands there, what is written instead, and whether the rest of what was found holds.
EDITS = {
    "a row before another": (SALT, NEW_ROW + SALT, True),
    "a first row": ("    row tea: 3, red\n", NEW_ROW + "    row tea: 3, red\n", True),
    "a last row": ("            p.gold becomes 4\n\n", "            p.gold becomes 4\n" + NEW_ROW + "\n", True),
    "two rows": (SALT, NEW_ROW + SALT + NEW_ROW.replace("wool", "wine"), True),
    "a row that is there with some players": (
        SALT, NEW_ROW.replace("4, red", "4, red when player_count = 3") + SALT, True),
    "a row with a constant": (SALT, NEW_ROW.replace("4, red", "dear, red") + SALT, True),
    "a row with a word that nothing has": (SALT, NEW_ROW.replace("4, red", "4, purple") + SALT, False),
    "a row with too much": (SALT, NEW_ROW.replace("4, red", "10, red") + SALT, False),
    "a row without a value": (SALT, NEW_ROW.replace("4, red", "4") + SALT, False),
    "a row without a way": (SALT, NEW_ROW[:NEW_ROW.index("        ask")] + SALT, False),
    "a row without a statement": (SALT, NEW_ROW.replace('        "Wool is worth {worth}."\n', "") + SALT, True),
    "a row whose statement is wrong": (SALT, NEW_ROW.replace("{worth}", "{wrth}") + SALT, False),
    "a row that does what is wrong": (SALT, NEW_ROW.replace("p.gold becomes 3", "p.glod becomes 3") + SALT, False),
    "a row that never stops": (SALT, NEW_ROW.replace("            p.gold becomes 3", "            repeat\n"
                                                     "                p.gold becomes 3") + SALT, True),
    "a row that waits": (SALT, NEW_ROW.replace("p.gold becomes 3", "roll die from 1..6\n            p.gold becomes die")
                         + SALT, False),
    "a row that shows what is hidden": (SALT, NEW_ROW.replace("becomes 3", "becomes size(next(p).hand)") + SALT, False),
    "a row that hides": (SALT, NEW_ROW.replace("p.gold becomes 3", "p.hand gains camel") + SALT, False),
    "a row with the name of a column": (SALT, NEW_ROW.replace("wool", "worth", 1) + SALT, False),
    "a row with a name that stands elsewhere": (SALT, NEW_ROW.replace("wool", "buy_it") + SALT, False),
    "a row with the name of a function": (SALT, NEW_ROW.replace("wool", "plain") + SALT, False),
    "a row less": (SALT, "", True),
    "a row less that something names": ("    row donkey\n", "", False),
    "a row less that is there with some players": (
        '    row silk: 5, blue when player_count = 3\n        "Silk is worth {worth}."\n        buy\n'
        "            p.gold becomes 5\n        ask\n            p.gold becomes 4\n", "", True),
    "a row in place of another": (SALT, NEW_ROW, True),
    "a row with another name": ("row silk: 5", "row satin: 5", True),
    "two rows in another order": (
        "    row camel: 4, tea, {tea}\n    row donkey\n", "    row donkey\n    row camel: 4, tea, {tea}\n", False),
    "a row of what is hidden": ("    row donkey\n", "    row horse\n    row donkey\n", True),
    "a row of a second type": ("    row camel: 4", "    row horse: 9, salt, {salt, tea}\n    row camel: 4", True),
    "a row and another value": ("    row camel: 4", "    row horse: 9\n    row camel: 5", False),
    "a row and another field": ("    row donkey\n", "    row donkey\n    row horse\n\nstate\n    more: 0..9\n", False),
    "a last word": ("weather: sunny, rainy", "weather: sunny, rainy, foggy", True),
    "a first word": ("weather: sunny, rainy", "weather: foggy, sunny, rainy", True),
    "a word of an enum that nothing uses": ("season: spring, autumn", "season: spring, summer, autumn", True),
    "a word less that nothing uses": ("season: spring, autumn", "season: autumn", True),
    "another word": ("mood: calm, cross", "mood: quiet, cross", True),
    "a word before the value of a parameter": ("mood: calm, cross", "mood: calm, angry, cross", True),
    "the value of a parameter less": ("mood: calm, cross", "mood: calm", False),
    "words in another order": ("mood: calm, cross", "mood: cross, calm", False),
    "a word twice": ("mood: calm, cross", "mood: calm, cross, calm", False),
    "a word less that something uses": ("weather: sunny, rainy", "weather: sunny", False),
    "a word of what a column has": ("colour: red, blue", "colour: green, red, blue", True),
    "a word that is known already": ("mood: calm, cross", "mood: calm, cross, red", False),
}


@pytest.mark.parametrize("edit", EDITS)
def test_members_more_or_less_are_checked_without_the_rest(main: Path, edit: str) -> None:
    after(main, main, EDITS[edit])


@pytest.mark.parametrize("edit", [name for name, (_, _, holds) in EDITS.items() if holds])
def test_members_that_no_game_came_to_leave_the_blocks_of_a_whole_compilation(main: Path, edit: str) -> None:
    before, now, _ = EDITS[edit]
    rulebook = cached(main, called=frozenset())
    sizes = [len(program.blocks) for program in report(main)[1]]
    both = compared(rulebook, main, main, RULEBOOK.replace(before, now))
    assert both is not None
    recheck, (_, programs) = both
    made = [rechecked.blocks for rechecked in recheck.programs] or sizes
    assert recheck.mistakes or made == [len(program.blocks) for program in programs]


@pytest.mark.parametrize("edit", ["a row before another", "a row less"])
def test_rules_that_wait_for_an_effect_have_blocks_for_all_rows_where_nothing_is_played(main: Path, edit: str) -> None:
    before, now, _ = EDITS[edit]
    recheck = check_again(cached(main, called=None), {str(main): RULEBOOK.replace(before, now)})
    assert recheck is not None
    main.write_text(RULEBOOK.replace(before, now), encoding="utf-8")
    assert [rechecked.blocks for rechecked in recheck.programs] == [len(program.blocks) for program in report(main)[1]]


def numbers_of(symbols: SymbolTable) -> tuple[object, ...]:
    """The numbers of constants, members, columns and rows, as they are kept."""
    names = symbols.names
    columns = {key: part.values for key, part in names.attributes.items() if isinstance(part, ColumnInfo)}
    constants = {name: known.value for name, known in names.globals.items() if isinstance(known, Constant)}
    rows = {id: [value.value for value in own] for id, own in names.row_values.items()}
    return columns, constants, rows


@pytest.mark.parametrize("edit", [name for name, (_, _, holds) in EDITS.items() if holds])
def test_constants_columns_and_rows_have_the_numbers_of_a_whole_compilation(main: Path, edit: str) -> None:
    before, now, _ = EDITS[edit]
    recheck = check_again(cached(main), {str(main): RULEBOOK.replace(before, now)})
    assert recheck is not None
    main.write_text(RULEBOOK.replace(before, now), encoding="utf-8")
    whole = [rulebook.symbols for rulebook in compiled(read(main), {}, Diagnostics())]
    if not recheck.mistakes:
        assert [numbers_of(symbols) for _, symbols in recheck.names] == [
            numbers_of(symbols) for symbols in whole if symbols is not None]


def test_games_that_come_to_a_type_are_played_again(main: Path) -> None:
    def is_played(before: str, now: str, *called: str) -> bool:
        recheck = check_again(cached(main, called=frozenset(called)), {str(main): RULEBOOK.replace(before, now)})
        assert recheck is not None
        return recheck.is_played

    assert is_played(SALT, NEW_ROW + SALT, "take")
    assert is_played("weather: sunny, rainy", "weather: sunny, rainy, foggy", "fair")
    assert not is_played("weather: sunny, rainy", "weather: sunny, rainy, foggy", "take")


def after_with_variant(main: Path, change: str, file: str, edit: Edit) -> tuple[Recheck, Report] | None:
    """Check that what was found of a rulebook with a variant holds after an edit of either; return as `after`."""
    (main.parent / "variants").mkdir()
    variant = main.parent / "variants" / "rich.rules"
    variant.write_text(f'variant rich of caravan\n\nbecause "Rich."\n    {change}\n', encoding="utf-8")
    return after(main, main if file == "main" else variant, edit, ("rich",))


@pytest.mark.parametrize(("file", "before", "now", "holds"), [
    ("main", SALT, NEW_ROW + SALT, True), ("main", SALT, "", True),
    ("main", '    row silk: 5, blue when player_count = 3\n        "Silk is worth {worth}."\n        buy\n'
     "            p.gold becomes 5\n        ask\n            p.gold becomes 4\n", "", False),
    ("main", "weather: sunny, rainy", "weather: foggy, sunny, rainy", True),
    ("variant", "set good.silk.worth = 6\n", "set good.silk.worth = 6\n    remove good.salt\n", False)])
def test_members_more_or_less_are_checked_with_a_variant(main: Path, file: str, before: str, now: str, holds: bool) -> None:
    after_with_variant(main, "set good.silk.worth = 6", file, (before, now, holds))


def test_a_variant_that_leaves_a_table_alone_loads_nothing(main: Path) -> None:
    both = after_with_variant(main, 'set dear = 5 "What is dear is worth {dear}."', "main", (SALT, NEW_ROW + SALT, True))
    assert both is not None
    assert both[0].differences.loaded is None


@pytest.mark.parametrize(("file", "before", "now", "holds"), [
    ("main", SALT, "", True),
    ("main", SALT, NEW_ROW, False),
    ("variant", "    remove good.salt\n", "    remove good.salt\n    remove good.sand\n", True),
    ("variant", "    remove good.salt\n", "    remove good.salty\n", False),
    ("variant", "    remove good.salt\n", "    remove good.salt\n    remove good salt\n", False)])
def test_a_change_of_what_is_not_there_leaves_all_as_it_is(main: Path, file: str, before: str, now: str, holds: bool) -> None:
    both = after_with_variant(main, "remove good.salt", file, (before, now, holds))
    if both is not None:
        assert [diagnostic.code for diagnostic in both[0].broken] == ["E701"]


def test_a_value_of_one_type_is_known_in_another_with_the_members_of_now(main: Path) -> None:
    # What is a good or an animal goes by other numbers where it is an animal or a good.
    text = RULEBOOK.replace("kept_by(x: good or animal or none)", "kept_by(x: animal or good or none)")
    main.write_text(text, encoding="utf-8")
    both = compared(cached(main, (), all_names(main)), main, main, text.replace(SALT, NEW_ROW + SALT))
    assert both is not None
    assert [dict(rechecked.program.tables) for rechecked in both[0].programs] == [
        dict(program.tables) for program in both[1][1]]
