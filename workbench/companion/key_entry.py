"""Keys that spell the events of a table, one after another, as fast as they are typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workbench.boards.kit.tables.at_table import spellings
from workbench.companion.cursor import Cursor
from workbench.companion.lines import MISSED, SEVERAL, Kind
from workbench.system.saving import WriteError
from workbench.system.translation import tr

ENTER = ("\r", "\n")  # keys that end an event, also an impossible one
END = (" ", *ENTER)  # keys that end an event whose spelling begins a longer one
BACK = "\b"
CANDIDATES = ".,;"  # keys of the first, second and third candidate
MISS = MISSED  # key of an event that nobody saw, or of the rest of one
MANY = "#"  # key of several events that nobody saw


class ImpossibleKeysError(ValueError):
    """Raised when typed keys are not possible where they were typed.

    Attributes:
        word: The keys, as `Companion.enter` takes them if the event happened all the same.
    """

    def __init__(self, message: str, word: str) -> None:
        super().__init__(message)
        self.word = word


class Typing:
    """The typed keys of the next event.

    An event is complete as soon as its keys are typed, unless they begin another event: then a space ends it. Keys that
    are impossible stay until they are deleted or Enter enters them as they are.

    Args:
        spelled: Returns the text of each spelling of the next event, perhaps of some that are impossible.
        enter: Enters a line: its text and kind.
        unchecked: Returns whether any keys are accepted until a space, because the position is unknown.
        first: Returns the keys of the first of several events, as far as that is clear without the position.

    Attributes:
        typed: The keys since the last complete event.
        candidates: The moves of the analysis, which have keys themselves.
    """

    def __init__(
        self, spelled: Callable[[], Mapping[str, str]], enter: Callable[[str, Kind], object],
        unchecked: Callable[[], bool] = lambda: False, first: Callable[[str], str] = lambda keys: keys,
    ) -> None:  # fmt: skip
        self._spelled, self._enter, self._unchecked, self._first = spelled, enter, unchecked, first
        self.typed = ""
        self.candidates: tuple[str, ...] = ()

    @property
    def spelled(self) -> Mapping[str, str]:
        """The text of each spelling of the next event, perhaps of some that are impossible."""
        return self._spelled()

    @property
    def next_keys(self) -> tuple[str, ...]:
        """The keys that may follow, for a pad on the screen. Texts with signs are not spelled out here."""
        if self._unchecked():
            return tuple(sorted({key for keys in self._short for key in keys}))
        return following(self._short, self.typed)

    @property
    def _short(self) -> tuple[str, ...]:
        """The shortest spellings of each text."""
        return shortest(self.spelled)

    def matches(self) -> tuple[str, ...]:
        """Return the events that the keys so far can become."""
        if self._unchecked():
            return ()
        return tuple(dict.fromkeys(text for keys, text in self.spelled.items() if keys.startswith(self.typed)))

    def press(self, key: str) -> str:
        """Add a key. Return the text of the line that it completes, or "".

        Raises:
            ImpossibleKeysError: The keys are not possible here. They stay, and the message lists the possible keys.
            ValueError: The keys can still become several events.
        """
        key = key.casefold()
        if key == BACK:
            self.typed = self.typed[:-1]
            return ""
        if not self.typed and key in CANDIDATES and CANDIDATES.index(key) < len(self.candidates):
            return self._complete(self.candidates[CANDIDATES.index(key)])
        if key == MISS:
            return self._complete(self.typed + MISSED)
        if not self.typed and key == MANY:
            return self._complete(SEVERAL)
        if key in END:
            return self._end(key in ENTER)
        typed = self.typed + key
        if self._unchecked():
            self.typed = typed
            return ""
        longer = any(keys.startswith(typed) and keys != typed for keys in self.spelled)
        if typed in self.spelled and not longer:
            return self._complete(self.spelled[typed])
        before, self.typed = self.typed, typed
        if not longer and typed not in self.spelled:
            raise ImpossibleKeysError(self.no_such_key(before), typed)
        return ""

    def retype(self) -> None:
        """Read the keys so far again, because the list has changed since they were typed.

        Raises:
            ImpossibleKeysError: Some of them are still impossible. They stay.
            WriteError: A line cannot be written. Its keys and those after it stay.
        """
        keys, self.typed, refused = self.typed, "", None
        for number, key in enumerate(keys):
            try:
                self.press(key)
            except ImpossibleKeysError as error:
                refused = error
            except WriteError:
                self.typed += keys[number:]
                raise
        if refused is not None:
            raise refused

    def feed(self, text: str) -> list[str]:
        """Press the keys of a text one after another, and return the lines that they completed.

        A word that is the whole text of an event, or a text with missed parts, is entered as such.

        Raises:
            ImpossibleKeysError: A key is not possible. The lines before it have been entered, `typed` is empty, and the
                message names the keys that were not entered.
        """
        lines = list[str]()
        words = text.split()
        for number, word in enumerate(words):
            rest = word
            try:
                if not self.typed and (MISSED in word and word != MISSED):
                    lines.append(self._complete(word))
                    continue
                for at, key in enumerate((*word, " "), 1):
                    if (key != " " or self.typed) and (line := self.press(key)):
                        lines.append(line)
                        rest = word[at:]
            except WriteError:
                self.typed = ""
                raise
            except ValueError as error:
                self.typed = ""
                missing = " ".join((rest, *words[number + 1 :]))
                raise ImpossibleKeysError(
                    tr("{reason}. Not entered: {rest}", reason=error, rest=missing), self._first(rest)
                ) from None
        return lines

    def no_such_key(self, before: str) -> str:
        """Return that the keys are not possible, and which ones may follow those before."""
        typed, self.typed = self.typed, before
        keys, self.typed = " ".join(self.next_keys), typed
        if not keys:
            return tr("{key} is not possible here", key=repr(typed))
        return tr("{key} is not possible here; choose among {keys}", key=repr(typed), keys=keys)

    def _end(self, anything: bool) -> str:
        """Enter the keys so far; if they are not possible, only if anything may be entered."""
        if not self.typed:
            return ""
        if self._unchecked():
            line = ""
            while self.typed:
                line = self._complete_first()
            return line
        if self.typed in self.spelled:
            return self._complete(self.spelled[self.typed])
        if self.matches():
            keys = ", ".join(self.next_keys)
            raise ValueError(tr("{typed} is not complete; it goes on with {keys}", typed=repr(self.typed), keys=keys))
        if anything:
            return self._complete_first()
        raise ImpossibleKeysError(tr("{key} is not possible here", key=repr(self.typed)), self.typed)

    def _complete_first(self) -> str:
        """Enter the first event of the keys so far, without a check. The keys after it stay."""
        first = self._first(self.typed)
        rest = self.typed[len(first) :]
        line = self._complete(first, "keys")
        self.typed = rest
        return line

    def _complete(self, text: str, kind: Kind = "event") -> str:
        self._enter(text, kind)
        self.typed = ""
        return text


def shortest(spelled: Mapping[str, str]) -> tuple[str, ...]:
    """Return the shortest spellings of each text, such as both orders of two dice."""
    best = dict[str, int]()
    for keys, text in spelled.items():
        best[text] = min(len(keys), best.get(text, len(keys)))
    return tuple(keys for keys, text in spelled.items() if len(keys) == best[text])


def following(spellings: Sequence[str], typed: str) -> tuple[str, ...]:
    """Return the keys that may follow those typed so far."""
    length = len(typed)
    return tuple(sorted({keys[length] for keys in spellings if len(keys) > length and keys.startswith(typed)}))


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
