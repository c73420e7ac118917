"""Do a step only when something it depends on has changed."""

import hashlib
import time
from pathlib import Path


class Steps:
    """Runs named steps and remembers what they were made of.

    Parameters
    ----------
    folder : Path
        Where the stamps are kept.
    say : callable
        Takes one line.
    """

    def __init__(self, folder, say=print):
        self.folder = Path(folder)
        self.say = say
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(self, name, inputs, outputs, action):
        """Run a step unless its outputs are there and its inputs are as they were.

        Parameters
        ----------
        name : str
        inputs : list of Path or str
            Files count by their content, texts as they are.
        outputs : list of Path
        action : callable

        Returns
        -------
        bool
            Whether the step was run.
        """
        stamp = self.folder / f"{name}.stamp"
        wanted = digest(inputs)
        fresh = all(path.exists() for path in outputs)
        if fresh and stamp.exists() and stamp.read_text() == wanted:
            self.say(f"{name}: as before")
            return False
        stamp.unlink(missing_ok=True)
        began = time.perf_counter()
        action()
        # Written last: a step that was interrupted is run again.
        stamp.write_text(wanted)
        self.say(f"{name}: {time.perf_counter() - began:.1f} s")
        return True


def digest(inputs):
    """Digest of files and texts.

    Parameters
    ----------
    inputs : list of Path or str

    Returns
    -------
    str
    """
    total = hashlib.sha256()
    for item in inputs:
        content = item.read_bytes() if isinstance(item, Path) else str(item).encode()
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def files_below(folder, *patterns):
    """List the files of a folder, sorted, without Python's caches.

    Parameters
    ----------
    folder : Path
    *patterns : str
        Glob patterns; all files without one.

    Returns
    -------
    list of Path
    """
    found = [path for pattern in patterns or ("*",) for path in Path(folder).rglob(pattern)]
    return sorted(p for p in set(found) if p.is_file() and "__pycache__" not in p.parts)
