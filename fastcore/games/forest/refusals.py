"""What may be wrong with a position text of the forest game: field, reason, place and mends, in the line's order."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fastcore.games.forest.reading import Span, read_acted, read_rows
from fastcore.games.forest.texts import BOARD, FIELDS, LAST_TURN, OPENING, PAWNS_TO_WIN, SIDES
from fastcore.values import Mend, Problem, quoted

CanAct = Callable[[Sequence[str], str, bool, Mapping[int, int]], bool]
"""Whether a side has an action: the tiles, the side, whether its BBB has acted, cell -> how many of its pawns have."""

_COLOURS = {"r": "red", "g": "green"}
_MOST = (("r", "red pawns", 7), ("g", "green pawns", 7), ("R", "red BBBs", 1), ("G", "green BBBs", 1))
_PAWNS = {"p4": (0, 0), "p3": (1, 0), "p2": (1, 1), "p1": (1, 2)}  # on the board when so much of the opening is left
_LEFT = (*OPENING, "0", "1", "2")


Mended = tuple[str, dict[str, str]]
"""A mend: what it does in words, and field -> its new text."""


def problems(spec: str, first_turn: int, yellow_cap: int, text: str, can_act: CanAct) -> list[Problem]:
    """All that is wrong with a text, the first faulty field of the line first. A mend leaves fewer problems."""

    def found(of: str) -> list[Problem]:
        parts = of.split(" ")
        if len(parts) != len(FIELDS):
            names = ", ".join(field.name for field in FIELDS)
            return [Problem("position", f"{len(parts)} fields instead of {len(FIELDS)}: {names}", span=(0, len(of)))]
        return _Check(spec, first_turn, yellow_cap, parts, can_act).problems()

    def mends(mend: Mend) -> bool:
        return len(found(mend.situation.removeprefix(f"{spec} "))) < len(wrong)

    wrong = found(text)
    return [replace(problem, mends=tuple(filter(mends, problem.mends))) for problem in wrong]


class _Check:
    """The checks of one position text, a field a method. What cannot be read is None.

    The opening is told by `left`, the end by `side`; a text that claims both is over, with something wrongly left.
    """

    def __init__(self, spec: str, first_turn: int, yellow_cap: int, parts: list[str], can_act: CanAct) -> None:
        self.spec, self.first_turn, self.can_act = spec, first_turn, can_act
        self.parts = dict(zip((field.name for field in FIELDS), parts, strict=True))
        self.found: list[Problem] = []
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
        return self.found

    def say(
        self, field: str, reason: str, *mends: Mended, span: Span | None = None, cells: tuple[str, ...] = ()
    ) -> None:
        """Note a problem; `span` counts from the field's start."""
        names = list(self.parts)
        start = sum(len(self.parts[name]) + 1 for name in names[: names.index(field)])
        at, end = span or (0, len(self.parts[field]))
        made = tuple(Mend(words, " ".join([self.spec, *(self.parts | changed).values()])) for words, changed in mends)
        self.found.append(Problem(field, reason, cells, (start + at, start + end), made))

    def pieces(self, letter: str) -> int:
        """How many of a kind there are on a board that can be read."""
        return sum(tile.count(letter) for tile in self.tiles or ())

    @property
    def decided(self) -> bool:
        return bool({self.pieces("r"), self.pieces("g")} & {0, PAWNS_TO_WIN})

    @property
    def afresh(self) -> Mended:
        """A mend: the turn as it begins."""
        return "begin the turn afresh", {"left": self.full, "acted": "-"}

    # The fields -----------------------------------------------------------------------------------------------------

    def rows(self) -> None:
        for reason, span, cells, mended in self.board.faults:
            self.say("rows", reason, *([(mended[0], {"rows": mended[1]})] if mended else []), span=span, cells=cells)
        for letter, things, most in _MOST:
            number = self.pieces(letter)
            if number > most:
                self.at_tiles(f"{number} {things}, but there {'is' if most == 1 else 'are'} only {most}", letter)
        if self.found:
            self.tiles = None
        if self.tiles is None:
            return
        red, green = self.pieces("r"), self.pieces("g")
        if self.over and red == green and self.decided:
            self.say("rows", f"both sides have {red or 'no'} pawns: only one can have won")
        elif self.opening and any(set(tile) - set(SIDES) for tile in self.tiles):
            self.at_tiles("in the opening there are only red and green pawns", "yRG")
        elif self.playing:
            end = ("end the game", {"side": ".", "left": "0", "acted": "-"})
            for side, number in (("r", red), ("g", green)):
                if number == PAWNS_TO_WIN:
                    self.at_tiles(f"{SIDES[side]} has {number} pawns: the game is over", side, end)
                elif number == 0:
                    self.say("rows", f"{SIDES[side]} has no pawns: the game is over", end)

    def at_tiles(self, reason: str, letters: str, *mends: Mended) -> None:
        """Note a problem with all tiles that hold any of these pieces."""
        cells = tuple(BOARD.names[cell] for cell, tile in enumerate(self.tiles or ()) if set(tile) & set(letters))
        places = [self.board.spans[name] for name in cells]
        self.say("rows", reason, *mends, span=(min(places)[0], max(places)[1]), cells=cells)

    def side(self) -> None:
        if self.mover is None:
            wanted = OPENING.get(self.rest or "") or ("gr"[self.number % 2] if self.number else "")
            mends = [(f"let {SIDES[wanted]} move", {"side": wanted})] if wanted else []
            self.say("side", f"{quoted(self.parts['side'])} is not r, g or .", *mends)
        elif self.over:
            self.wrong_end()
        elif self.opening:
            wanted = OPENING[self.parts["left"]]
            if self.mover != wanted:
                mend = (f"let {SIDES[wanted]} place it", {"side": wanted})
                self.say("side", f"this opening pawn is {SIDES[wanted]}'s", mend)
        elif self.number and self.mover != "gr"[self.number % 2]:
            wanted, words = "gr"[self.number % 2], f"let {SIDES['gr'[self.number % 2]]} move"
            mends = [(words, {"side": wanted}), (words, {"side": wanted, **self.afresh[1]})]
            self.say("side", f"turn {self.number} is {SIDES[wanted]}'s", *mends[self.parts["acted"] != "-" :])
        elif self.stuck():
            other = "gr"[self.mover == "g"]
            following = {"side": other, "turn": str((self.number or 0) + 1), "left": "2", "acted": "-"}
            name = SIDES[self.mover]
            self.say("side", f"{name} has no legal action", self.afresh, (f"go on to {SIDES[other]}'s turn", following))

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
        self.say("side", "nobody has won or lost, and somebody can still act", ("go on playing", on))

    def turn(self) -> None:
        if self.number is None:
            self.say("turn", f"{quoted(self.parts['turn'])} is not a number from 0 to {LAST_TURN}")
        elif self.opening and self.number:
            self.say("turn", "the opening is turn 0", ("make it turn 0", {"turn": "0"}))
        elif self.number == 0 and (self.playing or self.over):
            first = "2" if self.mover == "g" else "1"
            self.say("turn", "turn 0 is the opening only", (f"make it turn {first}", {"turn": first}))

    def left(self) -> None:
        left = self.parts["left"]
        if self.rest is None:
            mends = [self.afresh] if self.number and self.mover in SIDES else []
            self.say("left", f"{quoted(left)} is not p4 to p1, 2, 1 or 0", *mends)
        elif self.over:
            if left != "0":
                mend = ("leave nothing", {"left": "0", "acted": "-"})
                self.say("left", "nothing is left when the game is over", mend)
        elif self.opening:
            there = (self.pieces("r"), self.pieces("g"))
            if self.tiles is not None and there != _PAWNS[left]:
                red, green = _PAWNS[left]
                fitting = [name for name, pawns in _PAWNS.items() if pawns == there]
                mends = [(f"make it {name}", {"left": name, "side": OPENING[name]}) for name in fitting]
                reason = f"with {left[1]} opening pawns to come {red} red and {green} green stand on the board"
                self.say("left", reason, *mends)
        elif left == "0":
            self.say("left", "actions are left while the game goes on", (f"leave {self.full}", self.afresh[1]))
        elif self.number == 1 and int(left) > self.first_turn:
            self.say("left", "the first turn has one action only", ("leave 1", self.afresh[1]))

    def acted(self) -> None:
        text, nothing = self.parts["acted"], [self.afresh] if self.playing else []
        if self.over or self.opening:
            nothing = [("nothing has acted", {"acted": "-"})]
        if self.done is None:
            for reason, span, _cells, _mended in self.actions.faults:
                self.say("acted", reason, *nothing, span=span)
        elif (self.over or self.opening) and text != "-":
            when = "when the game is over" if self.over else "in the opening"
            self.say("acted", f"nothing has acted {when}", *nothing)
        elif self.playing:
            self.acted_in_play(self.done, nothing)

    def acted_in_play(self, done: Mapping[str, int], nothing: list[Mended]) -> None:
        """What has acted against the actions left and against the pieces."""
        known, boogyman = self.tiles is not None, self.pieces(self.parts["side"].upper()) > 0
        if self.number is None:
            pass
        elif self.rest == self.full and done:
            self.say("acted", "all actions of the turn are left, so nothing has acted", *nothing)
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
            self.say("acted", reason, *nothing, span=self.actions.spans[name], cells=() if name == "B" else (name,))

    def tile(self, name: str) -> str:
        return (self.tiles or ())[BOARD.index(name)]
