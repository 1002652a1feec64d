"""From the tree of a game to its World: seats, options, domains, board, stones, pieces, fields, in this order."""

from __future__ import annotations

import json
from collections.abc import Mapping as Dict
from functools import lru_cache
from typing import Any

from labrys.board.build import build_board
from labrys.board.errors import BoardError
from labrys.board.laid import LaidBoard
from labrys.board.measure import Measure
from labrys.board.shapes import Placement, placements
from labrys.board.shapes import Shape as Drawn
from labrys.board.tiled import TiledBoard
from labrys.board.topology import Topology
from labrys.language.constants import Constants, prune, seconds
from labrys.language.drawings import spot_in
from labrys.language.looks import read_looks
from labrys.language.parse import RESERVED, Syntax, parse, span_of
from labrys.language.reasons import board_reason
from labrys.language.tiles import declare_tiles
from labrys.language.types import (
    LEAST,
    MOST,
    TRUTH,
    BagOf,
    ListOf,
    Maybe,
    Member,
    Number,
    SetOf,
    Single,
    Type,
    single,
)
from labrys.language.world import Domain, Field, History, PieceKind, Shape, Stone, World
from labrys.source.catalogue import Both
from labrys.source.findings import Findings, suggestion
from labrys.source.folder import SourceError
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, Sequence, words_of
from lark import Token

MOST_SEATS, MOST_PIECES, MOST_SLOTS, MOST_KEPT = 8, 2_048, 250_000, 10_000
SEEN_WORDS = ("all", "owner", "nobody")


def declare(
    tree: Mapping,
    findings: Findings,
    players: int | None = None,
    options: Dict[str, object] | None = None,
    disabled: frozenset[str] = frozenset(),
) -> World:
    """The World of a game for these players and options. Raises SourceError for choices the game does not offer."""
    world = World(tree, findings, disabled=disabled)
    constants = _Seating(world, players).read()
    clock = world.section("clock")
    tick = clock.get("tick") if clock else None
    # Durations may stand in options and constants, so they need the tick before anything else is declared.
    constants.tick = (seconds(tick.value) if isinstance(tick, Scalar) else None) or 1.0
    _Options(world, constants, options or {}).read()
    world.tree = prune(tree, constants)
    if disabled:
        world.tree = _without(world.tree, disabled)
    _Things(world, constants).read()
    return world


def _without(tree: Mapping, disabled: frozenset[str]) -> Mapping:
    """Drops disabled guards, triggers, ends and set-up; actions, events and definitions are emptied later.

    What is left of a phase is its name: the active seat plays one action in it.
    """
    for path in disabled:
        parts = path.split(".")
        if parts[0] == "phases" and len(parts) == 2:
            for key in ("who", "actions", "enter", "leave", "next", "stuck"):
                tree = _drop(tree, [*parts, key])
        if parts[0] in ("triggers", "ends", "setup", "limit", "invariants", "timers") or "require" in parts or "ensure" in parts:
            tree = _drop(tree, parts)
    return tree


def _drop(node: Mapping, parts: list[str]) -> Mapping:
    if len(parts) == 1:
        return node.without(parts[0])
    inner = node.get(parts[0])
    if isinstance(inner, Mapping):
        return node.with_entry(parts[0], type(node.entries[parts[0]])(node.key_span(parts[0]), _drop(inner, parts[1:])))
    return node


class _Seating:
    """Which seats play."""

    def __init__(self, world: World, players: int | None) -> None:
        self.world = world
        self.players = players

    def read(self) -> Constants:
        world = self.world
        seats = world.section("seats")
        everyone = list(seats.keys()) if seats else []
        least, most = self._range(len(everyone))
        count = self.players if self.players is not None else least
        if not least <= count <= most:
            raise SourceError(
                f"This game is for {_span(least, most)} players, not {count}.",
                f"Ce jeu se joue à {_span(least, most)}, pas à {count}.",
            )
        playing = everyone[:count]
        seating = world.section("seating")
        if seating and str(count) in seating:
            chosen = words_of(seating.get(str(count)))
            playing = [word.value for word in chosen]
            for word in chosen:
                if word.value not in everyone:
                    near = suggestion(word.value, everyone)
                    world.findings.report("unknown-name", word.span, near, name=word.value)
                    playing = everyone[:count]
        if len(playing) < count and seats is not None:
            world.findings.report("too-few-seats", seats.span, players=count, seats=len(everyone))
        world.seats = tuple(playing)
        world.absent_seats = frozenset(everyone) - set(playing)
        return Constants({}, {}, count, world.findings)

    def _range(self, seats: int) -> tuple[int, int]:
        found = self.world.tree.get("players")
        if isinstance(found, Mapping):
            low, high = found.get("from"), found.get("to")
            least, most = _plain_number(low) or 1, _plain_number(high) or max(seats, 1)
        else:
            least = most = _plain_number(found) or max(seats, 1)
        span = found.span if found is not None else self.world.tree.span
        if not 1 <= least <= most <= MOST_SEATS:
            self.world.findings.report("wrong-players", span)
            return 1, max(1, min(seats, MOST_SEATS))
        if most > seats:
            self.world.findings.report("too-few-seats", span, players=most, seats=seats)
        return least, most


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}-{most}"


def _plain_number(node: Node | None) -> int | None:
    if isinstance(node, Scalar) and node.value.isdigit() and len(node.value) < 6:
        return int(node.value)
    return None


class _Options:
    def __init__(self, world: World, constants: Constants, chosen: Dict[str, object]) -> None:
        self.world = world
        self.constants = constants
        self.chosen = dict(chosen)

    def read(self) -> None:
        for name, node in self.world.nodes("options"):
            if isinstance(node, Mapping):
                self._option(name, node)
                self.world.add_named(f"options.{name}", "option", name, node, _key_span(self.world, "options", name))
        for name in self.chosen:
            known = [option for option, _ in self.world.nodes("options")]
            near = suggestion(name, known) or Both("", "")
            raise SourceError(
                f"This game has no option `{name}`. {near.en}".strip(),
                f"Ce jeu n'a pas d'option `{name}`. {near.fr}".strip(),
            )
        for name, node in self.world.nodes("constants"):
            formula = node.get("is") if isinstance(node, Mapping) else node
            if isinstance(formula, Scalar):
                value = self.constants.number(formula)
                self.constants.values[name] = self.world.constants[name] = 0 if value is None else value

    def _option(self, name: str, node: Mapping) -> None:
        kind, start = node.get("type"), node.get("start")
        if isinstance(kind, Sequence):
            words = tuple(word.value for word in words_of(kind))
            self.world.words_of_options[name] = words
            for index, word in enumerate(words):
                # Words are numbered per option; the same word in two options keeps one meaning only if its place agrees.
                self.constants.words.setdefault(word, index)
            value = self._word(name, words, start)
        elif isinstance(kind, Scalar) and kind.value == "truth":
            value = self._truth(name, start)
        else:
            value = self._number(name, kind, start)
        self.world.options[name] = self.constants.values[name] = value

    def _word(self, name: str, words: tuple[str, ...], start: Node | None) -> int:
        given = self.chosen.pop(name, None)
        if given is not None:
            if str(given) not in words:
                raise SourceError(
                    f"The option {name} is one of {', '.join(words)}, not {given}.",
                    f"L'option {name} vaut {', '.join(words)}, pas {given}.",
                )
            return words.index(str(given))
        if isinstance(start, Scalar) and start.value not in words:
            near = suggestion(start.value, words)
            self.world.findings.report("unknown-name", start.span, near, name=start.value)
        return words.index(start.value) if isinstance(start, Scalar) and start.value in words else 0

    def _truth(self, name: str, start: Node | None) -> int:
        given = self.chosen.pop(name, None)
        table = {"true": 1, "false": 0, "True": 1, "False": 0, "yes": 1, "no": 0, "1": 1, "0": 0}
        if given is not None:
            if str(given) not in table:
                raise SourceError(
                    f"The option {name} is true or false, not {given}.",
                    f"L'option {name} vaut true ou false, pas {given}.",
                )
            return table[str(given)]
        if isinstance(start, Scalar) and start.value not in ("true", "false"):
            self.world.findings.report("wrong-type", start.span, given=start.value, wanted="truth")
        return int(isinstance(start, Scalar) and start.value == "true")

    def _number(self, name: str, kind: Node | None, start: Node | None) -> int:
        low, high = LEAST, MOST
        if isinstance(kind, Scalar):
            found = read_type(kind, self.world, self.constants)
            if isinstance(found, Number):
                low, high = found.low, found.high
        given = self.chosen.pop(name, None)
        if given is not None:
            text = str(given)
            value = int(text) if text.lstrip("-").isdecimal() and len(text) < 12 else low - 1
            if not low <= value <= high:
                raise SourceError(
                    f"The option {name} is a number from {low} to {high}, not {given}.",
                    f"L'option {name} est un nombre de {low} à {high}, pas {given}.",
                )
            return value
        if isinstance(start, Scalar):
            number = self.constants.number(start)
            if number is not None:
                if not low <= number <= high:
                    self.world.findings.report("out-of-range", start.span, value=number, low=low, high=high)
                return number
        return low


def _key_span(world: World, section: str, name: str) -> Any:
    found = world.section(section)
    return found.key_span(name) if found else world.tree.span


class _Things:
    """Everything that has values, in the order in which later sections need earlier ones."""

    def __init__(self, world: World, constants: Constants) -> None:
        self.world = world
        self.constants = constants
        self.findings = world.findings

    def read(self) -> None:
        world = self.world
        seats = world.section("seats")
        names: dict[str, Any] = {}
        for name in world.seats:
            shown = seats.get(name).get("name") if seats and isinstance(seats.get(name), Mapping) else None  # type: ignore[union-attr]
            names[name] = text_of(shown) if shown is not None else {}
        world.add_domain(Domain("seat", world.seats, "seat", names=names))
        for name in sorted(world.absent_seats):
            world.values.setdefault(name, [])
        for name, node in world.nodes("enums"):
            self._enum(name, node)
        phases = tuple(name for name, _ in world.nodes("phases"))
        world.add_domain(Domain("phase", (*phases, "turn-end"), "phase"))
        self._time()
        self._board()
        if world.board is None and world.section("board") is not None:
            return  # reported; whatever is said about places would be reported again
        if world.board is not None:
            self._shapes()
        for name, node in world.nodes("stones"):
            if isinstance(node, Mapping):
                self._stone(name, node)
        for name, node in world.nodes("pieces"):
            if isinstance(node, Mapping):
                self._pieces(name, node)
        # Fields of pieces may hold any domain, so they come after all kinds are known.
        for name, node in world.nodes("pieces"):
            fields = node.get("fields") if isinstance(node, Mapping) else None
            if isinstance(fields, Mapping):
                for field_name, entry in fields.items():
                    self._field(field_name, entry, name, fields.key_span(field_name))
        for name, node in world.nodes("fields"):
            self._field(name, node, None, _key_span(world, "fields", name))
        self._words()
        for name, node in world.nodes("history"):
            if isinstance(node, Mapping):
                self._history(name, node)
        self._system()
        self._check_names()
        world.looks = read_looks(world)

    def _named(self, section: str, kind: str, name: str, node: Node) -> None:
        self.world.add_named(f"{section}.{name}", kind, name, node, _key_span(self.world, section, name))

    def _enum(self, name: str, node: Node) -> None:
        if isinstance(node, Sequence):
            values = [word.value for word in words_of(node)]
            self.world.add_domain(Domain(name, tuple(values), "enum"))
        elif isinstance(node, Mapping):
            reserved = {"cites", "plural"}
            values = [key for key in list(node.keys()) if key not in reserved]
            names, weights = {}, []
            for value in values:
                entry = node.get(value)
                shown = entry.get("name") if entry is not None else None
                if shown is not None:
                    names[value] = text_of(shown)
                weight = entry.get("weight") if entry is not None else None
                heavy = self.constants.number(weight) if isinstance(weight, Scalar) else 1
                if heavy is not None and heavy < 0 and isinstance(weight, Scalar):
                    self.findings.report("out-of-range", weight.span, value=heavy, low=0, high=MOST)
                weights.append(max(heavy or 0, 0))
            plural = node.get("plural")
            self.world.add_domain(
                Domain(
                    name,
                    tuple(values),
                    "enum",
                    plural=plural.value if isinstance(plural, Scalar) else "",
                    names=names,
                    weights=tuple(weights),
                )
            )
        self._named("enums", "enum", name, node)

    # -- places

    def _board(self) -> None:
        section = self.world.section("board")
        if section is None:
            return
        self.world.add_named("board", "board", "board", section, self.world.tree.key_span("board"))
        plain = {key: self._plain(key, node) for key, node in section.items() if key not in ("cites", "when", "maps")}
        drawing = self._drawing(section)
        if isinstance(drawing, Scalar) and "maps" in section:
            plain["map"] = self._plain("map", drawing)
        elif "maps" in section:
            self._board_error(section, BoardError("no-map"))
            return
        open_sides: dict[str, list[str]] = {}
        if plain.get("kind") == "laid":
            for name, node in self.world.nodes("tiles"):
                sides = node.get("open") if isinstance(node, Mapping) else None
                open_sides[name] = [word.value for word in words_of(sides)]
        try:
            board, measure = _built(json.dumps(plain), json.dumps(open_sides))
        except BoardError as error:
            self._board_error(section, error)
            return
        world = self.world
        world.board, world.measure = board, measure
        world.edges_named = plain.get("edges") == "true" or board.kind == "graph"
        world.vertices_named = plain.get("vertices") == "true"
        world.add_domain(Domain("cell", board.cells, "cell"))
        if board.directions:
            world.add_domain(Domain("direction", board.directions, "direction"))
        if board.edges:
            world.add_domain(Domain("edge", board.edges, "edge"))
        if board.vertices:
            world.add_domain(Domain("vertex", board.vertices, "vertex", plural="vertices"))
        if isinstance(board, TiledBoard):
            world.add_domain(Domain("slot", board.slots, "slot"))
        if isinstance(board, (TiledBoard, LaidBoard)):
            world.add_domain(Domain("turn", ("0", "1", "2", "3"), "turn"))
            declare_tiles(world, board, self.constants)

    def _drawing(self, section: Mapping) -> Node | None:
        """The board's map: of several, the first whose `when` holds."""
        maps = section.get("maps")
        if isinstance(maps, Mapping):
            for name, node in maps.items():
                self.world.add_named(f"board.maps.{name}", "board", name, node, maps.key_span(name))
                return node.get("map") if isinstance(node, Mapping) else node
        return section.get("map") or section.get("slots")

    def _plain(self, key: str, node: Node) -> Any:
        if isinstance(node, Scalar):
            if key in ("rows", "columns", "tile-size", "size"):
                return self.constants.number(node)
            return node.drawing() if key in ("map", "slots") else node.value
        if isinstance(node, Sequence):
            return [self._plain("", item) for item in node.items]
        inner = "" if key in ("rows", "columns") else key
        return {name: self._offset(item) if key == "directions" else self._plain(inner, item) for name, item in node.items()}

    def _offset(self, node: Node) -> Any:
        if isinstance(node, Sequence):
            return [self.constants.number(item) or 0 for item in node.items if isinstance(item, Scalar)]
        return self._plain("", node)

    def _board_error(self, section: Mapping, error: BoardError) -> None:
        key = str(error.values.get("key", _KEY_TO_MEND.get(error.slug, "")))
        sides = {side: self.constants.number(node) or 0 for side in ("rows", "columns") if isinstance(node := section.get(side), Scalar)}
        if sides and error.slug in ("too-many-cells", "no-cells"):
            # The larger side is the one to mend, or the one that is none.
            key = (max if error.slug == "too-many-cells" else min)(sides, key=lambda side: sides[side])
        span = section.key_span(key) if key in section else section.span
        for named in ("direction", "glyph"):
            span = _within(section.get(key), str(error.values.get(named, "")), span)
        tiles = self.world.section("tiles")
        if error.slug == "unknown-side" and tiles is not None:
            span = tiles.key_span(str(error.values["kind"]))
        for part in ("link", "area"):
            entries = section.get(f"{part}s")
            if isinstance(entries, Mapping) and str(error.values.get(part)) in entries:
                span = entries.key_span(str(error.values[part]))
        if "line" in error.values:
            drawing = self._drawing(section)
            if isinstance(drawing, Scalar):
                span = spot_in(drawing, error)
        self.findings.report("bad-board", span, why=board_reason(error))

    def _shapes(self) -> None:
        world = self.world
        assert world.board is not None
        for name, node in world.nodes("shapes"):
            if not isinstance(node, Mapping):
                continue
            on, kinds = node.get("on"), node.get("kinds")
            covers = on.value if isinstance(on, Scalar) else "cells"
            if isinstance(kinds, Mapping):
                # One kind after the other; a set of places that two kinds can cover belongs to the first.
                each = [(kind, p) for kind in list(kinds.keys()) for p in self._placed(kinds.get(kind), node, covers)]
                owners = {p.places: kind for kind, p in reversed(each)}
                each = [(kind, p) for kind, p in each if owners[p.places] == kind]
                names = {kind: text_of(shown) for kind, entry in kinds.items() if (shown := entry.get("name")) is not None}
                world.add_domain(Domain(f"{name}-kind", tuple(kinds.keys()), "enum", names=names))
                for kind, entry in kinds.items():
                    world.add_named(f"shapes.{name}.kinds.{kind}", "shape", kind, entry, kinds.key_span(kind))
            else:
                each = [("", p) for p in self._placed(node, node, covers)]
            found = tuple(p for _, p in each)
            order = list(kinds.keys()) if isinstance(kinds, Mapping) else []
            world.shapes[name] = Shape(name, covers, found, tuple(order.index(kind) for kind, _ in each) if order else ())
            world.add_domain(Domain(f"placement of {name}", tuple(p.name for p in found), "placement"))
            self._named("shapes", "shape", name, node)

    def _placed(self, drawn: Node | None, node: Mapping, covers: str) -> tuple[Placement, ...]:
        """The placements of one drawing; `turn` and `mirror` are said of the whole shape, or of a kind."""
        drawing = drawn.get("map") if isinstance(drawn, Mapping) else drawn
        if not isinstance(drawing, Scalar) or self.world.board is None:
            return ()

        def said(key: str) -> bool:
            own = drawn.get(key) if isinstance(drawn, Mapping) else None
            value = own if own is not None else node.get(key)
            return isinstance(value, Scalar) and value.value == "true"

        try:
            return placements(self.world.board, Drawn(covers, drawing.drawing(), said("turn"), said("mirror")))
        except BoardError as error:
            self.findings.report("bad-board", drawing.span, why=board_reason(error))
            return ()

    # -- stones, pieces, fields

    def _place_domain(self, node: Node | None) -> str:
        lives = node.value if isinstance(node, Scalar) else "cell"
        if lives not in ("cell", "edge", "vertex", "slot") or lives not in self.world.domains:
            if isinstance(node, Scalar):
                self.findings.report("unknown-name", node.span, suggestion(lives, self.world.domains), name=lives)
            if lives not in self.world.domains:
                self.world.add_domain(Domain(lives, ("nowhere",), "cell"))
        return lives

    def _stone(self, name: str, node: Mapping) -> None:
        world = self.world
        lives = self._place_domain(node.get("lives"))
        owned_node = node.get("owned")
        owned = isinstance(owned_node, Scalar) and owned_node.value == "true"
        kinds_node = node.get("kinds")
        names: dict[str, Any] = {}
        if isinstance(kinds_node, Mapping):
            kinds = tuple(kinds_node.keys())
            for kind, entry in kinds_node.items():
                shown = entry.get("name")
                names[kind] = text_of(shown) if shown is not None else text_of(entry)
        else:
            kinds = tuple(word.value for word in words_of(kinds_node))
        if kinds:
            world.add_domain(Domain(f"{name}-kind", kinds, "kind", names=names))
        values = [
            f"{owner}-{kind}" if owner and kind else owner or kind or name
            for owner in (world.seats if owned else ("",))
            for kind in (kinds or ("",))
        ]
        # The joined names are only for notation; they are not looked up as values.
        domain = Domain(name, tuple(values), "stone", plural=_plural(name, node))
        own = node.get("name")
        if own is not None:
            domain.names[name] = text_of(own)
        world.domains[name] = domain
        world.plurals[domain.plural] = name
        place = world.domains[lives]
        field = world.add_field(name, lives, place.size, Maybe(domain.type), span=_key_span(world, "stones", name))
        self._sight(field, node)
        world.stones[name] = Stone(name, lives, owned, kinds, field)
        self._named("stones", "stone", name, node)

    def _number_of(self, count: Node | None) -> int:
        """How many pieces of a kind there are: at least one."""
        number = self.constants.number(count) if isinstance(count, Scalar) else 1
        if number is not None and not 1 <= number <= MOST_PIECES and isinstance(count, Scalar):
            self.findings.report("out-of-range", count.span, value=number, low=1, high=MOST_PIECES)
        return max(1, min(number or 1, MOST_PIECES))

    def _pieces(self, name: str, node: Mapping) -> None:
        world = self.world
        lives = self._place_domain(node.get("lives"))
        each, per, count = node.get("each"), node.get("per"), node.get("count")
        names: dict[str, Any] = {}
        owners: tuple[int, ...] = ()
        per_seat = isinstance(per, Scalar)
        own = node.get("name")
        if own is not None:
            names[name] = text_of(own)
        if isinstance(each, Mapping):
            values = tuple(each.keys())
            for value, entry in each.items():
                shown = entry.get("name")
                if shown is not None:
                    names[value] = text_of(shown)
        elif isinstance(each, Sequence):
            values = tuple(word.value for word in words_of(each))
        elif per_seat:
            number = self._number_of(count)
            values = tuple(
                f"{seat}-{name}" + (f"-{i + 1}" if number > 1 else "") for seat in world.seats for i in range(number)
            )
            owners = tuple(seat for seat in range(len(world.seats)) for _ in range(number))
        else:
            values = tuple(f"{name}-{i + 1}" for i in range(self._number_of(count)))
        domain = world.add_domain(Domain(name, values, "piece", plural=_plural(name, node), names=names, owners=owners))
        place = world.add_field("cell" if lives == "cell" else lives, name, len(values), Maybe(world.domains[lives].type))
        place.span = _key_span(world, "pieces", name)
        self._sight(place, node)
        world.pieces[name] = PieceKind(name, domain.plural, lives, domain, place, per_seat)
        self._named("pieces", "piece", name, node)

    def _field(self, name: str, node: Node, of: str | None, span: Any) -> None:
        world = self.world
        kind_node = node.get("type") if isinstance(node, Mapping) else node
        holder = node.get("of") if isinstance(node, Mapping) else None
        if isinstance(holder, Scalar) and of is None:
            of = world.plurals.get(holder.value, holder.value)
            if of not in world.domains:
                self.findings.report("unknown-name", holder.span, suggestion(of, world.domains), name=holder.value)
                of = None
        if not isinstance(kind_node, Scalar):
            return
        kind = read_type(kind_node, world, self.constants)
        if kind is None:
            return
        count = world.domains[of].size if of else 1
        if (of, name) in world.fields:
            self.findings.report("repeated-name", span, name=name, first=world.fields[of, name].span)
            return
        field = world.add_field(name, of, count, kind, span=span)
        if isinstance(node, Mapping):
            start, reset, travels = node.get("start"), node.get("reset"), node.get("travels")
            field.start = start if isinstance(start, Scalar) else None
            field.reset = reset.value if isinstance(reset, Scalar) else ""
            field.travels = isinstance(travels, Scalar) and travels.value == "true"
            if travels is None and isinstance(world.board, TiledBoard) and self._moves_with_tiles(of, kind):
                what = Both("fields of and with cells on a board of tiles", "aux champs des cases sur un plateau de tuiles")
                self.findings.report("missing-key", span, name=name, key="travels", what=what)
            shown = node.get("name")
            field.name_text = text_of(shown) if shown is not None else {}
            self._sight(field, node)
            path = f"fields.{name}" if (None, name) and world.section("fields") and name in world.section("fields") else f"pieces.{of}.fields.{name}"  # type: ignore[operator]
            world.add_named(path, "field", name, node, span)

    def _moves_with_tiles(self, of: str | None, kind: Type) -> bool:
        """Whether it matters for a field that tiles turn and change places."""
        return of in ("cell", "slot") or single(kind) == self.world.domains["cell"].type

    def _sight(self, field: Field, node: Mapping) -> None:
        seen, counted = node.get("seen by"), node.get("counted by")
        if isinstance(seen, Scalar):
            field.seen_by = seen.value if seen.value in SEEN_WORDS else "condition"
            field.seen = seen if field.seen_by == "condition" else None
            owned = field.of == "seat" or (field.of in self.world.pieces and self.world.pieces[field.of].per_seat)
            owned = owned or (field.of in self.world.domains and bool(self.world.domains[field.of].owners))
            if seen.value == "owner" and not owned:
                self.findings.report("nobody-owns", seen.span, name=field.name)
        if isinstance(counted, Scalar):
            if counted.value not in SEEN_WORDS:
                self.findings.report("not-one-of", counted.span, name="counted by", value=counted.value, words=", ".join(SEEN_WORDS))
            field.counted_by = counted.value

    def _words(self) -> None:
        """Names of values for people, given apart from where the values are declared."""
        for name, node in self.world.nodes("words"):
            found = False
            for domain in self.world.domains.values():
                if name in domain.values:
                    domain.names[name] = text_of(node)
                    found = True
            if not found and name in self.world.domains:
                self.world.domains[name].names[name] = text_of(node)
            elif name not in self.world.absent_seats:
                # Whether something is called so is known once all rules are read.
                self.world.labels[name] = (text_of(node), _key_span(self.world, "words", name))

    def _history(self, name: str, node: Mapping) -> None:
        world = self.world
        keep_node = node.get("keep")
        keep = self.constants.number(keep_node) if isinstance(keep_node, Scalar) else 100
        fields: list[Any] = []
        for word in words_of(node.get("of")):
            if word.value == "active":
                fields.append(None)
                continue
            if word.value in world.pieces:
                fields.append(world.pieces[word.value].place)
                continue
            found = [f for f in world.layout if f.name == word.value]
            if not found:
                near = suggestion(word.value, [*world.pieces, *(f.name for f in world.layout)])
                self.findings.report("unknown-name", word.span, near, name=word.value)
            fields.extend(found)
        if keep is not None and not 1 <= keep <= MOST_KEPT and isinstance(keep_node, Scalar):
            self.findings.report("out-of-range", keep_node.span, value=keep, low=1, high=MOST_KEPT)
        keep = max(1, min(keep or 1, MOST_KEPT))
        count = world.add_field(f"${name}-count", None, 1, Number(0, keep))
        keys = world.add_field(f"${name}-keys", None, keep * 2, Number(LEAST, MOST))
        world.histories[name] = History(name, fields, keep, count, keys)
        self._named("history", "history", name, node)

    def _time(self) -> None:
        clock = self.world.section("clock")
        if clock is None:
            return
        self.world.clocked = True
        tick = clock.get("tick")
        if isinstance(tick, Scalar):
            length = seconds(tick.value)
            if length is None or length <= 0:
                self.findings.report("wrong-type", tick.span, given=tick.value, wanted="a duration (100 ms, 1 s)")
            self.world.tick = self.constants.tick = length or 1.0
        self.world.add_named("clock", "clock", "clock", clock, self.world.tree.key_span("clock"))
        for name, node in self.world.nodes("timers"):
            self.world.timers[name] = node
            self._named("timers", "timer", name, node)
        timers = tuple(self.world.timers)
        if timers:
            shown = {name: node.get("name") for name, node in self.world.timers.items()}
            names = {name: text_of(text) for name, text in shown.items() if text is not None}
            self.world.add_domain(Domain("timer", timers, "timer", names=names))
        self.world.timer_runs = tuple(self._ticks(node, "runs") for node in self.world.timers.values())
        self.world.timer_starts = tuple(self._ticks(node, "starts") for node in self.world.timers.values())

    def _ticks(self, node: Node, key: str) -> int:
        found = node.get(key)
        value = self.constants.number(found) if isinstance(found, Scalar) else None
        if value is not None and value < 0 and isinstance(found, Scalar):
            self.findings.report("out-of-range", found.span, value=value, low=0, high=MOST)
        return -1 if value is None else value

    def _system(self) -> None:
        """The flow cursor and the outcome; the words of the generator come last."""
        world = self.world
        seats = world.domains["seat"].type
        phases = world.domains["phase"].type
        add = world.add_field
        add("$stage", None, 1, Number(0, 15))
        add("$setup", None, 1, Number(0, 4096))
        add("$phase", None, 1, Maybe(phases))
        add("$stack", None, 1, ListOf(Number(-1, MOST), 12))
        add("$active", None, 1, seats)
        add("$turn", None, 1, Number(0, MOST))
        add("$acts", None, 1, Number(0, MOST))
        add("$fresh", None, 1, TRUTH)
        add("$direction", None, 1, Number(-1, 1), start_value=1)
        add("$next", None, 1, Maybe(seats))
        add("$living", None, 1, SetOf(seats), start_value=(1 << seats.size) - 1)
        add("$count", None, 1, Number(0, MOST))
        add("$outcome", None, 1, Number(0, 8))
        add("$winners", None, 1, SetOf(seats))
        add("$losers", None, 1, SetOf(seats))
        add("$reason", None, 1, Number(-1, MOST), start_value=-1)
        add("$rank", None, seats.size, Number(0, 8))
        add("$score", None, seats.size, Number(LEAST, MOST))
        actions = world.nodes("actions")
        add("$done", None, max(len(actions), 1), Number(0, MOST))
        # Jobs queued by `later`, each a row of: what, at which depth of phases, its arguments.
        add("$later", None, 1, Number(0, 32))
        add("$queue", None, 32 * 10 if _uses_later(world.tree) else 0, Number(LEAST - 1, MOST))
        if world.clocked:
            add("$now", None, 1, Number(0, MOST))
            add("$due", None, max(len(world.timers), 1), Number(-1, MOST), start_value=-1)
            add("$started", None, max(len(world.timers), 1), Number(0, MOST))
            # When a seat is ready again; MOST while it waits for something to happen.
            add("$busy", None, seats.size, Number(0, MOST))
            add("$starts", None, 1, Number(0, MOST))
            add("$until", None, 1, Number(0, MOST))
        for history in world.histories.values():
            history.fields = [world.fields[None, "$active"] if f is None else f for f in history.fields]
        add("$rng", None, 2, Number(LEAST - 1, MOST))
        slot = word = 0
        for field in world.layout:
            field.slot, field.word = slot, word
            slot += field.slots * field.count
            word += field.words * field.count
        if word > MOST_SLOTS:
            self.findings.report("state-too-large", world.tree.span, words=word, most=MOST_SLOTS)

    def _check_names(self) -> None:
        world = self.world
        for section in ("fields", "define", "events", "actions", "phases", "enums", "stones", "pieces", "relations", "seats", "shapes", "options", "constants"):
            for name, _ in world.nodes(section):
                if name in RESERVED:
                    self.findings.report("reserved-word", _key_span(world, section, name), name=name)


def _uses_later(tree: Node) -> bool:
    if isinstance(tree, Scalar):
        return "later " in tree.value
    if isinstance(tree, Mapping):
        return "later" in tree or any(_uses_later(value) for _, value in tree.items())
    return any(_uses_later(item) for item in tree.items)


def _plural(name: str, node: Mapping) -> str:
    plural = node.get("plural")
    if isinstance(plural, Scalar):
        return plural.value
    if name.endswith("man"):
        return name[:-3] + "men"
    return name + "s"


@lru_cache(maxsize=16)
def _built(plain: str, open_sides: str) -> tuple[Topology, Measure]:
    """A board and its tables; a check looks at the same board at table after table."""
    board = build_board(json.loads(plain), json.loads(open_sides))
    return board, Measure(board)


# Where to look if a board cannot be built, and the reason does not say it.
_KEY_TO_MEND = {
    **dict.fromkeys(("bad-directions", "bad-offset", "repeated-direction", "still-direction", "unknown-direction"), "directions"),
    **dict.fromkeys(("legend-key", "legend-value"), "legend"),
    "bad-tile-size": "tile-size", "no-cells": "map", "no-map": "maps", "no-slots": "slots", "unknown-kind": "kind",
    "unknown-names": "names", "unknown-shape": "shape", "unknown-wrap": "wrap",
}


def _within(part: Node | None, name: str, otherwise: Span) -> Span:
    """The place of an entry of a table or list, if it is there."""
    if isinstance(part, Mapping) and name in part:
        return part.key_span(name)
    return next((word.span for word in words_of(part) if word.value == name), otherwise)


def text_of(node: Node) -> dict[str, Any]:
    """A text for people as plain data: language -> sentence, or language -> form -> sentence."""
    if isinstance(node, Scalar):
        return {"en": node.value, "fr": node.value}
    if isinstance(node, Mapping):
        found: dict[str, Any] = {}
        for lang in ("en", "fr"):
            value = node.get(lang)
            if isinstance(value, Scalar):
                found[lang] = value.value
            elif isinstance(value, Mapping):
                found[lang] = {form: item.value for form, item in value.items() if isinstance(item, Scalar)}
        return found
    return {}


def read_type(scalar: Scalar, world: World, constants: Constants) -> Type | None:
    """The type a text names, or None after a report."""
    tree = parse(scalar, "typing", world.findings)
    if tree is None:
        return None
    inner = tree.children[0]
    assert inner is not None and not isinstance(inner, Token)
    kind = _type(inner, scalar, world, constants)
    if kind is not None and len(tree.children) > 1 and tree.children[1] is not None:
        one = single(kind)
        if one is None or isinstance(kind, Maybe):
            world.findings.report("wrong-type", span_of(scalar, tree), given=f"{kind}?", wanted="a single type before `?`")
            return None
        return Maybe(one)
    return kind


def _type(tree: Syntax, scalar: Scalar, world: World, constants: Constants) -> Type | None:
    kids = tree.children
    span = span_of(scalar, tree)
    match tree.data:
        case "type_range":
            values = []
            for kid in kids:
                assert kid is not None
                try:
                    values.append(constants.evaluate(kid, scalar))
                except Exception as error:
                    where = getattr(error, "span", span)
                    name = getattr(error, "name", "")
                    if name:
                        near = suggestion(name, constants.values)
                        world.findings.report("unknown-name", where, near, name=name)
                    else:
                        world.findings.report("not-constant", where)
                    return None
            low, high = values
            if not LEAST <= low <= high <= MOST:
                world.findings.report("empty-range", span, low=low, high=high)
                return None
            return Number(low, high)
        case "type_name":
            name = str(kids[0])
            if name == "truth":
                return TRUTH
            if name in world.domains:
                return world.domains[name].type
            world.findings.report("unknown-type", span, suggestion(name, [*world.domains, "truth"]), name=name)
            return None
        case "type_placement":
            name = f"placement of {kids[0]}"
            if name in world.domains:
                return world.domains[name].type
            world.findings.report("unknown-name", span, suggestion(str(kids[0]), world.shapes), name=str(kids[0]))
            return None
    assert kids[0] is not None and not isinstance(kids[0], Token)
    of = _type(kids[0], scalar, world, constants)
    if of is None:
        return None
    one: Single | None = single(of)
    if one is None or isinstance(of, Maybe):
        world.findings.report("wrong-type", span, given=of, wanted="a single type")
        return None
    if tree.data == "type_set":
        return SetOf(one)
    size = kids[1]
    assert size is not None
    try:
        most = constants.evaluate(size, scalar)
    except Exception as error:
        name = getattr(error, "name", "")
        slug = "unknown-name" if name else "not-constant"
        world.findings.report(slug, getattr(error, "span", span), suggestion(name, constants.values), name=name)
        return None
    if not 0 < most <= 4_096:
        world.findings.report("out-of-range", span, value=most, low=1, high=4_096)
        return None
    if tree.data == "type_list":
        return ListOf(one, most)
    if not isinstance(one, Member):
        world.findings.report("wrong-type", span, given=of, wanted="a domain")
        return None
    return BagOf(one, most)
