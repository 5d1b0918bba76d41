"""Random games and positions for tests."""

from __future__ import annotations

from collections.abc import Iterator

import fastcore


def option_specs(game_id: str) -> list[str]:
    """Return the default spec of a game and one spec for each other value of each option.

    Options with a large range of whole numbers get only the two ends of the range.
    """
    specs = [game_id]
    for option in fastcore.info(game_id).options:
        if option.kind == "whole":
            low, high = int(option.least), int(option.most)
            values = [str(value) for value in range(low, high + 1)] if high - low < 8 else [str(low), str(high)]
        else:
            values = [*option.choices, *option.names]
        for value in values:
            spec = fastcore.start(f"{game_id}({option.name}={value})").spec
            if spec not in specs:
                specs.append(spec)
    return specs


def random_move(state: fastcore.State, stream: fastcore.Stream) -> int:
    """Return a uniformly random move, or a chance outcome drawn by its probability."""
    return state.sample(stream) if state.actor == fastcore.CHANCE else stream.choice(state.moves())


def random_game(spec: str, *key: int | str, max_moves: int = 10**6) -> Iterator[tuple[fastcore.State, int]]:
    """Yield the states of one random game, each with the move made in it."""
    stream = fastcore.Stream(0, spec, *key)
    state = fastcore.start(spec)
    for _ in range(max_moves):
        if state.actor == fastcore.OVER:
            break
        move = random_move(state, stream)
        yield state, move
        state = state.after(move)


def random_position(spec: str, *key: int | str, max_moves: int = 400) -> fastcore.State:
    """Return a position of a random game after up to `max_moves` moves, with a seat to move."""
    stream = fastcore.Stream(1, spec, *key)
    state = fastcore.start(spec)
    steps = stream.below(max_moves)
    while state.actor < 0 or steps > 0:
        if state.actor == fastcore.OVER:
            state = fastcore.start(spec)
        state.play(random_move(state, stream))
        steps -= 1
    return state
