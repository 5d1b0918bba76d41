"""Tests of the reference implementation of Herbs: plans, slots, bids, stones and game ends on hand-made positions."""

import pytest

from tests.kit.herbs.cases import after_moves, board_of, fields, position_text
from tests.reference import herbs

ONE = "herbs(actions=1)"


def test_start_position_is_correct() -> None:
    start = (
        "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,A11v,K11v "
        "200,200 12w8b,12w8b 0,0 2 1 0 write:1:|"
    )
    assert herbs.start("herbs") == start and herbs.start("herbs(ap=10)") == start.replace("200,200", "10,10")
    assert start.split(" ")[0] == board_of("D9 F9 I8 H3 F3 C4 E6 G6", "C8 C6 D3 I4 I6 H9 F5 F7")
    assert herbs.actor("herbs", start) == "seat 1" and herbs.returns("herbs", start) is None
    assert herbs.chances("herbs", start) == [] and herbs.points("herbs", start) == (0, 0)


def test_specs_are_canonicalised_or_rejected() -> None:
    for spec, canonical in (
        ("herbs", "herbs"),
        ("herbs(ap=200,actions=4,patterns=burst,rounds=100)", "herbs"),
        ("herbs(ap=10)", "herbs(ap=10)"),
        ("herbs(rounds=400,patterns=ends,actions=8,ap=400)", "herbs(ap=400,actions=8,patterns=ends,rounds=400)"),
        ("herbs(patterns=spread,ap=200)", "herbs(patterns=spread)"),
        ("herbs(actions=1,rounds=1)", "herbs(actions=1,rounds=1)"),
    ):
        assert herbs.canonical(spec) == canonical
    for bad in ("", "herb", "Herbs", "herbs()", "herbs(", "herbs(ap)", "herbs(ap=)", "herbs(ap=9)", "herbs(ap=401)",
                "herbs(ap=020)",
                "herbs(actions=0)", "herbs(actions=9)", "herbs(patterns=none)", "herbs(patterns=)", "herbs(rounds=0)",
                "herbs(rounds=401)", "herbs(ap=20,ap=20)", "herbs(ap=20,)", "herbs(ap=20, actions=2)", " herbs",
                "herbs\n",
                "herbs(size=4)", "herbs(ap=20)(ap=20)", "herbs(ap=+20)", "herbs(ap=٢٠)", "herbs(ap=20=20)",
                "herd"):  # fmt: skip
        with pytest.raises(herbs.RefusedError, match=r"^spec: "):
            herbs.canonical(bad)
        assert herbs.refusal(bad, herbs.start("herbs")) == "spec"


def test_legal_moves_while_writing_are_listed() -> None:
    start = herbs.start("herbs")
    moves = herbs.moves("herbs", start)
    assert len(moves) == 120 and moves == sorted(moves) and moves[0] == "0BU1" and moves[-1] == "1WB"
    assert herbs.moves(ONE, position_text(ap="1,5", four="A1^,-,A11v,K11v")) == [
        "0BW",
        "0HT",
        "0M1",
        "0P1/1",
        "0TL",
        "0TR",
        "0WB",
    ]
    assert (
        len(herbs.moves(ONE, position_text(ap="23,200"))) == 118
        and len(herbs.moves(ONE, position_text(ap="24,200"))) == 120
    )
    written = after_moves("herbs", start, "0M3", "1P3/24", "0F", "1TL")
    assert fields(written, 2, 8) == "171,200 write:1:0M3,1P3/24,0F,1TL|"
    stones = herbs.moves("herbs", written)
    assert len(stones) == 2 * 116 and stones == sorted(stones) and "WhC3" not in stones and "BlA1" in stones
    written = herbs.play("herbs", written, "BlK11")
    assert fields(written, 2, 3, 8) == "169,200 12w8b,12w8b write:2:0M3,1P3/24,0F,1TL,BlK11|"


@pytest.mark.parametrize(
    ("ap", "pile", "stones"),
    [
        (0, "12w8b", 0),
        (1, "12w8b", 116),
        (2, "12w8b", 232),
        (1, "0w8b", 0),
        (2, "0w8b", 116),
        (9, "1w0b", 116),
        (9, "0w0b", 0),
    ],
)
def test_affordable_stone_is_mandatory(ap: int, pile: str, stones: int) -> None:
    after = herbs.play(ONE, position_text(ap=f"{ap + 1},9", piles=f"{pile},0w0b"), "0HT")
    assert fields(after, 8) == ("write:1:0HT|" if stones else "write:2:0HT|")
    assert not stones or len(herbs.moves(ONE, after)) == stones


def test_designers_example_is_reproduced() -> None:
    after = after_moves(
        "herbs", position_text(ap="78,78", piles="12w8b,12w8b", white="H3"), "1M3", "1TR", "0HT", "0P1/2", "WhH3"
    )
    assert fields(after, 2, 8) == "71,78 write:2:1M3,1TR,0HT,0P1/2,WhH3|"
    assert "0P1/71" not in herbs.moves("herbs", position_text(ap="78,78"))


def slot_result(first: str, second: str, *bids: str, **given: str) -> str:
    """Return board, Herbs, AP, points and tie token after a round of one slot without stones."""
    after = after_moves(ONE, position_text(**{"ap": "50,50", **given}), first, second, *bids)
    assert after.split(" ")[8] in ("write:1:|", "over"), after
    return fields(after, 0, 1, 2, 4, 5)


@pytest.mark.parametrize(("action", "four", "stones", "after"), [
    ("0M6", "A1^,-,A11v,K11v", "", "A7^"), ("0M6", "A6^,-,A11v,K11v", "", "A10^"),
    ("0M6", "A6^,-,K10v,K11v", "", "A11^"),
    ("0M3", "A1^,-,A11v,K11v", "A4", "A3^"), ("0M3", "A3>,-,A11v,K11v", "", "-"), ("0M1", "A3>,-,A11v,K11v", "", "B3>"),
    ("0BU3", "A3<,-,A11v,K11v", "", "-"), ("0BU3", "A5^,-,A11v,K11v", "", "A2^"),
    ("0BU3", "A3^,-,A11v,K11v", "", "A1^"),
    ("0BU2", "A5^,-,A11v,K11v", "A3", "A4^"), ("0TL", "A5^,-,A11v,K11v", "", "A5<"),
    ("0TR", "A5^,-,A11v,K11v", "", "A5>"),
    ("0HT", "A5^,-,A11v,K11v", "", "A5v"), ("0TL", "A5<,-,A11v,K11v", "", "A5v"), ("0TR", "A5<,-,A11v,K11v", "", "A5^"),
])  # fmt: skip
def test_moves_and_turns_follow_rules(action: str, four: str, stones: str, after: str) -> None:
    assert slot_result(action, "3TL", four=four, white=stones).split(" ")[1].split(",")[0] == after
    assert slot_result(action, "3TL", four=four, white=stones).split(" ")[3][:2] in (
        "0,",
        "4,",
    )  # only the bonus scores


def test_painting_follows_rules() -> None:
    for action, front, after in (("0BW", "b", "w"), ("0BW", "w", "w"), ("0WB", "w", "b"), ("0WB", "b", "b")):
        given = {"white": "A2 B1", "black": ""} if front == "w" else {"white": "B1", "black": "A2"}
        board = slot_result(action, "2TL", **given).split(" ")[0]
        assert board.split("/")[9:] == [f"{after}10", "1w9"]
    assert slot_result("0WB", "2TL").split(" ")[0] == board_of()
    row = slot_result("0WB", "2TL", black="B2 C2 D2", white="A2", four="A1^,-,A11v,K11v")
    assert row.split(" ")[0].split("/")[9] == "bbbb7" and row.split(" ")[3] == "0,0"  # painting completes no pattern


@pytest.mark.parametrize(
    ("four", "white", "ap", "after"),
    [
        ("A1^,-,A6v,K11v", "", "50,50", "A1^,-,A7v,K11v 48,47 0,0"),
        ("A1^,-,A7v,K11v", "", "50,50", "A1^,-,A7v,K11v 48,50 0,0"),  # six squares away
        ("A1^,-,A6v,K11v", "A4", "50,50", "A1^,-,A6v,K11v 48,50 0,0"),  # the shot hits a stone
        ("A1^,-,A6v,K11v", "A7", "50,50", "A1^,-,A6v,K11v 48,47 0,0"),  # hit but not moved
        ("A1^,-,A2>,A3v", "", "50,50", "A1^,-,A2>,A3v 48,47 0,0"),
        ("A8^,-,A11v,K11v", "", "50,50", "A8^,-,A11v,K11v 48,47 0,0"),  # wall behind
        ("A1^,-,A6v,K11v", "", "50,2", "A1^,-,A7v,K11v 48,0 4,0"),  # not below 0; the game ends
        ("A1^,A5>,A11v,K11v", "", "50,50", "A1^,A6>,A11v,K11v 45,50 0,0"),  # own Herb
        ("C5v,C4>,A11v,K11v", "", "50,50", "C5v,-,A11v,K11v 45,50 0,0"),  # destroying an own Herb scores nothing
        ("C5v,-,C4>,K11v", "", "50,50", "C5v,-,-,K11v 48,47 4,0"),
        ("A3>,-,E3^,K11v", "", "50,50", "A3>,-,F3^,K11v 48,47 0,0"),  # a pit does not stop the shot
    ],
)
def test_fire_follows_rules(four: str, white: str, ap: str, after: str) -> None:
    assert " ".join(slot_result("0F", "3BW", four=four, white=white, ap=ap).split(" ")[1:4]) == after


def test_hit_herb_loses_its_action() -> None:
    """Depending on the bids Herb 2 turns first or is hit first; only a hit Herb loses its action."""
    hit = {"four": "A1^,-,A3v,K11v", "white": "A4"}
    position = after_moves(ONE, position_text(ap="50,50", **hit), "0F", "2TL")
    assert herbs.actor(ONE, position) == "seat 1" and fields(position, 8) == "bid:1:1:0F|2TL:-"
    assert fields(slot_result("0F", "2TL", "bid1", "bid0", **hit), 1, 2, 4) == "A1^,-,A3v,K11v 47,47 2"
    assert fields(slot_result("0F", "2TL", "bid0", "bid1", **hit), 1, 2, 4) == "A1^,-,A3>,K11v 48,46 2"
    assert fields(slot_result("0F", "3BW", **hit), 1, 2) == "A1^,-,A3v,K11v 48,47"
    # Both fire at each other: the first one hits.
    duel = {"four": "A1^,-,A4v,K11v"}
    assert fields(slot_result("0F", "2F", "bid3", "bid2", **duel), 1, 2) == "A1^,-,A5v,K11v 45,43"
    assert fields(slot_result("0F", "2F", "bid2", "bid3", **duel), 1, 2) == "A1^,-,A4v,K11v 43,45"


def test_bids_decide_who_acts_first() -> None:
    meet = {"four": "A1^,-,A3v,K11v"}  # both move to A2

    def herb(*bids: str, **given: str) -> str:
        return fields(slot_result("0M1", "2M1", *bids, **{**meet, **given}), 1, 2, 3, 4)

    assert herb("bid2", "bid1") == "A2^,-,A3v,K11v 47,48 0,0 2"
    assert herb("bid1", "bid2") == "A1^,-,A2v,K11v 48,47 0,0 2"
    assert herb("bid0", "bid0") == "A1^,-,A3v,K11v 49,49 0,0 2"  # both actions are cancelled
    assert herb("bid2", "bid2") == "A1^,-,A2v,K11v 47,47 0,0 1"  # the token is handed over
    assert herb("bid2", "bid2", tie="1") == "A2^,-,A3v,K11v 47,47 0,0 2"
    assert herb("bid2", "bid2", points="4,5") == "A2^,-,A3v,K11v 47,47 4,5 2"  # the seat with fewer points acts first
    assert herb("bid2", "bid2", points="5,4", tie="1") == "A1^,-,A2v,K11v 47,47 5,4 1"
    assert herb("bid3", ap="50,1") == "A2^,-,A3v,K11v 46,0 4,0 2"  # seat 2 has no AP left and is not asked
    assert herb("bid0", ap="50,1") == "A1^,-,A3v,K11v 49,0 4,0 2"
    assert herb("bid3", ap="1,50") == "A1^,-,A2v,K11v 0,46 0,4 2"
    assert herb(ap="1,1") == "A1^,-,A3v,K11v 0,0 0,0 2"  # neither is asked: both actions are cancelled
    waiting = after_moves(ONE, position_text(ap="1,50", four=meet["four"]), "0M1", "2M1")
    assert fields(waiting, 8) == "bid:2:1:0M1|2M1:0" and herbs.actor(ONE, waiting) == "seat 2"
    after = after_moves(ONE, position_text(ap="4,12", four=meet["four"]), "0M1", "2M1")
    assert herbs.moves(ONE, after) == ["bid0", "bid1", "bid2", "bid3"]
    after = herbs.play(ONE, after, "bid3")
    assert fields(after, 2, 8) == "3,11 bid:2:1:0M1|2M1:3"
    assert herbs.moves(ONE, after) == sorted(f"bid{bid}" for bid in range(12)) and herbs.moves(ONE, after)[2] == "bid10"


def test_slots_of_destroyed_herb_have_no_effect() -> None:
    """Herb 0 falls into a pit; its later actions have no effect and need no bid."""
    position = position_text(four="A3>,-,A5v,K11v", white="B1", ap="50,50")
    before = after_moves("herbs(actions=3)", position, "0M2", "0M1", "0F", "2M1", "2M1")
    assert fields(herbs.play("herbs(actions=3)", before, "2M1"), 1, 2, 8) == "-,-,A2v,K11v 45,47 over"
    observation = herbs.observation("herbs(actions=3)", before, "2M1", None)
    assert observation == "?;slot1=0M2|2M1;slot2=0M1|2M1;slot3=0F|2M1;stones=-|-"


@pytest.mark.parametrize(
    ("first", "second", "white", "black", "piles"),
    [
        ("WhE5", "BlG5", "E5", "D4 G5", "2w3b,3w2b"),
        ("WhE5", "BlE5", "", "D4", "2w3b,3w2b"),  # both choose the same square
        ("WhD4", "BlG5", "", "D4 G5", "2w3b,3w2b"),  # occupied
        ("WhB2", "BlG5", "", "D4 G5", "2w3b,3w2b"),  # beside an own Herb
        ("BlB10", "WhB2", "B2", "D4 B10", "3w2b,2w3b"),  # beside an enemy Herb
        ("WhA11", "WhG5", "G5", "D4", "2w3b,2w3b"),  # on a Herb
        ("WhA3", "BlA1", "A3", "D4", "2w3b,3w2b"),
        ("WhK10", "BlK2", "K10", "D4 K2", "2w3b,3w2b"),
    ],
)
def test_stone_placement_follows_rules(first: str, second: str, white: str, black: str, piles: str) -> None:
    after = after_moves(ONE, position_text(black="D4", piles="3w3b,3w3b", ap="50,50"), "0TL", first, "2TL", second)
    assert fields(after, 0, 3, 4) == f"{board_of(white, black)} {piles} 0,0"


def test_stone_placement_uses_position_at_end_of_round() -> None:
    position = position_text(four="A3>,-,A11v,K11v", piles="1w0b,1w0b", ap="50,50")
    after = after_moves(ONE, position, "0M2", "WhF1", "2TL", "WhG1")
    assert fields(after, 0, 3, 8) == f"{board_of('G1')} 0w0b,0w0b over"
    after = after_moves(ONE, position, "0M2", "WhG1", "2TL", "WhG1")  # both fail, although seat 1 has no Herbs
    assert fields(after, 0, 3) == f"{board_of()} 0w0b,0w0b"
    moving = position_text(four="A5^,-,A11v,K11v", piles="1w0b,1w0b", white="A6", ap="50,50")
    # legal although both squares were occupied when the plans were written
    after = after_moves(ONE, moving, "0P3/3", "WhA6", "2TL", "WhA5")
    assert fields(after, 0, 1) == fields(position_text(white="A5 A6 A9", four="A8^,-,A11>,K11v"), 0, 1)
    row = position_text(piles="1w0b,1w0b", white="E5 F5 G5", ap="50,50")  # placing completes no pattern
    after = after_moves(ONE, row, "0TL", "WhD5", "2TL", "WhJ5")
    assert fields(after, 0, 4) == fields(position_text(white="D5 E5 F5 G5 J5"), 0, 4)


@pytest.mark.parametrize(
    ("given", "moves", "after"),
    [
        ({"ap": "10,40"}, ("0P2/10", "2HT"), "0,3 1 0 over"),  # seat 1 has 0 AP; seat 2's 39 AP are worth 3 points
        ({"ap": "2,1"}, ("0HT", "2HT"), "0,0 1 0 over"),
        ({"ap": "29,50", "four": "A3>,-,A11v,K11v"}, ("0M2", "2TL"), "0,5 1 0 over"),  # no Herbs: no bonus
        ({"ap": "29,50"}, ("0TL", "2BW"), "0,0 2 1 write:1:|"),
        ({"ap": "29,50", "idle": "1", "number": "7"}, ("0TL", "2BW"), "0,0 8 2 write:1:|"),
        ({"ap": "29,50", "idle": "2", "number": "7"}, ("0TL", "2BW"), "2,5 7 3 over"),
        ({"ap": "29,50", "idle": "2", "number": "7"}, ("0TL", "2HT"), "0,0 8 0 write:1:|"),
        ({"ap": "29,50", "idle": "1", "number": "100"}, ("0TL", "2TR"), "2,5 100 2 over"),
        ({"ap": "29,50", "idle": "1", "number": "100", "points": "4,1"}, ("0HT", "2TR"), "6,6 100 0 over"),
    ],
)
def test_round_and_game_ends_follow_rules(given: dict[str, str], moves: tuple[str, ...], after: str) -> None:
    assert fields(after_moves(ONE, position_text(**given), *moves), 4, 6, 7, 8) == after


def test_placing_a_stone_resets_idle_rounds() -> None:
    after = after_moves(ONE, position_text(piles="1w0b,0w0b", ap="50,50", idle="2"), "0TL", "WhE5", "2TL")
    assert fields(after, 2, 6, 7) == "49,50 2 0"


def test_returns_follow_points() -> None:
    for points, returns in (("5,4", (1, -1)), ("4,5", (-1, 1)), ("4,4", (0, 0))):
        over = position_text("over", ap="0,50", points=points)
        assert herbs.returns(ONE, over) == returns and herbs.moves(ONE, over) == [] and herbs.actor(ONE, over) == "over"
        assert herbs.points(ONE, over) == tuple(map(int, points.split(",")))
        assert [herbs.view(ONE, over, seat) for seat in (0, 1, None)] == [over] * 3
        assert [herbs.perft(ONE, over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
