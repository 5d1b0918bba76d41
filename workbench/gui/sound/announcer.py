"""Announcements about the game besides the drawing: sounds, the remark beside a spot, and the live text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from tkinter import ttk

from fastcore import OVER, Event
from workbench import boards
from workbench.gui.board import words as board_words
from workbench.gui.board.board_view import BoardView
from workbench.gui.look.look import Look
from workbench.gui.play import captions
from workbench.gui.play.screen import Screen
from workbench.gui.play.side_pages import SidePages
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.sound import words
from workbench.gui.sound.live_text import LiveText
from workbench.gui.sound.sounds import WEIGHT
from workbench.gui.sound.speaker import Speaker
from workbench.gui.widgets.tips import Remark
from workbench.seen.names import by_name
from workbench.table.audience import Batch


class Announcer:
    """Announces what happens in the shown game."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.speaker = Speaker()
        self.remark = Remark(shell.root, shell.look)
        self.ours = True  # whether it was a person's turn when last looked at
        events = shell.events
        events.closing.connect(self.close)
        events.happened.connect(self.happened)
        events.stepped.connect(self.step)
        events.touched.connect(self.hush)
        events.settled.connect(self.settled)
        events.pointed.connect(self.at)
        events.refused.connect(self.refuse)
        events.covered.connect(self.forget)

    def close(self) -> None:
        self.hush()
        self.speaker.close()

    def sound(self, names: Iterable[str]) -> None:
        """Play the most important of these sounds, if sounds are wanted."""
        heard = [name for name in names if name]
        if heard and self.shell.settings.sound:
            self.speaker.play(max(heard, key=WEIGHT.index))

    def switch(self) -> None:
        """Turn the sounds on or off."""
        self.shell.settings.sound = not self.shell.settings.sound
        self.sound(["turn"])

    def happened(self, batch: Batch, animated: bool) -> None:
        """Play the sound of a move. An animated move has a sound for each step instead."""
        if not animated:
            self.sound(boards.sound(self.games.table.info, event) for event in batch.events)

    def step(self, event: Event, turn: Sequence[Event], told: str) -> None:
        self.sound([boards.sound(self.games.table.info, event)])
        page = self.page
        if page is not None and told:
            page.tell(told)

    def settled(self) -> None:
        """Play a sound if it has become a person's turn."""
        self.hush()
        table, ours = self.games.table, self.games.shown.ours
        if ours and not self.ours and table.state.actor != OVER and len(table.persons) < table.state.seats:
            self.sound(["turn"])
        self.ours = ours

    def refuse(self, reason: str, spot: str) -> None:
        """Say beside the spot why it cannot be chosen."""
        view = self.screen.view
        if isinstance(view, BoardView) and view.ground is not None and spot in view.ground.spots:
            x, y = view.place_of(spot)
            self.remark.show(spot, reason, view.winfo_rootx() + x, view.winfo_rooty() + y, round(view.painter.unit / 2))

    def hush(self) -> None:
        self.remark.hide()

    # The live text ----------------------------------------------------------------------------------------------------

    @property
    def page(self) -> LiveText | None:
        page = self.screen.side.page
        return page if isinstance(page, LiveText) else None

    def at(self, spot: str, detail: str) -> None:
        """Write the spot under the pointer or cursor, and the effect of a click, into the live text."""
        if spot != self.remark.about:
            self.hush()
        page, board = self.page, self.screen.board
        if page is None:
            return
        label, point = self.games.shown.move_input.label(spot), self.games.table.point
        what = board.standing_on(point.fields, spot, point.seat) if board is not None and spot and label == spot else ""
        line = board_words.cursor_at(board.called(label) if board is not None else label, what) if spot else ""
        page.cursor(". ".join(filter(None, (line, detail))))

    def forget(self) -> None:
        """Clear the text about the cursor, so that the next person does not read it."""
        if self.page is not None:
            self.page.cursor("")

    def show(self, page: LiveText, side: SidePages) -> None:
        """Write the position into the live text."""
        table = self.games.table
        live = self.games.layers.first(table, lambda layer: layer.live(table))
        if live is not None:
            page.show(live.sentence, live.board, live.events, live.lists)
            return
        hidden = table.screen.covered_for is not None
        last, turn = table.seat_view.last_events(), table.seat_view.turn_events()
        events = turn if all(event in turn for event in last) else (*last, *turn)
        sentences = [] if hidden else [boards.tell(table.info, event, table.screen.viewer) for event in events]
        told = [by_name(table.session, sentence) for sentence in sentences]
        board = "" if hidden else boards.text_board(table.point).removesuffix(boards.expects(table.point)).rstrip()
        game = self.games.shown
        expected = " ".join(filter(None, (captions.sentence(game), captions.reminder(game))))
        lists: dict[str, list[str]] = {}
        for _, teller in sorted(self.games.tellers, key=lambda pair: pair[0]):
            lists |= teller()
        page.show(expected, board, list(filter(None, told)), lists)

    # Settings ---------------------------------------------------------------------------------------------------------

    def setting(self, parent: ttk.Frame, look: Look, width: int) -> ttk.Frame:
        """A button in the settings that plays a sound, and whether this system can."""
        box, speaker = ttk.Frame(parent, style="Inner.TFrame"), self.speaker
        said = words.NO_SOUND if not speaker.program else ""
        said = said or (words.sound_fails(speaker.broken) if speaker.broken else words.SOUND_MEANING)
        listen = ttk.Button(box, text=words.LISTEN, style="House.TButton", command=lambda: speaker.play("turn"))
        listen.configure(state="normal" if speaker.program else "disabled")
        listen.pack(anchor="w")
        heard = ttk.Label(box, text=said, style="CardSmall.TLabel", wraplength=width)
        heard.pack(anchor="w", pady=(look.px(6), 0))
        return box
