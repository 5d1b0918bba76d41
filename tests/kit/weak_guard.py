"""The guard as it runs on a system without Landlock and seccomp: `python -m tests.kit.weak_guard ...`."""

from workbench.bot_process import guard, landlock, seccomp


def main() -> None:
    landlock.abi = lambda: 0  # type: ignore[assignment]
    seccomp.available = lambda: False  # type: ignore[assignment]
    guard.main()


if __name__ == "__main__":
    main()
