"""What a simulation changes on its way back to the root: averages, bounds, and what the selection goes by."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc

from fastcore.game cimport CHANCE
from fastcore.search.moving cimport MovingStore
from fastcore.search.node cimport ENDED_CHILD, Edges, Node, mean, own, value, within
from fastcore.search.store cimport edges_of, node_at

cdef enum:
    SUM_UP = 1 << 16            # visits after which a mean is made anew, so that roundings do not add up


cdef inline double for_seat(const double* stored, int width, int seat) noexcept nogil:
    cdef double rest = 0
    cdef int s
    if seat < width:
        return stored[seat]
    for s in range(width):
        rest -= stored[s]
    return rest


cdef class WayBack(MovingStore):
    def __cinit__(self, game, limit):
        self.steps = <Step*>malloc(DEEPEST * sizeof(Step))
        if self.steps == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.steps)

    cdef void back_up(self) noexcept nogil:
        """Carry `result` from the end of the way down to the root."""
        cdef int i, s, chooser
        cdef float away
        cdef Node* node
        if self.leaf:       # the memory is full, or the game over: it counts once more itself
            node = node_at(self, self.leaf)
            node.visits += 1
            if node.actor >= 0:
                for s in range(self.width):
                    mean(node, self.width)[s] += (own(node)[s] - mean(node, self.width)[s]) / node.visits
        for i in range(self.depth - 1, -1, -1):
            node = node_at(self, self.steps[i].place)
            chooser = 0
            if self.width > 1 and i:
                chooser = max(node_at(self, self.steps[i - 1].place).actor, 0)
            away = <float>(for_seat(self.result, self.width, chooser) - for_seat(self.steps[i].before, self.width, chooser))
            self.renew(node, self.steps[i].edge, NULL if self.steps[i].linked else &self.steps[i + 1], away * away)

    cdef void renew(self, Node* node, uint32_t i, const Step* below, float square) noexcept nogil:
        """Count a simulation through an edge, and bring edge and node up to date with what lies below; `below` tells what
        was there before the simulation (NULL: no node, but what the edge says)."""
        cdef Edges edges = edges_of(self, node)
        cdef double* average = mean(node, self.width)
        cdef double now, old, probability, share
        cdef Node* child = NULL
        cdef int s
        if edges.child[i] and edges.child[i] != ENDED_CHILD:
            child = node_at(self, edges.child[i])
        edges.visits[i] += 1
        node.visits += 1
        share = 1.0 / node.visits
        node.square += <float>share * (square - node.square)
        if node.actor == CHANCE:
            if child == NULL:
                self.sum_up(node)
            else:
                probability = self.probabilities[edges.weight[i]]
                old = edges.worth[i] if below == NULL else below.minimax
                node.minimax += <float>(probability * (child.minimax - old))
                for s in range(self.width):
                    old = edges.worth[s * edges.room + i] if below == NULL else below.before[s]
                    average[s] += probability * (value(child, self.width, s) - old)
        else:
            for s in range(self.width):
                now = old = self.result[s]
                if child != NULL:
                    now = value(child, self.width, s)
                    old = edges.worth[s * edges.room + i] if below == NULL else below.before[s]
                average[s] += ((edges.visits[i] - 1) * (now - old) + now - average[s]) * share
            if child != NULL:
                self.guide(&edges, i, child)
            if self.rule.minimax:
                self.back_up_minimax(node, &edges, i)
        if node.visits % SUM_UP == 0:
            self.sum_up(node)
        if self.rule.exact and node.actor != CHANCE:
            self.best_value(node)
        if self.rule.solver and (edges.child[i] == ENDED_CHILD or (child != NULL and (child.lower > -1 or child.upper < 1))):
            self.tighten(node)

    cdef void guide(self, const Edges* edges, uint32_t i, const Node* child) noexcept nogil:
        """Bring what the selection takes an edge to be worth up to date."""
        cdef double score
        cdef int s
        for s in range(self.width):
            score = value(child, self.width, s)
            if self.rule.minimax:       # for two seats only
                score = within(score + self.rule.minimax * (child.minimax - score), child.lower, child.upper)
            edges.worth[s * edges.room + i] = <float>score

    cdef float minimax_of(self, const Edges* edges, uint32_t i) noexcept nogil:
        if edges.child[i] == 0 or edges.child[i] == ENDED_CHILD:
            return edges.worth[i]
        return node_at(self, edges.child[i]).minimax

    cdef void back_up_minimax(self, Node* node, const Edges* edges, uint32_t changed) noexcept nogil:
        """Bring a decision's minimax up to date after a change at one edge."""
        cdef float one = self.minimax_of(edges, changed)
        cdef uint32_t i
        if node.visits - edges.visits[changed] <= 1 or (one > node.minimax if node.actor == 0 else one < node.minimax):
            node.minimax = one      # the only one tried so far, or the best
        else:
            node.minimax = one
            for i in range(node.edge_count):
                if edges.visits[i]:
                    one = self.minimax_of(edges, i)
                    if one > node.minimax if node.actor == 0 else one < node.minimax:
                        node.minimax = one

    cdef void best_value(self, Node* node) noexcept nogil:
        """Let a decision be worth its best edge."""
        cdef Edges edges = edges_of(self, node)
        cdef uint32_t i
        cdef double highest = -1e30, one
        cdef int s, best = -1
        for i in range(node.edge_count):
            if edges.visits[i]:
                one = self.seat_value(&edges, i, node.actor)
                if one > highest:
                    highest = one
                    best = i
        for s in range(self.width):
            mean(node, self.width)[s] = self.edge_value(&edges, best, s)

    cdef void bounds(self, const Edges* edges, uint32_t i, double* lower, double* upper) noexcept nogil:
        """Between what the result after an edge is proven to lie, for seat 0."""
        lower[0] = -1
        upper[0] = 1
        if edges.child[i] == ENDED_CHILD:
            lower[0] = upper[0] = edges.worth[i]
        elif edges.child[i]:
            lower[0] = node_at(self, edges.child[i]).lower
            upper[0] = node_at(self, edges.child[i]).upper

    cdef void tighten(self, Node* node) noexcept nogil:
        """Prove what the edges prove."""
        cdef Edges edges = edges_of(self, node)
        cdef double lower, upper, low = 0, high = 0
        cdef uint32_t i
        if node.actor == 0:
            low = -1
            high = 1 if node.edge_count < node.move_count else -1       # a move not looked at may be worth anything
        elif node.actor == 1:
            low = -1 if node.edge_count < node.move_count else 1
            high = 1
        for i in range(node.edge_count):
            self.bounds(&edges, i, &lower, &upper)
            if node.actor == CHANCE:
                low += self.probabilities[edges.weight[i]] * lower
                high += self.probabilities[edges.weight[i]] * upper
            elif node.actor == 0:
                low = max(low, lower)
                high = max(high, upper)
            else:
                low = min(low, lower)
                high = min(high, upper)
        node.lower = max(<float>low, node.lower)
        node.upper = max(min(<float>high, node.upper), node.lower)

    cdef int principal(self, const Node* node) noexcept nogil:
        """The edge that the principal line follows: one that proves the node's value, else the one most visited; or -1."""
        cdef Edges edges = edges_of(self, node)
        cdef double lower, upper
        cdef int i, best = -1
        for i in range(node.edge_count):
            if edges.visits[i] and (best < 0 or edges.visits[i] > edges.visits[best]):
                best = i
        if node.actor >= 0 and node.lower == node.upper:
            for i in range(node.edge_count):
                self.bounds(&edges, i, &lower, &upper)
                if lower == upper == node.lower:
                    return i
        return best
