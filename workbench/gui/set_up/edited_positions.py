"""The positions that each person sets up at each table. They stay with the game and are shown to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from workbench.game.session import Session
from workbench.gui.set_up.editing import EditedPosition
from workbench.table.table import Table

Person = tuple[Session, int] | None  # the viewer (session and seat) if views differ; None: everybody


@dataclass
class Edited:
    """The positions set up at one table. `over_game`: one of them covered the game when the table was last shown."""

    by_person: dict[Person, EditedPosition] = field(default_factory=dict)
    over_game: bool = False


class EditedPositions:
    """The positions in Set up, by table and person."""

    def __init__(self) -> None:
        self._tables: WeakKeyDictionary[Table, Edited] = WeakKeyDictionary()

    @staticmethod
    def person(table: Table) -> Person:
        """Return the person who sets up at this table now."""
        screen = table.screen
        covers = screen.session.follows is None and table.info.has.covered
        return (screen.session, screen.viewer) if covers and screen.viewer is not None else None

    def of(self, table: Table) -> EditedPosition | None:
        """Return the position that the current person sets up here, even while the game is shown."""
        at = self._tables.get(table)
        return at.by_person.get(self.person(table)) if at is not None else None

    def covers(self, table: Table) -> bool:
        """Return whether a position in Set up covers the game of this table."""
        at = self._tables.get(table)
        return at is not None and at.over_game and self.of(table) is not None

    def all(self, table: Table) -> list[EditedPosition]:
        """Return the positions of all people at this table."""
        at = self._tables.get(table)
        return list(at.by_person.values()) if at is not None else []

    def cover(self, table: Table, over_game: bool) -> None:
        """Show the position in Set up over the game, or the game."""
        if table in self._tables:
            self._tables[table].over_game = over_game

    def begin(self, table: Table, make: Callable[[], EditedPosition]) -> EditedPosition:
        """Return the position that the current person has changed here before.

        If there is none, return the one opened while nobody was at the screen, or a new position.
        """
        found = self._tables.setdefault(table, Edited()).by_person
        person = self.person(table)
        if (person not in found or not found[person].touched) and None in found:
            found[person] = found.pop(None)
        if person not in found or not found[person].touched:
            found[person] = make()
        return found[person]

    def drop_unfit(self, table: Table, another: bool) -> bool:
        """Close positions that do not fit the current game of the table. Return whether there were any.

        After `another` game has begun, keep a position that everybody may see if it did not cover the game.
        """
        at = self._tables.get(table)
        if at is None:
            return False

        def unfit(person: Person, edited: EditedPosition) -> bool:
            other_game = edited.sketch.spec.partition("(")[0] != table.info.id
            return other_game or (another and (at.over_game or person is not None))

        gone = [person for person, edited in at.by_person.items() if unfit(person, edited)]
        for person in gone:
            at.by_person.pop(person).close(False)
        if gone:
            at.over_game = False
        return bool(gone)

    def finish(self, table: Table, person: Person) -> None:
        """Close and discard the position of this person."""
        at = self._tables[table]
        at.over_game = False
        at.by_person.pop(person).close(True)

    def close(self, table: Table) -> None:
        """Close the positions of a closed table. The next start offers them again."""
        for edited in self.all(table):
            edited.close(False)
        self._tables.pop(table, None)
