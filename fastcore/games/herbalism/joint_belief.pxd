"""JointBelief, and the compact worlds of an information state: those of a WorldSet without their deals.

In these worlds, `deal` holds the number of the right card (see `store_cures`), and `arrangements` is unused.
"""

from libc.stdint cimport uint64_t

from fastcore.games.herbalism.blueprint cimport TYPES
from fastcore.games.herbalism.knowledge cimport HerbalismKnowledge, HistoryStep
from fastcore.games.herbalism.observation cimport Observation
from fastcore.games.herbalism.rules cimport CARDS, SEATS, Rules
from fastcore.games.herbalism.worlds cimport MAX_SUCCESSORS, World, cure_of, hidden_pair, successors

cdef enum:
    MAX_WORLDS = 8192           # worlds of an information state; a view without visible cards has about 5,000
    HASH_SIZE = 2 * MAX_WORLDS

cdef struct HashEntry:
    uint64_t hands
    int generation              # the entry is empty if this differs from the table's
    int index

cdef struct HashMerge:          # an open-addressing table that finds worlds with equal hands
    HashEntry entries[HASH_SIZE]
    int generation


cdef inline int merge_worlds(World* worlds, int count, HashMerge* table) noexcept nogil:
    """Merge worlds with equal hands, adding their weights. Return the number of worlds left."""
    cdef int i, merged = 0, slot
    table.generation += 1
    for i in range(count):
        slot = <int>((worlds[i].hands * <uint64_t>0x9e3779b97f4a7c15) >> 50) & (HASH_SIZE - 1)
        while table.entries[slot].generation == table.generation and table.entries[slot].hands != worlds[i].hands:
            slot = (slot + 1) & (HASH_SIZE - 1)
        if table.entries[slot].generation == table.generation:
            worlds[table.entries[slot].index].weight += worlds[i].weight
        else:
            table.entries[slot].generation = table.generation
            table.entries[slot].hands = worlds[i].hands
            table.entries[slot].index = merged
            worlds[merged] = worlds[i]
            merged += 1
    return merged


cdef inline int update_worlds(
    const World* worlds, int count, const Observation* seen, const int* move_counts, bint by_observer, World* out,
    HashMerge* table
) noexcept nogil:
    """Write the worlds that follow from an observation and return their number. `out` holds MAX_WORLDS."""
    cdef int i, written = 0
    for i in range(count):
        if written > MAX_WORLDS - MAX_SUCCESSORS:
            break
        written += successors(&worlds[i], seen, move_counts, by_observer, &out[written])
    return merge_worlds(out, written, table) if written > 1 else written


cdef inline void store_cures(World* worlds, int count) noexcept nogil:
    """Store the right card of each world in its field `deal`. The card stays the same for a round."""
    cdef int i
    for i in range(count):
        worlds[i].deal = <uint64_t>cure_of(hidden_pair(worlds[i].hands))


cdef inline void sum_cures(const World* worlds, int count, double* probabilities) noexcept nogil:
    """Write the probability that each medicine card is right."""
    cdef double total = 0
    cdef int i, card
    for card in range(CARDS):
        probabilities[card] = 0
    for i in range(count):
        probabilities[worlds[i].deal] += worlds[i].weight
        total += worlds[i].weight
    for card in range(CARDS):
        probabilities[card] = probabilities[card] / total if total > 0 else 1.0 / CARDS


cdef inline void type_probabilities(const double* priors, const double* likelihood, double* probabilities) noexcept nogil:
    """Write the probability of each type of player after choices with these likelihoods."""
    cdef double total = 0
    cdef int k
    for k in range(TYPES):
        probabilities[k] = priors[k] * likelihood[k]
        total += probabilities[k]
    for k in range(TYPES):
        probabilities[k] /= total


cdef inline int drawn_type(const double* probabilities, double point) noexcept nogil:
    """Return the type at a point in [0, 1) of the cumulative probabilities."""
    cdef int k = 0
    while k < TYPES - 1 and point >= probabilities[k]:
        point -= probabilities[k]
        k += 1
    return k


cdef class InformationState:
    """The worlds that a seat considers possible after the same observations, shared by some of the particles."""

    cdef World* worlds          # owned
    cdef int count
    cdef double cures[CARDS]    # the probability that each card is right
    cdef double likelihood[TYPES]       # of the seat's choices in this round, by type of player
    cdef double ratio           # of the last choice's likelihood
    cdef int successor[5]       # index of the state after the current observation, by variant; -1: not created yet


cdef struct Particle:
    uint64_t hands
    double weight
    int state[SEATS]            # index of each seat's InformationState


cdef class JointBelief:
    cdef int seats
    cdef int viewer
    cdef Rules rules
    cdef object model
    cdef double type_priors[SEATS][TYPES]       # of every seat, before this round
    cdef Particle* particles    # owned
    cdef int count
    cdef int capacity
    cdef list states            # by seat: a list of InformationStates; the viewer has one
    cdef HashMerge* table       # owned
    cdef World* scratch         # owned, MAX_WORLDS
    cdef int* slots             # owned, of the hash table of `merge_particles`

    cdef int initialise(self, HerbalismKnowledge knowledge, HerbalismKnowledge root, tuple steps) except -1
    cdef list types(self)
    cdef int apply(self, HistoryStep step) except -1
    cdef int weigh_choice(self, HistoryStep step) except -1
    cdef int observe(self, HistoryStep step, Observation seen) except -1
    cdef int successor_state(
        self, list states, int seat, int index, int variant, Observation* seen, const int* move_counts
    ) except -1
    cdef int merge_particles(self) except -1
    cdef int drop_lightest(self) except -1
    cdef InformationState viewer_state(self)
    cdef InformationState new_state(self, const World* worlds, int count, InformationState before)
