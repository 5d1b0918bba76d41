"""Tests of the reference implementation of Herbalism: rejected positions and views, and the fields that it names."""

import pytest

from tests.reference import herbalism

THREE, FOUR = "herbalism", "herbalism(players=4)"
ALL, SEERS = "herbalism(actions=advanced)", "herbalism(predictions=1)"
BASIC, BREWERS = "herbalism(actions=basic)", "herbalism(actions=b)"


def changed(text: str, **fields: str) -> str:
    names = ["hidden", "hands", "scores", "round", "start", "turn", "phase", "medicine", "cure", "predictions"]
    return " ".join(fields.get(name, value) for name, value in zip(names, text.split(" "), strict=True))


BASE = "yy rrbbb/yg/gggbb 4,0,1 2 1 9 act:2 gb,yb,gy -,-,- -,-,-"
DEAL = "- -/-/- 4,0,1 2 1 0 deal -,-,- -,-,- -,-,-"
GIVE = changed(BASE, phase="give:1:2:yb:appeal")
CURE = changed(BASE, phase="cure:3:2", cure="-,a=gb,-")
OVER = changed(BASE, phase="over", scores="6,0,1", cure="a===,-,A=gb")
LATE = changed(BASE, turn="46")

ACCEPTED = [BASE, DEAL, GIVE, CURE, OVER, LATE, changed(BASE, turn="48"),
            changed(BASE, turn="1", hands="rrbb/ygbb/gggb"),
            changed(BASE, medicine="-,-,-"), changed(BASE, round="30", start="3"), changed(GIVE, turn="45"),
            changed(BASE, cure="A=gb,-,F=gb"), changed(CURE, phase="cure:1:2", cure="-,a=gb,f=gb"),
            changed(CURE, cure="A=gy,a=gb,-"),
            changed(OVER, scores="0,0,0", round="30"), changed(OVER, cure="A=gb,A=gy,F=gy"),
            changed(OVER, cure="f===,a===,a=gb"),
            changed(LATE, phase="cure:3:2", cure="-,a=gb,-"), changed(GIVE, cure="A=gb,-,-"),
            changed(BASE, scores="5,5,5")]  # fmt: skip

REJECTED: dict[str, list[str]] = {
    "position": ["", "yy", f"{BASE} -", BASE.replace(" ", "  ", 1), f" {BASE}", f"{BASE} ", BASE.replace(" 4", "\t4")],
    "hidden": [changed(BASE, hidden=value) for value in ("-", "y", "yyy", "gy", "??", "Y", "", "y?", "yx", "ry\n")]
              + [changed(DEAL, hidden=value) for value in ("??", "x")] + [changed(OVER, hidden="??")],
    "hands": [changed(BASE, hands=value) for value in (
        "rrbbb/yg/gggb", "rrbbb/yg/gggbbb", "rrbbb/yg/ggbbb", "rrrbb/yg/gggbb", "rrbbb/yg", "rrbbb/yg/gggbb/-",
        "bbbrr/yg/gggbb",
        "rrbbb/gy/gggbb", "rrbbb//ygggbb", "rrbbb/??/gggbb", "-/-/-", "rrbbb/y.g/gggbb", "RRbbb/yg/gggbb",
        "rrbbb/yg-/gggbb")]
             + [changed(BASE, hidden="yg"), changed(BASE, turn="1"), changed(GIVE, turn="1"), changed(CURE, turn="1"),
                changed(DEAL, hidden="yy"), changed(DEAL, hands="rrbbb/yg/gggbb"), changed(BASE, phase="deal"),
                changed(BASE, hands="rrbbb/yg/gggb", scores="9,9,9", phase="x")],
    "scores": [changed(BASE, scores=value) for value in (
        "6,0,0", "0,0,99", "0,0", "0,0,0,0", "00,0,0", "-1,0,0", "100,0,0", ",0,0", "?,0,0", "0/0/0", "1.0,0,0",
        "٤,0,0")]
              + [changed(DEAL, scores="6,0,0"), changed(OVER, scores="6,0,100")],
    "round": [changed(BASE, round=value) for value in ("0", "01", "31", "-", "", "?", "1.5", "+1", "1" * 5000)],
    "start": [changed(BASE, start=value) for value in ("0", "4", "01", "-", "", "?")],
    "turn": [changed(BASE, turn=value) for value in ("0", "49", "09", "-", "", "?", "-1")]
            + [changed(OVER, turn="0"), changed(DEAL, turn="49")],
    "phase": [changed(BASE, phase=value) for value in (
        "", "-", "?", "act", "act:0", "act:4", "act:02", "act:2:1", "ACT:2", "deal:1", "over:1", "predict", "cure:3",
        "cure:3:3",
        "cure:3:2", "cure:3:2:1", "give:1:2", "give:1:2:yb", "give:1:2:by:appeal", "give:2:2:yb:appeal",
        "give:1:2:yb:feed", "over",
        "give:1:2:yb:inquire", "give:1:2:yb:appeal:b", "predict:2", "act:2\n")]
        + [changed(DEAL, turn="1"), changed(DEAL, medicine="gy,-,-"), changed(DEAL, cure="-,A=gy,-"),
           changed(DEAL, predictions="r,-,-"),
           changed(BASE, cure="-,A=gb,-"), changed(GIVE, cure="-,A=gb,-"), changed(GIVE, cure="A=gb,-,A=gy"),
           changed(GIVE, turn="46"),
           changed(GIVE, phase="give:3:2:yr:appeal", medicine="-,yr,-"), changed(GIVE, medicine="yb,gb,yb"),
           changed(GIVE, medicine="gb,-,gy"),
           changed(GIVE, phase="give:2:1:==:brew", medicine="==,yb,gy"), changed(GIVE, phase="give:1:2:yb:brew"),
           changed(CURE, cure="-,-,-"), changed(CURE, cure="-,a=gb,f=gb"), changed(CURE, cure="a=gy,a=gb,-"),
           changed(CURE, cure="-,f=gb,-"),
           changed(CURE, cure="-,a=gb,A=gy"), changed(CURE, cure="-,A=gb,-"), changed(OVER, scores="5,0,0"),
           changed(OVER, cure="a=gy,-,A=gb"), changed(OVER, cure="A=gy,-,A=gb"), changed(OVER, cure="-,-,-")],
    "medicine": [changed(BASE, medicine=value) for value in (
        "", "-", "-,-", "-,-,-,-", "yg,-,-", "=,-,-", "?,-,-", "gy/-/-", "rr,-,-", "gy,,-")],
    "cure": [changed(BASE, cure=value) for value in (
        "", "-", "-,-", "-,-,-,-", "gb,-,-", "a=,-,-", "A=yg,-,-", "b=gb,-,-", "A:gb,-,-", "a=gb,-,-", "-,-,f=gb",
        "A===,-,-", "F=gb,-,-",
        "A=gy,-,F=gb", "A=gy,-,A=gy", "A=gb,-,F===", "A=gb\n,-,-")]
        + [changed(CURE, cure="A=gb,a=gb,-"), changed(CURE, cure="F=gb,a=gb,-"), changed(CURE, cure="A===,a=gb,-"),
           changed(OVER, cure="a===,f=gy,-"), changed(OVER, cure="a===,a===,-"), changed(OVER, cure="a===,-,A==="),
           changed(CURE, phase="cure:1:2", cure="-,a=gb,f=gy"), changed(OVER, cure="a===,F=gy,-"),
           changed(OVER, cure="A===,A=gb,A=gy")],
    "predictions": [changed(BASE, predictions=value) for value in (
        "", "-", "-,-", "-,-,-,-", "br,-,-", "rr,-,-", "x,-,-", "?,-,-", "r/-/-", "r,-,-", "r,r,r")],
}  # fmt: skip


def test_valid_positions_are_accepted() -> None:
    assert [(text, herbalism.refusal(ALL, text)) for text in ACCEPTED if herbalism.refusal(ALL, text)] == []


@pytest.mark.parametrize("field", REJECTED)
def test_invalid_positions_are_rejected_at_field(field: str) -> None:
    assert {text: herbalism.refusal(ALL, text) for text in REJECTED[field]} == dict.fromkeys(REJECTED[field], field)


def test_options_restrict_valid_positions() -> None:
    assert herbalism.refusal(BASIC, GIVE) == "phase" and herbalism.refusal(BREWERS, GIVE) == "phase"
    assert herbalism.refusal(FOUR, BASE) == "hands" and herbalism.refusal("herbalism(target=4)", BASE) == "scores"
    predict = changed(BASE, phase="predict:2", predictions="ryb,g,-")
    assert [
        herbalism.refusal(SEERS, text)
        for text in (
            predict,
            changed(predict, turn="1"),
            changed(predict, medicine="-,-,-"),
            changed(predict, turn="46"),
            changed(predict, cure="A=gb,-,A=gy"),
            changed(predict, cure="-,A=gb,-"),
            changed(predict, predictions="ry,gb,ry"),
            changed(predict, predictions="ryb,g,ryb"),
            changed(predict, predictions="r,r,r"),
            changed(predict, predictions="rr,-,-"),
        )
    ] == [None, None, "medicine", "phase", "phase", "phase", "phase", "phase", "predictions", "predictions"]
    assert herbalism.refusal(SEERS, changed(predict, predictions="ry,ry,-")) is None
    assert herbalism.refusal(SEERS, changed(predict, predictions="rygb,rygb,-")) == "phase"
    assert herbalism.refusal(SEERS, changed(BASE, predictions="r,r,r")) == "predictions"
    four = "bb rrgg/yyyb/ggb/b 5,0,0,1 3 3 18 cure:4:1 gy,yb,==,gb a=gb,{},{},- -,-,-,-"
    assert herbalism.refusal(FOUR, four.format("a=gy", "f=gy")) is None
    assert herbalism.refusal(FOUR, four.format("f=gy", "a=gy")) == "cure"  # a follow came before any answer


def test_invalid_views_are_rejected_at_field() -> None:
    view = herbalism.view(ALL, BASE, 0)
    assert view == "?? rrbbb/??/????? 4,0,1 2 1 9 act:2 gb,yb,gy -,-,- -,-,-"
    act_view = changed(BASE, hands="?????/yg/?????", phase="act:1", cure="-,A=gb,-")
    for text, seat, field in (
        (view, 0, None), (view, 1, "hands"), (BASE, 0, "hidden"), (changed(view, hidden="-"), 0, "hidden"),
        (changed(view, hands="?????/??/?????"), 0, "hands"), (changed(view, hands="rrbbb/yg/?????"), 0, "hands"),
        (changed(view, hands="rrrbb/??/?????"), 0, "hands"), (changed(view, hands="rrbbb/?/?????"), 0, "hands"),
        (changed(view, hands="rrbbb/y?/?????"), 0, "hands"), (changed(view, turn="1"), 0, "hands"),
        (changed(view, phase="over"), 0, "hidden"),
        (act_view, 1, None), (changed(act_view, hidden="??"), 1, "hidden"), (changed(act_view, hidden="gb"), 1, "cure"),
        (changed(act_view, hidden="yg", hands="?????/yyy/????"), 1, "hands"),
        (changed(act_view, cure="-,a=gb,-"), 1, "hidden"),
        (changed(view, phase="give:1:2:yb:appeal"), 0, None),
        (changed(view, phase="give:1:2:gy:appeal", medicine="gb,gy,-"), 0, "phase"),
        (changed(view, phase="give:3:2:==:brew", medicine="gb,==,-"), 0, None), (OVER, 0, None), (DEAL, 2, None),
        (changed(view, hands="rrbbb/-/???????", phase="give:2:1:gb:appeal"), 0, "phase"),
        (changed(view, hands="rrbbb/?/??????", phase="give:2:1:==:brew", medicine="==,-,-"), 0, "phase"),
        # Seat 1 holds all red and yellow cards: no other seat can give one, and the hidden pair has none.
        ("?? rryyy/???/???? 0,0,0 1 1 9 give:2:3:yr:appeal -,-,yr -,-,- -,-,-", 0, "phase"),
        ("?? rryyy/???/???? 0,0,0 1 1 9 act:1 -,-,yr -,A=gb,F=gb -,-,-", 0, None),
        ("?? rryyygggbbbb/-/- 0,0,0 1 1 9 act:1 -,-,yr -,A=gb,F=gb -,-,-", 0, "cure"),
    ):  # fmt: skip
        assert herbalism.refusal(ALL, text, seat) == field, (text, seat)


def test_every_function_rejects_invalid_input() -> None:
    bad = changed(BASE, start="4")
    for call in (
        lambda: herbalism.actor(THREE, bad),
        lambda: herbalism.moves(THREE, bad),
        lambda: herbalism.chances(THREE, bad),
        lambda: herbalism.play(THREE, bad, "skip"),
        lambda: herbalism.points(THREE, bad),
        lambda: herbalism.returns(THREE, bad),
        lambda: herbalism.view(THREE, bad, 0),
        lambda: herbalism.observation(THREE, bad, "skip", None),
        lambda: herbalism.perft(THREE, bad, 1),
    ):
        with pytest.raises(herbalism.RefusedError, match=r"^start: "):
            call()
    for text, move in ((BASE, "yb:appeal:1"), (BASE, "gb:feed:2:b"), (BASE, "gb:feed:1:b"), (BASE, "skip"),
                       (BASE, "cure:yg"), (BASE, ""),
                       (GIVE, "give:r"), (CURE, "answer:gb"), (CURE, "follow:gy"), (OVER, "skip"), (DEAL, "deal"),
                       (LATE, "gb:appeal:1")):  # fmt: skip
        with pytest.raises(herbalism.RefusedError, match=r"^move: "):
            herbalism.play(THREE, text, move)
