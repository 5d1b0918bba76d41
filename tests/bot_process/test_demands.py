"""Tests of the permission needed for bots of a record that demand much time or memory."""

from __future__ import annotations

from pathlib import Path

import pytest

import bots
from bots import Limit
from tests.kit.payloads import GREEDY, Payload, decisions_until, record_with, write_record
from tests.kit.terminals import run
from workbench.bot_process import demands as demand_bounds
from workbench.bot_process import trust
from workbench.game.session import PERSON
from workbench.storage.session_records import session_of
from workbench.table.seating import Seating

pytestmark = pytest.mark.usefixtures("home", "nothing_agreed")


def test_usual_bots_need_no_permission() -> None:
    for name in bots.names():
        for text in (name, *(f"{name}:{preset}" for preset in bots.bot_class(name).presets)):
            assert trust.question(text) is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("mcts(threads=64)", "64 threads"),
        ("mcts(memory=30000)", "30,000 MB"),
        ("mcts(simulations=1000000000)", "1,000,000,000 simulations"),
        ("uct(simulations=1000000000)", "1,000,000,000 simulations"),
        ("uct(seconds=601)", "601 seconds"),
        ("equilibrium(trees=100000)", "trees=100,000"),
    ],
)
def test_high_resource_demands_need_permission(text: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demand_bounds, "available", lambda: 8)
    monkeypatch.setattr(demand_bounds, "physical_mb", lambda: 16_000)
    question = trust.question(text)
    assert question is not None and part in question.demands[0] and part in trust.describe(question)
    trust.allow_always(question)
    trust.forget_session()
    assert trust.question(text) is None


def test_record_with_high_demands_does_not_run_its_bot(tmp_path: Path) -> None:
    file = write_record(tmp_path / "g.herbarium", [PERSON, GREEDY], decisions_until(1))
    result = run("play", str(file), typed="")
    output = " ".join(result.out.split())
    assert result.status == 1 and "1,000,000,000 simulations" in output and "--run-bots" in output
    record_file = write_record(tmp_path / "h.herbarium", [GREEDY, GREEDY], 2)
    result = run("verify", str(record_file))
    assert result.status == 0 and "--run-bots" in result.out


def test_demanding_clock_of_a_record_needs_permission() -> None:
    session = session_of(record_with([PERSON, "greedy"], 0))
    session.limit = Limit(seconds=10_000_000)
    seating = Seating(session)
    assert list(seating.awaiting_consent) == [1] and "10,000,000 seconds" in seating.faults[1]
    assert trust.question("greedy", Limit(seconds=3600, per="game")) is None


@pytest.mark.parametrize("listing", [
    f"threads={'9' * 19}", f"threads={'9' * 400}", "threads= 64000", " threads=64000", "threads=64000 ",
    "threads=64_000", "threads=1e9", "threads=+64000",
    "threads=064000", "threads=1,threads=64000", "THREADS=64000", "threads", "memory=" + "9" * 30,
    "simulations=" + "9" * 20 + ".5", "seconds=nan", "seconds=inf",
])  # fmt: skip
def test_unreadable_number_counts_as_a_high_demand(listing: str) -> None:
    demands = demand_bounds.demands(f"./mine.py:Mine({listing})")
    assert len(demands) == 1 and ("usually" in demands[0] or "this machine has" in demands[0])


def test_usual_numbers_of_a_file_bot_are_not_high_demands() -> None:
    assert demand_bounds.demands("./mine.py:Mine(threads=1,memory=64,simulations=1000,seconds=2.5,turn=9)") == ()


def test_only_changed_form_values_grant_permission(payload: Payload) -> None:
    large_limit = Limit(seconds=10**6)
    offered = [(GREEDY, None), ("greedy", large_limit), (payload.text, None)]
    trust.allow_chosen([GREEDY, GREEDY.replace(")", ",trace=on)"), payload.text], None, offered)
    trust.allow_chosen(["mcts", payload.text], large_limit, offered)
    for text, limit in ((GREEDY, None), (payload.text, None), ("mcts", large_limit)):
        assert trust.question(text, limit) is not None, text
    changed = GREEDY.replace("threads=64", "threads=63")
    trust.allow_chosen([changed], None, offered)
    trust.allow_chosen([payload.text], None, [])
    assert trust.question(changed) is None and trust.question(payload.text) is None
