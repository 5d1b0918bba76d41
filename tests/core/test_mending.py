"""Every problem of a position comes with ways to mend it, and mending comes to an end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest

import fastcore
from fastcore import Problem, limits
from tests.conftest import deep
from tests.core.test_fuzz import damaged
from tests.kit.positions import invalid, whole_and_seen

FULL = "/".join(",".join(["yyy"] * tiles) for tiles in (4, 5, 6, 7, 6, 5, 4))
NINE = ",".join(["0M9"] * 9), ",".join(["1m9"] * 9)
HARD = (  # whose view it is, or 0 for all of it: many things are wrong, or the same in two places, or there is no room
    *((0, fastcore.start("herbs").text().replace("write:1:|", phase), "herbs")
      for phase in ("write:1:0M9,0M9|", "write:1:?|?", "bid:1:1:?|?:-", f"write:1:{'|'.join(NINE)}",
      f"write:1:{NINE[0]}|{NINE[0]}")),
    (0, " ".join(("/".join(["w" * 11] * 11), *fastcore.start("herbs").text().split(" ")[1:])), "herbs"),
    (0, f"{FULL} r 1 2 -", "forest(yellow_cap=3)"),
    (0, f"{FULL} . 1 0 -", "forest(yellow_cap=3)"),
    (3, "rb yyb/ggg/ryg/bbb 0,0,0,0 1 1 2 over -,-,-,- -,-,-,- -,-,-,-", "herbalism(players=4)"),
    (2, "rb ryyy/gggg/bbbb 0,0,0 1 1 1 over -,-,- -,a===,- -,-,-", "herbalism"),
    (2, "?? ??????/r/????? 0,0,0 1 1 1 over gy,gb,yb -,a===,- r,g,g", "herbalism(predictions=1)"),
    (2, "?? ????/????/???? 0,0,0 1 1 1 over -,-,- -,-,- -,-,-", "herbalism"),
    (0, "bb rggg/ybb/ry/ygb 99,6,1,20 1 3 2 over gy,rg,yr,yr a=gy,A=yb,f=yr,A=yr -,-,-,-", "herbalism(players=4)"),
)  # fmt: skip
MOST_MENDS = 20  # until a position is right


def same(problem: Problem) -> tuple[object, ...]:
    return problem.field, problem.reason, problem.cells


def follow(situation: str, seat: int | None, most: int = MOST_MENDS) -> int:
    """Take the first mend of the first problem until nothing is wrong; returns how many were taken."""
    begun = situation
    left: dict[tuple[object, ...], int] = {}  # how often what was mended is wrong still
    for taken in range(most + 1):
        problems = fastcore.problems(situation, seat)
        if not problems:
            return taken
        there = Counter(map(same, problems))
        back = {one for one, number in left.items() if there[one] > number}
        assert not back, f"{begun!r} {seat}: {back} is wrong again in {situation!r}"
        assert problems[0].mends, f"{begun!r} {seat}: no mend for {problems[0]} in {situation!r}"
        left |= {one: number for one, number in there.items() if one in left} | {
            same(problems[0]): there[same(problems[0])] - 1
        }
        situation = problems[0].mends[0].situation
    raise AssertionError(f"{begun!r} {seat}: more than {most} mends")


def every_mend_mends(situation: str, seat: int | None, problems: list[Problem]) -> None:
    for problem in problems:
        assert len({mend.situation for mend in problem.mends}) == len(problem.mends)
        for mend in problem.mends:
            before, after = (Counter(map(same, found)) for found in (problems, fastcore.problems(mend.situation, seat)))
            assert mend.situation != situation and after[same(problem)] < before[same(problem)], (
                f"{situation!r}: {mend}"
            )
            if not problem.unread:
                new = after - before
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


@pytest.mark.parametrize(("seat", "text", "spec"), HARD)
def test_a_hard_one_is_mended_too(seat: int, text: str, spec: str) -> None:
    situation, view = f"{spec} {text}", seat - 1 if seat else None
    problems = fastcore.problems(situation, view)
    assert problems and all(problem.mends for problem in problems)
    every_mend_mends(situation, view, problems)
    follow(situation, view, 2 * MOST_MENDS)


def test_every_damaged_text_has_a_message_at_its_place(game_id: str) -> None:
    """Texts of one to three damages: each is read, or refused with a field, its place and a way out."""
    fields = {"spec", "position", *(field.name for field in fastcore.info(game_id).fields)}
    chance, refused, longest, number = random.Random(game_id), 0, 0, 0
    while refused < deep(25, 500):
        state, seat, seen = whole_and_seen(game_id, number)
        situation = damaged(f"{state.spec} {' '.join(seen.values())}", chance)
        number += 1
        spec, _, rest = situation.partition(" ")
        if len(spec) > limits.MOST_SPEC or len(rest) > limits.MOST_POSITION:
            continue  # refused unread, so nothing is suggested
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
