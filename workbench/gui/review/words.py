"""Texts of the review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.boards.kit.figures import format_value, plain_signed
from workbench.review import facts
from workbench.system.language.formats import localised
from workbench.system.sentences import capitalised
from workbench.system.translation import tr

TITLE = tr("Review")
WEB_PAGES = tr("Web pages")
GO_ON, AGAIN, STOP = tr("Continue"), tr("Review again"), tr("Stop")
BETTER, HIDE_BETTER, RETRY, MORE, EXPORT = (
    tr("Show better turn"),
    tr("Hide better turn"),
    tr("Retry"),
    tr("More…"),
    tr("Save as a web page…"),
)
CLOSER, ANOTHER_GAME = tr("Look more closely"), tr("Review another game")
LOOK_CLOSER = tr("Nobody missed a better turn. A longer search may still find one.")
JUDGING = tr("Judging your turn…")
RETRY_HIDES = tr("Hidden until your turn is complete.")
SECRET_HIDES = tr("Hidden until you retry or choose Show better turn.")
EARLIER, LATER = "‹", "›"
EVERYBODY = tr("All")
HEADS = (tr("accuracy"), tr("blunders"), tr("mistakes"), tr("inaccuracies"))
COLUMNS = {"turn": tr("turn"), "who": tr("player"), "size": tr("type"), "value": tr("loss"), "line": tr("played")}
# Names of search efforts, by simulations per decision.
EFFORTS = {
    2000: tr("Quick look"),
    8000: tr("Normal"),
    40000: tr("Thorough"),
    200000: tr("Very thorough"),
}

INVITATION = tr("Find mistakes and better turns. This takes up to a minute.")
OPENING = tr("The game is still loading.")
NOTHING = tr("Nobody has moved in this game yet.")
ONE_SEAT = tr("This record has only one player's view and cannot be reviewed.")
COVERED = tr("You can review a game with hidden information after it ends.")
NO_JUDGE = tr("No bot can judge this game.")
RUNNING = tr("A review is already running.")
NOT_RUNNING = tr("No review is running.")
NONE_YET = tr("This game has not been reviewed yet.")
NO_MISTAKE = tr("Select a mistake in the list first.")
NOTHING_BETTER = tr("No better turn was found here.")
HIDDEN_LINE = tr("The better line is unknown. The board marks the better move.")
PICK = tr("Select a mistake to see a better turn.")
SMALL_ONES = tr("No mistakes were found. The list shows the largest small losses.")
SMALL, NO_LOSS = tr("small"), tr("no loss")
NO_MISTAKES, YOU_MADE_NONE = tr("no mistakes"), tr("You made no mistakes.")


def page_tip(seats: int) -> str:
    """Return the tip about the numbers on the page."""
    if seats == 2:
        return tr("Mistakes and better turns, with winning chances")
    return tr("Mistakes and better turns. 50 % is an average result.")


def judge_sentence(simulations: int, seconds: float) -> str:
    """Return the sentence about the search effort per decision."""
    return tr(
        "A bot judged every position with {simulations:,} simulations ({time}).",
        simulations=simulations,
        time=facts.rounded_time(seconds),
    )


def running(done: int, total: int) -> str:
    """Return the progress of a running review."""
    return tr("Reviewing: {done} of {total} turns", done=done, total=total)


def stopped(done: int, total: int) -> str:
    """Return the progress of an unfinished review."""
    return tr("Stopped after {done} of {total} turns.", done=done, total=total)


def effort(simulations: int) -> str:
    """Return the menu entry for an amount of search."""
    amount = tr("{simulations:,} simulations", simulations=simulations)
    name = EFFORTS.get(simulations, "")
    return f"{name} · {amount}" if name else amount


def ticked(text: str, on: bool) -> str:
    """Return a menu entry with its tick."""
    return f"✓ {text}" if on else f"    {text}"


def judged_by(bot: str) -> str:
    """Return the menu entry for a judge."""
    return tr("Bot: {bot}", bot=bot)


def mean_losses(lost_by: Sequence[tuple[str, str]]) -> str:
    """Return the sentence about the mean loss of each player's turns."""
    return tr("Lost per turn on average: {losses}.", losses=", ".join(f"{side} {loss}" for side, loss in lost_by))


def practice(side: str, size: str, turn: str, loss: str, own: bool) -> str:
    """Return what Retry begins with if the player made no mistake.

    Args:
        side: The player whose move is proposed.
        size: The type of its mistake, or "" for a smaller loss.
        turn: The turn, such as "turn 12".
        loss: The loss, such as "2 %".
        own: Whether the only person made the move.
    """
    if size:
        return tr("To practise, retry {side}'s {size} in {turn} ({loss}).", side=side, size=size, turn=turn, loss=loss)
    if own:
        return tr("To practise, retry your move in {turn}. It lost {loss}.", turn=turn, loss=loss)
    return tr("To practise, retry {side}'s move in {turn}. It lost {loss}.", side=side, turn=turn, loss=loss)


def retry_prompt(side: str) -> str:
    """Return the task of a retry."""
    return tr("Find a better turn for {side}: play it on the board.", side=side)


def secret_task(key: str) -> str:
    """Return what the user can do about a mistake whose better turn is not shown yet."""
    return tr("Retry this turn, or press {key} to show the better turn.", key=key)


def again_task(undo: str, better: str) -> str:
    """Return what the user can do after a turn that is not the best, with the keys."""
    return tr("Undo moves ({undo}) to try again, or show the better turn ({better}).", undo=undo, better=better)


def last_try(value: str) -> str:
    """Return the value of the last tried turn, such as "55 %"."""
    return tr("Your last try: {value}.", value=value)


def better_task(key: str) -> str:
    """Return the sentence while the board shows the better turn instead of the viewed position."""
    return tr("The board shows the better turn. Press {key} to return.", key=key)


def next_task(key: str) -> str:
    """Return what the user can do after a retry."""
    return tr("Press {key} for the next mistake.", key=key)


def secret(best: str) -> str:
    """Return the sentence about a better turn that is not shown yet. The value is a text such as "55 %"."""
    return tr("A better turn gives {best}.", best=best)


def retry_result(tried: str, played: str, best: str, is_best: bool, change: float) -> str:
    """Return the result of a retry.

    Args:
        tried: The value of the new turn, such as "55 %".
        played: The value of the turn in the game.
        best: The value of the best turn.
        is_best: Whether no better turn than the new one is known.
        change: The gain from the turn in the game to the new one; 0 if they are shown as equal.
    """
    if change > 0:
        verdict = tr("Well found!") if is_best else tr("Better than in the game.")
    elif change < 0:
        verdict = tr("Worse than in the game.")
    else:
        verdict = tr("Equal to the game's turn.") if is_best else tr("Equal to the game's turn. A better one exists.")
    return tr(
        "{verdict} Your turn: {tried}. In the game: {played}. Best found: {best}.",
        verdict=verdict,
        tried=tried,
        played=played,
        best=best,
    )


def nothing(side: str) -> str:
    """Return the text shown in an empty list. `side` is the only player listed, or "" for all."""
    return tr("No better turn was found for {side}.", side=side or tr("any player"))


def head(when: str, side: str, size: str) -> str:
    """Return the heading of a decision."""
    return f"{capitalised(when)}, {side}: {size}"


def finished(sizes: Mapping[str, int]) -> str:
    """Return the message that a review is finished. `sizes` counts the mistakes, the largest size first."""
    return tr("Review complete: {counts}.", counts=_counts(sizes) or NO_MISTAKES)


def finished_for_you(own: Mapping[str, int], opponents: Mapping[str, Mapping[str, int]]) -> str:
    """Return the message that a review of your game is finished: your mistakes, then those of each opponent by name."""
    you = tr("You made {counts}.", counts=_counts(own)) if any(own.values()) else YOU_MADE_NONE
    others = [
        tr("{side} made {counts}.", side=side, counts=_counts(sizes))
        if any(sizes.values())
        else tr("{side} made no mistakes.", side=side)
        if any(own.values())
        else tr("{side} made none.", side=side)
        for side, sizes in opponents.items()
    ]
    return " ".join((you, *others))


def _counts(sizes: Mapping[str, int]) -> str:
    """Return the numbers of mistakes by size, such as "one blunder, 2 mistakes", or "" for none."""
    return ", ".join(
        tr("one {name}", name=name) if number == 1 else f"{number} {plural}"
        for (name, number), plural in zip(sizes.items(), HEADS[1:], strict=True)
        if number
    )


def changed_sizes(number: int, total: int) -> str:
    """Return the sentence about decisions whose size of mistake changed since the previous review."""
    if not number:
        return tr("The two reviews agree.")
    return tr("The two reviews disagree on {number} of {total} turns.", number=number, total=total)


def failed(reason: str) -> str:
    """Return the message that a review failed, with the reason."""
    return tr("The review failed: {reason}", reason=reason)


def saved(file: str) -> str:
    """Return the message that the page was saved."""
    return tr("Review saved: {file}.", file=file)


def not_saved(reason: str) -> str:
    """Return the message that the page could not be saved."""
    return tr("The review was not saved: {reason}", reason=reason)


def expected_line(moves: Sequence[str]) -> str:
    """Return the text of the line that the judge expects after the played move."""
    return tr("Expected next: {moves}.", moves=" ".join(moves))


# The Luck page --------------------------------------------------------------------------------------------------------

LUCK_TITLE = tr("Luck")
LUCK_HEADS = (  # heading and tip of each column
    (tr("luck"), tr("What chance changed. Luck never counts as a mistake.")),
    (tr("own"), tr("What this player's own decisions lost")),
    (tr("others"), tr("What other players' decisions changed for this player")),
    (tr("drift"), tr("All corrections of the judge to its own values")),
    (tr("result"), tr("The value at the start plus the numbers before this one")),
)
LONGEST = (  # the longest change and result, with values and with chances
    (localised("+0.00"), localised("+.00")),
    (localised("+00.0 %"), localised("100 %")),
)
CURVES = {"luck": tr("luck"), "skill": tr("skill"), "drift": tr("drift")}
LUCK_COLUMNS = {"turn": tr("turn"), "change": tr("change"), "line": tr("what happened")}
MEASURING = tr("Measuring…")
NO_MOMENTS = tr("No event changed much.")


def luck_tip(_: int) -> str:
    """Return the tip about the Luck page."""
    return tr("Luck, skill and drift: the parts of the result")


def starts(values: Sequence[tuple[str, str]]) -> str:
    """Return the sentence with the value of each player at the start."""
    return tr("At the start: {values}.", values=", ".join(f"{side} {value}" for side, value in values))


def limit(value: float, seats: int) -> str:
    """Return a limit of the curves: with two seats in per cent of the chances, such as "+30 %"."""
    return localised(f"{plain_signed(50 * value, 0)} %") if seats == 2 else format_value(value, 1)


def curve(name: str, change: str) -> str:
    """Return the legend of a curve with its sum, such as "luck +12 %"."""
    return f"{CURVES[name]} {change}"


def judged_luck(judge: str, complete: bool, judged: bool) -> str:
    """Return the sentence that says who judged.

    Args:
        judge: The judge of positions in words.
        complete: Whether a complete review judged the decisions.
        judged: Whether anybody judged the decisions.
    """
    if complete:
        return tr("The review judged the decisions, and {judge} the positions.", judge=judge)
    if judged:
        return tr("Everything was judged by {judge}. A review judges decisions better.", judge=judge)
    return tr("Review the game to judge its decisions.")
