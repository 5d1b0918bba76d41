"""Tests of unsure lines: the mixture against brute force, and their sentences."""

from __future__ import annotations

from math import log

import pytest

from tests.companion import measure
from tests.conftest import deep
from tests.kit.tables import SPECS, play
from tests.reference.companion.herbalism import Table, Worlds
from tests.reference.herbalism_text import write_position
from workbench.companion.branches import Belief, Filter
from workbench.companion.companion import Companion
from workbench.companion.cursor import begin
from workbench.companion.known import beliefs, sentence, statements
from workbench.companion.lines import MISSED, SEVERAL, Line
from workbench.companion.replay import Replay
from workbench.companion.slips import EVEN, NEIGHBOURING
from workbench.companion.suspects import diagnose

SPEC = "herbalism(actions=first)"


def mixture(belief: Belief) -> dict[str, float]:
    """Return the probability of each position."""
    found = dict[str, float]()
    for (cursor, _), weight in zip(belief.branches, belief.weights, strict=True):
        for text, chance in cursor.point.worlds(1 << 20, "uniform"):
            found[text] = found.get(text, 0.0) + weight * chance
    return found


def by_brute_force(reference: Table, lines: list[Line]) -> dict[str, float]:
    """Return the probability of each position if unsure lines are wrong as often as they say, evenly."""
    worlds: Worlds = reference.begin
    for line in lines:
        if line.is_sure:
            worlds = reference.observe(worlds, line.text)
            continue
        mixed: Worlds = {}
        # The share of a wrong text depends on how many texts are possible for the observer in this branch. Here all
        # branches before are one, so it is the same in all worlds.
        possible = reference.possible(worlds)
        for text in possible:
            share = line.confidence if text == line.text else (1 - line.confidence) / (len(possible) - 1)
            for position, weight in reference.observe(worlds, text).items():
                mixed[position] = mixed.get(position, 0.0) + (weight if line.is_open else weight * share)
        worlds = mixed
    total = sum(worlds.values())
    return {write_position(position): weight / total for position, weight in worlds.items()}


@pytest.mark.parametrize("kind", ["unsure", "missed"])
def test_beliefs_equal_brute_force(kind: str) -> None:
    for seed in range(deep(1, 20)):
        played = play(SPEC, 0, seed, most=3)
        lines = played.lines
        at = 1 + seed % 2
        lines[at] = Line(at, MISSED) if kind == "missed" else Line(at, lines[at].text, confidence=0.6)
        replay = Replay(begin(SPEC, 0), Filter(EVEN, 1 << 20))
        replay.update(lines)
        exact, found = by_brute_force(Table(SPEC, 0), lines), mixture(replay.belief)
        assert found.keys() == exact.keys()
        assert all(found[text] == pytest.approx(chance, rel=1e-8) for text, chance in exact.items())


def test_unsure_lines_are_better_than_leaving_them_out() -> None:
    played = [measure.unsure("herbalism", seed) for seed in range(deep(6, 600))]
    rows = [row for row in played if row["marked"]]
    figures = measure.figures("unsure", rows)
    assert float(str(figures["gain"])) > deep(0, 2) * float(str(figures["standard error"]))
    exact = figures["exact"]
    assert isinstance(exact, list) and exact[2] <= 1.1 * exact[1]


def test_dropping_unlikely_branches_never_makes_a_line_impossible() -> None:
    played = play("herbalism", 0, 2, most=20)
    lines = [Line(line.id, line.text, confidence=0.9) if line.id % 6 == 0 else line for line in played.lines]
    narrow = Replay(begin("herbalism", 0), Filter(EVEN, 2))
    narrow.update(lines)
    assert narrow.fault is None and len(narrow.belief.branches) <= 2 and narrow.belief.pruned


def test_certain_and_likely_have_different_words() -> None:
    companion = Companion("herbalism", 0)
    companion.enter("deal:??/ryyy/????/????")
    texts = [companion.sentence(statement) for statement in companion.statements()]
    assert "Certain: Seat 2 holds 0 yellow cards." in texts
    assert any(text.startswith("Belief, ") and "the cure is green and blue" in text for text in texts)
    for statement in statements(companion.belief):
        point = companion.belief.cursor.point
        assert statement.certain == (len(point.beliefs()[statement.variable]) == 1 or statement.probability == 1.0)
    companion.mark_unsure(companion.lines[0].id)
    assert not any(statement.certain for statement in companion.statements())
    assert all(sum(values.values()) == pytest.approx(1) for values in beliefs(companion.belief).values())
    assert "%" in sentence(companion.belief, companion.statements()[0])


def test_weights_of_branches_are_normalised() -> None:
    companion = Companion("herd(size=3)", 0)
    for text in ("2-1", "a1", "6-3"):
        companion.enter(text, confidence=0.8)
    assert sum(companion.belief.weights) == pytest.approx(1)
    assert all(weight <= 1 + 1e-9 for weight in companion.belief.weights)


def test_several_unseen_events_are_one_line_and_analysis_averages_over_them() -> None:
    companion = Companion(SPEC, 0)
    companion.typing.feed("rgbb")
    before = beliefs(companion.belief)
    assert companion.typing.press("#") == SEVERAL
    assert len(companion.lines) == 2 and "Several" in companion.describe(1)
    known = companion.statements()
    assert not any(statement.certain for statement in known)
    actors = {branch.cursor.actor for branch in companion.belief.branches}
    assert len(actors) == 4  # a seat decides, or chose what to hand over
    after = beliefs(companion.belief)
    for pair, chance in before["cure"].items():  # unseen events say nothing about the pair, on average
        assert after["cure"].get(pair, 0.0) == pytest.approx(chance, abs=0.06)
    replay = Replay(begin(SPEC, 0))
    replay.update(companion.lines)
    assert replay.belief.weights == companion.belief.weights  # the sample is always the same


def test_events_after_several_unseen_ones_are_entered_by_their_keys() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("33 c4 b2 c3 11 xb2 #")
    assert "65" in companion.typing.spelled and "d4" in companion.typing.spelled
    assert companion.typing.feed("65") == ["6-5"] and companion.fault is None
    assert all(branch.cursor.point.fields["dice"] == "6-5" for branch in companion.belief.branches)
    sentences = [companion.sentence(statement) for statement in companion.statements()]
    assert any("the position is the shown one" in text for text in sentences)
    assert any("is next" in text for text in sentences)
    assert not any("rows" in text for text in sentences)


def test_several_unseen_events_are_possible_in_every_game() -> None:
    for spec in SPECS:
        played = play(spec, 0, 3, most=15)
        companion = Companion(spec, 0)
        while len(companion.lines) < len(played.texts):
            companion.enter(played.texts[len(companion.lines)])
        companion.enter(SEVERAL)
        assert companion.fault is None and len(companion.belief.branches) > 1, spec
        companion.undo()
        assert companion.cursor.point == played.cursor.point
    over = Companion("herd(size=2)")
    for text in play("herd(size=2)", None, 3).texts:
        over.enter(text)
    assert over.over
    over.enter(SEVERAL)
    assert over.fault is not None


def test_a_part_of_an_event_can_be_missed() -> None:
    companion = Companion("herd(size=3)", 0)
    companion.typing.feed("33 c4 b2 c*")
    assert companion.lines[-1].text == "c*"
    cells = {branch.cursor.texts[-1] for branch in companion.belief.branches}
    assert cells == {"c1", "c2", "c3", "c5"}
    assert companion.typing.feed("5*") == ["5*"] and companion.fault is None
    assert {branch.cursor.point.fields["dice"] for branch in companion.belief.branches} == {
        f"{max(5, other)}-{min(5, other)}" for other in range(1, 7)
    }
    hidden = Companion("herbalism", 0)
    hidden.typing.feed("rgbb 2f3r*")  # how many cards came back?
    assert {branch.cursor.texts[-1] for branch in hidden.belief.branches} >= {
        "rg:feed:3:r;back=g",
        "rg:feed:3:r;back=-",
    }


def test_unsure_fact_is_evidence_and_nothing_follows_from_it_for_certain() -> None:
    companion = Companion("herbalism", 0)
    companion.typing.feed("rgbb")
    companion.add_facts("2=ryyg")
    assert any(known.certain for known in companion.statements())
    companion.mark_unsure(companion.lines[-1].id)
    known = {statement.variable: statement for statement in companion.statements()}
    assert not known["2:r"].certain and known["2:r"].value == "1" and 0.9 < known["2:r"].probability < 1
    companion.rewrite(companion.lines[-1].id, "2=rrrr")
    assert companion.fault is None  # it must be the fact that is wrong
    assert not any(statement.certain for statement in companion.statements())


def test_reading_that_was_found_by_a_wider_search_is_kept() -> None:
    """A narrow filter drops the true reading, and finds it again when a later line fits nothing else."""
    spec, found = "herd(size=3)", 0
    for seed in range(12):
        played = play(spec, None, seed, "uniform", 30)
        lines = played.lines
        at = seed % 5 + 1
        lines[at] = Line(lines[at].id, MISSED)
        replay = Replay(begin(spec, None), Filter(NEIGHBOURING, 2))
        replay.update([*lines, Line(99, "impossible")])
        if replay.fault is None or replay.fault.at < 20 or not replay.belief.pruned:
            continue
        for count in range(replay.fitting + 1):
            assert sum(replay.belief_before(count).weights) == pytest.approx(1)
        assert [*diagnose(replay)][-1].done
        found += 1
    assert found


def test_nothing_is_certain_that_holds_only_in_some_readings() -> None:
    """If the missed answer to a cure may have ended the round, the hands of that round are no longer there."""
    companion = Companion(SPEC, 1)
    for text in (
        "deal:??/????/yygb/????", "gy:appeal:2", "give:y;back=yy", "gy:appeal:3", "give:y;back=y", "yr:appeal:2",
        "give:y;back=y", "yb:appeal:2", "give:b;back=b", "cure:yr", "follow:yr",
    ):  # fmt: skip
        companion.enter(text)
    assert companion.fault is None and any(known.certain for known in companion.statements())
    companion.enter(MISSED)
    phases = {cursor.point.phase for cursor, _ in companion.belief.branches}
    assert companion.fault is None and len(phases) == 2
    assert not any(known.certain for known in companion.statements())


def test_readings_of_a_round_are_one_before_the_next_deal() -> None:
    companion = Companion("herbalism(target=1)", 1)
    for text in (
        "*", "yr:appeal:2", "give:r;back=r", "gy:appeal:1", "give:g;back=g", "yb:appeal:2", "give:*;back=[rygb]",
        "==:feed:2:r;back=r", "yb:appeal:3", "give:*;back=[rygb][rygb]", "rg:appeal:2",
        "give:*;back=[rygb][rygb][rygb]", "gb:appeal:3", "give:?;back=??", "cure:==*", "answer:yb*",
        "skip*", "cure:gy;pair=rb",
    ):  # fmt: skip
        companion.enter(text)
    assert companion.fault is None
    positions = [branch.cursor.point.text() for branch in companion.belief.branches]
    assert len(set(positions)) == len(positions)


def test_unseen_events_after_an_unsure_fact_keep_both_readings_apart() -> None:
    companion = Companion(SPEC, 0)
    companion.typing.feed("rgbb")
    companion.enter("hidden=ry", kind="fact", confidence=0.6)
    companion.enter(SEVERAL)
    found = [(cursor.texts, cursor.point.count()) for cursor, _ in companion.belief.branches]
    assert len({texts for texts, _ in found}) < len(set(found)), "the same events in both readings"


def test_lines_of_an_observation_are_as_probable_as_the_observation() -> None:
    spec = "herbalism(target=1)"
    played = play(spec, 1, 5, most=60)
    cursor = before = begin(spec, 1)
    total = 0.0
    for text in played.texts:
        after = cursor.advance(text)
        total += cursor.log_chance(text, after)
        if cursor.parts:
            likelihoods = [one.point.log_likelihood("uniform") for one in (before, after)]
            own = log(len(before.point.moves())) if before.point.actor == 1 else 0.0
            assert total == pytest.approx(likelihoods[1] - likelihoods[0] - own)
        if not after.parts:
            before, total = after, 0.0
        cursor = after
    assert cursor.point.actor < 0
