"""`python -m labrys_tools` is the `labrys` command, where scripts are not on the path."""

import sys

from labrys_tools.command import main

if __name__ == "__main__":
    sys.exit(main())
