"""A scene laid out as lines, every character inked with its colour, its place and its meaning."""

from __future__ import annotations

from labrys.board.charmap import lay_out
from labrys.board.corridors import Corridor, Labyrinth, draw_corridors
from labrys.board.laid import LaidBoard
from labrys.board.rowmap import draw_hex_sides, draw_ways
from labrys.board.sketch import CORNER, lying
from labrys.board.tiled import TiledBoard
from labrys.board.tilemap import Plan, draw_plan
from labrys.board.topology import NOWHERE
from labrys.engine.panel import COLON, SEMICOLON, folded, values_of
from labrys.engine.picture import Palette
from labrys.engine.rooms import Room, draw_rooms, floor_of
from labrys.engine.scene import BLANK, Drawn, Scene
from labrys.engine.telling import name_of
from labrys.language.looks import CLOSED


class Sheet:
    def __init__(self, scene: Scene, palette: Palette, width: int) -> None:
        self.scene, self.board, self.palette, self.width = scene, scene.board, palette, width

    # -- inking

    def _ink(self, drawn: Drawn, text: str, place: str | None) -> str:
        return self.palette.ink(text, drawn.colour, place, drawn.means)

    def _cell(self, cell: int, wide: bool = False) -> str:
        """A cell's sign, with blanks around it where cells are three wide: they belong to it and are marked with it."""
        drawn, board = self.scene.top(cell), self.board
        among = (board.slots[board.slot_of[cell]],) if isinstance(board, TiledBoard) else ()
        text = f" {drawn.sign} " if wide else drawn.sign
        return self.palette.ink(text, drawn.colour, board.cells[cell], drawn.means, among)

    def _cells(self, wide: bool) -> dict[int, str]:
        return {cell: self._cell(cell, wide) for cell in range(len(self.board.cells))}

    def _edge(self, edge: int, drawn: Drawn, across: bool) -> str:
        """What stands on an edge. A thing with a sign for lying and one for upright is a line: lying, it fills its side."""
        signs, place = drawn.signs, self.board.edges[edge] if edge != NOWHERE else None
        text = (signs[0] * 3 if len(signs) > 1 else lying(signs[0])) if across else signs[min(1, len(signs) - 1)]
        return self._ink(drawn, text, place)

    def _edges(self) -> dict[int, tuple[str, str]]:
        """Every edge that has something on it, lying and upright."""
        return {edge: (self._edge(edge, d, True), self._edge(edge, d, False)) for edge, d in self.scene.edges.items()}

    def _corners(self, everywhere: bool) -> dict[int, str]:
        """What stands on vertices; empty ones as corners, all of them or those that are marked."""
        names, standing = self.board.vertices, self.scene.vertices
        shown = everywhere or (self.scene.world.vertices_named and bool(self.palette.marked))
        empty = [v for v, name in enumerate(names) if v not in standing and (everywhere or name in self.palette.marked)] if shown else []
        found = {vertex: self.palette.ink(CORNER, None, names[vertex]) for vertex in empty}
        return found | {vertex: self._ink(drawn, drawn.sign, names[vertex]) for vertex, drawn in standing.items()}

    def _dress(self, text: str, cell: int) -> str:
        return self.palette.ink(text, None, self.board.cells[cell]) if cell != NOWHERE else text

    # -- boards

    def lines(self) -> list[str]:
        board, looks = self.board, self.scene.looks
        if isinstance(board, LaidBoard) and self.scene.state.game.program.room_lines:
            return self._rooms(board)
        if isinstance(board, LaidBoard) and looks.corridors is not None:
            return draw_corridors(board, self._labyrinth(board), self.width)
        if isinstance(board, (TiledBoard, LaidBoard)):
            return draw_plan(board, self._tiled(board) if isinstance(board, TiledBoard) else self._laid(board))
        sides = bool(looks.edges or looks.vertices) and board.kind == "grid"
        cells = self._cells(sides)
        if board.kind == "graph":
            marks = {edge: upright for edge, (_, upright) in self._edges().items()}
            names = [self.palette.ink(name, None, id) for name, id in zip(self._names("cell"), board.cells, strict=True)]
            return draw_ways(board, cells, marks, names, self._names("direction"), self.width)
        if board.kind == "hex" and looks.edges:
            return draw_hex_sides(board, cells, {edge: self._slanted(edge) for edge in range(len(board.edges))})
        if not sides:
            return lay_out(board, cells)
        return lay_out(board, cells, {edge: self._of_edge(edge) for edge in range(len(board.edges))}, self._corners(True))

    def _names(self, domain: str) -> list[str]:
        world = self.scene.world
        known = world.domains.get(domain)
        return [name_of(world, domain, value, self.scene.lang) for value in range(known.size)] if known else []

    def _of_edge(self, edge: int) -> str:
        first, second = (self.board.places[cell] for cell in self.board.edge_cells[edge])
        return self._edge(edge, self.scene.edges.get(edge, BLANK), first[1] == second[1])

    def _slanted(self, edge: int) -> str:
        """An edge of hexagons: its first sign towards e, the second towards se, the third towards sw."""
        drawn = self.scene.edges.get(edge, BLANK)
        slant = (self.board.sides[self.board.edge_cells[edge][0]].index(edge) - 1) % 3
        return self._ink(drawn, drawn.signs[min(slant, len(drawn.signs) - 1)], self.board.edges[edge])

    # -- tiles

    def _plan(self) -> Plan:
        """A plan with the cells, what stands on vertices and, as blanks, the marked edges on which nothing stands."""
        board, plan = self.board, Plan(self._cells(True), vertices=self._corners(False))
        for edge, name in enumerate(board.edges) if self.palette.marked else ():
            if name not in self.palette.marked or edge in self.scene.edges:
                continue
            cell = board.edge_cells[edge][0]
            side, (row, column) = board.sides[cell].index(edge), board.places[cell]
            if side % 2 == 0:
                plan.open_across[row + (side == 2), column] = self.palette.ink("   ", None, name)
            else:
                plan.open_upright[row, column + (side == 1)] = self.palette.ink(" ", None, name)
        return plan

    def _tiled(self, board: TiledBoard) -> Plan:
        plan = self._plan()
        plan.slots.update({name: self.palette.ink(name, None, name) for name in board.slots})
        for cell, side, drawn in self.scene.printed_sides(board):
            plan.put(board.places[cell], side, self._printed(board.sides[cell][side], drawn))
        plan.put_edges(board, self._edges())
        return plan

    def _printed(self, edge: int, drawn: Drawn) -> tuple[str, str]:
        place = self.board.edges[edge] if edge != NOWHERE else None
        return self._ink(drawn, lying(drawn.signs[0]), place), self._ink(drawn, drawn.signs[-1], place)

    def _laid(self, board: LaidBoard) -> Plan:
        plan, closed = self._plan(), Drawn(CLOSED[0], signs=CLOSED)
        for cell in self.scene.laid:
            for side, is_open in enumerate(self.scene.opens(board, cell)):
                if not is_open:
                    plan.put(board.places[cell], side, self._printed(board.sides[cell][side], closed))
        plan.put_edges(board, self._edges())
        return plan

    def _labyrinth(self, board: LaidBoard) -> Labyrinth:
        tiles = {}
        for cell, tile in self.scene.laid.items():
            kind, star, name = self.scene.kind(tile), self.scene.star(cell), board.cells[cell]
            number, starred = (star[0], self._ink(star[1], star[1].sign, name)) if star else (0, "")
            tiles[cell] = Corridor(self.scene.opens(board, cell), self._ink(kind, kind.sign, name) if kind else "", number, starred)
        return Labyrinth(tiles, self._standing(), self.scene.arrows(), self._marked(), self._dress)

    def _marked(self) -> list[int]:
        marked = self.palette.marked
        return [cell for cell, name in enumerate(self.board.cells) if name in marked] if marked else []

    def _standing(self) -> dict[int, list[str]]:
        """What stands on cells, inked, the topmost last."""
        names = self.board.cells
        return {cell: [self._ink(d, d.sign, names[cell]) for d in drawn] for cell, drawn in self.scene.on_cells.items()}

    def _rooms(self, board: LaidBoard) -> list[str]:
        """Every tile as a room: its sign and what the upper line tells, who is there, what the lower line tells."""
        found, standing = {}, self._standing()
        for cell, tile in self.scene.laid.items():
            name, kind = board.cells[cell], self.scene.kind(tile)
            told = {line: "".join(self._ink(d, d.sign * count, name) for d, count in signs) for line, signs in self.scene.room(cell).items()}
            upper = f"{self._ink(kind, kind.sign, name) if kind else ''} {told['upper']}".strip()
            found[cell] = Room(self.scene.opens(board, cell), (upper, "".join(standing.get(cell, [])), told["lower"]))
        floor = floor_of(board, found)
        floor.shown = [board.places[cell] for cell in self._marked()]
        floor.dress = lambda text, place: self._dress(text, board.cell_at.get(place, NOWHERE))
        return draw_rooms(floor)

    # -- what signs cannot show

    def remarks(self) -> list[str]:
        """The cells on which several things stand or tiles lie on each other; rooms show all of it."""
        scene, told = self.scene, []
        if scene.state.game.program.room_lines and isinstance(self.board, LaidBoard):
            return []
        under = scene.world.field_of("cell", "under")
        crowded = {cell for cell, drawn in scene.on_cells.items() if len(drawn) > 1}
        for cell in range(len(self.board.cells)) if under is not None else sorted(crowded):
            words = [drawn.sign for drawn in reversed(scene.on_cells.get(cell, []))]
            words = words if cell in crowded else []
            if under is not None and (held := values_of(under, cell, scene.state.block)):
                tiles = [scene.laid[cell], *reversed(held)]
                words.append(" / ".join(name_of(scene.world, "tile", tile, scene.lang) for tile in tiles))
            if words:
                told.append(f"{name_of(scene.world, 'cell', cell, scene.lang)}{COLON[scene.lang]}{', '.join(words)}")
        return folded(SEMICOLON[scene.lang].join(told), self.width)
