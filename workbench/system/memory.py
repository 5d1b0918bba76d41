"""Return of freed memory to the system.

The C library keeps freed memory for later use. After a large search, that can be hundreds of megabytes.
"""

from __future__ import annotations

import ctypes
import sys
import threading

DELAY = 1.0  # seconds from a request until memory is returned, because threads free it when they end

_lock = threading.Lock()
_pending: threading.Timer | None = None


def trim_soon() -> None:
    """Return freed memory to the system a moment later, on another thread.

    Requests in the meantime are served together. Does nothing where the C library has no `malloc_trim`.
    """
    global _pending
    if sys.platform != "linux":
        return
    with _lock:
        if _pending is None:
            _pending = threading.Timer(DELAY, _trim)
            _pending.daemon = True
            _pending.start()


def _trim() -> None:
    global _pending
    with _lock:
        _pending = None
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
