"""Reads the puzzles that users name, with their decks."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from api.answers import PhotoSource
from api.boards import Cards, blaming
from api.errors import WrongUseError
from api.files import BoardArgument, find_deck, named
from api.puzzle_answers import Puzzled
from api.texts import parsed
from games.camouflage import FaceName
from puzzles import Puzzle, puzzle_from_json, puzzle_to_json
from puzzles.catalogue import catalogue, numbered

_SPAN: Final = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")

_NONE: Final = "expected a puzzle as a *.puzzle.json; found {!r}, which is none"


def named_puzzle(
    argument: str, stdin: BinaryIO | None, *, deck: Path | None = None, album: Path | None = None
) -> Puzzled:
    """Return the puzzle that a user names: a `*.puzzle.json`, JSON in one line, `-`, or a number.

    A number is that of a shipped puzzle.

    Args:
        argument: what the user named.
        stdin: standard input, for `-`.
        deck: the deck file that the user names.
        album: the album that the user names.

    Raises:
        WrongUseError: the puzzle or its deck is missing or malformed.
        AlbumError: the album is none.
    """
    return puzzle_given(_written(argument, stdin), deck=deck, album=album)


def puzzle_given(given: BoardArgument, *, deck: Path | None = None, album: Path | None = None) -> Puzzled:
    """Return the puzzle of a text that a user gave, with its deck; arguments and errors as above."""
    document = parsed(_json_text(given, given.text).text, given.shown)
    face: FaceName | None = document.get("face") if isinstance(document, dict) else None

    def find(name: str) -> Cards:
        return find_deck(name, given.folder, deck, album, face)

    return puzzle_of_document(document, find, shown=given.shown)


def puzzles_alone(arguments: Sequence[str], stdin: BinaryIO | None) -> list[Puzzle]:
    """Return the puzzles that a user names, whatever their decks; all shipped ones where none is named.

    Args:
        arguments: as for `named_puzzle`, or `FIRST-LAST` for the numbers of shipped puzzles.
        stdin: standard input, for `-`.

    Raises:
        WrongUseError: one is missing or malformed.
        PuzzleError: there is no puzzle of a number.
    """
    if not arguments:
        return [*catalogue()]
    found = []
    for argument in arguments:
        if span := _SPAN.fullmatch(argument):
            first, last = map(int, span.groups())
            found += [numbered(number) for number in range(first, max(last, first) + 1)]
        else:
            given = _written(argument, stdin)
            with blaming(given.shown):
                found.append(puzzle_from_json(parsed(given.text, given.shown)))
    return found


def puzzle_of_document(document: object, find: Callable[[str], Cards], *, shown: str) -> Puzzled:
    """Return the puzzle of a puzzle file, with its deck.

    Args:
        document: the file as `json.loads` returns it.
        find: finds the deck by the name that the file has.
        shown: how errors name the puzzle.

    Raises:
        WrongUseError: it is malformed, or not of its deck.
    """
    with blaming(shown):
        puzzle = puzzle_from_json(document)
    found = find(puzzle.deck_name).deck
    with blaming(shown):
        puzzle.check(found)
    other = found.name != puzzle.deck_name
    warning = f"the deck {found.name!r} is taken instead of the puzzle's {puzzle.deck_name!r}"
    return Puzzled(puzzle, found, (warning,) if other else ())


def puzzle_or_photo(argument: str, stdin: BinaryIO | None) -> BoardArgument | PhotoSource:
    """Tell puzzles from photos, as `named` does; a number is the puzzle of that number that is shipped.

    Raises:
        PuzzleError: there is none of this number.
        WrongUseError: there is no such file, or it cannot be read.
    """
    if argument.isdecimal() and not Path(argument).exists():
        return BoardArgument(json.dumps(puzzle_to_json(numbered(int(argument)))), f"puzzle {argument}")
    return named(argument, stdin)


def _written(argument: str, stdin: BinaryIO | None) -> BoardArgument:
    given = puzzle_or_photo(argument, stdin)
    if isinstance(given, BoardArgument):
        return _json_text(given, argument)
    raise WrongUseError(_NONE.format(argument[:60]))


def _json_text(given: BoardArgument, shown: str) -> BoardArgument:
    if not given.is_json:
        raise WrongUseError(_NONE.format(shown[:60]))
    return given
