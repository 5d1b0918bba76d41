"""The deals of 3 and of 4 players as flat tables, in byte order of their texts."""

from libc.stdlib cimport calloc, free

from fastcore.games.herbalism.rules cimport COLOURS, SEATS

from fastcore.games.herbalism import texts

cdef Deal* _MADE[SEATS + 1]
for _players in range(SEATS + 1):
    _MADE[_players] = NULL


cdef const Deal* deals_of(int players) except NULL:
    """Return the table of `texts.deals(players)`. It is filled once, completely, before it is kept."""
    cdef int i, s, c
    cdef double upto = 0
    cdef Deal* made
    if _MADE[players] == NULL:
        listed = texts.deals(players)
        made = <Deal*>calloc(len(listed.texts), sizeof(Deal))
        if made == NULL:
            raise MemoryError
        try:
            for i in range(len(listed.texts)):
                for c in range(COLOURS):
                    made[i].hidden[c] = listed.hidden[i][c]
                    for s in range(players):
                        made[i].hands[s][c] = listed.hands[i][s][c]
                made[i].ways = listed.ways[i]
                made[i].chance = listed.chances[i]
                upto += made[i].chance
                made[i].upto = upto
            if _MADE[players] == NULL:      # else another thread was faster, and its table may be in use
                _MADE[players], made = made, NULL
        finally:
            free(made)
    return _MADE[players]
