from fastcore.search.plangame cimport PlanGame
from fastcore.search.stage cimport Stage


cdef class StepGame(PlanGame):
    cdef int* steps[2]          # what a seat may choose, the likeliest first,
    cdef int listed[2]          # so many

    cdef int list_steps(self, int seat) noexcept nogil
    cdef void widen(self) noexcept nogil


cdef bint single_steps(Stage stage)
