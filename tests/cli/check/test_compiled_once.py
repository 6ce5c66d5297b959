"""`check FOLDER` compiles a rulebook once for each number of players, whichever files beside it ask for it."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.cli.checking import checked
from rulewright.cli.main import main
from rulewright.cli.shared.games import loading
from rulewright.cli.shared.games.recent import RecentlyCompiled
from rulewright.dsl.driver import compilation
from rulewright.dsl.driver.compile import Compiled, analyse
from rulewright.dsl.load.loader import find


def _write(folder: Path) -> None:
    shipped = find("nim").parent
    for name in ("nim.rules", "variants/marienbad.rules", "look/nim.look"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(shipped / name, folder / name)
    for name, game in {"plain": "nim", "again": "nim", "varied": "nim:marienbad"}.items():
        (folder / "playthroughs").mkdir(exist_ok=True)
        (folder / "playthroughs" / f"{name}.play").write_text(f"game {game}\nplayers 2\n\n", encoding="utf-8")


@pytest.mark.parametrize("here", [True, False], ids=["below", "elsewhere"])
def test_a_folder_is_checked_with_each_rulebook_compiled_once(
        here: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nim" if here else tmp_path / "games" / "nim"
    _write(folder)
    (tmp_path / "elsewhere").mkdir()
    made, recent = list[tuple[str, int]](), cache(RecentlyCompiled)

    def noting(declarations: Any, players: int, *given: Any, **options: Any) -> Compiled:
        found = analyse(declarations, players, *given, **options)
        assert found.symbols is not None
        made.append((found.symbols.title, players))
        return found

    for module in (checked, compilation):
        monkeypatch.setattr(module, "analyse", noting)
    for module in (checked, loading):
        monkeypatch.setattr(module, "recent", recent)
    monkeypatch.chdir(tmp_path if here else tmp_path / "elsewhere")
    result = CliRunner().invoke(main, ["check", "--no-cache", "nim" if here else str(folder)])
    assert result.exit_code == 0, result.output
    assert result.output.count("no mistakes") == 6
    assert sorted(made) == sorted(set(made))
    assert {title for title, _ in made} == {"Nim", "Marienbad"}
