"""Tests that a session of an assistant learns nothing that its seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fastcore import OVER, State, Stream
from tests.assistant.records import write_record
from tests.conftest import deep
from workbench.assistant.access import Access, RequestError
from workbench.assistant.tools import call
from workbench.conformance.histories import indistinguishable_history, indistinguishable_positions, random_history

HIDDEN = "herbalism rg ryybb/gbb/yggb 3,0,0 2 2 2 act:3 -,gb,- -,-,- -,-,-"
MOVE = "gb:feed:2:g"


def said(access: Access, name: str, arguments: dict[str, Any]) -> bytes:
    """Return an answer, or the message of its error, as bytes."""
    try:
        found = call(access, name, arguments)
    except RequestError as error:
        return f"error: {error}".encode()
    return found if isinstance(found, bytes) else msgspec.json.encode(found)


def hostile_calls(state: State, number: int) -> list[tuple[str, dict[str, Any]]]:
    """Return calls about a full position that try to learn its hidden part."""
    text, stream = state.situation, Stream(number, "hostile")
    moves = [state.move_text(move) for move in state.moves()]
    calls: list[tuple[str, dict[str, Any]]] = [
        ("read_position", {"position": text}),
        ("read_position", {"position": text, "seat": 1 + stream.below(state.seats)}),
        ("read_position", {"position": f"{text} @{1 + stream.below(state.seats)}"}),
        ("beliefs", {"position": text, "model": stream.choice(["uniform", "greedy"])}),
        ("legal_moves", {"position": text}),
        ("analyse", {"position": text, "simulations": 8, "seed": number}),
        ("roll_out", {"position": text, "games": 2, "horizon": 1, "seed": number}),
        ("why_not", {"position": text, "move": "nonsense"}),
    ]
    if moves and state.actor >= 0:
        # Moves that are legal in the true position need not be legal for all that the seat knows.
        first, last = moves[stream.below(len(moves))], moves[-1]
        calls += [
            ("why_not", {"position": text, "move": first}),
            ("compare", {"position": text, "moves": [first, last], "games": 2, "horizon": 1}),
        ]
    return calls


@pytest.mark.parametrize("game", ["herbalism", "herbs"])
def test_hidden_worlds_give_byte_equal_answers(game: str) -> None:
    count = 0
    for number, (seat, state, other) in enumerate(indistinguishable_positions(game, deep(5, 70))):
        access = Access(seat=seat)
        for name, arguments in hostile_calls(state, number):
            exchanged = {**arguments, "position": arguments["position"].replace(state.situation, other.situation)}
            assert exchanged != arguments
            # A text that asks for another seat is refused before it is read.
            assert said(access, name, arguments) == said(access, name, exchanged), (name, arguments)
            count += 1
    assert count >= deep(35, 500)


def test_sessions_with_all_seats_do_distinguish_hidden_worlds() -> None:
    _, state, other = next(pair for pair in indistinguishable_positions("herbalism", 40) if pair[1].actor != OVER)
    answers = [said(Access(everything=True), "read_position", {"position": one.situation}) for one in (state, other)]
    assert answers[0] != answers[1]


def test_picture_of_a_hidden_position_is_that_of_the_view() -> None:
    _, state, other = next(pair for pair in indistinguishable_positions("herbalism", 40) if pair[0] == 0)
    first, second = (
        said(Access(seat=0), "picture", {"position": one.situation, "width": 100}) for one in (state, other)
    )
    assert first == second and first.startswith(b"\x89PNG")


def records_of_exchanged_games(seat: int, folder: Path) -> Iterator[tuple[str, str]]:
    for number in range(2000):
        played = random_history("herbalism", number)
        other = indistinguishable_history(played, seat, Stream(number, "records"))
        if other is None or all(state.actor != seat for state, _ in played[:-1]):
            continue
        games = (
            write_record(
                folder / f"{number}{name}.herbarium",
                "herbalism",
                [state.move_text(move) for state, move in history[:-1]],
            )
            for name, history in (("a", played), ("b", other))
        )
        first, second = games
        yield first, second


def test_review_of_a_running_game_shows_only_what_the_seat_knew(tmp_path: Path) -> None:
    access, pairs = Access(seat=1, seconds=600), records_of_exchanged_games(1, tmp_path)
    for _ in range(deep(1, 20)):
        first, second = next(pairs)
        answers = [
            said(access, "review", {"record": record, "simulations": 8, "repeats": 2}) for record in (first, second)
        ]
        assert answers[0] == answers[1] and b'"only_seat":2' in answers[0]


@pytest.mark.parametrize(
    ("access", "name", "arguments", "message"),
    [
        (Access(seat=1), "read_position", {"position": HIDDEN, "seat": 1}, "does not show the view of seat 1"),
        (Access(seat=1), "read_position", {"position": f"{HIDDEN} @3"}, "does not show the view of seat 3"),
        (Access(seat=1), "legal_moves", {"position": HIDDEN}, "seat 3 decides here"),
        (Access(seat=3), "read_position", {"position": HIDDEN}, "there is no seat 4"),
        (Access(), "read_position", {"position": HIDDEN, "seat": 1}, "only public information"),
        (Access(), "analyse", {"position": HIDDEN}, "Only a session with --seat"),
        (Access(), "compare", {"position": HIDDEN, "moves": [MOVE, MOVE]}, "Only a session with --seat"),
        (Access(everything=True), "beliefs", {"position": HIDDEN}, "choose a seat"),
    ],
)
def test_views_of_other_seats_are_refused(access: Access, name: str, arguments: dict[str, Any], message: str) -> None:
    assert message in said(access, name, arguments).decode()


def test_public_sessions_and_seats_get_no_luck_of_hidden_games(tmp_path: Path) -> None:
    moves = [state.move_text(move) for state, move in random_history("herbalism", 3)[:-1]]
    record = {"record": write_record(tmp_path / "a.herbarium", "herbalism", moves)}
    assert b"Only a session with --seat can review" in said(Access(), "review", record)
    assert b"needs --all-seats" in said(Access(seat=0), "luck", record)
    assert b"not finished" in said(Access(everything=True), "luck", record)


def test_full_text_is_reduced_to_the_view() -> None:
    found = msgspec.json.decode(said(Access(seat=2), "read_position", {"position": HIDDEN}))
    assert found["position"] == "herbalism ?? ?????/???/yggb 3,0,0 2 2 2 act:3 -,gb,- -,-,- -,-,-"
    assert found["seen_by_seat"] == 3
    public = msgspec.json.decode(said(Access(), "read_position", {"position": HIDDEN}))
    assert public["position"].startswith("herbalism ?? ?????/???/???? ") and public["seen_by_seat"] == "everybody"
    assert said(Access(), "read_position", {"position": public["position"]}) == msgspec.json.encode(public)
