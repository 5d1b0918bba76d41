"""The table of Herbalism as data: what lies where, what a click means, what is said, and that none of it tells too much."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest

import fastcore
from fastcore import CHANCE, OVER, Event, State, Stream, Viewpoint
from tests.boards.test_lessons import texts
from tests.conftest import deep
from workbench import boards
from workbench.boards.herbalism import layout
from workbench.boards.herbalism.shapes import SHAPES
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK, act, medicine_of, other, read
from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Fields, Item, Point
from workbench.boards.kit.entry import Entry, Step
from workbench.boards.kit.turning import Turn, look_at
from workbench.game.session import PERSON, Session
from workbench.gui.board.motion import pairs
from workbench.seen.browsing import Browsing
from workbench.seen.recap import recap_of
from workbench.table.guide import Guide

SPECS = (
    "herbalism", "herbalism(actions=i)", "herbalism(actions=first)", "herbalism(actions=advanced,predictions=1)",
    "herbalism(players=4,actions=advanced)", "herbalism(players=4,predictions=1)", "herbalism(players=4,actions=if,target=3)",
)  # fmt: skip
ACT = "herbalism(actions=advanced,predictions=1) rb ryyg/yggb/gbbb 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- r,-,-"
FAILED = "herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 act:1 rb,yr,gb -,A=rb,F=rb -,-,-"
END = "herbalism gb ggbb/gbb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a=gb,-,- -,-,-"
KNOWN = "herbalism(actions=if) gb rryyyggb/gbbb/- 0,0,0 1 1 13 act:1 rb,yb,gb -,-,- -,-,-"


@pytest.fixture
def board() -> Board:
    found = boards.find("herbalism")
    assert found is not None
    return found


def decide(state: State, stream: Stream) -> str:
    """A random choice that seldom cures, so that hands and markers become as various as they may."""
    if state.actor == CHANCE:
        return state.move_text(state.sample(stream))
    moves = texts(state)
    calm = [move for move in moves if act(move).kind not in ("cure", "answer")]
    return stream.choice(calm if calm and stream.below(12) else moves)


def walk(spec: str, seed: int, most: int = 150) -> list[tuple[State, str]]:
    """The positions of a random game, each with the move made in it ("" at the end)."""
    state, stream = fastcore.start(spec), Stream(seed, "herbalism board")
    found = list[tuple[State, str]]()
    while state.actor != OVER and len(found) < most:
        move = decide(state, stream)
        found.append((state, move))
        state = state.after(move)
    return [*found, (state, "")]


def known(played: list[tuple[State, str]], seat: int | None) -> Viewpoint:
    """What a seat knows in the last of these positions."""
    point = Viewpoint(played[0][0].spec, seat)
    for state, move in played[:-1]:
        seen = state.observation(move, seat)
        if seen:
            point.observe(seen)
    return point


def shown(items: tuple[Item, ...], *kinds: str) -> list[tuple[str, str]]:
    """The shapes of these kinds with their spots, sorted."""
    return sorted((item.shape, item.where) for item in items if item.shape.startswith(kinds))


def entry_of(board: Board, point: Point) -> Entry:
    return Entry({text: board.path(text) for text in map(point.move_text, point.moves())})


# What lies where --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
def test_everything_lies_on_its_spot_whatever_is_seen(board: Board, spec: str) -> None:
    for seed in range(deep(1, 8)):
        for state, _ in walk(spec, seed)[:: deep(5, 1)]:
            for fields in (state.fields, *(state.viewpoint(seat).fields for seat in (None, 0, state.seats - 1))):
                ground, table, pieces = board.ground(fields), read(fields), board.pieces(fields)
                assert board.ground(fields) is ground, "made once"
                assert len(set(pieces)) == len(pieces), "each piece is one of its own"
                for item in pieces:
                    assert item.shape in board.shapes and ground.at(item.x, item.y) == item.where
                    assert item.size / 2 <= item.x <= ground.width - item.size / 2
                    assert item.size / 2 <= item.y <= ground.height - item.size / 2
                cards = Counter(shape[5:] for shape, _ in shown(pieces, "card:"))
                wanted = Counter(table.hidden + "".join(table.hands))
                assert cards == wanted, "every card that is dealt lies somewhere, face up if it is seen"
                for seat in range(state.seats):
                    assert len(shown(pieces, f"marker-{seat + 1}")) == len(shown(pieces, f"cure-{seat + 1}:")) == 1


def seen_cards(board: Board, fields: Fields) -> dict[str, tuple[int, int]]:
    """Of each colour, how many cards of the hand below lie there, and how many faint ones have a sign that can be seen."""
    own = [item for item in board.pieces(fields) if item.shape.startswith("card:") and item.size == layout.LARGE]
    half = layout.SHAPE * layout.LARGE / 2
    found = {}
    for letter, colour in COLOURS.items():
        faint = [cell for cell in board.ground(fields).cells if cell.shape == f"none-{letter}"]
        held, free = [item for item in own if item.where == colour], 0
        for number, cell in enumerate(faint):
            sign = cell.x + 0.225 * layout.LARGE
            over = [*faint[number + 1 :], *held]
            free += not any(other.x - half < sign + 0.1 and sign - 0.1 < other.x + half for other in over)
        found[letter] = (len(held), free)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_as_many_cards_are_drawn_as_there_are_in_every_phase(board: Board, spec: str) -> None:
    """At the seats, in the hand below, and the faint ones of the hand that others hold; also in the middle of a move."""
    phases = set[str]()
    for seed in range(deep(1, 20)):
        for state, move in walk(spec, seed)[:: deep(5, 1)]:
            for seat in (None, *range(state.seats)) if move else ():
                frames = [state.viewpoint(seat).fields, *(event.fields for event in state.events(move, seat))]
                for fields in frames[: None if state.actor >= 0 else 1]:
                    table, pieces = read(fields), board.pieces(fields)
                    phases.add(table.phase)
                    for other_seat, hand in enumerate(table.hands):
                        spot = layout.seat_name(other_seat)
                        drawn = [shape for shape, where in shown(pieces, "card:") if where == spot]
                        assert len(drawn) == (0 if other_seat == table.below else len(hand))
                        assert shown(pieces, "count-").count((f"count-{len(hand)}", spot)) == (table.phase != "deal" or other_seat == table.below)
                    own = table.hands[table.below] if table.below >= 0 else ""
                    assert seen_cards(board, fields) == {c: (own.count(c), number - own.count(c)) for c, number in DECK.items()}
    assert {"act", "cure"} < phases


@pytest.mark.parametrize("players", [3, 4])
def test_hands_of_any_size_fit(board: Board, players: int) -> None:
    """From none to twelve cards, apart enough to be counted, within the area of the seat or below it."""
    for seat in range(players):
        area = layout.boxes(players)[layout.seat_name(seat)]
        for number in range(13):
            held = layout.held(players, seat, number)
            assert len(held) == number and all(x2 - x1 > 0.1 for (x1, _), (x2, _) in pairwise(held))
            for x, y in (*held, layout.count_place(players, seat, number)):
                assert area.spot("").holds(x, y)
                wide = layout.SHAPE * layout.SMALL / 2 if (x, y) in held else 0.15
                assert area.left <= x - wide and x + wide <= area.left + area.width
    for colour, number in (("r", 2), ("y", 3), ("g", 4), ("b", 5)):
        area = layout.boxes(players)[COLOURS[colour]]
        for x, y in layout.in_hand(colour, number):
            half = layout.SHAPE * layout.LARGE / 2
            assert area.left <= x - half + 1e-9 and x + half <= area.left + area.width + 1e-9
            assert area.top <= y - layout.LARGE / 2 and y + layout.LARGE / 2 <= area.top + area.height


def test_markers_on_a_card_lie_apart_and_within_it() -> None:
    for players in (3, 4):
        for card in CARDS:
            area = layout.boxes(players)[card]
            spots = [layout.on_medicine(card, players, seat, cure) for seat in range(players) for cure in (False, True)]
            for x, y in spots:
                assert area.left + 0.15 <= x <= area.left + area.width - 0.15 and area.top < y < area.top + area.height - 0.2
            assert all(abs(a - c) + abs(b - d) >= 0.3 for (a, b), (c, d) in combinations(spots, 2))


def test_whose_hand_lies_below_and_what_is_covered(board: Board) -> None:
    state = fastcore.parse(ACT)
    own = board.pieces(state.viewpoint(1).fields)
    assert shown(own, "card:r", "card:y", "card:g", "card:b") == sorted(
        [("card:b", "blue"), ("card:g", "green"), ("card:g", "green"), ("card:y", "yellow")]
    )
    assert Counter(where for _, where in shown(own, "card:?")) == {"seat 1": 4, "seat 3": 4, "hidden pair": 2}
    assert shown(own, "below") == [("below", "seat 2")] and shown(own, "turn") == [("turn", "seat 1")]
    everybody = board.pieces(state.viewpoint(None).fields)
    assert len(shown(everybody, "card:?")) == 14 and not shown(everybody, "below")
    assert shown(everybody, "predicts") == [("predicts-1", "red")]
    seen = shown(board.pieces(fastcore.parse(FAILED).viewpoint(1).fields), "card:g", "card:b")
    assert [where for _, where in seen].count("hidden pair") == 2, "who put a marker in a failed cure has seen the pair"
    assert ("card:?", "hidden pair") in shown(board.pieces(fastcore.parse(FAILED).viewpoint(0).fields), "card:?")
    over = fastcore.parse(END).after("follow:gb")
    assert over.actor == OVER
    for seat in (None, 0, 2):
        assert not shown(board.pieces(over.viewpoint(seat).fields), "card:?", "below"), "at the end all lies open"


def test_a_card_that_passes_is_one_that_moves_and_turns_over(board: Board) -> None:
    """What glides in the window when cards are fed: ours to the other, covered, and theirs to us, face up."""
    state = fastcore.parse(ACT)
    point = state.viewpoint(0)
    frames = [point.fields, *(event.fields for event in state.events("gy:feed:2:g", 0))]
    ways = []
    for before, after in pairwise(frames):
        old, new = board.pieces(before), board.pieces(after)
        going, coming = [item for item in old if item not in new], [item for item in new if item not in old]
        ways += [(one.shape, one.where, two.shape, two.where) for one, two in pairs(going, coming) if one.where != two.where]
    assert ("marker-1", "gb", "marker-1", "gy") in ways
    assert ("card:g", "green", "card:?", "seat 2") in ways and ("card:?", "seat 2", "card:y", "yellow") in ways


def test_words_on_the_cards_stay_without_the_letters_at_the_edge(board: Board) -> None:
    ground = board.ground(fastcore.start("herbalism").fields)
    assert look_at(ground, Turn(), labels=False).ground.labels and all(label.where for label in ground.labels)
    assert {label.text for label in look_at(ground, Turn(), labels=False).ground.labels} == {label.text for label in ground.labels}


def test_the_seats_differ_in_shape_and_number(board: Board) -> None:
    info = fastcore.info("herbalism")
    drawings = [re.sub(r"\{seat\d\}", "", board.shapes[board.seat_shape(info, seat)]) for seat in range(4)]
    frames = [re.search(r'd="([^"]*)"', drawing) for drawing in drawings]
    assert len({frame[1] for frame in frames if frame}) == 4
    symbols = {re.sub(r"\{\w+\}", "", SHAPES[f"card:{letter}"]) for letter in COLOURS}
    assert len(symbols) == 4, "and so do ingredients, without their colours"


# What a click means -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", SPECS)
def test_every_legal_move_is_clicked_and_nothing_else(board: Board, spec: str) -> None:
    for seed in range(deep(1, 8)):
        for state, _ in walk(spec, seed)[:: deep(11, 1)]:
            if state.actor < 0:
                continue
            spots = board.ground(state.fields).spots
            for point in (state, state.viewpoint(state.actor)):
                entry = entry_of(board, point)
                assert len(set(entry.paths.values())) == len(entry.paths), "one way each"
                for text, path in entry.paths.items():
                    assert set(path) <= set(spots)
                    clicks = [entry.click(spot) for spot in path]
                    assert clicks == [*[Step()] * (len(path) - 1), Step(text)]
                    assert re.fullmatch(r"[A-Z].*\.", board.promise(point, text))
                    for n in range(1, len(path)):
                        assert re.fullmatch(r"[A-Z].*\.", board.lead(point, path[:n]))
                    for item in (*board.foresee(point, text), *board.advice(point, (text,)), *board.open(point, path[:1], path[1:2])):
                        assert item.shape in board.shapes and board.ground(state.fields).at(item.x, item.y)
                refused_everywhere(board, point, entry)


def refused_everywhere(board: Board, point: Point, entry: Entry) -> None:
    """Every spot that leads on from nowhere says why, after every beginning of a move."""
    spots = set(board.ground(point.fields).spots)
    begun = {path[:n] for path in entry.paths.values() for n in range(len(path))}
    for chosen in begun:
        entry.chosen = chosen
        veiled = {where for _, where in shown(board.shut(point, chosen, sorted(entry.open)), "veil")}
        assert not veiled & (entry.open | set(chosen)), "what is grey leads nowhere"
        for spot in veiled:
            entry.chosen = chosen
            assert entry.click(spot) == Step(refused=True), (chosen, spot)
        entry.chosen = chosen
        for spot in spots - entry.open - set(chosen[-1:]):
            assert re.fullmatch(r"[A-Z].*\.", board.refusal(point, chosen, spot)), (chosen, spot)
    entry.chosen = ()


def test_why_a_click_is_refused(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    said = {
        ((), "hidden pair"): "Nobody looks at the hidden pair before a cure.",
        ((), "feed"): "Choose a medicine card first, then Feed.",
        ((), "seat 1"): "That is your own place.",
        ((), "seat 2"): "Choose a medicine card and an action first.",
        ((), "red"): "Choose a medicine card and an action first.",
        (("gb",), "inquire"): "You cannot inquire on green and blue: your marker is there already and must move.",
        (("gb",), "pass"): "Only an empty hand passes, and only where neither Brew nor Appeal is in the game.",
        (("gy",), "seat 2"): "On green and yellow: choose an action first.",
        (("gy", "feed"), "red"): "On green and yellow you give a green or yellow card.",
        (("==", "feed"), "blue"): "You hold no blue card.",
        (("gy", "feed"), "seat 2"): "Choose the card that you give first.",
        (("gy", "feed", "green"), "seat 1"): "That is you: Feed needs another player.",
        (("gy", "brew"), "green"): "Brew takes cards: choose who hands them over.",
    }
    for (chosen, spot), sentence in said.items():
        assert board.refusal(point, chosen, spot) == sentence
    normal = fastcore.parse("herbalism gb rryy/yggg/bbbb 0,2,0 2 2 1 act:1 -,-,- -,-,- -,-,-").viewpoint(0)
    assert board.refusal(normal, ("gb",), "feed") == "You cannot feed on green and blue: you hold no green or blue card to give."
    without = "You cannot brew: this game is played without Brew."
    assert board.refusal(normal, (), "brew") == board.refusal(normal, ("gb",), "brew") == without
    failed = fastcore.parse("herbalism(players=4) gb ryyy/rgg/gbbb/b 0,2,0,0 2 2 9 cure:1:4 rb,yr,gb,yb -,-,A=rb,a=gy -,-,-,-").viewpoint(0)
    assert board.refusal(failed, (), "rb") == "A failed cure of seat 3 lies on red and blue: nobody answers or follows there."
    assert board.refusal(failed, (), "seat 2") == "Choose a medicine card to answer or follow on, or Pass."
    alone = fastcore.parse(FAILED).viewpoint(0)
    assert board.refusal(alone, ("yr",), "feed") == "You have the last cure marker, so you may only cure."
    assert board.refusal(alone, (), "rb") == "You have the last cure marker, so you may only cure. And the cure marker of seat 2 lies on red and blue."
    late = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 46 act:1 rb,yr,gb -,-,- -,-,-").viewpoint(0)
    assert board.refusal(late, ("gy",), "feed") == "After turn 45 there are only cures."
    asked = fastcore.parse("herbalism(actions=b) gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:==:brew rb,==,gb -,-,- -,-,-").viewpoint(0)
    assert board.refusal(asked, (), "red") == "You hold only one red card, and two of one colour are asked for."
    assert board.refusal(asked, (), "green") == "You hold no green card."
    assert board.refusal(asked, (), "gy") == "You are asked: choose a colour of your hand to hand over."
    appealed = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:rb:appeal rb,rb,gb -,-,- -,-,-").viewpoint(0)
    assert board.refusal(appealed, (), "yellow") == "Yellow is not asked for."
    predicting = fastcore.parse("herbalism(predictions=1) gb ryyy/rggg/bbbb 0,2,0 2 2 9 predict:1 rb,yr,gb -,-,- r,g,g").viewpoint(0)
    assert board.refusal(predicting, (), "red") == "You have predicted red already."
    assert board.refusal(predicting, (), "green") == "Both markers of green are taken."
    assert board.refusal(predicting, (), "cure") == "Choose a colour below to predict, or Pass."
    assert board.refusal(fastcore.start("herbalism"), (), "gy") == "The cards are dealt first."
    assert board.refusal(fastcore.parse(END).after("follow:gb"), (), "gy") == "The game is over."


def test_what_a_move_would_do(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    said = {
        "gy:inquire:2:g": "Seat 2 gets a green card from you and says how many yellow cards they hold.",
        "==:inquire:2:g": "Seat 2 gets a green card from you and says how many green cards they then hold.",
        "gy:feed:3:y": "Seat 3 gets a yellow card from you and hands you all their green cards.",
        "==:feed:3:y": "Seat 3 gets a yellow card from you and hands you all their yellow cards, yours as well.",
        "rb:brew:2": "Seat 2 hands you a red card and a blue card, as far as they have them.",
        "rb:appeal:2": "Seat 2 hands you all their red or blue cards: one colour, which they choose.",
        "==:appeal:3": "Seat 3 hands you all their cards of one colour, which they choose.",
        "cure:gy": "You name green and yellow: 3 points if that is the hidden pair, else your cure marker is used up.",
    }
    for move, sentence in said.items():
        assert board.promise(point, move) == sentence
    marks = board.foresee(point, "gy:feed:3:y")
    assert shown(marks, "to-come", "ghost", "asks") == [("asks-g", "seat 3"), ("ghost-y", "seat 3"), ("to-come-1", "gy")]
    assert ("chosen:seat3", "seat 3") in shown(marks, "chosen")
    assert shown(board.foresee(point, "rb:brew:2"), "asks") == [("asks-b", "seat 2"), ("asks-r", "seat 2")]
    assert shown(board.foresee(point, "cure:gy"), "cure") == [("cure-to-come-1-a", "gy")]
    asked = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:yr:appeal rb,yr,gb -,-,- -,-,-").viewpoint(0)
    assert board.promise(asked, "give:y") == "You hand over 3 yellow cards to seat 2."
    assert [item.where for item in board.foresee(asked, "give:y")] == ["yellow"] * 3 + ["seat 2"]
    assert board.lead(point, ("gy",)) == "On green and yellow: choose Inquire, Feed, Brew, Appeal or Cure."
    assert board.lead(point, ("gb",)) == "On green and blue you may only cure: click Cure."
    assert board.lead(point, ("gy", "feed", "green")) == "Choose who gets a green card and hands you all their yellow cards."


def greyed(board: Board, point: Point, *chosen: str) -> set[str]:
    """The spots that are veiled once these are chosen."""
    entry = entry_of(board, point)
    entry.chosen = chosen
    return {where for _, where in shown(board.shut(point, chosen, sorted(entry.open)), "veil")}


def test_what_is_impossible_is_grey_at_every_step(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    assert greyed(board, point) == {"pass"}
    assert greyed(board, point, "gb") == {"inquire", "feed", "brew", "appeal", "pass"}
    assert greyed(board, point, "gy") == {"pass"}
    assert greyed(board, point, "gy", "feed") == {"pass", "red", "blue", "seat 1"}
    assert greyed(board, point, "gy", "feed", "green") == {"pass", "red", "blue", "seat 1"}
    assert greyed(board, point, "rb", "brew") == {"pass", "seat 1"}
    few = fastcore.parse(ACT.replace("actions=advanced", "actions=if")).viewpoint(0)
    assert greyed(board, few) == {"brew", "appeal", "pass"}
    closed = fastcore.parse("herbalism(players=4) gb ryyy/rgg/gbbb/b 0,2,0,0 2 2 9 act:1 rb,yr,gb,yb -,-,A=yb,A=rb -,-,-,-").viewpoint(0)
    assert greyed(board, closed) == {"inquire", "brew", "pass", "rb"}, "the marker is there, and a cure marker too"
    actions = set(layout.ROWS)
    asked = fastcore.parse("herbalism gb ryyy/rggg/bbbb 0,2,0 2 2 9 give:1:2:rb:appeal rb,rb,gb -,-,- -,-,-").viewpoint(0)
    assert greyed(board, asked) == {*actions, "yellow", "green", "blue"}
    answering = fastcore.parse("herbalism(players=4) gb ryyy/rgg/gbbb/b 0,2,0,0 2 2 9 cure:1:4 rb,yr,gb,yb -,-,A=rb,a=gy -,-,-,-").viewpoint(0)
    assert greyed(board, answering) == {*actions, "rb"} - {"pass"}
    predicting = fastcore.parse("herbalism(predictions=1) gb ryyy/rggg/bbbb 0,2,0 2 2 9 predict:1 rb,yr,gb -,-,- r,g,g").viewpoint(0)
    assert greyed(board, predicting) == {*actions, "red", "green"} - {"pass"}


def test_a_card_can_be_carried_to_a_player(board: Board) -> None:
    point = fastcore.parse(ACT).viewpoint(0)
    carried = board.carried(point, "yellow")
    assert carried is not None and carried in board.pieces(point.fields) and carried.shape == "card:y"
    assert board.carried(point, "blue") is None and board.carried(point, "gy") is None


# What happened ----------------------------------------------------------------------------------------------------------


def told(board: Board, situation: str, seat: int | None, *moves: str) -> list[str]:
    """What a seat is told of these moves."""
    state, words = fastcore.parse(situation), list[str]()
    for move in moves:
        words += [boards.tell(state.info, event) for event in state.events(move, seat)]
        state.play(move)
    return [sentence for sentence in words if sentence]


def test_the_log_speaks_to_whoever_reads_it(board: Board) -> None:
    moves = ("gy:feed:2:g", "predict:b", "rb:appeal:1", "give:r")
    assert told(board, ACT, 0, *moves) == [
        "You feed seat 2 on green and yellow.", "You give a green to seat 2.", "Seat 2 hands a yellow over to you.", "You predict blue.",
        "Seat 2 appeals to you on red and blue.", "You are asked what to hand over.", "You hand a red over to seat 2.",
    ]  # fmt: skip
    assert told(board, ACT, 1, *moves)[:3] == [
        "Seat 1 feeds you on green and yellow.", "Seat 1 gives a green to you.", "You hand a yellow over to seat 1.",
    ]  # fmt: skip
    for seat in (2, None):
        assert told(board, ACT, seat, *moves)[1:3] == ["Seat 1 gives a card to seat 2.", "Seat 2 hands a card over to seat 1."]
    last = ACT.replace("ryyg/yggb/gbbb", "g/ryyygg/gbbbb")
    assert told(board, last, 0, "gy:feed:2:g")[1] == "You give a green to seat 2.", "also with the last card"
    assert told(board, last, 2, "gy:feed:2:g")[1] == told(board, last, None, "gy:feed:2:g")[1] == "Seat 1 gives a card to seat 2."
    assert told(board, KNOWN, 0, "gb:inquire:2:b")[2] == "Seat 2 says: I hold 1 green card."
    point = fastcore.parse(KNOWN)
    asked = {seat: board.learned(point.info, seat, point.events("gb:inquire:2:b", seat)) for seat in range(3)}
    assert asked == {0: "Seat 2 told you: 1 green card.", 1: "", 2: ""}, "read again by whoever asked"
    assert told(board, KNOWN, 1, "gb:inquire:2:b")[2] == "You say: I hold 1 green card."
    assert told(board, KNOWN, 2, "gb:inquire:2:b")[2] == "Seat 2 says: I hold 1 card of the other colour."
    assert told(board, KNOWN, 2, "==:inquire:2:b")[2] == "Seat 2 says: I hold 4 cards of that colour now."


def test_the_end_of_a_round_is_told_and_shown(board: Board) -> None:
    state = fastcore.parse("herbalism bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-")
    events = state.events("answer:==", 0)
    assert [boards.tell(state.info, event) for event in events] == [
        "Seat 3 answers on two alike.", "Everybody sees the hidden pair: two blues.",
        "Seat 3 named the cure. The round is over: seat 1 +0, seat 2 +0, seat 3 +3.",
    ]  # fmt: skip
    assert boards.tell(state.info, events[-1], 2) == "You named the cure. The round is over: seat 1 +0, seat 2 +0, you +3."
    session = Session(state.spec, ("person",) * 3, 1, state.text())
    session.play("answer:==")
    assert [recap_of(session, session.here, seat).frames[-1].words.partition(".")[0] for seat in (0, 2)] == ["Seat 3 named the cure", "You named the cure"]
    after = state.after("answer:==")
    marks = board.last(after.viewpoint(0).fields, events)
    assert shown(marks, "card:") == [("card:b", "hidden pair")] * 2 and ("chosen:medicine", "==") in shown(marks, "chosen")
    dealt = after.after(after.move_text(after.sample(Stream(1))))
    assert board.last(dealt.viewpoint(0).fields, events) == (), "nothing of it on the cards of the next round"


def test_what_the_latest_turn_did_is_marked(board: Board) -> None:
    state = fastcore.parse(KNOWN)
    events = state.events("gb:inquire:2:b", 0)
    marks = board.last(state.after("gb:inquire:2:b").viewpoint(0).fields, events)
    assert shown(marks, "said", "last:medicine") == [("last:medicine", "gb"), ("said-1", "seat 2")]
    assert shown(marks, "last:small") == [("last:small", "seat 2")]
    state = fastcore.parse(ACT)
    marks = board.last(state.after("gy:feed:2:g").viewpoint(0).fields, state.events("gy:feed:2:g", 0))
    assert shown(marks, "last:large") == [("last:large", "yellow")], "the card that came"
    assert shown(board.last(state.fields, []), "last") == []


def test_what_stands_on_a_spot_is_said(board: Board) -> None:
    fields = fastcore.parse(ACT).viewpoint(0).fields
    assert board.standing_on(fields, "seat 2") == "4 cards, 0 points, cure marker unused"
    assert board.standing_on(fields, "seat 1") == "4 cards: a red, 2 yellows and a green, 0 points, cure marker unused, started this round"
    assert board.standing_on(fields, "gb") == "the medicine of green and blue, with your medicine marker"
    assert board.standing_on(fields, "yellow") == "2 in your hand" and board.standing_on(fields, "hidden pair") == "two covered cards"
    assert board.standing_on(fields, "red") == "1 in your hand, predicted by you"
    failed = fastcore.parse(FAILED).viewpoint(1).fields
    watched = fastcore.parse(ACT).viewpoint(None).fields
    assert board.standing_on(watched, "yellow") == "3 in all" and board.standing_on(watched, "red") == "2 in all, predicted by seat 1"
    assert board.standing_on(fastcore.parse(ACT).fields, "yellow") == "2 in the hand of seat 1"
    assert board.standing_on(watched, "gb").endswith("with seat 1's medicine marker")
    markers = "seat 1's medicine marker, your failed answer and seat 3's failed follow"
    assert board.standing_on(failed, "rb") == f"the medicine of red and blue, with {markers}"
    assert board.standing_on(failed, "hidden pair") == "green and blue"


def test_an_empty_hand_is_still_ones_own(board: Board) -> None:
    """Also whoever holds no card is spoken to, and sees an empty hand below; a watcher is not taken for one."""
    state = fastcore.parse(KNOWN.replace("-,-,- -,-,-", "-,-,A=rg -,-,-"))
    mine, watched = state.viewpoint(2).fields, state.viewpoint(None).fields
    assert board.standing_on(mine, "red", 2) == "0 in your hand" and board.standing_on(watched, "red", None) == "2 in all"
    assert board.standing_on(mine, "gb", 2) == "the medicine of green and blue, with your medicine marker"
    assert board.standing_on(mine, "rg", 2).endswith("with your failed answer")
    assert board.standing_on(watched, "rg", None).endswith("with seat 3's failed answer")
    assert shown(board.pieces(mine, 2), "below", "count-0") == [("below", "seat 3"), ("count-0", "seat 3")]
    assert shown(board.pieces(watched, None), "below") == []


def test_what_is_expected(board: Board) -> None:
    state = fastcore.parse(ACT)
    assert boards.expects(state.viewpoint(0)) == "You must choose a medicine card, then an action."
    assert boards.expects(state.viewpoint(1)) == boards.expects(state) == "Seat 1 must choose a medicine card, then an action."
    assert boards.expects(fastcore.parse(FAILED).viewpoint(0)) == "You must cure now: choose a medicine card."
    assert boards.expects(fastcore.parse(END).viewpoint(2)) == "Seat 1 cures: you may answer, follow or pass."
    assert boards.expects(fastcore.parse(END).after("follow:gb")) == "The game is over: Seat 3 wins. Seat 1 5, Seat 2 1, Seat 3 6."
    told = [boards.expects(fastcore.parse(END).after("follow:gb").viewpoint(seat)) for seat in (1, 2)]
    assert [line.partition(". ")[0] for line in told] == ["The game is over: Seat 3 wins", "The game is over: you win"]
    (panel,) = board.panels(state.info, state.fields, ())
    assert [line.text for line in panel.lines] == ["Round 1, turn 4. Only cures after turn 45."]


# Nothing leaks ------------------------------------------------------------------------------------------------------------


def everything(board: Board, point: Viewpoint) -> tuple[object, ...]:
    """All that the board shows and says of what a seat knows."""
    fields = point.fields
    spots = board.ground(fields).spots
    found: list[object] = [
        board.pieces(fields), board.panels(point.info, fields, ()), boards.expects(point), boards.text_board(point),
        [board.standing_on(fields, spot) for spot in spots], board.form(point), board.deduced(point), board.believed(point),
    ]  # fmt: skip
    if point.actor == point.seat:
        entry = entry_of(board, point)
        for move, path in entry.paths.items():
            found += [board.promise(point, move), board.foresee(point, move)]
            found += [board.lead(point, path[:n]) for n in range(1, len(path))]
        found += [board.refusal(point, (), spot) for spot in sorted(set(spots) - entry.open)]
        found.append(board.reveals(point, next(iter(entry.paths))))
    return tuple(found)


def handed(board: Board, point: Point, seat: int | None, turn: Sequence[Event], last: Sequence[Event]) -> list[object]:
    """All that the board makes of the events that the window hands it, of the turn and of the latest one."""
    info, fields = point.info, point.fields
    spots = board.ground(fields).spots
    return [
        board.pieces(fields, seat), board.last(fields, last), board.panels(info, fields, turn), [board.standing_on(fields, spot, seat) for spot in spots],
        [(boards.tell(info, event, seat), board.sound(event), board.truth(info, event), board.guess(event)) for event in turn],
        [(event.kind, event.where, event.values, board.pieces(event.fields, seat)) for event in turn],
        [[board.standing_on(event.fields, spot, seat) for spot in spots] for event in turn[-1:]], "" if seat is None else board.learned(info, seat, turn),
    ]  # fmt: skip


def test_nothing_that_is_shown_or_said_tells_what_is_covered(board: Board) -> None:
    """All cards that a seat does not see are laid otherwise, as it holds possible: it is shown and told the same."""
    compared = differ = played_on = 0
    for number in range(deep(10, 200)):
        spec = SPECS[number % len(SPECS)]
        played = walk(spec, 100 + number)
        played = played[: 2 + Stream(number, "length").below(len(played) - 1)]
        state, move = played[-1]
        if state.actor < 0:
            continue
        for seat in range(state.seats):
            worlds = [text for text, _ in known(played, seat).worlds(50_000) if text != state.text()]
            if not worlds:
                continue
            changed = fastcore.parse(f"{state.spec} {Stream(number, 'world', seat).choice(worlds)}")
            assert everything(board, state.viewpoint(seat)) == everything(board, changed.viewpoint(seat)), f"{state} {changed} {seat}"
            compared += 1
            differ += board.pieces(state.fields) != board.pieces(changed.fields)
            if seat == number % state.seats and move in texts(changed) and changed.observation(move, seat) == state.observation(move, seat):
                sessions = [Session(one.spec, (PERSON,) * one.seats, 1, one.text()) for one in (state, changed)]
                for session in sessions:
                    session.play(move)
                seen, whole = [
                    [handed(board, one.viewpoint(seat), seat, Browsing(one).turn_events(seat), Browsing(one).last_events(seat)) for one in sessions],
                    [handed(board, one.after(move), None, one.events(move), one.events(move)) for one in (state, changed)],
                ]
                assert seen[0] == seen[1], f"{state} {changed} {seat} {move}"
                assert whole[0] != whole[1], "it would tell if the window handed more"
                played_on += 1
    assert played_on > deep(1, 20)
    assert compared > deep(15, 300) and differ == compared, "while whoever sees all would see something else"


# The record form --------------------------------------------------------------------------------------------------------


def test_the_form_has_a_row_for_everybody_and_a_column_for_every_colour(board: Board) -> None:
    state = fastcore.parse(ACT)
    mine = board.form(state.viewpoint(1))
    assert mine is not None and mine.rows == ("seat 1", "you", "seat 3", "hidden")
    assert mine.columns == ("red 2", "yellow 3", "green 4", "blue 5", "cards")
    everybody = board.form(fastcore.start("herbalism(players=4)"))
    assert everybody is not None and everybody.rows == ("seat 1", "seat 2", "seat 3", "seat 4", "hidden")


def test_what_is_deduced_is_so_in_every_world(board: Board) -> None:
    """Counted anew, world by world, in positions of random games."""
    for number in range(deep(6, 60)):
        played = walk(SPECS[number % len(SPECS)], number)[: 10 + 6 * number % 60]
        state = played[-1][0]
        if state.actor < 0:
            continue
        point = known(played, number % state.seats)
        cells, worlds = board.deduced(point), point.worlds(50_000)
        assert len(cells) == state.seats + 1
        for row, line in enumerate(cells):
            hands = [([*text.split(" ")[1].split("/"), text.split(" ")[0]])[row].strip("-") for text, _ in worlds]
            assert line[-1] == str(len(hands[0]))
            for cell, letter in zip(line, COLOURS, strict=False):
                counts = Counter[int]()
                for hand, (_, chance) in zip(hands, worlds, strict=True):
                    counts[hand.count(letter)] += chance  # type: ignore[assignment]
                if len(counts) == 1:
                    assert cell == str(min(counts))
                    continue
                found = re.fullmatch(r"(\d)\u2013(\d) \((\d): ([\d.]+) %\)", cell)
                assert found is not None and (int(found[1]), int(found[2])) == (min(counts), max(counts)), cell
                assert abs(float(found[4]) / 100 - max(counts.values())) < 0.006 and counts[int(found[3])] > max(counts.values()) - 1e-9
        weights = Counter[str]()
        for text, chance in worlds:
            weights[medicine_of(text.split(" ")[0])] += chance  # type: ignore[assignment]
        labels = {label.where: label.text for label in board.believed(point)}
        assert set(labels) == set(CARDS)
        for card, text in labels.items():
            assert abs(float(text.removesuffix(" %")) / 100 - weights[card]) < 0.006
            assert bool(weights[card]) or text == "0 %"


def test_what_a_move_would_tell_is_said_in_numbers(board: Board) -> None:
    point = fastcore.parse(KNOWN).viewpoint(0)
    said = board.reveals(point, "gb:inquire:2:b")
    assert said.startswith("Seat 2 now holds 0 (7 %), 1 (53 %) or 2 (40 %) green. That should leave about 1 of the 3 ways the cards may lie.")
    assert board.reveals(point, "==:inquire:2:g").startswith("With yours seat 2 will say 1 (7 %), 2 (53 %) or 3 (40 %) green."), "as it is announced"
    assert board.reveals(point, "==:feed:2:g").startswith("With yours seat 2 will hand back 1 (7 %), 2 (53 %) or 3 (40 %) green.")
    assert board.reveals(point, "yb:inquire:3:b").endswith("That tells you nothing new: the cards may lie in 3 ways.")
    assert board.reveals(fastcore.parse(KNOWN).viewpoint(1), "gb:inquire:2:b") == "", "of one's own moves alone"
    assert board.believed(fastcore.start("herbalism").viewpoint(0)) == () == board.deduced(fastcore.start("herbalism").viewpoint(0))


@pytest.mark.parametrize("spec", SPECS[3 : deep(4, 5)])
def test_as_many_ways_are_left_as_the_answers_leave_on_average(board: Board, spec: str) -> None:
    """Counted with the game's own observations in every world that is possible, choices of whoever is asked being even."""
    said = Counter[str]()
    for number in range(deep(1, 12)):
        played = walk(spec, number)
        cut = max(n for n, (state, _) in enumerate(played[: 12 + 5 * (number % 4)]) if state.phase == "act")
        played, state = played[: cut + 1], played[cut][0]
        point = known(played, state.actor)
        worlds = [(fastcore.parse(f"{point.spec} {text}"), chance) for text, chance in point.worlds(50_000)]
        asking = [text for text in map(point.move_text, point.moves()) if act(text).target >= 0]
        for move in asking[:: deep(7, 1)]:
            chances, allowed = Counter[str](), Counter[str]()
            for world, chance in worlds:
                seen, after = world.observation(move, state.actor), world.after(move)
                asked = texts(after) if after.phase == "give" else []
                found = Counter(f"{seen} {after.observation(given, state.actor)}" for given in asked) or Counter([seen])
                for answer, ways in found.items():
                    chances[answer] += chance * ways / found.total()  # type: ignore[assignment]
                    allowed[answer] += 1
            left = sum(chance * allowed[answer] for answer, chance in chances.items())
            told = re.search(r"leave about (\d+) of the (\d+) ways", board.reveals(point, move))
            assert len(worlds) - left < 0.01 * len(worlds) if told is None else (abs(int(told[1]) - left) < 0.51 and int(told[2]) == len(worlds)), move
            said[act(move).kind] += told is not None
    assert len(said) > 1 and said.total() >= 3


# Reading texts, and lessons -----------------------------------------------------------------------------------------------


def test_moves_and_cards_are_read(board: Board) -> None:
    assert act("rb:feed:2:b") == ("feed", "rb", 1, "b") and act("==:brew:4") == ("brew", "==", 3, "")
    assert act("cure:==") == ("cure", "==", -1, "") and act("give:r") == ("give", "", -1, "r") and act("skip") == ("skip", "", -1, "")
    assert act("rb:pass") == ("pass", "rb", -1, "")
    assert [medicine_of(pair) for pair in ("ry", "yg", "bb", "rb")] == ["yr", "gy", "==", "rb"]
    assert other("rb", "b") == "r" and other("==", "g") == "g"
    table = read(fastcore.parse("herbalism gg ggbbb/bb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a===,-,- -,-,-").fields)
    assert table.cure[0] == ("a", "==") and table.actor == 2 and table.right() == "=="


def test_a_lesson_shows_what_its_seat_sees(board: Board) -> None:
    guide = Guide("herbalism", 2)
    assert guide.seat == 0 and "?" in guide.point.fields["hidden"] and "?" in guide.point.fields["hands"]
    before = guide.point
    made = guide.play("gb:inquire:2:b")
    assert made.asked and all("?" in event.fields["hidden"] for event in made.events)
    assert guide.point is not before and guide.point.turn == before.turn + 1 == guide.state.turn
    assert isinstance(guide.point, Viewpoint) and guide.point.beliefs()["cure"]["gb"] == 1, "what the lesson claims"
    cures = [Guide("herbalism", number - 1) for number in (4, 9, 10)]
    assert all(guide.goal[0].endswith(read(guide.state.fields).right()) for guide in cures), "and what they ask for is right"
    five = Guide("herbalism", 4).play("gb:feed:3:g").events
    assert [event.values["cards"] for event in five if event.kind == "hand"] == ["bbb"]
    assert Guide("herd").seat is None, "where nothing is hidden all is shown"
