"""Short runs of the attacks on the core. `make deep` runs them in full on the sanitizer build."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.attacks.core import allocations, calls, observations, texts
from tests.attacks.core.plain_python import why_unsupported
from tests.attacks.core.running import run_attack
from tests.attacks.everything import ATTACKS


@pytest.mark.parametrize(
    ("program", "chunks", "cases"),
    [(texts, 8, 60), (observations, 4, 60), (calls, 9, 60)],
    ids=["texts", "observations", "calls"],
)
def test_attack_sample_finds_nothing(program: ModuleType, chunks: int, cases: int) -> None:
    for number in range(chunks):
        assert program.chunk(2, number, cases) == []


@pytest.mark.skipif(bool(why_unsupported()), reason=why_unsupported())
def test_failed_allocations_lose_nothing() -> None:
    assert allocations.main(["--count", str(len(allocations.CASES)), "--seed", "1"]) == 0


def test_dead_worker_is_reported(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def chunk(seed: int, number: int, cases: int) -> list[str]:
        raise AssertionError("only workers run chunks")

    monkeypatch.setattr("sys.executable", "/bin/false")
    assert run_attack("calls", "", 10, chunk, ["--count", "20", "--seed", "5"]) == 1
    assert "python -m tests.attacks.core.calls --seed 5 --first 1 --count 10" in capfd.readouterr().out


def test_every_attack_is_listed_once() -> None:
    names = [attack.name for attack in ATTACKS]
    assert len(set(names)) == len(names) and {
        "core.texts",
        "core.observations",
        "core.calls",
        "core.allocations",
    } <= set(names)
