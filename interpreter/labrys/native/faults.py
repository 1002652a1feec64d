"""The names of faults, by the numbers the C code uses for them."""

FAULTS = (
    "none", "range", "full", "missing", "index", "fuel", "too-deep", "measure", "history", "nothing-to-draw", "transcript",
    "phases-too-deep", "queue", "clock-stands", "stuck", "endless-flow", "too-many-sets", "memory", "empty", "misfit",
    "repeat", "nothing-to-play", "noisy", "nobody-left", "nobody-to-ask",
)  # fmt: skip
# The names the runtime uses, for the ones it raises itself.
IN_C = {
    "F_RANGE": "range", "F_FULL": "full", "F_MISSING": "missing", "F_INDEX": "index", "F_FUEL": "fuel", "F_DEEP": "too-deep",
    "F_MEASURE": "measure", "F_HISTORY": "history", "F_DRAW": "nothing-to-draw", "F_TRANSCRIPT": "transcript",
    "F_PHASES": "phases-too-deep", "F_QUEUE": "queue", "F_CLOCK": "clock-stands", "F_STUCK": "stuck", "F_ENDLESS": "endless-flow",
    "F_SETS": "too-many-sets", "F_MEMORY": "memory", "F_EMPTY": "empty", "F_MISFIT": "misfit", "F_NOBODY": "nobody-left",
}  # fmt: skip
