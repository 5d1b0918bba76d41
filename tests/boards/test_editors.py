"""Positions set up by hand: what can be put where, what stands beside the board, and that nothing of it is lost.
No display."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import fastcore
from fastcore import OVER, State, Stream
from tests.boards.test_boards import DRAWN
from tests.conftest import deep
from tests.kit.walks import decide, option_specs
from workbench import boards
from workbench.boards.kit.editing import NOTHING, Editor
from workbench.boards.kit.elements import Fields

ODD = (
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


PYTHONS = re.compile(r"^$|not in|literal|unpack|index|tuple|\(|\bx\b")


def own(game: str) -> bool:
    """Whether a game has an editor of its own."""
    return type(boards.editor(game)) is not Editor


EDITED = [game for game in DRAWN if own(game)]


def positions(game: str, number: int) -> Iterator[State]:
    """Positions of random games with all kinds of options, also before a deal, between rolls and at the end."""
    specs, rare = option_specs(game), ["bid", "give", "cure", "predict", "roll", "deal"] * (1 + number // 10)
    for n in range(number):
        stream = Stream(n, "editors", game)
        state = fastcore.start(specs[n % len(specs)])
        for _ in range(stream.below((10, 30, 150)[n % 3])):
            if state.actor == OVER:
                break
            state.play(decide(state, stream))
            if state.phase in rare and stream.below(3) == 0:
                rare.remove(state.phase)
                break
        yield state


def spots(editor: Editor, fields: Fields) -> list[str]:
    ground = editor.ground(fields)
    assert ground is not None
    return list(ground.spots)


def standing(editor: Editor, fields: Fields, spot: str) -> list[str]:
    """All pieces on a place, as they can be taken from there one by one."""
    found = []
    while (piece := editor.taken(fields, spot)) != NOTHING:
        found.append(piece)
        fields = editor.put(fields, spot, NOTHING)
    return found[::-1]


def seen(editor: Editor, fields: Fields) -> dict[str, list[str]]:
    """What is drawn on each place."""
    found = dict[str, list[str]]()
    for item in sorted(editor.pieces(fields)):
        found.setdefault(item.where, []).append(item.shape)
    return found


def details(editor: Editor, fields: Fields) -> dict[str, str]:
    return {detail.name: detail.value for detail in editor.details(fields)}


def text(fields: Fields) -> str:
    return " ".join(fields.values())


def built(editor: Editor, wanted: Fields, chance: random.Random) -> Fields:
    """These fields, made from an empty board by what the palette and the form can do alone, pieces in any order."""
    fields = editor.emptied(fastcore.start(editor.spec).fields)
    places = spots(editor, wanted)
    chance.shuffle(places)
    for _ in range(3):
        for spot in places:
            missing = standing(editor, wanted, spot)
            for piece in standing(editor, fields, spot):
                missing.remove(piece)
            for piece in missing:
                elsewhere = chance.choice(places)
                laid = editor.put(fields, elsewhere, piece)
                carried = editor.moved(laid, elsewhere, spot, piece)
                free = laid != fields and not standing(editor, fields, elsewhere)
                fields = (
                    carried if free and piece in standing(editor, carried, spot) else editor.put(fields, spot, piece)
                )
        for name, value in details(editor, wanted).items():
            if details(editor, fields).get(name, value) != value:
                fields = editor.changed(fields, name, value)
    shown, meant = seen(editor, fields), seen(editor, wanted)
    for spot in [spot for spot in places if shown.get(spot) != meant.get(spot)]:
        while seen(editor, fields)[spot] != meant[spot]:
            turned = editor.spun(fields, spot, 1)
            assert turned != fields
            fields = turned
    return fields


@pytest.mark.parametrize("game", EDITED)
def test_positions_are_built_again_from_an_empty_board(game: str) -> None:
    for number, state in enumerate(positions(game, deep(8, 50))):
        fields = built(boards.editor(state.spec), state.fields, random.Random(number))
        assert text(fields) == state.text()
        assert fastcore.parse(f"{state.spec} {text(fields)}") == state


@pytest.mark.parametrize("game", [game for game in EDITED if fastcore.info(game).has.covered])
def test_views_are_made_and_built_again(game: str) -> None:
    """What a seat does not see is covered in the text, and can be set up so."""
    for number, state in enumerate(positions(game, deep(5, 50))):
        for seat in range(number % state.seats, state.seats, deep(state.seats, 1)):
            editor = boards.editor(state.spec, seat)
            view = state.view(seat)
            fields = editor.veiled(state.fields)
            assert text(fields) == view and editor.veiled(fields) == fields
            assert text(built(editor, fields, random.Random(number))) == view
            assert not fastcore.problems(f"{state.spec} {view}", seat)


@pytest.mark.parametrize("game", EDITED)
def test_every_detail_can_be_set_to_what_it_may_be(game: str) -> None:
    for state in positions(game, deep(4, 30)):
        editor = boards.editor(state.spec)
        for detail in editor.details(state.fields):
            assert detail.label and detail.field in state.fields
            assert not detail.values or detail.value in dict(detail.values)
            assert len(set(dict(detail.values).values())) == len(detail.values), "each has words of its own"
            assert editor.changed(state.fields, detail.name, detail.value) == state.fields
            for value in (*dict(detail.values), *(() if detail.values else ("1", "17"))):
                after = editor.changed(state.fields, detail.name, value)
                assert details(editor, after).get(detail.name, value) == value
        with pytest.raises(ValueError, match="blank"):
            editor.changed(state.fields, detail.name, "a b")


def anything(editor: Editor, start: Fields, fields: Fields, chance: random.Random) -> Fields:
    """What one random gesture leads to, whether it makes sense or not."""
    ground = editor.ground(start)
    assert ground is not None
    places, palette = list(ground.spots), [NOTHING, *(piece.name for piece in editor.palette(start))]
    spot, end, piece = chance.choice(places), chance.choice(places), chance.choice(palette)
    detail = chance.choice(editor.details(fields))
    match chance.choice("ppwmmrsfteeeeecg"):
        case "p":
            return editor.put(fields, spot, piece)
        case "w":
            return editor.without(fields, spot, piece)
        case "m":
            return editor.moved(fields, spot, end, chance.choice((NOTHING, piece)))
        case "r":
            return editor.turned_over(fields, spot)
        case "s":
            return editor.spun(fields, spot, chance.choice((-1, 1)))
        case "f":
            return editor.filled(fields, piece, chance.sample(places, 5)) if piece else fields
        case "t":
            return editor.turned(fields, chance.randrange(ground.turns), ground.mirrors and chance.random() < 0.5)
        case "e":
            values = [*dict(detail.values), *ODD[: 1 + chance.randrange(len(ODD))][-3:]]
            return editor.changed(fields, detail.name, chance.choice(values))
        case "g":  # something is pasted
            return {
                **fields,
                chance.choice(list(start)): chance.choice([value for value in ODD if value and " " not in value]),
            }
    return editor.cleared(fields) if chance.random() < 0.3 else start


@pytest.mark.parametrize("game", EDITED)
def test_whatever_is_done_leaves_a_text_that_can_be_judged(game: str) -> None:
    """Anything that a person may do, in any order, also with nonsense in the form:
    a text with all fields, or a ValueError."""
    chance, specs, refused = random.Random(game), option_specs(game), 0
    for number in range(4):
        spec = specs[-1 - number * 3 % len(specs)]
        seat = number % 2 if number < 2 and fastcore.info(game).has.covered else None
        editor, start = boards.editor(spec, seat), fastcore.start(spec).fields
        fields: Fields = start
        for step in range(deep(150, 500)):
            try:
                fields = anything(editor, start, fields, chance)
            except ValueError as error:
                assert not PYTHONS.search(str(error)), "words for people"
                refused += 1
            assert list(fields) == list(start) and all(value and " " not in value for value in fields.values())
            if step % 5 == 0:
                assert isinstance(fastcore.problems(f"{spec} {text(fields)}", seat), list)
            assert (
                editor.palette(fields)
                and editor.details(fields)
                and editor.veiled(fields)
                and editor.shown(fields, ("2:r>=1",))
            )
            assert editor.board is not None
            try:
                drawable = editor.drawable(fields)
            except ValueError as error:
                assert not PYTHONS.search(str(error))
            else:
                assert editor.pieces(fields) == editor.board.pieces(drawable)
                spot = chance.choice(spots(editor, start))
                assert (
                    editor.board.standing_on(drawable, spot) is not None
                    and editor.board.cursor(drawable, spot) is not None
                )
    assert refused


@pytest.mark.parametrize("game", EDITED)
def test_turning_and_mirroring_comes_round(game: str) -> None:
    for state in positions(game, deep(5, 30)):
        editor, fields = boards.editor(state.spec), state.fields
        ground = editor.ground(fields)
        assert ground is not None
        assert editor.turned(fields, 0, False) == fields == editor.turned(fields, ground.turns, False)
        if ground.mirrors:
            assert editor.turned(editor.turned(fields, 0, True), 0, True) == fields
            assert editor.turned(editor.turned(fields, 1, True), 1, True) == fields, "a mirror undoes itself"
        other: Fields = fields
        for _ in range(ground.turns):
            other = editor.turned(other, 1, False)
            assert not fastcore.problems(f"{state.spec} {text(other)}")
        assert other == fields


@pytest.mark.parametrize("game", EDITED)
def test_a_drag_there_and_back_changes_nothing(game: str) -> None:
    chance, moved = random.Random(1), 0
    for state in positions(game, deep(5, 40)):
        editor, fields = boards.editor(state.spec), state.fields
        places = spots(editor, fields)
        for spot in places:
            for piece in {NOTHING, *standing(editor, fields, spot)}:
                carried = piece or editor.taken(fields, spot)
                for end in chance.sample(places, 6):
                    there = editor.moved(fields, spot, end, piece)
                    if not editor.taken(fields, end) and there != fields and carried in standing(editor, there, end):
                        moved += 1
                        assert editor.moved(there, end, spot, carried) == fields
        assert all(editor.moved(fields, spot, spot) == fields for spot in places)
    assert moved > 10


@pytest.mark.parametrize("game", EDITED)
def test_a_right_click_goes_through_all_and_comes_back(game: str) -> None:
    for state in positions(game, deep(3, 20)):
        editor = boards.editor(state.spec)
        empty = editor.cleared(state.fields)
        assert editor.cleared(empty) == empty and not any(editor.taken(empty, spot) for spot in spots(editor, empty))
        for spot in spots(editor, empty)[:40]:
            fields, passed = editor.turned_over(empty, spot), list[str]()
            while fields != empty and len(passed) < 30:
                passed.append(text(fields))
                fields = editor.turned_over(fields, spot)
            assert len(set(passed)) == len(passed) < 30


@pytest.mark.parametrize("game", [game for game in EDITED if game != "herbalism"])  # its hands have room for more
def test_filling_takes_free_places_alone(game: str) -> None:
    for state in positions(game, deep(4, 20)):
        editor, fields = boards.editor(state.spec), state.fields
        places = spots(editor, fields)[::2]
        for piece in editor.palette(fields)[:2]:
            filled = editor.filled(fields, piece.name, places)
            for spot in spots(editor, fields):
                there, after = standing(editor, fields, spot), standing(editor, filled, spot)
                if there:
                    assert after == there
                elif after != there:
                    assert spot in places and piece.name in after
            assert editor.filled(filled, piece.name, places) == filled


@pytest.mark.parametrize("game", EDITED)
def test_palettes_have_drawings_and_keys_of_their_own(game: str) -> None:
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


def test_a_game_without_an_editor_has_its_fields() -> None:
    editor = Editor(fastcore.info("herd"), None, "herd")
    fields = fastcore.start("herd").fields
    assert editor.palette(fields) == () and [detail.name for detail in editor.details(fields)] == list(fields)
    assert editor.changed(fields, "turn", "4")["turn"] == "4" and editor.ground(fields) is None
    with pytest.raises(ValueError, match="blank"):
        editor.changed(fields, "turn", " ")
