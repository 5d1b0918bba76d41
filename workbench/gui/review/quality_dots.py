"""Dots on the board for the quality of the latest reviewed moves: the larger the dot, the more the move lost."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from workbench.boards.kit.contract import Board
from workbench.boards.kit.elements import Ground, Item
from workbench.boards.kit.heat import end_spots
from workbench.game.move_tree import ROOT
from workbench.game.session import Session
from workbench.gui.board.board_view import BoardView
from workbench.gui.play.screen import Screen
from workbench.gui.review.game_review import GameReview

LAYER = "quality"
RECENT = 4  # reviewed decisions with dots
INSET = 0.2  # distance of a dot from the edges of its spot, in board units
# Size of a mistake ("" for none) -> palette colour, and diameter in board units.
LOOKS: Mapping[str, tuple[str, float]] = {
    "": ("draw_green", 0.2), "inaccuracy": ("draw_yellow", 0.25), "mistake": ("warning", 0.31),
    "blunder": ("draw_red", 0.37),
}  # fmt: skip
SHAPES: Mapping[str, str] = {
    f"quality:{size}": f'<circle r="44" fill="{{{colour}}}" stroke="{{card}}" stroke-width="10"/>'
    for size, (colour, _) in LOOKS.items()
}


def quality_marks(ground: Ground, moves: Mapping[str, str]) -> tuple[Item, ...]:
    """Return a dot in the upper right corner of each spot.

    Args:
        ground: The board before rotation.
        moves: The size of the mistake that ended on each spot, "" for a good move.
    """
    items = []
    for name, size in moves.items():
        spot = ground.spots[name]
        right, top = max(x for x, _ in spot.outline), min(y for _, y in spot.outline)
        if len(spot.outline) == 6:  # a hexagon has no corner there
            right, top = spot.x + 0.44, spot.y - 0.44
        items.append(Item(f"quality:{size}", right - INSET, top + INSET, LOOKS[size][1], name))
    return tuple(items)


class QualityDots:
    """The dots on the shown board, which the setting `move_quality` shows or hides."""

    def __init__(self, review: GameReview, screen: Screen) -> None:
        self.review, self.screen = review, screen
        self.shell, self.games = review.shell, review.games
        self._ends: WeakKeyDictionary[Session, dict[int, str]] = WeakKeyDictionary()  # node -> spot where its move ends
        events = self.shell.events
        events.rebuilt.connect(self._add_shapes)
        events.settled.connect(self.show)
        events.tree_changed.connect(self.show)

    def _add_shapes(self) -> None:
        if isinstance(self.screen.view, BoardView):
            self.screen.view.painter.drawings.update(SHAPES)

    def toggle(self) -> None:
        """Show or hide the dots."""
        self.shell.settings.move_quality = not self.shell.settings.move_quality
        self.show()

    def show(self) -> None:
        """Show the dots of the viewed position."""
        view, board = self.screen.view, self.screen.board
        if board is None or not isinstance(view, BoardView) or self.games.layers.hides(self.games.table):
            return
        if self.shell.settings.move_quality:
            ground = board.ground(view.fields)
            view.painter.show(LAYER, quality_marks(ground, self._recent(board, ground)))
        else:
            view.painter.show(LAYER, ())

    def _recent(self, board: Board, ground: Ground) -> dict[str, str]:
        """Return the sizes of the mistakes of the latest reviewed decisions, by the spots where their moves ended."""
        review, session = self.review.review, self.review.session
        if review is None or self.games.layers.replays(self.games.table):
            return {}
        line = (ROOT, *session.document.line_to(self.games.table.browsing.shown_node))
        passed = {node: place for place, node in enumerate(line)}
        judged = [decision for decision in review.judged if decision.decided[0] in passed]
        judged.sort(key=lambda decision: passed[decision.decided[0]])
        found: dict[str, str] = {}
        for decision in judged[-RECENT:]:
            for node in filter(passed.__contains__, decision.decided):
                spot = self._end(session, board, ground, node)
                if spot:
                    found[spot] = decision.size
        return found

    def _end(self, session: Session, board: Board, ground: Ground, node: int) -> str:
        """Return the spot where the move of a node ended, or ""."""
        ends = self._ends.setdefault(session, {})
        if node not in ends:
            played = session.document.tree.nodes[node]
            before = session.document.point_at(played.parent)
            ends[node] = end_spots(board, before, ground, (played.move,))[played.move]
        return ends[node] if ends[node] in ground.spots else ""
