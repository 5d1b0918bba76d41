"""The styles of boxes to tick, of choices among several, and of tables, as small pictures in the theme's colours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.gui.look.styles import Styles

SIZE, GAP = 20, 6  # of the box at 100 %, and between it and its words
BOX = '<rect x="-38" y="-38" width="76" height="76" rx="16" fill="{{{fill}}}" stroke="{{{edge}}}" stroke-width="{width}"/>{mark}'
DOT = '<circle r="39" fill="{{{fill}}}" stroke="{{{edge}}}" stroke-width="{width}"/>{mark}'
TICK = '<path d="M-20,2L-6,17L21,-16" fill="none" stroke="{%s}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>'
CENTRE = '<circle r="16" fill="{%s}"/>'


def _states(outline: str, mark: str) -> Mapping[str, str]:
    """The drawings of one kind by the state of the widget, the plain one under ""."""

    def drawn(fill: str, edge: str, width: int, inner: str = "") -> str:
        return outline.format(fill=fill, edge=edge, width=width, mark=mark % inner if inner else "")

    return {
        "": drawn("window", "quiet", 5),
        "disabled selected": drawn("faint", "faint", 5, "card"),
        "disabled": drawn("button", "line", 5),
        "focus selected": drawn("accent", "text", 9, "on_accent"),
        "focus": drawn("window", "accent", 10),
        "selected": drawn("accent", "accent", 5, "on_accent"),
        "active": drawn("hover", "quiet", 5),
    }


def choices(styles: Styles) -> None:
    """Boxes and dots with words beside them, on a card."""
    look, palette = styles.look, styles.look.palette
    for kind, outline, mark in (("Checkbutton", BOX, TICK), ("Radiobutton", DOT, CENTRE)):
        wide = look.px(SIZE) + look.px(GAP)
        indicator = styles.picture("indicator", _states(outline, mark), SIZE, sticky="w", width=wide)
        name = f"House.T{kind}"
        inside = [(indicator, {"side": "left", "sticky": ""}), (f"{kind}.label", {"side": "left", "sticky": "nsew"})]
        styles.style.layout(name, [(f"{kind}.padding", {"sticky": "nsew", "children": inside})])  # type: ignore[list-item]
        styles.style.configure(
            name, font=look.fonts["text"], foreground=palette["text"], padding=0, indicatormargin=0, borderwidth=0,
        )  # fmt: skip
        styles.style.map(name, foreground=[("disabled", palette["faint"])])
        styles.ground(name, "card")


def table(styles: Styles) -> None:
    """Lines in columns, on a card."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    name = "House.Treeview"
    style.layout(name, [("Treeview.treearea", {"sticky": "nsew"})])
    style.configure(
        name, font=look.fonts["text"], rowheight=look.px(25), background=palette["card"], fieldbackground=palette["card"],
        foreground=palette["text"], borderwidth=0, indent=look.px(4), relief="flat",
    )  # fmt: skip
    style.map(
        name,
        background=[("selected focus", palette["accent"]), ("selected", palette["wash"])],
        foreground=[("selected focus", palette["on_accent"]), ("selected", palette["text"])],
    )
