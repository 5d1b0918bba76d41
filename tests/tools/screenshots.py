"""Takes the pictures of the window that the docs show: `python -m tests.tools.screenshots FOLDER`.

It plays the same game every time and needs a free display of at least 2560x1440, such as a virtual one.
"""

from __future__ import annotations

import os
import re
import sys
import time
import tkinter
from collections.abc import Callable
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory

import ttkbootstrap
from PIL import Image, ImageGrab

import bots
import fastcore
from bots.report import Limit
from tests.kit.windows import Tested
from tests.tools import match_pictures
from workbench import boards
from workbench.boards.kit import lessons
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import decide
from workbench.game.session import PERSON
from workbench.gui.app import make_root
from workbench.gui.board.board_view import BoardView
from workbench.gui.help.pages import TextWindow
from workbench.gui.lessons.view import LessonView
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.settings.dialog import SettingsDialog
from workbench.positions.sketch import Sketch
from workbench.settings import Settings
from workbench.table.setup import Setup
from workbench.thinking.analyses import usual

SMALL, LARGE = (1280, 720), (2560, 1440)
PLAYER, LEVEL = "mcts", "steady"
SEED = 2
SALT = f"{SEED:032x}"
OWN_TURN = 7  # the turn of the person in the middle of which the pictures are taken
LESSON = 5  # of a guided first game, the first is 0
EARLY, MOST = 2, 150  # decisions of the person on the way to what is to be seen
PATIENCE = 120.0
ANALYSED = 20_000  # simulations of an analysis


def settle(window: Tested, until: Callable[[], bool] = lambda: True) -> None:
    """Let the window work until something is so, and then until nothing moves any more."""
    end = time.monotonic() + PATIENCE
    while not (until() and not window.playing.presenter.busy):
        window.root.update()
        if time.monotonic() > end:
            raise RuntimeError("the window does not come to rest")
        time.sleep(0.002)
    rest = time.monotonic() + 0.2
    while time.monotonic() < rest:
        window.root.update()
        time.sleep(0.002)


def player(game: str) -> str:
    """Who plays in the pictures."""
    return f"{PLAYER if PLAYER in bots.names(game) else bots.strongest(game)}:{LEVEL}"


def play_to_the_middle(window: Tested) -> bool:
    """Let a bot play for the person, up to a few decisions into the turn; whether the game lasts so long."""
    table = window.table
    helper = bot_factory.make(player(table.info.id), SEED)
    decided = turns = turn = 0
    while decided < 2 and table.state.actor != fastcore.OVER:
        settled(window)
        if table.state.actor == fastcore.OVER:
            break
        turns, turn = turns + (table.state.turn != turn), table.state.turn
        table.play(decide(helper, table.point).move)
        decided += turns >= OWN_TURN
    settled(window)
    helper.close()
    return window.table.state.actor != fastcore.OVER


def settled(window: Tested) -> None:
    """Until the person is to move, or nobody is."""
    end = time.monotonic() + PATIENCE
    while not window.playing.ours and window.table.state.actor != fastcore.OVER:
        window.root.update()
        if time.monotonic() > end:
            raise RuntimeError("the bot does not answer")
        time.sleep(0.001)


def hover(window: Tested) -> None:
    """Enter the most effective move except for its last click, and point at its last spot (nearest the middle)."""
    view, board, entry = window.screen.view, window.screen.board, window.playing.move_input.entry
    if not isinstance(view, BoardView) or board is None or view.ground is None:
        return
    paths = {
        move: path for move, path in entry.paths.items() if path[-1] in view.ground.spots
    }  # others end on a button
    if paths:
        middle = (view.winfo_width() // 2, view.winfo_height() // 2)

        def worth(move: str) -> tuple[int, float]:
            return len(board.foresee(window.table.point, move)), -dist(view.place_of(paths[move][-1]), middle)

        *way, last = paths[max(paths, key=worth)]
        for spot in way:
            window.playing.move_input.clicked(spot)
        x, y = view.place_of(last)
        view.event_generate("<Motion>", x=x, y=y)


def grab(widget: tkinter.Misc) -> Image.Image:
    """A picture of a window as the screen shows it."""
    x, y, width, height = widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_width(), widget.winfo_height()
    return ImageGrab.grab(bbox=(x, y, x + width, y + height)).convert("RGB")


def take(game: str, folder: Path) -> list[Path]:
    """All pictures of one game; returns the files."""
    root = make_root()
    root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    root.deiconify()
    root.update()
    files = []
    seats = (PERSON, *[player(game)] * (fastcore.start(game).seats - 1))
    window = Tested(root, Settings(animation=False, names=False), Setup(game, seats, SEED, salt=SALT))

    def keep(window: Tested, name: str, widget: tkinter.Misc = root) -> None:
        settle(window)
        files.append(folder / f"{name}.png")
        grab(widget).save(files[-1], optimize=True)

    seed = SEED
    while not play_to_the_middle(window):
        seed += 1
        window.table.begin(Setup(game, seats, seed, salt=SALT))
    for size, suffix in ((SMALL, ""), (LARGE, "-large")):
        root.geometry(f"{size[0]}x{size[1]}+0+0")
        settle(window, lambda size=size: root.winfo_width() == size[0])  # type: ignore[misc]
        for theme in ("light", "dark"):
            window.set_theme(theme)
            settle(window)
            hover(window)
            keep(window, f"play-{game}-{theme}{suffix}")
    root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    settle(window, lambda: root.winfo_width() == SMALL[0])
    analyse(window, keep)
    set_up(window, keep)
    window.registry.run("new")
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame)
    dialog.seed.delete(0, "end")
    dialog.seed.insert(0, str(SEED))
    keep(window, f"new-game-{game}")
    window.pages.close()
    window.registry.run("rules_window")
    page = window.pages.open["rules_window"]
    assert isinstance(page, TextWindow)
    page.text.yview_moveto(0)
    keep(window, f"rules-{game}", page)
    window.pages.close()
    if lessons.find(game):
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        guide.begin(LESSON)
        keep(window, f"guide-{game}")
        window.pages.close()
    window.registry.run("settings")
    settings = window.pages.open["settings"]
    assert isinstance(settings, SettingsDialog)
    settings.show("keys")
    keep(window, "settings-keys", settings)
    window.close()
    if fastcore.info(game).has.covered:
        take_covered(game, root, keep)
    root.destroy()
    return files


def take_matches(game: str, folder: Path) -> list[Path]:
    """The pictures of matches; returns the files."""
    root = make_root()
    root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    root.deiconify()
    root.update()
    files: list[Path] = []
    window = Tested(
        root,
        Settings(animation=False, names=False),
        Setup(game, (PERSON,) * fastcore.start(game).seats, SEED, salt=SALT),
    )

    def keep(window: Tested, name: str, widget: tkinter.Misc) -> None:
        settle(window)
        files.append(folder / f"{name}.png")
        grab(widget).save(files[-1], optimize=True)

    match_pictures.take(window, game, keep, settle)
    window.close()
    root.destroy()
    return files


def take_covered(game: str, root: ttkbootstrap.App, keep: Callable[[Tested, str], None]) -> None:
    """Take the screens of games with hidden parts: outcomes, the form with help, the reveal and the covered screen."""
    seats = fastcore.start(game).seats
    window = Tested(
        root,
        Settings(animation=False, names=False, theme="light"),
        Setup(game, (PERSON, *["greedy"] * (seats - 1)), SEED, salt=SALT),
    )
    if window.paper_form.form is None:
        if play_until(window, lambda: bool(window.screen.outcomes_shown)):
            keep(window, f"outcomes-{game}")
    else:
        play_until(window, lambda: True, EARLY)
        window.registry.run("form")
        window.registry.run("form_help")
        settle(window, lambda: window.paper_form.known is not None)
        keep(window, f"form-{game}")
        window.registry.run("form")
        if play_until(window, lambda: bool(window.reveals.parts)):
            settle(window, lambda: bool(window.reveals.known))
            keep(window, f"reveal-{game}")
            window.registry.run("reveal")
    window.registry.run("account")
    keep(window, f"account-{game}")
    window.close()
    window = Tested(
        root, Settings(animation=False, names=False, theme="light"), Setup(game, (PERSON,) * seats, SEED, salt=SALT)
    )
    keep(window, f"cover-{game}")
    window.close()


def play_until(window: Tested, what: Callable[[], bool], least: int = OWN_TURN) -> bool:
    """Let a quick bot play for the person until something is so, but not at the very beginning; whether it is so."""
    helper, made = bot_factory.make("greedy", SEED), 0
    settled(window)
    while window.table.state.actor != fastcore.OVER and not (what() and made >= least) and made < MOST:
        window.table.play(decide(helper, window.table.point).move)
        settled(window)
        made += 1
    helper.close()
    return what()


def analyse(window: Tested, keep: Callable[[Tested, str], None]) -> None:
    """The position of the game while a bot has looked at it, light and dark."""
    window.registry.run("light")
    window.registry.run("analyse_mode")
    window.analyse.position.analyses.choose(usual(window.table.session.spec), Limit(simulations=ANALYSED))
    while window.analyse.position.reason and not window.registry["back"].why_not():  # where the person decided last
        window.registry.run("back")
    window.registry.run("analysis")
    settle(
        window,
        lambda: (
            window.analyse.position.searched is not None
            and bool(window.analyse.position.searched.found)
            and not window.analyse.position.analyses.running
        ),
    )
    for theme in ("dark", "light"):
        window.set_theme(theme)
        window.notice.take_away()  # what was just done is not what is to be seen
        keep(window, f"analyse-{window.table.info.id}-{theme}")
    window.analyse.leave()


def set_up(window: Tested, keep: Callable[[Tested, str], None]) -> None:
    """The position of the game with something wrong in it that can be mended, as it is set up, light and dark."""
    state, info = window.table.session.state, window.table.info
    wrong = {"choice": ("r", "b", "g"), "whole": ("0", "7")}  # of which some are right in themselves
    others = (
        {**state.fields, field.name: text} for field in info.fields for text in wrong.get(field.kind, ())
        if field.kind == "whole" or text in re.findall(r"\w+", field.allowed)
    )  # fmt: skip
    tried = (Sketch(state.spec, " ".join(fields.values())) for fields in others)
    window.set_up.enter(next(sketch for sketch in tried if any(problem.mends for problem in sketch.problems())))
    for theme in ("dark", "light"):
        window.set_theme(theme)
        settle(window, lambda: window.set_up.edited.checked == window.set_up.edited.sketch)
        keep(window, f"set-up-{info.id}-{theme}")
    window.set_up.leave()


def main(words: list[str]) -> int:
    drawn = list(filter(boards.find, fastcore.games()))
    if not words or not set(words[1:]) <= set(drawn):
        print(f"usage: python -m tests.tools.screenshots FOLDER [GAME...]; games: {', '.join(drawn)}", file=sys.stderr)
        return 2
    folder = Path(words[0])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as home:
            os.environ["HERBARIUM_HOME"] = home  # games that are played for pictures are nobody's own
            for game in words[1:] or drawn:
                for file in take(game, folder):
                    print(file)
            if not words[1:]:
                for file in take_matches(max(drawn, key=lambda game: fastcore.info(game).year), folder):
                    print(file)
    except (OSError, tkinter.TclError) as error:
        print(f"screenshots: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
