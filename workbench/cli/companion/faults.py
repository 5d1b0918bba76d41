"""What the companion prints about a line that does not fit."""

from __future__ import annotations

from time import monotonic

from workbench.cli.companion import words
from workbench.cli.playing.voice import Voice, catch_interrupt
from workbench.companion.companion import Companion
from workbench.companion.corrections import corrections
from workbench.companion.suspects import Diagnosis
from workbench.system.translation import tr

SUSPECTS = 3
SEARCH_SECONDS = 20.0


def report(companion: Companion, voice: Voice) -> None:
    """Say which line does not fit, and which entries may be wrong. Say nothing if all fit."""
    if companion.fault is None:
        return
    number = companion.fault.at + 1
    voice.print_paragraph(companion.named(words.does_not_fit(number, companion.fault.reason)))
    later = len(companion.lines) - number
    if later:
        voice.print_paragraph(words.waiting(later))
    search(companion, voice)
    alert = companion.alert()
    if alert is not None:
        voice.print_paragraph(words.rule_broken(number, alert.instead))


def search(companion: Companion, voice: Voice) -> None:
    """Search for the wrong entry, until it is found, Ctrl-C is pressed or the time is over."""
    lines, began = companion.lines, monotonic()
    latest: Diagnosis | None = None
    with catch_interrupt() as pressed:
        for diagnosis in companion.diagnose():
            latest = diagnosis
            if pressed() or monotonic() - began > SEARCH_SECONDS:
                break
    if latest is None:
        return
    companion.keep_diagnosis(lines, latest)
    if latest.done:
        voice.print_paragraph(words.conflict(latest.conflict))
    else:
        voice.print_paragraph(tr("The search was stopped; earlier lines have not been tried."))
    found = corrections(companion)
    sentences = [companion.describe(index) for index in range(len(lines))]
    for text in words.suspects(latest, SUSPECTS, found, sentences):
        voice.print_paragraph(text)
    if companion.supposed is not None:
        index, text = companion.supposed
        keys = found[index, text].keys if (index, text) in found else text
        voice.print_paragraph(words.supposed(index, keys))
    for repair in [repair for repair in latest.repairs if repair.complete][:SUSPECTS]:
        voice.print_lines(words.repair(repair.kind, repair.at))
