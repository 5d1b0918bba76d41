"""Every problem of a position comes with ways to mend it, and mending comes to an end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import fastcore
from fastcore import Problem
from tests.conftest import deep
from tests.positions import invalid, whole_and_seen
from tests.test_fuzz import damaged

MOST_MENDS = 20  # until a position is right


def same(problem: Problem) -> tuple[object, ...]:
    return problem.field, problem.reason, problem.cells


def follow(situation: str, seat: int | None, most: int = MOST_MENDS) -> int:
    """Take the first mend of the first problem until nothing is wrong; returns how many were taken."""
    begun = situation
    mended: set[tuple[object, ...]] = set()
    for taken in range(most + 1):
        problems = fastcore.problems(situation, seat)
        if not problems:
            return taken
        back = mended & set(map(same, problems))
        assert not back, f"{begun!r} {seat}: {back} is wrong again in {situation!r}"
        assert problems[0].mends, f"{begun!r} {seat}: no mend for {problems[0]} in {situation!r}"
        mended.add(same(problems[0]))
        situation = problems[0].mends[0].situation
    raise AssertionError(f"{begun!r} {seat}: more than {most} mends")


def every_mend_mends(situation: str, seat: int | None, problems: list[Problem]) -> None:
    for problem in problems:
        assert len({mend.situation for mend in problem.mends}) == len(problem.mends)
        for mend in problem.mends:
            after = fastcore.problems(mend.situation, seat)
            assert mend.situation != situation and same(problem) not in map(same, after), f"{situation!r}: {mend}"
            if not problem.unread:
                new = set(map(same, after)) - set(map(same, problems))
                assert not new, f"{situation!r} {seat}: {mend.words!r} makes {new}"


def test_mending_leads_to_a_position_and_nothing_comes_back(game_id: str) -> None:
    """Positions of random games, and views where there are any, with one to four fields or cells changed."""
    chains: Counter[int] = Counter()
    for situation, seat, problems in invalid(game_id, count()):
        assert all(problem.mends for problem in problems), f"{situation!r} {seat}: {problems}"
        every_mend_mends(situation, seat, problems)
        length = follow(situation, seat)
        if not any(problem.unread for problem in problems):
            chains[length] += 1
            if chains.total() == deep(20, 2000):
                break
    print(f"{game_id}: {chains.total()} positions that can be read, lengths {dict(sorted(chains.items()))}")


def test_every_damaged_text_has_a_message_at_its_place(game_id: str) -> None:
    """Texts of one to three damages: each is read, or refused with a field, its place and a way out."""
    fields = {"spec", "position", *(field.name for field in fastcore.info(game_id).fields)}
    chance, refused, longest, number = random.Random(game_id), 0, 0, 0
    while refused < deep(25, 500):
        state, seat, seen = whole_and_seen(game_id, number)
        situation = damaged(f"{state.spec} {' '.join(seen.values())}", chance)
        number += 1
        try:
            problems = fastcore.problems(situation, seat)
        except ValueError:  # another number of seats, and not so many
            continue
        for problem in problems:
            start, end = problem.span
            assert problem.field in fields and problem.reason and "\n" not in problem.reason
            assert 0 <= start <= end <= len(situation)
            if problem.field in fields - {"spec", "position"}:
                place = list(seen).index(problem.field) + 1
                begins = sum(len(part) + 1 for part in situation.split(" ")[:place])
                assert begins <= start and end <= begins + len(situation.split(" ")[place])
            assert problem.mends, f"{situation!r} {seat}: {problem}"
        every_mend_mends(situation, seat, problems)
        if problems:
            refused += 1
            longest = max(longest, follow(situation, seat, 4 * MOST_MENDS))  # a row after the other may be wrong
    print(f"{game_id}: {refused} damaged texts, the longest way {longest}")
