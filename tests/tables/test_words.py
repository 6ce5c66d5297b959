"""The words of pages: each language has all of them, and a table speaks one language."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

import pytest

from rulewright.cli.words.words import LANGUAGES, first_language

from .playing import Served
from .test_playing import run


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_words_with_all_that_is_filled_in(language: str) -> None:
    places = {name: sorted(re.findall(r"{\w+}", text)) for name, text in LANGUAGES[language].items()}
    assert places == {name: sorted(re.findall(r"{\w+}", text)) for name, text in LANGUAGES["en"].items()}
    assert all(text.strip() for text in LANGUAGES[language].values())


@pytest.mark.parametrize(("accepted", "language"), [
    ("", "en"), ("ru", "ru"), ("de-DE, it-CH;q=0.9, en;q=0.8", "it"), ("en;q=0.1,ru-RU;q=x,it;q=0.5", "it"), ("fr", "en"),
])
def test_a_browser_gets_the_first_language_that_it_asks_for(accepted: str, language: str) -> None:
    assert first_language(accepted) == language


# The same word in both languages, names of things that are typed, and what stands in other words by chance.
ALIKE = {"person", "Play", "play", "stop", " and ", "first", "back"}


def english_in(text: str, language: str) -> list[str]:
    """The words of English pages of at least five letters that stand in a page."""
    own = " ".join(LANGUAGES[language].values())
    words = {text for text in LANGUAGES["en"].values() if len(text) > 4 and "{" not in text} - ALIKE
    return sorted(word for word in words if re.search(rf"\b{re.escape(word)}\b", text) and word not in own)


def test_a_table_speaks_its_language_and_still_does_when_its_game_is_continued(tmp_path: Path) -> None:
    async def play() -> list[str]:
        served = Served.of(tmp_path, "tic_tac_toe")
        room = await served.begin("tic_tac_toe", "Anna", "Boris", language="ru")
        screen = served.screen(room, 0)
        await screen.once()
        await screen.do("play", move="b2")
        await screen.once()
        pages = [(await served.asking.get(screen.path)).text, screen.text]
        pages.append((await served.asking.get(served.screen(room, manages=True).path)).text)
        await served.asking.post(f"{served.screen(room, manages=True).path}/close", {})
        lobby = served.tables.lobby.new_token("")
        pages.append((await served.asking.get(f"/tables/new/{lobby}", accept_language="ru")).text)
        record = {"name": "tic_tac_toe-1.play", "by_hand": False, "language": "ru"}
        again = served.room((await served.asking.post(f"/tables/new/{lobby}/load", record)).record["go"])
        assert again.texts.language == "ru"
        return pages

    page, seen, host, lobby = run(play())
    assert '<html lang="ru">' in page
    assert '<html lang="ru">' in lobby
    assert "Крестики-нолики" in page
    assert "Игрок, чья очередь ходить" in seen
    for text in (page, seen, host, lobby):
        shown = re.sub(r"\b(?:id|href|src|class|for|name|aria-labelledby|data-[\w-]+)=\"[^\"]*\"", "", text)
        assert english_in(unescape(shown), "ru") == []


def test_an_english_table_would_be_found() -> None:
    assert "Who plays" in english_in(escape("<h3>Who plays</h3>"), "ru")


STONES = """rulebook stones
    players 2
state
    n: 0..9 = 9
event taken(by: player, how: 1..3)
    "Stones are taken by {by}."
rule turn_of(p: player)
    "{p} takes stones."
    choose taking by p
        "{n} stones are left: {p} takes some."
        move take "take {k}" for k in 1..3
            require enough: k <= n
                "there are fewer"
            announce taken(p, k)
            n loses k
        move pass "pass"
            require late: n < 3
                "it is too early"
    roll wind from 1..2 as "wind {wind}"
    check over
play
    repeat
        for each p in players
            turn_of(p)
end over
    "No stone is left."
    when n = 0
    draw
"""
STONES_RU = """texts of stones in ru

taken f5c9cf4c
    "Взято камней: {how}."

turn_of af69b28f
    "Игрок берёт камни."

taking 9f9c9c26
    "Берут камни."

enough a4a98477
    "столько камней нет"

late ecb42e31
    "ещё рано"

over 992ae730
    "Камней нет."

roll turn_of 9243b2aa
    "ветер {wind}"

move take 9a3e3e0a
    "взять {k}"

move pass 89f2cbfd
    "пас"
"""


def said(markup: str) -> list[str]:
    """The texts of a part of a page, without the names of clauses."""
    left_out = r"(?:<details.*?</details>|<button class=\"clause.*?</button>|<[^>]*>)+"
    return [text.strip() for text in re.split(left_out, unescape(markup)) if text.strip()]


def test_the_cards_of_a_table_say_the_sentences_of_rows_in_its_language(tmp_path: Path) -> None:
    async def play() -> str:
        served = Served.of(tmp_path, "lancaster")
        screen = served.screen(await served.begin("lancaster", "Anna", "Boris", language="ru"))
        await screen.once()
        return str(screen.parts["picture"])

    picture = unescape(run(play()))
    assert "Графство B: 4\N{NO-BREAK SPACE}оруженосца." in picture
    assert "County" not in picture


@pytest.mark.parametrize(("language", "asked", "log", "moves", "why", "early"), [
    ("en", ["Anna takes stones.", "Anna", ": 7 stones are left: Anna takes some."],
     ["chance", ": wind 1", "Boris takes stones.", "Boris", ": take 1", "Stones are taken by Boris: how 1."],
     ["take 1", "take 2", "take 3"],
     "no move here begins with `take` and goes on like this", "it is too early"),
    # What the texts do not say stands behind them; where they cannot say it, the rulebook's own words do.
    ("ru", ["Игрок берёт камни: Anna.", "Anna", ": Берут камни. (7 stones are left: Anna takes some.)"],
     ["случай", ": ветер 1", "Игрок берёт камни: Boris.", "Boris", ": взять 1", "Взято камней: 1: Boris."],
     ["взять 1", "взять 2", "взять 3"], "Здесь так не пишется ни один ход. Берут камни.", "ещё рано"),
])
def test_a_table_tells_what_happens_in_its_language(
    tmp_path: Path, language: str, asked: list[str], log: list[str], moves: list[str], why: str, early: str
) -> None:
    folder = tmp_path / "stones"
    (folder / "text").mkdir(parents=True)
    (folder / "stones.rules").write_text(STONES)
    (folder / "text" / "ru.texts").write_text(STONES_RU)

    async def play() -> None:
        served = Served.of(tmp_path / "games", str(folder))
        table = await served.begin(str(folder), "Anna", "Boris", language=language, by_hand=True)
        screen = served.screen(table, 0, 1)
        for move in ("take 1", "wind 2", "take 1", "wind 1"):
            await screen.once()
            assert await screen.do("play", move=move) == {}
        await screen.once()
        assert said(screen.parts["status"]) == asked
        assert [text for text in said(screen.parts["log"]) if "2" not in text][: len(log)] == log
        assert said(screen.parts["moves"])[: len(moves)] == moves
        # It is typed and saved as the rulebook writes it.
        assert "data-move=\"take 1\"" in screen.parts["moves"]
        assert why in " ".join(said((await screen.do("play", move="why take 4"))["why"]))
        assert early in said((await screen.do("play", move="pass"))["why"])

    run(play())
