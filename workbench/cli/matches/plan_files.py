"""Plan files: the options of a match as TOML or JSON, or the plan that `--json` prints."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.cli.shared import suggestions
from workbench.cli.shared.readers import InputError
from workbench.system import bounded, decoding, limits
from workbench.system.translation import tr

if TYPE_CHECKING:
    from workbench.matches.archive.editing import Label
    from workbench.matches.planning.plan import Plan

GAME = "game"  # the key of the game, which is no option on the command line


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add the option `--plan`."""
    parser.add_argument(
        "--plan",
        metavar="FILE",
        help=tr("read options from a TOML or JSON file; options on the command line override them"),
    )
    parser.add_argument(
        "--run-bots",
        action="store_true",
        help=tr("with --plan: also run its bots from Python files and programs that you have not used before"),
    )


def apply(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Fill the options that were not typed from the file of `--plan`.

    A plan as `--json` prints it becomes `arguments.stored_plan`, with the name and the tags beside it as options.
    `arguments.bots_from_file` says whether the bots are those of the file, which the user may not have written.

    Raises:
        InputError: The file cannot be read, or has an unknown or invalid option.
    """
    arguments.stored_plan, arguments.bots_from_file = None, False
    if arguments.plan is None:
        return
    path = Path(arguments.plan)
    data = read(path)
    if isinstance(stored := data.get("plan", data), dict) and "spec" in stored:
        arguments.stored_plan, arguments.bots_from_file = stored_plan(path, stored), True
        name, tags = stored_label(path, data)
        arguments.name = name or None if arguments.name is None else arguments.name
        arguments.tag = arguments.tag or list(tags)
        return
    if unsafe := sorted({"cluster", "keys"} & set(data)):
        raise InputError(
            tr("--plan: {path}: {option} belongs on the command line, not in a file", path=path, option=unsafe[0])
        )
    known = [option for action in parser._actions for option in action.option_strings]
    if unknown := [key for key in data if key != GAME and option_of(key) not in known]:
        raise InputError(
            tr("--plan: {path}: there is no option {key}", path=path, key=unknown[0][:40])
            + suggestions.for_key(unknown[0], known)
        )
    try:
        found = parser.parse_args(words_of(data))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    arguments.bots_from_file = arguments.bots is None
    for name, value in vars(found).items():
        if value != parser.get_default(name) and getattr(arguments, name, None) == parser.get_default(name):
            setattr(arguments, name, value)


def read(path: Path) -> dict[str, Any]:
    """Return the data of a TOML or JSON file.

    Raises:
        InputError: The file cannot be read, or is not a table of options.
    """
    try:
        plain = bounded.read_bytes(path, limits.SETTINGS_FILE)
        if path.suffix == ".json":
            bounded.check_json(plain)
            data = msgspec.json.decode(plain)
        else:
            data = tomllib.loads(plain.decode())
    except (OSError, ValueError) as error:
        raise InputError(tr("--plan: {path}: {error}", path=path, error=" ".join(str(error).split()))) from None
    if not isinstance(data, dict):
        raise InputError(tr("--plan: {path}: the file is not a table of options", path=path))
    return data


def stored_plan(path: Path, data: dict[str, Any]) -> Plan:
    """Return the plan in the data of an archive or of `--json`. The versions of the bots are left out.

    Raises:
        InputError: The data is not a valid plan.
    """
    from workbench.matches.planning.plan import Plan

    try:
        plan = decoding.convert(data, Plan)
    except ValueError as error:
        raise InputError(tr("--plan: {path}: {error}", path=path, error=error)) from None
    return msgspec.structs.replace(plan, versions=(), permissions=())


def stored_label(path: Path, data: dict[str, Any]) -> Label:
    """Return the name and the tags in the data of `--json`.

    Raises:
        InputError: The data has an invalid name or invalid tags.
    """
    from workbench.matches.archive.editing import Label

    try:
        return decoding.convert((data.get("name", ""), data.get("tags", ())), Label)
    except ValueError as error:
        raise InputError(tr("--plan: {path}: {error}", path=path, error=error)) from None


def option_of(key: str) -> str:
    """Return the option of a key, such as "--random-moves" for "random_moves"."""
    return f"--{key.replace('_', '-')}"


def words_of(data: dict[str, Any]) -> list[str]:
    """Return options as the words of a command line. Lists become values with commas, and true an option alone."""
    words = [str(data[GAME])] if GAME in data else []
    for name, value in data.items():
        option = option_of(name)
        if name == GAME or value is False:
            continue
        if value is True:
            words.append(option)
        else:
            words.append(f"{option}={','.join(map(str, value)) if isinstance(value, list) else value}")
    return words
