"""How a choice grew: which move led when, and why another took the lead."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

import bots
from bots.report import Candidate, Fact, Limit, Report
from bots.searching import SearchBot
from fastcore import Search, Viewpoint
from tests.conftest import deep
from tests.kit.reasons.reading import PERCENT, SHORT, is_score, is_short, parsed
from tests.kit.walks import somewhere
from tests.storage.test_traces import view
from workbench.bot_process.decisions import Reports, decide
from workbench.gui.analyse.pages import words as said
from workbench.reports.growth import Lead, choice_growth, frames, leads
from workbench.reports.pruning import pruned


def test_a_choice_grows_as_its_reports_say(game_id: str) -> None:
    for number in range(deep(2, 20)):
        point = view(somewhere(game_id, "grown", number, most=60))
        for name in bots.names(game_id):
            bot, heard = bots.make(name, 1), Reports()
            if not isinstance(bot, SearchBot):
                continue
            decide(bot, point, Limit(simulations=400), heard.add)
            for told in (tuple(heard.all), frames(pruned(heard.all))):
                grown = choice_growth(told, point.actor)
                assert list(grown.simulations) == sorted(grown.simulations) and len(grown.leaders) == len(
                    grown.simulations
                )
                assert all(len(one.shares) == len(one.values) == len(grown.simulations) for one in grown.curves)
                assert all(0 <= share <= 1 for one in grown.curves for share in one.shares if share is not None)
                changes = [(a, b) for a, b in pairwise(grown.leaders) if a != b]
                assert [(one.before, one.move) for one in grown.leads] == changes
                assert not grown.curves or grown.curves[0].move == grown.leaders[-1]
                shown = [frame for frame in told if frame.candidates]
                for at, (leader, frame) in enumerate(zip(grown.leaders, shown, strict=True)):
                    own = {one.move: one.shares[at] or 0.0 for one in grown.curves}
                    assert (
                        leader == frame.move
                        if not grown.weights
                        else leader not in own or own[leader] >= max(own.values()) - 0.0011
                    )


def report(move: str, simulations: int, **candidates: tuple[int, float]) -> Report:
    return Report(
        move,
        tuple(
            Candidate(name, visits, (value, -value), 0.0, 0.0, (name,)) for name, (visits, value) in candidates.items()
        ),
        simulations,
    )


def test_why_another_move_leads() -> None:
    first = report("a", 20, a=(6, 0.4), b=(4, 0.1))
    cases = {
        "rose": report("b", 40, b=(12, 0.5), a=(8, 0.4)),
        "fell": report("b", 40, b=(12, 0.1), a=(8, 0.0)),
        "more": report("b", 40, b=(12, 0.1), a=(8, 0.4)),
        "even": report("b", 40, b=(8, 0.403), a=(8, 0.402)),
        "less": report("b", 40, b=(4, 0.5), a=(16, 0.4)),
        "new": report("c", 40, c=(12, 0.5), a=(8, 0.4)),
        "chosen": replace(report("c", 40, a=(8, 0.4)), move="c"),
    }
    for why, later in cases.items():
        before = replace(first, candidates=report("", 0, a=(6, 0.4), b=(4, 0.4)).candidates) if why == "even" else first
        (one,) = leads((before, later), 0)
        assert (one.at, one.simulations, one.before, one.move, one.why) == (1, 40, "a", later.move, why)
    assert (leads((first, cases["rose"]), 0)[0].was, leads((first, cases["rose"]), 0)[0].now) == (0.1, 0.5)
    assert (leads((first, cases["new"]), 0)[0].now, leads((first, cases["chosen"]), 0)[0].now) == (0.5, None)
    assert leads((replace(first, simulations=10), cases["new"]), 0)[0].why == "first", (
        "the report before tells all ten simulations"
    )
    assert leads((first, first), 0) == ()
    lost, proof = report("b", 40, b=(4, 0.5), a=(16, -1.0)), Fact("losing", {"moves": 1, "of": 1})
    assert leads((first, lost), 0)[0].why == "less", "a value alone is no proof"
    assert leads((first, replace(lost, facts=(proof,))), 0)[0].why == "lost"
    won = replace(report("b", 40, b=(4, 1.0), a=(16, 0.4)), facts=(Fact("proof", {"result": 1.0}),))
    assert leads((first, won), 0)[0].why == "won"


def test_what_is_told_of_a_new_leader_is_true(game_id: str) -> None:
    """Every sentence of real searches by all engines is read back, from the reports
    and from the searches themselves."""
    number = told = 0
    while told < deep(15, 500):
        point = view(somewhere(game_id, "leading", number, most=200))
        for name in bots.names(game_id) if point.actor >= 0 else ():
            if not isinstance(bots.make(name, number), SearchBot):
                continue
            heard, bot = Reports(), bots.make(name, number)
            decide(bot, point, Limit(simulations=3000 if name == "alphabeta" else 300), heard.add)
            assert isinstance(bot, SearchBot) and bot.search is not None
            proven = {
                point.move_text(int(row["move"])): (float(row["lower"]), float(row["upper"]))
                for row in bot.search.root()
            }
            for frames_of in (tuple(heard.all), frames(pruned(heard.all))):
                shown = tuple(frame for frame in frames_of if frame.candidates)
                for one in leads(shown, point.actor):
                    told += 1
                    read_lead(one, shown, point.actor, proven)
                    if one.why == "first":
                        again = bots.make(name, number)
                        assert isinstance(again, SearchBot)
                        decide(again, point, Limit(simulations=shown[one.at - 1].simulations), lambda _: None)
                        assert again.search is not None and visits_of(again.search, point, one.move) == 0
                    assert name in ("equilibrium",) or one.measure != "weights"
        number += 1


def visits_of(search: Search, point: Viewpoint, move: str) -> int:
    return int(next(row["visits"] for row in search.root() if point.move_text(int(row["move"])) == move))


def read_lead(one: Lead, shown: tuple[Report, ...], seat: int, proven: dict[str, tuple[float, float]]) -> None:
    """What is said is so in the reports before and after."""
    seats = len(shown[one.at].candidates[0].value)
    text = said.lead(one, seats)
    worth, is_worth = (PERCENT, is_score) if seats == 2 else (SHORT, is_short)
    comes = {"weights": "becomes likelier than", "bounds": "becomes better than", "visits": "takes the lead from"}[
        one.measure
    ]
    start = f"At {one.simulations:,} {one.move} {'is preferred to' if one.why == 'less' else comes} {one.before}"
    assert text.startswith(start)
    if one.measure == "weights":
        for frame, leader in zip(shown[one.at - 1 : one.at + 1], (one.before, one.move), strict=True):
            own = {c.move: c.prior for c in frame.candidates}
            assert own[leader] >= max(own.values()) - 0.0011, "nothing has more weight, whichever was drawn"
    before, after = ({c.move: c for c in frame.candidates} for frame in shown[one.at - 1 : one.at + 1])
    new, old, rest = one.move, one.before, text.removeprefix(start)
    weights = one.measure == "weights"

    def amount(move: str) -> float:
        return after[move].prior if weights else after[move].visits

    if rest == f": {old} loses by force.":
        assert proven[old][1] == -1
    elif rest == ": it wins by force.":
        assert proven[new][0] == 1
    elif rest == f": though {old} has more of the search.":
        assert not weights and amount(new) < amount(old)
    elif rest in (f": by now it has more {'weight' if weights else 'of the search'} than {old}.",):
        assert amount(new) > amount(old)
    elif rest == ": with as much of the search it is worth more.":
        assert amount(new) == amount(old) and after[new].value[seat] > after[old].value[seat]
    elif found := re.fullmatch(
        rf": it was (looked at for the first time|not among the leading moves before), and is worth {worth}\.", rest
    ):
        assert new not in before or not before[new].visits
        is_worth(found[2], after[new].value[seat])
    elif found := re.fullmatch(rf": its value has risen from {worth}( at most)? to {worth}\.", rest):
        is_worth(found[1], before[new].value[seat])
        is_worth(found[3], after[new].value[seat])
        assert parsed(found[3]) > parsed(found[1]) and (found[2] is not None) == (one.measure == "bounds")
    elif found := re.fullmatch(
        rf": the value of {re.escape(old)} has fallen from {worth} to {worth}( at most)?\.", rest
    ):
        is_worth(found[1], before[old].value[seat])
        is_worth(found[2], after[old].value[seat])
        assert parsed(found[2]) < parsed(found[1]) and (found[3] is not None) == (one.measure == "bounds")
    else:
        assert rest == "." and one.why == "chosen"


def test_what_lot_drew_does_not_lead() -> None:
    """A weak level draws by visits: what the search went to most leads all the same, and
    what has less of it leads nowhere."""
    told = [report("c", 20, a=(12, 0.1), b=(6, 0.1), c=(2, 0.1)), report("b", 40, a=(30, 0.2), b=(6, 0.0), c=(4, 0.1))]
    facts = (Fact("best", {"move": "b", "share": 0.15, "value": 0.0, "lot": 1}),)
    by_lot = choice_growth((told[0], replace(told[1], facts=facts)), 0)
    assert by_lot.leaders == ("a", "a") and by_lot.leads == () and by_lot.drew == "b"
    assert (
        said.at_time(by_lot, 1, "Red", 2) == "40 simulations: a leads with 75 %, value 60 % for Red; lot drew b (15 %)."
    )
    chosen = choice_growth(told, 0)
    assert chosen.leaders == ("c", "b") and said.at_time(chosen, 0, "Red", 2).startswith(
        "20 simulations: c is chosen with 10 % of the search, though a has 60 %"
    )
    assert "leads" not in said.at_time(chosen, 1, "Red", 2) and said.lead(chosen.leads[0], 2).startswith(
        "At 40 b takes the lead from c"
    )
    deep = choice_growth([replace(one, facts=(Fact("depth", {}),)) for one in told], 0)
    assert said.at_time(deep, 1, "Red", 2) == "40 positions: b is best, with 15 % of them, value 50 % for Red."


def mixed(drawn: str, simulations: int, **weights: float) -> Report:
    """A choice drawn by lot: its candidate stands first, whatever its weight."""
    order = sorted(weights, key=lambda move: (move != drawn, -weights[move]))
    told = tuple(Candidate(move, 10, (0.1, -0.1), 0.0, weights[move], (move,)) for move in order)
    return Report(drawn, told, simulations, mixture=tuple(sorted(weights.items(), key=lambda one: -one[1])))


@pytest.mark.parametrize("of_record", [False, True])
def test_the_move_of_most_weight_leads_whichever_is_drawn(of_record: bool) -> None:
    """Also where a record is read, one of those that were kept before too:
    it tells only what was drawn and the weights."""
    heard = [
        mixed("b", 10, a=0.6, b=0.4),
        mixed("a", 20, a=0.6, b=0.4),
        mixed("b", 50, a=0.39, b=0.35, c=0.26),
        mixed("a", 100, a=0.39, b=0.35, c=0.26),
        mixed("b", 200, a=0.39, b=0.35, c=0.26),
    ]
    told = frames(pruned(heard)) if of_record else tuple(heard)
    assert [frame.move for frame in told] == ["b", "a", "b", "a", "b"]
    grown = choice_growth(told, 0)
    assert grown.weights and grown.leaders == ("a",) * 5 and grown.leads == () and grown.curves[0].move == "a"
    assert said.no_leads(grown) == "a was likeliest all the time."
    assert (
        said.at_time(grown, 4, "Red", 2)
        == "200 simulations: lot decides, a likeliest with a weight of 39 %, value 55 % for Red; lot drew b (35 %)."
    )
    assert (
        said.at_time(grown, 3, "Red", 2)
        == "100 simulations: lot decides, a likeliest with a weight of 39 %, value 55 % for Red."
    )
    alone = choice_growth((mixed("a", 10, a=1.0, b=0.0), mixed("a", 20, a=1.0, b=0.0)), 0)
    assert said.at_time(alone, 1, "Red", 2) == "20 simulations: all the weight is on a, value 55 % for Red."
    heard.append(mixed("b", 500, a=0.3, b=0.3, c=0.4))
    (one,) = leads(frames(pruned(heard)) if of_record else heard, 0)
    assert said.lead(one, 2) == "At 500 c becomes likelier than a: by now it has more weight than a."
