"""Variants laid over the tree of a game: base + chosen variants -> one tree.

Patches go by name and must hit something; the order of application depends on the set of
variants only, so that the same set always gives the same tree.
"""

from dataclasses import replace

from labrys.source.catalogue import Both
from labrys.source.findings import Findings, did_you_mean, suggestion
from labrys.source.spans import Span
from labrys.source.tree import Entry, Mapping, Node, Scalar, Sequence, words_of
from labrys.source.variants import Patch, Variant

# Parts of a node that hold named things, and that an `add` may be the first to fill.
_OPENED = frozenset({"given", "choose", "let", "require", "ensure", "cost", "fields", "limit"})


def apply_variants(
    base: Mapping,
    variants: dict[str, Variant],
    chosen: list[str],
    findings: Findings,
    where: Span | None = None,
) -> Mapping:
    """The tree with the chosen variants applied. `where` is the place that chose them, if any."""
    where = where or base.key_span("game")
    wanted: dict[str, Variant] = {}
    for name in chosen:
        if name in variants:
            wanted[name] = variants[name]
        else:
            findings.report("unknown-variant", where, suggestion(name, variants), name=name)
    _check_company(wanted, base, findings)
    order = _order(wanted, findings)
    own = [patch for name in order for patch in wanted[name].patches]
    joint = [
        patch
        for name in order
        for other in sorted(wanted[name].together)
        if other in wanted and other != name
        for patch in wanted[name].together[other]
    ]
    earlier = {name: _earlier(name, wanted) for name in order}
    _check_touching(own, earlier, base, findings)
    _check_touching(joint, earlier, base, findings)
    tree = base
    for patch in own + joint:
        tree = _apply(tree, patch, findings)
    return tree


def _check_company(wanted: dict[str, Variant], base: Mapping, findings: Findings) -> None:
    game = base.get("game")
    for variant in wanted.values():
        extends = variant.tree.get("extends")
        named = extends.value if isinstance(extends, Scalar) else None
        if extends and isinstance(game, Scalar) and named not in (None, game.value):
            findings.report("wrong-game", extends.span, name=named, game=game.value)
        for word in variant.requires:
            if word.value not in wanted:
                findings.report("variant-requires", word.span, name=variant.name, other=word.value)
        for word in variant.conflicts:
            if word.value in wanted:
                findings.report("variants-conflict", word.span, name=variant.name, other=word.value)


def _follows(variant: Variant) -> set[str]:
    # Who requires another knows it, so it comes after it without saying so again.
    return {word.value for word in variant.after + variant.requires} - {variant.name}


def _earlier(name: str, wanted: dict[str, Variant]) -> set[str]:
    """Every chosen variant this one is declared to come after, directly or not."""
    seen: set[str] = set()
    todo = [name]
    while todo:
        for other in _follows(wanted[todo.pop()]) & wanted.keys():
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def _order(wanted: dict[str, Variant], findings: Findings) -> list[str]:
    order: list[str] = []
    left = sorted(wanted)
    while left:
        ready = [n for n in left if not (_follows(wanted[n]) & (wanted.keys() - set(order)))]
        if not ready:
            variant = wanted[left[0]]
            span = next(w.span for w in variant.after + variant.requires if w.value in left)
            findings.report("after-cycle", span, names=", ".join(left))
            return order + left
        order.append(ready[0])
        left.remove(ready[0])
    return order


def _check_touching(
    patches: list[Patch], earlier: dict[str, set[str]], base: Mapping, findings: Findings
) -> None:
    touched: list[tuple[str, Patch]] = []
    for patch in patches:
        for name in _touches(patch, base):
            for other_name, other in touched:
                if patch.owner == other.owner or not _overlap(name, other_name):
                    continue
                if other.owner in earlier[patch.owner] or patch.owner in earlier[other.owner]:
                    continue
                findings.report(
                    "variants-touch",
                    patch.span,
                    Both(
                        f"say after: [{other.owner}] in {patch.owner}, or conflicts: [{other.owner}]",
                        f"écrivez after: [{other.owner}] dans {patch.owner}, "
                        f"ou conflicts: [{other.owner}]",
                    ),
                    name=patch.name,
                    one=patch.owner,
                    other=other.owner,
                    place=other.span,
                )
            touched.append((name, patch))


def _touches(patch: Patch, base: Mapping) -> list[str]:
    """What a patch touches; members added to a list each count alone, for they do not disturb."""
    if not isinstance(_found(base, patch.name), Sequence):
        return [patch.name]
    if patch.kind == "change" and patch.value is not None and _is_edit(patch.value):
        members = [*words_of(patch.value.get("add")), *words_of(patch.value.get("remove"))]
    elif patch.kind == "add":
        members = words_of(patch.value)
    else:
        return [patch.name]
    return [f"{patch.name}.{word.value}" for word in members]


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(other + ".") or other.startswith(one + ".")


def _steps(tree: Mapping, name: str) -> tuple[list[str], str]:
    """The keys that lead towards the node, and what is left of the name where none does.

    Keys may hold dots themselves (`cost: {me.energy: 1}`), so the longest key wins.
    """
    node: Node | None = tree
    keys: list[str] = []
    rest = name
    while rest and isinstance(node, Mapping):
        parts = rest.split(".")
        for length in range(len(parts), 0, -1):
            key = ".".join(parts[:length])
            if key in node:
                break
        else:
            return keys, rest
        keys.append(key)
        node = node.get(key)
        rest = ".".join(parts[length:])
    return keys, rest


def _found(tree: Mapping, name: str) -> Node | None:
    keys, rest = _steps(tree, name)
    return None if rest else _node_at(tree, keys)


def _node_at(tree: Mapping, keys: list[str]) -> Node | None:
    node: Node | None = tree
    for key in keys:
        node = node.get(key) if node is not None else None
    return node


def _apply(tree: Mapping, patch: Patch, findings: Findings) -> Mapping:
    keys, rest = _steps(tree, patch.name)
    node = _node_at(tree, keys)
    if patch.kind == "change" and not rest and keys and node is not None:
        assert patch.value is not None
        if isinstance(node, Sequence) and _is_edit(patch.value):
            return _put(tree, keys, Entry(patch.span, _edited(node, patch.value)))
        return _put(tree, keys, Entry(patch.span, _based(patch.value, node)))
    if patch.kind == "remove":
        if not rest and keys:
            return _put(tree, keys, None)
        if isinstance(node, Sequence):
            kept = [i for i in node.items if not (isinstance(i, Scalar) and i.value == rest)]
            if len(kept) < len(node.items):
                return _put(tree, keys, Entry(_key_span(tree, keys), replace(node, items=kept)))
    if patch.kind == "add":
        assert patch.value is not None
        return _add(tree, patch, patch.value, keys, rest, findings)
    _dangling(tree, patch, keys, rest, findings)
    return tree


def _is_edit(value: Node | None) -> bool:
    """`{add: […]}`, `{remove: […]}` or both: a list is not replaced but lengthened or shortened."""
    return isinstance(value, Mapping) and bool(value.keys()) and set(value.keys()) <= {"add", "remove"}


def _edited(node: Sequence, edit: Node) -> Sequence:
    gone = {word.value for word in words_of(edit.get("remove"))}
    more = edit.get("add")
    kept = [item for item in node.items if not (isinstance(item, Scalar) and item.value in gone)]
    added = more.items if isinstance(more, Sequence) else [] if more is None else [more]
    return replace(node, items=[*kept, *added])


def _add(
    tree: Mapping, patch: Patch, value: Node, keys: list[str], rest: str, findings: Findings
) -> Mapping:
    node = _node_at(tree, keys)
    if not rest:
        if isinstance(node, Sequence):
            more = value.items if isinstance(value, Sequence) else [value]
            longer = replace(node, items=[*node.items, *more])
            return _put(tree, keys, Entry(_key_span(tree, keys), longer))
        findings.report("already-there", patch.span, name=patch.name, place=_key_span(tree, keys))
        return tree
    first, _, last = rest.partition(".")
    if isinstance(node, Mapping):
        if not last:
            return _put(tree, [*keys, first], Entry(patch.span, value))
        # A section or a named part that the base left out; a name in it may hold no further dot.
        if not keys or first in _OPENED:
            name, _, deeper = last.partition(".")
            if not deeper or first == "cost":
                name = last if first == "cost" else name
                made = Mapping({name: Entry(patch.span, value)}, patch.span)
                return _put(tree, [*keys, first], Entry(patch.span, made))
    _dangling(tree, patch, keys, rest, findings)
    return tree


def _put(tree: Mapping, keys: list[str], entry: Entry | None) -> Mapping:
    """The tree with the entry at these keys replaced, or taken out; the old tree stays as it is."""
    key, *deeper = keys
    if not deeper:
        return tree.without(key) if entry is None else tree.with_entry(key, entry)
    inner = tree.entries[key]
    assert isinstance(inner.value, Mapping)
    return tree.with_entry(key, Entry(inner.key_span, _put(inner.value, deeper, entry)))


def _key_span(tree: Mapping, keys: list[str]) -> Span:
    holder = _node_at(tree, keys[:-1])
    return holder.key_span(keys[-1]) if isinstance(holder, Mapping) else tree.span


def _based(new: Node, old: Node) -> Node:
    """The new node whose scalars know which ones they replace, key by key."""
    if isinstance(new, Scalar) and isinstance(old, Scalar):
        return replace(new, base=old)
    if isinstance(new, Mapping) and isinstance(old, Mapping):
        entries = {
            key: Entry(entry.key_span, _based(entry.value, old.entries[key].value))
            if key in old
            else entry
            for key, entry in new.entries.items()
        }
        return replace(new, entries=entries)
    return new


def _dangling(tree: Mapping, patch: Patch, keys: list[str], rest: str, findings: Findings) -> None:
    node = _node_at(tree, keys)
    near: str | None = None
    if isinstance(node, Mapping):
        near = did_you_mean(rest.split(".")[0], node.keys())
    elif isinstance(node, Sequence):
        near = did_you_mean(rest, [word.value for word in words_of(node)])
    fix: Both | None = None
    if near == rest:
        fix = Both(
            "a member of a list is not changed, but removed and another added",
            "un membre de liste ne se change pas : retirez-le et ajoutez-en un autre",
        )
    elif near is not None:
        whole = ".".join([*keys, near, *(rest.split(".")[1:] if isinstance(node, Mapping) else [])])
        fix = Both(f"did you mean `{whole}`?", f"vouliez-vous dire `{whole}` ?")
    missing = ".".join([*keys, rest.split(".")[0]]) if rest else patch.name
    findings.report("dangling-patch", patch.span, fix, name=patch.name, missing=missing)
