"""Read a file that changes a rulebook as a layer on top of the rulebook or of another layer."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import Factory, field, frozen

from .. import syntax as ast


@frozen(eq=False)
class Layer:
    """A variant: its header, what it says, and the layer it lies on (None for the rulebook itself).

    `lower` are all layers below it, the lowest first.
    """

    header: ast.Variant
    items: tuple[ast.Item, ...]
    below: Layer | None
    lower: tuple[Layer, ...] = field(init=False, default=Factory(lambda self: self.all_below(), takes_self=True))

    def all_below(self) -> tuple[Layer, ...]:
        """Return the layers below this one, the lowest first."""
        return () if self.below is None else (*self.below.lower, self.below)

    @property
    def name(self) -> str:
        """The name of the variant."""
        return self.header.name

    @property
    def chain(self) -> tuple[Layer, ...]:
        """This layer and those that it lies on, the lowest first."""
        return (*self.lower, self)

    def with_reasons(self) -> Iterator[tuple[ast.Edit | ast.Declaration, ast.Text | None]]:
        """Yield each edit and each added declaration, with the reason that is given for it."""
        for item in self.items:
            match item:
                case ast.Because():
                    yield from ((part, item.reason) for part in item.parts)
                case ast.Variant():
                    pass
                case _:
                    # An edit or declaration outside `because` has no reason.
                    yield item, None


def ordered(tops: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """Return all layers of some variants, each once, in an order that does not depend on how they were given."""
    # By height, so that each layer comes behind those that it lies on, and by name among those of one height. The order has
    # no meaning: what would depend on it is a clash.
    chains = [top.chain for top in tops]
    layers = {layer: (height, layer.name) for chain in chains for height, layer in enumerate(chain)}
    return tuple(sorted(layers, key=lambda layer: layers[layer]))
