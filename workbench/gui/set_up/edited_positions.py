"""The positions that each person sets up at each table, shown to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from workbench.game.session import Session
from workbench.gui.set_up.editing import EditedPosition
from workbench.table.table import Table

Person = tuple[Session, int] | None  # the viewer (session and seat) if views differ, or None for everybody


@dataclass
class Edited:
    """The positions set up at one table.

    `over_game` says whether one of them covered the game when the table was last shown.
    """

    by_person: dict[Person, EditedPosition] = field(default_factory=dict)
    over_game: bool = False


class EditedPositions:
    """The positions in Set up, by table and person."""

    def __init__(self) -> None:
        self._tables: WeakKeyDictionary[Table, Edited] = WeakKeyDictionary()

    @staticmethod
    def person(table: Table) -> Person:
        """Return the person who is setting up a position at this table."""
        screen = table.screen
        covers = screen.session.follows is None and table.info.has.covered
        return (screen.session, screen.viewer) if covers and screen.viewer is not None else None

    def of(self, table: Table) -> EditedPosition | None:
        """Return the current person's position in Set up at this table, even while the game is shown."""
        at_table = self._tables.get(table)
        return at_table.by_person.get(self.person(table)) if at_table is not None else None

    def covers(self, table: Table) -> bool:
        """Return whether a position in Set up covers the game of this table."""
        at_table = self._tables.get(table)
        return at_table is not None and at_table.over_game and self.of(table) is not None

    def all(self, table: Table) -> list[EditedPosition]:
        """Return the positions of all people at this table."""
        at_table = self._tables.get(table)
        return list(at_table.by_person.values()) if at_table is not None else []

    def cover(self, table: Table, over_game: bool) -> None:
        """Set whether the position in Set up covers the game."""
        if table in self._tables:
            self._tables[table].over_game = over_game

    def begin(self, table: Table, make: Callable[[], EditedPosition]) -> EditedPosition:
        """Return the position that the current person last edited at this table.

        Without such a position, return the one opened while nobody was at the screen, or a new position.
        """
        by_person = self._tables.setdefault(table, Edited()).by_person
        person = self.person(table)
        if (person not in by_person or not by_person[person].touched) and None in by_person:
            by_person[person] = by_person.pop(None)
        if person not in by_person or not by_person[person].touched:
            by_person[person] = make()
        return by_person[person]

    def drop_unfit(self, table: Table, another: bool) -> bool:
        """Close the positions that do not fit the current game of the table. Return whether there were any.

        If `another` game has begun, keep only a position that everybody may see and that did not cover the game.
        """
        at_table = self._tables.get(table)
        if at_table is None:
            return False

        def unfit(person: Person, edited: EditedPosition) -> bool:
            other_game = edited.sketch.spec.partition("(")[0] != table.info.id
            return other_game or (another and (at_table.over_game or person is not None))

        unfit_persons = [person for person, edited in at_table.by_person.items() if unfit(person, edited)]
        for person in unfit_persons:
            at_table.by_person.pop(person).close(False)
        if unfit_persons:
            at_table.over_game = False
        return bool(unfit_persons)

    def finish(self, table: Table, person: Person) -> None:
        """Close and discard the position of this person."""
        at_table = self._tables[table]
        at_table.over_game = False
        at_table.by_person.pop(person).close(True)

    def close(self, table: Table) -> None:
        """Close the positions of a closed table. The next start offers them again."""
        for edited in self.all(table):
            edited.close(False)
        self._tables.pop(table, None)
