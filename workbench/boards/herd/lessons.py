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
        tr("You placed a stone. It stays there until it is removed or captured."),
    ),
    Lesson(
        tr("Two dice"),
        tr(
            "Every turn begins with a roll of two dice: here 4 and 2. The first turn of a game is short, "
            "because going first is an advantage. You place as many stones as the lower number says."
        ),
        tr("The lower number is 2: place 2 stones."),
        "herd(size=3) 3/4/5/4/3 r 1 - -",
        ((), ()),
        tr("You placed two stones. From the second turn on, both numbers count, as the next steps show."),
        rolls=("4-2",),
    ),
    Lesson(
        tr("Removing"),
        tr(
            "From the second turn on, the lower die says how many enemy stones you must remove. You "
            "may choose any of them."
        ),
        tr("Remove a blue stone: click it."),
        "herd(size=3) 1b1/r1b1/1r3/1b2/3 r 3 2-1 x1+2",
        ((),),
        tr(
            "You removed one stone for the lower die. Stones in the middle are often worth more than "
            "stones at the edge."
        ),
    ),
    Lesson(
        tr("A whole turn"),
        tr(
            "Remove first. Then place as many of your stones as the higher die says, one at a time. "
            "The dice card counts them: filled dots are done, open dots are left."
        ),
        tr("Play the whole turn: remove one blue stone, then place three."),
        "herd(size=3) 1b1/r1b1/1r3/1b2/2b r 5 3-1 x1+3",
        ((), (), (), ()),
        tr("That was a whole turn: the lower die removes, the higher die places."),
    ),
    Lesson(
        tr("A closed cell"),
        tr(
            "You can place a stone on any empty cell, unless all its neighbours are enemy stones. Such a "
            "cell is closed to you."
        ),
        tr(
            "The removal is done. Click c2, which has blue stones on every side. Then place your stone on an open cell."
        ),
        "herd(size=3) 3/bb2/b1b2/bb2/3 r 9 1-1 x0+1",
        (("?c2",), ()),
        tr("The line below the board says why a move is illegal, here and in every game. Blue may place on c2."),
        tr("First click c2 to see why that is illegal."),
    ),
    Lesson(
        tr("Capturing"),
        tr(
            "When you place a stone, look at the enemy stones beside it. A stone whose neighbours are "
            "all your stones is captured and leaves the board."
        ),
        tr("The removal is done. The blue stone on c3 has one empty neighbour left. Place there."),
        "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 1-1 x0+1",
        (("b2",),),
        tr("You captured a stone. Only placing a stone captures; removing one never does."),
        tr("That move is legal, but captures nothing. Find the empty cell beside c3."),
    ),
    Lesson(
        tr("One more stone"),
        tr("Each captured stone gives you one more stone to place in the same turn."),
        tr("The removal is done, and you have one stone to place. Capture with it, then place your extra stone on c3."),
        "herd(size=3) 3/1rr1/1rbr1/2r1/3 r 9 1-1 x0+1",
        (("b2",), ("c3",)),
        tr("Blue lost a stone and you gained one: a capture counts double."),
        tr("Capture the stone on c3 by placing on b2, then fill c3."),
    ),
    Lesson(
        tr("Pairs are safe"),
        tr(
            "Only a single stone can be captured. Two blue stones side by side protect each other: "
            "neither has red stones on all its sides."
        ),
        tr("The removal is done. A corner has a single blue stone. Capture it."),
        "herd(size=3) 3/1rbb/2rbr/1r2/br1 r 7 1-1 x0+1",
        (("b1",),),
        tr(
            "A corner has only three neighbours, so a stone there is easy to surround. The blue stones "
            "on the right protect each other."
        ),
        tr("That captures nothing: the blue stone on a1 has one free neighbour."),
    ),
    Lesson(
        tr("Remove, then capture"),
        tr("Before you remove a stone, look where you will place. A removal can leave an enemy stone alone."),
        tr("Remove one stone of the blue pair, so that your next placement captures its partner."),
        "herd(size=3) 3/1rr1/1rbb1/1rr1/3 r 7 1-1 x1+1",
        (("xc4",), ("c4",)),
        tr("You removed one stone, captured one, and may place one more than the die said."),
        tr("The stone on c3 has red on all other sides: remove its partner on c4, then place there."),
    ),
    Lesson(
        tr("The last cell"),
        tr(
            "The game ends as soon as the board is full, even if stones are left to place. The number "
            "of cells is odd, so a full board is never a draw."
        ),
        tr("The removal is done, and you have two stones to place. Fill the last cell to see who wins."),
        "herd(size=3) rrb/rbbr/rb1rb/rbbr/rbb r 15 2-1 x0+2",
        ((),),
        tr("Red wins by ten stones to nine. Now you can play; the rules (F1) explain the details."),
    ),
)
