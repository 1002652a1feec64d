"""The classics written out by hand, one file each, sharing nothing with the interpreter.

They are plain and slow on purpose: a reader who knows a game should see at a glance that it is right.
"""
