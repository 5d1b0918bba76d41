"""Tests of the server with the client of the SDK over stdin and stdout. One process serves the whole module."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.assistant.records import write_record
from tests.assistant.test_access import HIDDEN, hostile_calls
from tests.assistant.test_tools import OPEN
from tests.conftest import deep
from tests.kit.luck import played
from tests.kit.terminals import ROOT
from workbench.assistant.tools import TOOLS
from workbench.conformance.histories import indistinguishable_positions

mcp = pytest.importorskip("mcp")

from anyio.from_thread import start_blocking_portal  # noqa: E402 - installed with the SDK

COMMAND = ("-m", "workbench", "mcp", "--seat", "3", "--seconds", "50")
SEAT = 2  # the seat of the session, from 0


class Session:
    """A client of one server. `call` and `tools` return what the server answers."""

    def __init__(self, portal: Any, client: Any, home: Path) -> None:
        self.client, self.home, self._portal = client, home, portal

    def call(self, name: str, **arguments: Any) -> Any:
        return self._portal.call(partial(self.client.call_tool, name, arguments))

    def data(self, name: str, **arguments: Any) -> dict[str, Any]:
        result = self.call(name, **arguments)
        assert not result.is_error, result
        assert json.loads(result.content[0].text) == result.structured_content
        return dict(result.structured_content)

    def cancelled_call(self, name: str, seconds: float, **arguments: Any) -> None:
        """Make a call, and cancel it after some seconds."""
        import anyio

        async def cancel() -> None:
            with anyio.move_on_after(seconds) as scope:
                answer = await self.client.call_tool(name, arguments)
            assert scope.cancelled_caught, answer

        self._portal.call(cancel)

    def soon(self, seconds: float, name: str, **arguments: Any) -> Any:
        """Return the answer to a call, which must come within some seconds."""
        import anyio

        async def call() -> Any:
            with anyio.fail_after(seconds):
                return await self.client.call_tool(name, arguments)

        return self._portal.call(call)

    def tools(self) -> Any:
        return self._portal.call(self.client.list_tools).tools


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    home = tmp_path_factory.mktemp("home")
    variables = {**environment(), "HERBARIUM_HOME": str(home)}
    server = mcp.StdioServerParameters(command=sys.executable, args=list(COMMAND), env=variables, cwd=ROOT)
    client = mcp.Client(mcp.stdio_client(server))
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client) as connected:
        yield Session(portal, connected, home)


def test_server_says_what_the_session_sees(session: Session) -> None:
    assert session.client.server_info.name == "herbarium"
    assert session.client.instructions.endswith("This session sees what seat 3 sees.")


def test_all_tools_are_listed_as_read_only(session: Session) -> None:
    listed = session.tools()
    assert [tool.name for tool in listed] == [tool.name for tool in TOOLS]
    assert all(tool.annotations.read_only_hint and tool.description and tool.input_schema for tool in listed)


def test_every_tool_answers_and_writes_no_file(session: Session, tmp_path: Path) -> None:
    record = write_record(tmp_path / "a.herbarium", "herd(size=2)", played("herd(size=2)", 8, "greedy"))
    calls: dict[str, dict[str, Any]] = {
        "games": {},
        "rules": {"game": "herd"},
        "read_position": {"position": HIDDEN},
        "legal_moves": {"position": HIDDEN},
        "why_not": {"position": HIDDEN, "move": "cure:zz"},
        "analyse": {"position": HIDDEN, "simulations": 20},
        "compare": {"position": OPEN, "moves": ["a2", "c2"], "games": 20},
        "roll_out": {"position": HIDDEN, "games": 20, "horizon": 1},
        "beliefs": {"position": HIDDEN},
        "review": {"record": record, "simulations": 8, "repeats": 2},
        "luck": {"record": record},
        "puzzle": {"game": "herd"},
    }
    for name, arguments in calls.items():
        assert session.data(name, **arguments), name
    picture = session.call("picture", position="herd(size=2)", width=100)
    assert b64decode(picture.content[0].data).startswith(b"\x89PNG") and picture.content[0].mime_type == "image/png"
    assert {*calls, "picture"} == {tool.name for tool in TOOLS}
    assert not list(session.home.iterdir()), "the tools write no file"


def test_bad_arguments_are_errors_of_the_tool(session: Session) -> None:
    for name, arguments in (
        ("nothing", {}),
        ("analyse", {}),
        ("analyse", {"position": 3}),
        ("analyse", {"position": "herd(size=99)"}),
        ("compare", {"position": OPEN, "moves": ["zz", "a2"]}),
        ("games", {"wrong": 1}),
    ):
        result = session.call(name, **arguments)
        text = result.content[0].text
        assert result.is_error and text and "\n" not in text and "Traceback" not in text


def test_budget_is_cut_and_the_answer_says_so(session: Session) -> None:
    notes = session.data("analyse", position=OPEN, simulations=10, seconds=60)["notes"]
    assert notes == ["You asked for 60 s; this session allows 50 s per call."]


def test_cancelled_request_stops_its_work(session: Session) -> None:
    """Calls run one after another, so without the stop the next one would wait for the whole budget of 50 s."""
    for name, arguments in (
        ("analyse", {"position": HIDDEN, "simulations": 3 * 10**5, "bot": "improver"}),
        ("roll_out", {"position": HIDDEN, "games": 10**4, "continuation": "30"}),
    ):
        session.cancelled_call(name, 0.3, **arguments)
        assert session.soon(12, "legal_moves", position=OPEN).structured_content["moves"]


def test_hostile_calls_reveal_nothing_hidden(session: Session) -> None:
    wanted, made, number = deep(12, 1000), 0, 0
    for seat, state, other in indistinguishable_positions("herbalism", 4 * wanted):
        if seat != SEAT:
            continue
        if made >= wanted:
            break
        number += 1
        for name, arguments in hostile_calls(state, number):
            exchanged = {**arguments, "position": arguments["position"].replace(state.situation, other.situation)}
            first, second = session.call(name, **arguments), session.call(name, **exchanged)
            assert first.model_dump_json() == second.model_dump_json(), (name, arguments)
            made += 1
    assert made >= wanted


def test_only_the_protocol_is_on_stdout(tmp_path: Path) -> None:
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ]  # fmt: skip
    before = set(tmp_path.iterdir())
    result = subprocess.run(
        [sys.executable, "-P", *COMMAND],
        input="not JSON\n" + "".join(f"{json.dumps(message)}\n" for message in messages),
        env={**environment(), "HERBARIUM_HOME": str(tmp_path)},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 0 and all(line["jsonrpc"] == "2.0" for line in lines)
    assert any(line.get("id") == 1 and line["result"]["serverInfo"]["name"] == "herbarium" for line in lines)
    assert set(tmp_path.iterdir()) == before, "the server writes no file"
