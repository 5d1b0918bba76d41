"""Tests that reasons of the core are translated: random wrong positions, moves, observations and specs of all games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

pytest.importorskip("babel")

import fastcore
from fastcore import BadPosition, Conflict, IllegalMove, State, TooMany
from tests.conftest import deep
from tests.tools.sentences.core import core_sentences
from tests.tools.update_catalogues import is_translated, languages, read_catalogue
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import option_specs
from workbench.system.language.core_sentences import CONTEXT, CoreSentences

NUMBERS = (0, 1, 2, 3, 5, 7, 13, 201, 2001, 100_000)
FACTS = ("hidden=rb", "cure=gy", "2:r>=3", "1:b=5", "hidden:r>=2", "3:g<=0", "1:g=1", "cure===", "2:r<=1", "2:r=1")
QUOTED = re.compile(r"['\"].{56}\.\.\.|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|<[^<>]*>")
ENGLISH = re.compile(r"[A-Za-z]{3,} [a-z]{2,}")


@cache
def sampled_states(game: str) -> list[State]:
    """Return states of random games, with their beginnings and ends."""
    chance = random.Random(3)
    states = []
    for _ in range(16):
        state = fastcore.start(chance.choice(option_specs(game)))
        way = [state.copy()]
        while state.actor != fastcore.OVER:
            state.play(chance.choice(state.moves() or [outcome for outcome, _ in state.chances()]))
            way.append(state.copy())
        states += [*chance.sample(way, min(len(way), 12)), *way[:3], *way[-3:]]
    return states


def wrong_position(state: State, chance: random.Random) -> str:
    """Return a damaged position: letters, a field of another position, or other numbers."""
    text, kind = state.situation, chance.random()
    if kind < 0.4:
        return damage_text(text, chance)
    if kind < 0.7:
        others = [other for other in sampled_states(state.info.id) if other.spec == state.spec]
        own, other = text.split(" "), chance.choice(others).situation.split(" ")
        at = chance.randrange(1, len(own))
        return " ".join([*own[:at], other[at], *own[at + 1 :]])
    return re.sub(r"\d+", lambda found: found[0] if chance.random() < 0.8 else str(chance.choice(NUMBERS)), text)


def reasons(game: str, chance: random.Random) -> Iterator[str]:
    """Yield the reasons of some random errors."""
    state = chance.choice(sampled_states(game))
    seat = chance.randrange(state.seats)
    position = wrong_position(state, chance)
    yield from (problem.reason for problem in fastcore.problems(position))
    view = damage_text(f"{state.spec} {state.viewpoint(seat).text()}", chance)
    yield from (problem.reason for problem in fastcore.view_problems(view, seat))
    try:
        fastcore.parse(position)
        fastcore.start(damage_text(state.spec, chance))
    except BadPosition as error:
        yield str(error)
    other = chance.choice([other for other in sampled_states(game) if other.spec == state.spec])
    moves = [other.move_text(move) for move in other.moves()] or ["5-3"]
    move = damage_text(chance.choice(moves), chance) if chance.random() < 0.6 else chance.choice(moves)
    try:
        state.after(move)
    except IllegalMove as error:
        yield from (error.reason, str(error))
    for point in (state.viewpoint(seat), state.viewpoint(None)):
        if refused := point.why_not(move):
            yield refused
        try:
            point.copy().observe(move)
        except Conflict as error:
            yield from (error.reason, str(error))
        try:
            point.suppose(*chance.sample(FACTS, 2))
            point.worlds(limit=10)
        except Conflict as error:
            yield error.reason
        except TooMany as error:
            yield str(error)


@cache
def all_reasons(game: str) -> list[str]:
    chance = random.Random(4)
    return list(dict.fromkeys(reason for _ in range(deep(150, 5000)) for reason in reasons(game, chance)))


def test_each_reason_is_recognised(game_id: str) -> None:
    """With every sentence replaced by its number, no English words are left outside quotation marks."""
    fields = [list(dict.fromkeys(re.findall(r"\{\w+\}", sentence.text))) for sentence in core_sentences()]
    numbered = {
        sentence.text: f"[{number}{''.join(f'|{name}' for name in fields[number])}]"
        for number, sentence in enumerate(core_sentences())
    }
    known, title = CoreSentences(numbered), fastcore.info(game_id).title
    found = {reason: known.translate(reason).replace(title, "") for reason in all_reasons(game_id)}
    assert len(found) > 200
    assert not {reason: text for reason, text in found.items() if ENGLISH.search(QUOTED.sub("", text))}


@pytest.mark.parametrize("language", languages())
def test_no_reason_stays_english(game_id: str, language: str) -> None:
    texts = {str(text.id): str(text.string) for text in read_catalogue(language) if text.id and text.context == CONTEXT}
    known = CoreSentences(texts)
    assert not [reason for reason in all_reasons(game_id)[: deep(300, 10**6)] if known.translate(reason) == reason]


@pytest.mark.parametrize("language", languages())
def test_every_sentence_has_a_translation_with_its_placeholders(language: str) -> None:
    catalogue = read_catalogue(language)
    for sentence in core_sentences():
        message = catalogue.get(sentence.text, CONTEXT)
        assert message is not None and is_translated(message), f"{sentence.place}: run tests.tools.update_catalogues"
        english, other = (set(re.findall(r"\{\w+\}", str(text))) for text in (message.id, message.string))
        assert english == other, message.id
