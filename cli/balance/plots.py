"""Charts to pictures in SVG, by Matplotlib (extra `plots`); the same chart always gives the same bytes.

Pictures are black on white. What matters is said by shape, filling and hatching and never by colour alone, so that they can be
read in print and by people who see colours differently.
"""

from __future__ import annotations

import io
import re
import textwrap
from html import escape
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, assert_never

from .charts import BarChart, Chart, LineChart, RangeChart

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# In inches, of which a page shows 96 dots each.
WIDTH, HEIGHT, ROW = 4.2, 2.6, 0.27
LABEL = 24
INK, SOFT, PALE = "#000000", "#777777", "#dddddd"
# Names in a picture are made from this, and not from chance.
SALT = "rulewright"


class NoPlots(Exception):
    """Matplotlib is not installed."""

    def __init__(self) -> None:
        super().__init__("plots need Matplotlib, which is not installed: `pip install 'rulewright[plots]'`")


def require_plots() -> None:
    """Raise NoPlots where there is nothing to draw plots with: for long work that draws at its end."""
    if find_spec("matplotlib") is None:
        raise NoPlots


def svg_of(chart: Chart, prefix: str) -> str:
    """Return the picture of a chart as an element of a page; all its ids begin with `prefix`. Raises NoPlots."""
    require_plots()
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({
            "svg.fonttype": "none", "svg.hashsalt": SALT, "font.family": "DejaVu Sans", "font.size": 9.0,
            "hatch.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False}):
        figure = Figure(figsize=(WIDTH, _height(chart)), layout="constrained")
        axes = figure.subplots()
        _draw(axes, chart)
        out = io.StringIO()
        # Without date, program and versions: the same report gives the same bytes on each machine.
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    return _element(out.getvalue(), chart.title, prefix)


def _height(chart: Chart) -> float:
    if not isinstance(chart, RangeChart):
        return HEIGHT
    return max(HEIGHT / 2, 0.75 + sum(ROW * _lines(mark.label) for mark in chart.marks))


def _lines(label: str) -> int:
    return max(1, len(textwrap.wrap(label, LABEL)))


def _draw(axes: Axes, chart: Chart) -> None:
    match chart:
        case RangeChart():
            _ranges(axes, chart)
        case BarChart():
            _bars(axes, chart)
        case LineChart():
            _line(axes, chart)
        case _:
            assert_never(chart)


def _bars(axes: Axes, chart: BarChart) -> None:
    from matplotlib.ticker import MaxNLocator

    widths = [high - low for low, high in pairwise(chart.edges)]
    axes.bar(list(chart.edges[:-1]), list(chart.counts), widths, align="edge", facecolor="#ffffff", edgecolor=INK, hatch="////",
             linewidth=0.8)
    axes.set_xlabel(chart.axis)
    axes.set_ylabel("games")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _line(axes: Axes, chart: LineChart) -> None:
    position = [100 * part / len(chart.points) for part in range(len(chart.points))]
    axes.fill_between(position, [point.low for point in chart.points], [point.high for point in chart.points],
                      facecolor=PALE, edgecolor=SOFT, linewidth=0.6)
    axes.plot(position, [point.value for point in chart.points], color=INK, marker="o", markersize=4, linewidth=1.4)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("part of the game, %")
    axes.set_ylabel(chart.axis)


def _ranges(axes: Axes, chart: RangeChart) -> None:
    """Draw values with their intervals, the first on top; long labels take several lines."""
    places, position = [], 0.0
    for mark in chart.marks:
        places.append(position + (_lines(mark.label) - 1) / 2)
        position += _lines(mark.label)
    if chart.reference is not None:
        axes.axvline(chart.reference, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    for place, mark in zip(places, chart.marks, strict=True):
        axes.plot([mark.value.low, mark.value.high], [place, place], color=INK, linewidth=1.2, marker="|", markersize=6)
        axes.plot([mark.value.value], [place], color=INK, marker="o", markersize=6, linestyle="none",
                  markerfacecolor=INK if mark.strong else "#ffffff")
    axes.set_yticks(places, ["\n".join(textwrap.wrap(mark.label, LABEL)) for mark in chart.marks])
    axes.set_ylim(position - 0.4, -0.6)
    axes.grid(axis="x", color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(chart.axis)


def _element(svg: str, title: str, prefix: str) -> str:
    """Return a file of SVG as an element: with ids of its own, a name for readers of screens, and no style for the page."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<style[^>]*>.*?</style>", "", body, flags=re.DOTALL)
    # All pictures stand on one page, and Matplotlib may give the same ids in
    # several. Without a prefix one picture would use the clips of another.
    body = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", body)
    body = re.sub(r'^<svg ([^>]*?)width="[^"]*"', r"<svg \1", body)
    body = re.sub(r'^<svg ([^>]*?)height="[^"]*"', r"<svg \1", body)
    return body.replace("<svg ", f'<svg class="plot" role="img" aria-label="{escape(title)}" ', 1).strip()
