"""A journal loses at most the line being written, serves one process at a time, and tells when rules have changed."""

import os
import subprocess
import sys
from pathlib import Path

import labrys
import pytest
from labrys import SaveError
from labrys.match import Busy, Journal, Match, Setup, is_journal, read, save_as

ROOT = Path(__file__).resolve().parents[2]


def fresh(name: str = "tic-tac-toe", seed: int = 7) -> Match:
    game = labrys.load(name)
    return Match(game, Setup(name, game.players, (), {}, seed, game.hash, {}))


def played(path: Path, moves: int = 4) -> Match:
    match = fresh()
    match.journal = save_as(match, path)
    for _ in range(moves):
        match.play(match.state.decisions[0])
    return match


def again(path: Path) -> Match:
    match = fresh()
    assert match.replay(read(path)) is None
    return match


def test_what_was_played_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match = played(path)
    assert again(path).state == match.state
    assert is_journal(path)


def test_every_cut_loses_at_most_the_last_line(tmp_path: Path) -> None:
    path = tmp_path / "game"
    played(path).journal.close()  # type: ignore[union-attr]
    data = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(data) if byte == 10]
    for cut in range(ends[0], len(data)):
        path.write_bytes(data[:cut])
        record = read(path)
        assert len(record.moves) == sum(end <= cut for end in ends) - 1
        assert record.damaged == (cut not in ends)


def test_a_damaged_end_is_cut_off_and_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "game"
    played(path).journal.close()  # type: ignore[union-attr]
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"decision":{"se')
    journal, record = Journal.open(path)
    assert record.damaged
    assert len(record.moves) == 4
    match = fresh()
    match.replay(record)
    match.journal = journal
    match.play(match.state.decisions[0])
    journal.close()
    assert len(read(path).moves) == 5
    assert path.with_name("game.damaged").read_bytes() == b'{"decision":{"se'


def test_a_spoilt_line_in_the_middle_hides_nothing_silently(tmp_path: Path) -> None:
    path = tmp_path / "game"
    played(path).journal.close()  # type: ignore[union-attr]
    data = bytearray(path.read_bytes())
    data[data.index(b"\n") + 5] ^= 1
    path.write_bytes(bytes(data))
    record = read(path)
    assert record.damaged
    assert record.moves == ()


@pytest.mark.parametrize("data", [b"", b"\n", b"nonsense", b"{}\t00000000\n", b"\0" * 500])
def test_what_is_no_journal_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game"
    path.write_bytes(data)
    with pytest.raises(SaveError):
        read(path)


def test_two_processes_do_not_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match = played(path)
    code = f"from pathlib import Path; from labrys.match import Journal; Journal.open(Path({str(path)!r}))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    other = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert "Busy" in other.stderr
    with pytest.raises(Busy):
        Journal.open(path)
    match.play(match.state.decisions[0])
    assert len(read(path).moves) == 5


def test_a_journal_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game"
    played(path)
    with pytest.raises(FileExistsError):
        played(path)


def test_undo_and_redo_are_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match = played(path)
    four = match.state
    match.undo(2)
    two = match.state
    assert again(path).state == two
    match.redo()
    assert match.state == four
    assert again(path).state == four
    match.undo(1)
    match.play(match.state.decisions[3])
    assert again(path).state == match.state
    assert len(match.decisions) == 2


def test_who_gave_up_is_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "game"
    match = played(path)
    match.resign("nought")
    assert again(path).resigned == ["nought"]
    assert read(path).resigned == ("nought",)


def test_other_rules_part_where_other_things_may_be_decided(tmp_path: Path) -> None:
    path = tmp_path / "game"
    played(path)
    wider = labrys.load("tic-tac-toe", options={"size": 4})
    match = Match(wider, Setup("tic-tac-toe", 2, (), {"size": 4}, 7, wider.hash, {}))
    parting = match.replay(read(path))
    assert parting is not None
    assert parting.at == 0
    misere = labrys.load("tic-tac-toe", variants=["misere"])
    match = Match(misere, Setup("tic-tac-toe", 2, ("misere",), {}, 7, misere.hash, {}))
    # The same squares may be taken until somebody has three in a row.
    assert match.replay(read(path)) is None


def test_chance_and_secrets_are_not_unseen() -> None:
    pig = fresh("pig")
    pig.play(pig.state.decisions[0])
    assert pig.shown_since(0) == "chance"
    dedale = fresh("dedale")
    laid = next(d for d in dedale.state.decisions if d.action not in ("pass", "wait"))
    dedale.play(laid)
    assert dedale.shown_since(0) in ("secret", "chance")
    chess = fresh("chess")
    chess.play(chess.state.decisions[0])
    chess.play(chess.state.decisions[0])
    assert chess.shown_since(0) is None
    assert chess.last_of({"white"}) == 0
    assert chess.last_of({"black"}) == 1
