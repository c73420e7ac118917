"""Where texts lie on a chart, as a browser with an ordinary font draws them."""

import math

from app.labels import Frame

HEIGHT, LETTER = 13, 6.2
_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}

Box = tuple[float, float, float, float]


def text_boxes(
    columns: dict, across: tuple[float, float], up: tuple[float, float], frame: Frame
) -> list[Box]:
    """Left, bottom, right and top of each text of a data source, px inside the frame."""

    def share(value: float, ends: tuple[float, float]) -> float:
        return math.log(value / ends[0]) / math.log(ends[1] / ends[0])

    keys = ("x", "y", "text", "dx", "dy", "align")
    boxes = []
    for x, y, text, dx, dy, align in zip(*(columns[key] for key in keys), strict=True):
        width = len(text) * LETTER
        left = share(x, across) * frame.width + dx - width * _SHIFT[align]
        bottom = share(y, up) * frame.height + dy - HEIGHT / 2
        boxes.append((left, bottom, left + width, bottom + HEIGHT))
    return boxes


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share a place."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
