"""The reports and options of programs in the form that the workbench uses."""

from __future__ import annotations

from typing import Literal

from bots.report import Candidate, Fact, Report
from fastcore import Option
from fastcore.text import specs
from workbench.protocol import messages
from workbench.protocol.messages import Findings, ProgramOption
from workbench.system.translation import tr

COMMAND = "command"  # the name of the command in a spec, so no option can have it


def as_report(move: str, found: Findings, seconds: float, plan: tuple[str, ...] = ()) -> Report:
    """Return a program's findings as a report.

    Args:
        move: The move that the program would play.
        found: Its findings.
        seconds: The time that passed here, if the program does not report it.
        plan: The rest of a secret plan.
    """
    candidates = tuple(
        Candidate(one.move, one.visits, one.values, one.spread, one.prior, one.line or (one.move,))
        for one in found.candidates
    )
    return Report(
        move, candidates, found.simulations, found.seconds or round(seconds, 6),
        plan=found.plan or ((move, *plan) if plan else ()), mixture=found.mixture, beliefs=found.beliefs,
        facts=tuple(Fact(fact.key, fact.values) for fact in found.facts),
    )  # fmt: skip


def as_option(declared: ProgramOption) -> Option:
    """Return an option as the workbench knows it.

    Raises:
        ValueError: The name is reserved, the default is not among the values that the option allows, or a choice has no
            choices.
    """
    if declared.name == COMMAND:
        raise ValueError(tr("an option cannot have the name {name}", name=COMMAND))
    if declared.type == "choice" and not declared.choices:
        raise ValueError(f"{declared.name} is a choice without choices")
    default = "" if declared.default is None else plain(declared.default)
    option = Option(
        declared.name, declared.type, default, declared.meaning, declared.min, declared.max, declared.choices
    )
    if default:
        specs.value_of(option, default)
    return option


def plain(value: int | float | str) -> str:
    """Return a value of an option as it is written in a spec."""
    return f"{value:.9f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def findings_of(report: Report) -> Findings:
    """Return a report as the findings of the protocol. The protocol has no marks, growth or single simulations."""
    return Findings(
        report.simulations, round(report.seconds, 6),
        tuple(
            messages.Candidate(one.move, one.value, one.visits, one.prior, one.spread, one.line)
            for one in report.candidates
        ),
        report.plan, report.mixture, report.beliefs,
        tuple(messages.Fact(fact.key, fact.values) for fact in report.facts),
    )  # fmt: skip


def declared_option(option: Option) -> ProgramOption | None:
    """Return an option as the protocol declares it, or None if the protocol has no such type."""
    default = specs.value_of(option, option.default) if option.default else None
    if option.kind in ("whole", "number"):
        kind: Literal["whole", "number"] = "whole" if option.kind == "whole" else "number"
        return ProgramOption(option.name, kind, default, option.meaning, option.least, option.most)
    if option.kind == "choice":
        return ProgramOption(option.name, "choice", default, option.meaning, choices=option.choices)
    return None
