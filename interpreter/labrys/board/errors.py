"""The one error of the board room: a slug and the values its message needs.

The caller turns it into a finding; nothing here knows about files or languages.
"""

MOST_CELLS = 4_096
MOST_LINKS = 16_384
MOST_PLACEMENTS = 65_536


class BoardError(Exception):
    """A board, shape, tile or map that cannot be built as written.

    `slug` names what is wrong (the table is in docs/boards.md); `values` are the words and numbers of
    the message. Errors inside a drawing carry `line` and `column`, both counted from 1 in the given text.
    """

    def __init__(self, slug: str, **values: object) -> None:
        self.slug = slug
        self.values = values
        told = ", ".join(f"{key}={value!r}" for key, value in values.items())
        super().__init__(f"{slug}: {told}" if told else slug)
