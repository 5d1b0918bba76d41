"""Errors of the X server, for example because another program has destroyed a window of this one."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes.util import find_library
from typing import Any

_handlers: list[Any] = []  # Xlib calls them until the program ends, so they must not be freed


class XErrorEvent(ctypes.Structure):
    """An error, declared like its counterpart in `Xlib.h`."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("resourceid", ctypes.c_ulong),
        ("serial", ctypes.c_ulong),
        ("error_code", ctypes.c_ubyte),
        ("request_code", ctypes.c_ubyte),
        ("minor_code", ctypes.c_ubyte),
    )


def handle_x_errors(on_error: Callable[[str], object], on_loss: Callable[[], object]) -> None:
    """Report errors of the X server. By default, Xlib ends the program at the first one.

    Call this before Tk opens the display: Tk passes the errors that it does not expect to the handler that it finds.
    Without Xlib, nothing changes.

    Args:
        on_error: Called with the text of the first error. The program goes on. It must not call Tk.
        on_loss: Called if the connection is lost, before Xlib ends the program.
    """
    name = find_library("X11") if sys.platform.startswith("linux") and not _handlers else None
    if name is None:
        return
    xlib = ctypes.CDLL(name)
    reported: list[str] = []

    def receive_error(display: int, event: int) -> int:
        if not reported:
            text = ctypes.create_string_buffer(100)
            code = XErrorEvent.from_address(event).error_code
            xlib.XGetErrorText(ctypes.c_void_p(display), code, text, len(text))
            reported.append(text.value.decode(errors="replace"))
            on_error(reported[0])
        return 0

    def receive_loss(_: int) -> int:
        on_loss()
        return 0

    _handlers.append(ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(receive_error))
    _handlers.append(ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(receive_loss))
    xlib.XSetErrorHandler(_handlers[0])
    xlib.XSetIOErrorHandler(_handlers[1])
