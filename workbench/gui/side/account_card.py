"""The list of recent events beside the board. A click on a line shows the board after that event."""

from __future__ import annotations

import tkinter
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from fastcore import GameInfo
from workbench import boards
from workbench.gui.look.look import Look
from workbench.gui.shell.commands import Registry
from workbench.gui.side import words
from workbench.gui.side.playback import Playback
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.step_icons import LINE, STEPS
from workbench.gui.widgets.tips import Tip
from workbench.seen.recap import COVERED, Recap

ICON = 14
DRAWINGS = {
    **{f"account_{name}": drawing for name, drawing in STEPS.items()},
    "account_part_back": f'<path d="M4,-34L-36,0L4,34M38,-34L-2,0L38,34" {LINE}/>',
    "account_part_forward": f'<path d="M-4,-34L36,0L-4,34M-38,-34L2,0L-38,34" {LINE}/>',
    "account_play": (
        '<path d="M-22,-32L32,0L-22,32Z" fill="{accent}" stroke="{accent}" stroke-width="9" stroke-linejoin="round"/>'
    ),
    "pause": '<path d="M-16,-30V30M16,-30V30" fill="none" stroke="{accent}" stroke-width="18" stroke-linecap="round"/>',
}
BUTTONS = (
    "account_start", "account_part_back", "account_back", "account_play", "account_forward", "account_part_forward",
    "account_end",
)  # fmt: skip
KEYS = {
    "Up": "account_back", "Down": "account_forward", "Left": "account_part_back", "Right": "account_part_forward",
    "Home": "account_start", "End": "account_end", "space": "account_play",
}  # fmt: skip


class AccountCard(RichText):
    """The list with its buttons. The line of the replayed event is highlighted, and later ones are faint.

    `named` replaces seats in a text with the names of people.
    """

    def __init__(
        self, parent: tkinter.Misc, look: Look, registry: Registry, playback: Playback, info: GameInfo,
        named: Callable[[str], str],
    ) -> None:  # fmt: skip
        super().__init__(parent, look, (10, 4))
        self.registry, self.playback, self.game, self.named = registry, playback, info, named
        self.shown: tuple[Recap, int | None, bool] | None = None
        palette, px, text = look.palette, look.px, self.text
        text.configure(
            font=look.fonts["text"], spacing1=px(3), spacing2=0, spacing3=px(3), takefocus=1, state="disabled",
            highlightthickness=px(1), highlightbackground=palette["card"], highlightcolor=palette["accent"],
        )  # fmt: skip
        text.tag_configure("line", lmargin1=px(8), lmargin2=px(20), rmargin=px(6))
        text.tag_configure(
            "head", font=look.fonts["strong small"], foreground=palette["quiet"], spacing1=px(8), lmargin1=px(8)
        )
        text.tag_configure("later", foreground=palette["faint"])
        text.tag_configure(
            "now", background=palette["wash"], lmargincolor=palette["wash"], rmargincolor=palette["wash"]
        )
        text.tag_bind("line", "<ButtonRelease-1>", self._clicked)
        text.tag_bind("line", "<Enter>", lambda _: text.configure(cursor="hand2"))
        text.tag_bind("line", "<Leave>", lambda _: text.configure(cursor="arrow"))
        for sequence in ("<B1-Motion>", "<Double-Button-1>", "<Triple-Button-1>"):  # the text cannot be selected
            text.bind(sequence, lambda _: "break")
        for key, name in KEYS.items():
            text.bind(f"<Key-{key}>", partial(self._run, name))
        self._build_buttons()

    def _build_buttons(self) -> None:
        look, px = self.look, self.look.px
        bar = ttk.Frame(self, style="Inner.TFrame", padding=(px(10), 0, px(8), px(4)))
        bar.pack(side="top", fill="x", before=self.bar)
        self.pictures = {name: look.sprite(DRAWINGS, name, px(ICON)) for name in DRAWINGS}
        self.buttons: dict[str, ttk.Button] = {}
        for name in BUTTONS:
            button = self.buttons[name] = ttk.Button(bar, image=self.pictures[name], style="Icon.TButton", takefocus=1)
            button.configure(command=partial(self.registry.run, name))
            button.pack(side="left")
            Tip(look, button, partial(self._tip, name))
        self.leave = ttk.Button(bar, text=words.TO_GAME, style="House.TButton", takefocus=1)
        self.leave.configure(command=partial(self.registry.run, "account_leave"))
        self.leave.pack(side="right")
        Tip(look, self.leave, partial(self._tip, "account_leave"))

    def _tip(self, name: str) -> str:
        command = self.registry[name]
        return command.full_tip

    def show(self) -> None:
        """Show the events and mark the replayed one."""
        playback = self.playback
        now = (playback.recap, playback.at if playback.is_active else None, playback.running and playback.is_active)
        if now == self.shown:
            return
        is_new = self.shown is None or self.shown[0] is not now[0]
        self.shown = now
        if is_new:
            self._write(now[0])
        self._mark(now[1], is_new)
        self.buttons["account_play"].configure(image=self.pictures["pause" if now[2] else "account_play"])
        for name, button in (*self.buttons.items(), ("account_leave", self.leave)):
            button.configure(state="disabled" if self.registry[name].why_not() else "normal")

    def _write(self, account: Recap) -> None:
        self.text.configure(state="normal")
        self.text.delete("1.0", "end")
        turn = None
        for number, frame in enumerate(account.frames, 1):
            if frame.turn != turn:
                turn = frame.turn
                side = self.named(boards.seat_name(self.game, frame.seat)) if frame.seat is not None else ""
                self.add(f"{words.turn(boards.turn_text(self.game, frame.fields, turn), side)}\n", "head")
            self.add(f"{frame.words}\n", "line", f"line{number}")
        if not account.frames:
            self.add(words.COVERED if account is COVERED else words.NOTHING, "head")
        self.text.configure(state="disabled")

    def _mark(self, at: int | None, is_new: bool) -> None:
        """Highlight the line of the replayed event and scroll to it."""
        for tag in ("now", "later"):
            self.text.tag_remove(tag, "1.0", "end")
        number = len(self.shown[0].frames) if self.shown is not None else 0
        for later in range(number if at is None else at, number):
            self.text.tag_add("later", f"line{later + 1}.first", f"line{later + 1}.last")
        if at:
            self.text.tag_add("now", f"line{at}.first", f"line{at}.last")
        if at is None and not is_new:
            return
        last = number if at is None else at
        self.text.see(f"line{last}.first" if last else "1.0")

    def _clicked(self, event: tkinter.Event[tkinter.Misc]) -> None:
        tags = self.text.tag_names(f"@{event.x},{event.y}")
        number = next((int(tag[4:]) for tag in tags if tag.startswith("line") and tag != "line"), 0)
        if number and not self.registry["account_play"].why_not():
            self.playback.show_event(number)

    def _run(self, name: str, _: object) -> str:
        self.registry.run(name)
        return "break"
