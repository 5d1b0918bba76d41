"""A player of leak scripts: plays a script in a window and records what the spy can see."""

from __future__ import annotations

import difflib
from hashlib import sha256
from pathlib import Path

from msgspec import structs

from tests.gui.whole.leak_scripts import Script
from tests.kit import dumps
from tests.kit.windows import TestedWindow, flush_events, root, wait
from workbench.game.session import PERSON
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.viewing import Viewing
from workbench.records.files import read
from workbench.table.requests import Answer
from workbench.table.setup import Setup
from workbench.table.table import Table
from workbench.thinking.thinker import Failed

PICTURES: list[bytes] = []  # images copied to the clipboard


class Player:
    """Plays one variant of a script and records what the window shows whenever the spy may look."""

    def __init__(self, window: TestedWindow, script: Script, second: bool, saved: Path) -> None:
        self.window, self.script, self.second, self.saved = window, script, second, saved
        self.person: int | None = None  # the seat at the screen
        self.looks: list[tuple[str, list[str]]] = []
        self.hovers = 0  # number of hovered spots

    def play(self) -> list[tuple[str, list[str]]]:
        self.begin()
        for number, act in enumerate(self.script.acts):
            getattr(self, f"do_{act.kind}")(act.second if self.second else act.first)
            self.look(f"{number} {act}")
        return self.looks

    def begin(self) -> None:
        window, script = self.window, self.script
        window.settings.side = ""
        window.reveals.replaced_page = None
        if window.screen.side.kind:
            window.screen.side.close()
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
        # A player of a second table reveals their hand and leaves.
        window.table.begin(Setup(script.spec, (PERSON,) * len(script.seats), 10**6 + self.second))
        self.finish_pending()
        window.table.take_over()
        point = window.playing.point
        if window.drafting.draft is not None:
            window.playing.play(point.move_text(point.moves()[self.second]))
        window.tabs.begin(Setup(script.spec, script.seats, script.number))
        window.tabs.closed.clear()
        window.games.hand_over.person = None
        window.games.screen_owner.person = None
        window.playing.show_position()
        window.root.clipboard_clear()
        window.notice.dismiss()
        window.screen.view.clear_pointer() if isinstance(window.screen.view, BoardView) else None
        window.shell.status.set_typed_text()
        self.finish_pending()

    def finish_pending(self) -> None:
        """Let the window finish all pending work."""
        window = self.window
        root().update()
        wait(lambda: not window.playing.presenter.busy)
        flush_events()
        if isinstance(window.screen.view, BoardView):
            wait(lambda: not window.screen.view.painter.stretched)  # type: ignore[union-attr]
        window.paper_form.background.finish()
        # An ended game is saved, and its tab loses the mark of an unsaved game, at the next poll.
        window.tabs.poll()
        window.files.save_ended_games()
        window.files.background.finish()
        window.tabs.poll()
        window.paper_form.update()
        root().update_idletasks()

    def look(self, occasion: str) -> None:
        root().update()
        screen = self.window.table.screen
        wait(lambda: not self.window.playing.presenter.busy)
        if self.person == self.script.spy or screen.covered_for is not None or screen.viewer is None:
            self.finish_pending()
            if self.window.shell.status.extra is not None:  # an error report offered to another player
                self.window.shell.status.extra.invoke()
            texts = dumps.dump_window(self.window)
            texts.append(f"pictures {[sha256(png).hexdigest() for png in PICTURES]}")
            if screen.viewer == self.script.spy and screen.session is self.main.session:
                texts.append(dumps.own_record(screen.session, self.script.spy))
            self.looks.append((occasion, texts))

    @property
    def main(self) -> Table:
        return self.window.tabs.open[1].table

    # Acts -------------------------------------------------------------------------------------------------------------

    def do_seat(self, _: object) -> None:
        table = self.window.table
        if table.screen.reading_seat is not None and table.screen.handover_seat is not None:
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
            self.window.table.view_node(self.window.table.session.here)

    def do_undo(self, _: object) -> None:
        table = self.window.table
        table.session.document.restrict_undo(None)
        table.undo()

    def do_redo(self, _: object) -> None:
        self.window.table.session.document.restrict_undo(None)
        self.window.table.redo()

    def do_take_back(self, _: object) -> None:
        self.window.table.retract()

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
        self.window.paper_form.writer()((0, 0), str(text))

    def do_type(self, text: object) -> None:
        self.window.shell.status.set_typed_text(str(text))

    def do_comment(self, comment: tuple[int, str]) -> None:
        (seat, text), session = comment, self.main.session
        self.main.revise(lambda: session.document.annotations.set_comment(session.here, text, seat))

    def do_save(self, _: object) -> None:
        """Save the file of each seat, and record the file if the spy is at the screen."""
        files = self.window.files
        for _, save in files.seat_choices():
            save()
            files.background.finish()
            record = read(self.saved)
            self.saved.unlink()
            if self.person == self.script.spy:
                self.looks.append(("saved", [str(structs.replace(record, created=""))]))

    def do_picture(self, _: object) -> None:
        self.window.registry.run("copy_picture")
        self.window.shell.feature(Viewing).background.finish()

    def do_remark(self, text: object) -> None:
        self.window.registry.run("comment")
        assert self.window.moves.card.editor is not None
        self.window.moves.card.editor.insert("1.0", str(text))
        self.look("a comment is written")
        self.do_tab(None)

    def do_fault(self, fault: tuple[str, int]) -> None:
        text, is_copied = fault
        self.window.fault(ValueError, ValueError(text), None)
        self.window.faults.pop()  # this fault is expected
        assert self.window.shell.status.extra is not None
        if is_copied:
            self.window.shell.status.extra.invoke()

    def do_broke(self, reason: object) -> None:
        """Let the bot whose turn it is fail."""
        table = self.window.table
        table.process_message(
            Answer("turn", table.bots.players[table.state.actor], Failed(0, str(reason), "random broke while thinking"))
        )
        self.look("a bot broke")
        table.bots.resume()

    def do_players(self, seats: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        table = self.window.table
        table.change_seats(*seats)
        self.person = table.screen.viewer

    def do_resign(self, _: object) -> None:
        """Resign and undo. Nothing is recorded in between."""
        self.window.registry.run("resign")
        self.finish_pending()
        self.do_undo(None)
        self.person = self.window.table.screen.viewer

    def do_hover(self, number: object) -> None:
        """Point at a spot of the board and at a continuation of the move."""
        view, touch = self.window.screen.view, self.window.playing.move_input
        if not isinstance(view, BoardView):
            return
        for spots in (view.ground.spots if view.ground is not None else (), touch.entry.next_spots):
            if spots:
                touch.on_hover(sorted(spots)[int(str(number)) % len(spots)])
                self.hovers += 1
                self.look("pointed at")
        touch.on_hover("")

    def do_tab(self, _: object) -> None:
        self.window.tabs.show(0)
        self.look("the second table")
        self.window.tabs.show(1)
        self.look("back")


def compare(window: TestedWindow, script: Script, saved: Path) -> tuple[int, int]:
    """Play both variants of a script and compare what they show.

    Return the numbers of compared looks and of hovered spots.
    """
    players = [Player(window, script, variant, saved) for variant in (False, True)]
    first, second = (player.play() for player in players)
    assert [occasion for occasion, _ in first] == [occasion for occasion, _ in second]
    for (occasion, first_texts), (_, second_texts) in zip(first, second, strict=True):
        if first_texts != second_texts:
            lines = list(difflib.unified_diff(first_texts, second_texts, lineterm="", n=0))[:24]
            raise AssertionError(
                f"{script.spec} {script.number}, seat {script.spy}, at {occasion}:\n" + "\n".join(lines)
            )
    return len(first), sum(player.hovers for player in players)
