"""The "GAME without a NAME" by FlorisXIV, slow and plain, in the order of its rules page.

Every public function takes a spec and a position text and raises `Refused` for what the page refuses.
Seats are 0 (Red) and 1 (Green). Inside, a cell is its index in the order a1, a2, ..., g4, and a tile is the text of its
pieces in the order `r g y R G`, empty for an empty tile.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

LAST_TURN = 300
GOAL = 7
ROOM = 3
PIECES = "rgyRG"
ENEMY = {"r": "g", "g": "r"}
BOOGYMAN = {"r": "R", "g": "G"}
OPTIONS = {"first_turn": ("2", "1"), "yellow_cap": ("2", "3")}  # the default first
OPENING = {"p4": ("r", 0, 0), "p3": ("g", 1, 0), "p2": ("g", 1, 1), "p1": ("r", 1, 2)}  # who places; pawns there are


class Refused(ValueError):
    """What the page refuses: `field` is `spec`, `position`, a field of the position text, or `move`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field, self.reason = field, reason


@dataclass(frozen=True)
class Rules:
    first_turn: int
    yellow_cap: int


@dataclass(frozen=True)
class Acted:
    """What has acted this turn: the mover's BBB, and (cell, number of pawns) in the order of the cells."""

    boogyman: bool = False
    pawns: tuple[tuple[int, int], ...] = ()

    def at(self, cell: int) -> int:
        return dict(self.pawns).get(cell, 0)


NOTHING = Acted()


@dataclass(frozen=True)
class Position:
    """`left` is `p4` to `p1` in the opening, else `2`, `1` or, when over, `0`."""

    tiles: tuple[str, ...]
    side: str
    turn: int
    left: str
    acted: Acted


# Spec
@lru_cache
def rules_of(spec: str) -> Rules:
    match = re.fullmatch(r"forest(?:\(([^()]+)\))?", spec)
    given: dict[str, str] = {}
    for part in match[1].split(",") if match and match[1] else []:
        option, _, value = part.partition("=")
        if option in given or value not in OPTIONS.get(option, ()):
            match = None
        given[option] = value
    if match is None:
        raise Refused("spec", f"{spec!r} is not forest, alone or with first_turn=2 or 1 and yellow_cap=2 or 3")
    return Rules(int(given.get("first_turn", 2)), int(given.get("yellow_cap", 2)))


def canonical(spec: str) -> str:
    """The spec with its defaults left out, the others in the order of the page."""
    rules = rules_of(spec)
    chosen = [("first_turn", str(rules.first_turn)), ("yellow_cap", str(rules.yellow_cap))]
    parts = [f"{option}={value}" for option, value in chosen if value != OPTIONS[option][0]]
    return f"forest({','.join(parts)})" if parts else "forest"


# Board
LENGTHS = [4, 5, 6, 7, 6, 5, 4]  # row a first
CELLS = [(row, number) for row in range(7) for number in range(1, LENGTHS[row] + 1)]
NAMES = [f"{'abcdefg'[row]}{number}" for row, number in CELLS]
EMPTY = ("",) * len(CELLS)


def touched_by(row: int, number: int) -> list[int]:
    touched = [(row, number - 1), (row, number + 1)]
    for other in (row - 1, row + 1):
        if 0 <= other < 7:
            shift = 0 if LENGTHS[other] > LENGTHS[row] else -1
            touched += [(other, number + shift), (other, number + shift + 1)]
    return [CELLS.index(one) for one in touched if one in CELLS]


ADJACENT = [touched_by(row, number) for row, number in CELLS]


def count(tiles: tuple[str, ...], piece: str) -> int:
    return "".join(tiles).count(piece)


def tidy(pieces: str) -> str:
    return "".join(sorted(pieces, key=PIECES.index))


def changed(tiles: tuple[str, ...], changes: dict[int, str]) -> tuple[str, ...]:
    new = list(tiles)
    for cell, pieces in changes.items():
        new[cell] = tidy(pieces)
    return tuple(new)


# Turn
@lru_cache(maxsize=20_000)
def actions(tiles: tuple[str, ...], side: str, acted: Acted) -> tuple[str, ...]:
    """What `side` may do after the opening, in byte order."""
    found: list[str] = []
    boogyman = BOOGYMAN[side]
    on_the_board = count(tiles, boogyman) > 0
    for cell, tile in enumerate(tiles):
        if side not in tile and boogyman not in tile:
            continue
        if tile.count(side) > acted.at(cell):
            found += [f"{NAMES[cell]}-{NAMES[to]}" for to in ADJACENT[cell] if len(tiles[to]) < ROOM]
            if tile.count("y") >= 2:
                found.append(f"+{NAMES[cell]}")
                if not on_the_board:
                    found.append(f"!{NAMES[cell]}")
        if boogyman in tile and not acted.boogyman:
            found += [f"B:{NAMES[cell]}-{NAMES[to]}" for to in boogyman_ends(tiles, side, cell)]
    return tuple(sorted(found))


def boogyman_ends(tiles: tuple[str, ...], side: str, begin: int) -> set[int]:
    """Where the BBB on `begin` may end: up to three steps, and out and back if that captures."""
    others = changed(tiles, {begin: tiles[begin].replace(BOOGYMAN[side], "")})  # the BBB itself not counted
    enemy = BOOGYMAN[ENEMY[side]]
    enterable = [len(tile) < ROOM and "y" not in tile and enemy not in tile for tile in others]
    reached: set[int] = set()
    here = {begin}
    for _ in range(3):
        here = {to for cell in here for to in ADJACENT[cell] if enterable[to]}
        reached |= here
    return {end for end in reached if end != begin or ENEMY[side] in others[end]}


def legal(position: Position) -> tuple[str, ...]:
    """The legal moves in byte order; empty when over."""
    if position.side == ".":
        return ()
    if position.left in OPENING:
        return tuple(f"@{NAMES[cell]}" for cell, tile in enumerate(position.tiles) if len(tile) < ROOM)
    return actions(position.tiles, position.side, position.acted)


def with_acted(acted: Acted, cell: int, more: int) -> Acted:
    numbers = dict(acted.pawns)
    numbers[cell] = numbers.get(cell, 0) + more
    return replace(acted, pawns=tuple(sorted(numbers.items())))


def after(rules: Rules, position: Position, move: str) -> Position:
    """The position after a legal move."""
    cells = [NAMES.index(one) for one in re.findall("[a-g][1-7]", move)]
    begin, end = cells[0], cells[-1]
    if move[0] == "@":
        return placed(rules, position, begin)
    tiles, side, acted = position.tiles, position.side, position.acted
    if move[0] == "+":
        tiles = changed(tiles, {begin: tiles[begin].replace("y", "", 2) + side})
        acted = with_acted(acted, begin, 2)
    elif move[0] == "!":
        tiles = changed(tiles, {begin: tiles[begin].replace("y", "", 2).replace(side, "", 1) + BOOGYMAN[side]})
    elif move[0] == "B":
        tiles = changed(tiles, {begin: tiles[begin].replace(BOOGYMAN[side], "")})
        tiles = changed(tiles, {end: tiles[end].replace(ENEMY[side], "") + BOOGYMAN[side]})
        acted = replace(acted, boogyman=True)
    else:
        behind = tiles[begin].replace(side, "", 1)
        if side not in behind and behind.count("y") < rules.yellow_cap:
            behind += "y"
        tiles = changed(tiles, {begin: behind, end: tiles[end] + side})
        acted = with_acted(acted, end, 1)
    return goes_on(replace(position, tiles=tiles, left=str(int(position.left) - 1), acted=acted))


def placed(rules: Rules, position: Position, cell: int) -> Position:
    tiles = changed(position.tiles, {cell: position.tiles[cell] + position.side})
    if position.left == "p1":
        return Position(tiles, "r", 1, str(rules.first_turn), NOTHING)
    left = f"p{int(position.left[1]) - 1}"
    return replace(position, tiles=tiles, side=OPENING[left][0], left=left)


def goes_on(position: Position) -> Position:
    """After an action: the end of the game, the rest of the turn, or the next turn in which something can be done."""
    tiles, side, turn = position.tiles, position.side, position.turn
    over = Position(tiles, ".", turn, "0", NOTHING)
    if any(count(tiles, pawn) in (0, GOAL) for pawn in "rg"):
        return over
    if position.left != "0" and actions(tiles, side, position.acted):
        return position
    for later, mover in ((turn + 1, ENEMY[side]), (turn + 2, side)):
        if later <= LAST_TURN and actions(tiles, mover, NOTHING):
            return Position(tiles, mover, later, "2", NOTHING)
    return over


# Position text: what a field alone can say; None where it cannot be read
def read_rows(text: str) -> tuple[str, ...] | None:
    lines = text.split("/")
    if len(lines) != len(LENGTHS):
        return None
    tiles: tuple[str, ...] = ()
    for length, line in zip(LENGTHS, reversed(lines), strict=True):
        row = read_row(line)
        if row is None or len(row) != length:
            return None
        tiles += row
    return tiles


@lru_cache(maxsize=20_000)
def read_row(line: str) -> tuple[str, ...] | None:
    row: list[str] = []
    run_before = False
    for entry in line.split(","):
        run = re.fullmatch("[1-7]", entry) is not None
        if (run and run_before) or not (run or re.fullmatch("(?=.)r*g*y*R*G*", entry)):
            return None
        row += [""] * int(entry) if run else [entry]
        run_before = run
    return tuple(row)


def read_acted(text: str) -> Acted | None:
    if text == "-":
        return NOTHING
    parts = text.split(",")
    boogyman = parts[0] == "B"
    pawns = []
    for part in parts[1:] if boogyman else parts:
        name, _, number = part.partition(":")
        if name not in NAMES or number not in ("1", "2", "3"):
            return None
        pawns.append((NAMES.index(name), int(number)))
    order = [cell for cell, _ in pawns]
    return Acted(boogyman, tuple(pawns)) if order == sorted(set(order)) else None


@lru_cache(maxsize=20_000)
def read(spec: str, text: str) -> Position:
    """Fields are judged in the line's order, a relation at the one the page names and only if all of it can be read."""
    rules = rules_of(spec)
    fields = text.split(" ")
    if len(fields) != 5:
        raise Refused("position", "must have 5 fields: rows, side, turn, left, acted")
    tiles = read_rows(fields[0])
    side = fields[1] if fields[1] in ("r", "g", ".") else None
    turn = int(fields[2]) if re.fullmatch("0|[1-9][0-9]?|[12][0-9]{2}|300", fields[2]) else None
    left = fields[3] if fields[3] in ("0", "1", "2", *OPENING) else None
    acted = read_acted(fields[4])
    if tiles is None:
        raise Refused("rows", "not 7 rows of runs and pieces in the order r g y R G that fit the board")
    judge_rows(rules, tiles, side, left)
    if side is None:
        raise Refused("side", "must be r, g or .")
    judge_side(tiles, side, turn, left, acted)
    if turn is None:
        raise Refused("turn", f"must be a number from 0 to {LAST_TURN}")
    if turn == 0 and (side == "." or (left is not None and left not in OPENING)):
        raise Refused("turn", "0 out of the opening")
    if turn != 0 and left in OPENING:
        raise Refused("turn", "must be 0 in the opening")
    if left is None:
        raise Refused("left", "must be p4 to p1, 2, 1 or 0")
    judge_left(rules, tiles, side, turn, left)
    if acted is None:
        raise Refused("acted", "must be -, or B and cells with numbers in order, as B,d4:1")
    position = Position(tiles, side, turn, left, acted)
    judge_acted(rules, position)
    return position


def judge_rows(rules: Rules, tiles: tuple[str, ...], side: str | None, left: str | None) -> None:
    pawns = [count(tiles, "r"), count(tiles, "g")]
    play = side in ("r", "g") and left in ("0", "1", "2")
    for wrong, reason in (
        (max(map(len, tiles)) > ROOM, f"more than {ROOM} pieces on a tile"),
        ("y" * (rules.yellow_cap + 1) in ",".join(tiles), f"more than {rules.yellow_cap} yellows on a tile"),
        (max(pawns) > GOAL, f"more than {GOAL} pawns of a colour"),
        (max(count(tiles, "R"), count(tiles, "G")) > 1, "more than one BBB of a colour"),
        (left in OPENING and any(count(tiles, piece) for piece in "yRG"), "only pawns in the opening"),
        (play and (0 in pawns or GOAL in pawns), f"a side with {GOAL} or 0 pawns, and the game goes on"),
        (side == "." and pawns in ([0, 0], [GOAL, GOAL]), f"over with both sides at {GOAL} or both at 0"),
    ):
        if wrong:
            raise Refused("rows", reason)


def judge_side(tiles: tuple[str, ...], side: str, turn: int | None, left: str | None, acted: Acted | None) -> None:
    if side == ".":
        if turn is not None and not may_be_over(tiles, turn):
            raise Refused("side", "over, but nobody has won and it is no draw")
        return
    if turn is not None and turn > 0 and side == ("g" if turn % 2 == 1 else "r"):
        raise Refused("side", "Red plays odd turns, Green even ones")
    if left in OPENING and side != OPENING[left][0]:
        raise Refused("side", "Red places one, Green two, Red one")
    if left is not None and left not in OPENING and acted is not None and not actions(tiles, side, acted):
        raise Refused("side", "the side to move has no legal action")


def may_be_over(tiles: tuple[str, ...], turn: int) -> bool:
    if any(count(tiles, pawn) in (0, GOAL) for pawn in "rg") or turn == LAST_TURN:
        return True
    green = bool(actions(tiles, "g", NOTHING))
    return not green and (turn == LAST_TURN - 1 or not actions(tiles, "r", NOTHING))


def judge_left(rules: Rules, tiles: tuple[str, ...], side: str, turn: int, left: str) -> None:
    for wrong, reason in (
        (side == "." and left != "0", "must be 0 when over"),
        (side != "." and left == "0", "0 in play"),
        (turn == 1 and left == "2" and rules.first_turn == 1, "the first turn has one action"),
        (left in OPENING and OPENING[left][1:] != (count(tiles, "r"), count(tiles, "g")), "does not fit the pawns"),
    ):
        if wrong:
            raise Refused("left", reason)


def judge_acted(rules: Rules, position: Position) -> None:
    acted, side, left = position.acted, position.side, position.left
    begun = left == "1" and not (position.turn == 1 and rules.first_turn == 1)
    boogyman = side != "." and count(position.tiles, BOOGYMAN[side]) > 0
    many = len(acted.pawns) + acted.boogyman > 1 or any(number > 2 for _, number in acted.pawns)
    for wrong, reason in (
        (not begun and acted != NOTHING, "nothing has acted yet, or the game is over"),
        (many, "more than one action can have done"),
        (begun and acted == NOTHING and not boogyman, "one action is made, yet nothing has acted"),
        (acted.boogyman and not boogyman, "B without the BBB on the board"),
        (any(number > position.tiles[cell].count(side) for cell, number in acted.pawns), "more than the pawns there"),
    ):
        if wrong:
            raise Refused("acted", reason)


@lru_cache(maxsize=20_000)
def row_text(row: tuple[str, ...]) -> str:
    line = ",".join(tile or "." for tile in row)
    return re.sub(r"\.(,\.)*", lambda run: str(run[0].count(".")), line)


def write(position: Position) -> str:
    tiles = position.tiles
    rows = []
    for length in LENGTHS:
        rows.append(row_text(tiles[:length]))
        tiles = tiles[length:]
    acted = ["B"] if position.acted.boogyman else []
    acted += [f"{NAMES[cell]}:{number}" for cell, number in position.acted.pawns]
    return f"{'/'.join(reversed(rows))} {position.side} {position.turn} {position.left} {','.join(acted) or '-'}"


# Public: on texts
def start(spec: str) -> str:
    rules_of(spec)
    return write(Position(EMPTY, "r", 0, "p4", NOTHING))


def refusal(spec: str, text: str, seat: int | None = None) -> str | None:
    """The first faulty field, `position` if their number is wrong, `spec` for a bad spec; None if all is well."""
    try:
        read(spec, text)
    except Refused as refused:
        return refused.field
    return None


def actor(spec: str, text: str) -> str:
    """`seat 1`, `seat 2` or `over`."""
    return {"r": "seat 1", "g": "seat 2", ".": "over"}[read(spec, text).side]


def moves(spec: str, text: str) -> list[str]:
    """The legal moves in byte order; empty when over."""
    return list(legal(read(spec, text)))


def chances(spec: str, text: str) -> list[str]:
    """Nothing is left to chance."""
    read(spec, text)
    return []


def play(spec: str, text: str, move: str) -> str:
    position = read(spec, text)
    if move not in legal(position):
        raise Refused("move", f"{move!r} is not legal here")
    return write(after(rules_of(spec), position, move))


def points(spec: str, text: str) -> tuple[int, int]:
    """The pawns on the board: Red's, Green's."""
    tiles = read(spec, text).tiles
    return count(tiles, "r"), count(tiles, "g")


def returns(spec: str, text: str) -> tuple[int, int] | None:
    """1 for the win, 0 for the draw, -1 for the loss: Red's, Green's; None while the game is not over."""
    if actor(spec, text) != "over":
        return None
    red, green = points(spec, text)
    if GOAL in (red, green) or 0 in (red, green):
        return (1, -1) if red == GOAL or green == 0 else (-1, 1)
    return 0, 0


def view(spec: str, text: str, seat: int | None) -> str:
    """Nothing is hidden: the position text, for either seat and for nobody's (None)."""
    return write(read(spec, text))


def observation(spec: str, text: str, move: str, seat: int | None) -> str:
    """Nothing is hidden: the move text."""
    play(spec, text, move)
    return move


def perft(spec: str, text: str, depth: int) -> int:
    """The number of sequences of `depth` moves; those that end earlier are not counted."""
    return sequences(rules_of(spec), read(spec, text), depth)


def sequences(rules: Rules, position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(legal(position))
    return sum(sequences(rules, after(rules, position, move), depth - 1) for move in legal(position))
