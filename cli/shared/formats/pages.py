"""A title and markup -> one page of HTML with pictures: it needs no other file, and runs no script."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from ....pictures.svg.style import style

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(title: str, body: str, made_by: str) -> str:
    """Return a page with this markup in it; `made_by` is the command that makes it."""
    css = (files("rulewright") / "cli" / "templates" / "report.css").read_text(encoding="utf-8").strip()
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        f'<meta name="generator" content="rulewright {escape(made_by)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>",
        f"<style>{css}{style()}</style>", "</head>", "<body>",
        f"<header><h1>{escape(title)}</h1></header>", "<main>", body, "</main>", "</body>", "</html>"]) + "\n"


def named_values(pairs: list[tuple[str, str]]) -> str:
    """Return names with values as markup; those without a value are left out."""
    return "<dl>" + "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in pairs if value) + "</dl>"
