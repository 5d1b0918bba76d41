"""Tests of the New game dialog with real clicks and keys."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import bots
import fastcore
from bots.report import Limit
from tests.gui.new_game.dialogs import choose, choose_game, open_dialog, start, write
from tests.kit.windows import (
    PLACING,
    TWO,
    click,
    descendants,
    open_window,
    press,
    root,
    settle,
    status_text,
    type_text,
    wait,
)
from workbench import settings as app_settings
from workbench.game.session import PERSON
from workbench.gui.app import first_setup
from workbench.gui.new_game import words
from workbench.gui.new_game.players import PlayerForm
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.fields import Letters, Listed, Number, Switch
from workbench.statistics import levels
from workbench.statistics.scale import Estimate
from workbench.system.sentences import as_sentence
from workbench.table.setup import Setup, default_setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


def test_dialog_starts_new_game() -> None:
    with open_window(Setup("herd", (PERSON, "mcts:gentle"), 1)) as window:
        dialog = open_dialog(window)
        assert [seat.text for seat in dialog.seats] == [PERSON, "mcts:gentle"], "filled with what was played last"
        assert dialog.options is not None
        dialog.options.fields["size"].set("3")
        choose(dialog.seats[0].player_box, "mcts")
        choose(dialog.seats[0].level_box, words.OWN_OPTIONS)
        form = dialog.seats[0].form
        assert form is not None and form.fields["simulations"].get() == "200", "the value of the level"
        form.fields["softness"].set("0")
        form.fields["simulations"].set("nine")
        write(dialog.seed, "77")
        start(dialog)
        assert dialog.winfo_exists() and form.error_labels["simulations"].winfo_ismapped()
        assert "Simulations is 'nine'; it must be" in form.error_labels["simulations"].cget("text")
        assert window.table.setup.spec == "herd", "and the game goes on"
        form.fields["simulations"].set("9")
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.setup == Setup("herd(size=3)", ("mcts(simulations=9)", "mcts:gentle"), 77)
        assert window.settings.last_spec == "herd(size=3)"
        assert window.screen.top.title.cget("text").startswith("Herd, size 3")
        wait(lambda: len(window.table.session.steps) > 3)


def test_names_clock_and_random_opening_are_used() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window)
        write(dialog.seats[0].name, "  Ann   Lee ")
        choose(dialog.clock.box, words.OWN_CLOCK)
        write(dialog.clock.amount, "x")
        choose(dialog.opening.box, words.AT_RANDOM)
        write(dialog.opening.turns, "99")
        write(dialog.seed, "-4")
        start(dialog)
        labels = (dialog.clock.problem_label, dialog.opening.problem_label, dialog.more.seed_wrong)
        wrong = [label.cget("text") for label in labels if label.winfo_manager()]
        assert wrong == [
            "Minutes for the game: 'x' is not a number from 0.1 to 1440.", as_sentence(words.NO_TURNS),
            as_sentence(words.bad_seed("-4")),
        ]  # fmt: skip
        write(dialog.clock.amount, "2.5")
        write(dialog.clock.increment, "4")
        write(dialog.opening.turns, "2")
        write(dialog.seed, "5")
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        table, limit = window.table, Limit(seconds=150, per="game", increment=4)
        assert table.setup == Setup("herd(size=3)", TWO, 5, None, ("Ann Lee", ""), limit, 2)
        assert table.session.opening_steps > 2 and table.session.document.can_undo and table.state.turn == 3
        assert [card.who.cget("text") for card in window.screen.players] == ["Ann Lee", widgets_words.PERSON.lower()]
        wait(lambda: window.screen.players[0].clock.cget("text").startswith("2:2"))
        assert window.screen.players[1].clock.cget("text") == "2:30"
        again = open_dialog(window)
        assert again.clock.limit == limit and again.seats[0].person_name == "Ann Lee", "both are remembered"
        assert again.opening.box.get() == words.FROM_START


def test_game_starts_from_given_position() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        dialog = open_dialog(window)
        choose(dialog.opening.box, words.POSITION_TEXT)
        for text, reason in (
            ("", "Position: paste"),
            ("nonsense", "Position: 1 field instead of 5"),
            ("forest 1/2", "Position: this is a position of The GAME without a NAME."),
            ("3/1rr1/1rbr1/2r1/3 r 9 6-1 x0+", "Left:"),
        ):
            write(dialog.opening.text, text)
            start(dialog)
            assert dialog.opening.problem_label.cget("text").startswith(reason), dialog.opening.problem_label.cget(
                "text"
            )
            assert dialog.winfo_exists() and dialog.opening.problem_label.winfo_ismapped()
        write(dialog.opening.text, "herd(size=2) 2/3/2 r 1 2-1 x0+2")
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.session.spec == "herd(size=2)" and window.table.state.turn == 1
        window.table.begin(Setup("herd(size=3)", TWO, 1, PLACING))
        dialog = open_dialog(window)
        choose(dialog.opening.box, words.FROM_BOARD)
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.session.position == PLACING == window.table.state.text()


def test_each_option_has_suitable_field() -> None:
    """Options with known values have a list instead of a text field."""
    with open_window(Setup("herd", TWO, 1)) as window:
        dialog = open_dialog(window)
        seen = set[type]()
        for game in fastcore.games():
            choose_game(dialog, game)
            assert dialog.options is not None
            for option in fastcore.info(game).options:
                field = dialog.options.fields[option.name]
                wanted = {"choice": Listed, "letters": Letters, "number": Number}.get(option.kind)
                if wanted is None:
                    switch = (option.least, option.most) == (0, 1)
                    wanted = Switch if switch else Listed if option.most - option.least < 20 else Number
                assert type(field) is wanted and field.get() == option.default
                seen.add(type(field))
            assert len(dialog.seats) == fastcore.start(game).seats
            dice = "dice" in dialog.more.seed_meaning.cget("text")
            has = fastcore.info(game).has
            assert dice == (has.chance and not has.deals), "dice only where there are any"
        assert len(seen) == 4


def test_letters_are_ticked_or_chosen_by_name() -> None:
    with open_window(Setup("herbalism", (PERSON, "greedy", "greedy"), 1)) as window:
        dialog = open_dialog(window)
        assert dialog.options is not None
        field = dialog.options.fields["actions"]
        assert isinstance(field, Letters) and field.box.get() == "normal"
        assert [letter for letter, tick in field.ticks.items() if tick.get()] == ["f", "a"]
        buttons = {str(child.cget("text")): child for child in field.winfo_children()[1].winfo_children()}
        assert list(buttons) == ["inquire", "feed", "brew", "appeal"]
        click(buttons["brew"])
        assert (field.box.get(), field.get()) == (widgets_words.AS_TICKED, "fba")
        choose(field.box, "basic")
        assert field.get() == "basic" and dialog.spec == "herbalism(actions=basic)"
        for text in ("inquire", "feed"):
            click(buttons[text])
        assert field.get() == "f"
        click(buttons["feed"])
        start(dialog)
        assert dialog.options.error_labels["actions"].winfo_ismapped() and dialog.winfo_exists()
        choose(field.box, "advanced")
        dialog.options.fields["players"].set("4")
        dialog._update_seats()
        assert len(dialog.seats) == 4
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.session.spec == "herbalism(players=4,actions=advanced)"


def test_levels_show_their_meaning() -> None:
    with open_window(Setup("herd", (PERSON, "mcts"), 1)) as window:
        dialog = open_dialog(window)
        form = dialog.seats[1]
        for name in bots.names("herd"):
            choose(form.player_box, name)
            for text, label in form.levels.items():
                choose(form.level_box, label)
                preset = bots.bot_class(name).presets.get(text.lstrip(":"))
                meaning = form.meaning.cget("text")
                assert bots.bot_class(name).meaning in meaning
                assert preset is None or preset.meaning[1:] in meaning
                bots.make(form.text, 0).close()
        assert isinstance(form, PlayerForm)


def test_levels_show_measured_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        name: bots.make(name, 0).text for name in ("greedy", "mcts:gentle", "mcts:casual", "mcts:steady", "mcts:strong")
    }
    texts["mcts:strong"] = "mcts(simulations=7)"  # differs from the measured options
    known = tuple(
        levels.Level(name, text, Estimate(100.0 * n - 150, 0, 0)) for n, (name, text) in enumerate(texts.items())
    )
    share = Estimate(0.72, 0.67, 0.77)
    measured = levels.MeasuredLevels(
        "herd",
        "greedy",
        "",
        "",
        "",
        known,
        (levels.Meeting("mcts:casual", "mcts:gentle", 200, 100, share, share, 0.5),),
    )
    monkeypatch.setattr(levels, "table", lambda game: measured if game == "herd" else None)
    with open_window(Setup("herd", (PERSON, "mcts"), 1)) as window:
        form, unknown = open_dialog(window).seats[1], "(strength not measured)"
        assert list(form.levels.values())[:5] == [
            "60 sims, softness 1  \u221250",
            "100 sims, softness 0.4  +50",
            "200 sims, softness 0.25  +150",
            f"1,500 sims  {unknown}",
            f"10,000 sims  {unknown}",
        ]
        choose(form.level_box, "100 sims, softness 0.4  +50")
        strength = "Strength +50 Elo (greedy: 0); wins 72 of 100 games against mcts, simulations 60, softness 1."
        assert form.meaning.cget("text").endswith(strength)
        assert form.text == "mcts:casual"
        choose(form.level_box, f"1,500 sims  {unknown}")
        assert form.meaning.cget("text").endswith("1,500 simulations per move. Strength not measured.")
        choose(form.level_box, words.OWN_OPTIONS)
        assert form.meaning.cget("text").endswith(words.OWN_NOT_MEASURED)
        choose(form.player_box, "random")
        assert form.meaning.cget("text").endswith("Strength not measured.")
        choose(form.player_box, "greedy")
        assert "0 Elo, the reference" in form.meaning.cget("text")


def test_levels_name_game_options_of_measurement() -> None:
    with open_window(Setup("herd", (PERSON, "mcts:steady"), 1)) as window:
        dialog = open_dialog(window)
        form = dialog.seats[1]
        assert "Measured with" not in form.meaning.cget("text") and "\u2248" not in form.level_box.get()
        assert dialog.options is not None
        choose(dialog.options.fields["size"].box, "2 – a minute, mostly luck")  # type: ignore[attr-defined]
        assert form.text == "mcts:steady"
        assert "Measured with size 5: strength" in form.meaning.cget("text")
        assert "\u2248" in form.level_box.get()
        choose(dialog.options.fields["size"].box, "5 – the usual board")  # type: ignore[attr-defined]
        assert "Measured with" not in form.meaning.cget("text")
        choose(form.player_box, "greedy")  # greedy has no levels
        for size, measured in (("2 – a minute, mostly luck", True), ("5 – the usual board", False)):
            choose(dialog.options.fields["size"].box, size)  # type: ignore[attr-defined]
            assert ("Measured with size 5: strength" in form.meaning.cget("text")) == measured
        choose_game(dialog, "herbalism")
        choose(dialog.seats[1].player_box, "improver")
        assert dialog.options is not None
        choose(dialog.options.fields["players"].box, "4")  # type: ignore[attr-defined]
        assert "Measured with 3 players: strength" in dialog.seats[1].meaning.cget("text")


def test_last_setup_of_each_game_is_remembered() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1)) as window:
        dialog = open_dialog(window)
        choose_game(dialog, "forest")
        choose(dialog.seats[1].player_box, "points")
        write(dialog.seats[0].name, "Ann")
        choose(dialog.clock.box, words.clock(Limit(seconds=90, per="turn")))
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        dialog = open_dialog(window)
        choose_game(dialog, "herd")
        choose(dialog.seats[0].player_box, "random")
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        dialog = open_dialog(window)
        assert dialog.game == "herd"
        assert [seat.text for seat in dialog.seats] == [PERSON, default_setup("herd", 0).seats[1]], (
            "a person plays unless they say otherwise"
        )
        choose_game(dialog, "forest")
        assert [seat.text for seat in dialog.seats] == [PERSON, "points"]
        assert dialog.seats[0].person_name == "Ann" and dialog.clock.limit == Limit(seconds=90, per="turn")
        dialog.destroy()
        app_settings.save(window.settings)
        settings, remark = app_settings.load()
        assert not remark and settings.games == window.settings.games
        setup = first_setup(settings)
        assert (setup.spec, setup.seats) == (settings.last_spec, (PERSON, *settings.last_seats[1:]))


def test_enter_and_escape_act_on_the_focused_dialog() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1, PLACING)) as window:
        dialog = open_dialog(window)
        assert dialog.focus_get() is dialog.start, "Enter starts what was played last"
        press("Escape")
        assert not dialog.winfo_exists() and root().focus_get() is window.screen.view, "the board has the focus again"
        dialog = open_dialog(window)
        dialog.cancel.focus_force()
        press("Return")
        assert not dialog.winfo_exists() and window.table.setup.seed == 1, "Enter presses the button with the focus"
        dialog = open_dialog(window)
        dialog.seed.focus_force()
        dialog.seed.delete(0, "end")
        type_text("42")
        press("Return")
        assert not dialog.winfo_exists() and window.table.setup.seed == 42
        dialog = open_dialog(window)
        dialog.opponent_box.focus_force()
        for key in ("space", "Return"):
            press(key)
            settle(0.1)
        assert dialog.winfo_exists() and dialog.focus_get() is dialog.opponent_box, "Enter closed the list"
        press("Return")
        assert not dialog.winfo_exists(), "Enter starts the game after the choice"
        dialog = open_dialog(window)
        order = []
        dialog.gallery.tile.focus_force()
        for _ in range(20):
            focus = dialog.focus_get()
            if focus is None or focus in order:
                break
            order.append(focus)
            press("Tab")
        inside = dialog.more.inside
        scrolled = inside.winfo_rooty() - dialog.more.area.winfo_rooty()
        places = [
            (
                (widget.winfo_rooty() - (scrolled if str(widget).startswith(str(inside)) else 0)) // 20,
                widget.winfo_rootx(),
            )
            for widget in order[:-3]
        ]
        assert len(order) >= 10 and order[0] is dialog.gallery.tile
        assert [y for y, _ in places] == sorted(y for y, _ in places), "Tab goes from above to below"


@pytest.mark.parametrize("size", [(800, 560), (1280, 720)])
def test_dialog_fits_small_window(size: tuple[int, int]) -> None:
    for zoom in (1.0, 1.5):
        with open_window(Setup("herbalism", (PERSON, "greedy", "greedy"), 1), size=size, zoom=zoom) as window:
            dialog = open_dialog(window)
            choose(dialog.seats[1].player_box, "improver")
            choose(dialog.seats[1].level_box, words.OWN_OPTIONS)
            dialog.centre()
            dialog.update()
            inside, canvas = dialog.body, dialog.area.canvas
            assert dialog.winfo_height() <= size[1] and dialog.winfo_width() <= size[0] + 20
            assert canvas.winfo_width() >= inside.winfo_reqwidth(), "it scrolls one way only"
            for widget in descendants(inside):
                if isinstance(widget, ttk.Label) and widget.winfo_viewable():
                    assert widget.winfo_width() >= widget.winfo_reqwidth() - 2, widget
            last = dialog.seed
            last.focus_force()
            settle(0.1)
            bottom = canvas.winfo_rooty() + canvas.winfo_height()
            assert canvas.winfo_rooty() <= last.winfo_rooty() and last.winfo_rooty() + last.winfo_height() <= bottom
            start = dialog.start
            assert start.winfo_rooty() + start.winfo_height() <= dialog.winfo_rooty() + dialog.winfo_height()


def test_surprise_is_shown_before_start() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1)) as window:
        dialog = open_dialog(window)
        before = dialog.setup
        click(dialog.surprise_button)
        assert dialog.winfo_exists() and dialog.setup != before
        wanted = dialog.setup
        press("Return")
        wait(lambda: not dialog.winfo_exists())
        assert window.table.setup == wanted and status_text(window)
