"""Announcements about the game: sounds, remarks beside a spot, and the live text."""

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
from workbench.gui.sound.speaker import PRIORITY, Speaker
from workbench.gui.widgets.tips import Remark
from workbench.seen.names import with_player_names
from workbench.table.audience import Batch


class Announcer:
    """The announcer of events in the shown game. Created once by `install`."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.speaker = Speaker()
        self.remark = Remark(shell.root, shell.look)
        self.was_ours = True  # whether a person was to move at the previous update
        events = shell.events
        events.closing.connect(self.close)
        events.move_made.connect(self.on_move)
        events.event_shown.connect(self.on_event)
        events.board_used.connect(self.hide_remark)
        events.settled.connect(self.on_settled)
        events.spot_pointed.connect(self.on_pointed)
        events.action_refused.connect(self.show_refusal)
        events.screen_covered.connect(self.clear_cursor)

    def close(self) -> None:
        """Stop the sounds at the end of the program."""
        self.hide_remark()
        self.speaker.close()

    def play_sound(self, names: Iterable[str]) -> None:
        """Play the most important of these sounds, if sounds are on. Empty names are ignored."""
        audible = [name for name in names if name]
        if audible and self.shell.settings.sound:
            self.speaker.play(max(audible, key=PRIORITY.index))

    def toggle_sounds(self) -> None:
        """Turn the sounds on or off."""
        self.shell.settings.sound = not self.shell.settings.sound
        self.play_sound(["turn"])

    def on_move(self, batch: Batch, animated: bool) -> None:
        """Play the sound of a move without animation. Otherwise, each event has its own sound."""
        if not animated:
            self.play_sound(boards.sound(self.games.table.info, event) for event in batch.events)

    def on_event(self, event: Event, turn: Sequence[Event], sentence: str) -> None:
        """Play the sound of an animated event, and add its sentence to the live text."""
        self.play_sound([boards.sound(self.games.table.info, event)])
        page = self.live_text
        if page is not None and sentence:
            page.add_event(sentence)

    def on_settled(self) -> None:
        """Play a sound when a person's turn begins."""
        self.hide_remark()
        table, ours = self.games.table, self.games.shown.accepts_moves
        if ours and not self.was_ours and table.state.actor != OVER and len(table.persons) < table.state.seats:
            self.play_sound(["turn"])
        self.was_ours = ours

    def show_refusal(self, reason: str, spot: str) -> None:
        """Show the reason for a refusal beside the spot."""
        view = self.screen.view
        if isinstance(view, BoardView) and view.ground is not None and spot in view.ground.spots:
            x, y = view.place_of(spot)
            self.remark.show(spot, reason, view.winfo_rootx() + x, view.winfo_rooty() + y, round(view.painter.unit / 2))

    def hide_remark(self) -> None:
        """Hide the remark."""
        self.remark.hide()

    # Live text --------------------------------------------------------------------------------------------------------

    @property
    def live_text(self) -> LiveText | None:
        """The live text, or None if it is not shown."""
        page = self.screen.side.page
        return page if isinstance(page, LiveText) else None

    def on_pointed(self, spot: str, detail: str) -> None:
        """Show the spot under the pointer or cursor, and the effect of a click, in the live text."""
        if spot != self.remark.about:
            self.hide_remark()
        page, board = self.live_text, self.screen.board
        if page is None:
            return
        label, point = self.games.shown.move_input.label(spot), self.games.table.point
        description = (
            board.describe_spot(point.fields, spot, point.seat) if board is not None and spot and label == spot else ""
        )
        line = (
            board_words.cursor_at(board.spot_name(label) if board is not None else label, description) if spot else ""
        )
        page.show_cursor(". ".join(filter(None, (line, detail))))

    def clear_cursor(self) -> None:
        """Clear the line about the cursor before another person sees the screen."""
        if self.live_text is not None:
            self.live_text.show_cursor("")

    def fill_live_text(self, page: LiveText, side: SidePages) -> None:
        """Write the position into the live text."""
        table = self.games.table
        live = self.games.layers.first_answer(table, lambda layer: layer.live(table))
        if live is not None:
            page.show_position(live.sentence, live.board, live.events, live.lists)
            return
        hidden = table.screen.covered_for is not None
        last, turn = table.seat_view.last_events(), table.seat_view.turn_events()
        events = turn if all(event in turn for event in last) else (*last, *turn)
        sentences = (
            [] if hidden else [boards.describe_event(table.info, event, table.screen.viewer) for event in events]
        )
        lines = [with_player_names(table.session, sentence) for sentence in sentences]
        board = "" if hidden else boards.text_board(table.point).removesuffix(boards.prompt(table.point)).rstrip()
        game = self.games.shown
        expected = " ".join(filter(None, (captions.status_sentence(game), captions.last_turn_reminder(game))))
        lists: dict[str, list[str]] = {}
        for _, teller in sorted(self.games.live_lists, key=lambda pair: pair[0]):
            lists |= teller()
        page.show_position(expected, board, list(filter(None, lines)), lists)

    # Settings ---------------------------------------------------------------------------------------------------------

    def make_settings(self, parent: ttk.Frame, look: Look, width: int, _: object) -> ttk.Frame:
        """Return a new widget for the settings dialog: a button that plays a sound, and the last failure."""
        box, speaker = ttk.Frame(parent, style="Inner.TFrame"), self.speaker
        status = words.NO_SOUND if not speaker.program else ""
        status = status or (words.sound_fails(speaker.failure) if speaker.failure else words.SOUND_MEANING)
        listen = ttk.Button(box, text=words.LISTEN, style="House.TButton", command=lambda: speaker.play("turn"))
        listen.configure(state="normal" if speaker.program else "disabled")
        listen.pack(anchor="w")
        audible = ttk.Label(box, text=status, style="CardSmall.TLabel", wraplength=width)
        audible.pack(anchor="w", pady=(look.px(6), 0))
        return box
