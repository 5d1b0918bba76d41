"""The position editor of Herbs: stones and Herbs by the palette; AP, piles, points and plans beside the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from workbench.boards.herbs import arena
from workbench.boards.herbs.arena import COLUMNS, FACINGS, PITS, SIDE, SQUARES
from workbench.boards.kit import editing
from workbench.boards.kit.editing import NOTHING, Detail, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.plain import side
from workbench.boards.kit.rows import Rows

ROWS = Rows([[f"{column}{row}" for column in COLUMNS] for row in range(SIDE, 0, -1)], "wb")
GONE = "-"
MOST_WHITE, MOST_BLACK, MOST_AP = 12, 8, 400
MIRRORED = {"<": ">", ">": "<"}
HANDED = {"TL": "TR", "TR": "TL"}


class Phase(NamedTuple):
    """What is decided, as the text has it: the kind, the seat and the slot, what is
    written of both plans, seat 1's bid."""

    kind: str
    seat: str = "1"
    slot: str = "1"
    plans: tuple[str, ...] = ("", "")
    bid: str = GONE

    @classmethod
    def read(cls, text: str) -> Phase | None:
        """None if the text is of no form that a phase has."""
        if text == "over":
            return cls("over")
        parts = text.split(":")
        if (parts[0], len(parts)) not in (("write", 3), ("bid", 5)):
            return None
        plans = tuple(parts[-1 if parts[0] == "write" else 3].split("|"))
        if len(plans) != 2:
            return None
        return (
            cls("write", parts[1], plans=plans)
            if parts[0] == "write"
            else cls("bid", parts[1], parts[2], plans, parts[4])
        )

    @property
    def text(self) -> str:
        plans = "|".join(self.plans)
        if self.kind == "over":
            return "over"
        return (
            f"write:{self.seat}:{plans}" if self.kind == "write" else f"bid:{self.seat}:{self.slot}:{plans}:{self.bid}"
        )

    @property
    def stage(self) -> str:
        return self.kind if self.kind == "over" else f"{self.kind}:{self.seat}"


class Editor(editing.Editor):
    # The pieces -------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        return arena.ground()

    def drawable(self, fields: Fields) -> Fields:
        return {**fields, "board": ROWS.write(ROWS.read(fields["board"])), "herbs": ",".join(_herbs(fields))}

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        herbs = (
            Piece(str(n), f"carried-{n}{_facing(fields, n)}", f"{side(self.info, n // 2)}'s Herb {n}", str(n))
            for n in range(4)
        )
        return (Piece("w", "stone-w", "White stone", "w"), Piece("b", "stone-b", "Black stone", "b"), *herbs)

    def piece(self, item: Item) -> str:
        return item.shape[-1] if item.shape.startswith(("stone-", "number-")) else NOTHING

    def taken(self, fields: Fields, spot: str) -> str:
        here = [number for number, herb in enumerate(_herbs(fields)) if herb[:-1] == spot]
        return str(here[-1]) if here else ROWS.read(fields["board"]).get(spot, NOTHING)

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """A square has one piece; a Herb that is put elsewhere keeps its facing."""
        if piece == NOTHING:
            return self.without(fields, spot, self.taken(fields, spot))
        if spot in PITS:
            return fields
        there = ROWS.read(fields["board"])
        there.pop(spot, None)
        herbs = [GONE if herb[:-1] == spot else herb for herb in _herbs(fields)]
        if piece in ROWS.letters:
            there[spot] = piece
        else:
            herbs[int(piece)] = f"{spot}{_facing(fields, int(piece))}"
        return {**fields, "board": ROWS.write(there), "herbs": ",".join(herbs)}

    def without(self, fields: Fields, spot: str, piece: str) -> Fields:
        there, herbs = ROWS.read(fields["board"]), _herbs(fields)
        if piece and piece == there.get(spot):
            return {**fields, "board": ROWS.write({**there, spot: ""})}
        if piece.isdigit() and herbs[int(piece)][:-1] == spot:
            return {
                **fields,
                "herbs": ",".join(GONE if number == int(piece) else herb for number, herb in enumerate(herbs)),
            }
        return fields

    def moved(self, fields: Fields, start: str, end: str, piece: str = NOTHING) -> Fields:
        piece = piece or self.taken(fields, start)
        if piece.isdigit() and start != end and _herbs(fields)[int(piece)][:-1] == start:
            return self.put(fields, end, piece)
        return super().moved(fields, start, end, piece)

    def turned_over(self, fields: Fields, spot: str) -> Fields:
        """A Herb turns to the right; a white stone becomes black, a black one goes, and
        where nothing is a white one comes."""
        there = self.taken(fields, spot)
        if there.isdigit():
            return self.spun(fields, spot, 1)
        return self.put(fields, spot, {NOTHING: "w", "w": "b", "b": NOTHING}[there])

    def spun(self, fields: Fields, spot: str, steps: int) -> Fields:
        there = self.taken(fields, spot)
        if not there.isdigit():
            return fields
        herbs = _herbs(fields)
        herbs[int(there)] = spot + FACINGS[(FACINGS.index(herbs[int(there)][-1]) + steps) % 4]
        return {**fields, "herbs": ",".join(herbs)}

    def filled(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        if piece not in ROWS.letters:
            return super().filled(fields, piece, spots)
        taken = {*PITS, *(herb[:-1] for herb in _herbs(fields))}
        stones = dict.fromkeys((spot for spot in spots if spot not in taken), piece)
        return {**fields, "board": ROWS.write({**stones, **ROWS.read(fields["board"])})}

    def cleared(self, fields: Fields) -> Fields:
        return {**fields, "board": ROWS.write({}), "herbs": ",".join([GONE] * 4)}

    def turned(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        """Plans that are written are turned and mirrored with the board: they do the same there."""
        lands = editing.landing(self.ground(fields), parts, mirrored)
        stones = {lands[square]: stone for square, stone in ROWS.read(fields["board"]).items()}
        herbs = [
            herb if herb == GONE else lands[herb[:-1]] + _seen(herb[-1], parts, mirrored) for herb in _herbs(fields)
        ]
        changed = {**fields, "board": ROWS.write(stones), "herbs": ",".join(herbs)}
        phase = Phase.read(fields["phase"])
        if phase is not None:
            plans = (",".join(_item(item, lands, mirrored) for item in plan.split(",")) for plan in phase.plans)
            changed["phase"] = phase._replace(plans=tuple(plans)).text
        return changed

    # The rest ---------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        names = [side(self.info, seat) for seat in (0, 1)]
        return (
            *self._decided(fields, names),
            *_pair("ap", fields, [f"{name}'s AP" for name in names], f"0 to {MOST_AP}, after what is written"),
            *_pair("points", fields, [f"Points of {name}" for name in names], "0 to 99,999"),
            *_piles(fields, names),
            Detail(
                "tie",
                "Tie token",
                "tie",
                fields["tie"],
                editing.known((("1", names[0]), ("2", names[1])), fields["tie"]),
            ),
            Detail("round", "Round", "round", fields["round"], meaning=f"1 to {self.options['rounds']}"),
            Detail(
                "idle", "Idle rounds", "idle", fields["idle"], _numbers(3, fields["idle"]), "in a row, without AP spent"
            ),
        )

    def _decided(self, fields: Fields, names: list[str]) -> Iterable[Detail]:
        """Who decides what, and what is written and bid."""
        phase = Phase.read(fields["phase"])
        if phase is None:
            yield Detail("phase", "Plans and bids", "phase", fields["phase"], meaning="as in write:1:0M3|")
            return
        stages = [
            (f"{kind}:{n}", f"{names[n - 1]} {does}")
            for kind, does in (("write", "writes a plan"), ("bid", "bids"))
            for n in (1, 2)
        ]
        stages.append(("over", "Nobody: the game is over"))
        yield Detail("stage", "To decide", "phase", phase.stage, editing.known(stages, phase.stage))
        if phase.kind == "over":
            return
        if phase.kind == "bid":
            slots = ((str(slot), str(slot)) for slot in range(1, int(self.options["actions"]) + 1))
            yield Detail("slot", "Action that is bid for", "phase", phase.slot, editing.known(slots, phase.slot))
        if phase.kind == "bid" and phase.seat == "2":
            yield Detail("bid", f"{names[0]}'s bid", "phase", phase.bid, meaning="0 to the AP there")
        for seat, name in enumerate(names):
            hidden = "; ? at the end for all that is not seen" if self.seat == 1 - seat else ""
            meaning = f"actions with commas between, then the stone, as in {2 * seat}M3,{2 * seat}P2/4,WhH3{hidden}"
            yield Detail(f"plan {seat + 1}", f"{name}'s plan", "phase", phase.plans[seat], meaning=meaning)

    def changed(self, fields: Fields, detail: str, value: str) -> Fields:
        name, _, number = detail.partition(" ")
        phase = Phase.read(fields["phase"])
        if name == "plan" and phase is not None:
            items = ",".join(re.split("[, ]+", value.strip(" ,")))
            plan = editing.entry(items, ":|") if items else ""
            plans = [plan if seat == int(number) else there for seat, there in enumerate(phase.plans, 1)]
            return {**fields, "phase": phase._replace(plans=tuple(plans)).text}
        if name in ("stage", "slot", "bid") and phase is not None:
            return {**fields, "phase": _staged(phase, name, value).text}
        if name in ("ap", "points") and number:
            return {**fields, name: _exchanged(fields[name].split(","), int(number) - 1, editing.entry(value, ","))}
        if name in ("white", "black"):
            piles = fields["piles"].split(",")
            white, _, black = piles[int(number) - 1].partition("w")
            value = editing.entry(value, "wb,")
            pile = f"{value}w{black}" if name == "white" else f"{white}w{value}b"
            return {**fields, "piles": _exchanged(piles, int(number) - 1, pile)}
        return {**fields, detail: editing.whole(value)}

    def concerned(self, fields: Fields, field: str, start: int, end: int) -> Sequence[str]:
        phase = Phase.read(fields["phase"])
        if field != "phase" or phase is None:
            return super().concerned(fields, field, start, end)
        plans = len(phase.stage) + (len(phase.slot) + 1) * (phase.kind == "bid")  # the : before them
        bar = fields["phase"].index("|") if phase.kind != "over" else plans
        if start < len(phase.stage):
            return ("stage",)
        if start < plans:
            return ("slot",)
        if start <= bar + len(phase.plans[1]):
            return ("plan 1" if start < bar else "plan 2",)
        return ("bid" if phase.seat == "2" else "stage",)


def _herbs(fields: Fields) -> list[str]:
    """The Herbs as they are written; ValueError if one cannot be read."""
    written = fields["herbs"].split(",")
    if len(written) != 4 or not all(herb == GONE or (herb[:-1] in SQUARES and herb[-1] in FACINGS) for herb in written):
        raise ValueError("the Herbs cannot be read")
    return written


def _facing(fields: Fields, number: int) -> str:
    """Which way a Herb faces, as at the start if it is not on the board."""
    try:
        herb = _herbs(fields)[number]
    except ValueError:
        herb = GONE
    return herb[-1] if herb != GONE else "^^vv"[number]


def _seen(facing: str, parts: int, mirrored: bool) -> str:
    """A facing after turning clockwise and then mirroring."""
    turned = FACINGS[(FACINGS.index(facing) + parts) % 4]
    return MIRRORED.get(turned, turned) if mirrored else turned


def _item(item: str, lands: Mapping[str, str], mirrored: bool) -> str:
    """An item of a plan on the turned board; what is none stays as it is."""
    if item[:2] in ("Wh", "Bl"):
        return item[:2] + lands.get(item[2:], item[2:])
    return item[:1] + HANDED.get(item[1:], item[1:]) if mirrored else item


def _pair(field: str, fields: Fields, labels: list[str], meaning: str) -> Iterable[Detail]:
    """A number for each seat; the whole field if it does not hold two."""
    both = fields[field].split(",")
    if len(both) != 2 or not all(both):
        return (
            Detail(
                field, field.upper() if field == "ap" else field.capitalize(), field, fields[field], meaning="as in 0,0"
            ),
        )
    return (
        Detail(f"{field} {n}", label, field, value, meaning=meaning)
        for n, (label, value) in enumerate(zip(labels, both, strict=True), 1)
    )


def _piles(fields: Fields, names: list[str]) -> Iterable[Detail]:
    """White and black stones of each seat; the whole field if that cannot be told."""
    piles = [re.fullmatch("([^w]+)w([^b]+)b", pile) for pile in fields["piles"].split(",")]
    if len(piles) != 2 or not all(piles):
        yield Detail(
            "piles",
            "Piles",
            "piles",
            fields["piles"],
            meaning=f"as in {MOST_WHITE}w{MOST_BLACK}b,{MOST_WHITE}w{MOST_BLACK}b",
        )
        return
    for n, (name, pile) in enumerate(zip(names, piles, strict=True), 1):
        white, black = pile.groups() if pile is not None else ("", "")
        yield Detail(f"white {n}", f"{name}'s pile, white", "piles", white, _numbers(MOST_WHITE, white))
        yield Detail(f"black {n}", f"{name}'s pile, black", "piles", black, _numbers(MOST_BLACK, black))


def _numbers(most: int, value: str) -> tuple[tuple[str, str], ...]:
    return editing.known(((str(number), str(number)) for number in range(most + 1)), value)


def _exchanged(parts: list[str], place: int, value: str) -> str:
    return ",".join(value if number == place else part for number, part in enumerate(parts))


def _staged(phase: Phase, name: str, value: str) -> Phase:
    """The phase with another stage, slot or bid. Plans stay, but when the game is over there are none;
    seat 1 has bid when seat 2 does."""
    value = editing.entry(value, "|" if name == "stage" else ":|")
    if name != "stage":
        return phase._replace(slot=value) if name == "slot" else phase._replace(bid=value)
    kind, _, seat = value.partition(":")
    if value != "over" and (kind not in ("write", "bid") or not seat or ":" in seat):
        raise ValueError("choose one of the list")
    made = Phase(kind) if kind == "over" else phase._replace(kind=kind, seat=seat)
    if kind == "bid" and seat == "2":
        return made._replace(bid=phase.bid if phase.bid != GONE else "0")
    return made._replace(bid=GONE)
