"""All checks of a program, in order, with the processes that they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from subprocess import TimeoutExpired
from time import monotonic

import fastcore
from bots.report import Limit
from bots.sources import Source
from workbench.programs.check import handshake
from workbench.programs.check.conversation import Conversation, ConversationEndedError, NoAnswerError
from workbench.programs.check.games import NAMES, GameChecker
from workbench.programs.check.results import Result, Results
from workbench.protocol import messages
from workbench.system import linux

FORM = {  # kind of fault -> the check that it fails
    "not JSON": "every line is JSON",
    "no object": "every line is an object",
    "no jsonrpc": "every message has jsonrpc 2.0",
    "not finite": "all numbers are finite",
    "wrong id": "every answer has the id of a question",
    "second answer": "no question gets two answers",
    "result or error": "every answer has either a result or an error",
    "unknown notification": "sends only notifications of the protocol, or x-...",
    "wrong info": "every info is a valid message",
    "wrong busy": "every busy is a valid message",
    "request from the bot": "sends no requests",
}
SESSIONS = ("plays two games at a time, as it claims",)
ENDING = (
    "ends after quit", "ends with status 0", "ends when its input closes", "starts no other processes",
    "writes at most 64 KiB to standard error", "stays within its memory limit",
)  # fmt: skip
MEMORY_MB = 2048


class Checker:
    """The checks of one program.

    Args:
        source: The program.
        on_result: Called with each result.
        games: The games to check; () for all that the program claims.
    """

    def __init__(
        self, source: Source, on_result: Callable[[Result], None] = lambda result: None, games: Sequence[str] = ()
    ) -> None:
        self.source, self.games = source, games
        self.results = Results(on_result)
        self.identity: messages.Identity | None = None
        self.printed = 0
        self._faults: dict[str, str] = {}

    def run(self) -> Results:
        """Run all checks."""
        conversation = Conversation(self.source, MEMORY_MB)
        try:
            self._group("handshake", handshake.HELLO, lambda: self._greet(conversation))
            identity = self.identity
            if identity is None:
                return self.results
            self._group("options", handshake.OPTIONS,
                        lambda: handshake.check_options(conversation, self.results, identity))  # fmt: skip
            self._group("unusual messages", handshake.ROBUST,
                        lambda: handshake.check_robustness(conversation, self.results))  # fmt: skip
        finally:
            self._close(conversation)
        self._in_new_process("versions", handshake.OTHER_VERSION, handshake.check_other_version, greets=False)
        for game in fastcore.games():
            self._check_game(game, identity)
        self._in_new_process("sessions", SESSIONS, self._check_sessions)
        self._check_form(conversation)
        self._check_ending()
        return self.results

    def _greet(self, conversation: Conversation) -> None:
        self.identity = handshake.check_hello(conversation, self.results)

    def _group(self, group: str, names: Sequence[str], run: Callable[[], None]) -> None:
        """Run checks. If the program ends or does not answer, the next check fails and the rest is skipped."""
        results = self.results
        results.group = group
        before = len(results.all)
        try:
            run()
        except (NoAnswerError, ConversationEndedError) as error:
            done = {result.name for result in results.all[before:]}
            # after the last check, the program ended where it should have waited
            failed, *untried = [name for name in names if name not in done] or [names[-1]]
            results.add(failed, "failed", str(error))
            results.skip("not tried after this failure", *untried)

    def _in_new_process(
        self, group: str, names: Sequence[str], run: Callable[[Conversation, Results], None], greets: bool = True
    ) -> None:
        conversation = Conversation(self.source, MEMORY_MB)

        def steps() -> None:
            if greets:
                handshake.greet(conversation)
            run(conversation, self.results)

        try:
            self._group(group, names, steps)
        finally:
            self._close(conversation)
            self._faults |= conversation.faults

    def _close(self, conversation: Conversation) -> None:
        conversation.close()
        self.printed = max(self.printed, len(conversation.child.output.encode()))

    def _check_game(self, game: str, identity: messages.Identity) -> None:
        names = tuple(f"{name}: {game}" for name in NAMES)
        specs = [spec for spec in identity.games if spec.partition("(")[0] == game]
        claimed = "*" in identity.games or bool(specs)
        if not claimed or (self.games and game not in self.games):
            self.results.group = game
            self.results.skip("it does not play this game" if not claimed else "this game was not chosen", *names)
            return
        spec = game if "*" in identity.games or game in specs else specs[0]
        self._in_new_process(
            game, names, lambda conversation, results: GameChecker(
                conversation, identity, results, fastcore.start(spec).spec
            ).run()
        )  # fmt: skip

    def _check_sessions(self, conversation: Conversation, results: Results) -> None:
        identity = self.identity
        assert identity is not None
        if identity.sessions < 2:
            results.skip("it claims one session", *SESSIONS)
            return
        spec = fastcore.games()[0] if "*" in identity.games else identity.games[0]
        checkers = [GameChecker(conversation, identity, results, fastcore.start(spec).spec) for _ in range(2)]
        checkers[1].position.game = 1
        for checker in checkers:
            checker.begin(fastcore.Viewpoint(checker.spec, 0))
        faults = [checker.play(fastcore.start(checker.spec), 0, Limit(simulations=5), 3) for checker in checkers]
        bad = [played for played in faults if played.fault]
        results.check(SESSIONS[0], not bad, "".join(played.fault for played in bad[:1]))

    def _check_form(self, conversation: Conversation) -> None:
        faults = {**conversation.faults, **self._faults}
        self.results.group = "form"
        for kind, name in FORM.items():
            self.results.check(name, kind not in faults, "a message breaks this rule", faults.get(kind, ""))

    def _check_ending(self) -> None:
        self.results.group = "ending"
        conversation = Conversation(self.source, MEMORY_MB)
        try:
            self._group("ending", ENDING, lambda: self._end(conversation))
        finally:
            conversation.close()

    def _end(self, conversation: Conversation) -> None:
        handshake.greet(conversation)
        used = linux.resident_mb(conversation.child.pid)
        others = set(linux.descendants(conversation.child.process.pid)) - {conversation.child.pid}
        conversation.tell(messages.Quit())
        conversation.close_input()
        start = monotonic()
        how = wait_for_end(conversation, messages.QUIT_SECONDS)
        took = monotonic() - start
        check = self.results.check
        check(ENDING[0], how is not None, f"it is still running {took:.1f} s after quit")
        check(ENDING[1], how in (None, "it ended with status 0"), how or "")
        second = Conversation(self.source, MEMORY_MB)
        try:
            handshake.greet(second)
            second.close_input()
            how = wait_for_end(second, messages.QUIT_SECONDS)
            check(ENDING[2], how is not None and "SIGKILL" not in how, f"it does not end within 1 s: {how}")
        finally:
            second.close()
        check(ENDING[3], not others, f"it has started other processes: {len(others)}")
        check(ENDING[4], self.printed < 2**16, "it wrote more")
        check(ENDING[5], used <= MEMORY_MB, f"it uses {used:,.0f} MB after its start")


def wait_for_end(conversation: Conversation, seconds: float) -> str | None:
    """Return how the program ended, or None if it still runs after this time."""
    with suppress(TimeoutExpired):
        conversation.child.process.wait(seconds)
        return conversation.child.end()
    return None
