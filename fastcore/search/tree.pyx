"""A Monte Carlo tree over the game's contract: one decision a node, explicit chance nodes, a value at the leaf.

A simulation goes down from the root, by the selection rule at decisions and by lot at chance, to a move that was never
made before (or whose end is proven); the position's static value (or a playout's result) goes back up. At its second
visit the move's position becomes a node. Positions that moves reach in another order share one. What a node is worth:

- a decision: the mean of its own value and of its edges', by visits (or, with exact backups, the best edge's);
- chance: the mean of its outcomes by their exact probabilities, those not visited at their static value.

Selection: PUCT (Rosin 2011; with priors as in Silver and others 2017), the value for the seat that decides plus
`exploration * prior * sqrt(visits of the node) / (1 + visits of the move)`. Moves never tried count a little less than
the position itself, and come in the order of their priors: a node holds edges only for as many as were wanted so far.
Or UCB1 (Auer and others 2002) over all moves.

Score bounds (Cazenave and Saffidine 2010) prove results where the game's end is near; implicit minimax (Lanctot and
others 2014) mixes static values, backed up by the better move, into the selection.
"""

from libc.math cimport log, sqrt, sqrtf
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, MAX_SEATS, OVER, POSITION_WORDS
from fastcore.search.arena cimport at
from fastcore.search.node cimport ENDED_CHILD, WHOLE_PRIOR, Edges, Node, mean, own, value
from fastcore.search.rule cimport TO_THE_END
from fastcore.search.store cimport edges_of, node_at
from fastcore.search.way_back cimport DEEPEST, Step, WayBack
from fastcore.stream cimport below, unit

from fastcore.search import options as tree_options

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define soon_read(address) __builtin_prefetch(address)
    #else
    #define soon_read(address) ((void)(address))
    #endif

    /* PUCT: the first edge with the highest bound. Written so that compilers look at several edges at once: bounds are
       made positive, as the bits of positive floats are in the order of their values, and bits compare as whole numbers. */
    static int highest_bound(
        int count, const float* restrict worth, const int32_t* restrict visits, const uint16_t* restrict weight,
        float sign, float spread, float untried, float* highest
    ) {
        union { float f[64]; int32_t i[64]; } bound;
        int32_t most = 0, best = 0;
        for (int first = 0; first < count; first += 64, worth += 64, visits += 64, weight += 64) {
            int n = count - first < 64 ? count - first : 64;
            int32_t most_here = 0;
            for (int i = 0; i < n; i++) {
                float value = untried + (float)(visits[i] > 0) * (sign * worth[i] - untried);
                bound.f[i] = 4.0f + (value + spread * (float)weight[i] / (float)(1 + visits[i]));
            }
            for (int i = 0; i < n; i++) most_here = bound.i[i] > most_here ? bound.i[i] : most_here;
            if (most_here > most) {
                int i = 0;
                most = most_here;
                while (bound.i[i] != most) i++;
                best = first + i;
            }
        }
        bound.i[0] = most;
        *highest = bound.f[0] - 4.0f;
        return best;
    }
    """
    void soon_read(const void* address) noexcept nogil
    int highest_bound(
        int count, const float* worth, const int32_t* visits, const uint16_t* weight, float sign, float spread,
        float untried, float* highest
    ) noexcept nogil


cdef class Tree(WayBack):
    def __cinit__(self, game, limit):
        self.closed = <unsigned char*>calloc(self.game.max_moves, 1)
        if self.closed == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.closed)

    cdef int configure(self, object options, int policy) except -1:
        """Take the rule over from the search's options."""
        self.rule.ucb = options["selection"] == "ucb"
        self.rule.priors = options["priors"] == "game"
        self.rule.transpositions = options["transpositions"] == "on"
        self.rule.leaves = options["leaves"]
        self.rule.solver = options["solver"] == "on" and self.width == 1
        self.rule.exact = options["backup"] == "best"
        self.rule.exploration = options["exploration"]
        self.rule.first_play = options["first_play"]
        self.rule.minimax = options["minimax"]
        self.rule.playout = TO_THE_END if options["playout"] == tree_options.TO_THE_END else options["playout"]
        self.rule.policy = policy
        return 0

    cdef Tree after(self, int move):
        """Return a new tree whose root is the position after a move, with all that this one holds of it. This one stays."""
        cdef Tree fresh = Tree(self.game, self.limit)
        fresh.rule = self.rule
        fresh.salt = self.salt
        fresh.rng = self.rng
        fresh.follow(self, move)
        return fresh

    # A simulation ---------------------------------------------------------------------------------------------------

    cdef int select(self, Node* node, const void* position) noexcept nogil:
        """The edge with the highest bound; -1 if none is open."""
        cdef Edges edges = edges_of(self, node)
        cdef const unsigned char* closed = self.closed if self.limited and self.depth == 0 else NULL
        cdef float spread, untried, highest
        cdef uint32_t last
        cdef int best
        if self.rule.ucb or self.width > 1 or closed != NULL:
            return self.select_slowly(node, &edges, closed)
        spread = <float>(self.rule.exploration / WHOLE_PRIOR) * sqrtf(<float>node.visits + 1)
        untried = <float>(self.node_worth(node) - self.rule.first_play)
        best = highest_bound(
            node.edge_count, edges.worth, edges.visits, edges.weight, 1 if node.actor == 0 else -1, spread, untried, &highest
        )
        last = node.edge_count - 1
        if node.edge_count < node.move_count and edges.visits[last] and not self.full:
            if untried + spread * edges.weight[last] > highest:     # the next move has no higher prior
                if self.open_edges(node, position, 4 if last == 0 else 2 * node.edge_count):
                    edges = edges_of(self, node)
                    if untried + spread * edges.weight[last + 1] > highest:
                        best = last + 1
        return best

    cdef int select_slowly(self, Node* node, const Edges* edges, const unsigned char* closed) noexcept nogil:
        """The same for any number of seats, for UCB1, and with closed edges."""
        cdef double visits = node.visits + 1, bound, highest = -1e30
        cdef double spread = self.rule.exploration * sqrt(log(visits) if self.rule.ucb else visits)
        cdef double untried = 1e20 if self.rule.ucb else self.node_worth(node) - self.rule.first_play
        cdef uint32_t i
        cdef int best = -1
        for i in range(node.edge_count):
            if closed != NULL and closed[i]:
                continue
            bound = self.worth_for(edges, i, node.actor) if edges.visits[i] else untried
            if not self.rule.ucb:
                bound += spread * edges.weight[i] / (WHOLE_PRIOR * (1.0 + edges.visits[i]))
            elif edges.visits[i]:
                bound += spread / sqrt(<double>edges.visits[i])
            if bound > highest:
                highest = bound
                best = i
        return best

    cdef double node_worth(self, const Node* node) noexcept nogil:
        """A decision's average for the seat that decides."""
        cdef double rest = 0
        cdef int s
        if node.actor < self.width:
            return mean(node, self.width)[node.actor]
        for s in range(self.width):
            rest -= mean(node, self.width)[s]
        return rest

    cdef double worth_for(self, const Edges* edges, uint32_t i, int seat) noexcept nogil:
        """What the selection takes an edge to be worth for a seat."""
        cdef double rest = 0
        cdef int s
        if seat < self.width:
            return edges.worth[seat * edges.room + i]
        for s in range(self.width):
            rest -= edges.worth[s * edges.room + i]
        return rest

    cdef int drawn(self, const Node* node) noexcept nogil:
        """An outcome by lot, among those not closed."""
        cdef Edges edges = edges_of(self, node)
        cdef const unsigned char* closed = self.closed if self.limited and self.depth == 0 else NULL
        cdef double total = 1, point, probability
        cdef int last = -1, i
        if closed != NULL:
            total = 0
            for i in range(node.edge_count):
                if not closed[i]:
                    total += self.probabilities[edges.weight[i]]
        point = unit(&self.rng) * total
        for i in range(node.edge_count):
            if closed != NULL and closed[i]:
                continue
            last = i
            probability = self.probabilities[edges.weight[i]]
            if point < probability:
                break
            point -= probability
        return last

    cdef void grow(self, long n) noexcept nogil:
        cdef long i
        for i in range(n):
            self.simulate()

    cdef void simulate(self) noexcept nogil:
        cdef uint64_t position[POSITION_WORDS]
        cdef uint32_t place = self.root
        cdef Node* node
        cdef Node* child
        cdef Edges edges
        cdef Step* step
        cdef int i, s
        cdef bint fresh
        if self.due > 0 and self.try_another():
            return
        self.due = 0
        memcpy(position, self.position, self.game.size)
        self.depth = 0
        while True:
            fresh = False
            node = node_at(self, place)
            self.leaf = place
            step = &self.steps[self.depth]
            step.place = place
            for s in range(self.width):
                step.before[s] = value(node, self.width, s)
            step.minimax = node.minimax
            step.linked = False
            if (
                node.actor == OVER
                or self.depth == DEEPEST - 1
                or (node.edge_count == 0 and not self.expand(node, position))
            ):
                break
            i = self.drawn(node) if node.actor == CHANCE else self.select(node, position)
            if i < 0:
                break
            step.edge = i
            self.depth += 1
            self.leaf = 0
            edges = edges_of(self, node)
            place = edges.child[i]
            if place == ENDED_CHILD:
                self.take_value(&edges, i)
                break
            if place:
                soon_read(node_at(self, place))
            elif node.visits <= 1 and self.rule.leaves > 1 and node.actor >= 0 and not self.limited:
                memcpy(self.parent, position, self.game.size)
                fresh = True
            self.game.play(position, edges.move[i])
            if place == 0:
                if edges.visits[i] == 0 and node.actor != CHANCE:
                    self.due = self.rule.leaves - 1 if fresh else 0
                    self.value_leaf(position, &edges, i)
                    break
                place = edges.child[i] = self.node_for(position, &edges, i, node.actor == CHANCE)
                if place == 0:
                    self.value_leaf(position, &edges, i)
                    break
                step.linked = True
            child = node_at(self, place)
            soon_read(at(&self.arena, child.edges))
            if child.lower == child.upper and child.actor != OVER:
                step = &self.steps[self.depth]
                step.minimax = child.minimax
                for s in range(self.width):
                    step.before[s] = self.result[s] = value(child, self.width, s)
                break
        if self.leaf:
            node = node_at(self, self.leaf)
            for s in range(self.width):
                self.result[s] = own(node)[s]
        self.back_up()

    cdef bint try_another(self) noexcept nogil:
        """A simulation that goes the way of the last one once more, to another move of the new node where that ended."""
        cdef uint64_t position[POSITION_WORDS]
        cdef Node* node = node_at(self, self.steps[self.depth - 1].place)
        cdef Edges edges = edges_of(self, node)
        cdef Step* step
        cdef uint32_t i = 0
        cdef int d, s
        self.due -= 1
        while i < node.edge_count and edges.visits[i]:
            i += 1
        if i == node.edge_count or self.limited:
            return False
        for d in range(self.depth):
            step = &self.steps[d]
            node = node_at(self, step.place)
            for s in range(self.width):
                step.before[s] = value(node, self.width, s)
            step.minimax = node.minimax
            step.linked = False
        step.edge = i
        memcpy(position, self.parent, self.game.size)
        self.game.play(position, edges.move[i])
        self.value_leaf(position, &edges, i)
        self.back_up()
        return True

    cdef void take_value(self, const Edges* edges, uint32_t i) noexcept nogil:
        """Let `result` be what an edge without a node is worth."""
        cdef int s
        for s in range(self.width):
            self.result[s] = edges.worth[s * edges.room + i]

    cdef void value_leaf(self, void* position, const Edges* edges, uint32_t i) noexcept nogil:
        """Value a position that has no node, and note that at its edge."""
        cdef double values[MAX_SEATS]
        cdef int actor = self.game.actor(position)
        cdef int left = self.rule.playout, s
        cdef double old
        if actor == OVER:
            self.game.returns(position, values)
            edges.child[i] = ENDED_CHILD
        elif left == TO_THE_END:
            self.game.playout(position, self.rule.policy, &self.rng, self.moves)
            self.game.returns(position, values)
        else:
            while left > 0 and actor != OVER:
                if actor == CHANCE:
                    self.game.play(position, self.game.draw(position, &self.rng))
                else:
                    self.game.play(position, self.game.choose(position, self.rule.policy, &self.rng, self.moves))
                    left -= 1
                actor = self.game.actor(position)
            self.game.evaluate(position, values)
        for s in range(self.width):
            # once more from a leaf that the memory has no room for: the average
            old = edges.worth[s * edges.room + i]
            edges.worth[s * edges.room + i] = <float>(old + (values[s] - old) / (edges.visits[i] + 1))
            self.result[s] = <float>values[s]
