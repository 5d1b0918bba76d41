"""The proposals of fixes for the phase of invalid Herbalism positions."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import fastcore
from fastcore import Problem
from fastcore.games.herbalism.text.reading import Reading, Spec
from fastcore.games.herbalism.text.texts import ACTING_TURNS, ACTIONS, CARDS, LAST_ROUND, LETTERS, PUBLIC, WHOLE
from workbench.boards.kit.fixes import nearest, proposals
from workbench.boards.kit.fixes.proposals import Change
from workbench.system.translation import tr, trn


class PhaseProposals(proposals.Proposals):
    """The proposals for problems of the phase, and changes of the phase that fix other problems."""

    FORMS: ClassVar = {
        "hidden": "-|[rygb?]{2}",
        "hands": "[rygb?-]+(?:/[rygb?-]+)+",
        "scores": "[0-9]+(?:,[0-9]+)+",
        "round": "[0-9]+",
        "start": "[0-9]",
        "turn": "[0-9]+",
        "phase": "[a-z]+(?::.*)?",
        "medicine": "[rygb=-]+(?:,[rygb=-]+)+",
        "cure": "(?:-|[afAF]=..)(?:,(?:-|[afAF]=..))+",
        "predictions": "[rygb-]+(?:,[rygb-]+)+",
    }

    @cached_property
    def reading(self) -> Reading:
        """The fields as parsed by the game."""
        options = self.options
        actions, declared = str(options["actions"]), {option.name: option for option in self.start.info.options}
        letters = declared["actions"].names.get(actions, actions)
        words = tuple(action for action in ACTIONS if action[0] in letters)
        spec = Spec(self.spec, self.start.seats, words, int(options["target"]), bool(options["predictions"]))
        return Reading(spec, self.parts, WHOLE if self.seat is None else self.seat)

    @property
    def phase(self) -> list[str]:
        """The parts of the phase. Only for problems that are reported if the phase can be read."""
        assert self.reading.phase is not None
        return self.reading.phase

    def set_entry(self, field: str, seat: int, new: str) -> dict[str, str]:
        """Return the change of one seat's entry in a field."""
        separator = "/" if field == "hands" else ","
        entries = self.parts[field].split(separator)
        entries[seat] = new
        return {field: separator.join(entries)}

    def set_options(self, **changed: int | str) -> dict[str, str]:
        """Return the change of some options of the spec."""
        name, _, listing = self.spec.partition("(")
        options = dict(part.split("=") for part in listing.removesuffix(")").split(",") if part)
        options |= {option: str(value) for option, value in changed.items()}
        listing = ",".join(f"{option}={value}" for option, value in options.items())
        return {"spec": fastcore.start(f"{name}({listing})").spec}  # the canonical form

    # Changes of the phase ---------------------------------------------------------------------------------------------

    @property
    def before_deal(self) -> dict[str, str]:
        """The values that the fields changed by a deal have before it."""
        none = ["-"] * self.start.seats
        markers = dict.fromkeys(("medicine", "cure", "predictions"), ",".join(none))
        return {"hidden": "-", "hands": "/".join(none), "turn": "0", "phase": "deal", **markers}

    def set_phase(self, *phase: str) -> Change:
        """Return the change to another phase. It covers cards that are hidden in the new phase."""
        words = _phase_words(*phase)
        if phase == ("deal",):
            return words, self.before_deal
        covered = self._covered_cards() if self.reading.phase == ["over"] and phase != ("over",) else {}
        return words + tr(" with covered cards") * bool(covered), {"phase": ":".join(phase), **covered}

    def _covered_cards(self) -> dict[str, str]:
        """Return the change that covers the cards that the viewer sees only after the end of the game."""
        reading, hands = self.reading, self.parts["hands"].split("/")
        if reading.viewer == WHOLE or len(hands) != reading.spec.seats:
            return {}
        new = {
            "hands": "/".join(
                hand if seat == reading.viewer or hand == "-" else "?" * min(len(hand), 12)
                for seat, hand in enumerate(hands)
            )
        }
        looked = reading.viewer != PUBLIC and reading.cures is not None and reading.cures[reading.viewer][0] in "AF"
        if not looked:
            new["hidden"] = "??"
        return {field: text for field, text in new.items() if text != self.parts[field]}

    def let_act(self) -> list[Change]:
        """Return the changes that let a seat act, for each seat that can, starting with the seat named in the phase."""
        reading = self.reading
        named = int(reading.phase[1]) - 1 if reading.phase is not None and len(reading.phase) > 1 else 0
        seats = [(named + step) % reading.spec.seats for step in range(reading.spec.seats)]
        return [self.set_phase("act", str(seat + 1)) for seat in seats if not reading.used(seat)]

    def take_back_cure(self, seat: int) -> Change:
        """Return the change that makes a seat's cure marker unused."""
        return tr("return seat {seat}'s cure marker", seat=seat + 1), self.set_entry("cure", seat, "-")

    # Rules of the phase -----------------------------------------------------------------------------------------------

    def fix_phase_text(self, problem: Problem) -> list[Change]:
        """Propose the phase nearest to the text, or letting a seat act."""
        seats_in_game = self.start.seats
        kind, *parts = self.parts["phase"].split(":", 5)
        kind = nearest.one_of(kind, ("act", "give", "cure", "predict", "over", "deal"))
        seats = [nearest.number(part, 1, seats_in_game) for part in [*parts, "", ""][:2]]
        seat, other = str(seats[0]), str(seats[1] if seats[0] != seats[1] else seats[0] % seats_in_game + 1)
        if kind in ("deal", "over"):
            change: Change = (_phase_words(kind), {"phase": kind})
        elif kind in ("act", "predict"):
            change = self.set_phase(kind, seat)
        elif kind == "cure":
            change = self.set_phase(kind, seat, other)
        else:
            card, action = [*parts[2:4], "", ""][:2]
            change = self.set_phase(kind, seat, other, nearest_card(card), nearest.one_of(action, ("appeal", "brew")))
        return [change, *self.let_act()]

    def fix_phase_deal(self, problem: Problem) -> list[Change]:
        """Propose removing the markers and returning to turn 0."""
        cards = ("hands", "hidden", "phase")
        return [
            (tr("remove all markers"), {field: new for field, new in self.before_deal.items() if field not in cards})
        ]

    def fix_phase_act(self, problem: Problem) -> list[Change]:
        """Propose making the cure marker of the acting seat unused, or letting another seat act."""
        return self._let_others_act([], int(self.phase[1]) - 1)

    def fix_phase_predict(self, problem: Problem) -> list[Change]:
        """Propose the last turn with actions, another predicting or acting seat, or a game with predictions."""
        seats, named = range(self.start.seats), self.phase[1]
        changes = [
            *self._last_acting_turn(),
            *(
                self.set_phase("predict", str(seat + 1))
                for seat in seats
                if not self.reading.used(seat) and str(seat + 1) != named
            ),
        ]
        if not self.reading.spec.predictions:
            changes.append((tr("play with predictions"), self.set_options(predictions=1)))
        return self._let_others_act(changes, int(named) - 1)

    def fix_phase_give(self, problem: Problem) -> list[Change]:
        """Propose the last turn with actions, a matching marker and card, another target or action, or acting seats."""
        _, target, by, card, action = self.phase
        seat, reading = int(by) - 1, self.reading
        changes = self._last_acting_turn()
        if reading.medicines is not None and (marker := reading.medicines[seat]) != card:
            changes.append(
                (
                    tr("put seat {by}'s medicine marker on {card}", by=by, card=card),
                    self.set_entry("medicine", seat, card),
                )
            )
            if marker != "-":
                changes.append(self.set_phase("give", target, by, marker, action))
        targets = [str(other + 1) for other in range(self.start.seats)]
        changes += [self.set_phase("give", other, by, card, action) for other in targets if other not in (by, target)]
        changes.append(self.set_phase("give", target, by, card, "appeal" if action == "brew" else "brew"))
        if action not in reading.spec.actions:
            changes.append((tr("play with all four actions"), self.set_options(actions=LETTERS)))
        return self._let_others_act(changes, seat)

    def fix_phase_cure(self, problem: Problem) -> list[Change]:
        """Propose another answering or curing seat, or cure markers that fit this phase."""
        seats, cures = self.start.seats, self.reading.cures
        seat, by = int(self.phase[1]) - 1, int(self.phase[2]) - 1
        order = [(by + step) % seats for step in range(1, seats)]
        changes = [
            self.set_phase("cure", str(other + 1), str(by + 1)) for other in order if not self.reading.used(other)
        ]
        if cures is not None:
            answered = [other for other, mark in enumerate(cures) if mark[0] == "a" and other != seat]
            changes += [self.set_phase("cure", str(seat + 1), str(other + 1)) for other in answered]
            later = [(seat + step) % seats for step in range(1, (by - seat) % seats)]
            changes += [self.take_back_cure(other) for other in later if cures[other][0] in "af"]
            if cures[by] == "-":
                free = next(card for card in CARDS if card not in "".join(cures))
                changes.append(
                    (tr("let seat {by} answer {free}", by=by + 1, free=free), self.set_entry("cure", by, f"a={free}"))
                )
        return self._let_others_act(changes, seat)

    def fix_phase_over(self, problem: Problem) -> list[Change]:
        """Propose a failed cure, letting a seat act, the last round, or enough points to end the game."""
        cures, target = self.reading.cures, str(self.reading.spec.target)
        changes: list[Change] = []
        if cures is not None and "-" not in cures and any(mark[0] in "af" for mark in cures):
            failed = ",".join(mark[0].upper() + mark[1:] for mark in cures)
            changes.append((tr("count this cure as failed"), {"cure": failed}))
        changes += [
            *self.let_act(),
            (tr("change to round {last_round}", last_round=LAST_ROUND), {"round": str(LAST_ROUND)}),
        ]
        if len(self.parts["scores"].split(",")) == self.start.seats:
            changes.append(
                (
                    trn("give seat 1 {count} point", "give seat 1 {count} points", int(target)),
                    self.set_entry("scores", 0, target),
                )
            )
        return self._let_others_act(changes)

    def _last_acting_turn(self) -> list[Change]:
        """Return the change to the last turn in which a seat can act, or [] if the position is not later."""
        last = ACTING_TURNS * self.start.seats
        late = self.reading.turn is not None and self.reading.turn > last
        return [(tr("change to turn {last}", last=last), {"turn": str(last)})] if late else []

    def _let_others_act(self, changes: list[Change], seat: int | None = None) -> list[Change]:
        """Return `changes`, followed by making the seat's cure marker unused and by letting other seats act."""
        changes = list(changes)
        if seat is not None and self.reading.used(seat):
            changes.append(self.take_back_cure(seat))
        changes += [change for change in self.let_act() if change not in changes]
        if self.reading.cures is not None and "-" not in self.reading.cures:
            for each in range(self.start.seats):
                words, changed = self.set_phase("act", str(each + 1))
                take_back, cures = self.take_back_cure(each)
                changes.append((tr("{take_back} and {words}", take_back=take_back, words=words), {**changed, **cures}))
        return changes


def nearest_card(text: str) -> str:
    """Return the medicine card that is nearest to a text. The order of its letters does not matter."""
    same = [card for card in CARDS if text and sorted(card) == sorted(text.lower())]
    return same[0] if same else nearest.one_of(text, CARDS)


def _phase_words(kind: str, *parts: str) -> str:
    """Return a phase in words, such as "let seat 1 act"."""
    match kind, *parts:
        case "act", seat:
            return tr("let seat {seat} act", seat=seat)
        case "predict", seat:
            return tr("let seat {seat} take a prediction marker", seat=seat)
        case "cure", seat, by:
            return tr("let seat {seat} answer the cure of seat {by}", seat=seat, by=by)
        case "give", target, by, card, action:
            return tr(
                "let seat {target} hand over cards to seat {by} on {card} ({action})",
                target=target,
                by=by,
                card=card,
                action=action,
            )
    return tr("end the game") if kind == "over" else tr("go back to before the deal")
