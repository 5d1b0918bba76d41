from libc.stdint cimport uint64_t

from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge, Step
from fastcore.games.herbalism.mind cimport Merger
from fastcore.games.herbalism.rules cimport CARDS, SEATS, Rules
from fastcore.games.herbalism.worlds cimport Seen, World


cdef class Mind:
    """What a seat holds possible after all that it has seen in some of the worlds."""

    cdef World* rows
    cdef int count
    cdef double chances[CARDS]
    cdef int child[5]       # its number after the step that is being taken in, by what the seat sees of it; -1: not made yet


cdef struct Particle:
    uint64_t now
    double weight
    int mind[SEATS]


cdef class Joint:
    cdef int seats
    cdef int me
    cdef Rules rules
    cdef object model
    cdef Particle* particles
    cdef int count
    cdef int room
    cdef list minds         # by seat a list of Minds; of the own seat one
    cdef Merger* merger
    cdef World* scratch
    cdef int* slots

    cdef int begin(self, HerbalismKnowledge known) except -1
    cdef int take_step(self, Step step) except -1
    cdef int weigh(self, Step step) except -1
    cdef int take_seen(self, Step step, Seen seen) except -1
    cdef int next_mind(self, list fresh, int seat, int number, int slot, Seen* seen, const int* ways) except -1
    cdef int collapse(self) except -1
    cdef Mind own_mind(self)
    cdef Mind made_mind(self, const World* rows, int count)


cdef tuple cards_of(uint64_t now, int seats)
