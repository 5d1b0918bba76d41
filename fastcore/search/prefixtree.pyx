"""PrefixTree: one seat's own tree over what it chooses in a secret stage, step by step.

A node is what the seat has chosen so far: it knows nothing of the other's choices, which are averaged over.
"""

from libc.math cimport log, sqrt
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastcore.game cimport POSITION_WORDS
from fastcore.search.stage cimport MOST_STEPS, Plan, Stage
from fastcore.stream cimport Rng, below

cdef double FIRST_PLAY = 0.1    # how much worse than its node a step not tried yet is taken to be


cdef class PrefixTree:
    def __cinit__(self, Stage stage not None, int seat, size_t most, bint plain=False):
        self.stage = stage
        self.seat = seat
        self.plain = plain
        self.most = most
        self.room = max(16, min(most // 2048, 2**24))
        self.nodes = <Prefix*>calloc(self.room, sizeof(Prefix))
        if self.nodes == NULL:
            raise MemoryError
        self.used = self.room * sizeof(Prefix)

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            free(self.nodes[i].children)
        free(self.nodes)

    cdef int expand(self, const void* position, int step, Rng* rng) noexcept nogil:
        """A node for what the seat may choose here; -1 where there is no memory left."""
        cdef int count = self.stage.listed(position, self.seat, step), i, k
        cdef Prefix* node = &self.nodes[self.count]
        if self.count == self.room or self.used + count * sizeof(Child) > self.most:
            self.full = True
            return -1
        node.children = <Child*>malloc(count * sizeof(Child))
        if node.children == NULL:
            self.full = True
            return -1
        self.used += count * sizeof(Child)
        if self.plain:
            for i in range(count - 1, 0, -1):       # each is tried once, in an order by lot
                k = <int>below(rng, i + 1)
                self.stage.buffer[i], self.stage.buffer[k] = self.stage.buffer[k], self.stage.buffer[i]
        else:
            self.stage.game.priors(position, self.stage.buffer, count, self.stage.weights)
            self.stage.drawn_count = 0      # what it keeps of the priors is gone
        for i in range(count):
            node.children[i].move = self.stage.buffer[i]
            node.children[i].prior = <float>1.0 / count if self.plain or count == 1 else self.stage.weights[i]
            node.children[i].node = -1
            node.children[i].visits = 0
            node.children[i].total = 0
        node.count = count
        node.visits = 0
        node.total = 0
        self.count += 1
        return self.count - 1

    cdef int pick(self, const Prefix* node, double exploration) noexcept nogil:
        """The child with the greatest upper bound, by value and prior (PUCT, Rosin 2011), or plainly by value (UCB1, Auer,
        Cesa-Bianchi and Fischer 2002)."""
        cdef const Child* child
        cdef double scale = exploration * sqrt(node.visits + 1.0), score, best = -1e300
        cdef double untried = (node.total / node.visits if node.visits else 0) - FIRST_PLAY
        cdef double trials = log(node.visits + 1.0)
        cdef int i, chosen = 0
        for i in range(node.count):
            child = &node.children[i]
            if self.plain:
                if child.visits == 0:
                    return i
                score = child.total / child.visits + exploration * sqrt(trials / child.visits)
            else:
                score = (child.total / child.visits if child.visits else untried) + scale * child.prior / (1 + child.visits)
            if score > best:
                best = score
                chosen = i
        return chosen

    cdef int draw(self, const void* position, int step, Rng* rng) noexcept nogil:
        """A step beyond the tree: by the priors, or any."""
        cdef int count = self.stage.listed(position, self.seat, step)
        return self.stage.buffer[below(rng, count)] if self.plain else self.stage.draw(position, count, rng)

    cdef void descend(self, double exploration, Rng* rng, Plan* made) noexcept nogil:
        """Choose a plan: down the tree and one node further, then by lot."""
        cdef uint64_t position[POSITION_WORDS]
        cdef Child* child
        cdef int at = 0, move
        self.stage.begin(self.seat, position)
        made.count = 0
        self.depth = 0
        if self.count == 0 and self.stage.decides(position, self.seat):
            at = self.expand(position, 0, rng)
        while made.count < MOST_STEPS and self.stage.decides(position, self.seat):
            if at >= 0:
                self.path[self.depth] = at
                self.taken[self.depth] = self.pick(&self.nodes[at], exploration)
                child = &self.nodes[at].children[self.taken[self.depth]]
                self.depth += 1
                move = child.move
                made.moves[made.count] = move
                made.count += 1
                self.stage.game.play(position, move)
                at = child.node
                # steps chosen already cost nothing to go down
                if at < 0 and (child.visits or made.count <= self.fixed()) and self.stage.decides(position, self.seat):
                    at = child.node = self.expand(position, made.count, rng)
            else:
                move = self.draw(position, made.count, rng)
                made.moves[made.count] = move
                made.count += 1
                self.stage.game.play(position, move)

    cdef void back(self, double value) noexcept nogil:
        """Note the seat's own value on the last way down."""
        cdef Prefix* node
        cdef Child* child
        cdef int i
        for i in range(self.depth):
            node = &self.nodes[self.path[i]]
            node.visits += 1
            node.total += value
            child = &node.children[self.taken[i]]
            child.visits += 1
            child.total += value

    cdef int fixed(self) noexcept nogil:
        """Steps that were chosen before the search began."""
        return self.stage.limits.written.count if self.seat == self.stage.seat else 0

    cdef int favourite(self, const Prefix* node) noexcept nogil:
        """The child most visited; of equals the first."""
        cdef int i, best = 0
        for i in range(1, node.count):
            if node.children[i].visits > node.children[best].visits:
                best = i
        return best

    cdef void sample(self, Rng* rng, Plan* made) noexcept nogil:
        """A plan drawn by visits, as far as the tree holds it."""
        cdef Prefix* node
        cdef int at = 0, taken, left
        made.count = 0
        while at >= 0 and at < self.count and made.count < MOST_STEPS:
            node = &self.nodes[at]
            if node.visits == 0:
                break
            left = <int>below(rng, node.visits)
            taken = 0
            while taken < node.count - 1 and left >= node.children[taken].visits:
                left -= node.children[taken].visits
                taken += 1
            made.moves[made.count] = node.children[taken].move
            made.count += 1
            at = node.children[taken].node

    cdef void follow(self, int child, Plan* made) noexcept nogil:
        """The plan most visited among those that go on with this child of the first node where there is a choice (-1:
        any), as far as the tree holds it."""
        cdef Prefix* node
        cdef int at = 0, taken, fixed = self.fixed()
        made.count = 0
        while at >= 0 and at < self.count and made.count < MOST_STEPS:
            node = &self.nodes[at]
            taken = child if child >= 0 and made.count == fixed else self.favourite(node)
            if node.children[taken].visits == 0:
                break
            made.moves[made.count] = node.children[taken].move
            made.count += 1
            at = node.children[taken].node

    cdef void suggest(self, bint best, Rng* rng, Plan* made) noexcept nogil:
        """The plan most visited, or one drawn by visits."""
        if best:
            self.follow(-1, made)
        else:
            self.sample(rng, made)
