"""The forms of numbers and dates in each language, after the Unicode Common Locale Data Repository (CLDR).

English has no form here: English numbers are those of Python's own formats.
"""

from __future__ import annotations

from typing import NamedTuple

MINUS = "\u2212"


class Form(NamedTuple):
    """The form of numbers and dates in a language. The date templates are those of `str.format`."""

    decimal: str
    group: str  # between thousands
    percent: str  # after a number, with its space
    date: str
    time: str
    moment: str  # a date with a time
    day: str  # a date in words
    day_of_year: str
    months: tuple[str, ...]
    least: int = 4  # the fewest digits that are grouped

    def localise(self, text: str) -> str:
        """Return a number in this form.

        Args:
            text: The number in the form of English, such as "1,234.5", "+.50" or "12 %".
        """
        if text.isalnum():  # most are short whole numbers
            return text
        if self.least > 4 and text.count(",") == 1 and sum(map(str.isdigit, text.partition(".")[0])) < self.least:
            text = " " * text.startswith(" ") + text.replace(",", "")
        if (self.group, self.decimal) != (",", "."):
            whole, point, rest = text.partition(".")
            zero = "0" if point and whole in ("", "+", "-", MINUS) else ""
            text = f"{whole.replace(',', self.group)}{zero}{self.decimal if point else ''}{rest}"
        if text.endswith("%"):
            text = text[:-1].removesuffix(" ") + self.percent
        return text

    def shown_values(self, values: dict[str, object]) -> dict[str, object]:
        """Return the values of a template, with its numbers in this form."""
        return {name: Shown(value, self) if _is_number(value) else value for name, value in values.items()}


FORMS = {
    "de": Form(
        ",", ".", "\u00a0%", "{day:02}.{month:02}.{year}", "{hour:02}:{minute:02}", "{date}, {time}",
        "{day}. {name}", "{day}. {name} {year}",
        (
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ),
    ),
    "es": Form(
        ",", ".", "\u00a0%", "{day}/{month}/{year}", "{hour}:{minute:02}", "{date}, {time}",
        "{day} de {name}", "{day} de {name} de {year}",
        (
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ),
        5,
    ),
    "fr": Form(
        ",", "\u202f", "\u00a0%", "{day:02}/{month:02}/{year}", "{hour:02}:{minute:02}", "{date} {time}",
        "{day} {name}", "{day} {name} {year}",
        (
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ),
    ),
    "zh": Form(
        ".", ",", "%", "{year}/{month}/{day}", "{hour:02}:{minute:02}", "{date} {time}",
        "{month}月{day}日", "{year}年{month}月{day}日", (),
    ),
}  # fmt: skip


def form_of(language: str) -> Form | None:
    """Return the form of a language such as "de" or "zh_CN", or None if it is that of English."""
    return FORMS.get(language.partition("_")[0])


class Shown:
    """A number that `str.format` writes in the form of a language."""

    __slots__ = ("form", "number")

    def __init__(self, number: object, form: Form) -> None:
        self.number, self.form = number, form

    def __format__(self, spec: str) -> str:
        return self.form.localise(format(self.number, spec))

    def __str__(self) -> str:
        return self.form.localise(str(self.number))

    def __repr__(self) -> str:
        return repr(self.number)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) or type(value).__module__ == "numpy"
