"""Tests of the forest game in the core: the examples, rules and statistics of its rules page."""

from __future__ import annotations

import pytest

import fastcore
from fastcore import OVER, IllegalMove, State
from tests.conftest import deep
from workbench.conformance.walks import option_specs, random_game

FAR = "2,g,1"  # a green pawn in row a, out of reach
EMPTY = "4/5/6/{}/6/5/" + FAR


def position_with(row_d: str, rest: str = "r 3 2 -", spec: str = "forest", board: str = EMPTY) -> State:
    """Return a position with the given row d."""
    return fastcore.parse(f"{spec} {board.format(row_d)} {rest}")


def row_d(state: State) -> str:
    return state.fields["rows"].split("/")[3]


def texts(state: State) -> list[str]:
    return [state.move_text(move) for move in state.moves()]


def test_opening_leads_from_start_to_first_turn() -> None:
    for spec in option_specs("forest"):
        state = fastcore.start(spec)
        assert state.text() == "4/5/6/7/6/5/4 r 0 p4 -" and len(state.moves()) == 37
        sides = []
        for left in (4, 3, 2, 1):
            assert state.phase == "place" and state.fields["left"] == f"p{left}" and state.turn == 0
            sides.append(state.actor)
            state.play("@d4" if left > 1 else "@d5")
        assert sides == [0, 1, 1, 0]
        assert row_d(state) == "3,rgg,r,2" and state.fields["left"] == str(state.game.options["first_turn"])
        assert state.turn == 1 and state.actor == 0
        assert "tile" in fastcore.start(spec).why_not("@h1")


def test_opening_tile_holds_up_to_three_pawns() -> None:
    state = fastcore.parse("forest 4/5/6/3,rgg,3/6/5/4 r 0 p1 -")
    assert "@d4" not in texts(state) and state.why_not("@d4") == "d4 is full: a tile holds 3 pieces"


@pytest.mark.parametrize(("before", "move", "after"), [
    ("3,r,3", "d4-d5", "3,y,r,2"),  # a lone pawn leaves a yellow pawn
    ("3,rr,3", "d4-d5", "3,r,r,2"),  # a pawn that leaves its partner does not
    ("3,ry,3", "d4-d5", "3,yy,r,2"),
    ("3,ryy,3", "d4-d5", "3,yy,r,2"),  # at most two yellow pawns
    ("3,ryy,3", "+d4", "3,rr,3"),
    ("3,ryy,r,2", "!d4", "3,R,r,2"),
    ("3,rR,3", "d4-d5", "3,yR,r,2"),  # the BBB does not count as a pawn
    ("3,rg,3", "d4-d5", "3,gy,r,2"),
    ("3,r,gy,2", "d4-d5", "3,y,rgy,2"),  # any other pieces may be there
    ("3,r,G,2", "d4-d5", "3,y,rG,2"),
    ("r,2,R,g,2", "B:d4-d5", "r,3,R,2"),
    ("r,2,R,gg,2", "B:d4-d5", "r,3,R,2"),
    ("r,2,R,rg,2", "B:d4-d5", "r,3,rR,2"),  # own pawns stay
    ("r,2,R,g,2", "B:d4-d6", "r,3,g,R,1"),  # captures only on the last tile
    ("r,2,yR,3", "B:d4-d5", "r,2,y,R,2"),  # the tile it leaves may hold a yellow pawn
    ("r,2,gR,3", "B:d4-d4", "r,2,R,3"),  # goes out and back to capture
])  # fmt: skip
def test_action_changes_row(before: str, move: str, after: str) -> None:
    assert row_d(position_with(before).after(move)) == after


def test_option_allows_three_yellow_pawns() -> None:
    state = position_with("3,ryy,3", spec="forest(yellow_cap=3)")
    assert row_d(state.after("d4-d5")) == "3,yyy,r,2"
    assert row_d(position_with("3,r,yyy,2", spec="forest(yellow_cap=3)").copy()) == "3,r,yyy,2"
    assert "d4-d5" not in texts(position_with("3,r,yyy,2", spec="forest(yellow_cap=3)"))


def test_steps_stop_at_full_tiles_and_never_capture() -> None:
    state = position_with("2,rgg,r,rgy,2")
    assert "d4-d3" not in texts(state) and "d4-d5" not in texts(state)
    assert state.why_not("d4-d3") == "d3 is full: a tile holds 3 pieces"
    assert state.why_not("d4-d6") == "d6 is not next to d4"
    assert state.points() == (3, 4)


def test_bbb_reaches_the_correct_tiles() -> None:
    state = position_with("r,R,5")
    assert "B:d2-d5" in texts(state) and "B:d2-d6" not in texts(state)
    assert state.why_not("B:d2-d6").startswith("d6 is out of reach")
    assert state.why_not("B:d2-d2") == "the BBB may return to its tile only if it captures on the way"
    for blocker, reason in (("y", "yellow"), ("G", "opponent's BBB"), ("rrg", "full")):
        state = position_with(f"r,R,{blocker},4")
        assert "B:d2-d3" not in texts(state) and reason in state.why_not("B:d2-d3")
        assert "B:d2-d4" in texts(state), "another way round"
    wall = fastcore.parse("forest 4/5/y,y,4/R,y,5/y,y,4/5/2,rg,1 r 3 2 -")
    assert not [text for text in texts(wall) if text.startswith("B:")], "yellows all round"
    back = fastcore.parse("forest 4/5/y,y,4/ggR,y,5/6/5/2,rg,1 r 3 2 -")
    assert "B:d1-d1" in texts(back), "three pieces on its own tile, the BBB itself not counted"


def test_each_piece_acts_once_per_turn() -> None:
    state = position_with("3,rr,3").after("d4-d5")
    assert state.fields["acted"] == "d5:1" and state.fields["left"] == "1" and state.actor == 0
    assert all(text.startswith("d4-") for text in texts(state))
    assert state.why_not("d5-d6") == "Red's pawns on d5 have already acted this turn"
    state = position_with("3,r,3")
    assert state.after("d4-d5").actor == 1, "one pawn: one action"
    state = position_with("3,ryy,r,2").after("+d4")
    assert state.fields["acted"] == "d4:2" and all(text.startswith("d5-") for text in texts(state))
    state = position_with("3,ryy,r,2").after("!d4")
    assert state.fields["acted"] == "-" and state.fields["left"] == "1" and "B:d4-d3" in texts(state)
    state = position_with("3,R,r,2").after("B:d4-d3")
    assert state.fields["acted"] == "B" and all(text.startswith("d5-") for text in texts(state))
    state = position_with("3,rr,3", "r 3 1 d4:1")
    assert row_d(state.after("d4-d5")) == "3,r,r,2" and state.after("d4-d5").actor == 1
    state = fastcore.parse(f"forest 4/5/6/2,r,r,3/6/5/{FAR} r 3 2 -").after("d3-d4")
    assert state.fields["acted"] == "d4:1" and "d4-d5" in texts(state), "the second pawn there has not acted"


def test_seven_pawns_win_and_no_pawns_lose() -> None:
    state = position_with("rrr,rr,ryy,4").after("+d3")
    assert state.actor == OVER and state.returns() == (1, -1) and state.text().endswith(". 3 0 -")
    state = position_with("3,ryy,3").after("!d4")
    assert state.actor == OVER and state.returns() == (-1, 1), "its own last pawn became the BBB"
    state = fastcore.parse("forest 4/5/6/r,R,g,4/6/5/4 r 3 2 -").after("B:d2-d3")
    assert state.actor == OVER and state.returns() == (1, -1) and state.points() == (1, 0)


def test_game_is_drawn_after_last_turn() -> None:
    state = position_with("3,g,3", "g 300 1 B", board="4/5/6/{}/6/5/G,1,r,1")
    assert state.after("d4-d5").text().endswith(". 300 0 -") and state.after("d4-d5").returns() == (0, 0)


def test_skipped_turn_keeps_its_number() -> None:
    # Green's only pawn on a1 is surrounded by full tiles and cannot spawn: turn 4 is skipped.
    state = fastcore.parse("forest 4/5/6/r,6/6/ryy,ryy,3/g,ryy,2 r 3 1 a2:1")
    after = state.after("d1-d2")
    assert after.actor == 0 and after.turn == 5
    events = state.events("d1-d2")
    assert [event.kind for event in events] == ["step", "yellow", "turn", "pass", "turn"]
    assert [event.fields["turn"] for event in events] == ["3", "3", "4", "4", "5"]
    assert [event.seat for event in events] == [0, 0, 1, 1, 0]
    last = fastcore.parse("forest 4/5/6/r,6/6/ryy,ryy,3/g,ryy,2 r 299 1 a2:1")
    assert last.after("d1-d2").text().endswith(". 299 0 -") and last.after("d1-d2").returns() == (0, 0)
    assert [event.kind for event in last.events("d1-d2")] == ["step", "yellow", "turn", "pass", "over"]


def test_game_is_drawn_when_neither_player_can_act() -> None:
    # The step from a1 to a2 fills both tiles; all other tiles are full of yellow pawns.
    rows = ["yyy,yyy,yyy,yyy", *(",".join(["yyy"] * number) for number in (5, 6, 7, 6, 5)), "ryy,rg,yyy,yyy"]
    state = fastcore.parse(f"forest(yellow_cap=3) {'/'.join(rows)} r 3 2 -")
    after = state.after("a1-a2")
    assert after.text().endswith("/yyy,rrg,yyy,yyy . 3 0 -") and after.returns() == (0, 0)
    events = state.events("a1-a2")
    assert [event.kind for event in events] == ["step", "yellow", "turn", "pass", "turn", "pass", "over"]
    assert [event.seat for event in events] == [0, 0, 1, 1, 0, 0, 0]


def test_events_describe_actions() -> None:
    def kinds_and_tiles(state: State, move: str) -> list[tuple[str, tuple[str, ...]]]:
        return [(event.kind, event.where) for event in state.events(move)]

    assert kinds_and_tiles(position_with("3,r,3"), "d4-d5") == [
        ("step", ("d4", "d5")),
        ("yellow", ("d4",)),
        ("turn", ()),
    ]
    assert kinds_and_tiles(position_with("r,2,R,gg,2"), "B:d4-d5") == [("roam", ("d4", "d5")), ("capture", ("d5",))]
    roam, capture = position_with("r,2,R,gg,2").events("B:d4-d5")
    assert roam.fields["rows"].split("/")[3] == "r,3,ggR,2" and capture.values == {"count": 2}
    assert kinds_and_tiles(position_with("3,ryy,r,2"), "!d4") == [("boogyman", ("d4",))]
    assert kinds_and_tiles(position_with("rrr,rr,ryy,4"), "+d3") == [("spawn", ("d3",)), ("over", ())]
    assert kinds_and_tiles(fastcore.start("forest"), "@d4") == [("place", ("d4",)), ("turn", ())]
    place, turn = fastcore.parse("forest 4/5/6/3,rg,g,2/6/5/4 r 0 p1 -").events("@d4")
    assert (place.fields["left"], place.fields["turn"]) == ("0", "0") and (turn.fields["left"], turn.seat) == ("2", 0)
    step, left = position_with("3,ry,r,2").events("d4-d3")
    assert step.fields["rows"].split("/")[3] == "2,r,y,r,2" and left.fields["rows"].split("/")[3] == "2,r,yy,r,2"
    assert all(event.fields["left"] == "1" and event.fields["acted"] == "d3:1" for event in (step, left))


def test_random_games_keep_invariants() -> None:
    for spec in option_specs("forest"):
        cap = int(fastcore.start(spec).game.options["yellow_cap"])
        for number in range(deep(3, 100)):
            for state, _move in random_game(spec, "forest", number):
                entries = state.fields["rows"].replace("/", ",").split(",")
                tiles = [tile for tile in entries if not tile.isdigit()]
                assert all(len(tile) <= 3 and tile.count("y") <= cap for tile in tiles)
                pieces = "".join(tiles)
                assert max(pieces.count("r"), pieces.count("g")) < 7 and max(pieces.count("R"), pieces.count("G")) <= 1
                assert state.points() == (pieces.count("r"), pieces.count("g"))
            end = state.after(_move)
            red, green = end.points()
            won = (red == 7 or green == 0) - (green == 7 or red == 0)
            assert end.returns() == (won, -won)


def test_random_games_have_documented_length() -> None:
    usual = fastcore.playouts(fastcore.start("forest"), 40_000, 1)
    assert usual.turns == pytest.approx(78, abs=2)
    more = fastcore.playouts(fastcore.start("forest(yellow_cap=3)"), 40_000, 1)
    assert more.turns == pytest.approx(108, abs=3)


def test_random_actions_are_uniform_over_move_texts() -> None:
    """With the last action of turn 300 a seventh pawn or the capture of the last pawn wins; any other move draws."""
    for board, acted in (
        ("R,1,r,1/5/6/7/ggg,g,4/g,gyy,3/4", "b1:1"),
        ("R,1,r,1/5/6/3,gg,3/6/gg,g,gyy,2/4", "d4:1"),
        ("R,G,r,1/5/6/3,gg,3/6/gg,g,gyy,2/4", "-"),
        ("3,R/5/6/3,gG,3/5,r/gg,g,gyy,2/4", "b1:1"),
    ):
        state = fastcore.parse(f"forest {board} g 300 1 {acted}")
        wins = sum(state.after(move).returns()[1] == 1 for move in state.moves())
        share = wins / len(state.moves())
        mean = fastcore.playouts(state, 100_000, 1).returns[1]
        assert wins and abs(mean - share) < 5 * (share / 100_000) ** 0.5


UPSIDE_DOWN = str.maketrans("abcdefg", "gfedcba")


def mirrored(text: str, spec: str = "forest") -> str:
    """Return the position upside down with swapped colours, one turn later."""
    rows, side, turn, left, acted = text.split(" ")
    colours = str.maketrans("rgRG", "grGR")
    lines = []
    for row in reversed(rows.translate(colours).split("/")):
        lines.append(",".join("".join(sorted(tile, key="rgyRG0123456789".index)) for tile in row.split(",")))
    return f"{spec} {'/'.join(lines)} {side.translate(colours)} {int(turn) + 1} {left} {acted.translate(UPSIDE_DOWN)}"


def test_moves_and_terms_are_symmetric_under_mirroring() -> None:
    for number in range(deep(3, 60)):
        for state, _move in random_game("forest", "mirrored", number):
            if state.phase != "act":
                continue
            mirror = fastcore.parse(mirrored(state.text()))
            assert sorted(text.translate(UPSIDE_DOWN) for text in texts(state)) == texts(mirror)
            amounts = [[term.amount for term in each.evaluate().terms[:9]] for each in (state, mirror)]
            assert amounts[0] == [-amount for amount in amounts[1]]
            assert mirror.key != state.key


def test_greedy_beats_uniform() -> None:
    stream, points = fastcore.Stream(1, "forest", "greedy"), 0.0
    for number in range(20):
        state = fastcore.start("forest")
        while state.actor != OVER:
            name = "greedy" if state.actor == number % 2 and state.phase == "act" else "uniform"
            state.play(stream.choice([move for move, _ in state.policy(name)]))
        points += state.returns()[number % 2]
    assert points >= 18


def test_illegal_moves_give_reasons() -> None:
    state = position_with("3,r,3")
    for text, reason in (
        ("d5-d6", "Red has no pawn on d5"), ("+d4", "d4 has fewer than two yellow pawns"), ("x", "is not a move"),
        ("B:d4-d5", "Red's BBB is not on the board"), ("@d4", "the opening is over"), ("d4-z9", "no tile z9"),
        ("d4", "steps and BBB moves name two tiles"),
    ):  # fmt: skip
        assert reason in state.why_not(text)
        with pytest.raises(IllegalMove):
            state.play(text)
    assert position_with("R,2,ryy,3").why_not("!d4") == "Red's BBB is already on the board"
