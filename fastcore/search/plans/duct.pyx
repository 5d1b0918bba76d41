"""Duct: the engine `duct`, decoupled UCT (Tak, Lanctot and Winands 2014).

Each seat has a tree over its own choices and selects by its own statistics. Each simulation samples both trees.
"""

cimport cython
from libc.stdint cimport int64_t

from fastcore.search.plans.plan_tree cimport PlanNode, PlanTree
from fastcore.search.plans.stage cimport Plan, Stage
from fastcore.search.plans.stage_search cimport StageSearch, StepRow, StepRows
from fastcore.stream cimport Rng, Stream, mixed, named

from fastcore.search.options import DUCT_OPTIONS

MAX_PLANS_SHOWN = 24


@cython.final
cdef class Duct(StageSearch):
    """Decoupled UCT for one secret stage. It plays the most visited plan and does not mix."""

    name = "duct"
    available = DUCT_OPTIONS

    cdef PlanTree first
    cdef PlanTree second
    cdef double exploration
    cdef Rng rng
    cdef int64_t count          # simulations made
    cdef double total           # sum of the first seat's values

    def __cinit__(self, *arguments):
        self.begin(self.stage)
        self.concrete = True

    cdef int begin(self, Stage stage) except -1:
        cdef size_t max_bytes = <size_t>(self.memory_mb * 2**19)
        cdef PlanTree first = PlanTree(stage, 0, max_bytes, self.options["selection"] == "ucb")
        cdef PlanTree second = PlanTree(stage, 1, max_bytes, self.options["selection"] == "ucb")
        cdef double exploration = self.options["exploration"]
        cdef Rng rng = named(self.seed, ("duct",))
        self.first, self.second, self.stage, self.exploration, self.rng = first, second, stage, exploration, rng
        self.sample_seed = mixed(rng.state, 1)
        self.count = 0
        self.total = 0
        self.counted = 0
        return 0

    cdef int64_t made(self) noexcept nogil:
        return self.count

    cdef void simulate(self, Plan* first_plan, Plan* second_plan) noexcept nogil:
        """Evaluate two plans that the trees have chosen, and back up their value."""
        cdef double value = 0
        self.stage.simulate(first_plan, second_plan, <int>self.count, self.sample_seed, &value)
        self.first.back_up(value)
        self.second.back_up(-value)
        self.count += 1
        self.total += value

    cdef void simulate_until(self, int64_t target) noexcept nogil:
        cdef Plan first_plan, second_plan
        while self.count < target:
            self.first.descend(self.exploration, &self.rng, &first_plan)
            self.second.descend(self.exploration, &self.rng, &second_plan)
            self.simulate(&first_plan, &second_plan)

    @property
    def full(self):
        """Whether a tree can no longer grow."""
        return bool(self.first.full or self.second.full)

    @property
    def bytes(self):
        """The memory of both trees."""
        return self.first.used_bytes + self.second.used_bytes

    def trace(self):
        """Make the next simulation and return both paths and the rest of the turn. A step has its actor's statistics."""
        cdef Plan first_plan, second_plan
        cdef PlanTree tree
        self.lock.acquire_write()
        try:
            if not self.capacity():
                raise ValueError("no simulation is left to trace, or no seat decides in this position")
            self.first.descend(self.exploration, &self.rng, &first_plan)
            self.second.descend(self.exploration, &self.rng, &second_plan)
            trace = self.stage.trace_of(&first_plan, &second_plan, <int>self.count, self.sample_seed)
            before = [self.path_statistics(tree) for tree in (self.first, self.second)]
            self.simulate(&first_plan, &second_plan)
            self.counted += 1
            after = [self.path_statistics(tree) for tree in (self.first, self.second)]
            used = [0, 0]
            for step in trace["steps"]:
                seat = step["actor"]
                if step["kind"] == "secret" and used[seat] < len(after[seat]):
                    prior, visits, node_visits, value = before[seat][used[seat]]
                    _, visits_after, node_visits_after, value_after = after[seat][used[seat]]
                    step |= {
                        "prior": prior, "visits": (visits, visits_after),
                        "node_visits": (node_visits, node_visits_after), "value": (value, value_after),
                    }
                    used[seat] += 1
            return trace
        finally:
            self.lock.release()

    cdef list path_statistics(self, PlanTree tree):
        """Return [(prior, visits, visits of the node, the node's value for each seat)] of a tree's last path."""
        cdef PlanNode* node
        cdef int i
        statistics = []
        for i in range(tree.depth):
            node = &tree.nodes[tree.path[i]]
            mean = node.total / node.visits if node.visits else 0.0
            value = (mean, -mean) if tree.seat == 0 else (-mean, mean)
            statistics.append((node.children[tree.taken[i]].prior, node.children[tree.taken[i]].visits, node.visits, value))
        return statistics

    # Reading ------------------------------------------------------------------------------------------------------

    cdef PlanTree actor_tree(self):
        return self.first if self.stage.seat == 0 else self.second

    cdef PlanNode* root_node(self, PlanTree tree) noexcept:
        """Return the node after the written steps, NULL if there is none."""
        cdef int node = 0, step
        for step in range(tree.written_count()):
            if not 0 <= node < tree.count:
                return NULL
            node = tree.nodes[node].children[0].node
        return &tree.nodes[node] if 0 <= node < tree.count else NULL

    def plans(self, seat):
        """Return the most visited plan after each next step; the weight is that step's share of the visits."""
        cdef PlanTree tree
        cdef PlanNode* node
        cdef Plan plan
        cdef int i, number = self.checked_seat(seat)
        self.lock.acquire_read()
        try:
            tree = self.first if number == 0 else self.second
            node = self.root_node(tree)
            if node == NULL:
                return [((), 1.0)] if self.count and tree.count == 0 else []
            order = sorted(range(node.count), key=lambda i: (-node.children[<int>i].visits, i))
            plans = []
            for i in order[:MAX_PLANS_SHOWN]:
                if node.children[i].visits:
                    tree.best_plan(i, &plan)
                    plans.append((self.stage.texts(number, &plan), <double>node.children[i].visits / max(node.visits, 1)))
            return plans
        finally:
            self.lock.release()

    def mixture(self):
        """Return the most visited plan with weight 1."""
        cdef PlanTree tree = self.actor_tree()
        cdef PlanNode* node
        cdef Plan plan
        self.lock.acquire_read()
        try:
            self.check_choice()
            node = self.root_node(tree)
            if node == NULL:
                return [((), 1.0)]
            tree.best_plan(tree.most_visited(node), &plan)
            return [(self.stage.texts(self.stage.seat, &plan), 1.0)]
        finally:
            self.lock.release()

    def value(self):
        """Return the mean value of all simulations for each seat; before the first, the static value."""
        self.lock.acquire_read()
        try:
            if self.count == 0:
                return tuple(self.viewpoint.evaluate().values)
            return (self.total / self.count, -self.total / self.count)
        finally:
            self.lock.release()

    def choice(self, Stream stream=None):
        """Return the most visited next step. Ties go to the first."""
        cdef PlanNode* node
        self.lock.acquire_read()
        try:
            self.check_choice()
            node = self.root_node(self.actor_tree())
            if node == NULL:
                raise ValueError("the search is too short for this result: run more simulations")
            return node.children[self.actor_tree().most_visited(node)].move
        finally:
            self.lock.release()

    def line(self, move=None):
        """Return the remaining steps of the most visited plan. If `move` is given, only plans that begin with it count."""
        cdef PlanTree tree = self.actor_tree()
        cdef PlanNode* node
        cdef Plan plan
        cdef int child = -1, i
        self.lock.acquire_read()
        try:
            self.check_choice()
            first = None if move is None else self.viewpoint.move_of(move)
            node = self.root_node(tree)
            if node == NULL:
                return [first]
            for i in range(node.count):
                if first == node.children[i].move:
                    child = i
            tree.best_plan(child, &plan)
            return [plan.moves[i] for i in range(self.stage.limits.written.count, plan.count)] or [first]
        finally:
            self.lock.release()

    def root(self):
        """Return a record array with a row for each allowed next step; steps without visits have the static value."""
        cdef PlanNode* node
        cdef StepRow* row
        cdef StepRows rows
        cdef int seat = self.stage.seat, i
        self.lock.acquire_read()
        try:
            rows = self.next_steps()
            if seat < 0:
                return rows.complete(0)
            static = self.viewpoint.evaluate().values[seat]
            for i in range(rows.count):
                rows.rows[i].minimax = static
            node = self.root_node(self.actor_tree())
            for i in range(node.count if node != NULL else 0):
                row = rows.find(node.children[i].move)
                if row != NULL:
                    row.visits, row.prior = node.children[i].visits, node.children[i].prior
                    row.minimax = node.children[i].total / row.visits if row.visits else static
            return rows.complete(seat)
        finally:
            self.lock.release()
