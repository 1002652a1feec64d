"""One file a command: `describe(parser)` says what it takes, `run(args)` does it.

Only the command that was asked for is imported, so that `labrys --help` stays quick.
"""
