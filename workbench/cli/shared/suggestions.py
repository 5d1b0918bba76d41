"""Suggestions for mistyped verbs and options, also for the words of other programs."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from workbench.system.translation import tr

ELSEWHERE = {  # options of similar programs -> the option of this program
    "concurrency": "--jobs",
    "cores": "--jobs",
    "threads": "--jobs",
    "games": "--blocks",
    "rounds": "--blocks",
    "pairs": "--blocks",
    "time": "--seconds",
    "tc": "--seconds",
    "st": "--seconds",
    "nodes": "--simulations",
    "srand": "--seed",
    "engine": "--bots",
    "engines": "--bots",
    "bot": "--bots",
    "pgnout": "--archive",
    "out": "--output",
    "format": "--to",
    "ratinginterval": "--every",
    "maxmoves": "--longest",
    "config": "--plan",
    "seeds": "--gauntlet",
}
VERBS_ELSEWHERE = {
    "matches": "show --matches",
    "list": "show --matches",
    "gauntlet": "tournament --gauntlet",
    "elo": "ratings",
    "rating": "ratings",
    "ordo": "ratings",
    "analyze": "analyse",
    "run": "match",
    "merge": "archive --merge",
    "delete": "archive --delete",
}


def for_options(verb: str, words: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """Return a question with the option that was probably meant, or "".

    Args:
        verb: The verb.
        words: The words that the parser did not recognise.
        parser: The parser with the arguments of this verb.
    """
    known = options_of(verb, parser)
    found = []
    for word in words:
        if not word.startswith("-"):
            continue
        near = nearest(word.partition("=")[0].lstrip("-"), known)
        if near is not None and near not in found:
            found.append(near)
    return tr("; did you mean {found}?", found=tr(" and ").join(found)) if found else ""


def for_key(key: str, known: Sequence[str]) -> str:
    """Return a question with the key of a plan file that was probably meant, or "". `known` are the long options."""
    near = nearest(key, known)
    return tr("; did you mean {near}?", near=near.removeprefix("--")) if near else ""


def nearest(name: str, known: Sequence[str]) -> str | None:
    """Return the known option that is meant by a name without hyphens in front, or None."""
    near = ELSEWHERE.get(name.casefold())
    return near if near in known else next(iter(get_close_matches(f"--{name}", known, 1, 0.7)), None)


def options_of(verb: str, parser: argparse.ArgumentParser) -> list[str]:
    """Return the long options of a verb."""
    verbs = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    chosen = verbs.choices.get(verb, parser)
    return [option for action in chosen._actions for option in action.option_strings if option.startswith("--")]


def for_verb(word: str, verbs: Iterable[str]) -> str:
    """Return a question with the verb that was probably meant, or ""."""
    near = VERBS_ELSEWHERE.get(word.casefold()) or next(iter(get_close_matches(word, list(verbs), 1, 0.6)), None)
    return tr("; did you mean {near}?", near=near) if near else ""
