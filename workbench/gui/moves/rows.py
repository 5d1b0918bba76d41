"""The tree of a game's moves as rows to be read: the main line by rounds, variations and comments below where they
belong."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from workbench.game.current_line import shared
from workbench.game.move_tree import ROOT, MoveTree, Node
from workbench.gui.moves import words
from workbench.seen.seen_tree import SeenTree

LONG = 14  # words of a variation from which on it is folded
SHORT = 7  # words that a folded one shows
DEEPEST = 4  # steps to the right


class Word(NamedTuple):
    """One word of a row, and the node that it stands for; `kind` is a move, a number, a comment, or what folds."""

    text: str
    node: int
    kind: str = "move"


class MovesRow(NamedTuple):
    """One row: a round of turns in its columns (the numbers of the turns first), a variation or a part of one, or a
    comment on the move `node`; the latter two are one cell, so many steps to the right."""

    kind: str
    node: int
    depth: int
    cells: tuple[tuple[Word, ...], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Its cells as text."""
        return tuple(" ".join(word.text for word in cell) for cell in self.cells)


@dataclass
class Part:
    """The moves of one seat in one turn, with what chance did before them."""

    turn: int
    seat: int
    moves: list[Word]


class Round(NamedTuple):
    """A round: its parts, its row, its last node, and how many nodes of the main line end with that."""

    parts: list[Part]
    row: MovesRow
    last: int
    end: int


class Rows:
    """Makes the rows of the tree of one game, again and again: the rounds that are as they were are the same rows.
    `read` gives the move to a node as the one who looks reads it, "" for nothing; `side` the name of a seat."""

    def __init__(self, read: Callable[[int], str], side: Callable[[int], str], seats: int) -> None:
        self.tree = MoveTree(())
        self.read, self.side, self.seats = read, side, seats
        self.open: Collection[int] = ()  # variations that are not folded
        self.trunk: tuple[int, ...] = ()
        self.rounds: list[Round] = []

    def all(self, tree: MoveTree, open: Collection[int]) -> list[MovesRow]:
        self.tree, self.open = tree, open
        trunk = self.tree.line_from(ROOT)
        self._write_rounds(trunk)
        ends = {one.last: one.row for one in self.rounds}
        found, below = list(self._comment(ROOT, 0)), list[MovesRow]()
        for parent, node in pairwise((ROOT, *trunk)):
            for other in self.tree.nodes[parent].children[1:]:
                below += self._variation(other, 1)
            below += self._comment(node, 0)
            if node in ends:
                found += [ends[node], *below]
                below = []
        return [*found, *below]

    # The main line ----------------------------------------------------------------------------------------------------

    def _write_rounds(self, trunk: tuple[int, ...]) -> None:
        """Write those rounds anew that have changed since the last time, and one before: it may go on otherwise."""
        same = shared(trunk, self.trunk)
        kept = [one for one in self.rounds if one.end <= same][:-2]
        self.trunk, self.rounds = trunk, kept
        begin = kept[-1].end if kept else 0
        places = {node: number for number, node in enumerate(trunk[begin:], begin + 1)}
        for parts in self._rounds(trunk[begin:], kept[-1].parts[-1] if kept else None):
            last = parts[-1].moves[-1].node
            self.rounds.append(Round(parts, self._round(parts), last, places[last]))

    def _rounds(self, trunk: tuple[int, ...], before: Part | None) -> list[list[Part]]:
        """Steps after a part grouped by turn and seat, turns by round. What chance does belongs to whoever decides
        next in its turn, or to the seat after the last. Several seats may decide in one turn: then it is one row."""
        parts: list[Part] = []
        drawn = False  # whether the last part holds nothing but chance so far
        for number in trunk:
            text, node = self.read(number), self.tree.nodes[number]
            if not text:
                continue
            if not parts or parts[-1].turn != node.turn:
                last = parts[-1] if parts else before
                parts.append(Part(node.turn, (last.seat + 1) % self.seats if last is not None else 0, []))
                drawn = True
            if node.actor >= 0 and node.actor != parts[-1].seat:
                if drawn:
                    parts[-1].seat = node.actor
                else:
                    parts.append(Part(node.turn, node.actor, []))
            parts[-1].moves.append(Word(text, number))
            drawn = drawn and node.actor < 0
        rounds: list[list[Part]] = []
        for part in parts:
            before = rounds[-1][-1] if rounds else None
            again = before is not None and part.turn < before.turn  # the game counts them anew
            if before is None or again or (part.turn != before.turn and part.seat <= before.seat):
                rounds.append([])
            rounds[-1].append(part)
        return rounds

    def _round(self, parts: list[Part]) -> MovesRow:
        first, turns = parts[0].moves[0].node, [part.turn for part in parts if part.turn]
        if not turns:
            span = Word(words.BEFORE, first, "number")
        else:
            span = Word(str(turns[0]) if turns[0] == turns[-1] else f"{turns[0]}–{turns[-1]}", first, "number")
        cells = (
            tuple(word for part in parts if part.seat == seat for word in part.moves) for seat in range(self.seats)
        )
        return MovesRow("round", first, 0, ((span,), *cells))

    # Variations and comments ------------------------------------------------------------------------------------------

    def _variation(self, first: int, depth: int) -> Iterator[MovesRow]:
        """The rows of a variation, its own main line first, with what branches off below the move that it replaces."""
        length = sum(bool(self.read(node)) for node in (first, *self.tree.below(first)))
        folded = length > LONG and first not in self.open
        cell: list[Word] = []
        node, parent = first, ROOT
        while True:
            one = self.tree.nodes[node]
            if self.read(node):
                cell += self._numbered(node, one, cell, parent)
                parent = node
            if folded and len([word for word in cell if word.kind == "move"]) >= SHORT:
                cell.append(Word(words.more_moves(length - SHORT), first, "unfold"))
                break
            below = list(self._comment(node, depth))
            for other in one.children[1:] if one.children else ():
                below += self._variation(other, depth + 1)
            if not one.children and length > LONG:
                cell.append(Word(words.FEWER, first, "fold"))
            if below and cell:
                yield self._line(first, depth, cell)
                cell = []
            yield from below
            if not one.children:
                break
            node = one.children[0]
        if cell:
            yield self._line(first, depth, cell)

    def _numbered(self, number: int, node: Node, cell: list[Word], before: int) -> list[Word]:
        """A move of a variation, with the turn and the side in front of it where they are other ones."""
        last = self.tree.nodes[before] if cell else None
        found = [Word(self.read(number), number)]
        if last is None or last.turn != node.turn or (last.actor != node.actor and min(last.actor, node.actor) >= 0):
            found.insert(0, Word(f"{node.turn or ''} {self._whose(number)}".strip(), number, "number"))
        return found

    def _whose(self, number: int) -> str:
        """The side of whoever decides at a move, or next in its turn where chance moves."""
        turn = self.tree.nodes[number].turn
        for one in (number, *self.tree.line_from(number)):
            node = self.tree.nodes[one]
            if node.actor >= 0 or node.turn != turn:
                return self.side(node.actor) if node.turn == turn else ""
        return ""

    def _line(self, first: int, depth: int, cell: list[Word]) -> MovesRow:
        return MovesRow("line", first, min(depth, DEEPEST), (tuple(cell),))

    def _comment(self, node: int, depth: int) -> Iterator[MovesRow]:
        text = self.tree.nodes[node].comment
        if text:
            yield MovesRow("comment", node, min(depth, DEEPEST), ((Word(text, node, "comment"),),))


def unfolded(seen: SeenTree, node: int) -> set[int]:
    """The variations that a node lies in, by their first nodes: they must be open for it to be seen."""
    line, nodes = seen.line_to(node) if seen.holds(node) else (), seen.tree.nodes
    return {one for one in line if nodes[nodes[one].parent].children[0] != one}
