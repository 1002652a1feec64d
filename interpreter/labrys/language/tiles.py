"""Tiles of tiled and laid boards as domains, fields and constant tables."""

from __future__ import annotations

from labrys.board.laid import LaidBoard
from labrys.board.tiled import TiledBoard
from labrys.board.topology import Topology
from labrys.language.constants import Constants
from labrys.language.types import TRUTH, Maybe
from labrys.language.world import Domain, World
from labrys.source.tree import Mapping


def declare_tiles(world: World, board: Topology, constants: Constants) -> None:
    """The domain `tile`, the fields that say which lies where, and what is printed on each."""
    names = {}
    tiles = []
    for name, node in world.nodes("tiles"):
        tiles.append(name)
        shown = node.get("name") if isinstance(node, Mapping) else None
        if shown is not None:
            from labrys.language.declare import text_of

            names[name] = text_of(shown)
        section = world.section("tiles")
        assert section is not None
        world.add_named(f"tiles.{name}", "tile", name, node, section.key_span(name))
    domain = world.add_domain(Domain("tile", tuple(tiles) or ("none",), "tile", names=names))
    turn = world.domains["turn"].type
    if isinstance(board, LaidBoard):
        world.add_field("tile", "cell", len(board.cells), Maybe(domain.type))
        world.add_field("turn", "cell", len(board.cells), turn)
    elif isinstance(board, TiledBoard):
        world.add_field("tile", "slot", len(board.slots), Maybe(domain.type))
        world.add_field("turn", "slot", len(board.slots), turn)
        world.add_field("face-up", "slot", len(board.slots), TRUTH, start_value=1)
