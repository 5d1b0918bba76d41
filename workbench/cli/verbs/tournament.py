"""`herbarium tournament`: many bots, every table of them in each block, or the first against each of the others."""

from __future__ import annotations

from argparse import Namespace

from workbench.cli.verbs import match


def main(arguments: Namespace) -> int:
    return match.main(arguments, "gauntlet" if arguments.gauntlet else "round robin")
