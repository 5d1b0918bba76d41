"""A small process that starts a bot in the sandbox and ends every process that the bot leaves behind.

`python -m workbench.bot_process.guard REPORT LEASH FOLDER CONFINEMENT MODULE` forks. CONFINEMENT is JSON. The child
confines itself and becomes MODULE, or the program of the confinement. The parent watches the child. It outlives the
program that started it, even after kill -9: the closing of the bot's pipe wakes it. It adopts all descendants of the
bot (Linux), kills them when the bot ends, removes the bot's folder and exits as the bot did.

REPORT is a pipe for the bot's process id and the reason for ending the bot. LEASH stays open until the cleanup is
complete.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import sys
import tempfile
from contextlib import suppress
from time import monotonic, sleep

from workbench.bot_process import leftovers, sandbox, seccomp
from workbench.system import linux

OURS = ("PYTHONPATH", "HERBARIUM_START")  # variables that a program does not get
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096  # bytes
NOT_EXECUTED = 127  # the exit status of shells for a program that cannot be executed
START = "HERBARIUM_START"  # bots.loading.sources repeats it, but is imported only after this process is confined
GRACE_SECONDS = 1.0  # seconds from the end of a bot's input until the bot is killed
PROGRAM_GRACE_SECONDS = 3.0  # the same for a program, above the time that `hello` announces for its end
LOOK_SECONDS = 0.25  # seconds between two checks of a bot's resource usage
CLEAN_SECONDS = 10.0  # maximum seconds for the cleanup
MAX_PROCESSES = 1  # maximum number of processes of one bot, including the bot itself
MEMORY_CRASH_SHARE = 0.85  # fraction of the memory limit above which a crash counts as a lack of memory


class Guard:
    """The parent process of one bot.

    Args:
        report: The file descriptor to which reports are written.
        folder: The bot's working folder, removed at the end.
        confinement: The limits of the bot.
    """

    def __init__(self, report: int, folder: str, confinement: sandbox.Confinement) -> None:
        self.report, self.folder, self.confinement = report, folder, confinement
        self.bot = 0
        self.end_reason = ""  # the reason for ending the bot
        self.peak = 0  # the highest memory usage seen, in bytes
        self.stat: int | None = None  # file descriptor of the bot's /proc/PID/stat (Linux)
        self.asked_to_end = False

    def run(self, module: str) -> None:
        """Start the bot, wait for its end and clean up. Does not return."""
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, self.on_signal)
        with suppress(OSError, AttributeError):
            linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
        linux.hide_memory()
        wake, woken = os.pipe()
        for end in (wake, woken):
            os.set_blocking(end, False)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
        guard = os.getpid()
        leftovers.lock_folder(self.folder)  # The bot closes its copy of the descriptor.
        self.bot = os.fork()
        if self.bot == 0:
            linux.end_with_parent(guard)
            run_bot(module, self.confinement, self.folder)
        with suppress(OSError):
            os.setpgid(self.bot, self.bot)
        os.dup2(2, 1)  # Only the bot may write answers.
        os.chdir(os.sep)
        self.write_report(f"pid {self.bot}")
        status = self.watch(wake)
        self.write_report("over yes")
        self.clean()
        self.write_report(f"end {self.end_reason or self.explain_crash(status)}")
        self.exit_like_bot(status)

    def on_signal(self, number: int, frame: object) -> None:
        """Handle a signal: SIGTERM ends the bot, SIGCHLD only wakes the guard."""
        if number == signal.SIGTERM:
            self.asked_to_end = True

    def write_report(self, line: str) -> None:
        """Write a line to the report pipe. Ignore errors: nobody may be reading."""
        with suppress(OSError):
            os.write(self.report, f"{line}\n".encode())

    def watch(self, wake: int) -> int:
        """Wait for the end of the bot and return its wait status.

        Kill the bot when its input is closed or when it exceeds a limit.
        """
        poll = select.poll()
        poll.register(0, 0)  # Only the end of the input matters: no further questions can arrive.
        poll.register(wake, select.POLLIN)
        until: float | None = None
        while True:
            found, status = os.waitpid(self.bot, os.WNOHANG)
            if found == self.bot:
                return status
            now = monotonic()
            if self.asked_to_end or (until is not None and now >= until) or self.exceeds_limit():
                return self.kill()
            for handle, event in poll.poll(1000 * LOOK_SECONDS):
                if handle == wake:
                    with suppress(OSError):
                        os.read(wake, 4096)
                elif event and until is None:
                    until = now + (PROGRAM_GRACE_SECONDS if self.confinement.command else GRACE_SECONDS)
                    poll.unregister(0)

    def kill(self) -> int:
        """Kill the bot and return its wait status."""
        with suppress(OSError):
            os.kill(self.bot, signal.SIGKILL)
        return os.waitpid(self.bot, 0)[1]

    def exceeds_limit(self) -> bool:
        """Return whether the bot exceeds a limit, and set `end_reason`."""
        with suppress(OSError, ValueError, IndexError):
            if self.stat is None:
                self.stat = os.open(f"/proc/{self.bot}/stat", os.O_RDONLY | os.O_CLOEXEC)
            facts = os.pread(self.stat, 4096, 0).rpartition(b")")[2].split()  # proc(5) counts these fields from 3
            program, most = bool(self.confinement.command), self.confinement.memory_mb
            self.peak = max(self.peak, int(facts[24 - 3]) * PAGE if program else int(facts[23 - 3]))
            if program and self.peak > most * 2**20:
                self.end_reason = f"it used more than its {most:,} MB of memory"
            if int(facts[20 - 3]) > sandbox.MAX_THREADS:
                self.end_reason = f"it had more than {sandbox.MAX_THREADS} threads"
        size, files = folder_usage(self.folder)
        if size > sandbox.MAX_FOLDER_MB * 2**20 or files > sandbox.MAX_FILES:
            self.end_reason = (
                f"it wrote more than {sandbox.MAX_FOLDER_MB} MB or {sandbox.MAX_FILES:,} files into its folder"
            )
        if not seccomp.available() and len(linux.descendants(os.getpid())) > MAX_PROCESSES:
            self.end_reason = "it started another process"
        return bool(self.end_reason)

    def explain_crash(self, status: int) -> str:
        """Return the reason if a lack of memory caused the crash, otherwise ""."""
        if not os.WIFSIGNALED(status) or os.WTERMSIG(status) not in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT):
            return ""
        with suppress(ImportError, OSError):
            import resource

            kilo = 1 if sys.platform == "darwin" else 1024
            self.peak = max(self.peak, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * kilo)
        most = self.confinement.memory_mb
        if self.peak < MEMORY_CRASH_SHARE * most * 2**20:
            return ""
        return f"it used up its {most} MB of memory and was ended by {signal.Signals(os.WTERMSIG(status)).name}"

    def clean(self) -> None:
        """Kill and reap all descendants of the bot, and remove its folder."""
        until = monotonic() + CLEAN_SECONDS
        with suppress(OSError):
            os.killpg(self.bot, signal.SIGKILL)  # for systems that do not list descendants
        while monotonic() < until:
            descendants = linux.descendants(os.getpid())
            for number in (signal.SIGSTOP, signal.SIGKILL):  # Stopped processes cannot start others.
                for pid in descendants:
                    with suppress(OSError):
                        os.kill(pid, number)
            try:
                while os.waitpid(-1, os.WNOHANG) != (0, 0):
                    pass
            except ChildProcessError:
                break
            sleep(0.005)
        if self.folder:
            sandbox.remove_folder(self.folder)

    def exit_like_bot(self, status: int) -> None:
        """End this process by the same signal, or with the same exit status, as the bot."""
        if os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_DFL)
            with suppress(ImportError, ValueError, OSError):
                import resource

                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.kill(os.getpid(), number)
        os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)


def run_bot(module: str, confinement: sandbox.Confinement, folder: str) -> None:
    """Confine this process in its own folder and run the bot in it. Does not return."""
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with suppress(OSError):
            os.setpgid(0, 0)
        os.closerange(3, max(os.sysconf("SC_OPEN_MAX"), 4096))
        os.chdir(folder)
        os.environ["TMPDIR"] = folder
        os.environ[START] = confinement.start
        tempfile.tempdir = None
        sandbox.confine(confinement, folder)
    except BaseException as error:
        os.write(2, f"the sandbox cannot be set up: {error}\n".encode(errors="replace"))
        os._exit(1)
    if confinement.command:
        run_program(confinement)
    sys.argv = [module]
    status = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    with suppress(Exception):
        sys.stderr.flush()
    os._exit(status)  # Do not return into the guard's frames or wait for the bot's threads.


def run_program(confinement: sandbox.Confinement) -> None:
    """Become the program of a confinement. Does not return."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these, and ignored signals stay ignored
        signal.signal(number, signal.SIG_DFL)
    variables = {name: value for name, value in os.environ.items() if name not in OURS}
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    if more := os.pathsep.join(os.environ.get("PYTHONPATH", "").split(os.pathsep)[1:]):
        variables["PYTHONPATH"] = more
    try:
        os.execve(confinement.command[0], confinement.command, variables)
    except OSError as error:
        os.write(2, f"{confinement.command[0]} cannot be executed: {error.strerror}\n".encode(errors="replace"))
        os._exit(NOT_EXECUTED)


def folder_usage(folder: str) -> tuple[int, int]:
    """Return the total size in bytes and the number of files in a folder."""
    size = files = 0
    with suppress(OSError), os.scandir(folder or os.devnull) as entries:
        for entry in entries:
            files += 1
            if files > sandbox.MAX_FILES:
                break
            with suppress(OSError):
                size += entry.stat(follow_symlinks=False).st_blocks * 512
    return size, files


def main() -> None:
    """Run a guard with the arguments in the module docstring."""
    report, leash, folder, described, module = sys.argv[1:]
    del leash  # The descriptor only has to stay open until this process ends.
    memory_mb, file, start, command, allow = json.loads(described)
    confinement = sandbox.Confinement(memory_mb, file, start, tuple(command), tuple(allow))
    Guard(int(report), folder, confinement).run(module)


if __name__ == "__main__":
    main()
