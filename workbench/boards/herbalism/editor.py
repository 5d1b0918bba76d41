"""The position editor of Herbalism: cards and markers by the palette, for everybody or as one seat sees them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from workbench.boards.herbalism import editor_details, layout
from workbench.boards.herbalism import facts as herbalism_facts
from workbench.boards.herbalism.editor_details import CARD, NONE, entries, hand, in_order, staged, written
from workbench.boards.herbalism.facts import BACK
from workbench.boards.herbalism.layout import HIDDEN
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK, read
from workbench.boards.kit import editing
from workbench.boards.kit.editing import NOTHING, Detail, FactForm, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.plain import side

LETTERS = {colour: letter for letter, colour in COLOURS.items()}
KINDS = "afAF"  # of cure markers, see `herbalism_table.Cure`
KEYS = {"medicine": "1234", "cure": "5678", "predicts": "asdf"}
PICTURES = {
    "card:": "",
    "marker-": "medicine ",
    "cure-": "cure ",
    "predicts-": "predicts ",
    "start": "start",
    "turn": "turn",
}
MOST_CARDS = 12


class Editor(editing.Editor):
    @cached_property
    def seats(self) -> int:
        return int(self.options["players"])

    @property
    def dealt(self) -> int:
        """The cards that a seat is dealt."""
        return MOST_CARDS // self.seats

    def ground(self, fields: Fields) -> Ground:
        return layout.ground(self.seats)

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """Cards and the seats' markers. Who starts and who decides is carried from seat to seat, or set in the form."""
        made = [
            Piece(letter, f"card:{letter}", f"{colour.capitalize()} card", letter) for letter, colour in COLOURS.items()
        ]
        if self.seat is not None:
            made.append(Piece(BACK, "card:?", "Covered card", "u"))
        kinds = {"medicine": ("marker-{}", "medicine marker"), "cure": ("cure-{}:", "cure marker")}
        if self.options["predictions"]:
            kinds["predicts"] = ("predicts-{}", "prediction marker")
        for kind, (shape, words) in kinds.items():
            for seat in range(self.seats):
                made.append(
                    Piece(
                        f"{kind} {seat + 1}",
                        shape.format(seat + 1),
                        f"{side(self.info, seat)}'s {words}",
                        KEYS[kind][seat],
                    )
                )
        return tuple(made)

    def piece(self, item: Item) -> str:
        for shape, kind in PICTURES.items():
            if item.shape.startswith(shape):
                return kind + item.shape.removeprefix(shape).partition(":")[0]
        return NOTHING

    # What can be put where --------------------------------------------------------------------------------------------

    def taken(self, fields: Fields, spot: str) -> str:
        """The last card of a hand; the last cure marker on a medicine card, then the last medicine marker; a card of a
        colour below, then a prediction."""
        if spot in CARDS:
            cure, medicine = entries(fields, "cure", self.seats), entries(fields, "medicine", self.seats)
            there = [f"medicine {seat}" for seat, card in enumerate(medicine, 1) if card == spot]
            there += [f"cure {seat}" for seat, mark in enumerate(cure, 1) if mark[2:] == spot]
            return there[-1] if there else NOTHING
        if spot in LETTERS:
            below = self._below(fields)
            if below >= 0 and LETTERS[spot] in self._hands(fields)[below]:
                return LETTERS[spot]
            taken = entries(fields, "predictions", self.seats)
            return next(
                (f"predicts {seat}" for seat in range(self.seats, 0, -1) if LETTERS[spot] in taken[seat - 1]), NOTHING
            )
        return self._group(fields, spot)[-1:] or NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        if piece == NOTHING:
            return self.without(fields, spot, self.taken(fields, spot))
        kind, _, number = piece.partition(" ")
        if not number and kind in (*COLOURS, BACK):
            return self._laid(fields, spot, piece)
        seat = seat_at(spot)
        if kind == "start":
            return {**fields, "start": str(seat + 1)} if seat >= 0 else fields
        if kind == "turn":
            return staged(fields, "seat", str(seat + 1), self.options, self.seats) if seat >= 0 else fields
        place = int(number) - 1
        if kind == "predicts":
            taken = entries(fields, "predictions", self.seats)[place]
            colour = LETTERS.get(spot, "")
            return (
                fields
                if not colour or colour in taken
                else written(fields, "predictions", place, hand(taken.strip(NONE) + colour))
            )
        entries(fields, "cure" if kind == "cure" else "medicine", self.seats)  # it must be there to be changed
        if spot not in CARDS and seat != place:
            return fields
        if kind == "medicine":
            return self._marked(fields, place, spot if spot in CARDS else NONE)
        return written(fields, "cure", place, f"{self._kind(fields, place, spot)}={spot}" if spot in CARDS else NONE)

    def without(self, fields: Fields, spot: str, piece: str) -> Fields:
        kind, _, number = piece.partition(" ")
        if not number:
            group = self._group(fields, spot)
            return self._grouped(fields, spot, group.replace(piece, "", 1)) if piece and piece in group else fields
        place, field = int(number) - 1, {"medicine": "medicine", "cure": "cure", "predicts": "predictions"}[kind]
        there = entries(fields, field, self.seats)[place]
        if kind == "predicts":
            colour = LETTERS.get(spot, NOTHING)
            return (
                written(fields, field, place, hand(there.replace(colour, ""))) if colour and colour in there else fields
            )
        on = there[2:] if kind == "cure" else there
        return written(fields, field, place, NONE) if on == spot else fields

    def moved(self, fields: Fields, start: str, end: str, piece: str = NOTHING) -> Fields:
        """Markers of which there is one a seat keep what they say;
        for a card that comes to a full hidden pair the pair's last one goes back."""
        piece = piece or self.taken(fields, start)
        if start != end and piece.partition(" ")[0] in ("medicine", "cure", "start", "turn"):
            return self.put(fields, end, piece)
        there = super().moved(fields, start, end, piece)
        full = end == HIDDEN and there != fields and len(self._group(fields, HIDDEN)) == 2
        return self._laid(there, start, self._group(fields, HIDDEN)[-1]) if full else there

    def turned_over(self, fields: Fields, spot: str) -> Fields:
        """A cure marker answers, follows, or has failed; a colour of the hand below has one card more, up to all; the
        last card of another hand is of the next colour."""
        there = self.taken(fields, spot)
        kind, _, number = there.partition(" ")
        if spot in CARDS:
            if kind != "cure":
                return self.put(fields, spot, NOTHING)
            place = int(number) - 1
            mark = entries(fields, "cure", self.seats)[place]
            following = KINDS[KINDS.find(mark[0]) + 1 :][:1]
            return written(fields, "cure", place, f"{following}{mark[1:]}" if following else NONE)
        if spot in LETTERS:
            held = self._group(fields, spot)
            if held.count(LETTERS[spot]) < DECK[LETTERS[spot]]:
                return self._laid(fields, spot, LETTERS[spot])
            return self._grouped(fields, spot, held.replace(LETTERS[spot], ""))
        bare = self.put(fields, spot, NOTHING)
        order = [*COLOURS, BACK]
        for following in order[order.index(there) + 1 if there else 0 :]:
            laid = self._laid(bare, spot, following)
            if laid != bare:
                return laid
        return bare

    def filled(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        """Hands have room for what is dealt, the hidden pair for two."""
        if piece not in (*COLOURS, BACK):
            return super().filled(fields, piece, spots)
        for spot in spots:
            room = 2 if spot == HIDDEN else self.dealt
            while (seat_at(spot) >= 0 or spot == HIDDEN) and len(self._group(fields, spot)) < room:
                laid = self._laid(fields, spot, piece)
                if laid == fields:
                    break
                fields = laid
        return fields

    def cleared(self, fields: Fields) -> Fields:
        lying = {field: ",".join([NONE] * self.seats) for field in ("medicine", "cure", "predictions")}
        return {**fields, "hidden": NONE, "hands": "/".join([NONE] * self.seats), **lying}

    # Hands ------------------------------------------------------------------------------------------------------------

    def _hands(self, fields: Fields) -> list[str]:
        """The hands as letters; ValueError if one cannot be read."""
        hands = [held.strip(NONE) for held in fields["hands"].split("/")]
        if len(hands) != self.seats or set("".join(hands)) - {*COLOURS, BACK}:
            raise ValueError("the hands cannot be read")
        return hands

    def _below(self, fields: Fields) -> int:
        """The seat whose hand lies below, -1 for none."""
        return read(self.drawable(fields)).below

    def _group(self, fields: Fields, spot: str) -> str:
        """The cards that lie together on a place."""
        if spot == HIDDEN:
            hidden = fields["hidden"].strip(NONE)
            if set(hidden) - {*COLOURS, BACK}:
                raise ValueError("the hidden pair cannot be read")
            return in_order(hidden)
        seat = self._below(fields) if spot in LETTERS else seat_at(spot)
        return in_order(self._hands(fields)[seat]) if seat >= 0 else ""

    def _grouped(self, fields: Fields, spot: str, cards: str) -> Fields:
        if spot == HIDDEN:
            return {**fields, "hidden": hand(cards)}
        seat = self._below(fields) if spot in LETTERS else seat_at(spot)
        hands = [hand(cards if number == seat else held) for number, held in enumerate(self._hands(fields))]
        return {**fields, "hands": "/".join(hands)}

    def _laid(self, fields: Fields, spot: str, card: str) -> Fields:
        """One card more on a place: covered where the seat does not see it, else known."""
        seat = self._below(fields) if spot in LETTERS else seat_at(spot)
        if (seat < 0 and spot != HIDDEN) or (card == BACK) != self._covers(fields, seat):
            return fields
        cards = self._group(fields, spot)
        if spot == HIDDEN:
            cards = cards[:-1] if len(cards) > 1 else cards
        return self._grouped(fields, spot, cards + card) if len(cards) < MOST_CARDS else fields

    def _covers(self, fields: Fields, seat: int) -> bool:
        """Whether the editor's seat does not see a hand, or (-1) the hidden pair."""
        if self.seat is None or seat == self.seat or fields["phase"] == "over":
            return False
        looked = seat < 0 and entries(fields, "cure", self.seats)[self.seat][0] in "AF"
        return not looked

    # Markers ----------------------------------------------------------------------------------------------------------

    def _marked(self, fields: Fields, seat: int, card: str) -> Fields:
        return self.changed(fields, f"medicine {seat + 1}", card)

    def _kind(self, fields: Fields, seat: int, card: str) -> str:
        """What a cure marker says that comes to a card:
        what it said before, else an answer or, if there is one, a follow."""
        marks = entries(fields, "cure", self.seats)
        if marks[seat] != NONE:
            return marks[seat][0]
        answer, follow = ("a", "f") if fields["phase"].startswith("cure") else ("A", "F")
        return follow if f"{answer}={card}" in marks else answer

    def drawable(self, fields: Fields) -> Fields:
        hands = [in_order(held)[:MOST_CARDS] for held in self._hands(fields)]
        for letter, number in DECK.items():  # there is no room for more
            hands = [
                held.replace(letter * held.count(letter), letter * number) if held.count(letter) > number else held
                for held in hands
            ]
        seat = f"[1-{self.seats}]"
        phase = fields["phase"]
        if not re.fullmatch(f"deal|over|(act|predict):{seat}|cure:{seat}:{seat}|give:{seat}:{seat}:.*", phase):
            phase = "over"
        drawn = {
            **fields,
            "hidden": self._group(fields, HIDDEN)[:2] or NONE,
            "hands": "/".join(held or NONE for held in hands),
            "phase": phase,
            "scores": ",".join(["0"] * self.seats),
            "round": "1",
            "turn": "1",
            "start": fields["start"] if re.fullmatch(seat, fields["start"]) else "0",
        }
        for field, form in (("medicine", CARD), ("cure", f"[afAF]=({CARD})"), ("predictions", "r?y?g?b?")):
            there = fields[field].split(",")
            kept = [one if re.fullmatch(form, one) else NONE for one in there]
            drawn[field] = ",".join(kept if len(there) == self.seats else [NONE] * self.seats)
        return drawn

    # The rest ---------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        return editor_details.details(fields, self.info, self.options, self.seats, covered=self.seat is not None)

    def changed(self, fields: Fields, detail: str, value: str) -> Fields:
        return editor_details.changed(fields, detail, value, self.options, self.seats)

    # What a seat does not see -----------------------------------------------------------------------------------------

    def veiled(self, fields: Fields) -> Fields:
        try:
            hands, pair = self._hands(fields), self._group(fields, HIDDEN)
            covered = [
                hand(BACK * len(held) if self._covers(fields, seat) else held) for seat, held in enumerate(hands)
            ]
            return {
                **fields,
                "hidden": hand(BACK * len(pair) if self._covers(fields, -1) else pair),
                "hands": "/".join(covered),
            }
        except ValueError:
            return fields

    def fact_forms(self, fields: Fields) -> tuple[FactForm, ...]:
        return herbalism_facts.forms(self.info, self.seats, self.seat) if self.seat is not None else ()

    def fact(self, form: str, chosen: Sequence[str]) -> str:
        return herbalism_facts.fact(form, chosen)

    def said(self, fields: Fields, facts: Iterable[str]) -> dict[str, str]:
        return {
            fact: herbalism_facts.said(self.info, fact, sentence)
            for fact, sentence in super().said(fields, facts).items()
        }

    def informed(self, facts: Sequence[str], spot: str, piece: str) -> tuple[str, ...]:
        return herbalism_facts.informed(facts, self._unseen(spot), piece)

    def forgotten(self, facts: Sequence[str], spot: str, piece: str = NOTHING) -> tuple[str, ...]:
        return herbalism_facts.forgotten(facts, self._unseen(spot), piece)

    def _unseen(self, spot: str) -> str:
        """Whose cards facts can tell there: "1" to "4", "hidden", or "" for what the seat sees."""
        seat = seat_at(spot)
        if self.seat is None or (spot != HIDDEN and seat in (-1, self.seat)):
            return ""
        return "hidden" if spot == HIDDEN else str(seat + 1)

    def shown(self, fields: Fields, facts: Sequence[str]) -> Fields:
        try:
            hands = self._hands(fields)
            open_hands = [herbalism_facts.laid_open(held, str(seat), facts) for seat, held in enumerate(hands, 1)]
            pair = herbalism_facts.laid_open(self._group(fields, HIDDEN), "hidden", facts)
            return {**fields, "hands": "/".join(map(hand, open_hands)), "hidden": hand(pair)}
        except ValueError:
            return fields


def seat_at(spot: str) -> int:
    """The seat that a place belongs to, -1 for none."""
    return int(spot[5:]) - 1 if spot.startswith("seat ") else -1
