"""The comparisons of the open games: which candidates are compared where, and the games that are being played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from weakref import WeakKeyDictionary

from bots.reasoning import CandidateTurn
from fastcore import CHANCE, Stream, Viewpoint
from workbench import boards
from workbench.compare.agreement import Preference, preference
from workbench.compare.other_bots import SHORT_SEARCH, usual_continuation
from workbench.game.session import Session
from workbench.gui.analyse.mode import Analyse
from workbench.gui.compare import words
from workbench.gui.compare.run import LIMITS, Compared, Run
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.seen.names import with_player_names
from workbench.system.sentences import as_sentence
from workbench.table.table import Table

PAGE = "compare"  # the page of the Analyse mode
MAX_ENTRIES = 10  # moves in a menu
MAX_RUNS = 20  # comparisons of a position whose results are kept


class Place:
    """The comparisons of one position: what is shown, and the games for everything compared so far."""

    def __init__(self) -> None:
        self.shown: Compared | None = None
        self.runs: dict[tuple[tuple[tuple[str, ...], ...], bool], Run] = {}


class Comparing:
    """The comparisons of the open games. Games are played only for the shown position, on one core.

    `on_news` is called when the shown results may have changed.
    """

    def __init__(self, shell: Shell, games: Tabs, analyse: Analyse) -> None:
        self.shell, self.games, self.analyse = shell, games, analyse
        self.on_news: Callable[[], None] = lambda: None
        self._started: list[Run] = []  # the latest run, and earlier ones whose threads have not ended
        self._running_at: tuple[Session, int] | None = None
        self._places: WeakKeyDictionary[Session, dict[tuple[int, str], Place]] = WeakKeyDictionary()
        self._popup = Popup()
        pairing = analyse.on_board.pairing
        pairing.choose, pairing.shown, pairing.entries = self.compare, self.shown_pair, self.entries
        shell.events.polled.connect(self.poll)
        shell.events.closing.connect(self.stop)
        shell.events.game_closed.connect(self._closed)

    # The position -----------------------------------------------------------------------------------------------------

    @property
    def point(self) -> Viewpoint | None:
        """What the player to move knows of the viewed position, or None if nobody may analyse it."""
        return self.analyse.position.point if self.analyse.on else None

    @property
    def place(self) -> Place | None:
        """The comparisons of the viewed position, or None if it cannot be analysed."""
        point, session = self.point, self.games.table.session
        if point is None:
            return None
        places = self._places.setdefault(session, {})
        return places.setdefault((self.analyse.position.analyses.node, point.text()), Place())

    @property
    def compared(self) -> Compared | None:
        """What the page shows, or None if nothing is chosen."""
        place = self.place
        return place.shown if place is not None else None

    @property
    def run(self) -> Run | None:
        """The games of what the page shows, or None if there are none yet."""
        place = self.place
        if place is None or place.shown is None:
            return None
        return place.runs.get((place.shown.moves, self.searches))

    @property
    def busy(self) -> bool:
        """Whether games are being played, or new results are not shown yet."""
        return bool(self._started)

    @property
    def searches(self) -> bool:
        """Whether a short search continues the games, as last chosen in this game."""
        info = self.games.table.info
        chosen = self.shell.settings.compare_searches.get(info.id)
        return usual_continuation(info) == str(SHORT_SEARCH) if chosen is None else chosen

    def set_searches(self, searches: bool) -> None:
        """Let a short search continue the games, or a policy."""
        if searches != self.searches:
            self.stop()
        self.shell.settings.compare_searches = {
            **self.shell.settings.compare_searches,
            self.games.table.info.id: searches,
        }

    @property
    def limit(self) -> int:
        """The maximum number of games for each candidate."""
        return self.shell.settings.compare_games

    def unavailable_reason(self) -> str:
        """Return why the page is unavailable, or ""."""
        return "" if self.point is not None else self.analyse.position.reason or words.NOBODY

    # Candidates -------------------------------------------------------------------------------------------------------

    @property
    def turns(self) -> dict[str, CandidateTurn]:
        """The candidates of the table by their first moves, the best first. There are none at a chance event."""
        column, point = self.analyse.column, self.point
        return column.candidates.turns if column is not None and point is not None and point.actor != CHANCE else {}

    def shown_pair(self) -> tuple[str, ...]:
        """Return the first moves of the compared candidates while the page is shown, or ()."""
        column = self.analyse.column
        if column is None or column.notebook.shown != PAGE or (compared := self.compared) is None:
            return ()
        leads = {self._line(turn): move for move, turn in self.turns.items()}
        return tuple(leads[moves] for moves in compared.moves if moves in leads)

    def preference(self) -> Preference | None:
        """Return what the shown search found about the compared candidates, or None if it does not order them."""
        subject, compared = self.analyse.position.candidate_subject, self.compared
        if subject is None or subject.shown is None or subject.point is None or compared is None:
            return None
        leads = {self._line(turn): turn.lead for turn in self.turns.values()}
        found = [leads[moves] for moves in compared.moves if moves in leads]
        if len(found) != 2:
            return None
        return preference(subject.shown.report, found[0], found[1], max(subject.point.actor, 0))

    def entries(self, move: str) -> tuple[MenuEntry, ...]:
        """Return the menu entry with the moves that a candidate can be compared with; () if there are none."""
        others = self._others(move)
        return (MenuEntry(words.COMPARE_WITH, lambda: None, choices=others),) if others else ()

    def _others(self, move: str) -> tuple[MenuEntry, ...]:
        """Return a menu entry for each other candidate."""
        others = [other for other in self.turns if other != move] if move in self.turns else []
        return tuple(
            MenuEntry(self._name(self.turns[other]), partial(self.compare, move, other))
            for other in others[:MAX_ENTRIES]
        )

    def _line(self, turn: CandidateTurn) -> tuple[str, ...]:
        """Return the moves of a candidate: its turn, or as much of its plan as the bot's line has."""
        point = self.point
        if point is None or len(turn.moves) > 1 or point.info.has.hidden or not point.info.has.secrets:
            return turn.moves
        # A seat's own plan is legal whatever secret plan the opponent has written.
        state, moves = point.sample(Stream(1, "plan")), []
        for move in turn.lead.line:
            if (state.actor, state.turn) != (point.actor, point.turn) or state.why_not(move):
                break
            state.play(move)
            moves.append(move)
        return tuple(moves) or turn.moves

    def _name(self, turn: CandidateTurn) -> str:
        point, moves = self.point, self._line(turn)
        assert point is not None
        if not self.shell.settings.moves_in_words:
            return " ".join(moves)
        return with_player_names(self.games.table.session, boards.describe_moves(point.info, point.actor, moves))

    # Commands ---------------------------------------------------------------------------------------------------------

    def no_compare(self) -> str:
        """Return why no two candidates can be compared, or ""."""
        if reason := self.unavailable_reason():
            return reason
        if self.point is not None and self.point.actor != CHANCE and len(self.point.moves()) < 2:
            return words.ONE_MOVE
        return "" if len(self.turns) > 1 else words.NO_PAIR

    def choose(self) -> None:
        """Open a menu with the moves that the selected candidate, or the best one, can be compared with."""
        column = self.analyse.column
        turns = self.turns
        if column is None or not turns:
            return
        first = self.analyse.position.move
        if first not in turns:
            first = next(iter(turns))
        head = MenuEntry(words.compare_with(self._name(turns[first])), lambda: None, open=False)
        canvas = column.candidates.table.canvas
        x, y = canvas.winfo_rootx() + self.shell.look.px(24), canvas.winfo_rooty() + self.shell.look.px(24)
        self._popup.open(self.shell.root, self.shell.look, (head, *self._others(first)), x, y)
        self._popup.select_first()

    def compare_best(self) -> None:
        """Compare the two best candidates."""
        first, second = list(self.turns)[:2]
        self.compare(first, second)

    def compare(self, first: str, second: str) -> None:
        """Compare two candidates, given by their first moves, and show the page."""
        turns, place = self.turns, self.place
        if place is None or first not in turns or second not in turns:
            return
        pair = turns[first], turns[second]
        moves = tuple(map(self._line, pair))
        if moves[0] == moves[1]:
            return
        place.shown = Compared(moves, tuple(map(self._name, pair)))
        self._show_and_start()

    def no_search(self) -> str:
        """Return why the compared moves cannot be compared with a short search, or ""."""
        if reason := self.unavailable_reason():
            return reason
        return words.SEARCHES_ALREADY if self.searches else "" if self.compared is not None else words.CHOOSE

    def compare_by_search(self) -> None:
        """Compare the same moves again, with a short search that plays on."""
        self.set_searches(True)
        self._show_and_start()

    def no_roll_out(self) -> str:
        """Return why the position cannot be rolled out, or ""."""
        return self.unavailable_reason()

    def roll_out(self) -> None:
        """Play games from the viewed position, and show the page."""
        place = self.place
        if place is not None:
            place.shown = Compared((), ())
            self._show_and_start()

    def _show_and_start(self) -> None:
        if self.analyse.column is not None:
            self.analyse.column.notebook.open_page(PAGE)
        run = self.run
        self.stop()
        if run is None or not run.games.finished:
            self.start()
        self.analyse.refresh()

    def toggle(self) -> None:
        """Start or stop the games of what the page shows."""
        run = self.run
        if run is not None and run.running:
            run.stop()
        else:
            self.start()
        self.on_news()

    def no_toggle(self) -> str:
        """Return why no games can be started or stopped, or ""."""
        if reason := self.unavailable_reason():
            return reason
        if self.compared is None:
            return words.CHOOSE
        run = self.run
        if run is None or run.running or run.can_continue(self.limit):
            return ""
        return words.FAILED.format(reason=run.fault) if run.fault else words.ALL_PLAYED

    def start(self) -> None:
        """Play games for what the page shows."""
        place, point = self.place, self.point
        if place is None or place.shown is None or point is None:
            return
        self.stop()
        key = (place.shown.moves, self.searches)
        if key not in place.runs:
            board = boards.find(point.info.id)
            try:
                place.runs[key] = Run(point.copy(), place.shown, self.searches, self.limit, board)
            except ValueError as error:
                self.analyse.on_board.say(as_sentence(str(error)), True)
                return
            if len(place.runs) > MAX_RUNS:
                del place.runs[next(iter(place.runs))]
        run = place.runs[key]
        self._running_at = self.games.table.session, self.analyse.position.analyses.node
        run.start(self.limit)
        self._started = [*(one for one in self._started if one is not run), run]

    def stop(self) -> None:
        """Stop playing games. Results are kept."""
        for run in self._started:
            run.stop()

    # Results ----------------------------------------------------------------------------------------------------------

    def poll(self) -> None:
        """Take in results, and stop the games of a position that is no longer shown."""
        if not self._started:
            return
        here = self.games.table.session, self.analyse.position.analyses.node
        if not self.analyse.on or self._running_at != here:
            self.stop()
        ended = [run for run in self._started if not run.games.ending]
        news = [run.poll() for run in self._started]
        self._started = [run for run in self._started if run not in ended]
        if any(news):
            self.on_news()

    def _closed(self, table: Table) -> None:
        """Stop the games of a closed tab."""
        if self._running_at is not None and self._running_at[0] is table.session:
            self.stop()

    def limits(self) -> Sequence[int]:
        """Return the numbers of games that can be chosen."""
        return LIMITS if self.limit in LIMITS else tuple(sorted({*LIMITS, self.limit}))
