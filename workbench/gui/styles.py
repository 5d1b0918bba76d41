"""The window's own ttk styles: rounded cards, buttons, fields and bars, stretched from small pictures.

A picture keeps its corners and repeats its middle, so that one serves widgets of every size.
"""

from __future__ import annotations

from itertools import count
from typing import Mapping

import ttkbootstrap as ttk
from ttkbootstrap.style import El, image_element, layout, register_style, state_map

from workbench.gui.look import Look

MIDDLE = 48  # pixels of the part that repeats: small enough to render fast, large enough to repeat seldom
_numbers = count()


def plate(look: Look, fill: str, edge: str, radius: float, width: float = 1) -> tuple[object, int]:
    """A rounded rectangle as a picture, and how far in its corners reach."""
    palette = look.palette
    reach, line = look.px(radius) + 1, look.px(width)
    side = 2 * reach + MIDDLE
    inset = line / 2
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">'
        f'<rect x="{inset}" y="{inset}" width="{side - line}" height="{side - line}" rx="{look.px(radius)}"'
        f' fill="{palette[fill]}" stroke="{palette[edge]}" stroke-width="{line}"/></svg>'
    )
    return look.picture(svg, side), reach


class Styles:
    """Every style of ours in the present look. Made again after each change of the look."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.style = look.root.style
        self.kept: list[object] = []  # pictures in use
        self.frames()
        self.labels()
        self.buttons()
        self.fields()

    def element(
        self,
        fill: str,
        edge: str,
        radius: float,
        width: float = 1,
        states: Mapping[str, tuple[str, str, float]] | None = None,
        part: str = "plate",
    ) -> str:
        """A stretched rounded rectangle as a ttk element; `states`: state -> (fill, edge, width); `part`: what ttk calls it."""
        name = f"Plate{next(_numbers)}.{part}"
        picture, reach = plate(self.look, fill, edge, radius, width)
        self.kept.append(picture)
        others = {}
        for state, (other_fill, other_edge, other_width) in (states or {}).items():
            others[state], _ = plate(self.look, other_fill, other_edge, radius, other_width)
        self.kept += others.values()
        least = {"width": 2 * reach, "height": 2 * reach}
        image_element(self.style, name, default=picture, states=others, border=reach, padding=0, sticky="nsew", **least)
        return name

    def frames(self) -> None:
        palette = self.look.palette
        for name, edge, width in (("Card.TFrame", "line", 1), ("ActiveCard.TFrame", "accent", 2)):
            layout(self.style, name, El(self.element("card", edge, 8, width), sticky="nsew"))
            self.style.configure(name, background=palette["window"])
        for name, colour in (("Window.TFrame", "window"), ("Inner.TFrame", "card"), ("Line.TFrame", "line")):
            register_style(self.style, name)
            self.style.configure(name, background=palette[colour])

    def labels(self) -> None:
        palette, fonts = self.look.palette, self.look.fonts
        for place, ground in (("Card", "card"), ("Window", "window")):
            for role, colour, font in (
                ("Text", "text", "text"), ("Quiet", "quiet", "text"), ("Small", "quiet", "small"), ("Name", "text", "strong name"),
                ("Strong", "text", "strong text"), ("Head", "quiet", "strong text"), ("Points", "text", "strong points"),
                ("Title", "quiet", "menu"), ("Warning", "warning", "strong text"), ("Big", "text", "strong menu"),
            ):  # fmt: skip
                name = f"{place}{role}.TLabel"
                register_style(self.style, name)
                self.style.configure(name, background=palette[ground], foreground=palette[colour], font=fonts[font], padding=0, borderwidth=0)

    def buttons(self) -> None:
        look, palette = self.look, self.look.palette
        for name, fill, hover, edge, text in (
            ("House.TButton", "button", "hover", "line", "text"),
            ("Main.TButton", "accent", "accent", "accent", "on_accent"),
        ):
            border = self.element(
                fill,
                edge,
                6,
                states={
                    "pressed !disabled": ("pressed" if fill == "button" else fill, edge, 1),
                    "focus !disabled": (fill, "accent" if fill == "button" else "text", 2),
                    "hover !disabled": (hover, edge if fill == "button" else "text", 1),
                },
            )
            inner = El("Button.padding", sticky="nsew", children=[El("Button.label", sticky="nsew")])
            layout(self.style, name, El(border, sticky="nsew", children=[inner]))
            self.style.configure(
                name, background=palette["card"], foreground=palette[text], font=look.fonts["strong text"],
                padding=(look.px(9), look.px(5)), anchor="center",
            )  # fmt: skip
            state_map(self.style, name, foreground={"disabled": palette["faint"]})
        layout(self.style, "Icon.TButton", El("Button.padding", sticky="nsew", children=[El("Button.label", sticky="nsew")]))
        self.style.configure("Icon.TButton", background=palette["card"], padding=look.px(4))
        state_map(self.style, "Icon.TButton", background={"hover": palette["hover"], "focus": palette["wash"]})
        layout(
            self.style, "Bar.TMenubutton",
            El("Menubutton.padding", sticky="nsew", children=[El("Menubutton.label", sticky="nsew")]),
        )  # fmt: skip
        self.style.configure(
            "Bar.TMenubutton", background=palette["card"], foreground=palette["text"], font=look.fonts["menu"],
            padding=(look.px(8), look.px(5)),
        )  # fmt: skip
        state_map(
            self.style, "Bar.TMenubutton",
            background={"active": palette["hover"], "pressed": palette["hover"], "focus": palette["wash"]},
        )  # fmt: skip

    def fields(self) -> None:
        look, palette = self.look, self.look.palette
        border = self.element("window", "line", 6, states={"focus": ("card", "accent", 2)})
        text = El("Entry.textarea", sticky="nsew")
        layout(self.style, "House.TEntry", El(border, sticky="nsew", children=[El("Entry.padding", sticky="nsew", children=[text])]))
        self.style.configure(
            "House.TEntry", padding=(look.px(9), look.px(5)), foreground=palette["text"], background=palette["card"],
            insertcolor=palette["text"], selectbackground=palette["accent"], selectforeground=palette["on_accent"],
        )  # fmt: skip
        thumb = self.element("line", "card", 4, 2, {"active": ("faint", "card", 2), "pressed": ("faint", "card", 2)}, "thumb")
        trough = El("Vertical.Scrollbar.trough", sticky="ns", children=[El(thumb, sticky="nsew", expand=True)])
        layout(self.style, "House.Vertical.TScrollbar", trough)
        self.style.configure(
            "House.Vertical.TScrollbar", troughcolor=palette["card"], background=palette["card"], bordercolor=palette["card"],
            lightcolor=palette["card"], darkcolor=palette["card"], borderwidth=0, relief="flat",
        )  # fmt: skip


def card(parent: ttk.Misc, look: Look, active: bool = False, padding: tuple[float, float] = (16, 12)) -> ttk.Frame:
    """A card: a rounded frame with room inside."""
    frame = ttk.Frame(parent, style="ActiveCard.TFrame" if active else "Card.TFrame")
    frame.configure(padding=(look.px(padding[0]), look.px(padding[1])))
    return frame
