from fastcore.games.herbalism.blueprint cimport TYPES
from fastcore.games.herbalism.joint_belief cimport HashMerge, JointBelief, Particle
from fastcore.games.herbalism.observation cimport Observation
from fastcore.games.herbalism.rules cimport CARDS, SEATS, Position, Rules
from fastcore.games.herbalism.worlds cimport World
from fastcore.knowledge.lookahead cimport Lookahead


cdef struct StartState:         # a seat's knowledge at the start of a simulation; borrowed from the JointBelief
    const World* worlds
    int count
    double cures[CARDS]         # the probability that each card is right
    double types[TYPES]         # the probability that the seat is of each type


cdef struct SeatState:          # a seat's knowledge in the current simulation
    const World* worlds
    int count
    int buffer                  # 0 or 1: which of the seat's two buffers is in use
    bint cures_valid            # whether `cures` belong to the worlds
    double cures[CARDS]


cdef class HerbalismLookahead(Lookahead):
    cdef JointBelief joint
    cdef Rules rules
    cdef Position root          # what the deciding seat sees
    cdef const double* equities # see match_equities
    cdef World* world_buffers   # owned, two buffers of MAX_WORLDS for each seat
    cdef StartState* starts[SEATS]      # owned, by the index of an InformationState
    cdef SeatState states[SEATS]
    cdef const double* blueprints[SEATS]        # of the seats' types in the current simulation
    cdef HashMerge* table
    cdef const Particle* particles
    cdef Position p             # of the current simulation
    cdef int winner             # the winner of its round, or -1
    cdef bint ready             # whether the constructor has finished
    cdef bint answered_wrong    # whether the deciding seat placed a marker on a wrong card
    cdef int unit_counts[16]    # all 1

    cdef StartState* start_state(self) except NULL
    cdef void resolve(self) noexcept nogil
    cdef void observe_public(self, int move) noexcept nogil
    cdef void take_in(self, const Observation* seen) noexcept nogil
    cdef const double* cures_of(self, int seat) noexcept nogil
    cdef int reply(self) noexcept nogil
    cdef double expected_best(self, int move) noexcept nogil
