"""Texts of the page Compare."""

from __future__ import annotations

from workbench.boards.kit.figures import format_chances, format_fixed, format_percents, format_value
from workbench.compare.sentences import format_difference, format_margin
from workbench.system.language.formats import format_count
from workbench.system.translation import tr, trn

TITLE = tr("Compare")
TIP = tr("Find the better of two moves by games with equal luck")
CHOOSE = tr("Choose two moves: select one, then Ctrl+click another.")
CHOOSE_BY_KEY = tr("Or drag one move onto another.")
BEST_TWO = tr("Compare the best two")
BEST_TWO_TIP = tr("Compare the two moves that the search prefers")
ROLL_OUT = tr("Roll out this position")
COMPARE_WITH = tr("Compare with")
START, STOP = tr("Start"), tr("Stop")
START_TIP, STOP_TIP = tr("Start or continue the games"), tr("Stop playing games. Results are kept.")
SEARCHES_ALREADY = tr("A short search already makes the further moves.")
BY_SEARCH = tr("Compare by short search")
BY_SEARCH_TIP = tr("Play new games in which a short search makes all further moves")
POLICY, SEARCH = tr("Greedy policy"), tr("Short search")
CONTINUATION_TIP = tr("Who plays all further moves. A short search is much slower.")
GAMES_TIP = tr("Maximum games for each move. A clear difference ends them earlier.")
PLOT_TIP = tr("The difference with its 95 % interval, wide enough for repeated checks.")
ROLLOUT_PLOT_TIP = tr("The evaluation with its 95 % interval. More games narrow it.")
POINTS_TIP = tr("How often the games ended with these points")
DECIDING = tr("Decisive outcomes")
DECIDING_TIP = tr("Outcomes with the largest effect. Plus favours {name}.")
NOT_STARTED = tr("No games yet. Press Start.")
PLAYING = tr("Playing the first games…")
ALL_PLAYED = tr("All games are played. Choose more games to continue.")
NO_PAIR = tr("Analyse first to get moves to compare.")
ONE_MOVE = tr("There is only one move here.")
NOBODY = tr("No player decides here.")
THIS_POSITION = tr("This position")
FAILED = tr("The comparison failed: {reason}")


def games(limit: int) -> str:
    """Return the label of a number of games."""
    return trn("{count:,} game", "{count:,} games", limit)


def compare_with(move: str) -> str:
    """Return the menu entry that compares a candidate with another one."""
    return tr("Compare with {move}", move=move)


def better(name: str, seats: int, difference: float, half: float) -> str:
    """Return the headline of a clear difference, such as "e5 is better by 3.1 % ±1.2 %".

    Args:
        name: The better candidate.
        seats: The number of seats.
        difference: The difference of values.
        half: Half the width of its interval.
    """
    amount = format_difference(seats, abs(difference)).lstrip("+")
    return tr("{name} is better by {amount} {margin}", name=name, amount=amount, margin=format_margin(seats, half))


def undecided(seats: int, difference: float, half: float) -> str:
    """Return the headline while the difference is not clear."""
    return tr(
        "Not clear yet: {amount} {margin}",
        amount=format_difference(seats, difference),
        margin=format_margin(seats, half),
    )


def likely(name: str, seats: int, difference: float, half: float, check: int) -> str:
    """Return the headline of a difference that seems clear, before the check that decides.

    Args:
        name: The candidate that seems better.
        seats: The number of seats.
        difference: The difference of values.
        half: Half the width of its interval.
        check: The number of games at the next check.
    """
    return tr(
        "Probably {name}: {amount} {margin}. Next check after {games}.",
        name=name,
        amount=format_difference(seats, abs(difference)),
        margin=format_margin(seats, half),
        games=games(check),
    )


def no_difference(trials: int, seats: int, half: float) -> str:
    """Return the headline if all games are played and the difference is not clear."""
    return tr("No difference found in {games} ({margin})", games=games(trials), margin=format_margin(seats, half))


def progress(trials: int, limit: int) -> str:
    """Return how many games are played."""
    return tr("{trials} of {games}", trials=format_count(trials), games=games(limit))


def result(side: str, seats: int, mean: float, half: float) -> str:
    """Return the result of a rollout for a player, such as "Red: 54.2 % ±1.9 %"."""
    value = format_chances(mean, least=1)[0] if seats <= 2 else format_value(mean, 3)
    return tr("{side}: {value} {margin}", side=side, value=value, margin=format_margin(seats, half))


def average_points(mean: float) -> str:
    """Return a player's average of the final points."""
    return tr("{mean} points on average", mean=format_fixed(mean, 1))


def probability(share: float) -> str:
    """Return the probability of an outcome, such as "1 in 18"."""
    games = round(1 / share) if share > 0 else 0
    if games > 1 and abs(games * share - 1) < 1e-6:
        return tr("1 in {games}", games=games)
    return format_percents(share)[0]


def outcome_effect(seats: int, difference: float) -> str:
    """Return the difference in games with an outcome, with its sign."""
    return format_difference(seats, difference)


def favours(name: str) -> str:
    """Return the label of the half of the plot where a candidate is better."""
    return tr("{name} better", name=name)
