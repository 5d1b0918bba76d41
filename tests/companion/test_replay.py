"""Tests of the list of observations: replay, changes in the middle, and recorded games entered line by line."""

from __future__ import annotations

from random import Random

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.tables import SPECS, play
from workbench.companion import finishing
from workbench.companion.companion import Companion
from workbench.companion.cursor import FLOOR
from workbench.companion.lines import MISSED, Line
from workbench.companion.replay import Replay


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("policy", ["uniform", "greedy"])
def test_recorded_games_give_the_same_knowledge_and_moves(spec: str, policy: str) -> None:
    for seed in range(deep(1, 500)):
        seat = seed % fastcore.start(spec).seats
        played = play(spec, seat, seed, policy, 150)
        companion = Companion(spec, seat)
        while len(companion.lines) < len(played.texts):
            companion.enter(played.texts[len(companion.lines)])
        for line in companion.lines[len(played.texts) :]:
            companion.remove(line.id)  # the game was cut off where a line follows by itself
        assert [line.text for line in companion.lines] == list(played.texts)
        true = fastcore.Viewpoint(spec, seat)
        for text in played.cursor.texts:
            true.observe(text)
        point = companion.belief.cursor.point
        assert point == true and point.text() == true.text() == played.end.view(seat)
        assert [*map(point.move_text, point.moves())] == [*map(true.move_text, true.moves())]
        if played.end.actor == fastcore.OVER:
            assert companion.over
            assert finishing.seat_record(companion).result.returns == played.end.returns()  # type: ignore[union-attr]


@pytest.mark.parametrize("spec", SPECS)
def test_change_in_the_middle_equals_a_fresh_replay(spec: str) -> None:
    random, played = Random(spec), play(spec, 0, 5, most=120)
    lines, kept = played.lines, Replay(played.cursor and Companion(spec, 0)._replay.begin)
    kept.update(lines)
    for number in range(deep(12, 300)):
        at = random.randrange(len(lines))
        changed = [*lines]
        match random.randrange(4):
            case 0:
                changed[at] = Line(1000 + number, random.choice(lines).text)
            case 1:
                del changed[at]
            case 2:
                changed.insert(at, Line(1000 + number, random.choice(lines).text))
            case 3:
                changed.insert(random.randrange(len(lines)), changed.pop(at))
        kept.update(changed)
        fresh = Replay(kept.begin)
        fresh.update(changed)
        assert kept.fault == fresh.fault
        assert kept.belief.cursor.point == fresh.belief.cursor.point
        assert kept.belief.cursor.parts == fresh.belief.cursor.parts


def test_replay_begins_at_the_change() -> None:
    played = play("herd(size=3)", 0, 1)
    replay = Replay(Companion("herd(size=3)", 0)._replay.begin)
    replay.update(played.lines)
    replay.update(played.lines[:-1])
    assert replay.replayed == 0
    replay.update([*played.lines[:-1], Line(99, played.texts[-1])])
    assert replay.replayed == 1


def test_lines_after_a_fault_wait_and_come_back() -> None:
    played = play("herd(size=3)", 0, 2)
    companion = Companion("herd(size=3)", 0)
    for text in played.texts:
        companion.enter(text)
    first = next(index for index, line in enumerate(companion.lines) if index and "-" not in line.text)
    right = companion.lines[first].text
    companion.change(companion.lines[first].id, text="z9")
    assert companion.fault is not None and companion.fault.at == first
    assert companion.status(first) == "impossible" and companion.status(first + 1) == "waiting"
    assert [line.text for line in companion.lines][first + 1 :] == list(played.texts[first + 1 :])
    alert = companion.alert()
    assert alert is not None and alert.reason and right in companion.spelled_at(first, right)
    companion.correct(first, right)
    assert companion.fault is None and companion.belief.cursor.point == played.cursor.point
    companion.undo()
    assert companion.fault is not None
    companion.redo()
    assert companion.fault is None


def test_struck_line_does_not_count() -> None:
    companion = Companion("herd(size=3)", 0)
    for text in ("2-1", "a1", "a1", "6-3"):
        companion.enter(text)
    assert companion.fault is not None and companion.fault.at == 2
    companion.change(companion.lines[2].id, struck=True)
    assert companion.fault is None and companion.status(2) == "struck"
    assert companion.cursor.actor == 1


def test_position_and_facts_are_lines() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.enter("2-1")
    companion.enter("3/4/2r2/4/3 b 2 - -", kind="position")
    companion.enter("4-2")
    assert companion.fault is None and companion.cursor.actor == 1
    cards = Companion("herbalism", 0)
    cards.enter("deal:??/rgbb/????/????")
    cards.enter("hidden=gg", kind="fact")
    assert {known.value for known in cards.statements() if known.variable == "cure" and known.certain} == {"=="}
    cards.enter("hidden=rb", kind="fact")
    assert cards.fault is not None and cards.fault.at == 2


def test_missed_dice_are_averaged() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.enter(MISSED)
    companion.enter("b2")
    belief = companion.belief
    assert abs(sum(belief.weights) - 1) < 1e-12
    weights = dict[bool, float]()
    for move, chance in fastcore.start("herd(size=3)").chances():
        state = fastcore.start("herd(size=3)").after(move)
        place = state.parse_move("b2")
        shares = [dict(state.policy(name)).get(place, 0.0) for name in state.info.policies]
        likelihood = (1 - FLOOR) * sum(shares) / len(shares) + FLOOR / len(state.moves())
        ended = state.after(place).turn == 2
        weights[ended] = weights.get(ended, 0.0) + chance * likelihood
    turns = [
        weight for (cursor, _), weight in zip(belief.branches, belief.weights, strict=True) if cursor.point.turn == 2
    ]
    assert sum(turns) == pytest.approx(weights[True] / sum(weights.values()))
    companion.enter("c3")
    assert sum(companion.belief.weights) == pytest.approx(1)
    assert all(cursor.point.fields["turn"] == "1" or cursor.point.actor < 0 for cursor, _ in companion.belief.branches)


def test_partly_missed_event_matches_its_pattern() -> None:
    companion = Companion("herbalism", 0)
    companion.enter("deal:??/rgbb/????/????")
    companion.enter("rb:inquire:2:r;n=*")
    assert companion.fault is not None  # the action is not in the set
    companion.change(companion.lines[1].id, text="rb:feed:2:r;back=*")
    counts = {cursor.point.fields["hands"].split("/")[1] for cursor, _ in companion.belief.branches}
    assert counts == {"?" * size for size in range(2, 6)}  # at most three of seat 2's four cards can be blue
    assert companion.fault is None


def test_stone_that_its_seat_cannot_pay_for_does_not_fit() -> None:
    companion = Companion("herbs(ap=60)", 0)
    companion.typing.feed("0p23 0p11 0p322 0p17 bb3")
    for text in ("2P3/23", "3P3/3", "3P3/11", "3P2/6", "BlE8"):
        companion.enter(text)
    assert companion.fault is None
    last = len(companion.lines) - 1
    companion.rewrite(companion.lines[-4].id, "2P3/20")  # all 60 AP are spent, so no stone can be revealed
    assert companion.fault is not None and companion.fault.at == last
    companion.rewrite(companion.lines[-4].id, "*")
    assert companion.fault is None and all("stones=BlB3|BlE8" in branch.cursor.texts[-1] for branch in
                                           companion.belief.branches)  # fmt: skip
