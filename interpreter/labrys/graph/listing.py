"""For each action a lister of its decisions, a judge that names failed guards, and the trial of `ensure`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from labrys.graph.code import FALSE, Node, binary, both, free_variables, is_true, node, num, var
from labrys.graph.scope import Scope
from labrys.graph.texts import Gap
from labrys.language.parse import Syntax, parse
from labrys.language.types import Number
from labrys.language.world import Text
from labrys.source.tree import Mapping, Scalar
from labrys.source.tree import Node as YamlNode

if TYPE_CHECKING:
    from labrys.graph.actions import Action, Actions


@dataclass(slots=True, eq=False)
class Guard:
    """A named condition with its message; `after` if it speaks of the state after the effect."""

    name: str
    text: Text
    after: bool = False
    gaps: list[Gap] = field(default_factory=list)
    message: YamlNode | None = None


@dataclass(slots=True)
class Step:
    """A let or guard with the level (number of parameters) from which on it can be worked out."""

    kind: str
    name: str
    level: int
    tree: Syntax
    scalar: Scalar
    node: Node = FALSE
    rests_on: list[int] = field(default_factory=list)
    guard: Guard | None = None


@dataclass(slots=True)
class Price:
    """What an action costs: what there is, what is asked, and where it is taken from."""

    have: Node
    asked: Node
    guard: Guard


class Listing:
    rules: Actions
    entry: YamlNode
    action: Action
    id: str
    me: int
    given: list[int]
    numbers: list[int]
    collections: list[Any]
    steps: list[Step]
    by_level: list[list[Step]]
    lets: dict[str, int]

    # -- cost and limit

    def costs(self, scope: Scope) -> tuple[list[Price], list[Node]]:
        """Each price as a guard of its own, and the code that pays."""
        rules = self.rules
        cost = self.entry.get("cost")
        prices: list[Price] = []
        paying: list[Node] = []
        for target, amount in cost.items() if isinstance(cost, Mapping) else ():
            if not isinstance(amount, Scalar):
                continue
            target_text = Scalar(target, cost.key_span(target))  # type: ignore[union-attr]
            place = parse(target_text, "expr", rules.findings)
            price_tree = parse(amount, "expr", rules.findings)
            if place is None or price_tree is None:
                continue
            asked = rules.integer(price_tree, scope.at(amount))
            inner = scope.at(target_text)
            have = rules.expr(place, inner)
            if not isinstance(have.type, Number):
                rules.mismatch(place, inner, have.type, "a number")
                continue
            found = rules.field_place(place, inner)
            if found is None:
                continue
            this, holder = found
            label = {lang: this.name_text.get(lang, this.name) for lang in ("en", "fr")}
            guard = Guard("cost", {
                "en": "This costs {price} ({label}), {have} left".replace("{label}", str(label["en"])),
                "fr": "Cela coûte {price} ({label}), il reste {have}".replace("{label}", str(label["fr"])),
            })  # fmt: skip
            guard.gaps = [Gap("price", asked.type, asked.node), Gap("have", have.type, have.node)]
            self.action.guards.append(guard)
            prices.append(Price(have.node, asked.node, guard))
            left = binary("sub", node("get", this.number, holder), asked.node)
            rules.using.writes.add(f"{this.of}.{this.name}" if this.of else this.name)
            paying += rules.change(this, holder, left)
            price = rules.builder.function([self.me, *self.given, *self.numbers], [*self._lets(), node("return", asked.node)], "price")
            self.action.cost.append((this.name, price.number))
        return prices, paying

    def _lets(self) -> list[Node]:
        return [node("let", self.lets[step.name], step.node) for step in self.steps if step.kind == "let"]

    # -- trying the effect

    def trials(self, lets: list[Node], saved: list[Node], do: list[Node], tests: list[tuple[Guard, Node, str]]) -> None:
        """A trial says whether `ensure` holds after `do`; a probe does so for bodies in which things are chosen."""
        action, builder = self.action, self.rules.builder
        params = [self.me, *self.given, *self.numbers]
        together: Node = num(1)
        for _, test, _ in tests:
            together = both(together, test)
        if action.chosen:
            body = [*lets, *saved, *do, node("return", together)]
            action.probe = builder.function(params, body, f"probe {action.name}", True).number
        elif tests:
            # What only the messages say of the state before is not worked out here.
            needed = set(free_variables([test for _, test, _ in tests]))
            kept = [part for part in saved if part.args[0] in needed]
            body = [*lets, *kept, node("fork"), *_quietly(do), node("return", together)]
            action.trial = builder.function(params, body, f"ensure {action.name}").number

    # -- the lister

    def lister(self, prices: list[Price]) -> None:
        rules, action = self.rules, self.action
        out = rules.builder.fresh()
        given, args = [var(n) for n in self.given], [var(n) for n in self.numbers]
        offer: list[Node] = [node("offer", out, self.me, action.index, args)]
        if action.chosen:
            offer = [node("explore", out, self.me, action.index, given, args)]
        elif action.trial >= 0:
            offer = [node("when", node("call", action.trial, var(self.me), *given, *args), offer, [])]
        enough: Node = num(1)
        for price in prices:
            enough = both(enough, binary("ge", price.have, price.asked))
        code = offer if is_true(enough) else [node("when", enough, offer, [])]
        for level in range(len(self.numbers), -1, -1):
            for step in reversed(self.by_level[level]):
                if step.kind == "let":
                    code = [node("let", self.lets[step.name], step.node), *code]
                else:
                    # In a covering build a guard counts as run when it refuses something.
                    code = [node("when", step.node, code, rules.cover(step.name))]
            if level:
                code = self.collections[level - 1].make(self.numbers[level - 1], code)
        if action.limit >= 0:
            code = [node("when", binary("lt", self._done(), num(action.limit)), code, [])]
        if self.id in rules.world.disabled:
            code = []
        params = [self.me, out, *self.given]
        action.lister = rules.builder.function(params, [*code, node("return", num(0))], f"list {action.name}").number

    def _done(self) -> Node:
        return node("get", self.rules.world.fields[None, "$done"].number, num(self.action.counts))

    # -- the judge

    def judge(
        self, prices: list[Price], lets: list[Node], saved: list[Node], do: list[Node], tests: list[tuple[Guard, Node, str]]
    ) -> None:
        """Runs through the guards in order and says of each whether it holds, or that it cannot be tested."""
        rules, action = self.rules, self.action
        code: list[Node] = []
        for level in range(len(self.numbers) + 1):
            if level:
                number, each, found = self.numbers[level - 1], rules.builder.fresh(), rules.builder.fresh()
                hit = [node("when", node("eq", var(each), var(number)), [node("assign", found, num(1))], [])]
                code.append(node("let", found, num(0)))
                code += self.collections[level - 1].make(each, hit)
                code.append(node("when", node("eq", var(found), num(0)), [node("nochoice", level - 1), node("return", num(0))], []))
            for step in self.by_level[level]:
                if step.kind == "let":
                    code.append(node("let", self.lets[step.name], step.node))
                    continue
                assert step.guard is not None
                index = action.guards.index(step.guard)
                verdict = [*rules.cover(step.name), _verdict(index, step.node, step.guard)]
                for other in step.rests_on:
                    verdict = [node("when", node("held", other), verdict, [node("untested", index)])]
                code += verdict
        for price in prices:
            code.append(_verdict(action.guards.index(price.guard), binary("ge", price.have, price.asked), price.guard))
        if action.limit >= 0:
            guard = Guard("limit", {
                "en": "Only once a turn" if action.limit == 1 else f"Only {action.limit} times a turn",
                "fr": f"Seulement {action.limit} fois par tour",
            })  # fmt: skip
            action.guards.append(guard)
            code.append(_verdict(len(action.guards) - 1, binary("lt", self._done(), num(action.limit)), guard))
        after: list[Node] = []
        for guard, test, id in tests:
            action.guards.append(guard)
            after += [*rules.cover(id), _verdict(len(action.guards) - 1, test, guard)]
        if after and not action.chosen:
            code.append(node("when", node("allheld"), [*saved, node("fork"), *_quietly(do), *after], []))
        params = [self.me, *self.given, *self.numbers]
        action.judge = rules.builder.function(params, [*code, node("return", num(0))], f"judge {action.name}").number
        if action.chosen and after:
            # Run on a copy, with the choices of the decision in hand.
            body = [*lets, *saved, *do, *after, node("return", num(0))]
            action.trial = rules.builder.function(params, body, f"judge after {action.name}", True).number

    # -- texts

    def texts(self, scope: Scope) -> None:
        """What the text of a move tells beyond its parameters is worked out before the move."""
        rules, action = self.rules, self.action
        named = {name for name, _ in action.params} | {name for name, _, _ in action.chosen}
        text = self.entry.get("text")
        action.gaps = [gap for gap in rules.gaps_of(text, scope, None, named) if gap.name not in named]
        rules.secrets = []
        if action.gaps:
            body = [*self._lets(), node("return", node("tuple", [gap.node for gap in action.gaps]))]
            params = [self.me, *self.given, *self.numbers]
            action.telling = rules.builder.function(params, body, f"text {action.name}").number


def _verdict(index: int, test: Node, guard: Guard) -> Node:
    return node("verdict", index, test, [gap.node for gap in guard.gaps])


def _quietly(do: list[Node]) -> list[Node]:
    return [node("do", node("callq", *part.args[0].args)) for part in do]
