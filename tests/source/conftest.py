"""A ruleset's folder from texts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from labrys.source.catalogue import Example, example_files

MakeRuleset = Callable[[Example], Path]


@pytest.fixture
def make_ruleset(tmp_path: Path) -> MakeRuleset:
    """Write the files of an example of the catalogue and give their folder."""

    def make(example: Example) -> Path:
        folder = tmp_path / "tiny"
        for name, text in example_files(example).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return folder

    return make
