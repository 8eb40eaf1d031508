"""A report as one page of HTML that needs nothing else: tables, plots, light and dark."""

from __future__ import annotations

from html import escape

from battlemat.lab.report import Report, Table, cell_text

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fbfaf7; --quiet: #6a7280;
  --line: #d9d6cd; --main: #2c5f8a; --band: #2c5f8a33; --good: #2f7d4f; --bad: #b2472e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3da; --paper: #171a20; --quiet: #98a0ad;
  --line: #343a45; --main: #7db4e0; --band: #7db4e033; --good: #58b07e; --bad: #e07a5f; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.1rem; margin-top: 2rem; }
code { background: var(--band); padding: .1em .35em; border-radius: .25em;
  overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt { color: var(--quiet); } dd { margin: 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line);
  font-variant-numeric: tabular-nums; white-space: nowrap; }
th { color: var(--quiet); font-weight: 600; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 13px; }
svg .quiet { fill: var(--quiet); } svg .small { font-size: 11px; }
svg .grid { stroke: var(--line); } svg .even { stroke: var(--quiet); stroke-dasharray: 4 3; }
svg .range { stroke: var(--main); stroke-width: 3; stroke-linecap: round; }
svg .dot { fill: var(--main); stroke: var(--paper); stroke-width: 1.5; }
svg .line { fill: none; stroke: var(--main); stroke-width: 2; } svg .band { fill: var(--band); }
svg .bar { fill: var(--main); } svg .good { fill: var(--good); } svg .bad { fill: var(--bad); }
"""


def page(report: Report) -> str:
    """The whole page."""
    facts = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in report.facts.items()
    )
    plots = "".join(
        f"<h2>{escape(plot.title)}</h2><figure class='wide'>{plot.svg()}</figure>"
        for plot in report.plots
    )
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(report.title)}</title><style>{STYLE}</style></head><body>"
        f"<h1>{escape(report.title)}</h1><p><code>{escape(report.command)}</code></p>"
        f"<dl>{facts}</dl>{plots}{''.join(map(_table, report.tables))}</body></html>\n"
    )


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell_text(cell))}</td>" for cell in row) + "</tr>"
        for row in table.rows
    )
    return (
        f"<h2>{escape(table.title or 'Results')}</h2>"
        f"<div class='wide'><table><tr>{head}</tr>{rows}</table></div>"
    )
