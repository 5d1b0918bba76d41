"""Numbers and dates as people read them, in the form of the language in use.

Templates of `tr`, `trn` and `fill` need none of these functions, since their numbers have this form already. What a
program reads, such as JSON, CSV, records and position texts, must not be formatted here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date, datetime, time

    from workbench.system.language.forms import Form

_form: Form | None = None


def use_language(language: str) -> None:
    """Use the forms of a language from now on.

    Args:
        language: The language, such as "de" or "zh_CN". A language without a form has that of English.
    """
    global _form
    _form = None
    if language != "en":
        from workbench.system.language.forms import form_of  # imported here because English does without

        _form = form_of(language)


def form_in_use() -> Form | None:
    """Return the form of numbers and dates in the language in use, or None if it is that of English."""
    return _form


def localised(number: str) -> str:
    """Return a number in the form of the language in use.

    Args:
        number: The number in the form of English, such as "1,234.5" or "12 %".
    """
    form = form_in_use()
    return number if form is None else form.localise(number)


def format_number(number: float, spec: str = "") -> str:
    """Format a number, such as "1,234.5" in English and "1.234,5" in German.

    Args:
        number: The number.
        spec: How Python formats it, such as ",.1f".
    """
    return localised(format(number, spec))


def format_count(number: float) -> str:
    """Format a whole number, such as "1,234" in English and "1.234" in German."""
    return localised(f"{number:,}")


def format_percent(share: float, digits: int = 0) -> str:
    """Format a fraction as a percentage, such as "31 %".

    Args:
        share: The fraction; 1 is 100 %.
        digits: The number of decimals.
    """
    return localised(f"{100 * share:.{digits}f} %")


def format_date(when: date) -> str:
    """Format a date, such as "2026-03-01" in English and "01.03.2026" in German."""
    form = form_in_use()
    if form is None:
        return f"{when:%Y-%m-%d}"
    return form.date.format(day=when.day, month=when.month, year=when.year)


def format_time(when: time | datetime) -> str:
    """Format a time of day in hours and minutes, such as "14:05"."""
    form = form_in_use()
    return f"{when:%H:%M}" if form is None else form.time.format(hour=when.hour, minute=when.minute)


def format_moment(when: datetime) -> str:
    """Format a date with the time, such as "2026-03-01 14:05" in English and "01.03.2026, 14:05" in German."""
    form, day, hour = form_in_use(), format_date(when), format_time(when)
    return f"{day} {hour}" if form is None else form.moment.format(date=day, time=hour)


def format_stamp(stamp: str, gap: str = " ") -> str:
    """Format the date and the time of a file, such as "2026-03-01T14:05:00+01:00", in its own time zone.

    Args:
        stamp: The text of the file. If it is damaged, its beginning is returned.
        gap: What separates date and time in English.
    """
    if form_in_use() is not None:
        from datetime import datetime  # imported here because English does without

        try:
            return format_moment(datetime.fromisoformat(stamp))
        except ValueError:
            pass
    return stamp[:16].replace("T", gap)


def format_day(when: date, year: bool) -> str:
    """Format a date in words, such as "1 March" in English and "1. März" in German.

    Args:
        when: The date.
        year: Whether to add the year.
    """
    form = form_in_use()
    if form is None:
        return f"{when.day} {when:%B}" + (f" {when.year}" if year else "")
    name = form.months[when.month - 1] if form.months else ""
    return (form.day_of_year if year else form.day).format(day=when.day, month=when.month, year=when.year, name=name)


def read_number(text: str) -> str:
    """Return a typed number in the form of English, such as "0.5" for "0,5" where the decimal mark is a comma.

    A decimal point stays valid in every language. Text that is no number stays as it is.
    """
    form = form_in_use()
    if form is None or form.decimal == "." or text.count(",") != 1 or "." in text:
        return text
    return text.replace(",", ".")


def read_count(text: str) -> str:
    """Return a typed whole number without the marks between thousands of the language in use."""
    form = form_in_use()
    return "".join(text.split()).replace("," if form is None else form.group, "")
