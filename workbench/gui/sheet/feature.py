"""The sheet feature: the sheet for writing a turn, in place of the moves, and its commands."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from fastcore import Event
from workbench.boards.kit.choices import Sheet
from workbench.game.session import Session
from workbench.gui.play.screen import Place, Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.sheet import words
from workbench.gui.sheet.card import SheetCard
from workbench.gui.sheet.drafting import Drafting
from workbench.gui.sheet.layer import SheetLayer
from workbench.gui.shell.commands import PLAY, Command
from workbench.gui.shell.shell import Shell
from workbench.seen.draft import Draft
from workbench.system.translation import tr
from workbench.table.table import Table

LINE_COMMANDS = {"other_before": "line_up", "other_after": "line_down"}


class Sheets:
    """The drafts of all open games, and the card that shows a draft. Each layout creates a new card."""

    card: SheetCard

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self._drafting: WeakKeyDictionary[Table, Drafting] = WeakKeyDictionary()
        screen.main.add(self._make_card)
        games.layers.add(SheetLayer(self.of, self.draft_of))
        games.live_lists.append((1, self.live_list))
        events = shell.events
        events.settling.connect(lambda: self.here.load_draft())
        events.settled.connect(lambda: self.here.show())
        events.event_shown.connect(self._unfold)
        events.rearranged.connect(lambda: self.card.refresh_layout())
        events.moves_wanted.connect(self._show_moves)
        events.person_left.connect(self._part)
        events.game_closed.connect(lambda table: self._drafting.pop(table, None))

    def of(self, table: Table) -> Drafting:
        """Return the drafting of the game of a table."""
        if table not in self._drafting:
            self._drafting[table] = Drafting(self.games.of(table), self.games, self._show_sheet)
        return self._drafting[table]

    def draft_of(self, table: Table) -> Draft | None:
        """Return the draft of the turn that is being written at a table, or None."""
        drafting = self._drafting.get(table)
        return drafting.draft if drafting is not None else None

    @property
    def here(self) -> Drafting:
        """The drafting of the shown game."""
        return self.of(self.games.table)

    def live_list(self) -> dict[str, list[str]]:
        """Return the lines of the sheet for screen readers, by heading."""
        sheet = self.here.sheet()
        if sheet is None:
            return {}
        return {sheet.head: [words.spoken_line(row.cells, row.why) for row in sheet.rows]}

    def _make_card(self, place: Place) -> None:
        self.card = SheetCard(self.shell, self.games, self.screen, lambda: self.here, place)

    def _show_sheet(self, sheet: Sheet | None) -> None:
        self.card.show(sheet)

    def _unfold(self, event: Event, turn: Sequence[Event], _: str) -> None:
        if not self.games.layers.replays(self.games.table):
            self.here.show_progress(event.fields, turn)

    def _show_moves(self) -> None:
        if self.card.shown:
            self.card.toggle()

    def _part(self, session: Session, seat: int) -> None:
        """Show the next person the sheet first, not the moves."""
        for table, drafting in self._drafting.items():
            if table.session is session:
                drafting.on_top = True


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the sheet and its commands."""
    sheets = Sheets(shell, games, screen)
    shell.add(sheets)
    settings = shell.settings

    def here() -> Drafting:
        return sheets.here

    def preview() -> None:
        settings.preview = not settings.preview
        here().show_preview()

    def not_writing() -> str:
        return "" if here().draft is not None else words.NOT_WRITING

    def no_sheet() -> str:
        return "" if screen.body is not None and sheets.card.sheet is not None else words.NOT_WRITING

    def instead(name: str) -> str:
        """Return the command to run for the key of `name`: the keys that step through moves move a chosen line."""
        draft = here().draft
        return LINE_COMMANDS.get(name, name) if draft is not None and draft.chosen is not None else name

    def shift(by: int) -> None:
        here().move_line(by)

    shell.commands.substitute = instead
    shell.commands.note_keys(1, words.KEYS_HEAD, words.KEYS)
    add = shell.commands.add
    # fmt: off
    add(Command(
        "lock", "edit", words.LOCK, tr("Submit the plan. You cannot change it afterwards."),
        lambda: here().lock(), ("Ctrl+Return",), lambda: here().no_lock(), group=3, modes=PLAY,
        listed=False,
    ))
    add(Command(
        "remove_line", "edit", tr("Remove line"), tr("Remove the selected line, or the last one"),
        lambda: here().remove(), ("Delete",), lambda: here().no_remove(), group=3, modes=PLAY,
        listed=False,
    ))
    add(Command(
        "line_up", "edit", tr("Move line up"), tr("Move the selected line up"), lambda: shift(-1), (),
        lambda: here().no_shift(-1), group=3, modes=PLAY,
        listed=False,
    ))
    add(Command(
        "line_down", "edit", tr("Move line down"), tr("Move the selected line down"), lambda: shift(1), (),
        lambda: here().no_shift(1), group=3, modes=PLAY,
        listed=False,
    ))
    add(Command(
        "preview", "view", tr("Show where the plan leads"),
        tr("Show on the board where your plan leads if nobody interferes"), preview, (), not_writing,
        lambda: settings.preview, group=2,
        listed=False,
    ))
    add(Command(
        "sheet", "view", tr("Command sheet"), tr("Switch between the sheet and the moves"),
        lambda: sheets.card.toggle(), ("Ctrl+L",), no_sheet, lambda: sheets.card.wanted, group=2, modes=PLAY,
        listed=False,
    ))
    # fmt: on
