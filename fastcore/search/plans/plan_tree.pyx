"""PlanTree: one seat's tree over its own choices in a secret stage, for decoupled UCT.

A node represents the seat's choices so far. The opponent's choices are averaged over.
"""

from libc.math cimport sqrt
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc

from fastcore.exact_log cimport log_of
from fastcore.game cimport POSITION_WORDS
from fastcore.search.plans.stage cimport MAX_STEPS, Plan, Stage
from fastcore.stream cimport Rng, below

cdef double FIRST_PLAY_REDUCTION = 0.1      # how much lower than its node an untried step is valued


cdef class PlanTree:
    """A tree of plans that grows up to a memory limit. Its counts are ints: at most 2**31 - 1 simulations."""

    def __cinit__(self, Stage stage not None, int seat, size_t max_bytes, bint plain=False):
        self.stage = stage
        self.seat = seat
        self.plain = plain
        self.max_bytes = max_bytes
        self.capacity = max(16, min(max_bytes // 2048, 2**24))
        self.nodes = <PlanNode*>calloc(self.capacity, sizeof(PlanNode))
        if self.nodes == NULL:
            raise MemoryError
        self.used_bytes = self.capacity * sizeof(PlanNode)

    def __dealloc__(self):
        cdef int i
        for i in range(self.count):
            free(self.nodes[i].children)
        free(self.nodes)

    cdef int expand(self, const void* position, int step, Rng* rng) noexcept nogil:
        """Add a node for a position and return its index, -1 if there is no room."""
        cdef int count = self.stage.list_steps(position, self.seat, step), i, k
        cdef PlanNode* node = &self.nodes[self.count]
        cdef const float* priors = NULL
        cdef double total
        if self.count == self.capacity or self.used_bytes + count * sizeof(Child) > self.max_bytes:
            self.full = True
            return -1
        node.children = <Child*>malloc(count * sizeof(Child))
        if node.children == NULL:
            self.full = True
            return -1
        self.used_bytes += count * sizeof(Child)
        if self.plain:
            for i in range(count - 1, 0, -1):       # UCB1 tries each once, in random order
                k = <int>below(rng, i + 1)
                self.stage.buffer[i], self.stage.buffer[k] = self.stage.buffer[k], self.stage.buffer[i]
        else:
            priors = self.stage.priors(position, count, &total)
        for i in range(count):
            node.children[i].move = self.stage.buffer[i]
            node.children[i].prior = <float>1.0 / count if self.plain or count == 1 else priors[i]
            node.children[i].node = -1
            node.children[i].visits = 0
            node.children[i].total = 0
        node.count = count
        node.tried = 0
        node.untried = -1
        node.visits = 0
        node.total = 0
        self.count += 1
        return self.count - 1

    cdef int next_untried(self, const PlanNode* node) noexcept nogil:
        """Return the first of the children without visits that have the highest prior; -1 if all have visits."""
        cdef int i, best = -1
        for i in range(node.count):
            if node.children[i].visits == 0 and (best < 0 or node.children[i].prior > node.children[best].prior):
                best = i
        return best

    cdef int select(self, PlanNode* node, double exploration) noexcept nogil:
        """Return the child with the highest upper confidence bound, and of equals the first.

        PUCT (Rosin 2011), or UCB1 if `plain` (Auer, Cesa-Bianchi and Fischer 2002). Of the children without visits,
        only the one with the highest prior can be chosen.
        """
        cdef const Child* child
        cdef double scale = exploration * sqrt(node.visits + 1.0), score, best_score = -1e300
        cdef double log_visits
        cdef int i, k, best = 0
        if node.tried < node.count:
            if node.untried < 0:
                node.untried = self.next_untried(node)
            best = node.untried
            if self.plain:
                return best
            best_score = (node.total / node.visits if node.visits else 0) - FIRST_PLAY_REDUCTION
            best_score += scale * node.children[best].prior
        log_visits = log_of(node.visits + 1.0) if self.plain else 0
        for k in range(node.tried):
            i = node.children[k].ranked
            child = &node.children[i]
            if self.plain:
                score = child.total / child.visits + exploration * sqrt(log_visits / child.visits)
            else:
                score = child.total / child.visits + scale * child.prior / (1 + child.visits)
            if score > best_score or (score == best_score and i < best):
                best_score = score
                best = i
        return best

    cdef int rollout_step(self, const void* position, int step, Rng* rng) noexcept nogil:
        """Return a step beyond the tree, sampled by the priors, or uniformly if `plain`."""
        cdef int count = self.stage.list_steps(position, self.seat, step)
        return self.stage.buffer[below(rng, count)] if self.plain else self.stage.draw(position, count, rng)

    cdef void descend(self, double exploration, Rng* rng, Plan* plan) noexcept nogil:
        """Write a plan: by selection in the tree, which grows by one node, then by rollout steps."""
        cdef uint64_t position[POSITION_WORDS]
        cdef Child* child
        cdef int node = 0, move
        self.stage.begin(self.seat, position)
        plan.count = 0
        self.depth = 0
        if self.count == 0 and self.stage.decides(position, self.seat):
            node = self.expand(position, 0, rng)
        while plan.count < MAX_STEPS and self.stage.decides(position, self.seat):
            if node >= 0:
                self.path[self.depth] = node
                self.taken[self.depth] = self.select(&self.nodes[node], exploration)
                child = &self.nodes[node].children[self.taken[self.depth]]
                self.depth += 1
                move = child.move
                plan.moves[plan.count] = move
                plan.count += 1
                self.stage.game.play(position, move)
                node = child.node
                # nodes of written steps need no second visit
                if node < 0 and (child.visits or plan.count <= self.written_count()) and self.stage.decides(position, self.seat):
                    node = child.node = self.expand(position, plan.count, rng)
            else:
                move = self.rollout_step(position, plan.count, rng)
                plan.moves[plan.count] = move
                plan.count += 1
                self.stage.game.play(position, move)

    cdef void back_up(self, double value) noexcept nogil:
        """Add the seat's value of the last plan to the nodes of its path."""
        cdef PlanNode* node
        cdef Child* child
        cdef int i
        for i in range(self.depth):
            node = &self.nodes[self.path[i]]
            node.visits += 1
            node.total += value
            child = &node.children[self.taken[i]]
            if child.visits == 0:
                node.children[node.tried].ranked = self.taken[i]
                node.tried += 1
                node.untried = -1
            child.visits += 1
            child.total += value

    cdef int written_count(self) noexcept nogil:
        """Return the number of fixed steps in the seat's plans."""
        return self.stage.limits.written.count if self.seat == self.stage.seat else 0

    cdef int most_visited(self, const PlanNode* node) noexcept nogil:
        """Return the most visited child. Ties go to the first."""
        cdef int i, best = 0
        for i in range(1, node.count):
            if node.children[i].visits > node.children[best].visits:
                best = i
        return best

    cdef void sample_plan(self, Rng* rng, Plan* plan) noexcept nogil:
        """Write a plan sampled by visits, up to the edge of the tree."""
        cdef PlanNode* node
        cdef int index = 0, taken, left
        plan.count = 0
        while 0 <= index < self.count and plan.count < MAX_STEPS:
            node = &self.nodes[index]
            if node.visits == 0:
                break
            left = <int>below(rng, node.visits)
            taken = 0
            while taken < node.count - 1 and left >= node.children[taken].visits:
                left -= node.children[taken].visits
                taken += 1
            plan.moves[plan.count] = node.children[taken].move
            plan.count += 1
            index = node.children[taken].node

    cdef void best_plan(self, int child, Plan* plan) noexcept nogil:
        """Write the most visited plan, up to the edge of the tree.

        `child` (-1: any) is the child of the first node after the written steps.
        """
        cdef PlanNode* node
        cdef int index = 0, taken, written = self.written_count()
        plan.count = 0
        while 0 <= index < self.count and plan.count < MAX_STEPS:
            node = &self.nodes[index]
            taken = child if child >= 0 and plan.count == written else self.most_visited(node)
            if node.children[taken].visits == 0:
                break
            plan.moves[plan.count] = node.children[taken].move
            plan.count += 1
            index = node.children[taken].node
