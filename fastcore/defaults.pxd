"""Default implementations of the methods of `Game`, as inline functions."""

from cpython.exc cimport PyErr_SetInterrupt
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from fastcore.game cimport CHANCE, MAX_SEATS, POSITION_WORDS, Game
from fastcore.stream cimport Rng, below, mixed, unit

import traceback

from fastcore.text import specs
from fastcore.values import Problem

cdef enum:
    MAX_REMEMBERED = 4096       # number of views in the cache of greedy moves
    FEW_MOVES = 512             # lists of at most this length are on the stack, so they need no memory that can run out


cdef inline bint clearly_less(double value, double other) noexcept nogil:
    """Return whether a value is less than another by more than a rounding error."""
    return value < other - 1e-12


cdef inline int draw_outcome(Game game, const void* position, Rng* rng) noexcept nogil:
    """Return a random chance outcome.

    A game with more than FEW_MOVES moves or outcomes needs its own `draw`, because this returns 0 if memory runs out.
    """
    cdef int few_moves[FEW_MOVES]
    cdef double few_weights[FEW_MOVES]
    cdef int* moves = few_moves
    cdef double* weights = few_weights
    cdef double point = unit(rng)
    cdef int i, drawn = 0, count
    if game.max_moves > FEW_MOVES:
        moves = <int*>malloc(game.max_moves * sizeof(int))
        weights = <double*>malloc(game.max_moves * sizeof(double))
    if moves != NULL and weights != NULL:
        count = game.chances(position, moves, weights)
        for i in range(count):
            drawn = moves[i]
            if point < weights[i]:
                break
            point -= weights[i]
    if game.max_moves > FEW_MOVES:
        free(moves)
        free(weights)
    return drawn


cdef inline int scan_moves(Game game, const void* position, int move) noexcept nogil:
    """Return 1 if a move is in the list of legal moves, 0 if not, -1 if out of memory."""
    cdef int few_moves[FEW_MOVES]
    cdef double few_weights[FEW_MOVES]
    cdef int* moves = few_moves
    cdef double* weights = few_weights
    cdef int i, count, found = 0
    if game.max_moves > FEW_MOVES:
        moves = <int*>malloc(game.max_moves * sizeof(int))
        weights = <double*>malloc(game.max_moves * sizeof(double))
    if moves == NULL or weights == NULL:
        found = -1
    else:
        count = game.chances(position, moves, weights) if game.actor(position) == CHANCE else game.moves(position, moves)
        for i in range(count):
            if moves[i] == move:
                found = 1
    if game.max_moves > FEW_MOVES:
        free(moves)
        free(weights)
    return found


cdef inline uint64_t hash_bytes(const void* position, size_t size) noexcept nogil:
    """Return a hash of all bytes of a position."""
    cdef const unsigned char* bytes = <const unsigned char*>position
    cdef uint64_t key = size, word
    cdef size_t i = 0
    while i < size:
        word = 0
        memcpy(&word, bytes + i, min(size - i, <size_t>8))
        key = mixed(key, word)
        i += 8
    return key


cdef inline int random_move(Game game, const void* position, Rng* rng, int* buffer) noexcept nogil:
    """Return a uniformly random legal move. `buffer` holds max_moves ints."""
    cdef int count = game.moves(position, buffer)
    return buffer[below(rng, count)]


cdef inline int greedy_move(Game game, const void* position, Rng* rng, int* buffer) noexcept nogil:
    """Return a random move among those with the best static value after them. `buffer` holds max_moves ints."""
    cdef uint64_t after[POSITION_WORDS]
    cdef double values[MAX_SEATS]
    cdef double best = -2
    cdef int seat = game.actor(position), count, i, ties = 0, chosen
    if game.hides:
        chosen = hidden_greedy_move(game, position, rng)
        return chosen if chosen >= 0 else random_move(game, position, rng, buffer)
    count = game.moves(position, buffer)
    for i in range(count):
        memcpy(after, position, game.size)
        game.play(after, buffer[i])
        game.evaluate(after, values)
        if clearly_less(best, values[seat]):
            best = values[seat]
            ties = 0
        if not clearly_less(values[seat], best):
            buffer[ties] = buffer[i]
            ties += 1
    return buffer[below(rng, ties)]


cdef inline int hidden_greedy_move(Game game, const void* position, Rng* rng) noexcept with gil:
    """Return a random greedy move; -1 if out of memory or if the game raised an exception."""
    try:
        moves = game.greedy_choices(position)
        return moves[below(rng, len(moves))]
    except MemoryError:
        return -1
    except KeyboardInterrupt:
        PyErr_SetInterrupt()    # raised again once the caller holds the GIL
        return -1
    except BaseException:
        traceback.print_exc()   # a bug in the game; this function cannot raise
        return -1


cdef inline list greedy_moves(Game game, const void* position):
    """Return the moves with the best mean static value over the positions that look the same to the actor."""
    cdef uint64_t here[POSITION_WORDS]
    cdef uint64_t after[POSITION_WORDS]
    cdef double values[MAX_SEATS]
    cdef int seat = game.actor(position), move, i
    cdef list moves = game.legal_moves(position)
    cdef list sums = [0.0] * len(moves)
    cdef str view = ""
    if game.hides:
        view = game.view(position, seat)
        known = game.choices_by_view.get((seat, view))
        if known is not None:
            return list(known)
        try:
            worlds = game.completions(view, seat)
        except NotImplementedError:
            return moves
    else:
        worlds = [(None, 1.0)]
    for text, weight in worlds:
        if text is None:
            memcpy(here, position, game.size)
        else:
            game.read(text, here)
            if game.actor(here) != seat:
                continue
        for i, move in enumerate(moves):
            if text is not None and not game.is_legal(here, move):
                continue
            memcpy(after, here, game.size)
            game.play(after, move)
            game.evaluate(after, values)
            sums[i] += weight * values[seat]
    best = max(sums)
    chosen = [move for move, value in zip(moves, sums) if not clearly_less(value, best)]
    if game.hides:
        if len(game.choices_by_view) >= MAX_REMEMBERED:
            game.choices_by_view.clear()
        game.choices_by_view[seat, view] = tuple(chosen)
    return chosen


cdef inline object problem_of(Game game, object error, str text):
    """Convert a BadPosition to a Problem whose span is the field in the text."""
    parts = text.split(" ")
    names = [field.name for field in game.info.fields]
    if error.field not in names or len(parts) != len(names):
        return Problem(error.field, error.reason, (), (0, len(text)), unread=True)
    place = names.index(error.field)
    start = sum([len(part) + 1 for part in parts[:place]])
    return Problem(error.field, error.reason, (), (start, start + len(parts[place])), unread=True)


cdef inline dict checked_options(object info, dict options):
    """Return the value of every option of a game. ValueError if one is missing, unknown or out of range."""
    names = [option.name for option in info.options]
    if sorted(map(str, options)) != sorted(names):
        raise ValueError(f"the options of {info.title} are {', '.join(names) or 'none'}")
    return {option.name: specs.value_of(option, str(options[option.name])) for option in info.options}
