"""The lessons of Herbalism: a first round in ten steps."""

from __future__ import annotations

from workbench.boards.kit.lessons import Lesson
from workbench.system.translation import tr

LESSONS = (
    Lesson(
        tr("Two cards are missing"),
        tr(
            "There are 14 ingredient cards: 2 red, 3 yellow, 4 green and 5 blue. Two of them are "
            "hidden: the cure. The players hold the rest. The first player to name the hidden pair "
            "gets 3 points. You are seat 1."
        ),
        tr("Click the hidden pair, at the top right, and read the message."),
        "herbalism(actions=if) rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        ((tr("?hidden pair"),),),
        tr("Nobody can look. Your own cards and the answers of your opponents show what is missing."),
        tr("Turns come in the next step. Here, click the hidden pair, at the top right."),
    ),
    Lesson(
        tr("Inquire"),
        tr(
            "On your turn, choose one of the seven medicine cards, then an action with its two colours. "
            "To inquire, give a player a card of one colour. They say how many cards of the second "
            "colour they hold. The usual game has Feed and Appeal instead; they follow later."
        ),
        tr("Ask seat 2: click the card with green and blue, then Inquire, your green card, and seat 2."),
        "herbalism(actions=if) rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        (("gb:inquire:2:g",),),
        tr(
            "Seat 2 holds one blue card: the bubble shows the number. Everybody sees it, but only you two "
            "know the colour."
        ),
        tr("That move is legal, but not the one for this step. Click green and blue, Inquire, the green card, seat 2."),
    ),
    Lesson(
        tr("What a number shows"),
        tr(
            "You hold 8 cards and seat 3 holds none. You cannot see 2 greens and 4 blues: the four cards "
            "of seat 2, and the hidden pair."
        ),
        tr("How many greens does seat 2 hold? On green and blue, give seat 2 a blue card and ask."),
        "herbalism(actions=if) gb rryyyggb/gbbb/- 0,0,0 1 1 13 act:1 rb,yb,gb -,-,- -,-,-",
        (("gb:inquire:2:b",),),
        tr(
            "Seat 2 holds one green card. So the last green card is hidden, with a blue one: the pair "
            "is green and blue."
        ),
        tr("Seat 3 has no cards. Ask seat 2 for greens: green and blue, Inquire, a blue card, seat 2."),
    ),
    Lesson(
        tr("Cure"),
        tr(
            "It is your turn again. Seat 2 holds one of the two greens that you do not see, and its "
            "other cards are blue."
        ),
        tr("Name the hidden pair: click its medicine card, then Cure, then the hidden pair."),
        "herbalism(actions=if) gb rryyygg/gbbbb/- 0,0,0 1 1 16 act:1 gb,yb,rb -,-,- -,-,-",
        (("cure:gb",),),
        tr(
            "Your cure marker is on green and blue. Each opponent can now answer with a different "
            "card, follow you, or stay out."
        ),
        tr(
            "Count again: one hidden card is green, and the second one is blue. Click that medicine "
            "card, then Cure, then the hidden pair."
        ),
    ),
    Lesson(
        tr("Feed"),
        tr("To feed, give a player a card of one colour. They must hand you all their cards of the second colour."),
        tr("Feed seat 3: on green and blue, give your green card."),
        "herbalism rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        (("gb:feed:3:g",),),
        tr(
            "Seat 3 gave you three blues and has none left. Other players saw how many cards changed "
            "hands, but not their colour."
        ),
        tr("That is a different move. Click green and blue, Feed, your green card, then seat 3."),
    ),
    Lesson(
        tr("The marker moves"),
        tr(
            "Your medicine marker is on the card of your last action. Every action except Cure needs a "
            "different card and moves the marker there. This is the usual game: you can Feed or Appeal, "
            "but not Inquire."
        ),
        tr("Click red and blue, then Inquire, and read the message. Then feed a player from that card."),
        "herbalism rb ryyggb/yggb/bb 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- -,-,-",
        (("?rb-inquire",), ("rb:feed:2:r", "rb:feed:3:r", "rb:feed:2:b", "rb:feed:3:b")),
        tr(
            "Your marker is now on red and blue. If a move is illegal, Herbarium says why, beside your "
            "click and in the status bar."
        ),
        tr("First click red and blue, then Inquire. Then click Feed, one of your cards, and a player."),
    ),
    Lesson(
        tr("Appeal"),
        tr(
            "When you appeal, you give nothing. Your target hands you all cards of one of the two "
            "colours, and chooses which."
        ),
        tr("Appeal to seat 2 or seat 3 on red and blue."),
        "herbalism rb ryygg/yggb/bbb 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- -,-,-",
        (("rb:appeal:2", "rb:appeal:3"),),
        tr(
            "Now your target must choose. With cards of only one colour, there is no choice, but "
            "nobody else learns that."
        ),
        tr("That is a different move. Click red and blue, Appeal, then seat 2 or seat 3."),
    ),
    Lesson(
        tr("You must choose"),
        tr(
            "Seat 2 appeals to you on green and yellow. Hand over all your greens or all your yellows. "
            "Everybody sees how many."
        ),
        tr("Keep your three greens: hand over the yellow card."),
        "herbalism rb rygggb/yyg/bbb 0,0,0 1 1 5 give:1:2:gy:appeal gb,gy,rg -,-,- -,-,-",
        (("give:y",),),
        tr("One card went to seat 2, and only the two of you know that it was yellow."),
        tr("That would cost three cards: click your yellow card."),
    ),
    Lesson(
        tr("Another answer"),
        tr(
            "Now you are seat 3. Seat 1 cures with red and blue, but you hold both reds! You also hold "
            "all yellows and one green, and know that your opponents hold three greens. So neither red "
            "nor yellow nor green is hidden."
        ),
        tr("Two blues are missing: answer with the card for two cards of one colour. Click it, then the hidden pair."),
        "herbalism bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-",
        (("answer:==",),),
        tr("You were right and get 3 points; seat 1 gets none. The next round starts after the winner: with seat 1."),
        tr(
            "Your opponents have three greens and you have one, so only blues are left. Click the last "
            "card, for two of one colour, then the hidden pair."
        ),
    ),
    Lesson(
        tr("Following"),
        tr(
            "You are seat 3 again, and seat 1 names green and blue. You can follow, by putting your "
            "marker on the same card: you gain 1 point if seat 1 is right, and lose 1 if not. You have 5 "
            "points, and 6 win the game. You hold all reds and yellows, and seat 1 seems sure."
        ),
        tr("Follow seat 1: click green and blue, then the hidden pair."),
        "herbalism gb ggbb/gbb/rryyy 2,1,5 3 1 14 cure:3:1 yb,gy,rg a=gb,-,- -,-,-",
        (("follow:gb",),),
        tr("Seat 1 was right and gets 3 points. You get 1 point and win the game. The rules (F1) explain the details."),
        tr("Then only seat 1 would get points. Click green and blue, the card with its marker, then the hidden pair."),
    ),
)
