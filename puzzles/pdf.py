"""Writes drawings as a PDF document, the same bytes each time."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from puzzles.shapes import Box, Drawing, Line, Picture, Polygon, Shape, Words

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_POINTS_A_MM: Final = 72 / 25.4
_FONTS: Final = {False: "Helvetica", True: "Helvetica-Bold"}
"""Every reader of PDF has them; they hold the letters of Western Europe."""
_LOWEST_SIZE_PT: Final = 1.0


def as_pdf(pages: Sequence[Drawing], title: str) -> bytes:
    """Return a document with a page for each drawing.

    Args:
        pages: the pages, each of its own size.
        title: the document's title.
    """
    from reportlab.pdfgen.canvas import Canvas

    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Camtable")
    for page in pages:
        canvas.setPageSize((page.width_mm * _POINTS_A_MM, page.height_mm * _POINTS_A_MM))
        # From here on the unit is a millimetre and y grows downwards, but for text and pictures.
        canvas.transform(_POINTS_A_MM, 0, 0, -_POINTS_A_MM, 0, page.height_mm * _POINTS_A_MM)
        canvas.setLineJoin(0)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def width_mm(words: Words) -> float:
    """Return how wide a text is where no letters are made smaller."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(words.text, _FONTS[words.bold], words.size_mm))


def letters_lacking(pages: Sequence[Drawing]) -> tuple[str, ...]:
    """Return the letters on pages that the fonts lack; boxes stand for them in the document."""
    texts = (shape.text for page in pages for shape in page.shapes if isinstance(shape, Words))
    letters = sorted({letter for text in texts for letter in text})
    return tuple(letter for letter in letters if not letter.encode("cp1252", "ignore"))


def _draw(canvas: "Canvas", shape: Shape) -> None:
    match shape:
        case Polygon():
            _polygon(canvas, shape)
        case Line():
            canvas.setStrokeColor(_ink(shape.colour))
            canvas.setLineWidth(shape.width_mm)
            canvas.line(*shape.start, *shape.end)
        case Words():
            _words(canvas, shape)
        case Picture():
            _picture(canvas, shape.box, shape.data)


def _polygon(canvas: "Canvas", polygon: Polygon) -> None:
    if polygon.fill is not None:
        canvas.setFillColor(_ink(polygon.fill))
    if polygon.line is not None:
        canvas.setStrokeColor(_ink(polygon.line))
        canvas.setLineWidth(polygon.line_mm)
    path = canvas.beginPath()
    path.moveTo(*polygon.points[0])
    for point in polygon.points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, stroke=int(polygon.line is not None), fill=int(polygon.fill is not None))


def _words(canvas: "Canvas", words: Words) -> None:
    font, size = _FONTS[words.bold], words.size_mm
    width = width_mm(words)
    if words.most_mm is not None and width > words.most_mm:
        size = max(size * words.most_mm / width, _LOWEST_SIZE_PT / _POINTS_A_MM)
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[words.anchor]
    canvas.saveState()
    canvas.translate(*words.at)
    canvas.scale(1, -1)
    canvas.setFillColor(_ink(words.colour))
    canvas.setFont(font, size)
    draw(0, 0, words.text)
    canvas.restoreState()


def _picture(canvas: "Canvas", box: Box, data: bytes) -> None:
    from reportlab.lib.utils import ImageReader

    canvas.saveState()
    canvas.translate(box.left, box.bottom)
    canvas.scale(1, -1)
    canvas.drawImage(ImageReader(BytesIO(data)), 0, 0, box.width, box.height)
    canvas.restoreState()


def _ink(colour: str) -> Any:  # noqa: ANN401 - reportlab ships no types
    from reportlab.lib.colors import HexColor

    return HexColor(colour)
