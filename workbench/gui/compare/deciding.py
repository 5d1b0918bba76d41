"""The chance outcomes that decide a difference, each with its dice or its text, its probability and its effect."""

from __future__ import annotations

import tkinter
from collections.abc import Mapping, Sequence
from tkinter import ttk
from typing import NamedTuple

from fastcore import CHANCE, OVER, State
from fastcore.comparison.difference import Deciding
from workbench.boards.kit.contract import Board
from workbench.gui.compare import words
from workbench.gui.look.look import Look
from workbench.gui.widgets.tips import Tip

MAX = 4  # outcomes shown
DIE = 26  # the side of a picture at 100 %
MAX_MOVES = 200  # moves until the next chance event
CLEAR = 3.0  # standard errors from 0 beyond which an effect is strong


class OutcomePicture(NamedTuple):
    """How an outcome is shown: the drawings of its dice or pieces, or only its text."""

    text: str
    shapes: tuple[str, ...] = ()


def outcome_pictures(state: State, moves: Sequence[str], board: Board | None) -> Mapping[str, OutcomePicture]:
    """Return the pictures of the outcomes of the first chance event after some moves, by the texts of the outcomes.

    The game's greedy policy completes the turn, like the continuation of the games of a comparison.

    Args:
        state: The position.
        moves: The moves of a candidate.
        board: The board of the game, or None.
    """
    state = state.copy()
    for move in moves:
        state.play(move)
    policy = "greedy" if "greedy" in state.info.policies else state.info.policies[0]
    for _ in range(MAX_MOVES):
        if state.actor in (CHANCE, OVER):
            break
        state.play(max(state.policy(policy), key=lambda pair: pair[1])[0])
    if state.actor != CHANCE:
        return {}
    found = {}
    for number, _ in state.chances():
        shapes: tuple[str, ...] = ()
        for event in state.events(number) if board is not None else []:
            if board is not None and board.roll_frames(event):  # its dice stay on the first card
                shapes = next((panel.shapes for panel in board.panels(state.info, event.fields, (event,))), ())
        text = state.move_text(number)
        found[text] = OutcomePicture(text, shapes)
    return found


class DecidingOutcomes:
    """The row of outcomes. Effects that may be chance are drawn in a quiet colour.

    Args:
        parent: The parent widget.
        look: Scale, fonts and colours.
        drawings: The drawings of the board.
    """

    def __init__(self, parent: tkinter.Misc, look: Look, drawings: Mapping[str, str]) -> None:
        self.look, self.drawings = look, drawings
        self.name = ""
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.head = ttk.Label(self.frame, text=words.DECIDING, style="CardQuiet.TLabel")
        self.head.grid(row=0, column=0, columnspan=MAX, sticky="w")
        Tip(look, self.head, lambda: words.DECIDING_TIP.format(name=self.name))
        self.cells: list[tuple[ttk.Frame, list[ttk.Label], ttk.Label, ttk.Label]] = []
        for number in range(MAX):
            self.frame.columnconfigure(number, weight=1, uniform="outcomes")
            cell = ttk.Frame(self.frame, style="Inner.TFrame")
            cell.grid(row=1, column=number, sticky="nw", pady=(look.px(4), 0))
            effect, odds = ttk.Label(cell, style="CardStrong.TLabel"), ttk.Label(cell, style="CardSmall.TLabel")
            effect.grid(row=1, column=0, columnspan=9, sticky="w")
            odds.grid(row=2, column=0, columnspan=9, sticky="w")
            self.cells.append((cell, [], effect, odds))
        self.shown: object = None

    def show(self, outcomes: Sequence[Deciding], pictures: Mapping[str, OutcomePicture], seats: int, name: str) -> None:
        """Show the largest outcomes. `name` is the candidate that a positive difference favours."""
        shown = outcomes[:MAX]
        key = (tuple(shown), name, bool(pictures))
        if key == self.shown:
            return
        self.shown, self.name = key, name
        for number, (cell, labels, effect, odds) in enumerate(self.cells):
            if number >= len(shown):
                cell.grid_remove()
                continue
            cell.grid()
            outcome = shown[number]
            picture = pictures.get(outcome.text, OutcomePicture(outcome.text))
            self._show_picture(cell, labels, picture)
            clear = abs(outcome.difference) > CLEAR * outcome.error
            effect.configure(
                text=words.outcome_effect(seats, outcome.difference),
                style="CardStrong.TLabel" if clear else "CardQuiet.TLabel",
            )
            odds.configure(text=words.probability(outcome.probability))

    def _show_picture(self, cell: ttk.Frame, labels: list[ttk.Label], picture: OutcomePicture) -> None:
        shapes = picture.shapes if all(shape in self.drawings for shape in picture.shapes) else ()
        parts = shapes or ("",)
        while len(labels) < len(parts):
            labels.append(ttk.Label(cell, style="CardText.TLabel"))
            labels[-1].grid(row=0, column=len(labels) - 1, sticky="w", padx=(0, self.look.px(2)))
        for number, label in enumerate(labels):
            if number >= len(parts):
                label.grid_remove()
                continue
            label.grid()
            if shapes:
                image = self.look.sprite(self.drawings, shapes[number], self.look.px(DIE))
                label.configure(image=image, text="")
                label.kept = image  # type: ignore[attr-defined]  # Tk keeps no reference
            else:
                label.configure(image="", text=picture.text)
