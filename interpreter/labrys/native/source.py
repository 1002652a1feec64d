"""A whole game as one C text: sizes, slots and tables; the runtime; the functions; who calls which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from labrys.board.tiled import TiledBoard
from labrys.engine.flow import start_block
from labrys.engine.printer import tile_fields
from labrys.graph.code import Node, called, walk
from labrys.graph.compile import Program
from labrys.language.types import BagOf, ListOf, SetOf
from labrys.language.world import World
from labrys.native.cprinter import C_TYPES, CPrinter
from labrys.native.faults import FAULTS, IN_C
from labrys.native.kinds import BITS, Kinds, kind_of_type, widest_set
from labrys.native.locals import local_actions

_SLOTS = {
    "STAGE": "$stage", "PHASE": "$phase", "ACTIVE": "$active", "TURN": "$turn", "ACTS": "$acts", "FRESH": "$fresh",
    "LIVING": "$living", "NEXT": "$next", "DIRECTION": "$direction", "COUNT": "$count", "DONE": "$done", "SETUP_AT": "$setup",
    "OUTCOME": "$outcome", "WINNERS": "$winners", "LOSERS": "$losers", "RNG": "$rng", "STACK": "$stack", "LATER": "$later",
    "QUEUE": "$queue", "RANK": "$rank", "SCORE": "$score", "NOW": "$now", "DUE": "$due", "STARTED": "$started", "BUSY": "$busy",
    "STARTS": "$starts", "UNTIL": "$until",
}  # fmt: skip
_STUCK = {"": 0, "pass": 1, "skip": 2, "loses": 3, "body": 4}
_HERE = Path(__file__).parent


def c_source(program: Program) -> str:
    """The text of the game's library."""
    return _Source(program).text()


def words_of_block(world: World, block: list[int]) -> list[int]:
    """A block as 32-bit words, the way saves and the native engine have it."""
    words: list[int] = []
    for this in world.layout:
        values = block[this.slot : this.slot + this.slots * this.count]
        if isinstance(this.type, SetOf):
            for value in values:
                for index in range(this.words):
                    word = value >> (32 * index) & 0xFFFFFFFF
                    words.append(word - (1 << 32) if word >> 31 else word)
        else:
            words += [int(value) for value in values]
    return words


class _Source:
    def __init__(self, program: Program) -> None:
        self.program, self.world, self.builder = program, program.world, program.builder
        self.wanted = self._wanted()
        self.width = (widest_set(program, self.wanted) + 63) // 64
        self.kinds = Kinds(program, self.width * 64)
        self.kinds.find(self.wanted)
        self.printer = CPrinter(program, self.kinds)
        self.printer.width = self.width
        self.locals = local_actions(program)

    def _wanted(self) -> set[int]:
        """Functions an engine calls, and all they call. Judges and texts stay with the Python engine."""
        program = self.program
        roots: list[int] = [program.first, program.first_phase, program.begin, program.end, *program.setup, *program.rings]
        for action in program.actions:
            roots += [action.lister, action.deed, action.probe, action.keep, action.takes, action.weight]
            roots.append(-1 if action.chosen else action.trial)
        for phase in program.phases:
            roots += [phase.who, phase.most, phase.enter, phase.leave, phase.next, phase.stuck_body, phase.loop, phase.each]
        for end in program.ends:
            roots += [end.that, end.do]
        roots += [program.limit[2]] if program.limit else []
        roots += [program.wait_weight, *program.answer_weights.values(), *program.policy_lets]
        roots += [function for function, _, _ in program.queueables] + list(program.sight.values())
        found: set[int] = set()
        todo = [number for number in roots if number >= 0]
        while todo:
            number = todo.pop()
            if number not in found:
                found.add(number)
                todo += called(self.builder.functions[number].body)
        return found

    def text(self) -> str:
        functions = [f for f in self.builder.functions if f.number in self.wanted]
        bodies = [self.printer.function(function) for function in functions]
        heads = [self.printer.head(function) + ";" for function in functions]
        # Tables last: printing floods may add some.
        return "\n".join([
            "/* Made by Labrys. */", *self._sizes(), *self._tables(), (_HERE / "runtime.c").read_text(encoding="utf-8"),
            *self._histories(), *heads, *self._flow_tables(), *self._resets(), *self._timers(),
            (_HERE / "flow.c").read_text(encoding="utf-8"), *bodies, *self._dispatch(),
        ]) + "\n"  # fmt: skip

    # -- sizes and tables

    def _sizes(self) -> list[str]:
        world, program = self.world, self.program
        fields = {name: field for (of, name), field in world.fields.items() if of is None}
        words = sum(f.words * f.count for f in world.layout)
        params = [self._words(kind for _, kind in action.params) for action in program.actions]
        given = [self._words(kind for _, kind in action.given) for action in program.actions]
        limit = program.limit or ("", 0, -1)
        sizes = {
            "W": self.width, "WORDS": words, "SEATS": len(world.seats), "SEAT_WORDS": fields["$living"].words,
            "ACTIONS": max(len(program.actions), 1), "PHASES_N": len(program.phases), "EVENTS": len(program.event_list),
            "OFFER_WORDS": max([0, *params]) + 66, "GIVEN_WORDS": max([0, *given]), "NOISY": int(self._noisy()),
            "CLOCKED": int(world.clocked), "LETS": max(len(program.policy_lets), 1), "TIMERS": len(world.timers), "VEILED": int(bool(program.sight)),
            "KEEPING": int(any(a.keep >= 0 for a in program.actions)), "LAZY": int(any(self._tries(a) for a in program.actions)),
            "MOST_TURNS": limit[1] if limit[0] == "turns" else 0, "MOST_DECISIONS": limit[1] if limit[0] == "decisions" else 0,
            "LOCALS": len(self.locals), "LOCAL_SIZE": max([1, *(local.size for local in self.locals)]),
            "WALKS": len(self.printer.walks), "WALK_CELLS": len(world.board.cells) if self.printer.walks and world.board else 1,
            "MOST_TICKS": limit[1] if limit[0] == "ticks" else 0, "TILED": int(isinstance(world.board, TiledBoard)),
        }  # fmt: skip
        lines = [f"#define {name} {value}" for name, value in sizes.items()]
        lines += [f"#define {name} {fields[field].word}" for name, field in _SLOTS.items() if field in fields]
        lines += [f"#define {name} {FAULTS.index(fault)}" for name, fault in IN_C.items()]
        return lines

    def _noisy(self) -> bool:
        return any(f.noisy for f in self.builder.functions)

    def _tries(self, action: Any) -> bool:
        return action.trial >= 0 and not action.chosen

    def _words(self, kinds: Iterable[Any]) -> int:
        return sum(2 * self.width if kind_of_type(kind) == BITS else 1 for kind in kinds)

    def _tables(self) -> list[str]:
        used = {part.args[0] for f in self.builder.functions if f.number in self.wanted for part in walk(f.body) if part.op in ("tab", "row")}
        lines = ["#include <stdint.h>"]
        for table in self.builder.tables:
            if table.number not in used and table.kind != "exits":
                continue
            if table.kind == "numbers":
                lines.append(_array(f"T{table.number}", table.values))
                continue
            flat: list[int] = []
            offsets = [0]
            for row in table.values:
                flat += [word for item in row for word in (item if isinstance(item, tuple) else (item,))]
                offsets.append(len(flat))
            lines += [_array(f"T{table.number}", flat), _array(f"O{table.number}", offsets)]
        lines += self._local_tables()
        lines.append(_array("START", words_of_block(self.world, start_block(self.program))))
        board = self.world.board
        if isinstance(board, TiledBoard):
            by_cell, by_slot, standing = tile_fields(self.world, words=True)
            lines += [
                f"#define TILE_CELLS {board.tile_size**2}", f"#define SLOTS {len(board.slots)}",
                f"#define TILE_TURN {self.world.fields['slot', 'turn'].word}",
                _array("CELLS_OF", [c for row in board.cells_of for c in row]), _array("GOES", [c for row in board.goes for c in row]),
                _array("BY_CELL", [n for row in by_cell for n in row]), f"#define BY_CELL_N {len(by_cell)}",
                _array("BY_SLOT", [n for row in by_slot for n in row]), f"#define BY_SLOT_N {len(by_slot)}",
                _array("STANDING", [n for row in standing for n in row]), f"#define STANDING_N {len(standing)}",
            ]  # fmt: skip
        return lines

    def _local_tables(self) -> list[str]:
        """Which words matter to decisions that are kept, and to which."""
        if not self.locals:
            return []
        watched = [0] * sum(f.words * f.count for f in self.world.layout)
        fields: list[int] = []
        for index, local in enumerate(self.locals):
            for number in local.fields:
                first = self.world.layout[number].word
                watched[first : first + local.size] = [1] * local.size
                fields += [index, first]
        actions = [local.action for local in self.locals]
        of = [actions.index(a.index) if a.index in actions else -1 for a in self.program.actions]
        return [
            f"static const uint8_t WATCHED[] = {{{','.join(map(str, watched))}}};",
            _array("LOCAL_FIELDS", fields), f"#define LOCAL_FIELDS_N {len(fields) // 2}", _array("LOCAL_OF", of),
            _array("LOCAL_SIZES", [local.size for local in self.locals]), _array("LOCAL_ACTION", actions),
        ]  # fmt: skip

    def _legal_members(self) -> list[str]:
        if not self.locals:
            return []
        printer = self.printer
        lines = ["static int legal_member(X *x, i32 *S, i32 local, i32 member) {", "    (void)x; (void)S;", "    switch (local) {"]
        for index, local in enumerate(self.locals):
            printer.safe = {local.variable: local.size}
            printer.temps, printer.before = [], []
            test = printer.i(local.condition)
            lines.append(f"        case {index}: {{ i32 v{local.variable} = member; (void)v{local.variable}; return {test}; }}")
        return [*lines, "    }", "    return 0;", "}"]

    def _histories(self) -> list[str]:
        lines, rows = [], []
        for index, history in enumerate(self.world.histories.values()):
            parts = [(f.word, f.words * f.count) for f in history.fields]
            lines.append(_array(f"H{index}", [n for part in parts for n in part]))
            rows.append(f"{{{history.count.word}, {history.keys.word}, {history.keep}, {len(parts)}, H{index}}}")
        return [*lines, f"static const History HISTORIES[] = {{{', '.join(rows) or '{0, 0, 0, 0, 0}'}}};"]

    # -- the flow

    def _hook(self, number: int) -> str:
        return f"f{number}" if number >= 0 else "0"

    def _flow_tables(self) -> list[str]:
        program, hook = self.program, self._hook
        lines = []
        for index, phase in enumerate(program.phases):
            lines.append(_array(f"PHASE_ACTIONS{index}", phase.actions))
        rows = [
            f"{{{hook(p.who)}, {hook(p.most)}, {hook(p.enter)}, {hook(p.leave)}, {hook(p.next)}, {hook(p.stuck_body)}, {hook(p.loop)}, "
            f"{hook(p.each)}, {_STUCK[p.stuck]}, PHASE_ACTIONS{index}, {len(p.actions)}}}"
            for index, p in enumerate(program.phases)
        ]
        lines.append(f"static const Phase PHASES[] = {{{', '.join(rows)}}};")
        for at, name in (("job", "ENDS_JOB"), ("turn-begin", "ENDS_TURN_BEGIN"), ("turn-end", "ENDS_TURN_END")):
            found = [e for e in program.ends if e.at == at and e.do >= 0]
            listed = ", ".join(f"{{{hook(e.that)}, {hook(e.do)}}}" for e in found) or "{0, 0}"
            lines += [f"static const Ending {name}[] = {{{listed}}};", f"#define {name}_N {len(found)}"]
        listed = ", ".join(hook(n) for n in program.setup) or "0"
        lines += [f"static const Hook SETUP_DO[] = {{{listed}}};", f"#define SETUP_N {len(program.setup)}"]
        singles = {
            "FIRST": program.first, "FIRST_PHASE": program.first_phase, "TURN_BEGIN": program.begin, "TURN_END": program.end,
            "LIMIT_DO": program.limit[2] if program.limit else -1,
        }  # fmt: skip
        lines += [f"static const Hook {name} = {hook(number)};" for name, number in singles.items()]
        actions = program.actions
        lines += [
            _array("PARAM_WORDS", [self._words(kind for _, kind in a.params) for a in actions]),
            _array("COUNTS_AS", [a.counts for a in actions]), _array("IS_FREE", [int(a.free) for a in actions]),
            _array("IS_SECRET", [int(a.secret) for a in actions]),
            _array("KEEPS", [int(a.keep >= 0) for a in actions]), _array("TRIES", [int(self._tries(a)) for a in actions]),
        ]  # fmt: skip
        return lines

    def _resets(self) -> list[str]:
        lines = []
        for when, name in (("phase", "RESET_PHASE"), ("turn", "RESET_TURN"), ("round", "RESET_ROUND")):
            rows = [(f.word, f.words * f.count) for f in self.world.layout if f.reset == when]
            lines += [_array(name, [n for row in rows for n in row]), f"#define {name}_N {len(rows)}"]
        own = [(f.word, f.words) for f in self.world.layout if f.reset == "own-turn" and f.of == "seat"]
        return [*lines, _array("RESET_OWN", [n for row in own for n in row]), f"#define RESET_OWN_N {len(own)}"]

    def _timers(self) -> list[str]:
        return [_array("TIMER_RUNS", self.world.timer_runs), _array("TIMER_STARTS", self.world.timer_starts)]

    # -- who calls which

    def _dispatch(self) -> list[str]:
        program = self.program
        parts: dict[str, list[str]] = {name: [] for name in ("list", "do", "try", "probe", "score", "weigh", "time")}
        for action in program.actions:
            given = self._unpacked("given", [kind for _, kind in action.given])
            args = self._unpacked("args", [kind for _, kind in action.params])
            case, rest = f"        case {action.index}: ", ", ".join(["x", "S", "me", *given, *args])
            parts["list"].append(f"{case}(void)f{action.lister}({', '.join(['x', 'S', 'me', '0', *given])}); return;")
            parts["do"].append(f"{case}(void)f{action.deed}({rest}); return;")
            if self._tries(action):
                parts["try"].append(f"{case}return f{action.trial}({rest});")
            if action.probe >= 0:
                parts["probe"].append(f"{case}return f{action.probe}({rest});")
            if action.takes >= 0:
                parts["time"].append(f"{case}return f{action.takes}({rest});")
            names = len({name for name, _, _ in action.chosen})
            lists = [f"every(chosen, n, {k}, {names}, t{k})" for k in range(names)]
            buffers = "".join(f"i32 t{k}[66]; " for k in range(names))
            if action.keep >= 0:
                parts["score"].append(f"{case}{{ {buffers}return f{action.keep}({', '.join([rest, *lists])}); }}")
            if action.weight >= 0:
                known = ["x", "S", "me", *self._policy_known(), *given, *args, *lists]
                parts["weigh"].append(f"{case}{{ {buffers}return f{action.weight}({', '.join(known)}); }}")
        heads = {
            "list": "static void list_action(X *x, i32 *S, i32 action, i32 me, const i32 *given)",
            "do": "static void do_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args)",
            "try": "static i32 try_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args)",
            "probe": "static i32 probe_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args)",
            "score": "static i32 score_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args, const i32 *chosen, i32 n)",
            "weigh": "static i32 weigh_action(X *x, i32 *S, i32 action, i32 me, const i32 *given, const i32 *args, const i32 *chosen, i32 n)",
            "time": "static i32 time_of_action(X *x, i32 *S, i32 action, i32 me, const i32 *args)",
        }
        lines = [
            "static L every(const i32 *c, i32 n, i32 first, i32 step, i32 *t) {"
            " i32 m = 0; for (i32 k = first; k < n && m < 64; k += step) t[m++] = c[k]; L r = {t, m}; return r; }"
        ]
        for name, head in heads.items():
            default = {"list": "return;", "do": "return;", "try": "return 1;", "probe": "return 1;"}.get(name, "return 0;")
            unused = "(void)x; (void)S; (void)me;" + ("" if name == "time" else " (void)given;") + ("" if name == "list" else " (void)args;")
            unused += " (void)chosen; (void)n; (void)every;" if name in ("score", "weigh") else ""
            lines += [f"{head} {{", f"    {unused}", "    switch (action) {", *parts[name], f"        default: {default}", "    }", "}"]
        return [*lines, *self._weights(), *self._queue(), *self._rings(), *self._masks(), *self._legal_members()]

    def _weights(self) -> list[str]:
        """What the policy makes of waiting, and of an answer by its question."""
        program, known = self.program, ["x", "S", "me", *self._policy_known()]
        wait = f"f{program.wait_weight}({', '.join(known)})" if program.wait_weight >= 0 else "0"
        cases, lets = [], []
        for site, number in program.answer_weights.items():
            args = self._unpacked("args", [program.sites[site]["kind"]])
            cases.append(f"        case {site}: return f{number}({', '.join([*known, *args])});")
        for k, number in enumerate(program.policy_lets):
            lets.append(f"    x->lets[{k}] = f{number}({', '.join(known[: 3 + k])});")
        return [
            "static void policy_lets(X *x, i32 *S, i32 me) {", "    (void)x; (void)S; (void)me;", *lets, "}",
            f"static i32 weigh_wait(X *x, i32 *S, i32 me) {{ (void)x; (void)S; (void)me; return {wait}; }}",
            "static i32 weigh_answer(X *x, i32 *S, i32 site, i32 me, const i32 *args) {", "    (void)x; (void)S; (void)me; (void)args;",
            "    switch (site) {", *cases, "        default: return 0;", "    }", "}",
        ]  # fmt: skip

    def _policy_known(self) -> list[str]:
        return [f"x->lets[{k}]" for k in range(len(self.program.policy_lets))]

    def _unpacked(self, name: str, kinds: Sequence[Any]) -> list[str]:
        """Arguments out of an array of words."""
        found, at = [], 0
        for kind in kinds:
            if kind_of_type(kind) == BITS:
                found.append(f"B_load({name} + {at}, {2 * self.width})")
                at += 2 * self.width
            else:
                found.append(f"{name}[{at}]")
                at += 1
        return found

    def _queue(self) -> list[str]:
        cases = [
            f"        case {index}: (void)f{function}({', '.join(['x', 'S', *(f'args[{k}]' for k in range(count))])}); return;"
            for index, (function, count, _) in enumerate(self.program.queueables)
        ]
        head = "static void run_queued(X *x, i32 *S, i32 what, const i32 *args) {"
        return [head, "    (void)x; (void)S; (void)args;", "    switch (what) {", *cases, "        default: return;", "    }", "}"]

    def _rings(self) -> list[str]:
        cases = [f"        case {t}: (void)f{n}(x, S, {t}); return;" for t, n in enumerate(self.program.rings) if n >= 0]
        head = "static void ring_timer(X *x, i32 *S, i32 timer) {"
        return [head, "    (void)x; (void)S;", "    switch (timer) {", *cases, "        default: return;", "    }", "}"]

    def _masks(self) -> list[str]:
        lines = ["static void mask_for(X *x, i32 *S, i32 *seen, i32 seat) {", "    (void)x; (void)S; (void)seen; (void)seat;"]
        for number, sight in self.program.sight.items():
            this = self.world.layout[number]
            lines.append(
                f"    for (i32 k = 0; k < {this.count}; k++) if (!f{sight}(x, S, k, seat)) "
                f"memcpy(seen + {this.word} + k * {this.words}, START + {this.word} + k * {this.words}, {4 * this.words});"
            )
        return [*lines, "}"]


def _array(name: str, values: Iterable[int]) -> str:
    listed = list(values) or [0]
    shown = ",".join("-2147483647-1" if v == -(2**31) else str(int(v)) for v in listed)
    return f"static const int32_t {name}[] = {{{shown}}};"


__all__ = ["C_TYPES", "BagOf", "ListOf", "Node", "c_source", "words_of_block"]
