"""A drag source for tests: drops files with the XDND protocol onto the window under a point."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from Xlib import X, display
from Xlib.protocol import event

VERSION = 5
PATIENCE = 20.0


def drop_files(files: Sequence[Path], x: int, y: int) -> bool:
    """Drop files at a point of the screen. Return whether they were accepted. Not for Tk's thread."""
    connection = display.Display()
    root, atom = connection.screen().root, connection.intern_atom
    source = root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
    uri_list = atom("text/uri-list")
    source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)
    connection.sync()
    target = _aware_window(root, x, y, atom("XdndAware"))
    assert target is not None, "no window accepts drops"

    def send(name: str, *values: int) -> None:
        data = (32, [source.id, *values, *[0] * (4 - len(values))])
        target.send_event(event.ClientMessage(window=target, client_type=atom(name), data=data))
        connection.flush()

    send("XdndEnter", VERSION << 24, uri_list)
    send("XdndPosition", 0, x << 16 | y, X.CurrentTime, atom("XdndActionCopy"))
    content = "".join(f"{file.as_uri()}\r\n" for file in files).encode()
    dropped, deadline = False, time.monotonic() + PATIENCE
    try:
        while time.monotonic() < deadline:
            if not connection.pending_events():
                time.sleep(0.01)
                continue
            message = connection.next_event()
            if message.type == X.SelectionRequest:
                _answer(message, content)
                connection.flush()
            elif message.type == X.ClientMessage:
                name = connection.get_atom_name(message.client_type)
                if name == "XdndFinished":
                    return bool(message.data[1][1] & 1) or message.data[1][2] != 0
                if name == "XdndStatus" and not dropped:
                    if not message.data[1][1] & 1:
                        return False
                    dropped = True
                    send("XdndDrop", 0, X.CurrentTime)
        raise AssertionError("the target does not answer")
    finally:
        connection.close()


def _answer(request: Any, content: bytes) -> None:
    request.requestor.change_property(request.property, request.target, 8, content)
    request.requestor.send_event(
        event.SelectionNotify(
            time=request.time, requestor=request.requestor, selection=request.selection, target=request.target,
            property=request.property,
        )
    )  # fmt: skip


def _aware_window(window: Any, x: int, y: int, aware: int) -> Any:
    """Return the window at a point that accepts drops, or None."""
    if window.get_full_property(aware, X.AnyPropertyType):
        return window
    for child in reversed(window.query_tree().children):
        size, origin = child.get_geometry(), window.translate_coords(child, 0, 0)
        if child.get_attributes().map_state != X.IsViewable:
            continue
        left, top = origin.x, origin.y
        found = None
        if left <= x < left + size.width and top <= y < top + size.height:
            found = _aware_window(child, x - left, y - top, aware)
        if found is not None:
            return found
    return None
