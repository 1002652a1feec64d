"""What a match needs around the rules: positions as a seat may think them."""

from labrys.match.resample import Resampler, resample

__all__ = ["Resampler", "resample"]
