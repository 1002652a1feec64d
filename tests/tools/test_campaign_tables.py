"""The tables a campaign plays at: every number of players, variants two by two, options as they start and otherwise."""

from pathlib import Path

import labrys
from labrys_tools.campaign.tables import Table, tables

RULESETS = Path(labrys.__file__).parents[2] / "rulesets"
ANY = Table(None, ())


def test_variants_that_go_together_are_played_together() -> None:
    found = {table.variants for table in tables(RULESETS / "hades-trap", 1, ANY)}
    bosses = {(boss,) for boss in ("hades", "hydra", "siren")}
    assert found == {(), ("first-edition",), *bosses, *(("first-edition", *boss) for boss in bosses)}


def test_every_option_is_tried_both_ways() -> None:
    found = tables(RULESETS / "hades-trap", 1, ANY)
    assert {table.players for table in found} == {2, 3, 4}
    for name in ("ether", "boons", "extra-heroes"):
        assert {value for table in found for key, value in table.options if key == name} == {True, False}
    # The Hydra knows no such option.
    assert all("boss-wraps" not in dict(table.options) for table in found if "hydra" in table.variants)


def test_what_is_asked_for_is_so_at_every_table() -> None:
    found = tables(RULESETS / "hades-trap", 1, Table(3, ("siren",), (("ether", False),)))
    assert {(table.players, table.variants, dict(table.options)["ether"]) for table in found} == {(3, ("siren",), False)}
    assert len(found) == 2


def test_the_same_seed_is_the_same_tables() -> None:
    assert tables(RULESETS / "hades-trap", 5, ANY) == tables(RULESETS / "hades-trap", 5, ANY)
    assert tables(RULESETS / "hades-trap", 5, ANY) != tables(RULESETS / "hades-trap", 6, ANY)


def test_an_option_of_two_numbers_is_played_both_ways() -> None:
    found = tables(RULESETS / "wall-labyrinth", 1, ANY)
    numbers_and_variants = {(table.players, table.variants) for table in found}
    for options in ((), (("level", 2),)):
        assert {(t.players, t.variants) for t in found if t.options == options} == numbers_and_variants
    assert len(found) == 2 * len(numbers_and_variants)
