from libc.string cimport memset
from fastcore.api cimport GAME_API
from fastcore.game cimport CHANCE, OVER, Game
from fastcore.values import BadPosition

API = GAME_API     # the version of the core that this was compiled for

DEALS = ("JK", "JQ", "KJ", "KQ", "QJ", "QK")        # seat 0 has the higher card in 2 to 4
BETS = ("-", "b", "p", "bb", "bp", "pb", "pp", "pbb", "pbp")

cdef struct Position:
    int deal            # index in DEALS plus 1; 0 before the deal
    int count           # number of moves made
    char bet[3]         # whether each move was a bet (or a call)


cdef class Kuhn(Game):
    def __cinit__(self, info, options):
        self.seats = self.actions = 2
        self.outcomes = self.max_moves = len(DEALS)
        self.size = sizeof(Position)

    cdef void start(self, void* position) noexcept nogil:
        memset(position, 0, sizeof(Position))

    cdef int actor(self, const void* position) noexcept nogil:
        cdef const Position* p = <const Position*>position
        if p.count == 3 or (p.count == 2 and (p.bet[0] or not p.bet[1])):
            return OVER
        return p.count % 2 if p.deal else CHANCE

    cdef int moves(self, const void* position, int* moves) noexcept nogil:
        moves[0], moves[1] = 0, 1
        return 2 if self.actor(position) >= 0 else 0

    cdef int chances(self, const void* position, int* moves, double* weights) noexcept nogil:
        cdef int i
        for i in range(6): moves[i], weights[i] = i, 1 / 6.0
        return 6 if self.actor(position) == CHANCE else 0

    cdef void play(self, void* position, int move) noexcept nogil:
        cdef Position* p = <Position*>position
        if p.deal:
            p.bet[p.count] = move == 0
            p.count += 1
        else:
            p.deal = move + 1

    cdef void returns(self, const void* position, double* values) noexcept nogil:
        cdef const Position* p = <const Position*>position
        cdef bint called = p.bet[p.count - 1], folded = p.bet[p.count - 2] and not called
        cdef bint won = p.count == 2 if folded else 3 <= p.deal <= 5
        values[0] = (1 if won else -1) * (1.0 if called else 0.5)   # chips: 2 after a call, else 1; as a share of 2
        values[1] = -values[0]

    cdef int read(self, str text, void* position) except -1:
        cdef Position* p = <Position*>position
        cards, _, bets = text.partition(" ")
        if cards not in ["--", *DEALS]:
            raise BadPosition("cards", "it must be two different cards out of J, Q and K, or --")
        if bets not in BETS[:1 if cards == "--" else len(BETS)]:
            raise BadPosition("bets", "it must be the bets (b) and passes (p) after the deal, or -")
        self.start(position)
        p.deal = ["--", *DEALS].index(cards)
        for p.count, letter in enumerate(bets.strip("-"), 1):
            p.bet[p.count - 1] = letter == "b"
        return 0

    cdef str write(self, const void* position):
        cdef const Position* p = <const Position*>position
        return f"{['--', *DEALS][p.deal]} {''.join(['pb'[p.bet[i]] for i in range(p.count)]) or '-'}"

    cdef str move_text(self, const void* position, int move):
        return DEALS[move] if self.actor(position) == CHANCE else "bp"[move]

    cdef str view(self, const void* position, object seat):
        cards, bets = self.write(position).split(" ")
        if cards != "--" and self.actor(position) != OVER:
            cards = "".join([card if number == seat else "?" for number, card in enumerate(cards)])
        return f"{cards} {bets}"

    cdef str observation(self, const void* position, int move, object seat):
        cdef Position after = (<const Position*>position)[0]
        self.play(&after, move)
        if not (<const Position*>position).deal:
            return self.view(&after, seat)[:2]
        return "bp"[move] + (f"={DEALS[after.deal - 1]}" if self.actor(&after) == OVER else "")

    cdef list completions(self, str view, object seat):
        bets = view.partition(" ")[2]
        texts = [f"{cards} {bets if bets in BETS else '-'}" for cards in ["--", *DEALS][bets != "-":]]
        return [(text, 1.0) for text in texts if self.view_of(text, seat) == view]
