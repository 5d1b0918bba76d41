"""Take pictures of all screens of the window, or compare two sets of pictures.

`take FOLDER [SCENE...]` runs the window and writes a PNG of each screen. It needs a free display of at least 2560x1440,
such as a virtual one. Games, seeds, searches and the date are fixed, so the pictures are reproducible. `compare BEFORE
AFTER [DIFFERENCES]` prints which pictures differ and where. To take pictures of a version whose names differ, run its
own copy of this program. If the names are the same, run this file as a script in that version's folder with
`PYTHONPATH=.`.
"""

from __future__ import annotations

import importlib
import math
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from tkinter import Toplevel, ttk

from PIL import Image, ImageChops, ImageGrab

import bots
import bots.searching
from bots.report import Limit
from tests.kit import windows
from tests.kit.windows import TestedWindow, root, settle
from workbench.gui.shell import notice
from workbench.table.bots import TableBots
from workbench.table.setup import Setup

SMALL, LARGE = (1280, 720), (2560, 1440)
HOME = Path(tempfile.gettempdir()) / "herbarium-screens"  # fixed, because some pictures show paths
SALT = "5a17" * 8
SEED = 7  # replaces random seeds
MASKED = {"match-finished": (845, 410, 905, 640)}  # durations of games, which vary
# A display that is unchanged for SETTLE_SECONDS is ready. PATIENCE is the maximum wait in seconds.
SETTLE_SECONDS, PATIENCE = 0.6, 8.0


class Frozen(datetime):
    """A clock that always shows the same time."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Frozen:
        return cls(2026, 1, 2, 12, 0, tzinfo=tz)


def freeze() -> None:
    """Make dates, seeds and reports independent of the time and the speed of the machine."""
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "workbench" and module is not None:
            for attribute, value in (("datetime", Frozen), ("new_seed", lambda: SEED), ("new_salt", lambda: SALT)):
                if hasattr(module, attribute):
                    setattr(module, attribute, value)
    bots.searching.REPORT_SECONDS = math.inf
    notice.SECONDS = notice.WARNING_SECONDS = 3600
    TableBots.hint.__defaults__ = (Limit(simulations=400),)
    root().option_add("*insertOffTime", 0)


class Camera:
    """Opens windows of one theme and size and writes pictures of them."""

    def __init__(self, folder: Path, theme: str, size: tuple[int, int]) -> None:
        self.folder, self.theme, self.size = folder, theme, size
        self.taken = 0
        self.window: TestedWindow

    @contextmanager
    def opened(self, setup: Setup, **settings: object) -> Iterator[TestedWindow]:
        with windows.open_window(setup, self.size, **({"theme": self.theme} | settings)) as self.window:
            self.park()
            yield self.window

    def park(self) -> None:
        """Move the pointer to an empty corner."""
        windows.point_at(root(), 2, self.size[1] - 2)

    def snap(self, *names: str) -> None:
        """Write a picture of the display once it has stopped changing.

        A temporary notice appears in one picture only.
        """
        hide_cursor()
        box = extent(self.size)
        before, end = grab(box), time.monotonic() + PATIENCE
        while True:
            settle(SETTLE_SECONDS)
            root().update()
            after = grab(box)
            if after.tobytes() == before.tobytes() or time.monotonic() > end:
                break
            before = after
        name = "-".join(names)
        after.paste("grey", MASKED.get(name, (0, 0, 0, 0)))
        after.save(self.folder / f"{name}-{self.theme}-{self.size[1]}.png")
        self.taken += 1
        if self.window.notice.timer:
            self.window.notice.dismiss()  # otherwise its timer would remove it at some later time

    def run(self, prefix: str, *names: str) -> None:
        """Run commands and take a picture after each."""
        for name in names:
            self.window.registry.run(name)
            settle(0.1)
            self.snap(prefix, name)

    def run_available(self, prefix: str, *names: str) -> None:
        """Run each of these commands that is available, and take a picture after each."""
        self.run(prefix, *(name for name in names if not self.window.registry[name].why_not()))


def hide_cursor() -> None:
    """Hide the blinking cursor of the focused text field."""
    root().update_idletasks()
    focused = root().focus_get()
    if isinstance(focused, ttk.Entry):
        style, name = ttk.Style(), str(focused.cget("style")) or focused.winfo_class()
        style.configure(name, insertcolor=style.lookup(name, "fieldbackground"))


def extent(size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the part of the display that the main window and all its open dialogs cover."""
    tops = [child for child in root().winfo_children() if isinstance(child, Toplevel) and child.winfo_viewable()]
    right = max([size[0], *(top.winfo_rootx() + top.winfo_width() for top in tops)])
    below = max([size[1], *(top.winfo_rooty() + top.winfo_height() for top in tops)])
    return 0, 0, min(right, LARGE[0]), min(below, LARGE[1])


def grab(box: tuple[int, int, int, int]) -> Image.Image:
    return ImageGrab.grab(bbox=box, xdisplay="").convert("RGB")


def take_scene(scene: Callable[[Camera], None], camera: Camera) -> bool:
    """Take the pictures of a scene. Return False if an error was raised or logged."""
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(mode=0o700)
    start, log = time.monotonic(), HOME / "errors.log"
    try:
        scene(camera)
    except Exception:
        traceback.print_exc()
        log.touch()
    print(
        f"{scene.__name__} {camera.theme} {camera.size[1]}: {camera.taken} in {time.monotonic() - start:.0f} s",
        flush=True,
    )
    if log.exists():
        print(log.read_text(), file=sys.stderr)
    return not log.exists()


def take(folder: Path, names: list[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["HERBARIUM_HOME"] = str(HOME)
    scenes = importlib.import_module("tests.tools.screen_scenes" if __package__ else "screen_scenes")
    freeze()
    variants = [(theme, size) for size in (SMALL, LARGE) for theme in ("light", "dark")]
    succeeded = [
        take_scene(scene, Camera(folder, theme, size))
        for theme, size in variants
        for scene in scenes.SCENES
        if scene.__name__ in (names or scene.__name__) and (size == SMALL or scene in scenes.ALSO_LARGE)
    ]
    return 0 if all(succeeded) else 1


def compare(before: Path, after: Path, differences: Path) -> int:
    """Print how many pixels of each picture differ, and where. Return 1 if any picture differs."""
    names = sorted({file.name for folder in (before, after) for file in folder.glob("*.png")})
    differing = 0
    for name in names:
        if not ((before / name).exists() and (after / name).exists()):
            differing += 1
            print(f"{name}: only in {before if (before / name).exists() else after}")
            continue
        old, new = (Image.open(folder / name).convert("RGB") for folder in (before, after))
        if old.size != new.size:
            differing += 1
            print(f"{name}: {old.size} and {new.size}")
            continue
        channels = ImageChops.difference(old, new).split()
        mask = ImageChops.lighter(ImageChops.lighter(*channels[:2]), channels[2]).point(lambda value: 255 * (value > 0))
        box = mask.getbbox()
        if box is None:
            continue
        differing += 1
        print(f"{name}: {mask.histogram()[255]} pixels in {box}")
        differences.mkdir(parents=True, exist_ok=True)
        both = Image.new("RGB", (old.width, 2 * old.height))
        both.paste(old, (0, 0))
        both.paste(new, (0, old.height))
        red = Image.new("RGB", old.size, "red")
        both.paste(red, (0, old.height), mask.point(lambda value: value // 2))
        both.save(differences / name)
    print(f"{differing} of {len(names)} pictures differ")
    return 1 if differing else 0


def main(words: list[str]) -> int:
    match words:
        case ["take", folder, *names]:
            return take(Path(folder), names)
        case ["compare", before, after, *more] if len(more) < 2:
            return compare(Path(before), Path(after), Path(more[0] if more else f"{after}-differences"))
    print("usage: take FOLDER [SCENE...] | compare BEFORE AFTER [DIFFERENCES]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
