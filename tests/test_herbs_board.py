"""The arena as data: what lies where, clicks and choices, what is expected of a plan, bids, marks and words. No display needed."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import fastcore
from fastcore import OVER, Event, State, Stream
from tests.conftest import deep
from tests.herbs_boards import HERBS, SQUARES, crowded, spec_of, table, write
from workbench import boards
from workbench.boards import herbs_quiet
from workbench.boards.contract import HAND, Board, Choice, Item, Point, Row, Sheet
from workbench.boards.entry import Entry
from workbench.boards.herbs_arena import PITS, ahead, herbs, plan, where
from workbench.boards.herbs_entry import few_bids
from workbench.boards.palette import THEMES
from workbench.draft import Draft
from workbench.looking import Looking
from workbench.session import PERSON, Session

ROW = "herbs 11/11/11/11/11/11/3w1ww4/4w6/11/11/11 E3^,A3>,A11v,B3v 150,150 12w8b,12w8b 0,0 2 3 0 write:1:|"


@pytest.fixture
def board() -> Board:
    found = boards.find("herbs")
    assert found is not None
    return found


def texts(point: Point) -> list[str]:
    return [point.move_text(move) for move in point.moves()]


def entry_of(board: Board, point: Point) -> Entry:
    return Entry(board.paths(point, texts(point)))


def marks(items: tuple[Item, ...]) -> list[tuple[str, str]]:
    return [(item.shape, item.where) for item in items]


def at(items: tuple[Item, ...], shape: str) -> list[str]:
    return sorted(item.where for item in items if item.shape == shape)


def offered(board: Board, point: Point, *chosen: str) -> dict[str, Choice]:
    """The choices after these clicks, by their labels."""
    entry = entry_of(board, point)
    for spot in chosen:
        assert not entry.click(spot).refused, spot
    return {choice.label: choice for choice in board.choices(point, entry.chosen, entry.open)}


def crowds(seed: int, count: int, actions: int = 3) -> list[State]:
    """Crowded positions, some with a part of a plan written, of either seat."""
    stream, found = Stream(seed, "crowds"), list[State]()
    while len(found) < count:
        state = fastcore.parse(f"{spec_of(actions)} {crowded(stream)}")
        for _ in range(stream.below(2 * actions)):
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[4-8]|F|M[1-3]|T.)", text)]
            state.play(stream.choice(lively or texts(state)))
        if state.actor != OVER:
            found.append(state)
    return found


# What lies where ------------------------------------------------------------------------------------------------------


def test_the_arena_at_the_start(board: Board) -> None:
    state = fastcore.start("herbs")
    ground, pieces = board.ground(state.fields), board.pieces(state.fields)
    assert set(ground.spots) == set(SQUARES) and {cell.where for cell in ground.cells if cell.shape == "pit"} == set(PITS)
    assert {label.text for label in ground.labels} == {*"ABCDEFGHIJK", *map(str, range(1, 12))}
    assert ground.spots["A1"].x < ground.spots["B1"].x and ground.spots["A1"].y > ground.spots["A2"].y
    assert Counter(item.shape.split(":")[0].split("-")[0] for item in pieces) == {"stone": 16, "herb": 4, "number": 4}
    assert at(pieces, "herb-r:^") == ["A1", "K1"] and at(pieces, "herb-b:v") == ["A11", "K11"]
    assert [at(pieces, f"number-{n}") for n in range(4)] == [["A1"], ["K1"], ["A11"], ["K11"]]
    for square, shown in (("A1", "Herb 0"), ("D9", "a white stone"), ("C8", "a black stone"), ("C3", "a pit"), ("E5", "empty")):
        assert board.standing_on(state.fields, square) == shown


def test_shape_tells_whose_and_which(board: Board) -> None:
    """Nobody has to see colours: a ring, a small square, a number, and the way a Herb points."""
    shapes = board.shapes
    for facing in "^>v<":
        assert "<circle" in shapes[f"herb-b:{facing}"] and "<circle" not in shapes[f"herb-r:{facing}"]
    assert len({shapes[f"herb-r:{facing}"] for facing in "^>v<"}) == len({shapes[f"number-{n}"] for n in range(4)}) == 4
    assert "<rect" in shapes["stone-b"] and "<rect" not in shapes["stone-w"]


def test_every_position_of_crowded_games_is_drawn(board: Board) -> None:
    for state in crowds(1, deep(20, 300)):
        items = board.pieces(state.fields)
        there = Counter(item.where for item in items if not item.shape.startswith("number"))
        assert max(there.values()) == 1 and not set(there) & set(PITS)
        assert sum(item.shape.startswith("number") for item in items) == len(herbs(state.fields))


def test_the_card_says_where_in_the_round_this_is_and_the_players_what_they_have(board: Board) -> None:
    info = fastcore.info("herbs")

    def lines(state: Point) -> list[str]:
        panel = [line.text for line in board.panels(info, state.fields, ())[0].lines]
        return [*panel, *(board.belongings(info, state.fields, seat) for seat in (0, 1))]

    state = fastcore.start("herbs(actions=1)")
    assert lines(state) == ["Round 1 · Second holds the tie token", *["200 AP · 12 white, 8 black"] * 2]
    state = write(state, "0M2 WhA5", "")
    assert lines(state)[1:] == ["197 AP · 12 white, 8 black · locked", "200 AP · 12 white, 8 black"]
    assert lines(state.viewpoint(1))[1] == "200 AP · 12 white, 8 black · locked", "what it costs is covered"
    shot = write(fastcore.parse(f"{spec_of(1)} {table(herbs=('A5>', 'K1^', 'C5v', 'K11v'))}"), "0F", "2M2")
    assert lines(shot)[0] == "Round 1: action 1 · Second holds the tie token"
    steps = state.after("2M1").events("WhA6")
    stage = next(board.panels(info, event.fields, ())[0].lines[0].text for event in steps if event.kind == "stones")
    assert stage == "Round 1: the stones · Second holds the tie token", "a stone is no action"


# Clicks and choices -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actions", [1, 3])
def test_every_move_has_one_way_in_crowded_positions(board: Board, actions: int) -> None:
    for state in crowds(2, deep(15, 250), actions):
        for point in (state, state.viewpoint(state.actor)):
            entry = entry_of(board, point)
            assert sorted(entry.paths) == sorted(texts(point)) and len(set(entry.paths.values())) == len(entry.paths)
            for chosen in {path[:n] for path in entry.paths.values() for n in range(len(path))}:
                entry.chosen = chosen
                beside = {choice.spot for choice in board.choices(point, chosen, entry.open) if not choice.why}
                assert entry.open <= beside | set(SQUARES) and beside <= entry.open
                assert not any(path == chosen for path in entry.paths.values()), "no move ends where others go on"


def test_a_herb_then_a_square_ahead_or_behind(board: Board) -> None:
    state = fastcore.parse(f"herbs {table(herbs=('E5>', *HERBS[1:]), white='H5')}")
    paths = entry_of(board, state).paths
    assert paths["0M1"] == ("E5", "F5") and paths["0M6"] == ("E5", "K5") and paths["0BU3"] == ("E5", "B5")
    assert paths["1M1"] == ("K1", "K2") and paths["1BU1"] == ("K1", "back", "up:1"), "there is a wall behind it"
    shown = board.open(state, ("E5",), [path[1] for path in paths.values() if path[0] == "E5"])
    assert at(shown, "reach") == sorted(["F5", "G5", "D5", "C5", "B5"]) and at(shown, "chosen") == ["E5"]
    assert at(shown, "beyond") == ["H5", "I5", "J5", "K5"], "a stone stops it on H5"


def test_the_herb_stands_where_it_will_be_by_then(board: Board) -> None:
    state = write(fastcore.start("herbs"), "0M2 0TR", "")
    paths = entry_of(board, state).paths
    assert paths["0M1"] == ("A3", "B3") and paths["0BU1"] == ("A3", "back", "up:1")
    said = board.refusal(state, (), "A1")
    assert said == "A1: Herb 0 will be on A3 by then: choose it there."
    assert marks(board.open(state, (), ["A3", "K1"])) == [("open-herb", "A3"), ("open-herb", "K1")]
    assert at(board.open(state, ("A3",), ["B3", "C3", "D3"]), "deadly") == ["C3"]


def test_a_push_is_priced_by_the_board_of_then(board: Board) -> None:
    state = fastcore.parse(f"herbs {table(herbs=('E5^', *HERBS[1:]), white='E6', black='E7')}")
    paths = entry_of(board, state).paths
    assert paths["0P1/3"] == ("E5", "E6", "push:1", "ap:3") and paths["0P1/1"] == ("E5", "E6", "push:1", "more", "ap:1")
    assert list(offered(board, state, "E5", "E6")) == ["1 square · 3 AP", "2 squares · 6 AP", "3 squares · 9 AP"]
    prices = offered(board, state, "E5", "E6", "push:2")
    assert list(prices) == ["6 AP (today)", "7 AP", "8 AP", "9 AP", "other prices…"]
    assert [choice.key for choice in prices.values()] == ["6", "7", "8", "9", "m"]
    assert [choice.proposed for choice in prices.values()] == [True, False, False, False, False]
    assert len(offered(board, state, "E5", "E6", "push:2", "more")) == 15 - 4
    bleached = state.after("0WB").after("0BW")
    assert "1 square · 3 AP" in offered(board, bleached, "E5", "E6"), "blackened and bleached again"
    assert "1 square · 4 AP" in offered(board, state.after("0WB"), "E5", "E6"), "two black stones by then"
    assert at(board.open(state, ("E5", "E6"), ["push:1"]), "front") == ["E6", "E7"], "the whole line"
    assert board.lead(state, ("E5", "E6")) == "Herb 0: choose how many squares to push; one costs 3 AP as things are."
    start = fastcore.start("herbs")
    assert entry_of(board, start).paths["0P1/1"][1] == "push" and "nothing stands in front" in board.lead(start, ("A1", "push"))
    assert list(offered(board, start, "A1", "push")) == [f"{far} · moves nothing" for far in ("1 square", "2 squares", "3 squares")]
    assert list(offered(board, start, "A1", "push", "push:2"))[:2] == ["2 AP (the least)", "3 AP"]
    said = "Herb 0 pushes 2 squares: choose what to pay; nothing stands in front as things are; 2 AP is the least (Enter)."
    assert board.lead(start, ("A1", "push", "push:2")) == said
    assert board.lead(start, ("A1", "back")) == "Herb 0: choose how many squares to back up."


IDLE = (  # own AP, white and black stones from E5 on, how many squares, why a push of so many cannot be made as things are
    (2, "", "F5 G5", 1, "as things are that costs 4 AP, and 2 are left"),
    (1, "", "F5", 1, "as things are that costs 2 AP, and 1 is left"),
    (100, "F5 G5 H5 I5 J5 K5", "", 1, "as things are the line stands against the wall"),
    (100, "F5 G5 H5 I5 J5", "", 2, "as things are the line goes no farther than 1 square"),
    (100, "", "F5 G5 H5 I5 J5", 1, "as things are that costs more than 8 AP"),
    (100, "", "G9 H9", 3, "as things are nothing stands in front any more after 2 squares"),
)


@pytest.mark.parametrize(("ap", "white", "black", "squares", "why"), IDLE)
def test_a_push_that_cannot_be_made_is_greyed_and_can_be_written_all_the_same(
    board: Board, ap: int, white: str, black: str, squares: int, why: str
) -> None:
    own, front = ("F9", "G9") if "G9" in black else ("E5", "F5")
    state = fastcore.parse(f"herbs {table(herbs=(f'{own}>', *HERBS[1:]), white=white, black=black, ap=f'{ap},100')}")
    greyed = {choice.spot: choice for choice in offered(board, state, own, front).values() if choice.why}
    assert greyed[f"push:{squares}"].why == why
    short = re.search(r"(?:than|after) (\d) square", why)
    assert short is None or greyed[f"push:{squares}"].label == f"{squares} squares · stops after {short[1]}", "no price of fewer squares"
    assert board.lead(state, (own, front, "anyway", f"push:{squares}")).endswith(f"choose what to pay; {why}.")
    if squares == 1:
        assert board.known(state, front).told.startswith(f"Herb 0 cannot push it: {why}.")
        assert board.lead(state, (own, front)) == f"Herb 0: choose how many squares to push; {why}."
    prices = offered(board, state, own, front, "anyway", f"push:{squares}").values()
    assert prices and not any(choice.proposed for choice in prices), "nothing is proposed that would do nothing"
    entry = entry_of(board, state)
    for move, path in entry.paths.items():
        if move[:2] == "0P":
            for n, spot in enumerate(path[2:], 2):
                entry.chosen = path[:n]
                there = {choice.spot: choice.why for choice in board.choices(state, path[:n], entry.open)}
                assert there[spot] == "", f"{move}: {spot}"
    entry.cancel()


def test_the_price_is_what_the_rules_take(board: Board) -> None:
    """What is proposed is the least that moves anything, if nobody interferes."""
    count = 0
    for state in crowds(3, deep(25, 300)):
        point = state.viewpoint(state.actor)
        entry = entry_of(board, point)
        pushes = [text for text in texts(point) if re.fullmatch(r"\dP(1/8|2/16)", text) and entry.paths[text][1] in SQUARES]
        for text in pushes:
            squares = int(text[2])
            for label in offered(board, point, *entry.paths[text][:3]):
                if not label.endswith("(today)"):
                    continue
                price = int(label.split()[0])
                written = plan(point.fields, point.actor)
                slots = [
                    herbs_quiet.account(point, point.actor, (*written, f"{text[:3]}/{paid}"))[-1]
                    for paid in (price - 1, price)
                    if paid >= squares
                ]
                assert slots[-1].cost is not None and (len(slots) == 1 or slots[0].cost is None)
                count += 1
    assert count > 10


def test_fire_is_a_click_on_whom_it_hits(board: Board) -> None:
    state = fastcore.parse(f"herbs {table(herbs=('A5>', 'K1^', 'E5v', 'K11v'))}")
    assert entry_of(board, state).paths["0F"] == ("A5", "E5")
    assert offered(board, state, "A5")["Fire"] == Choice("E5", "Fire", "f")
    assert at(board.open(state, ("A5",), ["E5", "B5"]), "aim") == ["E5"]
    assert entry_of(board, state).paths["0M4"] == ("A5", "move", "go:4"), "it would not get there"
    assert offered(board, state, "K1")["Fire"] == Choice("F", "Fire", "f"), "fired with nobody in sight"
    near = fastcore.parse(f"herbs {table(herbs=('A5>', 'K1^', 'B5v', 'K11v'))}")
    assert entry_of(board, near).paths["0F"] == ("A5", "F") and entry_of(board, near).paths["0P1/2"][:2] == ("A5", "B5")


def test_what_cannot_be_paid_is_grey_and_says_why(board: Board) -> None:
    state = fastcore.parse(f"{spec_of(2)} {table(ap='1,5')}").after("0HT")
    choices = offered(board, state, "A1")
    assert {label for label, choice in choices.items() if choice.why} == {"Turn round", "Fire", "Blacken", "Push…"}
    assert all(re.fullmatch("[A-Z].*AP.*left.*", choice.why) for choice in choices.values() if choice.why)
    assert board.refusal(fastcore.start("herbs(ap=10)").after("0P1/8"), ("A1",), "A4") == "A4: that costs 3 AP, and 2 are left."


def test_a_herb_that_will_be_lost(board: Board) -> None:
    state = write(fastcore.parse(f"herbs {table(herbs=('E6>', *HERBS[1:]))}"), "0M1", "")
    paths = entry_of(board, state).paths
    assert {path[0] for text, path in paths.items() if text[0] == "0"} == {"herb:0"}
    assert paths["0M2"] == ("herb:0", "move", "go:2") and "Herb 0 (lost by then)" in offered(board, state)
    assert "lost by then" in board.promise(state, "0M2") and "lost by then" in board.refusal(state, (), "E6")
    assert ("taken", "F6") in marks(board.intends(state, ()))


def test_a_stone_is_a_square_and_its_colour(board: Board) -> None:
    start = fastcore.parse(f"{spec_of(1)} {table(piles='3w2b,0w0b', white='E5')}").after("0TL")
    assert entry_of(board, start).paths["WhH3"] == ("H3", "white") and list(offered(board, start, "H3")) == [
        "White · 1 AP",
        "Black · 2 AP",
    ]
    assert board.refusal(start, (), "C3") == "C3 is a pit: no stone is placed there."
    assert board.promise(start, "BlH3") == "H3: place a black stone here at the end of the round (2 AP)."
    assert "in the way" in board.promise(start, "WhE5") and "your own Herb 0" in board.promise(start, "WhB2")
    assert offered(board, start) == {}, "only squares lead on"
    assert marks(board.foresee(start, "BlH3")) == [("ghost-stone-b", "H3")]
    for square in ("E5", "B2"):  # the board crosses what the words say will fail
        assert ("idle", square) in marks(board.foresee(start, f"Wh{square}"))
        assert ("idle", square) in marks(board.intends(start, (f"Wh{square}",)))
    carried = board.carried(start, HAND)
    assert board.drag("WhH3") == (HAND, "H3") and carried is not None and carried.shape == "stone-w"
    white = fastcore.parse(f"{spec_of(1)} {table(piles='3w0b,0w0b')}").after("0TL")
    assert entry_of(board, white).paths["WhH3"] == ("H3",), "there is no choice"


def test_a_herb_is_dragged(board: Board) -> None:
    state = write(fastcore.start("herbs"), "0M2", "")
    carried = board.carried(state, "A3")
    assert (
        carried is not None and carried.shape == "carried-0^" and board.carried(state, "A1") is None is board.carried(state, "A11")
    )
    assert board.carried(state, HAND) is None


@pytest.mark.parametrize("ap", [1, 7, 9, 40, 131, 398])
def test_every_bid_is_a_button_or_typed(board: Board, ap: int) -> None:
    state = fastcore.parse(f"{spec_of(1)} {_shot(ap)}")
    paths = entry_of(board, state).paths
    assert len(paths) == ap + 1 and {paths[f"bid{bid}"] for bid in few_bids(ap)} == {(f"bid:{bid}",) for bid in few_bids(ap)}
    for bid in range(ap + 1):
        path = paths[f"bid{bid}"]
        assert path == (f"bid:{bid}",) or "".join(spot.split(":")[1] for spot in path[1:]) == str(bid).zfill(len(str(ap)))
    if ap == 131:
        assert list(offered(board, state)) == ["0", "1", "2", "3", "5", "8", "65 (half)", "131 (all)", "other…"]
        assert list(offered(board, state, "other", "hundreds:1", "tens:3")) == ["130"]
        assert list(offered(board, state, "other", "hundreds:1")) == ["100–109", "110–119", "120–129", "130"]


def _shot(ap: int = 200, points: str = "0,0") -> str:
    """Herb 0 fires at Herb 2, which walks into a pit if it is not hit first."""
    return table(herbs=("A5>", "K1^", "C5v", "K11v"), ap=f"{ap},198", points=points, phase="bid:1:1:0F|2M2:-")


# Refusals ---------------------------------------------------------------------------------------------------------------


def true(point: Point, chosen: tuple[str, ...], spot: str, said: str) -> bool:
    """Whether what is said of a refused click is so, counted here from squares alone."""
    now, then, seat = herbs(point.fields), herbs_quiet.expected(point).herbs, point.actor
    here = next((one for one in now.values() if one.square == spot), None)
    if "is a pit" in said:
        return spot in PITS
    if "by then: choose it there" in said:
        return here is not None and here.seat == seat and then[here.number].square in said and then[here.number].square != spot
    if "is not yours" in said:
        return here is not None and here.seat != seat
    if "first." in said and not chosen:
        return here is None and all(one.square != spot for one in then.values() if one.seat == seat)
    if "lost by then" in said:
        return any(number not in then for number in (2 * seat, 2 * seat + 1))
    one = next(one for one in then.values() if one.square == chosen[0])
    line = [ahead(one.square, one.facing, far) for far in range(-10, 11)]
    aside = [ahead(one.square, "^>v<"["^>v<".index(one.facing) - 1], far) for far in range(-10, 11)]
    if "lies to the side" in said:
        return spot in aside and spot not in line
    if "goes straight" in said:
        return spot not in aside and spot not in line
    far = line.index(spot) - 10
    if "is too far" in said:
        return far > 6 or far < -3
    costs = re.fullmatch(r"\w+: that costs (\d+) AP, and (\d+) (?:is|are) left\.", said)
    left = point.fields["ap"].split(",")[seat]
    return costs is not None and costs[2] == left and int(costs[1]) == (far if far > 0 else -2 * far) > int(left)


def test_every_refused_click_says_why_truly(board: Board) -> None:
    heard = set[str]()
    for state in crowds(4, deep(6, 60)):
        point = state.viewpoint(state.actor)
        entry = entry_of(board, point)
        for first in ("", *sorted(entry.open)):
            entry.cancel()
            if first and entry.click(first).move:
                continue
            if entry.chosen and board.collects(point) and any(text[0] in "WB" for text in entry.paths):
                continue  # a stone: its colour follows
            for spot in SQUARES:
                if entry.trial(spot)[0].refused:
                    said = board.refusal(point, entry.chosen, spot)
                    assert said.startswith(spot) and said.endswith("."), said
                    assert true(point, entry.chosen, spot, said), f"{state.situation}: {entry.chosen} {spot}: {said}"
                    heard.add(re.sub(r"\b[A-K]\d+\b|\d+", "_", said))
    assert len(heard) >= 8, heard


@pytest.mark.parametrize(("chosen", "spot", "said"), [
    ((), "E5", "E5: choose Herb 0 or Herb 1 first."),
    ((), "A11", "A11: Herb 2 is not yours: choose Herb 0 or Herb 1."),
    (("A1",), "B1", "B1 lies to the side of Herb 0: turn it first."),
    (("A1",), "B2", "B2: Herb 0 goes straight ahead or straight back; turn it first."),
    (("A1",), "A9", "A9 is too far: a Herb goes up to 6 squares ahead and 3 back."),
    (("A1", "push"), "A4", "A4: choose beside the board first, or take the choice back with Esc."),
])  # fmt: skip
def test_refusals(board: Board, chosen: tuple[str, ...], spot: str, said: str) -> None:
    assert board.refusal(fastcore.start("herbs"), chosen, spot) == said


# What is expected of a plan ---------------------------------------------------------------------------------------------


def test_what_is_expected_is_what_happens_if_nobody_interferes(board: Board) -> None:
    """A plan against one that only turns a Herb: board and own Herbs are as expected, unless a slot was bid for."""
    stream, count = Stream(5, "quiet"), 0
    for _ in range(deep(80, 1500)):
        begun = fastcore.parse(f"{spec_of(3)} {re.sub(r'[0-9]+w[0-9]+b,[0-9]+w[0-9]+b', '0w0b,0w0b', crowded(stream))}")
        waits = max((number for number, one in herbs(begun.fields).items() if one.seat == 1))
        state = begun.copy()
        while state.actor == 0 and state.phase == "write" and state.fields["phase"].startswith("write:1"):
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[4-8]|F|M[1-3]|BW|BU1)", text)]
            state.play(stream.choice(lively or texts(state)))
        own = plan(state.fields, 0)
        slots = herbs_quiet.account(begun.viewpoint(0), 0, own)
        events = []
        for _ in range(3):
            events = state.events(f"{waits}TL")
            state.play(f"{waits}TL")
        kinds = [event.kind for event in events]
        if {"asks", "cancelled"} & set(kinds):
            continue  # the order of a slot matters: who acts first is not known
        end = events[kinds.index("stones")].fields
        assert slots[-1].fields["board"] == end["board"]
        assert slots[-1].fields["herbs"].split(",")[:2] == end["herbs"].split(",")[:2]
        count += 1
    assert count > 20


def test_foreseeing_a_push_that_completes_a_pattern(board: Board) -> None:
    state = fastcore.parse(ROW)
    shown = board.foresee(state, "0P1/1")
    assert at(shown, "scores") == ["D5", "E5", "F5", "G5"] and at(shown, "ghost-herb-r:^") == ["E4"]
    assert at(shown, "ghost-stone-w") == ["C5", "H5"] and at(shown, "left") == ["F5"], "they have moved apart"
    assert board.promise(state, "0P1/1") == "Herb 0 pushes 1 square (1 AP); 4 points for a row of four."
    assert list(offered(board, state, "E3", "E4"))[:2] == ["1 square · 1 AP, scores 4", "2 squares · 2 AP"]
    assert sheet_of(board, state, "0P1/1").rows[0].cells[2:] == ("push 1", "150", "1", "149", "4", "")
    assert board.promise(state, "0P1/3") == "Herb 0 pushes 1 square, 2 AP more than it costs (3 AP); 4 points for a row of four."


def test_pointing_shows_ranges_pushes_and_patterns_before_anything_is_chosen(board: Board) -> None:
    state = fastcore.parse(ROW)
    own, stone, free = (board.known(state, spot) for spot in ("A3", "E4", "E5"))
    assert own.told == "Herb 1 has Herb 3 in range." and ("aim", "B3") in marks(own.marks)
    assert board.known(state, "A11").told == "Herb 2 has no Herb in range." and at(board.known(state, "A11").marks, "range") == [
        "A10", "A6", "A7", "A8", "A9",
    ]  # fmt: skip
    assert stone.told == "A push by Herb 0 against 1 piece costs 1 AP for 1 square, 2 for 2 and 3 for 3 as things are."
    assert at(stone.marks, "front") == ["E4"]
    assert free.told == "A white stone that is pushed here completes a row of four." and at(free.marks, "scores") == [
        "D5", "E5", "F5", "G5",
    ]  # fmt: skip
    assert board.known(state, "H8") == board.known(state, "C3") == ("", ()), "nothing to tell"
    block = fastcore.parse(f"herbs {table(black='D7 D8 E7 E8')}")
    assert board.known(block, "D8").told == "It is part of a square of four." and len(at(board.known(block, "D8").marks, "scores")) == 4
    line = fastcore.parse(f"herbs {table(herbs=('E5^', *HERBS[1:]), white='E6', black='E7')}")
    assert "against 2 pieces costs 3 AP for 1 square, 6 for 2 and 9 for 3 as" in board.known(line, "E6").told
    assert at(board.known(line, "E6").marks, "front") == ["E6", "E7"]
    assert board.known(line, "E7").told == "", "only what stands in front of a Herb is pushed"
    placing = fastcore.parse(f"{spec_of(1)} {table(piles='3w0b,0w0b', white='D5 F5 G5')}").after("0TL")
    assert board.known(placing, "E5") == ("", ()), "a stone that is placed completes nothing"


def test_a_push_that_meets_more_costs_more_the_farther_it_goes(board: Board) -> None:
    """The least that a push of each number of squares can be paid with, by what is written and carried out."""
    state = fastcore.parse(f"herbs {table(herbs=('E5^', *HERBS[1:]), white='E6', black='E8')}")
    assert board.known(state, "E6").told == "A push by Herb 0 against 1 piece costs 1 AP for 1 square, 4 for 2 and 7 for 3 as things are."
    assert [herbs_quiet.account(state, 0, (f"0P{n}/{ap}",))[-1].cost for n, ap in ((1, 1), (2, 4), (2, 3), (3, 7), (3, 6))] == [1, 4, None, 7, None]
    pit = fastcore.parse(f"herbs {table(herbs=('G9>', *HERBS[1:]), black='H9')}")
    said = "A push by Herb 0 against 1 piece costs 2 AP for 1 square; for 2: as things are nothing stands in front any more after 1 square."
    assert board.known(pit, "H9").told == said
    poor = fastcore.parse(f"herbs {table(herbs=('E5^', *HERBS[1:]), white='E6', black='E8', ap='3,9')}")
    assert board.known(poor, "E6").told.endswith("costs 1 AP for 1 square; for 2: as things are that costs 4 AP, and 3 are left.")


def test_pointing_in_a_bid_shows_the_board_as_it_stands(board: Board) -> None:
    """Whoever's turn it is to bid, of both sides' Herbs, and nothing of what is still to be carried out."""
    herbs = ("A5>", "G1^", "E5<", "H2<")
    stones = {"white": "G2 G4 C8 D8 E8", "black": "D5"}
    position = table(**stones, herbs=herbs, ap="0,150", phase="bid:2:2:0TR,1P1/1,1M1|3BW,3P1/1,3BW:0")  # type: ignore[arg-type]
    state = fastcore.parse(f"{spec_of(3)} {position}")
    for point in (state, state.viewpoint(1), state.viewpoint(None)):
        assert board.known(point, "A5").told == "Herb 0 has no Herb in range." and at(board.known(point, "A5").marks, "aim") == ["D5"]
        assert board.known(point, "G2").told == (
            "A push by Herb 1 against 1 piece costs 1 AP for 1 square, 3 for 2 and 5 for 3 as things are."
            " A push by Herb 3 against 1 piece costs 1 AP for 1 square, 2 for 2 and 3 for 3 as things are."
        )
        assert board.known(point, "D5").told.startswith("A push by Herb 2 against 1 piece costs 2 AP for 1 square")
        assert at(board.known(point, "B8").marks, "scores") == ["B8", "C8", "D8", "E8"]


def test_foreseeing_a_shot(board: Board) -> None:
    state = fastcore.parse(ROW)
    assert {("aim", "B3"), ("taken", "C3")} <= set(marks(board.foresee(state, "1F")))
    assert board.promise(state, "1F") == "Herb 1 shoots Herb 3 back to C3: 3 AP lost (2 AP); 4 points for an enemy Herb."
    empty = fastcore.start("herbs")
    assert at(board.foresee(empty, "0F"), "range") == ["A2", "A3", "A4", "A5", "A6"], "five squares"
    assert board.promise(empty, "0F") == "Herb 0 fires, but hits no Herb as things are (2 AP)."


@pytest.mark.parametrize(("position", "item", "said"), [
    ({}, "0M3", "A4: Herb 0 goes 3 squares (3 AP)."),
    ({"white": "A3"}, "0M3", "A4: Herb 0 goes 1 square to A2, where its way ends (3 AP)."),
    ({"white": "A2"}, "0M3", "A4: Herb 0 stays where it is: the way is blocked as things are (3 AP)."),
    ({"herbs": ("C1^", *HERBS[1:])}, "0M3", "C4: Herb 0 falls into the pit C3 and is lost (3 AP)."),
    ({"herbs": ("A5^", *HERBS[1:])}, "0BU2", "A3: Herb 0 backs up 2 squares (4 AP)."),
    ({}, "0TL", "Herb 0 turns left (free)."), ({}, "0HT", "Herb 0 turns round (1 AP)."),
    ({"black": "A2"}, "0BW", "Herb 0 makes the stone in front white (free)."),
    ({}, "0WB", "Herb 0 has no white stone in front as things are (1 AP)."),
    ({"black": "A2"}, "0P1/1", "Herb 0 pushes nothing: as things are that costs more (1 AP)."),
    ({}, "0P1/1", "Herb 0 pushes nothing: as things are nothing in front can move (1 AP)."),
    ({"black": "C2", "herbs": ("C1^", *HERBS[1:])}, "0P1/2", "Herb 0 pushes 1 square (2 AP); 3 points for a stone in a pit."),
])  # fmt: skip
def test_promises(board: Board, position: dict[str, Any], item: str, said: str) -> None:
    assert board.promise(fastcore.parse(f"herbs {table(**position)}"), item) == said


# The sheet --------------------------------------------------------------------------------------------------------------


def sheet_of(board: Board, point: Point, *moves: str, faults: tuple[str, ...] = ()) -> Sheet:
    found = board.sheet(point, moves, faults or ("",) * len(moves))
    assert found is not None
    return found


def test_the_sheet_of_the_designers_example(board: Board) -> None:
    state = fastcore.parse(f"herbs {table(ap='78,200', piles='12w8b,12w8b', herbs=('A2>', 'K1^', 'A11v', 'K11v'), white='B2')}")
    sheet = sheet_of(board, state.viewpoint(0), "1M3", "1TR", "0HT", "0HT", "WhH3")
    assert (sheet.head, sheet.note) == ("Command sheet, round 1", "72 AP · 12 white, 8 black")
    assert [column.head for column in sheet.columns][3:] == ["AP", "cost", "left", "points", "bids"]
    assert "10 AP" in sheet.columns[0].head, "what the AP that are left are worth"
    assert [row.cells for row in sheet.rows] == [
        ("1", "1 M3", "forward 3", "78", "3", "75", "0", ""), ("2", "1 TR", "turn right", "75", "0", "75", "0", ""),
        ("3", "0 HT", "turn round", "75", "1", "74", "0", ""),
        ("4", "0 HT", "turn round", "74", "1", "73", "0", ""), ("stone", "Wh H3", "white stone", "73", "1", "72", "0", ""),
    ]  # fmt: skip
    assert [row.number for row in sheet.rows] == [0, 1, 2, 3, 4] and not any(row.now or row.why or row.warns for row in sheet.rows)
    push = sheet_of(board, state.viewpoint(0), "0P1/2").rows
    assert push[0].cells == ("1", "0 P1/2", "push 1", "78", "2", "76", "0", "")
    assert push[1] == Row(("2", "", "write an action", *[""] * 5), 1, now=True) and [row.number for row in push[2:]] == [None] * 3


def test_the_sheet_says_what_an_item_comes_to(board: Board) -> None:
    state = fastcore.parse(f"herbs {table(herbs=('A5>', 'K1^', 'E5v', 'K11v'), black='K3', white='B8')}")

    def said(*moves: str) -> tuple[str, str]:
        row = sheet_of(board, state, *moves).rows[len(moves) - 1]
        return row.cells[2], row.warns

    assert said("1M5") == ("forward 5", "Stops after 1 square.") and said("0M6") == ("forward 6", "Stops after 3 squares.")
    assert said("0F") == ("fire at Herb 2", "") and said("1F") == ("fire", "Hits nobody.")
    assert said("1M1", "1BW") == ("bleach K3", "") and said("1BW") == ("bleach", "No black stone in front.")
    assert said("1M1", "1P1/1") == ("push 1", "Moves nothing: it will cost more.") and said("1M1", "1P1/2") == ("push 1", "")
    assert said("0P1/1") == ("push 1", "Moves nothing.") and said("0BU1") == ("back 1", "The way is blocked.")
    assert said("0TL", "0TR", "0TL") == ("turn left", "")


def test_a_stone_that_will_be_lost_is_warned_of_at_its_row(board: Board) -> None:
    state = fastcore.parse(f"{spec_of(1)} {table(herbs=('C4^', 'K1^', 'E5v', 'K11v'), white='C5', ap='4,9', piles='3w3b,0w0b')}")

    def warned(*moves: str) -> str:
        return sheet_of(board, state, *moves).rows[1].warns

    assert warned("0P1/1", "WhC6") == "Will be lost: a white stone is on C6 by then." and warned("0P1/1", "WhH3") == ""
    assert warned("0P1/1", "WhD6") == "Will be lost: D6 is beside your Herb 0." and warned("0P1/1", "WhE6") == ""
    assert warned("0P1/4") == "No stone: no AP are left to pay for one.", "before anything is placed"
    state = fastcore.parse(f"{spec_of(1)} {table(herbs=('C4^', *HERBS[1:]), white='C5', ap='4,9', piles='0w3b,0w0b')}")
    assert warned("0P1/3") == "No stone: a black stone costs 2 AP, and 1 is left." and warned("0P1/2") == ""


def test_a_line_that_is_left_empty_has_its_row(board: Board) -> None:
    state = fastcore.start("herbs(actions=3)")
    rows = sheet_of(board, state.viewpoint(0), "0M3", "", "0TL", "WhC9", faults=("", "", "", "it is a pit")).rows
    assert rows[1] == Row(("2", "", "write an action", *[""] * 5), 1, now=True), "it can be chosen"
    assert [row.number for row in rows] == [0, 1, 2, 3] and rows[3].cells[0] == "stone" and rows[3].why == "it is a pit"
    assert rows[2].cells[3:6] == ("197", "0", "197")


def test_the_sheet_goes_on_from_what_is_written_and_takes_faults(board: Board) -> None:
    state = write(fastcore.start("herbs(actions=2)"), "0M3", "")
    rows = sheet_of(board, state.viewpoint(0), "0M1", "WhC3", faults=("", "it is a pit")).rows
    assert [row.number for row in rows] == [None, 0, 1] and [row.cells[5] for row in rows] == ["197", "196", "196"]
    assert [row.why for row in rows] == ["", "", "it is a pit"]
    odd = sheet_of(board, state.viewpoint(0), "2M1", "hello", "0P1/99", faults=("no", "no", "no"))
    assert len(odd.rows) == 4 and all(row.why == "no" for row in odd.rows[1:]), "whatever is typed has its line"
    assert board.intends(state.viewpoint(0), ("2M1", "hello", "0P1/99")) == board.intends(state.viewpoint(0), ())
    poor = sheet_of(board, fastcore.parse(f"{spec_of(1)} {table(ap='3,9', piles='3w3b,0w0b')}"), "0M3")
    assert poor.rows[-1].cells[2] == "none" and poor.rows[-1].number is None
    assert board.sheet(fastcore.parse(f"{spec_of(1)} {_shot()}"), (), ()) is None


def test_a_line_that_cannot_be_made_costs_nothing(board: Board) -> None:
    state = fastcore.parse(f"{spec_of(3)} {table(ap='30,9', piles='3w3b,0w0b', herbs=('C1^', *HERBS[1:]), black='C2')}")
    point = state.viewpoint(0)
    lines = ("1P2/16", "0P3/24", "0P1/2", "WhH3")
    faults = Draft(point, lines).faults
    assert [bool(why) for why in faults] == [False, True, False, False] and "14 are left" in faults[1]
    sheet = sheet_of(board, point, *lines, faults=faults)
    assert [row.cells[3:7] for row in sheet.rows] == [
        ("30", "16", "14", "0"), ("14", "24", "14", "0"), ("14", "2", "12", "3"), ("12", "1", "11", "3"),
    ]  # fmt: skip
    assert sheet.note == "11 AP · 3 white, 3 black" and sheet.rows[2].warns == ""


def test_the_sheet_of_a_round_that_is_carried_out(board: Board) -> None:
    """Bids in the margin, running points, and what came to nothing, event by event; only who wrote it has it."""
    state = fastcore.parse(f"{spec_of(2)} {table(herbs=('E3^', 'K1^', 'E8v', 'K11v'), white='E4 D5 F5 G5', ap='90,80', piles='3w0b,3w0b')}")
    state = write(state, "0P1/1 1BW WhA5", "2F 3M2")
    events: list[Event] = []
    while state.phase != "bid":
        events += state.events("WhE5")
        state.play("WhE5")
    for bid in ("bid3", "bid1"):
        ledger = board.ledger(state.info, state.viewpoint(0).fields, 0, events)
        assert ledger is not None and [row.now for row in ledger.rows] == [True, False, False] and ledger.rows[0].cells[6:] == ("", "")
        events += state.events(bid)
        state.play(bid)
    step = next(event for event in events if event.kind == "stones")
    ledger = board.ledger(state.info, step.fields, 0, events[: events.index(step)])
    assert ledger is not None and [row.cells[3:] for row in ledger.rows] == [
        ("90", "1", "83", "4", "3:1"), ("83", "0", "83", "4", ""), ("83", "1", "82", "", ""),
    ]  # fmt: skip
    assert [row.warns for row in ledger.rows] == ["", "Did nothing: no black stone is in front.", ""]
    assert ledger.note.startswith("82 AP") and [row.now for row in ledger.rows] == [False, False, True]
    end = board.ledger(state.info, step.fields, 0, events)
    assert end is not None and end.rows[2].cells[6] == "4"
    assert board.ledger(state.info, step.fields, 1, events) is not None
    locked = write(fastcore.start("herbs(actions=1)"), "0M2 WhA5", "")
    assert board.ledger(locked.info, locked.viewpoint(1).fields, 0, ()) is None, "it is covered"
    mine = board.ledger(locked.info, locked.viewpoint(0).fields, 0, ())
    assert mine is not None and [row.cells[5] for row in mine.rows] == ["198", "197"]
    assert board.ledger(locked.info, locked.fields, 1, ()) is None, "nothing is written there yet"


def test_where_a_plan_leads(board: Board) -> None:
    state = fastcore.start("herbs")
    shown = board.intends(state.viewpoint(0), ("0M3", "0TR", "1HT", "0M2"))
    assert at(shown, "ghost-herb-r:>") == at(shown, "ghost-number-0") == ["B4"], "the stone on C4 stops it"
    assert at(shown, "faces-v") == ["K1"], "it stays, and will face another way"
    (left, down), (right, up) = where("A1"), where("B4")
    dots = [item for item in shown if item.shape == "dot"]
    assert (
        dots
        and all(item.x == left or item.y == up for item in dots)
        and all(left <= item.x < right and up <= item.y < down for item in dots)
    )
    pushed = board.intends(fastcore.parse(ROW).viewpoint(0), ("0P1/1",))
    assert at(pushed, "ghost-stone-w") == ["C5", "H5"] and at(pushed, "ghost-herb-r:^") == ["E4"]
    named = board.intends(write(state, "0M1 0M1 0M1 0M1", "").viewpoint(0), ("BlH3",))
    assert at(named, "ghost-stone-b") == ["H3"]


def handed(board: Board, point: Point, seat: int | None, turn: tuple[Event, ...], last: tuple[Event, ...]) -> list[object]:
    """All that the board makes of what the window hands it: a point, the events of the turn and of the latest one."""
    info, fields = point.info, point.fields
    found: list[object] = [
        board.pieces(fields, seat), board.last(fields, last), board.panels(info, fields, turn), boards.expects(point), board.task(point),
        [board.ledger(info, fields, one, turn) for one in (0, 1)], [board.belongings(info, fields, one) for one in (0, 1)],
        [(board.standing_on(fields, spot, seat), board.known(point, spot)) for spot in SQUARES[::4]], boards.text_board(point),
        [(boards.tell(info, event, seat), board.sound(event), board.tumble(event)) for event in turn], board.at_stake(point),
        [(event.kind, event.where, event.values, board.pieces(event.fields, seat), board.belongings(info, event.fields, 0)) for event in turn],
        [(outcome.head, outcome.fields, outcome.told) for outcome in board.outcomes(point)],
    ]  # fmt: skip
    if seat == point.actor:
        found += [board.paths(point, texts(point)), board.sheet(point, ("3TL",), ("",)), board.intends(point, ("3TL",))]
        found += [board.promise(point, text) for text in texts(point)[::9]]
    return found


def test_nothing_of_the_others_plan_is_in_it(board: Board) -> None:
    """Whatever the first seat has written and is not carried out yet, whoever does not see it is shown and told the same: while
    the second writes, and while they bid. Whoever sees all is not, so that this would tell if the board were handed more."""
    spec, position = spec_of(3), table(herbs=("A5>", "K1^", "C5v", "K11v"), white="H5", black="G7", ap="60,60")
    plans = ("0F 0M2 1TR", "0F 1P2/2 0TL")  # as dear, with the same first action
    sessions = [Session(spec, (PERSON, PERSON), 1, fastcore.parse(f"{spec} {position}").text()) for _ in plans]
    steps: list[list[Event]] = [[], []]
    differ = Counter[str]()
    for number, moves in enumerate(zip(*(f"{first} 2M2 3TL 2TL bid3".split() for first in plans), strict=True)):
        for session, move, events in zip(sessions, moves, steps, strict=True):
            events += session.state.events(move)
            session.play(move)
        if number < 4:
            continue
        whole = [handed(board, one.state, None, tuple(events), tuple(events)) for one, events in zip(sessions, steps, strict=True)]
        for seat in (1, None):
            seen = [
                handed(board, one.viewpoint(seat), seat, Looking(one).turn_events(seat), Looking(one).last_events(seat)) for one in sessions
            ]
            assert seen[0] == seen[1], moves
        differ[sessions[0].state.phase] += whole[0] != whole[1]
    assert sessions[0].state.phase == "bid" and differ == {"write": 1, "bid": 2}


# Bids -------------------------------------------------------------------------------------------------------------------


def test_what_a_bid_decides(board: Board) -> None:
    state = fastcore.parse(f"{spec_of(1)} {_shot()}")
    heads = ["First acts first", "Second acts first", "Both bid 0: neither acts"]
    for point in (state, state.viewpoint(0), state.viewpoint(1), state.viewpoint(None)):
        outcomes = board.outcomes(point)
        assert [outcome.head for outcome in outcomes] == heads
        assert [outcome.fields["herbs"] for outcome in outcomes] == ["A5>,K1^,D5v,K11v", "A5>,K1^,-,K11v", "A5>,K1^,C5v,K11v"]
        assert [outcome.fields["ap"] for outcome in outcomes] == ["200,195", "200,198", "200,198"]
        assert [event.kind for event in outcomes[0].events] == ["hit", "lost"]
        assert [boards.tell(point.info, event) for event in outcomes[0].events] == [
            "Herb 0 shoots Herb 2 back to D5: Second loses 3 AP.", "Herb 2's move is lost: it was hit first.",
        ]  # fmt: skip
    assert board.outcomes(fastcore.start("herbs")) == () and not board.collects(state)
    poor = fastcore.parse(f"{spec_of(1)} {table(herbs=('A5>', 'K1^', 'C5v', 'K11v'), ap='0,9', phase='bid:2:1:0F|2M2:0')}")
    assert [outcome.head for outcome in board.outcomes(poor)] == heads[1:], "without AP nobody acts first"
    assert board.at_stake(poor).endswith("First has no AP to bid: with 1 AP Second acts first, with 0 both actions are cancelled.")
    assert board.promise(poor, "bid0") == "Bid nothing: both actions are cancelled, since the other side has no AP to bid."
    assert board.promise(poor, "bid1") == "Bid 1 AP: you act first, since the other side has none to bid; 8 are left."
    assert "1 would be enough" in board.promise(poor, "bid2") and "whoever acts first" in board.promise(state, "bid2")
    assert board.promise(state, "bid0") == "Bid nothing: if the other side bids nothing too, both actions are cancelled."


@pytest.mark.parametrize(("points", "tie"), [("0,0", 1), ("0,0", 2), ("3,1", 1), ("1,3", 2)])
def test_what_equal_bids_decide_is_said(board: Board, points: str, tie: int) -> None:
    position = _shot(points=points)
    state = fastcore.parse(f"{spec_of(1)} {position.replace(f' {points} 2 ', f' {points} {tie} ')}")
    said = board.at_stake(state)
    told = next(boards.tell(state.info, event) for event in state.after("bid2").events("bid2") if event.kind == "bids")
    leads, reason = re.fullmatch(r"Both bid 2: (\w+) has ([\w ]+), and so the initiative\.", told).groups()  # type: ignore[union-attr]
    assert said.endswith(f"After equal bids above 0 {leads} acts first, with {reason}.")


def test_outcomes_are_what_bids_lead_to(board: Board) -> None:
    """Held against the game itself, in bids that come up in crowded games."""
    stream, met = Stream(6, "bids"), 0
    for number in range(deep(60, 1500)):
        state = fastcore.parse(f"{spec_of(2, stream.choice(['burst', 'spread', 'ends']))} {crowded(Stream(number, 'bids'))}")
        while state.phase == "write":
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P1/[2-8]|F|M[1-3])", text)]
            state.play(stream.choice(lively or texts(state)))
        if state.phase != "bid":
            continue
        ap = [int(left) for left in state.fields["ap"].split(",")]
        for outcome, bids in zip(
            board.outcomes(state), [bids for bids in ((1, 0), (0, 1), (0, 0)) if all(map(int.__le__, bids, ap))], strict=True
        ):
            after, events = state.copy(), list[Event]()
            while after.phase == "bid" and not any(event.kind == "bids" for event in events):
                bid = f"bid{bids[after.actor]}"
                events += after.events(bid)
                after.play(bid)
            begun = next(n for n, event in enumerate(events) if event.kind == "bids") + 1
            kinds = [event.kind for event in outcome.events]
            real = events[begun : begun + len(kinds)]
            assert [(event.kind, event.where, event.values) for event in outcome.events] == [
                (event.kind, event.where, event.values) for event in real
            ]
            assert all(
                outcome.fields[name] == real[-1].fields[name] for name in ("board", "herbs", "points", "piles", "round", "tie")
            )
            assert events[begun + len(kinds)].kind in ("slot", "stones", "asks"), "and that is all of the slot"
        met += 1
    assert met > 3


# Marks and words of a round ---------------------------------------------------------------------------------------------


def test_marks_of_the_last_round(board: Board) -> None:
    state = write(fastcore.parse(f"{spec_of(1)} {table(herbs=('E3^', 'K1^', 'A11v', 'K11v'), white='E4 D5 F5 G5')}"), "0P1/1", "")
    events = state.events("2M2")
    after = state.after("2M2")
    shown = board.last(after.fields, events)
    assert at(shown, "last") == sorted(["E4", "A9", "C5", "D5", "G5", "H5"]) and {"way-last:0:1", "way-last:0:-2"} <= {
        item.shape for item in shown
    }
    back = write(fastcore.parse(f"{spec_of(2)} {table(herbs=('A1^', 'K1^', 'A11v', 'K11v'))}"), "1M3 1BU1", "2TL")
    arrows = [item.shape for item in board.last(back.after("2TL").fields, back.events("2TL")) if item.shape.startswith("way")]
    assert arrows == ["way-last:0:-1"], "no arrow over the number of the Herb that backed up"
    scored = next(n for n, event in enumerate(events) if event.kind == "points")
    there = board.last(events[scored].fields, events[: scored + 1])
    assert at(there, "scores") == ["D5", "E5", "F5", "G5"], "the pattern is shown before it moves apart"
    shot = write(fastcore.parse(f"{spec_of(1)} {table(herbs=('F9>', 'K1^', 'H9v', 'K11v'))}"), "0F", "")
    assert ("gone", "I9") in marks(board.last(shot.after("3TL").fields, shot.events("3TL")))


def test_every_step_of_crowded_games_is_told_and_marked(board: Board) -> None:
    heard = Counter[str]()
    for state in crowds(7, deep(40, 400), 2):
        for _ in range(12):
            if state.actor == OVER:
                break
            lively = [text for text in texts(state) if re.fullmatch("[0-3](P[12]/[2-8]|F|BW|WB|M[1-3])|bid[0-3]", text)]
            move = Stream(7, state.text()).choice(lively or texts(state))
            seen = [*state.events(move), *state.events(move, 0), *state.events(move, 1)]
            for n, event in enumerate(seen):
                said = boards.tell(state.info, event)
                assert (
                    re.fullmatch(r"([A-Z].*\.)?", said)
                    and "?" not in said
                    and board.sound(event) in ("move", "capture", "over", "")
                )
                heard[event.kind] += bool(said)
                assert all(item.shape in board.shapes for item in board.last(event.fields, seen[: n + 1]))
            state.play(move)
    wanted = {
        "write",
        "locked",
        "asks",
        "bid",
        "bids",
        "slot",
        "lost",
        "move",
        "push",
        "points",
        "hit",
        "paint",
        "nothing",
        "placed",
        "round",
    }
    assert wanted <= set(heard), wanted - set(heard)


def test_a_round_is_told_as_it_went(board: Board) -> None:
    state = write(fastcore.parse(f"{spec_of(1)} {_shot(points='0,0')}"), "", "")
    state.play("bid2")
    told = [boards.tell(state.info, event) for event in state.events("bid2")]
    assert told[1:] == [
        "Both bid 2: Second has the tie token, and so the initiative.", "Herb 2 goes from C5 to C3.",
        "Herb 2 falls into the pit C3 and is lost.",
        "Herb 0's shot does nothing: no Herb is in range.", "", "Round 2 begins.",
    ]  # fmt: skip
    assert "fewer points" in boards.tell(
        state.info, fastcore.parse(f"{spec_of(1)} {_shot(points='0,4')}").after("bid2").events("bid2")[1]
    )


FRUITLESS = (  # white and black stones around E5 (facing E6), what is written, why it does nothing
    ("E6", "", "0BW", "Herb 0's bleaching does nothing: no black stone is in front."),
    ("", "E6", "0WB", "Herb 0's blackening does nothing: no white stone is in front."),
    ("E7", "", "0F", "Herb 0's shot does nothing: a stone is in the way."),
    ("", "", "0F", "Herb 0's shot does nothing: no Herb is in range."),
    ("E6", "", "0M1", "Herb 0's move does nothing: the way is blocked."),
    ("", "", "0P1/1", "Herb 0's push does nothing: nothing stands in front."),
    ("", "E6", "0P1/1", "Herb 0's push does nothing: it would cost more than was paid."),
    ("E6 E7 E8 E9 E10 E11", "", "0P1/8", "Herb 0's push does nothing: the line stands against the wall."),
)


@pytest.mark.parametrize(("white", "black", "item", "said"), FRUITLESS)
def test_what_does_nothing_is_told_with_its_own_reason(board: Board, white: str, black: str, item: str, said: str) -> None:
    herbs = ("E5^", HERBS[1], "K11v", "K10v")
    state = write(fastcore.parse(f"{spec_of(1)} {table(white=white, black=black, herbs=herbs)}"), item, "")
    events = state.events("2TL")
    assert said in [boards.tell(state.info, event) for event in events]
    state.play("2TL")
    assert [event for event in events if event.kind == "nothing"] and state.phase != "bid"
    ledger = board.ledger(state.info, events[-2].fields, 0, events)
    warned = said.partition(": ")[2]
    assert ledger is None or ledger.rows[0].warns == f"Did nothing: {warned}"


def test_advice_marks_the_way(board: Board) -> None:
    point = fastcore.start("herbs").viewpoint(0)
    shown = board.advice(point, ("0M2", "0TR", "0M1"))
    assert at(shown, "advice") == ["A1", "A3"] and at(shown, "advice-next") == ["B3"]
    assert {"way:0:2", "way-next:1:0"} <= {item.shape for item in shown} <= set(board.shapes)
    placing = write(fastcore.start("herbs(actions=1)"), "0TL", "").viewpoint(0)
    assert marks(board.advice(placing, ("BlH3",))) == [("advice", "H3")] and board.cursor(point.fields, "bid:5") == ()


def test_what_is_expected_now(board: Board) -> None:
    state = fastcore.start("herbs(actions=1)")
    assert boards.expects(state) == "First must write action 1: choose a Herb (or type 0M3, 0P2/4)."
    assert boards.expects(state.after("0TL")) == "First must choose a square for a stone (or type WhH3)."
    assert boards.expects(state.viewpoint(1)) == "First is writing a plan."
    assert (
        boards.expects(fastcore.parse(f"{spec_of(1)} {_shot()}")) == "First must bid for who acts first in action 1 (or type bid5)."
    )


# Colours ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_pits_and_marks_stand_out(theme: str) -> None:
    from tests.test_colours import contrast

    palette = THEMES[theme]
    assert all(contrast(palette["numeral"], palette[side]) >= 4.5 for side in ("red", "blue"))
    assert contrast(palette["black_mark"], palette["black"]) >= 3 and contrast(palette["pit_name"], palette["pit_edge"]) >= 4.5
    assert contrast(palette["warning"], palette["pit"]) >= 3, "what is lost in a pit"


def test_squares_lie_as_their_names_say() -> None:
    for square in SQUARES:
        x, y = where(square)
        for facing, dx, dy in (("^", 0, -1), (">", 1, 0), ("v", 0, 1), ("<", -1, 0)):
            beside = ahead(square, facing, 1)
            assert not beside or where(beside) == (x + dx, y + dy)
