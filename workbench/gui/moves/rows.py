"""The move tree as rows of text: the main line by rounds, with variations and comments below their moves.

The main line is a table with a column for each seat, or a log in words with an entry for each player's turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import NamedTuple

from workbench.game.current_line import common_length
from workbench.game.move_tree import ROOT, MoveTree, Node
from workbench.gui.moves import words
from workbench.gui.moves.log import begins_with_name, phrases
from workbench.records.annotation import annotated
from workbench.seen.seen_tree import SeenTree

LONG = 14  # variations with more moves are folded
SHORT = 7  # moves shown of a folded variation
DEEPEST = 4  # maximum number of indentation steps


class Word(NamedTuple):
    """A word of a row, and the node it belongs to.

    `kind` is "move", "number", "comment", "fold" or "unfold".
    """

    text: str
    node: int
    kind: str = "move"


class MovesRow(NamedTuple):
    """A row of the list.

    A row of kind "round" has a cell for the turn numbers and one for each seat; an entry of the log ("log") has a cell
    for the turn and one for the player's moves in words. A variation ("line") or a comment on
    the move `node` has a single cell, indented by `depth` steps. "edit" is the field for a comment.
    """

    kind: str
    node: int
    depth: int
    cells: tuple[tuple[Word, ...], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The text of each cell."""
        return tuple(" ".join(word.text for word in cell) for cell in self.cells)


@dataclass
class Part:
    """The moves of one seat in one turn, with the chance events before them."""

    turn: int
    seat: int
    moves: list[Word]


class Round(NamedTuple):
    """A round: its parts, its rows, its last node, and the number of main line nodes up to its end."""

    parts: list[Part]
    rows: tuple[MovesRow, ...]
    last: int
    end: int


class Rows:
    """The rows of one game, updated after each change. Unchanged rounds keep their row objects.

    `read` returns the text of a move as the viewer sees it, or "" if it is not listed. `side` returns the name of a
    seat. `tell` returns the sentences about a move for a log in words; without it, the rows are a table.
    """

    def __init__(
        self,
        read: Callable[[int], str],
        side: Callable[[int], str],
        seats: int,
        tell: Callable[[int], Sequence[str]] | None = None,
    ) -> None:
        self.tree = MoveTree(())
        self.read, self.side, self.seats, self.tell = read, side, seats, tell
        self.open: Collection[int] = ()  # unfolded variations
        self.main_line: tuple[int, ...] = ()
        self.rounds: list[Round] = []
        self.annotations: dict[int, str] = {}  # of the main line

    def build(self, tree: MoveTree, open: Collection[int]) -> list[MovesRow]:
        """Return all rows of a tree. `open` has the unfolded variations by their first nodes."""
        self.tree, self.open = tree, open
        main_line = self.tree.line_from(ROOT)
        annotations = {node: text for node in main_line if (text := self._annotated("", node))}
        if annotations != self.annotations:
            self.annotations, self.main_line, self.rounds = annotations, (), []
        self._write_rounds(main_line)
        ends: dict[int, tuple[MovesRow, ...]] = {}  # the rows that end with a node's move
        for game_round in self.rounds:
            if self.tell is None:
                ends[game_round.last] = game_round.rows
            else:  # each turn has a row, so that comments on it follow it
                ends |= {
                    part.moves[-1].node: (row,) for part, row in zip(game_round.parts, game_round.rows, strict=True)
                }
        rows, below = list(self._comment(ROOT, 0)), list[MovesRow]()
        for parent, node in pairwise((ROOT, *main_line)):
            for sibling in self.tree.nodes[parent].children[1:]:
                below += self._variation(sibling, 1)
            below += self._comment(node, 0)
            if node in ends:
                rows += [*ends[node], *below]
                below = []
        return [*rows, *below]

    def forget(self) -> None:
        """Build all rounds again the next time, because the texts of moves have changed."""
        self.main_line, self.rounds = (), []

    # Main line --------------------------------------------------------------------------------------------------------

    def _write_rounds(self, main_line: tuple[int, ...]) -> None:
        """Rebuild the rounds that changed, and the two before them, which may continue differently."""
        same = common_length(main_line, self.main_line)
        unchanged = [game_round for game_round in self.rounds if game_round.end <= same][:-2]
        self.main_line, self.rounds = main_line, unchanged
        begin = unchanged[-1].end if unchanged else 0
        places = {node: number for number, node in enumerate(main_line[begin:], begin + 1)}
        for parts in self._rounds(main_line[begin:], unchanged[-1].parts[-1] if unchanged else None):
            last = parts[-1].moves[-1].node
            rows = tuple(self._log(parts)) if self.tell is not None else (self._round(parts),)
            self.rounds.append(Round(parts, rows, last, places[last]))

    def _rounds(self, main_line: tuple[int, ...], before: Part | None) -> list[list[Part]]:
        """Group the nodes after a part by turn and seat, and the turns by round.

        A chance event belongs to the player who moves next in its turn, or else to the seat after the last one. If
        several seats move in one turn, the turn is one row.
        """
        parts: list[Part] = []
        only_chance = False  # whether the last part has only chance events so far
        for number in main_line:
            node = self.tree.nodes[number]
            text = self.read(number) if self.tell is None else "".join(self.tell(number))
            if not text:
                continue
            if not parts or parts[-1].turn != node.turn:
                last = parts[-1] if parts else before
                parts.append(Part(node.turn, (last.seat + 1) % self.seats if last is not None else 0, []))
                only_chance = True
            if node.actor >= 0 and node.actor != parts[-1].seat:
                if only_chance:
                    parts[-1].seat = node.actor
                else:
                    parts.append(Part(node.turn, node.actor, []))
            parts[-1].moves.append(Word(self._annotated(text, number), number))
            only_chance = only_chance and node.actor < 0
        rounds: list[list[Part]] = []
        for part in parts:
            before = rounds[-1][-1] if rounds else None
            restarts = before is not None and part.turn < before.turn  # the game restarts its turn numbers
            if before is None or restarts or (part.turn != before.turn and part.seat <= before.seat):
                rounds.append([])
            rounds[-1].append(part)
        return rounds

    def _round(self, parts: list[Part]) -> MovesRow:
        first, turns = parts[0].moves[0].node, [part.turn for part in parts if part.turn]
        if not turns:
            span = Word(words.BEFORE, first, "number")
        else:
            span = Word(words.turns(sorted({*turns})), first, "number")
        cells = (
            tuple(word for part in parts if part.seat == seat for word in part.moves) for seat in range(self.seats)
        )
        return MovesRow("round", first, 0, ((span,), *cells))

    def _log(self, parts: list[Part]) -> Iterator[MovesRow]:
        """Yield the entries of a round in words."""
        assert self.tell is not None
        turn: int | None = None
        for part in parts:
            first, name = part.moves[0].node, self.side(part.seat)
            sentences = [(word.node, self.tell(word.node)) for word in part.moves]
            named = begins_with_name(name, sentences)
            moves = [Word(self._annotated(text, node), node) for node, text in phrases(name, sentences, named)]
            number = words.BEFORE if not part.turn else str(part.turn)
            span = () if part.turn == turn else (Word(number, first, "number"),)
            yield MovesRow("log", first, 0, (span, (*((Word(name, first, "number"),) if named else ()), *moves)))
            turn = part.turn

    # Variations and comments ------------------------------------------------------------------------------------------

    def _variation(self, first: int, depth: int) -> Iterator[MovesRow]:
        """Yield the rows of a variation: its main line, with branches below the moves they replace."""
        length = sum(bool(self._text(node)) for node in (first, *self.tree.descendants(first)))
        folded = length > LONG and first not in self.open
        cell: list[Word] = []
        node, parent = first, ROOT
        while True:
            current = self.tree.nodes[node]
            if self._text(node):
                cell += self._numbered(node, current, cell, parent)
                parent = node
            if folded and len([word for word in cell if word.kind == "move"]) >= SHORT:
                cell.append(Word(words.more_moves(length - SHORT), first, "unfold"))
                break
            below = list(self._comment(node, depth))
            for branch in current.children[1:] if current.children else ():
                below += self._variation(branch, depth + 1)
            if not current.children and length > LONG:
                cell.append(Word(words.FEWER, first, "fold"))
            if below and cell:
                yield self._line(first, depth, cell)
                cell = []
            yield from below
            if not current.children:
                break
            node = current.children[0]
        if cell:
            yield self._line(first, depth, cell)

    def _text(self, number: int, named: bool = False) -> str:
        """Return a move of a variation in words or in its short form, or "" if it is not listed.

        `named` is whether the player's name is shown before it.
        """
        if self.tell is None:
            return self.read(number)
        name = self._player_at(number)
        return next((text for _, text in phrases(name, [(number, self.tell(number))], named)), "")

    def _numbered(self, number: int, node: Node, cell: list[Word], before: int) -> list[Word]:
        """Return a move of a variation, after the turn and the player if these changed."""
        last = self.tree.nodes[before] if cell else None
        named = (
            last is None or last.turn != node.turn or (last.actor != node.actor and min(last.actor, node.actor) >= 0)
        )
        text = Word(self._annotated(self._text(number, named), number), number)
        if not named:
            return [text]
        return [Word(f"{node.turn or ''} {self._player_at(number)}".strip(), number, "number"), text]

    def _annotated(self, text: str, number: int) -> str:
        """Return the text of a move with its annotation, such as "e4!?"."""
        return annotated(text, (signed.mark for signed in self.tree.nodes[number].marks))

    def _player_at(self, number: int) -> str:
        """Return the name of the player who moves at a node, or next in its turn after a chance event."""
        turn = self.tree.nodes[number].turn
        for node_id in (number, *self.tree.line_from(number)):
            node = self.tree.nodes[node_id]
            if node.actor >= 0 or node.turn != turn:
                return self.side(node.actor) if node.turn == turn else ""
        return ""

    def _line(self, first: int, depth: int, cell: list[Word]) -> MovesRow:
        return MovesRow("line", first, min(depth, DEEPEST), (tuple(self._joined(cell)),))

    def _joined(self, cell: list[Word]) -> Iterator[Word]:
        """Yield the words of a line. In words, equal actions of a turn become a list, like in the log."""
        named = False
        for is_move, group in groupby(cell, key=lambda word: word.kind == "move"):
            found = list(group)
            if not is_move or self.tell is None:
                yield from found
                named = found[-1].kind == "number"
                continue
            sentences = [(word.node, self.tell(word.node)) for word in found]
            for node, text in phrases(self._player_at(found[0].node), sentences, named):
                yield Word(self._annotated(text, node), node)

    def _comment(self, node: int, depth: int) -> Iterator[MovesRow]:
        text = self.tree.nodes[node].comment
        if text:
            yield MovesRow("comment", node, min(depth, DEEPEST), ((Word(text, node, "comment"),),))


def unfolded(seen: SeenTree, node: int) -> set[int]:
    """Return the first nodes of the variations that must be unfolded to show a node."""
    line, nodes = seen.line_to(node) if seen.has_node(node) else (), seen.tree.nodes
    return {number for number in line if nodes[nodes[number].parent].children[0] != number}
