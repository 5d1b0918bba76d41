"""Tests of numbers and dates in the form of each language, and of numbers that people type."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pytest

from tests.kit.catalogues import HEADER, LANGUAGE, write_catalogue
from tests.kit.terminals import ROOT
from tests.tools.update_catalogues import languages, read_catalogue
from workbench.boards.kit.figures import format_evaluations, format_percents, plain_percents
from workbench.system import translation
from workbench.system.language import formats
from workbench.system.language.forms import FORMS, form_of
from workbench.system.translation import fill, tr, trn

NOON = datetime(2026, 3, 1, 9, 5, tzinfo=UTC)
# language: number, count, small count, percentage, signed value, date, date and time, day, day of a year
EXPECTED = {
    "": (
        "-1,234.50", "1,234,567", "1,234", "31.5 %", "+.50",
        "2026-03-01", "2026-03-01 09:05", "1 March", "1 March 2026",
    ),
    "de": (
        "-1.234,50", "1.234.567", "1.234", "31,5\u00a0%", "+0,50",
        "01.03.2026", "01.03.2026, 09:05", "1. März", "1. März 2026",
    ),
    "fr": (
        "-1\u202f234,50", "1\u202f234\u202f567", "1\u202f234", "31,5\u00a0%", "+0,50",
        "01/03/2026", "01/03/2026 09:05", "1 mars", "1 mars 2026",
    ),
    "es": (
        "-1234,50", "1.234.567", "1234", "31,5\u00a0%", "+0,50",
        "1/3/2026", "1/3/2026, 9:05", "1 de marzo", "1 de marzo de 2026",
    ),
    "zh_CN": (
        "-1,234.50", "1,234,567", "1,234", "31.5%", "+.50",
        "2026/3/1", "2026/3/1 09:05", "3月1日", "2026年3月1日",
    ),
}  # fmt: skip


def use_language(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Use the form of a language until the test ends; "" is English."""
    monkeypatch.setattr(formats, "_form", form_of(language))


def forms_in(text: object) -> tuple[str, ...]:
    """Return the plural forms of a translation, or the translation itself."""
    return tuple(map(str, text)) if isinstance(text, tuple) else (str(text),)


def test_every_catalogue_has_expected_forms() -> None:
    assert {"", *languages()} == set(EXPECTED)


@pytest.mark.parametrize("language", EXPECTED)
def test_numbers_and_dates_have_the_form_of_the_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_language(monkeypatch, language)
    number, count, small, percent, signed, *dates = EXPECTED[language]
    assert formats.format_number(-1234.5, ",.2f") == number
    assert [formats.format_count(value) for value in (1234567, 1234, 12)] == [count, small, "12"]
    assert formats.format_percent(0.315, 1) == percent == format_percents(0.315, 0.318)[0]
    assert format_evaluations(3, 0.5) == (signed,)
    assert dates == [
        formats.format_date(NOON), formats.format_moment(NOON), formats.format_day(NOON, False),
        formats.format_day(NOON, True),
    ]  # fmt: skip
    assert formats.format_stamp("2026-03-01T09:05:00+01:00") == dates[1]
    assert formats.format_stamp("damaged T stamp") == "damaged   stamp"


@pytest.mark.parametrize("language", EXPECTED)
def test_templates_have_the_form_of_the_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_language(monkeypatch, language)
    number, count, small, *_ = EXPECTED[language]
    assert tr("{x:,.2f}; {y:>10,}; {name}", x=-1234.5, y=1234567, name="v1.2,3") == f"{number}; {count:>10}; v1.2,3"
    assert trn("1 game", "{count:,} games", 1234) == f"{small} games"
    assert fill("{x:,.2f} {n:,} {text!r} {x!r}", x=np.float64(-1234.5), n=np.int64(1234), text="0.5").startswith(
        f"{number} {small} '0.5' "
    )
    width = tr("{small:>8,}|{big:>8,}|{x:6.1f}|", small=1234, big=12345, x=0.5).split("|")
    assert [len(part) for part in width] == [8, 8, 6, 0]


def test_unknown_language_has_english_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    use_language(monkeypatch, "eo")
    assert formats.format_number(1234.5, ",") == "1,234.5" and formats.format_moment(NOON) == "2026-03-01 09:05"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("", {"0.5": "0.5", "0,5": "0,5", "12": "12"}),
        ("de", {"0.5": "0.5", "0,5": "0.5", "1.234,5": "1.234,5", "1,2,3": "1,2,3", "x": "x", "": ""}),
        ("zh_CN", {"0.5": "0.5", "0,5": "0,5"}),
    ],
)
def test_typed_numbers_may_have_the_decimal_mark_of_the_language(
    language: str, typed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    use_language(monkeypatch, language)
    assert {text: formats.read_number(text) for text in typed} == typed


@pytest.mark.parametrize("language", EXPECTED)
def test_formatted_counts_can_be_read(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use_language(monkeypatch, language)
    for count in (0, 999, 1234, 12345, 1234567):
        assert formats.read_count(f" {formats.format_count(count)}") == str(count)


def test_calculations_with_shown_numbers_do_not_depend_on_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    use_language(monkeypatch, "de")
    assert plain_percents(0.996) == ("99.6 %",) and format_percents(0.996) == ("99,6\u00a0%",)
    assert format_percents(0.31, 0.314) == ("31,0\u00a0%", "31,4\u00a0%")


@pytest.mark.parametrize("language", languages())
def test_forms_agree_with_cldr(language: str) -> None:
    babel = pytest.importorskip("babel")
    locale, form = babel.Locale.parse(language), form_of(language)
    assert form is not None
    symbols = locale.number_symbols["latn"]
    assert (form.decimal, form.group) == (symbols["decimal"], symbols["group"])
    assert form.percent == locale.percent_formats[None].pattern.removeprefix("#,##0")
    from babel import dates

    for month in range(1, 13):
        day = date(2026, month, 21)
        values = {"day": 21, "month": month, "year": 2026, "name": form.months[month - 1] if form.months else ""}
        assert form.day.format(**values) == dates.format_skeleton("MMMMd", day, locale=locale)
        assert form.day_of_year.format(**values) == dates.format_skeleton("yMMMMd", day, locale=locale)
        assert form.date.format(**values) in {
            dates.format_skeleton("yMd", day, locale=locale), dates.format_date(day, "medium", locale=locale),
        }  # fmt: skip
    assert form.time.format(hour=9, minute=5) == dates.format_skeleton("Hm", NOON, locale=locale)


@pytest.mark.parametrize("language", languages())
def test_percent_signs_in_catalogues_have_the_space_of_the_language(language: str) -> None:
    form = form_of(language)
    assert form is not None
    texts = [text for message in read_catalogue(language) if message.id for text in forms_in(message.string)]
    signs = [(before, text) for text in texts for before in re.findall(r"[0-9}]([ \u00a0\u202f]*%)", text)]
    assert len(signs) > 10
    assert not [text for before, text in signs if before != form.percent]


def test_numbers_have_the_language_of_the_catalogue_in_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write_catalogue(tmp_path, {}, f"{HEADER}Language: fr_CA\n")
    monkeypatch.setenv(translation.FOLDER, str(tmp_path))
    script = (
        "import workbench.system.translation as t; print(ascii(t.tr('{x:,.1f}', x=1234.5)));"
        "t.use_english(); print(t.tr('{x:,.1f}', x=1234.5))"
    )
    for language, expected in ((LANGUAGE, "'1\\u202f234,5'\n1,234.5\n"), ("C", "'1,234.5'\n1,234.5\n")):
        monkeypatch.setenv(translation.LANGUAGE, language)
        found = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
        assert found.stdout == expected


def test_english_needs_no_forms() -> None:
    script = (
        "import sys, workbench.system.language.formats as f; f.format_percent(0.5); f.format_count(1000);"
        "sys.exit('workbench.system.language.forms' in sys.modules or 'datetime' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_forms_are_complete() -> None:
    assert set(FORMS) == {language.partition("_")[0] for language in languages()}
    assert all(len(form.months) == 12 or "{name}" not in form.day for form in FORMS.values())
