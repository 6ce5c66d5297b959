"""`check` after edits of texts, and of values that texts fill in, reports what it reports without anything kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import cache, rechecks
from rulewright.cli.checking.result import Answers, CheckResult
from rulewright.cli.main import main
from rulewright.dsl.incremental.cached import CachedRulebook
from rulewright.dsl.load.loader import Files
from rulewright.dsl.source.cache import CacheStore
from rulewright.translation.wording import check

GLOSSARY = "concept,term,status,forms,note\n"
FILES = {
    "dice.rules": """rulebook dice
    "Dice"
    players 2

constants
    most = 3 "Nobody has more than {most} hands."

parameter bonus: 1..5 = 2
    "The bonus is {bonus} dice."

table die
    "Dice."
    worth: 1..9
    cost: 0..9
    row red: 5, 2
        "A red die is worth {worth} dice."
    row blue: 3, 1
        "A blue die."

each player has
    dice: 0..9 = 1

play
    "Players roll."
    repeat
        for each p in players
            roll luck from 1..2 as "luck {luck}"
            p.dice becomes luck
            choose trying by p
                "They try."
                move try_one "tries {luck}"
                    p.dice gains 1
                move "tries nothing"
                    p.dice gains 2
            turn_of(p)

rule turn_of(p: player)
    "{p} takes dice."
    if p.dice < most
        p.dice gains bonus
    p.dice becomes min(9, red.worth)
    check over

end over
    "It is over."
    when some p in players: p.dice >= 1 + blue.cost
    draw
""",
    "variants/more.rules": """variant more of dice

because "More."
    replace rule turn_of(p: player)
        "{p} takes {most} dice."
        p.dice becomes min(9, most + 1)
        check over
    set die.blue.cost = 2
    set most = 4
""",
    "text/en.glossary.csv": GLOSSARY + "die,die,preferred,pl=dice,\nhand,hand,preferred,,\n",
    "text/ru.glossary.csv": GLOSSARY + "die,кость,preferred,gen=кости gen.pl=костей,\nhand,рука,preferred,gen=руки,\n",
    "text/ru.texts": """texts of dice in ru

most
    "Ни у кого нет больше чем {most of hand}; рука."

bonus
    "Дают {bonus of die}[, и ещё {most of hand} when bonus > 4]."

die.red
    "Красная кость стоит {worth of die}."

die.blue
    "Синяя кость стоит {cost of hand}."

turn_of
    "{p} берёт кости."

roll play
    "удача {luck}"

move try_one
    "пробует {luck}"

move trying
    "не пробует"
""",
    "text/ru.more.texts": """texts of dice:more in ru

turn_of
    "{p} берёт {most of die}."
""",
}
# What is changed in a file, and whether the rest is left alone: of the rulebook without its variant and with it, if both
# are checked again. Where the rulebook is checked whole, its variant is.
EDITS: dict[str, tuple[str, str, str, tuple[bool, ...]]] = {
    "a word of a text": ("text/ru.texts", "Синяя", "Голубая", (True, True)),
    "a clause of a text": ("text/ru.texts", "die.blue", "die.green", (True, True)),
    "a text without a number": ("text/ru.texts", "{bonus of die}[", "{bonus}[", (True, True)),
    "a number that is not there": ("text/ru.texts", "{bonus of die}[", "{bonos of die}[", (True, True)),
    "a form that is not there": ("text/ru.glossary.csv", " gen.pl=костей", "", (True, True)),
    "a term more": ("text/en.glossary.csv", "pl=dice,\n", "pl=dice,\nfoot,foot,preferred,,\n", (True, True)),
    "a text of the variant": ("text/ru.more.texts", "берёт", "хватает", (True,)),
    "a value that takes the same form": ("dice.rules", "most = 3", "most = 2", (True, True)),
    "a value that takes a form that is not there": ("dice.rules", "most = 3", "most = 5", (True, True)),
    "a value that takes its first form": ("dice.rules", "most = 3", "most = 1", (True, True)),
    "a value that settles a condition": ("dice.rules", "1..5 = 2", "1..5 = 5", (True, True)),
    "a value of a row": ("dice.rules", "row red: 5", "row red: 6", (True, True)),
    "a value of a row that takes another form": ("dice.rules", "row red: 5", "row red: 1", (True, True)),
    "a value of a row that takes a form that is not there": ("dice.rules", "row blue: 3, 1", "row blue: 3, 5", (True, True)),
    "a value that the variant sets": ("variants/more.rules", "most = 4", "most = 3", (True,)),
    "a statement of the variant": ("variants/more.rules", "min(9, most + 1)", "min(9, most + 2)", (True,)),
    "how a roll is written": ("dice.rules", '"luck {luck}"', '"gets {luck}"', (True, True)),
    "how a move is written": ("dice.rules", '"tries {luck}"', '"takes {luck}"', (True, True)),
    "how a move without a name is written": ("dice.rules", '"tries nothing"', '"takes nothing"', (True, True)),
    "an expression less in how a move is written": ("dice.rules", '"tries {luck}"', '"tries one"', (False, False)),
    "words of a clause of the variant": ("variants/more.rules", "{p} takes {most}", "{p} gets {most}", (True,)),
    "what the variant replaces": ("dice.rules", "gains bonus", "gains bonus + 1", (True, True)),
}
Report = Callable[..., str]


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    """Write the files, and return what checks the rulebook with its variant."""
    monkeypatch.setattr(cache, "user_store", lambda kind, most: CacheStore(tmp_path / "cache" / kind, most))
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return lambda *more: CliRunner().invoke(main, ["check", *more, "dice.rules"], catch_exceptions=False).output


# Edits that are looked at in the same way as one that the ordinary run has.
LIKE_OTHERS = {"a value that takes its first form", "a value of a row that takes another form",
               "how a move without a name is written"}


@pytest.mark.parametrize("edit", [pytest.param(edit, marks=pytest.mark.slow if edit in LIKE_OTHERS else ()) for edit in EDITS])
def test_an_edit_is_reported_as_from_scratch(tmp_path: Path, report: Report, left_alone: list[bool], edit: str) -> None:
    assert "error" not in report()
    file, before, now, expected = EDITS[edit]
    text = FILES[file]
    assert text.count(before) == 1
    (tmp_path / file).write_text(text.replace(before, now), encoding="utf-8")
    assert report() == report("--no-cache")
    assert tuple(left_alone) == expected


def test_a_rulebook_that_is_not_played_behind_others_is_checked_whole(tmp_path: Path, report: Report,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    report()
    (tmp_path / "text" / "ru.texts").write_text(FILES["text/ru.texts"].replace("Синяя", "Голубая"), encoding="utf-8")
    done, found = rechecks.checked_again, list[bool]()

    def behind_many(played: int, answers: Answers, result: CheckResult,
                    kept: CachedRulebook) -> tuple[Answers, CheckResult] | None:
        found.append(done(10**9, answers, result, kept) is not None)
        return None

    monkeypatch.setattr(rechecks, "checked_again", behind_many)
    report()
    # The variant is not played already.
    assert found == [False, False]


def test_a_clause_that_a_variant_changes_no_more_needs_no_text(tmp_path: Path, report: Report, left_alone: list[bool]) -> None:
    variant = """variant dear of dice

because "Dear."
    replace rule turn_of(p: player)
        "{p} takes dice."
        if p.dice < most
            p.dice gains bonus
        p.dice becomes min(8, red.worth)
        check over
"""
    (tmp_path / "variants" / "more.rules").unlink()
    (tmp_path / "text" / "ru.more.texts").unlink()
    file = tmp_path / "variants" / "dear.rules"
    file.write_text(variant, encoding="utf-8")
    (tmp_path / "text" / "ru.dear.texts").write_text("texts of dice:dear in ru\n", encoding="utf-8")
    assert "`turn_of`" in report()
    file.write_text(variant.replace("min(8", "min(9"), encoding="utf-8")
    now = report()
    assert now == report("--no-cache")
    assert "`turn_of`" not in now
    assert left_alone == [True]


def test_a_new_file_of_texts_is_looked_at(tmp_path: Path, report: Report, left_alone: list[bool]) -> None:
    report()
    (tmp_path / "text" / "it.texts").write_text("texts of dice in it\n\nmost\n    \"Troppi.\"\n", encoding="utf-8")
    now = report()
    assert now == report("--no-cache")
    assert "it.texts" in now
    assert left_alone == [False, False]


@pytest.mark.parametrize("edit", ["a word of a text", "a clause of a text", "a text of the variant"])
def test_what_another_language_lacks_stays(tmp_path: Path, report: Report, left_alone: list[bool], edit: str) -> None:
    (tmp_path / "text" / "it.texts").write_text("texts of dice in it\n\nmost\n    \"Fino a {most}.\"\n", encoding="utf-8")
    # A variant alone has words for this language.
    (tmp_path / "text" / "es.more.texts").write_text("texts of dice:more in es\n\nmost\n    \"Hasta {most}.\"\n",
                                                     encoding="utf-8")
    before = report()
    file, was, now, expected = EDITS[edit]
    (tmp_path / file).write_text(FILES[file].replace(was, now), encoding="utf-8")
    found = report()
    assert found == report("--no-cache")
    assert found.count("no text in `it`") == before.count("no text in `it`") > 0
    path = tmp_path / "text" / "it.texts"
    path.write_text(path.read_text(encoding="utf-8") + "\ndie.blue\n    \"Blu.\"\n", encoding="utf-8")
    again = report()
    assert again == report("--no-cache") != found
    assert all(left_alone)
    assert len(left_alone) > len(expected)


@pytest.mark.parametrize(("was", "now"), [("+", "adds"), ("adds", "+")])
def test_a_move_that_is_written_with_words_needs_a_text(
        tmp_path: Path, report: Report, left_alone: list[bool], was: str, now: str) -> None:
    play = '                move "tries nothing"\n'
    text = FILES["dice.rules"].replace(play, f'                move sign "{was}"\n                    p.dice gains 1\n{play}')
    file = tmp_path / "dice.rules"
    file.write_text(text, encoding="utf-8")
    before = report()
    file.write_text(text.replace(f'"{was}"', f'"{now}"'), encoding="utf-8")
    found = report()
    assert found == report("--no-cache")
    assert [("`move sign`" in shown) for shown in (before, found)] == [was == "adds", now == "adds"]
    assert left_alone == [True, True]


# What is changed in a file, and with which variants the texts are looked at after it.
LOOKED_AT: dict[str, tuple[str, str, str, list[tuple[str, ...]]]] = {
    "a word of a text": ("text/ru.texts", "Синяя", "Голубая", [()]),
    "a clause of a text": ("text/ru.texts", "die.blue", "die.green", [(), ("more",)]),
    "the state of a clause": ("text/ru.texts", "\nturn_of\n", "\nturn_of 01234567\n", [(), ("more",)]),
    "a text more": ("text/ru.texts", "die.blue\n", "over\n    \"Конец.\"\n\ndie.blue\n", [(), ("more",)]),
    "what cannot be read": ("text/ru.texts", "\"Синяя", "Синяя", [(), ("more",)]),
    "a text of the variant": ("text/ru.more.texts", "берёт", "хватает", [("more",)]),
    "a note in the English glossary": ("text/en.glossary.csv", "pl=dice,\n", "pl=dice,It is thrown.\n", []),
    "a note in another glossary": ("text/ru.glossary.csv", "gen.pl=костей,\n", "gen.pl=костей,Её бросают.\n", []),
    "a form": ("text/ru.glossary.csv", " gen.pl=костей", " gen.pl=костяшек", [(), ("more",)]),
    "another term": ("text/en.glossary.csv", "hand,hand", "hand,hands", [(), ("more",)]),
    "whether a term is forbidden": ("text/en.glossary.csv", "hand,hand,preferred", "hand,hand,forbidden", [(), ("more",)]),
    "a line without a term": ("text/ru.glossary.csv", "hand,рука,preferred,gen=руки,", "hand,,,,", [(), ("more",)]),
}


@pytest.mark.parametrize("edit", LOOKED_AT)
def test_texts_are_looked_at_where_something_is_asked_of_them(tmp_path: Path, report: Report, left_alone: list[bool],
                                                              monkeypatch: pytest.MonkeyPatch, edit: str) -> None:
    report()
    looked_at = list[tuple[str, ...]]()
    for name in ("check_texts", "check_languages"):
        done = getattr(check, name)

        def noted(files: Files, *rest: Any, done: Callable[..., None] = done) -> None:
            looked_at.append(tuple(variant.name for variant in files.variants))
            done(files, *rest)

        monkeypatch.setattr(check, name, noted)
    file, before, now, expected = LOOKED_AT[edit]
    text = FILES[file]
    assert text.count(before) == 1
    (tmp_path / file).write_text(text.replace(before, now), encoding="utf-8")
    found = report()
    assert looked_at == expected
    assert all(left_alone)
    assert found == report("--no-cache")


def test_what_is_reported_in_a_glossary_moves_with_its_lines(tmp_path: Path, report: Report) -> None:
    glossary = tmp_path / "text" / "ru.glossary.csv"
    glossary.write_text(FILES["text/ru.glossary.csv"] + "foot,нога,preferred,,\n", encoding="utf-8")
    before = report()
    assert "`foot` is not a concept" in before
    glossary.write_text(f"# Слова.\n{glossary.read_text(encoding='utf-8')}", encoding="utf-8")
    found = report()
    assert found == report("--no-cache") != before
