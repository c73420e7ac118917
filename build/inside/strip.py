"""Compiles Python files inside Pyodide, without what a browser never reads.

Run under node, in the Pyodide that will load the result: the host's Python is another
one. Plain `compileall` keeps docstrings of parameters, annotations and line tables.
"""

import ast
import importlib.util
import io
import marshal
import types
import zipfile

TEXT_ARGUMENTS = {"doc", "help"}
# Their annotations are read at run time by nobody but type checkers.
WITHOUT_ANNOTATIONS = ("bokeh/", "panel/", "param/", "pyviz_comms/")
# Tracebacks into the project's own code keep their line numbers.
OWN = ("app/", "model/", "presets/", "site_")
NO_LOCATION = 0x80 | 15 << 3


class _Trim(ast.NodeTransformer):
    def visit_Call(self, node):
        self.generic_visit(node)
        for keyword in node.keywords:
            value = keyword.value
            is_text = isinstance(value, ast.JoinedStr) or (
                isinstance(value, ast.Constant) and isinstance(value.value, str)
            )
            if keyword.arg in TEXT_ARGUMENTS and is_text:
                keyword.value = ast.Constant(value="")
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        arguments = node.args
        every = arguments.args + arguments.posonlyargs + arguments.kwonlyargs
        for argument in [*every, arguments.vararg, arguments.kwarg]:
            if argument is not None:
                argument.annotation = None
        return node

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815


def no_lines(code):
    """Replace the line tables of a code object by entries that name no line.

    Parameters
    ----------
    code : types.CodeType

    Returns
    -------
    types.CodeType
    """
    units = len(code.co_code) // 2
    # One entry covers at most eight code units.
    table = bytes(NO_LOCATION | min(8, units - i) - 1 for i in range(0, units, 8))
    constants = tuple(
        no_lines(value) if isinstance(value, types.CodeType) else value for value in code.co_consts
    )
    return code.replace(co_linetable=table, co_consts=constants)


def compile_source(source, path, shown):
    """Compile one file to the bytes of a `.pyc`.

    Parameters
    ----------
    source : bytes
    path : str
        Path inside the pack, which decides what is stripped.
    shown : str
        The file name a traceback shows.

    Returns
    -------
    bytes
    """
    tree = ast.parse(source)
    if path.startswith(WITHOUT_ANNOTATIONS):
        tree = ast.fix_missing_locations(_Trim().visit(tree))
    code = compile(tree, shown, "exec", dont_inherit=True, optimize=2)
    if not path.startswith(OWN):
        code = no_lines(code)
    # "Hash-based, unchecked": a time stamp would make each build differ.
    header = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")
    return header + importlib.util.source_hash(source) + marshal.dumps(code)


def compile_zip(data, prefix):
    """Compile every `.py` of a zip; other files pass through.

    Parameters
    ----------
    data : bytes
        A zip.
    prefix : str
        Folder the files will have in Pyodide's file system.

    Returns
    -------
    bytes
        A zip without compression.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for name in sorted(source.namelist()):
            content = source.read(name)
            if name.endswith(".py"):
                try:
                    content = compile_source(content, name, prefix + name)
                except SyntaxError:  # templates of code, such as those of cookiecutters
                    continue
                name += "c"  # noqa: PLW2901
            # A fixed date, for the same bytes from the same input.
            target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return out.getvalue()
