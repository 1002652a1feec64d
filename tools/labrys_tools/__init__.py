"""What people run: the `labrys` command and what stands behind each of its words."""
