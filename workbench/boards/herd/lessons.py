"""The lessons of Herd: a first game in ten steps."""

from __future__ import annotations

from workbench.boards.kit.lessons import Lesson
from workbench.system.translation import tr

LESSONS = (
    Lesson(
        tr("A stone on the board"),
        tr(
            "Two players, Red and Blue, fill a hexagon with stones. When it is full, the player with "
            "more stones wins. You are Red."
        ),
        tr("Place a stone: click any cell."),
        "herd(size=3) 3/4/5/4/3 r 1 2-1 x0+1",
        ((),),
        tr("That is a placement. Once there, a stone stays where it is until it is removed or captured."),
    ),
    Lesson(
        tr("Two dice"),
        tr(
            "Every turn begins with a roll of two dice. In the very first turn of the game only the "
            "lower die counts, which makes up for the advantage of going first."
        ),
        tr("Place as many stones as the lower die says."),
        "herd(size=3) 3/4/5/4/3 r 1 - -",
        ((), ()),
        tr("Two stones for the lower die. Now Blue would roll."),
        rolls=("4-2",),
    ),
    Lesson(
        tr("Removing"),
        tr(
            "From the second turn on the lower die takes away: it says how many enemy stones you must "
            "remove. Any of them will do, wherever they stand."
        ),
        tr("Remove a blue stone: click it."),
        "herd(size=3) 1b1/r1b1/1r3/1b2/3 r 3 2-1 x1+2",
        ((),),
        tr("One stone for the lower die. Stones in the middle of things are often worth more than those at the edge."),
    ),
    Lesson(
        tr("A whole turn"),
        tr(
            "Removals come first, then the higher die says how many stones of your own you place, one "
            "at a time. The card with the dice keeps count: filled dots are done, open ones are still "
            "owed."
        ),
        tr("Play the whole turn: remove one blue stone, then place three."),
        "herd(size=3) 1b1/r1b1/1r3/1b2/2b r 5 3-1 x1+3",
        ((), (), (), ()),
        tr("That was a turn: remove with the lower die, place with the higher one."),
    ),
    Lesson(
        tr("A closed cell"),
        tr(
            "You may place on an empty cell if at least one of its neighbours is empty or holds a "
            "stone of your own. A cell with enemy stones on every side is closed to you."
        ),
        tr("The removal is done. Click c2, which has blue on every side. Then place on a cell that is open."),
        "herd(size=3) 3/bb2/b1b2/bb2/3 r 9 2-1 x0+2",
        (("?c2",), ()),
        tr("The line below says why a click is refused, here and in every game. Blue may place on c2."),
        tr("First click c2, to see what the program says of it."),
    ),
    Lesson(
        tr("Capturing"),
        tr(
            "When you have placed a stone, each enemy stone beside it whose neighbours are all yours "
            "is captured and leaves the board."
        ),
        tr("The removal is done. The blue stone on c3 has one neighbour left. Place there."),
        "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 3-1 x0+3",
        (("b2",),),
        tr("Captured. Only placing captures: removing a stone never does, and nobody can place into a capture."),
        tr("That is open to you, but it captures nothing: look for the empty cell beside c3."),
    ),
    Lesson(
        tr("One more stone"),
        tr("Every stone that you capture gives you one more stone to place in the same turn."),
        tr(
            "The removal is done, and you have one stone to place. Capture with it, then place the "
            "stone that you won on c3."
        ),
        "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 1-1 x0+1",
        (("b2",), ("c3",)),
        tr("A stone taken and a stone won: a capture counts double."),
        tr("Capture the stone on c3 by placing on b2, then fill c3."),
    ),
    Lesson(
        tr("Pairs are safe"),
        tr(
            "Only a stone that stands alone can be captured. Two blue stones side by side protect each "
            "other: neither has red stones on all its sides."
        ),
        tr("The removal is done. One blue stone stands alone in a corner. Capture that one."),
        "herd(size=3) 3/1rbb/2rbr/1r2/br1 r 7 2-1 x0+2",
        (("b1",),),
        tr(
            "The corner has only three neighbours, so a stone there is easily surrounded. The others "
            "on the right stand together."
        ),
        tr("That captures nothing: the blue stone on a1 has one free neighbour."),
    ),
    Lesson(
        tr("Remove, then capture"),
        tr("Before you remove, look where you will place. A removal can leave an enemy stone alone."),
        tr("Remove one stone of the blue pair, so that you can capture the other with your next placement."),
        "herd(size=3) 3/1rr1/1rbb1/1rr1/3 r 7 2-1 x1+2",
        (("xc4",), ("c4",)),
        tr("One removed, one captured, and you may place once more than the dice said."),
        tr("The stone on c3 has red on all other sides: remove its partner on c4, then place there."),
    ),
    Lesson(
        tr("The last cell"),
        tr(
            "The game ends as soon as the board is full, even if stones are still owed. The number of "
            "cells is odd, so a full board is never a draw."
        ),
        tr("The removal is done, and you may place two stones. Fill the last cell, and see who wins."),
        "herd(size=3) rrb/rbbr/rb1rb/rbbr/rbb r 15 2-1 x0+2",
        ((),),
        tr("Red wins by ten stones to nine. That is all you need: the rules (F1) tell the rest."),
    ),
)
