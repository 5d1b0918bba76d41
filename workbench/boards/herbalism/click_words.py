"""Sentences about clicks in Herbalism: the next step, the effect of a move, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fastcore import CHANCE, OVER
from workbench.boards.herbalism.event_words import ACTION_NAMES, COLOUR_NAMES, Cast, card, colour_name, either, pair
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
from workbench.boards.kit.elements import Point
from workbench.boards.kit.game_words import join_words
from workbench.system.translation import tr, trn

GIVING = ("inquire", "feed")
LETTERS = {colour: letter for letter, colour in COLOURS.items()}


def count_cards(letter: str, number: int) -> str:
    """Return a number of cards in words, such as "a red card" or "2 red cards"."""
    return trn("a {colour} card", "{count} {colour} cards", number, colour=COLOUR_NAMES[letter])


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
    if parse_tabletop(point.fields).phase == "cure":
        if f"follow:{chosen[0]}" in map(point.move_text, point.moves()):
            return tr("Follow on {on}: click the hidden pair to confirm.", on=on)
        return tr("Answer with {on}: click the hidden pair to confirm.", on=on)
    if chosen[1:] == ("cure",):
        return tr("Cure with {on}: click the hidden pair to confirm.", on=on)
    if len(chosen) == 1:
        possible = {
            path[1]
            for path in (move.split(":") for move in map(point.move_text, point.moves()))
            if path[0] == chosen[0]
        }
        actions = [ACTION_NAMES[action] for action in ROWS if action in possible]
        cures = f"cure:{chosen[0]}" in map(point.move_text, point.moves())
        if cures and not actions:
            return tr("On {on}, you can only cure: click Cure.", on=on)
        actions += [ACTION_NAMES["cure"]] * cures
        return tr("On {on}: choose {actions}.", on=on, actions=join_words(actions, "or"))
    action = chosen[1]
    if action in GIVING and len(chosen) == 2:
        return tr("{action_name} on {on}: choose the card to give.", action_name=ACTION_NAMES[action], on=on)
    if action == "inquire":
        request = (
            tr("how many of that colour they hold then")
            if chosen[0] == SAME
            else tr("about their {asked} cards", asked=_asked(chosen))
        )
        return tr(
            "Choose the player to give a {chosen} card and to ask {request}.",
            chosen=colour_name(chosen[2]),
            request=request,
        )
    if action == "feed":
        return tr(
            "Choose who gets a {chosen} card and hands you all {asked} cards.",
            chosen=colour_name(chosen[2]),
            asked=_asked(chosen),
        )
    if action == "brew":
        takes = tr("two cards of one colour") if chosen[0] == SAME else tr("a card of each colour")
        return tr("Choose who hands you {takes}.", takes=takes)
    if action == "appeal":
        of = tr(" cards of one colour") if chosen[0] == SAME else tr(" {either} cards", either=either(chosen[0]))
        return tr("Choose who hands you all their{of}.", of=of)
    return tr("On {on}: choose the next step.", on=on)


def _asked(chosen: Sequence[str]) -> str:
    """Return the colour that the player asks for with the chosen card."""
    return COLOUR_NAMES[asked_colour(chosen[0], LETTERS[chosen[2]])]


def move_effect(point: Point, move: str) -> str:
    """Return a sentence about the effect of a legal move."""
    a, table, cast = parse_move(move), parse_tabletop(point.fields), Cast(point.info)
    to = cast.who(a.target)
    if a.kind in GIVING:
        wanted, given = COLOUR_NAMES[asked_colour(a.card, a.colour)], COLOUR_NAMES[a.colour]
        if a.kind == "inquire":
            now = tr(" then") if a.card == SAME else ""
            return tr(
                "{to} gets a {given} card from you and says how many {wanted} cards they hold{now}.",
                to=to,
                given=given,
                wanted=wanted,
                now=now,
            )
        also = tr(", including yours") if a.card == SAME else ""
        return tr(
            "{to} gets a {given} card and hands you all their {wanted} cards{also}.",
            to=to,
            given=given,
            wanted=wanted,
            also=also,
        )
    if a.kind == "brew":
        takes = (
            tr("two cards of one colour, if they have them")
            if a.card == SAME
            else tr(
                "{a_card}, if they have them",
                a_card=join_words([tr("a {colour} card", colour=COLOUR_NAMES[c]) for c in a.card]),
            )
        )
        return tr("{to} hands you {takes}.", to=to, takes=takes)
    if a.kind == "appeal":
        of = "" if a.card == SAME else f"{either(a.card)} "
        return (
            tr("{to} hands you all their {of}cards of one colour, their choice.", to=to, of=of)
            if a.card == SAME
            else tr("{to} hands you all their {of}cards. They choose the colour.", to=to, of=of)
        )
    if a.kind == "pass":
        return tr("Your marker goes to {card}, and nothing else happens.", card=card(a.card))
    if a.kind == "cure":
        return tr("You name {card}. Right: 3 points. Wrong: cure marker used up.", card=card(a.card))
    if a.kind == "answer":
        return tr(
            "You answer with {card}. Right: 3 points. Wrong: cure marker used up.",
            card=card(a.card),
        )
    if a.kind == "follow":
        return tr("You follow with {card}. Right: 1 point. Wrong: you lose 1.", card=card(a.card))
    if a.kind == "give":
        hand = table.hands[point.actor]
        number = 2 if "brew" in point.fields["phase"] else hand.count(a.colour)
        return tr(
            "You hand {count_cards} to {whom}.",
            count_cards=count_cards(a.colour, number),
            whom=cast.whom(table.seats[1]),
        )
    if a.kind == "predict":
        return tr(
            "You predict {colour}. If hidden: 1 point. If not: you lose 1.",
            colour=COLOUR_NAMES[a.colour],
        )
    return (
        tr("You stay out of this cure and keep your marker.")
        if table.phase == "cure"
        else tr("You take no prediction marker.")
    )


# Refusals -------------------------------------------------------------------------------------------------------------


def refusal(point: Point, chosen: Sequence[str], spot: str) -> str:
    """Return a sentence about why a click on this spot leads to no move."""
    if point.actor == OVER:
        return tr("The game is over.")
    if point.actor == CHANCE:
        return tr("Deal the cards first.")
    table = parse_tabletop(point.fields)
    if chosen[1:] == ("cure",) and spot not in CARDS:
        return next_prompt(point, chosen)
    if spot == HIDDEN:
        return (
            tr("The hidden pair is {pair}.", pair=pair(table.hidden))
            if table.right_medicine()
            else tr("The pair stays hidden until a cure.")
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
        return tr(
            "{why_no_action} And {why_no_cure}",
            why_no_action=_why_no_action(table, spot),
            why_no_cure=_why_no_cure(table, spot),
        )
    if spot in ACTIONS and spot not in actions_of(point):
        return tr("This game has no {action_name}.", action_name=ACTION_NAMES[spot])
    if spot in ROWS:
        return tr("Choose a medicine card first, then {action_name}.", action_name=ACTION_NAMES[spot])
    if spot == seat_name(table.actor):
        return tr("This is your own seat.")
    return tr("Choose a medicine card and an action first.")


def _only_cures(table: Tabletop) -> str:
    """Return why only cures are left, or "" while actions are possible."""
    last = ACTING_TURNS * len(table.hands)
    if table.turn > last:
        return tr("After turn {last}, you can only cure.", last=last)
    return (
        tr("You have the last cure marker, so you can only cure.")
        if sum(not mark.kind for mark in table.cure) == 1
        else ""
    )


def _why_no_action(table: Tabletop, name: str, action: str = "") -> str:
    """Return why this action, or any action, is impossible on a medicine card."""
    if _only_cures(table):
        return _only_cures(table)
    cannot = (
        tr("{action} is not possible on {card}:", action=action, card=card(name))
        if action
        else tr("You cannot do anything on {card}:", card=card(name))
    )
    if table.medicine[table.actor] == name:
        return tr("{cannot} your marker is already there and must move.", cannot=cannot)
    hand = table.hands[table.actor]
    if not hand:
        return tr("{cannot} you hold no card to give.", cannot=cannot)
    return tr("{cannot} you hold no {either} card to give.", cannot=cannot, either=either(name))


def _why_no_cure(table: Tabletop, name: str) -> str:
    """Return why a medicine card cannot be named in a cure."""
    seat = next((seat for seat, mark in enumerate(table.cure) if mark.card == name), -1)
    whose = (
        tr("your own cure marker")
        if seat == table.actor
        else tr("the cure marker of {side}", side=tr("seat {seat}", seat=seat + 1))
    )
    return (
        tr("{whose} is on {card}.", whose=whose, card=card(name))
        if seat >= 0
        else tr("{card} cannot be named.", card=card(name))
    )


def _refuse_after_card(point: Point, table: Tabletop, name: str, spot: str) -> str:
    if spot == "cure":
        closed = _why_no_cure(table, name)
        return closed[0].upper() + closed[1:]
    if spot in ACTIONS and spot not in actions_of(point):
        return tr("This game has no {action_name}.", action_name=ACTION_NAMES[spot])
    if spot == "pass":
        return tr("Pass needs an empty hand and a game without Brew and Appeal.")
    if spot in ACTIONS:
        return _why_no_action(table, name, ACTION_NAMES[spot])
    if spot in CARDS:
        return _refuse_first_click(point, table, spot)
    return tr("On {card}: choose an action first.", card=card(name))


def _refuse_after_action(table: Tabletop, chosen: Sequence[str], spot: str) -> str:
    """Return why a click is refused after a medicine card, an action and perhaps a card to give."""
    name, action = chosen[0], chosen[1]
    if spot == seat_name(table.actor):
        return tr("That is you: {action_name} needs another player.", action_name=ACTION_NAMES[action])
    letter = LETTERS.get(spot, "")
    if letter and action in GIVING:
        if name != SAME and letter not in name:
            return tr("On {card} you must give a {either} card.", card=card(name), either=either(name))
        return (
            tr("You hold no {spot} card.", spot=colour_name(spot))
            if len(chosen) == 2
            else tr("Choose the player who gets the card, or deselect the card first.")
        )
    if letter:
        return tr(
            "{action_name} needs no card. Choose the player who hands you cards.",
            action_name=ACTION_NAMES[action],
        )
    if spot.startswith("seat ") and len(chosen) == 2:
        return tr("First choose the card to give.")
    if spot in ROWS:
        return (
            tr("You have selected {action_name}. Click it again to deselect.", action_name=ACTION_NAMES[action])
            if len(chosen) == 2
            else tr("First deselect the card to give.")
        )
    return tr("{action_name} on {card}: choose the next step.", action_name=ACTION_NAMES[action], card=card(name))


def _refuse_handover(table: Tabletop, spot: str, action: str) -> str:
    letter = LETTERS.get(spot, "")
    if not letter:
        return tr("Choose a colour of your hand to hand over.")
    number = table.hands[table.actor].count(letter)
    if not number:
        return tr("You hold no {spot} card.", spot=colour_name(spot))
    if action == "brew":
        return tr("You hold one {spot} card, but must hand over two.", spot=colour_name(spot))
    return tr("{spot} is not one of the requested colours.", spot=colour_name(spot).capitalize())


def _refuse_answer(table: Tabletop, spot: str) -> str:
    seat = next((seat for seat, mark in enumerate(table.cure) if mark.card == spot), -1)
    if spot in CARDS and seat >= 0:
        return tr(
            "On {card} {side}'s cure failed. Nobody may answer or follow there.",
            side=tr("seat {seat}", seat=seat + 1),
            card=card(spot),
        )
    return tr("Choose a medicine card to answer or follow on, or Pass.")


def _refuse_prediction(table: Tabletop, spot: str) -> str:
    letter = LETTERS.get(spot, "")
    if not letter:
        return tr("Choose a colour below to predict, or Pass.")
    if letter in table.predictions[table.actor]:
        return tr("You have already predicted {spot}.", spot=colour_name(spot))
    return tr("Both markers of {spot} are taken.", spot=colour_name(spot))
