"""The clicks and buttons that enter each move of Herbs.

To enter an action, the player clicks a Herb, on its expected square when the action is carried out, and then a square
or a button. A push also needs a distance and a price; a stone needs a square and a colour. Buttons replace squares
outside the walls and squares of actions that are expected to have no effect, so that every legal move has exactly one
path. Pushes that look impossible are disabled but can still be planned from a separate list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.boards.herbs import click_words
from workbench.boards.herbs.arena import Herb, ahead, parse_pair
from workbench.boards.herbs.items import STONES, parse_item
from workbench.boards.herbs.projection import (
    FIRE_RANGE,
    Scene,
    Slot,
    current_scene,
    effects,
    expected_scene,
    pending_items,
)
from workbench.boards.kit.choices import Choice
from workbench.boards.kit.elements import Point

# steps that lead to further choices
PUSH, MOVE, BACK, MORE, OTHER, ANYWAY = "push", "move", "back", "more", "other", "anyway"
PLAIN = ("TL", "TR", "HT", "F", "BW", "WB")  # actions without further parts
KEYS = {"TL": "l", "TR": "r", "HT": "t", "F": "f", "BW": "w", "WB": "b", PUSH: "p", MOVE: "m", BACK: "u"}
PROPOSED = 4  # prices of a push shown at first: the expected price and the next ones
MAX_A_SQUARE = 8
PLACES = ("ones", "tens", "hundreds")  # places of the digits of a bid
FEW_BIDS = (0, 1, 2, 3, 5, 8)


def is_placing(point: Point) -> bool:
    """Return whether the next item of the plan is a stone."""
    moves = point.moves() if point.phase == "write" else []
    return bool(moves) and point.move_text(moves[0])[:2] in STONES


def first_click(scene: Scene, herb: int) -> str:
    """Return the first click for a Herb: its expected square, or a button if it is expected to be lost."""
    return scene.herbs[herb].square if herb in scene.herbs else f"herb:{herb}"


def herb_at(scene: Scene, seat: int, spot: str) -> int:
    """Return the Herb of a seat that a first click on this spot chooses, or -1."""
    return next((herb for herb in (2 * seat, 2 * seat + 1) if first_click(scene, herb) == spot), -1)


def target(scene: Scene, herb: Herb) -> str:
    """Return the square of the Herb that a shot would hit, or "" if none is in range."""
    for steps in range(1, FIRE_RANGE + 1):
        square = ahead(herb.square, herb.facing, steps)
        standing = scene.holds(square) if square else ""
        if standing:
            return square if standing.isdigit() else ""
    return ""


def front(scene: Scene, herb: int) -> str:
    """Return the square in front of a Herb if it is occupied, or ""."""
    mover = scene.herbs.get(herb)
    square = ahead(mover.square, mover.facing, 1) if mover else ""
    return square if square and scene.holds(square) else ""


def push_cost(point: Point, herb: int, squares: int) -> int:
    """Return the cost of a push on the expected board, in AP.

    The result is at least 1 AP per square, the lowest legal price. If no legal price is enough, it exceeds the highest.
    """
    slot = _push_effect(point, herb, squares)
    cost = slot.cost if slot is not None else 0
    return MAX_A_SQUARE * squares + 1 if cost is None else max(squares, cost)


def _push_effect(point: Point, herb: int, squares: int) -> Slot | None:
    """Return the effect of a push at the highest price on the expected board, or None if no piece is in front."""
    if not front(expected_scene(point), herb):
        return None
    items = (*pending_items(point), f"{herb}P{squares}/{MAX_A_SQUARE * squares}")
    return effects(point, herb // 2, items)[-1]


def _distance(slot: Slot) -> int:
    """Return the distance that a push covers."""
    return sum(event.kind == "push" for event in slot.events)


def why_no_push(point: Point, herb: int, squares: int) -> str:
    """Return the reason that a push is impossible on the expected board, or "" if there is none.

    Without a piece in front, the result is "". While a plan is being written, too few AP count as a reason too.
    """
    slot = _push_effect(point, herb, squares)
    if slot is None:
        return ""
    if slot.cost is None:
        return click_words.too_dear(MAX_A_SQUARE * squares)
    distance, left = _distance(slot), parse_pair(point.fields["ap"])[point.actor]
    if distance < squares:
        steps = [event for event in slot.events if event.kind == "push"]
        fallen = bool(steps) and not front(current_scene(steps[-1].fields), herb)  # the pieces in front fell into a pit
        return click_words.no_farther(distance, fallen)
    return click_words.unpaid(slot.cost, left) if point.phase == "write" and slot.cost > left else ""


def shown_prices(today: int, squares: int, left: int) -> range:
    """Return the prices of a push to show at first, from the expected cost `today` up to `left` AP."""
    most = MAX_A_SQUARE * squares
    first = max(squares, min(today, most - PROPOSED + 1, left - PROPOSED + 1))
    return range(first, min(first + PROPOSED, most + 1))


def paths(point: Point, moves: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the clicks that enter each of these legal moves."""
    if point.phase == "bid":
        most = parse_pair(point.fields["ap"])[point.actor]
        return {move: _bid(int(move[3:]), most) for move in moves}
    if is_placing(point):
        both = len({move[:2] for move in moves}) > 1
        return {move: (move[2:], STONES[move[:2]]) if both else (move[2:],) for move in moves}
    if not moves:
        return {}
    scene = expected_scene(point)
    left = parse_pair(point.fields["ap"])[point.actor]
    prices: dict[tuple[int, int], range] = {}
    idle: dict[tuple[int, int], bool] = {}
    clicks = {}
    for move in moves:
        item = parse_item(move)
        assert item is not None, move
        number, squares = item.herb, item.amount
        if item.kind == "P":
            paid = item.cost
            if (number, squares) not in prices:
                prices[number, squares] = shown_prices(push_cost(point, number, squares), squares, left)
                idle[number, squares] = bool(why_no_push(point, number, squares))
            more = () if paid in prices[number, squares] else (MORE,)
            anyway = (ANYWAY,) if idle[number, squares] else ()
            way = (front(scene, number) or PUSH, *anyway, f"push:{squares}", *more, f"ap:{paid}")
        else:
            way = _place(scene, number, item.kind, squares)
        clicks[move] = (first_click(scene, number), *way)
    return clicks


def _place(scene: Scene, number: int, kind: str, squares: int) -> tuple[str, ...]:
    """Return the clicks for an action that is not a push, after its Herb."""
    herb = scene.herbs.get(number)
    aim = target(scene, herb) if herb else ""
    if kind == "F":
        return (aim,) if aim and aim != front(scene, number) else ("F",)
    if kind in PLAIN:
        return (kind,)
    way = -1 if kind == "BU" else 1
    square = ahead(herb.square, herb.facing, way * squares) if herb else ""
    if square and square not in ((aim, front(scene, number)) if kind == "M" else ()):
        return (square,)
    return (MOVE, f"go:{squares}") if kind == "M" else (BACK, f"up:{squares}")


def few_bids(most: int) -> tuple[int, ...]:
    """Return the bids that have a button of their own. All other bids are entered digit by digit."""
    return tuple(sorted({bid for bid in (*FEW_BIDS, most // 2, most) if bid <= most}))


def _bid(bid: int, most: int) -> tuple[str, ...]:
    """Return the clicks for a bid: one button, or digit by digit."""
    if bid in few_bids(most):
        return (f"bid:{bid}",)
    digits = f"{bid:0{len(str(most))}}"
    return (OTHER, *(f"{place}:{digit}" for place, digit in zip(reversed(PLACES[: len(digits)]), digits, strict=True)))


# Buttons beside the board ---------------------------------------------------------------------------------------------


def choices(point: Point, chosen: Sequence[str], spots: Iterable[str]) -> tuple[Choice, ...]:
    """Return the buttons for the next step, in a fixed order, each with its own key."""
    next_spots = set(spots)
    if not next_spots:
        return ()
    if point.phase == "bid":
        return _bids(parse_pair(point.fields["ap"])[point.actor], chosen, next_spots)
    if is_placing(point):
        return tuple(
            Choice(colour, click_words.stone_choice(colour), colour[0])
            for colour in STONES.values()
            if colour in next_spots
        )
    scene, seat = expected_scene(point), point.actor
    if not chosen:
        own = [herb for herb in (2 * seat, 2 * seat + 1) if first_click(scene, herb) in next_spots]
        return tuple(
            Choice(first_click(scene, herb), click_words.herb_choice(herb, herb in scene.herbs), str(herb))
            for herb in own
        )
    number = herb_at(scene, seat, chosen[0])
    if len(chosen) == 1:
        return _actions(scene, number, next_spots)
    if chosen[1] in (PUSH, front(scene, number)):
        return _pushes(point, number, chosen, next_spots)
    numbered = sorted((int(spot.partition(":")[2]), spot) for spot in next_spots)
    return tuple(Choice(spot, click_words.squares(n), str(n)) for n, spot in numbered)


def _pushes(point: Point, number: int, chosen: Sequence[str], next_spots: set[str]) -> tuple[Choice, ...]:
    """Return the buttons for the distance of a push, or for its price."""
    numbered = sorted((int(spot.partition(":")[2]), spot) for spot in next_spots if ":" in spot)
    squares = next((int(spot[5:]) for spot in chosen if spot.startswith("push:")), 0)
    if not squares:
        return _distances(point, number, chosen, next_spots, [n for n, _ in numbered])
    today = 0 if why_no_push(point, number, squares) else push_cost(point, number, squares)
    more = (Choice(MORE, click_words.MORE_PRICES, "m"),) if MORE in next_spots else ()
    keys = [str(paid % 10) if chosen[-1] != MORE or paid < 10 else "" for paid, _ in numbered]
    return (
        *(
            Choice(spot, click_words.price_choice(paid, today, chosen[1] != PUSH), key, proposed=paid == today)
            for (paid, spot), key in zip(numbered, keys, strict=True)
        ),
        *more,
    )


def _distances(
    point: Point, number: int, chosen: Sequence[str], next_spots: set[str], free: Sequence[int]
) -> tuple[Choice, ...]:
    """Return the buttons for the distance of a push.

    Pushes that are impossible on the expected board are disabled, with the reason. Another button leads to them.
    """
    idle = {
        item.amount
        for item in map(parse_item, map(point.move_text, point.moves()))
        if item and (item.herb, item.kind) == (number, "P")
    }
    buttons = []
    for n in sorted({*free, *idle} if ANYWAY in next_spots else free):
        why = why_no_push(point, number, n) if ANYWAY not in chosen else ""
        slot = _push_effect(point, number, n)
        distance = _distance(slot) if slot else 0
        if ANYWAY in chosen:
            label = click_words.squares(n)
        elif slot and slot.cost is not None and 0 < distance < n:
            label = click_words.stops_short(n, distance)  # price and points of the shorter push
        else:
            label = click_words.push_choice(n, slot.cost if slot else 0, slot.scored if slot else 0)
        buttons.append(Choice(f"push:{n}", label, str(n), why))
    return (*buttons, *((Choice(ANYWAY, click_words.ANYWAY, "a"),) if ANYWAY in next_spots else ()))


def _actions(scene: Scene, number: int, next_spots: set[str]) -> tuple[Choice, ...]:
    """Return the buttons for a Herb's actions. Actions that are too expensive are disabled, with the reason."""
    herb = scene.herbs.get(number)
    ahead_of = front(scene, number)
    aim = target(scene, herb) if herb else ""
    spots = {kind: kind for kind in KEYS} | {PUSH: ahead_of or PUSH, "F": aim if aim and aim != ahead_of else "F"}
    buttons = []
    for kind, spot in spots.items():
        if spot in next_spots:
            buttons.append(Choice(spot, click_words.action_choice(kind), KEYS[kind]))
        elif kind in ("HT", "F", "WB", PUSH):
            buttons.append(Choice(spot, click_words.action_choice(kind), KEYS[kind], click_words.CANNOT_PAY[kind]))
    return tuple(buttons)


def _bids(most: int, chosen: Sequence[str], next_spots: set[str]) -> tuple[Choice, ...]:
    if not chosen:
        few = [bid for bid in few_bids(most) if f"bid:{bid}" in next_spots]
        buttons = [Choice(f"bid:{bid}", click_words.bid_choice(bid, most), _bid_key(bid, most)) for bid in few]
        return (*buttons, *((Choice(OTHER, click_words.OTHER_BID, "o"),) if OTHER in next_spots else ()))
    begun = "".join(spot.partition(":")[2] for spot in chosen[1:])
    written = {f"{bid:0{len(str(most))}}": bid for bid in range(most + 1) if bid not in few_bids(most)}
    buttons = []
    for digit, spot in sorted((spot.partition(":")[2], spot) for spot in next_spots if ":" in spot):
        bids = [bid for text, bid in written.items() if text.startswith(begun + digit)]
        buttons.append(Choice(spot, click_words.bids(bids[0], bids[-1], len(str(most))), digit))
    return tuple(buttons)


def _bid_key(bid: int, most: int) -> str:
    if bid in FEW_BIDS:
        return str(bid)
    return "a" if bid == most else "h"
