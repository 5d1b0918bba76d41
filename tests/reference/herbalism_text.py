"""Specs, cards and position texts of Herbalism, field by field.

Cards are strings of colour letters in colour order, seats are numbered from 0, "" represents `-`.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple, TypeVar

COLOURS = "rygb"
DECK = {"r": 2, "y": 3, "g": 4, "b": 5}
CARDS = ("gy", "rg", "rb", "yr", "gb", "yb", "==")
PAIRS = tuple("".join(pair) for pair in combinations_with_replacement(COLOURS, 2))
NAMED_ACTIONS = {"first": "a", "basic": "i", "normal": "fa", "advanced": "ifba"}
LAST_ROUND = 30
MARKERS_OF_A_COLOUR = 2
FIELDS = ("hidden", "hands", "scores", "round", "start", "turn", "phase", "medicine", "cure", "predictions")
EVERYTHING = -1  # viewer who sees a whole position text

T = TypeVar("T")


class RefusedError(ValueError):
    """A spec, position or move that the rules page rejects.

    `field` is `spec`, `position`, a field of the position text, or `move`.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


class Rules(NamedTuple):
    players: int
    actions: str  # letters of `ifba`
    target: int
    predictions: bool

    @property
    def last_action_turn(self) -> int:
        return 15 * self.players

    @property
    def last_turn(self) -> int:
        return 16 * self.players


class Phase(NamedTuple):
    """The phase. `seat` decides; `initiator` is the acting seat of a `give` or the curing seat of a `cure`."""

    kind: str
    seat: int = -1
    initiator: int = -1
    card: str = ""
    action: str = ""


class Position(NamedTuple):
    hidden: str
    hands: tuple[str, ...]
    scores: tuple[int, ...]
    round: int
    start: int
    turn: int
    phase: Phase
    medicine: tuple[str, ...]
    cure: tuple[str, ...]
    predictions: tuple[str, ...]


# Spec
@lru_cache
def parse_spec(spec: str) -> Rules:
    match = re.fullmatch(r"herbalism(?:\(([^()\s]+)\))?", spec)
    if match is None:
        raise RefusedError("spec", f"{spec!r} is neither herbalism nor herbalism(option=value,...)")
    options = {"players": "3", "actions": "normal", "target": "6", "predictions": "0"}
    allowed = {
        "players": "[34]",
        "actions": f"{'|'.join(NAMED_ACTIONS)}|(?=.)i?f?b?a?",
        "target": "[1-9]|1[0-9]|20",
        "predictions": "[01]",
    }
    given = [part.partition("=") for part in (match[1] or "").split(",")] if match[1] else []
    for name, _, value in given:
        if name not in options or not re.fullmatch(allowed[name], value):
            raise RefusedError(
                "spec",
                f"{spec!r}: options are players 3 or 4, actions {', '.join(NAMED_ACTIONS)} or "
                "letters of ifba in this order, target 1 to 20, predictions 0 or 1",
            )
    if len({name for name, _, _ in given}) < len(given):
        raise RefusedError("spec", f"{spec!r}: an option is given twice")
    options |= {name: value for name, _, value in given}
    letters = NAMED_ACTIONS.get(options["actions"], options["actions"])
    return Rules(int(options["players"]), letters, int(options["target"]), options["predictions"] == "1")


def canonical(spec: str) -> str:
    """Return the spec without default values, in the order of the rules page, with names for letter sets."""
    rules = parse_spec(spec)
    actions = next((name for name, letters in NAMED_ACTIONS.items() if letters == rules.actions), rules.actions)
    parts = [
        f"players={rules.players}" * (rules.players != 3),
        f"actions={actions}" * (actions != "normal"),
        f"target={rules.target}" * (rules.target != 6),
        "predictions=1" * rules.predictions,
    ]
    inner = ",".join(filter(None, parts))
    return f"herbalism({inner})" if inner else "herbalism"


# Cards and markers
def sort_cards(cards: str) -> str:
    return "".join(sorted(cards, key=COLOURS.index))


def colours_of(card: str) -> str:
    return COLOURS if card == "==" else card


@lru_cache
def right_card(pair: str) -> str:
    return next((card for card in CARDS if set(card) == set(pair)), "==")


def unused(cure: tuple[str, ...]) -> list[int]:
    return [seat for seat, marker in enumerate(cure) if not marker]


def available_predictions(rules: Rules, predictions: tuple[str, ...], seat: int) -> list[str]:
    """Return the prediction colours that the seat may take."""
    left = [colour for colour in COLOURS if "".join(predictions).count(colour) < MARKERS_OF_A_COLOUR]
    return [colour for colour in left if rules.predictions and colour not in predictions[seat]]


def gift_choices(cards: str, card: str, action: str) -> dict[str, str]:
    """Return what a target with `cards` can choose to give: a colour and the cards it gives.

    A brew offers a choice only with the card `==`.
    """
    if action == "brew":
        return {colour: 2 * colour for colour in COLOURS if cards.count(colour) >= 2} if card == "==" else {}
    return {colour: colour * cards.count(colour) for colour in colours_of(card) if colour in cards}


# Parsing single fields; None for text that cannot be parsed
def without_dash(text: str) -> str:
    return "" if text == "-" else text


def is_cards(text: str) -> bool:
    return re.fullmatch("-|(?=.)r*y*g*b*", text) is not None


def read_each(text: str, separator: str, count: int, parse: Callable[[str], T | None]) -> tuple[T, ...] | None:
    parts = [parse(part) for part in text.split(separator)]
    parsed = tuple(part for part in parts if part is not None)
    return parsed if len(parsed) == len(parts) == count else None


def read_number(text: str, low: int, high: int) -> int | None:
    return int(text) if re.fullmatch("0|[1-9][0-9]{0,5}", text) and low <= int(text) <= high else None


def read_hidden(text: str, viewer: int | None) -> str | None:
    is_valid = text == "-" or text in PAIRS or (text == "??" and viewer != EVERYTHING)
    return without_dash(text) if is_valid else None


def read_hands(text: str, viewer: int | None, players: int) -> tuple[str, ...] | None:
    parts = text.split("/")
    masks = [viewer not in (EVERYTHING, seat) and bool(re.fullmatch(r"\?+", part)) for seat, part in enumerate(parts)]
    if len(parts) != players or not all(
        is_masked or is_cards(part) for is_masked, part in zip(masks, parts, strict=True)
    ):
        return None
    return tuple(map(without_dash, parts))


def read_phase(text: str, players: int) -> Phase | None:
    if text in ("deal", "over"):
        return Phase(text)
    seat = f"([1-{players}])"
    match = re.fullmatch(f"(act|predict):{seat}|(cure|give):{seat}:{seat}(?::({'|'.join(CARDS)}):(brew|appeal))?", text)
    if match is None:
        return None
    if match[1]:
        return Phase(match[1], int(match[2]) - 1)
    if match[4] == match[5] or (match[3] == "give") != bool(match[6]):
        return None
    return Phase(match[3], int(match[4]) - 1, int(match[5]) - 1, match[6] or "", match[7] or "")


def read_cure(text: str) -> str | None:
    return without_dash(text) if text == "-" or (text[:2] in ("a=", "f=", "A=", "F=") and text[2:] in CARDS) else None


def read_predictions(text: str) -> str | None:
    return without_dash(text) if re.fullmatch("-|(?=.)r?y?g?b?", text) else None


class Fields(NamedTuple):
    hidden: str | None
    hands: tuple[str, ...] | None
    scores: tuple[int, ...] | None
    round: int | None
    start: int | None
    turn: int | None
    phase: Phase | None
    medicine: tuple[str, ...] | None
    cure: tuple[str, ...] | None
    predictions: tuple[str, ...] | None


def fields_of(rules: Rules, text: str, viewer: int | None) -> Fields:
    parts = text.split(" ")
    if len(parts) != len(FIELDS):
        raise RefusedError("position", f"must have {len(FIELDS)} fields: {', '.join(FIELDS)}")
    hidden, hands, scores, round_number, start, turn, phase, medicine, cure, predictions = parts
    players = rules.players
    start_seat = read_number(start, 1, players)
    return Fields(
        read_hidden(hidden, viewer),
        read_hands(hands, viewer, players),
        read_each(scores, ",", players, lambda score: read_number(score, 0, 99)),
        read_number(round_number, 1, LAST_ROUND),
        None if start_seat is None else start_seat - 1,
        read_number(turn, 0, rules.last_turn),
        read_phase(phase, players),
        read_each(medicine, ",", players, lambda cards: without_dash(cards) if cards in ("-", *CARDS) else None),
        read_each(cure, ",", players, read_cure),
        read_each(predictions, ",", players, read_predictions),
    )


# Writing
def write_position(position: Position) -> str:
    phase = position.phase
    seats = [str(seat + 1) for seat in (phase.seat, phase.initiator) if seat >= 0]
    marker_fields = (position.medicine, position.cure, position.predictions)
    return " ".join(
        (
            position.hidden or "-",
            "/".join(hand or "-" for hand in position.hands),
            ",".join(map(str, position.scores)),
            str(position.round),
            str(position.start + 1),
            str(position.turn),
            ":".join(filter(None, (phase.kind, *seats, phase.card, phase.action))),
            *(",".join(marker or "-" for marker in markers) for markers in marker_fields),
        )
    )
