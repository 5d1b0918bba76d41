"""Tests that built-in bots play the same games with the protocol as without it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from itertools import count
from math import inf
from random import Random
from typing import Any

import pytest

import bots
import fastcore
from bots import searching
from bots.loading.sources import written_program
from bots.report import Limit
from fastcore import CHANCE, OVER, Viewpoint
from tests.conftest import deep, is_fast_enough
from tests.measure.programs.stop import HIGHEST, searching_bots, stops_of_link
from workbench.bot_process import trust
from workbench.bot_process.decisions import decide
from workbench.bot_process.process import BotProcess
from workbench.bot_process.process_bot import STOP_SECONDS
from workbench.conformance.walks import option_specs, random_position
from workbench.programs.serve import BotServer
from workbench.protocol import messages
from workbench.records.seeds import ChanceDraws

SIMULATIONS = 12
MEETINGS = [(game, bot) for game in fastcore.games() for bot in bots.names(game)]
SEARCHING = [(game, bot) for game in fastcore.games() for bot in searching_bots(game)]
SAMPLE = [("herbs", "duct"), ("herbalism", "ismcts")]


def served(bot: str) -> str:
    """Give permission to run a bot as a program, and return its spec."""
    text = written_program("program", f"{sys.executable} -P -m workbench serve {bot}")
    trust.allow_all_once([text])
    return text


def play(players: Sequence[BotProcess], spec: str, number: int, most: int) -> list[str]:
    """Return the moves of one game, at most this many."""
    state, luck, moves = fastcore.start(spec), ChanceDraws(number), list[str]()
    learned: list[list[str]] = [[] for _ in players]
    for seat, player in enumerate(players):
        player.sit(spec, seat, 1000 * number + seat, None)
    while state.actor != OVER and len(moves) < most:
        if state.actor == CHANCE:
            move = luck.draw(state)
            luck.count_draw(state)
        else:
            seat, seen = state.actor, learned[state.actor]
            learned[seat] = []
            move = players[seat].think(seen, Limit(simulations=SIMULATIONS), 120, False).reports[-1].move
        for seat, texts in enumerate(learned):
            if seen_text := state.observation(move, seat):
                texts.append(seen_text)
        state.play(move)
        moves.append(move)
    return moves


@pytest.mark.sample(1)
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox")
@pytest.mark.parametrize(("game", "bot"), MEETINGS if deep(0, 1) else SAMPLE)
def test_served_bot_plays_the_same_games(game: str, bot: str) -> None:
    if bot not in bots.names(game):
        pytest.skip(f"{bot} does not play {game}")
    spec = min(option_specs(game), key=lambda spec: fastcore.playouts(fastcore.start(spec), 20, 1).moves)
    seats = fastcore.start(spec).seats
    direct = [BotProcess(bot) for _ in range(seats)]
    programs = [BotProcess(served(bot)) for _ in range(seats)]
    try:
        for number in range(deep(1, 100)):
            most = deep(25, 10**6)
            assert play(programs, spec, number, most) == play(direct, spec, number, most), number
    finally:
        for player in (*direct, *programs):
            player.close(kill=True)


def answers_of(bot: str, lines: Sequence[bytes]) -> list[dict[str, Any]]:
    """Return the messages of a served bot after these lines."""
    sink = io.BytesIO()
    BotServer(bot, io.BytesIO(b"".join(lines)), sink).run()
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_served_bot_declares_its_options_and_refuses_invalid_ones() -> None:
    host = messages.Host("test", "1")
    hello = messages.Hello(messages.PROTOCOL, (1, 2), host, messages.Limits(1, 1, 1, 1))
    found = answers_of("mcts(exploration=0.5)", [
        messages.call(1, hello),
        messages.call(2, messages.SetOption("simulations", 7)),
        messages.call(3, messages.SetOption("simulations", -7)),
        messages.call(4, messages.SetOption("colour", 1)),
        messages.call(5, messages.NewGame(1, "herbalism", 0, 3, "1", "-")),
        messages.call(6, messages.NewGame(1, "herd(size=2)", 0, 2, "1", "nonsense")),
        messages.call(7, messages.Choose(3, 0, 0, 1, "place")),
        b'{"jsonrpc":"2.0","id":8,"method":"choose","params":{"game":"x"}}\n',
        messages.call(9, messages.NewGame(1, "herd(size=2)", 1, 2, "1", fastcore.start("herd(size=2)").text())),
        messages.call(10, messages.Choose(1, 0, 0, 1, "place")),
        messages.note(messages.Quit()),
        messages.call(11, messages.Ping()),
    ])  # fmt: skip
    assert [answer["id"] for answer in found] == list(range(1, 11))
    identity = found[0]["result"]
    assert identity["version"] == 1 and "simulations" in [option["name"] for option in identity["options"]]
    assert "herbalism" not in identity["games"] and found[1]["result"] == {}
    codes = [answer.get("error", {}).get("code") for answer in found]
    assert codes[2:] == [-32602, -32602, -32002, -32003, -32602, -32602, None, -32003]
    fields = [answer["error"]["data"]["field"] for answer in found[2:] if "error" in answer]
    assert fields == ["simulations", "colour", "spec", "position", "game", "game", "n"]


def begin(spec: str, seat: int | None = 0, seed: str = "1") -> bytes:
    """Return the line of a new game 1, with the id 1."""
    start = Viewpoint(spec, seat)
    return messages.call(1, messages.NewGame(1, spec, seat, start.seats, seed, start.text()))


@pytest.mark.parametrize("seed", ["x", "1.5", "-1", "1_0", "", "9223372036854775808"])
def test_invalid_seed_is_refused(seed: str) -> None:
    refused, pong = answers_of("random", [begin("herd(size=2)", seed=seed), messages.call(2, messages.Ping())])
    assert (refused["error"]["code"], refused["error"]["data"]) == (-32602, {"field": "seed"}) and pong["id"] == 2


def test_invalid_fact_does_not_end_a_served_bot() -> None:
    fact = messages.Suppose(1, 0, "hand 1 = everything")
    found = answers_of("greedy", [
        begin("herbalism", 0), messages.note(fact), messages.call(2, fact),
        messages.call(3, messages.Suppose(7, 0, "x")), messages.call(4, messages.Ping()),
    ])  # fmt: skip
    assert [answer["id"] for answer in found] == [1, 2, 3, 4], "a notification gets no answer"
    assert [answer["error"]["code"] for answer in found[1:3]] == [-32003, -32602]
    assert [answer["error"]["data"]["field"] for answer in found[1:3]] == ["fact", "game"]


def test_illegal_later_move_of_a_plan_is_refused() -> None:
    compare = ("0BU1", "nonsense")
    question = messages.Choose(1, 0, 0, 1, "write", Limit(simulations=20), compare=compare)
    lines = [begin("herbs(ap=30,actions=2,rounds=2)"), messages.call(2, question), messages.call(3, messages.Ping())]
    _, refused, pong = answers_of("equilibrium", lines)
    assert (refused["error"]["code"], refused["error"]["data"]) == (-32001, {"field": "compare"}) and pong["id"] == 3
    assert "nonsense" in refused["error"]["message"]


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (b'{"jsonrpc":"2.0","id":"one","method":"ping","params":{}}', -32600, "id must be a whole number or null"),
        (b'{"jsonrpc":"2.0","id":1,"method":["ping"]}', -32600, "method must be text or null, not a list"),
        (b"[1,2]", -32600, "this must be an object, not a list"),
        (b'{"method":"stop"' + b"[" * 100_000, -32700, "this line is not JSON"),
        (b'{"id":1', -32700, "this line is not JSON"),
    ],
)
def test_line_that_is_not_a_message_gets_an_error_without_an_id(line: bytes, code: int, words: str) -> None:
    refused, pong = answers_of("random", [line + b"\n", messages.call(2, messages.Ping())])
    assert (refused["id"], refused["error"]["code"], pong["id"]) == (None, code, 2)
    assert words in refused["error"]["message"]


def test_stop_for_a_waiting_question_is_kept() -> None:
    """The stop for question 3 arrives while question 2 is being answered."""
    spec = "herd(size=2)"
    state = fastcore.start(spec)
    state.play(ChanceDraws(1).draw(state))
    start = messages.call(1, messages.NewGame(1, spec, 0, 2, "1", state.view(0)))
    first = messages.Choose(1, 0, 0, 1, "place", Limit(seconds=0.5))
    second = messages.Choose(1, 0, 0, 1, "place", Limit(seconds=10))
    found = answers_of("mcts", [
        start, messages.call(2, first), messages.call(3, second), messages.note(messages.Stop(3)),
    ])  # fmt: skip
    answers = {answer["id"]: answer["result"] for answer in found if "id" in answer}
    assert "stopped" not in answers[2] and answers[3]["stopped"] is True


def test_ten_thousand_garbage_lines_do_not_end_a_served_bot() -> None:
    stream = Random(1)
    parts = [
        "{",
        "}",
        '"id":',
        "1",
        '"method":"',
        "choose",
        '"',
        ",",
        "[",
        "]",
        "null",
        "\\u0000",
        "1e999",
        '"params":',
        " ",
    ]
    lines = []
    for _ in range(deep(1000, 10_000)):
        line = "".join(stream.choice(parts) for _ in range(stream.randrange(1, 20))).encode()
        lines.append((line if stream.random() < 0.9 else stream.randbytes(20).replace(b"\n", b"")) + b"\n")
    found = answers_of("random", [*lines, messages.call(77, messages.Ping())])
    assert found[-1] == {"jsonrpc": "2.0", "id": 77, "result": {}}
    assert all("error" in answer for answer in found[:-1])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox")
@pytest.mark.parametrize(("game", "bot"), SEARCHING if deep(0, 1) else SEARCHING[:1])
def test_stopped_search_answers_soon(game: str, bot: str) -> None:
    """A searching bot looks for a stop between two slices of its search, not only between two reports."""
    found = stops_of_link(served(bot), game, deep(3, 50), True)
    assert max(one.seconds for one in found) < STOP_SECONDS
    assert all(is_fast_enough(one.seconds - one.waited, HIGHEST) for one in found)


def test_search_checks_for_a_stop_between_its_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "REPORT_SECONDS", inf)
    bot, asked = bots.make("mcts", 1), count()
    state = random_position("herd", "stop", 2)
    report = decide(bot, state.viewpoint(state.actor), Limit(simulations=10**12), should_stop=lambda: next(asked) == 3)
    assert next(asked) == 4 and 0 < report.simulations < 10**6
    later = list(bot.think(state.viewpoint(state.actor), Limit(simulations=10 * report.simulations)))
    assert later[-1].simulations >= 10 * report.simulations, "the stop is over"
