"""Shows albums in a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from api.albums import AlbumAnswer, ShownFace
from api.terminal import doubt_text, plain_text, print_parts, table_of


def show(answer: AlbumAnswer) -> None:
    """Print what was done to an album, or else what is in it, to standard output."""
    if answer.did:
        print_parts([plain_text(f"{did}.") for did in answer.did])
        return
    print_parts([part for face in answer.faces for part in _face(face)])


def _face(face: ShownFace) -> Iterator[RenderableType]:
    shown = len([card for card in face.deck.cards if face.face in card.faces]) - len(face.missing)
    yield plain_text(f"{face.deck.name}: {shown} cards with their {face.face}")
    yield table_of(("Deck", "Cards", "Not seen"), list(_decks(face)))
    yield table_of(
        ("Pattern", "Squares", "Cards"),
        [
            (each.pattern, str(len(each.squares)), str(len({square.card for square in each.squares})))
            for each in face.patterns
        ],
    )
    for doubt in face.doubtful:
        yield doubt_text(doubt)
    for each in face.former:
        yield plain_text(f"Merged: {each.card} is one with {each.into}")
    for step in face.steps:
        yield plain_text(
            f"By Camtable {step.camtable}: {step.did}{_photos([each.name for each in step.photos])}"
        )
    if not face.steps:
        yield Text("It does not tell how it came to be.")


def _decks(face: ShownFace) -> Iterator[tuple[str, str, str]]:
    for deck in face.deck.decks:
        own = [card.id for card in face.deck.cards_of(deck) if face.face in card.faces]
        missing = [card for card in own if card in face.missing]
        yield deck, ", ".join(card for card in own if card not in missing), ", ".join(missing)


def _photos(names: Sequence[str]) -> str:
    return f", from {', '.join(names)}" if names else ""
