"""Actions: for each one a lister of its decisions, a judge that names failed guards, and the deed itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from labrys.graph.builder import Collection
from labrys.graph.code import FALSE, Node, binary, both, node, num, var
from labrys.graph.elaborator import Uses
from labrys.graph.rules import Rules
from labrys.graph.scope import Local, Scope, known_when
from labrys.graph.statements import split_optional
from labrys.language.declare import text_of
from labrys.language.parse import Syntax, parse
from labrys.language.types import TRUTH, WRONG, ListOf, Maybe, Member, Number, SetOf, Type, empty_of
from labrys.language.world import Text
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar, words_of
from labrys.source.tree import Node as YamlNode
from lark import Token


@dataclass(slots=True)
class Guard:
    name: str
    text: Text
    number: int
    after: bool = False


@dataclass(slots=True)
class Action:
    name: str
    index: int
    phases: list[str]
    params: list[tuple[str, Type]] = field(default_factory=list)
    chosen: list[tuple[str, Type, int]] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    lister: int = -1
    judge: int = -1
    deed: int = -1
    probe: int = -1
    trial: int = -1
    compound: bool = False
    free: bool = False
    limit: int = -1
    text: Text = field(default_factory=dict)
    keep: int = -1


@dataclass(slots=True)
class _Step:
    """A let or guard with the level (number of parameters) from which on it can be worked out."""

    kind: str
    name: str
    level: int
    tree: Syntax
    scalar: Scalar
    node: Node = FALSE
    rests_on: list[int] = field(default_factory=list)


class Actions(Rules):
    def action(self, name: str, entry: YamlNode, index: int) -> Action:
        id = f"actions.{name}"
        self.named(id, "action", name, entry, self.spot("actions", name))
        self.using, self.secrets, self.chosen = Uses(), [], []
        made = Action(name, index, [word.value for word in words_of(entry.get("phase"))])
        phases = [phase for phase, _ in self.world.nodes("phases")]
        for word in words_of(entry.get("phase")):
            if word.value not in phases and word.value != "asked":
                self.findings.report("unknown-name", word.span, suggestion(word.value, phases), name=word.value)
        text = entry.get("text")
        made.text = text_of(text) if text is not None else {}
        free = entry.get("free")
        made.free = isinstance(free, Scalar) and free.value == "true"
        limits = entry.get("limit")
        if isinstance(limits, Mapping) and isinstance(limits.get("turn"), Scalar):
            made.limit = self.constants.number(limits.get("turn")) or 0  # type: ignore[arg-type]
        me = self.builder.fresh()
        anchor = Scalar(name, self.spot("actions", name))
        scope = Scope(anchor, {}, me=var(me), place="action")
        _Plan(self, entry, made, scope, me, id).build()
        self.uses[id] = self.using
        return made


class _Plan:
    """The working out of one action."""

    def __init__(self, rules: Actions, entry: YamlNode, action: Action, scope: Scope, me: int, id: str) -> None:
        self.rules, self.entry, self.action, self.scope, self.me, self.id = rules, entry, action, scope, me, id
        self.numbers: list[int] = []
        self.collections: list[Collection] = []
        self.steps: list[_Step] = []
        self.lets: dict[str, int] = {}
        self.settled: list[_Step] = []
        self.relied_by_lets: set[str] = set()

    def build(self) -> None:
        rules, action = self.rules, self.action
        levels = self._levels()
        scope = self._parameters(levels)
        scope = self._settle(scope)
        cost, paying = self._cost(scope)
        do, then = self.entry.get("do"), self.entry.get("then")
        ensures = self._ensures()
        before: list[tuple[int, Node]] = []
        lets = [node("let", self._variable(step), step.node) for step in self.steps if step.kind == "let"]
        inner = Scope(scope.scalar, scope.locals, scope.known, scope.me, "do")
        body = rules.body(do, inner) if isinstance(do, Scalar) else []
        if self.id in rules.world.disabled:
            body = []
        action.chosen = list(rules.chosen)
        after = Scope(scope.scalar, scope.locals, scope.known, scope.me, "ensure", before)
        tests = []
        for name, guard, span_id in ensures:
            that, message = guard.get("that"), guard.get("else")
            if not isinstance(that, Scalar):
                continue
            syntax = parse(that, "expr", rules.findings)
            tests.append((name, rules.test(syntax, after.at(that)) if syntax else FALSE, message, span_id))
        params = [self.me, *self.numbers]
        # Lets are worked out once, before anything changes, and handed on.
        known = [*params, *(self._variable(step) for step in self.steps if step.kind == "let")]
        quiet = rules.builder.function(known, [*paying, *body, node("return", num(0))], f"do {action.name}", True)
        call = node("callx", quiet.number, *[var(n) for n in known])
        later: list[Node] = []
        if isinstance(then, Scalar) and self.id not in rules.world.disabled:
            tail = rules.body(then, Scope(scope.scalar, scope.locals, scope.known, scope.me, "then"))
            made = rules.builder.function(known, [*tail, node("return", num(0))], f"then {action.name}", True)
            later = [node("do", node("callx", made.number, *[var(n) for n in known]))]
        head = [node("log", "action", action.name, [var(n) for n in params]), *rules.cover(self.id)]
        whole = [*head, *lets, node("do", call), *later, node("return", num(0))]
        deed = rules.builder.function(params, whole, action.name, True)
        action.deed = deed.number
        if action.chosen:
            # Only the quiet part is tried while decisions are listed.
            action.probe = rules.builder.function(params, [*lets, node("do", call), node("return", num(0))], "probe", True).number
        saved = [node("let", name, made_) for name, made_ in before]
        verdicts: list[Node] = []
        for name, test, message, span_id in tests:
            action.guards.append(Guard(name, text_of(message) if message is not None else {}, len(action.guards), True))
            verdicts += [*rules.cover(span_id), node("verdict", len(action.guards) - 1, test)]
        if tests:
            together = num(1)
            for _, test, _, _ in tests:
                together = both(together, test)
            trial = [*lets, *saved, node("fork"), node("do", _quietly(call)), node("return", together)]
            action.trial = rules.builder.function(params, trial, f"ensure {action.name}").number
        action.compound = bool(action.chosen)
        self._check_texts()
        self._keep(scope)
        self._lister(cost)
        self._judge(cost, [*saved, node("fork"), node("do", _quietly(call)), *verdicts] if tests else [])

    def _check_texts(self) -> None:
        """`{name}` in the texts of an action must be something the text can know."""
        rules, action = self.rules, self.action
        known = {name for name, _ in action.params} | set(self.lets) | {name for name, _, _ in action.chosen}
        known |= {name for name, _ in rules.params(self.entry.get("given"))} | {"me", "active"}
        known |= {name for _, name in rules.world.fields} | set(rules.constants.values)
        texts: list[tuple[YamlNode | None, set[str]]] = [(self.entry.get("text"), set())]
        for section in ("require", "ensure"):
            guards = self.entry.get(section)
            for _, guard in guards.items() if isinstance(guards, Mapping) else ():
                that = guard.get("that")
                bound = set(re.findall(r"(?:every|some|those|first|best|least) ([a-z0-9-]+) in", that.value)) if isinstance(that, Scalar) else set()
                texts.append((guard.get("else"), bound))
        for text, bound in texts:
            for lang in ("en", "fr"):
                sentence = text.get(lang) if text is not None else None
                if not isinstance(sentence, Scalar):
                    continue
                for gap in re.findall(r"\{([a-z][a-z0-9-]*)", sentence.value):
                    if gap not in known | bound:
                        rules.findings.report("unknown-gap", sentence.span, suggestion(gap, known | bound), name=gap)

    def _keep(self, scope: Scope) -> None:
        """`keep: best by E`: E is worked out for every decision; chosen names are lists there."""
        found, rules = self.entry.get("keep"), self.rules
        if not isinstance(found, Scalar):
            return
        if not found.value.startswith("best by "):
            rules.findings.report("unexpected-word", found.span, word=found.value.split(" ")[0])
            return
        span = found.span
        text = Scalar(found.value[8:], Span(span.file, span.line, span.column + 8, span.end_line, span.end_column))
        tree = parse(text, "expr", rules.findings)
        inner = scope.at(text)
        lists = []
        for name, kind, _ in {row[0]: row for row in self.action.chosen}.values():
            number = rules.builder.fresh()
            lists.append(number)
            one = kind.of if isinstance(kind, Maybe) else kind
            inner = inner.with_local(name, Local(var(number), ListOf(one, 64)))  # type: ignore[arg-type]
        if tree is not None:
            key = rules.integer(tree, inner)
            lets = [node("let", self._variable(step), step.node) for step in self.steps if step.kind == "let"]
            body = [*lets, node("return", key.node)]
            self.action.keep = rules.builder.function([self.me, *self.numbers, *lists], body, "keep").number

    def _ensures(self) -> list[tuple[str, YamlNode, str]]:
        found: list[tuple[str, YamlNode, str]] = []
        rules = self.rules
        ensure = self.entry.get("ensure")
        if isinstance(ensure, Mapping):
            for name, guard in ensure.items():
                id = f"{self.id}.ensure.{name}"
                rules.named(id, "guard", name, guard, ensure.key_span(name))
                found.append((name, guard, id))
        else:
            shared = rules.world.section("guards")
            for word in words_of(ensure):
                common = shared.get(word.value) if shared else None
                if common is None:
                    near = suggestion(word.value, shared.keys() if shared else [])
                    rules.findings.report("unknown-name", word.span, near, name=word.value)
                    continue
                assert shared is not None
                id = f"guards.{word.value}"
                rules.named(id, "guard", word.value, common, shared.key_span(word.value))
                if id not in rules.world.disabled:
                    found.append((word.value, common, id))
        return found

    # -- parameters, lets and guards

    def _levels(self) -> dict[str, int]:
        levels: dict[str, int] = {}
        choose = self.entry.get("choose")
        if isinstance(choose, Mapping):
            for level, name in enumerate(choose.keys(), 1):
                levels[name] = level
        lets = self.entry.get("let")
        if isinstance(lets, Mapping):
            for name, text in lets.items():
                if isinstance(text, Scalar):
                    tree = parse(text, "expr", self.rules.findings)
                    if tree is not None:
                        levels[name] = self._level_of(tree, text, levels)
                        self.steps.append(_Step("let", name, levels[name], tree, text))
        for name, guard, id in self._requires():
            that = guard.get("that")
            if isinstance(that, Scalar):
                tree = parse(that, "expr", self.rules.findings)
                if tree is not None:
                    self.steps.append(_Step("guard", id, self._level_of(tree, that, levels), tree, that))
                    message = guard.get("else")
                    self.action.guards.append(
                        Guard(name, text_of(message) if message is not None else {}, len(self.action.guards))
                    )
        return levels

    def _level_of(self, tree: Syntax, scalar: Scalar, levels: dict[str, int]) -> int:
        """How many parameters a text needs; a variant's `base` needs what the replaced text needs."""
        level = _level(tree, levels)
        if scalar.base is not None and any(part.data == "base_value" for part in tree.iter_subtrees()):
            inner = parse(scalar.base, "expr", self.rules.findings)
            if inner is not None:
                level = max(level, self._level_of(inner, scalar.base, levels))
        return level

    def _requires(self) -> list[tuple[str, YamlNode, str]]:
        rules = self.rules
        found: list[tuple[str, YamlNode, str]] = []
        for phase in self.action.phases:
            section = rules.world.section("phases")
            entry = section.get(phase) if section else None
            shared = entry.get("require") if entry is not None else None
            if isinstance(shared, Mapping):
                for name, guard in shared.items():
                    if self.action.name not in [word.value for word in words_of(guard.get("except"))]:
                        id = f"phases.{phase}.require.{name}"
                        rules.named(id, "guard", name, guard, shared.key_span(name))
                        found.append((name, guard, id))
        require = self.entry.get("require")
        if isinstance(require, Mapping):
            for name, guard in require.items():
                id = f"{self.id}.require.{name}"
                rules.named(id, "guard", name, guard, require.key_span(name))
                found.append((name, guard, id))
        else:
            shared = rules.world.section("guards")
            for word in words_of(require):
                common = shared.get(word.value) if isinstance(shared, Mapping) else None
                if common is None:
                    near = suggestion(word.value, shared.keys() if isinstance(shared, Mapping) else [])
                    rules.findings.report("unknown-name", word.span, near, name=word.value)
                elif f"guards.{word.value}" not in rules.world.disabled:
                    assert isinstance(shared, Mapping)
                    rules.named(f"guards.{word.value}", "guard", word.value, common, shared.key_span(word.value))
                    found.append((word.value, common, f"guards.{word.value}"))
        return found

    def _parameters(self, levels: dict[str, int]) -> Scope:
        """Domains in order; lets and guards are settled between them, so that domains may use them."""
        rules, scope = self.rules, self.scope
        self.by_level: list[list[_Step]] = []
        scope = self._steps_at(0, scope)
        choose = self.entry.get("choose")
        if not isinstance(choose, Mapping):
            return scope
        for level, (name, text) in enumerate(choose.items(), 1):
            number = rules.builder.fresh()
            self.numbers.append(number)
            kind: Type = WRONG
            coll = Collection(TRUTH, lambda _name, _body: [])
            if isinstance(text, Scalar):
                tree = parse(text, "domain", rules.findings)
                if tree is not None:
                    coll, kind = self._domain(tree, scope.at(text), text)
            self.collections.append(coll)
            self.action.params.append((name, kind))
            scope = scope.with_local(name, Local(var(number), kind))
            scope = self._steps_at(level, scope)
        return scope

    def _domain(self, tree: Syntax, scope: Scope, text: Scalar) -> tuple[Collection, Type]:
        rules = self.rules
        if tree.data != "plain_domain":
            rules.report("not-yet", tree, scope, name="sets of values as a parameter")
            return Collection(TRUTH, lambda _name, _body: []), WRONG
        inner, optional = split_optional(tree.children[0])
        value = rules.expr(inner, scope)
        coll = rules.collection(value, inner, scope)
        if isinstance(value.type, (SetOf,)) is False and isinstance(value.type, Maybe) is False and coll.listed is not None and coll.listed.op != "row":
            # A list may hold equal values; a domain offers each once.
            coll = rules.collection(rules.as_set(value, inner, scope), inner, scope)
        if not optional:
            return coll, coll.of
        plain, empty = coll.make, num(empty_of(Maybe(coll.of)))

        def make(name: int, body: list[Node]) -> list[Node]:
            return [node("let", name, empty), *body, *plain(name, body)]

        return Collection(coll.of, make), Maybe(coll.of)

    def _steps_at(self, level: int, scope: Scope) -> Scope:
        steps = [step for step in self.steps if step.level == level]
        steps.sort(key=lambda step: step.kind != "let")
        self.by_level.append(steps)
        guards = [step for step in self.steps if step.kind == "guard"]
        for step in steps:
            inner = scope.at(step.scalar)
            if step.kind == "let":
                self.rules.relied = set()
                value = self.rules.expr(step.tree, inner)
                self.relied_by_lets |= self.rules.relied
                if value.coll is not None or isinstance(value.type, SetOf):
                    value = self.rules.as_set(value, step.tree, inner)
                step.node = value.node
                self.lets[step.name] = self.rules.builder.fresh()
                scope = scope.with_local(step.name, Local(var(self.lets[step.name]), value.type))
            else:
                self.rules.relied = set()
                step.node = self.rules.test(step.tree, inner)
                for other in self.settled:
                    if known_when(other.tree, True) & (self.rules.relied | self.relied_by_lets):
                        step.rests_on.append(guards.index(other))
                self.settled.append(step)
                scope = scope.knowing(known_when(step.tree, True))
        return scope


    def _settle(self, scope: Scope) -> Scope:
        self._check_secrets()
        return scope

    def _check_secrets(self) -> None:
        for field_, holder, span in self.rules.secrets:
            mine = holder is not None and holder.op == "var" and holder.args[0] == self.me
            if field_.seen_by != "owner" or not mine:
                self.rules.findings.report("secret-read", span, name=field_.name)
        self.rules.secrets = []

    def _variable(self, step: _Step) -> int:
        return self.lets[step.name]

    def _cost(self, scope: Scope) -> tuple[Node, list[Node]]:
        rules = self.rules
        cost = self.entry.get("cost")
        enough, paying = num(1), []
        if isinstance(cost, Mapping):
            for target, amount in cost.items():
                if not isinstance(amount, Scalar):
                    continue
                span = cost.key_span(target)
                target_text = Scalar(target, span)
                place = parse(target_text, "expr", rules.findings)
                price_tree = parse(amount, "expr", rules.findings)
                if place is None or price_tree is None:
                    continue
                price = rules.integer(price_tree, scope.at(amount))
                inner = scope.at(target_text)
                have = rules.expr(place, inner)
                if not isinstance(have.type, Number):
                    rules.mismatch(place, inner, have.type, "a number")
                    continue
                enough = both(enough, binary("ge", have.node, price.node))
                field_place = rules.place_of_field(place, inner) if place.data != "name" else None
                if place.data == "name":
                    known = rules.world.field_of(None, str(place.children[0]))
                    field_place = (known, num(0)) if known else None
                if field_place:
                    number = field_place[0].number
                    left = binary("sub", node("get", number, field_place[1]), price.node)
                    paying.append(node("store", number, field_place[1], left, -1))
        if paying:
            self.action.guards.append(Guard("cost", {}, len(self.action.guards)))
        return enough, paying

    # -- the lister and the judge

    def _lister(self, cost: Node) -> None:
        rules, action = self.rules, self.action
        out = rules.builder.fresh()
        args = [var(n) for n in self.numbers]
        offer: list[Node] = [node("offer", out, self.me, action.index, args)]
        if action.compound:
            offer = [node("explore", out, self.me, action.index, args)]
        elif action.trial >= 0:
            offer = [node("when", node("call", action.trial, var(self.me), *args), offer, [])]
        code = [node("when", cost, offer, [])] if cost.op != "num" else offer
        for level in range(len(self.numbers), -1, -1):
            for step in reversed(self.by_level[level]):
                if step.kind == "let":
                    code = [node("let", self._variable(step), step.node), *code]
                else:
                    # In a covering build a guard counts as run when it refuses something.
                    code = [node("when", step.node, code, rules.cover(step.name))]
            if level:
                code = self.collections[level - 1].make(self.numbers[level - 1], code)
        if action.limit >= 0:
            done = node("get", rules.world.fields[None, "$done"].number, num(action.index))
            code = [node("when", binary("lt", done, num(action.limit)), code, [])]
        if self.id in rules.world.disabled:
            code = []
        action.lister = rules.builder.function([self.me, out], [*code, node("return", num(0))], f"list {action.name}").number

    def _judge(self, cost: Node, after: list[Node]) -> None:
        """Runs through the guards in order and says of each whether it holds, or that it cannot be tested."""
        rules, action = self.rules, self.action
        code: list[Node] = []
        for level in range(len(self.numbers) + 1):
            if level:
                coll = self.collections[level - 1]
                each = rules.builder.fresh()
                number = self.numbers[level - 1]
                found = rules.builder.fresh()
                code.append(node("let", found, num(0)))
                code += coll.make(each, [node("when", node("eq", var(each), var(number)), [node("assign", found, num(1))], [])])
                code.append(node("when", node("eq", var(found), num(0)), [node("nochoice", level - 1), node("return", num(0))], []))
            for step in self.by_level[level]:
                if step.kind == "let":
                    code.append(node("let", self._variable(step), step.node))
                    continue
                index = self._guard_index(step)
                verdict = [*rules.cover(step.name), node("verdict", index, step.node)]
                for other in step.rests_on:
                    verdict = [node("when", node("held", other), verdict, [node("untested", index)])]
                code += verdict
        index = len([g for g in action.guards if not g.after])
        if cost.op != "num":
            code.append(node("verdict", index - 1, cost))
        if after:
            code.append(node("when", node("allheld"), after, []))
        action.judge = rules.builder.function([self.me, *self.numbers], [*code, node("return", num(0))], f"judge {action.name}").number

    def _guard_index(self, step: _Step) -> int:
        return [s for s in self.steps if s.kind == "guard"].index(step)


def _quietly(call: Node) -> Node:
    return node("callq", *call.args)


def _level(tree: Syntax | Token, levels: dict[str, int]) -> int:
    if isinstance(tree, Token):
        return 0
    here = 0
    if tree.data in ("name", "plain_kind", "my_kind"):
        here = levels.get(str(tree.children[0]), 0)
    return max([here, *(_level(kid, levels) for kid in tree.children if kid is not None)])


__all__ = ["Action", "Actions", "Guard", "Member"]
