"""What may be wrong with a position text of the forest game: field, reason, place and mends, in the line's order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from fastcore import nearest
from fastcore.games.forest.reading import pieces, read_acted, read_rows
from fastcore.games.forest.texts import (
    BOARD,
    FIELDS,
    FORMS,
    LAST_TURN,
    MOST_PIECES,
    OPENING,
    PAWNS_TO_WIN,
    PIECES,
    SIDES,
    rows_text,
)
from fastcore.lines import Line, Way
from fastcore.mending import listed
from fastcore.values import Problem, quoted

CanAct = Callable[[Sequence[str], str, bool, Mapping[int, int]], bool]
"""Whether a side has an action: the tiles, the side, whether its BBB has acted, cell -> how many of its pawns have."""

_COLOURS = {"r": "red", "g": "green"}
_MOST = (("r", "red pawns", 7), ("g", "green pawns", 7), ("R", "red BBBs", 1), ("G", "green BBBs", 1))
_PAWNS = {"p4": (0, 0), "p3": (1, 0), "p2": (1, 1), "p1": (1, 2)}  # on the board when so much of the opening is left
_LEFT = (*OPENING, "0", "1", "2")
_ENDED: Way = ("end the game", {"side": ".", "left": "0", "acted": "-"})


def problems(spec: str, first_turn: int, yellow_cap: int, text: str, can_act: CanAct) -> list[Problem]:
    """All that is wrong with a text, the first faulty field of the line first."""
    line = Line(spec, FIELDS, text)
    if not line.parts:
        return line.miscounted(FORMS, {field.name: field.default for field in FIELDS})
    return _Check(line, first_turn, yellow_cap, can_act).problems()


class _Check:
    """The checks of one position text, a field a method. What cannot be read is None.

    The opening is told by `left`, the end by `side`; a text that claims both is over, with something wrongly left.
    """

    def __init__(self, line: Line, first_turn: int, yellow_cap: int, can_act: CanAct) -> None:
        self.line, self.first_turn, self.can_act = line, first_turn, can_act
        self.parts, self.say = line.parts, line.say
        self.board = read_rows(self.parts["rows"], yellow_cap)
        self.tiles = self.board.tiles
        self.mover = self.parts["side"] if self.parts["side"] in ("r", "g", ".") else None
        number = int(self.parts["turn"]) if re.fullmatch("0|[1-9][0-9]{0,2}", self.parts["turn"]) else -1
        self.number = number if 0 <= number <= LAST_TURN else None
        self.rest = self.parts["left"] if self.parts["left"] in _LEFT else None
        self.actions = read_acted(self.parts["acted"])
        self.done = self.actions.done
        self.over = self.mover == "."
        self.opening = self.rest in OPENING and not self.over
        self.playing = self.mover in SIDES and self.rest in ("0", "1", "2")
        self.full = str(first_turn) if self.number == 1 else "2"  # the actions of the whole turn

    def problems(self) -> list[Problem]:
        for check in (self.rows, self.side, self.turn, self.left, self.acted):
            check()
        return self.line.found

    def pieces(self, letter: str) -> int:
        """How many of a kind there are on a board that can be read."""
        return sum(tile.count(letter) for tile in self.tiles or ())

    @property
    def decided(self) -> bool:
        return bool({self.pieces("r"), self.pieces("g")} & {0, PAWNS_TO_WIN})

    @property
    def afresh(self) -> Way:
        """A mend: the turn as it begins."""
        return "begin the turn afresh", {"left": self.full, "acted": "-"}

    @property
    def halfway(self) -> list[Way]:
        """A mend: the turn after the first of its two actions, as what has acted tells."""
        return [("leave one action", {"left": "1"})] if self.full == "2" and self.done else []

    # The fields -----------------------------------------------------------------------------------------------------

    def rows(self) -> None:
        for reason, span, cells, mended in self.board.faults:
            written = [(words, {"rows": new}) for words, new in mended]
            self.say("rows", reason, *written, span=span, cells=cells, unread=True)
        for letter, things, most in _MOST if self.tiles is not None else ():
            number = self.pieces(letter)
            if number > most:
                reason = f"{number} {things}, but there {'is' if most == 1 else 'are'} only {most}"
                fewer = [number - most + 1] * (most > 1 and not self.over) + [number - most]
                self.at_tiles(reason, letter, *(way for less in fewer for way in self.taken(letter, less)))
        if self.line.found:
            self.tiles = None
        if self.tiles is None:
            return
        red, green = self.pieces("r"), self.pieces("g")
        if self.over and red == green and self.decided:
            either = [way for side in "gr" for way in (self.taken(side, 1) if red else self.added(side, 1))[:1]]
            self.say("rows", f"both sides have {red or 'no'} pawns: only one can have won", *either)
        elif self.opening and any(set(tile) - set(SIDES) for tile in self.tiles):
            bare = rows_text(["".join(piece for piece in tile if piece in SIDES) for tile in self.tiles])
            ways: list[Way] = [*self.begun(), ("take all but red and green pawns off the board", {"rows": bare})]
            self.at_tiles("in the opening there are only red and green pawns", "yRG", *ways)
        elif self.playing:
            for side, number in (("r", red), ("g", green)):
                if number == PAWNS_TO_WIN:
                    reason = f"{SIDES[side]} has {number} pawns: the game is over"
                    self.at_tiles(reason, side, _ENDED, *self.taken(side, 1))
                elif number == 0:
                    self.say("rows", f"{SIDES[side]} has no pawns: the game is over", _ENDED, *self.added(side, 1))

    def at_tiles(self, reason: str, letters: str, *ways: Way) -> None:
        """Note a problem with all tiles that hold any of these pieces."""
        cells = tuple(BOARD.names[cell] for cell, tile in enumerate(self.tiles or ()) if set(tile) & set(letters))
        places = [self.board.spans[name] for name in cells]
        self.say("rows", reason, *ways, span=(min(places)[0], max(places)[1]), cells=cells)

    def taken(self, letter: str, number: int) -> list[Way]:
        """Ways to take so many of a piece off the board, those that have acted last."""
        tiles = list(self.tiles or ())
        holding = [cell for cell, tile in enumerate(tiles) if letter in tile]
        holding.sort(key=lambda cell: (BOARD.names[cell] in (self.done or {}), -cell))
        ways: list[Way] = []
        for begin in range(min(2, len(holding))):
            left, after, off = number, list(tiles), []
            for cell in holding[begin:] + holding[:begin]:
                while left and letter in after[cell]:
                    after[cell] = after[cell].replace(letter, "", 1)
                    off.append(BOARD.names[cell])
                    left -= 1
            words = f"take {pieces(number, letter)} off {listed(list(dict.fromkeys(off)))}"
            ways.append((words, {"rows": rows_text(after)}))
        return ways

    def added(self, letter: str, number: int) -> list[Way]:
        """Ways to put so many pawns more on the board, on empty tiles first;
        on full ones each in place of a yellow pawn."""
        tiles = list(self.tiles or ())
        free = sorted(
            (cell for cell, tile in enumerate(tiles) if len(tile) < MOST_PIECES), key=lambda cell: len(tiles[cell])
        )
        instead = ""
        if len(free) < number:
            free, instead = [cell for cell, tile in enumerate(tiles) if "y" in tile], " instead of a yellow pawn"
        for cell in free[:number]:
            kept = tiles[cell].replace("y", "", 1) if instead else tiles[cell]
            tiles[cell] = "".join(sorted(kept + letter, key=PIECES.index))
        names = listed([BOARD.names[cell] for cell in free[:number]])
        return (
            [(f"put {pieces(number, letter)} on {names}{instead}", {"rows": rows_text(tiles)})]
            if len(free) >= number
            else []
        )

    def begun(self, turn: int = 1) -> list[Way]:
        """A turn after the opening, where both sides have pawns."""
        if not (self.pieces("r") and self.pieces("g")):
            return []
        left = str(self.first_turn) if turn == 1 else "2"
        return [(f"begin turn {turn}", {"side": "gr"[turn % 2], "turn": str(turn), "left": left, "acted": "-"})]

    def turned_to(self, turn: int) -> Way:
        return f"make it turn {turn}", {"turn": str(turn)}

    def side(self) -> None:
        if self.mover is None:
            wanted = OPENING.get(self.rest or "") or ("gr"[self.number % 2] if self.number else "")
            wanted = wanted or nearest.one_of(self.parts["side"], SIDES)
            way = (f"give {SIDES[wanted]} the move", {"side": wanted})
            over = [("end the game", {"side": "."})] if self.rest == "0" else []
            self.say(
                "side",
                f"{quoted(self.parts['side'])} is not 'r', 'g' or '.' (the game is over)",
                *over,
                way,
                unread=True,
            )
        elif self.over:
            self.wrong_end()
        elif self.opening:
            wanted = OPENING[self.parts["left"]]
            if self.mover != wanted:
                way = (f"let {SIDES[wanted]} place it", {"side": wanted})
                self.say("side", f"this opening pawn is {SIDES[wanted]}'s", way)
            elif self.number and self.mover != "gr"[self.number % 2]:
                self.say("side", f"turn {self.number} is {SIDES['gr'[self.number % 2]]}'s", self.turned_to(0))
        elif self.number and self.mover != "gr"[self.number % 2]:
            wanted = "gr"[self.number % 2]
            words = f"give {SIDES[wanted]} the move"
            ways: list[Way] = [
                (words, {"side": wanted}),
                (f"{words} and begin the turn afresh", {"side": wanted, **self.afresh[1]}),
            ]
            ways += [self.turned_to(turn) for turn in (self.number + 1, self.number - 1) if 1 <= turn <= LAST_TURN]
            self.say("side", f"turn {self.number} is {SIDES[wanted]}'s", *ways)
        elif self.stuck():
            other = "gr"[self.mover == "g"]
            following = {"side": other, "turn": str((self.number or 0) + 1), "left": "2", "acted": "-"}
            name = SIDES[self.mover]
            self.say(
                "side",
                f"{name} has no legal action",
                self.afresh,
                (f"go on to {SIDES[other]}'s turn", following),
                _ENDED,
            )

    def stuck(self) -> bool:
        """Whether the side to move has no legal action; False if that cannot be told."""
        if self.tiles is None or not self.playing or self.done is None or self.decided:
            return False
        acted = {BOARD.index(name): count for name, count in self.done.items() if name != "B"}
        return not self.can_act(self.tiles, self.parts["side"], "B" in self.done, acted)

    def wrong_end(self) -> None:
        """A game that is said to be over, but is not."""
        number = self.number
        if self.tiles is None or number is None or number == LAST_TURN or self.decided:
            return
        able = {side: self.can_act(self.tiles, side, False, {}) for side in SIDES}
        if not any(able.values()) or (number == LAST_TURN - 1 and not able["g"]):
            return
        turn = number + 1
        turn += not able["gr"[turn % 2]]
        left = str(self.first_turn) if turn == 1 else "2"
        on = {"side": "gr"[turn % 2], "turn": str(turn), "left": left, "acted": "-"}
        ways = [("go on playing", on), self.turned_to(LAST_TURN)]
        self.say("side", "nobody has won or lost, and somebody can still act", *ways)

    def turn(self) -> None:
        if self.number is None:
            turn = 0 if self.opening else nearest.number(self.parts["turn"], 1, LAST_TURN)
            ways = [
                self.turned_to(one)
                for one in (turn, turn + 1, turn - 1)
                if (0 if self.opening else 1) <= one <= LAST_TURN
            ]
            self.say("turn", f"{quoted(self.parts['turn'])} is not a number from 0 to {LAST_TURN}", *ways, unread=True)
        elif self.opening and self.number:
            self.say("turn", "the opening is turn 0", self.turned_to(0), *self.begun(self.number))
        elif self.number == 0 and (self.playing or self.over):
            turns = (2, 4) if self.mover == "g" else (1, 3)
            self.say("turn", "turn 0 is the opening only", *map(self.turned_to, turns))

    def opened(self) -> list[Way]:
        """Ways to make the pawns fit an opening: another step of it, or other pawns."""
        there = (self.pieces("r"), self.pieces("g"))
        ways: list[tuple[int, Way]] = []
        for name, wanted in _PAWNS.items():
            changes = [have - want for have, want in zip(there, wanted, strict=True)]
            fits = {"left": name, "side": OPENING[name]} if name != self.rest else {}
            words = [f"make it {name}"] if fits else []
            kept = self.tiles
            for side, change in zip("rg", changes, strict=True):
                found = self.taken(side, change) if change > 0 else self.added(side, -change) if change < 0 else []
                if found:
                    words.append(found[0][0])
                    fits |= found[0][1]
                    self.tiles = read_rows(fits["rows"], MOST_PIECES).tiles
            self.tiles = kept
            ways.append((sum(map(abs, changes)), (listed(words), fits)))
        ways.sort(key=lambda way: way[0])
        nearer = [way for _, way in ways[:2]]
        later = len(OPENING) <= self.pieces("r") + self.pieces("g")  # more than there ever are in it
        return self.begun() + nearer if later else nearer + self.begun()

    def left(self) -> None:
        left = self.parts["left"]
        if self.rest is None:
            ways: list[Way] = []
            if self.mover == ".":
                ways = [("leave nothing", {"left": "0"})]
            elif self.number == 0:
                there = (self.pieces("r"), self.pieces("g"))
                ways = [(f"make it {name}", {"left": name}) for name, pawns in _PAWNS.items() if pawns == there]
            near = nearest.one_of(left, ("2", "1"))
            ways += [(f"leave {near}", {"left": near}), *(self.halfway if near != "1" else []), self.afresh]
            self.say("left", f"{quoted(left)} is not p4 to p1, 2, 1 or 0", *ways, unread=True)
        elif self.over:
            if left != "0" and not any(problem.field == "side" for problem in self.line.found):
                self.say(
                    "left", "nothing is left when the game is over", ("leave nothing", {"left": "0", "acted": "-"})
                )
        elif self.opening:
            there = (self.pieces("r"), self.pieces("g"))
            if self.tiles is not None and there != _PAWNS[left]:
                red, green = _PAWNS[left]
                reason = f"with {left[1]} opening pawns to come {red} red and {green} green stand on the board"
                self.say("left", reason, *self.opened())
        elif left == "0":
            self.say(
                "left", "actions are left while the game goes on", *self.halfway, (f"leave {self.full}", self.afresh[1])
            )
        elif self.number == 1 and int(left) > self.first_turn:
            self.say("left", "the first turn has one action only", ("leave 1", self.afresh[1]))

    def acted(self) -> None:
        text, nothing = self.parts["acted"], [self.afresh] if self.playing else []
        if self.over or self.opening:
            nothing = [("say that nothing has acted", {"acted": "-"})]
        if self.done is None:
            for reason, span, _cells, mended in self.actions.faults:
                ways = [(words, {"acted": new}) for words, new in mended] if self.playing or not nothing else []
                self.say("acted", reason, *ways, *nothing, span=span, unread=True)
        elif (self.over or self.opening) and text != "-":
            if self.opening or not any(problem.field == "side" for problem in self.line.found):
                when = "when the game is over" if self.over else "in the opening"
                self.say("acted", f"nothing has acted {when}", *nothing)
        elif self.playing:
            self.acted_in_play(self.done, nothing)

    def acted_in_play(self, done: Mapping[str, int], nothing: list[Way]) -> None:
        """What has acted against the actions left and against the pieces."""
        known, boogyman = self.tiles is not None, self.pieces(self.parts["side"].upper()) > 0
        if self.number is None:
            pass
        elif self.rest == self.full and done:
            self.say("acted", "all actions of the turn are left, so nothing has acted", *self.halfway, *nothing)
        elif self.rest == "1" and len(done) > 1:
            self.say("acted", "one action is made, so only one thing has acted", *nothing)
        elif self.rest == "1" and max(done.values(), default=0) > 2:
            self.say("acted", "one action is made: a step, or a spawn by which two pawns have acted", *nothing)
        elif self.rest == "1" and self.full == "2" and not done and known and not boogyman:
            reason = "one action is made, so something has acted, or the BBB was spawned and is on the board"
            self.say("acted", reason, *nothing)
        for name, count in done.items() if known else ():
            there = int(boogyman) if name == "B" else self.tile(name).count(self.parts["side"])
            if count <= there:
                continue
            colour = _COLOURS[self.parts["side"]]
            if name == "B":
                reason = f"the {colour} BBB is not on the board"
            else:
                pawns = f"{there or 'no'} {colour} pawn{' stands' if there == 1 else 's stand'}"
                reason = f"{count} acted on {name}, but {pawns} there"
            others = {one: number for one, number in done.items() if one != name} | ({name: there} if there else {})
            entries = [one if one == "B" else f"{one}:{others[one]}" for one in sorted(others)]
            words = "say that the BBB has not acted" if name == "B" else f"let {there or 'none'} have acted on {name}"
            ways = [(words, {"acted": ",".join(entries) or "-"}), *nothing]
            self.say("acted", reason, *ways, span=self.actions.spans[name], cells=() if name == "B" else (name,))

    def tile(self, name: str) -> str:
        return (self.tiles or ())[BOARD.index(name)]
