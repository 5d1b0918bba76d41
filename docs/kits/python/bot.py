#!/usr/bin/env python3
"""A bot for Herbarium in Python, without libraries. Change only `Agent`; docs/bots/protocol.md has the messages."""

import json
import random
import sys

NAME = "python-kit"
WANTS = ["view", "moves", "values"]


class Agent:
    """Your bot. One agent plays one game."""

    def __init__(self, game):
        """Begin a game. `game` has spec, seat, seats, seed and position."""
        self.random = random.Random(int(game["seed"]))

    def observe(self, event):
        """Learn what your seat sees. `event` has n, actor and event."""

    def choose(self, question):
        """Return one of question["moves"]. Other members are view, values, turn, phase and limit.

        Without look-ahead: return self.random.choice(question["moves"])
        One move ahead: the move with the best value for your seat after it.
        """
        best = max(question["values"])
        good = [move for move, value in zip(question["moves"], question["values"], strict=True) if value == best]
        return self.random.choice(good)


# Nothing below needs a change -------------------------------------------------------------------------------------


def answer(number, result):
    print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)


def refuse(number, code, message):
    print(json.dumps({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}), flush=True)


def main():
    agent = game = None
    for line in sys.stdin:
        try:
            message = json.loads(line)
            method, number, params = message["method"], message.get("id"), message.get("params", {})
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
        if method == "hello":
            answer(number, {"version": 1, "name": NAME, "wants": WANTS, "deterministic": "simulations"})
        elif method == "new_game":
            game, agent = params, Agent(params)
            answer(number, {})
        elif method == "observe" and agent is not None:
            agent.observe(params)
        elif method == "view" and game is not None:
            agent = Agent({**game, "position": params["position"]})
        elif method == "choose" and agent is not None:
            answer(number, {"move": agent.choose(params)})
        elif method == "quit":
            break
        elif number is not None:
            answer(number, {}) if method == "ping" else refuse(number, -32601, f"no method {method}")


if __name__ == "__main__":
    main()
