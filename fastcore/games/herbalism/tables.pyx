"""Tables computed once for each process: the deals, and the match equities between rounds.

The tables are never freed or modified, so callers may keep pointers to them.
"""

from libc.stdlib cimport calloc, free

from fastcore.games.herbalism.blueprint cimport FOLLOWED, HERBALISM_BLUEPRINT
from fastcore.games.herbalism.rules cimport COLOURS, SEATS

from fastcore.games.herbalism.text import texts

cdef Deal* _DEALS[SEATS + 1]
cdef double* _EQUITIES[SEATS + 1][21]       # by players and target
for _players in range(SEATS + 1):
    _DEALS[_players] = NULL


cdef const Deal* deals_of(int players) except NULL:
    """Return the deals for 3 or 4 players, in the order of `texts.deals(players)`."""
    cdef int i, s, c
    cdef double cumulative = 0
    cdef Deal* deals
    if _DEALS[players] == NULL:
        source = texts.deals(players)
        deals = <Deal*>calloc(len(source.texts), sizeof(Deal))
        if deals == NULL:
            raise MemoryError
        try:
            for i in range(len(source.texts)):
                for c in range(COLOURS):
                    deals[i].hidden[c] = source.hidden[i][c]
                    for s in range(players):
                        deals[i].hands[s][c] = source.hands[i][s][c]
                deals[i].arrangements = source.ways[i]
                deals[i].probability = source.chances[i]
                cumulative += deals[i].probability
                deals[i].cumulative = cumulative
            if _DEALS[players] == NULL:     # otherwise another thread was faster; its table may be in use
                _DEALS[players], deals = deals, NULL
        finally:
            free(deals)
    return _DEALS[players]


cdef void final_values(const int* scores, int players, double* values) noexcept nogil:
    """Write the returns of final scores: the winners share 1, all other seats share -1; all 0 if the scores are equal."""
    cdef int s, best = -1, winners = 0
    for s in range(players):
        best = max(best, scores[s])
    for s in range(players):
        winners += scores[s] == best
    for s in range(players):
        if winners == players:
            values[s] = 0
        else:
            values[s] = 1.0 / winners if scores[s] == best else -1.0 / (players - winners)


cdef const double* match_equities(int players, int target) except NULL:
    """Return the match equity table: the expected returns at every score between two rounds.

    It follows backgammon's match equity tables: all seats are equally likely to win a round. Each other seat then follows
    correctly with probability FOLLOWED. Lost points are ignored, so scores only rise and the table can be computed
    exactly, from the highest scores down.

    The value of a seat is equities[index * players + seat]. The digits of the index in base `target` are the scores,
    each below the target. The last seat has the lowest digit.
    """
    cdef double* equities
    cdef double after[SEATS]
    cdef int scores[SEATS]
    cdef int new_scores[SEATS]
    cdef int index, size = target ** players, rest, s, winner, followers, successor
    cdef double probability
    cdef bint over
    if _EQUITIES[players][target] != NULL:
        return _EQUITIES[players][target]
    equities = <double*>calloc(size * players, sizeof(double))
    if equities == NULL:
        raise MemoryError
    for index in range(size - 1, -1, -1):
        rest = index
        for s in range(players - 1, -1, -1):
            scores[s] = rest % target
            rest //= target
        for winner in range(players):
            for followers in range(1 << players):       # seats as bits
                if followers >> winner & 1:
                    continue
                probability = 1.0 / players
                over = False
                successor = 0
                for s in range(players):
                    new_scores[s] = scores[s]
                    if s == winner:
                        new_scores[s] += 3
                    elif followers >> s & 1:
                        new_scores[s] += 1
                        probability *= HERBALISM_BLUEPRINT[0][FOLLOWED]
                    else:
                        probability *= 1 - HERBALISM_BLUEPRINT[0][FOLLOWED]
                    over = over or new_scores[s] >= target
                    successor = successor * target + new_scores[s]
                if over:
                    final_values(new_scores, players, after)
                for s in range(players):
                    equities[index * players + s] += probability * (after[s] if over else equities[successor * players + s])
    _EQUITIES[players][target] = equities
    return equities
