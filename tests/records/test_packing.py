"""Tests of packed records: exactly the same JSON again, smaller, and damaged data refused."""

from __future__ import annotations

import gzip
import json
import lzma
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import deep
from workbench.records import files, packing
from workbench.records.packing import MAGIC, PackedError, is_packed, pack, unpack_json
from workbench.records.schema import FORMAT, VERSION, Filed, Line, Move, Record, Seat

numbers = st.floats(-1, 1).map(lambda value: round(value, 5)) | st.floats(allow_nan=False, allow_infinity=False)
leaves = st.none() | st.booleans() | st.integers(-(2**62), 2**62) | numbers | st.text(max_size=8)
trees = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=4), inner, max_size=5)
)


def packed_json(tree: object) -> bytes:
    """Return the packed form of any JSON, however small."""
    return packing._Packer(tree).data()


@settings(max_examples=deep(30, 300), deadline=None)
@given(tree=trees)
def test_any_tree_comes_back_exactly(tree: object) -> None:
    plain = msgspec.json.encode(tree)
    assert unpack_json(packed_json(msgspec.json.decode(plain))) == plain


def record_with_reports(decisions: int) -> bytes:
    """Return the bytes of a record with reports like those of a search."""
    chance = Random(1)
    moves = []
    for _ in range(decisions):
        candidates = []
        for _ in range(12):
            value, move = round(chance.uniform(-1, 1), 5), f"{chance.choice('abcdefgh')}{chance.randrange(1, 9)}"
            candidates.append({"move": move, "visits": chance.randrange(60), "value": [value, -value], "spread": 0.1,
                               "prior": round(chance.random(), 5), "line": [move, "a1"]})  # fmt: skip
        best = candidates[0]
        facts = [{"key": "best", "values": {"move": best["move"], "value": best["value"][0], "turn": "a1 b2"}}]  # type: ignore[index]
        moves.append({"move": best["move"], "reports": [{"move": best["move"], "candidates": candidates,
                                                         "facts": facts}]})  # fmt: skip
    lines = msgspec.convert([{"moves": moves}], tuple[Line, ...])
    return files.encode_record(Record(spec="herd", seats=(Seat(player="a"), Seat(player="b")), lines=lines))


def test_large_record_is_smaller_and_the_same() -> None:
    data = record_with_reports(60)
    packed = pack(data)
    assert is_packed(packed) and len(packed) < 0.6 * len(data)
    assert files.unpack(packed) == data and files.decode_record(packed) == files.decode_record(data)
    assert pack(packed) == packed and files.unpack(data) == data


def test_small_record_and_json_of_other_programs_stay_as_they_are() -> None:
    record = Record(spec="herd", seats=(Seat(player="a"),), lines=(Line(moves=(Move(move="a1"),)),))
    assert pack(files.encode_record(record)) == files.encode_record(record)
    plain = json.dumps(msgspec.to_builtins(Filed(FORMAT, VERSION, record)), indent=9).encode() + b" " * 40_000
    other = gzip.compress(plain, 0)
    assert len(other) > packing.FEWEST and pack(other) == other


@pytest.mark.parametrize("seed", range(3))
def test_damaged_data_is_refused_with_one_error(seed: int) -> None:
    chance, packed = Random(seed), pack(record_with_reports(30))
    for _ in range(40):
        wrong = bytearray(packed)
        for _ in range(chance.randrange(1, 4)):
            wrong[chance.randrange(len(MAGIC), len(wrong))] = chance.randrange(256)
        if chance.random() < 0.3:
            del wrong[chance.randrange(len(MAGIC), len(wrong)) :]
        try:
            files.decode_record(bytes(wrong))
        except files.RecordError as error:
            assert "\n" not in str(error)


def test_columns_that_promise_too_much_are_refused() -> None:
    def refused(plain: bytes, match: str) -> None:
        compressor = lzma.LZMACompressor(format=lzma.FORMAT_RAW, filters=packing._LZMA)
        with pytest.raises(PackedError, match=match):
            unpack_json(MAGIC + compressor.compress(plain) + compressor.flush())

    head = b'[["w"],[],[]]'
    start = bytes([len(head)]) + head
    refused(start + b"\x01\x02\xff\xff\xff\x7f", "a column is too long")
    refused(start + b"\x01\x00\x01\x00", "a column is too long")
    nested = bytes([2, 80]) + bytes([2 * packing._LIST]) * 80
    refused(start + b"\x01" + nested, "too short")
    refused(b"\xff" * 20, "a number is too long")
