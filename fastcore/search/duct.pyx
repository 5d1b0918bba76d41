"""Duct: decoupled UCT (Tak, Lanctot and Winands 2014). Each seat has a tree over its own choices alone, and chooses by its
own statistics; both are sampled in the same simulation."""

cimport cython
from libc.stdint cimport int64_t, uint64_t

from operator import index

from fastcore.search.prefixtree cimport Prefix, PrefixTree
from fastcore.search.secret cimport SecretSearch, StepRow, StepRows
from fastcore.search.stage cimport Plan, Stage
from fastcore.stream cimport Rng, Stream, mixed, named

from fastcore.search.secret import MOST
from fastcore.values import Option

OPTIONS = (
    Option("selection", "choice", "ucb", "ucb: plain, all steps alike; puct: in the order of their priors", choices=("ucb", "puct")),
    Option("exploration", "number", "0.1", "how far the selection strays from the best step so far (puct: 0.5 does better)", 0, 100),
    Option("worlds", "whole", "16", "what cannot be known is drawn so often", 1, 64),
)
SHOWN = 24              # plans that it tells of


@cython.final
cdef class Duct(SecretSearch):
    cdef PrefixTree first
    cdef PrefixTree second
    cdef double exploration
    cdef Rng rng
    cdef uint64_t luck
    cdef int64_t count          # simulations made
    cdef double total           # the first seat's value over them

    options = OPTIONS

    def __cinit__(self, *arguments):
        self.whole = True
        self.begin(self.stage)

    cdef int begin(self, Stage stage) except -1:
        cdef size_t most = <size_t>(self.memory_mb * 2**19)
        cdef PrefixTree first = PrefixTree(stage, 0, most, self.values["selection"] == "ucb")
        cdef PrefixTree second = PrefixTree(stage, 1, most, self.values["selection"] == "ucb")
        cdef double exploration = self.values["exploration"]
        cdef Rng rng = named(self.seed, ("duct",))
        self.first, self.second, self.stage, self.exploration, self.rng = first, second, stage, exploration, rng
        self.luck = mixed(rng.state, 1)
        self.count = 0
        self.total = 0
        self.asked = 0
        return 0

    cdef int64_t made(self) noexcept nogil:
        return self.count

    cdef void work(self, int64_t target) noexcept nogil:
        cdef Plan one, other
        cdef double value = 0
        while self.count < target:
            self.first.descend(self.exploration, &self.rng, &one)
            self.second.descend(self.exploration, &self.rng, &other)
            self.stage.simulate(&one, &other, self.count, self.luck, &value)
            self.first.back(value)
            self.second.back(-value)
            self.count += 1
            self.total += value

    @property
    def full(self):
        return bool(self.first.full or self.second.full)

    @property
    def bytes(self):
        return self.first.used + self.second.used

    def trace(self):
        """The next simulation: both ways down, and what came of the plans. Steps tell of the tree of the seat that takes them."""
        cdef Plan one, other
        cdef PrefixTree tree
        cdef double value = 0
        cdef int sample = <int>self.count
        self.lock.enter_alone()
        try:
            if self.stage.seat < 0 or self.asked >= MOST:
                raise ValueError("no seat decides here, or all simulations are made: there is nothing to trace")
            self.first.descend(self.exploration, &self.rng, &one)
            self.second.descend(self.exploration, &self.rng, &other)
            trace = self.stage.trace_of(&one, &other, sample, self.luck)
            before = [self.on_the_way(tree) for tree in (self.first, self.second)]
            self.stage.simulate(&one, &other, sample, self.luck, &value)
            self.first.back(value)
            self.second.back(-value)
            self.count += 1
            self.asked += 1
            self.total += value
            after = [self.on_the_way(tree) for tree in (self.first, self.second)]
            seen = [0, 0]
            for step in trace["steps"]:
                seat = step["actor"]
                if step["kind"] == "secret" and seen[seat] < len(after[seat]):
                    (prior, visits, node, worth), (_, more, now, worth_now) = before[seat][seen[seat]], after[seat][seen[seat]]
                    step |= {"prior": prior, "visits": (visits, more), "node_visits": (node, now), "value": (worth, worth_now)}
                    seen[seat] += 1
            return trace
        finally:
            self.lock.leave()

    cdef list on_the_way(self, PrefixTree tree):
        """(prior, visits, visits of the node, value per seat of the node) of each step of a tree's last way down."""
        cdef Prefix* node
        cdef int i
        found = []
        for i in range(tree.depth):
            node = &tree.nodes[tree.path[i]]
            worth = node.total / node.visits if node.visits else 0.0
            value = (worth, -worth) if tree.seat == 0 else (-worth, worth)
            found.append((node.children[tree.taken[i]].prior, node.children[tree.taken[i]].visits, node.visits, value))
        return found

    # Reading ------------------------------------------------------------------------------------------------------

    cdef PrefixTree own(self):
        return self.first if self.stage.seat == 0 else self.second

    cdef Prefix* root_node(self, PrefixTree tree) noexcept:
        """The first node below what is written already, or NULL."""
        cdef int at = 0, step
        for step in range(tree.fixed()):
            if at < 0 or at >= tree.count:
                return NULL
            at = tree.nodes[at].children[0].node
        return &tree.nodes[at] if 0 <= at < tree.count else NULL

    def plans(self, seat):
        """The plan most visited after each next step, the weight its share of the visits."""
        cdef PrefixTree tree
        cdef Prefix* node
        cdef Plan plan
        cdef int i
        number = index(seat)
        if not 0 <= number < 2:
            raise ValueError(f"seat is {seat}; it must be 0 or 1")
        self.lock.enter()
        try:
            tree = self.first if number == 0 else self.second
            node = self.root_node(tree)
            if node == NULL:
                return [((), 1.0)] if self.count and tree.count == 0 else []
            order = sorted(range(node.count), key=lambda i: (-node.children[<int>i].visits, i))
            found = []
            for i in order[:SHOWN]:
                if node.children[i].visits:
                    tree.follow(i, &plan)
                    found.append((self.stage.texts(number, &plan), <double>node.children[i].visits / max(node.visits, 1)))
            return found
        finally:
            self.lock.leave()

    def mixture(self):
        """The plan most visited; it does not mix."""
        cdef PrefixTree tree = self.own()
        cdef Prefix* node
        cdef Plan plan
        self.lock.enter()
        try:
            self.still_open()
            node = self.root_node(tree)
            if node == NULL:
                return [((), 1.0)]
            tree.follow(tree.favourite(node), &plan)
            return [(self.stage.texts(self.stage.seat, &plan), 1.0)]
        finally:
            self.lock.leave()

    def outcome_of(self, first, second):
        cdef Plan one, other
        self.lock.enter()
        try:
            self.stage.read_plan(0, first, &one)
            self.stage.read_plan(1, second, &other)
            return self.stage.outcome_of(&one, &other, self.luck)
        finally:
            self.lock.leave()

    def payoffs(self, first, second, samples):
        raise ValueError("this engine has trees of plans, no payoff matrix")

    def value(self):
        self.lock.enter()
        try:
            if self.count == 0:
                return tuple(self.point.evaluate().values)
            return (self.total / self.count, -self.total / self.count)
        finally:
            self.lock.leave()

    def choice(self, Stream stream):
        cdef PrefixTree tree
        cdef Prefix* node
        self.lock.enter()
        try:
            self.still_open()
            node = self.root_node(self.own())
            if node == NULL:
                raise ValueError("too little has been searched yet")
            return node.children[self.own().favourite(node)].move
        finally:
            self.lock.leave()

    def line(self, move):
        """What is left to choose of the plan most visited, among those that begin with `move` if given."""
        cdef PrefixTree tree = self.own()
        cdef Prefix* node
        cdef Plan plan
        cdef int child = -1, i
        self.lock.enter()
        try:
            self.still_open()
            first = None if move is None else self.point.move_of(move)
            node = self.root_node(tree)
            if node == NULL:
                return [first]
            for i in range(node.count):
                if first == node.children[i].move:
                    child = i
            tree.follow(child, &plan)
            return [plan.moves[i] for i in range(self.stage.limits.written.count, plan.count)] or [first]
        finally:
            self.lock.leave()

    def root(self):
        cdef Prefix* node
        cdef StepRow* row
        cdef StepRows rows
        cdef int seat = self.stage.seat, i
        self.lock.enter()
        try:
            rows = self.next_steps()
            if seat < 0:
                return rows.filled(0)
            static = self.point.evaluate().values[seat]
            for i in range(rows.count):
                rows.first[i].minimax = static
            node = self.root_node(self.own())
            for i in range(node.count if node != NULL else 0):
                row = rows.of(node.children[i].move)
                if row != NULL:
                    row.visits, row.prior = node.children[i].visits, node.children[i].prior
                    row.minimax = node.children[i].total / row.visits if row.visits else static
            return rows.filled(seat)
        finally:
            self.lock.leave()
