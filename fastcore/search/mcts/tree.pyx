"""One Monte Carlo tree: its memory, its nodes, and their expansion from positions by the contract of `Game`.

A decision gets its edges in the order of the priors, and only as many as the selection has needed so far. A chance node
gets all outcomes when it is expanded. Positions reached by different orders of moves share one node, so the "tree" is a
directed acyclic graph: the turn is part of every key.
"""

cimport cython
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, Game
from fastcore.search.mcts.arena cimport BLOCK_WORDS, LINE_WORDS
from fastcore.search.mcts.locks cimport acquire, release, write_double
from fastcore.search.mcts.memory cimport Shard, close_memory, memory_bytes, open_memory, probability_number, shard_of
from fastcore.search.mcts.probabilities cimport number_of
from fastcore.search.mcts.transpositions cimport TranspositionIndex, first_entry, insert, next_entry

from fastcore.search.options import TO_THE_END

cdef enum:
    MAX_MOVES = 65536           # moves and edges are stored in 16 bits

cdef float NOISE_STEP = <float>(0.05 / (1 << 24))       # the relative noise of priors is less than 5 %


@cython.final
cdef class Tree:
    """A tree of at most `memory_limit` bytes, without a root. It owns all its memory.

    The threads of a shared tree each search with their own object, which has their path and scratch memory: the first
    with the tree itself, each other one with a walker, an object made with the tree as its `master`.

    Raises:
        MemoryError: there is no memory for the initial structures.
        ValueError: the game has too many moves.
    """

    def __cinit__(self, Game game not None, uint64_t memory_limit, bint shared=False, Tree master=None):
        cdef uint32_t capacity = 1
        self.width = game.seats - 1
        if max(game.actions, game.outcomes, game.max_moves + 1) > MAX_MOVES:
            raise ValueError(f"the game has more than {MAX_MOVES:,} moves in a position, too many for a tree")
        while capacity < <uint32_t>game.max_moves:      # `grow_block` rounds up to a power of 2
            capacity *= 2
        if block_bytes(capacity, self.width) > 8 * (BLOCK_WORDS - LINE_WORDS):
            raise ValueError(f"the game has more than {capacity // 2:,} moves for {game.seats} seats, too many for a tree")
        self.game = game
        self.memory_limit = memory_limit
        self.node_words = (node_bytes(self.width) + block_bytes(1, self.width)) // 8
        self.moves = <int*>malloc(game.max_moves * sizeof(int))
        self.priors = <float*>malloc(game.max_moves * sizeof(float))
        self.outcomes = <double*>malloc((1 + game.seats) * game.max_moves * sizeof(double))
        self.path = <Step*>malloc(MAX_DEPTH * sizeof(Step))
        self.excluded = <unsigned char*>calloc(game.max_moves, 1)
        if not (self.moves and self.priors and self.outcomes and self.path and self.excluded):
            raise MemoryError
        if master is None:
            self.shared = shared
            self.memory = open_memory(memory_limit, shared)
            if self.memory == NULL:
                raise MemoryError
        else:
            self.shared = True
            self.master = master
            self.memory = master.memory
            self.params = master.params
            self.root = master.root
            self.noise_seed = master.noise_seed
            memcpy(self.root_position, master.root_position, game.size)
        self.blocks = self.memory.arena.blocks
        self.probabilities = self.memory.probabilities.values

    def __dealloc__(self):
        if self.master is None:
            close_memory(self.memory)
        free(self.moves)
        free(self.priors)
        free(self.outcomes)
        free(self.path)
        free(self.excluded)

    cdef int configure(self, object options, int policy) except -1:
        """Set the parameters from the values of `TREE_OPTIONS`."""
        self.params.ucb = options["selection"] == "ucb"
        self.params.game_priors = options["priors"] == "game"
        self.params.transpositions = options["transpositions"] == "on"
        self.params.leaves = options["leaves"]
        self.params.solver = options["solver"] == "on" and self.width == 1
        self.params.exploration = options["exploration"]
        self.params.first_play = options["first_play"]
        self.params.playout_decisions = FULL_PLAYOUT if options["playout"] == TO_THE_END else options["playout"]
        self.params.policy = policy
        return 0

    cdef uint64_t bytes(self) noexcept nogil:
        """Return the memory in use, in bytes."""
        return memory_bytes(self.memory)

    cdef int probability_number(self, double probability) noexcept nogil:
        """Return the number of a probability, a new one if needed; -1 if there is no room for it."""
        cdef int number
        if self.shared:
            return probability_number(self.memory, probability)
        number = number_of(&self.memory.probabilities, probability)
        self.probabilities = self.memory.probabilities.values       # they may have moved
        return number

    # Nodes ------------------------------------------------------------------------------------------------------------

    cdef int set_root(self) except -1:
        """Make the root of an empty tree from `root_position`.

        Raises:
            MemoryError: the root and its edges do not fit.
        """
        cdef double values[MAX_SEATS]
        cdef Node* root
        self.root = self.new_node(self.root_position, self.game.key(self.root_position))
        if self.root == 0:
            raise MemoryError
        root = node_at(self, self.root)
        self.game.evaluate(self.root_position, values)
        self.set_leaf_value(root, values)
        root.visits = 0
        if not self.expand_root():
            raise MemoryError
        return 0

    cdef bint expand_root(self) noexcept nogil:
        """Give the root all its edges, because callers may restrict the search to any of them. Return False if out of memory."""
        cdef Node* root = node_at(self, self.root)
        if root.actor == OVER:
            return True
        if root.actor == CHANCE:
            return root.edge_count > 0 or self.add_outcomes(root, self.root_position)
        return self.add_edges(root, self.root_position, self.game.max_moves)

    cdef uint32_t child_node(self, const void* position, const Edges* edges, uint32_t i, bint outcome) noexcept nogil:
        """Return the offset of the node for the position after edge i, a new one if needed; 0 if the memory is full.

        The node after a chance outcome is never shared, so only its parent's simulations change its value and the
        parent's mean stays exact.
        """
        cdef uint64_t key = self.game.key(position)
        cdef double values[MAX_SEATS]
        cdef Shard* shard = NULL
        cdef uint32_t offset = 0
        cdef int s
        if self.params.transpositions and not outcome:
            shard = shard_of(self.memory, key)
            if self.shared:
                acquire(&shard.lock)
            offset = self.find_node(&shard.index, position, key)
        if offset == 0:
            offset = self.new_node(position, key)
            if offset:
                for s in range(self.width):
                    values[s] = edges.q[s * edges.capacity + i]
                self.set_leaf_value(node_at(self, offset), values)
                if outcome:                 # the chance node's mean already includes this value
                    node_at(self, offset).visits = 0
                if shard != NULL:
                    insert(&shard.index, key, offset)
        if shard != NULL and self.shared:
            release(&shard.lock)
        return offset

    cdef uint32_t find_node(self, const TranspositionIndex* index, const void* position, uint64_t key) noexcept nogil:
        """Return the offset of a position's node in a part of the transposition index; 0 if there is none."""
        cdef uint64_t entry = first_entry(index, <uint32_t>key)
        cdef Node* node
        while index.entries[entry].offset:
            if index.entries[entry].key_low == <uint32_t>key:
                node = node_at(self, index.entries[entry].offset)
                if node.key_high == key >> 32 and node.actor == self.game.actor(position):
                    return index.entries[entry].offset
            entry = next_entry(index, entry)
        return 0

    cdef uint32_t new_node(self, const void* position, uint64_t key) noexcept nogil:
        """Return the offset of a new node with room for one edge; 0 if the memory is full."""
        cdef uint32_t offset = 0 if self.full else allocate(self, self.node_words)
        cdef Node* node
        if offset == 0:
            self.full = True
            return 0
        node = node_at(self, offset)
        memset(node, 0, self.node_words * 8)
        node.key_high = key >> 32
        node.edges = offset + node_bytes(self.width) // 8
        node.size_class = INLINE_BLOCK
        node.actor = self.game.actor(position)
        node.lower = -1
        node.upper = 1
        return offset

    cdef void set_leaf_value(self, Node* node, const double* values) noexcept nogil:
        """Initialise a node's values as if it had one visit."""
        cdef int s
        for s in range(self.width):
            leaf_values(node)[s] = <float>values[s]
            means(node, self.width)[s] = leaf_values(node)[s]
        node.visits = 1
        if node.actor == OVER:
            node.lower = node.upper = node.leaf_value

    # Expansion --------------------------------------------------------------------------------------------------------

    cdef bint expand(self, Node* node, const void* position) noexcept nogil:
        """Give a node its first edges. Return False, and change nothing, if the memory is full."""
        if node.actor == CHANCE:
            return self.add_outcomes(node, position)
        return self.add_edges(node, position, self.params.leaves)

    cdef bint add_edges(self, Node* node, const void* position, uint32_t wanted) noexcept nogil:
        """Give a decision up to `wanted` edges in all (UCB1: all), best priors first. Return False if the memory is full."""
        cdef int count = self.game.moves(position, self.moves)
        cdef uint32_t i
        cdef Edges edges
        cdef int s
        wanted = count if self.params.ucb else min(wanted, <uint32_t>count)
        if wanted <= node.edge_count:
            return True
        if wanted > edge_capacity(node) and not self.grow_block(node, wanted):
            return False
        self.compute_priors(position, count)
        self.sort_moves(count, wanted, node.key_high)
        edges = edges_of(self, node)
        for i in range(node.edge_count, wanted):
            edges.move[i] = self.moves[i]
            edges.prior[i] = <int>min(self.priors[i] * PRIOR_SCALE + <float>0.5, <float>PRIOR_SCALE)
            edges.visits[i] = edges.child[i] = 0
            for s in range(self.width):
                edges.q[s * edges.capacity + i] = 0
        node.edge_count = wanted
        node.move_count = count
        return True

    cdef bint grow_block(self, Node* node, uint32_t wanted) noexcept nogil:
        """Move a decision's edges to a block with room for `wanted`. Return False if the memory is full."""
        cdef Edges old = edges_of(self, node)
        cdef Edges moved
        cdef uint32_t old_block = node.edges, block, i
        cdef int s, size_class = node.size_class
        while <uint32_t>2 << size_class < wanted or size_class == INLINE_BLOCK:
            size_class += 1
        block = self.free_blocks[size_class]
        if block:
            self.free_blocks[size_class] = (<uint32_t*>at(self, block))[0]
        else:
            block = allocate(self, block_bytes(<uint32_t>2 << size_class, self.width) // 8)
        if block == 0:
            self.full = True
            return False
        moved = edge_columns(at(self, block), <uint32_t>2 << size_class, self.width)
        for i in range(node.edge_count):
            moved.visits[i] = old.visits[i]
            moved.child[i] = old.child[i]
            moved.prior[i] = old.prior[i]
            moved.move[i] = old.move[i]
            for s in range(self.width):
                moved.q[s * moved.capacity + i] = old.q[s * old.capacity + i]
        if node.size_class != INLINE_BLOCK:     # the first word of a released block links to the next one
            (<uint32_t*>at(self, old_block))[0] = self.free_blocks[node.size_class]
            self.free_blocks[node.size_class] = old_block
        node.edges = block
        node.size_class = size_class
        return True

    cdef bint add_outcomes(self, Node* node, const void* position) noexcept nogil:
        """Give a chance node all its outcomes with their static values. Return False if the memory is full."""
        cdef int count = self.game.chances(position, self.moves, self.outcomes)
        cdef double* values = self.outcomes + self.game.max_moves       # [count, seats]
        cdef uint32_t block = 0 if self.full else allocate(self, block_bytes(count, self.width) // 8)
        cdef Edges edges
        cdef int i, s, number
        if block == 0:
            self.full = True
            return False
        edges = edge_columns(at(self, block), count, self.width)
        self.game.chance_values(position, self.moves, count, values)
        for i in range(count):
            number = self.probability_number(self.outcomes[i])
            if number < 0:
                self.full = True
                return False
            edges.move[i] = self.moves[i]
            edges.prior[i] = number
            edges.visits[i] = edges.child[i] = 0
            for s in range(self.width):
                edges.q[s * count + i] = <float>values[i * self.game.seats + s]
        node.edges = block
        node.size_class = CHANCE_BLOCK
        node.edge_count = node.move_count = count
        self.recompute_mean(node)
        return True

    cdef void compute_priors(self, const void* position, int count) noexcept nogil:
        """Write the priors of the first `count` moves in `moves` to `priors`."""
        if self.params.game_priors:
            self.game.priors(position, self.moves, count, self.priors)
        else:
            Game.priors(self.game, position, self.moves, count, self.priors)

    cdef void sort_moves(self, int count, int wanted, uint32_t key) noexcept nogil:
        """Move the `wanted` moves with the highest priors to the front of `moves` and `priors`, in order.

        Adds noise below 5 % that depends on tree, position and move, so that the trees of a search try equal moves in
        different orders. The noise is a hash, so searches are reproducible.
        """
        cdef uint32_t seed = key ^ self.noise_seed, noise
        cdef float* priors = self.priors        # local, so that compilers vectorise the first loop
        cdef int* moves = self.moves
        cdef int i, j, best, move
        cdef float prior
        for i in range(count):
            noise = (seed + <uint32_t>moves[i]) * <uint32_t>0x9e3779b1
            noise = (noise ^ noise >> 15) * <uint32_t>0x85ebca6b
            priors[i] *= 1 + NOISE_STEP * <int>(noise >> 8)
        for i in range(wanted):
            best = i
            prior = priors[i]
            for j in range(i + 1, count):
                if priors[j] > prior:
                    best = j
                    prior = priors[j]
            move = moves[best]
            moves[best] = moves[i]
            priors[best] = priors[i]
            moves[i] = move
            priors[i] = prior

    # Means ------------------------------------------------------------------------------------------------------------

    cdef void recompute_mean(self, Node* node) noexcept nogil:
        """Compute a node's mean from its edges, and refresh the q of a decision's edges.

        Other parents may have changed the child nodes since the last visits of the edges.
        """
        cdef double mean[MAX_SEATS]
        cdef Edges edges = edges_of(self, node)
        cdef double weight, value, total = 0
        cdef uint32_t i, own_visits = node.visits
        cdef int s
        if node.edge_count == 0:
            return
        for s in range(self.width):
            mean[s] = 0
        for i in range(node.edge_count):
            weight = self.probabilities[edges.prior[i]] if node.actor == CHANCE else edges.visits[i]
            own_visits -= edges.visits[i]
            total += weight
            for s in range(self.width):
                value = edge_value(self, &edges, i, s)
                mean[s] += weight * value
                if node.actor != CHANCE:
                    edges.q[s * edges.capacity + i] = <float>value
        if node.actor != CHANCE:
            total += own_visits
            for s in range(self.width):
                mean[s] = (mean[s] + own_visits * leaf_values(node)[s]) / total if total else leaf_values(node)[s]
        for s in range(self.width):
            write_double(means(node, self.width) + s, mean[s])
