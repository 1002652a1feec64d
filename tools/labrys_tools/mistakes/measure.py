"""Seeds mistakes, checks the spoilt copies, and counts what was found and where."""

import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import labrys

from labrys_tools.mistakes import around, habits, idle, in_drawings, in_language, in_proofs, in_yaml
from labrys_tools.mistakes.edits import Edit, Mistake
from labrys_tools.mistakes.ground import Ground
from labrys_tools.trouble import sentence_of

Make = Callable[[Ground, random.Random], Edit | None]

KINDS: dict[str, Make] = {
    "misspelt name": in_language.misspelt_name,
    "wrong type": in_language.wrong_type,
    "wrong number of arguments": in_language.wrong_arity,
    "word left out": in_language.missing_word,
    "bracket left open": in_language.open_bracket,
    "number out of range": in_language.out_of_range,
    "event nobody raises": in_language.silent_event,
    "unknown phase": in_language.unknown_phase,
    "sign of another language": habits.foreign_sign,
    "name of another language": habits.foreign_name,
    "statement of another language": habits.foreign_statement,
    "difference without spaces": habits.tight_difference,
    "colon left out": habits.missing_colon,
    "name nobody uses": idle.unused_name,
    "phase nobody comes to": idle.phase_apart,
    "action without a phase": idle.action_apart,
    "file nobody reads": idle.stray_file,
    "unknown name in the looks": idle.unknown_in_looks,
    "unknown name in a trigger": idle.unknown_in_trigger,
    "name of two things": idle.second_name,
    "missing key": in_yaml.missing_key,
    "unknown key": in_yaml.unknown_key,
    "repeated key": in_yaml.repeated_key,
    "unquoted comma": in_yaml.unquoted_comma,
    "quote left open": in_yaml.unclosed_quote,
    "tab as indentation": in_yaml.tab_indentation,
    "value left empty": in_yaml.empty_value,
    "folded text": in_yaml.folded_text,
    "list for names": in_yaml.list_for_mapping,
    "missing include": in_yaml.missing_include,
    "name that is no name": in_yaml.capital_name,
    "another version": in_yaml.another_version,
    "missing translation": around.missing_translation,
    "unknown gap in a text": around.unknown_gap,
    "unknown rule cited": around.unknown_rule,
    "dangling patch": around.dangling_patch,
    "unknown variant": around.unknown_variant,
    "unknown field in a scenario": around.unknown_field_given,
    "unknown seat or action in a scenario": around.unknown_in_step,
    "unknown place in a scenario": around.unknown_argument,
    "unknown guard in a scenario": around.unknown_guard,
    "misspelt name in a scenario": around.misspelt_in_then,
    "unknown option in a scenario": around.unknown_option,
    "scenario told twice": in_proofs.told_twice,
    "contradiction in a scenario": in_proofs.contradiction,
    "refusal without a step": in_proofs.refused_nothing,
    "scenario that expects nothing": in_proofs.missing_then,
    "no number in a scenario or count": in_proofs.no_number,
    "unknown key in a scenario or count": in_proofs.unknown_key,
    "row of a map left out": in_drawings.row_left_out,
    "row of a map too long": in_drawings.row_too_long,
    "unknown sign on a map": in_drawings.unknown_sign,
    "brace left open in a text": in_drawings.open_brace,
    "direction listed twice": in_drawings.repeated_direction,
    "chance that does not exist": in_drawings.no_such_chance,
    "refused by the guard of another action": in_drawings.guard_of_another,
    "players a count cannot have": in_drawings.players_of_a_count,
    "option beyond its range": in_drawings.option_of_a_count,
    "variant without a title": in_drawings.untitled_variant,
    "end that ends nothing": in_drawings.end_without_end,
}


@dataclass(frozen=True)
class Answer:
    """What the checker said about one mistake."""

    mistake: Mistake
    reported: bool
    placed: bool
    said: str


@dataclass
class Figures:
    """How many mistakes were seeded, reported, and reported in the right place."""

    seeded: int = 0
    reported: int = 0
    placed: int = 0
    missed: list[Answer] = field(default_factory=list)

    def add(self, answer: Answer) -> None:
        self.seeded += 1
        self.reported += answer.reported
        self.placed += answer.placed
        if not answer.placed:
            self.missed.append(answer)


def seed_mistakes(folders: Sequence[Path], count: int, seed: int) -> list[Mistake]:
    """`count` different mistakes, kind after kind, over all the rulesets."""
    dice = random.Random(seed)
    grounds = [Ground.of(folder) for folder in folders]
    seen: set[tuple[str, str, str]] = set()
    found: list[Mistake] = []
    # Small rulesets run out of places for some kinds; then the others make up the number.
    while len(found) < count:
        before = len(found)
        for kind, make in KINDS.items():
            mistake = _one_more(kind, make, grounds, dice, seen)
            if mistake is not None and len(found) < count:
                found.append(mistake)
        if len(found) == before:
            break
    return found


def _one_more(
    kind: str,
    make: Make,
    grounds: list[Ground],
    dice: random.Random,
    seen: set[tuple[str, str, str]],
) -> Mistake | None:
    """A mistake of the kind that was not made before, in whichever ruleset has room for it."""
    for ground in dice.sample(grounds, len(grounds)):
        edit = make(ground, dice)
        if edit is None or edit.text == ground.files.get(edit.file):
            continue
        key = (ground.name, edit.file, edit.text)
        if key not in seen:
            seen.add(key)
            spoilt = {**ground.files, edit.file: edit.text}
            return Mistake(kind, ground.name, edit.file, edit.lines, spoilt, edit.note)
    return None


def examine(mistake: Mistake) -> Answer:
    """Check a spoilt copy in a folder of its own."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / mistake.ruleset
        for name, text in mistake.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        try:
            findings = labrys.check(folder)
        except Exception as error:
            # A checker that breaks has missed the mistake, and the others must still be counted.
            return Answer(mistake, False, False, sentence_of(error)[0])
    wanted = f"{mistake.ruleset}/{mistake.file}"
    placed = any(f.span.file == wanted and f.span.line in mistake.lines for f in findings)
    said = "; ".join(f"{f.span}: {f.code} {f.message()}" for f in list(findings)[:3])
    return Answer(mistake, len(findings) > 0, placed, said)
