"""Take the pictures of the window for the docs: `python -m tests.tools.screenshots FOLDER`.

The program plays the same game every time. It needs a free display of at least 2560x1440, such as a virtual one.
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

import fastcore
from bots.report import Limit
from tests.kit.windows import TestedWindow
from tests.tools import luck_picture, match_pictures, puzzle_picture, table_picture
from tests.tutor.planted import worst_decision
from workbench import boards
from workbench.boards.kit import lessons
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import decide
from workbench.game.session import PERSON
from workbench.gui.app import make_root
from workbench.gui.board.board_view import BoardView
from workbench.gui.compare.comparing import Comparing
from workbench.gui.help.pages import TextWindow
from workbench.gui.lessons.view import LessonView
from workbench.gui.new_game.dialog import NewGame
from workbench.gui.programs.dialog import AddProgramDialog
from workbench.gui.settings.dialog import SettingsDialog
from workbench.gui.tutor.tutor import Tutor
from workbench.positions.sketch import Sketch
from workbench.settings import Settings
from workbench.table.setup import Setup
from workbench.thinking.analyses import default_bots

SMALL, LARGE = (1280, 720), (2560, 1440)
HIGH = 1000  # height of a window that shows a whole page
PLAYER = "club"
SEED = 2
SHORT = {"herd": "herd(size=3)"}  # specs of the reviewed games
SALT = f"{SEED:032x}"
OWN_TURN = 7  # the person's turn in the middle of which the pictures are taken
LESSON = 5  # index of the pictured lesson in a guided first game
MIN_DECISIONS, MAX_DECISIONS = 2, 150  # minimum and maximum of the person's decisions before a picture
PATIENCE = 120.0
ANALYSED = 20_000  # simulations of an analysis
COMPARED, COMPARE_SHARE = 10_000, 0.74  # games of a comparison, and the page's fraction of the height


def settle(window: TestedWindow, until: Callable[[], bool] = lambda: True) -> None:
    """Run the window until a condition holds and no animation is running."""
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


def play_to_middle(window: TestedWindow, seed: int) -> bool:
    """Let a bot play for the person until two decisions into turn OWN_TURN. Return False if the game ends earlier."""
    table = window.table
    bot = bot_factory.make(PLAYER, seed, spec=table.session.spec)
    decided = turns = turn = 0
    while decided < 2 and table.state.actor != fastcore.OVER:
        wait_for_person(window)
        if table.state.actor == fastcore.OVER:
            break
        turns, turn = turns + (table.state.turn != turn), table.state.turn
        table.play(decide(bot, table.point).move)
        decided += turns >= OWN_TURN
    wait_for_person(window)
    bot.close()
    return window.table.state.actor != fastcore.OVER


def wait_for_person(window: TestedWindow) -> None:
    """Run the window until the person is to move, or the game is over."""
    end = time.monotonic() + PATIENCE
    while not window.playing.accepts_moves and window.table.state.actor != fastcore.OVER:
        window.root.update()
        if time.monotonic() > end:
            raise RuntimeError("the bot does not answer")
        time.sleep(0.001)


def hover(window: TestedWindow) -> None:
    """Enter the move with the most effects except for its last click, and point at the square of this click.

    Break ties by the distance of the last square to the centre.
    """
    view, board, entry = window.screen.view, window.screen.board, window.playing.move_input.entry
    if not isinstance(view, BoardView) or board is None or view.ground is None:
        return
    # The last click of other moves is on a button.
    paths = {move: path for move, path in entry.paths.items() if path[-1] in view.ground.spots}
    if paths:
        middle = (view.winfo_width() // 2, view.winfo_height() // 2)

        def priority(move: str) -> tuple[int, float]:
            return len(board.effect_marks(window.table.point, move)), -dist(view.place_of(paths[move][-1]), middle)

        *spots, last = paths[max(paths, key=priority)]
        for spot in spots:
            window.playing.move_input.on_click(spot)
        x, y = view.place_of(last)
        view.event_generate("<Motion>", x=x, y=y)


def grab(widget: tkinter.Misc) -> Image.Image:
    """Return a picture of a widget as the screen shows it."""
    x, y, width, height = widget.winfo_rootx(), widget.winfo_rooty(), widget.winfo_width(), widget.winfo_height()
    return ImageGrab.grab(bbox=(x, y, x + width, y + height)).convert("RGB")


def take(game: str, folder: Path) -> list[Path]:
    """Take all pictures of one game. Return the files."""
    root = make_root()
    root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    root.deiconify()
    root.update()
    files, seats = list[Path](), (PERSON, *[PLAYER] * (fastcore.start(game).seats - 1))
    window = TestedWindow(root, Settings(animation=False, names=False), Setup(game, seats, SEED, salt=SALT))

    def save_picture(window: TestedWindow, name: str, widget: tkinter.Misc = root) -> None:
        settle(window)
        files.append(folder / f"{name}.png")
        grab(widget).save(files[-1], optimize=True)

    seed = SEED
    while not play_to_middle(window, seed):
        seed += 1
        window.table.begin(Setup(game, seats, seed, salt=SALT))
    for size, suffix in ((SMALL, ""), (LARGE, "-large")):
        root.geometry(f"{size[0]}x{size[1]}+0+0")
        settle(window, lambda size=size: root.winfo_width() == size[0])  # type: ignore[misc]
        for theme in ("light", "dark"):
            window.set_theme(theme)
            settle(window)
            hover(window)
            save_picture(window, f"play-{game}-{theme}{suffix}")
    root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    settle(window, lambda: root.winfo_width() == SMALL[0])
    analyse(window, save_picture)
    set_up(window, save_picture)
    window.registry.run("new")
    dialog = window.pages.open["new"]
    assert isinstance(dialog, NewGame)
    dialog.seed.delete(0, "end")
    dialog.seed.insert(0, str(SEED))
    settle(window, lambda: not dialog.gallery.background.pending)
    save_picture(window, f"new-game-{game}")
    window.pages.close()
    window.registry.run("rules_window")
    page = window.pages.open["rules_window"]
    assert isinstance(page, TextWindow)
    page.text.yview_moveto(0)
    save_picture(window, f"rules-{game}", page)
    window.pages.close()
    if lessons.find(game):
        window.registry.run("guide")
        guide = window.pages.open["guide"]
        assert isinstance(guide, LessonView)
        guide.begin(LESSON)
        save_picture(window, f"guide-{game}")
        window.pages.close()
    window.registry.run("settings")
    settings = window.pages.open["settings"]
    assert isinstance(settings, SettingsDialog)
    settings.show_page("keys")
    save_picture(window, "settings-keys", settings)
    window.pages.close()
    has = fastcore.info(game).has
    if has.chance and not has.covered:
        puzzle_picture.take(window, game, save_picture, settle)
        table_picture.take(window, game, save_picture, settle)
    window.close()
    take_review(game, root, save_picture)
    if has.covered:
        take_covered(game, root, save_picture)
    elif has.chance:
        take_tutor(game, root, save_picture)
    root.destroy()
    return files


def take_matches(game: str, folder: Path) -> list[Path]:
    """Take pictures of matches. Return the files."""
    root = make_root()
    root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    root.deiconify()
    root.update()
    files: list[Path] = []
    window = TestedWindow(
        root,
        Settings(animation=False, names=False),
        Setup(game, (PERSON,) * fastcore.start(game).seats, SEED, salt=SALT),
    )

    def save_picture(window: TestedWindow, name: str, widget: tkinter.Misc) -> None:
        settle(window)
        files.append(folder / f"{name}.png")
        grab(widget).save(files[-1], optimize=True)

    match_pictures.take(window, game, save_picture, settle)
    window.registry.run("add_program")
    dialog = window.pages.open["add_program"]
    assert isinstance(dialog, AddProgramDialog)
    dialog.name_entry.insert(0, "mybot")
    dialog.command_entry.insert(0, "./mybot --threads 2")
    save_picture(window, "add-a-program", dialog)
    window.pages.close()
    window.close()
    root.destroy()
    return files


def take_review(game: str, root: ttkbootstrap.App, save_picture: Callable[[TestedWindow, str], None]) -> None:
    """Take a picture of the worst mistake in the review of a short game, and one of the luck if it has open dice."""
    spec = SHORT.get(game, game)
    seats = (PERSON, *[PLAYER] * (fastcore.start(spec).seats - 1))
    window = TestedWindow(
        root, Settings(animation=False, names=False, theme="light"), Setup(spec, seats, SEED, salt=SALT)
    )
    play_until(window, lambda: False, MAX_DECISIONS)
    window.registry.run("review")
    settle(window, lambda: not window.registry["review"].why_not() and bool(window.registry["review_stop"].why_not()))
    window.game_review.view_mistake(max(window.game_review.listed_decisions(), key=lambda judged: judged.loss))
    save_picture(window, f"review-{game}")
    luck_picture.take(window, game, save_picture, settle)
    window.close()


def take_tutor(game: str, root: ttkbootstrap.App, save_picture: Callable[[TestedWindow, str], None]) -> None:
    """Take a picture of the tutor, which explains a bad turn."""
    settings = Settings(animation=False, names=False, theme="light", tutor="inaccuracies")
    window = TestedWindow(root, settings, Setup(game, (PERSON, PLAYER), SEED, salt=SALT))
    tutor = window.shell.feature(Tutor)
    for number in range(MAX_DECISIONS):
        wait_for_person(window)
        for move in worst_decision(window.table.session.state, fastcore.Stream(number, "tutor")):
            window.playing.play(move)
        settle(window, lambda: tutor.case(window.table) is None or tutor.shown_case(window.table) is not None)
        if tutor.shown_case(window.table) is not None:
            window.registry.run("tutor_why")
            save_picture(window, f"tutor-{game}")
            break
    window.close()


def take_covered(game: str, root: ttkbootstrap.App, save_picture: Callable[[TestedWindow, str], None]) -> None:
    """Take pictures of games with hidden parts: outcomes, the form with help, the reveal and the screen cover."""
    seats = fastcore.start(game).seats
    window = TestedWindow(
        root,
        Settings(animation=False, names=False, theme="light"),
        Setup(game, (PERSON, *["greedy"] * (seats - 1)), SEED, salt=SALT),
    )
    if window.paper_form.form is None:
        if play_until(window, lambda: bool(window.screen.outcomes_shown)):
            save_picture(window, f"outcomes-{game}")
    else:
        play_until(window, lambda: True, MIN_DECISIONS)
        window.registry.run("form")
        window.registry.run("form_help")
        settle(window, lambda: window.paper_form.known is not None)
        save_picture(window, f"form-{game}")
        window.registry.run("form")
        if play_until(window, lambda: bool(window.reveals.parts)):
            settle(window, lambda: bool(window.reveals.known))
            save_picture(window, f"reveal-{game}")
            window.registry.run("reveal")
    window.registry.run("account")
    save_picture(window, f"account-{game}")
    window.close()
    window = TestedWindow(
        root, Settings(animation=False, names=False, theme="light"), Setup(game, (PERSON,) * seats, SEED, salt=SALT)
    )
    save_picture(window, f"cover-{game}")
    window.close()


def play_until(window: TestedWindow, condition: Callable[[], bool], min_decisions: int = OWN_TURN) -> bool:
    """Let a quick bot play for the person until a condition holds, but for at least `min_decisions` decisions.

    Return whether the condition holds.
    """
    bot, decisions = bot_factory.make("greedy", SEED), 0
    wait_for_person(window)
    while (
        window.table.state.actor != fastcore.OVER
        and not (condition() and decisions >= min_decisions)
        and decisions < MAX_DECISIONS
    ):
        window.table.play(decide(bot, window.table.point).move)
        wait_for_person(window)
        decisions += 1
    bot.close()
    return condition()


def analyse(window: TestedWindow, save_picture: Callable[[TestedWindow, str], None]) -> None:
    """Take pictures of an analysed position of the game, in both themes."""
    window.registry.run("light")
    window.registry.run("analyse_mode")
    window.analyse.position.analyses.set_bots(default_bots(window.table.session.spec), Limit(simulations=ANALYSED))
    while window.analyse.position.reason and not window.registry["back"].why_not():  # the person's last decision
        window.registry.run("back")
    window.registry.run("analysis")
    settle(window, lambda: is_analysed(window))
    for theme in ("dark", "light"):
        window.set_theme(theme)
        window.notice.dismiss()  # a notice about the change of theme must not be in the picture
        save_picture(window, f"analyse-{window.table.info.id}-{theme}")
    has = window.table.info.has
    if has.chance and not has.deals:
        compare(window, save_picture)
    window.analyse.leave()


def is_analysed(window: TestedWindow) -> bool:
    """Return whether the analysis of the viewed position has finished."""
    subject = window.analyse.position.candidate_subject
    return subject is not None and bool(subject.findings) and not window.analyse.position.analyses.running


def compare(window: TestedWindow, save_picture: Callable[[TestedWindow, str], None]) -> None:
    """Take a picture of the best candidate compared with the last one, in a high window."""
    comparing, page = window.shell.feature(Comparing), window.settings.analyse_page
    window.settings.analyse_pages, window.settings.compare_games = COMPARE_SHARE, COMPARED
    while len(comparing.turns) < 2 and not window.registry["back"].why_not():
        window.registry.run("back")
        if not window.registry["analysis"].why_not() and not window.analyse.position.analyses.running:
            window.registry.run("analysis")
            settle(window, lambda: is_analysed(window))
    first, *_, last = comparing.turns
    comparing.compare(first, last)
    window.root.geometry(f"{SMALL[0]}x{HIGH}+0+0")
    settle(window, lambda: window.root.winfo_height() == HIGH)
    settle(window, lambda: comparing.run is not None and comparing.run.result is not None and not comparing.busy)
    save_picture(window, f"compare-{window.table.info.id}")
    window.root.geometry(f"{SMALL[0]}x{SMALL[1]}+0+0")
    settle(window, lambda: window.root.winfo_height() == SMALL[1])
    window.settings.analyse_pages, window.settings.analyse_page = 0.0, page


def set_up(window: TestedWindow, save_picture: Callable[[TestedWindow, str], None]) -> None:
    """Take pictures of a position in Set up with a fixable problem, in both themes."""
    state, info = window.table.session.state, window.table.info
    wrong_values = {"choice": ("r", "b", "g"), "whole": ("0", "7")}  # some of these values are legal
    variants = (
        {**state.fields, field.name: text} for field in info.fields for text in wrong_values.get(field.kind, ())
        if field.kind == "whole" or text in re.findall(r"\w+", field.allowed)
    )  # fmt: skip
    sketches = (Sketch(state.spec, " ".join(fields.values())) for fields in variants)
    window.set_up.enter(next(sketch for sketch in sketches if any(problem.fixes for problem in sketch.problems())))
    for theme in ("dark", "light"):
        window.set_theme(theme)
        settle(window, lambda: window.set_up.edited.checked == window.set_up.edited.sketch)
        save_picture(window, f"set-up-{info.id}-{theme}")
    window.set_up.leave()


def main(words: list[str]) -> int:
    games = list(filter(boards.find, fastcore.games()))
    if not words or not set(words[1:]) <= set(games):
        print(f"usage: python -m tests.tools.screenshots FOLDER [GAME...]; games: {', '.join(games)}", file=sys.stderr)
        return 2
    folder = Path(words[0])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as home:
            os.environ["HERBARIUM_HOME"] = home  # keeps the user's data folder out of the pictures
            for game in words[1:] or games:
                for file in take(game, folder):
                    print(file)
            if not words[1:]:
                for file in take_matches(max(games, key=lambda game: fastcore.info(game).year), folder):
                    print(file)
    except (OSError, tkinter.TclError) as error:
        print(f"screenshots: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
