"""The colours of the window, boards and pieces, one table for each theme."""

from __future__ import annotations

from collections.abc import Mapping

Palette = Mapping[str, str]

LIGHT: Palette = {
    "window": "#F6F4EF", "card": "#FFFFFF", "line": "#DDD7CB", "text": "#24231F", "quiet": "#676359",
    "accent": "#20706A", "on_accent": "#FFFFFF", "wash": "#E4EFEC", "warning": "#A2560B",
    "button": "#F6F4EF", "hover": "#EEEAE1", "pressed": "#E4DFD3", "faint": "#726E64",
    "cell": "#E9E1D0", "cell_edge": "#D2C7B0", "wood": "#DCE5D2", "wood_edge": "#C3CFB5", "wood_deep": "#8FAE78",
    "red": "#C4392F", "blue": "#2C64B0", "green": "#338E52", "yellow": "#E3B72F", "white": "#FBFAF6",
    "black": "#2E2D31",
    "red_edge": "#C4392F", "blue_edge": "#2C64B0", "green_edge": "#2A7A46", "yellow_edge": "#8A6A0C",
    "white_edge": "#676359", "black_edge": "#2E2D31", "black_mark": "#A6A29A", "numeral": "#FFFFFF",
    "pit": "#1E1C17", "pit_edge": "#4A463D", "pit_name": "#CFC9BC",
    "shine": "#FFFFFF", "shadow": "#3A3325", "die": "#FFFFFF", "die_edge": "#4A4840", "pip": "#24231F",
    "indigo": "#2C64B0", "indigo_edge": "#2C64B0", "seat1": "#2B2A33", "seat2": "#7A3FB0", "seat3": "#9A5510",
    "seat4": "#0F6F78",
    "draw_green": "#15781B", "draw_red": "#A3222B", "draw_blue": "#1B4FB5", "draw_yellow": "#D98A00",
}  # fmt: skip

DARK: Palette = {
    "window": "#1C1E20", "card": "#25282B", "line": "#3A3F44", "text": "#E9E7E1", "quiet": "#A6A39B",
    "accent": "#6CC0B6", "on_accent": "#14201F", "wash": "#2A3A39", "warning": "#E2A05A",
    "button": "#1C1E20", "hover": "#2E3236", "pressed": "#373C41", "faint": "#92908A",
    "cell": "#3A3934", "cell_edge": "#504D45", "wood": "#31382F", "wood_edge": "#47513F", "wood_deep": "#5E7F50",
    "red": "#E2695F", "blue": "#6A9FE6", "green": "#77C28E", "yellow": "#EBC65A", "white": "#F2F0EA",
    "black": "#141416",
    "red_edge": "#E2695F", "blue_edge": "#6A9FE6", "green_edge": "#77C28E", "yellow_edge": "#EBC65A",
    "white_edge": "#F2F0EA", "black_edge": "#9A968C", "black_mark": "#A6A29A", "numeral": "#14181C",
    "pit": "#000000", "pit_edge": "#111213", "pit_name": "#A6A39B",
    "shine": "#FFFFFF", "shadow": "#000000", "die": "#25282B", "die_edge": "#C9C6BD", "pip": "#E9E7E1",
    "indigo": "#5B8DEF", "indigo_edge": "#5B8DEF", "seat1": "#F2F0EA", "seat2": "#B98AE8", "seat3": "#D08A3E",
    "seat4": "#58AEBB",
    "draw_green": "#6CC26B", "draw_red": "#D8524A", "draw_blue": "#5C97F2", "draw_yellow": "#F0B93A",
}  # fmt: skip

THEMES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK}
