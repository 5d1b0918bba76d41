"""Nothing leaks at a screen that several persons share: two games that look the same to one of them are played in one window
by the same doings, and all that the window tells while that person may look is the same.

The games differ in what the others write and leave, take back, note, comment and type, in moves that the person cannot tell
apart, in what is said of faults, and in the cards of a second table whose player has gone. Players are exchanged on the way,
a resignation is undone, and what a seat saw and pictures of the board are saved and copied.
"""

from __future__ import annotations

import difflib
import os
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import structs

pytest.importorskip("tkinter")

from fastcore import CHANCE, Stream
from tests.conftest import deep
from tests.kit import dumps
from tests.kit.windows import arrive, opened, root, wait
from workbench import boards
from workbench.game.session import PERSON, Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.shell import clipboard, notice
from workbench.gui.widgets import file_dialogs
from workbench.gui.window import Window
from workbench.records.files import read
from workbench.seen.draft import begun
from workbench.seen.seen_tree import SeenTree
from workbench.storage import library
from workbench.table.bots import Answer, TableBots
from workbench.table.setup import Setup
from workbench.table.table import Table
from workbench.thinking.thinker import Failed

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SETTINGS = {
    "herbs(ap=30,actions=2,rounds=3)": (PERSON,) * 2,
    "herbalism": (PERSON, PERSON, "random"),
    "herbs(rounds=6)": (PERSON,) * 2,
    "herbalism(players=4,actions=advanced,predictions=1)": (PERSON,) * 4,
}
LOOKS = ("back", "forward", "start", "turn_back", "turn_forward", "other_before", "other_after", "end")
OPENS = ("account", "live", "form", "form_help", "why", "graph", "names", "sheet", "preview", "account_back", "copy")


ASIDE = (("save", "picture", "remark", "fault"), ("fault", "players", "resign"))  # in every other game, each once; the last two mark hindsight


class Act(NamedTuple):
    """Something that is done in both games: with one argument in the one, with another in the other."""

    kind: str
    one: object = None
    other: object = None


class Script:
    """Doings for two games that a seat cannot tell apart, made up at random."""

    def __init__(self, spec: str, seats: tuple[str, ...], number: int, steps: int) -> None:
        self.stream = Stream(number, spec, "leaks")
        self.spec, self.seats, self.number = spec, seats, number
        self.one, self.other = (Session(spec, seats, number) for _ in range(2))
        persons = [seat for seat, player in enumerate(seats) if player == PERSON]
        self.spy = self.stream.choice(persons)
        self.acts: list[Act] = []
        self.differ = 0  # acts that are not the same in both
        self.steps, self.aside = steps, [*ASIDE[(number + len(seats)) % 2]]
        self.board = boards.find(spec.partition("(")[0])
        for _ in range(steps):
            while self.one.waits_for == "chance":
                self.one.draw_chance()
                self.other.draw_chance()
            done = len(self.acts)
            if not self.alike() or not self.step():
                break
            if self.one.waits_for == "over":  # then comments are for all, and what was covered lies open
                del self.acts[done:]
                break

    def alike(self) -> bool:
        one, other = self.one.state, self.other.state
        return one.view(self.spy) == other.view(self.spy) and one.actor == other.actor

    def act(self, kind: str, one: object = None, other: object = None) -> None:
        self.acts.append(Act(kind, one, one if other is None else other))
        self.differ += other is not None and other != one

    def step(self) -> bool:
        """One decision, with what is done before it."""
        stream, actor = self.stream, self.one.state.actor
        if stream.below(6) == 0 and not self.one.can_undo and not self.other.can_undo:
            for session in (self.one, self.other):
                session.undo()
            self.act("undo")
            return True
        if self.seats[actor] == PERSON:
            self.act("seat")
            for _ in range(stream.below(4)):
                self.act("run", stream.choice(LOOKS if stream.below(2) else OPENS))
                if self.acts[-1].one == "form_help":
                    self.act("run", "form_help")  # what can be known takes its time
            if stream.below(4) == 0:
                self.act("tab")
            self.act("home")
            if actor != self.spy and stream.below(2):
                self.act("note", f"a{stream.below(999)}", f"b{stream.below(999)}")
                self.act("type", f"first {stream.below(999)}", f"second {stream.below(999)}")
            if stream.below(4) == 0 or not any(act.kind == "hover" for act in self.acts):
                self.act("hover", stream.below(1000))
            if self.aside and stream.below(self.steps) < 6:
                getattr(self, f"step_{self.aside.pop(0)}")(actor)
        elif stream.below(2) or not any(act.kind == "broke" for act in self.acts):
            self.act("broke", f"it holds {stream.below(999)}", f"it held {stream.below(999)}")
        return self.plan() if self.collects(self.one) else self.move()

    def both(self, doing: Callable[[Session], object]) -> None:
        for session in (self.one, self.other):
            doing(session)

    def step_save(self, _: int) -> None:
        self.act("save")

    def step_picture(self, _: int) -> None:
        self.act("picture")

    def step_remark(self, actor: int) -> None:
        """A comment by key, that is ended by going elsewhere."""
        text = f"it is {self.stream.below(999)}"
        texts = text, text if actor == self.spy else f"it was {self.stream.below(999)}"
        for session, said in zip((self.one, self.other), texts, strict=True):
            node, _, beside = SeenTree(session, actor).said_of(session.here)
            session.annotations.comment(node, said, actor, beside)
        self.act("remark", *texts)

    def step_fault(self, actor: int) -> None:
        """Its report is copied, or left to be."""
        if actor == self.spy:
            self.aside.append("fault")
        else:
            take = self.stream.below(2)
            self.act("fault", (f"first {self.stream.below(999)}", take), (f"second {self.stream.below(999)}", take))

    def step_players(self, actor: int) -> None:
        """Others come, twice; and a bot takes a seat for a while."""
        for letter in "AB":
            names = [f"{letter}{seat}" if player == PERSON else "" for seat, player in enumerate(self.seats)]
            self.both(lambda session, names=names: session.change_seats(self.seats, names))  # type: ignore[misc]
            self.act("players", (self.seats, tuple(names)))
        self.act("seat")
        if actor != self.spy:
            seats = tuple("random" if seat == actor else player for seat, player in enumerate(self.seats))
            self.both(lambda session: session.change_seats(seats, session.names))
            self.act("players", (seats, self.one.names))
            self.both(Session.undo)
            self.act("undo")
            self.act("seat")

    def step_resign(self, actor: int) -> None:
        self.both(lambda session: session.resign(actor))
        self.both(Session.undo)
        self.act("resign")
        self.act("seat")

    def collects(self, session: Session) -> bool:
        point = session.viewpoint(session.state.actor)
        return self.board is not None and self.board.collects(point)

    def begun(self, session: Session) -> int:
        """Where the turn begins that is written now: some of it may have been taken back alone."""
        actor = session.state.actor
        if self.board is None or not self.collects(session):
            return session.here
        return begun(session, session.here, actor, self.board.collects).node

    def written(self) -> tuple[str, ...]:
        """A whole turn at random."""
        state, moves = self.one.state_at(self.begun(self.one)).copy(), list[str]()
        begun = (state.actor, state.turn, state.phase)
        while (state.actor, state.turn, state.phase) == begun:
            text = state.move_text(self.stream.choice(state.moves()))
            state.play(text)
            moves.append(text)
        return tuple(moves)

    def plan(self) -> bool:
        actor, own = self.one.state.actor, self.written()
        first, second = self.written(), self.written()
        if actor != self.spy and self.stream.below(2):
            self.act("half", first[:-1], second[:-1])  # never locked
        if actor != self.spy and self.stream.below(2) and self.same(first, second):
            self.make("plan", first, second)
            if self.stream.below(3):  # and taken back: what is written then is the same in both
                self.take_back()
                self.act("seat")
                own = first if self.stream.below(3) else own  # in the one the same once more, in the other another one
                self.make("plan", own, own)
            return True
        if not self.same(own, own):
            return False
        self.make("plan", own, own)
        return True

    def same(self, first: tuple[str, ...], second: tuple[str, ...]) -> bool:
        """Whether the spy cannot tell the one turn in the one game from the other in the other."""
        told = []
        for session, moves in ((self.one, first), (self.other, second)):
            state, seen = session.state_at(self.begun(session)).copy(), list[str]()
            for move in moves:
                if state.why_not(move):
                    return False
                seen.append(state.observation(move, self.spy))
                state.play(move)
            told.append(([text for text in seen if text], state.view(self.spy), state.actor))
        return told[0] == told[1]

    def move(self) -> bool:
        one, other = self.one.state, self.other.state
        text = one.move_text(self.stream.choice(one.moves()))
        texts = [other.move_text(move) for move in other.moves()]
        if one.actor == self.spy:
            if not self.same((text,), (text,)):
                return False
            self.make("move", text, text)
            return True
        alike = [found for found in texts if self.same((text,), (found,))]
        if not alike:
            return False
        found = self.stream.choice(alike)
        self.make("move", text, found)
        if found != text and self.seats[one.actor] == PERSON and self.stream.below(2) and text in texts and self.same_again(text):
            self.take_back()
            self.act("seat")
            self.make("move", text, text)
        return True

    def same_again(self, text: str) -> bool:
        befores = [session.state_at(session.tree.nodes[session.here].parent) for session in (self.one, self.other)]
        views = {(before.observation(text, self.spy), before.after(text).view(self.spy)) for before in befores if not before.why_not(text)}
        return len(views) == 1 and not any(before.why_not(text) for before in befores) and not self.one.can_undo

    def make(self, kind: str, first: object, second: object) -> None:
        actor = self.one.state.actor
        for session, moves in ((self.one, first), (self.other, second)):
            if kind == "plan":
                session.play_turn(self.begun(session), moves)  # type: ignore[arg-type]
            else:
                session.play(str(moves))
        self.act(kind, first, second)
        if actor not in (CHANCE, self.spy) and self.stream.below(3) == 0:
            texts = f"my first {self.stream.below(99)}", f"my second {self.stream.below(99)}"
            for session, text in zip((self.one, self.other), texts, strict=True):
                session.annotations.comment(session.here, text, actor)
            self.act("comment", (actor, texts[0]), (actor, texts[1]))
            self.one.undo()
            self.other.undo()
            self.act("undo")
            self.one.redo()
            self.other.redo()
            self.act("redo")

    def take_back(self) -> None:
        for session in (self.one, self.other):
            session.take_back()
        self.act("take_back")


class Player:
    """Does what a script says in a window, and notes what it tells whenever the spy may look."""

    def __init__(self, window: Window, script: Script, other: bool, saved: Path) -> None:
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
        if window.dock.kind:
            window.dock.put_away()
        while len(window.tabs.open) > 1:
            window.tabs.close(0)
        window.settings.why, window.settings.graph, window.settings.names, window.settings.preview = False, True, False, True
        window.below.lay_out()
        window.playing.drafting.on_top = True
        # The player of a second table shows their hand, and goes.
        window.table.begin(Setup(script.spec, (PERSON,) * len(script.seats), 10**6 + self.other))
        self.rest()
        window.table.take_over()
        point = window.playing.point
        if window.playing.drafting.draft is not None:
            window.playing.play(point.move_text(point.moves()[self.other]))
        window.tabs.begin(Setup(script.spec, script.seats, script.number))
        window.tabs.closed.clear()
        window.handing.person = None
        window.handing.sitting.person = None
        window.playing.begun()
        window.root.clipboard_clear()
        window.notice.take_away()
        window.view.forget() if isinstance(window.view, BoardView) else None
        window.status.clear()
        self.rest()

    def rest(self) -> None:
        """Let the window do all that it has to."""
        window = self.window
        root().update()
        wait(lambda: not window.playing.presenter.busy)
        arrive()
        if isinstance(window.view, BoardView):
            wait(lambda: not window.view.hasty)  # type: ignore[union-attr]
        window.desk.errands.finish()
        window.files.errands.finish()
        window.desk.follow()
        root().update_idletasks()

    def look(self, why: str) -> None:
        root().update()
        screen = self.window.table.screen
        wait(lambda: not self.window.playing.presenter.busy)
        if self.person == self.script.spy or screen.covered_for is not None or screen.viewer is None:
            self.rest()
            if self.window.status.extra is not None:  # a report that somebody else was offered
                self.window.status.extra.invoke()
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
        self.window.playing.touch.cancel()
        if self.window.table.browsing.node is not None:
            self.window.table.look(self.window.table.session.here)

    def do_undo(self, _: object) -> None:
        table = self.window.table
        table.session.undo_for(None)
        table.undo()

    def do_redo(self, _: object) -> None:
        self.window.table.session.undo_for(None)
        self.window.table.redo()

    def do_take_back(self, _: object) -> None:
        self.window.table.take_back()

    def do_move(self, text: object) -> None:
        table = self.window.table
        (table if table.session.waits_for == "bot" else self.window.playing).play(str(text))

    def do_plan(self, moves: object) -> None:
        self.do_half(moves)
        self.window.playing.drafting.lock()

    def do_half(self, moves: object) -> None:
        drafting = self.window.playing.drafting
        assert drafting.draft is not None
        while drafting.draft.moves:
            drafting.remove()
        for move in moves:  # type: ignore[attr-defined]
            self.window.playing.play(move)

    def do_note(self, text: object) -> None:
        self.window.desk.pen()((0, 0), str(text))

    def do_type(self, text: object) -> None:
        self.window.status.clear(str(text))

    def do_comment(self, said: tuple[int, str]) -> None:
        (seat, text), session = said, self.main.session
        self.main.revise(lambda: session.annotations.comment(session.here, text, seat))

    def do_save(self, _: object) -> None:
        """What is saved of a seat, if it is the spy's."""
        files = self.window.files
        for _, save in files.seat_choices():
            save()
            files.errands.finish()
            record = read(self.saved)
            self.saved.unlink()
            if self.person == self.script.spy:
                self.told.append(("saved", [str(structs.replace(record, created=""))]))

    def do_picture(self, _: object) -> None:
        self.window.registry.run("copy_picture")
        self.window.viewing.errands.finish()

    def do_remark(self, text: object) -> None:
        self.window.registry.run("comment")
        assert self.window.moves.editor is not None
        self.window.moves.editor.insert("1.0", str(text))
        self.look("a comment is written")
        self.do_tab(None)

    def do_fault(self, broken: tuple[str, int]) -> None:
        text, take = broken
        self.window.fault(ValueError, ValueError(text), None)
        assert self.window.status.extra is not None
        if take:
            self.window.status.extra.invoke()

    def do_broke(self, reason: object) -> None:
        """The bot whose turn it is broke."""
        table = self.window.table
        table.take_in(Answer("turn", table.bots.players[table.state.actor], Failed(0, str(reason), "random broke while thinking")))
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
        view, touch = self.window.view, self.window.playing.touch
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


def compare(window: Window, script: Script, saved: Path) -> tuple[int, int]:
    """The number of looks that were compared, and how often a place was pointed at."""
    players = [Player(window, script, other, saved) for other in (False, True)]
    first, second = (player.play() for player in players)
    assert [why for why, _ in first] == [why for why, _ in second]
    for (why, one), (_, other) in zip(first, second, strict=True):
        if one != other:
            lines = list(difflib.unified_diff(one, other, lineterm="", n=0))[:24]
            raise AssertionError(f"{script.spec} {script.number}, seat {script.spy}, at {why}:\n" + "\n".join(lines))
    return len(first), sum(player.hovers for player in players)


PICTURES: list[bytes] = []  # on the clipboard


def catch(patch: pytest.MonkeyPatch, file: Path) -> None:
    """Let nothing that is saved or copied reach anything but this test."""
    cleared = root().clipboard_clear

    def clear() -> None:
        PICTURES.clear()
        cleared()

    patch.setattr(clipboard, "command", lambda: ["true"])
    patch.setattr(clipboard, "put", lambda png: PICTURES.append(png))
    patch.setattr(root(), "clipboard_clear", clear, raising=False)
    patch.setattr(file_dialogs, "ask_save", lambda *_: file)
    patch.setattr(library, "recent", lambda: [])  # the game before has left files


@pytest.mark.parametrize("spec", list(SETTINGS)[: deep(2, 4)])
def test_games_that_look_the_same_tell_the_same(spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HERBARIUM_PART=k/n plays every nth game from the kth on."""
    dumps.listen(monkeypatch)
    saved = tmp_path / "own.herbarium"
    catch(monkeypatch, saved)
    monkeypatch.setattr(notice, "SECONDS", 10**5)
    monkeypatch.setattr(notice, "WARNING_SECONDS", 10**5)
    monkeypatch.setattr(TableBots, "think", lambda self: True)  # the script plays for them
    part, parts = map(int, os.environ.get("HERBARIUM_PART", "0/1").split("/"))
    looks = differ = games = hovers = 0
    done = Counter[str]()
    with opened(Setup(spec, SETTINGS[spec], 1)) as window:
        for number in range(part, deep(1, 200), parts):
            script = Script(spec, SETTINGS[spec], number, deep(6, 24))
            compared, pointed = compare(window, script, saved)
            looks, hovers = looks + compared, hovers + pointed
            differ += script.differ
            games += 1
            done.update(act.kind for act in script.acts)
    print(f"{spec}: {games} games, {looks} looks compared, {differ} doings that differed, {hovers} places pointed at; {dict(done)}")
    assert looks and differ and hovers
