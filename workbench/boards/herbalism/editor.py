"""The position editor of Herbalism: cards and markers, for full positions or one seat's view."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from workbench.boards.herbalism import editor_details, layout
from workbench.boards.herbalism import facts as herbalism_facts
from workbench.boards.herbalism.editor_details import (
    CARD,
    NONE,
    entries,
    hand_text,
    sort_cards,
    with_entry,
    with_phase_part,
)
from workbench.boards.herbalism.event_words import COLOUR_NAMES
from workbench.boards.herbalism.facts import BACK
from workbench.boards.herbalism.layout import HIDDEN
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, DECK, parse_tabletop
from workbench.boards.kit import editing
from workbench.boards.kit.editing import NOTHING, Detail, FactForm, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.game_words import seat_name
from workbench.system.translation import tr

LETTERS = {colour: letter for letter, colour in COLOURS.items()}
KINDS = "afAF"  # the kinds of cure markers, see `tabletop.CureMarker`
KEYS = {"medicine": "1234", "cure": "5678", "predicts": "asdf"}
PICTURES = {
    "card:": "",
    "marker-": "medicine ",
    "cure-": "cure ",
    "predicts-": "predicts ",
    "start": "start",
    "turn": "turn",
}
MAX_CARDS = 12


class Editor(editing.Editor):
    """The position editor of Herbalism."""

    @cached_property
    def seats(self) -> int:
        """The number of players."""
        return int(self.options["players"])

    @property
    def hand_size(self) -> int:
        """The number of cards dealt to each seat."""
        return MAX_CARDS // self.seats

    def ground(self, fields: Fields) -> Ground:
        """Return the table of the board."""
        return layout.ground(self.seats)

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """Return the cards and the seats' markers.

        The start and turn markers are not included: the user drags them between seats or sets them in the details.
        """
        pieces = [
            Piece(letter, f"card:{letter}", tr("{colour} card", colour=colour.capitalize()), letter)
            for letter, colour in COLOUR_NAMES.items()
        ]
        if self.seat is not None:
            pieces.append(Piece(BACK, "card:?", tr("Covered card"), "u"))
        kinds = {"medicine": ("marker-{}", tr("medicine marker")), "cure": ("cure-{}:", tr("cure marker"))}
        if self.options["predictions"]:
            kinds["predicts"] = ("predicts-{}", tr("prediction marker"))
        for kind, (shape, words) in kinds.items():
            for seat in range(self.seats):
                pieces.append(
                    Piece(
                        f"{kind} {seat + 1}",
                        shape.format(seat + 1),
                        tr("{side}'s {words}", side=seat_name(self.info, seat), words=words),
                        KEYS[kind][seat],
                    )
                )
        return tuple(pieces)

    def piece(self, item: Item) -> str:
        """Return the name of the piece that an item shows."""
        for shape, kind in PICTURES.items():
            if item.shape.startswith(shape):
                return kind + item.shape.removeprefix(shape).partition(":")[0]
        return NOTHING

    # Placing pieces ---------------------------------------------------------------------------------------------------

    def top_piece(self, fields: Fields, spot: str) -> str:
        """Return the piece that a drag or the eraser takes from a spot first.

        On a medicine card this is the last cure marker, then the last medicine marker. On a colour of the bottom hand
        it is a card, then a prediction marker. On other spots it is the last card.
        """
        if spot in CARDS:
            cure, medicine = entries(fields, "cure", self.seats), entries(fields, "medicine", self.seats)
            markers = [f"medicine {seat}" for seat, card in enumerate(medicine, 1) if card == spot]
            markers += [f"cure {seat}" for seat, mark in enumerate(cure, 1) if mark[2:] == spot]
            return markers[-1] if markers else NOTHING
        if spot in LETTERS:
            below = self._bottom_seat(fields)
            if below >= 0 and LETTERS[spot] in self._hands(fields)[below]:
                return LETTERS[spot]
            taken = entries(fields, "predictions", self.seats)
            return next(
                (f"predicts {seat}" for seat in range(self.seats, 0, -1) if LETTERS[spot] in taken[seat - 1]), NOTHING
            )
        return self._cards_on(fields, spot)[-1:] or NOTHING

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Return the fields with a piece on a spot; see `editing.Editor.put`."""
        if piece == NOTHING:
            return self.remove_piece(fields, spot, self.top_piece(fields, spot))
        kind, _, number = piece.partition(" ")
        if not number and kind in (*COLOURS, BACK):
            return self._with_card(fields, spot, piece)
        seat = seat_at(spot)
        if kind == "start":
            return {**fields, "start": str(seat + 1)} if seat >= 0 else fields
        if kind == "turn":
            return with_phase_part(fields, "seat", str(seat + 1), self.options, self.seats) if seat >= 0 else fields
        place = int(number) - 1
        if kind == "predicts":
            taken = entries(fields, "predictions", self.seats)[place]
            colour = LETTERS.get(spot, "")
            return (
                fields
                if not colour or colour in taken
                else with_entry(fields, "predictions", place, hand_text(taken.strip(NONE) + colour))
            )
        # raises ValueError if the field cannot be read
        entries(fields, "cure" if kind == "cure" else "medicine", self.seats)
        if spot not in CARDS and seat != place:
            return fields
        if kind == "medicine":
            return self._with_medicine(fields, place, spot if spot in CARDS else NONE)
        return with_entry(
            fields, "cure", place, f"{self._cure_kind(fields, place, spot)}={spot}" if spot in CARDS else NONE
        )

    def why_not(self, fields: Fields, spot: str, piece: str) -> str:
        """Return where this piece belongs, or what the viewer sees of the cards on this spot."""
        seat = self._bottom_seat(fields) if spot in LETTERS else seat_at(spot)
        holds_cards = seat >= 0 or spot == HIDDEN
        return editor_details.why_not(piece, holds_cards, holds_cards and self._is_hidden(fields, seat))

    def remove_piece(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Return the fields with one such piece removed from a spot."""
        kind, _, number = piece.partition(" ")
        if not number:
            group = self._cards_on(fields, spot)
            return self._with_cards(fields, spot, group.replace(piece, "", 1)) if piece and piece in group else fields
        place, field = int(number) - 1, {"medicine": "medicine", "cure": "cure", "predicts": "predictions"}[kind]
        entry = entries(fields, field, self.seats)[place]
        if kind == "predicts":
            colour = LETTERS.get(spot, NOTHING)
            return (
                with_entry(fields, field, place, hand_text(entry.replace(colour, "")))
                if colour and colour in entry
                else fields
            )
        on = entry[2:] if kind == "cure" else entry
        return with_entry(fields, field, place, NONE) if on == spot else fields

    def move_piece(self, fields: Fields, start: str, end: str, piece: str = NOTHING) -> Fields:
        """Return the fields with a piece moved from one spot to another.

        Unique markers keep their state. If the hidden pair is full, its last card is swapped with the new card.
        """
        piece = piece or self.top_piece(fields, start)
        if start != end and piece.partition(" ")[0] in ("medicine", "cure", "start", "turn"):
            return self.put(fields, end, piece)
        moved = super().move_piece(fields, start, end, piece)
        full = end == HIDDEN and moved != fields and len(self._cards_on(fields, HIDDEN)) == 2
        return self._with_card(moved, start, self._cards_on(fields, HIDDEN)[-1]) if full else moved

    def cycle_piece(self, fields: Fields, spot: str) -> Fields:
        """Return the fields after a right click on a spot.

        A cure marker changes between answer, follow and failed. A colour of the bottom hand gains one card, and is
        emptied once it is complete. The last card of another hand changes to the next colour.
        """
        top = self.top_piece(fields, spot)
        kind, _, number = top.partition(" ")
        if spot in CARDS:
            if kind != "cure":
                return self.put(fields, spot, NOTHING)
            place = int(number) - 1
            mark = entries(fields, "cure", self.seats)[place]
            following = KINDS[KINDS.find(mark[0]) + 1 :][:1]
            return with_entry(fields, "cure", place, f"{following}{mark[1:]}" if following else NONE)
        if spot in LETTERS:
            held = self._cards_on(fields, spot)
            if held.count(LETTERS[spot]) < DECK[LETTERS[spot]]:
                return self._with_card(fields, spot, LETTERS[spot])
            return self._with_cards(fields, spot, held.replace(LETTERS[spot], ""))
        bare = self.put(fields, spot, NOTHING)
        order = [*COLOURS, BACK]
        for following in order[order.index(top) + 1 if top else 0 :]:
            laid = self._with_card(bare, spot, following)
            if laid != bare:
                return laid
        return bare

    def fill(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        """Return the fields with hands filled to the dealt number and the hidden pair to two cards."""
        if piece not in (*COLOURS, BACK):
            return super().fill(fields, piece, spots)
        for spot in spots:
            room = 2 if spot == HIDDEN else self.hand_size
            while (seat_at(spot) >= 0 or spot == HIDDEN) and len(self._cards_on(fields, spot)) < room:
                laid = self._with_card(fields, spot, piece)
                if laid == fields:
                    break
                fields = laid
        return fields

    def clear(self, fields: Fields) -> Fields:
        """Return the fields without cards and markers."""
        markers = {field: ",".join([NONE] * self.seats) for field in ("medicine", "cure", "predictions")}
        return {**fields, "hidden": NONE, "hands": "/".join([NONE] * self.seats), **markers}

    # Hands ------------------------------------------------------------------------------------------------------------

    def _hands(self, fields: Fields) -> list[str]:
        """Return the cards of each hand.

        Raises:
            ValueError: The hands cannot be read.
        """
        hands = [held.strip(NONE) for held in fields["hands"].split("/")]
        if len(hands) != self.seats or set("".join(hands)) - {*COLOURS, BACK}:
            raise ValueError(tr("the hands cannot be read"))
        return hands

    def _bottom_seat(self, fields: Fields) -> int:
        """Return the seat whose hand is at the bottom of the table, or -1."""
        return parse_tabletop(self.drawable(fields)).bottom_seat

    def _cards_on(self, fields: Fields, spot: str) -> str:
        """Return the cards on a spot."""
        if spot == HIDDEN:
            hidden = fields["hidden"].strip(NONE)
            if set(hidden) - {*COLOURS, BACK}:
                raise ValueError(tr("the hidden pair cannot be read"))
            return sort_cards(hidden)
        seat = self._bottom_seat(fields) if spot in LETTERS else seat_at(spot)
        return sort_cards(self._hands(fields)[seat]) if seat >= 0 else ""

    def _with_cards(self, fields: Fields, spot: str, cards: str) -> Fields:
        if spot == HIDDEN:
            return {**fields, "hidden": hand_text(cards)}
        seat = self._bottom_seat(fields) if spot in LETTERS else seat_at(spot)
        hands = [hand_text(cards if number == seat else held) for number, held in enumerate(self._hands(fields))]
        return {**fields, "hands": "/".join(hands)}

    def _with_card(self, fields: Fields, spot: str, card: str) -> Fields:
        """Return the fields with a card added to a spot, face down if the seat cannot see it."""
        seat = self._bottom_seat(fields) if spot in LETTERS else seat_at(spot)
        if (seat < 0 and spot != HIDDEN) or (card == BACK) != self._is_hidden(fields, seat):
            return fields
        cards = self._cards_on(fields, spot)
        if spot == HIDDEN:
            cards = cards[:-1] if len(cards) > 1 else cards
        return self._with_cards(fields, spot, cards + card) if len(cards) < MAX_CARDS else fields

    def _is_hidden(self, fields: Fields, seat: int) -> bool:
        """Return whether the editor's seat cannot see a hand or, for seat -1, the hidden pair."""
        if self.seat is None or seat == self.seat or fields["phase"] == "over":
            return False
        looked = seat < 0 and entries(fields, "cure", self.seats)[self.seat][0] in "AF"
        return not looked

    # Markers ----------------------------------------------------------------------------------------------------------

    def _with_medicine(self, fields: Fields, seat: int, card: str) -> Fields:
        return self.change_detail(fields, f"medicine {seat + 1}", card)

    def _cure_kind(self, fields: Fields, seat: int, card: str) -> str:
        """Return the state of a cure marker that moves to a card.

        A placed marker keeps its state. A new marker follows if there is an answer on the card; otherwise it answers.
        """
        marks = entries(fields, "cure", self.seats)
        if marks[seat] != NONE:
            return marks[seat][0]
        answer, follow = ("a", "f") if fields["phase"].startswith("cure") else ("A", "F")
        return follow if f"{answer}={card}" in marks else answer

    def drawable(self, fields: Fields) -> Fields:
        """Return the fields reduced to what the board can draw."""
        hands = [sort_cards(held)[:MAX_CARDS] for held in self._hands(fields)]
        for letter, number in DECK.items():  # the table has no room for more
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
            "hidden": self._cards_on(fields, HIDDEN)[:2] or NONE,
            "hands": "/".join(held or NONE for held in hands),
            "phase": phase,
            "scores": ",".join(["0"] * self.seats),
            "round": "1",
            "turn": "1",
            "start": fields["start"] if re.fullmatch(seat, fields["start"]) else "0",
        }
        for field, form in (("medicine", CARD), ("cure", f"[afAF]=({CARD})"), ("predictions", "r?y?g?b?")):
            texts = fields[field].split(",")
            kept = [text if re.fullmatch(form, text) else NONE for text in texts]
            drawn[field] = ",".join(kept if len(texts) == self.seats else [NONE] * self.seats)
        return drawn

    # Details ----------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        """Return the editable details beside the board."""
        return editor_details.details(fields, self.info, self.options, self.seats, is_view=self.seat is not None)

    def change_detail(self, fields: Fields, detail: str, value: str) -> Fields:
        """Return the fields with a new value for one detail."""
        return editor_details.changed(fields, detail, value, self.options, self.seats)

    # Hidden cards and known facts -------------------------------------------------------------------------------------

    def hide_unseen(self, fields: Fields) -> Fields:
        """Return the fields with the cards that the editor's seat cannot see turned face down."""
        try:
            hands, pair = self._hands(fields), self._cards_on(fields, HIDDEN)
            shown = [
                hand_text(BACK * len(held) if self._is_hidden(fields, seat) else held)
                for seat, held in enumerate(hands)
            ]
            return {
                **fields,
                "hidden": hand_text(BACK * len(pair) if self._is_hidden(fields, -1) else pair),
                "hands": "/".join(shown),
            }
        except ValueError:
            return fields

    def fact_forms(self, fields: Fields) -> tuple[FactForm, ...]:
        """Return the sentence forms for facts about hidden cards, or () if the editor has no seat."""
        return herbalism_facts.forms(self.info, self.seats, self.seat) if self.seat is not None else ()

    def fact(self, form: str, chosen: Sequence[str]) -> str:
        """Return the text of a fact for `Viewpoint.suppose`."""
        return herbalism_facts.fact(form, chosen)

    def fact_sentences(self, fields: Fields, facts: Iterable[str]) -> dict[str, str]:
        """Return the sentence for each fact, by the fact's text."""
        return {
            fact: herbalism_facts.fact_sentence(self.info, fact, sentence)
            for fact, sentence in super().fact_sentences(fields, facts).items()
        }

    def learn_piece(self, facts: Sequence[str], spot: str, piece: str) -> tuple[str, ...]:
        """Return the facts after adding a known card to a spot that the seat cannot see."""
        return herbalism_facts.learn_card(facts, self._unseen_owner(spot), piece)

    def forget_piece(self, facts: Sequence[str], spot: str, piece: str = NOTHING) -> tuple[str, ...]:
        """Return the facts after removing a known card from a spot that the seat cannot see."""
        return herbalism_facts.forget_card(facts, self._unseen_owner(spot), piece)

    def _unseen_owner(self, spot: str) -> str:
        """Return the owner of the unseen cards on a spot: "1" to "4" or "hidden", or "" if the seat sees them."""
        seat = seat_at(spot)
        if self.seat is None or (spot != HIDDEN and seat in (-1, self.seat)):
            return ""
        return "hidden" if spot == HIDDEN else str(seat + 1)

    def reveal_facts(self, fields: Fields, facts: Sequence[str]) -> Fields:
        """Return the fields with the cards that the facts reveal turned face up."""
        try:
            hands = self._hands(fields)
            open_hands = [herbalism_facts.reveal_cards(held, str(seat), facts) for seat, held in enumerate(hands, 1)]
            pair = herbalism_facts.reveal_cards(self._cards_on(fields, HIDDEN), "hidden", facts)
            return {**fields, "hands": "/".join(map(hand_text, open_hands)), "hidden": hand_text(pair)}
        except ValueError:
            return fields


def seat_at(spot: str) -> int:
    """Return the seat that a spot belongs to, or -1."""
    return int(spot[5:]) - 1 if spot.startswith("seat ") else -1
