"""Plans are written on a sheet and locked: by mouse, keys and typing, between two persons at one screen and against a bot."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("tkinter")

from Xlib import X
from Xlib.ext import xtest

import fastcore
from tests.conftest import deep
from tests.gui.whole.test_fits import cut_off, overlapping
from tests.kit.terminals import run
from tests.kit.windows import (
    TWO,
    arrive,
    click,
    click_spot,
    marks,
    opened,
    point_at,
    press,
    root,
    screen,
    settle,
    shown,
    type_text,
    wait,
)
from workbench.gui.board.board_view import BoardView
from workbench.gui.moves.layout import LINE
from workbench.gui.play import captions
from workbench.gui.sound.live_text import LiveText
from workbench.gui.widgets.tips import Tip
from workbench.gui.window import Window
from workbench.records import files
from workbench.records.schema import Move, Record
from workbench.storage.session_records import record_of
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

SMALL = "herbs(ap=30,actions=2,rounds=3)"
FIRST, SECOND = ("0M2", "1TR", "WhH5"), ("2M2", "3TL", "WhA5")
Enter = Callable[[Window], tuple[Callable[[Sequence[str]], None], Callable[[str], None]]]
KINDS = ("M1", "M2", "TL", "HT", "P1/2", "F", "BU1")
BID = (  # both move the same stone in slot 1, so that the order matters
    "11/11/11/11/11/11/11/11/11/5w5/11 E2>,K1^,F3v,K11v 30,30 12w8b,12w8b 0,0 2 1 0 write:1:|"
)


def begin(position: str | None = None, seats: tuple[str, str] = TWO, spec: str = SMALL) -> Setup:
    return Setup(spec, seats, 1, position)


@contextmanager
def writing(setup: Setup, **settings: object) -> Iterator[Window]:
    """A window in which the first person sits before the sheet."""
    with opened(setup, **settings) as window:  # type: ignore[arg-type]
        if window.table.screen.handing_to is not None:
            take_over(window, False)
        assert window.playing.drafting.draft is not None
        yield window


def lines(window: Window) -> list[tuple[str, ...]]:
    """What the sheet shows, line by line."""
    return [tuple(str(cell.cget("text")) for cell in line.cells if cell.winfo_manager()) for line in window.sheet.lines]


def written(window: Window) -> tuple[str, ...]:
    draft = window.playing.drafting.draft
    assert draft is not None
    return draft.moves


def button(window: Window, spot: str) -> tkinter.Misc:
    """The button of a choice."""
    return window.choices.buttons[[choice.spot for choice in window.choices.shown].index(spot)]


def choose(window: Window, move: str) -> None:
    """Click on the board and on the buttons beside it for a move."""
    view = window.view
    assert isinstance(view, BoardView) and view.ground is not None
    for spot in window.playing.touch.entry.paths[move]:
        if spot in view.ground.spots:
            click_spot(window, spot)
        else:
            click(button(window, spot))


def go(view: BoardView, spot: str) -> None:
    """Bring the cursor to a spot with the arrows."""
    assert view.ground is not None
    if not view.cursor:
        press("Down")
    for _ in range(40):
        here, there = view.ground.spots[view.cursor], view.ground.spots[spot]
        if here is there:
            return
        if abs(there.x - here.x) > 0.1:
            press("Right" if there.x > here.x else "Left")
        else:
            press("Down" if there.y > here.y else "Up")
    raise AssertionError("the arrows do not come there")


def choose_by_keys(window: Window, move: str) -> None:
    """The arrows and Enter for places, keys or Tab and Enter for buttons."""
    view = window.view
    assert isinstance(view, BoardView) and view.ground is not None
    for spot in window.playing.touch.entry.paths[move]:
        choice = next((one for one in window.choices.shown if one.spot == spot), None)
        if choice is not None and choice.key:
            view.focus_set()
            press(choice.key)
        elif choice is not None:
            tab_to(window, button(window, spot))
            press("Return")
        else:
            view.focus_set()
            go(view, spot)
            press("Return")


def tab_to(window: Window, widget: tkinter.Misc) -> None:
    for _ in range(30):
        if root().focus_get() is widget:
            return
        press("Tab")
    raise AssertionError("Tab does not come there")


def plan(state: fastcore.State, stream: fastcore.Stream, kinds: Sequence[str] = KINDS) -> list[str]:
    """A plan that fits, of these actions and a stone near the middle."""
    state, seat, moves = state.copy(), state.actor, list[str]()
    while (state.actor, state.phase) == (seat, "write"):
        texts = [state.move_text(move) for move in state.moves()]
        few = [text for text in texts if text[1:] in kinds or text in ("WhE5", "WhF7", "BlG6")]
        moves.append(stream.choice(few or texts))
        state.play(moves[-1])
    return moves


class Drill:
    """Plans of one kind of action after the other, each seat's own, by the first Herb that may; the first bid is a large one."""

    def __init__(self, kinds: Sequence[Sequence[str]], bid: int) -> None:
        self.kinds, self.large = [cycle(own) for own in kinds], bid

    def plan(self, state: fastcore.State) -> list[str]:
        state, seat, moves = state.copy(), state.actor, list[str]()
        while (state.actor, state.phase) == (seat, "write"):
            texts = [state.move_text(move) for move in state.moves()]
            stones = texts[0][0].isalpha()
            kind = "WhE5" if stones else f"{2 * seat}{next(self.kinds[seat])}"
            moves.append(next((text for text in (kind, f"{2 * seat + 1}{kind[1:]}") if text in texts), texts[0]))
            state.play(moves[-1])
        return moves

    def bid(self, most: int) -> int:
        made, self.large = min(self.large, most), 2
        return made


class Lot:
    """Plans by lot, of these actions."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds, self.stream = kinds, fastcore.Stream(4, "plans")

    def plan(self, state: fastcore.State) -> list[str]:
        return plan(state, self.stream, self.kinds)

    def bid(self, most: int) -> int:
        return min(2, most)


def take_over(window: Window, clicked: bool) -> None:
    wait(lambda: window.cover.winfo_viewable())
    if clicked:
        click(window.cover.button)
    else:
        if root().focus_get() is window.view:  # where the test put it
            tab_to(window, window.cover.button)
        press("Return")
    wait(lambda: not window.cover.winfo_manager())


def play_whole(
    window: Window, decide: Callable[[Sequence[str]], None], bid: Callable[[str], None], clicked: bool, source: Drill | Lot
) -> None:
    """A whole game: `decide` writes a plan and locks it, `bid` bids, `source` says what."""
    while not window.table.over:
        wait(lambda: not window.playing.presenter.busy and not window.table.bots.thinking)
        if window.table.over:
            return
        if window.table.screen.handing_to is not None:
            take_over(window, clicked)
        wait(lambda: window.playing.ours or window.table.over)
        if not window.playing.ours:
            continue
        before = window.table.state.text()
        if window.table.state.phase == "write":
            decide(source.plan(window.table.state))
        else:
            bid(f"bid{source.bid(int(window.table.state.fields['ap'].split(',')[window.table.state.actor]))}")
        assert window.table.state.text() != before, shown(window)


def bare(record: Record) -> Record:
    """A record without what nobody decides: when it was, and how long it took."""
    without = [
        msgspec.structs.replace(line, moves=tuple(Move(move=move.move) for move in line.moves)) for line in record.lines
    ]
    return msgspec.structs.replace(record, created="", program="", lines=tuple(without), here=None)


def check_record(window: Window, folder: Path) -> None:
    """The record equals that of a game in the terminal with the same seed and salt, in which the persons typed the same moves."""
    session, file = window.table.session, folder / "typed.herbarium"
    typed = [step.move for step in session.steps if session.seats[step.actor] == "person"]
    begun = session.spec if session.position is None else f"{session.spec} {session.position}"
    words = ("play", begun, "--seats", ",".join(session.seats), "--seed", str(session.seed), "--salt", str(session.salt), "--record", str(file))
    assert run(*words, typed="\n".join([*typed, ""])).status == 0
    assert bare(files.read(file)) == bare(record_of(session))
    wait(lambda: not window.playing.presenter.busy)
    assert window.table.over and shown(window) == captions.sentence(window.playing)
    listed = " ".join(text for row in window.moves.written for text in row.texts[1:]).split()
    assert sorted(listed) == sorted(step.move for step in session.steps), "whatever was covered has come to light"


# Whole games ----------------------------------------------------------------------------------------------------------


def by_mouse(window: Window) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    """How plans and bids are entered by clicks alone."""

    def decide(moves: Sequence[str]) -> None:
        for number, move in enumerate(moves):
            assert "disabled" in window.sheet.buttons["lock"].state()
            choose(window, move)
            assert written(window) == tuple(moves[: number + 1])
        click(window.sheet.buttons["lock"])

    return decide, lambda bid: choose(window, bid)


def by_keys(window: Window) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    def decide(moves: Sequence[str]) -> None:
        for move in moves:
            choose_by_keys(window, move)
        press("Return", "Control_L")

    return decide, lambda bid: choose_by_keys(window, bid)


def by_typing(window: Window) -> tuple[Callable[[Sequence[str]], None], Callable[[str], None]]:
    def typed(text: str) -> None:
        press("slash")
        type_text(text)
        press("Return")

    def decide(moves: Sequence[str]) -> None:
        typed(" ".join(moves))
        assert written(window) == tuple(moves)
        press("Return", "Control_L")
        press("Escape")

    def bid(move: str) -> None:
        typed(move)
        press("Escape")

    return decide, bid


KEYED = (("P1/2", "HT", "TL", "F", "M1", "P1/7"), ("P1/2", "BW", "P2/4", "P3/5", "F", "M1"))
WAYS = [(by_mouse, False), (by_keys, False), (by_typing, True)]


@pytest.mark.parametrize("seats", [TWO, ("person", "greedy"), ("greedy", "person")], ids=["persons", "first", "second"])
@pytest.mark.parametrize(("way", "animated"), WAYS, ids=["mouse", "keys", "typing"])
def test_a_whole_game_by_one_way_alone(way: Enter, animated: bool, seats: tuple[str, str], tmp_path: Path) -> None:
    """Between two persons at one screen and against a bot; what is typed with every animation."""
    if seats[0] != "person" and not deep(False, True):
        return
    drilled = way is by_keys
    with opened(begin(BID if drilled else None, seats), animation=animated) as window:
        decide, bid = way(window)
        play_whole(window, decide, bid, way is by_mouse, Drill(KEYED, 11) if drilled else Lot(KINDS))
        check_record(window, tmp_path)
        if drilled and seats == TWO:
            check_drill(window, KEYED, "bid11")
        assert {one.actor for one in window.table.session.steps if one.reports} == {seat for seat in (0, 1) if seats[seat] == "greedy"}


def check_drill(window: Window, kinds: Sequence[Sequence[str]], first: str) -> None:
    """Every kind of action was written by its seat, and the first bid was the large one."""
    steps = window.table.session.steps
    for seat, own in enumerate(kinds):
        assert set(own) <= {step.move[1:] for step in steps if step.actor == seat}
    assert next(step.move for step in steps if step.move.startswith("bid")) == first


@pytest.mark.skipif(not deep(False, True), reason="deep")
def test_long_plans_with_many_points_are_written_by_keys_alone(tmp_path: Path) -> None:
    both = tuple((own[0], *KEYED[1 - seat], *own[1:]) for seat, own in enumerate(KEYED))
    with opened(begin(BID.replace("30,30", "200,200"), spec="herbs(ap=200,actions=4,rounds=4)")) as window:
        decide, bid = by_keys(window)
        play_whole(window, decide, bid, False, Drill(both, 123))
        check_record(window, tmp_path)
        check_drill(window, both, "bid123")


# Nothing is given away ------------------------------------------------------------------------------------------------


def told(window: Window) -> list[str]:
    """All that any widget says or would say: words, entries, drawings, menus and tips."""
    found = list[str]()
    for widget in everything(root()):
        kind = widget.winfo_class()
        if "text" in (widget.keys() or ()):
            found.append(str(widget.cget("text")))
        if kind in ("Entry", "TEntry", "TCombobox"):
            found.append(str(widget.tk.call(str(widget), "get")))
        if kind == "Text":
            found.append(str(widget.tk.call(str(widget), "get", "1.0", "end")))
        if isinstance(widget, tkinter.Canvas):
            found += [str(widget.itemcget(item, "text")) for item in widget.find_withtag("all") if str(widget.type(item)) == "text"]  # type: ignore[no-untyped-call]
        if isinstance(widget, BoardView):
            found += [f"{layer} {item}" for layer, items in sorted(widget.shown.items()) for item in items]
        if isinstance(widget, tkinter.Menu):
            end = widget.index("end")
            found += [str(widget.entrycget(n, "label")) for n in range(-1 if end is None else end + 1) if widget.type(n) != "separator"]
    found += [Tip.shown.cget("text") if Tip.shown is not None else "", root().title(), shown(window)]
    return found


def everything(widget: tkinter.Misc) -> Iterator[tkinter.Misc]:
    yield widget
    for child in widget.winfo_children():
        yield from everything(child)


@pytest.mark.parametrize("animation", [True, False][: deep(1, 2)])
def test_nothing_of_a_plan_is_anywhere_while_the_other_person_sits_there(animation: bool) -> None:
    """The same is said, drawn and offered whatever the first person wrote."""
    seen = list[list[list[str]]]()
    for moves in (FIRST, ("1BU1", "0HT", "BlC5")):
        with writing(begin(), side="live", animation=animation) as window:
            window.playing.type_move(" ".join(moves))
            assert any("A3" in text for text in told(window)) == (moves is FIRST), "it is there while it is written"
            assert isinstance(window.dock.page, LiveText)
            assert any(moves[2][2:] in line for line in window.dock.page.lines)
            window.dock.toggle("live")
            settle()
            point_at(window.sheet.lines[0].frame)
            wait(lambda: Tip.shown is not None)
            press("Return", "Control_L")
            wait(lambda: window.cover.winfo_viewable() and not window.playing.presenter.busy)
            window.dock.toggle("live")
            settle()
            here = [told(window)]
            press("z", "Control_L")
            press("y", "Control_L")
            take_over(window, False)
            here.append(told(window))
            point_at(window.sheet.frame, 100, 60)
            settle(0.7)
            for key in ("Left", "Home", "End"):
                press(key, "Alt_L")
            here.append(told(window))
            seen.append(here)
            for move in (*moves, *(move[1:] for move in moves if move[0].isdigit())):
                assert not any(move in text for texts in here for text in texts), move
            window.playing.type_move("2HT")
            assert written(window) == ("2HT",)
            press("z", "Control_L")
            press("z", "Control_L")
            wait(lambda: window.cover.winfo_viewable())
            assert not any("2HT" in text for text in told(window)), "nor of the second's before the first is there"
    assert seen[0] == seen[1]


# Lines ----------------------------------------------------------------------------------------------------------------


def test_a_line_is_exchanged_moved_and_removed_by_keys() -> None:
    with writing(begin()) as window:
        window.playing.type_move(" ".join(FIRST))
        tab_to(window, window.sheet.lines[0].frame)
        press("Down", "Alt_L")
        assert written(window) == ("1TR", "0M2", "WhH5") and root().focus_get() is window.sheet.lines[1].frame
        press("Up", "Alt_L")
        assert written(window) == FIRST and root().focus_get() is window.sheet.lines[0].frame
        press("Return")
        assert root().focus_get() is window.view and window.playing.drafting.draft is not None
        press("Down", "Alt_L")
        assert written(window) == ("1TR", "0M2", "WhH5"), "the chosen line, while the board has the keys"
        press("Up", "Alt_L")
        assert written(window) == FIRST
        assert window.playing.drafting.draft.chosen == 0 and window.sheet.lines[0].row.now
        assert "Line 1 is written anew." in shown(window)
        press("Escape")
        assert window.playing.drafting.draft.chosen is None
        tab_to(window, window.sheet.lines[0].frame)
        press("Down")
        press("Delete")
        assert written(window) == ("0M2", "", "WhH5") and root().focus_get() is window.sheet.lines[1].frame
        assert window.sheet.lines[1].row.now and window.sheet.lines[2].row.cells[0] == "stone", "the stone stays where it is"
        assert "must write action 2" in shown(window)
        for texts in (FIRST, ("0M2", "", "WhH5"), FIRST):
            press("y" if texts is not FIRST else "z", "Control_L")
            assert written(window) == texts
        window.view.focus_set()
        press("Delete")
        assert written(window) == FIRST[:2], "without a chosen line it is the last"


def test_a_line_is_exchanged_by_mouse() -> None:
    with writing(begin()) as window:
        window.playing.type_move(" ".join(FIRST))
        assert marks(window, "open") == [] and "lock the plan with Ctrl+Return" in shown(window)
        click_spot(window, "E5")
        assert "lock the plan" in shown(window), "nothing more is chosen"
        click(window.sheet.lines[1].frame, 8)
        assert [line.row.now for line in window.sheet.lines] == [False, True, False]
        assert "A3" in marks(window, "open"), "the Herb is clicked where the line above has brought it"
        choose(window, "0TL")
        assert written(window) == ("0M2", "0TL", "WhH5")
        click(window.sheet.lines[0].frame, 8)
        click(window.sheet.buttons["line_down"])
        assert written(window) == ("0TL", "0M2", "WhH5")
        click(window.sheet.buttons["remove_line"])
        assert written(window) == ("0TL", "", "WhH5")
        click(window.status.buttons["undo"])
        assert written(window) == ("0TL", "0M2", "WhH5")


def test_a_line_is_dragged_and_the_wheel_works_over_the_words() -> None:
    with writing(Setup("herbs(actions=8)", TWO, 1)) as window:
        window.playing.type_move("0M2 1TR 0TL 1HT 0TR 0TR 0TR 0TR WhH5")
        sheet = window.sheet
        wait(lambda: sheet.bar.winfo_manager())
        for button, last in ((5, True), (4, False)):
            words = next(line.cells[2] for line in sheet.lines if line.cells[2].winfo_rooty() > sheet.clip.winfo_rooty() + 20)
            point_at(words)
            for _ in range(30):
                xtest.fake_input(screen(), X.ButtonPress, button)
                xtest.fake_input(screen(), X.ButtonRelease, button)
            arrive()
            line = sheet.lines[-1 if last else 0].frame
            top, bottom = sheet.clip.winfo_rooty(), sheet.clip.winfo_rooty() + sheet.clip.winfo_height()
            assert top <= line.winfo_rooty() and line.winfo_rooty() + line.winfo_height() <= bottom, "to the last line, and back"
        carried = sheet.lines[0]
        high = carried.frame.winfo_height()
        point_at(carried.cells[1])
        xtest.fake_input(screen(), X.ButtonPress, 1)
        arrive()
        before = carried.frame.winfo_y()
        point_at(carried.cells[1], 5, high + 8)
        assert carried.frame.winfo_y() > before + high // 2 and sheet.drag.bar.winfo_ismapped(), "it follows the pointer"
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        arrive()
        assert written(window)[:2] == ("1TR", "0M2") and not sheet.drag.bar.winfo_ismapped()
        window.playing.drafting.shift(1, 7)
        assert "Line 8 stays where it is" in shown(window) and written(window)[8] == "WhH5", "the stone stays below"


def test_a_stone_that_is_dragged_from_its_card_is_seen_all_the_way() -> None:
    with writing(begin()) as window:
        window.playing.type_move("0M2 1TR")
        frame, view = window.panels[0].frame, window.view
        assert isinstance(view, BoardView)
        point_at(frame)
        xtest.fake_input(screen(), X.ButtonPress, 1)
        arrive()
        point_at(frame, 40, 30)
        carried = [widget for widget in root().winfo_children() if widget.winfo_class() == "Label" and widget.winfo_ismapped()]
        assert len(carried) == 1 and abs(carried[0].winfo_rootx() + carried[0].winfo_width() // 2 - root().winfo_pointerx()) < 3
        point_at(view, *view.place_of("H5"))
        assert not carried[0].winfo_exists() and view.pull is not None, "on the board it is drawn there"
        xtest.fake_input(screen(), X.ButtonRelease, 1)
        arrive()
        assert written(window) == ("0M2", "1TR", "WhH5")


def test_the_title_has_only_options_that_are_off_their_default() -> None:
    for spec, title in (("herbs", "Herbs · round 1"), ("herbs(ap=30)", "Herbs, AP 30 · round 1")):
        with writing(Setup(spec, TWO, 1)) as window:
            assert window.top.titled == title


def test_four_lines_of_moves_can_be_read_while_a_plan_is_written_with_tabs() -> None:
    with writing(begin()) as window:
        window.tabs.begin(Setup("herbs(ap=60,actions=4,rounds=9)", ("person", "greedy"), 1))
        for _ in range(2):
            wait(lambda: window.playing.ours)
            window.playing.type_move("0TL 0TL 0TL 0TL WhE5" if "WhE5" not in window.table.state.fields["board"] else "0TL")
            press("Return", "Control_L")
        wait(lambda: window.playing.ours)
        window.registry.run("sheet")
        settle(0.2)
        assert window.strip.winfo_ismapped() and window.moves.frame.winfo_ismapped()
        assert window.moves.canvas.winfo_height() >= 4 * window.look.px(LINE), window.moves.canvas.winfo_height()
        assert cut_off(window) == []


def test_a_faulty_line_says_why_and_is_put_right_first() -> None:
    with writing(Setup("herbs(ap=10,actions=3,rounds=3)", TWO, 1)) as window:
        window.playing.type_move("0M1 0M6 0TL WhH5")
        assert window.registry["lock"].why_not() == ""
        window.playing.drafting.choose(0)
        window.playing.type_move("0M6")
        bad = window.sheet.lines[1]
        settle()
        assert bad.row.why and bad.why.winfo_ismapped() and bad.why.cget("text") == bad.row.why
        assert "Line 2 cannot be carried out" in window.registry["lock"].why_not()
        assert "disabled" in window.sheet.buttons["lock"].state()
        point_at(window.sheet.buttons["lock"])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and "Line 2 cannot be carried out" in Tip.shown.cget("text")
        press("Return", "Control_L")
        assert window.table.session.steps == () and "Line 2 cannot be carried out" in shown(window)
        window.playing.type_move("1TR")
        assert written(window) == ("0M6", "1TR", "0TL", "WhH5")
        press("Return", "Control_L")
        assert len(window.table.session.steps) == 4


def test_a_typed_line_that_cannot_be_is_not_written() -> None:
    with writing(begin()) as window:
        press("slash")
        type_text("0M2 2M1 0TL")
        press("Return")
        assert written(window) == ("0M2",) and window.status.entry.get() == "2M1 0TL"
        assert "Herb 2 is Second's" in shown(window)


def test_where_a_plan_leads_is_shown_unless_it_is_not_wanted() -> None:
    with writing(begin()) as window:
        window.playing.type_move("0M2")
        view = window.view
        assert isinstance(view, BoardView) and "A3" in marks(window, "ghosts")
        window.registry.run("preview")
        assert marks(window, "ghosts") == []
        window.registry.run("preview")
        assert "A3" in marks(window, "ghosts")
        window.playing.type_move("1M1")
        assert {"A3", "K2"} <= set(marks(window, "ghosts"))
        window.playing.drafting.choose(1)
        assert "A3" in marks(window, "ghosts") and "K2" not in marks(window, "ghosts"), "what stands above the line that is chosen"
        window.playing.drafting.choose(None)
        assert {"A3", "K2"} <= set(marks(window, "ghosts"))


def test_a_stone_that_was_lost_is_said_while_the_next_plan_is_written() -> None:
    plans = (("0M1", "WhB5"), ("2M1", "WhB5")), (("0M1", "WhE5"), ("2M1", "WhE7"))
    with writing(Setup("herbs(actions=1)", TWO, 1)) as window:
        for number, both in enumerate(plans):
            for moves in both:
                if window.table.screen.handing_to is not None:
                    take_over(window, False)
                wait(lambda: window.playing.ours)
                said = window.status.reminder
                assert said == ("Your white stone for B5 was lost: both named the same square." if number else ""), moves
                window.playing.type_move(" ".join(moves))
                press("Return", "Control_L")
        take_over(window, False)
        assert not window.status.reminder, "these two lie there"


@pytest.mark.parametrize(("size", "zoom"), [((800, 560), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5)])
def test_the_sheet_has_room_in_every_window(size: tuple[int, int], zoom: float) -> None:
    with writing(begin(), size=size, zoom=zoom) as window:
        for why in (False, True):
            if why:
                window.registry.run("why")
            window.playing.type_move("0M2 1TR WhH5")
            click_spot(window, "A1")
            settle(0.2)
            if why and size[1] / zoom < 600:
                assert not window.sheet.shown, "the reasons take its place"
                press("w")
                assert window.sheet.shown
                continue
            assert cut_off(window) == []
            sheet = window.sheet
            inside = [line for line in sheet.lines if line.frame.winfo_y() - sheet.offset + line.frame.winfo_height() <= sheet.clip.winfo_height()]
            assert len(inside) >= 2 - why, "lines can be read"
            parts = [sheet.frame, window.choices.frame, *(card.frame for card in window.players)]
            assert overlapping([*parts, *([window.below.why.frame] if why else [])]) == []
            bottom = window.choices.frame.winfo_rooty() + window.choices.frame.winfo_height()
            assert bottom <= window.status.winfo_rooty()


# What a draft lives through -------------------------------------------------------------------------------------------


def test_a_draft_survives_tabs_theme_zoom_and_a_look_back() -> None:
    with writing(begin()) as window:
        window.playing.type_move("0M2 1TR")
        window.switch_theme()
        settle()
        assert written(window) == FIRST[:2] and len(lines(window)) >= 2
        window.set_zoom(1.25)
        settle()
        assert written(window) == FIRST[:2] and "A3" in marks(window, "ghosts")
        window.tabs.begin(Setup("herd(size=2)", TWO, 1))
        assert not window.sheet.shown and window.moves.frame.winfo_manager() and window.sheet.lines == []
        window.tabs.show(0)
        assert written(window) == FIRST[:2] and window.sheet.shown
        window.playing.type_move("WhH5")
        press("Return", "Control_L")
        take_over(window, False)
        window.playing.type_move("2M2")
        window.registry.run("start")
        assert window.playing.drafting.draft is None, "somebody else wrote there"
        window.registry.run("end")
        assert written(window) == ("2M2",)


def test_the_moves_can_be_reached_while_a_plan_is_written() -> None:
    with writing(begin()) as window:
        window.playing.type_move("0M2")
        assert window.sheet.frame.winfo_ismapped() and not window.moves.frame.winfo_ismapped()
        click(window.sheet.buttons["sheet"])
        assert window.moves.frame.winfo_ismapped() and not window.sheet.frame.winfo_ismapped()
        click(window.moves.offered)
        assert window.sheet.frame.winfo_ismapped() and lines(window)
        press("l", "Control_L")
        assert window.moves.frame.winfo_ismapped()


def test_undo_takes_a_locked_plan_back_into_the_draft_and_redo_locks_it_again() -> None:
    with writing(begin(seats=("person", "greedy"))) as window:
        window.playing.type_move(" ".join(FIRST))
        press("Return", "Control_L")
        wait(lambda: window.playing.ours)
        after = window.table.state.text()
        press("z", "Control_L")
        assert not window.table.session.steps and written(window) == FIRST
        press("y", "Control_L")
        wait(lambda: window.playing.ours)
        assert window.table.state.text() == after and written(window) == ()
        press("z", "Control_L")
        window.playing.drafting.choose(1)
        window.playing.type_move("1HT")
        press("Return", "Control_L")
        wait(lambda: window.playing.ours and window.table.state.turn == 2)
        assert [step.move for step in window.table.session.steps[:3]] == ["0M2", "1HT", "WhH5"] and window.table.session.hindsight


def test_decisions_that_were_made_one_by_one_are_taken_up() -> None:
    with writing(begin()) as window:
        window.table.session.play("0M2")
        window.playing.begun()
        assert written(window) == ("0M2",)
        window.playing.type_move("1TR WhH5")
        press("Return", "Control_L")
        assert [step.move for step in window.table.session.steps] == list(FIRST)


def test_a_bot_writes_a_line_for_the_person() -> None:
    with writing(begin()) as window:
        window.settings.helper = {"herbs": "greedy"}
        window.playing.type_move("0M2")
        press("g")
        wait(lambda: len(written(window)) == 2)
        assert window.table.session.steps == ()
        assert window.status.progress.empty and not window.registry["hint"].why_not(), "nobody is said to think any more"
        press("z", "Control_L")
        assert written(window) == ("0M2",)
        press("h")
        wait(lambda: window.table.bots.advice is not None)
        window.playing.type_move("1TR")
        assert window.table.bots.advice is None, "the advice was about another line"


# Choices and outcomes -------------------------------------------------------------------------------------------------


def test_choices_are_shown_with_what_they_would_do() -> None:
    with writing(begin(), side="live") as window:
        click_spot(window, "A1")
        push = button(window, "TL")
        point_at(push)
        assert "turns left" in shown(window)
        wait(lambda: Tip.shown is not None)
        point_at(window.view)
        press("r")
        assert written(window) == ("0TR",), "a key of a button is no command while the board has the focus"
        click_spot(window, "A1")
        assert isinstance(window.dock.page, LiveText) and any("Turn left" in line for line in window.dock.page.lines)
        tab_to(window, button(window, "TL"))
        assert "turns left" in shown(window)
        press("Return")
        assert written(window) == ("0TR", "0TL") and root().focus_get() in (window.view, *window.choices.buttons)


def test_pointing_tells_before_a_click_what_is_in_range_and_what_a_push_costs() -> None:
    position = "11/11/11/11/11/11/3w1ww4/4w6/11/11/11 E3^,A3>,A11v,B3v 30,30 12w8b,12w8b 0,0 2 3 0 write:1:|"
    with writing(begin(position)) as window:
        view = window.view
        assert isinstance(view, BoardView)
        for spot, told, shape in (("A3", "Herb 1 has Herb 3 in range", "aim"), ("E4", "costs 1 AP for 1 square", "front"), ("E5", "completes", "scores")):
            point_at(view, *view.place_of(spot))
            assert told in shown(window) and shape in {item.shape for item in view.shown["foresee"]}
        assert not window.playing.touch.entry.chosen
        for key in ("0", "p", "2"):
            press(key)
        assert "(Enter)" in shown(window) and [choice.proposed for choice in window.choices.shown][:2] == [True, False]
        assert window.choices.buttons[0].cget("style") == "Main.TButton"
        press("Return")
        assert written(window) == ("0P2/2",), "what it costs today"


def test_what_cannot_be_chosen_is_grey_and_says_why() -> None:
    with writing(Setup("herbs(ap=10,actions=3,rounds=3)", TWO, 1)) as window:
        window.playing.type_move("0M6 0M4")
        click_spot(window, "K1")
        grey = [(one, choice) for one, choice in zip(window.choices.buttons, window.choices.shown, strict=False) if choice.why]
        assert grey and all("disabled" in one.state() for one, _ in grey)
        point_at(grey[0][0])
        wait(lambda: Tip.shown is not None)
        assert Tip.shown is not None and grey[0][1].why in Tip.shown.cget("text")
        press(grey[0][1].key)
        assert grey[0][1].why in shown(window) and len(written(window)) == 2


def test_a_bid_shows_what_each_order_leads_to() -> None:
    with writing(begin(BID, ("person", "greedy"))) as window:
        window.table.session.change_seats(TWO)
        window.playing.begun()
        for moves in (("0P1/1", "0TL", "WhA1"), ("2P1/1", "2TL", "WhB1")):
            if window.table.screen.handing_to is not None:
                take_over(window, False)
            window.playing.type_move(" ".join(moves))
            press("Return", "Control_L")
        take_over(window, False)
        assert window.table.state.phase == "bid"
        panel = window.outcomes
        wait(lambda: panel.winfo_ismapped() and not panel.timer)
        assert len(panel.shown) == 3
        assert isinstance(window.view, BoardView)
        assert window.sheet.shown and [line.row.now for line in window.sheet.lines] == [True, False, False], "it stays there"
        assert panel.winfo_rooty() >= window.view.winfo_rooty() + window.view.winfo_height(), "it hides nothing of the board"
        assert panel.stake.cget("text") == (
            "Action 1. First: push 1 square with Herb 0 for 1 AP. Second: push 1 square with Herb 2 for 1 AP. "
            "After equal bids above 0 Second acts first, with the tie token."
        )
        assert cut_off(window) == [] and overlapping([one.frame for one in panel.cards]) == []
        assert len({one.frame.winfo_rooty() for one in panel.cards}) == 1, "side by side"
        for one, outcome in zip(panel.cards, panel.shown, strict=True):
            assert one.frame.winfo_ismapped() and one.head.cget("text") == outcome.head
            assert one.told.cget("text") == outcome.told and one.told.winfo_reqheight() <= one.told.winfo_height()
            assert one.view.fields == outcome.fields and one.view.unit >= 20, "squares of this size can be read"
            assert one.view.ground is not None and {"E2", "F1", "G2"} <= set(one.view.ground.spots), "whatever is involved"
        window.dock.toggle("live")
        assert isinstance(window.dock.page, LiveText) and any(panel.shown[0].head in line for line in window.dock.page.lines)
        window.dock.toggle("live")
        high = window.view.winfo_height()
        window.registry.run("account_back")
        assert window.playback.shows and not panel.winfo_manager() and not window.outcomes_shown, "they are not of what was"
        window.registry.run("account_leave")
        wait(lambda: panel.winfo_ismapped() and not panel.timer and isinstance(window.view, BoardView) and window.view.winfo_height() == high)
        choose(window, "bid2")
        wait(lambda: window.cover.winfo_viewable())
        assert not panel.winfo_manager() and panel.cards == []
