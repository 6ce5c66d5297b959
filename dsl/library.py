"""Rulebooks and variants: find them by name or path, and read a rulebook with its variants.

A variant of a rulebook lies in the folder `variants` beside it, or in the rulebook's own folder; a
file elsewhere that begins with `variant` names the rulebook that it extends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from os.path import normpath
from pathlib import Path

from attrs import field, frozen

from . import syntax as ast
from .diagnostics import Diagnostics, did_you_mean
from .files import Reader, anything
from .parse import parse
from .spans import Source, Span
from .variants import Layer, extended, reasons

MAX_LAYERS = 30


class NoSuchRulebook(Exception):
    """There is no rulebook or variant of this name or at this path; the message says what there is."""


@frozen(eq=False)
class Files:
    """The files of a rulebook, parsed: the main one first, then those it uses, then those of its variants.

    `variants` are the headers of the variants it is read with, the lowest first; `reasons` say why they
    change what they change, by id.
    """

    path: str
    sources: tuple[Source, ...]
    declarations: tuple[ast.Declaration, ...]
    diagnostics: Diagnostics
    variants: tuple[ast.Variant, ...] = ()
    reasons: Mapping[str, str] = field(factory=dict)


# ---- Names and paths ---------------------------------------------------------------------------


def shipped() -> Iterator[tuple[str, Path]]:
    """The rulebooks that ship: their names and main files, by name."""
    root = Path(str(files("rulewright") / "games"))
    found = {path.stem: path for path in root.glob("**/*.rules") if path.stem == path.parent.name}
    found |= {path.stem: path for path in (root / "tutorial").glob("*.rules")}
    yield from sorted(found.items())


def find(name: str) -> Path:
    """The main file of a rulebook or variant, by a path to it or its folder, or by the name it ships under.

    Raises NoSuchRulebook.
    """
    path = Path(name)
    if path.suffix == ".rules" and path.is_file():
        return path
    if path.is_dir():
        own = path / f"{path.resolve().name}.rules"
        inside = [own] if own.is_file() else sorted(path.glob("*.rules"))
        if len(inside) == 1:
            return inside[0]
        raise NoSuchRulebook(f"`{name}` holds {len(inside)} rulebooks; name one of its `.rules` files")
    known = dict(shipped())
    if name in known:
        return known[name]
    near = did_you_mean(name, known)
    raise NoSuchRulebook(f"there is no rulebook `{name}`; {near or '`rulewright games` lists those that ship'}")


def parted(name: str) -> tuple[str, tuple[str, ...]]:
    """A GAME as it is written on the command line: the rulebook, and the variants after its colons.

    >>> parted("carolus_magnus:it")
    ('carolus_magnus', ('it',))
    """
    if Path(name).exists():
        return name, ()
    rulebook, *variants = name.split(":")
    return rulebook, tuple(variants)


def variants_of(main: Path) -> dict[str, Path]:
    """The variants that lie beside a rulebook: their names and files, by name."""
    return {path.stem: path for path in _variant_files(main)}


def _variant_files(main: Path) -> list[Path]:
    """The files of the variants of a rulebook, by name; two may have one name."""
    found = [*main.parent.glob("*.rules"), *(main.parent / "variants").glob("*.rules")]
    return sorted((path for path in found if path != main and _variant_head(path) == main.stem),
                  key=lambda path: (path.stem, str(path)))


def _variant_head(path: Path) -> str | None:
    """The rulebook that a file says it is a variant of, read from the line that begins it."""
    try:
        with path.open(encoding="utf-8-sig", errors="replace") as file:
            for line in file:
                words = line.split()
                if words and not words[0].startswith("#"):
                    is_variant = len(words) > 3 and words[0] == "variant" and words[2] == "of"
                    return words[3].partition(":")[0] if is_variant else None
    except OSError:
        pass
    return None


def _find_variant(main: Path, name: str) -> Path:
    """The file of a variant of a rulebook, by its name or path. Raises NoSuchRulebook."""
    path = Path(name)
    if path.suffix == ".rules" and path.is_file():
        return path
    known = variants_of(main)
    same = [str(one) for one in _variant_files(main) if one.stem == name]
    if len(same) > 1:
        raise NoSuchRulebook(f"`{name}` is in two files, {same[0]} and {same[1]}; name the one that is meant")
    if name in known:
        return known[name]
    near = did_you_mean(name, known) or (f"it has {', '.join(known)}" if known else "it has none")
    raise NoSuchRulebook(f"`{main.stem}` has no variant `{name}`; {near}")


def _find_base(variant: Path, name: str) -> Path | None:
    """The rulebook that a variant names: beside it, above its folder, or among those that ship."""
    folder = variant.parent
    above = Path(normpath(folder / ".."))
    for path in (folder / f"{name}.rules", above / f"{name}.rules", above / name / f"{name}.rules"):
        if path.is_file() and path.resolve() != variant.resolve():
            return path
    return dict(shipped()).get(name)


# ---- Reading -----------------------------------------------------------------------------------


def read(path: Path, variants: tuple[str, ...] = (), texts: Mapping[Path, str] | None = None) -> Files:
    """Parse a rulebook with its variants, and the files they use, each once.

    `path` is the main file of a rulebook, or the file of a variant; `variants` are names or paths;
    `texts` are read in place of what is in the files with these resolved paths. What cannot be read,
    and what cannot stand together, are diagnostics. Raises NoSuchRulebook for a variant that is not there.
    """
    reading = _Reading(texts or {})
    items = reading.items(path)
    own = _header(items)
    top = None if own is None else reading.layer(path, items, own)
    main = path if top is None else reading.main
    if main is None:
        return reading.files(path, (anything(Span(Source(str(path), ""), 1, 1, 1, 1)),), ())
    base = reading.items(main) if top is not None else items
    tops = [] if top is None else [top]
    for name in variants:
        variant = _find_variant(main, name)
        inside = reading.items(variant)
        head = _header(inside)
        if head is None and reading.found.failed:
            continue
        if head is None:
            raise NoSuchRulebook(f"`{name}` is not a variant")
        one = reading.layer(variant, inside, head)
        if reading.main is not None and reading.main.resolve() != main.resolve():
            raise NoSuchRulebook(f"`{name}` is a variant of `{reading.main.stem}` ({reading.main}), "
                                 f"not of `{main.stem}` ({main})")
        tops.append(one)
    return reading.files(main, reading.plain(base), tuple(tops))


def read_text(name: str, text: str, *variants: str) -> Files:
    """A rulebook given as text, with variants of it given as texts. It cannot use other files."""
    reading = _Reading({})
    base = reading.plain(reading.parsed(Source(name, text)))
    tops: list[Layer] = []
    for number, variant in enumerate(variants, 1):
        items = reading.parsed(Source(f"{name}:{number}" if len(variants) > 1 else f"{name}:variant", variant))
        header = _header(items)
        if header is not None:
            below = next((top for top in tops if header.base_variant and top.name == header.base_variant.name), None)
            tops.append(Layer(header, items, below))
    return reading.files(Path(name), base, tuple(tops))


def _header(items: tuple[ast.Item, ...]) -> ast.Variant | None:
    return next((one for one in items if isinstance(one, ast.Variant)), None)


class _Reading:
    """Reads the files of a rulebook and of its variants, each once; `main` is the rulebook of the last layer."""

    def __init__(self, texts: Mapping[Path, str]) -> None:
        self.texts = texts
        self.found = Diagnostics()
        self.sources: list[Source] = []
        self.main: Path | None = None
        self._items: dict[Path, tuple[ast.Item, ...]] = {}
        self._layers: dict[Path, Layer] = {}

    def items(self, path: Path) -> tuple[ast.Item, ...]:
        """What a main file and the files it uses say."""
        real = path.resolve()
        if real not in self._items:
            reader = Reader(path.parent, self.found, self.texts)
            reader.read(path)
            self.sources += reader.sources
            self._items[real] = tuple(reader.items)
            _check_not_empty(reader.sources, reader.items, self.found)
        return self._items[real]

    def parsed(self, source: Source) -> tuple[ast.Item, ...]:
        """What a text says."""
        items: list[ast.Item] = []
        for one in parse(source, self.found):
            items.append(anything(one.span) if isinstance(one, ast.Use) else one)
            if isinstance(one, ast.Use):
                self.found.add("E103", f"`{one.path}` cannot be read: this rulebook is not in a folder", one.path_span)
        self.sources.append(source)
        _check_not_empty([source], items, self.found)
        return tuple(items)

    def layer(self, path: Path, items: tuple[ast.Item, ...], header: ast.Variant,
              above: tuple[Path, ...] = ()) -> Layer:
        """The layer of a variant; those it lies on are read too."""
        real = path.resolve()
        if real in self._layers:
            return self._layers[real]
        self.main = _find_base(path, header.base.name)
        if self.main is None:
            self.found.add("E704", f"there is no rulebook `{header.base.name}`", header.base.span,
                           help="a variant extends a rulebook that lies beside it or above its folder, or one that ships")
        below = None
        if len(above) >= MAX_LAYERS:
            self.found.add("E106", f"more than {MAX_LAYERS} variants lie on each other", header.base.span)
        elif header.base_variant is not None and self.main is not None:
            below = self._below(header.base_variant, self.main, (*above, real))
        layer = Layer(header, items, below)
        self._layers[real] = layer
        _check_name(path, header, self.found)
        return layer

    def _below(self, name: ast.Name, main: Path, above: tuple[Path, ...]) -> Layer | None:
        path = variants_of(main).get(name.name)
        if path is None:
            self.found.add("E704", f"`{main.stem}` has no variant `{name.name}`", name.span,
                           help=did_you_mean(name.name, variants_of(main)))
            return None
        if path.resolve() in above:
            self.found.add("E704", f"`{name.name}` extends this variant in turn", name.span)
            return None
        items = self.items(path)
        header = _header(items)
        if header is None:
            self.found.add("E704", f"`{name.name}` cannot be read as a variant", name.span)
            return None
        return self.layer(path, items, header, above)

    def plain(self, items: tuple[ast.Item, ...]) -> tuple[ast.Declaration, ...]:
        """The declarations of a rulebook, which has nothing to change."""
        out: list[ast.Declaration] = []
        for one in items:
            if isinstance(one, ast.Edit | ast.Because | ast.Variant):
                self.found.add("E705", "only a variant changes a rulebook", one.span,
                               help="begin the file with `variant name of rulebook` instead of `rulebook`")
            else:
                out.append(one)
        return tuple(out)

    def files(self, main: Path, base: tuple[ast.Declaration, ...], tops: tuple[Layer, ...]) -> Files:
        """Everything together."""
        declarations = extended(base, tops, self.found) if tops else base
        headers = {layer.name: layer.header for top in tops for layer in top.chain}
        return Files(str(main), tuple(self.sources), declarations, self.found, tuple(headers.values()),
                     reasons(tops))


def _check_name(path: Path, header: ast.Variant, found: Diagnostics) -> None:
    if header.name != path.stem:
        found.add("E705", f"this file holds the variant `{header.name}`, but is called `{path.stem}`", header.name_span,
                  help=f"call the file `{header.name}.rules`; it is by its file that a variant is found")


def _check_not_empty(sources: list[Source], items: list[ast.Item], found: Diagnostics) -> None:
    if not items and not found.failed:
        found.add("E105", "nothing is declared", Span(sources[0], 1, 1, 1, 1),
                  help="begin with `rulebook name` and, below it, `players 2..4`")
