"""Load a rulebook and its variants, from files or texts: declarations, with each file read once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from attrs import field, frozen

from .. import syntax as ast
from ..parse import parse
from ..source import disk
from ..source.cache import digest_of
from ..source.diagnostics import Diagnostics, did_you_mean
from ..source.fixes import header_in_front, in_place
from ..source.search_path import (
    MAX_LAYERS,
    NoSuchRulebook,
    bases_near,
    by_name,
    find,
    find_base,
    find_variant,
    head_of,
    rulebook_below,
    shipped,
    split_variants,
    variants_of,
)
from ..source.span import Source, Span
from ..variants import Layer, extended, reasons
from .files import FileReader, anything

__all__ = ["Files", "NoSuchRulebook", "by_name", "find", "read", "read_text", "shipped", "split_variants", "variants_of"]


@frozen(eq=False)
class Files:
    """The files of a rulebook, parsed: the main one first, then those it uses, then those of its variants.

    `variants` are the headers of the variants it is read with, the lowest first; `reasons` say why they
    change what they change, by id. `parsed` are the declarations as they were read.
    """

    path: str
    sources: tuple[Source, ...]
    declarations: tuple[ast.Declaration, ...]
    diagnostics: Diagnostics
    variants: tuple[ast.Variant, ...] = ()
    reasons: Mapping[str, str] = field(factory=dict)
    parsed: tuple[ast.Declaration, ...] | None = field(default=None, eq=False, repr=False)

    @property
    def origin(self) -> str | None:
        """A digest of all that the declarations come from; None where they were changed since they were read."""
        # A mutant has other declarations than its files say; what is kept for the files must not be taken for it.
        if self.declarations is not self.parsed:
            return None
        return digest_of(*(source.text.encode("utf-8", "surrogatepass") for source in self.sources),
                         *(header.name.encode() for header in self.variants))

    @property
    def prefix(self) -> str:
        """The beginning of the names of files that belong to it alone; "" if it has its folder for itself, by its name."""
        main = Path(self.path)
        return "" if main.stem == disk.resolved(main).parent.name else f"{main.stem}."


def read(path: Path, variants: tuple[str, ...] = (), texts: Mapping[Path, str] | None = None) -> Files:
    """Parse a rulebook with its variants, and the files they use, each once.

    `path` is the main file of a rulebook, or the file of a variant; `variants` are names or paths;
    `texts` are read in place of what is in the files with these resolved paths. What cannot be read,
    and what cannot stand together, are diagnostics. Raises NoSuchRulebook for a variant that is not there.
    """
    reading = _FilesReader(texts or {})
    items = reading.items(path)
    own = _header(items)
    top, main = (None, path) if own is None else reading.layer(path, items, own)
    if main is None:
        return reading.files(path, (anything(Span(Source(str(path), ""), 1, 1, 1, 1)),), ())
    base = reading.items(main) if top is not None else items
    tops = [] if top is None else [top]
    for name in variants:
        variant = find_variant(main, name)
        inside = reading.items(variant)
        head = _header(inside)
        # Its header cannot be read, and that is reported already.
        if head is None and reading.diagnostics.failed:
            continue
        if head is None:
            raise NoSuchRulebook(f"`{name}` is not a variant")
        layer, base_file = reading.layer(variant, inside, head)
        if base_file is not None and disk.resolved(base_file) != disk.resolved(main):
            raise NoSuchRulebook(f"`{name}` is a variant of `{base_file.stem}` ({base_file}), not of `{main.stem}` ({main})")
        tops.append(layer)
    return reading.files(main, reading.plain(base), tuple(tops))


def read_text(name: str, text: str, *variants: str) -> Files:
    """Return a rulebook given as text, with variants of it given as texts. It cannot use other files."""
    reading = _FilesReader({})
    base = reading.plain(reading.parsed(Source(name, text)))
    tops: list[Layer] = []
    for number, variant in enumerate(variants, 1):
        source = Source(f"{name}:{number}" if len(variants) > 1 else f"{name}:variant", variant)
        items = reading.parsed(source)
        header = _header(items)
        if header is not None:
            tops.append(Layer(header, items, reading.layer_above(tops, header)))
        elif not reading.diagnostics.failed:
            reading.diagnostics.add("E105", "a variant without its header", Span(source, 1, 1, 1, 1),
                              help="begin with `variant name of rulebook`")
    return reading.files(Path(name), base, tuple(tops))


def _header(items: tuple[ast.Item, ...]) -> ast.Variant | None:
    return next((item for item in items if isinstance(item, ast.Variant)), None)


class _FilesReader:
    """Reads the files of a rulebook and of its variants, each once."""

    def __init__(self, texts: Mapping[Path, str]) -> None:
        self.texts = texts
        self.diagnostics = Diagnostics()
        self.sources: list[Source] = []
        self._items: dict[Path, tuple[ast.Item, ...]] = {}
        self._layers: dict[Path, tuple[Layer, Path | None]] = {}

    def items(self, path: Path) -> tuple[ast.Item, ...]:
        """Return the items of a main file and of the files that it uses."""
        real = disk.resolved(path)
        if real not in self._items:
            reader = FileReader(path.parent, self.diagnostics, self.texts)
            reader.read(path)
            self.sources += reader.sources
            self._items[real] = tuple(reader.items)
            _check_not_empty(reader.sources, reader.items, self.diagnostics)
        return self._items[real]

    def parsed(self, source: Source) -> tuple[ast.Item, ...]:
        """Return the items of a text."""
        items: list[ast.Item] = []
        for declaration in parse(source, self.diagnostics):
            # What the file would have declared is not known, so it may be any name: no other mistake follows from this one.
            items.append(anything(declaration.span) if isinstance(declaration, ast.Use) else declaration)
            if isinstance(declaration, ast.Use):
                self.diagnostics.add(
                    "E103", f"`{declaration.path}` cannot be read: this rulebook is not in a folder", declaration.path_span
                )
        self.sources.append(source)
        _check_not_empty([source], items, self.diagnostics)
        return tuple(items)

    def layer_above(self, layers: list[Layer], header: ast.Variant) -> Layer | None:
        """Return which of some layers a variant with this header lies on."""
        name = header.base_variant
        below = next((layer for layer in layers if name is not None and layer.name == name.name), None)
        if name is not None and below is None:
            self.diagnostics.add("E704", f"no variant `{name.name}` comes before this one", name.span,
                           help=did_you_mean(name.name, [layer.name for layer in layers]))
        return below

    def layer(self, path: Path, items: tuple[ast.Item, ...], header: ast.Variant,
              above: tuple[tuple[Path, ast.Variant], ...] = ()) -> tuple[Layer, Path | None]:
        """Return the layer of a variant, and the file of the rulebook it changes; those it lies on are read too.

        `above` are the variants that lie on it, with their files. The rulebook is None where it cannot be found.
        """
        real = disk.resolved(path)
        if real not in self._layers:
            _check_name(path, header, self.diagnostics)
            main, under = self._base(path, header)
            below = None
            if under is not None:
                below, main = self._below(under, header, (*above, (real, header)))
            self._layers[real] = Layer(header, items, below), main
        return self._layers[real]

    def _base(self, path: Path, header: ast.Variant) -> tuple[Path | None, Path | None]:
        """Return the rulebook that a variant changes, and the variant that it lies on; None where there is none."""
        base = find_base(path, header.base.name, header.by_path)
        if base is None:
            self.diagnostics.add(
                "E704", f"there is no rulebook `{header.base.name}`", header.base.span, help=_where(path, header)
            )
            return None, None
        if header.base_variant is not None:
            try:
                return base, find_variant(base, header.base_variant.name, path.parent)
            except NoSuchRulebook as error:
                self.diagnostics.add("E704", error.message, header.base_variant.span, help=error.help)
                return base, None
        return base, None if head_of(base) is None else base

    def _below(self, path: Path, header: ast.Variant,
               above: tuple[tuple[Path, ast.Variant], ...]) -> tuple[Layer | None, Path | None]:
        """Return the layer that a variant with this header lies on."""
        span = (header.base_variant or header.base).span
        real = disk.resolved(path)
        ring = [variant for i, (_, variant) in enumerate(above) if real in [file for file, _ in above[: i + 1]]]
        # Reported before anything below is read, which would never end.
        if ring:
            self._report_circle(ring)
            return None, None
        if len(above) >= MAX_LAYERS:
            self.diagnostics.add("E106", f"more than {MAX_LAYERS} variants on top of each other", span)
            return None, None
        items = self.items(path)
        below = _header(items)
        if below is None:
            self.diagnostics.add("E704", f"`{path.stem}` cannot be read as a variant", span)
            return None, rulebook_below(path)
        rulebook = rulebook_below(path)
        if header.base_variant is None and not header.by_path and rulebook is not None:
            self.diagnostics.add("E704", f"`{path.stem}` is a variant itself", span,
                           help=f"write `variant {header.name} of {rulebook.stem}:{below.name}`",
                           fixes=(in_place(header.base.span, f"{rulebook.stem}:{below.name}"),))
        return self.layer(path, items, below, above)

    def _report_circle(self, ring: list[ast.Variant]) -> None:
        """Report variants that extend each other in a circle."""
        first, *others = ring
        circle = " -> ".join(f"`{variant.name}`" for variant in (*ring, first))
        self.diagnostics.add(
            "E704",
            f"circular variants: {circle}",
            (first.base_variant or first.base).span,
            related=tuple((f"`{other.name}` is a variant of the next one here", other.base.span) for other in others),
        )

    def plain(self, items: tuple[ast.Item, ...]) -> tuple[ast.Declaration, ...]:
        """Return the declarations of a rulebook, which has nothing to change."""
        out: list[ast.Declaration] = []
        # A file whose line `variant` cannot be read is one, and may change what it likes.
        is_variant = any(isinstance(item, ast.Faulty) and item.keyword == "variant" for item in items)
        for item in items:
            if is_variant and isinstance(item, ast.Edit | ast.Because):
                continue
            if isinstance(item, ast.Edit | ast.Because | ast.Variant):
                self.diagnostics.add("E705", "only a variant changes a rulebook", item.span,
                               help="begin the file with `variant name of rulebook` instead of `rulebook`")
            else:
                out.append(item)
        return tuple(out)

    def files(self, main: Path, base: tuple[ast.Declaration, ...], tops: tuple[Layer, ...]) -> Files:
        """Everything together."""
        declarations = extended(base, tops, self.diagnostics) if tops else base
        headers = {layer.name: layer.header for top in tops for layer in top.chain}
        return Files(str(main), tuple(self.sources), declarations, self.diagnostics, tuple(headers.values()),
                     reasons(tops), declarations)


def _where(path: Path, header: ast.Variant) -> str | None:
    """Return the help for a rulebook that cannot be found."""
    if header.by_path:
        base = PurePosixPath(header.base.name)
        # A file that is there and is refused is none to suggest; neither is the variant itself.
        neighbours = [str(base.with_name(file.name)) for file in disk.matching((path.parent / base).parent, "*.rules")
                      if file.name not in (base.name, path.name)]
        return did_you_mean(header.base.name, neighbours) or "a path leads from the variant's folder to a `.rules` file"
    return did_you_mean(header.base.name, bases_near(path)) or (
        "a variant names a rulebook beside it or above its folder, one that ships, or the path of a file in quotes")


def _check_name(path: Path, header: ast.Variant, diagnostics: Diagnostics) -> None:
    if header.name != path.stem:
        diagnostics.add("E705", f"this file holds the variant `{header.name}`, but is called `{path.stem}`", header.name_span,
                  help=f"call the file `{header.name}.rules`; the compiler finds a variant by the name of its file",
                  fixes=(in_place(header.name_span, path.stem),) if path.stem.isidentifier() else ())


def _check_not_empty(sources: list[Source], items: list[ast.Item], diagnostics: Diagnostics) -> None:
    if not items and not diagnostics.failed:
        diagnostics.add("E105", "the file declares nothing", Span(sources[0], 1, 1, 1, 1),
                        help="begin with `rulebook name` and, below it, `players 2..4`", fixes=(header_in_front(sources[0]),))
