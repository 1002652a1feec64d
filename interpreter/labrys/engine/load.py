"""From the name of a ruleset to a Game ready to play, and everything wrong with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labrys.engine.cache import writable_cache
from labrys.engine.check_scenarios import Compile, check_scenario
from labrys.engine.errors import RulesetError, UsageError
from labrys.engine.game import Game
from labrys.engine.printer import add_functions, make_functions, print_python
from labrys.graph.builder import Builder
from labrys.graph.code import node, var
from labrys.graph.compile import Program, _Compiler
from labrys.graph.rulegraph import analyse, raised_events
from labrys.graph.rulegraph import rule_graph as graph_of
from labrys.graph.scope import Scope
from labrys.language.constants import Constants
from labrys.language.declare import declare, text_of
from labrys.language.parse import grammar, parse
from labrys.language.treebank import treebank
from labrys.language.types import BagOf, SetOf, Type
from labrys.source.findings import Findings, suggestion
from labrys.source.folder import SourceError, find_ruleset
from labrys.source.load import content_hash, read_checked, read_game
from labrys.source.spans import Span
from labrys.source.tree import Mapping as Tree
from labrys.source.tree import Scalar, words_of
from labrys.source.tree import Sequence as Sequence_
from labrys.source.variants import Variant, blamed, load_variants

if TYPE_CHECKING:
    import networkx


def load(
    id_or_path: str | Path,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    engine: str = "python",
    covering: bool = False,
    without: Sequence[str] = (),
) -> Game:
    """A game ready to play. Raises UsageError and RulesetError."""
    if engine not in ("python", "native"):
        raise UsageError(f"There is no engine {engine}.", f"Il n'y a pas de moteur {engine}.")
    try:
        folder = find_ruleset(id_or_path)
        findings = Findings()
        with treebank(writable_cache(), content_hash(folder), grammar()):
            tree = read_game(folder, sorted(variants), findings)
            if tree is None or findings.has_errors():
                raise RulesetError(findings)
            program, compiler = compile_tree(tree, findings, players, options, covering, frozenset(without))
    except SourceError as error:
        raise UsageError(error.message["en"], error.message["fr"]) from None
    except NoBoard:
        raise RulesetError(findings) from None
    if findings.has_errors():
        raise RulesetError(findings)
    game = _game(program, compiler, folder, tree, tuple(sorted(variants)))
    if engine == "native":
        from labrys.native.engine import Native

        game.native = Native(program)
    return game


class NoBoard(Exception):
    """The board cannot be built, which is reported; nothing that is said about it would make sense."""


def compile_tree(
    tree: Tree,
    findings: Findings,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    covering: bool = False,
    disabled: frozenset[str] = frozenset(),
) -> tuple[Program, _Compiler]:
    world = declare(tree, findings, players, options, disabled)
    if world.board is None and world.section("board") is not None:
        raise NoBoard
    words = {word: index for listed in world.words_of_options.values() for index, word in enumerate(listed)}
    constants = Constants({**world.options, **world.constants}, words, len(world.seats), findings, world.tick)
    compiler = _Compiler(world, constants, covering)
    return compiler.compile(), compiler


def _game(program: Program, compiler: _Compiler, folder: Path, tree: Tree, variants: tuple[str, ...]) -> Game:
    source = print_python(program.world, program.builder)
    functions = make_functions(program.world, program.builder, source)
    title, about, name = tree.get("title"), tree.get("about"), tree.get("game")
    facts = {
        "id": name.value if isinstance(name, Scalar) else folder.name,
        "title": text_of(title) if title is not None else {},
        "about": text_of(about) if about is not None else {},
        "hash": _hash(folder, program, variants),
        "variants": variants,
        "options": dict(program.world.options),
        "evaluator": _evaluator(compiler),
    }
    return Game(program, functions, facts)


def _hash(folder: Path, program: Program, variants: tuple[str, ...]) -> str:
    """Ruleset, variants, options and seats: one layout, one hash in every save."""
    import hashlib
    import json

    chosen = json.dumps([content_hash(folder), variants, sorted(program.world.options.items()), program.world.seats])
    return hashlib.sha256(chosen.encode()).hexdigest()


def _evaluator(compiler: _Compiler) -> Callable[[str], tuple[Callable[..., Any], Type]]:
    """Compiles expressions on demand, for scenarios; each text once."""
    known: dict[str, tuple[Callable[..., Any], Type]] = {}
    names: dict[str, Any] = {}
    own = len(compiler.builder.functions)

    def evaluate(text: str) -> tuple[Callable[..., Any], Type]:
        nonlocal names
        if text in known:
            return known[text]
        findings = Findings()
        compiler.findings = findings
        builder = compiler.builder
        scalar = Scalar(text, Span("expression", 1, 1, 1, len(text) + 1))
        tree = parse(scalar, "expr", findings)
        me = builder.fresh()
        if tree is not None:
            scope = Scope(scalar, me=var(me))
            value = compiler.expr(tree, scope)
            if value.coll is not None or isinstance(value.type, SetOf):
                value = compiler.as_set(value, tree, scope)
            elif isinstance(value.type, BagOf):
                value.node = node("bagcopy", *value.node.args)
        if tree is None or findings.has_errors():
            del builder.functions[own:]
            raise RulesetError(findings)
        made = builder.function([me], [node("return", value.node)], "expression")
        world = compiler.world
        part = Builder(builder.functions, builder.tables)
        if not names:
            names = make_functions(world, part, print_python(world, part)).by_number[made.number].__globals__
        # Each expression has its functions beside those of the game, and leaves none behind.
        known[text] = (add_functions(names, part, print_python(world, part, own))[f"f{made.number}"], value.type)
        del builder.functions[own:]
        return known[text]

    return evaluate


def check(id_or_path: str | Path, variants: Sequence[str] | None = None, every: bool = True) -> Findings:
    """Everything wrong with a ruleset: its game, each of its variants, for every number of players."""
    try:
        folder = find_ruleset(id_or_path)
    except SourceError as error:
        raise UsageError(error.message["en"], error.message["fr"]) from None
    findings = Findings()
    with treebank(writable_cache(), content_hash(folder), grammar()):
        rules = _side_files(folder, findings)
        for variant in load_variants(folder, Findings()).values():
            _cited(words_of(variant.tree.get("cites")), rules, findings)
        chosen = [list(variants)] if variants is not None else [[], *_variants(folder, every, findings)]
        for group in chosen:
            own = Findings()
            tree = read_game(folder, group, own)
            if tree is not None:
                _check_group(tree, group, rules, own)
            findings.take(blamed(own, findings, folder, group) if group and own.has_errors() else own)
    return findings


def _check_group(tree: Tree, group: list[str], rules: list[str] | None, findings: Findings) -> None:
    """What is wrong with a game with these variants, at every table."""
    programs: list[Program] = []
    # Two variants together are tried at one table: each alone was tried at all.
    for players, options in _tables(tree)[: None if len(group) < 2 else 1]:
        try:
            programs.append(compile_tree(tree, findings, players, options)[0])
            _cited(programs[-1].world.cited, rules, findings)
        except (SourceError, NoBoard):
            break
    raised = {event for program in programs for event in raised_events(program)}
    for program in programs:
        analyse(program, findings, raised)


def rule_graph(id_or_path: str | Path, variants: Sequence[str] = ()) -> networkx.DiGraph:
    """The action/trigger graph of a ruleset."""
    findings = Findings()
    try:
        tree = read_game(find_ruleset(id_or_path), sorted(variants), findings)
        if tree is None or findings.has_errors():
            raise RulesetError(findings)
        return graph_of(compile_tree(tree, findings)[0])
    except SourceError as error:
        raise UsageError(error.message["en"], error.message["fr"]) from None
    except NoBoard:
        raise RulesetError(findings) from None


def _side_files(folder: Path, findings: Findings) -> list[str] | None:
    """Checks rules, scenarios and counts; the ids of the rules, or None if the ruleset lists none."""
    ids: list[str] | None = None
    if (folder / "rules.yaml").is_file():
        ids = []
        tree = read_checked(folder / "rules.yaml", "rules", folder, findings)
        for section in ("rules", "gaps"):
            found = tree.get(section) if tree is not None else None
            if isinstance(found, Tree):
                ids += found.keys()
    compile_for = _compiling(folder)
    for path in sorted((folder / "perft").rglob("*.yaml")):
        count = read_checked(path, "perft", folder, findings)
        if count is not None:
            check_scenario(count, compile_for, findings)
    for path in sorted((folder / "scenarios").rglob("*.yaml")):
        tree = read_checked(path, "scenario", folder, findings)
        scenarios = tree.get("scenarios") if tree is not None else None
        items = scenarios.items if isinstance(scenarios, Sequence_) else [tree]
        for item in items:
            if isinstance(item, Tree):
                _cited(words_of(item.get("cites")), ids, findings)
                check_scenario(item, compile_for, findings)
    return ids


def _cited(words: list[Scalar], ids: list[str] | None, findings: Findings) -> None:
    for word in words:
        if ids is not None and word.value not in ids:
            findings.report("unknown-rule", word.span, suggestion(word.value, ids), name=word.value)


def _compiling(folder: Path) -> Compile:
    """Compiles the game for the choices of a scenario, each combination once; faults of the game are told elsewhere."""
    known: dict[object, _Compiler | None] = {}

    def compile_for(variants: tuple[str, ...], players: int | None, options: dict[str, object]) -> _Compiler | None:
        key = (variants, players, tuple(sorted(options.items())))
        if key not in known:
            own = Findings()
            tree = read_game(folder, list(variants), own)
            made: _Compiler | None = None
            if tree is not None and not own.has_errors():
                with suppress(NoBoard):
                    made = compile_tree(tree, own, players, options)[1]
            known[key] = None if own.has_errors() else made
        return known[key]

    return compile_for


def _variants(folder: Path, every: bool, findings: Findings) -> list[list[str]]:
    """Each variant with those it requires, then every two that do not conflict."""
    if not every:
        return []
    known = load_variants(folder, findings)
    groups = [_required({name}, known) for name in known]
    for first, second in combinations(known, 2):
        group = _required({first, second}, known)
        if not any(word.value in group for name in group for word in known[name].conflicts):
            groups.append(group)
    return [sorted(group) for group in dict.fromkeys(map(frozenset, groups))]


def _required(names: set[str], known: Mapping[str, Variant]) -> set[str]:
    """These variants and all they require; what there is not is told elsewhere."""
    while more := {word.value for name in names for word in known[name].requires if word.value in known} - names:
        names = names | more
    return names


def _tables(tree: Tree) -> list[tuple[int | None, dict[str, object]]]:
    """Tables to check the game at: every number of players, and each option with each of its words once."""
    numbers = _numbers(tree)
    tables: list[tuple[int | None, dict[str, object]]] = [(number, {}) for number in numbers]
    section = tree.get("options")
    for name, option in section.items() if isinstance(section, Tree) else ():
        kind = option.get("type")
        words = [word.value for word in words_of(kind)]
        if words == ["truth"]:
            words = ["true", "false"]
        elif isinstance(kind, Scalar):
            ends = kind.value.split("..")
            words = [end.strip() for end in ends] if len(ends) == 2 and all(end.strip().isdigit() for end in ends) else []
        tables += [(numbers[0], {name: word}) for word in words]
    return tables


def _numbers(tree: Tree) -> list[int | None]:
    players = tree.get("players")
    if isinstance(players, Tree):
        ends = [players.get("from"), players.get("to")]
        if all(isinstance(end, Scalar) and end.value.isdigit() for end in ends):
            low, high = (int(end.value) for end in ends)  # type: ignore[union-attr]
            return [*range(max(low, 1), min(high, 8) + 1)] or [None]
    return [None]
