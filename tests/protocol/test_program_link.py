"""Tests of the host's side of the protocol against programs without a process."""

from __future__ import annotations

import json
from time import sleep
from typing import Any

import pytest

import fastcore
from bots.report import Limit
from fastcore import Stream, Viewpoint
from tests.protocol.scripted import Reply, Scripted, result, scripted, simple_reply
from workbench.bot_process.messages import (
    Answer,
    Fault,
    GameOver,
    InterimReport,
    Judge,
    Seated,
    SentPosition,
    Sit,
    Stop,
    Think,
    Thought,
)
from workbench.bot_process.program_position import digest_of
from workbench.protocol import messages

OPTIONS = [
    {"name": "depth", "type": "whole", "default": 2, "min": 1, "max": 9, "meaning": "plies"},
    {"name": "style", "type": "choice", "default": "wild", "choices": ["wild", "calm"]},
    {"name": "noise", "type": "number", "default": 0.5, "min": 0, "max": 1},
]


def sit(program: Scripted, spec: str = "herd(size=2)", seat: int | None = 0, described: bool = False) -> Answer:
    return program.ask(Sit("x", 7, spec, seat, None, described=described))


def heard(program: Scripted, method: str) -> list[dict[str, Any]]:
    return [found["params"] for line in program.heard if (found := json.loads(line))["method"] == method]


def test_options_are_declared_and_set() -> None:
    def reply(message: dict[str, Any]) -> list[str]:
        return simple_reply(message, options=OPTIONS, author="A. Body", release="3")

    with scripted(reply, 'program(command="./mine",depth=5,noise=0.25)') as program:
        seated = sit(program, described=True)
        assert isinstance(seated, Seated) and seated.about is not None
        assert seated.text == 'program(command="./mine",depth=5,noise=0.25)'
        assert heard(program, "set") == [{"name": "depth", "value": 5}, {"name": "noise", "value": 0.25}]
        assert seated.about.values == {"depth": 5, "style": "wild", "noise": 0.25}
        assert [option.allowed for option in seated.about.options][:2] == [
            "a whole number from 1 to 9", "one of wild, calm",
        ]  # fmt: skip
        assert seated.about.meaning == "mine 3 by A. Body"


@pytest.mark.parametrize(("listing", "part"), [("depth=10", "from 1 to 9"), ("size=1", "no option 'size'")])
def test_invalid_option_is_refused_before_the_program_gets_it(listing: str, part: str) -> None:
    with scripted(
        lambda message: simple_reply(message, options=OPTIONS), f'program(command="./mine",{listing})'
    ) as program:
        answer = sit(program)
        assert isinstance(answer, Fault) and answer.kind == "start" and part in answer.reason
        assert heard(program, "set") == []


def test_busy_extends_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "START_SECONDS", 0.2)

    def slow_reply(message: dict[str, Any]) -> list[str]:
        if message["method"] == "hello":
            sleep(0.5)
        return simple_reply(message)

    with scripted(slow_reply) as program:
        answer = sit(program)
        assert isinstance(answer, Fault) and answer.reason == "it did not answer hello within 0.2 s"
    with scripted(slow_reply) as program:
        program.link.send(Sit("x", 7, "herd(size=2)", 0, None))
        program.link._take(b'{"jsonrpc":"2.0","method":"busy","params":{"seconds":30}}')
        assert isinstance(program.link.receive(10), Seated)


def test_every_view_matches_its_digest_and_no_line_is_long(game_id: str) -> None:
    """The program's viewpoint, fed only with its lines, has the digests and views that the host sends."""
    seat, longest = 1, 0
    with scripted(lambda message: simple_reply(message, wants=["view", "moves", "values"])) as program:
        sit(program, game_id, seat)
        state, stream, learned = fastcore.start(game_id), Stream(1, "digest"), list[str]()
        for _ in range(60):
            if state.actor == fastcore.OVER:
                break
            if state.actor == seat:
                answer = program.ask(Think(tuple(learned), Limit(simulations=5), False))
                assert isinstance(answer, Thought)
                learned, move = [], answer.reports[-1].move
            else:
                moves = [one for one, _ in state.chances()] if state.actor < 0 else state.moves()
                move = state.move_text(stream.choice(moves))
            if seen := state.observation(move, seat):
                learned.append(seen)
            state.play(move)
        new = heard(program, "new_game")[0]
        point = Viewpoint.parse(f"{new['spec']} {new['position']}", seat)
        usual = Viewpoint(new["spec"], seat)
        assert point.text() == usual.text()
        for line in program.heard:
            longest = max(longest, len(line))
            assert line.isascii() and "\\" not in line
            message = json.loads(line)
            params = message["params"]
            if message["method"] == "observe":
                assert params["actor"] == (usual.actor if usual.actor >= 0 else None)
                usual.observe(params["event"])
                assert params["digest"] == digest_of(usual.text())
            elif message["method"] == "choose":
                assert params["view"] == usual.text() and params["seat"] == usual.actor == seat
                assert params["moves"] == [usual.move_text(move) for move in usual.moves()]
                assert len(params["values"]) == len(params["moves"]) and all(-1 <= x <= 1 for x in params["values"])
    assert 0 < longest < messages.MAX_HOST_LINE / 4


def test_continued_position_sends_only_new_events() -> None:
    def place(*learned: str, spec: str = "herd(size=2)", extends: bool = False) -> Think:
        found = SentPosition(spec, 0, None, tuple((True, text) for text in learned), extends)
        return Think((), None, False, stream=True, place=found)

    questions = (
        place("4-1"), place("a1", "4-3", "xa1", "a1", "a2", "b1", "b2", "4-1", extends=True), place("4-1"),
        place("3-1", spec="herd(size=3)"),
    )  # fmt: skip
    with scripted() as program:
        sit(program, "", None)
        for number, question in enumerate(questions):
            answer = program.ask(question)
            assert isinstance(answer, InterimReport) and isinstance(program.link.receive(1), Thought)
            assert len(heard(program, "choose")) == number + 1
        assert [new["spec"] for new in heard(program, "new_game")] == ["herd(size=2)", "herd(size=3)"]
        assert [view["n"] for view in heard(program, "view")] == [0], "an undo is a view, no new game"
        assert [seen["n"] for seen in heard(program, "observe")] == [*range(1, 10), 1, 1]
        assert heard(program, "choose")[0].get("limit") is None


def test_plan_is_played_without_further_questions() -> None:
    """The rest of a plan answers the later questions of the same turn and phase, if its moves are legal."""

    def plays(*plan: str) -> Reply:
        def reply(message: dict[str, Any]) -> list[str]:
            if message["method"] == "choose":
                return [result(message["id"], {"move": plan[0], "plan": plan[1:]})]
            return simple_reply(message, wants=["plans"])

        return reply

    for plan, questions in ((("0BU1", "0BU1", "BlA1"), 1), (("0BU1", "nonsense"), 3)):
        with scripted(plays(*plan)) as program:
            sit(program, "herbs(ap=30,actions=2,rounds=2)")
            learned: tuple[str, ...] = ()
            moves = []
            for _ in range(3):
                answer = program.ask(Think(learned, Limit(simulations=1), False))
                assert isinstance(answer, Thought)
                moves.append(answer.reports[-1].move)
                learned = (moves[-1],) if len(moves) < 3 and moves[-1] in plan[:2] else ()
                if len(moves) == 2 and questions == 3:
                    break
            assert moves[:2] == ["0BU1", "0BU1"]
            assert len(heard(program, "choose")) == (1 if questions == 1 else 2)


def test_stop_names_the_open_question() -> None:
    def reply(message: dict[str, Any]) -> list[str]:
        if message["method"] == "choose":
            return []
        if message["method"] == "stop":
            return [result(message["params"]["id"], {"move": "a1", "stopped": True})]
        return simple_reply(message)

    with scripted(reply) as program:
        sit(program)
        program.link.send(Stop())
        assert heard(program, "stop") == [], "nothing is open"
        program.link.send(Think(("4-1",), None, False, stream=True))
        assert program.link.receive(0.1) is None
        program.link.send(Stop())
        answer = program.link.receive(5)
        assert isinstance(answer, InterimReport) and answer.report.move == "a1"


def test_program_cannot_judge() -> None:
    with scripted() as program:
        sit(program)
        answer = program.ask(Judge(SentPosition("herd(size=2)", 0, None, ()), ("a1",), 10))
        assert isinstance(answer, Fault) and "cannot judge" in answer.reason


def test_ten_thousand_garbage_lines_of_a_program_are_counted() -> None:
    garbage = ["", "x", "[]", '"text"', '{"jsonrpc":"2.0","id":99,"result":{}}', '{"method":"x-more","params":3}', "{}"]
    sent = 0

    def reply(message: dict[str, Any]) -> list[str]:
        nonlocal sent
        lines = simple_reply(message)
        if message["method"] == "choose" and sent == 0:
            sent = 10_000
            kept = [line for line in garbage if line.startswith("{") or not line]
            return [kept[number % len(kept)] for number in range(sent)] + lines
        return lines

    with scripted(reply) as program:
        sit(program)
        answer = program.ask(Think(("4-1",), Limit(simulations=1), False))
        assert isinstance(answer, Thought) and program.link.dropped >= 7000 and program.link.malformed == 0
        assert "ignored messages" in program.link.counts


def test_host_escapes_what_is_not_ascii() -> None:
    """A reason can quote another bot's move, and a choice of an option can have any letters."""
    styles = [{"name": "style", "type": "choice", "choices": ["wild", "né 🌿"]}]
    with scripted(
        lambda message: simple_reply(message, options=styles), 'program(command="./mine",style=né 🌿)'
    ) as program:
        assert isinstance(sit(program), Seated)
        program.link.send(GameOver("illegal", (1.0, -1.0), (0, 0), 1, "x chose 'é☃🌿'"))
    assert all(line.isascii() for line in program.heard)
    assert heard(program, "set") == [{"name": "style", "value": "né 🌿"}]
    assert heard(program, "game_over")[0]["reason"] == "x chose 'é☃🌿'"
