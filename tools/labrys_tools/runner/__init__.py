"""The runner of `labrys play`: any ruleset, for people at a terminal, automatic players, scripts and programs."""
