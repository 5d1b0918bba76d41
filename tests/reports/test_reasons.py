"""Reasons in words: every number and comparison in a sentence is read back and worked out again from the report."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import bots
import fastcore
from bots.report import Candidate, Fact, Report
from fastcore import CHANCE, OVER
from tests.conftest import deep
from tests.kit.decisions import THINKERS, Decision, sample
from tests.kit.reasons.readers import READERS
from tests.kit.reasons.reading import PERCENT, Reading
from tests.kit.walks import somewhere, walk
from tests.storage.test_traces import view
from workbench import boards
from workbench.boards.kit import plain
from workbench.boards.kit.figures import percents
from workbench.reports.reasons import GOES_ON, MOST, MOST_PLAN, Reason, earlier_report, in_words, reasons


def test_every_number_and_comparison_is_true(game_id: str) -> None:
    for one, said in sample(game_id):
        assert len(said) <= (MOST_PLAN if one.report.plan else MOST)
        for reason in said:
            READERS[reason.kind](Reading(one, reason))


def test_bots_that_look_ahead_have_reasons(game_id: str) -> None:
    """No decision without a reason, no kind twice about the same one, and more than one text of each kind."""
    kinds: Counter[str] = Counter()
    texts: dict[str, set[str]] = {}
    for one, said in sample(game_id):
        # of the last steps of a long plan little is kept
        assert said or not (one.report.facts or one.report.plan), one.report
        assert len({reason.kind for reason in said}) == len(said) and all(reason.facts for reason in said)
        for reason in said:
            kinds[reason.kind] += 1
            texts.setdefault(reason.kind, set()).add(reason.text)
    for kind, number in kinds.items():
        if kind not in ("only", "proof") and number >= 10:
            assert len(texts[kind]) > number / 10, kind


def test_a_sentence_differs_when_its_facts_differ(game_id: str) -> None:
    """All numbers in the facts of a sentence are changed (and the reply, which may have none):
    it says something else then, or is not said."""
    for one, said in sample(game_id):
        for reason in said:
            numbers = [
                value for fact in reason.facts for value in fact.values.values() if isinstance(value, int | float)
            ]
            if not numbers or reason.kind in ("only", "plan", GOES_ON):
                continue
            changed = changed_report(one.report, reason)
            now = reasons(one.info, one.seat, changed, one.earlier)
            assert reason.text not in [other.text for other in now], (reason, changed)


def changed_report(report: Report, reason: Reason) -> Report:
    """A report with other numbers behind one of its reasons."""
    moves = [report.move, *(one.move for one in report.candidates)]
    facts = tuple(other_fact(fact, moves) if fact in reason.facts else fact for fact in report.facts)
    mixture = tuple((plan, weight * 0.7) for plan, weight in report.mixture)
    beliefs = {of: {what: (chance + 0.37) % 1 for what, chance in held.items()} for of, held in report.beliefs.items()}
    candidates = tuple(
        msgspec.structs.replace(one, value=tuple(shifted(value) for value in one.value)) for one in report.candidates
    )
    return msgspec.structs.replace(report, facts=facts, mixture=mixture, beliefs=beliefs, candidates=candidates)


def shifted(number: float) -> float:
    return number + (0.3 if number < 0.5 else -0.3)


def other_fact(fact: Fact, moves: list[str]) -> Fact:
    values: dict[str, int | float | str] = {}
    for name, value in fact.values.items():
        if name == "move" and fact.key == "reply":
            values[name] = next((move for move in moves if move != value), "?")
        elif isinstance(value, str) or name == "seat":
            values[name] = value
        else:
            values[name] = value + 1 if isinstance(value, int) else shifted(value)
    if fact.key == "proof":
        values["result"] = 0.0 if fact.values["result"] else 1.0
    return Fact(fact.key, values)


@pytest.mark.parametrize(
    ("bot", "where", "begins"),
    [
        ("mcts(simulations=30)", 12, "To step from d7 to c6 took"),
        ("mcts(simulations=30,softness=1)", 0, "I left it to chance: to"),
    ],
)
def test_what_took_more_thinking_was_refuted_or_left_to_chance(bot: str, where: int, begins: str) -> None:
    point = view(somewhere("forest", "refuted", where, most=300))
    *_, report = bots.make(bot, where).think(point)
    (reason,) = (one for one in reasons(point.info, point.actor, report) if one.kind == "choice")
    assert reason.text.startswith(begins) and ("loses by force" in reason.text) == begins.startswith("To")
    READERS["choice"](Reading(Decision(point.info, point.actor, report, None, point, bot), reason))


def test_facts_of_open_games_are_those_of_the_position(open_game: str) -> None:
    for one, _ in sample(open_game):
        facts = {fact.key: fact.values for fact in one.report.facts}
        state = one.point.state
        assert state is not None
        assert ("only" in facts) == (len(state.moves()) == 1)
        best = one.report.candidates[0]
        assert facts["best"]["move"] == best.move == one.report.move
        assert abs(float(facts["best"]["value"]) - best.value[one.seat]) < 1e-4
        if "reply" in facts or "luck" in facts:
            after = state.copy()
            for move in best.line:
                if after.actor != one.seat:
                    break
                after.play(move)
            if "luck" in facts:
                assert after.actor == CHANCE
                assert {after.parse_move(str(facts["luck"][name])) for name in ("worst", "best")} <= {
                    move for move, _ in after.chances()
                }
            elif after.actor >= 0 and after.actor != one.seat:
                assert after.actor == facts["reply"]["seat"] and not after.why_not(str(facts["reply"]["move"]))


def test_bots_that_do_not_look_ahead_say_so(game_id: str) -> None:
    """Random, greedy and the like: one short sentence that holds for what they did."""
    for name in ("random", "greedy", "deducer", "points"):
        if name not in bots.names(game_id):
            continue
        state, stream = fastcore.start(game_id), fastcore.Stream(2, name)
        for _ in range(deep(25, 200)):
            if state.actor == OVER:
                break
            if state.actor == CHANCE:
                state.play(state.sample(stream))
                continue
            point = state.viewpoint(state.actor)
            *_, report = bots.make(name, 1).think(point)
            (reason,) = reasons(state.info, state.actor, report)
            moves = len(point.moves())
            if moves == 1:
                assert reason.kind == "only"
            elif name == "points":
                gain = points_gained(state, report.move)
                alike = sum(points_gained(state, state.move_text(move)) == gain for move in state.moves())
                assert reason.text.startswith(
                    "It leaves the lead in points as it is; "
                    if not gain
                    else f"It shifts the lead by {gain:+d} ".replace("-", "\u2212")
                )
                assert (
                    f"none of the {moves} legal moves does better" in reason.text
                    if alike == 1
                    else f"; {alike} of the {moves} " in reason.text
                )
            else:
                policy = {"random": "uniform"}.get(name, name)
                chances = dict(point.policy(policy))
                chance = chances[point.parse_move(report.move)]
                alike = sum(abs(other - chance) < 1e-9 for other in chances.values())
                numbers = [int(number) for number in re.findall(r"\d+(?! %)(?!\.)\b", reason.text)]
                if alike == moves:
                    assert numbers == [moves] and "all alike" in reason.text
                elif chance > 1 - 1e-9:
                    assert numbers == [moves] and "without looking ahead" in reason.text
                elif abs(alike * chance - 1) < 1e-6:
                    assert numbers == [alike, moves] and "equally good" in reason.text
                else:
                    assert f"a chance of {percents(chance)[0]}, from {moves} legal moves" in reason.text
            state.play(report.move)


def points_gained(state: fastcore.State, move: str) -> int:
    seat = state.actor

    def lead(points: tuple[int, ...] | list[int]) -> int:
        return points[seat] - max(number for other, number in enumerate(points) if other != seat)

    return lead(state.after(move).points()) - lead(state.points())


def test_a_game_without_words_of_its_own_is_told_plainly(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a fifth game would be: nothing but its moves' texts and the core's names."""
    decisions = sample(game_id)[:40]  # kept for other tests, with the game's own words
    monkeypatch.setattr(boards, "words", lambda game: plain.Words())
    for one, _ in decisions:
        for reason in reasons(one.info, one.seat, one.report, one.earlier):
            READERS[reason.kind](Reading(one, reason))


def test_a_report_without_facts_has_no_reasons(game_id: str) -> None:
    info = fastcore.info(game_id)
    assert reasons(info, 0, Report("x")) == ()
    assert (
        reasons(info, 0, Report("x", candidates=(Candidate("x", 5, (0.1,) * 4, 0.0, 1.0, ("x",)),), simulations=5))
        == ()
    )


def test_facts_of_somebodys_own_bot_break_nothing(game_id: str) -> None:
    """Known keys with values that are left out, of another kind, or out of range; moves that are none."""
    chance = random.Random(5)
    odd = ("", "x", "a:b:c", -1, 0, 10**9, -2.5, 1e300, "rb:ask:9")
    for one, _ in sample(game_id)[: deep(15, 200)]:
        for _ in range(20):
            facts = []
            for fact in one.report.facts:
                values = {
                    name: chance.choice(odd) if chance.random() < 0.3 else value
                    for name, value in fact.values.items()
                    if chance.random() < 0.9
                }
                facts.append(Fact(fact.key, values))
            move = chance.choice([one.report.move, "", "?", "\u00e4:1"])
            damaged = msgspec.structs.replace(one.report, facts=tuple(facts), move=move, plan=one.report.plan[::-1])
            for reason in reasons(one.info, one.seat, damaged, one.earlier):
                assert reason.text
            assert all(isinstance(line, str) for line in in_words(one.info, one.seat, damaged))


def test_plan_mixture_and_beliefs_are_told_in_words(game_id: str) -> None:
    told: Counter[str] = Counter()
    for one, _ in sample(game_id):
        for line in in_words(one.info, one.seat, one.report):
            head, _, rest = line.partition(": ")
            told[head.split()[0]] += 1
            shares = [float(share) for share in re.findall(PERCENT, rest)]
            if head == "Plan":
                assert rest == boards.say(one.info, one.seat, one.report.plan)
            elif head == "Mixture":
                assert len(shares) == len(one.report.mixture)
                for share, (plan, weight) in zip(shares, one.report.mixture, strict=True):
                    assert abs(share - 100 * weight) <= 0.51 and plan.replace(",", ", ") in rest
            else:
                (held,) = one.report.beliefs.values()
                likely = sorted((100 * chance for chance in held.values() if chance >= 0.005), reverse=True)
                assert len(shares) == len(likely) and all(
                    abs(x - y) <= 0.51 for x, y in zip(shares, likely, strict=True)
                )
    has = fastcore.info(game_id).has
    assert bool(told["Plan"]) == bool(told["Mixture"]) == has.secrets and bool(told["Beliefs"]) == has.hidden


def test_the_page_for_bots_lists_every_key(game_id: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    listed = set(
        re.findall(r"`([a-z]+)`", " ".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `")))
    )
    told = {fact.key for one, _ in sample(game_id) for fact in one.report.facts}
    for name in bots.names(game_id):
        if name not in THINKERS:
            state = next(state for state, _ in walk(game_id, "keys") if state.actor >= 0 and len(state.moves()) > 1)
            *_, report = bots.make(name, 1).think(state.viewpoint(state.actor))
            told |= {fact.key for fact in report.facts}
    assert told <= listed


def test_what_was_believed_before_a_deal_does_not_count() -> None:
    report, other = Report("a"), Report("b")
    assert earlier_report([(0, report), (1, None), (0, other), (0, report)]) is other
    assert earlier_report([(0, report), (CHANCE, None), (0, other)]) is None
    assert earlier_report([(0, report), (1, other)]) is None and earlier_report([(0, report)]) is None


def test_percentages_stay_apart_and_are_never_rounded_to_nothing_or_all() -> None:
    assert percents(0.313, 0.3171) == ("31 %", "32 %") and percents(0.3131, 0.3149) == ("31.3 %", "31.5 %")
    assert percents(0.31311, 0.31312) == ("31.3 %", "31.3 %") and percents(0.9996) == ("99.96 %",)
    assert (
        percents(0.0, 1.0) == ("0 %", "100 %")
        and percents(0.001) == ("0.1 %",)
        and percents(0.5, 0.5) == ("50 %", "50 %")
    )
