"""The texts of the practice with puzzles."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from workbench.puzzles.files import PuzzleError
from workbench.puzzles.practice import Counts
from workbench.puzzles.question import Unit
from workbench.results.rating import Rating
from workbench.system.language.formats import format_number, format_percent, format_time
from workbench.system.sentences import as_sentence
from workbench.system.translation import core, tr, trn

PUZZLES = tr("Puzzles")
PRACTICE = tr("Practice puzzles")
MEANING = tr("Find the best move in positions from games")
IN_PRACTICE = tr("This tab shows puzzles. Close it with Ctrl+W.")
NOT_PRACTISING = tr("You are not practising puzzles.")
DOT = " · "

# Buttons
HINT = tr("Hint")
HINT_TIP = tr("Get the next hint. After hints, the puzzle returns sooner.")
ANSWER = tr("Show answer")
ANSWER_TIP = tr("Show the best answer. The puzzle counts as unsolved.")
ANSWER_AFTER = tr("Show the best answer on the board")
AGAIN = tr("Try again")
AGAIN_TIP = tr("Go back to the position of the puzzle")
NEXT = tr("Next puzzle")
NEXT_TIP = tr("Show another puzzle")
SETS = tr("Puzzle sets…")
SETS_SHORT = tr("Sets…")
SETS_TIP = tr("Choose other puzzles, open a file or share a set")
STATISTICS = tr("Statistics")
STATISTICS_MENU = tr("Practice statistics…")
STATISTICS_TIP = tr("Solved puzzles, and your rating over time")
SUBMIT = tr("Check plan")
SUBMIT_TIP = tr("Check whether your plan is right")

# Why a command is unavailable
NO_PUZZLE = tr("No puzzle is due.")
NO_HINT_LEFT = tr("There are no more hints.")
IS_OVER = tr("The puzzle is over. Go to the next one.")
IS_JUDGED = tr("Your answer is being checked.")
AGAIN_FIRST = tr("Press Try again first.")
NO_PLAN = tr("This puzzle does not need a plan.")
NOTHING_TRIED = tr("Play an answer first.")
ANSWER_SHOWN = tr("The board shows the best answer.")
NOTHING_UNDONE = tr("There is no move of your answer to undo.")
NOTHING_REDONE = tr("There is no move to redo.")
PLAN_INCOMPLETE = tr("The plan is incomplete.")

# Sentences in the status bar
JUDGING = tr("Checking your answer…")
LOADING = tr("Loading the next puzzle…")
SOLVED = tr("Solved. Press Enter for the next puzzle.")
SOLVED_WITH_HELP = tr("Solved with help, so it counts as a loss. Press Enter.")
WRONG = tr("Not right yet. Try again or show the answer.")
SHOWN = tr("This is the best answer. Press Enter for the next puzzle.")
PLAN_COMPLETE = tr("Plan complete. Press Check plan, or undo a line.")
YOUR_TURN = tr("Your turn")
BESIDE = tr("Your turn: choose beside the board.")

# Card
HISTORY = tr("What happened")
UNDO_MOVE, REDO_MOVE = tr("Undo move"), tr("Redo move")
ALL_SETS = tr("All puzzles")
SHIPPED = tr("Herbarium's puzzles")
PRACTISE_NOW = tr("Practise now")
OTHER_SETS = tr("Other puzzles…")
NO_PUZZLES = tr("No puzzles in this set. Choose another set, or review your games.")


def solved_sentence(helped: bool) -> str:
    """Return the sentence after a right answer. `helped`: after a hint or a wrong answer."""
    return SOLVED_WITH_HELP if helped else SOLVED


def task(unit: Unit, player: str) -> str:
    """Return the task of a puzzle, such as "Find the best turn for Red."."""
    if unit == "turn":
        return tr("Find the best turn for {player}.", player=player)
    if unit == "plan":
        return tr("Find the best plan for {player}.", player=player)
    return tr("Find the best move for {player}.", player=player)


def plan_line(number: int) -> str:
    """Return the prompt for the next line of a plan."""
    return tr("Your turn: plan line {number}.", number=number)


def tab(game: str) -> str:
    """Return the text on the tab."""
    return tr("Puzzles: {game}", game=game)


def title(game: str, name: str) -> str:
    """Return the title of the window."""
    return f"{game}{DOT}{name}"


def figures(counts: Counts, rating: Rating, streak: int) -> list[str]:
    """Return the rating, the puzzles due today, and the streak."""
    return [rating_text(rating), due(counts.due), *([tr("streak {count}", count=streak)] if streak else [])]


def you(name: str) -> str:
    """Return the name of the person's own seat."""
    return tr("{name} (you)", name=name)


def rating_text(rating: Rating) -> str:
    """Return a rating with its uncertainty, or that there is none yet."""
    if not rating.games:
        return tr("No rating yet")
    return tr("Rating {rating} ± {margin}", rating=round(rating.value), margin=round(rating.margin))


def rating_cell(rating: Rating) -> str:
    """Return a rating with its uncertainty for a table, such as "1500 ± 80", or "–" if there is none yet."""
    if not rating.games:
        return "–"
    return " ± ".join(format_number(number, ".0f") for number in (rating.value, rating.margin))


def due(count: int) -> str:
    """Return the number of puzzles due today."""
    return tr("{count:,} due today", count=count) if count else tr("none due today")


def nothing_due(when: datetime | None, now: datetime) -> str:
    """Return the text for a set in which no puzzle is due or new."""
    if when is None:
        return NO_PUZZLES
    return tr("No puzzles due. The next one is due {when}. Practise anyway?", when=day(when, now))


def day(when: datetime, now: datetime) -> str:
    """Return when something happens: "today at 14:30", "tomorrow", "on Tuesday" or "on 3 March"."""
    when, now = when.astimezone(), now.astimezone()
    days = (when.date() - now.date()).days
    if days <= 0:
        return tr("today at {time}", time=format_time(when))
    if days == 1:
        return tr("tomorrow")
    if days < 7:
        return tr("on {day}", day=WEEKDAYS[when.weekday()])
    return tr("on {day} {month}", day=when.day, month=MONTHS[when.month - 1])


WEEKDAYS = (
    tr("Monday"), tr("Tuesday"), tr("Wednesday"), tr("Thursday"), tr("Friday"), tr("Saturday"), tr("Sunday"),
)  # fmt: skip
MONTHS = (
    tr("January"), tr("February"), tr("March"), tr("April"), tr("May"), tr("June"), tr("July"), tr("August"),
    tr("September"), tr("October"), tr("November"), tr("December"),
)  # fmt: skip


def with_key(meaning: str, key: str, reason: str = "") -> str:
    """Return a button's tip: its effect, its key, and the reason if it is unavailable."""
    head = f"{meaning} ({key})" if key else meaning
    return f"{head}\n{reason}" if reason else head


def puzzle_rating(rating: float, tried: bool) -> str:
    """Return the difficulty of a puzzle, and whether the person has tried it before."""
    text = tr("Rating {rating}", rating=round(rating))
    return f"{text}{DOT}{tr('repeated')}" if tried else text


# Messages -------------------------------------------------------------------------------------------------------------


def impossible(reason: str) -> str:
    """Return the message that a puzzle was skipped."""
    return as_sentence(tr("a damaged puzzle was skipped: {reason}", reason=core(reason)))


def not_judged(reason: str) -> str:
    """Return the message that an answer could not be judged."""
    return as_sentence(tr("the answer could not be checked: {reason}", reason=core(reason)))


def not_saved(reason: str) -> str:
    """Return the message that an attempt could not be saved."""
    return as_sentence(tr("your attempt was not saved: {reason}", reason=reason))


def hints_used(count: int) -> str:
    """Return the number of hints used."""
    return trn("{count} hint used", "{count} hints used", count)


def best(moves: str) -> str:
    """Return the sentence with the best answer."""
    return tr("Best: {moves}.", moves=moves)


# Sets -----------------------------------------------------------------------------------------------------------------

SETS_TITLE = tr("Puzzle sets")
SET_HEADS = (tr("Set"), tr("Game"), tr("Puzzles"), tr("New"), tr("Due"))
PRACTISE, CLOSE = tr("Practise"), tr("Close")
OPEN_FILE, EXPORT = tr("Open file…"), tr("Export…")
DELETE, RESTORE = tr("Delete"), tr("Restore")
DAMAGED = tr("cannot be read")
CHECKING = tr("Checking the puzzles…")


def set_damaged(reason: str) -> str:
    """Return the message about a damaged set in the list."""
    return as_sentence(tr("this set cannot be read ({reason}). Its file is unchanged", reason=reason.rstrip(".")))


def refusal(error: ValueError) -> str:
    """Return the message about a set that cannot be opened or written."""
    if not isinstance(error, PuzzleError):
        return as_sentence(str(error))
    return as_sentence(tr("{name} was not opened: {reason}", name=Path(error.file).name, reason=error.reason))


def exported(name: str) -> str:
    """Return the message that a set was exported."""
    return tr("Exported to {name}.", name=name)


# Statistics -----------------------------------------------------------------------------------------------------------

STATISTICS_TITLE = tr("Practice statistics")
STATISTICS_HEADS = (tr("Game"), tr("Solved"), tr("First try"), tr("Due today"), tr("New"), tr("Rating"))
NO_RATING = tr("No rating yet. Solve a puzzle to begin.")
RATING_NOTE = tr("Only your first attempt at a puzzle changes the rating.")


def solved(counts: Counts) -> str:
    """Return how many puzzles are solved, such as "12 of 35"."""
    return tr("{solved:,} of {puzzles:,}", solved=counts.solved, puzzles=counts.puzzles)


def first_try(counts: Counts) -> str:
    """Return the share of attempts that were right at the first try, or "–"."""
    return format_percent(counts.first_try / counts.attempts) if counts.attempts else "–"


def game_rating(game: str, rating: Rating) -> str:
    """Return the heading of the chart."""
    return f"{game}{DOT}{rating_text(rating)}"


# Review of own games --------------------------------------------------------------------------------------------------

REVIEW_ALL = tr("Review all games…")
REVIEW_ALL_TIP = tr("Review your games in the background, and turn mistakes into puzzles")
REVIEW_ALL_TITLE = tr("Review all games")
REVIEW_START, REVIEW_STOP = tr("Start"), tr("Stop")
REVIEW_TEXT = tr("Review your finished games, and turn your mistakes into puzzles.")
REVIEW_NOTE = tr("You can play in the meantime.")
REVIEW_BEGINS = tr("Looking for games without a review…")
REVIEW_STOPS = tr("Stopping. Finished work is kept.")
MAX_NOTES = 2  # notes about games that are shown


def reviewing(game: str, done: int, total: int) -> str:
    """Return the progress in one game."""
    return tr("{game}: decision {done} of {total}", game=game, done=done, total=total)


def reviewed(games: int, puzzles: int, stopped: bool) -> str:
    """Return the result of the review."""
    if not games and not stopped:
        return tr("All your games are reviewed.")
    text = trn("{count:,} game reviewed", "{count:,} games reviewed", games)
    made = trn("{count:,} new puzzle", "{count:,} new puzzles", puzzles)
    return tr("{reviewed}, {made}.", reviewed=text, made=made)


def review_counts(games: int, puzzles: int, notes: list[str]) -> str:
    """Return the counts during the review, and the last notes about games."""
    if not games:
        return ""
    return "\n".join([reviewed(games, puzzles, False), *map(as_sentence, notes[-MAX_NOTES:])])


def review_failed(reason: str) -> str:
    """Return the message that the review of the games failed."""
    return as_sentence(tr("the review stopped: {reason}", reason=reason))
