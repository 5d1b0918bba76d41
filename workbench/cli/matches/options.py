"""The options of `match` and `tournament`, and the plan that they describe."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from workbench.cli.matches import opening_options, plan_files
from workbench.cli.matches.bot_limits import split_limit
from workbench.cli.matches.live import every
from workbench.cli.shared.readers import MAX_SEED, SALT_HELP, InputError, salt, whole_number
from workbench.system.language.formats import read_number
from workbench.system.translation import tr

if TYPE_CHECKING:
    from workbench.matches.planning.plan import Plan


def number(least: float, most: float, what: str = "number") -> Any:
    """Return an argparse type for numbers from `least` to `most`. `what` names them in the error message."""

    def read(typed: str) -> float:
        text = read_number(typed)
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text) or not least <= float(text) <= most:
            raise argparse.ArgumentTypeError(
                tr(
                    "{text!r} is not a {what} from {least:g} to {most:,g}",
                    text=typed[:40],
                    what=what,
                    least=least,
                    most=most,
                )
            )
        return float(text)

    return read


def threshold(text: str) -> tuple[float, int | None]:
    """Parse a value from 0 to 1, optionally with a number of decisions in a row, for example "0.95,4"."""
    value, comma, moves = text.partition(",")
    if (
        not re.fullmatch(r"[01]?(\.[0-9]+)?", value)
        or not value
        or float(value) > 1
        or (comma and not re.fullmatch("[1-9][0-9]{0,3}", moves))
    ):
        raise argparse.ArgumentTypeError(
            tr(
                "{text!r} is not a value from 0 to 1, or a value and a number of moves such as 0.95,4",
                text=text[:40],
            )
        )
    return float(value), int(moves) if comma else None


PRESETS = {  # normalised Elo bounds of usual tests
    "gain": (0.0, 20.0),  # a change that should make the bot stronger
    "keep": (-20.0, 0.0),  # a simplification that must not make it weaker
}


def elo_bounds(text: str) -> tuple[float, float]:
    """Parse two Elo bounds, for example "0,20", or the name of a preset."""
    if text in PRESETS:
        return PRESETS[text]
    found = re.fullmatch(r"(-?[0-9]{1,4}(?:\.[0-9]+)?),(-?[0-9]{1,4}(?:\.[0-9]+)?)", text)
    if found is None or float(found[1]) >= float(found[2]):
        raise argparse.ArgumentTypeError(
            tr("{text!r} is not a pair of increasing Elo bounds such as 0,20, nor gain or keep", text=text[:40])
        )
    return float(found[1]), float(found[2])


def add_places(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where games are played: how many at a time, and on which cluster."""
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 4096),
        metavar="N",
        help=tr("maximum number of games at a time; default: the number of cores"),
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help=tr("play on workers: tls://HOST:PORT of a scheduler, or local:4 here")
    )
    parser.add_argument("--keys", metavar="FOLDER", help=tr("the folder with the keys of the cluster"))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that match and tournament share."""
    # accepts -5,5 as a value, not an option
    parser._negative_number_matcher = re.compile(r"-\d+(\.\d+)?(,-?\d+(\.\d+)?)?")
    parser.set_defaults(parser=parser)
    parser.add_argument("spec", nargs="?", help=tr('the game, such as "name(size=4)"'))
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        help=tr(
            "for example mcts:steady,greedy or ./mine.py:Mine; @tc=10+0.1, @st=0.5 or @nodes=800 is a bot's own limit"
        ),
    )
    plan_files.add_option(parser)
    parser.add_argument(
        "--blocks",
        type=whole_number(1, 10**7),
        default=50,
        metavar="N",
        help=tr("number of blocks (one seed in all seat orders); default: 50"),
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        metavar="N",
        help=tr("fixes dice and deals; continues a match with this seed"),
    )
    parser.add_argument("--salt", type=salt, metavar="HEX", help=SALT_HELP)
    parser.add_argument("--archive", metavar="FILE", help=tr("the archive for the games; default: your own archive"))
    parser.add_argument("--rotations", action="store_true", help=tr("rotate seats only, instead of every order"))
    add_places(parser)
    limits = parser.add_argument_group(tr("limits (default: each bot uses its own options)"))
    limits.add_argument(
        "--simulations",
        type=whole_number(1, 10**9),
        metavar="N",
        help=tr("each bot's simulations for a decision, turn or game"),
    )
    limits.add_argument(
        "--seconds",
        type=number(0.001, 10**6, tr("number of seconds")),
        metavar="S",
        help=tr("each bot's time in seconds"),
    )
    limits.add_argument(
        "--per", choices=("decision", "turn", "game"), default="decision", help=tr("the unit of the limits")
    )
    limits.add_argument(
        "--increment",
        type=number(0, 10**5),
        default=0.0,
        metavar="S",
        help=tr("seconds added per turn, with --per game"),
    )
    limits.add_argument(
        "--margin",
        type=number(0, 3600),
        metavar="S",
        help=tr("tolerated excess over the time in seconds; default: 0.05"),
    )
    limits.add_argument(
        "--patience",
        type=number(0.1, 10**6),
        default=60.0,
        metavar="S",
        help=tr("seconds after which a bot without a clock counts as hanging"),
    )
    limits.add_argument(
        "--memory",
        type=whole_number(64, 10**7),
        default=2048,
        metavar="MB",
        help=tr("memory limit of each bot's process"),
    )
    opening_options.add_options(parser)
    rules = parser.add_argument_group(tr("adjudication (default: every game is played to its end)"))
    rules.add_argument(
        "--resign",
        type=threshold,
        metavar="V[,N]",
        help=tr("a bot that values its own game at most -V in N decisions (4) has lost"),
    )
    rules.add_argument(
        "--agree",
        type=threshold,
        metavar="V[,N]",
        help=tr("all bots value the same seat at least V in N decisions (3): it has won"),
    )
    rules.add_argument(
        "--draw", type=threshold, metavar="V[,N]", help=tr("all values are within V of 0 in N decisions (8): a draw")
    )
    rules.add_argument("--longest", type=whole_number(1, 10**6), metavar="N", help=tr("a draw after N decisions"))
    test = parser.add_argument_group(tr("sequential test of two bots (ends the match when it is decided)"))
    test.add_argument(
        "--sprt",
        type=elo_bounds,
        metavar="E0,E1|gain|keep",
        help=tr("test whether the first bot is at least E1 Elo stronger, or at most E0; gain is 0,20, keep is -20,0"),
    )
    test.add_argument(
        "--alpha",
        type=number(0.0001, 0.4999),
        metavar="P",
        help=tr("probability of accepting E1 if E0 is true; default: 0.05"),
    )
    test.add_argument(
        "--beta",
        type=number(0.0001, 0.4999),
        metavar="P",
        help=tr("probability of accepting E0 if E1 is true; default: 0.05"),
    )
    test.add_argument(
        "--adjusted", action="store_true", help=tr("test results without the luck of the dice; needs fewer games")
    )
    test.add_argument("--model", choices=("normalised", "logistic"), help=tr("the Elo scale; default: normalised"))
    parser.add_argument(
        "--reports",
        choices=("none", "last", "all"),
        default="last",
        help=tr("how many reports of each decision to save"),
    )
    parser.add_argument(
        "--log", metavar="DIR", help=tr("save what the bots print in each game, in the archive and in this folder")
    )
    parser.add_argument("--name", metavar="TEXT", help=tr("name the match"))
    parser.add_argument("--tag", action="append", default=[], metavar="TAG", help=tr("tag the match; can be repeated"))
    parser.add_argument(
        "--wait",
        type=number(0, 10**7, tr("number of seconds")),
        nargs="?",
        const=float("inf"),
        metavar="S",
        help=tr("wait while another match uses the archive, for at most S seconds"),
    )
    parser.add_argument(
        "--strict",
        type=number(0, 100),
        nargs="?",
        const=0.0,
        metavar="P",
        help=tr("exit status 1 if more than P per cent of the games ended by faults; default: 0"),
    )
    parser.add_argument(
        "--every",
        type=every,
        metavar="N|Ns",
        help=tr("in a pipe, print the figures every N games or N seconds; default: 30s"),
    )
    parser.add_argument("--json", action="store_true", help=tr("print the result as JSON"))


# Options allowed beside a stored plan, and attributes that the program adds to the arguments.
BESIDE_PLAN = frozenset(
    [
        "plan",
        "blocks",
        "seed",
        "salt",
        "archive",
        "jobs",
        "log",
        "name",
        "tag",
        "wait",
        "strict",
        "every",
        "json",
        "run_bots",
        "parser",
        "main",
        "window",
        "stored_plan",
        "bots_from_file",
    ]
)


def changed_plan(arguments: argparse.Namespace, plan: Plan) -> Plan:
    """Return a stored plan with the typed number of blocks, seed and salt.

    Raises:
        InputError: The command line has a game, bots, or another option that would change the plan.
    """
    import msgspec

    if arguments.spec is not None or arguments.bots is not None:
        raise InputError(tr("--plan names a complete plan; leave out the game and --bots"))
    for name, value in vars(arguments).items():
        if name not in BESIDE_PLAN and value != arguments.parser.get_default(name):
            raise InputError(tr("--plan names a complete plan; leave out --{name}", name=name.replace("_", "-")))
    typed: dict[str, Any] = {name: getattr(arguments, name) for name in ("blocks", "seed", "salt")}
    typed = {name: value for name, value in typed.items() if value != arguments.parser.get_default(name)}
    arguments.seed = plan.seed if arguments.seed is None else arguments.seed
    return msgspec.structs.replace(plan, **typed, logs="faults" if arguments.log is None else "all")


def make_plan(arguments: argparse.Namespace, kind: str) -> Plan:
    """Return the unchecked plan that the options describe.

    Raises:
        InputError: Options contradict each other, or a value is invalid.
    """
    import fastcore
    from bots.report import Limit
    from workbench.cli.shared.players import split_list
    from workbench.cli.shared.situations import check_game
    from workbench.matches.planning.plan import Adjudication, Plan, SprtBounds
    from workbench.records.seeds import new_seed

    plan_files.apply(arguments, arguments.parser)
    if arguments.stored_plan is not None:
        return changed_plan(arguments, arguments.stored_plan)
    if arguments.spec is None:
        raise InputError(tr('name a game, such as "name(size=4)"'))
    if arguments.bots is None:
        raise InputError(tr("name the bots with --bots A,B"))
    check_game(arguments.spec)
    try:
        spec = fastcore.start(arguments.spec).spec
    except ValueError as error:
        raise InputError(str(error)) from None
    if arguments.increment and (arguments.per != "game" or arguments.seconds is None):
        raise InputError(tr("--increment needs --seconds with --per game"))
    if arguments.per != "decision" and arguments.simulations is None and arguments.seconds is None:
        raise InputError(tr("--per needs --simulations or --seconds"))
    for name in ("alpha", "beta", "model"):
        if getattr(arguments, name) is not None and arguments.sprt is None:
            raise InputError(tr("--{name} needs --sprt", name=name))
    if arguments.adjusted and arguments.sprt is None:
        raise InputError(tr("--adjusted needs --sprt"))
    if arguments.margin is not None and arguments.seconds is None and "@" not in arguments.bots:
        raise InputError(tr("--margin needs --seconds"))
    if arguments.resign is not None and fastcore.start(spec).seats != 2:
        raise InputError(tr("--resign is for two players; with more players use --agree"))
    limit = None
    if arguments.simulations is not None or arguments.seconds is not None:
        limit = Limit(arguments.simulations, arguments.seconds, arguments.per, arguments.increment)
    rules: dict[str, Any] = {"longest": arguments.longest}
    for name in ("resign", "agree", "draw"):
        value, moves = getattr(arguments, name) or (None, None)
        rules[name] = value
        if moves is not None:
            rules[f"{name}_moves"] = moves
    sprt = None
    if arguments.sprt is not None:
        elo0, elo1 = arguments.sprt
        rates = arguments.alpha or 0.05, arguments.beta or 0.05
        sprt = SprtBounds(elo0, elo1, *rates, arguments.model or "normalised", arguments.adjusted)
    typed = [split_limit(text) for text in split_list(arguments.bots)]
    limits = tuple(own for _, own in typed)
    return Plan(
        spec=spec,
        bots=tuple(bot for bot, _ in typed),
        limits=limits if any(limits) else (),
        kind="gauntlet" if kind == "gauntlet" else "match",
        challengers=getattr(arguments, "gauntlet", None) or 1,
        blocks=arguments.blocks,
        seed=new_seed() if arguments.seed is None else arguments.seed,
        salt=arguments.salt,
        rotations=arguments.rotations,
        limit=limit,
        openings=opening_options.read_openings(arguments, spec),
        random_moves=arguments.random_moves,
        adjudication=Adjudication(**rules),
        sprt=sprt,
        patience=arguments.patience,
        margin=0.05 if arguments.margin is None else arguments.margin,
        reports=arguments.reports,
        memory_mb=arguments.memory,
        logs="faults" if arguments.log is None else "all",
    )
