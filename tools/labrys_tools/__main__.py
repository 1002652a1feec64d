"""The `labrys` command itself; also `python -m labrys_tools`, where scripts are not on the path."""

import sys


def main() -> int:
    """Run the command line and give its exit code."""
    try:
        # Imported here, so that Ctrl-C ends it quietly from the first moment on.
        from labrys_tools.command import main as command

        return command()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
