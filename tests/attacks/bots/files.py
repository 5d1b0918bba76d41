"""Hostile bots that read, write and delete files and use the network."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import tempfile
from pathlib import Path

from tests.attacks.bots.common import EscapedError, Hostile, expect_refusal


class WriteOutside(Hostile):
    """Writes outside its own folder: beside its file and in home, temporary, data and archive folders."""

    def act(self) -> None:
        places = [Path(__file__).parent, Path.home(), Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), Path("/")]
        places += [Path(self.targets["data"]), Path(self.targets["archive"]).parent]
        for place in places:
            expect_refusal(f"wrote into {place}", Path.write_text, place / "herbarium-hostile", "x")
            expect_refusal(f"made a folder in {place}", Path.mkdir, place / "herbarium-hostile-folder")
            expect_refusal(f"made a link in {place}", Path.symlink_to, place / "herbarium-hostile-link", "/etc")


class Overwrite(Hostile):
    """Overwrites, truncates, renames and deletes the user's files."""

    def act(self) -> None:
        for name in ("archive", "record", "settings", "note"):
            path = self.targets[name]
            expect_refusal(f"opened {name} for writing", os.open, path, os.O_RDWR)
            expect_refusal(f"emptied {name}", os.open, path, os.O_WRONLY | os.O_TRUNC)
            expect_refusal(f"appended to {name}", os.open, path, os.O_WRONLY | os.O_APPEND)
            expect_refusal(f"cut {name}", os.truncate, path, 0)
            expect_refusal(f"cut {name} while opening", os.open, path, os.O_RDONLY | os.O_TRUNC)
            expect_refusal(f"renamed {name}", os.rename, path, f"{path}.gone")
            expect_refusal(f"took {name}", os.rename, path, "here")
            expect_refusal(f"linked {name}", os.link, path, "here")
            expect_refusal(f"deleted {name}", os.unlink, path)
            expect_refusal(f"changed the mode of {name}", os.chmod, path, 0)
            expect_refusal(f"changed the owner of {name}", os.chown, path, 1, 1)
            expect_refusal(f"changed the time of {name}", os.utime, path, (0, 0))
            expect_refusal(f"marked {name}", os.setxattr, path, "user.x", b"x")


class DeleteArchives(Hostile):
    """Deletes every archive beside the leader's."""

    def act(self) -> None:
        folder = Path(self.targets["archive"]).parent
        expect_refusal("listed the archives", os.listdir, folder)
        expect_refusal("deleted a folder", shutil.rmtree, folder)


class RewriteResults(Hostile):
    """Rewrites the results of the match in the archive."""

    def act(self) -> None:
        def rewrite() -> None:
            with sqlite3.connect(self.targets["archive"]) as archive:
                archive.execute("update games set returns = returns")

        try:
            rewrite()
        except sqlite3.Error:
            return
        raise EscapedError("the archive was opened")


class ReadArchive(Hostile):
    """Reads the archive, its journal and lock, a record, the settings, and files of the user and the system."""

    def act(self) -> None:
        for name in ("archive", "record", "settings", "note"):
            expect_refusal(f"read {name}", Path(self.targets[name]).read_bytes)
        for suffix in ("-wal", "-shm", "-journal", ".lock"):
            expect_refusal(f"read {suffix}", Path(self.targets["archive"] + suffix).read_bytes)
        for path in ("/etc/shadow", "/etc/passwd", "/etc/hostname", str(Path.home() / ".bashrc")):
            expect_refusal(f"read {path}", Path(path).read_bytes)


class LinkOut(Hostile):
    """Writes outside its folder through a link, a relative path and a file descriptor of the folder."""

    def act(self) -> None:
        def through() -> None:
            os.symlink(self.targets["note"], "way-out")
            Path("way-out").write_text("changed by a bot")

        expect_refusal("wrote through a link", through)
        expect_refusal("wrote through ..", Path("../../herbarium-hostile").write_text, "x")
        handle = os.open(".", os.O_RDONLY)
        expect_refusal(
            "wrote beside its folder", os.open, "../herbarium-hostile", os.O_WRONLY | os.O_CREAT, dir_fd=handle
        )


class Devices(Hostile):
    """Opens devices, and creates a named pipe and a device."""

    def act(self) -> None:
        for path in ("/dev/tty", "/dev/mem", "/dev/kmsg", "/dev/ptmx", "/dev/fuse"):
            expect_refusal(f"opened {path}", os.open, path, os.O_RDWR)
        expect_refusal("made a pipe", os.mkfifo, "pipe")
        expect_refusal("made a device", os.mknod, "device", 0o20600, os.makedev(1, 1))


class FillDisk(Hostile):
    """Fills its folder with files."""

    expected = ("crash", "into its folder")

    def act(self) -> None:
        block, number = b"x" * 2**20, 0
        while True:
            with open(f"part{number}", "wb") as file:
                for _ in range(4):
                    file.write(block)
            number += 1


class ManyFiles(Hostile):
    """Creates empty files endlessly."""

    expected = ("crash", "into its folder")

    def act(self) -> None:
        number = 0
        while True:
            open(f"file{number}", "wb").close()
            number += 1


class LargeFile(Hostile):
    """Writes to one file endlessly."""

    expected = ("crash", "File too large")

    def act(self) -> None:
        with open("large", "wb") as file:
            while True:
                file.write(b"x" * 2**20)


class OddNames(Hostile):
    """Leaves files with odd names and modes in its folder. The program must remove them anyway."""

    def act(self) -> None:
        for name in (b"\xff\xfe", b"-rf", b" ", b"a\nb", b"x" * 255):
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0))


class TemporaryFiles(Hostile):
    """Writes a temporary file, which must succeed and be in the bot's own folder."""

    def act(self) -> None:
        with tempfile.NamedTemporaryFile("w+", delete=False) as file:
            file.write("notes")
            file.seek(0)
            if file.read() != "notes" or Path(file.name).resolve().parent != Path.cwd():
                raise EscapedError(f"its temporary file is {file.name}")


class Sockets(Hostile):
    """Opens sockets of every kind: TCP, UDP, Unix, raw, netlink and others."""

    def act(self) -> None:
        for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, 16, 17, 38, 40):
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
                expect_refusal(f"opened a socket {family} {kind}", socket.socket, family, kind)
        expect_refusal("opened a pair", socket.socketpair)


class Connect(Hostile):
    """Connects to the attack program through TCP and Unix sockets, and listens on a port."""

    def act(self) -> None:
        expect_refusal("connected", socket.create_connection, ("127.0.0.1", self.targets["port"]), 1)
        expect_refusal("offered a port", socket.create_server, ("127.0.0.1", 0))

        def unix(path: str) -> None:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(path)

        expect_refusal("connected to a Unix socket", unix, self.targets["socket"])
        expect_refusal("connected to an abstract socket", unix, "\0" + self.targets["abstract"])
