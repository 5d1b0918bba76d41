"""The details beside the board in Herbalism's position editor: the phase and each seat's cards, markers and points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fastcore import GameInfo
from workbench.boards.herbalism import event_words
from workbench.boards.herbalism.facts import BACK, PAIRS
from workbench.boards.herbalism.tabletop import CARDS, COLOURS, SAME
from workbench.boards.kit import editing
from workbench.boards.kit.editing import Detail
from workbench.boards.kit.elements import Fields
from workbench.boards.kit.game_words import join_words, seat_name
from workbench.system.translation import tr

NONE = "-"
CARD = "gy|rg|rb|yr|gb|yb|=="
ORDER = (*COLOURS, BACK)  # order of the cards in a hand
ACTIONS = {"brew": "b", "appeal": "a"}  # actions whose target chooses what to hand over, with their option letters
MARKS = {
    "a": tr("answers {}"),
    "f": tr("follows on {}"),
    "A": tr("has failed on {}"),
    "F": tr("has wrongly followed on {}"),
}
SUBSETS = tuple("".join(letter for n, letter in enumerate(COLOURS) if number >> n & 1) for number in range(16))
Options = Mapping[str, int | float | str]


PLACES = {
    "start": tr("this marker belongs to a player"), "turn": tr("this marker belongs to a player"),
    "medicine": tr("put this marker on a medicine card, or back to its player"),
    "cure": tr("put this marker on a medicine card, or back to its player"),
    "predicts": tr("a colour can have one prediction marker of each player"),
}  # fmt: skip


def why_not(piece: str, holds_cards: bool, hides_cards: bool) -> str:
    """Return why a piece cannot be put on a spot.

    Args:
        piece: The piece.
        holds_cards: Whether the spot is a hand or the hidden pair.
        hides_cards: Whether the editor's seat cannot see the cards on the spot.
    """
    kind = piece.partition(" ")[0]
    if kind in PLACES:
        return PLACES[kind]
    if not holds_cards:
        return tr("put cards in a hand or the hidden pair")
    if (kind == BACK) == hides_cards:
        return tr("no more cards fit here")
    return tr("put covered cards here, or add a known fact") if hides_cards else tr("put a card face up here")


def sort_cards(cards: str) -> str:
    """Sort cards into the order of the position text, unknown letters last."""
    return "".join(sorted(cards, key=lambda card: ORDER.index(card) if card in ORDER else len(ORDER)))


def hand_text(cards: str) -> str:
    """Return cards in the notation of the position text, `NONE` for no cards."""
    return sort_cards(cards) or NONE


def tidy(value: str) -> str:
    """Return a typed hand in the order of the position text. Other text is returned unchanged."""
    cards = value.strip(NONE)
    return hand_text(cards) if set(cards) <= set(ORDER) else value


def entries(fields: Fields, field: str, seats: int) -> list[str]:
    """Return the entries of a field, one per seat.

    Raises:
        ValueError: The field does not have one entry per seat.
    """
    texts = fields[field].split(",")
    if len(texts) != seats or not all(texts):
        raise ValueError(tr("{field} cannot be read", field=field))
    return texts


def with_entry(fields: Fields, field: str, place: int, value: str) -> dict[str, str]:
    """Return the fields with the entry of one seat replaced."""
    texts = fields[field].split(",")
    texts[place] = value
    return {**fields, field: ",".join(texts)}


def _asking_actions(options: Options) -> list[str]:
    """Return the actions of this game whose target chooses what to hand over."""
    letters = {"first": "a", "basic": "i", "normal": "fa", "advanced": "ifba"}.get(
        str(options["actions"]), str(options["actions"])
    )
    return [action for action, letter in ACTIONS.items() if letter in letters]


# Detail fields --------------------------------------------------------------------------------------------------------


def details(fields: Fields, info: GameInfo, options: Options, seats: int, is_view: bool) -> tuple[Detail, ...]:
    """Return the details of a position.

    Args:
        fields: The position, by field.
        info: The game.
        options: The options of the game.
        seats: The number of players.
        is_view: Whether the fields are one seat's view, in which the hidden pair may be face down.
    """
    names = tuple((str(seat + 1), seat_name(info, seat)) for seat in range(seats))
    hidden = fields["hidden"]
    pairs = [(NONE, tr("not dealt yet")), *((pair, event_words.pair(pair)) for pair in PAIRS)]
    pairs += [(BACK * 2, tr("two covered cards"))] if is_view else []
    request = tuple(_request_details(fields, options, names))
    return (
        *_phase_details(fields, options, names),
        Detail(
            "turn",
            tr("Turn"),
            "turn",
            fields["turn"],
            meaning=tr("counted from 1 in each round; 0 before the deal"),
            short=True,
        ),
        Detail("round", tr("Round"), "round", fields["round"], meaning=tr("1 to 30"), short=True),
        Detail(
            "start",
            tr("Starts the round"),
            "start",
            fields["start"],
            editing.with_present_value(names, fields["start"]),
        ),
        Detail("hidden", tr("Hidden pair"), "hidden", hidden, editing.with_present_value(pairs, hidden)),
        *request,
        *_seat_details(
            "hands",
            "hand",
            tr("{}'s hand"),
            fields,
            names,
            (),
            tr("letters of {colours}, or - for none", colours="".join(COLOURS)),
        ),
        *_seat_details("scores", "score", tr("{}'s points"), fields, names, (), tr("0 to 99")),
        *_seat_details("medicine", "medicine", tr("{}'s medicine"), fields, names, _medicines()),
        *_seat_details("cure", "cure", tr("{}'s cure"), fields, names, _cures()),
        *(
            _seat_details("predictions", "predicts", tr("{} predicts"), fields, names, _predictions())
            if _has_predictions(fields, options)
            else ()
        ),
    )


def _medicines() -> tuple[tuple[str, str], ...]:
    return ((NONE, tr("on no card")), *((card, tr("on {card}", card=event_words.card(card))) for card in CARDS))


def _cures() -> tuple[tuple[str, str], ...]:
    marks = (
        (f"{kind}={card}", words.format(event_words.card(card))) for kind, words in MARKS.items() for card in CARDS
    )
    return ((NONE, tr("unused")), *marks)


def _predictions() -> tuple[tuple[str, str], ...]:
    return tuple(
        (hand_text(some), join_words([event_words.COLOUR_NAMES[letter] for letter in some]) if some else tr("nothing"))
        for some in SUBSETS
    )


def _has_predictions(fields: Fields, options: Options) -> bool:
    """Return whether prediction markers are in the game or in the position text."""
    return bool(options["predictions"]) or set(fields["predictions"]) != {NONE, ","}


def _seat_details(
    field: str,
    name: str,
    label: str,
    fields: Fields,
    names: Iterable[tuple[str, str]],
    values: tuple[tuple[str, str], ...],
    meaning: str = "",
) -> Iterable[Detail]:
    """Yield one detail per seat, or the whole field if it does not have one entry per seat."""
    seats = tuple(names)
    texts = fields[field].split("/" if field == "hands" else ",")
    if len(texts) != len(seats) or not all(texts):
        yield Detail(field, field.capitalize(), field, fields[field], meaning=tr("one for each seat"))
        return
    for (number, seat), value in zip(seats, texts, strict=True):
        yield Detail(
            f"{name} {number}",
            label.format(seat),
            field,
            value,
            editing.with_present_value(values, value) if values else (),
            meaning,
        )


def _phase_details(fields: Fields, options: Options, names: tuple[tuple[str, str], ...]) -> Iterable[Detail]:
    """Yield the details that every phase has, so that another phase moves nothing: the decision and its seat."""
    parts = _phase_parts(fields)
    if not parts:
        yield Detail("phase", tr("Next decision"), "phase", fields["phase"], meaning=tr("such as act:1"))
        return
    stages = [("deal", tr("The cards are dealt")), ("act", tr("A seat acts"))]
    stages += [("give", tr("A seat chooses what to hand over"))] if _asking_actions(options) else []
    stages += [("cure", tr("A seat answers a cure"))] + (
        [("predict", tr("A seat may predict"))] if options["predictions"] else []
    )
    stages.append(("over", tr("Game over")))
    yield Detail("stage", tr("Next decision"), "phase", parts[0], editing.with_present_value(stages, parts[0]))
    seat = parts[1] if len(parts) > 1 else NONE
    nobody = () if len(parts) > 1 else ((NONE, tr("nobody")),)
    yield Detail("seat", tr("Who decides"), "phase", seat, editing.with_present_value((*nobody, *names), seat))


def _phase_parts(fields: Fields) -> list[str]:
    """Return the parts of the phase, or [] if it cannot be read."""
    parts = fields["phase"].split(":")
    lengths = {"deal": 1, "act": 2, "give": 5, "cure": 3, "predict": 2, "over": 1}
    return parts if len(parts) == lengths.get(parts[0]) and all(parts) else []


def _request_details(fields: Fields, options: Options, names: tuple[tuple[str, str], ...]) -> Iterable[Detail]:
    """Yield the details of a cure or a request that a seat answers."""
    parts = _phase_parts(fields) or [""]
    if parts[0] == "cure":
        yield Detail("by", tr("Who cures"), "phase", parts[2], editing.with_present_value(names, parts[2]))
    if parts[0] == "give":
        yield Detail("by", tr("Who asks"), "phase", parts[2], editing.with_present_value(names, parts[2]))
        cards = editing.with_present_value(((card, event_words.card(card)) for card in CARDS), parts[3])
        yield Detail("card", tr("Asked on card"), "phase", parts[3], cards)
        actions = ((action, event_words.ACTION_NAMES[action]) for action in _asking_actions(options))
        yield Detail("action", tr("Asked by action"), "phase", parts[4], editing.with_present_value(actions, parts[4]))


# Changes --------------------------------------------------------------------------------------------------------------


def changed(fields: Fields, detail: str, value: str, options: Options, seats: int) -> Fields:
    """Return the fields with a new value for one detail.

    A request refers to the card under the asker's medicine marker, so the phase and the marker change together.

    Raises:
        ValueError: The value cannot be written into the field.
    """
    name, _, number = detail.partition(" ")
    if name in ("stage", "seat", "by", "card", "action"):
        return with_phase_part(fields, name, editing.check_part(value, ":"), options, seats)
    field = {"hand": "hands", "score": "scores", "predicts": "predictions"}.get(name, name)
    if not number:
        value = editing.check_field(value)
        return {**fields, field: tidy(value) if field == "hidden" else value}
    place, joint = int(number) - 1, "/" if field == "hands" else ","
    texts = fields[field].split(joint)
    if len(texts) != seats:
        raise ValueError(tr("{field} cannot be read", field=field))
    value = editing.check_part(value, joint)
    texts[place] = tidy(value) if field in ("hands", "predictions") else value
    after = {**fields, field: joint.join(texts)}
    parts = fields["phase"].split(":")
    if name == "medicine" and len(parts) == 5 and parts[2] == number and value in CARDS:
        after["phase"] = ":".join([*parts[:3], value, parts[4]])
    return after


def with_phase_part(fields: Fields, name: str, value: str, options: Options, seats: int) -> Fields:
    """Return the fields with one part of the phase changed.

    Raises:
        ValueError: The phase or the medicine markers cannot be read, or the stage is unknown.
    """
    parts = fields["phase"].split(":")
    if name == "stage":
        return fields if value == parts[0] else _enter_stage(fields, value, options, seats)
    if name == "seat" and len(parts) < 2 and value == NONE:
        return fields
    if name == "seat" and len(parts) < 2:
        begun = dict(_enter_stage(fields, "act", options, seats))
        return {**begun, "phase": f"act:{value}"}
    place = {"seat": 1, "by": 2, "card": 3, "action": 4}[name]
    if place >= len(parts):
        raise ValueError(tr("the phase cannot be read"))
    parts[place] = value
    after = {**fields, "phase": ":".join(parts)}
    if parts[0] == "give" and name in ("by", "card") and parts[2].isdecimal() and 1 <= int(parts[2]) <= seats:
        markers = entries(fields, "medicine", seats)
        asker = int(parts[2]) - 1
        if name == "card" and value in CARDS:
            after = with_entry(after, "medicine", asker, value)
        elif name == "by" and markers[asker] in CARDS:
            after["phase"] = ":".join([*parts[:3], markers[asker], parts[4]])
    return after


def _enter_stage(fields: Fields, stage: str, options: Options, seats: int) -> Fields:
    """Return the fields with another kind of phase.

    The seat that acted, asked or cured keeps that role.
    """
    parts = fields["phase"].split(":")
    before = parts[2] if len(parts) > 2 else parts[1] if len(parts) > 1 else fields["start"]
    seat = int(before) if before.isdecimal() and 1 <= int(before) <= seats else 1
    after = seat % seats + 1
    markers = fields["medicine"].split(",")
    card = markers[seat - 1] if len(markers) == seats and markers[seat - 1] in CARDS else CARDS[0]
    action = _asking_actions(options)[-1:] or ["appeal"]
    phase = {
        "act": f"act:{seat}", "predict": f"predict:{seat}", "cure": f"cure:{after}:{seat}",
        "give": f"give:{after}:{seat}:{card if action[0] == 'appeal' else SAME}:{action[0]}",
    }  # fmt: skip
    if stage not in ("deal", "over", *phase):
        raise ValueError(tr("choose an entry of the list"))
    turn = "0" if stage == "deal" else "1" if fields["turn"] == "0" else fields["turn"]
    return {**fields, "phase": phase.get(stage, stage), "turn": turn}
