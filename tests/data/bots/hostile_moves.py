"""The part of `hostile_program` with impossible moves and reports."""

from __future__ import annotations

import json
import os
import time
from typing import Any

JUST_IN_TIME = 0.4  # seconds after the limit of a question: within a margin of 0.5 s, but not of 0.3 s
NEARLY_HANGING = 1.0  # seconds for an answer without a limit in seconds


class HostileMoves:
    """Kinds of misbehaviour in the answer to a question. `Program` has the rest."""

    id: int
    params: dict[str, Any]

    def answer(self, value: Any, number: int | None = None) -> None:
        raise NotImplementedError

    def write(self, text: str) -> None:
        raise NotImplementedError

    # Moves ------------------------------------------------------------------------------------------------------------

    def choose_plays_illegally(self) -> bool:
        self.answer({"move": "z99"})
        return True

    def choose_plays_a_number(self) -> bool:
        self.answer({"move": 7})
        return True

    def choose_plays_nothing(self) -> bool:
        self.answer({"move": ""})
        return True

    def choose_leaves_out_the_move(self) -> bool:
        self.answer({})
        return True

    def choose_plays_a_book(self) -> bool:
        self.answer({"move": "x" * 100_000})
        return True

    def choose_answers_null(self) -> bool:
        self.answer(None)
        return True

    def choose_answers_with_an_error(self) -> bool:
        self.write(
            json.dumps({"jsonrpc": "2.0", "id": self.id, "error": {"code": -32603, "message": "out of ideas"}}) + "\n"
        )
        return True

    def choose_reports_infinity(self) -> bool:
        move = self.params["moves"][0]
        self.write(f'{{"jsonrpc":"2.0","id":{self.id},"result":{{"move":"{move}","report":{{"candidates":'
                   f'[{{"move":"{move}","values":[1e999,0]}}]}}}}}}\n')  # fmt: skip
        return True

    def choose_reports_nan(self) -> bool:
        move = self.params["moves"][0]
        self.answer({"move": move, "report": {"candidates": [{"move": move, "values": [float("nan"), 0]}]}})
        return True

    def choose_reports_large_values(self) -> bool:
        move = self.params["moves"][0]
        self.answer({"move": move, "report": {"candidates": [{"move": move, "values": [2, -2]}]}})
        return True

    def choose_reports_for_five_seats(self) -> bool:
        move = self.params["moves"][0]
        self.answer({"move": move, "report": {"candidates": [{"move": move, "values": [0, 0, 0, 0, 0]}]}})
        return True

    def choose_reports_ten_thousand_candidates(self) -> bool:
        move = self.params["moves"][0]
        self.answer({"move": move, "report": {"candidates": [{"move": move, "values": [0, 0]}] * 10_000}})
        return True

    def choose_claims_determinism_falsely(self) -> bool:
        moves = self.params["moves"]
        self.answer({"move": moves[os.urandom(1)[0] % len(moves)]})
        return True

    def choose_answers_just_in_time(self) -> bool:
        seconds = self.params["limit"].get("seconds")
        time.sleep(NEARLY_HANGING if seconds is None else seconds + JUST_IN_TIME)
        return False
