"""One bot for one seat, driven by lines on standard input. `compare_strength` runs it in two trees of the program.

Lines are JSON: {"game": SPEC, "bot": BOT, "seat": N, "seed": N, "position": TEXT} begins a game, {"observe": TEXT} is
what the seat sees of a move or of chance, {"move": {"seconds": S}} (or "simulations") asks for a move, which
{"move": TEXT} answers. It uses only what both trees have in common.
"""

from __future__ import annotations

import json
import sys

import bots
import fastcore
from bots.report import Limit


def main() -> None:
    bot, point = None, None
    for line in sys.stdin:
        call = json.loads(line)
        if "game" in call:
            if bot is not None:
                bot.close()
            bot = bots.make(call["bot"], call["seed"])
            bot.brief, bot.progress = True, False
            state = fastcore.parse(f"{call['game']} {call['position']}")
            point = state.viewpoint(call["seat"])
        elif "observe" in call:
            assert point is not None
            point.observe(call["observe"])
        else:
            assert bot is not None and point is not None
            *_, report = bot.think(point, Limit(**call["move"]))
            print(json.dumps({"move": report.move}), flush=True)


if __name__ == "__main__":
    main()
