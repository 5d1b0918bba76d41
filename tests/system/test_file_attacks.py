"""A sample of the attacks with changed files; `make deep` runs them all."""

from __future__ import annotations

import pytest

from tests.attacks.files import archives, records, terminal


@pytest.mark.parametrize(
    ("attack", "count"), [(records, 60), (archives, 80), (terminal, 12)], ids=["records", "archives", "terminal"]
)
def test_changed_files_are_read_or_refused(
    attack: object, count: int, home: object, capsys: pytest.CaptureFixture[str]
) -> None:
    status = attack.main(["--seed", "7", "--count", str(count)])  # type: ignore[attr-defined]
    assert status == 0, capsys.readouterr().out
