"""`herbarium bench`: measures the speed of the core, with statistics of the games."""

from __future__ import annotations

import platform
from argparse import ArgumentParser, Namespace
from pathlib import Path

import fastcore
from workbench.cli.measuring import measure, yardstick
from workbench.cli.measuring.yardstick import Yardstick, YardstickError
from workbench.cli.shared.output import print_json, print_table, progress, spinner
from workbench.cli.shared.readers import InputError, add_json, seconds
from workbench.cli.shared.situations import parse_for_verb
from workbench.system.language.formats import format_number
from workbench.system.translation import tr
from workbench.system.version import version

Facts = dict[str, float]
PAYOFFS_MS = 20  # the target for a payoff matrix


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this verb."""
    parser.add_argument("game", nargs="*", help=tr('games, or specs such as "name(size=4)"; default: all games'))
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S", help=tr("seconds for each figure; default: 1")
    )
    parser.add_argument(
        "--against", metavar="DIR", help=tr("also run DIR/run with the game's id, and print the ratio to its playouts")
    )
    add_json(parser)


def measured_specs(text: str) -> tuple[str, ...]:
    """Return the specs to measure for a game without options (its usual sizes), or for one spec.

    Raises:
        InputError: There is no such game or option.
    """
    if text in fastcore.games():
        return tuple(fastcore.info(text).bench)
    return (parse_for_verb(text, "bench").spec,)


def main(arguments: Namespace) -> int:
    """Run this verb and return its exit status.

    Raises:
        InputError: A game does not exist, or the yardstick fails for every game.
    """
    specs = list(dict.fromkeys(spec for text in arguments.game or fastcore.games() for spec in measured_specs(text)))
    try:
        program = None if arguments.against is None else yardstick.find_program(arguments.against)
    except YardstickError as error:
        raise InputError(tr("bench: --against: {error}", error=error)) from None
    games = list(dict.fromkeys(fastcore.start(spec).info.id for spec in specs))
    seconds: float = arguments.seconds
    played = {spec: measure.playouts(spec, seconds) for spec in progress(specs, "playouts")}
    against: dict[str, Yardstick] = {}
    searched_there: dict[tuple[str, str], Facts] = {}
    if program is not None:
        faults = []
        for game in games:
            try:
                add_yardstick(program, game, against, searched_there)
            except YardstickError as error:  # The yardstick may not support every game.
                faults.append(error)
        if len(faults) == len(games):
            raise InputError(tr("bench: --against: {fault}", fault=faults[0]))
        # The yardstick may have slowed the machine down, so our own speed is measured before and after.
        played = {spec: played[spec] + measure.playouts(spec, seconds) for spec in progress(specs, "playouts")}
    covered = [spec for spec in specs if fastcore.start(spec).info.has.covered]
    learned = {spec: measure.observations(spec, seconds) for spec in progress(covered, "observations")}
    secret = [spec for spec in specs if fastcore.Search.fits(fastcore.start(spec), "equilibrium")]
    matrices = {spec: found for spec in progress(secret, "payoffs") if (found := measure.payoffs(spec, seconds))}
    searches = [
        (spec, engine, where, threads)
        for spec in specs
        for engine in fastcore.ENGINES
        if fastcore.Search.fits(fastcore.start(spec), engine)
        for where, threads in (("opening", 1), ("middle", 1), ("middle", 2))
        if threads == 1 or engine == "tree"
    ]
    searched: list[tuple[str, str, str, int, Facts]] = []
    for spec, engine, where, threads in progress(searches, "search"):
        states = [measure.first_decision(spec)] if where == "opening" else measure.middle_positions(spec)
        found = measure.search(states, seconds, engine, threads)
        if threads > 1:
            found["times_one_thread"] = found["simulations_per_second"] / searched[-1][4]["simulations_per_second"]
        elif where == "middle" and (spec, engine) in searched_there:
            theirs = searched_there[spec, engine]
            found |= theirs | {"ratio": found["simulations_per_second"] / theirs["yardstick_simulations_per_second"]}
        searched.append((spec, engine, where, threads, found))
    facts = {spec: played[spec].facts | yardstick_facts(played[spec].facts, against.get(spec)) for spec in specs}
    if arguments.json:
        print_json(
            {
                "version": version(),
                "build": fastcore.BUILD,
                "machine": platform.machine(),
                "playouts": [{"spec": spec} | found for spec, found in facts.items()],
                "observations": [{"spec": spec} | found for spec, found in learned.items()],
                "payoffs": [{"spec": spec} | found for spec, found in matrices.items()],
                "search": [
                    {"spec": spec, "engine": engine, "place": where, "threads": threads} | found
                    for spec, engine, where, threads, found in searched
                ],
            }
        )
        return 0
    print(
        tr(
            "Herbarium {version}, core {build}, one thread, {seconds:g} s for each figure",
            version=version(),
            build=fastcore.BUILD,
            seconds=seconds,
        )
    )
    show_playouts(facts, program)
    if learned:
        costs = [
            (
                spec,
                format_number(found["median_ms"], ".3f"),
                format_number(found["worst_ms"], ".2f"),
                format_number(found["observations"], ",.0f"),
            )
            for spec, found in learned.items()
        ]
        print_table(
            tr("Observations processed by a viewpoint"),
            ("game", tr("median ms"), tr("worst ms"), "observations"),
            costs,
        )
    if matrices:
        show_payoffs(matrices)
    if searched:
        show_searches(searched)
    return 0


def show_payoffs(matrices: dict[str, Facts]) -> None:
    """Print the measurements of payoff matrices."""
    rows = [
        (
            spec,
            *(
                format_number(found[key], ".2f")
                for key in ("mean_ms", "worst_ms", "refined_mean_ms", "refined_worst_ms", "deviation")
            ),
            format_number(found["matrices"], ".0f"),
        )
        for spec, found in matrices.items()
    ]
    most = max(int(found["samples"]) for found in matrices.values())
    print_table(
        tr(
            "Payoff matrices of {plans} by {plans} plans, middle positions, processor time (target: at "
            "most {payoffs_ms} ms)",
            plans=measure.PLANS,
            payoffs_ms=PAYOFFS_MS,
        ),
        ("game", tr("mean ms"), tr("worst ms"), tr("refined to {most}", most=most), "worst", "deviation", "matrices"),
        rows,
    )


def show_searches(searched: list[tuple[str, str, str, int, Facts]]) -> None:
    """Print the measurements of searches."""
    rows = []
    for spec, engine, where, threads, found in searched:
        comparison = ""
        if "times_one_thread" in found:
            comparison = tr("{times_one_thread:.2f} times one thread", times_one_thread=found["times_one_thread"])
        elif "ratio" in found:
            comparison = tr(
                "{ratio:.2f} of the yardstick's {yardstick_simulations_per_second:,.0f}",
                ratio=found["ratio"],
                yardstick_simulations_per_second=found["yardstick_simulations_per_second"],
            )
            if "yardstick_bytes_per_simulation" in found:
                comparison += tr(
                    " ({yardstick_bytes_per_simulation:.0f} bytes)",
                    yardstick_bytes_per_simulation=found["yardstick_bytes_per_simulation"],
                )
        speed, size = (
            format_number(found["simulations_per_second"], ",.0f"),
            format_number(found["bytes_per_simulation"], ".0f"),
        )
        rows.append((spec, engine, where, str(threads), speed, size, comparison))
    print_table(
        tr(
            "Searches of {simulations:,} simulations (alphabeta: nodes); middle: {middles} positions in turn",
            simulations=measure.SIMULATIONS,
            middles=measure.MIDDLES,
        ),
        ("game", "engine", "position", "threads", "simulations/s", tr("bytes each"), ""),
        rows,
        words=3,
    )


def add_yardstick(
    program: Path, game: str, playouts: dict[str, Yardstick], searches: dict[tuple[str, str], Facts]
) -> None:
    """Add the yardstick's figures for the supported specs of one game to `playouts` and `searches`.

    Raises:
        YardstickError: The yardstick fails.
    """
    with spinner(f"{program} {game}"):
        found = yardstick.run_program(program, game)
    for spec in fastcore.info(game).bench:
        key = yardstick.figure_key(spec, found.playouts)
        if key in found.playouts:
            playouts[spec] = found.playouts[key]
        key = yardstick.figure_key(spec, found.tree)
        if key in found.tree:
            rate, size = found.tree[key]
            searches[spec, "tree"] = {"yardstick_simulations_per_second": rate, "yardstick_bytes_per_simulation": size}
        if found.nodes is not None and spec == fastcore.start(spec).info.id:
            searches[spec, "alphabeta"] = {"yardstick_simulations_per_second": found.nodes}


def yardstick_facts(ours: Facts, theirs: Yardstick | None) -> Facts:
    """Return the yardstick's figures for playouts, and the ratio of our speed to the yardstick's.

    The ratio compares decisions per second if the yardstick counts them, because its rules may differ slightly.
    Otherwise it compares playouts per second.
    """
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
    """Print the measurements of playouts, with the comparison if there is a yardstick."""
    heads = ["game", "playouts/s", "decisions/s", tr("ns each"), "turns/game", "decisions/game"]
    if program is not None:
        heads += ["yardstick/s", "ratio", tr("its turns"), tr("its decisions")]
    rows = []
    for spec, found in facts.items():
        row = [
            spec,
            format_number(found["playouts_per_second"], ",.0f"),
            format_number(found["decisions_per_second"], ",.0f"),
            format_number(found["nanoseconds_per_decision"], ".1f"),
            format_number(found["turns_per_game"], ".2f"),
            format_number(found["decisions_per_game"], ".1f"),
        ]
        if "ratio" in found:
            row += [
                format_number(found["yardstick_playouts_per_second"], ",.0f"),
                format_number(found["ratio"], ".2f"),
                format_number(found["yardstick_turns_per_game"], ".1f"),
                format_number(found["yardstick_decisions_per_game"], ".1f"),
            ]
        elif program is not None:
            row += ["-"] * 4
        rows.append(row)
    print_table(tr("Random playouts"), heads, rows)
    if program is not None and not any("ratio" in found for found in facts.values()):
        print(tr("{program} printed no line for any of these games.", program=program))
