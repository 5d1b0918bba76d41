"""Tests that programs which misbehave harm only themselves: the fault is named, and no process is left behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import monotonic

import pytest

import fastcore
from bots.loading.sources import written_program
from bots.report import Limit
from fastcore import CHANCE, OVER
from tests.conftest import deep
from tests.data.bots import hostile_program
from tests.kit.matches import play_match, wait_until_gone
from workbench.bot_process import trust
from workbench.bot_process.messages import Thought
from workbench.bot_process.process import BotProcess, PlayerFaultError
from workbench.matches.planning.plan import Plan
from workbench.programs.check.checker import Checker
from workbench.protocol import messages
from workbench.records.seeds import ChanceDraws

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="programs need the guard and the sandbox"),
    pytest.mark.usefixtures("home", "nothing_agreed"),
]
FILE = Path(hostile_program.__file__)
PYTHON = os.path.realpath(sys.executable)
SPEC = "herd(size=2)"
PATIENCE = 1.5  # seconds
MEMORY_MB = 300
PLAYS = ("", "")  # the program does no harm and plays on
FAULTS = {  # kind -> kind of fault, and part of the reason
    "start_exits": ("start", "it ended with status 0"),
    "start_fails": ("start", "no weights here"),
    "start_floods": ("start", "did not answer hello"),
    "start_prints_a_banner": PLAYS,
    "start_uses_a_byte_order_mark": PLAYS,
    "start_uses_crlf": PLAYS,
    "start_uses_utf16": ("start", "did not answer hello"),
    "hello_sleeps": ("start", "it did not answer hello within"),
    "hello_is_busy": PLAYS,
    "hello_has_another_version": ("start", "it speaks version 2 of the protocol; Herbarium speaks 1"),
    "hello_has_no_name": ("nonsense", "its answer to hello is invalid: the field name is missing"),
    "hello_has_a_long_name": ("nonsense", "name must have at most 200 characters"),
    "hello_has_a_thousand_options": ("nonsense", "options must have at most 100 entries"),
    "hello_has_a_wrong_default": ("start", "o is '5'; it must be a whole number from 0 to 2"),
    "hello_plays_nothing": ("start", "hostile cannot play herd(size=2)"),
    "set_sleeps": ("start", "it did not answer set within"),
    "set_refuses": ("start", "it refused set (depth): not today"),
    "new_sleeps": ("start", "it did not answer new_game within"),
    "new_refuses": ("start", "it refused new_game: too hard"),
    "new_writes_elsewhere": PLAYS,
    "new_uses_the_network": PLAYS,
    "new_signals_the_host": PLAYS,
    "new_reads_other_files": PLAYS,
    "new_looks_at_the_environment": PLAYS,
    "choose_sleeps": ("timeout", "it did not answer within 1.5 s"),
    "choose_does_not_read": ("timeout", "it did not answer within 1.5 s"),
    "choose_sends_half_a_line": ("timeout", "it did not answer within 1.5 s"),
    "choose_trickles": ("timeout", "it did not answer within 1.5 s"),
    "choose_floods": ("timeout", "it did not answer within 1.5 s"),
    "choose_answers_for_another": ("timeout", "it did not answer within 1.5 s"),
    "choose_answers_in_advance": PLAYS,
    "choose_reports_nan": ("timeout", "it did not answer within 1.5 s"),
    "choose_closes_input_and_output": ("crash", "it has ended"),
    "choose_closes_output": ("crash", "it has ended"),
    "choose_dies": ("crash", "it ended with status 3"),
    "choose_raises": ("crash", "it ended with status 1: ZeroDivisionError: in the search"),
    "choose_segfaults": ("crash", "it was ended by SIGSEGV"),
    "choose_aborts": ("crash", "it was ended by SIGABRT"),
    "choose_plays_illegally": ("illegal", ""),
    "choose_plays_nothing": ("illegal", ""),
    "choose_plays_a_number": ("nonsense", "move must be text, not a whole number"),
    "choose_plays_a_book": ("nonsense", "move must have at most 2,000 characters"),
    "choose_leaves_out_the_move": ("nonsense", "the field move is missing"),
    "choose_answers_null": ("nonsense", "its answer to choose is invalid"),
    "choose_answers_with_an_error": ("crash", "it refused choose: out of ideas"),
    "choose_reports_infinity": ("nonsense", "values[0] is a number that is too large"),
    "choose_reports_large_values": ("nonsense", "values are from -1 to 1"),
    "choose_reports_for_five_seats": ("nonsense", "it reported 5 values for 2 seats"),
    "choose_reports_ten_thousand_candidates": ("nonsense", "report.candidates must have at most 4,000 entries"),
    "choose_sends_ten_megabytes": ("nonsense", "it sent a line of more than 4 MB"),
    "choose_never_ends_its_line": ("nonsense", "it sent a line of more than 4 MB"),
    "choose_sends_garbage": ("nonsense", "it sent 3 invalid lines; the last: 'garbage'"),
    "choose_sends_bytes": ("nonsense", "it sent 3 invalid lines"),
    "choose_nests_deeply": ("nonsense", "it sent 3 invalid lines"),
    "choose_cannot_read": ("nonsense", "it could not read a message: what is this"),
    "choose_answers_twice": PLAYS,
    "choose_answers_old_questions": PLAYS,
    "choose_asks_the_host": PLAYS,
    "choose_reports_often": PLAYS,
    "choose_floods_standard_error": PLAYS,
    "choose_burns_after_its_answer": PLAYS,
    "choose_answers_just_in_time": PLAYS,
    "choose_claims_determinism_falsely": PLAYS,
    "choose_forks": ("crash", "PermissionError"),
    "choose_leaves_a_grandchild": ("crash", "PermissionError"),
    "choose_starts_a_program": ("crash", "PermissionError"),
    "choose_allocates": ("crash", "MemoryError"),
    "choose_maps_shared_memory": ("crash", "it used more than its 300 MB of memory"),
    "choose_starts_threads": ("crash", "thread"),
    "choose_fills_its_folder": ("crash", "File too large"),
    "quit_sleeps": PLAYS,
    "quit_ignores_signals": PLAYS,
}
PARTS = ("choose_writes_elsewhere",)  # parts of other kinds
TIMED = ("choose_answers_just_in_time",)  # kinds that need nearly all of their time
PATIENT = ("choose_allocates", "choose_maps_shared_memory", "choose_starts_threads")  # kinds that need some time
SAMPLE = (
    "start_exits", "start_prints_a_banner", "start_uses_crlf", "hello_sleeps", "hello_has_another_version",
    "set_refuses", "new_writes_elsewhere", "new_signals_the_host", "new_reads_other_files", "choose_sleeps",
    "choose_closes_output", "choose_dies", "choose_raises", "choose_plays_illegally", "choose_plays_a_number",
    "choose_reports_infinity", "choose_sends_ten_megabytes", "choose_sends_garbage", "choose_answers_twice",
    "choose_answers_in_advance", "choose_floods", "choose_floods_standard_error", "choose_forks", "choose_allocates",
    "choose_maps_shared_memory", "quit_ignores_signals",
)  # fmt: skip


def program_text(kind: str, **options: int) -> str:
    """Give permission to run the program, and return its spec."""
    words = f"{PYTHON} -S -E -B {FILE} {kind} {Path(__file__)}"
    text = written_program("program", words, options)
    trust.allow_all_once([text])
    return text


@pytest.fixture(autouse=True)
def secret_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a variable that no program may see."""
    monkeypatch.setenv("MY_SECRET", "x")


def decide_until_over(player: BotProcess, patience: float, most: int = 6) -> list[str]:
    """Let the program play against first moves. Return its moves."""
    state, luck, moves, learned = fastcore.start(SPEC), ChanceDraws(5), list[str](), list[str]()
    while state.actor != OVER and len(moves) < most:
        if state.actor == CHANCE:
            move = luck.draw(state)
            luck.count_draw(state)
        elif state.actor == 0:
            thought = player.think(learned, Limit(simulations=10), patience, True)
            assert isinstance(thought, Thought)
            move, learned = thought.reports[-1].move, []
            if refusal := state.why_not(move):
                raise player.end_with_fault("illegal", f"it chose {move[:40]!r}: {refusal}")
            moves.append(move)
        else:
            move = state.move_text(state.moves()[0])
        if seen := state.observation(move, 0):
            learned.append(seen)
        state.play(move)
    return moves


def test_every_kind_has_an_expected_fault() -> None:
    assert sorted([*FAULTS, *PARTS]) == hostile_program.KINDS and len(FAULTS) >= 36


@pytest.mark.sample(10)
@pytest.mark.parametrize("kind", FAULTS if deep(0, 1) else SAMPLE)
def test_hostile_program_harms_only_itself(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault_kind, part = FAULTS[kind]
    if "did not answer hello" in part:
        monkeypatch.setattr(messages, "START_SECONDS", 1.0)
    monkeypatch.setattr(messages, "NEW_GAME_SECONDS", 1.0 if "did not answer" in part else 30.0)
    patience = 20.0 if kind in PATIENT or not (fault_kind or kind in TIMED) else PATIENCE
    options = {"depth": 2} if kind.startswith("set_") else {}
    player = BotProcess(program_text(kind, **options), MEMORY_MB)
    try:
        if fault_kind:
            with pytest.raises(PlayerFaultError) as fault:
                player.sit(SPEC, 0, 7, None)
                decide_until_over(player, patience)
            assert (fault.value.kind, part in fault.value.reason) == (fault_kind, True), fault.value.reason
            assert fault.value.log is not None and (fault.value.log.lines or fault.value.log.output)
        else:
            player.sit(SPEC, 0, 7, None)
            assert len(decide_until_over(player, patience)) >= 4
            start = monotonic()
            player.close()
            assert monotonic() - start < 10 * messages.QUIT_SECONDS
    finally:
        player.close(kill=True)
    assert wait_until_gone() == []


@pytest.mark.parametrize(("margin", "endings"), [(0.5, {"normal"}), (0.3, {"timeout"})])
def test_answer_just_in_time_is_no_fault(margin: float, endings: set[str], tmp_path: Path) -> None:
    """The program answers 0.4 s after its limit in every decision but the first."""
    plan = Plan(spec=SPEC, bots=("greedy", program_text("choose_answers_just_in_time")), blocks=1, seed=5,
                limit=Limit(seconds=0.2), margin=margin, memory_mb=MEMORY_MB)  # fmt: skip
    outcome, games = play_match(tmp_path / "a.matches", plan)
    assert outcome.kind == "complete" and {game.ending for game in games} == endings
    assert all(game.overrun > 0.3 and (game.guilty is None) == (endings == {"normal"}) for game in games)
    assert wait_until_gone() == []


def test_false_claim_of_determinism_harms_no_match_but_fails_the_checks(tmp_path: Path) -> None:
    text = program_text("choose_claims_determinism_falsely")
    plan = Plan(spec=SPEC, bots=("greedy", text), blocks=1, seed=5, limit=Limit(simulations=5), memory_mb=MEMORY_MB)
    outcome, games = play_match(tmp_path / "a.matches", plan)
    assert outcome.kind == "complete" and [(game.ending, game.guilty) for game in games] == [("normal", None)] * 2
    source = trust.source(text)
    assert source is not None
    results = Checker(source, games=("herd",)).run()
    claims = {result.name: result.why for result in results.failed if "claims" in result.name}
    assert list(claims) == [
        "plays the same moves again, as it claims: herd", "plays the same moves in a new process, as it claims: herd",
    ]  # fmt: skip
    assert all(why.startswith("its moves differ: decision ") for why in claims.values())
    assert wait_until_gone() == []
