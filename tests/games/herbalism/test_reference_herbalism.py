"""Tests of the reference implementation of Herbalism: hand-made positions for each rule, then random games."""

import random
import re
from fractions import Fraction

import pytest

from tests.reference import herbalism, perft
from tests.reference.herbalism_refusals import read_position
from tests.reference.herbalism_text import CARDS, parse_spec, right_card, write_position

THREE, FOUR = "herbalism", "herbalism(players=4)"
ALL, SEERS = "herbalism(actions=advanced)", "herbalism(predictions=1)"
BASIC, BREWERS = "herbalism(actions=basic)", "herbalism(actions=b)"
EMPTY = "-,-,- -,-,- -,-,-"
DEALT = "rb rgbb/yygg/ygbb 0,0,0 1 1 1 act:1"


def play_all(spec: str, text: str, *moves: str) -> str:
    for move in moves:
        text = herbalism.play(spec, text, move)
    return text


def observed(spec: str, text: str, move: str) -> list[str]:
    """Return the observations of seats 1, 2, ... and of the public."""
    return [herbalism.observation(spec, text, move, seat) for seat in (*range(parse_spec(spec).players), None)]


# Specs
@pytest.mark.parametrize(
    ("spec", "short"),
    [
        ("herbalism", "herbalism"),
        ("herbalism(players=3,actions=normal,target=6,predictions=0)", "herbalism"),
        ("herbalism(predictions=1,players=4)", "herbalism(players=4,predictions=1)"),
        ("herbalism(actions=fa)", "herbalism"),
        ("herbalism(target=20,actions=a)", "herbalism(actions=first,target=20)"),
        ("herbalism(actions=i)", BASIC),
        ("herbalism(actions=ifba)", ALL),
        ("herbalism(actions=ib)", "herbalism(actions=ib)"),
        ("herbalism(actions=iba,target=1)", "herbalism(actions=iba,target=1)"),
    ],
)
def test_specs_are_canonicalised(spec: str, short: str) -> None:
    assert herbalism.canonical(spec) == short and herbalism.canonical(short) == short


@pytest.mark.parametrize("inner", [
    "players=2", "players=5", "players=03", "target=0", "target=21", "target=06", "actions=", "actions=af",
    "actions=bi", "actions=ff",
    "actions=all", "predictions=2", "predictions=", "", ",", "players=4,", "players=4,players=4",
    "players=3,players=4", "size=4",
    "players = 4", "players=4, target=5", "players", "players=٤", "PLAYERS=4", "target=6)(", "target=6\n",
])  # fmt: skip
def test_bad_specs_are_rejected(inner: str) -> None:
    bad = f"herbalism({inner})"
    with pytest.raises(herbalism.RefusedError) as caught:
        herbalism.canonical(bad)
    assert caught.value.field == "spec" and repr(bad)[1:-1] in caught.value.reason
    assert herbalism.refusal(bad, herbalism.start(THREE)) == "spec"


# Deal
def test_start_positions_are_correct() -> None:
    assert herbalism.start(THREE) == "- -/-/- 0,0,0 1 1 0 deal -,-,- -,-,- -,-,-"
    assert herbalism.start(FOUR) == "- -/-/-/- 0,0,0,0 1 1 0 deal -,-,-,- -,-,-,- -,-,-,-"
    assert (herbalism.actor(THREE, herbalism.start(THREE)), herbalism.moves(THREE, herbalism.start(THREE))) == (
        "chance",
        [],
    )


@pytest.mark.parametrize(("spec", "number"), [(THREE, 2559), (FOUR, 10982)])
def test_deals_have_the_correct_probabilities(spec: str, number: int) -> None:
    text = herbalism.start(spec)
    chances = herbalism.chances(spec, text)
    names = [deal for deal, _ in chances]
    assert len(names) == number and names == sorted(set(names)) and sum(chance for _, chance in chances) == 1
    right: dict[str, Fraction] = {}
    for deal, chance in chances:
        card = right_card(deal[5:7])
        right[card] = right.get(card, Fraction(0)) + chance
    assert {card: chance * 91 for card, chance in right.items()} == {
        "==": 20,
        "gb": 20,
        "yb": 15,
        "gy": 12,
        "rb": 10,
        "rg": 8,
        "yr": 6,
    }
    assert herbalism.perft(spec, text, 0) == 1 and herbalism.perft(spec, text, 1) == 0


def test_deal_sets_hands_and_observations() -> None:
    deal, text = "deal:rb/rgbb/yygg/ygbb", herbalism.start(THREE)
    assert herbalism.play(THREE, text, deal) == f"{DEALT} {EMPTY}"
    assert observed(THREE, text, deal) == [
        "deal:??/rgbb/????/????",
        "deal:??/????/yygg/????",
        "deal:??/????/????/ygbb",
        "deal:??/????/????/????",
    ]
    # There are 2 * 5 pairs rb; then seat 1 gets the last r, 1 of 4 g and 2 of 4 b, and so on.
    assert dict(herbalism.chances(THREE, text))[deal] == Fraction(10 * 4 * 6 * 3 * 3 * 1 * 1, 91 * 34650)
    assert (
        play_all(THREE, "- -/-/- 4,0,0 7 3 0 deal -,-,- -,-,- -,-,-", deal)
        == DEALT.replace("0,0,0 1 1 1 act:1", "4,0,0 7 3 1 act:3") + f" {EMPTY}"
    )
    with pytest.raises(herbalism.RefusedError, match=r"^move: "):
        herbalism.play(THREE, text, "deal:rb/bbgr/yygg/ygbb")


# Actions
def test_legal_moves_of_a_turn_are_listed() -> None:
    text = f"{DEALT} gy,-,- -,-,- -,-,-"
    assert [move for move in herbalism.moves(ALL, text) if move.startswith("rg")] == [
        "rg:appeal:2", "rg:appeal:3", "rg:brew:2", "rg:brew:3", "rg:feed:2:g", "rg:feed:2:r", "rg:feed:3:g",
        "rg:feed:3:r",
        "rg:inquire:2:g", "rg:inquire:2:r", "rg:inquire:3:g", "rg:inquire:3:r"]  # fmt: skip
    assert [move for move in herbalism.moves(THREE, text) if move.startswith("yr")] == [
        "yr:appeal:2",
        "yr:appeal:3",
        "yr:feed:2:r",
        "yr:feed:3:r",
    ]
    assert [move for move in herbalism.moves(BASIC, text) if move.startswith("==")] == [
        f"==:inquire:{target}:{colour}" for target in (2, 3) for colour in "bgr"
    ]
    # the marker is already on this card
    assert not [move for move in herbalism.moves(ALL, text) if move.startswith("gy")]
    assert [move for move in herbalism.moves(ALL, text) if move.startswith("cure")] == [
        "cure:==", "cure:gb", "cure:gy", "cure:rb", "cure:rg", "cure:yb", "cure:yr"
    ]  # fmt: skip
    assert herbalism.moves(ALL, text)[0] == "==:appeal:2"


def test_inquire_follows_rules() -> None:
    text = f"{DEALT} {EMPTY}"
    assert herbalism.play(ALL, text, "gb:inquire:2:b") == "rb rgb/yyggb/ygbb 0,0,0 1 1 2 act:2 gb,-,- -,-,- -,-,-"
    assert observed(ALL, text, "gb:inquire:2:b") == [*["gb:inquire:2:b;n=2"] * 2, *["gb:inquire:2:?;n=2"] * 2]
    assert observed(ALL, text, "==:inquire:3:b") == [
        "==:inquire:3:b;n=3",
        "==:inquire:3:?;n=3",
        "==:inquire:3:b;n=3",
        "==:inquire:3:?;n=3",
    ]
    assert observed(ALL, text, "yr:inquire:3:r")[3] == "yr:inquire:3:?;n=1"


def test_feed_follows_rules() -> None:
    text = f"{DEALT} {EMPTY}"
    assert herbalism.play(ALL, text, "gb:feed:2:b") == "rb rgggb/yyb/ygbb 0,0,0 1 1 2 act:2 gb,-,- -,-,- -,-,-"
    assert observed(ALL, text, "gb:feed:2:b") == [*["gb:feed:2:b;back=gg"] * 2, *["gb:feed:2:?;back=??"] * 2]
    assert herbalism.play(ALL, text, "rg:feed:3:g") == "rb rbb/yygg/yggbb 0,0,0 1 1 2 act:2 rg,-,- -,-,- -,-,-"
    assert observed(ALL, text, "rg:feed:3:g")[:2] == ["rg:feed:3:g;back=-", "rg:feed:3:?;back=-"]
    assert herbalism.play(ALL, text, "==:feed:3:b") == "rb rgbbbb/yygg/yg 0,0,0 1 1 2 act:2 ==,-,- -,-,- -,-,-"
    assert observed(ALL, text, "==:feed:3:b")[1:3] == ["==:feed:3:?;back=???", "==:feed:3:b;back=bbb"]


def test_brew_follows_rules() -> None:
    text = f"{DEALT} {EMPTY}"
    assert herbalism.play(ALL, text, "gb:brew:3") == "rb rggbbb/yygg/yb 0,0,0 1 1 2 act:2 gb,-,- -,-,- -,-,-"
    assert observed(ALL, text, "gb:brew:3") == [
        "gb:brew:3;back=gb",
        "gb:brew:3;back=??",
        "gb:brew:3;back=gb",
        "gb:brew:3;back=??",
    ]
    assert (
        observed(ALL, text, "gb:brew:2")[0] == "gb:brew:2;back=g"
        and observed(ALL, text, "rb:brew:2")[2] == "rb:brew:2;back=-"
    )
    request = "rb rgbb/yygg/ygbb 0,0,0 1 1 1 give:2:1:==:brew ==,-,- -,-,- -,-,-"
    assert herbalism.play(ALL, text, "==:brew:2") == request and set(observed(ALL, text, "==:brew:2")) == {"==:brew:2"}
    assert herbalism.actor(ALL, request) == "seat 2" and herbalism.moves(ALL, request) == ["give:g", "give:y"]
    assert herbalism.play(ALL, request, "give:y") == "rb ryygbb/gg/ygbb 0,0,0 1 1 2 act:2 ==,-,- -,-,- -,-,-"
    assert observed(ALL, request, "give:y") == [*["give:y;back=yy"] * 2, *["give:?;back=??"] * 2]
    # A seat is asked even about a single choice (three of a colour leave one), but not without any choice.
    request = herbalism.play(ALL, f"yg rrggg/yybb/bbb 0,0,0 1 1 4 act:1 {EMPTY}", "==:brew:3")
    assert herbalism.moves(ALL, request) == ["give:b"]
    assert herbalism.play(ALL, request, "give:b").startswith("yg rrgggbb/yybb/b ")
    none = f"gg rygbbbbb/ryg/y 0,0,0 1 1 4 act:1 {EMPTY}"
    assert observed(ALL, none, "==:brew:2") == ["==:brew:2;back=-"] * 4
    assert herbalism.play(ALL, none, "==:brew:2").split(" ")[5:7] == ["5", "act:2"]


def test_appeal_follows_rules() -> None:
    text = f"{DEALT} {EMPTY}"
    request = "rb rgbb/yygg/ygbb 0,0,0 1 1 1 give:3:1:gb:appeal gb,-,- -,-,- -,-,-"
    assert herbalism.play(THREE, text, "gb:appeal:3") == request and set(observed(THREE, text, "gb:appeal:3")) == {
        "gb:appeal:3"
    }
    assert herbalism.moves(THREE, request) == ["give:b", "give:g"]
    assert herbalism.play(THREE, request, "give:b") == "rb rgbbbb/yygg/yg 0,0,0 1 1 2 act:2 gb,-,- -,-,- -,-,-"
    assert observed(THREE, request, "give:b") == ["give:b;back=bb", "give:?;back=??"] * 2
    # the target is asked despite its single choice
    assert herbalism.moves(THREE, herbalism.play(THREE, text, "yr:appeal:3")) == ["give:y"]
    assert herbalism.moves(THREE, herbalism.play(THREE, text, "==:appeal:3")) == ["give:b", "give:g", "give:y"]
    assert observed(THREE, text, "rb:appeal:2") == ["rb:appeal:2;back=-"] * 4
    assert herbalism.play(THREE, text, "rb:appeal:2") == "rb rgbb/yygg/ygbb 0,0,0 1 1 2 act:2 rb,-,- -,-,- -,-,-"


def test_empty_hand_can_pass() -> None:
    text = "gg -/ryyyggb/rbbbb 2,0,1 4 2 12 act:1 -,rb,== -,-,- -,-,-"
    cures = [f"cure:{card}" for card in sorted(CARDS)]
    for actions in ("i", "f", "if"):
        spec = f"herbalism(actions={actions})"
        assert herbalism.moves(spec, text) == sorted([*cures, *(f"{card}:pass" for card in CARDS)])
    assert herbalism.play(BASIC, text, "gy:pass") == "gg -/ryyyggb/rbbbb 2,0,1 4 2 13 act:2 gy,rb,== -,-,- -,-,-"
    assert observed(BASIC, text, "gy:pass") == ["gy:pass"] * 4
    assert "==:pass" not in herbalism.moves(BASIC, text.replace(" -,rb", " ==,rb"))
    assert len(herbalism.moves(BREWERS, text)) == len(herbalism.moves("herbalism(actions=ifb)", text)) == 7 + 7 * 2
    assert herbalism.play("herbalism(actions=f,predictions=1)", text, "gy:pass").split(" ")[6] == "predict:1"


def test_seat_without_marker_is_skipped_but_can_be_target() -> None:
    text = "yy rrbbb/yg/gggbb 0,0,0 2 1 9 act:1 -,yb,- -,A=gb,- -,-,-"
    assert "gb:appeal:2" in herbalism.moves(THREE, text)
    assert herbalism.play(THREE, text, "gb:feed:3:b").split(" ")[5:7] == ["10", "act:3"]


# Cures
CURING = "yy rrbbb/yg/gggbb 4,0,1 2 1 9 act:2 -,yb,- -,-,- -,-,-"


def test_cure_follows_rules() -> None:
    after = herbalism.play(THREE, CURING, "cure:gb")
    assert after == "yy rrbbb/yg/gggbb 4,0,1 2 1 9 cure:3:2 -,yb,- -,a=gb,- -,-,-"
    assert set(observed(THREE, CURING, "cure:gb")) == {"cure:gb"}
    assert herbalism.moves(THREE, after) == [
        *(f"answer:{card}" for card in ("==", "gy", "rb", "rg", "yb", "yr")),
        "follow:gb",
        "skip",
    ]
    after = herbalism.play(THREE, after, "skip")
    assert after == "yy rrbbb/yg/gggbb 4,0,1 2 1 9 cure:1:2 -,yb,- -,a=gb,- -,-,-"
    failed = herbalism.play(THREE, after, "follow:gb")
    assert failed == "yy rrbbb/yg/gggbb 4,0,1 2 1 10 act:3 -,yb,- F=gb,A=gb,- -,-,-"
    assert observed(THREE, after, "follow:gb") == [*["follow:gb;pair=yy"] * 2, *["follow:gb"] * 2]
    assert herbalism.moves(THREE, failed) == ["cure:==", "cure:gy", "cure:rb", "cure:rg", "cure:yb", "cure:yr"]
    # The last marker: nobody is asked, and the failed follow costs a point. A winner scores 3, and the seat after it
    # starts.
    assert herbalism.play(THREE, failed, "cure:gy") == "- -/-/- 3,0,1 3 2 0 deal -,-,- -,-,- -,-,-"
    assert observed(THREE, failed, "cure:gy") == ["cure:gy;pair=yy"] * 4
    assert herbalism.play(THREE, failed, "cure:==") == "- -/-/- 3,0,4 3 1 0 deal -,-,- -,-,- -,-,-"


def test_cure_can_get_two_answers() -> None:
    after = play_all(THREE, CURING, "cure:gb", "answer:==")
    assert after.split(" ")[6:9] == ["cure:1:2", "-,yb,-", "-,a=gb,a==="]
    assert [move for move in herbalism.moves(THREE, after) if "answer" not in move] == [
        "follow:==",
        "follow:gb",
        "skip",
    ]
    assert herbalism.play(THREE, after, "follow:==") == "- -/-/- 5,0,4 3 1 0 deal -,-,- -,-,- -,-,-"
    assert herbalism.play(THREE, after, "follow:gb") == "- -/-/- 3,0,4 3 1 0 deal -,-,- -,-,- -,-,-"
    assert herbalism.play(THREE, after, "skip") == "- -/-/- 4,0,4 3 1 0 deal -,-,- -,-,- -,-,-"
    assert observed(THREE, after, "skip") == ["skip;pair=yy"] * 4


def test_cure_follows_rules_with_four_players() -> None:
    text = "bb rrgg/yyyb/ggb/b 5,0,0,1 3 3 18 act:4 gy,yb,==,gb -,A=gb,-,- -,-,-,-"
    after = herbalism.play(FOUR, text, "cure:gy")
    assert after.split(" ")[6] == "cure:1:4" and "answer:gb" not in herbalism.moves(FOUR, after)
    assert "follow:gb" not in herbalism.moves(FOUR, after)  # a marker of an earlier cure
    after = herbalism.play(FOUR, after, "answer:rb")
    assert after.split(" ")[6] == "cure:3:4"
    failed = herbalism.play(FOUR, after, "skip")
    assert failed.split(" ")[5:9] == ["19", "act:3", "gy,yb,==,gb", "A=rb,A=gb,-,A=gy"]
    assert observed(FOUR, after, "skip") == ["skip;pair=bb", "skip", "skip", "skip;pair=bb", "skip"]
    assert herbalism.moves(FOUR, failed) == ["cure:==", "cure:rg", "cure:yb", "cure:yr"]


def test_only_cures_are_legal_after_turn_45() -> None:
    text = "rr yyyg/gggb/bbbb 0,0,0 1 1 {} act:3 gb,gy,yb -,-,- -,-,-"
    assert len(herbalism.moves(THREE, text.format(45))) > 7
    assert [len(herbalism.moves(THREE, text.format(turn))) for turn in (46, 48)] == [7, 7]
    assert play_all(THREE, text.format(46), "cure:gb", "skip", "skip").split(" ")[5:7] == ["47", "act:1"]


# Predictions
def test_predictions_follow_rules() -> None:
    text = "ry rbbb/yygg/ggbb 1,5,5 3 1 14 act:2 gy,-,- -,-,- rb,b,r"
    after = herbalism.play(SEERS, text, "gy:feed:1:g")
    assert after == "ry rgbbb/yyg/ggbb 1,5,5 3 1 14 predict:2 gy,gy,- -,-,- rb,b,r"
    assert herbalism.moves(SEERS, after) == ["predict:g", "predict:y", "skip"]  # the markers of r and b are taken
    assert herbalism.play(SEERS, after, "predict:g") == after.replace("14 predict:2", "15 act:3").replace(
        "rb,b,r", "rb,gb,r"
    )
    assert herbalism.play(SEERS, after, "skip") == after.replace("14 predict:2", "15 act:3")
    assert observed(SEERS, after, "predict:y") == ["predict:y"] * 4
    assert herbalism.play(SEERS, text.replace("rb,b,r", "rb,yg,r"), "gy:feed:1:g").split(" ")[6] == "predict:2"
    assert herbalism.play(SEERS, text.replace("rb,b,r", "ryg,ygb,r"), "gy:feed:1:g").split(" ")[6] == "act:3"
    given = play_all(SEERS, text, "gb:appeal:1")
    assert given.split(" ")[6] == "give:1:2:gb:appeal"
    assert herbalism.play(SEERS, given, "give:b").split(" ")[6] == "predict:2"  # only after the choice


def test_predictions_are_settled_every_round() -> None:
    text = "ry rbbb/yygg/ggbb 1,4,0 3 1 14 act:2 gy,-,- A=gb,-,F=gb ry,b,gb"
    # The points are 1 + 2, 4 - 1 and 0 - 1 - 2 (never below 0).
    assert herbalism.play(SEERS, text, "cure:gy") == "- -/-/- 3,3,0 4 2 0 deal -,-,- -,-,- -,-,-"
    assert herbalism.play(SEERS, text, "cure:yr") == "ry rbbb/yygg/ggbb 3,6,0 3 1 14 over gy,-,- A=gb,a=yr,F=gb ry,b,gb"
    doubles = "rr yyyg/gggb/bbbb 0,4,0 1 1 8 act:2 gb,gy,yb A=gy,-,F=gy r,-,-"
    assert herbalism.points(SEERS, herbalism.play(SEERS, doubles, "cure:gb")) == (1, 4, 0)


# End
def test_game_end_follows_rules() -> None:
    text = "bb rrgg/yyyb/ggb/b 3,1,0,0 3 3 18 cure:3:1 gy,yb,==,gb a===,f===,-,A=gy -,-,-,-"
    over = "bb rrgg/yyyb/ggb/b 6,2,1,0 3 3 18 over gy,yb,==,gb a===,f===,f===,A=gy -,-,-,-"
    assert herbalism.play(FOUR, text, "follow:==") == over
    assert observed(FOUR, text, "follow:==") == ["follow:==;pair=bb;hands=rrgg/yyyb/ggb/b"] * 5
    assert (herbalism.actor(FOUR, over), herbalism.moves(FOUR, over), herbalism.chances(FOUR, over)) == ("over", [], [])
    assert herbalism.points(FOUR, over) == (6, 2, 1, 0) and herbalism.returns(FOUR, over) == (1, -1 / 3, -1 / 3, -1 / 3)
    assert {herbalism.view(FOUR, over, seat) for seat in (0, 1, 2, 3, None)} == {over}
    last = "rr yyyg/gggb/bbbb 4,0,5 30 1 8 act:2 gb,gy,yb A=gy,-,F=gy -,-,-"
    over = "rr yyyg/gggb/bbbb 4,0,4 30 1 8 over gb,gy,yb A=gy,A=yb,F=gy -,-,-"
    assert herbalism.play(THREE, last, "cure:yb") == over and herbalism.returns(THREE, over) == (0.5, -1, 0.5)
    assert (
        herbalism.returns(THREE, over.replace("4,0,4", "1,1,1")) == (0, 0, 0) and herbalism.returns(THREE, last) is None
    )


def test_views_hide_exactly_the_secret_cards() -> None:
    text = "yy rrbbb/yg/gggbb 4,0,1 2 1 10 act:3 -,yb,- F=gb,A=gb,- -,-,-"
    tail = text.split(" ", 2)[2]
    assert [herbalism.view(THREE, text, seat) for seat in (0, 1, 2, None)] == [
        f"yy rrbbb/??/????? {tail}",
        f"yy ?????/yg/????? {tail}",
        f"?? ?????/??/gggbb {tail}",
        f"?? ?????/??/????? {tail}",
    ]
    current = "yy -/yg/rrgggbbbbb 4,0,1 2 1 9 cure:3:2 -,yb,- -,a=gb,- -,-,-"
    assert herbalism.view(THREE, current, 1).startswith(
        "?? -/yg/?????????? "
    )  # a marker of the current cure reveals nothing


# Random games
@pytest.mark.parametrize(
    ("spec", "games"),
    [
        (THREE, 3),
        (FOUR, 2),
        (ALL, 2),
        ("herbalism(players=4,actions=advanced,target=2,predictions=1)", 3),
        (BASIC, 2),
        (BREWERS, 1),
        ("herbalism(actions=if,target=3,predictions=1)", 2),
        ("herbalism(players=4,actions=first,target=1)", 3),
    ],
)
def test_random_games_keep_invariants(spec: str, games: int) -> None:
    chance, players = random.Random(spec), parse_spec(spec).players
    deals = [deal for deal, _ in herbalism.chances(spec, herbalism.start(spec))]
    for _ in range(games):
        text = herbalism.start(spec)
        while herbalism.actor(spec, text) != "over":
            moves = herbalism.moves(spec, text) or deals
            assert moves == sorted(set(moves)) and (moves is deals) == (herbalism.actor(spec, text) == "chance")
            move = chance.choice(moves)
            seen = [herbalism.observation(spec, text, move, seat) for seat in (None, *range(players))]
            assert not re.search(r"back=[rygb]|(give|feed:.|inquire:.):[rygb]", seen[0]), seen[0]
            known, *others = (re.sub(";pair=..", "", text) for text in seen)
            assert all(re.fullmatch(re.escape(known).replace(r"\?", "[rygb?]"), text) for text in others), seen
            before, text = text, herbalism.play(spec, text, move)
            after = read_position(spec, text)
            assert write_position(after) == text and herbalism.refusal(spec, text) is None, (before, move)
            for seat in range(players):
                assert herbalism.refusal(spec, herbalism.view(spec, text, seat), seat) is None, (text, seat)
            if after.phase.kind not in ("deal", "over"):
                assert sum(map(len, after.hands)) == 12 and 1 <= after.turn <= 16 * players
        ended = herbalism.returns(spec, text)
        assert ended is not None and abs(sum(ended)) < 1e-12 and max(ended) >= 0
        assert max(after.scores) >= parse_spec(spec).target or after.round == 30


def test_perft_matches_hand_counts() -> None:
    # Each of 7 cures leaves 8 moves: 6 answers, 1 follow, 1 skip. An answer leaves 8: 5 answers, 2 follows, 1 skip.
    late = "yy rrbbb/yg/gggbb 4,0,1 2 1 46 act:2 gb,yb,gy {} -,-,-"
    assert [herbalism.perft(THREE, late.format("A=gb,-,F=gb"), depth) for depth in range(3)] == [1, 6, 0]
    # The right cure (==) ends the round after both remaining seats have moved.
    assert [herbalism.perft(THREE, late.format("-,-,-"), depth) for depth in range(4)] == [1, 7, 7 * 8, 7 * 8 * 8]


def test_perft_file_is_correct() -> None:
    lines = (perft.DATA / "herbalism.txt").read_text(encoding="utf-8").splitlines()
    situations = [line.partition(" ; ")[0].split(" ", 1) for line in lines if not line.startswith("#")]
    kinds = {read_position(spec, text).phase.kind for spec, text in situations}
    assert (
        kinds == {"deal", "act", "give", "cure", "predict", "over"}
        and 16 <= len({*map(tuple, situations)}) == len(situations) <= 30
    )
    assert all(herbalism.canonical(spec) == spec for spec, _ in situations)
    assert [perft.recount_line(herbalism, line) for line in lines] == lines
