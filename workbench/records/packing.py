"""Packed records: the same data in columns, for archives. Unpacking returns exactly the JSON of the record.

A record's JSON is taken apart. The values at each path of the tree, such as the visits of all candidates, become a
column of small whole numbers, and similar numbers are next to each other. A number that occurred shortly before, with
either sign, becomes a reference. Moves and words are numbered. LZMA then compresses all columns together. Records with
reports take 20 to 55 % less space than gzip over JSON, because most of a record with reports consists of numbers.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from typing import Any

import msgspec

from workbench.system import bounded, limits

MAGIC = b"HBPACK1\n"
FEWEST = 8192  # bytes; smaller files are not worth the time
_LZMA = [{"id": lzma.FILTER_LZMA2, "preset": 1, "lc": 0, "lp": 0, "pb": 0}]
_SCALE = 10**5  # numbers in reports have at most five decimals
_RECENT = 48  # numbers that can be referred to
_NODE = 8  # bytes of the bound that each value takes
_LARGEST = limits.RECORD_PLAIN // 4  # bytes of JSON that are packed, so that unpacking stays within the bound
_DEPTH = 40  # the deepest tree that is unpacked; records have fewer levels
_NULL, _FALSE, _TRUE, _WHOLE, _NUMBER, _WORD, _LIST, _TABLE, _AGAIN, _NEGATED, _SAME, _WORDS, _EXACT = range(13)

_encode = msgspec.json.Encoder().encode


class PackedError(ValueError):
    """Raised for packed data that is damaged or too large."""


def pack(data: bytes) -> bytes:
    """Return the bytes of a record's file in packed form, or unchanged if that is not smaller."""
    if len(data) < FEWEST or not data.startswith(bounded.GZIP):
        return data
    try:
        plain = bounded.decompress(data, limits.RECORD_PLAIN)
        tree = msgspec.json.decode(plain)
        if (
            len(plain) > _LARGEST or _encode(tree) != plain
        ):  # written by another program: its numbers or spaces would change
            return data
        packed = _Packer(tree).data()
        return packed if len(packed) < len(data) else data
    except (ValueError, OverflowError, RecursionError):
        return data


def is_packed(data: bytes) -> bool:
    """Return whether these bytes are a packed record."""
    return data.startswith(MAGIC)


def unpack_json(data: bytes) -> bytes:
    """Return the JSON of a packed record.

    Raises:
        PackedError: The data is damaged or too large.
    """
    try:
        unpacker = lzma.LZMADecompressor(format=lzma.FORMAT_RAW, filters=_LZMA)
        plain = unpacker.decompress(data[len(MAGIC) :], limits.RECORD_PLAIN + 1)
        if len(plain) > limits.RECORD_PLAIN:
            raise PackedError("it is too large")
        return _encode(_Unpacker(plain).tree())
    except PackedError:
        raise
    except (lzma.LZMAError, EOFError, IndexError, ValueError, OverflowError) as error:
        raise PackedError(f"its packed data is damaged ({type(error).__name__})") from None


class _Node:
    """A path in the tree: its columns by kind, and the paths below it by key, or by "*" for the entries of lists."""

    __slots__ = ("below", "columns")

    def __init__(self) -> None:
        self.columns: dict[str, Any] = {}
        self.below: dict[str, _Node] = {}

    def child(self, key: str) -> _Node:
        """Return the path of an entry."""
        found = self.below.get(key)
        if found is None:
            found = self.below[key] = _Node()
        return found


class _Memory:
    """What both directions remember in the same order: recent numbers, and the last text."""

    def __init__(self) -> None:
        self.recent: list[int] = []
        self.last = ""

    def note(self, number: int, place: int) -> None:
        """Move a number to the front of the recent ones. `place` is its place there, or -1."""
        if place >= 0:
            del self.recent[place]
        self.recent.insert(0, number)
        if len(self.recent) > _RECENT:
            self.recent.pop()


class _Packer(_Memory):
    def __init__(self, tree: Any) -> None:
        super().__init__()
        self.columns: list[list[int]] = []
        self.words: dict[str, int] = {}
        self.keys: dict[tuple[str, ...], int] = {}
        self.exact: list[float] = []
        self._add(tree, _Node())

    def data(self) -> bytes:
        """Return the packed data."""
        head = _encode([list(self.words), list(self.keys), self.exact])
        out = bytearray(_varint(len(head)) + head + _varint(len(self.columns)))
        for column in self.columns:
            steps = [_fold(after - before) for before, after in zip([0, *column], column, strict=False)]
            plain = list(map(_fold, column))
            stepped = sum(map(int.bit_length, steps)) < sum(map(int.bit_length, plain))
            _write(out, steps if stepped else plain, stepped)
        compressor = lzma.LZMACompressor(format=lzma.FORMAT_RAW, filters=_LZMA)
        return MAGIC + compressor.compress(bytes(out)) + compressor.flush()

    def _put(self, path: _Node, kind: str, number: int) -> None:
        column = path.columns.get(kind)
        if column is None:
            column = path.columns[kind] = []
            self.columns.append(column)
        column.append(number)

    def _add(self, value: Any, path: _Node) -> None:
        kind = type(value)
        if kind is float:
            self._add_number(value, path)
        elif kind is str:
            self._add_text(value, path)
        elif kind is dict:
            self._put(path, "kind", _TABLE)
            keys = tuple(value)
            self._put(path, "keys", self.keys.setdefault(keys, len(self.keys)))
            for key in keys:
                self._add(value[key], path.below.get(key) or path.child(key))
        elif kind is list:
            self._put(path, "kind", _LIST)
            self._put(path, "length", len(value))
            entries = path.child("*")
            for item in value:
                self._add(item, entries)
        elif kind is int and abs(value) < 2**63:
            self._put(path, "kind", _WHOLE)
            self._put(path, "whole", value)
        elif value is None or kind is bool:
            self._put(path, "kind", _NULL if value is None else _TRUE if value else _FALSE)
        else:
            raise ValueError(value)

    def _add_number(self, value: float, path: _Node) -> None:
        number = round(value * _SCALE) if -(2**40) < value < 2**40 else 0
        if number / _SCALE != value or (number == 0 and str(value) != "0.0"):
            self._put(path, "kind", _EXACT)
            self.exact.append(value)
            return
        size, place = abs(number), -1
        if size in self.recent:
            place = self.recent.index(size)
            self._put(path, "kind", _AGAIN if number >= 0 else _NEGATED)
            self._put(path, "again", place)
        else:
            self._put(path, "kind", _NUMBER)
            self._put(path, "number", number)
        self.note(size, place)

    def _add_text(self, text: str, path: _Node) -> None:
        words = text.split(" ")
        if text == self.last:
            self._put(path, "kind", _SAME)
        elif len(words) > 1 and all(word in self.words for word in words):
            self._put(path, "kind", _WORDS)
            self._put(path, "count", len(words))
            for word in words:
                self._put(path, "word", self.words[word])
        else:
            self._put(path, "kind", _WORD)
            self._put(path, "word", self.words.setdefault(text, len(self.words)))
        self.last = text


class _Unpacker(_Memory):
    def __init__(self, plain: bytes) -> None:
        super().__init__()
        self.plain, self.at, self.size = plain, 0, 0
        length = self._varint()
        head = msgspec.json.decode(
            plain[self.at : self.at + length], type=tuple[list[str], list[list[str]], list[float]]
        )
        self.at += length
        self.words, self.keys, exact = head
        self.exact = iter(exact)
        self.columns = iter([self._column() for _ in range(self._varint())])

    def tree(self) -> Any:
        """Return the tree."""
        return self._value(_Node(), 0)

    def _varint(self) -> int:
        found = shift = 0
        while True:
            byte = self.plain[self.at]
            self.at += 1
            found |= (byte & 127) << shift
            if byte < 128:
                return found
            shift += 7
            if shift > 70:
                raise PackedError("its packed data is damaged: a number is too long")

    def _column(self) -> Iterator[int]:
        head, count = self._varint(), self._varint()
        stepped, width = head & 1, head >> 1
        if count * width > len(self.plain) - self.at or not 1 <= width <= 10:
            raise PackedError("its packed data is damaged: a column is too long")
        together = bytearray(count * width)
        for plane in range(width):
            together[plane::width] = self.plain[self.at : self.at + count]
            self.at += count
        return _read(bytes(together), width, bool(stepped))

    def _next(self, path: _Node, kind: str) -> int:
        column = path.columns.get(kind)
        if column is None:
            column = path.columns[kind] = next(self.columns, iter(()))
        found: int | None = next(column, None)
        if found is None:
            raise PackedError("its packed data is damaged: a column is too short")
        return found

    def _value(self, path: _Node, depth: int) -> Any:
        if depth > _DEPTH:
            raise PackedError("its packed data is damaged: it is too deep")
        kind = self._next(path, "kind")
        self._grow(_NODE)
        if kind == _TABLE:
            keys = self.keys[self._index(path, "keys")]
            self._grow(sum(map(len, keys)))
            return {key: self._value(path.child(key), depth + 1) for key in keys}
        if kind == _LIST:
            entries = path.child("*")
            return [self._value(entries, depth + 1) for _ in range(self._index(path, "length"))]
        if kind in _TEXTS:
            self.last = self._text(kind, path)
            self._grow(len(self.last))
            return self.last
        if kind in _PLAIN:
            return _PLAIN[kind]
        if kind == _WHOLE:
            return self._next(path, "whole")
        if kind == _EXACT:
            found = next(self.exact, None)
            if found is None:
                raise PackedError("its packed data is damaged: a number is missing")
            return found
        return self._number(kind, path)

    def _number(self, kind: int, path: _Node) -> float:
        place = -1
        if kind == _NUMBER:
            number = self._next(path, "number")
        else:
            place = self._index(path, "again")
            number = self.recent[place] * (-1 if kind == _NEGATED else 1)
        self.note(abs(number), place)
        return number / _SCALE

    def _text(self, kind: int, path: _Node) -> str:
        if kind == _SAME:
            return self.last
        if kind == _WORD:
            return self.words[self._index(path, "word")]
        words = []
        for _ in range(self._index(path, "count")):
            words.append(self.words[self._index(path, "word")])
            self._grow(len(words[-1]))  # before a hostile file fills the memory
        return " ".join(words)

    def _index(self, path: _Node, kind: str) -> int:
        found = self._next(path, kind)
        if found < 0:
            raise PackedError("its packed data is damaged: a number is negative")
        return found

    def _grow(self, size: int) -> None:
        self.size += size
        if self.size > limits.RECORD_PLAIN:
            raise PackedError("it is too large")


_TEXTS = frozenset({_WORD, _SAME, _WORDS})
_PLAIN: dict[int, bool | None] = {_NULL: None, _FALSE: False, _TRUE: True}


def _fold(number: int) -> int:
    """Return a non-negative number for any whole number; small numbers stay small."""
    return 2 * number if number >= 0 else -2 * number - 1


def _unfold(number: int) -> int:
    return number >> 1 if number & 1 == 0 else -(number >> 1) - 1


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _write(out: bytearray, numbers: list[int], stepped: bool) -> None:
    """Add a column: its width in bytes, its length, and one plane for each byte of the numbers."""
    width = max(1, -(-max(numbers).bit_length() // 8))
    together = b"".join([number.to_bytes(width, "little") for number in numbers])
    out += _varint(2 * width + stepped) + _varint(len(numbers))
    for plane in range(width):
        out += together[plane::width]


def _read(together: bytes, width: int, stepped: bool) -> Iterator[int]:
    last = 0
    for place in range(0, len(together), width):
        number = _unfold(int.from_bytes(together[place : place + width], "little"))
        last = last + number if stepped else number
        yield last
