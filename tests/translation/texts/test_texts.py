"""Texts in another language: what is filled in, and what is told where they do not fit their clauses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.load.loader import Files, read, shipped, variants_of
from rulewright.dsl.source.diagnostics import Diagnostics
from rulewright.dsl.statements.glossary import glossary_of
from rulewright.translation.booklet.booklet import booklet, printed
from rulewright.translation.booklet.localisation import localisation
from rulewright.translation.booklet.texts import NoTextsInLanguage
from rulewright.translation.facts.facts import facts_of
from rulewright.translation.facts.values import KnownValues, symbol_tables_of
from rulewright.translation.wording.check import check_texts
from rulewright.translation.wording.fill import NO_BREAK, Filling
from rulewright.translation.wording.glossary_check import MOST_OPEN
from rulewright.translation.wording.update import accepted, heading, stubs, text_path
from rulewright.translation.wording.update import worded as texts_of
from rulewright.translation.wording.wordings import languages_of, wordings_of

from .games import ENGLISH, RULES, RUSSIAN, fingerprints, worded, written

Told = list[tuple[str, str]]
# What the texts of the game do not word.
MISSING = [("W502", "7 clauses have no text in `ru`: `playing`, `picking`, `pick`, `fruits`, `enough`, `rest`, `bare`"),
           ("W502", "moves and rolls that have no text in `ru`: `roll pick`, `move rest`")]


def told(files: Files) -> Told:
    diagnostics = Diagnostics()
    check_texts(files, diagnostics)
    return [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics.sorted()]


def filled(files: Files, id: str, players: int, **names: str) -> str:
    kind = "move" if names else "clause"
    wording = next(layer.entries[kind, id] for layer in wordings_of(files, "ru", Diagnostics()))  # type: ignore[index]
    filling = Filling("ru", glossary_of(files, "ru"), KnownValues(symbol_tables_of(files)).values_for(players), names)
    return filling.text(wording.parts).replace(NO_BREAK, " ")


# ---- Filling in ------------------------------------------------------------------------------------


def test_numbers_bring_the_plural_form_of_what_they_count(tmp_path: Path) -> None:
    files = worded(tmp_path)
    assert filled(files, "baskets", 2) == "На траве 4 корзины."
    assert filled(files, "baskets", 3) == "На траве 6 корзин."


def test_terms_come_in_the_form_that_is_asked_for(tmp_path: Path) -> None:
    assert filled(worded(tmp_path), "picked", 2) == "За раз плодов берут не больше 2."


def test_a_text_on_several_lines_is_one(tmp_path: Path) -> None:
    assert filled(worded(tmp_path), "shade", 3) == "Втроём (3 игрока) в тени, на траве, стоят 6 корзин."


def test_a_term_at_the_beginning_of_a_sentence_has_a_capital(tmp_path: Path) -> None:
    files = worded(tmp_path, "За раз {fruit.gen.pl}", "{fruit.gen.pl} мало. {tree}: за раз")
    assert filled(files, "picked", 2) == "Плодов мало. Дерево: за раз берут не больше 2."


def test_the_values_of_a_move_are_filled_in(tmp_path: Path) -> None:
    assert filled(worded(tmp_path), "fruits", 2, n="2", f="яблоко") == "берёт 2 плода: яблоко"


# ---- What is told ----------------------------------------------------------------------------------


def test_what_is_not_worded_is_told_once(tmp_path: Path) -> None:
    assert told(worded(tmp_path)) == MISSING


@pytest.mark.parametrize(("old", "new", "mistake"), [
    ("texts of orchard in ru", "texts of orchard in it", ("E501", "the first line does not say whose texts these are")),
    ("title", "the title", ("E501", "this line names no clause")),
    ('    "Перед игрой"', "    Перед игрой", ("E501", "this is not a text")),
    ('"Сад"', '"Сад {} "', ("E501", "braces hold a number or a term")),
    ('    "Сад"\n', "", ("E501", "`title` has no text")),
    ("# Только втроём.", 'title\n    "Сад"', ("E501", "a second text for `title`")),
    ("# Только втроём.", 'winter 01234567\n    "Зима"', ("E502", "there is no clause `winter`")),
    ("# Только втроём.", "leave out pick winter", ("E502", "there is no clause `winter` to leave out")),
    ("move fruits", "move bare", ("E502", "there is no move `bare`")),
    ("move fruits", "move fruits.2", ("E502", "there is no move `fruits.2`")),
    ("{grass.pre}", "{gras}", ("E503", "`gras` is neither a number of the rulebook nor a concept of the glossary")),
    ("{grass.pre}", "{grass.dat}", ("E503", "`трава` has no form `dat`")),
    ("{n of fruit}", "{n of plum}", ("E503", "`plum` is not a concept of the glossary")),
    ("{baskets of basket}.\"\n\npicked", "{goal of basket} {baskets}.\"\n\npicked",
     ("E503", "`goal` is not a number of the rulebook")),
    ("{picked}", "двух", ("E505", "the clause states `picked`, and the text does not")),
    ("Перед игрой", "Перед 1 игрой", ("W505", "the number 1 is written out")),
    ("стоят {baskets of basket}", "стоят {baskets} лукошек", ("W506", "`лукошек` is a term that the glossary forbids")),
])
def test_a_mistake_is_told(tmp_path: Path, old: str, new: str, mistake: tuple[str, str]) -> None:
    assert mistake in told(worded(tmp_path, old, new))


def helps(files: Files) -> dict[str, str | None]:
    """The help with each mistake, by its message."""
    diagnostics = Diagnostics()
    check_texts(files, diagnostics)
    return {found.message: found.help for found in diagnostics.sorted()}


@pytest.mark.parametrize(("old", "new", "message", "help"), [
    ("{baskets of basket}.\"\n\npicked", "{baskets of grass}.\"\n\npicked", "`трава` has no form `gen`, which follows 4",
     "add `gen=...` to the forms of `трава`, in line 7 of `ru.glossary.csv`"),
    ("{grass.pre}", "{grass.zzz}", "`трава` has no form `zzz`", "add `zzz=...` to the forms of `трава`, in line 7 of"),
    ("{n of fruit}", "{n of xyz}", "`xyz` is not a concept of the glossary",
     "add a line for the concept to `ru.glossary.csv`"),
    ("{grass.pre}", "{xyz}", "`xyz` is neither a number of the rulebook nor a concept of the glossary",
     "the rulebook has `player_count`, "),
    (", на {grass.pre},", "", "the clause mentions `grass`, and the text does not",
     "write `{grass}` where the text speaks of it: its term is `трава`"),
])
def test_the_help_with_a_mistake_says_what_to_write(tmp_path: Path, old: str, new: str, message: str, help: str) -> None:
    assert (helps(worded(tmp_path, old, new))[message] or "").startswith(help)


def test_a_term_that_is_only_allowed_or_forbidden_is_named_in_the_help(tmp_path: Path) -> None:
    for status, help in (("allowed", "use one of its terms, `трава`"),
                         ("forbidden", "`ru.glossary.csv` only forbids terms of it: add the one to use")):
        files = worded(tmp_path, ", на {grass.pre},", "")
        path = tmp_path / "text" / "ru.glossary.csv"
        path.write_text(path.read_text(encoding="utf-8").replace("трава,preferred", f"трава,{status}"), encoding="utf-8")
        assert helps(files)["the clause mentions `grass`, and the text does not"] == help


def test_a_concept_in_braces_that_lack_a_form_is_not_missing_too(tmp_path: Path) -> None:
    found = told(worded(tmp_path, "на {grass.pre}", "на {grass.zzz}"))
    assert [message for code, message in found if code in ("E503", "W504")] == ["`трава` has no form `zzz`"]


def test_a_form_is_needed_for_all_numbers_of_players(tmp_path: Path) -> None:
    files = worded(tmp_path, "На траве {baskets of basket}", "На траве {baskets of basket}, считая {baskets of grass}")
    assert [pair for pair in told(files) if pair[0] == "E503"] == [
        ("E503", "`трава` has no form `gen`, which follows 4"),
        ("E503", "`трава` has no form `gen.pl`, which follows 6")]


def test_what_is_only_for_so_many_players_need_not_say_how_many(tmp_path: Path) -> None:
    # The English statement says it; of what holds with several numbers of players it would have to be said.
    for rules, mistakes in ((RULES, [("W504", "the clause mentions `player`, and the text does not")]),
                            (RULES.replace("note shade when player_count = 3", "note shade"),
                             [("E505", "the clause states `player_count`, and the text does not")])):
        files = worded(tmp_path, "Втроём ({player_count of player}) в", "В", rules)
        assert [pair for pair in told(files) if pair in mistakes] == mistakes
        assert (("E505", "the clause states `player_count`, and the text does not") in told(files)) == (rules != RULES)


def test_a_text_without_a_term_that_its_clause_says(tmp_path: Path) -> None:
    files = worded(tmp_path, ", на {grass.pre},", "")
    assert told(files) == [*MISSING, ("W504", "the clause mentions `grass`, and the text does not")]


@pytest.mark.parametrize("named", [2, 3])
def test_a_term_that_is_said_for_some_numbers_of_players_only_is_missing_for_the_others(tmp_path: Path, named: int) -> None:
    other = 5 - named
    text = f"На траве[ {{baskets of basket}} when player_count = {named}][ {{baskets}} when player_count = {other}]."
    files = worded(tmp_path, "На траве {baskets of basket}.", text)
    assert told(files) == [*MISSING, ("W504", "the clause mentions `basket`, and the text does not")]


def assert_mended(files: Files) -> None:
    """Assert that the fix of a text that is old, or names no fingerprint, leaves nothing to report of it."""
    diagnostics = Diagnostics()
    check_texts(files, diagnostics)
    (fix,) = [fix for found in diagnostics.sorted() if found.code == "W503" for fix in found.fixes]
    path = Path(fix.span.source.name)
    lines = path.read_text(encoding="utf-8").split("\n")
    line = lines[fix.span.line - 1]
    lines[fix.span.line - 1] = line[: fix.span.column - 1] + fix.text + line[fix.span.end_column - 1 :]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert told(read(Path(files.path))) == MISSING


def test_a_text_is_older_when_its_clause_has_changed(tmp_path: Path) -> None:
    worded(tmp_path)
    rules = tmp_path / "orchard.rules"
    rules.write_text(RULES.replace("stand in the shade", "lie in the shade"), encoding="utf-8")
    assert told(read(rules)) == [*MISSING, ("W503", "the clause has changed since this text was written")]
    assert_mended(read(rules))


def test_a_text_that_names_no_fingerprint(tmp_path: Path) -> None:
    prints = fingerprints(written(tmp_path))
    files = worded(tmp_path, f"move fruits {prints['fruits']}", "move fruits")
    assert told(files) == [*MISSING, ("W503", "the move is not said to be the one meant")]
    assert_mended(files)


def test_values_make_no_text_old(tmp_path: Path) -> None:
    worded(tmp_path)
    rules = tmp_path / "orchard.rules"
    rules.write_text(RULES.replace("baskets  4  6", "baskets  5  6"), encoding="utf-8")
    assert told(read(rules)) == MISSING


def test_the_statements_themselves_and_the_glossaries_are_looked_at(tmp_path: Path) -> None:
    rules = RULES.replace("on the grass", "on the grass, no hampers").replace("says grass", "says gras")
    english = ENGLISH.replace(",not in an orchard", "").replace("hamper,forbidden,", "hamper,forbidden,pl=hampers")
    russian = RUSSIAN.replace("grass,трава,preferred,pre=траве,\n", "stone,камень,preferred,,\n")
    files = written(tmp_path, rules, en__glossary__csv=english, ru__glossary__csv=russian)
    assert told(files) == [
        ("W506", "`hampers` is a term that the glossary forbids"), ("W506", "the English glossary has no term for `gras`"),
        ("W506", "no preferred term in `ru` for `grass`"), ("W506", "`stone` is not a concept of the English glossary")]


def test_a_line_of_a_glossary_without_a_term_is_reported_until_it_has_one(tmp_path: Path) -> None:
    russian = RUSSIAN.replace("grass,трава,preferred,pre=траве,\n", "grass,,preferred,,\nstone,,,,\n")
    files = written(tmp_path, en__glossary__csv=ENGLISH, ru__glossary__csv=russian)
    assert told(files) == [("W506", "`grass` has no term in `ru` yet"),
                           ("W506", "`stone` is no concept of the English glossary")]
    more = "".join(f"tree_{number},tree {number},preferred,,\n" for number in range(MOST_OPEN + 2))
    open_lines = "".join(f"tree_{number},,,,\n" for number in range(MOST_OPEN + 2))
    files = written(tmp_path, en__glossary__csv=ENGLISH + more, ru__glossary__csv=RUSSIAN + open_lines)
    assert told(files) == [*(("W506", f"`tree_{number}` has no term in `ru` yet") for number in range(MOST_OPEN)),
                           ("W506", "2 more lines have no term in `ru` yet: `tree_8`, `tree_9`")]


def test_a_glossary_for_a_whole_folder_may_have_concepts_of_its_other_rulebooks(tmp_path: Path) -> None:
    russian = RUSSIAN + "stone,камень,preferred,,\n"
    files = written(tmp_path, orchard__en__glossary__csv=ENGLISH, ru__glossary__csv=russian)
    assert told(files) == []
    files = written(tmp_path, orchard__ru__glossary__csv=russian)
    assert told(files) == [("W506", "`stone` is not a concept of the English glossary")]


def test_a_rulebook_without_texts_is_told_nothing(tmp_path: Path) -> None:
    files = written(tmp_path)
    (tmp_path / "text").rmdir()
    assert told(files) == []


# ---- Variants --------------------------------------------------------------------------------------

VARIANT = '''variant dry of orchard

replace note shade when player_count = 3
    "With {player_count} players {baskets} baskets stand in the sun."
'''


def test_a_variant_needs_texts_for_what_it_changes(tmp_path: Path) -> None:
    worded(tmp_path)
    path = tmp_path / "dry.rules"
    path.write_text(VARIANT, encoding="utf-8")
    assert told(read(path)) == []
    (tmp_path / "text" / "ru.dry.texts").write_text("texts of orchard:dry in ru\n", encoding="utf-8")
    assert told(read(path)) == [("W502", "1 clause has no text in `ru`: `shade`")]
    (tmp_path / "text" / "ru.dry.texts").write_text(
        f'texts of orchard:dry in ru\n\nshade {facts_of(read(path)).clause("shade").fingerprint}\n'
        '    "Втроём ({player_count}) {baskets of basket} стоят на солнце."\n', encoding="utf-8")
    assert told(read(path)) == [("W504", "the clause mentions `player`, and the text does not")]


# ---- Bringing up to date ---------------------------------------------------------------------------


def test_what_is_missing_is_added_as_remarks(tmp_path: Path) -> None:
    files = written(tmp_path, en__glossary__csv=ENGLISH, ru__glossary__csv=RUSSIAN)
    facts = facts_of(files)
    path = text_path(files, "ru")
    path.write_text(heading(files, facts, "ru") + "".join(stubs(files, facts, "ru")), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert told(files)[0][1].startswith("11 clauses have no text")
    path.write_text(text.replace("\n# ", "\n"), encoding="utf-8")
    assert {code for code, _ in told(files)} == {"W504"}
    assert stubs(files, facts, "ru") == ()


def test_a_text_that_has_been_looked_at_is_accepted(tmp_path: Path) -> None:
    worded(tmp_path)
    rules = tmp_path / "orchard.rules"
    rules.write_text(RULES.replace("stand in the shade", "lie in the shade"), encoding="utf-8")
    files = read(rules)
    facts = facts_of(files)
    assert [text.clause.id for text in texts_of(files, facts, "ru") if text.state == "older"] == ["shade"]
    path = text_path(files, "ru")
    layer, = wordings_of(files, "ru", Diagnostics())
    path.write_text(accepted(path.read_text(encoding="utf-8"), layer, facts, ["shade"]), encoding="utf-8")
    assert told(files) == MISSING


def test_texts_are_read_alone_in_whose_lines_a_word_stands(tmp_path: Path) -> None:
    files = worded(tmp_path)
    every, = wordings_of(files, "ru", Diagnostics())
    for word in ("shade", "orchard", "no_such_word"):
        layer, = wordings_of(files, "ru", Diagnostics(), re.compile(word))
        assert layer.entries.keys() == {key for key, wording in every.entries.items()
                                        if word in f"{wording.id} {wording.raw}"}, word
        assert all(repr(wording) == repr(every.entries[key]) for key, wording in layer.entries.items())


STALL = """rulebook stall
    "A stall"
    players 2

table good
    "What is sold."
    price: 1..9
    weight: 1..9
    row pear: 3, 1
        "A pear costs {price} coins."
    row plum: 2, 1
        "A plum costs {price} coins."
    row nut: 1, 1
        "A nut costs {price} coins."

each player has
    coins: 0..9

play
    for each p in players
        choose purchase by p
            "A player buys something."
            move buy "buys {g}" for g in good
                p.coins gains g.price
    check all_done

end all_done
    "Then it ends."
    when yes
    ranking p in players by p.coins
"""
SET = """variant dear of stall
    "A dear stall"

set good.pear.price = 4

set good.plum.weight = 2
"""


def test_a_value_that_a_variant_sets_is_filled_into_the_text_as_it_was(tmp_path: Path) -> None:
    rules, variant = tmp_path / "stall.rules", tmp_path / "dear.rules"
    rules.write_text(STALL, encoding="utf-8")
    variant.write_text(SET, encoding="utf-8")
    (tmp_path / "text").mkdir()
    facts = facts_of(read(rules))
    words = [
        f'\n{clause.id} {clause.fingerprint}\n    "{clause.id}: {{price}}."\n'
        for clause in facts.clauses
        if clause.kind == "row"
    ]
    text_path(read(rules), "ru").write_text(heading(read(rules), facts, "ru") + "".join(words), encoding="utf-8")
    files = read(variant)
    states = {text.clause.id: text.state for text in texts_of(files, facts_of(files), "ru") if text.clause.kind == "row"}
    assert states == {"good.pear": "worded", "good.plum": "older", "good.nut": "worded"}
    localised = localisation(files, "ru", 2, {})
    book = printed(localised)
    table, = (item.table for chapter in book.chapters for item in chapter.items if item.table is not None)
    shown = {row.cells[0]: row.cells[-1] for row in table.rows}
    assert (shown["pear"], shown["plum"]) == ("good.pear: 4.", "A plum costs 2 coins.")
    assert [text for text in localised.missing.clauses if text.startswith("good.")] == ["good.plum"]


# ---- The games that ship -----------------------------------------------------------------------------


@pytest.mark.parametrize("main", [path for _, path in shipped()], ids=lambda path: path.stem)
def test_the_texts_of_the_games_that_ship_fit_their_clauses(main: Path) -> None:
    for path in (main, *variants_of(main).values()):
        assert [pair for pair in told(read(path)) if pair[0].startswith("E")] == []


@pytest.mark.parametrize("language", ["ru", "it"])
def test_every_clause_of_a_game_is_worded(language: str) -> None:
    main = dict(shipped())["carolus_magnus"]
    for path in (main, *variants_of(main).values()):
        files = read(path)
        assert [text.clause.id for text in texts_of(files, facts_of(files), language) if text.state != "worded"] == []
        assert told(files) == []


PIECES = '''rulebook guard
    "Guards"
    players 2

pieces guard of each player
    "Each player has two guards."
    strength: 1..4
    1 with strength = 1
    1 with strength = 4

each guard has
    tired: flag

play
    for each g in guard
        g.tired becomes g.strength > 2
    check over

end over
    "It is over."
    when some g in guard: g.tired
    draw
'''


def test_a_piece_is_worded_by_what_is_fixed_about_it(tmp_path: Path) -> None:
    rules = tmp_path / "guard.rules"
    rules.write_text(PIECES, encoding="utf-8")
    (tmp_path / "text").mkdir()
    own = 'texts of guard in en\n\npiece guard\n    "guard of strength {strength}"\n\npiece gard\n    "?"\n'
    (tmp_path / "text" / "en.texts").write_text(own, encoding="utf-8")
    words = localisation(read(rules), "en", 2, {})
    assert [words.sentences.piece(words.ruleset.symbols.components.pieces["guard"].type, number) for number in range(4)] == [
        "guard of strength 1", "guard of strength 4"] * 2
    assert ("E502", "there are no pieces `gard`") in [pair[:2] for pair in told(read(rules))]


def test_rulebooks_in_one_folder_have_texts_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "stall.rules").write_text(STALL, encoding="utf-8")
    files = written(tmp_path, stall__fr__glossary__csv="concept,term\nnothing,rien\n",
                    orchard__ru__texts="texts of orchard in ru\n",
                    stall__it__texts='texts of stall in it\n\ntitle\n    "Una bancarella"\n')
    stall = read(tmp_path / "stall.rules")
    assert (languages_of(files), languages_of(stall)) == (("ru",), ("it",))
    assert [code for code, _ in told(files)] == ["W502"]
    assert booklet(stall, "it", 2, {}).title == "Una bancarella"
    with pytest.raises(NoTextsInLanguage):
        localisation(files, "it", 2, {})
