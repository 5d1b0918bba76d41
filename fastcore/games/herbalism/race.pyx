"""What a score is worth between two rounds: the expected returns if the rounds to come fall to all seats alike.

A round is won by each seat with the same chance, and each of the others follows rightly with a chance of `FOLLOWED`,
whoever it is. Rounds that change nothing do not matter, and the rare lost points are left out, so that scores only rise
and the values follow exactly, from the highest scores down.
"""

from libc.stdlib cimport calloc

from fastcore.games.herbalism.blueprint cimport HERBALISM_BLUEPRINT, FOLLOWED
from fastcore.games.herbalism.rules cimport SEATS

cdef double* _MADE[SEATS + 1][21]


cdef void final_values(const int* scores, int players, double* values) noexcept nogil:
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


cdef const double* race_values(int players, int target) except NULL:
    """values[place * players + seat], where a place counts the scores below the target, the last seat fastest."""
    cdef double* made
    cdef double after[SEATS]
    cdef int scores[SEATS]
    cdef int reached[SEATS]
    cdef int place, whole = target ** players, rest, s, winner, followers, to
    cdef double chance
    cdef bint over
    if _MADE[players][target] != NULL:
        return _MADE[players][target]
    made = <double*>calloc(whole * players, sizeof(double))
    if made == NULL:
        raise MemoryError
    for place in range(whole - 1, -1, -1):
        rest = place
        for s in range(players - 1, -1, -1):
            scores[s] = rest % target
            rest //= target
        for winner in range(players):
            for followers in range(1 << players):
                if followers >> winner & 1:
                    continue
                chance = 1.0 / players
                over = False
                to = 0
                for s in range(players):
                    reached[s] = scores[s]
                    if s == winner:
                        reached[s] += 3
                    elif followers >> s & 1:
                        reached[s] += 1
                        chance *= HERBALISM_BLUEPRINT[FOLLOWED]
                    else:
                        chance *= 1 - HERBALISM_BLUEPRINT[FOLLOWED]
                    over = over or reached[s] >= target
                    to = to * target + reached[s]
                if over:
                    final_values(reached, players, after)
                for s in range(players):
                    made[place * players + s] += chance * (after[s] if over else made[to * players + s])
    _MADE[players][target] = made
    return made
