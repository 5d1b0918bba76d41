"""Tests of the board editors without a display: pieces, details and reversible edits."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import fastcore
from fastcore import OVER, State, Stream
from tests.boards.test_boards import GAMES_WITH_BOARD
from tests.conftest import deep
from workbench import boards
from workbench.boards.kit.editing import NOTHING, Editor
from workbench.boards.kit.elements import Fields
from workbench.conformance.walks import option_specs, random_move
from workbench.positions.fixes import judge

ODD_VALUES = (
    "",
    "?",
    "-",
    "x",
    ".",
    "0",
    "7",
    "99999",
    "r",
    "rb",
    "a=gy",
    "5-3",
    "é",
    "a b",
    "1:2",
    "+",
    "|",
    ",",
    "/",
    "0M3,WhH3",
    "{",
    "over",
)


PYTHON_ERROR = re.compile(r"^$|not in|literal|unpack|index|tuple|\(|\bx\b")


def has_editor(game: str) -> bool:
    """Return whether a game has a specific editor instead of the generic one."""
    return type(boards.editor(game)) is not Editor


GAMES_WITH_EDITOR = [game for game in GAMES_WITH_BOARD if has_editor(game)]


def positions(game: str, count: int) -> Iterator[State]:
    """Yield `count` positions of random games with many options, some before a deal or roll or at the end."""
    specs, rare_phases = option_specs(game), ["bid", "give", "cure", "predict", "roll", "deal"] * (1 + count // 10)
    for n in range(count):
        stream = Stream(n, "editors", game)
        state = fastcore.start(specs[n % len(specs)])
        for _ in range(stream.below((10, 30, 150)[n % 3])):
            if state.actor == OVER:
                break
            state.play(random_move(state, stream))
            if state.phase in rare_phases and stream.below(3) == 0:
                rare_phases.remove(state.phase)
                break
        yield state


def spots(editor: Editor, fields: Fields) -> list[str]:
    ground = editor.ground(fields)
    assert ground is not None
    return list(ground.spots)


def pieces_on(editor: Editor, fields: Fields, spot: str) -> list[str]:
    """Return all pieces on a spot in the order of their placement."""
    pieces = []
    while (piece := editor.top_piece(fields, spot)) != NOTHING:
        pieces.append(piece)
        fields = editor.put(fields, spot, NOTHING)
    return pieces[::-1]


def drawn_shapes(editor: Editor, fields: Fields) -> dict[str, list[str]]:
    """Return the shapes drawn on each spot."""
    shapes = dict[str, list[str]]()
    for item in sorted(editor.pieces(fields)):
        shapes.setdefault(item.where, []).append(item.shape)
    return shapes


def details(editor: Editor, fields: Fields) -> dict[str, str]:
    return {detail.name: detail.value for detail in editor.details(fields)}


def text(fields: Fields) -> str:
    return " ".join(fields.values())


def rebuild(editor: Editor, wanted: Fields, chance: random.Random) -> Fields:
    """Return `wanted` rebuilt from an empty board with only the palette and the form.

    The pieces are placed in random order.
    """
    fields = editor.empty_start(fastcore.start(editor.spec).fields)
    places = spots(editor, wanted)
    chance.shuffle(places)
    for _ in range(3):
        for spot in places:
            missing = pieces_on(editor, wanted, spot)
            for piece in pieces_on(editor, fields, spot):
                missing.remove(piece)
            for piece in missing:
                elsewhere = chance.choice(places)
                placed = editor.put(fields, elsewhere, piece)
                carried = editor.move_piece(placed, elsewhere, spot, piece)
                is_free = placed != fields and not pieces_on(editor, fields, elsewhere)
                fields = (
                    carried
                    if is_free and piece in pieces_on(editor, carried, spot)
                    else editor.put(fields, spot, piece)
                )
        for name, value in details(editor, wanted).items():
            if details(editor, fields).get(name, value) != value:
                fields = editor.change_detail(fields, name, value)
    current, target = drawn_shapes(editor, fields), drawn_shapes(editor, wanted)
    for spot in [spot for spot in places if current.get(spot) != target.get(spot)]:
        while drawn_shapes(editor, fields)[spot] != target[spot]:
            spun = editor.rotate_piece(fields, spot, 1)
            assert spun != fields
            fields = spun
    return fields


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_positions_can_be_rebuilt_from_empty_board(game: str) -> None:
    for number, state in enumerate(positions(game, deep(8, 50))):
        fields = rebuild(boards.editor(state.spec), state.fields, random.Random(number))
        assert text(fields) == state.text()
        assert fastcore.parse(f"{state.spec} {text(fields)}") == state


@pytest.mark.parametrize("game", [game for game in GAMES_WITH_EDITOR if fastcore.info(game).has.covered])
def test_views_can_be_rebuilt(game: str) -> None:
    """The text masks hidden parts, and the editor accepts the masks."""
    for number, state in enumerate(positions(game, deep(5, 50))):
        for seat in range(number % state.seats, state.seats, deep(state.seats, 1)):
            editor = boards.editor(state.spec, seat)
            view = state.view(seat)
            fields = editor.hide_unseen(state.fields)
            assert text(fields) == view and editor.hide_unseen(fields) == fields
            assert text(rebuild(editor, fields, random.Random(number))) == view
            assert not fastcore.view_problems(f"{state.spec} {view}", seat)


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_details_accept_all_their_values(game: str) -> None:
    for state in positions(game, deep(4, 30)):
        editor = boards.editor(state.spec)
        for detail in editor.details(state.fields):
            assert detail.label and detail.field in state.fields
            assert not detail.values or detail.value in dict(detail.values)
            assert len(set(dict(detail.values).values())) == len(detail.values), "each value has different words"
            assert editor.change_detail(state.fields, detail.name, detail.value) == state.fields
            for value in (*dict(detail.values), *(() if detail.values else ("1", "17"))):
                after = editor.change_detail(state.fields, detail.name, value)
                assert details(editor, after).get(detail.name, value) == value
        with pytest.raises(ValueError, match="without spaces"):
            editor.change_detail(state.fields, detail.name, "a b")


def random_gesture(editor: Editor, start: Fields, fields: Fields, chance: random.Random) -> Fields:
    """Return the fields after one random gesture, which may make no sense."""
    ground = editor.ground(start)
    assert ground is not None
    places, palette = list(ground.spots), [NOTHING, *(piece.name for piece in editor.palette(start))]
    spot, end, piece = chance.choice(places), chance.choice(places), chance.choice(palette)
    detail = chance.choice(editor.details(fields))
    match chance.choice("ppwmmrsfteeeeecg"):
        case "p":
            return editor.put(fields, spot, piece)
        case "w":
            return editor.remove_piece(fields, spot, piece)
        case "m":
            return editor.move_piece(fields, spot, end, chance.choice((NOTHING, piece)))
        case "r":
            return editor.cycle_piece(fields, spot)
        case "s":
            return editor.rotate_piece(fields, spot, chance.choice((-1, 1)))
        case "f":
            return editor.fill(fields, piece, chance.sample(places, 5)) if piece else fields
        case "t":
            return editor.transform_board(
                fields, chance.randrange(ground.turns), ground.mirrors and chance.random() < 0.5
            )
        case "e":
            values = [*dict(detail.values), *ODD_VALUES[: 1 + chance.randrange(len(ODD_VALUES))][-3:]]
            return editor.change_detail(fields, detail.name, chance.choice(values))
        case "g":  # pasted text
            return {
                **fields,
                chance.choice(list(start)): chance.choice(
                    [value for value in ODD_VALUES if value and " " not in value]
                ),
            }
    return editor.clear(fields) if chance.random() < 0.3 else start


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_random_gestures_leave_complete_text(game: str) -> None:
    """Make random gestures, including nonsense in the form.

    Each gesture either raises ValueError or leaves a text with all fields.
    """
    chance, specs, error_count = random.Random(game), option_specs(game), 0
    for number in range(4):
        spec = specs[-1 - number * 3 % len(specs)]
        seat = number % 2 if number < 2 and fastcore.info(game).has.covered else None
        editor, start = boards.editor(spec, seat), fastcore.start(spec).fields
        fields: Fields = start
        for step in range(deep(150, 500)):
            try:
                fields = random_gesture(editor, start, fields, chance)
            except ValueError as error:
                assert not PYTHON_ERROR.search(str(error)), "words for people"
                error_count += 1
            assert list(fields) == list(start) and all(value and " " not in value for value in fields.values())
            if step % 5 == 0:
                assert isinstance(judge(f"{spec} {text(fields)}", seat), list)
            assert (
                editor.palette(fields)
                and editor.details(fields)
                and editor.hide_unseen(fields)
                and editor.reveal_facts(fields, ("2:r>=1",))
            )
            assert editor.board is not None
            try:
                drawable = editor.drawable(fields)
            except ValueError as error:
                assert not PYTHON_ERROR.search(str(error))
            else:
                assert editor.pieces(fields) == editor.board.pieces(drawable)
                spot = chance.choice(spots(editor, start))
                assert (
                    editor.board.describe_spot(drawable, spot) is not None
                    and editor.board.cursor_marks(drawable, spot) is not None
                )
    assert error_count


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_full_rotation_and_double_mirroring_are_identities(game: str) -> None:
    for state in positions(game, deep(5, 30)):
        editor, fields = boards.editor(state.spec), state.fields
        ground = editor.ground(fields)
        assert ground is not None
        assert editor.transform_board(fields, 0, False) == fields == editor.transform_board(fields, ground.turns, False)
        if ground.mirrors:
            assert editor.transform_board(editor.transform_board(fields, 0, True), 0, True) == fields
            assert editor.transform_board(editor.transform_board(fields, 1, True), 1, True) == fields, (
                "a mirror undoes itself"
            )
        rotated: Fields = fields
        for _ in range(ground.turns):
            rotated = editor.transform_board(rotated, 1, False)
            assert not fastcore.problems(f"{state.spec} {text(rotated)}")
        assert rotated == fields


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_dragging_back_restores_position(game: str) -> None:
    chance, moves = random.Random(1), 0
    for state in positions(game, deep(5, 40)):
        editor, fields = boards.editor(state.spec), state.fields
        places = spots(editor, fields)
        for spot in places:
            for piece in {NOTHING, *pieces_on(editor, fields, spot)}:
                carried = piece or editor.top_piece(fields, spot)
                for end in chance.sample(places, 6):
                    moved_fields = editor.move_piece(fields, spot, end, piece)
                    if (
                        not editor.top_piece(fields, end)
                        and moved_fields != fields
                        and carried in pieces_on(editor, moved_fields, end)
                    ):
                        moves += 1
                        assert editor.move_piece(moved_fields, end, spot, carried) == fields
        assert all(editor.move_piece(fields, spot, spot) == fields for spot in places)
    assert moves > 10


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_right_clicks_cycle_through_pieces(game: str) -> None:
    for state in positions(game, deep(3, 20)):
        editor = boards.editor(state.spec)
        empty = editor.clear(state.fields)
        assert editor.clear(empty) == empty and not any(editor.top_piece(empty, spot) for spot in spots(editor, empty))
        for spot in spots(editor, empty)[:40]:
            fields, texts = editor.cycle_piece(empty, spot), list[str]()
            while fields != empty and len(texts) < 30:
                texts.append(text(fields))
                fields = editor.cycle_piece(fields, spot)
            assert len(set(texts)) == len(texts) < 30


@pytest.mark.parametrize(
    "game", [game for game in GAMES_WITH_EDITOR if game != "herbalism"]
)  # herbalism: a hand can always hold more cards
def test_filling_changes_only_free_spots(game: str) -> None:
    for state in positions(game, deep(4, 20)):
        editor, fields = boards.editor(state.spec), state.fields
        places = spots(editor, fields)[::2]
        for piece in editor.palette(fields)[:2]:
            filled = editor.fill(fields, piece.name, places)
            for spot in spots(editor, fields):
                before, after = pieces_on(editor, fields, spot), pieces_on(editor, filled, spot)
                if before:
                    assert after == before
                elif after != before:
                    assert spot in places and piece.name in after
            assert editor.fill(filled, piece.name, places) == filled


@pytest.mark.parametrize("game", GAMES_WITH_EDITOR)
def test_palettes_have_drawings_and_unique_keys(game: str) -> None:
    for spec in option_specs(game):
        for seat in (None, 0):
            editor = boards.editor(spec, seat)
            palette = editor.palette(fastcore.start(spec).fields)
            keys = [piece.key for piece in palette if piece.key]
            assert len(set(keys)) == len(keys) and all(len(key) == 1 and key.isalnum() for key in keys)
            assert editor.board is not None and all(
                piece.shape in editor.board.shapes and piece.label for piece in palette
            )
            assert len({piece.name for piece in palette}) == len(palette)


def test_generic_editor_offers_all_fields() -> None:
    editor = Editor(fastcore.info("herd"), None, "herd")
    fields = fastcore.start("herd").fields
    assert editor.palette(fields) == () and [detail.name for detail in editor.details(fields)] == list(fields)
    assert editor.change_detail(fields, "turn", "4")["turn"] == "4" and editor.ground(fields) is None
    with pytest.raises(ValueError, match="without spaces"):
        editor.change_detail(fields, "turn", " ")
