"""What Herbalism says of clicks: the next step, what a move would do, and why a click is refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fastcore import CHANCE, OVER
from workbench.boards.herbalism.layout import HIDDEN, ROWS, seat_name
from workbench.boards.herbalism.tabletop import ACTING_TURNS, ACTIONS, CARDS, COLOURS, SAME, Tabletop, act, other, read
from workbench.boards.herbalism.words import ACTION_NAMES, Cast, card, either, pair
from workbench.boards.kit.elements import Point
from workbench.boards.kit.plain import listed

GIVING = ("inquire", "feed")
LETTERS = {colour: letter for letter, colour in COLOURS.items()}


def some(letter: str, number: int) -> str:
    """As in "a red card" and "2 red cards"."""
    return f"a {COLOURS[letter]} card" if number == 1 else f"{number} {COLOURS[letter]} cards"


def actions_of(point: Point) -> tuple[str, ...]:
    """The actions that the game's options allow."""
    chosen = str(point.game.options["actions"])
    names = next(option.names for option in point.info.options if option.name == "actions")
    letters = names.get(chosen, chosen)
    return tuple(action for action in ACTIONS if action[0] in letters)


# What is impossible ---------------------------------------------------------------------------------------------------


def closed(point: Point, chosen: Sequence[str], ways: Collection[Sequence[str]]) -> set[str]:
    """The spots that are impossible now: of medicine cards and actions at every step, of colours and players where one
    of them is to be chosen. `ways` are the paths of all legal moves. Why they are says `refusal`."""
    phase, here = read(point.fields).phase, [way for way in ways if way[0] == chosen[0]] if chosen else ways
    found = set(ROWS).difference(*ways if phase != "act" else [way[1:] for way in here])
    if phase in ("act", "cure"):
        found |= set(CARDS).difference(way[0] for way in ways)
    if phase in ("give", "predict"):
        found |= set(COLOURS.values()).difference(*ways)
    if len(chosen) > 1:
        there = [way[2:] for way in here if way[1] == chosen[1]]
        found |= {seat_name(seat) for seat in range(point.seats)}.difference(*there)
        if chosen[1] in GIVING:
            found |= set(COLOURS.values()).difference(*there)
    return found


# What comes next ------------------------------------------------------------------------------------------------------


def lead(point: Point, chosen: Sequence[str]) -> str:
    """What is to be clicked after a medicine card, an action, or a card to give."""
    on = card(chosen[0])
    if len(chosen) == 1:
        may = {
            path[1]
            for path in (move.split(":") for move in map(point.move_text, point.moves()))
            if path[0] == chosen[0]
        }
        actions = [ACTION_NAMES[action] for action in ROWS if action in may]
        if f"cure:{chosen[0]}" in map(point.move_text, point.moves()):
            actions.append("Cure")
        if actions == ["Cure"]:
            return f"On {on} you may only cure: click Cure."
        return f"On {on}: choose {listed(actions, 'or')}."
    action = chosen[1]
    if action in GIVING and len(chosen) == 2:
        return f"{ACTION_NAMES[action]} on {on}: choose the card that you give."
    if action == "inquire":
        asked = "how many of that colour they then hold" if chosen[0] == SAME else f"for their {_asked(chosen)} cards"
        return f"Choose whom you give a {chosen[2]} card and ask {asked}."
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
    """The colour that is asked for after a card to give was chosen."""
    return COLOURS[other(chosen[0], LETTERS[chosen[2]])]


def promise(point: Point, move: str) -> str:
    """What a legal move would do."""
    a, table, cast = act(move), read(point.fields), Cast(point.info)
    to = cast.who(a.target)
    if a.kind in GIVING:
        asked, given = COLOURS[other(a.card, a.colour)], COLOURS[a.colour]
        if a.kind == "inquire":
            now = " then" if a.card == SAME else ""
            return f"{to} gets a {given} card from you and says how many {asked} cards they{now} hold."
        also = ", yours as well" if a.card == SAME else ""
        return f"{to} gets a {given} card from you and hands you all their {asked} cards{also}."
    if a.kind == "brew":
        takes = (
            "two cards of one colour, if they have them"
            if a.card == SAME
            else f"{listed([f'a {COLOURS[c]} card' for c in a.card])}, as far as they have them"
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
        return f"You hand over {some(a.colour, number)} to {cast.whom(table.seats[1])}."
    if a.kind == "predict":
        return (
            f"You predict {COLOURS[a.colour]}: a point more if a hidden card is {COLOURS[a.colour]}, "
            "one less if none is."
        )
    return (
        "You stay out of this cure and keep your marker." if table.phase == "cure" else "You take no prediction marker."
    )


# Why not --------------------------------------------------------------------------------------------------------------


def refusal(point: Point, chosen: Sequence[str], spot: str) -> str:
    """Why a click on this spot is no step towards a move."""
    if point.actor == OVER:
        return "The game is over."
    if point.actor == CHANCE:
        return "The cards are dealt first."
    table = read(point.fields)
    if spot == HIDDEN:
        return (
            f"The hidden pair is {pair(table.hidden)}."
            if table.right()
            else "Nobody looks at the hidden pair before a cure."
        )
    if table.phase == "give":
        return _not_given(table, spot, point.fields["phase"].rpartition(":")[2])
    if table.phase == "cure":
        return _not_answered(table, spot)
    if table.phase == "predict":
        return _not_predicted(table, spot)
    if not chosen:
        return _no_beginning(point, table, spot)
    if len(chosen) == 1:
        return _not_there(point, table, chosen[0], spot)
    return _not_with(table, chosen, spot)


def _no_beginning(point: Point, table: Tabletop, spot: str) -> str:
    if spot in CARDS:
        return f"{_blocked(table, spot)} And {_closed(table, spot)}"
    if spot in ACTIONS and spot not in actions_of(point):
        return f"You cannot {spot}: this game is played without {ACTION_NAMES[spot]}."
    if spot in ROWS:
        return f"Choose a medicine card first, then {ACTION_NAMES[spot]}."
    if spot == seat_name(table.actor):
        return "That is your own place."
    return "Choose a medicine card and an action first."


def _only_cures(table: Tabletop) -> str:
    """Why there are no actions any more, "" if there are."""
    last = ACTING_TURNS * len(table.hands)
    if table.turn > last:
        return f"After turn {last} there are only cures."
    return (
        "You have the last cure marker, so you may only cure." if sum(not mark.kind for mark in table.cure) == 1 else ""
    )


def _blocked(table: Tabletop, name: str, action: str = "do anything") -> str:
    """Why this action, or any, cannot be made on a medicine card."""
    if _only_cures(table):
        return _only_cures(table)
    cannot = f"You cannot {action} on {card(name)}:"
    if table.medicine[table.actor] == name:
        return f"{cannot} your marker is there already and must move."
    hand = table.hands[table.actor]
    if not hand:
        return f"{cannot} you hold no card to give."
    return f"{cannot} you hold no {either(name)} card to give."


def _closed(table: Tabletop, name: str) -> str:
    """Why a medicine card cannot be named in a cure."""
    seat = next((seat for seat, mark in enumerate(table.cure) if mark.card == name), -1)
    whose = "your own cure marker" if seat == table.actor else f"the cure marker of {seat_name(seat)}"
    return f"{whose} lies on {card(name)}." if seat >= 0 else f"{card(name)} cannot be named."


def _not_there(point: Point, table: Tabletop, name: str, spot: str) -> str:
    """After a medicine card."""
    if spot == "cure":
        closed = _closed(table, name)
        return closed[0].upper() + closed[1:]
    if spot in ACTIONS and spot not in actions_of(point):
        return f"You cannot {spot}: this game is played without {ACTION_NAMES[spot]}."
    if spot == "pass":
        return "Only an empty hand passes, and only where neither Brew nor Appeal is in the game."
    if spot in ACTIONS:
        return _blocked(table, name, spot)
    if spot in CARDS:
        return _no_beginning(point, table, spot)
    return f"On {card(name)}: choose an action first."


def _not_with(table: Tabletop, chosen: Sequence[str], spot: str) -> str:
    """After a medicine card and an action, and perhaps a card to give."""
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


def _not_given(table: Tabletop, spot: str, action: str) -> str:
    letter = LETTERS.get(spot, "")
    if not letter:
        return "You are asked: choose a colour of your hand to hand over."
    number = table.hands[table.actor].count(letter)
    if not number:
        return f"You hold no {spot} card."
    if action == "brew":
        return f"You hold only one {spot} card, and two of one colour are asked for."
    return f"{spot.capitalize()} is not asked for."


def _not_answered(table: Tabletop, spot: str) -> str:
    seat = next((seat for seat, mark in enumerate(table.cure) if mark.card == spot), -1)
    if spot in CARDS and seat >= 0:
        return f"A failed cure of {seat_name(seat)} lies on {card(spot)}: nobody answers or follows there."
    return "Choose a medicine card to answer or follow on, or Pass."


def _not_predicted(table: Tabletop, spot: str) -> str:
    letter = LETTERS.get(spot, "")
    if not letter:
        return "Choose a colour below to predict, or Pass."
    if letter in table.predictions[table.actor]:
        return f"You have predicted {spot} already."
    return f"Both markers of {spot} are taken."
