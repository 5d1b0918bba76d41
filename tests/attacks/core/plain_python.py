"""Check whether this Python survives a refused allocation, independently of Herbarium."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

_GENERATORS = """
import _testcapi

def splits(cards, sizes):
    if not sizes:
        yield ()
        return
    for group in hands(cards, sizes[0]):
        left = tuple(have - taken for have, taken in zip(cards, group))
        for rest in splits(left, sizes[1:]):
            yield (group, *rest)

def hands(cards, size):
    for red in range(min(cards[0], size) + 1):
        for blue in range(min(cards[1], size - red) + 1):
            yield (red, blue)

whole = list(splits((3, 3), (2, 2, 2)))
for number in range(600):
    for last in (number + 1, 0):
        try:
            _testcapi.set_nomemory(number, last)
            list(splits((3, 3), (2, 2, 2)))
        except MemoryError:
            pass
        finally:
            _testcapi.remove_mem_hooks()
        assert list(splits((3, 3), (2, 2, 2))) == whole
"""


@cache
def why_unsupported() -> str:
    """Return why this Python cannot be tested with refused allocations, or "".

    CPython 3.12 and 3.13 crash in plain generators; 3.11 and 3.14 do not.
    """
    result = subprocess.run([sys.executable, "-c", _GENERATORS], capture_output=True, text=True, check=False)
    if result.returncode == 0:
        return ""
    if "_testcapi" in result.stderr:
        return "this Python has no _testcapi, which refuses allocations"
    return "this Python crashes in plain generators when an allocation is refused"
