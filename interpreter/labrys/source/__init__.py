"""Files to positioned YAML trees: reading, includes, variants and the check of structure."""
