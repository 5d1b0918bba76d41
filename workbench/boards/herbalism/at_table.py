"""Entry of Herbalism at a real table: the candidates of every event, and short keys for them.

A line is a whole observation, except that the hands shown at the end of the game are a line by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from fastcore import CHANCE, Conflict, Stream, Viewpoint
from fastcore.games.herbalism.text.texts import ACTIONS, CARDS, COLOURS, DECK, LAST_ROUND
from workbench.boards.herbalism import event_words, table_reasons
from workbench.boards.kit.game_words import seat_name
from workbench.boards.kit.tables import at_table
from workbench.boards.kit.tables.at_table import Reading
from workbench.system.translation import tr, trn

RIGHT = 3  # points for a right answer, the most that a cure can bring
MOST = max(DECK)  # cards of one colour
HANDS = "hands="
PAIRS = tuple("".join(pair) for pair in combinations_with_replacement(COLOURS, 2) if pair[0] != pair[1] or DECK[0] >= 2)
SOME = f"[{COLOURS}]"  # one card of any colour, in a line with missed parts
NO_RESULT = "."  # key for a cure that failed without showing the pair


class AtTable(at_table.AtTable):
    """Medicine cards by the numbers 1 to 7 or their colours, actions and markers by their first letters."""

    def split(self, point: Viewpoint, observation: str) -> tuple[str, ...]:
        """Return the observation, and the hands at the end of the game as another line."""
        head, found, hands = observation.partition(";" + HANDS)
        return (head, HANDS + hands) if found else (observation,)

    def read(self, point: Viewpoint, parts: Sequence[str]) -> Reading:
        """Put a cure and the hands at the end together."""
        if len(parts) > 1:
            return Reading(";".join(parts))
        if ";pair=" not in parts[0] or HANDS in parts[0] or not self._may_end(point):
            return Reading(parts[0])
        head, *facts = parts[0].split(";")
        try:
            world = point.suppose(f"hidden={facts[-1].removeprefix('pair=')}").sample(Stream(0))
            if head in map(world.move_text, world.moves()) and HANDS in world.observation(head, self.seat):
                return Reading()
        except Conflict as error:
            return Reading(reason=error.reason)
        return Reading(parts[0])

    def _may_end(self, point: Viewpoint) -> bool:
        """Return whether the game may end with this round."""
        options, fields = point.game.options, point.fields
        gain = RIGHT + (len(COLOURS) if int(options["predictions"]) else 0)
        best = max(map(int, fields["scores"].split(",")))
        return best + gain >= int(options["target"]) or int(fields["round"]) >= LAST_ROUND

    def candidates(self, point: Viewpoint, parts: Sequence[str]) -> tuple[str, ...]:
        """Return every text that an observation here can have, also some that the cards exclude."""
        if parts:
            try:
                supposed = point.suppose(f"hidden={parts[0].rpartition('=')[2]}")
            except Conflict:
                return ()
            worlds = supposed.worlds(1 << 20)
            return tuple(dict.fromkeys(HANDS + text.split(" ")[1] for text, _ in worlds))
        if point.actor == CHANCE:
            return tuple(self._deals(point))
        return tuple(
            dict.fromkeys(
                head + facts
                for move in point.moves()
                for head in (self._head(point, point.move_text(move)),)
                for facts in self._facts(point, head)
            )
        )

    def _deals(self, point: Viewpoint) -> Iterator[str]:
        size = 12 // point.seats
        hidden = ["??", *["?" * size] * point.seats]
        if self.seat is None:
            yield "deal:" + "/".join(hidden)
            return
        for cards in combinations_with_replacement(COLOURS, size):
            if all(cards.count(colour) <= DECK[number] for number, colour in enumerate(COLOURS)):
                hidden[1 + self.seat] = "".join(cards)
                yield "deal:" + "/".join(hidden)

    def _head(self, point: Viewpoint, move: str) -> str:
        """Return a move as the seat sees it, without facts."""
        kind, *rest = move.split(":")
        if kind == "give":
            giver, taker = point.fields["phase"].split(":")[1:3]
            return move if self._is_one_of(giver, taker) else "give:?"
        if len(rest) == 3 and not self._is_one_of(str(point.actor + 1), rest[1]):
            return move.rpartition(":")[0] + ":?"
        return move

    def _is_one_of(self, *seats: str) -> bool:
        return self.seat is not None and str(self.seat + 1) in seats

    def _facts(self, point: Viewpoint, head: str) -> Iterator[str]:
        """Yield the facts that may follow a move."""
        card, *rest = head.split(":")
        if card in ("cure", "answer", "follow") or (card == "skip" and point.phase == "cure"):
            yield ""
            yield from (f";pair={pair}" for pair in PAIRS)
        elif card in ("predict", "skip") or rest == ["pass"]:
            yield ""
        elif card == "give":
            brews = point.fields["phase"].endswith(":brew")
            yield from (f";back={rest[0] * number}" for number in ((2,) if brews else range(1, MOST + 1)))
        elif rest[0] == "inquire":
            yield from (f";n={number}" for number in range(MOST + 1))
        elif rest[0] == "feed":
            given = rest[2]
            asked = given if given == "?" or card == "==" else card.replace(given, "")
            yield from (f";back={asked * number or '-'}" for number in range(MOST + 1))
        elif rest[0] == "brew" and card != "==":
            first, second = sorted(card, key=COLOURS.index)
            seen = self._is_one_of(str(point.actor + 1), rest[1])
            texts = ("-", first, second, first + second) if seen else ("-", "?", "??")
            yield from (f";back={text}" for text in texts)
        else:
            yield from ("", ";back=-")

    def seen_by(self, point: Viewpoint, parts: Sequence[str], text: str, seat: int) -> str:
        """Return a line as another seat sees it: colours that it saw are missed if this seat did not see them."""
        head, *facts = text.split(";")
        kind, *rest = head.split(":")
        if kind == "deal":
            return "*"
        if kind in ("cure", "answer", "follow", "skip"):
            return f"{head}*"  # the pair is shown only to those who are right
        if kind.startswith(HANDS) or kind == "predict" or not (rest and (kind == "give" or rest[0] != "pass")):
            return text
        pair = point.fields["phase"].split(":")[1:3] if kind == "give" else [str(point.actor + 1), rest[1]]
        if str(seat + 1) not in pair:
            shown = head if kind != "give" and len(rest) < 3 else f"{head.rpartition(':')[0]}:?"
            return ";".join([shown, *(_masked(fact, "?") for fact in facts)])
        if "?" not in text:
            return text
        return ";".join(
            [head.replace("?", "*") if "?" in head else f"{head}*", *(_masked(fact, SOME) for fact in facts)]
        )

    def keys(self, point: Viewpoint, parts: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the short keys of an event, then the same with the colours of the medicine card.

        An action is card, action, target, given colour, number. Brew from the own seat ends with the colours, or with 2
        for both. Appeal ends with 1 if the target gives something and 0 if not.
        """
        if parts:
            return (text.removeprefix(HANDS).replace("/", "").replace("-", ""),)
        head, *facts = text.split(";")
        kind, *rest = head.split(":")
        if kind == "deal":
            own = rest[0].split("/")[0 if self.seat is None else 1 + self.seat]
            return (own if self.seat is not None else "d",)
        fact = facts[0].partition("=")[2] if facts else ""
        if kind in ("cure", "answer", "follow", "skip", "predict"):
            if point.phase == "predict":
                return (rest[0] if rest else "s",)
            return tuple(f"{kind[0]}{card}{fact}" for card in (_spelled(rest[0]) if rest else ("",)))
        if kind == "give":
            return (f"{rest[0].strip('?')}{len(fact)}",)
        colour = rest[2].strip("?") if len(rest) > 2 else ""
        target = rest[1] if len(rest) > 1 else ""
        return tuple(f"{card}{rest[0][0]}{target}{colour}{self._number(kind, rest, fact)}" for card in _spelled(kind))

    def unspelled(self, point: Viewpoint, parts: Sequence[str], keys: str) -> str:
        """Return the action or the marker that keys mean, without an answer."""
        cards = {key: card for card in CARDS for key in _spelled(card)}
        names = "|".join(map(re.escape, cards))
        typed = keys.casefold()
        if action := re.fullmatch(rf"({names})([afbi])([1-4])([{COLOURS}]?)\w*", typed):
            kind = next(kind for kind in ACTIONS if kind[0] == action[2])
            return ":".join(filter(None, (cards[action[1]], kind, action[3], action[4])))
        if marker := re.fullmatch(rf"([caf])({names})[{COLOURS}.]*", typed):
            return f"{({'c': 'cure', 'a': 'answer', 'f': 'follow'})[marker[1]]}:{cards[marker[2]]}"
        return keys

    def reason(self, reason: str) -> str:
        """Return a reason without the texts of moves, and with the cards in words."""
        return table_reasons.reason(reason)

    def _number(self, card: str, rest: Sequence[str], fact: str) -> str:
        """Return the key for the answer to an action."""
        if rest[0] == "pass":
            return ""
        if rest[0] == "inquire":
            return fact
        if rest[0] == "appeal" or (rest[0] == "brew" and card == "=="):
            return "0" if fact else "1"
        if rest[0] == "brew" and len(fact) == 1 and fact not in "-?":
            return fact
        return "0" if fact == "-" else str(len(fact))

    def describe_part(self, point: Viewpoint, parts: Sequence[str], text: str) -> str:
        """Return the last event of the game, after which the hands are shown."""
        head, _, pair = text.partition(";pair=")
        side, named = seat_name(point.info, point.actor), head.split(":")[1:]
        shown = tr("The hidden pair is {pair}. The game is over: enter all hands.", pair=event_words.pair(pair))
        if not named:
            return shown
        return f"{tr('{side} names {card}.', side=side, card=event_words.card(named[0]))} {shown}"

    def next_task(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return that the own hand comes next, or the hands shown at the end of the game."""
        if parts:
            return tr("The game is over: enter all hands, such as rggbbb.")
        if point.actor == CHANCE and self.seat is not None:
            return tr("Enter your hand in the order rygb, such as {hand}.", hand="rrygbb"[-12 // point.seats :])
        return ""

    def automatic(self, point: Viewpoint, parts: Sequence[str]) -> str:
        """Return the deal where no hand is seen."""
        return next(self._deals(point)) if self.seat is None and point.actor == CHANCE else ""

    def belief_text(self, variable: str, value: str) -> str:
        """Return the cure or the number of cards in a hand in words."""
        seat, _, colour = variable.partition(":")
        if not colour:
            return tr("the cure is {card}", card=event_words.card(value))
        count = int(value)
        return trn(
            "Seat {seat} holds {count} {colour} card",
            "Seat {seat} holds {count} {colour} cards",
            count,
            seat=seat,
            colour=event_words.COLOUR_NAMES[colour],
        )

    def facts(self, typed: str) -> tuple[str, ...]:
        """Return the facts of a whole hand, such as `2=rgbb`, or the typed fact."""
        hand = re.fullmatch(rf"([1-4])=([{COLOURS}]+)", typed.casefold())
        return tuple(f"{hand[1]}:{colour}={hand[2].count(colour)}" for colour in COLOURS) if hand else (typed,)

    def example_facts(self) -> str:
        """Return the pair and the hand of another seat."""
        return f"hidden=rb {2 if self.seat != 1 else 1}=rgbb"

    def pad(self, keys: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return the letters in one row and the digits in another."""
        rows = (tuple(key for key in keys if key.isalpha()), tuple(key for key in keys if not key.isalpha()))
        return tuple(row for row in rows if row)


def _masked(fact: str, sign: str) -> str:
    """Return a fact about cards that change hands, with a sign for each card."""
    name, _, cards = fact.partition("=")
    return f"back={sign * len(cards)}" if name == "back" and cards != "-" else fact


def _spelled(card: str) -> tuple[str, ...]:
    """Return the number of a medicine card, then its own text."""
    return (str(CARDS.index(card) + 1), card)
