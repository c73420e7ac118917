"""Tests of the simulator, and its benchmarks."""
