"""Making a set of puzzles: each one is found, checked by a second bot and with a larger budget, and rated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

import bots
from bots.report import Limit
from workbench.puzzles import files, sets
from workbench.puzzles.answering import TRIES, bot_answer, check_by_bot, measured_difficulty
from workbench.puzzles.comparing import FACTOR, Effort, recheck
from workbench.puzzles.finding import Finder, Lead
from workbench.puzzles.question import Question
from workbench.puzzles.schema import Puzzle
from workbench.system import bounded, decoding, folders, limits, saving

PROGRESS = "puzzles-progress.json"
MAX_NOTES = 500  # jobs whose progress is remembered
PER_GAME = 3  # puzzles from one game
EASIEST = 700  # Elo; a beginner solves easier puzzles without thinking


def usual_check(spec: str) -> str:
    """Return the bot that checks puzzles: the strongest one, with its usual options; "" if there is none."""
    return bots.strongest(spec)


class Maker:
    """Makes puzzles from decisions.

    Args:
        effort: How carefully answers are compared; None for the usual effort of the game.
        check: The bot that checks every puzzle; None for the strongest one, "" for no check.
        limit: The limit of its decisions; None for its own.
        factor: The trials of the check with a larger budget, as a multiple of those of the proof; 0 for no check.
        tries: The answers of each level that measure the difficulty; 0 for no measurement.
        seed: The seed of everything.
        stopped: Called from time to time; True ends the work.

    Attributes:
        refused: How many decisions were no puzzle, by the reason.
    """

    def __init__(
        self, effort: Effort | None = None, check: str | None = None, limit: Limit | None = None, factor: int = FACTOR,
        tries: int = TRIES, seed: int = 1, stopped: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self.finder = Finder(effort, seed, stopped, self._advice)
        self.check, self.limit, self.factor, self.tries, self.seed = check, limit, factor, tries, seed
        self.stopped = stopped

    def _bot(self, spec: str) -> str:
        return usual_check(spec) if self.check is None else self.check

    def _advice(self, question: Question) -> list[tuple[str, ...]]:
        """Return the answer of the bot that checks the puzzle, so that the proof includes it."""
        bot = self._bot(question.point.spec)
        return [bot_answer(question, bot, self.seed, self.limit)] if bot else []

    @property
    def refused(self) -> Counter[str]:
        """How many decisions were no puzzle, by the reason."""
        return self.finder.refused

    def puzzle(self, lead: Lead, keeps_easy: bool = False) -> Puzzle | None:
        """Return the puzzle of a decision, or None.

        Args:
            lead: The decision.
            keeps_easy: Whether a puzzle that bots of all levels solve is a puzzle, as for a person's own mistake.

        Raises:
            BotError: There is no such bot for the check.
            BotFaultError: It fails.
        """
        puzzle = self.finder.puzzle(lead)
        if puzzle is None:
            return None
        bot = self._bot(puzzle.spec)
        if bot:
            checked = check_by_bot(puzzle, bot, self.seed, self.limit)
            if not checked.agrees:
                return self._refuse("the second bot disagrees")
            puzzle = replace(puzzle, proof=replace(puzzle.proof, checks=(checked,)))
        if self.tries:
            difficulty = measured_difficulty(puzzle, self.tries, self.seed, self.stopped)
            if difficulty is None:
                return self._refuse("refuted")
            if difficulty.rating < EASIEST and not keeps_easy:
                return self._refuse("too easy")
            puzzle = replace(puzzle, difficulty=difficulty)
        if self.factor:
            result = recheck(puzzle, self.factor, self.stopped)
            if result is None:
                return self._refuse("stopped")
            if result.refuted:
                return self._refuse("refuted")
            puzzle = result.puzzle
        return None if self.stopped() else puzzle

    def _refuse(self, why: str) -> Puzzle | None:
        self.refused[why] += 1
        return None


class Job(NamedTuple):
    """A resumable job that adds puzzles to a set.

    Attributes:
        file: The file of the set.
        key: Names the source and the options. A job with the same file and key continues.
        title: The title of a new set.
        size: The number of puzzles that the set should reach.
    """

    file: Path
    key: str
    title: str
    size: int


def run(
    job: Job,
    games: Callable[[int], Iterable[Lead] | None],
    maker: Maker,
    found: Callable[[Puzzle, int], None] = lambda puzzle, total: None,
    per_game: int = PER_GAME,
) -> int:
    """Make puzzles until the set has enough, the games end or the maker is stopped, and return the size of the set.

    The set is saved after each puzzle, and the progress after each game.

    Args:
        job: The job.
        games: Returns the decisions of a game by its number, from 0; None after the last game.
        maker: Makes the puzzles.
        found: Called with every new puzzle and the size of the set.
        per_game: The maximum number of puzzles from one game.

    Raises:
        PuzzleError: The file of the set is damaged.
        WriteError: The set cannot be saved.
    """
    current = files.read(job.file) if job.file.exists() else sets.new_set(job.title)
    game = progress_of(job)
    while len(current.puzzles) < job.size and not maker.stopped():
        leads = games(game)
        if leads is None:
            break
        known = {puzzle.id for puzzle in current.puzzles}
        last_turn, made = None, 0
        for lead in leads:
            if maker.stopped() or made >= per_game or len(current.puzzles) >= job.size:
                break
            turn = lead.point.turn, lead.point.seat
            if turn == last_turn:
                continue  # a second puzzle from the same turn would give the first one away
            puzzle = maker.puzzle(lead)
            if puzzle is None:
                continue
            last_turn, made = turn, made + 1
            if puzzle.id not in known:
                known.add(puzzle.id)
                sets.add_to(job.file, (puzzle,), job.title)  # perhaps another program adds puzzles too
                current = files.read(job.file)
                found(puzzle, len(current.puzzles))
        # A game in which the set became large enough is repeated, so that the set depends on its size alone.
        if not maker.stopped() and len(current.puzzles) < job.size:
            game += 1
            note_progress(job, game)
    return len(current.puzzles)


# Progress -------------------------------------------------------------------------------------------------------------

Noted = Annotated[dict[str, Annotated[int, Meta(ge=0)]], Meta(max_length=10 * MAX_NOTES)]


def _notes() -> dict[str, int]:
    try:
        plain = bounded.read_bytes(folders.state_path(PROGRESS), limits.SETTINGS_FILE)
        bounded.check_json(plain)
        return decoding.json_decoder(Noted).decode(plain)  # type: ignore[no-any-return]
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return {}


def progress_of(job: Job) -> int:
    """Return the number of the next game of a job; 0 if it is new or its set is gone."""
    return _notes().get(_name(job), 0) if job.file.exists() else 0


def note_progress(job: Job, game: int) -> None:
    """Remember the number of the next game of a job.

    Raises:
        WriteError: It cannot be saved.
    """
    notes = _notes()
    notes.pop(_name(job), None)
    notes[_name(job)] = game
    kept = dict(list(notes.items())[-MAX_NOTES:])
    saving.write(folders.state_path(PROGRESS), msgspec.json.format(msgspec.json.encode(kept)))


def _name(job: Job) -> str:
    return f"{job.file.absolute()} {job.key}"
