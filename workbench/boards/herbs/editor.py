"""The position editor of Herbs: stones and Herbs in the palette; AP, piles, points and plans as details."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from workbench.boards.herbs import arena
from workbench.boards.herbs.arena import COLUMNS, FACINGS, PITS, SIDE, SQUARES
from workbench.boards.kit import editing
from workbench.boards.kit.editing import NOTHING, Detail, Piece
from workbench.boards.kit.elements import Fields, Ground, Item
from workbench.boards.kit.game_words import seat_name
from workbench.boards.kit.rows import Rows
from workbench.system.translation import tr

ROWS = Rows([[f"{column}{row}" for column in COLUMNS] for row in range(SIDE, 0, -1)], "wb")
GONE = "-"
MAX_WHITE, MAX_BLACK, MAX_AP = 12, 8, 400
MIRRORED = {"<": ">", ">": "<"}
MIRRORED_TURNS = {"TL": "TR", "TR": "TL"}


class Phase(NamedTuple):
    """The phase in the position text: kind, seat, slot, the visible part of both plans, and seat 1's bid.

    Values that do not belong to the kind keep their defaults.
    """

    kind: str
    seat: str = "1"
    slot: str = "1"
    plans: tuple[str, ...] = ("", "")
    bid: str = GONE

    @classmethod
    def parse(cls, text: str) -> Phase | None:
        """Parse a phase, or return None if the text is invalid."""
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
        """The phase in the notation of the position text."""
        plans = "|".join(self.plans)
        if self.kind == "over":
            return "over"
        return (
            f"write:{self.seat}:{plans}" if self.kind == "write" else f"bid:{self.seat}:{self.slot}:{plans}:{self.bid}"
        )

    @property
    def stage(self) -> str:
        """The kind and the seat to move, such as "write:1"."""
        return self.kind if self.kind == "over" else f"{self.kind}:{self.seat}"


class Editor(editing.Editor):
    """The position editor of Herbs."""

    # Pieces -----------------------------------------------------------------------------------------------------------

    def ground(self, fields: Fields) -> Ground:
        """Return the arena."""
        return arena.ground()

    def drawable(self, fields: Fields) -> Fields:
        """Return the fields with the board and the Herbs in canonical form."""
        return {**fields, "board": ROWS.write(ROWS.read(fields["board"])), "herbs": ",".join(_herbs(fields))}

    def palette(self, fields: Fields) -> tuple[Piece, ...]:
        """Return both colours of stones and the four Herbs."""
        herbs = (
            Piece(
                str(n),
                f"carried-{n}{_facing(fields, n)}",
                tr("{side}'s Herb {n}", side=seat_name(self.info, n // 2), n=n),
                str(n),
            )
            for n in range(4)
        )
        return (Piece("w", "stone-w", tr("White stone"), "w"), Piece("b", "stone-b", tr("Black stone"), "b"), *herbs)

    def piece(self, item: Item) -> str:
        """Return the piece that an item shows, or `NOTHING` for marks."""
        return item.shape[-1] if item.shape.startswith(("stone-", "number-")) else NOTHING

    def top_piece(self, fields: Fields, spot: str) -> str:
        """Return the Herb or the stone on a square."""
        numbers = [number for number, herb in enumerate(_herbs(fields)) if herb[:-1] == spot]
        return str(numbers[-1]) if numbers else ROWS.read(fields["board"]).get(spot, NOTHING)

    def put(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Return the fields with a piece on a square, in place of any piece there.

        A Herb that moves keeps its facing.
        """
        if piece == NOTHING:
            return self.remove_piece(fields, spot, self.top_piece(fields, spot))
        if spot in PITS:
            return fields
        stones = ROWS.read(fields["board"])
        stones.pop(spot, None)
        herbs = [GONE if herb[:-1] == spot else herb for herb in _herbs(fields)]
        if piece in ROWS.letters:
            stones[spot] = piece
        else:
            herbs[int(piece)] = f"{spot}{_facing(fields, int(piece))}"
        return {**fields, "board": ROWS.write(stones), "herbs": ",".join(herbs)}

    def why_not(self, fields: Fields, spot: str, piece: str) -> str:
        """Return that a pit holds no pieces, or "" for other squares."""
        return tr("{spot} is a pit and must stay empty", spot=spot) if spot in PITS else ""

    def remove_piece(self, fields: Fields, spot: str, piece: str) -> Fields:
        """Return the fields without this piece on a square."""
        stones, herbs = ROWS.read(fields["board"]), _herbs(fields)
        if piece and piece == stones.get(spot):
            return {**fields, "board": ROWS.write({**stones, spot: ""})}
        if piece.isdigit() and herbs[int(piece)][:-1] == spot:
            return {
                **fields,
                "herbs": ",".join(GONE if number == int(piece) else herb for number, herb in enumerate(herbs)),
            }
        return fields

    def move_piece(self, fields: Fields, start: str, end: str, piece: str = NOTHING) -> Fields:
        """Return the fields with a piece moved. A moved Herb keeps its facing."""
        piece = piece or self.top_piece(fields, start)
        if piece.isdigit() and start != end and _herbs(fields)[int(piece)][:-1] == start:
            return self.put(fields, end, piece)
        return super().move_piece(fields, start, end, piece)

    def cycle_piece(self, fields: Fields, spot: str) -> Fields:
        """Return the fields after a right click on a square.

        A Herb turns right. An empty square gets a white stone, a white stone turns black, and a black stone is removed.
        """
        top = self.top_piece(fields, spot)
        if top.isdigit():
            return self.rotate_piece(fields, spot, 1)
        return self.put(fields, spot, {NOTHING: "w", "w": "b", "b": NOTHING}[top])

    def rotate_piece(self, fields: Fields, spot: str, steps: int) -> Fields:
        """Return the fields with the Herb on a square turned clockwise by `steps` quarter turns."""
        top = self.top_piece(fields, spot)
        if not top.isdigit():
            return fields
        herbs = _herbs(fields)
        herbs[int(top)] = spot + FACINGS[(FACINGS.index(herbs[int(top)][-1]) + steps) % 4]
        return {**fields, "herbs": ",".join(herbs)}

    def fill(self, fields: Fields, piece: str, spots: Iterable[str]) -> Fields:
        """Return the fields with stones on all free squares among `spots`."""
        if piece not in ROWS.letters:
            return super().fill(fields, piece, spots)
        taken = {*PITS, *(herb[:-1] for herb in _herbs(fields))}
        stones = dict.fromkeys((spot for spot in spots if spot not in taken), piece)
        return {**fields, "board": ROWS.write({**stones, **ROWS.read(fields["board"])})}

    def clear(self, fields: Fields) -> Fields:
        """Return the fields without stones and Herbs."""
        return {**fields, "board": ROWS.write({}), "herbs": ",".join([GONE] * 4)}

    def transform_board(self, fields: Fields, parts: int, mirrored: bool) -> Fields:
        """Return the fields with the board rotated and mirrored. Plans are adapted to have the same effect."""
        targets = editing.spot_mapping(self.ground(fields), parts, mirrored)
        stones = {targets[square]: stone for square, stone in ROWS.read(fields["board"]).items()}
        herbs = [
            herb if herb == GONE else targets[herb[:-1]] + _turn_facing(herb[-1], parts, mirrored)
            for herb in _herbs(fields)
        ]
        changed = {**fields, "board": ROWS.write(stones), "herbs": ",".join(herbs)}
        phase = Phase.parse(fields["phase"])
        if phase is not None:
            plans = (",".join(_turn_item(item, targets, mirrored) for item in plan.split(",")) for plan in phase.plans)
            changed["phase"] = phase._replace(plans=tuple(plans)).text
        return changed

    # Details ----------------------------------------------------------------------------------------------------------

    def details(self, fields: Fields) -> tuple[Detail, ...]:
        """Return the editable details beside the board."""
        names = [seat_name(self.info, seat) for seat in (0, 1)]
        rounds = tr("1 to {rounds}", rounds=self.options["rounds"])
        idle = _numbers(3, fields["idle"])
        return (
            *self._phase_details(fields, names),
            *_pair(
                "ap",
                fields,
                [tr("{name}'s AP", name=name) for name in names],
                tr("0 to {max_ap}, after the written plan is paid", max_ap=MAX_AP),
            ),
            *_pair("points", fields, [tr("{name}'s points", name=name) for name in names], tr("0 to 99,999")),
            *_piles(fields, names),
            Detail(
                "tie",
                tr("Tie token"),
                "tie",
                fields["tie"],
                editing.with_present_value((("1", names[0]), ("2", names[1])), fields["tie"]),
            ),
            Detail("round", tr("Round"), "round", fields["round"], (), rounds, True),
            Detail(
                "idle", tr("Idle rounds"), "idle", fields["idle"], idle, tr("rounds in a row without AP spent"), True
            ),
        )

    def _phase_details(self, fields: Fields, names: list[str]) -> Iterable[Detail]:
        """Yield the details of the phase: the current decision, the plans and the bid."""
        phase = Phase.parse(fields["phase"])
        if phase is None:
            yield Detail("phase", tr("Plans and bids"), "phase", fields["phase"], meaning=tr("such as write:1:0M3|"))
            return
        stages = [(f"write:{n}", tr("{name} writes a plan", name=names[n - 1])) for n in (1, 2)]
        stages += [(f"bid:{n}", tr("{name} bids", name=names[n - 1])) for n in (1, 2)]
        stages.append(("over", tr("Game over")))
        yield Detail(
            "stage", tr("Next decision"), "phase", phase.stage, editing.with_present_value(stages, phase.stage)
        )
        if phase.kind == "over":
            return
        if phase.kind == "bid":
            slots = ((str(slot), str(slot)) for slot in range(1, int(self.options["actions"]) + 1))
            yield Detail(
                "slot", tr("Action of the bid"), "phase", phase.slot, editing.with_present_value(slots, phase.slot)
            )
        if phase.kind == "bid" and phase.seat == "2":
            yield Detail(
                "bid", tr("{name}'s bid", name=names[0]), "phase", phase.bid, meaning=tr("0 to the player's AP")
            )
        for seat, name in enumerate(names):
            hidden = tr("; ? at the end for hidden actions") if self.seat == 1 - seat else ""
            meaning = tr(
                "actions and then the stone, separated by commas, such as {seat}M3,{seat}P2/4,WhH3{hidden}",
                seat=2 * seat,
                hidden=hidden,
            )
            yield Detail(
                f"plan {seat + 1}", tr("{name}'s plan", name=name), "phase", phase.plans[seat], meaning=meaning
            )

    def change_detail(self, fields: Fields, detail: str, value: str) -> Fields:
        """Return the fields with a new value for one detail."""
        name, _, number = detail.partition(" ")
        phase = Phase.parse(fields["phase"])
        if name == "plan" and phase is not None:
            items = ",".join(re.split("[, ]+", value.strip(" ,")))
            plan = editing.check_part(items, ":|") if items else ""
            plans = [plan if seat == int(number) else unchanged for seat, unchanged in enumerate(phase.plans, 1)]
            return {**fields, "phase": phase._replace(plans=tuple(plans)).text}
        if name in ("stage", "slot", "bid") and phase is not None:
            return {**fields, "phase": _with_part(phase, name, value).text}
        if name in ("ap", "points") and number:
            return {
                **fields,
                name: _replace_part(fields[name].split(","), int(number) - 1, editing.check_part(value, ",")),
            }
        if name in ("white", "black"):
            piles = fields["piles"].split(",")
            white, _, black = piles[int(number) - 1].partition("w")
            value = editing.check_part(value, "wb,")
            pile = f"{value}w{black}" if name == "white" else f"{white}w{value}b"
            return {**fields, "piles": _replace_part(piles, int(number) - 1, pile)}
        return {**fields, detail: editing.check_field(value)}

    def details_of_problem(self, fields: Fields, field: str, start: int, end: int) -> Sequence[str]:
        """Return the names of the details that a problem in this part of a field concerns."""
        phase = Phase.parse(fields["phase"])
        if field != "phase" or phase is None:
            return super().details_of_problem(fields, field, start, end)
        plans = len(phase.stage) + (len(phase.slot) + 1) * (phase.kind == "bid")  # length of the text before the plans
        bar = fields["phase"].index("|") if phase.kind != "over" else plans
        if start < len(phase.stage):
            return ("stage",)
        if start < plans:
            return ("slot",)
        if start <= bar + len(phase.plans[1]):
            return ("plan 1" if start < bar else "plan 2",)
        return ("bid" if phase.seat == "2" else "stage",)


def _herbs(fields: Fields) -> list[str]:
    """Return the Herbs in the notation of the position text.

    Raises:
        ValueError: The Herbs cannot be read.
    """
    written = fields["herbs"].split(",")
    if len(written) != 4 or not all(herb == GONE or (herb[:-1] in SQUARES and herb[-1] in FACINGS) for herb in written):
        raise ValueError(tr("the Herbs cannot be read"))
    return written


def _facing(fields: Fields, number: int) -> str:
    """Return the facing of a Herb, or its facing at the start if it is not on the board."""
    try:
        herb = _herbs(fields)[number]
    except ValueError:
        herb = GONE
    return herb[-1] if herb != GONE else "^^vv"[number]


def _turn_facing(facing: str, parts: int, mirrored: bool) -> str:
    """Return a facing after rotating the board clockwise and then mirroring it."""
    turned = FACINGS[(FACINGS.index(facing) + parts) % 4]
    return MIRRORED.get(turned, turned) if mirrored else turned


def _turn_item(item: str, targets: Mapping[str, str], mirrored: bool) -> str:
    """Return a plan item adapted to the rotated board. Text that is not an item is returned unchanged."""
    if item[:2] in ("Wh", "Bl"):
        return item[:2] + targets.get(item[2:], item[2:])
    return item[:1] + MIRRORED_TURNS.get(item[1:], item[1:]) if mirrored else item


def _pair(field: str, fields: Fields, labels: list[str], meaning: str) -> Iterable[Detail]:
    """Yield one detail per seat, or the whole field if it does not have two numbers."""
    both = fields[field].split(",")
    if len(both) != 2 or not all(both):
        label = field.upper() if field == "ap" else field.capitalize()
        return (Detail(field, label, field, fields[field], meaning=tr("such as 0,0")),)
    return (
        Detail(f"{field} {n}", label, field, value, meaning=meaning, short=True)
        for n, (label, value) in enumerate(zip(labels, both, strict=True), 1)
    )


def _piles(fields: Fields, names: list[str]) -> Iterable[Detail]:
    """Yield the white and black stones of each seat, or the whole field if it cannot be read."""
    piles = [re.fullmatch("([^w]+)w([^b]+)b", pile) for pile in fields["piles"].split(",")]
    if len(piles) != 2 or not all(piles):
        yield Detail(
            "piles",
            tr("Piles"),
            "piles",
            fields["piles"],
            meaning=tr(
                "such as {max_white}w{max_black}b,{max_white}w{max_black}b", max_white=MAX_WHITE, max_black=MAX_BLACK
            ),
        )
        return
    for n, (name, pile) in enumerate(zip(names, piles, strict=True), 1):
        white, black = pile.groups() if pile is not None else ("", "")
        for colour, label, value, most in (
            ("white", tr("{name}'s white", name=name), white, MAX_WHITE),
            ("black", tr("{name}'s black", name=name), black, MAX_BLACK),
        ):
            meaning = tr("stones in the pile, 0 to {most}", most=most)
            yield Detail(f"{colour} {n}", label, "piles", value, _numbers(most, value), meaning, True)


def _numbers(most: int, value: str) -> tuple[tuple[str, str], ...]:
    return editing.with_present_value(((str(number), str(number)) for number in range(most + 1)), value)


def _replace_part(parts: list[str], place: int, value: str) -> str:
    return ",".join(value if number == place else part for number, part in enumerate(parts))


def _with_part(phase: Phase, name: str, value: str) -> Phase:
    """Return the phase with another stage, slot or bid.

    Plans are kept unless the game is over. If seat 2 is to bid, a default bid of seat 1 is filled in.
    """
    value = editing.check_part(value, "|" if name == "stage" else ":|")
    if name != "stage":
        return phase._replace(slot=value) if name == "slot" else phase._replace(bid=value)
    kind, _, seat = value.partition(":")
    if value != "over" and (kind not in ("write", "bid") or not seat or ":" in seat):
        raise ValueError(tr("choose an entry of the list"))
    changed_phase = Phase(kind) if kind == "over" else phase._replace(kind=kind, seat=seat)
    if kind == "bid" and seat == "2":
        return changed_phase._replace(bid=phase.bid if phase.bid != GONE else "0")
    return changed_phase._replace(bid=GONE)
