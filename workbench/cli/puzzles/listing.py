"""Lists of sets and puzzles, and one puzzle with its proof."""

from __future__ import annotations

from argparse import Namespace

from workbench import boards
from workbench.boards.kit.figures import format_percents
from workbench.cli.shared.output import print_json, print_table
from workbench.cli.shared.readers import InputError
from workbench.cli.shared.situations import check_game
from workbench.puzzles import sets
from workbench.puzzles.files import PuzzleError
from workbench.puzzles.practice import Practice
from workbench.puzzles.question import Question, check
from workbench.puzzles.reasons import describe, difference_sentences, history_sentences, loss_text
from workbench.puzzles.schema import Puzzle
from workbench.puzzles.sets import SetEntry
from workbench.system.language.formats import format_count, format_date, format_number
from workbench.system.translation import tr, trn
from workbench.system.versioned_json import shorten_reason

NO_SETS = tr("You have no puzzles yet. Make some with herbarium puzzles make.")
SHOWN = 8  # wrong answers that are printed


def chosen_sets(arguments: Namespace) -> list[SetEntry]:
    """Return the set that the arguments name, or all sets with puzzles of the game.

    Raises:
        InputError: There is no such set or game, or the set is damaged.
    """
    if arguments.game is not None:
        check_game(arguments.game)
    if arguments.set is not None:
        try:
            return [sets.find(arguments.set)]
        except PuzzleError as error:
            raise InputError(error.reason if error.field == "set" else str(error)) from None
    return sets.all_sets()


def chosen_puzzles(arguments: Namespace) -> list[Puzzle]:
    """Return the puzzles of the chosen sets and game, each one once, in the order of the sets.

    Raises:
        InputError: There is no such set or game, or the set is damaged.
    """
    found: dict[str, Puzzle] = {}
    for entry in chosen_sets(arguments):
        for puzzle in entry.puzzles:
            if arguments.game in (None, puzzle.game):
                found.setdefault(puzzle.id, puzzle)
    return list(found.values())


def question_of(puzzle: Puzzle) -> Question:
    """Return the question of a puzzle after all checks, because a set may come from anybody.

    Raises:
        InputError: The puzzle is impossible.
    """
    try:
        check(puzzle)
        return Question.of(puzzle)
    except ValueError as error:
        raise InputError(tr("puzzle {id}: {reason}", id=puzzle.id, reason=shorten_reason(str(error)))) from None


def list_puzzles(arguments: Namespace) -> int:
    """Print the sets with the person's results, or with `--set` the puzzles of one set. Return the exit status."""
    practice = Practice.load()
    if arguments.set is not None:
        return list_set(arguments, practice)
    rows, data = [], []
    for entry in chosen_sets(arguments):
        for game in sorted({puzzle.game for puzzle in entry.puzzles}) or [""]:
            if arguments.game not in (None, game):
                continue
            puzzles = [puzzle for puzzle in entry.puzzles if puzzle.game == game]
            counts = practice.counts(puzzles)
            data.append({"set": entry.name, "title": entry.title, "game": game, "file": str(entry.file),
                         "damage": entry.damage, **counts._asdict()})  # fmt: skip
            rows.append((
                entry.name, game or tr("damaged: {reason}", reason=entry.damage), format_count(counts.puzzles),
                format_count(counts.seen), format_count(counts.solved),
                format_percents(counts.first_try / counts.attempts)[0] if counts.attempts else "-",
                format_count(counts.due),
            ))  # fmt: skip
    games = sorted({attempt.game for attempt in practice.attempts if arguments.game in (None, attempt.game)})
    if arguments.json:
        ratings = {
            game: [{"day": one.day, "rating": round(one.rating.value), "margin": round(one.rating.margin)}
                   for one in practice.history(game)]
            for game in games
        }  # fmt: skip
        print_json({"sets": data, "ratings": ratings})
        return 0
    if not rows:
        print(NO_SETS)
        return 0
    heads = ("set", "game", "puzzles", tr("tried"), tr("solved"), tr("first try"), tr("due today"))
    print_table("", heads, rows, words=2)
    for game in games:
        rating = practice.solver(game)
        print(
            tr(
                "{game}: puzzle rating {rating:.0f} ± {margin:.0f}",
                game=game,
                rating=rating.value,
                margin=rating.margin,
            )
        )
    if practice.warning:
        print(practice.warning)
    return 0


def list_set(arguments: Namespace, practice: Practice) -> int:
    """Print the puzzles of a set, and return the exit status."""
    puzzles = chosen_puzzles(arguments)
    if arguments.json:
        print_json([{"number": number, "id": puzzle.id, "puzzle": puzzle} for number, puzzle in enumerate(puzzles, 1)])
        return 0
    rows = []
    for number, puzzle in enumerate(puzzles, 1):
        question = question_of(puzzle)
        due = practice.due(puzzle)
        rows.append((
            str(number), puzzle.id, puzzle.spec, boards.seat_name(question.info, puzzle.seat),
            boards.turn_text(question.info, question.point.fields, question.point.turn), puzzle.source.origin,
            "-" if due is None else format_date(due.astimezone()),
            format_number(practice.rating_of(puzzle).value, ".0f"),
        ))  # fmt: skip
    heads = ("", "id", "game", "seat", tr("when"), tr("from"), tr("due"), tr("rating"))
    print_table("", heads, rows, words=7)
    return 0


def find_puzzle(arguments: Namespace, name: str) -> Puzzle:
    """Return a puzzle by its number among the chosen ones, or by its id.

    Raises:
        InputError: There is no such puzzle.
    """
    puzzles = chosen_puzzles(arguments)
    if name.isdecimal() and len(name) < 6 and 1 <= int(name) <= len(puzzles):
        return puzzles[int(name) - 1]
    found = next((puzzle for puzzle in puzzles if puzzle.id == name), None)
    if found is None:
        raise InputError(
            tr(
                "there is no puzzle {name!r}; give a number from 1 to {last:,} or an id",
                name=name[:40],
                last=len(puzzles),
            )
        )
    return found


def print_position(puzzle: Puzzle, question: Question) -> None:
    """Print what the solver knows: what happened, the board, and what to do."""
    for sentence in history_sentences(puzzle):
        print(f"  {sentence}")
    print(boards.text_board(question.point))
    if begun := boards.begun(question.point):
        print(begun)


def show(arguments: Namespace, name: str) -> int:
    """Print one puzzle with its answers and its proof, and return the exit status."""
    puzzle = find_puzzle(arguments, name)
    if arguments.json:
        print_json({"id": puzzle.id, "puzzle": puzzle})
        return 0
    question = question_of(puzzle)
    print_position(puzzle, question)
    trials = puzzle.proof.trials
    rows = [
        (verdict, describe(question, answer.moves), loss_text(question, answer, trials) if answer.error else "-")
        for verdict, answers in (
            (tr("best"), puzzle.accepted[:1]),
            (tr("accepted"), puzzle.accepted[1:]),
            (tr("wrong"), puzzle.rejected[:SHOWN]),
        )
        for answer in answers
    ]
    print_table(tr("Answers"), ("", tr("answer"), tr("loss")), rows)
    if len(puzzle.rejected) > SHOWN:
        print(tr("and {count:,} more wrong answers", count=len(puzzle.rejected) - SHOWN))
    print(tr("The best answer and the best wrong one:"))
    for sentence in difference_sentences(puzzle, question, puzzle.rejected[0], puzzle.proof.trials):
        print(sentence)
    for line in proof_lines(puzzle):
        print(line)
    return 0


def proof_lines(puzzle: Puzzle) -> list[str]:
    """Return lines about the proof of a puzzle, its difficulty and its id."""
    proof = puzzle.proof
    turns = (
        tr("to the end") if proof.horizon is None else trn("{count} turn ahead", "{count} turns ahead", proof.horizon)
    )
    return [
        tr("Compared in {trials:,} games of the policy {policy}, {turns}; checked in {wide:,}.",
           trials=proof.trials, policy=proof.continuation, turns=turns, wide=proof.wide_trials),
        *(tr("{bot} finds an accepted answer.", bot=check.bot) for check in proof.checks if check.agrees),
        tr("Difficulty: {rating:.0f} ± {margin:.0f}. Id: {id}", rating=puzzle.difficulty.rating,
           margin=1.96 * puzzle.difficulty.deviation, id=puzzle.id),
    ]  # fmt: skip
