"""The ttk styles of the window: cards, buttons, fields, check boxes and tables, drawn from small pictures.

A picture keeps its corners and repeats its middle, so one picture serves widgets of every size. Menus and toolkit
dialogs take their colours from the theme.
"""

from __future__ import annotations

import tkinter
from collections.abc import Mapping
from itertools import count
from tkinter import PhotoImage, ttk
from typing import Any

from workbench.gui.look.look import Look

MIDDLE_SIZE = 48  # pixels of the repeated part: small enough to render fast, large enough to need few repetitions
ARROW = '<path d="M-46,-11L-22,13L2,-11" fill="none" stroke="{quiet}" stroke-width="9" stroke-linecap="round"/>'
UP = '<path d="M-34,22L0,-14L34,22" fill="none" stroke="{quiet}" stroke-width="13" stroke-linecap="round"/>'
DOWN = '<path d="M-34,-14L0,22L34,-14" fill="none" stroke="{quiet}" stroke-width="13" stroke-linecap="round"/>'
PADDED = "[lmap entry [$box cget -values] {string cat \u2002 $entry}]"  # a listbox has no padding
_numbers = count()
SIZE, GAP = 20, 6  # size of a check box, and its distance from the label, in pixels at 100 %
BOX = (
    '<rect x="-38" y="-38" width="76" height="76" rx="16" fill="{{{fill}}}" stroke="{{{edge}}}" '
    'stroke-width="{width}"/>{mark}'
)
DOT = '<circle r="39" fill="{{{fill}}}" stroke="{{{edge}}}" stroke-width="{width}"/>{mark}'
TICK = (
    '<path d="M-20,2L-6,17L21,-16" fill="none" stroke="{%s}" stroke-width="10" stroke-linecap="round" '
    'stroke-linejoin="round"/>'
)
CENTRE = '<circle r="16" fill="{%s}"/>'


def plate(look: Look, fill: str, edge: str, radius: float, width: float = 1, ground: str = "") -> PhotoImage:
    """Return a rounded rectangle as a picture.

    An opaque picture is drawn faster: for every repetition of a transparent middle, Tk reads back its background.

    Args:
        look: Scale and colours.
        fill: Palette colour of the inside.
        edge: Palette colour of the border.
        radius: Corner radius in pixels at 100 %.
        width: Border width in pixels at 100 %.
        ground: Palette colour behind the corners; "" for transparent corners.
    """
    palette = look.palette
    line, side = look.px(width), 2 * corner_size(look, radius) + MIDDLE_SIZE
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" viewBox="0 0 {side} {side}">'
        + (f'<rect width="{side}" height="{side}" fill="{palette[ground]}"/>' if ground else "")
        + f'<rect x="{line / 2}" y="{line / 2}" width="{side - line}" height="{side - line}" rx="{look.px(radius)}"'
        f' fill="{palette[fill]}" stroke="{palette[edge]}" stroke-width="{line}"/></svg>'
    )
    return look.picture(svg, side)


def corner_size(look: Look, radius: float) -> int:
    """Return the size of a rounded rectangle's corners in screen pixels."""
    return look.px(radius) + 1


class Styles:
    """The ttk styles in the current look. Created again after each change of the look."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.style = ttk.Style(look.root)
        self.frames()
        self.labels()
        self.buttons()
        self.fields()
        self.scrollbar()
        add_choice_styles(self)
        add_table_style(self)

    def plate_element(
        self,
        fill: str,
        edge: str,
        radius: float,
        width: float = 1,
        states: Mapping[str, tuple[str, str, float]] | None = None,
        part: str = "plate",
        ground: str = "",
    ) -> str:
        """Return the name of a ttk element that draws a rounded rectangle of any size.

        Args:
            fill: Palette colour of the inside.
            edge: Palette colour of the border.
            radius: Corner radius in pixels at 100 %.
            width: Border width in pixels at 100 %.
            states: Fill, edge and width for widget states.
            part: The kind of element, as ttk names it.
            ground: Palette colour behind the corners, if there is only one (faster to draw), or "".
        """
        look = self.look
        key = (look.theme, look.px(1000), fill, edge, radius, width, tuple((states or {}).items()), part, ground)
        element = look.elements.get(key)
        if element is not None:  # Tk never frees elements, so reuse them.
            return element[0]
        name = f"Plate{next(_numbers)}.{part}"
        picture = plate(self.look, fill, edge, radius, width, ground)
        state_pictures = {
            state: plate(self.look, other_fill, other_edge, radius, line, ground)
            for state, (other_fill, other_edge, line) in (states or {}).items()
        }
        look.elements[key] = name, [picture, *state_pictures.values()]
        reach = corner_size(self.look, radius)
        specs: list[Any] = [(*state.split(), state_picture) for state, state_picture in state_pictures.items()]
        self.style.element_create(
            name, "image", picture, *specs, border=reach, padding=0, sticky="nsew", width=2 * reach, height=2 * reach
        )
        return name

    def picture_element(self, part: str, drawings: Mapping[str, str], size: int, **options: Any) -> str:
        """Return the name of a ttk element that shows drawings.

        Args:
            part: The kind of element, as ttk names it.
            drawings: The drawings by widget state; "" is the normal state.
            size: The width in pixels at 100 %.
            options: Options of `ttk.Style.element_create`.
        """
        look = self.look
        key = (look.theme, look.px(1000), part, size, tuple(drawings.items()))
        if key not in look.elements:
            pictures = {state: look.sprite(drawings, state, look.px(size)) for state in drawings}
            name = f"Picture{next(_numbers)}.{part}"
            state_pictures: list[Any] = [(*state.split(), picture) for state, picture in pictures.items() if state]
            self.style.element_create(name, "image", pictures[""], *state_pictures, **({"sticky": ""} | options))
            look.elements[key] = name, [*pictures.values()]
        return look.elements[key][0]

    def nest_elements(self, name: str, *elements: str) -> None:
        """Define a style from nested elements, outermost first."""
        inner: list[tuple[str, dict[str, object]]] = []
        for element in reversed(elements):
            inner = [(element, {"sticky": "nsew", "expand": True, **({"children": inner} if inner else {})})]
        self.style.layout(name, inner)  # type: ignore[arg-type]  # typeshed is stricter than Tk

    def set_background(self, name: str, colour: str) -> None:
        """Set the colour behind the rounded corners of a style, in every state."""
        value = self.look.palette[colour]
        self.style.configure(name, background=value)
        self.style.map(name, background=[("disabled", value), ("!disabled", value)])

    def frames(self) -> None:
        """Define the styles of cards, sheet lines and backgrounds."""
        palette = self.look.palette
        for name, edge, width in (
            ("Card.TFrame", "line", 1),
            ("ActiveCard.TFrame", "accent", 2),
            ("FocusCard.TFrame", "text", 2),
        ):
            self.nest_elements(name, self.plate_element("card", edge, 8, width, ground="window"))
            self.style.configure(name, background=palette["window"])
        for name, fill, edge in (
            ("Sheet", "window", "line"),
            ("SheetNow", "wash", "accent"),
            ("SheetFault", "window", "warning"),
        ):
            self.nest_elements(
                f"{name}.TFrame",
                self.plate_element(fill, edge, 6, states={"focus": (fill, "accent", 2)}, ground="card"),
            )
            self.style.configure(f"{name}.TFrame", background=palette["card"])
        for name, colour in (("Window.TFrame", "window"), ("Inner.TFrame", "card"), ("Line.TFrame", "line")):
            self.style.configure(name, background=palette[colour])

    def labels(self) -> None:
        """Define the styles of labels, by role and background."""
        palette, fonts = self.look.palette, self.look.fonts
        roles = {
            "Text": ("text", "text"), "Quiet": ("quiet", "text"), "Small": ("quiet", "small"),
            "Title": ("quiet", "menu"),
            "Name": ("text", "strong name"), "Strong": ("text", "strong text"), "Head": ("quiet", "strong text"),
            "Points": ("text", "strong points"), "Warning": ("warning", "strong text"),
            "Clock": ("text", "strong name"),
            "Off": ("faint", "small"), "LowClock": ("warning", "strong name"), "Focus": ("accent", "strong name"),
        }  # fmt: skip
        for place, ground in (("Card", "card"), ("Window", "window"), ("Wash", "wash")):
            for role, (colour, font) in roles.items():
                self.style.configure(
                    f"{place}{role}.TLabel",
                    background=palette[ground],
                    foreground=palette[colour],
                    font=fonts[font],
                    padding=0,
                    borderwidth=0,
                )

    def buttons(self) -> None:
        """Define the styles of buttons and of the menu bar."""
        look, palette, style = self.look, self.look.palette, self.style
        for name, fill, hover, edge, text in (
            ("House.TButton", "button", "hover", "line", "text"),
            ("Main.TButton", "accent", "accent", "accent", "on_accent"),
        ):
            strong = "accent" if fill == "button" else "text"
            states = {
                "disabled": ("button", "line", 1),
                "pressed !disabled": ("pressed" if fill == "button" else fill, edge, 1),
                "focus !disabled": (fill, strong, 2),
                "active !disabled": (hover, edge if fill == "button" else "text", 1),
            }
            self.nest_elements(name, self.plate_element(fill, edge, 6, states=states), "Button.padding", "Button.label")
            font, padding = look.fonts["strong text"], (look.px(9), look.px(5))
            style.configure(
                name, background=palette["card"], foreground=palette[text], font=font, padding=padding, anchor="center"
            )
            style.map(name, foreground=[("disabled", palette["faint"])])
            self.set_background(name, "card")
            self.set_background(f"Dialog.{name}", "window")
        self.nest_elements("Icon.TButton", self.plate_element("card", "card", 6, states={
            "active": ("hover", "hover", 1), "focus": ("card", "accent", 2),
        }, ground="card"), "Button.padding", "Button.label")  # fmt: skip
        style.configure("Icon.TButton", padding=look.px(5))
        self.set_background("Icon.TButton", "card")
        self.nest_elements("Bar.TMenubutton", self.plate_element("card", "card", 6, states={
            "selected": ("hover", "hover", 1), "focus": ("card", "accent", 2), "active": ("hover", "hover", 1),
        }, ground="card"), "Menubutton.padding", "Menubutton.label")  # fmt: skip
        font, padding = look.fonts["menu"], (look.px(8), look.px(5))
        style.configure(
            "Bar.TMenubutton", background=palette["card"], foreground=palette["text"], font=font, padding=padding
        )
        self.set_background("Bar.TMenubutton", "card")
        style.map("Bar.TMenubutton", foreground=[("disabled", palette["faint"])])

    def fields(self) -> None:
        """Define the styles of text fields, dropdown lists and spin boxes."""
        look, palette, style = self.look, self.look.palette, self.style
        focus = {"disabled": ("button", "line", 1.0), "focus": ("card", "accent", 2.0)}
        self.nest_elements(
            "House.TEntry", self.plate_element("window", "line", 6, states=focus), "Entry.padding", "Entry.textarea"
        )
        arrow = self.picture_element("downarrow", {"": ARROW}, 18, padding=(0, 0, look.px(6), 0))
        text = (
            "Combobox.padding",
            {"sticky": "nsew", "expand": True, "children": [("Combobox.textarea", {"sticky": "nsew"})]},
        )
        inside = [(arrow, {"side": "right", "sticky": "ns"}), text]
        box = self.plate_element("window", "line", 6, states=focus)
        style.layout("House.TCombobox", [(box, {"sticky": "nsew", "children": inside})])  # type: ignore[list-item]
        self.spinbox(focus)
        for name in ("House.TEntry", "House.TCombobox", "House.TSpinbox"):
            style.configure(
                name, padding=(look.px(9), look.px(5)), foreground=palette["text"], background=palette["card"],
                insertcolor=palette["text"], selectbackground=palette["accent"], selectforeground=palette["on_accent"],
            )  # fmt: skip
            self.set_background(name, "card")
            style.map(name, foreground=[("disabled", palette["faint"])])
        style.map("House.TCombobox", selectbackground=[("readonly", palette["window"])])
        style.map("House.TCombobox", selectforeground=[("readonly", palette["text"])])
        for option, value in (
            ("background", palette["card"]), ("foreground", palette["text"]), ("font", look.fonts["text"].name),
            ("selectBackground", palette["accent"]), ("selectForeground", palette["on_accent"]), ("borderWidth", 0),
            ("highlightThickness", look.px(3)), ("highlightBackground", palette["card"]),
            ("highlightColor", palette["card"]), ("activeStyle", "none"),
        ):  # fmt: skip
            look.root.option_add(f"*TCombobox*Listbox.{option}", value)
        style.layout("ComboboxPopdownFrame", [(self.plate_element("card", "line", 0), {"sticky": "nsew"})])
        style.configure("ComboboxPopdownFrame", padding=2)
        if not look.root.tk.call("info", "commands", "pad_entries"):
            body = f"set box [lindex $call 1]; set ::ttk::combobox::Values($box) {PADDED}"
            look.root.tk.call("proc", "pad_entries", "call args", body)
            listing = "::ttk::combobox::ConfigureListbox"
            look.root.tk.call("trace", "add", "execution", listing, "leave", "pad_entries")

    def spinbox(self, focus: Mapping[str, tuple[str, str, float]]) -> None:
        """Define the style of spin boxes."""
        arrows: list[Any] = []
        for part, drawing, side in (("uparrow", UP, "top"), ("downarrow", DOWN, "bottom")):
            name = self.picture_element(part, {"": drawing}, 12, padding=(0, 0, self.look.px(6), 0))
            arrows.append((name, {"side": side, "sticky": "e"}))
        text = (
            "Spinbox.padding",
            {"sticky": "nsew", "expand": True, "children": [("Spinbox.textarea", {"sticky": "nsew"})]},
        )
        box = self.plate_element("window", "line", 6, states=focus)
        inside = [("null", {"side": "right", "sticky": "", "children": arrows}), text]
        self.style.layout("House.TSpinbox", [(box, {"sticky": "nsew", "children": inside})])  # type: ignore[list-item]

    def scrollbar(self) -> None:
        """Define the styles of scroll bars."""
        for place in ("card", "window"):
            self.scrollbar_on(place)

    def scrollbar_on(self, place: str) -> None:
        """Define the style of scroll bars on the background "card" or "window"."""
        name, ground = (
            "House.Vertical.TScrollbar" if place == "card" else "Window.Vertical.TScrollbar",
            self.look.palette[place],
        )
        # Tk disables a bar whose view fits: such a bar keeps its space but has no thumb.
        states = {
            "disabled": (place, place, 0.0), "active": ("faint", place, 2.0), "pressed": ("faint", place, 2.0),
        }  # fmt: skip
        thumb = self.plate_element("line", place, 4, 2, states, "thumb")
        trough = (
            "Vertical.Scrollbar.trough",
            {"sticky": "ns", "children": [(thumb, {"sticky": "nsew", "expand": True})]},
        )
        self.style.layout(name, [trough])  # type: ignore[list-item]
        self.style.configure(
            name, troughcolor=ground, background=ground, bordercolor=ground, lightcolor=ground, darkcolor=ground,
            borderwidth=0,
            relief="flat",
        )  # fmt: skip


def card(parent: tkinter.Misc, look: Look, active: bool = False, padding: tuple[float, float] = (16, 12)) -> ttk.Frame:
    """Return a new card: a rounded frame with padding in pixels at 100 %."""
    frame = ttk.Frame(parent, style="ActiveCard.TFrame" if active else "Card.TFrame")
    frame.configure(padding=(look.px(padding[0]), look.px(padding[1])))
    return frame


def _state_drawings(outline: str, mark: str) -> Mapping[str, str]:
    """Return the drawings of a check box or radio button by widget state; "" is the normal state."""

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


def add_choice_styles(styles: Styles) -> None:
    """Define the styles of check boxes and radio buttons on a card."""
    look, palette = styles.look, styles.look.palette
    for kind, outline, mark in (("Checkbutton", BOX, TICK), ("Radiobutton", DOT, CENTRE)):
        wide = look.px(SIZE) + look.px(GAP)
        indicator = styles.picture_element("indicator", _state_drawings(outline, mark), SIZE, sticky="w", width=wide)
        name = f"House.T{kind}"
        inside = [(indicator, {"side": "left", "sticky": ""}), (f"{kind}.label", {"side": "left", "sticky": "nsew"})]
        styles.style.layout(name, [(f"{kind}.padding", {"sticky": "nsew", "children": inside})])  # type: ignore[list-item]
        styles.style.configure(
            name, font=look.fonts["text"], foreground=palette["text"], padding=0, indicatormargin=0, borderwidth=0,
        )  # fmt: skip
        styles.style.map(name, foreground=[("disabled", palette["faint"])])
        styles.set_background(name, "card")


def add_table_style(styles: Styles) -> None:
    """Define the style of tables on a card."""
    look, palette, style = styles.look, styles.look.palette, styles.style
    name = "House.Treeview"
    style.layout(name, [("Treeview.treearea", {"sticky": "nsew"})])
    shown = [("Treeitem.image", {"side": "left", "sticky": ""}), ("Treeitem.text", {"sticky": "nswe"})]
    nested = [("Treeitem.indicator", {"side": "left", "sticky": ""}), *shown]
    for kind, parts in ((name, shown), (f"Deep.{name}", nested)):  # without room for an indicator that is never shown
        style.layout(f"{kind}.Item", [("Treeitem.padding", {"sticky": "nswe", "children": parts})])  # type: ignore[list-item]
        style.configure(f"{kind}.Item", padding=(look.px(2), 0))
    style.configure(
        name, font=look.fonts["text"], rowheight=look.px(25), background=palette["card"],
        fieldbackground=palette["card"],
        foreground=palette["text"], borderwidth=0, indent=look.px(4), relief="flat",
    )  # fmt: skip
    style.map(
        name,
        background=[("selected focus", palette["accent"]), ("selected", palette["wash"])],
        foreground=[("selected focus", palette["on_accent"]), ("selected", palette["text"])],
    )
