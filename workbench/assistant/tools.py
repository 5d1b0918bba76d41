"""The list of tools, and the call of one tool by its name. It knows no protocol."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from threading import Event
from typing import Any, NamedTuple

import msgspec

from fastcore import IllegalMove
from workbench.assistant import positions, puzzles, requests, saved_games, thinking
from workbench.assistant.access import Access, RequestError
from workbench.assistant.budget import Budget
from workbench.assistant.requests import Answer
from workbench.system.translation import tr

MOST_MESSAGE = 500  # characters of an error message


class Tool(NamedTuple):
    """One tool.

    Attributes:
        name: The name.
        meaning: What it does, for the assistant.
        arguments: The class of its arguments.
        function: Answers a call: data for JSON, or a picture as PNG.
    """

    name: str
    meaning: str
    arguments: type[msgspec.Struct]
    function: Callable[[Access, Any, Budget], Answer | bytes]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments, without references at its root."""
        whole = msgspec.json.schema(self.arguments)
        definitions = whole.get("$defs", {})
        root: dict[str, Any] = dict(definitions.pop(self.arguments.__name__))
        root.pop("title", None)
        root.pop("description", None)
        return root | ({"$defs": definitions} if definitions else {})


TOOLS = (
    Tool(
        "games",
        tr("List the games with their options, and what this session may see."),
        requests.GamesRequest,
        positions.games,
    ),
    Tool(
        "rules",
        tr("Show the rules of a game, with its notation of positions and moves."),
        requests.RulesRequest,
        positions.rules,
    ),
    Tool(
        "read_position",
        tr("Check a position: its board and who moves, or its problems with fixes."),
        requests.PositionRequest,
        positions.read_position,
    ),
    Tool("legal_moves", tr("List the legal moves of a position."), requests.PositionRequest, positions.legal_moves),
    Tool("why_not", tr("Explain why a move is illegal."), requests.MoveRequest, positions.why_not),
    Tool(
        "analyse",
        tr("Let a bot search a position: candidates with values, errors and best lines."),
        requests.AnalyseRequest,
        thinking.analyse,
    ),
    Tool(
        "compare",
        tr("Compare moves by games with the same luck: differences with intervals, and reasons."),
        requests.CompareRequest,
        thinking.compare,
    ),
    Tool(
        "roll_out",
        tr("Play a position many times: the mean result and points of each player."),
        requests.RolloutRequest,
        thinking.roll_out,
    ),
    Tool(
        "beliefs",
        tr("Show how likely each hidden thing is, from what one seat knows."),
        requests.BeliefsRequest,
        positions.beliefs,
    ),
    Tool(
        "review",
        tr("Judge the decisions of a saved game: what each one lost, and what was better."),
        requests.ReviewRequest,
        saved_games.review,
    ),
    Tool(
        "luck",
        tr("Split the result of a saved, finished game into luck, skill and drift."),
        requests.LuckRequest,
        saved_games.luck,
    ),
    Tool(
        "puzzle",
        tr("Show a puzzle, judge an answer, or show the solution."),
        requests.PuzzleRequest,
        puzzles.puzzle,
    ),
    Tool("picture", tr("Draw the board of a position."), requests.PictureRequest, positions.picture),
)


def call(access: Access, name: str, arguments: Mapping[str, Any], cancelled: Event | None = None) -> Answer | bytes:
    """Call a tool and return its answer. What was cut to the budget is in its `notes`.

    Args:
        access: The rights of the session.
        name: The name of the tool.
        arguments: Its arguments.
        cancelled: Set when nobody waits for the answer any more; the call then ends soon.

    Raises:
        RequestError: The call cannot be answered. The message is one line.
    """
    tool = next((tool for tool in TOOLS if tool.name == name), None)
    try:
        if tool is None:
            names = ", ".join(tool.name for tool in TOOLS)
            raise RequestError(tr("there is no tool {name!r}; the tools are {names}", name=name[:40], names=names))
        request = _request(tool, arguments)
        budget = Budget(access.seconds, getattr(request, "seconds", None), cancelled)
        answer = tool.function(access, request, budget)
    except IllegalMove as error:  # the session may not see its situation
        raise RequestError(_line(f"{error.move[:60]!r}: {error.reason}")) from None
    except ValueError as error:
        raise RequestError(_line(str(error))) from None
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise RequestError(tr("internal error: {kind}", kind=type(error).__name__)) from None
    if isinstance(answer, dict) and budget.notes:
        answer["notes"] = budget.notes
    return answer


def _request(tool: Tool, arguments: Mapping[str, Any]) -> Any:
    """Return the arguments of a call.

    Raises:
        RequestError: They do not fit the tool.
    """
    try:
        return msgspec.convert(dict(arguments), tool.arguments)
    except msgspec.ValidationError as error:
        names = ", ".join(tool.arguments.__struct_fields__)
        known = (
            tr("the arguments of {tool}: {names}", tool=tool.name, names=names)
            if names
            else tr("{tool} has no arguments", tool=tool.name)
        )
        raise RequestError(_line(f"{error}; {known}")) from None


def _line(text: str) -> str:
    """Return a message on one line with only printable characters, cut if it is long."""
    line = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in " ".join(text.split()))
    return line if len(line) <= MOST_MESSAGE else f"{line[: MOST_MESSAGE - 3]}..."
