"""Benchmarks; each is a program that prints a small table."""
