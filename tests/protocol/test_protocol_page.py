"""Tests that `docs/bots/protocol.md` and the schema agree with the messages, and the examples with the host."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import fastcore
from bots.report import Limit
from fastcore import CHANCE
from tests.protocol.scripted import Scripted, scripted
from workbench.bot_process.messages import GameOver, Sit, Think, Thought
from workbench.protocol import messages, schema
from workbench.records.seeds import ChanceDraws

DOCS = Path(__file__).parents[2] / "docs" / "bots"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [block.splitlines() for block in re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)]
# The digest of the schema of each version. A changed schema needs a new version and a new line here.
SCHEMAS = {"1.0": "2597cc9026dfb377", "1.1": "a85dbdd6d7fbaafe", "1.2": "019398522003e29e"}


def test_schema_file_is_current() -> None:
    assert schema.FILE.read_bytes() == schema.encoded(), "python -m workbench.protocol.schema writes it again"


def test_changed_schema_needs_a_new_version() -> None:
    found = {name: value for name, value in schema.json_schema().items() if name != "version"}
    digest = hashlib.sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()[:16]
    assert SCHEMAS[messages.VERSION] == digest, "a change of the messages needs a new VERSION"
    assert len(set(SCHEMAS.values())) == len(SCHEMAS) and int(messages.VERSION.partition(".")[0]) in messages.VERSIONS


def test_page_lists_every_version_of_the_protocol() -> None:
    assert PAGE.startswith(f"# The protocol for bots, version {messages.VERSION}\n")
    assert all(f"\n### {version}\n" in PAGE for version in SCHEMAS)


def test_page_names_every_member_of_every_message() -> None:
    kinds = (*messages.HOST_REQUESTS, *messages.HOST_NOTIFICATIONS, *messages.BOT_RESULTS, *messages.BOT_NOTIFICATIONS,
             messages.ProgramOption, messages.Candidate, messages.Findings, messages.Limits, Limit)  # fmt: skip
    for kind in kinds:
        if method := getattr(kind, "method", ""):
            assert f"`{method}`" in PAGE, method
        for field in msgspec.structs.fields(kind):
            assert f"`{field.encode_name}`" in PAGE or f'"{field.encode_name}":' in PAGE, (
                f"{kind.__name__}.{field.name}"
            )
    for code in (messages.ILLEGAL_MOVE, messages.NO_SUCH_GAME, messages.BAD_POSITION, messages.NO_MEMORY,
                 messages.NO_METHOD, messages.BAD_PARAMS):  # fmt: skip
        assert str(code) in PAGE


def test_page_names_the_limits() -> None:
    for number in (messages.MAX_HOST_LINE, messages.MAX_LINE):
        assert f"{number:,} bytes" in PAGE
    assert f"at most {messages.KEPT_PER_SECOND} a second" in PAGE and f"{messages.MAX_MALFORMED} lines" in PAGE
    assert f"at most {messages.MAX_START_SECONDS:g} seconds from the start" in " ".join(PAGE.split())


def games_of(lines: list[str]) -> dict[str, Any]:
    return next(json.loads(line[2:])["params"] for line in lines if '"method":"new_game"' in line)


@pytest.mark.parametrize("lines", EXAMPLES, ids=lambda lines: games_of(lines)["spec"])
def test_example_is_what_the_host_sends(lines: list[str]) -> None:
    replies = bot_lines(lines)
    choices = [json.loads(line[2:])["params"] for line in lines if '"choose"' in line]
    with scripted(lambda message: next(replies) if "id" in message else []) as program:
        learned = play(program, games_of(lines), [msgspec.convert(choice["limit"], Limit) for choice in choices])
        if '"game_over"' in "".join(lines):
            program.link.send(GameOver("adjudicated", (0.0, 0.0), (), None, "an example", tuple(learned)))
            program.link.quit()
    expected = [line[2:] for line in lines if line.startswith("> ")]
    said = [re.sub(r'("version":)"[^"]*"', r'\1"0.1.0"', line) for line in program.heard]
    assert [without_used(line) for line in said] == [without_used(line) for line in expected]


def without_used(line: str) -> str:
    return re.sub(r'"used":[0-9.e-]+', '"used":0', line)


def bot_lines(lines: list[str]) -> Iterator[list[str]]:
    """Yield the lines of the bot after each request."""
    answers = list[str]()
    for line in lines:
        if line.startswith("< "):
            answers.append(line[2:])
            if '"id"' in line.partition('"params"')[0]:
                yield answers
                answers = []


def play(program: Scripted, new_game: dict[str, Any], limits: list[Limit]) -> list[str]:
    """Play until the bot has been asked as often as there are limits. Return what its seat has learned since.

    The seed is 5, and every other seat plays its first legal move.
    """
    state, luck, learned, seat = fastcore.start(new_game["spec"]), ChanceDraws(5), list[str](), new_game["seat"]
    program.ask(Sit("mine", int(new_game["seed"]), new_game["spec"], seat, None))
    while (heard := sum('"choose"' in line for line in program.heard)) < len(limits):
        if state.actor == CHANCE:
            move = luck.draw(state)
            luck.count_draw(state)
        elif state.actor == seat:
            answer = program.ask(Think(tuple(learned), limits[heard], False))
            assert isinstance(answer, Thought)
            move, learned = answer.reports[-1].move, []
        else:
            move = state.move_text(state.moves()[0])
        if seen := state.observation(move, seat):
            learned.append(seen)
        state.play(move)
    return learned
