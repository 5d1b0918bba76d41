"""How what is wrong with a position of Herbalism may be put right:
proposals, which are tried before they are offered."""

from __future__ import annotations

from collections.abc import Sequence

from fastcore import nearest
from fastcore.games.herbalism.cards_laid import NAMES, left_over, ordered
from fastcore.games.herbalism.reading import Line
from fastcore.games.herbalism.texts import ACTING_TURNS, CARDS, COLOURS, DECK, LAST_ROUND, LETTERS, PUBLIC, WHOLE
from fastcore.lines import Way

# One entry a seat ---------------------------------------------------------------------------------------------------


def entry(line: Line, field: str, seat: int, new: str) -> dict[str, str]:
    """A field with another entry for one seat."""
    between = "/" if field == "hands" else ","
    entries = line.parts[field].split(between)
    return {field: between.join([*entries[:seat], new, *entries[seat + 1 :]])}


def as_many(line: Line, field: str, otherwise: str) -> list[Way]:
    """A field with an entry for every seat: too many are cut off, missing ones are like `otherwise`."""
    between = "/" if field == "hands" else ","
    entries, seats = line.parts[field].split(between), line.spec.seats
    ways: list[Way] = []
    if len(entries) > seats:
        words = f"leave out {'the last' if len(entries) == seats + 1 else f'the last {len(entries) - seats}'}"
    else:
        if field == "hands" and len(entries) == seats - 1 and (rest := cards_left(line, entries)):
            ways.append(
                (f"let the last seat hold the cards that are left, {rest}", {field: "/".join([*entries, rest])})
            )
        words = (
            f"write {otherwise} for "
            f"{'the last seat' if len(entries) == seats - 1 else f'the last {seats - len(entries)} seats'}"
        )
    ways.append((words, {field: between.join((entries + [otherwise] * seats)[:seats])}))
    return ways


def number_entry(line: Line, field: str, seat: int, text: str, least: int, most: int) -> Way:
    new = str(nearest.number(text, least, most))
    return f"write {new}", entry(line, field, seat, new)


# Cards ----------------------------------------------------------------------------------------------------------------


def pairs(line: Line) -> list[Way]:
    """What may stand for a hidden pair that cannot be read."""
    if line.step == ["deal"]:
        return [("put the pair back before the deal", {"hidden": "-"})]
    if line.covered_pair:
        return [("cover the pair", {"hidden": "??"})]
    going_on = acting(line)[:1] if line.parts["hidden"] == "??" and line.viewer != WHOLE else []
    text = line.parts["hidden"]
    kept = [letter for letter in text.lower()[:20] if letter in COLOURS][:2]
    whole = left_over(line.held) if line.held is not None and "?" not in "".join(line.held) else ""
    near = ordered(kept + [card for card in "brgy" if card not in kept][: 2 - len(kept)])
    nobody = line.held is not None and set(line.held) == {"-"}
    dealing = [("go back to before the deal", before_the_deal(line))] if nobody else []
    if len(kept) == 2 and ordered(kept) == text.lower():
        whole = ""
    return [
        *going_on,
        *dealing,
        *[(f"let the pair be {pair}", {"hidden": pair}) for pair in dict.fromkeys((whole, near)) if pair],
    ]


def cards_left(line: Line, hands: Sequence[str]) -> str:
    """What one more hand must hold; "" where that cannot be told."""
    seen = line.parts["hidden"] + "".join(hands)
    rest = [colour * (number - seen.count(colour)) for colour, number in zip(COLOURS, DECK, strict=True)]
    fits = line.pair is not None and set(seen) <= set(COLOURS)
    return "".join(rest) if fits and len("".join(rest)) == sum(DECK) - len(seen) else ""


def before_the_deal(line: Line) -> dict[str, str]:
    """The fields that a deal changes, as they are before it."""
    nobody = ",".join("-" * line.spec.seats)
    table = dict.fromkeys(("medicine", "cure", "predictions"), nobody)
    return {"hidden": "-", "hands": nobody.replace(",", "/"), "turn": "0", "phase": "deal", **table}


def hand(line: Line, seat: int, text: str) -> list[Way]:
    """What may stand for a hand that cannot be read."""
    if line.covers(seat):
        new = "?" * min(len(text), 12) if text != "-" else "-"
        return [(f"cover seat {seat + 1}'s hand", entry(line, "hands", seat, new or "-"))]
    ways = acting(line)[:1] if "?" in text and line.viewer not in (WHOLE, seat) else []
    kept = [letter for letter in text.lower()[:14] if letter in COLOURS]
    others = line.parts["hidden"] + line.parts["hands"]
    unseen = "".join(colour * (there - others.count(colour)) for colour, there in zip(COLOURS, DECK, strict=True))
    new = ordered([*kept, *unseen[: text[:14].count("?")]])
    return [
        *ways,
        (
            f"let seat {seat + 1} hold {new}" if new != "-" else f"let seat {seat + 1} hold no card",
            entry(line, "hands", seat, new),
        ),
    ]


# Phases ---------------------------------------------------------------------------------------------------------------


def phase_words(step: Sequence[str]) -> str:
    """A phase as something to do, as in "let seat 1 act"."""
    match step:
        case ["act", seat]:
            return f"let seat {seat} act"
        case ["predict", seat]:
            return f"let seat {seat} take a prediction marker"
        case ["cure", seat, by]:
            return f"let seat {seat} answer the cure of seat {by}"
        case ["give", target, by, card, action]:
            return f"let seat {target} hand over what seat {by} asked for with {card} ({action})"
    return "end the game" if step[0] == "over" else "go back to before the deal"


def to_phase(line: Line, *step: str) -> Way:
    if step[0] == "deal":
        return phase_words(step), before_the_deal(line)
    veiled = covered_again(line) if line.step == ["over"] and step[0] != "over" else {}
    return phase_words(step) + " with covered cards" * bool(veiled), {"phase": ":".join(step), **veiled}


def covered_again(line: Line) -> dict[str, str]:
    """The cards that a seat does not see before the game is over, covered."""
    hands = line.parts["hands"].split("/")
    if line.viewer == WHOLE or len(hands) != line.spec.seats:
        return {}
    veiled = [
        "?" * min(len(hand), 12) if seat != line.viewer and hand != "-" else hand for seat, hand in enumerate(hands)
    ]
    looked = line.viewer != PUBLIC and line.marks is not None and line.marks[line.viewer][0] in "AF"
    new = {"hands": "/".join(veiled)} | ({} if looked else {"hidden": "??"})
    return {field: text for field, text in new.items() if text != line.parts[field]}


def near_phases(line: Line) -> list[Way]:
    """What may stand for a phase that cannot be read."""
    parts = line.parts["phase"].split(":", 5)
    kind = nearest.one_of(parts[0], ("act", "give", "cure", "predict", "over", "deal"))
    seats = [nearest.number(part, 1, line.spec.seats) for part in [*parts[1:], "", ""][:2]]
    other = seats[1] if seats[0] != seats[1] else seats[0] % line.spec.seats + 1
    ways: list[Way] = []
    if kind in ("over", "deal"):
        ways.append((phase_words([kind]), {"phase": kind}))
    elif kind in ("act", "predict"):
        ways.append(to_phase(line, kind, str(seats[0])))
    elif kind == "cure":
        ways.append(to_phase(line, kind, str(seats[0]), str(other)))
    else:
        rest = [*parts[3:5], "", ""]
        card, action = near_card(rest[0]), nearest.one_of(rest[1], ("appeal", "brew"))
        ways.append(to_phase(line, kind, str(seats[0]), str(other), card, action))
    return [*ways, *acting(line)]


def acting(line: Line) -> list[Way]:
    """Seats that may act, from the one that is named now on."""
    named = int(line.step[1]) - 1 if line.step is not None and len(line.step) > 1 else 0
    order = [(named + step) % line.spec.seats for step in range(line.spec.seats)]
    return [to_phase(line, "act", str(seat + 1)) for seat in order if not line.used(seat)]


def fitting(line: Line, step: Sequence[str]) -> list[Way]:
    """What may be changed where the phase does not fit the rest of the line."""
    ways: list[Way] = []
    seats, marks = line.spec.seats, line.marks
    if step[0] == "deal":
        return [
            (
                "clear the table",
                {name: new for name, new in before_the_deal(line).items() if name not in ("hands", "hidden", "phase")},
            )
        ]
    if step[0] in ("give", "predict") and line.number is not None and line.number > ACTING_TURNS * seats:
        ways.append((f"make it turn {ACTING_TURNS * seats}", {"turn": str(ACTING_TURNS * seats)}))
    if step[0] == "give":
        target, by, card, action = step[1:]
        others = [str(seat + 1) for seat in range(seats) if str(seat + 1) not in (by, target)]
        if line.markers is not None and line.markers[int(by) - 1] != card:
            ways.append((f"put seat {by}'s medicine marker on {card}", entry(line, "medicine", int(by) - 1, card)))
            there = line.markers[int(by) - 1]
            if there != "-":
                ways.append(to_phase(line, "give", target, by, there, action))
        ways += [to_phase(line, "give", other, by, card, action) for other in others]
        other_action = "appeal" if action == "brew" else "brew"
        ways.append(to_phase(line, "give", target, by, card, other_action))
        if action not in line.spec.actions:
            ways.append(("play with all four actions", {"spec": spec(line, actions=LETTERS)}))
    if step[0] == "predict":
        ways += [
            to_phase(line, "predict", str(seat + 1))
            for seat in range(seats)
            if not line.used(seat) and str(seat + 1) != step[1]
        ]
        if not line.spec.predictions:
            ways.append(("play with predictions", {"spec": spec(line, predictions="1")}))
    if step[0] == "cure":
        ways += _in_cure(line, int(step[1]) - 1, int(step[2]) - 1)
    if step[0] == "over":
        failed = _failed(line)
        ways += [*([] if failed is None else [failed]), *acting(line)]
        ways.append((f"make it round {LAST_ROUND}", {"round": str(LAST_ROUND)}))
        if len(line.parts["scores"].split(",")) == seats:
            ways.append((f"give seat 1 {line.spec.target} points", entry(line, "scores", 0, str(line.spec.target))))
    used = int(step[2 if step[0] == "give" else 1]) - 1 if len(step) > 1 else -1
    if used >= 0 and line.used(used):
        ways.append(taken_back(line, used))
    ways += [way for way in acting(line) if way not in ways]
    if marks is not None and "-" not in marks:
        ways += [
            (f"take seat {seat + 1}'s cure marker back and {words}", {**changed, **entry(line, "cure", seat, "-")})
            for seat in range(seats)
            for words, changed in (to_phase(line, "act", str(seat + 1)),)
        ]
    return ways


def _failed(line: Line) -> Way | None:
    """All markers of the last cure as those of one that failed, where all are used; with no cure there is no way."""
    if line.marks is None or "-" in line.marks or not any(mark[0] in "af" for mark in line.marks):
        return None
    return "count this cure as failed", {"cure": ",".join(mark[0].upper() + mark[1:] for mark in line.marks)}


def _in_cure(line: Line, seat: int, by: int) -> list[Way]:
    """The same where this seat answers the cure of another."""
    seats, marks = line.spec.seats, line.marks
    order = [(by + far) % seats for far in range(1, seats)]
    ways = [to_phase(line, "cure", str(one + 1), str(by + 1)) for one in order if not line.used(one)]
    if marks is None:
        return ways
    answered = [one for one, mark in enumerate(marks) if mark[0] == "a" and one != seat]
    ways += [to_phase(line, "cure", str(seat + 1), str(one + 1)) for one in answered]
    later = [(seat + far) % seats for far in range(1, (by - seat) % seats)]
    ways += [taken_back(line, one) for one in later if marks[one][0] in "af"]
    if marks[by] == "-":
        free = next(card for card in CARDS if card not in "".join(marks))
        ways.append((f"let seat {by + 1} answer {free}", entry(line, "cure", by, f"a={free}")))
    return ways


def spec(line: Line, **changed: str) -> str:
    """The spec with other options; it is put in order when it is read."""
    from fastcore.games import start

    name, _, listing = line.spec.text.partition("(")
    options = dict(part.split("=") for part in listing.removesuffix(")").split(",") if part)
    options |= changed
    return start(f"{name}({','.join(f'{key}={value}' for key, value in options.items())})").spec


# Markers --------------------------------------------------------------------------------------------------------------


def near_card(text: str) -> str:
    """The medicine card that is nearest to a text."""
    alike = [card for card in CARDS if text and sorted(card) == sorted(text.lower())]
    return alike[0] if alike else nearest.one_of(text, CARDS)


def medicine(line: Line, seat: int, text: str) -> list[Way]:
    """What may stand for a medicine marker that cannot be read."""
    card = near_card(text)
    ways: list[Way] = [(f"put seat {seat + 1}'s medicine marker on {card}", entry(line, "medicine", seat, card))]
    off: Way = (f"take seat {seat + 1}'s medicine marker off", entry(line, "medicine", seat, "-"))
    return [off, *ways] if not set(text.lower()) & set("rygb=") else [*ways, off]


def taken_back(line: Line, seat: int) -> Way:
    return f"take seat {seat + 1}'s cure marker back", entry(line, "cure", seat, "-")


def cure(line: Line, seat: int, text: str) -> list[Way]:
    """What may stand for a cure marker that cannot be read."""
    forms = [f"{kind}={card}" for kind in "afAF" for card in CARDS]
    kind = text[:1] if text[:1] in ("a", "f", "A", "F") else ""
    near = (
        f"{kind}={near_card(text[1:].strip('=:') or '=')}"
        if kind and len(text) > 1
        else nearest.one_of(text, ["-", *forms])
    )
    ways: list[Way] = [(f"write {near}", entry(line, "cure", seat, near))]
    return [*ways, taken_back(line, seat)]


def replaced(line: Line, seat: int, mark: str) -> list[Way]:
    """What may be done with a cure marker that cannot lie where it does."""
    ways = [taken_back(line, seat)]
    if mark[0] in "af" and line.step is not None and line.step[0] not in ("cure", "over"):
        new = mark[0].upper() + mark[1:]
        ways.append((f"count seat {seat + 1}'s cure as failed", entry(line, "cure", seat, new)))
    if mark[0] in "aA" and line.marks is not None:
        free = [card for card in CARDS if not any(card in other for other in line.marks)]
        ways += [
            (f"put seat {seat + 1}'s cure marker on {card}", entry(line, "cure", seat, f"{mark[0]}={card}"))
            for card in free[:2]
        ]
    if mark[0] in "fF" and line.marks is not None:
        answered = [other[2:] for other in line.marks if other[0] == ("a" if mark[0] == "f" else "A")]
        ways += [
            (f"let seat {seat + 1} follow {card}", entry(line, "cure", seat, f"{mark[0]}={card}")) for card in answered
        ]
    return ways


def predicted(line: Line, seat: int, text: str) -> Way:
    """What may stand for prediction markers that cannot be read."""
    new = "".join(colour for colour in COLOURS if colour in text.lower()) or "-"
    words = (
        f"let seat {seat + 1} have predicted {new}" if new != "-" else f"take seat {seat + 1}'s prediction markers away"
    )
    return words, entry(line, "predictions", seat, new)


def fewer_predictions(line: Line, colour: str) -> list[Way]:
    """Ways to take one marker of a colour away, from the last seat first."""
    taken = line.taken or []
    return [
        (f"take one {NAMES[colour]} prediction marker from seat {seat + 1}",
         entry(line, "predictions", seat, taken[seat].replace(colour, "") or "-"))
        for seat in reversed(range(len(taken))) if colour in taken[seat]
    ]  # fmt: skip
