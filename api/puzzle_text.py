"""Shows the answers about puzzles and best play in a terminal."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from api.collection_text import collection
from api.composing import PuzzlesAnswer, ShownPuzzle
from api.picture import in_terminal, picture_of
from api.puzzle_answers import (
    BestAnswer,
    HintAnswer,
    LeftAnswer,
    PlayableAnswer,
    PuzzleAnswer,
    SolveAnswer,
    VerifyAnswer,
)
from api.terminal import coloured, plain_text, print_parts, table_of
from games.camouflage import Board, Cell, Placement, format_board


def show(answer: PuzzleAnswer) -> None:
    """Print an answer to standard output."""
    if isinstance(answer, PuzzlesAnswer | ShownPuzzle):
        print_parts(collection(answer))
    else:
        print_parts(_shown(answer))


def _shown(
    answer: SolveAnswer | HintAnswer | VerifyAnswer | BestAnswer | LeftAnswer | PlayableAnswer,
) -> list[RenderableType]:
    match answer:
        case SolveAnswer():
            return _solved(answer)
        case HintAnswer():
            return [plain_text(answer.hint.text), plain_text(f"Because {answer.hint.reason}.")]
        case VerifyAnswer():
            return _verified(answer)
        case BestAnswer():
            return _best(answer)
        case LeftAnswer():
            return _left(answer)
        case PlayableAnswer():
            return _playable(answer)


def _solved(answer: SolveAnswer) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for table in answer.solutions:
        parts += [*in_terminal(picture_of(table, answer.puzzled.deck)), Text()]
        parts += [plain_text(format_board(table.board)), Text()]
    return [*parts, _outcome(answer), *([plain_text(f"Because {answer.why.text}.")] if answer.why else [])]


def _outcome(answer: SolveAnswer) -> Text:
    after = f" ({answer.time_ms:.0f} ms)"
    if answer.status == "impossible":
        return coloured(f"There is no answer{after}.", "red")
    if answer.status == "unfinished":
        return coloured(f"The time was too short to tell{after}.", "yellow")
    answers = "1 answer" if answer.count == 1 else f"{answer.count} answers"
    rest = "there are no others" if answer.complete else "there may be others"
    return coloured(f"{answers} found; {rest}{after}.", "green")


def _verified(answer: VerifyAnswer) -> list[RenderableType]:
    if answer.checked.right:
        printed = {True: " It is the printed answer.", False: " It is not the printed one.", None: ""}
        return [coloured(f"Right.{printed[answer.checked.matches_printed]}", "green")]
    rows = [(fault.card or cells(fault.cells), fault.why) for fault in answer.checked.faults]
    return [table_of(("Where", "Wrong"), rows), coloured("Not right.", "red")]


def cells(found: Sequence[Cell]) -> str:
    """Return cells as x and y, the first few of many."""
    shown = " ".join(f"{cell.x},{cell.y}" for cell in found[:6])
    return shown if len(found) <= 6 else f"{shown} …"


def _best(answer: BestAnswer) -> list[RenderableType]:
    best = answer.best
    rows = [
        (each.play.card, *map(str, each.play.placement.centre), str(each.play.placement.turn),
         str(each.diversify), str(each.cover))
        for each in answer.places
    ]  # fmt: skip
    columns = ("Card", "x", "y", "Turn", "Diversify", "Cover")
    parts: list[RenderableType] = [table_of(columns, rows)] if rows else []
    if not best.plays:
        return [*parts, Text("No card can be laid." if not best.gap else "No play was found in time.")]
    sure = "no sequence scores more" if not best.gap else f"at most {best.bound} can be scored"
    return [*parts, plain_text(f"Best: {_line(best.plays)}"), Text(f"{best.points} points; {sure}.")]


def _left(answer: LeftAnswer) -> list[RenderableType]:
    rows = [
        (player, str(each.scored), str(each.best.points), str(each.left), "" if not each.best.gap else "?")
        for player, each in answer.players.items()
    ]
    return [
        table_of(("Player", "Scored", "Best alone", "Left", "Proven"), rows),
        *(plain_text(f"{player}: {_line(each.board.placements)}") for player, each in answer.players.items()),
    ]


def _playable(answer: PlayableAnswer) -> list[RenderableType]:
    rows = [
        (player, "no" if play is None else format_board(Board((play.placement,))),
         "" if play is None else play.location or "")
        for player, play in answer.players.items()
    ]  # fmt: skip
    whole = "Nobody can play: the game is over." if answer.over else "The game goes on."
    return [table_of(("Player", "Can play", "Location"), rows), Text(whole)]


def _line(placements: Sequence[Placement]) -> str:
    return format_board(Board(tuple(placements)))
