"""Sentences about clicks in Herbalism: the next step, the effect of a move, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fastcore import CHANCE, OVER
from workbench.boards.herbalism.layout import HIDDEN, ROWS, seat_name
from workbench.boards.herbalism.tabletop import (
    ACTING_TURNS,
    ACTIONS,
    CARDS,
    COLOURS,
    SAME,
    Tabletop,
    asked_colour,
    parse_move,
    parse_tabletop,
)
from workbench.boards.herbalism.words import ACTION_NAMES, Cast, card, either, pair
from workbench.boards.kit.elements import Point
from workbench.boards.kit.plain import join_words

GIVING = ("inquire", "feed")
LETTERS = {colour: letter for letter, colour in COLOURS.items()}


def count_cards(letter: str, number: int) -> str:
    """Return a number of cards in words, such as "a red card" or "2 red cards"."""
    return f"a {COLOURS[letter]} card" if number == 1 else f"{number} {COLOURS[letter]} cards"


def actions_of(point: Point) -> tuple[str, ...]:
    """Return the actions that the game's options allow."""
    chosen = str(point.game.options["actions"])
    names = next(option.names for option in point.info.options if option.name == "actions")
    letters = names.get(chosen, chosen)
    return tuple(action for action in ACTIONS if action[0] in letters)


# Impossible spots -----------------------------------------------------------------------------------------------------


def blocked_spots(point: Point, chosen: Sequence[str], paths: Collection[Sequence[str]]) -> set[str]:
    """Return the spots that cannot be chosen now.

    Medicine cards and actions are checked at every step, colours and players only when the next click needs one.
    `refusal` gives the reason for each.

    Args:
        point: The position.
        chosen: The spots clicked so far.
        paths: The paths of all legal moves.
    """
    phase, open_paths = (
        parse_tabletop(point.fields).phase,
        [path for path in paths if path[0] == chosen[0]] if chosen else paths,
    )
    blocked = set(ROWS).difference(*paths if phase != "act" else [path[1:] for path in open_paths])
    if phase in ("act", "cure"):
        blocked |= set(CARDS).difference(path[0] for path in paths)
    if phase in ("give", "predict"):
        blocked |= set(COLOURS.values()).difference(*paths)
    if len(chosen) > 1:
        continuations = [path[2:] for path in open_paths if path[1] == chosen[1]]
        blocked |= {seat_name(seat) for seat in range(point.seats)}.difference(*continuations)
        if chosen[1] in GIVING:
            blocked |= set(COLOURS.values()).difference(*continuations)
    return blocked


# The next step --------------------------------------------------------------------------------------------------------


def next_prompt(point: Point, chosen: Sequence[str]) -> str:
    """Return a prompt for the click that follows a medicine card, an action, or a card to give."""
    on = card(chosen[0])
    if len(chosen) == 1:
        possible = {
            path[1]
            for path in (move.split(":") for move in map(point.move_text, point.moves()))
            if path[0] == chosen[0]
        }
        actions = [ACTION_NAMES[action] for action in ROWS if action in possible]
        if f"cure:{chosen[0]}" in map(point.move_text, point.moves()):
            actions.append("Cure")
        if actions == ["Cure"]:
            return f"On {on} you may only cure: click Cure."
        return f"On {on}: choose {join_words(actions, 'or')}."
    action = chosen[1]
    if action in GIVING and len(chosen) == 2:
        return f"{ACTION_NAMES[action]} on {on}: choose the card that you give."
    if action == "inquire":
        request = "how many of that colour they then hold" if chosen[0] == SAME else f"for their {_asked(chosen)} cards"
        return f"Choose whom you give a {chosen[2]} card and ask {request}."
    if action == "feed":
        return f"Choose who gets a {chosen[2]} card and hands you all their {_asked(chosen)} cards."
    if action == "brew":
        takes = "two cards of one colour" if chosen[0] == SAME else "a card of each colour"
        return f"Choose who hands you {takes}."
    if action == "appeal":
        of = " cards of one colour" if chosen[0] == SAME else f" {either(chosen[0])} cards"
        return f"Choose who hands you all their{of}."
    return f"On {on}: choose what follows."


def _asked(chosen: Sequence[str]) -> str:
    """Return the colour that the player asks for with the chosen card."""
    return COLOURS[asked_colour(chosen[0], LETTERS[chosen[2]])]


def move_effect(point: Point, move: str) -> str:
    """Return a sentence about the effect of a legal move."""
    a, table, cast = parse_move(move), parse_tabletop(point.fields), Cast(point.info)
    to = cast.who(a.target)
    if a.kind in GIVING:
        wanted, given = COLOURS[asked_colour(a.card, a.colour)], COLOURS[a.colour]
        if a.kind == "inquire":
            now = " then" if a.card == SAME else ""
            return f"{to} gets a {given} card from you and says how many {wanted} cards they{now} hold."
        also = ", yours as well" if a.card == SAME else ""
        return f"{to} gets a {given} card from you and hands you all their {wanted} cards{also}."
    if a.kind == "brew":
        takes = (
            "two cards of one colour, if they have them"
            if a.card == SAME
            else f"{join_words([f'a {COLOURS[c]} card' for c in a.card])}, as far as they have them"
        )
        return f"{to} hands you {takes}."
    if a.kind == "appeal":
        of = "" if a.card == SAME else f"{either(a.card)} "
        return f"{to} hands you all their {of}cards{' of' if a.card == SAME else ':'} one colour, which they choose."
    if a.kind == "pass":
        return f"Your marker goes to {card(a.card)}, and nothing else happens."
    if a.kind == "cure":
        return f"You name {card(a.card)}: 3 points if that is the hidden pair, else your cure marker is used up."
    if a.kind == "answer":
        return f"You answer with {card(a.card)}: 3 points if that is the hidden pair, else your cure marker is used up."
    if a.kind == "follow":
        return f"You follow on {card(a.card)}: 1 point if that is the hidden pair, else you lose one."
    if a.kind == "give":
        hand = table.hands[point.actor]
        number = 2 if "brew" in point.fields["phase"] else hand.count(a.colour)
        return f"You hand over {count_cards(a.colour, number)} to {cast.whom(table.seats[1])}."
    if a.kind == "predict":
        return (
            f"You predict {COLOURS[a.colour]}: a point more if a hidden card is {COLOURS[a.colour]}, "
            "one less if none is."
        )
    return (
        "You stay out of this cure and keep your marker." if table.phase == "cure" else "You take no prediction marker."
    )


# Refusals -------------------------------------------------------------------------------------------------------------


def refusal(point: Point, chosen: Sequence[str], spot: str) -> str:
    """Return a sentence about why a click on this spot leads to no move."""
    if point.actor == OVER:
        return "The game is over."
    if point.actor == CHANCE:
        return "The cards are dealt first."
    table = parse_tabletop(point.fields)
    if spot == HIDDEN:
        return (
            f"The hidden pair is {pair(table.hidden)}."
            if table.right_medicine()
            else "Nobody looks at the hidden pair before a cure."
        )
    if table.phase == "give":
        return _refuse_handover(table, spot, point.fields["phase"].rpartition(":")[2])
    if table.phase == "cure":
        return _refuse_answer(table, spot)
    if table.phase == "predict":
        return _refuse_prediction(table, spot)
    if not chosen:
        return _refuse_first_click(point, table, spot)
    if len(chosen) == 1:
        return _refuse_after_card(point, table, chosen[0], spot)
    return _refuse_after_action(table, chosen, spot)


def _refuse_first_click(point: Point, table: Tabletop, spot: str) -> str:
    if spot in CARDS:
        return f"{_why_no_action(table, spot)} And {_why_no_cure(table, spot)}"
    if spot in ACTIONS and spot not in actions_of(point):
        return f"You cannot {spot}: this game is played without {ACTION_NAMES[spot]}."
    if spot in ROWS:
        return f"Choose a medicine card first, then {ACTION_NAMES[spot]}."
    if spot == seat_name(table.actor):
        return "That is your own place."
    return "Choose a medicine card and an action first."


def _only_cures(table: Tabletop) -> str:
    """Return why only cures are left, or "" while actions are possible."""
    last = ACTING_TURNS * len(table.hands)
    if table.turn > last:
        return f"After turn {last} there are only cures."
    return (
        "You have the last cure marker, so you may only cure." if sum(not mark.kind for mark in table.cure) == 1 else ""
    )


def _why_no_action(table: Tabletop, name: str, action: str = "do anything") -> str:
    """Return why this action, or any action, is impossible on a medicine card."""
    if _only_cures(table):
        return _only_cures(table)
    cannot = f"You cannot {action} on {card(name)}:"
    if table.medicine[table.actor] == name:
        return f"{cannot} your marker is there already and must move."
    hand = table.hands[table.actor]
    if not hand:
        return f"{cannot} you hold no card to give."
    return f"{cannot} you hold no {either(name)} card to give."


def _why_no_cure(table: Tabletop, name: str) -> str:
    """Return why a medicine card cannot be named in a cure."""
    seat = next((seat for seat, mark in enumerate(table.cure) if mark.card == name), -1)
    whose = "your own cure marker" if seat == table.actor else f"the cure marker of {seat_name(seat)}"
    return f"{whose} lies on {card(name)}." if seat >= 0 else f"{card(name)} cannot be named."


def _refuse_after_card(point: Point, table: Tabletop, name: str, spot: str) -> str:
    if spot == "cure":
        closed = _why_no_cure(table, name)
        return closed[0].upper() + closed[1:]
    if spot in ACTIONS and spot not in actions_of(point):
        return f"You cannot {spot}: this game is played without {ACTION_NAMES[spot]}."
    if spot == "pass":
        return "Only an empty hand passes, and only where neither Brew nor Appeal is in the game."
    if spot in ACTIONS:
        return _why_no_action(table, name, spot)
    if spot in CARDS:
        return _refuse_first_click(point, table, spot)
    return f"On {card(name)}: choose an action first."


def _refuse_after_action(table: Tabletop, chosen: Sequence[str], spot: str) -> str:
    """Return why a click is refused after a medicine card, an action and perhaps a card to give."""
    name, action = chosen[0], chosen[1]
    if spot == seat_name(table.actor):
        return f"That is you: {ACTION_NAMES[action]} needs another player."
    letter = LETTERS.get(spot, "")
    if letter and action in GIVING:
        if name != SAME and letter not in name:
            return f"On {card(name)} you give a {either(name)} card."
        return (
            f"You hold no {spot} card."
            if len(chosen) == 2
            else "Choose whom you give it to, or take the card back first."
        )
    if letter:
        return f"{ACTION_NAMES[action]} takes cards: choose who hands them over."
    if spot.startswith("seat ") and len(chosen) == 2:
        return "Choose the card that you give first."
    if spot in ROWS:
        return (
            f"You have chosen {ACTION_NAMES[action]}: click it once more to take it back."
            if len(chosen) == 2
            else "Take the card to give back first."
        )
    return f"{ACTION_NAMES[action]} on {card(name)}: choose what follows."


def _refuse_handover(table: Tabletop, spot: str, action: str) -> str:
    letter = LETTERS.get(spot, "")
    if not letter:
        return "You are asked: choose a colour of your hand to hand over."
    number = table.hands[table.actor].count(letter)
    if not number:
        return f"You hold no {spot} card."
    if action == "brew":
        return f"You hold only one {spot} card, and two of one colour are asked for."
    return f"{spot.capitalize()} is not asked for."


def _refuse_answer(table: Tabletop, spot: str) -> str:
    seat = next((seat for seat, mark in enumerate(table.cure) if mark.card == spot), -1)
    if spot in CARDS and seat >= 0:
        return f"A failed cure of {seat_name(seat)} lies on {card(spot)}: nobody answers or follows there."
    return "Choose a medicine card to answer or follow on, or Pass."


def _refuse_prediction(table: Tabletop, spot: str) -> str:
    letter = LETTERS.get(spot, "")
    if not letter:
        return "Choose a colour below to predict, or Pass."
    if letter in table.predictions[table.actor]:
        return f"You have predicted {spot} already."
    return f"Both markers of {spot} are taken."
