"""Tests of the Herbs board without a display: pieces, clicks, choices and colours."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import fastcore
from tests.conftest import deep
from tests.kit.herbs.boards import HERBS, SQUARES, after_plans, position_text, spec_of
from tests.kit.herbs.drawn import (
    choices_by_label,
    crowded_states,
    entry_of,
    marks,
    shot_position,
    spots_with_shape,
    texts,
)
from workbench import boards
from workbench.boards.herbs import projection
from workbench.boards.herbs.arena import PITS, ahead, centre, herbs, plan
from workbench.boards.herbs.entry import few_bids
from workbench.boards.kit.choices import HAND, Choice
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Point
from workbench.boards.kit.palette import THEMES


@pytest.fixture
def board() -> Board:
    herbs_board = boards.find("herbs")
    assert herbs_board is not None
    return herbs_board


# Placement of pieces --------------------------------------------------------------------------------------------------


def test_start_position_is_drawn(board: Board) -> None:
    state = fastcore.start("herbs")
    ground, pieces = board.ground(state.fields), board.pieces(state.fields)
    assert set(ground.spots) == set(SQUARES) and {cell.where for cell in ground.cells if cell.shape == "pit"} == set(
        PITS
    )
    assert {label.text for label in ground.labels} == {*"ABCDEFGHIJK", *map(str, range(1, 12))}
    assert ground.spots["A1"].x < ground.spots["B1"].x and ground.spots["A1"].y > ground.spots["A2"].y
    assert Counter(item.shape.split(":")[0].split("-")[0] for item in pieces) == {"stone": 16, "herb": 4, "number": 4}
    assert spots_with_shape(pieces, "herb-r:^") == ["A1", "K1"] and spots_with_shape(pieces, "herb-b:v") == [
        "A11",
        "K11",
    ]
    assert [spots_with_shape(pieces, f"number-{n}") for n in range(4)] == [["A1"], ["K1"], ["A11"], ["K11"]]
    for square, shown in (
        ("A1", "Herb 0"),
        ("D9", "a white stone"),
        ("C8", "a black stone"),
        ("C3", "a pit"),
        ("E5", "empty"),
    ):
        assert board.describe_spot(state.fields, square) == shown


def test_shapes_differ_without_colour(board: Board) -> None:
    """Players, Herbs and stones differ in more than colour: by ring, square, number and direction."""
    shapes = board.shapes
    for facing in "^>v<":
        assert "<circle" in shapes[f"herb-b:{facing}"] and "<circle" not in shapes[f"herb-r:{facing}"]
    assert len({shapes[f"herb-r:{facing}"] for facing in "^>v<"}) == len({shapes[f"number-{n}"] for n in range(4)}) == 4
    assert "<rect" in shapes["stone-b"] and "<rect" not in shapes["stone-w"]


def test_crowded_positions_are_drawn(board: Board) -> None:
    for state in crowded_states(1, deep(20, 300)):
        items = board.pieces(state.fields)
        spots = Counter(item.where for item in items if not item.shape.startswith("number"))
        assert max(spots.values()) == 1 and not set(spots) & set(PITS)
        assert sum(item.shape.startswith("number") for item in items) == len(herbs(state.fields))


def test_panel_shows_round_stage_and_belongings(board: Board) -> None:
    info = fastcore.info("herbs")

    def lines(state: Point) -> list[str]:
        panel = [line.text for line in board.panels(info, state.fields, ())[0].lines]
        return [*panel, *(board.belongings(info, state.fields, seat) for seat in (0, 1))]

    state = fastcore.start("herbs(actions=1)")
    assert lines(state) == ["Round 1 · Blue holds the tie token", *["200 AP · 12 white, 8 black"] * 2]
    state = after_plans(state, "0M2 WhA5", "")
    assert lines(state)[1:] == ["197 AP · 12 white, 8 black · locked", "200 AP · 12 white, 8 black"]
    assert lines(state.viewpoint(1))[1] == "200 AP · 12 white, 8 black · locked", "what it costs is covered"
    shot = after_plans(
        fastcore.parse(f"{spec_of(1)} {position_text(herbs=('A5>', 'K1^', 'C5v', 'K11v'))}"), "0F", "2M2"
    )
    assert lines(shot)[0] == "Round 1: action 1 · Blue holds the tie token"
    steps = state.after("2M1").events("WhA6")
    stage = next(board.panels(info, event.fields, ())[0].lines[0].text for event in steps if event.kind == "stones")
    assert stage == "Round 1: the stones · Blue holds the tie token", "a stone is no action"


# Clicks and choices ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", [1, 3])
def test_every_move_has_a_unique_click_path(board: Board, actions: int) -> None:
    for state in crowded_states(2, deep(15, 250), actions):
        for point in (state, state.viewpoint(state.actor)):
            entry = entry_of(board, point)
            assert sorted(entry.paths) == sorted(texts(point)) and len(set(entry.paths.values())) == len(entry.paths)
            for chosen in {path[:n] for path in entry.paths.values() for n in range(len(path))}:
                entry.chosen = chosen
                beside = {choice.spot for choice in board.choices(point, chosen, entry.next_spots) if not choice.why}
                assert entry.next_spots <= beside | set(SQUARES) and beside <= entry.next_spots
                assert not any(path == chosen for path in entry.paths.values()), "no move ends where others go on"


def test_herb_and_target_square_make_a_move(board: Board) -> None:
    state = fastcore.parse(f"herbs {position_text(herbs=('E5>', *HERBS[1:]), white='H5')}")
    paths = entry_of(board, state).paths
    assert paths["0M1"] == ("E5", "F5") and paths["0M6"] == ("E5", "K5") and paths["0BU3"] == ("E5", "B5")
    assert paths["1M1"] == ("K1", "K2") and paths["1BU1"] == ("K1", "back", "up:1"), "there is a wall behind it"
    shown = board.open_marks(state, ("E5",), [path[1] for path in paths.values() if path[0] == "E5"])
    assert spots_with_shape(shown, "reach") == sorted(["F5", "G5", "D5", "C5", "B5"]) and spots_with_shape(
        shown, "chosen"
    ) == ["E5"]
    assert spots_with_shape(shown, "beyond") == ["H5", "I5", "J5", "K5"], "a stone stops it on H5"


def test_herb_is_selected_at_its_planned_square(board: Board) -> None:
    state = after_plans(fastcore.start("herbs"), "0M2 0TR", "")
    paths = entry_of(board, state).paths
    assert paths["0M1"] == ("A3", "B3") and paths["0BU1"] == ("A3", "back", "up:1")
    message = board.refusal(state, (), "A1")
    assert message == "A1: Herb 0 will be on A3 by then: choose it there."
    assert marks(board.open_marks(state, (), ["A3", "K1"])) == [("open-herb", "A3"), ("open-herb", "K1")]
    assert spots_with_shape(board.open_marks(state, ("A3",), ["B3", "C3", "D3"]), "deadly") == ["C3"]


def test_push_price_uses_planned_position(board: Board) -> None:
    state = fastcore.parse(f"herbs {position_text(herbs=('E5^', *HERBS[1:]), white='E6', black='E7')}")
    paths = entry_of(board, state).paths
    assert paths["0P1/3"] == ("E5", "E6", "push:1", "ap:3") and paths["0P1/1"] == ("E5", "E6", "push:1", "more", "ap:1")
    assert list(choices_by_label(board, state, "E5", "E6")) == [
        "1 square · 3 AP",
        "2 squares · 6 AP",
        "3 squares · 9 AP",
    ]
    prices = choices_by_label(board, state, "E5", "E6", "push:2")
    assert list(prices) == ["6 AP (for now)", "7 AP", "8 AP", "9 AP", "other prices…"]
    assert [choice.key for choice in prices.values()] == ["6", "7", "8", "9", "m"]
    assert [choice.proposed for choice in prices.values()] == [True, False, False, False, False]
    assert len(choices_by_label(board, state, "E5", "E6", "push:2", "more")) == 15 - 4
    repainted = state.after("0WB").after("0BW")
    assert "1 square · 3 AP" in choices_by_label(board, repainted, "E5", "E6"), "blackened and bleached again"
    assert "1 square · 4 AP" in choices_by_label(board, state.after("0WB"), "E5", "E6"), "two black stones by then"
    assert spots_with_shape(board.open_marks(state, ("E5", "E6"), ["push:1"]), "front") == ["E6", "E7"], (
        "the whole line"
    )
    assert board.next_prompt(state, ("E5", "E6")) == "Herb 0: choose how many squares to push; one costs 3 AP for now."
    start = fastcore.start("herbs")
    assert entry_of(board, start).paths["0P1/1"][1] == "push" and "nothing is in front" in board.next_prompt(
        start, ("A1", "push")
    )
    assert list(choices_by_label(board, start, "A1", "push")) == [
        f"{distance} · moves nothing" for distance in ("1 square", "2 squares", "3 squares")
    ]
    assert list(choices_by_label(board, start, "A1", "push", "push:2"))[:2] == ["2 AP (minimum)", "3 AP"]
    message = "Herb 0 pushes 2 squares: choose the payment. Nothing ahead: 2 AP (Enter)."
    assert board.next_prompt(start, ("A1", "push", "push:2")) == message
    assert board.next_prompt(start, ("A1", "back")) == "Herb 0: choose how many squares to back up."


# own AP, white and black stones from E5 on, squares to push, reason the push fails
FAILING_PUSHES = (
    (2, "", "F5 G5", 1, "for now, that costs 4 AP, but you have 2"),
    (1, "", "F5", 1, "for now, that costs 2 AP, but you have 1"),
    (100, "F5 G5 H5 I5 J5 K5", "", 1, "for now, the line is against the wall"),
    (100, "F5 G5 H5 I5 J5", "", 2, "for now, the line moves only 1 square"),
    (100, "", "F5 G5 H5 I5 J5", 1, "for now, that costs more than 8 AP"),
    (100, "", "G9 H9", 3, "for now, nothing is in front after 2 squares"),
)


@pytest.mark.parametrize(("ap", "white", "black", "squares", "why"), FAILING_PUSHES)
def test_failing_push_is_greyed_but_allowed(
    board: Board, ap: int, white: str, black: str, squares: int, why: str
) -> None:
    own, front = ("F9", "G9") if "G9" in black else ("E5", "F5")
    state = fastcore.parse(
        f"herbs {position_text(herbs=(f'{own}>', *HERBS[1:]), white=white, black=black, ap=f'{ap},100')}"
    )
    greyed = {choice.spot: choice for choice in choices_by_label(board, state, own, front).values() if choice.why}
    assert greyed[f"push:{squares}"].why == why
    short = re.search(r"(?:only|after) (\d) square", why)
    assert short is None or greyed[f"push:{squares}"].label == f"{squares} squares · stops after {short[1]}", (
        "no price of fewer squares"
    )
    assert board.next_prompt(state, (own, front, "anyway", f"push:{squares}")).endswith(f"choose the payment; {why}.")
    if squares == 1:
        assert board.spot_info(state, front).text.startswith(f"Herb 0 cannot push it: {why}.")
        assert board.next_prompt(state, (own, front)) == f"Herb 0: choose how many squares to push; {why}."
    prices = choices_by_label(board, state, own, front, "anyway", f"push:{squares}").values()
    assert prices and not any(choice.proposed for choice in prices), "nothing is proposed that would do nothing"
    entry = entry_of(board, state)
    for move, path in entry.paths.items():
        if move[:2] == "0P":
            for n, spot in enumerate(path[2:], 2):
                entry.chosen = path[:n]
                spots = {choice.spot: choice.why for choice in board.choices(state, path[:n], entry.next_spots)}
                assert spots[spot] == "", f"{move}: {spot}"
    entry.cancel()


def test_proposed_price_matches_rules(board: Board) -> None:
    """The proposed price is the lowest that moves anything if nobody interferes."""
    count = 0
    for state in crowded_states(3, deep(25, 300)):
        point = state.viewpoint(state.actor)
        entry = entry_of(board, point)
        pushes = [
            text for text in texts(point) if re.fullmatch(r"\dP(1/8|2/16)", text) and entry.paths[text][1] in SQUARES
        ]
        for text in pushes:
            squares = int(text[2])
            for label in choices_by_label(board, point, *entry.paths[text][:3]):
                if not label.endswith("(for now)"):
                    continue
                price = int(label.split()[0])
                written = plan(point.fields, point.actor)
                slots = [
                    projection.effects(point, point.actor, (*written, f"{text[:3]}/{paid}"))[-1]
                    for paid in (price - 1, price)
                    if paid >= squares
                ]
                assert slots[-1].cost is not None and (len(slots) == 1 or slots[0].cost is None)
                count += 1
    assert count > 10


def test_fire_is_chosen_by_clicking_its_target(board: Board) -> None:
    state = fastcore.parse(f"herbs {position_text(herbs=('A5>', 'K1^', 'E5v', 'K11v'))}")
    assert entry_of(board, state).paths["0F"] == ("A5", "E5")
    assert choices_by_label(board, state, "A5")["Fire"] == Choice("E5", "Fire", "f")
    assert spots_with_shape(board.open_marks(state, ("A5",), ["E5", "B5"]), "aim") == ["E5"]
    assert entry_of(board, state).paths["0M4"] == ("A5", "move", "go:4"), "it would not get there"
    assert choices_by_label(board, state, "K1")["Fire"] == Choice("F", "Fire", "f"), "fired with nobody in sight"
    adjacent = fastcore.parse(f"herbs {position_text(herbs=('A5>', 'K1^', 'B5v', 'K11v'))}")
    assert entry_of(board, adjacent).paths["0F"] == ("A5", "F") and entry_of(board, adjacent).paths["0P1/2"][:2] == (
        "A5",
        "B5",
    )


def test_unaffordable_choices_are_greyed_with_reason(board: Board) -> None:
    state = fastcore.parse(f"{spec_of(2)} {position_text(ap='1,5')}").after("0HT")
    choices = choices_by_label(board, state, "A1")
    assert {label for label, choice in choices.items() if choice.why} == {"Turn round", "Fire", "Blacken", "Push…"}
    assert all(re.fullmatch("[A-Z].*AP, but you have .*", choice.why) for choice in choices.values() if choice.why)
    assert (
        board.refusal(fastcore.start("herbs(ap=10)").after("0P1/8"), ("A1",), "A4")
        == "A4: that costs 3 AP, but you have 2."
    )


def test_herb_lost_in_plan_can_still_get_moves(board: Board) -> None:
    state = after_plans(fastcore.parse(f"herbs {position_text(herbs=('E6>', *HERBS[1:]))}"), "0M1", "")
    paths = entry_of(board, state).paths
    assert {path[0] for text, path in paths.items() if text[0] == "0"} == {"herb:0"}
    assert paths["0M2"] == ("herb:0", "move", "go:2") and "Herb 0 (lost by then)" in choices_by_label(board, state)
    assert "lost by then" in board.move_effect(state, "0M2") and "lost by then" in board.refusal(state, (), "E6")
    assert ("taken", "F6") in marks(board.plan_marks(state, ()))


def test_stone_is_chosen_by_square_and_colour(board: Board) -> None:
    start = fastcore.parse(f"{spec_of(1)} {position_text(piles='3w2b,0w0b', white='E5')}").after("0TL")
    assert entry_of(board, start).paths["WhH3"] == ("H3", "white") and list(choices_by_label(board, start, "H3")) == [
        "White · 1 AP",
        "Black · 2 AP",
    ]
    assert board.refusal(start, (), "C3") == "C3 is a pit: you cannot place a stone there."
    assert board.move_effect(start, "BlH3") == "H3: place a black stone here at the round's end (2 AP)."
    assert "in the way" in board.move_effect(start, "WhE5") and "your own Herb 0" in board.move_effect(start, "WhB2")
    assert choices_by_label(board, start) == {}, "only squares lead on"
    assert marks(board.effect_marks(start, "BlH3")) == [("ghost-stone-b", "H3")]
    for square in ("E5", "B2"):  # the board marks stones that the text says will fail
        assert ("idle", square) in marks(board.effect_marks(start, f"Wh{square}"))
        assert ("idle", square) in marks(board.plan_marks(start, (f"Wh{square}",)))
    carried = board.dragged_piece(start, HAND)
    assert board.drag_ends("WhH3") == (HAND, "H3") and carried is not None and carried.shape == "stone-w"
    white = fastcore.parse(f"{spec_of(1)} {position_text(piles='3w0b,0w0b')}").after("0TL")
    assert entry_of(board, white).paths["WhH3"] == ("H3",), "there is no choice"


def test_herb_can_be_dragged(board: Board) -> None:
    state = after_plans(fastcore.start("herbs"), "0M2", "")
    carried = board.dragged_piece(state, "A3")
    assert (
        carried is not None
        and carried.shape == "carried-0^"
        and board.dragged_piece(state, "A1") is None is board.dragged_piece(state, "A11")
    )
    assert board.dragged_piece(state, HAND) is None


@pytest.mark.parametrize("ap", [1, 7, 9, 40, 131, 398])
def test_every_bid_can_be_entered_with_buttons(board: Board, ap: int) -> None:
    state = fastcore.parse(f"{spec_of(1)} {shot_position(ap)}")
    paths = entry_of(board, state).paths
    assert len(paths) == ap + 1 and {paths[f"bid{bid}"] for bid in few_bids(ap)} == {
        (f"bid:{bid}",) for bid in few_bids(ap)
    }
    for bid in range(ap + 1):
        path = paths[f"bid{bid}"]
        assert path == (f"bid:{bid}",) or "".join(spot.split(":")[1] for spot in path[1:]) == str(bid).zfill(
            len(str(ap))
        )
    if ap == 131:
        assert list(choices_by_label(board, state)) == [
            "0",
            "1",
            "2",
            "3",
            "5",
            "8",
            "65 (half)",
            "131 (all)",
            "other…",
        ]
        assert list(choices_by_label(board, state, "other", "hundreds:1", "tens:3")) == ["130"]
        assert list(choices_by_label(board, state, "other", "hundreds:1")) == ["100–109", "110–119", "120–129", "130"]


# Colours --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_pits_and_marks_have_enough_contrast(theme: str) -> None:
    from tests.gui.look.test_colours import contrast

    palette = THEMES[theme]
    assert all(contrast(palette["numeral"], palette[side]) >= 4.5 for side in ("red", "blue"))
    assert (
        contrast(palette["black_mark"], palette["black"]) >= 3
        and contrast(palette["pit_name"], palette["pit_edge"]) >= 4.5
    )
    assert contrast(palette["warning"], palette["pit"]) >= 3, "what is lost in a pit"


def test_square_coordinates_match_names() -> None:
    for square in SQUARES:
        x, y = centre(square)
        for facing, dx, dy in (("^", 0, -1), (">", 1, 0), ("v", 0, 1), ("<", -1, 0)):
            beside = ahead(square, facing, 1)
            assert not beside or centre(beside) == (x + dx, y + dy)
