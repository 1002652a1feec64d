"""Where rulesets and schemas lie, and the files of one ruleset joined by `include`."""

import os
from collections.abc import Callable
from pathlib import Path

from labrys.source.catalogue import Both
from labrys.source.findings import Findings, did_you_mean, suggestion
from labrys.source.spans import Span
from labrys.source.tree import Entry, Mapping, Node, Scalar, Sequence, words_of

MOST_FILES = 64

ReadPart = Callable[[Path], Mapping | None]


class SourceError(Exception):
    """Wrong use by the caller, not a fault in a ruleset: no such game, no such folder."""

    def __init__(self, en: str, fr: str) -> None:
        super().__init__(en)
        self.message = Both(en, fr)


def _data_folder(name: str) -> Path:
    here = Path(__file__).resolve()
    # A checkout keeps the data beside `interpreter/`; a wheel carries a copy inside the package.
    # What merely lies above an installed package is nobody's business.
    if here.parents[2].name == "interpreter" and (here.parents[3] / name).is_dir():
        return here.parents[3] / name
    return here.parents[1] / "_data" / name


def schemas_folder() -> Path:
    return _data_folder("schemas")


def list_rulesets() -> list[Path]:
    """The folders of the built-in rulesets, by name."""
    home = _data_folder("rulesets")
    return sorted(path.parent for path in home.glob("*/game.yaml"))


def find_ruleset(id_or_path: str | Path) -> Path:
    """The folder of a built-in game, or of a path to a folder or its `game.yaml`.

    Raises SourceError if there is no such game, or no `game.yaml` in the folder.
    """
    known = {path.name: path for path in list_rulesets()}
    # A path is meant as a path, also where it leads to a copy that is called like a game.
    copied = isinstance(id_or_path, Path) and _is_there(id_or_path / "game.yaml")
    if str(id_or_path) in known and not copied:
        return known[str(id_or_path)]
    path = Path(id_or_path)
    shown = str(id_or_path)
    try:
        if path.is_file() and path.name == "game.yaml":
            return path.parent
        if path.is_dir():
            if (path / "game.yaml").is_file():
                return path
            raise SourceError(
                f"The folder {shown} holds no game.yaml.",
                f"Le dossier {shown} ne contient pas de game.yaml.",
            )
    except (OSError, ValueError):
        pass
    near = did_you_mean(shown, known)
    hint = Both(f" Did you mean {near}?", f" Vouliez-vous dire {near} ?") if near else Both("", "")
    raise SourceError(
        f"There is no game or folder named {shown}.{hint.en}",
        f"Il n'y a pas de jeu ni de dossier nommé {shown}.{hint.fr}",
    )


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_inside(path: Path, folder: Path) -> bool:
    """Whether the file, with links followed, lies in the folder."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def join_includes(tree: Mapping, folder: Path, read: ReadPart, findings: Findings) -> Mapping:
    """The tree with the sections of every included file joined to its own.

    `read` turns a path into a checked tree. Sections are united by name, lists are put end to end.
    """
    return _Joiner(folder, read, findings).join(tree, ("game.yaml",))


class _Joiner:
    def __init__(self, folder: Path, read: ReadPart, findings: Findings) -> None:
        self.folder = folder
        self.read = read
        self.findings = findings
        self.places: dict[str, Span] = {}

    def join(self, tree: Mapping, chain: tuple[str, ...]) -> Mapping:
        joined = tree.without("include")
        for name in words_of(tree.get("include")):
            part = self._part(name, chain)
            if part is not None:
                for section, entry in part.entries.items():
                    if section != "labrys":
                        joined = self._unite(joined, section, entry)
        return joined

    def _part(self, name: Scalar, chain: tuple[str, ...]) -> Mapping | None:
        where, wanted = name.span, name.value
        path = Path(wanted)
        if path.is_absolute() or ".." in path.parts or "\\" in wanted or "\0" in wanted:
            self.findings.report("include-outside", where, name=wanted)
            return None
        target = self.folder / path
        key = os.path.normpath(wanted)
        if key in chain:
            way = " -> ".join([*chain[chain.index(key) :], key])
            self.findings.report("include-cycle", where, chain=way)
        elif key in self.places:
            # Of a file and the game itself, the game is the one that names its parts.
            first, second = self.places[key], where
            if len(chain) == 1 and first.file != where.file:
                first, second = second, first
            self.findings.report("repeated-key", second, name=wanted, first=first.line)
        elif not is_inside(target, self.folder):
            self.findings.report("include-outside", where, name=wanted)
        elif not target.is_file() or target.suffix != ".yaml":
            there = [path.name for path in self.folder.glob("*.yaml")]
            self.findings.report("missing-file", where, suggestion(wanted, there), name=wanted)
        elif len(self.places) >= MOST_FILES:
            self.findings.report("too-many-files", where, most=MOST_FILES)
        else:
            self.places[key] = where
            part = self.read(target)
            return None if part is None else self.join(part, (*chain, key))
        return None

    def _unite(self, tree: Mapping, section: str, entry: Entry) -> Mapping:
        mine = tree.entries.get(section)
        if mine is None:
            return tree.with_entry(section, entry)
        value: Node
        if isinstance(mine.value, Mapping) and isinstance(entry.value, Mapping):
            united = dict(mine.value.entries)
            for name, node in entry.value.entries.items():
                if name in united:
                    first = united[name].key_span
                    label = f"{section}.{name}"
                    self.findings.report("repeated-name", node.key_span, name=label, first=first)
                else:
                    united[name] = node
            value = Mapping(united, mine.value.span)
        elif isinstance(mine.value, Sequence) and isinstance(entry.value, Sequence):
            value = Sequence([*mine.value.items, *entry.value.items], mine.value.span)
        else:
            first = mine.key_span
            self.findings.report("repeated-name", entry.key_span, name=section, first=first)
            return tree
        return tree.with_entry(section, Entry(mine.key_span, value))
