"""Tests of reasons in words: every number and comparison is checked against the report."""

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
from tests.kit.decisions import SEARCHING_BOTS, Decision, decisions_with_reasons
from tests.kit.reasons.readers import READERS
from tests.kit.reasons.reading import PERCENT, Reading
from tests.storage.test_traces import viewpoint_to_move
from workbench import boards
from workbench.boards.kit import plain
from workbench.boards.kit.figures import format_percents
from workbench.conformance.walks import random_game, random_position
from workbench.reports.reasons import GOES_ON, MAX, MAX_PLAN, Reason, previous_report, reasons
from workbench.reports.report_lines import detail_lines


def test_every_number_and_comparison_is_true(game_id: str) -> None:
    for decision, shown_reasons in decisions_with_reasons(game_id):
        assert len(shown_reasons) <= (MAX_PLAN if decision.report.plan else MAX)
        for reason in shown_reasons:
            READERS[reason.kind](Reading(decision, reason))


def test_search_bots_give_reasons(game_id: str) -> None:
    """Every decision has a reason, no kind occurs twice, and the texts of a kind vary."""
    kinds: Counter[str] = Counter()
    texts: dict[str, set[str]] = {}
    for decision, shown_reasons in decisions_with_reasons(game_id):
        # Records keep only small reports of the last steps of a long plan.
        assert shown_reasons or not (decision.report.facts or decision.report.plan), decision.report
        assert len({reason.kind for reason in shown_reasons}) == len(shown_reasons) and all(
            reason.facts for reason in shown_reasons
        )
        for reason in shown_reasons:
            kinds[reason.kind] += 1
            texts.setdefault(reason.kind, set()).add(reason.text)
    for kind, number in kinds.items():
        if kind not in ("only", "proof") and number >= 10:
            assert len(texts[kind]) > number / 10, kind


def test_changed_facts_change_the_sentence(game_id: str) -> None:
    """After every number behind a sentence and the reply's move have changed, the sentence must change or disappear."""
    for decision, shown_reasons in decisions_with_reasons(game_id):
        for reason in shown_reasons:
            numbers = [
                value for fact in reason.facts for value in fact.values.values() if isinstance(value, int | float)
            ]
            if not numbers or reason.kind in ("only", "plan", GOES_ON, "terms"):  # terms are only named
                continue
            altered = changed_report(decision.report, reason)
            new_reasons = reasons(decision.info, decision.seat, altered, decision.earlier)
            assert reason.text not in [new_reason.text for new_reason in new_reasons], (reason, altered)


def changed_report(report: Report, reason: Reason) -> Report:
    """Return a copy of a report with different numbers behind one of its reasons."""
    moves = [report.move, *(candidate.move for candidate in report.candidates)]
    facts = tuple(changed_fact(fact, moves) if fact in reason.facts else fact for fact in report.facts)
    mixture = tuple((plan, weight * 0.7) for plan, weight in report.mixture)
    beliefs = {
        of: {item: (chance + 0.37) % 1 for item, chance in chances.items()} for of, chances in report.beliefs.items()
    }
    candidates = tuple(
        msgspec.structs.replace(candidate, value=tuple(shifted(value) for value in candidate.value))
        for candidate in report.candidates
    )
    return msgspec.structs.replace(report, facts=facts, mixture=mixture, beliefs=beliefs, candidates=candidates)


def shifted(number: float) -> float:
    return number + (0.3 if number < 0.5 else -0.3)


def changed_fact(fact: Fact, moves: list[str]) -> Fact:
    values: dict[str, int | float | str] = {}
    for name, value in fact.values.items():
        if name == "move" and fact.key == "reply":
            values[name] = next((move for move in moves if move != value), "?")
        elif isinstance(value, str) or name == "seat":
            values[name] = value
        else:
            values[name] = -value if fact.key == "term" else value + 1 if isinstance(value, int) else shifted(value)
    if fact.key == "proof":
        values["result"] = 0.0 if fact.values["result"] else 1.0
    return Fact(fact.key, values)


@pytest.mark.parametrize(
    ("bot", "where", "begins"),
    [
        ("mcts(simulations=30)", 225, "Another move took 20 % of the search"),
        ("mcts(simulations=30,softness=1)", 3, "The choice was random by search effort"),
    ],
)
def test_more_searched_move_was_refuted_or_not_drawn(bot: str, where: int, begins: str) -> None:
    point = viewpoint_to_move(random_position("forest", "refuted", where, max_moves=300))
    *_, report = bots.make(bot, where).think(point)
    (reason,) = (candidate for candidate in reasons(point.info, point.actor, report) if candidate.kind == "choice")
    assert reason.text.startswith(begins) and ("loses by force" in reason.text) == begins.startswith("Another")
    READERS["choice"](Reading(Decision(point.info, point.actor, report, None, point, bot), reason))


def test_facts_of_open_games_match_the_position(open_game: str) -> None:
    for decision, _ in decisions_with_reasons(open_game):
        facts = {fact.key: fact.values for fact in decision.report.facts}
        state = decision.point.state
        assert state is not None
        assert ("only" in facts) == (len(state.moves()) == 1)
        best = decision.report.candidates[0]
        assert facts["best"]["move"] == best.move == decision.report.move
        assert abs(float(facts["best"]["value"]) - best.value[decision.seat]) < 1e-4
        if "reply" in facts or "luck" in facts:
            after = state.copy()
            for move in best.line:
                if after.actor != decision.seat:
                    break
                after.play(move)
            if "luck" in facts:
                assert after.actor == CHANCE
                assert {after.parse_move(str(facts["luck"][name])) for name in ("worst", "best")} <= {
                    move for move, _ in after.chances()
                }
            elif after.actor >= 0 and after.actor != decision.seat:
                assert after.actor == facts["reply"]["seat"] and not after.why_not(str(facts["reply"]["move"]))


def test_bots_without_a_search_say_so(game_id: str) -> None:
    """Random, greedy and similar bots give one short, true sentence."""
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
                    "It leaves the lead in points unchanged; "
                    if not gain
                    else f"It changes the lead by {gain:+d} ".replace("-", "\u2212")
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
                alike = sum(abs(other_chance - chance) < 1e-9 for other_chance in chances.values())
                numbers = [int(number) for number in re.findall(r"\d+(?! %)(?!\.)\b", reason.text)]
                if alike == moves:
                    assert numbers == [moves] and "at random from" in reason.text
                elif chance > 1 - 1e-9:
                    assert numbers == [moves] and "without looking ahead" in reason.text
                elif abs(alike * chance - 1) < 1e-6:
                    assert numbers == [alike, moves] and "equally good" in reason.text
                else:
                    assert f"from {moves} legal moves, with a chance of {format_percents(chance)[0]}." in reason.text
            state.play(report.move)


def points_gained(state: fastcore.State, move: str) -> int:
    seat = state.actor

    def lead(points: tuple[int, ...] | list[int]) -> int:
        return points[seat] - max(number for other_seat, number in enumerate(points) if other_seat != seat)

    return lead(state.after(move).points()) - lead(state.points())


def test_game_without_its_own_words_has_plain_texts(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth game would have only its move texts and the names from the core."""
    decisions = decisions_with_reasons(game_id)[:40]  # cached before the game's own words are removed
    monkeypatch.setattr(boards, "words", lambda game: plain.Words())
    read = 0
    for decision, _ in decisions:
        for reason in reasons(decision.info, decision.seat, decision.report, decision.earlier):
            READERS[reason.kind](Reading(decision, reason))
            read += 1
    assert read >= len(decisions) > 0


def test_report_without_facts_has_no_reasons(game_id: str) -> None:
    info = fastcore.info(game_id)
    assert reasons(info, 0, Report("x")) == ()
    assert (
        reasons(info, 0, Report("x", candidates=(Candidate("x", 5, (0.1,) * 4, 0.0, 1.0, ("x",)),), simulations=5))
        == ()
    )


def test_invalid_facts_of_a_custom_bot_are_tolerated(game_id: str) -> None:
    """Covers known keys with missing, mistyped or excessive values, and moves that do not exist."""
    rng = random.Random(5)
    invalid_values = ("", "x", "a:b:c", -1, 0, 10**9, -2.5, 1e300, "rb:ask:9")
    for decision, _ in decisions_with_reasons(game_id)[: deep(15, 200)]:
        for _ in range(20):
            facts = []
            for fact in decision.report.facts:
                values = {
                    name: rng.choice(invalid_values) if rng.random() < 0.3 else value
                    for name, value in fact.values.items()
                    if rng.random() < 0.9
                }
                facts.append(Fact(fact.key, values))
            move = rng.choice([decision.report.move, "", "?", "\u00e4:1"])
            damaged = msgspec.structs.replace(
                decision.report, facts=tuple(facts), move=move, plan=decision.report.plan[::-1]
            )
            for reason in reasons(decision.info, decision.seat, damaged, decision.earlier):
                assert reason.text
            assert all(isinstance(line, str) for line in detail_lines(decision.info, decision.seat, damaged))


def test_plan_mixture_and_beliefs_are_described(game_id: str) -> None:
    counts: Counter[str] = Counter()
    for decision, _ in decisions_with_reasons(game_id):
        for line in detail_lines(decision.info, decision.seat, decision.report):
            head, _, rest = line.partition(": ")
            counts[head.split()[0]] += 1
            shares = [float(share) for share in re.findall(PERCENT, rest)]
            if head == "Plan":
                assert rest == boards.describe_moves(decision.info, decision.seat, decision.report.plan)
            elif head == "Mixture":
                assert len(shares) == len(decision.report.mixture)
                for share, (plan, weight) in zip(shares, decision.report.mixture, strict=True):
                    assert abs(share - 100 * weight) <= 0.51 and plan.replace(",", ", ") in rest
            else:
                (belief,) = decision.report.beliefs.values()
                likely = sorted((100 * chance for chance in belief.values() if chance >= 0.005), reverse=True)
                assert len(shares) == len(likely) and all(
                    abs(x - y) <= 0.51 for x, y in zip(shares, likely, strict=True)
                )
    has = fastcore.info(game_id).has
    assert bool(counts["Plan"]) == bool(counts["Mixture"]) == has.secrets and bool(counts["Beliefs"]) == has.hidden


def test_bot_documentation_lists_every_fact_key(game_id: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots" / "write-a-bot.md").read_text(encoding="utf-8")
    listed = set(
        re.findall(r"`([a-z]+)`", " ".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `")))
    )
    used = {fact.key for decision, _ in decisions_with_reasons(game_id) for fact in decision.report.facts}
    for name in bots.names(game_id):
        if name not in SEARCHING_BOTS:
            state = next(
                state for state, _ in random_game(game_id, "keys") if state.actor >= 0 and len(state.moves()) > 1
            )
            *_, report = bots.make(name, 1).think(state.viewpoint(state.actor))
            used |= {fact.key for fact in report.facts}
    assert used <= listed


def test_previous_report_is_not_searched_beyond_a_deal() -> None:
    report, earlier = Report("a"), Report("b")
    assert previous_report([(0, report), (1, None), (0, earlier), (0, report)]) is earlier
    assert previous_report([(0, report), (CHANCE, None), (0, earlier)]) is None
    assert previous_report([(0, report), (1, earlier)]) is None and previous_report([(0, report)]) is None


def test_percentages_stay_distinct_and_avoid_false_certainty() -> None:
    assert format_percents(0.313, 0.3171) == ("31 %", "32 %") and format_percents(0.3131, 0.3149) == (
        "31.3 %",
        "31.5 %",
    )
    assert format_percents(0.31311, 0.31312) == ("31.3 %", "31.3 %") and format_percents(0.9996) == ("99.96 %",)
    assert (
        format_percents(0.0, 1.0) == ("0 %", "100 %")
        and format_percents(0.001) == ("0.1 %",)
        and format_percents(0.5, 0.5) == ("50 %", "50 %")
    )
