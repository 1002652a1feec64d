"""Actions: parameters, lets, guards and costs settled level by level, and the deed itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from labrys.graph.asking import sees_own
from labrys.graph.builder import Collection
from labrys.graph.code import FALSE, Node, both, node, num, var
from labrys.graph.elaborator import Uses
from labrys.graph.events import Events
from labrys.graph.listing import Guard, Listing, Step
from labrys.graph.scope import Local, Scope, known_when
from labrys.graph.texts import Gap
from labrys.language.declare import text_of
from labrys.language.parse import Syntax, parse
from labrys.language.types import MOST, TRUTH, WRONG, ListOf, Maybe, Number, SetOf, Type, empty_of
from labrys.language.world import Text
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar, words_of
from labrys.source.tree import Node as YamlNode
from lark import Token

ASKED = "asked"


@dataclass(slots=True)
class Action:
    """What an engine needs to know of an action; numbers are those of functions."""

    name: str
    index: int
    phases: list[str]
    given: list[tuple[str, Type]] = field(default_factory=list)
    params: list[tuple[str, Type]] = field(default_factory=list)
    chosen: list[tuple[str, Type, int]] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    lister: int = -1
    judge: int = -1
    deed: int = -1
    probe: int = -1
    trial: int = -1
    free: bool = False
    limit: int = -1
    counts: int = -1
    takes: int = -1
    text: Text = field(default_factory=dict)
    gaps: list[Gap] = field(default_factory=list)
    telling: int = -1
    keep: int = -1
    # Whether it is legal may depend on something only the acting seat sees.
    secret: bool = False
    weight: int = -1
    # What a program may show: field, and the function that works out the price.
    cost: list[tuple[str, int]] = field(default_factory=list)


class Actions(Events):
    # What the policy works out once for a seat before it weighs: names and types.
    policy_lets: list[tuple[str, Type]]

    def action(self, name: str, entry: YamlNode, index: int) -> Action:
        id = f"actions.{name}"
        self.named(id, "action", name, entry, self.spot("actions", name))
        self.using, self.secrets, self.chosen, self.loops = Uses(), [], [], 0
        made = Action(name, index, [word.value for word in words_of(entry.get("phase"))])
        phases = [phase for phase, _ in self.world.nodes("phases")]
        for word in words_of(entry.get("phase")):
            if word.value not in phases and word.value != ASKED:
                self.findings.report("unknown-name", word.span, suggestion(word.value, phases), name=word.value)
        text, free, limits = entry.get("text"), entry.get("free"), entry.get("limit")
        made.text = text_of(text) if text is not None else {}
        made.free = isinstance(free, Scalar) and free.value == "true"
        if isinstance(limits, Mapping) and isinstance(limits.get("turn"), Scalar):
            made.limit = self.constants.number(limits.get("turn")) or 0  # type: ignore[arg-type]
        made.counts = self._counts(entry, index)
        made.given = self.given_of(name)
        if made.given and made.phases != [ASKED]:
            given = entry.get("given")
            assert given is not None
            self.findings.report("given-not-asked", given.span, name=name)
        Plan(self, entry, made, id).build()
        self.uses[id] = self.using
        return made

    def given_of(self, action: str) -> list[tuple[str, Type]]:
        section = self.world.section("actions")
        entry = section.get(action) if section else None
        return self.params(entry.get("given")) if entry is not None else []

    def _counts(self, entry: YamlNode, index: int) -> int:
        other = entry.get("counts-as")
        names = [name for name, _ in self.world.nodes("actions")]
        if not isinstance(other, Scalar):
            return index
        if other.value not in names:
            self.findings.report("unknown-name", other.span, suggestion(other.value, names), name=other.value)
            return index
        return names.index(other.value)


class Plan(Listing):
    """The working out of one action."""

    def __init__(self, rules: Actions, entry: YamlNode, action: Action, id: str) -> None:
        self.rules, self.entry, self.action, self.id = rules, entry, action, id
        self.me = rules.builder.fresh()
        self.given = [rules.builder.fresh() for _ in action.given]
        anchor = Scalar(action.name, rules.spot("actions", action.name))
        names = {name: Local(var(n), kind) for (name, kind), n in zip(action.given, self.given, strict=True)}
        self.scope = Scope(anchor, names, me=var(self.me), place="action")
        self.numbers: list[int] = []
        self.collections: list[Collection] = []
        self.steps: list[Step] = []
        self.by_level: list[list[Step]] = []
        self.lets: dict[str, int] = {}
        self.settled: list[Step] = []
        self.relied_by_lets: set[str] = set()

    def build(self) -> None:
        rules, action = self.rules, self.action
        scope = self._parameters()
        price, paying = self.costs(scope)
        self.check_secrets()
        lets = [node("let", self.lets[step.name], step.node) for step in self.steps if step.kind == "let"]
        known = [self.me, *self.given, *self.numbers, *(self.lets[step.name] for step in self.steps if step.kind == "let")]
        do = self._body("do", scope, known, paying)
        action.chosen = list(rules.chosen)
        before: list[tuple[int, Node]] = []
        rules.secrets = []
        tests = self._tests(scope, before)
        self.check_secrets()
        saved = [node("let", name, made) for name, made in before]
        if action.chosen and not tests and not rules.sites[action.chosen[-1][2]]["many"]:
            # Behind the last choice nothing more is chosen or tested: each of its values completes a decision.
            rules.sites[action.chosen[-1][2]]["final"] = True
        then = self._body("then", scope, known, [])
        params = [self.me, *self.given, *self.numbers]
        told = rules.played(action.name, [*action.given, *action.params])
        head = [node("open", "action", action.index, action.name, [var(n) for n in params]), *rules.cover(self.id)]
        whole = [*head, *lets, *do, *then]
        if told is not None:
            whole.append(node("do", node("callx", told, *[var(n) for n in params])))
        deed = rules.builder.function(params, [*whole, node("close"), node("return", num(0))], action.name, True)
        action.deed = deed.number
        self.texts(scope)
        self._keep(scope, params)
        self._weight(scope, params)
        self._takes(scope, params, lets)
        self.trials(lets, saved, do, tests)
        self.lister(price)
        self.judge(price, lets, saved, do, tests)

    def _body(self, slot: str, scope: Scope, known: list[int], first: list[Node]) -> list[Node]:
        """The call of `do` or `then`; lets are worked out once, before anything changes, and handed on."""
        rules, text = self.rules, self.entry.get(slot)
        body: list[Node] = []
        if isinstance(text, Scalar):
            rules.secrets = []
            body = rules.body(text, Scope(scope.scalar, scope.locals, scope.known, scope.me, slot))
        if self.id in rules.world.disabled:
            body = []
        if not body and not first:
            return []
        made = rules.builder.function(known, [*first, *body, node("return", num(0))], f"{slot} {self.action.name}", True)
        if slot == "do":
            self.do_function = made.number
        return [node("do", node("callx", made.number, *[var(n) for n in known]))]

    do_function = -1

    def _tests(self, scope: Scope, before: list[tuple[int, Node]]) -> list[tuple[Guard, Node, str]]:
        """The conditions on the state after `do`."""
        rules = self.rules
        found: list[tuple[Guard, Node, str]] = []
        for name, guard, id in self._shared("ensure"):
            that, message = guard.get("that"), guard.get("else")
            syntax = parse(that, "expr", rules.findings) if isinstance(that, Scalar) else None
            if syntax is None or not isinstance(that, Scalar):
                continue
            inner = Scope(that, scope.locals, scope.known, scope.me, "ensure", before)
            made = Guard(name, text_of(message) if message is not None else {}, after=True)
            test = rules.test(syntax, inner)
            made.gaps = rules.gaps_of(message, inner, syntax)
            found.append((made, test, id))
        return found

    # -- parameters, lets and guards

    def _parameters(self) -> Scope:
        """Domains in order; lets and guards are settled between them, so that domains may use them."""
        rules = self.rules
        levels = self._levels()
        scope = self._steps_at(0, self.scope)
        choose = self.entry.get("choose")
        for level, (name, text) in enumerate(choose.items() if isinstance(choose, Mapping) else (), 1):
            number = rules.builder.fresh()
            self.numbers.append(number)
            kind: Type = WRONG
            coll = Collection(TRUTH, lambda _name, _body: [])
            tree = parse(text, "domain", rules.findings) if isinstance(text, Scalar) else None
            if tree is not None and isinstance(text, Scalar):
                coll, kind = self._domain(tree, scope.at(text))
            self.collections.append(coll)
            self.action.params.append((name, kind))
            scope = scope.with_local(name, Local(var(number), kind))
            scope = self._steps_at(level, scope)
        assert all(level <= len(self.numbers) for level in levels.values())
        return scope

    def _domain(self, tree: Syntax, scope: Scope) -> tuple[Collection, Type]:
        rules = self.rules
        nothing = Collection(TRUTH, lambda _name, _body: [])
        if tree.data == "plain_domain":
            inner, optional = rules.split(tree)
            if not rules.is_few(inner):
                value = rules.expr(inner, scope)
                coll = rules.collection(value, inner, scope)
                if isinstance(value.type, ListOf) and coll.listed is not None and coll.listed.op != "row":
                    # A list may hold equal values; a domain offers each once.
                    coll = rules.collection(rules.as_set(value, inner, scope), inner, scope)
                if not optional:
                    return coll, coll.of
                plain, empty = coll.make, num(empty_of(Maybe(coll.of)))

                def make(name: int, body: list[Node]) -> list[Node]:
                    return [*plain(name, body), node("let", name, empty), *body]

                return Collection(coll.of, make), Maybe(coll.of)
        found = rules.choices(tree, scope)
        if found is None or not isinstance(found[1], SetOf):
            return nothing, WRONG
        listed, kind = found[0], found[1]
        return Collection(kind.of, lambda name, body: [node("for", name, listed, body)]), kind

    def _levels(self) -> dict[str, int]:
        """Lets and guards with the number of parameters they need."""
        levels: dict[str, int] = {}
        choose, lets = self.entry.get("choose"), self.entry.get("let")
        for level, name in enumerate(choose.keys() if isinstance(choose, Mapping) else (), 1):
            levels[name] = level
        for name, text in lets.items() if isinstance(lets, Mapping) else ():
            tree = parse(text, "expr", self.rules.findings) if isinstance(text, Scalar) else None
            if tree is not None and isinstance(text, Scalar):
                levels[name] = self._level_of(tree, text, levels)
                self.steps.append(Step("let", name, levels[name], tree, text))
        for name, guard, id in [*self._of_phases(), *self._shared("require")]:
            that, message = guard.get("that"), guard.get("else")
            tree = parse(that, "expr", self.rules.findings) if isinstance(that, Scalar) else None
            if tree is not None and isinstance(that, Scalar):
                made = Guard(name, text_of(message) if message is not None else {}, message=message)
                self.action.guards.append(made)
                self.steps.append(Step("guard", id, self._level_of(tree, that, levels), tree, that, guard=made))
        return levels

    def _level_of(self, tree: Syntax, scalar: Scalar, levels: dict[str, int]) -> int:
        """How many parameters a text needs; a variant's `base` needs what the replaced text needs."""
        level = _level(tree, levels)
        if scalar.base is not None and any(part.data == "base_value" for part in tree.iter_subtrees()):
            inner = parse(scalar.base, "expr", self.rules.findings)
            if inner is not None:
                level = max(level, self._level_of(inner, scalar.base, levels))
        return level

    def _of_phases(self) -> list[tuple[str, YamlNode, str]]:
        """Guards of the action's phases, but for those that except it."""
        rules, found = self.rules, []
        section = rules.world.section("phases")
        for phase in self.action.phases:
            entry = section.get(phase) if section else None
            shared = entry.get("require") if entry is not None else None
            for name, guard in shared.items() if isinstance(shared, Mapping) else ():
                if self.action.name not in [word.value for word in words_of(guard.get("except"))]:
                    id = f"phases.{phase}.require.{name}"
                    rules.named(id, "guard", name, guard, shared.key_span(name))  # type: ignore[union-attr]
                    found.append((name, guard, id))
        return found

    def _shared(self, slot: str) -> list[tuple[str, YamlNode, str]]:
        """The guards of `require` or `ensure`: written there, or named from `guards`."""
        rules, found = self.rules, []
        own = self.entry.get(slot)
        if isinstance(own, Mapping):
            for name, guard in own.items():
                id = f"{self.id}.{slot}.{name}"
                rules.named(id, "guard", name, guard, own.key_span(name))
                found.append((name, guard, id))
            return found
        common = rules.world.section("guards")
        for word in words_of(own):
            named = common.get(word.value) if common else None
            if named is None or common is None:
                near = suggestion(word.value, common.keys() if common else [])
                rules.findings.report("unknown-name", word.span, near, name=word.value)
                continue
            id = f"guards.{word.value}"
            rules.named(id, "guard", word.value, named, common.key_span(word.value))
            if id not in rules.world.disabled:
                found.append((word.value, named, id))
        return found

    def _steps_at(self, level: int, scope: Scope) -> Scope:
        rules = self.rules
        steps = [step for step in self.steps if step.level == level]
        steps.sort(key=lambda step: step.kind != "let")
        self.by_level.append(steps)
        for step in steps:
            inner = scope.at(step.scalar)
            rules.relied = set()
            if step.kind == "let":
                value = rules.expr(step.tree, inner)
                self.relied_by_lets |= rules.relied
                if value.coll is not None or isinstance(value.type, SetOf):
                    value = rules.as_set(value, step.tree, inner)
                step.node = value.node
                self.lets[step.name] = rules.builder.fresh()
                scope = scope.with_local(step.name, Local(var(self.lets[step.name]), value.type))
            else:
                step.node = rules.test(step.tree, inner)
                for other in self.settled:
                    if known_when(other.tree, True) & (rules.relied | self.relied_by_lets):
                        step.rests_on.append(self.action.guards.index(other.guard))  # type: ignore[arg-type]
                self.settled.append(step)
                assert step.guard is not None
                step.guard.gaps = rules.gaps_of(step.guard.message, inner, step.tree)
                scope = scope.knowing(known_when(step.tree, True))
        return scope

    def check_secrets(self) -> None:
        """Guards, costs and domains may read only what the acting seat sees."""
        for field_, holder, span in self.rules.secrets:
            self.action.secret = True
            if not sees_own(field_, holder, var(self.me)):
                self.rules.findings.report("secret-read", span or self.scope.scalar.span, name=field_.name)
        self.rules.secrets = []

    # -- the rest

    def _keep(self, scope: Scope, params: list[int]) -> None:
        """`keep: best by E`: E is worked out for every decision; chosen names are lists there."""
        found, rules = self.entry.get("keep"), self.rules
        if not isinstance(found, Scalar):
            return
        if not found.value.startswith("best by "):
            rules.findings.report("unexpected-word", found.span, word=found.value.split(" ")[0])
            return
        span = found.span
        text = Scalar(found.value[8:], Span(span.file, span.line, span.column + 8, span.end_line, span.end_column))
        self.action.keep = self._by_decision(text, scope, params, "keep")

    def _weight(self, scope: Scope, params: list[int]) -> None:
        """What `policy` says this action is worth, decision by decision; it knows what the seat knows."""
        policy = self.rules.world.section("policy")
        entry = policy.get(self.action.name) if policy is not None else None
        text = entry.get("weight") if entry is not None else None
        if isinstance(text, Scalar):
            self.rules.secrets = []
            lets = self.rules.policy_lets
            numbers = [self.rules.builder.fresh() for _ in lets]
            for (name, kind), number in zip(lets, numbers, strict=True):
                scope = scope.with_local(name, Local(var(number), kind))
            self.action.weight = self._by_decision(text, scope, [params[0], *numbers, *params[1:]], "weight")
            self.check_secrets()

    def _by_decision(self, text: Scalar, scope: Scope, params: list[int], label: str) -> int:
        """A number worked out for a whole decision."""
        rules = self.rules
        tree = parse(text, "expr", rules.findings)
        inner = scope.at(text)
        lists = []
        for name, kind, _ in {row[0]: row for row in self.action.chosen}.values():
            number = rules.builder.fresh()
            lists.append(number)
            one = kind.of if isinstance(kind, Maybe) else kind
            inner = inner.with_local(name, Local(var(number), ListOf(one, 64)))  # type: ignore[arg-type]
        if tree is None:
            return -1
        key = rules.integer(tree, inner)
        lets = [node("let", self.lets[step.name], step.node) for step in self.steps if step.kind == "let"]
        return rules.builder.function([*params, *lists], [*lets, node("return", key.node)], label).number

    def _takes(self, scope: Scope, params: list[int], lets: list[Node]) -> None:
        """How long the seat is busy afterwards, in ticks."""
        found, rules = self.entry.get("takes"), self.rules
        if not isinstance(found, Scalar):
            return
        if not rules.world.clocked:
            rules.findings.report("no-clock", found.span)
            return
        tree = parse(found, "expr", rules.findings)
        if tree is not None:
            value = rules.convert(rules.integer(tree, scope.at(found)), Number(0, MOST), tree, scope.at(found))
            body = [*lets, node("return", value.node)]
            self.action.takes = rules.builder.function(params, body, "takes").number


def _level(tree: Syntax | Token, levels: dict[str, int]) -> int:
    if isinstance(tree, Token):
        return 0
    here = 0
    if tree.data in ("name", "plain_kind", "my_kind"):
        here = levels.get(str(tree.children[0]), 0)
    return max([here, *(_level(kid, levels) for kid in tree.children if kid is not None)])


__all__ = ["FALSE", "Action", "Actions", "Guard", "both"]
