"""Answers of bots to puzzles, the check of a puzzle by a second bot, and its difficulty for the levels."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

import bots
from bots.levels.ladders import NAMES
from bots.report import Limit
from fastcore import Viewpoint
from workbench.bot_process import bot_factory
from workbench.bot_process.decisions import close_bot
from workbench.puzzles.question import Ending, Question
from workbench.puzzles.schema import Check, Difficulty, Puzzle
from workbench.puzzles.verdicts import verdict
from workbench.results.rating import START, START_DEVIATION, level_rating

TRIES = 2  # answers of each level
LEVELS = NAMES[:4]  # the levels that measure the difficulty; the strongest takes too long
STEP = 10  # Elo between two ratings of a puzzle that are weighed
ROUGH = 64  # trials that judge the answer of a level
MAX_MOVES = 200  # longest answer


def bot_answer(question: Question, bot: str, seed: int, limit: Limit | None = None) -> tuple[str, ...]:
    """Return the complete answer of a bot.

    Args:
        question: The question.
        bot: The bot's spec.
        seed: Its seed.
        limit: The limit of its decisions; None for the bot's own.

    Raises:
        BotError: There is no such bot.
        BotFaultError: The bot fails.
    """
    player = bot_factory.make(bot, seed, question.point.spec, limit)
    player.brief, player.progress = question.unit != "plan", False
    moves: list[str] = []
    try:
        while len(moves) < MAX_MOVES:
            point = shown_viewpoint(question, moves)
            *_, report = player.think(point, limit)
            moves += report.plan if question.unit == "plan" and report.plan else (report.move,)
            if question.is_complete(moves):
                break
    finally:
        close_bot(player)
    return tuple(moves)


def shown_viewpoint(question: Question, moves: list[str]) -> Viewpoint:
    """Return what the seat knows after the first moves of its answer."""
    shown = question.shown(moves)
    return shown if isinstance(shown, Viewpoint) else shown.viewpoint(question.seat)


def check_by_bot(puzzle: Puzzle, bot: str, seed: int = 1, limit: Limit | None = None) -> Check:
    """Return whether a bot chooses an accepted answer.

    Raises:
        BotError: There is no such bot.
        BotFaultError: The bot fails.
    """
    question = Question.of(puzzle)
    found = verdict(puzzle, bot_answer(question, bot, seed, limit), question)
    assert found is not None, "nothing stops it"
    return Check(bot=bot, seed=seed, agrees=found.right and not found.beats_proof)


def measured_difficulty(
    puzzle: Puzzle, tries: int = TRIES, seed: int = 1, stopped: Callable[[], bool] = lambda: False
) -> Difficulty | None:
    """Return the rating of a puzzle, estimated by Bayes' rule from the answers of bots at several levels.

    Each answer counts as a game between the level, whose rating was measured in matches, and the puzzle.

    Args:
        puzzle: The puzzle.
        tries: The number of answers of each level.
        seed: The seed of the first answers.
        stopped: Called from time to time; True ends the measurement early.

    Returns:
        The difficulty; None if an answer is clearly better than the best one of the puzzle.
    """
    question = Question.of(puzzle)
    known: dict[Ending, bool] = {}
    results: list[tuple[float, bool]] = []
    for level in LEVELS if bots.names(puzzle.spec) else ():
        for number in range(tries):
            if stopped():
                break
            answer = bot_answer(question, level, seed + number)
            ending = question.ending(answer)
            if ending not in known:
                found = verdict(puzzle, answer, question, stopped, ROUGH)
                if found is None:
                    break
                if found.beats_proof:
                    return None
                known[ending] = found.right
            results.append((level_rating(puzzle.game, level), known[ending]))
    return difficulty_of(results)


def difficulty_of(results: list[tuple[float, bool]]) -> Difficulty:
    """Return the rating of a puzzle from the ratings of players and whether they solved it."""
    grid = range(0, 3001, STEP)
    logs = []
    for rating in grid:
        total = -0.5 * ((rating - START) / START_DEVIATION) ** 2
        for player, solved in results:
            chance = 1 / (1 + 10 ** ((rating - player) / 400))
            total += log(chance if solved else 1 - chance)
        logs.append(total)
    most = max(logs)
    weights = [exp(one - most) for one in logs]
    whole = sum(weights)
    mean = sum(weight * rating for weight, rating in zip(weights, grid, strict=True)) / whole
    variance = sum(weight * (rating - mean) ** 2 for weight, rating in zip(weights, grid, strict=True)) / whole
    return Difficulty(rating=round(mean), deviation=round(variance**0.5), tries=len(results))
