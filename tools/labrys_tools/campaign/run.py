"""A campaign: tasks for the processes, and what each of them does."""

from pathlib import Path

from labrys import RulesetError

from labrys_tools.campaign.games import (
    Broken,
    Tally,
    Task,
    compare_engines,
    load,
    play_game,
    watch_again,
)
from labrys_tools.campaign.secrets import swap_secrets
from labrys_tools.campaign.tables import Table, tables
from labrys_tools.engines import engine_for
from labrys_tools.speech import language
from labrys_tools.trouble import sentence_of

# Games in one task: enough to be worth loading the game, few enough to move the bar.
_BATCH = 20
# One game in so many is watched, compared and swapped: each costs as much again, where there are secrets far more.
CLOSELY = 4
ANY_TABLE = Table(None, ())


def tasks_for(
    folder: Path,
    games: int,
    seed: int,
    engines: tuple[str, ...],
    wanted: Table = ANY_TABLE,
    closely: int = CLOSELY,
) -> list[Task]:
    """`games` games of a ruleset, shared out over its variants, numbers of players and options."""
    settings = tables(folder, seed, wanted)
    seeds: dict[Table, list[int]] = {table: [] for table in settings}
    for number in range(games):
        seeds[settings[number % len(settings)]].append(seed * 1_000_003 + number)
    batch = max(_BATCH, closely)
    return [
        Task(folder, table, tuple(chosen[start : start + batch]), engines, closely)
        for table, chosen in seeds.items()
        for start in range(0, len(chosen), batch)
    ]


def one_game(folder: Path, seed: int, engines: tuple[str, ...], table: Table) -> list[Task]:
    """The one game a complaint is about."""
    return [Task(folder, table, (seed,), engines)]


def run_task(task: Task) -> Tally:
    """Every game of the task. A broken promise is a complaint with what repeats it."""
    tally = Tally()
    try:
        # The bulk is played on the faster engine; what is watched closely runs on both.
        game = load(task, task.engines[-1])
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
            if index % task.closely == 0:
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
    table = task.table
    words = [task.folder.name, *(f"--variant {name}" for name in table.variants)]
    if table.players is not None:
        words.append(f"--players {table.players}")
    words += [f"--option {name}={str(value).lower()}" for name, value in table.options]
    if seed is not None:
        words.append(f"--repeat {seed}")
    return " ".join(words)


def engines_here() -> tuple[str, ...]:
    """The engines this machine has; Python's always. Where the other one is missing, that is said."""
    return ("python", "native") if engine_for("native") == "native" else ("python",)
