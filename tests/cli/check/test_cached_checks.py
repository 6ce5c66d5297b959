"""`check` keeps results; whatever changes what it reports, changes the report."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import cache, file_checks
from rulewright.cli.checking.result import CheckedFile, CheckResult
from rulewright.cli.main import main
from rulewright.dsl.incremental.cached import CachedRulebook
from rulewright.dsl.source.cache import CacheStore
from rulewright.dsl.source.search_path import find


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A rulebook with a file that it uses, a variant, texts, and an example, in a folder of its own; results are kept."""
    folder = tmp_path / "heaps"
    (folder / "text").mkdir(parents=True)
    (folder / "variants").mkdir()
    text = find("pig").read_text().replace("rulebook pig", "rulebook heaps").replace("players 2..10", "players 2")
    (folder / "heaps.rules").write_text(text.replace("# A folk game", 'use "more.rules"\n\n# A folk game'))
    (folder / "more.rules").write_text("# nothing more\n")
    monkeypatch.setattr(cache, "user_store", lambda kind, most: CacheStore(tmp_path / "cache" / kind, most))
    monkeypatch.chdir(tmp_path)
    return folder


def check(*arguments: str) -> str:
    return CliRunner().invoke(main, ["check", *arguments], catch_exceptions=False).output


def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are checked from now on, not taken from what is kept."""
    seen: list[str] = []
    done = file_checks.check_and_keep

    def counted(asked: CheckedFile, keep: bool = True) -> tuple[CheckResult, CachedRulebook | None]:
        seen.append(asked.path)
        return done(asked, keep)

    monkeypatch.setattr(file_checks, "check_and_keep", counted)
    return seen


def test_a_file_is_checked_again_only_when_something_changed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = checks(monkeypatch)
    first = check("heaps")
    assert seen == ["heaps"]
    assert check("heaps") == first
    assert seen == ["heaps"]
    check("heaps", "--no-cache")
    assert seen == ["heaps", "heaps"]


def test_a_damaged_result_is_made_again(game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first, seen = check("heaps"), checks(monkeypatch)
    for file in (*(tmp_path / "cache" / "checked").iterdir(), *(tmp_path / "cache" / "rulebooks").iterdir()):
        file.write_bytes(file.read_bytes()[:-3])
    assert check("heaps") == first
    assert seen


def _variant(game: Path) -> None:
    (game / "variants" / "few.rules").write_text('variant few of heaps\n\nset faces = 4\n    because "a smaller die"\n')


CHANGES: dict[str, Callable[[Path], object]] = {
    "the rulebook": lambda game: (game / "heaps.rules").write_text((game / "heaps.rules").read_text() + "\nnonsense\n"),
    "a file that it uses": lambda game: (game / "more.rules").write_text("nonsense\n"),
    "a file that it uses is gone": lambda game: (game / "more.rules").unlink(),
    "a new variant": _variant,
    "a glossary": lambda game: (game / "text" / "xx.glossary.csv").write_text("nonsense\n"),
    "texts": lambda game: (game / "text" / "ru.texts").write_text("nonsense\n"),
    "a second rulebook": lambda game: (game / "heaps.rules").rename(game / "other.rules"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_change_changes_the_report(game: Path, change: str) -> None:
    first = check("heaps")
    CHANGES[change](game)
    changed = check("heaps")
    assert changed == check("heaps", "--no-cache")
    assert changed != first


def test_a_nearer_rulebook_is_found(game: Path) -> None:
    variant = game.parent / "inner" / "deep.rules"
    variant.parent.mkdir()
    variant.write_text("variant deep of pig\n\nremove nothing_here\n")
    before = check(str(variant))
    (game.parent / "pig.rules").write_text("nonsense\n")
    after = check(str(variant))
    assert after == check(str(variant), "--no-cache")
    assert after != before


def _above(path: Path, text: str) -> None:
    path.write_text(text + path.read_text())


REMARKS: dict[str, Callable[[Path], object]] = {
    "above the rulebook": lambda game: _above(game / "heaps.rules", "# a remark\n\n"),
    "in a file that it uses": lambda game: (game / "more.rules").write_text("\n# still nothing\n"),
    "behind a line": lambda game: (game / "heaps.rules").write_text(
        (game / "heaps.rules").read_text().replace("    players 2\n", "    players 2  # no more\n        # than that\n")),
}


@pytest.mark.parametrize("change", REMARKS)
def test_a_rulebook_without_mistakes_is_not_checked_again_for_a_remark(game: Path, change: str,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    first, seen = check("heaps"), checks(monkeypatch)
    assert first.endswith("heaps: no mistakes\n")
    REMARKS[change](game)
    assert check("heaps") == first
    assert not seen
    assert check("heaps", "--no-cache") == first


def test_a_mistake_is_reported_where_it_stands_after_a_remark(game: Path) -> None:
    (game / "more.rules").write_text("nonsense\n")
    first = check("heaps")
    assert "more.rules:1:1" in first
    _above(game / "more.rules", "# a remark\n")
    assert "more.rules:2:1" in check("heaps")


def test_a_line_in_a_variant_leaves_the_results_of_the_others(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _variant(game)
    check("heaps")
    seen = checks(monkeypatch)
    few = game / "variants" / "few.rules"
    few.write_text(few.read_text().replace("4", "5"))
    check("heaps")
    assert seen == ["heaps/variants/few.rules"]


def test_a_declaration_with_another_number_is_checked_alone(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "variants" / "few.rules").write_text('variant few of heaps\n\nbecause "A smaller die."\n    set faces = 4\n')
    path = game / "heaps.rules"
    first, seen, text = check("heaps"), checks(monkeypatch), path.read_text()
    path.write_text(text.replace("at_stake = 0 or", "at_stake < 1 or"))
    assert check("heaps") == first
    assert not seen
    assert check("heaps", "--no-cache") == first
    path.write_text(text.replace("at_stake = 0 or", "at_stake < nothing_here or"))
    assert "unknown name `nothing_here`" in check("heaps")
    assert seen


def test_a_rule_that_short_games_come_to_is_played_again(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game / "heaps.rules"
    text = path.read_text().replace("at_stake gains d\n", "at_stake gains d * 1\n")
    path.write_text(text)
    assert check("heaps").endswith("no mistakes\n")
    path.write_text(text.replace("d * 1", "d * 90"))
    assert "E409" in check("heaps")


def test_a_rulebook_for_no_number_of_players_is_reported(game: Path) -> None:
    path = game / "heaps.rules"
    path.write_text(path.read_text().replace("    players 2\n", "    players 5..2\n"))
    assert "error[E205]: the range 5..2" in check("heaps")


def test_a_text_of_a_clause_with_another_number_is_reported_as_old(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, texts = game / "heaps.rules", game / "text" / "ru.texts"
    texts.write_text('texts of heaps in ru\n\nstake_only_in_play 00000000\n    "x"\n')
    text = path.read_text()
    reports = {}
    for number in ("0", "1", "2", "0"):
        path.write_text(text.replace("at_stake = 0 or", f"at_stake = {number} or"))
        reports[number] = check("heaps")
        seen = checks(monkeypatch)
        assert reports[number] == check("heaps", "--no-cache")
        assert seen == ["heaps"]
    assert len(set(reports.values())) == 3


EDITS = ("# a remark", "    # x", "", "  # every", "p", '"', "(", "# (", "\u202e# ")
BEHIND = ("  # why", ' # "', "# p", " #", "1")


@pytest.mark.slow
def test_a_session_of_edits_is_reported_as_from_scratch(game: Path) -> None:
    path, dice = game / "heaps.rules", random.Random(5)
    first = text = path.read_text()
    clean = 0
    for _ in range(60):
        lines = (text if dice.random() < 0.5 else first).split("\n")
        at = dice.randrange(len(lines))
        if dice.random() < 0.6:
            lines.insert(at, dice.choice(EDITS))
        else:
            lines[at] += dice.choice(BEHIND)
        text = "\n".join(lines)
        path.write_text(text)
        found = check("heaps")
        assert found == check("heaps", "--no-cache"), text
        clean += found.endswith("no mistakes\n")
    assert clean > 10
