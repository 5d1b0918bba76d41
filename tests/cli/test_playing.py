"""The table in the terminal: typed moves and commands, bots that answer or fail, and games at a real terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import bots
import fastcore
from tests.bots.test_own_bots import THOUGHTS, thoughts
from tests.conftest import deep
from tests.core.test_fuzz import damaged
from tests.kit.terminals import Terminal, hurry, on_terminals, run, short, terminals
from tests.kit.walks import somewhere
from workbench import boards
from workbench.cli.playing import words
from workbench.cli.playing.table import TableView
from workbench.cli.shared import players
from workbench.cli.shared.players import split
from workbench.game.session import Session


def test_seats_are_split_at_outer_commas() -> None:
    assert split("person,mcts(simulations=5,threads=2),random") == ["person", "mcts(simulations=5,threads=2)", "random"]
    assert split(" a , b(c,(d,e),f),./x y.py:Z(a=1,b=2)") == ["a", "b(c,(d,e),f)", "./x y.py:Z(a=1,b=2)"]
    assert split("") == [""] and split("a,") == ["a", ""] and split("a),b") == ["a)", "b"]


def test_who_sits_where(game_id: str) -> None:
    for number in fastcore.info(game_id).seats:
        assert players.seats(game_id, number, None, None) == ("person", *[bots.strongest(game_id)] * (number - 1))
        assert players.seats(game_id, number, None, "random") == ("person", *["random"] * (number - 1))
        assert players.seats(game_id, number, ",".join(["random"] * number), None) == ("random",) * number


def played(*words: str, typed: str) -> str:
    ran = run("play", *words, typed=typed)
    assert ran.status == 0 and ran.err == "", ran
    return ran.out


def test_the_first_lines_say_what_is_played(open_game: str) -> None:
    info = fastcore.info(open_game)
    out = played(open_game, "--seed", "5", "--bot", "random", typed="")
    assert out.startswith(f"{info.title} by {info.designer}") and "seed 5" in out and "random" in out.splitlines()[0]
    assert "To go on from here: herbarium play '" in out
    state = somewhere(open_game, "cli")
    out = played(state.situation, "--seed", "5", typed="position\n")
    point = state.viewpoint(state.actor)
    assert boards.text_board(point) in out and boards.expects(point) in out and f"\n{state.situation}\n" in out
    assert played(state.spec, "--position", state.text(), "--seed", "5", typed="position\n") == out


def test_moves_are_played_as_typed(open_game: str) -> None:
    """The table ends where a session ends that is given the same seed and moves."""
    session = Session(open_game, ["person"] * fastcore.start(open_game).seats, 4)
    stream, typed = fastcore.Stream(1, "typed"), ""
    for number in range(40):
        while session.waits_for == "chance":
            session.draw_chance()
        if session.waits_for == "over":
            break
        move = session.state.move_text(stream.choice(session.state.moves()))
        session.play(move)
        again = session.waits_for == "person" and session.state.actor == session.steps[-1].actor
        typed += move + (" " if again and number % 3 else "\n")
    while session.waits_for == "chance":
        session.draw_chance()
    seats = ",".join(session.seats)
    out = played(open_game, "--seats", seats, "--seed", "4", typed=f"{typed}\nposition\n")
    assert session.state.situation in out.splitlines()


def test_commands(open_game: str) -> None:
    state = somewhere(open_game, "commands")
    while len(state.moves()) < 4:
        state = somewhere(open_game, "commands", state.key)
    move = state.move_text(state.moves()[0])
    seats = ",".join(["person"] * state.seats)

    def after(typed: str) -> list[str]:
        """The lines behind the last prompt but one that was answered."""
        out = played(state.situation, "--seats", seats, "--seed", "1", typed=f"{typed}\n")
        return out.split(f"> {typed.splitlines()[-1]}\n")[-1].splitlines()

    assert after("undo")[0] == "nothing has been played yet." and after("redo")[0] == "nothing has been undone."
    assert " ".join(after("moves")).split()[: len(state.moves())] == [state.move_text(move) for move in state.moves()]
    assert after("position")[0] == state.situation
    assert after("nonsense")[0] == words.sentence(state.why_not("nonsense"))
    assert after("UNDO now")[0] == "undo stands alone on its line."
    assert after(f"{move}\nundo\nposition")[0] == state.situation == after("\n\nposition")[0]
    assert after(f"{move}\nundo\nredo\nposition") == after(f"{move}\nposition")
    assert [line.split()[0] for line in after("help")[1:14]] == [
        "undo",
        "redo",
        "hint",
        "why",
        "moves",
        "board",
        "position",
        "by-hand",
        "seats",
        "run-bots",
        "save",
        "rules",
        "help",
    ]
    assert after("?") == after("help") and words.CTRL_C in after("help")
    assert "\n".join(after("board")).startswith("\n" + boards.text_board(state.viewpoint(state.actor)))
    page = " ".join(" ".join(after("rules")).split())
    assert fastcore.info(open_game).designer in page and "```" not in page
    hint = after("hint")[0]
    assert hint.startswith("Hint: ") and state.why_not(hint.split()[1]) == ""
    assert after("by-hand")[0] == words.BY_HAND and after("by-hand\nby-hand")[0] == words.DRAWN
    assert after("quit")[0].startswith("To go on from here")


def test_several_moves_stop_at_the_first_that_is_not_ones_own(open_game: str) -> None:
    state = somewhere(open_game, "stop")
    moves = [state.move_text(move) for move in state.moves()]
    seats = ",".join("person" if seat == state.actor else "random" for seat in range(state.seats))
    out = played(state.situation, "--seats", seats, typed=f"{moves[0]} nonsense {moves[0]}\nposition\n")
    assert "'nonsense'" in out or "Not played, as the turn has passed on: nonsense" in out
    assert "Traceback" not in out


def test_fuzzed_lines_at_the_table(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    chance = random.Random(12)
    spec, open_to_search = short(game_id), "mcts" in bots.names(game_id)
    texts = sorted(
        {
            state.move_text(move)
            for number in range(20)
            for state in [somewhere(spec, "fuzz", number)]
            for move in state.moves()
        }
    )
    known = [
        "undo",
        "redo",
        "hint",
        "moves",
        "board",
        "position",
        "help",
        "?",
        "u",
        "h",
        *(["rules"] if deep(0, 1) else []),
    ]
    lines, total = 0, deep(1500, 100_000)
    while lines < total:
        typed = []
        for _ in range(chance.randint(1, 150)):
            kind = chance.random()
            if kind < 0.6:
                line = " ".join(chance.choice(texts) for _ in range(chance.randint(1, 12)))
            elif kind < 0.8:
                line = chance.choice(known)
            else:
                line = damaged(chance.choice([*texts, *known]), chance).replace("\n", " ").replace("\r", " ")
            typed.append(line)
        seats = ",".join(
            chance.choice(["person", "random", "mcts(simulations=20)" if open_to_search else "greedy"])
            for _ in range(fastcore.start(spec).seats - 1)
        )
        ran = run("play", spec, "--seats", f"person,{seats}", "--seed", str(lines), typed="\n".join(typed))
        assert ran.status == 0 and ran.err == "", (ran, typed)
        lines += len(typed)


def test_bots_play_each_other(game_id: str) -> None:
    spec = short(game_id)
    other = "mcts(simulations=40)" if "mcts" in bots.names(game_id) else "random"
    seats = ",".join(["greedy", other][seat % 2] for seat in range(fastcore.start(spec).seats))
    out = played(spec, "--seats", seats, "--seed", "2", "--salt", "5a17", typed="")
    assert out == played(spec, "--seats", seats, "--seed", "2", "--salt", "5a17", typed="undo\n"), (
        "nobody is asked, and seed and salt fix the game"
    )
    assert out != played(spec, "--seats", seats, "--seed", "3", typed="")
    assert re.search(r"^(Turn 1|Round 1|Round 1, turn 1): ", out, re.MULTILINE) and "over" in out.splitlines()[-1]


@pytest.mark.parametrize("case", ["raises", "nothing", "text", "illegal", "raises later"])
def test_bots_that_fail_at_the_table(case: str, game_id: str, tmp_path: Path) -> None:
    body, reason = THOUGHTS[case]
    text = thoughts(tmp_path, body)
    ran = run("play", short(game_id), "--seats", ",".join([text] * fastcore.start(game_id).seats), typed="")
    assert ran.status == 1 and reason in ran.out and "Traceback" not in ran.out + ran.err
    ran = run("play", short(game_id), "--seats", ",".join(["person"] + [text] * (fastcore.start(game_id).seats - 1)),
    "--seed", "1",
              typed=f"{opening(game_id)}\nnonsense\n\nundo\nposition\n")  # fmt: skip
    covered = fastcore.info(game_id).has.covered  # then what a bot says of it may tell what it alone knows
    assert (
        ran.out.count(reason) == (0 if covered else 2)
        and "bot failed. Press Enter to restart the bot" in ran.out
        and ran.status == 0
    )
    assert "Traceback" not in ran.out + ran.err


def test_undo_gives_a_seat_back_to_its_bot(open_game: str) -> None:
    """A change of seats is undone as well: the earlier bot plays again, and nobody else."""
    moves = opening(open_game)
    out = played(
        short(open_game),
        "--seats",
        "person,greedy",
        "--seed",
        "1",
        typed=f"seats\n\nperson\nundo\n{moves}\nwhy\nseats\n",
    )
    assert "(Enter keeps greedy)" in out and "Traceback" not in out
    assert "Why " in out or "greedy gave no reasons" in out, "the bot has moved"


def opening(game_id: str) -> str:
    """Moves of the first seat with seed 1, until another is to move."""
    session = Session(short(game_id), ["person"] + ["random"] * (fastcore.start(game_id).seats - 1), 1)
    moves = []
    while session.waits_for in ("chance", "person"):
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            moves.append(session.state.move_text(session.state.moves()[0]))
            session.play(moves[-1])
    return " ".join(moves)


# At a real terminal ---------------------------------------------------------------------------------------------------


@pytest.fixture
def opened() -> Iterator[Callable[..., Terminal]]:
    with terminals() as open_one:
        yield open_one


def plain(text: str) -> str:
    """Without the terminal's control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


@on_terminals
def test_a_whole_game_against_the_search_at_a_real_terminal(open_game: str, opened: Callable[..., Terminal]) -> None:
    side = boards.side(fastcore.info(open_game), 0)
    terminal = opened("play", short(open_game), "--seed", "7", "--bot", "mcts(simulations=500)")
    stream, decided = fastcore.Stream(6, "terminal"), 0
    asked = terminal.until("> ")
    assert fastcore.info(open_game).designer in asked
    while asked.endswith(f"{side}> "):
        if decided in (1, 3):
            terminal.press("hint\n")
            assert "Hint: " in plain(terminal.until(f"{side}> "))
        if decided == 2:
            positions = []
            for line in ("position", "undo", "position", "redo", "position"):
                terminal.press(f"{line}\n")
                positions.append(plain(terminal.until(f"{side}> ")))
            assert positions[0] == positions[4] != positions[2]
        terminal.press("moves\n")
        moves = plain(terminal.until(f"{side}> ")).removeprefix("moves\n").removesuffix(f"{side}> ").split()
        terminal.press(f"{stream.choice(moves)}\n")
        asked = terminal.until("> ")
        decided += 1
        assert decided < 1000
    assert decided > 3 and "over" in plain(asked)
    terminal.press("quit\n")
    assert terminal.end() == 0 and "Traceback" not in terminal.heard


@on_terminals
def test_ctrl_c_stops_a_bot_and_then_leaves(open_game: str, opened: Callable[..., Terminal]) -> None:
    side = boards.side(fastcore.info(open_game), 0)
    terminal = opened("play", short(open_game), "--seed", "1", "--bot", "mcts(simulations=1000000000)")
    terminal.until(f"{side}> ")
    terminal.press(f"{opening(open_game)}\n")
    thought = 0
    while True:
        heard = terminal.until("mcts thinks") if not thought else terminal.until("thinks")
        terminal.until("simulations")  # it has reported something
        terminal.press("\x03")
        thought += 1
        heard = terminal.heard
        try:
            terminal.until(f"{side}> ", 0.5)
        except AssertionError:
            continue
        break
    assert thought >= 1 and "Traceback" not in heard
    terminal.press_until("\x03", "To go on from here")
    assert terminal.end() == 0 and "Traceback" not in terminal.heard


@on_terminals
def test_ctrl_c_pauses_a_game_of_bots(open_game: str, opened: Callable[..., Terminal]) -> None:
    seats = ",".join(["mcts(simulations=1000000000)"] * fastcore.start(open_game).seats)
    terminal = opened("play", short(open_game), "--seats", seats, "--seed", "1")
    for asked in ("position", "undo", "nonsense"):
        terminal.until("% for")
        terminal.press_until("\x03", words.PAUSED)
        side = re.search(r"([^\n]*)> $", plain(terminal.until("> ")))
        assert side is not None and side[1] != "", "it says whose turn it is"
        terminal.press(f"{asked}\n")
        heard = plain(terminal.until("> "))
        assert {"position": f"\n{short(open_game)} ", "undo": "\n", "nonsense": words.PAUSED}[asked] in heard
        terminal.press("\n")
    terminal.until("% for")
    terminal.press_until("\x03", words.PAUSED)
    terminal.until("> ")
    terminal.press("quit\n")
    assert terminal.end() == 0 and "To go on from here" in terminal.heard and "Traceback" not in terminal.heard


def test_ctrl_c_between_two_moves_of_bots_pauses_their_game(open_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moves, move = count(), TableView.let_bot_move

    def interrupted(view: TableView) -> None:
        if next(moves) == 3:
            raise KeyboardInterrupt
        move(view)

    monkeypatch.setattr(TableView, "let_bot_move", interrupted)
    seats = ",".join(["greedy"] * fastcore.start(open_game).seats)
    out = played(short(open_game), "--seats", seats, "--seed", "1", typed="quit\n")
    assert words.PAUSED in out and "To go on from here" in out


@on_terminals
def test_ctrl_c_twice_leaves_a_bot_that_hangs(open_game: str, tmp_path: Path, opened: Callable[..., Terminal]) -> None:
    body = "yield Report(move=first, simulations=7)\n  __import__('time').sleep(100)"
    terminal = opened("play", short(open_game), "--seed", "1", "--bot", thoughts(tmp_path, body))
    terminal.until("> ")
    terminal.press(f"{opening(open_game)}\n")
    terminal.until("7 simulations")
    terminal.press("\x03")
    terminal.press_until("\x03", "To go on from here")
    assert terminal.end() == 0 and "Traceback" not in terminal.heard


@on_terminals
def test_progress_line_names_ctrl_c_when_a_bot_hangs(
    open_game: str, tmp_path: Path, opened: Callable[..., Terminal]
) -> None:
    body = "yield Report(move=first, simulations=7)\n  __import__('time').sleep(100)"
    terminal = opened("play", short(open_game), "--seed", "1", "--bot", thoughts(tmp_path, body))
    terminal.until("> ")
    terminal.press(f"{opening(open_game)}\n")
    terminal.until("thinks (Ctrl-C: move now)", 60)
    terminal.press("\x03")
    terminal.press_until("\x03", "To go on from here")
    assert terminal.end() == 0 and "Traceback" not in terminal.heard


@on_terminals
def test_ctrl_d_leaves(open_game: str, opened: Callable[..., Terminal]) -> None:
    terminal = opened("play", open_game, "--seed", "1")
    terminal.until("> ")
    terminal.press("\x04")
    assert terminal.end() == 0 and "To go on from here" in terminal.heard


@on_terminals
@pytest.mark.parametrize("hiding", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_what_a_bot_thinks_of_hidden_things_is_not_shown(hiding: str, opened: Callable[..., Terminal]) -> None:
    """It would tell the person at the screen what the bot alone knows; a hint is the person's own."""
    name = bots.strongest(hiding)
    others = ",".join([f"{name}(seconds=0.3)"] * (fastcore.start(hiding).seats - 1))
    terminal = opened("play", short(hiding), "--seed", "1", "--seats", f"{others},person")
    side = boards.side(fastcore.info(hiding), fastcore.start(hiding).seats - 1)
    heard = plain(terminal.until(f"{side}> ", 60))
    assert f"{name} thinks" in heard and "% for" not in heard
    terminal.press("hint\n")
    assert "% for" in plain(terminal.until(f"{side}> ", 60))
    terminal.press("quit\n")
    assert terminal.end() == 0
