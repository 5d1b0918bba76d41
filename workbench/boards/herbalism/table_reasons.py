"""Reasons why an event of Herbalism is impossible, as players at a table say them."""

from __future__ import annotations

import re

from fastcore.games.herbalism.text.texts import CARDS
from workbench.boards.herbalism.event_words import card
from workbench.system.translation import core, tr

_CARD = re.compile(rf"(?<![\w:='])(?:{'|'.join(map(re.escape, CARDS))})(?![\w:='])")
_WORDS = {  # the beginning of a reason of the core, or of what it asks for, and the words for it
    "a medicine card with an action": tr("the next event is an action or a cure"),
    "an answer such as": tr("the next event is an answer, a follow or a pass"),
    "the cards to give": tr("the next event says which cards are given"),
    "a colour, such as": tr("the next event is a prediction or a pass"),
    "the next observation is a deal": tr("the next event is the deal"),
    "the game is over, so all hands": tr("the game is over: all hands come next"),
    "the announced number must follow": tr("the announced number is missing"),
    "the returned cards must follow": tr("the returned cards are missing"),
    "the hidden pair must follow": tr("the hidden pair is missing"),
    "pair= must follow": tr("the hidden pair is missing"),
    "add the colour of the card to give": tr("the colour of the given card is missing"),
    "this seat would observe": tr("the owner of this list does not see these colours"),
}
_ENDS = {" is not possible now": tr("this action is not possible now")}
_YOURS = re.compile(r"your medicine marker is already on ([^;]*)")


def reason(text: str) -> str:
    """Return a reason of the core without the texts of moves, and with the cards in words."""
    asked = text.rpartition("choose ")[2]
    for begins, words in _WORDS.items():
        if asked.startswith(begins):
            return words
    for ends, words in _ENDS.items():
        if text.endswith(ends):
            return words
    if found := _YOURS.match(text):
        return tr("the player's medicine marker is already on {card}", card=card(found[1]))
    return _CARD.sub(lambda found: card(found[0]), core(text))
