"""What the companion says about a table, and the corrections that it proposes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from workbench import boards
from workbench.companion.companion import Companion
from workbench.companion.corrections import in_words
from workbench.companion.lines import MISSED
from workbench.companion.suspects import Diagnosis, Repair
from workbench.gui.companion import words
from workbench.gui.companion.desk import Desk
from workbench.gui.companion.scene import Scene

MOST_FIXES = 3
SUSPECTS = 5

Lines = list[tuple[str, str]]  # sentences with their roles


def lines(desk: Desk, scene: Scene) -> Lines:
    """Return all sentences with their roles."""
    return [*_fault(desk, scene), *_advice(desk, scene), *_known(scene)]


def _fault(desk: Desk, scene: Scene) -> Lines:
    if scene.fault is None:
        return []
    later = words.waiting(len(scene.rows) - scene.fault.at - 1)
    found = [(" ".join(filter(None, (desk.companion.named(words.does_not_fit(scene.fault)), later))), "warning")]
    if scene.supposed is not None:
        index, text = scene.supposed
        found.append((words.supposed(index, _keys(scene, index, text)), "plain"))
    if scene.diagnosis is None and desk.searching:
        found.append((words.SEARCHING, "quiet"))
    if scene.diagnosis is not None:
        found += [(text, "plain") for text in _suspects(scene, scene.diagnosis)]
    if scene.alert is not None:
        found.append((words.rule_broken(scene.alert), "plain"))
    return found


def _keys(scene: Scene, index: int, text: str) -> str:
    """Return the keys of an event that may have been meant instead of a line, or its text if it has none."""
    meant = scene.meant.get((index, text))
    return meant.keys if meant is not None else text


def _suspects(scene: Scene, diagnosis: Diagnosis) -> list[str]:
    found = list(filter(None, (words.conflict(diagnosis),)))
    if not diagnosis.suspects:
        return [*found, words.NO_SINGLE, *_repairs(diagnosis)]
    found.append(words.ONE_WRONG if diagnosis.explains else words.NOT_ALL)
    for suspect in diagnosis.suspects[:SUSPECTS]:
        found.append(words.suspect(suspect, in_words(suspect, scene.meant, scene.rows[suspect.at].sentence)))
    return [*found, *_repairs(diagnosis)]


def _repairs(diagnosis: Diagnosis) -> list[str]:
    return [words.repair(repair) for repair in diagnosis.repairs if repair.complete][:MOST_FIXES]


def _advice(desk: Desk, scene: Scene) -> Lines:
    if desk.advising:
        return [(words.THINKING, "quiet")]
    if desk.no_advice:
        return [(words.no_advice(desk.no_advice), "quiet")]
    if desk.advice is None:
        return []
    point, found = scene.point, [(words.ADVICE_HEAD, "head")]
    for key, choice in zip(".,;", desk.advice.choices, strict=False):
        meaning = desk.companion.named(boards.describe_moves(point.info, point.actor, (choice.move,)))
        found.append((words.advice_line(key, choice.move, choice.value_text(point.seats), meaning), "plain"))
    return [*found, *((desk.companion.named(reason), "quiet") for reason in desk.advice.reasons)]


def _known(scene: Scene) -> Lines:
    found = [(words.KNOWN_HEAD, "head")]
    if scene.fault is not None:
        found.append((words.CONSISTENT, "quiet"))
    if not scene.statements:
        hidden = scene.point.info.has.covered and not scene.over
        found.append((words.NOTHING_FOLLOWS if hidden else words.NOTHING_HIDDEN, "quiet"))
    return [*found, *((known.text, "certain" if known.certain else "belief") for known in scene.statements)]


# Corrections ----------------------------------------------------------------------------------------------------------


def fixes(scene: Scene) -> list[tuple[str, Callable[[Companion], None]]]:
    """Return the labels of the proposed corrections, the most probable first, and what they do."""
    diagnosis = scene.diagnosis
    if diagnosis is None:
        return []
    found: list[tuple[str, Callable[[Companion], None]]] = []
    for suspect in diagnosis.suspects:
        meant = suspect.corrections[0].text
        label = words.correct(suspect.at, _keys(scene, suspect.at, meant))
        found.append((label, partial(Companion.correct, index=suspect.at, text=meant)))
    complete = [repair for repair in diagnosis.repairs if repair.complete]
    found += [(words.repair_label(repair), partial(_carry_out, repair=repair)) for repair in complete]
    return found[:MOST_FIXES]


def _carry_out(companion: Companion, repair: Repair) -> None:
    line = companion.lines[repair.at].id
    if repair.kind == "remove":
        companion.remove(line)
    elif repair.kind == "swap":
        companion.move(line, repair.at + 1)
    else:
        companion.enter(MISSED, repair.at)


def ignore(_: object) -> None:
    """Drop a result."""
