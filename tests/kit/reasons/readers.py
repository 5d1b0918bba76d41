"""Checks of each kind of reason: every number and comparison is recomputed from the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import bots
from fastcore import OVER
from tests.kit.reasons.readers_hidden import HIDDEN_READERS
from tests.kit.reasons.reading import PERCENT, Reading, check_percent, to_float
from workbench import boards
from workbench.reports.reasons import GOES_ON


def softness(bot: str) -> float:
    """Return the bot's option `softness`, the temperature of its choice."""
    return float(bots.make(bot, 1).values.get("softness", 0))


def read_only(r: Reading) -> None:
    assert r("It is the only legal move.") is not None
    assert len(r.decision.point.moves()) == 1


def read_proof(r: Reading) -> None:
    fact = r.facts["proof"]
    groups = r(
        r"It (wins by force|draws by force|loses against the best answers)(: this move ends the game|; "
        r"the line found takes (\d+) moves|)\."
    )
    assert groups is not None and {"wins": 1, "draws": 0, "loses": -1}[groups[0].split()[0]] == fact["result"], r.text
    assert fact.get("moves") == (1 if groups[1].startswith(":") else int(groups[2]) if groups[2] else None)
    line, state = r.candidate(0).line, r.decision.point.state
    assert state is not None
    if len(line) == fact.get("moves"):  # the line was not shortened in the record
        end = state.copy()
        for move in line:
            end.play(move)
        assert end.actor == OVER and end.returns()[r.seat] == fact["result"]
    else:
        assert "moves" not in fact or len(line) < fact["moves"]


def read_losing(r: Reading) -> None:
    fact = r.facts["losing"]
    if groups := r(r"All (\d+) other moves lose by force\."):
        assert int(groups[0]) == fact["of"] == fact["moves"] == len(r.decision.point.moves()) - 1
    elif groups := r(r"(\d+) of the (\d+) other moves loses? by force\."):
        assert (int(groups[0]), int(groups[1])) == (fact["moves"], fact["of"]) and fact["of"] == len(
            r.decision.point.moves()
        ) - 1
        assert 0 < int(groups[0]) < int(groups[1])
    else:
        assert r(r"The alternative loses by force\.") is not None and fact["of"] == fact["moves"] == 1


def check_more_searched(r: Reading, its: str, mine: str, second: str) -> None:
    """Check the shares of the search of a second move and of the chosen one, which was searched less."""
    r.check_second(second)
    check_percent(its, r.share(1))
    check_percent(mine, r.share(0))
    assert r.share(1) > r.share(0) and not (r.value(1) == -1 and "losing" in r.facts)


def read_choice(r: Reading) -> None:
    if groups := r(rf"{r.gives}, compared with {r.value_pattern} for the alternative: (.+)\."):
        r.check_value(groups[0], r.value(0))
        r.check_value(groups[1], r.value(1))
        r.check_second(groups[2])
        assert groups[0] != groups[1]
    elif groups := r(rf"{r.gives}, just as much as the alternative: (.+)\."):
        r.check_value(groups[0], r.value(0))
        r.check_value(groups[0], r.value(1))
        r.check_second(groups[1])
    elif groups := r(
        rf"{r.gives}\. A move that was searched less looks (?:as good|better \({r.value_pattern}\)): (.+)\."
    ):
        r.check_value(groups[0], r.value(0))
        r.check_second(groups[2])
        r.check_value(groups[1] or groups[0], r.value(1))
        assert r.value(1) > r.value(0) and r.share(1) < r.share(0)
        assert groups[1] is None or to_float(groups[1]) > to_float(groups[0])
    elif groups := r(rf"Another move took {PERCENT} of the search, but it loses by force: (.+)\."):
        check_percent(groups[0], r.share(1))
        r.check_second(groups[1])
        assert r.share(1) > r.share(0) and r.value(1) == -1 and r.facts["losing"]["moves"] > 0
    elif groups := r(
        rf"The choice was random by search effort: this move had {PERCENT}, another had {PERCENT}: (.+)\."
    ):
        assert softness(r.decision.bot) and "lot" in r.facts["best"], r.text
        check_more_searched(r, groups[1], groups[0], groups[2])
    elif groups := r(rf"Another move took more of the search \({PERCENT}, this one {PERCENT}\): (.+)\."):
        assert float(groups[1]) < float(groups[0])
        check_more_searched(r, groups[0], groups[1], groups[2])
    elif groups := r(rf"Another move took as much of the search \({PERCENT}\): (.+)\."):
        check_more_searched(r, groups[0], groups[0], groups[1])
    elif groups := r(
        rf"Searched (\d+) moves? ahead\. {r.gives}, but only (\d+) of the (\d+) moves ha(?:s|ve) been searched so far\."
    ):
        depth = r.facts["depth"]
        assert (int(groups[0]), int(groups[2]), int(groups[3])) == (
            depth["reached"],
            depth["alike"],
            len(r.decision.point.moves()),
        )
        r.check_value(groups[1], r.value(0))
        assert int(groups[2]) < int(groups[3])
    elif groups := r(rf"Searched (\d+) moves? ahead\. {r.gives}, and nothing better was found\."):
        assert int(groups[0]) == r.facts["depth"]["reached"]
        r.check_value(groups[1], r.value(0))
        assert max(candidate.value[r.seat] for candidate in r.report.candidates[1:]) <= r.value(0) + 4e-4
    elif groups := r(
        rf"Searched (\d+) moves? ahead\. {r.gives}"
        rf"(?:, compared with at most {r.value_pattern} for the alternative: (.+))?\."
    ):
        assert int(groups[0]) == r.facts["depth"]["reached"]
        r.check_value(groups[1], r.value(0))
        if groups[2]:
            r.check_value(groups[2], r.value(1))
            r.check_second(groups[3])
            assert r.value(1) < r.value(0) and to_float(groups[2]) < to_float(groups[1])
    elif groups := r(
        rf"{r.gives}\. Chance of being right first: {PERCENT}\. "
        rf"The alternative(, searched less,)? is worth {r.value_pattern} \(chance {PERCENT}\): (.+)\."
    ):
        best, second = r.facts["best"], r.facts["second"]
        r.check_value(groups[0], r.value(0))
        check_percent(groups[1], best["first"])
        r.check_second(groups[5])
        r.check_value(groups[3], r.value(1))
        check_percent(groups[4], second["first"])
        assert (groups[2] is not None) == (r.value(1) > r.value(0) and r.share(1) < r.share(0))
    elif groups := r(rf"{r.gives}\. Chance of being right first: {PERCENT}\."):
        r.check_value(groups[0], r.value(0))
        check_percent(groups[1], r.facts["best"]["first"])
        assert "second" not in r.facts
    else:
        groups = r(rf"{r.gives}\.")
        assert groups is not None and "second" not in r.facts, r.text
        r.check_value(groups[0], r.value(0))


def read_reply(r: Reading) -> None:
    fact = r.facts["reply"]
    side, seat = boards.seat_name(r.info, int(fact["seat"])), int(fact["seat"])
    assert seat != r.seat
    if groups := r(
        rf"The worst reply to this turn: {side} can (.+); then {r.own_value_pattern}\. "
        rf"The next worst reply gives {r.value_pattern}: (.+)\."
    ):
        r.check_phrase(groups[0], fact["move"], seat)
        r.check_value(groups[1], fact["value"])
        r.check_value(groups[2], fact["instead"])
        r.check_phrase(groups[3], fact["other"], seat)
        assert to_float(groups[1]) < to_float(groups[2]) and fact["value"] < r.value(0)
    elif groups := r(
        rf"The worst reply to this turn: {side} can (.+); then {r.own_value_pattern}\. Equally bad: (.+)\."
    ):
        r.check_phrase(groups[0], fact["move"], seat)
        r.check_phrase(groups[2], fact["other"], seat)
        r.check_value(groups[1], fact["value"])
        r.check_value(groups[1], fact["instead"])
    elif groups := r(rf"A dangerous reply to this turn: {side} can (.+); then {r.own_value_pattern}\."):
        assert "instead" not in fact and fact["value"] < r.value(0)
        r.check_phrase(groups[0], fact["move"], seat)
        r.check_value(groups[1], fact["value"])
    else:
        groups = r(rf"After this turn, {side} will probably (.+)\.")
        assert groups is not None and ("value" not in fact or fact["value"] > r.value(0) - 0.006), r.text
        r.check_phrase(groups[0], fact["move"], seat)


def read_luck(r: Reading) -> None:
    groups = r(rf"Then luck decides: {r.own_value_pattern} after (.+), {r.value_pattern} after (.+)\.")
    assert groups is not None, r.text
    fact = r.facts["luck"]
    assert (groups[1], groups[3]) == (r.name("outcome", fact["worst"]), r.name("outcome", fact["best"]))
    r.check_value(groups[0], fact["low"])
    r.check_value(groups[2], fact["high"])
    assert to_float(groups[0]) < to_float(groups[2])


def read_terms(r: Reading) -> None:
    groups = r(r"Compared with the alternative \((.+)\), it is (.+)\.")
    assert groups is not None, r.text
    r.check_second(groups[0])
    sides = [end.evaluate().terms for end in r.ends(r.turn(0), r.turn(1))]
    sign = 1 if r.seat == 0 else -1
    changes = {
        first.name: sign * (first.amount - second.amount) * first.weight for first, second in zip(*sides, strict=True)
    }
    named = {r.name("term", name): change for name, change in changes.items()}
    shown = counted_terms(groups[1], named)
    assert shown and len(shown) == len([fact for fact in r.report.facts if fact.key == "term"])
    for name, grows in shown.items():
        assert (named[name] > 0) == grows
    assert (
        min(abs(named[name]) for name in shown)
        >= max([abs(first) for name, first in named.items() if name not in shown], default=0)
        or len(shown) < 3
    )


def counted_terms(text: str, names: Iterable[str]) -> dict[str, bool]:
    """Return which of these terms of an evaluation a sentence names, and whether each is better."""
    return {
        name: word == "better"
        for word, listed in re.findall(r"(better|worse) for ((?:(?! but (?:better|worse) for ).)+)", text)
        for name in names
        if re.search(rf"(?:^|, | and ){re.escape(name)}(?:$|, | and )", listed)
    }


def read_plan(r: Reading) -> None:
    groups = r(r"(The plan|The plan continues): (.+)\.")
    assert groups is not None and groups[1] == boards.describe_moves(r.info, r.seat, r.report.plan)
    assert (groups[0] == "The plan") == bool(r.report.simulations) and r.report.plan[0] == r.report.move
    state = r.decision.point.copy()
    for step in r.report.plan[:-1]:
        state.observe(step)
    assert not state.why_not(r.report.plan[-1])


READERS: dict[str, Callable[[Reading], None]] = {
    "only": read_only, "proof": read_proof, "losing": read_losing, "choice": read_choice, "reply": read_reply,
    "luck": read_luck,
    "terms": read_terms, "plan": read_plan, GOES_ON: read_plan, **HIDDEN_READERS,
}  # fmt: skip
