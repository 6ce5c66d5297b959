"""Mistakes in the data of a language: one message, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.translation.document import language as module
from rulewright.translation.document.language import NoSuchLanguage, language

POLITE = "".join(f"{name} = []\n" for name in ("figures", "pages", "sections", "references", "players", "examples"))


@pytest.mark.parametrize(("text", "said"), [
    ("çift = 2\n", "is not valid TOML: Invalid statement (at line 1, column 1)"),
    ('stemmer = "turkish"\n', "has no `polarity`"),
    (f"{POLITE}[polarity]\n[signals]\nmaybe = []\nat_last = []\n",
     "has codes under [signals] that do not exist: at_last, maybe"),
    (f'{POLITE}stemmer = "none"\n[polarity]\n[signals]\n[base_forms]\n"*ões" = "ão"\n',
     "has `*ões` under [base_forms] with `ão`; write a word for a word, and an ending such as `*ões` for an ending"),
])
def test_a_file_with_a_mistake_is_named_with_what_it_is(text: str, said: str, tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "xx.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "_folder", lambda: tmp_path)
    with pytest.raises(NoSuchLanguage) as raised:
        language("xx")
    assert f"`languages/xx.toml` {said}" in str(raised.value)
