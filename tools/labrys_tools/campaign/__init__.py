"""The large runs: random games in which everything the engine promises is checked."""
