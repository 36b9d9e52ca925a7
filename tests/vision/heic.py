"""Builds HEIC files the way phones lay them out: a grid of equal tiles, turned by the container's own boxes.

The only coded picture is `tile-512.heic`, 512 x 512 pixels in four flat quarters; every tile of a grid points
to the same bytes, so that even a file of 48 megapixels is small.
"""

from pathlib import Path

TILE_SIDE = 512

_TURNS = {1: (0, 0), 2: (1, 0), 3: (0, 2), 4: (1, 2), 5: (1, 1), 6: (0, 3), 7: (1, 3), 8: (0, 1)}
"""EXIF orientation -> whether left and right are swapped, then quarter turns anticlockwise."""


def heic(width: int, height: int, *, orientation: int = 1, exif: bytes = b"") -> bytes:
    """A HEIC file of tiles.

    Args:
        width: Of the picture before it is turned, in pixels.
        height: As `width`.
        orientation: What the container's mirror and turn boxes say, as an EXIF orientation.
        exif: An EXIF block to carry, beginning with its byte order; none where empty.
    """
    columns, rows = -(-width // TILE_SIDE), -(-height // TILE_SIDE)
    decoder_setup, tile = _coded_tile()
    tiles = list(range(1, columns * rows + 1))
    grid, note = len(tiles) + 1, len(tiles) + 2
    layout = bytes([0, 0, rows - 1, columns - 1]) + _u16(width, height)
    contents = [tile, layout, bytes(4) + exif]
    spans = [(item, 0) for item in tiles] + [(grid, 1)] + [(note, 2)] * bool(exif)
    kinds = [(item, b"hvc1") for item in tiles] + [(grid, b"grid")] + [(note, b"Exif")] * bool(exif)
    references = _box(b"dimg", _u16(grid, len(tiles), *tiles))
    if exif:
        references += _box(b"cdsc", _u16(note, 1, grid))
    mirrored, turns = _TURNS[orientation]
    properties = [
        decoder_setup,
        _full(b"ispe", _u32(TILE_SIDE, TILE_SIDE)),
        _full(b"ispe", _u32(width, height)),
        _box(b"imir", bytes([1])),
        _box(b"irot", bytes([turns])),
    ]
    grid_properties = [3] + [4] * mirrored + [5]
    uses = b"".join(_u16(item) + bytes([2, 0x81, 2]) for item in tiles)
    uses += _u16(grid) + bytes([len(grid_properties), *grid_properties])

    head = _box(b"ftyp", b"heic\0\0\0\0mif1heic")

    def meta(start: int) -> bytes:
        return _full(
            b"meta",
            _full(b"hdlr", bytes(4) + b"pict" + bytes(13)),
            _full(b"pitm", _u16(grid)),
            _full(b"iloc", b"\x44\0", _u16(len(spans)), _extents(spans, contents, start)),
            _full(b"iinf", _u16(len(kinds)), *(_item(item, kind) for item, kind in kinds)),
            _full(b"iref", references),
            _box(b"iprp", _box(b"ipco", *properties), _full(b"ipma", _u32(len(tiles) + 1), uses)),
        )

    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + _box(b"mdat", *contents)


def _coded_tile() -> tuple[bytes, bytes]:
    data = (Path(__file__).parent / "tile-512.heic").read_bytes()
    setup, media = data.index(b"hvcC") - 4, data.index(b"mdat") + 4
    return data[setup : setup + int.from_bytes(data[setup : setup + 4])], data[media:]


def _extents(spans: list[tuple[int, int]], contents: list[bytes], start: int) -> bytes:
    offsets = [start + sum(map(len, contents[:index])) for index in range(len(contents))]
    return b"".join(_u16(item, 0, 1) + _u32(offsets[part], len(contents[part])) for item, part in spans)


def _item(item: int, kind: bytes) -> bytes:
    return _box(b"infe", b"\x02\0\0\0", _u16(item, 0), kind, b"\0")


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return _u32(8 + len(body)) + kind + body


def _full(kind: bytes, *parts: bytes) -> bytes:
    return _box(kind, bytes(4), *parts)


def _u16(*values: int) -> bytes:
    return b"".join(value.to_bytes(2) for value in values)


def _u32(*values: int) -> bytes:
    return b"".join(value.to_bytes(4) for value in values)
