"""Texts of the review."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.review import facts, page
from workbench.system.sentences import capitalised

TITLE = "Review"
WEB_PAGES = "Web pages"
GO_ON, AGAIN, STOP = "Continue", "Review again", "Stop"
BETTER, RETRY, MORE, EXPORT = "Show better", "Retry", "More…", "Save as a web page…"
JUDGING = "Judging your turn…"
RETRY_HIDES = "Hidden until your turn is complete."
EARLIER, LATER = "‹", "›"
EVERYBODY = "All"
HEADS = ("accuracy", "blunders", "mistakes", "inaccuracies")
COLUMNS = {"turn": "when", "who": "who", "size": "size", "value": "lost", "line": "turn played"}
# Names of search efforts, by simulations per decision.
EFFORTS = {
    2000: "Quick look",
    8000: "Normal",
    40000: "Thorough",
    200000: "Very thorough",
}

OPENING = "The game is still loading."
NOTHING = "Nobody has moved in this game yet."
ONE_SEAT = "This record holds only what one seat saw, so it cannot be reviewed."
COVERED = "A game with hidden information can be reviewed when it is over."
NO_JUDGE = "No bot can judge this game."
RUNNING = "A review is running already."
NOT_RUNNING = "No review is running."
NONE_YET = "This game has not been reviewed yet."
NO_MISTAKE = "Select a mistake in the list first."
NOTHING_BETTER = "Nothing better was found here."
HIDDEN_LINE = "What would have followed is not known. The board marks the better move."
PICK = "Select a mistake to see a better turn."
SMALL_ONES = "No mistakes were found. The list shows the largest small losses."
SMALL, NO_LOSS, NO_STEP_LOSS = "small", "nothing lost", "–"


def page_tip(seats: int) -> str:
    """Return the tip about the percentages on the page."""
    scale = "chances" if seats == 2 else "from 0 to 100 %, of which 50 is as good as the others"
    return f"Values here are {scale}."


def invitation(judge: str, simulations: int) -> str:
    """Return the text shown before the first review."""
    return (
        "Find the mistakes in this game, and better turns. "
        f"The review takes seconds to a minute, by {judge_name(judge, simulations)}."
    )


def judge_sentence(judge: str, simulations: int, seconds: float) -> str:
    """Return the sentence about the judge and its search effort per decision."""
    return f"Judged by {facts.judged_by(judge, simulations, seconds)}."


def running(done: int, total: int) -> str:
    """Return the progress of a running review."""
    return f"Reviewing: {done} of {total} turns"


def stopped(done: int, total: int) -> str:
    """Return the progress of an unfinished review."""
    return f"Stopped after {done} of {total} turns."


def judge_name(judge: str, simulations: int) -> str:
    """Return the judge with its simulations."""
    return facts.judged_by(judge, simulations, 0.0)


def repeat_tip(meaning: str, judge: str, simulations: int) -> str:
    """Return the tip of the button that repeats the review."""
    return f"{meaning}. By {judge_name(judge, simulations)}; More… chooses both."


def effort(simulations: int) -> str:
    """Return the menu entry for an amount of search."""
    return f"{EFFORTS.get(simulations, '')} · {simulations:,} simulations".removeprefix(" · ")


def ticked(text: str, on: bool) -> str:
    """Return a menu entry with its tick."""
    return f"✓ {text}" if on else f"    {text}"


def judged_by(bot: str) -> str:
    """Return the menu entry for a judge."""
    return f"Judged by {bot}"


def total_losses(lost_by: Sequence[tuple[str, float]]) -> str:
    """Return the sentence about the total loss of each player."""
    losses = ", ".join(f"{side} lost {page.loss_text(loss, len(lost_by))}" for side, loss in lost_by)
    return f"In the whole game, {losses}."


def retry_prompt(side: str) -> str:
    """Return the task of a retry."""
    return f"Find a better turn for {side}: play it on the board."


def retry_result(tried: str, played: str, best: str, is_best: bool, is_better: bool) -> str:
    """Return the result of a retry. The values are texts such as "55 %"."""
    verdict = "Well found!" if is_best else "Better." if is_better else "Not better."
    return f"{verdict} Your turn is worth {tried}. In the game it was {played}; the best found is {best}."


def nothing(side: str) -> str:
    """Return the text shown in an empty list. `side` is the only player listed, or "" for all."""
    return f"No better turn was found for {side or 'anybody'}."


def head(when: str, side: str, size: str) -> str:
    """Return the heading of a decision."""
    return f"{capitalised(when)}, {side}: {size}"


def finished(sizes: Mapping[str, int]) -> str:
    """Return the message that a review is finished. `sizes` counts the mistakes, the largest size first."""
    counts = [
        f"one {name}" if number == 1 else f"{number} {plural}"
        for (name, number), plural in zip(sizes.items(), HEADS[1:], strict=True)
        if number
    ]
    return f"Review complete: {', '.join(counts) or 'no mistakes'}."


def changed_sizes(number: int, total: int) -> str:
    """Return the sentence about decisions whose size of mistake changed since the previous review."""
    if not number:
        return "The two reviews agree."
    return f"The two reviews disagree about {number} of {total} turns."


def failed(reason: str) -> str:
    """Return the message that a review failed, with the reason."""
    return f"The review failed: {reason}"


def saved(file: str) -> str:
    """Return the message that the page was saved."""
    return f"Review saved: {file}."


def not_saved(reason: str) -> str:
    """Return the message that the page could not be saved."""
    return f"The review was not saved: {reason}"


def expected_line(moves: Sequence[str]) -> str:
    """Return the text of the line that the judge expects after the played move."""
    return f"Expected next: {' '.join(moves)}."
