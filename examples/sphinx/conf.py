"""A Sphinx project with the simulator in a page, and the model in its code."""

import os

project = "What limits a workload?"
extensions = ["sphinx.ext.doctest"]
html_theme = "alabaster"
html_static_path = ["../heights.js"]
html_js_files = ["heights.js"]

# Where the simulator is, seen from the built pages: the site's folder, or `panel serve`.
simulator = os.environ.get("SIMULATOR", "../roofline/")


def setup(app):
    """Put the simulator's address where a page says `SIMULATOR`: raw HTML knows no substitution."""

    def fill_in(app, name, source):
        source[0] = source[0].replace("SIMULATOR", simulator)

    app.connect("source-read", fill_in)
