"""Plays a script in a window and notes what the window tells whenever the spy may look."""

from __future__ import annotations

import difflib
from hashlib import sha256
from pathlib import Path

from msgspec import structs

from tests.gui.whole.leak_scripts import Script
from tests.kit import dumps
from tests.kit.windows import Tested, arrive, root, wait
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.viewing import Viewing
from workbench.records.files import read
from workbench.table.bots import Answer
from workbench.table.setup import Setup
from workbench.table.table import Table
from workbench.thinking.thinker import Failed

PICTURES: list[bytes] = []  # on the clipboard


class Player:
    """Does what a script says in a window, and notes what it tells whenever the spy may look."""

    def __init__(self, window: Tested, script: Script, other: bool, saved: Path) -> None:
        self.window, self.script, self.other, self.saved = window, script, other, saved
        self.person: int | None = None  # who is before the screen
        self.told: list[tuple[str, list[str]]] = []
        self.hovers = 0  # places that were pointed at

    def play(self) -> list[tuple[str, list[str]]]:
        self.begin()
        for number, act in enumerate(self.script.acts):
            getattr(self, f"do_{act.kind}")(act.other if self.other else act.one)
            self.look(f"{number} {act}")
        return self.told

    def begin(self) -> None:
        window, script = self.window, self.script
        window.settings.side = ""
        window.reveals.instead = None
        if window.screen.side.kind:
            window.screen.side.put_away()
        while len(window.tabs.open) > 1:
            window.tabs.close(0)
        window.settings.why, window.settings.graph, window.settings.names, window.settings.preview = (
            False,
            True,
            False,
            True,
        )
        window.moves.below.lay_out()
        window.drafting.on_top = True
        # The player of a second table shows their hand, and goes.
        window.table.begin(Setup(script.spec, (PERSON,) * len(script.seats), 10**6 + self.other))
        self.rest()
        window.table.take_over()
        point = window.playing.point
        if window.drafting.draft is not None:
            window.playing.play(point.move_text(point.moves()[self.other]))
        window.tabs.begin(Setup(script.spec, script.seats, script.number))
        window.tabs.closed.clear()
        window.games.hand_over.person = None
        window.games.sitting.person = None
        window.playing.begun()
        window.root.clipboard_clear()
        window.notice.take_away()
        window.screen.view.forget() if isinstance(window.screen.view, BoardView) else None
        window.shell.status.clear()
        self.rest()

    def rest(self) -> None:
        """Let the window do all that it has to."""
        window = self.window
        root().update()
        wait(lambda: not window.playing.presenter.busy)
        arrive()
        if isinstance(window.screen.view, BoardView):
            wait(lambda: not window.screen.view.painter.hasty)  # type: ignore[union-attr]
        window.paper_form.background.finish()
        window.files.background.finish()
        window.paper_form.follow()
        root().update_idletasks()

    def look(self, why: str) -> None:
        root().update()
        screen = self.window.table.screen
        wait(lambda: not self.window.playing.presenter.busy)
        if self.person == self.script.spy or screen.covered_for is not None or screen.viewer is None:
            self.rest()
            if self.window.shell.status.extra is not None:  # a report that somebody else was offered
                self.window.shell.status.extra.invoke()
            told = dumps.dump(self.window)
            told.append(f"pictures {[sha256(png).hexdigest() for png in PICTURES]}")
            if screen.viewer == self.script.spy and screen.session is self.main.session:
                told.append(dumps.own_record(screen.session, self.script.spy))
            self.told.append((why, told))

    @property
    def main(self) -> Table:
        return self.window.tabs.open[1].table

    # What is done -----------------------------------------------------------------------------------------------------

    def do_seat(self, _: object) -> None:
        table = self.window.table
        if table.screen.reading is not None and table.screen.handing_to is not None:
            table.hand_over()
            self.look("hand over")
        table.take_over()
        self.person = table.screen.viewer

    def do_run(self, name: object) -> None:
        self.window.registry.run(str(name))

    def do_home(self, _: object) -> None:
        self.window.playing.skip()
        self.window.playing.move_input.cancel()
        if self.window.table.browsing.node is not None:
            self.window.table.look(self.window.table.session.here)

    def do_undo(self, _: object) -> None:
        table = self.window.table
        table.session.document.undo_for(None)
        table.undo()

    def do_redo(self, _: object) -> None:
        self.window.table.session.document.undo_for(None)
        self.window.table.redo()

    def do_take_back(self, _: object) -> None:
        self.window.table.take_back()

    def do_move(self, text: object) -> None:
        table = self.window.table
        (table if table.session.waits_for == "bot" else self.window.playing).play(str(text))

    def do_plan(self, moves: object) -> None:
        self.do_half(moves)
        self.window.drafting.lock()

    def do_half(self, moves: object) -> None:
        drafting = self.window.drafting
        assert drafting.draft is not None
        while drafting.draft.moves:
            drafting.remove()
        for move in moves:  # type: ignore[attr-defined]
            self.window.playing.play(move)

    def do_note(self, text: object) -> None:
        self.window.paper_form.pen()((0, 0), str(text))

    def do_type(self, text: object) -> None:
        self.window.shell.status.clear(str(text))

    def do_comment(self, said: tuple[int, str]) -> None:
        (seat, text), session = said, self.main.session
        self.main.revise(lambda: session.document.annotations.comment(session.here, text, seat))

    def do_save(self, _: object) -> None:
        """What is saved of a seat, if it is the spy's."""
        files = self.window.files
        for _, save in files.seat_choices():
            save()
            files.background.finish()
            record = read(self.saved)
            self.saved.unlink()
            if self.person == self.script.spy:
                self.told.append(("saved", [str(structs.replace(record, created=""))]))

    def do_picture(self, _: object) -> None:
        self.window.registry.run("copy_picture")
        self.window.shell.feature(Viewing).background.finish()

    def do_remark(self, text: object) -> None:
        self.window.registry.run("comment")
        assert self.window.moves.card.editor is not None
        self.window.moves.card.editor.insert("1.0", str(text))
        self.look("a comment is written")
        self.do_tab(None)

    def do_fault(self, broken: tuple[str, int]) -> None:
        text, take = broken
        self.window.fault(ValueError, ValueError(text), None)
        self.window.faults.pop()  # it was to be seen
        assert self.window.shell.status.extra is not None
        if take:
            self.window.shell.status.extra.invoke()

    def do_broke(self, reason: object) -> None:
        """The bot whose turn it is broke."""
        table = self.window.table
        table.take_in(
            Answer("turn", table.bots.players[table.state.actor], Failed(0, str(reason), "random broke while thinking"))
        )
        self.look("a bot broke")
        table.bots.resume()

    def do_players(self, taken: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        table = self.window.table
        table.change_seats(*taken)
        self.person = table.screen.viewer

    def do_resign(self, _: object) -> None:
        """What lies open until it is undone is for everybody, and not looked at."""
        self.window.registry.run("resign")
        self.rest()
        self.do_undo(None)
        self.person = self.window.table.screen.viewer

    def do_hover(self, number: object) -> None:
        """Point at one place of the ground, whatever it is for, and at one that leads on."""
        view, touch = self.window.screen.view, self.window.playing.move_input
        if not isinstance(view, BoardView):
            return
        for spots in (view.ground.spots if view.ground is not None else (), touch.entry.open):
            if spots:
                touch.hovered(sorted(spots)[int(str(number)) % len(spots)])
                self.hovers += 1
                self.look("pointed at")
        touch.hovered("")

    def do_tab(self, _: object) -> None:
        self.window.tabs.show(0)
        self.look("the other table")
        self.window.tabs.show(1)
        self.look("back")


def compare(window: Tested, script: Script, saved: Path) -> tuple[int, int]:
    """The number of looks that were compared, and how often a place was pointed at."""
    players = [Player(window, script, other, saved) for other in (False, True)]
    first, second = (player.play() for player in players)
    assert [why for why, _ in first] == [why for why, _ in second]
    for (why, one), (_, other) in zip(first, second, strict=True):
        if one != other:
            lines = list(difflib.unified_diff(one, other, lineterm="", n=0))[:24]
            raise AssertionError(f"{script.spec} {script.number}, seat {script.spy}, at {why}:\n" + "\n".join(lines))
    return len(first), sum(player.hovers for player in players)
