"""Names of the rulebooks that ship and of their variants, and of their files in output."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from ....dsl.load.loader import find, read, variants_of
from ....dsl.source.search_path import gallery, shipped
from ....dsl.source.span import Span


def shipped_names() -> list[str]:
    """Return the names of the rulebooks, sorted, without reading them."""
    return [name for name, _ in shipped()]


def offered_names() -> list[str]:
    """Return the names of the rulebooks and, behind them, of those of the gallery, without reading them."""
    return [*shipped_names(), *(name for name, _ in gallery())]


def shown_place(span: Span) -> str:
    """Return the file and line of a span; a file that ships by its path among the games, `tutorial/pig.rules:8`."""
    return f"{shown_file(span.source.name)}:{span.line}"


def shown_file(name: str) -> str:
    """Return a file as output names it; one that ships by its path among the games. Other texts stay as they are."""
    path, root = Path(name), Path(str(files("rulewright") / "games"))
    return path.relative_to(root).as_posix() if root in path.parents else name


def names_with_variants() -> list[str]:
    """Return each rulebook alone, with each of its variants, and with all of them if they go together."""
    return [name for alone in shipped_names() for name in (alone, *_with_variants(alone))]


def _with_variants(name: str) -> list[str]:
    variants = tuple(variants_of(find(name)))
    go_together = len(variants) > 1 and not read(find(name), variants).diagnostics.failed
    return [":".join((name, variant)) for variant in variants] + ([":".join((name, *variants))] if go_together else [])


def unknown_clause(name: str, known: list[str]) -> str:
    """Return a message for a clause id that does not exist, with the nearest that do."""
    import difflib

    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    return f"there is no clause `{name}`" + (f"; did you mean {', '.join(f'`{text}`' for text in near)}?" if near else "")
