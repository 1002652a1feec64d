"""Asking: dice and draws, parameters chosen inside a body, questions to seats, glimpses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from labrys.graph.bodies import Code
from labrys.graph.code import EMPTY, Node, binary, free_variables, node, num, var
from labrys.graph.holdings import Holdings
from labrys.graph.scope import Local, Scope
from labrys.graph.values import Value
from labrys.language.parse import Syntax
from labrys.language.types import (
    BagOf,
    ListOf,
    Maybe,
    Member,
    Number,
    SetOf,
    Single,
    Type,
    empty_of,
    single,
)
from lark import Token

# A parameter that is a set has at most this many values.
MOST_SUBSETS = 4_096


class Asking(Holdings):
    # -- chance

    def s_roll_as(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, enum = str(tree.children[0]), str(tree.children[1])
        domain = self.world.domains.get(enum)
        if domain is None:
            self.unknown(enum, tree.children[1], scope, self.world.domains)
            return []
        weights = domain.weights or (1,) * domain.size
        made = self.builder.fresh()
        table = self.builder.table("rows", [tuple(range(domain.size))])
        weight_table = self.builder.table("rows", [weights])
        site = self.site(tree, scope, chance="roll", name=name, type=domain.name)
        code = [node("let", made, node("chance", site, node("row", table, num(0)), node("row", weight_table, num(0))))]
        return code, scope.with_local(name, Local(var(made), domain.type))

    def s_roll_from(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name = str(tree.children[0])
        low, high = self.integer(tree.children[1], scope), self.integer(tree.children[2], scope)
        if not isinstance(low.type, Number) or not isinstance(high.type, Number):
            return []
        if high.type.high < low.type.low:
            self.report("empty-range", tree, scope, low=low.type.low, high=high.type.high)
            return []
        if high.type.high - low.type.low >= MOST_SUBSETS:
            self.report("out-of-range", tree, scope, value=high.type.high - low.type.low + 1, low=1, high=MOST_SUBSETS)
            return []
        made = self.builder.fresh()
        site = self.site(tree, scope, chance="roll", name=name, type="")
        values = node("numbers", low.node, binary("add", high.node, num(1)))
        kind = Number(low.type.low, high.type.high)
        return [node("let", made, node("chance", site, values, node("even")))], scope.with_local(name, Local(var(made), kind))

    def s_draw(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, source = str(tree.children[0]), tree.children[1]
        assert source is not None and not isinstance(source, Token)
        mark = len(self.secrets)
        value = self.expr(source, scope)
        kind = value.type
        made = self.builder.fresh()
        if isinstance(kind, BagOf):
            taint = self.hidden_since(mark)
            site = self.site(tree, scope, chance="draw", name=name, type=str(kind.of), hidden=bool(taint))
            field = self.world.layout[value.node.args[0]]
            self.using.writes.add(f"{field.of}.{field.name}" if field.of else field.name)
            values, weights = node("listof", self.kinds_in(value)), node("bagweights", *value.node.args)
            code = [
                node("let", made, node("chance", site, values, weights)),
                node("bagadd", *value.node.args, var(made), num(-1), site),
            ]
            return code, scope.with_local(name, Local(var(made), kind.of, taint=taint))
        if isinstance(kind, ListOf) and value.node.op == "list":
            taint = self.hidden_since(mark)
            site = self.site(tree, scope, chance="draw", name=name, type="", hidden=True)
            at, args = self.builder.fresh(), value.node.args
            code = [
                node("let", at, node("chance", site, node("numbers", num(0), node("listlen", *args)), node("even"))),
                node("let", made, node("item", value.node, var(at))),
                node("listremove", *args, var(made), site),
            ]
            return code, scope.with_local(name, Local(var(made), kind.of, taint=taint))
        coll = self.collection(value, source, scope)
        listed = self.listing(value, source, scope)
        taint = self.hidden_since(mark)
        site = self.site(tree, scope, chance="draw", name=name, type=str(coll.of), hidden=bool(taint))
        code = [node("let", made, node("chance", site, listed, node("even")))]
        return code, scope.with_local(name, Local(var(made), coll.of, taint=taint))

    def listing(self, value: Value, tree: Syntax | Token, scope: Scope) -> Node:
        """The values of a collection as a list: each once, in canonical order."""
        coll = self.collection(value, tree, scope)
        if coll.listed is not None and coll.listed.op == "row":
            return coll.listed
        if isinstance(coll.of, Number):
            return node("listfrom", self.bits(value, tree, scope), num(coll.low or coll.of.low))
        return node("listof", self.bits(value, tree, scope))

    # -- what may be chosen

    def choices(self, tree: Syntax, scope: Scope) -> tuple[Node, Type, bool] | None:
        """A domain as a list of values, the type of the choice, and whether it may be empty."""
        if tree.data in ("some_of", "up_to"):
            return self._subsets(tree, scope)
        inner, optional = self.split(tree)
        if self.is_few(inner):
            return self._subsets(inner, scope)
        value = self.expr(inner, scope)
        coll = self.collection(value, inner, scope)
        listed = self.listing(value, inner, scope)
        kind: Type = coll.of
        if optional:
            kind = Maybe(coll.of)
            listed = node("withnone", listed, num(empty_of(kind)))
        sure = optional or coll.sure or bool(coll.every)
        return listed, kind, not sure

    def split(self, domain: Syntax) -> tuple[Syntax, bool]:
        """`S or none` as the set and whether none is allowed."""
        tree = domain.children[0]
        assert tree is not None and not isinstance(tree, Token)
        last = tree.children[1] if tree.data == "or_" else None
        if last is not None and not isinstance(last, Token) and last.data == "none":
            first = tree.children[0]
            assert first is not None and not isinstance(first, Token)
            return first, True
        return tree, False

    def is_few(self, tree: Syntax) -> bool:
        """`2 of S`, `(count x) of S`: sets of so many members."""
        left = tree.children[0] if tree.data == "of" else None
        return left is not None and not isinstance(left, Token) and left.data in ("number", "bracket")

    def _subsets(self, tree: Syntax, scope: Scope) -> tuple[Node, Type, bool] | None:
        """`some of S`, `up to 2 of S`, `2 of S`: sets of its members, smaller ones first."""
        least: Node = num(1)
        most: Node | None = None
        inner = tree.children[0]
        assert inner is not None and not isinstance(inner, Token)
        if tree.data in ("of", "up_to"):
            pair = tree if tree.data == "of" else inner
            while pair.data == "bracket":
                pair = pair.children[0]  # type: ignore[assignment]
            if pair.data != "of":
                self.report("unexpected-word", pair, scope, word=self.words(pair))
                return None
            count = self.integer(pair.children[0], scope)
            most = count.node
            least = num(0) if tree.data == "up_to" else count.node
            inner = pair.children[1]
            assert inner is not None and not isinstance(inner, Token)
        value = self.expr(inner, scope)
        coll = self.collection(value, inner, scope)
        size = _size(coll.of)
        biggest = most.args[0] if most is not None and most.op == "num" else size
        if coll.every is not None and _combinations(size, min(biggest, size)) > MOST_SUBSETS:
            self.report("too-many-sets", tree, scope, most=MOST_SUBSETS)
            return None
        made = node("subsets", self.bits(value, inner, scope), least, most if most is not None else num(size), num(size))
        return made, SetOf(coll.of), True

    def s_choose(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, domain_tree = str(tree.children[0]), tree.children[1]
        if scope.place != "do":
            self.report("not-here", tree, scope, name="choose")
            return []
        assert domain_tree is not None and not isinstance(domain_tree, Token)
        mark = len(self.secrets)
        found = self.choices(domain_tree, scope)
        self.seen_by_me(mark, scope, domain_tree)
        if found is None:
            return []
        listed, kind, _ = found
        if isinstance(kind, SetOf):
            self.report("not-here", tree, scope, name="some of")
            return []
        made = self.builder.fresh()
        site = self.site(tree, scope, choose=name, type=str(kind), many=self.loops > 0)
        self.chosen.append((name, kind, site))
        return [node("let", made, node("choose", site, listed))], scope.with_local(name, Local(var(made), kind))

    chosen: list[tuple[str, Type, int]]

    def seen_by_me(self, mark: int, scope: Scope, tree: Syntax) -> None:
        """Reports hidden things read since then that the deciding seat does not see."""
        for field, holder, span in self.hidden_since(mark):
            if not sees_own(field, holder, scope.me):
                self.findings.report("secret-read", span or self.span(tree, scope), name=field.name)

    # -- questions

    def s_ask(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        asked, name, domain, options = tree.children
        assert isinstance(domain, type(tree))
        return self._ask(tree, asked, str(name), domain, options, scope)

    def s_ask_few(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        asked, name, few, options = tree.children
        domain = type(tree)("plain_domain", [few], tree.meta)
        return self._ask(tree, asked, str(name), domain, options, scope)

    def _ask(self, tree: Syntax, asked: Any, name: str, domain: Syntax, options: Any, scope: Scope) -> tuple[Code, Scope] | Code:
        if not self._may_ask(tree, scope, "ask"):
            return []
        mark = len(self.secrets)
        seat = self.kind_of("seat")
        mode = {"one_seat": "one", "any_seat": "any", "each_seat": "each"}[asked.data]
        who = self.typed(asked.children[0], scope, seat if mode == "one" else SetOf(seat))
        self._public(mark, tree, scope)
        me = self.builder.fresh()
        inner = replace(scope, me=var(me)) if mode == "each" else scope
        found = self.choices(domain, inner)
        hidden = self.hidden_since(mark)
        asked_seat = var(me) if mode == "each" else who if mode == "one" else None
        for field, holder, span in hidden:
            if not sees_own(field, holder, asked_seat):
                self.findings.report("secret-read", span or self.span(tree, scope), name=field.name)
        if found is None:
            return []
        listed, kind, may_lack = found
        if mode == "one":
            listed = self.veiled(listed, who, hidden, "answers")
        otherwise, default = self._options(options, scope, kind)
        if self.world.clocked and default is None:
            self.report("no-default", tree, scope)
        one_ = single(kind)
        shown: Type = Maybe(one_) if one_ is not None and hidden and may_lack else kind
        nothing = _nobody(shown) if hidden and may_lack else 0
        site = self.site(tree, scope, ask=name, mode=mode, kind=shown, public=not hidden, nothing=nothing)
        made = self.builder.fresh()
        chosen = default if default is not None else node("foremost")
        if mode == "each":
            wish: Type = kind if isinstance(kind, (Maybe, SetOf)) else Maybe(kind)  # type: ignore[arg-type]
            free = [name for name in free_variables([listed]) if name != me]
            question = self.builder.function([me, *free], [node("return", listed)], "answers")
            asking = node("askeach", site, who, question.number, [var(name) for name in free], _nobody(wish), int(not hidden))
            return [node("let", made, asking)], scope.with_local(name, Local(var(made), wish, by_seat=True, taint=hidden))
        if may_lack and otherwise is None:
            self.report("ask-without-else", tree, scope)
        op = "ask" if mode == "one" else "askany"
        code = [node("let", made, node(op, site, who, listed, int(not hidden), chosen))]
        if otherwise is not None and not _leaves(otherwise):
            # The answer is there only if somebody could be asked.
            one = single(kind)
            kind = Maybe(one) if one is not None else kind
            nobody = EMPTY if isinstance(kind, SetOf) else num(_nobody(kind))
            otherwise = [node("assign", made, nobody), *otherwise]
        code.append(node("when", node("void"), otherwise or [node("fault", "nobody-to-ask", site)], []))
        return code, scope.with_local(name, Local(var(made), kind, taint=hidden))

    def veiled(self, made: Node, seat: Node, hidden: tuple[Any, ...], label: str) -> Node:
        """The same, worked out on the position as that seat sees it where a condition hides something."""
        if all(field.seen_by != "condition" for field, _, _ in hidden):
            return made
        free = free_variables([made])
        function = self.builder.function(free, [node("return", made)], label)
        return node("veiled", function.number, seat, [var(name) for name in free])

    def _may_ask(self, tree: Syntax, scope: Scope, word: str) -> bool:
        if surely(scope.secret):
            self.report("secret-pause", tree, scope)
        elif scope.because:
            self.origins.asked.append((scope.because, self.span(tree, scope)))
        if scope.trying or (scope.place == "do" and self.chosen):
            self.report("not-here", tree, scope, name=word)
            return False
        return True

    def _public(self, mark: int, tree: Syntax, scope: Scope) -> None:
        """Who is asked must be known to everybody."""
        for field, _, span in self.hidden_since(mark):
            self.findings.report("secret-read", span or self.span(tree, scope), name=field.name)

    def _options(self, options: Any, scope: Scope, kind: Type | None) -> tuple[Code | None, Node | None]:
        """The `else` and the `default` below a question."""
        otherwise: Code | None = None
        default: Node | None = None
        for option in options.children if options is not None else ():
            if option.data == "opt_else":
                otherwise = self.statement(option.children[0], scope)[0] or [node("pass")]
            elif kind is not None:
                inner = option.children[0]
                if inner.data == "name" and str(inner.children[0]) == "foremost":
                    default = node("foremost")
                else:
                    default = self.typed(inner, scope, kind)
        return otherwise, default

    def s_ask_play(self, tree: Syntax, scope: Scope) -> Code:
        if not self._may_ask(tree, scope, "ask"):
            return []
        seat_tree, *calls = tree.children[:-1]
        mark = len(self.secrets)
        who = self.member(seat_tree, scope, "seat")
        self._public(mark, tree, scope)
        known = [name for name, _ in self.world.nodes("actions")]
        plays: list[Any] = []
        for call in calls:
            assert isinstance(call, type(tree))
            name = str(call.children[0])
            if name not in known:
                self.unknown(name, call, scope, known)
                continue
            args = [kid for kid in call.children[1:] if isinstance(kid, type(tree))]
            given = self.given_of(name)
            if len(args) != len(given):
                self.report("wrong-arity", call, scope, name=name, wanted=len(given), given=len(args))
                continue
            self.using.calls.add(f"actions.{name}")
            plays.append((known.index(name), self._arguments(args, given, call, scope)))
        otherwise, _ = self._options(tree.children[-1], scope, None)
        if otherwise is None:
            self.report("ask-without-else", tree, scope)
        site = self.site(tree, scope, play=[known[index] for index, _ in plays], mode="play")
        flat = [node("play", num(index), args) for index, args in plays]
        return [
            node("do", node("askplay", site, who, flat)),
            node("when", node("void"), otherwise or [node("fault", "nothing-to-play", site)], []),
        ]

    def _arguments(self, args: list[Any], given: list[tuple[str, Type]], call: Syntax, scope: Scope) -> list[Node]:
        """Arguments by name or in order."""
        nodes: dict[str, Node] = {}
        for position, arg in enumerate(args):
            name = str(arg.children[0]) if arg.data == "named_arg" else given[position][0]
            kind = dict(given).get(name)
            if kind is None:
                self.unknown(name, arg, scope, [n for n, _ in given])
                continue
            nodes[name] = self.typed(arg.children[-1], scope, kind)
        return [nodes.get(name, num(0)) for name, _ in given]

    def given_of(self, action: str) -> list[tuple[str, Type]]:
        raise NotImplementedError

    def s_tell(self, tree: Syntax, scope: Scope) -> Code:
        """A glimpse for one seat: it goes into that seat's log and nowhere else."""
        seat = self.member(tree.children[0], scope, "seat")
        shown = tree.children[1]
        assert shown is not None
        value = self.expr(shown, scope)
        if value.coll is not None or isinstance(value.type, SetOf):
            value = self.as_set(value, shown, scope)
        if isinstance(value.type, BagOf):
            value = Value(self.kinds_in(value), SetOf(value.type.of))
        site = self.site(tree, scope, tell=self.words(shown), kind=value.type)
        return [node("tell", site, seat, value.node)] if not value.wrong else []


def surely(hidden: tuple[Any, ...]) -> bool:
    """Whether one of these is always hidden from somebody; what a condition hides may be open by now."""
    return any(field.seen_by in ("owner", "nobody") for field, _, _ in hidden)


def sees_own(field: Any, holder: Node | None, seat: Node | None) -> bool:
    """Whether what the seat reads is its own, or hidden only where a condition says so (that is masked at run time)."""
    if field.seen_by == "condition":
        return True
    if field.seen_by != "owner" or holder is None or seat is None:
        return False
    return _same(holder, seat)


def _same(one: Any, other: Any) -> bool:
    """Whether two pieces of code say the same, word for word."""
    if isinstance(one, Node) and isinstance(other, Node):
        return one.op == other.op and len(one.args) == len(other.args) and all(map(_same, one.args, other.args))
    return not isinstance(one, Node) and not isinstance(other, Node) and bool(one == other)


def _nobody(kind: Type) -> int:
    return 0 if isinstance(kind, SetOf) else empty_of(kind)


def _leaves(code: Code) -> bool:
    return bool(code) and code[-1].op in ("return", "break", "continue", "over", "fault")


def _size(kind: Single) -> int:
    if isinstance(kind, Member):
        return kind.size
    return kind.high - kind.low + 1 if isinstance(kind, Number) else 2


def _combinations(size: int, most: int) -> int:
    from math import comb

    return sum(comb(size, n) for n in range(most + 1))
