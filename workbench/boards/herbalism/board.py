"""The board of Herbalism: hands, medicine cards and markers, and the meaning of clicks on them.

Hidden cards are drawn as card backs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fastcore import Event, GameInfo, Viewpoint
from workbench.boards.herbalism import click_words, event_words, layout
from workbench.boards.herbalism import form as herbalism_form
from workbench.boards.herbalism import words as herbalism_words
from workbench.boards.herbalism.layout import HIDDEN, HOME, LARGE, SMALL, TAG, TOKEN, seat_name
from workbench.boards.herbalism.progress import progress_text
from workbench.boards.herbalism.shapes import FRAMES, SHAPES, outline_size
from workbench.boards.herbalism.tabletop import (
    CARDS,
    COLOURS,
    SAME,
    Tabletop,
    asked_colour,
    medicine_of,
    parse_move,
    parse_tabletop,
)
from workbench.boards.kit import contract
from workbench.boards.kit.choices import Form, Truth
from workbench.boards.kit.elements import Fields, Ground, Item, Label, Line, Panel, Point
from workbench.boards.kit.symmetry import Essence
from workbench.system.translation import tr

ON_CARD = 0.44  # size of a cure marker on a medicine card
BADGE, STAR, RING, BUBBLE, ASKED, FLAG = 0.3, 0.25, 0.56, 0.46, 0.4, 0.36


def _kind(spot: str, seats: int) -> str:
    """Return the outline kind of a spot."""
    if spot in CARDS:
        return "medicine"
    if spot.startswith("seat "):
        return f"seat{seats}"
    return "hidden" if spot == HIDDEN else spot if spot in COLOURS.values() else "action"


def _outline_spot(style: str, spot: str, seats: int) -> Item:
    """Return an outline around a spot."""
    kind = _kind(spot, seats)
    return Item(f"{style}:{kind}", *layout.boxes(seats)[spot].middle, outline_size(kind), spot)


def _outline_card(style: str, kind: str, place: tuple[float, float], spot: str) -> Item:
    """Return an outline around one card."""
    return Item(f"{style}:{kind}", *place, outline_size(kind), spot)


class Board(herbalism_words.Words, contract.Board):
    """The board of Herbalism for three or four players."""

    shapes: Mapping[str, str] = SHAPES
    seat_colours = tuple(f"seat{seat}" for seat in FRAMES)

    # Placement --------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the table for the number of players in the position."""
        return layout.ground(fields["hands"].count("/") + 1)

    def essence(self, fields: Fields) -> Essence:
        """Return all public fields but the number of the round."""
        return Essence({}, " ".join(text for name, text in fields.items() if name != "round"))

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        """Return the cards and markers on the table, as seen by `viewer` (None: a spectator or the full position).

        The hand of the viewer, or of the seat to move in a full position, is drawn large at the bottom.
        """
        table = parse_tabletop(fields, viewer)
        hidden = [
            Item(f"card:{letter}", *place, SMALL, HIDDEN)
            for letter, place in zip(table.hidden, layout.hidden_pair_places(), strict=False)
        ]
        seats = [item for seat in range(len(table.hands)) for item in self._seat_items(table, seat)]
        hand = table.hands[table.bottom_seat] if table.bottom_seat >= 0 else ""
        own = [
            Item(f"card:{letter}", *place, LARGE, colour)
            for letter, colour in COLOURS.items()
            for place in layout.bottom_hand_places(letter, hand.count(letter))
        ]
        flags = [
            Item(f"predicts-{seat + 1}", *place, FLAG, colour)
            for letter, colour in COLOURS.items()
            for seats_predicting in [[seat for seat, taken in enumerate(table.predictions) if letter in taken]]
            for seat, place in zip(
                seats_predicting, layout.prediction_places(letter, len(seats_predicting)), strict=True
            )
        ]
        return (*seats, *hidden, *own, *flags)

    def _seat_items(self, table: Tabletop, seat: int) -> Iterable[Item]:
        """Yield the items at a seat, except the hand at the bottom of the table."""
        number, spot, hand = len(table.hands), seat_name(seat), table.hands[seat]
        if seat == table.actor:
            yield Item("turn", *layout.token_place(number, seat), RING, spot)
        if seat == table.start:
            yield Item("start", *layout.start_place(number, seat), STAR, spot)
        if seat == table.bottom_seat:
            yield Item("below", *layout.hand_places(number, seat, 1)[0], SMALL, spot)
            yield Item(f"count-{len(hand)}", *layout.count_place(number, seat, 1), BADGE, spot)
        else:
            for held, place in zip(hand, layout.hand_places(number, seat, len(hand)), strict=True):
                yield Item(f"card:{held}", *place, SMALL, spot)
            if table.phase != "deal":
                yield self._count(table, seat)
        if table.medicine[seat]:
            place = layout.marker_place(table.medicine[seat], number, seat, cure=False)
            yield Item(f"marker-{seat + 1}", *place, TOKEN, table.medicine[seat])
        else:
            yield Item(f"marker-{seat + 1}", *layout.token_place(number, seat), HOME, spot)
        mark = table.cure[seat]
        if mark.kind:
            place = layout.marker_place(mark.card, number, seat, cure=True)
            yield Item(f"cure-{seat + 1}:{mark.kind}", *place, ON_CARD, mark.card)
        else:
            yield Item(f"cure-{seat + 1}:", *layout.unused_cure_place(number, seat), TAG, spot)

    @staticmethod
    def _count(table: Tabletop, seat: int) -> Item:
        """Return the badge with the number of cards at a seat."""
        held = len(table.hands[seat])
        place = layout.count_place(len(table.hands), seat, held)
        return Item(f"count-{held}", *place, BADGE, seat_name(seat))

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        """Return the shape of the seat's token."""
        return f"seat-{seat + 1}"

    def describe_spot(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        """Return a spot's contents in a few words."""
        return herbalism_words.describe_spot(fields, spot, viewer)

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        """Return one panel with the round and the turn."""
        return (Panel((), (Line(progress_text(fields), weight="bold"),)),)

    def roll_frames(self, event: Event) -> tuple[tuple[str, ...], ...]:
        """Return no frames: Herbalism has no dice."""
        return ()

    # The record form ----------------------------------------------------------------------------------------------

    def form(self, point: Point) -> Form | None:
        """Return the printed record form for this round."""
        return herbalism_form.form(point)

    def form_texts(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        """Return the text of each form cell, row by row."""
        return herbalism_form.form_texts(point)

    def belief_labels(self, point: Viewpoint) -> tuple[Label, ...]:
        """Return the probability of each medicine card as labels on the cards."""
        return herbalism_form.belief_labels(point)

    def expected_information(self, point: Viewpoint, move: str) -> str:
        """Return a sentence about the information that a move is expected to reveal."""
        return herbalism_form.expected_information(point, move)

    def truth(self, info: GameInfo, event: Event) -> Truth | None:
        """Return the hidden pair when the end of a round reveals it, or None."""
        if event.kind != "pair" or event.seat >= 0:
            return None
        cards = str(event.values["cards"])
        shapes = {card: f"pair-{card}" for card in CARDS}
        words = tr("The hidden pair was {pair}.", pair=event_words.pair(cards))
        return Truth(
            tr("The end of round {round}", round=event.fields["round"]), words, "cure", medicine_of(cards), shapes
        )

    def guess(self, event: Event) -> str:
        """Return the medicine card named by a cure, an answer or a follow, or "" for other events."""
        return event.where[0] if event.kind in ("cure", "answer", "follow") else ""

    # What a click means -------------------------------------------------------------------------------------------

    def path(self, move: str) -> tuple[str, ...]:
        """Return the clicks that enter a move: medicine card, action, card to give, player.

        Parts that the move lacks are left out. A guess at the hidden pair is final, so it ends with a click on the
        hidden pair, away from the actions.
        """
        a = parse_move(move)
        if a.kind in ("cure", "answer", "follow"):
            return (a.card, "cure", HIDDEN) if a.kind == "cure" else (a.card, HIDDEN)
        if a.kind == "skip":
            return ("pass",)
        steps = (
            a.card,
            a.kind if a.card else "",
            COLOURS.get(a.colour, ""),
            seat_name(a.target) if a.target >= 0 else "",
        )
        return tuple(step for step in steps if step)

    def refusal(self, point: Point, chosen: Sequence[str], spot: str) -> str:
        """Return why a click on this spot leads to no move."""
        return click_words.refusal(point, chosen, spot)

    def next_prompt(self, point: Point, chosen: Sequence[str]) -> str:
        """Return a prompt for the next click."""
        return click_words.next_prompt(point, chosen)

    def move_effect(self, point: Point, move: str) -> str:
        """Return a sentence about the effect of a legal move."""
        return click_words.move_effect(point, move)

    def dragged_piece(self, point: Point, start: str) -> Item | None:
        """Return the hand card that a drag carries to another player, or None."""
        table = parse_tabletop(point.fields)
        own = [item for item in self.pieces(point.fields) if item.where == start and item.size == LARGE]
        return own[-1] if own and table.phase == "act" and table.bottom_seat == table.actor else None

    # Marks --------------------------------------------------------------------------------------------------------

    def open_marks(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return marks on the chosen spots and on those that can be clicked next."""
        marks = [_outline_spot("chosen", spot, point.seats) for spot in chosen]
        return (*marks, *(_outline_spot("reach" if chosen else "open", spot, point.seats) for spot in spots))

    def veils(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """Return veils over all spots that cannot be chosen.

        If no spot can be chosen, only the actions are veiled: the cards must stay readable.
        """
        if not spots:
            return tuple(_outline_spot("veil", action, point.seats) for action in layout.ROWS)
        closed = click_words.blocked_spots(point, chosen, [self.path(point.move_text(move)) for move in point.moves()])
        return tuple(_outline_spot("veil", spot, point.seats) for spot in sorted(closed))

    def effect_marks(self, point: Point, move: str) -> tuple[Item, ...]:
        """Return marks that preview a legal move."""
        a, table, me, seats = parse_move(move), parse_tabletop(point.fields), point.actor, point.seats
        if a.kind in ("cure", "answer", "follow"):
            place = layout.marker_place(a.card, seats, me, cure=True)
            return (Item(f"cure-to-come-{me + 1}-{'f' if a.kind == 'follow' else 'a'}", *place, ON_CARD, a.card),)
        if a.kind == "predict":
            taken = sum(a.colour in colours for colours in table.predictions)
            return (
                Item(f"predicts-{me + 1}", *layout.prediction_places(a.colour, taken + 1)[-1], FLAG, COLOURS[a.colour]),
            )
        if a.kind == "give":
            number = table.hands[me].count(a.colour)
            going = layout.bottom_hand_places(a.colour, number)[-2 if "brew" in point.fields["phase"] else 0 :]
            outlines = [_outline_card("going", "large", place, COLOURS[a.colour]) for place in going]
            return (*outlines, _outline_spot("chosen", seat_name(table.seats[1]), seats))
        if a.kind == "skip":
            return ()
        marks = [Item(f"to-come-{me + 1}", *layout.marker_place(a.card, seats, me, cure=False), TOKEN, a.card)]
        if a.target >= 0:
            marks += self._request_marks(table, a.target, a.card, a.colour)
        if a.colour and table.bottom_seat == me:
            last = layout.bottom_hand_places(a.colour, table.hands[me].count(a.colour))[-1]
            marks.append(_outline_card("going", "large", last, COLOURS[a.colour]))
        return tuple(marks)

    def _request_marks(self, table: Tabletop, target: int, name: str, given: str) -> Iterable[Item]:
        """Yield marks for the card that a player receives and for the cards asked for."""
        seats, spot = len(table.hands), seat_name(target)
        yield _outline_spot("chosen", spot, seats)
        if given:
            place = layout.hand_places(seats, target, len(table.hands[target]) + 1)[-1]
            yield Item(f"ghost-{given}", *place, SMALL, spot)
        colours = [asked_colour(name, given)] if given else [] if name == SAME else list(name)
        box = layout.boxes(seats)[spot]
        for k, letter in enumerate(colours):
            x = box.left + box.width - 0.24 - (len(colours) - 1 - k) * (ASKED + 0.02)
            yield Item(f"asks-{letter}", x, box.top + 0.76, ASKED, spot)

    def last_turn_marks(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        """Return marks on the results of the latest turn."""
        table = parse_tabletop(fields)
        seats, marks = len(table.hands), dict[tuple[str, str], Item]()
        for event in events:
            if table.phase != "deal" and int(event.fields["round"]) != table.round:
                continue  # other cards have been laid out since then
            if event.where and event.kind != "follow":
                marks["card", event.where[0]] = _outline_spot("last", event.where[0], seats)
            if event.kind in ("give", "hand") and table.phase != "deal":
                to, number = int(event.values["to"]) - 1, int(event.values["number"])
                for item in self._received_marks(table, to, number, str(event.values["cards"])):
                    marks["got", f"{item.x:.3f} {item.y:.3f}"] = item
            if event.kind == "reply":
                box = layout.boxes(seats)[seat_name(event.seat)]
                x, y = box.left + box.width - 0.3, box.top + (0.34 if seats == 3 else 0.8)
                marks["said", ""] = Item(f"said-{event.values['number']}", x, y, BUBBLE, seat_name(event.seat))
            if event.kind == "pair":
                shown = zip(str(event.values["cards"]), layout.hidden_pair_places(), strict=True)
                marks |= {
                    ("pair", str(n)): Item(f"card:{letter}", *place, SMALL, HIDDEN)
                    for n, (letter, place) in enumerate(shown)
                }
                right = medicine_of(str(event.values["cards"]))
                marks["right", right] = _outline_spot("chosen", right, seats)
        return tuple(marks.values())

    def _received_marks(self, table: Tabletop, seat: int, number: int, cards: str) -> Iterable[Item]:
        """Yield outlines around the cards that a seat received last."""
        hand = table.hands[seat]
        if seat != table.bottom_seat:
            for place in layout.hand_places(len(table.hands), seat, len(hand))[len(hand) - min(number, len(hand)) :]:
                yield _outline_card("last", "small", place, seat_name(seat))
            yield self._count(table, seat)  # again, above the outlines
            return
        for letter in COLOURS:
            held, came = hand.count(letter), cards.count(letter)
            for place in layout.bottom_hand_places(letter, held)[held - min(came, held) :]:
                yield _outline_card("last", "large", place, COLOURS[letter])

    def advice_marks(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        """Return dashed outlines around the spots of a recommended move and its follow-up moves."""
        marks = dict[str, str]()
        for n, move in enumerate(moves):
            for spot in self.path(move):
                marks.setdefault(spot, "advice-next" if n else "advice")
        return tuple(_outline_spot(style, spot, point.seats) for spot, style in marks.items())

    def cursor_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of the spot with the keyboard cursor."""
        return (_outline_spot("cursor", spot, fields["hands"].count("/") + 1),)

    def hint_marks(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        """Return the outline of a spot that a hint points out."""
        return (_outline_spot("advice", spot, fields["hands"].count("/") + 1),)
