"""The proposals of fixes for invalid positions of the forest game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from fastcore import Problem
from fastcore.games.forest.reading import OPENING_PAWNS, Reading, side_of
from fastcore.games.forest.texts import BOARD, LAST_TURN, MOST_PIECES, OPENING, PIECES, SIDES, rows_text
from fastcore.values import quoted
from workbench.boards.forest.nearest_texts import (
    nearest_acted,
    nearest_row,
    pieces_in_words,
    replace_acted,
    sort_acted,
    valid_tile,
)
from workbench.boards.kit.fixes import nearest, proposals
from workbench.boards.kit.fixes.proposals import Change, change_rows, listed
from workbench.system.translation import tr

END: Change = (tr("end the game"), {"side": ".", "left": "0", "acted": "-"})
TileChange = tuple[str, list[str]]
"""A change of the tiles: a description, and the pieces on each tile after the change."""


class Proposals(proposals.Proposals):
    """The proposals for one position text."""

    FORMS: ClassVar = {
        "rows": "[0-9rgyRG,/]{4,}",
        "side": "[rg.]",
        "turn": "[0-9]+",
        "left": "p[1-4]|[012]",
        "acted": "-|B|(?:B,)?[a-g][1-7]:.*",
    }

    @cached_property
    def first_turn(self) -> int:
        """The number of actions of the first turn."""
        return int(self.options["first_turn"])

    @cached_property
    def yellow_cap(self) -> int:
        """The largest number of yellow pawns on a tile."""
        return int(self.options["yellow_cap"])

    @cached_property
    def read(self) -> Reading:
        """The fields as parsed by the game."""
        return Reading(self.parts, self.first_turn, self.yellow_cap)

    @property
    def restart(self) -> Change:
        """The change to the start of the current turn."""
        return tr("restart the turn"), {"left": self.read.full, "acted": "-"}

    @property
    def one_action_left(self) -> list[Change]:
        """The change to one remaining action, or [] unless the turn has two actions and a piece has acted."""
        return [(tr("leave one action"), {"left": "1"})] if self.read.full == "2" and self.read.done else []

    def begin(self, turn: int = 1) -> list[Change]:
        """Return the change to the start of a turn after the opening, or [] if a side has no pawns."""
        if not all(self.read.pawns):
            return []
        left = str(self.first_turn) if turn == 1 else "2"
        return [
            (tr("begin turn {turn}", turn=turn), {"side": side_of(turn), "turn": str(turn), "left": left, "acted": "-"})
        ]

    # Unreadable rows --------------------------------------------------------------------------------------------------

    def fix_row_count(self, problem: Problem) -> list[Change]:
        """Propose adding or leaving out rows until their number is correct."""
        lengths = [len(cells) for cells in reversed(BOARD.rows)]
        lines = self.parts["rows"].split("/")
        return [change_rows("rows", lines, lengths, lambda line, length: nearest_row(line, length, self.yellow_cap))]

    def fix_tile_text(self, problem: Problem, row: int) -> list[Change]:
        """Propose replacing the row by the nearest valid row."""
        lines, cells = self.parts["rows"].split("/"), BOARD.rows[-1 - row]
        lines[row] = nearest_row(lines[row], len(cells), self.yellow_cap)
        return [
            (
                tr("change row {name} to {line}", name=BOARD.names[cells[0]][0], line=lines[row]),
                {"rows": "/".join(lines)},
            )
        ]

    fix_row_numbers = fix_row_length = fix_tile_text

    def fix_tile_order(self, problem: Problem, row: int) -> list[Change]:
        """Propose sorting the pieces of the tile and removing those that exceed a limit."""
        if not problem.cells:
            return self.fix_tile_text(problem, row)
        text, (start, end) = self.parts["rows"], self.span_in_field(problem)
        entry, removed = valid_tile(text[start:end], self.yellow_cap)
        words = (
            tr("remove {removed} from {cell}", removed=removed, cell=problem.cells[0])
            if removed
            else tr("change to {entry}", entry=entry)
        )
        return [(words, {"rows": f"{text[:start]}{entry}{text[end:]}"})]

    fix_tile_bbbs = fix_tile_size = fix_tile_yellow = fix_tile_order

    # Pieces -----------------------------------------------------------------------------------------------------------

    def fix_too_many_pieces(self, problem: Problem, piece: str, number: int, most: int) -> list[Change]:
        """Propose removing the excess pieces.

        Unless the game is over, first propose removing one more pawn, because the maximum number of pawns wins.
        """
        excess = [number - most + 1] * (most > 1 and not self.read.over) + [number - most]
        return [_rows(change) for less in excess for change in self.remove(self.read.board.tiles or (), piece, less)]

    def fix_two_winners(self, problem: Problem) -> list[Change]:
        """Propose removing or adding a pawn of either side."""
        tiles = self.read.tiles or ()
        change = self.remove if self.read.count("r") else self.add
        return [_rows(one) for side in "gr" for one in change(tiles, side, 1)[:1]]

    def fix_opening_pieces(self, problem: Problem) -> list[Change]:
        """Propose beginning turn 1, or removing all pieces except red and green pawns."""
        tiles = ["".join(piece for piece in tile if piece in SIDES) for tile in self.read.tiles or ()]
        return [*self.begin(), (tr("remove everything except red and green pawns"), {"rows": rows_text(tiles)})]

    def fix_has_won(self, problem: Problem, side: str) -> list[Change]:
        """Propose ending the game, or removing a pawn of the winner."""
        return [END, *map(_rows, self.remove(self.read.tiles or (), side, 1))]

    def fix_has_lost(self, problem: Problem, side: str) -> list[Change]:
        """Propose ending the game, or adding a pawn for the loser."""
        return [END, *map(_rows, self.add(self.read.tiles or (), side, 1))]

    def remove(self, tiles: Sequence[str], piece: str, number: int) -> list[TileChange]:
        """Return up to two ways to remove `number` pieces of a kind, preferably from tiles where none has acted."""
        holding = [cell for cell, tile in enumerate(tiles) if piece in tile]
        holding.sort(key=lambda cell: (BOARD.names[cell] in (self.read.done or {}), -cell))
        changes: list[TileChange] = []
        for first in range(min(2, len(holding))):
            left, after, names = number, list(tiles), []
            for cell in holding[first:] + holding[:first]:
                while left and piece in after[cell]:
                    after[cell] = after[cell].replace(piece, "", 1)
                    names.append(BOARD.names[cell])
                    left -= 1
            changes.append(
                (
                    tr(
                        "remove {pieces_in_words} from {fromkeys}",
                        pieces_in_words=pieces_in_words(number, piece),
                        fromkeys=listed(list(dict.fromkeys(names))),
                    ),
                    after,
                )
            )
        return changes

    def add(self, tiles: Sequence[str], piece: str, number: int) -> list[TileChange]:
        """Return a way to add `number` pawns, or [] if there is none.

        The pawns are added to the emptiest tiles. If too few tiles have room, each replaces a yellow pawn.
        """
        after, instead = list(tiles), ""
        free = [cell for cell, tile in enumerate(tiles) if len(tile) < MOST_PIECES]
        free.sort(key=lambda cell: len(tiles[cell]))
        if len(free) < number:
            free, instead = [cell for cell, tile in enumerate(tiles) if "y" in tile], tr(" instead of a yellow pawn")
        if len(free) < number:
            return []
        for cell in free[:number]:
            kept = after[cell].replace("y", "", 1) if instead else after[cell]
            after[cell] = "".join(sorted(kept + piece, key=PIECES.index))
        names = listed([BOARD.names[cell] for cell in free[:number]])
        return [
            (
                tr(
                    "put {pieces_in_words} on {names}{instead}",
                    pieces_in_words=pieces_in_words(number, piece),
                    names=names,
                    instead=instead,
                ),
                after,
            )
        ]

    # Side and turn ----------------------------------------------------------------------------------------------------

    def fix_side_text(self, problem: Problem) -> list[Change]:
        """Propose the side whose turn it is; if that is unknown, the side nearest to the text.

        If no action is left, first propose ending the game.
        """
        side = OPENING.get(self.read.rest or "") or (self.read.side_of_turn if self.read.number else "")
        side = side or nearest.one_of(self.parts["side"], SIDES)
        end = [(tr("end the game"), {"side": "."})] if self.read.rest == "0" else []
        return [*end, (tr("give {side} the move", side=SIDES[side]), {"side": side})]

    def fix_opening_side(self, problem: Problem) -> list[Change]:
        """Propose giving the move to the side that places the next pawn."""
        side = OPENING[self.parts["left"]]
        return [(tr("let {side} place it", side=SIDES[side]), {"side": side})]

    def fix_opening_side_turn(self, problem: Problem) -> list[Change]:
        """Propose turn 0, the opening."""
        return [_make_turn(0)]

    def fix_side_turn(self, problem: Problem) -> list[Change]:
        """Propose giving the move to the side whose turn it is, or changing to the next or the previous turn."""
        side, number = self.read.side_of_turn, self.read.number or 0
        words = tr("give {side} the move", side=SIDES[side])
        restart = (tr("{words} and restart the turn", words=words), {"side": side, **self.restart[1]})
        turns = [turn for turn in (number + 1, number - 1) if 1 <= turn <= LAST_TURN]
        return [(words, {"side": side}), restart, *map(_make_turn, turns)]

    def fix_no_action(self, problem: Problem) -> list[Change]:
        """Propose beginning the turn again, going on to the opponent's turn, or ending the game."""
        side = "g" if self.read.mover == "r" else "r"
        turn = str((self.read.number or 0) + 1)
        words = tr("continue with {side}'s turn", side=SIDES[side])
        return [self.restart, (words, {"side": side, "turn": turn, "left": "2", "acted": "-"}), END]

    def fix_not_over(self, problem: Problem, able: str) -> list[Change]:
        """Propose the next turn of a side that can act, or the last turn."""
        turn = (self.read.number or 0) + 1
        turn += side_of(turn) not in able
        left = str(self.first_turn) if turn == 1 else "2"
        following = {"side": side_of(turn), "turn": str(turn), "left": left, "acted": "-"}
        return [(tr("continue the game"), following), _make_turn(LAST_TURN)]

    def fix_turn_text(self, problem: Problem) -> list[Change]:
        """Propose the valid turn number nearest to the text, and its neighbours."""
        least = 0 if self.read.opening else 1
        turn = 0 if self.read.opening else nearest.number(self.parts["turn"], 1, LAST_TURN)
        return [_make_turn(one) for one in (turn, turn + 1, turn - 1) if least <= one <= LAST_TURN]

    def fix_opening_turn(self, problem: Problem) -> list[Change]:
        """Propose turn 0 (the opening), or the start of the current turn."""
        return [_make_turn(0), *self.begin(self.read.number or 0)]

    def fix_turn_0(self, problem: Problem) -> list[Change]:
        """Propose the first two turns of the side to move."""
        return [*map(_make_turn, (2, 4) if self.read.mover == "g" else (1, 3))]

    # Left -------------------------------------------------------------------------------------------------------------

    def fix_left_text(self, problem: Problem) -> list[Change]:
        """Propose values that fit the end or the opening, then the nearest number, then beginning the turn again."""
        changes: list[Change] = []
        if self.read.over:
            changes = [(tr("leave no actions"), {"left": "0"})]
        elif self.read.number == 0:
            steps = [step for step, pawns in OPENING_PAWNS.items() if pawns == self.read.pawns]
            changes = [(tr("change to {step}", step=step), {"left": step}) for step in steps]
        near = nearest.one_of(self.parts["left"], ("2", "1"))
        changes.append((tr("leave {near}", near=near), {"left": near}))
        return [*changes, *(self.one_action_left if near != "1" else []), self.restart]

    def fix_left_after_end(self, problem: Problem) -> list[Change]:
        """Propose leaving no actions."""
        return [(tr("leave no actions"), {"left": "0", "acted": "-"})]

    def fix_opening_pawns(self, problem: Problem) -> list[Change]:
        """Propose the two best-fitting steps of the opening, with the pawns that they need, or beginning turn 1.

        Turn 1 comes first if all pawns of the opening are on the board.
        """
        changes = [self.opening_step(step) for step in OPENING_PAWNS]
        changes.sort(key=lambda change: change[0])
        best = [change for _pawns, change in changes[:2]]
        after_opening = sum(self.read.pawns) >= len(OPENING)
        return [*self.begin(), *best] if after_opening else [*best, *self.begin()]

    def opening_step(self, step: str) -> tuple[int, Change]:
        """Return the change to a step of the opening, after the number of pawns that it adds or removes."""
        change = {"left": step, "side": OPENING[step]} if step != self.read.rest else {}
        words = [tr("change to {step}", step=step)] if change else []
        tiles: Sequence[str] = self.read.tiles or ()
        excess = [have - want for have, want in zip(self.read.pawns, OPENING_PAWNS[step], strict=True)]
        for side, number in zip(SIDES, excess, strict=True):
            found = self.remove(tiles, side, number) if number > 0 else self.add(tiles, side, -number) if number else []
            if found:
                tiles = found[0][1]
                words.append(found[0][0])
                change["rows"] = rows_text(tiles)
        return sum(map(abs, excess)), (listed(words), change)

    def fix_no_actions_left(self, problem: Problem) -> list[Change]:
        """Propose leaving one action, or beginning the turn again."""
        return [*self.one_action_left, (tr("leave {full}", full=self.read.full), self.restart[1])]

    def fix_first_turn_actions(self, problem: Problem) -> list[Change]:
        """Propose beginning the turn again, with its single action."""
        return [(tr("leave 1"), self.restart[1])]

    # Acted ------------------------------------------------------------------------------------------------------------

    @property
    def nothing_acted(self) -> list[Change]:
        """The change after which no piece has acted, if there is one.

        During a turn, the turn begins again. In the opening and after the end of the game, only the field changes.
        """
        if self.read.over or self.read.opening:
            return [(tr("mark no piece as acted"), {"acted": "-"})]
        return [self.restart] if self.read.playing else []

    def fix_acted_text(self, problem: Problem) -> list[Change]:
        """Propose the nearest valid entry, leaving the entry out, or clearing all acted pieces."""
        nothing, text = self.nothing_acted, self.parts["acted"]
        if nothing and not self.read.playing:
            return nothing
        entry = text[slice(*self.span_in_field(problem))]
        near = nearest_acted(entry)
        changes: list[Change] = (
            [(tr("change to {near}", near=near), {"acted": replace_acted(text, entry, near)})] if near else []
        )
        return [
            *changes,
            (tr("remove {entry}", entry=quoted(entry, 20)), {"acted": replace_acted(text, entry, "")}),
            *nothing,
        ]

    def fix_acted_order(self, problem: Problem) -> list[Change]:
        """Propose sorting the entries, or clearing all acted pieces."""
        nothing = self.nothing_acted
        if nothing and not self.read.playing:
            return nothing
        return [(tr("list each tile once, in order"), {"acted": sort_acted(self.parts["acted"])}), *nothing]

    def fix_nothing_acts(self, problem: Problem) -> list[Change]:
        """Propose clearing all acted pieces."""
        return self.nothing_acted

    fix_acted_things = fix_acted_pawns = fix_nothing_acted = fix_nothing_acts

    def fix_acted_too_early(self, problem: Problem) -> list[Change]:
        """Propose leaving one action, or clearing all acted pieces."""
        return [*self.one_action_left, *self.nothing_acted]

    def fix_acted_absent(self, problem: Problem, name: str, there: int) -> list[Change]:
        """Propose limiting the acted pieces to those on the tile, or clearing all acted pieces."""
        acted = {one: number for one, number in (self.read.done or {}).items() if one != name}
        acted |= {name: there} if there else {}
        entries = [one if one == "B" else f"{one}:{acted[one]}" for one in sorted(acted)]
        words = (
            tr("mark the BBB as not acted")
            if name == "B"
            else tr("mark {there} as acted on {name}", there=there or "none", name=name)
        )
        return [(words, {"acted": ",".join(entries) or "-"}), *self.nothing_acted]


def _rows(change: TileChange) -> Change:
    words, tiles = change
    return words, {"rows": rows_text(tiles)}


def _make_turn(turn: int) -> Change:
    return tr("change to turn {turn}", turn=turn), {"turn": str(turn)}
