"""A change of a clause is offered in the variants where it can stand, and not where it clashes with another change."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.editor.changes.edits import changed_texts
from rulewright.cli.editor.changes.variants import in_variants
from rulewright.cli.editor.files.rulebooks import Asked, Rulebooks
from rulewright.dsl.source.search_path import find

HOLD = '''because "a dare"
    replace move hold "hold"
        "They may hold."
        keep(p)
        stop
'''


@pytest.mark.parametrize(("change", "name", "is_offered"), [
    ("set goal = 20\n", "unlucky", True), ("set goal = 20\n", "goal", False), (HOLD, "go_on", True), (HOLD, "hold", False),
    (HOLD, "roll_or_hold", False), ("remove one_winner\n", "one_winner", False),
    ("remove one_winner\n", "stake_only_in_play", True)])
def test_a_change_is_offered_where_it_can_stand(tmp_path: Path, change: str, name: str, is_offered: bool) -> None:
    main, variant = tmp_path / "pig.rules", tmp_path / "short.rules"
    main.write_text(find("pig").read_text())
    variant.write_text(f'variant short of pig\n    "Short"\n\n{change}')
    assert Rulebooks().open(Asked(variant)).diagnostics == ()
    opened = Rulebooks().open(Asked(main))
    changes = list(in_variants(opened, opened.names.declared[name]))
    assert [each.path.stem for each in changes] == [*(["short"] if is_offered else []), "house"]
    for each in changes:
        for path, text in changed_texts((each.edit,)).items():
            path.write_bytes(text)
        assert Rulebooks().open(Asked(each.path)).diagnostics == ()


@pytest.mark.parametrize(("game", "id", "line"), [
    ("pig", "player.score", "    replace each player has\n        score: "),
    ("pig", "state.at_stake", "    replace state\n        at_stake: "),
    ("race", "shortcut.bridge", "    replace rows of shortcut\n        row bridge: S6, S12\n")])
def test_a_field_or_a_row_is_replaced_alone(tmp_path: Path, game: str, id: str, line: str) -> None:
    main, variant = tmp_path / f"{game}.rules", tmp_path / "house.rules"
    main.write_text(find(game).read_text())
    opened = Rulebooks().open(Asked(main))
    (new,) = in_variants(opened, opened.names.declared[id])
    assert line in new.edit.text
    variant.write_text(new.edit.text)
    assert Rulebooks().open(Asked(variant)).diagnostics == ()
