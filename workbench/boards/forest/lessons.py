"""The lessons of the forest game: a first game in ten steps."""

from __future__ import annotations

from workbench.boards.kit.lessons import Lesson
from workbench.system.translation import tr

LESSONS = (
    Lesson(
        tr("A pawn on the board"),
        tr(
            "Two players, Red and Green, walk their pawns through a forest. The first player with "
            "seven pawns on the board wins. Each player starts with two pawns. You are Red."
        ),
        tr("Place your first pawn: click any tile."),
        "forest 4/5/6/7/6/5/4 r 0 p4 -",
        ((),),
        tr("This is the opening: Red places one pawn, Green places two, and Red places one more."),
    ),
    Lesson(
        tr("A step"),
        tr(
            "A pawn steps to a neighbouring tile. If no pawn of its colour stays behind, a yellow pawn takes "
            "its place. Yellow pawns belong to nobody."
        ),
        tr("Click your pawn on d3, then a neighbouring tile."),
        "forest 4/5/6/2,r,4/6/5/2,g,1 r 1 2 -",
        ((),),
        tr("Now d3 has a yellow pawn. Later it can become one of yours."),
    ),
    Lesson(
        tr("Pawns together"),
        tr("If another pawn of your colour stays on the tile, no yellow pawn appears."),
        tr("Two red pawns share d3. Step away with one of them."),
        "forest 4/5/6/2,rr,4/6/5/2,g,1 r 3 2 -",
        ((),),
        tr("No yellow pawn this time, because d3 still has a red pawn."),
    ),
    Lesson(
        tr("Two actions"),
        tr("A turn has two actions, and each pawn may act once in a turn. A step is an action."),
        tr("Step with one pawn, then with your second pawn."),
        "forest 4/5/3,r,2/7/2,r,3/5/2,g,1 r 3 2 -",
        ((), ()),
        tr("Two actions complete a turn. You may not pass: if you can act, you must."),
    ),
    Lesson(
        tr("Once in a turn"),
        tr("A hollow pawn has acted. It can act again on your next turn."),
        tr("Click the pawn on d4, which has acted. Then act with your second pawn."),
        "forest 4/5/6/2,y,r,3/2,r,3/5/2,g,1 r 3 1 d4:1",
        (("?d4",), ()),
        tr("The line below the board says why a move is illegal, here and in every game."),
        tr("First click d4 to see why that is illegal."),
    ),
    Lesson(
        tr("Full tiles"),
        tr("A tile holds at most three pieces, whatever their colour."),
        tr("Click your pawn on d3 and then d4, which is full. Then step elsewhere."),
        "forest 4/5/6/2,r,ggy,3/6/5/2,g,1 r 5 2 -",
        (("?d3-d4",), ()),
        tr("A grey outline marks a tile with three pieces. Nobody may enter it."),
        tr("First try d4: click your pawn on d3, then d4."),
    ),
    Lesson(
        tr("Spawning"),
        tr(
            "A pawn on a tile with two yellow pawns may turn them into a new pawn of its colour. Small "
            "firs along the edge mark such a tile, a forest. The horned piece is your BBB, which comes "
            "later in this tutorial."
        ),
        tr("Click your pawn on d3, then d3 again."),
        "forest 4/4,R/6/2,ryy,4/6/5/2,g,1 r 7 2 -",
        (("+d3",),),
        tr("Two yellow pawns became a red one. Neither pawn may act again in this turn."),
        tr("That move is legal, but it spawns nothing. Click d3 twice."),
    ),
    Lesson(
        tr("The BigBadBoogyman"),
        tr(
            "Instead, the pawn and both yellow pawns may become your BigBadBoogyman, or BBB. Only the "
            "BBB captures. You may have one at a time."
        ),
        tr("Click d3 twice and choose to spawn the BBB."),
        "forest 4/5/6/2,ryy,3,r/6/5/2,g,1 r 7 2 -",
        (("!d3",),),
        tr("The BBB may still act in this turn. But it does not count as a pawn, and a player without pawns loses."),
        tr("That is a different action. Click d3 twice, then choose the BBB in the list."),
    ),
    Lesson(
        tr("Capturing"),
        tr(
            "The BBB goes one to three steps and captures all enemy pawns where it ends. Pawns do not "
            "block it, but it may not enter a tile with a yellow pawn, with the enemy BBB or with "
            "three pieces."
        ),
        tr(
            "Click the BBB on d3, then d4, which is closed to it. Then capture the green pawn on d5, "
            "around the yellow one."
        ),
        "forest 4/5/6/2,R,y,g,2/6/5/r,1,g,1 r 5 2 -",
        (("?d3-d4",), ("B:d3-d5",)),
        tr(
            "The BBB took three steps around the yellow pawn and captured a pawn. Captured pawns can "
            "be spawned again later."
        ),
        tr("First click d3 and d4, to see why the BBB cannot enter. Then click d3 and d5."),
    ),
    Lesson(
        tr("Seven pawns"),
        tr("You win as soon as you have seven pawns. A player without pawns loses. The BBB does not count."),
        tr("You have six pawns. Spawn the seventh."),
        "forest 4/3,r,1/3,R,2/2,ryy,1,r,2/1,rr,1,g,2/5/2,g,r r 21 2 -",
        (("+d3",),),
        tr("Red wins. Now you can play; the rules (F1) explain the details."),
        tr("Not yet: the pawn on d3 shares its tile with two yellow pawns. Click it twice."),
    ),
)
