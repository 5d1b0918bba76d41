"""The server of the Model Context Protocol over stdin and stdout.

Only this file uses the SDK `mcp`, which is optional. It is imported when the server starts.
"""

from __future__ import annotations

import logging
import sys
from base64 import b64encode
from threading import Event
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.assistant.access import Access, RequestError
from workbench.assistant.requests import Answer
from workbench.assistant.tools import TOOLS, call
from workbench.system.translation import tr
from workbench.system.version import version

if TYPE_CHECKING:
    import mcp_types
    from mcp.server import Server

INSTRUCTIONS = tr(
    "Herbarium plays and analyses board games. Call games first, then rules for the notation. A position is a spec and "
    "a position text. Every number has its error; a difference whose interval contains 0 is no difference."
)


def make_server(access: Access) -> Server[Any]:
    """Return a server with all tools, for a session with these rights. Calls run one after another on a thread.

    A request that the client cancels stops its work.
    """
    import anyio
    import mcp_types
    from anyio.to_thread import run_sync
    from mcp.server import Server

    one_at_a_time = anyio.Lock()

    async def list_tools(
        context: object, parameters: mcp_types.PaginatedRequestParams | None
    ) -> mcp_types.ListToolsResult:
        return mcp_types.ListToolsResult(tools=listed_tools())

    async def call_tool(context: object, parameters: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
        cancelled = Event()

        async def watch() -> None:
            try:
                await anyio.sleep_forever()
            finally:
                cancelled.set()

        async with one_at_a_time, anyio.create_task_group() as group:
            group.start_soon(watch)
            with anyio.CancelScope(shield=True):  # the next call waits for the end of this work
                try:
                    answer = result(
                        await run_sync(call, access, parameters.name, parameters.arguments or {}, cancelled)
                    )
                except RequestError as error:
                    text = mcp_types.TextContent(type="text", text=str(error))
                    answer = mcp_types.CallToolResult(content=[text], is_error=True)
            group.cancel_scope.cancel()
        return answer

    return Server(
        "herbarium",
        version=version(),
        instructions=f"{INSTRUCTIONS} {access.words}",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def listed_tools() -> list[mcp_types.Tool]:
    """Return all tools as the protocol describes them. They change nothing and reach nothing outside."""
    import mcp_types

    hints = mcp_types.ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return [
        mcp_types.Tool(name=tool.name, description=tool.meaning, input_schema=tool.schema, annotations=hints)
        for tool in TOOLS
    ]


def result(answer: Answer | bytes) -> mcp_types.CallToolResult:
    """Return an answer as the protocol has it: JSON as text and as data, or a picture."""
    import mcp_types

    if isinstance(answer, bytes):
        image = mcp_types.ImageContent(type="image", data=b64encode(answer).decode(), mime_type="image/png")
        return mcp_types.CallToolResult(content=[image])
    text = mcp_types.TextContent(type="text", text=msgspec.json.encode(answer).decode())
    return mcp_types.CallToolResult(content=[text], structured_content=msgspec.to_builtins(answer))


def run(access: Access) -> None:
    """Serve one client over stdin and stdout until it closes stdin. Nothing else may write to stdout."""
    import anyio

    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    anyio.run(_serve, access)


async def _serve(access: Access) -> None:
    from mcp.server.stdio import stdio_server

    server = make_server(access)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
