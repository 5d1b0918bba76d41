"""Texts of the core that screens show: names and meanings of options, and terms of evaluations."""

from __future__ import annotations

from workbench.system.translation import tr

TEXTS = {
    # names of options
    "size": tr("size"),
    "first turn": tr("first turn"),
    "yellow cap": tr("yellow cap"),
    "players": tr("players"),
    "actions": tr("actions"),
    "target": tr("target"),
    "predictions": tr("predictions"),
    "patterns": tr("patterns"),
    "rounds": tr("rounds"),
    # meanings of options
    "actions in Red's first turn": tr("actions in Red's first turn"),
    "the most yellow pawns on a tile": tr("the most yellow pawns on a tile"),
    "seats at the table; the game is for 3 or 4 players": tr("seats at the table; the game is for 3 or 4 players"),
    "inquire": tr("inquire"),
    "feed": tr("feed"),
    "brew": tr("brew"),
    "appeal": tr("appeal"),
    "points that end the game": tr("points that end the game"),
    "players take prediction markers": tr("players take prediction markers"),
    "action points at the start": tr("action points at the start"),
    "actions that each player plans in a round": tr("actions that each player plans in a round"),
    "how scored patterns move apart": tr("how scored patterns move apart"),
    "rounds in the game": tr("rounds in the game"),
    "cells on each side of the hexagon": tr("cells on each side of the hexagon"),
    # terms of evaluations
    "pawns": tr("pawns"),
    "actions left": tr("actions left"),
    "points": tr("points"),
    "cure marker": tr("cure marker"),
    "cards": tr("cards"),
    "turns away": tr("turns away"),
    "blows": tr("blows"),
    "charges": tr("charges"),
    "ready pushes": tr("ready pushes"),
    "places": tr("places"),
    "stones": tr("stones"),
    "lone stones": tr("lone stones"),
    "stones in pairs": tr("stones in pairs"),
    "stones in herds": tr("stones in herds"),
    "empty cells": tr("empty cells"),
}


def shown(text: str) -> str:
    """Return a text of the core in the user's language, or unchanged if it has no translation."""
    return TEXTS.get(text, text)
