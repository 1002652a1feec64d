"""The native engine: the same small code printed as C over the same block, compiled on demand, loaded with ctypes."""
