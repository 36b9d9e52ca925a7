"""What `read` does: with photos, and with a reading that is gone on with."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from api import files, outputs, service
from api.answers import PhotoSource, ReadAnswer
from api.commands.answering import UNDECIDED, UNREADABLE, busy
from api.commands.sitting import at_a_terminal, terminal_screen
from api.errors import EXPECTED, WrongUseError, fault_of
from api.looking import USUAL_RULES, look
from api.stated import Stated


def require_outputs(
    out: Path | None, overlay: Path | None, explain: Path | None, *, resumed: Path | None = None
) -> None:
    """Check what is to be written, before anything is read.

    Args:
        out: where the reading is kept.
        overlay: where the picture is written.
        explain: where the explanation is written.
        resumed: the reading that is gone on with; it may be written anew.

    Raises:
        WrongUseError: something cannot be written where it is to be, or what was said before would be lost.
    """
    if out:
        outputs.require_file_name(out)
        if out.exists() and not (resumed and resumed.exists() and out.samefile(resumed)):
            _require_nothing_said(out)
    if overlay:
        outputs.require_picture_name(overlay)
    if explain:
        outputs.require_explanation_folder(explain)


def _require_nothing_said(path: Path) -> None:
    if files.read_reading(path).steps:
        raise WrongUseError(f"{path.name} keeps what was said of a reading; go on with it by --resume")


class Asked(NamedTuple):
    """What is to be read.

    Attributes:
        photos: of one table.
        album: the deck.
        stated: what is stated besides.
        answers: what somebody sees.
        start: the table before play.
        in_order: whether the photos were taken one after the other, while more cards were laid.
        in_piles: whether each pile is a player's own.
        in_terminal: whether what is open is asked in the terminal.
    """

    photos: Sequence[Path]
    album: Path
    stated: Stated
    answers: Sequence[str]
    start: Path | None
    in_order: bool
    in_piles: bool
    in_terminal: bool = False


def from_photos(asked: Asked, *, overlay: Path | None, explain: Path | None, out: Path | None) -> ReadAnswer:
    """Read a table from photos, and write what is wanted.

    Args:
        asked: what is to be read.
        overlay: where the picture is written.
        explain: where the explanation is written.
        out: where the reading is kept.

    Raises:
        ApiError: what is asked for does not go together, or no answer was found.
        VisionError: no photo can be read.
    """
    photo, *more = files.photo_sources(asked.photos)
    with explaining_failure(photo, explain), busy("Reading the table …"):
        seen = look(
            photo,
            files.read_album(asked.album),
            asked.stated.rules(USUAL_RULES),
            more=more,
            in_order=asked.in_order,
            answers=asked.answers,
            start=files.photo_source(asked.start),
            in_piles=asked.in_piles,
        )
    found = service.read_answer(seen)
    if out:
        outputs.save_reading(found, out)
    if asked.in_terminal:
        found = talked_about(found, out)
    if explain:
        with busy("Drawing the explanation …"):
            from api.explain import explanation

            outputs.write_explanation(explanation(seen, found), explain)
    if overlay:
        outputs.write_picture(service.annotated(seen.photo, found), overlay)
    return found


def resumed(
    path: Path,
    stated: Stated,
    answers: Sequence[str],
    undo: Sequence[int],
    *,
    out: Path | None,
    in_terminal: bool = False,
) -> ReadAnswer:
    """Go on with a kept reading; unless it is to be kept elsewhere, it is written back if it changed.

    Args:
        path: the reading.
        stated: what is stated besides.
        answers: what somebody sees.
        undo: the steps to take back.
        out: where it is kept elsewhere.
        in_terminal: whether what is open is asked in the terminal.

    Raises:
        ApiError: there is no such reading, or what is said of it cannot be so.
    """
    before = files.read_reading(path)
    kept = replace(before, rules=stated.rules(before.rules))
    for number in undo:
        kept = kept.without(number)
    found = service.read_on(kept.with_answers(answers))
    if out or found.kept != before:
        outputs.save_reading(found, out or path)
    return talked_about(found, out or path) if in_terminal else found


def require_terminal(*, as_json: bool) -> None:
    """Check that somebody can be asked.

    Raises:
        WrongUseError: nobody can.
    """
    if as_json or not at_a_terminal():
        found = "--json" if as_json else "standard input or output that is none"
        raise WrongUseError(f"--ask asks at a terminal; found {found}: answer with --answer TEXT instead")


def talked_about(found: ReadAnswer, file: Path | None) -> ReadAnswer:
    """Ask in the terminal what is open, and return what is known then; the file is kept up to date."""
    from api.asking import Asking

    return Asking(found, terminal_screen(), file).run()


@contextmanager
def explaining_failure(photo: "PhotoSource", folder: Path | None) -> Iterator[None]:
    """Explain in a folder, if one is named, why a photo could not be read."""
    try:
        yield
    except EXPECTED as error:
        if folder and fault_of(error).exit_code in (UNREADABLE, UNDECIDED):
            from api.explain import refusal
            from api.outputs import write_explanation

            write_explanation(refusal(photo, error), folder)
        raise
