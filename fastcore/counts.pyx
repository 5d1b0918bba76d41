"""perft, playouts and policy moves: they test the correctness and the speed of a game's rules."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from operator import index

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS, UNIFORM, Game
from fastcore.state cimport State
from fastcore.stream cimport Rng, Stream, named

from fastcore.values import Playouts

DEEPEST = 64


cdef class _Walk:
    """The move lists of one perft, one for each ply."""
    cdef Game game
    cdef int* moves
    cdef double* weights
    cdef bint deals

    def __cinit__(self, Game game not None, int depth):
        if not 1 <= depth <= DEEPEST:
            raise ValueError(f"depth is {depth}; it must be 1 to {DEEPEST}")
        self.game = game
        self.deals = game.info.has.deals
        self.moves = <int*>malloc(game.max_moves * depth * sizeof(int))
        self.weights = <double*>malloc(game.max_moves * sizeof(double))
        if self.moves == NULL or self.weights == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.moves)
        free(self.weights)

    cdef object count(self, const void* position, int depth):
        cdef uint64_t after[POSITION_WORDS]
        cdef int* moves = self.moves + (depth - 1) * self.game.max_moves
        cdef int i, n
        if self.game.actor(position) == CHANCE:
            # a deal has thousands of outcomes, so perft stops there, as the rules pages define
            n = 0 if self.deals else self.game.chances(position, moves, self.weights)
        else:
            n = self.game.moves(position, moves)
        if depth == 1:
            return n
        PyErr_CheckSignals()
        total = 0
        for i in range(n):
            memcpy(after, position, self.game.size)
            self.game.play(after, moves[i])
            total += self.count(after, depth - 1)
        return total


def perft(State state not None, depth):
    """Return the number of move sequences of length `depth` from here. Chance outcomes count as moves.

    Sequences that end earlier because the game is over do not count. A position before a deal counts as over
    where `info.has.deals`.

    Raises:
        ValueError: depth is not from 0 to 64.
    """
    cdef uint64_t begin[POSITION_WORDS]
    depth = index(depth)
    if not 0 <= depth <= DEEPEST:
        raise ValueError(f"depth is {depth}; it must be 0 to {DEEPEST}")
    if depth == 0:
        return 1
    memcpy(begin, state.position(), state.game.size)      # a signal handler may change the state meanwhile
    return count_from(_Walk(state.game, depth), begin, depth)


cdef object count_from(_Walk walk, const void* position, int depth):
    return walk.count(position, depth)


cdef long play_turns(Game game, void* position, int policy, long turns, Rng* rng, int* buffer) noexcept nogil:
    """Play to the end: by a policy for a number of turns, then uniformly at random. Return the number of decisions."""
    cdef long count = 0, last = game.turn(position) + turns
    cdef int actor = game.actor(position)
    while actor != OVER and game.turn(position) < last:
        if actor == CHANCE:
            game.play(position, game.draw(position, rng))
        else:
            game.play(position, game.choose(position, policy, rng, buffer))
            count += 1
        actor = game.actor(position)
    return count + game.playout(position, UNIFORM, rng, buffer)


def policy_move(State state not None, str policy not None, Stream stream not None):
    """Return the actor's move by a policy, just as `playouts` and searches do, with random numbers from a Stream.

    `State.policy` lists the probabilities of the same choice.

    Raises:
        ValueError: no seat decides, or there is no such policy.
    """
    cdef Game game = state.game
    cdef uint64_t position[POSITION_WORDS]
    cdef int* buffer
    cdef int number
    if policy not in game.info.policies:
        raise ValueError(f"policy is {policy!r}; it must be one of {', '.join(game.info.policies)}")
    number = game.info.policies.index(policy)
    memcpy(position, state.position(), game.size)
    if game.actor(position) < 0:
        raise ValueError("no seat decides in this position")
    buffer = <int*>malloc(game.max_moves * sizeof(int))
    if buffer == NULL:
        raise MemoryError
    try:
        return game.choose(position, number, &stream.rng, buffer)
    finally:
        free(buffer)


def playouts(State state not None, n, seed, str policy not None="uniform", turns=None):
    """Play the game to its end n times with one of its policies and return the means (Playouts). Releases the GIL.

    Args:
        state: where each game begins.
        n: the number of games.
        seed: the same seed gives the same games.
        policy: one of `info.policies`.
        turns: the number of turns that the policy plays; after them, moves are uniformly random. None for all.

    Raises:
        ValueError: n is not from 1 to 10**9, turns is not from 0 to 10**9, or there is no such policy.
    """
    cdef Game game = state.game
    cdef uint64_t begin[POSITION_WORDS]
    cdef uint64_t position[POSITION_WORDS]
    cdef double values[MAX_SEATS]
    cdef double sums[MAX_SEATS]
    cdef Rng rng = named(seed, ("playouts",))
    cdef long long decisions = 0, turn_sum = 0
    cdef long chunk, done = 0, i, wanted, limit = -1
    cdef int seat, chosen
    cdef int* buffer
    n = index(n)
    if not 1 <= n <= 10**9:
        raise ValueError(f"n is {n}; it must be 1 to 10**9")
    if policy not in game.info.policies:
        raise ValueError(f"policy is {policy!r}; it must be one of {', '.join(game.info.policies)}")
    if turns is not None:
        turns = index(turns)
        if not 0 <= turns <= 10**9:
            raise ValueError(f"turns is {turns}; it must be 0 to 10**9")
        limit = turns
    chosen = game.info.policies.index(policy)
    wanted = n
    memcpy(begin, state.position(), game.size)      # other threads may change the state meanwhile
    for seat in range(MAX_SEATS):
        sums[seat] = 0
    buffer = <int*>malloc(game.max_moves * sizeof(int))
    if buffer == NULL:
        raise MemoryError
    try:
        while done < wanted:
            chunk = min(wanted - done, 256 if chosen == UNIFORM else 4)    # short enough for Ctrl-C to take effect
            with nogil:
                for i in range(chunk):
                    memcpy(position, begin, game.size)
                    if limit < 0:
                        decisions += game.playout(position, chosen, &rng, buffer)
                    else:
                        decisions += play_turns(game, position, chosen, limit, &rng, buffer)
                    turn_sum += game.turn(position)
                    game.returns(position, values)
                    for seat in range(game.seats):
                        sums[seat] += values[seat]
            done += chunk
            PyErr_CheckSignals()
    finally:
        free(buffer)
    return Playouts(n, tuple([sums[seat] / n for seat in range(game.seats)]), decisions / n, turn_sum / n)
