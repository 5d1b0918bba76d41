"""Styles of the Set up mode: tiles of pieces, fields with a problem, and buttons that fix a problem."""

from __future__ import annotations

from workbench.gui.look.styles import Styles


def make(styles: Styles) -> None:
    """Define the styles of the Set up mode."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    states = {
        "selected": ("wash", "accent", 2.0), "focus": ("card", "accent", 2.0), "active": ("hover", "line", 1.0),
    }  # fmt: skip
    styles.nest_elements(
        "Piece.TButton",
        styles.plate_element("card", "card", 8, states=states, ground="card"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Piece.TButton", padding=look.px(4), font=look.fonts["small"], foreground=palette["quiet"], anchor="center",
    )  # fmt: skip
    styles.set_background("Piece.TButton", "card")
    tool = {"disabled": ("button", "line", 1.0), **states, "active": ("hover", "line", 1.0)}
    styles.nest_elements(
        "Tool.TButton",
        styles.plate_element("button", "line", 6, states=tool, ground="card"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Tool.TButton", padding=(look.px(9), look.px(5)), font=look.fonts["strong text"], foreground=palette["text"],
        anchor="center",
    )  # fmt: skip
    style.map("Tool.TButton", foreground=[("disabled", palette["faint"])])
    styles.set_background("Tool.TButton", "card")
    offer = {"focus": ("card", "accent", 2.0), "active": ("wash", "accent", 1.0)}
    styles.nest_elements(
        "Fix.TButton",
        styles.plate_element("card", "accent", 6, states=offer, ground="card"),
        "Button.padding",
        "Button.label",
    )
    style.configure(
        "Fix.TButton", padding=(look.px(9), look.px(4)), font=look.fonts["strong text"], foreground=palette["accent"],
        anchor="center",
    )  # fmt: skip
    styles.set_background("Fix.TButton", "card")
    box = styles.plate_element("window", "warning", 6, 2, states={"focus": ("card", "warning", 2.0)})
    style.layout("Fault.TFrame", [(box, {"sticky": "nsew"})])
    entry = styles.plate_element("window", "warning", 6, 2, {"focus": ("card", "warning", 2.0)})
    styles.nest_elements("Fault.House.TEntry", entry, "Entry.padding", "Entry.textarea")
    inside = style.layout("House.TCombobox")
    assert isinstance(inside, list)
    style.layout("Fault.House.TCombobox", [(entry, inside[0][1])])
    for kind in ("TEntry", "TCombobox"):
        styles.set_background(f"Fault.House.{kind}", "card")
