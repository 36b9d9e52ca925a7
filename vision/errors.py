"""What vision raises when its input cannot be used.

Each error's text is one sentence: what was expected and what was found.
"""


class VisionError(Exception):
    """Input that vision cannot work with."""


class PhotoError(VisionError):
    """A photo file that cannot be used."""


class UnreadableFileError(PhotoError):
    """The file cannot be opened: it is missing, a folder or not ours to read."""


class NotAnImageError(PhotoError):
    """The bytes are no image of any kind that is known."""


class UnsupportedFormatError(PhotoError):
    """The bytes are an image, of a kind that is not accepted."""


class PhotoTooLargeError(PhotoError):
    """The photo has more bytes or more pixels than are accepted."""


class BrokenPhotoError(PhotoError):
    """The photo is cut off or damaged, so part of the picture is missing."""


class AlbumError(VisionError):
    """A folder that is no album, or one that was changed by hand."""


class EnrolmentError(VisionError):
    """Photos from which no album can be made."""


class UnreadablePhotoError(VisionError):
    """A photo in which no table can be read, with the reason."""


class CutOffError(UnreadablePhotoError):
    """A photo that shows cards of the album, but not all of them wholly."""
