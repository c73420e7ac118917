"""The states that a page can show before Python is there: what differs from the first one."""

from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from parts import BuildError

PAGE_KEYS = ("embed", "hide", "theme", "lite", "start")
"""Keys that say how to show a state; the page's script leaves them out too."""


def read_addresses(path):
    """Read a file of addresses, or of queries, one a line.

    Parameters
    ----------
    path : Path or None

    Returns
    -------
    dict of str to str
        Where each query stands, by the query without the page's own keys.

    Raises
    ------
    BuildError
        If the file cannot be read, or asks for another view.
    """
    if path is None:
        return {}
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise BuildError(f"{path}: cannot be read ({error})") from None
    found = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        query = line.strip().split("?")[-1].split("#")[0]
        pairs = [pair for pair in parse_qsl(query) if pair[0] not in PAGE_KEYS]
        place = f"{path}, line {number}"
        if dict(pairs).get("view", "simulator") != "simulator":
            raise BuildError(f"{place}: view: only the simulator's own states can be shown ahead")
        found[urlencode(pairs)] = place
    return found


def models(value, found):
    """Gather the models of a document with their values, in which other models are names.

    Parameters
    ----------
    value : object
        Part of a document as Bokeh's JSON has it.
    found : dict
        Filled with the values of each model by its id.

    Returns
    -------
    object
        The value, with names for models.
    """
    if isinstance(value, list):
        return [models(item, found) for item in value]
    if not isinstance(value, dict):
        return value
    if "attributes" in value:
        found[value["id"]] = models(value["attributes"], found)
        return {"id": value["id"]}
    return {key: models(item, found) for key, item in value.items()}


def changes(old, new, way=()):
    """List what has to be set in a value to make it another one.

    Parameters
    ----------
    old, new : object
        JSON.
    way : tuple
        Keys and positions that lead to the value.

    Yields
    ------
    tuple of (list, object)
        The way to a part, and the part.
    """
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() <= new.keys():
        for key, value in new.items():
            yield from changes(old.get(key), value, (*way, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for position, (before, value) in enumerate(zip(old, new, strict=True)):
            yield from changes(before, value, (*way, position))
    else:
        yield list(way), new


def differences(first, other):
    """List what has to be set in a document to make it another one.

    Parameters
    ----------
    first, other : dict
        Values of models by id.

    Returns
    -------
    list of list
        Id of a model, the way to a part of its values, and the part.

    Raises
    ------
    BuildError
        If they do not have the same models.
    """
    if first.keys() != other.keys():
        raise BuildError(f"the app makes other models: {sorted(first.keys() ^ other.keys())}")
    found = [
        [name, way, value]
        for name, values in other.items()
        for way, value in changes(first[name], values)
    ]
    if any(not way for _, way, _ in found):
        raise BuildError("the app takes a value back, which a page cannot be told")
    return found


def refuse_faults(states, places):
    """Raise, naming every query that is refused and its place, if there is one."""
    faults = [
        f"{places.get(state['query'], state['query'])}: {problem}"
        for state in states
        for problem in state["problems"]
    ]
    if faults:
        raise BuildError("\n".join(faults))


def gather(page, states, places):
    """Make the states' file of each language.

    Parameters
    ----------
    page : dict
        The document that the page embeds.
    states : list of dict
        `query`, `language`, `problems` and `document` of each.
    places : dict of str to str
        Where the queries stand that an author has asked for.

    Returns
    -------
    dict of str to dict
        By language tag the `queries` and, in the same order, the `states`: what differs from the
        page in the first one, and in the others what differs from the first one.

    Raises
    ------
    BuildError
        Naming every query that is refused, with its place.
    """
    refuse_faults(states, places)
    files, firsts = {}, {}
    embedded = _models_of(page)
    for state in states:
        known, tag = _models_of(state["document"]), state["language"]
        file = files.setdefault(tag, {"queries": [], "states": []})
        file["queries"].append(state["query"])
        file["states"].append(differences(firsts.get(tag, embedded), known))
        firsts.setdefault(tag, known)
    return files


def _models_of(document):
    found = {}
    models(document["docs"], found)
    return found
