"""Tests of the descriptions of match settings."""

from __future__ import annotations

from pathlib import Path

from workbench.matches.archive.archive import Archive
from workbench.matches.archive.description import match_facts, permissions_text
from workbench.matches.planning.plan import Plan, SprtBounds


def test_match_facts_list_plan_settings(tmp_path: Path) -> None:
    plan = Plan(spec="herd(size=2)", bots=("random", "greedy"), blocks=1000, seed=7, salt="5a17" * 8)
    tested_plan = Plan(
        spec="herd(size=2)",
        bots=("random", "greedy"),
        blocks=10,
        random_moves=3,
        sprt=SprtBounds(0, 20, model="logistic"),
    )
    with Archive(tmp_path / "a", create=True) as archive:
        plain, tested = (
            dict(match_facts(archive.add_match(described_plan), tmp_path / "a", True))
            for described_plan in (plan, tested_plan)
        )
    assert plain["game"] == "herd(size=2)" and plain["match"] == "1 in a" and plain["seed"] == "7"
    assert plain["length"] == "2,000 games (1,000 pairs with sides swapped)" and plain["salt"] == "5a17" * 8
    assert not {"random moves", "sequential test", "openings"} & set(plain)
    assert tested["random moves"] == "3" and tested["sequential test"] == "0 against 20 logistic Elo"


def test_permissions_are_shown_without_folders_for_sharing() -> None:
    plan = Plan(
        spec="herd(size=2)", bots=("mine", "random", "far"), permissions=(("write=/a b", "home"), (), ("env=K",))
    )
    assert permissions_text(plan) == "mine: write=/a b, home; far: env=K"
    assert permissions_text(plan, for_sharing=True) == "mine: write, home; far: env=K"
    assert permissions_text(Plan(spec="herd(size=2)", bots=("random", "greedy"))) == ""
