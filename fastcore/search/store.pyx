"""What a tree is stored in: nodes and edges, made from positions by the game's contract, in memory under a limit.

A decision's edges come in the order of their priors, and only as many as were wanted so far; a chance node has all of
its outcomes from the start. Positions that moves reach in another order share one node.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, Game
from fastcore.search.arena cimport Arena, at, bytes_used, close_arena, open_arena, take_words
from fastcore.search.node cimport ENDED_CHILD, WHOLE_PRIOR, Edges, Node, block_size, mean, node_size, own, value
from fastcore.search.places cimport Entry, Places, add_place, close_places, first_entry, next_entry, open_places
from fastcore.search.store cimport EXACT, INLINE, edges_of, laid_out, node_at, room_of

cdef enum:
    MAX_MOVES = 65536
    MAX_PROBABILITIES = 65536



cdef float STIRRED = <float>(0.05 / (1 << 24))     # what a step of the noise adds to a prior


cdef class Store:
    def __cinit__(self, Game game not None, uint64_t limit):
        if max(game.actions, game.outcomes, game.max_moves + 1) > MAX_MOVES:
            raise ValueError(f"this game has more than {MAX_MOVES:,} moves: too many for a tree")
        self.game = game
        self.width = game.seats - 1
        self.limit = limit
        self.node_words = (node_size(self.width) + block_size(1, self.width)) // 8
        self.moves = <int*>malloc(game.max_moves * sizeof(int))
        self.priors = <float*>malloc(game.max_moves * sizeof(float))
        self.weights = <double*>malloc((1 + game.seats) * game.max_moves * sizeof(double))
        self.probabilities = <double*>malloc(MAX_PROBABILITIES * sizeof(double))
        if not (self.moves and self.priors and self.weights and self.probabilities):
            raise MemoryError
        if not open_arena(&self.arena, limit // 10 * 9) or not open_places(&self.places, limit // 10):
            raise MemoryError

    def __dealloc__(self):
        close_arena(&self.arena)
        close_places(&self.places)
        free(self.moves)
        free(self.priors)
        free(self.weights)
        free(self.probabilities)

    cdef int edge_of(self, const Node* node, int move) noexcept nogil:
        """The number of a move's edge; -1 if there is none."""
        cdef Edges edges = edges_of(self, node)
        cdef int i
        for i in range(node.edge_count):
            if edges.move[i] == move:
                return i
        return -1

    cdef uint64_t bytes(self) noexcept nogil:
        return bytes_used(&self.arena) + self.places.room * sizeof(Entry)

    # Nodes and edges ------------------------------------------------------------------------------------------------

    cdef int plant(self) except -1:
        """Make the root of an empty tree from `position`."""
        cdef double values[MAX_SEATS]
        cdef Node* root
        self.root = self.make_node(self.position, self.game.key(self.position))
        if self.root == 0:
            raise MemoryError
        root = node_at(self, self.root)
        self.game.evaluate(self.position, values)
        self.begin(root, values)
        root.visits = 0
        if not self.open_root():
            raise MemoryError
        return 0

    cdef void begin(self, Node* node, const double* values) noexcept nogil:
        """Let a node begin with these values, as if visited once."""
        cdef int s
        for s in range(self.width):
            own(node)[s] = <float>values[s]
            mean(node, self.width)[s] = own(node)[s]
        node.visits = 1
        node.minimax = node.first
        if node.actor == OVER:
            node.lower = node.upper = node.first

    cdef bint open_root(self) noexcept nogil:
        """Give the root all of its edges, as any of them may be asked for."""
        cdef Node* root = node_at(self, self.root)
        if root.actor == OVER:
            return True
        if root.actor == CHANCE:
            return root.edge_count > 0 or self.open_outcomes(root, self.position)
        return self.open_edges(root, self.position, self.game.max_moves)

    cdef uint32_t node_for(self, const void* position, const Edges* edges, uint32_t number, bint outcome) noexcept nogil:
        """The place of a move's position: a node that holds it already, or a new one; 0 when the memory is full.

        What follows an outcome of chance is shared with nothing else, so that a chance node's value is always exact.
        """
        cdef uint64_t key = self.game.key(position)
        cdef uint64_t i
        cdef uint32_t place
        cdef double values[MAX_SEATS]
        cdef Node* node
        cdef int s
        cdef bint shared = self.rule.transpositions and not outcome
        if shared:
            i = first_entry(&self.places, <uint32_t>key)
            while self.places.entries[i].place:
                if self.places.entries[i].tag == <uint32_t>key:
                    node = node_at(self, self.places.entries[i].place)
                    if node.key == key >> 32 and node.actor == self.game.actor(position):
                        return self.places.entries[i].place
                i = next_entry(&self.places, i)
        place = self.make_node(position, key)
        if place == 0:
            return 0
        for s in range(self.width):
            values[s] = edges.worth[s * edges.room + number]
        self.begin(node_at(self, place), values)
        if outcome:                 # its static value counts at the chance node already
            node_at(self, place).visits = 0
        if shared:
            add_place(&self.places, key, place)
        return place

    cdef uint32_t make_node(self, const void* position, uint64_t key) noexcept nogil:
        """A node and room for one edge; 0 when the memory is full."""
        cdef uint32_t place = 0 if self.full else take_words(&self.arena, self.node_words)
        cdef Node* node
        if place == 0:
            self.full = True
            return 0
        node = node_at(self, place)
        memset(node, 0, self.node_words * 8)
        node.key = key >> 32
        node.edges = place + node_size(self.width) // 8
        node.size = INLINE
        node.actor = self.game.actor(position)
        node.lower = -1
        node.upper = 1
        return place

    cdef bint expand(self, Node* node, const void* position) noexcept nogil:
        """Give a node its first edges. False, and nothing done, when the memory is full."""
        if node.actor == CHANCE:
            return self.open_outcomes(node, position)
        return self.open_edges(node, position, self.rule.leaves)

    cdef bint open_edges(self, Node* node, const void* position, uint32_t most) noexcept nogil:
        """Give a decision so many edges (or all there are), best priors first. False if the memory is full."""
        cdef int count = self.game.moves(position, self.moves)
        cdef uint32_t wanted = count if self.rule.ucb else min(most, <uint32_t>count)
        cdef uint32_t i
        cdef Edges edges
        if wanted <= node.edge_count:
            return True
        if wanted > room_of(node) and not self.move_edges(node, wanted):
            return False
        self.rank(position, count)
        self.sort_moves(count, wanted, node.key)
        edges = edges_of(self, node)
        for i in range(node.edge_count, wanted):
            edges.move[i] = self.moves[i]
            edges.weight[i] = <int>min(self.priors[i] * WHOLE_PRIOR + <float>0.5, <float>WHOLE_PRIOR)
            edges.visits[i] = edges.child[i] = 0
            edges.worth[i] = 0
        node.edge_count = wanted
        node.move_count = count
        return True

    cdef bint move_edges(self, Node* node, uint32_t wanted) noexcept nogil:
        """Move a decision's edges to a block with room for more of them. False if the memory is full."""
        cdef Edges old = edges_of(self, node)
        cdef Edges fresh
        cdef uint32_t before = node.edges, place, i
        cdef int s, size = node.size
        while <uint32_t>2 << size < wanted or size == INLINE:
            size += 1
        place = self.free_edges[size]
        if place:
            self.free_edges[size] = (<uint32_t*>at(&self.arena, place))[0]
        else:
            place = take_words(&self.arena, block_size(<uint32_t>2 << size, self.width) // 8)
        if place == 0:
            self.full = True
            return False
        fresh = laid_out(at(&self.arena, place), <uint32_t>2 << size, self.width)
        for i in range(node.edge_count):
            fresh.visits[i] = old.visits[i]
            fresh.child[i] = old.child[i]
            fresh.weight[i] = old.weight[i]
            fresh.move[i] = old.move[i]
            for s in range(self.width):
                fresh.worth[s * fresh.room + i] = old.worth[s * old.room + i]
        if node.size != INLINE:
            (<uint32_t*>at(&self.arena, before))[0] = self.free_edges[node.size]
            self.free_edges[node.size] = before
        node.edges = place
        node.size = size
        return True

    cdef void rank(self, const void* position, int count) noexcept nogil:
        """Let `priors` be those of the moves in `moves`."""
        if self.rule.priors:
            self.game.priors(position, self.moves, count, self.priors)
        else:
            Game.priors(self.game, position, self.moves, count, self.priors)

    cdef void sort_moves(self, int count, int wanted, uint32_t key) noexcept nogil:
        """Let `moves` begin with the wanted ones of the highest priors.

        Priors are stirred by a few parts in a hundred, for every tree and position in a way of its own, so that equal
        moves are tried in another order by each tree of a search.
        """
        cdef uint32_t salt = key ^ self.salt, noise
        cdef int i, j, best, move
        cdef float prior
        for i in range(count):
            noise = (salt + <uint32_t>self.moves[i]) * <uint32_t>0x9e3779b1
            noise = (noise ^ noise >> 15) * <uint32_t>0x85ebca6b
            self.priors[i] *= 1 + STIRRED * <int>(noise >> 8)
        for i in range(wanted):
            best = i
            for j in range(i + 1, count):
                if self.priors[j] > self.priors[best]:
                    best = j
            move = self.moves[best]
            prior = self.priors[best]
            self.moves[best] = self.moves[i]
            self.priors[best] = self.priors[i]
            self.moves[i] = move
            self.priors[i] = prior

    cdef bint open_outcomes(self, Node* node, const void* position) noexcept nogil:
        """Give a chance node all its outcomes, each at its static value. False if the memory is full."""
        cdef int count = self.game.chances(position, self.moves, self.weights)
        cdef double* values = self.weights + self.game.max_moves
        cdef uint32_t place = 0 if self.full else take_words(&self.arena, block_size(count, self.width) // 8)
        cdef Edges edges
        cdef int i, s, number
        if place == 0:
            self.full = True
            return False
        edges = laid_out(at(&self.arena, place), count, self.width)
        self.game.chance_values(position, self.moves, count, values)
        for i in range(count):
            number = self.number_of(self.weights[i])
            if number < 0:
                return False
            edges.move[i] = self.moves[i]
            edges.weight[i] = number
            edges.visits[i] = edges.child[i] = 0
            for s in range(self.width):
                edges.worth[s * count + i] = <float>values[i * self.game.seats + s]
        node.edges = place
        node.size = EXACT
        node.edge_count = node.move_count = count
        self.sum_up(node)
        node.minimax = <float>mean(node, self.width)[0]
        return True

    cdef int number_of(self, double probability) noexcept nogil:
        """Where a probability stands in the list of those met so far (they are few); -1 when there are too many."""
        cdef int i
        for i in range(self.probability_count):
            if self.probabilities[i] == probability:
                return i
        if self.probability_count == MAX_PROBABILITIES:
            self.full = True
            return -1
        self.probabilities[self.probability_count] = probability
        self.probability_count += 1
        return self.probability_count - 1

    cdef double edge_value(self, const Edges* edges, uint32_t i, int s) noexcept nogil:
        """What an edge is worth, one of the values stored."""
        if edges.child[i] == 0 or edges.child[i] == ENDED_CHILD:
            return edges.worth[s * edges.room + i]
        return value(node_at(self, edges.child[i]), self.width, s)

    cdef double seat_value(self, const Edges* edges, uint32_t i, int seat) noexcept nogil:
        """What an edge is worth for a seat."""
        cdef double rest = 0
        cdef int s
        if seat < self.width:
            return self.edge_value(edges, i, seat)
        for s in range(self.width):
            rest -= self.edge_value(edges, i, s)
        return rest

    cdef void sum_up(self, Node* node) noexcept nogil:
        """Make a node's average anew from its edges, as what they lead to may have other ways in."""
        cdef double* average = mean(node, self.width)
        cdef Edges edges = edges_of(self, node)
        cdef double weight, total = 0
        cdef uint32_t i, left = node.visits
        cdef int s
        if node.edge_count == 0:
            return
        for s in range(self.width):
            average[s] = 0
        for i in range(node.edge_count):
            weight = self.probabilities[edges.weight[i]] if node.actor == CHANCE else edges.visits[i]
            left -= edges.visits[i]
            total += weight
            for s in range(self.width):
                average[s] += weight * self.edge_value(&edges, i, s)
        if node.actor != CHANCE:
            for s in range(self.width):
                average[s] = (average[s] + left * own(node)[s]) / (total + left) if total + left else own(node)[s]
