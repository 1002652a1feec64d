"""Boards as tables: places, steps, edges, shapes, tiles and maps, built once when a game is loaded."""
