"""The lessons of Herbs: a first round in ten steps, against a prepared plan."""

from __future__ import annotations

from workbench.boards.kit.lessons import Lesson
from workbench.system.translation import tr


def _pushes(herb: int, least: int) -> tuple[str, ...]:
    """Return the pushes by one square for which at least `least` AP are paid."""
    return tuple(f"{herb}P1/{paid}" for paid in range(least, 9))


START = "11/11/3w1w1b3/2b5w2/5b5/2b1w1w1b2/5b5/2w5b2/3b1w1w3/11/11"
LESSONS = (
    Lesson(
        tr("Moving a Herb"),
        tr(
            "Each of two players commands two cloned janitors, all called Herb, in an arena full of "
            "stones. Push stones into pits and patterns to score. You are Blue: Herbs 2 and 3, with "
            "the ring, are yours."
        ),
        tr("Move Herb 2 three squares: click it, then the third square ahead of it. Then press Lock plan."),
        f"herbs(actions=1) {START} A1^,K1^,A11v,K11v 200,200 0w0b,0w0b 0,0 2 1 0 write:2:0TL|",
        (("2M3",),),
        tr("Both plans ran. A move costs 1 action point (AP) for each square, and you have 197 AP left."),
        tr("That is a different move. Click Herb 2 in the upper left corner, then A8."),
        steps=(tr("move Herb 2 three squares"),),
    ),
    Lesson(
        tr("A plan"),
        tr(
            "Both players write a secret plan for their Herbs. Then both plans run side by side. A "
            "Herb moves straight ahead or backs up. Turning left or right is free."
        ),
        tr(
            "Click Herb 2 on E11, then F11 beside it: it cannot go there, because it faces down. Turn it left, then "
            "move it two squares. Lock the plan."
        ),
        f"herbs(actions=2) {START} A1^,K1^,E11v,K11v 200,200 0w0b,0w0b 0,0 2 1 0 write:2:0TL,0TR|",
        (("?E11-F11",), ("2TL",), ("2M2",)),
        tr(
            "The move starts from the direction that Herb 2 faces after the turn. In a game, you write "
            "four actions and may change them until you lock the plan."
        ),
        tr("First click F11, to see why that is illegal. Then click Herb 2 and Turn left, then Herb 2 and G11."),
        steps=(tr("click Herb 2, then F11"), tr("turn Herb 2 left"), tr("move Herb 2 two squares")),
    ),
    Lesson(
        tr("A push"),
        tr(
            "A push moves the pieces in front of the Herb, and the Herb follows. You choose the number "
            "of squares and the payment. Each square costs 1 AP for a white stone, and 2 AP for a "
            "black stone or a Herb."
        ),
        tr("Push the white stone in front of Herb 2 one square: click Herb 2, the stone, 1 square and 1 AP."),
        "herbs(actions=1) 11/11/3w1w1b3/2b1w3w2/5b5/2b3w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,E9v,K11v"
        " 196,190 0w0b,0w0b 0,0 2 2 0 write:2:0TL|",
        (("2P1/1",),),
        tr("Stones belong to nobody. The player who pushes them scores."),
        tr("That is a different move. Click Herb 2 on E9, the stone on E8, then 1 square and 1 AP."),
        steps=(tr("push the white stone one square"),),
    ),
    Lesson(
        tr("The price"),
        tr(
            "The whole unbroken line moves, and you pay in advance. If you pay too little, nothing "
            "moves. If you pay too much, you lose the rest. Your opponent may push another stone into "
            "the line, so paying a little more can be wise."
        ),
        tr("Push the white and the black stone in front of Herb 2 one square. Pay enough."),
        "herbs(actions=1) 11/11/3w1w1b3/2b1w3w2/4b6/2b3w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,E9v,K11v"
        " 196,186 0w0b,0w0b 0,0 2 3 0 write:2:0TL|",
        (_pushes(2, 3),),
        tr("The white stone cost 1 AP and the black stone 2 AP: 3 AP for one square."),
        tr("That would move nothing, or the wrong stones. Push one square, for 3 AP or more."),
        steps=(tr("push both stones one square"),),
    ),
    Lesson(
        tr("Into a pit"),
        tr(
            "A stone pushed into a pit disappears and scores: 3 points for a black stone, 1 for a "
            "white one. The pushing Herb never follows into the pit."
        ),
        tr("Push the black stone on C8 into the pit on C9."),
        "herbs(actions=1) 11/11/3w1w1b3/2b5w2/11/2b3w1b2/5b5/2w5b2/3b1w1w3/11/11 A1^,K1^,C7^,K11v"
        " 190,180 0w0b,0w0b 0,0 2 4 0 write:2:0TL|",
        (_pushes(2, 2),),
        tr("You score three points. But a Herb that walks into a pit is lost, and nobody scores for it."),
        tr("That is a different move. Push one square with Herb 2, for 2 AP or more."),
        steps=(tr("push the stone on C8 one square"),),
    ),
    Lesson(
        tr("Four in a row"),
        tr(
            "Four stones of one colour in a row or in a 2 × 2 square are a pattern. The player whose "
            "push completes it scores 4 points for white stones, and 6 for black ones. Then the stones "
            "move apart."
        ),
        tr("Push the stone on E6, so that four white stones form a row."),
        "herbs(actions=1) 11/11/3w3b3/2b5w2/11/4w3b2/3w1ww4/2w5b2/11/11/11 A1^,K1^,A11v,E7v"
        " 180,170 0w0b,0w0b 2,3 2 5 0 write:2:0TL|",
        (_pushes(3, 1),),
        tr(
            "You score four points, and the stones move apart. They may form new patterns, which score "
            "and move apart too."
        ),
        tr("That is a different move. Push the stone on E6 one square with Herb 3."),
        steps=(tr("push the stone on E6 one square"),),
    ),
    Lesson(
        tr("Painting"),
        tr(
            "Bleaching turns the black stone directly in front of the Herb white and is free. "
            "Blackening turns a white stone black for 1 AP."
        ),
        tr("The stone on E6 is black. Bleach it with Herb 3, then push it into the row."),
        "herbs(actions=2) 11/11/3w3b3/2b5w2/11/4b3b2/3w1ww4/2w5b2/11/11/11 A1^,K1^,A11v,E7v"
        " 170,160 0w0b,0w0b 2,3 2 5 0 write:2:0TL,0TR|",
        (("3BW",), _pushes(3, 1)),
        tr("You paid the price of a white stone, because the stone was white by then."),
        tr("That is a different plan. First bleach with Herb 3, then push the stone one square."),
        steps=(tr("bleach the stone with Herb 3"), tr("push it one square")),
    ),
    Lesson(
        tr("Fire"),
        tr(
            "A shot costs 2 AP and hits the first piece within five squares straight ahead. A Herb "
            "that is hit costs its owner 3 AP and moves one square back. Shooting an enemy Herb into a "
            "pit scores 4 points."
        ),
        tr("Herb 0 is in front of the pit on I9. Shoot it: click Herb 2, then Herb 0."),
        "herbs(actions=1) 11/3w7/11/2b5w2/11/4b3b2/3w2w4/2w5b2/11/11/11 H9v,K1^,E9>,K11v 150,140 0w0b,0w0b 5,3 2 6 0 "
        "write:2:1TL|",
        (("2F",),),
        tr("Herb 0 is lost, and you score 4 points."),
        tr("That is a different move. Click Herb 2 on E9, then Herb 0 on H9."),
        steps=(tr("shoot Herb 0 with Herb 2"),),
    ),
    Lesson(
        tr("A bid"),
        tr(
            "Herb 0 fires at Herb 2, which is about to push. The order matters, because a Herb that is "
            "hit first loses its action. Both players bid in secret, and both pay. The higher bid acts "
            "first."
        ),
        tr("Your opponent has 4 AP left and cannot bid more. Bid 5."),
        "herbs(actions=1) 11/3w7/11/2b5w2/11/8b2/3w2w4/2w5b2/11/11/11 A7>,K1^,C7^,K11v 4,60 0w0b,0w0b 5,3 2 7 0 "
        "bid:2:1:0F|2P1/2:2",
        (("bid5",),),
        tr(
            "The bids were 2 and 5, so you pushed first and scored three points for the black stone. "
            "The shot hit nobody. If both players bid 0, neither acts."
        ),
        tr("Bid 5. Less might not be enough, and more is wasted."),
        steps=(tr("bid 5"),),
    ),
    Lesson(
        tr("A whole round"),
        tr(
            "Each plan ends with a stone to place on a free square that is not beside your own Herbs. "
            "The game ends when a player has lost both Herbs or all AP. The opponent gets a point for "
            "every 10 AP left."
        ),
        tr(
            "Herb 0 is your opponent's last Herb. Move Herb 2 two squares, push Herb 0 into the pit, "
            "and place a stone where you like."
        ),
        "herbs(actions=2) 11/11/11/8w2/11/8b2/3w2w4/2w5b2/11/11/11 C8>,-,C5^,K11v 30,40 0w0b,3w2b 8,9 2 8 0 "
        "write:2:0TL,0TR|",
        (("2M2",), _pushes(2, 2), ()),
        tr("You win. Now you can play; the rules (F1) explain the details."),
        tr("That is a different plan. First move Herb 2 two squares ahead, then push one square for 2 AP or more."),
        steps=(tr("move Herb 2 two squares"), tr("push Herb 0 one square"), tr("place a stone where you like")),
    ),
)
