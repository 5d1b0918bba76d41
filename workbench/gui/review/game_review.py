"""The review of the shown game: who may see it, its mistakes, and stepping through them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Literal
from weakref import WeakKeyDictionary

from bots import Limit
from workbench.game.session import Session
from workbench.gui.analyse.mode import Analyse
from workbench.gui.play.tabs import Tabs
from workbench.gui.review import mistake_rows, words
from workbench.gui.review.outcome import outcome
from workbench.gui.review.retry import Retry, Stage
from workbench.gui.shell.background_jobs import BackgroundJobs
from workbench.gui.shell.shell import Shell
from workbench.gui.trust import consent
from workbench.records.seeds import new_seed
from workbench.review.judging import MIN_LOSS, Judged, better_line, judges, largest_losses
from workbench.review.review import Review, SessionReview, stored_review
from workbench.seen.names import side_name
from workbench.table.table import Table

SHOW_SECONDS = 0.2  # seconds between two updates of the screen
PAGE = "review"  # the page of the Analyse mode


class GameReview:
    """The review of the shown game, which also marks mistakes in the moves. A running review belongs to its table."""

    def __init__(self, shell: Shell, games: Tabs, analyse: Analyse) -> None:
        self.shell, self.games, self.analyse = shell, games, analyse
        self.background = BackgroundJobs()
        self.retry = Retry(self.background, self._attempt_changed)
        self._works: WeakKeyDictionary[Table, SessionReview] = WeakKeyDictionary()
        self._revealed: WeakKeyDictionary[Session, set[int]] = WeakKeyDictionary()
        self.chosen_seat: int | Literal["own"] | None = "own"  # whose mistakes are listed, None for all
        self.shown_at = 0.0
        self._found: tuple[tuple[object, ...], Review | None] = ((), None)
        analyse.on_board.hidden_candidates = self._hidden_candidates
        analyse.position.task = self._task
        shell.events.polled.connect(self.poll)
        shell.events.closing.connect(self.background.close)
        shell.events.game_closed.connect(self._closed)

    def _attempt_changed(self) -> None:
        """Show the stage of the attempt. A player who found the best turn may see it."""
        if (attempt := self.retry.attempt) is not None and attempt.tried is not None and attempt.tried.loss < MIN_LOSS:
            self.reveal(attempt.mistake)
        self.analyse.refresh()

    # What is shown of a mistake ---------------------------------------------------------------------------------------

    @property
    def on_page(self) -> bool:
        """Whether the Review page is shown."""
        return self.analyse.on and self.shell.settings.analyse_page == PAGE

    def reveal(self, decision: Judged) -> None:
        """Show the better turn of a decision from now on."""
        self._revealed.setdefault(self.session, set()).add(decision.decided[0])

    def is_secret(self, decision: Judged | None) -> bool:
        """Return whether the better turn is not shown yet, so that the user can look for it."""
        revealed = self._revealed.get(self.session, set())
        return decision is not None and decision.loss >= MIN_LOSS and decision.decided[0] not in revealed

    def _hidden_candidates(self) -> str:
        """Return why the candidates are hidden, or "": they would give the better turn away."""
        if self.retry.seeking:
            return words.RETRY_HIDES
        asked = self.analyse.position.analyses.enabled
        return words.SECRET_HIDES if self.on_page and not asked and self.is_secret(self.chosen) else ""

    def _task(self) -> str:
        """Return what the user can do now on the page, or ""."""
        attempt, commands = self.retry.attempt, self.shell.commands
        better, next_key = commands["better_line"].key, commands["next_mistake"].key
        if not self.on_page or self.hidden():
            return ""
        if self.analyse.on_board.previewing:
            return words.better_task(better)
        if attempt is None:
            shown = self.shown is not None and self.shown.loss >= MIN_LOSS
            return (
                words.secret_task(better) if self.is_secret(self.shown) else words.next_task(next_key) if shown else ""
            )
        if attempt.stage is Stage.JUDGED:
            secret = self.is_secret(attempt.mistake)
            return words.again_task(commands["undo"].key, better) if secret else words.next_task(next_key)
        side = side_name(self.session, attempt.mistake.seat)
        return words.retry_prompt(side) if attempt.stage is Stage.MOVING else words.JUDGING

    def _closed(self, table: Table) -> None:
        """Stop the review of a game whose tab was closed."""
        work = self._works.pop(table, None)
        if work is not None:
            work.stop()

    @property
    def session(self) -> Session:
        """The session of the shown game."""
        return self.games.table.session

    # State ------------------------------------------------------------------------------------------------------------

    @property
    def work(self) -> SessionReview | None:
        """The review that this tab started for this game, or None."""
        work = self._works.get(self.games.table)
        return work if work is not None and work.session is self.session else None

    @property
    def running(self) -> bool:
        """Whether the shown game is being reviewed."""
        return self.work is not None and self.work.running

    def hidden(self) -> str:
        """Return why the review may not be shown now, or ""."""
        if self.session.follows is not None:
            return words.ONE_SEAT
        return "" if self.games.table.screen.shows_reasons else words.COVERED

    def why_not(self) -> str:
        """Return why the game cannot be reviewed now, or "".

        While a game is being opened, no game can be reviewed.
        """
        if self.games.opening:
            return words.OPENING
        if self.games.layers.hides(self.games.table):
            return words.NOTHING
        if reason := self.hidden():
            return reason
        if not judges(self.session.spec):
            return words.NO_JUDGE
        nodes = self.session.document.tree.nodes
        return "" if any(nodes[node].actor >= 0 for node in self.session.document.main_line()) else words.NOTHING

    @property
    def review(self) -> Review | None:
        """The review so far, or None if there is none or it may not be shown."""
        if self.hidden():
            return None
        work = self.work
        if work is not None and work.running:
            return work.review
        now = (self.session, self.session.document.tree.revision)
        if self._found[0] != now:
            self._found = now, stored_review(self.session)
        return self._found[1]

    def listed_decisions(self) -> list[Judged]:
        """Return the mistakes, or else the decisions with the largest losses, largest loss first."""
        review = self.review
        return largest_losses(review.judged, self.seat) if review is not None else []

    @property
    def seat(self) -> int | None:
        """The only seat whose mistakes are listed, at first that of the only person, or None for all."""
        if self.chosen_seat == "own":
            return mistake_rows.only_person(self.session)
        return self.chosen_seat if self.chosen_seat in range(self.session.point.seats) else None

    @property
    def own_seat(self) -> int | None:
        """The only listed seat, or else the seat of the only person, or None."""
        return self.seat if self.seat is not None else mistake_rows.only_person(self.session)

    @property
    def retry_target(self) -> Judged | None:
        """The decision to retry if none is selected, or None."""
        return mistake_rows.retry_target(self.review.judged, self.own_seat) if self.review is not None else None

    @property
    def side(self) -> str:
        """The name of the only listed seat, or "" for all."""
        return side_name(self.session, self.seat) if self.seat is not None else ""

    @property
    def shown(self) -> Judged | None:
        """The judged decision in the viewed position, or None."""
        judged, at = self.review.judged if self.review is not None else (), self.games.table.browsing.shown_node
        return next((decision for decision in judged if decision.node == at), None)

    def sizes(self) -> Mapping[int, str]:
        """Return the size of each mistake by the node of the move that lost most."""
        judged = self.review.judged if self.review is not None else ()
        return {decision.costly_node: decision.size for decision in judged if decision.size}

    # Reviewing --------------------------------------------------------------------------------------------------------

    @property
    def judge(self) -> str:
        """The judging bot: the selected one, or the strongest available, or ""."""
        chosen = self.shell.settings.review_judge
        available = judges(self.session.spec)
        return chosen if chosen in available else available[0] if available else ""

    def select_judge(self, judge: str, simulations: int) -> None:
        """Select the judge and its simulations per decision."""
        self.shell.settings.review_judge, self.shell.settings.review_simulations = judge, simulations
        self.analyse.refresh()

    def open_review(self) -> None:
        """Show the review of this game, and judge the remaining decisions."""
        self._turn_to_page()
        if not self.running and (self.review is None or not self.review.is_complete):
            self.start_review() if self.review is None else self.continue_review()
        self.analyse.refresh()

    def _turn_to_page(self) -> None:
        if not self.analyse.on:
            self.analyse.enter()
        self.analyse.screen.side.close()  # a side page would hide the review
        self.shell.settings.analyse_page = PAGE

    def continue_review(self) -> None:
        """Judge the remaining decisions with the same judge and simulations."""
        review = self.review
        if review is not None:  # the judge and its simulations may come from an untrusted record
            usual = review.simulations <= self.shell.settings.review_simulations
            limit = None if usual else Limit(simulations=review.simulations)
            consent.ask_then_run(
                self.shell, (review.judge,), limit, lambda: self.start_review(review.judge, review.simulations)
            )

    def no_repeat(self) -> str:
        """Return why the review cannot be repeated, or ""."""
        return self.why_not() or (words.NONE_YET if self.review is None else words.RUNNING if self.running else "")

    def repeat_review(self) -> None:
        """Judge all decisions again with another seed. A different result indicates an uncertain judgement."""
        self._turn_to_page()
        self.start_review(seed=new_seed(), repeat=True)

    def start_review(self, judge: str = "", simulations: int = 0, seed: int = 1, repeat: bool = False) -> None:
        """Start a review.

        Args:
            judge: The bot, or "" for the selected one.
            simulations: The simulations per decision, or 0 for the selected number.
            seed: The seed of the judge.
            repeat: Whether to judge again the decisions that are judged already.
        """
        self.stop()
        try:
            strength = simulations or self.shell.settings.review_simulations
            work = SessionReview(self.session, judge or self.judge, strength, seed, repeat)
            self._works[self.games.table] = work
        except ValueError as error:
            self.shell.status.show_detail(words.failed(str(error)), True)
        self.analyse.refresh()

    def stop(self) -> None:
        """Stop the review and keep what was judged."""
        if self.work is not None:
            self.work.stop()
            self._show_result()

    def poll(self) -> None:
        """Receive judgements in all tabs, and show those of the shown game."""
        self.background.deliver_next()
        self.retry.watch(self.session, self.games.table.browsing.shown_node)
        for table, work in list(self._works.items()):
            if not work.running:
                continue
            new = work.poll()
            if table is not self.games.table:
                continue
            if not work.running:
                self._show_result()
                self.shell.status.show_detail(
                    words.failed(work.fault) if work.fault else outcome(work), bool(work.fault)
                )
            elif new and monotonic() - self.shown_at >= SHOW_SECONDS:
                self.shown_at = monotonic()
                self.analyse.refresh()

    def _show_result(self) -> None:
        """Show the result of a review in every view of the moves."""
        self.games.shown.display.report_notes()
        self.analyse.refresh()

    # Stepping through mistakes ----------------------------------------------------------------------------------------

    def _next(self, by: int) -> Judged | None:
        """Return the next or previous mistake from the viewed position, or None. The search wraps around."""
        session, at = self.session, self.games.table.browsing.shown_node
        line = (0, *session.document.main_line())
        path = [node for node in (0, *session.document.line_to(at)) if node in line]
        current = line.index(path[-1])
        on_main_line = path[-1] == at  # in a variation, the mistake that it replaces is the previous one
        place_of = {node: place for place, node in enumerate(line)}
        places = sorted(
            (place_of[decision.node], decision) for decision in self.listed_decisions() if decision.node in place_of
        )
        if by > 0:
            return next((decision for place, decision in places if place > current), places[0][1] if places else None)
        earlier = (
            decision
            for place, decision in reversed(places)
            if place < current or (place == current and not on_main_line)
        )
        return next(earlier, places[-1][1] if places else None)

    def no_step(self) -> str:
        """Return why there is no mistake to show, or ""."""
        if reason := self.hidden():
            return reason
        if self.review is None:
            return words.NONE_YET
        return "" if self.listed_decisions() else words.nothing(self.side)

    def step(self, by: int) -> None:
        """Show the next mistake, or the previous one if `by` is -1."""
        mistake = self._next(by)
        if mistake is not None:
            self.view_mistake(mistake)

    def view_mistake(self, mistake: Judged) -> None:
        """Show the position before a mistake."""
        self.view_node(mistake.node)

    def view_node(self, node: int) -> None:
        """Show a position of the game beside the review."""
        self._turn_to_page()
        if self.session.document.has_node(node):
            self.games.table.view_node(node)

    @property
    def chosen(self) -> Judged | None:
        """The decision that is retried, or else the judged decision in the viewed position, or None."""
        return self.retry.attempt.mistake if self.retry.attempt is not None else self.shown

    def no_better(self) -> str:
        """Return why there is no better move to show, or ""."""
        if reason := self.hidden() or ("" if self.review is not None else words.NONE_YET):
            return reason
        if self.chosen is not None:
            return "" if self.chosen.loss >= MIN_LOSS else words.NOTHING_BETTER
        return words.NO_MISTAKE if self.listed_decisions() else words.nothing(self.side)

    def no_line(self) -> str:
        """Return why the better line cannot be shown, or "". A secret one can always be revealed."""
        chosen, document = self.chosen, self.session.document
        unknown = (
            self.analyse.on and chosen is not None and document.viewpoint_at(chosen.node, chosen.seat).state is None
        )
        return self.no_better() or (words.HIDDEN_LINE if unknown and not self.is_secret(chosen) else "")

    def no_keeping(self) -> str:
        """Return why the better line cannot be kept, nor the mistake retried, or ""."""
        at_mistake = self.retry.attempt is None and self.analyse.on
        return self.no_better() or (self.analyse.on_board.no_trying if at_mistake else "")

    def no_retry(self) -> str:
        """Return why no mistake can be retried, or ""."""
        if self.chosen is not None and self.chosen.loss >= MIN_LOSS:
            return self.no_keeping()
        return self.hidden() or (
            "" if self.retry_target is not None else words.nothing("") if self.review else words.NONE_YET
        )

    def start_retry(self) -> None:
        """Let the player find a better turn on the board than the shown mistake, or else than the largest one."""
        if (self.chosen is None or self.chosen.loss < MIN_LOSS) and self.retry_target is not None:
            self.view_mistake(self.retry_target)
        mistake, review = self._begin(), self.review
        if mistake is not None and review is not None:
            self.retry.start(self.session, mistake, review.judge, review.simulations)

    def _begin(self) -> Judged | None:
        """View the position before the chosen decision in the Analyse mode. End an attempt. Return the decision."""
        if not self.analyse.on:
            self.open_review()
        decision = self.chosen
        self.retry.stop()
        self.analyse.on_board.show_line(())
        if decision is not None and self.games.table.browsing.shown_node != decision.node:
            self.view_mistake(decision)
        return decision

    def show_better(self) -> None:
        """Play the better line out on the board."""
        self._with_better(self.analyse.on_board.show_line)

    def keep_better(self) -> None:
        """Keep the better line as a variation."""
        self._with_better(self.analyse.on_board.keep_line)

    def _with_better(self, call: Callable[[Sequence[str]], None]) -> None:
        """Reveal the better line of the chosen decision, and call a function with it in the Analyse mode."""
        decision = self._begin()
        if decision is not None:
            self.reveal(decision)
            self.analyse.refresh()
            call(better_line(decision))
