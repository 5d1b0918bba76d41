"""Tests of the texts of Herbs: moves, positions and views with spans and fixes, and observations."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import BadPosition, IllegalMove
from fastcore.games.herbs.text import observations, texts
from fastcore.games.herbs.text.observations import Fact
from workbench.positions.fixes import problems_with_fixes

EMPTY = "11/11/11/11/11/11/11/11/11/11/11"
HERBS = "A1^,K1^,A11v,K11v"
PLAN = "0F,0F,0F,0F,WhA5"
OTHER_PLAN = "2F,2F,2F,2F,WhA7"
BID = "0M1,0TL,0TL,0TL,WhA5|2M1,2TL,2TL,2TL,WhA7"  # with Herbs on E4 and E6 either seat can reach E5 first


def line(
    phase: str, *, spec: str = "herbs", board: str = EMPTY, herbs: str = HERBS, ap: str = "200,200",
    piles: str = "12w8b,12w8b", points: str = "0,0", tie: str = "2", number: str = "1", idle: str = "0",
) -> str:  # fmt: skip
    return " ".join([spec, board, herbs, ap, piles, points, tie, number, idle, phase])


def meeting(phase: str, **fields: str) -> str:
    """Return a position in which the actions of slot 1 compete for one square."""
    return line(phase, **{"herbs": "E4^,K1^,E6v,K11v", "ap": "100,100"} | fields)


def first_problem(situation: str, seat: int | None = None) -> tuple[str, str]:
    """Return the field and the marked text of the first problem."""
    problems = fastcore.problems(situation) if seat is None else fastcore.view_problems(situation, seat)
    first = problems[0]
    if seat is None:
        with pytest.raises(BadPosition) as caught:
            fastcore.parse(situation)
        assert (caught.value.field, caught.value.reason) == (first.field, first.reason)
    return first.field, situation[slice(*first.span)]


# Moves ----------------------------------------------------------------------------------------------------------------


def test_moves_are_numbered_in_byte_order() -> None:
    assert len(texts.MOVES) == len(set(texts.MOVES)) == 4 * 60 + 2 * 116 + 401
    assert list(texts.MOVES) == sorted(texts.MOVES, key=str.encode)
    assert all(texts.MOVES[move] == text for text, move in texts.NUMBER.items())
    own = [item.text for item in texts.ITEMS if item.herb == 0]
    assert own[:6] == ["0BU1", "0BU2", "0BU3", "0BW", "0F", "0HT"]
    pushes = ["0P1/8", "0P2/10", "0P2/11", "0P2/12", "0P2/13", "0P2/14", "0P2/15", "0P2/16", "0P2/2", "0P2/3"]
    first = own.index("0P1/8")
    assert own[first : first + 10] == pushes
    assert own[own.index("0P3/19") + 1] == "0P3/20" and own[own.index("0P3/24") + 1] == "0P3/3"
    assert "WhC3" not in texts.NUMBER and "BlF6" not in texts.NUMBER
    assert [texts.BID_OF[texts.NUMBER[f"bid{bid}"] - len(texts.ITEMS)] for bid in range(401)] == list(range(401))


def test_items_have_their_costs() -> None:
    paid = {item.text: item.cost for item in texts.ITEMS}
    shown = ("0M3", "0TL", "1TR", "0HT", "2BU2", "0P2/4", "0BW", "3WB", "0F", "WhH3", "BlH3")
    assert [paid[text] for text in shown] == [3, 0, 0, 1, 4, 4, 0, 1, 2, 1, 2]
    assert texts.cost([texts.NUMBER[text] for text in ("1M3", "1TR", "0HT", "1P1/2", "WhH3")]) == 7, (
        "the page's example"
    )


# Rejected positions ---------------------------------------------------------------------------------------------------


def test_spans_are_as_narrow_as_possible() -> None:
    assert first_problem(line("write:1:|", board=EMPTY.replace("/11/11/", "/5W5/11/", 1))) == ("board", "5W5")
    assert first_problem(line("write:1:|", herbs="A1^,K1^,A11v,C3v")) == ("herbs", "C3v")
    assert first_problem(line("write:1:|", ap="200,401")) == ("ap", "401")
    assert first_problem(line("write:1:|", piles="12w8b,13w8b")) == ("piles", "13w8b")
    assert first_problem(line("write:1:0F,0M7,0TL|")) == ("phase", "0M7")
    assert first_problem(line("write:1:0F,2F,0TL|")) == ("phase", "2F")
    assert first_problem(line("write:1:0F,0F,0F,0F,WhA1,WhA2,0F|")) == ("phase", "WhA2,0F")
    assert first_problem(line(f"write:2:{PLAN}|2F,0F")) == ("phase", "0F")
    assert first_problem(meeting(f"bid:2:1:{BID}:101")) == ("phase", "101")
    assert first_problem(meeting(f"bid:1:5:{BID}:-")) == ("phase", "5")


PLANS = [  # (AP, piles, plan of seat 1 while seat 2 writes, whether the plan is complete)
    ("0,9", "12w8b,12w8b", "0F,0F,0F,0F", True),
    ("1,9", "12w8b,12w8b", "0F,0F,0F,0F", False),
    ("1,9", "0w8b,12w8b", "0F,0F,0F,0F", True),
    ("2,9", "0w8b,12w8b", "0F,0F,0F,0F", False),
    ("9,9", "0w0b,12w8b", "0F,0F,0F,0F", True),
    ("0,9", "12w8b,12w8b", "0F,0F,0F,0F,WhA1", True),
    ("0,9", "12w8b,12w8b", "0F,0F,0F,WhA1", False),
    ("0,9", "12w0b,12w8b", "0F,0F,0F,0F,BlA1", False),
    ("0,9", "12w8b,12w8b", "0TL,0TL,0TL,0TL", False),
    ("1,9", "0w8b,12w8b", "0TL,0TL,0TL,0TL", True),
    ("392,9", "0w0b,12w8b", "0F,0F,0F,0F", True),
    ("393,9", "0w0b,12w8b", "0F,0F,0F,0F", False),
]


@pytest.mark.parametrize(("ap", "piles", "plan", "complete"), PLANS)
def test_plan_completeness_is_checked(ap: str, piles: str, plan: str, complete: bool) -> None:
    situation = line(f"write:2:{plan}|", ap=ap, piles=piles)
    assert (fastcore.problems(situation) == []) == complete
    if not complete:
        assert first_problem(situation)[0] == "phase"


def test_ap_at_start_of_round_are_limited() -> None:
    for plan, ap, right in (
        ("", "0", False),
        ("", "1", True),
        ("0TL", "0", False),
        ("0F", "0", True),
        ("0F", "398", True),
        ("0F", "399", False),
    ):
        assert (fastcore.problems(line(f"write:1:{plan}|", ap=f"{ap},9")) == []) == right
    assert first_problem(line("write:1:|", ap="9,0"))[0] == "phase"


def test_ap_and_herbs_may_be_lost_in_the_first_slot() -> None:
    # The items of seat 1 are free, and its bid in slot 1 took all its AP; Herb 1 fell in that slot.
    free = "0TL,0TL,1TL,0TL|2TL,2F,2TL,2TL,WhA7"
    spent = meeting(f"bid:2:2:{free}:0", herbs="A1^,-,A4v,K11v", ap="0,50", piles="0w0b,12w8b")
    assert fastcore.problems(spent) == []
    assert first_problem(spent.replace("bid:2:2", "bid:2:1"))[0] == "phase"
    assert first_problem(spent.replace(",-,", ",K1^,").replace("bid:2:2", "bid:2:1"))[0] == "phase", (
        "0 AP before the round"
    )


def test_bid_positions_are_checked() -> None:
    assert fastcore.problems(meeting(f"bid:1:1:{BID}:-")) == []
    assert fastcore.problems(meeting(f"bid:2:1:{BID}:100")) == []
    assert fastcore.problems(meeting(f"bid:2:1:{BID}:0", ap="0,100")) == [], "seat 1 was not asked"
    assert "same result in either order" in fastcore.problems(meeting(f"bid:1:2:{BID}:-"))[0].reason
    for wrong in (f"bid:1:1:{BID}:0", f"bid:2:1:{BID}:-", f"bid:2:1:{BID}:?", f"bid:1:1:{BID}:?"):
        assert first_problem(meeting(wrong))[0] == "phase"
    assert first_problem(meeting(f"bid:2:1:{BID}:5", ap="100,0"))[0] == "phase", "seat 2 is not asked"
    dead = meeting(f"bid:1:2:{BID}:-", herbs="-,K1^,E6v,K11v")
    assert first_problem(dead) == ("phase", "0TL"), "one action, no bid"


def test_finished_positions_are_checked() -> None:
    for fields in (
        {"ap": "0,9"},
        {"ap": "9,0"},
        {"herbs": "-,-,A11v,K11v"},
        {"herbs": "A1^,K1^,-,-"},
        {"idle": "3"},
        {"number": "100"},
    ):
        assert fastcore.problems(line("over", **fields)) == []
        assert fastcore.parse(line("over", **fields)).actor == fastcore.OVER
    assert first_problem(line("over", herbs="-,K1^,-,K11v", idle="2", number="99")) == ("phase", "over")
    assert fastcore.problems(line("over", spec="herbs(rounds=7)", number="7")) == []


def test_problems_are_listed_in_field_order() -> None:
    situation = line(
        "write:1:2F|",
        board=EMPTY + "/11",
        herbs="A1^,K1^,A11v",
        ap="x,401",
        piles="1",
        points="0,-1",
        tie="0",
        number="0",
        idle="4",
    )
    fields = [problem.field for problem in fastcore.problems(situation)]
    assert fields == ["board", "herbs", "ap", "ap", "piles", "points", "tie", "round", "idle", "phase"]


def test_relations_are_checked_only_if_all_fields_are_valid() -> None:
    assert [problem.field for problem in fastcore.problems(line("write:1:|", ap="x,0"))] == ["ap"]
    assert [problem.field for problem in fastcore.problems(line("over", ap="x,9"))] == ["ap"]
    assert [problem.field for problem in fastcore.problems(line("nonsense", idle="3"))] == ["phase"], (
        "not known to be in play"
    )
    assert [problem.field for problem in fastcore.problems(line("write:1:0M7|", idle="3"))] == ["phase"], "nor here"
    assert [problem.field for problem in fastcore.problems(line("write:1:?|", idle="3"))] == ["idle", "phase"]
    assert [
        problem.field for problem in fastcore.problems(line("write:1:|", board="5w5", herbs="F5^,K1^,A11v,K11v"))
    ] == ["board"]


FIXES = [
    (
        line("write:1:|", board=EMPTY.replace("/11/11/", "/05b5/11/", 1)),
        line("write:1:|", board=EMPTY.replace("/11/11/", "/5b5/11/", 1)),
    ),
    (line("write:1:|", board="11/11/2b8/" + EMPTY[9:]), line("write:1:|")),
    (line("write:1:|", herbs="a1^,K1^,A11v,K11v"), line("write:1:|")),
    (line("write:1:|", herbs="A1^,A1v,A11v,K11v"), line("write:1:|", herbs="A1^,-,A11v,K11v")),
    (line("write:1:|", ap="0200,200"), line("write:1:|")),
    (line("write:1:|", piles="8b12w,12w8b"), line("write:1:|")),
    (line("write:1:|", tie="x"), line("write:1:|", tie="1")),
    (line("write:1:|", idle="3"), line("over", idle="3")),
    (line("write:2:0F,0F,0F,0F,WhA5,0F,0F|", ap="9,9"), line(f"write:2:{PLAN}|", ap="9,9")),
    (line("write:1:0F,WhA5|"), line("write:1:0F|")),
    (line(f"write:1:{PLAN}|"), line(f"write:2:{PLAN}|")),
    (line(f"write:2:{PLAN}|{OTHER_PLAN}"), line(f"write:2:{PLAN}|2F,2F,2F,2F", ap="200,201")),
    (meeting(f"bid:1:2:{BID}:-"), meeting(f"write:2:{BID[:-5]}", ap="100,101")),
    (line("write:2:0F|"), line("write:1:0F|")),
    (line("write:1:0F|", ap="399,9"), line("write:1:0F|", ap="398,9")),
    (line("write:1:|", ap="0,9"), line("over", ap="0,9")),
    (line(f"write:2:{PLAN}|", piles="0w8b,12w8b"), line(f"write:2:{PLAN}|", piles="1w8b,12w8b")),
    (line("write:1:|", herbs="-,-,A11v,K11v"), line("over", herbs="-,-,A11v,K11v")),
    (meeting(f"bid:1:1:{BID}:5"), meeting(f"bid:2:1:{BID}:5")),
    (meeting(f"bid:2:1:{BID}:101"), meeting(f"bid:2:1:{BID}:100")),
    (meeting(f"bid:1:1:{BID}:-", ap="0,100"), meeting(f"bid:2:1:{BID}:0", ap="0,100")),
    (line("over"), line("write:1:|")),
]


@pytest.mark.parametrize(("wrong", "right"), FIXES)
def test_suggested_fixes_remove_problems(wrong: str, right: str) -> None:
    problems = problems_with_fixes(wrong)
    fixes = [fix for problem in problems for fix in problem.fixes]
    assert all(len(fastcore.problems(fix.situation)) < len(problems) for fix in fixes)
    assert right in [fix.situation for fix in fixes]


def test_long_texts_are_rejected() -> None:
    for long, field in ((250, "phase"), (10**6, "position")):
        for phase in (
            "a" * long,
            ":" * long,
            "write:1:" + "|" * long,
            "write:1:" + "0F," * long + "|",
            "write:1:" + "x," * long + "|",
            "bid:1:" + "9" * long + ":|:-",
        ):
            problems = fastcore.problems(line(phase))
            assert problems
            for problem in problems:
                assert problem.field == field and len(problem.reason) < 300
    for name in ("board", "herbs", "ap", "piles", "points", "tie", "number", "idle"):
        for wrong in ("9" * long, "9," * long, "9/" * long, "\u0663", "w" * long):
            assert fastcore.problems(line("write:1:|", **{name: wrong}))


# Reasons --------------------------------------------------------------------------------------------------------------

REASONS = [  # (situation, move text, part of the reason)
    (line("write:1:|"), "0M7", "1 to 6 squares"),
    (line("write:1:|"), "0P1/9", "1 to 8 AP"),
    (line("write:1:|"), "0P2", "2 to 16 AP"),
    (line("write:1:|"), "0BU4", "1 to 3 squares"),
    (line("write:1:|"), "2F", "Herb 2 belongs to Blue"),
    (line("write:1:|"), "4F", "0 to 3"),
    (line("write:1:|", herbs="-,K1^,A11v,K11v"), "0F", "Herb 0 is destroyed"),
    (line("write:1:|"), "WhA1", "write 4 more actions first"),
    (line("write:1:0F,0F,0F|"), "WhA1", "write 1 more action first"),
    (line("write:1:0F,0F,0F,0F|"), "0F", "only a stone can follow"),
    (line("write:1:0F,0F,0F,0F|"), "WhC3", "pit"),
    (line("write:1:0F,0F,0F,0F|", piles="0w8b,12w8b"), "WhA1", "no white stone"),
    (line("write:1:0F,0F,0F,0F|", ap="1,9"), "BlA1", "costs 2 AP, but Red has only 1 AP"),
    (line("write:1:|", ap="3,9"), "0M4", "costs 4 AP, but Red has only 3 AP"),
    (line("write:1:|"), "bid5", "is writing a plan"),
    (line("write:1:|"), "", "such as 0M3"),
    (meeting(f"bid:1:1:{BID}:-"), "bid101", "has only 100 AP"),
    (meeting(f"bid:1:1:{BID}:-"), "bid05", "leading zeros"),
    (meeting(f"bid:1:1:{BID}:-"), "0F", "bid0 to bid100"),
    (line("over", ap="0,9"), "0F", "the game is over"),
]


@pytest.mark.parametrize(("situation", "text", "words"), REASONS)
def test_illegal_move_gives_reason(situation: str, text: str, words: str) -> None:
    state = fastcore.parse(situation)
    assert words in state.why_not(text)
    with pytest.raises(IllegalMove):
        state.play(text)


# Observations ---------------------------------------------------------------------------------------------------------


def test_facts_are_formatted_and_parsed() -> None:
    shown = "?;bids=5|3;slot2=0F|2P1/2;hit=0|2;stones=WhH3|-;asks=1"
    item = texts.NUMBER.__getitem__
    facts = [
        Fact("bids", 5, 3), Fact("slot", item("0F"), item("2P1/2"), 1), Fact("hit", 0, 2),
        Fact("stones", item("WhH3"), texts.NONE), Fact("asks", 0),
    ]  # fmt: skip
    assert observations.observation_text("?", facts) == shown
    assert observations.parse_facts(shown.split(";")[1:]) == facts
    for wrong in (
        "", "bids", "bids=5", "bids=05|3", "bids=5|3|1", "bids=401|0", "slot0=0F|2F", "slot9=0F|2F", "slot1=0F",
        "slot1=0F|-", "slot1=WhA1|2F", "hit=x|0", "stones=0F|-", "stones=WhC3|-", "asks=0", "asks=3", "asks=",
        "slot1=0F|bid3", "\u0663", "bids=\u0663|1",
    ):  # fmt: skip
        with pytest.raises(ValueError, match="not a fact"):
            observations.parse_facts([wrong])
