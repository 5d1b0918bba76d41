"""Ismcts: the engine `ismcts`, multiple-observer information set Monte Carlo tree search.

Source: Cowling, Powley and Whitehouse 2012, Information Set Monte Carlo Tree Search.

Each seat has its own tree, whose nodes are its information sets: what it knew at the root and has observed since.
So its choices in the tree depend only on what it can know. All trees share one hash table of edges. Values are means
over the worlds that the root's seat considers possible; opponents do not sample worlds of their own. The move of the
Lookahead's policy is tried first in a new node and has half of the prior.
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastcore.search.information_set cimport InformationSetSearch
from fastcore.stream cimport Rng, mixed
from fastcore.knowledge.viewpoint cimport Viewpoint

from fastcore.search.options import ISMCTS_OPTIONS

cdef enum:
    MAX_LEVELS = 64             # decisions in the trees
    INITIAL_EDGES = 1 << 10     # capacity of the table; a simulation adds few

cdef struct Edge:           # a move in an information set
    uint64_t key            # of both seat and move; 0: unused
    int64_t visits
    double total            # sum of values for the seat that decides there

cdef struct Step:           # of the path of a simulation
    Edge* edge              # NULL: no room for an edge
    int seat


@cython.final
cdef class Ismcts(InformationSetSearch):
    """Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012). Trees grow up to `memory_mb`."""

    name = "ismcts"
    grows = True
    available = ISMCTS_OPTIONS

    cdef Edge* edges            # owned; a hash table with linear probing
    cdef uint64_t table_size    # slots of the table, a power of 2
    cdef uint64_t used
    cdef uint64_t max_bytes
    cdef int* moves             # owned; max_moves ints
    cdef int levels

    def __cinit__(self, point, seed, threads, memory_mb, moves, options):
        self.max_bytes = <uint64_t>(self.memory_mb * 2**20)
        self.set_root(self.viewpoint)
        self.concrete = True

    def __dealloc__(self):
        free(self.edges)
        free(self.moves)

    cdef int set_root(self, Viewpoint point) except -1:
        cdef int levels = self.options["levels"]
        cdef Edge* edges = <Edge*>calloc(INITIAL_EDGES, sizeof(Edge))
        cdef int* moves = <int*>malloc(point.game.max_moves * sizeof(int))
        try:
            if edges == NULL or moves == NULL:
                raise MemoryError
            InformationSetSearch.set_root(self, point)
        except BaseException:
            free(edges)
            free(moves)
            raise
        edges, self.edges = self.edges, edges
        moves, self.moves = self.moves, moves
        self.used, self.table_size, self.levels = 0, INITIAL_EDGES, levels
        if self.lookahead is not None:
            self.lookahead.observing = True
        free(edges)
        free(moves)
        return 0

    @property
    def full(self):
        """Whether the trees can no longer grow."""
        return bool(self.is_full())

    @property
    def bytes(self):
        """The memory of the trees."""
        return 0 if self.lookahead is None else <object>self.table_size * sizeof(Edge)

    cdef bint is_full(self) noexcept nogil:
        return 4 * self.used >= 3 * self.table_size

    cdef void enlarge(self) noexcept nogil:
        """Double the table if the limit and the memory allow both tables for a moment."""
        cdef Edge* old = self.edges
        cdef Edge* edges
        cdef uint64_t i, old_capacity = self.table_size
        if 3 * old_capacity * sizeof(Edge) > self.max_bytes:
            return
        edges = <Edge*>calloc(2 * old_capacity, sizeof(Edge))
        if edges == NULL:
            return
        self.edges, self.table_size = edges, 2 * old_capacity
        for i in range(old_capacity):
            if old[i].key:
                edges[self.slot_of(old[i].key)] = old[i]
        free(old)

    cdef uint64_t slot_of(self, uint64_t key) noexcept nogil:
        """Return the slot of the edge with this key, or the unused slot where it belongs."""
        cdef uint64_t slot = mixed(key, 1) & (self.table_size - 1)
        while self.edges[slot].key and self.edges[slot].key != key:
            slot = (slot + 1) & (self.table_size - 1)
        return slot

    cdef Edge* edge_of(self, uint64_t key, bint create) noexcept nogil:
        """Return the edge with this key, created if requested and there is room; otherwise NULL."""
        cdef uint64_t slot = self.slot_of(key | 1)
        if self.edges[slot].key:
            return &self.edges[slot]
        if not create or self.is_full():
            return NULL
        self.used += 1
        self.edges[slot].key = key | 1
        return &self.edges[slot]

    cdef bint select(self, Step* step, int* move, int policy_move) noexcept nogil:
        """Choose the actor's move in its tree, and write it and its edge. Return whether the node was visited before."""
        cdef int seat = self.lookahead.actor(), i, best = -1, count = self.lookahead.moves(self.moves)
        cdef uint64_t node = self.lookahead.information_key(seat)
        cdef Edge* edge
        cdef double score, best_score = 0, mean = 0, prior, visits = 0
        for i in range(count):
            edge = self.edge_of(mixed(node, <uint64_t>self.moves[i] + 1), False)
            if edge != NULL:
                visits += edge.visits
                mean += edge.total
        step.seat = seat
        if visits == 0:
            move[0] = policy_move
        else:
            mean /= visits
            for i in range(count):
                edge = self.edge_of(mixed(node, <uint64_t>self.moves[i] + 1), False)
                prior = 0.5 / count + (0.5 if self.moves[i] == policy_move else 0)
                score = mean if edge == NULL else edge.total / edge.visits
                score += self.exploration * prior * sqrt(visits) / (1 + (0 if edge == NULL else edge.visits))
                if best < 0 or score > best_score:
                    best, best_score = i, score
            move[0] = self.moves[best]
        step.edge = self.edge_of(mixed(node, <uint64_t>move[0] + 1), True)
        return visits > 0

    cdef void simulate(self, int index) noexcept nogil:
        cdef Step path[MAX_LEVELS]
        cdef Rng rng
        cdef int i, length = 0, move
        cdef bint visited = True
        if 2 * self.used >= self.table_size:
            self.enlarge()      # must come before the path stores edges, because growing moves them
        rng.state = mixed(self.random_word, <uint64_t>self.root_moves[index].visits)
        self.lookahead.begin(self.world_point(self.root_moves[index].visits))
        self.lookahead.step(self.root_moves[index].move, &rng)
        while visited and length < self.levels and self.lookahead.actor() >= 0:
            visited = self.select(&path[length], &move, self.lookahead.policy_move(&rng))
            self.lookahead.step(move, &rng)
            length += 1
        self.add_results(index, self.lookahead.finish(&rng, self.results))
        for i in range(length):
            if path[i].edge != NULL:
                path[i].edge.visits += 1
                path[i].edge.total += self.results[path[i].seat]
