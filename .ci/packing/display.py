"""A virtual display on which a program in a clean system opens its window, with real keys and pictures.

The system itself has no display: programs reach this one over its abstract socket.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageGrab
from Xlib import XK, X, display
from Xlib.ext import xtest

SIZE = (1280, 800)
THINNED = (160, 100)  # pictures are compared at this size
ALIKE = 0.98  # share of pixels in which a drawn window equals its final picture
QUIET = 1.5  # seconds without a change after which the window is complete
PATIENCE = 60.0  # seconds


class DisplayError(Exception):
    """Raised when the window does not do in time what it should."""


class Display:
    """A virtual display with one program on it. Use it as a context manager."""

    def __enter__(self) -> Display:
        reading, writing = os.pipe()
        size = f"{SIZE[0]}x{SIZE[1]}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-ac", "-noreset", "-screen", "0", size, "-dpi", "96"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.name = f":{pipe.readline().strip()}"
        self.connection = display.Display(self.name)
        self.empty = self._thinned()
        return self

    def __exit__(self, *problem: object) -> None:
        self.connection.close()
        self.server.terminate()
        self.server.wait()

    def picture(self) -> Image.Image:
        """Return the picture of the display."""
        return ImageGrab.grab(xdisplay=self.name)

    def _thinned(self) -> bytes:
        return self.picture().convert("RGB").resize(THINNED, Image.Resampling.NEAREST).tobytes()

    def wait_until_drawn(self, alive: Callable[[], bool]) -> float:
        """Wait until the window is complete. Return the time (`time.time()`) since which it has looked so.

        Args:
            alive: returns whether the program is still running.
        """
        frames = [(time.time(), self.empty)]
        deadline = time.time() + PATIENCE
        while frames[-1][1] == self.empty or time.time() - frames[-1][0] < QUIET:
            if not alive():
                raise DisplayError("it ended before its window was complete")
            if time.time() > deadline:
                raise DisplayError("its window was not complete in time")
            now, frame = time.time(), self._thinned()
            if frame != frames[-1][1]:
                frames.append((now, frame))
            time.sleep(0.005)
        final = frames[-1][1]
        return next(moment for moment, frame in frames if likeness(frame, final) >= ALIKE)

    def focus(self) -> None:
        """Give the keyboard to the window: there is no window manager that would do so."""
        children = self.connection.screen().root.query_tree().children
        shown = [child for child in children if child.get_attributes().map_state == X.IsViewable]
        window = max(shown, key=lambda child: child.get_geometry().width * child.get_geometry().height)
        window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.connection.sync()

    def press(self, *names: str) -> None:
        """Press keys together, given by their X names, such as Control_L and s."""
        codes = [self.connection.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
        for code in codes:
            xtest.fake_input(self.connection, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.connection, X.KeyRelease, code)
        self.connection.sync()
        time.sleep(0.3)

    def save_picture(self, file: Path) -> None:
        """Save the picture of the display as a file."""
        self.picture().save(file)


def likeness(one: bytes, other: bytes) -> float:
    """Return the share of equal pixels of two thinned pictures."""
    equal = sum(one[place : place + 3] == other[place : place + 3] for place in range(0, len(one), 3))
    return equal / (len(one) // 3)
