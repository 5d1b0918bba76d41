"""Equilibrium: the door to the search for mixed strategies. It shows what was found."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from operator import index

from fastcore.search.matching cimport MAX_PLANS
from fastcore.search.plangame cimport PlanGame
from fastcore.search.secret cimport SecretSearch, StepRow, StepRows
from fastcore.search.stage cimport Plan, Stage, same_plan
from fastcore.search.stepgame cimport StepGame, single_steps
from fastcore.stream cimport Stream, named

from fastcore.search.secret import MOST
from fastcore.values import Option

OPTIONS = (
    Option("plans", "whole", "24", "plans of each seat that the payoff matrix holds", 2, 64),
    Option("candidates", "whole", "64", "plans tried as an answer before the other seat looks for one", 1, 100_000),
    Option("trees", "whole", "48", "simulations of decoupled UCT before each answer, whose plans are tried too", 0, 100_000),
    Option("worlds", "whole", "16", "what cannot be known is drawn so often", 1, 64),
    Option("samples", "whole", "16", "simulations of two plans between which more than they decides", 1, 64),
)
cdef enum:
    CHUNK = 4096        # simulations between two looks at whether Ctrl-C was pressed

LEFT_OUT = 0.05     # the plans of least weight are not played, so many that they weigh no more than this together


@cython.final
cdef class Equilibrium(SecretSearch):
    cdef PlanGame plan_game

    options = OPTIONS

    def __cinit__(self, *arguments):
        self.whole = True
        self.begin(self.stage)

    cdef int begin(self, Stage stage) except -1:
        cdef PlanGame plan_game = (StepGame if single_steps(stage) else PlanGame)(
            stage, named(self.seed, ("equilibrium",)).state, self.values["plans"], self.values["candidates"],
            self.values["samples"], self.values["trees"], <size_t>(self.memory_mb * 2**20),
        )
        self.plan_game, self.stage, self.asked = plan_game, stage, 0
        return 0

    cdef int64_t made(self) noexcept nogil:
        return self.plan_game.simulations

    cdef void work(self, int64_t target) noexcept nogil:
        while self.plan_game.simulations < target:
            self.plan_game.parcel()
        if self.plan_game.begun < 2 * self.plan_game.first_plans:
            self.plan_game.resolve()        # whoever looks before all is begun finds weights, however few the simulations

    @property
    def full(self):
        # the matrix always has its room; the trees whose plans are tried as answers may run out of it
        return bool(self.plan_game.first.full or self.plan_game.second.full)

    @property
    def bytes(self):
        plans = 2 * MAX_PLANS * sizeof(Plan) + MAX_PLANS * MAX_PLANS * (sizeof(double) + sizeof(int))
        return plans + self.plan_game.first.used + self.plan_game.second.used

    def trace(self):
        """The last simulation of the next parcel of them (several are made at a time): both plans, and what came of them.
        Steps of a plan that the matrix holds tell of that plan: its weight, its simulations, and what the whole is worth."""
        cdef PlanGame game = self.plan_game
        cdef int place, seat
        self.lock.enter_alone()
        try:
            if self.stage.seat < 0 or self.asked >= MOST:
                raise ValueError("no seat decides here, or all simulations are made: there is nothing to trace")
            game.noting = True
            before, made = self.value(), self.asked
            self.make(1, None)
            game = self.plan_game       # another one, if the last run was limited to other moves
            if not game.noted:      # what was to be made was made before anybody asked
                game.note(&game.pool[0][<int>self.order(0)[0]], &game.pool[1][<int>self.order(1)[0]], 0)
            trace = self.stage.trace_of(&game.noted_plan[0], &game.noted_plan[1], game.noted_sample, game.seed)
            for step in trace["steps"]:
                if step["kind"] == "secret":
                    seat = step["actor"]
                    step["node_visits"], step["value"] = (made, made + 1), (before, self.value())
                    for place in range(game.count[seat]):
                        if same_plan(&game.pool[seat][place], &game.noted_plan[seat]):
                            step["prior"] = game.weights[seat][place]
                            step["visits"] = (max(game.visits[seat][place] - 1, 0), game.visits[seat][place])
            return trace
        finally:
            self.lock.leave()

    # Reading ------------------------------------------------------------------------------------------------------

    cdef list order(self, int seat):
        """The numbers of a seat's plans, by weight."""
        cdef PlanGame game = self.plan_game
        return sorted(range(game.count[seat]), key=lambda i: (-game.weights[seat][i], i))

    @property
    def written(self):
        return self.stage.limits.written.count

    def plans(self, seat):
        cdef PlanGame game = self.plan_game
        cdef int number = index(seat)
        if not 0 <= number < 2:
            raise ValueError(f"seat is {seat}; it must be 0 or 1")
        self.lock.enter()
        try:
            return [(self.stage.texts(number, &game.pool[number][i]), game.weights[number][i]) for i in self.order(number)]
        finally:
            self.lock.leave()

    def payoffs(self, first, second, int samples):
        cdef PlanGame game = self.plan_game
        import numpy as np

        if first is not None or second is not None:
            return self.payoffs_of(first or (), second or (), samples)
        self.lock.enter()
        try:
            rows, columns = self.order(0), self.order(1)
            found = [[game.payoffs[<int>i * MAX_PLANS + <int>j] for j in columns] for i in rows]
            return np.array(found, np.float64).reshape(len(rows), len(columns))
        finally:
            self.lock.leave()

    cdef object payoffs_of(self, object first, object second, int samples):
        """The matrix of any plans, as texts."""
        cdef Plan* one
        cdef Plan* other
        cdef double[:, ::1] cells
        cdef double value = 0, total
        cdef int rows, columns, i, j, k, made, upto
        import numpy as np

        first, second = [list(plan) for plan in first], [list(plan) for plan in second]
        rows, columns = len(first), len(second)
        found = np.zeros((rows, columns))
        one = <Plan*>malloc(max(rows, 1) * sizeof(Plan))
        other = <Plan*>malloc(max(columns, 1) * sizeof(Plan))
        try:
            if one == NULL or other == NULL:
                raise MemoryError
            self.lock.enter()
            try:
                for i in range(rows):
                    self.stage.read_plan(0, first[i], &one[i])
                for j in range(columns):
                    self.stage.read_plan(1, second[j], &other[j])
                if rows == 0 or columns == 0:
                    return found
                cells = found
                for i in range(rows):
                    for j in range(columns):
                        total = made = 0
                        while made < samples:
                            with nogil:
                                upto = made + CHUNK if samples - made > CHUNK else samples
                                for k in range(made, upto):
                                    made += 1
                                    if not self.stage.simulate(&one[i], &other[j], k, self.plan_game.seed, &value):
                                        total = value * samples
                                        made = samples
                                        break
                                    total += value
                            PyErr_CheckSignals()
                        cells[i, j] = total / samples
            finally:
                self.lock.leave()
        finally:
            free(one)
            free(other)
        return found

    def outcome_of(self, first, second):
        cdef Plan one, other
        self.lock.enter()
        try:
            self.stage.read_plan(0, first, &one)
            self.stage.read_plan(1, second, &other)
            return self.stage.outcome_of(&one, &other, self.plan_game.seed)
        finally:
            self.lock.leave()

    def value(self):
        cdef PlanGame game = self.plan_game
        self.lock.enter()
        try:
            if game.simulations == 0:
                return tuple(self.point.evaluate().values)
            return (game.value, -game.value)
        finally:
            self.lock.leave()

    cdef list played(self):
        """[(number, weight)] of the searching seat's plans, those of little weight left out; the weights sum to 1."""
        cdef PlanGame game = self.plan_game
        cdef int i
        self.still_open()
        mixture = [(i, game.weights[self.stage.seat][i]) for i in self.order(self.stage.seat)]
        mixture = [(i, weight) for i, weight in mixture if self.fits_limits(i)] or mixture
        total = sum([weight for _, weight in mixture])
        left = LEFT_OUT * total
        while len(mixture) > 1 and mixture[len(mixture) - 1][1] <= left:
            left -= mixture.pop()[1]
        total = sum([weight for _, weight in mixture])
        return [(i, weight / total if total else 1.0 / len(mixture)) for i, weight in mixture]

    cdef bint fits_limits(self, int number):
        """Whether a plan goes on with a move that the search is limited to."""
        cdef PlanGame game = self.plan_game
        cdef const Plan* plan = &game.pool[self.stage.seat][number]
        cdef int step = self.stage.limits.written.count
        return self.allowed is None or plan.count <= step or plan.moves[step] in self.allowed

    def mixture(self):
        cdef PlanGame game = self.plan_game
        self.lock.enter()
        try:
            seat = self.stage.seat
            return [(self.stage.texts(seat, &game.pool[seat][<int>i]), weight) for i, weight in self.played()]
        finally:
            self.lock.leave()

    def choice(self, Stream stream):
        cdef PlanGame game = self.plan_game
        cdef int number
        self.lock.enter()
        try:
            mixture = self.played()
            picked = 0 if stream is None else stream.pick([weight for _, weight in mixture])
            number = mixture[picked][0]
            return game.pool[self.stage.seat][number].moves[self.stage.limits.written.count]
        finally:
            self.lock.leave()

    def line(self, move):
        """What is left to choose of the plan with the most weight, among those that begin with `move` if given."""
        cdef PlanGame game = self.plan_game
        cdef int step = self.stage.limits.written.count, number, i
        self.lock.enter()
        try:
            self.played()
            first = None if move is None else self.point.move_of(move)
            for number in self.order(self.stage.seat):
                if first is None or game.pool[self.stage.seat][number].moves[step] == first:
                    return [game.pool[self.stage.seat][number].moves[i] for i in range(step, game.pool[self.stage.seat][number].count)]
            return [first]
        finally:
            self.lock.leave()

    def root(self):
        cdef PlanGame game = self.plan_game
        cdef int seat = self.stage.seat, step = self.stage.limits.written.count, i, move
        cdef StepRow* row
        cdef StepRows rows
        self.lock.enter()
        try:
            rows = self.next_steps()
            if seat < 0:
                return rows.filled(0)
            static = self.point.evaluate().values[seat]
            for i in range(rows.count):
                row = &rows.first[i]
                row.visits = game.looked[row.move]
                row.minimax = game.seen[row.move] if row.visits else static
            best = {}
            for i in range(game.count[seat]):
                move = game.pool[seat][i].moves[step]
                row = rows.of(move)
                if row != NULL:
                    row.visits += game.visits[seat][i]
                    row.prior += game.weights[seat][i]
                    row.minimax = best[move] = max(best.get(move, -2.0), game.known_worth(seat, i))
            return rows.filled(seat)
        finally:
            self.lock.leave()
