"""The measure of translations: its booklets, hand-made alignments and planted mistakes fit together."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
DATA = ROOT / "bench" / "pairs"
PAIRS = tomllib.loads((DATA / "pairs.toml").read_text(encoding="utf-8"))["pair"]
TRANSLATIONS = [pair["translation"] for pair in PAIRS]


@pytest.fixture
def booklets(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return import_module("booklets")


@pytest.fixture
def planting(booklets: ModuleType) -> ModuleType:
    return import_module("planting")


@pytest.mark.parametrize("pair", PAIRS, ids=TRANSLATIONS)
def test_a_hand_made_alignment_has_each_sentence_once(booklets: ModuleType, pair: dict[str, str]) -> None:
    source, target = pair["original"], pair["translation"]
    path = DATA / "alignments" / f"{source}-{target.rsplit('.', 1)[1]}.pairs"
    rows = [line.split("=") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for side, name in enumerate((source, target)):
        listed = sorted(int(number) for row in rows for number in row[side].split())
        assert listed == list(range(1, len(booklets.sentences(booklets.booklet_of(_text(name)))) + 1)), name


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_a_booklet_has_eighty_sentences_and_is_written_as_it_was_read(booklets: ModuleType, name: str) -> None:
    booklet = booklets.booklet_of(_text(name))
    assert len(booklets.sentences(booklet)) >= 80
    assert booklets.written(booklet, {}).text == (DATA / "texts" / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_the_words_of_a_hand_made_mistake_occur_once_in_the_text(planting: ModuleType, booklets: ModuleType, name: str) -> None:
    ground = planting.ground(booklets.booklet_of(_text(name)), *_places(name))
    for operator in ("compared", "negated", "hedged"):
        rows = [f"{old} => {new}" for kind, old, new in ground.by_hand if kind == operator]
        planted = [plant.what for plant in planting.drawn(ground, operator, 1000, 1)]
        assert len(rows) >= 8
        assert [planted.count(row) for row in rows] == [1] * len(rows)


@pytest.mark.parametrize("name", sorted(path.stem for path in (DATA / "development" / "plants").glob("*.plants")))
def test_each_other_mistake_of_a_development_text_is_planted(planting: ModuleType, booklets: ModuleType, name: str) -> None:
    folder, code = DATA / "development", name.rsplit(".", 1)[1]
    ground = planting.ground(booklets.booklet_of(folder / f"{name}.md"), code, folder / "plants" / f"{name}.plants")
    rows = [f"{old} => {new}" for kind, old, new in ground.by_hand if kind == "other"]
    planted = [plant.what for plant in planting.drawn(ground, "other", 1000, 1)]
    assert sorted(planted) == sorted(set(rows))


def test_each_kind_of_mistake_has_a_label_and_the_others_have_no_aim(planting: ModuleType) -> None:
    measure = import_module("translation")
    assert measure.LABELS.keys() == planting.OPERATORS.keys()
    assert "other" not in measure.TARGETS


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_the_same_seed_plants_the_same_mistakes(planting: ModuleType, booklets: ModuleType, name: str) -> None:
    grounds = [planting.ground(booklets.booklet_of(_text(name)), *_places(name)) for _ in range(2)]
    for operator in planting.OPERATORS:
        first, second = ([plant.instead for plant in planting.drawn(ground, operator, 5, 3)] for ground in grounds)
        assert first == second


def test_a_planted_mistake_changes_the_lines_that_it_names(planting: ModuleType, booklets: ModuleType) -> None:
    booklet = booklets.booklet_of(_text(TRANSLATIONS[0]))
    ground = planting.ground(booklet, *_places(TRANSLATIONS[0]))
    before = booklets.written(booklet, {}).text.splitlines()
    for operator in set(planting.OPERATORS) - {"sentence_dropped", "repeated"}:
        for plant in planting.drawn(ground, operator, 3, 1):
            text = booklets.written(booklet, plant.instead)
            after = zip(before, text.text.splitlines(), strict=True)
            changed = {number for number, (old, new) in enumerate(after, 1) if old != new}
            assert changed == {text.lines[place][0] for place in plant.places}, plant.what


def test_sentences_of_a_paragraph_have_their_lines_when_it_is_wrapped(booklets: ModuleType) -> None:
    words = ("One two.", "Three four.", "Five.")
    booklet = tuple(booklets.Sentence("", sentence, "prose", place > 0) for place, sentence in enumerate(words))
    text = booklets.written(booklet, {}, 14)
    assert (text.text, text.lines) == ("One two. Three\nfour. Five.\n", {0: (1, 1), 1: (1, 2), 2: (2, 2)})


def _text(name: str) -> Path:
    return DATA / "texts" / f"{name}.md"


def _places(name: str) -> tuple[str, Path]:
    """The language of a translation and the file of its hand-made mistakes."""
    return name.rsplit(".", 1)[1], DATA / "plants" / f"{name}.plants"


def test_what_is_not_reached_is_said(booklets: ModuleType) -> None:
    planted = {"garbled": {"planted": 10, "error": 0, "any": 9}, "negated": {"planted": 10, "error": 6, "any": 9}}
    figures = [{"planted": planted, "false alarms": {"error": 2.0, "warning": 5.0}}]
    assert list(import_module("translation").not_reached(figures)) == [
        "garbled at any level, 0.90 for 0.95", "errors on untouched text, 2.0 for 1 in 100 sentences"]
