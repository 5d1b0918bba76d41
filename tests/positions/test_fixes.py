"""Tests that every problem has suggested fixes and that applying them terminates."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest

import fastcore
from fastcore.text import limits
from tests.conftest import deep
from tests.core.test_refused import GAMES, read_cases
from tests.kit.positions import invalid, sample_fields
from workbench.conformance.damage import damage_text
from workbench.positions.fixes import FixableProblem, Key, judge, problem_key, problems_with_fixes

FULL = "/".join(",".join(["yyy"] * tiles) for tiles in (4, 5, 6, 7, 6, 5, 4))
NINE = ",".join(["0M9"] * 9), ",".join(["1m9"] * 9)
# Seat of the view (0: the whole position), text, spec: many problems, repeated ones, or no room for a fix.
HARD_CASES = (
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
MAX_FIXES = 20


def apply_fixes(situation: str, seat: int | None, max_fixes: int = MAX_FIXES) -> int:
    """Apply the first fix of the first problem until the position is valid; return the number of fixes."""
    original = situation
    remaining_counts: dict[Key, int] = {}  # number of occurrences left of each fixed problem
    for applied in range(max_fixes + 1):
        problems = problems_with_fixes(situation, seat)
        if not problems:
            return applied
        counts = Counter(map(problem_key, problems))
        returned = {key for key, number in remaining_counts.items() if counts[key] > number}
        assert not returned, f"{original!r} {seat}: {returned} is wrong again in {situation!r}"
        assert problems[0].fixes, f"{original!r} {seat}: no fix for {problems[0]} in {situation!r}"
        remaining_counts |= {key: number for key, number in counts.items() if key in remaining_counts} | {
            problem_key(problems[0]): counts[problem_key(problems[0])] - 1
        }
        situation = problems[0].fixes[0].situation
    raise AssertionError(f"{original!r} {seat}: more than {max_fixes} fixes")


def assert_fixes_work(situation: str, seat: int | None, problems: list[FixableProblem]) -> None:
    for problem in problems:
        assert len({fix.situation for fix in problem.fixes}) == len(problem.fixes)
        for fix in problem.fixes:
            before, after = (Counter(map(problem_key, listed)) for listed in (problems, judge(fix.situation, seat)))
            assert fix.situation != situation and after[problem_key(problem)] < before[problem_key(problem)], (
                f"{situation!r}: {fix}"
            )
            if not problem.unread:
                new = after - before
                assert not new, f"{situation!r} {seat}: {fix.words!r} makes {new}"


def test_fixes_lead_to_valid_position(game_id: str) -> None:
    """Use random positions and views with one to four fields or cells changed."""
    chains: Counter[int] = Counter()
    for situation, seat, problems in invalid(game_id, count()):
        assert all(problem.fixes for problem in problems), f"{situation!r} {seat}: {problems}"
        assert_fixes_work(situation, seat, problems)
        length = apply_fixes(situation, seat)
        if not any(problem.unread for problem in problems):
            chains[length] += 1
            if chains.total() == deep(20, 2000):
                break
    print(f"{game_id}: {chains.total()} positions that can be read, lengths {dict(sorted(chains.items()))}")


@pytest.mark.parametrize(("seat", "text", "spec"), HARD_CASES)
def test_fixes_lead_to_valid_position_in_hard_cases(seat: int, text: str, spec: str) -> None:
    situation, view = f"{spec} {text}", seat - 1 if seat else None
    problems = problems_with_fixes(situation, view)
    assert problems and all(problem.fixes for problem in problems)
    assert_fixes_work(situation, view, problems)
    apply_fixes(situation, view, 2 * MAX_FIXES)


def test_damaged_texts_have_messages_with_spans(game_id: str) -> None:
    """Texts with one to three damages are valid, or every problem has a field, a span and a fix."""
    fields = {"spec", "position", *(field.name for field in fastcore.info(game_id).fields)}
    chance, refused, longest, number = random.Random(game_id), 0, 0, 0
    while refused < deep(25, 500):
        state, seat, seen = sample_fields(game_id, number)
        situation = damage_text(f"{state.spec} {' '.join(seen.values())}", chance)
        number += 1
        spec, _, rest = situation.partition(" ")
        if len(spec) > limits.MAX_SPEC or len(rest) > limits.MAX_POSITION:
            continue  # too long to be parsed, so no fix is suggested
        try:
            problems = problems_with_fixes(situation, seat)
        except ValueError:  # the damaged spec has fewer seats
            continue
        for problem in problems:
            start, end = problem.span
            assert problem.field in fields and problem.reason and "\n" not in problem.reason
            assert 0 <= start <= end <= len(situation)
            if problem.field in fields - {"spec", "position"}:
                place = list(seen).index(problem.field) + 1
                begins = sum(len(part) + 1 for part in situation.split(" ")[:place])
                assert begins <= start and end <= begins + len(situation.split(" ")[place])
            assert problem.fixes, f"{situation!r} {seat}: {problem}"
        assert_fixes_work(situation, seat, problems)
        if problems:
            refused += 1
            longest = max(longest, apply_fixes(situation, seat, 4 * MAX_FIXES))  # several rows in turn may be wrong
    print(f"{game_id}: {refused} damaged texts, the longest way {longest}")


@pytest.mark.parametrize("game", GAMES)
def test_suggested_fixes_remove_problems(game: str) -> None:
    for case in read_cases(game):
        problems = problems_with_fixes(case.situation)
        for problem, fix in [(remaining, fix) for remaining in problems for fix in remaining.fixes]:
            assert fix.words
            after = [problem_key(remaining) for remaining in fastcore.problems(fix.situation)]
            assert problem_key(problem) not in after, f"{case.situation!r} -> {fix}"
            assert problem.unread or len(after) < len(problems), f"{case.situation!r} -> {fix}"
        if case.fix:
            assert any(not fastcore.problems(fix.situation) for fix in problems[0].fixes), (
                f"{case.situation!r} has no fix"
            )


def test_unknown_game_without_a_similar_name_offers_every_game() -> None:
    fixes = problems_with_fixes("chess(size=4)")[0].fixes
    assert [fix.situation for fix in fixes] == list(fastcore.games())
    assert [fix.situation for fix in problems_with_fixes("hurd(size=3)")[0].fixes] == ["herd(size=3)", "herd"]
