"""Mistakes seeded into good rulesets, to measure how many the checker finds, and where."""
