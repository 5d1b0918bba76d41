from fastcore.games.herbs.event_log cimport EventLog
from fastcore.games.herbs.position cimport Position, Rules

cdef object table_of(const Position* position)
cdef int fill_position(object table, Position* position) except -1
cdef int fill_rules(object options, Rules* rules) except -1
cdef int fill_start(int ap, Position* position) except -1
cdef list events_of(const EventLog* log, object seat)
cdef list facts_of(const EventLog* log)
