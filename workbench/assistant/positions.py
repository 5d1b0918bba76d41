"""Tools about games and positions: games, rules, problems and fixes, legal moves, beliefs, pictures."""

from __future__ import annotations

from subprocess import SubprocessError

import fastcore
from fastcore import CHANCE, OVER, TooMany
from workbench import boards
from workbench.assistant.access import Access, RequestError, check_game, decision, read
from workbench.assistant.budget import Budget
from workbench.assistant.numbers import exact
from workbench.assistant.requests import (
    Answer,
    BeliefsRequest,
    GamesRequest,
    MoveRequest,
    PictureRequest,
    PositionRequest,
    RulesRequest,
)
from workbench.boards.kit import drawing
from workbench.boards.kit.palette import THEMES
from workbench.positions import pictures
from workbench.system.translation import tr

MAX_MOVES = 400  # moves in one answer
MAX_FIXES = 3  # fixes of one problem


def games(access: Access, request: GamesRequest, budget: Budget) -> Answer:
    """Return all games with their options."""
    found = []
    for game in fastcore.games():
        info = fastcore.info(game)
        found.append(
            {
                "spec": game, "title": info.title, "designer": info.designer, "goal": boards.goal(info),
                "seats": list(info.seats), "chance": info.has.chance, "hides_something": info.has.covered,
                "options": [
                    {"name": option.name, "allowed": option.allowed, "default": option.default,
                     "meaning": option.meaning}
                    for option in info.options
                ],
                "position_fields": [
                    {"name": field.name, "allowed": field.allowed, "meaning": field.meaning} for field in info.fields
                ],
            }
        )  # fmt: skip
    return {"session": access.words, "seconds": access.seconds, "games": found}


def rules(access: Access, request: RulesRequest, budget: Budget) -> Answer:
    """Return the rules page of a game.

    Raises:
        RequestError: There is no such game.
    """
    check_game(request.game)
    game = request.game.partition("(")[0]
    return {"game": game, "rules": boards.rules_page(game) or fastcore.info(game).goal}


def read_position(access: Access, request: PositionRequest, budget: Budget) -> Answer:
    """Return a position as the session sees it, or its problems with fixes.

    Raises:
        RequestError: There is no such game, or the session may not see this view.
    """
    asked = read(access, request.position, request.seat)
    sketch, problems = asked.sketch, asked.problems()
    seen_by = "everybody" if asked.public else None if sketch.seat is None else sketch.seat + 1
    data: Answer = {"position": sketch.situation, "seen_by_seat": seen_by, "valid": not problems}
    if problems:
        data["problems"] = [
            {
                "field": problem.field, "reason": problem.reason, "cells": list(problem.cells),
                "fixes": [
                    {"fix": fix.words, "position": fix.situation} for fix in problem.fixes[:MAX_FIXES]
                ],
            }
            for problem in problems
        ]  # fmt: skip
        return data
    point = asked.point()
    data |= {
        "board": boards.text_board(point), "when": boards.turn_text(point.info, point.fields, point.turn),
        "to_move": "chance" if point.actor == CHANCE else None if point.actor == OVER else point.actor + 1,
        "next": boards.prompt(point), "players": [boards.seat_name(point.info, seat) for seat in range(point.seats)],
        "points": list(point.points()), "over": point.actor == OVER,
    }  # fmt: skip
    if point.actor == OVER:
        data["returns"] = list(point.returns())
    return data


def legal_moves(access: Access, request: PositionRequest, budget: Budget) -> Answer:
    """Return the legal moves of the player to move, or the outcomes of chance.

    Raises:
        RequestError: The position is invalid, or the session does not decide in it.
    """
    point = decision(access, request.position, request.seat)
    info = point.info
    if point.actor == CHANCE:
        if info.has.deals:
            raise RequestError(tr("hidden cards are dealt next: nobody decides"))
        return {
            "to_move": "chance",
            "outcomes": [
                {"move": point.move_text(move), "probability": exact(chance)} for move, chance in point.chances()
            ],
        }
    texts = [point.move_text(move) for move in point.moves()]
    if len(texts) > MAX_MOVES:
        budget.note(tr("Only the first {most} of {count:,} moves are listed.", most=MAX_MOVES, count=len(texts)))
    return {
        "to_move": point.actor + 1, "count": len(texts),
        "moves": [
            {"move": text, "words": boards.describe_moves(info, point.actor, (text,))} for text in texts[:MAX_MOVES]
        ],
    }  # fmt: skip


def why_not(access: Access, request: MoveRequest, budget: Budget) -> Answer:
    """Return whether a move is legal, and otherwise the rule that it breaks.

    Raises:
        RequestError: The position is invalid, or the session does not decide in it.
    """
    point = decision(access, request.position, request.seat)
    reason = point.why_not(request.move)
    return {"move": request.move, "legal": not reason, "reason": reason or None}


def beliefs(access: Access, request: BeliefsRequest, budget: Budget) -> Answer:
    """Return the probabilities of everything hidden, from what one seat knows.

    Raises:
        RequestError: Nothing is hidden, or the session has no seat.
        ValueError: The model is unknown.
    """
    asked = read(access, request.position, request.seat)
    point = asked.point()
    if not point.info.has.covered:
        raise RequestError(tr("nothing is hidden in this game"))
    if isinstance(point, fastcore.State):
        raise RequestError(tr("choose a seat: beliefs belong to one seat"))
    found = point.beliefs(request.model)
    if not found and point.state is None:
        budget.note(tr("This game has no list of hidden things; unknown_bits shows how much is hidden."))
    try:
        count: int | None = point.count()
    except TooMany:
        count = None
    return {
        "seen_by_seat": "everybody" if point.seat is None else point.seat + 1,
        "model": request.model or tr("every possible position is equally likely"),
        "beliefs": {
            str(topic): {str(value): exact(chance) for value, chance in chances.items()}
            for topic, chances in found.items()
        },
        "possible_positions": count if count is not None else tr("too many to count"),
        "unknown_bits": exact(point.entropy(request.model)),
        "errors": tr("These probabilities are computed from all possible positions, not sampled."),
    }  # fmt: skip


def picture(access: Access, request: PictureRequest, budget: Budget) -> bytes:
    """Return the board as a PNG.

    Raises:
        RequestError: The position cannot be drawn.
    """
    asked = read(access, request.position, request.seat)
    asked.point()
    try:
        return drawing.png(pictures.svg(asked.sketch, THEMES[request.theme]), request.width)
    except (OSError, SubprocessError, ValueError) as error:
        reason = tr("the picture failed") if isinstance(error, OSError | SubprocessError) else str(error)
        raise RequestError(reason) from None
