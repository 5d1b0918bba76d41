"""The lessons of Herbalism: a first round in ten steps."""

from __future__ import annotations

from workbench.boards.kit.lessons import Lesson
from workbench.system.translation import tr

LESSONS = (
    Lesson(
        tr("Two cards are missing"),
        tr(
            "There are 14 ingredient cards: 2 red, 3 yellow, 4 green and 5 blue. Two of them are "
            "hidden: they are the cure. The players hold the rest. The first player to name the hidden "
            "pair gets 3 points. You are seat 1."
        ),
        tr(
            "Click the hidden pair and read the message. Then take a turn: choose a medicine card, an "
            "action, and what it needs."
        ),
        "herbalism(actions=if) rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        ((tr("?hidden pair"),), ()),
        tr(
            "That was a turn. You find the hidden pair out from the cards that you see, and from what "
            "your opponents must tell you."
        ),
        tr("That comes next: first click the hidden pair, at the top right."),
    ),
    Lesson(
        tr("Inquire"),
        tr(
            "On your turn you choose a medicine card and do something with its two colours. To "
            "inquire, give a player a card of one colour. They say how many cards of the second colour they hold."
        ),
        tr("Ask seat 2: click the card with green and blue, then Inquire, your green card, and seat 2."),
        "herbalism(actions=if) rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        (("gb:inquire:2:g",),),
        tr("Seat 2 holds one blue card. All heard the number, but only you two know which colour it is about."),
        tr("That is legal, but not what was asked: green and blue, Inquire, the green card, seat 2."),
    ),
    Lesson(
        tr("What a number shows"),
        tr(
            "You see 8 cards, and seat 3 has none. So 2 greens and 4 blues are left, for the four "
            "cards of seat 2 and for the hidden pair."
        ),
        tr("How many greens does seat 2 hold? On green and blue, give seat 2 a blue card and ask."),
        "herbalism(actions=if) gb rryyyggb/gbbb/- 0,0,0 1 1 13 act:1 rb,yb,gb -,-,- -,-,-",
        (("gb:inquire:2:b",),),
        tr("One green. So the last green card is hidden, with a blue one: the pair is green and blue."),
        tr("Seat 3 has no cards. Ask seat 2 for greens: green and blue, Inquire, a blue card, seat 2."),
    ),
    Lesson(
        tr("Cure"),
        tr(
            "A turn later nothing has changed: seat 2 holds one of the two greens that you do not see, "
            "and all its other cards are blue."
        ),
        tr("Name the hidden pair: click its medicine card, then Cure, then the hidden pair."),
        "herbalism(actions=if) gb rryyygg/gbbbb/- 0,0,0 1 1 16 act:1 gb,yb,rb -,-,- -,-,-",
        (("cure:gb",),),
        tr(
            "Your cure marker is on green and blue. Each opponent can now answer with a different "
            "card, follow you, or stay out."
        ),
        tr(
            "Count once more: one green card is hidden, and the second hidden card is blue. Click that "
            "medicine card, then Cure, then the hidden pair."
        ),
    ),
    Lesson(
        tr("Feed"),
        tr(
            "To feed you give somebody a card of one colour, and they must hand you all their cards of "
            "the other colour."
        ),
        tr("Feed seat 3: on green and blue, give your green card."),
        "herbalism rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        (("gb:feed:3:g",),),
        tr("Three blues, and seat 3 has none left. The others saw how many cards passed, but not their colour."),
        tr("Not that one: click green and blue, Feed, your green card, then seat 3."),
    ),
    Lesson(
        tr("The marker moves"),
        tr(
            "Your medicine marker shows the card of your last action. Every action moves it to a "
            "different card; only a cure leaves it there. The players agree on the actions before a "
            "game: here Feed and Appeal."
        ),
        tr("Click red and blue, then Inquire, and read the message. Then feed a player from that card."),
        "herbalism rb ryyggb/yggb/bb 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- -,-,-",
        (("?rb-inquire",), ("rb:feed:2:r", "rb:feed:3:r", "rb:feed:2:b", "rb:feed:3:b")),
        tr(
            "Your marker is now on red and blue. If something is not possible, Herbarium says why, "
            "beside the click and in the status bar."
        ),
        tr("First red and blue, then Inquire. After that Feed, a card of yours, and who gets it."),
    ),
    Lesson(
        tr("Appeal"),
        tr(
            "When you appeal you give nothing. The other hands you all cards of one of the two "
            "colours, and chooses which."
        ),
        tr("Appeal to seat 2 or seat 3 on red and blue."),
        "herbalism rb ryygg/yggb/bbb 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- -,-,-",
        (("rb:appeal:2", "rb:appeal:3"),),
        tr(
            "Now they are asked. If they have cards of one colour only there is nothing to choose, but "
            "nobody else learns that."
        ),
        tr("An appeal on red and blue was asked for: click that card, Appeal, then seat 2 or seat 3."),
    ),
    Lesson(
        tr("You are asked"),
        tr(
            "Seat 2 appeals to you on green and yellow. You hand over all your greens or all your "
            "yellows; everybody will see how many."
        ),
        tr("You would rather keep your three greens: hand over the yellow."),
        "herbalism rb rygggb/yyg/bbb 0,0,0 1 1 5 give:1:2:gy:appeal gb,gy,rg -,-,- -,-,-",
        (("give:y",),),
        tr("One card went to seat 2, and only the two of you know that it was yellow."),
        tr("That would cost three cards: click your yellow card."),
    ),
    Lesson(
        tr("Another answer"),
        tr(
            "Now you are seat 3. Seat 1 cures with red and blue, but you hold both reds! All yellows "
            "are yours too, and you know that your opponents hold three greens. So neither red nor yellow "
            "nor green is hidden."
        ),
        tr("Two blues are missing: answer with the card for two alike. Click it, then the hidden pair."),
        "herbalism bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-",
        (("answer:==",),),
        tr("You were right and get 3 points; seat 1 gets none. The next round starts after the winner: with seat 1."),
        tr(
            "Your opponents have three greens and you have one, so only blues are left. Click the last card, "
            "two alike, then the hidden pair."
        ),
    ),
    Lesson(
        tr("Following"),
        tr(
            "You are seat 3 once more, and seat 1 cures with green and blue. You may follow on its "
            "card: 1 point if it is right, one less if not. You have 5 points, and 6 win the game. All "
            "reds and yellows are yours, and seat 1 seems sure."
        ),
        tr("Follow seat 1: click green and blue, then the hidden pair."),
        "herbalism gb ggbb/gbb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a=gb,-,- -,-,-",
        (("follow:gb",),),
        tr("It was right: seat 1 gets 3 points and you get 1, and that wins the game. The rules (F1) tell the rest."),
        tr(
            "Seat 1 would win those points alone: click green and blue, the card with its marker, then the hidden pair."
        ),
    ),
)
