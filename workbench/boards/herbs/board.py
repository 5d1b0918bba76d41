"""The board of Herbs: an arena of squares, both plans, sealed bids, and the meaning of clicks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fastcore import OVER, Event, GameInfo
from workbench.boards.herbs import (
    account,
    arena,
    bids,
    click_words,
    effect_words,
    entry,
    words,
)
from workbench.boards.herbs import (
    marks as herbs_marks,
)
from workbench.boards.herbs import (
    sheet as herbs_sheet,
)
from workbench.boards.herbs.arena import PITS, SQUARES, Herb, herbs, parse_pair, plan
from workbench.boards.herbs.marks import DOT, on
from workbench.boards.herbs.projection import Scene, Slot, current_scene, effects, expected_scene, scene_after
from workbench.boards.herbs.shapes import SEATS, SHAPES
from workbench.boards.kit import contract
from workbench.boards.kit.choices import HAND, Choice, Outcome, Sheet, SpotInfo
from workbench.boards.kit.elements import Fields, Ground, Item, Line, Panel, Point
from workbench.boards.kit.symmetry import Essence, Symmetry

FARTHEST, FARTHEST_BACK = 6, 3


class Board(words.Words, contract.Board):
    """The board of Herbs."""

    shapes = SHAPES

    # Placement --------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the arena."""
        return arena.ground()

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """Return the stones and the Herbs. They are the same for every viewer."""
        return herbs_marks.pieces(fields)

    def essence(self, fields: Fields) -> Essence:
        """Return the stones, and all public fields but the number of the round."""
        return arena.essence(fields)

    def turned(self, text: str, symmetry: Symmetry) -> str:
        """Return a move, or the rest of a position, on the arena after a symmetry."""
        return arena.turned(text, symmetry)

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """Return a Herb in the seat's colour."""
        return f"tally-{SEATS[seat]}"

    def describe_spot(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """Return the piece on a square in words."""
        return click_words.describe_square(spot, current_scene(fields))

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """Return one panel with the round, the action, and the owner of the tie token."""
        return (Panel((), (Line(click_words.progress_text(info, fields), weight="bold"),)),)

    def round_lines(self, info: GameInfo, events: Sequence[Event]) -> tuple[Line, ...]:
        """Return a line for each player about the costs and points of the latest round."""
        return tuple(Line(text, weight="quiet") for text in account.round_account(info, events) or ("", ""))

    def belongings(self, info: GameInfo, fields: Fields, seat: int) -> str:
        """Return a seat's AP and stones in words."""
        return click_words.belongings(fields, seat)

    def roll_frames(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Return no frames: Herbs has no dice."""
        return ()

    # Clicks -----------------------------------------------------------------------------------------------------------

    def paths(self, point: Point, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Return the clicks that enter each of these legal moves."""
        return entry.paths(point, moves)

    def choices(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Choice, ...]:
        """Return the buttons for steps that have no square."""
        return entry.choices(point, chosen, spots)

    def uses_sheet(self, point: Point) -> bool:
        """Return whether a plan is being written, so that moves are collected on a sheet."""
        return point.phase == "write"

    def sheet(self, point: Point, moves: Sequence[str], faults: Sequence[str]) -> Sheet | None:
        """Return the command sheet of the seat that is writing a plan."""
        return herbs_sheet.sheet(point, moves, faults)

    def completed_sheet(self, info: GameInfo, fields: Fields, seat: int, turn: Sequence[Event]) -> Sheet | None:
        """Return the completed command sheet of a seat, with its results so far."""
        return herbs_sheet.completed_sheet(info, fields, seat, turn)

    def outcomes(self, point: Point) -> tuple[Outcome, ...]:
        """Return the possible results of a bid."""
        return bids.outcomes(point)

    def outcomes_text(self, point: Point) -> str:
        """Return a sentence about the actions that a bid decides."""
        return bids.at_stake(point)

    def drag_ends(self, move: str) -> tuple[str, str] | None:
        """Return the drag that places a white stone, from the panel to a square, or None for any other move."""
        return (HAND, move[2:]) if move.startswith("Wh") else None

    def dragged_piece(self, point: Point, start: str) -> Item | None:
        """Return the piece that a drag from this spot carries, or None."""
        if point.phase != "write":
            return None
        if start == HAND:
            moves = point.moves()
            return (
                Item("stone-w", 0, 0, herbs_marks.STONE)
                if moves and point.move_text(moves[-1]).startswith("Wh")
                else None
            )
        herb = self._chosen(point, start)
        if herb is None:
            return None
        return on(f"carried-{herb.number}{herb.facing}", herb.square, herbs_marks.HERB)._replace(turns=True)

    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Return why a click on this spot leads to no move."""
        if point.actor == OVER:
            return click_words.OVER
        if point.phase == "bid":
            return click_words.refuse_during_bid(spot)
        if entry.is_placing(point):
            return click_words.refuse_stone(spot)
        scene, seat = expected_scene(point), point.actor
        if chosen and not (len(chosen) == 1 and spot in SQUARES):
            return click_words.refuse_while_choosing(spot)
        if not chosen:
            now = herbs(point.fields)
            current = next((herb for herb in now.values() if herb.square == spot), None)
            return click_words.refuse_first_click(spot, seat, current, scene)
        herb = self._chosen(point, chosen[0])
        if herb is None:
            return click_words.refuse_lost_herb(spot, entry.herb_at(scene, seat, chosen[0]))
        return click_words.refuse_destination(
            spot, herb, herbs_marks.steps(herb.square, spot), parse_pair(point.fields["ap"])[seat]
        )

    def next_prompt(self, point: Point, chosen: Sequence[str]) -> str:
        """Return a prompt for the next click."""
        if point.phase == "bid":
            return click_words.BID_DIGITS
        if entry.is_placing(point):
            return click_words.prompt_for_stone(chosen[0])
        number = entry.herb_at(expected_scene(point), point.actor, chosen[0])
        push = next((int(spot[5:]) for spot in chosen if spot.startswith("push:")), 0)
        if push:
            why = entry.why_no_push(point, number, push)
            return click_words.prompt_for_price(
                number, push, entry.push_cost(point, number, push), chosen[1] in SQUARES, why
            )
        if len(chosen) > 1 and chosen[1] in (entry.MOVE, entry.BACK):
            return click_words.prompt_for_distance(number, back=chosen[1] == entry.BACK)
        if len(chosen) > 1:
            first, why = entry.push_cost(point, number, 1), entry.why_no_push(point, number, 1)
            return click_words.prompt_for_push(number, first, chosen[1] in SQUARES, why)
        return click_words.prompt_for_herb(number, self._chosen(point, chosen[0]))

    def move_effect(self, point: Point, move: str) -> str:
        """Return a sentence about the expected effect of a legal move."""
        if move.startswith("bid"):
            return bids.promise(point, int(move[3:]))
        if not move[0].isdigit():
            return effect_words.of_stone(move, expected_scene(point), point.actor)
        before, slot, _ = self._expected(point, move)
        return effect_words.of_action(slot, before.herbs.get(int(move[0])), entry.paths(point, (move,))[move][-1])

    # Marks --------------------------------------------------------------------------------------------------------

    def open_marks(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return marks on the chosen squares and on those that can be clicked next."""
        squares = [spot for spot in spots if spot in SQUARES]
        if point.phase == "bid":
            return ()
        if entry.is_placing(point):
            dots = (on("open-dot", spot, DOT) for spot in squares)
            return (*dots, *(on("chosen", spot) for spot in chosen if spot in SQUARES))
        if not chosen:
            return tuple(on("open-herb", spot) for spot in squares)
        scene, herb = expected_scene(point), self._chosen(point, chosen[0])
        if herb is None:
            return ()
        reachable = (
            *herbs_marks.reachable_squares(scene, herb, 1, FARTHEST),
            *herbs_marks.reachable_squares(scene, herb, -1, FARTHEST_BACK),
        )
        front, aim = entry.front(scene, herb.number), entry.target(scene, herb)
        marks = list[Item]()
        for spot in squares:
            if spot in PITS:
                marks.append(on("deadly", spot))
            elif spot in (front, aim):
                marks.append(on("front" if spot == front else "aim", spot))
            else:
                marks.append(on("reach" if spot in reachable else "beyond", spot))
        if len(chosen) > 1 and chosen[1] == front:
            marks += [on("front", square) for square in herbs_marks.line_of_push(scene, herb)]
        return (on("chosen", herb.square), *marks)

    def spot_info(self, point: Point, spot: str) -> SpotInfo:
        """Return ranges, prices and patterns for the square under the pointer."""
        return herbs_marks.spot_info(point, spot)

    def effect_marks(self, point: Point, move: str) -> tuple[Item, ...]:
        """Return marks that preview a legal move."""
        if move.startswith("bid"):
            return ()
        if not move[0].isdigit():
            return herbs_marks.stone_marks(move, expected_scene(point), point.actor)
        before, slot, after = self._expected(point, move)
        return herbs_marks.effect_marks(before, slot, after)

    def plan_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return marks at the expected results of a plan."""
        return herbs_sheet.plan_marks(point, moves)

    def last_turn_marks(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Return marks on the results of the latest turn."""
        return herbs_marks.last_turn_marks(fields, events)

    def advice_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return marks on a recommended move and its follow-up moves."""
        if point.phase != "write":
            return ()
        return herbs_marks.advice(point, plan(point.fields, point.actor), moves)

    def turn_effect(self, point: Point, moves: Sequence[str]) -> str:
        """Return a sentence about what the rest of a plan is expected to score and to hit, or ""."""
        if point.phase != "write":
            return ""
        before = plan(point.fields, point.actor)
        slots = herbs_sheet.expected_effects(point, (*before, *moves))
        return effect_words.of_plan([slot for number, slot in slots.items() if number >= len(before)])

    def cursor_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of the square with the keyboard cursor."""
        return (on("cursor", spot),) if spot in SQUARES else ()

    def hint_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of a square that a hint points out."""
        return (on("advice", spot),) if spot in SQUARES else ()

    # A plan in progress -----------------------------------------------------------------------------------------------

    def _chosen(self, point: Point, spot: str) -> Herb | None:
        """Return the Herb that a first click chooses, or None if it is expected to be lost before the action."""
        scene = expected_scene(point)
        return scene.herbs.get(entry.herb_at(scene, point.actor, spot))

    def _expected(self, point: Point, move: str) -> tuple[Scene, Slot, Scene]:
        """Return the expected scene before an action, its expected effect, and the expected scene after it."""
        items = (*plan(point.fields, point.actor), move)
        slot = effects(point, point.actor, items)[-1]
        return expected_scene(point), slot, scene_after(point, point.actor, items)
