"""Tests of the boards without a display: layout, clicks and messages."""

from __future__ import annotations

import math
import random
import re

import pytest
import resvg_py

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from fastcore.text.hexagon import hexagon
from workbench import boards
from workbench.boards.kit import plain
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.boards.kit.entry import Entry, Step
from workbench.boards.kit.palette import THEMES
from workbench.boards.kit.shapes import document

GAMES_WITH_BOARD = [game for game in fastcore.games() if boards.find(game) is not None]


def board_of(game: str) -> Board:
    board = boards.find(game)
    assert board is not None
    return board


def random_game(spec: str, seed: int, limit: int = 400) -> list[State]:
    """Return the positions of one random game."""
    state, stream = fastcore.start(spec), Stream(seed, "walk")
    states = [state.copy()]
    while state.actor != OVER and len(states) < limit:
        state.play(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        states.append(state.copy())
    return states


def new_entry(state: State) -> Entry:
    board = board_of(state.info.id)
    return Entry(board.paths(state, [state.move_text(move) for move in state.moves()]))


# Every board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_board_items_have_drawings_and_spots(game: str) -> None:
    board = board_of(game)
    for state in random_game(game, 1)[::7]:
        ground = board.ground(state.fields)
        turn = state.events(state.move_text(state.moves()[0])) if state.moves() else []
        items: list[Item] = [*ground.cells, *board.pieces(state.fields)]
        marks = board.last_turn_marks(state.fields, turn)
        panels = board.panels(state.info, state.fields, turn)
        shapes = {item.shape for item in (*items, *marks)}
        shapes |= {shape for panel in panels for shape in panel.shapes}
        shapes |= {shape for panel in panels for line in panel.lines for shape in line.shapes if shape}
        shapes |= {board.seat_shape(state.info, seat) for seat in range(state.seats)}
        assert shapes <= set(board.shapes)
        for item in items:
            if item.where or item not in ground.cells:  # Background items have no spot.
                assert ground.spots[item.where].contains(item.x, item.y)
            assert item.size / 2 <= item.x <= ground.width - item.size / 2
            assert item.size / 2 - 1e-9 <= item.y <= ground.height - item.size / 2 + 1e-9
        for item in marks:
            assert item.where in ground.spots and ground.spot_at(item.x, item.y)
        assert panels and all(line.text or line.shapes for panel in panels for line in panel.lines)


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
@pytest.mark.parametrize("theme", THEMES)
def test_every_drawing_renders_in_both_themes(game: str, theme: str) -> None:
    for name, drawing in board_of(game).shapes.items():
        png = bytes(
            resvg_py.svg_to_bytes(svg_string=document(drawing, THEMES[theme]), width=24, skip_system_fonts=True)
        )
        assert png.startswith(b"\x89PNG"), name


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_hit_areas_contain_their_centre_and_do_not_overlap(game: str) -> None:
    ground = board_of(game).ground(fastcore.start(game).fields)
    assert [ground.spot_at(spot.x, spot.y) for spot in ground.spots.values()] == list(ground.spots)
    assert ground.spot_at(-1, -1) == "" and ground.spot_at(ground.width + 1, ground.height / 2) == ""
    chance = random.Random(4)
    for _ in range(2000):
        x, y = chance.uniform(0, ground.width), chance.uniform(0, ground.height)
        assert sum(spot.contains(x, y) for spot in ground.spots.values()) <= 1


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_arrow_keys_reach_every_spot(game: str) -> None:
    ground = board_of(game).ground(fastcore.start(game).fields)
    reached, frontier = set[str](), {next(iter(ground.spots))}
    while frontier:
        reached |= frontier
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        frontier = {ground.neighbour(name, dx, dy) for name in frontier for dx, dy in steps} - reached
    assert reached == set(ground.spots)
    for name, spot in ground.spots.items():
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            neighbour = ground.spots[ground.neighbour(name, dx, dy)]
            assert neighbour is spot or (neighbour.x - spot.x) * dx + (neighbour.y - spot.y) * dy > 0


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_clicks_reach_exactly_the_legal_moves(game: str) -> None:
    board = board_of(game)
    for state in random_game(game, 2, 200)[::11]:
        spots = set(board.ground(state.fields).spots)
        entry = new_entry(state)
        assert list(entry.paths) == [state.move_text(move) for move in state.moves()]
        checked = set[tuple[str, ...]]()
        for text, path in entry.paths.items():
            for n, spot in enumerate(path):
                if path[:n] not in checked:
                    checked.add(path[:n])
                    choices = {
                        choice.spot for choice in board.choices(state, path[:n], entry.next_spots) if not choice.why
                    }
                    assert choices <= entry.next_spots <= spots | choices
                step = entry.click(spot)
                if n < len(path) - 1:
                    assert step == Step() and board.next_prompt(state, path[: n + 1]).endswith(".")
            assert text == step.move or text in step.choices
            assert board.move_effect(state, text).endswith(".")
            assert all(item.shape in board.shapes for item in board.effect_marks(state, text))
        for spot in spots - entry.next_spots:
            assert entry.click(spot).refused
            assert re.fullmatch(r"[A-Za-z0-9].*\.", board.refusal(state, (), spot))
        marks = board.open_marks(state, (), sorted(entry.next_spots))
        assert sorted(mark.where for mark in marks) == sorted(entry.next_spots & spots)


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_choices_have_labels_and_unique_keys(game: str) -> None:
    board = board_of(game)
    for state in random_game(game, 5, 200)[::7]:
        entry = new_entry(state)
        prefixes = {path[:n] for path in entry.paths.values() for n in range(len(path))}
        for chosen in prefixes:
            entry.chosen = chosen
            choices = board.choices(state, chosen, entry.next_spots)
            keys = [choice.key for choice in choices if choice.key]
            assert len(keys) == len(set(keys)) and all(re.fullmatch("[a-z0-9]", key) for key in keys)
            assert all(choice.label for choice in choices) and len({choice.spot for choice in choices}) == len(choices)
            assert all((choice.spot in entry.next_spots) != bool(choice.why) for choice in choices)


@pytest.mark.parametrize("game", GAMES_WITH_BOARD)
def test_messages_are_sentences(game: str) -> None:
    for state in random_game(game, 3):
        assert re.fullmatch(r"[A-Z].*\.", boards.prompt(state))
        moves = state.moves() or [move for move, _ in state.chances()]
        for move in moves[:3]:
            for event in state.events(move):
                assert re.fullmatch(r"([A-Z].*\.)?", boards.describe_event(state.info, event))


# Entering moves ------------------------------------------------------------------------------------------------------


def test_pawn_then_tile_enters_move() -> None:
    entry = Entry({"a1-a2": ("a1", "a2"), "a1-b1": ("a1", "b1"), "c1-c2": ("c1", "c2")})
    assert entry.next_spots == {"a1", "c1"}
    assert entry.click("b1").refused
    assert entry.click("a1") == ("", (), False) and entry.next_spots == {"a2", "b1"}
    assert entry.click("c1") == ("", (), False) and "".join(entry.chosen) == "c1", "another pawn is chosen instead"
    assert entry.click("c1") == ("", (), False) and not entry.chosen, "a second click takes the choice back"
    entry.click("a1")
    assert entry.click("c2").refused and "".join(entry.chosen) == "a1", "a refused click keeps what was chosen"
    assert entry.click("b1").move == "a1-b1" and not entry.chosen
    assert not entry.cancel()


def test_ambiguous_and_longer_moves_can_be_entered() -> None:
    entry = Entry({"stay": ("a1",), "go": ("a1", "a2"), "push": ("a1", "b1"), "pull": ("a1", "b1")})
    assert entry.completed_moves("a1") == (), "it may go on"
    entry.click("a1")
    assert entry.completed_moves("b1") == ("push", "pull")
    assert entry.click("b1").choices == ("push", "pull")
    entry.click("a1")
    assert entry.click("a1").move == "stay", "a second click on the last spot finishes"
    entry.click("a1")
    assert entry.cancel() and entry.next_spots == {"a1"}


# Games without a board -----------------------------------------------------------------------------------------------


def test_find_returns_boards_of_games_only() -> None:
    assert boards.find("herd") is boards.find("herd") is not None
    for name in ("", "nothing", "entry", "contract", "../herd", "os"):
        assert boards.find(name) is None


def test_game_without_board_has_generic_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "words", lambda game: plain.Words())
    state = fastcore.parse("herd(size=2) 2/3/2 r 1 2-2 x0+2")
    assert boards.prompt(state) == "Red: place (7 legal moves)."
    assert boards.prompt(fastcore.start("herd")) == "Chance decides (roll)."
    assert boards.prompt(fastcore.parse("herd(size=2) rr/rrr/bb . 7 - -")) == "The game is over: Red 5, Blue 2."
    assert boards.describe_event(state.info, state.events("a1")[0]) == "Red: place a1."
    roll = fastcore.start("herd").events("5-3")[0]
    assert boards.describe_event(state.info, roll) == "Chance: roll high 5 low 3."
    assert boards.describe_moves(state.info, 0, ("a1", "b1")) == "a1 b1"
    assert boards.text_board(state).splitlines()[:4] == ["rows  2", "      3", "      2", "side  r"]


# Herd -----------------------------------------------------------------------------------------------------------------

SURROUNDED = "herd(size=3) 3/bb2/b1br1/bb2/3 r 9 6-1 x0+6"
# the designer's example, followed by a stone on the freed cell
EXAMPLE = ["xe3", "xd4", "xc3", "e2", "c3", "d2", "e3", "d4", "d3"]
CAPTURE = "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"


def test_herd_explains_refused_clicks() -> None:
    board = board_of("herd")
    state = fastcore.parse(SURROUNDED)
    assert board.refusal(state, (), "c2") == "c2 is closed: all its neighbours are blue."
    assert board.refusal(state, (), "c1") == "c1 is occupied: choose an empty cell."
    state = fastcore.parse("herd(size=3) 3/4/2br1/4/3 r 9 6-1 x1+6")
    assert board.refusal(state, (), "a1") == "a1 is empty: choose a blue stone to remove."
    assert board.refusal(state, (), "c4") == "c4 has Red's own stone: choose a blue stone to remove."
    assert board.refusal(fastcore.start("herd"), (), "a1") == "Roll the dice first."
    assert board.refusal(fastcore.parse("herd(size=2) rr/rrr/bb . 7 - -"), (), "a1") == "The game is over."


def test_herd_prompts_state_what_to_do() -> None:
    sentences = {
        "herd": "Red rolls the dice.",
        "herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x3+6": "Red: remove all 3 blue stones.",
        "herd(size=3) 3/bbbb/3r1/4/3 r 9 6-3 x3+6": "Red: remove 3 blue stones.",
        "herd(size=3) 3/bbbb/3r1/4/3 r 9 6-3 x2+6": "Red: remove 2 more blue stones.",
        "herd(size=3) 3/b3/3r1/4/3 r 9 6-1 x1+6": "Red: remove the last blue stone.",
        "herd(size=3) 3/b3/3r1/4/3 b 10 6-1 x0+6": "Blue: place 6 stones.",
        "herd(size=3) 3/b3/3r1/4/3 b 10 6-1 x0+1": "Blue: place 1 more stone.",
        "herd(size=3) 3/4/5/4/3 r 1 6-2 x0+2": "Red: place 2 stones.",
        "herd(size=2) rr/rrr/bb . 7 - -": "The game is over: Red wins 5–2.",
        "herd(size=2) 2/3/2 . 2000 - -": "The game is over: a draw, 0 stones each.",
    }
    for situation, sentence in sentences.items():
        state = fastcore.parse(situation) if " " in situation else fastcore.start(situation)
        assert boards.prompt(state) == sentence


def test_herd_describes_events_of_a_turn() -> None:
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    sentences = []
    for move in EXAMPLE:
        sentences += [boards.describe_event(state.info, event) for event in state.events(move)]
        state.play(move)
    assert sentences[:4] == ["Red removes e3.", "Red removes d4.", "Red removes c3.", "Red places e2."]
    assert sentences[7:10] == ["Red places d4.", "Red captures d3.", "Red places d3."]
    assert boards.describe_event(state.info, state.events("6-2")[0]) == "Blue rolls 6–2."


def test_herd_previews_a_click() -> None:
    board, state = board_of("herd"), fastcore.parse(CAPTURE)
    assert board.move_effect(state, "b2") == "b2: place here and capture c3."
    assert [(item.shape, item.where) for item in board.effect_marks(state, "b2")] == [
        ("ghost-r", "b2"),
        ("capture", "c3"),
    ]
    assert board.move_effect(state, "a1") == "a1: place here."
    removing = fastcore.parse("herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x3+6")
    assert board.move_effect(removing, "xd1") == "d1: remove this blue stone."
    assert [(item.shape, item.where) for item in board.effect_marks(removing, "xd1")] == [("remove", "d1")]


def test_herd_counts_remaining_stones_during_turn() -> None:
    board = board_of("herd")
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    turn: list[fastcore.Event] = []

    def tally() -> tuple[str, ...]:
        return board.panels(state.info, state.fields, turn)[0].lines[1].shapes

    for move in EXAMPLE[:-1]:
        blue, red = tally().count("owed-b"), tally().count("owed-r")
        assert state.fields["left"] == f"x{blue}+{red}"
        assert tally().count("tally-b") + tally().count("owed-b") == 3
        assert tally().count("tally-r") + tally().count("owed-r") == 5
        turn += state.events(move)
        state.play(move)
    panel = board.panels(state.info, state.fields, turn)[0]
    assert panel.shapes == ("die-5", "die-3")
    assert panel.lines[0].text == "Remove 3 blue, then place 5."
    assert panel.lines[2].text == "1 extra for a capture"
    assert tally() == (*["tally-b"] * 3, "", *["tally-r"] * 5, "owed-r"), "filled is done, open is still owed"


def test_only_shortened_turns_get_a_remark() -> None:
    state = fastcore.parse("herd(size=2) bb/bb1/bb r 3 6-1 x1+6")
    (remark,) = filter(None, (boards.remark(state.info, event) for event in state.events("xa1")))
    assert remark == "Red has no open cell: the turn ends with 6 stones left."
    state = fastcore.parse(CAPTURE)
    assert not any(
        boards.remark(state.info, event) for text in map(state.move_text, state.moves()) for event in state.events(text)
    )


def test_herd_marks_last_turn() -> None:
    board = board_of("herd")
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    turn: list[fastcore.Event] = []
    for move in EXAMPLE:
        turn += state.events(move)
        state.play(move)
    marks = {item.where: item.shape for item in board.last_turn_marks(state.fields, turn)}
    assert marks == dict.fromkeys(("e2", "e3", "c3", "d2", "d3", "d4"), "last")
    marks = {item.where: item.shape for item in board.last_turn_marks(fastcore.parse(CAPTURE).fields, [])}
    assert marks == {}
    removed = fastcore.parse("herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x3+6")
    events = removed.events("xd1")
    assert [item.shape for item in board.last_turn_marks(removed.after("xd1").fields, events)] == ["gone"]


def test_herd_text_board_shows_position() -> None:
    text = boards.text_board(fastcore.parse(CAPTURE))
    assert text == (
        "  e  . . .\n d  . r r .\nc  . r b r .\n b  . . r .\n  a  . . .\n\n"
        "turn 9 · Red 5, Blue 1 · dice 6-1 · 0 to remove, 5 to place\nRed: place 5 more stones."
    )
    for point in (fastcore.start("herd"), fastcore.start("herd").viewpoint(1)):
        assert boards.text_board(point).endswith("Red rolls the dice.")


def test_herd_describes_moves() -> None:
    info = fastcore.info("herd")
    assert boards.describe_moves(info, 0, ("xd4", "xe5", "a1")) == "remove d4 and e5, then place a1"
    assert boards.describe_moves(info, 1, ("a1", "b1", "c1")) == "place a1, b1 and c1"


def test_neighbouring_cells_are_one_unit_apart() -> None:
    board = hexagon(4)
    spots = board_of("herd").ground(fastcore.start("herd(size=4)").fields).spots
    for cell, neighbours in enumerate(board.neighbours):
        adjacent = {
            name
            for name, spot in spots.items()
            if abs(math.dist((spot.x, spot.y), (spots[board.names[cell]].x, spots[board.names[cell]].y)) - 1) < 1e-9
        }
        assert adjacent == {board.names[neighbour] for neighbour in neighbours}


# Rules pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", fastcore.games())
def test_rules_pages_name_designer_and_have_valid_positions(game: str) -> None:
    page = boards.rules_page(game)
    assert fastcore.info(game).designer in page and "ruling" in page.lower()
    for situation in re.findall(r"```position\n(.*)\n", page):
        assert fastcore.problems(situation) == []


def test_herd_diagrams_match_their_captions() -> None:
    surrounded, capture = re.findall(r"```position\n(.*)\n", boards.rules_page("herd"))
    assert (
        board_of("herd").refusal(fastcore.parse(surrounded), (), "c2") == "c2 is closed: all its neighbours are blue."
    )
    assert [event.where for event in fastcore.parse(capture).events("b2") if event.kind == "capture"] == [("c3",)]
    assert boards.rules_page("nothing") == ""
