"""Variants: what they hit, what they may not, and an order that depends on the set alone."""

from pathlib import Path

import pytest
from conftest import MakeRuleset
from labrys.source.findings import Findings
from labrys.source.load import read_game
from labrys.source.tree import Mapping, Node, Scalar, Sequence


def variants(**texts: str) -> dict[str, str]:
    return {f"variants/{name}.yaml": f"variant: {name}\n{text}" for name, text in texts.items()}


def lay(folder: Path, *chosen: str) -> tuple[Mapping, Findings]:
    findings = Findings()
    tree = read_game(folder, list(chosen), findings)
    assert tree is not None
    return tree, findings


def at(tree: Mapping, *keys: str) -> Node | None:
    node: Node | None = tree
    for key in keys:
        node = None if node is None else node.get(key)
    return node


def value(tree: Mapping, *keys: str) -> str:
    node = at(tree, *keys)
    assert isinstance(node, Scalar)
    return node.value


def faults(findings: Findings) -> list[tuple[str, str, int]]:
    return [(f.code, f.span.file.rpartition("/")[2], f.span.line) for f in findings]


def test_a_changed_text_keeps_what_it_replaced(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="change:\n  actions.place.require.free.that: base or true\n",
            b="after: [a]\nchange:\n  actions.place.require.free.that: base and false\n",
        )
    )
    tree, findings = lay(folder, "b", "a")
    assert faults(findings) == []
    that = at(tree, "actions", "place", "require", "free", "that")
    assert isinstance(that, Scalar)
    assert that.base is not None
    assert that.base.base is not None
    assert [that.value, that.base.value, that.base.base.value] == [
        "base and false", "base or true", "goal holds nothing",
    ]  # fmt: skip
    assert that.span.file == "tiny/variants/b.yaml"


def test_a_changed_node_knows_the_texts_it_replaced(make_ruleset: MakeRuleset) -> None:
    guard = "actions.place.require.free:\n    that: base or true\n    else: {en: x, fr: y}\n"
    tree, findings = lay(make_ruleset(variants(a=f"change:\n  {guard}")), "a")
    that = at(tree, "actions", "place", "require", "free", "that")
    assert faults(findings) == []
    assert isinstance(that, Scalar)
    assert that.base is not None
    assert that.base.value == "goal holds nothing"


def test_the_base_is_untouched_without_the_variant(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(variants(a="change: {limit.turns: 9}\n"))
    assert value(lay(folder)[0], "limit", "turns") == "20"
    assert value(lay(folder, "a")[0], "limit", "turns") == "9"


def test_add_and_remove(make_ruleset: MakeRuleset) -> None:
    text = """add:
  constants.reach: {is: 3}
  actions.place.let.twin: step(goal, n)
  actions.place.cost.me.energy: 1
  board.directions: [ne]
remove: [actions.place.require.free, board.directions.w]
"""
    tree, findings = lay(make_ruleset(variants(a=text)), "a")
    assert faults(findings) == []
    assert value(tree, "constants", "reach", "is") == "3"
    assert value(tree, "actions", "place", "let", "twin") == "step(goal, n)"
    assert value(tree, "actions", "place", "cost", "me.energy") == "1"
    assert at(tree, "actions", "place", "require", "free") is None
    ways = at(tree, "board", "directions")
    assert isinstance(ways, Sequence)
    assert [w.value for w in ways.items if isinstance(w, Scalar)] == ["n", "e", "s", "ne"]


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("change:\n  actions.plase.do: x\n", "did you mean `actions.place.do`?"),
        ("change:\n  actions.place.requires.free.that: x\n", "did you mean `actions.place.require.free.that`?"),
        ("add:\n  actions.plase.text: {en: x, fr: y}\n", "did you mean `actions.place.text`?"),
        ("add:\n  actions.place.requir.x: {that: y}\n", "did you mean `actions.place.require.x`?"),
        ("remove:\n  - actions.place.require.fre\n", "did you mean `actions.place.require.free`?"),
        ("remove:\n  - board.directions.nw\n", "did you mean `board.directions.w`?"),
        ("change:\n  board.directions.n: s\n", "a member of a list is not changed, but removed and another added"),
        ("change:\n  limit.turns.most: 3\n", None),
        ("remove:\n  - ''\n", None),
        ("change:\n  xyz: 3\n", None),
    ],
)  # fmt: skip
def test_a_patch_must_hit_something(make_ruleset: MakeRuleset, text: str, fix: str | None) -> None:
    _, findings = lay(make_ruleset(variants(a=text)), "a")
    (finding,) = findings
    assert faults(findings) == [("LB202", "a.yaml", 3)]
    assert finding.fix == fix


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("change: {limit.turns: 9}\n", "change: {limit.turns: 8}\n"),
        ("remove: [actions.place.require]\n", "change: {actions.place.require.free.that: x}\n"),
        ("change: {actions.place.do: x}\n", "remove: [actions.place]\n"),
        ("add: {constants.c: {is: 1}}\n", "add: {constants.c: {is: 2}}\n"),
        ("add: {board.directions: [ne]}\n", "remove: [board.directions]\n"),
    ],
)
def test_two_variants_that_touch_must_say_so(
    make_ruleset: MakeRuleset, one: str, other: str
) -> None:
    _, findings = lay(make_ruleset(variants(a=one, b=other)), "a", "b")
    touching = [f for f in findings if f.code == "LB203"]
    assert [(f.span.file, f.span.line) for f in touching] == [("tiny/variants/b.yaml", 2)]
    assert "tiny/variants/a.yaml:2" in touching[0].message_en


def test_neighbours_do_not_touch(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="add: {constants.c: {is: 1}, board.directions: [ne]}\n",
            b="add: {constants.cc: {is: 1}, board.directions: [nw]}\n",
        )
    )
    assert faults(lay(folder, "a", "b")[1]) == []


def test_the_order_given_does_not_matter(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="after: [z]\nchange: {limit.turns: 1}\n",
            m="add: {constants.m: {is: 1}}\n",
            z="change: {limit.turns: 2}\nadd: {constants.z: {is: 1}}\n",
        )
    )
    one, findings = lay(folder, "a", "m", "z")
    assert faults(findings) == []
    assert one == lay(folder, "z", "m", "a")[0] == lay(folder, "m", "z", "a", "a")[0]
    assert value(one, "limit", "turns") == "1"


def test_together_applies_with_both_and_after_both(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="change: {board.rows: 4}\ntogether:\n  b: {change: {limit.turns: 7}}\n",
            b="change: {limit.turns: 8}\n",
        )
    )
    assert value(lay(folder, "a")[0], "limit", "turns") == "20"
    tree, findings = lay(folder, "a", "b")
    assert faults(findings) == []
    assert value(tree, "limit", "turns") == "7"


def test_two_groups_that_touch_must_say_so(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="together: {b: {change: {limit.turns: 7}}}\n",
            b="together: {a: {change: {limit.turns: 8}}}\n",
        )
    )
    assert faults(lay(folder, "a", "b")[1]) == [("LB203", "b.yaml", 2)]


def test_company_is_kept(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="requires: [b]\nchange: {board.rows: 4}\n",
            b="conflicts: [c]\nchange: {board.columns: 4}\n",
            c="change: {limit.turns: 9}\n",
        )
    )
    assert faults(lay(folder, "a")[1]) == [("LB205", "a.yaml", 2)]
    assert faults(lay(folder, "b", "c")[1]) == [("LB204", "b.yaml", 2)]
    assert faults(lay(folder, "a", "b")[1]) == []


def test_who_requires_another_may_change_what_it_brings(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        variants(
            a="requires: [b]\nchange: {constants.c.is: 2}\n", b="add: {constants.c: {is: 1}}\n"
        )
    )
    tree, findings = lay(folder, "b", "a")
    assert faults(findings) == []
    assert value(tree, "constants", "c", "is") == "2"


def test_an_unknown_choice_gets_a_suggestion(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(variants(short="change: {limit.turns: 9}\n"))
    _, findings = lay(folder, "shrot")
    assert [(f.code, f.fix) for f in findings] == [("LB201", "did you mean `short`?")]


def test_a_patch_of_the_wrong_shape_is_found_in_the_variant(make_ruleset: MakeRuleset) -> None:
    text = "change:\n  limit.turns: [1, 2]\nadd:\n  actions.place.dos: x\n"
    _, findings = lay(make_ruleset(variants(a=text)), "a")
    assert faults(findings) == [("LB302", "a.yaml", 3), ("LB301", "a.yaml", 5)]


def test_a_linked_variant_is_refused(make_ruleset: MakeRuleset, tmp_path: Path) -> None:
    folder = make_ruleset(variants(a="change: {limit.turns: 9}\n"))
    (tmp_path / "b.yaml").write_text("variant: b\n", encoding="utf-8")
    (folder / "variants" / "b.yaml").symlink_to(tmp_path / "b.yaml")
    assert faults(lay(folder, "a")[1]) == [("LB116", "b.yaml", 1)]
