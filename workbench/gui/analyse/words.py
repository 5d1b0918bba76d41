"""Texts of the Analyse mode."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.gui.analyse.pages.words import effort
from workbench.system.language.formats import format_number, format_percent, localised
from workbench.system.translation import tr, trn

START, STOP = tr("Analyse"), tr("Stop")
KEYS_HEAD = tr("While a position is analysed")
KEYS = (
    (tr("Space"), tr("Start or stop analysing")),
    (tr("Up, Down"), tr("Select a candidate in the table")),
    (tr("Enter, double-click"), tr("Play the candidate as a variation")),
    (tr("Esc"), tr("End the preview of a line")),
)

LATER_HEAD, NOW_HEAD, REVIEW_HEAD = tr("Analysed later"), tr("Analysed now"), tr("In the review")
RUNNING = tr("Analysing")
NOT_BETTER = tr("not better")
NO_EVALUATION = tr("No evaluation of this position yet.")
CANDIDATES = tr("Candidates")
COLUMNS = {
    "move": tr("move"),
    "share": tr("share"),
    "visits": tr("visits"),
    "value": tr("chances"),
    "seats": tr("all points"),
    "spread": "±",
    "prior": tr("prior"),
    "reveals": tr("bits"),
    "line": tr("line"),
}
COLUMN_NAMES = {
    "share": tr("Share of the search"), "visits": tr("Visits of the search"), "value": tr("Evaluation"),
    "seats": tr("Points of all players"), "spread": tr("Spread of the simulations"), "prior": tr("Prior"),
    "reveals": tr("Expected information in bits"), "line": tr("Line"),
}  # fmt: skip
# Tips for column headings that replace the usual ones.
HEADS = {
    tr("in plans"): tr("How often a plan begins with this action"),
    "odds": tr("Probability of the outcome"),
    "outcome": tr("Possible outcomes"),
}
BOTS = tr("Bots…")
OUTCOMES = tr("Possible outcomes")
BOTS_HEAD, TAKE_BOTS = tr("Bots that analyse"), tr("Analyse with these")
EACH_LOOKS, SIMULATIONS, SECONDS = tr("Limit for each"), tr("simulations or positions"), tr("seconds")
NO_LIMIT = tr("Leave both empty to analyse until you stop.")
ONE_MORE, ONE_LESS = tr("Add a bot"), tr("Remove")
TAG = tr("analysed during play")
IS_HELP = tr("Game paused. The record notes that you used analysis.")

NOT_ANALYSING = tr("Press F12 to analyse first.")
UNDO_IN_GAME = tr("No move was tried here. Undo moves of the game in Play.")
TO_BEFORE = tr("Return to the position before this move")
IN_ANALYSE = tr("You are analysing. F2 returns to the game.")
SHARED = tr("Analysing now would give away hidden cards. Wait until the game ends.")
COVERED = tr("Only the player to move knows enough here. Analyse after the game.")
UNKNOWN = tr("Part of this position is hidden, so you cannot try moves.")
NOTHING_DECIDED = tr("Dice or cards come next. No player decides here.")
GAME_OVER = tr("The game has ended. Step back to analyse.")
NO_BOT = tr("No bot can analyse this game.")
NOT_BEGUN = tr("Start the analysis first.")
NO_FOCUS = tr("None of these bots can search only some moves.")
ALL_LOOKED_AT = tr("All moves are analysed.")
ONE_FOUND = tr("This position has only one search.")
LOOKING = tr("Starting the analysis…")


def shown_key(key: str) -> str:
    """Return the name of a key in the user's language."""
    return tr("Space") if key == "Space" else key


def running(key: str) -> str:
    """Return the status shown during a search."""
    return tr("Analysing. {key} stops; point at a line to preview it.", key=shown_key(key))


def stopped(key: str) -> str:
    """Return the status shown while no search is running."""
    return tr("Press {key} to analyse.", key=shown_key(key))


def played_head(side: str) -> str:
    """Return the heading for the search of the bot that moved here."""
    return tr("{side}'s own search", side=side)


def search_details(search: str, amount: int, unit: str, seconds: float, depth: int, doubling: str) -> str:
    """Return the details of a search: "mcts · 412,000 simulations · 96 k sims/s · 14 moves deep".

    Args:
        search: The bot with its settings.
        amount: The size of the search; 0 if unknown.
        unit: "simulations" or "positions".
        seconds: The time that it took; 0 to leave out the speed.
        depth: The length of the longest line.
        doubling: What twice the search is worth; "" if unknown.
    """
    parts = [search]
    if amount:
        parts.append(effort(amount, unit))
        if seconds:
            parts.append(rate(amount / seconds, unit))
    if depth > 1:
        parts.append(tr("{depth} moves deep", depth=depth))
    if amount and doubling:
        parts.append(doubling)
    return " · ".join(parts)


def bound(value: str, upper: bool) -> str:
    """Return a value of which only a bound is known."""
    return tr("at most {value}", value=value) if upper else tr("at least {value}", value=value)


def short_number(amount: float) -> str:
    """Return a number in few characters, such as "1.2 M" or "602 k"."""
    return (
        f"{format_number(amount / 1e6, '.1f')} M"
        if amount >= 1e6
        else f"{format_number(amount / 1e3, '.0f')} k"
        if amount >= 1e4
        else format_number(amount, ".0f")
    )


def rate(effort: float, unit: str) -> str:
    """Return the search speed, such as "1.2 M sims/s"."""
    number = short_number(effort)
    return tr("{number} positions/s", number=number) if unit == "positions" else tr("{number} sims/s", number=number)


def faults(reasons: Sequence[str]) -> str:
    """Return why bots cannot analyse, with all reasons in one text."""
    return "; ".join(reasons)


def return_to_game(key: str) -> str:
    """Return what the user can do where nothing can be analysed before the game ends."""
    return tr("Press {key} to return to the game.", key=shown_key(key))


def limit_reached(key: str) -> str:
    """Return the status that every bot has used up its limit."""
    return tr("Analysis finished. Press {key} to continue.", key=shown_key(key))


def help_note(progress: str) -> str:
    """Return the note for the record of a game that was analysed during play, such as "from turn 12"."""
    return tr("from {progress}", progress=progress or tr("the start"))


def view(side: str) -> str:
    """Return the label of the button that selects the player for whom values are shown."""
    return tr("Values for {side}", side=side)


def view_changed(side: str) -> str:
    """Return the message that evaluations are now shown for another player."""
    return tr("Values are now for {side}.", side=side)


def column(name: str, on: bool) -> str:
    """Return the menu entry of a column, ticked if the column is shown."""
    return f"{'✓' if on else '   '} {COLUMN_NAMES[name]}"


def candidate_move(move: str, chosen: bool) -> str:
    """Return a candidate's move, marked if the search is restricted to it."""
    return f"▸ {move}" if chosen else move


def bits(amount: float) -> str:
    """Return an amount of information in bits."""
    return format_number(amount, ".2f")


def bot(number: int) -> str:
    """Return the label of a bot in the dialog."""
    return tr("Bot {number}", number=number)


def no_number(text: str) -> str:
    """Return the message that a field does not contain a number."""
    return tr("{text!r} is not a number", text=text)


def ends(seats: int) -> str:
    """Return the explanation of the unit of evaluations. With more than two players, they are not chances."""
    return tr("A draw counts half") if seats == 2 else tr("+1 is a sole win, 0 is average")


def column_heads(seats: int, chance: bool, mixed: bool) -> dict[str, str]:
    """Return the headings of the columns.

    Args:
        seats: The number of seats.
        chance: Whether the rows are outcomes of a chance event.
        mixed: Whether the bot mixes several moves.
    """
    other = {"move": tr("outcome"), "prior": tr("odds")} if chance else {"prior": tr("in plans")} if mixed else {}
    return COLUMNS | other | ({"value": tr("points")} if seats > 2 else {})


def head_tip(name: str, head: str, side: str, seats: int) -> str:
    """Return the tip of a column with a short heading."""
    if name == "value":
        return (
            tr("{side}'s winning chances. {ends}.", side=side, ends=ends(seats))
            if seats == 2
            else tr("{side}'s expected points. {ends}.", side=side, ends=ends(seats))
        )
    return HEADS.get(head, COLUMN_NAMES.get(name, ""))


def spread_text(spread: float, seats: int) -> str:
    """Return a spread in the unit of evaluations, such as "8 %" or ".17"."""
    return format_percent(spread / 2) if seats == 2 else localised(f"{spread:.2f}".removeprefix("0"))


def solved(result: str, moves: int | None) -> str:
    """Return the sentence that a position is solved, such as "Solved: Red wins in 5 moves."."""
    if moves is None:
        return tr("Solved: {result}.", result=result)
    return trn("Solved: {result} in {count} move.", "Solved: {result} in {count} moves.", moves, result=result)


def outcomes(mean: str) -> str:
    """Return the heading for the outcomes of a chance event."""
    return tr("{outcomes} · average {mean}", outcomes=OUTCOMES, mean=mean)
