"""The simulator's page: Panel and Bokeh around `model`; never computes a FLOP."""
