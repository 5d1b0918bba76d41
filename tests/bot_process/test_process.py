"""Tests of bots from files, which run in separate processes: failures, limits and what the bots know."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

import bots
import fastcore
from bots import Limit, Report
from bots.report import MAX_REPORTS
from fastcore import CHANCE, OVER, State, Stream, Viewpoint
from tests.bot_process.asking import BOT_FILE, FAULTS, TIMEOUT, permitted_bot
from tests.conftest import deep
from tests.kit.matches import wait_until_gone
from tests.kit.terminals import ROOT, run
from workbench.bot_process import bot_factory, trust
from workbench.bot_process.confined import MAX_BYTES
from workbench.bot_process.decisions import BotFaultError, Reports, close_bot, decide
from workbench.bot_process.messages import ENCODER, FROM_BOT, Thought
from workbench.bot_process.process_bot import ProcessBot
from workbench.conformance.walks import random_position
from workbench.game.session import PERSON, Session
from workbench.review.judging import Reviewer
from workbench.statistics import levels
from workbench.thinking.analysis import Analysis

SEARCHER = """
from bots.mcts import Mcts

class Own(Mcts):
    name = "own"
"""


@contextmanager
def open_bot(text: str, spec: str = "", seed: int = 1) -> Iterator[ProcessBot]:
    bot = bot_factory.make(text, seed, spec)
    assert isinstance(bot, ProcessBot)
    try:
        yield bot
    finally:
        close_bot(bot)


def some_viewpoint() -> Viewpoint:
    state = random_position("herd(size=4)", "process")
    return state.viewpoint(state.actor)


@pytest.mark.parametrize("kind", FAULTS if deep(0, 1) else ("Segfaults", "EatsMemory"))
def test_broken_bot_is_named_and_restarts(kind: str) -> None:
    point = some_viewpoint()
    elsewhere = next(
        position
        for position in (random_position("herd(size=4)", "process", n) for n in range(99))
        if position.turn != point.turn
    )
    with open_bot(permitted_bot(kind, f"(turn={point.turn})")) as bot:
        with pytest.raises(BotFaultError) as error:
            decide(bot, point)
        assert (
            error.value.kind == FAULTS[kind][0] and FAULTS[kind][1] in str(error.value) and "\n" not in str(error.value)
        )
        assert str(error.value).startswith(kind)
        assert decide(bot, elsewhere.viewpoint(elsewhere.actor)).move, "the next question starts another process"
    assert wait_until_gone() == []


def test_closed_bot_refuses_to_decide() -> None:
    with open_bot(permitted_bot("Tells")) as bot:
        assert decide(bot, some_viewpoint()).move
        bot.close()
        with pytest.raises(BotFaultError, match="has been closed") as error:
            decide(bot, some_viewpoint())
        assert error.value.kind == "start"
    assert wait_until_gone() == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts open files in /proc")
def test_bot_processes_leave_no_open_files() -> None:
    counts = []
    for _ in range(deep(4, 10)):
        with open_bot(permitted_bot("Tells")) as bot:
            decide(bot, some_viewpoint())
        assert wait_until_gone() == []
        counts.append(open_files())
    end = monotonic() + 10
    while (left := open_files()) >= counts[0] + deep(2, 5) and monotonic() < end:
        sleep(0.05)  # bots close their files on other threads
    assert left < counts[0] + deep(2, 5), "one more for each process"


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_bot_that_does_not_stop_is_killed() -> None:
    with open_bot(permitted_bot("EndlessRegex")) as bot:
        with pytest.raises(
            BotFaultError, match="EndlessRegex did not stop within 2 s; Herbarium ended its process"
        ) as error:
            decide(bot, some_viewpoint(), should_stop=lambda: True)
        assert error.value.kind == "timeout"
    assert wait_until_gone() == []


def test_last_report_counts_if_bot_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.bot_process.process_bot.STOP_SECONDS", 0.3)
    point = some_viewpoint()
    with open_bot(permitted_bot("ReportsThenRegex")) as bot:
        note, report_times = "", list[float]()
        while not note:  # A stop right after the report may succeed. Then try again.
            report_times.clear()
            report = decide(
                bot,
                point,
                None,
                lambda _: report_times.append(monotonic()),
                lambda: bool(report_times) and monotonic() > report_times[0] + 0.2,
            )
            assert report.move == point.move_text(point.moves()[0])
            note = bot.pop_note()
        assert (
            note == "ReportsThenRegex did not stop within 0.3 s; Herbarium ended its process" and bot.pop_note() == ""
        )


def test_bot_that_overruns_its_limit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.bot_process.process_bot.STOP_SECONDS", 0.3)
    with open_bot(permitted_bot("EndlessRegex")) as bot, pytest.raises(BotFaultError, match="did not stop"):
        decide(bot, some_viewpoint(), Limit(seconds=0.1))


@pytest.mark.parametrize("kind", ["Floods", "Prints"])
def test_endless_output_does_not_fill_memory(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if kind == "Prints":  # this bot never stops
        monkeypatch.setattr("workbench.bot_process.process_bot.STOP_SECONDS", 0.3)
    resource = pytest.importorskip("resource")
    reports = Reports()
    with open_bot(permitted_bot(kind)) as bot:
        decide_by = monotonic() + deep(1, 20)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            decide(bot, some_viewpoint(), None, reports.add, lambda: monotonic() > decide_by)
        except BotFaultError as fault:
            assert kind == "Prints" and fault.kind == "timeout"
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, "kilobytes"
    assert len(reports.all) <= Reports.MAX + 1


def test_long_reports_are_thinned_by_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reports, "MAX_BYTES", 10**6)
    reports = Reports()
    for number in range(200):
        long = Report("a1", plan=("x" * 50_000,), simulations=number)
        reports.add(Report("a1", plan=("x" * 50_000,), simulations=number, history=(long,) * 3))
    assert len(reports.all) < 100 and reports.last is not None and reports.last.simulations == 199


def test_largest_answer_fits_into_one_message() -> None:
    reports = Reports(MAX_BYTES // 4)
    for number in range(3000):
        short = Report("a1", plan=("x" * 2000,) * 10, simulations=number)
        reports.add(Report("a1", plan=("x" * 2000,) * 10, simulations=number, history=(short,) * 3))
    message = ENCODER.encode(Thought(tuple(reports.all), 1.0))
    assert len(message) <= MAX_BYTES and isinstance(FROM_BOT.decode(message), Thought)
    reports = Reports()
    for number in range(2000):
        reports.add(Report("a1", simulations=number, history=(Report("a1", simulations=number),)))
    assert len(reports.all) <= MAX_REPORTS


def test_bot_process_cannot_see_the_session() -> None:
    session = Session("herd(size=4)", [permitted_bot("Snoops"), PERSON], 123456)
    while session.waits_for == "chance":
        session.draw_chance()
    with open_bot(session.seats[0], session.spec) as bot:
        report = decide(bot, session.viewpoint(session.state.actor))
    assert report.facts[0].values == {"sessions": 0}


def test_bot_that_cannot_start_reports_reason() -> None:
    for kind, reason in (
        ("Nothing", "no bot class Nothing; the bot classes are Breaking,"),
        ("Harmless(turn=x)", "turn is 'x'"),
    ):
        with open_bot(permitted_bot(kind), "herd") as bot, pytest.raises(BotFaultError) as error:
            decide(bot, some_viewpoint())
        assert error.value.kind == "start" and reason in str(error.value)
    trust.allow_all_once([f"{BOT_FILE}:Harmless"])
    with open_bot(f"{BOT_FILE}:Harmless", "herd") as bot:
        assert bot.describe().name == bot.name == "Harmless" and bot.values == {"turn": 0} and bot.ready


def test_bot_name_is_shortened_to_one_line(tmp_path: Path) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text(
        "from bots import Bot\nclass Liar(Bot):\n    name = 'x\\n\\x1b[31m' + 'y' * 10**6\n    meaning = 'z\\r' * "
        "10**6\n    text = 'mcts:strong'\n"
    )
    trust.allow_all_once([f"{liar}:Liar"])
    with open_bot(f"{liar}:Liar") as bot:
        bot.describe()
        assert bot.name == "x [31m" + "y" * 54 and len(bot.meaning) <= 300 and bot.meaning.isprintable()
        assert bot.text == f"{liar}:Liar"


def test_creating_and_closing_a_bot_do_not_block(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.bot_process.process_bot.STOP_SECONDS", 0.3)
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ntime.sleep(600)\n")
    trust.allow_all_once([f"{slow}:Slow"])
    bot = bot_factory.make(f"{slow}:Slow", 1)
    assert isinstance(bot, ProcessBot) and not bot.ready
    with pytest.raises(BotFaultError, match=r"Slow did not stop within 0\.3 s"):
        decide(bot, some_viewpoint(), should_stop=lambda: True)
    bot.start()
    bot.close()
    assert wait_until_gone() == []


def test_bots_from_files_are_created_only_in_processes() -> None:
    """Only the factory and the bot process create bots from specs that may name a file.

    `levels.py` creates only the shipped levels, `serve.py` the typed bot in a separate process, and `other_bots.py`,
    `degrees.py`, `bot_here.py` and the data sets only bots that are neither files nor programs. A Gymnasium seat plays
    the bots that its caller names, in the caller's process. The others choose among the built-in bots.
    """
    makers = [
        path.name
        for path in sorted((ROOT / "workbench").rglob("*.py"))
        if "bots.make(" in path.read_text(encoding="utf-8") and "conformance" not in path.parts
    ]
    assert makers == [
        "bot_child.py", "bot_factory.py", "other_bots.py", "players.py", "settings.py", "seat.py", "bot_here.py",
        "serve.py", "candidates.py", "leads.py", "levels.py", "comparisons.py", "degrees.py",
    ]  # fmt: skip
    measured = levels.table("herd")
    assert measured is not None and measured.level(permitted_bot("Segfaults")) is None


@pytest.mark.sample(2)
def test_process_receives_same_position(game_id: str) -> None:
    """Covers all seats, undone moves, observed viewpoints and new viewpoints."""
    local_bot = bots.make(permitted_bot("Tells"), 5)
    del sys.modules[type(local_bot).__module__]
    with open_bot(permitted_bot("Tells"), seed=5) as process_bot:
        for number in range(deep(1, 20)):
            state, stream = fastcore.start(game_id), Stream(number, "walk")
            viewpoints = [state.viewpoint(seat) for seat in range(state.seats)]
            earlier: list[Viewpoint] = []
            for _ in range(deep(40, 200)):
                if state.actor == OVER:
                    break
                if state.actor >= 0:
                    questions = [viewpoints[state.actor], *earlier[:-4:-1], state.viewpoint(state.actor), *earlier[-2:]]
                    earlier = [*earlier, viewpoints[state.actor].copy()][-8:]
                    for point in questions if stream.below(4) == 0 else questions[:1]:
                        assert without_time(decide(process_bot, point)) == without_time(decide(local_bot, point)), point
                play_random_move(state, viewpoints, stream)


def play_random_move(state: State, viewpoints: list[Viewpoint], stream: Stream) -> None:
    move = state.move_text(state.sample(stream) if state.actor == CHANCE else stream.choice(state.moves()))
    for point in viewpoints:
        if observation := state.observation(move, point.seat):
            point.observe(observation)
    state.play(move)


def without_time(report: Report) -> tuple[object, ...]:
    return report.move, report.facts


def test_search_resumes_and_its_tree_is_available(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(SEARCHER)
    text = f"{own}:Own"
    trust.allow_all_once([text])
    analysis = Analysis(text, some_viewpoint(), Limit(simulations=300))
    try:
        analysis.start()
        wait_for(analysis)
        assert analysis.can_focus and analysis.can_resume and analysis.bytes > 0 and analysis.is_used_up
        analysis.limit = Limit(simulations=500)
        move = analysis.point.move_text(analysis.point.moves()[0])
        analysis.focus((move,))
        analysis.resume()
        wait_for(analysis)
        report = analysis.report
        assert report is not None and report.simulations == 800, "the tree was kept"
        visits = {candidate.move: candidate.visits for candidate in report.candidates}
        assert visits[move] >= 500
        assert isinstance(analysis.bot, ProcessBot) and analysis.bot.search is not None
        saved = analysis.bot.search.load()
        assert saved.simulations == 800 and saved.spec == analysis.point.spec
    finally:
        analysis.close()


def wait_for(analysis: Analysis) -> None:
    deadline = monotonic() + TIMEOUT
    while analysis.running:
        analysis.poll()
        assert monotonic() < deadline
        sleep(0.002)
    assert not analysis.fault, analysis.fault


def test_bot_gives_the_same_judgement_inside_and_outside_its_process(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(SEARCHER)
    trust.allow_all_once([f"{own}:Own"])
    session = Session("herd(size=4)", ["random", "random"], 4)
    stream = Stream(1, "game")
    for _ in range(30):
        session.draw_chance() if session.waits_for == "chance" else session.play(
            session.state.move_text(stream.choice(session.state.moves()))
        )
    reviewer = Reviewer(session, f"{own}:Own", 60)
    try:
        judged = reviewer.judge_one(2).judgement
    finally:
        reviewer.close()
    local_reviewer = Reviewer(session, f"{own}:Own", 60)
    local_reviewer.close()
    local_reviewer.judge = bots.make(f"{own}:Own", 1)  # type: ignore[assignment]
    local = local_reviewer.judge_one(2).judgement
    assert (judged.best, judged.best_value, judged.value) == (local.best, local.best_value, local.value)
    harmless = Reviewer(session, permitted_bot("Harmless"), 60)
    try:
        with pytest.raises(BotFaultError, match="Harmless cannot judge moves that it would not make itself"):
            harmless.judge_one(0)
    finally:
        harmless.close()


def test_random_questions_and_kills_leave_no_processes() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tests.attacks.own_bots", "--seed", "5", "--count", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_describing_a_file_does_not_import_it() -> None:
    result = run("bots", f"{BOT_FILE}:Harmless", "--json")
    assert result.status == 0 and '"name": "Harmless"' in result.out
    assert not any(name.startswith("herbarium_bot_breaking") for name in sys.modules)


@pytest.mark.parametrize("kind", ("RawText", "RawNesting", "RawReports"))
def test_forged_answer_is_rejected_and_the_process_restarted(kind: str) -> None:
    text = f"{Path(__file__).parents[1] / 'attacks' / 'bots' / 'talk.py'}:{kind}"
    trust.allow_all_once([text])
    states = (random_position("herd(size=4)", f"forged {number}") for number in range(100))
    point = next(state.viewpoint(state.actor) for state in states if state.turn >= 2 and state.actor >= 0)
    with open_bot(text) as bot:
        for _ in range(2):
            try:
                assert decide(bot, point).move in map(point.move_text, point.moves())
            except BotFaultError as fault:
                assert fault.kind == "nonsense"
                assert kind == "RawNesting" or "invalid answer" in str(fault), str(fault)
            else:  # The accepted nesting depends on the Python version. Here the message was accepted.
                assert kind == "RawNesting"
