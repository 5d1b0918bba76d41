"""The board of Herbs: an arena of squares, plans of both seats, sealed bids, and what a click means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fastcore import OVER, Event, GameInfo
from workbench.boards.herbs import (
    arena,
    bids,
    click_words,
    entry,
    hover_marks,
    words,
)
from workbench.boards.herbs import (
    marks as herbs_marks,
)
from workbench.boards.herbs import (
    sheet as herbs_sheet,
)
from workbench.boards.herbs.arena import PITS, SQUARES, Herb, herbs, pair, plan
from workbench.boards.herbs.marks import DOT, on
from workbench.boards.herbs.projection import Scene, Slot, account, expected, scene, standing
from workbench.boards.herbs.shapes import SEATS, SHAPES
from workbench.boards.kit import contract
from workbench.boards.kit.choices import HAND, Choice, Known, Outcome, Sheet
from workbench.boards.kit.elements import Fields, Ground, Item, Line, Panel, Point

FARTHEST, FARTHEST_BACK = 6, 3


class Board(words.Words, contract.Board):
    shapes = SHAPES

    # What lies where ----------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        return arena.ground()

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        return herbs_marks.pieces(fields)

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        return f"tally-{SEATS[seat]}"

    def standing_on(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        return click_words.standing_on(spot, standing(fields))

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        return (Panel((), (Line(click_words.stage(info, fields), weight="bold"),)),)

    def belongings(self, info: GameInfo, fields: Fields, seat: int) -> str:
        return click_words.belongings(fields, seat)

    def tumble(self, event: Event) -> tuple[tuple[str, ...], ...]:
        return ()

    # What a click means -------------------------------------------------------------------------------------------

    def paths(self, point: Point, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        return entry.paths(point, moves)

    def choices(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Choice, ...]:
        return entry.choices(point, chosen, spots)

    def collects(self, point: Point) -> bool:
        return point.phase == "write"

    def sheet(self, point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
        return herbs_sheet.sheet(point, moves, faults)

    def ledger(self, info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
        return herbs_sheet.ledger(info, fields, seat, turn)

    def outcomes(self, point: Point) -> tuple[Outcome, ...]:
        return bids.outcomes(point)

    def at_stake(self, point: Point) -> str:
        return bids.at_stake(point)

    def drag(self, move: str) -> tuple[str, str] | None:
        """A white stone is dragged from the card onto its square."""
        return (HAND, move[2:]) if move.startswith("Wh") else None

    def carried(self, point: Point, start: str) -> Item | None:
        if point.phase != "write":
            return None
        if start == HAND:
            moves = point.moves()
            return (
                Item("stone-w", 0, 0, herbs_marks.STONE)
                if moves and point.move_text(moves[-1]).startswith("Wh")
                else None
            )
        one = self._chosen(point, start)
        return on(f"carried-{one.number}{one.facing}", one.square)._replace(turns=True) if one is not None else None

    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        if point.actor == OVER:
            return click_words.OVER
        if point.phase == "bid":
            return click_words.bid_beside(spot)
        if entry.places(point):
            return click_words.no_stone(spot)
        there, seat = expected(point), point.actor
        if chosen and not (len(chosen) == 1 and spot in SQUARES):
            return click_words.choose_beside(spot)
        if not chosen:
            now = herbs(point.fields)
            here = next((one for one in now.values() if one.square == spot), None)
            return click_words.no_herb(spot, seat, here, there)
        one = self._chosen(point, chosen[0])
        if one is None:
            return click_words.lost_herb(spot, entry.herb_at(there, seat, chosen[0]))
        return click_words.no_way(spot, one, herbs_marks.steps(one.square, spot), pair(point.fields["ap"])[seat])

    def lead(self, point: Point, chosen: Sequence[str]) -> str:
        if point.phase == "bid":
            return click_words.BID_DIGITS
        if entry.places(point):
            return click_words.which_stone(chosen[0])
        number = entry.herb_at(expected(point), point.actor, chosen[0])
        push = next((int(spot[5:]) for spot in chosen if spot.startswith("push:")), 0)
        if push:
            why = entry.hindered(point, number, push)
            return click_words.how_much(number, push, entry.price(point, number, push), chosen[1] in SQUARES, why)
        if len(chosen) > 1 and chosen[1] in (entry.MOVE, entry.BACK):
            return click_words.how_far(number, back=chosen[1] == entry.BACK)
        if len(chosen) > 1:
            first, why = entry.price(point, number, 1), entry.hindered(point, number, 1)
            return click_words.how_far_to_push(number, first, chosen[1] in SQUARES, why)
        return click_words.what_follows(number, self._chosen(point, chosen[0]))

    def promise(self, point: Point, move: str) -> str:
        if move.startswith("bid"):
            return bids.promise(point, int(move[3:]))
        if not move[0].isdigit():
            return click_words.would_place(move, expected(point), point.actor)
        before, slot, _ = self._expected(point, move)
        return click_words.would_do(slot, before.herbs.get(int(move[0])), entry.paths(point, (move,))[move][-1])

    # Marks --------------------------------------------------------------------------------------------------------

    def open(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        squares = [spot for spot in spots if spot in SQUARES]
        if point.phase == "bid":
            return ()
        if entry.places(point):
            dots = (on("open-dot", spot, DOT) for spot in squares)
            return (*dots, *(on("chosen", spot) for spot in chosen if spot in SQUARES))
        if not chosen:
            return tuple(on("open-herb", spot) for spot in squares)
        there, one = expected(point), self._chosen(point, chosen[0])
        if one is None:
            return ()
        ways = (*herbs_marks.reached(there, one, 1, FARTHEST), *herbs_marks.reached(there, one, -1, FARTHEST_BACK))
        front, aim = entry.front(there, one.number), entry.target(there, one)
        marks = list[Item]()
        for spot in squares:
            if spot in PITS:
                marks.append(on("deadly", spot))
            elif spot in (front, aim):
                marks.append(on("front" if spot == front else "aim", spot))
            else:
                marks.append(on("reach" if spot in ways else "beyond", spot))
        if len(chosen) > 1 and chosen[1] == front:
            marks += [on("front", square) for square in herbs_marks.line_of_push(there, one)]
        return (on("chosen", one.square), *marks)

    def known(self, point: Point, spot: str) -> Known:
        return hover_marks.known(point, spot)

    def foresee(self, point: Point, move: str) -> tuple[Item, ...]:
        if move.startswith("bid"):
            return ()
        if not move[0].isdigit():
            return herbs_marks.placing(move, expected(point), point.actor)
        before, slot, after = self._expected(point, move)
        return herbs_marks.doing(before, slot, after)

    def intends(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        return herbs_sheet.intends(point, moves)

    def last(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        return herbs_marks.last(fields, events)

    def advice(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        if point.phase != "write":
            return ()
        return herbs_marks.advice(point, plan(point.fields, point.actor), moves)

    def cursor(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        return (on("cursor", spot),) if spot in SQUARES else ()

    # A point that is being written at -----------------------------------------------------------------------------

    def _chosen(self, point: Point, spot: str) -> Herb | None:
        """The Herb that a first click chooses, None if it is expected to be lost by then."""
        there = expected(point)
        return there.herbs.get(entry.herb_at(there, point.actor, spot))

    def _expected(self, point: Point, move: str) -> tuple[Scene, Slot, Scene]:
        """What is expected before an action, what it does, and what is expected after it."""
        items = (*plan(point.fields, point.actor), move)
        slot = account(point, point.actor, items)[-1]
        return expected(point), slot, scene(point, point.actor, items)
