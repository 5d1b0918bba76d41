"""Solving puzzles at the terminal."""

from __future__ import annotations

from argparse import Namespace

from fastcore import IllegalMove
from workbench.cli.playing.voice import Voice
from workbench.cli.puzzles.listing import chosen_puzzles, find_puzzle, print_position, question_of
from workbench.cli.shared.output import spinner
from workbench.puzzles.hints import WHERE
from workbench.puzzles.practice import Practice
from workbench.puzzles.reasons import part_sentence, reasons, verdict_sentence
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.solving import Solving
from workbench.puzzles.verdicts import Verdict, verdict
from workbench.system.language.formats import format_moment
from workbench.system.saving import WriteError
from workbench.system.translation import core, fill, tr

HELP = tr("Type the moves of your answer, separated by spaces. Or type hint, answer, moves, skip or quit.")
NONE_LEFT = tr("No puzzle is due, and there are no new ones.")
NO_PUZZLES = tr("No puzzles match.")


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
                print(tr("The next one is due on {date}.", date=format_moment(due.astimezone())))
            return 0
        skipped.add(puzzle.id)
        if not Dialogue(puzzle, practice, voice).run():
            return 0
        if name:
            return 0


class Dialogue:
    """The conversation about one puzzle."""

    def __init__(self, puzzle: Puzzle, practice: Practice, voice: Voice) -> None:
        self.puzzle, self.practice, self.voice = puzzle, practice, voice
        question_of(puzzle)
        self.solving = Solving(puzzle)

    def run(self) -> bool:
        """Read answers until one is right or the person gives up. Return False to leave."""
        print()
        rating = self.practice.rating_of(self.puzzle)
        print(tr("Puzzle {id}, rating {rating:.0f}", id=self.puzzle.id, rating=rating.value))
        print_position(self.puzzle, self.solving.question)
        while True:
            line = self.voice.read_line("> ")
            word = "quit" if line is None else line.strip()
            if word in ("quit", "skip"):
                self.leave()
                return word == "skip"
            if word == "hint":
                hint = self.solving.hint()
                print(hint.text)
                if hint.degree == WHERE and hint.spots:
                    print(tr("The outlined places: {spots}.", spots=", ".join(hint.spots)))
            elif word == "help":
                self.voice.print_paragraph(HELP)
            elif word == "moves":
                print(" ".join(self.solving.legal))
            elif word == "answer":
                self.finish(Verdict(self.puzzle.best, True, self.puzzle.proof.trials, True))
                return True
            elif word and self.judge(word.replace(",", " ").split()):
                return True

    def leave(self) -> None:
        """Count the puzzle as unsolved if a hint or a wrong answer was given, as the window does."""
        if self.solving.wrong or self.solving.shown_hints:
            print(tr("The puzzle counts as unsolved."))
            self.save()

    def judge(self, moves: list[str]) -> bool:
        """Judge an answer, and return whether the puzzle is over."""
        solving = self.solving
        solving.moves.clear()
        try:
            for move in moves:
                solving.play(move)
            if not solving.is_complete:
                print(tr("Not complete. Possible next moves: {moves}", moves=" ".join(solving.legal)))
                return False
        except IllegalMove as error:
            print(tr("{move!r} is illegal: {reason}", move=error.move[:40], reason=core(error.reason)))
            return False
        with spinner(tr("Comparing with the best answer")):
            found = verdict(self.puzzle, solving.moves, solving.question)
        assert found is not None, "nothing stops it"
        tried = tuple(solving.moves)
        solving.count(found)
        if found.right:
            self.finish(found)
        else:
            print(verdict_sentence(solving.question, found))
            if part := part_sentence(solving.question, self.puzzle.best.moves, tried):
                print(part)
        return found.right

    def finish(self, found: Verdict) -> None:
        """Print the reasons and save the attempt."""
        sentences = reasons(self.puzzle, found, self.solving.question)
        best = tr("Best: {moves}.", moves=" ".join(self.puzzle.best.moves))
        for sentence in sentences if self.solving.solved else (best, *sentences[1:]):
            self.voice.print_paragraph(sentence)
        self.save()

    def save(self) -> None:
        """Save the attempt, and print the rating and when the puzzle returns."""
        try:
            self.solving.finish(self.practice)
        except WriteError as error:
            print(error)
        rating = self.practice.solver(self.puzzle.game)
        due = self.practice.due(self.puzzle)
        assert due is not None
        text = tr("Your rating: {rating:.0f} ± {margin:.0f}. This puzzle returns on {date}.")
        date = format_moment(due.astimezone())
        print(fill(text, rating=rating.value, margin=rating.margin, date=date))
