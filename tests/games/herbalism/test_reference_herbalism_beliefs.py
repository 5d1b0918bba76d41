"""Tests of the brute-force beliefs of Herbalism: hand-counted cases, figures of the rules page, and random games."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from tests.reference import herbalism
from tests.reference.herbalism_beliefs import Posterior, counts, cure, from_view, posterior
from tests.reference.herbalism_text import COLOURS, DECK, parse_spec

THREE, FOUR = "herbalism", "herbalism(players=4)"
ALL, BASIC = "herbalism(actions=advanced)", "herbalism(actions=basic)"
MODELS = (None, "uniform")


def certain_cards(beliefs: Posterior) -> list[str]:
    return [card for card, chance in cure(beliefs).items() if chance == 1]


def is_distribution(beliefs: Posterior) -> bool:
    return sum(beliefs.values()) == 1 and min(beliefs.values()) > 0


# Figures of the rules page
@pytest.mark.parametrize(
    ("spec", "size", "fewest", "most"),
    [(THREE, 4, (31, {"ryyy"}), (149, {"ygbb"})), (FOUR, 3, (192, {"yyy"}), (1081, {"gbb"}))],
)
def test_number_of_worlds_matches_hand_count(
    spec: str, size: int, fewest: tuple[int, set[str]], most: tuple[int, set[str]]
) -> None:
    others = "/".join(["?" * size] * (parse_spec(spec).players - 1))
    hands = ["".join(hand) for hand in combinations_with_replacement(COLOURS, size)]
    numbers = {
        hand: len(posterior(spec, 0, [f"deal:??/{hand}/{others}"]))
        for hand in hands
        if all(hand.count(colour) <= DECK[colour] for colour in COLOURS)
    }
    for extreme, (number, extremes) in ((min, fewest), (max, most)):
        assert extreme(numbers.values()) == number and extremes <= {hand for hand in numbers if numbers[hand] == number}


@pytest.mark.parametrize(("spec", "number"), [(THREE, 2559), (FOUR, 10982)])
def test_deal_gives_correct_public_beliefs(spec: str, number: int) -> None:
    deal = "deal:??/" + "/".join(["?" * (12 // parse_spec(spec).players)] * parse_spec(spec).players)
    beliefs = posterior(spec, None, [deal], "uniform")
    assert len(beliefs) == number and is_distribution(beliefs)
    assert {card: chance * 91 for card, chance in cure(beliefs).items()} == {
        "==": 20,
        "gb": 20,
        "yb": 15,
        "gy": 12,
        "rb": 10,
        "rg": 8,
        "yr": 6,
    }
    # A hand has 12 // players of 14 cards, 2 of which are red.
    none = Fraction(10 * 9, 14 * 13) if spec == THREE else Fraction(11 * 10, 14 * 13)
    assert counts(beliefs, 0)["r"][0] == none and sum(counts(beliefs, 1)["b"].values()) == 1


def test_beliefs_before_deal_are_rejected() -> None:
    assert posterior(THREE, 0, []) == {herbalism.start(THREE): 1}
    with pytest.raises(ValueError, match="no pair"):
        cure(posterior(THREE, 0, []))


# Hand-counted cases
def test_own_inquiry_gives_correct_beliefs() -> None:
    # Seat 2 holds all green cards, so the pair is two of r yyy bb, 15 ways: ry 3, rb 2, yy 3, yb 6, bb 1.
    seen = ["deal:??/rbbb/????/????", "gb:inquire:2:b;n=4"]
    for model in MODELS:  # own choices have no weight
        beliefs = posterior(BASIC, 0, seen, model)
        assert {card: chance * 15 for card, chance in cure(beliefs).items()} == {
            "yr": 3,
            "rb": 2,
            "==": 4,
            "yb": 6,
            "gy": 0,
            "rg": 0,
            "gb": 0,
        }
        assert beliefs["yb rbb/ggggb/ryyb 0,0,0 1 1 2 act:2 gb,-,- -,-,- -,-,-"] == Fraction(6, 15)
        assert counts(beliefs, 1) == {"r": {0: 1}, "y": {0: 1}, "g": {4: 1}, "b": {1: 1}}


def test_feed_between_other_seats_gives_correct_beliefs() -> None:
    # Seat 3 holds all green cards; seat 1 gave y for bbb or b for yyy: seat 2 had bbbr (20 ways), bbby (30), yyyr (2)
    # or yyyb (5).
    seen = ["deal:??/????/????/gggg", "yb:feed:2:?;back=???"]
    beliefs = posterior(THREE, 2, seen)
    # Each case leaves 15 pairs, except 14 for bbby: if the pair is yy, seat 1 had no y to give.
    assert cure(beliefs)["=="] == Fraction(20 * 4 + 30 * 2 + 2 * 10 + 5 * 7, 20 * 15 + 30 * 14 + 2 * 15 + 5 * 15)
    assert counts(beliefs, 1)["g"] == {0: 1} and counts(beliefs, 1)["r"][1] == Fraction(20 * 15 + 2 * 15, 825)
    # Seat 1 chose among 7 cures, 14 appeals and 8 feeds per colour that it held: 29, 37 or 45 moves.
    one, two, three = (Fraction(1, 21 + 8 * colours) for colours in (1, 2, 3))
    alike = 20 * (3 * three + two) + 30 * (two + two) + 2 * 10 * two + 5 * (one + 6 * two)
    unlike = (
        20 * (3 * two + 2 * two + 6 * three)
        + 30 * (4 * three + 4 * three + 4 * three)  # ry rb yb; ry rb yb
        + 2 * 5 * one
        + 5 * 8 * two
    )  # rb; rb
    assert cure(posterior(THREE, 2, seen, "uniform"))["=="] == alike / (alike + unlike)


def test_one_deal_can_lead_to_two_positions() -> None:
    # Seat 2 has exactly one b left (seat 1 gave y) or exactly one y (seat 1 gave b); with rryb both fit.
    seen = ["deal:??/????/????/gggg", "yb:inquire:2:?;n=1"]
    beliefs = posterior(BASIC, 2, seen)
    total = 15 * 15 + 30 * 10 + 0 + 60 * 15 + 30 * 14  # seat 2: rryb, ryyb, yyyb, rbby, bbby
    tail = "gggg 0,0,0 1 1 2 act:2 yb,-,- -,-,- -,-,-"
    share = Fraction(15 * 2 * 4, 2 * total)  # seat 1 had ybbb of yy bbbb
    assert beliefs[f"yb bbb/rryyb/{tail}"] == beliefs[f"yb ybb/rrybb/{tail}"] == share
    assert beliefs[f"yy bbb/rrybb/{tail}"] == Fraction(15, total)  # seat 1 had bbbb: one way
    # Under a model the ways differ in weight: seat 1 held two colours (7 + 16 moves) or one (7 + 8).
    likely = posterior(BASIC, 2, seen, "uniform")
    assert likely[f"yb bbb/rryyb/{tail}"] / likely[f"yy bbb/rrybb/{tail}"] == Fraction(2 * 4 * (7 + 8), 7 + 16)


@pytest.mark.parametrize("looks", [False, True])
def test_failed_cure_gives_correct_beliefs(looks: bool) -> None:
    # r gggg bbbbb are unseen; of their 45 pairs 20 are gb
    seen = ["deal:??/????/????/ryyy", "cure:gb", "skip", "follow:gb;pair=bb" if looks else "skip"]
    beliefs = posterior(THREE, 2, seen)
    chances = {card: chance for card, chance in cure(beliefs).items() if chance}
    assert chances == ({"==": 1} if looks else {"rg": Fraction(4, 25), "rb": Fraction(5, 25), "==": Fraction(16, 25)})
    assert all(text.startswith("bb ") for text in beliefs) == looks and is_distribution(
        posterior(THREE, 2, seen, "uniform")
    )


def test_being_asked_reveals_cards() -> None:
    deal = "deal:??/rryy/????/????"  # y gggg bbbbb are unseen
    assert counts(posterior(THREE, 0, [deal, "yr:appeal:2;back=-"]), 1)["y"] == {0: 1}
    assert counts(posterior(THREE, 0, [deal, "yr:appeal:2"]), 1)["y"] == {1: 1}
    # Any four cards of y gggg bbbbb include two alike, so seat 2 must be asked.
    with pytest.raises(ValueError, match="observation 2, '==:brew:2;back=-'"):
        posterior(ALL, 0, [deal, "==:brew:2;back=-"])


def test_deal_resets_worlds() -> None:
    first = ["deal:??/rgbb/????/????", "cure:gy", "answer:rb", "answer:gb;pair=rb"]
    assert posterior(THREE, 0, first) == {"- -/-/- 0,3,0 2 3 0 deal -,-,- -,-,- -,-,-": 1}
    beliefs = posterior(THREE, 0, [*first, "deal:??/ryyy/????/????"])
    assert len(beliefs) == 31 and all(text.endswith(" 0,3,0 2 3 1 act:3 -,-,- -,-,- -,-,-") for text in beliefs)


@pytest.mark.parametrize("bad", [
    ["rb:feed:2:b;back=-"], ["deal:??/rrrr/????/????"], ["deal:??/rgbb/????"],
    ["deal:??/rgbb/????/????", "gy:feed:2:y;back=-"],
    ["deal:??/rgbb/????/????", "gb:feed:2:b;back=ggggg"], ["deal:??/rgbb/????/????", "gb:inquire:2:b;n=1"],
    ["deal:??/rgbb/????/????", ""], ["deal:??/rgbb/????/????", "skip"], ["deal:??/rgbb/????/????", "gb:feed:2:b"],
    ["deal:??/rgbb/????/????", "gb:feed:2:b;back=??"], ["deal:??/rgbb/????/????", "gb:feed:2:?;back=gg"]])  # fmt: skip
def test_contradictory_observations_are_rejected(bad: list[str]) -> None:
    for model in MODELS:
        with pytest.raises(ValueError, match=f"observation {len(bad)}, "):
            posterior(THREE, 0, bad, model)
    with pytest.raises(ValueError, match="model"):
        posterior(THREE, 0, [], "greedy")


# Beliefs from a view
def test_view_gives_correct_beliefs() -> None:
    view = "?? ?????/??/yyggb 4,0,1 2 1 10 act:3 -,yb,- F=gb,A=gb,- -,-,-"
    beliefs = from_view(THREE, 2, view)  # rr y gg bbbb are unseen; of their 36 pairs 8 are gb
    assert cure(beliefs) == {
        "==": Fraction(1 + 1 + 6, 28),
        "yr": Fraction(2, 28),
        "rg": Fraction(4, 28),
        "rb": Fraction(8, 28),
        "gy": Fraction(2, 28),
        "yb": Fraction(4, 28),
        "gb": 0,
    }
    beliefs = from_view(THREE, 1, "yy ?????/yg/????? 4,0,1 2 1 10 act:3 -,yb,- F=gb,A=gb,- -,-,-")
    assert certain_cards(beliefs) == ["=="] and len(beliefs) == 3 * 4 * 6 - sum(
        1 for r in range(3) for g in range(4) for b in range(6) if r + g + b != 5
    )
    give_view = "?? ????/????/rryy 0,0,0 1 1 3 give:2:1:yr:appeal yr,-,- -,-,- -,-,-"
    assert counts(from_view(THREE, 2, give_view), 1)["y"] == {1: 1}
    over = "rr yyyg/gggb/bbbb 4,0,4 30 1 8 over gb,gy,yb A=gy,A=yb,F=gy -,-,-"
    assert from_view(THREE, 0, over) == {over: 1} and from_view(THREE, None, herbalism.start(THREE)) == {
        herbalism.start(THREE): 1
    }
    with pytest.raises(herbalism.RefusedError, match="hidden"):
        from_view(THREE, 0, view)  # seat 1 has seen the pair


def test_view_of_first_turn_equals_deal() -> None:
    view = "?? ryyy/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-"
    deal = ["deal:??/ryyy/????/????"]
    assert from_view(THREE, 0, view) == posterior(THREE, 0, deal) and len(from_view(THREE, 0, view)) == 31
    more = ["yb:feed:3:y;back=bb", "rb:appeal:1"]
    for model in MODELS:
        assert from_view(THREE, 0, view, more, model) == posterior(THREE, 0, deal + more, model)
    assert len(from_view(THREE, None, "?? ????/????/???? 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-")) == 2559


# Comparison with the simplest program: it plays every move of every deal as text
def count_ways(spec: str, text: str, seat: int, seen: Sequence[str], model: str | None) -> Posterior:
    """Return each possible current position with the number of card arrangements that lead to it.

    Under a model the value is the summed probability of the choices of all other seats instead.
    """
    if not seen:
        return {text: Fraction(1)}
    weights: Posterior = {}
    moves = herbalism.moves(spec, text)
    for move in moves:
        is_alike = move.startswith(seen[0].partition(";")[0].partition("?")[0])
        if is_alike and herbalism.observation(spec, text, move, seat) == seen[0]:
            own = herbalism.actor(spec, text) == f"seat {seat + 1}"
            for end, share in count_ways(spec, herbalism.play(spec, text, move), seat, seen[1:], model).items():
                weights[end] = weights.get(end, Fraction(0)) + (share if own or model is None else share / len(moves))
    return weights


def brute_force_posterior(spec: str, seat: int, seen: Sequence[str], model: str | None) -> Posterior:
    text, weights = herbalism.start(spec), Posterior()
    for deal, chance in herbalism.chances(spec, text):
        if herbalism.observation(spec, text, deal, seat) == seen[0]:
            ends = count_ways(spec, herbalism.play(spec, text, deal), seat, seen[1:], model)
            for end, share in ends.items():
                weights[end] = weights.get(end, Fraction(0)) + chance * (
                    Fraction(1, len(ends)) if model is None else share
                )
    return {end: chance / sum(weights.values()) for end, chance in weights.items()}


@pytest.mark.parametrize(
    "seen",
    [
        ["gb:feed:2:?;back=??", "==:inquire:1:?;n=2", "rb:brew:1;back=b"],
        ["yb:feed:3:b;back=yyy", "yr:brew:1;back=?", "yb:brew:2;back=yb", "==:inquire:2:?;n=1"],
        ["rb:inquire:2:?;n=0", "==:brew:3", "give:y;back=yy", "==:brew:1"],
        ["rg:inquire:3:g;n=1", "gb:appeal:1", "give:?;back=??", "yr:feed:2:r;back=-"],
    ],
)
def test_posterior_equals_brute_force(seen: list[str]) -> None:
    for model in MODELS:
        beliefs = posterior(ALL, 2, ["deal:??/????/????/ryyy", *seen], model)
        assert len(beliefs) > 1 and beliefs == brute_force_posterior(ALL, 2, ["deal:??/????/????/ryyy", *seen], model)


# Random games
@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "spec",
    [
        THREE,
        ALL,
        BASIC,
        "herbalism(actions=ib,predictions=1,target=2)",
        FOUR,
        "herbalism(players=4,actions=advanced,predictions=1)",
    ],
)
def test_true_world_is_never_excluded(spec: str) -> None:
    chance, players = random.Random(spec), parse_spec(spec).players
    text = herbalism.start(spec)
    deals = [deal for deal, _ in herbalism.chances(spec, text)]
    seen: list[list[str]] = [[] for _ in range(players + 1)]  # the public comes last
    while herbalism.actor(spec, text) != "over" and len(seen[0]) < 18:
        moves = herbalism.moves(spec, text) or deals
        move = chance.choice(moves)
        for seat, texts in enumerate(seen):
            texts.append(herbalism.observation(spec, text, move, seat if seat < players else None))
        text = herbalism.play(spec, text, move)
    sets = []
    for seat in range(players):
        likely, possible = posterior(spec, seat, seen[seat], "uniform"), posterior(spec, seat, seen[seat])
        assert (
            is_distribution(likely)
            and is_distribution(possible)
            and text in likely
            and likely.keys() == possible.keys()
        )
        assert {herbalism.view(spec, world, seat) for world in likely} == {herbalism.view(spec, text, seat)}
        sets.append(set(likely))
    if players == 3:
        public = posterior(spec, None, seen[-1])
        assert is_distribution(public) and set.union(*sets) <= public.keys()
