"""`labrys play` as a person meets it: whole games in a real terminal, with its keys, its mistakes and its accidents."""

import re
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from terminal_window import Window

BOARD = """\
3 X X X
2 O O .
1 . . .
  a b c"""


@pytest.mark.parametrize("columns", [80, 120])
def test_a_whole_game_by_numbers(tmp_path: Path, columns: int) -> None:
    with Window(tmp_path, "play", "tic-tac-toe", columns=columns) as window:
        for who, number in (("Crosses", 1), ("Noughts", 3), ("Crosses", 1), ("Noughts", 2), ("Crosses", 1)):
            window.asked(f"{who}>")
            window.enter(str(number))
        assert window.ended() == 0
        assert BOARD in window.text
        assert "Crosses won" in window.text
        # What happened since stands above the board.
        assert "Noughts: b2" in window.text


@pytest.mark.parametrize(("columns", "across"), [(80, 3), (120, 4)])
def test_a_wide_terminal_shows_more_side_by_side(tmp_path: Path, columns: int, across: int) -> None:
    with Window(tmp_path, "play", "quoridor", "--option", "size=5", columns=columns, rows=50) as window:
        text = window.asked("South>")
        rows = [line for line in text.splitlines() if "fence a5e+a4e" in line]
        assert len(re.findall("fence", rows[0])) >= across
        assert max(map(len, text.splitlines())) > 60
        assert "(fences left −1)" in text


def test_tab_completes_and_mistakes_are_explained(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "breakthrough", "--option", "rows=5", "--option", "columns=4") as window:
        window.asked("White>")
        window.type("b2-c\t")
        window.asked("White> b2-c3")
        window.enter("")
        window.asked("Black>")
        # What was meant, which rule is against it, and what comes closest.
        window.enter("b5-b4")
        window.until(r"Understood as: b5-b4\. Your own man stands on b4\.")
        window.until(r"Nearest choices:\n +\d+ [a-d]4-")
        window.enter("nonsense")
        window.until("None of the choices reads like that")
        window.enter("77")
        window.until(r"There is no choice 77: the numbers go from 1 to \d+\.")
        window.enter("a4")
        window.until("choices fit; take one by its number")
        window.enter("quit")
        window.until("Keep this game to go on later")
        window.enter("n")
        assert window.ended() == 0
        assert not list(tmp_path.iterdir()), "a game nobody wants is not kept"


def test_taking_back_and_playing_again(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "tic-tac-toe") as window:
        window.asked("Crosses>")
        window.enter("undo")
        window.until("nothing to take back")
        window.asked("Crosses>")
        window.enter("b2")
        window.asked("Noughts>")
        window.enter("undo")
        window.asked("Crosses>")
        assert window.text.rsplit("Turn", 1)[0].endswith("3 . . .\n2 . . .\n1 . . .\n  a b c\n\n")
        window.enter("redo")
        window.asked("Noughts>")
        assert "2 . X ." in window.text.rsplit("redo", 1)[1]
        window.enter("redo")
        window.until("nothing to play again")
        window.enter("quit")
        window.enter("")
        assert window.ended() == 0


def test_alone_against_the_computer_one_takes_back_a_whole_exchange(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "tic-tac-toe", "--seat", "nought=random", "--seed", 1) as window:
        window.asked("Crosses>")
        window.enter("b2")
        window.until("^Noughts: ")
        window.asked("Crosses>")
        window.enter("log")
        window.until("   1 Crosses: b2\n   2 Noughts: ")
        window.enter("undo")
        window.until("(?s)undo.*Turn 1 ")
        window.enter("hint")
        window.until("The computer would play: [abc][123]")
        window.enter("rules")
        window.until("TT-00")
        window.enter("quit")
        window.until("Keep this game")
        window.enter("y")
        assert window.ended() == 0
        (kept,) = tmp_path.iterdir()
        assert kept.name in "".join(window.text.split("\n"))


def test_saving_and_loading(tmp_path: Path) -> None:
    save = tmp_path / "mine.labrys"
    with Window(tmp_path / "games", "play", "tic-tac-toe", columns=200) as window:
        window.asked("Crosses>")
        window.enter("b2")
        window.asked("Noughts>")
        window.enter(f"save {save}")
        window.until("Saved to ")
        window.enter("a1")
        window.asked("Crosses>")
        window.enter(f"save {save}")
        window.until("not saved: .* is there already")
        window.asked("Crosses>")
        window.enter("load nowhere.labrys")
        window.until("(?i)no such file|cannot be|There is no")
        window.enter(f"load {save}")
        window.asked("Noughts>")
        assert "2 . X .\n1 . . ." in window.text.rsplit("load", 1)[1]
        window.enter("c3")
        window.asked("Crosses>")
        window.enter("quit")
        window.ended()
    # What was loaded goes on in its own file.
    assert save.read_text(encoding="utf-8").count("decision") == 2


def test_a_kill_loses_only_the_line_being_typed(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "tic-tac-toe") as window:
        window.asked("Crosses>")
        window.enter("b2")
        window.asked("Noughts>")
        window.enter("c3")
        window.asked("Crosses>")
        window.type("a1")
        window.until("Crosses> a1")
        window.kill()
    with Window(tmp_path, "play", "--resume") as window:
        window.asked("Crosses>")
        assert "3 . . O\n2 . X .\n1 . . .\n" in window.text
        window.enter("undo")
        window.asked("Noughts>")
        window.enter("a1")
        window.asked("Crosses>")
        window.kill()
    with Window(tmp_path, "play", "--resume") as window:
        window.asked("Crosses>")
        assert "3 . . .\n2 . X .\n1 O . .\n" in window.text
        window.type("\x04")
        assert window.ended() == 0


def test_play_alone_asks_for_everything(tmp_path: Path) -> None:
    with Window(tmp_path, "play", rows=50) as window:
        window.until(r"\d tic-tac-toe +Tic-tac-toe")
        window.asked("which game\\?")
        window.enter("no such game")
        window.until("Type the number of a game")
        window.enter("pig")
        window.asked(r"how many players, 2 to 6\? \[2\]")
        window.enter("9")
        window.until("A number from 2 to 6")
        window.enter("3")
        window.until("1 two-dice")
        window.asked(r"variants, .*\?")
        window.enter("1")
        window.until("target=100")
        window.asked(r"options to change, .*\?")
        window.enter("target=60")
        window.until("1 you against the computer")
        window.enter("")
        window.asked(r"how strong: .* \[2\]")
        window.enter("1")
        window.asked(r"which seat is yours: 1 Red, 2 Blue, 3 Green\? \[1\]")
        window.enter("Gre")
        window.asked("Green>")
        assert "Red 0" in window.text or "Red: " in window.text
        window.enter("quit")
        window.enter("")
        window.ended()
    (kept,) = tmp_path.iterdir()
    head = kept.read_text(encoding="utf-8").splitlines()[0]
    assert '"players":3,"variants":["two-dice"]' in head
    assert '"target":60' in head
    assert '"seats":{"red":"mcts:easy","blue":"mcts:easy","green":"human"}' in head


def test_secrets_stay_with_their_owner_at_one_screen(tmp_path: Path) -> None:
    cards = "jack|queen|king"
    with Window(tmp_path, "play", "kuhn-poker", "--seed", 3) as window:
        window.asked("Elder looks next: press Enter when only you can see.")
        assert not re.search(cards, window.raw)
        window.enter("")
        window.asked("Elder>")
        mine = re.search(rf"Elder \[({cards})\], Dealer \(1\)", window.text)
        assert mine
        window.enter("bet")
        window.asked("Dealer looks next: press Enter when only you can see.")
        assert not re.search(cards, window.text), "the screen still shows a hand"
        # Not even what scrolled away is left.
        assert "\x1b[3J" in window.raw
        window.enter("")
        window.asked("Dealer>")
        assert re.search(rf"Elder \(1\), Dealer \[({cards})\]", window.text)
        assert mine[1] not in window.text
        assert "Elder: bet" in window.text
        window.enter("fold")
        assert window.ended() == 0


COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d)[;m]")


def test_colours_only_where_they_are_wanted(tmp_path: Path) -> None:
    for more, wanted in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Window(tmp_path, "play", "reversi", **more) as window:
            window.asked("Black>")
            assert bool(COLOUR.search(window.raw)) is wanted
            assert "5 . . . O X . . ." in window.text
            window.type("\x04")
            assert window.ended() == 0


def test_words_instead_of_drawings(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "reversi", "--plain", "--lang", "fr") as window:
        window.asked("Noir>")
        assert not COLOUR.search(window.raw)
        assert ". . . O X" not in window.text
        assert re.search("pion.*d4", window.text, re.DOTALL)
        assert "Noir, à vous de décider" in window.text
        window.enter("aide")
        window.until("annuler +reprendre")
        window.enter("z9")
        window.until("Aucun choix ne se lit ainsi")
        window.enter("quitter")
        window.asked("Garder cette partie pour plus tard .*")
        window.enter("non")
        assert window.ended() == 0


def test_no_sign_outside_ascii_where_none_is_wanted(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "tic-tac-toe", "--ascii", "--lang", "fr") as window:
        window.asked("Croix>")
        window.enter("b2")
        window.asked("Ronds>")
        window.enter("b2")
        window.until("Compris")
        window.enter("aide")
        window.until("quitter")
        assert window.raw.isascii(), [sign for sign in window.raw if not sign.isascii()]
        window.type("\x04")
        assert window.ended() == 0


def test_a_live_game_goes_on_by_itself_and_keys_act_at_once(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "escape", "--players", 2, "--seat", "all=policy", "--seat", "red=human", "--seed", 1) as window:
        # Nobody has touched a key: the other one acts, and the clock runs.
        window.until(r"^[1-9][\d.]* s  Yellow: ")
        window.until(r"^ +1 roll")
        window.until(r"^[2-9] s  Red>|^\d\d+ s  Red>")
        # Many choices are settled part by part, each with a single key; an empty line goes back.
        window.type("1")
        window.until(r"s  roll[^·]* · Red>")
        window.type("0")
        window.until(r"s  roll[^·]* · 0 · Red>")
        window.enter("")
        window.until(r"s  roll[^·]* · Red>")
        window.enter("help")
        window.asked("back to the game")
        window.enter("")
        window.until(r"s  roll[^·]* · Red>")
        window.enter("nonsense")
        window.until("None of the choices reads like that")
        window.kill()
    with Window(tmp_path, "play", "--resume") as window:
        # The clock goes on from the last thing that happened, not from the time on the wall.
        first = re.search(r"^(\d+) s  Red>", window.until(r"^\d+ s  Red>"), re.MULTILINE)
        assert first
        assert int(first[1]) >= 2
        window.enter("quit")
        assert window.ended() == 0


def test_giving_up(tmp_path: Path) -> None:
    with Window(tmp_path, "play", "tic-tac-toe") as window:
        window.asked("Crosses>")
        window.enter("resign")
        assert window.ended() == 0
        assert "Crosses resigned; Noughts won." in window.text
    # Of three the others go on, with an automatic player in the empty seat.
    with Window(tmp_path, "play", "pig", "--players", 3, "--option", "target=40", "--seed", 1) as window:
        window.asked("Red>")
        window.enter("resign")
        window.asked("Blue>")
        window.enter("resign")
        window.asked("Green>")
        window.enter("resign")
        assert window.ended() == 0
        assert re.search("(Red|Blue|Green) won", window.text)
