"""Finding rulesets, and joining the files of one."""

from pathlib import Path

import pytest
from conftest import MakeRuleset
from labrys.source import folder as folders
from labrys.source.findings import Findings
from labrys.source.folder import SourceError, find_ruleset, list_rulesets
from labrys.source.load import content_hash, read_game
from labrys.source.tree import Mapping, Sequence


def test_a_ruleset_is_found_by_its_folder_or_file(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset({})
    assert find_ruleset(folder) == folder
    assert find_ruleset(str(folder / "game.yaml")) == folder


def test_a_built_in_game_is_found_by_its_id(
    make_ruleset: MakeRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_ruleset({}).parent
    monkeypatch.setattr(folders, "_data_folder", lambda name: home)
    assert list_rulesets() == [home / "tiny"]
    assert find_ruleset("tiny") == home / "tiny"
    with pytest.raises(SourceError) as caught:
        find_ruleset("tiyn")
    assert caught.value.message.en.endswith("Did you mean tiny?")
    assert caught.value.message.fr.endswith("Vouliez-vous dire tiny ?")


def test_a_path_to_a_copy_is_the_copy_even_where_it_is_called_like_a_game(
    make_ruleset: MakeRuleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_ruleset({}).parent
    monkeypatch.setattr(folders, "_data_folder", lambda name: home)
    desk = tmp_path / "desk"
    (desk / "tiny").mkdir(parents=True)
    (desk / "tiny" / "game.yaml").write_text("labrys: 1\n", encoding="utf-8")
    monkeypatch.chdir(desk)
    assert find_ruleset("tiny") == home / "tiny"
    assert find_ruleset("./tiny") == Path("tiny")
    assert find_ruleset(Path("tiny")) == Path("tiny")


@pytest.mark.parametrize("wanted", ["no-such-game", "../..", "x" * 5000, "a\0b", ""])
def test_what_is_no_ruleset_is_said_kindly(
    wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a" / "b" / "c").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b" / "c")
    with pytest.raises(SourceError):
        find_ruleset(wanted)


def test_sections_are_united_and_lists_put_end_to_end(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        {
            "sections": "include: [a.yaml, b.yaml]\nconstants: {one: {is: 1}}\n",
            "a.yaml": "include: [c.yaml]\nconstants: {two: {is: 2}}\nfields: {x: truth}\nlooks: {panel: [x]}\n",
            "b.yaml": "constants: {four: {is: 4}}\n",
            "c.yaml": "constants: {three: {is: 3}}\n",
        }
    )
    findings = Findings()
    tree = read_game(folder, [], findings)
    assert not len(findings), findings.render()
    assert tree is not None
    constants, looks = tree.get("constants"), tree.get("looks")
    assert isinstance(constants, Mapping)
    assert list(constants.keys()) == ["one", "two", "three", "four"]
    assert constants.key_span("three").file == "tiny/c.yaml"
    assert isinstance(looks, Mapping)
    assert isinstance(looks.get("panel"), Sequence)
    assert "legend" in looks


def test_the_same_name_in_two_files_names_both_places(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        {"sections": "include: [a.yaml]\n", "a.yaml": "\nactions:\n  place: {do: x}\nplayers: 3\n"}
    )
    findings = Findings()
    read_game(folder, [], findings)
    rows = [(f.code, f.span.line, f.message_en) for f in findings]
    assert [row[:2] for row in rows] == [("LB118", 3), ("LB118", 4)]
    assert "tiny/game.yaml:" in rows[0][2]


def test_a_circle_of_includes_is_told_as_a_chain(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        {
            "sections": "include: [a.yaml]\n",
            "a.yaml": "include: [b.yaml]\n",
            "b.yaml": "include: [a.yaml]\n",
        }
    )
    findings = Findings()
    read_game(folder, [], findings)
    (finding,) = findings
    assert (finding.code, finding.span.file) == ("LB117", "tiny/b.yaml")
    assert "a.yaml -> b.yaml -> a.yaml" in finding.message_en


def test_a_part_that_cannot_be_read_does_not_hide_the_rest(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset(
        {"sections": "include: [a.yaml]\nlimits: {}\n", "a.yaml": "constants: [\n"}
    )
    findings = Findings()
    assert read_game(folder, [], findings) is not None
    assert sorted(f.code for f in findings) == ["LB101", "LB301"]


def test_the_hash_depends_on_names_and_bytes(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset({"a.yaml": "constants: {}\n"})
    first = content_hash(folder)
    assert content_hash(folder) == first
    (folder / "a.yaml").rename(folder / "b.yaml")
    second = content_hash(folder)
    (folder / "b.yaml").write_text("constants: {}\n\n", encoding="utf-8")
    third = content_hash(folder)
    assert len({first, second, third}) == 3
    (folder / "notes.txt").write_text("x", encoding="utf-8")
    assert content_hash(folder) == third
