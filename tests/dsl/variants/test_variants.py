"""A rulebook with a variant is the rulebook with the change written into it by hand."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from rulewright import RulebookError, load, open_files
from rulewright.dsl.load.loader import NoSuchRulebook, find, read, read_text, split_variants, variants_of

CASES = Path(__file__).parents[2] / "errors" / "cases" / "variants"
BASE = (CASES / "base.rules").read_text(encoding="utf-8")

WALK = '''            require not_too_long: n <= longest
                "the step is too long"
                exception giants: p.at = 0 and n <= p.home.size
                    "Whoever has not begun may take any step that his house allows."
'''

# A variant, what is written in the rulebook, and what stands there instead.
CHANGES = {
    "set a parameter": ("set goal = 7", "= 5", "= 7"),
    "set a constant": ("set longest = 1", "longest = 2", "longest = 1"),
    "set a constant by players": ("set by players 2 3\n    longest 2 1", 'constants\n    longest = 2 "',
                                  'constants by players 2 3\n    longest 2 1 "'),
    "set a cell": ("set house.hall.size = 3", "hall: 2", "hall: 3"),
    "replace a requirement": ('remove giants\nreplace require not_too_long: n < 2\n    "too long"', WALK,
                              '            require not_too_long: n < 2\n                "too long"\n'),
    "replace an exception": ('replace exception giants: n = 3\n    "Three."',
                             "p.at = 0 and n <= p.home.size", "n = 3"),
    "replace an exception of a function": ('replace exception lucky: p.at = 2\n    "Two."\n    gives n + 1',
                                           "lucky: p.at = 3", "lucky: p.at = 2"),
    "replace a rule's exception": ('replace exception tired: p.at = 2\n    "Two."', "tired: p.at = 1", "tired: p.at = 2"),
    "replace a move": ('replace move rest "pause"\n    "He may."', 'rest "rest"', 'rest "pause"'),
    "replace a field": ("replace each player has\n    at: 0..19", "at: 0..20", "at: 0..19"),
    "replace a row": ("replace rows of house\n    row barn: 3", "barn: 1", "barn: 3"),
    "replace a column": ("replace columns of house\n    size: 1..4\n\nset house.size\n    hall = 4",
                         "size: 1..3\n    row barn: 1\n    row hall: 2", "size: 1..4\n    row barn: 1\n    row hall: 4"),
    "set a column": ("set house.size\n    barn = 2\n    hall = 3",
                     "row barn: 1\n    row hall: 2", "row barn: 2\n    row hall: 3"),
    "remove a word": ('remove colour.red\n\nreplace note colours_free\n    "Colours."', "red, blue", "blue"),
    "remove an exception": ("remove giants", "\n".join(WALK.split("\n")[2:4]), ""),
    "remove a move": ("remove rest", '        move rest "rest"\n            "He may rest."\n', ""),
    "remove a note": ("remove colours_free\nremove colour", BASE[BASE.index("note"):], ""),
    "add to an enum": ("add to colour: green", "red, blue", "red, blue, green"),
    "add a requirement": ('add to step\n    require awake: p.at != 2\n        "asleep"', '        "A step."\n',
                          '        "A step."\n        require awake: p.at != 2\n            "asleep"\n'),
    "add a move": ('add to step\n    move hop "hop"\n        "He may hop."\n        p.at gains 1',
                   '            "He may rest."\n',
                   '            "He may rest."\n        move hop "hop"\n            "He may hop."\n            p.at gains 1\n'),
    "add a move before another": ('add to step before rest\n    move hop "hop"\n        "He may hop."\n        p.at gains 1',
                                  '        move rest "rest"\n',
                                  '        move hop "hop"\n            "He may hop."\n            p.at gains 1\n'
                                  '        move rest "rest"\n'),
    "add an exception to an exception": (
        'add to tired\n    exception fit: p.home = hall\n        "Fit."\n        p.at gains 1',
        '        "Whoever is on the first field rests."\n',
        '        "Whoever is on the first field rests."\n'
        '        exception fit: p.home = hall\n            "Fit."\n            p.at gains 1\n'),
}


@cache
def hashes(text: str, *variants: str) -> tuple[str, ...]:
    """Return the hash of a rulebook with variants for each number of players."""
    game = open_files(read_text("base", text, *variants))
    return tuple(game.rules(players).analyses.hash for players in range(game.fewest, game.most + 1))


@pytest.mark.parametrize("name", CHANGES)
def test_a_variant_is_the_change_written_by_hand(name: str) -> None:
    edit, old, new = CHANGES[name]
    assert BASE.count(old) == 1, "the place of the change is not clear"
    by_hand = BASE.replace(old, new)
    if name == "remove a word":
        by_hand = by_hand.replace("Colours ({red}, {blue}) may be chosen freely.", "Colours.")
    assert hashes(BASE, f"variant v of base\n\n{edit}\n") == hashes(by_hand)
    unseen = ("remove a note", "add to an enum", "remove a word")
    assert hashes(BASE, f"variant v of base\n\n{edit}\n") != hashes(BASE) or name in unseen


def test_a_row_brings_a_value_for_a_column_that_is_added() -> None:
    edit = "add to house\n    doors: 1..2 = 1\n    row inn: 3, 2\n\nset house.hall.doors = 2\n\n" \
           'replace function bonus(p: player, n: 1..3): 1..4\n    "Doors."\n    gives n + p.home.doors - 1\n\nremove lucky'
    by_hand = BASE.replace("size: 1..3\n", "size: 1..3\n    doors: 1..2 = 1\n") \
        .replace("row hall: 2\n", "row hall: 2, 2\n    row inn: 3, 2\n")
    start = by_hand.index("    gives n\n")
    by_hand = by_hand[:start] + "    gives n + p.home.doors - 1\n\n" + by_hand[by_hand.index("end there"):]
    assert hashes(BASE, f"variant v of base\n\n{edit}\n") == hashes(by_hand)


def test_a_column_is_removed_with_its_values() -> None:
    edit = "remove house.size\n\nadd to house\n    doors: 1..2 = 1\n    row inn: 2\n\nremove giants\n"
    by_hand = BASE.replace("    size: 1..3\n    row barn: 1\n    row hall: 2\n",
                           "    doors: 1..2 = 1\n    row barn\n    row hall\n    row inn: 2\n") \
        .replace("\n".join(WALK.split("\n")[2:4]), "")
    assert hashes(BASE, f"variant v of base\n\n{edit}") == hashes(by_hand)


def test_a_column_is_removed_from_rows_that_stand_elsewhere() -> None:
    edit = "remove house.size\n\nadd to house\n    doors: 1..2 = 1\n\nremove giants\n"
    without = BASE.replace("\n".join(WALK.split("\n")[2:4]), "")
    texts = [text.replace("    row hall: 2\n", "\nrows of house\n    row hall: 2\n") for text in (BASE, without)]
    by_hand = texts[1].replace("    size: 1..3\n    row barn: 1\n", "    doors: 1..2 = 1\n    row barn\n") \
        .replace("hall: 2", "hall")
    assert hashes(texts[0], f"variant v of base\n\n{edit}") == hashes(by_hand)


def test_what_happens_otherwise_is_removed_added_and_put_in_the_place_of_what_was() -> None:
    otherwise = '        otherwise\n            {}\n    exception tired'
    gains, check = (BASE.replace("    exception tired", otherwise.format(what)) for what in ("p.at gains 1", "check there"))
    remove, add = "remove step.otherwise\n", "add to step\n    otherwise\n        check there\n"
    assert hashes(gains, f"variant v of base\n\n{remove}") == hashes(BASE)
    assert hashes(BASE, f"variant v of base\n\n{add}") == hashes(check)
    assert hashes(gains, f"variant v of base\n\n{remove}\n{add}") == hashes(check) != hashes(gains)
    with pytest.raises(RulebookError, match="the choice `step` has an `otherwise` already"):
        hashes(gains, f"variant v of base\n\n{add}")


def test_statements_are_added_before_and_after_those_of_a_rule() -> None:
    edit = "add before turn\n    p.home becomes hall\n\nadd after turn\n    p.home becomes barn\n\n" \
           "add after rest\n    p.at gains 1\n    check there"
    by_hand = BASE.replace('far as he wants."\n', 'far as he wants."\n    p.home becomes hall\n') \
        .replace('            "He may rest."\n', '            "He may rest."\n            p.at gains 1\n'
                 '            check there\n'
                                                 "    p.home becomes barn\n")
    assert hashes(BASE, f"variant v of base\n\n{edit}\n") == hashes(by_hand)


def test_the_header_of_a_variant_changes_players_and_seats() -> None:
    game = open_files(read_text("base", BASE, "variant v of base\n    players 2\n    seats north, south\n"))
    assert (game.fewest, game.most, list(game.rules().seats)) == (2, 2, ["north", "south"])


# ---- Several variants ------------------------------------------------------------------------------

TOGETHER = (
    "variant fast of base\n\nset longest = 3\n",
    'variant green of base\n\nadd to colour: green\n\n'
    'add to step\n    move hop "hop"\n        "He hops."\n        p.at gains 1\n',
    'variant blue of base\n\nadd to colour: black\n\n'
    'add to step\n    move fly "fly"\n        "He flies."\n        p.at gains 2\n',
    'variant careful of base\n\nadd to step\n    require alive: p.at < 15\n        "too far"\n',
)


# Of the orders in the ordinary run each begins with another variant.
@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_the_order_of_variants_never_matters(every: int) -> None:
    orders = list(permutations(TOGETHER))[::every]
    assert len(orders) > 1
    assert len({hashes(BASE, *order) for order in orders}) == 1
    assert hashes(BASE, *TOGETHER) != hashes(BASE, *TOGETHER[:3])


def test_a_variant_on_a_variant_may_change_again_what_that_changed() -> None:
    higher = "variant faster of base:fast\n\nset longest = 1\n"
    assert hashes(BASE, TOGETHER[0], higher) == hashes(BASE, "variant slow of base\n\nset longest = 1\n")


def test_two_variants_that_touch_one_clause_are_refused_in_either_order() -> None:
    text, other = "variant one of base\n\nset longest = 1\n", "variant other of base\n\nset longest = 3\n"
    for pair in ((text, other), (other, text)):
        with pytest.raises(RulebookError, match="`longest` is changed in the variant `one` too"):
            hashes(BASE, *pair)


def test_a_parameter_that_a_variant_sets_cannot_be_set_again() -> None:
    with pytest.raises(RulebookError, match="a variant sets it"):
        open_files(read_text("base", BASE, "variant v of base\n\nset goal = 7\n"), {"goal": 8})


# ---- Files -----------------------------------------------------------------------------------------


def folder(tmp_path: Path) -> Path:
    (tmp_path / "base" / "variants").mkdir(parents=True)
    main = tmp_path / "base" / "base.rules"
    main.write_text(BASE, encoding="utf-8")
    for text in TOGETHER:
        name = text.split()[1]
        (main.parent / "variants" / f"{name}.rules").write_text(text, encoding="utf-8")
    return main


def test_variants_are_found_beside_their_rulebook(tmp_path: Path) -> None:
    main = folder(tmp_path)
    (main.parent / "slow.rules").write_text("variant slow of base:fast\n\nset longest = 1\n", encoding="utf-8")
    (main.parent / "variants" / "other.rules").write_text("variant other of another_game\n", encoding="utf-8")
    assert list(variants_of(main)) == ["blue", "careful", "fast", "green", "slow"]
    assert [variant.name for variant in read(main, ("slow",)).variants] == ["fast", "slow"]
    assert load(f"{main}:slow").rules().analyses.hash == load(str(main.parent / "slow.rules")).rules().analyses.hash
    assert load(f"{main}:slow:green").rules().analyses.hash == load(str(main), variants=("green", "slow")).rules().analyses.hash


def test_a_variant_of_a_rulebook_that_ships_may_lie_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "short.rules"
    path.write_text("variant short of nim\n\nset heaps = 2\n", encoding="utf-8")
    assert load(str(path)).rules().analyses.hash == load("nim", {"heaps": 2}).rules().analyses.hash
    assert load("nim", variants=(str(path),)).rules().analyses.hash != load("nim").rules().analyses.hash


def test_a_variant_that_is_not_there_is_reported(tmp_path: Path) -> None:
    main = folder(tmp_path)
    with pytest.raises(NoSuchRulebook, match="no variant `fats`; did you mean `fast`"):
        read(main, ("fats",))
    with pytest.raises(NoSuchRulebook, match=r"is a variant of `pig` .*, not of `nim`"):
        read(find("nim"), (str(find("pig").parent / "variants" / "two_dice.rules"),))
    with pytest.raises(NoSuchRulebook, match="is not a variant"):
        read(find("nim"), (str(find("pig")),))


def test_a_name_with_colons_is_a_rulebook_and_its_variants(tmp_path: Path) -> None:
    assert split_variants("nim:a:b") == ("nim", ("a", "b"))
    odd = tmp_path / "a:b.rules"
    odd.write_text(BASE, encoding="utf-8")
    assert split_variants(str(odd)) == (str(odd), ())


def test_a_lower_variant_that_does_not_parse_is_reported(tmp_path: Path) -> None:
    main = folder(tmp_path)
    (main.parent / "broken.rules").write_text("variant broken of base extra\n", encoding="utf-8")
    (main.parent / "upper.rules").write_text("variant upper of base:broken\n", encoding="utf-8")
    for name in ("broken", "upper"):
        assert "E101" in [diagnostic.code for diagnostic in read(main, (name,)).diagnostics.sorted()]


def test_two_files_of_one_name_are_no_variant_to_choose(tmp_path: Path) -> None:
    main = folder(tmp_path)
    (main.parent / "fast.rules").write_text(TOGETHER[0], encoding="utf-8")
    with pytest.raises(NoSuchRulebook, match="is in two files"):
        read(main, ("fast",))


def test_a_value_in_order_stays_in_its_column_whatever_other_variants_add() -> None:
    inn = "variant {} of base\n\nadd to house\n    doors: 1..2 = 1\n    row inn: 3, 2\n\n" \
          'replace function bonus(p: player, n: 1..3): 1..4\n    "Doors."\n    gives n + p.home.doors - 1\n\nremove lucky\n'
    windows = "variant k of base\n\nadd to house\n    windows: 1..2 = 1\n"
    assert hashes(BASE, inn.format("a"), windows) == hashes(BASE, inn.format("z"), windows)


def test_what_is_put_before_a_rule_keeps_its_order() -> None:
    text = "variant v of base\n\nadd before turn\n    p.home becomes hall\n\nadd before turn\n    p.home becomes barn\n"
    both = "variant v of base\n\nadd before turn\n    p.home becomes hall\n    p.home becomes barn\n"
    assert hashes(BASE, text) == hashes(BASE, both)


UPPER = (
    'variant a of base\n\nadd to turn\n    exception quiet: p.at = 5\n        "Quiet."\n',
    'variant b of base:a\n\nreplace rule turn(p: player)\n    "Now."\n    p.at gains bonus(p, 1)\n    check there\n'
    '    exception quiet: p.at = 6\n        "Quieter."\n\nremove step\n\nremove tired\n',
    'variant c of base:a\n\nreplace exception quiet: p.at = 7\n    "Quiet later."\n',
)


def test_what_a_lower_variant_adds_is_touched_once_by_those_above() -> None:
    with pytest.raises(RulebookError, match="`quiet` is changed in the variant `b` too"):
        hashes(BASE, *UPPER)


@pytest.mark.parametrize("line", ["players 2", "seats north, south, west"])
def test_two_headers_that_say_the_same_thing_anew_are_refused(line: str) -> None:
    with pytest.raises(RulebookError, match="changed in the variant `one` too"):
        hashes(BASE, f"variant one of base\n    {line}\n", f"variant other of base\n    {line}\n")


def test_a_chain_of_variants_has_a_limit(tmp_path: Path) -> None:
    main = folder(tmp_path)
    for i in range(1, 40):
        (main.parent / f"v{i}.rules").write_text(f"variant v{i} of base{f':v{i - 1}' if i > 1 else ''}\n", encoding="utf-8")
    assert read(main, ("v20",)).diagnostics.sorted() == ()
    assert [diagnostic.code for diagnostic in read(main, ("v39",)).diagnostics.sorted()] == ["E106"]
