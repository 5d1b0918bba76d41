"""Tests of the rating and of the adaptive level, with simulated players."""

from __future__ import annotations

import pytest

from bots.levels.ladders import NAMES, games, ladder
from fastcore import Stream
from workbench.results import adaptive
from workbench.results.history import GameResult
from workbench.results.rating import CLUB_RATING, START, Estimator, current, history, level_rating, win_chance
from workbench.results.summary import scores

SERIES, GAMES, FIRST = 50, 60, 20  # games 21 to 60 of each series count


def result(number: int, opponents: tuple[str, ...], score: float, rated: bool = True, spec: str = "herd") -> GameResult:
    return GameResult(id=str(number), date="", spec=spec, opponents=opponents, score=score, rated=rated)


def test_rating_approaches_the_strength_of_a_player() -> None:
    stream, estimator = Stream(1, "rating"), Estimator()
    assert abs(estimator.rating.value - START) < 5 and estimator.rating.margin > 500
    for _ in range(200):
        won = stream.below(1000) < 1000 * win_chance(1700, [1500])
        estimator.add([1500], float(won))
    rating = estimator.rating
    assert rating.games == 200 and abs(rating.value - 1700) < rating.margin < 160


def test_margin_shrinks_with_games_and_covers_the_strength() -> None:
    covered = 0
    for number in range(40):
        stream, estimator, margins = Stream(number, "margin"), Estimator(), []
        for _ in range(30):
            estimator.add([1400], float(stream.below(1000) < 1000 * win_chance(1450, [1400])))
            margins.append(estimator.rating.margin)
        assert margins[-1] < margins[4] < margins[0]
        covered += abs(estimator.rating.value - 1450) < estimator.rating.margin
    assert covered >= 34


@pytest.mark.parametrize("game", [*games(), "another"])
def test_level_ratings_rise_and_agree_with_the_measured_scores(game: str) -> None:
    ratings = [level_rating(game, level) for level in NAMES]
    assert ratings == sorted(ratings) and level_rating(game, "club") == CLUB_RATING
    found = ladder(game)
    for number, share in enumerate(found.shares if found is not None else ()):
        others = [ratings[number]] * (found.players - 1 if found is not None else 1)
        assert abs(win_chance(ratings[number + 1], others) - share) < 1e-9


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", games())
def test_adaptive_level_gives_every_level_an_even_score(game: str) -> None:
    """Simulate series of games with the win chances that follow from the measured scores."""
    found = ladder(game)
    assert found is not None
    seats = found.players
    for player in NAMES:
        strength, total = level_rating(game, player), 0.0
        for number in range(SERIES):
            stream, estimator = Stream(number, "series", game, player), Estimator()
            for count in range(GAMES):
                level = adaptive.choose_level(estimator.rating, game, seats)
                opponents = [level_rating(game, level)] * (seats - 1)
                score = float(stream.below(10**6) < 10**6 * win_chance(strength, opponents))
                estimator.add(opponents, score)
                total += score if count >= FIRST else 0.0
        mean = total / SERIES / (GAMES - FIRST)
        assert abs(mean - 1 / seats) <= 0.1, (player, mean)


def test_players_outside_the_levels_meet_the_nearest_one() -> None:
    assert adaptive.next_level(100, "herd", 2, 0.5) == "beginner"
    assert adaptive.next_level(2900, "herd", 2, 0.5) == "maximum"
    between = (level_rating("herd", "casual") + level_rating("herd", "club")) / 2
    assert {adaptive.next_level(between, "herd", 2, part / 10) for part in range(10)} == {"casual", "club"}


def test_unrated_games_and_bots_without_level_do_not_change_the_rating() -> None:
    rated = [result(1, ("club",), 1.0), result(2, ("adaptive(level=casual)",), 0.0)]
    more = [*rated, result(3, ("club",), 0.0, rated=False), result(4, ("mcts:full",), 0.0)]
    assert current(rated, "herd") == current(more, "herd") and len(history(more, "herd")) == 2
    assert current(more, "forest").games == 0


def test_scores_are_sorted_by_level_and_counted_by_choice() -> None:
    results = [
        result(1, ("strong",), 1.0),
        result(2, ("adaptive(level=casual)",), 1.0),
        result(3, ("adaptive(level=club)",), 0.0),
        result(4, ("beginner",), 0.5),
        result(5, ("club", "club"), 1.0, spec="herbalism"),
    ]
    rows = [(score.game, score.opponent, score.games, score.share) for score in scores(results)]
    assert rows == [
        ("herbalism", "club", 1, 1.0), ("herd", "beginner", 1, 0.5), ("herd", "strong", 1, 1.0),
        ("herd", "adaptive", 2, 0.5),
    ]  # fmt: skip
    assert [score.opponent for score in scores(results, "herbalism")] == ["club"]
