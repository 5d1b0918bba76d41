"""Tests of the search for wrong entries: the first impossible line, and the ranking against brute force."""

from __future__ import annotations

from collections import defaultdict
from math import exp, log
from random import Random

import pytest

import fastcore
from fastcore import CHANCE, Conflict
from tests.conftest import deep
from tests.kit.tables import SPECS, Wrong, play, with_wrong_entry
from tests.reference.companion.herbalism import Table
from workbench.companion.companion import Companion
from workbench.companion.cursor import FLOOR, begin
from workbench.companion.lines import Line
from workbench.companion.replay import Replay
from workbench.companion.slips import EVEN, NEIGHBOURING, neighbouring, shares
from workbench.companion.suspects import Diagnosis, _Search, diagnose

SMALL = "herbalism(actions=first)"


def last(replay: Replay, prior: object = EVEN) -> Diagnosis:
    return list(diagnose(replay, prior))[-1]  # type: ignore[arg-type]


def wrong_lists(spec: str, seat: int, seeds: range, policy: str = "uniform", most: int = 120) -> list[Wrong]:
    """Return the lists with a contradiction of these games, one wrong entry in each."""
    found = []
    for seed in seeds:
        wrong = with_wrong_entry(play(spec, seat, seed, policy, most), Random(seed))
        if wrong is not None and wrong.replay.fault is not None:
            found.append(wrong)
    return found


@pytest.mark.parametrize(("spec", "most", "games"), [(SMALL, 3, deep(1, 40)), ("herbalism", 3, deep(0, 20))])
def test_ranking_equals_the_posterior_by_brute_force(spec: str, most: int, games: int) -> None:
    for seed in range(games):
        played = play(spec, seed % 3, seed, most=most + deep(0, 3) + seed % 3)
        reference = Table(spec, seed % 3)
        cursor, worlds, total = begin(spec, seed % 3), reference.begin, 0.0
        for text in played.texts:
            after = cursor.advance(text)
            total, worlds, cursor = total + cursor.log_chance(text, after), reference.observe(worlds, text), after
            assert exp(total) == pytest.approx(sum(worlds.values()), rel=1e-9)
        random = Random(seed)
        wrong = next(
            (one for one in (with_wrong_entry(played, random) for _ in range(60)) if one and one.replay.fault), None
        )
        if wrong is None:
            continue
        texts = [line.text for line in wrong.lines]
        assert wrong.replay.fault is not None
        assert reference.follow(texts)[0] == wrong.replay.fault.at
        exact = reference.wrong_entry(texts)
        lines = defaultdict[int, float](float)
        for (index, _), chance in exact.items():
            lines[index] += chance
        diagnosis = last(wrong.replay)
        assert {suspect.at: suspect.probability for suspect in diagnosis.suspects} == pytest.approx(dict(lines))
        for suspect in diagnosis.suspects:
            for correction in suspect.corrections:
                assert correction.probability == pytest.approx(exact[suspect.at, correction.text])


def test_possible_events_are_those_of_brute_force() -> None:
    for spec, most in ((SMALL, 7), ("herbalism(actions=basic)", 4), ("herbalism(actions=b,target=3)", 4)):
        played = play(spec, 1, 3, most=most)
        reference = Table(spec, 1)
        cursor, worlds = begin(spec, 1), reference.begin
        for text in played.texts:
            steps = cursor.steps()
            assert sorted(step.text for step in steps) == reference.possible(worlds)
            assert sum(exp(step.log_chance) for step in steps) == pytest.approx(1, rel=1e-9)
            cursor, worlds = cursor.advance(text), reference.observe(worlds, text)


@pytest.mark.parametrize("spec", SPECS)
def test_probabilities_of_the_next_events_sum_to_one(spec: str) -> None:
    for seat in (0, 1):
        played = play(spec, seat, 7, "greedy", 60)
        cursor = begin(spec, seat)
        for number, text in enumerate(played.texts):
            if number % 5 == seat:
                steps = cursor.steps()
                assert text in [step.text for step in steps]
                total = sum(exp(step.log_chance) for step in steps)
                ends = any(step.text.endswith("pair=rb") for step in steps)  # the hands are another line
                assert total == pytest.approx(1, rel=1e-9) or ends
            cursor = cursor.advance(text)


@pytest.mark.parametrize("spec", SPECS)
def test_correction_restores_everything(spec: str) -> None:
    seen = 0
    for seed in range(deep(4, 400)):
        played = play(spec, 0, seed, "mixed", 60)
        wrong = with_wrong_entry(played, Random(seed))
        if wrong is None:
            continue
        fixed = [*wrong.lines]
        fixed[wrong.at] = Line(fixed[wrong.at].id, played.texts[wrong.at])
        if wrong.replay.fault is not None:
            assert wrong.replay.fault.at > wrong.at
            seen += 1
        wrong.replay.update(fixed)
        assert wrong.replay.fault is None and wrong.replay.belief.cursor.point == played.cursor.point
    assert seen


def exact_open(wrong: Wrong, spec: str) -> dict[int, float]:
    """Return the posterior of each line for an open game, from full positions and the probabilities of all moves."""
    texts = [line.text for line in wrong.lines]
    weights = defaultdict[int, float](float)

    def chances(state: fastcore.State) -> dict[str, float]:
        if state.actor == CHANCE:
            return {state.move_text(move): chance for move, chance in state.chances()}
        moves, policies = state.moves(), [dict(state.policy(name)) for name in state.info.policies]
        mean = {move: sum(policy.get(move, 0.0) for policy in policies) / len(policies) for move in moves}
        return {state.move_text(move): (1 - FLOOR) * mean[move] + FLOOR / len(moves) for move in moves}

    state, so_far = fastcore.start(spec), 0.0
    for index in range(wrong.replay.fault.at):  # type: ignore[union-attr]
        possible = chances(state)
        for meant, chance in possible.items():
            if meant == texts[index]:
                continue
            other, total = state.after(meant), so_far + log(chance) - log(len(possible) - 1)
            for text in texts[index + 1 :]:
                after = chances(other)
                if text not in after:
                    break
                total += log(after[text])
                other.play(text)
            else:
                weights[index] += exp(total + 400)
        so_far += log(possible[texts[index]])
        state.play(texts[index])
    total = sum(weights.values())
    return {index: weight / total for index, weight in weights.items()}


@pytest.mark.parametrize(("spec", "most"), [("herd(size=3)", 50), ("forest", 30)])
def test_ranking_in_open_games_equals_the_posterior(spec: str, most: int) -> None:
    for wrong in wrong_lists(spec, 0, range(deep(3, 60)), "mixed", most):
        exact, diagnosis = exact_open(wrong, spec), last(wrong.replay)
        assert {one.at: one.probability for one in diagnosis.suspects} == pytest.approx(exact, abs=1e-6)
        assert set(diagnosis.conflict) >= {wrong.at, wrong.replay.fault.at}  # type: ignore[union-attr]


def test_conflict_has_each_line_whose_correction_removes_the_contradiction() -> None:
    wrong = next(iter(wrong_lists("herd(size=3)", 0, range(20), most=60)))
    fault = wrong.replay.fault
    assert fault is not None
    found = set()
    for index in range(fault.at + 1):
        for step in wrong.replay.belief_before(index).cursor.steps():
            replay = Replay(wrong.replay.begin)
            replay.update([*wrong.lines[:index], Line(0, step.text), *wrong.lines[index + 1 :]])
            if replay.fault is None or replay.fault.at > fault.at:
                found.add(index)
    assert set(last(wrong.replay).conflict) == found


def needed_by_brute_force(reference: Table, texts: list[str]) -> tuple[int, set[int]]:
    """Return the first impossible line, and the lines up to it without any one of which the others are possible."""
    fault, _ = reference.follow(texts)
    needed, before = set(), reference.begin
    for index in range(fault + 1):
        unseen = defaultdict[object, float](float)
        for position, weight in before.items():  # any event instead of the line
            for _, _, after, chance in reference.choices(position):
                unseen[after] += weight * chance
        count, _ = reference.follow(texts[index + 1 : fault + 1], dict(unseen))  # type: ignore[arg-type]
        if unseen and count == fault - index:
            needed.add(index)
        before = reference.observe(before, texts[index])
    return fault, needed


def test_each_line_of_the_conflict_is_needed_and_no_other_is_by_brute_force() -> None:
    seen = several = 0
    for seed in range(deep(8, 60)):
        played = play(SMALL, seed % 3, seed, most=deep(4, 5))
        wrong = with_wrong_entry(played, Random(seed))
        if wrong is None or wrong.replay.fault is None:
            continue
        fault, needed = needed_by_brute_force(Table(SMALL, seed % 3), [line.text for line in wrong.lines])
        diagnosis = last(wrong.replay)
        assert diagnosis.fault == fault and set(diagnosis.conflict) == needed
        seen, several = seen + 1, several + (len(needed) > 1)
    assert seen >= 2 and several


def test_each_line_of_the_conflict_is_needed_in_an_open_game_by_full_positions() -> None:
    for wrong in wrong_lists("herd(size=3)", 0, range(deep(6, 60)), "mixed", 50):
        fault, texts = wrong.replay.fault.at, [line.text for line in wrong.lines]  # type: ignore[union-attr]
        needed, state = set(), fastcore.start("herd(size=3)")
        for index in range(fault + 1):
            moves = [move for move, _ in state.chances()] if state.actor == CHANCE else state.moves()
            for move in moves:
                other = state.after(move)
                try:
                    for text in texts[index + 1 : fault + 1]:
                        other.play(text)
                except fastcore.IllegalMove:
                    continue
                needed.add(index)
                break
            if index < fault:
                state.play(texts[index])
        assert set(last(wrong.replay).conflict) == needed


def test_fact_that_contradicts_the_events_is_part_of_the_conflict() -> None:
    games = (play("herbalism(actions=first)", seed % 3, seed, "uniform", 60) for seed in range(60))
    played = next(game for game in games if any(";pair=" in text for text in game.texts))
    shown = next(index for index, text in enumerate(played.texts) if ";pair=" in text)
    pair = played.texts[shown].rpartition("=")[2]
    other = next(fact for fact in ("gb", "yb", "rb") if sorted(fact) != sorted(pair))
    companion = Companion("herbalism(actions=first)", played.cursor.point.seat)
    companion.enter(played.texts[0])
    companion.enter(f"hidden={other}", kind="fact")
    for text in played.texts[1 : shown + 1]:
        companion.enter(text)
    assert companion.fault is not None and companion.fault.at == shown + 1
    *_, diagnosis = companion.diagnose()
    assert 1 in diagnosis.conflict
    assert ("remove", 1) in [(repair.kind, repair.at) for repair in diagnosis.repairs if repair.complete]
    companion.remove(companion.lines[1].id)
    assert companion.fault is None


@pytest.mark.parametrize("spec", ["herbs", "herbs(ap=60)", "herbs(actions=2)"])
def test_fast_following_finds_the_same_lines_as_one_line_after_another(spec: str) -> None:
    alive = dead = 0
    for seed in range(deep(3, 40)):
        wrong = with_wrong_entry(play(spec, (0, 1, None)[seed % 3], seed, "mixed", deep(45, 150)), Random(seed))
        if wrong is None or wrong.replay.fault is None:
            continue
        fault, random = wrong.replay.fault.at, Random(seed)
        search = _Search(wrong.replay, EVEN, fault)
        for _ in range(deep(10, 60)):
            index = random.randrange(fault + 1)
            steps = wrong.replay.cursor_before(index).steps()
            if not steps:  # the line that does not fit is entered after the end
                continue
            step = random.choice(steps)
            cursor, fits = step.after, index + 1
            try:
                for line in wrong.lines[index + 1 :]:
                    cursor, fits = cursor.advance(line.text), fits + 1
            except Conflict:
                pass
            found = search._follow(step.after, index + 1, step.text)
            assert found == fits or max(found, fits) <= fault
            alive, dead = alive + (fits > fault), dead + (fits <= fault)
    assert alive and dead


@pytest.mark.slow
def test_hypothesis_that_only_the_fast_way_accepts_is_no_explanation() -> None:
    played, random = play("herbs", 1, 11, "uniform", 150), Random(11)
    wrong = next(one for one in (with_wrong_entry(played, random) for _ in range(60)) if one)
    diagnosis = last(wrong.replay)
    assert wrong.replay.fault is not None and wrong.at in diagnosis.conflict
    for suspect in diagnosis.suspects[:3]:
        fixed = [*wrong.lines]
        fixed[suspect.at] = Line(0, suspect.corrections[0].text)
        replay = Replay(wrong.replay.begin)
        replay.update(fixed)
        assert replay.fault is None


def test_line_entered_twice_can_be_removed() -> None:
    played = play("herd(size=3)", 0, 3)
    at = next(index for index, text in enumerate(played.texts) if index > 8 and text[0].isalpha() and text[0] != "x")
    texts = [*played.texts[: at + 1], *played.texts[at:]]
    replay = Replay(begin("herd(size=3)", 0))
    replay.update([Line(number, text) for number, text in enumerate(texts, 1)])
    repairs = [(repair.kind, repair.at) for repair in last(replay, NEIGHBOURING).repairs if repair.complete]
    assert ("remove", at + 1) in repairs


def test_neighbouring_keys_and_values_are_likelier_slips() -> None:
    assert neighbouring("d4", "d5") == neighbouring("d4", "s4") > neighbouring("d4", "g4") > neighbouring("d4", "a1b2")
    assert neighbouring("21", "12") == neighbouring("d4", "d5")
    texts = {text: text for text in ("d4", "d5", "e4", "a1")}
    assert sum(shares("d4", texts, NEIGHBOURING).values()) == pytest.approx(1)


BID_TOO_EARLY = "0M4 1M4 0BW 0BW BlI7 ? 3M4 2M4 2BW 2TL BlC5 0F 0F 1F 1F BlC7 ? 2F bid1"  # Herb 3 turned left


def test_line_is_found_before_one_that_was_entered_against_the_rules() -> None:
    lines = [Line(number, text) for number, text in enumerate(BID_TOO_EARLY.split(), 1)]
    replay = Replay(begin("herbs(ap=60)", 0))
    replay.update([*lines[:-1], Line(19, "1", kind="keys")])
    assert replay.fault is not None and "a bid is not possible now" in replay.fault.reason
    diagnosis = last(replay, NEIGHBOURING)
    assert diagnosis.suspects[0].at == 9 and diagnosis.suspects[0].corrections[0].text == "3TL"
    assert diagnosis.conflict == (8, 9, 17, 18)


def test_correction_before_an_unsure_line_is_followed_to_the_end() -> None:
    lines = [Line(number, text) for number, text in enumerate(BID_TOO_EARLY.split(), 1)]
    replay = Replay(begin("herbs(ap=60)", 0))
    replay.update([*lines[:12], Line(13, "0F", confidence=0.9), *lines[13:]])
    search = _Search(replay, NEIGHBOURING, 18)
    assert search._follow(replay.cursor_before(9).advance("3TL"), 10, "3TL") == len(lines)


def test_search_before_several_unseen_events_ends_soon_and_can_stop_after_every_correction() -> None:
    companion = Companion("herbalism", 0)
    companion.typing.feed("rgbb 2f3r*")
    companion.enter("4a1", kind="keys")
    companion.enter("**")
    companion.enter("3:r=0", kind="fact")
    steps = list(companion.diagnose())
    assert steps[-1].done and steps[-1].explains and len(steps) > steps[-1].tried > 100


def test_correction_that_fits_only_up_to_unseen_events_does_not_explain_everything() -> None:
    companion = Companion("herd(size=3)", None)
    companion.typing.feed("33 c4 b2 c2 54")
    for keys in ("c3", "c4", "b2"):
        companion.enter_typed(keys)
    *_, before = companion.diagnose()
    assert before.explains
    companion.enter("**")
    companion.enter("impossible")
    *_, diagnosis = companion.diagnose()
    assert diagnosis.suspects and not diagnosis.explains


def test_contradicting_fact_breaks_no_rule_of_the_game() -> None:
    companion = Companion("herbalism", 0)
    companion.typing.feed("rgbb")
    companion.add_facts("2=rrrr 3=rrrr")
    assert companion.fault is not None and companion.alert() is None


def test_unsure_line_counts_as_entered_only_if_everything_before_the_fault_fits() -> None:
    doubt = Line(13, "0F", confidence=0.9)
    lines = [Line(number, text) for number, text in enumerate(BID_TOO_EARLY.split(), 1)]
    replay = Replay(begin("herbs(ap=60)", 0))
    replay.update([*lines[:12], doubt, *lines[13:]])
    assert all(line.is_sure for line in replay.settled().lines) and replay.settled().fault == replay.fault
    found, sure = last(replay, NEIGHBOURING), Replay(replay.begin)
    sure.update(lines)
    assert found.suspects[0].at == last(sure, NEIGHBOURING).suspects[0].at == 9
    wrong = Replay(begin("herd(size=3)", None))
    texts = ("2-1", "b2", "3-1", "xc3", "z9")  # b2 is unsure; only c3 fits the removal
    wrong.update([Line(number, text, confidence=0.5 if text == "b2" else 1.0) for number, text in enumerate(texts, 1)])
    assert wrong.fault is not None and wrong.fault.at == 4 and not wrong.settled().lines[1].is_sure
