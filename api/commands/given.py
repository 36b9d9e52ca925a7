"""What a user gives a command: a board, a photo or a puzzle, and what else is stated."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from api.commands.answering import busy
from api.errors import WrongUseError
from games.camouflage import FaceName

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.files import BoardArgument
    from api.puzzle_answers import Puzzled
    from api.stated import Stated
    from api.ways import Subject


class Photographed(NamedTuple):
    """How a table is photographed, if it is.

    Attributes:
        also: further photos of the same table.
        start: the table before play.
        in_piles: whether each pile is a player's own.
    """

    also: Sequence[Path] = ()
    start: Path | None = None
    in_piles: bool = False


ONE_PHOTO: Final = Photographed()
"""One photo of one board, while it is played."""


def subject_named(
    argument: str,
    album: Path | None,
    deck: Path | None,
    face: FaceName | None,
    stated: "Stated",
    photographed: Photographed = ONE_PHOTO,
) -> "Subject":
    """Return the table that a user names, with what else is stated."""
    from api import files
    from api.solving import subject_of_reading

    given = files.named(argument, standard_input())
    if isinstance(given, files.BoardArgument):
        if photographed.also or photographed.start:
            raise WrongUseError("further photos go with a photo of the table; found a board")
        kept = files.reading_in(given)
        if kept is None:
            return laid(given, album, deck, face, stated)
        if album is not None or deck is not None or face is not None:
            raise WrongUseError("a kept reading holds its own deck and face")
        return stated.applied(subject_of_reading(kept, stated.rules))
    if album is None or deck is not None or face is not None:
        raise WrongUseError("a photo is read with --album, which holds its deck and face")
    from api.looking import USUAL_RULES, look

    with busy("Reading the table …"):
        seen = look(
            given,
            files.read_album(album),
            stated.rules(USUAL_RULES),
            more=files.photo_sources(photographed.also),
            start=files.photo_source(photographed.start),
            in_piles=photographed.in_piles,
        )
    return stated.applied(seen.subject)


def laid(
    board: "BoardArgument", album: Path | None, deck: Path | None, face: FaceName | None, stated: "Stated"
) -> "Subject":
    """Return the table on a board that a user names, with what else is stated."""
    from api.files import read_board
    from api.ways import subject_of_table

    found = read_board(board, deck=deck, album=album, face=face)
    return stated.applied(subject_of_table(found.table, found.deck, found.warnings), found.says)


def stated_with(
    min_match: int | None,
    wild_centers: bool | None,
    players: str | None = None,
    start: str | None = None,
    out_order: str | None = None,
) -> "Stated":
    """Return what a user states beside a board or photo, from the texts of the options."""
    from api.stated import Stated, names, seats

    return Stated(
        min_match=min_match,
        wild_centres=wild_centers,
        players=None if players is None else seats(players),
        start=start,
        out=None if out_order is None else names(out_order),
    )


def puzzle_named(argument: str, deck: Path | None, album: Path | None = None) -> "Puzzled":
    """Return the puzzle that a user names."""
    from api.puzzle_files import named_puzzle

    return named_puzzle(argument, standard_input(), deck=deck, album=album)


def puzzle_seen(
    argument: str,
    deck: Path | None,
    album: Path | None,
    cards: "Sequence[str] | None",
    face: FaceName | None,
    wild: bool | None,
) -> "Puzzled":
    """Return the puzzle that a user names, as a file or as a photo of its card."""
    from api import files
    from api.puzzle_files import puzzle_given, puzzle_or_photo

    given = puzzle_or_photo(argument, standard_input())
    if isinstance(given, files.BoardArgument):
        if face is not None or wild is not None:
            raise WrongUseError("a puzzle file says itself which face is played and whether centres are wild")
        return puzzle_given(given, deck=deck, album=album)
    from api.puzzle_photos import photographed_puzzle

    with busy("Reading the puzzle card …"):
        return photographed_puzzle(
            given,
            lambda name: files.find_deck(name, None, deck, album, face),
            cards=cards,
            face=face,
            wild=wild,
        )


def laid_on(argument: str, puzzled: "Puzzled", album: Path | None = None) -> "Subject":
    """Return the table that is meant for a puzzle: on its deck and face, and by its rules."""
    from api import files
    from api.ways import subject_of_table

    given = files.named(argument, standard_input())
    if isinstance(given, files.BoardArgument):
        return subject_of_table(files.board_of(given, puzzled.deck, puzzled.puzzle.face), puzzled.deck)
    if album is None:
        raise WrongUseError("a photo is read with --album, which holds its deck and face")
    from api.looking import look

    with busy("Reading the table …"):
        return look(given, files.read_album(album), puzzled.puzzle.rules).subject


def standard_input() -> BinaryIO | None:
    """Return standard input; there is none where whoever started the command has closed it."""
    return getattr(sys.stdin, "buffer", None)
