"""The texts of Herbs: moves, events, prompts, and the arena as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fastcore import OVER, Event, GameInfo, Viewpoint
from workbench.boards.herbs import account
from workbench.boards.herbs.account import SOURCES
from workbench.boards.herbs.arena import COLUMNS, PITS, SIDE, phase, plan, stones
from workbench.boards.herbs.items import is_stone, phrase
from workbench.boards.kit import game_words
from workbench.boards.kit.elements import Point
from workbench.boards.kit.figures import format_percents
from workbench.boards.kit.game_words import seat_name, standings
from workbench.system.translation import tr

# Texts of the core: names and meanings of options, and terms of evaluations
CORE_TEXTS = {
    "actions": tr("actions"),
    "patterns": tr("patterns"),
    "rounds": tr("rounds"),
    "action points at the start": tr("action points at the start"),
    "actions that each player plans in a round": tr("actions that each player plans in a round"),
    "how scored patterns move apart": tr("how scored patterns move apart"),
    "rounds in the game": tr("rounds in the game"),
    "points": tr("points"),
    "AP": tr("AP"),
    "blows": tr("blows"),
    "charges": tr("charges"),
    "ready pushes": tr("ready pushes"),
    "places": tr("places"),
}


class Words(game_words.Words):
    """The texts of Herbs."""

    turn_word = tr("round")
    core_texts = CORE_TEXTS
    goal = tr("Push stones into pits and patterns, and enemy Herbs into pits.")

    def instruction(self, point: Point) -> str:
        """Return the next entry of the plan or the bid, or "" for a plan that the viewer does not see."""
        if point.actor < 0:
            return ""
        if point.phase == "bid":
            return tr("bid to act first in action {slot} (or type bid5)", slot=phase(point.fields).slot)
        if isinstance(point, Viewpoint) and point.seat != point.actor:
            return ""
        moves = point.moves()
        if moves and is_stone(point.move_text(moves[0])):
            return tr("choose a square for a stone, or type it like WhH3")
        count, first = len(plan(point.fields, point.actor)) + 1, 2 * point.actor
        return tr("choose a Herb for action {count}, or type a move like {first}M3", count=count, first=first)

    def situation(self, point: Point) -> str:
        """Return who is writing a plan, or the result."""
        if point.actor != OVER:
            return tr("{player} is writing a plan.", player=seat_name(point.info, point.actor))
        first, second = point.points()
        if first == second:
            return tr("The game is over: a draw. {standings}.", standings=standings(point))
        return tr(
            "The game is over: {side} wins. {standings}.",
            side=seat_name(point.info, 0 if first > second else 1),
            standings=standings(point),
        )

    def task(self, point: Point) -> str:
        """Return the task of the player to move."""
        return tr("to bid") if point.phase == "bid" else tr("to write a plan") if point.phase == "write" else ""

    def describe_event(self, info: GameInfo, event: Event) -> str:
        """Return an event as a sentence."""
        return account.describe_event(info, event)

    def end_reason(self, info: GameInfo, event: Event) -> str:
        """Return why the game ended."""
        return f"{account.end_reason(info, event.fields)}." if event.kind == "over" else ""

    def describe_learned(self, info: GameInfo, seat: int, events: Sequence[Event]) -> str:
        """Return a sentence about the seat's own lost stones, which the arena does not show."""
        return " ".join(
            account.own_stone_lost(event) for event in events if event.kind == "failed" and event.seat == seat
        )

    def starts_part(self, event: Event) -> bool:
        """Return whether the event begins a slot, the placing of stones, or a round."""
        return event.kind in ("slot", "stones", "round")

    def describe_revealed(self, seat: int, facts: Iterable[str]) -> str:
        """Return the part of a plan that was carried out, or a bid.

        The first fact decides between the two. An incomplete plan ends with "?".
        """
        items = list[str]()
        for fact in facts:
            kind, _, both = fact.partition("=")
            if kind == "bids" and not items:
                return f"bid{both.split('|')[seat]}"
            if kind.startswith("slot") or kind == "stones":
                items.append(both.split("|")[seat])
            if kind == "stones":
                return " ".join(item for item in items if item != "-")
        return " ".join((*(item for item in items if item != "-"), "?")) if items else ""

    def sound(self, event: Event) -> str:
        """Return the sound of an event."""
        if event.kind in ("hit", "destroyed", "points"):
            return "capture"
        return event.kind if event.kind == "over" else "move" if event.where or event.kind == "locked" else ""

    def describe_option(self, name: str, value: str = "") -> str:
        """Return an option in words."""
        return super().describe_option("AP" if name == "ap" else name, value)

    def describe_moves(self, info: GameInfo, seat: int, moves: Sequence[str]) -> str:
        """Return moves in words."""
        return tr(", then ").join(phrase(move) for move in moves)

    def report_name(self, kind: str, what: str) -> str:
        """Return a readable name for a source of points or a supply (such as AP); other names are unchanged."""
        if kind == "source":
            return SOURCES.get(what, what)
        return what.upper() if kind == "store" else super().report_name(kind, what)

    def reason_text(self, info: GameInfo, move: str, key: str, values: Mapping[str, int | float | str]) -> str:
        """Return the probability of a bid as a bot's reason, or "" for other reasons."""
        if key != "further":
            return ""
        (chance,) = format_percents(float(values["chance"]))
        return tr("The chance of a bid is {chance}.", chance=chance)

    def render_text(self, point: Point) -> str:
        """Return the arena as text, with the round, points, AP, piles and plans beside it."""
        fields = point.fields
        symbols = stones(fields["board"])
        for number, herb in enumerate(fields["herbs"].split(",")):
            if herb != "-":
                symbols[herb[:-1]] = f"{number}{herb[-1]}"
        lines = []
        for row in range(SIDE, 0, -1):
            squares = [f"{column}{row}" for column in COLUMNS]
            lines.append(
                f"{row:>2} "
                + " ".join(f"{symbols.get(square, 'o' if square in PITS else '.'):^2}" for square in squares).rstrip()
            )
        lines.append("   " + " ".join(f"{column:^2}" for column in COLUMNS).rstrip())
        info, ap, piles = point.info, fields["ap"].split(","), fields["piles"].split(",")
        facts = [
            tr("round {round}", round=fields["round"]),
            tr("points: {standings}", standings=standings(point)),
            tr("AP {ap} and {ap2}", ap=ap[0], ap2=ap[1]),
            tr("piles {pile} and {pile2}", pile=piles[0], pile2=piles[1]),
        ]
        written = [
            tr("{side}'s plan: {plan}", side=seat_name(info, seat), plan=",".join(plan(fields, seat)))
            for seat in (0, 1)
            if plan(fields, seat)
        ]
        return "\n".join([*lines, "", " · ".join(facts), *written, self.prompt(point)])
