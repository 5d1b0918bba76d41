"""Tests of the layout of the Herbalism table."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest

import fastcore
from fastcore import OVER
from tests.conftest import deep
from tests.games.herbalism.positions import ACT, END, FAILED, SPECS, random_game, shapes_with_spots
from workbench.boards.herbalism import layout
from workbench.boards.herbalism.shapes import SHAPES
from workbench.boards.herbalism.tabletop import (
    CARDS,
    COLOURS,
    DECK,
    asked_colour,
    medicine_of,
    parse_move,
    parse_tabletop,
)
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields
from workbench.boards.kit.turning import Turn, turned_view
from workbench.gui.board.motion import pairs


@pytest.mark.parametrize("spec", SPECS)
def test_every_piece_is_inside_its_spot(board: Board, spec: str) -> None:
    for seed in range(deep(1, 8)):
        for state, _ in random_game(spec, seed)[:: deep(5, 1)]:
            for fields in (state.fields, *(state.viewpoint(seat).fields for seat in (None, 0, state.seats - 1))):
                ground, table, pieces = board.ground(fields), parse_tabletop(fields), board.pieces(fields)
                assert board.ground(fields) is ground, "made once"
                assert len(set(pieces)) == len(pieces), "no piece occurs twice"
                for item in pieces:
                    assert item.shape in board.shapes and ground.spot_at(item.x, item.y) == item.where
                    assert item.size / 2 <= item.x <= ground.width - item.size / 2
                    assert item.size / 2 <= item.y <= ground.height - item.size / 2
                cards = Counter(shape[5:] for shape, _ in shapes_with_spots(pieces, "card:"))
                expected = Counter(table.hidden + "".join(table.hands))
                assert cards == expected, "every dealt card has a place, face up if it is visible"
                for seat in range(state.seats):
                    assert (
                        len(shapes_with_spots(pieces, f"marker-{seat + 1}"))
                        == len(shapes_with_spots(pieces, f"cure-{seat + 1}:"))
                        == 1
                    )


def count_hand_cards(board: Board, fields: Fields) -> dict[str, tuple[int, int]]:
    """Return for each colour the number of cards in the hand below and of faint cards whose sign is visible."""
    own = [item for item in board.pieces(fields) if item.shape.startswith("card:") and item.size == layout.LARGE]
    half_size = layout.SHAPE * layout.LARGE / 2
    counts = {}
    for letter, colour in COLOURS.items():
        faint = [cell for cell in board.ground(fields).cells if cell.shape == f"none-{letter}"]
        hand_cards, free = [item for item in own if item.where == colour], 0
        for number, cell in enumerate(faint):
            sign = cell.x + 0.225 * layout.LARGE
            over = [*faint[number + 1 :], *hand_cards]
            free += not any(card.x - half_size < sign + 0.1 and sign - 0.1 < card.x + half_size for card in over)
        counts[letter] = (len(hand_cards), free)
    return counts


@pytest.mark.parametrize("spec", SPECS)
def test_drawn_cards_match_position_in_every_phase(board: Board, spec: str) -> None:
    """Check the seats, the hand below and its faint cards, also between the events of a move."""
    phases = set[str]()
    for seed in range(deep(1, 20)):
        for state, move in random_game(spec, seed)[:: deep(5, 1)]:
            for seat in (None, *range(state.seats)) if move else ():
                frames = [state.viewpoint(seat).fields, *(event.fields for event in state.events(move, seat))]
                for fields in frames[: None if state.actor >= 0 else 1]:
                    table, pieces = parse_tabletop(fields), board.pieces(fields)
                    phases.add(table.phase)
                    for other_seat, hand in enumerate(table.hands):
                        spot = layout.seat_name(other_seat)
                        drawn = [shape for shape, where in shapes_with_spots(pieces, "card:") if where == spot]
                        assert len(drawn) == (0 if other_seat == table.bottom_seat else len(hand))
                        assert shapes_with_spots(pieces, "count-").count((f"count-{len(hand)}", spot)) == (
                            table.phase != "deal" or other_seat == table.bottom_seat
                        )
                    own = table.hands[table.bottom_seat] if table.bottom_seat >= 0 else ""
                    assert count_hand_cards(board, fields) == {
                        c: (own.count(c), number - own.count(c)) for c, number in DECK.items()
                    }
    assert {"act", "cure"} < phases


@pytest.mark.parametrize("players", [3, 4])
def test_hands_of_any_size_fit_their_area(board: Board, players: int) -> None:
    """Hands of 0 to 12 cards can be counted and stay inside their area."""
    for seat in range(players):
        area = layout.boxes(players)[layout.seat_name(seat)]
        for number in range(13):
            card_places = layout.hand_places(players, seat, number)
            assert len(card_places) == number and all(x2 - x1 > 0.1 for (x1, _), (x2, _) in pairwise(card_places))
            for x, y in (*card_places, layout.count_place(players, seat, number)):
                assert area.spot("").contains(x, y)
                margin = layout.SHAPE * layout.SMALL / 2 if (x, y) in card_places else 0.15
                assert area.left <= x - margin and x + margin <= area.left + area.width
    for colour, number in (("r", 2), ("y", 3), ("g", 4), ("b", 5)):
        area = layout.boxes(players)[COLOURS[colour]]
        for x, y in layout.bottom_hand_places(colour, number):
            half_size = layout.SHAPE * layout.LARGE / 2
            assert area.left <= x - half_size + 1e-9 and x + half_size <= area.left + area.width + 1e-9
            assert area.top <= y - layout.LARGE / 2 and y + layout.LARGE / 2 <= area.top + area.height


def test_markers_on_a_card_do_not_overlap() -> None:
    for players in (3, 4):
        for card in CARDS:
            area = layout.boxes(players)[card]
            spots = [
                layout.marker_place(card, players, seat, cure) for seat in range(players) for cure in (False, True)
            ]
            for x, y in spots:
                assert (
                    area.left + 0.15 <= x <= area.left + area.width - 0.15
                    and area.top < y < area.top + area.height - 0.2
                )
            assert all(abs(a - c) + abs(b - d) >= 0.3 for (a, b), (c, d) in combinations(spots, 2))


def test_own_hand_is_below_and_hidden_cards_are_face_down(board: Board) -> None:
    state = fastcore.parse(ACT)
    own = board.pieces(state.viewpoint(1).fields)
    assert shapes_with_spots(own, "card:r", "card:y", "card:g", "card:b") == sorted(
        [("card:b", "blue"), ("card:g", "green"), ("card:g", "green"), ("card:y", "yellow")]
    )
    assert Counter(where for _, where in shapes_with_spots(own, "card:?")) == {
        "seat 1": 4,
        "seat 3": 4,
        "hidden pair": 2,
    }
    assert shapes_with_spots(own, "below") == [("below", "seat 2")] and shapes_with_spots(own, "turn") == [
        ("turn", "seat 1")
    ]
    public = board.pieces(state.viewpoint(None).fields)
    assert len(shapes_with_spots(public, "card:?")) == 14 and not shapes_with_spots(public, "below")
    assert shapes_with_spots(public, "predicts") == [("predicts-1", "red")]
    seen = shapes_with_spots(board.pieces(fastcore.parse(FAILED).viewpoint(1).fields), "card:g", "card:b")
    assert [where for _, where in seen].count("hidden pair") == 2, "who put a marker in a failed cure has seen the pair"
    assert ("card:?", "hidden pair") in shapes_with_spots(
        board.pieces(fastcore.parse(FAILED).viewpoint(0).fields), "card:?"
    )
    over = fastcore.parse(END).after("follow:gb")
    assert over.actor == OVER
    for seat in (None, 0, 2):
        assert not shapes_with_spots(board.pieces(over.viewpoint(seat).fields), "card:?", "below"), (
            "at the end all cards are face up"
        )


def test_passed_cards_move_and_turn_over(board: Board) -> None:
    """A fed card moves away and turns face down; the returned card arrives face up."""
    state = fastcore.parse(ACT)
    point = state.viewpoint(0)
    frames = [point.fields, *(event.fields for event in state.events("gy:feed:2:g", 0))]
    paths = []
    for before, after in pairwise(frames):
        old, new = board.pieces(before), board.pieces(after)
        going, coming = [item for item in old if item not in new], [item for item in new if item not in old]
        paths += [
            (source.shape, source.where, target.shape, target.where)
            for source, target in pairs(going, coming)
            if source.where != target.where
        ]
    assert ("marker-1", "gb", "marker-1", "gy") in paths
    assert ("card:g", "green", "card:?", "seat 2") in paths and ("card:?", "seat 2", "card:y", "yellow") in paths


def test_card_texts_stay_when_coordinates_are_hidden(board: Board) -> None:
    ground = board.ground(fastcore.start("herbalism").fields)
    assert turned_view(ground, Turn(), labels=False).ground.labels and all(label.where for label in ground.labels)
    assert {label.text for label in turned_view(ground, Turn(), labels=False).ground.labels} == {
        label.text for label in ground.labels
    }


def test_seats_and_ingredients_differ_in_shape(board: Board) -> None:
    info = fastcore.info("herbalism")
    drawings = [re.sub(r"\{seat\d\}", "", board.shapes[board.seat_shape(info, seat)]) for seat in range(4)]
    frames = [re.search(r'd="([^"]*)"', drawing) for drawing in drawings]
    assert len({frame[1] for frame in frames if frame}) == 4
    symbols = {re.sub(r"\{\w+\}", "", SHAPES[f"card:{letter}"]) for letter in COLOURS}
    assert len(symbols) == 4, "and so do ingredients, without their colours"


def test_moves_and_cards_are_parsed(board: Board) -> None:
    assert parse_move("rb:feed:2:b") == ("feed", "rb", 1, "b") and parse_move("==:brew:4") == ("brew", "==", 3, "")
    assert (
        parse_move("cure:==") == ("cure", "==", -1, "")
        and parse_move("give:r") == ("give", "", -1, "r")
        and parse_move("skip") == ("skip", "", -1, "")
    )
    assert parse_move("rb:pass") == ("pass", "rb", -1, "")
    assert [medicine_of(pair) for pair in ("ry", "yg", "bb", "rb")] == ["yr", "gy", "==", "rb"]
    assert asked_colour("rb", "b") == "r" and asked_colour("==", "g") == "g"
    table = parse_tabletop(
        fastcore.parse("herbalism gg ggbbb/bb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a===,-,- -,-,-").fields
    )
    assert table.cure[0] == ("a", "==") and table.actor == 2 and table.right_medicine() == "=="
