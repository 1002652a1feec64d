"""Two engines beside each other: where they first differ, and what happened there in the words of the rules."""

from labrys import Decision, Game, LabrysError, State
from labrys.language.types import SetOf
from labrys.language.world import Field

from labrys_tools.speech import say
from labrys_tools.trouble import sentence_of


def difference(python: State, native: State) -> str | None:
    """The first thing in which two positions differ that ought to be one, and the events behind it; None if none."""
    found = _first(python, native)
    if found is None:
        return None
    chain = _chain(python) or say("the start", "le début")
    return say(f"{found}; after {chain}", f"{found} ; après {chain}")


def after(python: State, native: State, decision: Decision) -> tuple[State, State] | str:
    """Both positions after a decision, or how the engines differ in it. What both refuse alike is no difference."""
    told: list[State | LabrysError] = []
    for state in (python, native):
        try:
            told.append(state.play(decision))
        except LabrysError as error:
            told.append(error)
    one, other = told
    if isinstance(one, State) and isinstance(other, State):
        return one, other
    shown = [_ending(result) for result in (one, other)]
    if shown[0] != shown[1]:
        return f"{decision}: python {shown[0]}, native {shown[1]}"
    raise one if isinstance(one, LabrysError) else AssertionError(decision)


def _ending(result: State | LabrysError) -> str:
    # The Python engine also tells the chain of events; the fault and its place come before it.
    if isinstance(result, State):
        return say("plays it", "le joue")
    return sentence_of(result)[0].partition("): ")[0].rstrip(").")


def _first(python: State, native: State) -> str | None:
    for name in ("at", "to_act", "question", "over", "outcome"):
        one, other = getattr(python, name), getattr(native, name)
        if one != other:
            return f"{name}: python {one}, native {other}"
    # Inside a job what is kept is where it began; the block half-way is no promise.
    found = _field(python.game, python.origin[0], native.origin[0])
    if found is not None:
        return found
    if python.to_bytes() != native.to_bytes():
        return f"job and answers: python {python.origin[1:]}, native {native.origin[1:]}"
    if python.offers and python.offers == native.offers:
        # What is offered says it all, and there may be thousands to put into words.
        return None
    for index, (one, other) in enumerate(zip(python.decisions, native.decisions, strict=False)):
        if (one, str(one), one.probability) != (other, str(other), other.probability):
            return f"decision {index}: python {one}, native {other}"
    if len(python.decisions) != len(native.decisions):
        return f"decisions: python {len(python.decisions)}, native {len(native.decisions)}"
    if python.default != native.default:
        return f"default: python {python.default}, native {native.default}"
    return None


def _field(game: Game, one: list[int], other: list[int]) -> str | None:
    """The first field whose values differ, with its holder."""
    for this in game.world.layout:
        for slot in range(this.slot, this.slot + this.slots * this.count):
            if one[slot] != other[slot]:
                holder = _holder(game, this, (slot - this.slot) // this.slots)
                place = f"[{(slot - this.slot) % this.slots}]" if this.slots > 1 else ""
                shown = hex if isinstance(this.type, SetOf) else str
                return f"{this.name}{holder}{place}: python {shown(one[slot])}, native {shown(other[slot])}"
    return None


def _holder(game: Game, this: Field, index: int) -> str:
    domain = game.world.domains.get(this.of or "")
    return f" of {domain.values[index]}" if domain is not None else f" of {this.of}" if this.of else ""


def _chain(state: State) -> str:
    """What happened since the last decision, each with the rules it cites."""
    cites = {(node.kind, node.name): node.cites for node in state.game.nodes}
    told = []
    for cause in state.causes:
        rules = cites.get((cause.kind, cause.name), ())
        told.append(f"{cause.kind} {cause.name}" + (f" [{', '.join(rules)}]" if rules else ""))
    return " -> ".join(told)
