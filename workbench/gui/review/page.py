"""The Review page: accuracy of each player, mistakes by size, and the better move with its reasons."""

from __future__ import annotations

import tkinter
from functools import partial
from tkinter import ttk
from typing import ClassVar

from workbench.boards.kit.figures import SIGNED, format_evaluations
from workbench.gui.analyse.candidate_table import CandidateTable
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.review import mistake_rows, words
from workbench.gui.review.game_review import GameReview
from workbench.gui.review.luck_work import LuckWork
from workbench.gui.review.parts import ReviewHead, Summary
from workbench.gui.review.retry import Attempt, Stage
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.texts import keep_width
from workbench.review import facts, page
from workbench.review.judging import MIN_LOSS, Judged, judges, seconds_each
from workbench.review.review import Review
from workbench.review.shown_numbers import decision_numbers, mean_loss_text
from workbench.seen.names import side_name, side_names, with_player_names

TEXT = 112  # at 100 %: the height of the text that the list leaves
MIN_ROWS = 3  # rows of the list that the text leaves
GAPS = 4  # number of gaps between the parts of the page
FOLLOWS = 6  # moves shown of the expected line
COLUMNS = tuple(words.COLUMNS)
LEAST_LINE = 100  # width in pixels at 100 % below which the played moves are left out of the list


class ReviewPage:
    """The Review page."""

    name: ClassVar[str] = "review"
    title: ClassVar[str] = words.TITLE

    def __init__(self, shell: Shell, game_review: GameReview, luck: LuckWork) -> None:
        self.shell, self.game_review, self.luck = shell, game_review, luck

    @classmethod
    def unavailable_reason(cls, subject: Subject) -> str:
        """Return why the game cannot be reviewed, or ""."""
        return words.ONE_SEAT if subject.session.follows is not None else ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        """Create the heading, the list, the text and the buttons."""
        self.look, self.host = look, host
        self.key: tuple[object, ...] = ()
        self.sorted = "-value"  # the column that the list is sorted by, with "-" for descending order
        self.popup = Popup()
        px = look.px
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(2, weight=1)
        self.head = ReviewHead(self.frame, look)
        self.head.frame.grid(row=0, sticky="ew", pady=(0, px(6)))
        self.summary: Summary | None = None
        self.table = CandidateTable(
            self.frame, look, words.COLUMNS, lambda _: None, self._select, self._select, lambda *_: None, self._sort,
            self._tip, LEAST_LINE,
        )  # fmt: skip
        self.text = RichText(self.frame, look, (0, 0))
        for part in (self.frame, self.head.frame):
            part.bind("<Configure>", lambda _: self._share(), add="+")
        self.text.text.configure(font=look.fonts["text"], spacing2=px(2), spacing3=px(3))
        for tag, font in (("strong", "strong text"), ("quiet", "text")):
            self.text.text.tag_configure(tag, font=look.fonts[font])
        self.text.pack_propagate(False)
        self.foot = ttk.Frame(self.frame, style="Inner.TFrame")
        self.steps = ttk.Frame(self.foot, style="Inner.TFrame")
        self.second_row = ttk.Frame(self.foot, style="Inner.TFrame")  # for long labels
        self.buttons: dict[str, ttk.Button] = {}
        labels = {
            "last_mistake": words.EARLIER,
            "next_mistake": words.LATER,
            "better_line": words.BETTER,
            "retry_mistake": words.RETRY,
        }
        for name, label in labels.items():
            button = self.buttons[name] = ttk.Button(
                self.foot, text=label, style="House.TButton", takefocus=1, command=partial(self._run, name)
            )
            button.pack(in_=self.steps, side="left", padx=(0, px(6)))
        self.foot.bind("<Configure>", lambda _: self._fit_steps(), add="+")
        keep_width(self.buttons["better_line"], look, "strong text", (words.BETTER, words.HIDE_BETTER))
        self.more = ttk.Button(self.foot, text=words.MORE, style="House.TButton", takefocus=1, command=self._more)
        self.more.pack(side="right")
        self.foot.grid(row=5, sticky="ew", pady=(px(6), 0))
        return self.frame

    def _fit_steps(self) -> None:
        """Put the last two buttons into a second row if all are too wide for one."""
        gap, buttons = self.look.px(6), list(self.buttons.values())
        width = sum(button.winfo_reqwidth() + gap for button in buttons) + self.more.winfo_reqwidth()
        narrow = width > self.foot.winfo_width()
        for button in buttons[2:]:
            button.pack(in_=self.second_row if narrow else self.steps, side="left", padx=(0, gap))
        self.second_row.pack_forget()
        if narrow and self.steps.winfo_manager():
            self.second_row.pack(side="bottom", anchor="w", pady=(gap, 0), before=self.more)

    def _run(self, name: str) -> None:
        self.shell.commands.run(name)

    def update_buttons(self) -> None:
        """Enable the available buttons, and name what the button for the better turn does next."""
        commands = self.shell.commands
        for name, button in self.buttons.items():
            button.state(["disabled" if commands[name].why_not() else "!disabled"])
        is_shown = commands["better_line"].on
        label = words.HIDE_BETTER if is_shown is not None and is_shown() else words.BETTER
        if self.buttons["better_line"].cget("text") != label:
            self.buttons["better_line"].configure(text=label)

    # Display ----------------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        """Show the review of the game and the mistake in the viewed position."""
        game = self.game_review
        hidden = game.hidden()
        review = game.review
        attempt = game.retry.attempt
        shown = (
            None
            if review is None
            else attempt.mistake
            if attempt is not None
            else mistake_rows.decision_at(review.judged, subject.node)
        )
        settings = self.shell.settings
        count = len(review.judged) if review is not None else -1
        key = (
            subject.session, subject.session.document.tree.revision, subject.node, hidden, count, game.running,
            game.seat, self.sorted, game.retry.attempt, self.luck.report, game.is_secret(shown),
            settings.review_judge, settings.review_simulations,
        )  # fmt: skip
        if key == self.key:
            self.update_buttons()
            return
        self.key = key
        self.host.request_height(True)
        self._head(hidden, review)
        if review is not None:
            self._summary(review)
            self._list(review, shown)
        self._place_parts(review is not None)
        if review is not None:
            self._show_text(shown)
            self._share()
        self._mark(subject, game.shown)
        self.update_buttons()

    def _place_parts(self, known: bool) -> None:
        """Place the parts that need a review, or remove them.

        The progress is below the list, so that nothing in the list moves when the review ends.
        """
        if self.head.frame.winfo_manager():
            self.head.frame.grid_configure(row=4 if known else 0)
        for widget, row in ((self.table, 2), (self.text, 3)):
            if known and (widget is self.text or self.table.lines):
                widget.grid(row=row, sticky="nsew", pady=(self.look.px(6), 0))
            else:
                widget.grid_remove()
        if known:
            self.steps.pack(side="left")
            self._fit_steps()
        else:
            self.steps.pack_forget()
            self.second_row.pack_forget()
            if self.summary is not None:
                self.summary.frame.grid_remove()

    def _head(self, hidden: str, review: Review | None) -> None:
        """Show the state of the review and the matching button."""
        game, head, registry = self.game_review, self.head, self.shell.commands
        if reason := hidden or game.why_not():
            head.say(reason)
            head.offer("")
        elif review is None:
            head.say(words.INVITATION)
            command = registry["review"]
            head.offer(command.text, partial(self._run, "review"), True, command.meaning)
        elif game.running:
            head.say(words.running(len(review.judged), review.total))
            head.offer(words.STOP, partial(self._run, "review_stop"))
        elif not review.is_complete:
            head.say(words.stopped(len(review.judged), review.total))
            head.offer(words.GO_ON, game.continue_review, True)
        elif game.retry_target is None:
            self._offer_next_steps(review)
        else:
            head.say("")  # the space is for the mistakes; More… repeats the review
            head.offer("")

    def _offer_next_steps(self, review: Review) -> None:
        """Offer a review with more simulations, and another game: there is nothing to learn from this review."""
        head, games = self.head, self.shell.commands["games"]
        more = next((number for number in words.EFFORTS if number > review.simulations), None)
        if more is None:
            head.say(words.nothing(""))
            head.offer(words.ANOTHER_GAME, partial(self._run, games.name), True, games.meaning)
        else:
            head.say(words.LOOK_CLOSER)
            head.offer(words.CLOSER, partial(self._look_closer, more), True, words.effort(more))
            head.offer_other(words.ANOTHER_GAME, partial(self._run, games.name), games.meaning)

    def _look_closer(self, simulations: int) -> None:
        """Review the game again with more simulations."""
        self.game_review.select_judge(self.game_review.judge, simulations)
        self.game_review.repeat_review()

    def _summary(self, review: Review) -> None:
        session = self.game_review.session
        if self.summary is None:
            sides = side_names(session)
            self.summary = Summary(self.frame, self.look, sides, self._select_seat)
        self.summary.frame.grid(row=1, sticky="ew")
        self.summary.show(review.judged, self.game_review.seat)

    def _select_seat(self, seat: int | None) -> None:
        """List the mistakes of one seat, or of all seats if `seat` is None."""
        self.game_review.chosen_seat = seat
        self.host.refresh()

    def _list(self, review: Review, shown: Judged | None) -> None:
        lines = mistake_rows.rows(self.game_review.session, self.game_review.listed_decisions())
        chosen = str(shown.node) if shown is not None else ""
        columns = tuple(name for name in COLUMNS if name != "who" or self.game_review.seat is None)
        self.table.show(lines, columns, chosen, self.sorted.lstrip("-"), not self.sorted.startswith("-"))
        self._share()

    def _share(self) -> None:
        """Split the height: the list gets what it needs, but leaves some for the text, which takes the rest."""
        used = sum(part.winfo_reqheight() for part in self.frame.grid_slaves() if part not in (self.table, self.text))
        room = self.frame.winfo_height() - used - self.look.px(6 * GAPS)
        most = max(room - self.look.px(TEXT), self.table.height_of(MIN_ROWS))
        listed = min(self.table.full_height, most) if self.table.winfo_manager() else 0
        self.text.configure(height=max(1, room - listed))

    def _tip(self, column: str, move: str) -> str:
        """Return the full text of a cell that is cut off."""
        return self.table.cut_text(column, move)

    def _sort(self, column: str) -> None:
        """Sort by a column, or reverse the order if the list is sorted by it already."""
        self.sorted = column if self.sorted == f"-{column}" else f"-{column}"
        self.host.refresh()

    def _select(self, move: str) -> None:
        self.game_review.view_node(int(move))

    def _show_text(self, shown: Judged | None) -> None:
        text, session = self.text, self.game_review.session
        text.text.configure(state="normal")
        text.text.delete("1.0", "end")
        attempt = self.game_review.retry.attempt
        if attempt is not None:
            text.add(self._attempt_text(attempt))
            is_best = attempt.tried is not None and self._is_best(attempt.mistake, attempt.tried)
            if attempt.tried is not None and not is_best and not self.game_review.is_secret(attempt.mistake):
                _, *better = page.decision_sentences(session, attempt.mistake)
                reasons = page.reasons_for_best(session, attempt.mistake)
                text.add(with_player_names(session, "\n" + "\n".join([*better, *reasons])))
        elif shown is None:
            text.add(self._overview(), "quiet")
        else:
            if shown.loss < MIN_LOSS:  # the list has no row for it
                side = side_name(session, shown.seat)
                text.add(f"{words.head(page.turn_text(session, shown), side, words.NO_LOSS)}\n", "strong")
            played = next(
                (candidate for candidate in shown.judgement.report.candidates if candidate.move == shown.moves[0]), None
            )
            decided, *better = page.decision_sentences(session, shown)
            if self.game_review.is_secret(shown):
                better = [words.secret(decision_numbers(shown, session.point.seats).best)]
            lines = [decided, *better, *page.step_sentences(session, shown)]
            reasons = [] if self.game_review.is_secret(shown) else page.reasons_for_best(session, shown)
            if (
                played is not None
                and len(played.line) > len(shown.moves)
                and played.line[: len(shown.moves)] == shown.moves
            ):
                lines.append(words.expected_line(played.line[len(shown.moves) :][:FOLLOWS]))
            text.add(with_player_names(session, "\n".join([*lines, *reasons])))
        text.finish()

    def _attempt_text(self, attempt: Attempt) -> str:
        """Return the task or the result of a retry."""
        session, mistake, tried = self.game_review.session, attempt.mistake, attempt.tried
        if attempt.stage is Stage.MOVING:
            prompt = words.retry_prompt(side_name(session, mistake.seat))
            if attempt.last is None:
                return prompt
            return f"{prompt} {words.last_try(self._value_text(mistake, attempt.last.judgement.value))}"
        if tried is None:
            return words.failed(attempt.fault) if attempt.fault else words.JUDGING
        value, played = tried.judgement.value, mistake.judgement.value
        before, most = decision_numbers(mistake, session.point.seats)[:2]
        worth = self._value_text(mistake, value)
        change = 0.0 if worth == before else value - played
        return words.retry_result(worth, before, most, self._is_best(mistake, tried), change)

    def _value_text(self, mistake: Judged, value: float) -> str:
        """Return the value of a retry, with as many decimals as those of its mistake."""
        seats = self.game_review.session.point.seats
        least = decision_numbers(mistake, seats).digits - (0 if seats == 2 else SIGNED)
        return format_evaluations(seats, value, least=least)[0]

    def _is_best(self, mistake: Judged, tried: Judged) -> bool:
        """Return whether a tried turn is shown as good as the best one, so that no better turn is named."""
        best = decision_numbers(mistake, self.game_review.session.point.seats).best
        return tried.loss < MIN_LOSS or self._value_text(mistake, tried.judgement.value) == best

    def _overview(self) -> str:
        """Return the text shown if no mistake is selected: the content of the list and the mean losses."""
        game, review, luck = self.game_review, self.game_review.review, self.luck.report
        if game.running or review is None:
            return ""
        info, listed, person = game.session.point.info, game.listed_decisions(), mistake_rows.only_person(game.session)
        seats, target = game.session.point.seats, game.retry_target
        losses = [
            (side, mean_loss_text(review.judged, seat, seats)) for seat, side in enumerate(side_names(game.session))
        ]
        pick = (
            words.PICK
            if any(decision.size for decision in listed if game.own_seat in (None, decision.seat))
            else ""
            if target is None  # the heading says so
            else words.practice(
                side_name(game.session, target.seat),
                target.size,
                page.turn_text(game.session, target),
                decision_numbers(target, seats).loss,
                target.seat == person,
            )
        )
        if (
            person is not None
            and target is not None
            and not any(one.size for one in review.judged if one.seat == person)
        ):
            pick = f"{words.YOU_MADE_NONE} {pick}"
        result = (
            pick,
            *(page.fall_sentences(game.session, review.judged, luck.dice, game.seat) if luck is not None else ()),
            words.mean_losses(losses),
            *(page.luck_sentences(game.session, luck.dice) if luck is not None else ()),
        )
        judge = words.judge_sentence(review.simulations, seconds_each(review.judged))
        return " ".join(filter(None, result)) + "\n" + " ".join((judge, *facts.reliability(info)))

    def _mark(self, subject: Subject, shown: Judged | None) -> None:
        """Mark the better move on the board."""
        board, point = self.host.board, subject.point
        if self.game_review.retry.attempt is not None:
            self.host.show_marks(())  # they would give the better turn away
            return
        if self.game_review.is_secret(shown):
            self.host.show_marks(())
            return
        found = shown is not None and shown.loss >= MIN_LOSS
        better = found and board is not None and point is not None
        self.host.show_marks(board.advice_marks(point, shown.judgement.best) if better else None)  # type: ignore[union-attr, arg-type]

    def hide(self) -> None:
        """Reset the height and close the menu."""
        self.host.request_height(False)
        self.key = ()
        self.popup.close()

    # Menu -------------------------------------------------------------------------------------------------------------

    def _more(self) -> None:
        game, settings = self.game_review, self.shell.settings
        again = self.shell.commands["review_again"]
        choices = [MenuEntry(words.AGAIN, partial(self._run, again.name), again.key, not again.why_not())]
        choices += [
            MenuEntry(
                words.ticked(words.judged_by(name), name == game.judge),
                partial(game.select_judge, name, settings.review_simulations),
            )
            for name in judges(game.session.spec)
        ]
        choices += [
            MenuEntry(
                words.ticked(words.effort(number), number == settings.review_simulations),
                partial(game.select_judge, game.judge, number),
            )
            for number in words.EFFORTS
        ]
        export = self.shell.commands["review_export"]
        choices.append(MenuEntry(words.EXPORT, partial(self._run, export.name), export.key, not export.why_not()))
        self.popup.open(self.more, self.look, choices, self.more.winfo_rootx(), self.more.winfo_rooty())
