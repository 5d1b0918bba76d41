"""Tests that nothing clickable moves by itself: at the end of a game, in Analyse, in Set up and in the tutorial."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from tkinter import Misc, ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from bots.report import Limit
from tests.conftest import deep
from tests.kit.placed_controls import CLICKABLE, moved_controls, positions
from tests.kit.windows import TestedWindow, click, click_spot, descendants, open_window, press, root, settle, wait
from workbench.gui.analyse.table_columns import HEAD
from workbench.gui.board.board_view import BoardView
from workbench.gui.lessons.view import LessonView
from workbench.gui.new_game import words
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.review.game_review import GameReview
from workbench.gui.review.page import ReviewPage
from workbench.table.setup import Setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]

GAMES = {"herd(size=4)": 60, "forest": 30, "herbs": 20, "herbalism": 12}  # spec -> moves before the analysis
SIZES = ((1280, 720), (2560, 1440))
Actions = dict[str, Callable[[], object]]


class Pointer:
    """Random clicks."""

    def __init__(self, seed: int) -> None:
        self.stream = fastcore.Stream(seed, "pointer")

    def click_one(self, widgets: Sequence[Misc]) -> None:
        visible = [widget for widget in widgets if widget.winfo_viewable()]
        if visible:
            click(self.stream.choice(visible))

    def click_inside(self, widget: Misc) -> None:
        if widget.winfo_viewable():
            click(widget, self.stream.below(widget.winfo_width()), self.stream.below(widget.winfo_height()))

    def click_spot(self, view: BoardView) -> None:
        assert view.ground is not None
        click(view, *view.place_of(self.stream.choice(sorted(view.ground.spots))))


def watched_game(game: str, moves: int, window: TestedWindow) -> None:
    """Wait until the bots have made some moves, then stop them."""
    wait(lambda: len(window.table.session.steps) >= moves or window.table.over)
    window.table.bots.pause()
    settle(0.3)


def analysis_actions(window: TestedWindow, pointer: Pointer) -> Actions:
    def column() -> Misc:
        assert window.analyse.column is not None
        return window.analyse.column.candidates.table.canvas

    def tabs() -> list[Misc]:
        assert window.analyse.column is not None
        return [tab for tab in window.analyse.column.notebook.buttons.values() if tab.winfo_ismapped()]

    def play() -> None:
        pointer.click_inside(column())
        press("Return")

    def escape() -> None:
        press("Escape")
        if not window.analyse.on:
            press("F12")

    def view() -> BoardView:
        assert isinstance(window.screen.view, BoardView)
        return window.screen.view

    return {
        "candidate": lambda: pointer.click_inside(column()), "play": play,
        "tab": lambda: pointer.click_one([tab for tab in tabs() if tab.cget("text") not in ("Review", "Luck")]),
        "step": lambda: pointer.click_one(list(window.moves.card.buttons.values())),
        "graph": lambda: pointer.click_inside(window.moves.below.graph.canvas),
        "list": lambda: pointer.click_inside(window.moves.card.canvas),
        "spot": lambda: pointer.click_spot(view()), "choice": lambda: pointer.click_one(window.screen.choices.buttons),
        "space": lambda: press("space"), "page": lambda: press("t"), "seat": lambda: press("p", "Shift_L"),
        "undo": lambda: press("z", "Control_L"), "escape": escape, "only": lambda: press("x"),
        "back": lambda: press("Left", "Alt_L"), "wait": lambda: settle(0.2),
    }  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_moves_during_an_analysis(game: str, size: tuple[int, int]) -> None:
    count, seats = deep(60 if game.startswith("herd") and size == SIZES[0] else 30, 200), fastcore.start(game).seats
    with open_window(
        Setup(game, ("greedy",) * seats, 1), size=size, speed=4, analyse_limit=Limit(simulations=1000)
    ) as window:
        watched_game(game, GAMES[game], window)
        press("F12")
        settle(0.3)
        assert moved_controls(window, analysis_actions(window, Pointer(1)), count, 1) == []


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440)])
def test_nothing_moves_in_a_review(size: tuple[int, int]) -> None:
    with open_window(
        Setup("herd(size=3)", ("greedy", "greedy"), 2), size, speed=4, review_simulations=100, analyse_page="review"
    ) as window:
        wait(lambda: window.table.over)
        window.registry.run("review")
        game = window.shell.feature(GameReview)
        wait(lambda: game.review is not None and game.review.is_complete)
        settle(0.3)
        pointer = Pointer(2)

        def page() -> ReviewPage:
            """Return the page. Trying a better turn can rebuild it."""
            assert window.analyse.column is not None
            shown = window.analyse.column.notebook.pages["review"][0]
            assert isinstance(shown, ReviewPage) and shown.summary is not None
            return shown

        def view() -> BoardView:
            assert isinstance(window.screen.view, BoardView)
            return window.screen.view

        def click_row() -> None:  # a click on a heading would sort the rows
            canvas, head = page().table.canvas, window.look.px(HEAD)
            if canvas.winfo_viewable():
                click(canvas, 40, head + pointer.stream.below(canvas.winfo_height() - head))

        actions: Actions = {
            "mistake": click_row, "next": lambda: press("e"),
            "previous": lambda: press("e", "Shift_L"),
            "button": lambda: pointer.click_one([page().buttons[name] for name in ("last_mistake", "next_mistake")]),
            "graph": lambda: pointer.click_inside(window.moves.below.graph.canvas),
            "step": lambda: pointer.click_one(list(window.moves.card.buttons.values())),
            "retry": lambda: window.registry.run("retry_mistake"), "spot": lambda: pointer.click_spot(view()),
        }  # fmt: skip
        assert moved_controls(window, actions, deep(40, 200), 2) == []


def test_nothing_moves_while_bots_capture_and_finish() -> None:
    with open_window(Setup("herd(size=3)", ("greedy", "greedy"), 2), (1280, 800), speed=4) as window:
        places = set[int]()
        texts = set[int]()

        def finished() -> bool:
            places.add(window.moves.card.canvas.winfo_rooty())
            panel = window.screen.panels[0].shown
            texts.add(len(panel.lines) if panel is not None else 0)
            return window.table.over

        wait(finished)
        settle(0.5)
        finished()
        assert len(places) == 1 and len(texts) > 1, (places, texts)


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_moves_in_set_up(game: str) -> None:
    players = ("person", *("greedy",) * (fastcore.start(game).seats - 1))
    with open_window(Setup(game, players, 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F4")
        settle(0.3)
        column, view, pointer = window.set_up.column, window.set_up.view, Pointer(3)
        assert column is not None and view is not None
        palette = column.palette
        actions: Actions = {
            "spot": lambda: pointer.click_spot(view), "undo": lambda: press("z", "Control_L"),
            "redo": lambda: press("y", "Control_L"), "escape": lambda: press("Escape"), "fix": lambda: press("F3"),
            "problem": lambda: press("F3", "Shift_L"), "wait": lambda: settle(0.2),
        }  # fmt: skip
        if palette is not None:
            actions["piece"] = lambda: pointer.click_one(list(palette.pieces.values()))
            actions["tool"] = lambda: pointer.click_one(list(palette.buttons.values()))
        assert moved_controls(window, actions, deep(30, 200), 3) == []


def random_position(game: str, moves: int) -> str:
    """Return the text of a position after random moves."""
    state, stream = fastcore.start(game), fastcore.Stream(1, "later")
    for _ in range(moves):
        played = [outcome for outcome, _ in state.chances()] if state.actor < 0 else state.moves()
        if not played:
            break
        state.play(stream.choice(played))
    return state.text()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", list(GAMES))
def test_longer_texts_and_problems_in_set_up_move_nothing(game: str, size: tuple[int, int]) -> None:
    with open_window(Setup(game, ("person", *("greedy",) * (fastcore.start(game).seats - 1)), 1), size) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F4")
        settle(0.3)
        column, edited = window.set_up.column, window.set_up.edited
        assert column is not None and edited.sketch.fields is not None
        start, fields = edited.sketch, edited.sketch.fields
        fixes, before, moved = set[str](), positions(window), list[str]()
        for sketch in (
            replace(start, text=random_position(game, 120)),
            *(start.with_fields({**fields, name: "x" * length}) for name in fields for length in (1, 60, 300)),
            start,
        ):
            edited.replace_sketch(sketch)
            wait(lambda: edited.checked == edited.sketch)
            settle(0.1)
            fixes |= {*map(str, column.problems.fix_buttons)}  # another problem can have its fixes elsewhere
            for key, place in positions(window).items():
                if key not in fixes and max(abs(a - b) for a, b in zip(place, before.get(key, place), strict=True)) > 1:
                    moved.append(f"{sketch.text}: {key} {before[key]} -> {place}")
        assert moved == []


def test_another_decision_in_set_up_moves_none_of_the_first_details() -> None:
    """Details of a cure or a request follow the others."""
    with open_window(Setup("herbalism", ("person", "greedy", "greedy"), 1)) as window:
        wait(lambda: window.playing.accepts_moves)
        press("F4")
        settle(0.3)
        column = window.set_up.column
        assert column is not None

        def places() -> dict[str, int]:
            root().update_idletasks()
            rows = column.details.rows
            return {
                name: rows[name].entry.winfo_rooty() for name in ("stage", "seat", "turn", "round", "start", "hidden")
            }

        before, stage = places(), column.details.rows["stage"].entry
        assert isinstance(stage, ttk.Combobox)
        for entry in stage.cget("values"):
            stage = column.details.rows["stage"].entry
            assert isinstance(stage, ttk.Combobox)
            stage.set(entry)
            stage.event_generate("<<ComboboxSelected>>")
            settle(0.2)
            assert places() == before, entry


def unfolded_new_game(window: TestedWindow) -> NewGame:
    """Open *New game* with *More options*."""
    window.registry.run("new")
    settle(0.3)
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame)
    dialog.more.toggle()
    settle(0.3)
    return dialog


@pytest.mark.parametrize("size", SIZES)
def test_choices_in_new_game_move_nothing(size: tuple[int, int]) -> None:
    """Only another game may move what is below it."""
    with open_window(Setup("herd(size=3)", ("person", "beginner"), 1), size) as window:
        dialog = unfolded_new_game(window)

        def places() -> dict[str, tuple[int, int]]:
            root().update_idletasks()
            return {
                f"{widget} {widget.winfo_class()}": (widget.winfo_rootx(), widget.winfo_rooty())
                for widget in descendants(dialog)
                if widget.winfo_viewable() and widget.winfo_class() in CLICKABLE
            }

        before, moved, tried = places(), list[str](), 0
        boxes = [dialog.opponent_box, *(form.player_box for form in dialog.seats), dialog.clock.box, dialog.opening.box]
        for box in boxes:
            usual = box.get()
            for entry in (*box.cget("values"), usual):
                box.set(entry)
                box.event_generate("<<ComboboxSelected>>")
                settle(0.05)
                now, tried = places(), tried + 1
                moved += [f"{entry}: {key}" for key, place in now.items() if before.get(key, place) != place]
                if entry == words.ADVANCED:
                    form = next(form for form in dialog.seats if form.player_box is box)
                    form.level_box.set(words.OWN_OPTIONS)
                    form.level_box.event_generate("<<ComboboxSelected>>")
                    settle(0.05)
                    assert form.form is not None
                    moved += [f"settings: {key}" for key, place in places().items() if before.get(key, place) != place]
        assert moved == [] and tried > 20


def test_settings_of_a_bot_are_reached_from_its_seat() -> None:
    with open_window(Setup("herd(size=3)", ("person", "mcts(simulations=9)"), 1)) as window:
        dialog = unfolded_new_game(window)
        seat = dialog.seats[1]
        assert seat.form is not None

        def is_visible() -> bool:
            area = dialog.more.area.canvas
            top = seat.details.meaning.winfo_rooty() - area.winfo_rooty()
            return 0 <= top <= area.winfo_height() - seat.details.meaning.winfo_height()

        assert not is_visible()
        click(seat.reach_button)
        settle(0.1)
        assert is_visible()


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_moves_in_the_tutorial(game: str) -> None:
    with open_window(Setup(game.partition("(")[0], ("person",) * fastcore.start(game).seats, 1)) as window:
        window.registry.run("guide")
        settle(0.3)
        view = next(widget for widget in descendants(root()) if isinstance(widget, LessonView))
        pointer = Pointer(4)
        number = view.guide.number

        def next_step() -> None:
            click(view.lesson.next_button) if not view.guide.last else view.begin(number)
            settle(0.1)

        moved = list[str]()
        for step in range(len(view.guide.lessons)):
            # The board of each step can have another size.
            actions: Actions = {
                "again": lambda: click(view.lesson.repeat_button), "spot": lambda: pointer.click_spot(view.view),
                "wait": lambda: settle(0.1),
            }  # fmt: skip
            moved += moved_controls(window, actions, deep(6, 20), step)
            places = [(panel.frame.winfo_y(), panel.frame.winfo_height()) for panel in view.panels]
            goals = [moves[0] for moves in view.guide.lesson.goals if moves and not moves[0].startswith("?")]
            if goals:
                moved += moved_controls(window, {"goal": partial(view.play, goals[0])}, 1, step)
            wait(lambda: not view.presenter.busy)
            after = [(panel.frame.winfo_y(), panel.frame.winfo_height()) for panel in view.panels]
            assert after == places or not view.panels[0].frame.winfo_viewable()
            before = (view.lesson.next_button.winfo_rootx(), view.lesson.next_button.winfo_rooty())
            next_step()
            assert (view.lesson.next_button.winfo_rootx(), view.lesson.next_button.winfo_rooty()) == before
        assert moved == []


ENDS = ("herd(size=3)", "herbs(rounds=1)", "herbalism")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ENDS)
def test_nothing_moves_when_a_game_ends(game: str, size: tuple[int, int]) -> None:
    seats = fastcore.start(game).seats
    with open_window(Setup(game, ("greedy",) * seats, 1), size=size, speed=4) as window:
        settle(0.3)
        places = [panel_places(window)]

        def watch() -> None:
            settle(0.3)
            places.append(panel_places(window))

        moved = list[str]()
        while not window.table.over:
            moved += moved_controls(window, {"watch": watch}, 3, 1)
        moved += moved_controls(window, {"watch": watch}, 2, 1)
        assert moved == [] and len({*places}) == 1


def panel_places(window: TestedWindow) -> tuple[tuple[int, int], ...]:
    """Return the top and the height of the cards of players and of the game."""
    frames = [*(card.frame for card in window.screen.players), *(card.frame for card in window.screen.panels)]
    return tuple((frame.winfo_y(), frame.winfo_height()) for frame in frames if frame.winfo_viewable())


def test_a_moving_control_is_found() -> None:
    with open_window(Setup("herd(size=3)", ("person", "person"), 1)) as window:

        def move() -> None:
            window.screen.top.configure(padding=(0, 30, 0, 0))

        assert moved_controls(window, {"move": move}, 1, 1)
        click_spot(window, "a1")
