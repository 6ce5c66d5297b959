"""SVG -> PNG, by resvg (extra `pictures`)."""

from __future__ import annotations


class NoRaster(Exception):
    """The library that makes PNG is not installed; the message says how to install it."""


def png_of(svg: str, scale: float = 2.0) -> bytes:
    """Draw SVG as PNG, in light colours. Raises NoRaster."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise NoRaster("PNG needs the extra `pictures`: pip install 'rulewright[pictures]'; SVG needs nothing") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=scale))
