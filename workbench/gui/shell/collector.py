"""Keeps Python's collector of cycles on Tk's thread.

It may run on whatever thread makes objects, and would then delete pictures and variables of the toolkit from a thread
on which a bot thinks. While a window is open it runs only when asked, here.
"""

from __future__ import annotations

import gc


class Collector:
    def __init__(self) -> None:
        self.was_on = gc.isenabled()
        gc.disable()
        gc.freeze()  # what is there by now stays: it need not be looked through again and again

    def step(self) -> None:
        """Collect if enough has been made since the last time. To be called often, on Tk's thread."""
        due = [generation for generation, count in enumerate(gc.get_count()) if count > gc.get_threshold()[generation]]
        if due:
            gc.collect(due[-1])

    def close(self) -> None:
        """Leave it to Python again, with nothing of the window's left to collect."""
        gc.unfreeze()
        gc.collect()
        if self.was_on:
            gc.enable()
