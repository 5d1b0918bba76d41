"""A program that misbehaves: `python hostile_program.py KIND`. It needs only the standard library.

Each kind is a method of `Program`. It runs at the moment that its name begins with: at the start, at hello, set, new,
choose (from the second decision on) or quit. It returns True if the normal answer should not be sent.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.data.bots.hostile_moves import HostileMoves
else:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # the program has no other import path
    from hostile_moves import HostileMoves

FOREVER = 600.0


class Program(HostileMoves):
    """A bot that plays its first move, apart from one kind of misbehaviour."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.identity: dict[str, Any] = {"version": 1, "name": "hostile", "wants": ["moves"]}
        self.id = self.decisions = 0
        self.params: dict[str, Any] = {}
        self.ending, self.coding = "", "utf-8"
        if kind.startswith("set_"):
            option = {"name": "depth", "type": "whole", "default": 1, "min": 0, "max": 9}
            self.identity = self.identity | {"options": [option]}
        if kind == "choose_claims_determinism_falsely":
            self.identity = self.identity | {"deterministic": "simulations"}

    def write(self, text: str) -> None:
        sys.stdout.buffer.write(text.encode(self.coding))
        sys.stdout.buffer.flush()

    def result(self, value: Any, number: int | None = None) -> str:
        return json.dumps({"jsonrpc": "2.0", "id": self.id if number is None else number, "result": value})

    def answer(self, value: Any, number: int | None = None) -> None:
        self.write(self.result(value, number) + self.ending + "\n")

    def info(self) -> str:
        return json.dumps({"jsonrpc": "2.0", "method": "info", "params": {"id": self.id, "move": "a1"}}) + "\n"

    def play(self) -> None:
        self.answer({"move": self.params["moves"][0]})

    def at(self, moment: str) -> bool:
        """Misbehave if this is the moment of this kind."""
        return self.kind.startswith(f"{moment}_") and bool(getattr(self, self.kind)())

    def run(self) -> None:
        self.at("start")
        for line in sys.stdin:
            message = json.loads(line)
            if "method" not in message:
                continue  # the answer to its request
            method, self.id, self.params = message["method"], message.get("id", 0), message["params"]
            if method == "quit":
                self.at("quit")
                return
            moment = {"new_game": "new"}.get(method, method)
            self.decisions += method == "choose"
            if (method != "choose" or self.decisions > 1) and self.at(moment):
                continue
            if method == "choose":
                self.play()
            elif "id" in message:
                self.answer(self.identity if method == "hello" else {})

    # Endings ----------------------------------------------------------------------------------------------------------

    def start_exits(self) -> None:
        os._exit(0)

    def start_fails(self) -> None:
        raise SystemExit("no weights here")

    def choose_closes_input_and_output(self) -> bool:
        os.close(0)
        os.close(1)
        time.sleep(FOREVER)
        return True

    def choose_closes_output(self) -> bool:
        os.close(1)
        time.sleep(FOREVER)
        return True

    def choose_dies(self) -> bool:
        os._exit(3)

    def choose_raises(self) -> bool:
        raise ZeroDivisionError("in the search")

    def choose_segfaults(self) -> bool:
        ctypes.string_at(0)
        return True

    def choose_aborts(self) -> bool:
        os.abort()

    # Waiting ----------------------------------------------------------------------------------------------------------

    def hello_sleeps(self) -> bool:
        time.sleep(FOREVER)
        return True

    set_sleeps = new_sleeps = choose_sleeps = quit_sleeps = hello_sleeps

    def quit_ignores_signals(self) -> bool:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(FOREVER)
        return True

    def choose_sends_half_a_line(self) -> bool:
        self.write('{"jsonrpc":"2.0","id":')
        time.sleep(FOREVER)
        return True

    def choose_trickles(self) -> bool:
        while True:
            self.write(" ")
            time.sleep(0.05)

    def hello_is_busy(self) -> bool:
        self.write('{"jsonrpc":"2.0","method":"busy","params":{"seconds":30}}\n')
        time.sleep(1.5)
        return False

    def choose_burns_after_its_answer(self) -> bool:
        self.play()
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            pass
        return True

    def choose_does_not_read(self) -> bool:
        self.play()
        time.sleep(FOREVER)
        return True

    # Lines ------------------------------------------------------------------------------------------------------------

    def start_prints_a_banner(self) -> None:
        self.write("Hostile 1.0 (c) nobody\n[load] ok\n\n")

    def start_uses_crlf(self) -> None:
        self.ending = "\r"

    def start_uses_a_byte_order_mark(self) -> None:
        self.write("\ufeff")

    def start_uses_utf16(self) -> None:
        self.coding = "utf-16"

    def choose_sends_ten_megabytes(self) -> bool:
        self.write("x" * 10_000_000 + "\n")
        return True

    def choose_never_ends_its_line(self) -> bool:
        while True:
            self.write("x" * 100_000)

    def choose_sends_garbage(self) -> bool:
        self.write("garbage\n" * 10_000)
        return True

    def choose_sends_bytes(self) -> bool:
        os.write(1, bytes(range(256)) * 40 + b"\n\xff\xfe\n\x80\n")
        return True

    def choose_nests_deeply(self) -> bool:
        self.write(("[" * 100_000 + "\n") * 3)
        return True

    def choose_answers_twice(self) -> bool:
        self.play()
        self.play()
        return True

    def choose_answers_old_questions(self) -> bool:
        for number in range(self.id):
            self.answer({"move": "z99"}, number)
        return False

    def choose_answers_for_another(self) -> bool:
        self.answer({"move": self.params["moves"][0]}, self.id + 1)
        return True

    def choose_answers_in_advance(self) -> bool:
        if self.decisions == 2:
            answers = self.result({"move": self.params["moves"][0]}), self.result({"move": "z99"}, self.id + 1)
            self.write("\n".join(answers) + "\n")  # in one write: the second must arrive before its question
            return True
        return False

    def choose_asks_the_host(self) -> bool:
        self.write('{"jsonrpc":"2.0","id":1,"method":"seed","params":{}}\n')
        return False

    def choose_cannot_read(self) -> bool:
        self.write('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what is this"}}\n')
        return True

    def choose_floods(self) -> bool:
        while True:
            self.write(self.info() * 100)

    def choose_reports_often(self) -> bool:
        self.write(self.info() * 20_000)
        return False

    def choose_floods_standard_error(self) -> bool:
        sys.stderr.write("e" * 10_000_000)
        return False

    def start_floods(self) -> None:
        while True:
            self.write("banner " * 10_000 + "\n")

    # Who it is --------------------------------------------------------------------------------------------------------

    def hello_has_another_version(self) -> bool:
        self.answer(self.identity | {"version": 2})
        return True

    def hello_has_no_name(self) -> bool:
        self.answer({"version": 1})
        return True

    def hello_has_a_long_name(self) -> bool:
        self.answer(self.identity | {"name": "n" * 1_000_000})
        return True

    def hello_has_a_thousand_options(self) -> bool:
        option = {"name": "o", "type": "whole", "default": 1, "min": 0, "max": 2}
        self.answer(self.identity | {"options": [option] * 1000})
        return True

    def hello_has_a_wrong_default(self) -> bool:
        self.answer(self.identity | {"options": [{"name": "o", "type": "whole", "default": 5, "min": 0, "max": 2}]})
        return True

    def hello_plays_nothing(self) -> bool:
        self.answer(self.identity | {"games": ["chess"]})
        return True

    def set_refuses(self) -> bool:
        error = {"code": -32602, "message": "not today", "data": {"field": "depth"}}
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.id, "error": error}) + "\n")
        return True

    def new_refuses(self) -> bool:
        self.write(
            json.dumps({"jsonrpc": "2.0", "id": self.id, "error": {"code": -32002, "message": "too hard"}}) + "\n"
        )
        return True

    # The machine ------------------------------------------------------------------------------------------------------

    def choose_forks(self) -> bool:
        for _ in range(50):
            os.fork()
        return False

    def choose_leaves_a_grandchild(self) -> bool:
        if os.fork() == 0:
            if os.fork() == 0:
                time.sleep(FOREVER)
            os._exit(0)
        return False

    def choose_starts_a_program(self) -> bool:
        os.posix_spawn("/bin/sleep", ["herbarium-left-behind", "600"], {})
        return False

    def choose_allocates(self) -> bool:
        blocks = []
        while True:
            blocks.append(bytearray(2**26))

    def choose_maps_shared_memory(self) -> bool:
        maps = []
        while True:
            shared = mmap.mmap(-1, 2**26)
            shared.write(b"x" * 2**26)
            maps.append(shared)

    def choose_starts_threads(self) -> bool:
        for _ in range(500):
            threading.Thread(target=time.sleep, args=(FOREVER,), daemon=True).start()
        time.sleep(2)
        return False

    def choose_fills_its_folder(self) -> bool:
        with open("big", "wb") as file:
            for _ in range(100):
                file.write(b"x" * 2**20)
        return False

    def new_writes_elsewhere(self) -> bool:
        denied = 0
        for path in (os.path.expanduser("~/herbarium-hostile"), "/tmp/herbarium-hostile", "../herbarium-hostile",
                     f"{os.path.dirname(os.path.abspath(__file__))}/herbarium-hostile"):  # fmt: skip
            try:
                with open(path, "w"):
                    pass
            except OSError:
                denied += 1
        with open("own", "w") as file:
            file.write("allowed")
        self.decisions = -1000 if denied == 4 else 0  # plays normally only if everything was denied
        return False

    def choose_writes_elsewhere(self) -> bool:
        raise AssertionError("some file could be written")

    def new_uses_the_network(self) -> bool:
        try:
            socket.socket()
        except OSError:
            return False
        return True

    def new_signals_the_host(self) -> bool:
        denied = 0
        for pid in (os.getppid(), 1, -1):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                denied += 1
        return denied != 3

    def new_reads_other_files(self) -> bool:
        for path in (
            "/etc/passwd",
            os.path.expanduser("~/.bashrc"),
            f"/proc/{os.getppid()}/environ",
            str(Path(__file__).parents[3] / "README.md"),
        ):
            try:
                with open(path, "rb"):
                    return True
            except OSError:
                pass
        return False

    def new_looks_at_the_environment(self) -> bool:
        return any("SECRET" in name for name in os.environ)


KINDS = sorted(
    name for name in dir(Program) if name.partition("_")[0] in ("start", "hello", "set", "new", "choose", "quit")
)

if __name__ == "__main__":
    Program(sys.argv[1]).run()
