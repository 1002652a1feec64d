"""A position in words, for reading aloud: what stands where by name, walls as stretches, what is around each pawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from labrys.board.directions import GRID_SIDES
from labrys.board.laid import LaidBoard
from labrys.board.tiled import TiledBoard
from labrys.board.topology import NOWHERE, Topology
from labrys.engine.legend import drawn_name, ground_name, said, value_name
from labrys.engine.panel import COLON, SEMICOLON, spoken_panel, values_of
from labrys.engine.stretches import stretches
from labrys.engine.telling import name_of
from labrys.engine.view import View, look
from labrys.language.world import PieceKind, Stone

if TYPE_CHECKING:
    from labrys.engine.state import State

_WORDS = {
    "board": {"en": "On the board", "fr": "Sur le plateau"},
    "nothing": {"en": "nothing", "fr": "rien"},
    "ground": {"en": "On the ground", "fr": "Au sol"},
    "tiles": {"en": "Tiles", "fr": "Tuiles"},
    "unseen": {"en": "not known", "fr": "inconnue"},
    "open": {"en": "open", "fr": "ouvert"},
    "closed": {"en": "closed all around", "fr": "fermé tout autour"},
    "on": {"en": " on ", "fr": " sur "},
    "under": {"en": "lying on each other", "fr": "posées l'une sur l'autre"},
}
_SIDES = {"en": ("north", "east", "south", "west"), "fr": ("au nord", "à l'est", "au sud", "à l'ouest")}


def describe(state: State, seat: str | None, lang: str) -> list[str]:
    """The sentences of a position as a seat sees it; the panel last."""
    view, lines = look(state, seat), []
    if state.game.world.board is not None:
        lines += _Description(state, state.game.world.board, view, lang).lines()
    return lines + spoken_panel(view, state, lang)


class _Description:
    def __init__(self, state: State, board: Topology, view: View, lang: str) -> None:
        self.state, self.board, self.seen, self.lang = state, board, view.seen, lang
        self.world = state.game.world

    def lines(self) -> list[str]:
        return [*self._standing(), *self._tiles(), *self._ground(), *self._around()]

    def _w(self, word: str) -> str:
        return _WORDS[word][self.lang]

    # -- what stands where

    def _standing(self) -> list[str]:
        """A line a seat, then one for what nobody owns: each kind with its places."""
        found: dict[int, dict[str, list[str]]] = {}
        for stone in self.world.stones.values():
            for (owner, name), places in self._stones(stone).items():
                found.setdefault(owner, {})[name] = self._called(stone.lives, places)
        for piece in self.world.pieces.values():
            for (owner, name), places in self._pieces(piece).items():
                found.setdefault(owner, {}).setdefault(name, []).extend(self._called(piece.lives, places))
        lines = []
        for owner in sorted(found, key=lambda each: (each < 0, each)):
            who = name_of(self.world, "seat", owner, self.lang) if owner >= 0 else self._w("board")
            kinds = [f"{name} {', '.join(places)}" for name, places in found[owner].items()]
            lines.append(who + COLON[self.lang] + SEMICOLON[self.lang].join(kinds))
        if not lines and (self.world.stones or self.world.pieces):
            lines.append(self._w("board") + COLON[self.lang] + self._w("nothing"))
        return lines

    def _stones(self, stone: Stone) -> dict[tuple[int, str], list[int]]:
        """Places by owner and name of the kind, kinds in their declared order."""
        found: dict[tuple[int, str], list[int]] = {}
        standing = [(self.seen.get((stone.field.number, place), NOWHERE), place) for place in range(stone.field.count)]
        for value, place in sorted(standing):
            if value < 0:
                continue
            owner = value // stone.per_owner if stone.owned else -1
            if stone.kinds:
                name = name_of(self.world, f"{stone.name}-kind", value % stone.per_owner, self.lang)
            else:
                name = said(self.world.domains[stone.name].names.get(stone.name, {}).get(self.lang, stone.name))
            found.setdefault((owner, name), []).append(place)
        return found

    def _pieces(self, piece: PieceKind) -> dict[tuple[int, str], list[int]]:
        """Places by owner and name; a piece that is called by its kind and a number is told by its kind."""
        found: dict[tuple[int, str], list[int]] = {}
        domain = piece.domain
        for index, id in enumerate(domain.values):
            place = self.seen.get((piece.place.number, index), NOWHERE)
            if place < 0:
                continue
            named = id in domain.names or not (domain.owners or id.startswith(f"{piece.name}-"))
            name = name_of(self.world, piece.name, index, self.lang) if named else said(domain.names.get(piece.name, {}).get(self.lang, piece.name))
            found.setdefault((domain.owners[index] if domain.owners else -1, name), []).append(place)
        return found

    def _called(self, lives: str, places: list[int]) -> list[str]:
        """Cells and vertices by their names, edges as stretches of walls."""
        if lives == "cell":
            return [name_of(self.world, "cell", place, self.lang) for place in places]
        if lives == "edge":
            return stretches(self.board, places, self.lang)
        return [self.board.vertices[place] if lives == "vertex" else self.board.cells[place] for place in places]

    # -- tiles and ground

    def _tiles(self) -> list[str]:
        board = self.board
        if isinstance(board, TiledBoard):
            lying = self.world.fields["slot", "tile"].number
            told = []
            for slot, name in enumerate(board.slots):
                tile = self.seen.get((lying, slot))
                shown = self._w("unseen") if tile is None else self._w("nothing") if tile < 0 else name_of(self.world, "tile", tile, self.lang)
                told.append(f"{name} {shown}")
            return [self._w("tiles") + COLON[self.lang] + ", ".join(told)]
        if not isinstance(board, LaidBoard):
            return []
        if self.state.game.program.room_lines:
            return [self._room(board, cell) for cell in self._laid(board)]
        signed = self.world.looks.tiles
        kinds: dict[int, list[str]] = {}
        for cell, tile in self._laid(board).items():
            kinds.setdefault(tile, []).append(board.cells[cell])
        told = [f"{value_name(self.world, 'tile', tile, self.lang)} {', '.join(kinds[tile])}" for tile in kinds if tile in signed]
        told += [f"{len(cells)} × {value_name(self.world, 'tile', tile, self.lang)}" for tile, cells in kinds.items() if tile not in signed]
        return [self._w("tiles") + COLON[self.lang] + SEMICOLON[self.lang].join(told)] if told else []

    def _laid(self, board: LaidBoard) -> dict[int, int]:
        top = self.world.fields["cell", "tile"].number
        found = {cell: self.seen.get((top, cell), NOWHERE) for cell in range(len(board.cells))}
        return {cell: tile for cell, tile in found.items() if tile >= 0}

    def _room(self, board: LaidBoard, cell: int) -> str:
        """A tile with its ways out and what is counted on it."""
        game, tile = self.state.game, self._laid(board)[cell]
        told = [value_name(self.world, "tile", tile, self.lang)] if tile in self.world.looks.tiles else []
        told.append(self._open(board, cell))
        for _, sign, number in game.program.room_lines:
            count = max(0, int(game.flow.f[number](self.state.block, cell)))
            if count:
                told.append(("" if count == 1 else f"{count} × ") + drawn_name(self.world, sign, self.lang))
        return board.cells[cell] + COLON[self.lang] + SEMICOLON[self.lang].join(told)

    def _open(self, board: LaidBoard, cell: int) -> str:
        tile, turned = self._laid(board)[cell], self.world.fields["cell", "turn"].number
        opens = board.sides_open(tile, self.seen[turned, cell])
        ways = [name for name, is_open in zip(_SIDES[self.lang], opens, strict=True) if is_open]
        return f"{self._w('open')} {', '.join(ways)}" if ways else self._w("closed")

    def _ground(self) -> list[str]:
        """Marks of cells that differ from game to game: truths of cells and what is printed on tiles; tiles on tiles."""
        told = []
        for mark in self.world.looks.marks:
            cells = [name_of(self.world, "cell", cell, self.lang) for cell in self._marked(mark.field, mark.printed)]
            if cells:
                told.append(f"{ground_name(self.world, mark, self.lang)} {', '.join(cells)}")
        lines = [self._w("ground") + COLON[self.lang] + SEMICOLON[self.lang].join(told)] if told else []
        under = self.world.field_of("cell", "under")
        piled = [cell for cell in range(len(self.board.cells)) if under is not None and values_of(under, cell, self.state.block)]
        if piled:
            lines.append(f"{self._w('tiles')} {self._w('under')}{COLON[self.lang]}{', '.join(self.board.cells[cell] for cell in piled)}")
        return lines

    def _marked(self, field: int, printed: int) -> Iterable[int]:
        board = self.board
        for cell in range(len(board.cells)):
            if field >= 0 and self.seen.get((field, cell)):
                yield cell
            elif printed >= 0 and isinstance(board, TiledBoard):
                face = self._face(board, cell)
                if face is not None and self.world.tile_marks["mark"][face] == printed:
                    yield cell

    def _face(self, board: TiledBoard, cell: int) -> int | None:
        """Where the tables of printed marks tell of a cell; None where no tile is seen."""
        slot = board.slot_of[cell]
        tile = self.seen.get((self.world.fields["slot", "tile"].number, slot), NOWHERE)
        if tile < 0:
            return None
        turn = self.seen[self.world.fields["slot", "turn"].number, slot]
        return int((tile * 4 + turn) * board.tile_size**2 + board.index_in_slot[cell])

    # -- what is around pawns

    def _around(self) -> list[str]:
        """For every piece on tiles, its cell with the sides of it that are open, or that something is printed on."""
        board = self.board
        if not isinstance(board, (TiledBoard, LaidBoard)) or self.state.game.program.room_lines:
            return []
        cells: dict[int, list[str]] = {}
        for piece in self.world.pieces.values():
            if piece.lives != "cell" or not piece.domain.owners:
                continue
            for (owner, _), places in self._pieces(piece).items():
                for cell in places:
                    cells.setdefault(cell, []).append(name_of(self.world, "seat", owner, self.lang))
        lines = []
        for cell, who in cells.items():
            sides = self._printed(board, cell) if isinstance(board, TiledBoard) else self._laid_here(board, cell)
            if sides:
                lines.append(f"{', '.join(who)}{self._w('on')}{name_of(self.world, 'cell', cell, self.lang)}{COLON[self.lang]}{sides}")
        return lines

    def _laid_here(self, board: LaidBoard, cell: int) -> str:
        tiles = self._laid(board)
        return f"{value_name(self.world, 'tile', tiles[cell], self.lang)}, {self._open(board, cell)}" if cell in tiles else ""

    def _printed(self, board: TiledBoard, cell: int) -> str:
        face, order = self._face(board, cell), list(GRID_SIDES.values())
        told = []
        for way, offset in enumerate(board.offsets):
            mark = self.world.tile_marks["side-mark"][face * len(board.offsets) + way] if face is not None and offset in order else -1
            if mark >= 0:
                told.append(f"{_SIDES[self.lang][order.index(offset)]} {value_name(self.world, 'side-mark', mark, self.lang)}")
        return ", ".join(told)
