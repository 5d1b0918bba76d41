"""What may be wrong with a position text of the forest game: field, reason, place and mends, in the line's order."""

from __future__ import annotations

import re
from collections.abc import Callable

from fastcore.games.forest.texts import (
    BOARD,
    FIELDS,
    LAST_TURN,
    MOST_PIECES,
    OPENING,
    PAWNS_TO_WIN,
    PIECES,
    SIDES,
    Table,
)  # fmt: skip
from fastcore.values import Mend, Problem, quoted

CanAct = Callable[[Table], bool]  # whether the side to move of a table has an action
COLOURS = {"r": "red", "g": "green"}
_PAWNS = {"p4": (0, 0), "p3": (1, 0), "p2": (1, 1), "p1": (1, 2)}  # on the board when so much of the opening is left


def problems(spec: str, first_turn: int, yellow_cap: int, text: str, can_act: CanAct) -> list[Problem]:
    """All that is wrong with a text, the first faulty field of the line first."""
    parts = text.split(" ")
    if len(parts) != len(FIELDS):
        names = ", ".join(field.name for field in FIELDS)
        return [Problem("position", f"{len(parts)} fields instead of {len(FIELDS)}: {names}", span=(0, len(text)))]
    check = _Check(spec, first_turn, yellow_cap, parts, can_act)
    check.rows()
    check.side()
    check.turn()
    check.left()
    check.acted()
    return check.found


class _Check:
    """The checks of one position text, a field a method. What cannot be read is None."""

    def __init__(self, spec: str, first_turn: int, yellow_cap: int, parts: list[str], can_act: CanAct) -> None:
        self.spec, self.first_turn, self.yellow_cap, self.can_act = spec, first_turn, yellow_cap, can_act
        self.parts = dict(zip((field.name for field in FIELDS), parts, strict=True))
        self.starts = {name: sum(len(part) + 1 for part in parts[:n]) for n, name in enumerate(self.parts)}
        self.found: list[Problem] = []
        self.tiles: list[str] | None = None
        self.spans: dict[str, tuple[int, int]] = {}  # a tile with pieces -> where its entry stands in the rows
        side, turn, left = self.parts["side"], self.parts["turn"], self.parts["left"]
        self.mover = side if side in ("r", "g", ".") else None
        number = int(turn) if re.fullmatch("0|[1-9][0-9]{0,2}", turn) else -1
        self.number = number if 0 <= number <= LAST_TURN else None
        self.rest = left if left in (*OPENING, "0", "1", "2") else None
        self.done = self._done()

    # What is said ---------------------------------------------------------------------------------------------------

    def say(
        self, field: str, reason: str, span: tuple[int, int] | None = None, cells: tuple[str, ...] = (), **mends: tuple[str, dict[str, str]]
    ) -> None:
        """Note a problem. `span` counts from the field's start; a mend is (words, field -> its new text)."""
        if span is None and cells:
            places = [self.spans[name] for name in cells]
            span = min(place[0] for place in places), max(place[1] for place in places)
        at, end = span or (0, len(self.parts[field]))
        start = self.starts[field]
        made = tuple(
            Mend(words, " ".join([self.spec, *(self.parts | changed).values()])) for words, changed in mends.values()
        )
        self.found.append(Problem(field, reason, cells, (start + at, start + end), made))

    @property
    def opening(self) -> bool:
        return self.rest in OPENING and self.mover != "."

    @property
    def playing(self) -> bool:
        return self.mover in ("r", "g") and self.rest in ("0", "1", "2")

    def pawns(self, side: str) -> int:
        return sum(tile.count(side) for tile in self.tiles or ())

    @property
    def full(self) -> str:
        """How many actions the whole turn has."""
        return str(self.first_turn) if self.number == 1 else "2"

    # The fields -----------------------------------------------------------------------------------------------------

    def rows(self) -> None:
        tiles = self._tiles()
        if tiles is None:
            return
        self.tiles = tiles
        for letter, most, things in (("r", 7, "red pawns"), ("g", 7, "green pawns"), ("R", 1, "red BBBs"), ("G", 1, "green BBBs")):
            number = sum(tile.count(letter) for tile in tiles)
            if number > most:
                cells = tuple(BOARD.names[cell] for cell, tile in enumerate(tiles) if letter in tile)
                self.say("rows", f"{number} {things}, but there {'are' if most > 1 else 'is'} only {most}", cells=cells)
                self.tiles = None
        if self.tiles is None:
            return
        counts = {side: self.pawns(side) for side in SIDES}
        if self.mover == ".":
            for number in (PAWNS_TO_WIN, 0):
                if set(counts.values()) == {number}:
                    self.say("rows", f"both sides have {number} pawns: only one can have won")
        elif self.opening:
            other = tuple(BOARD.names[cell] for cell, tile in enumerate(tiles) if set(tile) - set(SIDES))
            if other:
                self.say("rows", "in the opening there are only red and green pawns", cells=other)
        elif self.playing:
            for side, number in counts.items():
                if number in (PAWNS_TO_WIN, 0):
                    over = {"side": ".", "left": "0", "acted": "-"}
                    self.say(
                        "rows", f"{SIDES[side]} has {number or 'no'} pawns: the game is over", end=("end the game", over)
                    )

    def side(self) -> None:
        if self.mover is None:
            self.say("side", f"{quoted(self.parts['side'])} is not r, g or .")
        elif self.mover == ".":
            self._over()
        elif self.opening:
            wanted = OPENING[self.parts["left"]]
            if self.mover != wanted:
                self.say("side", f"this opening pawn is {SIDES[wanted]}'s", side=(f"let {SIDES[wanted]} place it", {"side": wanted}))
        elif self.number and self.mover != "gr"[self.number % 2]:
            wanted = "gr"[self.number % 2]
            self.say("side", f"turn {self.number} is {SIDES[wanted]}'s", side=(f"let {SIDES[wanted]} move", {"side": wanted}))
        elif self._stuck():
            self.say("side", f"{SIDES[self.mover]} has no legal action, so the turn is over already")

    def turn(self) -> None:
        text = self.parts["turn"]
        if self.number is None:
            self.say("turn", f"{quoted(text)} is not a number from 0 to {LAST_TURN}")
        elif self.opening and self.number:
            self.say("turn", "the opening is turn 0", turn=("make it turn 0", {"turn": "0"}))
        elif self.number == 0 and (self.playing or self.mover == "."):
            self.say("turn", "turn 0 is the opening only")

    def left(self) -> None:
        left = self.parts["left"]
        if self.rest is None:
            self.say("left", f"{quoted(left)} is not p4 to p1, 2, 1 or 0")
        elif self.mover == ".":
            if left != "0":
                self.say("left", "nothing is left when the game is over", left=("leave nothing", {"left": "0", "acted": "-"}))
        elif self.opening:
            if self.tiles is not None and (self.pawns("r"), self.pawns("g")) != _PAWNS[left]:
                red, green = _PAWNS[left]
                self.say("left", f"with {left[1]} opening pawns to come {red} red and {green} green stand on the board")
        elif left == "0":
            self.say("left", "actions are left while the game goes on", left=(f"leave {self.full}", {"left": self.full, "acted": "-"}))
        elif self.number == 1 and int(left) > self.first_turn:
            self.say("left", "the first turn has one action only", left=("leave 1", {"left": "1", "acted": "-"}))

    def acted(self) -> None:
        acted, nothing = self.parts["acted"], ("nothing has acted", {"acted": "-"})
        if self.done is None:
            self.say("acted", f"{quoted(acted)} is not -, B, or tiles with numbers of pawns, as in d4:1")
            return
        if self.mover == "." or self.opening:
            if acted != "-":
                reason = "nothing acts in the opening" if self.opening else "nothing has acted when the game is over"
                self.say("acted", reason, acted=nothing)
            return
        wrong = self._impossible()
        if wrong:
            self.say("acted", wrong)
        elif self.mover is None or self.rest not in ("1", "2") or self.number is None:
            return
        elif self.rest == self.full:
            if acted != "-":
                self.say("acted", "all actions of the turn are left, so nothing has acted", acted=nothing)
        elif self.rest == "1" and self.tiles is not None:
            if acted == "-" and not self._boogyman():
                self.say("acted", "one action is made, so something has acted, or the BBB was spawned and is on the board")
            elif len(acted.split(",")) > 1 or acted.endswith(":3"):
                self.say("acted", "one action is made, so the BBB, one pawn, or a pawn and the one it spawned have acted")

    # Parts of them --------------------------------------------------------------------------------------------------

    def _tiles(self) -> list[str] | None:
        """The pieces by cell; None if a problem was noted."""
        text = self.parts["rows"]
        lines = text.split("/")
        if len(lines) != len(BOARD.rows):
            self.say("rows", f"{len(lines)} rows instead of {len(BOARD.rows)}")
            return None
        tiles = [""] * len(BOARD.names)
        at, fine = 0, True
        for line, cells in zip(lines, reversed(BOARD.rows), strict=True):
            fine = self._line(line, at, cells, tiles) and fine
            at += len(line) + 1
        return tiles if fine else None

    def _line(self, line: str, at: int, cells: tuple[int, ...], tiles: list[str]) -> bool:
        """Read one row that begins at this place of the field into the tiles; whether nothing is wrong with it."""
        letter, span = BOARD.names[cells[0]][0], (at, at + len(line))
        entries = line.split(",")
        place = start = 0
        sizes = []
        for number, entry in enumerate(entries):
            here = (at + start, at + start + len(entry))
            start += len(entry) + 1
            if re.fullmatch("[1-9][0-9]?", entry):
                if number and re.fullmatch("[1-9]", entries[number - 1]):
                    self.say("rows", f"row {letter} has two numbers beside each other", span, merge=self._merged(at, line))
                    return False
                sizes.append(int(entry))
                place += int(entry)
                continue
            if not entry or set(entry) - set(PIECES):
                self.say("rows", f"row {letter} has {quoted(entry)}, which is neither a number nor pieces of {PIECES}", here)
                return False
            if entry.count("R") > 1 or entry.count("G") > 1:
                self.say("rows", f"{quoted(entry)} holds two BBBs of a side, which has only one", here)
                return False
            if len(entry) > MOST_PIECES or entry.count("y") > self.yellow_cap:
                name = (BOARD.names[cells[place]],) if place < len(cells) else ()
                over = f"{len(entry)} pieces" if len(entry) > MOST_PIECES else f"{entry.count('y')} yellow pawns"
                most = MOST_PIECES if len(entry) > MOST_PIECES else self.yellow_cap
                self.say("rows", f"{over} on a tile that may hold {most}", here, name)
                return False
            ordered = "".join(sorted(entry, key=PIECES.index))
            if entry != ordered:
                mended = self.parts["rows"][: here[0]] + ordered + self.parts["rows"][here[1] :]
                mend = (f"write {ordered}", {"rows": mended})
                self.say("rows", f"{quoted(entry)} must be written {ordered}", here, order=mend)
                return False
            if place < len(cells):
                tiles[cells[place]] = entry
                self.spans[BOARD.names[cells[place]]] = here
            place += 1
        if place != len(cells):
            self.say("rows", f"row {letter} has {place} tiles instead of {len(cells)}", span)
            return False
        return True

    def _merged(self, at: int, line: str) -> tuple[str, dict[str, str]]:
        """A mend for numbers that stand beside each other."""
        merged = re.sub("[1-9](?:,[1-9])+(?![0-9])", lambda run: str(sum(map(int, run[0].split(",")))), line)
        rows = self.parts["rows"]
        return "add them up", {"rows": rows[:at] + merged + rows[at + len(line) :]}

    def _done(self) -> dict[str, int] | None:
        """What has acted: "B" or a cell -> how many; None if it cannot be read."""
        text = self.parts["acted"]
        if text == "-":
            return {}
        entries = text.split(",")
        done = {"B": 1} if entries[0] == "B" else {}
        for entry in entries[len(done) :]:
            found = re.fullmatch("([a-g][1-7]):([1-3])", entry)
            if found is None or found[1] not in BOARD.names or found[1] <= max(done, default=""):
                return None
            done[found[1]] = int(found[2])
        return done

    def _boogyman(self) -> bool:
        return any((self.mover or "").upper() in tile for tile in self.tiles or ())

    def _impossible(self) -> str:
        """Why what is said to have acted cannot have, "" if it can, or if that cannot be told."""
        if self.done is None or self.tiles is None or self.mover not in SIDES:
            return ""
        if "B" in self.done and not self._boogyman():
            return f"{SIDES[self.mover]}'s BBB is not on the board"
        for name, count in self.done.items():
            there = self.tiles[BOARD.index(name)].count(self.mover) if name != "B" else count
            if count > there:
                return f"{count} have acted on {name}, but {there or 'no'} {COLOURS[self.mover]} {'pawn stands' if there == 1 else 'pawns stand'} there"
        return ""

    def _stuck(self) -> bool:
        """Whether the side to move has no legal action; False if that cannot be told."""
        if self.tiles is None or not self.playing or self.rest == "0" or self.done is None or self._impossible():
            return False
        if {self.pawns("r"), self.pawns("g")} & {0, PAWNS_TO_WIN}:
            return False
        acted = {BOARD.index(name): count for name, count in self.done.items() if name != "B"}
        return not self.can_act(Table(self.tiles, self.mover or "", 1, "2", "B" in self.done, acted))

    def _over(self) -> None:
        """Whether a game that is said to be over is."""
        if self.tiles is None or self.number is None or self.number == LAST_TURN:
            return
        if {self.pawns("r"), self.pawns("g")} & {0, PAWNS_TO_WIN}:
            return
        able = {side: self.can_act(Table(self.tiles, side, 1, "2", False, {})) for side in SIDES}
        if not any(able.values()) or (self.number == LAST_TURN - 1 and not able["g"]):
            return
        turn = self.number + 1 + (not able["gr"[(self.number + 1) % 2]])
        on = {"side": "gr"[turn % 2], "turn": str(turn), "left": str(self.first_turn) if turn == 1 else "2", "acted": "-"}
        self.say("side", "nobody has won or lost, and somebody can still act", side=("go on playing", on))
