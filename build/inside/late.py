"""Finds modules that start-up did not need in one zip, which is fetched at first use.

The zip on `sys.path` would do the same, but every optional import that fails would fetch it.
"""

import sys
import zipimport


class LateFinder:
    """Import modules out of a zip whose names are known beforehand.

    Parameters
    ----------
    archive : str
        Path of the zip.
    names : list of str
        Its members.
    """

    def __init__(self, archive, names):
        self.archive = archive
        self.names = set(names)

    def find_spec(self, fullname, path=None, target=None):
        """Find a module, as Python's import system asks."""
        del path, target
        stem = fullname.replace(".", "/")
        if f"{stem}.pyc" not in self.names and f"{stem}/__init__.pyc" not in self.names:
            return None
        folder = stem.rpartition("/")[0]
        importer = zipimport.zipimporter(f"{self.archive}/{folder}" if folder else self.archive)
        return importer.find_spec(fullname)


def install(archive, names):
    """Put the finder behind all others.

    Parameters
    ----------
    archive : str
    names : list of str
    """
    sys.meta_path.append(LateFinder(archive, names))
