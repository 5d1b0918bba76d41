"""Formatting of numbers for sentences, with just enough digits to distinguish different numbers.

Functions named `plain_...` return the English form, for further calculation and for files in English. The others
return the form of the language in use.
"""

from __future__ import annotations

from workbench.system.language.formats import localised

MAX_DIGITS_APART, MAX = (
    1,
    2,
)  # maximum number of decimals to distinguish two numbers, and to distinguish a number from 0 % and 100 %
SIGNED = 2  # decimals of a signed value


def format_percents(*shares: float, least: int = 0) -> tuple[str, ...]:
    """Format fractions from 0 to 1 as percentages, such as "31 %" (see `plain_percents`).

    Args:
        *shares: The fractions.
        least: The minimum number of decimals.
    """
    return tuple(map(localised, plain_percents(*shares, least=least)))


def plain_percents(*shares: float, least: int = 0) -> tuple[str, ...]:
    """Format fractions from 0 to 1 as percentages, such as "31 %".

    Decimals are added where different fractions would look equal, or would look like 0 % or 100 %.

    Args:
        *shares: The fractions.
        least: The minimum number of decimals.
    """
    for digits in range(least, max(MAX, least) + 1):
        texts = tuple(f"{100 * share:.{digits}f} %" for share in shares)
        apart = len(set(texts)) == len({round(share, 6) for share in shares})
        misleading = any(
            float(text[:-2]) in (0, 100) and 1e-6 < share < 1 - 1e-6 for text, share in zip(texts, shares, strict=True)
        )
        if (apart or digits >= MAX_DIGITS_APART) and not misleading:
            break
    return tuple(f"{float(text[:-2]):.0f} %" if misleading and float(text[:-2]) in (0, 100) else text for text in texts)


def format_chances(*values: float, least: int = 0) -> tuple[str, ...]:
    """Format values from -1 (loss) to 1 (win) as winning chances in per cent."""
    return format_percents(*((value + 1) / 2 for value in values), least=least)


def keep_percent_signs(text: str) -> str:
    """Replace the space before each percent sign with a non-breaking one."""
    return text.replace(" %", "\u00a0%")


def with_minus_sign(number: str) -> str:
    """Replace the hyphen of a formatted number by a minus sign."""
    return number.replace("-", "\u2212")


def rounded(number: float, digits: int) -> float:
    """Round a number, without a negative zero."""
    return round(number, digits) + 0.0


def format_fixed(number: float, digits: int) -> str:
    r"""Format a number with fixed decimals, such as "0.50" or "\u22120.50"."""
    return localised(plain_fixed(number, digits))


def plain_fixed(number: float, digits: int) -> str:
    """Format a number with fixed decimals, in English form."""
    return with_minus_sign(f"{rounded(number, digits):.{digits}f}")


def format_signed(number: float, digits: int = SIGNED) -> str:
    r"""Format a number with a sign, such as "+0.50" or "\u22120.50"."""
    return localised(plain_signed(number, digits))


def plain_signed(number: float, digits: int = SIGNED) -> str:
    """Format a number with a sign, in English form."""
    return with_minus_sign(f"{rounded(number, digits):+.{digits}f}")


def format_value(number: float, digits: int = SIGNED) -> str:
    r"""Format a value from -1 to 1, such as "+.50" or "\u2212.50"; in some languages with a leading zero."""
    return localised(plain_value(number, digits))


def plain_value(number: float, digits: int = SIGNED) -> str:
    """Format a value from -1 to 1 without the leading zero, in English form."""
    text = plain_signed(number, digits)
    return text[0] + text[1:].removeprefix("0")


def format_evaluations(seats: int, *values: float, least: int = 0) -> tuple[str, ...]:
    """Format values from -1 to 1 in the unit for this number of seats.

    For two seats they become winning chances. For more seats they stay signed values, because an even game is not a
    chance of one half.

    Args:
        seats: The number of seats.
        *values: The values.
        least: The number of decimals beyond the usual minimum.
    """
    return tuple(map(localised, plain_evaluations(seats, *values, least=least)))


def plain_evaluations(seats: int, *values: float, least: int = 0) -> tuple[str, ...]:
    """Format values from -1 to 1 in the unit for this number of seats, in English form (see `format_evaluations`)."""
    if seats <= 2:
        return plain_percents(*((value + 1) / 2 for value in values), least=least)
    for digits in range(SIGNED + least, SIGNED + max(MAX, least) + 1):
        texts = tuple(plain_value(value, digits) for value in values)
        apart = len(set(texts)) == len({round(value, 6) for value in values})
        misleading = any(
            float(text[1:]) == 1 and abs(value) < 1 - 1e-6 for text, value in zip(texts, values, strict=True)
        )
        if (apart or digits > SIGNED) and not misleading:
            break
    return texts


def parse_number(text: str) -> float:
    """Parse a number that this module formatted in English form. A percentage is divided by 100."""
    number = float(text.removesuffix(" %").replace("\u2212", "-"))
    return number / 100 if text.endswith(" %") else number


def format_amount(number: float) -> str:
    r"""Format a number with at most two decimals, such as "3", "1.26" or "\u22120.5"."""
    return localised(plain_fixed(number, 2).rstrip("0").rstrip("."))
