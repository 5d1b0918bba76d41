"""The proposals of fixes for invalid Herbalism positions."""

from __future__ import annotations

from fastcore import Problem
from fastcore.games.herbalism.text.reading import whole_number
from fastcore.games.herbalism.text.texts import CARDS, COLOURS, DECK, NAMES, WHOLE
from workbench.boards.herbalism.card_fixes import Cards, cards_left, complete_deck, ordered, pair_left
from workbench.boards.herbalism.phase_fixes import PhaseProposals, nearest_card
from workbench.boards.kit.fixes import nearest
from workbench.boards.kit.fixes.proposals import Change
from workbench.system.translation import tr, trn


class Proposals(PhaseProposals):
    """The proposals for one position text."""

    def fix_entry_count(self, problem: Problem) -> list[Change]:
        """Propose one entry for each seat: excess entries are left out at the end, and missing ones get the default."""
        field, seats = problem.field, self.start.seats
        separator, default = {"hands": ("/", "-"), "scores": (",", "0")}.get(field, (",", "-"))
        entries = self.parts[field].split(separator)
        many, few = len(entries) - seats, seats - len(entries)
        if many > 0:
            words = tr("remove the last{many}", many=f" {many}" if many > 1 else "")
        else:
            words = trn(
                "enter {default} for the last seat", "enter {default} for the last {count} seats", few, default=default
            )
        return [(words, {field: separator.join((entries + [default] * seats)[:seats])})]

    # Cards ------------------------------------------------------------------------------------------------------------

    def fix_pair_text(self, problem: Problem) -> list[Change]:
        """Propose a covered pair, the pair that the hands leave, or the pair nearest to the text."""
        reading, text = self.reading, self.parts["hidden"]
        if reading.phase == ["deal"]:
            return [(tr("remove the pair, because the cards are not dealt"), {"hidden": "-"})]
        if reading.covered_pair:
            return [(tr("cover the pair"), {"hidden": "??"})]
        changes = self.let_act()[:1] if text == "??" and reading.viewer != WHOLE else []
        hands = reading.hands
        if hands is not None and set(hands) == {"-"}:
            changes.append((tr("go back to before the deal"), self.before_deal))
        kept = [letter for letter in text.lower()[:20] if letter in COLOURS][:2]
        near = ordered(kept + [card for card in "brgy" if card not in kept][: 2 - len(kept)])
        pairs = [near]
        only_order = len(kept) == 2 and ordered(kept) == text.lower()
        if hands is not None and "?" not in "".join(hands) and not only_order:
            pairs.insert(0, pair_left(hands))
        return changes + [
            (tr("change the pair to {pair}", pair=pair), {"hidden": pair}) for pair in dict.fromkeys(pairs) if pair
        ]

    fix_visible_pair = fix_pair_text

    def fix_cards_before_deal(self, problem: Problem) -> list[Change]:
        """Propose removing all cards, or beginning turn 1."""
        changes: list[Change] = [self._remove_cards(hidden="-")]
        if self.reading.turn == 0:
            start = whole_number(self.parts["start"], 1, self.start.seats) or 1
            changes.append((tr("begin turn 1 with seat {start}", start=start), {"turn": "1", "phase": f"act:{start}"}))
        return changes

    def fix_cards_without_pair(self, problem: Problem) -> list[Change]:
        """Propose a hidden pair, or removing all cards."""
        return [*self.fix_pair_text(problem), self._remove_cards()]

    def _remove_cards(self, **changed: str) -> Change:
        return tr("remove all cards"), {**changed, "hands": self.before_deal["hands"]}

    def fix_card_count(self, problem: Problem) -> list[Change]:
        """Propose ways to change the cards to those of the deck, each beginning with another hand or with the pair."""
        return complete_deck(*self._cards)

    def fix_hand_size(self, problem: Problem, size: int) -> list[Change]:
        """Propose turn 2, or moving cards until all hands have the same size."""
        return [(tr("change to turn 2"), {"turn": "2"}), Cards(*self._cards).level(size).change]

    @property
    def _cards(self) -> tuple[list[str], str, list[bool]]:
        """The hands, the hidden pair, and which hands are covered. Only for problems of readable hands."""
        assert self.reading.hands is not None
        covered = [bool(self.reading.covers(seat)) for seat in range(self.start.seats)]
        return self.reading.hands, self.parts["hidden"], covered

    def fix_hand_count(self, problem: Problem) -> list[Change]:
        """Propose a game with as many players as hands, or another number of hands.

        A single missing hand may get the cards that are left.
        """
        hands, changes = self.parts["hands"].split("/"), self.fix_entry_count(problem)
        seen = self.parts["hidden"] + "".join(hands)
        readable = self.reading.pair is not None and set(seen) <= set(COLOURS)
        if len(hands) == self.start.seats - 1 and readable and (rest := cards_left(seen)):
            words = tr("give the last seat the remaining cards, {rest}", rest=rest)
            changes.insert(0, (words, {"hands": "/".join([*hands, rest])}))
        if len(hands) in self.start.info.seats:
            changes.insert(
                0,
                (tr("change to a game of {count} players", count=len(hands)), self.set_options(players=len(hands))),
            )
        return changes

    def fix_hand_text(self, problem: Problem, seat: int) -> list[Change]:
        """Propose a covered hand if the viewer cannot see it, otherwise the hand nearest to the text."""
        text = self.parts["hands"].split("/")[seat]
        if self.reading.covers(seat):
            cards = "-" if text == "-" else "?" * min(len(text), 12) or "-"
            return [(tr("cover seat {seat}'s hand", seat=seat + 1), self.set_entry("hands", seat, cards))]
        changes = self.let_act()[:1] if "?" in text and self.reading.viewer not in (WHOLE, seat) else []
        seen = self.parts["hidden"] + self.parts["hands"]
        unseen = "".join(colour * (number - seen.count(colour)) for colour, number in zip(COLOURS, DECK, strict=True))
        kept = [letter for letter in text.lower()[:14] if letter in COLOURS]
        cards = ordered([*kept, *unseen[: text[:14].count("?")]])
        words = tr(
            "change seat {seat}'s hand to {no_card}", seat=seat + 1, no_card=tr("no cards") if cards == "-" else cards
        )
        return [*changes, (words, self.set_entry("hands", seat, cards))]

    # Numbers ----------------------------------------------------------------------------------------------------------

    def fix_score_text(self, problem: Problem, seat: int) -> list[Change]:
        """Propose the nearest score."""
        most = 99 if self.reading.phase == ["over"] else self.reading.spec.target - 1
        new = str(nearest.number(self.parts["scores"].split(",")[seat], 0, most))
        return [(tr("change to {new}", new=new), self.set_entry("scores", seat, new))]

    def fix_target_reached(self, problem: Problem, seat: int, score: int) -> list[Change]:
        """Propose fewer points, ending the game, or a higher target."""
        fewer = self.reading.spec.target - 1
        changes = [
            (
                trn("change to {count} point", "change to {count} points", fewer),
                self.set_entry("scores", seat, str(fewer)),
            ),
            self.set_phase("over"),
        ]
        if score < max(option.most for option in self.start.info.options if option.name == "target"):
            changes.append((tr("play to {score} points", score=score + 1), self.set_options(target=score + 1)))
        return changes

    def fix_number_text(self, problem: Problem, least: int, most: int) -> list[Change]:
        """Propose the nearest number."""
        field = problem.field
        new = str(nearest.number(self.parts[field], least, most))
        return [
            (
                tr("let seat {new} start the round", new=new)
                if field == "start"
                else tr("change to {field} {new}", field=field, new=new),
                {field: new},
            )
        ]

    def fix_turn_zero(self, problem: Problem) -> list[Change]:
        """Propose turns 1 and 2."""
        return [(tr("change to turn {turn}", turn=turn), {"turn": turn}) for turn in ("1", "2")]

    # Markers ----------------------------------------------------------------------------------------------------------

    def fix_medicine_text(self, problem: Problem, seat: int) -> list[Change]:
        """Propose a marker on the nearest card, or no marker. No marker comes first if the text names no colour."""
        text = self.parts["medicine"].split(",")[seat]
        changes: list[Change] = [
            self._set_medicine(seat, nearest_card(text)),
            (tr("remove seat {seat}'s medicine marker", seat=seat + 1), self.set_entry("medicine", seat, "-")),
        ]
        return changes if set(text.lower()) & set("rygb=") else changes[::-1]

    def fix_missing_medicine(self, problem: Problem, seat: int) -> list[Change]:
        """Propose putting a medicine marker on a free card, or changing the acting seat."""
        free = next(card for card in CARDS if card not in (self.reading.medicines or ()))
        return [self._set_medicine(seat, free), *self.let_act()]

    def _set_medicine(self, seat: int, card: str) -> Change:
        return tr("put seat {seat}'s medicine marker on {card}", seat=seat + 1, card=card), self.set_entry(
            "medicine", seat, card
        )

    def fix_cure_text(self, problem: Problem, seat: int) -> list[Change]:
        """Propose the nearest cure marker, or making the marker unused."""
        text = self.parts["cure"].split(",")[seat]
        if text[:1] in ("a", "f", "A", "F") and len(text) > 1:
            new = f"{text[0]}={nearest_card(text[1:].strip('=:') or '=')}"
        else:
            new = nearest.one_of(text, ["-", *(f"{kind}={card}" for kind in "afAF" for card in CARDS)])
        return [(tr("change to {new}", new=new), self.set_entry("cure", seat, new)), self.take_back_cure(seat)]

    def fix_cure_marker(self, problem: Problem, seat: int) -> list[Change]:
        """Propose making the marker unused, counting the cure as failed, or moving the marker to other cards."""
        cures, phase = self.reading.cures, self.reading.phase
        assert cures is not None
        kind, card = cures[seat][0], cures[seat][2:]
        changes = [self.take_back_cure(seat)]
        if kind in "af" and phase is not None and phase[0] not in ("cure", "over"):
            failed = self.set_entry("cure", seat, f"{kind.upper()}={card}")
            changes.append((tr("count seat {seat}'s cure as failed", seat=seat + 1), failed))
        if kind in "aA":
            words = tr("put seat {seat}'s cure marker on", seat=seat + 1)
            cards = [free for free in CARDS if not any(free in other for other in cures)][:2]
        else:
            words = tr("let seat {seat} follow", seat=seat + 1)
            cards = [other[2:] for other in cures if other[0] == {"f": "a", "F": "A"}[kind]]
        changes += [(f"{words} {new}", self.set_entry("cure", seat, f"{kind}={new}")) for new in cards]
        return changes

    def fix_predictions_text(self, problem: Problem, seat: int) -> list[Change]:
        """Propose the colours that the text names."""
        text = self.parts["predictions"].split(",")[seat].lower()
        new = "".join(colour for colour in COLOURS if colour in text)
        words = (
            tr("change seat {seat}'s predictions to {new}", seat=seat + 1, new=new)
            if new
            else tr("remove seat {seat}'s prediction markers", seat=seat + 1)
        )
        return [(words, self.set_entry("predictions", seat, new or "-"))]

    def fix_no_predictions(self, problem: Problem) -> list[Change]:
        """Propose removing the prediction markers, or a game with predictions."""
        return [
            (tr("remove them"), {"predictions": self.before_deal["predictions"]}),
            (tr("play with predictions"), self.set_options(predictions=1)),
        ]

    def fix_prediction_count(self, problem: Problem, colour: str) -> list[Change]:
        """Propose taking a marker of this colour from a seat, the last seat first."""
        taken = list(enumerate(self.reading.predictions or ()))
        return [
            (
                tr("remove one {name} prediction marker from seat {seat}", name=NAMES[colour], seat=seat + 1),
                self.set_entry("predictions", seat, colours.replace(colour, "") or "-"),
            )
            for seat, colours in reversed(taken)
            if colour in colours
        ]
