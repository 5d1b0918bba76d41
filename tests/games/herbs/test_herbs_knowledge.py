"""Tests of what a seat knows in Herbs: observations, hidden AP, and hidden plans counted by brute force."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

import fastcore
from fastcore import Conflict, State, Stream, TooMany, Viewpoint
from fastcore.games.herbs.herbs import Herbs
from fastcore.games.herbs.knowledge import HerbsKnowledge
from tests.conftest import deep
from tests.kit.herbs.boards import after_plans, crowded_position, position_text, random_plan, spec_of

MEETING = ("E4^", "K1^", "E6v", "K11v")  # both can move to E5


def start(actions: int = 1, **position: object) -> State:
    return fastcore.parse(f"{spec_of(actions)} {position_text(**position)}")  # type: ignore[arg-type]


def knowledge_of(state: State, seat: int | None) -> HerbsKnowledge:
    game = state.game
    assert isinstance(game, Herbs)
    return HerbsKnowledge(game, seat, state.view(seat))


def sampled_ap(point: HerbsKnowledge, seat: int) -> set[int]:
    """Return the AP that a seat has in sampled worlds."""
    return {int(point.sample(Stream(number), None).fields["ap"].split(",")[seat]) for number in range(200)}


def play_and_observe(state: State, point: HerbsKnowledge, *moves: str) -> State:
    """Play moves, let a seat observe them, and return the final state."""
    for move in moves:
        seen = state.observation(move, point.seat)
        events = state.events(move, point.seat)
        assert (point.observe(seen) if seen else []) == events
        state = state.after(move)
        assert point.text() == state.view(point.seat)
    return state


# Observations ---------------------------------------------------------------------------------------------------------


def test_each_seat_has_the_correct_observations_and_views() -> None:
    state = start(2, herbs=MEETING, ap="20,30", piles="1w0b,0w0b")
    seen: dict[int | None, list[str]] = {None: [], 0: [], 1: []}
    views: dict[int | None, list[str]] = {None: [], 0: [], 1: []}
    for move in ("0M1", "0TL", "WhA5", "2M1", "2WB", "bid3", "bid1"):
        for seat in seen:
            seen[seat].append(state.observation(move, seat))
        state = state.after(move)
        for seat in views:
            view = state.view(seat).split(" ")
            views[seat].append(f"{view[2]} {view[-1]}")
    shown = "slot1=0M1|2M1;asks=1"
    rest = "bids=3|1;slot2=0TL|2WB;stones=WhA5|-"
    assert seen[0] == ["0M1", "0TL", "WhA5", "", f"?;{shown}", "bid3", f"?;{rest}"]
    assert seen[1] == ["", "", "?", "2M1", f"2WB;{shown}", "?", f"bid1;{rest}"]
    assert seen[None] == ["", "", "?", "", f"?;{shown}", "?", f"?;{rest}"]
    assert views[0] == [
        "19,30 write:1:0M1|", "19,30 write:1:0M1,0TL|", "18,30 write:2:0M1,0TL,WhA5|", "18,30 write:2:0M1,0TL,WhA5|",
        "18,29 bid:1:1:0M1,0TL,WhA5|2M1,?:-", "18,29 bid:2:1:0M1,0TL,WhA5|2M1,?:3", "15,27 write:1:|",
    ]  # fmt: skip
    assert views[1] == [
        "20,30 write:1:|", "20,30 write:1:|", "20,30 write:2:?|", "20,29 write:2:?|2M1",
        "19,28 bid:1:1:0M1,?|2M1,2WB:-", "19,28 bid:2:1:0M1,?|2M1,2WB:?", "15,27 write:1:|",
    ]  # fmt: skip
    assert views[None][3:] == [
        "20,30 write:2:?|",
        "19,29 bid:1:1:0M1,?|2M1,?:-",
        "19,29 bid:2:1:0M1,?|2M1,?:?",
        "15,27 write:1:|",
    ]


def test_state_is_known_when_nothing_is_hidden() -> None:
    state = start(1, herbs=MEETING, ap="9,9")
    assert state.viewpoint(0).state == state, "seat 1 writes first"
    assert state.viewpoint(1).state is None, "how much seat 1 has written cannot be known"
    bid = after_plans(state, "0M1", "2M1")
    for seat in (None, 0, 1):
        assert bid.viewpoint(seat).state == bid, "nothing is left of the plans"
        assert bid.viewpoint(seat).count() == 1 and bid.viewpoint(seat).worlds(1) == [(bid.text(), 1.0)]
    after_bid = bid.after("bid4")
    assert after_bid.viewpoint(0).state == after_bid and after_bid.viewpoint(1).state is None
    with pytest.raises(TooMany, match="2\\*\\*3"):
        after_bid.viewpoint(1).count()
    with pytest.raises(TooMany):
        after_bid.viewpoint(1).worlds(10**9)


def test_seat_without_ap_has_no_secret_bid() -> None:
    state = after_plans(start(1, herbs=MEETING, ap="1,9"), "0M1", "2M1")
    assert state.fields["phase"] == "bid:2:1:0M1|2M1:0" and state.view(1).endswith("bid:2:1:0M1|2M1:?")
    assert state.viewpoint(1).state == state and state.viewpoint(None).entropy() == 0


# Hidden AP ------------------------------------------------------------------------------------------------------------


def test_hit_that_costs_less_than_3_reveals_ap() -> None:
    state = start(3, herbs=("E4^", "K1^", "E8v", "K3<"), ap="30,12")
    point = knowledge_of(state, 0)
    # Herb 0 hits Herb 2, which costs seat 2 its last AP; then Herbs 1 and 3 compete for K2.
    state = play_and_observe(state, point, "0F", "1M1", "1TL", "3TL", "3M1", "2P2/10")
    assert state.phase == "bid" and state.fields["ap"] == "27,0"
    assert state.view(0).split(" ")[2] == "27,10" and sampled_ap(point, 1) == {0}
    assert point.entropy(None) < knowledge_of(state, 0).entropy(None)
    # Seat 2 is not asked: the next bid decides.
    with pytest.raises(Conflict, match="bids= must follow"):
        point.copy().observe("bid0")
    play_and_observe(state, point, "bid0")


def test_seat_asked_to_bid_reveals_ap() -> None:
    for cost, seat in ((9, 2), (8, 1)):
        state = start(2, herbs=MEETING, ap="10,10")
        point = knowledge_of(state, 1)
        state = play_and_observe(state, point, "0M1", f"0P3/{cost}", "2M1", "2TL")
        assert state.fields["phase"].startswith(f"bid:{seat}:1") and state.view(1).split(" ")[2] == "9,9"
        assert (sampled_ap(point, 0) == {0}) == (seat == 2) and min(sampled_ap(point, 0)) == 2 - seat
        assert [state.move_text(move) for move in point.moves()] == [f"bid{bid}" for bid in range(10)]


def test_no_bid_when_neither_seat_has_ap() -> None:
    state = start(2, herbs=MEETING, ap="4,4")
    point = knowledge_of(state, None)
    state = play_and_observe(state, point, "0M1", "0P1/3", "2M1", "2P1/3")
    assert state.phase in ("write", "over") and state.fields["ap"] == "0,0"
    assert point.state() == state


def test_true_position_is_never_excluded() -> None:
    checked = 0
    for number in range(deep(30, 2000)):
        stream = Stream(number, "truth")
        state = fastcore.parse(f"{spec_of(stream.below(4) + 1)} {crowded_position(stream)}")
        points = [knowledge_of(state, seat) for seat in (None, 0, 1)]
        initial = state.fields["round"]
        while state.actor >= 0 and state.fields["round"] == initial:
            for move in random_plan(state, stream) or [state.move_text(stream.choice(state.moves()))]:
                for point in points:
                    assert set(state.moves()) <= set(point.moves())
                    seen, later = state.observation(move, point.seat), knowledge_of(state, point.seat)
                    if seen:
                        assert point.observe(seen) == later.observe(seen) == state.events(move, point.seat)
                state = state.after(move)
                for point in points:
                    assert point.text() == state.view(point.seat)
                    view, sets, *_ = point.digest()
                    for seat, values in enumerate(sets):
                        checked += values is not None
                        assert values is None or int(state.fields["ap"].split(",")[seat]) in values, (
                            f"{state} {view} {values}"
                        )
    assert checked > 100


# Counting hidden plans ------------------------------------------------------------------------------------------------


def completions(state: State, seat: int, bids: bool) -> Iterator[tuple[State, float]]:
    """Yield every state after a seat finishes writing, with its probability under uniform choices.

    Args:
        state: The state to start from.
        seat: The seat that writes.
        bids: Whether to include the bid of the seat.
    """
    if state.actor == seat and (state.phase == "write" or bids):
        for move in state.moves():
            for end, probability in completions(state.after(move), seat, bids):
                yield end, probability / len(state.moves())
    else:
        yield state, 1.0


def entropy(chances: list[float]) -> float:
    total = sum(chances)
    return -sum(chance / total * math.log2(chance / total) for chance in chances)


def plan_entropies(position: str, actions: int, view: State, seat: int | None) -> tuple[list[float], float, float]:
    """Return what a seat knows about the plan of the first seat.

    Returns:
        The probabilities of all plans that look the same to the seat, and the entropy of its viewpoint in bits: with
        equally likely worlds, and under the uniform policy.
    """
    initial = fastcore.parse(f"{spec_of(actions)} {position}")
    ends = [(state, chance) for state, chance in completions(initial, 0, False) if state.view(seat) == view.view(seat)]
    chances = [chance for _, chance in ends]
    point = knowledge_of(view, seat)
    return chances, point.entropy(None), point.entropy("uniform")


@pytest.mark.parametrize("piles", ["0w0b,0w0b", "1w0b,0w0b", "0w1b,0w0b", "1w1b,0w0b"])
@pytest.mark.parametrize(("ap", "actions"), [("1,9", 2), ("2,9", 1), ("3,9", 1)])
def test_complete_plans_are_counted(piles: str, ap: str, actions: int) -> None:
    position = position_text(ap=ap, piles=piles, herbs=("A1^", "-", "A11v", "K11v"))
    initial = fastcore.parse(f"{spec_of(actions)} {position}")
    first = initial
    while first.actor == 0:
        first = first.after(first.moves()[0])
    chances, even, uniform = plan_entropies(position, actions, first, 1)
    assert 2**even == pytest.approx(len(chances)) and uniform == pytest.approx(entropy(chances))
    # information contained in the first item
    items: dict[str, list[float]] = {}
    for state, chance in completions(initial, 0, False):
        items.setdefault(state.fields["phase"].split(":")[2].split("|")[0].split(",")[0], []).append(chance)
    last = first
    for _ in range(actions - 1):
        last = last.after("2TL")
    point = knowledge_of(last, 1)
    move = last.parse_move("2TL")
    assert point.forecast(move, None) == pytest.approx(entropy([len(chance) for chance in items.values()]))
    assert point.forecast(move, "uniform") == pytest.approx(entropy([sum(chance) for chance in items.values()]))


def test_plans_being_written_are_counted() -> None:
    position = position_text(ap="2,9", piles="1w0b,0w0b", herbs=("A1^", "-", "A11v", "K11v"))
    initial = fastcore.parse(f"{spec_of(2)} {position}")
    partial = {initial.text()}
    for move in initial.moves():
        after = initial.after(move)
        partial.add(after.text())
        partial |= {last.text() for last in map(after.after, after.moves()) if last.actor == 0}
    assert 2 ** knowledge_of(initial, 1).entropy(None) == pytest.approx(len(partial))
    assert {
        knowledge_of(initial, 1).sample(Stream(number), model).text()
        for number in range(300)
        for model in (None, "uniform")
    } <= partial


def test_remaining_plans_and_bids_are_counted() -> None:
    """Seat 1 has bid in the only slot. Its stone and its bid are hidden from seat 2."""
    position = position_text(ap="5,9", piles="1w1b,0w0b", herbs=MEETING)
    state = fastcore.parse(f"{spec_of(1)} {position}")
    before_bid = state.after("0M1").after("WhA5").after("2M1")
    worlds = [
        (state.after("0M1").after(stone).after("2M1").after(f"bid{bid}"), bid)
        for stone in map(state.move_text, state.after("0M1").moves()) for bid in range(4 if "Wh" in stone else 3)
    ]  # fmt: skip
    after_bid = before_bid.after("bid2")
    assert {world.view(1) for world, _ in worlds} == {after_bid.view(1)}
    point = knowledge_of(after_bid, 1)
    assert 2 ** point.entropy(None) == pytest.approx(len(worlds))
    uniform = [1 / (4 if world.fields["phase"].count("Wh") else 3) for world, _ in worlds]
    assert point.entropy("uniform") == pytest.approx(entropy(uniform))
    move = after_bid.parse_move("bid0")
    per_bid = [
        [chance for (_, bid), chance in zip(worlds, uniform, strict=True) if bid == amount] for amount in range(4)
    ]
    assert point.forecast(move, None) == pytest.approx(entropy([len(values) for values in per_bid]))
    assert point.forecast(move, "uniform") == pytest.approx(entropy([sum(values) for values in per_bid]))
    texts = {world.text() for world, _ in worlds}
    for model in (None, *after_bid.info.policies):
        assert {point.sample(Stream(number), model).text() for number in range(200)} <= texts


@pytest.mark.parametrize("model", [None, "uniform"])
def test_samples_follow_their_weights(model: str | None) -> None:
    initial = start(1, ap="2,9", herbs=("A1^", "-", "A11v", "K11v"))
    ends = list(completions(initial, 0, False))
    point, draws = knowledge_of(ends[0][0], 1), 3000
    stream = Stream(5, "weights")
    counts: dict[str, int] = {}
    for _ in range(draws):
        text = point.sample(stream, model).text()
        counts[text] = counts.get(text, 0) + 1
    for state, chance in ends:
        expected = draws * (chance if model else 1 / len(ends))
        assert abs(counts.get(state.text(), 0) - expected) < 6 * expected**0.5 + 6


def test_policy_can_model_the_opponent() -> None:
    state = start(3, herbs=MEETING, ap="60,60", piles="1w1b,1w1b")
    state = after_plans(state, "0M1 0M2 0TL WhA5", "2M1")
    point = knowledge_of(state, 1)
    likely = {
        state.move_text(move) for move, _ in start(3, herbs=MEETING, ap="60,60", piles="1w1b,1w1b").policy("greedy")
    }
    drawn = {point.sample(Stream(number), "greedy").fields["phase"].split(":")[2].split(",")[0] for number in range(20)}
    assert drawn <= likely
    with pytest.raises(TooMany, match="greedy"):
        point.entropy("greedy")


# Impossible observations ----------------------------------------------------------------------------------------------

IMPOSSIBLE = [  # (observation of seat 1 after seat 2 has written, part of the reason); both can move to E5 in slot 1
    ("?", "more facts must follow"),
    ("2M1;slot1=0M1|2M1;asks=1", "observed as ?"),
    ("?;slot1=0M2|2M1;asks=1", "it must be slot1=0M1|2M1"),
    ("?;slot1=0M1|0M1;asks=1", "cannot have planned"),
    ("?;slot1=0M1|2M1", "asks=1"),
    ("?;slot1=0M1|2M1;asks=2", "asks=1"),
    ("?;slot1=0M1|2M1;bids=1|1", "bids=1|1 is impossible"),
    ("?;slot1=0M1|2M1;asks=1;asks=1", "cannot follow"),
    ("?;slot2=0M1|2M1;asks=1", "cannot follow"),
    ("?;slot1=0M1|2TL", "more facts must follow"),
    ("?;slot1=0M1|2TL;slot2=0TL|2TL", "stones="),
    ("?;slot1=0M1|2TL;slot2=0TL|2TL;stones=WhA5|WhA6", "pile"),
    ("?;slot1=0M1|2TL;slot2=0TL|2TL;stones=-|-", "it must be stones=WhA5|-"),
    ("?;slot1=0M1|2TL;hit=0|0;slot2=0TL|2TL;stones=WhA5|-", "slot2="),
    ("?;slot1=0M1|2P3/24;slot2=0TL|2TL;stones=WhA5|-", "AP"),
    ("?;slot1=0M1|2P2/16;slot2=0TL|2P2/16;stones=WhA5|-", "AP"),
    ("?;nonsense", "not a fact"),
    ("?;slot1=0M1|2M1;asks=1;", "not a fact"),
]


@pytest.mark.parametrize(("text", "reason"), IMPOSSIBLE)
def test_impossible_observation_changes_nothing(text: str, reason: str) -> None:
    state = start(2, herbs=MEETING, ap="20,20", piles="1w0b,0w0b")
    point = knowledge_of(state, 0)
    state = play_and_observe(state, point, "0M1", "0TL", "WhA5")
    before = point.digest()
    with pytest.raises(Conflict) as caught:
        point.observe(text)
    assert reason in caught.value.reason and caught.value.what == text
    assert point.digest() == before
    play_and_observe(state, point, "2M1", "2WB")


def test_illegal_own_moves_cannot_be_observed() -> None:
    point = Viewpoint("herbs", 0)
    for text in ("", "?", "2F", "bid1", "0M7", "WhA1", "0F;slot1=0F|2F;asks=1", "0F;"):
        with pytest.raises(Conflict):
            point.observe(text)
    assert point == Viewpoint("herbs", 0)
    opponent_view = Viewpoint("herbs", 1)
    for text in ("", "2F", "0F", "?;asks=1", "??"):
        with pytest.raises(Conflict):
            opponent_view.observe(text)
    over = Viewpoint.parse(f"herbs {position_text(ap='0,9', phase='over')}", 1)
    with pytest.raises(Conflict, match="over"):
        over.observe("?")


def test_suppose_rejects_every_fact() -> None:
    for fact in ("", "x", "1:r=1"):
        with pytest.raises(Conflict):
            Viewpoint("herbs", 1).suppose(fact)
    assert Viewpoint("herbs", 1).beliefs() == {}


def test_viewpoint_lists_events_of_an_unplayed_move() -> None:
    state = start(1, herbs=MEETING, ap="9,9", piles="0w0b,1w0b")
    point = knowledge_of(state.after("0M1"), 1)
    assert [event.kind for event in point.events(point.parse_move("2M1"))] == ["write"]
    point.observe("2M1")
    assert [event.kind for event in point.events(point.parse_move("WhA5"))] == ["write", "locked"]
    earlier_view = knowledge_of(state, 1)
    assert [event.kind for event in earlier_view.events(earlier_view.parse_move("0M1"))] == ["write"]
    with pytest.raises(fastcore.IllegalMove, match="Herb 2 belongs to Blue"):
        earlier_view.parse_move("2M1")
    bid = after_plans(state, "0M1", "2M1 WhA5")
    assert [event.kind for event in knowledge_of(bid, 0).events(bid.parse_move("bid5"))] == ["bid"]
