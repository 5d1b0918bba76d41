"""A garbage collector that runs only on Tk's thread.

Python's automatic collector runs on any thread that creates objects, and could free Tk pictures and variables on a
bot's thread. While a window is open, only `Collector.step` collects.
"""

from __future__ import annotations

import gc


class Collector:
    """A replacement for Python's automatic garbage collection until it is closed. Owned by the window."""

    freezes = True  # False if the process opens many windows and has frozen its permanent objects itself

    def __init__(self) -> None:
        self.was_on = gc.isenabled()
        gc.disable()
        if self.freezes:
            gc.freeze()  # existing objects are permanent and need no more scans

    def step(self) -> None:
        """Collect if enough objects were created since the last collection. Call this often, on Tk's thread."""
        due = [generation for generation, count in enumerate(gc.get_count()) if count > gc.get_threshold()[generation]]
        if due:
            gc.collect(due[-1])

    def close(self) -> None:
        """Collect the window's objects and restore automatic collection."""
        if self.freezes:
            gc.unfreeze()
        gc.collect()
        if self.was_on:
            gc.enable()
