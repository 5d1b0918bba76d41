from fastcore.games.herbalism.observation cimport Observation
from fastcore.games.herbalism.observer cimport HerbalismObserver
from fastcore.games.herbalism.rules cimport Position
from fastcore.games.herbalism.worlds cimport WorldSet


cdef enum:
    MAX_OBSERVATIONS = 4        # facts about the cards in one observed text


cdef class HistoryStep:
    """One observation or one assumed fact of a round.

    `before` is the visible table before it, `move` the move or -1 if part of it is hidden, `seen` what it reveals about
    the cards. `fact` is the text of a fact, or None for an observation.
    """

    cdef Position before
    cdef int move
    cdef Observation seen[MAX_OBSERVATIONS]
    cdef int count
    cdef object fact


cdef class HerbalismKnowledge(HerbalismObserver):
    cdef WorldSet cached_worlds         # None until needed if the knowledge begins with a view; never modified
    cdef HerbalismKnowledge root        # the knowledge before the first of `history`; None if that is empty
    cdef tuple history                  # of this round: (True for an observation or False for a fact, text)
    cdef tuple steps                    # the same as HistorySteps
    # the finished rounds: (root, history, steps, []); the list gets the types of players after it once they are needed
    cdef tuple rounds
    cdef HistoryStep current_step       # of the observation being processed

    cdef WorldSet world_set(self)
