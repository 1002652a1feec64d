"""A campaign: tasks for the processes, and what each of them does."""

from pathlib import Path

import labrys
from labrys import RulesetError

from labrys_tools.campaign.games import (
    Broken,
    Tally,
    Task,
    compare_engines,
    play_game,
    watch_again,
)
from labrys_tools.campaign.secrets import swap_secrets
from labrys_tools.engines import engine_for
from labrys_tools.proof import companies
from labrys_tools.speech import language
from labrys_tools.trouble import sentence_of

# Games in one task: enough to be worth loading the game, few enough to move the bar.
_BATCH = 20
# One game in so many is watched, compared and swapped: each costs as much again.
_CLOSELY = 4
# A ruleset that claims to be for a billion players is told so when it is loaded.
_MOST_SETTINGS = 64


def tasks_for(
    folder: Path,
    games: int,
    seed: int,
    engines: tuple[str, ...],
    wanted: tuple[str, ...],
    only: int | None = None,
) -> list[Task]:
    """`games` games of a ruleset, shared out over its variants and numbers of players."""
    settings = [
        (players, variants)
        for variants in companies(folder, wanted)
        for players in ([only] if only is not None else _numbers_of_players(folder, variants))
    ]
    seeds: dict[tuple[int | None, tuple[str, ...]], list[int]] = {key: [] for key in settings}
    for number in range(games):
        seeds[settings[number % len(settings)]].append(seed * 1_000_003 + number)
    return [
        Task(folder, players, variants, tuple(chosen[start : start + _BATCH]), engines)
        for (players, variants), chosen in seeds.items()
        for start in range(0, len(chosen), _BATCH)
    ]


def one_game(
    folder: Path, seed: int, engines: tuple[str, ...], variants: tuple[str, ...], only: int | None
) -> list[Task]:
    """The one game a complaint is about."""
    return [Task(folder, only, variants, (seed,), engines)]


def _numbers_of_players(folder: Path, variants: tuple[str, ...]) -> list[int | None]:
    """Every number of players the ruleset takes; the default alone if it says none."""
    from labrys_tools.commands.list import row_of

    row = row_of(folder)
    players = {} if row is None else row["players"]
    few, many = players.get("from"), players.get("to")
    if isinstance(few, int) and isinstance(many, int):
        return list(range(few, min(many, few + _MOST_SETTINGS) + 1))
    return [None]


def run_task(task: Task) -> Tally:
    """Every game of the task. A broken promise is a complaint with what repeats it."""
    tally = Tally()
    try:
        # The bulk is played on the faster engine; what is watched closely runs on both.
        game = labrys.load(
            task.folder, players=task.players, variants=task.variants, engine=task.engines[-1]
        )
    except RulesetError as error:
        # One complaint a finding: most are found again with every number of players and variant.
        for finding in error.findings:
            place = f"{finding.span}: {finding.code}"
            tally.complaints.append(f"{place} {finding.message(language())}")
        return tally
    except Exception as error:
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
            tally.complaints.append(f"{_setting(task, seed)}: {error}")
        except Exception as error:
            # Faults of Labrys itself are what a campaign is after: told with the seed, and on.
            tally.complaints.append(f"{_setting(task, seed)}: {sentence_of(error)[0]}")
    return tally


def _setting(task: Task, seed: int | None = None) -> str:
    """What to write after `labrys campaign` to see it again."""
    words = [task.folder.name, *(f"--variant {name}" for name in task.variants)]
    if task.players is not None:
        words.append(f"--players {task.players}")
    if seed is not None:
        words.append(f"--repeat {seed}")
    return " ".join(words)


def engines_here() -> tuple[str, ...]:
    """The engines this machine has; Python's always. Where the other one is missing, that is said."""
    return ("python", "native") if engine_for("native") == "native" else ("python",)
