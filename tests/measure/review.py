"""Measure reviews: accuracies by player, losses and luck, refuted mistakes, agreement of two seeds, and time.

python -m tests.measure.review SPEC GAMES SIMULATIONS BOT BOT [BOT]
"""

from __future__ import annotations

import sys
from statistics import mean
from time import perf_counter

import bots
from workbench.game.session import Session
from workbench.review.judging import MIN_LOSS, Judged, Reviewer, accuracy, total_luck


def play(spec: str, players: list[str], seed: int) -> Session:
    """Return a finished game."""
    session = Session(spec, players, seed)
    seated = [bots.make(player, 100 * seed + seat) for seat, player in enumerate(players)]
    while session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        actor = session.point.actor
        session.play([report.move for report in seated[actor].think(session.viewpoint(actor), None)][-1])
    return session


def account(session: Session, judged: list[Judged], seat: int) -> tuple[float, float]:
    """Return the fall of a seat's chances, and what losses and luck explain of it, in points of a hundred."""
    first = judged[0]
    start = (first.judgement.best_value - (first.luck or 0)) * (1 if first.seat == seat else -1)
    end = session.point.returns()[seat]
    explained = -(total_luck(judged, seat) or 0.0)
    for one in judged:
        explained += one.loss * (1 if one.seat == seat else -1)
    return 50 * (start - end), 50 * explained


def is_refuted(session: Session, judged: list[Judged], number: int) -> bool:
    """Return whether later moves of a mistake's turn, or the next row, show that the mistake had lost nothing.

    The next row counts if it is the same seat's, and neither chance nor another seat acted in between.
    """
    one = judged[number]
    later = list(one.judgement.steps[1:])
    for value, after in zip(one.judgement.steps, later, strict=False):
        if after > value:
            return True
    if number + 1 == len(judged):
        return False
    following = judged[number + 1]
    if (following.seat, following.turn, following.node) != (one.seat, one.turn, one.decided[-1]):
        return False
    return following.judgement.best_value > one.judgement.value + MIN_LOSS


def main() -> None:
    """Print one line for each game, and the means."""
    spec, games, simulations, *players = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:]
    accuracies: dict[str, list[float]] = {player: [] for player in players}
    within, mistakes, refuted, differences, seconds, raw = 0, 0, 0, [], [], []
    for number in range(games):
        turned = players[number % len(players) :] + players[: number % len(players)]
        session = play(spec, turned, number)
        start = perf_counter()
        judged = list(Reviewer(session, simulations=simulations).judge_all())
        seconds.append(perf_counter() - start)
        again = list(Reviewer(session, simulations=simulations, seed=2).judge_all())
        returns = session.point.returns()
        for seat in range(len(players)):
            values = [accuracy([one for one in review if one.seat == seat]) for review in (judged, again)]
            accuracies[turned[seat]].append(100 * values[0])
            differences.append(100 * abs(values[0] - values[1]))
        wrong = [number for number, one in enumerate(judged) if one.size and not one.forced]
        mistakes += len(wrong)
        refuted += sum(is_refuted(session, judged, number) for number in wrong)
        raw += [one.luck for one in judged if one.luck is not None]
        loser = returns.index(min(returns))
        fell, explained = account(session, judged, loser)
        within += abs(fell - explained) <= 10
        text = ", ".join(
            f"{turned[seat]} {accuracy([one for one in judged if one.seat == seat]):.1%}" for seat in range(len(turned))
        )
        print(f"{number}: {text}; loser fell {fell:.0f}, explained {explained:.0f}; {seconds[-1]:.1f} s", flush=True)
    for player, values in accuracies.items():
        print(f"{player}: accuracy {mean(values):.1f} ({min(values):.1f} to {max(values):.1f})")
    print(f"mistakes that a later row of the same turn refutes: {refuted} of {mistakes}")
    print(f"explained within 10 points: {within} of {games}; two seeds differ by {mean(differences):.2f}, at most")
    print(
        f"{max(differences):.2f}; {mean(seconds):.1f} s a game, at most {max(seconds):.1f}; the best turn exceeds the"
    )
    print(f"value before the dice by {50 * mean(raw or [0]):.2f} points on average")


if __name__ == "__main__":
    main()
