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
        "herbalism rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        ((tr("?hidden pair"),),),
        tr("Nobody can look. Your own cards, and those that you get, show what is missing."),
        tr("Turns come in the next step. Here, click the hidden pair, at the top right."),
    ),
    Lesson(
        tr("Feed"),
        tr(
            "On your turn, choose one of the seven medicine cards, then an action with its two colours. "
            "To feed, give a player one card of the first or the second colour. In return, they must hand you all "
            "their cards of the remaining colour."
        ),
        tr("Feed seat 3: click the card with green and blue, then Feed, your green card, and seat 3."),
        "herbalism rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        (("gb:feed:3:g",),),
        tr(
            "Seat 3 gave you three blues and has none left. Other players saw how many cards changed "
            "hands, but not their colour."
        ),
        tr("That move is legal, but not the one for this step. Click green and blue, Feed, the green card, seat 3."),
    ),
    Lesson(
        tr("The marker moves"),
        tr(
            "Your medicine marker is on the card of your last action. Every action except Cure needs a "
            "different card and moves the marker there."
        ),
        tr("Click green and blue, then Feed, and read the message. Then feed a player on red and blue."),
        "herbalism rb ryybbb/yggb/gg 0,0,0 1 1 4 act:1 gb,yr,rg -,-,- -,-,-",
        (("?gb-feed",), ("rb:feed:2:r", "rb:feed:3:r", "rb:feed:2:b", "rb:feed:3:b")),
        tr("Your marker is now on red and blue. If a move is illegal, Herbarium always says why."),
        tr("First click green and blue, then Feed. Then click red and blue, Feed, one of your cards, and a player."),
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
        tr("Count the cards"),
        tr(
            "You hold 8 cards and seat 3 holds none. You cannot see 2 greens and 4 blues: the four cards "
            "of seat 2, and the hidden pair."
        ),
        tr("How many greens does seat 2 hold? Feed seat 2 on green and blue, with a blue card."),
        "herbalism gb rryyyggb/gbbb/- 0,0,0 1 1 13 act:1 rb,yb,rg -,-,- -,-,-",
        (("gb:feed:2:b",),),
        tr(
            "Seat 2 handed you one green, so it has only blues left. The last green card is hidden, with a "
            "blue one: the pair is green and blue."
        ),
        tr("Seat 3 has no cards. Feed seat 2: click green and blue, Feed, a blue card, then seat 2."),
    ),
    Lesson(
        tr("Cure"),
        tr("It is your turn again. You hold three of the four greens, and all four cards of seat 2 are blue."),
        tr("Name the hidden pair: click its medicine card, then Cure, then the hidden pair."),
        "herbalism gb rryyyggg/bbbb/- 0,0,0 1 1 16 act:1 gb,yb,rb -,-,- -,-,-",
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
        tr("Another answer"),
        tr(
            "Now you are seat 3. Seat 1 names red and blue as the cure, but you hold both reds! You also hold "
            "all yellows and one green, and know that your opponents hold three greens. So neither red "
            "nor yellow nor green is hidden."
        ),
        tr("Two blues are missing: answer with the card for two cards of one colour. Click it, then the hidden pair."),
        "herbalism bb ggb/gbb/rryyyg 0,0,0 1 1 14 cure:3:1 gb,gy,rg a=rb,-,- -,-,-",
        (("answer:==",),),
        tr(
            "You were right and get 3 points; seat 1 gets none. Seat 1, who is after the winner, begins the next round."
        ),
        tr(
            "Your opponents have three greens and you have one, so only blues are left. Click the last "
            "card, for two of one colour, then the hidden pair."
        ),
    ),
    Lesson(
        tr("Inquire and Brew"),
        tr(
            "The options of a game can add two actions. To inquire, give a player a card of one colour: "
            "they say how many cards of the second colour they hold. To brew, give nothing: you get one card of "
            "each colour that they have."
        ),
        tr("Ask seat 2: click the card with green and blue, then Inquire, your green card, and seat 2."),
        "herbalism(actions=ifba) rb ryyg/yggb/gbbb 0,0,0 1 1 1 act:1 -,-,- -,-,- -,-,-",
        (("gb:inquire:2:g",),),
        tr(
            "Seat 2 holds one blue card: the bubble shows the number. Everybody sees it, but only you two "
            "know the colour."
        ),
        tr("That move is legal, but not the one for this step. Click green and blue, Inquire, the green card, seat 2."),
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
