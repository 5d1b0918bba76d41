"""The checks of whole games: every game that the bot claims, on every seat, with limits, stops and new positions."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

import fastcore
from bots.report import Limit
from fastcore import CHANCE, OVER, State, Stream, Viewpoint
from workbench.bot_process.decisions import find_invalid_part
from workbench.bot_process.messages import SentPosition
from workbench.bot_process.program_position import ProgramPosition
from workbench.programs.check.conversation import Conversation, Reply, decode_fault
from workbench.programs.check.results import Results
from workbench.protocol import messages
from workbench.protocol.reports import as_report
from workbench.records.seeds import ChanceDraws
from workbench.system import decoding

SEED = 5  # of the dice and deals of the checks
BOT_SEED = 77
SIMULATIONS = 20
MAX_DECISIONS = 400  # of the bot in one game
SHORT_SECONDS, GRACE_SECONDS = 0.1, 0.4  # a short limit, and how late an answer may be on a busy machine
NAMES = (
    "accepts a new game", "answers every question", "plays a whole game with legal moves",
    "all its decisions are valid messages", "its reports have valid values", "reports moves that are legal",
    "sends at most one answer to each question", "keeps to a limit of 0.1 s",
    "plays on the last seat", "plays a second game in the same process",
    "begins from a position in the middle of a game",
    "continues from the position of a view", "answers a stop in time", "an answer after a stop has a legal move",
    "plays the same moves again, as it claims", "sends a plan only if it wants plans",
)  # fmt: skip
REPEATS = "plays the same moves in a new process, as it claims"
MAX_REPEATED = 20  # decisions that are repeated in a new process


class Played(NamedTuple):
    """A game of the bot against random players.

    `moves` are the bot's moves. `fault` says what was wrong with the answer `line`, or is "". `late` is the longest
    time for an answer, in seconds.
    """

    moves: tuple[str, ...]
    state: State
    fault: str = ""
    line: str = ""
    form: str = ""
    values: str = ""
    candidates: str = ""
    plan: str = ""
    late: float = 0.0


class GameChecker:
    """The checks of one game.

    Args:
        conversation: The program, after hello.
        identity: The program's answer to hello.
        results: Where the results go.
        spec: The game.
    """

    def __init__(self, conversation: Conversation, identity: messages.Identity, results: Results, spec: str) -> None:
        self.conversation, self.identity, self.results, self.spec = conversation, identity, results, spec
        self.position = ProgramPosition()
        self.position.seed = BOT_SEED
        self.name = spec.partition("(")[0]
        self.moves: tuple[str, ...] = ()  # of the first game

    def run(self) -> None:
        """Run all checks of the game, in the order of `NAMES`."""
        check, faults = self.check, self.conversation.faults
        accepted = self.begin(Viewpoint(self.spec, 0))
        if not check(0, accepted.error is None, "it refuses new_game", accepted.line):
            self.results.skip("it refuses the game", *(f"{name}: {self.name}" for name in NAMES[1:]))
            return
        first = self.play(fastcore.start(self.spec), 0, Limit(simulations=SIMULATIONS))
        self.moves = first.moves
        check(1, True)
        check(2, not first.fault, first.fault, first.line)
        check(3, not first.form, first.form, first.line)
        check(4, not first.values, first.values, first.line)
        check(5, not first.candidates, first.candidates, first.line)
        check(6, "second answer" not in faults, "it sent a second answer", faults.get("second answer", ""))
        self.begin(Viewpoint(self.spec, 0))
        quick = self.play(fastcore.start(self.spec), 0, Limit(seconds=SHORT_SECONDS), 10)
        check(7, quick.late < SHORT_SECONDS + GRACE_SECONDS, f"an answer took {quick.late:.2f} s", quick.line)
        last = first.state.seats - 1
        self.begin(Viewpoint(self.spec, last))
        other = self.play(fastcore.start(self.spec), last, Limit(simulations=SIMULATIONS), 20)
        check(8, not other.fault, other.fault, other.line)
        self.begin(Viewpoint(self.spec, 0))
        again = self.play(fastcore.start(self.spec), 0, Limit(simulations=SIMULATIONS))
        check(9, not again.fault, again.fault, again.line)
        self.check_positions()
        self.check_stop()
        if self.identity.deterministic == "none":
            self.results.skip("it does not claim to be deterministic", f"{NAMES[14]}: {self.name}")
        else:
            check(
                14, first.moves == again.moves, f"its moves differ: {difference(first.moves, again.moves)}", again.line
            )
        check(15, not first.plan, first.plan, first.line)

    def check_repeat(self, conversation: Conversation) -> None:
        """Check that a program which claims to be deterministic repeats the first game in a new process."""
        new = GameChecker(conversation, self.identity, self.results, self.spec)
        new.begin(Viewpoint(self.spec, 0))
        most = min(len(self.moves), MAX_REPEATED)
        again = new.play(fastcore.start(self.spec), 0, Limit(simulations=SIMULATIONS), most)
        differs = difference(self.moves[:most], again.moves)
        self.results.check(f"{REPEATS}: {self.name}", not differs, f"its moves differ: {differs}", again.line)

    def check(self, number: int, passed: object, why: str = "", line: str = "") -> bool:
        """Add a result."""
        return self.results.check(f"{NAMES[number]}: {self.name}", passed, why, line)

    def begin(self, point: Viewpoint) -> Reply:
        """Begin a game at a viewpoint."""
        return self.conversation.ask(self.position.begin(point), messages.NEW_GAME_SECONDS)

    def choose(self, limit: Limit | None, seconds: float = 60.0) -> Reply:
        """Ask for a decision in the current position."""
        question = self.position.choose(limit, None, self.identity.wants)
        return self.conversation.ask(question, seconds)

    def play(self, state: State, seat: int, limit: Limit, most: int = MAX_DECISIONS) -> Played:
        """Play a game with the bot on one seat, for at most this many of its decisions."""
        luck, stream, moves, late = ChanceDraws(SEED), Stream(SEED, "check"), list[str](), 0.0
        found: dict[str, str] = {}
        while state.actor != OVER and len(moves) < most:
            if state.actor == CHANCE:
                move = luck.draw(state)
                luck.count_draw(state)
            elif state.actor != seat:
                move = state.move_text(stream.choice(state.moves()))
            else:
                reply = self.choose(limit)
                late = max(late, reply.seconds)
                self.judge(reply, state, found)
                if "fault" in found:
                    return Played(tuple(moves), state, late=late, **found)
                move = reply.result["move"]
                moves.append(move)
            if seen := state.observation(move, seat):
                self.conversation.tell(self.position.observe(seen))
            state.play(move)
        self.conversation.late_lines()
        over = messages.GameOver(self.position.game, "normal", state.returns() if state.actor == OVER else ())
        self.conversation.tell(over)
        return Played(tuple(moves), state, late=late, **found)

    def judge(self, reply: Reply, state: State, found: dict[str, str]) -> None:
        """Note in `found` what is wrong with a decision and its reports."""
        if reply.error is not None or not isinstance(reply.result, dict):
            found |= {"fault": "a question got no result", "line": reply.line}
            return
        move = reply.result.get("move")
        wrong = decode_fault(reply.raw, messages.Decision)
        if wrong:
            found |= {"form": wrong, "line": reply.line}
        refusal = state.why_not(move) if isinstance(move, str) else "the move must be text"
        if refusal:
            found |= {"fault": f"{str(move)[:40]!r}: {refusal}", "line": reply.line}
        if wrong or refusal:
            return
        decision = decoding.decode_json(reply.raw, messages.Decision)
        if decision.plan and "plans" not in self.identity.wants:
            found |= {"plan": "it sends a plan although it does not want plans", "line": reply.line}
        reports = [as_report(decision.move, decision.report, 0.0, decision.plan)]
        for note in reply.notes:
            if note.method == messages.Info.method and not decode_fault(note.params, messages.Info):
                info = decoding.decode_json(note.params, messages.Info)
                reports.append(as_report(info.move, info.report, 0.0))
        for report in reports:
            if wrong := find_invalid_part(report, state.seats):
                found |= {"values": wrong, "line": reply.line}
            for text in (report.move, *(candidate.move for candidate in report.candidates)):
                if refusal := state.why_not(text):
                    found |= {"candidates": f"{text[:40]!r}: {refusal}", "line": reply.line}

    def check_positions(self) -> None:
        """Check a game that begins in the middle, and a position that comes with `view`."""
        state, seat = middle_of(self.spec)
        self.begin(state.viewpoint(seat))
        reply = self.choose(Limit(simulations=SIMULATIONS))
        found: dict[str, str] = {}
        self.judge(reply, state, found)
        self.check(10, "fault" not in found, found.get("fault", ""), reply.line)
        start = fastcore.start(self.spec)
        place = SentPosition(self.spec, seat, None, ())
        self.conversation.tell(*self.position.move_to(place))
        played = self.play(start, seat, Limit(simulations=SIMULATIONS), 3)
        self.check(11, not played.fault, played.fault, played.line)

    def check_stop(self) -> None:
        """Check a decision without a limit that is stopped."""
        state, seat = middle_of(self.spec)
        self.begin(state.viewpoint(seat))
        question = self.position.choose(None, None, self.identity.wants)
        self.conversation.number += 1
        number = self.conversation.number
        self.conversation.send(messages.call(number, question))
        self.conversation.send(messages.note(messages.Stop(number)))
        reply = self.conversation.wait(number, 60)
        self.check(12, reply.seconds < messages.STOP_SECONDS, f"it took {reply.seconds:.2f} s", reply.line)
        found: dict[str, str] = {}
        self.judge(reply, state, found)
        self.check(13, "fault" not in found, found.get("fault", ""), reply.line)


def difference(first: tuple[str, ...], second: tuple[str, ...]) -> str:
    """Return the first difference between two lists of moves, or ""."""
    for number, (one, other) in enumerate(zip_longest(first, second, fillvalue="nothing"), 1):
        if one != other:
            return f"decision {number} is {one[:40]}, then {other[:40]}"
    return ""


def middle_of(spec: str) -> tuple[State, int]:
    """Return a position after some random moves, and the seat to move there."""
    stream, state, luck = Stream(SEED, "middle"), fastcore.start(spec), ChanceDraws(SEED)
    played = 0
    while played < 8 or state.actor == CHANCE:
        if state.actor == CHANCE:
            move = luck.draw(state)
            luck.count_draw(state)
        else:
            going = [move for move in state.moves() if state.after(move).actor != OVER]
            if not going:
                break
            move = state.move_text(stream.choice(going))
            played += 1
        state.play(move)
    return state, state.actor
