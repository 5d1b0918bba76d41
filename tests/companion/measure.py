"""Measure the companion on recorded games: `python -m tests.companion.measure PART GAMES [FIRST] [SPEC...] [FILE]`.

The parts are `entered`, `wrong`, `unsure` and `speed`. Each prints a line of JSON for every game, then the figures. A
file ends with `.jsonl`: the lines are added to it, and games that are in it already are not measured again.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from math import log
from pathlib import Path
from random import Random
from time import process_time

import fastcore
from fastcore import Conflict, TooMany, Viewpoint
from tests.kit.tables import Played, play, with_wrong_entry
from workbench.companion.branches import MAX_BRANCHES, Belief, Filter
from workbench.companion.companion import Companion
from workbench.companion.cursor import begin
from workbench.companion.key_entry import keys_of
from workbench.companion.lines import MISSED, Line
from workbench.companion.replay import Replay
from workbench.companion.slips import EVEN, NEIGHBOURING
from workbench.companion.suspects import diagnose

SPECS = ("herd", "forest", "herbs", "herbalism")
POLICIES = ("uniform", "greedy", "mixed")
CONFIDENCE = 0.5  # of the lines marked as unsure: half of them are wrong
MARKED = 0.1


def entered(spec: str, seed: int) -> dict[str, object]:
    """Enter a game key by key, and compare the beliefs, moves and the result with the record."""
    seats = fastcore.start(spec).seats
    seat, policy = seed % seats, POLICIES[seed // seats % 3]
    played = play(spec, seat, seed, policy)
    companion, keys, events, same = Companion(spec, seat), 0, 0, True
    true = Viewpoint(spec, seat)
    observations = iter(played.cursor.texts)
    while len(companion.lines) < len(played.texts):
        text, events = played.texts[len(companion.lines)], events + 1
        try:
            spelled = keys_of(companion.cursor, text)
            for key in spelled:
                companion.typing.press(key)
        except ValueError:  # the whole observation, typed as it is
            spelled = f"{text}\n"
            companion.enter(text)
        keys += len(spelled)
        while len(true.observations) < len(companion.cursor.texts):
            true.observe(next(observations), events=False)
        point = companion.cursor.point
        same = same and point.text() == true.text() and point.key == true.key
        if events % 10 == 0:
            same = same and point.beliefs("uniform") == true.beliefs("uniform") and point.moves() == true.moves()
    texts = [line.text for line in companion.lines]
    same = same and texts[: len(played.texts)] == list(played.texts) and true == played.cursor.point
    if played.end.actor == fastcore.OVER:
        same = same and companion.over and companion.cursor.point.returns() == played.end.returns()
    return {"spec": spec, "seed": seed, "policy": policy, "same": same, "keys": keys, "events": events}


def wrong(spec: str, seed: int) -> dict[str, object]:
    """Replace one random entry, search for it, and correct it."""
    seats = fastcore.start(spec).seats
    policy = "uniform" if fastcore.start(spec).info.has.covered else "mixed"
    played = play(spec, seed % seats, seed, policy, 150)
    found = None
    random = Random(seed)
    while found is None:
        found = with_wrong_entry(played, random)
    result: dict[str, object] = {"spec": spec, "seed": seed, "lines": len(played.texts), "index": found.at}
    fixed = [*found.lines]
    fixed[found.at] = Line(fixed[found.at].id, played.texts[found.at])
    again = Replay(found.replay.begin)
    again.update(found.lines)
    again.update(fixed)
    result["restored"] = again.fault is None and again.belief.cursor.point == played.cursor.point
    if found.replay.fault is None:
        return {**result, "fault": None}
    before = process_time()
    *_, diagnosis = diagnose(found.replay, EVEN)
    order = [suspect.at for suspect in diagnosis.suspects]
    return {
        **result,
        "fault": found.replay.fault.at,
        "rank": order.index(found.at) + 1 if found.at in order else 0,
        "best": diagnosis.suspects[0].probability if diagnosis.suspects else 0.0,
        "in_conflict": found.at in diagnosis.conflict,
        "conflict": len(diagnosis.conflict),
        "tried": diagnosis.tried,
        "seconds": round(process_time() - before, 3),
    }


def unsure(spec: str, seed: int) -> dict[str, object]:
    """Mark some entries as unsure, half of which are wrong, and take the log loss of the true cards."""
    seat = seed % fastcore.start(spec).seats
    random = Random(seed)
    played = _one_round(spec, seat, seed)
    texts, marked = list(played.texts), set[int]()
    cursor = begin(spec, seat)
    for index, text in enumerate(played.texts):
        if index and random.random() < MARKED:
            marked.add(index)
            if random.random() > CONFIDENCE:
                options = [step.text for step in cursor.steps()]
                others = {meant: NEIGHBOURING.weight(meant, text) for meant in options if meant != text}
                if others:
                    texts[index] = random.choices(list(others), list(others.values()))[0]
        cursor = cursor.advance(text)
    true = played.end.text()

    def loss(kind: str, limit: int) -> tuple[float, bool]:
        belief = Replay(begin(spec, seat)).belief
        filter = Filter(NEIGHBOURING, limit)
        for index, text in enumerate(texts):
            line = Line(index + 1, text)
            if index in marked:
                line = Line(index + 1, MISSED) if kind == "left out" else Line(index + 1, text, confidence=CONFIDENCE)
            try:
                belief = filter.advance(belief, line)
            except Conflict:
                return loss(kind, 1 << 20)  # the true reading was dropped
        return -log(max(_chance(belief, true), 1e-9)), belief.pruned

    result: dict[str, object] = {"spec": spec, "seed": seed, "lines": len(texts), "marked": len(marked)}
    result["unsure"], result["pruned"] = loss("unsure", MAX_BRANCHES)
    result["left out"], _ = loss("left out", MAX_BRANCHES)
    if len(marked) <= 3:
        result["exact"], _ = loss("unsure", 1 << 20)
    return result


def _one_round(spec: str, seat: int, seed: int) -> Played:
    """Return a game cut off in its first round, after 6 to 20 moves."""
    most = 6 + seed % 15
    while (played := play(spec, seat, seed, "uniform", most)).end.fields["round"] != "1" or played.end.actor < 0:
        most -= 1
    return played


def _chance(belief: Belief, true: str) -> float:
    """Return the probability of a position."""
    total = 0.0
    for (cursor, _), weight in zip(belief.branches, belief.weights, strict=True):
        if not cursor.parts:
            total += weight * dict(cursor.point.worlds(1 << 20, "uniform")).get(true, 0.0)
    return total


def speed(spec: str, seed: int) -> dict[str, object]:
    """Change line 5, or the next that has alternatives, of a list of 200 lines, and change it back."""
    played = play(spec, 0, seed, "greedy", 1000)
    lines = played.lines[:200]
    replay = Replay(begin(spec, 0))
    replay.update(lines)
    at, others = 3, [""]
    while len(others) < 2:
        at += 1
        others = [step.text for step in replay.belief_before(at).cursor.steps()]
    times = list[float]()
    for text in others[:20]:
        before = process_time()
        replay.update([*lines[:at], Line(at + 1, text), *lines[at + 1 :]])
        replay.update(lines)
        times.append((process_time() - before) * 1000)
        assert replay.fault is None
    return {"spec": spec, "seed": seed, "lines": len(lines), "ms": round(max(times), 2)}


def figures(part: str, rows: list[dict[str, object]]) -> dict[str, object]:
    """Return the figures of one game."""
    if part == "entered":
        events = sum(int(str(row["events"])) for row in rows)
        return {
            "games": len(rows),
            "same": sum(row["same"] is True for row in rows),
            "keys per event": round(sum(int(str(row["keys"])) for row in rows) / max(1, events), 3),
        }
    if part == "wrong":
        faults = [row for row in rows if row["fault"] is not None]
        single = [row for row in faults if float(str(row["best"])) > 0.5]
        ranks = [int(str(row["rank"])) for row in single]
        return {
            "games": len(rows),
            "restored": sum(row["restored"] is True for row in rows),
            "contradictions": len(faults),
            "culprit in the conflict": sum(row["in_conflict"] is True for row in faults),
            "singled out": len(single),
            "first": round(ranks.count(1) / max(1, len(ranks)), 3),
            "first three": round(sum(1 <= rank <= 3 for rank in ranks) / max(1, len(ranks)), 3),
            "first of all": round(sum(row["rank"] == 1 for row in faults) / max(1, len(faults)), 3),
            "expected first": round(statistics.fmean(float(str(row["best"])) for row in single), 3) if single else None,
            "seconds, mean and most": [
                round(statistics.fmean(float(str(row["seconds"])) for row in faults), 2),
                max(float(str(row["seconds"])) for row in faults),
            ] if faults else None,
        }  # fmt: skip
    if part == "unsure":
        touched = [row for row in rows if row["marked"]]
        gains = [float(str(row["left out"])) - float(str(row["unsure"])) for row in touched]
        exact = [row for row in touched if "exact" in row]
        return {
            "games": len(rows),
            "with unsure lines": len(touched),
            "log loss unsure": round(statistics.fmean(float(str(row["unsure"])) for row in touched), 4),
            "log loss left out": round(statistics.fmean(float(str(row["left out"])) for row in touched), 4),
            "gain": round(statistics.fmean(gains), 4),
            "standard error": round(statistics.stdev(gains) / len(gains) ** 0.5, 4),
            "exact": [
                len(exact),
                round(statistics.fmean(float(str(row["exact"])) for row in exact), 4),
                round(statistics.fmean(float(str(row["unsure"])) for row in exact), 4),
            ],
        }
    return {"games": len(rows), "most ms": max(float(str(row["ms"])) for row in rows)}


def measure(
    part: str, games: int, first: int, specs: tuple[str, ...], done: dict[tuple[str, int], dict[str, object]]
) -> Iterator[tuple[dict[str, object], bool]]:
    """Yield the result of each game, and whether it was done before."""
    work = {"entered": entered, "wrong": wrong, "unsure": unsure, "speed": speed}[part]
    for seed in range(first, first + games):
        for spec in specs:
            if (spec, seed) in done:
                yield done[spec, seed], True
                continue
            try:
                yield work(spec, seed), False
            except TooMany as error:
                yield {"spec": spec, "seed": seed, "failed": str(error)}, False


def main(arguments: list[str]) -> None:
    """Measure and print."""
    part, games = arguments[0], int(arguments[1])
    first = int(arguments[2]) if len(arguments) > 2 else 0
    files = [Path(argument) for argument in arguments if argument.endswith(".jsonl")]
    specs = tuple(argument for argument in arguments[3:] if not argument.endswith(".jsonl"))
    done = dict[tuple[str, int], dict[str, object]]()
    for file in files:
        for line in file.read_text().splitlines(keepends=True) if file.exists() else ():
            if line.endswith("\n"):
                row = json.loads(line)
                done[row["spec"], row["seed"]] = row
    rows = defaultdict[str, list[dict[str, object]]](list)
    for row, known in measure(part, games, first, specs or (("herbalism",) if part == "unsure" else SPECS), done):
        if "failed" not in row:
            rows[str(row["spec"])].append(row)
        if known:
            continue
        print(json.dumps(row), flush=True)
        for file in files:
            with file.open("a") as opened:
                opened.write(json.dumps(row) + "\n")
    for spec, listed in rows.items():
        print(json.dumps({"part": part, "spec": spec, **figures(part, listed)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
