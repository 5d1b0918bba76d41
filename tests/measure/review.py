"""Measure reviews: accuracies by player, losses, luck and drift, refuted mistakes, agreement of two seeds, and time.

python -m tests.measure.review SPEC GAMES SIMULATIONS BOT BOT [BOT]
"""

from __future__ import annotations

import sys
from statistics import mean
from time import perf_counter

import bots
from workbench.game.session import Session
from workbench.luck.split import Totals
from workbench.review.judging import MIN_LOSS, Judged, Reviewer, accuracy
from workbench.review.luck import prepare_split


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


def account(session: Session, judged: list[Judged], seat: int) -> Totals:
    """Return the luck, the losses and the drift of a seat, with the skill from the review."""
    return prepare_split(session, judged)().totals(seat)


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
    mistakes, refuted, differences, seconds, drifts = 0, 0, [], [], []
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
        loser = returns.index(min(returns))
        sums = account(session, judged, loser)
        drifts.append(50 * sums.drift)
        text = ", ".join(
            f"{turned[seat]} {accuracy([one for one in judged if one.seat == seat]):.1%}" for seat in range(len(turned))
        )
        shown = ", ".join(f"{name} {50 * value:+.0f}" for name, value in sums._asdict().items())
        print(f"{number}: {text}; loser: {shown}; {seconds[-1]:.1f} s", flush=True)
    for player, values in accuracies.items():
        print(f"{player}: accuracy {mean(values):.1f} ({min(values):.1f} to {max(values):.1f})")
    print(f"mistakes that a later row of the same turn refutes: {refuted} of {mistakes}")
    print(f"two seeds differ by {mean(differences):.2f}, at most {max(differences):.2f}")
    print(f"drift of the loser: {mean(drifts):+.1f} points, at most {max(map(abs, drifts)):.1f} in absolute value")
    print(f"{mean(seconds):.1f} s a game, at most {max(seconds):.1f}")


if __name__ == "__main__":
    main()
