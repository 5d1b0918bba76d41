"""The answers that are compared: all legal ones where they are few, or else those that a search suggests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import bots
import fastcore
from bots.judging import TurnJudge
from bots.planning import PlanBot
from fastcore import OVER, State
from workbench.puzzles.question import Ending, Question

MAX_ENDS = 1_200  # positions at the end of a turn, up to which all turns are listed
SEARCHES = 2  # searches that suggest turns
SIMULATIONS = 600  # of each search
PLANS = 300  # simulations of the search for plans
MAX_MOVES = 200  # longest answer


class Candidates(NamedTuple):
    """Answers of a question. `complete` says whether these are all of them; orders of the same turn count once."""

    answers: tuple[tuple[str, ...], ...]
    complete: bool


def candidates(
    question: Question, most: int, suggested: Iterable[tuple[str, ...]] = (), seed: int = 1, longest: int = MAX_MOVES
) -> Candidates:
    """Return different answers to compare, at most `most`, those that look best first.

    Args:
        question: The question.
        most: The maximum number of answers, more than the number of suggested ones.
        suggested: Complete answers that must be among them, such as the played one.
        seed: The seed of the searches.
        longest: The largest number of moves in an answer; there are no answers if turns are longer.
    """
    first = list(suggested)
    complete = False
    if question.unit == "turn":
        state = question.after(())
        ends = all_turns(state, MAX_ENDS)
        if ends is not None:
            first += sorted(ends, key=lambda turn: -static_value(question, turn))
            complete = len(ends) <= most
        else:
            first += searched_turns(state, seed, longest)
    elif question.unit == "plan":
        first += searched_plans(question, seed)
    else:
        moves = [(move,) for move in question.legal(())]
        first += moves
        complete = len(moves) <= most
    found: dict[Ending, tuple[str, ...]] = {}
    for answer in first:
        found.setdefault(question.ending(answer), answer)
    return Candidates(tuple(found.values())[:most], complete)


def static_value(question: Question, turn: tuple[str, ...]) -> float:
    """Return the static evaluation at the end of a turn, for the seat that decides."""
    state = question.after(turn)
    if state.actor == OVER:
        return float(state.returns()[question.seat])
    return float(state.evaluate().values[question.seat])


def all_turns(state: State, most: int) -> list[tuple[str, ...]] | None:
    """Return one order of every turn, by the position at its end; None if there are more than `most` positions."""
    level: dict[int, tuple[State, tuple[int, ...]]] = {state.key: (state, ())}  # by the key of the position
    ends: dict[int, tuple[int, ...]] = {}
    while level:
        following: dict[int, tuple[State, tuple[int, ...]]] = {}
        for before, moves in level.values():
            for move in before.moves():
                after = before.after(move)
                if (after.actor, after.turn) == (state.actor, state.turn):
                    following.setdefault(after.key, (after, (*moves, move)))
                else:
                    ends.setdefault(after.key, (*moves, move))
            if len(ends) + len(following) > most:
                return None
        level = following
    return [_texts(state, moves) for moves in ends.values()]


def _texts(state: State, moves: tuple[int, ...]) -> tuple[str, ...]:
    state, texts = state.copy(), list[str]()
    for move in moves:
        texts.append(state.move_text(move))
        state.play(move)
    return tuple(texts)


def searched_turns(state: State, seed: int, longest: int) -> list[tuple[str, ...]]:
    """Return the turns that searches with several seeds choose, variants of them, and the turn of the greedy policy.

    There are none if that turn has more than `longest` moves.
    """

    def make_search(position: State, number: int) -> fastcore.Search:
        return fastcore.Search(position, seed=seed + number, memory_mb=64)

    judge = TurnJudge(make_search, state, SIMULATIONS)
    greedy = judge.greedy_turn()
    if len(greedy) > longest:
        return []
    found = [*(judge.completion(state, number) for number in range(SEARCHES)), greedy]
    for turn in found[:1]:  # the last moves of the best turn, replaced by the search's other choices
        before = judge.end(turn[:-1])
        search = make_search(before, SEARCHES)
        search.run(SIMULATIONS)
        rows = sorted(search.root().tolist(), key=lambda row: -row[1])
        found += [(*turn[:-1], before.move_text(row[0])) for row in rows[:10]]
    return found


def searched_plans(question: Question, seed: int) -> list[tuple[str, ...]]:
    """Return the plans that the strongest bot for secret plans finds, those that it would play most often first."""
    name = bots.strongest(question.point.spec)
    bot = bots.make(name, seed)
    if not isinstance(bot, PlanBot):
        return []
    search, _ = bot.search_for(question.point)
    search.run(PLANS)
    done = search.written
    found = [texts[done:] for texts, _ in search.plans(question.seat)]
    bot.close()
    return [plan for plan in found if plan and question.is_complete(plan)]
