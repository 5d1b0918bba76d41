"""Buttons for steps of a move that have no spot, such as an amount to pay, and for moves that end on the same spot."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Protocol

from workbench.boards.kit.choices import Choice
from workbench.gui.board import words as board_words
from workbench.gui.look.look import Look
from workbench.gui.look.styles import card
from workbench.gui.widgets.keys import focused, on_enter
from workbench.gui.widgets.tips import Tip

GAP = 8  # pixels between two buttons at 100 %


class Presser(Protocol):
    """A handler of the buttons' events."""

    def on_click(self, spot: str) -> None:
        """Handle a press of the button of a choice."""

    def on_hover(self, spot: str) -> None:
        """Handle the pointer or focus on the button of a choice ("" for none)."""


class ChoiceBar:
    """A card with a button for each choice in `shown`, hidden if there are neither choices nor a note.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        width: The width in pixels.
        row: The row in the parent's grid.
        presser: The handler of the buttons.
        board: The widget that gets the focus if a button had it and no button is enabled any more.
        kept: The height of the card while it shows a note, in rows of buttons.
    """

    def __init__(
        self,
        parent: tkinter.Misc,
        look: Look,
        width: int,
        row: int,
        presser: Presser,
        board: tkinter.Misc,
        kept: int = 1,
    ) -> None:
        self.look, self.presser, self.board, self.row, self.kept = look, presser, board, row, kept
        self.width = width - 2 * look.px(12)
        self.frame = card(parent, look, padding=(12, 10))
        self.inside = ttk.Frame(self.frame, style="Inner.TFrame", width=self.width)
        self.inside.pack(fill="x")
        self.shown: tuple[Choice, ...] = ()
        self.note = ttk.Label(self.inside, style="CardQuiet.TLabel")
        self.lead = ttk.Label(self.inside, style="CardText.TLabel")
        self.buttons: list[ttk.Button] = []
        self._add(0)

    def show(self, choices: Sequence[Choice], note: str = "", main: bool = False, lead: str = "") -> None:
        """Show a button for each choice. If a button had the focus, the first enabled one gets it.

        Args:
            choices: The choices.
            note: The text shown if there are no choices. The card then keeps its height, so that nothing moves.
            main: Whether all buttons are emphasised.
            lead: A text before the buttons that says what they choose, or "".
        """
        if (tuple(choices), note, lead) == (self.shown, str(self.note.cget("text")), str(self.lead.cget("text"))):
            return
        self.note.configure(text=note)
        self.lead.configure(text=lead)
        self.shown = tuple(choices)
        while len(self.buttons) < len(choices):
            self._add(len(self.buttons))
        focus = focused(self.frame)
        for button, choice in zip(self.buttons, choices, strict=False):
            button.configure(
                text=board_words.with_key(choice.label, choice.key), state="disabled" if choice.why else "normal"
            )
            button.configure(style="Main.TButton" if main or choice.proposed else "House.TButton")
            place = choice.label.lower().find(choice.key.lower()) if choice.key else -1
            button.configure(underline=place)
        self._place(len(choices))
        if choices or note:
            self.frame.grid(row=self.row, column=0, sticky="ew", pady=(self.look.px(12), 0))
        else:
            self.frame.grid_remove()
        if focus in self.buttons:
            usable = [button for button, choice in zip(self.buttons, choices, strict=False) if not choice.why]
            (usable[0] if usable else self.board).focus_set()

    def _place(self, count: int) -> None:
        gap = self.look.px(GAP)
        x = y = 0
        height = self.buttons[0].winfo_reqheight()
        if count:
            self.note.place_forget()
        else:
            self.note.place(x=self.look.px(4), y=height // 2, anchor="w")
        if count and self.lead.cget("text"):
            self.lead.place(x=0, y=height // 2, anchor="w")
            x = self.lead.winfo_reqwidth() + gap
        else:
            self.lead.place_forget()
        for number, button in enumerate(self.buttons):
            if number >= count:
                button.place_forget()
                continue
            wide = min(button.winfo_reqwidth(), self.width)
            if x and x + wide > self.width:
                x, y = 0, y + height + gap
            button.place(x=x, y=y, width=wide, height=height)
            x += wide + gap
        least = self.kept * (height + gap) - gap if self.note.cget("text") else 1
        self.inside.configure(height=max(least, y + height))

    def _add(self, number: int) -> None:
        button = ttk.Button(self.inside, style="House.TButton", takefocus=1, command=partial(self._press, number))
        on_enter(button, partial(self._on_enter, number))
        button.bind("<Control-Key-Return>", lambda _: None)  # Ctrl+Enter is a command of the window
        for sequence in ("<Enter>", "<FocusIn>"):
            button.bind(sequence, partial(self._on_hover, number), add="+")
        for sequence in ("<Leave>", "<FocusOut>"):
            button.bind(sequence, lambda _: self.presser.on_hover(""), add="+")
        Tip(self.look, button, lambda: self._tip(number))
        self.buttons.append(button)

    def _on_enter(self, number: int, _: object) -> str:
        self._press(number)
        return "break"

    def _press(self, number: int) -> None:
        if number < len(self.shown):
            self.presser.on_click(self.shown[number].spot)

    def _on_hover(self, number: int, _: object) -> None:
        if number < len(self.shown):
            self.presser.on_hover(self.shown[number].spot)

    def _tip(self, number: int) -> str:
        if number >= len(self.shown):
            return ""
        choice = self.shown[number]
        return choice.why or board_words.press(choice.key, choice.proposed)


class MoveCard:
    """A card on the board with a button for each of several moves that end on the same spot."""

    def __init__(self) -> None:
        self.frame: ttk.Frame | None = None
        self.buttons: list[ttk.Button] = []

    def open(
        self, board: tkinter.Misc, look: Look, title: str, moves: Sequence[tuple[str, Callable[[], None]]],
        place: tuple[int, int, int],
        closed: Callable[[], None],
    ) -> None:  # fmt: skip
        """Show the card beside a spot. The first button gets the focus.

        Args:
            board: The widget that shows the board, which gets the focus back.
            look: Scale, fonts and colours.
            title: The heading.
            moves: The label and the action of each button.
            place: The point of the spot on the board, and the distance around it that stays free.
            closed: Called after the card was closed without a choice.
        """
        self.close()
        px, size = look.px, (board.winfo_width(), board.winfo_height())
        frame = self.frame = card(board, look, active=True, padding=(12, 10))
        ttk.Label(frame, text=title, style="CardHead.TLabel").pack(anchor="w", pady=(0, px(GAP)))
        self.buttons = []
        for number, (label, call) in enumerate(moves):
            button = ttk.Button(frame, text=label, style="House.TButton", takefocus=1)
            press = partial(self._press, board, call)
            button.configure(command=press)
            button.pack(fill="x", pady=(px(GAP) if number else 0, 0))
            on_enter(button, lambda _, press=press: press())  # type: ignore[misc]
            button.bind("<Escape>", lambda _: self._leave(board, closed))
            button.bind("<FocusOut>", lambda _: self._focus_left(closed))
            for key, step in {"Up": -1, "Down": 1, "Left": -1, "Right": 1}.items():
                button.bind(f"<Key-{key}>", partial(self._step, number + step))
            self.buttons.append(button)
        frame.update_idletasks()  # for its size
        x, y, clear = place
        width, height = frame.winfo_reqwidth(), frame.winfo_reqheight()
        left = x + clear if x + clear + width <= size[0] else x - clear - width
        frame.place(x=max(0, min(left, size[0] - width)), y=max(0, min(y - height // 2, size[1] - height)))
        frame.lift()
        self.buttons[0].focus_set()

    def close(self) -> None:
        """Close the card if it is open."""
        frame, self.frame, self.buttons = self.frame, None, []
        if frame is not None and frame.winfo_exists():
            frame.destroy()

    def _press(self, board: tkinter.Misc, call: Callable[[], None]) -> str:
        self.close()
        board.focus_set()
        call()
        return "break"

    def _leave(self, board: tkinter.Misc, closed: Callable[[], None]) -> str:
        self.close()
        board.focus_set()
        closed()
        return "break"

    def _focus_left(self, closed: Callable[[], None]) -> None:
        """Close the card when the focus has gone to another part of the window."""
        frame = self.frame
        if frame is None:
            return
        new = focused(frame)
        if new is not None and new not in self.buttons:
            self.close()
            closed()

    def _step(self, number: int, _: object) -> str:
        self.buttons[number % len(self.buttons)].focus_set()
        return "break"
