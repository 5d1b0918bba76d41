"""Reviewing games: a bot judges every turn, and a page of Analyse shows the losses and the better moves."""

from __future__ import annotations

from workbench.gui.analyse.mode import Analyse
from workbench.gui.analyse.page_kinds import PageKind
from workbench.gui.moves.feature import Moves
from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.review import words
from workbench.gui.review.game_review import GameReview
from workbench.gui.review.judged_marks import JudgedMarks
from workbench.gui.review.luck_page import LuckPage
from workbench.gui.review.luck_work import LuckWork
from workbench.gui.review.page import ReviewPage
from workbench.gui.review.quality_dots import QualityDots
from workbench.gui.review.saving import WebPageSaving
from workbench.gui.shell.commands import Command
from workbench.gui.shell.shell import Shell
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the page, the marks among the moves, and the commands."""
    analyse = shell.feature(Analyse)
    review = GameReview(shell, games, analyse)
    shell.add(review)
    dots = QualityDots(review, screen)
    shell.add(dots)
    markers = shell.feature(Moves).markers
    marks, saving = JudgedMarks(review), WebPageSaving(review)
    markers.add(marks)
    analyse.evaluation.judged_value = marks.value_at
    games.layers.judged_report = marks.report_at
    with_analyses = markers.add_analyses
    markers.add_analyses = lambda values: marks.with_judgements(with_analyses(values))
    luck = LuckWork(review)
    pages: list[ReviewPage] = []

    def make_page() -> ReviewPage:
        pages[:] = [ReviewPage(shell, review, luck)]
        return pages[0]

    analyse.pages.append(
        PageKind(
            ReviewPage.name,
            ReviewPage.title,
            lambda _: review.hidden(),
            make_page,
            words.page_tip,
            concerns_game=True,
        )
    )

    analyse.pages.append(
        PageKind(
            LuckPage.name,
            LuckPage.title,
            lambda _: review.hidden(),
            lambda: LuckPage(review, luck),
            words.luck_tip,
            concerns_game=True,
        )
    )

    def page_shown() -> bool:
        return analyse.column is not None and analyse.column.notebook.shown == ReviewPage.name

    def better_shown() -> bool:
        return analyse.on and analyse.on_board.previewing

    def toggle_better() -> None:
        if better_shown():
            analyse.on_board.show_line(())
        else:
            review.show_better()
        analyse.refresh()
        for page in pages:
            if page.frame.winfo_exists():  # a rebuilt column has a new page as soon as the page is opened
                page.update_buttons()

    add = shell.commands.add
    # fmt: off
    add(Command(
        "review", "analyse", tr("Review this game"),
        tr("Let a bot find the mistakes in this game, and better turns"),
        review.open_review,
        ("Ctrl+Shift+E",), review.why_not, group=2,
        search_words=tr("mistakes blunders accuracy report learn why lost annotate"),
    ))
    add(Command(
        "review_again", "analyse", tr("Review this game again"),
        tr("Repeat with other random numbers. Different results mean uncertain judgements."),
        review.repeat_review, (), review.no_repeat, group=2, search_words=tr("redo repeat noise sure"),
        listed=False,
    ))
    add(Command(
        "review_stop", "analyse", tr("Stop reviewing"), tr("Stop the review. Results so far are kept."),
        review.stop, (), lambda: "" if review.running else words.NOT_RUNNING, group=2,
        listed=False,
    ))
    add(Command(
        "next_mistake", "analyse", tr("Next mistake"), tr("Show the position before the next mistake in this game"),
        lambda: review.step(1), ("Alt+.",), review.no_step, group=2, search_words=tr("blunder error"),
        listed=page_shown,
    ))
    add(Command(
        "last_mistake", "analyse", tr("Previous mistake"), tr("Show the position before the previous mistake"),
        lambda: review.step(-1), ("Alt+,",), review.no_step, group=2, search_words=tr("blunder error previous"),
        listed=page_shown,
    ))
    add(Command(
        "better_line", "analyse", tr("Show better turn"),
        tr("Play the better turn on the board"), toggle_better, ("Y",),
        review.no_line, better_shown, group=2, listed=page_shown,
    ))
    add(Command(
        "keep_better", "analyse", tr("Keep the better turn as a variation"),
        tr("Add the better turn to the game as a variation"), review.keep_better,
        ("Ctrl+Shift+Y",), review.no_keeping, group=2, listed=False,
    ))
    add(Command(
        "retry_mistake", "analyse", tr("Retry this mistake"),
        tr("Play another turn on the board, and see its evaluation"), review.start_retry, (),
        review.no_retry, group=2, search_words=tr("learn practise again better puzzle"), listed=page_shown,
    ))
    add(Command(
        "review_export", "analyse", tr("Save the review as a web page…"),
        tr("Save the review as a web page with pictures of the board"), saving.export, (),
        saving.no_export, group=2, search_words=tr("html report share print browser"),
        listed=False,
    ))
    add(Command(
        "move_quality", "view", tr("Dots for reviewed moves"),
        tr("Show how good the latest moves were. Needs a review."),
        dots.toggle, on=lambda: shell.settings.move_quality, group=2,
        search_words=tr("quality mistakes blunders coloured teaching"), listed=False,
    ))
    # fmt: on
