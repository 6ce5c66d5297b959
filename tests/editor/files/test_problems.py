"""What an editor shows of a text agrees with what `check` reports of the saved file, whatever is typed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.cli.checking.file_checks import check_file
from rulewright.cli.checking.paths import mains
from rulewright.cli.checking.result import CheckedFile
from rulewright.cli.editor.changes.edits import with_edits
from rulewright.cli.editor.changes.glossaries import added
from rulewright.cli.editor.changes.mentions import mentioned
from rulewright.cli.editor.changes.stubs import to_word
from rulewright.cli.editor.files.problems import Depth, problems_of
from rulewright.cli.editor.files.rulebooks import RulebookKey, Rulebooks, key_of
from rulewright.dsl.source import disk
from rulewright.dsl.source.diagnostics import Diagnostic
from rulewright.dsl.source.span import Source
from rulewright.interpreter.game import move_patterns

from ..pig import PIG

LINES = PIG.split("\n")
WORDS = ("goal", "p", "at_stake", "roll", "if", "becomes", "gains", "..", "(", ")", '"', ":", "=", "repeat", "\t", "\u0000",
         "\U0001f3b2")


@st.composite
def edits(draw: st.DrawFn) -> list[tuple[int, int, int, str]]:
    """Edits as they are typed: a line, a column, how many characters go, and what comes in their place."""
    return draw(st.lists(st.tuples(
        st.integers(0, len(LINES) - 1), st.integers(0, 80), st.integers(0, 12),
        st.one_of(st.sampled_from(WORDS), st.sampled_from(LINES), st.just("\n    "))), min_size=1, max_size=4))


def edited(text: str, line: int, column: int, gone: int, new: str) -> str:
    lines = text.split("\n")
    at = min(line, len(lines) - 1)
    lines[at] = lines[at][:column] + new + lines[at][column + gone :]
    return "\n".join(lines)


@given(edits())
@settings(max_examples=5, deadline=None)
def test_what_is_shown_is_what_check_reports(tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int, int, str]]
                                             ) -> None:
    assert_shown(tmp_path_factory.mktemp("typed"), changes)


@pytest.mark.slow
@given(edits())
@settings(max_examples=500, deadline=None)
def test_what_is_shown_is_what_check_reports_for_long(tmp_path_factory: pytest.TempPathFactory,
                                                      changes: list[tuple[int, int, int, str]]) -> None:
    assert_shown(tmp_path_factory.mktemp("typed"), changes)


def assert_shown(folder: Path, changes: list[tuple[int, int, int, str]]) -> None:
    """Compare what an editor shows of a text after some edits with what `check` reports of the same text in a file."""
    main = folder / "pig.rules"
    main.write_text(PIG)
    rulebooks, text = Rulebooks(), PIG
    shown: tuple[Diagnostic, ...] = ()
    for change in changes:
        text = edited(text, *change)
        with disk.looking_at(disk.Overlay({disk.resolved(main): text.encode("utf-8", "surrogatepass")})):
            shown = problems_of(main, rulebooks, Depth.PLAYED)
            asked = key_of(main)
            if asked is not None:
                assert rulebooks.open(asked).names.uses is not None
    main.write_bytes(text.encode("utf-8", "surrogatepass"))
    here = disk.resolved(main)
    try:
        reported = check_file(CheckedFile(str(main), (), (), 0)).diagnostics
    except UnicodeError:
        return
    expected = [(found.code, found.message, str(found.span)) for found in reported
                if disk.resolved(Path(found.span.source.name)) == here]
    assert [(found.code, found.message, str(found.span)) for found in shown] == expected


def test_a_file_that_is_used_shows_its_part_of_the_rulebook(tmp_path: Path) -> None:
    (tmp_path / "pig.rules").write_text(PIG.replace("# A folk game", 'use "more.rules"\n\n# A folk game'))
    more = tmp_path / "more.rules"
    more.write_text("constants\n    extra = goal + nothing\n")
    (found,) = problems_of(more, Rulebooks(), Depth.COMPILED)
    assert found.code == "E201"
    assert Path(found.span.source.name).name == "more.rules"


def test_a_change_of_the_rulebook_shows_in_its_variant(tmp_path: Path) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "short.rules"
    main.write_text(PIG)
    variant.write_text('variant short of pig\n\nbecause "a short game"\n    set goal = 50\n')
    rulebooks = Rulebooks()
    assert problems_of(variant, rulebooks, Depth.COMPILED) == ()
    with disk.looking_at(disk.Overlay({disk.resolved(main): PIG.replace("goal: 10..1000", "aim: 10..1000").encode()})):
        assert problems_of(variant, rulebooks, Depth.COMPILED)
    assert problems_of(variant, rulebooks, Depth.COMPILED) == ()


def test_what_a_variant_brings_about_below_it_shows_at_its_head(tmp_path: Path) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "long.rules"
    main.write_text(PIG)
    variant.write_text('# longer\nvariant long of pig\n\nbecause "a narrow field"\n'
                       '    replace each player has\n        score: 0..3\n')
    rulebooks = Rulebooks()
    assert problems_of(main, rulebooks, Depth.PLAYED) == ()
    (found,) = problems_of(variant, rulebooks, Depth.PLAYED)
    reported = check_file(CheckedFile(str(variant), (), (), 0)).diagnostics
    assert [(found.code, found.span.line, found.related[0][1])] == [(told.code, 2, told.span) for told in reported]
    assert found.message == f"{reported[0].message} (in pig.rules:{reported[0].span.line})"


def test_a_mistake_in_the_rulebook_below_does_not_show_in_its_variant(tmp_path: Path) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "short.rules"
    main.write_text(PIG.replace("unlucky = 1", "unlucky = nothing"))
    variant.write_text('variant short of pig\n\nbecause "a short game"\n    set goal = 50\n')
    assert problems_of(main, Rulebooks(), Depth.COMPILED)
    assert problems_of(variant, Rulebooks(), Depth.COMPILED) == ()


def test_a_playthrough_in_which_every_move_is_unknown_is_not_searched_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                                               ) -> None:
    searched = list[str]()

    def nearest(text: str, examples: Sequence[str]) -> list[str]:
        searched.append(text)
        return ["roll"]

    monkeypatch.setattr(move_patterns, "nearest", nearest)
    play = tmp_path / "wrong.play"
    play.write_text("game pig\nplayers Anna, Boris\n\n" + "".join(f"Anna: rolls{number}\n" for number in range(40)))
    found = problems_of(play, Rulebooks(), Depth.TEXTS)
    assert len(found) == 40
    assert searched == [f"rolls{number}" for number in range(move_patterns.MOST_SEARCHED)]


def test_a_missing_term_is_added_as_a_line_that_a_translator_fills_in(tmp_path: Path) -> None:
    main, english, russian = tmp_path / "pig.rules", tmp_path / "text/en.glossary.csv", tmp_path / "text/ru.glossary.csv"
    english.parent.mkdir()
    main.write_text(PIG)
    english.write_text("concept,term,status,forms,note\npoint,point,preferred,pl=points,\ndie,die,preferred,pl=dice,\n")
    russian.write_text("concept,term,status,forms,note\ndie,кость,preferred,,\n")
    opened = Rulebooks().open(RulebookKey(main))
    (missing,) = problems_of(russian, Rulebooks(), Depth.TEXTS)
    ((title, edit),) = added(opened, missing)
    assert title == "Add `point` to the glossary, to be filled in"
    russian.write_text(with_edits(edit.span.source, [edit]))
    assert russian.read_text().endswith("\npoint,,preferred,,\n")
    (left,) = problems_of(russian, Rulebooks(), Depth.TEXTS)
    assert (left.message, left.span.line) == ("`point` has no term in `ru` yet", 3)
    assert left.help == "write the term for `point` behind the first comma"
    assert list(added(opened, left)) == []


WORDED = """texts of pig:short in ru

few_points
    "Очков мало."

fewest
    "Очков нет."
"""


@pytest.mark.parametrize("name", ["ru.short.texts", "pig.ru.short.texts"])
def test_texts_of_a_variant_speak_of_its_clauses(tmp_path: Path, name: str) -> None:
    main, variant, texts = tmp_path / "pig.rules", tmp_path / "variants" / "short.rules", tmp_path / "text" / name
    for path in (variant, texts):
        path.parent.mkdir()
    main.write_text(PIG)
    variant.write_text('variant short of pig\n\nbecause "a short game"\n    set goal = 20\n    add to hold\n'
                       '        require few_points: p.score < 15\n            "too many"\n')
    texts.write_text(WORDED, encoding="utf-8")
    # A language has texts of the rulebook, too.
    texts.with_name(name.replace(".short", "")).write_text("texts of pig in ru\n")
    asked = key_of(texts)
    assert asked is not None
    use = mentioned(Source(str(texts), WORDED), 3, 1, Rulebooks().open(asked).names)
    assert use is not None
    assert use.of.span is not None
    assert use.of.span.source.name == str(variant)
    found = [(problem.code, problem.span.line) for problem in problems_of(texts, Rulebooks(), Depth.TEXTS)]
    assert ("E502", 6) in found
    assert ("E502", 3) not in found


@pytest.mark.parametrize("name", ["ru.texts", "ru.long.texts", "ru.short.look"])
def test_other_files_beside_a_rulebook_belong_to_it_without_variants(tmp_path: Path, name: str) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "short.rules"
    main.write_text(PIG)
    variant.write_text("variant short of pig\n")
    assert key_of(tmp_path / "text" / name) == RulebookKey(main)


def test_a_concept_that_a_text_names_is_added_to_the_glossaries(tmp_path: Path) -> None:
    main, text = tmp_path / "pig.rules", tmp_path / "text"
    texts, english, russian = text / "ru.texts", text / "en.glossary.csv", text / "ru.glossary.csv"
    text.mkdir()
    main.write_text(PIG)
    for glossary in (english, russian):
        glossary.write_text("concept,term,status,forms,note\n")
    texts.write_text('texts of pig in ru\n\ngoal_reached\n    "{snout}"\n')
    opened = Rulebooks().open(RulebookKey(main))

    def add(path: Path, what: str) -> str:
        """Make the change that is offered for what a diagnostic says, and return its title."""
        (missing,) = {found.message: found for found in problems_of(path, Rulebooks(), Depth.TEXTS)
                      if what in found.message}.values()
        ((title, edit),) = added(opened, missing)
        Path(edit.span.source.name).write_text(with_edits(edit.span.source, [edit]))
        return title

    assert add(texts, "concept of the glossary") == "Add `snout` to the glossary, to be filled in"
    assert russian.read_text().splitlines()[1:] == ["snout,,preferred,,"]
    assert add(russian, "concept of the English glossary") == "Add `snout` to the English glossary"
    assert english.read_text().splitlines()[1:] == ["snout,snout,preferred,,"]


def test_a_number_that_a_text_writes_out_is_taken_from_the_rules(tmp_path: Path) -> None:
    (tmp_path / "pig.rules").write_text(PIG)
    (tmp_path / "text").mkdir()
    texts = tmp_path / "text/ru.texts"
    texts.write_text('texts of pig in ru\n\ngoal\n    "100 1000"\n')
    found = {problem.code: problem for problem in problems_of(texts, Rulebooks(), Depth.TEXTS)
             if problem.code in ("E505", "W505") and problem.fixes}
    assert {code: [fix.title for fix in problem.fixes] for code, problem in found.items()} == {
        "E505": ["write `{goal}`"], "W505": ["write `{goal}`"]}
    assert [found["E505"].fixes[0].span.column, found["E505"].fixes[0].span.end_column] == [6, 9]
    helps = {problem.message: problem.help
             for problem in problems_of(texts, Rulebooks(), Depth.TEXTS) if problem.code == "W505"}
    assert helps == {
        "the number 100 is written out": "write `{goal}`, or `{goal of concept}`",
        "the number 1000 is written out":
            "if the rules have it, name it there, and write its name in braces; if not, write it as a word"}


def test_clauses_without_a_text_are_added_to_be_worded(tmp_path: Path) -> None:
    main, texts = tmp_path / "pig.rules", tmp_path / "text/ru.texts"
    texts.parent.mkdir()
    main.write_text(PIG)
    texts.write_text('texts of pig in ru\n\ngoal\n    "{goal}"\n')
    missing = next(problem for problem in problems_of(texts, Rulebooks(), Depth.TEXTS) if problem.code == "W502")
    ((title, edit),) = to_word(Rulebooks().open(RulebookKey(main)), missing)
    assert title == "Add what has no text, to be worded"
    changed = with_edits(edit.span.source, [edit])
    assert changed.startswith(texts.read_text())
    assert [line for line in changed.splitlines() if line.startswith("# goal_reached ")]
    assert "# goal " not in changed


@pytest.mark.parametrize(("name", "line"), [("wind.look", 'caption en mood "how they feel"\n'), ("calm.evaluation", "1\n")])
def test_files_beside_a_rulebook_with_a_mistake_report_that_alone(name: str, line: str, tmp_path: Path) -> None:
    main, path = tmp_path / "wind.rules", tmp_path / Path(name).suffix[1:] / name
    path.parent.mkdir()
    path.write_text(line)
    # The text does not parse from here on.
    main.write_text("rulebook wind\n    players 2\n\nplay\n    checks ends\n\neach player has\n    mood: flag = no\n")
    (problem,) = problems_of(path, Rulebooks(), Depth.TEXTS)
    assert (problem.code, [at.line for _, at in problem.related]) == ("E602", [5])


def test_a_file_that_a_rulebook_uses_is_no_rulebook(tmp_path: Path) -> None:
    (tmp_path / "wind.rules").write_text('rulebook wind\n    players 2\n\nuse "tree.rules"\n')
    for name in ("tree", "begun"):
        (tmp_path / f"{name}.rules").write_text("enum fruit: apple, pear\n")
    # The author of the file that nothing uses still has to write its header.
    assert [path.stem for path in mains(tmp_path)] == ["begun", "wind"]


@pytest.mark.parametrize("name", ["notes.rules", "odd.texts", "odd.glossary.csv", "odd.play", "odd.evaluation", "odd.look"])
def test_files_of_no_rulebook_are_borne(tmp_path: Path, name: str) -> None:
    path = tmp_path / "text" / name
    path.parent.mkdir()
    path.write_text("nonsense {{{\n" * 10)
    for depth in Depth:
        assert isinstance(problems_of(path, Rulebooks(), depth), tuple)
