"""What a match needs around the rules: positions as a seat may think them."""

from labrys.match.resample import Resampler

__all__ = ["Resampler"]
