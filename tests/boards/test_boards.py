"""Boards are data: what lies where, what a click means, and what is said. All of it without a display."""

from __future__ import annotations

import math
import random
import re

import pytest
import resvg_py

import fastcore
from fastcore import CHANCE, OVER, State, Stream
from fastcore.hexagon import hexagon
from workbench import boards
from workbench.boards.kit import plain
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Item
from workbench.boards.kit.entry import Entry, Step
from workbench.boards.kit.palette import THEMES
from workbench.boards.kit.shapes import document

DRAWN = [game for game in fastcore.games() if boards.find(game) is not None]


def board_of(game: str) -> Board:
    board = boards.find(game)
    assert board is not None
    return board


def walk(spec: str, seed: int, most: int = 400) -> list[State]:
    """The positions of one random game."""
    state, stream = fastcore.start(spec), Stream(seed, "walk")
    states = [state.copy()]
    while state.actor != OVER and len(states) < most:
        state.play(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
        states.append(state.copy())
    return states


def entry_of(state: State) -> Entry:
    board = board_of(state.info.id)
    return Entry(board.paths(state, [state.move_text(move) for move in state.moves()]))


# Every board --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", DRAWN)
def test_what_a_board_shows_is_drawn_and_on_a_spot(game: str) -> None:
    board = board_of(game)
    for state in walk(game, 1)[::7]:
        ground = board.ground(state.fields)
        turn = state.events(state.move_text(state.moves()[0])) if state.moves() else []
        items: list[Item] = [*ground.cells, *board.pieces(state.fields)]
        marks = board.last(state.fields, turn)
        panels = board.panels(state.info, state.fields, turn)
        shapes = {item.shape for item in (*items, *marks)}
        shapes |= {shape for panel in panels for shape in panel.shapes}
        shapes |= {shape for panel in panels for line in panel.lines for shape in line.shapes if shape}
        shapes |= {board.seat_shape(state.info, seat) for seat in range(state.seats)}
        assert shapes <= set(board.shapes)
        for item in items:
            if item.where or item not in ground.cells:  # what lies under everything stands on no spot
                assert ground.spots[item.where].holds(item.x, item.y)
            assert item.size / 2 <= item.x <= ground.width - item.size / 2
            assert item.size / 2 - 1e-9 <= item.y <= ground.height - item.size / 2 + 1e-9
        for item in marks:
            assert item.where in ground.spots and ground.at(item.x, item.y)
        assert panels and all(line.text or line.shapes for panel in panels for line in panel.lines)


@pytest.mark.parametrize("game", DRAWN)
@pytest.mark.parametrize("theme", THEMES)
def test_every_drawing_renders_in_both_themes(game: str, theme: str) -> None:
    for name, drawing in board_of(game).shapes.items():
        png = bytes(
            resvg_py.svg_to_bytes(svg_string=document(drawing, THEMES[theme]), width=24, skip_system_fonts=True)
        )
        assert png.startswith(b"\x89PNG"), name


@pytest.mark.parametrize("game", DRAWN)
def test_hit_areas_hold_their_middle_and_do_not_overlap(game: str) -> None:
    ground = board_of(game).ground(fastcore.start(game).fields)
    assert [ground.at(spot.x, spot.y) for spot in ground.spots.values()] == list(ground.spots)
    assert ground.at(-1, -1) == "" and ground.at(ground.width + 1, ground.height / 2) == ""
    chance = random.Random(4)
    for _ in range(2000):
        x, y = chance.uniform(0, ground.width), chance.uniform(0, ground.height)
        assert sum(spot.holds(x, y) for spot in ground.spots.values()) <= 1


@pytest.mark.parametrize("game", DRAWN)
def test_arrow_keys_reach_every_spot(game: str) -> None:
    ground = board_of(game).ground(fastcore.start(game).fields)
    reached, edge = set[str](), {next(iter(ground.spots))}
    while edge:
        reached |= edge
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        edge = {ground.beside(name, dx, dy) for name in edge for dx, dy in steps} - reached
    assert reached == set(ground.spots)
    for name, spot in ground.spots.items():
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = ground.spots[ground.beside(name, dx, dy)]
            assert other is spot or (other.x - spot.x) * dx + (other.y - spot.y) * dy > 0


@pytest.mark.parametrize("game", DRAWN)
def test_every_legal_move_is_clicked_and_nothing_else(game: str) -> None:
    """Spots of the ground and choices beside it lead to every legal move, and to nothing else."""
    board = board_of(game)
    for state in walk(game, 2, 200)[::11]:
        spots = set(board.ground(state.fields).spots)
        entry = entry_of(state)
        assert list(entry.paths) == [state.move_text(move) for move in state.moves()]
        judged = set[tuple[str, ...]]()
        for text, path in entry.paths.items():
            for n, spot in enumerate(path):
                if path[:n] not in judged:
                    judged.add(path[:n])
                    choices = {choice.spot for choice in board.choices(state, path[:n], entry.open) if not choice.why}
                    assert choices <= entry.open <= spots | choices
                step = entry.click(spot)
                if n < len(path) - 1:
                    assert step == Step() and board.lead(state, path[: n + 1]).endswith(".")
            assert text == step.move or text in step.choices
            assert board.promise(state, text).endswith(".")
            assert all(item.shape in board.shapes for item in board.foresee(state, text))
        for spot in spots - entry.open:
            assert entry.click(spot).refused
            assert re.fullmatch(r"[A-Za-z0-9].*\.", board.refusal(state, (), spot))
        marks = board.open(state, (), sorted(entry.open))
        assert sorted(mark.where for mark in marks) == sorted(entry.open & spots)


@pytest.mark.parametrize("game", DRAWN)
def test_choices_have_words_and_a_key_of_their_own(game: str) -> None:
    board = board_of(game)
    for state in walk(game, 5, 200)[::7]:
        entry = entry_of(state)
        begun = {path[:n] for path in entry.paths.values() for n in range(len(path))}
        for chosen in begun:
            entry.chosen = chosen
            choices = board.choices(state, chosen, entry.open)
            keys = [choice.key for choice in choices if choice.key]
            assert len(keys) == len(set(keys)) and all(re.fullmatch("[a-z0-9]", key) for key in keys)
            assert all(choice.label for choice in choices) and len({choice.spot for choice in choices}) == len(choices)
            assert all((choice.spot in entry.open) != bool(choice.why) for choice in choices)


@pytest.mark.parametrize("game", DRAWN)
def test_words_are_sentences(game: str) -> None:
    for state in walk(game, 3):
        assert re.fullmatch(r"[A-Z].*\.", boards.expects(state))
        moves = state.moves() or [move for move, _ in state.chances()]
        for move in moves[:3]:
            for event in state.events(move):
                assert re.fullmatch(r"([A-Z].*\.)?", boards.tell(state.info, event))


# Entering moves ------------------------------------------------------------------------------------------------------


def test_a_pawn_and_then_a_tile() -> None:
    entry = Entry({"a1-a2": ("a1", "a2"), "a1-b1": ("a1", "b1"), "c1-c2": ("c1", "c2")})
    assert entry.open == {"a1", "c1"}
    assert entry.click("b1").refused
    assert entry.click("a1") == ("", (), False) and entry.open == {"a2", "b1"}
    assert entry.click("c1") == ("", (), False) and "".join(entry.chosen) == "c1", "another pawn is chosen instead"
    assert entry.click("c1") == ("", (), False) and not entry.chosen, "a second click takes the choice back"
    entry.click("a1")
    assert entry.click("c2").refused and "".join(entry.chosen) == "a1", "a refused click keeps what was chosen"
    assert entry.click("b1").move == "a1-b1" and not entry.chosen
    assert not entry.cancel()


def test_choices_and_moves_that_go_on() -> None:
    entry = Entry({"stay": ("a1",), "go": ("a1", "a2"), "push": ("a1", "b1"), "pull": ("a1", "b1")})
    assert entry.after("a1") == (), "it may go on"
    entry.click("a1")
    assert entry.after("b1") == ("push", "pull")
    assert entry.click("b1").choices == ("push", "pull")
    entry.click("a1")
    assert entry.click("a1").move == "stay", "a second click on the last spot finishes"
    entry.click("a1")
    assert entry.cancel() and entry.open == {"a1"}


# Games without a board -----------------------------------------------------------------------------------------------


def test_which_files_are_boards() -> None:
    assert boards.find("herd") is boards.find("herd") is not None
    for name in ("", "nothing", "entry", "contract", "../herd", "os"):
        assert boards.find(name) is None


def test_a_game_without_a_board_is_told_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "words", lambda game: plain.Words())
    state = fastcore.parse("herd(size=2) 2/3/2 r 1 2-2 x0+2")
    assert boards.expects(state) == "Red must choose: place (7 moves)."
    assert boards.expects(fastcore.start("herd")) == "Chance decides (roll)."
    assert boards.expects(fastcore.parse("herd(size=2) rr/rrr/bb . 7 - -")) == "The game is over: Red 5, Blue 2."
    assert boards.tell(state.info, state.events("a1")[0]) == "Red: place a1."
    roll = fastcore.start("herd").events("5-3")[0]
    assert boards.tell(state.info, roll) == "Chance: roll high 5 low 3."
    assert boards.say(state.info, 0, ("a1", "b1")) == "a1 b1"
    assert boards.text_board(state).splitlines()[0] == "rows  2/3/2"


# Herd -----------------------------------------------------------------------------------------------------------------

SHUT = "herd(size=3) 3/bb2/b1br1/bb2/3 r 9 6-1 x0+6"
EXAMPLE = ["xe3", "xd4", "xc3", "e2", "c3", "d2", "e3", "d4", "d3"]  # the designer's, and a stone on the cell set free
CAPTURE = "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+5"


def test_herd_says_why_a_click_is_refused() -> None:
    board = board_of("herd")
    state = fastcore.parse(SHUT)
    assert board.refusal(state, (), "c2") == "c2: all its neighbours are blue."
    assert board.refusal(state, (), "c1") == "c1 is taken: choose an empty cell."
    state = fastcore.parse("herd(size=3) 3/4/2br1/4/3 r 9 6-1 x1+6")
    assert board.refusal(state, (), "a1") == "a1 is empty: choose a blue stone to remove."
    assert board.refusal(state, (), "c4") == "c4 holds Red's own stone: choose a blue stone to remove."
    assert board.refusal(fastcore.start("herd"), (), "a1") == "The dice are rolled first."
    assert board.refusal(fastcore.parse("herd(size=2) rr/rrr/bb . 7 - -"), (), "a1") == "The game is over."


def test_herd_says_what_is_expected() -> None:
    said = {
        "herd": "Red rolls the dice.",
        "herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x3+6": "Red must remove the last 3 blue stones.",
        "herd(size=3) 3/bbbb/3r1/4/3 r 9 6-3 x3+6": "Red must remove 3 blue stones.",
        "herd(size=3) 3/bbbb/3r1/4/3 r 9 6-3 x2+6": "Red must remove 2 more blue stones.",
        "herd(size=3) 3/b3/3r1/4/3 r 9 6-1 x1+6": "Red must remove the last blue stone.",
        "herd(size=3) 3/b3/3r1/4/3 b 10 6-1 x0+6": "Blue must place 6 stones.",
        "herd(size=3) 3/b3/3r1/4/3 b 10 6-1 x0+1": "Blue must place 1 more stone.",
        "herd(size=3) 3/4/5/4/3 r 1 6-2 x0+2": "Red must place 2 stones.",
        "herd(size=2) rr/rrr/bb . 7 - -": "The game is over: Red wins with 5 stones to 2.",
        "herd(size=2) 2/3/2 . 2000 - -": "The game is over: a draw, 0 stones each.",
    }
    for situation, sentence in said.items():
        state = fastcore.parse(situation) if " " in situation else fastcore.start(situation)
        assert boards.expects(state) == sentence


def test_herd_tells_a_turn_in_words() -> None:
    """The designer's example."""
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    told = []
    for move in EXAMPLE:
        told += [boards.tell(state.info, event) for event in state.events(move)]
        state.play(move)
    assert told[:4] == ["Red removes e3.", "Red removes d4.", "Red removes c3.", "Red places e2."]
    assert told[7:10] == ["Red places d4.", "Red captures d3.", "Red places d3."]
    assert boards.tell(state.info, state.events("6-2")[0]) == "Blue rolls 6-2."


def test_herd_shows_what_a_click_would_do() -> None:
    board, state = board_of("herd"), fastcore.parse(CAPTURE)
    assert board.promise(state, "b2") == "b2: place here and capture c3."
    assert [(item.shape, item.where) for item in board.foresee(state, "b2")] == [("ghost-r", "b2"), ("taken", "c3")]
    assert board.promise(state, "a1") == "a1: place here."
    removing = fastcore.parse("herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x3+6")
    assert board.promise(removing, "xd1") == "d1: remove this blue stone."
    assert [(item.shape, item.where) for item in board.foresee(removing, "xd1")] == [("taken", "d1")]


def test_herd_counts_what_is_owed_through_a_turn() -> None:
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
    assert panel.lines[0].text == "Remove 3 blue stones, then place 5."
    assert panel.lines[2].text == "1 captured, so 1 more to place."
    assert tally() == (*["tally-b"] * 3, "", *["tally-r"] * 5, "owed-r"), "filled is done, open is still owed"


def test_what_the_board_does_not_show_is_remarked() -> None:
    """A turn that is cut short, and one that is skipped."""
    state = fastcore.parse("herd(size=2) bb/bb1/bb r 3 6-1 x1+6")
    (told,) = filter(None, (boards.remark(state.info, event) for event in state.events("xa1")))
    assert told == "No cell is open to Red: the turn ends with 6 stones not placed."
    state = fastcore.parse(CAPTURE)
    assert not any(
        boards.remark(state.info, event) for text in map(state.move_text, state.moves()) for event in state.events(text)
    )


def test_herd_marks_the_last_turn() -> None:
    board = board_of("herd")
    state = fastcore.parse("herd(size=4) 4/5/2bb2/2bb3/1rbb2/5/4 r 3 5-3 x3+5")
    turn: list[fastcore.Event] = []
    for move in EXAMPLE:
        turn += state.events(move)
        state.play(move)
    marks = {item.where: item.shape for item in board.last(state.fields, turn)}
    assert marks == dict.fromkeys(("e2", "e3", "c3", "d2", "d3", "d4"), "last")
    marks = {item.where: item.shape for item in board.last(fastcore.parse(CAPTURE).fields, [])}
    assert marks == {}
    removed = fastcore.parse("herd(size=3) 3/bbb1/3r1/4/3 r 9 6-3 x3+6")
    events = removed.events("xd1")
    assert [item.shape for item in board.last(removed.after("xd1").fields, events)] == ["gone"]


def test_herd_as_text() -> None:
    text = boards.text_board(fastcore.parse(CAPTURE))
    assert text == (
        "  e  . . .\n d  . r r .\nc  . r b r .\n b  . . r .\n  a  . . .\n\n"
        "turn 9 · Red 5, Blue 1 · dice 6-1 · to remove 0, to place 5\nRed must place 5 more stones."
    )
    for point in (fastcore.start("herd"), fastcore.start("herd").viewpoint(1)):
        assert boards.text_board(point).endswith("Red rolls the dice.")


def test_herd_says_moves_in_words() -> None:
    info = fastcore.info("herd")
    assert boards.say(info, 0, ("xd4", "xe5", "a1")) == "remove d4 and e5, then place a1"
    assert boards.say(info, 1, ("a1", "b1", "c1")) == "place a1, b1 and c1"


def test_neighbouring_cells_are_one_unit_apart() -> None:
    board = hexagon(4)
    spots = board_of("herd").ground(fastcore.start("herd(size=4)").fields).spots
    for cell, others in enumerate(board.neighbours):
        near = {
            name
            for name, spot in spots.items()
            if abs(math.dist((spot.x, spot.y), (spots[board.names[cell]].x, spots[board.names[cell]].y)) - 1) < 1e-9
        }
        assert near == {board.names[other] for other in others}


# Rules pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", fastcore.games())
def test_rules_pages_name_the_designer_and_show_true_positions(game: str) -> None:
    page = boards.rules_page(game)
    assert fastcore.info(game).designer in page and "ruling" in page.lower()
    for situation in re.findall(r"```position\n(.*)\n", page):
        assert fastcore.problems(situation) == []


def test_the_diagrams_of_herd_are_what_their_captions_say() -> None:
    shut, capture = re.findall(r"```position\n(.*)\n", boards.rules_page("herd"))
    assert board_of("herd").refusal(fastcore.parse(shut), (), "c2") == "c2: all its neighbours are blue."
    assert [event.where for event in fastcore.parse(capture).events("b2") if event.kind == "capture"] == [("c3",)]
    assert boards.rules_page("nothing") == ""
