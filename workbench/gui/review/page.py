"""The Review page: accuracy of each player, mistakes by size, and the better move with its reasons."""

from __future__ import annotations

import tkinter
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import ClassVar

from workbench import boards
from workbench.boards.kit.figures import percents
from workbench.gui.analyse.candidate_table import CandidateRow, CandidateTable
from workbench.gui.analyse.pages.page import PageHost, Subject
from workbench.gui.look.look import Look
from workbench.gui.review import words
from workbench.gui.review.game_review import GameReview
from workbench.gui.shell.shell import Shell
from workbench.gui.widgets.menus import MenuEntry, Popup
from workbench.gui.widgets.rich_text import RichText
from workbench.gui.widgets.texts import wrap
from workbench.gui.widgets.tips import Tip
from workbench.review import facts, page
from workbench.review.judging import LEAST, Judged, accuracy, counted, judges, seconds_each
from workbench.review.review import Review

TEXT, PICK = 124, 64  # the least height of what is said about a mistake, and of all where none is chosen, at 100 %
GAPS = 4  # between the parts of the page
FOLLOWS = 6  # moves that are told of what would have followed
COLUMNS = tuple(words.COLUMNS)


class ReviewPage:
    name: ClassVar[str] = "review"
    title: ClassVar[str] = words.TITLE

    def __init__(self, shell: Shell, game_review: GameReview) -> None:
        self.shell, self.game_review = shell, game_review

    @classmethod
    def fits(cls, subject: Subject) -> str:
        return words.ONE_SEAT if subject.session.follows is not None else ""

    def build(self, parent: tkinter.Misc, look: Look, host: PageHost) -> tkinter.Misc:
        self.look, self.host = look, host
        self.key: tuple[object, ...] = ()
        self.sorted = "-value"  # the column that the list is sorted by, "-" before it: the most first
        self.popup = Popup()
        px = look.px
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.frame.rowconfigure(2, weight=1)
        self.head = ReviewHead(self.frame, look)
        self.head.frame.grid(row=0, sticky="ew", pady=(0, px(6)))
        self.summary: Summary | None = None
        self.table = CandidateTable(
            self.frame,
            look,
            words.COLUMNS,
            lambda _: None,
            self._go,
            self._go,
            lambda *_: None,
            self._sort,
            self._tip,
            folds=True,
        )
        self.text = RichText(self.frame, look, (0, 0))
        for part in (self.frame, self.head.frame):
            part.bind("<Configure>", lambda _: self._share(), add="+")
        self.text.text.configure(font=look.fonts["text"], spacing2=px(2), spacing3=px(3))
        for tag, font in (("strong", "strong text"), ("quiet", "text")):
            self.text.text.tag_configure(tag, font=look.fonts[font])
        self.text.pack_propagate(False)
        self.foot = ttk.Frame(self.frame, style="Inner.TFrame")
        self.steps = ttk.Frame(self.foot, style="Inner.TFrame")
        self.buttons: dict[str, ttk.Button] = {}
        labels = {
            "last_mistake": words.EARLIER,
            "next_mistake": words.LATER,
            "better_line": words.BETTER,
            "keep_better": words.KEEP,
        }
        for name, label in labels.items():
            button = self.buttons[name] = ttk.Button(
                self.steps, text=label, style="House.TButton", takefocus=1, command=partial(self._run, name)
            )
            button.pack(side="left", padx=(0, px(6)))
        self.more = ttk.Button(self.foot, text=words.MORE, style="House.TButton", takefocus=1, command=self._more)
        self.more.pack(side="right")
        self.foot.grid(row=4, sticky="ew", pady=(px(6), 0))
        return self.frame

    def _run(self, name: str) -> None:
        self.shell.commands.run(name)

    # What is shown ----------------------------------------------------------------------------------------------------

    def show(self, subject: Subject) -> None:
        game = self.game_review
        hidden = game.hidden()
        review, shown = game.review, game.shown
        settings = self.shell.settings
        count = len(review.judged) if review is not None else -1
        key = (
            subject.session,
            subject.session.document.tree.revision,
            subject.node,
            hidden,
            count,
            game.running,
            game.seat,
            self.sorted,
            settings.review_judge,
            settings.review_simulations,
        )
        if key == self.key:
            return
        self.key = key
        self.host.give_room(True)
        self._head(hidden, review)
        if review is not None:
            self._summary(review)
            self._list(review, shown)
        self._put(review is not None)
        if review is not None:
            self._tell(shown)
        self._mark(subject, shown)
        for name, button in self.buttons.items():
            button.state(["disabled" if self.shell.commands[name].why_not() else "!disabled"])

    def _put(self, known: bool) -> None:
        """Put in their places what there is only with a review."""
        for widget, row in ((self.table, 2), (self.text, 3)):
            if known:
                widget.grid(row=row, sticky="nsew", pady=(self.look.px(6), 0))
            else:
                widget.grid_remove()
        if known:
            self.steps.pack(side="left")
        else:
            self.steps.pack_forget()
            if self.summary is not None:
                self.summary.frame.grid_remove()

    def _head(self, hidden: str, review: Review | None) -> None:
        """What is the case, and the one button that fits."""
        game, head, registry = self.game_review, self.head, self.shell.commands
        if reason := hidden or game.why_not():
            head.say(reason)
            head.offer("")
        elif review is None:
            head.say(words.invites(game.judge, self.shell.settings.review_simulations))
            command = registry["review"]
            head.offer(command.text, partial(self._run, "review"), True, command.meaning)
        elif game.running:
            head.say(words.begun(len(review.judged), review.of))
            head.offer(words.STOP, partial(self._run, "review_stop"))
        elif not review.whole:
            head.say(words.stopped(len(review.judged), review.of))
            head.offer(words.GO_ON, game.go_on, True)
        else:
            head.say(
                words.made(review.judge, review.simulations, seconds_each(review.judged)),
                " ".join(facts.how_sure(game.session.point.info)),
            )
            again = words.again(registry["review_again"].meaning, game.judge, self.shell.settings.review_simulations)
            head.offer(words.AGAIN, partial(self._run, "review_again"), False, again)

    def _summary(self, review: Review) -> None:
        session = self.game_review.session
        info = session.point.info
        if self.summary is None:
            sides = [boards.side(info, seat) for seat in range(session.point.seats)]
            self.summary = Summary(self.frame, self.look, sides, self._only)
        self.summary.frame.grid(row=1, sticky="ew")
        self.summary.show(review.judged, self.game_review.seat)

    def _only(self, seat: int | None) -> None:
        """Mistakes of this seat alone; None: of all."""
        self.game_review.only = seat
        self.host.refresh()

    def _list(self, review: Review, shown: Judged | None) -> None:
        lines = [self._line(one) for one in self.game_review.listed()]
        chosen = str(shown.node) if shown is not None else ""
        columns = tuple(name for name in COLUMNS if name != "who" or self.game_review.seat is None)
        self.table.show(lines, columns, chosen, self.sorted.lstrip("-"), not self.sorted.startswith("-"))
        self._share()

    def _share(self) -> None:
        """What the list does not need of the height the words below it have."""
        least = self.look.px(TEXT if self.game_review.shown is not None else PICK)
        taken = sum(part.winfo_reqheight() for part in self.frame.grid_slaves() if part not in (self.table, self.text))
        room = self.frame.winfo_height() - taken - self.look.px(6 * GAPS)
        self.table.give_room(room - least)
        self.text.configure(height=max(least, room - self.table.whole))

    def _line(self, one: Judged) -> CandidateRow:
        session = self.game_review.session
        decided = page.named(session, one)[0]
        side = boards.side(session.point.info, one.seat)
        cells = {
            "turn": page.when(session, one),
            "who": side,
            "size": one.size or words.SMALL,
            "value": page.lost(one.loss, session.point.seats),
            "line": decided,
        }
        keys: dict[str, float | str] = {
            "turn": one.node,
            "who": one.seat,
            "size": one.loss,
            "value": one.loss,
            "line": decided,
        }
        return CandidateRow(str(one.node), cells, keys)

    def _tip(self, column: str, move: str) -> str:
        """Words that are cut, whole."""
        text = next((line.cells[column] for line in self.table.lines if line.move == move), "")
        return text if text and self.table.cut(column, text) else ""

    def _sort(self, column: str) -> None:
        """By this column; by the other end of it where it was that already."""
        self.sorted = column if self.sorted == f"-{column}" else f"-{column}"
        self.host.refresh()

    def _go(self, move: str) -> None:
        one = next((one for one in self.game_review.listed() if str(one.node) == move), None)
        if one is not None:
            self.game_review.go(one)

    def _tell(self, shown: Judged | None) -> None:
        text, session = self.text, self.game_review.session
        text.text.configure(state="normal")
        text.text.delete("1.0", "end")
        if shown is None:
            text.add(self._in_all(), "quiet")
        else:
            info, seat = session.point.info, shown.seat
            side = boards.side(info, seat)
            size = shown.size or (page.SMALL_LOSS if shown.loss >= LEAST else words.NO_LOSS)
            text.add(f"{words.head(page.when(session, shown), side, size)}\n", "strong")
            played = next((one for one in shown.judgement.report.candidates if one.move == shown.moves[0]), None)
            told = [*page.told(session, shown)]
            if (
                played is not None
                and len(played.line) > len(shown.moves)
                and played.line[: len(shown.moves)] == shown.moves
            ):
                told.append(words.went_on(played.line[len(shown.moves) :][:FOLLOWS]))
            text.add("\n".join([*told, *page.why(session, shown)]))
        text.close()

    def _in_all(self) -> str:
        """What the list is, and what was given away in all."""
        game, review = self.game_review, self.game_review.review
        if game.running or review is None:
            return ""
        info, listed = game.session.point.info, game.listed()
        told = [
            (boards.side(info, seat), sum(one.loss for one in review.judged if one.seat == seat))
            for seat in range(game.session.point.seats)
        ]
        pick = (
            words.PICK if any(one.size for one in listed) else words.SMALL_ONES if listed else words.nothing(game.side)
        )
        return " ".join(
            (pick, *page.falls_told(game.session, review.judged, game.seat), words.in_all(told), *facts.how_sure(info))
        )

    def _mark(self, subject: Subject, shown: Judged | None) -> None:
        """Show on the board what was better."""
        board, point = self.host.board, subject.point
        better = shown is not None and shown.loss >= LEAST and board is not None and point is not None
        self.host.show_marks(board.advice(point, shown.judgement.best) if better else None)  # type: ignore[union-attr, arg-type]

    def hide(self) -> None:
        self.host.give_room(False)
        self.key = ()
        self.popup.close()

    # What else can be done --------------------------------------------------------------------------------------------

    def _more(self) -> None:
        game, settings = self.game_review, self.shell.settings
        choices = [
            MenuEntry(
                words.ticked(words.judged_by(name), name == game.judge),
                partial(game.choose, name, settings.review_simulations),
            )
            for name in judges(game.session.spec)
        ]
        choices += [
            MenuEntry(
                words.ticked(words.effort(number), number == settings.review_simulations),
                partial(game.choose, game.judge, number),
            )
            for number in words.EFFORTS
        ]
        export = self.shell.commands["review_export"]
        choices.append(MenuEntry(words.EXPORT, partial(self._run, export.name), export.key, not export.why_not()))
        self.popup.open(self.more, self.look, choices, self.more.winfo_rootx(), self.more.winfo_rooty())


class ReviewHead:
    """`button` is at the right of the words, or, where it is what somebody comes here for, below them and in the
    colour of that."""

    def __init__(self, parent: tkinter.Misc, look: Look) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.frame.columnconfigure(0, weight=1)
        self.words = ttk.Label(self.frame, style="CardSmall.TLabel", justify="left")
        self.words.grid(row=0, column=0, sticky="ew")
        wrap(self.words)
        self.button = ttk.Button(self.frame, style="House.TButton", takefocus=1)
        self.tips = {self.words: "", self.button: ""}
        for widget in (self.words, self.button):
            Tip(look, widget, lambda widget=widget: self.tips[widget])  # type: ignore[misc]

    def say(self, text: str, tip: str = "") -> None:
        """Say what is the case, "" for nothing."""
        self.words.configure(text=text)
        self.tips[self.words] = tip
        if text:
            self.frame.grid()
        else:
            self.frame.grid_remove()

    def offer(self, label: str, call: Callable[[], None] | None = None, main: bool = False, tip: str = "") -> None:
        """Put this on the button; without words there is none."""
        self.tips[self.button] = tip
        if not label:
            self.button.grid_remove()
            return
        px = self.look.px
        self.button.configure(
            text=label, command=call or (lambda: None), style="Main.TButton" if main else "House.TButton"
        )
        if main:
            self.button.grid(row=1, column=0, sticky="w", padx=0, pady=(px(12), 0))
        else:
            self.button.grid(row=0, column=1, sticky="ne", padx=(px(8), 0), pady=0)


class Summary:
    """`only` is told the seat that is chosen, None for all."""

    def __init__(
        self, parent: tkinter.Misc, look: Look, sides: Sequence[str], only: Callable[[int | None], None]
    ) -> None:
        self.look = look
        self.frame = ttk.Frame(parent, style="Inner.TFrame")
        self.buttons: dict[int | None, ttk.Button] = {}
        self.numbers: list[list[ttk.Label]] = []
        self.frame.columnconfigure(0, weight=1)
        for column in range(1, len(words.HEADS) + 1):
            self.frame.columnconfigure(column, minsize=look.px(76))
            label = ttk.Label(self.frame, text=words.HEADS[column - 1], style="CardSmall.TLabel", anchor="e")
            label.grid(row=0, column=column, sticky="e", padx=(look.px(10), 0))
        for row, (seat, side) in enumerate(((None, words.EVERYBODY), *enumerate(sides))):
            button = self.buttons[seat] = ttk.Button(
                self.frame, text=side, style="Page.TButton", takefocus=1, command=partial(only, seat)
            )
            button.grid(row=row, column=0, sticky="w")
            if seat is None:
                continue
            labels = [
                ttk.Label(self.frame, style="CardStrong.TLabel" if column == 1 else "CardText.TLabel", anchor="e")
                for column in range(1, 5)
            ]
            for column, label in enumerate(labels, 1):
                label.grid(row=row, column=column, sticky="e", padx=(look.px(10), 0))
            self.numbers.append(labels)

    def show(self, judged: Sequence[Judged], chosen: int | None) -> None:
        for seat, labels in enumerate(self.numbers):
            mine = [one for one in judged if one.seat == seat]
            decided = any(not one.forced for one in mine)
            texts = [percents(accuracy(mine))[0] if decided else "–", *map(str, counted(mine).values())]
            for label, text in zip(labels, texts, strict=True):
                if label.cget("text") != text:
                    label.configure(text=text)
        for one, button in self.buttons.items():
            button.state(["selected" if one == chosen else "!selected"])
