"""A variant finds what it changes: by a name beside it, above it or among those that ship, or by a path."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.dsl.load.loader import NoSuchRulebook, find, read, read_text
from rulewright.dsl.source.diagnostics import Diagnostic

PIG = find("pig").read_text(encoding="utf-8")


def written(folder: Path, **texts: str) -> None:
    """Files of rules in a folder, by their names."""
    for name, text in texts.items():
        path = folder / f"{name}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def reported(path: Path) -> list[tuple[str, str, str | None]]:
    return [(diagnostic.code, diagnostic.message, diagnostic.help) for diagnostic in read(path).diagnostics.sorted()]


def hash_of(path: Path) -> str:
    return load(str(path)).rules().analyses.hash


def test_a_variant_of_ones_own_variant_of_a_rulebook_that_ships(tmp_path: Path) -> None:
    written(tmp_path, mine="variant mine of nim\n\nset heaps = 2\n", more="variant more of nim:mine\n\nset smallest = 1\n")
    assert hash_of(tmp_path / "more.rules") == load("nim", {"heaps": 2, "smallest": 1}).rules().analyses.hash


def test_a_variant_of_a_variant_that_ships_may_lie_anywhere(tmp_path: Path) -> None:
    written(tmp_path, again="variant again of nim:marienbad\n\nset misere = no\n")
    set_by_hand: dict[str, str | int] = {"heaps": 4, "smallest": 1, "step": 2, "misere": "no"}
    assert hash_of(tmp_path / "again.rules") == load("nim", set_by_hand).rules().analyses.hash


def test_what_lies_near_a_variant_comes_before_what_lies_beside_the_rulebook(tmp_path: Path) -> None:
    written(tmp_path / "variants", marienbad="variant marienbad of nim\n\nset heaps = 2\n")
    written(tmp_path, more="variant more of nim:marienbad\n\nset smallest = 1\n")
    assert hash_of(tmp_path / "more.rules") == load("nim", {"heaps": 2, "smallest": 1}).rules().analyses.hash


def test_a_path_names_a_rulebook_or_a_variant(tmp_path: Path) -> None:
    written(tmp_path / "games", pork=PIG)
    written(tmp_path / "mine", one='variant one of "../games/pork.rules"\n\nset goal = 50\n',
            two='variant two of "one.rules"\n\nset goal = 60\n')
    assert hash_of(tmp_path / "mine" / "one.rules") == load("pig", {"goal": 50}).rules().analyses.hash
    assert hash_of(tmp_path / "mine" / "two.rules") == load("pig", {"goal": 60}).rules().analyses.hash
    assert read(tmp_path / "games" / "pork.rules", (str(tmp_path / "mine" / "two.rules"),)).diagnostics.sorted() == ()


@pytest.mark.parametrize(("path", "help"), [
    ("{}/pork.rules", "a path leads from the variant's folder to a `.rules` file"),
    ("nowhere.rules", "a path leads from the variant's folder to a `.rules` file"),
    ("../pork.txt", "did you mean `../pork.rules`?"),
])
def test_a_path_leads_from_the_variants_folder_to_a_file_of_rules(tmp_path: Path, path: str, help: str) -> None:
    written(tmp_path, pork=PIG)
    (tmp_path / "pork.txt").write_text(PIG, encoding="utf-8")
    path = path.format(tmp_path)
    written(tmp_path / "mine", one=f'variant one of "{path}"\n')
    assert reported(tmp_path / "mine" / "one.rules") == [
        ("E704", f"there is no rulebook `{path}`", help)]


def test_a_rulebook_is_found_by_its_header_too(tmp_path: Path) -> None:
    written(tmp_path, my_game=PIG)
    written(tmp_path / "variants", short="variant short of pig\n\nset goal = 20\n")
    game = load(f"{tmp_path / 'my_game.rules'}:short")
    assert game.rules().analyses.hash == load("pig", {"goal": 20}).rules().analyses.hash


def test_a_rulebook_that_is_missing_has_a_nearest_one(tmp_path: Path) -> None:
    written(tmp_path, kalah=PIG.replace("rulebook pig", "rulebook kalah"), one="variant one of kala\n",
            other="variant other of carolus_magnis\n")
    assert reported(tmp_path / "one.rules") == [("E704", "there is no rulebook `kala`", "did you mean `kalah`?")]
    assert reported(tmp_path / "other.rules") == [
        ("E704", "there is no rulebook `carolus_magnis`", "did you mean `carolus_magnus`?")]


def test_a_variant_is_named_with_the_rulebook_that_it_changes(tmp_path: Path) -> None:
    written(tmp_path, mine="variant mine of nim\n\nset heaps = 2\n", more="variant more of mine\n")
    assert reported(tmp_path / "more.rules") == [
        ("E704", "`mine` is a variant itself", "write `variant more of nim:mine`")]


def test_two_variants_that_name_each_other_as_rulebooks_are_a_circle(tmp_path: Path) -> None:
    written(tmp_path, a="variant a of b\n", b="variant b of a\n")
    diagnostics: tuple[Diagnostic, ...] = read(tmp_path / "a.rules").diagnostics.sorted()
    assert [(diagnostic.code, diagnostic.message) for diagnostic in diagnostics] == [
        ("E704", "circular variants: `a` -> `b` -> `a`")
    ]
    assert [(text, Path(span.source.name).name) for text, span in diagnostics[0].related] == [
        ("`b` is a variant of the next one here", "b.rules")]


def test_a_file_in_the_working_directory_is_named_with_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, mine="variant mine of nim\n\nset heaps = 2\n")
    with pytest.raises(NoSuchRulebook, match=r"has no variant `mine`; the file here is named with its ending, `mine.rules`"):
        load("nim:mine")
    with pytest.raises(NoSuchRulebook, match=r"no rulebook `mine` ships; the file here is named with its ending"):
        load("mine")
    assert load("nim:mine.rules").rules().analyses.hash == load("nim", {"heaps": 2}).rules().analyses.hash


def test_a_folder_without_rulebooks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSuchRulebook, match=r"the folder `.*` holds no rulebook; the names of rulebook files end in `.rules`"):
        load(str(tmp_path))


# ---- Variants given as texts -----------------------------------------------------------------------


def test_a_text_without_the_header_of_a_variant_is_reported() -> None:
    diagnostics = read_text("pig", PIG, "set goal = 20\n").diagnostics.sorted()
    assert [(diagnostic.code, diagnostic.message, str(diagnostic.span)) for diagnostic in diagnostics] == [
        ("E105", "a variant without its header", "pig:variant:1:1")]


def test_a_text_that_lies_on_a_variant_which_is_not_given_is_reported() -> None:
    diagnostics = read_text("pig", PIG, "variant short of pig\n", "variant shorter of pig:shart\n").diagnostics.sorted()
    assert [(diagnostic.code, diagnostic.message, diagnostic.help) for diagnostic in diagnostics] == [
        ("E704", "no variant `shart` comes before this one", "did you mean `short`?")]


# ---- Titles ----------------------------------------------------------------------------------------


def test_a_rulebook_with_variants_is_called_as_they_say() -> None:
    short, long = 'variant {} of pig\n    "Short pig"\n', 'variant {} of pig\n    "Fat pig"\n'

    def title(*variants: str) -> str:
        from rulewright import open_files

        return open_files(read_text("pig", PIG, *variants)).rules().program.title

    assert title("variant plain of pig\n") == "Pig"
    assert title(short.format("a")) == "Short pig"
    assert title(short.format("a"), "variant b of pig:a\n") == "Short pig"
    assert title(short.format("a"), long.format("b")) == "Fat pig and Short pig" == title(long.format("b"), short.format("a"))
