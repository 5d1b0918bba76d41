"""The version of the contract in `game.pxd`, which is compiled into games of other packages.

Raise it here and in `packages.py` when a change of a .pxd file means that these games must be compiled again.
"""

cdef enum:
    GAME_API = 1
