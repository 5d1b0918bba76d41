"""A built-in bot as a program that speaks the protocol over standard input and output (docs/bots/protocol.md)."""

from __future__ import annotations

import os
import queue
import sys
import threading
from time import monotonic
from typing import IO, Any

import msgspec

import bots
import fastcore
from bots import Bot, BotError, Report
from bots.base import in_one_line
from bots.judging import judge_move
from bots.planning import PlanBot
from bots.report import Candidate, Limit
from bots.searching import SearchBot, load_numpy
from fastcore import Viewpoint
from fastcore.values import BadPosition, IllegalMove
from workbench.bot_process.decisions import BotFaultError, close_bot, decide
from workbench.protocol import messages
from workbench.protocol.reports import declared_option, findings_of, plain
from workbench.system import decoding
from workbench.system.version import version

NOT_JSON, NO_MESSAGE, BOT_FAILED = -32700, -32600, -32603
UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, MemoryError)
MAX_SEED = 2**63


class ProtocolError(ValueError):
    """Raised for a request that cannot be fulfilled. `code` and `field` go into the answer."""

    def __init__(self, code: int, message: str, field: str = "") -> None:
        super().__init__(message)
        self.code, self.field = code, field


class BotServer:
    """A server that lets one bot play one game at a time.

    A thread reads the lines, so that a stop reaches a bot that is thinking.

    Args:
        text: The spec of the bot.
        source: The lines of the host.
        sink: Where the answers go.

    Raises:
        BotError: There is no such bot.
    """

    def __init__(self, text: str, source: IO[bytes], sink: IO[bytes]) -> None:
        self.text, self.source, self.sink = text, source, sink
        self.kind = bots.make(text, 0)
        close_bot(self.kind)
        self.values: dict[str, str] = {}
        self.bot: Bot | None = None
        self.point: Viewpoint | None = None
        self.game = self.events = 0
        self.options = tuple(found for option in self.kind.options if (found := declared_option(option)) is not None)
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stopped: set[int] = set()
        self._writing = threading.Lock()

    def run(self) -> None:
        """Answer the host until it sends `quit` or closes its end of the pipe."""
        threading.Thread(target=self._read, name="reading", daemon=True).start()
        while (line := self._lines.get()) is not None and self._answer(line):
            pass
        if self.bot is not None:
            close_bot(self.bot)

    def _read(self) -> None:
        """Queue the lines for the main thread. Note a stop immediately."""
        for line in self.source:
            if b'"stop"' in line:
                try:
                    incoming = decoding.decode_json(line, messages.Incoming)
                    if incoming.method == messages.Stop.method:
                        self._stopped.add(decoding.decode_json(incoming.params, messages.Stop).id)
                        continue
                except UNREADABLE:
                    pass  # the main thread answers
            self._lines.put(line)
        self._lines.put(None)

    def _write(self, line: bytes) -> None:
        with self._writing:
            self.sink.write(line)
            self.sink.flush()

    def _answer(self, line: bytes) -> bool:
        """Handle one line. Return False after `quit`."""
        if not line.strip():
            return True
        try:
            incoming = decoding.decode_json(line, messages.Incoming)
        except msgspec.ValidationError as error:
            place = decoding.place_of(error)
            self._write(messages.failure(None, NO_MESSAGE, decoding.in_plain_words(error)[:2000], place[:200]))
            return True
        except UNREADABLE as error:
            why = f"this line is not JSON: {in_one_line(error)}"
            self._write(messages.failure(None, NOT_JSON, why[:2000]))
            return True
        number = incoming.id
        if incoming.method == messages.Quit.method:
            return False
        if incoming.method is None:
            return True  # an answer to a question that was never asked
        try:
            answer = self._handle(incoming.method, incoming.params, number)
            if number is not None:
                self._write(messages.result(number, answer))
        except ProtocolError as error:
            self._refuse(number, error.code, str(error), error.field)
        except BotFaultError as fault:
            self._refuse(number, BOT_FAILED, str(fault), "")
        except msgspec.MsgspecError as error:
            self._refuse(number, messages.BAD_PARAMS, decoding.in_plain_words(error), decoding.place_of(error))
        except IllegalMove as error:
            self._refuse(number, messages.ILLEGAL_MOVE, str(error), "compare")
        except (ValueError, RecursionError) as error:
            self._refuse(number, messages.BAD_PARAMS, in_one_line(error), "")
        except MemoryError:
            self._refuse(number, messages.NO_MEMORY, "out of memory", "")
        return True

    def _refuse(self, number: int | None, code: int, message: str, field: str) -> None:
        """Answer with an error. A notification gets none."""
        if number is not None:
            self._write(messages.failure(number, code, message[:2000], field[:200]))

    def _handle(self, method: str, params: msgspec.Raw, number: int | None) -> Any:
        decode = decoding.decode_json
        if method == messages.Hello.method:
            return self._greet(decode(params, messages.Hello))
        if method == messages.Ping.method:
            return {}
        if method == messages.SetOption.method:
            return self._set(decode(params, messages.SetOption))
        if method == messages.NewGame.method:
            return self._begin(decode(params, messages.NewGame))
        if method == messages.Observe.method:
            return self._observe(decode(params, messages.Observe))
        if method == messages.Suppose.method:
            return self._suppose(decode(params, messages.Suppose))
        if method == messages.View.method:
            view = decode(params, messages.View)
            known = self._known(view.game)
            self.point, self.events = parse_view(known.spec, known.seat, view.position), view.n
            return {}
        if method == messages.Choose.method and number is not None:
            return self._choose(decode(params, messages.Choose), number)
        if method == messages.GameOver.method:
            return {}
        raise ProtocolError(messages.NO_METHOD, f"there is no method {method[:40]!r}", "method")

    def _greet(self, hello: messages.Hello) -> messages.Identity:
        common = set(hello.versions) & set(messages.VERSIONS)
        if not common:
            raise ProtocolError(messages.BAD_PARAMS, f"this bot speaks the versions {messages.VERSIONS}", "versions")
        games = tuple(game for game in fastcore.games() if self.kind.fits(game))
        return messages.Identity(
            max(common), self.kind.name, "Herbarium", version(), games, self.options, (), True, "simulations",
            threads=int(self.kind.values.get("threads") or 1),
        )  # fmt: skip

    def _set(self, request: messages.SetOption) -> dict[str, Any]:
        values = {**self.values, request.name: plain(request.value)}
        try:
            close_bot(bots.make(self._text(values), 0))
        except ValueError as error:
            raise ProtocolError(messages.BAD_PARAMS, str(error), request.name) from None
        self.values = values
        return {}

    def _text(self, values: dict[str, str]) -> str:
        """Return the bot's spec with these options, which replace those of the command line."""
        if not values:
            return self.text
        declared = {option.name: option for option in self.kind.options}
        own = {name: plain(value) for name, value in self.kind.values.items() if plain(value) != declared[name].default}
        listing = ",".join(f"{name}={value}" for name, value in (own | values).items())
        return f"{self.kind.origin or self.kind.name}({listing})"

    def _begin(self, new: messages.NewGame) -> dict[str, Any]:
        if self.bot is not None:
            close_bot(self.bot)
        self.bot = self.point = None
        try:
            self.bot = bots.make(self._text(self.values), seed_of(new.seed), spec=new.spec)
            if not self.bot.fits(new.spec):
                raise ProtocolError(messages.NO_SUCH_GAME, f"{self.bot.name} cannot play {new.spec}", "spec")
        except BotError as error:
            raise ProtocolError(messages.NO_SUCH_GAME, str(error), "spec") from None
        except BadPosition as error:
            raise ProtocolError(messages.NO_SUCH_GAME, str(error), "spec") from None
        load_numpy()
        self.point, self.game, self.events = parse_view(new.spec, new.seat, new.position), new.game, 0
        return {}

    def _known(self, game: int) -> Viewpoint:
        if self.point is None or game != self.game:
            raise ProtocolError(messages.BAD_PARAMS, f"there is no game {game}", "game")
        return self.point

    def _observe(self, observed: messages.Observe) -> dict[str, Any]:
        known = self._known(observed.game)
        try:
            known.observe(observed.event, events=False)
        except ValueError as error:
            raise ProtocolError(messages.BAD_POSITION, str(error), "event") from None
        self.events = observed.n
        return {}

    def _suppose(self, supposed: messages.Suppose) -> dict[str, Any]:
        known = self._known(supposed.game)
        try:
            self.point = known.suppose(supposed.fact)
        except ValueError as error:
            raise ProtocolError(messages.BAD_POSITION, str(error), "fact") from None
        return {}

    def _choose(self, asked: messages.Choose, number: int) -> messages.Decision:
        point = self._known(asked.game)
        if asked.n != self.events:
            raise ProtocolError(messages.BAD_POSITION, f"{self.events} events have arrived, not {asked.n}", "n")
        if point.actor < 0 or (point.seat is not None and point.actor != point.seat):
            raise ProtocolError(messages.BAD_POSITION, "this seat has nothing to decide now", "n")
        assert self.bot is not None
        last = 0.0

        def inform(report: Report) -> None:
            nonlocal last
            if monotonic() - last >= 1 / messages.KEPT_PER_SECOND:
                last = monotonic()
                self._write(messages.note(messages.Info(number, report.move, findings_of(report))))

        if asked.compare is not None:
            report = self._compare(point, asked.compare, asked.limit)
        else:
            report = decide(self.bot, point, asked.limit, inform, lambda: number in self._stopped)
        stopped = number in self._stopped
        # Other questions may be waiting already, and the reading thread may add stops for them meanwhile.
        self._stopped.difference_update([earlier for earlier in self._stopped.copy() if earlier <= number])
        return messages.Decision(report.move, stopped, report=findings_of(report))

    def _compare(self, point: Viewpoint, moves: tuple[str, ...], limit: Limit | None) -> Report:
        """Return a report with a move or a plan among its candidates, or without any if the bot cannot compare them.

        The bot is a new one, so that the report depends only on the position.

        Raises:
            ProtocolError: The first move is not legal.
        """
        if refusal := point.why_not(moves[0] if moves else ""):
            raise ProtocolError(messages.ILLEGAL_MOVE, refusal, "compare")
        bot = bots.make(self._text(self.values), self.bot.seed if self.bot is not None else 0, spec=point.spec)
        try:
            if not isinstance(bot, SearchBot) or not bot.has_comparable_values:
                return msgspec.structs.replace(decide(bot, point, limit), candidates=())
            simulations = (limit or bot.own_limit()).simulations or bot.simulations
            if not isinstance(bot, PlanBot):
                return judge_move(bot, point, moves[0], simulations)[0]
            judgement = bot.judge(point, moves, simulations)
            values = (judgement.value, -judgement.value) if point.actor == 0 else (-judgement.value, judgement.value)
            played = Candidate(moves[0], 0, values, 0.0, 0.0, moves)
            best, *others = judgement.report.candidates
            return msgspec.structs.replace(judgement.report, candidates=(best, played, *others))
        finally:
            close_bot(bot)


def seed_of(text: str) -> int:
    """Return the seed of a game.

    Raises:
        ProtocolError: It is not the decimal digits of a number below 2^63.
    """
    if text.isascii() and text.isdigit() and int(text) < MAX_SEED:
        return int(text)
    raise ProtocolError(messages.BAD_PARAMS, "seed must be the digits of a number below 2^63", "seed")


def parse_view(spec: str, seat: int | None, position: str) -> Viewpoint:
    """Return the viewpoint of a seat at a position: that of the usual start if the position is the usual start.

    Raises:
        ProtocolError: The position cannot be read.
    """
    try:
        usual = Viewpoint(spec, seat)
        return usual if usual.text() == position else Viewpoint.parse(f"{spec} {position}", seat)
    except ValueError as error:
        raise ProtocolError(messages.BAD_POSITION, str(error), "position") from None


def serve(text: str) -> None:
    """Serve a bot over this process's standard input and output. Printed text goes to standard error.

    Raises:
        BotError: There is no such bot.
    """
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    server = BotServer(text, source, sink)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        server.run()
    except BrokenPipeError:
        return
