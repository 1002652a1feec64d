"""Actions whose decisions can be kept from one decision to the next in random play.

If whether `place goal=c` is legal depends on nothing but what stands on c, then a move changes the answer for the
places it touched only. The lister of such an action is one loop over a domain with conditions on the member alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from labrys.graph.code import Node, both, num, walk
from labrys.graph.compile import Program
from labrys.language.types import SetOf

# What a condition on one member may be made of.
_ALLOWED = frozenset({
    "num", "var", "get", "and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "add", "sub", "mul", "div", "mod", "tab", "if", "min", "max",
})  # fmt: skip


@dataclass(slots=True)
class Local:
    """A loop of `size` members, the condition on one of them, and the fields it reads there."""

    action: int
    variable: int
    size: int
    condition: Node
    fields: list[int] = field(default_factory=list)


def local_actions(program: Program) -> list[Local]:
    if program.sight:
        return []
    found = []
    for action in program.actions:
        local = _local(program, action.index) if action.keep < 0 and not action.given and not action.chosen else None
        if local is not None:
            found.append(local)
    return found


def _local(program: Program, index: int) -> Local | None:
    action = program.actions[index]
    lister = program.builder.functions[action.lister]
    body = [part for part in lister.body if part.op not in ("return", "cover")]
    if len(body) != 1 or body[0].op != "for" or len(action.params) != 1 or isinstance(action.params[0][1], SetOf):
        return None
    variable, over, inside = body[0].args
    if over.op != "range" or over.args[0].op != "num" or over.args[0].args[0] != 0 or over.args[1].op != "num":
        return None
    condition: Node = num(1)
    while len(inside) == 1 and inside[0].op == "when" and not inside[0].args[2]:
        test, inside, _ = inside[0].args
        if test.op == "call" and test.args[0] == action.trial:
            continue
        condition = both(condition, test)
    if len(inside) != 1 or inside[0].op != "offer":
        return None
    made = Local(index, variable, over.args[1].args[0], condition)
    return made if _of_member_alone(program, made) else None


def _of_member_alone(program: Program, local: Local) -> bool:
    for part in walk(local.condition):
        if part.op not in _ALLOWED or (part.op == "var" and part.args[0] != local.variable):
            return False
        if part.op == "get":
            number, holder = part.args
            this = program.world.layout[number]
            # Resets write without telling.
            if holder.op != "var" or this.words != 1 or this.count < local.size or this.reset:
                return False
            if number not in local.fields:
                local.fields.append(number)
    return local.size > 0
