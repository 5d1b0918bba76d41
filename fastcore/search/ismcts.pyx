"""Ismcts: multiple-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012, Information Set
Monte Carlo Tree Search).

Every seat has a tree of its own, whose nodes are what it has seen and what it knew before; all trees are in one table
of moves by such keys. A seat's choice in the tree so depends on nothing that it cannot know. Its values are averages over
the worlds that the root's seat holds possible (opponents do not draw worlds of their own). What a lookahead takes a
seat to do is its first move in a new node and keeps half of the prior.
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastcore.search.hands cimport HandSearch
from fastcore.stream cimport Rng, mixed
from fastcore.viewpoint cimport Viewpoint

from fastcore.search.hands import OPTIONS as SHARED
from fastcore.values import Option

OPTIONS = (
    *SHARED,
    Option("levels", "whole", "6", "decisions that are chosen in the trees before the rest is played on", 1, 60),
)

cdef enum:
    PATH = 64               # decisions in the trees at most
    FIRST_ROOM = 1 << 10    # edges that the table begins with; a way down fills a small part of it


@cython.final
cdef class Ismcts(HandSearch):
    name = "ismcts"
    grows = True
    options = OPTIONS

    def __cinit__(self, point, seed, threads, memory_mb, moves, options):
        self.most_bytes = <uint64_t>(memory_mb * 2**20)
        self.whole = True

    def __dealloc__(self):
        free(self.edges)
        free(self.moves)

    cdef int plant(self, Viewpoint point) except -1:
        cdef int depth_limit = self.chosen["levels"]
        cdef Edge* edges = <Edge*>calloc(FIRST_ROOM, sizeof(Edge))
        cdef int* moves = <int*>malloc(point.game.max_moves * sizeof(int))
        try:
            if edges == NULL or moves == NULL:
                raise MemoryError
            HandSearch.plant(self, point)
        except BaseException:
            free(edges)
            free(moves)
            raise
        edges, self.edges = self.edges, edges
        moves, self.moves = self.moves, moves
        self.used, self.room, self.depth_limit = 0, FIRST_ROOM, depth_limit
        if self.ahead is not None:
            self.ahead.watched = True
        free(edges)
        free(moves)
        return 0

    @property
    def full(self):
        return bool(self.full_now())

    @property
    def bytes(self):
        return 0 if self.ahead is None else <object>self.room * sizeof(Edge)

    cdef bint full_now(self) noexcept nogil:
        """Whether no edge is made any more."""
        return 4 * self.used >= 3 * self.room

    cdef void grow(self) noexcept nogil:
        """Twice the room, where the limit allows both tables for a moment and there is so much."""
        cdef Edge* old = self.edges
        cdef Edge* edges
        cdef uint64_t i, at, before = self.room
        if 3 * before * sizeof(Edge) > self.most_bytes:
            return
        edges = <Edge*>calloc(2 * before, sizeof(Edge))
        if edges == NULL:
            return
        self.edges, self.room = edges, 2 * before
        for i in range(before):
            if old[i].key:
                at = self.place_of(old[i].key)
                edges[at] = old[i]
        free(old)

    cdef uint64_t place_of(self, uint64_t key) noexcept nogil:
        """Where the edge with this key is, or would be."""
        cdef uint64_t at = mixed(key, 1) & (self.room - 1)
        while self.edges[at].key and self.edges[at].key != key:
            at = (at + 1) & (self.room - 1)
        return at

    cdef Edge* edge_of(self, uint64_t key, bint make) noexcept nogil:
        """The edge with this key, made if wanted and there is room; NULL if there is none."""
        cdef uint64_t at = self.place_of(key | 1)
        if self.edges[at].key:
            return &self.edges[at]
        if not make or self.full_now():
            return NULL
        self.used += 1
        self.edges[at].key = key | 1
        return &self.edges[at]

    cdef bint choose(self, Taken* taken, int* move, int follows) noexcept nogil:
        """Choose for the seat to decide, and write the edge (NULL: no room) and the move; True where the node was known."""
        cdef int seat = self.ahead.actor(), i, best = -1, count = self.ahead.moves(self.moves)
        cdef uint64_t node = self.ahead.knows(seat)
        cdef Edge* edge
        cdef double score, most = 0, mean = 0, prior, visits = 0
        for i in range(count):
            edge = self.edge_of(mixed(node, <uint64_t>self.moves[i] + 1), False)
            if edge != NULL:
                visits += edge.visits
                mean += edge.worth
        taken.seat = seat
        if visits == 0:
            move[0] = follows
        else:
            mean /= visits
            for i in range(count):
                edge = self.edge_of(mixed(node, <uint64_t>self.moves[i] + 1), False)
                prior = 0.5 / count + (0.5 if self.moves[i] == follows else 0)
                score = mean if edge == NULL else edge.worth / edge.visits
                score += self.exploration * prior * sqrt(visits) / (1 + (0 if edge == NULL else edge.visits))
                if best < 0 or score > most:
                    best, most = i, score
            move[0] = self.moves[best]
        taken.edge = self.edge_of(mixed(node, <uint64_t>move[0] + 1), True)
        return visits > 0

    cdef void simulate(self, int place) noexcept nogil:
        cdef Taken path[PATH]
        cdef Rng rng
        cdef int i, length = 0, move
        cdef bint known = True
        if 2 * self.used >= self.room:
            self.grow()     # not on the way: edges move
        rng.state = mixed(self.word, <uint64_t>self.tried[place].visits)
        self.ahead.begin(self.world_of(self.tried[place].visits))
        self.ahead.step(self.tried[place].move, &rng)
        while known and length < self.depth_limit and self.ahead.actor() >= 0:
            known = self.choose(&path[length], &move, self.ahead.decide(&rng))
            self.ahead.step(move, &rng)
            length += 1
        self.note(place, self.ahead.finish(&rng, self.found))
        for i in range(length):
            if path[i].edge != NULL:
                path[i].edge.visits += 1
                path[i].edge.worth += self.found[path[i].seat]
