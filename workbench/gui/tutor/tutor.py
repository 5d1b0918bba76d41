"""The tutor of the open games: it judges each decision of a person and objects to those that lose too much.

The game waits while a decision is judged, at most a second, and while an objection is shown. The judge has a thread and
separate searches, and knows only what the person knew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from weakref import WeakKeyDictionary, WeakSet

from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.play import captions
from workbench.gui.play.layers import Change
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.notice import LastingNotice
from workbench.gui.shell.shell import Shell
from workbench.gui.tutor import words
from workbench.table.table import Table
from workbench.tutor.comparisons import judge_name
from workbench.tutor.decisions import Decision, last_decision
from workbench.tutor.degrees import USUAL, Degree, threshold
from workbench.tutor.judging import Objection, judge
from workbench.tutor.remarks import Remark, better_moves, better_reasons, loss_text, totals
from workbench.tutor.watch import Watch

PATIENCE = 1.0  # seconds after which the game goes on without a judgement


@dataclass(eq=False)
class Case:
    """A decision that is judged, or to which the tutor objects.

    Attributes:
        session: The game.
        decision: The decision.
        watch: The time of its judge.
        until: The time at which the game goes on without a judgement, as from `monotonic`.
        objection: The objection, once there is one.
        explained: Whether the better turn is shown.
    """

    session: Session
    decision: Decision
    watch: Watch = field(default_factory=Watch)
    until: float = field(default_factory=lambda: monotonic() + PATIENCE)
    objection: Objection | None = None
    explained: bool = False

    @property
    def node(self) -> int:
        """The position after the decision."""
        return self.decision.nodes[-1]


def said(case: Case) -> str:
    """Return the objection as a sentence, or "" if there is none."""
    if case.objection is None:
        return ""
    point = case.decision.point
    loss = loss_text(case.objection.loss, point.seats)
    return words.objection(point.info.has.secrets, len(case.decision.moves), loss, point.seats)


class Tutor:
    """The tutor of all open games. Created once by `install`."""

    def __init__(self, shell: Shell, games: Tabs, screen: Screen) -> None:
        self.shell, self.games, self.screen = shell, games, screen
        self.background = BackgroundJobs()
        self._cases: WeakKeyDictionary[Table, Case] = WeakKeyDictionary()
        self._settled: WeakKeyDictionary[Table, tuple[Session, int]] = WeakKeyDictionary()  # no decision to judge here
        self._remarks: WeakKeyDictionary[Session, list[Remark]] = WeakKeyDictionary()
        self._closed: WeakSet[Session] = WeakSet()  # the games whose summary was closed
        games.layers.person_note = self._note
        self._last_degree: Degree = USUAL if self.degree == "off" else self.degree
        events = shell.events
        events.polled.connect(self.poll)
        events.position_changed.connect(self._position_changed)
        events.settled.connect(self._mark_better)
        events.game_closed.connect(self._game_closed)
        events.closing.connect(self.close)

    # Judging ----------------------------------------------------------------------------------------------------------

    def case(self, table: Table) -> Case | None:
        """Return the case that a table waits for, or None. The first call after a decision begins its judgement."""
        session = table.session
        case = self._cases.get(table)
        if case is not None:
            if (case.session, case.node) == (session, session.here):
                return case
            self._drop(table, case, undone=case.node not in session.document.line())
        if self._settled.get(table) == (session, session.here):
            return None
        self._settled[table] = session, session.here  # before the next line, which asks all layers
        return self._begin(table)

    def _begin(self, table: Table) -> Case | None:
        """Begin to judge the decision that a person has just completed, or return None."""
        degree = self.degree
        if degree == "off" or self.games.layers.mode(table) != "play" or table not in self.games.tables:
            return None
        decision = last_decision(table.session)
        if decision is None:
            return None
        session = table.session
        limit = threshold(degree, session.seats, decision.seat, session.spec)
        case = self._cases[table] = Case(session, decision)
        point, moves, watch = decision.point, decision.moves, case.watch
        self.background.run(
            lambda: judge(point, moves, limit, watch),
            lambda objection: self._judged(table, case, objection),
            lambda error: self._judged(table, case, None),
        )
        return case

    def _judged(self, table: Table, case: Case, objection: Objection | None) -> None:
        """Show an objection, or let the game go on."""
        if self._cases.get(table) is not case:
            return
        if objection is None:
            self._end(table, case)
            return
        case.objection = objection
        if self.case(table) is case and self._may_show(table, case):
            self._refresh(table)
        elif self._cases.get(table) is case:
            self._end(table, case)

    def poll(self) -> None:
        """Receive judgements, and let games go on whose judge is late."""
        self.background.deliver_next()
        for table, case in list(self._cases.items()):
            late = case.objection is None and monotonic() > case.until
            if late or self.degree == "off":
                self._end(table, case)
            elif self.case(table) is case and not self._may_show(table, case):
                self._end(table, case)  # the screen was handed over

    def _end(self, table: Table, case: Case, undone: bool = False) -> None:
        """Let the game go on after a decision."""
        self._drop(table, case, undone)
        self._settled[table] = table.session, table.session.here
        table.go_on()
        self._refresh(table)

    def _drop(self, table: Table, case: Case, undone: bool) -> None:
        """Forget a case, and note the reaction to an objection."""
        case.watch.stop()
        if self._cases.get(table) is case:
            del self._cases[table]
        if case.objection is not None:
            seat = case.decision.seat
            self._remarks.setdefault(case.session, []).append(Remark(seat, case.objection.loss, undone))
            document, better = case.session.document, better_moves(case.decision, case.objection)
            if document.has_node(case.node):  # not deleted
                document.annotations.add_remark(case.node, words.remark(said(case), better), seat)

    def _position_changed(self, table: Table, another: bool) -> None:
        """Judge nothing at a position that was reached without a decision."""
        case = self._cases.get(table)
        if case is None or another or (case.session, case.node) != (table.session, table.session.here):
            if case is not None:
                self._drop(table, case, undone=case.node not in table.session.document.line())
            self._settled[table] = table.session, table.session.here
        elif case.explained and table.browsing.node is None:
            case.explained = False

    def _game_closed(self, table: Table) -> None:
        if (case := self._cases.get(table)) is not None:
            self._drop(table, case, undone=False)

    def close(self) -> None:
        """Stop all judges."""
        for case in list(self._cases.values()):
            case.watch.stop()
        self.background.close()

    @property
    def degree(self) -> Degree:
        """The setting for the smallest loss that the tutor objects to."""
        return self.shell.settings.tutor

    def set_degree(self, degree: Degree) -> None:
        """Set the smallest loss that the tutor objects to. If it is turned off, games that wait for it go on."""
        if degree != "off":
            self._last_degree = degree
        self.shell.settings.tutor = degree
        self.games.shown.display.show_players()

    def _note(self) -> str:
        """Return the note on the card of a person whom the tutor helps, or ""."""
        playing = self.games.layers.mode(self.games.table) == "play"
        return words.IS_ON if playing and self.degree != "off" and not self.no_tutor() else ""

    def toggle(self) -> None:
        """Turn the tutor off, or on with its last degree, and say when it speaks."""
        self.set_degree(self._last_degree if self.degree == "off" else "off")
        table, session = self.games.table, self.games.table.session
        limits = [threshold(self.degree, session.seats, seat, session.spec) for seat in table.persons]
        if self.degree != "off" and limits and not table.over:
            self.shell.notice.show(words.begins(loss_text(min(limits), len(session.seats))))

    # What the person sees ---------------------------------------------------------------------------------------------

    def _may_show(self, table: Table, case: Case) -> bool:
        """Return whether the person who decided is at the screen, so that nobody else reads about hidden cards."""
        screen = table.screen
        if not table.info.has.covered or (table.over and screen.covered_for is None):
            return True
        return screen.viewer == case.decision.seat and screen.covered_for is None

    def shown_case(self, table: Table) -> Case | None:
        """Return the case whose objection a table shows, or None."""
        case = self.case(table)
        return case if case is not None and case.objection is not None and self._may_show(table, case) else None

    def notice(self, table: Table) -> LastingNotice | None:
        """Return the notice with the objection or, after the game, the summary."""
        if self.games.layers.hides(table):
            return None
        case = self.shown_case(table)
        if case is None:
            return self._summary(table)
        offers = (
            (words.UNDO, self.undo), (words.HIDE if case.explained else words.WHY, self.toggle_why),
            (words.KEEP, self.keep),
        )  # fmt: skip
        subject = ("tutor", id(case), case.explained)
        return LastingNotice(
            subject, self.sentence(table), offers, stays=True, details=self.explanation(table),
            labels=(words.WHY, words.HIDE),
        )  # fmt: skip

    def sentence(self, table: Table) -> str:
        """Return the objection as a sentence, or "" if there is none."""
        case = self.shown_case(table)
        return "" if case is None else said(case)

    def explanation(self, table: Table) -> str:
        """Return the better turn with its reasons while they are shown, or ""."""
        case = self.shown_case(table)
        if case is None or case.objection is None or not case.explained:
            return ""
        return words.better(better_moves(case.decision, case.objection), better_reasons(case.decision, case.objection))

    def _summary(self, table: Table) -> LastingNotice | None:
        session = table.session
        remarks = self._remarks.get(session, [])
        if not table.over or table.browsing.node is not None or not remarks or session in self._closed:
            return None
        several = len(table.persons) > 1
        lines = [
            words.summary(
                captions.person_name(table, total.seat) if several else "", total.spoken, total.undone,
                loss_text(total.lost, session.point.seats) if total.undone < total.spoken else "",
            )
            for total in totals(remarks)
        ]  # fmt: skip
        return LastingNotice(
            ("tutor summary", id(session)), " ".join(lines), ((words.CLOSE, lambda: self._close_summary(table)),)
        )

    def _close_summary(self, table: Table) -> None:
        self._closed.add(table.session)
        self._refresh(table)

    def live_list(self) -> dict[str, list[str]]:
        """Return the objection for screen readers, by heading."""
        table = self.games.table
        texts = [text for text in (self.sentence(table), self.explanation(table)) if text]
        return {words.LIVE_HEAD: texts} if texts else {}

    def _mark_better(self) -> None:
        """Mark the better turn on the board while it is explained."""
        table, view, board = self.games.table, self.screen.view, self.screen.board
        case = self.shown_case(table)
        if case is None or case.objection is None or not self.marks(table):
            return
        if isinstance(view, BoardView) and board is not None:
            view.painter.show("advice", board.advice_marks(case.decision.point, case.objection.better))
            view.painter.show("ghosts", ())  # where the decision leads

    def marks(self, table: Table) -> bool:
        """Return whether the board of a table shows the better turn."""
        case = self.shown_case(table)
        return case is not None and case.explained and table.browsing.node == case.decision.before

    def _refresh(self, table: Table) -> None:
        game = self.games.shown
        if table is not game.table or not game.on_show:
            return
        if game.presenter.busy:  # it settles at its end
            self.shell.notice.set_lasting(self.games.waiting(table))
        else:
            game.settle()

    # What the person does ---------------------------------------------------------------------------------------------

    def no_answer(self) -> str:
        """Return why there is no objection to answer, or ""."""
        return "" if self.shown_case(self.games.table) is not None else words.SILENT

    def no_tutor(self) -> str:
        """Return why the tutor cannot judge the shown game, or ""."""
        session = self.games.table.session
        if session.follows is not None:
            return words.FOLLOWS
        return "" if judge_name(session.spec) else words.NO_JUDGE

    def explains(self) -> bool:
        """Return whether the better turn is shown."""
        case = self.shown_case(self.games.table)
        return case is not None and case.explained

    def undo(self) -> None:
        """Undo the whole decision."""
        table = self.games.table
        case = self.shown_case(table)
        if case is not None:
            self._drop(table, case, undone=True)
            table.browsing.node = None
            table.revise(lambda: _undo_to(table.session, case.decision.before))
            self.shell.focus_board()

    def undo_change(self, table: Table) -> Change | None:
        """Return the effect of Ctrl+Z: undo the whole decision."""
        return Change(self.undo, words.UNDO) if self.shown_case(table) is not None else None

    def toggle_why(self) -> None:
        """Show the better turn on the board with its reasons, or return to the position after the decision."""
        table = self.games.table
        case = self.shown_case(table)
        if case is None:
            return
        case.explained = not case.explained
        table.view_node(case.decision.before if case.explained else case.node)
        self.shell.focus_board()

    def keep(self) -> None:
        """Keep the decision, and let the game go on."""
        table = self.games.table
        case = self.shown_case(table)
        if case is not None:
            browsed = table.browsing.node is not None
            self._end(table, case)
            if browsed:
                table.view_node(table.session.here)
            self.shell.focus_board()


def _undo_to(session: Session, node: int) -> None:
    """Undo the changes since an earlier position, so that redo repeats them. Take the moves back if that fails."""
    document = session.document
    steps = len(document.tree.line_to(node))
    while session.here != node and not document.can_undo and document.undone_to() >= steps:
        session.undo()
    if session.here != node:
        session.take_back(node)
