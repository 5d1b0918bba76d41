"""The moves of a game in words, as a seat saw them. Long games are put into words a few moves at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

from workbench import boards
from workbench.game.session import Session
from workbench.records.steps import SET_UP
from workbench.seen.names import with_player_names
from workbench.system.sentences import capitalised

MOMENT = 0.012  # seconds for new sentences in one call


class MoveLog:
    """The sentences about the moves of a session, for one seat.

    Args:
        session: The session.
        viewer: The seat, or None for the public view.
    """

    def __init__(self, session: Session, viewer: int | None) -> None:
        self.session, self.viewer = session, viewer
        self.complete = True  # whether every sentence that was asked for since `begin` is known
        self._known: dict[int, tuple[str, ...]] = {}
        self._ends = 0.0
        self._made_progress = True

    def player_name(self, seat: int) -> str:
        """Return the name of a seat's player as the sentences write it."""
        return with_player_names(self.session, boards.seat_name(self.session.point.info, seat))

    def begin(self) -> None:
        """Allow a moment for new sentences, and one move even if the moment passes before."""
        self.complete, self._made_progress, self._ends = True, False, monotonic() + MOMENT

    def find(self, node: int) -> tuple[str, ...] | None:
        """Return the sentences about the move to a node, or None if the moment is over."""
        if node not in self._known:
            if self._made_progress and monotonic() > self._ends:
                self.complete = False
                return None
            self._made_progress = True
            self._known[node] = self.sentences(node)
        return self._known[node]

    def sentences(self, node: int) -> tuple[str, ...]:
        """Return the sentences about the move to a node; none if the seat learned nothing about it."""
        document = self.session.document
        if document.tree.nodes[node].actor == SET_UP:
            return (boards.SET_UP_WORDS,)
        step = document.seen_step(node, self.viewer) if document.text_at(node, self.viewer) else None
        info = self.session.point.info
        texts = (boards.describe_event(info, event, self.viewer) for event in (step.events if step is not None else ()))
        return tuple(with_player_names(self.session, text) for text in texts if text)


def begins_with_name(name: str, moves: Sequence[tuple[int, Sequence[str]]]) -> bool:
    """Return whether the first sentence of an entry begins with the player's name, unlike a deal or "You ..."."""
    first = next((sentence for _, sentences in moves for sentence in sentences), "")
    return first.startswith(f"{name} ")


def phrases(name: str, moves: Sequence[tuple[int, Sequence[str]]], named: bool) -> Iterator[tuple[int, str]]:
    """Yield the text of each move in an entry of the log.

    The name is left out of the sentences. Equal actions become a list: "removes i4, b5. Places f3."

    Args:
        name: The name of the player.
        moves: The number of each move's node, and its sentences.
        named: Whether the name is shown before the first text, which then continues its sentence.
    """
    found: list[tuple[int, list[str]]] = []
    last_verb = ""
    continues = named
    for node, sentences in moves:
        pieces: list[str] = []
        for sentence in sentences:
            own = sentence.startswith(f"{name} ")
            text = sentence.removeprefix(f"{name} ") if own else sentence
            verb, _, rest = text.partition(" ")
            before = pieces or (found[-1][1] if found else [])
            if own and verb == last_verb and rest and before and (" " not in rest or verb.endswith(":")):
                before[-1] = f"{before[-1].removesuffix('.')},"
                pieces.append(rest)
            else:
                pieces.append(text if continues and own else capitalised(text))
            continues = False
            last_verb = verb if own else ""
        if pieces:
            found.append((node, pieces))
    for node, pieces in found:
        yield node, " ".join(pieces)
