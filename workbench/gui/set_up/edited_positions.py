"""What each person sets up at each table: it waits with the game, and is never shown to another person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from workbench.game.session import Session
from workbench.gui.set_up.editing import EditedPosition
from workbench.table.table import Table

Person = tuple[Session, int] | None  # whose view is shown, where others do not see the same; None: everybody


@dataclass
class Edited:
    """The positions that are set up at one table. `over_game`: one covered the game when the table was shown last."""

    by_person: dict[Person, EditedPosition] = field(default_factory=dict)
    over_game: bool = False


class EditedPositions:
    """The positions that are set up, by table and person."""

    def __init__(self) -> None:
        self._tables: WeakKeyDictionary[Table, Edited] = WeakKeyDictionary()

    @staticmethod
    def person(table: Table) -> Person:
        """Return who sets up at this table now."""
        screen = table.screen
        covers = screen.session.follows is None and table.info.has.covered
        return (screen.session, screen.viewer) if covers and screen.viewer is not None else None

    def of(self, table: Table) -> EditedPosition | None:
        """Return the position that the present person sets up here, also while the game is shown."""
        at = self._tables.get(table)
        return at.by_person.get(self.person(table)) if at is not None else None

    def covers(self, table: Table) -> bool:
        """Return whether a position is set up over the game of this table."""
        at = self._tables.get(table)
        return at is not None and at.over_game and self.of(table) is not None

    def all(self, table: Table) -> list[EditedPosition]:
        """Return what all persons set up here."""
        at = self._tables.get(table)
        return list(at.by_person.values()) if at is not None else []

    def cover(self, table: Table, over_game: bool) -> None:
        """Show what is set up over the game, or the game."""
        if table in self._tables:
            self._tables[table].over_game = over_game

    def begin(self, table: Table, make: Callable[[], EditedPosition]) -> EditedPosition:
        """Return what the present person has changed here before.

        Otherwise return what was opened while nobody was at the screen, or a new position.
        """
        found = self._tables.setdefault(table, Edited()).by_person
        person = self.person(table)
        if (person not in found or not found[person].touched) and None in found:
            found[person] = found.pop(None)
        if person not in found or not found[person].touched:
            found[person] = make()
        return found[person]

    def drop_unfit(self, table: Table, another: bool) -> bool:
        """Put away what does not fit the game that the table has now. Return whether there was anything.

        After `another` game has begun, what everybody may see stays if the game was shown and not the position.
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
        """Put away for good what this person set up here."""
        at = self._tables[table]
        at.over_game = False
        at.by_person.pop(person).close(True)

    def close(self, table: Table) -> None:
        """Put away what is set up at a table that is closed: it is found at the next start."""
        for edited in self.all(table):
            edited.close(False)
        self._tables.pop(table, None)
