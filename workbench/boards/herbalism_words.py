"""All that is said about Herbalism, in one place, and its table as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastcore import CHANCE, OVER, Event, GameInfo
from workbench.boards import contract
from workbench.boards.contract import Point
from workbench.boards.figures import percents
from workbench.boards.plain import side, standings

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
CARDS = ("gy", "rg", "rb", "yr", "gb", "yb", "==")


def card(name: str) -> str:
    """A medicine card, as in "red and blue"."""
    return "two alike" if name == "==" else " and ".join(COLOURS[letter] for letter in name)


def cards(text: str) -> str:
    """Cards that pass, as in "2 red" or "2 cards"."""
    if text in ("", "-"):
        return "no card"
    if "?" in text:
        return "1 card" if len(text) == 1 else f"{len(text)} cards"
    return ", ".join(f"{text.count(letter)} {COLOURS[letter]}" for letter in COLOURS if letter in text)


def phrase(info: GameInfo, move: str) -> str:
    """One move in words."""
    head, _, rest = move.partition(":")
    if head in ("cure", "answer", "follow"):
        return f"{head} {card(rest)}"
    if head in ("give", "predict"):
        return f"{head} {COLOURS.get(rest, 'a card')}"
    if head in ("skip", "deal"):
        return head
    action, _, rest = rest.partition(":")
    target, _, given = rest.partition(":")
    if action == "pass":
        return f"pass on {card(head)}"
    who = side(info, int(target) - 1)
    giving = f", giving {COLOURS.get(given, 'a card')}" if given else ""
    doing = {"inquire": "ask", "feed": "feed", "brew": "brew with", "appeal": "appeal to"}[action]
    return f"{doing} {who} on {card(head)}{giving}"


class Words(contract.Words):
    def expects(self, point: Point) -> str:
        info, fields = point.info, point.fields
        if point.actor == OVER:
            points = point.points()
            winners = [side(info, seat) for seat, own in enumerate(points) if own == max(points)]
            won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the win"
            return f"The game is over: {won}. {standings(point)}."
        if point.actor == CHANCE:
            return "The cards are dealt."
        who, parts = side(info, point.actor), fields["phase"].split(":")
        if parts[0] == "give":
            return f"{who} must choose what to hand over to {side(info, int(parts[2]) - 1)}."
        if parts[0] == "cure":
            return f"{who} must answer, follow or skip: {side(info, int(parts[2]) - 1)} cures."
        if parts[0] == "predict":
            return f"{who} may take a prediction marker, or skip."
        return f"{who} must act on a medicine card, as in rb:appeal:2, or cure."

    def tell(self, info: GameInfo, event: Event) -> str:
        values, where = event.values, event.where
        who = side(info, event.seat) if event.seat >= 0 else "Everybody"
        if event.kind == "deal":
            own = f" You hold {cards(str(values['cards']))}." if "cards" in values else ""
            return f"The cards are dealt.{own}"
        if event.kind in ("inquire", "feed", "brew", "appeal"):
            target = side(info, int(values["target"]) - 1)
            doing = {"inquire": "asks", "feed": "feeds", "brew": "brews with", "appeal": "appeals to"}[event.kind]
            return f"{who} {doing} {target} on {card(where[0])}."
        if event.kind == "pass":
            return f"{who} passes on {card(where[0])}."
        if event.kind in ("give", "hand"):
            given = "gives" if event.kind == "give" else "hands over"
            return f"{who} {given} {cards(str(values['cards']))} to {side(info, int(values['to']) - 1)}."
        if event.kind == "told":
            return f"{who} tells: {values['number']}."
        if event.kind == "asked":
            return f"{who} is asked to choose."
        if event.kind == "predict":
            return f"{who} predicts {COLOURS[str(values['colour'])]}." if "colour" in values else f"{who} takes no prediction marker."
        if event.kind in ("cure", "answer", "follow"):
            return f"{who} { {'cure': 'cures with', 'answer': 'answers', 'follow': 'follows on'}[event.kind]} {card(where[0])}."
        if event.kind == "decline":
            return f"{who} declines."
        if event.kind == "pair":
            return f"{who} {'sees' if event.seat < 0 else 'looks'}: the hidden pair is {cards(str(values['cards']))}."
        if event.kind == "failed":
            return "No answer is right; the markers are used up."
        if event.kind == "round":
            gained = ", ".join(f"{side(info, int(seat) - 1)} {int(points):+d}" for seat, points in values.items())
            won = f"{who} has the right answer." if event.seat >= 0 else "Nobody has the right answer."
            return f"{won} The round is over: {gained}."
        if event.kind == "over":
            return "The game is over."
        return ""

    def say(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        return ", then ".join(phrase(info, move) for move in moves)

    def name(self, kind: str, what: str) -> str:
        if kind != "belief":
            return what
        return card(what) if what in CARDS else {"cure": "the cure"}.get(what, what)

    def reason(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        if key != "learns":
            return ""
        before, after = percents(1 - float(values["before"]), 1 - float(values["after"]))
        return f"I {phrase(info, move)}: that should cut the chance that I would cure wrongly from {before} to {after}."

    def text(self, point: Point) -> str:
        info, fields = point.info, point.fields
        names = [side(info, seat) for seat in range(point.seats)]
        columns = [
            ("", names), ("hand", fields["hands"].split("/")), ("score", fields["scores"].split(",")),
            ("medicine", fields["medicine"].split(",")), ("cure", fields["cure"].split(",")), ("predictions", fields["predictions"].split(",")),
        ]  # fmt: skip
        widths = [max(len(head), *map(len, entries)) for head, entries in columns]
        rows = [[head for head, _ in columns], *([entries[seat] for _, entries in columns] for seat in range(point.seats))]
        lines = ["  ".join(f"{entry:<{width}}" for entry, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        facts = [f"round {fields['round']}", f"turn {fields['turn']}", f"hidden pair {fields['hidden']}"]
        return "\n".join([*lines, "", " · ".join(facts), self.expects(point)])
