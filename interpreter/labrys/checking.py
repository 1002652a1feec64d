"""Everything wrong with a ruleset: what compiling it shows, and what all its files show together."""

from collections.abc import Sequence
from pathlib import Path

from labrys.engine.load import check as check_tables
from labrys.source.findings import Findings
from labrys.source.folder import find_ruleset
from labrys.source.whole import check_whole


def check(
    id_or_path: str | Path, variants: Sequence[str] | None = None, every: bool = True
) -> Findings:
    """Everything wrong with a ruleset: its game, each of its variants, for every number of players."""
    findings = check_tables(id_or_path, variants, every)
    if variants is None and every:
        check_whole(find_ruleset(id_or_path), findings)
    return findings
