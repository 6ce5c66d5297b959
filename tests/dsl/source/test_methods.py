"""The code of methods that attrs writes is kept, and it is the code of their texts."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.dsl.source.cache import CacheStore

# Makes two classes, and reports how many texts were compiled for them, and what is made with them.
PROGRAM = """
import builtins, sys
compiled = []
real = compile
builtins.compile = lambda text, *rest, **options: (compiled.append(rest[0]), real(text, *rest, **options))[1]
from rulewright.dsl.source.methods import with_cached_methods
keep = with_cached_methods()
import attrs

@attrs.frozen
class Point:
    x: int
    y: int = {default}

keep()
print(sum("attrs generated" in place and "Point" in place for place in compiled), Point(1), Point(1) == Point(1, {default}))
"""


def _printed(cache: Path, default: int, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(default=default)], check=True, capture_output=True, text=True,
                          env={**os.environ, "XDG_CACHE_HOME": str(cache), **environment})
    return done.stdout.strip()


def test_methods_are_compiled_once(tmp_path: Path) -> None:
    assert _printed(tmp_path, 2, PYTHONHASHSEED="1") == "1 Point(x=1, y=2) True"
    assert _printed(tmp_path, 2, PYTHONHASHSEED="2") == "0 Point(x=1, y=2) True"


def test_the_methods_of_a_class_that_differs_are_its_own(tmp_path: Path) -> None:
    _printed(tmp_path, 2)
    assert _printed(tmp_path, 3).endswith("Point(x=1, y=3) True")


@pytest.mark.parametrize("damage", [b"", b"rulewright kept 2\n", b"nothing"])
def test_damaged_methods_are_compiled(tmp_path: Path, damage: bytes) -> None:
    _printed(tmp_path, 2)
    (file,) = (tmp_path / "rulewright" / "methods").iterdir()
    file.write_bytes(damage)
    assert _printed(tmp_path, 2) == "1 Point(x=1, y=2) True"


# Makes several classes; the texts of three of them are kept.
MANY = """
from rulewright.dsl.source import methods
methods.TEXTS = 3
keep = methods.with_cached_methods()
import attrs
for number in range({kinds}):
    attrs.make_class("Point", [f"x{{number}}"])
keep()
"""


def test_no_more_than_some_methods_are_kept(tmp_path: Path) -> None:
    sizes = list[int]()
    for kinds in (2, 6):
        subprocess.run([sys.executable, "-c", MANY.format(kinds=kinds)], check=True,
                       env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)})
        (file,) = (tmp_path / "rulewright" / "methods").iterdir()
        payload = CacheStore(file.parent, 1).read(file.name)
        assert payload is not None
        sizes.append(len(marshal.loads(payload)))
    assert sizes == [2, 3]


def test_nothing_is_kept_where_nothing_may_be(tmp_path: Path) -> None:
    assert _printed(tmp_path, 2, RULEWRIGHT_NO_CACHE="1") == "1 Point(x=1, y=2) True"
    assert not (tmp_path / "rulewright").exists()
