"""Reports on balance, or the comparison of two games, to one page of HTML: plots, each with its numbers as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ...interpreter.analysis.balance.intervals import Estimate
from ...interpreter.analysis.balance.item_uses import ItemUse, verdict_in_words
from ..shared.formats.pages import page
from ..shared.games.options import with_parameters
from ..shared.games.players import players_named
from .against import RunComparison, cells, ended_of, ending, has_figures, sentence
from .charts import Chart, chart_of_changes, charts_of, overview_of, table_of
from .never import never_offered
from .plots import svg_of
from .report import BalanceReport
from .text import choices, interval, percent, points, short, too_few_games

# Tables with as many columns are wider than a narrow screen.
STACKED = 5
STYLE = """<style>
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; align-items: start }
.plots figure { display: block; margin: 0; min-width: 0; break-inside: avoid }
svg.plot { display: block; width: 100%; max-width: 30rem; height: auto; background: #fff; stroke-linejoin: round }
figcaption { font-weight: 600; margin: 0 0 .3rem } .note { color: var(--soft); margin: .2rem 0 }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; max-width: 100% }
th, td { text-align: left; padding: .12rem .6rem .12rem 0; vertical-align: top }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: break-word }
td.number, th { white-space: nowrap }
.wide { overflow-x: auto } h3 { font-size: 1rem } h2 { color: inherit }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
@media screen and (max-width: 40rem) { .stacked thead { display: none } .stacked tr { display: block; padding: .4rem 0;
  border-bottom: 1px solid var(--line) } .stacked td { display: block; border: 0; white-space: normal; padding: 0 }
  .stacked td:first-child { font-weight: 600 } .stacked td[data-label]:not(:empty)::before { content: attr(data-label) ": ";
  color: var(--soft) } }
@media print { .wide { overflow: visible } svg.plot { max-width: 12cm; break-inside: avoid } table { font-size: 8pt }
  section, .plots figure { break-inside: auto } tr { break-inside: avoid } }
</style>"""


def page_of(reports: Sequence[BalanceReport]) -> str:
    """Return the page on some runs of a game; there is at least one. Raises NoPlots."""
    first = reports[0].run
    parts = [STYLE, f"<p>{escape(_about(reports))}</p>"]
    overview = list(overview_of(reports)) if len(reports) > 1 else []
    if overview:
        parts.append(f"<section><h2>All runs</h2>{_plots(overview, 'all')}</section>")
    parts += [_section(report, f"r{number}") for number, report in enumerate(reports)]
    return page(f"Balance of {first.request.name}", "\n".join(parts), "balance")


def page_against(against: RunComparison) -> str:
    """Return the page on the comparison of two games. Raises NoPlots."""
    first, second = against.names
    most = "".join(f"<li>{escape(sentence(change))}</li>" for change in against.comparison.most_changed)
    chart = chart_of_changes(against.comparison.changes)
    about = (f"{against.comparison.pairs} pairs of games on the same seeds, for {against.before.players} "
             f"by {players_named(against.before.specs)}, seed {against.before.seed}.")
    none = "<p>No difference is shown.</p>" if has_figures(against) else ""
    parts = [STYLE, f"<p>{escape(about)}</p>", f"<h2>With {escape(second)}</h2><ul>{most}</ul>" if most else none,
             _plots([chart], "change") if chart is not None else "",
             _figures(against), f"<p>{escape(ending(against))}</p>"]
    return page(f"{first} against {second}", "\n".join(filter(None, parts)), "balance")


def _figures(against: RunComparison) -> str:
    """Return all figures of a comparison as a table: how many games ended, where these are too few for others."""
    changes = list(map(cells, against.comparison.changes if has_figures(against) else ended_of(against)))
    return "<h2>All figures</h2>" + _table(("", "before", "after", "difference", "interval", ""), changes) if changes else ""


def _about(reports: Sequence[BalanceReport]) -> str:
    run = reports[0].run
    command_line = f"rulewright balance {with_parameters(run.request.name, ())}"
    return (f"{reports[0].games} games for each run by {players_named(run.specs)}, seed {run.seed}, made by {command_line}. "
            "Intervals hold the true value with a confidence of 95 %.")


def _section(report: BalanceReport, prefix: str) -> str:
    """Return a run: its plots, and the tables of all figures."""
    parts = [f"<h2>{escape(report.title)}</h2>"]
    if report.too_few:
        parts.append(f"<p><strong>{escape(too_few_games(report))}</strong></p>")
    if report.silent:
        parts.append(f"<p>Never choose anything: {escape(', '.join(report.silent))}</p>")
    parts += [_plots(list(charts_of(report)), prefix), *_tables(report)]
    return f"<section>{''.join(parts)}</section>"


def _plots(charts: Sequence[Chart], prefix: str) -> str:
    """Return plots beside each other, each with its numbers as a table."""
    shown = "".join(_plot(chart, f"{prefix}-{number}") for number, chart in enumerate(charts))
    return f'<div class="plots">{shown}</div>' if shown else ""


def _plot(chart: Chart, prefix: str) -> str:
    note = f'<p class="note">{escape(chart.note)}</p>' if chart.note else ""
    shown = f"{svg_of(chart, prefix)}{note}{_table(*table_of(chart))}"
    return f"<figure><figcaption>{escape(chart.title)}</figcaption>{shown}</figure>"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(map(_cell, row, head))}</tr>" for row in rows)
    # On a narrow screen the cells of a row stand below each other, where a row would be wider than the screen.
    kind = ' class="stacked"' if len(head) >= STACKED else ""
    return f'<div class="wide"><table{kind}><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(text: str, head: str) -> str:
    """Return a cell of a table; a number or interval stays on one line. The head stands before it where rows are stacked."""
    kind = ' class="number"' if text[:1].isdigit() or text[:1] in ("-", "+") else ""
    label = f' data-label="{escape(head, quote=True)}"' if head else ""
    return f"<td{kind}{label}>{escape(text)}</td>"


# ---- All figures ---------------------------------------------------------------------------------------


def _tables(report: BalanceReport) -> Iterator[str]:
    if report.course.spreads:
        yield "<h3>Course</h3>" + _table(("metric", "mean", "from", "to", "median", "meaning", "source"), [
            (spread.metric.name, interval(spread.mean), short(spread.least), short(spread.most), short(spread.median),
             spread.metric.meaning, spread.metric.source) for spread in report.course.spreads])
    if report.fairness is not None:
        yield "<h3>Fairness</h3>" + _table(("", "value"), list(_fairness(report)))
    if report.item_uses:
        head = "", "offered", "taken", "when taken", ""
        yield "<h3>Moves and values</h3>" + _table(head, [_item_row(use) for use in report.item_uses if use.offered])
        if absent := never_offered(report.item_uses):
            yield f"<p>never offered: {escape(', '.join(absent))}</p>"
    if report.restricted and not report.too_few:
        yield "<h3>Restricted play</h3>" + _table(("may not use", "loss", "games again"), [
            (str(restricted.item), _signed(restricted.loss), str(restricted.replayed)) for restricted in report.restricted])
    if not report.too_few_played:
        yield "<h3>Clauses</h3>" + _table(("clause", "kind", "games", "share of games", "first after"), [
            (use.clause, use.kind, str(use.games), percent(use.share), "" if use.first is None else choices(use.first))
            for use in report.clauses])


def _fairness(report: BalanceReport) -> Iterator[tuple[str, str]]:
    fairness = report.fairness
    assert fairness is not None, "enough games ended"
    for chances in (*fairness.seats, *fairness.sides):
        score = "" if chances.score is None else f", score {interval(chances.score)}"
        yield f"{chances.name} wins", f"{percent(chances.won)}, shared {chances.shared}{score}"
    yield "draws", percent(fairness.draws)
    if fairness.first is not None:
        yield "first player advantage", points(fairness.first)
    if fairness.spread is not None:
        yield "score spread", interval(fairness.spread)
    if fairness.margin is not None:
        yield "margin of the best", interval(fairness.margin)


def _item_row(use: ItemUse) -> tuple[str, ...]:
    effect = "" if use.effect is None else points(use.effect.difference)
    rate = "" if use.rate is None else f"{100 * use.rate.value:.0f} %"
    return str(use.item), str(use.offered), rate, effect, verdict_in_words(use)


def _signed(loss: Estimate | None) -> str:
    return "too few games ended" if loss is None else points(loss)
