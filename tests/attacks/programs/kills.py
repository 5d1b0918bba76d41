"""Kill processes of matches (leaders, workers, guards and bots) and of games at random moments.

    python -m tests.attacks.programs.kills --seed 1 --count 32

`--count` is the number of matches; three matches get about five kills. Each match continues after a kill. At the end,
its games must equal those of an undisturbed match with the same seed and salt, no process may be left, and the archive
must verify. Then 13 games for every eight matches (52 for 32) run alternately in `play` and in the window, and end with
kill -9. Their autosaves must be readable and contain the moves.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import monotonic, sleep, time
from typing import NamedTuple

from tests.attacks.programs.disks import games_in, results_in
from workbench.game.session import PERSON, Session
from workbench.storage.autosave import find_abandoned

PLANS = (
    ("herd(size=4)", "mcts(simulations=60),greedy", 6),
    ("herbs", "equilibrium(simulations=60),greedy", 3),
    ("herbalism", "improver(simulations=40),greedy,greedy", 1),
    ("forest", "mcts(simulations=20),greedy", 2),
    ("herd(size=3)", "mcts(simulations=60),random", 10),
)
SALT = "5a17" * 8
SIGNALS = (signal.SIGKILL, signal.SIGINT, signal.SIGTERM)
KINDS = ("leader", "worker", "guard", "bot")
PATIENCE = 300.0  # seconds to wait for an expected event
GONE_SECONDS = 20.0  # seconds to wait for processes to end with their match
GAME, LOST_SECONDS = "herd(size=6)", 5.0  # moves made more than this many seconds before the kill must be saved


class Process(NamedTuple):
    pid: int
    start_time: str  # differs if another process gets the same number
    parent: int
    command: str

    @property
    def running(self) -> bool:
        now = _process(self.pid)
        return now is not None and now.start_time == self.start_time


def _process(pid: int) -> Process | None:
    with suppress(OSError, IndexError, ValueError):
        status = Path(f"/proc/{pid}/stat").read_text()
        words = status[status.rindex(")") + 2 :].split()
        if words[0] in "ZX":
            return None
        return Process(
            pid,
            words[19],
            int(words[1]),
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"),
        )
    return None


def family(root: int) -> dict[str, list[Process]]:
    """Return the running processes of a match by kind."""
    running = [
        process for name in os.listdir("/proc") if name.isdigit() and (process := _process(int(name))) is not None
    ]
    members: dict[str, list[Process]] = {kind: [] for kind in KINDS}
    members["leader"] = [process for process in running if process.pid == root]
    known, fresh = {root}, [root]
    while fresh:
        fresh = [process.pid for process in running if process.parent in known and process.pid not in known]
        known.update(fresh)
    guards = {
        process.pid for process in running if process.pid in known and "workbench.bot_process.guard" in process.command
    }
    for process in running:
        if process.pid in known and process.pid != root:
            kind = (
                "worker"
                if "matches.worker" in process.command
                else "bot"
                if process.parent in guards or process.pid not in guards
                else "guard"
            )
            members[kind].append(process)
    return members


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "HERBARIUM_HOME": str(home), "PYTHONUNBUFFERED": "1"}


def start(path: Path, plan: tuple[str, str, int], seed: int, home: Path) -> subprocess.Popen[bytes]:
    """Start or continue a match from the command line."""
    words = ["match", plan[0], "--bots", plan[1], "--blocks", str(plan[2]), "--seed", str(seed), "--salt", SALT]
    words += ["--archive", str(path), "--jobs", "2"]
    with (home / "out").open("ab") as out:
        return subprocess.Popen(
            [sys.executable, "-m", "workbench", *words], stdout=out, stderr=out, env=_environment(home)
        )


def finish(path: Path, plan: tuple[str, str, int], seed: int, home: Path) -> str:
    """Finish a match. Return the problem, or ""."""
    status = start(path, plan, seed, home).wait(PATIENCE)
    return "" if status == 0 else f"status {status}: {(home / 'out').read_text()[-500:]}"


def kill_one(program: subprocess.Popen[bytes], random: Random, kind: str, number: signal.Signals) -> str:
    """Send a signal to a process of a match at a random moment.

    Return a description of the kill, or "" if the match had already ended.
    """
    sleep(random.uniform(0.3, 2.5))
    end = monotonic() + PATIENCE
    while program.poll() is None and monotonic() < end:
        running = family(program.pid)
        if running[kind]:
            chosen = random.choice(running[kind])
            with suppress(ProcessLookupError):
                os.kill(chosen.pid, number)
            family_members = [process for processes in running.values() for process in processes]
            if kind == "leader":
                program.wait(PATIENCE)
            left = _wait_until_gone(family_members) if program.poll() is not None else []
            if left:
                return f"LEFT {[process.command for process in left]}"
            return f"{signal.Signals(number).name} to a {kind}"
        sleep(0.01)
    return ""


def _wait_until_gone(processes: list[Process]) -> list[Process]:
    """Wait until these processes have ended. Return those that have not."""
    end = monotonic() + GONE_SECONDS
    while (left := [process for process in processes if process.running]) and monotonic() < end:
        sleep(0.05)
    return left


def attack_match(number: int, seed: int, kills: int, folder: Path, kills_done: list[str]) -> str:
    """Kill processes of a match, continue it each time, and compare it with an undisturbed one.

    Return the problem, or "". Append a description of each kill to `kills_done`.
    """
    random, plan = Random(f"{seed}/{number}"), PLANS[number % len(PLANS)]
    home = folder / "home"
    home.mkdir(exist_ok=True)
    undisturbed, path = (folder / f"{name}{number % len(PLANS)}.matches" for name in ("whole", "killed"))
    if not undisturbed.exists() and (wrong := finish(undisturbed, plan, seed, home)):
        return f"undisturbed: {wrong}"
    for old in folder.glob(f"{path.name}*"):
        old.unlink()
    program = start(path, plan, seed, home)
    for kill in range(kills):
        # The match blames the bot for a second kill of the same bot, so only the first kill may hit a bot.
        kind = random.choice(KINDS if kill == 0 else ("leader", "worker"))
        action = kill_one(program, random, kind, random.choice(SIGNALS))
        if action.startswith("LEFT"):
            return f"processes are left after the end of their leader: {action}"
        if action:
            kills_done.append(action)
        if program.poll() is not None:
            program = start(path, plan, seed, home)
    with _ending(program):
        program.wait(PATIENCE)
    # the same command continues a match that was interrupted, or that stopped because of a killed bot
    for _ in range(3):
        if not (wrong := finish(path, plan, seed, home)):
            break
    if wrong:
        return wrong
    expected = results_in(undisturbed)
    if kills == 2:  # two kills can hit both attempts of one game, which then stays void
        for number in [game.number for game in games_in(path) if game.attempt == 2 and game.ending == "void"][:1]:
            del expected[number]
    if results_in(path) != expected:
        return "the games are not those of an undisturbed match"
    verified = subprocess.run(
        [sys.executable, "-m", "workbench", "verify", str(path), "--sample", "4"],
        capture_output=True,
        text=True,
        env=_environment(home),
        check=False,
        timeout=PATIENCE,
    )
    return "" if verified.returncode == 0 else f"verify: {verified.stdout[-500:]}{verified.stderr[-500:]}"


@contextmanager
def _ending(program: subprocess.Popen[bytes]) -> Iterator[None]:
    try:
        yield
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()


# Games ----------------------------------------------------------------------------------------------------------------

WINDOW = """
import sys, time
from random import Random
from workbench.gui import app
from workbench.table.setup import Setup
random = Random(int(sys.argv[2]))
class Window(app.Window):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.shell.root.after(100, self.go)
    def go(self):
        session = self.games.table.session
        game = self.games.shown
        if game.accepts_moves and game.move_input.entry.next_spots:
            before = len(session.steps)
            game.move_input.on_click(random.choice(sorted(game.move_input.entry.next_spots)))
            if len(session.steps) > before:
                print(time.time(), len(session.steps), flush=True)
        self.shell.root.after(random.randrange(5, 60), self.go)
app.Window = Window
raise SystemExit(app.run(Setup(sys.argv[1], ("person", "person"), int(sys.argv[2]))))
"""


def attack_game(number: int, seed: int, window: bool, folder: Path, longest: float = 6.0) -> tuple[str, float]:
    """Kill a program that plays a game. Return the problem, or "", and the seconds of play that were lost."""
    random = Random(f"{seed}/game/{number}")
    home = folder / f"game{number}"
    home.mkdir()
    (home / "settings.json").write_text('{"animation": false, "known_games": ["forest", "herbalism", "herbs", "herd"]}')
    output = home / "output.txt"
    words = (
        ["-c", WINDOW, GAME, str(number)]
        if window
        else ["-m", "workbench", "play", GAME, "--seats", f"{PERSON},{PERSON}", "--seed", str(number)]
    )
    with output.open("w") as out:
        program = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
            env=_environment(home),
        )
    steps_made: list[tuple[float, int]] = []  # time of each move, and the number of steps at that time
    try:
        limit = monotonic() + random.uniform(1, longest)
        if window:
            while monotonic() < limit or (output.read_text().count("\n") < 4 and monotonic() < limit + 60):
                sleep(0.05)
        else:
            steps_made = _type_moves(program, output, number, random, limit)
    finally:
        killed = time()
        program.kill()
        program.wait()
        if program.stdin is not None:
            with suppress(OSError):
                program.stdin.close()
    if window:
        lines = [line.split() for line in output.read_text().splitlines()[:-1] if line[:1].isdigit()]
        steps_made = [(float(when), int(steps)) for when, steps in lines]
    if "Traceback" in output.read_text():
        return output.read_text()[-500:], 0.0
    if not steps_made:
        return f"nothing was played: {output.read_text()[-300:]}", 0.0
    saved = _saved_steps(home)
    lost = [when for when, steps in steps_made if steps > saved]
    seconds = killed - min(lost) if lost else 0.0
    return (
        ""
        if seconds < LOST_SECONDS
        else f"{saved} of {steps_made[-1][1]} steps are saved; {seconds:.2f} s of moves are lost"
    ), seconds


def _type_moves(
    program: subprocess.Popen[str], output: Path, seed: int, random: Random, limit: float
) -> list[tuple[float, int]]:
    """Type random moves until the time limit.

    Return the time at which the program accepted each move, and the number of steps at that time.
    """
    session = Session(GAME, (PERSON, PERSON), seed)
    steps_made: list[tuple[float, int]] = []
    assert program.stdin is not None
    prompts, end = 0, limit + 60
    while (monotonic() < limit or len(steps_made) < 4) and session.waits_for != "over":
        if session.waits_for == "chance":
            session.draw_chance()
            continue
        while output.read_text().count("> ") <= prompts:  # every prompt is for one move
            if program.poll() is not None or monotonic() > end:
                return [step for step in steps_made if step[0]]
            sleep(0.005)
        if steps_made and steps_made[-1][0] == 0:
            steps_made[-1] = (time(), steps_made[-1][1])
        prompts += 1
        sleep(random.uniform(0, 0.1))
        move = session.state.move_text(random.choice(session.state.moves()))
        session.play(move)
        program.stdin.write(f"{move}\n")
        program.stdin.flush()
        steps_made.append((0, len(session.steps)))
    return [step for step in steps_made if step[0]]


def _saved_steps(home: Path) -> int:
    """Return the number of steps in the autosave of a folder, or -1 if it has no readable autosave."""
    before = os.environ.get("HERBARIUM_HOME")
    os.environ["HERBARIUM_HOME"] = str(home)
    try:
        left = [game.record for game in find_abandoned() if game.record is not None]
    finally:
        if before is None:
            del os.environ["HERBARIUM_HOME"]
        else:
            os.environ["HERBARIUM_HOME"] = before
    return len(left[0].lines[0].moves) if left and left[0].lines else -1


def run_matches(seed: int, count: int) -> list[str]:
    """Attack matches, with 53 kills in 32 matches. Return a line for each finding."""
    findings: list[str] = []
    kills_done: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        for number in range(count):
            kills = (number + 1) * 53 // 32 - number * 53 // 32
            before, start_time = len(kills_done), monotonic()
            fault = attack_match(number, seed, kills, Path(name), kills_done)
            actions = ", ".join(kills_done[before:]) or "over before any kill"
            print(
                f"match {number} ({PLANS[number % len(PLANS)][0]}): {actions}: "
                f"{fault or 'identical'}, {monotonic() - start_time:.0f} s",
                flush=True,
            )
            if fault:
                findings.append(f"match {number}, seed {seed}: {fault}")
    print(f"{len(kills_done)} kills in {count} matches, {len(findings)} findings", flush=True)
    return findings


def run_games(seed: int, count: int, window: bool | None = None) -> list[str]:
    """Attack games in the terminal and in the window alternately. Return a line for each finding.

    With `window`, attack games only in the window (True) or only in the terminal (False).
    """
    findings, max_lost = [], 0.0
    with tempfile.TemporaryDirectory() as name:
        for number in range(count):
            where = bool(number % 2) if window is None else window
            fault, lost = attack_game(number, seed, where, Path(name))
            max_lost = max(max_lost, lost)
            print(
                f"game {number} ({'window' if where else 'play'}): {fault or f'{lost:.2f} s of moves lost'}", flush=True
            )
            if fault:
                findings.append(f"game {number}, seed {seed}: {fault}")
    print(f"{count} games killed, at most {max_lost:.2f} s of moves lost, {len(findings)} findings", flush=True)
    return findings


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=32, help="matches")
    parser.add_argument("--only", choices=["matches", "games"])
    chosen = parser.parse_args()
    lines: list[str] = []
    if chosen.only != "games":
        lines += run_matches(chosen.seed, chosen.count)
    if chosen.only != "matches":
        display = bool(os.environ.get("DISPLAY"))
        if not display:
            print("games in the window are skipped, as there is no display (xvfb-run gives one)")
        lines += run_games(chosen.seed, (chosen.count * 13 + 7) // 8, None if display else False)
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(bool(lines))
