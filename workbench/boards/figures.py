"""Numbers as sentences have them: rounded as little as they must be to stay apart."""

from __future__ import annotations

APART, MOST = 1, 2  # digits after the point: to tell two apart, and to tell something from nothing or all


def percents(*shares: float) -> tuple[str, ...]:
    """Shares from 0 to 1, as in "31 %"; with digits after the point where different ones would look the same, or as if they
    were nothing or all."""
    for digits in range(MOST + 1):
        texts = tuple(f"{100 * share:.{digits}f} %" for share in shares)
        apart = len(set(texts)) == len({round(share, 6) for share in shares})
        whole = any(float(text[:-2]) in (0, 100) and 1e-6 < share < 1 - 1e-6 for text, share in zip(texts, shares, strict=True))
        if (apart or digits >= APART) and not whole:
            break
    return texts


def scores(*values: float) -> tuple[str, ...]:
    """Values from -1 (lost) to 1 (won), as percentages of a win."""
    return percents(*((value + 1) / 2 for value in values))


def minus(number: str) -> str:
    """A number that Python has written, with the minus of print."""
    return number.replace("-", "\u2212")


def signed(number: float, digits: int = 2) -> str:
    """As in "+0.50" or "\u22120.50"."""
    return minus(f"{number:+.{digits}f}")


def amount(number: float) -> str:
    """As in "3", "1.26" or "\u22120.5"."""
    text = minus(f"{number:.2f}".rstrip("0").rstrip("."))
    return "0" if text == "\u22120" else text
