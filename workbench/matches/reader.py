"""The process that reads archives for a window: `python -m workbench.matches.reader`.

Statistics and reports of many games take seconds, during which the window must respond.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Literal

import msgspec

from bots.base import in_one_line
from workbench.matches.archive.archive import Archive
from workbench.matches.archive.exporting import export_match, exported_records
from workbench.matches.archive.results import ROUGH_DRAWS, STRENGTH_DRAWS, summary_of
from workbench.matches.archive.upgrading import upgrade
from workbench.matches.planning.plan import Plan
from workbench.matches.workers.trial import DurationEstimate, trial
from workbench.statistics.libraries import MissingLibraryError
from workbench.statistics.summary import Summary
from workbench.system import decoding, processes, saving

Form = Literal["csv", "jsonl", "html", "record"]


class StatisticsRequest(msgspec.Struct, frozen=True, tag="figures"):
    """A request for the statistics of a match. `whole` adds strengths with intervals, which take seconds."""

    archive: str
    match: int
    whole: bool


class ExportRequest(msgspec.Struct, frozen=True, tag="export"):
    """A request to write a match to a file, or its records to a folder."""

    archive: str
    match: int
    to: Form
    target: str


class TrialRequest(msgspec.Struct, frozen=True, tag="trial"):
    """A request to estimate how long the games of a plan take."""

    plan: Plan


class Statistics(msgspec.Struct, frozen=True, tag="statistics"):
    """The statistics, and the seconds that computing them took."""

    summary: Summary
    seconds: float


class ExportResult(msgspec.Struct, frozen=True, tag="written"):
    """The number of files written."""

    files: int


class RequestFailed(msgspec.Struct, frozen=True, tag="refused"):
    """The reason a request failed, in one line."""

    reason: str


Question = StatisticsRequest | ExportRequest | TrialRequest
Answer = Statistics | ExportResult | DurationEstimate | RequestFailed
QUESTIONS = decoding.msgpack_decoder(Question)
ANSWERS = decoding.msgpack_decoder(Answer)
ENCODER = msgspec.msgpack.Encoder()


def answer(question: Question) -> Answer:
    """Return the answer to a request. Errors become `RequestFailed`."""
    try:
        if isinstance(question, TrialRequest):
            return trial(question.plan)
        upgrade(Path(question.archive))
        with Archive(Path(question.archive), read_only=True) as archive:
            match = archive.match(question.match)
            if isinstance(question, StatisticsRequest):
                start = perf_counter()
                found = summary_of(archive, match, STRENGTH_DRAWS if question.whole else ROUGH_DRAWS)
                return Statistics(found, perf_counter() - start)
            if question.to != "record":
                saving.write(Path(question.target), export_match(archive, match, question.to), shared=True)
                return ExportResult(1)
            count = 0
            for name, data in exported_records(archive, match):
                saving.write(Path(question.target) / name, data)
                count += 1
            return ExportResult(count)
    except (ValueError, MissingLibraryError) as error:
        return RequestFailed(str(error))
    except Exception as error:  # report any error and serve the next request
        return RequestFailed(in_one_line(error))


def main() -> None:
    """Serve requests until the parent process closes the channel."""
    processes.serve(lambda message: ENCODER.encode(answer(QUESTIONS.decode(message))))


if __name__ == "__main__":
    main()
