"""Tests of the terminal table: typed moves and commands, working and failing bots, games at a real terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import bots
import fastcore
from tests.bots.test_own_bots import BAD_THINK_BODIES, write_thinking_bot
from tests.conftest import deep
from tests.kit.terminals import Terminal, on_terminals, run, shortest_spec, speed_up_bots, terminals
from workbench import boards
from workbench.cli.playing import words
from workbench.cli.playing.table import TableView
from workbench.cli.shared import players
from workbench.cli.shared.players import split_list
from workbench.conformance.damage import damage_text
from workbench.conformance.walks import random_position
from workbench.game.session import Session


def test_seats_are_split_at_outer_commas() -> None:
    assert split_list("a,mcts(simulations=5,threads=2),c") == ["a", "mcts(simulations=5,threads=2)", "c"]
    assert split_list(" a , b(c,(d,e),f),./x y.py:Z(a=1,b=2)") == ["a", "b(c,(d,e),f)", "./x y.py:Z(a=1,b=2)"]
    assert split_list("") == [""] and split_list("a,") == ["a", ""] and split_list("a),b") == ["a)", "b"]


def test_default_and_named_players_take_seats(game_id: str) -> None:
    for number in fastcore.info(game_id).seats:
        assert players.seats(game_id, number, None, None) == ("person", *[bots.usual_level(game_id)] * (number - 1))
        assert players.seats(game_id, number, None, "random") == ("person", *["random"] * (number - 1))
        assert players.seats(game_id, number, ",".join(["random"] * number), None) == ("random",) * number


def play(*words: str, typed: str) -> str:
    result = run("play", *words, typed=typed)
    assert result.status == 0 and result.err == "", result
    return result.out


def test_first_lines_describe_the_game(open_game: str) -> None:
    info = fastcore.info(open_game)
    out = play(open_game, "--seed", "5", "--bot", "random", typed="")
    assert out.startswith(f"{info.title} by {info.designer}") and "seed 5" in out and "random" in out.splitlines()[0]
    assert "To continue from here: herbarium play '" in out
    state = random_position(open_game, "cli")
    out = play(state.situation, "--seed", "5", typed="position\n")
    point = state.viewpoint(state.actor)
    assert boards.text_board(point) in out and boards.prompt(point) in out and f"\n{state.situation}\n" in out
    assert play(state.spec, "--position", state.text(), "--seed", "5", typed="position\n") == out


def test_moves_are_played_as_typed(open_game: str) -> None:
    """The table reaches the same position as a session with the same seed and moves."""
    session = Session(open_game, ["person"] * fastcore.start(open_game).seats, 4)
    stream, typed = fastcore.Stream(1, "typed"), ""
    for number in range(40):
        while session.waits_for == "chance":
            session.draw_chance()
        if session.waits_for == "over":
            break
        move = session.state.move_text(stream.choice(session.state.moves()))
        session.play(move)
        is_same_player = session.waits_for == "person" and session.state.actor == session.steps[-1].actor
        typed += move + (" " if is_same_player and number % 3 else "\n")
    while session.waits_for == "chance":
        session.draw_chance()
    seats = ",".join(session.seats)
    out = play(open_game, "--seats", seats, "--seed", "4", typed=f"{typed}\nposition\n")
    assert session.state.situation in out.splitlines()


def test_table_commands_work(open_game: str) -> None:
    state = random_position(open_game, "commands")
    while len(state.moves()) < 4:
        state = random_position(open_game, "commands", state.key)
    move = state.move_text(state.moves()[0])
    seats = ",".join(["person"] * state.seats)

    def after(typed: str) -> list[str]:
        """Return the lines printed after the last answered prompt."""
        out = play(state.situation, "--seats", seats, "--seed", "1", typed=f"{typed}\n")
        return out.split(f"> {typed.splitlines()[-1]}\n")[-1].splitlines()

    assert after("undo")[0] == "nothing has been played yet." and after("redo")[0] == "nothing has been undone."
    assert " ".join(after("moves")).split()[: len(state.moves())] == [state.move_text(move) for move in state.moves()]
    assert after("position")[0] == state.situation
    assert after("nonsense")[0] == words.sentence(state.why_not("nonsense"))
    assert after("UNDO now")[0] == "Type only undo, and press Enter."
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
    assert after("quit")[0].startswith("To continue from here")


def test_typed_moves_stop_when_turn_passes(open_game: str) -> None:
    state = random_position(open_game, "stop")
    moves = [state.move_text(move) for move in state.moves()]
    seats = ",".join("person" if seat == state.actor else "random" for seat in range(state.seats))
    out = play(state.situation, "--seats", seats, typed=f"{moves[0]} nonsense {moves[0]}\nposition\n")
    assert "'nonsense'" in out or "Not played, because the turn ended: nonsense" in out
    assert "Traceback" not in out


@pytest.mark.sample(2)
def test_random_lines_never_fail_at_the_table(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speed_up_bots(monkeypatch)
    chance = random.Random(12)
    spec, open_to_search = shortest_spec(game_id), "mcts" in bots.names(game_id)
    texts = sorted(
        {
            state.move_text(move)
            for number in range(20)
            for state in [random_position(spec, "fuzz", number)]
            for move in state.moves()
        }
    )
    commands = [
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
                line = chance.choice(commands)
            else:
                line = damage_text(chance.choice([*texts, *commands]), chance).replace("\n", " ").replace("\r", " ")
            typed.append(line)
        seats = ",".join(
            chance.choice(["person", "random", "mcts(simulations=20)" if open_to_search else "greedy"])
            for _ in range(fastcore.start(spec).seats - 1)
        )
        result = run("play", spec, "--seats", f"person,{seats}", "--seed", str(lines), typed="\n".join(typed))
        assert result.status == 0 and result.err == "", (result, typed)
        lines += len(typed)


def test_bots_play_each_other(game_id: str) -> None:
    spec = shortest_spec(game_id)
    opponent = "mcts(simulations=40)" if "mcts" in bots.names(game_id) else "random"
    seats = ",".join(["greedy", opponent][seat % 2] for seat in range(fastcore.start(spec).seats))
    out = play(spec, "--seats", seats, "--seed", "2", "--salt", "5a17", typed="")
    assert out == play(spec, "--seats", seats, "--seed", "2", "--salt", "5a17", typed="undo\n"), (
        "nobody is asked, and seed and salt fix the game"
    )
    assert out != play(spec, "--seats", seats, "--seed", "3", typed="")
    assert re.search(r"^(Turn 1|Round 1|Round 1, turn 1): ", out, re.MULTILINE) and "over" in out.splitlines()[-1]


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", ["raises", "nothing", "text", "illegal", "raises later"])
def test_failing_bot_can_be_restarted(case: str, game_id: str, tmp_path: Path) -> None:
    body, reason = BAD_THINK_BODIES[case]
    text = write_thinking_bot(tmp_path, body)
    result = run("play", shortest_spec(game_id), "--seats", ",".join([text] * fastcore.start(game_id).seats), typed="")
    assert result.status == 1 and reason in result.out and "Traceback" not in result.out + result.err
    seats = ",".join(["person"] + [text] * (fastcore.start(game_id).seats - 1))
    typed = f"{opening(game_id)}\nnonsense\n\nundo\nposition\n"
    result = run("play", shortest_spec(game_id), "--seats", seats, "--seed", "1", typed=typed)
    # With hidden information, bot messages are hidden too, because they could reveal the bot's knowledge.
    is_hidden_game = fastcore.info(game_id).has.covered
    assert (
        result.out.count(reason) == (0 if is_hidden_game else 2)
        and "bot failed. Press Enter to restart the bot" in result.out
        and result.status == 0
    )
    assert "Traceback" not in result.out + result.err


def test_undo_restores_bot_of_changed_seat(open_game: str) -> None:
    """The earlier bot plays again, and no other seat changes."""
    moves = opening(open_game)
    out = play(
        shortest_spec(open_game),
        "--seats",
        "person,greedy",
        "--seed",
        "1",
        typed=f"seats\n\nperson\nundo\n{moves}\nwhy\nseats\n",
    )
    assert "(Enter keeps greedy)" in out and "Traceback" not in out
    assert "Why " in out or "greedy gave no reasons" in out, "the bot has moved"


def opening(game_id: str) -> str:
    """Return moves for the first seat with seed 1 until a bot is to move."""
    session = Session(shortest_spec(game_id), ["person"] + ["random"] * (fastcore.start(game_id).seats - 1), 1)
    moves = []
    while session.waits_for in ("chance", "person"):
        if session.waits_for == "chance":
            session.draw_chance()
        else:
            moves.append(session.state.move_text(session.state.moves()[0]))
            session.play(moves[-1])
    return " ".join(moves)


# Real terminal --------------------------------------------------------------------------------------------------------


@pytest.fixture
def open_terminal() -> Iterator[Callable[..., Terminal]]:
    with terminals() as start:
        yield start


def plain(text: str) -> str:
    """Return the text without the terminal's control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", text)


@on_terminals
def test_complete_game_can_be_played_at_terminal(open_game: str, open_terminal: Callable[..., Terminal]) -> None:
    side = boards.seat_name(fastcore.info(open_game), 0)
    terminal = open_terminal("play", shortest_spec(open_game), "--seed", "7", "--bot", "mcts(simulations=500)")
    stream, decisions = fastcore.Stream(6, "terminal"), 0
    prompt = terminal.read_until("> ")
    assert fastcore.info(open_game).designer in prompt
    while prompt.endswith(f"{side}> "):
        if decisions in (1, 3):
            terminal.press("hint\n")
            assert "Hint: " in plain(terminal.read_until(f"{side}> "))
        if decisions == 2:
            positions = []
            for line in ("position", "undo", "position", "redo", "position"):
                terminal.press(f"{line}\n")
                positions.append(plain(terminal.read_until(f"{side}> ")))
            assert positions[0] == positions[4] != positions[2]
        terminal.press("moves\n")
        moves = plain(terminal.read_until(f"{side}> ")).removeprefix("moves\n").removesuffix(f"{side}> ").split()
        terminal.press(f"{stream.choice(moves)}\n")
        prompt = terminal.read_until("> ")
        decisions += 1
        assert decisions < 1000
    assert decisions > 3 and "over" in plain(prompt)
    terminal.press("quit\n")
    assert terminal.wait_for_exit() == 0 and "Traceback" not in terminal.output


@pytest.mark.sample(1)
@on_terminals
def test_ctrl_c_stops_bot_then_leaves_table(open_game: str, open_terminal: Callable[..., Terminal]) -> None:
    side = boards.seat_name(fastcore.info(open_game), 0)
    terminal = open_terminal("play", shortest_spec(open_game), "--seed", "1", "--bot", "mcts(simulations=1000000000)")
    terminal.read_until(f"{side}> ")
    terminal.press(f"{opening(open_game)}\n")
    interrupts = 0
    while True:
        output = terminal.read_until("mcts thinks") if not interrupts else terminal.read_until("thinks")
        terminal.read_until("simulations")  # the bot has sent a report
        terminal.press("\x03")
        interrupts += 1
        output = terminal.output
        try:
            terminal.read_until(f"{side}> ", 0.5)
        except AssertionError:
            continue
        break
    assert interrupts >= 1 and "Traceback" not in output
    terminal.press_until("\x03", "To continue from here")
    assert terminal.wait_for_exit() == 0 and "Traceback" not in terminal.output


@pytest.mark.sample(1)
@on_terminals
def test_ctrl_c_pauses_game_between_bots(open_game: str, open_terminal: Callable[..., Terminal]) -> None:
    seats = ",".join(["mcts(simulations=1000000000)"] * fastcore.start(open_game).seats)
    terminal = open_terminal("play", shortest_spec(open_game), "--seats", seats, "--seed", "1")
    for command in ("position", "undo", "nonsense"):
        terminal.read_until("% for")
        terminal.press_until("\x03", words.PAUSED)
        side = re.search(r"([^\n]*)> $", plain(terminal.read_until("> ")))
        assert side is not None and side[1] != "", "it says whose turn it is"
        terminal.press(f"{command}\n")
        output = plain(terminal.read_until("> "))
        assert {"position": f"\n{shortest_spec(open_game)} ", "undo": "\n", "nonsense": words.PAUSED}[command] in output
        terminal.press("\n")
    terminal.read_until("% for")
    terminal.press_until("\x03", words.PAUSED)
    terminal.read_until("> ")
    terminal.press("quit\n")
    assert (
        terminal.wait_for_exit() == 0
        and "To continue from here" in terminal.output
        and "Traceback" not in terminal.output
    )


def test_ctrl_c_between_bot_moves_pauses_game(open_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moves, move = count(), TableView.let_bot_move

    def move_or_interrupt(view: TableView) -> None:
        if next(moves) == 3:
            raise KeyboardInterrupt
        move(view)

    monkeypatch.setattr(TableView, "let_bot_move", move_or_interrupt)
    seats = ",".join(["greedy"] * fastcore.start(open_game).seats)
    out = play(shortest_spec(open_game), "--seats", seats, "--seed", "1", typed="quit\n")
    assert words.PAUSED in out and "To continue from here" in out


@pytest.mark.sample(1)
@on_terminals
def test_second_ctrl_c_leaves_table_with_hanging_bot(
    open_game: str, tmp_path: Path, open_terminal: Callable[..., Terminal]
) -> None:
    body = "yield Report(move=first, simulations=7)\n  __import__('time').sleep(100)"
    terminal = open_terminal(
        "play", shortest_spec(open_game), "--seed", "1", "--bot", write_thinking_bot(tmp_path, body)
    )
    terminal.read_until("> ")
    terminal.press(f"{opening(open_game)}\n")
    terminal.read_until("7 simulations")
    terminal.press("\x03")
    terminal.press_until("\x03", "To continue from here")
    assert terminal.wait_for_exit() == 0 and "Traceback" not in terminal.output


@pytest.mark.sample(1)
@on_terminals
def test_progress_line_mentions_ctrl_c(open_game: str, tmp_path: Path, open_terminal: Callable[..., Terminal]) -> None:
    body = "yield Report(move=first, simulations=7)\n  __import__('time').sleep(100)"
    terminal = open_terminal(
        "play", shortest_spec(open_game), "--seed", "1", "--bot", write_thinking_bot(tmp_path, body)
    )
    terminal.read_until("> ")
    terminal.press(f"{opening(open_game)}\n")
    terminal.read_until("thinks (Ctrl-C: move now)", 60)
    terminal.press("\x03")
    terminal.press_until("\x03", "To continue from here")
    assert terminal.wait_for_exit() == 0 and "Traceback" not in terminal.output


@on_terminals
def test_ctrl_d_leaves_table(open_game: str, open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("play", open_game, "--seed", "1")
    terminal.read_until("> ")
    terminal.press("\x04")
    assert terminal.wait_for_exit() == 0 and "To continue from here" in terminal.output


@pytest.mark.sample(1)
@on_terminals
@pytest.mark.parametrize("hiding", [game for game in fastcore.games() if fastcore.info(game).has.covered])
def test_bot_thoughts_are_not_shown_in_hidden_games(hiding: str, open_terminal: Callable[..., Terminal]) -> None:
    """A bot's thoughts could reveal its hidden knowledge. A hint uses only the person's own knowledge."""
    name = bots.strongest(hiding)
    others = ",".join([f"{name}(seconds=0.3)"] * (fastcore.start(hiding).seats - 1))
    terminal = open_terminal("play", shortest_spec(hiding), "--seed", "1", "--seats", f"{others},person")
    side = boards.seat_name(fastcore.info(hiding), fastcore.start(hiding).seats - 1)
    output = plain(terminal.read_until(f"{side}> ", 60))
    assert f"{name} thinks" in output and "% for" not in output
    terminal.press("hint\n")
    assert "% for" in plain(terminal.read_until(f"{side}> ", 60))
    terminal.press("quit\n")
    assert terminal.wait_for_exit() == 0
