"""The template of a self-contained HTML page, for the screen (light and dark) and for print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --font: Inter, system-ui, sans-serif; --window: #F6F4EF; --card: #FFFFFF;
  --line: #DDD7CB; --text: #24231F; --quiet: #676359; --accent: #20706A; --wash: #E4EFEC; --warning: #A2560B; }
@media (prefers-color-scheme: dark) { :root { --window: #1C1E20; --card: #25282B; --line: #3A3F44; --text: #E9E7E1;
  --quiet: #A6A39B; --accent: #6CC0B6; --wash: #2A3A39; --warning: #E2A05A; } }
@media print { :root { --window: #FFFFFF; --card: #FFFFFF; --line: #CCCCCC; --text: #000000; --quiet: #444444;
  --accent: #20706A; --wash: #E4EFEC; --warning: #A2560B; } section { break-inside: avoid; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px; max-width: 860px; background: var(--window); color: var(--text);
  font: 14px/1.45 var(--font); }
h1 { font-size: 26px; line-height: 1.2; margin: 0 0 16px; overflow-wrap: anywhere; }
h2 { font-size: 15px; margin: 0 0 12px; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px;
  margin: 0 0 12px; overflow-x: auto; }
p { margin: 8px 0 0; } .quiet { color: var(--quiet); }
.large { font-size: 26px; font-weight: 600; margin: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 4px 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--quiet); font-weight: 600; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
table.facts th, table.facts td { text-align: left; } table.facts th { white-space: nowrap; width: 1%; }
svg { width: 100%; height: auto; display: block; }
"""


def page(title: str, parts: Iterable[str]) -> str:
    """Return an HTML page with a title and sections, given as HTML."""
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    head += f"<title>{escape(title)}</title>\n<style>{STYLE}</style>"
    body = f"<h1>{escape(title)}</h1>\n" + "\n".join(parts)
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


def section(title: str, content: str) -> str:
    """Return a card with a title and content, both HTML."""
    return f"<section>\n<h2>{title}</h2>\n{content}\n</section>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """Return an HTML table of plain texts, which are escaped.

    Args:
        heads: The column headings, or () if the first column holds row headings.
        rows: The cells by row.
        kind: The CSS class, or "".
    """
    first = "td" if heads else "th"
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    lines = [f"<tr>{top}</tr>"] if heads else []
    for row in rows:
        cells = [escape(cell).replace("\n", "<br>") for cell in row]
        lines.append(f"<tr><{first}>{cells[0]}</{first}>{''.join(f'<td>{cell}</td>' for cell in cells[1:])}</tr>")
    return f'<table class="{kind}">\n' + "\n".join(lines) + "\n</table>"
