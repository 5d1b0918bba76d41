"""All checks of a program, in order, with the processes that they need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from subprocess import TimeoutExpired

import fastcore
from bots.base import in_one_line
from bots.loading.sources import Source
from bots.report import Limit
from workbench.programs.check import handshake
from workbench.programs.check.conversation import Conversation, ConversationError
from workbench.programs.check.games import NAMES, REPEATS, GameChecker
from workbench.programs.check.results import Result, Results
from workbench.protocol import messages
from workbench.system.processes import OUTPUT_BYTES

FORM = {  # kind of fault -> the check that it fails
    "not JSON": "every line is JSON",
    "no object": "every line is an object",
    "no jsonrpc": "every message has jsonrpc 2.0",
    "wrong members": "every message has valid members",
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
KILLED = "it was ended by SIGKILL"  # by the guard, because it did not end in time


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
        self.printed, self.peak_mb, self.others = 0, 0.0, 0
        self.out_of_memory = ""
        self._faults: dict[str, str] = {}

    def run(self) -> Results:
        """Run all checks."""
        self._in_new_process("handshake", handshake.HELLO, self._greet, greets=False, then=self._check_basics)
        identity = self.identity
        if identity is not None:
            self._in_new_process("versions", handshake.OTHER_VERSION, handshake.check_other_version, greets=False)
            for game in fastcore.games():
                self._check_game(game, identity)
            self._check_sessions(identity)
        self._check_form()
        if identity is not None:
            self._check_ending()
        return self.results

    def _check_basics(self, conversation: Conversation) -> None:
        """Run the checks without a game, in the process that has answered hello."""
        identity = self.identity
        if identity is not None:
            self._group(conversation, "options", handshake.OPTIONS,
                        lambda: handshake.check_options(conversation, self.results, identity))  # fmt: skip
            self._group(conversation, "unusual messages", handshake.ROBUST,
                        lambda: handshake.check_robustness(conversation, self.results))  # fmt: skip

    def _greet(self, conversation: Conversation, results: Results) -> None:
        self.identity = handshake.check_hello(conversation, results)

    def _group(self, conversation: Conversation, group: str, names: Sequence[str], run: Callable[[], None]) -> None:
        """Run checks. If the program ends or does not answer, the next check fails and the rest is skipped."""
        results = self.results
        results.group = group
        before = len(results.all)
        try:
            run()
            return
        except ConversationError as error:
            why, line = str(error), error.line
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
            why, line = f"its message cannot be judged: {in_one_line(error)}", conversation.last_heard
        done = {result.name for result in results.all[before:]}
        # after the last check, the program ended where it should have waited
        failed, *untried = [name for name in names if name not in done] or [names[-1]]
        results.add(failed, "failed", why, line)
        results.skip("not tried after this failure", *untried)

    def _in_new_process(
        self, group: str, names: Sequence[str], run: Callable[[Conversation, Results], None], greets: bool = True,
        then: Callable[[Conversation], None] = lambda conversation: None,
    ) -> None:  # fmt: skip
        conversation = Conversation(self.source, MEMORY_MB)

        def steps() -> None:
            if greets:
                handshake.greet(conversation)
            run(conversation, self.results)

        try:
            self._group(conversation, group, names, steps)
            then(conversation)
        finally:
            self._close(conversation)

    def _close(self, conversation: Conversation) -> None:
        """End a process, and keep what the last checks judge."""
        conversation.close()
        self.printed = max(self.printed, len(conversation.child.output.encode()))
        self.peak_mb, self.others = max(self.peak_mb, conversation.peak_mb), max(self.others, conversation.others)
        self._faults = {**conversation.faults, **self._faults}
        self.out_of_memory = self.out_of_memory or conversation.out_of_memory

    def _check_game(self, game: str, identity: messages.Identity) -> None:
        names, repeats = tuple(f"{name}: {game}" for name in NAMES), f"{REPEATS}: {game}"
        specs = [spec for spec in identity.games if spec.partition("(")[0] == game]
        claimed = "*" in identity.games or bool(specs)
        if not claimed or (self.games and game not in self.games):
            self.results.group = game
            self.results.skip(
                "it does not play this game" if not claimed else "this game was not chosen", *names, repeats
            )
            return
        spec = game if "*" in identity.games or game in specs else specs[0]
        checker: GameChecker | None = None

        def play(conversation: Conversation, results: Results) -> None:
            nonlocal checker
            checker = GameChecker(conversation, identity, results, fastcore.start(spec).spec)
            checker.run()

        self._in_new_process(game, names, play)
        if identity.deterministic == "none":
            self.results.skip("it does not claim to be deterministic", repeats)
        elif checker is None or not checker.moves:
            self.results.skip("it has not played a game", repeats)
        else:
            first = checker
            self._in_new_process(game, (repeats,), lambda conversation, results: first.check_repeat(conversation))

    def _check_sessions(self, identity: messages.Identity) -> None:
        if identity.sessions < 2:
            self.results.group = "sessions"
            self.results.skip("it claims one session", *SESSIONS)
            return

        def play(conversation: Conversation, results: Results) -> None:
            spec = fastcore.games()[0] if "*" in identity.games else identity.games[0]
            checkers = [GameChecker(conversation, identity, results, fastcore.start(spec).spec) for _ in range(2)]
            checkers[1].position.game = 1
            for checker in checkers:
                checker.begin(fastcore.Viewpoint(checker.spec, 0))
            faults = [checker.play(fastcore.start(checker.spec), 0, Limit(simulations=5), 3) for checker in checkers]
            bad = [played for played in faults if played.fault]
            results.check(SESSIONS[0], not bad, "".join(played.fault for played in bad[:1]))

        self._in_new_process("sessions", SESSIONS, play)

    def _check_form(self) -> None:
        self.results.group = "form"
        for kind, name in FORM.items():
            line = self._faults.get(kind, "")
            self.results.check(name, kind not in self._faults, "a message breaks this rule", line)

    def _check_ending(self) -> None:
        self._in_new_process("ending", ENDING[:2], self._quit)
        self._in_new_process("ending", ENDING[2:3], self._close_input)
        check = self.results.check
        check(ENDING[3], not self.others, f"it has started other processes: {self.others}")
        check(ENDING[4], self.printed < OUTPUT_BYTES, "it wrote more")
        used = f"it used {self.peak_mb:,.0f} MB; the limit is {MEMORY_MB:,} MB"
        check(ENDING[5], not self.out_of_memory and self.peak_mb <= MEMORY_MB, self.out_of_memory or used)

    @staticmethod
    def _quit(conversation: Conversation, results: Results) -> None:
        conversation.tell(messages.Quit())
        conversation.close_input()
        how = wait_for_end(conversation)
        if results.check(ENDING[0], how, f"it did not end within {messages.QUIT_SECONDS:g} s and was killed"):
            results.check(ENDING[1], how == "it ended with status 0", how)
        else:
            results.skip("it did not end after quit", ENDING[1])

    @staticmethod
    def _close_input(conversation: Conversation, results: Results) -> None:
        conversation.close_input()
        ended = wait_for_end(conversation)
        results.check(ENDING[2], ended, f"it did not end within {messages.QUIT_SECONDS:g} s and was killed")


def wait_for_end(conversation: Conversation) -> str:
    """Return how the program ended after its input was closed, or "" if it did not and had to be killed."""
    with suppress(TimeoutExpired):
        conversation.child.process.wait(messages.QUIT_SECONDS)
        how = conversation.child.end()
        return "" if how == KILLED else how
    return ""
