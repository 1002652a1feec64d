"""Holdings: sets, lists and bags filled, emptied, moved and run through."""

from __future__ import annotations

from typing import Any

from labrys.graph.bodies import Code
from labrys.graph.builder import over_bits, size_of
from labrys.graph.code import EMPTY, Node, binary, bit, node, num, var
from labrys.graph.matter import Matter
from labrys.graph.scope import Local, Scope
from labrys.graph.values import Value
from labrys.language.parse import Syntax
from labrys.language.types import BagOf, ListOf, Number, SetOf, Type, fits
from lark import Token, Tree


class Holdings(Matter):
    # -- collections

    def _holder(self, tree: Syntax | Token | None, scope: Scope) -> tuple[Type, tuple[Any, ...], bool] | None:
        """A field or local that is a collection: its type, (field, holder) or (variable,), and whether it is a field."""
        assert tree is not None and not isinstance(tree, Token)
        if tree.data == "name" and str(tree.children[0]) in scope.locals:
            local = scope.locals[str(tree.children[0])]
            if local.settable and local.node.op == "var" and isinstance(local.type, SetOf):
                return local.type, (local.node.args[0],), False
        value = self.expr(tree, scope)
        if value.wrong:
            return None
        if value.node.op in ("get", "list", "bag") and isinstance(value.type, (SetOf, ListOf, BagOf)):
            field = self.world.layout[value.node.args[0]]
            self.using.writes.add(f"{field.of}.{field.name}" if field.of else field.name)
            return value.type, value.node.args, True
        self.mismatch(tree, scope, value.type, "a collection that can be changed")
        return None

    def _update(self, tree: Syntax, what: Syntax | Token | None, group: Syntax | Token | None, op: str, many: bool, scope: Scope) -> Code:
        found = self._holder(group, scope)
        if found is None or what is None:
            return []
        kind, at, is_field = found
        if isinstance(kind, SetOf):
            low = kind.of.low if isinstance(kind.of, Number) else 0
            if many:
                change = self.convert(self.expr(what, scope, kind), kind, what, scope).node
            else:
                change = bit(binary("sub", self.typed(what, scope, kind.of), num(low)), size_of(kind.of))
            made_op = "bor" if op == "add" else "bandnot"
            if not is_field:
                return [node("assign", at[0], node(made_op, var(at[0]), change))]
            return self.change(self.world.layout[at[0]], at[1], node(made_op, node("get", *at), change))
        assert isinstance(kind, (ListOf, BagOf))
        site = self.site(tree, scope)
        if many:
            value = self.expr(what, scope, SetOf(kind.of))
            each = self.builder.fresh()
            if isinstance(value.type, BagOf) and value.coll is None:
                return self._copies(value, each, self._update_one(kind, at, var(each), op, site))
            if isinstance(value.type, ListOf) and value.coll is None and fits(value.type.of, kind.of):
                return [node("for", each, node("copy", value.node), self._update_one(kind, at, var(each), op, site))]
            # Worked out first: the collection may be the one that changes.
            low = kind.of.low if isinstance(kind.of, Number) else 0
            bits = self.convert(value, SetOf(kind.of), what, scope).node
            return over_bits(kind.of, bits, low).make(each, self._update_one(kind, at, var(each), op, site))
        return self._update_one(kind, at, self.typed(what, scope, kind.of), op, site)

    def _update_one(self, kind: ListOf | BagOf, at: tuple[Any, ...], item: Node, op: str, site: int) -> Code:
        if isinstance(kind, ListOf):
            return [node("listadd" if op == "add" else "listremove", *at, item, site)]
        return [node("bagadd", *at, item, num(1 if op == "add" else -1), site)]

    def s_add(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "add", False, scope)

    def s_add_all(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "add", True, scope)

    def s_remove(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "remove", False, scope)

    def s_remove_all(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "remove", True, scope)

    def _copies(self, bag: Value, each: int, body: Code) -> Code:
        """Runs the body once for every copy in the bag, as it is at the start."""
        kind = bag.type
        assert isinstance(kind, BagOf)
        count, kept = self.builder.fresh(), self.builder.fresh()
        turns = node("for", count, node("range", num(0), node("item", var(kept), var(each))), body)
        return [
            node("let", kept, node("bagcopy", *bag.node.args)),
            node("for", each, node("range", num(0), num(kind.of.size)), [turns]),
        ]

    def s_loop_copies(self, tree: Syntax, scope: Scope) -> Code:
        name, group, inside = tree.children
        assert group is not None
        mark = len(self.secrets)
        bag = self.expr(group, scope)
        if not isinstance(bag.type, BagOf):
            self.mismatch(group, scope, bag.type, "a bag")
            return []
        each = self.builder.fresh()
        taint = tuple(self.secrets[mark:])
        inner = self.decided_by(mark, scope).with_local(str(name), Local(var(each), bag.type.of, taint=taint))
        return self._copies(bag, each, self._repeated(inside, inner))

    def s_move_all(self, tree: Syntax, scope: Scope) -> Code:
        """`move all from A to B`: every copy, every member, or every item in its order."""
        source, target = tree.children
        one, other = self._holder(source, scope), self._holder(target, scope)
        if one is None or other is None:
            return []
        assert source is not None and target is not None
        (kind, at, is_field), (wanted, there, there_field) = one, other
        if kind.of != wanted.of or not is_field or not there_field:  # type: ignore[union-attr]
            self.mismatch(target, scope, wanted, kind)
            return []
        site = self.site(tree, scope)
        if isinstance(kind, SetOf) and isinstance(wanted, SetOf):
            joined = node("bor", node("get", *there), node("get", *at))
            return [node("store", *there, joined, -1), node("store", *at, EMPTY, -1)]
        each = self.builder.fresh()
        if isinstance(wanted, SetOf):
            with_it = node("bor", node("get", *there), bit(var(each), size_of(wanted.of)))
            add = [node("store", *there, with_it, -1)]
        else:
            assert isinstance(wanted, (ListOf, BagOf))
            add = self._update_one(wanted, there, var(each), "add", site)
        if isinstance(kind, BagOf):
            moving = self._copies(Value(node("bag", *at), kind), each, add)
            return [*moving, node("bagclear", *at)]
        if isinstance(kind, ListOf):
            return [node("for", each, node("copy", node("list", *at)), add), node("listclear", *at)]
        low = kind.of.low if isinstance(kind.of, Number) else 0  # type: ignore[union-attr]
        moving = over_bits(kind.of, node("get", *at), low).make(each, add)  # type: ignore[union-attr]
        return [*moving, node("store", *at, EMPTY, -1)]

    def s_shuffle(self, tree: Syntax, scope: Scope) -> Code:
        """A random order: the items change places one by one, each a point of chance."""
        found = self._holder(tree.children[0], scope)
        assert tree.children[0] is not None
        if found is None:
            return []
        kind, at, _ = found
        if not isinstance(kind, ListOf):
            self.mismatch(tree.children[0], scope, kind, "a list")
            return []
        site = self.site(tree, scope, chance="shuffle", name="", type="", hidden=True)
        index, other, kept = (self.builder.fresh() for _ in range(3))
        size = node("listlen", *at)
        listed = node("list", *at)
        return [node("for", index, node("range", num(0), size), [
            node("let", other, node("chance", site, node("numbers", var(index), size), node("even"))),
            node("let", kept, node("item", listed, var(index))),
            node("listset", *at, var(index), node("item", listed, var(other)), site),
            node("listset", *at, var(other), var(kept), site),
        ])]  # fmt: skip

    def s_move_from(self, tree: Syntax, scope: Scope) -> Code:
        item, source, target = tree.children
        found = self._holder(source, scope)
        if found is None:
            return []
        # Worked out once: taking it out may change what the text means.
        made = self.builder.fresh()
        of = found[0].of  # type: ignore[union-attr]
        inner = scope.with_local("moved item", Local(var(made), of))
        name = Tree("name", [Token("NAME", "moved item")])
        return [
            node("let", made, self.typed(item, scope, of)),
            *self._update(tree, name, source, "remove", False, inner),
            *self._update(tree, name, target, "add", False, inner),
        ]

    def s_take(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, source = str(tree.children[0]), tree.children[1]
        found = self._holder(source, scope)
        if found is None:
            return []
        kind, at, _ = found
        if not isinstance(kind, ListOf):
            assert source is not None
            self.mismatch(source, scope, kind, "a list")
            return []
        made = self.builder.fresh()
        code = [node("let", made, node("listtake", *at, self.site(tree, scope)))]
        field = self.world.layout[at[0]]
        taint = ((field, at[1], None),) if field.seen_by != "all" else ()
        return code, scope.with_local(name, Local(var(made), kind.of, taint=taint))

    def s_clear(self, tree: Syntax, scope: Scope) -> Code:
        found = self._holder(tree.children[0], scope)
        if found is None:
            return []
        kind, at, is_field = found
        if not is_field:
            return [node("assign", at[0], EMPTY)]
        if isinstance(kind, SetOf):
            return [node("store", *at, EMPTY, -1)]
        return [node("listclear" if isinstance(kind, ListOf) else "bagclear", *at)]

