"""Pictures of positions for people: coloured lines for terminals, vector drawings for pages."""
