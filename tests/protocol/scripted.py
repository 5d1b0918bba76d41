"""A program that answers from a script, on the far side of a `ProgramLink`, without a process."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from workbench.bot_process.messages import Answer, Question
from workbench.bot_process.program_link import ProgramLink
from workbench.protocol.lines import LineChannel

Reply = Callable[[dict[str, Any]], list[str]]
TEXT = 'program(command="./mine")'
IDENTITY = {"version": 1, "name": "mine", "wants": ["view", "moves"]}


def result(number: int, value: object) -> str:
    """Return the line of a result."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "result": value}, separators=(",", ":"))


def simple_reply(message: dict[str, Any], **identity: object) -> list[str]:
    """Return the lines of a bot that plays its first move."""
    if "id" not in message:
        return []
    if message["method"] == "hello":
        return [result(message["id"], IDENTITY | identity)]
    if message["method"] == "choose":
        return [result(message["id"], {"move": message["params"]["moves"][0]})]
    return [result(message["id"], {})]


class Scripted:
    """A link whose program is the function `reply`, which returns the lines after each line of the host."""

    def __init__(self, reply: Reply, text: str = TEXT) -> None:
        bot_reads, host_writes = os.pipe()
        host_reads, bot_writes = os.pipe()
        self._handles = [host_writes, host_reads]
        self.heard: list[str] = []
        self.link = ProgramLink(text, ("./mine",), LineChannel(host_reads, host_writes))
        self._thread = threading.Thread(target=self._serve, args=(bot_reads, bot_writes, reply), daemon=True)
        self._thread.start()

    def _serve(self, source: int, sink: int, reply: Reply) -> None:
        # the host may close before it has read every answer
        with os.fdopen(source, "rb") as lines, os.fdopen(sink, "wb", buffering=0) as out, suppress(BrokenPipeError):
            for line in lines:
                self.heard.append(line.decode().rstrip("\n"))
                for answer in reply(json.loads(line)):
                    out.write(answer.encode("utf-8", "surrogateescape") + b"\n")

    def ask(self, question: Question, seconds: float = 10) -> Answer:
        """Return the answer to a question."""
        self.link.send(question)
        answer = self.link.receive(seconds)
        assert answer is not None, f"no answer to {question}"
        return answer

    def close(self) -> None:
        for handle in self._handles:
            os.close(handle)
        self._thread.join(5)


@contextmanager
def scripted(reply: Reply = simple_reply, text: str = TEXT) -> Iterator[Scripted]:
    """Lend a scripted program."""
    program = Scripted(reply, text)
    try:
        yield program
    finally:
        program.close()
