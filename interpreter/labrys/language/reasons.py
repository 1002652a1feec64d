"""What is wrong with a board or a map, as a sentence in both languages."""

from __future__ import annotations

from collections import defaultdict

from labrys.board.errors import BoardError
from labrys.source.catalogue import Both

_REASONS: dict[str, tuple[str, str]] = {
    "bad-directions": ("directions are a list of names or a table of offsets", "les directions sont une liste de noms ou une table de décalages"),
    "bad-link": ("a link is two cells, or a table with `from` and `to`", "un lien est fait de deux cases, ou d'une table avec `from` et `to`"),
    "bad-offset": ("the offset of `{direction}` is two whole numbers, rows and columns", "le décalage de `{direction}` est fait de deux entiers, lignes et colonnes"),
    "bad-tile-size": ("the size of a tile is at least 1", "une tuile a au moins 1 case de côté"),
    "bad-value": ("`{key}` has a value of another kind", "`{key}` a une valeur d'un autre genre"),
    "empty-shape": ("the shape covers nothing", "la forme ne couvre rien"),
    "hexagon-takes-size": ("a hexagon has a `size`, and neither rows, columns, map nor wrap", "un hexagone a une taille (`size`), et ni lignes, ni colonnes, ni plan, ni bords joints"),
    "legend-key": ("`{glyph}` cannot be a sign of the board's map", "`{glyph}` ne peut pas être un signe du plan du plateau"),
    "legend-value": ("`{glyph}` stands for a word, or for `area NAME`", "`{glyph}` désigne un mot, ou `area NOM`"),
    "link-to-itself": ("the link {link} leads back to its own cell", "le lien {link} ramène à sa propre case"),
    "map-columns": ("the line has {given} columns, the board {wanted}", "la ligne a {given} colonnes, le plateau {wanted}"),
    "map-disagrees": ("one rim of the board shows `{other}` here, the other `{glyph}`", "un bord du plateau montre ici `{other}`, l'autre `{glyph}`"),
    "map-entry": ("`{given}` is neither a cell nor an edge with its sign", "`{given}` n'est ni une case ni une arête avec son signe"),
    "map-glyph": ("`{glyph}` cannot be drawn", "`{glyph}` ne peut pas être dessiné"),
    "map-label": ("the row {wanted} was expected here", "on attendait ici la rangée {wanted}"),
    "map-lines": ("it has {given} lines instead of {wanted}", "il a {given} lignes au lieu de {wanted}"),
    "map-misses": ("the cell {cell} is missing", "il manque la case {cell}"),
    "map-repeats": ("`{given}` is there a second time", "`{given}` s'y trouve une seconde fois"),
    "map-too-many": ("the sign `{glyph}` may stand here {most} times at most", "le signe `{glyph}` peut s'y trouver {most} fois au plus"),
    "map-void": ("there is a cell here, which `#` denies", "il y a une case ici, que `#` nie"),
    "no-board": ("the game has no board", "le jeu n'a pas de plateau"),
    "no-cells": ("the board has no cells", "le plateau n'a pas de cases"),
    "no-map": ("at some tables none of its maps is there: no `when` holds", "à certaines tables aucun de ses plans n'est là : aucun `when` n'est vrai"),
    "no-place-here": ("there is no place here for `{glyph}`", "il n'y a pas de place ici pour `{glyph}`"),
    "no-size": ("its size is missing: rows and columns, or a map", "il manque sa taille : lignes et colonnes, ou un plan"),
    "no-slots": ("`slots` draws no slot", "`slots` ne dessine aucun emplacement"),
    "outside-map": ("`{glyph}` lies outside the tile", "`{glyph}` est hors de la tuile"),
    "repeated-cell": ("the cell {cell} is declared twice", "la case {cell} est déclarée deux fois"),
    "repeated-direction": ("the direction {direction} is there twice, by name or by offset", "la direction {direction} s'y trouve deux fois, par son nom ou son décalage"),
    "repeated-link": ("the link {link} is there twice", "le lien {link} s'y trouve deux fois"),
    "repeated-slot": ("the slot {slot} is there twice", "l'emplacement {slot} s'y trouve deux fois"),
    "shape-fits-nowhere": ("the shape fits nowhere on the board", "la forme ne tient nulle part sur le plateau"),
    "shape-glyph": ("`{glyph}` is neither a side nor a corner", "`{glyph}` n'est ni un côté ni un coin"),
    "shape-needs-rows": ("a board of this kind has no shapes on {on}", "un plateau de ce genre n'a pas de formes sur {on}"),
    "shape-on": ("a shape lies on `cells` or on `edges`", "une forme se pose sur `cells` ou sur `edges`"),
    "sketch-off-centre": ("`{glyph}` stands beside the middle of its cell or side", "`{glyph}` est à côté du milieu de sa case ou de son côté"),
    "still-direction": ("the direction {direction} leads nowhere", "la direction {direction} ne mène nulle part"),
    "too-many-cells": ("it would have {cells} cells, and {most} are the most", "il aurait {cells} cases, et {most} est le plus"),
    "too-many-links": ("it would have {links} links", "il aurait {links} liens"),
    "too-many-placements": ("the shape has more than {most} placements", "la forme a plus de {most} positions"),
    "two-links-one-way": ("two links leave a cell by the direction {direction}, the second is {link}", "deux liens quittent une case par la direction {direction}, le second est {link}"),
    "unknown-cell": ("there is no cell {cell}", "il n'y a pas de case {cell}"),
    "unknown-corner": ("`{glyph}` stands for nothing on a corner", "`{glyph}` ne désigne rien sur un coin"),
    "unknown-direction": ("there is no direction {direction} here", "il n'y a pas de direction {direction} ici"),
    "unknown-glyph": ("`{glyph}` is not in the legend", "`{glyph}` n'est pas dans la légende"),
    "unknown-key": ("a {kind} board has no `{key}`", "un plateau {kind} n'a pas de `{key}`"),
    "unknown-kind": ("there is no kind of board {given}", "il n'y a pas de genre de plateau {given}"),
    "unknown-names": ("cells are named `a1` or `row-column`", "les cases se nomment `a1` ou `row-column`"),
    "unknown-shape": ("a board of hexagons is a `rhombus` or a `hexagon`", "un plateau d'hexagones est un `rhombus` ou un `hexagon`"),
    "unknown-side": ("{side} is no side of a tile", "{side} n'est pas un côté de tuile"),
    "unknown-side-mark": ("`{glyph}` stands for nothing on a side", "`{glyph}` ne désigne rien sur un côté"),
    "unknown-wrap": ("`rows` and `columns` may wrap, not {given}", "`rows` et `columns` peuvent se joindre, pas {given}"),
}


def board_reason(error: BoardError) -> Both:
    """The reason with what it is about filled in."""
    en, fr = _REASONS.get(error.slug, (error.slug.replace("-", " "),) * 2)
    values = defaultdict(lambda: "…", {name: str(value) for name, value in error.values.items()})
    return Both(en.format_map(values), fr.format_map(values))
