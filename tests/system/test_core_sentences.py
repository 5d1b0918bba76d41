"""Tests that sentences of the core are collected for translators, recognised and translated."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.kit.catalogues import write_catalogue
from tests.system.test_translation import use_catalogue
from tests.tools.sentences import core as collecting
from tests.tools.sentences.core import core_sentences, sentences_in
from tests.tools.sentences.templates import Texts
from tests.tools.translation_template import template
from workbench.system.language.core_sentences import CONTEXT, SEPARATOR, CoreSentences
from workbench.system.translation import core, fill

PLAIN = {
    "Herb {herb} is destroyed": "{herb} ist weg",
    "{name} is destroyed": "zerstört: {name}",
    "seat {seat}'s {what}": "{what} von {seat}",
    "seat {seat}'s plan": "Plan {seat}",
    "{name} {why}, so it must be empty": "{name} {why}: leer",
    "is hidden": "ist verdeckt",
    "{quoted} is not {wanted}": "nicht {wanted}: {quoted}",
    "{quoted} is not a move; choose {wanted}": "kein Zug {quoted}, sondern {wanted}",
    "a move": "ein Zug",
    "{first} and {second}": "{first} und {second}",
    "{number} cards{seen}, but there are {there}": "{number} Karten{seen}, von {there}",
    ", with {have} that seat {place} holds": ", {have} bei {place}",
    "red": "rot",
    "braces {{x}} of {seat}": "Klammern {{x}} von {seat}",
}


@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("Herb 1 is destroyed", "1 ist weg"),  # the template with more letters
        ("Pit is destroyed", "zerstört: Pit"),
        ("seat 1's plan is hidden, so it must be empty", "Plan 1 ist verdeckt: leer"),  # no English word is left
        ("'x' is not a move", "nicht ein Zug: 'x'"),
        ("'x': 'y; z' is not a move; choose red", "'x': kein Zug 'y; z', sondern rot"),
        ("rows: Herb 1 is destroyed; seat 2's plan", "rows: 1 ist weg; Plan 2"),
        ("5 cards, with 1 that seat 2 holds, with 3 that seat 1 holds, but there are 4",
         "5 Karten, 1 bei 2, 3 bei 1, von 4"),
        ("2 cards, but there are 1", "2 Karten, von 1"),
        ("Herb 1 is destroyed.", "1 ist weg."),
        ("Zug 3, 'd4': Herb 1 is destroyed", "Zug 3, 'd4': 1 ist weg"),  # a place of several words
        ("seat 1's red and white", "rot und white von 1"),
        ("braces {x} of 3", "Klammern {x} von 3"),
        ("Herb 1 is quite destroyed by now", "Herb 1 is quite destroyed by now"),
        ("to and fro", "to and fro"),  # only joins values
        ("a very long name of many words is destroyed", "a very long name of many words is destroyed"),
        ("", ""),
        ("rows: ", "rows: "),
        ("x" * 5000, "x" * 5000),
    ],
)  # fmt: skip
def test_sentences_are_recognised(english: str, expected: str) -> None:
    assert CoreSentences(PLAIN).translate(english) == expected


def test_translation_is_used_only_with_a_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert core("Herb 1 is destroyed") == "Herb 1 is destroyed"
    texts = {**PLAIN, "bad {x}": "schlecht {y}"}
    write_catalogue(
        tmp_path, {("red",): ("rosso",), **{(f"{CONTEXT}{SEPARATOR}{text}",): (texts[text],) for text in texts}}
    )
    use_catalogue(monkeypatch, tmp_path)
    assert core("Herb 1 is destroyed") == "1 ist weg" and core("red") == "rot"
    assert core("bad 1") == "bad 1"
    assert (
        fill("play: {error} ({name})", error=ValueError("Herb 1 is destroyed"), name="red") == "play: 1 ist weg (red)"
    )


def test_each_template_is_recognised_as_itself() -> None:
    """No sentence is taken for another one, whatever its values are."""
    names = [list(dict.fromkeys(re.findall(r"\{(\w+)\}", sentence.text))) for sentence in core_sentences()]
    translations = {
        sentence.text: f"<{number}:{'|'.join(f'{{{name}}}' for name in names[number])}>"
        for number, sentence in enumerate(core_sentences())
    }
    known = CoreSentences(translations)
    taken_for_others = []
    for (english, found), used in zip(translations.items(), names, strict=True):
        values = {name: f"'x{at}'" if name.startswith("quoted") else f"v{at}x" for at, name in enumerate(used)}
        if known.translate(english.format(**values)) != found.format(**values):
            taken_for_others.append(english)
    joined = {"{first} and {second}", "{first} with {second}", "{kind} from {least} to {most}"}
    touching = {f"that makes {{counted_cards}}{{seen}}, but there {verb} only {{there}}" for verb in ("is", "are")}
    assert set(taken_for_others) == joined | touching


def texts_of(source: str) -> list[str]:
    return [text for _, text in Texts(ast.parse(source)).found()]


def test_choices_become_whole_sentences() -> None:
    assert texts_of('def f(): return f"{n or \'no\'} {\'pawn is\' if n == 1 else \'pawns are\'} here"') == [
        "{n} pawn is here", "{n} pawns are here", "no pawn is here", "no pawns are here",
    ]  # fmt: skip
    assert texts_of('x = f"a plan has {counted(len(plan), \'action\')}" + ("; stop here" if y else "")') == [
        "a plan has {plan} action; stop here", "a plan has {plan} action",
        "a plan has {plan} actions; stop here", "a plan has {plan} actions",
    ]  # fmt: skip
    assert texts_of('THINGS = {"r": "red pawns", "g": "green pawns"}\ndef f(): return f"no {THINGS[p]} left"') == [
        "no red pawns left", "no green pawns left",
    ]  # fmt: skip
    assert texts_of('f"seat {seat + 1} and seat {2 - seat} have {quoted(text)}"') == [
        "seat {seat} and seat {seat2} have {quoted}"
    ]
    assert texts_of('"""The docstring is no sentence."""\nraise TypeError("it is a bug")\nx = "AB"') == []


def test_sentences_of_cython_files_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(collecting, "ROOT", tmp_path)
    file = tmp_path / "some.pyx"
    file.write_text(
        'cdef int x = 1  # "this is a comment"\n'
        "def f(int y):\n"
        '    """This is a docstring."""\n'
        "    if y:\n"
        '        raise Conflict(text, f"seat {y + 1} decides now") from None\n'
        '    raise ValueError("no user sees this")\n'
        '    return over(\n        <int>y, "a move") or "more facts must follow"\n',
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match=r"some\.pyx:7: a statement"):
        list(sentences_in(file))
    file.write_text(file.read_text(encoding="utf-8").replace("<int>", ""), encoding="utf-8")
    found = [(sentence.text, sentence.place) for sentence in sentences_in(file)]
    assert ("seat {y} decides now", "some.pyx:5") in found
    assert {text for text, _ in found} == {"seat {y} decides now", "a move", "more facts must follow"}


def test_template_has_the_sentences_in_their_context() -> None:
    text = template()
    assert 'msgctxt "core"\nmsgid "Herb {herb} is destroyed"\n' in text
    assert 'msgctxt "core"\nmsgid "seat {seat} has lost both its Herbs, so the game is over"' in text
    assert len(core_sentences()) > 400
