"""Tests of the reference implementation of Herbs: rejected positions and views, and the perft file."""

import pytest

from tests.kit.herbs.cases import board_of, position_text
from tests.reference import herbs, perft

TWO = "herbs(actions=2)"
MEET = "A1^,-,A3v,K11v"  # Herbs 0 and 2 both move to A2
OWN = "0M1,0F,WhE5"
PILES = "3w3b,3w3b"
EMPTY_BOARD = "/".join(["11"] * 11)
REST = "A1^,K1^,A11v,K11v 20,20 3w3b,3w3b 0,0 2 1 0 write:1:|"


def line(**given: str) -> str:
    return position_text(**{"four": MEET, "ap": "20,20", "piles": PILES, **given})


def bid(plans: str = f"{OWN}|2M1,2F,BlE5", seat: str = "1", slot: str = "1", amount: str = "-", **given: str) -> str:
    return line(phase=f"bid:{seat}:{slot}:{plans}:{amount}", **given)


ACCEPTED = [
    line(), line(phase="write:1:0M1,0F|"), line(phase="write:1:0M1|", ap="0,1"), line(phase="write:2:0M1,0F,WhE5|"),
    line(phase="write:2:0M1,0F,WhE5|2M1,2M1"), line(phase="write:2:0M1,0F|", ap="0,20"),
    line(phase="write:1:1M1|", four="-,A1^,A3v,-"),
    line(phase="write:2:0M1,0F|", ap="1,20", piles="0w8b,0w0b"), line(phase="write:1:0M1,0F|", ap="397,400"),
    line(idle="2"),
    line(phase="write:1:0P3/24|", ap="376,400"), line(phase="write:2:0M1,0F,BlA1|"), line(number="100"),
    bid(), bid(ap="1,1"), bid(amount="0", seat="2"), bid(amount="20", seat="2"), bid(amount="0", seat="2", ap="0,3"),
    bid(ap="5,0"),
    bid("0M1,0F|2M1,2F", seat="1", piles="0w0b,0w3b", ap="3,1"), bid("1M1,0M1|3F,2M1", slot="2", piles="0w0b,0w0b"),
    bid("1M1,0M1|3TL,2M1", slot="2", piles="0w0b,0w0b", ap="9,399"),
    bid("1TL,0TL|3TL,2F", slot="2", piles="0w0b,0w0b", ap="0,9", seat="2", amount="0"),  # 0 AP after a bid
    line(phase="over", ap="0,5"), line(phase="over", ap="0,0"), line(phase="over", four="-,-,A1^,-"),
    line(phase="over", idle="3"),
    line(phase="over", number="100"), line(phase="over", four="-,-,-,-", ap="400,400", points="99999,0", idle="2"),
    line(phase="over", ap="5,0", idle="3", number="100"),
]  # fmt: skip

DAMAGED = {
    "position": ["", EMPTY_BOARD, f"{EMPTY_BOARD} {REST} -", f"{EMPTY_BOARD} {REST} ", f" {EMPTY_BOARD} {REST}",
                 line().replace(" ", "  ", 1),
                 line().replace(" ", "\t", 1)],
    "board": [f"{board} {REST}" for board in (
        "11/11", f"{EMPTY_BOARD}/", f"{EMPTY_BOARD}/11", "11/11/11/11/11/11/11/11/11/11/10", "12/" + EMPTY_BOARD[3:],
        "011/" + EMPTY_BOARD[3:],
        "65/" + EMPTY_BOARD[3:], "w9/" + EMPTY_BOARD[3:], "w11/" + EMPTY_BOARD[3:], "0w10/" + EMPTY_BOARD[3:],
        "W10/" + EMPTY_BOARD[3:],
        "?10/" + EMPTY_BOARD[3:], "wwwwwwwwwwww/" + EMPTY_BOARD[3:], "/" + EMPTY_BOARD[3:], "٣8/" + EMPTY_BOARD[3:],
        "1" * 5000,
        board_of("C3"), board_of("", "F6"), board_of("A1 I9"), board_of("C3").replace("11/", "x/", 1))],
    "herbs": [line(four=four) for four in (
        "A1^,-,A3v", "A1^,-,A3v,-,-", "", "A1,-,A3v,-", "a1^,-,A3v,-", "A0^,-,A3v,-", "A12^,-,A3v,-", "A01^,-,A3v,-",
        "L1^,-,A3v,-",
        "A1x,-,A3v,-", "A1^^,-,A3v,-", "^,-,A3v,-", ",-,A3v,-", "--,-,A3v,-", "?,-,A3v,-", "C3^,-,A3v,-",
        "A1^,-,A3v,A3v", "A1^,A1v,A3v,-")]
        + [line(white="A1"), line(black="K11"), line(four="F6^,-,A3v,-", ap="x"), line(white="A1", phase="x")],
    "ap": [line(ap=ap) for ap in ("", "20", "20,20,20", "401,20", "20,401", "020,20", "-1,20", "20,", "20,2.0", "?,20",
                                  "20,٢", "9" * 5000)]
        + [line(ap="x,20", piles="x")],
    "piles": [line(piles=piles) for piles in (
        "", "3w3b", "13w3b,3w3b", "3w9b,3w3b", "3w3b,3w3b,3w3b", "03w3b,3w3b", "3b3w,3w3b", "3w,3b", "3w3b,3w",
        "3w3b,?", "3w3b,3w3b\n")]
        + [line(piles="x", points="x")],
    "points": [line(points=points) for points in ("", "0", "0,0,0", "100000,0", "0,100000", "00,0", "-1,0", "?,0",
                                                  "1.5,0", "0," + "9" * 5000)]
        + [line(points="x", tie="x")],
    "tie": [line(tie=tie) for tie in ("", "0", "3", "12", "01", "-", "?", "1\n")] + [line(tie="x", number="x")],
    "round": [line(number=number) for number in ("", "0", "101", "01", "-1", "1.0", "?", "١")] + [line(number="0",
                                                                                                       idle="x")],
    "idle": [line(idle=idle) for idle in ("", "4", "01", "-1", "?", "3")]
        + [line(idle="4", phase="over", ap="0,1"), line(idle="4", phase="x"), line(idle="3", phase="write:2:|"),
           bid(idle="3"),
           line(idle="3", ap="0,1"), line(idle="3", phase="write:1:2M1|")],
    "phase": [line(phase=phase) for phase in (
        "", "write", "write:", "write:1", "write:1:", "write:3:|", "write:0:|", "write:1:||", "write:1:|:",
        "Write:1:|", "write:1:,|",
        "write:1:0M1,|", "write:1:,0M1|", "write:1:0M7|", "write:1:0M0|", "write:1:0M01|", "write:1:0BU4|",
        "write:1:0P0/0|",
        "write:1:0P1/9|", "write:1:0P2/1|", "write:1:0P4/8|", "write:1:0P1|", "write:1:0P1/01|", "write:1:4M1|",
        "write:1:M1|",
        "write:1:0f|", "write:1:0T|", "write:1:0F\n|", "write:1:bid0|", "write:1:?|", "write:1:2M1|", "write:1:1M1|",
        "write:1:|2M1", "write:1:0M1,0M1,WhE5|", "write:1:0M1,0M1,0M1|", "write:1:WhE5|", "write:1:0M1,WhE5|",
        "write:2:|", "write:2:0M1|",
        "write:2:?|", "write:2:0M1,0F|", "write:2:0M1,0F,0F|", "write:2:0M1,0F,WhC3|", "write:2:0M1,0F,whE5|",
        "write:2:0M1,0F,WhE12|",
        "write:2:0M1,0F,WhE5,WhE6|", "write:2:0M1,0F,WhE5|2M1,2F,WhE5", "write:2:0M1,0F,WhE5|3M1,WhE5",
        "write:2:0M1,0F,WhE5|0M1",
        "over", "over:", "Over", "overs", "bid", "bid:1:1:0M1,0F,WhE5|2M1,2F,BlE5", "chance")]
        + [line(phase="write:2:0M1,0F,WhE5|", piles="0w3b,3w3b"), line(phase="write:2:0M1,0F,BlE5|", piles="3w0b,3w3b"),
           line(phase="write:1:0M1,0M1|", ap="0,20"), line(phase="write:1:0M1,0M1|", piles="0w0b,3w3b"),
           line(phase="write:1:0M1,0M1|", ap="1,20", piles="0w3b,3w3b"), line(phase="write:2:0M1,0F|", ap="1,20"),
           line(phase="write:2:0M1,0F|", ap="2,20", piles="0w1b,3w3b"), line(phase="write:1:0M1|", ap="400,20"),
           line(ap="0,20"), line(ap="20,0"), line(phase="write:1:0TL|", ap="0,20"),
           line(phase="write:2:0TL,0TL|", ap="0,20"),
           line(phase="write:2:0M1,0M1|", ap="0,0"), line(four="-,-,A3v,-"), line(four="A1^,-,-,-"),
           line(phase="over", idle="2", number="99"),
           line(idle="3", phase="x"), line(idle="3", phase="write:3:|")]
        + [bid(amount=amount) for amount in ("", "0", "5", "?", "--")]
        + [bid(seat="2", amount=amount) for amount in ("-", "21", "05", "?", "")]
        + [bid(seat="2", amount="0", ap="5,0"), bid(seat="2", amount="0", ap="0,0"), bid(ap="0,0"), bid(ap="0,5"),
           bid(seat="2", amount="1", ap="0,5"),
           bid(slot="0"), bid(slot="3"), bid(slot="2", four=MEET, ap="400,5"), bid(slot="01"), bid(slot=""),
           bid(slot="9"),
           bid(seat="3"), bid("0M1,0F|2M1,2F,BlE5"), bid("0M1,0F,WhE5|2M1,2F"), bid("0M1|2M1,2F,BlE5"),
           bid("0M1,0F,WhE5|2M1,BlE5"),
           bid("|"), bid("0M1,0F,WhE5,WhE6|2M1,2F,BlE5"), bid("0M1,0F,WhE5|2M1,2F,?"), bid("0M1,?|2M1,2F,BlE5"),
           bid("0M1,0F,WhE5|2M1,2F,BlE5", piles="0w3b,3w3b"), bid("0M1,0F,WhE5|2M1,2F,BlE5", piles="3w3b,3w0b"),
           bid("0M1,0F,WhE5|0M1,2F,BlE5"), bid("0M1,2F,WhE5|2M1,2F,BlE5"), bid("0M1,1F,WhE5|2M1,2F,BlE5"),
           # Herb 1 is lost.
           bid("0TL,0F,WhE5|2M1,2F,BlE5"), bid("0M1,0F,WhE5|3M1,2F,BlE5"), bid(four="A1^,-,A5v,K11v"),
           bid(four="A1^,-,-,K11v"),
           bid("1M1,0M1,WhE5|3TL,2M1,WhE5", slot="1"), bid(ap="397,20"), bid(ap="20,396"),
           bid("0TL,0F|2F,2TL", ap="0,20", piles="0w0b,0w0b"),
           bid("0M1,0M1|3F,2M1", slot="2", piles="0w1b,0w0b"),
           bid("0BW,0M1|2F,2M1", four="A1^,-,A3v,-", ap="20,20", piles="0w0b,0w0b",
                                                              white="A2")],
}  # fmt: skip


@pytest.mark.parametrize("position", ACCEPTED)
def test_valid_positions_are_accepted(position: str) -> None:
    assert herbs.refusal(TWO, position) is None
    assert herbs.view(TWO, position, None).split(" ")[:2] == position.split(" ")[:2]


def test_damaged_positions_are_rejected_at_field() -> None:
    cases = [(position, field) for field, positions in DAMAGED.items() for position in positions]
    assert [(position, herbs.refusal(TWO, position)) for position, _ in cases] == cases


VIEWS = {  # by seat (None: public): accepted phases, then phases rejected at `phase`
    0: (["write:1:|", "write:1:0M1|", f"write:2:{OWN}|", f"bid:1:1:{OWN}|2M1,?:-", f"bid:2:1:{OWN}|2M1,?:7",
         "bid:1:2:0M1,0M1,WhE5|2F,2M1,?:-"],
        ["write:1:?|", "write:2:?|", f"write:2:{OWN}|2M1", f"write:2:{OWN}|?", f"bid:1:1:{OWN}|2M1:-",
         f"bid:1:1:{OWN}|2M1,2F,BlE5:-",
         f"bid:1:1:{OWN}|2M1,?,?:-", f"bid:1:1:{OWN}|2M1,2F,?:-", f"bid:1:1:{OWN}|?:-", f"bid:2:1:{OWN}|2M1,?:?",
         f"bid:2:1:{OWN}|2M1,?:21",
         "bid:1:1:0M1,?|2M1,?:-", "bid:1:2:0M1,0M1,WhE5|2F,2M1:-", "bid:1:2:0M1,0M1,WhE5|2F,2M1,WhE5:-",
         f"bid:1:1:{OWN}|2TL,?:-",
         f"bid:1:1:{OWN}|0M1,?:-", f"bid:1:1:{OWN}|BlE5,?:-", f"bid:1:1:{OWN}|?,2M1:-"]),
    1: (["write:1:|", "write:2:?|", "write:2:?|2M1", "bid:1:1:0M1,?|2M1,2F,BlE5:-", "bid:2:1:0M1,?|2M1,2F,BlE5:?"],
        ["write:1:0M1|", f"write:2:{OWN}|", "write:2:|", "write:2:0M1,?|", "write:2:?,?|", "write:2:?|?",
         "bid:1:1:0M1,?|2M1,?:-",
         "bid:1:1:0M1,?|2M1,2F,BlE5:?", "bid:2:1:0M1,?|2M1,2F,BlE5:0", "bid:2:1:0M1,?|2M1,2F,BlE5:-",
         f"bid:1:1:{OWN}|2M1,2F,BlE5:-"]),
    None: (["write:1:|", "write:2:?|", "bid:1:1:0M1,?|2M1,?:-", "bid:2:1:0M1,?|2M1,?:?",
            "bid:1:2:0F,0M1,?|2M1,2M1,?:-"],
           ["write:1:0M1|", "write:2:?|2M1", f"bid:1:1:{OWN}|2M1,?:-", "bid:2:1:0M1,?|2M1,?:3", "bid:1:1:0TL,?|2M1,?:-",
            "bid:1:2:0F,0M1|2M1,2M1,?:-"]),
}  # fmt: skip


def refused_field(position: str, seat: int | None) -> str | None:
    return herbs.refusal_of_public_view(TWO, position) if seat is None else herbs.refusal(TWO, position, seat)


@pytest.mark.parametrize("seat", VIEWS)
def test_views_are_accepted_or_rejected(seat: int | None) -> None:
    accepted, damaged = VIEWS[seat]
    assert [phase for phase in accepted if refused_field(line(phase=phase), seat) is not None] == []
    assert [phase for phase in damaged if refused_field(line(phase=phase), seat) != "phase"] == []
    assert (
        refused_field(line(phase="over"), seat) == "phase" and refused_field(line(phase="over", idle="3"), seat) is None
    )
    assert (
        refused_field(line(four="C3^,-,-,-"), seat) == "herbs"
        and refused_field(line(idle="3", phase=accepted[-1]), seat) == "idle"
    )


def test_view_is_checked_against_shown_ap() -> None:
    shown = "bid:{}:1:0M1,?|2M1,2F,BlE5:{}"
    for ap, piles, asks_1, asks_2 in (
        ("2,5", "1w0b,3w3b", None, None),
        ("1,5", "1w0b,3w3b", "phase", None),
        ("1,5", "0w0b,3w3b", None, None),
        ("2,5", "0w1b,3w3b", "phase", None),
        ("3,5", "0w1b,3w3b", None, None),
        ("0,5", "1w1b,3w3b", "phase", None),
        ("399,5", "1w1b,3w3b", None, None),
        ("400,5", "1w1b,3w3b", "phase", "phase"),
    ):
        given = {"ap": ap, "piles": piles}
        assert herbs.refusal(TWO, line(phase=shown.format(1, "-"), **given), 1) == asks_1
        assert herbs.refusal(TWO, line(phase=shown.format(2, "?"), **given), 1) == asks_2
    for ap, hidden in (("0,5", "phase"), ("1,5", None), ("400,5", None)):
        assert herbs.refusal(TWO, line(phase="write:2:?|2M1", ap=ap), 1) == hidden


def test_bid_requires_ap_if_order_affects_only_ap() -> None:
    """The order matters only if seat 2 has AP to lose: Herb 2 is hit but cannot move.

    Herb 3 pushes a stone into the line of fire.
    """
    given = {"four": "A1^,-,A4^,C2<", "white": "A5 B2", "piles": "0w0b,0w0b"}
    plans = "0F,0TL|3P1/1,3TL"
    assert herbs.refusal(TWO, bid(plans, ap="5,1", **given)) is None
    assert herbs.refusal(TWO, bid(plans, ap="5,0", **given)) == "phase"
    assert herbs.refusal(TWO, bid("0F,0TL|3P1/1,?", ap="5,1", **given), 0) is None
    assert herbs.refusal(TWO, bid("0F,0TL|3P1/1,?", ap="5,0", **given), 0) == "phase"
    after = herbs.play(TWO, line(phase="write:2:0F,0TL|3P1/1", ap="5,0", **given), "3TL")
    assert after.split(" ")[8] == "over" and after.split(" ")[2] == "5,0"


def test_every_function_rejects_invalid_input() -> None:
    bad = line(ap="401,0")
    for call in (
        lambda: herbs.actor(TWO, bad),
        lambda: herbs.moves(TWO, bad),
        lambda: herbs.chances(TWO, bad),
        lambda: herbs.play(TWO, bad, "0TL"),
        lambda: herbs.points(TWO, bad),
        lambda: herbs.returns(TWO, bad),
        lambda: herbs.view(TWO, bad, None),
        lambda: herbs.observation(TWO, bad, "0TL", 0),
        lambda: herbs.perft(TWO, bad, 1),
    ):
        with pytest.raises(herbs.RefusedError, match=r"^ap: "):
            call()
    for position, move in (
        (line(), "2M1"),
        (line(), "1M1"),
        (line(), "WhE5"),
        (line(), "bid0"),
        (line(), ""),
        (line(ap="5,5"), "0M6"),
        (line(phase="write:1:0M1,0F|"), "0TL"),
        (line(phase="write:1:0M1,0F|"), "WhC3"),
        (bid(), "bid21"),
        (bid(), "0M1"),
        (line(phase="over", idle="3"), "0M1"),
        (line(phase="write:1:0M1,0F|", ap="1,5"), "BlE5"),
    ):
        with pytest.raises(herbs.RefusedError, match=r"^move: "):
            herbs.play(TWO, position, move)


def test_perft_file_is_correct() -> None:
    lines = (perft.DATA / "herbs.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("#")
    situations = [line.partition(" ; ")[0].split(" ", 1) for line in lines if not line.startswith("#")]
    for spec, position in situations:
        assert herbs.canonical(spec) == spec and herbs.refusal(spec, position) is None
    assert len({tuple(line) for line in situations}) == len(situations) >= 16
    assert {position.split(" ")[8].split(":")[0] for _, position in situations} == {"write", "bid", "over"}
    cheap = [line for line in lines if line[0] != "#" and int(line.split(" ")[-1]) < 3000]
    assert len(cheap) >= 8 and [perft.recount_line(herbs, line) for line in cheap] == cheap
