"""A campaign: tasks for the processes, and what each of them does."""

from pathlib import Path

import labrys
from labrys import LabrysError

from labrys_tools.campaign.games import (
    Broken,
    Tally,
    Task,
    compare_engines,
    play_game,
    watch_again,
)
from labrys_tools.campaign.secrets import swap_secrets
from labrys_tools.proof import companies
from labrys_tools.trouble import sentence_of

# Games in one task: enough to be worth loading the game, few enough to move the bar.
_BATCH = 20
# One game in so many is watched, compared and swapped: each costs as much again.
_CLOSELY = 4


def tasks_for(
    folder: Path, games: int, seed: int, engines: tuple[str, ...], wanted: tuple[str, ...]
) -> list[Task]:
    """`games` games of a ruleset, shared out over its variants and numbers of players."""
    settings = [
        (players, variants)
        for variants in companies(folder, wanted)
        for players in _numbers_of_players(folder, variants)
    ]
    seeds: dict[tuple[int | None, tuple[str, ...]], list[int]] = {key: [] for key in settings}
    for number in range(games):
        seeds[settings[number % len(settings)]].append(seed * 1_000_003 + number)
    return [
        Task(folder, players, variants, tuple(chosen[start : start + _BATCH]), engines)
        for (players, variants), chosen in seeds.items()
        for start in range(0, len(chosen), _BATCH)
    ]


def _numbers_of_players(folder: Path, variants: tuple[str, ...]) -> list[int | None]:
    """Every number of players the ruleset takes; the default alone if it says none."""
    from labrys_tools.commands.list import row_of

    row = row_of(folder)
    players = {} if row is None else row["players"]
    few, many = players.get("from"), players.get("to")
    if isinstance(few, int) and isinstance(many, int):
        return list(range(few, many + 1))
    return [None]


def run_task(task: Task) -> Tally:
    """Every game of the task. A broken promise is a complaint with what repeats it."""
    tally = Tally()
    try:
        game = labrys.load(task.folder, players=task.players, variants=task.variants)
    except LabrysError as error:
        tally.complaints.append(f"{_setting(task)}: {sentence_of(error)[0]}")
        return tally
    for index, seed in enumerate(task.seeds):
        try:
            taken = play_game(task, game, seed, tally)
            if index % _CLOSELY == 0:
                watch_again(task, seed, taken, tally)
                if len(task.engines) > 1:
                    compare_engines(task, seed, taken, tally)
                swap_secrets(game, seed, tally)
        except Broken as error:
            tally.complaints.append(f"{_setting(task)}, seed {seed}: {error}")
        except LabrysError as error:
            tally.complaints.append(f"{_setting(task)}, seed {seed}: {sentence_of(error)[0]}")
    return tally


def _setting(task: Task) -> str:
    words = [task.folder.name, *task.variants]
    if task.players is not None:
        words.append(f"{task.players} players")
    return " + ".join(words)


def engines_here(folder: Path) -> tuple[str, ...]:
    """The engines this machine can run the ruleset on; Python's always."""
    try:
        labrys.load(folder, engine="native")
    except LabrysError:
        return ("python",)
    return ("python", "native")
