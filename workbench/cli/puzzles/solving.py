"""Solving puzzles at the terminal."""

from __future__ import annotations

from argparse import Namespace
from time import monotonic

from fastcore import IllegalMove
from workbench.cli.playing.voice import Voice
from workbench.cli.puzzles.listing import chosen_puzzles, find_puzzle, print_position
from workbench.cli.shared.output import spinner
from workbench.puzzles.hints import hints
from workbench.puzzles.practice import Practice
from workbench.puzzles.question import Question
from workbench.puzzles.reasons import reasons, verdict_sentence
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.verdicts import Verdict, verdict
from workbench.system.saving import WriteError
from workbench.system.translation import tr

HELP = tr("Type the moves of your answer, separated by spaces. Or type hint, answer, moves, skip or quit.")
NONE_LEFT = tr("No puzzle is due, and none is new.")
NO_PUZZLES = tr("There are no such puzzles.")


def solve(arguments: Namespace, name: str) -> int:
    """Let the person solve puzzles until they leave, or one puzzle by its name. Return the exit status."""
    voice, practice = Voice(), Practice.load()
    puzzles = [find_puzzle(arguments, name)] if name else chosen_puzzles(arguments)
    if not puzzles:
        print(NO_PUZZLES)
        return 0
    if practice.warning:
        voice.print_paragraph(practice.warning)
    skipped: set[str] = set()
    voice.print_paragraph(HELP)
    while True:
        puzzle = puzzles[0] if name and not skipped else practice.next_puzzle(puzzles, skipped=skipped)
        if puzzle is None:
            due = practice.next_due(puzzles)
            print(NONE_LEFT)
            if due is not None:
                print(tr("The next one is due on {date}.", date=due.astimezone().strftime("%Y-%m-%d %H:%M")))
            return 0
        skipped.add(puzzle.id)
        if not Attempt(puzzle, practice, voice).run():
            return 0
        if name:
            return 0


class Attempt:
    """One attempt at a puzzle."""

    def __init__(self, puzzle: Puzzle, practice: Practice, voice: Voice) -> None:
        self.puzzle, self.practice, self.voice = puzzle, practice, voice
        self.question = Question.of(puzzle)
        self.wrong, self.hints = 0, 0
        self.start = monotonic()

    def run(self) -> bool:
        """Read answers until one is right or the person gives up. Return False to leave."""
        print()
        rating = self.practice.rating_of(self.puzzle)
        print(tr("Puzzle {id}, rating {rating:.0f}", id=self.puzzle.id, rating=rating.value))
        print_position(self.puzzle, self.question)
        while True:
            line = self.voice.read_line("> ")
            word = "quit" if line is None else line.strip()
            if word == "quit":
                return False
            if word == "skip":
                return True
            if word == "hint":
                self.hint()
            elif word == "moves":
                print(" ".join(self.question.legal(())))
            elif word == "answer":
                self.finish(Verdict(self.puzzle.best, True, True), solved=False)
                return True
            elif word and self.judge(word.replace(",", " ").split()):
                return True

    def hint(self) -> None:
        """Print the next hint."""
        known = hints(self.puzzle, self.question)
        print(known[min(self.hints, len(known) - 1)].text)
        self.hints = min(self.hints + 1, len(known))

    def judge(self, moves: list[str]) -> bool:
        """Judge an answer, and return whether the puzzle is over."""
        try:
            if not self.question.is_complete(moves):
                print(tr("Not complete. Possible next moves: {moves}", moves=" ".join(self.question.legal(moves))))
                return False
        except IllegalMove as error:
            print(error)
            return False
        with spinner(tr("Comparing with the best answer")):
            found = verdict(self.puzzle, moves, self.question)
        assert found is not None, "nothing stops it"
        if not found.right:
            self.wrong += 1
            print(verdict_sentence(self.question, self.puzzle, found))
            return False
        self.finish(found, solved=True)
        return True

    def finish(self, found: Verdict, solved: bool) -> None:
        """Print the reasons and save the attempt."""
        sentences = reasons(self.puzzle, found, self.question)
        best = tr("Best: {moves}.", moves=" ".join(self.puzzle.best.moves))
        for sentence in sentences if solved else (best, *sentences[1:]):
            self.voice.print_paragraph(sentence)
        try:
            self.practice.record(self.puzzle, solved, self.wrong, self.hints, monotonic() - self.start)
        except WriteError as error:
            print(error)
        rating = self.practice.solver(self.puzzle.game)
        due = self.practice.due(self.puzzle)
        assert due is not None
        print(
            tr("Your rating: {rating:.0f} ± {margin:.0f}. This puzzle comes again on {date}.", rating=rating.value,
               margin=rating.margin, date=due.astimezone().strftime("%Y-%m-%d %H:%M"))
        )  # fmt: skip
