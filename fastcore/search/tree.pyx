"""A Monte Carlo tree over the game's contract: one decision a node, explicit chance nodes, a static value at the leaf.

A simulation goes down from the root, by the selection rule at decisions and by lot at chance, to a node met for the
first time; its static value (or result) goes back up. What a node is worth:

- a decision: the mean of its own static value and of its edges' children, by visits;
- chance: the mean of its outcomes by their exact probabilities, those not visited at their static value; until its
  second visit, when its outcomes are made, its own static value.

Selection: the child's value for the seat that decides, plus `exploration * sqrt(ln(visits) / (child's visits))`
(UCB1, Auer and others 2002); moves not visited yet count as if visited once at their parent's value.
"""

from libc.math cimport log, sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from fastcore.game cimport CHANCE, MOST_SEATS, OVER, POSITION_WORDS, Game
from fastcore.search.arena cimport BLOCK_WORDS, Arena, at, close_arena, open_arena, take_words
from fastcore.stream cimport Rng, below, unit

cdef enum:
    EDGE_WORDS = sizeof(Edge) // 8


cdef class Tree:
    def __cinit__(self, Game game not None, uint64_t limit, double exploration):
        self.game = game
        self.seats = game.seats
        self.limit = limit
        self.exploration = exploration
        self.node_words = <uint32_t>(sizeof(Node) // 8 + 2 * game.seats)
        self.moves = <int*>malloc(game.most_moves * sizeof(int))
        self.priors = <float*>malloc(game.most_moves * sizeof(float))
        self.weights = <double*>malloc(game.most_moves * sizeof(double))
        self.closed = <unsigned char*>calloc(game.most_moves, 1)
        self.path = <uint32_t*>malloc(DEEPEST * sizeof(uint32_t))
        self.taken = <Edge**>malloc(DEEPEST * sizeof(Edge*))
        self.before = <double*>malloc(DEEPEST * game.seats * sizeof(double))
        if not (self.moves and self.priors and self.weights and self.closed and self.path and self.taken and self.before):
            raise MemoryError
        if not open_arena(&self.arena, limit):
            raise MemoryError

    def __dealloc__(self):
        close_arena(&self.arena)
        free(self.moves)
        free(self.priors)
        free(self.weights)
        free(self.closed)
        free(self.path)
        free(self.taken)
        free(self.before)

    cdef Node* node(self, uint32_t place) noexcept nogil:
        return <Node*>at(&self.arena, place)

    cdef Edge* edges(self, const Node* node) noexcept nogil:
        return <Edge*>at(&self.arena, node.edges)

    cdef Edge* edge_of(self, const Node* node, int move) noexcept nogil:
        """The edge of a move; NULL if there is none."""
        cdef uint32_t i
        cdef Edge* edges
        if node.edges:
            edges = self.edges(node)
            for i in range(node.edge_count):
                if edges[i].move == move:
                    return &edges[i]
        return NULL

    cdef uint64_t bytes(self) noexcept nogil:
        return <uint64_t>self.arena.block_count * BLOCK_WORDS * 8

    cdef void open_all(self, bint closed) noexcept nogil:
        """Close or open every edge of the root."""
        memset(self.closed, closed, self.game.most_moves)

    cdef int plant(self) except -1:
        """Make the root of an empty tree from `position`."""
        self.root = self.make_node(self.position)
        if self.root == 0:
            raise MemoryError
        self.expand(self.node(self.root), self.position)
        return 0

    cdef uint32_t make_node(self, const void* position) noexcept nogil:
        """The place of a new node with its static value; 0 when the memory is full."""
        cdef uint32_t place = take_words(&self.arena, self.node_words)
        cdef Node* node
        if place == 0:
            self.full = True
            return 0
        node = self.node(place)
        memset(node, 0, sizeof(Node))
        node.actor = self.game.actor(position)
        self.game.evaluate(position, own(node))
        memcpy(mean(node, self.seats), own(node), self.seats * sizeof(double))
        return place

    cdef bint expand(self, Node* node, const void* position) noexcept nogil:
        """Make the edges of a node (and the children of chance). False, and nothing done, when the memory is full."""
        cdef uint64_t after[POSITION_WORDS]
        cdef int count, first, i, s
        cdef uint32_t place
        cdef Edge* edges
        if self.full or node.actor == OVER:
            return False
        if node.actor == CHANCE:
            count = self.game.chances(position, self.moves, self.weights)
            first = 0
        else:
            count = self.game.moves(position, self.moves)
            self.game.priors(position, self.moves, count, self.priors)
            first = <int>below(&self.rng, count)     # equal moves are tried in an order of this tree's own
        place = take_words(&self.arena, count * EDGE_WORDS)
        if place == 0:
            self.full = True
            return False
        edges = <Edge*>at(&self.arena, place)
        for i in range(count):
            edges[i].move = self.moves[(first + i) % count]
            edges[i].child = 0
            edges[i].visits = 0
            edges[i].value = 0
            if node.actor != CHANCE:
                edges[i].prior = self.priors[(first + i) % count]
                continue
            edges[i].prior = self.weights[i]
            memcpy(after, position, self.game.size)
            self.game.play(after, edges[i].move)
            edges[i].child = self.make_node(after)
            if edges[i].child == 0:
                return False
        node.edges = place
        node.edge_count = count
        if node.actor == CHANCE:
            for s in range(self.seats):
                mean(node, self.seats)[s] = 0
                for i in range(count):
                    mean(node, self.seats)[s] += edges[i].prior * own(self.node(edges[i].child))[s]
        return True

    cdef Edge* select(self, const Node* node, const unsigned char* closed) noexcept nogil:
        """The edge with the highest bound; NULL if the tree is full and no child is there."""
        cdef Edge* edges = self.edges(node)
        cdef Edge* best = NULL
        cdef float first_play = <float>mean(node, self.seats)[node.actor]
        cdef float spread = <float>(self.exploration * sqrt(log(<double>node.visits + 1)))
        cdef float unvisited = first_play + spread
        cdef float bound, highest = -1e30
        cdef uint32_t i
        for i in range(node.edge_count):
            if closed != NULL and closed[i]:
                continue
            if edges[i].visits:
                bound = edges[i].value + spread / sqrt(<float>edges[i].visits)
            elif self.full and edges[i].child == 0:
                continue
            else:
                bound = unvisited
            if bound > highest:
                highest = bound
                best = &edges[i]
        return best

    cdef Edge* drawn(self, const Node* node, const unsigned char* closed) noexcept nogil:
        """An outcome by lot, among those not closed."""
        cdef Edge* edges = self.edges(node)
        cdef Edge* last = NULL
        cdef double total = 1, point
        cdef uint32_t i
        if closed != NULL:
            total = 0
            for i in range(node.edge_count):
                if not closed[i]:
                    total += edges[i].prior
        point = unit(&self.rng) * total
        for i in range(node.edge_count):
            if closed != NULL and closed[i]:
                continue
            last = &edges[i]
            if point < last.prior:
                break
            point -= last.prior
        return last

    cdef void grow(self, long n) noexcept nogil:
        cdef long i
        for i in range(n):
            self.simulate()

    cdef void simulate(self) noexcept nogil:
        cdef uint64_t position[POSITION_WORDS]
        cdef uint32_t place = self.root
        cdef const unsigned char* closed = self.closed
        cdef int depth = 0
        cdef Node* node
        cdef Edge* edge
        memcpy(position, self.position, self.game.size)
        while True:
            node = self.node(place)
            self.path[depth] = place
            memcpy(self.before + depth * self.seats, mean(node, self.seats), self.seats * sizeof(double))
            if node.actor == OVER or depth == DEEPEST - 1:
                break
            if node.edges == 0 and (node.visits == 0 or not self.expand(node, position)):
                break
            edge = self.drawn(node, closed) if node.actor == CHANCE else self.select(node, closed)
            if edge == NULL:
                break
            self.game.play(position, edge.move)
            if edge.child == 0:
                edge.child = self.make_node(position)
                if edge.child == 0:
                    break
            self.taken[depth] = edge
            place = edge.child
            depth += 1
            closed = NULL
        self.back_up(depth)

    cdef void back_up(self, int depth) noexcept nogil:
        """Carry the value of the node at this depth of the path to the root."""
        cdef int seats = self.seats
        cdef Node* node = self.node(self.path[depth])
        cdef Node* child
        cdef Edge* edge
        cdef double result[MOST_SEATS]
        cdef double value, change
        cdef int i, s, chooser
        for s in range(seats):
            result[s] = own(node)[s]
            if node.edges and node.actor != CHANCE:     # the memory is full: this node counts once more itself
                value = mean(node, seats)[s] * node.visits + result[s]
                mean(node, seats)[s] = value / (node.visits + 1)
        node.visits += 1
        for i in range(depth - 1, -1, -1):
            child = node
            node = self.node(self.path[i])
            edge = self.taken[i]
            chooser = node.actor if node.actor >= 0 else 0
            child.sum += result[chooser]
            child.squares += result[chooser] * result[chooser]
            for s in range(seats):
                value = mean(child, seats)[s]
                change = value - self.before[(i + 1) * seats + s]
                if node.actor == CHANCE:
                    mean(node, seats)[s] += edge.prior * change
                else:
                    mean(node, seats)[s] = (mean(node, seats)[s] * node.visits + edge.visits * change + value) / (node.visits + 1)
            node.visits += 1
            edge.visits += 1
            edge.value = <float>mean(child, seats)[chooser]

    cdef int advance(self, int move) except -1:
        """Make the position after a move the root, and keep what the tree holds of it."""
        cdef Edge* edge = self.edge_of(self.node(self.root), move)
        cdef uint32_t place = 0
        cdef Arena other
        cdef int kept = 0
        if not open_arena(&other, self.limit):
            raise MemoryError
        self.game.play(self.position, move)
        if edge != NULL and edge.child:
            place = edge.child
        with nogil:
            if place:
                kept = self.transplant(&other, place)
            close_arena(&self.arena)
        self.arena = other
        self.full = False
        self.open_all(False)
        if kept:
            if self.node(self.root).edges == 0:
                self.expand(self.node(self.root), self.position)
        else:
            close_arena(&self.arena)
            if not open_arena(&self.arena, self.limit):
                raise MemoryError
            self.plant()
        return 0

    cdef int transplant(self, Arena* other, uint32_t place) noexcept nogil:
        """Copy the tree below a place into another arena and make it the root; 0 if there is no memory for that."""
        cdef uint32_t* pending = NULL           # pairs: a copied node whose edges are still the old ones
        cdef uint32_t* longer
        cdef uint32_t room = 0, waiting = 0, fresh, i
        cdef Node* node
        cdef Edge* edges
        cdef Edge* old
        fresh = take_words(other, self.node_words)
        if fresh == 0:
            return 0
        memcpy(at(other, fresh), self.node(place), self.node_words * 8)
        self.root = fresh
        while True:
            node = <Node*>at(other, fresh)
            if node.edges:
                old = self.edges(node)
                node.edges = take_words(other, node.edge_count * EDGE_WORDS)
                if node.edges == 0:
                    free(pending)
                    return 0
                edges = <Edge*>at(other, node.edges)
                memcpy(edges, old, node.edge_count * sizeof(Edge))
                if waiting + node.edge_count > room:
                    room = 2 * (waiting + node.edge_count)
                    longer = <uint32_t*>realloc(pending, room * sizeof(uint32_t))
                    if longer == NULL:
                        free(pending)
                        return 0
                    pending = longer
                for i in range(node.edge_count):
                    if edges[i].child:
                        place = take_words(other, self.node_words)
                        if place == 0:
                            free(pending)
                            return 0
                        memcpy(at(other, place), self.node(edges[i].child), self.node_words * 8)
                        edges[i].child = place
                        pending[waiting] = place
                        waiting += 1
            if waiting == 0:
                break
            waiting -= 1
            fresh = pending[waiting]
        free(pending)
        return 1
