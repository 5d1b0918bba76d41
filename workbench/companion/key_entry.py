"""Keys that spell the events of a table, one after another, as fast as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.boards.kit.tables.at_table import spellings
from workbench.companion.cursor import Cursor
from workbench.companion.lines import MISSED
from workbench.system.translation import tr

END = (" ", "\r", "\n")  # keys that end an event whose spelling begins a longer one
BACK = "\b"
CANDIDATES = ".,;"  # keys of the first, second and third candidate
MISS = MISSED  # key of an event that nobody saw


class Typing:
    """The typed keys of the next event.

    An event is complete as soon as its keys are typed, unless they begin another event: then a space ends it.

    Args:
        cursor: Returns the cursor where the next event is entered.
        enter: Enters a line.

    Attributes:
        typed: The keys since the last complete event.
        candidates: The moves of the analysis, which have keys themselves.
    """

    def __init__(self, cursor: Callable[[], Cursor], enter: Callable[[str], None]) -> None:
        self._cursor, self._enter = cursor, enter
        self.typed = ""
        self.candidates: tuple[str, ...] = ()
        self._spelled: tuple[Cursor, dict[str, str]] | None = None

    @property
    def spelled(self) -> dict[str, str]:
        """The text of each spelling of the next event. Only possible events are listed."""
        cursor = self._cursor()
        if self._spelled is None or self._spelled[0] is not cursor:
            found = spellings(cursor.table, cursor.point, cursor.parts, cursor.candidates)
            self._spelled = cursor, {keys: next(iter(texts)) for keys, texts in found.items()}
        return self._spelled[1]

    @property
    def next_keys(self) -> tuple[str, ...]:
        """The keys that may follow, for a pad on the screen. Texts with signs are not spelled out here."""
        length = len(self.typed)
        keys = {keys[length] for keys in self._short if len(keys) > length and keys.startswith(self.typed)}
        return tuple(sorted(keys))

    @property
    def _short(self) -> tuple[str, ...]:
        """The shortest spelling of each text."""
        best = dict[str, str]()
        for keys, text in self.spelled.items():
            if text not in best or len(keys) < len(best[text]):
                best[text] = keys
        return tuple(best.values())

    def matches(self) -> tuple[str, ...]:
        """Return the events that the keys so far can become."""
        return tuple(dict.fromkeys(text for keys, text in self.spelled.items() if keys.startswith(self.typed)))

    def press(self, key: str) -> str:
        """Add a key. Return the text of the line that it completes, or "".

        Raises:
            ValueError: The key is not possible here. It is ignored, and the message lists the possible keys.
        """
        key = key.casefold() if key not in END else " "
        if key == BACK:
            self.typed = self.typed[:-1]
            return ""
        if not self.typed and key in CANDIDATES and CANDIDATES.index(key) < len(self.candidates):
            return self._complete(self.candidates[CANDIDATES.index(key)])
        if not self.typed and key == MISS:
            return self._complete(MISSED)
        if key == " ":
            return self._end()
        typed = self.typed + key
        longer = any(keys.startswith(typed) and keys != typed for keys in self.spelled)
        if typed in self.spelled and not longer:
            return self._complete(self.spelled[typed])
        if not longer and typed not in self.spelled:
            raise ValueError(self.no_such_key(key))
        self.typed = typed
        return ""

    def feed(self, text: str) -> list[str]:
        """Press the keys of a text one after another, and return the lines that they completed.

        A word that is the whole text of an event, or a text with missed parts, is entered as such.

        Raises:
            ValueError: A key is not possible. The lines before it have been entered, and `typed` is empty.
        """
        lines = list[str]()
        for word in text.split():
            try:
                if not self.typed and (MISSED in word and word != MISSED):
                    lines.append(self._complete(word))
                    continue
                for key in (*word, " "):
                    if (key != " " or self.typed) and (line := self.press(key)):
                        lines.append(line)
            except ValueError:
                self.typed = ""
                raise
        return lines

    def no_such_key(self, key: str) -> str:
        """Return that a key is not possible, and which ones are."""
        keys = " ".join(self.next_keys)
        if not keys:
            return tr("{key} is not possible: nothing can be entered here", key=repr(key))
        return tr("{key} is not possible here; choose among {keys}", key=repr(self.typed + key), keys=keys)

    def _end(self) -> str:
        if not self.typed:
            return ""
        if self.typed not in self.spelled:
            raise ValueError(tr("{typed} is not complete; it can become {texts}", typed=repr(self.typed),
                                texts=", ".join(self.matches()[:6])))  # fmt: skip
        return self._complete(self.spelled[self.typed])

    def _complete(self, text: str) -> str:
        self.typed = ""
        self._enter(text)
        return text


def keys_of(cursor: Cursor, text: str, texts: Sequence[str] | None = None) -> str:
    """Return the keys to type for an event, with a final space if they need one.

    Raises:
        ValueError: The event is not possible here.
    """
    listed = cursor.candidates if texts is None else texts
    found = spellings(cursor.table, cursor.point, cursor.parts, listed)
    own = [keys for keys, named in found.items() if text in named]
    if not own:
        raise ValueError(tr("{text!r} is not possible here", text=text))
    best = min((f"{keys} " if any(k != keys and k.startswith(keys) for k in found) else keys for keys in own), key=len)
    return best
