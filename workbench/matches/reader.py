"""The process that reads archives for a window: `python -m workbench.matches.reader`.

Figures and reports of many games take seconds.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Literal

import msgspec

from bots.base import in_one_line
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.exporting import of_match, records
from workbench.matches.archive.results import ROUGH_SECONDS, STRENGTH_SECONDS, summary_of, tells_strengths
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.trial import Guess, trial
from workbench.statistics.libraries import MissingLibrary
from workbench.statistics.summary import Summary
from workbench.system import processes, saving

Form = Literal["csv", "jsonl", "html", "record"]


class Figures(msgspec.Struct, frozen=True, tag="figures"):
    """All figures of a match; `whole`: strengths with their intervals too, which takes some seconds."""

    archive: str
    match: int
    whole: bool


class Export(msgspec.Struct, frozen=True, tag="export"):
    """Write a match into a file, or (as records) its games into a folder."""

    archive: str
    match: int
    to: Form
    target: str


class Trial(msgspec.Struct, frozen=True, tag="trial"):
    """How long a game of this plan takes."""

    plan: Plan


class Told(msgspec.Struct, frozen=True, tag="told"):
    """The figures, and the seconds that they took."""

    summary: Summary
    seconds: float


class Written(msgspec.Struct, frozen=True, tag="written"):
    """How many files were written."""

    files: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Why it cannot be done, in one line."""

    reason: str


Question = Figures | Export | Trial
Answer = Told | Written | Guess | Refused
QUESTIONS = msgspec.msgpack.Decoder(Question)
ANSWERS = msgspec.msgpack.Decoder(Answer)
ENCODER = msgspec.msgpack.Encoder()


def answer(question: Question) -> Answer:
    """The answer to a question; whatever is wrong is said in one line."""
    try:
        if isinstance(question, Trial):
            return trial(question.plan)
        with Archive(Path(question.archive), read_only=True) as archive:
            match = archive.match(question.match)
            if isinstance(question, Figures):
                tells_strengths(match.plan)  # the library is loaded once: figures do not take that long
                began = perf_counter()
                found = summary_of(archive, match, STRENGTH_SECONDS if question.whole else ROUGH_SECONDS)
                return Told(found, perf_counter() - began)
            if question.to != "record":
                saving.write(Path(question.target), of_match(archive, match, question.to), shared=True)
                return Written(1)
            count = 0
            for name, data in records(archive, match):
                saving.write(Path(question.target) / name, data)
                count += 1
            return Written(count)
    except (ValueError, MissingLibrary) as error:
        return Refused(str(error))
    except Exception as error:  # whoever asked is to hear of it, and to ask on
        return Refused(in_one_line(error))


def main() -> None:
    processes.serve(lambda message: ENCODER.encode(answer(QUESTIONS.decode(message))))


if __name__ == "__main__":
    main()
