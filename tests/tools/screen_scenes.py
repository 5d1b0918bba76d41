"""The scenes that `compare_screens.py` takes pictures of."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import Misc, ttk
from typing import TYPE_CHECKING, Any

import bots
import fastcore
from bots.report import Limit
from fastcore import OVER, Stream, Viewpoint
from tests.kit import windows
from tests.kit.payloads import Payload, decisions_until, write_record
from tests.kit.windows import TWO, TestedWindow, click, press, root, settle, wait
from workbench.game.session import PERSON
from workbench.gui.matches.window import MatchWindow
from workbench.matches.planning.plan import Plan
from workbench.system.folders import data_folder
from workbench.table.setup import Setup

if TYPE_CHECKING:
    from tests.tools.compare_screens import Camera

SALT, SEED = "5a17" * 8, 2
SIMULATIONS = 400
DECISIONS = {"herbs": 2, "herbalism": 4, "forest": 9, "herd": 9}  # decisions before the pictures of a game in progress
END = "gb ryyy/rggg/bbbb 0,2,0 2 2 9 act:1 rb,yr,gb -,-,- -,-,-"  # near the end of a round with hidden hands
WRONG = "rb ryyg/gggb/bbbb 0,0,0 1 1 1 act:9 -,-,- -,-,- -,-,-"
QUICK, MIDDLE = "herd(size=2)", "herd(size=3)"
DIALOGS = (
    "new", "seats", "settings", "keys", "palette", "about", "rules_window", "games", "guide", "analysts", "columns",
    "spec", "type", "comment", "find",
)  # fmt: skip


def run(window: TestedWindow, name: str) -> None:
    window.registry.run(name)
    settle(0.1)


def against_bots(game: str) -> Setup:
    name = next(name for name in ("mcts", "ismcts", "duct") if name in bots.names(game))
    bot = f"{name}(simulations=60)"
    return Setup(game, (PERSON, *[bot] * (fastcore.start(game).seats - 1)), SEED, salt=SALT)


def random_player(seed: int) -> Callable[[Viewpoint], str]:
    """Return a function that picks random moves, determined by the seed."""
    stream = Stream(seed, "pictures")
    return lambda point: stream.choice(sorted(map(point.move_text, point.moves())))


def wait_for_turn(window: TestedWindow) -> bool:
    """Wait until a person must decide. Return False if the game has ended."""
    if window.table.screen.handover_seat is not None:
        window.table.take_over()
    wait(
        lambda: window.table.state.actor == OVER or (window.playing.accepts_moves and not window.playing.presenter.busy)
    )
    return bool(window.table.state.actor != OVER)


def play(window: TestedWindow, decisions: int) -> None:
    choose = random_player(SEED)
    for _ in range(decisions):
        if wait_for_turn(window):
            windows.make_move(window, choose)
    wait_for_turn(window)


def search(window: TestedWindow) -> None:
    """Search the viewed position with a fixed number of simulations."""
    analyses = window.analyse.position.analyses
    analyses.set_bots(analyses.players, Limit(simulations=SIMULATIONS))
    run(window, "analysis")
    wait(lambda: not analyses.running and not analyses.is_stopping)


def games(camera: Camera) -> None:
    """Show every game at the start and in progress, with the pages beside the board."""
    for game in fastcore.games():
        with camera.opened(against_bots(game), why=True) as window:
            wait_for_turn(window)
            camera.snap(game, "start")
            play(window, DECISIONS[game])
            camera.snap(game, "later")
            camera.run_available(game, "rules", "live", "account", "form", "graph", "why", "names", "rotate", "flip")
            for number in range(3):
                run(window, "hint")
                wait(lambda: "simulations" not in windows.status_text(window))
                camera.snap(game, "hint", str(number))
            camera.run(f"{game}-moves", "back", "turn_back", "start")


def analysed(camera: Camera) -> None:
    """Show an analysed position of every game on all pages of Analyse."""
    for game in fastcore.games():
        with camera.opened(against_bots(game)) as window:
            play(window, DECISIONS[game])
            run(window, "analyse_mode")
            camera.snap(game, "analyse")
            search(window)
            assert window.analyse.column is not None
            buttons = window.analyse.column.notebook.buttons
            for name in [name for name, button in buttons.items() if not button.instate(["disabled"])]:
                click(buttons[name])
                camera.park()
                camera.snap(game, "analyse", name)
            click(buttons["values"])
            camera.park()
            camera.run(f"{game}-analyse", "only_move", "point_of_view", "facts", "keep_line", "back", "leave_analyse")


def modes(camera: Camera) -> None:
    """Show a search before and after a visit to another mode."""
    for way in ("leave_set_up", "analyse_mode", "play_mode"):
        with camera.opened(against_bots(MIDDLE)) as window:
            play(window, 3)
            run(window, "analyse_mode")
            search(window)
            camera.run(f"modes-{way}", "set_up_mode", way, "analyse_mode", "leave_analyse")


def sheet(camera: Camera) -> None:
    """Show the plan sheet while a plan is being written, and in the next round."""
    with camera.opened(Setup("herbs", (PERSON, "greedy"), SEED, salt=SALT)) as window:
        wait_for_turn(window)
        choose = random_player(3)
        for number in range(3):
            window.playing.play(choose(window.playing.point))
            camera.snap("sheet", str(number))
        camera.run("sheet", "line_up", "undo", "sheet")
        windows.make_move(window, choose)
        wait_for_turn(window)
        camera.snap("sheet", "next")


def reveal(camera: Camera) -> None:
    """Show the end of a round with hidden hands, and the hand-over of the screen."""
    with camera.opened(Setup("herbalism", (PERSON,) * 3, 1, END, salt=SALT)) as window:
        camera.snap("reveal", "cover")
        for move in ("cure:rb", "answer:yb", "skip", "cure:gb"):
            wait_for_turn(window)
            window.playing.play(move)
            settle(0.2)
        camera.snap("reveal")
        camera.run("reveal", "hand_over")
        click(window.screen.cover.button)
        camera.park()
        camera.snap("reveal", "next")
        camera.run("reveal", "form", "form_help", "account", "account_play")


def persons(camera: Camera) -> None:
    """Show two people writing plans at one screen, and what each can see in the tabs."""
    plans = Setup("herbs(ap=30,actions=2,rounds=3)", TWO, 1, names=("Anna", "Ben"), salt=SALT)
    with camera.opened(plans) as window:
        camera.snap("persons", "cover")
        wait_for_turn(window)
        for move in ("0M2", "1TR", "WhH5"):
            window.playing.play(move)
        camera.snap("persons", "written")
        window.tabs.begin(plans._replace(seed=2, names=("Ben", "Anna")))
        camera.snap("persons", "other-tab")
        window.tabs.show(0)
        camera.snap("persons", "back-again")
        camera.run("persons", "lock", "back", "account", "analyse_mode", "set_up_mode")


def end(camera: Camera) -> None:
    """Show the end of a short game, its review and a rematch."""
    with camera.opened(against_bots(QUICK), review_simulations=60) as window:
        play(window, 60)
        camera.snap("end")
        camera.run("end", "graph", "back", "end")
        run(window, "review")
        wait(lambda: not window.registry["review"].why_not() and window.registry["review_stop"].why_not())
        camera.snap("review")
        camera.run("review", "next_mistake", "better_line", "keep_better", "rematch", "games")


def set_up(camera: Camera) -> None:
    """Show Set up in every game: a played, empty, painted, invalid and fixed position, and a list."""
    for game in fastcore.games():
        with camera.opened(Setup(game, (PERSON,) * fastcore.start(game).seats, SEED, salt=SALT)) as window:
            if window.table.screen.handover_seat is not None:
                window.table.take_over()
            run(window, "set_up_mode")
            camera.snap(game, "set-up")
            camera.run(f"{game}-set-up", "clear")
            paint(window)
            camera.park()
            camera.snap(game, "set-up", "painted")
            camera.run(f"{game}-set-up", "mirror", "turn_pieces", "reach", "erase", "hand", "undo")
            paste(window, f"{game} {WRONG if game == 'herbalism' else 'x y z'}")
            camera.snap(game, "set-up", "wrong")
            camera.run(f"{game}-set-up", "fix", "undo")
            paste(window, "\n".join(f"{game} {fastcore.start(game).text()} # {word}" for word in ("one", "two")))
            camera.run(f"{game}-set-up", "next_position", "new")
            press("Escape")
            camera.run(f"{game}-set-up", "leave_set_up")


def paint(window: TestedWindow) -> None:
    """Place up to three pieces on different squares."""
    view, column = window.set_up.view, window.set_up.column
    assert view is not None and view.ground is not None and column is not None
    spots = sorted(view.ground.spots)
    pieces = list(column.palette.pieces.values()) if column.palette is not None else []
    for number in range(3 if pieces else 0):
        click(pieces[number % len(pieces)])
        click(view, *view.place_of(spots[3 + 4 * number]))


def paste(window: TestedWindow, text: str) -> None:
    """Paste a position text in Set up."""
    root().clipboard_clear()
    root().clipboard_append(text)
    root().focus_force()
    window.registry.run("paste")
    settle(0.5)


def dialogs(camera: Camera) -> None:
    """Show everything that opens over the window or beside it."""
    for game in fastcore.games():
        with camera.opened(against_bots(game)):
            camera.run(game, "new")
    with camera.opened(against_bots(MIDDLE)) as window:
        play(window, 2)
        for name in DIALOGS:
            camera.run_available("dialog", name)
            pages: dict[str, Any] = window.pages.open
            if name == "keys":
                pages[name].text.yview_moveto(0.5)
                camera.snap("dialog-keys-below")
            for page in ("play", "keys") if name == "settings" else ():
                pages[name].show_page(page)
                camera.snap("dialog-settings", page)
            press("Escape")
            window.pages.close()
            window.screen.view.focus_force()
        run(window, "palette")
        for _ in range(30):
            press("Down")
        camera.snap("palette", "far")
        windows.type_text("an")
        camera.snap("palette", "typed")


def menus(camera: Camera) -> None:
    """Show every menu in each mode, and tooltips."""
    with camera.opened(against_bots(MIDDLE)) as window:
        wait_for_turn(window)
        for mode in ("play", "analyse_mode", "set_up_mode"):
            if mode != "play":
                run(window, mode)
                camera.snap("menu", mode)
            for name, button in window.screen.top.buttons.items():
                click(button)
                camera.snap("menu", mode, name)
                press("Escape")
            assert window.screen.body is not None
            for number, inner in enumerate(buttons_below(window.screen.body)[:20]):
                windows.point_at(inner)
                settle(1)
                camera.snap("tip", mode, str(number))


def buttons_below(widget: Misc) -> list[ttk.Button]:
    buttons = [child for child in widget.winfo_children() if isinstance(child, ttk.Button) and child.winfo_viewable()]
    return buttons + [button for child in widget.winfo_children() for button in buttons_below(child)]


def tabs(camera: Camera) -> None:
    """Show several games in tabs, a closed tab, notices and a change of theme."""
    with camera.opened(against_bots(MIDDLE)) as window:
        windows.click_spot(window, "b2")
        wait_for_turn(window)
        for game in ("forest", "herbs"):
            window.tabs.begin(against_bots(game))
            wait_for_turn(window)
        camera.run("tabs", "last_tab", "analyse_mode", "next_tab")
        for name in ("last_tab", "next_tab", "next_tab"):
            run(window, name)
        camera.snap("tabs", "first")
        next_theme = "light" if camera.theme == "dark" else "dark"
        camera.run("tabs", "close", "reopen", "leave_analyse", "save", "resign", "undo", "larger", next_theme)


def stranger(camera: Camera) -> None:
    """Show the request for permission to run a stranger's bot."""
    file = write_record(data_folder() / "game.herbarium", [PERSON, Payload(data_folder()).text], decisions_until(1))
    with camera.opened(Setup(QUICK, TWO, 1, salt=SALT)) as window:
        window.files.open(file)
        settle(0.5)
        camera.snap("consent")


def matches(camera: Camera) -> None:
    """Show the form, a finished match, the list of matches and the notice at the end of a match."""
    with camera.opened(Setup(QUICK, TWO, 1, salt=SALT)) as window:
        run(window, "match_new")
        assert isinstance(window.matches.window, MatchWindow)
        form = window.matches.window.form
        wait(lambda: form.guess is not None)
        form.duration_label.configure(text="")  # the estimate depends on the machine
        camera.snap("match", "form")
        window.matches.start_match(Plan(spec=QUICK, bots=("greedy", "random"), blocks=6, seed=2), 1, "")
        wait(lambda: window.matches.running is not None and window.matches.running.is_over)
        settle(1)
        camera.snap("match", "finished")
        run(window, "match_all")
        settle(1)
        camera.snap("match", "all")
        window.pages.close()
        settle(0.5)
        camera.snap("match", "notice")


SCENES = (
    games, analysed, modes, sheet, reveal, persons, end, set_up, dialogs, menus, tabs, stranger, matches,
)  # fmt: skip
ALSO_LARGE = (games, analysed, dialogs)  # scenes that are also taken in a large window
