"""Rounds numbers for sentences: as few digits as keep different numbers apart."""

from __future__ import annotations

APART, MOST = 1, 2  # digits after the point: to tell two apart, and to tell something from nothing or all
SIGNED = 2  # digits of a value that is told as it is


def percents(*shares: float, least: int = 0) -> tuple[str, ...]:
    """Shares from 0 to 1, as in "31 %"; with digits after the point where different ones would look the same, or as if
    they were nothing or all, and at least so many."""
    for digits in range(least, max(MOST, least) + 1):
        texts = tuple(f"{100 * share:.{digits}f} %" for share in shares)
        apart = len(set(texts)) == len({round(share, 6) for share in shares})
        whole = any(
            float(text[:-2]) in (0, 100) and 1e-6 < share < 1 - 1e-6 for text, share in zip(texts, shares, strict=True)
        )
        if (apart or digits >= APART) and not whole:
            break
    return texts


def scores(*values: float, least: int = 0) -> tuple[str, ...]:
    """Values from -1 (lost) to 1 (won), as percentages of a win."""
    return percents(*((value + 1) / 2 for value in values), least=least)


def unbroken(text: str) -> str:
    """Words in which no line ends between a number and its sign of percent."""
    return text.replace(" %", "\u00a0%")


def minus(number: str) -> str:
    """A number that Python has written, with the minus of print."""
    return number.replace("-", "\u2212")


def rounded(number: float, digits: int) -> float:
    """What is rounded to nothing has no minus."""
    return round(number, digits) + 0.0


def fixed(number: float, digits: int) -> str:
    """As in "0.50" or "\u22120.50"."""
    return minus(f"{rounded(number, digits):.{digits}f}")


def signed(number: float, digits: int = SIGNED) -> str:
    """As in "+0.50" or "\u22120.50"."""
    return minus(f"{rounded(number, digits):+.{digits}f}")


def short(number: float, digits: int = SIGNED) -> str:
    """A value from -1 to 1, as in "+.50" or "\u2212.50"."""
    text = signed(number, digits)
    return text[0] + text[1:].removeprefix("0")


def worths(seats: int, *values: float, least: int = 0) -> tuple[str, ...]:
    """Values from -1 to 1 as the number of seats has them told: of two as chances, of more as they are, for there an
    even game is no chance of one half. With at least so many digits more than the fewest."""
    if seats <= 2:
        return scores(*values, least=least)
    for digits in range(SIGNED + least, SIGNED + max(MOST, least) + 1):
        texts = tuple(short(value, digits) for value in values)
        apart = len(set(texts)) == len({round(value, 6) for value in values})
        whole = any(float(text[1:]) == 1 and abs(value) < 1 - 1e-6 for text, value in zip(texts, values, strict=True))
        if (apart or digits > SIGNED) and not whole:
            break
    return texts


def number_in(text: str) -> float:
    """What such a text says: of a percentage its hundredth."""
    number = float(text.removesuffix(" %").replace("\u2212", "-"))
    return number / 100 if text.endswith(" %") else number


def amount(number: float) -> str:
    """As in "3", "1.26" or "\u22120.5"."""
    return fixed(number, 2).rstrip("0").rstrip(".")
