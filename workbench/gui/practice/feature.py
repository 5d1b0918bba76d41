"""The commands for practising puzzles."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from workbench.gui.play.screen import Screen
from workbench.gui.play.tabs import Tabs
from workbench.gui.practice import words
from workbench.gui.practice.exercise import Exercise
from workbench.gui.practice.own_reviews import OwnReviews, ReviewsPage
from workbench.gui.practice.tab import PracticeLayer, PuzzleTab
from workbench.gui.practice.trainer import Choice
from workbench.gui.practice.view import STAND_INS
from workbench.gui.shell.commands import PRACTICE, TABS, Command
from workbench.gui.shell.shell import Shell
from workbench.positions.lists import PositionList
from workbench.puzzles import sets
from workbench.puzzles.files import SUFFIX
from workbench.puzzles.sets import SetEntry
from workbench.system.translation import tr


def install(shell: Shell, games: Tabs, screen: Screen) -> None:
    """Add the puzzle tab, its layer and its commands."""
    tab = PuzzleTab(shell, games, screen)
    games.layers.add(PracticeLayer(tab))
    shell.add(tab)
    actions = Actions(tab)
    instead = shell.commands.substitute

    def substitute(name: str) -> str:
        own = next((own for own, other in STAND_INS.items() if other == name), "") if tab.on else ""
        return own or instead(name)

    shell.commands.substitute = substitute
    trainer, add = tab.trainer, shell.commands.add
    # fmt: off
    add(Command(
        "practice", "analyse", words.PRACTICE, words.MEANING, tab.open, ("F5",), group=4,
        search_words=tr("puzzles training exercises problems learn tactics repetition"), modes=TABS,
        listed=lambda: not tab.on,
    ))
    add(Command(
        "puzzle_hint", "analyse", words.HINT, words.HINT_TIP, trainer.hint, (), actions.no_hint, modes=PRACTICE,
    ))
    add(Command(
        "puzzle_answer", "analyse", words.ANSWER, words.ANSWER_TIP, trainer.show_answer, (), actions.no_answer,
        modes=PRACTICE, search_words=tr("solution best turn"), order=1,
    ))
    add(Command(
        "puzzle_again", "analyse", words.AGAIN, words.AGAIN_TIP, trainer.try_again, (), actions.no_again,
        modes=PRACTICE, order=2,
    ))
    add(Command(
        "puzzle_next", "analyse", words.NEXT, words.NEXT_TIP, trainer.next_puzzle, (), actions.no_next,
        modes=PRACTICE, search_words=tr("skip another"), order=3,
    ))
    add(Command(
        "puzzle_submit", "analyse", words.SUBMIT, words.SUBMIT_TIP, actions.submit, (), actions.no_submit,
        modes=PRACTICE, listed=False,
    ))
    add(Command(
        "puzzle_sets", "analyse", words.SETS, words.SETS_TIP, actions.show_sets, group=5,
        search_words=tr("import export share open choose"), modes=TABS, listed=lambda: tab.on,
    ))
    add(Command(
        "puzzle_statistics", "analyse", words.STATISTICS_MENU, words.STATISTICS_TIP, actions.show_statistics, group=5,
        search_words=tr("puzzles rating solved first try due"), modes=TABS, listed=lambda: tab.on, order=1,
    ))
    add(Command(
        "review_all", "analyse", words.REVIEW_ALL, words.REVIEW_ALL_TIP, actions.show_reviews, group=5,
        search_words=tr("mistakes own games puzzles library"), modes=TABS, listed=lambda: tab.on, order=2,
    ))
    # fmt: on


class Actions:
    """The actions of the commands, and why they are unavailable.

    Args:
        tab: The puzzle tab.
    """

    def __init__(self, tab: PuzzleTab) -> None:
        self.tab, self.trainer, self.shell = tab, tab.trainer, tab.shell
        self.reviews = OwnReviews(self._on_reviewed, self._on_review_progress)
        self.shell.events.polled.connect(self.reviews.poll)
        self.shell.events.closing.connect(self.reviews.close)
        tab.games.openers.append(self.open_file)

    # Windows ----------------------------------------------------------------------------------------------------------

    def show_sets(self) -> None:
        """Show the sets of puzzles."""
        from workbench.gui.practice.sets_page import SetsPage  # imported here because importing it slows start-up

        shell = self.shell
        shell.pages.show("puzzle_sets", lambda: SetsPage(shell.root, shell.look, self.trainer, self.tab.practise))

    def show_statistics(self) -> None:
        """Show the statistics."""
        from workbench.gui.practice.statistics import StatisticsPage  # imported here for the same reason

        shell = self.shell
        game = self.trainer.choice.game or self.tab.games.table.info.id
        shell.pages.show("puzzle_statistics", lambda: StatisticsPage(shell.root, shell.look, self.trainer, game))

    def show_reviews(self) -> None:
        """Show the review of all own games."""
        shell = self.shell
        shell.pages.show("own_reviews", lambda: ReviewsPage(shell.root, shell.look, self.reviews))

    def _on_review_progress(self) -> None:
        page = self.shell.pages.open.get("own_reviews")
        if isinstance(page, ReviewsPage):
            page.show_progress()

    def _on_reviewed(self, message: str) -> None:
        page = self.shell.pages.open.get("own_reviews")
        if page is None or not page.winfo_exists():
            self.shell.notice.show(message)
        if self.trainer.sets is not None:
            self.trainer.load()

    def open_file(self, thing: Path | PositionList) -> bool:
        """Open a file with puzzles. Return False for anything else."""
        if not isinstance(thing, Path) or not thing.name.endswith(SUFFIX):
            return False

        def opened(entry: SetEntry) -> None:
            game = next((puzzle.game for puzzle in entry.puzzles), "")
            self.trainer.load(lambda: self.tab.practise(Choice(game, entry.name)) if game else self.show_sets())

        self.trainer.background.run(
            partial(sets.import_file, thing), opened, lambda error: self.shell.notice.show(words.refusal(error), True)
        )
        return True

    # Puzzle -----------------------------------------------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise | None:
        """The current exercise."""
        return self.trainer.exercise

    def no_hint(self) -> str:
        """Return why there is no hint, or ""."""
        exercise = self.exercise
        if exercise is None:
            return words.NO_PUZZLE
        if exercise.waits:
            return words.IS_JUDGED
        if exercise.is_over or exercise.judged is not None:
            return words.IS_OVER if exercise.is_over else words.AGAIN_FIRST
        return "" if exercise.solving.has_hint else words.NO_HINT_LEFT

    def no_answer(self) -> str:
        """Return why the best answer cannot be shown, or ""."""
        if self.exercise is None:
            return words.NO_PUZZLE
        return words.ANSWER_SHOWN if self.exercise.given_up else ""

    def no_again(self) -> str:
        """Return why the answer cannot begin again, or ""."""
        exercise = self.exercise
        if exercise is None:
            return words.NO_PUZZLE
        return "" if exercise.moves or exercise.judged is not None or exercise.given_up else words.NOTHING_TRIED

    def no_next(self) -> str:
        """Return why there is no next puzzle, or ""."""
        if self.trainer.is_loading or self.trainer.sets is None:
            return words.LOADING
        return "" if self.exercise is not None else words.NO_PUZZLE

    def submit(self) -> None:
        """Submit the plan."""
        if self.tab.view is not None:
            self.tab.view.submit()

    def no_submit(self) -> str:
        """Return why no plan can be submitted, or ""."""
        if self.exercise is None or self.tab.view is None or not self.exercise.writes_plan:
            return words.NO_PUZZLE if self.exercise is None else words.NO_PLAN
        return self.tab.view.no_submit()
