"""Tests of the gallery and the choice of opponent in the New game dialog."""

from __future__ import annotations

from tkinter import ttk

import pytest

pytest.importorskip("tkinter")

import fastcore
from tests.gui.new_game.dialogs import choose, choose_game, open_dialog, start, write
from tests.kit.windows import TWO, click, descendants, open_window, press, settle, wait
from workbench import boards
from workbench.game.session import PERSON
from workbench.gui.new_game import gallery, words
from workbench.gui.new_game.players import level_meaning
from workbench.gui.widgets import words as widgets_words
from workbench.gui.widgets.fields import Listed
from workbench.table.opponents import opponents
from workbench.table.setup import Setup, default_setup

pytestmark = [pytest.mark.window, pytest.mark.usefixtures("home")]


@pytest.mark.parametrize("game", fastcore.games())
def test_folded_dialog_fits_without_scrolling(game: str) -> None:
    with open_window(default_setup(game, 1)) as window:
        dialog = open_dialog(window, unfold=False)
        assert dialog.body.winfo_reqheight() <= dialog.area.canvas.winfo_height()
        assert dialog.winfo_rooty() + dialog.winfo_height() <= 720 and dialog.winfo_width() <= 1280
        assert not dialog.more.area.winfo_ismapped()
        dialog.destroy()


@pytest.mark.parametrize("game", fastcore.games())
def test_unfolded_settings_end_between_two_rows(game: str) -> None:
    with open_window(default_setup(game, 1)) as window:
        dialog = open_dialog(window, unfold=True)
        canvas = dialog.more.area.canvas
        end = canvas.winfo_rooty() + canvas.winfo_height()
        for field in descendants(dialog.more.inside):
            if not field.winfo_children() and field.winfo_ismapped():
                assert not field.winfo_rooty() < end < field.winfo_rooty() + field.winfo_height(), field
        dialog.destroy()


@pytest.mark.parametrize("game", fastcore.games())
def test_only_the_unfolded_settings_scroll(game: str) -> None:
    with open_window(default_setup(game, 1)) as window:
        dialog = open_dialog(window, unfold=False)
        tile, button = dialog.gallery.tile, dialog.more.button
        places = [(widget.winfo_rootx(), widget.winfo_rooty()) for widget in (tile, button)]
        click(button)
        settle()
        assert dialog.body.winfo_reqheight() <= dialog.area.canvas.winfo_height(), "the gallery does not scroll"
        assert [(widget.winfo_rootx(), widget.winfo_rooty()) for widget in (tile, button)] == places
        for area in (dialog.more.area, dialog.start):
            assert area.winfo_rooty() + area.winfo_height() <= 720
        dialog.seed.focus_force()
        settle(0.1)
        area, seed = dialog.more.area, dialog.seed
        assert area.winfo_rooty() <= seed.winfo_rooty()
        assert seed.winfo_rooty() + seed.winfo_height() <= area.winfo_rooty() + area.winfo_height()
        dialog.destroy()


def test_gallery_shows_board_pictures_in_place() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window, unfold=False)
        tiles = dialog.gallery.tiles
        places = {game: (tile.winfo_rootx(), tile.winfo_rooty(), tile.winfo_height()) for game, tile in tiles.items()}
        wait(lambda: not dialog.gallery.background.pending)
        settle()
        for game, label in dialog.gallery.pictures.items():
            assert label.cget("image"), game
            texts = [child.cget("text") for child in descendants(tiles[game]) if isinstance(child, ttk.Label)]
            assert fastcore.info(game).title in texts and boards.goal(fastcore.info(game)) in texts
        assert places == {
            game: (tile.winfo_rootx(), tile.winfo_rooty(), tile.winfo_height()) for game, tile in tiles.items()
        }, "nothing moves when the pictures arrive"


def test_gallery_marks_games_without_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        monkeypatch.setattr(gallery, "_pictures", {})
        monkeypatch.setattr(boards, "find", lambda game: None)
        dialog = open_dialog(window, unfold=False)
        assert {label.cget("text") for label in dialog.gallery.pictures.values()} == {words.TEXT_BOARD}


def test_arrow_keys_select_games() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window, unfold=False)
        dialog.gallery.tile.focus_force()
        press("Home")
        assert dialog.game == dialog.gallery.games[0] and dialog.focus_get() is dialog.gallery.tile
        for game in dialog.gallery.games[1:]:
            press("Right")
            assert dialog.game == game and len(dialog.seats) == fastcore.start(game).seats
        press("Right")
        assert dialog.game == dialog.gallery.games[-1]
        press("Left")
        assert dialog.game == dialog.gallery.games[-2]


def test_one_choice_sets_all_opponents() -> None:
    with open_window(default_setup("herbalism", 1)) as window:
        dialog = open_dialog(window, unfold=False)
        known = opponents("herbalism")
        names = [widgets_words.level(level) for level in known]
        people, mixed = words.others(2, 0), words.others(1, 1)
        assert dialog.opponent_box.cget("values") == (*names, mixed, people)
        assert (mixed, people) == ("1 person, 1 bot", "2 people") and dialog.opponent_label.cget("text") == "Opponents"
        assert names[:5] == ["Beginner", "Casual", "Club", "Strong", "Maximum"]
        for level, name in zip(known, names, strict=True):
            choose(dialog.opponent_box, name)
            assert [form.text for form in dialog.seats] == [PERSON, level, level]
            assert dialog.meaning.cget("text") == level_meaning(level, "herbalism")
        choose(dialog.opponent_box, people)
        assert [form.text for form in dialog.seats] == [PERSON] * 3
        assert dialog.meaning.cget("text") == "You and 2 other people share this screen."
        dialog.more.unfold()
        choose(dialog.seats[0].player_box, "random")
        assert dialog.opponent_box.get() == words.CUSTOM
        choose(dialog.opponent_box, names[0])
        assert [form.text for form in dialog.seats] == [known[0], PERSON, known[0]], "the person keeps the seat"
        dialog.more.toggle()
        assert "you play Seat 2" in dialog.more.about.cget("text")
        start(dialog)
        wait(lambda: not dialog.winfo_exists())
        assert window.table.session.seats == (known[0], PERSON, known[0])


def test_two_people_can_play_with_a_bot_of_the_level_shown() -> None:
    with open_window(default_setup("herbalism", 1)) as window:
        dialog = open_dialog(window, unfold=False)
        choose(dialog.opponent_box, widgets_words.level("strong"))
        choose(dialog.opponent_box, words.others(1, 1))
        assert [form.text for form in dialog.seats] == [PERSON, PERSON, "strong"]
        meaning = "You and one other person share this screen. The bot's level is Strong."
        assert (dialog.opponent_box.get(), dialog.meaning.cget("text")) == (words.others(1, 1), meaning)
        choose_game(dialog, "herd")
        assert [form.text for form in dialog.seats] == [
            PERSON,
            PERSON,
        ] and dialog.opponent_box.get() == "Another person"
        choose_game(dialog, "herbalism")
        assert [form.text for form in dialog.seats] == [PERSON, PERSON, "beginner"]
        choose(dialog.seats[2].player_box, words.ADVANCED)
        assert dialog.opponent_box.get() == words.CUSTOM
        choose(dialog.opponent_box, words.others(1, 1))
        dialog.more.unfold()
        assert dialog.options is not None
        players = dialog.options.fields["players"]
        assert isinstance(players, Listed)
        choose(players.box, "4")
        values = [words.others(1, 2), words.others(2, 1), words.others(3, 0)]
        assert values == ["1 person, 2 bots", "2 people, 1 bot", "3 people"]
        assert list(dialog.opponent_box.cget("values")[-3:]) == values
        choose(dialog.opponent_box, values[0])
        assert [form.is_person for form in dialog.seats] == [True, True, False, False]
        dialog.destroy()


def test_tile_names_the_number_of_players_if_it_is_not_two() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window, unfold=False)
        for game, tile in dialog.gallery.tiles.items():
            texts = [child.cget("text") for child in descendants(tile) if isinstance(child, ttk.Label)]
            assert ("3–4 players" in texts) == (game == "herbalism")
        dialog.destroy()


def test_first_game_of_each_kind_is_against_beginners() -> None:
    with open_window(default_setup("herd", 1)) as window:
        dialog = open_dialog(window, unfold=False)
        for game in fastcore.games():
            choose_game(dialog, game)
            assert [form.text for form in dialog.seats] == [PERSON, *["beginner"] * (len(dialog.seats) - 1)]
        dialog.destroy()


def test_picked_opponent_stays_when_another_game_is_selected() -> None:
    with open_window(Setup("herd(size=3)", (PERSON, "random"), 1)) as window:
        dialog = open_dialog(window, unfold=False)
        for pick, expected in ((widgets_words.level("casual"), "casual"), (words.others(1, 0), PERSON)):
            choose_game(dialog, "herd")
            choose(dialog.opponent_box, pick)
            for game in ("herbalism", "forest", "herd"):
                choose_game(dialog, game)
                assert [form.text for form in dialog.seats] == [PERSON, *[expected] * (len(dialog.seats) - 1)]
        dialog.destroy()


def test_person_plays_after_a_game_between_bots() -> None:
    with open_window(Setup("herd(size=3)", ("random", "random"), 1)) as window:
        dialog = open_dialog(window, unfold=False)
        assert [form.text for form in dialog.seats] == [PERSON, "random"]
        dialog.destroy()


def test_invalid_folded_setting_is_shown() -> None:
    with open_window(Setup("herd(size=3)", TWO, 1)) as window:
        dialog = open_dialog(window, unfold=False)
        write(dialog.seed, "-1")
        start(dialog)
        assert dialog.winfo_exists() and dialog.more.unfolded and dialog.more.seed_wrong.winfo_ismapped()


def test_cards_have_one_width_and_choosing_a_player_moves_nothing() -> None:
    with open_window(default_setup("herbalism", 1)) as window:
        dialog = open_dialog(window)
        cards = (dialog.opponent_card, dialog.more.game_card, dialog.more.seat_card, dialog.more.rest)
        wait(lambda: len({(card.winfo_rootx(), card.winfo_width()) for card in cards}) == 1)
        boxes = [seat.player_box for seat in dialog.seats]
        before = [box.winfo_rooty() for box in boxes]
        for player in (widgets_words.PERSON, widgets_words.level("club")):
            boxes[1].set(player)
            boxes[1].event_generate("<<ComboboxSelected>>")
            settle()
            assert [box.winfo_rooty() for box in boxes] == before
        dialog.destroy()
