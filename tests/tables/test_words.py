"""The words of pages: each language has all of them, and a table speaks one language."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

import pytest

from rulewright.cli.words.words import LANGUAGES, asked_for

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
    assert asked_for(accepted) == language


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
        lobby = served.tables.lobby.made("")
        pages.append((await served.asking.get(f"/tables/new/{lobby}", accept_language="ru")).text)
        record = {"name": "tic_tac_toe-1.play", "by_hand": False, "language": "ru"}
        again = served.room((await served.asking.post(f"/tables/new/{lobby}/load", record)).record["go"])
        assert again.settings.language == "ru"
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
play
    repeat
        choose taking by P1
            "{n} stones are left: {P1} takes one."
            move "take"
                n loses 1
            move "leave"
        check over
end over
    "No stone is left."
    when n = 0
    draw
"""
STONES_RU = """texts of stones in ru

taking cb265c04
    "Осталось несколько камней."
"""


@pytest.mark.parametrize(("language", "asked"), [
    ("en", "9 stones are left: Anna takes one."),
    ("ru", "Осталось несколько камней. (9 stones are left: Anna takes one.)"),
])
def test_a_question_says_who_and_how_many_in_each_language(tmp_path: Path, language: str, asked: str) -> None:
    folder = tmp_path / "stones"
    (folder / "text").mkdir(parents=True)
    (folder / "stones.rules").write_text(STONES)
    (folder / "text" / "ru.texts").write_text(STONES_RU)

    async def play() -> str:
        served = Served.of(tmp_path / "games", str(folder))
        screen = served.screen(await served.begin(str(folder), "Anna", "Boris", language=language), 0)
        await screen.once()
        return str(screen.parts["status"])

    assert asked in run(play())
