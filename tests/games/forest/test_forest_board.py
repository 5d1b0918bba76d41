"""Tests of the forest board's pieces, clicks, marks and texts, without a display."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations

import pytest

import fastcore
from fastcore import OVER, State, Stream
from tests.conftest import deep
from tests.gui.look.test_colours import contrast
from workbench import boards
from workbench.boards.forest.shapes import GROVE_TINT, REACH_TINT
from workbench.boards.forest.words import acted, tiles
from workbench.boards.kit import entry
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.boards.kit.palette import THEMES

MIDDLE = "forest 1,r,1,G/1,yy,y,1,gy/1,r,1,ggy,2/1,rr,ry,y,g,1,g/2,yy,R,2/yy,2,ryy,1/1,y,2 r 13 1 d2:1"
FRESH = "forest 4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -"
WITH_BBB = "forest 4/5/6/3,rgR,3/6/5/2,g,1 r 3 2 -"


@pytest.fixture
def board() -> Board:
    forest_board = boards.find("forest")
    assert forest_board is not None
    return forest_board


def entry_of(board: Board, state: State) -> entry.Entry:
    return entry.Entry({text: board.path(text) for text in map(state.move_text, state.moves())})


def marks(items: tuple[Item, ...]) -> list[tuple[str, str]]:
    return [(item.shape, item.where) for item in items]


def walk(seed: int, spec: str = "forest", max_states: int = 120) -> list[State]:
    """Return positions of a random game that prefers spawning and BBB moves to steps."""
    state, stream = fastcore.start(spec), Stream(seed, "walk")
    states = [state.copy()]
    while state.actor != OVER and len(states) < max_states:
        texts = [state.move_text(move) for move in state.moves()]
        rare = [text for text in texts if text[0] in "+!B"]
        pool = stream.choice((rare or texts, texts))
        state.play(stream.choice(pool))
        states.append(state.copy())
    return states


# Placement of pieces --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(deep(2, 40)))
@pytest.mark.parametrize("spec", ["forest", "forest(yellow_cap=3)"])
def test_pieces_on_a_tile_do_not_overlap(board: Board, seed: int, spec: str) -> None:
    for state in walk(seed, spec):
        fields = state.fields
        shown, ground = board.pieces(fields), board.ground(fields)
        pieces_by_tile, acted_counts = tiles(fields["rows"]), acted(fields)
        standing = [item for item in shown if item.shape in "rgyRG"]
        assert Counter((item.where, item.shape) for item in standing) == Counter(
            (tile, letter) for tile, letters in pieces_by_tile.items() for letter in letters
        )
        for first, second in combinations(standing, 2):
            distance = math.dist((first.x, first.y), (second.x, second.y))
            assert distance > 0.6 * max(first.size, second.size) / 1.03, "no piece hides another"
        assert all(ground.spots[item.where].contains(item.x, item.y) for item in shown)
        spent_counts = Counter(
            "B" if item.shape == "spent-boogyman" else item.where for item in shown if item.shape.startswith("spent")
        )
        assert spent_counts == acted_counts, "as many look spent as have acted"
        pawns = {(item.x, item.y): item.shape for item in standing}
        assert all(pawns[item.x, item.y] == fields["side"] for item in shown if item.shape == "spent")
        assert {item.where for item in shown if item.shape == "grove"} == {
            tile for tile, letters in pieces_by_tile.items() if letters.count("y") >= 2
        }
        assert {item.where for item in shown if item.shape == "full"} == {
            tile for tile, letters in pieces_by_tile.items() if len(letters) == 3
        }


def test_other_pieces_keep_their_places_after_move(board: Board) -> None:
    """Only moved pieces change, so that moves can be animated."""
    state = fastcore.parse(MIDDLE)
    before, after = board.pieces(state.fields), board.pieces(state.after("g2-g3").fields)
    assert sorted(item.shape for item in set(before) - set(after)) == ["r", "spent"]
    assert sorted(marks(tuple(set(after) - set(before)))) == [("r", "g3"), ("y", "g2")]


def test_colours_also_differ_in_shape(board: Board) -> None:
    for red, green in ("rg", "RG"):
        plain = {
            colour: board.shapes[letter].replace(colour, "") for letter, colour in ((red, "red"), (green, "green"))
        }
        assert plain["red"] != plain["green"]
    assert board.shapes["r"].replace("red", "yellow") == board.shapes["y"], "yellow ones are outlined"


def blend(ground: str, colour: str, part: float) -> str:
    """Blend a colour over a background colour."""
    pairs = [(int(ground[index : index + 2], 16), int(colour[index : index + 2], 16)) for index in (1, 3, 5)]
    return "#" + "".join(
        f"{round(ground_value + (colour_value - ground_value) * part):02X}" for ground_value, colour_value in pairs
    )


@pytest.mark.parametrize("theme", THEMES)
def test_pieces_and_names_have_enough_contrast(theme: str) -> None:
    palette = THEMES[theme]
    grove = blend(palette["wood"], palette["wood_deep"], GROVE_TINT)
    reached, prey = (blend(palette["wood"], palette[mark], REACH_TINT) for mark in ("accent", "warning"))
    both = blend(grove, palette["accent"], REACH_TINT)
    for ground in (palette["wood"], grove, reached, prey, both):
        assert contrast(palette["text"], ground) >= 4.5
        # A forest that holds a pawn is full, so it is never a target.
        for piece in ("yellow",) if ground == both else ("red", "green", "yellow"):
            assert max(contrast(palette[name], ground) for name in (piece, f"{piece}_edge")) >= 3, (piece, ground)


def test_panel_counts_pawns(board: Board) -> None:
    state = fastcore.parse(MIDDLE)
    (panel,) = board.panels(state.info, state.fields, ())
    assert panel.lines[0].text == "One action left"
    assert panel.lines[1].shapes == ("tally-r",) * 6 + ("owed-r", "", "tally-R")
    assert panel.lines[2].shapes == ("tally-g",) * 5 + ("owed-g",) * 2 + ("", "tally-G")
    assert board.panels(state.info, fastcore.parse(FRESH).fields, ())[0].lines[1].shapes[-1] == "owed-R"
    assert board.points_text(state.info, 6) == "6 of 7"


@pytest.mark.parametrize(("position", "expected"), [
    ("4/5/6/7/6/5/4 r 0 p4 -", "Opening: 4 pawns left to place"),
    ("4/5/6/2,r,gg,3/6/5/4 r 0 p1 -", "Opening: 1 pawn left to place"),
    ("4/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -", "Two actions left"),
    ("rrr,rrr,r,1/5/6/7/6/5/2,g,1 . 9 0 -", "Red has seven pawns."),
    ("g,3/5/6/7/6/5/4 . 9 0 -", "Red has no pawns left."),
    ("4/5/6/3,r,3/6/5/2,g,1 . 300 0 -", "Turn 300 was the last."),
])  # fmt: skip
def test_panel_shows_phase_or_result(board: Board, position: str, expected: str) -> None:
    state = fastcore.parse(f"forest {position}")
    assert board.panels(state.info, state.fields, ())[0].lines[0].text == expected


# Clicks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("situation", "chosen", "spot", "expected"),
    [
        ("forest 4/5/6/3,rgg,3/6/5/4 r 0 p1 -", "", "d4", "d4 is full: a tile holds three pieces."),
        (MIDDLE, "", "a1", "a1 is empty: choose a red piece that can act."),
        (MIDDLE, "", "d5", "d5 has no red piece: choose a red piece that can act."),
        (MIDDLE, "", "g4", "g4 has no red piece: choose a red piece that can act."),
        ("forest 4/5/6/2,r,4/6/r,4/2,g,1 r 3 1 d3:1", "", "d3", "d3: Red's pawn has already acted in this turn."),
        ("forest 4/5/6/2,rr,4/6/r,4/2,g,1 r 3 1 d3:2", "", "d3", "d3: Red's pawns have already acted in this turn."),
        ("forest 4/5/6/2,R,4/6/r,4/2,g,1 r 3 1 B", "", "d3", "d3: Red's BBB has already acted this turn."),
        (MIDDLE, "g2", "a1", "a1 is not next to g2."),
        (MIDDLE, "d3", "e4", "e4 is not next to d3."),
        (MIDDLE, "c4", "d4", "d4 has a yellow pawn, so the BBB cannot enter it."),
        (MIDDLE, "c4", "g4", "g4 has the opponent's BBB."),
        (
            MIDDLE,
            "c4",
            "g1",
            "g1 is out of reach: the BBB moves three steps, not past yellow, BBBs or full tiles.",
        ),
        ("forest rrr,rrr,r,1/5/6/7/6/5/2,g,1 . 9 0 -", "", "a3", "The game is over."),
    ],
)
def test_rejected_click_gives_reason(board: Board, situation: str, chosen: str, spot: str, expected: str) -> None:
    state = fastcore.parse(situation)
    clicks = entry_of(board, state)
    if chosen:
        clicks.click(chosen)
        assert clicks.chosen == (chosen,)
    assert clicks.click(spot).refused
    assert board.refusal(state, clicks.chosen, spot) == expected


def test_blocked_piece_gives_reason(board: Board) -> None:
    """A corner pawn with full neighbours, and a BBB between yellow pawns."""
    pawn = fastcore.parse("forest 4/5/6/7/6/ggy,ryy,3/r,rgy,2 r 3 2 -")
    assert board.refusal(pawn, (), "a1") == "a1: all neighbouring tiles are full."
    boogyman = fastcore.parse("forest 4/5/6/7/6/y,y,3/R,y,r,g r 3 2 -")
    assert board.refusal(boogyman, (), "a1") == "a1: yellow pawns, the enemy BBB or full tiles block the BBB."


@pytest.mark.parametrize(("situation", "chosen", "expected"), [
    (MIDDLE, "g2", "g2: choose where this pawn goes."),
    (MIDDLE, "c4", "c4: choose where the BBB goes."),
    (MIDDLE, "b4", "b4: choose where this pawn goes, or b4 again to spawn."),
    (WITH_BBB, "d4", "d4: choose where this pawn or the BBB goes, or d4 again to go out and back."),
    ("forest 4/5/6/7/6/ggy,ggy,3/ryy,rgy,2 r 3 2 -", "a1", "a1: choose a1 again to spawn."),
])  # fmt: skip
def test_prompt_follows_selection(board: Board, situation: str, chosen: str, expected: str) -> None:
    assert board.next_prompt(fastcore.parse(situation), (chosen,)) == expected


def test_second_click_on_tile_spawns(board: Board) -> None:
    state = fastcore.parse(FRESH)
    clicks = entry_of(board, state)
    clicks.click("d3")
    assert clicks.click("d3").choices == ("!d3", "+d3"), "a pawn or the BBB"
    with_boogyman = fastcore.parse("forest R,3/5/6/2,ryy,4/6/5/2,g,1 r 3 2 -")
    clicks = entry_of(board, with_boogyman)
    clicks.click("d3")
    assert clicks.click("d3").move == "+d3"


def test_pawn_and_bbb_on_one_tile_share_clicks(board: Board) -> None:
    clicks = entry_of(board, fastcore.parse(WITH_BBB))
    clicks.click("d4")
    assert clicks.preview_click("d5")[0].choices == ("B:d4-d5", "d4-d5")
    assert clicks.preview_click("e4")[0].choices == ("B:d4-e4", "d4-e4") and clicks.chosen == ("d4",)
    assert clicks.click("d6").move == "B:d4-d6"
    clicks.click("d4")
    assert clicks.click("d4").move == "B:d4-d4"


def test_trial_click_has_no_side_effect(board: Board) -> None:
    clicks = entry_of(board, fastcore.parse(MIDDLE))
    step, after = clicks.preview_click("g2")
    assert step == entry.Step() and after.chosen == ("g2",) and not clicks.chosen
    clicks.click("g2")
    assert clicks.preview_click("g2")[1].chosen == () and clicks.chosen == ("g2",)
    assert clicks.preview_click("g1")[0].move == "g2-g1" and clicks.preview_click("a1")[0].refused
    assert clicks.preview_click("d3")[1].chosen == ("d3",), "another pawn is chosen instead"
    assert clicks.can_begin("d3") and not clicks.can_begin("a1")


# Marks and move effects -----------------------------------------------------------------------------------------------


def test_move_effects_and_previews_are_shown(board: Board) -> None:
    state = fastcore.parse(MIDDLE)
    effects = {
        "g2-g1": ("g1: step here; a yellow pawn appears on g2.", ["ghost-r g1", "small-y g2", "way:-2:0 g1"]),
        "d3-d4": ("d4: step here; a yellow pawn appears on d3.", ["small-r d4", "small-y d3", "way:2:0 d4"]),
        "+b4": ("b4: two yellow pawns become a new pawn.", ["small-r b4", "used b4", "used b4"]),
        "B:c4-d5": ("d5: move the BBB here and capture a green pawn.", ["small-R d5", "taken d5", "way:1:1 d5"]),
        "B:c4-c6": ("c6: move the BBB here.", ["ghost-R c6", "way:4:0 c6"]),
    }
    for move, (promise, shown) in effects.items():
        assert board.move_effect(state, move) == promise
        assert sorted(f"{item.shape} {item.where}" for item in board.effect_marks(state, move)) == shown
    assert board.move_effect(state, "d2-d1") == "d1: step here.", "a pawn stays behind"
    assert board.move_effect(fastcore.parse(FRESH), "!d3") == "d3: this pawn and two yellow ones become the BBB."
    assert [item.shape for item in board.effect_marks(fastcore.parse(FRESH), "!d3")] == ["used"] * 3 + ["small-R"]
    back = fastcore.parse(WITH_BBB)
    assert board.move_effect(back, "B:d4-d4") == "d4: send the BBB out and back and capture a green pawn."
    assert marks(board.effect_marks(back, "B:d4-d4")) == [("taken", "d4")]
    opening = fastcore.parse("forest 4/5/6/2,r,4/6/5/4 g 0 p3 -")
    assert board.move_effect(opening, "@d3") == "d3: place a pawn here."
    assert marks(board.effect_marks(opening, "@d3")) == [("small-g", "d3")]


def test_crosses_cover_captured_pieces(board: Board) -> None:
    state = fastcore.parse("forest 4/5/6/2,R,1,gg,2/6/r,4/2,g,1 r 3 2 -")
    positions = {(item.x, item.y, item.size) for item in board.pieces(state.fields) if item.where == "d5"}
    crosses = [item for item in board.effect_marks(state, "B:d3-d5") if item.shape == "taken"]
    assert {(item.x, item.y, item.size) for item in crosses} == positions and len(crosses) == 2


def test_open_tiles_are_marked(board: Board) -> None:
    state = fastcore.parse(MIDDLE)
    clicks = entry_of(board, state)
    assert marks(board.open_marks(state, (), sorted(clicks.next_spots))) == [
        ("open-tile", tile) for tile in ("b4", "c4", "d2", "d3", "e2", "g2")
    ]
    clicks.click("c4")
    shown = {tile: shape for shape, tile in marks(board.open_marks(state, clicks.chosen, sorted(clicks.next_spots)))}
    assert set(shown) == {*clicks.next_spots, "c4"} and shown.pop("c4") == "chosen"
    assert {tile for tile, shape in shown.items() if shape == "prey"} == {"d5", "d7"}
    assert set(shown.values()) == {"prey", "reach"}
    opening = fastcore.start("forest")
    assert {item.shape for item in board.open_marks(opening, (), ["a1", "d4"])} == {"open-dot"}


def test_last_turn_and_advice_are_marked(board: Board) -> None:
    state = fastcore.parse("forest 4/5/6/2,R,1,gg,2/6/r,4/2,g,1 r 3 2 -")
    turn = []
    for move in ("B:d3-d5", "b1-b2"):
        turn += state.events(move)
        state.play(move)
    assert sorted(marks(board.last_turn_marks(state.fields, turn))) == [
        ("hit", "d5"), ("last", "b2"), ("way-last:2:0", "b2"), ("way-last:4:0", "d5"),
    ]  # fmt: skip
    fresh = fastcore.parse("forest 4/5/6/2,ryy,4/6/5/r,1,g,1 r 3 2 -")
    assert marks(board.advice_marks(fresh, ("!d3", "B:d3-f3"))) == [
        ("advice", "d3"), *[("used", "d3")] * 3, ("way-next:2:2", "f3"), ("ghost-R", "f3"),
    ], "the BBB moves on, so it has no ghost where it spawns"  # fmt: skip
    hunt = fastcore.parse("forest 4/5/6/2,R,1,gg,2/6/r,4/2,g,1 r 3 2 -")
    shown = marks(board.advice_marks(hunt, ("B:d3-d5", "b1-b2")))
    assert [mark for mark in shown if mark[0] == "taken"] == [("taken", "d5")] * 2, "both captured pawns have a cross"
    assert ("ghost-r", "b2") in shown and ("advice", "d3") in shown
    assert ("way:2:0", "b2") in marks(board.advice_marks(hunt, ("b1-b2", "b2-b9"))), "an impossible move is left out"


def test_every_bbb_move_has_an_arrow(board: Board) -> None:
    """The BBB reaches 36 tiles from the centre; each arrow stays between the two tile centres."""
    state = fastcore.parse("forest 4/5/6/3,R,3/6/5/r,2,g r 3 2 -")
    spots, seen = board.ground(state.fields).spots, set()
    for text in map(state.move_text, state.moves()):
        if text.startswith("B:"):
            (arrow,) = [item for item in board.effect_marks(state, text) if item.shape.startswith("way:")]
            end = spots[text[-2:]]
            assert math.isclose(arrow.x, (spots["d4"].x + end.x) / 2) and math.isclose(
                arrow.y, (spots["d4"].y + end.y) / 2
            )
            assert arrow.size < math.dist((spots["d4"].x, spots["d4"].y), (end.x, end.y))
            seen.add(arrow.shape)
    assert len(seen) == 36 and seen <= set(board.shapes)
