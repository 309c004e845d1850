"""Nonograms from pictures: an image file, or rows of ``#`` and ``.`` in a text file.

An image is converted to grey on a white background, and every cell of the puzzle takes the mean of
the part that it covers. Cells darker than a threshold are black; or the rounding error of each is
passed on to later cells (*dithering*, R. Floyd and L. Steinberg, An adaptive algorithm for spatial
greyscale, 1976). All arithmetic is in integers, so a picture gives the same cells everywhere.

Then the picture is repaired (see :mod:`uniclue.generators.nonogram_noise`). Levels: ``lines``,
solved by single lines; ``any``, one solution by any means. The puzzle's ``meta`` lists the cells
that were ``changed``; none of the changes can be undone alone. Every attempt draws other changes; a
picture that needs none gives one puzzle only.

Images are read with Pillow, of the extra ``pictures``. Nothing is ever downloaded.
"""

from __future__ import annotations

import errno
from io import BytesIO
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools
from uniclue.files.input import need_regular, read_input
from uniclue.generators import nonogram_noise
from uniclue.generators.recipe import Recipe, Rng
from uniclue.models.nonogram import Nonogram

Grey = NDArray["np.uint8"]
"""Shape (row, column), 0 black to 255 white."""

MOST_CELLS = 100
"""The most rows, and columns, of a puzzle."""
MOST_BYTES = 32 * 2**20
MOST_PIXELS = 2**24
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "PPM", "TIFF", "WEBP")
"""Formats that Pillow reads itself; for others it would run other programs or download data."""

Side = Annotated[int, Meta(ge=0, le=MOST_CELLS)]


class PictureOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of the recipe ``picture``.

    Attributes:
        file: The picture.
        rows: Rows of the puzzle; 0 for as many as ``cols`` implies, or the picture has.
        cols: Columns; 0 for as many as ``rows`` implies.
        threshold: Greys below it are black, from 1 (only black itself) to 255 (all but white).
        dither: Whether greys become patterns.
        invert: Whether black and white are exchanged.

    Raises:
        ValueError: The file is not a readable picture, or is too large.
    """

    file: str = ""
    rows: Side = 0
    cols: Side = 0
    threshold: Annotated[int, Meta(ge=1, le=255)] = 128
    dither: bool = False
    invert: bool = False

    def __post_init__(self) -> None:
        # Errors show before any work is done, in worker processes or here.
        if self.file:
            picture(self)


def picture(options: PictureOptions) -> Bools:
    """The cells of a picture, true for black.

    Raises:
        ValueError: The file is not a readable picture, or is too large.
    """
    name = f"picture {options.file}"
    data = _read(Path(options.file), name)
    rows = _text(data)
    grey = _image(data, name) if rows is None else rows
    means = _scaled(grey, _size(grey.shape, options, name))
    cells = _dithered(means, options.threshold) if options.dither else means < options.threshold
    return cells ^ options.invert


def _read(path: Path, name: str) -> bytes:
    try:
        need_regular(path)  # it is read for every puzzle
        data = read_input(path, MOST_BYTES)
    except OSError as error:
        raise ValueError(f"{name}: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise ValueError(f"{name}: expected at most {MOST_BYTES:,} bytes")
    return data


def _text(data: bytes) -> Grey | None:
    """A picture of ``#`` and ``.``, short rows filled with white; None for other text."""
    if not data.strip() or data.translate(None, b"#.\r\n \t"):
        return None
    rows = list(filter(None, map(str.rstrip, data.decode().splitlines())))
    wide = max(map(len, rows))
    if len(rows) * wide > MOST_PIXELS:
        return None
    codes = [np.frombuffer(row.ljust(wide, ".").encode(), np.uint8) for row in rows]
    return np.where(np.stack(codes) == ord("#"), 0, 255).astype(np.uint8)


def _image(data: bytes, name: str) -> Grey:
    """An image in greys, on white ground."""
    try:
        from PIL import Image
    except ImportError as error:
        raise ValueError(
            f"{name}: expected rows of # and .; for images install Pillow: "
            "pip install 'uniclue[pictures]'"
        ) from error
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            width, height = image.size
            if width * height <= MOST_PIXELS:
                whole = image.convert("RGBA")
                ground = Image.new("RGBA", whole.size, "white")
                return np.array(Image.alpha_composite(ground, whole).convert("L"))
    except Exception as error:  # Pillow raises errors of many kinds for damaged files
        raise ValueError(
            f"{name}: expected rows of # and ., or an image ({', '.join(FORMATS)})"
        ) from error
    raise ValueError(f"{name}: expected at most {MOST_PIXELS:,} pixels, got {width}x{height}")


def _size(shape: tuple[int, ...], options: PictureOptions, name: str) -> tuple[int, int]:
    """Rows and columns of the puzzle for a picture of that shape."""
    height, width = shape
    rows, cols = options.rows, options.cols
    if not rows and not cols:
        rows, cols = height, width
    rows = rows or max(1, (2 * height * cols + width) // (2 * width))
    cols = cols or max(1, (2 * width * rows + height) // (2 * height))
    if max(rows, cols) > MOST_CELLS:
        raise ValueError(
            f"{name}: expected at most {MOST_CELLS} rows and columns, got {rows}x{cols}; "
            "set rows or cols"
        )
    return rows, cols


def _scaled(grey: Grey, size: tuple[int, int]) -> NDArray[np.int64]:
    """The rounded means of the parts; pixels are repeated where there are too few."""
    total = grey
    for axis, wanted in enumerate(size):
        first = np.arange(wanted) * grey.shape[axis] // wanted
        total = np.add.reduceat(total, first, axis=axis, dtype=np.int64)
    counts = [
        np.maximum(np.diff(np.arange(wanted + 1) * have // wanted), 1)
        for have, wanted in zip(grey.shape, size, strict=True)
    ]
    number = counts[0][:, None] * counts[1]
    means: NDArray[np.int64] = (2 * total + number) // (2 * number)
    return means


def _dithered(means: NDArray[np.int64], threshold: int) -> Bools:
    """Black and white cells that are as dark overall as the greys, by Floyd and Steinberg."""
    height, width = means.shape
    error = np.zeros((height + 1, width + 2), np.int64)  # in 16ths; a margin on both sides
    black = np.zeros(means.shape, np.bool_)
    for r in range(height):
        for c in range(width):
            grey = 16 * int(means[r, c]) + int(error[r, c + 1])
            black[r, c] = grey < 16 * threshold
            error_left = (grey if black[r, c] else grey - 16 * 255) // 16
            error[r, c + 2] += 7 * error_left
            error[r + 1, c : c + 3] += np.array((3, 5, 1)) * error_left
    return black


def make_picture(level: str, options: PictureOptions, rng: Rng) -> Nonogram:
    """The puzzle of a picture, repaired.

    Raises:
        FileNotFoundError: No picture is given.
        Rejected: The picture cannot be repaired.
    """
    if not options.file:
        expected = "expected a picture; give one as the option file"
        raise FileNotFoundError(errno.ENOENT, expected, "recipe picture")
    before = picture(options)
    after = nonogram_noise.repaired(
        before, nonogram_noise.BY_LINES if level == "lines" else nonogram_noise.BY_ANY_MEANS, rng
    )
    changed = np.argwhere(before != after).tolist()
    return nonogram_noise.finished(after, {"changed": changed})


RECIPE = Recipe(
    name="picture",
    kind="nonogram",
    version=1,
    title="your own picture, with few cells changed so that it is the only solution",
    make=make_picture,
    canonical=nonogram_noise.canonical,
    options=PictureOptions,
    levels=("lines", "any"),
    graders=("nonogram-rules",),
)
