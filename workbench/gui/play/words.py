"""Texts about the displayed game: players and bots, hints, undo, pictures, tabs and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.gui.shell.words import number
from workbench.reports import search_words
from workbench.system.language.formats import localised
from workbench.system.translation import tr, trn

PLAYERS = tr("Players")
ANOTHER_GAME = tr("The board now shows another game. Open this window again for it.")
NOT_WHILE_VIEWING = tr("Bots move only in the current position. Press Alt+End to return.")
HELPER_HEAD = tr("The bot that moves for you")
NOT_STOPPED_NOW = tr("The game is already paused.")
NO_BOTS_ALONE = tr("Only for games between bots.")
FASTEST = tr("This is the fastest speed.")
SLOWEST = tr("This is the slowest speed.")
RESTART_BOT = tr("Restart bot")
CHOOSE_PLAYER = tr("Choose another")
PAUSED = tr("Game paused. Press Continue to resume.")

SPEEDS: tuple[tuple[str, float], ...] = (
    (tr("very slow"), 2.5), (tr("slow"), 1.2), (tr("normal"), 0.4), (tr("fast"), 0.12), (tr("instant"), 0.0),
)  # fmt: skip
SHOW_IT = tr("Show")
CHANGES: Mapping[str, str] = {
    "move": tr("move"),
    "set up": tr("set-up position"),
    "place": tr("going to a move"),
    "taking back": tr("return to the last decision"),
    "order": tr("change of the main line"),
    "deletion": tr("deletion"),
    "line": tr("added variation"),
    "comment": tr("comment"),
    "marks": tr("drawing"),
    "annotation": tr("annotation"),
    "analysis": tr("analysis"),
    "name": tr("name"),
    "tag": tr("note on the game"),
    "seat": tr("change of player"),
    "resignation": tr("resignation"),
    "loss on time": tr("loss on time"),
    "note": tr("note"),
}
UNDONE = tr("moves undone")  # in the title: moves were undone after they had revealed something
NOTED = tr("noted in the record")
DOT = " · "  # between the game and the players on a tab
WIDEST_COLUMN, NARROWEST_COLUMN = tr("The column is at its widest."), tr("The column is at its narrowest.")
CARDS_SHOWN = tr("Everybody has seen the hidden cards, so these moves are final.")
NONE_DECIDED = tr("Nothing has been decided yet.")
WHICH_MOVE = tr("Which move?")
WHY_MOVE = tr("Why?")
HINT_DONE = tr("No more hints. See the reasons beside the board.")
BOT_MOVES_FIRST = tr("Wait until the bot has moved.")
STILL_LOOKING = tr("Still searching. Move now shows the bot's best move so far.")
NO_TURN = tr("This board cannot be rotated.")
NO_FLIP = tr("This board cannot be mirrored.")
ANIMATION_OFF = tr("Animation is off.")
FASTEST_ANIMATION = tr("This is the fastest animation.")
SLOWEST_ANIMATION = tr("This is the slowest animation.")
SAVE_PICTURE = tr("Save picture…")
PICTURING = tr("Drawing the picture…")
COPIED_PICTURE = tr("Picture copied.")
PICTURE_FILES = [(tr("SVG"), ".svg"), (tr("PNG"), ".png")]
HINT = tr("Hint")
NOTHING_THINKS = tr("No bot is thinking.")
NOT_STOPPED = tr("No bot has been stopped.")
NOT_YOUR_TURN = tr("It is not your turn.")
GAME_OVER = tr("The game is over.")
NO_ADVISER = tr("No bot can give hints for this game.")
NONE_CLOSED = tr("No game has been closed.")
ONE_GAME = tr("Only one game is open.")
NO_BOARD = tr("This game has no drawn board.")
BOT = tr("Bot")
YOUR_TURN = tr("Your turn")
COVER_NOTE = tr("Private information stays covered until then.")
COPIED = tr("Position copied.")


def usual_players(reason: str) -> str:
    """Return the notice that the usual players replace unavailable players.

    Args:
        reason: Why the players are unavailable; only the part before ";" is shown.
    """
    return tr("The usual players play instead: {reason}.", reason=reason.partition(";")[0])


def speed_number(speed: int) -> int:
    """Return the valid number nearest to a stored speed."""
    return max(0, min(len(SPEEDS) - 1, speed))


def speed(number: int) -> str:
    """Return the label of a speed."""
    return tr("Speed: {speed}", speed=SPEEDS[number][0])


HAND_OVER = tr("Pass the screen")
COVERED = tr("The board is covered. Pass the screen first.")
HAND_OVER_FIRST = tr("Pass the screen first.")
NO_HAND_OVER = tr("It is your turn, or you alone use the screen.")


def read_first(side: str) -> str:
    """Return the request to read the result of a move before handing over the screen."""
    return tr("Read the result of your move, then pass the screen to {side}.", side=side)


def thinks_for(side: str) -> str:
    """Return the status that a bot is choosing a move for a person."""
    return tr("A bot is choosing {side}'s move.", side=side)


def plays_now(side: str) -> str:
    """Return the notice after a rematch that says which side the only person plays."""
    return tr("You play {side} now.", side=side)


def has_resigned(side: str, undo: str) -> str:
    """Return the notice that a player has resigned; `undo` is the shortcut of Undo."""
    return tr("Press {undo} to undo {side}'s resignation.", side=side, undo=undo)


def time_left(seconds: float) -> str:
    """Return the text of a clock: minutes and seconds, with hours if there are any and tenths below 10 seconds."""
    seconds = max(seconds, 0.0)
    if seconds < 10:
        return localised(f"0:{int(seconds * 10) / 10:04.1f}")
    total = int(seconds)
    hours, minutes = divmod(total // 60, 60)
    return f"{hours}:{minutes:02}:{total % 60:02}" if hours else f"{minutes}:{total % 60:02}"


NOTHING_DRAWN = tr("This game has no dice or deals.")
LEARNS_CHANCE = tr("You follow a real table, so you enter all dice and deals.")
CHOOSE_CHANCE = tr("Choose the outcome: click a button, press its key, or type it.")
NEXT_OUTCOME = tr("Next outcome:")
TYPE_CHANCE = tr("Type the outcome, or set up the position (F4).")


def chance_mode(when: str) -> str:
    """Return the confirmation of how chance outcomes are chosen from now on."""
    if when == "never":
        return tr("Herbarium rolls and deals from now on.")
    return (
        tr("You choose the next roll or deal.") if when == "once" else tr("You choose all rolls and deals from now on.")
    )


def chosen_so_far(signs: Sequence[str]) -> str:
    """Return the dice chosen so far, and the request for the rest."""
    return tr("{signs}: choose the rest, or press Esc to deselect.", signs=", ".join(signs))


def looked_in(folder: Path) -> str:
    """Return the folder in which a bot's file was expected."""
    return tr("Put the file in {folder} and restart, or choose another player.", folder=folder)


def private_game(sides: Sequence[str]) -> str:
    """Return the warning shown before a private game."""
    return trn(
        "This game shows what {sides} sees. Nobody else should look.",
        "This game shows what {sides} see. Nobody else should look.",
        len(sides),
        sides=tr(" and ").join(sides),
    )


def undo(kind: str, others: Sequence[str] = (), reveals: bool = False) -> str:
    """Return the menu text of undo.

    Args:
        kind: The kind of change, a key of `CHANGES`.
        others: Other people whose decisions undo reverts too.
        reveals: Whether hidden information has already been revealed.
    """
    of = tr(" of {others}", others=_listed(others)) if others else ""
    return tr("Undo {change}{of}", change=CHANGES[kind], of=of) + (f" ({NOTED})" if reveals else "")


def undone_of(others: Sequence[str]) -> str:
    """Return the notice that other people's decisions were undone."""
    return tr("This also undid decisions of {others}.", others=_listed(others))


def _listed(names: Sequence[str]) -> str:
    return tr(" and ").join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def redo(kind: str) -> str:
    """Return the menu text of redo; `kind` is a key of `CHANGES`."""
    return tr("Redo {change}", change=CHANGES[kind])


def next_outcome(outcomes: Sequence[str]) -> str:
    """Return the label of the buttons for an outcome. Its width stays the same from one die to the next."""
    dice = all(outcome.replace("-", "").isdigit() and "-" in outcome for outcome in outcomes)
    return tr("Next die:") if dice else NEXT_OUTCOME


def last_turn(events: str) -> str:
    """Return what the last turn did at a spot."""
    return tr("Here in the last turn: {events}", events=events)


def look_at(spot: str) -> str:
    """Return the first stage of a hint about one piece."""
    return tr("Hint: start with {spot} (outlined).", spot=spot)


def look_there(task: str) -> str:
    """Return the first stage of a hint about an area. `task` is what to do there, or "" if it has no short name."""
    return tr("Hint: {task}.", task=task) if task else tr("Hint: start on one of the outlined places.")


def pace(speed: float) -> str:
    """Return the animation speed as a multiple of the usual one."""
    return tr("Animation speed: {speed:g} times normal.", speed=speed)


def no_clipboard_program(program: str) -> str:
    """Return the message that a picture is saved instead of copied."""
    return tr("Copying pictures needs a program such as {program}. Save the picture instead", program=program)


def no_picture(reason: str) -> str:
    """Return the message that no picture could be created."""
    return tr("The picture could not be created: {reason}.", reason=reason)


def saved_picture(name: str) -> str:
    """Return the confirmation that a picture was saved."""
    return tr("Picture saved: {name}.", name=name)


def title(game: str, options: str, turn_text: str, hindsight: bool) -> str:
    """Return the title above the board, such as "Go, size 9 · turn 12"."""
    name = f"{game}, {options}" if options else game
    return name + (f" · {turn_text}" if turn_text else "") + (f" · {UNDONE}" if hindsight else "")


def tab(game: str, options: str, players: Sequence[str], match: str, number: str) -> str:
    """Return the text on a tab, such as "Go, size 9 · you – mcts, steady"; a match adds the game number."""
    name = f"{game}{f', {options}' if options else ''}{DOT}{' – '.join(players)}"
    return (
        tr("{name} · match {match}, game {number}", name=name, match=match, number=number) if match and number else name
    )


def numbered(tabs: Sequence[str]) -> list[str]:
    """Return the texts of tabs, with a number behind each text that an earlier tab has too."""
    return [f"{tab} ({tabs[:at].count(tab) + 1})" if tab in tabs[:at] else tab for at, tab in enumerate(tabs)]


def unsaved(tab: str) -> str:
    """Return the text of a tab with the mark of an unsaved game."""
    return f"• {tab}"


def games(count: int) -> str:
    """Return the label of the list of all games."""
    return tr("{count} games", count=count)


def starts_thinking(side: str) -> str:
    """Return the status that a bot has started to think, shown until its first report."""
    return tr("{side} starts to think.", side=side)


def thinking(side: str) -> str:
    """Return the status that a bot is thinking."""
    return tr("{side} is thinking…", side=side)


def stopped(side: str) -> str:
    """Return a status that says a bot is stopped and how to resume."""
    return tr("Bot paused for {side}. Press Continue to resume.", side=side)


def broken(side: str) -> str:
    """Return a status that says a bot failed and how to continue."""
    return tr("{side}'s bot failed. Restart it or choose another player.", side=side)


def hand_over(side: str, task: str = "") -> str:
    """Return the sentence about who gets the screen; `task` is their next task, such as "to write a plan"."""
    return (
        tr("Pass the screen to {side} {task}.", side=side, task=task)
        if task
        else tr("Pass the screen to {side}.", side=side)
    )


def confirm_label(side: str) -> str:
    """Return the label of the button by which a person takes the screen."""
    return tr("I am {side}", side=side)


def wait(side: str) -> str:
    """Return the status shown while another seat is to move."""
    return tr("{side} is thinking. Wait, or press Move now.", side=side)


def search_amount(effort: int, unit: str = "simulations") -> str:
    """Return an amount of search, such as "2,000 simulations"."""
    return search_words.search_amount(number(effort), unit, effort)


def best_line(side: str, moves: str, value: str, effort: int, unit: str) -> str:
    """Return the best line of a running search, such as "Blue would remove e5 (58 %) · 2,000 simulations".

    Args:
        side: The name of the seat.
        moves: The line in words.
        value: The seat's evaluation.
        effort: The amount of search so far.
        unit: The unit of `effort`.
    """
    return tr(
        "{side} would {moves} ({value}) · {search_amount}",
        side=side,
        moves=moves,
        value=value,
        search_amount=search_amount(effort, unit),
    )


def plan(side: str, moves: str, value: str, instead: str) -> str:
    """Return the plan of a bot for its turn, such as "Blue's plan: remove e5 (58 %)".

    Args:
        side: The name of the seat.
        moves: The planned moves in words.
        value: The seat's evaluation.
        instead: The moves that it chose instead of planned ones in words, or "".
    """
    if instead:
        return tr(
            "{side} planned to {moves}, then chose to {instead} ({value})",
            side=side,
            moves=moves,
            instead=instead,
            value=value,
        )
    return tr("{side}'s plan: {moves} ({value})", side=side, moves=moves, value=value)


def hint(line: str, value: str, reviewed: bool) -> str:
    """Return a hint with its moves and the chances ("" if unknown), which is rough unless a review found it."""
    if not value:
        return tr("Hint: {line}.", line=line)
    if reviewed:
        return tr("Hint: {line} (chances {value}).", line=line, value=value)
    return tr("Hint: {line} (chances about {value}).", line=line, value=value)


def searching(simulations: int) -> str:
    """Return the progress of a search for a hint."""
    return tr("Looking for a hint · {search_amount}", search_amount=search_amount(simulations))


def game_closed(key: str) -> str:
    """Return the notice that the previous game was kept."""
    return tr("Previous game saved. {key} reopens it.", key=key)


def position_name(turn_text: str, start: bool) -> str:
    """Return the name of the viewed position, such as "turn 3 of 12"."""
    if start:
        return tr("the start")
    return turn_text or tr("the moves before the first turn")


def viewing(where: str, end: str) -> str:
    """Return the status with the viewed position and the key that returns to the game."""
    return tr("Viewing {where}. {end} returns to the game.", where=where, end=end)


def viewing_to_play(where: str, end: str) -> str:
    """Return the status with the viewed position, where moves can be tried."""
    return tr("Viewing {where}. Play here to try moves; {end} returns.", where=where, end=end)


CHOICES, OUTCOMES = tr("Choices"), tr("Possible results")


def choice(label: str, key: str, reason: str) -> str:
    """Return the text of a choice beside the board for screen readers."""
    name = f"{key.upper()}: {label}" if key else label
    return tr("{name} (not now: {reason})", name=name, reason=reason.removesuffix(".")) if reason else name
