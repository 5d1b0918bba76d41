"""The messages of the protocol, version 1, in the order of their keys on the line.

`docs/bots/protocol.md` explains them; `workbench.protocol.schema` writes `docs/bots/protocol.schema.json` from them.
A change of a type here needs a new `VERSION`.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from bots.report import MAX_LIST, Limit

PROTOCOL: Literal["herbarium-bot"] = "herbarium-bot"
VERSION = "1.2"  # the number before the point is negotiated by `hello`
VERSIONS = (1,)
MAX_LINE = 2**22  # bytes of a line from a bot
MAX_HOST_LINE = 2**16  # bytes of a line from the host
MAX_MALFORMED = 3  # malformed lines after which the host ends the game
KEPT_PER_SECOND = 20  # reports that the host keeps per second

START_SECONDS = 20.0  # for the answer to `hello`, unless the bot sends `busy`
MAX_START_SECONDS = 60.0  # for the answer to `hello` in all
NEW_GAME_SECONDS = 10.0  # for the answers to `set` and `new_game`
STOP_SECONDS = 2.0  # for the answer after `stop`
QUIT_SECONDS = 2.0  # for the end of the program after `quit`

ILLEGAL_MOVE, NO_SUCH_GAME, BAD_POSITION, NO_MEMORY = -32001, -32002, -32003, -32004
NO_METHOD, BAD_PARAMS = -32601, -32602

Short = Annotated[str, Meta(max_length=200)]
Move = Annotated[str, Meta(max_length=2000)]
Moves = Annotated[tuple[Move, ...], Meta(max_length=MAX_LIST)]
Values = Annotated[tuple[float, ...], Meta(max_length=8)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Id = Annotated[int, Meta(ge=0, le=2**53)]
OptionValue = int | float | str
Want = Literal["view", "moves", "values", "plans"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of all parts of messages. Unknown members are ignored."""


# From the host --------------------------------------------------------------------------------------------------------


class Host(Part, frozen=True, omit_defaults=False):
    """The program that runs the games."""

    name: str
    version: str


class Limits(Part, frozen=True, omit_defaults=False):
    """Seconds that the host waits for each answer, and for the end of the program after `quit`."""

    start: float
    new_game: float
    stop: float
    quit: float


class Hello(Part, frozen=True, omit_defaults=False):
    """The first request: which versions of the protocol the host speaks. The result is an `Identity`."""

    method: ClassVar[str] = "hello"
    protocol: Literal["herbarium-bot"]
    versions: tuple[int, ...]
    host: Host
    limits: Limits


class SetOption(Part, frozen=True, omit_defaults=False):
    """A request to set an option that the bot has declared. The result may be anything."""

    method: ClassVar[str] = "set"
    name: Short
    value: OptionValue


class NewGame(Part, frozen=True, omit_defaults=False):
    """A request to begin a new game. The result may be anything.

    `game` numbers the game in this process. `position` is the start as this seat sees it. `seed` is this seat's own
    seed, a decimal number below 2^63 in a text. `seat` is null if the bot only analyses what everybody sees.
    """

    method: ClassVar[str] = "new_game"
    game: Id
    spec: Short
    seat: Seat | None
    seats: int
    seed: Short
    position: str


class Observe(Part, frozen=True, omit_defaults=False):
    """A notification: what this seat learns from one move or one chance event.

    `n` counts the events of the game, from 1. `actor` is the seat that moved, or null for chance. `digest` is the
    CRC-32 of this seat's view after the event, as 8 hexadecimal digits.
    """

    method: ClassVar[str] = "observe"
    game: Id
    n: Id
    actor: Seat | None
    event: str
    digest: str


class Suppose(Part, frozen=True, omit_defaults=False):
    """A notification in an analysis: the user assumes this fact about hidden things."""

    method: ClassVar[str] = "suppose"
    game: Id
    n: Id
    fact: str


class View(Part, frozen=True, omit_defaults=False):
    """A notification that replaces everything that the bot knows of the game: the position as its seat sees it.

    Events that led there may follow as `observe`. `n` starts again at the number given here.
    """

    method: ClassVar[str] = "view"
    game: Id
    n: Id
    position: str


class Choose(Part, frozen=True):
    """A request to decide. The result is a `Decision`.

    `n` is the number of events that the bot should have seen. `seat` is the seat to move. `turn` and `phase` say which
    decision this is. Without a `limit`, the bot follows its own options, or thinks until a `stop`. `used` is the
    seconds from the host's last question to its answer. `view`, `moves` and `values` are present if the bot wants them;
    `values` is the evaluation for this seat, from -1 to 1, of the position after each move. `compare` has the move that
    should be among the candidates of the report, and in a secret plan also the moves after it.
    """

    method: ClassVar[str] = "choose"
    game: Id
    n: Id
    seat: Seat
    turn: int
    phase: str
    limit: Limit | None = None
    used: float | None = None
    view: str | None = None
    moves: tuple[str, ...] | None = None
    values: tuple[float, ...] | None = None
    compare: tuple[str, ...] | None = None


class Stop(Part, frozen=True, omit_defaults=False):
    """A notification: answer the request `id` now."""

    method: ClassVar[str] = "stop"
    id: Id


class Ping(Part, frozen=True):
    """A request whose answer shows that the bot has read everything before it. The result may be anything."""

    method: ClassVar[str] = "ping"


class GameOver(Part, frozen=True):
    """A notification: the game has ended.

    `ending` is `normal`, `adjudicated`, `illegal`, `timeout`, `crash` or `void`. `guilty` is the seat that caused an
    irregular ending. `returns` are the results of all seats, from -1 to 1.
    """

    method: ClassVar[str] = "game_over"
    game: Id
    ending: str
    returns: tuple[float, ...]
    points: tuple[int, ...] = ()
    guilty: Seat | None = None
    reason: str = ""


class Quit(Part, frozen=True):
    """The last notification: end. The host then closes the input."""

    method: ClassVar[str] = "quit"


# From the bot ---------------------------------------------------------------------------------------------------------


class ProgramOption(Part, frozen=True):
    """An option that the bot declares.

    `type` is `whole` or `number` (with `min` and `max`) or `choice` (with `choices`). Without a `default`, an option
    that is not set has no value.
    """

    name: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
    type: Literal["whole", "number", "choice"]
    default: OptionValue | None = None
    meaning: Short = ""
    min: float = 0
    max: float = 0
    choices: Annotated[tuple[Short, ...], Meta(max_length=100)] = ()


class Identity(Part, frozen=True):
    """The result of `hello`: who the bot is and what it can do.

    `games` are ids of games, whole specs, or `*` for all games. `wants` says what `choose` should contain; with
    `plans`, the bot writes a secret plan of several steps in one answer. `deterministic` is `simulations` if equal
    seeds, events, options and simulations give equal moves. `sessions` is how many games the process can play at a
    time. With `stays`, the process may play further games of a match after the end of the first.
    """

    version: int
    name: Short
    author: Short = ""
    release: Short = ""
    games: Annotated[tuple[Short, ...], Meta(max_length=100)] = ("*",)
    options: Annotated[tuple[ProgramOption, ...], Meta(max_length=100)] = ()
    wants: Annotated[tuple[Want, ...], Meta(max_length=10)] = ("view", "moves")
    reports: bool = False
    deterministic: Literal["simulations", "none"] = "none"
    sessions: Annotated[int, Meta(ge=1, le=64)] = 1
    threads: Annotated[int, Meta(ge=1, le=64)] = 1
    stays: bool = False


class Candidate(Part, frozen=True):
    """A move that the bot considered. `values` has a number from -1 to 1 for each seat; `line` begins with the move."""

    move: Move
    values: Values
    visits: int = 0
    prior: float = 0.0
    spread: float = 0.0
    line: Moves = ()


class Fact(Part, frozen=True):
    """A reason: a key and its values (docs/bots/write-a-bot.md lists the keys that become sentences)."""

    key: Short
    values: dict[Short, int | float | Move] = {}


class Findings(Part, frozen=True):
    """What the bot has found so far. Every member may be omitted."""

    simulations: int = 0
    seconds: float = 0.0
    candidates: Annotated[tuple[Candidate, ...], Meta(max_length=MAX_LIST)] = ()
    plan: Moves = ()
    mixture: Annotated[tuple[tuple[Move, float], ...], Meta(max_length=MAX_LIST)] = ()
    beliefs: dict[Short, dict[Short, float]] = {}
    facts: Annotated[tuple[Fact, ...], Meta(max_length=MAX_LIST)] = ()


class Decision(Part, frozen=True):
    """The result of `choose`. `plan` has the further moves of a secret plan, if the bot wants `plans`."""

    move: Move
    stopped: bool = False
    plan: Moves = ()
    report: Findings = Findings()


class Info(Part, frozen=True):
    """A notification while the bot thinks: the move that it would play now, and its findings. The newest counts."""

    method: ClassVar[str] = "info"
    id: Id
    move: Move
    report: Findings = Findings()


class Busy(Part, frozen=True):
    """A notification before the answer to `hello`: the bot needs this many more seconds, 60 in all."""

    method: ClassVar[str] = "busy"
    seconds: Annotated[float, Meta(ge=0, le=60)]


class ErrorData(Part, frozen=True):
    """The member of a message that is wrong."""

    field: Short = ""


class ErrorBody(Part, frozen=True):
    """An error instead of a result."""

    code: int
    message: Annotated[str, Meta(max_length=2000)]
    data: ErrorData | None = None


# Envelopes ------------------------------------------------------------------------------------------------------------

HostMessage = Hello | SetOption | NewGame | Observe | Suppose | View | Choose | Stop | Ping | GameOver | Quit
HOST_REQUESTS = (Hello, SetOption, NewGame, Choose, Ping)
HOST_NOTIFICATIONS = (Observe, Suppose, View, Stop, GameOver, Quit)
BOT_RESULTS = (Identity, Decision)
BOT_NOTIFICATIONS = (Info, Busy)


class Incoming(msgspec.Struct, frozen=True):
    """A line in either direction: a request, a notification, a result or an error."""

    id: int | None = None
    method: str | None = None
    params: msgspec.Raw = msgspec.Raw(b"{}")
    result: msgspec.Raw = msgspec.Raw(b"")  # empty if there is none
    error: ErrorBody | None = None


class _Call(msgspec.Struct, frozen=True, omit_defaults=True):
    jsonrpc: str
    id: int | None
    method: str
    params: Any


class _Note(msgspec.Struct, frozen=True):
    jsonrpc: str
    method: str
    params: Any


class _Result(msgspec.Struct, frozen=True):
    jsonrpc: str
    id: int | None
    result: Any


class _Failure(msgspec.Struct, frozen=True):
    jsonrpc: str
    id: int | None
    error: ErrorBody


_ENCODER = msgspec.json.Encoder()
_OTHER = re.compile("[^\0-\x7f]+")


def _as_ascii(line: bytes) -> bytes:
    """Return JSON with escapes in place of all characters that are not ASCII."""
    if line.isascii():
        return line
    return _OTHER.sub(lambda found: json.dumps(found[0])[1:-1], line.decode()).encode()


def call(number: int, message: Part) -> bytes:
    """Return the line of a request."""
    return _as_ascii(_ENCODER.encode(_Call("2.0", number, message.method, message))) + b"\n"  # type: ignore[attr-defined]


def note(message: Part) -> bytes:
    """Return the line of a notification."""
    return _as_ascii(_ENCODER.encode(_Note("2.0", message.method, message))) + b"\n"  # type: ignore[attr-defined]


def result(number: int | None, value: Any) -> bytes:
    """Return the line of a result."""
    return _ENCODER.encode(_Result("2.0", number, value)) + b"\n"


def failure(number: int | None, code: int, message: str, field: str = "") -> bytes:
    """Return the line of an error."""
    body = ErrorBody(code, message, ErrorData(field) if field else None)
    return _ENCODER.encode(_Failure("2.0", number, body)) + b"\n"
