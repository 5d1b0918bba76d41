"""The board of Herbalism: hands, medicine cards and markers, and what a click on them means.

What is seen is what the fields hold: a card that is covered in them is a back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fastcore import Event, GameInfo, Viewpoint
from workbench.boards.herbalism import click_words, layout
from workbench.boards.herbalism import form as herbalism_form
from workbench.boards.herbalism import words as herbalism_words
from workbench.boards.herbalism.layout import HIDDEN, HOME, LARGE, SMALL, TAG, TOKEN, seat_name
from workbench.boards.herbalism.shapes import FRAMES, SHAPES, room
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, SAME, Tabletop, act, medicine_of, other, read
from workbench.boards.kit import contract
from workbench.boards.kit.choices import Form, Truth
from workbench.boards.kit.elements import Fields, Ground, Item, Label, Line, Panel, Point

ON_CARD = 0.44  # the size of a cure marker on a medicine card
BADGE, STAR, RING, BUBBLE, ASKED, FLAG = 0.3, 0.25, 0.56, 0.46, 0.4, 0.36


def _kind(spot: str, seats: int) -> str:
    """The kind of outline that a spot has."""
    if spot in CARDS:
        return "medicine"
    if spot.startswith("seat "):
        return f"seat{seats}"
    return "hidden" if spot == HIDDEN else spot if spot in COLOURS.values() else "action"


def _on(style: str, spot: str, seats: int) -> Item:
    """An outline around a spot."""
    kind = _kind(spot, seats)
    return Item(f"{style}:{kind}", *layout.boxes(seats)[spot].middle, room(kind), spot)


def _around(style: str, kind: str, place: tuple[float, float], spot: str) -> Item:
    """An outline around one card."""
    return Item(f"{style}:{kind}", *place, room(kind), spot)


class Board(herbalism_words.Words, contract.Board):
    shapes: Mapping[str, str] = SHAPES
    seat_colours = tuple(f"seat{seat}" for seat in FRAMES)

    # What lies where ----------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        return layout.ground(fields["hands"].count("/") + 1)

    def pieces(self, fields: Fields, viewer: int | None = None) -> tuple[Item, ...]:
        table = read(fields, viewer)
        hidden = [
            Item(f"card:{one}", *place, SMALL, HIDDEN)
            for one, place in zip(table.hidden, layout.hidden_pair(), strict=False)
        ]
        seats = [item for seat in range(len(table.hands)) for item in self._seat(table, seat)]
        hand = table.hands[table.below] if table.below >= 0 else ""
        own = [
            Item(f"card:{letter}", *place, LARGE, colour)
            for letter, colour in COLOURS.items()
            for place in layout.in_hand(letter, hand.count(letter))
        ]
        flags = [
            Item(f"predicts-{seat + 1}", *place, FLAG, colour)
            for letter, colour in COLOURS.items()
            for seats_so in [[seat for seat, taken in enumerate(table.predictions) if letter in taken]]
            for seat, place in zip(seats_so, layout.predicted(letter, len(seats_so)), strict=True)
        ]
        return (*seats, *hidden, *own, *flags)

    def _seat(self, table: Tabletop, seat: int) -> Iterable[Item]:
        """What belongs to a seat, but for the hand that lies below."""
        number, spot, hand = len(table.hands), seat_name(seat), table.hands[seat]
        if seat == table.actor:
            yield Item("turn", *layout.home(number, seat), RING, spot)
        if seat == table.start:
            yield Item("start", *layout.start_place(number, seat), STAR, spot)
        if seat == table.below:
            yield Item("below", *layout.held(number, seat, 1)[0], SMALL, spot)
            yield Item(f"count-{len(hand)}", *layout.count_place(number, seat, 1), BADGE, spot)
        else:
            for one, place in zip(hand, layout.held(number, seat, len(hand)), strict=True):
                yield Item(f"card:{one}", *place, SMALL, spot)
            if table.phase != "deal":
                yield Item(f"count-{len(hand)}", *layout.count_place(number, seat, len(hand)), BADGE, spot)
        if table.medicine[seat]:
            place = layout.on_medicine(table.medicine[seat], number, seat, cure=False)
            yield Item(f"marker-{seat + 1}", *place, TOKEN, table.medicine[seat])
        else:
            yield Item(f"marker-{seat + 1}", *layout.home(number, seat), HOME, spot)
        mark = table.cure[seat]
        if mark.kind:
            place = layout.on_medicine(mark.card, number, seat, cure=True)
            yield Item(f"cure-{seat + 1}:{mark.kind}", *place, ON_CARD, mark.card)
        else:
            yield Item(f"cure-{seat + 1}:", *layout.tag_home(number, seat), TAG, spot)

    def seat_shape(self, info: GameInfo, seat: int) -> str:
        return f"seat-{seat + 1}"

    def standing_on(self, fields: Fields, spot: str, viewer: int | None = None) -> str:
        return herbalism_words.standing_on(fields, spot, viewer)

    def panels(self, info: GameInfo, fields: Fields, turn: Sequence[Event]) -> tuple[Panel, ...]:
        return (Panel((), (Line(herbalism_words.stage(fields), weight="bold"),)),)

    def tumble(self, event: Event) -> tuple[tuple[str, ...], ...]:
        return ()

    # The record form ----------------------------------------------------------------------------------------------

    def form(self, point: Point) -> Form | None:
        return herbalism_form.form(point)

    def deduced(self, point: Viewpoint) -> tuple[tuple[str, ...], ...]:
        return herbalism_form.deduced(point)

    def believed(self, point: Viewpoint) -> tuple[Label, ...]:
        return herbalism_form.believed(point)

    def reveals(self, point: Viewpoint, move: str) -> str:
        return herbalism_form.reveals(point, move)

    def truth(self, info: GameInfo, event: Event) -> Truth | None:
        if event.kind != "pair" or event.seat >= 0:
            return None
        cards = str(event.values["cards"])
        shapes = {card: f"pair-{card}" for card in CARDS}
        words = f"The hidden pair was {herbalism_words.pair(cards)}."
        return Truth(f"The end of round {event.fields['round']}", words, "cure", medicine_of(cards), shapes)

    def guess(self, event: Event) -> str:
        return event.where[0] if event.kind in ("cure", "answer", "follow") else ""

    # What a click means -------------------------------------------------------------------------------------------

    def path(self, move: str) -> tuple[str, ...]:
        """A medicine card, an action, a card to give, a player, as far as the move has them."""
        a = act(move)
        if a.kind in ("answer", "follow"):
            return (a.card,)
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
        return click_words.refusal(point, chosen, spot)

    def lead(self, point: Point, chosen: Sequence[str]) -> str:
        return click_words.lead(point, chosen)

    def promise(self, point: Point, move: str) -> str:
        return click_words.promise(point, move)

    def carried(self, point: Point, start: str) -> Item | None:
        """A card of the hand, to be dragged to the player who gets it."""
        table = read(point.fields)
        own = [item for item in self.pieces(point.fields) if item.where == start and item.size == LARGE]
        return own[-1] if own and table.phase == "act" and table.below == table.actor else None

    # Marks --------------------------------------------------------------------------------------------------------

    def open(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """What is chosen, and what may be next."""
        marks = [_on("chosen", spot, point.seats) for spot in chosen]
        return (*marks, *(_on("reach" if chosen else "open", spot, point.seats) for spot in spots))

    def shut(self, point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Item, ...]:
        """A veil over all that is impossible; where nothing may be chosen, over the actions:
        the cards are there to be read."""
        if not spots:
            return tuple(_on("veil", action, point.seats) for action in layout.ROWS)
        closed = click_words.closed(point, chosen, [self.path(point.move_text(move)) for move in point.moves()])
        return tuple(_on("veil", spot, point.seats) for spot in sorted(closed))

    def foresee(self, point: Point, move: str) -> tuple[Item, ...]:
        a, table, me, seats = act(move), read(point.fields), point.actor, point.seats
        if a.kind in ("cure", "answer", "follow"):
            place = layout.on_medicine(a.card, seats, me, cure=True)
            return (Item(f"cure-to-come-{me + 1}-{'f' if a.kind == 'follow' else 'a'}", *place, ON_CARD, a.card),)
        if a.kind == "predict":
            taken = sum(a.colour in colours for colours in table.predictions)
            return (Item(f"predicts-{me + 1}", *layout.predicted(a.colour, taken + 1)[-1], FLAG, COLOURS[a.colour]),)
        if a.kind == "give":
            number = table.hands[me].count(a.colour)
            going = layout.in_hand(a.colour, number)[-2 if "brew" in point.fields["phase"] else 0 :]
            outlines = [_around("advice-next", "large", place, COLOURS[a.colour]) for place in going]
            return (*outlines, _on("chosen", seat_name(table.seats[1]), seats))
        if a.kind == "skip":
            return ()
        marks = [Item(f"to-come-{me + 1}", *layout.on_medicine(a.card, seats, me, cure=False), TOKEN, a.card)]
        if a.target >= 0:
            marks += self._asks(table, a.target, a.card, a.colour)
        if a.colour and table.below == me:
            last = layout.in_hand(a.colour, table.hands[me].count(a.colour))[-1]
            marks.append(_around("advice-next", "large", last, COLOURS[a.colour]))
        return tuple(marks)

    def _asks(self, table: Tabletop, target: int, name: str, given: str) -> Iterable[Item]:
        """What goes to a player, and what is asked for."""
        seats, spot = len(table.hands), seat_name(target)
        yield _on("chosen", spot, seats)
        if given:
            place = layout.held(seats, target, len(table.hands[target]) + 1)[-1]
            yield Item(f"ghost-{given}", *place, SMALL, spot)
        asked = [other(name, given)] if given else [] if name == SAME else list(name)
        box = layout.boxes(seats)[spot]
        for k, letter in enumerate(asked):
            x = box.left + box.width - 0.24 - (len(asked) - 1 - k) * (ASKED + 0.02)
            yield Item(f"asks-{letter}", x, box.top + 0.76, ASKED, spot)

    def last(self, fields: Fields, events: Sequence[Event]) -> tuple[Item, ...]:
        table = read(fields)
        seats, marks = len(table.hands), dict[tuple[str, str], Item]()
        for event in events:
            if table.phase != "deal" and int(event.fields["round"]) != table.round:
                continue  # other cards lie there now
            if event.where and event.kind != "follow":
                marks["card", event.where[0]] = _on("last", event.where[0], seats)
            if event.kind in ("give", "hand") and table.phase != "deal":
                to, number = int(event.values["to"]) - 1, int(event.values["number"])
                for item in self._got(table, to, number, str(event.values["cards"])):
                    marks["got", f"{item.x:.3f} {item.y:.3f}"] = item
            if event.kind == "told":
                box = layout.boxes(seats)[seat_name(event.seat)]
                x, y = box.left + box.width - 0.3, box.top + (0.34 if seats == 3 else 0.8)
                marks["said", ""] = Item(f"said-{event.values['number']}", x, y, BUBBLE, seat_name(event.seat))
            if event.kind == "pair":
                shown = zip(str(event.values["cards"]), layout.hidden_pair(), strict=True)
                marks |= {
                    ("pair", str(n)): Item(f"card:{one}", *place, SMALL, HIDDEN) for n, (one, place) in enumerate(shown)
                }
                right = medicine_of(str(event.values["cards"]))
                marks["right", right] = _on("chosen", right, seats)
        return tuple(marks.values())

    def _got(self, table: Tabletop, seat: int, number: int, cards: str) -> Iterable[Item]:
        """Outlines around the cards that came to a seat last."""
        hand = table.hands[seat]
        if seat != table.below:
            for place in layout.held(len(table.hands), seat, len(hand))[len(hand) - min(number, len(hand)) :]:
                yield _around("last", "small", place, seat_name(seat))
            return
        for letter in COLOURS:
            held, came = hand.count(letter), cards.count(letter)
            for place in layout.in_hand(letter, held)[held - min(came, held) :]:
                yield _around("last", "large", place, COLOURS[letter])

    def advice(self, point: Point, moves: Sequence[str]) -> tuple[Item, ...]:
        marks = dict[str, str]()
        for n, move in enumerate(moves):
            for spot in self.path(move):
                marks.setdefault(spot, "advice-next" if n else "advice")
        return tuple(_on(style, spot, point.seats) for spot, style in marks.items())

    def cursor(self, fields: Fields, spot: str) -> tuple[Item, ...]:
        return (_on("cursor", spot, fields["hands"].count("/") + 1),)
