"""`herbarium bench`: the speeds of the core, with what the games were like beside them."""

from __future__ import annotations

import platform
from argparse import Namespace
from pathlib import Path

import fastcore
from workbench.cli import measure, yardstick
from workbench.cli.output import as_json, progress, table, waiting
from workbench.cli.readers import BadInput
from workbench.cli.yardstick import NoYardstick, Yardstick
from workbench.version import version

Facts = dict[str, float]


def main(arguments: Namespace) -> int:
    for game in arguments.game:
        if game not in fastcore.games():
            raise BadInput(f"bench: no game {game[:40]!r}; there is {', '.join(fastcore.games())}")
    try:
        program = None if arguments.against is None else yardstick.program_in(arguments.against)
    except NoYardstick as error:
        raise BadInput(f"bench: --against: {error}") from None
    games = list(dict.fromkeys(arguments.game)) or list(fastcore.games())
    specs = [spec for game in games for spec in fastcore.info(game).bench]
    seconds: float = arguments.seconds
    played = {spec: measure.playouts(spec, seconds) for spec in progress(specs, "playouts")}
    against: dict[str, Yardstick] = {}
    if program is not None:
        faults = []
        for game in games:
            try:
                against |= compared(program, game)
            except NoYardstick as error:  # it need not know every game
                faults.append(error)
        if len(faults) == len(games):
            raise BadInput(f"bench: --against: {faults[0]}")
        # other programs may have slowed the machine down for a while: ours is measured before and after, and both count
        played = {spec: played[spec] + measure.playouts(spec, seconds) for spec in progress(specs, "playouts")}
    covered = [spec for spec in specs if fastcore.start(spec).info.has.covered]
    learned = {spec: measure.observations(spec, seconds) for spec in progress(covered, "observations")}
    searched = []
    places = [(spec, where) for spec in specs if spec not in covered for where in measure.PLACES]
    for spec, where in progress(places, "search"):
        state = measure.place(spec, where)
        searched.append((spec, where, state.text(), measure.search(state, seconds)))
    facts = {spec: played[spec].facts | ratios(played[spec].facts, against.get(spec)) for spec in specs}
    if arguments.json:
        as_json(
            {
                "version": version(),
                "build": fastcore.BUILD,
                "machine": platform.machine(),
                "playouts": [{"spec": spec} | found for spec, found in facts.items()],
                "observations": [{"spec": spec} | found for spec, found in learned.items()],
                "search": [{"spec": s, "place": w, "position": text} | found for s, w, text, found in searched],
            }
        )
        return 0
    print(f"Herbarium {version()}, core {fastcore.BUILD}, one thread, {seconds:g} s for each figure")
    show_playouts(facts, program)
    rows = [
        (spec, where, f"{found['simulations_per_second']:,.0f}", f"{found['bytes_per_simulation']:.0f}")
        for spec, where, _, found in searched
    ]
    if learned:
        costs = [(spec, f"{found['median_ms']:.3f}", f"{found['worst_ms']:.2f}", f"{found['observations']:,.0f}") for spec, found in learned.items()]
        table("Observations taken in by a viewpoint", ("game", "median ms", "worst ms", "observations"), costs)
    if not rows:
        return 0
    table(
        f"Searches of {measure.SIMULATIONS:,} simulations",
        ("game", "position", "simulations/s", "bytes each"),
        rows,
        words=2,
    )
    return 0


def compared(program: Path, game: str) -> dict[str, Yardstick]:
    """What the yardstick measured for the specs whose size it knows."""
    with waiting(f"{program} {game}"):
        found = yardstick.measured(program, game)
    places = {spec: yardstick.place(spec, found) for spec in fastcore.info(game).bench}
    return {spec: found[place] for spec, place in places.items() if place in found}


def ratios(ours: Facts, theirs: Yardstick | None) -> Facts:
    """What is to be said about the yardstick beside our own figures. The ratio is that of decisions a second where it
    tells how many a game has, as its rules may differ a little, else that of playouts."""
    if theirs is None:
        return {}
    ratio = ours["playouts_per_second"] / theirs.playouts
    if theirs.moves:
        ratio *= ours["decisions_per_game"] / theirs.moves
    return {
        "yardstick_playouts_per_second": theirs.playouts,
        "ratio": ratio,
        "yardstick_turns_per_game": theirs.turns,
        "yardstick_decisions_per_game": theirs.moves,
    }


def show_playouts(facts: dict[str, Facts], program: Path | None) -> None:
    heads = ["game", "playouts/s", "decisions/s", "ns each", "turns/game", "decisions/game"]
    if program is not None:
        heads += ["yardstick/s", "ratio", "its turns", "its decisions"]
    rows = []
    for spec, found in facts.items():
        row = [
            spec,
            f"{found['playouts_per_second']:,.0f}",
            f"{found['decisions_per_second']:,.0f}",
            f"{found['nanoseconds_per_decision']:.1f}",
            f"{found['turns_per_game']:.2f}",
            f"{found['decisions_per_game']:.1f}",
        ]
        if "ratio" in found:
            row += [
                f"{found['yardstick_playouts_per_second']:,.0f}",
                f"{found['ratio']:.2f}",
                f"{found['yardstick_turns_per_game']:.1f}",
                f"{found['yardstick_decisions_per_game']:.1f}",
            ]
        elif program is not None:
            row += ["-"] * 4
        rows.append(row)
    table("Random playouts", heads, rows)
    if program is not None and not any("ratio" in found for found in facts.values()):
        print(f"{program} printed no line about one of these games.")
