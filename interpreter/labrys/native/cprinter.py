"""Prints the functions of a game as C: expressions and statements over the block of 32-bit words.

Every name is a number and no word of the author's is printed, so a ruleset cannot smuggle in C.
"""

from __future__ import annotations

from typing import Any

from labrys.graph.code import Function, Node
from labrys.graph.compile import Program
from labrys.graph.fuel import heavy_functions
from labrys.language.types import ListOf, SetOf
from labrys.native.faults import FAULTS
from labrys.native.kinds import Kind, Kinds

_INFIX = {"add": "+", "sub": "-", "mul": "*", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_CALLS = {"div": "f_div", "mod": "f_mod", "min": "f_min", "max": "f_max", "bor": "B_or", "band": "B_and", "bandnot": "B_less"}
C_TYPES = {"i": "i32", "b": "B", "l": "L", "s": "LS"}


class CPrinter:
    def __init__(self, program: Program, kinds: Kinds) -> None:
        self.program, self.kinds = program, kinds
        self.world, self.builder = program.world, program.builder
        self.heavy = heavy_functions(program.builder)
        self.histories = {name: index for index, name in enumerate(program.world.histories)}
        self.lines: list[str] = []
        self.temps: list[str] = []
        # Functions that ask whether a walk leads somewhere; each keeps the walks it found.
        self.walks: list[int] = []
        self.trials = {action.trial for action in program.actions if not action.chosen}
        # Variables known to be in range, because a loop over their domain gives them.
        self.safe: dict[int, int] = {}

    # -- functions

    def head(self, function: Function) -> str:
        self.kinds.now = function.number
        params = [f"{self._type(function, name)} v{name}" for name in function.params]
        returned = "i32" if function.effect else C_TYPES[self.kinds.returns.get(function.number, ("i", 0))[0]]
        out = ", i32 *out" if returned == "L" and not function.effect else ""
        return f"static {returned} f{function.number}({', '.join(['X *x', 'i32 *S', *params])}{out})"

    def _type(self, function: Function, name: int) -> str:
        return C_TYPES[self.kinds.variables.get((function.number, name), ("i", 0))[0]]

    def function(self, function: Function) -> str:
        self.now, self.kinds.now = function, function.number
        self.lines, self.temps, self.safe = [], [], {}
        self.declared: set[int] = set(function.params)
        self.burning = function.number in self.heavy
        self.trial = any(part.op == "fork" for part in function.body)
        locals_ = self._locals(function)
        self.block(function.body, 1)
        head = self.head(function)
        unused = "".join(f"    (void)v{name};\n" for name in function.params)
        declared = "".join(f"    {line};\n" for line in [*locals_, *self.temps])
        body = "\n".join(self.lines)
        return f"{head} {{\n    (void)x; (void)S;\n{unused}{declared}{body}\n}}\n"

    def _locals(self, function: Function) -> list[str]:
        """All variables are declared at the top: a body may set one in a block and read it behind it."""
        from labrys.graph.code import walk

        found: dict[int, Kind] = {}
        for part in walk(function.body):
            names = [part.args[0]] if part.op in ("let", "for", "try") else [*part.args[3:7], part.args[9]] if part.op == "flood" else []
            for name in names:
                if name not in function.params and name not in found:
                    found[name] = self.kinds.variables.get((function.number, name), ("i", 0))
        lines = []
        for name, kind in found.items():
            start = {"i": "0", "b": "B_EMPTY", "l": "{0, 0}", "s": "{0, 0}"}[kind[0]]
            lines.append(f"{C_TYPES[kind[0]]} v{name} = {start}")
        return lines

    def temp(self, size: int) -> str:
        name = f"t{len(self.temps)}"
        self.temps.append(f"i32 {name}[{max(size, 1)}]")
        return name

    # -- places in the block

    def slot(self, number: int, holder: Node) -> str:
        field = self.world.layout[number]
        if holder.op == "num":
            return str(field.word + holder.args[0] * field.words)
        at = self.i(holder)
        if not (holder.op == "var" and self.safe.get(holder.args[0], 1 << 30) <= field.count):
            at = f"in_range(x, {at}, {field.count})"
        at = at if field.words == 1 else f"{at} * {field.words}"
        return f"{field.word} + {at}" if field.word else at

    # -- expressions

    def kind(self, node: Node) -> str:
        return (self.kinds.of(node) or ("i", 0))[0]

    def e(self, node: Node) -> str:
        """An expression in its own kind."""
        return {"i": self.i, "b": self.b, "l": self.ls, "s": self.s}[self.kind(node)](node)

    def i(self, node: Node) -> str:
        a, op = node.args, node.op
        if op in _INFIX:
            return f"({self.i(a[0])} {_INFIX[op]} {self.i(a[1])})"
        match op:
            case "num":
                return "NO_NUMBER" if a[0] == -(2**31) else str(a[0]) if a[0] >= 0 else f"({a[0]})"
            case "var":
                return f"v{a[0]}"
            case "get":
                return f"S[{self.slot(a[0], a[1])}]"
            case "div" | "mod" | "min" | "max":
                return f"{_CALLS[op]}({self.i(a[0])}, {self.i(a[1])})"
            case "eq" | "ne":
                return self._same(a, op)
            case "and" | "or":
                return f"({self.i(a[0])} {'&&' if op == 'and' else '||'} {self.i(a[1])})"
            case "not":
                return f"(!{self.i(a[0])})"
            case "if":
                return f"({self.i(a[0])} ? {self.i(a[1])} : {self.i(a[2])})"
            case "tab":
                size = len(self.builder.tables[a[0]].values)
                index = self.i(a[1])
                if not (a[1].op == "var" and self.safe.get(a[1].args[0], 1 << 30) <= size):
                    index = f"in_range(x, {index}, {size})"
                return f"T{a[0]}[{index}]"
            case "call" | "veiled":
                # In random play `ensure` is tried for the decision that is drawn, not for all of them.
                return f"(x->lazy || {self._call(node)})" if a[0] in self.trials else self._call(node)
            case "callx" | "callq":
                return f"f{a[0]}({', '.join(['x', 'S', *map(self.e, a[1:])])})"
            case "bhas":
                return f"B_has({self.b(a[0])}, {self.i(a[1])})"
            case "bany":
                return f"B_any({self.b(a[0])})"
            case "bcount":
                return f"B_count({self.b(a[0])})"
            case "len":
                return f"{self.ls(a[0])}.n"
            case "listlen" | "bagget":
                return f"S[{self.slot(a[0], a[1])}" + (f" + in_range(x, {self.i(a[2])}, {self.world.layout[a[0]].slots})]" if op == "bagget" else "]")
            case "listtake":
                return f"list_take(x, S, {self.slot(a[0], a[1])}, {a[2]})"
            case "item":
                return f"item(x, {self.ls(a[0])}, {self.i(a[1])})"
            case "samelist":
                return f"same_list({self.ls(a[0])}, {self.ls(a[1])})"
            case "inlist":
                return f"in_list({self.i(a[0])}, {self.ls(a[1])})"
            case "bagsum":
                return f"bag_sum(S, {self.slot(a[0], a[1])}, {self.world.layout[a[0]].slots})"
            case "around":
                return f"around({self.b(a[0])}, {', '.join(map(self.i, a[1:]))})"
            case "seen":
                return f"times_seen(S, HISTORIES + {self.histories[a[0]]})"
            case "chance":
                weighted = a[2].op != "even"
                none = "(L){0, 0}"
                return f"chance(x, S, {a[0]}, {self.ls(a[1])}, {self.ls(a[2]) if weighted else none}, {int(weighted)})"
            case "choose":
                final = int(bool(self.program.sites[a[0]].get("final")))
                return f"choose(x, {self.ls(a[1])}, {final})"
            case "ask" | "askany":
                word, who = ("ask", self.i(a[1])) if op == "ask" else ("ask_any", self.b(a[1]))
                given = a[4].op != "foremost"
                return f"{word}(x, S, {a[0]}, {who}, {self.ls(a[2])}, {a[3]}, {int(given)}, {self.i(a[4]) if given else '0'}{self._nothing(a[0]) if op == 'ask' else ''})"
            case "askplay":
                return self._ask_play(a)
            case "react":
                return f"react(x, S, {a[0]}, {self.i(a[1])}, {self.b(a[2])}, {a[3]})"
            case "void":
                return "x->dead"
            case "frameget":
                return f"x->frames[x->frames_n - 1][{a[0] + 1}]"
            case "untouched":
                return f"(!(x->frames[x->frames_n - 1][0] >> {a[0]} & 1))"
            case "nested":
                return f"(x->nest[{a[0]}] > 0)"
            case "can":
                return f"can(x, S, {a[0]}, {self.i(a[1])})"
            case "sure":
                return f"sure(x, {self.i(a[0])}, {a[1]})"
        raise AssertionError(op)

    def _same(self, a: tuple[Any, ...], op: str) -> str:
        if "b" in (self.kind(a[0]), self.kind(a[1])):
            return f"({'' if op == 'eq' else '!'}B_same({self.b(a[0])}, {self.b(a[1])}))"
        return f"({self.i(a[0])} {'==' if op == 'eq' else '!='} {self.i(a[1])})"

    def _nothing(self, site: int) -> str:
        """The answer of a seat that has none, where that is its secret."""
        value = self.program.sites[site].get("nothing", 0)
        return ", " + (str(value) if value != -(2**31) else "NO_NUMBER")

    def _call(self, node: Node) -> str:
        a = node.args
        if node.op == "veiled":
            args = ["x", f"masked(x, S, {self.i(a[1])})", *map(self.e, a[2])]
        else:
            args = ["x", "S", *map(self.e, a[1:])]
        kind = self.kinds.returns.get(a[0], ("i", 0))
        if kind[0] == "l":
            args.append(self.temp(kind[1]))
        return f"f{a[0]}({', '.join(args)})"

    def _ask_play(self, a: tuple[Any, ...]) -> str:
        name = len(self.temps)
        self.temps.append(f"i32 p{name}[{len(a[2])}]")
        self.temps.append(f"i32 g{name}[{len(a[2])}][GIVEN_WORDS + 1]")
        parts = []
        for k, play in enumerate(a[2]):
            parts.append(f"p{name}[{k}] = {self.i(play.args[0])}")
            at = 0
            for arg in play.args[1]:
                if self.kind(arg) == "b":
                    parts.append(f"put_words(g{name}[{k}] + {at}, {self.b(arg)})")
                    at += 2 * self.width
                else:
                    parts.append(f"g{name}[{k}][{at}] = {self.i(arg)}")
                    at += 1
        call = f"ask_play(x, S, {a[0]}, {self.i(a[1])}, {len(a[2])}, p{name}, (const i32 (*)[GIVEN_WORDS + 1])g{name})"
        return f"({', '.join([*parts, call])})"

    width = 1

    def b(self, node: Node) -> str:
        a, op = node.args, node.op
        match op:
            case "var":
                return f"v{a[0]}"
            case "get":
                return f"B_load(S + {self.slot(a[0], a[1])}, {self.world.layout[a[0]].words})"
            case "bor" | "band" | "bandnot":
                return f"{_CALLS[op]}({self.b(a[0])}, {self.b(a[1])})"
            case "bit":
                return f"B_bit({self.i(a[0])})"
            case "mask":
                return f"B_mask({a[0]})"
            case "bits_const":
                return self._constant(a[0])
            case "listbits":
                return f"set_of_list({self.ls(a[0])})"
            case "bagbits":
                return f"bag_kinds(S, {self.slot(a[0], a[1])}, {self.world.layout[a[0]].slots})"
            case "if":
                return f"({self.i(a[0])} ? {self.b(a[1])} : {self.b(a[2])})"
            case "call" | "veiled":
                return self._call(node)
            case "item":
                return f"item_set(x, {self.s(a[0])}, {self.i(a[1])})"
            case "ask" | "askany":
                word, who = ("ask_set", self.i(a[1])) if op == "ask" else ("ask_any_set", self.b(a[1]))
                return f"{word}(x, S, {a[0]}, {who}, {self.s(a[2])}, {a[3]})"
        raise AssertionError(op)

    def _constant(self, bits: int) -> str:
        if not bits:
            return "B_EMPTY"
        words = [f"{bits >> 64 * k & (1 << 64) - 1:#x}ull" for k in range(self.width)]
        return f"((B){words[0]})" if self.width == 1 else f"((B){{{{{', '.join(words)}}}}})"

    def ls(self, node: Node) -> str:
        a, op = node.args, node.op
        match op:
            case "var":
                return f"v{a[0]}"
            case "list":
                at = self.slot(a[0], a[1])
                return f"list_at(S, {at})"
            case "row":
                table = self.builder.tables[a[0]]
                if a[1].op == "num":
                    return f"row_at(x, T{a[0]}, O{a[0]}, {len(table.values)}, {a[1].args[0]})"
                return f"row_at(x, T{a[0]}, O{a[0]}, {len(table.values)}, {self.i(a[1])})"
            case "listof":
                return f"list_of_set({self.b(a[0])}, 0, {self.temp(self.kinds.bits)})"
            case "listfrom":
                return f"list_of_set({self.b(a[0])}, {self.i(a[1])}, {self.temp(self.kinds.bits)})"
            case "withnone":
                size = (self.kinds.of(a[0]) or ("l", self.kinds.bits))[1]
                return f"list_none({self.ls(a[0])}, {self.i(a[1])}, {self.temp(size + 1)})"
            case "tuple":
                temp = self.temp(len(a[0]))
                parts = [f"{temp}[{k}] = {self.i(item)}" for k, item in enumerate(a[0])]
                return f"({', '.join([*parts, f'(L){{{temp}, {len(parts)}}}'])})"
            case "numbers":
                return f"list_numbers(x, {self.i(a[0])}, {self.i(a[1])}, {self.temp(4096)})"
            case "bagweights":
                slots = self.world.layout[a[0]].slots
                return f"bag_weights(S, {self.slot(a[0], a[1])}, {slots}, {self.temp(slots)})"
            case "bagcopy":
                slots = self.world.layout[a[0]].slots
                return f"bag_copy(S, {self.slot(a[0], a[1])}, {slots}, {self.temp(slots)})"
            case "copy":
                size = (self.kinds.of(a[0]) or ("l", 1))[1]
                return f"list_copy({self.ls(a[0])}, {self.temp(size)})"
            case "if":
                return f"({self.i(a[0])} ? {self.ls(a[1])} : {self.ls(a[2])})"
            case "call" | "veiled":
                return self._call(node)
            case "askeach":
                return self._ask_each(a)
        raise AssertionError(op)

    def s(self, node: Node) -> str:
        a = node.args
        if node.op == "subsets":
            return f"subsets(x, {self.b(a[0])}, {self.i(a[1])}, {self.i(a[2])})"
        if node.op == "var":
            return f"v{a[0]}"
        if node.op in ("call", "veiled"):
            return self._call(node)
        if node.op == "askeach":
            return self._ask_each(a)
        raise AssertionError(node.op)

    def _ask_each(self, a: tuple[Any, ...]) -> str:
        """Each seat's answers are listed by a function of its own; the runtime calls it back."""
        name = len(self.temps)
        sets = (self.kinds.returns.get(a[2], ("l", 0)))[0] == "s"
        self.temps.append(f"{'B' if sets else 'i32'} e{name}[SEATS]")
        self.temps.append(f"Each c{name}")
        parts = [f"each_begin(x, S, &c{name}, {a[0]}, {self.b(a[1])}, {a[5]})"]
        seat, call = f"c{name}.seat", a[2]
        args = ["x", f"masked(x, S, {seat})", seat, *map(self.e, a[3])]
        kind = self.kinds.returns.get(call, ("l", 64))
        if not sets:
            args.append(self.temp(kind[1]))
        word = "set" if sets else "one"
        start = f"each_clear_{word}(e{name}, {'B_EMPTY' if sets else a[4] if a[4] != -(2**31) else 'NO_NUMBER'})"
        loop = f"each_{word}(x, &c{name}, f{call}({', '.join(args)}), e{name})"
        self.temps.append(f"int w{name}")
        # The questions of all seats are listed, then the answers are taken from the transcript.
        self.before.append(f"{parts[0]}; {start}; while (each_next(&c{name})) {loop}; each_end(x, &c{name});")
        return f"((LS){{e{name}, SEATS}})" if sets else f"((L){{e{name}, SEATS}})"

    before: list[str]

    # -- statements

    def line(self, depth: int, text: str) -> None:
        if self.before:
            pending, self.before = self.before, []
            for part in pending:
                self.lines.append("    " * depth + part)
        self.lines.append("    " * depth + text)

    def block(self, body: list[Node], depth: int) -> None:
        for statement in body:
            self.statement(statement, depth)

    def statement(self, this: Node, depth: int) -> None:
        a = this.args
        self.before = []
        match this.op:
            case "let" | "assign":
                self._let(a, depth)
            case "store":
                self._store(a, depth)
            case "when":
                if a[0].op == "num" and a[0].args[0]:
                    self.block(a[1], depth)
                    return
                self.line(depth, f"if ({self.i(a[0])}) {{")
                self.block(a[1], depth + 1)
                if a[2]:
                    self.line(depth, "} else {")
                    self.block(a[2], depth + 1)
                self.line(depth, "}")
            case "for":
                self._for(a, depth)
            case "while":
                self.line(depth, f"while ({self.i(a[0])}) {{")
                self._burn(depth + 1)
                self.block(a[1], depth + 1)
                self.line(depth, "}")
            case "return":
                self._return(a[0], depth)
            case "break" | "continue":
                self.line(depth, f"{this.op};")
            case "do":
                self.line(depth, f"(void){self.e(a[0])};")
            case "fault":
                self.line(depth, f"fault(x, {FAULTS.index(a[0])}, {a[1]});")
            case "over":
                self.line(depth, "jump_out(x, J_OVER);")
            case "rank":
                self.line(depth, "rank_all(x, S);")
            case "open" | "close" | "altered" | "cancelled" | "cover" | "tell" | "pass":
                pass
            case "deeper" | "shallower":
                if self.now.recursive:
                    self.line(depth, "deeper(x);" if this.op == "deeper" else "x->depth--;")
            case "nest":
                self.line(depth, f"x->nest[{a[0]}] += {a[1]};")
            case "measure":
                self.line(depth, f"measure(x, {a[0]}, {self.i(a[1])}, {a[2]});")
            case "unmeasure":
                self.line(depth, f"x->measures_n[{a[0]}]--;")
            case "framepush":
                values = ", ".join(self.i(n) if self.kind(n) == "i" else "0" for n in a[0]) or "0"
                self.line(depth, f"frame_push(x, {len(a[0])}, (i32[]){{{values}}});")
            case "framepop":
                self.line(depth, "x->frames_n--;")
            case "frameset":
                self.line(depth, f"x->frames[x->frames_n - 1][{a[0] + 1}] = {self.i(a[1])};")
            case "touch":
                self.line(depth, f"x->frames[x->frames_n - 1][0] |= {1 << a[0]};")
            case "becoming":
                self.line(depth, "x->touched = x->frames[x->frames_n - 1][0];")
            case "later":
                values = ", ".join(map(self.i, a[1])) or "0"
                self.line(depth, f"later(x, S, {a[0]}, {len(a[1])}, (i32[]){{{values}}}, {a[2]});")
            case "enterphase":
                self.line(depth, f"enter_phase(x, S, {a[0]}, {a[1]});")
            case "starttimer":
                self.line(depth, f"start_timer(x, S, {self.i(a[0])}, {self.i(a[1])}, {a[2]});")
            case "stoptimer":
                self.line(depth, f"put(x, S, {self.slot(self.world.fields[None, '$due'].number, a[0])}, -1);")
            case "turntile" | "swaptiles":
                word = "turn_tile" if this.op == "turntile" else "swap_tiles"
                self.line(depth, f"{word}(x, S, {self.i(a[0])}, {self.i(a[1])});")
            case "try":
                self._try(a, depth)
            case "fork":
                self.line(depth, "i32 mark = try_begin(x);")
            case "offer":
                self._offer(a, depth)
            case "explore":
                given, args = self._words("q", a[3], depth), self._words("r", a[4], depth)
                self.line(depth, f"explore(x, S, v{a[1]}, {a[2]}, {given}, {args}); }} }}")
            case "remember" | "forget":
                self.line(depth, f"{this.op}(x, S, HISTORIES + {self.histories[a[0]]});")
            case "flood":
                self._flood(a, depth)
            case _:
                self._collection(this, depth)

    def _words(self, name: str, values: list[Node], depth: int) -> str:
        """Values as words in an array, in a block the caller closes."""
        size = sum(2 * self.width if self.kind(v) == "b" else 1 for v in values)
        self.line(depth, f"{{ i32 {name}[{size + 1}] = {{0}};")
        at = 0
        for value in values:
            if self.kind(value) == "b":
                self.line(depth, f"put_words({name} + {at}, {self.b(value)});")
                at += 2 * self.width
            else:
                self.line(depth, f"{name}[{at}] = {self.i(value)};")
                at += 1
        return name

    def _let(self, a: tuple[Any, ...], depth: int) -> None:
        kind = (self.kinds.variables.get((self.now.number, a[0])) or ("i", 0))[0]
        if kind == "l" and a[1].op == "list":
            # A list of the state is copied: the variable keeps what it was.
            size = (self.kinds.of(a[1]) or ("l", 1))[1]
            self.line(depth, f"v{a[0]} = list_copy({self.ls(a[1])}, {self.temp(size)});")
            return
        printed = {"i": self.i, "b": self.b, "l": self.ls, "s": self.s}[kind](a[1])
        self.line(depth, f"v{a[0]} = {printed};")

    def _return(self, value: Node, depth: int) -> None:
        if self.now.effect:
            self.line(depth, f"return {self.i(value)};")
            return
        kind = self.kinds.returns.get(self.now.number, ("i", 0))[0]
        if self.trial:
            self.line(depth, f"{{ i32 good = {self.i(value)}; undo(x, S, mark); try_end(x); return good; }}")
        elif kind == "l":
            self.line(depth, f"return list_copy({self.ls(value)}, out);")
        else:
            self.line(depth, f"return {self.b(value) if kind == 'b' else self.s(value) if kind == 's' else self.i(value)};")

    def _burn(self, depth: int) -> None:
        if self.burning:
            self.line(depth, "burn(x);")

    def _for(self, a: tuple[Any, ...], depth: int) -> None:
        name, over, body = a
        n = len(self.temps)
        if over.op == "range":
            self.temps.append(f"i32 h{n} = 0")
            self.line(depth, f"h{n} = {self.i(over.args[1])};")
            self.line(depth, f"for (v{name} = {self.i(over.args[0])}; v{name} < h{n}; v{name}++) {{")
            if over.args[1].op == "num" and over.args[0].op == "num" and over.args[0].args[0] >= 0:
                self.safe[name] = over.args[1].args[0]
            if self._sets(name, body):
                self.safe.pop(name, None)
        elif over.op == "bits":
            self.temps.append(f"B h{n} = B_EMPTY")
            self.line(depth, f"h{n} = {self.b(over.args[0])};")
            self.line(depth, f"while (B_any(h{n})) {{")
            self.line(depth + 1, f"v{name} = B_pop(&h{n});")
            if len(over.args) > 1 and not self._sets(name, body):
                self.safe[name] = over.args[1]
        elif over.op == "ring":
            temp = self.temp(8)
            self._loop(name, f"ring({self.b(over.args[0])}, {self.i(over.args[1])}, {self.i(over.args[2])}, {temp})", "L", depth)
        elif self.kind(over) == "s":
            self.temps.append(f"i32 m{n} = 0")
            self.line(depth, f"m{n} = x->sets_top;")
            self._loop(name, self.s(over), "LS", depth)
            self._burn(depth + 1)
            self.block(body, depth + 1)
            self.line(depth, "}")
            self.line(depth, f"x->sets_top = m{n};")
            return
        else:
            self._loop(name, self.ls(over), "L", depth)
            if over.op == "row" and not self._sets(name, body):
                self.safe[name] = self._within(over)
        self._burn(depth + 1)
        self.block(body, depth + 1)
        self.line(depth, "}")

    def _within(self, over: Node) -> int:
        """What members of a constant list are below, if they are known to be places or values."""
        values = [item for row in self.builder.tables[over.args[0]].values for item in row]
        return max(values, default=0) + 1 if min(values, default=0) >= 0 else 1 << 30

    def _loop(self, name: int, listed: str, type_: str, depth: int) -> None:
        n = len(self.temps)
        self.temps.append(f"{type_} h{n} = {{0, 0}}")
        self.temps.append(f"i32 k{n} = 0")
        self.line(depth, f"h{n} = {listed};")
        self.line(depth, f"for (k{n} = 0; k{n} < h{n}.n; k{n}++) {{")
        self.line(depth + 1, f"v{name} = h{n}.p[k{n}];")

    def _sets(self, name: int, body: list[Node]) -> bool:
        from labrys.graph.code import walk

        return any(part.op in ("let", "assign") and part.args[0] == name for part in walk(body))

    def _try(self, a: tuple[Any, ...], depth: int) -> None:
        name, body, test, otherwise, _ = a
        self.line(depth, f"v{name} = try_begin(x);")
        self.block(body, depth)
        self.line(depth, f"if ({self.i(test)}) {{ try_end(x); }} else {{ undo(x, S, v{name}); try_end(x);")
        self.block(otherwise, depth + 1)
        self.line(depth, "}")

    def _offer(self, a: tuple[Any, ...], depth: int) -> None:
        size = sum(2 * self.width if self.kind(v) == "b" else 1 for v in a[3])
        self.line(depth, f"{{ i32 *o = offer_room(x, {2 + size}); o[0] = v{a[1]}; o[1] = {a[2]};")
        at = 2
        for value in a[3]:
            if self.kind(value) == "b":
                self.line(depth, f"put_words(o + {at}, {self.b(value)});")
                at += 2 * self.width
            else:
                self.line(depth, f"o[{at}] = {self.i(value)};")
                at += 1
        self.line(depth, "}")

    def _store(self, a: tuple[Any, ...], depth: int) -> None:
        number, holder, value, site = a
        field = self.world.layout[number]
        at = self.slot(number, holder)
        if isinstance(field.type, SetOf):
            self.line(depth, f"put_set(x, S, {at}, {self.b(value)}, {field.words});")
            return
        if site < 0:
            self.line(depth, f"put(x, S, {at}, {self.i(value)});")
            return
        inner = getattr(field.type, "of", field.type)
        low, high = inner.low, inner.high
        optional = "w != NO_NUMBER && " if inner is not field.type else ""
        self.line(depth, f"{{ i32 w = {self.i(value)}; if ({optional}(w < {low} || w > {high})) fault(x, F_RANGE, {site}); put(x, S, {at}, w); }}")

    def _collection(self, this: Node, depth: int) -> None:
        a = this.args
        field = self.world.layout[a[0]]
        at, most = self.slot(a[0], a[1]), getattr(field.type, "most", 0)
        match this.op:
            case "listadd":
                text = f"list_add(x, S, {at}, {most}, {self.i(a[2])}, {a[3]});"
            case "listremove":
                text = f"list_remove(x, S, {at}, {self.i(a[2])}, {a[3]});"
            case "listall":
                text = f"list_set(x, S, {at}, {most}, {self.ls(a[2])}, {a[3]});"
            case "listset":
                text = f"list_put(x, S, {at}, {self.i(a[2])}, {self.i(a[3])}, {a[4]});"
            case "listclear":
                text = f"list_set(x, S, {at}, {most}, (L){{0, 0}}, -1);"
            case "bagadd":
                text = f"bag_add(x, S, {at}, {field.slots}, {most}, {self.i(a[2])}, {self.i(a[3])}, {a[4]});"
            case "bagset":
                text = f"bag_set(x, S, {at}, {field.slots}, {most}, {self.i(a[2])}, {self.i(a[3])}, {a[4]});"
            case "bagclear":
                text = f"for (i32 k = 0; k < {field.slots}; k++) put(x, S, {at} + k, 0);"
            case _:
                raise AssertionError(this.op)
        self.line(depth, text)

    # -- walking

    def _flood(self, a: tuple[Any, ...], depth: int) -> None:
        """A breadth-first walk; the relation's condition stands in the innermost line."""
        kind, start, goal, here, _, there = a[:6]
        board = self.world.board
        assert board is not None
        if a[10] is not None:
            self._flood_by_way(a, depth)
            return
        cells = len(board.cells)
        exits = tuple(tuple((e.way, e.there, e.edge) for e in row) for row in board.exits)
        table = self.builder.table("exits", exits)
        line = self.line
        tracked = kind in ("distance", "path")
        self.temps.append(f"i32 todo[{cells}]")
        self.temps.append("i32 head = 0, tail = 0, e = 0")
        if kind == "reaches":
            self._reaches(a, table, depth)
            return
        if tracked:
            self.temps.append(f"i32 came[{cells}]")
            line(depth, f"if (B_has(v{goal}, v{start})) return {'0' if kind == 'distance' else '(L){out, 0}'};")
            line(depth, f"for (e = 0; e < {cells}; e++) came[e] = -2;")
            line(depth, f"came[in_range(x, v{start}, {cells})] = -1;")
        else:
            self.temps.append("B seen = B_EMPTY")
            if kind != "next":
                line(depth, f"seen = B_bit(in_range(x, v{start}, {cells}));")
        unseen = f"came[v{there}] == -2" if tracked else f"!B_has(seen, v{there})"
        self._walk(a, table, unseen, lambda at: self._visit(kind, goal, here, there, at), depth)
        line(depth, {"region": "return seen;", "next": "return seen;",
                     "distance": "return NO_NUMBER;", "path": "return (L){out, 0};"}[kind])  # fmt: skip

    def _walk(self, a: tuple[Any, ...], table: int, unseen: str, visit: Any, depth: int) -> None:
        """From cell to cell as far as the relation allows, nearest first."""
        kind, start, _, here, way, there, side, condition, links = a[:9]
        assert self.world.board is not None
        cells, line = len(self.world.board.cells), self.line
        line(depth, f"todo[tail++] = in_range(x, v{start}, {cells});")
        line(depth, "while (head < tail) {")
        line(depth + 1, f"v{here} = todo[head++];")
        line(depth + 1, f"for (e = O{table}[v{here}]; e < O{table}[v{here} + 1]; e += 3) {{")
        line(depth + 2, f"v{there} = T{table}[e + 1];")
        line(depth + 2, f"if (!({unseen})) continue;")
        line(depth + 2, f"v{way} = T{table}[e]; v{side} = T{table}[e + 2]; (void)v{way}; (void)v{side};")
        for name in (here, there):
            self.safe[name] = cells
        test = self.i(condition)
        if test != "1":
            line(depth + 2, f"if (!{test}) continue;")
        visit(depth + 2)
        line(depth + 1, "}")
        if links is not None:
            self.temps.append("B more = B_EMPTY")
            line(depth + 1, f"more = {self.b(links)};")
            line(depth + 1, "while (B_any(more)) {")
            line(depth + 2, f"v{there} = B_pop(&more);")
            line(depth + 2, f"if (!({unseen})) continue;")
            if kind == "reaches":
                line(depth + 2, f"e = -1 - v{there};")
            visit(depth + 2)
            line(depth + 1, "}")
        if kind == "next":
            line(depth + 1, "break;")
        line(depth, "}")

    def _reaches(self, a: tuple[Any, ...], table: int, depth: int) -> None:
        """Whether a walk leads there. The walk found last from this cell is tried first: most changes do not cut it."""
        _, start, goal, here, way, there, side, condition, links = a[:9]
        assert self.world.board is not None
        cells, line, walk = len(self.world.board.cells), self.line, len(self.walks)
        self.walks.append(self.now.number)
        self.temps += [f"i32 came[{cells}], over[{cells}]", "i32 n = 0, k = 0", "i32 *kept = 0", "B seen = B_EMPTY"]
        line(depth, f"in_range(x, v{start}, {cells});")
        line(depth, f"if (B_has(v{goal}, v{start})) return 1;")
        line(depth, f"if (!B_any(v{goal})) return 0;")
        line(depth, f"kept = x->walks[{walk}][v{start} % WALK_STARTS];")
        line(depth, f"if (kept[1] && kept[0] == v{start}) {{")
        line(depth + 1, f"v{there} = v{start};")
        line(depth + 1, "for (k = 0; k < kept[1]; k++) {")
        line(depth + 2, f"e = kept[2 + k]; v{here} = v{there};")
        if links is not None:
            # A step over a link is kept as the cell it led to.
            line(depth + 2, f"if (e < 0) {{ v{there} = -1 - e; if (B_has({self.b(links)}, v{there})) continue; break; }}")
        line(depth + 2, f"v{there} = T{table}[e + 1];")
        line(depth + 2, f"v{way} = T{table}[e]; v{side} = T{table}[e + 2]; (void)v{way}; (void)v{side};")
        for name in (here, there):
            self.safe[name] = cells
        test = self.i(condition)
        if test != "1":
            line(depth + 2, f"if (!{test}) break;")
        line(depth + 1, "}")
        line(depth + 1, f"if (k == kept[1] && B_has(v{goal}, v{there})) return 1;")
        line(depth, "}")
        line(depth, f"seen = B_bit(v{start}); came[v{start}] = -1;")

        def visit(at: int) -> None:
            line(at, f"came[v{there}] = v{here}; over[v{there}] = e;")
            line(at, f"if (B_has(v{goal}, v{there})) {{")
            line(at + 1, f"kept[0] = v{start};")
            line(at + 1, f"for (k = v{there}; came[k] >= 0; k = came[k]) n++;")
            line(at + 1, f"kept[1] = n; for (k = v{there}; came[k] >= 0; k = came[k]) kept[2 + --n] = over[k];")
            line(at + 1, "return 1;")
            line(at, "}")
            line(at, f"seen = B_or(seen, B_bit(v{there})); todo[tail++] = v{there};")

        self._walk(a, table, f"!B_has(seen, v{there})", visit, depth)
        line(depth, "return 0;")

    def _flood_by_way(self, a: tuple[Any, ...], depth: int) -> None:
        """The same over pairs of a cell and the way by which one came to it."""
        kind, start, goal, here, way, there, side, condition, links, came, first = a
        board = self.world.board
        assert board is not None
        cells, ways = len(board.cells), len(board.directions) + 1
        exits = tuple(tuple((e.way, e.there, e.edge) for e in row) for row in board.exits)
        table = self.builder.table("exits", exits)
        line = self.line
        self.temps.append(f"i32 todo[{cells * ways}], before[{cells * ways}]")
        self.temps.append("i32 head = 0, tail = 0, e = 0, at = 0, to = 0")
        self.temps.append("B seen = B_EMPTY")
        at_once = {"reaches": "1", "distance": "0", "path": "(L){out, 0}"}
        if kind in at_once:
            line(depth, f"if (B_has(v{goal}, v{start})) return {at_once[kind]};")
        elif kind == "region":
            line(depth, f"seen = B_bit(v{start});")
        line(depth, f"for (e = 0; e < {cells * ways}; e++) before[e] = -2;")
        line(depth, f"at = in_range(x, v{start}, {cells}) * {ways} + {self.i(first)} + 1;")
        line(depth, "before[at] = -1; todo[tail++] = at;")
        line(depth, "while (head < tail) {")
        line(depth + 1, f"at = todo[head++]; v{here} = at / {ways}; v{came} = at % {ways} - 1; (void)v{came};")
        line(depth + 1, f"for (e = O{table}[v{here}]; e < O{table}[v{here} + 1]; e += 3) {{")
        line(depth + 2, f"v{way} = T{table}[e]; v{there} = T{table}[e + 1]; v{side} = T{table}[e + 2]; (void)v{side};")
        line(depth + 2, f"to = v{there} * {ways} + v{way} + 1;")
        for name in (here, there):
            self.safe[name] = cells
        line(depth + 2, f"if (before[to] != -2 || !{self.i(condition)}) continue;")
        self._visit_by_way(kind, goal, there, ways, depth + 2)
        line(depth + 1, "}")
        if links is not None:
            self.temps.append("B more = B_EMPTY")
            line(depth + 1, f"more = {self.b(links)};")
            line(depth + 1, "while (B_any(more)) {")
            line(depth + 2, f"v{there} = B_pop(&more); to = v{there} * {ways};")
            line(depth + 2, "if (before[to] != -2) continue;")
            self._visit_by_way(kind, goal, there, ways, depth + 2)
            line(depth + 1, "}")
        if kind == "next":
            line(depth + 1, "break;")
        line(depth, "}")
        line(depth, {"reaches": "return 0;", "distance": "return NO_NUMBER;", "path": "return (L){out, 0};"}.get(kind, "return seen;"))

    def _visit_by_way(self, kind: str, goal: int, there: int, ways: int, depth: int) -> None:
        line = self.line
        line(depth, "before[to] = at;")
        if kind == "reaches":
            line(depth, f"if (B_has(v{goal}, v{there})) return 1;")
        elif kind == "distance":
            line(depth, f"if (B_has(v{goal}, v{there})) {{ i32 n = 0; while (before[to] >= 0) {{ n++; to = before[to]; }} return n; }}")
        elif kind == "path":
            line(depth, f"if (B_has(v{goal}, v{there})) {{ L r = way_back(before, to, out); for (e = 0; e < r.n; e++) out[e] /= {ways}; return r; }}")
        else:
            line(depth, f"seen = B_or(seen, B_bit(v{there}));")
        line(depth, "todo[tail++] = to;")

    def _visit(self, kind: str, goal: int, here: int, there: int, depth: int) -> None:
        line = self.line
        if kind in ("distance", "path"):
            line(depth, f"came[v{there}] = v{here};")
            if kind == "distance":
                line(depth, f"if (B_has(v{goal}, v{there})) {{ i32 n = 0; while (came[v{there}] >= 0) {{ n++; v{there} = came[v{there}]; }} return n; }}")
            else:
                line(depth, f"if (B_has(v{goal}, v{there})) return way_back(came, v{there}, out);")
        else:
            line(depth, f"seen = B_or(seen, B_bit(v{there}));")
        if kind != "next":
            line(depth, f"todo[tail++] = v{there};")


__all__ = ["CPrinter", "ListOf"]
