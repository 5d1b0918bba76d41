"""What was searched, looked into: how a choice grew, trees of every kind, and beliefs; and all of it adds up."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

import bots
import fastcore
from bots.report import Candidate, Fact, Limit, Report
from bots.searching import SearchBot
from fastcore import Search, Viewpoint
from fastcore.search.saved import SavedSearch
from tests.conftest import deep
from tests.kit.reasons.reading import PERCENT, SHORT, is_score, is_short, parsed
from tests.kit.walks import somewhere
from tests.storage.test_traces import view
from workbench.bot_process.decisions import Reports, decide
from workbench.gui.analyse.pages import words as said
from workbench.gui.moves.why import why_advised
from workbench.records.files import BadRecord
from workbench.reports import tree_files
from workbench.reports.beliefs import suppose
from workbench.reports.growth import Lead, choice_growth, frames, leads
from workbench.reports.pruning import pruned
from workbench.reports.search_tree import Looked, Plans, Reported, Searched, Spot, look_into

NEAR = 1e-9


def engines(spec: str) -> list[str]:
    return [name for name in fastcore.ENGINES if Search.fits(fastcore.start(spec), name)]


def searched(spec: str, engine: str, number: int, simulations: int) -> tuple[Search, Viewpoint]:
    point = view(somewhere(spec, "explored", number, most=60))
    search = Search(point, seed=2, engine=engine)
    search.run(simulations)
    return search, point


def add_up(looked: Looked, spot: Spot, engine: str, depth: int) -> int:
    """A node and those below it are what their rows say, to 1e-9; returns the nodes seen."""
    assert sum(spot.value) == pytest.approx(0, abs=NEAR)
    rows, seen = spot.rows, 1
    for row in rows:
        assert row.value is None or sum(row.value) == pytest.approx(0, abs=NEAR)
    known = [row for row in rows if row.value is not None]
    if spot.kind == "chance":
        assert sum(row.share for row in rows) == pytest.approx(1, abs=NEAR) and len(known) == len(rows)
        mean = [sum(row.share * row.value[seat] for row in known if row.value) for seat in range(len(spot.value))]
        assert spot.value == pytest.approx(mean, abs=NEAR)
    elif spot.kind == "secret":
        assert sum(row.share for row in rows) == pytest.approx(1, abs=NEAR)
        if known:
            mean = [sum(row.share * row.value[seat] for row in known if row.value) for seat in range(len(spot.value))]
            assert spot.value == pytest.approx(mean, abs=NEAR)
    elif spot.kind == "information":
        assert sum(row.visits for row in rows) == spot.visits
        mean = [sum(row.visits * row.value[seat] for row in known if row.value) / spot.visits for seat in range(len(spot.value))]
        assert spot.value == pytest.approx(mean, abs=NEAR)
    elif spot.kind == "decision" and rows and engine == "tree":
        assert 0 <= spot.visits - sum(row.visits for row in rows) <= spot.visits
    assert [row.visits for row in rows] == sorted((row.visits for row in rows), reverse=True) or spot.kind == "secret"
    for row in [row for row in rows if row.opens][: 4 if depth else 0]:
        try:
            below = looked.spot((*spot.path, row.move))
        except ValueError:  # alpha-beta's table has forgotten it
            assert engine == "alphabeta"
            continue
        assert row.kind in (None, below.kind) and (row.kind is None or row.actor == below.actor)
        if engine == "tree":
            assert row.value is not None and below.value == pytest.approx(row.value, abs=NEAR)
        seen += add_up(looked, below, engine, depth - 1)
    return seen


def test_every_engine_adds_up_between_two_runs_and_saved(game_id: str, tmp_path: Path) -> None:
    for engine in engines(game_id):
        for number in range(deep(1, 12)):
            search, point = searched(game_id, engine, number, 700)
            for _ in range(2):
                looked = look_into(search, point)
                assert add_up(looked, looked.spot(()), engine, deep(2, 5)) > 1 or engine in ("improver", "ismcts")
                search.run(deep(900, 20_000))
            file = tmp_path / f"{engine}{number}{tree_files.SUFFIX}"
            if tree_files.why_not(search):
                with pytest.raises(ValueError, match="rests on what is hidden"):
                    tree_files.write(file, search)
                continue
            tree_files.write(file, search, 30)
            saved = tree_files.explored(tree_files.read(file))
            assert saved.spot(()).visits == look_into(search, point).spot(()).visits
            assert add_up_saved(saved, look_into(search, point), ()) > 1 or engine == "alphabeta"


def add_up_saved(saved: Looked, live: Looked, path: tuple[str, ...]) -> int:
    """What was kept says what the search says, as far as it goes."""
    one, other = saved.spot(path), live.spot(path)
    visited = {row.move: row for row in other.rows if row.visits}
    assert (one.kind, one.visits, one.value) == (other.kind, other.visits, other.value)
    assert {row.move: (row.visits, row.value) for row in one.rows} == {move: (row.visits, row.value) for move, row in visited.items()}
    return 1 + sum(add_up_saved(saved, live, (*path, row.move)) for row in one.rows if row.visits >= 30 and row.opens and len(path) < 2 and holds(saved, (*path, row.move)))


def holds(looked: Looked, path: tuple[str, ...]) -> bool:
    try:
        looked.spot(path)
    except ValueError:
        return False
    return True


def test_plans_lead_to_the_cells_of_the_matrix(game_id: str) -> None:
    if "equilibrium" not in engines(game_id):
        pytest.skip("no secret choices in this game")
    search, point = searched(game_id, "equilibrium", 1, 2000)
    looked = look_into(search, point)
    assert isinstance(looked, Plans)
    matrix = search.payoffs() if point.actor == 0 else -search.payoffs().T
    for i, (own, _) in list(enumerate(search.plans(point.actor)))[:3]:
        for j, (other, _) in list(enumerate(search.plans(1 - point.actor)))[:3]:
            end = looked.spot((*own[search.written :], *other))
            assert end.kind == "end" and end.value[point.actor] == pytest.approx(matrix[i, j], abs=NEAR)
    with pytest.raises(ValueError, match="no plan goes on so"):
        looked.spot(("nonsense",))


def test_files_that_are_no_trees_are_refused(tmp_path: Path) -> None:
    for number, data in enumerate((b"", b"tree", b"\x1f\x8b\x08\x00")):
        file = tmp_path / str(number)
        file.write_bytes(data)
        with pytest.raises(BadRecord):
            tree_files.read(file)
    with pytest.raises(BadRecord):
        tree_files.read(tmp_path / "gone")


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
                assert list(grown.simulations) == sorted(grown.simulations) and len(grown.leaders) == len(grown.simulations)
                assert all(len(one.shares) == len(one.values) == len(grown.simulations) for one in grown.curves)
                assert all(0 <= share <= 1 for one in grown.curves for share in one.shares if share is not None)
                changes = [(a, b) for a, b in pairwise(grown.leaders) if a != b]
                assert [(one.before, one.move) for one in grown.leads] == changes
                assert not grown.curves or grown.curves[0].move == grown.leaders[-1]
                shown = [frame for frame in told if frame.candidates]
                for at, (leader, frame) in enumerate(zip(grown.leaders, shown, strict=True)):
                    own = {one.move: one.shares[at] or 0.0 for one in grown.curves}
                    assert leader == frame.move if not grown.weights else leader not in own or own[leader] >= max(own.values()) - 0.0011


def report(move: str, simulations: int, **candidates: tuple[int, float]) -> Report:
    return Report(move, tuple(Candidate(name, visits, (value, -value), 0.0, 0.0, (name,)) for name, (visits, value) in candidates.items()), simulations)


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
    assert leads((replace(first, simulations=10), cases["new"]), 0)[0].why == "first", "the report before tells all ten simulations"
    assert leads((first, first), 0) == ()
    lost, proof = report("b", 40, b=(4, 0.5), a=(16, -1.0)), Fact("losing", {"moves": 1, "of": 1})
    assert leads((first, lost), 0)[0].why == "less", "a value alone is no proof"
    assert leads((first, replace(lost, facts=(proof,))), 0)[0].why == "lost"
    won = replace(report("b", 40, b=(4, 1.0), a=(16, 0.4)), facts=(Fact("proof", {"result": 1.0}),))
    assert leads((first, won), 0)[0].why == "won"


def test_what_is_told_of_a_new_leader_is_true(game_id: str) -> None:
    """Every sentence of real searches by all engines is read back, from the reports and from the searches themselves."""
    number = told = 0
    while told < deep(15, 500):
        point = view(somewhere(game_id, "leading", number, most=200))
        for name in bots.names(game_id) if point.actor >= 0 else ():
            if not isinstance(bots.make(name, number), SearchBot):
                continue
            heard, bot = Reports(), bots.make(name, number)
            decide(bot, point, Limit(simulations=3000 if name == "alphabeta" else 300), heard.add)
            assert isinstance(bot, SearchBot) and bot.search is not None
            proven = {point.move_text(int(row["move"])): (float(row["lower"]), float(row["upper"])) for row in bot.search.root()}
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
    comes = {"weights": "becomes likelier than", "bounds": "becomes better than", "visits": "takes the lead from"}[one.measure]
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
    elif found := re.fullmatch(rf": it was (looked at for the first time|not among the leading moves before), and is worth {worth}\.", rest):
        assert new not in before or not before[new].visits
        is_worth(found[2], after[new].value[seat])
    elif found := re.fullmatch(rf": its value has risen from {worth}( at most)? to {worth}\.", rest):
        is_worth(found[1], before[new].value[seat])
        is_worth(found[3], after[new].value[seat])
        assert parsed(found[3]) > parsed(found[1]) and (found[2] is not None) == (one.measure == "bounds")
    elif found := re.fullmatch(rf": the value of {re.escape(old)} has fallen from {worth} to {worth}( at most)?\.", rest):
        is_worth(found[1], before[old].value[seat])
        is_worth(found[2], after[old].value[seat])
        assert parsed(found[2]) < parsed(found[1]) and (found[3] is not None) == (one.measure == "bounds")
    else:
        assert rest == "." and one.why == "chosen"


def test_what_lot_drew_does_not_lead() -> None:
    """A weak level draws by visits: what the search went to most leads all the same, and what has less of it leads nowhere."""
    told = [report("c", 20, a=(12, 0.1), b=(6, 0.1), c=(2, 0.1)), report("b", 40, a=(30, 0.2), b=(6, 0.0), c=(4, 0.1))]
    facts = (Fact("best", {"move": "b", "share": 0.15, "value": 0.0, "lot": 1}),)
    by_lot = choice_growth((told[0], replace(told[1], facts=facts)), 0)
    assert by_lot.leaders == ("a", "a") and by_lot.leads == () and by_lot.drew == "b"
    assert said.at_time(by_lot, 1, "Red", 2) == "40 simulations: a leads with 75 %, value 60 % for Red; lot drew b (15 %)."
    chosen = choice_growth(told, 0)
    assert chosen.leaders == ("c", "b") and said.at_time(chosen, 0, "Red", 2).startswith("20 simulations: c is chosen with 10 % of the search, though a has 60 %")
    assert "leads" not in said.at_time(chosen, 1, "Red", 2) and said.lead(chosen.leads[0], 2).startswith("At 40 b takes the lead from c")
    deep = choice_growth([replace(one, facts=(Fact("depth", {}),)) for one in told], 0)
    assert said.at_time(deep, 1, "Red", 2) == "40 positions: b is best, with 15 % of them, value 50 % for Red."


def mixed(drawn: str, simulations: int, **weights: float) -> Report:
    """A choice drawn by lot: its candidate stands first, whatever its weight."""
    order = sorted(weights, key=lambda move: (move != drawn, -weights[move]))
    told = tuple(Candidate(move, 10, (0.1, -0.1), 0.0, weights[move], (move,)) for move in order)
    return Report(drawn, told, simulations, mixture=tuple(sorted(weights.items(), key=lambda one: -one[1])))


@pytest.mark.parametrize("of_record", [False, True])
def test_the_move_of_most_weight_leads_whichever_is_drawn(of_record: bool) -> None:
    """Also where a record is read, one of those that were kept before too: it tells only what was drawn and the weights."""
    heard = [
        mixed("b", 10, a=0.6, b=0.4), mixed("a", 20, a=0.6, b=0.4), mixed("b", 50, a=0.39, b=0.35, c=0.26), mixed("a", 100, a=0.39, b=0.35, c=0.26),
        mixed("b", 200, a=0.39, b=0.35, c=0.26),
    ]  # fmt: skip
    told = frames(pruned(heard)) if of_record else tuple(heard)
    assert [frame.move for frame in told] == ["b", "a", "b", "a", "b"]
    grown = choice_growth(told, 0)
    assert grown.weights and grown.leaders == ("a",) * 5 and grown.leads == () and grown.curves[0].move == "a"
    assert said.no_leads(grown) == "a was likeliest all the time."
    assert said.at_time(grown, 4, "Red", 2) == "200 simulations: lot decides, a likeliest with a weight of 39 %, value 55 % for Red; lot drew b (35 %)."
    assert said.at_time(grown, 3, "Red", 2) == "100 simulations: lot decides, a likeliest with a weight of 39 %, value 55 % for Red."
    alone = choice_growth((mixed("a", 10, a=1.0, b=0.0), mixed("a", 20, a=1.0, b=0.0)), 0)
    assert said.at_time(alone, 1, "Red", 2) == "20 simulations: all the weight is on a, value 55 % for Red."
    heard.append(mixed("b", 500, a=0.3, b=0.3, c=0.4))
    (one,) = leads(frames(pruned(heard)) if of_record else heard, 0)
    assert said.lead(one, 2) == "At 500 c becomes likelier than a: by now it has more weight than a."


@pytest.mark.parametrize("number", [0, 1])
def test_a_kept_report_tells_shares_of_the_whole_search(open_game: str, number: int) -> None:
    """In the tree and on the card Why: not of the moves alone that were kept."""
    point, heard = view(somewhere(open_game, "shares", number, most=20)), Reports()
    decide(bots.make("mcts", 1), point, Limit(simulations=600), heard.add)
    (last,) = pruned(heard.all, 900)
    assert sum(one.visits for one in last.candidates) < last.simulations + last.kept, "moves were left out"
    rows = {row.move: row for row in Reported(last, point).spot(()).rows}
    card = dict(zip((one.move for one in last.candidates), why_advised(point, last).considered, strict=False))
    for one in last.candidates:
        share = one.visits / (last.simulations + last.kept)
        assert rows[one.move].share == pytest.approx(share, abs=NEAR)
        assert one.move not in card or card[one.move].share == f"{round(100 * share)} %"


def test_what_a_report_kept_is_a_small_tree(game_id: str) -> None:
    point = view(somewhere(game_id, "kept", most=40))
    for name in bots.names(game_id):
        bot, heard = bots.make(name, 1), Reports()
        if isinstance(bot, SearchBot):
            decide(bot, point, Limit(simulations=300), heard.add)
            (last,) = pruned(heard.all)
            looked = Reported(last, point)
            root = looked.spot(())
            assert [row.move for row in root.rows] == [one.move for one in last.candidates]
            for row in root.rows:
                if row.opens and point.state is not None:
                    below = looked.spot((row.move,))
                    assert below.visits == row.visits and len(below.rows) == 1
            with pytest.raises(ValueError):
                looked.spot(("nonsense",))


def test_what_is_supposed_follows_bayes(game_id: str) -> None:
    if not fastcore.info(game_id).has.hidden:
        pytest.skip("nothing is hidden in this game")
    for number in range(deep(2, 40)):
        point = view(somewhere(game_id, "supposed", number, most=10))
        nothing = suppose(point, ())
        assert nothing.chance == pytest.approx(1, abs=NEAR) and nothing.worlds[0] == nothing.worlds[1] == point.count()
        for what, shares in list(nothing.beliefs.items())[:3]:
            for share in shares:
                assert share.posterior == share.prior
                if what != "cure" and NEAR < share.prior < 1 - NEAR:
                    then = suppose(point, [f"{what}={share.how}"])
                    assert then.chance == pytest.approx(share.prior, abs=NEAR), "it is as likely as it was believed to be"
                    assert then.worlds[1] < then.worlds[0]
                    for others in then.beliefs.values():
                        assert sum(one.posterior for one in others) == pytest.approx(1, abs=NEAR)
                        assert sum(one.prior * one.likelihood for one in others) == pytest.approx(then.chance, abs=NEAR)
                        for one in others:
                            assert one.posterior * then.chance == pytest.approx(one.prior * one.likelihood, abs=NEAR)
    with pytest.raises(fastcore.Conflict):
        suppose(point, ["2:r>=9"])


def test_an_information_set_is_told_apart(game_id: str) -> None:
    info = fastcore.info(game_id)
    for engine in engines(game_id):
        search, point = searched(game_id, engine, 5, 100)
        looked = look_into(search, point)
        kind = looked.spot(()).kind
        assert kind == ("information" if info.has.hidden else "secret" if info.has.secrets else "decision")
        assert isinstance(looked, Searched) != info.has.secrets or info.has.hidden


def test_of_a_large_tree_the_nodes_most_visited_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search, point = searched("herd", "tree", 0, 3000)
    monkeypatch.setattr(tree_files, "NODES", 40)
    assert tree_files.write(tmp_path / "large.tree", search) == 40
    pruned = tree_files.read(tmp_path / "large.tree")
    paths = [node["path"] for node in search.dump(2, 40)["trees"][0]]
    least = min(pruned.node(path)["visits"] for path in paths)
    below = [row["visits"] for path in paths for row in pruned.node(path)["rows"] if not _kept(pruned, path, row["move"])]
    assert paths[0] == [] and least >= max(below) and look_into(search, point).spot(()).visits == pruned.node([])["visits"]


def _kept(saved: SavedSearch, path: list[str], move: int) -> bool:
    try:
        saved.node([*path, int(move)])
    except ValueError:
        return False
    return True
