"""Settings for all tests and doctests: none fails because the machine is slow; where doctests are; which tests are quick.

Compiled modules are kept, whatever the environment says: for these processes and for those that tests start, compiling what
they import would take longer than most tests.

The quick tests are those of the files and folders listed here; together they take less than 15 seconds of CPU.
`pytest -m quick` reads only these files; it is the loop to run after each change.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from rulewright.__main__ import NEW_OBJECTS
from rulewright.cli.shared.games import compilation_cache, loading
from rulewright.dsl.parse import files
from rulewright.interpreter.game.game import Game

if sys.dont_write_bytecode:
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parent / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# As the command does, but a process has many tests: what is compiled stays, and to look through all of it for garbage takes up
# to 17 seconds. The tests make fewer new objects than this, also all of them in one process, which takes 2.5 gigabytes.
gc.set_threshold(32 * NEW_OBJECTS)

# A failure that a test brings about is not explained: that runs it many times more, traced.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow],
                          phases=[phase for phase in Phase if phase is not Phase.explain])
settings.load_profile("untimed")

# Up to this number of games that tests write stay open from one test to the next. Those that ship stay to the end: the tests of
# a process open each fifty times, and other games in between. A large one takes 20 megabytes.
GAMES_KEPT = 256
# And up to these numbers of compiled rulebooks and of parsed files. The second is above the number of all texts in the tests.
COMPILED_KEPT, FILES_KEPT = 96, 8192

TESTS = Path(__file__).parent / "tests"
SHIPPED = Path(__file__).parent / "games"
# What these import is an extra.
BROWSER = TESTS / "browser"
QUICK = [TESTS / place for place in (
    "docs/test_paths.py",
    "dsl/test_golden.py",
    "errors",
    "perft",
    "test_architecture.py",
    "test_inheritance.py",
)]


def pytest_configure(config: pytest.Config) -> None:
    """Draw values that do not depend on the modules imported so far, but for slow tests.

    Hypothesis draws some of the constants in the sources of all modules of the project. Reading them takes each process five
    seconds on a fresh clone. Without them, a test draws the same values in one process and in two.
    """
    if config.option.markexpr != "slow":
        # An older Hypothesis looks for no constants.
        with suppress(ImportError):
            from hypothesis.internal.conjecture import providers

            pytest.MonkeyPatch().setattr(providers, "_get_local_constants", lambda: providers._local_constants, raising=False)


@cache
def is_quick(path: Path) -> bool:
    """Return whether the tests of a file are quick."""
    return any(place == path or place in path.parents for place in QUICK)


@cache
def is_shipped(path: str) -> bool:
    """Return whether a rulebook is one of those that ship."""
    return SHIPPED in Path(path).resolve().parents


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, and never again in what that makes: it stays to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Look for no garbage at the end: pytest and Python would look three times, for a second each, before the process ends."""
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """In one of several processes, send on what a test came to, and not that it began, was set up, torn down and ended.

    Each of these four messages takes as long as many a test: together a twentieth of the time of all.
    What reads the others, a list of the slowest or a report in XML, gets them.
    """
    options = item.config.option
    if not hasattr(item.config, "workerinput") or options.durations is not None or options.xmlpath is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip data, what needs a browser unless that is asked for, and files without a quick test if only these are."""
    if collection_path.suffix != ".py" and collection_path.is_file():
        return True
    if collection_path == BROWSER and config.option.markexpr != "browser":
        return True
    if config.option.markexpr == "quick" and collection_path.is_file() and not is_quick(collection_path):
        return True
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only in shipped modules that have a prompt: looking for them everywhere takes long."""
    collectors = yield
    if TESTS in file_path.parents or ">>>" not in file_path.read_text(encoding="utf-8", errors="replace"):
        return [collector for collector in collectors if type(collector) is pytest.Module]
    return collectors


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests as quick by where they lie; a test that is slow is not."""
    for item in items:
        if is_quick(item.path) and item.get_closest_marker("slow") is None:
            item.add_marker("quick")


@pytest.fixture(autouse=True, scope="session")
def _results_are_made_anew() -> Iterator[None]:
    """Keep no result of `check` from one test to the next: what a test puts in place of a part of the program changes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.cli.checking.cache.user_store", lambda kind, most: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _games_stay_open() -> Iterator[None]:
    """Parse no file and compile no game twice in a process. Texts tell them apart, so one that a test changes is another."""
    shipped, others = (lru_cache(maxsize=size)(loading._game.__wrapped__) for size in (None, GAMES_KEPT))

    def game(asked: loading._Read) -> Game:
        return (shipped if is_shipped(asked.files.path) else others)(asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "_game", game)
        patch.setattr(compilation_cache.recent(), "most", COMPILED_KEPT)
        patch.setattr(files, "_parsed", lru_cache(maxsize=FILES_KEPT)(files._parsed.__wrapped__))
        yield
